/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The export dialog in-process: it shows the present settings, reports faults and refuses to write
 * with them, and writes what the command line writes. */
#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "model/export/dwell-export-draft.h"
#include "ui/export/dwell-export-dialog.h"
#include "ui/template/dwell-template-macros.h"
#include "file-dialog.h"
#include "support/folder.h"
#include "wrapped-entry.h"

#define TEXT1 "text1/preempt.txt"

#define TEXT1_DRAFT(session) dwell_export_draft_get (session, dwell_formats_find ("text1"))

static DwellExportDialog *
find_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (windows, i);

      if (DWELL_IS_EXPORT_DIALOG (window))
        return DWELL_EXPORT_DIALOG (window);
    }

  return NULL;
}

static char *
get_text (DwellExportDialog *dialog,
          const char        *id)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (find_id (dialog, id));
  GtkTextIter begin;
  GtkTextIter end;

  gtk_text_buffer_get_bounds (buffer, &begin, &end);
  return gtk_text_buffer_get_text (buffer, &begin, &end, FALSE);
}

static gboolean
shows (DwellExportDialog *dialog,
       const char        *id,
       const char        *wanted)
{
  g_autofree char *text = get_text (dialog, id);

  return strstr (text, wanted) != NULL;
}

static DwellExportDialog *
open_dialog (Fixture    *fixture,
             const char *name)
{
  DwellExportDialog *dialog;

  open_data (fixture, name);
  wait_for_session (fixture);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.export", NULL);
  dialog = find_dialog ();
  g_assert_nonnull (dialog);
  WAIT_UNTIL (gtk_widget_get_mapped (GTK_WIDGET (dialog)));
  return dialog;
}

static void
close_dialog (DwellExportDialog *dialog)
{
  gtk_window_close (GTK_WINDOW (dialog));
  WAIT_UNTIL (find_dialog () == NULL);
}

/* What an option, or a choice of flags, is set with: its widget's name. */
static gpointer
find_option (gpointer    root,
             const char *name)
{
  if (g_str_equal (gtk_widget_get_name (root), name))
    return root;

  for (GtkWidget *child = gtk_widget_get_first_child (root);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      gpointer found = find_option (child, name);

      if (found != NULL)
        return found;
    }

  return NULL;
}

/* The entry of a template. */
static DwellWrappedEntry *
find_entry (gpointer    root,
            const char *name)
{
  return find_id (find_option (root, name), "entry");
}

/* Below the choice of areas. */
static gpointer
find_pattern (gpointer root)
{
  return gtk_widget_get_next_sibling (find_option (root, "Areas"));
}

static gboolean
can_export (DwellExportDialog *dialog)
{
  return gtk_widget_get_sensitive (find_id (dialog, "save_button"));
}

static void
test_action (Fixture       *fixture,
             gconstpointer  user_data)
{
  DwellExportDialog *dialog;

  /* Nothing to export. */
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.export", NULL);
  g_assert_null (find_dialog ());

  dialog = open_dialog (fixture, TEXT1);
  g_assert_true (gtk_window_get_modal (GTK_WINDOW (dialog)));
  g_assert_true (can_export (dialog));
  close_dialog (dialog);
}

/* The preview follows what is typed; undo and redo; and all that is kept when it closes. */
static void
test_preview (Fixture       *fixture,
              gconstpointer  user_data)
{
  DwellExportDialog *dialog = open_dialog (fixture, TEXT1);
  DwellWrappedEntry *entry = find_entry (dialog, "InfoHeader");

  g_assert_nonnull (entry);
  WAIT_UNTIL (shows (dialog, "text_view", "* INFO %TOTAL_TIME%\n700\n") &&
              shows (dialog, "text_view", "* TIMELINE %HANDLE%"));
  enter_text (entry, "* INFO of mine %FORMAT%");
  WAIT_UNTIL (shows (dialog, "text_view", "* INFO of mine %TOTAL_TIME%\n700\n"));

  gtk_widget_activate_action (GTK_WIDGET (dialog), "export.undo", NULL);
  gtk_widget_activate_action (GTK_WIDGET (dialog), "export.undo", NULL);
  g_assert_cmpstr (dwell_wrapped_entry_get_text (entry), ==, "* INFO %FORMAT%");
  WAIT_UNTIL (shows (dialog, "text_view", "* INFO %TOTAL_TIME%\n700\n"));
  gtk_widget_activate_action (GTK_WIDGET (dialog), "export.redo", NULL);
  gtk_widget_activate_action (GTK_WIDGET (dialog), "export.redo", NULL);
  g_assert_cmpstr (dwell_wrapped_entry_get_text (entry), ==, "* INFO of mine %FORMAT%");

  close_dialog (dialog);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.export", NULL);
  dialog = find_dialog ();
  entry = find_entry (dialog, "InfoHeader");
  g_assert_cmpstr (dwell_wrapped_entry_get_text (entry), ==, "* INFO of mine %FORMAT%");
  WAIT_UNTIL (shows (dialog, "text_view", "* INFO of mine %TOTAL_TIME%\n700\n"));
  close_dialog (dialog);
}

