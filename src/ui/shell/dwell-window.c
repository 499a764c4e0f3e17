/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window: tabs with a session each, or the welcome page; and all ways of opening files.
 *
 * DwellSessionPage has all that belongs to one session. The window shows the title of the tab in
 * front and has its actions as "tab.…"; the window's own actions are "win.…". */
#include "config.h"

#include "ui/shell/dwell-window.h"

#include <glib/gi18n-lib.h>

#include "analysis/compare/dwell-comparable.h"
#include "ui/commands/dwell-help-window.h"
#include "ui/commands/dwell-shortcuts.h"
#include "ui/compat/dwell-names.h"
#include "ui/export/dwell-export-dialog.h"
#include "ui/import/dwell-import-dialog.h"
#include "ui/shell/dwell-closing.h"
#include "ui/shell/dwell-comparing.h"
#include "ui/shell/dwell-comparison-opening.h"
#include "ui/shell/dwell-drop-area.h"
#include "ui/shell/dwell-dropping.h"
#include "ui/shell/dwell-command-palette.h"
#include "ui/shell/dwell-needs.h"
#include "ui/shell/dwell-requirements-opening.h"
#include "ui/shell/dwell-window-size.h"
#include "ui/timeline/dwell-timeline.h"
#include "ui/widgets/dwell-file-dialogs.h"
#include "ui/widgets/dwell-recent.h"
#include "ui/widgets/dwell-sessions.h"

/* px: a narrower window has no room for a page and the details side by side. */
#define NARROW_WIDTH 720

struct _DwellWindow
{
  AdwApplicationWindow parent_instance;

  AdwWindowTitle  *title;
  GtkMenuButton   *menu_button;
  GtkToggleButton *find_button;
  GtkStack        *stack;
  AdwTabView      *tabs;
  GMenu           *recent_menu;
  DwellDropArea   *drop_area;

  GtkWidget        *help;    /* the help window, weak; or NULL */
  DwellSessionPage *current; /* not owned; the tab in front */
  GBindingGroup    *page_bindings;
  GBindingGroup    *session_bindings;
  GSignalGroup     *session_signals;
};

G_DEFINE_FINAL_TYPE (DwellWindow, dwell_window, ADW_TYPE_APPLICATION_WINDOW)

/* Returns: (nullable): the tab with the files of @origin, in whichever window it is. */
static AdwTabPage *
find_tab (DwellWindow        *self,
          const DwellOrigin  *origin,
          DwellWindow       **window)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

  for (GList *l = gtk_application_get_windows (application); l != NULL; l = l->next)
    {
      *window = DWELL_WINDOW (l->data);

      for (int i = 0; i < adw_tab_view_get_n_pages ((*window)->tabs); i++)
        {
          AdwTabPage *tab = adw_tab_view_get_nth_page ((*window)->tabs, i);
          DwellSessionPage *page = DWELL_SESSION_PAGE (adw_tab_page_get_child (tab));

          guint n_files;
          GFile **files = dwell_session_get_files (dwell_session_page_get_session (page),
                                                   &n_files);

          if (!dwell_closing_has_tab (page) && dwell_origin_is_of (origin, files, n_files))
            return tab;
        }
    }

  return NULL;
}

/* Brings the tab with the files of @origin to the front, in whichever window it is. Returns:
 * (nullable): its page. */
static DwellSessionPage *
raise_tab (DwellWindow       *self,
           const DwellOrigin *origin)
{
  DwellWindow *window;
  AdwTabPage *tab = find_tab (self, origin, &window);

  if (tab == NULL)
    return NULL;

  adw_tab_view_set_selected_page (window->tabs, tab);
  gtk_window_present (GTK_WINDOW (window));
  return DWELL_SESSION_PAGE (adw_tab_page_get_child (tab));
}

static char *
make_tooltip (const DwellOrigin *origin)
{
  g_autoptr(GString) names = g_string_new (NULL);

  for (guint i = 0; i < origin->files->len; i++)
    {
      g_autofree char *name = g_file_get_parse_name (origin->files->pdata[i]);

      g_string_append_printf (names, "%s%s", i > 0 ? "\n" : "", name);
    }

  return g_markup_escape_text (names->str, -1);
}

