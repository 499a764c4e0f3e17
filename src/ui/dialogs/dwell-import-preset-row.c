/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Presets of import options: choosing one applies it; the menu saves, renames and deletes. All that
 * touches the disk is done by workers, and the list is read again after it. */
#include "config.h"

#include "ui/dialogs/dwell-import-preset-row.h"

#include <glib/gi18n-lib.h>

#include "model/import/dwell-import-memory.h"
#include "ui/dialogs/dwell-import-settings.h"
#include "ui/dialogs/dwell-name-dialog.h"
#include "ui/dialogs/dwell-preset-failure.h"
#include "ui/dwell-names.h"

typedef enum {
  LIST,
  LOAD,
  SAVE,
  RENAME,
  DELETE,
} Deed;

/* Something to be done with presets, and what came of it. */
typedef struct {
  Deed               deed;
  const DwellFormat *format;
  char              *name;
  char              *new_name;
  char             **key_values; /* to be saved, or loaded */
  char             **names;      /* all there are, afterwards */
  char              *selected;   /* (nullable): which of them is chosen then */
} Work;

struct _DwellImportPresetRow
{
  AdwActionRow parent_instance;

  GtkDropDown *choice;

  DwellImportSettings *settings; /* not owned: its owner */
  const DwellFormat   *format;
  char               **applied;  /* options of the preset chosen; NULL: none is */
  gboolean             is_filling;
  GSimpleActionGroup  *actions;
};

enum {
  APPLIED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellImportPresetRow, dwell_import_preset_row, ADW_TYPE_ACTION_ROW)

static void
work_free (gpointer data)
{
  Work *work = data;

  g_free (work->name);
  g_free (work->new_name);
  g_strfreev (work->key_values);
  g_strfreev (work->names);
  g_free (work->selected);
  g_free (work);
}

static gboolean
do_deed (Work    *work,
         GError **error)
{
  switch (work->deed)
    {
    case LOAD:
      work->key_values = dwell_import_preset_load (work->format, work->name, error);
      work->selected = work->key_values != NULL ? g_strdup (work->name) : NULL;
      return work->key_values != NULL;

    case SAVE:
      work->selected = g_strdup (work->name);
      return dwell_import_preset_save (work->format, work->name,
                                       (const char * const *) work->key_values, error);

    case RENAME:
      work->selected = g_strdup (work->new_name);
      return dwell_import_preset_rename (work->format, work->name, work->new_name, error);

    case DELETE:
      return dwell_import_preset_delete (work->format, work->name, error);

    case LIST:
    default:
      return TRUE;
    }
}

static void
work_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  Work *work = task_data;
  GError *error = NULL;
  gboolean is_done = do_deed (work, &error);

  work->names = dwell_import_presets_list (work->format);
  if (is_done)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
set_enabled (DwellImportPresetRow *self,
             const char           *name,
             gboolean              is_enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), is_enabled);
}

static void
select_name (DwellImportPresetRow *self,
             char                **names,
             const char           *name)
{
  GtkStringList *list = gtk_string_list_new (NULL);
  guint selected = 0;

  /* Translators: no preset is chosen */
  gtk_string_list_append (list, C_("preset", "None"));
  for (guint i = 0; names[i] != NULL; i++)
    {
      gtk_string_list_append (list, names[i]);
      if (g_strcmp0 (names[i], name) == 0)
        selected = i + 1;
    }

  self->is_filling = TRUE;
  gtk_drop_down_set_model (self->choice, G_LIST_MODEL (list));
  gtk_drop_down_set_selected (self->choice, selected);
  self->is_filling = FALSE;
  g_object_unref (list);

  set_enabled (self, "rename", selected > 0);
  set_enabled (self, "delete", selected > 0);
}

static void
complain (DwellImportPresetRow *self,
          const Work           *work,
          const GError         *error)
{
  static const DwellPresetDeed deeds[] = {
    [LIST] = DWELL_PRESET_USE,
    [LOAD] = DWELL_PRESET_USE,
    [SAVE] = DWELL_PRESET_SAVE,
    [RENAME] = DWELL_PRESET_RENAME,
    [DELETE] = DWELL_PRESET_DELETE,
  };
  g_autofree char *path = work->deed == LOAD
                            ? dwell_import_preset_get_path (work->format, work->name, NULL) : NULL;

  dwell_preset_failure_show (GTK_WIDGET (self), deeds[work->deed], work->name, path, error);
}

