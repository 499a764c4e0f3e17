/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LMS: the examples with the results of src/formats/lms/README.md, "Vectors"; every rule in a few
 * lines of its own; random files against the naive reader; the same whatever the block size and the
 * compression; and nothing but a trace or an error for whatever else a file may hold. */
#include "config.h"

#include <string.h>

#include "core/dwell-error.h"
#include "formats/common/dwell-lines.h"
#include "formats/lms/dwell-lms-parse.h"
#include "lms-fixture.h"
#include "support/stride.h"
#include "support/trace-invariants.h"

static DwellTrace *
read_good (const char *bytes,
           gsize       length,
           const char *option)
{
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = lms_read (bytes, length, option, &error);

  g_assert_no_error (error);
  check_trace_invariants (trace);
  return trace;
}

static void
assert_dump (const char *bytes,
             gsize       length,
             const char *expected,
             const char *problems)
{
  g_autoptr(DwellTrace) trace = read_good (bytes, length, NULL);
  g_autofree char *dump = lms_dump (trace);
  g_autofree char *found = lms_dump_problems (trace);

  g_assert_cmpstr (dump, ==, expected);
  g_assert_cmpstr (found, ==, problems);
}

static void
test_doc_example (void)
{
  g_autoptr(GBytes) bytes = file_fixture_load ("lms/doc_example.csv");
  g_autoptr(DwellTrace) trace = read_good (g_bytes_get_data (bytes, NULL),
                                           g_bytes_get_size (bytes), NULL);

  assert_dump (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes),
               "0 reader 10-1000 row 0\n"
               "1 writer 1000-1200 row 0\n"
               "2 reader 1210-1910 row 0\n"
               "events 6, end 1910\n", "");

  g_assert_cmpstr (trace->format_id, ==, "lms");
  g_assert_cmpuint (trace->n_contexts, ==, 1);
  g_assert_cmpstr (dwell_trace_get_context_name (trace, 0), ==, "session");
  g_assert_cmpint (trace->contexts[0].kind, ==, DWELL_CONTEXT_SESSION);
  g_assert_cmpint (trace->areas[0].kind, ==, DWELL_AREA_PROCESS);
  g_assert_cmpuint (trace->areas[0].module, ==, 0);
  g_assert_cmpuint (trace->areas[0].author, ==, 0);
  g_assert_nonnull (trace->notes[0]);
  g_assert_null (trace->notes[1]);
  g_assert_cmpint (trace->begin, ==, 10000);
}

static void
test_runtime (void)
{
  g_autoptr(GBytes) bytes = file_fixture_load ("lms/runtime_nested.csv");
  g_autoptr(DwellTrace) trace = read_good (g_bytes_get_data (bytes, NULL),
                                           g_bytes_get_size (bytes), NULL);

  assert_dump (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes),
               "0 default 1500-2505 row 0\n"
               "1 default.importer 1503-2403 row 0 in 0\n"
               "2 default.render 2410-2500 row 0 in 0\n"
               "3 default 6505-7617 row 0\n"
               "4 default.importer 6507-7507 row 0 in 3\n"
               "5 default.render 7511-7611 row 0 in 3\n"
               "events 12, end 7617\n", "");

  g_assert_cmpuint (trace->n_tracks, ==, 1);
  g_assert_cmpstr (dwell_trace_get_string (trace, trace->tracks[0].name), ==, "default");
  g_assert_true (trace->tracks[0].rows_are_named);
  g_assert_cmpuint (trace->n_rows, ==, 3);
  g_assert_cmpint (dwell_trace_get_span_own (trace, 0), ==, 15000);
  g_assert_cmpint (dwell_trace_get_span_own (trace, 3), ==, 12000);
}

