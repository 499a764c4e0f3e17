/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts comparisons. The older of two recordings is the base: by their own clocks, or else by
 * the times at which their files were changed; if neither is known, the recording that was
 * chosen last. */
#include "config.h"

#include "ui/shell/dwell-comparing.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-task.h"
#include "ui/comparison/dwell-choice-dialog.h"
#include "ui/shell/dwell-file-kinds.h"
#include "ui/widgets/dwell-file-dialogs.h"
#include "ui/widgets/dwell-recent.h"
#include "ui/widgets/dwell-toast.h"

/* How long Dwell offers to compare files that were opened together. */
#define OFFER_S 20

/* The window's data that is the last offer. */
#define OFFER "comparison-offer"

/* The files of two recordings, for a worker. */
typedef struct {
  GFile *own;
  GFile *other;
} Files;

static void
files_free (gpointer data)
{
  Files *self = data;

  g_object_unref (self->own);
  g_object_unref (self->other);
  g_free (self);
}

/* Returns: (transfer full) (nullable): when the file was last changed */
static GDateTime *
get_time (GFile        *file,
          GCancellable *cancellable)
{
  g_autoptr(GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_TIME_MODIFIED ","
                                                       G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC,
                                                 G_FILE_QUERY_INFO_NONE, cancellable, NULL);

  return info != NULL ? g_file_info_get_modification_date_time (info) : NULL;
}

/* Returns whether the own file was changed before the other one. */
static void
look_at_files (GTask        *task,
               gpointer      source,
               gpointer      data,
               GCancellable *cancellable)
{
  Files *files = data;
  g_autoptr(GDateTime) own = get_time (files->own, cancellable);
  g_autoptr(GDateTime) other = get_time (files->other, cancellable);

  g_task_return_boolean (task, own != NULL && other != NULL &&
                               g_date_time_compare (own, other) < 0);
}

/* If the user has swapped the two meanwhile, or compares with another recording, nothing
 * changes. */
static void
make_base_if_older (DwellView    *view,
                    DwellSession *other,
                    gboolean      is_older)
{
  gboolean is_swapped;

  if (is_older && dwell_view_get_base (view, &is_swapped) == other && !is_swapped)
    dwell_view_set_base (view, other, TRUE);
}

static void
on_files_looked_at (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr(DwellSession) other = user_data;

  make_base_if_older (DWELL_VIEW (source), other, g_task_propagate_boolean (G_TASK (result), NULL));
}

/* Compares the recordings’ own clocks, or else the times at which their files were changed. */
static void
find_older (DwellView    *view,
            DwellSession *other)
{
  DwellSession *session = dwell_view_get_session (view);
  const DwellTrace *of_own = dwell_session_get_trace (session);
  const DwellTrace *of_other = dwell_session_get_trace (other);
  guint n_own;
  guint n_other;
  GFile **own_files = dwell_session_get_files (session, &n_own);
  GFile **other_files = dwell_session_get_files (other, &n_other);
  g_autoptr(GTask) task = NULL;
  Files *files;

  if (of_own != NULL && of_other != NULL && of_own->wall_clock_ns != DWELL_TIME_NONE &&
      of_other->wall_clock_ns != DWELL_TIME_NONE)
    {
      make_base_if_older (view, other, of_own->wall_clock_ns < of_other->wall_clock_ns);
      return;
    }

  files = g_new0 (Files, 1);
  files->own = g_object_ref (own_files[0]);
  files->other = g_object_ref (other_files[0]);
  task = g_task_new (view, NULL, on_files_looked_at, g_object_ref (other));
  g_task_set_source_tag (task, find_older);
  g_task_set_task_data (task, files, files_free);
  dwell_task_run_in_thread (task, look_at_files);
}

/* The clock of the other recording is known when it has been read. */
static void
on_other_read (DwellSession *other,
               GParamSpec   *pspec,
               DwellView    *view)
{
  if (dwell_session_get_state (other) == DWELL_SESSION_LOADING)
    return;

  g_signal_handlers_disconnect_by_func (other, on_other_read, view);
  if (dwell_view_get_base (view, NULL) != other)
    return;

  /* A file that says what to compare, or a file of requirements, is not a recording: its tab
   * closes. */
  if (g_error_matches (dwell_session_get_error (other), DWELL_ERROR, DWELL_ERROR_COMPARISON) ||
      g_error_matches (dwell_session_get_error (other), DWELL_ERROR, DWELL_ERROR_REQUIREMENTS))
    dwell_view_set_base (view, NULL, FALSE);
  else
    find_older (view, other);
}