/* Two markers are a range, in whichever order they are chosen. */
static void
test_markers (Fixture       *fixture,
              gconstpointer  user_data)
{
  const DwellExportSettings *settings;
  DwellExportDialog *dialog;
  AdwComboRow *range;
  GtkWidget *group;

  open_data (fixture, TEXT1);
  wait_for_session (fixture);
  dwell_view_add_marker (get_view (fixture), 20, "one");
  dwell_view_add_marker (get_view (fixture), 10, "");
  dwell_view_add_marker (get_view (fixture), 30, "two");
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.export", NULL);
  dialog = find_dialog ();
  g_assert_nonnull (dialog);
  range = find_id (dialog, "range");
  g_assert_false (gtk_widget_get_visible (find_id (dialog, "from_marker")));

  /* What is exported stands above how, behind the preset. */
  group = gtk_widget_get_ancestor (GTK_WIDGET (range), ADW_TYPE_PREFERENCES_GROUP);
  g_assert_nonnull (gtk_widget_get_prev_sibling (group));
  g_assert_null (gtk_widget_get_prev_sibling (gtk_widget_get_prev_sibling (group)));
  g_assert_true (gtk_widget_get_ancestor (find_option (dialog, "Areas"),
                                          ADW_TYPE_PREFERENCES_GROUP) == group);

  adw_combo_row_set_selected (range,
                              g_list_model_get_n_items (adw_combo_row_get_model (range)) - 1);
  settings = dwell_export_draft_get_settings (TEXT1_DRAFT (get_session (fixture)));
  g_assert_true (gtk_widget_get_visible (find_id (dialog, "from_marker")));
  g_assert_cmpint (settings->begin, ==, 10);
  g_assert_cmpint (settings->end, ==, 30);

  adw_combo_row_set_selected (find_id (dialog, "from_marker"), 2);
  adw_combo_row_set_selected (find_id (dialog, "to_marker"), 1);
  settings = dwell_export_draft_get_settings (TEXT1_DRAFT (get_session (fixture)));
  g_assert_cmpint (settings->begin, ==, 20);
  g_assert_cmpint (settings->end, ==, 30);
  close_dialog (dialog);
}

static void
test_binary (Fixture       *fixture,
             gconstpointer  user_data)
{
  DwellExportDialog *dialog = open_dialog (fixture, TEXT1);
  GtkStack *files = find_id (dialog, "files");
  GtkWidget *entry = GTK_WIDGET (find_entry (dialog, "TimelineEntry"));

  WAIT_UNTIL (shows (dialog, "text_view", "* TIMELINE"));
  g_assert_false (gtk_widget_get_visible (find_id (dialog, "switcher")));
  gtk_switch_set_active (find_option (dialog, "TimelineBinary"), TRUE);
  WAIT_UNTIL (shows (dialog, "records_view", "00000018  "));
  g_assert_false (shows (dialog, "text_view", "* TIMELINE"));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (files), ==, "records");
  g_assert_false (gtk_widget_is_sensitive (entry));

  gtk_switch_set_active (find_option (dialog, "TimelineBinary"), FALSE);
  WAIT_UNTIL (shows (dialog, "text_view", "* TIMELINE"));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (files), ==, "text");
  close_dialog (dialog);
}

/* A fault is shown below its row, and nothing can be exported while it applies. */
static void
test_faults (Fixture       *fixture,
             gconstpointer  user_data)
{
  DwellExportDialog *dialog = open_dialog (fixture, TEXT1);
  GtkWidget *row = find_option (dialog, "TimelineEntry");
  DwellWrappedEntry *entry = find_entry (dialog, "TimelineEntry");
  GtkWidget *reason = find_id (row, "note");
  AdwExpanderRow *section = find_option (dialog, "timeline");

  g_assert_false (gtk_widget_get_visible (reason));
  enter_text (entry, "%TIME%,%COUNT%");
  g_assert_true (gtk_widget_get_visible (reason));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (reason)), "%COUNT%"));
  g_assert_true (gtk_widget_has_css_class (row, "error"));
  g_assert_false (can_export (dialog));

  adw_expander_row_set_enable_expansion (section, FALSE);
  WAIT_UNTIL (can_export (dialog));
  adw_expander_row_set_enable_expansion (section, TRUE);
  g_assert_false (can_export (dialog));
  enter_text (entry, "%TIME%");
  g_assert_false (gtk_widget_get_visible (reason));
  WAIT_UNTIL (can_export (dialog));

  /* A broken pattern; none at all. */
  adw_combo_row_set_selected (find_option (dialog, "Areas"), 2);
  enter_text (find_id (find_pattern (dialog), "entry"), "/(/");
  g_assert_false (can_export (dialog));
  WAIT_UNTIL (shows (dialog, "text_view", "regular expression"));
  WAIT_UNTIL (gtk_text_buffer_get_line_count (
                gtk_text_view_get_buffer (find_id (dialog, "text_view"))) == 2);
  enter_text (find_id (find_pattern (dialog), "entry"), "all");
  g_assert_true (gtk_widget_get_visible (find_pattern (dialog)));
  WAIT_UNTIL (can_export (dialog));
  enter_text (find_id (find_pattern (dialog), "entry"), "");
  g_assert_cmpstr (dwell_text_row_get_text (find_pattern (dialog)), ==, "");
  WAIT_UNTIL (can_export (dialog));

  for (guint i = 0; i < 5; i++)
    {
      static const char * const ids[] = { "info", "contexts", "mapping", "statistics",
                                          "timeline" };

      adw_expander_row_set_enable_expansion (find_option (dialog, ids[i]), FALSE);
    }

  g_assert_false (can_export (dialog));
  WAIT_UNTIL (g_str_equal (gtk_stack_get_visible_child_name (find_id (dialog, "states")),
                           "empty"));
  close_dialog (dialog);
}

