/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file that says what to compare is opened like any other, by its content: its reader reports
 * that it is not a recording. The tab that waited for it is then replaced by one with the two
 * recordings. */
#include "config.h"

#include "ui/shell/dwell-comparison-opening.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-task.h"
#include "model/comparison/dwell-comparison-keeping.h"
#include "ui/shell/dwell-closing.h"

/* Attached to a tab’s content. */
#define WATCH "dwell-comparison-watch"

/* If a side is joined from more files, the dialog lists only so many. */
#define MAX_LISTED 6

typedef struct {
  DwellCompareFunc compare;
} Watch;

typedef struct {
  DwellComparisonFile    *file;
  DwellComparisonOptions *options;
  DwellOrigin            *base;
  DwellOrigin            *new;
} Wanted;

static void
wanted_free (gpointer data)
{
  Wanted *self = data;

  g_clear_pointer (&self->file, dwell_comparison_file_free);
  g_clear_pointer (&self->options, dwell_comparison_options_free);
  g_clear_pointer (&self->base, dwell_origin_unref);
  g_clear_pointer (&self->new, dwell_origin_unref);
  g_free (self);
}

static void
load (GTask        *task,
      gpointer      source,
      gpointer      data,
      GCancellable *cancellable)
{
  GFile *file = data;
  GError *error = NULL;
  Wanted *wanted = g_new0 (Wanted, 1);

  wanted->options = dwell_comparison_options_new (NULL);
  wanted->file = dwell_comparison_file_load (file, cancellable, &error);
  if (wanted->file == NULL ||
      !dwell_comparison_options_read (wanted->options, wanted->file, &error))
    {
      wanted_free (wanted);
      g_task_return_error (task, error);
      return;
    }

  wanted->base = dwell_comparison_recording_find (&wanted->file->base, file);
  wanted->new = dwell_comparison_recording_find (&wanted->file->new, file);
  g_task_return_pointer (task, wanted, wanted_free);
}

/* --- Showing --- */

static void
apply (DwellSessionPage *page,
       const Wanted     *wanted)
{
  dwell_comparison_keeping_apply (dwell_session_page_get_view (page), wanted->file,
                                  wanted->options);
}

/* The state that was kept with the recording has been restored; the file replaces it. */
static void
on_restored (DwellSessionPage *page,
             Wanted           *wanted)
{
  apply (page, wanted);
  g_signal_handlers_disconnect_by_func (page, on_restored, wanted);
}

static void
free_with_closure (gpointer  data,
                   GClosure *closure)
{
  wanted_free (data);
}

/* Takes ownership of @wanted. */
static void
show (DwellSessionPage *from,
      Wanted           *wanted)
{
  const Watch *watch = g_object_get_data (G_OBJECT (from), WATCH);
  GtkRoot *window = gtk_widget_get_root (GTK_WIDGET (from));
  DwellSessionPage *page;

  if (window == NULL)
    {
      wanted_free (wanted);
      return;
    }

  page = watch->compare (window, wanted->base, wanted->new);
  dwell_closing_close (from);
  if (dwell_session_page_get_is_restored (page))
    {
      apply (page, wanted);
      wanted_free (wanted);
      return;
    }

  g_signal_connect_data (page, "restored", G_CALLBACK (on_restored), wanted, free_with_closure,
                         G_CONNECT_DEFAULT);
}

/* --- Asking --- */

typedef struct {
  DwellSessionPage *page;
  Wanted           *wanted;
} Asking;

static void
on_answered (AdwMessageDialog *dialog,
             const char       *response,
             Asking           *asking)
{
  if (g_str_equal (response, "open"))
    show (asking->page, g_steal_pointer (&asking->wanted));
}

static void
asking_free (gpointer  data,
             GClosure *closure)
{
  Asking *self = data;

  g_clear_pointer (&self->wanted, wanted_free);
  g_object_unref (self->page);
  g_free (self);
}

