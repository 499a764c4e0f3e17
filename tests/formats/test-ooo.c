/* SPDX-License-Identifier: GPL-3.0-or-later */
/* RTL_LOGFILE logs: recognition, each rule with a small log of its own, the vectors, headers of
 * processes and of files put together, limits. */
#include "config.h"

#include <string.h>

#include "core/dwell-error.h"
#include "formats/dwell-formats.h"
#include "formats/ooo/dwell-ooo-line.h"
#include "formats/ooo/dwell-ooo.h"
#include "ooo-cases.h"
#include "ooo-dump.h"

static char *
with_nuls (const char *log,
           gsize      *length)
{
  char *text = g_strdup (log);

  *length = strlen (log);
  for (gsize i = 0; i < *length; i++)
    if (text[i] == '\x01')
      text[i] = '\0';

  return text;
}

/* Block borders must not matter. */
static void
test_case (gconstpointer data)
{
  const OooCase *item = data;
  gsize length;
  g_autofree char *log = with_nuls (item->log, &length);

  for (guint lines_per_block = 0; lines_per_block < 4; lines_per_block++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(DwellTrace) trace = ooo_read (log, length, "x.log", lines_per_block, &error);
      g_autofree char *dump = NULL;
      g_autofree char *problems = NULL;

      g_assert_no_error (error);
      ooo_check (trace);
      dump = ooo_dump (trace);
      g_assert_cmpstr (dump, ==, item->trace);
      problems = ooo_dump_problems (trace);
      g_assert_cmpstr (problems, ==, item->problems);
    }
}

/* A log with headers: the trace, properties and contexts that must come of it. */
typedef struct {
  const char *name;
  const char *file_name;
  const char *log;
  const char *trace;
  const char *problems;
  const char *properties;
  const char *contexts;   /* "name < parent" a line */
  gint64      wall_clock_ns;
} HeaderCase;

#define OPENED(seconds) "opening log file " seconds " seconds past January 1st 1970\n"
#define TIMER(ms) "corresponding to " ms " ms after timer start\n"