static gboolean
is_narrow_width (int width)
{
  return width > 0 && width < NARROW_WIDTH;
}

static DwellSessionPage *compare (DwellWindow       *self,
                                  const DwellOrigin *base,
                                  const DwellOrigin *new);

static DwellSessionPage *
compare_in (GtkRoot           *window,
            const DwellOrigin *base,
            const DwellOrigin *new)
{
  return compare (DWELL_WINDOW (window), base, new);
}

static DwellSessionPage *
add_tab (DwellWindow       *self,
         const DwellOrigin *origin,
         gboolean           is_shown)
{
  g_autoptr(DwellSession) session = dwell_sessions_new (origin);
  g_autofree char *tooltip = make_tooltip (origin);
  GtkWidget *page = dwell_session_page_new (session);
  AdwTabPage *tab = adw_tab_view_append (self->tabs, page);

  g_object_bind_property (session, "title", tab, "title", G_BINDING_SYNC_CREATE);
  g_object_bind_property (session, "busy", tab, "loading", G_BINDING_SYNC_CREATE);
  adw_tab_page_set_tooltip (tab, tooltip);
  g_signal_connect_object (page, "base-wanted", G_CALLBACK (dwell_comparing_reopen), self,
                           G_CONNECT_DEFAULT);
  dwell_session_page_set_narrow (DWELL_SESSION_PAGE (page),
                                 is_narrow_width (gtk_widget_get_width (GTK_WIDGET (self))));

  dwell_requirements_opening_watch (DWELL_SESSION_PAGE (page), self->current);
  dwell_comparison_opening_watch (DWELL_SESSION_PAGE (page), compare_in);
  if (is_shown)
    adw_tab_view_set_selected_page (self->tabs, tab);
  dwell_session_load (session);
  return DWELL_SESSION_PAGE (page);
}

static void
on_chosen (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(DwellWindow) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) files = NULL;
  gboolean is_joined;

  files = dwell_open_dialog_choose_finish (result, &is_joined, &error);
  if (files != NULL)
    dwell_window_open (self, (GFile **) files->pdata, files->len, is_joined);
}

/* The files that were chosen in the first dialog, while the second asks for import options. */
typedef struct {
  DwellWindow *window;
  GPtrArray   *files;
  gboolean     is_joined;
} Chosen;

static void
on_options (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  Chosen *chosen = user_data;
  g_auto(GStrv) key_values = NULL;
  const char *format_id;

  if (dwell_import_dialog_ask_finish (result, &format_id, &key_values, NULL))
    dwell_window_open_with_options (chosen->window, (GFile **) chosen->files->pdata,
                                    chosen->files->len, chosen->is_joined, format_id,
                                    (const char * const *) key_values);

  g_object_unref (chosen->window);
  g_ptr_array_unref (chosen->files);
  g_free (chosen);
}

static void
on_chosen_with_options (GObject      *source,
                        GAsyncResult *result,
                        gpointer      user_data)
{
  g_autoptr(DwellWindow) self = user_data;
  g_autoptr(GPtrArray) files = NULL;
  gboolean is_joined;
  Chosen *chosen;

  files = dwell_open_dialog_choose_finish (result, &is_joined, NULL);
  if (files == NULL)
    return;

  chosen = g_new0 (Chosen, 1);
  chosen->window = g_object_ref (self);
  chosen->files = g_ptr_array_ref (files);
  chosen->is_joined = is_joined;
  dwell_import_dialog_ask_async (GTK_WINDOW (self), (GFile * const *) files->pdata, files->len,
                                 NULL, NULL, on_options, chosen);
}

static void
open_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  DwellWindow *self = DWELL_WINDOW (widget);
  gboolean asks_options = g_str_equal (name, "win.open-with-options");
  g_autoptr(GFile) folder = NULL;

  if (self->current != NULL)
    folder = dwell_session_get_folder (dwell_session_page_get_session (self->current));

  dwell_open_dialog_choose_async (GTK_WINDOW (widget), folder,
                                  asks_options ? on_chosen_with_options : on_chosen,
                                  g_object_ref (widget));
}

