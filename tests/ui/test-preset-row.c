/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Presets in both dialogs that have them: one behaviour, and never the disk on the main thread. */
#include "config.h"

#include <string.h>

#include "model/export/dwell-export-draft.h"
#include "model/presets/dwell-preset-store.h"
#include "support/disk-watch.h"
#include "support/folder.h"
#include "ui/dialogs/dwell-preferences.h"
#include "ui/dialogs/dwell-preset-row.h"
#include "ui/export/dwell-export-dialog.h"
#include "ui/import/dwell-import-dialog.h"
#include "file-dialog.h"

#define TRACE  "lms/doc_example.csv"
#define EXPORT "export"
#define IMPORT "import"

/* Above all presets. */
static char *folder;

static const DwellPresetKind *
get_kind (const char *dialog)
{
  return g_str_equal (dialog, EXPORT)
           ? dwell_preset_kind_get_export (dwell_formats_find_writer ("text1"))
           : dwell_preset_kind_get_import (dwell_formats_find ("lms"));
}

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

static DwellPresetRow *
get_row (const char *dialog)
{
  GType type = g_str_equal (dialog, EXPORT) ? DWELL_TYPE_EXPORT_DIALOG : DWELL_TYPE_IMPORT_DIALOG;
  GtkWindow *window = find_window (type);

  return window != NULL ? find_id (window, "preset_row") : NULL;
}

static void
open_dialog (Fixture    *fixture,
             const char *dialog)
{
  GtkWidget *tab;

  if (get_n_tabs (fixture) == 0)
    open_data (fixture, TRACE);
  wait_for_session (fixture);
  tab = GTK_WIDGET (dwell_window_get_current (fixture->window));
  gtk_widget_activate_action (tab, g_str_equal (dialog, EXPORT) ? "win.export"
                                                                : "tab.import-options", NULL);
  WAIT_UNTIL (get_row (dialog) != NULL && gtk_widget_get_mapped (GTK_WIDGET (get_row (dialog))));
}

static void
close_dialog (const char *dialog)
{
  gtk_window_destroy (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (get_row (dialog)))));
}

static void
activate (const char *dialog,
          const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (get_row (dialog)), action, NULL));
}

/* A combo row by its title. */
static GtkWidget *
find_combo (GtkWidget  *root,
            const char *title)
{
  GtkWidget *found = NULL;

  if (ADW_IS_COMBO_ROW (root) &&
      g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (root)), title) == 0)
    return root;

  for (GtkWidget *child = gtk_widget_get_first_child (root);
       child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_combo (child, title);

  return found;
}

/* A setting that either dialog has: another value than by default. */
static AdwComboRow *
get_setting (const char *dialog)
{
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (get_row (dialog))));

  return ADW_COMBO_ROW (g_str_equal (dialog, EXPORT) ? find_combo (window, "Line En_dings")
                                                     : find_combo (window, "Rows"));
}

/* "mine*", if the settings were changed since; "" for none. */
static char *
get_preset (const char *dialog)
{
  DwellPresetRow *row = get_row (dialog);
  GtkStringObject *title = gtk_drop_down_get_selected_item (find_id (row, "choice"));
  const char *subtitle = adw_action_row_get_subtitle (ADW_ACTION_ROW (row));

  return g_strconcat (title != NULL ? gtk_string_object_get_string (title) : "",
                      *subtitle != '\0' ? "*" : "", NULL);
}

static gboolean
shows (const char *dialog,
       const char *preset)
{
  g_autofree char *shown = get_preset (dialog);

  return g_str_equal (shown, preset);
}

static void
choose (const char *dialog,
        const char *preset)
{
  GtkDropDown *choice = find_id (get_row (dialog), "choice");
  GListModel *titles = gtk_drop_down_get_model (choice);

  for (guint i = 0; i < g_list_model_get_n_items (titles); i++)
    if (g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (titles), i), preset))
      {
        gtk_drop_down_set_selected (choice, i);
        return;
      }

  g_assert_not_reached ();
}

static gboolean
has_title (const char *dialog,
           const char *preset)
{
  GListModel *titles = gtk_drop_down_get_model (find_id (get_row (dialog), "choice"));

  for (guint i = 0; i < g_list_model_get_n_items (titles); i++)
    if (g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (titles), i), preset))
      return TRUE;

  return FALSE;
}

static AdwMessageDialog *
get_question (void)
{
  WAIT_UNTIL (find_window (ADW_TYPE_MESSAGE_DIALOG) != NULL);
  return ADW_MESSAGE_DIALOG (find_window (ADW_TYPE_MESSAGE_DIALOG));
}

