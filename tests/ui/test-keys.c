/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys: the shortcuts window has every key of the tables and no other, and each key that belongs to
 * the window does there what the table says. */
#include "config.h"

#include "ui/commands/dwell-actions.h"
#include "ui/commands/dwell-key-list.h"
#include "ui/commands/dwell-pages.h"
#include "ui/commands/dwell-shortcuts.h"
#include "ui/shell/dwell-find-bar.h"
#include "ui/timeline/dwell-marker-entry.h"
#include "window-fixture.h"

/* --- The shortcuts window --- */

/* Takes over @accels, parted by blanks. */
static void
add_shortcut (GHashTable *shortcuts,
              const char *title,
              char       *accels)
{
  g_hash_table_add (shortcuts, g_strdup_printf ("%s: %s", title, accels));
  g_free (accels);
}

static void
append_accels (GtkWidget *widget,
               GString   *accels)
{
  if (GTK_IS_SHORTCUT_LABEL (widget))
    g_string_append_printf (accels, "%s%s", accels->len > 0 ? " " : "",
                            gtk_shortcut_label_get_accelerator (GTK_SHORTCUT_LABEL (widget)));

  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    append_accels (child, accels);
}

static void
collect_shown (GtkWidget  *widget,
               GHashTable *shown)
{
  if (GTK_IS_LIST_BOX_ROW (widget))
    {
      GtkWidget *label = dwell_key_list_get_label (GTK_LIST_BOX_ROW (widget));
      GString *accels = g_string_new (NULL);

      append_accels (widget, accels);
      add_shortcut (shown, gtk_label_get_text (GTK_LABEL (label)), g_string_free (accels, FALSE));
      return;
    }

  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect_shown (child, shown);
}

static void
test_shortcuts (Fixture       *fixture,
                gconstpointer  user_data)
{
  GtkWindow *window = dwell_shortcuts_present (GTK_WINDOW (fixture->window));
  g_autoptr(GHashTable) shown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GHashTable) wanted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer shortcut;
  guint n_actions;
  const DwellActionInfo *actions = dwell_actions_get_all (&n_actions);

  WAIT_UNTIL (gtk_widget_get_mapped (GTK_WIDGET (window)));
  collect_shown (GTK_WIDGET (window), shown);
  gtk_window_destroy (window);

  for (guint i = 0; i < n_actions; i++)
    if (actions[i].accels[0] != NULL)
      add_shortcut (wanted, actions[i].title, g_strjoinv (" ", (char **) actions[i].accels));

  g_hash_table_iter_init (&iter, wanted);
  while (g_hash_table_iter_next (&iter, &shortcut, NULL))
    {
      g_test_message ("%s", (char *) shortcut);
      g_assert_true (g_hash_table_contains (shown, shortcut));
    }
  g_assert_cmpuint (g_hash_table_size (shown), ==, g_hash_table_size (wanted));
}

/* No key of a page, a chart or the timeline is one of the window's, which would be done instead. */
static void
test_no_key_is_hidden (void)
{
  g_autoptr(GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n_actions;
  const DwellActionInfo *actions = dwell_actions_get_all (&n_actions);

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < n_actions; i++)
      for (guint j = 0; actions[i].accels[j] != NULL; j++)
        {
          gboolean is_global = actions[i].action != NULL &&
                               !g_str_has_prefix (actions[i].action, "page.") &&
                               !g_str_has_prefix (actions[i].action, "timeline.");
          g_autofree char *accel = NULL;
          GdkModifierType modifiers;
          guint key;

          g_assert_true (gtk_accelerator_parse (actions[i].accels[j], &key, &modifiers));
          accel = gtk_accelerator_name (key, modifiers);
          g_test_message ("%s: %s", actions[i].title, accel);
          if (pass == 0 && is_global)
            g_assert_true (g_hash_table_add (taken, g_steal_pointer (&accel)));
          else if (pass == 1 && !is_global)
            g_assert_false (g_hash_table_contains (taken, accel));
        }
}

/* --- The effects of the window's keys --- */

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
get_tab (Fixture *fixture)
{
  return dwell_window_get_current (fixture->window);
}

static gboolean
has_dialog (Fixture *fixture)
{
  return find_other_window (fixture) != NULL;
}

static gboolean
has_menu (Fixture *fixture)
{
  GtkMenuButton *button = find_id (fixture->window, "menu_button");

  return gtk_widget_get_mapped (GTK_WIDGET (gtk_menu_button_get_popover (button)));
}

static gboolean
is_on (Fixture    *fixture,
       const char *action)
{
  g_autoptr(GVariant) state =
    g_action_group_get_action_state (dwell_session_page_get_actions (get_tab (fixture)), action);

  return g_variant_get_boolean (state);
}