static void
on_worked (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  DwellImportPresetRow *self = DWELL_IMPORT_PRESET_ROW (source);
  Work *work = g_task_get_task_data (G_TASK (result));
  g_autoptr(GError) error = NULL;
  gboolean is_done = g_task_propagate_boolean (G_TASK (result), &error);

  if (self->settings == NULL || work->format != self->format)
    return;

  if (!is_done)
    {
      complain (self, work, error);
      g_clear_pointer (&work->selected, g_free);
    }

  g_clear_pointer (&self->applied, g_strfreev);
  if (work->selected != NULL)
    self->applied = work->deed == LOAD || work->deed == SAVE
                      ? g_strdupv (work->key_values)
                      : dwell_import_settings_get_key_values (self->settings);

  select_name (self, work->names, work->selected);
  if (is_done && work->deed == LOAD)
    g_signal_emit (self, signals[APPLIED], 0, work->key_values);
}

static void
start (DwellImportPresetRow *self,
       Deed                  deed,
       const char           *name,
       const char           *new_name)
{
  g_autoptr(GTask) task = g_task_new (self, NULL, on_worked, NULL);
  Work *work = g_new0 (Work, 1);

  work->deed = deed;
  work->format = self->format;
  work->name = g_strdup (name);
  work->new_name = g_strdup (new_name);
  if (deed == SAVE)
    work->key_values = dwell_import_settings_get_key_values (self->settings);

  g_task_set_source_tag (task, start);
  g_task_set_task_data (task, work, work_free);
  g_task_run_in_thread (task, work_in_thread);
}

/* The preset chosen; NULL if there is none. */
static const char *
get_selected (DwellImportPresetRow *self)
{
  guint selected = gtk_drop_down_get_selected (self->choice);
  GListModel *names = gtk_drop_down_get_model (self->choice);

  return selected > 0 && selected != GTK_INVALID_LIST_POSITION
           ? gtk_string_list_get_string (GTK_STRING_LIST (names), selected) : NULL;
}

static void
on_selected (DwellImportPresetRow *self)
{
  const char *name = get_selected (self);

  if (!self->is_filling && name != NULL)
    start (self, LOAD, name, NULL);
}

static gboolean
has_name (DwellImportPresetRow *self,
          const char           *name)
{
  GtkStringList *names = GTK_STRING_LIST (gtk_drop_down_get_model (self->choice));
  const char *other;

  for (guint i = 1; (other = gtk_string_list_get_string (names, i)) != NULL; i++)
    if (g_str_equal (other, name))
      return TRUE;

  return FALSE;
}

static char *
check_save (gpointer    user_data,
            const char *name,
            gboolean   *is_there)
{
  *is_there = has_name (user_data, name);
  if (*name == '\0')
    return g_strdup ("");
  if (*name == '.' || strchr (name, G_DIR_SEPARATOR) != NULL)
    return g_strdup (_("A name has no / and begins with no dot"));

  return NULL;
}

static char *
check_rename (gpointer    user_data,
              const char *name,
              gboolean   *is_there)
{
  char *reason = check_save (user_data, name, is_there);

  return reason == NULL && *is_there ? g_strdup (_("There is such a preset already")) : reason;
}

static void
save_as (gpointer    user_data,
         const char *name)
{
  DwellImportPresetRow *self = user_data;

  if (self->settings != NULL && self->format != NULL)
    start (self, SAVE, name, NULL);
}

static void
rename_to (gpointer    user_data,
           const char *name)
{
  DwellImportPresetRow *self = user_data;

  if (self->settings != NULL && self->format != NULL && get_selected (self) != NULL)
    start (self, RENAME, get_selected (self), name);
}

static void
ask_name (DwellImportPresetRow *self,
          const char           *heading,
          const char           *button,
          DwellNameCheckFunc    check,
          DwellNameChosenFunc   chosen)
{
  const char *name = get_selected (self);

  dwell_name_dialog_ask (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), heading,
                         name != NULL ? name : "", button, check, chosen, G_OBJECT (self));
}

