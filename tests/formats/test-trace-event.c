/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trace events: the forms of a file, pairing and nesting, times, contexts, counters, damage; blocks
 * of every size; every truncation and every flipped byte of a file. */
#include "config.h"

#include <string.h>

#include "core/dwell-args.h"
#include "core/dwell-error.h"
#include "formats/common/dwell-export-settings.h"
#include "formats/dwell-formats.h"
#include "formats/trace-event/dwell-trace-event-parse.h"
#include "support/file-fixture.h"

static DwellTrace *
open_bytes (const char  *bytes,
            gsize        length,
            gsize        block_bytes,
            GError     **error)
{
  DwellTrace *trace;

  file_fixture_limits.block_bytes = block_bytes;
  trace = file_fixture_open ("trace-event", bytes, length, NULL, error);
  file_fixture_limits.block_bytes = 0;
  return trace;
}

static DwellTrace *
open_text (const char *text)
{
  return file_fixture_open_text ("trace-event", text, NULL);
}

static void
describe_span (const DwellTrace *trace,
               guint32           span,
               GString          *text)
{
  const DwellRow *row = &trace->rows[trace->span_row[span]];
  const DwellTrack *track = &trace->tracks[row->track];

  g_string_append_printf (text, "%s %u: %s %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT,
                          dwell_trace_get_context_name (trace, track->context),
                          trace->span_row[span] - track->first_row,
                          dwell_trace_get_area_name (trace, trace->span_area[span]),
                          dwell_trace_get_span_begin (trace, span),
                          dwell_trace_get_span_end (trace, span));
  if (trace->span_parent[span] != DWELL_NONE)
    g_string_append_printf (text, " in %s",
                            dwell_trace_get_area_name (
                              trace, trace->span_area[trace->span_parent[span]]));
  if (trace->span_flags[span] & DWELL_SPAN_END_MISSING)
    g_string_append (text, " open");
  g_string_append_c (text, '\n');
}

/* Arguments of spans and marks, one of these a line. */
static char *
describe_args (const DwellTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint64 i = 0; i < (guint64) trace->n_spans + trace->n_marks; i++)
    {
      gboolean is_span = i < trace->n_spans;
      guint32 number = (guint32) (is_span ? i : i - trace->n_spans);
      guint32 arg = dwell_args_first (trace, is_span ? number : DWELL_NONE,
                                      is_span ? DWELL_NONE : number);

      if (arg == DWELL_NONE)
        continue;

      g_string_append_printf (text, "%s%u", is_span ? "" : "mark ", number);
      for (; arg != DWELL_NONE; arg = dwell_args_next (trace, arg))
        {
          g_autofree char *value = dwell_args_dup_text (trace, arg);

          g_string_append_printf (text, " %s:%s", dwell_args_get_key (trace, arg), value);
        }
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

/* Spans, marks and writes, one a line. */
static GString *
describe_tables (const DwellTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < trace->n_spans; i++)
    describe_span (trace, i, text);
  for (guint32 i = 0; i < trace->n_marks; i++)
    g_string_append_printf (text, "%s mark %s %" G_GINT64_FORMAT "\n",
                            dwell_trace_get_context_name (
                              trace, trace->tracks[trace->mark_track[i]].context),
                            trace->mark_kind[i] == DWELL_MARK_ORPHAN_END
                              ? dwell_trace_get_area_name (trace, trace->mark_area[i])
                              : dwell_trace_get_string (trace, trace->mark_text[i]),
                            trace->mark_time[i]);
  for (guint32 i = 0; i < trace->n_writes; i++)
    {
      const DwellTrack *track = &trace->tracks[trace->write_track[i]];
      double number = (double) (gint64) trace->write_value[i];

      if (trace->areas[track->area].is_float)
        memcpy (&number, &trace->write_value[i], sizeof number);
      g_string_append_printf (text, "%s write %s=%g %" G_GINT64_FORMAT "\n",
                              dwell_trace_get_context_name (trace, track->context),
                              dwell_trace_get_area_name (trace, track->area), number,
                              dwell_trace_get_write_time (trace, i));
    }

  return text;
}

/* Problems, too. */
static char *
describe (const DwellTrace *trace)
{
  GString *text = describe_tables (trace);

  for (guint i = 0; i < dwell_problems_get_n (trace->problems); i++)
    {
      const DwellProblem *problem = dwell_problems_get (trace->problems, i);

      g_string_append_printf (text, "%s x%" G_GUINT64_FORMAT " line %" G_GUINT64_FORMAT "\n",
                              problem->code, problem->count, problem->line);
    }

  return g_string_free (text, FALSE);
}

static void
assert_trace (const char *file,
              const char *wanted)
{
  g_autoptr(DwellTrace) trace = open_text (file);
  g_autofree char *text = describe (trace);

  g_assert_cmpstr (text, ==, wanted);
}

/* Events of thread 1 of process 1, whose name is the main thread's. */
#define EVENT(phase, name, time) \
  "{\"ph\":\"" phase "\",\"pid\":1,\"tid\":1,\"ts\":" #time ",\"name\":\"" name "\"},\n"
#define WHOLE(name, time, duration) \
  "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":" #time ",\"dur\":" #duration \
  ",\"name\":\"" name "\"},\n"

static const char worked[] =
  "[{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":10,\"name\":\"a\"},"
  "{\"ph\":\"B\",\"pid\":1,\"tid\":1,\"ts\":2,\"name\":\"b\"},"
  "{\"ph\":\"E\",\"pid\":1,\"tid\":1,\"ts\":\"12.5\"},"
  "{\"ph\":\"C\",\"pid\":1,\"ts\":3,\"name\":\"q\",\"args\":{\"x\":1,\"y\":2.5}},";

static void
test_worked (void)
{
  g_autoptr(DwellTrace) trace = open_text (worked);

  assert_trace (worked,
                "Main thread 0: a 0-10000\nMain thread 1: b 2000-12500\n"
                "Process 1 write q.x=1 3000\nProcess 1 write q.y=2.5 3000\n"
                "truncated x1 line 1\noverlap x1 line 0\n");
  g_assert_cmpint (trace->end, ==, 12500);
  g_assert_cmpuint (trace->n_events, ==, 4);
}

static void
test_forms (void)
{
  static const char * const files[] = {
    "[" WHOLE ("a", 0, 1) "]",
    "\xef\xbb\xbf \n[" WHOLE ("a", 0, 1) "] rest",
    "{\"traceEvents\":[" WHOLE ("a", 0, 1) "]}",
    "{\"traceEvents\" : [\n" WHOLE ("a", 0, 1) "],\"x\":{\"y\":[1,{}]},\"otherData\":{\"v\":2}}",
    "{\"samples\":[{\"a\":\"]}\"}],\"n\":1,\"traceEvents\":[" WHOLE ("a", 0, 1) "]\n}\n",
    WHOLE ("a", 0, 1),
    "{\"args\":{\"traceEvents\":[]},\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":1,"
    "\"name\":\"a\"}\n",
  };
  g_autoptr(DwellTrace) trace = open_text (files[3]);
  const DwellProperty *property = dwell_trace_get_property (trace, "other_data");

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      assert_trace (files[i], "Main thread 0: a 0-1000\n");
      g_assert_true (dwell_formats_recognise (files[i], strlen (files[i])) ==
                     dwell_formats_find ("trace-event"));
    }

  g_assert_cmpstr (g_variant_get_string (property->value, NULL), ==, "v: 2");
}

