/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recovers sums of squares, in 128 bits, so that the difference of two large numbers keeps its
 * digits. */
#include "config.h"

#include "core/dwell-squares.h"

#include <math.h>
#include <string.h>

#include "core/dwell-wide.h"

/* The relative precision of a sum of squares that was printed from a double. */
#define DOUBLE_TOLERANCE 1e-12

static double
get_variance (guint64   n,
              DwellWide sum_squared,
              DwellWide squares)
{
  DwellWide scaled;
  double count = (double) n;
  long double mean_square = (long double) squares / n;
  long double square_mean = (long double) sum_squared / n / n;

  if (!__builtin_mul_overflow (squares, (DwellWide) n, &scaled))
    return (double) (scaled - sum_squared) / count / count;

  return (double) MAX (mean_square - square_mean, 0);
}

static DwellSquares
solve_double (guint64   n,
              guint64   sum,
              guint64   max,
              guint64   bits,
              double   *variance)
{
  double mean = (double) sum / (double) n;
  double squares;

  memcpy (&squares, &bits, sizeof squares);
  if (!isfinite (squares) || squares < mean * (double) sum * (1 - DOUBLE_TOLERANCE) ||
      squares > (double) n * (double) max * (double) max * (1 + DOUBLE_TOLERANCE))
    return DWELL_SQUARES_UNAVAILABLE;

  *variance = MAX (squares / (double) n - mean * mean, 0);
  return DWELL_SQUARES_GOOD;
}

/**
 * dwell_squares_solve:
 * @n: activations
 * @sum: the sum of their costs
 * @max: the largest cost
 * @squares: the sum of the squares as in the file, or the bits of a double
 * @is_double: whether @squares are the bits of a double
 * @variance: (out): the variance of the population; NAN if it cannot be determined
 *
 * Returns: whether the sum of squares can be used
 */
DwellSquares
dwell_squares_solve (guint64   n,
                     guint64   sum,
                     guint64   max,
                     guint64   squares,
                     gboolean  is_double,
                     double   *variance)
{
  DwellWide sum_squared = (DwellWide) sum * sum;
  DwellWide high = dwell_wide_multiply ((DwellWide) max * max, n);
  DwellWide low;
  DwellWide first;
  DwellWide last;

  *variance = n == 1 ? 0 : NAN;
  if (n <= 1)
    return n == 1 ? DWELL_SQUARES_GOOD : DWELL_SQUARES_UNAVAILABLE;
  if (is_double)
    return solve_double (n, sum, max, squares, variance);

  /* L ≤ squares, without a division. */
  if (sum_squared <= (DwellWide) squares * n)
    {
      if (squares > high)
        return DWELL_SQUARES_UNAVAILABLE;

      *variance = get_variance (n, sum_squared, squares);
      return DWELL_SQUARES_GOOD;
    }

  low = (sum_squared + (n - 1)) / n;
  first = (low - squares + G_MAXUINT64) >> 64;
  last = high < squares ? 0 : (high - squares) >> 64;
  if (first != last || high == DWELL_WIDE_MAX)
    return DWELL_SQUARES_UNAVAILABLE;

  *variance = get_variance (n, sum_squared, squares + (first << 64));
  return DWELL_SQUARES_RECOVERED;
}