static GtkWidget *
get_entry (AdwMessageDialog *question)
{
  return gtk_widget_get_first_child (adw_message_dialog_get_extra_child (question));
}

static void
answer (const char *name)
{
  AdwMessageDialog *question = get_question ();

  gtk_editable_set_text (GTK_EDITABLE (get_entry (question)), name);
  g_assert_true (adw_message_dialog_get_response_enabled (question, "accept"));
  adw_message_dialog_response (question, "accept");
  gtk_window_destroy (GTK_WINDOW (question));
}

static void
write_preset (const char *dialog,
              const char *name,
              const char *text)
{
  g_autofree char *path = dwell_presets_get_path (get_kind (dialog), name);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
forget_preset (const char *dialog,
               const char *name)
{
  g_autofree char *path = dwell_presets_get_path (get_kind (dialog), name);

  g_assert_cmpint (g_unlink (path), ==, 0);
}

static gboolean
is_saved (const char *dialog,
          const char *name)
{
  g_autofree char *path = dwell_presets_get_path (get_kind (dialog), name);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* Saved, changed, chosen, renamed, reset, deleted and brought back. */
static void
test_keep (Fixture       *fixture,
           gconstpointer  dialog)
{
  DiskTouches touches;
  GtkWidget *window;

  open_data (fixture, TRACE);
  wait_for_session (fixture);
  disk_watch_begin (folder);
  open_dialog (fixture, dialog);
  window = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (get_row (dialog))));
  g_assert_true (shows (dialog, "Default"));
  activate (dialog, "preset.delete");
  g_assert_true (shows (dialog, "Default"));

  adw_combo_row_set_selected (get_setting (dialog), 1);
  g_assert_true (shows (dialog, "Default*"));
  activate (dialog, "preset.save");
  answer (" mine ");
  WAIT_UNTIL (shows (dialog, "mine"));
  adw_combo_row_set_selected (get_setting (dialog), 0);
  g_assert_true (shows (dialog, "mine*"));
  activate (dialog, "preset.reset");
  WAIT_UNTIL (shows (dialog, "mine"));
  g_assert_cmpuint (adw_combo_row_get_selected (get_setting (dialog)), ==, 1);

  choose (dialog, "Default");
  g_assert_true (shows (dialog, "Default"));
  g_assert_cmpuint (adw_combo_row_get_selected (get_setting (dialog)), ==, 0);
  choose (dialog, "mine");
  WAIT_UNTIL (adw_combo_row_get_selected (get_setting (dialog)) == 1);
  activate (dialog, "preset.rename");
  answer ("ours");
  WAIT_UNTIL (shows (dialog, "ours"));
  g_assert_false (has_title (dialog, "mine"));

  activate (dialog, "preset.delete");
  WAIT_UNTIL (shows (dialog, "*"));
  g_assert_false (has_title (dialog, "ours"));
  g_assert_cmpuint (adw_combo_row_get_selected (get_setting (dialog)), ==, 1);
  g_assert_true (says (window, "Deleted the preset “ours”"));
  g_assert_true (press_undo (window));
  WAIT_UNTIL (shows (dialog, "ours"));

  /* Deleted for good: what is left is what it was by default. */
  activate (dialog, "preset.delete");
  WAIT_UNTIL (shows (dialog, "*"));
  activate (dialog, "preset.reset");
  g_assert_true (shows (dialog, "Default"));
  g_assert_cmpuint (adw_combo_row_get_selected (get_setting (dialog)), ==, 0);

  touches = disk_watch_end ();
  g_assert_cmpuint (touches.n_main, ==, 0);
  g_assert_cmpuint (touches.n_others, >, 0);
  g_assert_false (is_saved (dialog, "ours"));
  close_dialog (dialog);
}

