/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of actions and the windows that list them: keys, shortcuts window, command palette; and
 * the help, the preferences, About, printing and failures. */
#include "config.h"

#include <string.h>

#include "core/dwell-csv.h"
#include "core/dwell-error.h"
#include "core/dwell-text.h"
#include "formats/dwell-formats.h"
#include "ui/commands/dwell-actions.h"
#include "ui/commands/dwell-help-topics.h"
#include "ui/commands/dwell-help-window.h"
#include "ui/commands/dwell-pages.h"
#include "ui/commands/dwell-shortcuts.h"
#include "ui/dialogs/dwell-about.h"
#include "ui/dialogs/dwell-preferences.h"
#include "ui/shell/dwell-command-palette.h"
#include "ui/shell/dwell-print-timeline.h"
#include "ui/shell/dwell-session-pages.h"
#include "ui/widgets/dwell-failure.h"
#include "ui/widgets/dwell-print.h"
#include "ui/widgets/dwell-settings.h"
#include "ui/widgets/dwell-undo.h"
#include "window-fixture.h"

/* --- The table --- */

static gboolean
is_detailed_name (const char *action)
{
  g_autofree char *name = NULL;
  g_autoptr(GVariant) target = NULL;

  return g_action_parse_detailed_name (action, &name, &target, NULL);
}

static void
test_table (void)
{
  g_autoptr(GHashTable) bound = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n_actions;
  const DwellActionInfo *actions = dwell_actions_get_all (&n_actions);

  for (guint i = 0; i < n_actions; i++)
    {
      const DwellActionInfo *info = &actions[i];
      gboolean is_global = info->action != NULL && !g_str_has_prefix (info->action, "page.") &&
                           !g_str_has_prefix (info->action, "timeline.");

      g_test_message ("%s", info->title);
      g_assert_true (i == 0 || info->group >= actions[i - 1].group);
      g_assert_true (info->action != NULL || info->accels[0] != NULL);
      g_assert_true (info->action == NULL || is_detailed_name (info->action));

      for (guint j = 0; info->accels[j] != NULL; j++)
        {
          guint key;
          GdkModifierType modifiers;

          g_assert_true (gtk_accelerator_parse (info->accels[j], &key, &modifiers));
          g_assert_true (!is_global ||
                         g_hash_table_add (bound, gtk_accelerator_name (key, modifiers)));
        }
    }
}

