/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saves and restores the state of a tab.
 *
 * DwellStateKeeper saves the state of the view; this class copies the filters of the pages and the
 * page in front to the view and back. State that belongs to no trace (the positions of the
 * dividers, details) is in the settings, and read from there when a tab opens. */
#include "config.h"

#include "ui/shell/dwell-session-memory.h"

#include <math.h>

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "model/view/dwell-state-keeper.h"
#include "ui/commands/dwell-pages.h"
#include "ui/shell/dwell-session-pages.h"
#include "ui/timeline/dwell-timeline.h"
#include "ui/widgets/dwell-settings.h"
#include "ui/widgets/dwell-toast.h"

/* A divider that moved by a smaller share was not moved by the user: its position was rounded. */
#define MIN_MOVE 0.004

struct _DwellSessionMemory
{
  GObject parent_instance;

  DwellView         *view;
  DwellSessionParts  parts;    /* not owned: invalid after the view is cleared */
  DwellStateKeeper  *keeper;
  GPtrArray         *filters;  /* GtkEditable or NULL: the filter of each page */
  double             split;    /* the divider of the halves, as a share of the height */
  int                height;   /* of the halves when it was set; 0: not set yet */
  guint              fitting;  /* the source that sets it again, or 0 */
  gboolean           is_moved; /* the user has moved it */
  gboolean           has_side; /* the divider of the details has been set from the settings */
  gboolean           is_updating;
};

enum {
  BASE_WANTED,
  RESTORED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellSessionMemory, dwell_session_memory, G_TYPE_OBJECT)

/* --- Filters --- */

/* Returns: (nullable): the entry below @widget whose ID in the template is "filter". */
static GtkWidget *
find_filter (GtkWidget *widget)
{
  if (GTK_IS_SEARCH_ENTRY (widget) &&
      g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget)), "filter") == 0)
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_filter (child);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static void
on_filter_changed (DwellSessionMemory *self,
                   GtkEditable        *filter)
{
  guint n_pages;
  const DwellPageInfo *pages = dwell_pages_get_all (&n_pages);

  for (guint i = 0; i < n_pages && !self->is_updating && self->view != NULL; i++)
    if (g_ptr_array_index (self->filters, i) == filter)
      dwell_view_set_kept (self->view, DWELL_KEPT_FILTER, pages[i].id,
                           gtk_editable_get_text (filter));
}

static void
show_filter (DwellSessionMemory *self,
             guint               i)
{
  GtkEditable *filter = g_ptr_array_index (self->filters, i);
  guint n_pages;
  const DwellPageInfo *pages = dwell_pages_get_all (&n_pages);
  const char *text = dwell_view_get_kept (self->view, DWELL_KEPT_FILTER, pages[i].id);

  if (filter == NULL || *gtk_editable_get_text (filter) != '\0' || *text == '\0')
    return;

  self->is_updating = TRUE;
  gtk_editable_set_text (filter, text);
  self->is_updating = FALSE;
}

static void
take_filter (DwellSessionMemory *self,
             guint               i,
             GtkWidget          *page)
{
  GtkWidget *filter = find_filter (page);

  g_ptr_array_index (self->filters, i) = filter;
  if (filter == NULL)
    return;

  show_filter (self, i);
  g_signal_connect_object (filter, "changed", G_CALLBACK (on_filter_changed), self,
                           G_CONNECT_SWAPPED);
}

/* A page has been made. */
static void
on_place_filled (DwellSessionMemory *self,
                 GParamSpec         *pspec,
                 AdwBin             *place)
{
  guint n_pages;
  const DwellPageInfo *pages = dwell_pages_get_all (&n_pages);

  for (guint i = 0; i < n_pages && self->view != NULL; i++)
    if (gtk_stack_get_child_by_name (self->parts.pages, pages[i].id) == GTK_WIDGET (place))
      take_filter (self, i, adw_bin_get_child (place));
}

/* Finds the filters of the pages that have been made, and waits for the others. */
static void
find_filters (DwellSessionMemory *self)
{
  guint n_pages;
  const DwellPageInfo *pages = dwell_pages_get_all (&n_pages);

  g_ptr_array_set_size (self->filters, (int) n_pages);
  for (guint i = 0; i < n_pages; i++)
    {
      GtkWidget *place = gtk_stack_get_child_by_name (self->parts.pages, pages[i].id);

      g_signal_connect_object (place, "notify::child", G_CALLBACK (on_place_filled), self,
                               G_CONNECT_SWAPPED);
      if (adw_bin_get_child (ADW_BIN (place)) != NULL)
        take_filter (self, i, adw_bin_get_child (ADW_BIN (place)));
    }
}