static void
test_completion (Fixture       *fixture,
                 gconstpointer  user_data)
{
  DwellExportDialog *dialog = open_dialog (fixture, TEXT1);
  GtkWidget *row = find_option (dialog, "MappingEntry");
  DwellWrappedEntry *entry = find_entry (dialog, "MappingEntry");
  GtkWidget *reason = find_id (row, "note");
  GtkWidget *completion;

  gtk_widget_grab_focus (GTK_WIDGET (entry));
  dwell_wrapped_entry_set_cursor (entry, strlen (dwell_wrapped_entry_get_text (entry)));
  type (entry, ";%han");
  completion = find_completion (entry);
  g_assert_nonnull (completion);
  g_assert_true (gtk_widget_get_visible (completion));
  g_assert_false (gtk_widget_get_visible (reason));
  g_assert_true (press (row, GDK_KEY_Down, 0));
  g_assert_true (press (row, GDK_KEY_Return, 0));
  g_assert_cmpstr (dwell_wrapped_entry_get_text (entry), ==,
                   "%HANDLE%,%NAME%,%VALUE%;%HANDLE.PARENT%");
  g_assert_false (gtk_widget_get_visible (completion));

  /* Into the middle of a macro: the rest of it goes. */
  enter_text (entry, "%HANDLE%,%NA%");
  dwell_wrapped_entry_set_cursor (entry, 12);
  type (entry, "M");
  g_assert_true (gtk_widget_get_visible (completion));
  g_assert_true (press (row, GDK_KEY_Up, 0));
  g_assert_true (press (row, GDK_KEY_Down, 0));
  g_assert_true (press (row, GDK_KEY_Tab, 0));
  g_assert_cmpstr (dwell_wrapped_entry_get_text (entry), ==, "%HANDLE%,%NAME%");

  type (entry, "%x");
  g_assert_false (gtk_widget_get_visible (completion));
  g_assert_true (gtk_widget_get_visible (reason));
  enter_text (entry, "");
  type (entry, "%");
  g_assert_true (gtk_widget_get_visible (completion));
  g_assert_true (press (row, GDK_KEY_Escape, 0));
  g_assert_false (gtk_widget_get_visible (completion));
  g_assert_false (press (row, GDK_KEY_Escape, 0));

  /* A tab, by its key and from the menu. */
  enter_text (entry, "%NAME%");
  g_assert_true (press (row, GDK_KEY_Tab, GDK_CONTROL_MASK));
  g_assert_cmpstr (dwell_wrapped_entry_get_text (entry), ==, "%NAME%\t");
  g_assert_false (press (row, GDK_KEY_Tab, 0));
  gtk_widget_activate_action (GTK_WIDGET (dialog), "export.undo", NULL);
  g_assert_cmpstr (dwell_wrapped_entry_get_text (entry), ==, "%NAME%");
  choose_tab (find_id (row, "menu"));
  g_assert_cmpstr (dwell_wrapped_entry_get_text (entry), ==, "%NAME%\t");

  /* A pasted line is one. */
  enter_text (entry, "");
  gtk_text_buffer_insert_at_cursor (gtk_text_view_get_buffer (GTK_TEXT_VIEW (entry)),
                                    "%NAME%\r\n,\n", -1);
  g_assert_cmpstr (dwell_wrapped_entry_get_text (entry), ==, "%NAME%,");
  close_dialog (dialog);
}

/* Whether the letters from @first to @last of the first line with @text are a field of @macro. */
static gboolean
is_marked (DwellExportDialog *dialog,
           const char        *text,
           const char        *macro,
           int                first,
           int                last)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (find_id (dialog, "text_view"));
  GtkTextTag *tag = gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), macro);
  GtkTextIter begin;
  GtkTextIter end;

  gtk_text_buffer_get_start_iter (buffer, &begin);
  if (tag == NULL || !gtk_text_iter_forward_search (&begin, text, 0, &begin, NULL, NULL))
    return FALSE;

  end = begin;
  gtk_text_iter_forward_chars (&begin, first);
  gtk_text_iter_forward_chars (&end, last);
  return gtk_text_iter_starts_tag (&begin, tag) && gtk_text_iter_ends_tag (&end, tag);
}

static gboolean
is_in_sight (DwellExportDialog *dialog,
             const char        *text)
{
  GtkTextView *view = find_id (dialog, "text_view");
  GdkRectangle visible;
  GdkRectangle place;
  GtkTextIter begin;
  GtkTextIter end;

  gtk_text_buffer_get_start_iter (gtk_text_view_get_buffer (view), &begin);
  if (!gtk_text_iter_forward_search (&begin, text, 0, &begin, &end, NULL))
    return FALSE;

  gtk_text_view_get_visible_rect (view, &visible);
  gtk_text_view_get_iter_location (view, &begin, &place);
  return place.y >= visible.y && place.y + place.height <= visible.y + visible.height;
}

