/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From right to left: what belongs to the language is mirrored, and the pointer and the arrow keys
 * with it; time and numbers are not, so that no timeline, chart or flame graph runs backwards. */
#include "config.h"

#include "ui/commands/dwell-pages.h"
#include "ui/flame/dwell-flame-graph.h"
#include "ui/pages/dwell-tree-page.h"
#include "ui/shell/dwell-session-pages.h"
#include "ui/table/dwell-cell.h"
#include "ui/table/dwell-table.h"
#include "ui/timeline/dwell-gutter.h"
#include "ui/timeline/dwell-overview.h"
#include "ui/timeline/dwell-timeline-canvas.h"
#include "ui/timeline/dwell-track-header.h"
#include "ui/widgets/dwell-time-box.h"
#include "window-fixture.h"

static graphene_rect_t
bounds_in (gpointer widget,
           gpointer in)
{
  graphene_rect_t rect;

  g_assert_true (gtk_widget_compute_bounds (widget, in, &rect));
  return rect;
}

static float
right_of (graphene_rect_t rect)
{
  return rect.origin.x + rect.size.width;
}

static GtkWidget *
open_page (Fixture    *fixture,
           const char *name,
           const char *id)
{
  GtkStack *pages;

  open_data (fixture, name);
  wait_for_session (fixture);
  pages = find_id (dwell_window_get_current (fixture->window), "pages");
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.page", "s", id);
  drain ();

  return dwell_session_pages_get (pages, id);
}

static GtkWidget *
find (Fixture *fixture,
      GType    type)
{
  return fixture_find (GTK_WIDGET (dwell_window_get_current (fixture->window)), type);
}

/* --- The timeline --- */

static void
test_timeline (Fixture       *fixture,
               gconstpointer  user_data)
{
  DwellView *view;
  DwellTrace *trace;
  GtkWidget *canvas;
  GtkWidget *gutter;
  GdkRectangle rect;
  guint32 focus;
  gint64 begin;

  open_page (fixture, "ooo/doc_example.log", "statistics");
  canvas = find (fixture, DWELL_TYPE_TIMELINE_CANVAS);
  gutter = find (fixture, DWELL_TYPE_GUTTER);
  view = get_view (fixture);
  trace = dwell_view_get_trace (view);
  wait_for_layout (canvas);

  /* The names are at the side where lines begin, the bars after them. */
  g_assert_cmpfloat (bounds_in (gutter, fixture->window).origin.x, >=,
                     right_of (bounds_in (canvas, fixture->window)));

  /* Time runs from left to right. */
  for (guint32 span = 0; span < trace->n_spans; span++)
    {
      gint64 whole = trace->end - trace->begin;

      if (!dwell_timeline_canvas_get_rect (DWELL_TIMELINE_CANVAS (canvas), span, &rect) ||
          rect.width < 12)
        continue;

      g_assert_cmpfloat_with_epsilon (
        rect.x,
        (double) (dwell_trace_get_span_begin (trace, span) - trace->begin) / (double) whole *
          gtk_widget_get_width (canvas), gtk_widget_get_width (canvas) * 0.06);
      fixture_click (canvas, 1, rect.x + rect.width / 2, rect.y + 5);
      g_assert_cmpuint (dwell_view_get_focus_span (view), !=, DWELL_NONE);
      g_assert_cmpuint (trace->span_row[dwell_view_get_focus_span (view)], ==,
                        trace->span_row[span]);
    }

  /* So do the keys. */
  dwell_view_focus_span (view, 0);
  for (guint i = 0; i < 3; i++)
    {
      focus = dwell_view_get_focus_span (view);
      begin = dwell_trace_get_span_begin (trace, focus);
      fixture_key (canvas, GDK_KEY_Right, 0);
      g_assert_cmpint (dwell_trace_get_span_begin (trace, dwell_view_get_focus_span (view)), >=,
                       begin);
    }
  focus = dwell_view_get_focus_span (view);
  fixture_key (canvas, GDK_KEY_Left, 0);
  g_assert_cmpint (dwell_trace_get_span_begin (trace, dwell_view_get_focus_span (view)), <=,
                   dwell_trace_get_span_begin (trace, focus));
}

/* Dragging from left to right in the overview, outside of the visible range, makes that range
 * visible. */
