/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The row layout against brute force: hundreds of random rows a run, of every kind that is hard
 * (bursts, moments, spans that touch, times at the ends of int64), at random zooms. What must hold
 * is said by check_row(); a failure prints the seed that --seed takes. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "analysis/layout/dwell-layout.h"
#include "core/dwell-builder.h"
#include "support/stride.h"

#define EPSILON 0.03

typedef struct {
  DwellTrace       *trace;
  DwellLayoutIndex *index;
  guint32           row;
  gboolean          is_plain;
  gint64            begin;
  gint64            end;
  double            width;
  double            min_width;
  double            scale; /* px per ns */
  double            column; /* ns */
  GArray           *bars;
} Case;

static guint64
random64 (void)
{
  return (guint64) g_test_rand_int () << 32 | (guint32) g_test_rand_int ();
}

/* 2ⁿ-ish up to 2^@max_bits: as often small as large. */
static guint64
random_length (int max_bits)
{
  return random64 () >> g_test_rand_int_range (64 - max_bits, 65 - 1);
}

/* A trace of one track and one row. */
static DwellTrace *
make_trace (const gint64 *begins,
            const gint64 *ends,
            guint         n)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_SESSION, 0, DWELL_NONE);
  guint32 track = dwell_builder_add_track (builder, "t", context, FALSE);
  guint32 row = dwell_builder_add_row (builder, track, 0);
  DwellArea area = { .parent = DWELL_NONE };

  area.name = dwell_strings_intern (builder->strings, "area", -1);
  dwell_builder_add_area (builder, &area);
  g_assert_true (dwell_builder_reserve_spans (builder, n, NULL));

  for (guint i = 0; i < n; i++)
    dwell_builder_close_span (builder,
                              dwell_builder_open_span (builder, 0, row, DWELL_NONE, begins[i]),
                              ends[i], 0);

  return dwell_builder_finish (builder);
}

static gint64
add_clamped (gint64  time,
             guint64 length)
{
  return length > (guint64) G_MAXINT64 - (guint64) time ? G_MAXINT64
                                                        : (gint64) ((guint64) time + length);
}

static DwellTrace *
make_random_trace (void)
{
  guint n = g_test_rand_int_range (0, 3) == 0 ? (guint) g_test_rand_int_range (1, 40)
                                              : (guint) g_test_rand_int_range (500, 6000);
  int span_bits = g_test_rand_int_range (1, 24);
  int gap_bits = g_test_rand_int_range (1, 24);
  int kind = g_test_rand_int_range (0, 5);
  gint64 time = kind == 4 ? G_MININT64 : g_test_rand_int ();
  g_autofree gint64 *begins = g_new (gint64, n);
  g_autofree gint64 *ends = g_new (gint64, n);

  for (guint i = 0; i < n; i++)
    {
      guint64 gap = g_test_rand_int_range (0, 3) == 0 ? 0 : random_length (gap_bits);
      guint64 length = g_test_rand_int_range (0, 9) == 0 ? 0 : random_length (span_bits);

      if (kind == 1 && g_test_rand_int_range (0, 300) == 0) /* bursts */
        gap = random_length (45);
      if (kind == 2 && g_test_rand_int_range (0, 300) == 0) /* a few giants */
        length = random_length (45);
      if (kind == 3) /* without gaps */
        gap = 0;
      if (kind == 4) /* all of int64 */
        gap = random_length (62) / n, length = random_length (63) / n;

      begins[i] = add_clamped (time, gap);
      ends[i] = add_clamped (begins[i], length);
      time = ends[i];
    }

  return make_trace (begins, ends, n);
}

static double
to_x (const Case *c,
      gint64      time)
{
  double x = time >= c->begin ? (double) ((guint64) time - (guint64) c->begin)
                              : -(double) ((guint64) c->begin - (guint64) time);

  return CLAMP (x * c->scale, 0, c->width);
}

static gboolean
is_in_view (const Case *c,
            guint32     span)
{
  gint64 begin = dwell_trace_get_span_begin (c->trace, span);
  gint64 end = dwell_trace_get_span_end (c->trace, span);

  if (begin == end)
    return begin >= c->begin &&
           (begin < c->end || (begin == c->end && span == c->trace->n_spans - 1));

  return begin < c->end && end > c->begin;
}

static gboolean
is_long (const Case *c,
         guint32     span)
{
  guint64 length = (guint64) dwell_trace_get_span_end (c->trace, span) -
                   (guint64) dwell_trace_get_span_begin (c->trace, span);

  /* Compares integers, because a double rounds the length below a large power of two up to that
   * power. */
  return c->column < 0x1p64 && length >= (guint64) ceil (c->column);
}