/* The preview shows and marks what the row makes that has the focus, while it is typed, too. */
static void
test_follow (Fixture       *fixture,
             gconstpointer  user_data)
{
  DwellExportDialog *dialog = open_dialog (fixture, "../../data/examples/motor-control.txt");
  DwellWrappedEntry *entry = find_entry (dialog, "TimelineEntry");
  DwellWrappedEntry *header = find_entry (dialog, "MappingHeader");

  WAIT_UNTIL (shows (dialog, "text_view", "* TIMELINE"));
  /* GTK finds out later how high the lines before it are. */
  WAIT_UNTIL (!is_in_sight (dialog, "* TIMELINE"));
  gtk_widget_grab_focus (GTK_WIDGET (entry));
  WAIT_UNTIL (is_in_sight (dialog, "* TIMELINE"));
  enter_text (entry, "of %HANDLE% a %EVENT%");
  WAIT_UNTIL (is_in_sight (dialog, "\nof "));
  WAIT_UNTIL (is_marked (dialog, "\nof ", "HANDLE", 4, 12));
  g_assert_true (is_marked (dialog, "\nof ", "EVENT", 15, 16));
  g_assert_false (is_in_sight (dialog, "* INFO"));

  gtk_widget_grab_focus (GTK_WIDGET (header));
  WAIT_UNTIL (is_in_sight (dialog, "* HANDLE("));
  WAIT_UNTIL (is_marked (dialog, "* HANDLE(Functions) ", "CLASS", 9, 18));
  g_assert_true (is_marked (dialog, "* HANDLE(Functions) ", "FORMAT", 20, 43));
  g_assert_false (is_marked (dialog, "\nof ", "HANDLE", 4, 12));

  /* Two free texts without anything between them. */
  header = find_entry (dialog, "StatisticsHeader");
  gtk_widget_grab_focus (GTK_WIDGET (header));
  WAIT_UNTIL (is_marked (dialog, "* STATISTICS(Functions) ", "CONTEXT", 24, 49));
  g_assert_true (is_marked (dialog, "* STATISTICS(Functions) ", "FORMAT", 49, 81));
  close_dialog (dialog);
}

static void
test_presets (Fixture       *fixture,
              gconstpointer  user_data)
{
  DwellExportDialog *dialog = open_dialog (fixture, TEXT1);
  DwellExportDraft *draft = TEXT1_DRAFT (get_session (fixture));
  GtkDropDown *choice = find_id (dialog, "choice");
  DwellWrappedEntry *entry = find_entry (dialog, "TimelineEntry");
  GtkWidget *reset = find_id (find_option (dialog, "TimelineEntry"), "reset");

  /* Default, Full, CSV-like, as it was read. */
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (choice)), ==, 4);
  gtk_drop_down_set_selected (choice, 1);
  g_assert_cmpstr (dwell_export_draft_get_preset (draft), ==, "full");
  g_assert_nonnull (strstr (dwell_wrapped_entry_get_text (entry), "%CONTEXT%"));
  g_assert_false (gtk_widget_get_visible (reset));
  enter_text (entry, "%TIME%");
  g_assert_true (gtk_widget_get_visible (reset));
  g_signal_emit_by_name (reset, "clicked");
  g_assert_nonnull (strstr (dwell_wrapped_entry_get_text (entry), "%CONTEXT%"));

  gtk_drop_down_set_selected (choice, 3);
  g_assert_cmpstr (dwell_export_draft_get_preset (draft), ==, "source");
  g_assert_false (gtk_widget_is_sensitive (find_option (dialog, "mapping")));
  WAIT_UNTIL (shows (dialog, "text_view", "taskA_main"));
  gtk_widget_activate_action (GTK_WIDGET (dialog), "export.undo", NULL);
  g_assert_cmpuint (gtk_drop_down_get_selected (choice), ==, 1);
  g_assert_true (gtk_widget_is_sensitive (find_option (dialog, "mapping")));
  close_dialog (dialog);
}

static void
assert_same (const char *path,
             const char *other_path)
{
  g_autofree char *text = NULL;
  g_autofree char *other = NULL;
  gsize length;
  gsize other_length;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_assert_true (g_file_get_contents (other_path, &other, &other_length, NULL));
  g_assert_cmpmem (text, length, other, other_length);
}