static void
test_quirks (void)
{
  g_autoptr(GBytes) bytes = file_fixture_load ("lms/quirks.csv");

  assert_dump (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes),
               "0 default 10-145 row 0\n"
               "1 default.a,b\"c\"\\d 15-65 row 0 in 0\n"
               "2 default.m2 35-71 row 0 in 0\n"
               "3 default.a,b\"c\"\\d 61-77 row 1 in 0\n"
               "4 #7 78-87 row 0\n"
               "5 default.a,b\"c\"\\d 91-102 row 0 in 0\n"
               "6 default.a,b\"c\"\\d 92-97 row 1 in 0\n"
               "7 renamed 103-105 row 0\n"
               "8 default.m2 146-146 row 0 [missing] [doubtful]\n"
               "orphan default.m2 90\n"
               "events 18, end 146\n",
               "unmapped-id 11 x1\n"
               "orphan-end 13 x1\n"
               "remapped-id 19 x1\n"
               "unknown-type 22 x1\n"
               "cut-line 24 x1\n"
               "still-open 24 x1\n");
}

static const struct {
  const char *text;
  const char *dump;
  const char *problems;
} rules[] = {
  /* Only labels. */
  { "2,0,a\n2,1,b\n", "events 0, end 0\n", "" },
  /* Blanks and line ends. */
  { "\n 2 , 0 ,a b \r\n\t0,\t0\t, 5 \r\n\r\n1 ,0 , 2\n",
    "0 a b  5-7 row 0\nevents 2, end 7\n", "" },
  /* A doubtful end leaves its interval open. */
  { "2,0,a\n0,0,5\n1,0,3", "0 a 5-8 row 0 [missing]\nevents 2, end 8\n",
    "cut-line 3 x1\nstill-open 3 x1\n" },
  /* So does one whose time or id was cut. */
  { "2,0,a\n0,0,5\n1,0,", "0 a 5-5 row 0 [missing]\nevents 2, end 5\n",
    "cut-line 3 x1\nbad-time 3 x1\nstill-open 3 x1\n" },
  { "2,0,a\n0,0,5\n1,0", "0 a 5-5 row 0 [missing]\nevents 1, end 5\n",
    "cut-line 3 x1\nbad-id 3 x1\nbad-time 3 x1\nstill-open 3 x1\n" },
  /* A negative duration is complete. */
  { "2,0,a\n0,0,5\n1,0,-3\n0,0,9\n1,0,1\n", "0 a 5-5 row 0 [clamped]\n1 a 11-12 row 0\n"
    "events 4, end 12\n", "negative-duration 3 x1\n" },
  /* Numbers that cannot be read; time passes for them all. */
  { "2,0,a\n0,0,5\n0,x,10\n1,0,y\n1,,2\n0,0,1,1\n1,0,99999999999999999999\n",
    "0 a 5-15 row 0\n1 a 17-17 row 0\nevents 4, end 17\n",
    "bad-id 3 x2\nbad-time 4 x3\n" },
  /* Types that are none; no time passes. */
  { "2,0,a\n0,0,5\n3,0,7\nhello\n-1,0,7\n10,0,7\n1,0,1\n", "0 a 5-6 row 0\nevents 2, end 6\n",
    "unknown-type 3 x4\n" },
  /* Labels that are missing. */
  { "2,0,a\n2,1\n2,2,\n2,x,b\n0,0,1\n1,0,1\n", "0 a 1-2 row 0\nevents 2, end 2\n",
    "no-label 2 x2\nbad-id 4 x1\n" },
  /* A first label that comes late names what was before; the second holds from there on. */
  { "0,1,1\n1,1,1\n2,1,x\n0,1,1\n2,1,y\n1,1,1\n0,1,1\n1,1,1\n",
    "0 x 1-2 row 0\n1 x 3-4 row 0\n2 y 5-6 row 0\nevents 6, end 6\n",
    "late-label 1 x1\nremapped-id 5 x1\n" },
  /* Said twice is no change. */
  { "2,1,x\n2,1,x\n0,1,1\n1,1,1\n", "0 x 1-2 row 0\nevents 2, end 2\n", "" },
  /* Two ids of one label, which overlap. */
  { "2,1,x\n2,2,x\n0,1,1\n0,2,1\n1,1,1\n1,2,1\n0,2,1\n1,2,1\n",
    "0 x 1-3 row 0\n1 x 2-4 row 1\n2 x 5-6 row 0\nevents 6, end 6\n", "" },
  /* Last in, first out. */
  { "2,1,x\n0,1,1\n0,1,1\n1,1,1\n0,1,1\n1,1,1\n1,1,1\n",
    "0 x 1-6 row 0\n1 x 2-3 row 1\n2 x 4-5 row 1\nevents 6, end 6\n", "" },
  /* Siblings that overlap; the longest prefix; the latest of equals; a prefix that is no label. */
  { "2,0,r\n2,1,r.a\n2,2,r.b\n2,3,r.a.x\n2,4,r.c.y.z\n2,5,ra.q\n"
    "0,0,1\n0,1,1\n0,2,1\n0,3,1\n0,4,1\n0,5,1\n1,5,1\n1,4,1\n1,3,1\n1,1,1\n1,2,1\n1,0,1\n",
    "0 r 1-12 row 0\n1 r.a 2-10 row 0 in 0\n2 r.b 3-11 row 0 in 0\n3 r.a.x 4-9 row 0 in 1\n"
    "4 r.c.y.z 5-8 row 0 in 0\n5 ra.q 6-7 row 0\nevents 12, end 12\n", "" },
  { "2,0,r\n2,1,r.a\n0,0,1\n0,0,1\n0,1,1\n1,1,1\n1,0,1\n1,0,1\n",
    "0 r 1-6 row 0\n1 r 2-5 row 1\n2 r.a 3-4 row 0 in 1\nevents 6, end 6\n", "" },
  /* A span that ends after its parent is a child of the next one that encloses it, or of none. */
  { "2,0,r\n2,1,r.a\n0,0,1\n0,1,1\n1,0,1\n1,1,1\n",
    "0 r 1-3 row 0\n1 r.a 2-4 row 0\nevents 4, end 4\n", "" },
  { "2,0,r\n2,1,r.a\n2,2,r.a.b\n0,0,1\n0,1,1\n0,2,1\n1,1,1\n1,2,1\n1,0,1\n",
    "0 r 1-6 row 0\n1 r.a 2-4 row 0 in 0\n2 r.a.b 3-5 row 0 in 0\nevents 6, end 6\n", "" },
  /* Outlived only because time went back. */
  { "2,0,r\n2,1,r.a\n0,0,1\n0,1,1\n1,1,5\n1,0,-2\n",
    "0 r 1-5 row 0\n1 r.a 2-7 row 0\nevents 4, end 7\n", "" },
  /* Enclosed, but the lines of the ends, or of the begins, are in the wrong order. */
  { "2,0,r\n2,1,r.a\n0,0,0\n0,1,5\n1,0,15\n1,1,-5\n",
    "0 r 0-20 row 0\n1 r.a 5-15 row 0 in 0\nevents 4, end 20\n", "" },
  { "2,0,r\n2,1,r.a\n0,1,10\n0,0,-1\n1,1,10\n1,0,10\n",
    "0 r 9-29 row 0\n1 r.a 10-19 row 0 in 0\nevents 4, end 29\n", "" },
  { "2,0,r\n2,1,r.a\n0,0,0\n1,0,20\n0,1,-15\n1,1,10\n",
    "0 r 0-20 row 0\n1 r.a 5-15 row 0 in 0\nevents 4, end 20\n", "" },
  /* The last interval of a label ends too early, so an earlier one is the parent. */
  { "2,0,r\n2,1,r.a\n2,2,r\n0,0,0\n0,2,10\n0,1,2\n1,1,9\n1,2,-1\n1,0,80\n",
    "0 r 0-100 row 0\n1 r 10-20 row 1\n2 r.a 12-21 row 0 in 0\nevents 6, end 100\n", "" },
  /* Equal times: the order of the lines decides only where no time goes back. */
  { "2,0,r\n2,1,r.a\n0,0,0\n0,1,5\n1,0,5\n1,1,0\n",
    "0 r 0-10 row 0\n1 r.a 5-10 row 0\nevents 4, end 10\n", "" },
  { "2,0,r\n2,1,r.a\n0,0,0\n0,1,5\n1,0,5\n1,1,0\n0,0,0\n1,0,-1\n",
    "0 r 0-10 row 0\n1 r.a 5-10 row 0 in 0\n2 r 10-10 row 0 [clamped]\nevents 6, end 10\n",
    "negative-duration 8 x1\n" },
  /* Open at the end: at the latest of all times. */
  { "2,0,r\n2,1,r.a\n0,0,1\n0,1,1\n0,9,8\n1,9,-5\n2,9,q\n",
    "0 r 1-10 row 0 [missing]\n1 r.a 2-10 row 0 in 0 [missing]\n2 q 10-10 row 0 [clamped]\n"
    "events 4, end 10\n",
    "late-label 5 x1\nnegative-duration 6 x1\nstill-open 7 x1\nstill-open 7 x1\n" },
  /* Begins that are out of order are put in order, with what refers to them. */
  { "2,0,r\n2,1,r.a\n2,2,q\n0,2,10\n0,0,-8\n0,1,1\n1,1,1\n1,0,1\n1,2,20\n",
    "0 r 2-5 row 0\n1 r.a 3-4 row 0 in 0\n2 q 10-25 row 0\nevents 6, end 25\n", "" },
  /* Times beyond all. */
  { "2,0,a\n0,0,9000000000000000\n1,0,5\n0,0,1\n1,0,9223372036854775807\n",
    "0 a 0-5 row 0\n1 a 6-6 row 0\nevents 4, end 6\n", "time-overflow 2 x2\n" },
  /* Large ids. */
  { "2,18446744073709551615,a\n0,18446744073709551615,1\n0,18446744073709551616,1\n"
    "1,18446744073709551615,1\n2,1073741824,b\n0,1073741824,1\n1,1073741824,4294967296\n",
    "0 a 1-3 row 0\n1 b 4-4294967300 row 0\nevents 4, end 4294967300\n", "bad-id 3 x1\n" },
  /* Windows-1252 where it is not UTF-8. */
  { "2,0,caf\xe9\n0,0,1\n1,0,1\n2,1,caf\xc3\xa9\n0,1,1\n1,1,1\n",
    "0 caf\xc3\xa9 1-2 row 0\n1 caf\xc3\xa9 3-4 row 0\nevents 4, end 4\n", "" },
};