static void
save_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  ask_name (user_data, _("Save Preset"), _("_Save"), check_save, save_as);
}

static void
rename_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  ask_name (user_data, _("Rename Preset"), _("_Rename"), check_rename, rename_to);
}

static void
on_delete (DwellImportPresetRow *self,
           const char           *response)
{
  if (self->settings != NULL && g_str_equal (response, "delete") && get_selected (self) != NULL)
    start (self, DELETE, get_selected (self), NULL);
}

static void
delete_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  DwellImportPresetRow *self = user_data;
  GtkWindow *parent = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
  GtkWidget *dialog = adw_message_dialog_new (parent, _("Delete Preset?"), NULL);

  adw_message_dialog_format_body (ADW_MESSAGE_DIALOG (dialog),
                                  _("“%s” will be gone for good. The settings stay as they are."),
                                  get_selected (self));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"),
                                    "delete", _("_Delete"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "delete",
                                              ADW_RESPONSE_DESTRUCTIVE);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_delete), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
dwell_import_preset_row_dispose (GObject *object)
{
  DwellImportPresetRow *self = DWELL_IMPORT_PRESET_ROW (object);

  self->settings = NULL;
  g_clear_object (&self->actions);

  G_OBJECT_CLASS (dwell_import_preset_row_parent_class)->dispose (object);
}

static void
dwell_import_preset_row_finalize (GObject *object)
{
  g_strfreev (DWELL_IMPORT_PRESET_ROW (object)->applied);

  G_OBJECT_CLASS (dwell_import_preset_row_parent_class)->finalize (object);
}

static void
dwell_import_preset_row_class_init (DwellImportPresetRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = dwell_import_preset_row_dispose;
  object_class->finalize = dwell_import_preset_row_finalize;

  signals[APPLIED] = g_signal_new ("applied", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRV);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-import-preset-row.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellImportPresetRow, choice);
  gtk_widget_class_bind_template_callback (widget_class, on_selected);
}

static void
dwell_import_preset_row_init (DwellImportPresetRow *self)
{
  static const GActionEntry entries[] = {
    { .name = "save", .activate = save_action },
    { .name = "rename", .activate = rename_action },
    { .name = "delete", .activate = delete_action },
  };
  char *no_names[] = { NULL };

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
  gtk_widget_init_template (GTK_WIDGET (self));
  dwell_names_share (GTK_WIDGET (self));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "preset", G_ACTION_GROUP (self->actions));
  select_name (self, no_names, NULL);
}

void
dwell_import_preset_row_set_settings (DwellImportPresetRow *self,
                                      DwellImportSettings  *settings)
{
  self->settings = settings;
}

/**
 * dwell_import_preset_row_set_format:
 * @self: a row
 * @format: (nullable): whose presets are listed
 */
void
dwell_import_preset_row_set_format (DwellImportPresetRow *self,
                                    const DwellFormat    *format)
{
  g_return_if_fail (DWELL_IS_IMPORT_PRESET_ROW (self));

  self->format = format;
  g_clear_pointer (&self->applied, g_strfreev);
  if (format != NULL)
    start (self, LIST, NULL, NULL);
}

/**
 * dwell_import_preset_row_update:
 * @self: a row
 *
 * Chooses no preset if the settings are not those of the one chosen any more.
 */
void
dwell_import_preset_row_update (DwellImportPresetRow *self)
{
  g_auto(GStrv) key_values = NULL;

  g_return_if_fail (DWELL_IS_IMPORT_PRESET_ROW (self));

  if (self->applied == NULL || self->settings == NULL)
    return;

  key_values = dwell_import_settings_get_key_values (self->settings);
  if (g_strv_equal ((const char * const *) key_values, (const char * const *) self->applied))
    return;

  g_clear_pointer (&self->applied, g_strfreev);
  self->is_filling = TRUE;
  gtk_drop_down_set_selected (self->choice, 0);
  self->is_filling = FALSE;
  set_enabled (self, "rename", FALSE);
  set_enabled (self, "delete", FALSE);
}