static void
test_overview (Fixture       *fixture,
               gconstpointer  user_data)
{
  DwellTrace *trace;
  GtkWidget *overview;
  gint64 begin, end, whole;
  int width;

  open_page (fixture, "ooo/doc_example.log", "statistics");
  overview = find (fixture, DWELL_TYPE_OVERVIEW);
  trace = dwell_view_get_trace (get_view (fixture));
  wait_for_layout (overview);
  width = gtk_widget_get_width (overview);

  whole = trace->end - trace->begin;
  dwell_view_set_range (get_view (fixture), trace->begin + whole / 10 * 8,
                        trace->begin + whole / 10 * 9);
  fixture_drag (overview, GDK_BUTTON_PRIMARY, width * 0.1, 20, width * 0.3, 20);
  dwell_view_get_range (get_view (fixture), &begin, &end);
  g_assert_cmpfloat_with_epsilon ((double) (begin - trace->begin) / (double) whole, 0.1, 0.03);
  g_assert_cmpfloat_with_epsilon ((double) (end - trace->begin) / (double) whole, 0.3, 0.03);
}

static void
test_gutter (Fixture       *fixture,
             gconstpointer  user_data)
{
  GtkWidget *gutter;
  graphene_rect_t whole;
  guint n_names = 0;

  open_page (fixture, "lms/quirks.csv", "statistics");
  gutter = find (fixture, DWELL_TYPE_GUTTER);
  wait_for_layout (gutter);
  whole = bounds_in (gutter, gutter);

  for (GtkWidget *child = gtk_widget_get_first_child (gutter); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      float right;

      if (!gtk_widget_get_mapped (child))
        continue;

      right = right_of (bounds_in (child, gutter));
      if (GTK_IS_INSCRIPTION (child))
        {
          /* The name of a row: indented at the right. */
          g_assert_cmpfloat (right, <, right_of (whole) - 10);
          g_assert_cmpfloat (gtk_inscription_get_xalign (GTK_INSCRIPTION (child)), ==, 1);
          n_names++;
        }
      else
        {
          GtkWidget *fold = find_id (child, "fold");
          GtkWidget *name = find_id (child, "name");

          g_assert_cmpfloat_with_epsilon (right, right_of (whole), 1);
          g_assert_cmpfloat (bounds_in (fold, gutter).origin.x, >=,
                             right_of (bounds_in (name, gutter)));
        }
    }

  g_assert_cmpuint (n_names, >, 0);
}

/* Controls that point along time are not mirrored. */
static void
test_steps (Fixture       *fixture,
            gconstpointer  user_data)
{
  GtkWidget *page = open_page (fixture, "text1/preempt.txt", "values");
  GtkWidget *boxes[] = {
    fixture_find (GTK_WIDGET (fixture->window), DWELL_TYPE_TIME_BOX),
    fixture_find (page, DWELL_TYPE_TIME_BOX),
  };

  for (guint i = 0; i < G_N_ELEMENTS (boxes); i++)
    {
      GtkWidget *back = gtk_widget_get_first_child (boxes[i]);
      GtkWidget *forward = gtk_widget_get_last_child (boxes[i]);
      GtkWidget *image = gtk_widget_get_first_child (back);

      wait_for_layout (boxes[i]);
      g_assert_cmpstr (gtk_button_get_icon_name (GTK_BUTTON (back)), ==, "go-previous-symbolic");
      g_assert_true (gtk_widget_get_direction (image) == GTK_TEXT_DIR_LTR);
      g_assert_cmpfloat (right_of (bounds_in (back, boxes[i])), <=,
                         bounds_in (forward, boxes[i]).origin.x + 1);
    }
}

/* --- Tables --- */

/* Returns the bounds of all that a cell of 200 px draws: x and width. */
static graphene_rect_t
get_ink (GtkWidget *cell)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderNode *node;
  graphene_rect_t ink;

  GTK_WIDGET_GET_CLASS (cell)->snapshot (cell, snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  g_assert_nonnull (node);
  gsk_render_node_get_bounds (node, &ink);
  gsk_render_node_unref (node);

  return ink;
}

