/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row to choose a preset of some settings, and to save, rename, delete, import and export the
 * user's own. The built-in ones come first, then the saved ones. */
#include "config.h"

#include "ui/dialogs/dwell-preset-row.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "ui/compat/dwell-names.h"
#include "ui/dialogs/dwell-name-dialog.h"
#include "ui/widgets/dwell-failure.h"
#include "ui/widgets/dwell-file-dialogs.h"
#include "ui/widgets/dwell-toast.h"
#include "ui/widgets/dwell-undo.h"

struct _DwellPresetRow
{
  AdwActionRow parent_instance;

  GtkDropDown *choice;

  const DwellPresetOwner *functions;
  GObject                *owner; /* weak */
  DwellPresetStore       *store; /* not owned; NULL: no kind was set */
  GPtrArray              *names; /* char: the names of the presets in the drop-down */
  guint                   n_built_in;
  gboolean                is_showing;
};

G_DEFINE_FINAL_TYPE (DwellPresetRow, dwell_preset_row, ADW_TYPE_ACTION_ROW)

static GtkWindow *
get_window (DwellPresetRow *self)
{
  return GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
}

/* Returns: (transfer full): a message that says what failed, with which preset, and why. */
static char *
make_message (const DwellPresetTask *task,
              const GError          *error)
{
  const char *reading = dwell_error_get_reading_cause (error);
  const char *writing = dwell_error_get_writing_cause (error);
  g_autofree char *file = task->file != NULL ? g_file_get_parse_name (task->file) : NULL;

  switch (task->operation)
    {
    case DWELL_PRESET_RENAME:
      /* Translators: the name of a preset, and the cause of the error */
      return g_strdup_printf (_("Could not rename the preset “%s”: %s"), task->name, writing);
    case DWELL_PRESET_DELETE:
      /* Translators: the name of a preset, and the cause of the error */
      return g_strdup_printf (_("Could not delete the preset “%s”: %s"), task->name, writing);
    case DWELL_PRESET_EXPORT:
      /* Translators: the name of a preset, and the cause of the error */
      return g_strdup_printf (_("Could not export the preset “%s”: %s"), file, writing);
    case DWELL_PRESET_IMPORT:
      /* Translators: a file, and why it is not a preset */
      return g_strdup_printf (_("“%s” is not a preset: %s. Choose a file exported as a preset."),
                              file, reading);
    case DWELL_PRESET_LOAD:
      /* Translators: a preset, and what is wrong with its file */
      return g_strdup_printf (_("The preset “%s” cannot be used: %s. Correct its file or delete "
                                "it."), task->name, reading);
    case DWELL_PRESET_LIST:
    case DWELL_PRESET_SAVE:
    case DWELL_PRESET_RESTORE:
    default:
      /* Translators: the name of a preset, and the cause of the error */
      return g_strdup_printf (_("Could not save the preset “%s”: %s"), task->name, writing);
    }
}

/* Shows an error with advice in a toast, until the user dismisses it. */
static void
show_error (DwellPresetRow        *self,
            DwellPresetStore      *store,
            const DwellPresetTask *task,
            const GError          *error)
{
  const DwellPresetKind *kind = dwell_preset_store_get_kind (store);
  g_autofree char *message = make_message (task, error);
  g_autofree char *path = task->name != NULL ? dwell_presets_get_path (kind, task->name) : NULL;
  g_autoptr(AdwToast) toast = NULL;

  if (task->operation == DWELL_PRESET_LOAD && path != NULL)
    {
      g_autoptr(GFile) file = g_file_new_for_path (path);

      g_set_object (&toast, dwell_toast_show_file (GTK_WIDGET (self), message, file));
      if (toast != NULL)
        adw_toast_set_timeout (toast, 0);
    }
  else if (task->operation == DWELL_PRESET_IMPORT)
    {
      toast = dwell_toast_show_lasting (GTK_WIDGET (self), message, NULL);
    }
  else
    {
      dwell_failure_show_saving (GTK_WIDGET (self), message, error);
    }
}