static void
export_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  DwellWindow *self = DWELL_WINDOW (widget);
  DwellView *view = dwell_session_page_get_view (self->current);

  gtk_window_present (GTK_WINDOW (dwell_export_dialog_new (GTK_WINDOW (self), view)));
}

static void
compare_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  dwell_comparing_ask (DWELL_WINDOW (widget), DWELL_WINDOW (widget)->current);
}

static void
on_requirements_chosen (GObject      *source,
                        GAsyncResult *result,
                        gpointer      user_data)
{
  g_autoptr(DwellSessionPage) page = user_data;
  g_autoptr(GFile) file = dwell_pick_dialog_choose_finish (result, NULL);

  if (file != NULL)
    dwell_session_page_set_requirements (page, file);
}

static void
requirements_action (GtkWidget  *widget,
                     const char *name,
                     GVariant   *parameter)
{
  DwellWindow *self = DWELL_WINDOW (widget);
  g_autoptr(GFile) folder =
    dwell_session_get_folder (dwell_session_page_get_session (self->current));

  dwell_pick_dialog_choose_async (GTK_WINDOW (self), folder, _("Choose Timing Requirements"),
                                  on_requirements_chosen, g_object_ref (self->current));
}

static void
update_actions (DwellWindow *self)
{
  DwellSession *session = self->current != NULL ? dwell_session_page_get_session (self->current)
                                                : NULL;
  const DwellTrace *trace = session != NULL ? dwell_session_get_trace (session) : NULL;
  gboolean can_compare = trace != NULL && dwell_comparable_find (trace, trace) != 0;

  /* An exported file would not say that it contains only a part. */
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.export",
                                 dwell_needs_are_met (DWELL_NEEDS_WHOLE, session));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.requirements",
                                 dwell_needs_are_met (DWELL_NEEDS_CONTENT, session));
  gtk_widget_set_sensitive (GTK_WIDGET (self->find_button),
                            dwell_needs_are_met (DWELL_NEEDS_TIMES, session));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.compare", can_compare);
  dwell_drop_area_set_compared (self->drop_area,
                                can_compare ? dwell_session_get_title (session) : NULL);
}

static void
open_recordings (DwellWindow     *self,
                 GPtrArray       *recordings,
                 DwellJoinAnswer  answer)
{
  GFile **files = (GFile **) recordings->pdata;

  if (answer == DWELL_JOIN_COMPARISON)
    dwell_window_compare (self, files[0], files[1]);
  else if (answer == DWELL_JOIN_SERIES)
    dwell_window_open_series (self, files, recordings->len);
  else
    dwell_window_open (self, files, recordings->len, answer == DWELL_JOIN_SESSION);
}

static void
open_requirements (DwellWindow *self,
                   GFile       *file)
{
  if (self->current != NULL &&
      dwell_session_get_trace (dwell_session_page_get_session (self->current)) != NULL)
    dwell_session_page_set_requirements (self->current, file);
  else
    dwell_window_open (self, &file, 1, FALSE);
}

/* A text that is not a trace is taken as the source of the profile in front, if that has the page
 * “lines”. */
static void
on_drop (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  DwellWindow *self = DWELL_WINDOW (source);
  g_autoptr(DwellDrop) drop = dwell_dropping_ask_finish (result);

  /* The window was closed meanwhile, or the user cancelled. */
  if (self->page_bindings == NULL || drop->answer == DWELL_JOIN_CANCELLED)
    return;

  if (drop->is_text && self->current != NULL &&
      dwell_session_page_has_page (self->current, "lines"))
    dwell_session_page_show_source (self->current, drop->recordings->pdata[0]);
  else
    open_recordings (self, drop->recordings, drop->answer);

  for (guint i = 0; i < drop->requirements->len; i++)
    open_requirements (self, drop->requirements->pdata[i]);
}

