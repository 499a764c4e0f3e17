/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which span is which in another recording: random ones by plain recursion, and what is at the
 * edges. */
#include <string.h>

#include "analysis/compare/dwell-common-order.h"
#include "analysis/compare/dwell-span-pairs.h"
#include "support/random-trace.h"

typedef struct {
  DwellAnchoredSide base;
  DwellAnchoredSide new;
  DwellMatch       *match;
} Sides;

/* --- A second computation --- */

static gboolean
counts (const DwellAnchoredSide *side,
        guint32                  span)
{
  gint64 begin = dwell_trace_get_span_begin (side->trace, span);

  return begin >= side->begin && begin <= side->end &&
         (side->trace->span_flags[span] & (DWELL_SPAN_BEGIN_MISSING | DWELL_SPAN_DOUBTFUL)) == 0;
}

static int
compare_begins (gconstpointer a,
                gconstpointer b,
                gpointer      trace)
{
  guint32 left = *(const guint32 *) a;
  guint32 right = *(const guint32 *) b;
  gint64 left_begin = dwell_trace_get_span_begin (trace, left);
  gint64 right_begin = dwell_trace_get_span_begin (trace, right);

  if (left_begin != right_begin)
    return left_begin < right_begin ? -1 : 1;
  return (left > right) - (left < right);
}

static guint32
get_above (const DwellAnchoredSide *side,
           guint32                  span)
{
  do
    span = side->trace->span_parent[span];
  while (span != DWELL_NONE && !counts (side, span));

  return span;
}

/* Spans that count of an area, or if that is DWELL_NONE below a parent. */
static GArray *
list (const DwellAnchoredSide *side,
      guint32                  area,
      guint32                  parent)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < side->trace->n_spans; i++)
    if (counts (side, i) && (area != DWELL_NONE ? side->trace->span_area[i] == area
                                                : get_above (side, i) == parent))
      g_array_append_val (spans, i);
  g_array_sort_with_data (spans, compare_begins, (gpointer) side->trace);
  return spans;
}

static guint
find_place (GArray  *spans,
            guint32  span)
{
  for (guint i = 0; i < spans->len; i++)
    if (g_array_index (spans, guint32, i) == span)
      return i;

  return G_MAXUINT;
}

/* The most pairs of two lists of names from two places on, by trying everything once. */
static guint
find_most (GArray *base,
           GArray *new,
           guint   i,
           guint   k,
           guint  *known)
{
  guint *here = &known[i * (new->len + 1) + k];

  if (i == base->len || k == new->len)
    return 0;
  if (*here == G_MAXUINT)
    {
      *here = MAX (find_most (base, new, i + 1, k, known), find_most (base, new, i, k + 1, known));
      if (g_array_index (base, guint32, i) == g_array_index (new, guint32, k) &&
          g_array_index (base, guint32, i) != DWELL_NONE)
        *here = MAX (*here, 1 + find_most (base, new, i + 1, k + 1, known));
    }

  return *here;
}

static GArray *
name (const Sides *self,
      GArray      *spans,
      gboolean     is_of_base)
{
  GArray *names = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < spans->len; i++)
    {
      guint32 span = g_array_index (spans, guint32, i);
      guint32 area = is_of_base ? self->base.trace->span_area[span]
                                : self->match->base_of_new[self->new.trace->span_area[span]];

      g_array_append_val (names, area);
    }

  return names;
}

/* As early as can be. */
static guint
choose (GArray *base,
        GArray *new,
        guint   wanted)
{
  g_autofree guint *known = g_new (guint, (base->len + 1) * (new->len + 1));
  guint i = 0;
  guint k = 0;

#define SAME(a, b) (g_array_index (base, guint32, a) == g_array_index (new, guint32, b) && \
                    g_array_index (base, guint32, a) != DWELL_NONE)
  memset (known, 0xff, (base->len + 1) * (new->len + 1) * sizeof *known);
  while (i < base->len && k < new->len)
    {
      if (SAME (i, k))
        {
          if (i == wanted)
            return k;
          i++;
          k++;
        }
      else if (find_most (base, new, i + 1, k, known) >= find_most (base, new, i, k + 1, known))
        i++;
      else
        k++;
    }