/* The user needs no offer any more who has started a comparison. */
static void
withdraw_offer (DwellSessionPage *page)
{
  GtkRoot *window = gtk_widget_get_root (GTK_WIDGET (page));
  g_autoptr(AdwToast) toast = window != NULL ? g_object_steal_data (G_OBJECT (window), OFFER)
                                             : NULL;

  if (toast != NULL)
    adw_toast_dismiss (toast);
}

/**
 * dwell_comparing_start:
 * @page: a tab’s content
 * @other: another session
 *
 * Compares the session of @page with @other. The older one is the base; if neither is known to be
 * older, @other is.
 */
void
dwell_comparing_start (DwellSessionPage *page,
                       DwellSession     *other)
{
  DwellView *view = dwell_session_page_get_view (page);

  if (other == dwell_session_page_get_session (page))
    return;

  withdraw_offer (page);
  dwell_view_set_base (view, other, FALSE);
  if (dwell_session_get_state (other) != DWELL_SESSION_LOADING)
    find_older (view, other);
  else
    g_signal_connect_object (other, "notify::state", G_CALLBACK (on_other_read), view,
                             G_CONNECT_DEFAULT);
}

/**
 * dwell_comparing_open:
 * @window: a window
 * @file: a file
 * @other: another file
 *
 * Opens both, unless they are open already, and compares them. The older one is the base.
 */
void
dwell_comparing_open (DwellWindow *window,
                      GFile       *file,
                      GFile       *other)
{
  g_autoptr(DwellOrigin) origin = NULL;
  g_autoptr(DwellSession) session = NULL;

  if (g_file_equal (file, other))
    return;

  origin = dwell_origin_new_for_file (file);
  session = dwell_window_ref_session (window, origin, TRUE);
  dwell_window_open (window, &other, 1, FALSE);
  dwell_comparing_start (dwell_window_get_current (window), session);
}

/* --- Offering --- */

/* Two files that were opened together. */
typedef struct {
  GWeakRef  window;
  GFile    *file;
  GFile    *other;
} Opened;

static void
opened_free (gpointer  data,
             GClosure *closure)
{
  Opened *self = data;

  g_weak_ref_clear (&self->window);
  g_object_unref (self->file);
  g_object_unref (self->other);
  g_free (self);
}

static void
on_offer_taken (AdwToast *toast,
                Opened   *opened)
{
  g_autoptr(DwellWindow) window = g_weak_ref_get (&opened->window);

  if (window != NULL)
    dwell_comparing_open (window, opened->file, opened->other);
}

static void
show_offer (DwellWindow *window,
            Opened      *opened)
{
  GtkWidget *content = adw_application_window_get_content (ADW_APPLICATION_WINDOW (window));
  g_autoptr(AdwToast) toast = NULL;

  toast = content != NULL ? dwell_toast_show_lasting (content, _("Two files were opened"),
                                                      _("Compare")) : NULL;
  if (toast == NULL)
    {
      opened_free (opened, NULL);
      return;
    }

  adw_toast_set_timeout (toast, OFFER_S);
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (on_offer_taken), opened, opened_free,
                         G_CONNECT_DEFAULT);
  g_object_set_data_full (G_OBJECT (window), OFFER, g_steal_pointer (&toast), g_object_unref);
}

static void
on_looked (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Opened *opened = user_data;
  g_autoptr(DwellWindow) window = g_weak_ref_get (&opened->window);
  g_autoptr(GArray) kinds = dwell_file_kinds_look_finish (result);
  gboolean are_recordings = TRUE;

  for (guint i = 0; i < kinds->len; i++)
    {
      DwellFileKind kind = g_array_index (kinds, DwellFileKind, i);

      are_recordings &= kind != DWELL_FILE_KIND_COMPARISON && kind != DWELL_FILE_KIND_REQUIREMENTS;
    }

  if (window != NULL && are_recordings)
    show_offer (window, opened);
  else
    opened_free (opened, NULL);
}

