/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes derived tracks of values from the lines of a file that describe tracks. They belong to a
 * new trace, which shares everything else with the trace that was read. */
#include "config.h"

#include "model/view/dwell-requirements-tracks.h"

#include <math.h>
#include <string.h>

#include "analysis/requirements/dwell-requirement-cells.h"
#include "core/dwell-memory.h"

typedef struct {
  GPtrArray *curves;
  GArray    *tracks;   /* DwellDerivedTrack */
  GArray    *subjects; /* guint32: the tracks that they are about */
  GArray    *limits;   /* DwellDerivedLimit; the caller's */
  guint32    n_before; /* tracks of the trace */
  GPtrArray *texts;    /* what the tracks point to */
} Tracks;

static void
tracks_clear (Tracks *self)
{
  g_clear_pointer (&self->curves, g_ptr_array_unref);
  g_clear_pointer (&self->tracks, g_array_unref);
  g_clear_pointer (&self->subjects, g_array_unref);
  g_clear_pointer (&self->texts, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Tracks, tracks_clear)

static const char *
keep (Tracks *self,
      char   *text)
{
  g_ptr_array_add (self->texts, text);
  return text;
}

/* Chooses the unit for times that suits the largest value. Returns: the unit */
static const char *
choose_unit (DwellRequirementCurve *curve)
{
  static const struct { double ns; const char *unit; } units[] = {
    { 1e9, "s" }, { 1e6, "ms" }, { 1e3, "µs" }, { 1, "ns" },
  };
  DwellDerivedPoint *points = curve->points->data;
  double most = 0;
  guint unit = 0;

  if (!g_str_equal (curve->unit, "ns"))
    return curve->unit;

  for (gsize i = 0; i < curve->points->n; i++)
    most = fmax (most, fabs (points[i].value));
  while (unit + 1 < G_N_ELEMENTS (units) && most < units[unit].ns)
    unit++;
  for (gsize i = 0; i < curve->points->n; i++)
    points[i].value /= units[unit].ns;
  curve->low /= units[unit].ns;
  curve->high /= units[unit].ns;
  return units[unit].unit;
}

/* Returns whether a line has several curves, which are distinguished by their subjects. */
static gboolean
is_one_of_several (const Tracks *self,
                   guint         number)
{
  const DwellRequirementCurve *curve = self->curves->pdata[number];

  for (gint64 i = (gint64) number - 1; i <= (gint64) number + 1; i += 2)
    if (i >= 0 && i < self->curves->len &&
        ((const DwellRequirementCurve *) self->curves->pdata[i])->requirement ==
        curve->requirement)
      return curve->subject != NULL;

  return FALSE;
}

static void
add_track (Tracks *self,
           guint   number)
{
  DwellRequirementCurve *curve = self->curves->pdata[number];
  const char *id = dwell_requirement_get_id (curve->requirement);
  const char *title = dwell_requirement_get_title (curve->requirement);
  const char *reason = dwell_requirement_reason_get_title (curve->reason);
  const char *text = dwell_requirement_get_text (curve->requirement);
  gboolean has_subject = is_one_of_several (self, number);
  DwellDerivedTrack track = { .subject = curve->track, .is_linear = curve->is_linear,
                              .unit = choose_unit (curve), .points = curve->points->data,
                              .n_points = curve->points->n };

  title = title != NULL ? title : id;
  track.name = has_subject ? keep (self, g_strdup_printf ("%s · %s", id, curve->subject)) : id;
  track.title = has_subject ? keep (self, g_strdup_printf ("%s · %s", title, curve->subject))
                            : title;
  track.text = reason != NULL ? keep (self, g_strdup_printf ("%s · %s", text, reason)) : text;
  if (isfinite (curve->low) || isfinite (curve->high))
    g_array_append_vals (self->limits,
                         &(DwellDerivedLimit) { self->n_before + self->tracks->len, curve->low,
                                                curve->high }, 1);
  g_array_append_val (self->tracks, track);
  g_array_append_val (self->subjects, curve->track);
}

static gboolean
is_same_track (const DwellTrace        *trace,
               guint32                  number,
               const DwellDerivedTrack *track)
{
  const DwellTrack *old = &trace->tracks[number];
  const DwellArea *area = &trace->areas[old->area];

  if (old->n_writes != track->n_points || old->kind != (track->is_linear ? DWELL_TRACK_CURVE
                                                                          : DWELL_TRACK_STEPS) ||
      !g_str_equal (dwell_trace_get_string (trace, area->name), track->name) ||
      !g_str_equal (dwell_trace_get_string (trace, area->title), track->title) ||
      !g_str_equal (dwell_trace_get_string (trace, area->unit), track->unit) ||
      !g_str_equal (dwell_trace_get_string (trace, area->full_name), track->text))
    return FALSE;

  for (gsize i = 0; i < track->n_points; i++)
    {
      guint32 write = trace->track_writes[old->first_write + i];

      if (dwell_trace_get_write_time (trace, write) != track->points[i].time ||
          memcmp (&trace->write_value[write], &track->points[i].value, sizeof (guint64)) != 0)
        return FALSE;
    }
  return TRUE;
}

/* Returns whether a reading that was derived from @base before has the same tracks. */
static gboolean
is_same (const Tracks       *self,
         const DwellReading *base,
         const DwellReading *former)
{
  guint32 n = base->trace->n_tracks;

  if (former == NULL || !dwell_trace_is_of_same_base (former->trace, base->trace) ||
      former->trace->n_tracks != n + self->tracks->len)
    return FALSE;

  for (guint i = 0; i < self->tracks->len; i++)
    if (!is_same_track (former->trace, n + i, &g_array_index (self->tracks, DwellDerivedTrack, i)))
      return FALSE;

  return TRUE;
}

/* Makes a reading from @base and the tracks of @requirements, and of those @shown as curves; for a
 * worker. @limits are filled with the limits of the tracks. @former (nullable) is the previous
 * reading, which is reused if nothing differs, so that answers about it stay valid.
 *
 * Returns: (transfer full) (nullable): the reading; @base if there is nothing to add; NULL with an
 *   error, or when cancelled */
DwellReading *
_dwell_requirements_derive_reading (const DwellRequirements  *requirements,
                                    const char * const       *shown,
                                    DwellReading             *base,
                                    DwellReading             *former,
                                    GArray                   *limits,
                                    GCancellable             *cancellable,
                                    GError                  **error)
{
  g_auto(Tracks) self = { 0 };
  g_autoptr(DwellTrace) trace = NULL;
  GPtrArray *curves;
  DwellReading *reading;

  if (!dwell_requirements_has_tracks (requirements, shown) || base->trace->n_tracks == 0 ||
      base->trace->n_contexts == 0)
    return dwell_reading_ref (base);

  curves = dwell_requirements_derive (requirements, base->trace, shown, cancellable, error);
  if (curves == NULL)
    return NULL;

  self.curves = curves;
  self.tracks = g_array_new (FALSE, FALSE, sizeof (DwellDerivedTrack));
  self.subjects = g_array_new (FALSE, FALSE, sizeof (guint32));
  self.texts = g_ptr_array_new_with_free_func (g_free);
  self.limits = limits;
  self.n_before = base->trace->n_tracks;
  for (guint i = 0; i < curves->len; i++)
    add_track (&self, i);
  if (is_same (&self, base, former))
    return dwell_reading_ref (former);

  trace = dwell_trace_derive (base->trace,
                              (const DwellDerivedTrack *) (gconstpointer) self.tracks->data,
                              self.tracks->len, error);
  if (trace == NULL)
    return NULL;

  reading = dwell_reading_derive (base, trace,
                                  (const guint32 *) (gconstpointer) self.subjects->data,
                                  cancellable);
  if (reading == NULL)
    dwell_memory_set_error (error);
  return reading;
}