static const HeaderCase header_cases[] = {
  { "whole", "x_99.log",
    OPENED ("996743774.123456") TIMER ("3") "Process id is 4711\n000001 1 | : x\n"
    "closing log file at 000120",
    "thread 1: 1 message \"x\"\n", "",
    "wall_clock='2001-08-02T09:16:14.123456Z'\ntimer_at_opening_ms=3\nprocess_id=4711\n"
    "clean_exit=true\nclosing_time_ms=120\n",
    "process 4711\nthread 1 < process 4711\n",
    G_GINT64_CONSTANT (996743774120456000) },
  { "decimal-comma", "x.log",
    OPENED ("996743774,5") TIMER ("0") "Process id is 1\n",
    "", "",
    "wall_clock='2001-08-02T09:16:14.500000Z'\ntimer_at_opening_ms=0\nprocess_id=1\n"
    "clean_exit=false\n",
    "process 1\n", G_GINT64_CONSTANT (996743774500000000) },
  { "no-clock", "x.log",
    "Process id is 7\n000001 1 | : x\n",
    "thread 1: 1 message \"x\"\n", "",
    "process_id=7\nclean_exit=false\n", "process 7\nthread 1 < process 7\n", DWELL_TIME_NONE },
  { "bad-clock", "x.log",
    "opening log file when it was noon\n" TIMER ("0") "Process id is 7\n000001 1 | : x\n",
    "thread 1: 1 message \"x\"\n", "bad-header x1 line 1\n",
    "timer_at_opening_ms=0\nprocess_id=7\nclean_exit=false\n", "process 7\nthread 1 < process 7\n",
    DWELL_TIME_NONE },
  { "no-timer", "x.log",
    OPENED ("1.0") "Process id is 7\n000001 1 | : x\n",
    "thread 1: 1 message \"x\"\n", "",
    "wall_clock='1970-01-01T00:00:01.000000Z'\nprocess_id=7\nclean_exit=false\n",
    "process 7\nthread 1 < process 7\n", DWELL_TIME_NONE },
  { "name-of-the-file", "soffice_4711.log",
    "000001 1 | : x\n",
    "thread 1: 1 message \"x\"\n", "", "process_id=4711\nclean_exit=false\n",
    "thread 1\n", DWELL_TIME_NONE },
  { "name-of-a-compressed-file", "soffice_4711.log.gz",
    "000001 1 | : x\n",
    "thread 1: 1 message \"x\"\n", "", "process_id=4711\nclean_exit=false\n",
    "thread 1\n", DWELL_TIME_NONE },
  { "nopid", "soffice_4711.nopid",
    "000001 1 | : x\n",
    "thread 1: 1 message \"x\"\n", "", "clean_exit=false\n", "thread 1\n", DWELL_TIME_NONE },
  { "no-pid-in-name", "soffice4711.log",
    "000001 1 | : x\n",
    "thread 1: 1 message \"x\"\n", "", "clean_exit=false\n", "thread 1\n", DWELL_TIME_NONE },
  { "cut-pid", "x.log",
    OPENED ("1.0") TIMER ("0") "Process id is 47",
    "", "cut-line x1 line 3\n",
    "wall_clock='1970-01-01T00:00:01.000000Z'\ntimer_at_opening_ms=0\nclean_exit=false\n", "",
    G_GINT64_CONSTANT (1000000000) },
  { "put-together", "x.log",
    OPENED ("100.0") TIMER ("0") "Process id is 1\n000001 1 { f\n000002 1 } f\n"
    "closing log file at 000003" OPENED ("101.5") TIMER ("10") "Process id is 2\n"
    "000012 1 { f\n000013 2 | : x\nclosing log file at 000020",
    "#0 process 1, thread 1 row 0: 1-2 self 1 function \"f\"\n"
    "#1 process 2, thread 1 row 0: 1502-1510 self 8 function \"f\" [missing]\n"
    "process 2, thread 2: 1503 message \"x\"\n",
    "open-at-end x1 line 11\n",
    "wall_clock='1970-01-01T00:01:40.000000Z'\ntimer_at_opening_ms=0\nprocess_id='1, 2'\n"
    "processes=2\nclean_exit=true\n",
    "process 1\nprocess 1, thread 1 < process 1\nprocess 2\nprocess 2, thread 1 < process 2\n"
    "process 2, thread 2 < process 2\n",
    G_GINT64_CONSTANT (100000000000) },
  { "put-together-after-a-crash", "x.log",
    OPENED ("100.0") TIMER ("0") "Process id is 1\n000001 1 { f\n000002 1 | f : cut"
    OPENED ("99.0") TIMER ("0") "Process id is 1\n000012 1 { f\n000013 1 } f\n",
    "#0 process 1, thread 1 row 0: 1-2 self 1 function \"f\" [missing]\n"
    "#1 process 1 (2), thread 1 row 0: -988--987 self 1 function \"f\"\n"
    "process 1, thread 1: 2 message \"cut\" of \"f\" in #0\n",
    "cut-line x1 line 5\nopen-at-end x1 line 5\n",
    "wall_clock='1970-01-01T00:01:40.000000Z'\ntimer_at_opening_ms=0\nprocess_id='1, 1'\n"
    "processes=2\nclean_exit=false\n",
    "process 1\nprocess 1, thread 1 < process 1\nprocess 1 (2)\n"
    "process 1 (2), thread 1 < process 1 (2)\n",
    G_GINT64_CONSTANT (100000000000) },
  { "put-together-without-clocks", "x.log",
    "000001 1 | : x\nProcess id is 2\n000001 1 | : y\nclosing log file at 000009"
    "Process id is 3\n000001 1 | : z\n",
    "unknown process, thread 1: 1 message \"x\"\nprocess 2, thread 1: 1 message \"y\"\n"
    "process 3, thread 1: 1 message \"z\"\n",
    "", "process_id='2, 3'\nprocesses=3\nclean_exit=false\n",
    "unknown process, thread 1\nprocess 2\nprocess 2, thread 1 < process 2\nprocess 3\n"
    "process 3, thread 1 < process 3\n", DWELL_TIME_NONE },
  { "put-together-torn", "x.log",
    "000001 1 | : 000002 2 | : y\n" OPENED ("1.0") TIMER ("0") "Process id is 2\nx\n"
    "000005 1 | : z\n",
    "unknown process, thread 2: 2 message \"y\"\nunknown process, thread 1: 1 message \"\"\n"
    "process 2, thread 1: 5 message \"z\"\n",
    "torn-line x1 line 1\nstray-line x1 line 5\n",
    "process_id=2\nprocesses=2\nclean_exit=false\n",
    "unknown process, thread 1\nunknown process, thread 2\nprocess 2\n"
    "process 2, thread 1 < process 2\n", DWELL_TIME_NONE },
  { "byte-order-marks", "x.log",
    "\xef\xbb\xbf" "Process id is 1\n000001 1 | : x\n"
    "\xef\xbb\xbf" "Process id is 2\n000001 1 | : y\n",
    "process 1, thread 1: 1 message \"x\"\nprocess 2, thread 1: 1 message \"y\"\n",
    "", "process_id='1, 2'\nprocesses=2\nclean_exit=false\n",
    "process 1\nprocess 1, thread 1 < process 1\nprocess 2\nprocess 2, thread 1 < process 2\n",
    DWELL_TIME_NONE },
};