/**
 * dwell_comparing_offer:
 * @window: a window
 * @file: a file that was opened
 * @other: another file, opened together with it
 *
 * Offers for a while to compare both, if both are recordings.
 */
void
dwell_comparing_offer (DwellWindow *window,
                       GFile       *file,
                       GFile       *other)
{
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  Opened *opened;

  if (g_file_equal (file, other))
    return;

  opened = g_new0 (Opened, 1);
  g_weak_ref_init (&opened->window, window);
  opened->file = g_object_ref (file);
  opened->other = g_object_ref (other);
  g_ptr_array_add (files, g_object_ref (file));
  g_ptr_array_add (files, g_object_ref (other));
  dwell_file_kinds_look_async (files, on_looked, opened);
}

/* Reads the text that the memory of a tab has saved: URIs, which contain no spaces. The files are
 * opened with the options of last time. */
static DwellOrigin *
read_files (const char *text)
{
  g_auto(GStrv) uris = g_strsplit (text, " ", -1);
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; uris[i] != NULL; i++)
    g_ptr_array_add (files, g_file_new_for_uri (uris[i]));

  return dwell_origin_new ((GFile * const *) files->pdata, files->len, NULL, NULL);
}

/* Reads the text that the memory of a tab has saved: two times, ns. */
static gboolean
read_stretch (const char *text,
              gint64     *begin,
              gint64     *end)
{
  g_auto(GStrv) words = g_strsplit (text, " ", 2);

  return g_strv_length (words) == 2 &&
         g_ascii_string_to_signed (words[0], 10, -DWELL_TIME_MAX, DWELL_TIME_MAX, begin, NULL) &&
         g_ascii_string_to_signed (words[1], 10, *begin, DWELL_TIME_MAX, end, NULL);
}

/**
 * dwell_comparing_reopen:
 * @page: a tab’s content whose state was restored
 * @window: its window
 *
 * Compares it with the recording that it was compared with the last time. If that is not open, it
 * gets a session without a tab.
 */
void
dwell_comparing_reopen (DwellSessionPage *page,
                        DwellWindow      *window)
{
  DwellView *view = dwell_session_page_get_view (page);
  g_autoptr(DwellOrigin) origin = read_files (dwell_view_get_kept (view, DWELL_KEPT_LAYOUT,
                                                                   "base"));
  gboolean is_swapped = *dwell_view_get_kept (view, DWELL_KEPT_LAYOUT, "base-swapped") != '\0';
  g_autoptr(DwellSession) base = dwell_window_ref_session (window, origin, FALSE);
  gint64 begin;
  gint64 end;

  if (read_stretch (dwell_view_get_kept (view, DWELL_KEPT_LAYOUT, "base-stretch"), &begin, &end))
    dwell_view_set_base_stretch (view, base, begin, end);
  else if (base == dwell_view_get_session (view))
    return;

  dwell_view_set_base (view, base, is_swapped);
}

/* --- Asking --- */

/* What is offered to compare a tab with, while the user chooses. */
typedef struct {
  DwellWindow      *window;
  DwellSessionPage *page;
  GPtrArray        *offers; /* DwellSession, then GFile */
} Offering;

static void
offering_free (Offering *self)
{
  g_object_unref (self->window);
  g_object_unref (self->page);
  g_ptr_array_unref (self->offers);
  g_free (self);
}

static void
on_other_chosen (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  Offering *offering = user_data;
  gboolean is_joined;
  g_autoptr(GPtrArray) files = dwell_open_dialog_choose_finish (result, &is_joined, NULL);

  if (files != NULL && files->len > 1)
    {
      dwell_session_page_show_series (offering->page, (GFile **) files->pdata, files->len);
    }
  else if (files != NULL)
    {
      g_autoptr(DwellOrigin) origin = dwell_origin_new_for_file (files->pdata[0]);
      g_autoptr(DwellSession) other = dwell_window_ref_session (offering->window, origin, TRUE);

      dwell_comparing_start (offering->page, other);
    }
  offering_free (offering);
}