/* Returns the number of folded bars at @x. */
static guint
count_folded_at (const Case *c,
                 double      x)
{
  guint n = 0;

  for (guint i = 0; i < c->bars->len; i++)
    {
      const DwellBar *bar = &g_array_index (c->bars, DwellBar, i);

      if (bar->is_folded && x >= bar->x0 - EPSILON && x <= bar->x1 + EPSILON)
        n++;
    }

  return n;
}

static const DwellBar *
find_bar (const Case *c,
          guint32     span)
{
  for (guint i = 0; i < c->bars->len; i++)
    {
      const DwellBar *bar = &g_array_index (c->bars, DwellBar, i);

      if (!bar->is_folded && bar->span == span)
        return bar;
    }

  return NULL;
}

/* No span in view is lost. */
static void
check_span (const Case *c,
            guint32     span,
            guint      *n_folded)
{
  double x0 = to_x (c, dwell_trace_get_span_begin (c->trace, span));
  double x1 = to_x (c, dwell_trace_get_span_end (c->trace, span));
  const DwellBar *bar = find_bar (c, span);

  if (bar != NULL)
    {
      g_assert_cmpfloat_with_epsilon (bar->x0, x0, EPSILON);
      g_assert_cmpfloat_with_epsilon (bar->x1, x1, EPSILON);
      return;
    }

  g_assert_false (is_long (c, span));
  g_assert_cmpuint (count_folded_at (c, x0), >, 0);
  g_assert_cmpuint (count_folded_at (c, (x0 + x1) / 2), >, 0);
  g_assert_cmpuint (count_folded_at (c, x1), >, 0);
  (*n_folded)++;
}

/* A folded bar is at a place with short spans and shows one of them, such that no other covers
 * three times as much (unless both are shorter than its column by far). */
static void
check_fold (const Case     *c,
            const DwellBar *bar)
{
  double column = c->column * c->scale;
  double nearest = G_MAXDOUBLE;
  gboolean is_beside_long = FALSE;
  gboolean is_at_edge = bar->x0 < column + 1 || bar->x1 > c->width - column - 1;
  guint64 longest_inside = 0;

  g_assert_cmpfloat (bar->x1 - bar->x0, >=, MIN (c->min_width, c->width) - EPSILON);
  g_assert_cmpfloat (bar->x1 - bar->x0, <=, 2 * MAX (column, c->min_width) + EPSILON);
  g_assert_true (is_in_view (c, bar->span));
  g_assert_false (is_long (c, bar->span));
  g_assert_cmpfloat (to_x (c, dwell_trace_get_span_begin (c->trace, bar->span)), <=,
                     bar->x1 + c->min_width);
  g_assert_cmpfloat (to_x (c, dwell_trace_get_span_end (c->trace, bar->span)), >=,
                     bar->x0 - c->min_width);

  for (guint32 span = 0; span < c->trace->n_spans; span++)
    {
      double x0 = to_x (c, dwell_trace_get_span_begin (c->trace, span));
      double x1 = to_x (c, dwell_trace_get_span_end (c->trace, span));

      if (x1 < bar->x0 - 2 * column || x0 > bar->x1 + 2 * column || !is_in_view (c, span))
        continue;

      if (is_long (c, span))
        {
          is_beside_long = is_beside_long || (x0 < bar->x1 + column && x1 > bar->x0 - column);
          continue;
        }

      nearest = MIN (nearest, MAX (MAX (bar->x0 - x1, x0 - bar->x1), 0));

      /* A bar that was widened may lie over others. */
      if (x0 >= bar->x0 && x1 <= bar->x1 && count_folded_at (c, x0) == 1 &&
          count_folded_at (c, x1) == 1)
        longest_inside = MAX (longest_inside,
                              (guint64) dwell_trace_get_span_end (c->trace, span) -
                              (guint64) dwell_trace_get_span_begin (c->trace, span));
    }

  g_assert_cmpfloat (nearest, <=, EPSILON);

  if (!c->is_plain && !is_beside_long && !is_at_edge && longest_inside * 0x1p13 > c->column)
    g_assert_cmpuint ((guint64) dwell_trace_get_span_end (c->trace, bar->span) -
                        (guint64) dwell_trace_get_span_begin (c->trace, bar->span), >=,
                        longest_inside / 3);
}

