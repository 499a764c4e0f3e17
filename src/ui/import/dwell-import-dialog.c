/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dialog of import options. On the left are the format and its options; on the right is a
 * preview of the first rows of the first file, as they are read with these options. */
#include "config.h"

#include "ui/import/dwell-import-dialog.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-task.h"
#include "model/import/dwell-import-draft.h"
#include "model/import/dwell-import-memory.h"
#include "model/import/dwell-import-preview.h"
#include "ui/import/dwell-import-lines.h"
#include "ui/import/dwell-import-settings.h"
#include "ui/widgets/dwell-halves.h"
#include "ui/widgets/dwell-toast.h"

struct _DwellImportDialog
{
  AdwWindow parent_instance;

  AdwWindowTitle      *title;
  GtkWidget           *open;
  DwellImportSettings *settings;
  DwellImportLines    *lines;
  GtkPaned            *halves;

  DwellImportDraft   *draft;   /* NULL until the options of last time are known */
  DwellImportPreview *preview;
  char              **asked; /* the options that the preview was last requested with */
  gboolean            has_focused;
  GTask              *task;  /* NULL: it has returned the answer */
};

/* What the user chose. */
typedef struct {
  const char  *format_id; /* static, or NULL */
  char       **key_values;
} Answer;

/* Looking up the options of last time, before the first preview. The reference on the dialog is
 * weak, because the dialog must not outlive its parent window. */
typedef struct {
  GWeakRef   dialog;
  GPtrArray *files;
} Recall;

G_DEFINE_FINAL_TYPE (DwellImportDialog, dwell_import_dialog, ADW_TYPE_WINDOW)

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_strfreev (answer->key_values);
  g_free (answer);
}

static void
recall_free (gpointer data)
{
  Recall *recall = data;

  g_weak_ref_clear (&recall->dialog);
  g_ptr_array_unref (recall->files);
  g_free (recall);
}

static void
ask_preview (DwellImportDialog *self)
{
  g_strfreev (self->asked);
  self->asked = dwell_import_settings_get_key_values (self->settings);
  dwell_import_preview_ask (self->preview, dwell_import_draft_get_format (self->draft),
                            (const char * const *) self->asked);
}

/* Returns whether the options have changed since the last request: options of another format are
 * dropped when the file is recognised. */
static gboolean
has_changed (DwellImportDialog *self)
{
  g_auto(GStrv) key_values = dwell_import_settings_get_key_values (self->settings);

  return !g_strv_equal ((const char * const *) key_values, (const char * const *) self->asked);
}

/* A file that cannot be read at all cannot be opened; one that is read with problems can. */
static void
update_actions (DwellImportDialog *self)
{
  const DwellImportLook *look = dwell_import_preview_get_look (self->preview);
  gboolean has_format = look != NULL && look->preview != NULL &&
                        (look->recognised != NULL ||
                         dwell_import_draft_get_format (self->draft) != NULL);
  gboolean can_undo;
  gboolean can_redo;

  g_object_get (self->draft, "can-undo", &can_undo, "can-redo", &can_redo, NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "import.undo", can_undo);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "import.redo", can_redo);
  gtk_widget_set_sensitive (self->open,
                            has_format && dwell_import_settings_is_valid (self->settings));
}

static void
on_draft (DwellImportDialog *self)
{
  ask_preview (self);
  update_actions (self);
}

/* Chooses the suggested format for a file that no format recognises, unless the user has already
 * changed something. Returns whether another preview follows. */
static gboolean
take_suggestion (DwellImportDialog     *self,
                 const DwellImportLook *look)
{
  gboolean can_undo;

  g_object_get (self->draft, "can-undo", &can_undo, NULL);
  if (look->suggested == NULL || can_undo || dwell_import_draft_get_format (self->draft) != NULL)
    return FALSE;

  dwell_import_draft_set_format (self->draft, look->suggested);
  return TRUE;
}

static void
on_preview_changed (DwellImportDialog *self)
{
  const DwellImportLook *look = dwell_import_preview_get_look (self->preview);

  dwell_import_lines_set_busy (self->lines, dwell_import_preview_get_busy (self->preview));
  dwell_import_lines_show_look (self->lines, look);
  if (look != NULL && !dwell_import_preview_get_busy (self->preview))
    {
      dwell_import_settings_show_look (self->settings, look);
      if (has_changed (self))
        ask_preview (self);
      if (!self->has_focused && !take_suggestion (self, look))
        {
          dwell_import_settings_focus_needed (self->settings, look);
          self->has_focused = TRUE;
        }
    }
  update_actions (self);
}

