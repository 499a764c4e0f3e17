/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What trace events keep of other formats once they are written and read again: how long the
 * session lasts, what is at the borders of a range, states of variables; and what is told of source
 * lines, which they do not keep. */
#include "config.h"

#include <string.h>

#include "formats/common/dwell-export-settings.h"
#include "formats/dwell-formats.h"
#include "support/file-fixture.h"

/* Writes a range of a trace, or all of it if that is none. */
static char *
write_text (DwellTrace *trace,
            gint64      begin,
            gint64      end)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellExportSettings) settings =
    dwell_export_settings_new (dwell_formats_find ("trace-event"), "default", &error);
  g_autoptr(DwellSink) sink = dwell_sink_new_for_memory (1 << 20);
  g_autoptr(GBytes) bytes = NULL;

  g_assert_no_error (error);
  settings->begin = begin;
  settings->end = end;
  g_assert_true (settings->format->write (trace, settings, sink, NULL, NULL, &error));
  g_assert_no_error (error);
  bytes = dwell_sink_get_part (sink, "");
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/* A range in which nothing happens at its begin and its end, and a session that its events do not
 * fill; as often as they are written. Foreign keys that are no times are shown as others are. */
static void
test_session (void)
{
  static const char * const log =
    "begin_ns,end_ns,name,thread\n0,1,boot,A\n10,20,work,B\n30,40,work,B\n50,51,end,A\n";
  static const struct {
    const char *other;
    gint64      begin;
    gint64      end;
  } cases[] = {
    { "\"session_begin\":-1,\"session_end\":\"7.5\"", -1000, 7500 },
    { "\"session_begin\":3,\"session_end\":1", 1000, 3000 },
    { "\"session_begin\":\"dawn\",\"session_end\":1e99", 1000, 3000 },
  };
  g_autoptr(DwellTrace) trace = file_fixture_open_text ("csv", log, NULL);
  g_autofree char *text = write_text (trace, 5, 45);
  g_autoptr(DwellTrace) part = file_fixture_open_text ("trace-event", text, NULL);
  g_autofree char *text_again = write_text (part, 1, 0);
  g_autoptr(DwellTrace) again = file_fixture_open_text ("trace-event", text_again, NULL);

  g_assert_cmpint (part->begin, ==, 5);
  g_assert_cmpint (part->end, ==, 45);
  g_assert_cmpint (again->begin, ==, 5);
  g_assert_cmpint (again->end, ==, 45);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *file = g_strdup_printf ("{\"otherData\":{%s},\"traceEvents\":[{\"ph\":\"X\","
                                               "\"ts\":1,\"dur\":2,\"name\":\"a\"}]}",
                                               cases[i].other);
      g_autoptr(DwellTrace) other = file_fixture_open_text ("trace-event", file, NULL);
      const DwellProperty *property = dwell_trace_get_property (other, "other_data");

      g_assert_cmpint (other->begin, ==, cases[i].begin);
      g_assert_cmpint (other->end, ==, cases[i].end);
      g_assert_true ((property != NULL) == (strstr (file, "dawn") != NULL));
    }
}

/* Spans by area, begin and end, with kind, value, and "?" where a time is missing; and writes. */
static char *
describe (const DwellTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      const DwellArea *area = &trace->areas[trace->span_area[i]];

      g_string_append_printf (text, "%s %s %s%" G_GINT64_FORMAT "-%s%" G_GINT64_FORMAT,
                              dwell_area_kind_get_id (area->kind),
                              dwell_trace_get_string (trace, area->title),
                              trace->span_flags[i] & DWELL_SPAN_BEGIN_MISSING ? "?" : "",
                              dwell_trace_get_span_begin (trace, i),
                              trace->span_flags[i] & DWELL_SPAN_END_MISSING ? "?" : "",
                              dwell_trace_get_span_end (trace, i));
      if (area->has_value)
        g_string_append_printf (text, " = %" G_GINT64_FORMAT, area->value);
      g_string_append_c (text, '\n');
    }
  for (guint32 i = 0; i < trace->n_writes; i++)
    g_string_append_printf (text, "%s = %" G_GINT64_FORMAT "\n",
                            dwell_trace_get_string (trace,
                                                    trace->tracks[trace->write_track[i]].name),
                            (gint64) trace->write_value[i]);
  return g_string_free (text, FALSE);
}