static gboolean
has_timeline_alone (Fixture *fixture)
{
  return is_on (fixture, "maximise-timeline");
}

static gboolean
has_page_alone (Fixture *fixture)
{
  return is_on (fixture, "maximise-pages");
}

static gboolean
has_details (Fixture *fixture)
{
  return is_on (fixture, "details");
}

static gboolean
shows_find_bar (Fixture *fixture)
{
  return dwell_find_bar_get_shown (find_id (get_tab (fixture), "find_bar"));
}

static gboolean
is_in_filter (Fixture *fixture)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (fixture->window));

  return focus != NULL && gtk_widget_get_ancestor (focus, GTK_TYPE_SEARCH_ENTRY) != NULL &&
         gtk_widget_is_ancestor (focus, dwell_session_page_get_shown (get_tab (fixture)));
}

static gboolean
is_in_page (Fixture *fixture)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (fixture->window));

  return focus != NULL &&
         gtk_widget_is_ancestor (focus, dwell_session_page_get_shown (get_tab (fixture)));
}

static gboolean
is_back (Fixture *fixture)
{
  DwellTrace *trace = dwell_view_get_trace (get_view (fixture));
  gint64 begin, end;

  dwell_view_get_range (get_view (fixture), &begin, &end);
  return end - begin > (trace->end - trace->begin) / 2;
}

static gboolean
is_forward (Fixture *fixture)
{
  return !is_back (fixture);
}

static gboolean
shows_visible_events (Fixture *fixture)
{
  return g_str_equal (dwell_session_page_get_shown_id (get_tab (fixture)), "events") &&
         dwell_view_get_scope (get_view (fixture)) == DWELL_SCOPE_VISIBLE;
}

static gboolean
asks_for_marker (Fixture *fixture)
{
  return gtk_widget_get_mapped (fixture_find (GTK_WIDGET (get_tab (fixture)),
                                              DWELL_TYPE_MARKER_ENTRY));
}

static gboolean
is_reading (Fixture *fixture)
{
  return dwell_session_get_state (get_session (fixture)) != DWELL_SESSION_READY ||
         dwell_session_get_busy (get_session (fixture));
}

static gboolean
has_two_windows (Fixture *fixture)
{
  GList *windows = gtk_application_get_windows (GTK_APPLICATION (fixture->application));

  return windows != NULL && windows->next != NULL;
}

static gboolean
has_no_tab (Fixture *fixture)
{
  return get_tab (fixture) == NULL;
}

static void
go_to_a_part (Fixture *fixture)
{
  DwellTrace *trace = dwell_view_get_trace (get_view (fixture));

  dwell_view_go_to_range (get_view (fixture), trace->begin,
                          trace->begin + (trace->end - trace->begin) / 4);
}

static void
go_back (Fixture *fixture)
{
  go_to_a_part (fixture);
  dwell_view_go_back (get_view (fixture));
}

static void
put_cursor (Fixture *fixture)
{
  dwell_view_set_cursor (get_view (fixture), dwell_view_get_trace (get_view (fixture))->begin);
}

static void
find_foo (Fixture *fixture)
{
  dwell_view_focus_span (get_view (fixture), DWELL_NONE);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.find", NULL);
  set_search (find_id (get_tab (fixture), "find_bar"), "entry", "foo");
  WAIT_UNTIL (dwell_view_get_find (get_view (fixture)) != NULL &&
              !dwell_view_is_finding (get_view (fixture)));
}

static gboolean
is_at_hit (Fixture *fixture)
{
  guint32 span = dwell_view_get_focus_span (get_view (fixture));

  return span != DWELL_NONE && dwell_find_has_span (dwell_view_get_find (get_view (fixture)), span);
}

/* The keys of the table: for each a property that must not hold before it is pressed, and must hold
 * afterwards. */