static void
test_pairing (void)
{
  /* An end without a name closes the innermost. */
  assert_trace ("[" EVENT ("B", "a", 0) EVENT ("B", "b", 1) EVENT ("E", "", 2)
                EVENT ("E", "a", 3) "]",
                "Main thread 0: a 0-3000\nMain thread 1: b 1000-2000 in a\n");
  /* Of ends of one instant the innermost's goes first. */
  assert_trace ("[" EVENT ("B", "a", 0) EVENT ("B", "b", 1) EVENT ("E", "a", 2)
                EVENT ("E", "b", 2) "]",
                "Main thread 0: a 0-2000\nMain thread 1: b 1000-2000 in a\n");
  /* What began within ends with it, unless it began just then. */
  assert_trace ("[" EVENT ("B", "a", 0) EVENT ("B", "b", 1) EVENT ("E", "a", 3) "]",
                "Main thread 0: a 0-3000\nMain thread 1: b 1000-3000 in a open\n"
                "end-not-nested x1 line 3\n");
  assert_trace ("[" EVENT ("B", "a", 0) EVENT ("B", "b", 3) EVENT ("E", "a", 3)
                EVENT ("E", "b", 5) "]",
                "Main thread 0: a 0-3000\nMain thread 0: b 3000-5000\n");
  /* An end before its begin, of the same instant. */
  assert_trace ("[" EVENT ("E", "c", 2) EVENT ("B", "c", 2) WHOLE ("d", 0, 4) "]",
                "Main thread 0: d 0-4000\nMain thread 1: c 2000-2000 in d\n");
  assert_trace ("[" EVENT ("E", "c", 2) EVENT ("B", "d", 3) "]",
                "Main thread 0: d 3000-3000 open\nMain thread mark c 2000\n"
                "end-without-begin x1 line 1\nbegin-without-end x1 line 2\n");
  /* The order of the file means nothing where times differ. */
  assert_trace ("[" EVENT ("E", "a", 9) WHOLE ("b", 5, 1) EVENT ("B", "a", 1) "]",
                "Main thread 0: a 1000-9000\nMain thread 1: b 5000-6000 in a\n");
}

static void
test_nesting (void)
{
  /* The longer of two that begin at once is the outer one; of equals the earlier in the file. */
  assert_trace ("[" WHOLE ("a", 0, 5) WHOLE ("b", 0, 9) WHOLE ("c", 0, 5) "]",
                "Main thread 0: b 0-9000\nMain thread 1: a 0-5000 in b\n"
                "Main thread 2: c 0-5000 in a\n");
  /* One that ends later than its elder keeps its length, in a free row. */
  assert_trace ("[" WHOLE ("a", 0, 10) WHOLE ("b", 5, 10) WHOLE ("c", 12, 1) "]",
                "Main thread 0: a 0-10000\nMain thread 1: b 5000-15000\n"
                "Main thread 2: c 12000-13000 in b\noverlap x1 line 0\n");
  assert_trace ("[" WHOLE ("a", 0, 5) WHOLE ("b", 5, 0) WHOLE ("c", 5, 2) "]",
                "Main thread 0: a 0-5000\nMain thread 0: c 5000-7000\n"
                "Main thread 1: b 5000-5000 in c\n");
  assert_trace ("[" WHOLE ("a", 0, -5) "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":2,"
                "\"name\":\"b\"}]",
                "Main thread 0: a 0-0\nMain thread 0: b 2000-2000 open\n"
                "negative-duration x1 line 1\nno-duration x1 line 2\n");
}

static void
test_times (void)
{
  static const struct {
    const char *text;
    gint64      ns;
  } cases[] = {
    { "0", 0 }, { "1.5", 1500 }, { "12.34", 12340 }, { "007.891", 7891 }, { "5.", 5000 },
    { "1666382280874284", G_GINT64_CONSTANT (1666382280874284000) },
    { "666382280874284.12", G_GINT64_CONSTANT (666382280874284120) },
    { "4611686018427387", G_GINT64_CONSTANT (4611686018427387000) },
    { "-33000", -33000000 }, { "1.0005", 1001 }, { "1.00049", 1000 },
    { "1666382280874284.123", G_GINT64_CONSTANT (1666382280874284123) }, { "1e3", 1000000 },
    { "1.5E-2", 15 }, { ".5", 500 }, { "+2", 2000 }, { "1e-30", 0 }, { "0e999", 0 },
    { "1.6663822808742841e15", G_GINT64_CONSTANT (1666382280874284100) },
    { "4611686018427387.9", G_GINT64_CONSTANT (4611686018427387900) },
    { "12345678901234.56789012345678901234", G_GINT64_CONSTANT (12345678901234568) },
  };
  static const char * const bad[] = { "", "x", "1x", ".", "-", "1e", "4611686018427388",
                                      "4611686018427388.0", "9999999999999999999", "1e99",
                                      "99999999999999999999999", "1.2.3" };
  gint64 ns;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DwellJsonText text = { cases[i].text, (guint32) strlen (cases[i].text), FALSE, FALSE };

      g_assert_true (dwell_trace_event_parse_time (&text, &ns));
      g_assert_cmpint (ns, ==, cases[i].ns);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      DwellJsonText text = { bad[i], (guint32) strlen (bad[i]), FALSE, FALSE };

      g_assert_false (dwell_trace_event_parse_time (&text, &ns));
    }
}

/* Times far from 0 are told from the first. */
static void
test_offset (void)
{
  g_autoptr(DwellTrace) trace =
    open_text ("[" WHOLE ("a", 1666382280874284.5, 1) WHOLE ("b", 1666382280874294.5, 1) "]");

  g_assert_cmpint (dwell_trace_get_span_begin (trace, 0), ==, 0);
  g_assert_cmpint (dwell_trace_get_span_begin (trace, 1), ==, 10000);
  g_assert_cmpint (trace->wall_clock_ns, ==, G_GINT64_CONSTANT (1666382280874284500));
  g_assert_cmpint (g_variant_get_int64 (dwell_trace_get_property (trace, "time_offset")->value),
                   ==, G_GINT64_CONSTANT (1666382280874284500));
}

static void
test_contexts (void)
{
  g_autoptr(DwellTrace) trace = open_text (
    "[{\"ph\":\"X\",\"pid\":7,\"tid\":9,\"ts\":0,\"dur\":1,\"name\":\"a\"},\n"
    "{\"ph\":\"X\",\"pid\":7,\"ts\":0,\"dur\":1,\"name\":\"a\"},\n"
    "{\"ph\":\"X\",\"pid\":\"7.0\",\"tid\":\"9\",\"ts\":3,\"dur\":1,\"name\":\"a\"},\n"
    "{\"ph\":\"X\",\"pid\":\"gpu\",\"tid\":\"queue\",\"ts\":0,\"dur\":1,\"name\":\"a\"},\n"
    "{\"ph\":\"M\",\"pid\":8,\"tid\":1,\"name\":\"thread_name\",\"args\":{\"name\":\"none\"}},\n"
    "{\"ph\":\"M\",\"pid\":\"gpu\",\"name\":\"process_sort_index\","
    "\"args\":{\"sort_index\":\"-5\"}},\n"
    "{\"ph\":\"M\",\"pid\":7,\"name\":\"process_name\",\"args\":{\"name\":\"old\"}},\n"
    "{\"ph\":\"M\",\"pid\":7,\"name\":\"process_name\","
    "\"args\":{\"x\":{},\"name\":\"n\\u00e4w\"}},\n"
    "{\"ph\":\"M\",\"pid\":7,\"name\":\"process_labels\",\"args\":{\"labels\":\"l\"}},\n"
    "{\"ph\":\"M\",\"pid\":7,\"tid\":9,\"name\":\"thread_name\",\"args\":{\"name\":\"work\"}}]");
  static const char * const names[] = { "Process gpu", "Thread queue", "näw (l)", "work",
                                        "Main thread" };

  g_assert_cmpuint (trace->n_contexts, ==, G_N_ELEMENTS (names));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpstr (dwell_trace_get_context_name (trace, i), ==, names[i]);
  g_assert_cmpuint (trace->contexts[3].parent, ==, 2);
  g_assert_cmpuint (trace->contexts[3].id, ==, 9);
  g_assert_cmpuint (trace->n_spans, ==, 4);
}

