/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where two recordings are in step: a worked example, and random ones by plain loops; and the n-th
 * time of something. */
#include "analysis/compare/dwell-anchors.h"
#include "analysis/compare/dwell-occurrence.h"
#include "support/file-fixture.h"
#include "support/random-trace.h"

static DwellTrace *
open (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "compare", name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  DwellOpenOptions options = { 0 };
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, &options, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static DwellAnchors *
find (DwellTrace *base,
      DwellTrace *new,
      gboolean    takes_first)
{
  const DwellAnchoredSide of_base = { base, base->begin, base->end, NULL };
  const DwellAnchoredSide of_new = { new, new->begin, new->end, NULL };
  DwellMatchOptions options = { 0 };
  g_autoptr(DwellMatch) match = dwell_match_new (base, new, &options, NULL);
  DwellAnchors *anchors = dwell_anchors_new (&of_base, &of_new, match, takes_first, NULL);

  g_assert_nonnull (anchors);
  return anchors;
}

static void
assert_anchor (const DwellAnchors *anchors,
               const DwellAnchor  *anchor,
               const char         *name,
               gint64              drift,
               gint64              lost)
{
  g_assert_cmpstr (dwell_trace_get_area_title (anchors->base.trace, anchor->base_area), ==, name);
  g_assert_cmpint (anchor->drift, ==, drift);
  g_assert_cmpint (anchor->lost, ==, lost);
}

/* init, load, draw, save became init, load, save, draw. */
static void
test_order (void)
{
  g_autoptr(DwellTrace) base = open ("order-base.csv");
  g_autoptr(DwellTrace) new = open ("order-new.csv");
  g_autoptr(DwellAnchors) anchors = find (base, new, FALSE);
  g_autoptr(DwellAnchors) copy = NULL;

  g_assert_cmpuint (anchors->n_anchors, ==, 3);
  assert_anchor (anchors, &anchors->anchors[0], "init", 0, 0);
  assert_anchor (anchors, &anchors->anchors[1], "load", 2000, 2000);
  assert_anchor (anchors, &anchors->anchors[2], "save", -50000, -52000);
  copy = dwell_anchors_copy_chain (anchors);
  g_assert_cmpint (dwell_anchors_map (copy, 50000), ==, dwell_anchors_map (anchors, 50000));
  g_assert_cmpuint (copy->n_moved, ==, 0);
  g_assert_cmpuint (anchors->n_moved, ==, 1);
  assert_anchor (anchors, &anchors->moved[0], "draw", 30000, 0);
  g_assert_cmpint (anchors->drift, ==, 0);
  g_assert_cmpint (anchors->lost, ==, 50000);

  /* From load to save: 80 µs became 28. */
  g_assert_cmpint (dwell_anchors_map (anchors, 10000), ==, 12000);
  g_assert_cmpint (dwell_anchors_map (anchors, 50000), ==, 26000);
  g_assert_cmpint (dwell_anchors_map_back (anchors, 26000), ==, 50000);
  g_assert_cmpint (dwell_anchors_map (anchors, 90000), ==, 40000);
  g_assert_cmpint (dwell_anchors_map (anchors, 95000), ==, 70000);
  g_assert_cmpint (dwell_anchors_map (anchors, 103000), ==, 103000);
  g_assert_cmpint (dwell_anchors_map (anchors, -7), ==, -7);
  g_assert_cmpint (dwell_anchors_map (anchors, DWELL_TIME_MAX), ==, DWELL_TIME_MAX);
  g_assert_cmpint (dwell_anchors_map_back (anchors, G_MININT64 / 2), ==, G_MININT64 / 2);
}

/* The begin of an area that anchors may be made of; FALSE: it has none, or several. */
static gboolean
find_begin (const DwellTrace *trace,
            guint32           area,
            gboolean          takes_first,
            gint64           *begin)
{
  guint n = 0;

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      gint64 time = dwell_trace_get_span_begin (trace, i);

      if (trace->span_area[i] != area ||
          (trace->span_flags[i] & (DWELL_SPAN_BEGIN_MISSING | DWELL_SPAN_DOUBTFUL)) != 0)
        continue;

      *begin = n == 0 ? time : MIN (*begin, time);
      n++;
    }

  return n == 1 || (n > 1 && takes_first);
}

