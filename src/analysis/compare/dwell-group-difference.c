/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Judges a figure by groups of recordings. */
#include "config.h"

#include "analysis/compare/dwell-group-difference.h"

#include <math.h>
#include <string.h>

#include "core/dwell-sort.h"

static gint64 *
sort_values (const gint64 *values,
             guint         n)
{
  gint64 *sorted = g_memdup2 (values, n * sizeof *values);

  dwell_sort_int64 (sorted, n, NULL);
  return sorted;
}

static gboolean
is_anywhere (const guint8 *is_there,
             guint         n)
{
  return n > 0 && memchr (is_there, TRUE, n) != NULL;
}

static double
get_mean (const gint64 *values,
          guint         n)
{
  DwellSignedWide sum = 0;

  for (guint i = 0; i < n; i++)
    sum += values[i];

  return (double) sum / n;
}

static void
test (DwellGroupDifference  *self,
      const DwellTestSample *base,
      const DwellTestSample *new)
{
  DwellMoments of_base = dwell_moments (base->values, base->n, 0);
  DwellMoments of_new = dwell_moments (new->values, new->n, 0);

  if (MAX (base->n, new->n) <= DWELL_TEST_EXACT_MAX)
    {
      self->p = dwell_mann_whitney_exact (base, new);
    }
  else
    {
      DwellRanks ranks = dwell_ranks (base, new);

      self->p = dwell_mann_whitney (base, new, &ranks).p;
    }

  self->ratio = dwell_fieller (&of_base, &of_new);
}

/**
 * dwell_group_difference_init:
 * @self: (out caller-allocates): the result
 * @groups: a figure in all recordings, with at least one recording on each side
 *
 * Compares the recordings. The verdict is found later, since the q depends on other rows, too.
 */
void
dwell_group_difference_init (DwellGroupDifference *self,
                             const DwellGroups    *groups)
{
  const gint64 *new_values = groups->values + groups->n_base;
  g_autofree gint64 *base_sorted = sort_values (groups->values, groups->n_base);
  g_autofree gint64 *new_sorted = sort_values (new_values, groups->n_new);
  DwellTestSample base = { groups->values, base_sorted, groups->n_base };
  DwellTestSample new = { new_values, new_sorted, groups->n_new };

  *self = (DwellGroupDifference) {
    .p = NAN, .q = NAN, .ratio = { NAN, NAN },
    .figure = {
      .has_base = is_anywhere (groups->is_there, groups->n_base),
      .has_new = is_anywhere (groups->is_there + groups->n_base, groups->n_new),
      .is_sum = TRUE, .base_real = get_mean (groups->values, groups->n_base),
      .new_real = get_mean (new_values, groups->n_new),
    },
  };
  self->figure.base = dwell_time_round (self->figure.base_real);
  self->figure.new = dwell_time_round (self->figure.new_real);

  if (!self->figure.has_base || !self->figure.has_new)
    return;

  if (MIN (groups->n_base, groups->n_new) >= DWELL_GROUP_TESTED_MIN)
    test (self, &base, &new);
}

static gboolean
are_all_equal (const DwellGroups *groups)
{
  for (guint i = 1; i < groups->n_base + groups->n_new; i++)
    if (groups->values[i] != groups->values[0] || groups->is_there[i] != groups->is_there[0])
      return FALSE;

  return TRUE;
}

/* Judges a change that is more than noise: whether it is more than recordings differ by anyway. */
static DwellGroupEvidence
get_evidence (const DwellGroupDifference *self,
              const DwellGroups          *groups,
              double                      alpha)
{
  double change = fabs (dwell_figure_get_real_change (&self->figure));
  gint64 base_least = G_MAXINT64;
  gint64 base_most = G_MININT64;
  gint64 new_least = G_MAXINT64;
  gint64 new_most = G_MININT64;

  for (guint i = 0; i < groups->n_base + groups->n_new; i++)
    if (i < groups->n_base)
      {
        base_least = MIN (base_least, groups->values[i]);
        base_most = MAX (base_most, groups->values[i]);
      }
    else
      {
        new_least = MIN (new_least, groups->values[i]);
        new_most = MAX (new_most, groups->values[i]);
      }

  if (!isnan (self->q))
    return self->q <= alpha ? DWELL_GROUP_EVIDENCE_RECORDINGS : DWELL_GROUP_EVIDENCE_CHANCE;
  if (groups->n_base == 2 && groups->n_new == 1)
    return change >= 2 * ((double) base_most - (double) base_least)
             ? DWELL_GROUP_EVIDENCE_BEYOND_NOISE : DWELL_GROUP_EVIDENCE_WITHIN_NOISE;

  return base_most < new_least || new_most < base_least ? DWELL_GROUP_EVIDENCE_RANGES_APART
                                                        : DWELL_GROUP_EVIDENCE_RANGES_TOUCH;
}

/**
 * dwell_group_difference_judge:
 * @self: a difference, with its q
 * @groups: the figures it was computed from
 * @noise: 0.01: a change of less than a hundredth counts as the same
 * @alpha: the significance level
 *
 * Sets the verdict.
 */
void
dwell_group_difference_judge (DwellGroupDifference *self,
                              const DwellGroups    *groups,
                              double                noise,
                              double                alpha)
{
  double ratio = dwell_figure_get_ratio (&self->figure);
  double change = dwell_figure_get_real_change (&self->figure);

  self->evidence = DWELL_GROUP_EVIDENCE_NONE;
  if (!self->figure.has_base || !self->figure.has_new)
    {
      self->verdict = self->figure.has_base ? DWELL_VERDICT_GONE : DWELL_VERDICT_NEW;
      self->evidence = DWELL_GROUP_EVIDENCE_FACT;
    }
  else if (isnan (ratio) ? change == 0 : fabs (ratio - 1) < noise || ratio == 1)
    {
      self->verdict = are_all_equal (groups) ? DWELL_VERDICT_IDENTICAL : DWELL_VERDICT_SAME;
    }
  else
    {
      self->evidence = get_evidence (self, groups, alpha);
      self->verdict = self->evidence >= DWELL_GROUP_EVIDENCE_CHANCE ? DWELL_VERDICT_UNCLEAR
                      : change > 0 ? DWELL_VERDICT_MORE : DWELL_VERDICT_LESS;
    }
}

/**
 * dwell_group_evidence_get_id:
 * @self: evidence
 *
 * Returns: (nullable): what the command line calls it
 */
const char *
dwell_group_evidence_get_id (DwellGroupEvidence self)
{
  static const char * const ids[] = {
    NULL, "fact", "recordings", "beyond-noise", "ranges-apart", "chance", "within-noise",
    "ranges-touch",
  };

  return ids[self];
}
