/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The export dialog: settings on the left, on the right a preview of the output. The session
 * keeps the settings, so closing the dialog loses nothing. */
#include "config.h"

#include "ui/export/dwell-export-dialog.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "formats/dwell-formats.h"
#include "model/export/dwell-export-beside.h"
#include "model/export/dwell-export-draft.h"
#include "model/export/dwell-export-job.h"
#include "model/export/dwell-export-preview.h"
#include "model/presets/dwell-preset-store.h"
#include "ui/export/dwell-export-settings-page.h"
#include "ui/export/dwell-export-view.h"
#include "ui/widgets/dwell-failure.h"
#include "ui/widgets/dwell-file-dialogs.h"
#include "ui/widgets/dwell-halves.h"
#include "ui/widgets/dwell-notice.h"
#include "ui/widgets/dwell-settings.h"
#include "ui/widgets/dwell-toast.h"

#define PROGRESS_MS 100

struct _DwellExportDialog
{
  AdwWindow parent_instance;

  AdwWindowTitle  *title;
  DwellNotice     *failure;
  GtkWidget       *content;
  GtkPaned        *halves;
  AdwComboRow     *format;
  AdwBin          *settings;
  DwellExportView *preview_view;
  GtkWidget       *save_button;
  GtkRevealer     *progress;
  GtkProgressBar  *progress_bar;
  GtkLabel        *progress_label;
  GtkWidget       *stop_button;

  DwellView          *view;
  GPtrArray          *formats; /* const DwellFormat, by row of the combo */
  DwellExportDraft   *draft;   /* of the selected format */
  DwellExportPreview *preview;
  DwellExportJob     *job;
  GFile              *target; /* set while a companion is looked for, and the user is asked */
  guint               progress_id;
};

G_DEFINE_FINAL_TYPE (DwellExportDialog, dwell_export_dialog, ADW_TYPE_WINDOW)

static void on_format (DwellExportDialog *self);

static DwellSession *
get_session (DwellExportDialog *self)
{
  return dwell_view_get_session (self->view);
}

static gboolean
has_error (const GArray *warnings)
{
  for (guint i = 0; warnings != NULL && i < warnings->len; i++)
    if (g_array_index (warnings, DwellExportWarning, i).is_error)
      return TRUE;

  return FALSE;
}

static const DwellFormat *
get_format (DwellExportDialog *self)
{
  return dwell_export_draft_get_settings (self->draft)->format;
}

/* Returns whether a fault prevents the export. @message: (out) (nullable) (transfer full): its
 * text, unless it is among the warnings. */
static gboolean
has_fault (DwellExportDialog  *self,
           char              **message)
{
  DwellTrace *trace = dwell_session_get_trace (get_session (self));

  if (trace == NULL || !get_format (self)->can_write (trace))
    *message = g_strdup (_("This recording has no data that the format can store"));
  else
    *message = dwell_export_draft_get_fault (self->draft);

  return *message != NULL || has_error (dwell_export_preview_get_warnings (self->preview));
}

/* The tooltip of a disabled button gives the reason. */
static void
update_actions (DwellExportDialog *self)
{
  g_autofree char *fault = NULL;
  gboolean is_faulty = has_fault (self, &fault);
  gboolean is_idle = self->job == NULL && self->target == NULL;
  gboolean can_undo;
  gboolean can_redo;

  g_object_get (self->draft, "can-undo", &can_undo, "can-redo", &can_redo, NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "export.save", is_idle && !is_faulty);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "export.undo", is_idle && can_undo);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "export.redo", is_idle && can_redo);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "export.cancel", self->job != NULL);
  gtk_widget_set_tooltip_text (self->save_button, fault);
  gtk_widget_set_sensitive (self->content, is_idle);
  gtk_revealer_set_reveal_child (self->progress, self->job != NULL);
}

static void
on_draft (DwellExportDialog *self)
{
  dwell_export_preview_set_settings (self->preview, dwell_export_draft_get_settings (self->draft));
  update_actions (self);
}

static void
on_trace (DwellExportDialog *self)
{
  DwellTrace *trace = dwell_session_get_trace (get_session (self));

  if (trace != NULL)
    dwell_export_preview_set_trace (self->preview, trace);
  update_actions (self);
}

