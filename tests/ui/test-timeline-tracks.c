/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tracks of the timeline: folding, the menu, dragging a header, the names of rows, and the
 * states in which there is no track to be seen. */

#include "config.h"

#include "render-nodes.h"
#include "support/grouped-trace.h"
#include "timeline-window.h"
#include "ui/timeline/dwell-gutter.h"
#include "ui/timeline/dwell-overview.h"
#include "ui/timeline/dwell-ruler.h"
#include "ui/timeline/dwell-track-header.h"
#include "ui/widgets/dwell-text-scale.h"

static GtkWidget *
header_of (Fixture    *f,
           const char *name)
{
  GtkWidget *gutter = fixture_find (f->timeline, DWELL_TYPE_GUTTER);

  for (GtkWidget *child = gtk_widget_get_first_child (gutter);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *inscription;

      if (!DWELL_IS_TRACK_HEADER (child) || !gtk_widget_get_visible (child))
        continue;

      inscription = fixture_find (child, GTK_TYPE_INSCRIPTION);
      if (g_strcmp0 (gtk_inscription_get_text (GTK_INSCRIPTION (inscription)), name) == 0)
        return child;
    }

  return NULL;
}

static void
test_fold (Fixture       *f,
           gconstpointer  user_data)
{
  GtkWidget *header = header_of (f, "Thread 11");
  GtkWidget *button;
  int y = rect_of (f, SPAN_WORK).y;

  g_assert_nonnull (header);
  g_assert_nonnull (header_of (f, "Thread 12"));
  g_assert_nonnull (header_of (f, "1 quiet track"));
  g_assert_null (header_of (f, "Thread 13"));

  button = fixture_find (header, GTK_TYPE_BUTTON);
  gtk_test_accessible_assert_property (button, GTK_ACCESSIBLE_PROPERTY_LABEL, "Fold Thread 11");
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpuint (dwell_view_get_track_state (f->view, 0), ==, DWELL_TRACK_FOLDED);
  gtk_test_accessible_assert_property (button, GTK_ACCESSIBLE_PROPERTY_LABEL, "Unfold Thread 11");
  g_assert_cmpint (rect_of (f, SPAN_WORK).y, ==,
                   y - 3 * (DWELL_LANE_ROW_HEIGHT + DWELL_LANE_ROW_GAP));

  g_signal_emit_by_name (fixture_find (header_of (f, "1 quiet track"), GTK_TYPE_BUTTON), "clicked");
  g_assert_nonnull (header_of (f, "Thread 13"));
}

static void
activate (Fixture    *f,
          const char *action)
{
  g_assert_true (gtk_widget_activate_action (f->timeline, action, NULL));
}

static void
test_menu (Fixture       *f,
           gconstpointer  user_data)
{
  GtkWidget *gutter = fixture_find (f->timeline, DWELL_TYPE_GUTTER);
  const DwellLane *second = &g_array_index (dwell_view_get_lanes (f->view), DwellLane, 1);

  /* At the last row of the track. */
  g_assert_cmpuint (second->track, ==, 1);
  g_signal_emit_by_name (fixture_controller (gutter, GTK_TYPE_GESTURE_CLICK, GDK_BUTTON_SECONDARY),
                         "pressed", 1, 5.0, second->y + second->height - 4.0);
  activate (f, "track.move-up");
  g_assert_cmpuint (g_array_index (dwell_view_get_lanes (f->view), DwellLane, 0).track, ==, 1);
  activate (f, "track.move-down");
  g_assert_cmpuint (g_array_index (dwell_view_get_lanes (f->view), DwellLane, 0).track, ==, 0);
  activate (f, "track.pin");
  g_assert_cmpuint (g_array_index (dwell_view_get_lanes (f->view), DwellLane, 0).track, ==, 1);
  activate (f, "track.pin");
  activate (f, "track.hide");
  g_assert_cmpuint (dwell_view_get_track_state (f->view, 1), ==, DWELL_TRACK_HIDDEN);
  g_assert_null (header_of (f, "Thread 12"));
  activate (f, "track.show-all");
  g_assert_nonnull (header_of (f, "Thread 12"));
  activate (f, "track.fold-all");
  g_assert_cmpuint (dwell_view_get_track_state (f->view, 0), ==, DWELL_TRACK_FOLDED);
  activate (f, "track.unfold-all");
  g_assert_cmpuint (dwell_view_get_track_state (f->view, 0), ==, 0);
}

/* Collects the actions that the menu shows, those of its sections and submenus, too. */
static void
collect (GMenuModel *menu,
         GHashTable *actions)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      static const char * const links[] = { G_MENU_LINK_SECTION, G_MENU_LINK_SUBMENU };
      char *action = NULL;

      if (g_menu_model_get_item_attribute (menu, i, "action", "s", &action))
        g_hash_table_add (actions, action);

      for (guint j = 0; j < G_N_ELEMENTS (links); j++)
        {
          g_autoptr(GMenuModel) inner = g_menu_model_get_item_link (menu, i, links[j]);

          if (inner != NULL)
            collect (inner, actions);
        }
    }
}