static void
test_others (void)
{
  /* Instants of a thread, a process, of all. */
  assert_trace ("[{\"ph\":\"i\",\"pid\":1,\"tid\":2,\"ts\":5,\"name\":\"x\",\"s\":\"t\"},"
                "{\"ph\":\"I\",\"pid\":1,\"tid\":2,\"ts\":4,\"name\":\"y\",\"s\":\"p\"},"
                "{\"ph\":\"R\",\"pid\":1,\"tid\":2,\"ts\":3,\"name\":\"z\",\"s\":\"g\"}]",
                "Process 1 mark y 4000\nThread 2 mark x 5000\nGlobal mark z 3000\n");
  /* Counters of one value, with an id, in strings, of nothing. */
  assert_trace ("[{\"ph\":\"C\",\"pid\":1,\"ts\":2,\"name\":\"n\",\"id\":3,\"args\":{\"v\":\"7\"}},"
                "{\"ph\":\"C\",\"pid\":1,\"ts\":1,\"name\":\"n\",\"id\":3,\"args\":{\"v\":-1}},"
                "{\"ph\":\"C\",\"pid\":1,\"ts\":3,\"name\":\"m\",\"args\":{\"v\":\"x\"}}]",
                "Process 1 write n [3]=-1 1000\nProcess 1 write n [3]=7 2000\n"
                "bad-value x1 line 1\n");
  /* A counter that has integers in one process, and reals in another. */
  assert_trace ("[{\"ph\":\"C\",\"pid\":1,\"ts\":1,\"name\":\"n\",\"args\":{\"v\":7}},"
                "{\"ph\":\"C\",\"pid\":2,\"ts\":2,\"name\":\"n\",\"args\":{\"v\":2.5}}]",
                "Process 1 write n=7 1000\nProcess 2 write n=2.5 2000\n");
  /* Spans that no thread bounds lie in those of their own id alone. */
  assert_trace ("[{\"ph\":\"b\",\"pid\":1,\"cat\":\"c\",\"id\":1,\"ts\":0,\"name\":\"a\"},"
                "{\"ph\":\"b\",\"pid\":1,\"cat\":\"c\",\"id\":2,\"ts\":1,\"name\":\"a\"},"
                "{\"ph\":\"b\",\"pid\":1,\"cat\":\"c\",\"id\":1,\"ts\":2,\"name\":\"b\"},"
                "{\"ph\":\"e\",\"pid\":1,\"cat\":\"c\",\"id\":1,\"ts\":3,\"name\":\"b\"},"
                "{\"ph\":\"n\",\"pid\":1,\"cat\":\"c\",\"id\":1,\"ts\":3,\"name\":\"m\"},"
                "{\"ph\":\"e\",\"pid\":1,\"cat\":\"c\",\"id\":2,\"ts\":4,\"name\":\"a\"},"
                "{\"ph\":\"e\",\"pid\":1,\"cat\":\"c\",\"id\":1,\"ts\":5,\"name\":\"a\"}]",
                "Process 1 0: a 0-5000\nProcess 1 1: a 1000-4000\nProcess 1 2: b 2000-3000 in a\n"
                "Process 1 mark m 3000\n");
  /* Those of one process rise with their begins, whatever their tracks. */
  assert_trace ("[{\"ph\":\"b\",\"pid\":1,\"cat\":\"c\",\"id\":1,\"ts\":0,\"name\":\"a\"},"
                "{\"ph\":\"b\",\"pid\":1,\"cat\":\"d\",\"id\":2,\"ts\":1,\"name\":\"b\"},"
                "{\"ph\":\"e\",\"pid\":1,\"cat\":\"c\",\"id\":1,\"ts\":2,\"name\":\"a\"},"
                "{\"ph\":\"e\",\"pid\":1,\"cat\":\"d\",\"id\":2,\"ts\":3,\"name\":\"b\"},"
                "{\"ph\":\"b\",\"pid\":1,\"cat\":\"c\",\"id\":3,\"ts\":3,\"name\":\"c\"},"
                "{\"ph\":\"e\",\"pid\":1,\"cat\":\"c\",\"id\":3,\"ts\":4,\"name\":\"c\"}]",
                "Process 1 0: a 0-2000\nProcess 1 0: b 1000-3000\nProcess 1 0: c 3000-4000\n");
  assert_trace ("[{\"ph\":\"S\",\"pid\":1,\"id\":1,\"ts\":0,\"name\":\"a\"},"
                "{\"ph\":\"F\",\"pid\":2,\"id\":1,\"ts\":4,\"name\":\"a\"},"
                "{\"ph\":\"s\",\"pid\":2,\"id\":1,\"ts\":4,\"name\":\"a\"},"
                "{\"ph\":\"P\",\"pid\":2,\"id\":1,\"ts\":9,\"name\":\"a\"},"
                "{\"ph\":\"N\",\"pid\":2,\"id\":1,\"ts\":9,\"name\":\"a\"}]",
                "Process 1 0: a 0-4000\nflows x1 line 0\nsamples-not-shown x1 line 0\n"
                "not-shown x1 line 0\n");
}

static void
test_damage (void)
{
  g_autoptr(GString) deep = g_string_new ("[{\"args\":");

  /* What is no event ends at the next line with one, or with itself. */
  assert_trace ("[" WHOLE ("a", 0, 1) "{\"ph\":\"X\",oops,\n" WHOLE ("b", 2, 1) "]",
                "Main thread 0: a 0-1000\nMain thread 0: b 2000-3000\nbad-event x1 line 2\n");
  assert_trace ("[{oops},7,\"x\",[]," WHOLE ("b", 2, 1) "]",
                "Main thread 0: b 2000-3000\nbad-event x4 line 1\n");
  assert_trace ("[" WHOLE ("a", 0, 1) "{\"ph\":\"X\",\"name\":\"cut",
                "Main thread 0: a 0-1000\ntruncated x1 line 2\n");
  assert_trace ("[{\"ts\":1},\n{\"ph\":\"X\"},\n" WHOLE ("b", 2, 1) "]",
                "Main thread 0: b 2000-3000\nno-phase x1 line 1\nbad-time x1 line 2\n");
  /* A quote that LibreOffice forgets. */
  assert_trace ("{\"name\":\"a\",\"ph\":\"X\",\"ts\":0,\"dur\":1,\"pid\":1,\"tid\":1},\n"
                "{\"name:\"idle\",\"ph\":\"i\",\"ts\":1,\"pid\":1,\"tid\":1},\n",
                "Main thread 0: a 0-1000\nMain thread mark idle 1000\n");

  for (guint i = 0; i < 600; i++)
    g_string_append (deep, "[");
  g_string_append (deep, "\n" WHOLE ("b", 2, 1));
  assert_trace (deep->str,
                "Main thread 0: b 2000-3000\nbad-event x1 line 1\ntruncated x1 line 3\n");
}

/* An end whose begin lies below too many others is a mark. Limit: formats/store/MAX_STEPS */
static void
test_many_open (void)
{
  for (guint n_open = 4000; n_open <= 4200; n_open += 200)
    {
      g_autoptr(GString) text = g_string_new ("[" EVENT ("B", "a", 0));
      g_autoptr(DwellTrace) trace = NULL;

      for (guint i = 0; i < n_open; i++)
        g_string_append (text, EVENT ("B", "b", 1));
      g_string_append (text, EVENT ("E", "a", 2) "]");
      trace = open_text (text->str);
      g_assert_cmpuint (trace->n_marks, ==, n_open > 4096);
    }
}

/* What is no event, for longer than any event. Limit: formats/trace-event/MAX_EVENT_BYTES */
static void
test_long_event (void)
{
  g_autofree char *many = g_strnfill ((65u << 20), 'x');
  g_autofree char *file = g_strdup_printf ("[" WHOLE ("a", 0, 1) "{\"name\":\"%s\n"
                                           WHOLE ("b", 2, 1) "]", many);

  assert_trace (file, "Main thread 0: a 0-1000\nMain thread 0: b 2000-3000\n"
                "bad-event x1 line 2\n");
}

static void
test_nothing (void)
{
  static const char * const files[] = { "[]", "{\"traceEvents\":[]}", "[{\"ph\":\"M\"}]", "[",
                                        "{" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (open_bytes (files[i], strlen (files[i]), 0, &error));
      g_assert_error (error, DWELL_ERROR, DWELL_ERROR_SYNTAX);
    }
}