static void
start_with_offer (Offering *self,
                  gpointer  offer)
{
  g_autoptr(DwellOrigin) origin = DWELL_IS_SESSION (offer) ? NULL
                                                           : dwell_origin_new_for_file (offer);
  g_autoptr(DwellSession) other = origin == NULL
                                    ? g_object_ref (offer)
                                    : dwell_window_ref_session (self->window, origin, TRUE);

  dwell_comparing_start (self->page, other);
}

static void
on_base_chosen (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  Offering *offering = user_data;
  int place = dwell_choice_dialog_ask_finish (result);

  if (place == DWELL_CHOICE_OTHER)
    {
      g_autoptr(GFile) folder =
        dwell_session_get_folder (dwell_session_page_get_session (offering->page));

      dwell_open_dialog_choose_async (GTK_WINDOW (offering->window), folder, on_other_chosen,
                                      offering);
      return;
    }

  if (place >= 0)
    start_with_offer (offering, offering->offers->pdata[place]);
  offering_free (offering);
}

/* Shows @note and then the path of the file, because several files may have the same name. */
static void
add_offer (Offering   *self,
           GArray     *choices,
           gpointer    offer,
           const char *title,
           const char *note,
           GFile      *file)
{
  g_autofree char *place = g_file_get_parse_name (file);
  DwellChoice choice = { g_strdup (title), note != NULL ? g_strjoin (" · ", note, place, NULL)
                                                        : g_strdup (place) };

  g_ptr_array_add (self->offers, g_object_ref (offer));
  g_array_append_val (choices, choice);
}

static gboolean
is_file_of (gconstpointer session,
            gconstpointer file)
{
  guint n_files;
  GFile **files = dwell_session_get_files ((DwellSession *) session, &n_files);

  return n_files == 1 && g_file_equal (files[0], (GFile *) file);
}

/* Offers the sessions of all tabs, then recent files that are not open. */
static void
add_offers (Offering *self,
            GArray   *choices)
{
  g_autoptr(GPtrArray) sessions = dwell_window_list_sessions (self->window);
  g_autoptr(GPtrArray) recent = dwell_recent_list ();

  for (guint i = 0; i < sessions->len; i++)
    if (sessions->pdata[i] != dwell_session_page_get_session (self->page))
      {
        guint n_files;
        GFile **files = dwell_session_get_files (sessions->pdata[i], &n_files);

        add_offer (self, choices, sessions->pdata[i], dwell_session_get_title (sessions->pdata[i]),
                   _("Open in a tab"), files[0]);
      }

  for (guint i = 0; i < recent->len; i++)
    {
      GtkRecentInfo *info = recent->pdata[i];
      g_autoptr(GFile) file = g_file_new_for_uri (gtk_recent_info_get_uri (info));

      if (!g_ptr_array_find_with_equal_func (sessions, file, is_file_of, NULL))
        add_offer (self, choices, file, gtk_recent_info_get_display_name (info), NULL, file);
    }
}

static void
choice_clear (gpointer data)
{
  g_free ((char *) ((DwellChoice *) data)->title);
  g_free ((char *) ((DwellChoice *) data)->subtitle);
}

/**
 * dwell_comparing_ask:
 * @window: a window
 * @page: a tab of it
 *
 * Asks what to compare the session of @page with, and starts comparing.
 */
void
dwell_comparing_ask (DwellWindow      *window,
                     DwellSessionPage *page)
{
  Offering *offering = g_new0 (Offering, 1);
  g_autoptr(GArray) choices = g_array_new (FALSE, FALSE, sizeof (DwellChoice));
  DwellSession *session = dwell_session_page_get_session (page);
  /* Translators: the name of a file */
  g_autofree char *title = g_strdup_printf (_("Compare “%s” With"),
                                            dwell_session_get_title (session));

  g_array_set_clear_func (choices, choice_clear);
  offering->window = g_object_ref (window);
  offering->page = g_object_ref (page);
  offering->offers = g_ptr_array_new_with_free_func (g_object_unref);
  add_offers (offering, choices);
  dwell_choice_dialog_ask_async (GTK_WINDOW (window), title,
                                 (const DwellChoice *) (gpointer) choices->data, choices->len,
                                 _("Another File…"), on_base_chosen, offering);
}