static const struct {
  const char *action;
  void      (*prepare) (Fixture *fixture); /* or NULL */
  gboolean  (*is_done) (Fixture *fixture); /* NULL: not tried, see test_window_keys() */
} effects[] = {
  { "win.open" },
  { "win.open-with-options" },
  { "tab.reload", NULL, is_reading },
  { "tab.import-options", NULL, has_dialog },
  { "win.export", NULL, has_dialog },
  { "win.compare", NULL, has_dialog },
  { "tab.print" },
  { "win.close", NULL, has_no_tab },
  { "app.new-window", NULL, has_two_windows },
  { "win.palette", NULL, has_dialog },
  { "app.preferences", NULL, has_dialog },
  { "win.menu", NULL, has_menu },
  { "win.help", NULL, has_dialog },
  { "win.show-help-overlay", NULL, has_dialog },
  { "app.quit" },
  { "tab.maximise-timeline", NULL, has_timeline_alone },
  { "tab.maximise-pages", NULL, has_page_alone },
  { "tab.other-half", NULL, is_in_page },
  { "tab.details", NULL, has_details },
  { "win.fullscreen" },
  { "tab.find", NULL, shows_find_bar },
  { "tab.find-next", find_foo, is_at_hit },
  { "tab.find-previous", find_foo, is_at_hit },
  { "tab.filter", NULL, is_in_filter },
  { "tab.back", go_to_a_part, is_back },
  { "tab.forward", go_back, is_forward },
  { "tab.visible-table", NULL, shows_visible_events },
  { "tab.marker-set", put_cursor, asks_for_marker },
};

static void
close_others (Fixture *fixture)
{
  GtkWindow *other;

  while ((other = find_other_window (fixture)) != NULL)
    {
      gtk_window_close (other);
      WAIT_UNTIL (find_other_window (fixture) != other);
    }
}

/* Every key of the table that belongs to the window. Without a window manager none is full;
 * printing asks for printers, GTK's file dialog cannot be closed while it looks for files, and
 * quitting would end the test: these keys are only there. */
static void
test_window_keys (Fixture       *fixture,
                  gconstpointer  user_data)
{
  guint n_actions;
  guint n_tried = 0;
  const DwellActionInfo *actions = dwell_actions_get_all (&n_actions);

  g_application_set_default (G_APPLICATION (fixture->application));

  for (guint i = 0; i < n_actions; i++)
    for (guint j = 0; actions[i].accels[j] != NULL; j++)
      {
        guint effect = 0;

        if (actions[i].action == NULL || g_str_has_prefix (actions[i].action, "page.") ||
            g_str_has_prefix (actions[i].action, "timeline."))
          break;

        g_test_message ("%s: %s", actions[i].title, actions[i].accels[j]);
        while (effect < G_N_ELEMENTS (effects) &&
               !g_str_equal (effects[effect].action, actions[i].action))
          effect++;
        g_assert_cmpuint (effect, <, G_N_ELEMENTS (effects));
        n_tried++;
        if (effects[effect].is_done == NULL)
          continue;

        open_data (fixture, "text1/preempt.txt");
        wait_for_session (fixture);
        drain ();
        if (effects[effect].prepare != NULL)
          effects[effect].prepare (fixture);
        g_assert_false (effects[effect].is_done (fixture));
        g_assert_true (press (fixture, actions[i].accels[j]));
        WAIT_UNTIL (effects[effect].is_done (fixture));

        close_others (fixture);
        if (get_tab (fixture) != NULL)
          gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.close", NULL);
        WAIT_UNTIL (get_tab (fixture) == NULL);
        forget_views ();
      }

  g_assert_cmpuint (n_tried, >=, G_N_ELEMENTS (effects));
}

/* The keys of pages go by the places of the tabs that are there. */
static void
test_page_keys (Fixture       *fixture,
                gconstpointer  user_data)
{
  static const char * const files[] = { "text1/preempt.txt", "ooo/doc_example.log" };
  guint n_pages;
  const DwellPageInfo *pages = dwell_pages_get_all (&n_pages);

  for (guint file = 0; file < G_N_ELEMENTS (files); file++)
    {
      guint place = 0;

      open_data (fixture, files[file]);
      wait_for_session (fixture);
      g_assert_true (press (fixture, "<Primary>9"));
      for (guint i = 0; i < n_pages; i++)
        {
          g_autofree char *accel = dwell_actions_get_page_accel (place);

          if (accel == NULL || !dwell_session_page_has_page (get_tab (fixture), pages[i].id))
            continue;

          g_test_message ("%s: %s", pages[i].id, accel);
          g_assert_true (press (fixture, accel));
          g_assert_cmpstr (dwell_session_page_get_shown_id (get_tab (fixture)), ==, pages[i].id);
          place++;
        }
      g_assert_cmpuint (place, >, 5);
    }
}

int
main (int    argc,
      char **argv)
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  g_test_add ("/keys/shortcuts", Fixture, NULL, set_up, test_shortcuts, tear_down);
  g_test_add_func ("/keys/none-is-hidden", test_no_key_is_hidden);
  g_test_add ("/keys/window", Fixture, NULL, set_up, test_window_keys, tear_down);
  g_test_add ("/keys/pages", Fixture, NULL, set_up, test_page_keys, tear_down);

  return g_test_run ();
}