/* Everything that the format has, in lines, without lines, and in the middle of other things. */
static char *
make_mixture (gboolean has_lines)
{
  GString *text = g_string_new ("{\"otherData\":{\"a\":[{\"ph\":\"X\"}]},\"traceEvents\":[");
  char *p;

  for (guint i = 0; i < 30; i++)
    g_string_append_printf (
      text,
      "{\"ph\":\"B\",\"pid\":1,\"tid\":%u,\"ts\":%u,\"name\":\"b,{%u\",\"cat\":\"k\"},\n"
      "{\"ph\":\"X\",\"pid\":1,\"tid\":%u,\"ts\":%u.5,\"dur\":3,\"name\":\"x\\\"}%u\","
      "\"args\":{\"list\":[{\"a\":1},{\"b\":2}]}},\n"
      "{\"ph\":\"C\",\"pid\":1,\"ts\":%u,\"name\":\"c\",\"args\":{\"v\":%u}},\n"
      "{\"name:\"i{%u\",\"ph\":\"i\",\"pid\":1,\"tid\":0,\"ts\":%u},\n"
      "{\"ph\":\"E\",\"pid\":1,\"tid\":%u,\"ts\":%u}%s\n",
      i % 3, i * 10, i % 4, i % 3, i * 10 + 1, i % 5, i * 10, i, i, i, i % 3, i * 10 + 8,
      i < 29 ? "," : "],\"end\":[1,2]}");

  for (p = text->str; !has_lines && (p = strchr (p, '\n')) != NULL;)
    *p = ' ';
  return g_string_free (text, FALSE);
}

/* Whatever the size of blocks, the trace is the same. */
static void
test_blocks (void)
{
  for (guint has_lines = 0; has_lines < 2; has_lines++)
    {
      g_autofree char *file = make_mixture (has_lines);
      g_autoptr(DwellTrace) whole = open_text (file);
      g_autofree char *wanted = describe (whole);
      g_autofree char *wanted_args = describe_args (whole);

      g_assert_cmpuint (whole->n_args, ==, 30);
      g_assert_cmpuint (whole->n_spans, ==, 60);
      g_assert_cmpuint (whole->n_writes, ==, 30);
      g_assert_cmpuint (whole->n_marks, ==, 30);
      g_assert_cmpuint (dwell_problems_get_total (whole->problems), ==, 0);
      for (gsize block_bytes = 1; block_bytes < 1000; block_bytes += 1 + block_bytes / 8)
        {
          g_autoptr(DwellTrace) trace = open_bytes (file, strlen (file), block_bytes, NULL);
          g_autofree char *text = describe (trace);
          g_autofree char *args = describe_args (trace);

          g_assert_cmpstr (text, ==, wanted);
          g_assert_cmpstr (args, ==, wanted_args);
          g_assert_cmpuint (trace->n_events, ==, 150);
        }
    }
}

/* So is what stands beside the events. */
static void
test_blocks_beside (void)
{
  static const char file[] =
    "{\"before\":\"some text\",\"traceEvents\":[" WHOLE ("a", 0, 9) "{\"ph\":\"X\",\"pid\":1,"
    "\"tid\":1,\"ts\":2,\"dur\":3,\"name\":\"b\"}],\"otherData\":{\"first\":\"one\",\"second\":2,"
    "\"none\":[1,2]},\"behind\":\"more of it\",\"long\":[[[0,1,2,3,4,5,6,7,8,9]]]}";

  for (gsize block_bytes = 1; block_bytes < sizeof file; block_bytes++)
    {
      g_autoptr(DwellTrace) trace = open_bytes (file, strlen (file), block_bytes, NULL);

      g_assert_cmpstr (g_variant_get_string (
        dwell_trace_get_property (trace, "other_data")->value, NULL), ==,
        "before: some text\nfirst: one\nsecond: 2\nbehind: more of it");
    }
}

static DwellExportSettings *
make_settings (const char *option,
               gint64      begin,
               gint64      end)
{
  DwellExportSettings *settings =
    dwell_export_settings_new (dwell_formats_find_writer ("trace-event"), "default", NULL);

  if (option != NULL)
    {
      g_auto(GStrv) parts = g_strsplit (option, "=", 2);

      g_assert_true (dwell_export_settings_set (settings, parts[0], parts[1], NULL));
    }
  settings->begin = begin;
  settings->end = end;
  return settings;
}

static GBytes *
write_bytes (DwellTrace                *trace,
             const DwellExportSettings *settings)
{
  g_autoptr(DwellSink) sink = dwell_sink_new_for_memory (1 << 24);
  g_autoptr(GError) error = NULL;

  g_assert_true (settings->format->can_write (trace));
  g_assert_true (settings->format->write (trace, settings, sink, NULL, NULL, &error));
  g_assert_no_error (error);
  return dwell_sink_get_part (sink, "");
}

/* A small offset is in the times again, a larger one beside them: neither is lost.
 * Limit: formats/trace-event/MAX_OFFSET_NS */
static void
test_offset_written (void)
{
  static const struct {
    const char *time;
    gboolean    is_beside;
  } cases[] = { { "1000000000000", FALSE }, { "1000000000001", TRUE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *file = g_strdup_printf ("[{\"ph\":\"X\",\"ts\":%s,\"dur\":1,"
                                               "\"name\":\"a\"}]", cases[i].time);
      g_autofree char *beside = g_strdup_printf ("\"time_offset_ns\":%s000", cases[i].time);
      g_autofree char *in_times = g_strdup_printf ("\"ts\":%s", cases[i].time);
      g_autoptr(DwellTrace) trace = open_text (file);
      g_autoptr(DwellExportSettings) settings = make_settings (NULL, 1, 0);
      g_autoptr(GBytes) bytes = write_bytes (trace, settings);
      gsize length;
      const char *text = g_bytes_get_data (bytes, &length);

      g_assert_true ((g_strstr_len (text, (gssize) length, beside) != NULL) == cases[i].is_beside);
      g_assert_true ((g_strstr_len (text, (gssize) length, in_times) == NULL) ==
                     cases[i].is_beside);
    }
}

/* Writes a trace and reads it again. */
static DwellTrace *
return_trace (DwellTrace *trace)
{
  g_autoptr(DwellExportSettings) settings = make_settings (NULL, 1, 0);
  g_autoptr(GBytes) bytes = write_bytes (trace, settings);
  gsize length;
  const char *text;

  text = g_bytes_get_data (bytes, &length);
  return open_bytes (text, length, 0, NULL);
}

/* What was read and is written is read again alike. */
static void
test_returns (void)
{
  g_autofree char *mixture = make_mixture (TRUE);
  const char * const files[] = {
    mixture,
    "[" WHOLE ("a", 0, 10) WHOLE ("b\\n\\\"\\\\", 2, 3) WHOLE ("c", 2, 3) WHOLE ("d", 5, 0) "]",
    "[" WHOLE ("a", 7200000000, 10) EVENT ("i", "m", 7200000003) "]",
    "[" EVENT ("B", "a", 0) WHOLE ("b", 1, 8) EVENT ("i", "m", 20) "]",
    "[{\"ph\":\"C\",\"pid\":3,\"ts\":1.001,\"name\":\"v\",\"args\":{\"x\":0.1}},"
    "{\"ph\":\"i\",\"pid\":3,\"ts\":2,\"name\":\"g\",\"s\":\"g\",\"args\":{\"m\":\"\"}}]",
    "[{\"ph\":\"X\",\"ts\":0,\"dur\":9,\"args\":{\"\\\"k\\n\":-5,\"r\":2.0,\"q\":1e-7,"
    "\"s\":\"a\\\\\\\"\\t\",\"j\":[1,{\"a\":\"\\u00e4\"}],\"t\":true,\"z\":null,"
    "\"u\":99999999999999999999,\"k\":1,\"k\":2}},"
    "{\"ph\":\"X\",\"ts\":5,\"dur\":2,\"args\":{\"lies within\":true}},"
    "{\"ph\":\"B\",\"ts\":15,\"args\":{\"open\":1.5}},{\"ph\":\"i\",\"ts\":20}]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr(DwellTrace) trace = open_text (files[i]);
      g_autoptr(DwellTrace) again = return_trace (trace);
      g_autoptr(GString) wanted = describe_tables (trace);
      g_autoptr(GString) text = describe_tables (again);
      g_autofree char *wanted_args = describe_args (trace);
      g_autofree char *args = describe_args (again);

      g_assert_cmpstr (text->str, ==, wanted->str);
      g_assert_cmpstr (args, ==, wanted_args);
      for (guint32 k = 0; k < MIN (trace->n_args, again->n_args); k++)
        g_assert_cmpuint (again->args[k].kind, ==, trace->args[k].kind);
      g_assert_cmpint (again->begin, ==, trace->begin);
      g_assert_cmpint (again->end, ==, trace->end);
    }
}

/* Siblings that enclose one another, as other formats have them, do not become parents. */
static void
test_returns_siblings (void)
{
  g_autoptr(GFile) file = NULL;
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "lms", "doc_example.csv",
                                                  NULL);
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellTrace) again = NULL;
  g_autoptr(GHashTable) own = g_hash_table_new (g_str_hash, g_str_equal);

  file = g_file_new_for_path (path);
  trace = dwell_open_file (file, NULL, NULL, NULL, NULL);
  again = return_trace (trace);
  g_assert_cmpuint (again->n_spans, ==, trace->n_spans);
  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      const char *name = dwell_trace_get_area_title (trace, trace->span_area[i]);
      gsize sum = GPOINTER_TO_SIZE (g_hash_table_lookup (own, name));

      g_hash_table_insert (own, (gpointer) name,
                           GSIZE_TO_POINTER (sum + (gsize) dwell_trace_get_span_own (trace, i)));
    }
  for (guint32 i = 0; i < again->n_spans; i++)
    {
      const char *name = dwell_trace_get_area_title (again, again->span_area[i]);
      gsize sum = GPOINTER_TO_SIZE (g_hash_table_lookup (own, name));

      g_hash_table_insert (own, (gpointer) name,
                           GSIZE_TO_POINTER (sum - (gsize) dwell_trace_get_span_own (again, i)));
    }

  g_assert_cmpuint (g_hash_table_size (own), >, 1);
  for (guint32 i = 0; i < trace->n_spans; i++)
    g_assert_cmpuint (GPOINTER_TO_SIZE (g_hash_table_lookup (
      own, dwell_trace_get_area_title (trace, trace->span_area[i]))), ==, 0);
}