/* The dialog writes what dwell-cli writes with the preset that the dialog exports. */
static void
test_export (Fixture       *fixture,
             gconstpointer  user_data)
{
  DwellExportDialog *dialog = open_dialog (fixture, user_data);
  DwellExportDraft *draft = TEXT1_DRAFT (get_session (fixture));
  g_autofree char *folder = g_dir_make_tmp ("dwell-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.txt", NULL);
  g_autofree char *cli_path = g_build_filename (folder, "b.txt", NULL);
  g_autofree char *binary = g_strconcat (path, ".BIN", NULL);
  g_autofree char *cli_binary = g_strconcat (cli_path, ".BIN", NULL);
  g_autofree char *config = g_build_filename (folder, "p.conf", NULL);
  g_autofree char *data = g_test_build_filename (G_TEST_DIST, "data", user_data, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GKeyFile) settings = g_key_file_new ();
  g_autoptr(GSubprocess) process = NULL;
  g_autoptr(GError) error = NULL;

  enter_text (find_entry (dialog, "StatisticsEntry"), "%HANDLE%|%COUNT%|%T.NET.MAX%|%NAME%");
  gtk_switch_set_active (find_option (dialog, "TimelineBinary"), TRUE);
  adw_combo_row_set_selected (find_option (dialog, "BinaryVersion"), 1);
  adw_combo_row_set_selected (find_option (dialog, "LineEnds"), 1);
  adw_combo_row_set_selected (find_option (dialog, "TimelineStates"), 2);
  adw_combo_row_set_selected (find_option (dialog, "Areas"), 1);
  gtk_switch_set_active (find_option (dialog, "lines"), FALSE);
  WAIT_UNTIL (can_export (dialog));
  dwell_export_settings_save (dwell_export_draft_get_settings (draft), settings);
  g_assert_true (g_key_file_save_to_file (settings, config, NULL));

  dwell_export_dialog_export_to (dialog, file);
  g_assert_false (can_export (dialog));
  WAIT_UNTIL (find_dialog () == NULL);

  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error, g_getenv ("DWELL_CLI"),
                              "export", "--config", config, "-o", cli_path, data, NULL);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_wait_check (process, NULL, &error));
  g_assert_no_error (error);
  assert_same (path, cli_path);
  assert_same (binary, cli_binary);

  g_remove (path);
  g_remove (cli_path);
  g_remove (binary);
  g_remove (cli_binary);
  g_remove (config);
  g_rmdir (folder);
}

/* For a trace without times the dialog begins with its own format, which has no settings; a preview
 * shows its first lines, and the written file can be read again. */
static void
test_formats (Fixture       *fixture,
              gconstpointer  user_data)
{
  const char * const *texts = user_data; /* file, format, how it begins; or no format: its own */
  DwellExportDialog *dialog = open_dialog (fixture, texts[0]);
  g_autofree char *folder = g_dir_make_tmp ("dwell-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.out", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autofree char *text = NULL;
  gsize length;

  g_assert_false (dwell_export_dialog_set_format (dialog, "lms"));
  if (texts[1] != NULL)
    g_assert_true (dwell_export_dialog_set_format (dialog, texts[1]));
  g_assert_true (can_export (dialog));
  WAIT_UNTIL (shows (dialog, "text_view", texts[2]));

  g_assert_true (dwell_export_dialog_set_format (dialog, "text1"));
  if (texts[1] != NULL)
    g_assert_true (dwell_export_dialog_set_format (dialog, texts[1]));
  else
    g_assert_true (dwell_export_dialog_set_format (
      dialog, dwell_session_get_trace (get_session (fixture))->format_id));

  dwell_export_dialog_export_to (dialog, file);
  WAIT_UNTIL (find_dialog () == NULL);
  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_assert_cmpuint (length, >, 0);
  g_remove (path);
  g_rmdir (folder);
}

/* A failure is shown, and the dialog stays open. */
static void
test_failure (Fixture       *fixture,
              gconstpointer  user_data)
{
  DwellExportDialog *dialog = open_dialog (fixture, TEXT1);
  g_autoptr(GFile) file = g_file_new_for_path ("/nonexistent/a.txt");
  gboolean is_due = FALSE;

  dwell_export_dialog_export_to (dialog, file);
  WAIT_UNTIL ((g_object_get (find_id (dialog, "failure"), "due", &is_due, NULL), is_due));
  g_assert_true (can_export (dialog));

  /* Closed while it looks what is there. */
  dwell_export_dialog_export_to (dialog, file);
  close_dialog (dialog);
}

/* Closing the dialog while it writes stops the writing; the dialog stays open to say so. */
static void
test_stop (Fixture       *fixture,
           gconstpointer  user_data)
{
  DwellExportDialog *dialog = open_dialog (fixture, TEXT1);
  g_autofree char *folder = g_dir_make_tmp ("dwell-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.txt", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  GtkWidget *stop = find_id (dialog, "stop_button");

  g_assert_false (gtk_widget_get_sensitive (stop));
  dwell_export_dialog_export_to (dialog, file);
  while (!gtk_widget_get_sensitive (stop) && find_dialog () != NULL)
    g_main_context_iteration (NULL, TRUE);

  /* It may have been faster. */
  if (find_dialog () != NULL)
    {
      gtk_window_close (GTK_WINDOW (dialog));
      WAIT_UNTIL (find_dialog () == NULL || !gtk_widget_get_sensitive (stop));
    }
  if (find_dialog () != NULL)
    {
      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
      g_assert_true (can_export (dialog));
      close_dialog (dialog);
    }

  g_remove (path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static AdwMessageDialog *
find_question (DwellExportDialog *dialog)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (windows, i);

      if (ADW_IS_MESSAGE_DIALOG (window) &&
          gtk_window_get_transient_for (window) == GTK_WINDOW (dialog))
        return ADW_MESSAGE_DIALOG (window);
    }

  return NULL;
}

static void
answer (DwellExportDialog *dialog,
        const char        *response)
{
  WAIT_UNTIL (find_question (dialog) != NULL);
  adw_message_dialog_response (find_question (dialog), response);
}

/* An old timeline beside the file goes, stays or is replaced as the user says. */
static void
test_beside (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autofree char *folder = g_dir_make_tmp ("dwell-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.txt", NULL);
  g_autofree char *binary = g_strconcat (path, ".BIN", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GFile) records_file = data_file ("text1/preempt.v11.BIN");
  g_autofree char *records = NULL;
  g_autofree char *text = NULL;
  gsize n_records;
  gsize length;
  DwellExportDialog *dialog = open_dialog (fixture, TEXT1);

  g_assert_true (g_file_load_contents (records_file, NULL, &records, &n_records, NULL, NULL));
  g_assert_true (g_file_set_contents (binary, records, (gssize) n_records, NULL));
  dwell_export_dialog_export_to (dialog, file);
  answer (dialog, "cancel");
  WAIT_UNTIL (can_export (dialog));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));

  dwell_export_dialog_export_to (dialog, file);
  answer (dialog, "keep");
  WAIT_UNTIL (find_dialog () == NULL);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (binary, G_FILE_TEST_EXISTS));

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.export", NULL);
  dialog = find_dialog ();
  WAIT_UNTIL (can_export (dialog));
  dwell_export_dialog_export_to (dialog, file);
  answer (dialog, "delete");
  WAIT_UNTIL (find_dialog () == NULL);
  g_assert_false (g_file_test (binary, G_FILE_TEST_EXISTS));

  /* A .BIN without its main file was not asked about by the file chooser. */
  g_assert_true (g_file_set_contents (binary, records, (gssize) n_records, NULL));
  g_remove (path);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.export", NULL);
  dialog = find_dialog ();
  gtk_switch_set_active (find_option (dialog, "TimelineBinary"), TRUE);
  WAIT_UNTIL (can_export (dialog));
  dwell_export_dialog_export_to (dialog, file);
  answer (dialog, "replace");
  WAIT_UNTIL (find_dialog () == NULL);
  g_assert_true (g_file_get_contents (binary, &text, &length, NULL));
  g_assert_true (length != n_records || memcmp (text, records, length) != 0);

  /* With its main file it is what was agreed to. */
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.export", NULL);
  dialog = find_dialog ();
  WAIT_UNTIL (can_export (dialog));
  dwell_export_dialog_export_to (dialog, file);
  WAIT_UNTIL (find_dialog () == NULL);

  g_remove (path);
  g_remove (binary);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* A .BIN that is no timeline is not asked about: it is left alone, which is said. */