/* On a span and beside all spans, the menu zooms to the selection and drops it. */
static void
test_menu_of_selection (Fixture       *f,
                        gconstpointer  user_data)
{
  GtkWidget *canvas = fixture_find (f->timeline, DWELL_TYPE_TIMELINE_CANVAS);
  GdkRectangle rect = rect_of (f, SPAN_WORK);
  const int places[][2] = { { rect.x + rect.width / 2, rect.y + 2 }, { 5, 5 } };
  gint64 begin;
  gint64 end;

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autoptr(GHashTable) actions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      GtkWidget *popover;

      g_signal_emit_by_name (fixture_controller (canvas, GTK_TYPE_GESTURE_CLICK,
                                                 GDK_BUTTON_SECONDARY), "pressed", 1,
                             (double) places[i][0], (double) places[i][1]);
      popover = find_open_menu (f->timeline);
      g_assert_nonnull (popover);
      collect (gtk_popover_menu_get_menu_model (GTK_POPOVER_MENU (popover)), actions);
      g_assert_true (g_hash_table_contains (actions, "timeline.zoom-selection"));
      g_assert_true (g_hash_table_contains (actions, "timeline.drop-selection"));
      g_assert_true (g_hash_table_contains (actions, "track.fold"));
      gtk_popover_popdown (GTK_POPOVER (popover));
    }

  dwell_view_set_selection (f->view, 100, 200);
  activate (f, "timeline.zoom-selection");
  dwell_view_get_range (f->view, &begin, &end);
  g_assert_cmpint (begin, <=, 100);
  g_assert_cmpint (end, >=, 200);
  activate (f, "timeline.drop-selection");
  g_assert_false (dwell_view_get_selection (f->view, &begin, &end));
}

static void
test_drag_header (Fixture       *f,
                  gconstpointer  user_data)
{
  GtkWidget *gutter = fixture_find (f->timeline, DWELL_TYPE_GUTTER);
  const DwellLane *second = &g_array_index (dwell_view_get_lanes (f->view), DwellLane, 1);
  int y = second->y + 10;

  g_assert_cmpuint (second->track, ==, 1);

  /* Into the upper half of the first. */
  fixture_drag (gutter, GDK_BUTTON_PRIMARY, 50, y, 50, 12);
  g_assert_cmpuint (g_array_index (dwell_view_get_lanes (f->view), DwellLane, 0).track, ==, 1);

  /* A press that does not move, moves nothing. */
  fixture_drag (gutter, GDK_BUTTON_PRIMARY, 50, 10, 50, 11);
  g_assert_cmpuint (g_array_index (dwell_view_get_lanes (f->view), DwellLane, 0).track, ==, 1);

  /* Far below: to the end, above what did not run. */
  fixture_drag (gutter, GDK_BUTTON_PRIMARY, 50, 10, 50, 2000);
  g_assert_cmpuint (g_array_index (dwell_view_get_lanes (f->view), DwellLane, 1).track, ==, 1);
}

/* How many nodes the gutter draws. */
static guint
count_nodes (GtkWidget *gutter)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr(GskRenderNode) node = NULL;

  wait_for_layout (gutter);
  GTK_WIDGET_GET_CLASS (gutter)->snapshot (gutter, snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  return node != NULL ? render_node_check_frame (node) : 0;
}

/* While a header is dragged a line shows where it would go; a drag that is taken away leaves all
 * as it is. */
static void
test_drag_line (Fixture       *f,
                gconstpointer  user_data)
{
  GtkWidget *gutter = fixture_find (f->timeline, DWELL_TYPE_GUTTER);
  gpointer drag = fixture_controller (gutter, GTK_TYPE_GESTURE_DRAG, GDK_BUTTON_PRIMARY);
  const DwellLane *second = &g_array_index (dwell_view_get_lanes (f->view), DwellLane, 1);
  const double places[] = { -100, 0, 1000 };
  guint n = count_nodes (gutter);

  g_signal_emit_by_name (drag, "drag-begin", 50.0, second->y + 10.0);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_signal_emit_by_name (drag, "drag-update", 0.0, places[i]);
      g_assert_cmpstr (gdk_cursor_get_name (gtk_widget_get_cursor (gutter)), ==, "grabbing");
      g_assert_cmpuint (count_nodes (gutter), >, n);
    }
  g_signal_emit_by_name (drag, "cancel", NULL);
  g_assert_null (gtk_widget_get_cursor (gutter));
  g_signal_emit_by_name (drag, "drag-end", 0.0, 1000.0);
  g_assert_cmpuint (count_nodes (gutter), ==, n);
  g_assert_cmpuint (g_array_index (dwell_view_get_lanes (f->view), DwellLane, 1).track, ==, 1);
}

static void
test_groups (Fixture       *f,
             gconstpointer  user_data)
{
  g_autoptr(DwellTrace) trace = grouped_trace ();
  g_autoptr(DwellView) view = fixture_view (trace);
  GtkWidget *gutter = fixture_find (f->timeline, DWELL_TYPE_GUTTER);
  GtkWidget *header;
  GtkWidget *button;

  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), view);
  WAIT_UNTIL (header_of (f, "editor · 2") != NULL);
  header = header_of (f, "editor · 2");
  gtk_test_accessible_assert_property (header, GTK_ACCESSIBLE_PROPERTY_LABEL, "editor, 2 tracks");
  button = fixture_find (header, GTK_TYPE_BUTTON);
  gtk_test_accessible_assert_property (button, GTK_ACCESSIBLE_PROPERTY_LABEL, "Fold editor");
  gtk_test_accessible_assert_state (button, GTK_ACCESSIBLE_STATE_EXPANDED, TRUE);

  /* Below its process a track needs not name it, but to one who hears only of the track. */
  gtk_test_accessible_assert_property (header_of (f, "main"), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "editor, main");

  /* By the keyboard. */
  gtk_widget_grab_focus (button);
  g_assert_true (gtk_widget_activate (button));
  WAIT_UNTIL (dwell_view_count_hidden (view) == 2);
  gtk_test_accessible_assert_state (button, GTK_ACCESSIBLE_STATE_EXPANDED, FALSE);
  gtk_test_accessible_assert_property (button, GTK_ACCESSIBLE_PROPERTY_LABEL, "Unfold editor");
  g_assert_true (gtk_widget_is_focus (button));
  g_assert_nonnull (header_of (f, "helper · 2"));

  /* By the menu, on the first lane; a group cannot be pinned. */
  g_signal_emit_by_name (fixture_controller (gutter, GTK_TYPE_GESTURE_CLICK, GDK_BUTTON_SECONDARY),
                         "pressed", 1, 5.0, 5.0);
  activate (f, "track.pin");
  activate (f, "track.fold");
  g_assert_cmpuint (dwell_view_count_hidden (view), ==, 0);
  activate (f, "track.fold");
  g_assert_cmpuint (dwell_view_count_hidden (view), ==, 2);

  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), f->view);
}

