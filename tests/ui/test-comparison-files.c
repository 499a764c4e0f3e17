/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is taken along of a comparison: its summary as Markdown, pictures, and files that open it
 * again. */
#include "config.h"

#include <string.h>

#include "model/comparison/dwell-comparison-keeping.h"
#include "ui/shell/dwell-comparing.h"
#include "ui/shell/dwell-drop-area.h"
#include "comparison-fixture.h"
#include "file-dialog.h"

/* A folder with two recordings, and a third that lies above. */
typedef struct {
  GFile *folder;
  GFile *base;
  GFile *new;
  GFile *above;
} Place;

static GFile *
copy_into (GFile      *folder,
           const char *name,
           const char *copy)
{
  g_autoptr(GFile) original = data_file (name);
  GFile *file = g_file_get_child (folder, copy);

  g_assert_true (g_file_copy (original, file, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, NULL));
  return file;
}

static void
place_init (Place *self)
{
  g_autofree char *path = g_dir_make_tmp ("dwell-test-XXXXXX", NULL);
  g_autoptr(GFile) top = g_file_new_for_path (path);

  self->folder = g_file_get_child (top, "runs");
  g_assert_true (g_file_make_directory (self->folder, NULL, NULL));
  self->base = copy_into (self->folder, "compare/base.csv", "base.csv");
  self->new = copy_into (self->folder, "compare/new.csv", "new.csv");
  self->above = copy_into (top, "compare/base.csv", "above.csv");
}

static void
place_clear (Place *self)
{
  g_autoptr(GFile) top = g_file_get_parent (self->folder);
  GFile *files[] = { self->base, self->new, self->above, self->folder };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_assert_true (g_file_delete (files[i], NULL, NULL));
      g_object_unref (files[i]);
    }
  g_assert_true (g_file_delete (top, NULL, NULL));
}

static void
compare_in (Fixture     *fixture,
            const Place *place)
{
  DwellComparisonPage *page = compare_files (fixture, place->base, place->new);

  WAIT_UNTIL (get_n_rows (page) == 3);
}

static void
on_text (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  *(char **) user_data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

/* What dwell-cli prints in the folder of @place. */
static char *
run_cli (const Place *place)
{
  g_autoptr(GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autoptr(GSubprocess) process = NULL;
  g_autoptr(GError) error = NULL;
  char *text = NULL;

  g_subprocess_launcher_set_cwd (launcher, g_file_peek_path (place->folder));
  process = g_subprocess_launcher_spawn (launcher, &error, g_getenv ("DWELL_CLI"), "compare",
                                         "--as=markdown", "base.csv", "new.csv", NULL);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, &text, NULL, &error));
  g_assert_no_error (error);
  return text;
}

/* The window and the command line tell the same. */
static void
test_markdown (Fixture       *fixture,
               gconstpointer  user_data)
{
  Place place;
  g_autofree char *text = NULL;
  g_autofree char *expected = NULL;
  GtkWidget *page;

  place_init (&place);
  compare_in (fixture, &place);
  page = GTK_WIDGET (get_page (fixture));

  g_assert_true (gtk_widget_activate_action (page, "comparison.copy-summary", NULL));
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), "Copied the summary"));
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (page), NULL, on_text, &text);
  WAIT_UNTIL (text != NULL);
  expected = run_cli (&place);
  g_assert_cmpstr (text, ==, expected);
  place_clear (&place);
}

/* What the window would save, were @base the base, as a file in the folder of the recordings. */
static GFile *
save (Fixture     *fixture,
      const Place *place,
      GFile       *base)
{
  g_autoptr(DwellComparisonFile) comparison =
    dwell_comparison_keeping_gather (get_view (fixture));
  g_autoptr(DwellOrigin) of_base = dwell_origin_new_for_file (base);
  g_autoptr(DwellOrigin) of_new = dwell_origin_new_for_file (place->new);
  GFile *file = g_file_get_child (place->folder, "saved.dwell-comparison");
  g_autoptr(GError) error = NULL;

  dwell_comparison_recording_take (&comparison->base, file, of_base);
  dwell_comparison_recording_take (&comparison->new, file, of_new);
  dwell_comparison_file_save (comparison, file, NULL, &error);
  g_assert_no_error (error);
  return file;
}

