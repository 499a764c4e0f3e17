/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The placements of values among another sample, looked up one by one: exactly in samples up to a
 * certain size, else among a number of its quantiles. Only the variance of blocks is computed from
 * them; that of whole samples comes from one walk along both. */
#include "config.h"

#include "analysis/compare/dwell-placements.h"

#include "core/dwell-search.h"

#define EXACT_PLACEMENTS 4096 /* so many fit into a processor's cache */
#define N_QUANTILES      1024

/* So many searches run in parallel, as each step of a search has to wait for the previous one. */
#define N_AT_ONCE 8

/*< private >
 * _dwell_placements_init: of the values of @sample, or of some of them */
void
_dwell_placements_init (DwellPlacements       *self,
                        const DwellTestSample *sample)
{
  guint64 n_wanted = sample->n <= EXACT_PLACEMENTS ? sample->n : N_QUANTILES;
  guint64 before = 0; /* how many values are not above the last one taken */

  self->n = 0;
  self->values = g_new (gint64, n_wanted);
  self->placements = g_new (double, n_wanted);
  self->between = g_new (double, n_wanted + 1);

  for (guint64 i = 0; i < n_wanted; i++)
    {
      gint64 value = sample->sorted[i * sample->n / n_wanted];
      guint64 lower;
      guint64 upper;

      if (self->n > 0 && self->values[self->n - 1] == value)
        continue;

      lower = dwell_lower_bound (k, before, sample->n, sample->sorted[k] < value);
      upper = dwell_lower_bound (k, lower, sample->n, sample->sorted[k] <= value);
      self->values[self->n] = value;
      self->placements[self->n] = (double) (lower + upper) / (2.0 * (double) sample->n);
      self->between[self->n] = (double) (before + lower) / (2.0 * (double) sample->n);
      self->n++;
      before = upper;
    }

  self->between[self->n] = (double) (before + sample->n) / (2.0 * (double) sample->n);
}

/*< private >
 * _dwell_placements_clear: frees what _dwell_placements_init() made */
void
_dwell_placements_clear (DwellPlacements *self)
{
  g_free (self->values);
  g_free (self->placements);
  g_free (self->between);
}

/* Adds the placements of up to %N_AT_ONCE values to @sum. Branch-free, since half of the branches
 * of a binary search would be mispredicted. */
static inline void
add_each (const DwellPlacements *self,
          const gint64          *sought,
          guint                  n_sought,
          double                *sum)
{
  const gint64 *values = self->values;
  guint first[N_AT_ONCE] = { 0 };

  for (guint n = self->n; n > 1; n -= n / 2)
    for (guint i = 0; i < n_sought; i++)
      first[i] = values[first[i] + n / 2 - 1] < sought[i] ? first[i] + n / 2 : first[i];

  for (guint i = 0; i < n_sought; i++)
    {
      guint place = first[i] + (first[i] < self->n && values[first[i]] < sought[i]);

      *sum += place < self->n && values[place] == sought[i] ? self->placements[place]
                                                            : self->between[place];
    }
}

/*< private >
 * _dwell_placements_sum: the sum of the placements of @n values of the other sample */
double
_dwell_placements_sum (const DwellPlacements *self,
                       const gint64          *sought,
                       guint64                n)
{
  double sum = 0;
  guint64 i;

  for (i = 0; i + N_AT_ONCE <= n; i += N_AT_ONCE)
    add_each (self, sought + i, N_AT_ONCE, &sum);
  add_each (self, sought + i, (guint) (n - i), &sum);

  return sum;
}
