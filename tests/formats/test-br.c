/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading profiles of Business Rules!: the content of the vectors, each rule on damage, and that a
 * whole block adds up to the same as its records one by one. */
#include "config.h"

#include <string.h>

#include "br-fixture.h"
#include "core/dwell-error.h"
#include "formats/br/dwell-br-reader.h"
#include "support/stride.h"

static DwellTrace *
open_vector (const char *name)
{
  g_autofree char *path = g_strconcat ("br/", name, NULL);
  g_autoptr(GBytes) bytes = file_fixture_load (path);
  const DwellFormat *format = dwell_formats_recognise (g_bytes_get_data (bytes, NULL),
                                                       g_bytes_get_size (bytes));
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = br_open (bytes, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (format->id, ==, "br");
  return trace;
}

static const struct {
  const char *name;
  const char *lines;
  const char *problems;
} vectors[] = {
  { "timed_backtrace.prof",
    "C:\\APP\\LIB.BR 500:1 FNSUM 1 9000 9000 9000\n"
    "C:\\APP\\LIB.BR 510:1 FNSUM 1 11000 11000 11000\n"
    "C:\\APP\\LIB.BR 700:2 GOSUB from 00510:03 1 600 600 600\n"
    "C:\\APP\\MAIN.BR 900:1 GOSUB from 00120:01 1 400 400 400\n"
    "C:\\APP\\MAIN.BR 100:1 main 1 1500 1500 1500\n"
    "C:\\APP\\MAIN.BR 110:1 main 1 2500 2500 2500\n"
    "C:\\APP\\MAIN.BR 110:2 main 1 3500 3500 3500\n",
    "" },
  { "sampled_plain.prof",
    "C:\\APP\\MAIN.BR 100:1 ? 1\nC:\\APP\\MAIN.BR 110:1 ? 4\nC:\\APP\\MAIN.BR 120:1 ? 1\n",
    "" },
  { "remap_missing.prof",
    "C:\\APP\\LIB.BR 10:1 ? 1 7 7 7\nC:\\APP\\MAIN.BR 10:1 ? 1 5 5 5\n"
    "module #3 20:1 ? 1 6 6 6\n",
    "unmapped-module 37 1\n" },
  { "truncated.prof",
    "C:\\APP\\LIB.BR 500:1 FNSUM 1 9000 9000 9000\n"
    "C:\\APP\\LIB.BR 510:1 FNSUM 1 11000 11000 11000\n"
    "C:\\APP\\LIB.BR 700:2 GOSUB from 00510:03 1 600 600 600\n"
    "C:\\APP\\MAIN.BR 900:1 GOSUB from 00120:01 1 400 400 400\n"
    "C:\\APP\\MAIN.BR 100:1 main 1 1500 1500 1500\n"
    "C:\\APP\\MAIN.BR 110:1 main 1 2500 2500 2500\n",
    "cut-record 223 1\nunfinished-line 214 1\n" },
  { "type2.prof",
    "C:\\APP\\LIB.BR 10:1 ? 1 7 7 7\nC:\\APP\\MAIN.BR 10:1 ? 1 5 5 5\n",
    "skipped-bytes 37 1\n" },
  { "noend_unknown.prof",
    "C:\\APP\\MAIN.BR 10:1 ? 1 5 5 5\nC:\\APP\\MAIN.BR 20:1 ? 1 6 6 6\n"
    "C:\\APP\\MAIN.BR 30:1 ? 1 8 8 8\n",
    "skipped-bytes 54 1\nno-end 36 1\n" },
};

static void
test_vectors (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (vectors); i++)
    {
      g_autoptr(DwellTrace) trace = open_vector (vectors[i].name);
      g_autofree char *lines = br_tell_lines (trace);
      g_autofree char *problems = br_tell_problems (trace);

      g_assert_cmpstr (lines, ==, vectors[i].lines);
      g_assert_cmpstr (problems, ==, vectors[i].problems);
    }
}