/* Returns the position of the owner's preset in the drop-down, or GTK_INVALID_LIST_POSITION. */
static guint
find_preset (DwellPresetRow *self,
             gboolean       *is_changed)
{
  guint position = GTK_INVALID_LIST_POSITION;
  const char *preset = NULL;

  *is_changed = FALSE;
  if (self->owner != NULL)
    preset = self->functions->get_preset (self->owner, is_changed);
  if (preset != NULL)
    g_ptr_array_find_with_equal_func (self->names, preset, g_str_equal, &position);

  return position;
}

/* Returns: (nullable): the owner's preset, if it is one that the user saved. */
static const char *
get_saved (DwellPresetRow *self)
{
  gboolean is_changed;
  guint position = find_preset (self, &is_changed);

  return position != GTK_INVALID_LIST_POSITION && position >= self->n_built_in
           ? g_ptr_array_index (self->names, position) : NULL;
}

/**
 * dwell_preset_row_update:
 * @self: a row
 *
 * Shows the preset that the owner's settings come from, and whether they were changed since. To be
 * called whenever the return value of the owner's get_preset() may have changed.
 */
void
dwell_preset_row_update (DwellPresetRow *self)
{
  gboolean is_changed;
  guint position;
  gboolean is_own;

  g_return_if_fail (DWELL_IS_PRESET_ROW (self));

  position = find_preset (self, &is_changed);
  is_own = get_saved (self) != NULL;
  self->is_showing = TRUE;
  gtk_drop_down_set_selected (self->choice, position);
  self->is_showing = FALSE;
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), is_changed ? _("Changed") : "");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "preset.rename", is_own);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "preset.delete", is_own);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "preset.reset", is_changed);
}

/* Updates the drop-down when the saved presets have changed. */
static void
fill (DwellPresetRow *self)
{
  const char * const *saved = dwell_preset_store_get_names (self->store);
  const DwellPresetKind *kind = dwell_preset_store_get_kind (self->store);
  g_autoptr(GtkStringList) titles = gtk_string_list_new (NULL);

  g_ptr_array_set_size (self->names, (int) self->n_built_in);
  for (guint i = 0; saved[i] != NULL; i++)
    g_ptr_array_add (self->names, g_strdup (saved[i]));
  for (guint i = 0; i < self->names->len; i++)
    {
      const char *name = self->names->pdata[i];
      gboolean is_odd = i >= self->n_built_in && !dwell_presets_check_name (kind, name, NULL);
      g_autofree char *path = is_odd ? dwell_presets_get_path (kind, name) : NULL;
      g_autofree char *file_name = path != NULL ? g_path_get_basename (path) : NULL;

      /* A file that was put there by hand and has the name of a built-in preset. */
      gtk_string_list_append (titles, file_name != NULL ? file_name
                                                        : dwell_presets_get_title (kind, name));
    }

  self->is_showing = TRUE;
  gtk_drop_down_set_model (self->choice, G_LIST_MODEL (titles));
  dwell_preset_row_update (self);
}

/* A restored preset is the owner's again, unless the owner has got another in the meantime. */
static void
on_restored (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr(DwellPresetRow) self = user_data;
  DwellPresetStore *store = DWELL_PRESET_STORE (source);
  const DwellPresetTask *task = dwell_preset_store_get_task (result);
  g_autoptr(GError) error = NULL;
  gboolean is_changed;

  if (!dwell_preset_store_run_finish (result, &error))
    show_error (self, store, task, error);
  else if (self->owner != NULL && store == self->store &&
           self->functions->get_preset (self->owner, &is_changed) == NULL)
    self->functions->saved (self->owner, task->name, task->settings);
  dwell_preset_row_update (self);
}

