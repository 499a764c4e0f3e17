/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merges two points of one owner and size. A sum of squares that wrapped in the file is recovered
 * before it is added: see README.md, "Meaning". */
#include "config.h"

#include "formats/aprof/dwell-aprof-merge.h"

#include <string.h>

#include "core/dwell-squares.h"
#include "core/dwell-wide.h"

static gboolean
both_know (const DwellAprofPoint *point,
           const DwellAprofPoint *other,
           DwellCostColumn        column)
{
  return (point->known & other->known & (1u << column)) != 0;
}

/* Returns the sum of squares, recovered if it wrapped; NAN if that is impossible. */
static double
get_squares (const DwellAprofPoint *point,
             gboolean               is_self,
             gboolean              *is_plain)
{
  guint flag = is_self ? DWELL_COST_SELF_SQUARES_ARE_DOUBLE : DWELL_COST_SQUARES_ARE_DOUBLE;
  gboolean is_double = (point->flags & flag) != 0;
  guint64 calls = point->values[DWELL_COST_CALLS];
  guint64 sum = point->values[is_self ? DWELL_COST_SELF : DWELL_COST_SUM];
  guint64 max = point->values[is_self ? DWELL_COST_SELF_MAX : DWELL_COST_MAX];
  guint64 squares = point->values[is_self ? DWELL_COST_SELF_SQUARES : DWELL_COST_SQUARES];
  double variance;
  DwellSquares state = dwell_squares_solve (calls, sum, max, squares, is_double, &variance);

  *is_plain = state == DWELL_SQUARES_GOOD && !is_double && (calls > 1 || sum <= G_MAXUINT32);
  return variance * (double) calls + (double) sum * ((double) sum / (double) calls);
}

static void
merge_squares (DwellAprofPoint       *point,
               const DwellAprofPoint *other,
               gboolean               is_self)
{
  DwellCostColumn column = is_self ? DWELL_COST_SELF_SQUARES : DWELL_COST_SQUARES;
  guint flag = is_self ? DWELL_COST_SELF_SQUARES_ARE_DOUBLE : DWELL_COST_SQUARES_ARE_DOUBLE;
  guint64 *place = &point->values[column];
  gboolean is_plain;
  gboolean other_is_plain;
  double sum;

  if (!both_know (point, other, column))
    return;

  sum = get_squares (point, is_self, &is_plain) + get_squares (other, is_self, &other_is_plain);

  if (is_plain && other_is_plain &&
      !__builtin_add_overflow (*place, other->values[column], place))
    return;

  point->flags |= flag;
  memcpy (place, &sum, sizeof sum);
}

static void
merge_column (DwellAprofPoint       *point,
              const DwellAprofPoint *other,
              DwellCostColumn        column)
{
  guint64 *place = &point->values[column];
  guint64 value = other->values[column];

  if (!both_know (point, other, column))
    return;

  if (column == DWELL_COST_MIN || column == DWELL_COST_SELF_MIN)
    *place = MIN (*place, value);
  else if (column == DWELL_COST_MAX || column == DWELL_COST_SELF_MAX)
    *place = MAX (*place, value);
  else if (column != DWELL_COST_SQUARES && column != DWELL_COST_SELF_SQUARES)
    *place = dwell_wide_narrow ((DwellWide) *place + value);
}

/**
 * dwell_aprof_point_merge:
 * @point: (inout): a point
 * @other: another point of the same owner and size
 *
 * Adds the activations of @other to those of @point. Only the columns that are known for both are
 * then known for @point.
 */
void
dwell_aprof_point_merge (DwellAprofPoint       *point,
                         const DwellAprofPoint *other)
{
  merge_squares (point, other, FALSE);
  merge_squares (point, other, TRUE);
  for (guint i = 0; i < DWELL_N_COST_COLUMNS; i++)
    merge_column (point, other, (DwellCostColumn) i);

  point->known &= other->known;
  point->flags |= other->flags & DWELL_COST_SUM_IS_OF_AVERAGES;
}