/* Spans of other formats that lack a begin or an end lack it again, however often they are written;
 * one that says so beside a value of the same key, too. */
static void
test_incomplete (void)
{
  g_autoptr(DwellTrace) trace = open_text (
    "[{\"ph\":\"X\",\"ts\":0,\"dur\":9,\"name\":\"a\",\"args\":{\"begin\":\"unknown\"}},"
    "{\"ph\":\"X\",\"ts\":1,\"dur\":2,\"name\":\"b\",\"args\":{\"end\":5,\"end\":\"unknown\"}},"
    "{\"ph\":\"b\",\"id\":1,\"ts\":1,\"name\":\"c\",\"args\":{\"end\":\"unknown\"}},"
    "{\"ph\":\"e\",\"id\":1,\"ts\":3,\"name\":\"c\"},"
    "{\"ph\":\"X\",\"ts\":4,\"dur\":2,\"name\":\"d\",\"args\":{\"end\":\"known\"}}]");
  g_autoptr(DwellTrace) once = return_trace (trace);
  g_autoptr(DwellTrace) twice = return_trace (once);
  const DwellTrace *traces[] = { trace, once, twice };
  g_autofree char *args = describe_args (trace);
  g_autofree char *again = describe_args (twice);

  g_assert_cmpstr (again, ==, args);
  for (guint i = 0; i < G_N_ELEMENTS (traces); i++)
    {
      g_assert_cmpuint (traces[i]->n_spans, ==, 4);
      for (guint32 span = 0; span < 4; span++)
        {
          const char *name = dwell_trace_get_area_name (traces[i], traces[i]->span_area[span]);
          guint wanted = *name == 'a' ? DWELL_SPAN_BEGIN_MISSING
                         : *name == 'd' ? 0 : DWELL_SPAN_END_MISSING;

          g_assert_cmpuint (traces[i]->span_flags[span], ==, wanted);
        }
    }
}

static DwellTrace *
open_data (const char *folder,
           const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", folder, name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);

  return dwell_open_file (file, NULL, NULL, NULL, NULL);
}

static const char *
skip_metadata (const char *text)
{
  const char *begin = strstr (text, "{\"ph\":\"X\"");

  g_assert_nonnull (begin);
  return begin;
}

/* A part: what it cuts has no begin or no end there; a value that holds comes along. */
static void
test_range (void)
{
  g_autoptr(DwellTrace) trace = open_text ("[" WHOLE ("a", 1, 9) WHOLE ("b", 2, 3)
    WHOLE ("before", 0, 1) WHOLE ("after", 11, 1)
    "{\"ph\":\"C\",\"pid\":1,\"ts\":0,\"name\":\"v\",\"args\":{\"x\":1}},"
    "{\"ph\":\"C\",\"pid\":1,\"ts\":2,\"name\":\"v\",\"args\":{\"x\":2}}," EVENT ("i", "m", 9) "]");
  g_autoptr(DwellExportSettings) settings = make_settings (NULL, 3000, 7000);
  g_autoptr(GBytes) bytes = write_bytes (trace, settings);
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_autoptr(DwellTrace) again = open_text (text);
  const char *events = strstr (text, "{\"ph\":\"X\"");

  g_assert_nonnull (events);
  /* Nothing happens at its end: so the duration is told, and that it is longer. */
  g_assert_cmpint (again->end, ==, 7000);
  g_assert_cmpstr (events, ==,
    "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":3.000,\"dur\":4.000,\"name\":\"a\","
    "\"args\":{\"begin\":\"unknown\",\"end\":\"unknown\"}},\n"
    "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":3.000,\"dur\":2.000,\"name\":\"b\","
    "\"args\":{\"begin\":\"unknown\"}},\n"
    "{\"ph\":\"C\",\"pid\":1,\"tid\":1,\"ts\":3.000,\"name\":\"v\",\"args\":{\"value\":2}}\n]}\n");
}

/* Pauses are told to be left out, or are spans within those that they interrupt. */
static void
test_suspensions (void)
{
  g_autoptr(DwellTrace) trace = open_data ("text1", "preempt.txt");
  g_autoptr(DwellExportSettings) without = make_settings (NULL, 1, 0);
  g_autoptr(DwellExportSettings) with = make_settings ("Suspensions=children", 1, 0);
  g_autoptr(GArray) losses = without->format->check (trace, without, NULL);
  g_autoptr(GArray) none = with->format->check (trace, with, NULL);
  g_autoptr(GBytes) bytes = write_bytes (trace, with);
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_autoptr(DwellTrace) again = open_text (text);
  guint32 n = 0;

  g_assert_cmpuint (losses->len, ==, 1);
  g_assert_true (g_array_index (losses, DwellExportWarning, 0).is_loss);
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_nonnull (strstr (skip_metadata (text),
                            "\"ts\":0.250,\"dur\":0.040,\"name\":\"(suspended)\"}"));
  g_assert_cmpuint (again->n_spans, ==, trace->n_spans + 1);
  for (guint32 i = 0; i < again->n_spans; i++)
    if (g_str_equal (dwell_trace_get_area_name (again, again->span_area[i]), "(suspended)"))
      {
        guint32 parent = again->span_parent[i];

        n++;
        g_assert_cmpuint (parent, !=, DWELL_NONE);
        g_assert_cmpstr (dwell_trace_get_area_name (again, again->span_area[parent]), ==, "foo");
      }
  g_assert_cmpuint (n, ==, 1);
}

