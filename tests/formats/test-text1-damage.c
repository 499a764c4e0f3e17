/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Damaged and hostile Text1 files: whatever is wrong is reported with its place, and all that can
 * be shown is shown. Writing reproduces the file byte for byte, including the damage. */
#include "config.h"

#include <string.h>

#include "core/dwell-error.h"
#include "core/dwell-memory.h"
#include "formats/text1/read/dwell-text1-source.h"
#include "support/stride.h"
#include "support/trace-invariants.h"
#include "text1-fixture.h"

#define FUNCTIONS "* HANDLE(Functions) %HANDLE%,%NAME%,%VALUE%\n00000000,f,\n00000001,g,\n"
#define TIMELINE "* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%\n"

static const DwellProblem *
find_problem (const DwellTrace *trace,
              const char       *code)
{
  for (guint i = 0; i < dwell_problems_get_n (trace->problems); i++)
    if (g_str_equal (dwell_problems_get (trace->problems, i)->code, code))
      return dwell_problems_get (trace->problems, i);

  g_error ("There is no problem “%s”", code);
}

/* Opens bytes that may not be readable at all; if they are, they come back. */
static void
try_bytes (const char *bytes,
           gsize       length)
{
  g_autoptr(GFile) file = file_fixture_write ("damaged.txt", bytes, length);
  DwellOpenOptions options = { .format = dwell_formats_find ("text1") };
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) trace = dwell_open_file (file, &options, NULL, NULL, &error);
  g_autoptr(GBytes) written = NULL;
  gsize n;
  const char *data;

  if (trace == NULL)
    {
      g_assert_true (error->domain == DWELL_ERROR);
      return;
    }

  check_trace_invariants (trace);
  /* A file that looks like records is a .BIN. */
  written = text1_get_source (trace)->has_binary ? text1_write_binary (trace)
                                                 : text1_write_main (trace);
  data = g_bytes_get_data (written, &n);
  g_assert_cmpmem (data, n, bytes, length);
}

static const char * const vectors[] = {
  "text1/preempt.txt", "text1/doc_examples.txt", "text1/preempt.v10.BIN", "text1/preempt.v11.BIN",
};

static void
test_truncations (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (vectors); i++)
    {
      g_autoptr(GBytes) bytes = file_fixture_load (vectors[i]);

      for (gsize length = test_first (); length < g_bytes_get_size (bytes);
           length += TEST_STRIDE)
        try_bytes (g_bytes_get_data (bytes, NULL), length);
    }
}

static void
test_flips (void)
{
  static const guint8 masks[] = { 0x01, 0x04, 0x20, 0x80, 0xff };

  for (gsize i = 0; i < G_N_ELEMENTS (vectors); i++)
    {
      g_autoptr(GBytes) bytes = file_fixture_load (vectors[i]);
      gsize length;
      g_autofree char *copy = g_memdup2 (g_bytes_get_data (bytes, &length),
                                         g_bytes_get_size (bytes));

      for (gsize k = test_first (); k < length; k += TEST_STRIDE)
        {
          guint8 mask = masks[(k + i) % G_N_ELEMENTS (masks)];

          copy[k] = (char) (copy[k] ^ mask);
          try_bytes (copy, length);
          copy[k] = (char) (copy[k] ^ mask);
        }
    }
}

/* A .BIN beside a main file, cut and flipped. */
static void
test_binary_damage (void)
{
  g_autoptr(GBytes) bytes = file_fixture_load ("text1/preempt.v11.BIN");
  gsize length;
  const guint8 *records = g_bytes_get_data (bytes, &length);
  g_autofree guint8 *copy = g_memdup2 (records, length);
  g_autoptr(GFile) main_file = file_fixture_write ("bin.txt", FUNCTIONS, strlen (FUNCTIONS));

  for (gsize i = test_first (); i < 2 * length; i += TEST_STRIDE)
    {
      gsize n = i < length ? i : length;
      g_autoptr(GFile) file = NULL;
      g_autoptr(DwellTrace) trace = NULL;
      g_autoptr(GBytes) written = NULL;
      g_autoptr(GBytes) expected = NULL;

      if (i >= length)
        copy[i - length] ^= 0xff;
      file = file_fixture_write ("bin.txt.BIN", copy, n);
      expected = g_bytes_new (copy, n);
      if (i >= length)
        copy[i - length] ^= 0xff;

      trace = text1_open (main_file, NULL);
      written = text1_write_binary (trace);
      g_assert_true (g_bytes_equal (expected, written));
      if (i < length)
        g_assert_cmpuint (trace->n_file_events, ==, n / 24);
      g_assert_cmpuint (file_fixture_count (trace, "trailing-bytes"), ==, n % 24 != 0);
    }

  g_assert_true (g_file_delete (main_file, NULL, NULL));
}