/* Each action of the table exists, in the window, its tab or one of the pages. */
static void
test_all_exist (Fixture       *fixture,
                gconstpointer  user_data)
{
  guint n_actions;
  const DwellActionInfo *actions = dwell_actions_get_all (&n_actions);
  guint n_pages;
  const DwellPageInfo *infos = dwell_pages_get_all (&n_pages);
  g_autoptr(GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto(GStrv) names = NULL;
  GtkStack *pages;
  const GVariantType *type;
  const char *name;
  const char *property;
  GActionGroup *group;
  GtkWidget *page;
  GType owner;

  open_data (fixture, "text1/preempt.txt");
  wait_for_session (fixture);

  group = dwell_session_page_get_actions (dwell_window_get_current (fixture->window));
  names = g_action_group_list_actions (group);
  for (guint i = 0; names[i] != NULL; i++)
    g_hash_table_add (known, g_strdup_printf ("tab.%s", names[i]));
  g_strfreev (names);
  names = g_action_group_list_actions (G_ACTION_GROUP (fixture->application));
  for (guint i = 0; names[i] != NULL; i++)
    g_hash_table_add (known, g_strdup_printf ("app.%s", names[i]));
  for (guint i = 0; gtk_widget_class_query_action (GTK_WIDGET_GET_CLASS (fixture->window), i,
                                                   &owner, &name, &type, &property); i++)
    g_hash_table_add (known, g_strdup (name));
  page = dwell_session_page_get_timeline (dwell_window_get_current (fixture->window));
  for (guint i = 0; gtk_widget_class_query_action (GTK_WIDGET_GET_CLASS (page), i, &owner, &name,
                                                   &type, &property); i++)
    g_hash_table_add (known, g_strdup (name));
  pages = dwell_session_page_get_pages (dwell_window_get_current (fixture->window));
  for (guint j = 0; j < n_pages; j++)
    {
      page = dwell_session_pages_get (pages, infos[j].id);
      for (guint i = 0; gtk_widget_class_query_action (GTK_WIDGET_GET_CLASS (page), i, &owner,
                                                       &name, &type, &property); i++)
        g_hash_table_add (known, g_strdup_printf ("page.%s", strchr (name, '.') + 1));
    }

  for (guint i = 0; i < n_actions; i++)
    {
      g_autofree char *action = NULL;
      g_autoptr(GVariant) target = NULL;

      if (actions[i].action == NULL)
        continue;
      g_assert_true (g_action_parse_detailed_name (actions[i].action, &action, &target, NULL));
      g_test_message ("%s", actions[i].action);
      g_assert_true (g_hash_table_contains (known, action));
    }
}

/* --- The shortcuts window --- */

static guint
count_of_type (GtkWidget *root,
               GType      type)
{
  guint n = G_TYPE_CHECK_INSTANCE_TYPE (root, type);

  for (GtkWidget *child = gtk_widget_get_first_child (root);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_of_type (child, type);

  return n;
}

static guint
count_shown_keys (GtkWidget *root)
{
  guint n = GTK_IS_SHORTCUT_LABEL (root);

  if (!gtk_widget_get_child_visible (root) || !gtk_widget_get_mapped (root))
    return 0;

  for (GtkWidget *child = gtk_widget_get_first_child (root);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_shown_keys (child);

  return n;
}

static void
test_shortcuts (Fixture       *fixture,
                gconstpointer  user_data)
{
  GtkWindow *window = dwell_shortcuts_present (GTK_WINDOW (fixture->window));
  GtkEditable *search = GTK_EDITABLE (find_id (window, "search"));
  GtkStack *stack = GTK_STACK (find_id (window, "stack"));
  guint n_actions;
  guint n_keys = 0;
  const DwellActionInfo *actions = dwell_actions_get_all (&n_actions);

  for (guint i = 0; i < n_actions; i++)
    for (guint k = 0; actions[i].accels[k] != NULL; k++)
      n_keys++;

  WAIT_UNTIL (gtk_widget_get_mapped (GTK_WIDGET (window)));
  g_assert_cmpuint (count_of_type (GTK_WIDGET (window), GTK_TYPE_SHORTCUT_LABEL), >=, n_keys);

  /* By what a key does, and by the key. */
  gtk_editable_set_text (search, "fullscreen");
  WAIT_UNTIL (count_shown_keys (GTK_WIDGET (window)) == 1);
  gtk_editable_set_text (search, "F11");
  WAIT_UNTIL (count_shown_keys (GTK_WIDGET (window)) == 1);
  gtk_editable_set_text (search, "no such key");
  WAIT_UNTIL (g_str_equal (gtk_stack_get_visible_child_name (stack), "nothing"));
  gtk_editable_set_text (search, "");
  WAIT_UNTIL (g_str_equal (gtk_stack_get_visible_child_name (stack), "keys"));
  gtk_window_destroy (window);
}

/* --- The palette --- */

static GtkWidget *
open_palette (Fixture *fixture)
{
  GtkWidget *palette =
    dwell_command_palette_new (GTK_WINDOW (fixture->window),
                               dwell_window_get_current (fixture->window));

  gtk_window_present (GTK_WINDOW (palette));
  WAIT_UNTIL (gtk_widget_get_mapped (palette));

  return palette;
}

/* The title of the row that Enter would run; NULL: there is none. */
static const char *
get_first (GtkWidget  *palette,
           const char *query)
{
  GtkListBoxRow *row;
  GtkWidget *box;

  gtk_editable_set_text (GTK_EDITABLE (find_id (palette, "search")), query);
  g_signal_emit_by_name (find_id (palette, "search"), "search-changed");
  row = gtk_list_box_get_selected_row (find_id (palette, "list"));
  if (row == NULL)
    return NULL;
  box = gtk_list_box_row_get_child (row);

  return gtk_label_get_text (GTK_LABEL (gtk_widget_get_first_child (box)));
}

static void
test_palette_search (Fixture       *fixture,
                     gconstpointer  user_data)
{
  GtkWidget *palette = open_palette (fixture);

  /* Without a session neither its actions nor its pages. */
  g_assert_cmpstr (get_first (palette, "open opt"), ==, "Open recordings with options");
  g_assert_cmpstr (get_first (palette, "qui"), ==, "Quit");
  g_assert_null (get_first (palette, "reload"));
  g_assert_null (get_first (palette, "xyzzy"));
  gtk_window_destroy (GTK_WINDOW (palette));

  open_data (fixture, "text1/preempt.txt");
  wait_for_session (fixture);
  palette = open_palette (fixture);
  g_assert_cmpstr (get_first (palette, "reload"), ==, "Reload");
  g_assert_cmpstr (get_first (palette, "pages call"), ==, "Call Tree");
  /* An action of the page in front, and one of another page. */
  g_assert_cmpstr (get_first (palette, "reset columns"), ==, "Reset columns");
  g_assert_null (get_first (palette, "save histogram"));
  /* Other words for a page and an action, from their begin only. */
  g_assert_cmpstr (get_first (palette, "histogram"), ==, "Distribution");
  g_assert_cmpstr (get_first (palette, "annot"), ==, "Write a note on the focused span");
  g_assert_cmpstr (get_first (palette, "nnotate"), !=, "Write a note on the focused span");
  gtk_window_destroy (GTK_WINDOW (palette));
}

static void
assert_whole (GtkWidget *label)
{
  PangoLayout *layout = gtk_label_get_layout (GTK_LABEL (label));
  int width;
  int height;

  pango_layout_get_pixel_size (layout, &width, &height);
  g_test_message ("%s: %d px × %d px", gtk_label_get_text (GTK_LABEL (label)),
                  gtk_widget_get_width (label), gtk_widget_get_height (label));
  g_assert_false (pango_layout_is_ellipsized (layout));
  g_assert_cmpint (width, <=, gtk_widget_get_width (label));
  g_assert_cmpint (height, <=, gtk_widget_get_height (label));
}

static void
assert_rows_whole (GtkWidget *palette,
                   gboolean   has_whole_groups)
{
  GtkListBoxRow *row;

  wait_for_layout (find_id (palette, "list"));
  for (int i = 0; (row = gtk_list_box_get_row_at_index (find_id (palette, "list"), i)); i++)
    {
      GtkWidget *title = gtk_widget_get_first_child (gtk_list_box_row_get_child (row));

      assert_whole (title);
      if (has_whole_groups)
        assert_whole (gtk_widget_get_next_sibling (title));
    }
}

/* The palette grows with the text. Where the window is too small for that, titles wrap. */
static void
test_palette_large_text (Fixture       *fixture,
                         gconstpointer  user_data)
{
  GtkSettings *settings = gtk_settings_get_default ();
  GtkWidget *palette;
  int dpi;
  int usual_width;

  open_data (fixture, "text1/preempt.txt");
  wait_for_session (fixture);
  palette = open_palette (fixture);
  assert_rows_whole (palette, TRUE);
  usual_width = gtk_widget_get_width (palette);
  gtk_window_destroy (GTK_WINDOW (palette));

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 2 * dpi, NULL);
  drain ();
  palette = open_palette (fixture);
  assert_rows_whole (palette, FALSE);
  g_assert_cmpint (gtk_widget_get_width (palette), >, usual_width);
  gtk_window_destroy (GTK_WINDOW (palette));
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  drain ();
}

static guint
count_found (GtkWidget *palette)
{
  GtkListBoxRow *row;
  guint n = 0;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (find_id (palette, "list"), i)); i++)
    n += gtk_widget_get_child_visible (GTK_WIDGET (row));

  return n;
}

