/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading Text1: the vendor's examples, the worked recording in text and both binary versions, and
 * writing a file back byte for byte. */
#include "config.h"

#include <string.h>

#include "core/dwell-error.h"
#include "text1-fixture.h"

#define HEADERS \
  "* INFO %TOTAL_TIME%\n1000\n" \
  "* CONTEXTS %NAME%,%HANDLE%\nmain,0x0\nisr,0x1\n" \
  "* HANDLE(Functions) %HANDLE%,%NAME%,%VALUE%\n00000000,f,\n10000000,{,5\n00000001,g,\n" \
  "* HANDLE(Data) %HANDLE%,%NAME%,%VALUE%\n20000000,v,\n20000001,s,\n" \
  "30000001,off,0\n30000001,on,1\n" \
  "* HANDLE(AUX) %HANDLE%,%NAME%,%VALUE.TYPE%,%VALUE.UNIT%\n40000000,volts,F64,V\n" \
  "* STATISTICS(Functions) CONTEXT(TSK: main) %HANDLE%,%COUNT%,%T.NET%\n00000000,1,300\n"

static void
assert_bytes (GBytes        *bytes,
              gconstpointer  expected,
              gsize          length)
{
  gsize n;
  const char *data = g_bytes_get_data (bytes, &n);

  if (n != length || memcmp (data, expected, n) != 0)
    g_test_message ("Written: %.*s", (int) n, data);
  g_assert_cmpmem (data, n, expected, length);
}

/* Reads and writes back. Returns the trace. */
static DwellTrace *
assert_returns (const char *text,
                gsize       length,
                const char *options)
{
  DwellTrace *trace = text1_open_bytes (text, length, options);
  g_autoptr(GBytes) written = text1_write_main (trace);

  assert_bytes (written, text, length);
  return trace;
}

static guint32
find_area (const DwellTrace *trace,
           const char       *name)
{
  for (guint32 i = 0; i < trace->n_areas; i++)
    if (g_str_equal (dwell_trace_get_area_name (trace, i), name))
      return i;

  g_error ("There is no area “%s”", name);
}

static void
test_examples (void)
{
  g_autoptr(GBytes) bytes = file_fixture_load ("text1/doc_examples.txt");
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);
  g_autoptr(DwellTrace) trace = assert_returns (text, length, NULL);
  const DwellArea *line = &trace->areas[find_area (trace, "otm(fn_main);")];
  guint32 braces = 0;

  g_assert_cmpint (trace->total_time, ==, 7962907051);
  g_assert_cmpstr (dwell_trace_get_context_name (trace, 1), ==, "ID_TASK_3MS_PHigh");
  g_assert_cmpuint (trace->contexts[4].id, ==, 4);
  g_assert_cmpuint (line->kind, ==, DWELL_AREA_LINE);
  g_assert_cmpuint (line->line, ==, 52);
  g_assert_cmpstr (dwell_trace_get_area_name (trace, line->parent), ==, "main");
  g_assert_cmpuint (trace->areas[find_area (trace, "g_cStaticSignal = STATIC;")].parent, ==,
                    find_area (trace, "\"TestStatic1.c\"#StaticFunc"));

  /* Handles 10000000, 10000001 and 10000007 are three areas. */
  for (guint32 i = 0; i < trace->n_areas; i++)
    braces += g_str_equal (dwell_trace_get_area_name (trace, i), "{");
  g_assert_cmpuint (braces, ==, 3);

  g_assert_cmpuint (trace->n_file_events, ==, 5);
  g_assert_cmpint (dwell_trace_get_event_time (trace, 0), ==, 4336);
  g_assert_cmpuint (trace->event_kind[0], ==, DWELL_EVENT_WRITE);
  g_assert_cmpuint (trace->event_kind[4], ==, DWELL_EVENT_SUSPEND);

  g_assert_cmpuint (trace->n_recorded, ==, 15);
  g_assert_cmpuint (trace->recorded[0].context, ==, DWELL_NONE);
  g_assert_cmpint (trace->recorded[0].values[DWELL_RECORDED_NET], ==, 267);
  g_assert_cmpint (trace->recorded[7].values[DWELL_RECORDED_NET], ==, 7521);
  g_assert_cmpint (trace->areas[trace->recorded[8].area].value, ==, 1);
  g_assert_cmpstr (dwell_trace_get_context_name (trace, trace->recorded[9].context), ==,
                   "extendedTaskFirst");
  g_assert_cmpuint (trace->recorded[9].known, ==,
                    1u << DWELL_RECORDED_COUNT | 1u << DWELL_RECORDED_NET);
  g_assert_cmpuint (trace->contexts[trace->recorded[9].context].id, ==,
                    DWELL_TEXT1_NO_CONTEXT_HANDLE);
  g_assert_cmpuint (file_fixture_count (trace, "unmapped-handle"), ==, 4);
}