/* What is compressed is the same, and is previewed as its text, whole or cut. */
static void
test_compressed (void)
{
  g_autofree char *mixture = make_mixture (TRUE);
  g_autoptr(DwellTrace) trace = open_text (mixture);
  g_autoptr(DwellExportSettings) plain = make_settings (NULL, 1, 0);
  g_autoptr(DwellExportSettings) packed = make_settings ("Compression=gzip", 1, 0);
  g_autoptr(GBytes) plain_bytes = write_bytes (trace, plain);
  g_autoptr(GBytes) bytes = write_bytes (trace, packed);
  g_autoptr(GBytes) cut = g_bytes_new_from_bytes (bytes, 0, g_bytes_get_size (bytes) - 8);
  g_autofree char *wanted = g_strndup (g_bytes_get_data (plain_bytes, NULL),
                                       g_bytes_get_size (plain_bytes));
  g_autofree char *text = packed->format->decode (trace, packed, "", bytes);
  g_autofree char *begin = packed->format->decode (trace, packed, "", cut);

  g_assert_cmpuint (g_bytes_get_size (bytes), <, g_bytes_get_size (plain_bytes));
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), 2, "\x1f\x8b", 2);
  g_assert_cmpstr (text, ==, wanted);
  g_assert_true (g_str_has_prefix (wanted, begin));
  g_assert_null (plain->format->decode (trace, plain, "", plain_bytes));
}

/* A trace, or an error of ours. */
static void
assert_survives (const char *bytes,
                 gsize       length)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) trace = open_bytes (bytes, length, 40, &error);

  if (trace == NULL)
    g_assert_true (error->domain == DWELL_ERROR);
}

static void
test_every_byte (void)
{
  gsize length = strlen (worked);

  for (gsize i = 0; i < length; i++)
    {
      g_autofree char *copy = g_strdup (worked);

      if (i > 0)
        assert_survives (worked, i);
      for (guint bit = 0; bit < 8; bit++)
        {
          copy[i] = (char) (worked[i] ^ (1 << bit));
          assert_survives (copy, length);
        }
    }
}

static void
assert_args (const char *file,
             const char *wanted)
{
  g_autoptr(DwellTrace) trace = open_text (file);
  g_autofree char *text = describe_args (trace);

  g_assert_cmpstr (text, ==, wanted);
}

/* What @phase, of a span of one event or an instant, has as arguments. */
#define WITH_ARGS(phase, args) \
  "{\"ph\":\"" phase "\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1,\"args\":" args "}"

static void
test_args (void)
{
  assert_args ("[" WITH_ARGS ("X", "{\"n\":1,\"big\":-9007199254740993,\"r\":0.1,"
                              "\"s\":\"<\\u00e4>\","
                              "\"t\":true,\"f\":false,\"z\":null,\"j\": {\"a\":[1, 2]} ,"
                              "\"u\":18446744073709551615,\"w\":NaN,\"e\":1e999}") "]",
               "0 n:1 big:-9007199254740993 r:0.1 s:<ä> t:true f:false z:null j:{\"a\":[1, 2]} "
               "u:18446744073709551615 w:NaN e:1e999\n");
  assert_args ("[" WITH_ARGS ("i", "{\"n\":1}") "," WITH_ARGS ("i", "{}") ","
               WITH_ARGS ("n", "{\"m\":2}") "]", "mark 0 m:2\nmark 1 n:1\n");
  assert_args ("[" WITH_ARGS ("X", "{}") "," WITH_ARGS ("X", "\"__stripped__\"") "]", "");
  /* An end adds to its begin, and its values count. */
  assert_args ("[" WITH_ARGS ("B", "{\"a\":1,\"b\":2}") "," WITH_ARGS ("E", "{\"c\":3,\"a\":4}")
               "," WITH_ARGS ("B", "{\"x\":1}") "," WITH_ARGS ("E", "{}") ","
               WITH_ARGS ("B", "{}") "," WITH_ARGS ("E", "{\"y\":1}") "]",
               "0 b:2 c:3 a:4\n1 x:1\n2 y:1\n");
  assert_args ("[{\"ph\":\"b\",\"id\":1,\"ts\":0,\"name\":\"q\",\"args\":{\"a\":1}},"
               "{\"ph\":\"e\",\"id\":1,\"ts\":3,\"name\":\"q\",\"args\":{\"b\":2}},"
               "{\"ph\":\"E\",\"id\":1,\"ts\":4,\"name\":\"lost\",\"args\":{\"c\":3}}]",
               "0 a:1 b:2\nmark 0 c:3\n");
}

/* What is damaged is left out, and told; the rest is kept. */
static void
test_args_damage (void)
{
  static const struct {
    const char *args;
    const char *wanted;
    const char *problem;
  } cases[] = {
    { "5", "", "bad-args" },
    { "[1]", "", "bad-args" },
    { "\"text\"", "", "bad-args" },
    { "{\"a\":1,\"b\":[1 2],\"c\":3}", "0 a:1 c:3\n", "bad-args" },
    { "{\"a\":1,\"b\":{x},\"c\":3}", "0 a:1 c:3\n", "bad-args" },
    { "{\"a\":1,\"b\" 2}", "0 a:1\n", "bad-args" },
    { "{\"a\":1 \"b\":2}", "0 a:1\n", "bad-args" },
    { "{\"a\":}", "", "bad-args" },
    { "{\"a\":1,}", "0 a:1\n", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *file = g_strdup_printf ("[" WITH_ARGS ("X", "%s") "]", cases[i].args);
      g_autoptr(DwellTrace) trace = open_text (file);
      g_autofree char *text = describe_args (trace);

      g_assert_cmpstr (text, ==, cases[i].wanted);
      g_assert_cmpuint (trace->n_spans, ==, 1);
      g_assert_cmpuint (dwell_problems_get_n (trace->problems), ==, cases[i].problem != NULL);
      if (cases[i].problem != NULL)
        g_assert_cmpstr (dwell_problems_get (trace->problems, 0)->code, ==, cases[i].problem);
    }
}

/* Limit: formats/trace-event/DWELL_TRACE_EVENT_MAX_ARGS
 * Limit: formats/trace-event/DWELL_TRACE_EVENT_MAX_ARG_BYTES */
static void
test_args_limits (void)
{
  g_autoptr(GString) many = g_string_new ("[" "{\"ph\":\"X\",\"ts\":0,\"dur\":1,\"args\":{");
  g_autofree char *long_text = g_strnfill (70000, 'x');
  g_autofree char *file = g_strdup_printf ("[" WITH_ARGS ("X", "{\"a\":\"%s\",\"b\":[\"%s\"],"
                                                          "\"c\":1}") "]", long_text, long_text);
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellTrace) cut = open_text (file);

  for (guint i = 0; i < 300; i++)
    g_string_append_printf (many, "\"k%u\":%u,", i, i);
  g_string_append (many, "}}]");
  trace = open_text (many->str);
  g_assert_cmpuint (trace->n_args, ==, 256);
  g_assert_cmpuint (trace->n_arg_keys, ==, 256);
  g_assert_cmpstr (dwell_problems_get (trace->problems, 0)->code, ==, "long-args");

  g_assert_cmpuint (cut->n_args, ==, 2);
  g_assert_cmpuint (strlen (dwell_args_get_string (cut, 0)), ==, 65536);
  g_assert_cmpstr (dwell_args_get_key (cut, 1), ==, "c");
  g_assert_cmpstr (dwell_problems_get (cut->problems, 0)->code, ==, "long-args");
}

/* Arrows by where they begin: “a@1000>b@5000 name/category”. */
static char *
describe_flows (const DwellTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < trace->n_flows; i++)
    {
      const DwellFlow *flow = &trace->flows[i];

      g_string_append_printf (text, "%s@%" G_GINT64_FORMAT ">%s@%" G_GINT64_FORMAT " %s/%s\n",
                              dwell_trace_get_area_name (trace, trace->span_area[flow->from_span]),
                              flow->from_time,
                              dwell_trace_get_area_name (trace, trace->span_area[flow->to_span]),
                              flow->to_time, dwell_trace_get_string (trace, flow->name),
                              dwell_trace_get_string (trace, flow->category));
    }

  return g_string_free (text, FALSE);
}

/* A step on thread @thread; @more: other keys */
#define STEP(phase, thread, time, id, more) \
  "{\"ph\":\"" phase "\",\"pid\":1,\"tid\":" #thread ",\"ts\":" #time ",\"id\":" #id \
  ",\"name\":\"n\",\"cat\":\"c\"" more "},\n"
#define OTHER_WHOLE(thread, name, time, duration) \
  "{\"ph\":\"X\",\"pid\":1,\"tid\":" #thread ",\"ts\":" #time ",\"dur\":" #duration \
  ",\"name\":\"" name "\"},\n"