static void
test_sequence (void)
{
  g_autoptr(DwellTrace) trace = open_vector ("timed_backtrace.prof");
  g_autofree char *spans = br_tell_spans (trace);

  g_assert_cmpstr (spans, ==,
                   "0 0-1500 MAIN.BR 00100:01\n0 1500-4000 MAIN.BR 00110:01\n"
                   "0 4000-24000 MAIN.BR 00110:02\n0 24000-24400 MAIN.BR 00120:01\n"
                   "0 24400-28500 MAIN.BR 00110:02\n"
                   "1 4000-13000 LIB.BR 00500:01 FNSUM\n1 13000-24000 LIB.BR 00510:01 FNSUM\n"
                   "1 24000-24400 MAIN.BR 00900:01\n1 24400-25000 LIB.BR 00510:03 FNSUM\n"
                   "2 24400-25000 LIB.BR 00700:02\n");
  g_assert_true (trace->spans_are_sequence);
  g_assert_cmpint (trace->axis, ==, DWELL_AXIS_CUMULATIVE_TIME);
  g_assert_cmpint (trace->total_weight, ==, 28500);
  g_assert_cmpuint (trace->n_events, ==, 7);
  g_assert_cmpuint (trace->n_records, ==, trace->n_records_in_file);
}

static void
test_records (void)
{
  g_autoptr(DwellTrace) trace = br_open_words ("m1=A l1:10:1 fF t5 b1:20:0 e t7 l1:30:2");
  static const struct {
    guint8  type;
    guint64 offset;
    guint64 value;
  } wanted[] = {
    { 1, 0, 1 }, { 3, 6, DWELL_BR_PACK (1, 10, 1) }, { 7, 14, 0 }, { 4, 17, 5 },
    { 5, 26, DWELL_BR_PACK (1, 20, 0) }, { 6, 34, 0 }, { 0x84, 35, 7 },
    { 0x83, 44, DWELL_BR_PACK (1, 30, 2) },
  };

  g_assert_cmpuint (trace->n_records, ==, G_N_ELEMENTS (wanted));
  for (gsize i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      g_assert_cmpuint (trace->records[i].type, ==, wanted[i].type);
      g_assert_cmpuint (trace->records[i].offset, ==, wanted[i].offset);
      g_assert_cmpuint (trace->records[i].value, ==, wanted[i].value);
    }
  g_assert_cmpstr (dwell_trace_get_area_title (trace, trace->records[1].area), ==, "A 00010:01 F");
  g_assert_cmpstr (dwell_trace_get_area_title (trace, trace->records[4].area), ==, "A 00020");
}