static const char *
visible_page (Fixture *f)
{
  return gtk_stack_get_visible_child_name (GTK_STACK (fixture_find (f->timeline, GTK_TYPE_STACK)));
}

static void
test_states (Fixture       *f,
             gconstpointer  user_data)
{
  g_autoptr(DwellTrace) nothing = NULL;
  g_autoptr(DwellView) view = NULL;

  g_assert_cmpstr (visible_page (f), ==, "timeline");

  nothing = dwell_builder_finish (dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS));
  view = fixture_view (nothing);
  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), view);
  g_assert_cmpstr (visible_page (f), ==, "empty");

  /* Keys on nothing do nothing. */
  fixture_key (f->canvas, GDK_KEY_Right, 0);
  fixture_key (f->canvas, GDK_KEY_plus, 0);

  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), NULL);
  g_assert_false (fixture_key (f->canvas, GDK_KEY_Right, 0));

  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), f->view);
  g_assert_cmpstr (visible_page (f), ==, "timeline");
  for (guint32 track = 0; track < 3; track++)
    dwell_view_set_track_state (f->view, track, DWELL_TRACK_HIDDEN);
  g_assert_cmpstr (visible_page (f), ==, "hidden");
  activate (f, "track.show-all");
  g_assert_cmpstr (visible_page (f), ==, "timeline");
}

/* A track of 200 named rows, each with one span. */
static DwellTrace *
make_named (void)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  guint32 context = dwell_builder_add_context (builder, "session", DWELL_CONTEXT_SESSION, 0,
                                               DWELL_NONE);
  guint32 track = dwell_builder_add_track (builder, "session", context, TRUE);

  g_assert_true (dwell_builder_reserve_spans (builder, 200, NULL));
  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *name = g_strdup_printf ("row %u", i);
      guint32 row = dwell_builder_add_row (builder, track,
                                           dwell_strings_intern (builder->strings, name, -1));
      guint32 span = dwell_builder_open_span (builder, fixture_area (builder, name), row,
                                              DWELL_NONE, i * MS);

      dwell_builder_close_span (builder, span, (i + 10) * MS, 0);
    }
  builder->end = 300 * MS;

  return dwell_builder_finish (builder);
}

/* Checks that every visible row name is beside its row, and none is there twice. */
static guint
check_names (GtkWidget *gutter,
             int        scroll_y)
{
  guint n_names = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (gutter);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      graphene_rect_t bounds;
      const char *text;
      guint row = 0;

      if (!GTK_IS_INSCRIPTION (child) || !gtk_widget_get_visible (child))
        continue;

      text = gtk_inscription_get_text (GTK_INSCRIPTION (child));
      for (const char *p = text + strlen ("row "); g_ascii_isdigit (*p); p++)
        row = row * 10 + (guint) (*p - '0');

      g_assert_true (gtk_widget_compute_bounds (child, gutter, &bounds));
      g_assert_cmpint ((int) (bounds.origin.y + bounds.size.height / 2) + scroll_y, >=,
                       DWELL_LANE_HEADER_HEIGHT + (int) row * 21);
      g_assert_cmpint ((int) (bounds.origin.y + bounds.size.height / 2) + scroll_y, <,
                       DWELL_LANE_HEADER_HEIGHT + (int) row * 21 + 21);
      n_names++;
    }

  return n_names;
}

static void
test_row_names (void)
{
  g_autoptr(DwellTrace) trace = make_named ();
  g_autoptr(DwellView) view = fixture_view (trace);
  GtkWidget *timeline = g_object_new (DWELL_TYPE_TIMELINE, NULL);
  GtkWidget *window, *gutter;
  GtkAdjustment *adjustment = NULL;

  dwell_timeline_set_view (DWELL_TIMELINE (timeline), view);
  window = fixture_window (timeline);
  gutter = fixture_find (timeline, DWELL_TYPE_GUTTER);
  WAIT_UNTIL (gtk_widget_get_height (gutter) > 200);
  WAIT_UNTIL ((gtk_test_widget_wait_for_draw (gutter),
               check_names (gutter, 0) * 21 + 60 > (guint) gtk_widget_get_height (gutter)));

  /* Only those in view are widgets, wherever one scrolls. */
  g_assert_cmpuint (check_names (gutter, 0), <, 60);
  for (GtkWidget *child = gtk_widget_get_first_child (gtk_widget_get_parent (
         fixture_find (timeline, DWELL_TYPE_RULER)));
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_SCROLLBAR (child) &&
        gtk_orientable_get_orientation (GTK_ORIENTABLE (child)) == GTK_ORIENTATION_VERTICAL)
      adjustment = gtk_scrollbar_get_adjustment (GTK_SCROLLBAR (child));

  g_assert_nonnull (adjustment);
  for (int y = 7; y < 3000; y += 501)
    {
      gtk_adjustment_set_value (adjustment, y);
      gtk_test_widget_wait_for_draw (gutter);
      g_assert_cmpuint (check_names (gutter, y), >, 10);
    }

  fixture_close (window);
}

