/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counters of trace events: a key is a variable of its own where the file gives its counter several
 * of them, whichever event has which. */
#include "config.h"

#include <string.h>

#include "support/file-fixture.h"

/* A value of the counter “mem”. */
#define COUNTER(time, args) \
  "{\"ph\":\"C\",\"name\":\"mem\",\"pid\":1,\"ts\":" #time ",\"args\":{" args "}},\n"

/* The variables, one a line: process, name, and each value with its time. */
static char *
describe (const DwellTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < trace->n_tracks; i++)
    {
      const DwellTrack *track = &trace->tracks[i];

      if (track->area == DWELL_NONE)
        continue;

      g_string_append_printf (text, "%s %s:", dwell_trace_get_context_name (trace, track->context),
                              dwell_trace_get_string (trace, track->name));
      for (guint32 k = 0; k < track->n_writes; k++)
        {
          guint32 write = trace->track_writes[track->first_write + k];
          double real;

          memcpy (&real, &trace->write_value[write], sizeof real);
          g_string_append_printf (text, " %" G_GINT64_FORMAT "=%g",
                                  dwell_trace_get_write_time (trace, write),
                                  trace->areas[track->area].is_float
                                    ? real : (double) (gint64) trace->write_value[write]);
        }
      g_string_append_printf (text, "%s\n", track->n_rows > 0 ? " states" : "");
    }

  return g_string_free (text, FALSE);
}

static void
test_series (void)
{
  static const char * const cases[][2] = {
    /* One key, also if it is written twice, or is the only one with a number. */
    { "[" COUNTER (0, "\"used\":10") COUNTER (1, "\"used\":11,\"used\":12") "]",
      "Process 1 mem: 0=10 1000=11 1000=12\n" },
    { "[" COUNTER (0, "\"used\":10,\"unit\":\"KiB\"") "]", "Process 1 mem: 0=10\n" },
    /* Several keys, not in every event. */
    { "[" COUNTER (0, "\"used\":10") COUNTER (10, "\"used\":20,\"cached\":5")
      COUNTER (20, "\"used\":30,\"cached\":6") COUNTER (30, "\"used\":40,\"cached\":null") "]",
      "Process 1 mem.used: 0=10 10000=20 20000=30 30000=40\n"
      "Process 1 mem.cached: 10000=5 20000=6\n" },
    { "[" COUNTER (0, "\"used\":10,\"cached\":5") COUNTER (1, "\"cached\":6") "]",
      "Process 1 mem.used: 0=10\nProcess 1 mem.cached: 0=5 1000=6\n" },
    /* Never two in one event; in no order; reals and integers; a key without a name. */
    { "[" COUNTER (5, "\"used\":1") COUNTER (2, "\"used\":2.5") COUNTER (1, "\"\":7")
      COUNTER (0, "\"used\":4") "]",
      "Process 1 mem.used: 0=4 2000=2.5 5000=1\nProcess 1 mem.: 1000=7\n" },
    /* Other processes and other ids are other counters. */
    { "[" COUNTER (0, "\"used\":1") COUNTER (1, "\"cached\":2")
      "{\"ph\":\"C\",\"name\":\"mem\",\"pid\":2,\"ts\":2,\"args\":{\"used\":3}},"
      "{\"ph\":\"C\",\"name\":\"mem\",\"pid\":1,\"id\":\"x\",\"ts\":3,\"args\":{\"used\":4}},"
      "{\"ph\":\"C\",\"name\":\"mem\",\"pid\":1,\"id\":7,\"ts\":4,\"args\":{\"used\":5}},"
      "{\"ph\":\"C\",\"name\":\"mem\",\"pid\":1,\"id\":7,\"ts\":5,\"args\":{\"cached\":6}}]",
      "Process 1 mem.used: 0=1\nProcess 1 mem.cached: 1000=2\nProcess 1 mem [x]: 3000=4\n"
      "Process 1 mem.used [7]: 4000=5\nProcess 1 mem.cached [7]: 5000=6\nProcess 2 mem: 2000=3\n" },
    /* A counter that has the name of a series is one with it. */
    { "[{\"ph\":\"C\",\"name\":\"mem.used\",\"pid\":1,\"ts\":1,\"args\":{\"value\":0.5}},"
      COUNTER (0, "\"used\":1") COUNTER (2, "\"cached\":2") "]",
      "Process 1 mem.used: 0=1 1000=0.5\nProcess 1 mem.cached: 2000=2\n" },
    /* States stay with the variable that they name. */
    { "[" COUNTER (0, "\"used\":1")
      "{\"ph\":\"X\",\"pid\":1,\"cat\":\"state\",\"ts\":0,\"dur\":5,\"name\":\"full\","
      "\"args\":{\"variable\":\"mem\",\"state\":\"full\"}}," COUNTER (1, "\"used\":2") "]",
      "Process 1 mem: 0=1 1000=2 states\n" },
    { "[" COUNTER (0, "\"used\":1")
      "{\"ph\":\"X\",\"pid\":1,\"cat\":\"state\",\"ts\":0,\"dur\":5,\"name\":\"full\","
      "\"args\":{\"variable\":\"mem\",\"state\":\"full\"}}," COUNTER (1, "\"cached\":2") "]",
      "Process 1 mem: states\nProcess 1 mem.used: 0=1\nProcess 1 mem.cached: 1000=2\n" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(DwellTrace) trace = file_fixture_open_text ("trace-event", cases[i][0], NULL);
      g_autofree char *found = describe (trace);

      g_assert_cmpstr (found, ==, cases[i][1]);
      g_assert_cmpuint (dwell_problems_get_n (trace->problems), ==, 0);
    }

  file_fixture_remove_all ();
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace-event-counters/series", test_series);
  return g_test_run ();
}
