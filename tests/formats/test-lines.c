/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The block pipeline against a naive one: whatever the block size and the number of threads, the
 * lines that are consumed are those of the file, in order, each with its place, and long ones are
 * cut at the same byte. Errors and cancelling stop everything and free what was parsed. */
#include "config.h"

#include <string.h>
#include <unistd.h>
#include <sys/resource.h>

#include "formats/common/dwell-lines.h"
#include "support/file-fixture.h"

#define MAX_LINE 50

/* A parsed block: a copy of what it held, so that mistakes with buffers show. */
typedef struct {
  char    *text;
  gsize    length;
  guint64  offset;
} Parsed;

typedef struct {
  GString      *text;        /* all that was consumed */
  guint64       n_lines;
  guint64       next_offset; /* of a block, if nothing was skipped before it */
  gboolean      may_skip;
  gboolean      had_last;
  int           n_parsed;    /* atomic */
  guint64       fail_at;     /* line from which consume fails; 0 = never */
  GCancellable *cancel_at_fail;
} Work;

static int n_freed; /* atomic: free gets no user data */

static gpointer
parse (const DwellBlock *block,
       gpointer          user_data)
{
  Work *work = user_data;
  Parsed *parsed = g_new (Parsed, 1);

  for (guint i = 0; i < DWELL_BLOCK_PADDING; i++)
    g_assert_cmpint (block->text[block->length + i], ==, 0);

  parsed->text = g_memdup2 (block->text, block->length);
  parsed->length = block->length;
  parsed->offset = block->offset;
  g_atomic_int_inc (&work->n_parsed);
  return parsed;
}

static gboolean
consume (const DwellBlock  *block,
         gpointer           data,
         guint64            n_lines_before,
         gpointer           user_data,
         GError           **error)
{
  Work *work = user_data;
  Parsed *parsed = data;

  g_assert_false (work->had_last);
  g_assert_cmpmem (block->text, block->length, parsed->text, parsed->length);
  g_assert_cmpuint (block->offset, ==, parsed->offset);
  g_assert_cmpuint (block->offset, >=, work->next_offset);
  g_assert_true (work->may_skip || block->offset == work->next_offset);
  g_assert_cmpuint (n_lines_before, ==, work->n_lines);
  g_assert_true (block->is_last || block->text[block->length - 1] == '\n');

  g_string_append_len (work->text, block->text, (gssize) block->length);
  for (gsize i = 0; i < block->length; i++)
    work->n_lines += block->text[i] == '\n';
  work->next_offset = block->offset + block->length;
  work->had_last = block->is_last;

  if (work->fail_at > 0 && work->n_lines >= work->fail_at)
    {
      if (work->cancel_at_fail == NULL)
        {
          g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "as wanted");
          return FALSE;
        }

      g_cancellable_cancel (work->cancel_at_fail);
    }

  return TRUE;
}

static void
free_parsed (gpointer data,
             gpointer user_data)
{
  Parsed *parsed = data;

  g_free (parsed->text);
  g_free (parsed);
  g_atomic_int_inc (&n_freed);
}

static const DwellLineWork line_work = { parse, consume, free_parsed };

static gboolean
run (GFile          *file,
     gsize           block_bytes,
     gsize           max_line_bytes,
     Work           *work,
     DwellProblems  *problems,
     GError        **error)
{
  g_autoptr(GError) local = NULL;
  g_autoptr(DwellSource) source = dwell_source_new (file, NULL, &local);
  g_autoptr(DwellProgress) progress = dwell_progress_new ();
  DwellReadLimits limits = { .block_bytes = block_bytes };
  gboolean is_good;

  g_assert_no_error (local);
  work->text = g_string_new (NULL);
  g_atomic_int_set (&n_freed, 0);

  dwell_source_set_limits (source, &limits);
  is_good = dwell_lines_run (source, max_line_bytes, &line_work, work, problems, progress,
                             work->cancel_at_fail, error);

  g_assert_cmpint (g_atomic_int_get (&n_freed), ==, g_atomic_int_get (&work->n_parsed));
  if (is_good)
    {
      g_assert_true (work->had_last);
      g_assert_cmpfloat (dwell_progress_get_fraction (progress), ==, 1);
    }

  return is_good;
}