static void
test_rules (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      g_autofree char *naive = lms_dump_naive (rules[i].text, strlen (rules[i].text));

      /* The expectation itself first. */
      if (strstr (rules[i].problems, "time-overflow") == NULL)
        g_assert_cmpstr (naive, ==, rules[i].dump);
      assert_dump (rules[i].text, strlen (rules[i].text), rules[i].dump, rules[i].problems);
    }
}

/* @text in full, in blocks of all sizes from 1 on. */
static void
assert_same_for_blocks (const char *text,
                        gsize       length,
                        gsize       max_block)
{
  g_autofree char *expected = NULL;
  g_autofree char *expected_problems = NULL;

  for (gsize n = 0; n <= max_block; n += 1 + n / 100)
    {
      g_autoptr(DwellTrace) trace = NULL;
      g_autofree char *dump = NULL;
      g_autofree char *problems = NULL;

      file_fixture_limits.block_bytes = n;
      trace = read_good (text, length, NULL);
      dump = lms_dump (trace);
      problems = lms_dump_problems (trace);

      if (n == 0)
        {
          expected = g_steal_pointer (&dump);
          expected_problems = g_steal_pointer (&problems);
          continue;
        }

      g_assert_cmpstr (dump, ==, expected);
      g_assert_cmpstr (problems, ==, expected_problems);
    }

  file_fixture_limits.block_bytes = 0;
}

