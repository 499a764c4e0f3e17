/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dialog of import options in-process: that it comes by itself where a file cannot say what it
 * is, what it shows and refuses, what it has read and remembered, and that nothing stays behind. */
#include "config.h"

#include <glib/gstdio.h>

#include "model/import/dwell-import-memory.h"
#include "ui/import/dwell-column-row.h"
#include "ui/import/dwell-import-dialog.h"
#include "file-dialog.h"
#include "wrapped-entry.h"

/* A file that does not say how its rows are made. */
#define BARE "* HANDLE(Functions)\n00000000,main,\n00000001,foo,\n" \
             "* TIMELINE\n100 00000000 E\n200 00000001 E\n300 00000001 X\n400 00000000 X\n"
#define ENTRY "%TIME% %HANDLE% %EVENT%"

static GtkWindow *
find_window (GType type)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (windows, i);

      if (g_type_is_a (G_OBJECT_TYPE (window), type) &&
          gtk_widget_get_visible (GTK_WIDGET (window)))
        return window;
    }

  return NULL;
}

static GtkWindow *
get_dialog (void)
{
  return find_window (DWELL_TYPE_IMPORT_DIALOG);
}

/* The row of an option, by its title. */
static GtkWidget *
find_row (GtkWidget  *root,
          const char *title)
{
  if (ADW_IS_PREFERENCES_ROW (root) &&
      g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (root)), title) == 0)
    return root;

  for (GtkWidget *child = gtk_widget_get_first_child (root);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_row (child, title);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static const char *
get_status (void)
{
  return gtk_label_get_text (find_id (get_dialog (), "status"));
}

static char *
get_lines (void)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (find_id (get_dialog (), "view"));
  GtkTextIter begin;
  GtkTextIter end;

  gtk_text_buffer_get_bounds (buffer, &begin, &end);
  return gtk_text_buffer_get_text (buffer, &begin, &end, FALSE);
}

static gboolean
can_open (void)
{
  return gtk_widget_get_sensitive (find_id (get_dialog (), "open"));
}

static void
set_entry (const char *title,
           const char *text)
{
  GtkWidget *row = find_row (GTK_WIDGET (get_dialog ()), title);

  g_assert_nonnull (row);
  enter_text (find_id (row, "entry"), text);
}

static void
click_open (void)
{
  g_assert_true (can_open ());
  g_signal_emit_by_name (find_id (get_dialog (), "open"), "clicked");
  g_assert_null (get_dialog ());
}

static void
wait_for_reading (Fixture *fixture)
{
  WAIT_UNTIL (dwell_session_get_busy (get_session (fixture)));
  wait_for_session (fixture);
}

static const char *
get_notice (Fixture *fixture)
{
  gpointer notice = find_id (dwell_window_get_current (fixture->window), "notice");
  gboolean is_due;
  const char *message = gtk_label_get_text (find_id (notice, "label"));

  g_object_get (notice, "due", &is_due, NULL);
  return is_due ? message : "";
}

/* From a file that cannot say what it is to its trace, and the next time without a question. */
static void
test_by_itself (Fixture       *fixture,
                gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("bare.txt", BARE);
  g_autofree char *lines = NULL;

  dwell_window_open (fixture->window, &file, 1, FALSE);
  WAIT_UNTIL (get_dialog () != NULL);
  g_assert_cmpuint (dwell_session_get_trace (get_session (fixture))->n_spans, ==, 0);
  WAIT_UNTIL (find_row (GTK_WIDGET (get_dialog ()), "Timeline") != NULL);
  fixture_assert_text (get_status (), "The whole file · Rows that do not match: 4 of 6");
  lines = get_lines ();
  g_assert_nonnull (strstr (lines, "5 ✗ 100 00000000 E"));

  set_entry ("Timeline", ENTRY);
  WAIT_UNTIL (strstr (get_status (), "rows match") != NULL);
  click_open ();
  wait_for_reading (fixture);
  g_assert_cmpuint (dwell_session_get_trace (get_session (fixture))->n_spans, ==, 2);
  g_assert_cmpstr (get_notice (fixture), ==, "");

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.close", NULL);
  WAIT_UNTIL (get_n_tabs (fixture) == 0);
  dwell_window_open (fixture->window, &file, 1, FALSE);
  wait_for_session (fixture);
  g_assert_cmpuint (dwell_session_get_trace (get_session (fixture))->n_spans, ==, 2);
  g_assert_null (get_dialog ());
  g_assert_nonnull (strstr (get_notice (fixture), "last time"));
  remove_file (file);
}