#define ENCLOSED ",\"bp\":\"e\""

/* Three threads: a with b in it, c and d, e. */
#define FLOW_SPANS \
  WHOLE ("a", 0, 20) WHOLE ("b", 5, 5) OTHER_WHOLE (2, "c", 10, 10) OTHER_WHOLE (2, "d", 30, 5) \
  OTHER_WHOLE (3, "e", 40, 10)

/* Also: what is written is read again alike. */
static void
assert_flows (const char *steps,
              const char *wanted,
              guint64     n_lost)
{
  g_autofree char *file = g_strconcat ("[" FLOW_SPANS, steps, "]", NULL);
  g_autoptr(DwellTrace) trace = open_text (file);
  g_autoptr(DwellTrace) again = return_trace (trace);
  g_autofree char *text = describe_flows (trace);
  g_autofree char *returned = describe_flows (again);

  g_assert_cmpstr (text, ==, wanted);
  g_assert_cmpstr (returned, ==, wanted);
  g_assert_cmpuint (dwell_problems_get_n (trace->problems), ==, n_lost > 0);
  if (n_lost > 0)
    {
      g_assert_cmpstr (dwell_problems_get (trace->problems, 0)->code, ==, "flows");
      g_assert_cmpuint (dwell_problems_get (trace->problems, 0)->count, ==, n_lost);
    }
}

static void
test_flows (void)
{
  /* The innermost around it; the end is the next that begins, or that around it. */
  assert_flows (STEP ("s", 1, 6, 1, "") STEP ("f", 2, 22, 1, ""), "b@6000>d@30000 n/c\n", 0);
  assert_flows (STEP ("s", 1, 2, 1, "") STEP ("f", 2, 12, 1, ENCLOSED), "a@2000>c@12000 n/c\n", 0);
  assert_flows (STEP ("s", 1, 11, 1, "") STEP ("f", 2, 10, 1, ""), "", 2);
  assert_flows (STEP ("s", 1, 10, 1, "") STEP ("f", 2, 10, 1, ""), "b@10000>c@10000 n/c\n", 0);
  assert_flows (STEP ("s", 1, 5, 1, "") STEP ("f", 2, 30, 1, ENCLOSED), "b@5000>d@30000 n/c\n", 0);
  /* Steps in any order; several in a row. */
  assert_flows (STEP ("f", 3, 45, 7, ENCLOSED) STEP ("t", 2, 15, 7, "") STEP ("s", 1, 1, 7, "")
                STEP ("t", 2, 31, 7, ""),
                "a@1000>c@15000 n/c\nc@15000>d@31000 n/c\nd@31000>e@45000 n/c\n", 0);
  /* The same id again is another flow; another category is, too. */
  assert_flows (STEP ("s", 1, 1, 1, "") STEP ("f", 2, 12, 1, ENCLOSED) STEP ("s", 1, 18, 1, "")
                STEP ("f", 2, 34, 1, ENCLOSED),
                "a@1000>c@12000 n/c\na@18000>d@34000 n/c\n", 0);
  assert_flows (STEP ("s", 1, 1, 1, "") STEP ("f", 2, 12, 1, ENCLOSED ",\"cat\":\"x\""), "", 2);
  assert_flows (STEP ("s", 1, 1, 1, ",\"scope\":\"x\"") STEP ("f", 2, 12, 1, ENCLOSED), "", 2);
  /* What began before the recording, what has no end, what is bound to no span. */
  assert_flows (STEP ("t", 1, 1, 1, "") STEP ("f", 2, 12, 1, ENCLOSED), "a@1000>c@12000 n/c\n", 0);
  assert_flows (STEP ("s", 1, 1, 1, "") STEP ("f", 2, 25, 1, ENCLOSED), "", 1);
  assert_flows (STEP ("s", 1, 1, 1, "") STEP ("f", 2, 36, 1, ""), "", 1);
  assert_flows (STEP ("s", 1, 1, 1, "") STEP ("f", 9, 12, 1, ENCLOSED), "", 1);
  assert_flows (STEP ("f", 2, 12, 1, ENCLOSED), "", 1);
}

/* A span on @thread that is a step of the flow @id. */
#define BOUND(phase, thread, name, time, id, more) \
  "{\"ph\":\"" phase "\",\"pid\":1,\"tid\":" #thread ",\"ts\":" #time \
  ",\"name\":\"" name "\",\"bind_id\":" id more "},\n"
#define OUT ",\"flow_out\":true"
#define IN  ",\"flow_in\":true"
#define FOR(duration) ",\"dur\":" #duration

/* Spans that are steps themselves. */
static void
test_bound_flows (void)
{
  /* b is such a step although another span begins with it, within it. */
  assert_flows (BOUND ("X", 4, "f", 3, "\"0x1\"", OUT FOR (9)) OTHER_WHOLE (4, "g", 3, 9)
                BOUND ("B", 5, "h", 6, "\"0x1\"", IN OUT)
                "{\"ph\":\"E\",\"pid\":1,\"tid\":5,\"ts\":8,\"args\":{\"x\":1}},\n"
                BOUND ("X", 6, "k", 7, "\"0x1\"", IN FOR (1)),
                "f@3000>h@6000 /\nh@6000>k@7000 /\n", 0);
  /* One can lead to several; what only flows in leads nowhere. */
  assert_flows (BOUND ("X", 4, "f", 3, "1", OUT FOR (9)) BOUND ("X", 5, "h", 6, "1", IN FOR (1))
                BOUND ("X", 6, "k", 7, "1", IN FOR (1)),
                "f@3000>h@6000 /\nf@3000>k@7000 /\n", 0);
  /* Numbers of other kinds of flows are others, and what flows neither in nor out is no step. */
  assert_flows (BOUND ("X", 4, "f", 3, "1", OUT FOR (9)) STEP ("f", 2, 12, 1, ENCLOSED)
                BOUND ("X", 5, "h", 6, "1", FOR (1)), "", 2);
  assert_flows (BOUND ("X", 4, "f", 3, "1", OUT FOR (9))
                BOUND ("X", 5, "h", 6, "1", ",\"flow_in\":false" FOR (1)), "", 1);
  /* Before a begin; two at one time; both kinds on one span. */
  assert_flows (BOUND ("X", 4, "f", 3, "1", IN FOR (9)) BOUND ("X", 5, "h", 6, "1", OUT FOR (1)),
                "", 2);
  assert_flows (BOUND ("X", 4, "f", 3, "1", OUT FOR (9)) BOUND ("X", 5, "h", 3, "1", IN FOR (1)),
                "f@3000>h@3000 /\n", 0);
  assert_flows (BOUND ("X", 4, "f", 3, "1", OUT FOR (9)) BOUND ("X", 5, "h", 6, "1", IN FOR (1))
                STEP ("s", 4, 4, 1, "") STEP ("f", 2, 12, 1, ENCLOSED),
                "f@3000>h@6000 /\nf@4000>c@12000 n/c\n", 0);
}

/* More spans at once than a track has rows. Limit: formats/store/MAX_ROWS */
static void
test_many_rows (void)
{
  g_autoptr(GString) text = g_string_new ("[" EVENT ("i", "end", 9999));
  g_autoptr(DwellTrace) trace = NULL;

  for (guint i = 0; i < 4100; i++)
    g_string_append_printf (text, "{\"ph\":\"b\",\"pid\":1,\"id\":%u,\"ts\":%u,\"name\":\"a\"},", i,
                            i);
  trace = open_text (text->str);
  g_assert_cmpuint (trace->n_rows, ==, 4096);
  g_assert_cmpuint (trace->n_spans, ==, 4096);
}

/* A span among many that overlap has no parent. Limit: formats/store/MAX_PARENT_STEPS */
static void
test_many_active (void)
{
  for (guint n = 4000; n <= 4090; n += 90)
    {
      g_autoptr(GString) text = g_string_new ("[" WHOLE ("outer", 0, 100000));
      g_autoptr(DwellTrace) trace = NULL;

      for (guint i = 1; i < n; i++)
        g_string_append_printf (text, "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":%u,\"dur\":5000,"
                                "\"name\":\"a\"},", i);
      g_string_append (text, "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":4500,\"dur\":9000,"
                       "\"name\":\"last\"}]");
      trace = open_text (text->str);
      g_assert_cmpuint (trace->span_parent[trace->n_spans - 1], ==, 0);
    }
}