static void
test_cells (void)
{
  GtkWidget *cell = dwell_cell_new ();
  GtkWidget *window;
  graphene_rect_t ink;
  float width;

  gtk_widget_set_size_request (cell, 200, -1);
  window = fixture_window (cell);
  width = (float) gtk_widget_get_width (cell);

  /* Names begin at the right, behind their swatch. */
  dwell_cell_set_text (DWELL_CELL (cell), "draw");
  ink = get_ink (cell);
  g_assert_cmpfloat (ink.origin.x, >, width - 80);
  g_assert_cmpfloat_with_epsilon (right_of (ink), width, 4);
  dwell_cell_set_depth (DWELL_CELL (cell), 2);
  g_assert_cmpfloat (right_of (get_ink (cell)), <, width - 20);
  dwell_cell_set_depth (DWELL_CELL (cell), 0);

  /* The arrow is before the name, and reacts to clicks there. */
  dwell_cell_set_expander (DWELL_CELL (cell), DWELL_EXPANDER_FOLDED);
  g_assert_true (dwell_cell_is_expander (DWELL_CELL (cell), width - 5));
  g_assert_false (dwell_cell_is_expander (DWELL_CELL (cell), 5));
  dwell_cell_set_expander (DWELL_CELL (cell), DWELL_EXPANDER_NONE);
  dwell_cell_set_icon (DWELL_CELL (cell), "starred-symbolic");
  g_assert_true (dwell_cell_is_icon (DWELL_CELL (cell), width - 5));
  g_assert_false (dwell_cell_is_icon (DWELL_CELL (cell), 5));
  dwell_cell_set_icon (DWELL_CELL (cell), NULL);

  /* Numbers are aligned to the right; their bars grow from the left. */
  dwell_cell_set_is_number (DWELL_CELL (cell), TRUE);
  dwell_cell_set_text (DWELL_CELL (cell), "59");
  g_assert_cmpfloat_with_epsilon (right_of (get_ink (cell)), width, 4);
  dwell_cell_set_text (DWELL_CELL (cell), "");
  dwell_cell_set_fraction (DWELL_CELL (cell), 0.25);
  ink = get_ink (cell);
  g_assert_cmpfloat_with_epsilon (ink.origin.x, 0, 1);
  g_assert_cmpfloat_with_epsilon (right_of (ink), width / 4, 1);

  fixture_close (window);
}

/* The first column is the rightmost, in view at first and whenever the room changes, until the user
 * scrolls. */
static void
test_columns (Fixture       *fixture,
              gconstpointer  user_data)
{
  GtkWidget *page = open_page (fixture, "text1/preempt.txt", "statistics");
  GtkColumnView *table = find_id (page, "table");
  GtkAdjustment *adjustment = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (table));
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (table));
  GtkWidget *first = gtk_widget_get_first_child (header);
  GtkWidget *second = gtk_widget_get_next_sibling (first);

  wait_for_layout (table);
  g_assert_cmpfloat (right_of (bounds_in (second, table)), <=,
                     bounds_in (first, table).origin.x + 1);

  for (guint i = 0; i < 3; i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.details", NULL);
      WAIT_UNTIL (ABS (right_of (bounds_in (first, table)) -
                       gtk_widget_get_width (GTK_WIDGET (table))) <= 1);
    }

  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 700, 600);
  WAIT_UNTIL (gtk_adjustment_get_upper (adjustment) >
              gtk_adjustment_get_page_size (adjustment) + 50);
  WAIT_UNTIL (ABS (right_of (bounds_in (first, table)) -
                   gtk_widget_get_width (GTK_WIDGET (table))) <= 1);
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) - 40);
  g_signal_emit_by_name (adjustment, "changed");
  WAIT_UNTIL (ABS (right_of (bounds_in (first, table)) - 40 -
                   gtk_widget_get_width (GTK_WIDGET (table))) <= 1);
}

static void
test_tree (Fixture       *fixture,
           gconstpointer  user_data)
{
  GtkWidget *page = open_page (fixture, "lms/runtime_nested.csv", "tree");
  DwellTreeList *list = get_list (page);
  GtkColumnView *table = find_id (page, "table");
  graphene_rect_t rect;
  GtkWidget *cell;
  guint position;

  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (list)) == 3);
  gtk_selection_model_select_item (gtk_column_view_get_model (table), 0, TRUE);
  cell = fixture_find (GTK_WIDGET (table), DWELL_TYPE_CELL);
  wait_for_layout (cell);

  rect = bounds_in (cell, table);
  g_assert_true (dwell_table_pick_expander (table, right_of (rect) - 6, rect.origin.y + 5,
                                            &position));
  g_assert_cmpuint (position, ==, 0);
  g_assert_false (dwell_table_pick_expander (table, rect.origin.x + 6, rect.origin.y + 5,
                                             &position));

  /* The arrow to the right leads back to the parent. */
  fixture_key (GTK_WIDGET (table), GDK_KEY_Right, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 1);
  fixture_key (GTK_WIDGET (table), GDK_KEY_Left, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 3);

  /* By name, folding is folding. */
  gtk_widget_activate_action (page, "tree.fold", NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 1);
}

/* --- The flame graph --- */

