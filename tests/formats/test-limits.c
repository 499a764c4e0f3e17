/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The limits of formats (src/README.md, "Limits"): what is at one is read, what is beyond is told,
 * and what the rest of the file says is not lost. */
#include "config.h"

#include <string.h>

#include "formats/aprof/dwell-aprof.h"
#include "formats/br/dwell-br.h"
#include "formats/btf/dwell-btf.h"
#include "formats/folded/dwell-folded.h"
#include "formats/lms/dwell-lms.h"
#include "formats/ooo/dwell-ooo.h"
#include "formats/perf-script/dwell-perf-script.h"
#include "formats/text1/dwell-text1.h"
#include "support/file-fixture.h"

#define KIB ((gsize) 1 << 10)
#define MIB ((gsize) 1 << 20)

static DwellTrace *
read_bytes (const DwellFormat *format,
            gconstpointer      bytes,
            gsize              length)
{
  g_autoptr(GFile) file = file_fixture_write ("limit", bytes, length);
  g_autoptr(GError) error = NULL;
  DwellOpenOptions options = { .format = format };
  DwellTrace *trace = dwell_open_file (file, &options, NULL, NULL, &error);

  g_assert_no_error (error);
  file_fixture_remove_all ();
  return trace;
}

/* @n times @unit. */
static void
append_times (GString    *text,
              const char *unit,
              gsize       n)
{
  for (gsize i = 0; i < n; i++)
    g_string_append (text, unit);
}

/* Limit: formats/lms/MAX_LINE_BYTES
 * Limit: formats/aprof/DWELL_APROF_MAX_LINE_BYTES
 * Limit: formats/text1/MAX_LINE_BYTES
 * Limit: formats/ooo/DWELL_OOO_MAX_LINE_BYTES */