/* Each look of a bar has a sample and a meaning. */
static void
test_legend (Fixture       *f,
             gconstpointer  user_data)
{
  GtkGrid *legend = GTK_GRID (gtk_widget_get_template_child (f->timeline, DWELL_TYPE_TIMELINE,
                                                             "legend"));
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (legend), GTK_TYPE_POPOVER);
  guint n = 0;

  gtk_popover_popup (GTK_POPOVER (popover));
  WAIT_UNTIL (gtk_widget_get_mapped (GTK_WIDGET (legend)));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (legend));

  for (GtkWidget *label; (label = gtk_grid_get_child_at (legend, 1, (int) n)) != NULL; n++)
    {
      g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), !=, "");
      g_assert_true (GTK_IS_DRAWING_AREA (gtk_grid_get_child_at (legend, 0, (int) n)));
    }

  g_assert_cmpuint (n, ==, 4);
  gtk_popover_popdown (GTK_POPOVER (popover));
}

/* A variable whose states come in another order than that of their values; two have none. */
static DwellTrace *
make_states (void)
{
  static const struct { const char *name; int value; } states[] = {
    { "On", 1 }, { "", 0 }, { "On", 1 }, { "Broken", -1 }, { "Apex", 2 }, { "Absent", -1 },
  };
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  guint32 context = dwell_builder_add_context (builder, "", DWELL_CONTEXT_SESSION, 0, DWELL_NONE);
  DwellArea variable = {
    .name = dwell_strings_intern (builder->strings, "mode", -1),
    .parent = DWELL_NONE,
    .kind = DWELL_AREA_VARIABLE,
  };
  guint32 parent = dwell_builder_add_area (builder, &variable);
  guint32 track = dwell_builder_add_track (builder, "mode", context, FALSE);
  guint32 row = dwell_builder_add_row (builder, track, 0);

  dwell_builder_set_track_kind (builder, track, DWELL_TRACK_SPANS, DWELL_TRACKS_DATA, parent);
  g_assert_true (dwell_builder_reserve_spans (builder, G_N_ELEMENTS (states), NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (states); i++)
    {
      DwellArea state = {
        .name = dwell_strings_intern (builder->strings, states[i].name, -1),
        .parent = parent,
        .kind = DWELL_AREA_STATE,
        .has_value = states[i].value >= 0,
        .value = MAX (states[i].value, 0),
      };

      dwell_builder_close_span (builder,
                                dwell_builder_open_span (builder,
                                                         dwell_builder_add_area (builder, &state),
                                                         row, DWELL_NONE, (gint64) i * MS),
                                (gint64) (i + 1) * MS, 0);
    }

  return dwell_builder_finish (builder);
}

/* The legend names the states in view once, by their values and then their names; it is the same
 * each time it opens. */
static void
test_legend_states (void)
{
  static const char * const texts[] = { "0", "On", "Apex", "Absent", "Broken" };
  g_autoptr(DwellTrace) trace = make_states ();
  g_autoptr(DwellView) view = fixture_view (trace);
  GtkWidget *timeline = g_object_new (DWELL_TYPE_TIMELINE, NULL);
  GtkGrid *legend = GTK_GRID (gtk_widget_get_template_child (timeline, DWELL_TYPE_TIMELINE,
                                                             "legend"));
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (legend), GTK_TYPE_POPOVER);
  GtkWidget *window;

  dwell_timeline_set_view (DWELL_TIMELINE (timeline), view);
  window = fixture_window (timeline);
  WAIT_UNTIL (dwell_view_get_reading (view)->layout != NULL);

  for (guint times = 0; times < 2; times++)
    {
      gtk_popover_popup (GTK_POPOVER (popover));
      WAIT_UNTIL (gtk_widget_get_mapped (GTK_WIDGET (legend)));

      g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (gtk_grid_get_child_at (legend, 0, 4))), ==,
                       "mode");
      for (int i = 0; i < (int) G_N_ELEMENTS (texts); i++)
        g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (gtk_grid_get_child_at (legend, 1, 5 + i))),
                         ==, texts[i]);
      g_assert_null (gtk_grid_get_child_at (legend, 0, 5 + G_N_ELEMENTS (texts)));
      gtk_popover_popdown (GTK_POPOVER (popover));
      WAIT_UNTIL (!gtk_widget_get_mapped (GTK_WIDGET (legend)));
    }

  fixture_close (window);
}

typedef struct {
  const char *name;
  gint64      value;
} State;

/* Adds a variable that has one state after the other, from @begin on, for 10 ms each. Those without
 * a name have none but their number. */
static void
add_variable (DwellBuilder *builder,
              const char   *name,
              const State  *states,
              guint         n_states,
              gboolean      has_values,
              gint64        begin)
{
  DwellArea variable = {
    .name = dwell_strings_intern (builder->strings, name, -1),
    .parent = DWELL_NONE,
    .kind = DWELL_AREA_VARIABLE,
  };
  guint32 parent = dwell_builder_add_area (builder, &variable);
  guint32 track = dwell_builder_add_track (builder, name, 0, FALSE);
  guint32 row = dwell_builder_add_row (builder, track, 0);

  dwell_builder_set_track_kind (builder, track, DWELL_TRACK_SPANS, DWELL_TRACKS_DATA, parent);
  g_assert_true (dwell_builder_reserve_spans (builder, n_states, NULL));
  for (guint i = 0; i < n_states; i++)
    {
      g_autofree char *number = g_strdup_printf ("state %02u", i);
      DwellArea state = {
        .name = dwell_strings_intern (builder->strings, states != NULL ? states[i].name : number,
                                      -1),
        .parent = parent,
        .kind = DWELL_AREA_STATE,
        .has_value = has_values,
        .value = states != NULL ? states[i].value : 0,
      };

      dwell_builder_close_span (builder,
                                dwell_builder_open_span (builder,
                                                         dwell_builder_add_area (builder, &state),
                                                         row, DWELL_NONE, (begin + 10 * i) * MS),
                                (begin + 10 * i + 10) * MS, 0);
    }
}