/* The timeline may be in a file beside this one that is not accessible, so the notice asks for that
 * file. */
static void
test_no_timeline (Fixture       *fixture,
                  gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("silent.txt", "* HANDLE(Functions) %HANDLE%,%NAME%\n"
                                                   "00000000,main\n");
  g_autoptr(GFile) records = data_file ("text1/preempt.v11.BIN");
  g_autofree char *action = NULL;
  gpointer notice;

  dwell_window_open (fixture->window, &file, 1, FALSE);
  wait_for_session (fixture);
  g_assert_null (get_dialog ());
  g_assert_nonnull (strstr (get_notice (fixture), "This file contains no timeline"));

  notice = find_id (dwell_window_get_current (fixture->window), "notice");
  g_object_get (notice, "action-name", &action, NULL);
  g_assert_cmpstr (action, ==, "import-notice.choose-timeline");

  /* A dialog that is closed leaves all as it is; with a timeline the file is read again. */
  g_assert_true (gtk_widget_activate_action (notice, action, NULL));
  file_dialog_open (fixture, NULL);
  g_assert_nonnull (strstr (get_notice (fixture), "This file contains no timeline"));
  g_assert_true (gtk_widget_activate_action (notice, action, NULL));
  file_dialog_open (fixture, records);
  WAIT_UNTIL (dwell_session_get_key_values (get_session (fixture)) != NULL &&
              strstr (dwell_session_get_key_values (get_session (fixture))[0], "preempt.v11.BIN"));
  remove_file (file);
}

/* If the dialog is cancelled, a notice is shown. */
static void
test_cancel (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("bare.txt", BARE);

  dwell_window_open (fixture->window, &file, 1, FALSE);
  WAIT_UNTIL (get_dialog () != NULL);
  gtk_window_close (get_dialog ());
  WAIT_UNTIL (get_dialog () == NULL);
  wait_for_session (fixture);
  g_assert_cmpstr (get_notice (fixture), !=, "");

  dwell_session_reload (get_session (fixture));
  wait_for_session (fixture);
  g_assert_null (get_dialog ());

  gtk_widget_activate_action (GTK_WIDGET (dwell_window_get_current (fixture->window)),
                              "tab.import-options", NULL);
  WAIT_UNTIL (get_dialog () != NULL);
  /* With the window, while it asks. */
  remove_file (file);
}

/* One question at a time: a second file has a notice alone. An answer for a tab that was closed
 * meanwhile is nobody's. */
static void
test_second (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autoptr(GFile) first = make_file ("first.txt", BARE);
  g_autoptr(GFile) second = make_file ("second.txt", BARE "\n");
  GtkWindow *dialog;

  dwell_window_open (fixture->window, &first, 1, FALSE);
  WAIT_UNTIL (get_dialog () != NULL && strlen (get_status ()) > 0);
  dialog = get_dialog ();
  dwell_window_open (fixture->window, &second, 1, FALSE);
  wait_for_session (fixture);
  WAIT_UNTIL (*get_notice (fixture) != '\0');
  g_assert_true (get_dialog () == dialog);

  set_entry ("Timeline", ENTRY);
  WAIT_UNTIL (strstr (get_status (), "rows match") != NULL);
  for (guint n = 2; n > 0; n--)
    {
      gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.close", NULL);
      WAIT_UNTIL (get_n_tabs (fixture) == (int) n - 1);
    }
  click_open ();
  wait_for_workers ();
  drain ();
  g_assert_cmpint (get_n_tabs (fixture), ==, 0);
  remove_file (first);
  remove_file (second);
}

static void
open_dialog (Fixture    *fixture,
             const char *name)
{
  open_data (fixture, name);
  wait_for_session (fixture);
  gtk_widget_activate_action (GTK_WIDGET (dwell_window_get_current (fixture->window)),
                              "tab.import-options", NULL);
  WAIT_UNTIL (get_dialog () != NULL && strlen (get_status ()) > 0);
}

