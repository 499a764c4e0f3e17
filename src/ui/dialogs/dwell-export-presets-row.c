/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Presets: choosing one, and keeping, renaming, removing, importing and exporting the user's own.
 * Built-in ones come first; what was saved follows. */
#include "config.h"

#include "ui/dialogs/dwell-export-presets-row.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "model/export/dwell-export-draft.h"
#include "model/export/dwell-export-presets.h"
#include "ui/dialogs/dwell-file-dialogs.h"
#include "ui/dialogs/dwell-name-dialog.h"
#include "ui/dialogs/dwell-preset-failure.h"
#include "ui/dwell-names.h"

#define SUFFIX ".conf"

struct _DwellExportPresetsRow
{
  AdwActionRow parent_instance;

  GtkDropDown *choice;

  DwellSession     *session;
  DwellExportDraft *draft;
  GPtrArray        *names; /* of the presets, as the engine calls them; NULL at the end */
  gboolean          is_showing;
};

G_DEFINE_FINAL_TYPE (DwellExportPresetsRow, dwell_export_presets_row, ADW_TYPE_ACTION_ROW)

static GtkWindow *
get_window (DwellExportPresetsRow *self)
{
  return GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
}

static void
complain (DwellExportPresetsRow *self,
          DwellPresetDeed        deed,
          const char            *name,
          const GError          *error)
{
  g_autofree char *path = deed == DWELL_PRESET_USE ? dwell_text1_get_saved_preset_path (name)
                                                   : NULL;

  dwell_preset_failure_show (GTK_WIDGET (self), deed, name, path, error);
}

/* The presets that there are may have changed since. */
static void
fill (DwellExportPresetsRow *self)
{
  const char * const *presets = dwell_text1_get_presets (dwell_session_get_trace (self->session));
  g_auto(GStrv) saved = dwell_export_presets_get_saved ();
  g_autoptr(GtkStringList) titles = gtk_string_list_new (NULL);

  g_ptr_array_set_size (self->names, 0);
  for (guint i = 0; presets[i] != NULL; i++)
    g_ptr_array_add (self->names, g_strdup (presets[i]));
  for (guint i = 0; saved[i] != NULL; i++)
    g_ptr_array_add (self->names, g_strdup (saved[i]));
  for (guint i = 0; i < self->names->len; i++)
    gtk_string_list_append (titles, dwell_export_presets_get_title (self->names->pdata[i]));

  gtk_drop_down_set_model (self->choice, G_LIST_MODEL (titles));
}

static void
show_preset (DwellExportPresetsRow *self)
{
  const char *preset = dwell_export_draft_get_preset (self->draft);
  gboolean is_modified = preset == NULL || dwell_export_draft_is_modified (self->draft);
  gboolean is_saved = preset != NULL && dwell_export_presets_is_own (preset);
  guint selected = GTK_INVALID_LIST_POSITION;

  for (guint i = 0; i < self->names->len; i++)
    if (g_strcmp0 (preset, g_ptr_array_index (self->names, i)) == 0)
      selected = i;

  self->is_showing = TRUE;
  gtk_drop_down_set_selected (self->choice, selected);
  self->is_showing = FALSE;
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), is_modified ? _("Changed") : "");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "presets.rename", is_saved);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "presets.remove", is_saved);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "presets.reset", is_modified);
}

static void
refill (DwellExportPresetsRow *self)
{
  self->is_showing = TRUE;
  fill (self);
  self->is_showing = FALSE;
  show_preset (self);
}

static void
on_choice (DwellExportPresetsRow *self)
{
  guint selected = gtk_drop_down_get_selected (self->choice);
  g_autoptr(GError) error = NULL;
  const char *name;

  if (self->is_showing || selected == GTK_INVALID_LIST_POSITION)
    return;

  name = g_ptr_array_index (self->names, selected);
  if (g_strcmp0 (name, dwell_export_draft_get_preset (self->draft)) == 0)
    return;

  /* The choice tells of itself still: another model would take its list from under it. */
  if (!dwell_export_draft_set_preset (self->draft, name, &error))
    {
      complain (self, DWELL_PRESET_USE, name, error);
      show_preset (self);
    }
}