static const char * const vectors[] = {
  "lms/doc_example.csv", "lms/runtime_nested.csv", "lms/quirks.csv",
};

static void
test_blocks (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (vectors); i++)
    {
      g_autoptr(GBytes) bytes = file_fixture_load (vectors[i]);

      assert_same_for_blocks (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes),
                              g_bytes_get_size (bytes) + 1);
    }

  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++)
    assert_same_for_blocks (rules[i].text, strlen (rules[i].text), strlen (rules[i].text) + 1);
}

static void
test_random (void)
{
  for (guint32 seed = 0; seed < test_rounds (300); seed++)
    {
      g_autoptr(GRand) rand = g_rand_new_with_seed (seed);
      guint n_lines = (guint) g_rand_int_range (rand, 4, 150);
      g_autoptr(GString) text = lms_make_random (rand, n_lines, seed % 3 != 0);
      g_autofree char *naive = lms_dump_naive (text->str, text->len);
      g_autofree char *dump = NULL;
      g_autoptr(DwellTrace) trace = NULL;
      g_autoptr(DwellTrace) packed = NULL;

      file_fixture_limits.block_bytes = seed % 5 * 20;
      trace = lms_read (text->str, text->len, NULL, NULL);
      if (trace == NULL)
        continue;

      check_trace_invariants (trace);
      dump = lms_dump (trace);
      if (!g_str_equal (dump, naive))
        g_test_message ("Seed %u:\n%s", seed, text->str);
      g_assert_cmpstr (dump, ==, naive);

      packed = read_good (text->str, text->len, "Rows=packed");
      g_assert_cmpuint (packed->n_spans, ==, trace->n_spans);
      g_assert_cmpuint (packed->n_rows, <=, trace->n_rows);
    }

  file_fixture_limits.block_bytes = 0;
}