static const char *
get_row_text (GtkGrid *legend,
              int      row)
{
  GtkWidget *label = gtk_grid_get_child_at (legend, 1, row);

  return label != NULL ? gtk_label_get_text (GTK_LABEL (label)) : NULL;
}

static void
assert_row (GtkGrid    *legend,
            int         row,
            const char *text)
{
  g_assert_cmpstr (get_row_text (legend, row), ==, text);
}

/* The first row that says @text; -1: none does. */
static int
find_row (GtkGrid    *legend,
          const char *text)
{
  for (int row = 0; get_row_text (legend, row) != NULL; row++)
    if (g_str_equal (get_row_text (legend, row), text))
      return row;

  return -1;
}

/* The legend names states by their values, those of one value or of none by name; of many the
 * first, and of many variables the first that are in view. */
static void
test_legend_many (Fixture       *f,
                  gconstpointer  user_data)
{
  static const State gears[] = { { "third", 3 }, { "y", 2 }, { "x", 2 }, { "first", 1 } };
  static const State modes[] = { { "b", 0 }, { "a", 0 }, { "b", 0 } };
  static const char * const expected[][5] = {
    { "gear", "first", "x", "y", "third" }, { "mode", "a", "b" }, { "many", "state 00" },
  };
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellView) view = NULL;
  GtkGrid *legend =
    GTK_GRID (gtk_widget_get_template_child (f->timeline, DWELL_TYPE_TIMELINE, "legend"));
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (legend), GTK_TYPE_POPOVER);

  dwell_builder_add_context (builder, "", DWELL_CONTEXT_SESSION, 0, DWELL_NONE);
  add_variable (builder, "gear", gears, G_N_ELEMENTS (gears), TRUE, 0);
  add_variable (builder, "mode", modes, G_N_ELEMENTS (modes), FALSE, 0);
  add_variable (builder, "many", NULL, 40, FALSE, 0);
  add_variable (builder, "late", NULL, 1, FALSE, 900);
  for (guint i = 0; i < 6; i++)
    {
      g_autofree char *name = g_strdup_printf ("other %u", i);

      add_variable (builder, name, NULL, 1, FALSE, 0);
    }
  trace = dwell_builder_finish (builder);
  view = fixture_view (trace);
  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), view);
  WAIT_UNTIL (dwell_view_get_reading (view)->layout != NULL);
  dwell_view_set_range (view, 0, 500 * MS);
  gtk_popover_popup (GTK_POPOVER (popover));
  WAIT_UNTIL (gtk_widget_get_mapped (GTK_WIDGET (legend)));

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      int row = find_row (legend, expected[i][0]);

      g_assert_cmpint (row, >=, 0);
      for (guint j = 0; j < G_N_ELEMENTS (expected[i]) && expected[i][j] != NULL; j++)
        assert_row (legend, row + (int) j, expected[i][j]);
    }
  assert_row (legend, find_row (legend, "many") + 32, "state 31");
  g_assert_cmpint (find_row (legend, "state 32"), <, 0);
  g_assert_cmpint (find_row (legend, "late"), <, 0);
  g_assert_cmpint (find_row (legend, "other 0"), >, 0);
  g_assert_cmpint (find_row (legend, "other 5"), <, 0);
  gtk_popover_popdown (GTK_POPOVER (popover));
  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), f->view);
}

/* --- The filter, the gutter's width, the scrollbar --- */

/* Eight tasks, each with a span. */
static DwellTrace *
make_tasks (void)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);

  g_assert_true (dwell_builder_reserve_spans (builder, 8, NULL));
  for (guint i = 0; i < 8; i++)
    {
      g_autofree char *name = g_strdup_printf ("Task %u", i);
      guint32 context = dwell_builder_add_context (builder, name, DWELL_CONTEXT_TASK, i,
                                                   DWELL_NONE);
      guint32 row = dwell_builder_add_row (builder,
                                           dwell_builder_add_track (builder, name, context, FALSE),
                                           0);

      dwell_builder_close_span (builder,
                                dwell_builder_open_span (builder, fixture_area (builder, "work"),
                                                         row, DWELL_NONE, 0),
                                (10 + i) * MS, 0);
    }

  return dwell_builder_finish (builder);
}

static gpointer
get_part (Fixture    *f,
          const char *id)
{
  return gtk_widget_get_template_child (f->timeline, DWELL_TYPE_TIMELINE, id);
}

static void
set_filter (Fixture    *f,
            const char *text)
{
  gtk_editable_set_text (get_part (f, "track_filter"), text);
  g_signal_emit_by_name (get_part (f, "track_filter"), "search-changed");
}

static void
assert_corner (Fixture    *f,
               const char *text)
{
  fixture_assert_text (gtk_label_get_text (get_part (f, "corner")), text);
}

/* Many tracks have a filter, which leaves those whose names match, and says how many. What is no
 * pattern shows all, and what is wrong. The text is that of the view. */