static char *
dump_contexts (const DwellTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < trace->n_contexts; i++)
    {
      g_string_append (text, dwell_trace_get_context_name (trace, i));
      if (trace->contexts[i].parent != DWELL_NONE)
        g_string_append_printf (text, " < %s",
                                dwell_trace_get_context_name (trace, trace->contexts[i].parent));
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

static void
test_header (gconstpointer data)
{
  const HeaderCase *item = data;

  for (guint lines_per_block = 0; lines_per_block < 4; lines_per_block++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(DwellTrace) trace = ooo_read (item->log, strlen (item->log), item->file_name,
                                              lines_per_block, &error);
      g_autofree char *dump = NULL;
      g_autofree char *problems = NULL;
      g_autofree char *properties = NULL;
      g_autofree char *contexts = NULL;

      g_assert_no_error (error);
      ooo_check (trace);
      dump = ooo_dump (trace);
      g_assert_cmpstr (dump, ==, item->trace);
      problems = ooo_dump_problems (trace);
      g_assert_cmpstr (problems, ==, item->problems);
      properties = ooo_dump_properties (trace);
      g_assert_cmpstr (properties, ==, item->properties);
      contexts = dump_contexts (trace);
      g_assert_cmpstr (contexts, ==, item->contexts);
      g_assert_cmpint (trace->wall_clock_ns, ==, item->wall_clock_ns);
    }
}

static DwellTrace *
read_vector (const char *name)
{
  g_autofree char *path = g_strconcat ("ooo/", name, NULL);
  g_autoptr(GBytes) bytes = ooo_load (path);
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = ooo_read (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), name, 0,
                                &error);

  g_assert_no_error (error);
  ooo_check (trace);
  return trace;
}

static void
test_doc_example (void)
{
  g_autoptr(DwellTrace) trace = read_vector ("doc_example.log");
  g_autofree char *dump = ooo_dump (trace);
  g_autofree char *properties = ooo_dump_properties (trace);
  const DwellArea *area = &trace->areas[trace->mark_area[0]];

  g_assert_cmpstr (dump, ==,
                   "#0 thread 11 row 0: 1234-4567 self 2222 function "
                   "\"desktop (cd100003) ::Desktop::OpenStartupscreen\"\n"
                   "#1 thread 11 row 1: 2345-3456 self 1111 scope \"lengthy calculation\" in #0\n"
                   "thread 11: 99999 message \"Startup finished\" of "
                   "\"desktop (cd100003) ::Desktop::CloseStartupscreen\"\n");
  g_assert_cmpstr (properties, ==, "clean_exit=false\n");
  g_assert_cmpuint (dwell_problems_get_total (trace->problems), ==, 0);
  g_assert_cmpstr (dwell_trace_get_string (trace, area->module), ==, "desktop");
  g_assert_cmpstr (dwell_trace_get_string (trace, area->author), ==, "cd100003");
  g_assert_cmpstr (dwell_trace_get_string (trace, area->function), ==,
                   "::Desktop::CloseStartupscreen");
  g_assert_cmpuint (trace->n_events, ==, 5);
  g_assert_cmpint (trace->begin, ==, G_GINT64_CONSTANT (1234000000));
  g_assert_cmpint (trace->end, ==, G_GINT64_CONSTANT (99999000000));
}

