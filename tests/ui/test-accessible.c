/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accessible names: every widget that takes the keyboard has a name, on every page of every kind of
 * trace, in its menus and popovers, and in the dialogs; and no name contains the mark of a
 * mnemonic. */
#include "config.h"

#include "ui/commands/dwell-pages.h"
#include "ui/table/dwell-cell.h"
#include "window-fixture.h"

/* The number of opened popovers, which must be at least MIN_POPOVERS on all pages. */
static guint n_popovers;
#define MIN_POPOVERS 100

static gboolean
is_told (GtkWidget *widget)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (widget);

  return gtk_test_accessible_has_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL) ||
         gtk_test_accessible_has_relation (accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

/* Returns whether @widget contains text: a label, the cells of a row. */
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

/* Returns whether @widget has a name. The text of an entry has that of the entry, the button of a
 * menu button or a combo that of the whole. */
static gboolean
has_name (GtkWidget *widget)
{
  GtkWidget *parent = gtk_widget_get_parent (widget);

  if (is_told (widget))
    return TRUE;

  if (GTK_IS_BUTTON (widget) || GTK_IS_LABEL (widget) || GTK_IS_LIST_BOX_ROW (widget) ||
      GTK_IS_CHECK_BUTTON (widget) || GTK_IS_EXPANDER (widget) || GTK_IS_FLOW_BOX_CHILD (widget) ||
      GTK_IS_LIST_BOX (widget) || is_row (widget))
    if (has_text (widget))
      return TRUE;

  /* GTK's list inside a column view, which has no name of its own. */
  if (GTK_IS_COLUMN_VIEW (parent))
    return is_told (parent);

  if (GTK_IS_TEXT (widget) || GTK_IS_BUTTON (widget))
    for (; parent != NULL && !GTK_IS_ROOT (parent); parent = gtk_widget_get_parent (parent))
      if (GTK_IS_EDITABLE (parent) || GTK_IS_MENU_BUTTON (parent) || GTK_IS_DROP_DOWN (parent) ||
          ADW_IS_SPLIT_BUTTON (parent))
        return is_told (parent) || has_text (parent);

  return FALSE;
}

/* Returns whether the widget only groups others, or is one of GTK's own. */
static gboolean
is_exempt (GtkWidget *widget)
{
  return GTK_IS_SCROLLED_WINDOW (widget) || GTK_IS_VIEWPORT (widget) ||
         GTK_IS_WINDOW (widget) || GTK_IS_POPOVER (widget) ||
         gtk_widget_get_ancestor (widget, GTK_TYPE_WINDOW_CONTROLS) != NULL ||
         gtk_widget_get_ancestor (widget, ADW_TYPE_COMBO_ROW) != NULL ||
         gtk_widget_get_ancestor (widget, ADW_TYPE_TAB_BAR) != NULL;
}

/* Returns whether the name is missing, or contains the mark of a mnemonic. */
static gboolean
is_misnamed (GtkWidget *widget)
{
  g_autofree char *name = NULL;

  /* Cells without a value are empty. */
  if (!gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL) ||
      DWELL_IS_CELL (widget))
    return FALSE;

  /* The name, as it differs from nothing. */
  name = gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget),
                                             GTK_ACCESSIBLE_PROPERTY_LABEL, "");
  return name == NULL || g_regex_match_simple ("^\\W?_", name, 0, 0);
}

static guint
count_nameless (GtkWidget  *widget,
                const char *where)
{
  guint n = 0;

  if (!gtk_widget_get_mapped (widget))
    return 0;

  if ((gtk_widget_get_focusable (widget) && !is_exempt (widget) && !has_name (widget)) ||
      is_misnamed (widget))
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

/* Opens what @widget shows only when it is asked to: a menu, a list to choose from, settings. */
static GtkPopover *
open_popover (GtkWidget *widget)
{
  GtkPopover *popover = NULL;

  if (GTK_IS_MENU_BUTTON (widget))
    popover = gtk_menu_button_get_popover (GTK_MENU_BUTTON (widget));
  else if (GTK_IS_DROP_DOWN (widget))
    popover = GTK_POPOVER (gtk_widget_get_last_child (widget));
  if (popover != NULL)
    gtk_popover_popup (popover);
  return popover;
}

static guint
count_nameless_popovers (GtkWidget  *widget,
                         const char *where)
{
  GtkPopover *popover;
  guint n = 0;

  if (!gtk_widget_get_mapped (widget))
    return 0;

  popover = open_popover (widget);
  if (popover != NULL)
    {
      g_autofree char *place = g_strdup_printf ("%s, popover of %s", where,
                                                G_OBJECT_TYPE_NAME (widget));

      WAIT_UNTIL (gtk_widget_get_mapped (GTK_WIDGET (popover)));
      n += count_nameless (GTK_WIDGET (popover), place);
      n_popovers++;
      gtk_popover_popdown (popover);
      return n;
    }

  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_nameless_popovers (child, where);

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
            n_nameless += count_nameless_popovers (GTK_WIDGET (fixture->window), where);
          }
    }

  g_assert_cmpuint (n_nameless, ==, 0);
  g_assert_cmpuint (n_popovers, >=, MIN_POPOVERS);
}

/* Every form of a comparison. */
static void
test_comparison (Fixture       *fixture,
                 gconstpointer  user_data)
{
  static const char * const forms[] = {
    "as_summary", "as_table", "as_calls", "as_flame", "as_timeline", "as_charts",
  };
  g_autoptr(GFile) base = data_file ("compare/base.csv");
  g_autoptr(GFile) new = data_file ("compare/new.csv");
  GtkWidget *page;
  guint n_nameless = 0;

  dwell_window_compare (fixture->window, base, new);
  wait_for_session (fixture);
  WAIT_UNTIL (dwell_session_page_has_page (dwell_window_get_current (fixture->window),
                                           "comparison"));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.page", "s", "comparison");
  page = dwell_session_page_get_shown (dwell_window_get_current (fixture->window));
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (get_list (page))) == 3);
  gtk_widget_activate_action (page, "comparison.next-change", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      gtk_toggle_button_set_active (find_id (page, forms[i]), TRUE);
      wait_for_layout (page);
      n_nameless += count_nameless (page, forms[i]);
      n_nameless += count_nameless_popovers (page, forms[i]);
    }

  g_assert_cmpuint (n_nameless, ==, 0);
}

static void
test_dialogs (Fixture       *fixture,
              gconstpointer  user_data)
{
  static const char * const names[] = {
    "win.export", "tab.import-options", "win.palette", "win.help", "win.show-help-overlay",
    "app.preferences", "app.about",
  };
  guint n_nameless = 0;

  open_data (fixture, "text1/preempt.txt");
  wait_for_session (fixture);
  g_application_set_default (G_APPLICATION (fixture->application));

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GtkWindow *dialog = open_other_window (fixture, names[i]);

      drain ();
      n_nameless += count_nameless (GTK_WIDGET (dialog), names[i]);
      n_nameless += count_nameless_popovers (GTK_WIDGET (dialog), names[i]);
      gtk_window_destroy (dialog);
      WAIT_UNTIL (find_other_window (fixture) == NULL);
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
  g_test_add ("/accessible/comparison", Fixture, NULL, set_up, test_comparison, tear_down);
  g_test_add ("/accessible/dialogs", Fixture, NULL, set_up, test_dialogs, tear_down);

  return g_test_run ();
}