static DwellTrace *
open_with_binary (gconstpointer records,
                  gsize         length,
                  const char   *options)
{
  g_autoptr(GFile) main_file = file_fixture_write ("h.txt", FUNCTIONS, strlen (FUNCTIONS));
  g_autoptr(GFile) binary = file_fixture_write ("h.txt.BIN", records, length);
  DwellTrace *trace = text1_open (main_file, options);

  g_assert_true (g_file_delete (main_file, NULL, NULL));
  g_assert_true (g_file_delete (binary, NULL, NULL));
  return trace;
}

static void
put_record (GByteArray *records,
            guint32     handle,
            guint32     word,
            guint64     data,
            gint64      time)
{
  guint32 small[] = { GUINT32_TO_LE (handle), GUINT32_TO_LE (word) };
  guint64 large[] = { GUINT64_TO_LE (data), GUINT64_TO_LE ((guint64) time) };

  g_byte_array_append (records, (const guint8 *) small, sizeof small);
  g_byte_array_append (records, (const guint8 *) large, sizeof large);
}

static void
test_hostile_binary (void)
{
  static const guint8 zeros[24 * 100];
  g_autoptr(DwellTrace) short_one = open_with_binary (zeros, 23, NULL);
  g_autoptr(DwellTrace) empty = open_with_binary (zeros, 0, NULL);
  g_autoptr(DwellTrace) all_zeros = open_with_binary (zeros, sizeof zeros, NULL);
  g_autoptr(GByteArray) records = g_byte_array_new ();
  g_autoptr(DwellTrace) backwards = NULL;

  g_assert_cmpuint (short_one->n_file_events, ==, 0);
  g_assert_cmpint (find_problem (short_one, "trailing-bytes")->offset, ==, 0);
  g_assert_cmpuint (empty->n_file_events, ==, 0);
  g_assert_cmpuint (all_zeros->n_file_events, ==, 100);

  put_record (records, 0, 3 | 1 << 4, 0, 500);
  put_record (records, 0x12345678, 3, 0, -100);
  put_record (records, 0, 0xff0, 0, G_MAXINT64);
  put_record (records, 0, 9, 0, 600);
  put_record (records, 0, 0, 0, G_MININT64);
  backwards = open_with_binary (records->data, records->len, NULL);
  g_assert_cmpuint (backwards->n_file_events, ==, 2);
  g_assert_cmpuint (backwards->event_core[0], ==, 1);
  g_assert_cmpint (find_problem (backwards, "time-backwards")->offset, ==, 24);
  g_assert_cmpint (find_problem (backwards, "unmapped-handle")->offset, ==, 24);
  g_assert_cmpint (find_problem (backwards, "time-range")->offset, ==, 48);
  g_assert_cmpuint (file_fixture_count (backwards, "time-range"), ==, 2);
  g_assert_cmpint (find_problem (backwards, "unknown-event-type")->offset, ==, 72);
}

/* Times at the limit are events; times beyond it are reported with line and offset; all are written
 * back. */