/* Each name as it is typed, and nothing of that asks the disk. */
static void
test_names (Fixture       *fixture,
            gconstpointer  dialog)
{
  static const struct {
    const char *name;
    const char *reason;
  } bad[] = {
    { "", "" }, { "  ", "" }, { "a/b", "Names cannot contain “/” or begin with “.”" },
    { ".x", "Names cannot contain “/” or begin with “.”" },
    { "default", "A built-in preset has this name" },
    { " Default", "A built-in preset has this name" },
    { "MINE", "A preset “mine” already exists" },
  };
  g_autofree char *long_name = g_strnfill (201, 'n');
  AdwMessageDialog *question;
  GtkWidget *reason;
  DiskTouches touches;

  write_preset (dialog, "mine", "[lms]\nRows=packed\n[text1]\nLineEnds=lf\n");
  open_dialog (fixture, dialog);
  WAIT_UNTIL (has_title (dialog, "mine"));
  disk_watch_begin (folder);
  activate (dialog, "preset.save");
  question = get_question ();
  reason = gtk_widget_get_next_sibling (get_entry (question));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      gtk_editable_set_text (GTK_EDITABLE (get_entry (question)), bad[i].name);
      g_assert_false (adw_message_dialog_get_response_enabled (question, "accept"));
      g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (reason)), ==, bad[i].reason);
    }

  gtk_editable_set_text (GTK_EDITABLE (get_entry (question)), long_name);
  g_assert_false (adw_message_dialog_get_response_enabled (question, "accept"));
  gtk_editable_set_text (GTK_EDITABLE (get_entry (question)), "mine");
  g_assert_true (adw_message_dialog_get_response_enabled (question, "accept"));
  g_assert_cmpstr (adw_message_dialog_get_response_label (question, "accept"), ==, "_Replace");
  touches = disk_watch_end ();
  g_assert_cmpuint (touches.n_main, ==, 0);
  gtk_window_destroy (GTK_WINDOW (question));

  close_dialog (dialog);
  forget_preset (dialog, "mine");
}

/* A broken key file is reported, and the settings stay. */
static void
test_broken (Fixture       *fixture,
             gconstpointer  dialog)
{
  GtkWidget *window;

  write_preset (dialog, "broken", "[lms]\nNo=1\n[text1]\nNo=1\n");
  open_dialog (fixture, dialog);
  window = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (get_row (dialog))));
  WAIT_UNTIL (has_title (dialog, "broken"));
  choose (dialog, "broken");
  WAIT_UNTIL (shows (dialog, "Default"));
  WAIT_UNTIL (says (window, "The preset “broken” cannot be used: "));
  g_assert_cmpuint (adw_combo_row_get_selected (get_setting (dialog)), ==, 0);
  close_dialog (dialog);
  forget_preset (dialog, "broken");
}

/* Closed while it is being saved, the dialog is gone, and the preset there. */
static void
test_close (Fixture       *fixture,
            gconstpointer  dialog)
{
  GtkWidget *row;

  open_dialog (fixture, dialog);
  row = GTK_WIDGET (get_row (dialog));
  g_object_add_weak_pointer (G_OBJECT (row), (gpointer *) &row);
  adw_combo_row_set_selected (get_setting (dialog), 1);
  activate (dialog, "preset.save");
  answer ("late");
  close_dialog (dialog);
  WAIT_UNTIL (is_saved (dialog, "late") && row == NULL);

  /* The session knows that its settings are a preset now. */
  if (g_str_equal (dialog, EXPORT))
    {
      DwellExportDraft *draft = dwell_export_draft_get (get_session (fixture),
                                                        dwell_formats_find_writer ("text1"));

      g_assert_cmpstr (dwell_export_draft_get_preset (draft), ==, "late");
      g_assert_false (dwell_export_draft_is_modified (draft));
    }

  open_dialog (fixture, dialog);
  g_assert_true (has_title (dialog, "late"));
  close_dialog (dialog);
  forget_preset (dialog, "late");
}

/* The preset that was used last is there when the dialog opens, and in the preferences. */
static void
test_recalled (Fixture       *fixture,
               gconstpointer  user_data)
{
  GSettings *settings = dwell_settings_get ();
  GtkWidget *preferences;
  DiskTouches touches;
  AdwComboRow *combo;

  if (settings == NULL)
    {
      g_test_skip ("no settings");
      return;
    }

  write_preset (EXPORT, "recalled", "[text1]\nLineEnds=lf\n");
  g_settings_set_string (settings, "export-preset", "recalled");
  open_data (fixture, TRACE);
  wait_for_session (fixture);
  disk_watch_begin (folder);
  open_dialog (fixture, EXPORT);
  WAIT_UNTIL (shows (EXPORT, "recalled"));
  g_assert_cmpuint (adw_combo_row_get_selected (get_setting (EXPORT)), ==, 1);
  close_dialog (EXPORT);

  g_application_set_default (G_APPLICATION (fixture->application));
  preferences = dwell_preferences_new (GTK_WINDOW (fixture->window));
  gtk_window_present (GTK_WINDOW (preferences));
  combo = find_id (preferences, "export_preset");
  WAIT_UNTIL (adw_combo_row_get_selected (combo) == 3);
  touches = disk_watch_end ();
  g_assert_cmpuint (touches.n_main, ==, 0);

  /* Another that appears meanwhile leaves the choice as it is, and the setting. */
  write_preset (EXPORT, "another", "[text1]\n");
  dwell_preset_store_get (get_kind (EXPORT));
  WAIT_UNTIL (g_list_model_get_n_items (adw_combo_row_get_model (combo)) == 5);
  g_assert_cmpuint (adw_combo_row_get_selected (combo), ==, 4);
  g_assert_cmpint (g_settings_get_user_value (settings, "export-preset") != NULL, ==, TRUE);
  gtk_window_destroy (GTK_WINDOW (preferences));
  g_settings_reset (settings, "export-preset");
  forget_preset (EXPORT, "recalled");
  forget_preset (EXPORT, "another");
}