static void
test_foreign_beside (Fixture       *fixture,
                     gconstpointer  user_data)
{
  g_autofree char *folder = g_dir_make_tmp ("dwell-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.txt", NULL);
  g_autofree char *binary = g_strconcat (path, ".BIN", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  DwellExportDialog *dialog = open_dialog (fixture, TEXT1);
  gboolean is_due = FALSE;

  g_assert_true (g_file_set_contents (binary, "precious", -1, NULL));
  gtk_switch_set_active (find_option (dialog, "TimelineBinary"), TRUE);
  WAIT_UNTIL (can_export (dialog));
  dwell_export_dialog_export_to (dialog, file);
  WAIT_UNTIL ((g_object_get (find_id (dialog, "failure"), "due", &is_due, NULL), is_due));
  g_assert_true (says (find_id (dialog, "failure"), "Could not export “a.txt”: the timeline"));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));

  gtk_switch_set_active (find_option (dialog, "TimelineBinary"), FALSE);
  WAIT_UNTIL (can_export (dialog));
  dwell_export_dialog_export_to (dialog, file);
  WAIT_UNTIL (find_dialog () == NULL);
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), "Exported “a.txt”. “a.txt.BIN” beside it"));
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_remove (binary), ==, 0);

  g_remove (path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* After undo and redo one goes on typing where the text changed. */
static void
test_cursor (Fixture       *fixture,
             gconstpointer  user_data)
{
  DwellExportDialog *dialog = open_dialog (fixture, TEXT1);
  DwellWrappedEntry *entry = find_entry (dialog, "MappingEntry");

  dwell_wrapped_entry_replace (entry, 8, 8, "\303\244\303\244");
  g_assert_cmpstr (dwell_wrapped_entry_get_text (entry), ==,
                   "%HANDLE%\303\244\303\244,%NAME%,%VALUE%");
  g_assert_cmpuint (dwell_wrapped_entry_get_cursor (entry), ==, 12);
  dwell_wrapped_entry_set_cursor (entry, 0);
  gtk_widget_activate_action (GTK_WIDGET (dialog), "export.undo", NULL);
  g_assert_cmpuint (dwell_wrapped_entry_get_cursor (entry), ==, 8);
  gtk_widget_activate_action (GTK_WIDGET (dialog), "export.redo", NULL);
  g_assert_cmpuint (dwell_wrapped_entry_get_cursor (entry), ==, 12);
  close_dialog (dialog);
}

/* Contexts and areas are chosen for any format, a range where there are times. */
static void
test_selection (Fixture       *fixture,
                gconstpointer  user_data)
{
  DwellExportDialog *dialog = open_dialog (fixture, "ooo/clean_4711.log");

  dwell_export_dialog_set_format (dialog, "trace-event");
  WAIT_UNTIL (shows (dialog, "text_view", "SwDLL"));
  g_assert_true (gtk_widget_get_visible (find_id (dialog, "range")));
  enter_text (find_entry (dialog, "Areas"), "Init");
  WAIT_UNTIL (!shows (dialog, "text_view", "SwDLL"));
  g_assert_true (shows (dialog, "text_view", "Desktop::Init"));
  enter_text (find_entry (dialog, "Areas"), "");
  enter_text (find_entry (dialog, "Contexts"), "thread 2");
  WAIT_UNTIL (shows (dialog, "text_view", "SwDLL"));
  g_assert_false (shows (dialog, "text_view", "Desktop::Init"));
  WAIT_UNTIL (can_export (dialog));

  enter_text (find_entry (dialog, "Contexts"), "/[/");
  WAIT_UNTIL (!can_export (dialog));
  enter_text (find_entry (dialog, "Contexts"), "nothing of that name");
  WAIT_UNTIL (says (GTK_WIDGET (dialog), "The filters leave nothing"));
  close_dialog (dialog);
}

/* Lines have no times, nor have stacks of samples whose timeline has. */
static void
test_no_range (Fixture       *fixture,
               gconstpointer  user_data)
{
  gboolean is_of_lines = g_str_equal (user_data, "lines-csv");
  DwellExportDialog *dialog = open_dialog (fixture, is_of_lines ? "br/timed_backtrace.prof"
                                                                : "perf-script/stacks.perf");

  dwell_export_dialog_set_format (dialog, user_data);
  WAIT_UNTIL (shows (dialog, "text_view", is_of_lines ? "module,line" : "read_all"));
  g_assert_false (gtk_widget_get_visible (find_id (dialog, "range")));
  g_assert_nonnull (find_option (dialog, "Areas"));
  close_dialog (dialog);
}

/* Without a “%” a key lists all macros; other keys leave the list. What cannot be of a macro closes
 * it. A macro takes the place of what is left of an old one, and of no other. */
static void
test_completion_keys (Fixture       *fixture,
                      gconstpointer  user_data)
{
  static const struct { const char *text; gsize cursor; const char *completed; } cases[] = {
    { "%AN%", 1, "%HANDLE%" }, { "%.x_y%", 1, "%HANDLE%" }, { "%AN%, %NAME%", 1,
    "%HANDLE%, %NAME%" }, { "%%NAME%", 1, "%HANDLE%%NAME%" }, { "% %NAME%", 1,
    "%HANDLE% %NAME%" },
  };
  DwellExportDialog *dialog = open_dialog (fixture, TEXT1);
  GtkWidget *row = find_option (dialog, "MappingEntry");
  DwellWrappedEntry *entry = find_entry (dialog, "MappingEntry");
  GtkWidget *completion;

  gtk_widget_grab_focus (GTK_WIDGET (entry));
  enter_text (entry, "");
  g_assert_false (press (row, GDK_KEY_space, 0));
  g_assert_false (press (row, GDK_KEY_a, GDK_CONTROL_MASK));
  g_assert_true (press (row, GDK_KEY_space, GDK_CONTROL_MASK));
  completion = find_completion (entry);
  g_assert_true (gtk_widget_get_visible (completion));
  g_assert_false (press (row, GDK_KEY_Left, 0));
  g_assert_true (gtk_widget_get_visible (completion));
  g_assert_true (press (row, GDK_KEY_Return, 0));
  g_assert_true (g_str_has_prefix (dwell_wrapped_entry_get_text (entry), "%"));
  g_assert_true (g_str_has_suffix (dwell_wrapped_entry_get_text (entry), "%"));

  enter_text (entry, "");
  type (entry, "%NA");
  g_assert_true (gtk_widget_get_visible (completion));
  type (entry, ";");
  g_assert_false (gtk_widget_get_visible (completion));

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      enter_text (entry, cases[i].text);
      dwell_wrapped_entry_set_cursor (entry, cases[i].cursor);
      type (entry, "H");
      g_assert_true (gtk_widget_get_visible (completion));
      g_assert_true (press (row, GDK_KEY_Return, 0));
      g_assert_cmpstr (dwell_wrapped_entry_get_text (entry), ==, cases[i].completed);
    }

  /* A tab in the midst of a name is a tab. */
  enter_text (entry, "");
  type (entry, "%NA");
  g_assert_true (press (row, GDK_KEY_Tab, GDK_CONTROL_MASK));
  g_assert_cmpstr (dwell_wrapped_entry_get_text (entry), ==, "%NA\t");
  g_assert_false (gtk_widget_get_visible (completion));

  /* Of two mistakes the first is told; the menu can be opened again. */
  enter_text (entry, "%WHAT%%WHO%");
  g_assert_nonnull (strstr (gtk_label_get_text (find_id (row, "note")), "%WHAT%"));
  enter_text (entry, "");
  choose_tab (find_id (row, "menu"));
  choose_tab (find_id (row, "menu"));
  g_assert_cmpstr (dwell_wrapped_entry_get_text (entry), ==, "\t\t");

  /* Keys are of the entry alone. */
  gtk_widget_grab_focus (GTK_WIDGET (find_entry (dialog, "MappingHeader")));
  g_assert_false (press (row, GDK_KEY_space, GDK_CONTROL_MASK));
  close_dialog (dialog);
}

