/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Letters that go to a control with Alt: every button with a text and every item of a menu has one;
 * among those that are shown at the same time, in a window or a menu, none has two meanings. With
 * DWELL_LOCALE_DIR, in the language of the environment. */
#include "config.h"

#include <glib/gi18n.h>
#include <locale.h>

#include "ui/commands/dwell-pages.h"
#include "ui/widgets/dwell-tree-path.h"
#include "window-fixture.h"

typedef struct {
  const char *where;
  GHashTable *letters; /* keyval → what it is of */
  guint       n_complaints;
} Walk;

static void
complain (Walk       *walk,
          const char *what,
          const char *text)
{
  g_test_message ("%s: %s: “%s”", walk->where, what, text);
  walk->n_complaints++;
}

static void
take_letter (Walk       *walk,
             guint       key,
             const char *text)
{
  const char *other;

  key = gdk_keyval_to_lower (key);
  other = g_hash_table_lookup (walk->letters, GUINT_TO_POINTER (key));
  /* A row that is an entry writes its title in two places. */
  if (other != NULL && !g_str_equal (other, text))
    {
      g_autofree char *both = g_strdup_printf ("%s” and “%s", other, text);

      complain (walk, "the same letter", both);
    }
  g_hash_table_insert (walk->letters, GUINT_TO_POINTER (key), g_strdup (text));
}

/* --- Menus --- */

static void
walk_menu (Walk       *walk,
           GMenuModel *menu)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr(GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autoptr(GMenuModel) submenu = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SUBMENU);
      g_autofree char *label = NULL;
      g_autofree char *action = NULL;
      const char *letter;

      if (section != NULL)
        walk_menu (walk, section);

      if (submenu != NULL)
        {
          Walk inner = { walk->where, g_hash_table_new_full (NULL, NULL, NULL, g_free), 0 };

          walk_menu (&inner, submenu);
          walk->n_complaints += inner.n_complaints;
          g_hash_table_unref (inner.letters);
        }

      /* Names of files have none, and what only says that there are none. */
      g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &action);
      if (section != NULL ||
          (submenu == NULL && (action == NULL || g_str_equal (action, "app.open-uri"))) ||
          !g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label))
        continue;

      letter = strchr (label, '_');
      if (letter == NULL)
        complain (walk, "no letter in a menu", label);
      else
        take_letter (walk, gdk_unicode_to_keyval (g_utf8_get_char (letter + 1)), label);
    }
}

/* Collects the mnemonics of all menus in and below @widget, shown or not. */
static void
walk_menus (Walk      *walk,
            GtkWidget *widget)
{
  GParamSpec *pspec = g_object_class_find_property (G_OBJECT_GET_CLASS (widget), "menu-model");

  if (pspec != NULL && g_type_is_a (pspec->value_type, G_TYPE_MENU_MODEL) &&
      !GTK_IS_MENU_BUTTON (widget))
    {
      g_autoptr(GMenuModel) menu = NULL;

      g_object_get (widget, "menu-model", &menu, NULL);
      g_hash_table_remove_all (walk->letters);
      if (menu != NULL)
        walk_menu (walk, menu);
    }

  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    walk_menus (walk, child);
}

/* --- Windows --- */

/* Returns whether the label is data: a place in a tree, a page that has its own key, a row of a
 * list. */
static gboolean
is_exempt (GtkWidget *button)
{
  return gtk_widget_get_ancestor (button, GTK_TYPE_STACK_SWITCHER) != NULL ||
         gtk_widget_get_ancestor (button, DWELL_TYPE_TREE_PATH) != NULL ||
         gtk_widget_get_ancestor (button, GTK_TYPE_COLUMN_VIEW) != NULL ||
         gtk_widget_get_ancestor (button, ADW_TYPE_TAB_BAR) != NULL;
}

static void
walk_window (Walk      *walk,
             GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget) || GTK_IS_POPOVER (widget))
    return;

  if (GTK_IS_LABEL (widget) &&
      gtk_label_get_mnemonic_keyval (GTK_LABEL (widget)) != GDK_KEY_VoidSymbol)
    take_letter (walk, gtk_label_get_mnemonic_keyval (GTK_LABEL (widget)),
                 gtk_label_get_text (GTK_LABEL (widget)));

  if (GTK_IS_BUTTON (widget) && !is_exempt (widget))
    {
      const char *label = gtk_button_get_label (GTK_BUTTON (widget));

      if (label != NULL && *label != '\0' &&
          (!gtk_button_get_use_underline (GTK_BUTTON (widget)) || strchr (label, '_') == NULL))
        complain (walk, "no letter on a button", label);
    }

  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    walk_window (walk, child);
}

static guint
count_complaints (gpointer    window,
                  const char *where)
{
  Walk walk = { where, g_hash_table_new_full (NULL, NULL, NULL, g_free), 0 };

  walk_window (&walk, window);
  walk_menus (&walk, window);
  g_hash_table_unref (walk.letters);

  return walk.n_complaints;
}