static void
open_file (Fixture *fixture,
           GFile   *file)
{
  dwell_window_open (fixture->window, &file, 1, FALSE);
}

static const char *
get_kept (Fixture    *fixture,
          const char *name)
{
  return dwell_view_get_kept (get_view (fixture), DWELL_KEPT_LAYOUT, name);
}

/* Options, pairs, sides and ranges are those that were saved, whatever the recordings were compared
 * by in the meantime. */
static void
test_file (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_autoptr(DwellComparisonOptions) options = NULL;
  g_autoptr(GFile) file = NULL;
  Place place;
  gboolean is_swapped;
  gint64 begin;
  gint64 end;

  place_init (&place);
  compare_in (fixture, &place);
  options = dwell_comparison_options_new (get_view (fixture));
  options->by = DWELL_COMPARED_COUNT;
  options->noise = 0.02;
  options->by_context = TRUE;
  g_assert_true (dwell_comparison_options_pair (options, "own", "other"));
  dwell_comparison_options_keep (options, get_view (fixture));
  dwell_view_set_kept (get_view (fixture), DWELL_KEPT_LAYOUT, "comparison-align", "end");
  dwell_view_set_selection (get_view (fixture), 100000, 300000);
  dwell_view_set_scope (get_view (fixture), DWELL_SCOPE_SELECTION);
  activate (get_page (fixture), "comparison.save-comparison");
  file = file_dialog_save (fixture, place.folder, "saved.dwell-comparison");
  WAIT_UNTIL (g_file_query_exists (file, NULL));

  /* Something else, which is kept with the recording. */
  options->by = DWELL_COMPARED_SELF;
  options->per = DWELL_COMPARED_PER_SECOND;
  options->noise = 0.5;
  options->by_context = FALSE;
  g_assert_true (dwell_comparison_options_part (options, "own"));
  dwell_comparison_options_keep (options, get_view (fixture));
  dwell_view_set_kept (get_view (fixture), DWELL_KEPT_LAYOUT, "comparison-align", "");
  dwell_view_set_scope (get_view (fixture), DWELL_SCOPE_WHOLE);
  dwell_view_set_base (get_view (fixture), dwell_view_get_base (get_view (fixture), NULL), TRUE);
  close_tabs (fixture);

  open_file (fixture, file);
  WAIT_UNTIL (get_n_tabs (fixture) == 2 && is_shown (fixture));
  WAIT_UNTIL (g_str_equal (get_kept (fixture, "comparison-measure"), "count"));
  g_assert_cmpstr (get_kept (fixture, "comparison-pairs"), ==, "own=other");
  g_assert_cmpstr (get_kept (fixture, "comparison-noise"), ==, "0.02");
  g_assert_cmpstr (get_kept (fixture, "comparison-per"), ==, "");
  g_assert_cmpstr (get_kept (fixture, "comparison-by-context"), ==, "1");
  g_assert_cmpstr (get_kept (fixture, "comparison-align"), ==, "end");
  g_assert_cmpstr (get_label (get_page (fixture), "new_name"), ==, "new.csv");
  dwell_view_get_base (get_view (fixture), &is_swapped);
  g_assert_false (is_swapped);
  g_assert_cmpint (dwell_view_get_scope (get_view (fixture)), ==, DWELL_SCOPE_SELECTION);
  g_assert_true (dwell_view_get_selection (get_view (fixture), &begin, &end));
  g_assert_cmpint (begin, ==, 100000);
  g_assert_cmpint (end, ==, 300000);
  g_assert_true (dwell_view_get_base_stretch (get_view (fixture), &begin, &end));
  g_assert_cmpint (begin, ==, 100000);
  g_assert_cmpint (end, ==, 300000);

  g_assert_true (g_file_delete (file, NULL, NULL));
  place_clear (&place);
}