static gboolean
on_progress (gpointer user_data)
{
  DwellExportDialog *self = user_data;
  g_autofree char *text = dwell_export_job_describe (self->job);

  gtk_progress_bar_set_fraction (self->progress_bar, dwell_export_job_get_fraction (self->job));
  gtk_label_set_text (self->progress_label, text);
  return G_SOURCE_CONTINUE;
}

/* Remembers the preset for the next session, but only if it is unchanged and of the usual format:
 * settings made for one session rarely fit another. */
static void
remember_preset (DwellExportDialog *self)
{
  GSettings *settings = dwell_settings_get ();
  const char *preset = dwell_export_draft_get_preset (self->draft);

  if (settings != NULL && get_format (self) == dwell_formats_find_usual_writer (NULL) &&
      preset != NULL && !dwell_export_draft_is_modified (self->draft))
    g_settings_set_string (settings, "export-preset", preset);
}

static void
on_finished (DwellExportDialog *self)
{
  g_autoptr(DwellExportJob) job = g_steal_pointer (&self->job);
  GFile *file = dwell_export_job_get_file (job);
  const GError *error = dwell_export_job_get_error (job);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *shown = g_filename_display_name (name);
  g_autofree char *message = NULL;
  g_autofree char *advised = NULL;
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));

  g_clear_handle_id (&self->progress_id, g_source_remove);
  update_actions (self);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      gtk_widget_grab_focus (self->save_button);
      dwell_toast_show (self->content, _("Cancelled; no file was changed"));
      return;
    }

  if (error != NULL)
    {
      /* Translators: a file, and the cause of the error */
      message = g_strdup_printf (_("Could not export “%s”: %s"), shown,
                                 dwell_error_get_writing_cause (error));
      advised = dwell_failure_describe_saving (message, error);
      dwell_notice_set_message (self->failure, advised);
      dwell_notice_set_due (self->failure, TRUE);
      return;
    }

  remember_preset (self);
  if (dwell_export_job_leaves_foreign (job))
    /* Translators: a file's name, twice */
    message = g_strdup_printf (_("Exported “%s”. “%s.BIN” beside it was kept: it is not a "
                                 "timeline"), shown, shown);
  else
    message = g_strdup_printf (_("Exported “%s”"), shown);
  if (parent != NULL)
    dwell_toast_show_file (gtk_window_get_focus (parent) != NULL
                             ? gtk_window_get_focus (parent)
                             : gtk_widget_get_first_child (GTK_WIDGET (parent)), message, file);
  gtk_window_destroy (GTK_WINDOW (self));
}

static void
start (DwellExportDialog *self,
       gboolean           removes_companion)
{
  g_autoptr(GFile) file = g_steal_pointer (&self->target);
  DwellTrace *trace = dwell_session_get_trace (get_session (self));

  self->job = dwell_export_job_start (trace, dwell_export_draft_get_settings (self->draft), file,
                                      removes_companion);
  g_signal_connect_object (self->job, "finished", G_CALLBACK (on_finished), self,
                           G_CONNECT_SWAPPED);
  self->progress_id = g_timeout_add (PROGRESS_MS, on_progress, self);
  on_progress (self);
  update_actions (self);
  gtk_widget_grab_focus (self->stop_button);
}

static void
on_beside_answered (DwellExportDialog *self,
                    const char        *response)
{
  if (self->view == NULL || self->target == NULL)
    return;

  if (!g_str_equal (response, "cancel"))
    {
      start (self, g_str_equal (response, "delete"));
      return;
    }

  g_clear_object (&self->target);
  update_actions (self);
}

static gboolean
has_companion (DwellExportDialog *self)
{
  return get_format (self)->has_companion (dwell_session_get_trace (get_session (self)),
                                           dwell_export_draft_get_settings (self->draft));
}