#undef SAME

  return G_MAXUINT;
}

static guint32
find_partner (const Sides *self,
              guint32      span)
{
  guint32 area = self->base.trace->span_area[span];
  guint32 new_area = self->match->new_of_base[area];
  g_autoptr(GArray) of_base = NULL;
  g_autoptr(GArray) of_new = NULL;
  g_autoptr(GArray) base_names = NULL;
  g_autoptr(GArray) new_names = NULL;
  guint32 above;
  guint32 new_above = DWELL_NONE;
  guint place;

  if (new_area == DWELL_NONE)
    return DWELL_NONE;

  of_base = list (&self->base, area, DWELL_NONE);
  of_new = list (&self->new, new_area, DWELL_NONE);
  if (of_base->len == of_new->len)
    return g_array_index (of_new, guint32, find_place (of_base, span));

  above = get_above (&self->base, span);
  if (above != DWELL_NONE)
    new_above = find_partner (self, above);
  if (above != DWELL_NONE && new_above == DWELL_NONE)
    return DWELL_NONE;

  g_clear_pointer (&of_base, g_array_unref);
  g_clear_pointer (&of_new, g_array_unref);
  of_base = list (&self->base, DWELL_NONE, above);
  of_new = list (&self->new, DWELL_NONE, new_above);
  base_names = name (self, of_base, TRUE);
  new_names = name (self, of_new, FALSE);
  place = choose (base_names, new_names, find_place (of_base, span));
  return place == G_MAXUINT ? DWELL_NONE : g_array_index (of_new, guint32, place);
}

/* --- Checks --- */

static gboolean
is_whole (const DwellTrace *trace,
          guint32           span)
{
  return (trace->span_flags[span] &
          (DWELL_SPAN_INCOMPLETE | DWELL_SPAN_DOUBTFUL | DWELL_SPAN_CLAMPED)) == 0;
}

static guint
check_differences (const DwellSpanPairs *pairs,
                   const DwellSpanNoise *noise)
{
  g_autoptr(GArray) of_base = dwell_span_pairs_list_different (pairs, noise, TRUE, NULL);
  g_autoptr(GArray) of_new = dwell_span_pairs_list_different (pairs, noise, FALSE, NULL);
  guint n = 0;

  for (guint32 i = 0; i < pairs->n_pairs; i++)
    {
      const DwellSpanPair *pair = &pairs->pairs[i];
      gint64 before = dwell_trace_get_span_duration (pairs->base.trace, pair->base_span);
      gint64 after = dwell_trace_get_span_duration (pairs->new.trace, pair->new_span);
      gint64 difference = 0;
      gboolean differs = FALSE;

      if (is_whole (pairs->base.trace, pair->base_span) &&
          is_whole (pairs->new.trace, pair->new_span))
        {
          g_assert_true (dwell_span_pairs_get_difference (pairs, i, &difference));
          g_assert_cmpint (difference, ==, after - before);
          differs = before != after && ABS (after - before) >= noise->least_ns &&
                    ABS ((double) (after - before)) >= noise->noise * (double) before;
        }
      else
        {
          g_assert_false (dwell_span_pairs_get_difference (pairs, i, &difference));
        }

      g_assert_cmpint (dwell_span_pairs_differs (pairs, i, noise), ==, differs);
      if (!differs)
        continue;

      g_assert_cmpuint (g_array_index (of_base, guint32, n), ==, pair->base_span);
      g_assert_cmpuint (g_array_index (of_new, guint32, n), ==, pair->new_span);
      n++;
    }

  g_assert_cmpuint (of_base->len, ==, n);
  g_assert_cmpuint (of_new->len, ==, n);
  return n;
}