/* What was typed is there again when the dialog was cancelled, and not once the file was opened. */
static void
test_keep (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("bare.txt", BARE);
  GtkWidget *page;

  dwell_window_open (fixture->window, &file, 1, FALSE);
  WAIT_UNTIL (get_dialog () != NULL && strlen (get_status ()) > 0);
  set_entry ("Mapping", "%HANDLE%;%NAME%");
  set_entry ("Timeline", ENTRY);
  gtk_window_close (get_dialog ());
  WAIT_UNTIL (get_dialog () == NULL);
  wait_for_session (fixture);

  page = GTK_WIDGET (dwell_window_get_current (fixture->window));
  gtk_widget_activate_action (page, "tab.import-options", NULL);
  WAIT_UNTIL (get_dialog () != NULL && strlen (get_status ()) > 0);
  g_assert_cmpstr (dwell_text_row_get_text (DWELL_TEXT_ROW (
                     find_row (GTK_WIDGET (get_dialog ()), "Timeline"))), ==, ENTRY);
  gtk_widget_activate_action (GTK_WIDGET (get_dialog ()), "import.undo", NULL);
  gtk_widget_activate_action (GTK_WIDGET (get_dialog ()), "import.undo", NULL);
  g_assert_cmpstr (dwell_text_row_get_text (DWELL_TEXT_ROW (
                     find_row (GTK_WIDGET (get_dialog ()), "Mapping"))), ==, "");
  gtk_widget_activate_action (GTK_WIDGET (get_dialog ()), "import.redo", NULL);
  gtk_widget_activate_action (GTK_WIDGET (get_dialog ()), "import.redo", NULL);
  set_entry ("Mapping", "%HANDLE%,%NAME%,");
  WAIT_UNTIL (strstr (get_status (), "rows match") != NULL && can_open ());
  click_open ();
  wait_for_reading (fixture);
  g_assert_cmpuint (dwell_session_get_trace (get_session (fixture))->n_spans, ==, 2);
  remove_file (file);
}

/* Issues of a template are shown; an invalid one is refused. */
static void
test_templates (Fixture       *fixture,
                gconstpointer  user_data)
{
  static const struct {
    const char *template;
    gboolean    can_open;
    const char *note;
  } cases[] = {
    { "%HANDLE%,%NAME%", TRUE, NULL },
    { "%HANDLE%,%NAME", FALSE, "Unclosed %" },
    { "%HANDLE%,%WHAT%", TRUE, "There is no macro %WHAT%. It matches any text." },
    { "%HANDLE%,%WHAT%,%NAME", FALSE, "Unclosed %" },
    { "%HANDLE%,%WHAT%,%WHO%", TRUE, "There is no macro %WHAT%. It matches any text." },
    { "%HANDLE%,<b>&amp;%NAME%", TRUE, NULL },
    { "", TRUE, NULL },
  };

  g_autoptr(GFile) file = make_file ("bare.txt", BARE);

  dwell_window_open (fixture->window, &file, 1, FALSE);
  WAIT_UNTIL (get_dialog () != NULL && strlen (get_status ()) > 0);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GtkWidget *row = find_row (GTK_WIDGET (get_dialog ()), "Mapping");
      GtkWidget *note = find_id (row, "note");

      set_entry ("Mapping", cases[i].template);
      g_assert_cmpint (can_open (), ==, cases[i].can_open);
      if (cases[i].note != NULL)
        g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (note)), ==, cases[i].note);
      else
        g_assert_false (gtk_widget_has_css_class (note, "error"));
    }

  gtk_window_destroy (get_dialog ());
  wait_for_session (fixture);
  remove_file (file);
}

/* Macros are offered behind a “%”, and what is half typed is not called wrong meanwhile. */
static void
test_completion (Fixture       *fixture,
                 gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("bare.txt", BARE);
  GtkWidget *row;
  DwellWrappedEntry *entry;
  GtkWidget *macros;

  dwell_window_open (fixture->window, &file, 1, FALSE);
  WAIT_UNTIL (get_dialog () != NULL && strlen (get_status ()) > 0);
  row = find_row (GTK_WIDGET (get_dialog ()), "Timeline");
  entry = find_id (row, "entry");
  g_assert_true (gtk_widget_get_visible (find_id (row, "menu")));
  dwell_text_row_focus (DWELL_TEXT_ROW (row));
  g_assert_null (find_completion (entry));
  type (entry, "%TIME% %ev");

  macros = find_completion (entry);
  g_assert_nonnull (macros);
  g_assert_true (gtk_widget_get_visible (macros));
  g_assert_false (gtk_widget_has_css_class (row, "error"));
  g_assert_true (press (row, GDK_KEY_Return, 0));
  g_assert_false (gtk_widget_get_visible (macros));
  g_assert_cmpstr (dwell_wrapped_entry_get_text (entry), ==, "%TIME% %EVENT%");

  /* A word is a step back, the macro another. */
  gtk_widget_activate_action (GTK_WIDGET (get_dialog ()), "import.undo", NULL);
  g_assert_cmpstr (dwell_wrapped_entry_get_text (entry), ==, "%TIME% %ev");
  gtk_widget_activate_action (GTK_WIDGET (get_dialog ()), "import.redo", NULL);
  g_assert_cmpstr (dwell_wrapped_entry_get_text (entry), ==, "%TIME% %EVENT%");

  gtk_window_destroy (get_dialog ());
  wait_for_session (fixture);
  remove_file (file);
}