/* Each kind of damage and the rule for it. */
static const struct {
  const char *words;
  const char *lines;
  const char *problems;
} quirks[] = {
  /* a record outside a block */
  { "m1=A e l1:1:1 t1 e t5 b1:2:2 fX g a", "A 1:1 ? 1 1 1 1\n", "outside-block 6 6\n" },
  /* a tag too late; the first of two */
  { "m1=A l1:1:1 t1 a e", "A 1:1 main 1 1 1 1\n", "misplaced-routine 23 1\n" },
  { "m1=A l1:1:1 fF a e", "A 1:1 F 1\n", "second-routine 17 1\n" },
  { "m1=A l1:1:1 b1:2:0 t1 fF e", "A 1:1 ? 1 1 1 1\n", "misplaced-routine 31 1\n" },
  /* a mapping between a frame and its tag; in a block */
  { "m1=A l1:1:1 m2=B a t1 m1=C b1:2:1 e", "A 1:1 main 1 1 1 1\n", "" },
  /* times */
  { "m1=A l1:1:1 t1 t2 e", "A 1:1 ? 1 3 3 3\n", "several-times 23 1\n" },
  { "m1=A l1:1:1 t9223372036854775808 e", "A 1:1 ? 1 0 0 0\n", "time-too-large 14 1\n" },
  { "m1=A l1:1:1 t18446744073709551615 e", "A 1:1 ? 1 0 0 0\n", "time-too-large 14 1\n" },
  { "m1=A l1:1:1 e l1:1:1 t4 e l1:2:1 e", "A 1:1 ? 2 4 0 4\nA 2:1 ? 1 0 0 0\n", "" },
  { "m1=A l1:1:1 t4611686018427387904 e", "A 1:1 ? 1 0 0 0\n", "time-too-large 14 1\n" },
  { "m1=A l1:1:1 t4611686018427387903 e l1:1:1 t0 e",
    "A 1:1 ? 2 4611686018427387903 0 4611686018427387903\n", "" },
  { "m1=A l1:1:1 t5 t4611686018427387900 e", "A 1:1 ? 1 5 5 5\n",
    "several-times 23 1\ntime-too-large 23 1\n" },
  { "m1=A l1:1:1 t4611686018427387903 e l1:1:1 t4 e l1:1:1 t4611686018427387903 e",
    "A 1:1 ? 3 9223372036854775807 4 4611686018427387903\n", "time-range 24 2\n" },
  /* modules: without case, mapped again, without a name, without a mapping */
  { "m1=C:\\App\\Main.br m2=C:\\APP\\MAIN.BR l1:1:1 e l2:1:1 e", "C:\\App\\Main.br 1:1 ? 2\n", "" },
  { "m1=A l1:1:1 e m1=B l1:1:1 e m1=A l1:1:1 e", "A 1:1 ? 2\nB 1:1 ? 1\n", "" },
  { "m1= l1:1:1 e", "(unnamed module 1) 1:1 ? 1\n", "" },
  { "m1=A l9:1:1 e l9:2:1 b8:1:1 e", "module #9 1:1 ? 1\nmodule #9 2:1 ? 1\n",
    "unmapped-module 6 1\nunmapped-module 23 1\n" },
  /* routines */
  { "m1=A l1:1:1 f e", "A 1:1 (anonymous function) 1\n", "" },
  { "m1=A l1:1:1 g e", "A 1:1 GOSUB 1\n", "" },
  { "m1=A l1:1:1 g b1:70000:0 e", "A 1:1 GOSUB from 70000 1\n", "" },
  { "m1=A l1:1:1 fmain e l1:1:1 a e", "A 1:1 main 1\nA 1:1 main 1\n", "" },
  /* text that is not UTF-8 */
  { "x0100010002C3A9 l1:1:1 e", "é 1:1 ? 1\n", "" },
  { "x010001000182 l1:1:1 e", "é 1:1 ? 1\n", "" },
  /* bytes that are no record: outside a block, inside one, which is dropped */
  { "m1=A l1:1:1 e xFFFFFF l1:2:1 e l1:3:1 e", "A 1:1 ? 1\nA 2:1 ? 1\nA 3:1 ? 1\n",
    "skipped-bytes 15 1\n" },
  { "m1=A l1:1:1 x000000 t5 e l1:2:1 t6 e", "A 2:1 ? 1 6 6 6\n", "skipped-bytes 14 1\n" },
  { "m1=A l1:1:1 t4 xAA l1:2:1 t6 e l1:3:1 t7 e", "A 2:1 ? 1 6 6 6\nA 3:1 ? 1 7 7 7\n",
    "skipped-bytes 23 1\nno-end 24 1\n" },
  { "m1=A l1:1:1 e x02AAAA", "A 1:1 ? 1\n", "skipped-bytes 15 1\n" },
  { "m1=A l1:1:1 e x02AAAA0002BBBB l1:2:1 e", "A 1:1 ? 1\nA 2:1 ? 1\n", "skipped-bytes 15 1\n" },
  { "m1=A l1:1:1 e x55AA55AA55", "A 1:1 ? 1\n", "stopped 15 1\n" },
  /* cut off */
  { "m1=A l1:1:1 e x03", "A 1:1 ? 1\n", "cut-record 15 1\n" },
  { "m1=A l1:1:1 e l1:2:1", "A 1:1 ? 1\n", "unfinished-line 15 1\n" },
  { "m1=A l1:1:1 e x01000200", "A 1:1 ? 1\n", "cut-record 15 1\n" },
  /* nothing but backtraces */
  { "m1=A b1:1:1 b1:2:1 b1:3:1", "", "outside-block 6 3\n" },
};

static void
test_quirks (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (quirks); i++)
    for (guint whole = 0; whole < 2; whole++)
      {
        g_autoptr(DwellTrace) trace = NULL;
        g_autofree char *lines = NULL;
        g_autofree char *problems = NULL;

        file_fixture_limits.max_records = whole;
        trace = br_open_words (quirks[i].words);
        lines = br_tell_lines (trace);
        problems = br_tell_problems (trace);

        g_test_message ("%s", quirks[i].words);
        g_assert_cmpstr (lines, ==, quirks[i].lines);
        g_assert_cmpstr (problems, ==, quirks[i].problems);
      }

  file_fixture_limits.max_records = 0;
}