static void
test_filter (Fixture       *f,
             gconstpointer  user_data)
{
  g_autoptr(DwellTrace) trace = make_tasks ();
  g_autoptr(DwellView) view = fixture_view (trace);
  GtkWidget *filter = get_part (f, "track_filter");
  g_autofree char *hint = g_strdup (gtk_widget_get_tooltip_text (filter));
  g_autoptr(GError) error = NULL;

  g_assert_false (gtk_widget_get_visible (filter));
  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), view);
  WAIT_UNTIL (gtk_widget_get_visible (filter) && header_of (f, "Task 4") != NULL);
  assert_corner (f, "8 tracks");

  set_filter (f, "3");
  WAIT_UNTIL (header_of (f, "Task 4") == NULL);
  g_assert_nonnull (header_of (f, "Task 3"));
  assert_corner (f, "1 of 8 tracks");

  set_filter (f, "/(/");
  g_assert_true (gtk_widget_has_css_class (filter, "error"));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (filter), !=, hint);
  set_filter (f, "nothing like it");
  g_assert_false (gtk_widget_has_css_class (filter, "error"));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (filter), ==, hint);
  assert_corner (f, "0 of 8 tracks");
  wait_for_layout (f->canvas);
  g_assert_cmpstr (visible_page (f), ==, "timeline");

  g_signal_emit_by_name (filter, "stop-search");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (filter)), ==, "");
  assert_corner (f, "8 tracks");
  g_assert_true (gtk_widget_is_ancestor (gtk_root_get_focus (GTK_ROOT (f->window)), f->timeline));

  g_assert_true (dwell_view_set_track_filter (view, "task", &error));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (filter)), ==, "task");
  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), f->view);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (filter)), ==, "");
  g_assert_false (gtk_widget_get_visible (filter));
  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), NULL);
  set_filter (f, "3");
  assert_corner (f, "");
  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), f->view);
}

/* Tracks that are scrolled away have no header, whose menu moves among all tracks all the same. */
static void
test_scrolled (Fixture       *f,
               gconstpointer  user_data)
{
  g_autoptr(DwellTrace) trace = make_tasks ();
  g_autoptr(DwellView) view = fixture_view (trace);
  GtkAdjustment *rows = gtk_scrollbar_get_adjustment (get_part (f, "vertical"));
  const GArray *lanes;

  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), view);
  gtk_window_set_default_size (GTK_WINDOW (f->window), 900, 200);
  WAIT_UNTIL (gtk_adjustment_get_upper (rows) > gtk_adjustment_get_page_size (rows));
  wait_for_layout (f->canvas);
  lanes = dwell_view_get_lanes (view);
  g_assert_cmpuint (lanes->len, ==, 8);
  g_assert_cmpuint (g_array_index (lanes, DwellLane, 7).track, ==, 0);
  g_assert_nonnull (header_of (f, "Task 7"));
  g_assert_null (header_of (f, "Task 0"));
  gtk_adjustment_set_value (rows, gtk_adjustment_get_upper (rows));
  WAIT_UNTIL (header_of (f, "Task 0") != NULL);
  g_assert_null (header_of (f, "Task 7"));

  g_assert_true (fixture_key (header_of (f, "Task 0"), GDK_KEY_Menu, 0));
  WAIT_UNTIL (find_open_menu (f->timeline) != NULL);
  activate (f, "track.move-down");
  g_assert_cmpuint (g_array_index (dwell_view_get_lanes (view), DwellLane, 7).track, ==, 0);
  activate (f, "track.move-up");
  g_assert_cmpuint (g_array_index (dwell_view_get_lanes (view), DwellLane, 6).track, ==, 0);
  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), f->view);
}

/* The gutter is narrower in a narrow window, until the user sets its width. */
static void
test_gutter_width (Fixture       *f,
                   gconstpointer  user_data)
{
  GtkPaned *paned = get_part (f, "paned");
  int before = gtk_paned_get_position (paned);

  gtk_window_set_default_size (GTK_WINDOW (f->window), 500, 500);
  WAIT_UNTIL (gtk_paned_get_position (paned) < before);
  gtk_window_set_default_size (GTK_WINDOW (f->window), 900, 500);
  WAIT_UNTIL (gtk_paned_get_position (paned) == before);

  gtk_paned_set_position (paned, before + 60);
  gtk_window_set_default_size (GTK_WINDOW (f->window), 500, 500);
  WAIT_UNTIL (gtk_widget_get_width (f->timeline) == 500);
  wait_for_layout (f->canvas);
  g_assert_cmpint (gtk_paned_get_position (paned), ==, before + 60);
}

/* The horizontal scrollbar moves the time that is in view; the way back leads to where one was. */
static void
test_scrollbar (Fixture       *f,
                gconstpointer  user_data)
{
  GtkAdjustment *time = gtk_scrollbar_get_adjustment (get_part (f, "horizontal"));
  gint64 begin, end;

  dwell_view_set_range (f->view, 400 * MS, 500 * MS);
  g_assert_cmpfloat (gtk_adjustment_get_value (time), ==, 400 * MS);
  g_assert_cmpfloat (gtk_adjustment_get_page_size (time), ==, 100 * MS);
  gtk_adjustment_set_value (time, 700 * MS);
  dwell_view_get_range (f->view, &begin, &end);
  g_assert_cmpint (begin, ==, 700 * MS);
  g_assert_cmpint (end, ==, 800 * MS);
  dwell_view_go_back (f->view);
  dwell_view_get_range (f->view, &begin, &end);
  g_assert_cmpint (begin, ==, 400 * MS);

  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), NULL);
  gtk_adjustment_set_value (time, 0);
  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), f->view);
  dwell_view_get_range (f->view, &begin, &end);
  g_assert_cmpint (begin, ==, 400 * MS);
}

/* --- Variables --- */

/* A variable that is written twice, in a track of its own, and no span. */
static DwellTrace *
make_written (void)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_WRITES);
  guint32 context = dwell_builder_add_context (builder, "data", DWELL_CONTEXT_SESSION, 0,
                                               DWELL_NONE);
  DwellArea speed = {
    .name = dwell_strings_intern (builder->strings, "speed", -1),
    .parent = DWELL_NONE,
    .kind = DWELL_AREA_VARIABLE,
  };
  guint32 area = dwell_builder_add_area (builder, &speed);
  guint32 track = dwell_builder_add_track (builder, "speed", context, FALSE);

  dwell_builder_set_track_kind (builder, track, DWELL_TRACK_STEPS, DWELL_TRACKS_DATA, area);
  g_assert_true (dwell_builder_reserve_events (builder, 2, NULL));
  dwell_builder_add_write (builder, track, 0, 10);
  dwell_builder_add_write (builder, track, 40 * MS, 30);
  return dwell_builder_finish (builder);
}