/* The file's own template has precedence, unless it is overridden. */
static void
test_own_templates (Fixture       *fixture,
                    gconstpointer  user_data)
{
  GtkWidget *row;
  GtkWidget *override;

  open_dialog (fixture, "text1/preempt.txt");
  row = find_row (GTK_WIDGET (get_dialog ()), "Timeline");
  g_assert_false (gtk_widget_is_sensitive (find_id (row, "entry")));
  g_assert_nonnull (strstr (gtk_label_get_text (find_id (row, "note")), "%HANDLE%"));

  override = find_row (GTK_WIDGET (get_dialog ()), "Override the file’s own templates");
  g_assert_nonnull (override);
  gtk_widget_activate (override);
  WAIT_UNTIL (gtk_widget_is_sensitive (find_id (row, "entry")));
  gtk_window_destroy (get_dialog ());
}

/* Rows of another format's options; and a format that is not the file's. */
static void
test_formats (Fixture       *fixture,
              gconstpointer  user_data)
{
  GtkWidget *rows;
  AdwComboRow *format;

  open_dialog (fixture, "lms/doc_example.csv");
  rows = find_row (GTK_WIDGET (get_dialog ()), "Rows");
  g_assert_nonnull (rows);
  adw_combo_row_set_selected (ADW_COMBO_ROW (rows), 1);

  format = find_id (get_dialog (), "format_row");
  for (guint i = 1; i < g_list_model_get_n_items (adw_combo_row_get_model (format)); i++)
    {
      adw_combo_row_set_selected (format, i);
      drain ();
    }
  adw_combo_row_set_selected (format, 0);
  rows = find_row (GTK_WIDGET (get_dialog ()), "Rows");
  adw_combo_row_set_selected (ADW_COMBO_ROW (rows), 1);
  WAIT_UNTIL (can_open ());
  click_open ();
  wait_for_reading (fixture);
  g_assert_cmpstr (dwell_session_get_key_values (get_session (fixture))[0], ==, "Rows=packed");
}

/* Opened with options from the start; and once more, where there is a tab already. */
static void
test_open_with_options (Fixture       *fixture,
                        gconstpointer  user_data)
{
  static const char * const packed[] = { "Rows=packed", NULL };
  static const char * const none[] = { NULL };
  g_autoptr(GFile) file = data_file ("lms/doc_example.csv");

  dwell_window_open_with_options (fixture->window, &file, 1, FALSE, "lms", packed);
  wait_for_session (fixture);
  g_assert_cmpstr (dwell_session_get_format_id (get_session (fixture)), ==, "lms");
  dwell_window_open_with_options (fixture->window, &file, 1, FALSE, NULL, none);
  g_assert_cmpint (get_n_tabs (fixture), ==, 1);
  wait_for_session (fixture);
  g_assert_null (dwell_session_get_format_id (get_session (fixture)));
}

/* A broken key file is reported, and the file is opened. */
static void
test_broken_memory (Fixture       *fixture,
                    gconstpointer  user_data)
{
  static const char * const packed[] = { "Rows=packed", NULL };
  g_autoptr(GFile) file = make_file ("x.csv", "2,0,default\n0,0,10\n1,0,5\n");
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "dwell", "import", NULL);
  g_autoptr(GDir) dir = NULL;
  const char *name;

  dwell_window_open_with_options (fixture->window, &file, 1, FALSE, NULL, packed);
  wait_for_session (fixture);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.close", NULL);
  WAIT_UNTIL (get_n_tabs (fixture) == 0);

  dir = g_dir_open (folder, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_file_set_contents (path, "[file]\nFormat=lms\n[lms]\nRows=<b>none</b>\n", -1, NULL);
    }

  dwell_window_open (fixture->window, &file, 1, FALSE);
  wait_for_session (fixture);
  g_assert_nonnull (strstr (get_notice (fixture), "<b>none</b>"));
  remove_file (file);
}