static void
save_as (gpointer    user_data,
         const char *name)
{
  DwellExportPresetsRow *self = user_data;
  g_autoptr(GError) error = NULL;

  if (dwell_export_presets_save (dwell_export_draft_get_settings (self->draft), name, &error))
    dwell_export_draft_saved (self->draft, name);
  else
    complain (self, DWELL_PRESET_SAVE, name, error);
  refill (self);
}

static void
rename_to (gpointer    user_data,
           const char *name)
{
  DwellExportPresetsRow *self = user_data;
  const char *preset = dwell_export_draft_get_preset (self->draft);
  g_autoptr(GError) error = NULL;

  if (dwell_export_presets_rename (preset, name, &error))
    dwell_export_draft_renamed (self->draft, name);
  else
    complain (self, DWELL_PRESET_RENAME, preset, error);
  refill (self);
}

/* Returns: (transfer full) (nullable): what is wrong with a preset's name. */
static char *
check_name (const char *name,
            gboolean    is_new,
            gboolean   *is_there)
{
  g_autofree char *path = dwell_text1_get_saved_preset_path (name);

  *is_there = path != NULL && g_file_test (path, G_FILE_TEST_EXISTS);
  if (*name == '\0')
    return g_strdup ("");
  if (path == NULL)
    return g_strdup (dwell_export_presets_is_own (name)
                       ? _("A name has no / and begins with no dot")
                       : _("A built-in preset is called so"));
  if (*is_there && is_new)
    return g_strdup (_("There is such a preset already"));

  return NULL;
}

static char *
check_save (gpointer    user_data,
            const char *name,
            gboolean   *is_there)
{
  return check_name (name, FALSE, is_there);
}

static char *
check_rename (gpointer    user_data,
              const char *name,
              gboolean   *is_there)
{
  return check_name (name, TRUE, is_there);
}

static void
save_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  DwellExportPresetsRow *self = DWELL_EXPORT_PRESETS_ROW (widget);
  const char *preset = dwell_export_draft_get_preset (self->draft);

  dwell_name_dialog_ask (get_window (self), _("Save Preset"),
                         preset != NULL && dwell_export_presets_is_own (preset) ? preset : "",
                         _("_Save"),
                         check_save, save_as, G_OBJECT (self));
}

static void
rename_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  DwellExportPresetsRow *self = DWELL_EXPORT_PRESETS_ROW (widget);

  dwell_name_dialog_ask (get_window (self), _("Rename Preset"),
                         dwell_export_draft_get_preset (self->draft), _("_Rename"),
                         check_rename, rename_to, G_OBJECT (self));
}

static void
on_remove (DwellExportPresetsRow *self,
           const char            *response)
{
  const char *preset = dwell_export_draft_get_preset (self->draft);
  g_autoptr(GError) error = NULL;

  if (!g_str_equal (response, "remove"))
    return;

  if (dwell_export_presets_remove (preset, &error))
    dwell_export_draft_renamed (self->draft, NULL);
  else
    complain (self, DWELL_PRESET_DELETE, preset, error);
  refill (self);
}

static void
remove_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  DwellExportPresetsRow *self = DWELL_EXPORT_PRESETS_ROW (widget);
  GtkWidget *dialog = adw_message_dialog_new (get_window (self), _("Delete Preset?"), NULL);

  adw_message_dialog_format_body (ADW_MESSAGE_DIALOG (dialog),
                                  _("“%s” will be gone for good. The settings stay as they are."),
                                  dwell_export_draft_get_preset (self->draft));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"),
                                    "remove", _("_Delete"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "remove",
                                              ADW_RESPONSE_DESTRUCTIVE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_remove), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_loaded (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(DwellExportPresetsRow) self = user_data;
  g_autofree char *base_name = g_file_get_basename (G_FILE (source));
  g_autofree char *file_name = g_filename_display_name (base_name);
  g_autofree char *wanted = g_str_has_suffix (base_name, SUFFIX)
                              ? g_strndup (base_name, strlen (base_name) - strlen (SUFFIX))
                              : g_strdup (base_name);
  g_autoptr(GBytes) bytes = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *name = NULL;

  bytes = g_file_load_bytes_finish (G_FILE (source), result, NULL, &error);
  if (bytes != NULL)
    name = dwell_export_presets_import (bytes, wanted, &error);

  if (self->draft == NULL)
    return;

  if (name == NULL || !dwell_export_draft_set_preset (self->draft, name, &error))
    complain (self, DWELL_PRESET_IMPORT, file_name, error);
  refill (self);
}

