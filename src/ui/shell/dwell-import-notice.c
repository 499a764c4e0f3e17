/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The notice above a session about how its files were read: with the import options of last time,
 * or with guesses because the files are ambiguous. If they cannot be read without options and none
 * were given, the import dialog opens by itself, once; otherwise the notice has a button for it. */
#include "config.h"

#include "ui/shell/dwell-import-notice.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "ui/import/dwell-import-dialog.h"
#include "ui/widgets/dwell-file-dialogs.h"

struct _DwellImportNotice
{
  AdwBin parent_instance;

  DwellNotice *notice;

  DwellSession *session;
  gboolean      has_asked;
  gboolean      is_gone;
};

G_DEFINE_FINAL_TYPE (DwellImportNotice, dwell_import_notice, ADW_TYPE_BIN)

/* In a sandbox only chosen files are accessible, so the .BIN file beside a file is hidden. */
#define NO_TIMELINE "no-timeline"

/* The problems that other import options may solve, the most serious first. */
static const struct {
  const char *code;
  gboolean    asks; /* the dialog opens by itself */
  const char *message;
} causes[] = {
  { "mixed-binary-versions", TRUE,
    N_("The binary timeline seems to mix two versions of its format.") },
  { "no-template", TRUE,
    N_("The file has no templates for its rows; the vendor’s examples were used instead.") },
  { "unmatched-row", FALSE,
    N_("Some rows do not match the templates that were used to read them.") },
  { NO_TIMELINE, FALSE,
    N_("This file contains no timeline, and none was found beside it. Is there a .BIN file?") },
  { "binary-not-read", FALSE,
    N_("There is a binary timeline beside this file, but the file’s own timeline is shown.") },
};

static gboolean
has_problem (const DwellTrace *trace,
             const char       *code)
{
  guint n = dwell_problems_get_n (trace->problems);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (dwell_problems_get (trace->problems, i)->code, code))
      return TRUE;

  return FALSE;
}

/* Returns whether import options were given, now or last time. */
static gboolean
has_import_options (DwellSession *session)
{
  return dwell_session_get_format_id (session) != NULL ||
         dwell_session_get_key_values (session) != NULL;
}

/* Returns an index into causes, or -1 if there is nothing to solve. A cause that opens the dialog
 * is skipped once options have been given. */
static int
find_cause (DwellSession *session)
{
  const DwellTrace *trace = dwell_session_get_trace (session);

  for (gsize i = 0; trace != NULL && i < G_N_ELEMENTS (causes); i++)
    if (!(causes[i].asks && has_import_options (session)) && has_problem (trace, causes[i].code))
      return (int) i;

  return -1;
}

/* Returns whether there is a dialog already: then no other one may open by itself above it. */
static gboolean
has_dialog (GtkWindow *window)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr(GtkWindow) other = g_list_model_get_item (windows, i);

      if (gtk_window_get_transient_for (other) == window && gtk_window_get_modal (other) &&
          gtk_widget_get_visible (GTK_WIDGET (other)))
        return TRUE;
    }

  return FALSE;
}

static void
on_answer (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(DwellImportNotice) self = user_data;
  g_auto(GStrv) key_values = NULL;
  const char *format_id;

  if (dwell_import_dialog_ask_finish (result, &format_id, &key_values, NULL) && !self->is_gone)
    dwell_session_reload_with_options (self->session, format_id,
                                       (const char * const *) key_values);
}

static void
ask_by_itself (DwellImportNotice *self,
               int                cause)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (self->has_asked || cause < 0 || !causes[cause].asks ||
      !gtk_widget_get_mapped (GTK_WIDGET (self)) || has_dialog (GTK_WINDOW (root)))
    return;

  dwell_import_notice_ask (self);
}

static void
on_timeline_chosen (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr(DwellImportNotice) self = user_data;
  g_autoptr(GFile) file = dwell_pick_dialog_choose_finish (result, NULL);
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *name = NULL;
  g_autofree char *key_value = NULL;
  g_auto(GStrv) key_values = NULL;

  if (file == NULL || self->is_gone)
    return;

  name = g_file_get_parse_name (file);
  key_value = g_strconcat ("BinaryFile=", name, NULL);
  if (dwell_session_get_key_values (self->session) != NULL)
    g_strv_builder_addv (builder, (const char **) dwell_session_get_key_values (self->session));
  g_strv_builder_add (builder, key_value);
  key_values = g_strv_builder_end (builder);

  dwell_session_reload_with_options (self->session, dwell_session_get_format_id (self->session),
                                     (const char * const *) key_values);
}