static void
on_undo (DwellPresetRow *self,
         AdwToast       *toast)
{
  GAsyncResult *deletion = g_object_get_data (G_OBJECT (toast), "deletion");
  g_autoptr(GObject) store = g_async_result_get_source_object (deletion);
  const DwellPresetTask *task = dwell_preset_store_get_task (deletion);

  dwell_preset_store_run_async (DWELL_PRESET_STORE (store), &(DwellPresetTask) {
    DWELL_PRESET_RESTORE, .name = task->name, .settings = task->settings,
  }, on_restored, g_object_ref (self));
}

/* Offers to undo the deletion, if the settings could be read before. */
static void
show_deletion (DwellPresetRow        *self,
               const DwellPresetTask *task,
               GAsyncResult          *deletion)
{
  /* Translators: a preset */
  g_autofree char *message = g_strdup_printf (_("Deleted the preset “%s”"), task->name);
  g_autoptr(AdwToast) toast = NULL;

  if (task->settings == NULL)
    {
      dwell_toast_show (GTK_WIDGET (self), message);
      return;
    }

  toast = dwell_undo_offer (GTK_WIDGET (self), message);
  if (toast == NULL)
    return;

  g_object_set_data_full (G_OBJECT (toast), "deletion", g_object_ref (deletion), g_object_unref);
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (on_undo), self,
                           G_CONNECT_SWAPPED);
}

/* Notifies the owner of the result of an operation. */
static gboolean
notify_owner (DwellPresetRow         *self,
              const DwellPresetTask  *task,
              GError                **error)
{
  switch (task->operation)
    {
    case DWELL_PRESET_LOAD:
    case DWELL_PRESET_IMPORT:
      return self->functions->take_preset (self->owner, task->name, task->settings, error);

    case DWELL_PRESET_SAVE:
      self->functions->saved (self->owner, task->name, task->settings);
      return TRUE;

    case DWELL_PRESET_RENAME:
    case DWELL_PRESET_DELETE:
      self->functions->renamed (self->owner, task->name, task->new_name);
      return TRUE;

    case DWELL_PRESET_LIST:
    case DWELL_PRESET_RESTORE:
    case DWELL_PRESET_EXPORT:
    default:
      return TRUE;
    }
}

/* The row may have left its window in the meantime, or show presets of another kind. */
static void
on_done (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(DwellPresetRow) self = user_data;
  DwellPresetStore *store = DWELL_PRESET_STORE (source);
  gboolean is_current = self->owner != NULL && store == self->store;
  const DwellPresetTask *task = dwell_preset_store_get_task (result);
  g_autoptr(GError) error = NULL;

  if (!dwell_preset_store_run_finish (result, &error) ||
      (is_current && !notify_owner (self, task, &error)))
    show_error (self, store, task, error);
  else if (task->operation == DWELL_PRESET_DELETE)
    show_deletion (self, task, result);
  dwell_preset_row_update (self);
}

static void
run (DwellPresetRow        *self,
     const DwellPresetTask *task)
{
  dwell_preset_store_run_async (self->store, task, on_done, g_object_ref (self));
}

/* Runs @task with the owner's settings. */
static void
run_with_settings (DwellPresetRow  *self,
                   DwellPresetTask *task)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GKeyFile) settings = NULL;

  if (self->owner == NULL)
    return;

  settings = self->functions->get_settings (self->owner, &error);
  task->settings = settings;
  if (settings != NULL)
    run (self, task);
  else
    show_error (self, self->store, task, error);
}

static void
choose (DwellPresetRow *self,
        guint           position)
{
  const char *name = g_ptr_array_index (self->names, position);

  if (position < self->n_built_in)
    self->functions->take_preset (self->owner, name, NULL, NULL);
  else
    run (self, &(DwellPresetTask) { DWELL_PRESET_LOAD, .name = name });
}

static void
on_choice (DwellPresetRow *self)
{
  guint selected = gtk_drop_down_get_selected (self->choice);
  gboolean is_changed;

  if (!self->is_showing && self->owner != NULL && selected < self->names->len &&
      selected != find_preset (self, &is_changed))
    choose (self, selected);
}