/* Checks the recording, which is the same whatever its timeline is written in. */
static void
check_preempt (const DwellTrace *trace)
{
  static const guint8 kinds[] = { 3, 4, 1, 3, 1, 3, 0, 2, 4, 0, 2, 0, 4, 3, 0 };
  static const gint64 times[] = { 100, 120, 200, 200, 250, 250, 290, 290, 320, 400, 400, 500, 520,
                                  600, 650 };
  static const gint64 recorded[DWELL_N_RECORDED] = {
    250, 50, 200, 125, 410, 50, 360, 205, 450, 50, 400, 225, 500, 500, 500, 250, 100, 100, 100, 2,
  };

  g_assert_cmpuint (dwell_problems_get_total (trace->problems), ==, 0);
  g_assert_cmpint (trace->begin, ==, 0);
  g_assert_cmpint (trace->end, ==, 700);
  g_assert_cmpuint (trace->n_file_events, ==, G_N_ELEMENTS (kinds));
  g_assert_cmpmem (trace->event_kind, trace->n_file_events, kinds, sizeof kinds);
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    g_assert_cmpint (dwell_trace_get_event_time (trace, i), ==, times[i]);
  g_assert_cmpuint (trace->n_recorded, ==, 3);
  g_assert_cmpuint (trace->recorded[0].known, ==, (1u << DWELL_N_RECORDED) - 1);
  g_assert_cmpmem (trace->recorded[0].values, sizeof recorded, recorded, sizeof recorded);
  g_assert_cmpuint (trace->areas[trace->event_area[5]].handle, ==, 2);
}

static void
test_preempt (void)
{
  g_autoptr(GBytes) bytes = file_fixture_load ("text1/preempt.txt");
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);
  g_autoptr(DwellTrace) trace = assert_returns (text, length, NULL);

  check_preempt (trace);
  g_assert_cmpuint (trace->event_context[0], ==, 0);
  g_assert_cmpuint (trace->event_context[1], ==, DWELL_NONE);
  g_assert_cmpuint (trace->event_context[5], ==, 1);
  g_assert_cmpint (text1_get_source (trace)->main.pieces->len, ==, 2);
}

static void
test_preempt_binary (gconstpointer data)
{
  const char *version = data;
  g_autofree char *name = g_strdup_printf ("preempt.v%s.BIN", version);
  g_autofree char *main_path = g_test_build_filename (G_TEST_DIST, "data", "text1", "preempt.txt",
                                                      NULL);
  g_autofree char *data_name = g_strconcat ("text1/", name, NULL);
  g_autofree char *option = g_strconcat ("BinaryFile=", name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (main_path);
  g_autoptr(DwellTrace) trace = text1_open (file, option);
  g_autoptr(GBytes) binary = file_fixture_load (data_name);
  g_autoptr(GBytes) main_bytes = file_fixture_load ("text1/preempt.txt");
  g_autoptr(GBytes) written = text1_write_binary (trace);
  g_autoptr(GBytes) written_main = text1_write_main (trace);

  check_preempt (trace);
  g_assert_true (text1_get_source (trace)->has_binary);
  g_assert_cmpint (text1_get_source (trace)->binary_is_1_0, ==, g_str_equal (version, "10"));
  g_assert_true (g_bytes_equal (binary, written));
  g_assert_true (g_bytes_equal (main_bytes, written_main));
}

/* The main file without its timeline, and the .BIN under each name that is looked for. */
static void
test_companions (void)
{
  static const struct {
    const char *main_name;
    const char *binary_name;
  } cases[] = {
    { "pair.txt", "pair.txt.BIN" }, { "pair.txt", "pair.txt.bin" }, { "pair.txt", "pair.BIN" },
    { "pair.txt", "pair.bin" }, { "pair", "pair.BIN" },
  };
  g_autoptr(GBytes) text = file_fixture_load ("text1/preempt.txt");
  g_autoptr(GBytes) binary = file_fixture_load ("text1/preempt.v11.BIN");
  const char *begin = g_bytes_get_data (text, NULL);
  gsize length = (gsize) (strstr (begin, "* TIMELINE") - begin);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GFile) main_file = file_fixture_write (cases[i].main_name, begin, length);
      g_autoptr(GFile) binary_file = file_fixture_write (cases[i].binary_name,
                                                         g_bytes_get_data (binary, NULL),
                                                         g_bytes_get_size (binary));
      g_autoptr(DwellTrace) by_main = text1_open (main_file, NULL);
      g_autoptr(DwellTrace) by_binary = text1_open (binary_file, NULL);

      check_preempt (by_main);
      check_preempt (by_binary);
      g_assert_true (g_file_delete (main_file, NULL, NULL));
      g_assert_true (g_file_delete (binary_file, NULL, NULL));
    }
}