static void
test_pages (Fixture       *fixture,
            gconstpointer  user_data)
{
  static const char * const names[] = {
    "text1/preempt.txt", "lms/quirks.csv", "br/timed_backtrace.prof",
    "aprof/versions/sort_cct_v2.aprof",
  };
  guint n_pages;
  guint n_complaints = count_complaints (fixture->window, "welcome");
  const DwellPageInfo *pages = dwell_pages_get_all (&n_pages);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      DwellSessionPage *tab;

      open_data (fixture, names[i]);
      wait_for_session (fixture);
      tab = dwell_window_get_current (fixture->window);
      if (dwell_trace_has (dwell_session_get_trace (get_session (fixture)), DWELL_TABLE_SPANS))
        dwell_view_focus_span (get_view (fixture), 0);
      if (i == 0)
        dwell_view_set_track_state (get_view (fixture), 0, DWELL_TRACK_HIDDEN);

      for (guint page = 0; page < n_pages; page++)
        if (dwell_session_page_has_page (tab, pages[page].id))
          {
            g_autofree char *where = g_strdup_printf ("%s, %s", names[i], pages[page].id);

            gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.page", "s",
                                        pages[page].id);
            drain ();
            n_complaints += count_complaints (fixture->window, where);
          }
    }

  g_assert_cmpuint (n_complaints, ==, 0);
}

/* Each form of a comparison that is there. */
static void
test_comparisons (Fixture       *fixture,
                  gconstpointer  user_data)
{
  static const char * const names[][2] = {
    { "compare/lines-base.txt", "compare/lines-new.txt" },
    { "aprof/versions/sort_cct_v2.aprof", "aprof/real/cct/sort_23705_0_4.aprof" },
  };
  static const char * const forms[] = {
    "as_summary", "as_table", "as_calls", "as_flame", "as_timeline", "as_charts", "as_lines",
    "as_costs",
  };
  guint n_complaints = 0;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr(GFile) base = data_file (names[i][0]);
      g_autoptr(GFile) new = data_file (names[i][1]);
      GtkStack *pages;
      guint n = 0;

      dwell_window_compare (fixture->window, base, new);
      wait_for_session (fixture);
      pages = find_id (dwell_window_get_current (fixture->window), "pages");
      WAIT_UNTIL (g_strcmp0 (gtk_stack_get_visible_child_name (pages), "comparison") == 0);
      for (guint k = 0; k < G_N_ELEMENTS (forms); k++)
        {
          GtkToggleButton *toggle = find_id (gtk_stack_get_visible_child (pages), forms[k]);
          g_autofree char *where = g_strdup_printf ("%s, %s", names[i][1], forms[k]);

          if (!gtk_widget_get_visible (GTK_WIDGET (toggle)))
            continue;
          gtk_toggle_button_set_active (toggle, TRUE);
          drain ();
          n_complaints += count_complaints (fixture->window, where);
          n++;
        }
      g_assert_cmpuint (n, >, 2);
    }

  g_assert_cmpuint (n_complaints, ==, 0);
}

/* The window in front of @window, or NULL. */
static GtkWindow *
find_dialog (Fixture *fixture)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (windows, i);

      if (window != GTK_WINDOW (fixture->window) && gtk_widget_get_mapped (GTK_WIDGET (window)))
        return window;
    }

  return NULL;
}

/* Opens every section, so that all rows are shown. */
static void
unfold_all (GtkWidget *widget)
{
  if (ADW_IS_EXPANDER_ROW (widget))
    adw_expander_row_set_expanded (ADW_EXPANDER_ROW (widget), TRUE);

  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    unfold_all (child);
}

static void
test_dialogs (Fixture       *fixture,
              gconstpointer  user_data)
{
  static const char * const actions[] = {
    "win.palette", "win.help", "win.export", "tab.import-options", "app.preferences",
  };
  guint n_complaints = 0;

  open_data (fixture, "text1/preempt.txt");
  wait_for_session (fixture);
  g_application_set_default (G_APPLICATION (fixture->application));

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      GtkWindow *dialog;

      if (g_str_has_prefix (actions[i], "app."))
        g_action_group_activate_action (G_ACTION_GROUP (fixture->application),
                                        strchr (actions[i], '.') + 1, NULL);
      else
        gtk_widget_activate_action (GTK_WIDGET (fixture->window), actions[i], NULL);
      WAIT_UNTIL ((dialog = find_dialog (fixture)) != NULL);
      unfold_all (GTK_WIDGET (dialog));
      drain ();
      n_complaints += count_complaints (dialog, actions[i]);
      gtk_window_destroy (dialog);
      WAIT_UNTIL (find_dialog (fixture) == NULL);
    }

  g_assert_cmpuint (n_complaints, ==, 0);
}

static void
set_language (void)
{
  const char *locale_dir = g_getenv ("DWELL_LOCALE_DIR");

  if (locale_dir == NULL)
    return;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, locale_dir);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  /* Without translations nothing would be tested. */
  g_assert_cmpstr (_("Comparison"), !=, "Comparison");
}

int
main (int   argc,
      char *argv[])
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  set_language ();

  g_test_add ("/mnemonics/pages", Fixture, NULL, set_up, test_pages, tear_down);
  g_test_add ("/mnemonics/comparisons", Fixture, NULL, set_up, test_comparisons, tear_down);
  g_test_add ("/mnemonics/dialogs", Fixture, NULL, set_up, test_dialogs, tear_down);

  return g_test_run ();
}