/* A number of 1 to @max_digits digits. */
static void
append_number (GString *out,
               GRand   *rand,
               int      max_digits)
{
  for (int n = g_rand_int_range (rand, 0, max_digits); n >= 0; n--)
    g_string_append_c (out, (char) g_rand_int_range (rand, '0', '9' + 1));
}

static void
parse (DwellLmsBlock      *block,
       GString            *text,
       DwellLmsLineParser  wide)
{
  /* A block as the pipeline makes them: nothing but NULs behind. */
  g_autofree char *padded = g_malloc0 (text->len + DWELL_BLOCK_PADDING);
  DwellBlock source = { padded, text->len, 0, TRUE };

  memcpy (padded, text->str, text->len);
  dwell_lms_block_parse (block, &source, wide);
}

static void
assert_same_irregular (const DwellLmsIrregular *a,
                       const DwellLmsIrregular *b)
{
  g_assert_cmpuint (a->flaws, ==, b->flaws);
  g_assert_cmpint (a->type, ==, b->type);
  g_assert_cmpuint (a->id, ==, b->id);
  g_assert_cmpint (a->diff_us, ==, b->diff_us);
}

/* The wide parser of common lines makes the same of them as the portable one. */
static void
test_parsers (void)
{
  static const char * const ends[] = { "\n", "\n", "\n", "\n", "\r\n", "\r", " \n", ",\n",
                                       "\r\r\n" };
  g_autoptr(DwellLmsBlock) portable = dwell_lms_block_new ();
  g_autoptr(DwellLmsBlock) wide = dwell_lms_block_new ();
  g_autoptr(GRand) rand = g_rand_new_with_seed (23);

  if (dwell_lms_get_wide_parser () == NULL)
    g_test_message ("This processor has no wide parser");

  for (guint round = 0; round < test_rounds (2000); round++)
    {
      g_autoptr(GString) text = g_string_new (NULL);

      for (int n = g_rand_int_range (rand, 1, 12); n > 0; n--)
        {
          g_string_append (text, g_rand_int_range (rand, 0, 20) > 0 ? "" : "3");
          g_string_append (text, g_rand_boolean (rand) ? "0," : "1,");
          append_number (text, rand, round % 11 + 1);
          g_string_append (text, g_rand_int_range (rand, 0, 20) > 0 ? "," : ".");
          append_number (text, rand, round % 13 + 1);
          g_string_append (text, ends[g_rand_int_range (rand, 0, G_N_ELEMENTS (ends))]);
        }
      g_string_truncate (text, text->len - (gsize) g_rand_int_range (rand, 0, 3));

      parse (portable, text, NULL);
      parse (wide, text, dwell_lms_get_wide_parser ());
      g_assert_cmpmem (wide->records, wide->n_records * sizeof (DwellLmsRecord),
                       portable->records, portable->n_records * sizeof (DwellLmsRecord));
      g_assert_cmpuint (wide->irregulars->len, ==, portable->irregulars->len);
      for (guint i = 0; i < wide->irregulars->len; i++)
        assert_same_irregular (&g_array_index (wide->irregulars, DwellLmsIrregular, i),
                               &g_array_index (portable->irregulars, DwellLmsIrregular, i));
    }
}