static void
append_files (GString           *text,
              const DwellOrigin *origin)
{
  for (guint i = 0; i < origin->files->len && i < MAX_LISTED; i++)
    {
      g_autofree char *name = g_file_get_parse_name (origin->files->pdata[i]);

      g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", name);
    }
  if (origin->files->len > MAX_LISTED)
    g_string_append (text, "\n…");
}

/* Returns: (transfer full): the files of both, one on each line */
static char *
list_files (const Wanted *wanted)
{
  g_autoptr(GString) text = g_string_new (NULL);

  append_files (text, wanted->base);
  append_files (text, wanted->new);
  return g_strdup (text->str);
}

/* Takes ownership of @wanted. The user is asked, because somebody else may have written the file in
 * order to have other files read. */
static void
ask (DwellSessionPage *page,
     Wanted           *wanted)
{
  GtkRoot *window = gtk_widget_get_root (GTK_WIDGET (page));
  GtkWidget *widget = adw_message_dialog_new (GTK_WINDOW (window), NULL, NULL);
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (widget);
  g_autofree char *files = list_files (wanted);
  Asking *asking = g_new (Asking, 1);

  *asking = (Asking) { g_object_ref (page), wanted };
  adw_message_dialog_set_heading (dialog, _("Open Recordings from Another Folder?"));
  /* Translators: files, a line each */
  adw_message_dialog_format_body (dialog, _("The comparison uses recordings that are not in its "
                                            "folder:\n"
                                            "%s"), files);
  adw_message_dialog_add_responses (dialog, "cancel", _("_Cancel"), "open", _("_Open"), NULL);
  adw_message_dialog_set_default_response (dialog, "cancel");
  adw_message_dialog_set_close_response (dialog, "cancel");
  gtk_window_set_destroy_with_parent (GTK_WINDOW (dialog), TRUE);
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_answered), asking, asking_free,
                         G_CONNECT_DEFAULT);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* --- Finding out --- */

static void
on_loaded (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  DwellSessionPage *page = DWELL_SESSION_PAGE (source);
  Wanted *wanted = g_task_propagate_pointer (G_TASK (result), NULL);

  if (wanted == NULL)
    return;

  if (gtk_widget_get_root (GTK_WIDGET (page)) == NULL)
    wanted_free (wanted);
  else if (dwell_comparison_recording_leaves (&wanted->file->base) ||
           dwell_comparison_recording_leaves (&wanted->file->new))
    ask (page, wanted);
  else
    show (page, wanted);
}

static void
on_state (DwellSession     *session,
          GParamSpec       *pspec,
          DwellSessionPage *page)
{
  const GError *error = dwell_session_get_error (session);
  g_autoptr(GTask) task = NULL;
  GFile **files;
  guint n_files;

  if (dwell_session_get_state (session) != DWELL_SESSION_FAILED ||
      !g_error_matches (error, DWELL_ERROR, DWELL_ERROR_COMPARISON))
    return;

  files = dwell_session_get_files (session, &n_files);
  if (n_files != 1)
    return;

  task = g_task_new (page, NULL, on_loaded, NULL);
  g_task_set_source_tag (task, on_state);
  g_task_set_task_data (task, g_object_ref (files[0]), g_object_unref);
  dwell_task_run_in_thread (task, load);
}

/**
 * dwell_comparison_opening_watch:
 * @page: a tab’s content, whose session is not read yet
 * @compare: opens and compares two recordings
 *
 * If the file of @page says what to compare, opens those recordings in place of it.
 */
void
dwell_comparison_opening_watch (DwellSessionPage *page,
                                DwellCompareFunc  compare)
{
  Watch *watch = g_new (Watch, 1);

  watch->compare = compare;
  g_object_set_data_full (G_OBJECT (page), WATCH, watch, g_free);
  g_signal_connect_object (dwell_session_page_get_session (page), "notify::state",
                           G_CALLBACK (on_state), page, G_CONNECT_DEFAULT);
}