static GtkListBoxRow *
press_in_palette (GtkWidget *palette,
                  guint      key)
{
  g_assert_true (fixture_press (find_id (palette, "search"), key, 0));

  return gtk_list_box_get_selected_row (find_id (palette, "list"));
}

/* The arrow keys go through what was found while the user types, and stay at its ends; other keys
 * are those of the entry. */
static void
test_palette_keys (Fixture       *fixture,
                   gconstpointer  user_data)
{
  GtkWidget *palette;
  GtkListBoxRow *first, *last, *row;
  guint n = 1;

  open_data (fixture, "text1/preempt.txt");
  wait_for_session (fixture);
  palette = open_palette (fixture);
  g_assert_nonnull (get_first (palette, "show"));
  wait_for_layout (find_id (palette, "list"));
  first = gtk_list_box_get_selected_row (find_id (palette, "list"));
  g_assert_true (press_in_palette (palette, GDK_KEY_Up) == first);

  for (last = first; (row = press_in_palette (palette, GDK_KEY_Down)) != last; last = row)
    {
      g_assert_true (gtk_widget_get_child_visible (GTK_WIDGET (row)));
      n++;
    }
  g_assert_cmpuint (n, >, 2);
  g_assert_cmpuint (n, ==, count_found (palette));
  for (guint i = 1; i < n; i++)
    row = press_in_palette (palette, i % 2 == 0 ? GDK_KEY_Up : GDK_KEY_KP_Up);
  g_assert_true (row == first);
  g_assert_true (press_in_palette (palette, GDK_KEY_KP_Down) != first);
  g_assert_false (fixture_press (find_id (palette, "search"), GDK_KEY_F5, 0));

  /* Where nothing is found, neither an arrow nor Enter does anything. */
  g_assert_null (get_first (palette, "xyzzy"));
  g_assert_null (press_in_palette (palette, GDK_KEY_Down));
  g_signal_emit_by_name (find_id (palette, "search"), "activate");
  g_assert_true (gtk_widget_get_mapped (palette));

  g_assert_cmpstr (get_first (palette, "call tree"), ==, "Call Tree");
  g_signal_emit_by_name (find_id (palette, "search"), "activate");
  WAIT_UNTIL (g_strcmp0 (dwell_session_page_get_shown_id (
                           dwell_window_get_current (fixture->window)), "tree") == 0);
}

/* The row of an action called @title in a group called @group. */
static gboolean
is_offered (GtkWidget  *palette,
            const char *title,
            const char *group)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (find_id (palette, "list"), i)); i++)
    {
      GtkWidget *label = gtk_widget_get_first_child (gtk_list_box_row_get_child (row));

      if (g_str_equal (gtk_label_get_text (GTK_LABEL (label)), title) &&
          g_str_equal (gtk_label_get_text (GTK_LABEL (gtk_widget_get_next_sibling (label))),
                       group))
        return TRUE;
    }

  return FALSE;
}

/* All that can be done now is offered, and nothing else: of the application, the tab and the
 * page. */
static void
test_palette_all (Fixture       *fixture,
                  gconstpointer  user_data)
{
  guint n_actions;
  const DwellActionInfo *actions = dwell_actions_get_all (&n_actions);
  GtkWidget *palette;
  GtkWidget *page;

  open_data (fixture, "text1/preempt.txt");
  wait_for_session (fixture);
  palette = open_palette (fixture);
  for (guint i = 0; i < n_actions; i++)
    {
      gboolean is_tab = actions[i].action != NULL && g_str_has_prefix (actions[i].action, "tab.");
      GActionGroup *group =
        is_tab ? dwell_session_page_get_actions (dwell_window_get_current (fixture->window))
               : G_ACTION_GROUP (fixture->application);
      g_autofree char *name = NULL;
      g_autoptr(GVariant) target = NULL;

      if (actions[i].action == NULL || (!is_tab && !g_str_has_prefix (actions[i].action, "app.")))
        continue;

      g_test_message ("%s", actions[i].action);
      g_assert_true (g_action_parse_detailed_name (actions[i].action, &name, &target, NULL));
      g_assert_cmpint (is_offered (palette, actions[i].title,
                                   dwell_actions_get_group_title (actions[i].group)), ==,
                       g_action_group_get_action_enabled (group, name + strlen ("tab.")));
    }

  /* Actions that need a row are only offered when one is selected. */
  g_assert_false (is_offered (palette, "Go to the longest span of the row", "Tables"));
  g_assert_true (is_offered (palette, "Copy the whole table", "Tables"));
  gtk_window_destroy (GTK_WINDOW (palette));

  page = dwell_session_page_get_shown (dwell_window_get_current (fixture->window));
  WAIT_UNTIL (g_list_model_get_n_items (
                G_LIST_MODEL (gtk_column_view_get_model (find_id (page, "table")))) > 0);
  gtk_selection_model_select_item (gtk_column_view_get_model (find_id (page, "table")), 0, TRUE);
  palette = open_palette (fixture);
  g_assert_true (is_offered (palette, "Go to the longest span of the row", "Tables"));
  gtk_window_destroy (GTK_WINDOW (palette));
}