static void
on_import_chosen (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr(DwellExportPresetsRow) self = user_data;
  g_autoptr(GFile) file = dwell_pick_dialog_choose_finish (result, NULL);

  if (file != NULL)
    g_file_load_bytes_async (file, NULL, on_loaded, g_steal_pointer (&self));
}

static void
import_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  dwell_pick_dialog_choose_async (get_window (DWELL_EXPORT_PRESETS_ROW (widget)), NULL,
                                  _("Import Preset"), on_import_chosen, g_object_ref (widget));
}

static void
on_exported (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr(DwellExportPresetsRow) self = user_data;
  g_autoptr(GError) error = NULL;

  if (!g_file_replace_contents_finish (G_FILE (source), result, NULL, &error))
    {
      g_autofree char *path = g_file_get_parse_name (G_FILE (source));

      complain (self, DWELL_PRESET_EXPORT, path, error);
    }
}

static void
on_export_chosen (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr(DwellExportPresetsRow) self = user_data;
  g_autoptr(GFile) file = dwell_save_dialog_choose_finish (result, NULL);
  g_autoptr(GBytes) bytes = NULL;

  if (file == NULL || self->draft == NULL)
    return;

  bytes = dwell_export_presets_export (dwell_export_draft_get_settings (self->draft));
  g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                                       on_exported, g_steal_pointer (&self));
}

static void
export_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  DwellExportPresetsRow *self = DWELL_EXPORT_PRESETS_ROW (widget);
  const char *preset = dwell_export_draft_get_preset (self->draft);
  g_autofree char *file_name = g_strconcat (preset != NULL ? preset : "preset", SUFFIX, NULL);

  dwell_save_dialog_choose_async (get_window (self), NULL, file_name, on_export_chosen,
                                  g_object_ref (widget));
}

static void
reset_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  DwellExportPresetsRow *self = DWELL_EXPORT_PRESETS_ROW (widget);
  const char *preset = dwell_export_draft_get_preset (self->draft);
  g_autoptr(GError) error = NULL;

  if (preset == NULL)
    preset = "default";
  if (!dwell_export_draft_set_preset (self->draft, preset, &error))
    complain (self, DWELL_PRESET_USE, preset, error);
}

static void
dwell_export_presets_row_dispose (GObject *object)
{
  DwellExportPresetsRow *self = DWELL_EXPORT_PRESETS_ROW (object);

  if (self->draft != NULL)
    g_signal_handlers_disconnect_by_data (self->draft, self);
  g_clear_object (&self->draft);
  g_clear_object (&self->session);
  g_clear_pointer (&self->names, g_ptr_array_unref);

  G_OBJECT_CLASS (dwell_export_presets_row_parent_class)->dispose (object);
}

static void
dwell_export_presets_row_class_init (DwellExportPresetsRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_export_presets_row_dispose;

  gtk_widget_class_install_action (widget_class, "presets.save", NULL, save_action);
  gtk_widget_class_install_action (widget_class, "presets.rename", NULL, rename_action);
  gtk_widget_class_install_action (widget_class, "presets.remove", NULL, remove_action);
  gtk_widget_class_install_action (widget_class, "presets.import", NULL, import_action);
  gtk_widget_class_install_action (widget_class, "presets.export", NULL, export_action);
  gtk_widget_class_install_action (widget_class, "presets.reset", NULL, reset_action);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-export-presets-row.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellExportPresetsRow, choice);
  gtk_widget_class_bind_template_callback (widget_class, on_choice);
}

static void
dwell_export_presets_row_init (DwellExportPresetsRow *self)
{
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->is_showing = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  dwell_names_share (GTK_WIDGET (self));
}

/**
 * dwell_export_presets_row_new:
 * @session: a session
 *
 * Returns: (transfer full): a row in which its draft's preset is chosen
 */
GtkWidget *
dwell_export_presets_row_new (DwellSession *session)
{
  DwellExportPresetsRow *self = g_object_new (DWELL_TYPE_EXPORT_PRESETS_ROW, NULL);

  self->session = g_object_ref (session);
  self->draft = g_object_ref (dwell_export_draft_get (session));
  g_signal_connect_swapped (self->draft, "changed", G_CALLBACK (show_preset), self);
  refill (self);
  return GTK_WIDGET (self);
}