/* Of which is the base is told to the file, not which tab is in front. */
static void
test_swapped (Fixture       *fixture,
              gconstpointer  user_data)
{
  g_autoptr(DwellComparisonOptions) options = NULL;
  g_autoptr(DwellComparisonFile) file = NULL;
  Place place;

  place_init (&place);
  compare_in (fixture, &place);
  options = dwell_comparison_options_new (get_view (fixture));
  g_assert_true (dwell_comparison_options_pair (options, "own", "other"));
  dwell_comparison_options_keep (options, get_view (fixture));
  file = dwell_comparison_keeping_gather (get_view (fixture));
  g_assert_cmpstr (file->pairs[0], ==, "other=own");
  g_clear_pointer (&file, dwell_comparison_file_free);

  dwell_view_set_base (get_view (fixture), dwell_view_get_base (get_view (fixture), NULL), TRUE);
  file = dwell_comparison_keeping_gather (get_view (fixture));
  g_assert_cmpstr (file->pairs[0], ==, "own=other");
  place_clear (&place);
}

static void
answer (Fixture    *fixture,
        const char *response)
{
  GtkWindow *dialog;

  WAIT_UNTIL (find_other_window (fixture) != NULL);
  dialog = find_other_window (fixture);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), response);
  gtk_window_destroy (dialog);
  WAIT_UNTIL (find_other_window (fixture) == NULL);
}

static guint
get_n_base_files (Fixture *fixture)
{
  DwellSession *base = dwell_view_get_base (get_view (fixture), NULL);
  guint n_files = 0;

  if (base != NULL)
    dwell_session_get_files (base, &n_files);
  return n_files;
}

/* What is joined, and options of reading, are saved, and a joined base comes back with its tab. */
static void
test_joined (Fixture       *fixture,
             gconstpointer  user_data)
{
  static const char * const options[] = { "Rows=packed", NULL };
  g_autoptr(GFile) file = NULL;
  g_autoptr(DwellOrigin) joined = NULL;
  g_autoptr(DwellSession) base = NULL;
  GFile *files[2];
  Place place;
  guint n_rows;

  place_init (&place);
  files[0] = place.base;
  files[1] = place.above;
  joined = dwell_origin_new (files, 2, "lms", options);
  open_recording (fixture, place.new);
  base = dwell_window_ref_session (fixture->window, joined, FALSE);
  dwell_view_set_base (get_view (fixture), base, FALSE);
  WAIT_UNTIL (is_shown (fixture));
  WAIT_UNTIL (get_n_rows (get_page (fixture)) > 0);
  n_rows = get_n_rows (get_page (fixture));
  g_clear_object (&base);
  activate (get_page (fixture), "comparison.save-comparison");
  file = file_dialog_save (fixture, place.folder, "saved.dwell-comparison");
  WAIT_UNTIL (g_file_query_exists (file, NULL));

  /* With the tab, as any comparison. */
  close_tabs (fixture);
  open_file (fixture, place.new);
  WAIT_UNTIL (is_shown (fixture) && get_n_rows (get_page (fixture)) == n_rows);
  g_assert_cmpuint (get_n_base_files (fixture), ==, 2);

  /* By the file, which leads out of its folder. */
  close_tabs (fixture);
  open_file (fixture, file);
  answer (fixture, "open");
  WAIT_UNTIL (get_n_tabs (fixture) == 2 && is_shown (fixture));
  WAIT_UNTIL (get_n_rows (get_page (fixture)) == n_rows);
  g_assert_cmpuint (get_n_base_files (fixture), ==, 2);
  base = g_object_ref (dwell_view_get_base (get_view (fixture), NULL));
  g_assert_cmpstr (dwell_session_get_format_id (base), ==, "lms");
  g_assert_cmpstrv (dwell_session_get_key_values (base), options);

  g_assert_true (g_file_delete (file, NULL, NULL));
  place_clear (&place);
}