/* --- Layout --- */

static gboolean
moves_divider (GtkPaned *paned,
               double    share,
               int       size)
{
  return size > 0 && fabs (share - (double) gtk_paned_get_position (paned) / size) > MIN_MOVE;
}

static void
on_halves_moved (DwellSessionMemory *self)
{
  GSettings *settings = dwell_settings_get ();
  int height = gtk_widget_get_height (GTK_WIDGET (self->parts.halves));

  if (self->height != height || !moves_divider (self->parts.halves, self->split, height))
    return;

  self->is_moved = TRUE;
  self->split = (double) gtk_paned_get_position (self->parts.halves) / height;
  if (settings == NULL)
    return;

  g_settings_set_double (settings, "timeline-share",
                         CLAMP ((double) gtk_paned_get_position (self->parts.halves) / height,
                                0.05, 0.95));
}

/* Until the user moves the divider, the timeline has the height that its tracks need, but at most
 * the share in the settings. */
static void
fit_halves (DwellSessionMemory *self)
{
  GSettings *settings = dwell_settings_get ();
  int height = gtk_widget_get_height (GTK_WIDGET (self->parts.halves));
  double share = settings != NULL ? g_settings_get_double (settings, "timeline-share") : 0.6;
  int position = (int) lround (height * share);
  int least;
  int most;

  /* While tracks are filtered the divider stays, as the hidden ones will come back. */
  if (self->is_moved || height <= 0 || *dwell_view_get_track_filter (self->view) != '\0')
    return;

  g_object_get (self->parts.halves, "min-position", &least, "max-position", &most, NULL);
  position = MIN (position,
                  dwell_timeline_get_wanted_height (DWELL_TIMELINE (self->parts.timeline)));
  position = CLAMP (position, least, MAX (least, most));
  self->height = height;
  self->split = (double) position / height;
  gtk_paned_set_position (self->parts.halves, position);
}

static gboolean
fit_later (gpointer data)
{
  DwellSessionMemory *self = data;

  self->fitting = 0;
  fit_halves (self);
  return G_SOURCE_REMOVE;
}

/* Waits, as not all parts of the timeline have got the signal yet. */
static void
on_lanes_changed (DwellSessionMemory *self)
{
  if (self->fitting == 0)
    self->fitting = g_idle_add_full (GTK_PRIORITY_RESIZE, fit_later, self, NULL);
}

/* The height is known from the first allocation on. Later allocations must not move the divider, so
 * that is done afterwards. */
static void
on_halves_sized (DwellSessionMemory *self)
{
  if (self->height == 0)
    fit_halves (self);
  else if (self->height != gtk_widget_get_height (GTK_WIDGET (self->parts.halves)))
    on_lanes_changed (self);
}

static void
on_side_moved (DwellSessionMemory *self)
{
  GSettings *settings = dwell_settings_get ();
  GtkWidget *details = gtk_paned_get_end_child (self->parts.sides);
  int width = gtk_widget_get_width (GTK_WIDGET (self->parts.sides)) -
              gtk_paned_get_position (self->parts.sides);

  if (settings != NULL && self->has_side && gtk_widget_get_mapped (details) && width > 0)
    g_settings_set_int (settings, "details-width", width);
}

static void
on_side_sized (DwellSessionMemory *self)
{
  GSettings *settings = dwell_settings_get ();
  int width = gtk_widget_get_width (GTK_WIDGET (self->parts.sides));
  int details_width = settings != NULL ? g_settings_get_int (settings, "details-width") : 0;
  int max_position;

  if (self->has_side || width <= 0)
    return;

  /* This runs while the divider is placed, after its position was limited. */
  g_object_get (self->parts.sides, "max-position", &max_position, NULL);
  if (details_width > 0 && details_width < width / 2)
    gtk_paned_set_position (self->parts.sides, MIN (width - details_width, max_position));
  self->has_side = TRUE;
}

/* --- Page --- */

/* Keeps the page that the user chose. The page that a tab starts with need not be kept. */
static void
on_page (DwellSessionMemory *self)
{
  const char *page = gtk_stack_get_visible_child_name (self->parts.pages);
  gboolean is_chosen = page != NULL && !dwell_session_pages_is_first (self->parts.pages, page);

  if (gtk_widget_get_mapped (GTK_WIDGET (self->parts.pages)))
    dwell_view_set_kept (self->view, DWELL_KEPT_LAYOUT, "page", is_chosen ? page : "");
}