static void
test_line (void)
{
  static const struct {
    const DwellFormat *format;
    gsize              limit;
    const char        *before; /* of the long line, its begin last */
    const char        *behind;
  } cases[] = {
    { &dwell_lms_format, 64 * KIB, "2,0,", "\n2,1,b\n0,1,5\n1,1,6\n" },
    { &dwell_aprof_format, MIB,
      "v 4\nk 5\nm bb-count\na ./a\nr \"g\" \"b\" 2\np 2 4 5 5 5 25 1 5 5 5 5 25\nr \"",
      "\" \"a\" 1\n" },
    { &dwell_text1_format, MIB, "* HANDLE(Functions) %HANDLE%,%NAME%\n00000001,",
      "\n00000002,b\n" },
    { &dwell_ooo_format, 16 * MIB, "000000 1 { a\n000001 1 | : ", "\n000002 1 } a\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *line = strrchr (cases[i].before, '\n');
      gsize n_begun = strlen (line != NULL ? line + 1 : cases[i].before);
      gsize n_end = strcspn (cases[i].behind, "\n");

      for (guint excess = 0; excess <= 1; excess++)
        {
          g_autoptr(GString) text = g_string_new (cases[i].before);
          g_autoptr(DwellTrace) trace = NULL;
          gsize n_name = cases[i].limit - n_begun - n_end + excess;

          g_string_set_size (text, text->len + n_name);
          memset (text->str + text->len - n_name, 'x', n_name);
          g_string_append (text, cases[i].behind);
          trace = read_bytes (cases[i].format, text->str, text->len);
          g_test_message ("%s %u", cases[i].format->id, excess);
          g_assert_cmpuint (file_fixture_count (trace, "long-line"), ==, excess);
          g_assert_cmpuint (trace->n_areas, >, 0);
        }
    }
}

/* Limit: formats/folded/NUMBER_MAX
 * Limit: formats/btf/NUMBER_MAX
 * Limit: formats/aprof/NUMBER_MAX_BYTES
 * Limit: formats/text1/MAX_DOUBLE_TEXT
 * Limit: formats/ooo/MAX_DIGITS */
static void
test_number (void)
{
  static const struct {
    const DwellFormat *format;
    gsize              limit;
    const char        *before; /* of zeros in the number */
    gsize              n_begun; /* bytes of the number that stand before and behind them */
    const char        *behind;
    const char        *problem; /* NULL: none, a message takes the place of a value */
  } cases[] = {
    { &dwell_folded_format, 63, "main;a 1\nmain;b 1.", 4, "e0\n", "bad-line" },
    { &dwell_btf_format, 63, "#version 2.2.0\n5,S,0,SIG,V,0,write,1.", 2, "\n", NULL },
    { &dwell_aprof_format, 400,
      "v 4\nk 5\nm bb-count\na ./a\nr \"f\" \"a\" 1\np 1 4 5 5 5 25.", 3, " 1 5 5 5 5 25\n"
      "r \"g\" \"b\" 2\np 2 4 5 5 5 25 1 5 5 5 5 25\n", "bad-number" },
    { &dwell_text1_format, 63,
      "* HANDLE(Data) %HANDLE%,%NAME%\n20000000,VAR\n* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%\n"
      "20000000,W,1.", 2, ",5\n", "unmatched-row" },
    { &dwell_ooo_format, 10, "000000 1 { a\n", 1, "1 1 } a\n", "continued-record" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint excess = 0; excess <= 1; excess++)
      {
        g_autoptr(GString) text = g_string_new (cases[i].before);
        g_autoptr(DwellTrace) trace = NULL;

        append_times (text, "0", cases[i].limit - cases[i].n_begun + excess);
        g_string_append (text, cases[i].behind);
        trace = read_bytes (cases[i].format, text->str, text->len);
        g_test_message ("%s %u", cases[i].format->id, excess);
        if (cases[i].problem != NULL)
          g_assert_cmpuint (file_fixture_count (trace, cases[i].problem), ==, excess);
        else
          g_assert_cmpuint (trace->n_marks, ==, excess);
      }
}

/* Limit: formats/text1/MAX_ISSUES */
static void
test_text1_issues (void)
{
  g_autoptr(GString) text = g_string_new ("* HANDLE(Functions) %HANDLE%,%NAME%\n00000000,f\n"
                                          "* TIMELINE ");
  g_autoptr(DwellTrace) trace = NULL;

  append_times (text, "%NONE%,", 12);
  g_string_append (text, "%HANDLE%,%EVENT%,%TIME%\n");
  trace = read_bytes (&dwell_text1_format, text->str, text->len);
  g_assert_cmpuint (file_fixture_count (trace, "template"), ==, 8);
}

/* Limit: formats/perf-script/MAX_WORDS */
static void
test_perf_words (void)
{
  for (guint excess = 0; excess <= 1; excess++)
    {
      g_autoptr(GString) text = g_string_new (NULL);
      g_autoptr(DwellTrace) trace = NULL;

      append_times (text, "word ", 15 + excess);
      g_string_append (text, "4521 1.4: 10 cpu-clock:\n\t1 f (a)\n\n"
                             "ls 4521 1.5: 10 cpu-clock:\n\t1 f (a)\n\n");
      trace = read_bytes (&dwell_perf_script_format, text->str, text->len);
      g_assert_cmpuint (file_fixture_count (trace, "bad-line"), ==, excess);
    }
}

/* Limit: formats/lms/MAX_DEPTH */
static void
test_lms_depth (void)
{
  g_autoptr(GString) text = g_string_new ("2,0,");
  g_autoptr(DwellTrace) trace = NULL;

  append_times (text, "a.", 200);
  g_string_append (text, "z\n0,0,1\n1,0,2\n");
  trace = read_bytes (&dwell_lms_format, text->str, text->len);
  g_assert_cmpuint (trace->n_spans, ==, 1);
  /* The dots behind belong to the last name. */
  g_assert_true (g_str_has_suffix (dwell_trace_get_area_name (trace, trace->span_area[0]), "a.z"));
  g_assert_cmpuint (trace->n_areas, <=, 64);
}

/* Limit: formats/text1/DWELL_FRAMES_MAX_DEPTH */
static void
test_text1_depth (void)
{
  g_autoptr(GString) text = g_string_new ("* HANDLE(Functions) %HANDLE%,%NAME%\n");
  g_autoptr(DwellTrace) trace = NULL;

  for (guint i = 0; i < 1100; i++)
    g_string_append_printf (text, "%08X,f\n", i);
  g_string_append (text, "* TIMELINE %HANDLE%,%EVENT%,%TIME%\n");
  for (guint i = 0; i < 1100; i++)
    g_string_append_printf (text, "%08X,E,%u\n", i, i);
  for (guint i = 1100; i-- > 0;)
    g_string_append_printf (text, "%08X,X,%u\n", i, 2200 - i);
  trace = read_bytes (&dwell_text1_format, text->str, text->len);
  g_assert_cmpuint (trace->n_spans, ==, 1024);
  g_assert_cmpuint (file_fixture_count (trace, "too-deep"), >=, 1100 - 1024);
}

/* Limit: formats/text1/DWELL_FRAMES_MAX_IMPLICIT */
static void
test_text1_from_before (void)
{
  g_autoptr(GString) text = g_string_new ("* HANDLE(Functions) %HANDLE%,%NAME%\n");
  g_autoptr(DwellTrace) trace = NULL;

  for (guint i = 0; i < 300; i++)
    g_string_append_printf (text, "%08X,f\n", i);
  g_string_append (text, "* TIMELINE %HANDLE%,%EVENT%,%TIME%\n");
  for (guint i = 0; i < 300; i++)
    g_string_append_printf (text, "%08X,X,%u\n", i, i);
  trace = read_bytes (&dwell_text1_format, text->str, text->len);
  g_assert_cmpuint (trace->n_spans, ==, 256);
  g_assert_cmpuint (trace->n_file_events, ==, 300);
  g_assert_cmpuint (dwell_problems_get_n (trace->problems), >, 0);
}

/* A block of @n_frames frames. */
static void
append_br_block (GByteArray *bytes,
                 guint       n_frames)
{
  guint8 frame[8] = { 3, 0, 1, 0, 0, 0, 7, 1 };

  g_byte_array_append (bytes, frame, sizeof frame);
  frame[0] = 5;
  for (guint i = 1; i < n_frames; i++)
    g_byte_array_append (bytes, frame, sizeof frame);
  g_byte_array_append (bytes, (const guint8 *) "\x06", 1);
}

/* Limit: formats/br/MAX_FRAMES
 * Limit: formats/br/MAX_DEPTH */
static void
test_br_frames (void)
{
  guint max = 1 << 20;

  for (guint excess = 0; excess <= 1; excess++)
    {
      g_autoptr(GByteArray) bytes = g_byte_array_new ();
      g_autoptr(DwellTrace) trace = NULL;

      append_br_block (bytes, max + excess);
      append_br_block (bytes, 1);
      trace = read_bytes (&dwell_br_format, bytes->data, bytes->len);
      g_assert_cmpuint (file_fixture_count (trace, "stack-too-deep"), ==, excess);
      g_assert_cmpint (trace->total_weight, ==, 2);
      /* The timeline has fewer rows than that, and says so. */
      g_assert_cmpuint (trace->n_rows, ==, 256);
      g_assert_cmpuint (g_strv_length ((char **) trace->notes), >, 1);
    }
}

/* Limit: formats/br/MAX_SKIPS
 * Limit: formats/br/DWELL_BR_SCAN_BYTES */
static void
test_br_skips (void)
{
  g_autoptr(GByteArray) bytes = g_byte_array_new ();
  g_autoptr(DwellTrace) trace = NULL;
  g_autofree guint8 *rubbish = g_malloc0 (64 * KIB + 1);
  guint n_told = 0;

  g_byte_array_append (bytes, (const guint8 *) "\1\0\1\0\1A", 6);
  for (guint i = 0; i < 150; i++)
    {
      for (guint k = 0; k < 4; k++)
        append_br_block (bytes, 2);
      g_byte_array_append (bytes, (const guint8 *) "\0\0", 2);
    }
  for (guint k = 0; k < 4; k++)
    append_br_block (bytes, 2);
  g_byte_array_append (bytes, rubbish, 64 * KIB + 1);
  append_br_block (bytes, 2);
  trace = read_bytes (&dwell_br_format, bytes->data, bytes->len);

  for (guint i = 0; i < dwell_problems_get_n (trace->problems); i++)
    n_told += g_str_equal (dwell_problems_get (trace->problems, i)->code, "skipped-bytes");
  g_assert_cmpuint (n_told, <=, 101);
  g_assert_cmpuint (file_fixture_count (trace, "skipped-bytes"), >=, 150);
  g_assert_cmpuint (file_fixture_count (trace, "stopped"), ==, 1);
  g_assert_cmpint (trace->total_weight, ==, 151 * 4);
}

/* Limit: formats/aprof/NUMBERS_MAX */
static void
test_aprof_numbers (void)
{
  g_autoptr(GString) text = g_string_new ("v 4\nk 5\nm bb-count\na ./a\nr \"f\" \"a\" 1\n"
                                          "p 1 4 5 5 5 25 1 5 5 5 5 25");
  g_autoptr(DwellTrace) trace = NULL;

  append_times (text, " 1", 30);
  g_string_append (text, "\nr \"g\" \"b\" 2\np 2 4 5 5 5 25 1 5 5 5 5 25\n");
  trace = read_bytes (&dwell_aprof_format, text->str, text->len);
  g_assert_cmpuint (dwell_problems_get_n (trace->problems), >, 0);
  g_assert_cmpuint (trace->n_cost_points, >, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/limits/line", test_line);
  g_test_add_func ("/limits/number", test_number);
  g_test_add_func ("/limits/text1/issues", test_text1_issues);
  g_test_add_func ("/limits/perf-script/words", test_perf_words);
  g_test_add_func ("/limits/lms/depth", test_lms_depth);
  g_test_add_func ("/limits/text1/depth", test_text1_depth);
  g_test_add_func ("/limits/text1/from-before", test_text1_from_before);
  g_test_add_func ("/limits/br/frames", test_br_frames);
  g_test_add_func ("/limits/br/skips", test_br_skips);
  g_test_add_func ("/limits/aprof/numbers", test_aprof_numbers);
  return g_test_run ();
}