/* Returns the expected lines: long ones are cut after @max bytes, up to their line end. */
static GString *
cut_naively (const char *text,
             gsize       length,
             gsize       max,
             guint      *n_cut,
             gint64     *first_cut)
{
  GString *expected = g_string_new (NULL);
  gsize begin = 0;

  *n_cut = 0;
  while (begin < length)
    {
      gsize end = begin;

      while (end < length && text[end] != '\n')
        end++;

      g_string_append_len (expected, text + begin, (gssize) MIN (end - begin, max));
      if (end < length || end - begin > max)
        g_string_append_c (expected, '\n');
      if (end - begin > max && (*n_cut)++ == 0)
        *first_cut = (gint64) begin;

      begin = end + 1;
    }

  return expected;
}

static void
assert_lines (const char *text,
              gsize       length)
{
  static const gsize block_sizes[] = { 1, 2, 3, 7, 49, 50, 51, 52, 100, 1000, 0 };
  g_autoptr(GFile) file = file_fixture_write ("lines", text, length);
  gint64 first_cut = -1;
  guint n_cut;
  g_autoptr(GString) expected = cut_naively (text, length, MAX_LINE, &n_cut, &first_cut);

  for (gsize i = 0; i < G_N_ELEMENTS (block_sizes); i++)
    {
      g_autoptr(DwellProblems) problems = dwell_problems_new ();
      g_autoptr(GError) error = NULL;
      Work work = { .may_skip = n_cut > 0 };

      g_assert_true (run (file, block_sizes[i], MAX_LINE, &work, problems, &error));
      g_assert_no_error (error);
      g_assert_cmpmem (work.text->str, work.text->len, expected->str, expected->len);
      g_assert_cmpuint (dwell_problems_get_total (problems), ==, n_cut);
      if (n_cut > 0)
        {
          g_assert_cmpstr (dwell_problems_get (problems, 0)->code, ==, "long-line");
          g_assert_cmpint (dwell_problems_get (problems, 0)->offset, ==, first_cut);
        }
      g_string_free (work.text, TRUE);
    }
}

static void
test_borders (void)
{
  static const char * const texts[] = {
    "a", "\n", "a\n", "\n\n", "a\nb", "a\nb\n", "\n\n\na\n\n\n", "abc\n\ndef\nghi",
    /* 49, 50, 51 bytes */
    "0123456789012345678901234567890123456789012345678\nx\n",
    "01234567890123456789012345678901234567890123456789\nx\n",
    "012345678901234567890123456789012345678901234567890\nx\n",
    "01234567890123456789012345678901234567890123456789",
    "012345678901234567890123456789012345678901234567890",
    "x\n012345678901234567890123456789012345678901234567890",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    assert_lines (texts[i], strlen (texts[i]));
}

static void
test_random (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (7);

  for (guint round = 0; round < 60; round++)
    {
      g_autoptr(GString) text = g_string_new (NULL);
      int n_lines = g_rand_int_range (rand, 1, 60);
      int longest = round % 3 == 0 ? 200 : round % 3 == 1 ? 52 : 10;

      for (int i = 0; i < n_lines; i++)
        {
          int length = g_rand_int_range (rand, 0, longest);

          for (int j = 0; j < length; j++)
            g_string_append_c (text, (char) ('a' + (i + j) % 26));
          g_string_append_c (text, '\n');
        }

      if (g_rand_boolean (rand) && text->len > 1)
        g_string_truncate (text, text->len - 1);
      assert_lines (text->str, text->len);
    }
}

/* Many blocks, so that threads have something to quarrel about. */
static void
test_many_blocks (void)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(GFile) file = NULL;

  for (guint i = 0; text->len < 4000000; i++)
    g_string_append_printf (text, "line %u\n", i);

  file = file_fixture_write ("many", text->str, text->len);

  for (guint round = 0; round < 5; round++)
    {
      g_autoptr(DwellProblems) problems = dwell_problems_new ();
      g_autoptr(GError) error = NULL;
      Work work = { 0 };

      g_assert_true (run (file, 1000 + 7 * round, 1000, &work, problems, &error));
      g_assert_no_error (error);
      g_assert_cmpmem (work.text->str, work.text->len, text->str, text->len);
      g_string_free (work.text, TRUE);
    }
}