/* Names, and what stands beside the events, are kept so far.
 * Limit: formats/store/DWELL_STORE_MAX_NAME_BYTES
 * Limit: formats/trace-event/MAX_OTHER_VALUES
 * Limit: formats/trace-event/MAX_OTHER_BYTES */
static void
test_long (void)
{
  g_autofree char *name = g_strnfill (70000, 'n');
  g_autofree char *other = g_strnfill (2000, 'o');
  g_autoptr(GString) text = g_string_new ("{\"otherData\":{\n");
  g_autoptr(DwellTrace) trace = NULL;
  g_auto(GStrv) lines = NULL;
  gint64 first_lost = strlen ("{\"otherData\":{\n\"long\":");

  g_string_append_printf (text, "\"long\":\"%s\"", other);
  for (guint i = 0; i < 70; i++)
    g_string_append_printf (text, ",\"k%u\":%u", i, i);
  g_string_append_printf (text, "},\"traceEvents\":[\n{\"ph\":\"X\",\"ts\":0,\"dur\":1,"
                          "\"name\":\"a\"},\n{\"ph\":\"X\",\"ts\":0,\"dur\":1,"
                          "\"name\":\"%s\"}]}", name);
  trace = open_text (text->str);
  file_fixture_assert_problem (trace, "too-many-values", 1 + 70 - 64, 2, first_lost);
  file_fixture_assert_problem (trace, "long-name", 1, 4, strstr (text->str, "nn") - text->str);
  g_assert_cmpuint (strlen (dwell_trace_get_area_name (trace, 1)), ==, 65536);
  lines = g_strsplit (g_variant_get_string (
    dwell_trace_get_property (trace, "other_data")->value, NULL), "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 64);
  g_assert_cmpstr (lines[63], ==, "k63: 63");
}

/* Members of an event in any order, some twice, some unknown, with or without space. */
static void
add_random_event (GRand   *rand,
                  GString *text)
{
  static const char * const members[] = {
    "\"ts\":1", "\"ts\" : 2.5", "\"ts\":\"3\"", "\"ts\":1e3", "\"ts\":.5", "\"ts\":7.",
    "\"ts\":0.0004", "\"ts\":1234567890123456", "\"ts\":-1.25", "\"ts\":x", "\"ph\":\"B\"",
    "\"ph\":\"X\"", "\"ph\":\"i\"", "\"pid\":1", "\"pid\":12", "\"pid\":\"1\"", "\"tid\":1",
    "\"tid\":[1]", "\"name\":\"a\"", "\"name\":\"a\\n\"", "\"name\":\"\"", "\"cat\":\"c\"",
    "\"dur\":4", "\"dur\":-4", "\"tdur\":6", "\"s\":\"g\"", "\"zone\":{}", "\"args\":{\"k\":1}",
    "\"bind_id\":1", "\"flow_in\":true", "\"name:\":1",
  };
  guint n = (guint) g_rand_int_range (rand, 0, 15);

  g_string_append (text, g_rand_boolean (rand) ? "{" : "{ ");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s",
                            i == 0 ? "" : g_rand_int_range (rand, 0, 4) > 0 ? "," : " , ",
                            members[g_rand_int_range (rand, 0, G_N_ELEMENTS (members))]);
  g_string_append (text, g_rand_int_range (rand, 0, 30) > 0 ? "}\n" : "\n");
}

static void
assert_same_text (const DwellJsonText *a,
                  const DwellJsonText *b)
{
  g_assert_cmpmem (a->p, a->length, b->p, b->length);
  g_assert_cmpint (a->is_escaped, ==, b->is_escaped);
}

static void
assert_same_pair (const DwellPairs *a,
                  guint32           in_a,
                  const DwellPairs *b,
                  guint32           in_b)
{
  const DwellPair *of_a = &g_array_index (a->pairs, DwellPair, in_a);
  const DwellPair *of_b = &g_array_index (b->pairs, DwellPair, in_b);

  assert_same_text (&of_a->first, &of_b->first);
  assert_same_text (&of_a->second, &of_b->second);
}

/* An event behind others, whose keys are remembered, is read as it is alone. */
static void
test_keys (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (13);
  guint n_good = 0;

  for (guint round = 0; round < 3000; round++)
    {
      g_autoptr(DwellTraceEventBlock) all = dwell_trace_event_block_new ();
      g_autoptr(GString) text = g_string_new (NULL);

      for (guint i = 0; i < 6; i++)
        add_random_event (rand, text);
      dwell_trace_event_block_parse (all, (DwellScan) { text->str, text->str + text->len },
                                     text->str);

      for (guint i = 0; i < all->events->len; i++)
        {
          const DwellTraceEvent *event = &g_array_index (all->events, DwellTraceEvent, i);
          g_autoptr(DwellTraceEventBlock) one = dwell_trace_event_block_new ();
          const DwellTraceEvent *alone;

          dwell_trace_event_block_parse (one, (DwellScan) { text->str, text->str + text->len },
                                         text->str + event->offset);
          alone = &g_array_index (one->events, DwellTraceEvent, 0);
          g_assert_cmpint (event->faults, ==, alone->faults);
          if (event->faults & DWELL_TRACE_EVENT_IS_BAD)
            continue;

          n_good++;
          g_assert_cmpint (event->time_ns, ==, alone->time_ns);
          g_assert_cmpint (event->duration_ns, ==, alone->duration_ns);
          g_assert_cmpint (event->phase, ==, alone->phase);
          g_assert_cmpint (event->reach, ==, alone->reach);
          g_assert_cmpuint (event->n_args, ==, alone->n_args);
          g_assert_cmpuint (event->extra == DWELL_NONE, ==, alone->extra == DWELL_NONE);
          assert_same_pair (&all->names, event->name, &one->names, alone->name);
          assert_same_pair (&all->threads, event->thread, &one->threads, alone->thread);
        }
    }

  g_assert_cmpuint (n_good, >, 10000);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/trace-event/worked", test_worked);
  g_test_add_func ("/trace-event/forms", test_forms);
  g_test_add_func ("/trace-event/keys", test_keys);
  g_test_add_func ("/trace-event/pairing", test_pairing);
  g_test_add_func ("/trace-event/nesting", test_nesting);
  g_test_add_func ("/trace-event/times", test_times);
  g_test_add_func ("/trace-event/offset", test_offset);
  g_test_add_func ("/trace-event/offset/written", test_offset_written);
  g_test_add_func ("/trace-event/contexts", test_contexts);
  g_test_add_func ("/trace-event/others", test_others);
  g_test_add_func ("/trace-event/damage", test_damage);
  g_test_add_func ("/trace-event/nothing", test_nothing);
  g_test_add_func ("/trace-event/blocks", test_blocks);
  g_test_add_func ("/trace-event/blocks/beside", test_blocks_beside);
  g_test_add_func ("/trace-event/args", test_args);
  g_test_add_func ("/trace-event/args/damage", test_args_damage);
  g_test_add_func ("/trace-event/args/limits", test_args_limits);
  g_test_add_func ("/trace-event/flows", test_flows);
  g_test_add_func ("/trace-event/bound-flows", test_bound_flows);
  g_test_add_func ("/trace-event/returns", test_returns);
  g_test_add_func ("/trace-event/returns/siblings", test_returns_siblings);
  g_test_add_func ("/trace-event/incomplete", test_incomplete);
  g_test_add_func ("/trace-event/range", test_range);
  g_test_add_func ("/trace-event/suspensions", test_suspensions);
  g_test_add_func ("/trace-event/compressed", test_compressed);
  g_test_add_func ("/trace-event/every-byte", test_every_byte);
  g_test_add_func ("/trace-event/many-rows", test_many_rows);
  g_test_add_func ("/trace-event/many-active", test_many_active);
  g_test_add_func ("/trace-event/many-open", test_many_open);
  g_test_add_func ("/trace-event/long", test_long);
  g_test_add_func ("/trace-event/long-event", test_long_event);

  return g_test_run ();
}