static void
on_files_dropped (DwellDropArea *area,
                  GPtrArray     *files,
                  DwellWindow   *self)
{
  if (files->len == 1 && self->current == NULL)
    dwell_window_open (self, (GFile **) files->pdata, 1, FALSE);
  else
    dwell_dropping_ask_async (GTK_WINDOW (self), files, on_drop, NULL);
}

static void
on_file_compared (DwellDropArea *area,
                  GFile         *file,
                  DwellWindow   *self)
{
  g_autoptr(DwellOrigin) origin = dwell_origin_new_for_file (file);
  g_autoptr(DwellSession) other = dwell_window_ref_session (self, origin, TRUE);

  dwell_comparing_start (self->current, other);
}

static void
close_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  DwellWindow *self = DWELL_WINDOW (widget);
  AdwTabPage *tab = adw_tab_view_get_selected_page (self->tabs);

  if (tab != NULL)
    adw_tab_view_close_page (self->tabs, tab);
  else
    gtk_window_close (GTK_WINDOW (self));
}

/* Opens each file of the tab in front in a tab of its own, because they cannot be joined into one
 * session. */
static void
open_apart_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  DwellWindow *self = DWELL_WINDOW (widget);
  g_autoptr(GPtrArray) kept = g_ptr_array_new_with_free_func (g_object_unref);
  GFile **files;
  guint n_files;

  if (self->current == NULL)
    return;

  files = dwell_session_get_files (dwell_session_page_get_session (self->current), &n_files);
  for (guint i = 0; i < n_files; i++)
    g_ptr_array_add (kept, g_object_ref (files[i]));
  close_action (widget, NULL, NULL);
  dwell_window_open (self, (GFile **) kept->pdata, kept->len, FALSE);
}

static void
menu_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  gtk_menu_button_popup (DWELL_WINDOW (widget)->menu_button);
}

static void
palette_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  GtkWidget *palette =
    dwell_command_palette_new (GTK_WINDOW (widget), DWELL_WINDOW (widget)->current);

  gtk_window_present (GTK_WINDOW (palette));
}

/* Returns the help topic for the focused widget: the timeline, or the page in front; without a
 * page, how to begin. */
static const char *
get_help_topic (DwellWindow *self)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (self));
  const char *page = self->current != NULL ? dwell_session_page_get_shown_id (self->current) : NULL;

  if (page == NULL)
    return "start";
  if (focus != NULL && gtk_widget_get_ancestor (focus, DWELL_TYPE_TIMELINE) != NULL)
    return "timeline";

  return page;
}

static void
help_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  DwellWindow *self = DWELL_WINDOW (widget);

  if (self->help == NULL)
    {
      self->help = dwell_help_window_new (GTK_WINDOW (self));
      g_object_add_weak_pointer (G_OBJECT (self->help), (gpointer *) &self->help);
    }

  dwell_help_window_show (DWELL_HELP_WINDOW (self->help), get_help_topic (self));
  gtk_window_present (GTK_WINDOW (self->help));
}

static void
shortcuts_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  dwell_shortcuts_present (GTK_WINDOW (widget));
}

static void
fill_recent (DwellWindow *self)
{
  dwell_recent_fill (self->recent_menu);
}

static AdwTabView *
on_create_window (DwellWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  DwellWindow *window = dwell_window_new (DWELL_APPLICATION (application));

  gtk_window_present (GTK_WINDOW (window));

  return window->tabs;
}

/* Binds the window to the tab in front: its title, its actions and its find bar. */
static void
on_selected_page (DwellWindow *self)
{
  AdwTabPage *tab = adw_tab_view_get_selected_page (self->tabs);
  DwellSession *session = NULL;

  /* The window is being disposed, which removes its tabs one after the other. */
  if (self->page_bindings == NULL)
    return;

  self->current = tab != NULL ? DWELL_SESSION_PAGE (adw_tab_page_get_child (tab)) : NULL;
  if (self->current != NULL)
    session = dwell_session_page_get_session (self->current);

  gtk_widget_insert_action_group (GTK_WIDGET (self), "tab",
                                  self->current != NULL
                                  ? dwell_session_page_get_actions (self->current) : NULL);
  g_binding_group_set_source (self->page_bindings, self->current);
  g_binding_group_set_source (self->session_bindings, session);
  g_signal_group_set_target (self->session_signals, session);
  update_actions (self);
  gtk_stack_set_visible_child_name (self->stack, self->current != NULL ? "tabs" : "welcome");

  if (self->current == NULL)
    {
      gtk_toggle_button_set_active (self->find_button, FALSE);
      adw_window_title_set_title (self->title, "Dwell");
      adw_window_title_set_subtitle (self->title, "");
      gtk_window_set_title (GTK_WINDOW (self), "Dwell");
    }
}

