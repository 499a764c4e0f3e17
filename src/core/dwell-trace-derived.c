/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds tracks that were computed to a trace. */
#include "config.h"

#include "core/dwell-trace-derived.h"

#include <string.h>

#include "core/dwell-error.h"
#include "core/dwell-trace-private.h"

typedef struct {
  const DwellTrace        *base;
  const DwellDerivedTrack *tracks;
  guint                    n_tracks;
  DwellTrace              *trace;
  guint32                  n_writes;
} Deriving;

/* Returns: @n_old elements of @old and room for @n_more; NULL if there is no memory */
static gpointer
copy_column (Deriving      *self,
             gconstpointer  old,
             gsize          n_old,
             gsize          n_more,
             gsize          size,
             GError       **error)
{
  gpointer copy = dwell_big_try_alloc (MAX ((n_old + n_more) * size, 1), error);

  if (copy == NULL)
    return NULL;

  if (n_old > 0)
    memcpy (copy, old, n_old * size);
  return _dwell_trace_own (self->trace, copy, dwell_big_free);
}

static gboolean
fill_writes (Deriving  *self,
             GError   **error)
{
  DwellTrace *trace = self->trace;
  guint32 n_old = self->base->n_writes;
  gsize n_more = self->n_writes - n_old;
  guint32 n_far = trace->n_far_times;
  gint64 *times = copy_column (self, trace->far_times, n_far, n_more, sizeof (gint64), error);
  guint32 *offsets = times != NULL ? copy_column (self, trace->write_offset, n_old, n_more,
                                                  sizeof (guint32), error) : NULL;
  guint32 *tracks = offsets != NULL ? copy_column (self, trace->write_track, n_old, n_more,
                                                   sizeof (guint32), error) : NULL;
  guint64 *values = tracks != NULL ? copy_column (self, trace->write_value, n_old, n_more,
                                                  sizeof (guint64), error) : NULL;
  guint32 *places = values != NULL ? copy_column (self, trace->track_writes, n_old, n_more,
                                                  sizeof (guint32), error) : NULL;
  guint32 next = n_old;

  if (places == NULL)
    return FALSE;

  for (guint i = 0; i < self->n_tracks; i++)
    for (gsize j = 0; j < self->tracks[i].n_points; j++, next++)
      {
        const DwellDerivedPoint *point = &self->tracks[i].points[j];

        /* The times go into far_times: the last block of the file's writes may have a base already,
         * far from these times. */
        offsets[next] = DWELL_TIME_FAR + n_far;
        times[n_far++] = point->time;
        tracks[next] = self->base->n_tracks + i;
        memcpy (&values[next], &point->value, sizeof values[next]);
        places[next] = next;
      }

  trace->far_times = times;
  trace->n_far_times = n_far;
  trace->write_offset = offsets;
  trace->write_track = tracks;
  trace->write_value = values;
  trace->track_writes = places;
  trace->n_writes = self->n_writes;
  return TRUE;
}

