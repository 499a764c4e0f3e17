/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of tracks and requirements as values over time: a point for each sample that a judge gets,
 * and the amounts of all windows. */
#include "config.h"

#include "analysis/requirements/dwell-requirements-private.h"

#include <math.h>

static double
get_quantity (const DwellQuantity *self)
{
  return self->unit == DWELL_UNIT_TIME ? (double) self->n : self->real;
}

DwellRequirementCurve *
_dwell_curve_new (const DwellRequirement *requirement)
{
  static const char * const units[] = { "ns", "%", "" };
  DwellRequirementCurve *self = g_new0 (DwellRequirementCurve, 1);

  self->requirement = requirement;
  self->unit = units[_dwell_requirement_get_unit (requirement)];
  self->track = DWELL_NONE;
  self->low = requirement->limit.has_low ? get_quantity (&requirement->limit.low) : -INFINITY;
  self->high = requirement->limit.has_high ? get_quantity (&requirement->limit.high) : INFINITY;
  self->is_linear = requirement->window == DWELL_WINDOW_ANY &&
                    requirement->curve != DWELL_CURVE_COUNT;
  self->points = dwell_column_new (sizeof (DwellDerivedPoint));
  return self;
}

void
_dwell_curve_free (gpointer curve)
{
  DwellRequirementCurve *self = curve;

  dwell_column_free (self->points);
  g_free (self->subject);
  g_free (self);
}

/* Adds the value that is known from @time on. */
void
_dwell_curve_add (DwellJudge *self,
                  gint64      time,
                  double      value)
{
  DwellRequirementCurve *curve = self->curve;
  DwellDerivedPoint point = { time, value };

  if (curve->reason != NULL)
    return;

  if (*self->n_points >= DWELL_REQUIREMENTS_MAX_POINTS ||
      !dwell_column_reserve (curve->points, 1, NULL))
    {
      curve->reason = "too-many";
      return;
    }
  dwell_column_append (curve->points, &point, 1);
  ++*self->n_points;
}

/* Whether a value holds only for the extent of its sample. */
static gboolean
is_level (const DwellRequirement *requirement)
{
  return requirement->curve == DWELL_CURVE_CONCURRENCY ||
         requirement->curve == DWELL_CURVE_BACKLOG || requirement->curve == DWELL_CURVE_VALUE;
}

/* Adds a sample of @value. A sample without an exact value is not known. */
void
_dwell_curve_add_sample (DwellJudge        *self,
                         const DwellSample *sample,
                         double             value)
{
  const DwellRequirement *requirement = self->requirement;

  if (requirement->window == DWELL_WINDOW_ANY)
    return;

  if (is_level (requirement))
    {
      if (self->curve->points->n > 0 && sample->begin > self->known_until)
        _dwell_curve_add (self, self->known_until, NAN);
      self->known_until = sample->end;
    }
  _dwell_curve_add (self, requirement->curve == DWELL_CURVE_AGE ? sample->end : sample->begin,
                    sample->low == sample->high ? value : NAN);
}

static int
compare_points (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  gint64 left = ((const DwellDerivedPoint *) a)->time;
  gint64 right = ((const DwellDerivedPoint *) b)->time;

  return (left > right) - (left < right);
}

/* Sorts points by time; those of the same time keep their order. */
void
_dwell_curve_finish (DwellJudge *self)
{
  DwellRequirementCurve *curve = self->curve;
  DwellDerivedPoint *points;

  if (is_level (self->requirement) && curve->points->n > 0 &&
      self->known_until < self->trace->trace->end)
    _dwell_curve_add (self, self->known_until, NAN);
  if (curve->reason != NULL)
    dwell_column_clear (curve->points);

  points = curve->points->data;
  for (gsize i = 1; i < curve->points->n; i++)
    if (points[i].time < points[i - 1].time)
      {
        g_qsort_with_data (points, (int) curve->points->n, sizeof *points, compare_points, NULL);
        return;
      }
}