static void
test_encoding (void)
{
  static const char * const windows[] = { "Encoding=CP1252", NULL };
  DwellOpenOptions options = { .key_values = windows };
  g_autoptr(GBytes) bytes = br_make ("x01000100048041E942 l1:1:1 e l1:2:1 e");
  g_autoptr(GFile) file = file_fixture_write ("encoding.prof", g_bytes_get_data (bytes, NULL),
                                              g_bytes_get_size (bytes));
  g_autoptr(DwellTrace) dos = dwell_open_file (file, NULL, NULL, NULL, NULL);
  g_autoptr(DwellTrace) ansi = dwell_open_file (file, &options, NULL, NULL, NULL);

  g_assert_cmpstr (dwell_trace_get_string (dos, dos->areas[0].module), ==, "ÇAΘB");
  g_assert_cmpstr (dwell_trace_get_string (ansi, ansi->areas[0].module), ==, "€AéB");
}

/* A profile of @n blocks: few modules, routines and lines, so that much repeats, and some oddities
 * if @is_odd. */
static char *
make_random (guint32  seed,
             guint    n,
             gboolean is_odd)
{
  g_autoptr(GRand) random = g_rand_new_with_seed (seed);
  static const char * const tags[] = { "a", "g", "fF", "fFunctionWithALongName", "" };
  gboolean is_timed = g_rand_boolean (random);
  GString *words = g_string_new ("m1=A m2=B ");

  for (guint i = 0; i < n; i++)
    {
      int depth = g_rand_int_range (random, 0, 5);

      g_string_append_printf (words, "l%d:%d:1 %s ", g_rand_int_range (random, 1, 4),
                              g_rand_int_range (random, 1, 6),
                              tags[g_rand_int_range (random, 0, 5)]);
      if (is_timed && g_rand_int_range (random, 0, 10) > 0)
        g_string_append_printf (words, "t%d ", g_rand_int_range (random, 0, 1000));
      for (int j = 0; j < depth; j++)
        g_string_append_printf (words, "b%d:%d:%d %s ", 1 + j % 2, 10 + j,
                                g_rand_int_range (random, 0, 2), tags[(i / 8 + (guint) j) % 5]);
      if (!is_odd || g_rand_int_range (random, 0, 10) > 0)
        g_string_append (words, "e ");
      if (g_rand_int_range (random, 0, 16) == 0)
        g_string_append_printf (words, "m%d=%c ", g_rand_int_range (random, 1, 3), "ABC"[i % 3]);
      if (is_odd && g_rand_int_range (random, 0, 16) == 0)
        g_string_append (words, tags[i % 4]);
      g_string_append_c (words, ' ');
    }

  return g_string_free (words, FALSE);
}

static void
assert_equal (char *left,
              char *right)
{
  g_assert_cmpstr (left, ==, right);
  g_free (left);
  g_free (right);
}

/* So many names that routines could not be told apart. Limit: formats/br/DWELL_BR_TAG_MAX */
static void
test_many_names (void)
{
  g_autofree char *words = make_random (7, 300, FALSE);
  g_autoptr(DwellTrace) trace = br_open_words (words);
  g_autoptr(DwellTrace) again = NULL;
  g_autoptr(GBytes) bytes = br_make (words);
  g_autoptr(GError) error = NULL;
  guint32 n_needed = 1;

  /* As many as it takes, found one after the other. */
  for (; again == NULL; n_needed++)
    {
      g_clear_error (&error);
      file_fixture_limits.max_names = n_needed;
      again = br_open (bytes, &error);
      if (again == NULL)
        {
          g_assert_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT);
          g_assert_nonnull (strstr (error->message, ": offset 0x"));
        }
    }
  file_fixture_limits.max_names = 0;

  g_assert_cmpuint (n_needed, >, 3);
  assert_equal (br_tell_nodes (trace), br_tell_nodes (again));
}

/* Limit: formats/br/MAX_RECORDS */
static void
test_blocks (void)
{
  for (guint32 seed = 1; seed <= test_rounds (60); seed++)
    {
      g_autofree char *words = make_random (seed, 300, seed % 2 == 0);
      g_autoptr(DwellTrace) by_record = br_open_words (words);
      g_autoptr(DwellTrace) by_block = NULL;

      file_fixture_limits.max_records = 1;
      by_block = br_open_words (words);
      file_fixture_limits.max_records = 0;

      assert_equal (br_tell_lines (by_record), br_tell_lines (by_block));
      assert_equal (br_tell_nodes (by_record), br_tell_nodes (by_block));
      assert_equal (br_tell_spans (by_record), br_tell_spans (by_block));
      assert_equal (br_tell_problems (by_record), br_tell_problems (by_block));
      g_assert_cmpuint (by_record->n_records_in_file, ==, by_block->n_records_in_file);
      g_assert_cmpuint (by_block->n_records, <, by_block->n_records_in_file);
    }
}