static gboolean
fill_names (Deriving  *self,
            GError   **error)
{
  DwellTrace *trace = self->trace;
  DwellStrings *strings = dwell_strings_new_beyond (self->base->strings);
  DwellArea *areas;
  DwellTrack *tracks;
  guint32 next = self->base->n_writes;

  if (strings == NULL)
    {
      dwell_memory_set_error (error);
      return FALSE;
    }
  trace->strings = _dwell_trace_own (trace, strings, (GDestroyNotify) dwell_strings_unref);

  areas = copy_column (self, trace->areas, trace->n_areas, self->n_tracks, sizeof *areas, error);
  tracks = areas != NULL ? copy_column (self, trace->tracks, trace->n_tracks, self->n_tracks,
                                        sizeof *tracks, error) : NULL;
  if (tracks == NULL)
    return FALSE;

  for (guint i = 0; i < self->n_tracks; i++)
    {
      const DwellDerivedTrack *new = &self->tracks[i];
      const DwellTrack *subject = new->subject != DWELL_NONE ? &tracks[new->subject] : NULL;

      areas[trace->n_areas + i] = (DwellArea) {
        .name = dwell_strings_intern (strings, new->name, -1),
        .title = dwell_strings_intern (strings, new->title, -1),
        .unit = dwell_strings_intern (strings, new->unit, -1),
        .full_name = dwell_strings_intern (strings, new->text, -1),
        .parent = DWELL_NONE, .kind = DWELL_AREA_DERIVED, .is_float = TRUE,
      };
      tracks[trace->n_tracks + i] = (DwellTrack) {
        .name = areas[trace->n_areas + i].title, .first_row = trace->n_rows,
        .context = subject != NULL ? subject->context : 0,
        .group = subject != NULL ? subject->group : trace->tracks[0].group,
        .first_mark = trace->n_marks, .first_write = next, .n_writes = (guint32) new->n_points,
        .kind = new->is_linear ? DWELL_TRACK_CURVE : DWELL_TRACK_STEPS,
        .area = trace->n_areas + i,
      };
      next += (guint32) new->n_points;
    }

  trace->areas = areas;
  trace->tracks = tracks;
  trace->n_areas += self->n_tracks;
  trace->n_tracks += self->n_tracks;
  return TRUE;
}

/**
 * dwell_trace_derive:
 * @base: a whole trace with tracks
 * @tracks: (array): what to add
 * @n_tracks: how many
 * @error: why not: there is too little memory, or there would be too many writes
 *
 * Makes a trace of @base and the tracks that were computed from it.
 *
 * Returns: (transfer full) (nullable): the trace, which keeps a reference to @base
 */
DwellTrace *
dwell_trace_derive (DwellTrace               *base,
                    const DwellDerivedTrack  *tracks,
                    guint                     n_tracks,
                    GError                  **error)
{
  DwellTrace *trace = _dwell_trace_new_of (base);
  Deriving self = { base, tracks, n_tracks, trace, base->n_writes };
  gsize n_room = MIN (DWELL_COLUMN_MAX - base->n_writes, DWELL_FAR_TIMES_MAX - base->n_far_times);

  for (guint i = 0; i < n_tracks; i++)
    {
      if (tracks[i].n_points > n_room)
        {
          dwell_memory_set_error (error);
          dwell_trace_unref (trace);
          return NULL;
        }
      self.n_writes += (guint32) tracks[i].n_points;
      n_room -= tracks[i].n_points;
    }

  if (!fill_writes (&self, error) || !fill_names (&self, error))
    g_clear_pointer (&trace, dwell_trace_unref);
  return trace;
}

/**
 * dwell_trace_is_derived:
 * @self: a trace
 * @track: one of its tracks
 *
 * Returns: whether @track was computed and is not in the file
 */
gboolean
dwell_trace_is_derived (const DwellTrace *self,
                        guint32           track)
{
  guint32 area = self->tracks[track].area;

  return area != DWELL_NONE && self->areas[area].kind == DWELL_AREA_DERIVED;
}

/**
 * dwell_trace_find_derived:
 * @self: a trace
 * @area: one of its areas
 *
 * Returns: the derived track whose area it is; %DWELL_NONE if there is none
 */
guint32
dwell_trace_find_derived (const DwellTrace *self,
                          guint32           area)
{
  if (self->areas[area].kind != DWELL_AREA_DERIVED)
    return DWELL_NONE;

  /* Derived tracks are the last ones. */
  for (guint32 track = self->n_tracks; track > 0; track--)
    if (self->tracks[track - 1].area == area)
      return track - 1;

  return DWELL_NONE;
}

/**
 * dwell_trace_is_of_same_base:
 * @self: a trace
 * @other: another one
 *
 * Returns: whether they are the same except for derived tracks, so that the numbers of spans, and
 *   of areas that are not derived, mean the same in both
 */
gboolean
dwell_trace_is_of_same_base (const DwellTrace *self,
                             const DwellTrace *other)
{
  /* Columns that are not copied are shared. */
  return self == other ||
         (self->rows == other->rows && self->span_times == other->span_times && self->rows != NULL);
}