static void
on_surface_width (DwellWindow *self,
                  GParamSpec  *pspec,
                  GdkSurface  *surface)
{
  gboolean is_narrow = is_narrow_width (gdk_surface_get_width (surface));

  for (int i = 0; i < adw_tab_view_get_n_pages (self->tabs); i++)
    {
      AdwTabPage *tab = adw_tab_view_get_nth_page (self->tabs, i);

      dwell_session_page_set_narrow (DWELL_SESSION_PAGE (adw_tab_page_get_child (tab)), is_narrow);
    }
}

static void
dwell_window_realize (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (dwell_window_parent_class)->realize (widget);

  g_signal_connect_object (gtk_native_get_surface (GTK_NATIVE (widget)), "notify::width",
                           G_CALLBACK (on_surface_width), widget, G_CONNECT_SWAPPED);
}

static gboolean
dwell_window_close_request (GtkWindow *window)
{
  dwell_window_size_save (window);

  return dwell_closing_close_window (window, DWELL_WINDOW (window)->tabs);
}

/* GTK sets the construct property "maximized" after init, so the size is restored here. */
static void
dwell_window_constructed (GObject *object)
{
  G_OBJECT_CLASS (dwell_window_parent_class)->constructed (object);

  dwell_window_size_restore (GTK_WINDOW (object));
}

static void
dwell_window_dispose (GObject *object)
{
  DwellWindow *self = DWELL_WINDOW (object);

  self->current = NULL;
  if (self->help != NULL)
    gtk_window_destroy (GTK_WINDOW (self->help));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "tab", NULL);
  g_clear_object (&self->page_bindings);
  g_clear_object (&self->session_bindings);
  g_clear_object (&self->session_signals);

  G_OBJECT_CLASS (dwell_window_parent_class)->dispose (object);
}

static void
dwell_window_class_init (DwellWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = dwell_window_constructed;
  object_class->dispose = dwell_window_dispose;
  widget_class->realize = dwell_window_realize;
  GTK_WINDOW_CLASS (klass)->close_request = dwell_window_close_request;

  /* This is not a key of the application, since those come before the keys of entries, which use it
   * to undo typing. */
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK, "tab.undo", NULL);
  gtk_widget_class_install_action (widget_class, "win.open", NULL, open_action);
  gtk_widget_class_install_action (widget_class, "win.open-with-options", NULL, open_action);
  gtk_widget_class_install_action (widget_class, "win.open-apart", NULL, open_apart_action);
  gtk_widget_class_install_action (widget_class, "win.export", NULL, export_action);
  gtk_widget_class_install_action (widget_class, "win.compare", NULL, compare_action);
  gtk_widget_class_install_action (widget_class, "win.requirements", NULL, requirements_action);
  gtk_widget_class_install_action (widget_class, "win.close", NULL, close_action);
  gtk_widget_class_install_action (widget_class, "win.menu", NULL, menu_action);
  gtk_widget_class_install_action (widget_class, "win.help", NULL, help_action);
  gtk_widget_class_install_action (widget_class, "win.palette", NULL, palette_action);
  gtk_widget_class_install_action (widget_class, "win.show-help-overlay", NULL, shortcuts_action);
  gtk_widget_class_install_property_action (widget_class, "win.fullscreen", "fullscreened");

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-window.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellWindow, title);
  gtk_widget_class_bind_template_child (widget_class, DwellWindow, menu_button);
  gtk_widget_class_bind_template_child (widget_class, DwellWindow, find_button);
  gtk_widget_class_bind_template_child (widget_class, DwellWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, DwellWindow, tabs);
  gtk_widget_class_bind_template_child (widget_class, DwellWindow, recent_menu);
  gtk_widget_class_bind_template_child (widget_class, DwellWindow, drop_area);
  gtk_widget_class_bind_template_callback (widget_class, dwell_closing_close_tab);
  gtk_widget_class_bind_template_callback (widget_class, on_create_window);
  gtk_widget_class_bind_template_callback (widget_class, on_file_compared);
  gtk_widget_class_bind_template_callback (widget_class, on_files_dropped);
  gtk_widget_class_bind_template_callback (widget_class, on_selected_page);
}