/* How long the longest chain is, by all pairs. */
static guint
find_length (const DwellTrace *base,
             const DwellTrace *new,
             gboolean          takes_first,
             guint            *n_candidates)
{
  g_autofree gint64 *a = g_new (gint64, base->n_areas);
  g_autofree gint64 *b = g_new (gint64, base->n_areas);
  g_autofree guint *lengths = g_new0 (guint, base->n_areas);
  guint best = 0;
  guint n = 0;

  for (guint32 i = 0; i < base->n_areas; i++)
    for (guint32 k = 0; k < new->n_areas; k++)
      if (g_str_equal (dwell_trace_get_area_title (base, i), dwell_trace_get_area_title (new, k)) &&
          find_begin (base, i, takes_first, &a[n]) && find_begin (new, k, takes_first, &b[n]))
        n++;

  /* As often as needed, for there may be equal times: a chain gets longer each time. */
  for (guint round = 0; round < n; round++)
    for (guint i = 0; i < n; i++)
      {
        lengths[i] = MAX (lengths[i], 1);
        for (guint k = 0; k < n; k++)
          if (k != i && a[k] <= a[i] && b[k] <= b[i] &&
              (a[k] < a[i] || b[k] < b[i] || k < i))
            lengths[i] = MAX (lengths[i], lengths[k] + 1);
        best = MAX (best, lengths[i]);
      }

  *n_candidates = n;
  return best;
}

static void
check (const DwellAnchors *anchors,
       gboolean            takes_first)
{
  gint64 sum = 0;
  guint n;

  g_assert_cmpuint (anchors->n_anchors, ==, find_length (anchors->base.trace, anchors->new.trace,
                                                         takes_first, &n));
  g_assert_cmpuint (anchors->n_anchors + anchors->n_moved, ==, n);

  for (guint i = 0; i < anchors->n_anchors; i++)
    {
      const DwellAnchor *anchor = &anchors->anchors[i];
      gint64 time;

      g_assert_true (find_begin (anchors->base.trace, anchor->base_area, takes_first, &time));
      g_assert_cmpint (time, ==, anchor->base_time);
      g_assert_true (find_begin (anchors->new.trace, anchor->new_area, takes_first, &time));
      g_assert_cmpint (time, ==, anchor->new_time);
      if (i > 0)
        {
          g_assert_cmpint (anchor->base_time, >=, anchors->anchors[i - 1].base_time);
          g_assert_cmpint (anchor->new_time, >=, anchors->anchors[i - 1].new_time);
        }
      sum += anchor->lost;
      g_assert_cmpint (sum, ==, anchor->drift);
      if (i + 1 == anchors->n_anchors || anchors->anchors[i + 1].base_time > anchor->base_time)
        g_assert_cmpint (dwell_anchors_map (anchors, anchor->base_time), ==, anchor->new_time);
    }

  g_assert_cmpint (sum + anchors->lost, ==, anchors->drift);
}

/* The same and back, and never backwards. */
static void
check_map (const DwellAnchors *anchors,
           gint64              step)
{
  gint64 last = dwell_anchors_map (anchors, anchors->base.begin - 3 * step);

  for (gint64 time = anchors->base.begin - 2 * step; time < anchors->base.end + 2 * step;
       time += MAX ((anchors->base.end - anchors->base.begin) / 97, 1))
    {
      gint64 mapped = dwell_anchors_map (anchors, time);

      g_assert_cmpint (mapped, >=, last);
      last = mapped;
    }
}

static void
test_random (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (20261123);

  for (guint i = 0; i < 120; i++)
    {
      RandomTraceShape shape;
      g_autoptr(DwellTrace) base = NULL;
      g_autoptr(DwellTrace) new = NULL;
      g_autoptr(DwellAnchors) there = NULL;
      g_autoptr(DwellAnchors) back = NULL;
      g_autoptr(DwellAnchors) same = NULL;
      gboolean takes_first = i % 2 == 0;

      random_trace_choose_shape (rand, &shape);
      shape.n_spans = MIN (shape.n_spans, 40);
      shape.n_areas = (guint) g_rand_int_range (rand, 1, 30);
      base = random_trace_new (rand, &shape);
      new = random_trace_new (rand, &shape);

      there = find (base, new, takes_first);
      back = find (new, base, takes_first);
      same = find (base, base, takes_first);
      check (there, takes_first);
      check (back, takes_first);
      check_map (there, shape.step);
      check_map (back, shape.step);
      g_assert_cmpuint (there->n_anchors, ==, back->n_anchors);
      g_assert_cmpint (there->drift, ==, -back->drift);

      g_assert_cmpuint (same->n_moved, ==, 0);
      g_assert_cmpint (same->drift, ==, 0);
      for (guint k = 0; k < same->n_anchors; k++)
        g_assert_cmpint (same->anchors[k].drift, ==, 0);
      g_assert_cmpint (dwell_anchors_map (same, base->begin + 1), ==, base->begin + 1);
    }
}