static void
test_time_range (void)
{
  static const struct {
    gint64   time;
    gboolean is_in_range;
  } cases[] = {
    { 0, TRUE },
    { 999999999999999999, TRUE },
    { -1000000000000000000, TRUE },
    { 4611686018427387903, TRUE },
    { 4611686018427387904, FALSE },
    { -4611686018427387903, TRUE },
    { -4611686018427387904, FALSE },
    { G_MAXINT64 - 1, FALSE },
    { G_MAXINT64, FALSE },
    { G_MININT64, FALSE },
    { G_MININT64 + 1, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *time = g_strdup_printf ("%" G_GINT64_FORMAT, cases[i].time);
      g_autofree char *text = g_strconcat (FUNCTIONS TIMELINE "00000000,E,,-10\n00000001,E,,", time,
                                           "\n00000000,X,,20\n", NULL);
      g_autoptr(GBytes) bytes = g_bytes_new (text, strlen (text));
      g_autoptr(DwellTrace) trace = text1_open_text (text, NULL);
      g_autoptr(GBytes) written = text1_write_main (trace);
      g_autoptr(GByteArray) records = g_byte_array_new ();
      g_autoptr(DwellTrace) binary = NULL;
      g_autoptr(GBytes) binary_written = NULL;

      check_trace_invariants (trace);
      g_assert_true (g_bytes_equal (written, bytes));
      g_assert_cmpuint (trace->n_file_events, ==, cases[i].is_in_range ? 3 : 2);
      g_assert_cmpuint (file_fixture_count (trace, "unmatched-row"), ==, 0);
      g_assert_cmpuint (file_fixture_count (trace, "time-range"), ==, !cases[i].is_in_range);
      if (!cases[i].is_in_range)
        g_assert_cmpuint (find_problem (trace, "time-range")->line, ==, 6);

      put_record (records, 0, 3, 0, -10);
      put_record (records, 1, 3, 0, cases[i].time);
      put_record (records, 0, 0, 0, 20);
      binary = open_with_binary (records->data, records->len, NULL);
      binary_written = text1_write_binary (binary);

      check_trace_invariants (binary);
      g_assert_cmpmem (g_bytes_get_data (binary_written, NULL), g_bytes_get_size (binary_written),
                       records->data, records->len);
      g_assert_cmpint (binary->begin, ==, trace->begin);
      g_assert_cmpint (binary->end, ==, trace->end);
      g_assert_cmpuint (binary->n_file_events, ==, trace->n_file_events);
      g_assert_cmpuint (file_fixture_count (binary, "time-range"), ==, !cases[i].is_in_range);
      if (!cases[i].is_in_range)
        g_assert_cmpint (find_problem (binary, "time-range")->offset, ==, 24);
    }
}

static void
test_total_time_range (void)
{
  static const struct {
    const char *text;
    gint64      time;
  } cases[] = {
    { "4611686018427387903", DWELL_TIME_MAX },
    { "4611686018427387904", DWELL_TIME_NONE },
    { "9223372036854775807", DWELL_TIME_NONE },
    { "99999999999999999999", DWELL_TIME_NONE },
    { "-1", DWELL_TIME_NONE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strconcat ("* INFO %TOTAL_TIME%\n", cases[i].text, "\n"
                                           FUNCTIONS TIMELINE "00000000,E,,-4611686018427387903\n",
                                           NULL);
      g_autoptr(DwellTrace) trace = text1_open_text (text, NULL);

      check_trace_invariants (trace);
      g_assert_cmpint (trace->total_time, ==, cases[i].time);
      g_assert_cmpuint (file_fixture_count (trace, "bad-total-time"), ==,
                        cases[i].time == DWELL_TIME_NONE);
    }
}

static void
test_mixed_versions (void)
{
  g_autoptr(GByteArray) records = g_byte_array_new ();
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellTrace) forced = NULL;

  for (guint i = 0; i < 20; i++)
    put_record (records, 0, i % 2 == 0 ? 3 : 0, 0, i * 10);
  for (guint i = 0; i < 3; i++)
    put_record (records, 0, 3u << 24, 0, 300 + i);

  trace = open_with_binary (records->data, records->len, NULL);
  g_assert_false (text1_get_source (trace)->binary_is_1_0);
  g_assert_cmpint (find_problem (trace, "mixed-binary-versions")->offset, ==, 480);
  g_assert_cmpuint (find_problem (trace, "mixed-binary-versions")->count, ==, 3);

  forced = open_with_binary (records->data, records->len, "BinaryVersion=1.0");
  g_assert_true (text1_get_source (forced)->binary_is_1_0);
  g_assert_cmpuint (forced->event_kind[20], ==, DWELL_EVENT_ENTRY);
}

/* In version 1.0 a variable is written whatever the code says. */
static void
test_writes_of_1_0 (void)
{
  g_autoptr(GByteArray) records = g_byte_array_new ();
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(GBytes) written = NULL;
  gsize n;
  const char *data;

  put_record (records, 0, 3u << 24, 0, 10);
  put_record (records, 0x20000000, 3u << 24, 7, 20);
  put_record (records, 0x40000000, 0, 8, 30);
  put_record (records, 0x20000000, 4u << 24, 9, 40);
  trace = open_with_binary (records->data, records->len, NULL);
  written = text1_write_binary (trace);
  data = g_bytes_get_data (written, &n);

  g_assert_cmpuint (trace->n_writes, ==, 3);
  g_assert_cmpuint (trace->write_value[1], ==, 8);
  g_assert_cmpmem (data, n, records->data, records->len);
}

/* More records than are under way at once. */
static void
test_many_records (void)
{
  g_autoptr(GByteArray) records = g_byte_array_new ();
  g_autoptr(DwellTrace) trace = NULL;

  for (guint i = 0; i < 300000; i++)
    put_record (records, i % 2, i % 4 < 2 ? 3 : 0, 0, i);

  trace = open_with_binary (records->data, records->len, NULL);
  g_assert_cmpuint (trace->n_file_events, ==, 300000);
  g_assert_cmpint (dwell_trace_get_event_time (trace, 299999), ==, 299999);
  g_assert_cmpuint (text1_get_source (trace)->binary.pieces->len, ==, 1);
}

static void
test_unending_macro (void)
{
  g_autoptr(DwellTrace) whole = text1_open_text ("* HANDLE(Functions) %HANDLE\n00000000\n"
                                                 "* TIMELINE %HANDLE%,%EVENT%,%TIME\n"
                                                 "00000000,E,5\n00000000,X,6\n", NULL);
  g_autoptr(DwellTrace) lost = text1_open_text (FUNCTIONS "* TIMELINE %HANDLE%,%EVENT%,%TIME%,%\n"
                                                "00000000,E,5\n", NULL);

  g_assert_cmpuint (whole->n_file_events, ==, 2);
  g_assert_cmpuint (whole->n_areas, ==, 1);
  g_assert_cmpuint (lost->n_file_events, ==, 0);
  g_assert_cmpuint (find_problem (lost, "template")->line, ==, 4);
  g_assert_cmpuint (find_problem (lost, "unmatched-row")->line, ==, 5);
}

static void
test_many_macros (void)
{
  g_autoptr(GString) text = g_string_new (FUNCTIONS "* HANDLE(Data) ");
  g_autoptr(DwellTrace) trace = NULL;

  for (guint i = 0; i < 10000; i++)
    g_string_append (text, i % 2 == 0 ? "%NAME%," : "%ODD%,");
  g_string_append (text, "\n");
  for (guint i = 0; i < 20000; i++)
    g_string_append (text, "a,");
  g_string_append (text, "\n" TIMELINE "00000000,E,,1\n");

  trace = text1_open_text (text->str, NULL);
  g_assert_cmpuint (trace->n_file_events, ==, 1);
  g_assert_cmpuint (find_problem (trace, "template")->line, ==, 4);
  g_assert_cmpuint (find_problem (trace, "unmatched-row")->line, ==, 5);
}

/* Thousands of rows that could be divided into fields in very many ways: trying them all would
 * never end. */
static void
test_ambiguous_rows (void)
{
  g_autoptr(GString) text = g_string_new ("* HANDLE(Functions) "
                                          "%NAME%,%FILE%,%PATH%,%NAME.PARENT%\n");
  g_autoptr(DwellTrace) trace = NULL;

  for (guint i = 0; i < 2000; i++)
    {
      for (guint k = 0; k < 1000; k++)
        g_string_append (text, k % 3 == 0 ? "a," : ",");
      g_string_append_c (text, '\n');
    }

  trace = text1_open_text (text->str, NULL);
  g_assert_cmpuint (find_problem (trace, "guessed-fields")->count, ==, 1);
  g_assert_cmpuint (find_problem (trace, "guessed-fields")->line, ==, 2);
}

/* What is open where a file was cut off lasts until the end of the session: the problem says so. */
static void
test_cut_off (void)
{
  static const struct {
    const char *row;
    gboolean    is_cut;
  } cases[] = { { "00000000,X", TRUE }, { "00000000,X\n", FALSE }, { "0\n00000000,X,,9", FALSE } };
  g_autoptr(GByteArray) records = g_byte_array_new ();
  g_autoptr(DwellTrace) binary = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strconcat (FUNCTIONS TIMELINE "00000000,E,,5\n", cases[i].row,
                                           NULL);
      g_autoptr(DwellTrace) trace = text1_open_text (text, NULL);
      const char *message = find_problem (trace, "unmatched-row")->message;

      g_assert_cmpint (strstr (message, "cut off") != NULL, ==, cases[i].is_cut);
    }

  put_record (records, 0, 3, 0, 5);
  put_record (records, 0, 0, 0, 9);
  binary = open_with_binary (records->data, records->len - 1, NULL);
  g_assert_nonnull (strstr (find_problem (binary, "trailing-bytes")->message, "cut off"));
}