static void
test_clean (void)
{
  g_autoptr(DwellTrace) trace = read_vector ("clean_4711.log");
  g_autofree char *dump = ooo_dump (trace);
  g_autofree char *properties = ooo_dump_properties (trace);
  g_autofree char *contexts = dump_contexts (trace);
  const DwellArea *area = &trace->areas[trace->span_area[2]];

  g_assert_cmpstr (dump, ==,
                   "#0 thread 1 row 0: 10-110 self 60 function "
                   "\"desktop (cd100003) ::Desktop::Init\"\n"
                   "#1 thread 1 row 1: 20-60 self 20 function "
                   "\"sfx2 (mb93783) ::SfxApplication::SfxApplication\" in #0\n"
                   "#2 thread 1 row 2: 25-45 self 20 scope \"initialize DDE\" in #1\n"
                   "#3 thread 2 row 0: 35-70 self 35 function \"SW (JP93722) SwDLL\"\n"
                   "thread 1: 1 message \"PERFORMANCE - enter Main()\"\n"
                   "thread 1: 2 message \"\" of \"desktop (cd100003) ::Desktop::Desktop\"\n"
                   "thread 1: 80 message \"Startup finished\" of "
                   "\"desktop (cd100003) ::Desktop::CloseStartupscreen\"\n");
  g_assert_cmpstr (properties, ==,
                   "wall_clock='2001-08-02T09:16:14.123456Z'\ntimer_at_opening_ms=0\n"
                   "process_id=4711\nclean_exit=true\nclosing_time_ms=120\n");
  g_assert_cmpstr (contexts, ==,
                   "process 4711\nthread 1 < process 4711\nthread 2 < process 4711\n");
  g_assert_cmpuint (dwell_problems_get_total (trace->problems), ==, 0);
  g_assert_cmpint (trace->wall_clock_ns, ==, G_GINT64_CONSTANT (996743774123456000));

  /* A logical scope is of its owner's module and author. */
  g_assert_cmpint (area->kind, ==, DWELL_AREA_SCOPE);
  g_assert_cmpuint (area->parent, ==, trace->span_area[1]);
  g_assert_cmpstr (dwell_trace_get_string (trace, area->module), ==, "sfx2");
  g_assert_cmpstr (dwell_trace_get_string (trace, area->author), ==, "mb93783");
}

static void
test_quirks (void)
{
  g_autoptr(DwellTrace) trace = read_vector ("quirks_99.log");
  g_autofree char *dump = ooo_dump (trace);
  g_autofree char *long_text = g_strnfill (4091, 'L');
  g_autofree char *problems = ooo_dump_problems (trace);
  g_autofree char *properties = ooo_dump_properties (trace);
  g_autofree char *expected = g_strconcat (
    "#0 thread 1 row 0: 5-15 self 7 function \"A (x1) ::f\"\n"
    "#1 thread 1 row 1: 6-9 self 3 function \"A (x1) ::f\" in #0\n"
    "#2 thread 1 row 0: 16-20 self 4 scope \"osl_loadModule start: libfoo\"\n"
    "#3 thread 1 row 0: 21-32 self 2 function "
    "\"framework (as96863) ::FilterCache::FilterCache\"\n"
    "#4 thread 1 row 1: 22-30 self 8 scope \"creation ConfigItem\" in #3\n"
    "#5 thread 1 row 1: 31-32 self 1 scope \"never closed\" in #3 [missing]\n"
    "#6 thread 1 row 0: 33-40 self 7 function "
    "\"LogBridge () com.sun.star.lang.XComponent::dispose\"\n"
    "#7 thread 2 row 0: 41-50 self 9 function \"C (z3) ::h\"\n"
    "#8 thread 1 row 0: 53-53 self ? function \"D (w4) ::wall\" [clamped] [undefined]\n"
    "#9 thread 1 row 0: 55-56 self 1 function \"D (w4) ::open_at_eof\" [missing]\n"
    "thread 1: 33 message \"( LogBridge 1,void)\" of "
    "\"LogBridge () com.sun.star.lang.XComponent::dispose\" in #6\n"
    "thread 1: 40 exit \"return : void\" of "
    "\"LogBridge () com.sun.star.lang.XComponent::dispose\" in #6\n"
    "thread 1: 41 message \"loading item 7\" of \"B (y2) ::g\"\n"
    "thread 3: 39 message \"message stamped before it got the lock\"\n"
    "thread 2: 51 orphan \"\" of \"C (z3) ::h\"\n"
    "thread 1: 52 message \"", long_text, "\"\n"
    "thread 1: 56 message \"cut of\" of \"D (w4) ::open_at_eof\" in #9\n", NULL);

  g_assert_cmpstr (dump, ==, expected);
  g_assert_cmpstr (problems, ==,
                   "early-return x1 line 14\ntorn-line x1 line 18\norphan-end x1 line 23\n"
                   "nul-bytes x1 line 24\nclock-set-back x1 line 26\n"
                   "negative-duration x1 line 26\ncut-line x1 line 28\nopen-at-end x1 line 28\n");
  g_assert_cmpstr (properties, ==,
                   "wall_clock='2001-08-02T09:16:14.123456Z'\ntimer_at_opening_ms=3\n"
                   "process_id=99\nclean_exit=false\n");
  g_assert_cmpint (trace->wall_clock_ns, ==, G_GINT64_CONSTANT (996743774120456000));
}