static void
save_as (gpointer    user_data,
         const char *name)
{
  run_with_settings (user_data, &(DwellPresetTask) { DWELL_PRESET_SAVE, .name = name });
}

static void
rename_to (gpointer    user_data,
           const char *name)
{
  DwellPresetRow *self = user_data;
  const char *preset = get_saved (self);

  if (preset != NULL)
    run (self, &(DwellPresetTask) { DWELL_PRESET_RENAME, .name = preset, .new_name = name });
}

static char *
check_save (gpointer    user_data,
            const char *name,
            gboolean   *is_there)
{
  DwellPresetStore *store = DWELL_PRESET_ROW (user_data)->store;
  const char *alike = dwell_presets_find_alike (dwell_preset_store_get_names (store), name);
  g_autoptr(GError) error = NULL;

  *is_there = g_strcmp0 (alike, name) == 0;
  if (!dwell_presets_check_name (dwell_preset_store_get_kind (store), name, &error))
    return g_strdup (*name != '\0' ? error->message : "");

  return alike != NULL && !*is_there
           ? g_strdup_printf (_("A preset “%s” already exists"), alike) : NULL;
}

static char *
check_rename (gpointer    user_data,
              const char *name,
              gboolean   *is_there)
{
  DwellPresetRow *self = user_data;
  const char *alike = dwell_presets_find_alike (dwell_preset_store_get_names (self->store), name);
  g_autofree char *reason = check_save (user_data, name, is_there);

  /* Changing only the case of the preset's own name is allowed. */
  if (alike != NULL && g_strcmp0 (alike, get_saved (self)) == 0 && !*is_there)
    return NULL;

  return reason == NULL && *is_there ? g_strdup (_("A preset with this name already exists"))
                                     : g_steal_pointer (&reason);
}

static void
save_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  DwellPresetRow *self = DWELL_PRESET_ROW (widget);
  const char *name = get_saved (self);

  dwell_name_dialog_ask (get_window (self), _("Save Preset"), name != NULL ? name : "",
                         _("_Save"), check_save, save_as, G_OBJECT (self));
}

static void
rename_action (GtkWidget  *widget,
               const char *action,
               GVariant   *parameter)
{
  DwellPresetRow *self = DWELL_PRESET_ROW (widget);

  dwell_name_dialog_ask (get_window (self), _("Rename Preset"), get_saved (self), _("_Rename"),
                         check_rename, rename_to, G_OBJECT (self));
}

static void
delete_action (GtkWidget  *widget,
               const char *action,
               GVariant   *parameter)
{
  DwellPresetRow *self = DWELL_PRESET_ROW (widget);

  run (self, &(DwellPresetTask) { DWELL_PRESET_DELETE, .name = get_saved (self) });
}

static void
on_import_chosen (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr(DwellPresetRow) self = user_data;
  g_autoptr(GFile) file = dwell_pick_dialog_choose_finish (result, NULL);

  if (file != NULL)
    run (self, &(DwellPresetTask) { DWELL_PRESET_IMPORT, .file = file });
}

static void
import_action (GtkWidget  *widget,
               const char *action,
               GVariant   *parameter)
{
  dwell_pick_dialog_choose_async (get_window (DWELL_PRESET_ROW (widget)), NULL,
                                  _("Import Preset"), on_import_chosen, g_object_ref (widget));
}

static void
on_export_chosen (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr(DwellPresetRow) self = user_data;
  g_autoptr(GFile) file = dwell_save_dialog_choose_finish (result, NULL);

  if (file != NULL)
    run_with_settings (self, &(DwellPresetTask) { DWELL_PRESET_EXPORT, .file = file });
}