/* A name of the other side, contexts that do not count, a range in which nothing began. */
static void
test_range (void)
{
  g_autoptr(DwellTrace) base = open ("order-base.csv");
  g_autoptr(DwellTrace) new = open ("order-new.csv");
  g_autofree guint8 *none = g_new0 (guint8, base->n_contexts);
  DwellAnchoredSide of_base = { base, 10000, 60000, NULL };
  DwellAnchoredSide of_new = { new, 12000, 90000, NULL };
  DwellMatchOptions options = { 0 };
  g_autoptr(DwellMatch) match = dwell_match_new (base, new, &options, NULL);
  g_autoptr(DwellAnchors) anchors = dwell_anchors_new (&of_base, &of_new, match, FALSE, NULL);
  g_autoptr(DwellAnchors) empty = NULL;
  g_autoptr(DwellAnchors) cancelled = NULL;
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();

  g_assert_cmpuint (anchors->n_anchors, ==, 2);
  assert_anchor (anchors, &anchors->anchors[0], "load", 0, 0);
  assert_anchor (anchors, &anchors->anchors[1], "draw", 28000, 28000);
  g_assert_cmpint (anchors->drift, ==, 28000);

  of_base.contexts = none;
  empty = dwell_anchors_new (&of_base, &of_new, match, TRUE, NULL);
  g_assert_cmpuint (empty->n_anchors + empty->n_moved, ==, 0);
  g_assert_cmpint (empty->lost, ==, 28000);
  g_assert_cmpint (dwell_anchors_map (empty, 35000), ==, 51000);

  g_cancellable_cancel (cancellable);
  cancelled = dwell_anchors_new (&of_base, &of_new, match, TRUE, cancellable);
  g_assert_null (cancelled);
}

/* Numbers the marks of each text and the begins of each area as a plain count does, and finds the
 * time of each by its number; what is out of the range, or of another context, does not count. */
static void
test_occurrences (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (random_trace_new_seed ());
  RandomTraceShape shape;
  guint n_counted = 0;

  for (guint round = 0; round < 20; round++)
    {
      g_autoptr(DwellTrace) trace = NULL;
      g_autoptr(GCancellable) cancellable = g_cancellable_new ();
      g_autofree guint8 *contexts = NULL;
      DwellAnchoredSide side;
      DwellOccurrence occurrence;
      gint64 quarter;

      random_trace_choose_shape (rand, &shape);
      trace = random_trace_new (rand, &shape);
      contexts = g_new0 (guint8, MAX (trace->n_contexts, 1));
      for (guint i = 0; i < trace->n_contexts; i++)
        contexts[i] = g_rand_boolean (rand) ? 1 : 0;
      quarter = (trace->end - trace->begin) / 4;
      side = (DwellAnchoredSide) { trace, trace->begin + quarter, trace->end - quarter,
                                   round % 2 == 0 ? NULL : contexts };

      for (guint32 i = 0; i < trace->n_marks; i++)
        {
          guint32 context = trace->tracks[trace->mark_track[i]].context;
          gboolean counts = trace->mark_time[i] >= side.begin && trace->mark_time[i] <= side.end &&
                            (side.contexts == NULL ||
                             (context != DWELL_NONE && side.contexts[context]));

          g_assert_cmpint (dwell_occurrence_of_mark (&occurrence, &side, i, NULL), ==, counts);
          if (!counts)
            continue;

          g_assert_cmpstr (occurrence.text, ==,
                           dwell_trace_get_string (trace, trace->mark_text[i]));
          g_assert_cmpint (dwell_occurrence_find_time (&occurrence, &side, NULL), ==,
                           trace->mark_time[i]);
          n_counted++;
        }

      for (guint32 i = 0; i < trace->n_spans; i++)
        if (dwell_occurrence_of_span (&occurrence, &side, i, NULL))
          g_assert_cmpint (dwell_occurrence_find_time (&occurrence, &side, NULL), ==,
                           dwell_trace_get_span_begin (trace, i));

      if (trace->n_marks == 0)
        continue;

      side.begin = trace->begin;
      side.end = trace->end;
      side.contexts = NULL;
      g_cancellable_cancel (cancellable);
      g_assert_true (dwell_occurrence_of_mark (&occurrence, &side, 0, NULL));
      g_assert_cmpint (dwell_occurrence_find_time (&occurrence, &side, cancellable), ==,
                       DWELL_TIME_NONE);
      g_assert_false (dwell_occurrence_of_mark (&occurrence, &side, 0, cancellable));
    }

  g_assert_cmpuint (n_counted, >, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/anchors/order", test_order);
  g_test_add_func ("/anchors/random", test_random);
  g_test_add_func ("/anchors/occurrences", test_occurrences);
  g_test_add_func ("/anchors/range", test_range);
  return g_test_run ();
}