/* Returns how many pairs there are. */
static guint
check_area (const Sides *self,
            guint32      area,
            gint64       step)
{
  g_autoptr(DwellSpanPairs) pairs = dwell_span_pairs_new (&self->base, &self->new, self->match,
                                                          area, NULL);
  const DwellSpanNoise noise = { 0.3, 2 * step };
  guint n = 0;

  for (guint32 i = 0; i < self->base.trace->n_spans; i++)
    {
      guint32 place = dwell_span_pairs_find (pairs, i, TRUE);
      guint32 partner = place != DWELL_NONE ? pairs->pairs[place].new_span : DWELL_NONE;

      if (self->base.trace->span_area[i] != area || !counts (&self->base, i))
        {
          g_assert_cmpuint (place, ==, DWELL_NONE);
          continue;
        }

      g_assert_cmpuint (partner, ==, find_partner (self, i));
      n += partner != DWELL_NONE;
      if (partner == DWELL_NONE)
        continue;

      g_assert_cmpuint (pairs->pairs[place].base_span, ==, i);
      g_assert_cmpuint (dwell_span_pairs_find (pairs, partner, FALSE), ==, place);
    }

  g_assert_cmpuint (pairs->n_pairs, ==, n);
  for (guint32 i = 0; i < self->new.trace->n_spans; i++)
    n -= dwell_span_pairs_find (pairs, i, FALSE) != DWELL_NONE;
  g_assert_cmpuint (n, ==, 0);
  check_differences (pairs, &noise);
  return pairs->n_pairs;
}

static DwellAnchoredSide
choose_side (GRand      *rand,
             DwellTrace *trace,
             gint64      step)
{
  DwellAnchoredSide side = { trace, trace->begin, trace->end, NULL };

  if (trace->n_spans > 0 && g_rand_int_range (rand, 0, 3) == 0)
    side.begin = MIN (side.begin + step * g_rand_int_range (rand, 1, 9), side.end);

  return side;
}

static guint
check_sides (DwellAnchoredSide base,
             DwellAnchoredSide new,
             gint64            step)
{
  DwellMatchOptions options = { 0 };
  g_autoptr(DwellMatch) match = dwell_match_new (base.trace, new.trace, &options, NULL);
  const Sides sides = { base, new, match };
  guint n = 0;

  for (guint32 i = 0; i < base.trace->n_areas; i++)
    n += check_area (&sides, i, step);

  return n;
}

static void
test_random (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (20261127);
  guint n = 0;

  for (guint i = 0; i < 400; i++)
    {
      RandomTraceShape shape;
      g_autoptr(DwellTrace) base = NULL;
      g_autoptr(DwellTrace) new = NULL;
      DwellAnchoredSide of_base;

      random_trace_choose_shape (rand, &shape);
      base = random_trace_new (rand, &shape);
      if (i % 3 == 0)
        shape.n_spans = shape.n_spans * 3 / 4;
      new = random_trace_new (rand, &shape);
      of_base = choose_side (rand, base, shape.step);
      n += check_sides (of_base, choose_side (rand, new, shape.step), shape.step);
      check_sides (of_base, of_base, shape.step);
    }

  g_assert_cmpuint (n, >, 1000);
}

/* What is the same has a partner each, and no difference. */
static void
test_equal (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (20261128);
  const RandomTraceShape shape = { .n_spans = 200, .n_contexts = 3, .n_areas = 5, .step = 10,
                                   .is_nested = TRUE };
  g_autoptr(DwellTrace) trace = random_trace_new (rand, &shape);
  const DwellAnchoredSide side = { trace, trace->begin, trace->end, NULL };
  DwellMatchOptions options = { 0 };
  g_autoptr(DwellMatch) match = dwell_match_new (trace, trace, &options, NULL);
  const DwellSpanNoise none = { 0, 0 };
  guint n = 0;

  for (guint32 i = 0; i < trace->n_areas; i++)
    {
      g_autoptr(DwellSpanPairs) pairs = dwell_span_pairs_new (&side, &side, match, i, NULL);

      g_assert_false (pairs->is_by_parents);
      g_assert_cmpuint (check_differences (pairs, &none), ==, 0);
      n += pairs->n_pairs;
    }

  g_assert_cmpuint (n, ==, trace->n_spans);
}