static void
test_flame (Fixture       *fixture,
            gconstpointer  user_data)
{
  GtkWidget *page = open_page (fixture, "lms/runtime_nested.csv", "flame");
  GtkWidget *graph = fixture_find (page, DWELL_TYPE_FLAME_GRAPH);
  GtkWidget *cursor = gtk_widget_get_first_child (graph);
  DwellFlameScene scene;
  graphene_rect_t first, second;

  WAIT_UNTIL (dwell_flame_graph_get_scene (DWELL_FLAME_GRAPH (graph), &scene));
  dwell_flame_graph_set_focus (DWELL_FLAME_GRAPH (graph), 1);
  WAIT_UNTIL (gtk_widget_get_width (cursor) > 1 &&
              gtk_widget_get_width (cursor) < gtk_widget_get_width (graph));
  first = bounds_in (cursor, graph);
  dwell_flame_graph_set_focus (DWELL_FLAME_GRAPH (graph), 2);
  WAIT_UNTIL (bounds_in (cursor, graph).origin.x != first.origin.x);
  second = bounds_in (cursor, graph);

  /* The first callee is at the left, as in the timeline. */
  g_assert_cmpfloat (right_of (first), <=, second.origin.x + 2);
}

/* --- All of it --- */

static void
test_all_pages (Fixture       *fixture,
                gconstpointer  user_data)
{
  static const char * const names[] = {
    "text1/preempt.txt", "br/timed_backtrace.prof", "aprof/versions/sort_cct_v2.aprof",
  };
  guint n_pages;
  const DwellPageInfo *pages = dwell_pages_get_all (&n_pages);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      DwellSessionPage *tab;

      open_data (fixture, names[i]);
      wait_for_session (fixture);
      tab = dwell_window_get_current (fixture->window);
      for (guint page = 0; page < n_pages; page++)
        if (dwell_session_page_has_page (tab, pages[page].id))
          {
            gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.page", "s",
                                        pages[page].id);
            drain ();
            gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
          }
    }
}

/* The window in front of @window, or NULL. */
static GtkWindow *
find_dialog (Fixture *fixture)
{
  g_autoptr(GListModel) windows = g_object_ref (gtk_window_get_toplevels ());

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (windows, i);

      if (window != GTK_WINDOW (fixture->window) && gtk_widget_get_mapped (GTK_WIDGET (window)))
        return window;
    }

  return NULL;
}

static void
test_dialogs (Fixture       *fixture,
              gconstpointer  user_data)
{
  static const char * const actions[] = {
    "win.palette", "win.help", "win.show-help-overlay", "win.export", "tab.import-options",
  };

  open_data (fixture, "text1/preempt.txt");
  wait_for_session (fixture);
  g_application_set_default (G_APPLICATION (fixture->application));

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      GtkWindow *dialog;

      g_test_message ("%s", actions[i]);
      gtk_widget_activate_action (GTK_WIDGET (fixture->window), actions[i], NULL);
      WAIT_UNTIL ((dialog = find_dialog (fixture)) != NULL);
      g_assert_true (gtk_widget_get_direction (GTK_WIDGET (dialog)) == GTK_TEXT_DIR_RTL);
      gtk_test_widget_wait_for_draw (GTK_WIDGET (dialog));
      gtk_window_destroy (dialog);
      WAIT_UNTIL (find_dialog (fixture) == NULL);
    }
}

/* The editor of a requirement: its fields follow the sentence there, too. */
static void
test_requirement (Fixture       *fixture,
                  gconstpointer  user_data)
{
  GtkWindow *dialog;

  open_data (fixture, "text1/preempt.txt");
  wait_for_session (fixture);
  g_application_set_default (G_APPLICATION (fixture->application));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.require", "s",
                              ": share of main <= 10 %");
  WAIT_UNTIL ((dialog = find_dialog (fixture)) != NULL);
  g_assert_true (gtk_widget_get_direction (GTK_WIDGET (dialog)) == GTK_TEXT_DIR_RTL);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (dialog));
  gtk_window_destroy (dialog);
  WAIT_UNTIL (find_dialog (fixture) == NULL);
}

#define ADD(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)

int
main (int   argc,
      char *argv[])
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);

  ADD ("/right-to-left/timeline", test_timeline);
  ADD ("/right-to-left/overview", test_overview);
  ADD ("/right-to-left/gutter", test_gutter);
  ADD ("/right-to-left/steps", test_steps);
  g_test_add_func ("/right-to-left/cells", test_cells);
  ADD ("/right-to-left/columns", test_columns);
  ADD ("/right-to-left/tree", test_tree);
  ADD ("/right-to-left/flame", test_flame);
  ADD ("/right-to-left/all-pages", test_all_pages);
  ADD ("/right-to-left/dialogs", test_dialogs);
  ADD ("/right-to-left/requirement", test_requirement);

  return g_test_run ();
}