/* A timeline neither in the file nor beside it is reported, until an option names it. */
static void
test_timeline_elsewhere (void)
{
  g_autoptr(GBytes) text = file_fixture_load ("text1/preempt.txt");
  g_autoptr(GBytes) binary = file_fixture_load ("text1/preempt.v11.BIN");
  const char *begin = g_bytes_get_data (text, NULL);
  gsize length = (gsize) (strstr (begin, "* TIMELINE") - begin);
  g_autoptr(GFile) main_file = file_fixture_write ("lonely.txt", begin, length);
  g_autoptr(GFile) binary_file = file_fixture_write ("elsewhere.BIN",
                                                     g_bytes_get_data (binary, NULL),
                                                     g_bytes_get_size (binary));
  g_autoptr(DwellTrace) lonely = text1_open (main_file, NULL);
  g_autoptr(DwellTrace) named = text1_open (main_file, "BinaryFile=elsewhere.BIN");

  g_assert_cmpuint (file_fixture_count (lonely, "no-timeline"), ==, 1);
  g_assert_cmpuint (file_fixture_count (named, "no-timeline"), ==, 0);
  check_preempt (named);
  g_assert_true (g_file_delete (main_file, NULL, NULL));
  g_assert_true (g_file_delete (binary_file, NULL, NULL));
}

static void
test_own_timeline_wins (void)
{
  g_autoptr(GBytes) text = file_fixture_load ("text1/preempt.txt");
  g_autoptr(GFile) main_file = file_fixture_write ("own.txt", g_bytes_get_data (text, NULL),
                                                   g_bytes_get_size (text));
  g_autoptr(GFile) binary = file_fixture_write ("own.txt.BIN", "not even records", 16);
  g_autoptr(DwellTrace) trace = text1_open (main_file, NULL);
  g_autoptr(DwellTrace) named = text1_open (main_file, "BinaryFile=own.txt.BIN");

  g_assert_cmpuint (trace->n_file_events, ==, 15);
  g_assert_false (text1_get_source (trace)->has_binary);
  g_assert_cmpuint (file_fixture_count (trace, "binary-not-read"), ==, 1);

  g_assert_cmpuint (named->n_file_events, ==, 0);
  g_assert_cmpuint (file_fixture_count (named, "trailing-bytes"), ==, 1);
  g_assert_true (g_file_delete (main_file, NULL, NULL));
  g_assert_true (g_file_delete (binary, NULL, NULL));
}

static void
test_binary_alone (void)
{
  g_autoptr(GBytes) binary = file_fixture_load ("text1/preempt.v10.BIN");
  g_autoptr(GFile) file = file_fixture_write ("alone.BIN", g_bytes_get_data (binary, NULL),
                                              g_bytes_get_size (binary));
  g_autoptr(DwellTrace) trace = text1_open (file, NULL);
  g_autoptr(GBytes) written = text1_write_binary (trace);

  g_assert_true (dwell_formats_recognise (g_bytes_get_data (binary, NULL),
                                          g_bytes_get_size (binary)) ==
                 dwell_formats_find ("text1"));
  g_assert_cmpuint (trace->n_file_events, ==, 15);
  g_assert_cmpuint (file_fixture_count (trace, "no-main-file"), ==, 1);
  g_assert_cmpuint (file_fixture_count (trace, "unmapped-handle"), >, 0);
  g_assert_true (g_bytes_equal (binary, written));
  g_assert_true (g_file_delete (file, NULL, NULL));
}