/* Returns the number of the area at @time in @row, or DWELL_NONE. */
static guint32
get_area_at (const DwellTrace *trace,
             guint32           row,
             gint64            time)
{
  guint32 place = row < trace->n_rows ? dwell_trace_row_search (trace, row, time) : 0;
  guint32 span;

  if (row >= trace->n_rows || place >= trace->rows[row].first_span + trace->rows[row].n_spans)
    return DWELL_NONE;

  span = trace->row_spans[place];
  return dwell_trace_get_span_begin (trace, span) <= time ? trace->span_area[span] : DWELL_NONE;
}

/* A sequence that is thinned out shows at each step what the whole one shows.
 * Limit: formats/br/MAX_STEPS
 * Limit: formats/br/MAX_SPANS */
static void
test_thinned_out (void)
{
  for (guint32 seed = 1; seed <= test_rounds (30); seed++)
    {
      g_autofree char *words = make_random (seed, 500, FALSE);
      g_autoptr(DwellTrace) whole = br_open_words (words);
      g_autoptr(DwellTrace) thin = NULL;
      gint64 step;

      file_fixture_limits = (DwellReadLimits) { .max_steps = 32, .max_spans = 64 };
      thin = br_open_words (words);
      file_fixture_limits = (DwellReadLimits) { 0 };

      step = g_variant_get_int64 (dwell_trace_get_property (thin, "sequence_step")->value);
      g_assert_null (dwell_trace_get_property (whole, "sequence_step"));
      g_assert_cmpuint (thin->n_spans, <=, 64);
      g_assert_cmpint (thin->end, ==, whole->end);
      assert_equal (br_tell_lines (whole), br_tell_lines (thin));

      for (gint64 time = 0; time < whole->end; time += step)
        for (guint32 row = 0; row < whole->n_rows; row++)
          g_assert_cmpuint (get_area_at (whole, row, time), ==, get_area_at (thin, row, time));
    }
}

/* Opens damaged bytes. Whatever they are, problems and records are at places within the file; the
 * fixture checks the invariants of the trace. Returns: (nullable) */
static DwellTrace *
open_damaged (const guint8 *bytes,
              gsize         length)
{
  g_autoptr(GBytes) copy = g_bytes_new (bytes, length);
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = br_open (copy, &error);

  if (trace == NULL)
    {
      g_assert_true (error->domain == DWELL_ERROR);
      return NULL;
    }

  for (guint i = 0; i < dwell_problems_get_n (trace->problems); i++)
    g_assert_cmpint (dwell_problems_get (trace->problems, i)->offset, <=, (gint64) length);
  for (guint64 i = 0; i < trace->n_records; i++)
    {
      g_assert_cmpuint (trace->records[i].offset, <, length);
      if (i > 0)
        g_assert_cmpuint (trace->records[i].offset, >, trace->records[i - 1].offset);
    }
  return trace;
}

static void
check_damaged (const guint8 *bytes,
               gsize         length)
{
  g_autoptr(DwellTrace) trace = open_damaged (bytes, length);
}

/* Returns the end of the records of @trace, which was read from @length bytes. */
static gsize
get_records_end (const DwellTrace *trace,
                 gsize             length)
{
  for (guint i = 0; i < dwell_problems_get_n (trace->problems); i++)
    {
      const DwellProblem *problem = dwell_problems_get (trace->problems, i);

      if (g_str_equal (problem->code, "cut-record"))
        return (gsize) problem->offset;
    }
  return length;
}

/* The records read of the first @length bytes are exactly those of the @whole file that end
 * there. */
static void
check_truncation (const DwellTrace *whole,
                  gsize             whole_end,
                  const guint8     *bytes,
                  gsize             length)
{
  g_autoptr(DwellTrace) trace = open_damaged (bytes, length);
  guint64 n_read = trace != NULL ? trace->n_records : 0;
  guint64 n = 0;
  gsize end = 0;

  for (; n < whole->n_records; n++)
    {
      gsize next = n + 1 < whole->n_records ? whole->records[n + 1].offset : whole_end;

      if (next > length)
        break;
      end = next;
    }

  g_assert_cmpuint (n_read, ==, n);
  for (guint64 i = 0; i < n; i++)
    {
      /* The highest bit says that the record is in no totals, which a cut changes. */
      g_assert_cmpuint (trace->records[i].type & 0x7f, ==, whole->records[i].type & 0x7f);
      g_assert_cmpuint (trace->records[i].offset, ==, whole->records[i].offset);
      g_assert_cmpuint (trace->records[i].value, ==, whole->records[i].value);
    }
  if (trace != NULL)
    g_assert_cmpuint (file_fixture_count (trace, "cut-record"), ==, end < length);
}