static void
test_names (void)
{
  static const struct {
    const char *name;
    const char *module;
    const char *author;
    const char *function;
  } names[] = {
    { "desktop (cd100003) ::Desktop::Init", "desktop", "cd100003", "::Desktop::Init" },
    { "SW (JP93722) SwDLL", "SW", "JP93722", "SwDLL" },
    { "::cppcanvas::internal::BitmapAction::render()", "", "",
      "::cppcanvas::internal::BitmapAction::render()" },
    { "PERFORMANCE SfxObjectShell::SaveTo_Impl", "", "",
      "PERFORMANCE SfxObjectShell::SaveTo_Impl" },
    { "LogBridge () com.sun.star", "LogBridge", "", "com.sun.star" },
    { "a (b)", "", "", "a (b)" },
    { "a (b) ", "a", "b", "" },
    { "a (b)c", "", "", "a (b)c" },
    { "a (b(c)) d", "", "", "a (b(c)) d" },
    { "a (b) (c) d", "a", "b", "(c) d" },
    { "a  (b) c", "", "", "a  (b) c" },
    { " (b) c", "", "", " (b) c" },
    { "(b) c", "", "", "(b) c" },
    { "a\t(b) c", "", "", "a\t(b) c" },
    { "", "", "", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *end = names[i].name + strlen (names[i].name);
      DwellOooName parts;
      g_autofree char *module = NULL;
      g_autofree char *author = NULL;
      g_autofree char *function = NULL;

      dwell_ooo_split_name ((DwellScan) { names[i].name, end }, &parts);
      module = g_strndup (parts.module.p, (gsize) (parts.module.end - parts.module.p));
      author = g_strndup (parts.author.p, (gsize) (parts.author.end - parts.author.p));
      function = g_strndup (parts.function.p, (gsize) (parts.function.end - parts.function.p));
      g_assert_cmpstr (module, ==, names[i].module);
      g_assert_cmpstr (author, ==, names[i].author);
      g_assert_cmpstr (function, ==, names[i].function);
    }
}

static void
test_stamps (void)
{
  static const struct {
    const char *line;
    gsize       length;  /* of the stamp; 0 = there is none */
    guint32     time;
    guint32     thread;
  } stamps[] = {
    { "000012 3 { f", 11, 12, 3 }, { "000012 3 {", 10, 12, 3 }, { "4294967295 4294967295 | ", 24,
      G_MAXUINT32, G_MAXUINT32 }, { "4294967296 1 {", 0, 0, 0 }, { "000012 4294967296 {", 0, 0, 0 },
    { "00012 3 { f", 0, 0, 0 }, { "00000000012 3 { f", 0, 0, 0 }, { "0000012 3 } f", 12, 12, 3 },
    { "000012 12345678901 { f", 0, 0, 0 }, { "000012 3 {f", 0, 0, 0 }, { "000012  3 { f", 0, 0, 0 },
    { "000012 3  { f", 0, 0, 0 }, { "000012 3 x f", 0, 0, 0 }, { "000012 { f", 0, 0, 0 },
    { "000012 3 ", 0, 0, 0 }, { "000012 3", 0, 0, 0 }, { "000012 ", 0, 0, 0 }, { "", 0, 0, 0 },
    { "-00012 3 { f", 0, 0, 0 }, { "000012\t3 { f", 0, 0, 0 },
    { "12345678 3 { f", 13, 12345678, 3 },
    { "00001: 3 { f", 0, 0, 0 }, { "000012 3 ~ f", 0, 0, 0 }, { "000012 3 z f", 0, 0, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (stamps); i++)
    {
      g_autofree char *line = g_memdup2 (stamps[i].line, MAX (strlen (stamps[i].line), 1));
      DwellScan s = { line, line + strlen (stamps[i].line) };
      DwellOooStamp stamp;

      g_assert_cmpint (dwell_ooo_scan_stamp (&s, &stamp), ==, stamps[i].length > 0);
      g_assert_cmpuint ((gsize) (s.p - line), ==, stamps[i].length);
      if (stamps[i].length > 0)
        {
          g_assert_cmpuint (stamp.time, ==, stamps[i].time);
          g_assert_cmpuint (stamp.thread, ==, stamps[i].thread);
        }
    }
}

static void
test_recognise (void)
{
  static const struct {
    const char *head;
    gsize       length; /* 0 = as long as the text */
    gboolean    ours;
  } heads[] = {
    { "opening log file 996743774.123456 seconds past January 1st 1970\n", 0, TRUE },
    { "\xef\xbb\xbfopening log file 996743774,123456 seconds past January 1st 1970\r\n", 0, TRUE },
    { "opening log file ", 0, TRUE },
    { "Process id is 12\n", 0, TRUE },
    { "\n\nProcess id is 12\n", 0, TRUE },
    { "000001 1 { f\n000002 1 } f\n000003 1 | : x\n", 0, TRUE },
    { "a\nb\n\n\n000001 1 {\n000002 1 } f\r\nc\n000003 1 | : x", 0, TRUE },
    { "000001 1 | : x\0" "000002 1 | : y\0" "000003 1 | : z", 44, TRUE },
    { "000001 1 { f\n000002 1 } f\n", 0, FALSE },
    { "000001 1 {f\n000002 1 }f\n000003 1 |x\n", 0, FALSE },
    { "1\n2\n3\n4\n5\n6\n7\n8\n9\n0\n1\n2\n3\n4\n5\n6\n7\n8\n"
      "000001 1 { f\n000001 1 { f\n000001 1 { f\n", 0, FALSE },
    { "2023-01-01 12:00:00 INFO opening log file /var/log/x\n", 0, FALSE },
    { "Jan  1 12:00:00 host program[123]: Process id is 123\n", 0, FALSE },
    { "0,1,2\n1,1,3\n2,4,name\n0,4,5\n", 0, FALSE },
    { "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\b\6\0\0\0", 29, FALSE },
    { "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16, FALSE },
    { "", 0, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      gsize length = heads[i].length > 0 ? heads[i].length : strlen (heads[i].head);
      g_autofree char *head = g_memdup2 (heads[i].head, MAX (length, 1));

      g_assert_cmpint (dwell_ooo_format.recognise (head, length) > 0, ==, heads[i].ours);
      g_assert_cmpuint (dwell_ooo_format.recognise (head, length), <=, 100);
    }
}

static void
test_recognise_vectors (void)
{
  static const char * const names[] = { "clean_4711.log", "doc_example.log", "quirks_99.log" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_strconcat ("ooo/", names[i], NULL);
      g_autoptr(GBytes) bytes = ooo_load (path);
      const DwellFormat *format = dwell_formats_recognise (g_bytes_get_data (bytes, NULL),
                                                           g_bytes_get_size (bytes));

      g_assert_true (format == &dwell_ooo_format);
    }
}

static void
assert_problem (const DwellTrace *trace,
                const char       *code,
                guint64           count)
{
  for (guint i = 0; i < dwell_problems_get_n (trace->problems); i++)
    if (g_str_equal (dwell_problems_get (trace->problems, i)->code, code))
      {
        g_assert_cmpuint (dwell_problems_get (trace->problems, i)->count, ==, count);
        return;
      }

  g_error ("no problem %s", code);
}

static DwellTrace *
read_text (const GString *log)
{
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = ooo_read (log->str, log->len, "x.log", 0, &error);

  g_assert_no_error (error);
  ooo_check (trace);
  return trace;
}

/* Limit: formats/ooo/MAX_SCOPES */
static void
test_too_deep (void)
{
  g_autoptr(GString) log = g_string_new (NULL);
  g_autoptr(DwellTrace) trace = NULL;

  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (log, "%06u 1 { f\n", i);
  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (log, "%06u 1 } f\n", 5000 + i);

  trace = read_text (log);
  g_assert_cmpuint (trace->n_spans, ==, 4096);
  g_assert_cmpint (dwell_trace_get_span_end (trace, 0), ==, G_GINT64_CONSTANT (9999000000));
  g_assert_cmpuint (trace->span_flags[0], ==, 0);
  g_assert_cmpuint (dwell_trace_get_span_depth (trace, 4095), ==, 4095);
  assert_problem (trace, "too-deep", 904);
}

/* Limit: formats/ooo/MAX_STEPS_UP
 * Logical scopes in a function, each of which ends before the one that began in it. The last is no
 * straddler: its parent is the function. */
static void
test_many_straddlers (void)
{
  for (guint n_scopes = 60; n_scopes <= 70; n_scopes += 10)
    {
      g_autoptr(GString) log = g_string_new ("000000 1 { outer\n");
      g_autoptr(DwellTrace) trace = NULL;
      guint time = 1;

      for (guint i = 0; i < n_scopes; i++)
        g_string_append_printf (log, "%06u 1 | : { scope%u\n", time++, i);
      for (guint i = 0; i < n_scopes; i++)
        g_string_append_printf (log, "%06u 1 | : } scope%u\n", time++, i);
      g_string_append_printf (log, "%06u 1 } outer\n", time++);

      trace = read_text (log);
      g_assert_cmpuint (trace->n_spans, ==, n_scopes + 1);
      g_assert_cmpuint (trace->span_parent[n_scopes], ==, n_scopes <= 64 ? 0 : DWELL_NONE);
    }
}

/* Limit: formats/ooo/DWELL_OOO_MAX_TEXT_BYTES */
static void
test_too_long (void)
{
  g_autoptr(GString) log = g_string_new (NULL);
  g_autofree char *name = g_strnfill (70000, 'n');
  g_autoptr(DwellTrace) trace = NULL;

  g_string_append_printf (log, "000001 1 { %s\n000002 1 | : %s\n000003 1 | : x\n", name, name);
  for (guint i = 0; i < 70000; i++)
    g_string_append (log, "y\n");
  g_string_append_printf (log, "000004 1 } %s\n", name);

  trace = read_text (log);
  g_assert_cmpuint (trace->n_spans, ==, 1);
  g_assert_cmpuint (trace->span_flags[0], ==, 0);
  g_assert_cmpuint (strlen (dwell_trace_get_area_name (trace, 0)), ==, 65536);
  g_assert_cmpuint (strlen (dwell_trace_get_string (trace, trace->mark_text[0])), ==, 65536);
  g_assert_cmpuint (strlen (dwell_trace_get_string (trace, trace->mark_text[1])), ==, 65536);
  assert_problem (trace, "long-name", 2);
  assert_problem (trace, "long-message", 2);
}

/* Each record jumps as far as a record can.
 * Limit: core/DWELL_TIME_MAX */
static void
test_time_range (void)
{
  g_autoptr(GString) log = g_string_new (NULL);
  g_autoptr(DwellTrace) trace = NULL;

  for (guint32 i = 0; i < 5000; i++)
    g_string_append_printf (log, "%06u 1 | : x\n", i * (guint32) G_MAXINT32);

  trace = read_text (log);
  g_assert_cmpint (trace->end, ==, DWELL_TIME_MAX / 1000000 * 1000000);
  assert_problem (trace, "time-range", 5000 - 2148);
}

/* Limit: formats/ooo/MAX_THREADS */
static void
test_many_threads (void)
{
  g_autoptr(GString) log = g_string_new (NULL);
  g_autoptr(DwellTrace) trace = NULL;

  for (guint i = 0; i < 66000; i++)
    g_string_append_printf (log, "000001 %u | : x\n", i);

  trace = read_text (log);
  g_assert_cmpuint (trace->n_tracks, ==, 65536);
  g_assert_cmpuint (trace->n_marks, ==, 65536);
  assert_problem (trace, "too-many-threads", 66000 - 65536);
}

/* Records that another thread interrupts, and only one of which goes on: the oldest of those kept.
 * Limit: formats/ooo/MAX_INTERRUPTED */
static void
test_many_interrupted (void)
{
  enum { N = 300, N_MAX = 256 };
  g_autoptr(GString) log = g_string_new (NULL);
  g_autoptr(DwellTrace) trace = NULL;

  for (guint i = 0; i < N; i++)
    g_string_append_printf (log, "%06u %u | : begun%u %06u 999 { f\n", i, i, i, i);
  g_string_append (log, "rest\n");

  trace = read_text (log);
  g_assert_cmpuint (trace->n_marks, ==, N);
  for (guint i = 0; i < N; i++)
    {
      g_autofree char *text = g_strdup_printf ("begun%u %s", i, i == N - N_MAX ? "rest" : "");

      g_assert_cmpstr (dwell_trace_get_string (trace, trace->mark_text[i]), ==, text);
    }
}

/* Limit: formats/ooo/MAX_PROCESSES
 * Limit: formats/ooo/MAX_IDS */
static void
test_many_processes (void)
{
  g_autoptr(GString) log = g_string_new (NULL);
  g_autoptr(DwellTrace) trace = NULL;

  for (guint i = 0; i < 4200; i++)
    g_string_append_printf (log, "Process id is %u\n000001 1 | : x\n", i);

  trace = read_text (log);
  g_assert_cmpuint (trace->n_tracks, ==, 4096);
  assert_problem (trace, "too-many-processes", 4200 - 4096);
  g_assert_cmpstr (g_variant_get_string (dwell_trace_get_property (trace, "process_id")->value,
                                         NULL), ==,
                   "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, …");
}

/* The clock goes back with every record, and no scope ends. */
static void
test_many_set_backs (void)
{
  g_autoptr(GString) log = g_string_new (NULL);
  g_autoptr(DwellTrace) trace = NULL;

  for (guint i = 0; i < 9000; i++)
    g_string_append_printf (log, "%06u 1 { f\n%06u 1 } f\n", 100000 - 2 * i, 100001 - 2 * i);

  trace = read_text (log);
  g_assert_cmpuint (trace->n_spans, ==, 9000);
  g_assert_cmpuint (trace->n_rows, ==, 8192);
  assert_problem (trace, "too-many-rows", 9000 - 8192);
}

static void
test_unreadable (void)
{
  static const char * const logs[] = { "", "\n", "hello\n", "\xef\xbb\xbf", "000001 1", "openin" };

  for (gsize i = 0; i < G_N_ELEMENTS (logs); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(DwellTrace) trace = ooo_read (logs[i], strlen (logs[i]), "x.log", 0, &error);

      g_assert_error (error, DWELL_ERROR, DWELL_ERROR_SYNTAX);
      g_assert_null (trace);
      g_assert_true (g_str_has_prefix (error->message, "line 1: "));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (ooo_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ooo/rule/%s", ooo_cases[i].name);

      g_test_add_data_func (path, &ooo_cases[i], test_case);
    }

  for (gsize i = 0; i < G_N_ELEMENTS (header_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ooo/header/%s", header_cases[i].name);

      g_test_add_data_func (path, &header_cases[i], test_header);
    }

  g_test_add_func ("/ooo/vector/doc-example", test_doc_example);
  g_test_add_func ("/ooo/vector/clean", test_clean);
  g_test_add_func ("/ooo/vector/quirks", test_quirks);
  g_test_add_func ("/ooo/line/names", test_names);
  g_test_add_func ("/ooo/line/stamps", test_stamps);
  g_test_add_func ("/ooo/recognise", test_recognise);
  g_test_add_func ("/ooo/recognise-vectors", test_recognise_vectors);
  g_test_add_func ("/ooo/limit/too-deep", test_too_deep);
  g_test_add_func ("/ooo/limit/many-straddlers", test_many_straddlers);
  g_test_add_func ("/ooo/limit/too-long", test_too_long);
  g_test_add_func ("/ooo/limit/time-range", test_time_range);
  g_test_add_func ("/ooo/limit/many-threads", test_many_threads);
  g_test_add_func ("/ooo/limit/many-interrupted", test_many_interrupted);
  g_test_add_func ("/ooo/limit/many-processes", test_many_processes);
  g_test_add_func ("/ooo/limit/many-set-backs", test_many_set_backs);
  g_test_add_func ("/ooo/unreadable", test_unreadable);

  return g_test_run ();
}