static void
choose_timeline_action (GtkWidget  *widget,
                        const char *name,
                        GVariant   *parameter)
{
  DwellImportNotice *self = DWELL_IMPORT_NOTICE (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  g_autoptr(GFile) folder = dwell_session_get_folder (self->session);

  dwell_pick_dialog_choose_async (GTK_WINDOW (root), folder, _("Choose the Timeline"),
                                  on_timeline_chosen, g_object_ref (self));
}

/* With several files it would be unknown which of them the chosen timeline belongs to, so only a
 * single file has a button to choose it. */
static void
update_button (DwellImportNotice *self,
               int                cause)
{
  guint n_files;
  gboolean lacks_timeline;

  dwell_session_get_files (self->session, &n_files);
  lacks_timeline = cause >= 0 && n_files == 1 && g_str_equal (causes[cause].code, NO_TIMELINE);
  g_object_set (self->notice,
                "button-label", lacks_timeline ? _("Choose Ti_meline…") : _("Im_port Options…"),
                "action-name", lacks_timeline ? "import-notice.choose-timeline"
                                              : "tab.import-options",
                NULL);
}

static void
update (DwellImportNotice *self)
{
  const GError *error = dwell_session_get_memory_error (self->session);
  int cause = find_cause (self->session);
  g_autofree char *message = NULL;

  if (error != NULL)
    /* Translators: what is wrong with a file of ours */
    message = g_strdup_printf (_("The import options of this file cannot be saved: %s. Choose them "
                                 "again next time."), dwell_error_get_writing_cause (error));
  else if (dwell_session_get_recalled (self->session))
    message = g_strdup (_("Opened with the import options that you chose for it last time."));
  else if (cause >= 0)
    message = g_strdup (_(causes[cause].message));

  update_button (self, error == NULL && !dwell_session_get_recalled (self->session) ? cause : -1);
  dwell_notice_set_message (self->notice, message);
  dwell_notice_set_due (self->notice, message != NULL);
  ask_by_itself (self, cause);
}

static void
dwell_import_notice_map (GtkWidget *widget)
{
  DwellImportNotice *self = DWELL_IMPORT_NOTICE (widget);

  GTK_WIDGET_CLASS (dwell_import_notice_parent_class)->map (widget);

  if (self->session != NULL)
    update (self);
}

static void
dwell_import_notice_dispose (GObject *object)
{
  DwellImportNotice *self = DWELL_IMPORT_NOTICE (object);

  self->is_gone = TRUE;
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (dwell_import_notice_parent_class)->dispose (object);
}

static void
dwell_import_notice_class_init (DwellImportNoticeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_import_notice_dispose;
  widget_class->map = dwell_import_notice_map;

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-import-notice.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellImportNotice, notice);
  gtk_widget_class_install_action (widget_class, "import-notice.choose-timeline", NULL,
                                   choose_timeline_action);
}

static void
dwell_import_notice_init (DwellImportNotice *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * dwell_import_notice_set_session:
 * @self: a notice
 * @session: the session to show the notice for
 *
 * Sets the session. To be called once.
 */
void
dwell_import_notice_set_session (DwellImportNotice *self,
                                 DwellSession      *session)
{
  g_return_if_fail (DWELL_IS_IMPORT_NOTICE (self) && self->session == NULL);

  self->session = g_object_ref (session);
  g_signal_connect_swapped (session, "trace-changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (session, "notify::state", G_CALLBACK (update), self);
  g_signal_connect_swapped (session, "notify::memory-error", G_CALLBACK (update), self);
  update (self);
}

/**
 * dwell_import_notice_get_notice:
 * @self: a notice
 *
 * Returns: (transfer none): the line that it shows
 */
DwellNotice *
dwell_import_notice_get_notice (DwellImportNotice *self)
{
  g_return_val_if_fail (DWELL_IS_IMPORT_NOTICE (self), NULL);

  return self->notice;
}

/**
 * dwell_import_notice_ask:
 * @self: a notice
 *
 * Opens the import dialog, and reads the session's files again with the options that the user
 * chooses.
 */
void
dwell_import_notice_ask (DwellImportNotice *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  guint n_files;
  GFile **files;

  g_return_if_fail (DWELL_IS_IMPORT_NOTICE (self));

  files = dwell_session_get_files (self->session, &n_files);
  if (root == NULL)
    return;

  self->has_asked = TRUE;
  dwell_import_dialog_ask_async (GTK_WINDOW (root), files, n_files,
                                 dwell_session_get_format_id (self->session),
                                 dwell_session_get_key_values (self->session), on_answer,
                                 g_object_ref (self));
}