static gboolean
has_text (const char *text)
{
  g_autofree char *lines = get_lines ();

  return strstr (lines, text) != NULL;
}

static void
choose_column (const char *title,
               guint       place)
{
  GtkWidget *row = find_row (GTK_WIDGET (get_dialog ()), title);

  g_assert_nonnull (row);
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), place);
}

/* A table whose columns nobody can guess: its format is chosen, its columns are offered, and what
 * was chosen can be undone. */
static void
test_columns (Fixture       *fixture,
              gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("jobs.csv", "t0;t1;job;who\n1,5;3;a;x\n2;2,5;b;x\n4;5;c;y\n");
  DwellColumnRow *begin;

  dwell_window_open (fixture->window, &file, 1, FALSE);
  WAIT_UNTIL (dwell_session_get_state (get_session (fixture)) == DWELL_SESSION_FAILED);
  gtk_widget_activate_action (GTK_WIDGET (dwell_window_get_current (fixture->window)),
                              "tab.import-options", NULL);
  WAIT_UNTIL (get_dialog () != NULL && find_row (GTK_WIDGET (get_dialog ()), "Begin") != NULL);
  WAIT_UNTIL (strstr (get_status (), "3 of 3") != NULL);
  begin = DWELL_COLUMN_ROW (find_row (GTK_WIDGET (get_dialog ()), "Begin"));
  g_assert_cmpuint (g_list_model_get_n_items (adw_combo_row_get_model (ADW_COMBO_ROW (begin))), ==,
                    6);
  g_assert_true (gtk_widget_has_css_class (GTK_WIDGET (begin), "import-doubtful"));

  choose_column ("Begin", 2);
  choose_column ("End", 3);
  choose_column ("Context", 5);
  WAIT_UNTIL (has_text (", lasts 1.5"));
  gtk_widget_activate_action (GTK_WIDGET (get_dialog ()), "import.undo", NULL);
  gtk_widget_activate_action (GTK_WIDGET (get_dialog ()), "import.undo", NULL);
  gtk_widget_activate_action (GTK_WIDGET (get_dialog ()), "import.undo", NULL);
  g_assert_cmpstr (dwell_column_row_get_value (begin), ==, "");
  gtk_widget_activate_action (GTK_WIDGET (get_dialog ()), "import.redo", NULL);
  gtk_widget_activate_action (GTK_WIDGET (get_dialog ()), "import.redo", NULL);
  gtk_widget_activate_action (GTK_WIDGET (get_dialog ()), "import.redo", NULL);
  g_assert_cmpstr (dwell_column_row_get_value (begin), ==, "t0");

  WAIT_UNTIL (strstr (get_status (), "All 3 rows match") != NULL && can_open ());
  click_open ();
  wait_for_reading (fixture);
  g_assert_cmpuint (dwell_session_get_trace (get_session (fixture))->n_spans, ==, 3);
  g_assert_cmpuint (dwell_session_get_trace (get_session (fixture))->n_contexts, ==, 2);
  g_assert_cmpstr (dwell_session_get_format_id (get_session (fixture)), ==, "csv");
  remove_file (file);
}

/* A column whose name is no name, or that of another, is told by its number. */
static void
test_column_names (Fixture       *fixture,
                   gconstpointer  user_data)
{
  static const char * const values[] = { "", "-", "#1", "#2", "#3", "t", "#5" };
  g_autoptr(GFile) file = make_file ("odd.csv", ";-;*;t;t\n1;2;3;4;5\n2;3;4;5;6\n");
  DwellColumnRow *row;

  dwell_window_open (fixture->window, &file, 1, FALSE);
  WAIT_UNTIL (!dwell_session_get_busy (get_session (fixture)));
  gtk_widget_activate_action (GTK_WIDGET (dwell_window_get_current (fixture->window)),
                              "tab.import-options", NULL);
  WAIT_UNTIL (get_dialog () != NULL && find_row (GTK_WIDGET (get_dialog ()), "Begin") != NULL &&
              strlen (get_status ()) > 0);
  row = DWELL_COLUMN_ROW (find_row (GTK_WIDGET (get_dialog ()), "Begin"));
  WAIT_UNTIL (g_list_model_get_n_items (adw_combo_row_get_model (ADW_COMBO_ROW (row))) ==
              G_N_ELEMENTS (values));
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      choose_column ("Begin", i);
      g_assert_cmpstr (dwell_column_row_get_value (row), ==, values[i]);
    }
  gtk_window_destroy (get_dialog ());
  remove_file (file);
}

