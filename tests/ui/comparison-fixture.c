/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of comparisons share: see comparison-fixture.h. */
#include "config.h"

#include "comparison-fixture.h"

#include "ui/shell/dwell-session-pages.h"

/* A copy of a file of tests/data that was changed at @time, s since 1970. */
GFile *
copy_data (const char *name,
           guint64     time)
{
  g_autoptr(GFile) original = data_file (name);
  g_autofree char *base_name = g_file_get_basename (original);
  g_autofree char *text = NULL;
  GFile *copy;

  g_assert_true (g_file_load_contents (original, NULL, &text, NULL, NULL, NULL));
  copy = make_file (base_name, text);
  g_assert_true (g_file_set_attribute_uint64 (copy, G_FILE_ATTRIBUTE_TIME_MODIFIED, time,
                                              G_FILE_QUERY_INFO_NONE, NULL, NULL));
  return copy;
}

/* A file of functions that run in turn, not at all or for very different times. */
GFile *
make_spans (const char        *name,
            const char *const *functions,
            guint              n_functions,
            guint              n_spans,
            guint              factor)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < n_functions; i++)
    g_string_append_printf (text, "2,%u,%s\n", i, functions[i]);
  for (guint i = 0; i < n_spans; i++)
    for (guint j = 0; j < n_functions; j++)
      g_string_append_printf (text, "0,%u,1\n1,%u,%u\n", j, j,
                              i % 20 > 0 ? factor << i % 20 : 0);
  return make_file (name, text->str);
}

/* Opens a file in a tab, and waits until it has been read. */
void
open_recording (Fixture *fixture,
                GFile   *file)
{
  dwell_window_open (fixture->window, &file, 1, FALSE);
  wait_for_session (fixture);
}

static gboolean
is_base_loaded (Fixture *fixture)
{
  DwellSession *base = dwell_view_get_base (get_view (fixture), NULL);

  return dwell_session_get_state (base) == DWELL_SESSION_READY ||
         dwell_session_get_state (base) == DWELL_SESSION_FAILED;
}

/* Compares two files, of which the base may be one that cannot be read. */
DwellComparisonPage *
compare_files (Fixture *fixture,
               GFile   *base,
               GFile   *new)
{
  dwell_window_compare (fixture->window, base, new);
  wait_for_session (fixture);
  WAIT_UNTIL (is_shown (fixture));
  WAIT_UNTIL (is_base_loaded (fixture));
  return get_page (fixture);
}

/* Compares two files of tests/data. */
DwellComparisonPage *
compare_data (Fixture    *fixture,
              const char *base,
              const char *new)
{
  g_autoptr(GFile) base_file = data_file (base);
  g_autoptr(GFile) new_file = data_file (new);

  return compare_files (fixture, base_file, new_file);
}

/* Compares what most tests do: app.load takes 220 µs in the base and 380 µs in the new recording,
 * app.draw is gone, app.save is new. */
DwellComparisonPage *
compare (Fixture *fixture)
{
  DwellComparisonPage *page = compare_data (fixture, "compare/base.csv", "compare/new.csv");

  WAIT_UNTIL (get_n_rows (page) == 3);
  return page;
}

void
close_tabs (Fixture *fixture)
{
  AdwTabView *tabs = find_id (fixture->window, "tabs");

  for (int n = get_n_tabs (fixture); n > 0; n--)
    {
      adw_tab_view_close_page (tabs, adw_tab_view_get_nth_page (tabs, 0));
      WAIT_UNTIL (get_n_tabs (fixture) == n - 1);
    }
}

/* Whether the tab in front shows a comparison. */
gboolean
is_shown (Fixture *fixture)
{
  DwellSessionPage *tab = dwell_window_get_current (fixture->window);

  return tab != NULL &&
         g_strcmp0 (gtk_stack_get_visible_child_name (find_id (tab, "pages")), "comparison") == 0;
}

DwellComparisonPage *
get_page (Fixture *fixture)
{
  GtkStack *pages = find_id (dwell_window_get_current (fixture->window), "pages");

  return DWELL_COMPARISON_PAGE (dwell_session_pages_get (pages, "comparison"));
}

void
activate (DwellComparisonPage *page,
          const char          *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), action, NULL));
}

guint
get_n_rows (DwellComparisonPage *page)
{
  return g_list_model_get_n_items (G_LIST_MODEL (get_list (page)));
}

/* Whether the row at @position is of the area called @name. */
gboolean
is_of_area (DwellComparisonPage *page,
            guint                position,
            const char          *name)
{
  GListModel *list = G_LIST_MODEL (get_list (page));
  g_autoptr(DwellComparisonItem) item = g_list_model_get_item (list, position);
  g_autofree char *text = item != NULL
                          ? dwell_comparison_item_get_plain (item, DWELL_DIFFERENCE_NAME) : NULL;

  return g_strcmp0 (text, name) == 0;
}

const char *
get_label (DwellComparisonPage *page,
           const char          *id)
{
  return gtk_label_get_text (find_id (page, id));
}

guint32
find_area (DwellView  *view,
           const char *name)
{
  const DwellTrace *trace = dwell_view_get_trace (view);

  for (guint32 i = 0; i < trace->n_areas; i++)
    if (g_strcmp0 (dwell_trace_get_area_name (trace, i), name) == 0)
      return i;

  g_assert_not_reached ();
}

/* Takes the first of what a dialog offers. */
void
choose_first_row (GtkWindow *dialog)
{
  WAIT_UNTIL (gtk_widget_child_focus (GTK_WIDGET (dialog), GTK_DIR_TAB_FORWARD) &&
              GTK_IS_LIST_BOX_ROW (gtk_window_get_focus (dialog)));
  gtk_widget_activate (gtk_window_get_focus (dialog));
}
