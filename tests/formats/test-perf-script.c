/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of perf script: heads and frames of all forms, contexts, weights, spans, lines, marks;
 * damage; every truncation and every flipped byte of a file. */
#include "config.h"

#include <string.h>

#include "core/dwell-error.h"
#include "formats/common/dwell-export-settings.h"
#include "formats/dwell-formats.h"
#include "formats/perf-script/dwell-perf-line.h"
#include "formats/perf-script/dwell-perf-samples.h"
#include "support/file-fixture.h"

static DwellTrace *
open_bytes (const char  *bytes,
            gsize        length,
            const char  *option,
            GError     **error)
{
  const char * const key_values[] = { option, NULL };

  return file_fixture_open ("perf-script", bytes, length, key_values, error);
}

static DwellTrace *
open_text (const char *text,
           const char *option)
{
  return file_fixture_open_text ("perf-script", text, option);
}

/* The tree, depth first: “context name count/total/self” with a dot for each caller. */
static char *
describe (const DwellTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < trace->n_stack_nodes; i++)
    {
      if (trace->node_parent[i] == DWELL_NONE)
        g_string_append_printf (text, "%s ",
                                dwell_trace_get_context_name (trace, trace->node_context[i]));
      for (guint32 p = trace->node_parent[i]; p != DWELL_NONE; p = trace->node_parent[p])
        g_string_append_c (text, '.');
      g_string_append_printf (text, "%s %" G_GUINT64_FORMAT "/%" G_GINT64_FORMAT
                              "/%" G_GINT64_FORMAT ", ",
                              dwell_trace_get_area_name (trace, trace->node_area[i]),
                              trace->node_count[i], trace->node_total[i], trace->node_self[i]);
    }

  return g_string_free (text, FALSE);
}

static void
assert_tree (const char *file,
             const char *option,
             const char *expected)
{
  g_autoptr(DwellTrace) trace = open_text (file, option);
  g_autofree char *text = describe (trace);

  g_assert_cmpstr (text, ==, expected);
}

static gboolean
is_text (DwellScan   text,
         const char *expected)
{
  return dwell_perf_is (text, expected);
}