/* Shows the page of last time, if it has something to show of this trace, unless the user has
 * chosen one meanwhile. */
static void
show_page (DwellSessionMemory *self)
{
  const char *shown = gtk_stack_get_visible_child_name (self->parts.pages);
  const char *page = dwell_view_get_kept (self->view, DWELL_KEPT_LAYOUT, "page");

  if (shown != NULL && dwell_session_pages_is_first (self->parts.pages, shown) &&
      dwell_session_pages_has (self->parts.pages, page))
    gtk_stack_set_visible_child_name (self->parts.pages, page);
}

/* --- Comparison --- */

/* Returns: (transfer full): the URIs of the files of @session, which contain no spaces */
static char *
join_files (DwellSession *session)
{
  guint n_files;
  GFile **files = dwell_session_get_files (session, &n_files);
  g_autoptr(GString) uris = g_string_new (NULL);

  for (guint i = 0; i < n_files; i++)
    {
      g_autofree char *uri = g_file_get_uri (files[i]);

      g_string_append_printf (uris, "%s%s", i > 0 ? " " : "", uri);
    }

  return g_strdup (uris->str);
}

/* Keeps what the session is compared with: the files, and the stretch of them. */
static void
on_base (DwellSessionMemory *self)
{
  gboolean is_swapped;
  DwellSession *base = dwell_view_get_base (self->view, &is_swapped);
  g_autofree char *uris = base != NULL ? join_files (base) : g_strdup ("");
  g_autofree char *stretch = NULL;
  gint64 begin;
  gint64 end;

  dwell_view_set_kept (self->view, DWELL_KEPT_LAYOUT, "base", uris);
  dwell_view_set_kept (self->view, DWELL_KEPT_LAYOUT, "base-swapped",
                       *uris != '\0' && is_swapped ? "yes" : "");

  if (*uris != '\0' && dwell_view_get_base_stretch (self->view, &begin, &end))
    stretch = g_strdup_printf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT, begin, end);
  dwell_view_set_kept (self->view, DWELL_KEPT_LAYOUT, "base-stretch",
                       stretch != NULL ? stretch : "");
}

/* The page in front may be that of a comparison, so the comparison is restored first. */
static void
on_restored (DwellSessionMemory *self)
{
  if (dwell_view_get_base (self->view, NULL) == NULL &&
      *dwell_view_get_kept (self->view, DWELL_KEPT_LAYOUT, "base") != '\0')
    g_signal_emit (self, signals[BASE_WANTED], 0);

  for (guint i = 0; i < self->filters->len; i++)
    show_filter (self, i);
  show_page (self);
  g_signal_emit (self, signals[RESTORED], 0);
}

/* Closing the keeper makes a worker save what is not saved yet. */
static void
dwell_session_memory_dispose (GObject *object)
{
  DwellSessionMemory *self = DWELL_SESSION_MEMORY (object);

  g_clear_handle_id (&self->fitting, g_source_remove);
  if (self->view != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->parts.halves, self);
      g_signal_handlers_disconnect_by_data (self->parts.sides, self);
      g_signal_handlers_disconnect_by_data (self->parts.pages, self);
      g_signal_handlers_disconnect_by_data (self->view, self);
      g_signal_handlers_disconnect_by_data (self->keeper, self);
      dwell_state_keeper_close (self->keeper);
    }
  g_clear_object (&self->keeper);
  g_clear_object (&self->view);

  G_OBJECT_CLASS (dwell_session_memory_parent_class)->dispose (object);
}

static void
dwell_session_memory_finalize (GObject *object)
{
  g_ptr_array_unref (DWELL_SESSION_MEMORY (object)->filters);

  G_OBJECT_CLASS (dwell_session_memory_parent_class)->finalize (object);
}