/* Asks about the companion. The file chooser asked about the main file only. */
static void
ask_beside (DwellExportDialog *self,
            const char        *name)
{
  gboolean is_replaced = has_companion (self);
  GtkWidget *widget = adw_message_dialog_new (GTK_WINDOW (self), NULL, NULL);
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (widget);
  const char *grave = is_replaced ? "replace" : "delete";

  adw_message_dialog_add_response (dialog, "cancel", _("_Cancel"));
  if (!is_replaced)
    {
      adw_message_dialog_set_heading (dialog, _("Delete the Old Timeline?"));
      adw_message_dialog_format_body (dialog,
        _("“%s” is next to the file, but this export has no separate timeline. Later, the old "
          "timeline could be opened as part of the exported file."), name);
      adw_message_dialog_add_responses (dialog, "keep", _("_Keep"), "delete", _("_Delete"), NULL);
    }
  else
    {
      adw_message_dialog_set_heading (dialog, _("Replace the Timeline?"));
      adw_message_dialog_format_body (dialog,
        _("The timeline is written to a second file, “%s”, which already exists."), name);
      adw_message_dialog_add_response (dialog, "replace", _("_Replace"));
    }

  adw_message_dialog_set_response_appearance (dialog, grave, ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_close_response (dialog, "cancel");
  gtk_window_set_destroy_with_parent (GTK_WINDOW (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_beside_answered), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Returns whether the user must be asked: if an old timeline would stay beside a new file that has
 * none, or if a timeline would be replaced although the main file does not exist. A file that is
 * not a timeline stays. */
static gboolean
is_question (DwellExportDialog *self,
             DwellBeside        beside)
{
  return beside == DWELL_BESIDE_LONE ||
         (beside == DWELL_BESIDE_OWN && !has_companion (self));
}

static void
on_looked_beside (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  GWeakRef *weak = user_data;
  g_autoptr(DwellExportDialog) self = g_weak_ref_get (weak);
  g_autofree char *name = NULL;
  DwellBeside beside = dwell_export_beside_look_finish (result, &name);

  g_weak_ref_clear (weak);
  g_free (weak);
  if (self == NULL || self->target == NULL)
    return;

  if (is_question (self, beside))
    ask_beside (self, name);
  else
    start (self, FALSE);
}

/**
 * dwell_export_dialog_export_to:
 * @self: a dialog
 * @file: the target; an existing file is replaced when everything has been written
 *
 * Starts writing, as after the file chooser; the dialog closes when it is done. If the export would
 * replace or outdate a .BIN beside @file, the user is asked first.
 */
void
dwell_export_dialog_export_to (DwellExportDialog *self,
                               GFile             *file)
{
  GWeakRef *weak; /* a reference would let the dialog outlive its parent window */

  g_return_if_fail (DWELL_IS_EXPORT_DIALOG (self));
  g_return_if_fail (self->job == NULL && self->target == NULL);

  dwell_notice_set_due (self->failure, FALSE);
  self->target = g_object_ref (file);
  if (get_format (self)->companion_suffix == NULL)
    {
      start (self, FALSE);
      return;
    }

  weak = g_new0 (GWeakRef, 1);
  g_weak_ref_init (weak, self);
  dwell_export_beside_look_async (get_format (self), file, on_looked_beside, weak);
  update_actions (self);
}

static void
on_file_chosen (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr(DwellExportDialog) self = user_data;
  g_autoptr(GFile) file = dwell_save_dialog_choose_finish (result, NULL);

  if (file != NULL && self->view != NULL && self->job == NULL && self->target == NULL)
    dwell_export_dialog_export_to (self, file);
}

/* Returns (transfer full) the session's name with the format's suffix, but never the name of one
 * of the session's files. */
static char *
make_name (DwellExportDialog *self)
{
  guint n_files;
  GFile **files = dwell_session_get_files (get_session (self), &n_files);
  const char *suffix = get_format (self)->suffixes[0];
  g_autofree char *stem = g_strdup (dwell_session_get_title (get_session (self)));
  g_autofree char *name = NULL;
  char *dot = strrchr (stem, '.');

  if (dot != NULL && dot > stem)
    *dot = '\0';
  g_strdelimit (stem, G_DIR_SEPARATOR_S, '-');
  name = g_strconcat (stem, suffix, NULL);

  for (guint i = 0; i < n_files; i++)
    {
      g_autofree char *own = g_file_get_basename (files[i]);

      if (g_str_equal (own, name))
        return g_strconcat (stem, "-export", suffix, NULL);
    }

  return g_steal_pointer (&name);
}

static void
save_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  DwellExportDialog *self = DWELL_EXPORT_DIALOG (widget);
  g_autofree char *file_name = make_name (self);
  g_autoptr(GFile) folder = dwell_session_get_folder (get_session (self));

  dwell_save_dialog_choose_async (GTK_WINDOW (self), folder, file_name, NULL, on_file_chosen,
                                  g_object_ref (widget));
}

static void
cancel_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  DwellExportDialog *self = DWELL_EXPORT_DIALOG (widget);

  if (self->job != NULL)
    dwell_export_job_cancel (self->job);
}

static void
history_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  DwellExportDialog *self = DWELL_EXPORT_DIALOG (widget);

  if (g_str_equal (name, "export.undo"))
    dwell_draft_undo (DWELL_DRAFT (self->draft));
  else
    dwell_draft_redo (DWELL_DRAFT (self->draft));
}