/* So does one whose names are long. */
static void
test_long_names (Fixture       *fixture,
                 gconstpointer  user_data)
{
  enum { N = 40 };
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(DwellOrigin) joined = NULL;
  DwellSession *base;
  Place place;

  place_init (&place);
  for (guint i = 0; i < N; i++)
    {
      g_autofree char *name = g_strdup_printf ("%0120u.csv", i);

      g_ptr_array_add (files, copy_into (place.folder, "compare/base.csv", name));
    }
  joined = dwell_origin_new ((GFile * const *) files->pdata, N, NULL, NULL);
  open_recording (fixture, place.new);
  base = dwell_window_ref_session (fixture->window, joined, FALSE);
  dwell_view_set_base (get_view (fixture), base, FALSE);
  g_object_unref (base);
  WAIT_UNTIL (is_shown (fixture) && get_n_rows (get_page (fixture)) > 0);

  close_tabs (fixture);
  open_file (fixture, place.new);
  WAIT_UNTIL (is_shown (fixture) && get_n_rows (get_page (fixture)) > 0);
  g_assert_cmpuint (get_n_base_files (fixture), ==, N);

  close_tabs (fixture);
  for (guint i = 0; i < N; i++)
    g_assert_true (g_file_delete (files->pdata[i], NULL, NULL));
  place_clear (&place);
}

/* A file may lead anywhere: the user is asked, and nothing is read before. */
static void
test_outside (Fixture       *fixture,
              gconstpointer  user_data)
{
  g_autoptr(GFile) file = NULL;
  GtkWidget *tab;
  Place place;

  place_init (&place);
  compare_in (fixture, &place);
  file = save (fixture, &place, place.above);
  close_tabs (fixture);

  open_file (fixture, file);
  answer (fixture, "cancel");
  drain ();
  g_assert_cmpint (get_n_tabs (fixture), ==, 1);

  tab = GTK_WIDGET (dwell_window_get_current (fixture->window));
  g_assert_true (gtk_widget_activate_action (tab, "tab.reload", NULL));
  answer (fixture, "open");
  WAIT_UNTIL (get_n_tabs (fixture) == 2 && is_shown (fixture));
  g_assert_cmpstr (get_label (get_page (fixture), "base_name"), ==, "above.csv");

  g_assert_true (g_file_delete (file, NULL, NULL));
  place_clear (&place);
}

/* Which key is wrong is said in the tab; a text is recognised by its content, and one that is
 * dropped is no source of a program. */
static void
test_damaged (Fixture       *fixture,
              gconstpointer  user_data)
{
  g_autoptr(GFile) damaged = make_file ("any.txt", "[Dwell Comparison]\nVersion=1\nNew=b\n");
  g_autoptr(GPtrArray) files = g_ptr_array_new ();
  GtkWidget *area = fixture_find (GTK_WIDGET (fixture->window), DWELL_TYPE_DROP_AREA);

  open_data (fixture, "br/timed_backtrace.prof");
  wait_for_session (fixture);
  g_ptr_array_add (files, damaged);
  g_signal_emit_by_name (area, "files-dropped", files);
  WAIT_UNTIL (get_n_tabs (fixture) == 2);
  WAIT_UNTIL (says (GTK_WIDGET (dwell_window_get_current (fixture->window)),
                    "“Base”: the name of a recording is missing"));
  remove_file (damaged);
}

/* Whether it is offered to compare two files that were opened together. */
static gboolean
is_offered (Fixture *fixture,
            GFile   *file,
            GFile   *other)
{
  dwell_comparing_offer (fixture->window, file, other);

  /* Both are looked at, one after the other. */
  for (guint i = 0; i < 2; i++)
    {
      wait_for_workers ();
      drain ();
    }

  return says (GTK_WIDGET (fixture->window), "Two files were opened");
}

/* What says what to compare, and what must hold, is no recording that can be compared. */
static void
test_no_offer (Fixture       *fixture,
               gconstpointer  user_data)
{
  g_autoptr(GFile) first = make_file ("a.txt", "[Dwell Comparison]\nVersion=1\n");
  g_autoptr(GFile) second = make_file ("b.dwell-comparison", "[Dwell Comparison]\nVersion=1\n");
  g_autoptr(GFile) requirements = make_file ("c.txt", "dwell-requirements 1\n");
  Place place;

  place_init (&place);
  g_assert_false (is_offered (fixture, first, second));
  g_assert_false (is_offered (fixture, place.base, first));
  g_assert_false (is_offered (fixture, first, place.base));
  g_assert_false (is_offered (fixture, requirements, place.base));
  g_assert_false (is_offered (fixture, place.base, place.base));
  g_assert_true (is_offered (fixture, place.base, place.new));
  place_clear (&place);
  remove_file (first);
  remove_file (second);
  remove_file (requirements);
}

