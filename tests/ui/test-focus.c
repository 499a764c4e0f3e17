/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keyboard focus: whatever opens and closes, a visible widget has the focus, the window's keys
 * reach it, and it is the one that had the focus before. */
#include "config.h"

#include "ui/commands/dwell-pages.h"
#include "ui/shell/dwell-find-bar.h"
#include "ui/timeline/dwell-marker-entry.h"
#include "ui/timeline/dwell-timeline.h"
#include "window-fixture.h"

static GtkWidget *
get_focus (Fixture *fixture)
{
  return gtk_root_get_focus (GTK_ROOT (fixture->window));
}

/* No key of the window is heard in a popover. */
static GtkWidget *
check_focus (Fixture *fixture)
{
  GtkWidget *focus = get_focus (fixture);

  g_assert_nonnull (focus);
  g_assert_true (gtk_widget_get_mapped (focus));
  g_assert_true (gtk_widget_is_sensitive (focus));
  g_assert_true (gtk_widget_get_native (focus) == GTK_NATIVE (fixture->window));
  return focus;
}

static gboolean
press (Fixture    *fixture,
       const char *accel)
{
  GdkModifierType modifiers;
  guint key;

  g_assert_true (gtk_accelerator_parse (accel, &key, &modifiers));
  return fixture_key (GTK_WIDGET (fixture->window), key, modifiers);
}

static DwellSessionPage *
open_tab (Fixture    *fixture,
          const char *file)
{
  open_data (fixture, file);
  wait_for_session (fixture);
  wait_for_layout (fixture->window);
  return dwell_window_get_current (fixture->window);
}

static void
show_page (Fixture    *fixture,
           const char *id)
{
  gtk_stack_set_visible_child_name (find_id (dwell_window_get_current (fixture->window), "pages"),
                                    id);
  wait_for_session (fixture);
  wait_for_layout (fixture->window);
}

static gboolean
is_in (GtkWidget *widget,
       GtkWidget *ancestor)
{
  return widget == ancestor || gtk_widget_is_ancestor (widget, ancestor);
}

/* --- Popovers --- */

/* Collects the popovers whose button or parent is visible. */
static void
collect_popovers (GtkWidget *widget,
                  GPtrArray *popovers)
{
  if (GTK_IS_POPOVER (widget))
    g_ptr_array_add (popovers, g_object_ref (widget));

  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL && gtk_widget_get_mapped (widget);
       child = gtk_widget_get_next_sibling (child))
    collect_popovers (child, popovers);
}

/* Opens as a key does, which leaves the focus where it is. */
static void
open_and_close (Fixture    *fixture,
                GtkPopover *popover)
{
  GtkWidget *before = check_focus (fixture);
  GtkWidget *focus;

  gtk_popover_popup (popover);
  wait_for_layout (fixture->window);
  WAIT_UNTIL (gtk_widget_get_mapped (GTK_WIDGET (popover)));
  if (!is_in (get_focus (fixture), GTK_WIDGET (popover)))
    gtk_widget_child_focus (GTK_WIDGET (popover), GTK_DIR_TAB_FORWARD);
  focus = get_focus (fixture);
  g_test_message ("  %s in %s: %s", G_OBJECT_TYPE_NAME (popover),
                  G_OBJECT_TYPE_NAME (gtk_widget_get_parent (GTK_WIDGET (popover))),
                  G_OBJECT_TYPE_NAME (focus));
  g_assert_true (is_in (focus, GTK_WIDGET (popover)));

  gtk_popover_popdown (popover);
  wait_for_layout (fixture->window);
  g_assert_true (check_focus (fixture) == before);
}

static void
test_popovers (Fixture       *fixture,
               gconstpointer  file)
{
  guint n_pages;
  guint n_popovers = 0;
  const DwellPageInfo *pages = dwell_pages_get_all (&n_pages);
  DwellSessionPage *tab = open_tab (fixture, file);

  for (guint i = 0; i < n_pages; i++)
    {
      g_autoptr(GPtrArray) popovers = g_ptr_array_new_with_free_func (g_object_unref);

      if (!dwell_session_page_has_page (tab, pages[i].id))
        continue;

      g_test_message ("%s", pages[i].id);
      show_page (fixture, pages[i].id);
      collect_popovers (n_popovers == 0 ? GTK_WIDGET (fixture->window)
                                        : dwell_session_page_get_shown (tab), popovers);
      n_popovers += popovers->len;
      for (guint j = 0; j < popovers->len; j++)
        {
          /* From the timeline, if there is one, and from the page. */
          open_and_close (fixture, popovers->pdata[j]);
          g_assert_true (press (fixture, "F6"));
          open_and_close (fixture, popovers->pdata[j]);
          g_assert_true (press (fixture, "F6"));
        }
    }

  g_assert_cmpuint (n_popovers, >, 5);
}