static void
on_open (DwellImportDialog *self)
{
  g_autoptr(GTask) task = g_steal_pointer (&self->task);
  const DwellFormat *format;
  Answer *answer;

  if (task == NULL)
    return;

  format = dwell_import_draft_get_format (self->draft);
  dwell_import_draft_forget (self->draft);

  answer = g_new0 (Answer, 1);
  answer->format_id = format != NULL ? format->id : NULL;
  answer->key_values = dwell_import_settings_get_key_values (self->settings);
  g_task_return_pointer (task, answer, answer_free);
  gtk_window_destroy (GTK_WINDOW (self));
}

static void
history_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  DwellImportDialog *self = DWELL_IMPORT_DIALOG (widget);

  if (g_str_equal (name, "import.undo"))
    dwell_draft_undo (DWELL_DRAFT (self->draft));
  else
    dwell_draft_redo (DWELL_DRAFT (self->draft));
}

static void
dwell_import_dialog_dispose (GObject *object)
{
  DwellImportDialog *self = DWELL_IMPORT_DIALOG (object);
  g_autoptr(GTask) task = g_steal_pointer (&self->task);

  if (task != NULL)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "%s", "");

  if (self->preview != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->preview, self);
      dwell_import_lines_show_look (self->lines, NULL);
    }
  g_clear_object (&self->preview);
  if (self->draft != NULL)
    g_signal_handlers_disconnect_by_data (self->draft, self);
  g_clear_object (&self->draft);

  G_OBJECT_CLASS (dwell_import_dialog_parent_class)->dispose (object);
}

static void
dwell_import_dialog_finalize (GObject *object)
{
  g_strfreev (DWELL_IMPORT_DIALOG (object)->asked);

  G_OBJECT_CLASS (dwell_import_dialog_parent_class)->finalize (object);
}

static void
dwell_import_dialog_class_init (DwellImportDialogClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = dwell_import_dialog_dispose;
  object_class->finalize = dwell_import_dialog_finalize;

  gtk_widget_class_install_action (widget_class, "import.undo", NULL, history_action);
  gtk_widget_class_install_action (widget_class, "import.redo", NULL, history_action);

  g_type_ensure (DWELL_TYPE_IMPORT_LINES);
  g_type_ensure (DWELL_TYPE_IMPORT_SETTINGS);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-import-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellImportDialog, title);
  gtk_widget_class_bind_template_child (widget_class, DwellImportDialog, open);
  gtk_widget_class_bind_template_child (widget_class, DwellImportDialog, settings);
  gtk_widget_class_bind_template_child (widget_class, DwellImportDialog, lines);
  gtk_widget_class_bind_template_child (widget_class, DwellImportDialog, halves);
  gtk_widget_class_bind_template_callback (widget_class, on_open);
}

static void
dwell_import_dialog_init (DwellImportDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  dwell_halves_follow (self->halves);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "import.undo", FALSE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "import.redo", FALSE);
}

static char *
make_subtitle (GFile * const *files,
               guint          n_files)
{
  g_autofree char *base_name = g_file_get_basename (files[0]);
  g_autofree char *name = g_filename_display_name (base_name);

  if (n_files == 1)
    return g_steal_pointer (&name);

  /* Translators: name of the first file, number of the others */
  return g_strdup_printf (ngettext ("%s and %u more", "%s and %u more", n_files - 1), name,
                          n_files - 1);
}

static void
begin (DwellImportDialog  *self,
       GFile * const      *files,
       guint               n_files,
       const DwellFormat  *format,
       const char * const *key_values)
{
  self->draft = dwell_import_draft_get (files, n_files, format, key_values);
  self->preview = dwell_import_preview_new (files[0]);
  dwell_import_settings_set (self->settings, files[0], self->draft);
  /* The settings have connected to the draft first, because the preview takes its options from
   * them. */
  g_signal_connect_swapped (self->draft, "changed", G_CALLBACK (on_draft), self);
  g_signal_connect_swapped (self->preview, "changed", G_CALLBACK (on_preview_changed), self);
  on_draft (self);
}