static void
test_palette_runs (Fixture       *fixture,
                   gconstpointer  user_data)
{
  DwellSessionPage *tab;
  GtkWidget *palette;
  gint64 begin;
  gint64 end;

  open_data (fixture, "text1/preempt.txt");
  wait_for_session (fixture);
  tab = dwell_window_get_current (fixture->window);

  palette = open_palette (fixture);
  get_first (palette, "pages info");
  g_signal_emit_by_name (find_id (palette, "search"), "activate");
  drain ();
  g_assert_cmpstr (G_OBJECT_TYPE_NAME (dwell_session_page_get_shown (tab)), ==, "DwellInfoPage");

  palette = open_palette (fixture);
  get_first (palette, "details");
  g_signal_emit_by_name (find_id (palette, "search"), "activate");
  drain ();
  g_assert_true (gtk_widget_get_visible (find_id (tab, "details")));

  /* Those of the timeline, too. */
  palette = open_palette (fixture);
  get_first (palette, "zoom in");
  g_signal_emit_by_name (find_id (palette, "search"), "activate");
  drain ();
  dwell_view_get_range (get_view (fixture), &begin, &end);
  g_assert_cmpint (end - begin, <, dwell_view_get_trace (get_view (fixture))->end -
                                   dwell_view_get_trace (get_view (fixture))->begin);
}

/* --- The help --- */

/* Every page and every format that is read has a topic, and every topic says something. */
static void
test_help_topics (void)
{
  guint n_pages;
  guint n_topics;
  const DwellPageInfo *pages = dwell_pages_get_all (&n_pages);
  const DwellHelpTopic *topics = dwell_help_get_topics (&n_topics);
  const DwellFormat * const *formats = dwell_formats_get_readers ();

  for (guint i = 0; i < n_pages; i++)
    {
      g_test_message ("%s", pages[i].id);
      g_assert_nonnull (dwell_help_find_topic (pages[i].id));
    }
  for (guint i = 0; formats[i] != NULL; i++)
    {
      g_test_message ("%s", formats[i]->id);
      g_assert_nonnull (dwell_help_find_topic (formats[i]->id));
    }
  for (guint i = 0; i < n_topics; i++)
    {
      g_autofree char *text = dwell_help_get_text (&topics[i]);

      g_assert_true (dwell_help_find_topic (topics[i].id) == &topics[i]);
      g_assert_cmpuint (strlen (text), >, 100);
    }
  g_assert_null (dwell_help_find_topic ("nonsense"));
}

/* What the pages say without explaining it is explained, where a search finds it. */
static void
test_help_words (void)
{
  static const struct {
    const char *topic;
    const char *word;
  } words[] = {
    { "costs", "Amortized" }, { "costs", "bb-count" }, { "costs", "Confidence" },
    { "costs", "Exponent" }, { "costs", "O(2ⁿ) to O(n)" }, { "costs", "At 10×" },
    { "costs", "Zoom into a chart" }, { "statistics", "Self (net)" },
    { "statistics", "Total (gross)" }, { "statistics", "p50, p90, p99" },
    { "timeline", "Solid, light, hatched, striped" }, { "timeline", "Zoom to the selection" },
    { "timeline", "Shift+F10" }, { "start", "Full Names" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autofree char *text = dwell_help_get_text (dwell_help_find_topic (words[i].topic));

      g_test_message ("%s", words[i].word);
      g_assert_nonnull (strstr (text, words[i].word));
    }
}

/* F1 opens the topic of what has the focus; a search leaves the topics that hold its words. */
static void
test_help_window (Fixture       *fixture,
                  gconstpointer  user_data)
{
  GListModel *toplevels = gtk_window_get_toplevels ();
  DwellSessionPage *tab;
  GtkWindow *help = NULL;
  GtkWidget *title;
  guint n_shown = 0;

  open_data (fixture, "text1/preempt.txt");
  wait_for_session (fixture);
  tab = dwell_window_get_current (fixture->window);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.page", "s", "values");
  gtk_widget_child_focus (dwell_session_page_get_shown (tab), GTK_DIR_TAB_FORWARD);

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.help", NULL);
  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (toplevels, i);

      if (DWELL_IS_HELP_WINDOW (window))
        help = window;
    }
  g_assert_true (DWELL_IS_HELP_WINDOW (help));
  WAIT_UNTIL (gtk_widget_get_mapped (GTK_WIDGET (help)));

  title = find_id (help, "title");
  g_assert_cmpstr (adw_window_title_get_title (ADW_WINDOW_TITLE (title)), ==, "Values");

  /* A text of the topic has the keys: what is typed goes to the search, and so do they. */
  g_assert_true (gtk_widget_child_focus (find_id (help, "content"), GTK_DIR_TAB_FORWARD));
  set_search (help, "search", "logarithm");
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (help), find_id (help, "search")));
  g_assert_cmpstr (adw_window_title_get_title (ADW_WINDOW_TITLE (title)), ==, "Distribution");
  for (GtkWidget *row = gtk_widget_get_first_child (find_id (help, "topics"));
       row != NULL;
       row = gtk_widget_get_next_sibling (row))
    n_shown += GTK_IS_LIST_BOX_ROW (row) && gtk_widget_get_child_visible (row);
  g_assert_cmpuint (n_shown, ==, 1);

  set_search (help, "search", "xyzzy (");
  g_assert_null (gtk_list_box_get_selected_row (find_id (help, "topics")));
  set_search (help, "search", "");
  g_assert_nonnull (gtk_list_box_get_selected_row (find_id (help, "topics")));

  /* The one window shows another topic. */
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.page", "s", "info");
  gtk_widget_child_focus (dwell_session_page_get_shown (tab), GTK_DIR_TAB_FORWARD);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.help", NULL);
  g_assert_cmpstr (adw_window_title_get_title (ADW_WINDOW_TITLE (title)), ==, "Info");
}