/* Whether the first letter of the first occurrence of @text in the lines has a tooltip. */
static gboolean
has_tip (const char *text)
{
  GtkTextView *view = find_id (get_dialog (), "view");
  GdkRectangle place;
  GtkTextIter begin;
  int x;
  int y;

  gtk_text_buffer_get_start_iter (gtk_text_view_get_buffer (view), &begin);
  g_assert_true (gtk_text_iter_forward_search (&begin, text, 0, &begin, NULL, NULL));
  gtk_text_view_get_iter_location (view, &begin, &place);
  gtk_text_view_buffer_to_window_coords (view, GTK_TEXT_WINDOW_WIDGET, place.x + 2, place.y + 2,
                                         &x, &y);
  return fixture_has_tooltip (GTK_WIDGET (view), x, y, FALSE);
}

/* What a line shows is told where the pointer is: the meaning of a field, what is wrong with it,
 * and that a row does not match. */
static void
test_tips (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("bare.txt", BARE);
  g_autoptr(GFile) table = make_file ("jobs.csv", "t0;t1;job\n1,5;3;a\n2;2,5;b\n4;5;c\n");
  GtkWidget *view;

  dwell_window_open (fixture->window, &file, 1, FALSE);
  WAIT_UNTIL (get_dialog () != NULL && strlen (get_status ()) > 0);
  view = find_id (get_dialog (), "view");
  wait_for_layout (view);
  g_assert_true (has_tip ("100 00000000 E"));
  g_assert_false (has_tip ("* TIMELINE"));
  g_assert_false (fixture_has_tooltip (view, 5, 5, TRUE));
  g_assert_false (fixture_has_tooltip (view, gtk_widget_get_width (view) - 2,
                                       gtk_widget_get_height (view) - 2, FALSE));
  set_entry ("Timeline", ENTRY);
  WAIT_UNTIL (strstr (get_status (), "rows match") != NULL);
  wait_for_layout (view);
  g_assert_true (has_tip ("100 00000000 E"));
  gtk_window_destroy (get_dialog ());
  wait_for_session (fixture);

  /* Letters are no time. */
  dwell_window_open (fixture->window, &table, 1, FALSE);
  WAIT_UNTIL (dwell_session_get_state (get_session (fixture)) == DWELL_SESSION_FAILED);
  gtk_widget_activate_action (GTK_WIDGET (dwell_window_get_current (fixture->window)),
                              "tab.import-options", NULL);
  WAIT_UNTIL (get_dialog () != NULL && find_row (GTK_WIDGET (get_dialog ()), "Begin") != NULL);
  choose_column ("Begin", 4);
  WAIT_UNTIL (strstr (get_status (), "3 of 3") != NULL && has_text ("✗ 1,5;3;a"));
  view = find_id (get_dialog (), "view");
  wait_for_layout (view);
  g_assert_true (has_tip ("a\n"));
  gtk_window_destroy (get_dialog ());
  remove_file (file);
  remove_file (table);
}

/* A file that cannot be read has nothing to show, and cannot be opened. */
static void
test_unreadable (Fixture       *fixture,
                 gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("gone.txt", BARE);
  GtkWidget *lines;

  remove_file (file);
  dwell_window_open (fixture->window, &file, 1, FALSE);
  WAIT_UNTIL (dwell_session_get_state (get_session (fixture)) == DWELL_SESSION_FAILED);
  gtk_widget_activate_action (GTK_WIDGET (dwell_window_get_current (fixture->window)),
                              "tab.import-options", NULL);
  WAIT_UNTIL (get_dialog () != NULL);
  lines = find_id (get_dialog (), "lines");
  WAIT_UNTIL (g_str_equal (gtk_stack_get_visible_child_name (find_id (lines, "stack")), "failed"));
  g_assert_nonnull (strstr (adw_status_page_get_description (find_id (lines, "failed")),
                            "gone.txt"));
  g_assert_cmpstr (get_status (), ==, "");
  g_assert_false (gtk_widget_get_visible (find_id (get_dialog (), "legend")));
  g_assert_false (can_open ());
  gtk_window_destroy (get_dialog ());
}