/* Closing the dialog during an export cancels it. The dialog stays until the export has ended, to
 * show the result. */
static gboolean
dwell_export_dialog_close_request (GtkWindow *window)
{
  DwellExportDialog *self = DWELL_EXPORT_DIALOG (window);

  if (self->job == NULL)
    return GTK_WINDOW_CLASS (dwell_export_dialog_parent_class)->close_request (window);

  dwell_export_job_cancel (self->job);
  return TRUE;
}

static void
dwell_export_dialog_dispose (GObject *object)
{
  DwellExportDialog *self = DWELL_EXPORT_DIALOG (object);

  g_clear_handle_id (&self->progress_id, g_source_remove);
  g_clear_object (&self->job);
  g_clear_object (&self->target);
  g_clear_object (&self->preview);
  g_clear_object (&self->draft);
  g_clear_object (&self->view);
  g_clear_pointer (&self->formats, g_ptr_array_unref);

  G_OBJECT_CLASS (dwell_export_dialog_parent_class)->dispose (object);
}

static void
dwell_export_dialog_class_init (DwellExportDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_export_dialog_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = dwell_export_dialog_close_request;

  gtk_widget_class_install_action (widget_class, "export.save", NULL, save_action);
  gtk_widget_class_install_action (widget_class, "export.cancel", NULL, cancel_action);
  gtk_widget_class_install_action (widget_class, "export.undo", NULL, history_action);
  gtk_widget_class_install_action (widget_class, "export.redo", NULL, history_action);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-export-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellExportDialog, title);
  gtk_widget_class_bind_template_child (widget_class, DwellExportDialog, failure);
  gtk_widget_class_bind_template_child (widget_class, DwellExportDialog, content);
  gtk_widget_class_bind_template_child (widget_class, DwellExportDialog, halves);
  gtk_widget_class_bind_template_child (widget_class, DwellExportDialog, format);
  gtk_widget_class_bind_template_child (widget_class, DwellExportDialog, settings);
  gtk_widget_class_bind_template_child (widget_class, DwellExportDialog, preview_view);
  gtk_widget_class_bind_template_child (widget_class, DwellExportDialog, save_button);
  gtk_widget_class_bind_template_child (widget_class, DwellExportDialog, progress);
  gtk_widget_class_bind_template_child (widget_class, DwellExportDialog, progress_bar);
  gtk_widget_class_bind_template_child (widget_class, DwellExportDialog, progress_label);
  gtk_widget_class_bind_template_child (widget_class, DwellExportDialog, stop_button);
  gtk_widget_class_bind_template_callback (widget_class, on_format);
}

static void
dwell_export_dialog_init (DwellExportDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  dwell_halves_follow (self->halves);
  self->preview = dwell_export_preview_new ();
}

static gboolean
is_fresh (DwellExportDraft *draft)
{
  gboolean can_undo;

  g_object_get (draft, "can-undo", &can_undo, NULL);
  return !can_undo && !dwell_export_draft_is_modified (draft);
}

/* A draft that the user has changed in the meantime stays. */
static void
on_recalled (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr(DwellExportDraft) draft = user_data;
  const DwellPresetTask *task = dwell_preset_store_get_task (result);

  if (dwell_preset_store_run_finish (result, NULL) && is_fresh (draft))
    dwell_export_draft_set_preset (draft, task->name, task->settings, NULL);
}

/* Restores the preset that was used last, for the usual format of a session that was never
 * exported. */
static void
recall_preset (DwellExportDialog *self)
{
  const DwellFormat *format = get_format (self);
  GSettings *settings = dwell_settings_get ();
  g_autofree char *preset = NULL;

  if (settings == NULL || format != dwell_formats_find_usual_writer (NULL) ||
      !is_fresh (self->draft))
    return;

  preset = g_settings_get_string (settings, "export-preset");
  if (!g_str_equal (preset, "source") &&
      !g_str_equal (preset, dwell_export_draft_get_preset (self->draft)) &&
      !dwell_export_draft_set_preset (self->draft, preset, NULL, NULL))
    dwell_preset_store_run_async (dwell_preset_store_get (dwell_preset_kind_get_export (format)),
                                  &(DwellPresetTask) { DWELL_PRESET_LOAD, .name = preset },
                                  on_recalled, g_object_ref (self->draft));
}