/* Ctrl+T: the events of the visible range, with the keys in their table. */
static void
test_visible_table (Fixture       *fixture,
                    gconstpointer  user_data)
{
  DwellSessionPage *tab;
  GtkWidget *focus;

  open_data (fixture, "text1/preempt.txt");
  wait_for_session (fixture);
  tab = dwell_window_get_current (fixture->window);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.visible-table", NULL);

  g_assert_cmpstr (dwell_session_page_get_shown_id (tab), ==, "events");
  g_assert_cmpint (dwell_view_get_scope (get_view (fixture)), ==, DWELL_SCOPE_VISIBLE);
  focus = gtk_root_get_focus (GTK_ROOT (fixture->window));
  g_assert_nonnull (focus);
  g_assert_true (gtk_widget_is_ancestor (focus, dwell_session_page_get_shown (tab)));
}

/* --- Preferences and About --- */

static void
test_preferences (Fixture       *fixture,
                  gconstpointer  user_data)
{
  GSettings *settings = dwell_settings_get ();
  GtkWidget *preferences = dwell_preferences_new (GTK_WINDOW (fixture->window));
  GActionGroup *actions = G_ACTION_GROUP (fixture->application);
  g_autoptr(GVariant) style = NULL;
  g_autofree char *wheel = NULL;
  g_autofree char *preset = NULL;
  g_autofree char *duration = NULL;
  g_autoptr(GString) csv = g_string_new (NULL);

  g_application_set_default (G_APPLICATION (fixture->application));
  gtk_window_present (GTK_WINDOW (preferences));

  adw_combo_row_set_selected (find_id (preferences, "style"), 2);
  style = g_action_group_get_action_state (actions, "style");
  g_assert_cmpstr (g_variant_get_string (style, NULL), ==, "dark");
  g_action_group_change_action_state (actions, "style", g_variant_new_string ("system"));
  g_assert_cmpuint (adw_combo_row_get_selected (find_id (preferences, "style")), ==, 0);

  if (settings != NULL)
    {
      adw_combo_row_set_selected (find_id (preferences, "wheel"), 1);
      wheel = g_settings_get_string (settings, "wheel");
      g_assert_cmpstr (wheel, ==, "zoom");
      gtk_switch_set_active (find_id (preferences, "snaps"), FALSE);
      g_assert_false (g_settings_get_boolean (settings, "selection-snaps"));
      adw_combo_row_set_selected (find_id (preferences, "export_preset"), 1);
      preset = g_settings_get_string (settings, "export-preset");
      g_assert_cmpstr (preset, ==, "full");
      g_settings_set_string (settings, "export-preset", "csv");
      g_assert_cmpuint (adw_combo_row_get_selected (find_id (preferences, "export_preset")), ==, 2);
      g_settings_set_string (settings, "export-preset", "gone for good");
      g_assert_cmpuint (adw_combo_row_get_selected (find_id (preferences, "export_preset")), ==, 0);
      g_settings_reset (settings, "export-preset");
      adw_combo_row_set_selected (find_id (preferences, "time_unit"), 4);
      duration = dwell_text_duration (2500000);
      g_assert_cmpstr (duration, ==, "2\u202f500\u202f000\u00a0ns");
      gtk_switch_set_active (find_id (preferences, "guards_formulas"), TRUE);
      dwell_csv_append (csv, "=a()");
      g_assert_cmpstr (csv->str, ==, "'=a()");
      g_settings_reset (settings, "guards-formulas");
      g_settings_reset (settings, "time-unit");
      g_settings_reset (settings, "wheel");
      g_settings_reset (settings, "selection-snaps");
      g_assert_cmpuint (adw_combo_row_get_selected (find_id (preferences, "wheel")), ==, 0);
    }

  gtk_window_destroy (GTK_WINDOW (preferences));
}

/* Returns: (nullable): the question that is asked */
static AdwMessageDialog *
find_question (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (windows, i);

      if (ADW_IS_MESSAGE_DIALOG (window) && gtk_widget_get_mapped (GTK_WIDGET (window)))
        return ADW_MESSAGE_DIALOG (window);
    }

  return NULL;
}

static void
answer (GtkWidget  *preferences,
        const char *response)
{
  g_signal_emit_by_name (fixture_find_button (preferences, "F_orget…"), "clicked");
  WAIT_UNTIL (find_question () != NULL);
  adw_message_dialog_response (find_question (), response);
  gtk_window_destroy (GTK_WINDOW (find_question ()));
}

/* What is remembered is forgotten on demand, and the window says so: files alone, or with the
 * markers and notes in them; how files were read; copies of them. */