/* Opens the dialog for a file that is asked for. */
static void
open_asked (Fixture *fixture,
            GFile   *file)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.open-with-options", NULL);
  file_dialog_open (fixture, file);
  WAIT_UNTIL (get_dialog () != NULL && strlen (get_status ()) > 0);
}

/* Of a large file the head is shown, and how much that is; of one that is compressed nobody knows
 * how much there is. */
static void
test_large (Fixture       *fixture,
            gconstpointer  user_data)
{
  g_autoptr(GString) text = g_string_new ("* HANDLE(Functions) %HANDLE%,%NAME%\n00000000,main\n"
                                          "* TIMELINE %TIME%,%HANDLE%,%EVENT%\n");
  g_autoptr(GZlibCompressor) compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 1);
  g_autoptr(GFile) file = NULL;
  g_autoptr(GFile) compressed = NULL;
  g_autoptr(GOutputStream) stream = NULL;
  g_autoptr(GOutputStream) converter = NULL;

  for (guint i = 0; i < 100000; i++)
    g_string_append_printf (text, "%u,00000000,%c\n", i, i % 2 == 0 ? 'E' : 'X');
  file = make_file ("large.txt", text->str);
  compressed = make_file ("large.txt.gz", "");
  stream = G_OUTPUT_STREAM (g_file_replace (compressed, NULL, FALSE, 0, NULL, NULL));
  converter = g_converter_output_stream_new (stream, G_CONVERTER (compressor));
  g_assert_true (g_output_stream_write_all (converter, text->str, text->len, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (converter, NULL, NULL));

  open_asked (fixture, file);
  g_test_message ("%s", get_status ());
  g_assert_true (g_str_has_prefix (get_status (), "The first "));
  g_assert_nonnull (strstr (get_status (), " of "));
  gtk_window_destroy (get_dialog ());
  WAIT_UNTIL (get_dialog () == NULL);

  open_asked (fixture, compressed);
  g_test_message ("%s", get_status ());
  g_assert_true (g_str_has_prefix (get_status (), "The first "));
  g_assert_null (strstr (get_status (), " of "));
  gtk_window_destroy (get_dialog ());
  WAIT_UNTIL (get_dialog () == NULL);
  remove_file (file);
  remove_file (compressed);
}

static guint
get_choice (const char *title)
{
  return adw_combo_row_get_selected (ADW_COMBO_ROW (find_row (GTK_WIDGET (get_dialog ()), title)));
}

/* The dialog begins with what the session was read with; one that is asked for a file before it is
 * opened, with what the file was read with the last time. If that is lost, it says so. */
static void
test_options (Fixture       *fixture,
              gconstpointer  user_data)
{
  static const char * const packed[] = { "Rows=packed", NULL };
  g_autoptr(GFile) file = make_file ("x.csv", "2,0,default\n0,0,10\n1,0,5\n");
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "dwell", "import", NULL);
  g_autoptr(GDir) dir = NULL;
  AdwComboRow *format;
  guint chosen;
  const char *name;

  dwell_window_open_with_options (fixture->window, &file, 1, FALSE, "lms", packed);
  wait_for_session (fixture);
  gtk_widget_activate_action (GTK_WIDGET (dwell_window_get_current (fixture->window)),
                              "tab.import-options", NULL);
  WAIT_UNTIL (get_dialog () != NULL && strlen (get_status ()) > 0);
  format = find_id (get_dialog (), "format_row");
  chosen = adw_combo_row_get_selected (format);
  g_assert_cmpuint (chosen, >, 0);
  g_assert_cmpuint (get_choice ("Rows"), ==, 1);
  gtk_window_destroy (get_dialog ());
  WAIT_UNTIL (get_dialog () == NULL);
  wait_for_workers ();

  open_asked (fixture, file);
  format = find_id (get_dialog (), "format_row");
  g_assert_cmpuint (adw_combo_row_get_selected (format), ==, chosen);
  g_assert_cmpuint (get_choice ("Rows"), ==, 1);
  gtk_window_destroy (get_dialog ());
  WAIT_UNTIL (get_dialog () == NULL);

  dir = g_dir_open (folder, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_file_set_contents (path, "[file]\nFormat=lms\n[lms]\nRows=none\n", -1, NULL);
    }
  open_asked (fixture, file);
  g_assert_true (says (GTK_WIDGET (get_dialog ()), "The last options cannot be used: "));
  g_assert_cmpuint (get_choice ("Rows"), ==, 0);
  gtk_window_destroy (get_dialog ());
  WAIT_UNTIL (get_dialog () == NULL);
  remove_file (file);
}