/* --- Dialogs and bars --- */

static void
test_dialogs (Fixture       *fixture,
              gconstpointer  user_data)
{
  static const char * const actions[] = {
    "app.about", "app.preferences", "tab.import-options", "win.export", "win.help", "win.palette",
    "win.show-help-overlay",
  };

  g_application_set_default (G_APPLICATION (fixture->application));
  open_tab (fixture, "text1/preempt.txt");

  for (guint i = 0; i < 2 * G_N_ELEMENTS (actions); i++)
    {
      GtkWidget *before = check_focus (fixture);
      GtkWindow *dialog = open_other_window (fixture, actions[i / 2]);
      GtkWidget *focus;

      g_test_message ("%s", actions[i / 2]);
      wait_for_layout (fixture->window);
      focus = gtk_window_get_focus (dialog);
      g_assert_nonnull (focus);
      g_assert_true (gtk_widget_get_mapped (focus));
      gtk_window_close (dialog);
      WAIT_UNTIL (find_other_window (fixture) == NULL);
      wait_for_layout (fixture->window);
      g_assert_true (check_focus (fixture) == before);
      g_assert_true (press (fixture, "F6"));
    }
}

static void
test_find_bar (Fixture       *fixture,
               gconstpointer  user_data)
{
  DwellSessionPage *tab = open_tab (fixture, "text1/preempt.txt");
  DwellFindBar *bar = find_id (tab, "find_bar");

  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *before = check_focus (fixture);

      g_assert_true (press (fixture, "<Primary>f"));
      g_assert_true (is_in (check_focus (fixture), GTK_WIDGET (bar)));
      dwell_find_bar_set_shown (bar, FALSE);
      g_assert_true (check_focus (fixture) == before);
      wait_for_layout (fixture->window);
      g_assert_true (check_focus (fixture) == before);
      g_assert_true (press (fixture, "F6"));
    }
}

/* --- Widgets that are hidden, insensitive or removed --- */

static void
test_hidden (Fixture       *fixture,
             gconstpointer  user_data)
{
  GtkWidget *tab = GTK_WIDGET (open_tab (fixture, "text1/preempt.txt"));
  GtkWidget *timeline = fixture_find (tab, DWELL_TYPE_TIMELINE);
  GtkWidget *details = find_id (tab, "details");
  GtkWidget *shown = dwell_session_page_get_shown (DWELL_SESSION_PAGE (tab));
  GtkWidget *filter = find_id (shown, "filter");

  g_assert_true (is_in (check_focus (fixture), timeline));
  g_assert_true (press (fixture, "<Primary>Down"));
  wait_for_layout (fixture->window);
  g_assert_false (is_in (check_focus (fixture), timeline));
  g_assert_true (press (fixture, "<Primary>Down"));

  /* A page, from which another is shown. */
  gtk_widget_grab_focus (filter);
  show_page (fixture, "events");
  g_assert_false (is_in (check_focus (fixture), shown));
  show_page (fixture, "statistics");

  /* A focused widget that becomes insensitive. */
  gtk_widget_grab_focus (timeline);
  gtk_widget_grab_focus (filter);
  gtk_widget_set_sensitive (filter, FALSE);
  wait_for_layout (fixture->window);
  g_assert_true (is_in (check_focus (fixture), timeline));
  gtk_widget_set_sensitive (filter, TRUE);

  dwell_view_focus_span (get_view (fixture), 0);
  wait_for_layout (fixture->window);
  if (gtk_widget_child_focus (details, GTK_DIR_TAB_FORWARD))
    {
      g_assert_true (press (fixture, "F9"));
      wait_for_layout (fixture->window);
      g_assert_true (is_in (check_focus (fixture), timeline));
    }

  /* A widget in a closed popover, which GTK's divider can focus. */
  gtk_widget_child_focus (fixture_find (timeline, DWELL_TYPE_MARKER_ENTRY), GTK_DIR_TAB_FORWARD);
  wait_for_layout (fixture->window);
  g_assert_true (is_in (check_focus (fixture), timeline));
}