/* Packed rows: each span in the first row of its runtime that is free. */
static void
test_packed (void)
{
  static const char text[] = "2,0,r\n2,1,r.a\n2,2,q\n0,0,1\n0,1,1\n0,2,1\n1,1,1\n0,1,1\n1,0,1\n"
                             "0,0,1\n1,0,1\n1,1,1\n1,2,1\n";
  static const guint32 rows[] = { 0, 1, 2, 1, 0 };
  g_autoptr(DwellTrace) trace = read_good (text, strlen (text), "Rows=packed");

  g_assert_cmpuint (trace->n_tracks, ==, 2);
  g_assert_cmpuint (trace->n_rows, ==, 3);
  g_assert_cmpuint (trace->n_spans, ==, G_N_ELEMENTS (rows));
  g_assert_false (trace->tracks[0].rows_are_named);
  g_assert_cmpuint (trace->rows[0].label, ==, 0);

  for (guint32 i = 0; i < trace->n_spans; i++)
    g_assert_cmpuint (trace->span_row[i], ==, rows[i]);
}

/* Hundreds of a label at a time, ended in any order: rows by the tree, not by the list. */
static void
test_many_rows (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (3);
  g_autoptr(GString) text = g_string_new (NULL);
  g_autofree char *naive = NULL;
  g_autofree char *dump = NULL;
  g_autoptr(DwellTrace) trace = NULL;
  gboolean is_open[300] = { FALSE };

  for (guint id = 0; id < G_N_ELEMENTS (is_open); id++)
    g_string_append_printf (text, "2,%u,many\n", id);

  for (guint i = 0; i < 2500; i++)
    {
      guint id = (guint) g_rand_int_range (rand, 0, G_N_ELEMENTS (is_open));
      int diff = g_rand_int_range (rand, 0, 20) == 0 ? -2 : 1;

      g_string_append_printf (text, "%d,%u,%d\n", is_open[id], id, diff);
      is_open[id] = !is_open[id];
    }

  naive = lms_dump_naive (text->str, text->len);
  trace = read_good (text->str, text->len, NULL);
  dump = lms_dump (trace);
  g_assert_cmpstr (dump, ==, naive);
  g_assert_cmpuint (trace->n_rows, >, 128);
}

/* Limit: formats/lms/MAX_LABELS
 * Labels beyond it count as one; those that were there before keep their own. */
static void
test_many_labels (void)
{
  const guint32 n_max = 65536;
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(DwellTrace) trace = NULL;
  const DwellProblem *problem = NULL;

  for (guint32 id = 0; id < n_max + 3; id++)
    g_string_append_printf (text, "2,%u,label%u\n0,%u,1\n1,%u,1\n", id, id, id, id);
  g_string_append (text, "2,9999999,label7\n0,9999999,1\n1,9999999,1\n");

  trace = read_good (text->str, text->len, NULL);
  g_assert_cmpuint (trace->n_areas, ==, n_max + 1);
  g_assert_cmpuint (trace->n_spans, ==, n_max + 4);

  for (guint32 span = 0; span < trace->n_spans; span++)
    g_assert_cmpuint (trace->span_area[span], ==,
                      span == n_max + 3 ? 7 : MIN (span, n_max));
  g_assert_cmpstr (dwell_trace_get_area_name (trace, n_max), ==, "#rest");

  for (guint i = 0; i < dwell_problems_get_n (trace->problems); i++)
    if (g_str_equal (dwell_problems_get (trace->problems, i)->code, "too-many-labels"))
      problem = dwell_problems_get (trace->problems, i);
  g_assert_nonnull (problem);
  g_assert_cmpuint (problem->count, ==, 3);
}

/* Limit: formats/lms/DWELL_LMS_MAX_PARENT_STEPS
 * An interval has no parent if so many others of the parent's id are open that it is not found. */