/* Two files that were opened together can be compared, for a while. */
static void
test_offer (Fixture       *fixture,
            gconstpointer  user_data)
{
  Place place;
  GtkWidget *button = NULL;

  place_init (&place);
  dwell_comparing_offer (fixture->window, place.base, place.new);
  WAIT_UNTIL ((button = fixture_find_button (GTK_WIDGET (fixture->window), "Compare")) != NULL);
  g_signal_emit_by_name (button, "clicked");
  WAIT_UNTIL (get_n_tabs (fixture) == 2 && is_shown (fixture));
  g_assert_cmpstr (get_label (get_page (fixture), "new_name"), ==, "new.csv");
  WAIT_UNTIL (get_n_rows (get_page (fixture)) == 3);
  place_clear (&place);
}

/* The offer goes when a comparison is started without it. */
static void
test_offer_needless (Fixture       *fixture,
                     gconstpointer  user_data)
{
  Place place;

  place_init (&place);
  g_assert_true (is_offered (fixture, place.base, place.new));
  dwell_comparing_open (fixture->window, place.base, place.new);
  WAIT_UNTIL (get_n_tabs (fixture) == 2 && is_shown (fixture));
  WAIT_UNTIL (!says (GTK_WIDGET (fixture->window), "Two files were opened"));
  place_clear (&place);
}

/* Gets to the last of what is offered to compare with, and takes it: another file. */
static void
ask_other (Fixture *fixture)
{
  GtkWindow *dialog = open_other_window (fixture, "win.compare");
  GtkWidget *row = NULL;

  for (guint i = 0; i < 20; i++)
    {
      gtk_widget_child_focus (GTK_WIDGET (dialog), GTK_DIR_TAB_FORWARD);
      row = gtk_window_get_focus (dialog);
      if (row != NULL && GTK_IS_LIST_BOX_ROW (row) && says (row, "Another File"))
        break;
      gtk_widget_child_focus (GTK_WIDGET (dialog), GTK_DIR_DOWN);
      row = gtk_window_get_focus (dialog);
      if (row != NULL && GTK_IS_LIST_BOX_ROW (row) && says (row, "Another File"))
        break;
    }
  g_assert_true (row != NULL && says (row, "Another File"));
  gtk_widget_activate (row);
}

/* A recording is compared with another file that is chosen; a dialog that is closed changes
 * nothing. */
static void
test_other_file (Fixture       *fixture,
                 gconstpointer  user_data)
{
  Place place;

  place_init (&place);
  open_recording (fixture, place.new);
  ask_other (fixture);
  file_dialog_open (fixture, NULL);
  g_assert_false (is_shown (fixture));

  ask_other (fixture);
  file_dialog_open (fixture, place.base);
  WAIT_UNTIL (is_shown (fixture) && get_n_rows (get_page (fixture)) == 3);
  g_assert_cmpstr (get_label (get_page (fixture), "base_name"), ==, "base.csv");
  place_clear (&place);
}

int
main (int    argc,
      char **argv)
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  g_test_add ("/comparison-files/markdown", Fixture, NULL, set_up, test_markdown, tear_down);
  g_test_add ("/comparison-files/file", Fixture, NULL, set_up, test_file, tear_down);
  g_test_add ("/comparison-files/swapped", Fixture, NULL, set_up, test_swapped, tear_down);
  g_test_add ("/comparison-files/joined", Fixture, NULL, set_up, test_joined, tear_down);
  g_test_add ("/comparison-files/long-names", Fixture, NULL, set_up, test_long_names, tear_down);
  g_test_add ("/comparison-files/outside", Fixture, NULL, set_up, test_outside, tear_down);
  g_test_add ("/comparison-files/offer", Fixture, NULL, set_up, test_offer, tear_down);
  g_test_add ("/comparison-files/offer-needless", Fixture, NULL, set_up, test_offer_needless,
              tear_down);
  g_test_add ("/comparison-files/no-offer", Fixture, NULL, set_up, test_no_offer, tear_down);
  g_test_add ("/comparison-files/other", Fixture, NULL, set_up, test_other_file, tear_down);
  g_test_add ("/comparison-files/damaged", Fixture, NULL, set_up, test_damaged, tear_down);
  return g_test_run ();
}