/* Spans by begin and end, with "?" where an end is missing, area and callers. */
static char *
describe_stacks (const DwellTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT "-%s%" G_GINT64_FORMAT,
                              i > 0 ? ", " : "", dwell_trace_get_span_begin (trace, i),
                              trace->span_flags[i] & DWELL_SPAN_END_MISSING ? "?" : "",
                              dwell_trace_get_span_end (trace, i));
      for (guint32 span = i; span != DWELL_NONE; span = trace->span_parent[span])
        g_string_append_printf (text, " %s",
                                dwell_trace_get_area_title (trace, trace->span_area[span]));
    }

  return g_string_free (text, FALSE);
}

/* What begins where the range ends is there, without an end, and does not lie in what ends there;
 * what ends where the range begins is not, though what it called just then is. */
static void
test_borders (void)
{
  static const char * const table = "begin_ns,end_ns,name\n0,10,a\n4,10,b\n10,20,c\n10,15,d\n"
                                    "20,20,z\n26,30,e\n";
  static const char * const nested = "begin_ns,end_ns,name\n0,30,main\n0,10,a\n10,10,tick\n"
                                     "12,17,b\n";
  const struct {
    const char *text;
    gint64      begin;
    gint64      end;
    const char *stacks;
  } cases[] = {
    { table, 0, 10, "0-10 a, 4-10 b a, 10-?10 c, 10-?10 d c" },
    { table, 10, 20, "10-20 c, 10-15 d c, 20-20 z c" },
    { table, 10, 10, "10-?10 c, 10-?10 d c" },
    { table, 20, 25, "20-20 z" },
    { nested, 10, 20, "10-?20 main, 10-10 tick main, 12-17 b main" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(DwellTrace) trace = file_fixture_open_text ("csv", cases[i].text, NULL);
      g_autofree char *text = write_text (trace, cases[i].begin, cases[i].end);
      g_autoptr(DwellTrace) part = file_fixture_open_text ("trace-event", text, NULL);
      g_autofree char *stacks = describe_stacks (part);

      g_test_message ("%s", text);
      g_assert_cmpstr (stacks, ==, cases[i].stacks);
    }
}

/* Spans that overlap, in a span that overlaps another: each end is that of its own span. */
static void
test_overlaps (void)
{
  g_autoptr(DwellTrace) trace =
    file_fixture_open_text ("lms", "2,1,r\n2,2,r.a\n2,3,r.b\n2,4,r.b.c\n2,5,r.b.d\n0,1,0\n0,2,5\n"
                                   "0,3,3\n0,4,2\n0,5,2\n1,2,1\n1,4,3\n1,5,2\n1,3,3\n1,1,2\n",
                            NULL);
  g_autofree char *text = write_text (trace, trace->begin, trace->end);
  g_autoptr(DwellTrace) again = file_fixture_open_text ("trace-event", text, NULL);
  g_autofree char *stacks = describe_stacks (again);

  g_test_message ("%s", text);
  g_assert_cmpuint (dwell_problems_get_total (again->problems), ==, 0);
  g_assert_cmpstr (stacks, ==, "8000-21000 r.b, 10000-16000 r.b.c r.b, 12000-18000 r.b.d, "
                               "0-23000 r, 5000-13000 r.a r");
}

/* A call whose end is not recorded may begin just when its caller ends, and the trace. */
static void
test_last_call (void)
{
  g_autoptr(DwellTrace) trace =
    file_fixture_open_text ("trace-event",
                            "[{\"ph\":\"X\",\"ts\":0,\"dur\":10,\"name\":\"a\"},"
                            "{\"ph\":\"X\",\"ts\":10,\"dur\":0,\"name\":\"b\","
                            "\"args\":{\"end\":\"unknown\"}}]", NULL);
  g_autofree char *text = write_text (trace, 1, 0);
  g_autoptr(DwellTrace) again = file_fixture_open_text ("trace-event", text, NULL);
  g_autofree char *stacks = describe_stacks (trace);
  g_autofree char *stacks_again = describe_stacks (again);

  g_assert_cmpstr (stacks, ==, "0-10000 a, 10000-?10000 b a");
  g_assert_cmpstr (stacks_again, ==, stacks);
}

#define STATE(ts, dur, args) \
  "{\"ph\":\"X\",\"ts\":" #ts ",\"dur\":" #dur ",\"cat\":\"state\",\"name\":\"s\"," \
  "\"args\":{" args "}}"

/* States with names and values, beside values, and what looks like them and is none. */
static void
test_states (void)
{
  static const struct {
    const char *events;
    const char *trace;
  } cases[] = {
    { STATE (0, 2, "\"variable\":\"v\",\"state\":\"IDLE\",\"value\":0,\"begin\":\"unknown\"") ","
      STATE (2, 3, "\"variable\":\"v\",\"state\":\"BUSY\"") ","
      STATE (7, 1, "\"variable\":\"v\",\"value\":-3,\"end\":\"unknown\"") ","
      "{\"ph\":\"X\",\"ts\":1,\"dur\":8,\"name\":\"f\"},"
      "{\"ph\":\"C\",\"ts\":2,\"name\":\"v\",\"args\":{\"value\":5}}",
      "state v = IDLE ?0-2000 = 0\nfunction f 1000-9000\nstate v = BUSY 2000-5000\n"
      "state v = -3 7000-?8000 = -3\nv = 5\n" },
    /* One that takes no time. */
    { STATE (1, 3, "\"variable\":\"v\",\"state\":\"RUNNING\"") ","
      STATE (1, 0, "\"variable\":\"v\",\"state\":\"ACTIVE\""),
      "state v = ACTIVE 1000-1000\nstate v = RUNNING 1000-4000\n" },
    /* In any order; one is cut by the next. */
    { STATE (4, 2, "\"variable\":\"v\",\"state\":\"B\"") ","
      STATE (1, 5, "\"state\":\"A\",\"variable\":\"v\"") "," STATE (4, 1, "\"x\":1"),
      "state v = A 1000-?4000\nfunction s 4000-5000\nstate v = B 4000-6000\n" },
    { STATE (1, 1, "\"variable\":1,\"state\":\"A\"") ","
      STATE (3, 1, "\"variable\":\"v\",\"x\":1") ","
      STATE (5, 1, "\"variable\":\"v\",\"state\":\"\""),
      "function s 1000-2000\nfunction s 3000-4000\nfunction s 5000-6000\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *file = g_strdup_printf ("[%s]", cases[i].events);
      g_autoptr(DwellTrace) trace = file_fixture_open_text ("trace-event", file, NULL);
      g_autofree char *text = write_text (trace, 1, 0);
      g_autoptr(DwellTrace) again = file_fixture_open_text ("trace-event", text, NULL);
      g_autofree char *spans = describe (trace);
      g_autofree char *spans_again = describe (again);

      g_test_message ("%s", text);
      g_assert_cmpstr (spans, ==, cases[i].trace);
      g_assert_cmpstr (spans_again, ==, cases[i].trace);
    }
}

/* Every span of a line is told to be lost as such. */
static void
test_lines (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "text1", "doc_examples.txt",
                                                 NULL);
  g_autoptr(DwellExportSettings) settings =
    dwell_export_settings_new (dwell_formats_find ("trace-event"), "default", NULL);
  g_autofree char *text = NULL;
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(GArray) warnings = NULL;
  guint64 n_lines = 0;
  guint64 n_told = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  trace = file_fixture_open_text ("text1", text, NULL);
  for (guint32 i = 0; i < trace->n_spans; i++)
    n_lines += trace->areas[trace->span_area[i]].kind == DWELL_AREA_LINE;

  warnings = settings->format->check (trace, settings, NULL);
  for (guint i = 0; i < warnings->len; i++)
    {
      const DwellExportWarning *warning = &g_array_index (warnings, DwellExportWarning, i);

      if (strstr (warning->message, "Source lines") != NULL && warning->is_loss)
        n_told += warning->count;
    }
  g_assert_cmpuint (n_lines, >, 0);
  g_assert_cmpuint (n_told, ==, n_lines);
}

/* Ends without a start come back as messages, which each format that writes them so tells; not of
 * those outside of a range. */
static void
test_orphans (void)
{
  static const char * const file =
    "[{\"ph\":\"X\",\"ts\":0,\"dur\":10,\"name\":\"w\"},{\"ph\":\"E\",\"ts\":12,\"name\":\"o\"},"
    "{\"ph\":\"e\",\"cat\":\"k\",\"id\":1,\"ts\":5,\"name\":\"a\"},"
    "{\"ph\":\"i\",\"ts\":11,\"name\":\"m\"},{\"ph\":\"B\",\"ts\":13,\"name\":\"o\"}]";
  static const struct {
    const char *format;
    gint64      begin;
    gint64      end;
    guint64     n;
  } cases[] = {
    { "trace-event", 1, 0, 2 }, { "trace-event", 6000, 12000, 1 },
    { "trace-event", 6000, 11000, 0 }, { "perfetto", 1, 0, 2 }, { "btf", 1, 0, 2 },
    { "btf", 6000, 12000, 1 },
  };
  g_autoptr(DwellTrace) trace = file_fixture_open_text ("trace-event", file, NULL);
  g_autofree char *text = write_text (trace, 1, 0);
  g_autoptr(DwellTrace) again = file_fixture_open_text ("trace-event", text, NULL);

  g_assert_cmpuint (file_fixture_count (trace, "end-without-begin"), ==, 2);
  g_assert_cmpuint (trace->n_marks, ==, 3);
  g_assert_cmpuint (again->n_marks, ==, 3);
  g_assert_cmpuint (again->n_spans, ==, trace->n_spans);
  for (guint32 i = 0; i < again->n_marks; i++)
    g_assert_cmpint (again->mark_kind[i], ==, DWELL_MARK_MESSAGE);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(DwellExportSettings) settings =
        dwell_export_settings_new (dwell_formats_find_writer (cases[i].format), "default", NULL);
      g_autoptr(GArray) warnings = NULL;
      guint64 n_told = 0;

      settings->begin = cases[i].begin;
      settings->end = cases[i].end;
      warnings = settings->format->check (trace, settings, NULL);
      for (guint k = 0; k < warnings->len; k++)
        {
          const DwellExportWarning *warning = &g_array_index (warnings, DwellExportWarning, k);

          if (strstr (warning->message, "Ends without a start") != NULL && warning->is_loss)
            n_told += warning->count;
        }
      g_assert_cmpuint (n_told, ==, cases[i].n);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/trace-event/written/session", test_session);
  g_test_add_func ("/trace-event/written/borders", test_borders);
  g_test_add_func ("/trace-event/written/overlaps", test_overlaps);
  g_test_add_func ("/trace-event/written/last-call", test_last_call);
  g_test_add_func ("/trace-event/written/states", test_states);
  g_test_add_func ("/trace-event/written/lines", test_lines);
  g_test_add_func ("/trace-event/written/orphans", test_orphans);

  return g_test_run ();
}