/* What was only written is something to be seen. A click on the curve focuses the variable, and a
 * step to a write puts the cursor there, even where the track is hidden. */
static void
test_written (Fixture       *f,
              gconstpointer  user_data)
{
  g_autoptr(DwellTrace) trace = make_written ();
  g_autoptr(DwellView) view = fixture_view (trace);
  gint64 time;

  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), view);
  g_assert_cmpstr (visible_page (f), ==, "timeline");
  wait_for_layout (f->canvas);
  fixture_click (f->canvas, 1, gtk_widget_get_width (f->canvas) / 2, 10);
  g_assert_cmpuint (dwell_view_get_focus_area (view), ==, trace->tracks[0].area);

  dwell_view_reveal_write (view, 1);
  g_assert_cmpuint (dwell_view_get_cursor_track (view), ==, 0);
  g_assert_true (dwell_view_get_cursor (view, &time));
  g_assert_cmpint (time, ==, 40 * MS);

  /* Its menu knows what can be required of it, and that it has no lines. */
  g_signal_emit_by_name (fixture_controller (f->canvas, GTK_TYPE_GESTURE_CLICK,
                                             GDK_BUTTON_SECONDARY), "pressed", 1, 50.0, 10.0);
  WAIT_UNTIL (find_open_menu (f->timeline) != NULL);
  activate (f, "track.hide");
  g_assert_cmpuint (dwell_view_get_track_state (view, 0), ==, DWELL_TRACK_HIDDEN);
  g_assert_cmpstr (visible_page (f), ==, "hidden");
  wait_for_layout (f->timeline);
  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), f->view);
}

/* --- Groups, headers and the menu at their ends --- */

/* The menu of all tracks shows and hides what is of one kind. */
static void
test_kinds (Fixture       *f,
            gconstpointer  user_data)
{
  g_autoptr(DwellTrace) trace = grouped_trace ();
  g_autoptr(DwellView) view = fixture_view (trace);
  static const struct { const char *action; guint group; } kinds[] = {
    { "track.functions", DWELL_TRACKS_FUNCTIONS }, { "track.data", DWELL_TRACKS_DATA },
  };

  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), view);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_assert_true (dwell_view_get_group_shown (view, kinds[i].group));
      activate (f, kinds[i].action);
      g_assert_false (dwell_view_get_group_shown (view, kinds[i].group));
      activate (f, kinds[i].action);
      g_assert_true (dwell_view_get_group_shown (view, kinds[i].group));
    }

  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), f->view);
}

/* Wherever it is dragged, a track stays with those of its process; the name of a group is not
 * dragged. */
static void
test_drag_in_groups (Fixture       *f,
                     gconstpointer  user_data)
{
  GtkWidget *gutter = fixture_find (f->timeline, DWELL_TYPE_GUTTER);
  g_autoptr(DwellTrace) trace = grouped_trace ();
  g_autoptr(DwellView) view = fixture_view (trace);
  /* Of a name, or a track, to the names of groups. */
  static const guint drags[][2] = { { 0, 7 }, { 2, 5 }, { 9, 3 }, { 2, 8 } };

  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), view);
  wait_for_layout (gutter);
  for (guint i = 0; i < G_N_ELEMENTS (drags); i++)
    {
      const GArray *lanes = dwell_view_get_lanes (view);
      double scale = dwell_text_scale_get (f->canvas);
      guint32 tracks[4];
      guint n = 0;

      fixture_drag (gutter, GDK_BUTTON_PRIMARY, 50,
                    (g_array_index (lanes, DwellLane, drags[i][0]).y + 5) * scale, 50,
                    (g_array_index (lanes, DwellLane, drags[i][1]).y + 3) * scale);
      lanes = dwell_view_get_lanes (view);
      g_assert_cmpuint (lanes->len, ==, 10);
      for (guint j = 0; j < lanes->len; j++)
        if (g_array_index (lanes, DwellLane, j).kind == DWELL_LANE_TRACK)
          tracks[n++] = g_array_index (lanes, DwellLane, j).track;
      g_assert_cmpuint (n, ==, G_N_ELEMENTS (tracks));
      g_assert_cmpuint (tracks[0] / 2, ==, tracks[1] / 2);
      g_assert_cmpuint (tracks[2] / 2, ==, tracks[3] / 2);
      if (i == 0)
        g_assert_cmpuint (tracks[0], ==, 0);
    }

  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), f->view);
}