static void
test_tabs (Fixture       *fixture,
           gconstpointer  user_data)
{
  open_tab (fixture, "text1/preempt.txt");
  open_tab (fixture, "lms/doc_example.csv");
  g_assert_true (is_in (check_focus (fixture),
                        GTK_WIDGET (dwell_window_get_current (fixture->window))));
  g_assert_true (press (fixture, "<Primary>w"));
  WAIT_UNTIL (get_n_tabs (fixture) == 1);
  wait_for_layout (fixture->window);
  g_assert_true (is_in (check_focus (fixture),
                        GTK_WIDGET (dwell_window_get_current (fixture->window))));
  g_assert_true (press (fixture, "<Primary>w"));
  WAIT_UNTIL (get_n_tabs (fixture) == 0);
  wait_for_layout (fixture->window);
  check_focus (fixture);
}

/* --- From half to half --- */

static void
test_halves (Fixture       *fixture,
             gconstpointer  user_data)
{
  DwellSessionPage *tab = open_tab (fixture, "text1/preempt.txt");
  GtkWidget *timeline = fixture_find (GTK_WIDGET (tab), DWELL_TYPE_TIMELINE);
  guint n_pages;
  const DwellPageInfo *pages = dwell_pages_get_all (&n_pages);

  for (guint i = 0; i < n_pages; i++)
    {
      GtkWidget *page;
      GtkWidget *filter;

      if (!dwell_session_page_has_page (tab, pages[i].id))
        continue;

      g_test_message ("%s", pages[i].id);
      show_page (fixture, pages[i].id);
      page = dwell_session_page_get_shown (tab);
      filter = find_id (page, "filter");
      g_assert_true (is_in (check_focus (fixture), timeline));
      g_assert_true (press (fixture, "F6"));
      g_assert_true (is_in (check_focus (fixture), page));

      /* The focus returns to the filter, if it is visible. */
      if (filter != NULL && gtk_widget_get_mapped (filter))
        {
          gtk_widget_grab_focus (filter);
          g_assert_true (press (fixture, "F6"));
          g_assert_true (is_in (check_focus (fixture), timeline));
          g_assert_true (press (fixture, "<Shift>F6"));
          g_assert_true (is_in (check_focus (fixture), filter));
        }

      g_assert_true (press (fixture, "F6"));
      g_assert_true (is_in (check_focus (fixture), timeline));
    }
}

/* A half that disappears gives the focus to the other one, and has it again when it comes back. */
static void
test_maximised (Fixture       *fixture,
                gconstpointer  user_data)
{
  static const char * const pages[] = { "statistics", "events", "info" };
  DwellSessionPage *tab = open_tab (fixture, "ooo/doc_example.log");
  GtkWidget *timeline = fixture_find (GTK_WIDGET (tab), DWELL_TYPE_TIMELINE);
  GtkWidget *button = fixture_find (GTK_WIDGET (fixture->window), GTK_TYPE_BUTTON);

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      GtkWidget *page;

      g_test_message ("%s", pages[i]);
      show_page (fixture, pages[i]);
      page = dwell_session_page_get_shown (tab);
      gtk_widget_grab_focus (timeline);
      for (guint j = 0; j < 2; j++)
        {
          GtkWidget *here = j == 0 ? timeline : page;
          GtkWidget *there = j == 0 ? page : timeline;
          const char *key = j == 0 ? "<Primary>Down" : "<Primary>Up";

          g_assert_true (is_in (check_focus (fixture), here));
          g_assert_true (press (fixture, key));
          wait_for_layout (fixture->window);
          g_assert_true (is_in (check_focus (fixture), there));
          g_assert_true (press (fixture, key));
          wait_for_layout (fixture->window);
          g_assert_true (is_in (check_focus (fixture), here));
          g_assert_true (press (fixture, "F6"));
        }
    }

  /* To the other half and back again: it is where it was. */
  {
    static const char * const keys[] = { "<Primary>Up", "<Primary>Down", "<Primary>Down" };
    GtkWidget *page = dwell_session_page_get_shown (tab);

    gtk_widget_grab_focus (timeline);
    g_assert_true (press (fixture, "F6"));
    g_assert_true (is_in (check_focus (fixture), page));
    for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
      {
        g_assert_true (press (fixture, keys[i]));
        wait_for_layout (fixture->window);
        g_assert_true (is_in (check_focus (fixture), i == 0 ? timeline : page));
      }
  }

  /* What is outside of both keeps it. */
  gtk_widget_grab_focus (button);
  g_assert_true (press (fixture, "<Primary>Down"));
  wait_for_layout (fixture->window);
  g_assert_true (check_focus (fixture) == button);
  g_assert_true (press (fixture, "<Primary>Down"));
  wait_for_layout (fixture->window);
  g_assert_true (check_focus (fixture) == button);
}

/* When the last track is hidden, what stands in its place has the focus, or something else that is
 * seen; the tracks have it again when they come back. */