static gboolean
tells (const char *dialog,
       const char *prefix)
{
  return says (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (get_row (dialog)))), prefix);
}

/* Settings go into a file that one can pass on, and come out of it as a preset of its name. What
 * is no preset is told. */
static void
test_files (Fixture       *fixture,
            gconstpointer  user_data)
{
  const char *dialog = user_data;
  g_autoptr(GFile) none = make_file ("none.conf", "no preset at all");
  g_autofree char *path = folder_new ();
  g_autoptr(GFile) parent = g_file_new_for_path (path);
  g_autoptr(GFile) nowhere = g_file_new_for_path ("/proc");
  g_autoptr(GFile) file = NULL;
  g_autoptr(GFile) bad = NULL;
  g_autofree char *text = NULL;

  open_dialog (fixture, dialog);
  adw_combo_row_set_selected (get_setting (dialog), 1);
  activate (dialog, "preset.export");
  file_dialog_open (fixture, NULL);
  activate (dialog, "preset.export");
  file = file_dialog_save (fixture, parent, "passed on.conf");
  text = file_dialog_load (file);
  g_assert_nonnull (strchr (text, '['));
  activate (dialog, "preset.export");
  bad = file_dialog_save (fixture, nowhere, "passed on.conf");
  WAIT_UNTIL (tells (dialog, "Could not export the preset “"));

  adw_combo_row_set_selected (get_setting (dialog), 0);
  activate (dialog, "preset.import");
  file_dialog_open (fixture, NULL);
  activate (dialog, "preset.import");
  file_dialog_open (fixture, file);
  WAIT_UNTIL (shows (dialog, "passed on"));
  g_assert_cmpuint (adw_combo_row_get_selected (get_setting (dialog)), ==, 1);
  g_assert_true (is_saved (dialog, "passed on"));

  activate (dialog, "preset.import");
  file_dialog_open (fixture, none);
  WAIT_UNTIL (tells (dialog, "“"));
  g_assert_true (shows (dialog, "passed on"));
  close_dialog (dialog);
  forget_preset (dialog, "passed on");
  remove_file (none);
  folder_remove (g_steal_pointer (&path));
}

/* A preset whose file has gone meanwhile cannot be renamed, and is deleted for good. */
static void
test_gone (Fixture       *fixture,
           gconstpointer  user_data)
{
  const char *dialog = user_data;
  static const struct { const char *action; const char *told; } cases[] = {
    { "preset.rename", "Could not rename the preset “mine”: " },
    { "preset.delete", "Deleted the preset “mine”" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      open_dialog (fixture, dialog);
      activate (dialog, "preset.save");
      answer ("mine");
      WAIT_UNTIL (is_saved (dialog, "mine") && shows (dialog, "mine"));
      forget_preset (dialog, "mine");
      activate (dialog, cases[i].action);
      if (i == 0)
        answer ("other");
      WAIT_UNTIL (tells (dialog, cases[i].told));
      g_assert_false (press_undo (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (
                                                get_row (dialog))))));
      g_assert_false (is_saved (dialog, "other"));
      close_dialog (dialog);
      drain ();
    }
}

static gboolean
can_accept (AdwMessageDialog *question,
            const char       *name)
{
  gtk_editable_set_text (GTK_EDITABLE (get_entry (question)), name);
  return adw_message_dialog_get_response_enabled (question, "accept");
}

/* What is saved again has the name that it has; a preset may get its own name in another case, but
 * not that of another. */
