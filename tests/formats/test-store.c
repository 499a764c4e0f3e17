/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ends that are paired as they come: random events give the same trace if one of them comes late,
 * after which all that was paired is undone, sorted and paired again. */
#include "config.h"

#include <string.h>

#include "core/dwell-args.h"
#include "support/file-fixture.h"

#define MAX_EVENTS 40

/* Longer than what a paired begin can say of its end. */
#define LONG_US 150000000

static void
describe_args (const DwellTrace *trace,
               guint32           arg,
               GString          *text)
{
  for (; arg != DWELL_NONE; arg = dwell_args_next (trace, arg))
    {
      g_autofree char *value = dwell_args_dup_text (trace, arg);

      g_string_append_printf (text, " %s:%s", dwell_args_get_key (trace, arg), value);
    }
  g_string_append_c (text, '\n');
}

/* Spans, marks and problems, one a line; @events: which event stands in each line of the file. */
static char *
describe (const DwellTrace *trace,
          const guint      *events)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      const DwellArea *area = &trace->areas[trace->span_area[i]];

      g_string_append_printf (text, "row %u: %s (%s) %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT
                              " in %d flags %u", trace->span_row[i],
                              dwell_trace_get_string (trace, area->name),
                              dwell_trace_get_string (trace, area->module),
                              dwell_trace_get_span_begin (trace, i),
                              dwell_trace_get_span_end (trace, i), (int) trace->span_parent[i],
                              trace->span_flags[i]);
      describe_args (trace, dwell_args_first (trace, i, DWELL_NONE), text);
    }

  for (guint32 i = 0; i < trace->n_marks; i++)
    {
      const DwellArea *area = &trace->areas[trace->mark_area[i]];

      g_string_append_printf (text, "mark %s (%s) %" G_GINT64_FORMAT,
                              dwell_trace_get_string (trace, area->name),
                              dwell_trace_get_string (trace, area->module), trace->mark_time[i]);
      describe_args (trace, dwell_args_first (trace, DWELL_NONE, i), text);
    }

  for (guint i = 0; i < dwell_problems_get_n (trace->problems); i++)
    {
      const DwellProblem *problem = dwell_problems_get (trace->problems, i);

      g_string_append_printf (text, "%s of event %d, %" G_GUINT64_FORMAT " times\n",
                              problem->code,
                              problem->line > 0 ? (int) events[problem->line - 1] : -1,
                              problem->count);
    }

  return g_string_free (text, FALSE);
}

/* An event at @time, µs. Ends often close the begin before them, by name, by none, or by its
 * category alone; some have arguments, some are of another name. */
static char *
make_event (GRand *rand,
            int    time)
{
  static const char * const names[] = {
    "", ",\"name\":\"a\"", ",\"name\":\"b\"", ",\"name\":\"a\",\"cat\":\"m\"", ",\"cat\":\"m\"",
  };
  const char *args = g_rand_int_range (rand, 0, 12) == 0 ? ",\"args\":{\"k\":1}" : "";
  int chance = g_rand_int_range (rand, 0, 20);

  if (chance < 2)
    return g_strdup_printf ("{\"ph\":\"X\",\"ts\":%d,\"dur\":%d,\"name\":\"x\"%s}", time,
                            g_rand_int_range (rand, 0, 4), args);
  if (chance < 11)
    return g_strdup_printf ("{\"ph\":\"B\",\"ts\":%d%s%s}", time,
                            names[g_rand_int_range (rand, 0, G_N_ELEMENTS (names))], args);

  return g_strdup_printf ("{\"ph\":\"E\",\"ts\":%d%s%s}", time,
                          chance < 16 ? ""
                          : names[g_rand_int_range (rand, 0, G_N_ELEMENTS (names))], args);
}

/* Describes the trace of events in an order. */
static char *
read_events (char        **events,
             const guint  *order,
             guint         n)
{
  g_autoptr(GString) text = g_string_new ("[");
  DwellTrace *trace;
  char *described;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ",\n" : "", events[order[i]]);
  g_string_append_c (text, ']');

  trace = file_fixture_open_text ("trace-event", text->str, NULL);
  described = describe (trace, order);
  dwell_trace_unref (trace);
  return described;
}

/* Moves an event of an instant of its own to the end of @order, or before. */
static void
delay_one (GRand     *rand,
           const int *times,
           guint     *order,
           guint      n)
{
  guint late = (guint) g_rand_int_range (rand, 0, (gint32) n - 1);
  guint end = (guint) g_rand_int_range (rand, (gint32) late + 1, (gint32) n);

  /* Of events of one instant, the late one would be the last. */
  while (late + 1 < end && times[late] == times[late + 1])
    late++;
  if (times[late] == times[late + 1])
    return;

  for (guint i = late; i < end; i++)
    order[i] = i + 1;
  order[end] = late;
}

static void
test_random (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (20261128);
  guint n_late = 0;

  for (guint round = 0; round < (g_test_thorough () ? 100000 : 3000); round++)
    {
      guint n = (guint) g_rand_int_range (rand, 2, MAX_EVENTS);
      int step = g_rand_int_range (rand, 1, 4);
      int time = 0;
      int times[MAX_EVENTS];
      guint order[MAX_EVENTS];
      g_auto(GStrv) events = g_new0 (char *, n + 1);
      g_autofree char *in_order = NULL;
      g_autofree char *late = NULL;

      for (guint i = 0; i < n; i++)
        {
          time += g_rand_int_range (rand, 0, 40) == 0 ? LONG_US : g_rand_int_range (rand, 0, step);
          times[i] = time;
          events[i] = make_event (rand, time);
          order[i] = i;
        }

      in_order = read_events (events, order, n);
      delay_one (rand, times, order, n);
      late = read_events (events, order, n);
      if (!g_str_equal (in_order, late))
        {
          g_autofree char *all = g_strjoinv ("\n", events);

          g_test_message ("Round %u:\n%s", round, all);
          for (guint i = 0; i < n; i++)
            g_test_message ("%u", order[i]);
        }
      g_assert_cmpstr (late, ==, in_order);
      n_late += order[n - 1] != n - 1;
    }

  g_assert_cmpuint (n_late, >, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/store/random", test_random);

  return g_test_run ();
}