static void
export_action (GtkWidget  *widget,
               const char *action,
               GVariant   *parameter)
{
  DwellPresetRow *self = DWELL_PRESET_ROW (widget);
  gboolean is_changed;
  const char *name = self->functions->get_preset (self->owner, &is_changed);
  g_autofree char *file_name = g_strconcat (name != NULL && *name != '\0' ? name : "preset",
                                            ".conf", NULL);

  dwell_save_dialog_choose_async (get_window (self), NULL, file_name, NULL, on_export_chosen,
                                  g_object_ref (widget));
}

/* Resets the settings to their preset; without a preset, to the first one, the default. */
static void
reset_action (GtkWidget  *widget,
              const char *action,
              GVariant   *parameter)
{
  DwellPresetRow *self = DWELL_PRESET_ROW (widget);
  gboolean is_changed;
  guint position = find_preset (self, &is_changed);

  choose (self, position != GTK_INVALID_LIST_POSITION ? position : 0);
}

static void
dwell_preset_row_dispose (GObject *object)
{
  DwellPresetRow *self = DWELL_PRESET_ROW (object);

  g_clear_weak_pointer (&self->owner);

  G_OBJECT_CLASS (dwell_preset_row_parent_class)->dispose (object);
}

static void
dwell_preset_row_finalize (GObject *object)
{
  g_ptr_array_unref (DWELL_PRESET_ROW (object)->names);

  G_OBJECT_CLASS (dwell_preset_row_parent_class)->finalize (object);
}

static void
dwell_preset_row_class_init (DwellPresetRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = dwell_preset_row_dispose;
  object_class->finalize = dwell_preset_row_finalize;

  gtk_widget_class_install_action (widget_class, "preset.save", NULL, save_action);
  gtk_widget_class_install_action (widget_class, "preset.rename", NULL, rename_action);
  gtk_widget_class_install_action (widget_class, "preset.delete", NULL, delete_action);
  gtk_widget_class_install_action (widget_class, "preset.import", NULL, import_action);
  gtk_widget_class_install_action (widget_class, "preset.export", NULL, export_action);
  gtk_widget_class_install_action (widget_class, "preset.reset", NULL, reset_action);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-preset-row.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellPresetRow, choice);
  gtk_widget_class_bind_template_callback (widget_class, on_choice);
}

static void
dwell_preset_row_init (DwellPresetRow *self)
{
  self->names = g_ptr_array_new_with_free_func (g_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  dwell_names_share (GTK_WIDGET (self));
}

/**
 * dwell_preset_row_set_owner:
 * @self: a row
 * @functions: the functions of @owner; they must be static
 * @owner: the object that has the settings; not referenced
 *
 * Sets the object whose settings are saved as presets.
 */
void
dwell_preset_row_set_owner (DwellPresetRow         *self,
                            const DwellPresetOwner *functions,
                            GObject                *owner)
{
  g_return_if_fail (DWELL_IS_PRESET_ROW (self));

  self->functions = functions;
  g_set_weak_pointer (&self->owner, owner);
}

/**
 * dwell_preset_row_set_kind:
 * @self: a row
 * @kind: the kind of presets that the owner's settings have
 * @built_in: (array zero-terminated=1): the names of the built-in presets to show
 *
 * Shows the presets of @kind, and loads the list of those that the user saved.
 */
void
dwell_preset_row_set_kind (DwellPresetRow        *self,
                           const DwellPresetKind *kind,
                           const char * const    *built_in)
{
  g_return_if_fail (DWELL_IS_PRESET_ROW (self));

  if (self->store != NULL)
    g_signal_handlers_disconnect_by_func (self->store, fill, self);
  self->store = dwell_preset_store_get (kind);
  g_signal_connect_object (self->store, "changed", G_CALLBACK (fill), self, G_CONNECT_SWAPPED);

  g_ptr_array_set_size (self->names, 0);
  self->n_built_in = g_strv_length ((char **) built_in);
  for (guint i = 0; i < self->n_built_in; i++)
    g_ptr_array_add (self->names, g_strdup (built_in[i]));
  fill (self);
}