static void
test_truncations (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (vectors); i++)
    {
      g_autofree char *path = g_strconcat ("br/", vectors[i].name, NULL);
      g_autoptr(GBytes) bytes = file_fixture_load (path);
      g_autoptr(DwellTrace) whole = open_vector (vectors[i].name);
      gsize whole_end = get_records_end (whole, g_bytes_get_size (bytes));
      gboolean has_skipped = file_fixture_count (whole, "skipped-bytes") > 0;

      /* How many bytes are skipped depends on the bytes after them. */
      for (gsize length = test_first (); length < g_bytes_get_size (bytes);
           length += TEST_STRIDE)
        if (has_skipped)
          check_damaged (g_bytes_get_data (bytes, NULL), length);
        else
          check_truncation (whole, whole_end, g_bytes_get_data (bytes, NULL), length);
    }
}

static void
test_flips (void)
{
  static const guint8 masks[] = { 0x01, 0x02, 0x07, 0x80, 0xff };

  for (gsize i = 0; i < G_N_ELEMENTS (vectors); i++)
    {
      g_autofree char *path = g_strconcat ("br/", vectors[i].name, NULL);
      g_autoptr(GBytes) bytes = file_fixture_load (path);
      gsize length = g_bytes_get_size (bytes);
      g_autofree guint8 *copy = g_memdup2 (g_bytes_get_data (bytes, NULL), length);

      for (gsize k = test_first (); k < length; k += TEST_STRIDE)
        for (gsize j = 0; j < G_N_ELEMENTS (masks); j++)
          {
            copy[k] ^= masks[j];
            check_damaged (copy, length);
            copy[k] ^= masks[j];
          }
    }
}

/* A stack 100 000 frames deep, and one deeper than any. */
static void
test_deep (void)
{
  g_autoptr(GString) words = g_string_new ("m1=A l1:1:1 a t5 ");
  g_autoptr(DwellTrace) trace = NULL;

  for (guint i = 0; i < 100000; i++)
    g_string_append_printf (words, "b1:%u:1 ", i % 1000);
  g_string_append (words, "e ");

  trace = br_open_words (words->str);
  g_assert_cmpuint (trace->n_stack_nodes, ==, 100001);
  g_assert_cmpint (trace->node_total[0], ==, 5);
  g_assert_cmpuint (trace->n_rows, ==, 256);
  g_assert_cmpuint (dwell_problems_get_total (trace->problems), ==, 0);
}

/* Far more records outside blocks than there are problems kept. */
static void
test_many_problems (void)
{
  g_autoptr(GString) words = g_string_new ("m1=A ");
  g_autoptr(DwellTrace) trace = NULL;

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (words, "b1:1:1 %s", i % 4 == 0 ? "xEEEE l1:1:1 e l1:2:2 e " : "");

  trace = br_open_words (words->str);
  g_assert_cmpuint (dwell_problems_get_n (trace->problems), <, 200);
  g_assert_cmpuint (file_fixture_count (trace, "outside-block"), ==, 20000);
  g_assert_cmpuint (file_fixture_count (trace, "skipped-bytes"), ==, 5000);
}

/* Backtraces alone, of no line and no block: nothing is made up from them. */
static void
test_backtraces_only (void)
{
  enum { N = 20000 };
  g_autoptr(GString) words = g_string_new (NULL);
  g_autoptr(GBytes) unnamed = NULL;
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellTrace) unnamed_trace = NULL;
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < N; i++)
    g_string_append_printf (words, "b1:%u:1 ", i % 1000);

  unnamed = br_make (words->str);
  unnamed_trace = br_open (unnamed, &error);
  if (unnamed_trace == NULL)
    g_assert_true (error->domain == DWELL_ERROR);
  else
    g_assert_cmpuint (unnamed_trace->n_lines, ==, 0);

  g_string_prepend (words, "m1=A ");
  trace = br_open_words (words->str);
  g_assert_cmpuint (trace->n_lines, ==, 0);
  g_assert_cmpuint (trace->n_stack_nodes, ==, 0);
  g_assert_cmpuint (trace->n_spans, ==, 0);
  g_assert_cmpuint (file_fixture_count (trace, "outside-block"), ==, N);
}