static void
test_forget (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autofree char *views = g_build_filename (g_get_user_state_dir (), "dwell", "views", NULL);
  g_autofree char *view = g_build_filename (views, "0123456789abcdef0123456789abcdef.conf", NULL);
  GSettings *settings = dwell_settings_get ();
  GtkWidget *preferences;

  g_application_set_default (G_APPLICATION (fixture->application));
  preferences = dwell_preferences_new (GTK_WINDOW (fixture->window));
  gtk_window_present (GTK_WINDOW (preferences));
  WAIT_UNTIL (gtk_widget_get_mapped (preferences));
  g_mkdir_with_parents (views, 0700);
  g_assert_true (g_file_set_contents (view, "", -1, NULL));

  answer (preferences, "cancel");
  answer (preferences, "clear");
  WAIT_UNTIL (says (preferences, "Cleared the list of recent files"));
  g_assert_true (g_file_test (view, G_FILE_TEST_EXISTS));
  answer (preferences, "delete");
  WAIT_UNTIL (!g_file_test (view, G_FILE_TEST_EXISTS));

  g_signal_emit_by_name (fixture_find_button (preferences, "Fo_rget"), "clicked");
  if (settings != NULL)
    {
      gtk_switch_set_active (find_id (preferences, "keeps_copies"), TRUE);
      gtk_switch_set_active (find_id (preferences, "keeps_copies"), FALSE);
      g_assert_false (g_settings_get_boolean (settings, "keeps-copies"));
      g_settings_reset (settings, "keeps-copies");
    }
  gtk_window_destroy (GTK_WINDOW (preferences));
  wait_for_workers ();
}

/* Returns: (nullable): a text below @widget that contains a time in one of @units. */
static const char *
find_unit (GtkWidget          *widget,
           const char * const *units)
{
  const char *text = GTK_IS_LABEL (widget) ? gtk_label_get_text (GTK_LABEL (widget))
                     : GTK_IS_INSCRIPTION (widget)
                       ? gtk_inscription_get_text (GTK_INSCRIPTION (widget)) : NULL;

  if (!gtk_widget_get_mapped (widget))
    return NULL;

  for (guint i = 0; text != NULL && units[i] != NULL; i++)
    {
      g_autofree char *end = g_strconcat ("\u00a0", units[i], NULL);
      const char *found = strstr (text, end);

      if (found != NULL && !g_ascii_isalpha (found[strlen (end)]))
        return text;
    }

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      const char *found = find_unit (child, units);

      if (found != NULL)
        return found;
    }

  return NULL;
}

/* All times change to the new unit at once: on every page, of the range, the selection, the cursor,
 * the focus and a marker. */
static void
test_time_unit (Fixture       *fixture,
                gconstpointer  user_data)
{
  static const struct { const char *unit; const char *others[4]; } cases[] = {
    { "us", { "ns", "ms", "s" } },
    { "s", { "ns", "µs", "ms" } },
    { "ns", { "µs", "ms", "s" } },
  };
  GSettings *settings = dwell_settings_get ();
  GtkWidget *tab;
  DwellView *view;
  guint n_pages;
  const DwellPageInfo *pages = dwell_pages_get_all (&n_pages);

  if (settings == NULL)
    {
      g_test_skip ("The settings' schema is not installed");
      return;
    }

  open_data (fixture, "text1/preempt.txt");
  wait_for_session (fixture);
  tab = GTK_WIDGET (dwell_window_get_current (fixture->window));
  view = get_view (fixture);
  dwell_view_set_selection (view, 100, 420);
  dwell_view_set_cursor (view, 330);
  dwell_view_focus_span (view, 0);
  dwell_view_add_marker (view, 250, "here");

  for (guint page = 0; page < n_pages; page++)
    {
      if (!dwell_session_page_has_page (DWELL_SESSION_PAGE (tab), pages[page].id))
        continue;

      g_test_message ("%s", pages[page].id);
      gtk_widget_activate_action (tab, "tab.page", "s", pages[page].id);
      wait_for_session (fixture);
      for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
        {
          g_settings_set_string (settings, "time-unit", cases[i].unit);
          WAIT_UNTIL (find_unit (GTK_WIDGET (fixture->window), cases[i].others) == NULL);
        }
    }

  g_settings_reset (settings, "time-unit");
}

/* The release notes come from the metainfo. */
static void
test_about (Fixture       *fixture,
            gconstpointer  user_data)
{
  GtkWidget *about = dwell_about_present (GTK_WINDOW (fixture->window));
  const char *notes = adw_about_window_get_release_notes (ADW_ABOUT_WINDOW (about));

  g_assert_true (g_str_has_prefix (notes, "<p>"));
  g_assert_nonnull (strstr (notes, "<ul><li>"));
  g_assert_cmpstr (adw_about_window_get_release_notes_version (ADW_ABOUT_WINDOW (about)), ==,
                   DWELL_VERSION);
  gtk_window_destroy (GTK_WINDOW (about));
}

/* --- Undo --- */

/* A track that was hidden is there again, in its old state. Its menu is not opened: where another
 * program has the pointer, as tests on one display have, GTK 4.8 leaks a popover's layout. */
static void
test_undo_hiding (Fixture       *fixture,
                  gconstpointer  user_data)
{
  GtkWidget *tab;
  DwellView *view;
  guint n_lanes;

  open_data (fixture, "text1/preempt.txt");
  wait_for_session (fixture);
  tab = GTK_WIDGET (dwell_window_get_current (fixture->window));
  view = get_view (fixture);
  dwell_view_set_track_state (view, 0, DWELL_TRACK_PINNED);
  n_lanes = dwell_view_get_lanes (view)->len;
  drain ();

  dwell_undo_hide_track (tab, view, 0);
  g_assert_cmpuint (dwell_view_count_hidden (view), ==, 1);
  g_assert_cmpuint (dwell_view_get_lanes (view)->len, <, n_lanes);

  g_assert_true (press_undo (GTK_WIDGET (fixture->window)));
  g_assert_cmpuint (dwell_view_count_hidden (view), ==, 0);
  g_assert_cmpuint (dwell_view_get_lanes (view)->len, ==, n_lanes);
  g_assert_cmpuint (dwell_view_get_track_state (view, 0), ==, DWELL_TRACK_PINNED);

  /* What is undone is not undone again. */
  g_assert_false (dwell_undo_last (view));
}