static void
test_invalid_statistics (void)
{
  g_autoptr(DwellTrace) trace =
    text1_open_text (FUNCTIONS
                     "* STATISTICS(Functions) CONTEXT(TSK: other) %HANDLE%,%COUNT%,%T.NET%\n"
                     "00000077,1,10\n00000000,x,10\n,1,1\n00000001,,\n", NULL);

  g_assert_cmpuint (trace->n_recorded, ==, 2);
  g_assert_cmpuint (find_problem (trace, "unmapped-handle")->line, ==, 5);
  g_assert_cmpuint (file_fixture_count (trace, "bad-number") +
                    file_fixture_count (trace, "unmatched-row"), ==, 1);
  g_assert_cmpuint (find_problem (trace, "bad-handle")->line, ==, 7);
}

static void
test_parents (void)
{
  g_autoptr(DwellTrace) trace =
    text1_open_text ("* HANDLE(Functions) %HANDLE%,%NAME%,%HANDLE.PARENT%\n"
                     "10000000,a,00000005\n10000001,b,10000001\n10000002,c,00000009\n"
                     "00000005,f,00000005\n10000003,d,\n10000004,e,10000000\n", NULL);

  g_assert_cmpuint (trace->areas[0].parent, ==, 3);
  g_assert_cmpuint (trace->areas[1].parent, ==, DWELL_NONE);
  g_assert_cmpuint (trace->areas[2].parent, ==, DWELL_NONE);
  g_assert_cmpuint (trace->areas[3].parent, ==, DWELL_NONE);
  g_assert_cmpuint (trace->areas[4].parent, ==, 3);
  g_assert_cmpuint (trace->areas[5].parent, ==, DWELL_NONE);
  g_assert_cmpuint (file_fixture_count (trace, "unknown-parent"), ==, 2);
}

