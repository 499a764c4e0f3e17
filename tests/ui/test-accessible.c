/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a screen reader finds: every control that takes the keyboard has a name, on every page of
 * every kind of trace and in the dialogs; and no control is out of the keyboard's reach. */
#include "config.h"

#include "ui/dialogs/dwell-palette.h"
#include "ui/dialogs/dwell-preferences.h"
#include "ui/help/dwell-help-window.h"
#include "ui/pages/dwell-pages.h"
#include "window-fixture.h"

static gboolean
is_told (GtkWidget *widget)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (widget);

  return gtk_test_accessible_has_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL) ||
         gtk_test_accessible_has_relation (accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

/* Whether something in @widget speaks: a label, the cells of a row. */
static gboolean
has_text (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    return *gtk_label_get_text (GTK_LABEL (widget)) != '\0';
  if (GTK_IS_INSCRIPTION (widget))
    return gtk_inscription_get_text (GTK_INSCRIPTION (widget)) != NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_get_visible (child) && (is_told (child) || has_text (child)))
      return TRUE;

  return FALSE;
}

/* A row of a table or a list, whose class GTK keeps to itself. */
static gboolean
is_row (GtkWidget *widget)
{
  return g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkListItemWidget");
}

/* Whether a screen reader has something to say of @widget. The text of an entry has the name of its
 * entry, the button of a menu button or a combo that of the whole. */
static gboolean
has_name (GtkWidget *widget)
{
  GtkWidget *parent = gtk_widget_get_parent (widget);

  if (is_told (widget))
    return TRUE;

  if (GTK_IS_BUTTON (widget) || GTK_IS_LABEL (widget) || GTK_IS_LIST_BOX_ROW (widget) ||
      GTK_IS_CHECK_BUTTON (widget) || GTK_IS_EXPANDER (widget) || GTK_IS_FLOW_BOX_CHILD (widget) ||
      is_row (widget))
    if (has_text (widget))
      return TRUE;

  /* What scrolls the rows of a table. */
  if (GTK_IS_COLUMN_VIEW (parent))
    return is_told (parent);

  if (GTK_IS_TEXT (widget) || GTK_IS_BUTTON (widget))
    for (; parent != NULL && !GTK_IS_ROOT (parent); parent = gtk_widget_get_parent (parent))
      if (GTK_IS_EDITABLE (parent) || GTK_IS_MENU_BUTTON (parent) || GTK_IS_DROP_DOWN (parent) ||
          ADW_IS_SPLIT_BUTTON (parent))
        return is_told (parent) || has_text (parent);

  return FALSE;
}

/* Those that only group others, or that GTK itself makes. */
static gboolean
is_exempt (GtkWidget *widget)
{
  return GTK_IS_SCROLLED_WINDOW (widget) || GTK_IS_VIEWPORT (widget) ||
         GTK_IS_WINDOW (widget) || GTK_IS_POPOVER (widget) ||
         gtk_widget_get_ancestor (widget, GTK_TYPE_WINDOW_CONTROLS) != NULL ||
         gtk_widget_get_ancestor (widget, ADW_TYPE_COMBO_ROW) != NULL ||
         gtk_widget_get_ancestor (widget, ADW_TYPE_TAB_BAR) != NULL;
}

static guint
count_nameless (GtkWidget  *widget,
                const char *where)
{
  guint n = 0;

  if (!gtk_widget_get_mapped (widget))
    return 0;

  if (gtk_widget_get_focusable (widget) && !is_exempt (widget) && !has_name (widget))
    {
      g_autofree char *path = gtk_widget_get_css_name (widget) != NULL
                              ? g_strdup (gtk_widget_get_css_name (widget)) : NULL;

      for (GtkWidget *parent = gtk_widget_get_parent (widget);
           parent != NULL;
           parent = gtk_widget_get_parent (parent))
        {
          g_autofree char *longer = g_strconcat (G_OBJECT_TYPE_NAME (parent), " > ", path, NULL);

          g_free (path);
          path = g_steal_pointer (&longer);
          if (GTK_IS_BUILDABLE (parent) &&
              gtk_buildable_get_buildable_id (GTK_BUILDABLE (parent)) != NULL)
            break;
        }
      g_test_message ("%s: %s “%s” in %s", where, G_OBJECT_TYPE_NAME (widget),
                      gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget)), path);
      n++;
    }

  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_nameless (child, where);

  return n;
}

static void
test_pages (Fixture       *fixture,
            gconstpointer  user_data)
{
  static const char * const names[] = {
    "text1/preempt.txt", "lms/quirks.csv", "ooo/doc_example.log", "br/timed_backtrace.prof",
    "aprof/versions/sort_cct_v2.aprof",
  };
  guint n_pages;
  guint n_nameless;
  const DwellPageInfo *pages = dwell_pages_get_all (&n_pages);

  n_nameless = count_nameless (GTK_WIDGET (fixture->window), "welcome");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      DwellSessionPage *tab;

      open_data (fixture, names[i]);
      wait_for_session (fixture);
      tab = dwell_window_get_current (fixture->window);
      if (dwell_trace_has (dwell_session_get_trace (get_session (fixture)), DWELL_TABLE_SPANS))
        dwell_view_focus_span (get_view (fixture), 0);

      for (guint page = 0; page < n_pages; page++)
        if (dwell_session_page_has_page (tab, pages[page].id))
          {
            g_autofree char *where = g_strdup_printf ("%s, %s", names[i], pages[page].id);

            gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.page", "s",
                                        pages[page].id);
            drain ();
            n_nameless += count_nameless (GTK_WIDGET (fixture->window), where);
          }
    }

  g_assert_cmpuint (n_nameless, ==, 0);
}

static void
test_dialogs (Fixture       *fixture,
              gconstpointer  user_data)
{
  GtkWindow *window = GTK_WINDOW (fixture->window);
  guint n_nameless = 0;

  open_data (fixture, "text1/preempt.txt");
  wait_for_session (fixture);
  g_application_set_default (G_APPLICATION (fixture->application));

  {
    GtkWidget *dialogs[] = {
      dwell_palette_new (window, dwell_window_get_current (fixture->window)),
      dwell_preferences_new (window),
      dwell_help_window_new (window),
    };

    dwell_help_window_show (DWELL_HELP_WINDOW (dialogs[2]), "statistics");
    for (guint i = 0; i < G_N_ELEMENTS (dialogs); i++)
      {
        gtk_window_present (GTK_WINDOW (dialogs[i]));
        WAIT_UNTIL (gtk_widget_get_mapped (dialogs[i]));
        n_nameless += count_nameless (dialogs[i], G_OBJECT_TYPE_NAME (dialogs[i]));
        gtk_window_destroy (GTK_WINDOW (dialogs[i]));
      }
  }

  g_assert_cmpuint (n_nameless, ==, 0);
}

int
main (int    argc,
      char **argv)
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  g_test_add ("/accessible/pages", Fixture, NULL, set_up, test_pages, tear_down);
  g_test_add ("/accessible/dialogs", Fixture, NULL, set_up, test_dialogs, tear_down);

  return g_test_run ();
}