/* The name that is proposed for a file is not that of the recording, and has the suffix of the
 * format. */
static void
test_save (Fixture       *fixture,
           gconstpointer  user_data)
{
  static const struct { const char *name; const char *proposed; } cases[] = {
    { "trace.txt", "trace-export.txt" }, { "trace", "trace.txt" }, { ".hidden", ".hidden.txt" },
    { "trace.log", "trace.txt" },
  };
  g_autofree char *path = folder_new ();
  g_autoptr(GFile) folder = g_file_new_for_path (path);
  g_autoptr(GFile) original = data_file (TEXT1);
  g_autofree char *text = NULL;

  g_assert_true (g_file_load_contents (original, NULL, &text, NULL, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GFile) file = make_file (cases[i].name, text);
      g_autofree char *proposed = NULL;
      g_autofree char *written = NULL;
      g_autoptr(GFile) target = NULL;
      DwellExportDialog *dialog;

      dwell_window_open (fixture->window, &file, 1, FALSE);
      wait_for_session (fixture);
      gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.export", NULL);
      dialog = find_dialog ();
      WAIT_UNTIL (can_export (dialog));
      gtk_widget_activate_action (GTK_WIDGET (dialog), "export.save", NULL);
      WAIT_UNTIL (file_dialog_find () != NULL);
      proposed = gtk_file_chooser_get_current_name (file_dialog_find ());
      g_assert_cmpstr (proposed, ==, cases[i].proposed);
      file_dialog_open (fixture, NULL);
      g_assert_true (find_dialog () == dialog);

      gtk_widget_activate_action (GTK_WIDGET (dialog), "export.save", NULL);
      target = file_dialog_save (fixture, folder, cases[i].proposed);
      WAIT_UNTIL (find_dialog () == NULL);
      written = file_dialog_load (target);
      g_assert_true (g_str_has_prefix (written, "* INFO"));
      g_assert_true (g_file_delete (target, NULL, NULL));
      remove_file (file);
    }
  folder_remove (g_steal_pointer (&path));
}