static void
recall_in_thread (GTask        *task,
                  gpointer      source_object,
                  gpointer      task_data,
                  GCancellable *cancellable)
{
  GPtrArray *files = ((Recall *) task_data)->files;
  GError *error = NULL;
  DwellImportOptions *options =
    dwell_import_memory_recall ((GFile * const *) files->pdata, files->len, &error);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, options, (GDestroyNotify) dwell_import_options_free);
}

static void
on_recalled (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  Recall *recall = g_task_get_task_data (G_TASK (result));
  g_autoptr(DwellImportDialog) self = g_weak_ref_get (&recall->dialog);
  g_autoptr(GError) error = NULL;
  DwellImportOptions *options = g_task_propagate_pointer (G_TASK (result), &error);

  if (self != NULL && self->task != NULL)
    {
      if (error != NULL)
        {
          /* Translators: %s is why: a file, and what is wrong in it */
          g_autofree char *message = g_strdup_printf (_("The last options cannot be used: %s. "
                                                        "Choose them again."), error->message);

          dwell_toast_show (GTK_WIDGET (self->settings), message);
        }
      begin (self, (GFile * const *) recall->files->pdata, recall->files->len,
             options != NULL && options->is_forced ? options->format : NULL,
             options != NULL ? (const char * const *) options->key_values : NULL);
    }

  g_clear_pointer (&options, dwell_import_options_free);
}

/* No options were given, so the dialog starts with those of last time. */
static void
start_recall (DwellImportDialog *self,
              GFile * const     *files,
              guint              n_files)
{
  g_autoptr(GTask) task = g_task_new (NULL, NULL, on_recalled, NULL);
  Recall *recall = g_new0 (Recall, 1);

  g_weak_ref_init (&recall->dialog, self);
  recall->files = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < n_files; i++)
    g_ptr_array_add (recall->files, g_object_ref (files[i]));

  gtk_widget_set_sensitive (self->open, FALSE);
  g_task_set_source_tag (task, start_recall);
  g_task_set_task_data (task, recall, recall_free);
  dwell_task_run_in_thread (task, recall_in_thread);
}

/**
 * dwell_import_dialog_ask_async:
 * @parent: the window to open it for
 * @files: (array length=n_files): the files to open; the first is previewed
 * @n_files: the number of files, at least 1
 * @format_id: (nullable): the initially chosen format; %NULL: it is recognised
 * @key_values: (nullable) (array zero-terminated=1): the initial options, as "KEY=VALUE"
 * @callback: called when the dialog closes
 * @user_data: data for @callback
 *
 * Asks for the options to read @files with. If neither @format_id nor @key_values are given, the
 * dialog starts with those that the files were last read with. If the dialog was cancelled before,
 * what was typed then is restored.
 */
void
dwell_import_dialog_ask_async (GtkWindow           *parent,
                               GFile * const       *files,
                               guint                n_files,
                               const char          *format_id,
                               const char * const  *key_values,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  DwellImportDialog *self = g_object_new (DWELL_TYPE_IMPORT_DIALOG, "transient-for", parent, NULL);
  g_autofree char *subtitle = make_subtitle (files, n_files);

  self->task = g_task_new (NULL, NULL, callback, user_data);
  g_task_set_source_tag (self->task, dwell_import_dialog_ask_async);
  adw_window_title_set_subtitle (self->title, subtitle);

  if (format_id == NULL && key_values == NULL)
    start_recall (self, files, n_files);
  else
    begin (self, files, n_files, format_id != NULL ? dwell_formats_find (format_id) : NULL,
           key_values);
  gtk_window_present (GTK_WINDOW (self));
}

/**
 * dwell_import_dialog_ask_finish:
 * @result: the result that the callback got
 * @format_id: (out) (transfer none) (nullable): the chosen format; %NULL: it is recognised
 * @key_values: (out) (transfer full): the options that differ from their default, perhaps none
 * @error: set to %G_IO_ERROR_CANCELLED if the user cancelled
 *
 * Returns: whether to open the files
 */
gboolean
dwell_import_dialog_ask_finish (GAsyncResult  *result,
                                const char   **format_id,
                                char        ***key_values,
                                GError       **error)
{
  Answer *answer;

  g_return_val_if_fail (g_async_result_is_tagged (result, dwell_import_dialog_ask_async), FALSE);

  answer = g_task_propagate_pointer (G_TASK (result), error);
  if (answer == NULL)
    return FALSE;

  *format_id = answer->format_id;
  *key_values = g_steal_pointer (&answer->key_values);
  answer_free (answer);
  return TRUE;
}