/* The key undoes one operation after the other, the last first, of any kind. */
static void
test_undo_key (Fixture       *fixture,
               gconstpointer  user_data)
{
  g_autoptr(GtkBitset) first = gtk_bitset_new_range (0, 1);
  GtkWidget *window = GTK_WIDGET (fixture->window);
  DwellView *view;

  open_data (fixture, "text1/preempt.txt");
  wait_for_session (fixture);
  view = get_view (fixture);
  dwell_view_add_marker (view, dwell_view_get_trace (view)->begin, "here");

  dwell_undo_remove_markers (GTK_WIDGET (dwell_window_get_current (fixture->window)), view, first);
  dwell_undo_hide_track (GTK_WIDGET (dwell_window_get_current (fixture->window)), view, 0);
  g_assert_true (fixture_key (window, GDK_KEY_z, GDK_CONTROL_MASK));
  g_assert_cmpuint (dwell_view_count_hidden (view), ==, 0);
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 0);
  g_assert_true (fixture_key (window, GDK_KEY_z, GDK_CONTROL_MASK));
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 1);
  g_assert_cmpstr (dwell_view_get_marker (view, 0)->text, ==, "here");
  g_assert_false (dwell_undo_last (view));
}

/* --- Paper --- */

/* Prints the timeline into a PDF file, and returns the number of pages. */
static int
print (Fixture    *fixture,
       const char *path)
{
  g_autoptr(GtkPrintOperation) operation = NULL;
  g_autoptr(GError) error = NULL;
  int n_pages;

  operation = dwell_print_new_timeline (get_view (fixture), "title");
  gtk_print_operation_set_allow_async (operation, FALSE);
  gtk_print_operation_set_export_filename (operation, path);
  g_assert_cmpint (gtk_print_operation_run (operation, GTK_PRINT_OPERATION_ACTION_EXPORT,
                                            GTK_WINDOW (fixture->window), &error), ==,
                   GTK_PRINT_OPERATION_RESULT_APPLY);
  g_assert_no_error (error);
  g_object_get (operation, "n-pages", &n_pages, NULL);

  return n_pages;
}

/* A PDF file of the timeline. */
static void
test_print (Fixture       *fixture,
            gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("timeline.pdf", "");
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *content = NULL;
  gsize length;

  open_data (fixture, "text1/preempt.txt");
  wait_for_session (fixture);

  g_assert_cmpint (print (fixture, path), ==, 1);
  g_assert_true (g_file_get_contents (path, &content, &length, NULL));
  g_assert_true (g_str_has_prefix (content, "%PDF"));
  g_assert_cmpuint (length, >, 2000);
  remove_file (file);
}

/* The foot of the page says which part is printed. The dialog can be closed. */
static void
test_print_dialog (Fixture       *fixture,
                   gconstpointer  user_data)
{
  static const struct { DwellScope scope; const char *begin; } scopes[] = {
    { DWELL_SCOPE_WHOLE, "Whole recording: " },
    { DWELL_SCOPE_VISIBLE, "Visible range: " },
    { DWELL_SCOPE_SELECTION, "Selection: " },
  };
  GtkWindow *dialog;

  open_data (fixture, "text1/preempt.txt");
  wait_for_session (fixture);
  dwell_view_set_selection (get_view (fixture), 100, 420);
  for (guint i = 0; i < G_N_ELEMENTS (scopes); i++)
    {
      g_autofree char *text = NULL;

      dwell_view_set_scope (get_view (fixture), scopes[i].scope);
      text = dwell_print_describe_scope (get_view (fixture));
      g_assert_true (g_str_has_prefix (text, scopes[i].begin));
    }

  dialog = open_other_window (fixture, "tab.print");
  g_assert_true (GTK_IS_DIALOG (dialog));
  gtk_dialog_response (GTK_DIALOG (dialog), GTK_RESPONSE_CANCEL);
  WAIT_UNTIL (find_other_window (fixture) == NULL);
}

/* Of a timeline of very many tracks the first pages are printed. Limit: ui/MAX_PAGES */
static void
test_print_many (Fixture       *fixture,
                 gconstpointer  user_data)
{
  g_autoptr(GString) content = g_string_new (NULL);
  g_autoptr(GFile) paper = make_file ("timeline.pdf", "");
  g_autoptr(GFile) file = NULL;

  for (guint i = 0; i < 6000; i++)
    g_string_append_printf (content, "2,%u,track %u\n0,%u,1\n1,%u,1\n", i, i, i, i);
  file = make_file ("many.csv", content->str);
  dwell_window_open (fixture->window, &file, 1, FALSE);
  wait_for_session (fixture);

  g_assert_cmpint (print (fixture, g_file_peek_path (paper)), ==, 100);
  remove_file (file);
  remove_file (paper);
}

/* --- Failures --- */