static void
dwell_session_memory_class_init (DwellSessionMemoryClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dwell_session_memory_dispose;
  G_OBJECT_CLASS (klass)->finalize = dwell_session_memory_finalize;

  signals[BASE_WANTED] = g_signal_new ("base-wanted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                       0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[RESTORED] = g_signal_new ("restored", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                    0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
dwell_session_memory_init (DwellSessionMemory *self)
{
  self->filters = g_ptr_array_new ();
}

/* Markers and notes are the user's work, so a failure to save them must be shown, with a way to
 * keep them. */
static void
on_failed (DwellSessionMemory *self,
           const char         *cause)
{
  g_autoptr(AdwToast) toast = NULL;
  g_autofree char *message = NULL;

  /* Translators: %s is why, as “there is no room left” */
  message = g_strdup_printf (_("Markers and the view of this file cannot be saved: %s. Save a "
                               "report to keep them."), cause);
  toast = dwell_toast_show_lasting (GTK_WIDGET (self->parts.pages), message, _("Save Report…"));
  if (toast != NULL)
    adw_toast_set_action_name (toast, "tab.save-report");
}

/* A failure to restore those of last time must be shown, too. */
static void
on_unread (DwellSessionMemory *self,
           const char         *cause,
           const char         *broken)
{
  g_autoptr(GFile) file = broken != NULL ? g_file_new_for_path (broken) : NULL;
  g_autofree char *message = NULL;
  AdwToast *toast;

  if (file == NULL)
    {
      g_autoptr(AdwToast) lasting = NULL;

      /* Translators: %s is why: a file, and what is wrong in it */
      message = g_strdup_printf (_("Markers and the view of this file cannot be read: %s. The "
                                   "saved data stays where it is."), cause);
      lasting = dwell_toast_show_lasting (GTK_WIDGET (self->parts.pages), message, NULL);
      return;
    }

  /* Translators: %s is why: a file, and what is wrong in it */
  message = g_strdup_printf (_("Markers and the view of this file cannot be read: %s. The file "
                               "that keeps them was set aside."), cause);
  toast = dwell_toast_show_file (GTK_WIDGET (self->parts.pages), message, file);
  if (toast != NULL)
    adw_toast_set_timeout (toast, 0);
}

/**
 * dwell_session_memory_new:
 * @view: the view of the tab
 * @parts: the widgets of the tab, which must exist until the memory is disposed
 *
 * Restores the layout of @parts, and the state of @view when its trace has been read.
 *
 * Returns: (transfer full): the memory
 */
DwellSessionMemory *
dwell_session_memory_new (DwellView               *view,
                          const DwellSessionParts *parts)
{
  DwellSessionMemory *self = g_object_new (DWELL_TYPE_SESSION_MEMORY, NULL);
  const struct { gpointer object; const char *signal; GCallback handler; } handlers[] = {
    { parts->halves, "notify::max-position", G_CALLBACK (on_halves_sized) },
    { parts->halves, "notify::position", G_CALLBACK (on_halves_moved) },
    { view, "lanes-changed", G_CALLBACK (on_lanes_changed) },
    { view, "trace-changed", G_CALLBACK (on_lanes_changed) },
    { view, "base-changed", G_CALLBACK (on_base) },
    { parts->sides, "notify::max-position", G_CALLBACK (on_side_sized) },
    { parts->sides, "notify::position", G_CALLBACK (on_side_moved) },
    { parts->pages, "notify::visible-child-name", G_CALLBACK (on_page) },
  };

  self->view = g_object_ref (view);
  self->parts = *parts;
  self->keeper = dwell_state_keeper_new (view);
  find_filters (self);

  for (guint i = 0; i < G_N_ELEMENTS (handlers); i++)
    g_signal_connect_object (handlers[i].object, handlers[i].signal, handlers[i].handler, self,
                             G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->keeper, "restored", G_CALLBACK (on_restored), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->keeper, "failed", G_CALLBACK (on_failed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->keeper, "unread", G_CALLBACK (on_unread), self,
                           G_CONNECT_SWAPPED);
  return self;
}

/**
 * dwell_session_memory_get_is_restored:
 * @self: the memory of a tab
 *
 * Returns: whether the state of the view has been restored, if any was saved
 */
gboolean
dwell_session_memory_get_is_restored (DwellSessionMemory *self)
{
  g_return_val_if_fail (DWELL_IS_SESSION_MEMORY (self), FALSE);

  return self->keeper != NULL && dwell_state_keeper_get_is_restored (self->keeper);
}

/**
 * dwell_session_memory_get_wants_details:
 *
 * Returns: whether a new tab shows the details: the user's last choice in any tab
 */
gboolean
dwell_session_memory_get_wants_details (void)
{
  GSettings *settings = dwell_settings_get ();

  return settings == NULL || g_settings_get_boolean (settings, "details-shown");
}

/**
 * dwell_session_memory_set_wants_details:
 * @wants_details: whether the user shows the details
 *
 * Saves the choice for new tabs.
 */
void
dwell_session_memory_set_wants_details (gboolean wants_details)
{
  GSettings *settings = dwell_settings_get ();

  if (settings != NULL)
    g_settings_set_boolean (settings, "details-shown", wants_details);
}