/* Consecutive folded bars together show how much short spans cover; except where a bar was moved by
 * up to half its width for its neighbours. */
static void
check_run (const Case     *c,
           const DwellBar *first,
           const DwellBar *last)
{
  double covered = 0;
  double told = 0;
  guint n = 0;

  for (const DwellBar *bar = first; bar <= last; bar++)
    if (bar->is_folded)
      {
        told += bar->coverage / 255.0 * (bar->x1 - bar->x0);
        n++;
      }

  for (guint32 span = 0; span < c->trace->n_spans; span++)
    {
      double x0 = to_x (c, dwell_trace_get_span_begin (c->trace, span));
      double x1 = to_x (c, dwell_trace_get_span_end (c->trace, span));

      if (!is_long (c, span) && is_in_view (c, span) && find_bar (c, span) == NULL)
        covered += MAX (MIN (x1, last->x1) - MAX (x0, first->x0), 0);
    }

  g_assert_cmpfloat_with_epsilon (told, covered, 0.1 + 0.02 * n + (last->x1 - first->x0) / 200 +
                                                   c->min_width / 2);
}

static void
check_coverage (const Case *c)
{
  const DwellBar *bars = (const DwellBar *) c->bars->data;
  double column = c->column * c->scale;

  for (guint i = 0; i < c->bars->len; i++)
    {
      guint first = i;

      if (!bars[i].is_folded)
        continue;

      while (i + 1 < c->bars->len && bars[i + 1].is_folded &&
             bars[i + 1].x0 - bars[i].x1 < c->min_width)
        i++;

      /* The columns at the edges are judged by a sample. */
      if (bars[first].x0 > column + 1 && bars[i].x1 < c->width - column - 1)
        check_run (c, &bars[first], &bars[i]);
    }
}

static void
check_row (const Case *c)
{
  const DwellBar *bars = (const DwellBar *) c->bars->data;
  guint n_folded_bars = 0;
  guint n_counted = 0;
  guint n_folded = 0;

  for (guint i = 0; i < c->bars->len; i++)
    {
      g_assert_cmpfloat (bars[i].x0, >=, 0);
      g_assert_cmpfloat (bars[i].x0, <, bars[i].x1);
      g_assert_cmpfloat (bars[i].x1, <=, c->width + 0.001);
      g_assert_cmpuint (bars[i].span, <, c->trace->n_spans);

      if (i > 0)
        g_assert_cmpfloat (bars[i - 1].x0, <=, bars[i].x0);
      if (i > 0 && bars[i - 1].is_folded == bars[i].is_folded)
        g_assert_cmpfloat (bars[i - 1].x1, <=,
                           bars[i].x0 + (bars[i].is_folded ? c->min_width : 0) + EPSILON);

      if (bars[i].is_folded)
        {
          guint count = dwell_layout_bar_count (c->index, c->row, c->begin, c->end, c->width,
                                                c->min_width, &bars[i]);

          g_assert_cmpuint (count, >, 0);
          n_counted += count;
          n_folded_bars++;
          check_fold (c, &bars[i]);
        }
      else
        {
          g_assert_cmpuint (bars[i].coverage, ==, 255);
          g_assert_true (is_in_view (c, bars[i].span));
        }
    }

  for (guint32 span = 0; span < c->trace->n_spans; span++)
    if (is_in_view (c, span))
      check_span (c, span, &n_folded);

  if (!c->is_plain)
    check_coverage (c);

  g_assert_cmpuint (n_folded_bars, <=, (guint) (c->width / c->min_width) + 2);
  g_assert_cmpuint (n_counted, >=, n_folded);
  g_assert_cmpuint (n_counted, <=, n_folded + 2 * n_folded_bars);
}

static void
lay_out (Case  *c,
         gint64 begin,
         gint64 end)
{
  c->begin = begin;
  c->end = end;
  c->scale = c->width / (double) ((guint64) end - (guint64) begin);
  c->column = 1;

  while (c->column * c->scale < c->min_width && c->column < 0x1p63)
    c->column *= 2;

  g_array_set_size (c->bars, 0);
  dwell_layout_row (c->index, c->row, begin, end, c->width, c->min_width, c->bars);
}