static void
test_own_name (Fixture       *fixture,
               gconstpointer  dialog)
{
  AdwMessageDialog *question;

  write_preset (dialog, "other", "[lms]\nRows=packed\n[text1]\nLineEnds=lf\n");
  open_dialog (fixture, dialog);
  choose (dialog, "Default");
  activate (dialog, "preset.save");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (get_entry (get_question ()))), ==, "");
  answer ("mine");
  WAIT_UNTIL (shows (dialog, "mine"));
  activate (dialog, "preset.save");
  question = get_question ();
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (get_entry (question))), ==, "mine");
  g_assert_true (can_accept (question, "mine"));
  gtk_window_destroy (GTK_WINDOW (question));

  activate (dialog, "preset.rename");
  question = get_question ();
  g_assert_false (can_accept (question, "other"));
  g_assert_true (says (GTK_WIDGET (question), "A preset with this name already exists"));
  g_assert_false (can_accept (question, "mine"));
  g_assert_true (can_accept (question, "Mine"));
  gtk_window_destroy (GTK_WINDOW (question));
  activate (dialog, "preset.rename");
  answer ("MINE");
  WAIT_UNTIL (shows (dialog, "MINE"));
  close_dialog (dialog);
  forget_preset (dialog, "MINE");
  forget_preset (dialog, "other");
}

/* A file that was put there by hand and has the name of a built-in preset is shown as a file. */
static void
test_by_hand (Fixture       *fixture,
              gconstpointer  dialog)
{
  write_preset (dialog, "Default", "[lms]\nRows=packed\n[text1]\nLineEnds=lf\n");
  open_dialog (fixture, dialog);
  WAIT_UNTIL (has_title (dialog, "Default.conf"));
  g_assert_true (shows (dialog, "Default"));
  close_dialog (dialog);
  forget_preset (dialog, "Default");
}

/* A deleted preset that is brought back does not take the place of one that was chosen meanwhile.
 * What cannot be brought back is told. */
static void
test_brought_back (Fixture       *fixture,
                   gconstpointer  dialog)
{
  g_autofree char *path = dwell_presets_get_path (get_kind (dialog), "mine");
  GtkWidget *window;

  open_dialog (fixture, dialog);
  window = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (get_row (dialog))));
  adw_combo_row_set_selected (get_setting (dialog), 1);
  activate (dialog, "preset.save");
  answer ("mine");
  WAIT_UNTIL (shows (dialog, "mine"));
  activate (dialog, "preset.delete");
  WAIT_UNTIL (tells (dialog, "Deleted the preset “mine”"));
  choose (dialog, "Default");
  g_assert_true (press_undo (window));
  WAIT_UNTIL (has_title (dialog, "mine"));
  g_assert_true (shows (dialog, "Default"));

  choose (dialog, "mine");
  WAIT_UNTIL (adw_combo_row_get_selected (get_setting (dialog)) == 1);
  activate (dialog, "preset.delete");
  WAIT_UNTIL (!has_title (dialog, "mine") && tells (dialog, "Deleted the preset “mine”"));
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  g_assert_true (press_undo (window));
  WAIT_UNTIL (tells (dialog, "Could not save the preset “mine”: "));
  close_dialog (dialog);
  g_assert_cmpint (g_rmdir (path), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *config = g_dir_make_tmp ("dwell-test-XXXXXX", NULL);

  folder = g_build_filename (config, "dwell", NULL);
  g_setenv ("XDG_CONFIG_HOME", config, TRUE);
  if (!window_fixture_init (&argc, &argv))
    return 0;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);

#define ADD(path, data, test) \
  g_test_add ("/preset-row/" path, Fixture, data, set_up, test, tear_down)
  ADD ("export/keep", EXPORT, test_keep);
  ADD ("export/names", EXPORT, test_names);
  ADD ("export/broken", EXPORT, test_broken);
  ADD ("export/close", EXPORT, test_close);
  ADD ("export/recalled", NULL, test_recalled);
  ADD ("import/keep", IMPORT, test_keep);
  ADD ("import/names", IMPORT, test_names);
  ADD ("import/broken", IMPORT, test_broken);
  ADD ("import/close", IMPORT, test_close);
  ADD ("export/files", EXPORT, test_files);
  ADD ("export/gone", EXPORT, test_gone);
  ADD ("import/files", IMPORT, test_files);
  ADD ("export/own-name", EXPORT, test_own_name);
  ADD ("import/own-name", IMPORT, test_own_name);
  ADD ("export/by-hand", EXPORT, test_by_hand);
  ADD ("export/brought-back", EXPORT, test_brought_back);
#undef ADD

  return g_test_run ();
}
