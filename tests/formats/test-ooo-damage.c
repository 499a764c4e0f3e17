/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Damaged RTL_LOGFILE logs: whatever is cut off, changed or put in, a readable trace comes of it or
 * an error with a place. And whole ones through the pipeline, with block borders everywhere. */
#include "config.h"

#include <string.h>

#include "core/dwell-error.h"
#include "formats/dwell-formats.h"
#include "ooo-dump.h"
#include "support/file-fixture.h"
#include "support/stride.h"

static const char * const vectors[] = { "doc_example.log", "clean_4711.log", "quirks_99.log" };

static GBytes *
load_vector (guint vector)
{
  g_autofree char *path = g_strconcat ("ooo/", vectors[vector], NULL);

  return ooo_load (path);
}

/* Returns the trace, or NULL if there was an error as it should be. */
static DwellTrace *
read_damaged (const char *log,
              gsize       length,
              guint       lines_per_block)
{
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = ooo_read (log, length, "x.log", lines_per_block, &error);

  if (trace != NULL)
    {
      ooo_check (trace);
      return trace;
    }

  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_SYNTAX);
  g_assert_true (g_str_has_prefix (error->message, "line 1: "));
  return NULL;
}

/* Complete entries of a truncated log are read as in the whole one. */
static void
assert_prefix (const DwellTrace *part,
               const DwellTrace *whole)
{
  g_assert_cmpuint (part->n_spans, <=, whole->n_spans);

  for (guint32 i = 0; i < part->n_spans; i++)
    g_assert_cmpint (dwell_trace_get_span_begin (part, i), ==,
                     dwell_trace_get_span_begin (whole, i));
}

static void
test_truncation (void)
{
  for (guint v = 0; v < G_N_ELEMENTS (vectors); v++)
    {
      g_autoptr(GBytes) bytes = load_vector (v);
      gsize length;
      const char *log = g_bytes_get_data (bytes, &length);
      g_autoptr(DwellTrace) whole = read_damaged (log, length, 0);

      g_assert_nonnull (whole);
      for (gsize n = test_first (); n < length; n += TEST_STRIDE)
        {
          g_autoptr(DwellTrace) part = read_damaged (log, n, (guint) (n % 4));

          if (part != NULL)
            assert_prefix (part, whole);
          else
            g_assert_cmpuint (n, <, strlen ("\xef\xbb\xbf" "opening log file "));
        }
    }
}

/* A record cut off within its stamp must not change what was said before it. */
static void
test_cut_stamps (void)
{
  static const char log[] = "000001 11 { f\n000002 11 | f : x\n000003 11 } f\n";
  static const char begin[] = "#0 thread 11 row 0: 1-";

  for (gsize n = strlen ("000001 11 { f\n000002 11 | f : x\n"); n < sizeof log - 1; n++)
    {
      g_autoptr(DwellTrace) trace = read_damaged (log, n, 0);
      g_autofree char *dump = ooo_dump (trace);

      g_assert_true (g_str_has_prefix (dump, begin));
      g_assert_cmpuint (trace->n_spans, ==, 1);
      g_assert_cmpstr (dwell_trace_get_string (trace, trace->mark_text[0]), ==, "x");
    }
}

static void
test_flips (void)
{
  static const char others[] = { 0, '\n', '\r', ' ', ':', '{', '}', '|', '0', '9', -1 };

  for (guint v = 0; v < G_N_ELEMENTS (vectors); v++)
    {
      g_autoptr(GBytes) bytes = load_vector (v);
      gsize length;
      const char *log = g_bytes_get_data (bytes, &length);
      g_autofree char *damaged = g_memdup2 (log, length);

      for (gsize i = test_first (); i < length; i += TEST_STRIDE)
        {
          /* A thousand times the same letter says no more than a few. */
          if (i > 2 && i + 2 < length && log[i - 2] == 'L' && log[i + 2] == 'L' && i % 100 != 0)
            continue;

          for (guint bit = i % 2; bit < 8; bit += 2)
            {
              damaged[i] = (char) (log[i] ^ (1 << bit));
              g_clear_pointer (&(DwellTrace *) { read_damaged (damaged, length, (guint) (i % 4)) },
                               dwell_trace_unref);
            }

          for (gsize k = 0; k < sizeof others; k++)
            {
              damaged[i] = others[k];
              g_clear_pointer (&(DwellTrace *) { read_damaged (damaged, length, (guint) (i % 4)) },
                               dwell_trace_unref);
            }

          damaged[i] = log[i];
        }
    }
}