static void
test_random (gconstpointer data)
{
  gboolean is_plain = GPOINTER_TO_INT (data);

  for (guint round = 0; round < (g_test_slow () ? 2000 : test_rounds (150)); round++)
    {
      g_autoptr(DwellTrace) trace = make_random_trace ();
      g_autoptr(DwellLayoutIndex) index = NULL;
      g_autoptr(GArray) bars = g_array_new (FALSE, FALSE, sizeof (DwellBar));
      Case c = { .trace = trace, .is_plain = is_plain, .bars = bars };

      index = is_plain ? dwell_layout_index_new_plain (trace)
                       : dwell_layout_index_new (trace, NULL);
      c.index = index;

      for (guint zoom = 0; zoom < 8; zoom++)
        {
          static const double min_widths[] = { 1, 2, 3, 2.5 };
          guint64 whole = MAX ((guint64) trace->end - (guint64) trace->begin, 1);
          guint64 range = zoom == 0 ? whole : random_length (64) % whole + 1;
          guint64 offset = zoom == 0 ? 0 : random64 () % (whole - range + 1);
          gint64 begin = add_clamped (trace->begin, offset);

          if (begin == G_MAXINT64)
            continue;

          c.width = g_test_rand_int_range (1, 500) * (g_test_rand_bit () ? 1 : 1.25);
          c.min_width = min_widths[g_test_rand_int_range (0, 4)];
          lay_out (&c, begin, add_clamped (begin, range));
          check_row (&c);
        }
    }
}

static void
test_edges (void)
{
  static const gint64 begins[] = { 0, 1000, 1000, 5000, 9000 };
  static const gint64 ends[] = { 1000, 1000, 4000, 5001, 9000 };
  g_autoptr(DwellTrace) trace = make_trace (begins, ends, G_N_ELEMENTS (begins));
  g_autoptr(DwellLayoutIndex) index = dwell_layout_index_new (trace, NULL);
  g_autoptr(GArray) bars = g_array_new (FALSE, FALSE, sizeof (DwellBar));
  Case c = { .trace = trace, .index = index, .bars = bars, .width = 900, .min_width = 2 };
  const DwellBar *bar;

  lay_out (&c, 0, 9000);
  check_row (&c);
  g_assert_cmpuint (bars->len, ==, 5);
  bar = (const DwellBar *) bars->data;
  g_assert_false (bar[0].is_folded);
  g_assert_true (bar[1].is_folded);
  g_assert_cmpuint (bar[1].coverage, ==, 0);
  g_assert_false (bar[2].is_folded);
  g_assert_true (bar[3].is_folded);
  g_assert_cmpfloat_with_epsilon (bar[3].x0, 500, 0.001);
  g_assert_cmpfloat_with_epsilon (bar[3].x1, 502, 0.001);
  g_assert_true (bar[4].is_folded); /* the moment at the very end */
  g_assert_cmpfloat_with_epsilon (bar[4].x1, 900, 0.001);

  /* Nothing, less than nothing, and what is not there. */
  lay_out (&c, 4100, 4900);
  g_assert_cmpuint (bars->len, ==, 0);
  dwell_layout_row (index, 0, 10, 10, 900, 2, bars);
  dwell_layout_row (index, 0, 10, 5, 900, 2, bars);
  dwell_layout_row (index, 0, 0, 9000, 0, 2, bars);
  dwell_layout_row (index, 7, 0, 9000, 900, 2, bars);
  g_assert_cmpuint (bars->len, ==, 0);

  /* One ns over all pixels. */
  lay_out (&c, 1000, 1001);
  check_row (&c);
  g_assert_cmpuint (bars->len, ==, 2);
  lay_out (&c, 999, 1000);
  check_row (&c);
  g_assert_cmpuint (bars->len, ==, 1);
}

/* Where a viewport begins and ends with a column, long spans are cut that cover less of the columns
 * in view than their neighbours do: of two long spans a period, the one ends and the other begins
 * @offset_ns behind the edge. */
static void
check_aligned (guint offset_ns)
{
  enum { N_PERIODS = 64, N_SHORT = 64, PERIOD = 4096, COLUMN = 1024 };
  g_autofree gint64 *begins = g_new (gint64, N_PERIODS * (N_SHORT + 2));
  g_autofree gint64 *ends = g_new (gint64, N_PERIODS * (N_SHORT + 2));
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellLayoutIndex) index = NULL;
  g_autoptr(GArray) bars = g_array_new (FALSE, FALSE, sizeof (DwellBar));
  Case c = { .bars = bars, .width = 17, .min_width = 1 };
  guint n = 0;

  for (guint i = 0; i < N_PERIODS; i++)
    {
      begins[n] = (i + 1) * PERIOD + offset_ns - COLUMN;
      ends[n++] = (i + 1) * PERIOD + offset_ns;
      begins[n] = ends[n - 1];
      ends[n++] = (i + 1) * PERIOD + offset_ns + COLUMN;

      for (guint j = 0; j < N_SHORT; j++, n++)
        {
          begins[n] = ends[n - 1];
          ends[n] = begins[n] + 20;
        }
    }

  trace = make_trace (begins, ends, n);
  index = dwell_layout_index_new (trace, NULL);
  c.trace = trace;
  c.index = index;
  lay_out (&c, 8 * PERIOD, 12 * PERIOD + COLUMN);
  g_assert_cmpfloat (c.column, ==, COLUMN);
  g_assert_nonnull (find_bar (&c, 7 * (N_SHORT + 2)));
  g_assert_nonnull (find_bar (&c, 11 * (N_SHORT + 2) + 1));
  check_row (&c);
}