static GtkWidget *
make_settings (DwellExportDialog *self)
{
  GtkWidget *page = dwell_export_settings_page_new (self->view, self->draft, self->preview);

  g_signal_connect_object (page, "entered", G_CALLBACK (dwell_export_view_follow),
                           self->preview_view, G_CONNECT_SWAPPED);
  return page;
}

/* Shows the draft of the selected format, with its settings and its preview. */
static void
on_format (DwellExportDialog *self)
{
  guint position = adw_combo_row_get_selected (self->format);
  const DwellFormat *format;
  g_autofree char *name = NULL;

  if (self->formats == NULL || position >= self->formats->len)
    return;

  format = self->formats->pdata[position];
  if (self->draft != NULL)
    g_signal_handlers_disconnect_by_func (self->draft, on_draft, self);
  g_set_object (&self->draft, dwell_export_draft_get (get_session (self), format));
  recall_preset (self);

  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->format),
                               format->write_summary != NULL ? _(format->write_summary) : "");
  adw_bin_set_child (self->settings, make_settings (self));
  name = make_name (self);
  dwell_export_view_set_names (self->preview_view, name, format->companion_suffix);

  g_signal_connect_object (self->draft, "changed", G_CALLBACK (on_draft), self,
                           G_CONNECT_SWAPPED);
  on_draft (self);
}

static void
add_formats (DwellExportDialog *self)
{
  g_autoptr(GtkStringList) titles = gtk_string_list_new (NULL);
  g_autoptr(GPtrArray) formats = g_ptr_array_new ();
  const DwellFormat * const *writers = dwell_formats_get_writers ();
  DwellTrace *trace = dwell_session_get_trace (get_session (self));

  for (guint i = 0; writers[i] != NULL; i++)
    if (i == 0 || (trace != NULL && writers[i]->can_write (trace)))
      {
        g_ptr_array_add (formats, (gpointer) writers[i]);
        gtk_string_list_append (titles, _(writers[i]->write_title != NULL
                                          ? writers[i]->write_title : writers[i]->title));
      }

  adw_combo_row_set_model (self->format, G_LIST_MODEL (titles));
  self->formats = g_steal_pointer (&formats);
  if (trace != NULL)
    dwell_export_dialog_set_format (self, dwell_formats_find_usual_writer (trace)->id);
  if (self->draft == NULL)
    on_format (self);
}

/**
 * dwell_export_dialog_new:
 * @parent: (nullable): the window of the dialog, which shows the result
 * @view: a view of the session to export, which has a trace
 *
 * Makes a dialog with the actions export.save, export.cancel, export.undo and export.redo.
 *
 * Returns: (transfer none): the dialog, not shown yet
 */
DwellExportDialog *
dwell_export_dialog_new (GtkWindow *parent,
                         DwellView *view)
{
  DwellExportDialog *self = g_object_new (DWELL_TYPE_EXPORT_DIALOG, "transient-for", parent, NULL);
  DwellSession *session = dwell_view_get_session (view);

  self->view = g_object_ref (view);
  adw_window_title_set_subtitle (self->title, dwell_session_get_title (session));
  dwell_export_preview_set_trace (self->preview, dwell_session_get_trace (session));
  add_formats (self);
  dwell_export_view_set_preview (self->preview_view, self->preview);

  g_signal_connect_object (session, "trace-changed", G_CALLBACK (on_trace), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->preview, "checked", G_CALLBACK (update_actions), self,
                           G_CONNECT_SWAPPED);
  return self;
}

/**
 * dwell_export_dialog_set_format:
 * @self: a dialog
 * @id: the id of a format with a writer
 *
 * Selects a format.
 *
 * Returns: %FALSE if the session cannot be written in that format
 */
gboolean
dwell_export_dialog_set_format (DwellExportDialog *self,
                                const char        *id)
{
  g_return_val_if_fail (DWELL_IS_EXPORT_DIALOG (self), FALSE);

  for (guint i = 0; i < self->formats->len; i++)
    {
      const DwellFormat *format = self->formats->pdata[i];

      if (g_str_equal (format->id, id))
        {
          adw_combo_row_set_selected (self->format, i);
          return TRUE;
        }
    }

  return FALSE;
}