static void
test_hidden_tracks (Fixture       *fixture,
                    gconstpointer  user_data)
{
  GtkWidget *timeline = dwell_session_page_get_timeline (open_tab (fixture,
                                                                   "lms/runtime_nested.csv"));
  DwellView *view = get_view (fixture);
  DwellTrace *trace = dwell_view_get_trace (view);

  gtk_widget_grab_focus (timeline);
  g_assert_true (is_in (check_focus (fixture),
                        dwell_timeline_get_canvas (DWELL_TIMELINE (timeline))));
  for (guint32 track = 0; track < trace->n_tracks; track++)
    dwell_view_set_track_state (view, track, DWELL_TRACK_HIDDEN);
  wait_for_layout (fixture->window);
  check_focus (fixture);
  gtk_widget_grab_focus (timeline);
  g_assert_true (is_in (check_focus (fixture), timeline));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (get_focus (fixture))), ==,
                   "_Show All Tracks");

  g_assert_true (gtk_widget_activate (get_focus (fixture)));
  WAIT_UNTIL (dwell_view_count_hidden (view) == 0);
  wait_for_layout (fixture->window);
  check_focus (fixture);
}

/* A widget that gives the focus to its children by turns, also where nobody can see them. */
typedef struct {
  GtkWidget  parent_instance;
  GtkWidget *children[2];
  guint      turn;
} Trap;

typedef GtkWidgetClass TrapClass;

GType trap_get_type (void);

G_DEFINE_TYPE (Trap, trap, GTK_TYPE_WIDGET)

static gboolean
trap_focus (GtkWidget        *widget,
            GtkDirectionType  direction)
{
  Trap *self = (Trap *) widget;

  gtk_root_set_focus (gtk_widget_get_root (widget), self->children[self->turn++ % 2]);
  return TRUE;
}

static void
trap_dispose (GObject *object)
{
  for (guint i = 0; i < 2; i++)
    g_clear_pointer (&((Trap *) object)->children[i], gtk_widget_unparent);

  G_OBJECT_CLASS (trap_parent_class)->dispose (object);
}

static void
trap_class_init (TrapClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = trap_dispose;
  klass->focus = trap_focus;
}

static void
trap_init (Trap *self)
{
  for (guint i = 0; i < 2; i++)
    {
      self->children[i] = gtk_button_new ();
      gtk_widget_set_parent (self->children[i], GTK_WIDGET (self));
      gtk_widget_set_child_visible (self->children[i], FALSE);
    }
}

static gboolean
note_idle (gpointer is_idle)
{
  *(gboolean *) is_idle = TRUE;
  return G_SOURCE_REMOVE;
}

/* Where nothing better takes the focus than what cannot be seen, it is not asked for again and
 * again: what comes after that has its turn. */
static void
test_nothing_better (Fixture       *fixture,
                     gconstpointer  data)
{
  GtkWidget *window = gtk_window_new ();
  Trap *trap = g_object_new (trap_get_type (), NULL);
  gboolean is_idle = FALSE;

  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (trap));
  gtk_window_present (GTK_WINDOW (window));
  WAIT_UNTIL (trap->turn > 0);
  g_assert_false (gtk_widget_get_mapped (gtk_window_get_focus (GTK_WINDOW (window))));
  g_idle_add_full (G_PRIORITY_LOW, note_idle, &is_idle, NULL);
  WAIT_UNTIL (is_idle);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int    argc,
      char **argv)
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  g_test_add ("/focus/popovers/text1", Fixture, "text1/preempt.txt", set_up, test_popovers,
              tear_down);
  g_test_add ("/focus/popovers/aprof", Fixture, "aprof/versions/sort_cct_v2.aprof", set_up,
              test_popovers, tear_down);
  g_test_add ("/focus/popovers/br", Fixture, "br/timed_backtrace.prof", set_up, test_popovers,
              tear_down);
  g_test_add ("/focus/dialogs", Fixture, NULL, set_up, test_dialogs, tear_down);
  g_test_add ("/focus/find-bar", Fixture, NULL, set_up, test_find_bar, tear_down);
  g_test_add ("/focus/hidden", Fixture, NULL, set_up, test_hidden, tear_down);
  g_test_add ("/focus/hidden-tracks", Fixture, NULL, set_up, test_hidden_tracks, tear_down);
  g_test_add ("/focus/nothing-better", Fixture, NULL, set_up, test_nothing_better, tear_down);
  g_test_add ("/focus/tabs", Fixture, NULL, set_up, test_tabs, tear_down);
  g_test_add ("/focus/halves", Fixture, NULL, set_up, test_halves, tear_down);
  g_test_add ("/focus/maximised", Fixture, NULL, set_up, test_maximised, tear_down);
  return g_test_run ();
}