/* Without a recording the actions of the menu do nothing. */
static void
test_menu_without_view (Fixture       *f,
                        gconstpointer  user_data)
{
  static const char * const actions[] = {
    "track.fold", "track.pin", "track.hide", "track.require", "track.move-up", "track.move-down",
    "track.fold-all", "track.unfold-all", "track.all-lines", "track.show-all", "track.functions",
    "track.data", "track.aux",
  };
  GtkGrid *legend = get_part (f, "legend");
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (legend), GTK_TYPE_POPOVER);
  GtkWidget *new = g_object_ref_sink (g_object_new (DWELL_TYPE_TIMELINE, NULL));

  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), NULL);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      gtk_widget_activate_action (f->timeline, actions[i], NULL);
      gtk_widget_activate_action (new, actions[i], NULL);
    }
  g_assert_cmpint (dwell_timeline_width_to_time (DWELL_TIMELINE (new), 100), ==, 0);
  dwell_timeline_set_view (DWELL_TIMELINE (new), f->view);
  g_assert_cmpint (dwell_timeline_width_to_time (DWELL_TIMELINE (new), 1), >, 0);
  g_object_unref (new);

  /* The legend has looks of bars, and no states. */
  gtk_popover_popup (GTK_POPOVER (popover));
  WAIT_UNTIL (gtk_widget_get_mapped (GTK_WIDGET (legend)));
  g_assert_nonnull (gtk_grid_get_child_at (legend, 0, 3));
  g_assert_null (gtk_grid_get_child_at (legend, 0, 4));
  gtk_popover_popdown (GTK_POPOVER (popover));

  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), f->view);
  for (guint32 track = 0; track < 3; track++)
    g_assert_cmpuint (dwell_view_get_track_state (f->view, track), ==, 0);
  g_assert_true (dwell_view_get_group_shown (f->view, DWELL_TRACKS_FUNCTIONS));
}

/* Two clicks on a header fold its track, one does not; a key opens its menu. */
static void
test_header_clicks (Fixture       *f,
                    gconstpointer  user_data)
{
  GtkWidget *header = header_of (f, "Thread 11");
  gpointer click = fixture_controller (header, GTK_TYPE_GESTURE_CLICK, 0);

  g_signal_emit_by_name (click, "released", 1, 20.0, 5.0);
  g_assert_cmpuint (dwell_view_get_track_state (f->view, 0), ==, 0);
  g_signal_emit_by_name (click, "released", 2, 20.0, 5.0);
  g_assert_cmpuint (dwell_view_get_track_state (f->view, 0), ==, DWELL_TRACK_FOLDED);

  g_assert_true (fixture_key (header, GDK_KEY_F10, GDK_SHIFT_MASK));
  WAIT_UNTIL (find_open_menu (f->timeline) != NULL);
  activate (f, "track.fold");
  g_assert_cmpuint (dwell_view_get_track_state (f->view, 0), ==, 0);
}

/* Headers, rows, ruler and overview grow with the text, and names stand beside their rows. */
static void
test_large_text (Fixture       *f,
                 gconstpointer  user_data)
{
  GtkSettings *settings = gtk_settings_get_default ();
  GtkWidget *overview = fixture_find (f->timeline, DWELL_TYPE_OVERVIEW);
  GtkWidget *name;
  GdkRectangle before = rect_of (f, SPAN_WORK);
  GdkRectangle after;
  double scale = dwell_text_scale_get (f->canvas);
  int dpi;
  int height;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  WAIT_UNTIL (gtk_widget_get_height (header_of (f, "Thread 12")) > 0);
  height = gtk_widget_get_height (header_of (f, "Thread 12"));
  g_object_set (settings, "gtk-xft-dpi", 2 * dpi, NULL);
  WAIT_UNTIL (gtk_widget_get_height (overview) > 1.5 * DWELL_OVERVIEW_HEIGHT &&
              gtk_widget_get_height (header_of (f, "Thread 12")) > 1.5 * height);
  g_assert_cmpint (gtk_widget_get_height (fixture_find (f->timeline, DWELL_TYPE_RULER)), >=,
                   (int) (dwell_text_scale_get (f->canvas) * DWELL_RULER_HEIGHT));
  scale = dwell_text_scale_get (f->canvas) / scale;

  after = rect_of (f, SPAN_WORK);
  g_assert_cmpfloat_with_epsilon (after.height, scale * before.height, 2);
  g_assert_cmpfloat_with_epsilon (after.y, scale * before.y, 2);

  /* The name has room for its whole height. */
  name = fixture_find (header_of (f, "Thread 12"), GTK_TYPE_INSCRIPTION);
  gtk_widget_measure (name, GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
  g_assert_cmpint (height, <=, gtk_widget_get_height (header_of (f, "Thread 12")));

  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  WAIT_UNTIL (gtk_widget_get_height (overview) < 1.5 * DWELL_OVERVIEW_HEIGHT);
}

int
main (int   argc,
      char *argv[])
{
  static const struct { const char *path; void (*test) (Fixture *, gconstpointer); } tests[] = {
    { "/ui/timeline-tracks/fold", test_fold },
    { "/ui/timeline-tracks/menu", test_menu },
    { "/ui/timeline-tracks/menu/selection", test_menu_of_selection },
    { "/ui/timeline-tracks/drag", test_drag_header },
    { "/ui/timeline-tracks/drag/line", test_drag_line },
    { "/ui/timeline-tracks/groups", test_groups },
    { "/ui/timeline-tracks/states", test_states },
    { "/ui/timeline-tracks/large-text", test_large_text },
    { "/ui/timeline-tracks/legend", test_legend },
    { "/ui/timeline-tracks/legend/many", test_legend_many },
    { "/ui/timeline-tracks/drag/groups", test_drag_in_groups },
    { "/ui/timeline-tracks/filter", test_filter },
    { "/ui/timeline-tracks/scrolled", test_scrolled },
    { "/ui/timeline-tracks/gutter-width", test_gutter_width },
    { "/ui/timeline-tracks/scrollbar", test_scrollbar },
    { "/ui/timeline-tracks/written", test_written },
    { "/ui/timeline-tracks/groups/kinds", test_kinds },
    { "/ui/timeline-tracks/menu/without-view", test_menu_without_view },
    { "/ui/timeline-tracks/header", test_header_clicks },
  };

  if (!fixture_init (&argc, &argv))
    return 0;

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  g_test_add_func ("/ui/timeline-tracks/row-names", test_row_names);
  g_test_add_func ("/ui/timeline-tracks/legend/states", test_legend_states);

  return g_test_run ();
}