/* Pieces of logs in any order: torn lines, glued lines, stamps within texts. */
static void
test_pieces (void)
{
  static const char * const pieces[] = {
    "000001 1 { f", "000002 2 | f : ", "000003 1 | : ", "000900 1 } f", "000004 2 { g",
    "000005 2 } g",
    "\n", "\n", "\n", "\r\n", "\x01", "{ a", "} a", "more", "7", " ", "| : ( LogBridge 1,void)",
    "opening log file 1.5 seconds past January 1st 1970", "corresponding to 5 ms after timer start",
    "Process id is 1", "Process id is 2", "closing log file at 000007", "closing log file at ",
    "4294967290 1 { f", "m (a) : ::f : ", "\xef\xbb\xbf", "\xe4", "000006 4294967295 | ", "123456",
  };

  for (guint n = 0; n < test_rounds (8000); n++)
    {
      g_autoptr(GString) log = g_string_new (NULL);
      DwellTrace *whole;
      DwellTrace *blocks;

      for (int i = g_test_rand_int_range (1, 40); i > 0; i--)
        g_string_append (log, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
      for (gsize i = 0; i < log->len; i++)
        log->str[i] = log->str[i] == '\x01' ? '\0' : log->str[i];

      whole = read_damaged (log->str, log->len, 0);
      blocks = read_damaged (log->str, log->len, (guint) g_test_rand_int_range (1, 5));
      g_assert_cmpint (whole == NULL, ==, blocks == NULL);

      if (whole != NULL)
        {
          g_autofree char *left = ooo_dump (whole);
          g_autofree char *right = ooo_dump (blocks);
          g_autofree char *left_problems = ooo_dump_problems (whole);
          g_autofree char *right_problems = ooo_dump_problems (blocks);

          g_assert_cmpstr (left, ==, right);
          g_assert_cmpstr (left_problems, ==, right_problems);
          dwell_trace_unref (whole);
          dwell_trace_unref (blocks);
        }
    }
}

static void
test_noise (void)
{
  for (guint n = 0; n < test_rounds (2000); n++)
    {
      guint8 noise[600];

      for (gsize i = 0; i < sizeof noise; i++)
        noise[i] = (guint8) g_test_rand_int_range (0, 256);

      g_clear_pointer (&(DwellTrace *) { read_damaged ((const char *) noise, sizeof noise, n % 3) },
                       dwell_trace_unref);
    }
}

static DwellTrace *
open_vector (guint vector)
{
  DwellOpenOptions options = { .limits = file_fixture_limits };
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "ooo", vectors[vector], NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, &options, NULL, NULL, &error);

  g_assert_no_error (error);
  ooo_check (trace);
  return trace;
}

static void
test_block_borders (void)
{
  for (guint v = 0; v < G_N_ELEMENTS (vectors); v++)
    {
      g_autoptr(GBytes) bytes = load_vector (v);
      g_autoptr(DwellTrace) whole = read_damaged (g_bytes_get_data (bytes, NULL),
                                                  g_bytes_get_size (bytes), 0);
      g_autofree char *expected = ooo_dump (whole);
      g_autofree char *expected_problems = ooo_dump_problems (whole);

      for (gsize n = 1; n < MIN (g_bytes_get_size (bytes), 900); n++)
        {
          g_autoptr(DwellTrace) trace = NULL;
          g_autofree char *dump = NULL;
          g_autofree char *problems = NULL;

          file_fixture_limits.block_bytes = n;
          trace = open_vector (v);
          dump = ooo_dump (trace);
          problems = ooo_dump_problems (trace);
          g_assert_cmpstr (dump, ==, expected);
          g_assert_cmpstr (problems, ==, expected_problems);
          g_assert_cmpstr (trace->format_id, ==, "ooo");
        }
    }

  file_fixture_limits.block_bytes = 0;
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ooo/damage/truncation", test_truncation);
  g_test_add_func ("/ooo/damage/cut-stamps", test_cut_stamps);
  g_test_add_func ("/ooo/damage/flips", test_flips);
  g_test_add_func ("/ooo/damage/pieces", test_pieces);
  g_test_add_func ("/ooo/damage/noise", test_noise);
  g_test_add_func ("/ooo/block-borders", test_block_borders);
  return g_test_run ();
}