/* Rows of any form, irregular ones included; each is written back, and is an event. */
static void
test_irregular_rows (void)
{
  static const struct {
    const char *row;
    guint32     handle;
    guint       kind;
    gint64      value; /* of a write */
    gint64      time;
    gboolean    is_event;
    gboolean    is_problem;
  } cases[] = {
    { "00000000,E,,100", 0, DWELL_EVENT_ENTRY, 0, 100, TRUE, FALSE },
    { "00000000,E,,-7", 0, DWELL_EVENT_ENTRY, 0, -7, TRUE, FALSE },
    { "0,E,,100", 0, DWELL_EVENT_ENTRY, 0, 100, TRUE, FALSE },
    { "0x0,e,,+0100", 0, DWELL_EVENT_ENTRY, 0, 100, TRUE, FALSE },
    { "20000000,W,0000000A,5", 0x20000000, DWELL_EVENT_WRITE, 10, 5, TRUE, FALSE },
    { "20000000,W,0000000a,5", 0x20000000, DWELL_EVENT_WRITE, 10, 5, TRUE, FALSE },
    { "20000000,W,10,5", 0x20000000, DWELL_EVENT_WRITE, 16, 5, TRUE, FALSE },
    { "20000000,W,-10,5", 0x20000000, DWELL_EVENT_WRITE, -10, 5, TRUE, FALSE },
    { "20000000,W,FFFFFFFF,5", 0x20000000, DWELL_EVENT_WRITE, -1, 5, TRUE, FALSE },
    { "20000000,W,00000000FFFFFFFF,5", 0x20000000, DWELL_EVENT_WRITE, 4294967295, 5, TRUE, FALSE },
    { "20000000,W,FFFFFFFFFFFFFFFF,5", 0x20000000, DWELL_EVENT_WRITE, -1, 5, TRUE, FALSE },
    { "20000000,W,2.75,5", 0x20000000, DWELL_EVENT_WRITE, 2, 5, TRUE, TRUE },
    { "40000000,W,0.5,5", 0x40000000, DWELL_EVENT_WRITE, 0x3fe0000000000000, 5, TRUE, FALSE },
    { "40000000,W,3FE0000000000000,5", 0x40000000, DWELL_EVENT_WRITE, 0x3fe0000000000000, 5, TRUE,
      FALSE },
    { "20000000,W,,5", 0x20000000, DWELL_EVENT_WRITE, 0, 5, TRUE, FALSE },
    { "30000001,E,00000001,5", 0x30000001, DWELL_EVENT_ENTRY, 0, 5, TRUE, FALSE },
    { "00000000,E,00000001,5", 0, DWELL_EVENT_ENTRY, 0, 5, TRUE, FALSE },
    { "", 0, 0, 0, 0, FALSE, FALSE },
    { "nothing", 0, 0, 0, 0, FALSE, TRUE },
    { "00000000,Q,,100", 0, 0, 0, 0, FALSE, TRUE },
    { "00000000,E,,", 0, 0, 0, 0, FALSE, TRUE },
    { "00000000,E,,99999999999999999999", 0, 0, 0, 0, FALSE, TRUE },
    { "000000000,E,,1", 0, DWELL_EVENT_ENTRY, 0, 1, TRUE, FALSE },
    { "100000000,E,,1", 0, 0, 0, 0, FALSE, TRUE },
    { "00000000,E,,100 ", 0, 0, 0, 0, FALSE, TRUE },
    { "* a comment", 0, 0, 0, 0, FALSE, TRUE },
    { "* INFO %x%", 0, 0, 0, 0, FALSE, TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strconcat (HEADERS "* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%\n"
                                           "00000001,E,,0\n", cases[i].row, "\n00000001,X,,9\n",
                                           NULL);
      g_autoptr(DwellTrace) trace = NULL;

      g_test_message ("%s", cases[i].row);
      trace = assert_returns (text, strlen (text), NULL);
      g_assert_cmpuint (trace->n_file_events, ==, cases[i].is_event ? 3 : 2);
      g_assert_cmpint (file_fixture_count (trace, "unmatched-row") +
                       file_fixture_count (trace, "fraction-cut"), ==, cases[i].is_problem);

      if (!cases[i].is_event)
        continue;

      g_assert_cmpuint (trace->areas[trace->event_area[1]].handle, ==, cases[i].handle);
      g_assert_cmpuint (trace->event_kind[1], ==, cases[i].kind);
      g_assert_cmpint (dwell_trace_get_event_time (trace, 1), ==, cases[i].time);
      if (cases[i].kind == DWELL_EVENT_WRITE)
        g_assert_cmpint ((gint64) trace->write_value[0], ==, cases[i].value);
    }
}

/* Whatever the line ends are, where they change, and whether the last is there. */
static void
test_line_ends (void)
{
  static const char * const ends[] = { "\n", "\r\n", "\r" };
  const char *text = HEADERS "* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%\n"
                     "00000000,E,,10\n20000000,W,00000005,20\n30000001,E,00000001,30\n"
                     "00000000,X,,40\n* HANDLE(Unknown) %HANDLE%\n";

  for (guint mode = 0; mode < 2 * G_N_ELEMENTS (ends) + 2; mode++)
    {
      g_autoptr(GString) out = g_string_new (NULL);
      g_autoptr(DwellTrace) trace = NULL;
      guint n_lines = 0;

      for (const char *p = text; *p != '\0'; p++)
        if (*p != '\n')
          g_string_append_c (out, *p);
        else if (mode < 2 * G_N_ELEMENTS (ends))
          g_string_append (out, ends[mode % G_N_ELEMENTS (ends)]);
        else
          g_string_append (out, ends[(n_lines++ + mode) % G_N_ELEMENTS (ends)]);

      if (mode >= G_N_ELEMENTS (ends))
        while (out->str[out->len - 1] == '\n' || out->str[out->len - 1] == '\r')
          g_string_truncate (out, out->len - 1);

      trace = assert_returns (out->str, out->len, NULL);
      g_assert_cmpuint (dwell_problems_get_total (trace->problems), ==, 0);
      g_assert_cmpuint (trace->n_file_events, ==, 4);
      g_assert_cmpint (trace->total_time, ==, 1000);
      g_assert_cmpuint (trace->n_contexts, >=, 2);
    }
}

/* A block may end anywhere: the trace is the same. */
static void
test_block_borders (void)
{
  static const char * const names[] = { "text1/preempt.txt", "text1/doc_examples.txt" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr(GBytes) bytes = file_fixture_load (names[i]);
      gsize length;
      const char *text = g_bytes_get_data (bytes, &length);
      g_autoptr(GString) carriages = g_string_new_len (text, (gssize) length);

      g_string_replace (carriages, "\r\n", "\n", 0);
      g_string_replace (carriages, "\n", "\r", 0);

      for (gsize n = 1; n < length; n += n < 120 ? 1 : 37)
        {
          g_autoptr(DwellTrace) trace = NULL;
          g_autoptr(DwellTrace) other = NULL;

          file_fixture_limits.block_bytes = n;
          trace = assert_returns (text, length, NULL);
          other = assert_returns (carriages->str, carriages->len, NULL);
          g_assert_cmpuint (trace->n_file_events, ==, i == 0 ? 15 : 5);
          g_assert_cmpuint (other->n_file_events, ==, trace->n_file_events);
          g_assert_cmpuint (dwell_problems_get_total (other->problems), ==,
                            dwell_problems_get_total (trace->problems));
          if (i == 0)
            check_preempt (trace);
        }

      file_fixture_limits.block_bytes = 0;
    }
}

static void
test_encodings (void)
{
  const char *text = "* CONTEXTS %NAME%,%HANDLE%\nTâche,0x0\n"
                     "* HANDLE(Functions) %HANDLE%,%NAME%\n00000000,prüfe_€\n"
                     "* TIMELINE %HANDLE%,%EVENT%,%TIME%,%CONTEXT%\n"
                     "00000000,E,10,Tâche\n00000000,X,20,Tâche\n";
  static const struct {
    const char *charset;
    const char *mark;
    gsize       n_mark;
  } cases[] = {
    { "UTF-8", "", 0 }, { "UTF-8", "\xef\xbb\xbf", 3 }, { "WINDOWS-1252", "", 0 },
    { "UTF-16LE", "\xff\xfe", 2 }, { "UTF-16BE", "\xfe\xff", 2 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gsize length;
      g_autofree char *encoded = g_convert (text, -1, cases[i].charset, "UTF-8", NULL, &length,
                                            NULL);
      g_autoptr(GString) file = g_string_new_len (cases[i].mark, (gssize) cases[i].n_mark);
      g_autoptr(DwellTrace) trace = NULL;

      g_string_append_len (file, encoded, (gssize) length);
      g_assert_true (dwell_formats_recognise (file->str, file->len) ==
                     dwell_formats_find ("text1"));
      trace = assert_returns (file->str, file->len, NULL);
      g_assert_cmpuint (dwell_problems_get_total (trace->problems), ==, 0);
      g_assert_cmpuint (trace->n_file_events, ==, 2);
      g_assert_cmpstr (dwell_trace_get_area_name (trace, 0), ==, "prüfe_€");
      g_assert_cmpstr (dwell_trace_get_context_name (trace, trace->event_context[0]), ==, "Tâche");
      g_assert_cmpuint (text1_get_source (trace)->main.pieces->len, ==, 2);
    }
}

/* Returns the data of a trace, by names. */
static char *
dump (const DwellTrace *trace)
{
  g_autoptr(GString) text = g_string_new (NULL);

  g_string_append_printf (text, "%" G_GINT64_FORMAT "\n", trace->total_time);
  for (guint32 i = 0; i < trace->n_file_events; i++)
    g_string_append_printf (text, "%s %u\n",
                            dwell_trace_get_area_title (trace, trace->event_area[i]),
                            trace->event_kind[i]);

  for (guint32 i = 0; i < trace->n_spans; i++)
    g_string_append_printf (text, "%s in %s\n",
                            dwell_trace_get_area_title (trace, trace->span_area[i]),
                            dwell_trace_get_context_name (trace,
                                                          dwell_trace_get_span_context (trace, i)));

  for (guint32 i = 0; i < trace->n_recorded; i++)
    g_string_append_printf (text, "%s %" G_GINT64_FORMAT " in %s\n",
                            dwell_trace_get_area_title (trace, trace->recorded[i].area),
                            trace->recorded[i].values[DWELL_RECORDED_COUNT],
                            trace->recorded[i].context != DWELL_NONE
                              ? dwell_trace_get_context_name (trace, trace->recorded[i].context)
                              : "all");

  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Sections in any order (src/formats/text1/README.md, "The file"). */
static void
test_any_order (void)
{
  static const char * const sections[] = {
    "* INFO %TOTAL_TIME%\n1000\n",
    "* CONTEXTS %NAME%,%HANDLE%\n5% load,0x0\nb,0x1\n",
    "* HANDLE(Functions) %HANDLE%,%NAME%,%VALUE%\n00000000,f,\n10000000,line,7\n00000001,g,\n",
    "* HANDLE(Data) %HANDLE%,%NAME%,%VALUE%\n20000001,s,\n30000001,off,0\n30000001,on,1\n",
    "* STATISTICS(Functions) CONTEXT(TSK: 5% load) %COUNT%,%NAME%,%HANDLE%\n1,f,\n3,line,10000000\n"
    "* STATISTICS(Functions) CONTEXT(TSK: b) %HANDLE%,%COUNT%\n00000001,1\n"
    "* STATISTICS(Data) %HANDLE%,%VALUE%,%COUNT%\n20000001,,1\n30000001,1,1\n",
    "* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%\n00000000,E,,10\n20000001,W,00000001,20\n"
    "00000000,X,,40\n00000001,E,,50\n00000001,X,,60\n",
  };
  g_autofree char *expected = NULL;

  for (guint round = 0; round < 50; round++)
    {
      g_autoptr(GString) text = g_string_new (NULL);
      guint order[G_N_ELEMENTS (sections)];
      g_autoptr(DwellTrace) trace = NULL;
      g_autofree char *told = NULL;

      /* The first is the usual one. */
      for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
        {
          guint other = round > 0 ? (guint) g_test_rand_int_range (0, (int) i + 1) : i;

          order[i] = order[other];
          order[other] = i;
        }

      for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
        g_string_append (text, sections[order[i]]);

      g_test_message ("%s", text->str);
      trace = assert_returns (text->str, text->len, NULL);
      g_assert_cmpuint (dwell_problems_get_total (trace->problems), ==, 0);
      told = dump (trace);
      if (expected == NULL)
        expected = g_steal_pointer (&told);
      else
        g_assert_cmpstr (told, ==, expected);
    }

  g_assert_nonnull (strstr (expected, "line 3 in 5% load"));
}

/* States whose handle is not the usual one for their variable, mode: that of its states in the
 * mapping, or the one that HANDLE.STATE names. 3, 4 and 5 are not in the mapping; the usual handle
 * of the states of count is that of the states of mode. */
static void
test_states_of_other_handle (void)
{
  static const char * const mappings[] = {
    "%HANDLE%,%NAME%,%VALUE%,%HANDLE.STATE%\n20000000,mode,,30000007\n20000007,count,,FFFFFFFF\n"
    "20000001,other,,\n",
    "%HANDLE%,%NAME%,%VALUE%\n20000000,mode,\n30000007,IDLE,2\n20000007,count,\n",
    "%HANDLE%,%NAME%,%VALUE%\n20000000,mode,\n30000008,OLD,2\n30000000,IDLE,2\n20000007,count,\n",
    "%HANDLE%,%NAME%,%VALUE%,%HANDLE.PARENT%\n30000007,IDLE,2,20000000\n20000000,mode,,\n"
    "20000007,count,,\n",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (mappings); i++)
    {
      const char *states = strstr (mappings[i], "30000000") != NULL ? "30000000" : "30000007";
      g_autofree char *text = g_strconcat (
        "* HANDLE(Data) ", mappings[i], "* STATISTICS(Data) %HANDLE%,%VALUE%,%COUNT%\n", states,
        ",5,1\n* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%\n20000000,W,00000002,10\n"
        "20000000,W,00000003,20\n", states, ",W,00000004,40\n20000007,W,00000009,50\n", NULL);
      g_autoptr(DwellTrace) trace = assert_returns (text, strlen (text), NULL);
      guint32 mode = find_area (trace, "mode");
      guint n_states = 0;

      for (guint32 k = 0; k < trace->n_areas; k++)
        if (trace->areas[k].kind == DWELL_AREA_STATE)
          {
            g_assert_cmpuint (trace->areas[k].parent, ==, mode);
            n_states++;
          }

      g_assert_cmpuint (n_states, ==, strstr (text, "OLD") != NULL ? 5 : 4);
    }
}

static void
test_contexts (void)
{
  static const struct {
    const char *contexts;  /* rows */
    const char *in_row;
    const char *expected;
    gboolean    is_told;   /* no problem */
  } cases[] = {
    { "a,0x0\n", "0x0", "a", TRUE },
    { "a,0x10\n", "0x10", "a", TRUE },
    { "a,0x10\n", "16", "a", TRUE },
    { "a,10\n", "0x10", "a", TRUE },
    { "a,0x0\n", "a", "a", TRUE },
    { "a,0x0\n", "TSK: a", "a", TRUE },
    { "0x1,0x0\nb,0x1\n", "0x1", "0x1", TRUE },
    { "a,0x0\n", "new, one", "new, one", TRUE },
    { "a,0x0\n", "0x7", "0x7", FALSE },
    { "a,0x0\nb,0x0\n", "0x0", "a", FALSE },
    { "x,y,0x3\n", "0x3", "x,y", TRUE },
    { "50% load,0x3\n", "50% load", "50% load", TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strconcat ("* CONTEXTS %NAME%,%HANDLE%\n", cases[i].contexts,
                                           "* HANDLE(Functions) %HANDLE%,%NAME%\n00000000,f\n"
                                           "* TIMELINE %HANDLE%,%EVENT%,%TIME%,%CONTEXT%\n"
                                           "00000000,E,10,", cases[i].in_row, "\n00000000,X,20,",
                                           cases[i].in_row, "\n", NULL);
      g_autoptr(DwellTrace) trace = assert_returns (text, strlen (text), NULL);

      g_assert_cmpuint (trace->n_file_events, ==, 2);
      g_assert_cmpstr (dwell_trace_get_context_name (trace, trace->event_context[1]), ==,
                       cases[i].expected);
      g_assert_cmpint (dwell_problems_get_total (trace->problems) == 0, ==, cases[i].is_told);
    }
}

/* Contexts written in changing ways come back as they were. */
static void
test_mixed_contexts (void)
{
  const char *text = HEADERS "* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%,%CONTEXT%\n"
                     "00000000,E,,10,0x0\n00000001,E,,11,isr\n00000001,X,,12,1\n"
                     "00000000,X,,13,TSK: main\n00000000,E,,14,0x00\n00000000,X,,15,\n";
  g_autoptr(DwellTrace) trace = assert_returns (text, strlen (text), NULL);

  g_assert_cmpuint (trace->n_file_events, ==, 6);
  g_assert_cmpuint (trace->event_context[0], ==, trace->event_context[3]);
  g_assert_cmpuint (trace->event_context[0], ==, trace->event_context[4]);
  g_assert_cmpuint (trace->event_context[1], ==, trace->event_context[2]);
}

/* The letters of suspend and resume are swapped, and the file does not say so. */
static void
test_swapped (void)
{
  g_autoptr(GBytes) bytes = file_fixture_load ("text1/preempt.txt");
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_autoptr(DwellTrace) found = NULL;
  g_autoptr(DwellTrace) told = NULL;
  g_autoptr(DwellTrace) as_page = NULL;

  for (char *p = strstr (text, "* TIMELINE"); *p != '\0'; p++)
    if (p[0] == ',' && (p[1] == 'S' || p[1] == 'R') && p[2] == ',')
      p[1] = p[1] == 'S' ? 'R' : 'S';

  found = assert_returns (text, strlen (text), NULL);
  told = assert_returns (text, strlen (text), "SuspendResume=swapped");
  as_page = assert_returns (text, strlen (text), "SuspendResume=page");

  check_preempt (told);
  g_assert_true (text1_get_source (told)->is_swapped);
  g_assert_true (text1_get_source (found)->is_swapped);
  g_assert_cmpmem (found->event_kind, found->n_file_events, told->event_kind, told->n_file_events);
  g_assert_cmpuint (file_fixture_count (found, "suspend-resume-swapped"), ==, 1);
  g_assert_cmpuint (as_page->event_kind[2], ==, DWELL_EVENT_RESUME);
}

/* The variable that the user names says which task runs, whether or not contexts are in the file.
 * If its first write ends a task, this task ran from the begin on. */
static void
test_task_object (gconstpointer data)
{
  g_autofree char *text =
    g_strconcat ("* HANDLE(Functions) %HANDLE%,%NAME%,%VALUE%\n00000000,work,\n"
                 "* HANDLE(Data) %HANDLE%,%NAME%,%VALUE%\n"
                 "20000000,current,\n30000000,idle,0\n30000000,motor,1\n20000001,other,\n"
                 "* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%\n", data,
                 "00000000,E,,10\n00000000,X,,20\n30000000,X,1,25\n"
                 "30000000,E,0,25\n00000000,E,,30\n00000000,X,,40\n30000000,X,0,50\n", NULL);
  static const struct {
    const char *option;
    const char *contexts[2]; /* of the spans of “work” */
    guint       n_missing;
  } cases[] = {
    { NULL, { "Unknown", "Unknown" }, 0 },
    { "TaskObject=current", { "motor", "idle" }, 0 },
    { "TaskObject=other", { "Unknown", "Unknown" }, 1 },
    { "TaskObject=none", { "Unknown", "Unknown" }, 1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(DwellTrace) trace = assert_returns (text, strlen (text), cases[i].option);
      guint n = 0;

      g_assert_cmpuint (file_fixture_count (trace, "no-task-object"), ==, cases[i].n_missing);
      for (guint32 span = 0; span < trace->n_spans; span++)
        if (g_str_equal (dwell_trace_get_area_name (trace, trace->span_area[span]), "work"))
          {
            g_assert_cmpstr (dwell_trace_get_context_name (
                               trace, dwell_trace_get_span_context (trace, span)), ==,
                             cases[i].contexts[n]);
            n++;
          }
      g_assert_cmpuint (n, ==, 2);
    }
}

/* Half a character at the end of UTF-16 cannot come back. */
static void
test_cut_utf16 (void)
{
  const char text[] = "\xff\xfe" "*\0 \0I\0N\0F\0O\0 \0%\0T\0O\0T\0A\0L\0_\0T\0I\0M\0E\0%\0"
                      "\n\0" "7\0\n\0x";
  g_autoptr(DwellTrace) trace = text1_open_bytes (text, sizeof text - 1, NULL);

  g_assert_cmpint (trace->total_time, ==, 7);
  g_assert_cmpuint (file_fixture_count (trace, "bad-encoding"), ==, 1);
  g_assert_false (text1_get_source (trace)->is_exact);
}

int
main (int    argc,
      char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text1/examples", test_examples);
  g_test_add_func ("/text1/preempt", test_preempt);
  g_test_add_data_func ("/text1/preempt/1.0", "10", test_preempt_binary);
  g_test_add_data_func ("/text1/preempt/1.1", "11", test_preempt_binary);
  g_test_add_func ("/text1/companions", test_companions);
  g_test_add_func ("/text1/timeline-elsewhere", test_timeline_elsewhere);
  g_test_add_func ("/text1/own-timeline-wins", test_own_timeline_wins);
  g_test_add_func ("/text1/binary-alone", test_binary_alone);
  g_test_add_func ("/text1/irregular-rows", test_irregular_rows);
  g_test_add_func ("/text1/line-ends", test_line_ends);
  g_test_add_func ("/text1/block-borders", test_block_borders);
  g_test_add_func ("/text1/encodings", test_encodings);
  g_test_add_func ("/text1/any-order", test_any_order);
  g_test_add_func ("/text1/states-of-other-handle", test_states_of_other_handle);
  g_test_add_func ("/text1/contexts", test_contexts);
  g_test_add_func ("/text1/mixed-contexts", test_mixed_contexts);
  g_test_add_func ("/text1/swapped", test_swapped);
  g_test_add_data_func ("/text1/task-object/whole", "30000000,E,1,0\n", test_task_object);
  g_test_add_data_func ("/text1/task-object/cut", "", test_task_object);
  g_test_add_func ("/text1/cut-utf-16", test_cut_utf16);
  result = g_test_run ();
  file_fixture_remove_all ();
  return result;
}
