/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of events against an insertion sort. */
#include "config.h"

#include "analysis/dwell-event-order.h"
#include "support/random-trace.h"

/* Time, then what dwell-event-order.h says of equal times, written out. */
static int
compare (const DwellTrace *trace,
         DwellEvent        a,
         DwellEvent        b)
{
  DwellEvent events[] = { a, b };
  gint64 times[2];
  gint64 spans[2];
  int is_mark[2];

  for (guint i = 0; i < 2; i++)
    {
      is_mark[i] = events[i].mark != DWELL_NONE;
      times[i] = is_mark[i] ? trace->mark_time[events[i].mark]
                            : dwell_trace_get_span_begin (trace, events[i].span);
      spans[i] = events[i].span;

      if (is_mark[i])
        {
          guint32 span = trace->mark_span[events[i].mark];

          spans[i] = -1;
          if (span != DWELL_NONE && dwell_trace_get_span_begin (trace, span) == times[i])
            spans[i] = span;
        }
    }

  if (times[0] != times[1])
    return times[0] < times[1] ? -1 : 1;
  if (spans[0] != spans[1])
    return spans[0] < spans[1] ? -1 : 1;
  if (is_mark[0] != is_mark[1])
    return is_mark[0] ? 1 : -1;

  return (a.mark > b.mark) - (a.mark < b.mark);
}

static GArray *
sort_naively (const DwellTrace *trace)
{
  GArray *sorted = g_array_new (FALSE, FALSE, sizeof (DwellEvent));

  for (guint32 i = 0; i < trace->n_spans + trace->n_marks; i++)
    {
      DwellEvent event = { DWELL_NONE, DWELL_NONE };
      guint place = sorted->len;

      if (i < trace->n_spans)
        event.span = i;
      else
        event.mark = i - trace->n_spans;

      while (place > 0 && compare (trace, g_array_index (sorted, DwellEvent, place - 1), event) > 0)
        place--;

      g_array_insert_val (sorted, place, event);
    }

  return sorted;
}

static gint64
get_time (const DwellTrace *trace,
          DwellEvent        event)
{
  return event.mark != DWELL_NONE ? trace->mark_time[event.mark]
                                  : dwell_trace_get_span_begin (trace, event.span);
}

static guint64
search_naively (const DwellTrace *trace,
                const GArray     *sorted,
                gint64            time)
{
  guint64 place = 0;

  while (place < sorted->len && get_time (trace, g_array_index (sorted, DwellEvent, place)) < time)
    place++;

  return place;
}

static void
check_order (DwellTrace *trace)
{
  g_autoptr(GArray) sorted = sort_naively (trace);
  DwellEventOrder *order = dwell_event_order_new (trace, NULL);
  DwellEvent nothing = { DWELL_NONE, DWELL_NONE };

  g_assert_cmpuint (dwell_event_order_get_n (order), ==, sorted->len);
  g_assert_cmpuint (dwell_event_order_find (order, nothing), ==, sorted->len);

  for (guint i = 0; i < sorted->len; i++)
    {
      DwellEvent expected = g_array_index (sorted, DwellEvent, i);
      DwellEvent found = dwell_event_order_get (order, i);

      g_assert_cmpuint (found.span, ==, expected.span);
      g_assert_cmpuint (found.mark, ==, expected.mark);
      g_assert_cmpuint (dwell_event_order_find (order, expected), ==, i);

      for (int delta = -1; delta <= 1; delta++)
        {
          gint64 time = get_time (trace, expected) + delta;

          g_assert_cmpuint (dwell_event_order_search (order, time), ==,
                            search_naively (trace, sorted, time));
        }
    }

  g_assert_cmpuint (dwell_event_order_search (order, G_MININT64), ==, 0);
  g_assert_cmpuint (dwell_event_order_search (order, G_MAXINT64), ==, sorted->len);
  dwell_event_order_unref (order);
}

static void
test_random (void)
{
  guint32 seed = random_trace_new_seed ();

  for (guint i = 0; i < 1000; i++)
    {
      g_autoptr(GRand) rand = g_rand_new_with_seed (seed + i);
      g_autoptr(DwellTrace) trace = NULL;
      RandomTraceShape shape;

      random_trace_choose_shape (rand, &shape);
      trace = random_trace_new (rand, &shape);
      g_test_message ("seed %u: %u spans, %u marks, %u contexts", seed + i, trace->n_spans,
                      trace->n_marks, trace->n_contexts);
      check_order (trace);
    }
}

/* So many that shares are merged: contexts out of step, and two halves that overlap in time, as of
 * joined files. Neighbours suffice: being sorted is local. */
static void
test_large (void)
{
  enum { N_SPANS = 300000, N_MARKS = 70000 };

  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS | DWELL_TABLE_MARKS);
  DwellArea area = { .parent = DWELL_NONE };
  g_autoptr(GRand) rand = g_rand_new_with_seed (random_trace_new_seed ());
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellEventOrder) order = NULL;
  g_autofree guint8 *is_there = g_new0 (guint8, N_SPANS + N_MARKS);
  guint32 tracks[4];
  guint32 rows[4];
  gint64 times[4] = { 0 };
  gboolean reserved = dwell_builder_reserve_spans (builder, N_SPANS, NULL);

  g_assert_true (reserved);
  dwell_builder_add_area (builder, &area);

  for (guint i = 0; i < 4; i++)
    {
      guint32 context = dwell_builder_add_context (builder, "context", DWELL_CONTEXT_THREAD, i,
                                                   DWELL_NONE);

      tracks[i] = dwell_builder_add_track (builder, "track", context, FALSE);
      rows[i] = dwell_builder_add_row (builder, tracks[i], 0);
    }

  for (guint i = 0; i < N_SPANS; i++)
    {
      guint context = (guint) g_rand_int_range (rand, 0, 2) + (i < N_SPANS / 2 ? 0 : 2);
      guint32 span = dwell_builder_open_span (builder, 0, rows[context], DWELL_NONE,
                                              times[context]);

      dwell_builder_close_span (builder, span, times[context], 0);
      times[context] += g_rand_int_range (rand, 0, 4);
    }

  for (guint i = 0; i < N_MARKS; i++)
    {
      gboolean added = dwell_builder_add_mark (builder, DWELL_MARK_MESSAGE, i * 3, tracks[0],
                                               DWELL_NONE, DWELL_NONE, 0, NULL);

      g_assert_true (added);
    }

  trace = dwell_builder_finish (builder);
  order = dwell_event_order_new (trace, NULL);
  g_assert_cmpuint (dwell_event_order_get_n (order), ==, N_SPANS + N_MARKS);

  for (guint i = 0; i < N_SPANS + N_MARKS; i++)
    {
      DwellEvent event = dwell_event_order_get (order, i);
      guint32 item = event.span != DWELL_NONE ? event.span : N_SPANS + event.mark;

      g_assert_false (is_there[item]);
      is_there[item] = TRUE;
      if (i > 0)
        g_assert_cmpint (compare (trace, dwell_event_order_get (order, i - 1), event), <, 0);
    }
}

static void
test_cancelled (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  RandomTraceShape shape = { .n_spans = 50, .n_contexts = 2, .n_areas = 3, .step = 1 };
  g_autoptr(DwellTrace) trace = random_trace_new (rand, &shape);

  g_cancellable_cancel (cancellable);
  g_assert_null (dwell_event_order_new (trace, cancellable));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/event-order/random", test_random);
  g_test_add_func ("/event-order/large", test_large);
  g_test_add_func ("/event-order/cancelled", test_cancelled);

  return g_test_run ();
}