static void
test_many_open (void)
{
  for (guint n_open = 4000; n_open <= 4200; n_open += 200)
    {
      g_autoptr(GString) text = g_string_new ("2,1,a\n2,2,a.x\n0,1,1\n2,1,b\n");
      g_autoptr(DwellTrace) trace = NULL;
      guint32 inner = n_open + 1;

      for (guint i = 0; i < n_open; i++)
        g_string_append (text, "0,1,1\n");
      g_string_append (text, "0,2,1\n1,2,1\n");
      for (guint i = 0; i < n_open + 1; i++)
        g_string_append (text, "1,1,1\n");

      trace = lms_read (text->str, text->len, NULL, NULL);
      g_assert_nonnull (trace);
      g_assert_cmpstr (dwell_trace_get_area_name (trace, trace->span_area[inner]), ==, "a.x");
      g_assert_cmpuint (trace->span_parent[inner], ==, n_open <= 4096 ? 0 : DWELL_NONE);
    }
}

/* Likewise where time goes back, if so many end within the interval. */
static void
test_many_ended (void)
{
  for (guint n_ended = 4000; n_ended <= 4200; n_ended += 200)
    {
      g_autoptr(GString) text = g_string_new ("2,1,a\n2,2,a.x\n0,1,1\n");
      g_autoptr(DwellTrace) trace = NULL;
      guint32 inner = n_ended + 1;

      for (guint i = 0; i < n_ended; i++)
        g_string_append (text, "0,1,1\n");
      g_string_append (text, "0,2,1\n");
      for (guint i = 0; i < n_ended; i++)
        g_string_append (text, "1,1,1\n");
      g_string_append (text, "1,1,5\n1,2,-1\n");

      trace = lms_read (text->str, text->len, NULL, NULL);
      g_assert_nonnull (trace);
      g_assert_cmpstr (dwell_trace_get_area_name (trace, trace->span_area[inner]), ==, "a.x");
      g_assert_cmpuint (trace->span_parent[inner], ==, n_ended <= 4096 ? 0 : DWELL_NONE);
    }
}

/* A trace that keeps its promises, or an error of ours that says why. */
static void
assert_survives (const char *bytes,
                 gsize       length)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) trace = lms_read (bytes, length, NULL, &error);

  if (trace != NULL)
    {
      check_trace_invariants (trace);
      return;
    }

  g_assert_true (error->domain == DWELL_ERROR);
  g_assert_true (g_str_has_prefix (error->message, "lms.csv: "));
  if (error->code == DWELL_ERROR_SYNTAX)
    g_assert_nonnull (strstr (error->message, "line 1"));
  else
    g_assert_cmpint (error->code, ==, DWELL_ERROR_EMPTY);
}

static void
test_truncations (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (vectors); i++)
    {
      g_autoptr(GBytes) bytes = file_fixture_load (vectors[i]);
      const char *text = g_bytes_get_data (bytes, NULL);

      for (gsize length = 0; length < g_bytes_get_size (bytes); length++)
        {
          g_autofree char *naive = NULL;
          g_autofree char *dump = NULL;
          g_autoptr(DwellTrace) trace = NULL;

          assert_survives (text, length);
          trace = lms_read (text, length, NULL, NULL);
          if (trace == NULL)
            continue;

          naive = lms_dump_naive (text, length);
          dump = lms_dump (trace);
          g_assert_cmpstr (dump, ==, naive);
        }
    }
}

static void
test_flips (void)
{
  static const guint8 flips[] = { 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xff };

  for (gsize i = 0; i < G_N_ELEMENTS (vectors); i++)
    {
      g_autoptr(GBytes) bytes = file_fixture_load (vectors[i]);
      gsize length = g_bytes_get_size (bytes);
      g_autofree char *text = g_memdup2 (g_bytes_get_data (bytes, NULL), length);

      for (gsize place = 0; place < length; place++)
        for (gsize j = 0; j < G_N_ELEMENTS (flips); j++)
          {
            text[place] = (char) (text[place] ^ flips[j]);
            assert_survives (text, length);
            text[place] = (char) (text[place] ^ flips[j]);
          }
    }
}

static void
test_junk (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (11);
  g_autofree char *zeros = g_malloc0 (300000);
  g_autoptr(GString) dots = g_string_new ("2,0,");

  assert_survives ("", 0);
  assert_survives ("\n", 1);
  assert_survives ("\xef\xbb\xbf", 3);
  assert_survives (zeros, 300000);

  for (guint round = 0; round < test_rounds (50); round++)
    {
      for (guint i = 0; i < 2000; i++)
        zeros[i] = (char) g_rand_int_range (rand, 0, 256);
      assert_survives (zeros, 2000);
    }

  /* A label of many dots, and one that is longer than a line may be. */
  for (guint i = 0; i < 40000; i++)
    g_string_append (dots, "a.");
  g_string_append (dots, "\n0,0,1\n1,0,1\n");
  assert_survives (dots->str, dots->len);
}