static void
test_heads (void)
{
  static const struct {
    const char *line;
    const char *comm;
    gint64      process; /* -2: none */
    gint64      thread;
    gint64      time;    /* -1: none */
    gint64      period;  /* -1: none */
    const char *event;
    const char *rest;
  } cases[] = {
    { "java 19983 cycles:", "java", -2, 19983, -1, -1, "cycles", "" },
    { "dd 29776 666709.771979:   10101010 cpu-clock: ", "dd", -2, 29776, 666709771979000, 10101010,
      "cpu-clock", "" },
    { "   simple-t     9/9     198791.127353: cpu-clock: ", "simple-t", 9, 9, 198791127353000, -1,
      "cpu-clock", "" },
    { "V8 WorkerThread 24636/25607 [003]  1.5: 7 cycles:u: ", "V8 WorkerThread", 24636, 25607,
      1500000000, 7, "cycles:u", "" },
    { "FS Broker 5858  5858 [001] 2.000000001: 1 task-clock:ppp:", "FS Broker 5858", -2, 5858,
      2000000001, 1, "task-clock:ppp", "" },
    { "swapper 0 [012] d..1 3.0: sched:sched_switch: prev_comm=a ==> b", "swapper", -2, 0,
      3000000000, -1, "sched:sched_switch", "prev_comm=a ==> b" },
    { ":-1 -1 [000] 3.0: 1 cycles:", ":-1", -2, -1, 3000000000, 1, "cycles", "" },
    { "false 39654 19115.489713: 1 cycles:u:  ffff [unknown] ([unknown])", "false", -2, 39654,
      19115489713000, 1, "cycles:u", "ffff [unknown] ([unknown])" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *line = cases[i].line;
      DwellPerfHead head;

      g_test_message ("%s", line);
      g_assert_true (dwell_perf_parse_head ((DwellScan) { line, line + strlen (line) }, &head));
      g_assert_true (is_text (head.comm, cases[i].comm));
      g_assert_cmpint (head.has_process ? head.process : -2, ==, cases[i].process);
      g_assert_cmpint (head.thread, ==, cases[i].thread);
      g_assert_cmpint (head.has_time ? head.time : -1, ==, cases[i].time);
      g_assert_cmpint (head.has_period ? (gint64) head.period : -1, ==, cases[i].period);
      g_assert_true (is_text (head.event, cases[i].event));
      g_assert_true (is_text (head.rest, cases[i].rest));
    }
}

static void
test_frames (void)
{
  static const struct {
    const char *line;
    const char *symbol; /* NULL: it is none */
    const char *dso;
  } cases[] = {
    { "\t  414b3b fsnotify (/build/vmlinux)", "fsnotify", "/build/vmlinux" },
    { "ffff81 a+0x1f ([kernel.kallsyms])", "a", "[kernel.kallsyms]" },
    { "  0 [unknown] ([unknown])", "[unknown]", "[unknown]" },
    { " 13a8 RegExp:[&<>\\\"\\'] (/srv/perf-7539.map)", "RegExp:[&<>\\\"\\']",
      "/srv/perf-7539.map" },
    { " c6 std::_F<int (), a>::_M (b) const+0x3 (/x y/lib.so)", "std::_F<int (), a>::_M (b) const",
      "/x y/lib.so" },
    { " c6 f+0xz (/memfd:a (deleted))", "f+0xz", "/memfd:a (deleted)" },
    { " c6 f (inlined)\r", "f", "inlined" },
    { " c6  (x)", "", "x" },
    { " c6 (x)", "", "x" },
    { " zz f (x)", NULL, NULL },
    { " c6", NULL, NULL },
    { " c6 f", NULL, NULL },
    { " c6 f(x)", NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *line = cases[i].line;
      DwellPerfFrame frame;
      gboolean is_frame = dwell_perf_parse_frame ((DwellScan) { line, line + strlen (line) },
                                                  &frame);

      g_test_message ("%s", line);
      g_assert_cmpint (is_frame, ==, cases[i].symbol != NULL);
      g_assert_true (!is_frame || is_text (frame.symbol, cases[i].symbol));
      g_assert_true (!is_frame || is_text (frame.dso, cases[i].dso));
    }
}

/* A sample of thread 5 of “a”, at @time, with the frames main and @leaf. */
#define SAMPLE(time, leaf) \
  "a 5 " time ": 10 cpu-clock:\n\t1 " leaf "+0x1 (/l.so)\n\t2 main (/bin/a)\n\n"

static void
test_tree (void)
{
  const char *file = SAMPLE ("1.0", "f") SAMPLE ("1.1", "g") SAMPLE ("1.2", "f")
                     "b 6 1.0: 7 cpu-clock:\n";
  g_autoptr(DwellTrace) trace = open_text (file, NULL);

  assert_tree (file, NULL, "a main 0/30/0, .f 2/20/20, .g 1/10/10, b (no stack) 1/7/7, ");
  g_assert_cmpint (trace->total_weight, ==, 37);
  g_assert_true (trace->weights_are_times);
  g_assert_cmpuint (dwell_problems_get_total (trace->problems), ==, 0);
  /* Without a time, a period, a number of a process; the empty line right behind the head. */
  assert_tree ("a 5 cycles:\n\n 1 f (x)\n 2 main (x)\na 5 cycles:\n 1 f (x)\n", NULL,
               "a main 0/1/0, .f 1/1/1, a f 1/1/1, ");
}

static void
test_areas (void)
{
  g_autoptr(DwellTrace) trace =
    open_text ("a 5 1.0: 10 cycles:\n 1 deep (inlined)\n 2 [unknown] (/usr/lib/libc.so.6)\n"
               " 3 sys (/lib/x.ko)\n 4 v ([vdso])\n 5 k ([kernel.kallsyms])\n"
               " 6 [unknown] ([unknown])\n", NULL);
  static const char * const expected[][3] = {
    { "[unknown]", "", "" }, { "k", "[kernel.kallsyms]", "kernel" }, { "v", "[vdso]", "" },
    { "sys", "/lib/x.ko", "kernel" }, { "[libc.so.6]", "/usr/lib/libc.so.6", "" },
    { "deep", "/usr/lib/libc.so.6", "inlined" },
  };

  g_assert_cmpuint (trace->n_stack_nodes, ==, G_N_ELEMENTS (expected));
  for (guint32 i = 0; i < trace->n_stack_nodes; i++)
    {
      const DwellArea *area = &trace->areas[trace->node_area[i]];

      g_assert_cmpstr (dwell_trace_get_string (trace, area->name), ==, expected[i][0]);
      g_assert_cmpstr (dwell_trace_get_string (trace, area->file), ==, expected[i][1]);
      g_assert_cmpstr (dwell_trace_get_string (trace, area->module), ==, expected[i][2]);
    }
  g_assert_cmpstr (dwell_trace_get_string (trace, trace->weight_unit), ==, "cycles");
  g_assert_false (trace->weights_are_times);
}

static void
test_contexts (void)
{
  g_autoptr(DwellTrace) trace =
    open_text ("sh 7/7 1.0: cycles:\n 1 f (x)\n\nls 7/7 1.1: cycles:\n 1 f (x)\n\n"
               "t 7/8 1.2: cycles:\n 1 f (x)\n\n", NULL);

  g_assert_cmpuint (trace->n_contexts, ==, 3);
  g_assert_cmpint (trace->contexts[0].kind, ==, DWELL_CONTEXT_PROCESS);
  g_assert_cmpuint (trace->contexts[0].id, ==, 7);
  g_assert_cmpstr (dwell_trace_get_context_name (trace, 1), ==, "ls");
  g_assert_cmpuint (trace->contexts[1].parent, ==, 0);
  g_assert_cmpuint (trace->contexts[2].parent, ==, 0);
  g_assert_cmpuint (trace->contexts[2].id, ==, 8);
}

static void
test_events (void)
{
  const char *file = "a 5 1.0: 10 cycles:\n 1 f (x)\n\na 5 1.0: 20 instructions:\n 1 g (x)\n\n"
                     "a 5 1.1: 30 cycles:\n 1 f (x)\n\n";
  g_autoptr(DwellTrace) trace = open_text (file, NULL);
  g_autoptr(GError) error = NULL;

  assert_tree (file, NULL, "a f 2/40/40, ");
  assert_tree (file, "Event=instructions", "a g 1/20/20, ");
  g_assert_cmpstr (g_variant_get_string (dwell_trace_get_property (trace, "events")->value, NULL),
                   ==, "cycles (2) instructions (1)");
  g_assert_null (open_bytes (file, strlen (file), "Event=x", &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_OPTION);
}

/* “name begin-end” of each span. */
static char *
describe_spans (const DwellTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < trace->n_spans; i++)
    g_string_append_printf (text, "%s %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT ", ",
                            dwell_trace_get_area_name (trace, trace->span_area[i]),
                            dwell_trace_get_span_begin (trace, i) / 1000000,
                            dwell_trace_get_span_end (trace, i) / 1000000);

  return g_string_free (text, FALSE);
}

/* Samples that follow one another have their frames in common; a gap ends all. */
static void
test_spans (void)
{
  g_autoptr(DwellTrace) trace = open_text (SAMPLE ("1.000", "f") SAMPLE ("1.010", "f")
                                           SAMPLE ("1.030", "g") SAMPLE ("1.020", "g")
                                           SAMPLE ("1.500", "g") "b 6 1.100: 7 cpu-clock:\n", NULL);
  g_autofree char *text = describe_spans (trace);
  g_autoptr(DwellTrace) untimed = open_text ("a 5 cycles:\n 1 f (x)\n\nb 6 cycles:\n 1 g (x)\n\n"
                                             "a 5 cycles:\n 1 f (x)\n\na 5 cycles:\n 1 f (x)\n",
                                             NULL);

  g_assert_cmpstr (text, ==, "main 0-60, f 0-20, g 20-60, main 500-510, g 500-510, "
                             "(no stack) 100-110, ");
  g_assert_true (trace->spans_are_sequence);
  g_assert_cmpint (trace->axis, ==, DWELL_AXIS_TIME);
  g_assert_cmpint (trace->begin, ==, 0);
  g_assert_cmpint (trace->end, ==, 510000000);
  g_assert_cmpint (g_variant_get_int64 (dwell_trace_get_property (trace, "time_offset")->value),
                   ==, 1000000000);

  g_assert_cmpint (untimed->axis, ==, DWELL_AXIS_SAMPLES);
  g_assert_cmpuint (untimed->n_spans, ==, 3);
  g_assert_cmpint (dwell_trace_get_span_begin (untimed, 1), ==, 2);
  g_assert_cmpint (dwell_trace_get_span_end (untimed, 1), ==, 4);
}

static void
test_lines (void)
{
  g_autoptr(DwellTrace) trace =
    open_text ("a 5 1.0: 10 cpu-clock:\n 1 f (x)\n  a.c:12\n 2 main (x)\n  a.c:40\n\n"
               "a 5 1.1: 20 cpu-clock:\n 1 f (x)\n  a.c:12\n\n"
               "a 5 1.2: 20 cpu-clock:\n 1 f (x)\n  x[27b25]\n\n"
               "a 5 1.2: 20 cpu-clock:\n 1 f (x)\n  ??:0\n\n", NULL);

  g_assert_cmpuint (trace->n_lines, ==, 1);
  g_assert_cmpuint (trace->lines[0].hits, ==, 2);
  g_assert_cmpint (trace->lines[0].time, ==, 30);
  g_assert_cmpuint (trace->areas[trace->lines[0].area].line, ==, 12);
  g_assert_cmpuint (dwell_problems_get_total (trace->problems), ==, 0);
}

/* Tracepoints are marks; without -g a frame stands beside the event. */
static void
test_rest (void)
{
  g_autoptr(DwellTrace) trace =
    open_text ("a 5 2.0: cycles: 1f f+0x3 (x)\n"
               "b 6 1.0: sched:sched_switch: prev=a next=b\nb 6 3.0: sched:x: y\n", NULL);
  g_autofree char *tree = describe (trace);

  g_assert_cmpstr (tree, ==, "a f 1/1/1, ");
  g_assert_cmpuint (trace->n_marks, ==, 2);
  g_assert_cmpint (trace->mark_time[0], ==, 0);
  g_assert_cmpint (trace->mark_time[1], ==, 2000000000);
  g_assert_cmpstr (dwell_trace_get_string (trace, trace->mark_text[0]), ==, "prev=a next=b");
}

static void
test_header (void)
{
  g_autoptr(DwellTrace) trace = open_text ("# ========\n# captured on    : Thu\n# hostname : h\n"
                                           "# cmdline : /usr/bin/perf record: x\n#\n"
                                           SAMPLE ("1.0", "f") "# hostname : other\n", NULL);

  g_assert_cmpstr (g_variant_get_string (dwell_trace_get_property (trace, "hostname")->value,
                                         NULL), ==, "h");
  g_assert_cmpstr (g_variant_get_string (dwell_trace_get_property (trace, "command")->value, NULL),
                   ==, "/usr/bin/perf record: x");
}

static void
test_damage (void)
{
  static const struct {
    const char *file;
    const char *code; /* NULL: no problem */
    const char *tree;
  } cases[] = {
    { "a 5 1.0: cycles:\n what\n", "bad-line", "a (no stack) 1/1/1, " },
    { "a 5 1.0: cycles:\n 1 f (x)\na 5 [000] 1.0: PERF_RECORD_MMAP: x\n", "bad-line",
      "a f 1/1/1, " },
    { "a 5 1.0: cycles:\n 1 f (x)\nLOST 5 events\n", NULL, "a f 1/1/1, " },
    { " 1 f (x)\na 5 1.0: cycles:\n 1 f (x)\n", "frame-without-sample", "a f 1/1/1, " },
    { "a 5 1.0: cycles:\n 1 f (x)\n\n 1 g (x)\n", "frame-without-sample", "a f 1/1/1, " },
    { "a 5 1.0: 9223372036854775807 x:\n 1 f (x)\na 5 1.0: 1 x:\n 1 f (x)\n", "large-weight",
      "a f 2/9223372036854775807/9223372036854775807, " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(DwellTrace) trace = open_text (cases[i].file, NULL);
      g_autofree char *tree = describe (trace);

      g_test_message ("%s", cases[i].file);
      g_assert_cmpuint (dwell_problems_get_n (trace->problems), ==, cases[i].code != NULL);
      if (cases[i].code != NULL)
        g_assert_cmpstr (dwell_problems_get (trace->problems, 0)->code, ==, cases[i].code);
      g_assert_cmpstr (tree, ==, cases[i].tree);
    }
}

/* Stacks that are too deep, for the tree and for the timeline; a line that is too long; more events
 * than are counted. Limit: formats/perf-script/DWELL_PERF_MAX_FRAMES,
 * Limit: formats/perf-script/MAX_DEPTH, Limit: formats/perf-script/MAX_LINE_BYTES,
 * Limit: formats/perf-script/MAX_EVENTS */
static void
test_limits (void)
{
  g_autoptr(GString) text = g_string_new ("a 5 1.0: cycles:\n");
  g_autofree char *name = g_strnfill (2 << 20, 'x');
  g_autoptr(DwellTrace) trace = NULL;
  guint n_rows = 0;

  for (guint i = 0; i < DWELL_PERF_MAX_FRAMES + 5; i++)
    g_string_append (text, " 1 f (x)\n");
  g_string_append_printf (text, "a 5 1.1: cycles:\n 1 %s (x)\n", name);
  for (guint i = 0; i < 300; i++)
    g_string_append_printf (text, "a 5 1.2: e%u:\n", i);

  trace = open_text (text->str, NULL);
  g_assert_cmpuint (trace->n_stack_nodes, ==, DWELL_PERF_MAX_FRAMES + 1);
  for (guint32 i = 0; i < trace->n_tracks; i++)
    n_rows += trace->tracks[i].n_rows;
  g_assert_cmpuint (n_rows, ==, 256);
  g_assert_nonnull (strstr (
    g_variant_get_string (dwell_trace_get_property (trace, "events")->value, NULL), " e254 "));
  g_assert_null (strstr (
    g_variant_get_string (dwell_trace_get_property (trace, "events")->value, NULL), " e255 "));
  g_assert_cmpuint (dwell_problems_get_n (trace->problems), >=, 2);
}

/* Blocks of the file end within samples: the figures are those of one after the other. */
static void
test_blocks (void)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(DwellTrace) trace = NULL;
  g_autofree char *tree = NULL;

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (text, "a 5 %u.%06u: 10 cpu-clock:\n\t1 %s+0x%x (/l.so)\n"
                            "\t2 main (/bin/a)\n\n", i / 1000, i % 1000 * 1000,
                            i % 4 == 0 ? "f" : "g", i);

  trace = open_text (text->str, NULL);
  tree = describe (trace);
  g_assert_cmpstr (tree, ==, "a main 0/200000/0, .f 5000/50000/50000, .g 15000/150000/150000, ");
  g_assert_cmpuint (trace->n_spans, ==, 1 + 10000);
}

static void
test_nothing (void)
{
  const char *file = "# ========\n# captured on: x\n";
  g_autoptr(GError) error = NULL;

  g_assert_null (open_bytes (file, strlen (file), NULL, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_SYNTAX);
}

static void
test_broken (void)
{
  const char *text = "# ========\n# cmdline : x\na b 7/8 [001] d..1 1.5: 10 cycles:u:\n"
                     "\tff f+0x1 (inlined)\n  a.c:3\n\t2 [unknown] (/x (deleted))\n\n"
                     "c 9 2.25: 5 cycles:u: 1 g (y)\nc 9 2.5: sched:s: q=1\n"
                     "a b 7/8 1.75: 10 cycles:u:\n\tff f+0x1 ([k])\n";
  gsize length = strlen (text);

  for (gsize i = 0; i < 2 * length; i++)
    {
      g_autofree char *bytes = g_strdup (text);
      g_autoptr(GError) error = NULL;
      g_autoptr(DwellTrace) trace = NULL;
      gint64 sum = 0;

      if (i >= length)
        bytes[i - length] = (char) (bytes[i - length] ^ (1 << g_test_rand_int_range (0, 8)));
      trace = open_bytes (bytes, i < length ? i : length, NULL, &error);
      g_assert_true ((trace != NULL) == (error == NULL));
      for (guint32 k = 0; trace != NULL && k < trace->n_stack_nodes; k++)
        sum += trace->node_self[k];
      if (trace != NULL)
        g_assert_cmpint (sum, ==, trace->total_weight);
    }
}

/* An export says that it has no timeline: spans that show samples are no calls. */
static void
test_text1 (void)
{
  g_autoptr(DwellTrace) trace = open_text ("a 1 [000] 1.000000: cycles:\n\t1 f (x)\n\n"
                                           "a 1 [000] 1.000100: cycles:\n\t2 g (x)\n\n", NULL);
  const DwellFormat *format = dwell_formats_find_writer ("text1");
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellExportSettings) settings = dwell_export_settings_new (format, "default", &error);
  g_autoptr(GArray) warnings = NULL;
  guint n_found = 0;

  g_assert_no_error (error);
  warnings = format->check (trace, settings, NULL);
  for (guint i = 0; i < warnings->len; i++)
    {
      const char *message = g_array_index (warnings, DwellExportWarning, i).message;

      g_assert_null (strstr (message, "no timeline"));
      n_found += strstr (message, "sequence of lines or samples") != NULL;
    }
  g_assert_cmpuint (n_found, ==, 1);
}

static void
test_recognition (void)
{
  static const struct {
    const char *head;
    gboolean    is_own;
  } heads[] = {
    { "# ========\n# captured on: x\n", TRUE },
    { SAMPLE ("1.0", "f"), TRUE },
    { "java 19983 cycles:\n1 f (x)\n", TRUE },
    { "a 5 1.0: cycles:u:  ffff [unknown] ([unknown])\n", TRUE },
    { "a 5 1.0: s:x: y\na 5 1.0: s:x: y\na 5 1.0: s:x: y\n", TRUE },
    { "a 5 1.0: s:x: y\n", FALSE },
    { "{\"a\": 5 1.0: cycles:\n 1 f (x)\n", FALSE },
    { "a;b 1\na;c 2\nb 3\n", FALSE },
    { "001234 11 { a\n002345 11 } a\n", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      const DwellFormat *format = dwell_formats_recognise (heads[i].head, strlen (heads[i].head));

      g_test_message ("%s", heads[i].head);
      g_assert_cmpint (format == dwell_formats_find ("perf-script"), ==, heads[i].is_own);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/perf-script/heads", test_heads);
  g_test_add_func ("/perf-script/frames", test_frames);
  g_test_add_func ("/perf-script/tree", test_tree);
  g_test_add_func ("/perf-script/areas", test_areas);
  g_test_add_func ("/perf-script/contexts", test_contexts);
  g_test_add_func ("/perf-script/events", test_events);
  g_test_add_func ("/perf-script/spans", test_spans);
  g_test_add_func ("/perf-script/lines", test_lines);
  g_test_add_func ("/perf-script/rest", test_rest);
  g_test_add_func ("/perf-script/header", test_header);
  g_test_add_func ("/perf-script/damage", test_damage);
  g_test_add_func ("/perf-script/limits", test_limits);
  g_test_add_func ("/perf-script/blocks", test_blocks);
  g_test_add_func ("/perf-script/nothing", test_nothing);
  g_test_add_func ("/perf-script/broken", test_broken);
  g_test_add_func ("/perf-script/text1", test_text1);
  g_test_add_func ("/perf-script/recognition", test_recognition);

  return g_test_run ();
}