static void
test_stopping (void)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(GFile) file = NULL;

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (text, "line %u\n", i);

  file = file_fixture_write ("stopping", text->str, text->len);

  for (guint64 line = 1; line < 20000; line += 397)
    {
      g_autoptr(DwellProblems) problems = dwell_problems_new ();
      g_autoptr(GCancellable) cancellable = g_cancellable_new ();
      g_autoptr(GError) failure = NULL;
      g_autoptr(GError) cancelled = NULL;
      Work failing = { .fail_at = line };
      Work cancelling = { .fail_at = line, .cancel_at_fail = cancellable };

      g_assert_false (run (file, 500, 100, &failing, problems, &failure));
      g_assert_error (failure, G_IO_ERROR, G_IO_ERROR_FAILED);
      g_string_free (failing.text, TRUE);

      g_assert_false (run (file, 500, 100, &cancelling, problems, &cancelled));
      g_assert_error (cancelled, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_string_free (cancelling.text, TRUE);
    }
}

/* A line of 200 MB (a hole in a file) costs time, not memory. */
static void
test_endless_line (void)
{
  g_autoptr(GFile) file = file_fixture_write ("endless", "first\n", 6);
  g_autofree char *path = g_file_get_path (file);
  g_autoptr(DwellProblems) problems = dwell_problems_new ();
  g_autoptr(GError) error = NULL;
  struct rusage before;
  struct rusage after;
  Work work = { .may_skip = TRUE };

  g_assert_cmpint (truncate (path, 200 << 20), ==, 0);
  getrusage (RUSAGE_SELF, &before);
  g_assert_true (run (file, 0, 65536, &work, problems, &error));
  getrusage (RUSAGE_SELF, &after);

  g_assert_no_error (error);
  g_assert_cmpuint (work.text->len, ==, 6 + 65536 + 1);
  g_assert_cmpuint (dwell_problems_get_total (problems), ==, 1);
  g_assert_cmpuint (dwell_problems_get (problems, 0)->line, ==, 2);
  g_assert_cmpint (dwell_problems_get (problems, 0)->offset, ==, 6);
  g_assert_cmpint (after.ru_maxrss - before.ru_maxrss, <, 64 << 10);
  g_string_free (work.text, TRUE);
}

/* Problems that the source finds are reported, whichever thread read it. */
static void
test_source_problems (void)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(GBytes) member = NULL;
  g_autoptr(GFile) file = NULL;
  g_autoptr(DwellProblems) problems = dwell_problems_new ();
  g_autoptr(GError) error = NULL;
  Work work = { 0 };

  for (guint i = 0; i < 100000; i++)
    g_string_append_printf (text, "line %u\n", g_random_int ());

  member = file_fixture_gzip (text->str, text->len);
  file = file_fixture_write ("cut.gz", g_bytes_get_data (member, NULL),
                             g_bytes_get_size (member) / 2);

  g_assert_true (run (file, 10000, 100, &work, problems, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (work.text->len, >, text->len / 3);
  g_assert_cmpmem (work.text->str, work.text->len, text->str, work.text->len);
  g_assert_cmpuint (dwell_problems_get_total (problems), ==, 1);
  g_assert_cmpstr (dwell_problems_get (problems, 0)->code, ==, "compression-truncated");
  g_string_free (work.text, TRUE);
}

int
main (int   argc,
      char *argv[])
{
  int result;

  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/lines/borders", test_borders);
  g_test_add_func ("/lines/random", test_random);
  g_test_add_func ("/lines/many-blocks", test_many_blocks);
  g_test_add_func ("/lines/stopping", test_stopping);
  g_test_add_func ("/lines/endless-line", test_endless_line);
  g_test_add_func ("/lines/source-problems", test_source_problems);

  result = g_test_run ();
  file_fixture_remove_all ();
  return result;
}
