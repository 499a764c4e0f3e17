/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window where the schema of its settings is not installed: everything works, begins as it does
 * for new users, and nothing is remembered from one window to the next. */
#include "config.h"

#include "ui/timeline/dwell-timeline.h"
#include "window-fixture.h"

#define FILE_NAME "ooo/clean_4711.log"

static void
open_file (Fixture *fixture)
{
  open_data (fixture, FILE_NAME);
  wait_for_session (fixture);
}

static gboolean
shows_details (Fixture *fixture)
{
  DwellSessionPage *page = dwell_window_get_current (fixture->window);

  return gtk_widget_get_visible (find_id (page, "details"));
}

/* The style is that of the system, and can be another until the program ends. */
static void
test_style (Fixture       *fixture,
            gconstpointer  user_data)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  GActionGroup *actions = G_ACTION_GROUP (fixture->application);

  g_assert_cmpint (adw_style_manager_get_color_scheme (style), ==, ADW_COLOR_SCHEME_DEFAULT);
  g_action_group_change_action_state (actions, "style", g_variant_new_string ("dark"));
  g_assert_cmpint (adw_style_manager_get_color_scheme (style), ==, ADW_COLOR_SCHEME_FORCE_DARK);
  g_action_group_change_action_state (actions, "style", g_variant_new_string ("system"));
  g_assert_cmpint (adw_style_manager_get_color_scheme (style), ==, ADW_COLOR_SCHEME_DEFAULT);
}

/* Hidden details are hidden in that tab alone. */
static void
test_details (Fixture       *fixture,
              gconstpointer  user_data)
{
  open_file (fixture);
  dwell_view_focus_span (get_view (fixture), 0);
  WAIT_UNTIL (shows_details (fixture));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.details", NULL);
  WAIT_UNTIL (!shows_details (fixture));

  open_data (fixture, "lms/runtime_nested.csv");
  wait_for_session (fixture);
  dwell_view_focus_span (get_view (fixture), 0);
  WAIT_UNTIL (shows_details (fixture));
}

/* The dividers stay where the user puts them. */
static void
test_dividers (Fixture       *fixture,
               gconstpointer  user_data)
{
  DwellSessionPage *page;
  GtkPaned *halves, *sides;
  DwellTimeline *timeline;
  int position;

  open_file (fixture);
  page = dwell_window_get_current (fixture->window);
  halves = find_id (page, "halves");
  sides = find_id (page, "sides");
  timeline = find_id (page, "timeline");
  WAIT_UNTIL (gtk_widget_get_height (find_id (page, "main")) ==
              dwell_timeline_get_wanted_height (timeline));
  position = dwell_timeline_get_wanted_height (timeline) + 40;
  gtk_paned_set_position (halves, position);
  dwell_view_fold_all (get_view (fixture), TRUE);
  drain ();
  g_assert_cmpint (gtk_paned_get_position (halves), ==, position);

  dwell_view_focus_span (get_view (fixture), 0);
  WAIT_UNTIL (gtk_widget_get_mapped (find_id (page, "details")));
  position = gtk_widget_get_width (GTK_WIDGET (sides)) / 2;
  gtk_paned_set_position (sides, position);
  drain ();
  g_assert_cmpint (gtk_paned_get_position (sides), ==, position);
}

/* A window that is closed leaves no size for the next. */
static void
test_size (Fixture       *fixture,
           gconstpointer  user_data)
{
  GtkWindow *window = GTK_WINDOW (dwell_window_new (fixture->application));
  int width, height, other_width, other_height;

  gtk_window_get_default_size (window, &width, &height);
  gtk_window_present (window);
  WAIT_UNTIL (gtk_widget_get_mapped (GTK_WIDGET (window)));
  gtk_window_set_default_size (window, width + 50, height + 50);
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  gtk_window_close (window);
  WAIT_UNTIL (window == NULL);

  window = GTK_WINDOW (dwell_window_new (fixture->application));
  gtk_window_get_default_size (window, &other_width, &other_height);
  g_assert_cmpint (other_width, ==, width);
  g_assert_cmpint (other_height, ==, height);
  gtk_window_destroy (window);
}

/* What could not be remembered cannot be chosen. */
static void
test_preferences (Fixture       *fixture,
                  gconstpointer  user_data)
{
  GtkWindow *window = open_other_window (fixture, "app.preferences");

  g_assert_false (gtk_widget_get_sensitive (find_id (window, "time_unit")));
  g_assert_false (gtk_widget_get_sensitive (find_id (window, "names")));
  gtk_window_destroy (window);
}

int
main (int   argc,
      char *argv[])
{
  static const struct { const char *path; void (*test) (Fixture *, gconstpointer); } tests[] = {
    { "/no-settings/style", test_style },
    { "/no-settings/details", test_details },
    { "/no-settings/dividers", test_dividers },
    { "/no-settings/size", test_size },
    { "/no-settings/preferences", test_preferences },
  };

  g_unsetenv ("GSETTINGS_SCHEMA_DIR");
  if (!window_fixture_init (&argc, &argv))
    return 0;

  get_application ();
  if (dwell_settings_get () != NULL)
    {
      g_print ("1..0 # SKIP the schema is installed\n");
      return 0;
    }

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);

  return g_test_run ();
}
