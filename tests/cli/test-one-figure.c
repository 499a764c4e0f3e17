/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One time, one figure: whatever a page of the window and a command of dwell-cli both show of one
 * range of one file is the same number and the same text, in all examples and all vectors, over all
 * of each and over a few ranges. A new vector is found by itself; a new page or command is a line
 * in one-figure-pages.c or one-figure-commands.c. */
#include "config.h"

#include "model-fixture.h"
#include "one-figure.h"

/* (transfer full) (nullable): a session of the file, with all that is made of it. */
static DwellView *
open_view (const char *path)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(DwellSession) session = dwell_session_new (&file, 1, NULL, NULL);

  dwell_session_load (session);
  WAIT_UNTIL (!dwell_session_get_busy (session));
  return dwell_session_get_state (session) == DWELL_SESSION_READY ? dwell_view_new (session) : NULL;
}

static void
compare_range (Scope  *scope,
               gint64  begin,
               gint64  end)
{
  DwellStatisticsIndex *index =
    dwell_session_get_reading (dwell_view_get_session (scope->view))->statistics;
  g_autofree char *options = NULL;
  g_autofree char *title = NULL;
  g_autoptr(DwellStatistics) statistics = NULL;

  if (scope->is_whole)
    {
      dwell_view_drop_selection (scope->view);
      options = g_strdup ("");
    }
  else
    {
      dwell_view_set_selection (scope->view, begin, end);
      options = g_strdup_printf (" --from=%" G_GINT64_FORMAT " --to=%" G_GINT64_FORMAT, begin,
                                 end);
    }

  title = g_strconcat (scope->file, options, NULL);
  dwell_view_get_scope_range (scope->view, &scope->begin, &scope->end);
  g_assert_cmpint (scope->begin, ==, begin);
  g_assert_cmpint (scope->end, ==, end);
  scope->options = options;
  scope->statistics = statistics =
    dwell_statistics_index_query (index, begin, end, DWELL_STATISTICS_ALL, NULL);

  book_turn (scope->book, title);
  for (const Witness *witness = one_figure_pages; witness->name != NULL; witness++)
    {
      book_begin (scope->book, witness->name);
      witness->tell (scope);
    }
  for (const Witness *witness = one_figure_commands; witness->name != NULL; witness++)
    {
      book_begin (scope->book, witness->name);
      witness->tell (scope);
    }
}

/* All of it; a third, which cuts spans at both ends; and from the begin of one span to the end of
 * another, where edges snap to. */
static void
compare_ranges (Scope *scope)
{
  const DwellTrace *trace = scope->trace;
  gint64 third = (trace->end - trace->begin) / 3;

  scope->is_whole = TRUE;
  compare_range (scope, trace->begin, trace->end);
  scope->is_whole = FALSE;
  if (trace->spans_are_sequence || trace->n_spans == 0 || third == 0)
    return;

  compare_range (scope, trace->begin + third, trace->end - third);
  if (dwell_trace_get_span_begin (trace, trace->n_spans / 3) <
      dwell_trace_get_span_end (trace, trace->n_spans / 2))
    compare_range (scope, dwell_trace_get_span_begin (trace, trace->n_spans / 3),
                   dwell_trace_get_span_end (trace, trace->n_spans / 2));
}

/* @file: from tests/data */
static void
compare_file (Book       *book,
              const char *file)
{
  g_autofree char *data = g_test_build_filename (G_TEST_DIST, "data", NULL);
  g_autofree char *path = g_build_filename (data, file, NULL);
  DwellView *view = open_view (path);
  g_autoptr(DwellTrace) trace = NULL;
  Scope scope = { .book = book, .file = file, .view = view };

  /* Vectors of damage: nothing can be shown. */
  if (view == NULL)
    return;

  scope.trace = trace = dwell_trace_ref (dwell_view_get_trace (view));
  compare_ranges (&scope);
  fixture_view_free (view);
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return g_strcmp0 (*(const char * const *) a, *(const char * const *) b);
}

/* Appends all files of @folder and of those in it, from tests/data. */
static void
find_files (const char *folder,
            GPtrArray  *files)
{
  g_autofree char *data = g_test_build_filename (G_TEST_DIST, "data", NULL);
  g_autofree char *path = g_build_filename (data, folder, NULL);
  g_autoptr(GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (folder, name, NULL);
      g_autofree char *file_path = g_build_filename (data, file, NULL);

      if (g_file_test (file_path, G_FILE_TEST_IS_DIR))
        find_files (file, files);
      else
        g_ptr_array_add (files, g_steal_pointer (&file));
    }
}

static void
test_all (void)
{
  static const char * const folders[] = {
    "../../data/examples", "aprof", "br", "btf", "csv", "lms", "ooo", "text1", "vcd",
  };
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(Book) book = book_new ();

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    find_files (folders[i], files);

  g_ptr_array_sort (files, compare_names);
  for (guint i = 0; i < files->len; i++)
    compare_file (book, g_ptr_array_index (files, i));

  book_check (book);
}

int
main (int   argc,
      char *argv[])
{
  fixture_init (&argc, &argv);
  g_test_add_func ("/one-figure/pages-and-commands", test_all);
  return fixture_run ();
}