/* A side without spans, one without the area, contexts that do not count, no time. */
static void
test_edges (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (20261129);
  RandomTraceShape shape = { .n_spans = 40, .n_contexts = 2, .n_areas = 4, .step = 10 };
  g_autoptr(DwellTrace) base = random_trace_new (rand, &shape);
  g_autofree guint8 *none = g_new0 (guint8, base->n_contexts);
  g_autoptr(DwellTrace) empty = NULL;
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  DwellAnchoredSide of_base = { base, base->begin, base->end, NULL };
  DwellAnchoredSide of_empty;
  DwellMatchOptions options = { 0 };
  g_autoptr(DwellMatch) match = NULL;
  g_autoptr(DwellSpanPairs) pairs = NULL;

  shape.n_spans = 0;
  shape.n_areas = 2;
  empty = random_trace_new (rand, &shape);
  of_empty = (DwellAnchoredSide) { empty, empty->begin, empty->end, NULL };
  g_assert_cmpuint (check_sides (of_base, of_empty, 10), ==, 0);
  g_assert_cmpuint (check_sides (of_empty, of_base, 10), ==, 0);
  g_assert_cmpuint (check_sides (of_empty, of_empty, 10), ==, 0);

  match = dwell_match_new (base, base, &options, NULL);
  of_empty = of_base;
  of_empty.contexts = none;
  pairs = dwell_span_pairs_new (&of_base, &of_empty, match, 0, NULL);
  g_assert_cmpuint (pairs->n_base, >, 0);
  g_assert_cmpuint (pairs->n_new, ==, 0);
  g_assert_cmpuint (pairs->n_pairs, ==, 0);
  g_assert_cmpuint (dwell_span_pairs_find (pairs, 0, TRUE), ==, DWELL_NONE);
  g_assert_cmpuint (dwell_span_pairs_find (pairs, DWELL_NONE, FALSE), ==, DWELL_NONE);

  g_cancellable_cancel (cancellable);
  g_assert_null (dwell_span_pairs_new (&of_base, &of_base, match, 0, cancellable));
  of_empty = of_base;
  of_empty.begin = dwell_trace_get_span_begin (base, 9) + 1;
  g_assert_null (dwell_span_pairs_new (&of_base, &of_empty, match, 0, cancellable));
}

static void
fill (DwellColumn *names,
      guint32      n,
      guint32      n_names,
      guint32      first)
{
  g_assert_true (dwell_column_reserve (names, n, NULL));
  names->n = n;
  for (guint32 i = 0; i < n; i++)
    dwell_column_index (names, guint32, i) = (first + i * 7) % n_names;
}

/* Beyond the limit the first of a name is the first, and all is as it was for the next lists. */
static void
test_long (void)
{
  g_autoptr(DwellCommonOrder) order = dwell_common_order_new (10);
  guint32 n = 3000;

  for (guint round = 0; round < 2; round++)
    {
      fill (order->base_names, n, 10, 0);
      fill (order->new_names, n, 10, 5);
      dwell_column_index (order->new_names, guint32, 1) = DWELL_NONE;
      g_assert_true (dwell_common_order_find (order));
      g_assert_cmpuint (order->partners->n, ==, n);
      g_assert_cmpuint (order->n_cells, ==, 0);

      /* The names of either stand ten places apart, and those of the new five places on. */
      for (guint32 i = 0; i < n - 10; i++)
        {
          guint32 partner = dwell_column_index (order->partners, guint32, i);
          gboolean is_first = i / 10 == 0;

          g_assert_cmpuint (dwell_column_index (order->new_names, guint32, partner), ==,
                            dwell_column_index (order->base_names, guint32, i));
          if (is_first)
            g_assert_cmpuint (partner / 10, ==, i == 6 ? 1 : 0);
        }
    }

  fill (order->base_names, 4, 10, 0);
  fill (order->new_names, 3, 10, 7);
  g_assert_true (dwell_common_order_find (order));
  g_assert_cmpuint (dwell_column_index (order->partners, guint32, 0), ==, DWELL_NONE);
  for (guint32 i = 1; i < 4; i++)
    g_assert_cmpuint (dwell_column_index (order->partners, guint32, i), ==, i - 1);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/span-pairs/random", test_random);
  g_test_add_func ("/span-pairs/equal", test_equal);
  g_test_add_func ("/span-pairs/edges", test_edges);
  g_test_add_func ("/span-pairs/long", test_long);
  return g_test_run ();
}