/* Headers without templates, and of another make: the user says what they are. */
static void
test_options (void)
{
  g_autoptr(DwellTrace) bare = text1_open_text ("* HANDLE(Functions)\n00000000,f,\n"
                                                "* TIMELINE\n00000000,E,,1\n", NULL);
  g_autoptr(DwellTrace) told = text1_open_text ("* HANDLE(Functions)\nf;00000000\n"
                                                "* TIMELINE\n1 E 00000000\n",
                                                "MappingEntry=%NAME%;%HANDLE%\n"
                                                "TimelineEntry=%TIME% %EVENT% %HANDLE%");
  g_autoptr(DwellTrace) headed = text1_open_text ("[map Functions: %HANDLE%=%NAME%]\n00000000=f\n"
                                                  "[events]\n1 E 00000000\n2 X 00000000\n",
                                                  "MappingHeader=[map %CLASS%: %FORMAT%]\n"
                                                  "TimelineHeader=[events]\n"
                                                  "TimelineEntry=%TIME% %EVENT% %HANDLE%");
  g_autoptr(DwellTrace) based = text1_open_text ("* HANDLE(Data) %HANDLE%,%NAME%,%VALUE%\n"
                                                 "20000000,v,\n30000000,on,10\n" TIMELINE
                                                 "20000000,W,10,1\n", "ValueBase=dec");

  g_assert_cmpuint (bare->n_file_events, ==, 1);
  g_assert_cmpuint (file_fixture_count (bare, "no-template"), ==, 2);
  g_assert_cmpuint (told->n_file_events, ==, 1);
  g_assert_cmpuint (dwell_problems_get_total (told->problems), ==, 0);
  g_assert_cmpstr (dwell_trace_get_area_name (told, 0), ==, "f");
  g_assert_cmpuint (headed->n_file_events, ==, 2);
  g_assert_cmpuint (dwell_problems_get_total (headed->problems), ==, 0);
  g_assert_cmpstr (dwell_trace_get_area_name (headed, headed->event_area[0]), ==, "f");
  g_assert_cmpuint (based->write_value[0], ==, 10);
  g_assert_cmpint (based->areas[1].value, ==, 10);
}

static void
test_unreadable (void)
{
  g_autoptr(GFile) file = file_fixture_write ("none.txt", "hello\nworld\n", 12);
  DwellOpenOptions options = { .format = dwell_formats_find ("text1") };
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, &options, NULL, NULL, &error);

  g_assert_null (trace);
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_SYNTAX);
  g_assert_null (dwell_formats_recognise ("hello\nworld\n", 12));
  g_assert_null (dwell_formats_recognise ("* INFO about\n* comment\n", 23));
}