/* Of several files that are read as one the dialog names the first. */
static void
test_joined (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autoptr(GFile) first = data_file ("ooo/clean_4711.log");
  g_autoptr(GFile) second = data_file ("ooo/quirks_99.log");
  GFile *files[] = { first, second };

  dwell_window_open (fixture->window, files, 2, TRUE);
  wait_for_session (fixture);
  gtk_widget_activate_action (GTK_WIDGET (dwell_window_get_current (fixture->window)),
                              "tab.import-options", NULL);
  WAIT_UNTIL (get_dialog () != NULL && strlen (get_status ()) > 0);
  g_assert_cmpstr (adw_window_title_get_subtitle (find_id (get_dialog (), "title")), ==,
                   "clean_4711.log and 1 more");
  gtk_window_destroy (get_dialog ());
}

/* Returns: (nullable): the row of an option that is a file, and its button */
static DwellTextRow *
find_file_row (GtkWidget  *root,
               GtkWidget **choose)
{
  if (DWELL_IS_TEXT_ROW (root))
    {
      *choose = find_id (root, "choose");
      return gtk_widget_get_visible (*choose) ? DWELL_TEXT_ROW (root) : NULL;
    }

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      DwellTextRow *found = find_file_row (child, choose);

      if (found != NULL)
        return found;
    }

  return NULL;
}

/* The file of an option is chosen in a dialog; without an answer it stays. */
static void
test_file_option (Fixture       *fixture,
                  gconstpointer  user_data)
{
  g_autoptr(GFile) records = data_file ("text1/preempt.v11.BIN");
  DwellTextRow *row;
  GtkWidget *choose;

  open_dialog (fixture, "text1/preempt.txt");
  row = find_file_row (GTK_WIDGET (get_dialog ()), &choose);
  g_assert_nonnull (row);
  g_signal_emit_by_name (choose, "clicked");
  file_dialog_open (fixture, NULL);
  g_assert_cmpstr (dwell_text_row_get_text (row), ==, "");
  g_signal_emit_by_name (choose, "clicked");
  file_dialog_open (fixture, records);
  WAIT_UNTIL (g_str_has_suffix (dwell_text_row_get_text (row), "preempt.v11.BIN"));
  gtk_widget_activate_action (GTK_WIDGET (get_dialog ()), "import.undo", NULL);
  g_assert_cmpstr (dwell_text_row_get_text (row), ==, "");
  gtk_window_destroy (get_dialog ());
}

int
main (int   argc,
      char *argv[])
{
  static const struct {
    const char *path;
    void      (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "/ui/import-dialog/by-itself", test_by_itself },
    { "/ui/import-dialog/cancel", test_cancel },
    { "/ui/import-dialog/no-timeline", test_no_timeline },
    { "/ui/import-dialog/second", test_second },
    { "/ui/import-dialog/keep", test_keep },
    { "/ui/import-dialog/templates", test_templates },
    { "/ui/import-dialog/own-templates", test_own_templates },
    { "/ui/import-dialog/formats", test_formats },
    { "/ui/import-dialog/completion", test_completion },
    { "/ui/import-dialog/open-with-options", test_open_with_options },
    { "/ui/import-dialog/broken-memory", test_broken_memory },
    { "/ui/import-dialog/columns", test_columns },
    { "/ui/import-dialog/column-names", test_column_names },
    { "/ui/import-dialog/tips", test_tips },
    { "/ui/import-dialog/unreadable", test_unreadable },
    { "/ui/import-dialog/large", test_large },
    { "/ui/import-dialog/options", test_options },
    { "/ui/import-dialog/joined", test_joined },
    { "/ui/import-dialog/file-option", test_file_option },
  };
  g_autofree char *folder = g_dir_make_tmp ("dwell-test-XXXXXX", NULL);

  g_setenv ("XDG_STATE_HOME", folder, TRUE);
  g_setenv ("XDG_CONFIG_HOME", folder, TRUE);

  if (!window_fixture_init (&argc, &argv))
    return 0;

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);

  return g_test_run ();
}