/* Every failure says why, and what to do next. */
static void
test_failure (void)
{
  GtkWidget *page = g_object_ref_sink (adw_status_page_new ());
  g_autoptr(GFile) file = g_file_new_for_path ("/tmp/a<b.csv");

  for (int code = DWELL_ERROR_UNRECOGNIZED; code <= DWELL_ERROR_COMPARISON; code++)
    {
      g_autoptr(GError) error = g_error_new (DWELL_ERROR, code, "a<b.csv: the cause");
      const char *advice;

      dwell_failure_describe (ADW_STATUS_PAGE (page), "a<b.csv", file, error);
      advice = strstr (adw_status_page_get_description (ADW_STATUS_PAGE (page)), "\n\n");
      g_assert_true (g_str_has_prefix (adw_status_page_get_description (ADW_STATUS_PAGE (page)),
                                       "The cause.\n\n"));
      g_assert_nonnull (advice);
      g_assert_true (g_str_has_suffix (advice, "\n\n/tmp/a&lt;b.csv"));
      g_assert_cmpuint (strlen (advice), >, 40);
      g_assert_true (gtk_widget_has_css_class (
        gtk_widget_get_first_child (adw_status_page_get_child (ADW_STATUS_PAGE (page))),
        "suggested-action"));
    }

  g_object_unref (page);
}

/* What the menu of recent files does, and what another instance asks for. */
static void
test_application (Fixture       *fixture,
                  gconstpointer  user_data)
{
  static const struct { const char *style; AdwColorScheme scheme; } styles[] = {
    { "light", ADW_COLOR_SCHEME_FORCE_LIGHT }, { "dark", ADW_COLOR_SCHEME_FORCE_DARK },
    { "system", ADW_COLOR_SCHEME_DEFAULT },
  };
  GActionGroup *actions = G_ACTION_GROUP (fixture->application);
  g_autoptr(GFile) base_file = data_file ("compare/base.csv");
  g_autoptr(GFile) new_file = data_file ("compare/new.csv");
  g_autofree char *base = g_file_get_uri (base_file);
  g_autofree char *new = g_file_get_uri (new_file);
  GFile *both[] = { base_file, new_file };
  GtkStack *pages;

  for (guint i = 0; i < G_N_ELEMENTS (styles); i++)
    {
      g_action_group_change_action_state (actions, "style",
                                          g_variant_new_string (styles[i].style));
      g_assert_cmpint (adw_style_manager_get_color_scheme (adw_style_manager_get_default ()), ==,
                       styles[i].scheme);
    }

  g_action_group_activate_action (actions, "open-uri", g_variant_new_string (base));
  wait_for_session (fixture);
  g_assert_cmpint (get_n_tabs (fixture), ==, 1);
  g_action_group_activate_action (actions, "compare-uris", g_variant_new ("(ss)", base, new));
  WAIT_UNTIL (get_n_tabs (fixture) == 2);
  pages = find_id (dwell_window_get_current (fixture->window), "pages");
  WAIT_UNTIL (g_strcmp0 (gtk_stack_get_visible_child_name (pages), "comparison") == 0);
  wait_for_session (fixture);

  /* Two that are opened together can be compared. */
  g_assert_null (fixture_find_button (GTK_WIDGET (fixture->window), "Compare"));
  g_application_open (G_APPLICATION (fixture->application), both, 2, "");
  WAIT_UNTIL (fixture_find_button (GTK_WIDGET (fixture->window), "Compare") != NULL);
  g_application_open (G_APPLICATION (fixture->application), both, 2, "compared");
  WAIT_UNTIL (g_strcmp0 (gtk_stack_get_visible_child_name (
                           find_id (dwell_window_get_current (fixture->window), "pages")),
                         "comparison") == 0);
}

int
main (int    argc,
      char **argv)
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  g_test_add_func ("/actions/table", test_table);
  g_test_add ("/actions/all-exist", Fixture, NULL, set_up, test_all_exist, tear_down);
  g_test_add ("/shortcuts", Fixture, NULL, set_up, test_shortcuts, tear_down);
  g_test_add ("/palette/search", Fixture, NULL, set_up, test_palette_search, tear_down);
  g_test_add ("/palette/large-text", Fixture, NULL, set_up, test_palette_large_text, tear_down);
  g_test_add ("/palette/keys", Fixture, NULL, set_up, test_palette_keys, tear_down);
  g_test_add ("/palette/all", Fixture, NULL, set_up, test_palette_all, tear_down);
  g_test_add ("/palette/runs", Fixture, NULL, set_up, test_palette_runs, tear_down);

  g_test_add_func ("/help/topics", test_help_topics);
  g_test_add_func ("/help/words", test_help_words);
  g_test_add ("/help/window", Fixture, NULL, set_up, test_help_window, tear_down);
  g_test_add ("/visible-table", Fixture, NULL, set_up, test_visible_table, tear_down);
  g_test_add ("/preferences", Fixture, NULL, set_up, test_preferences, tear_down);
  g_test_add ("/preferences/forget", Fixture, NULL, set_up, test_forget, tear_down);
  g_test_add ("/time-unit", Fixture, NULL, set_up, test_time_unit, tear_down);
  g_test_add ("/about", Fixture, NULL, set_up, test_about, tear_down);
  g_test_add ("/undo/hiding", Fixture, NULL, set_up, test_undo_hiding, tear_down);
  g_test_add ("/undo/key", Fixture, NULL, set_up, test_undo_key, tear_down);
  g_test_add ("/print", Fixture, NULL, set_up, test_print, tear_down);
  g_test_add ("/print/dialog", Fixture, NULL, set_up, test_print_dialog, tear_down);
  g_test_add ("/print/many", Fixture, NULL, set_up, test_print_many, tear_down);
  g_test_add ("/application", Fixture, NULL, set_up, test_application, tear_down);
  g_test_add_func ("/failure", test_failure);

  return g_test_run ();
}