static void
dwell_window_init (DwellWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  dwell_names_share (GTK_WIDGET (self));

  self->page_bindings = g_binding_group_new ();
  g_binding_group_bind (self->page_bindings, "find-shown", self->find_button, "active",
                        G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  self->session_signals = g_signal_group_new (DWELL_TYPE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "notify::state",
                                  G_CALLBACK (update_actions), self);
  g_signal_group_connect_swapped (self->session_signals, "trace-changed",
                                  G_CALLBACK (update_actions), self);
  self->session_bindings = g_binding_group_new ();
  g_binding_group_bind (self->session_bindings, "title", self->title, "title",
                        G_BINDING_SYNC_CREATE);
  g_binding_group_bind (self->session_bindings, "subtitle", self->title, "subtitle",
                        G_BINDING_SYNC_CREATE);
  g_binding_group_bind (self->session_bindings, "title", self, "title", G_BINDING_SYNC_CREATE);

  g_signal_connect_object (gtk_recent_manager_get_default (), "changed", G_CALLBACK (fill_recent),
                           self, G_CONNECT_SWAPPED);
  fill_recent (self);
  on_selected_page (self);
}

/**
 * dwell_window_new:
 * @application: the application
 *
 * Returns: (transfer none): a window that shows the welcome page; @application owns it
 */
DwellWindow *
dwell_window_new (DwellApplication *application)
{
  return g_object_new (DWELL_TYPE_WINDOW, "application", application, NULL);
}

/* Returns: (transfer none): the tab of @origin, which comes to the front */
static DwellSessionPage *
open_one (DwellWindow       *self,
          const DwellOrigin *origin)
{
  DwellSessionPage *page = raise_tab (self, origin);

  if (page == NULL)
    return add_tab (self, origin, TRUE);

  dwell_sessions_read_as (dwell_session_page_get_session (page), origin);
  return page;
}

/**
 * dwell_window_open:
 * @self: a window
 * @files: (array length=n_files): the files to open
 * @n_files: the number of files
 * @is_joined: whether to open them as one session rather than in a tab each
 *
 * Opens files. If one is open already, in any window, its tab is brought to the front instead.
 */
void
dwell_window_open (DwellWindow  *self,
                   GFile       **files,
                   guint         n_files,
                   gboolean      is_joined)
{
  dwell_window_open_with_options (self, files, n_files, is_joined, NULL, NULL);
}

/**
 * dwell_window_open_with_options:
 * @self: a window
 * @files: (array length=n_files): the files to open
 * @n_files: the number of files
 * @is_joined: whether to open them as one session rather than in a tab each
 * @format_id: (nullable): the ID of their format; %NULL to recognise it
 * @key_values: (nullable) (array zero-terminated=1): import options, as "KEY=VALUE"
 *
 * Opens files with import options. If one is open already, it is read again with them.
 */
void
dwell_window_open_with_options (DwellWindow         *self,
                                GFile              **files,
                                guint                n_files,
                                gboolean             is_joined,
                                const char          *format_id,
                                const char * const  *key_values)
{
  guint n_at_a_time = is_joined ? n_files : 1;

  g_return_if_fail (DWELL_IS_WINDOW (self));

  for (guint i = 0; i < n_files; i += n_at_a_time)
    {
      g_autoptr(DwellOrigin) origin = dwell_origin_new (files + i, n_at_a_time, format_id,
                                                        key_values);

      open_one (self, origin);
    }
}

/* Opens both, @new in front, and compares it with @base. Returns: (transfer none): the tab of
 * @new */
static DwellSessionPage *
compare (DwellWindow       *self,
         const DwellOrigin *base,
         const DwellOrigin *new)
{
  g_autoptr(DwellSession) session = dwell_window_ref_session (self, base, TRUE);
  DwellSessionPage *page = open_one (self, new);

  if (session != dwell_session_page_get_session (page))
    dwell_view_set_base (dwell_session_page_get_view (page), session, FALSE);
  return page;
}

/**
 * dwell_window_compare:
 * @self: a window
 * @base: a file
 * @new: another file
 *
 * Opens both, @new in front, and compares it with @base.
 *
 * Returns: (transfer none): the tab of @new
 */
DwellSessionPage *
dwell_window_compare (DwellWindow *self,
                      GFile       *base,
                      GFile       *new)
{
  g_autoptr(DwellOrigin) of_base = dwell_origin_new_for_file (base);
  g_autoptr(DwellOrigin) of_new = dwell_origin_new_for_file (new);

  g_return_val_if_fail (DWELL_IS_WINDOW (self), NULL);

  return compare (self, of_base, of_new);
}

/**
 * dwell_window_open_series:
 * @self: a window
 * @files: (array length=n_files): recordings, one after another
 * @n_files: how many: two or more
 *
 * Opens the first, and compares all.
 */
void
dwell_window_open_series (DwellWindow  *self,
                          GFile       **files,
                          guint         n_files)
{
  g_autoptr(DwellOrigin) first = dwell_origin_new_for_file (files[0]);

  g_return_if_fail (DWELL_IS_WINDOW (self));
  g_return_if_fail (n_files > 1);

  dwell_session_page_show_series (open_one (self, first), files + 1, n_files - 1);
}

/**
 * dwell_window_list_sessions:
 * @self: a window
 *
 * Returns: (transfer full) (element-type DwellSession): the sessions of all tabs of all windows
 */
GPtrArray *
dwell_window_list_sessions (DwellWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  GPtrArray *sessions = g_ptr_array_new_with_free_func (g_object_unref);

  for (GList *l = gtk_application_get_windows (application); l != NULL; l = l->next)
    for (int i = 0; i < adw_tab_view_get_n_pages (DWELL_WINDOW (l->data)->tabs); i++)
      {
        AdwTabPage *tab = adw_tab_view_get_nth_page (DWELL_WINDOW (l->data)->tabs, i);
        DwellSessionPage *page = DWELL_SESSION_PAGE (adw_tab_page_get_child (tab));

        if (!dwell_closing_has_tab (page))
          g_ptr_array_add (sessions, g_object_ref (dwell_session_page_get_session (page)));
      }

  return sessions;
}

/**
 * dwell_window_ref_session:
 * @self: a window
 * @origin: what to read, and how
 * @adds_tab: whether a new session gets a tab, after the one in front
 *
 * Returns: (transfer full): the session of @origin, in whichever window it is; else a new one
 */
DwellSession *
dwell_window_ref_session (DwellWindow       *self,
                          const DwellOrigin *origin,
                          gboolean           adds_tab)
{
  DwellWindow *window;
  AdwTabPage *tab = find_tab (self, origin, &window);
  DwellSession *session;

  if (tab == NULL && !adds_tab)
    return dwell_sessions_ref (origin);
  if (tab == NULL)
    return g_object_ref (dwell_session_page_get_session (add_tab (self, origin, FALSE)));

  session = dwell_session_page_get_session (DWELL_SESSION_PAGE (adw_tab_page_get_child (tab)));
  dwell_sessions_read_as (session, origin);
  return g_object_ref (session);
}

/**
 * dwell_window_get_current:
 * @self: a window
 *
 * Returns: (transfer none) (nullable): the tab in front; %NULL if there is none
 */
DwellSessionPage *
dwell_window_get_current (DwellWindow *self)
{
  g_return_val_if_fail (DWELL_IS_WINDOW (self), NULL);

  return self->current;
}