static void
test_recognition (void)
{
  static const struct {
    const char *head;
    gboolean    is_own;
  } heads[] = {
    { "2,0,a\n0,0,1\n1,0,1\n", TRUE },
    { "\xef\xbb\xbf" "2,0,a\r\n\r\n 0 , 0 ,1\r\n1,0,1", TRUE },
    { "x\ny\nz\n2,0,a\n0,0,1\n1,0,1\n", TRUE },
    { "2,0,a\n0,0,1\n", FALSE },
    { "0,0,1\n0,0,1\n1,0,1\n", FALSE },
    { "2,0,a\n3,0,1\n1,x,1\n", FALSE },
    { "1\n2\n3\n4\n5\n6\n7\n8\n9\n2,0,a\n0,0,1\n1,0,1\n", FALSE },
    { "", FALSE },
    { "\x89PNG\r\n\x1a\n", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      const DwellFormat *format = dwell_formats_recognise (heads[i].head, strlen (heads[i].head));

      g_assert_true ((format == dwell_formats_find ("lms")) == heads[i].is_own);
    }
}

static void
test_compressed (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (5);
  g_autoptr(GString) text = lms_make_random (rand, 3000, FALSE);
  g_autoptr(DwellTrace) plain = read_good (text->str, text->len, NULL);
  g_autoptr(GBytes) gzip = file_fixture_gzip (text->str, text->len);
  g_autoptr(GBytes) zstd = file_fixture_zstd (text->str, text->len);
  g_autoptr(DwellTrace) from_gzip = read_good (g_bytes_get_data (gzip, NULL),
                                               g_bytes_get_size (gzip), NULL);
  g_autoptr(DwellTrace) from_zstd = read_good (g_bytes_get_data (zstd, NULL),
                                               g_bytes_get_size (zstd), NULL);
  g_autofree char *expected = lms_dump (plain);
  g_autofree char *dump_gzip = lms_dump (from_gzip);
  g_autofree char *dump_zstd = lms_dump (from_zstd);

  g_assert_cmpstr (dump_gzip, ==, expected);
  g_assert_cmpstr (dump_zstd, ==, expected);

  /* Half of it: what came out, and a problem. */
  {
    g_autoptr(DwellTrace) half = read_good (g_bytes_get_data (gzip, NULL),
                                            g_bytes_get_size (gzip) / 2, NULL);

    g_assert_cmpuint (half->n_spans, >, plain->n_spans / 4);
    g_assert_cmpuint (half->n_spans, <, plain->n_spans);
    g_assert_cmpuint (file_fixture_count (half, "compression-truncated"), ==, 1);
  }
}

int
main (int   argc,
      char *argv[])
{
  int result;

  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/lms/doc-example", test_doc_example);
  g_test_add_func ("/lms/runtime", test_runtime);
  g_test_add_func ("/lms/quirks", test_quirks);
  g_test_add_func ("/lms/rules", test_rules);
  g_test_add_func ("/lms/blocks", test_blocks);
  g_test_add_func ("/lms/random", test_random);
  g_test_add_func ("/lms/parsers", test_parsers);
  g_test_add_func ("/lms/packed", test_packed);
  g_test_add_func ("/lms/many-rows", test_many_rows);
  g_test_add_func ("/lms/many-labels", test_many_labels);
  g_test_add_func ("/lms/many-open", test_many_open);
  g_test_add_func ("/lms/many-ended", test_many_ended);
  g_test_add_func ("/lms/truncations", test_truncations);
  g_test_add_func ("/lms/flips", test_flips);
  g_test_add_func ("/lms/junk", test_junk);
  g_test_add_func ("/lms/recognition", test_recognition);
  g_test_add_func ("/lms/compressed", test_compressed);

  result = g_test_run ();
  file_fixture_remove_all ();
  return result;
}