static void
test_missing_binary (void)
{
  static const char * const key_values[] = { "BinaryFile=not-there.BIN", NULL };
  g_autoptr(GFile) file = file_fixture_write ("main.txt", FUNCTIONS, strlen (FUNCTIONS));
  DwellOpenOptions options = { .format = dwell_formats_find ("text1"), .key_values = key_values };
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, &options, NULL, NULL, &error);

  g_assert_null (trace);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

/* 20 000 rows, each the first of its context; more contexts than are taken.
 * Limit: formats/text1/MAX_CONTEXTS */
static void
test_many_contexts (void)
{
  g_autoptr(GString) text = g_string_new (FUNCTIONS
                                          "* TIMELINE %HANDLE%,%EVENT%,%TIME%,%CONTEXT%\n");
  g_autoptr(DwellTrace) trace = NULL;

  for (guint i = 0; i < 70000; i++)
    g_string_append_printf (text, "00000000,E,%u,c%u\n", i, i);

  trace = text1_open_text (text->str, NULL);
  g_assert_cmpuint (trace->n_file_events, ==, 70000);
  g_assert_cmpuint (find_problem (trace, "too-many-contexts")->count, >, 0);
}

/* All bytes that may be kept are; a part that has them takes no more, and says so. Its events are
 * recorded as before. Limit: formats/text1/MAX_TEXT_BYTES */
static void
test_much_text (void)
{
  const gsize n_max = 268435456;
  DwellText1Source *source = dwell_text1_source_new ();
  gpointer bytes = dwell_big_alloc (n_max);

  g_assert_true (dwell_text1_part_add_text (&source->main, bytes, 1, 0, 0));
  g_assert_false (dwell_text1_part_add_text (&source->main, bytes, n_max, 0, 0));
  g_assert_cmpuint (source->main.text->len, ==, 1);
  g_assert_true (dwell_text1_part_add_text (&source->main, bytes, n_max - 1, 0, 0));
  g_assert_false (dwell_text1_part_add_text (&source->main, bytes, 1, 0, 0));
  g_assert_false (dwell_text1_part_add_text (&source->main, bytes, G_MAXSIZE, 0, 0));
  g_assert_cmpuint (source->main.text->len, ==, n_max);

  dwell_text1_part_add_events (&source->main, 0, 7, 0);
  g_assert_cmpuint (source->main.pieces->len, ==, 2);
  g_assert_cmpuint (g_array_index (source->main.pieces, DwellText1Piece, 0).text_length, ==, n_max);
  g_assert_cmpuint (g_array_index (source->main.pieces, DwellText1Piece, 1).n_events, ==, 7);

  dwell_big_free (bytes);
  dwell_text1_source_free (source);
}

int
main (int    argc,
      char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text1/damage/truncations", test_truncations);
  g_test_add_func ("/text1/damage/flips", test_flips);
  g_test_add_func ("/text1/damage/binary", test_binary_damage);
  g_test_add_func ("/text1/damage/hostile-binary", test_hostile_binary);
  g_test_add_func ("/text1/damage/time-range", test_time_range);
  g_test_add_func ("/text1/damage/total-time-range", test_total_time_range);
  g_test_add_func ("/text1/damage/mixed-versions", test_mixed_versions);
  g_test_add_func ("/text1/damage/writes-of-1.0", test_writes_of_1_0);
  g_test_add_func ("/text1/damage/many-records", test_many_records);
  g_test_add_func ("/text1/damage/unending-macro", test_unending_macro);
  g_test_add_func ("/text1/damage/many-macros", test_many_macros);
  g_test_add_func ("/text1/damage/ambiguous-rows", test_ambiguous_rows);
  g_test_add_func ("/text1/damage/cut-off", test_cut_off);
  g_test_add_func ("/text1/damage/invalid-statistics", test_invalid_statistics);
  g_test_add_func ("/text1/damage/parents", test_parents);
  g_test_add_func ("/text1/damage/options", test_options);
  g_test_add_func ("/text1/damage/unreadable", test_unreadable);
  g_test_add_func ("/text1/damage/much-text", test_much_text);
  g_test_add_func ("/text1/damage/missing-binary", test_missing_binary);
  g_test_add_func ("/text1/damage/many-contexts", test_many_contexts);
  result = g_test_run ();
  file_fixture_remove_all ();
  return result;
}