/* A recording that is read anew while the dialog is open is what is written. */
static void
test_reload (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("x.csv", "2,0,former\n0,0,10\n1,0,5\n");
  DwellExportDialog *dialog;

  dwell_window_open (fixture->window, &file, 1, FALSE);
  wait_for_session (fixture);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.export", NULL);
  dialog = find_dialog ();
  WAIT_UNTIL (shows (dialog, "text_view", "former"));
  g_assert_true (g_file_replace_contents (file, "2,0,latter\n0,0,10\n1,0,5\n", 24, NULL, FALSE, 0,
                                          NULL, NULL, NULL));
  dwell_session_reload (get_session (fixture));
  WAIT_UNTIL (shows (dialog, "text_view", "latter"));
  g_assert_false (shows (dialog, "text_view", "former"));
  WAIT_UNTIL (can_export (dialog));
  close_dialog (dialog);
  remove_file (file);
}

static const char * const formats[][3] = {
  { "aprof/versions/merge_1_v0.aprof", NULL, "r merge_sort_ric " },
  { "br/timed_backtrace.prof", NULL, "00000000  " },
  { "br/timed_backtrace.prof", "lines-csv", "module,line,clause,routine,hits,time,min,max,share" },
  { "br/sampled_plain.prof", "listing", "lines that ran: " },
};

int
main (int    argc,
      char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("dwell-test-XXXXXX", NULL);

  g_setenv ("XDG_CONFIG_HOME", folder, TRUE);
  if (!window_fixture_init (&argc, &argv))
    return 0;

  /* The display's settings stay behind with its folder, and a toast would fade in on a window that
   * is on its way out. */
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);

#define ADD(path, data, test) g_test_add ("/export-dialog/" path, Fixture, data, set_up, test, \
                                          tear_down)
  ADD ("action", NULL, test_action);
  ADD ("preview", NULL, test_preview);
  ADD ("markers", NULL, test_markers);
  ADD ("binary", NULL, test_binary);
  ADD ("faults", NULL, test_faults);
  ADD ("completion", NULL, test_completion);
  ADD ("follow", NULL, test_follow);
  ADD ("presets", NULL, test_presets);
  ADD ("export/text1", TEXT1, test_export);
  ADD ("export/ooo", "ooo/clean_4711.log", test_export);
  ADD ("export/lms", "lms/runtime_nested.csv", test_export);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *path = g_strdup_printf ("/export-dialog/formats/%u", i);

      g_test_add (path, Fixture, formats[i], set_up, test_formats, tear_down);
    }
  ADD ("selection", NULL, test_selection);
  ADD ("no-range/lines", "lines-csv", test_no_range);
  ADD ("no-range/stacks", "folded", test_no_range);
  ADD ("failure", NULL, test_failure);
  ADD ("stop", NULL, test_stop);
  ADD ("beside", NULL, test_beside);
  ADD ("beside/foreign", NULL, test_foreign_beside);
  ADD ("cursor", NULL, test_cursor);
  ADD ("completion-keys", NULL, test_completion_keys);
  ADD ("save", NULL, test_save);
  ADD ("reload", NULL, test_reload);
#undef ADD

  return g_test_run ();
}