static void
test_aligned (void)
{
  check_aligned (400);
  check_aligned (600);
}

static void
test_search (void)
{
  static const gint64 begins[] = { 10, 20, 20, 30 };
  static const gint64 ends[] = { 15, 20, 25, 40 };
  g_autoptr(DwellTrace) trace = make_trace (begins, ends, G_N_ELEMENTS (begins));

  g_assert_cmpuint (dwell_layout_count (trace, 0, 0, 100), ==, 4);
  g_assert_cmpuint (dwell_layout_count (trace, 0, 15, 20), ==, 0);
  g_assert_cmpuint (dwell_layout_count (trace, 0, 14, 21), ==, 3);
  g_assert_cmpuint (dwell_layout_count (trace, 0, 20, 21), ==, 2);
  g_assert_cmpuint (dwell_layout_count (trace, 0, 40, 50), ==, 0);
  g_assert_cmpuint (dwell_layout_count (trace, 0, 50, 0), ==, 0);

  g_assert_cmpint (dwell_layout_snap (trace, 0, 1, 12, 2), ==, 10);
  g_assert_cmpint (dwell_layout_snap (trace, 0, 1, 14, 5), ==, 15);
  g_assert_cmpint (dwell_layout_snap (trace, 0, 1, 24, 5), ==, 25);
  g_assert_cmpint (dwell_layout_snap (trace, 0, 1, 28, 1), ==, 28);
  g_assert_cmpint (dwell_layout_snap (trace, 0, 1, 100, 60), ==, 40);
  g_assert_cmpint (dwell_layout_snap (trace, 0, 1, -100, 60), ==, -100);
  g_assert_cmpint (dwell_layout_snap (trace, 0, 0, 12, 2), ==, 12);
}

static void
test_coverage (void)
{
  for (guint round = 0; round < 50; round++)
    {
      g_autoptr(DwellTrace) trace = make_random_trace ();
      g_autoptr(DwellLayoutIndex) index = dwell_layout_index_new (trace, NULL);
      guint n = (guint) g_test_rand_int_range (1, 300);
      g_autofree float *coverage = g_new (float, n);
      Case c = { .trace = trace, .begin = trace->begin, .end = trace->end, .width = n };
      double sum = 0;
      double exact = 0;

      if (trace->end == trace->begin)
        continue;

      c.scale = n / (double) ((guint64) c.end - (guint64) c.begin);
      dwell_layout_coverage (index, 0, trace->begin, trace->end, n, coverage);

      for (guint i = 0; i < n; i++)
        {
          g_assert_cmpfloat (coverage[i], >=, 0);
          g_assert_cmpfloat (coverage[i], <=, 1);
          sum += coverage[i];
        }

      for (guint32 span = 0; span < trace->n_spans; span++)
        exact += to_x (&c, dwell_trace_get_span_end (trace, span)) -
                 to_x (&c, dwell_trace_get_span_begin (trace, span));

      /* The first and the last column are judged by a sample. */
      g_assert_cmpfloat_with_epsilon (sum, exact, 0.01 * n + 4);
    }
}

static void
test_cancelled (void)
{
  g_autoptr(DwellTrace) trace = make_random_trace ();
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_null (dwell_layout_index_new (trace, cancellable));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/layout/edges", test_edges);
  g_test_add_func ("/layout/aligned", test_aligned);
  g_test_add_func ("/layout/search", test_search);
  g_test_add_func ("/layout/coverage", test_coverage);
  g_test_add_func ("/layout/cancelled", test_cancelled);
  g_test_add_data_func ("/layout/random/pyramid", GINT_TO_POINTER (FALSE), test_random);
  g_test_add_data_func ("/layout/random/plain", GINT_TO_POINTER (TRUE), test_random);

  return g_test_run ();
}