static void
test_recognise (void)
{
  static const struct {
    const char *words;
    gboolean    is_ours;
  } cases[] = {
    { "m1=A", TRUE }, { "m1=A l1:1:1 e", TRUE }, { "l1:1:1 e l1:2:1 e", TRUE },
    { "m1=A b1:1:1", FALSE }, { "x01", FALSE }, { "x0000", FALSE }, { "b1:1:1 b1:1:1", FALSE },
    { "x0100010001AA l1:1:1 e", TRUE }, { "x010001000107 l1:1:1 e", FALSE },
    { "l1:100000:1 e l1:1:1 e", FALSE }, { "m1=A xFFFFFFFF", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GBytes) bytes = br_make (cases[i].words);
      const DwellFormat *format = dwell_formats_recognise (g_bytes_get_data (bytes, NULL),
                                                           g_bytes_get_size (bytes));

      g_test_message ("%s", cases[i].words);
      g_assert_cmpint (format != NULL && g_str_equal (format->id, "br"), ==, cases[i].is_ours);
    }
}

static void
test_unreadable (void)
{
  g_autoptr(GBytes) bytes = br_make ("xAABBCC");
  g_autoptr(GError) error = NULL;

  g_assert_null (br_open (bytes, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_SYNTAX);
}

/* Files of more than one buffer, with damage in any place. */
static void
test_long (void)
{
  g_autofree char *words = make_random (7, 300, TRUE);
  g_autoptr(GBytes) bytes = br_make (words);
  g_autoptr(GByteArray) all = g_byte_array_new ();
  g_autoptr(GBytes) file = NULL;
  g_autoptr(DwellTrace) once = br_open_words (words);
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(GError) error = NULL;
  guint n = 0;

  for (; all->len < 5000000; n++)
    g_byte_array_append (all, g_bytes_get_data (bytes, NULL), (guint) g_bytes_get_size (bytes));

  file = g_bytes_new (all->data, all->len);
  trace = br_open (file, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (trace->n_events, >=, (n - 1) * once->n_events);
  g_assert_cmpuint (trace->n_records_in_file, ==, n * once->n_records_in_file);
}

static GBytes *
write_trace (DwellTrace *trace,
             const char *format_id)
{
  const DwellFormat *format = dwell_formats_find_writer (format_id);
  g_autoptr(DwellSink) sink = dwell_sink_new_for_memory (1 << 24);
  g_autoptr(GError) error = NULL;

  g_assert_true (format->can_write (trace));
  format->write (trace, NULL, sink, NULL, NULL, &error);
  g_assert_no_error (error);
  return dwell_sink_get_part (sink, "");
}

/* A file without damage of which all records were kept is written byte for byte. */
static void
test_write_whole (void)
{
  static const char * const words[] = {
    "m1=C:\\App\\Main.br m2=C:\\APP\\MAIN.BR m3= l1:1:1 f t5 e l2:99999:99 fX t7 b3:1:0 g e",
    "x0100010002C3A9 l1:1:1 x0701E9 e x010001000183 l1:1:1 e l7:1:1 a b1:2:2 m1=D a e",
    "m1=A l1:1:1 l1:2:2 t18446744073709551615 t1 a g e",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autoptr(GBytes) bytes = br_make (words[i]);
      g_autoptr(DwellTrace) trace = br_open_words (words[i]);
      g_autoptr(GBytes) written = write_trace (trace, "br");

      g_assert_true (g_bytes_equal (bytes, written));
    }

  for (gsize i = 0; i < 3; i++)
    {
      g_autofree char *path = g_strconcat ("br/", vectors[i].name, NULL);
      g_autoptr(GBytes) bytes = file_fixture_load (path);
      g_autoptr(DwellTrace) trace = open_vector (vectors[i].name);
      g_autoptr(GBytes) written = write_trace (trace, "br");

      g_assert_true (g_bytes_equal (bytes, written));
    }
}

/* A file that is written from its totals adds up to the same when it is read again. */
static void
test_write_again (void)
{
  for (guint32 seed = 1; seed <= test_rounds (60); seed++)
    {
      g_autofree char *words = make_random (seed, 200, seed % 2 == 0);
      g_autoptr(DwellTrace) trace = NULL;
      g_autoptr(DwellTrace) again = NULL;
      g_autoptr(GBytes) written = NULL;
      g_autoptr(GError) error = NULL;

      file_fixture_limits.max_records = seed % 3 == 0 ? 0 : 10;
      trace = br_open_words (words);
      written = write_trace (trace, "br");
      again = br_open (written, &error);
      file_fixture_limits.max_records = 0;

      g_assert_no_error (error);
      assert_equal (br_tell_lines (trace), br_tell_lines (again));
      assert_equal (br_tell_nodes (trace), br_tell_nodes (again));
    }
}

/* Damaged files, too; and modules that share a number. */
static void
test_write_damaged (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (quirks); i++)
    for (guint whole = 0; whole < 2; whole++)
      {
        g_autoptr(DwellTrace) trace = NULL;
        g_autoptr(DwellTrace) again = NULL;
        g_autoptr(GBytes) written = NULL;
        g_autoptr(GError) error = NULL;

        file_fixture_limits.max_records = whole;
        trace = br_open_words (quirks[i].words);
        file_fixture_limits.max_records = 0;
        if (trace->n_stack_nodes == 0)
          continue;

        written = write_trace (trace, "br");
        again = br_open (written, &error);
        g_test_message ("%s", quirks[i].words);
        g_assert_no_error (error);
        assert_equal (br_tell_lines (trace), br_tell_lines (again));
        assert_equal (br_tell_nodes (trace), br_tell_nodes (again));
      }
}

static void
test_tables (void)
{
  g_autoptr(DwellTrace) timed = open_vector ("timed_backtrace.prof");
  g_autoptr(DwellTrace) sampled = open_vector ("sampled_plain.prof");
  g_autoptr(GBytes) csv = write_trace (timed, "lines-csv");
  g_autoptr(GBytes) sampled_csv = write_trace (sampled, "lines-csv");
  g_autoptr(GBytes) listing = write_trace (sampled, "listing");
  static const char csv_begin[] =
    "module,line,clause,routine,hits,time,min,max,share\r\n"
    "C:\\APP\\LIB.BR,500,1,FNSUM,1,9000,9000,9000,0.315789474\r\n";
  static const char sampled_text[] =
    "module,line,clause,routine,hits,time,min,max,share\r\n"
    "C:\\APP\\MAIN.BR,100,1,,1,,,,0.166666667\r\n"
    "C:\\APP\\MAIN.BR,110,1,,4,,,,0.666666667\r\n"
    "C:\\APP\\MAIN.BR,120,1,,1,,,,0.166666667\r\n";
  static const char listing_text[] =
    "Business Rules! profile\nlines that ran: 6\n\n"
    "        hits    share\n\n"
    "           6  100.00%  C:\\APP\\MAIN.BR\n"
    "           6  100.00%    (unknown routine)\n"
    "           1   16.67%      00100:01\n"
    "           4   66.67%      00110:01\n"
    "           1   16.67%      00120:01\n";

  g_assert_true (g_str_has_prefix (g_bytes_get_data (csv, NULL), csv_begin));
  g_assert_cmpmem (g_bytes_get_data (sampled_csv, NULL), g_bytes_get_size (sampled_csv),
                   sampled_text, strlen (sampled_text));
  g_assert_cmpmem (g_bytes_get_data (listing, NULL), g_bytes_get_size (listing),
                   listing_text, strlen (listing_text));
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/br/vectors", test_vectors);
  g_test_add_func ("/br/sequence", test_sequence);
  g_test_add_func ("/br/records", test_records);
  g_test_add_func ("/br/quirks", test_quirks);
  g_test_add_func ("/br/encoding", test_encoding);
  g_test_add_func ("/br/blocks", test_blocks);
  g_test_add_func ("/br/many-names", test_many_names);
  g_test_add_func ("/br/thinned-out", test_thinned_out);
  g_test_add_func ("/br/truncations", test_truncations);
  g_test_add_func ("/br/flips", test_flips);
  g_test_add_func ("/br/deep", test_deep);
  g_test_add_func ("/br/many-problems", test_many_problems);
  g_test_add_func ("/br/backtraces-only", test_backtraces_only);
  g_test_add_func ("/br/recognise", test_recognise);
  g_test_add_func ("/br/unreadable", test_unreadable);
  g_test_add_func ("/br/long", test_long);

  g_test_add_func ("/br/write-whole", test_write_whole);
  g_test_add_func ("/br/write-again", test_write_again);
  g_test_add_func ("/br/write-damaged", test_write_damaged);
  g_test_add_func ("/br/tables", test_tables);

  status = g_test_run ();
  file_fixture_remove_all ();
  return status;
}
