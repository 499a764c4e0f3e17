/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pointer on the timeline: clicks beside spans, drags to the ends of what there is, wheel and
 * touchpad on each part, two fingers, tips of what breaks a limit. */
#include "config.h"

#include "event-state.h"
#include "timeline-window.h"
#include "ui/timeline/dwell-overview.h"
#include "ui/timeline/dwell-ruler.h"
#include "ui/widgets/dwell-focus.h"
#include "ui/widgets/dwell-scroll.h"
#include "ui/widgets/dwell-settings.h"
#include "ui/widgets/dwell-text-scale.h"

/* --- Places and states --- */

static double
x_of (Fixture *f,
      gint64   time_ms)
{
  DwellScale scale;

  dwell_viewport_get_scale (dwell_timeline_canvas_get_viewport (DWELL_TIMELINE_CANVAS (f->canvas)),
                            gtk_widget_get_width (f->canvas), &scale);
  return dwell_scale_to_x (&scale, time_ms * MS);
}

static const DwellLane *
get_lane (Fixture *f,
          guint    n)
{
  return &g_array_index (dwell_view_get_lanes (f->view), DwellLane, n);
}

/* A place in the header line of a lane. */
static double
header_y (Fixture *f,
          guint    n)
{
  return (get_lane (f, n)->y + 2) * dwell_text_scale_get (f->canvas);
}

static gint64
get_begin (Fixture *f)
{
  gint64 begin, end;

  dwell_view_get_range (f->view, &begin, &end);
  return begin;
}

static gint64
get_end (Fixture *f)
{
  gint64 begin, end;

  dwell_view_get_range (f->view, &begin, &end);
  return end;
}

static gint64
get_width (Fixture *f)
{
  return get_end (f) - get_begin (f);
}

static void
assert_range (Fixture *f,
              gint64   begin,
              gint64   end)
{
  g_assert_cmpint (get_begin (f), ==, begin);
  g_assert_cmpint (get_end (f), ==, end);
}

static const char *
get_cursor_name (GtkWidget *widget)
{
  GdkCursor *cursor = gtk_widget_get_cursor (widget);

  return cursor != NULL ? gdk_cursor_get_name (cursor) : "none";
}

/* Moves the pointer for all controllers of @widget. */
static void
move_pointer (GtkWidget *widget,
              double     x,
              double     y)
{
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr(GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_MOTION (controller))
        g_signal_emit_by_name (controller, "motion", x, y);
    }
}

/* Returns whether somebody takes it. */
static gboolean
scroll (GtkWidget       *widget,
        GdkScrollUnit    unit,
        GdkModifierType  state,
        double           dx,
        double           dy)
{
  gpointer wheel = fixture_controller (widget, GTK_TYPE_EVENT_CONTROLLER_SCROLL, 0);
  gboolean is_handled = FALSE;

  event_state = &(EventState) { unit, state };
  g_signal_emit_by_name (wheel, "scroll", dx, dy, &is_handled);
  event_state = NULL;
  return is_handled;
}

static void
show_view (Fixture   *f,
           DwellView *view)
{
  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), view);
}

/* Makes the window so low that tracks need scrolling. Returns: (transfer none): their adjustment */
static GtkAdjustment *
make_low (Fixture *f)
{
  gpointer bar = gtk_widget_get_template_child (f->timeline, DWELL_TYPE_TIMELINE, "vertical");
  GtkAdjustment *rows = gtk_scrollbar_get_adjustment (GTK_SCROLLBAR (bar));

  gtk_window_set_default_size (GTK_WINDOW (f->window), 900, 160);
  WAIT_UNTIL (gtk_adjustment_get_upper (rows) > gtk_adjustment_get_page_size (rows));
  wait_for_layout (f->canvas);
  return rows;
}

/* --- Clicks --- */

/* A click on a glyph focuses its message. Two clicks fold the track on its header line, and nothing
 * else; a third one does nothing. */
static void
test_clicks (Fixture       *f,
             gconstpointer  user_data)
{
  GdkRectangle draw = rect_of (f, SPAN_DRAW);
  gint64 begin = get_begin (f), end = get_end (f);
  guint quiet = dwell_view_get_lanes (f->view)->len - 1;

  fixture_click (f->canvas, 1, x_of (f, 300), header_y (f, 0));
  g_assert_cmpuint (dwell_view_get_focus_mark (f->view), ==, 0);
  fixture_click (f->canvas, 2, x_of (f, 300), header_y (f, 0));
  g_assert_cmpuint (dwell_view_get_track_state (f->view, 0), ==, 0);
  assert_range (f, begin, end);

  fixture_click (f->canvas, 2, x_of (f, 800), header_y (f, 0));
  g_assert_cmpuint (dwell_view_get_track_state (f->view, 0), ==, DWELL_TRACK_FOLDED);
  fixture_click (f->canvas, 2, x_of (f, 800), header_y (f, 0));
  g_assert_cmpuint (dwell_view_get_track_state (f->view, 0), ==, 0);
  g_assert_cmpint (get_lane (f, quiet)->kind, ==, DWELL_LANE_QUIET);
  fixture_click (f->canvas, 2, x_of (f, 800), header_y (f, quiet));
  g_assert_true (get_lane (f, quiet)->is_folded);

  fixture_click (f->canvas, 3, draw.x + draw.width / 2, draw.y + 8);
  assert_range (f, begin, end);

  /* Beside spans, without a selection, and before and behind one. */
  fixture_click (f->canvas, 2, x_of (f, 450), draw.y + 8);
  dwell_view_set_selection (f->view, 410 * MS, 420 * MS);
  fixture_click (f->canvas, 2, x_of (f, 450), draw.y + 8);
  dwell_view_set_selection (f->view, 470 * MS, 480 * MS);
  fixture_click (f->canvas, 2, x_of (f, 450), draw.y + 8);
  assert_range (f, begin, end);
}

/* The menu of a message is that of what is in focus. */
static void
test_menu_of_mark (Fixture       *f,
                   gconstpointer  user_data)
{
  GtkWidget *ruler = fixture_find (f->timeline, DWELL_TYPE_RULER);
  gpointer click = fixture_controller (f->canvas, GTK_TYPE_GESTURE_CLICK, GDK_BUTTON_SECONDARY);

  dwell_view_add_marker (f->view, 300 * MS, "here");
  g_signal_emit_by_name (click, "pressed", 1, x_of (f, 300), header_y (f, 0));
  g_assert_cmpuint (dwell_view_get_focus_mark (f->view), ==, 0);
  WAIT_UNTIL (fixture_find_menu (f->timeline) != NULL);

  /* Nothing covers the menu; then there are tips again. */
  WAIT_UNTIL (dwell_focus_is_above (f->canvas));
  g_assert_false (fixture_has_tooltip (f->canvas, (int) x_of (f, 300), (int) header_y (f, 0),
                                       FALSE));
  g_assert_false (fixture_has_tooltip (ruler, (int) x_of (f, 300),
                                       gtk_widget_get_height (ruler) - 3, FALSE));
  gtk_popover_popdown (fixture_find_menu (f->timeline));
  WAIT_UNTIL (fixture_find_menu (f->timeline) == NULL);
  WAIT_UNTIL (fixture_has_tooltip (f->canvas, (int) x_of (f, 300), (int) header_y (f, 0), FALSE));

  /* By the key, which the focused message has, too. */
  g_assert_true (fixture_key (f->canvas, GDK_KEY_Menu, 0));
  WAIT_UNTIL (fixture_find_menu (f->timeline) != NULL);
  gtk_popover_popdown (fixture_find_menu (f->timeline));
  WAIT_UNTIL (fixture_find_menu (f->timeline) == NULL);
}

/* With Shift a click beside spans chooses none: it lets go of those that are. */
static void
test_shift_click (Fixture       *f,
                  gconstpointer  user_data)
{
  GdkRectangle draw = rect_of (f, SPAN_DRAW);

  event_state = &(EventState) { GDK_SCROLL_UNIT_WHEEL, GDK_SHIFT_MASK };
  fixture_click (f->canvas, 1, draw.x + draw.width / 2, draw.y + 8);
  g_assert_cmpuint (dwell_view_get_focus_span (f->view), ==, SPAN_DRAW);
  g_assert_nonnull (dwell_view_get_chosen_spans (f->view));
  fixture_click (f->canvas, 1, x_of (f, 450), draw.y + 8);
  event_state = NULL;
  g_assert_cmpuint (dwell_view_get_focus_span (f->view), ==, DWELL_NONE);
  g_assert_null (dwell_view_get_chosen_spans (f->view));
}

/* --- Drags --- */

/* The pointer tells what a drag would do, and what one does. */
static void
test_shapes (Fixture       *f,
             gconstpointer  user_data)
{
  gpointer drag = fixture_controller (f->canvas, GTK_TYPE_GESTURE_DRAG, GDK_BUTTON_PRIMARY);
  gpointer keys = fixture_controller (f->canvas, GTK_TYPE_EVENT_CONTROLLER_KEY, 0);
  gboolean is_handled = FALSE;

  dwell_view_set_selection (f->view, 200 * MS, 600 * MS);
  move_pointer (f->canvas, x_of (f, 200) + 1, 50);
  g_assert_cmpstr (get_cursor_name (f->canvas), ==, "col-resize");
  move_pointer (f->canvas, x_of (f, 600) - 1, 50);
  g_assert_cmpstr (get_cursor_name (f->canvas), ==, "col-resize");
  move_pointer (f->canvas, x_of (f, 400), 50);
  g_assert_cmpstr (get_cursor_name (f->canvas), ==, "none");
  move_pointer (f->canvas, x_of (f, 400), 52);

  g_signal_emit_by_name (keys, "key-pressed", GDK_KEY_space, 0, 0, &is_handled);
  g_assert_cmpstr (get_cursor_name (f->canvas), ==, "grab");
  move_pointer (f->canvas, x_of (f, 200), 50);
  g_assert_cmpstr (get_cursor_name (f->canvas), ==, "grab");
  g_signal_emit_by_name (drag, "drag-begin", 200.0, 50.0);
  g_signal_emit_by_name (drag, "drag-update", 40.0, 0.0);
  g_assert_cmpstr (get_cursor_name (f->canvas), ==, "grabbing");
  move_pointer (f->canvas, 240, 50);
  g_signal_emit_by_name (keys, "key-released", GDK_KEY_space, 0, 0);
  g_assert_cmpstr (get_cursor_name (f->canvas), ==, "grabbing");
  g_signal_emit_by_name (drag, "drag-end", 40.0, 0.0);
  g_assert_cmpstr (get_cursor_name (f->canvas), ==, "none");
}

/* While the pointer drags nothing is focused and no tip opens. A drag that did not begin here does
 * nothing. */
static void
test_while_dragging (Fixture       *f,
                     gconstpointer  user_data)
{
  gpointer drag = fixture_controller (f->canvas, GTK_TYPE_GESTURE_DRAG, GDK_BUTTON_PRIMARY);
  GdkRectangle draw = rect_of (f, SPAN_DRAW);
  gint64 begin, end, later;

  g_signal_emit_by_name (drag, "drag-update", 40.0, 0.0);
  g_assert_false (dwell_view_get_selection (f->view, &begin, &end));

  g_assert_true (fixture_has_tooltip (f->canvas, draw.x + 60, draw.y + 5, FALSE));
  g_signal_emit_by_name (drag, "drag-begin", draw.x + 20.0, draw.y + 5.0);
  g_signal_emit_by_name (drag, "drag-update", 40.0, 0.0);
  g_assert_true (dwell_view_get_selection (f->view, &begin, &end));
  g_assert_false (fixture_has_tooltip (f->canvas, draw.x + 60, draw.y + 5, FALSE));
  fixture_click (f->canvas, 1, draw.x + 60, draw.y + 5);
  g_assert_cmpuint (dwell_view_get_focus_span (f->view), ==, DWELL_NONE);

  /* What is dragged over goes. */
  show_view (f, NULL);
  g_signal_emit_by_name (drag, "drag-update", 80.0, 0.0);
  g_signal_emit_by_name (drag, "drag-end", 80.0, 0.0);
  fixture_drag (f->canvas, GDK_BUTTON_PRIMARY, 100, 50, 200, 50);
  show_view (f, f->view);
  g_assert_true (dwell_view_get_selection (f->view, &begin, &later));
  g_assert_cmpint (later, ==, end);
}

/* Selects from beside the begin of a span to beside its end. Returns whether both ends snapped. */
static gboolean
select_snaps (Fixture         *f,
              GdkModifierType  state)
{
  GdkRectangle load = rect_of (f, SPAN_LOAD);
  gint64 begin, end;

  dwell_view_drop_selection (f->view);
  event_state = &(EventState) { GDK_SCROLL_UNIT_WHEEL, state };
  fixture_drag (f->canvas, GDK_BUTTON_PRIMARY, load.x + 4, load.y + 5, load.x + load.width - 4,
                load.y + 5);
  event_state = NULL;
  g_assert_true (dwell_view_get_selection (f->view, &begin, &end));
  g_assert_cmpint (begin == 100 * MS, ==, end == 400 * MS);
  return begin == 100 * MS;
}

/* Alt does the other of what the setting says. On the line of quiet tracks, and on the ruler, there
 * is nothing to snap to. */
static void
test_free (Fixture       *f,
           gconstpointer  user_data)
{
  GtkWidget *ruler = fixture_find (f->timeline, DWELL_TYPE_RULER);
  guint quiet = dwell_view_get_lanes (f->view)->len - 1;
  struct { GtkWidget *widget; double y; } places[] = {
    { f->canvas, header_y (f, quiet) },
    { ruler, 10 },
  };
  gint64 begin, end;

  g_assert_true (select_snaps (f, 0));
  g_assert_false (select_snaps (f, GDK_ALT_MASK));
  if (dwell_settings_get () != NULL)
    {
      g_settings_set_boolean (dwell_settings_get (), "selection-snaps", FALSE);
      g_assert_false (select_snaps (f, 0));
      g_assert_true (select_snaps (f, GDK_ALT_MASK));
      g_settings_reset (dwell_settings_get (), "selection-snaps");
    }

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      dwell_view_drop_selection (f->view);
      fixture_drag (places[i].widget, GDK_BUTTON_PRIMARY, x_of (f, 100) + 4, places[i].y,
                    x_of (f, 400) - 4, places[i].y);
      g_assert_true (dwell_view_get_selection (f->view, &begin, &end));
      g_assert_cmpint (begin, >, 100 * MS);
      g_assert_cmpint (end, <, 400 * MS);
    }
}

/* However far the pointer is beyond an edge, the view follows until it comes back. */
static void
test_far_beyond (Fixture       *f,
                 gconstpointer  user_data)
{
  gpointer drag = fixture_controller (f->canvas, GTK_TYPE_GESTURE_DRAG, GDK_BUTTON_PRIMARY);
  double width = gtk_widget_get_width (f->canvas);
  gint64 begin;

  dwell_view_set_range (f->view, 450 * MS, 500 * MS);
  g_signal_emit_by_name (drag, "drag-begin", width / 2, 50.0);
  g_signal_emit_by_name (drag, "drag-update", width * 3, 0.0);
  WAIT_UNTIL (get_begin (f) > 460 * MS);
  g_signal_emit_by_name (drag, "drag-update", -width * 3, 0.0);
  WAIT_UNTIL (get_begin (f) < 440 * MS);

  g_signal_emit_by_name (drag, "drag-update", 40.0, 0.0);
  begin = get_begin (f);
  wait_for_layout (f->canvas);
  g_assert_cmpint (get_begin (f), ==, begin);

  /* It ends out there. */
  g_signal_emit_by_name (drag, "drag-update", width * 3, 0.0);
  g_signal_emit_by_name (drag, "drag-end", width * 3, 0.0);
  begin = get_begin (f);
  wait_for_layout (f->canvas);
  g_assert_cmpint (get_begin (f), ==, begin);
}

/* --- Wheel and touchpad --- */

/* Px of a touchpad move the timeline by so many px, scroll the tracks by so many, and zoom at once
 * with Ctrl; on the ruler, too, which has no tracks. */
static void
test_touchpad (Fixture       *f,
               gconstpointer  user_data)
{
  GtkWidget *ruler = fixture_find (f->timeline, DWELL_TYPE_RULER);
  GtkWidget *gutter = fixture_find (f->timeline, DWELL_TYPE_GUTTER);
  GtkAdjustment *rows = make_low (f);
  double width = gtk_widget_get_width (f->canvas);

  dwell_view_set_range (f->view, 400 * MS, 500 * MS);
  g_assert_true (scroll (f->canvas, GDK_SCROLL_UNIT_SURFACE, 0, width / 10, 0));
  g_assert_cmpint (ABS (get_begin (f) - 410 * MS), <=, 1);
  g_assert_true (scroll (ruler, GDK_SCROLL_UNIT_SURFACE, 0, -width / 10, 0));
  g_assert_cmpint (ABS (get_begin (f) - 400 * MS), <=, 2);

  g_assert_true (scroll (f->canvas, GDK_SCROLL_UNIT_SURFACE, 0, 0, 5));
  g_assert_cmpfloat (gtk_adjustment_get_value (rows), ==, 5);
  g_assert_true (scroll (ruler, GDK_SCROLL_UNIT_SURFACE, 0, 0, 5));
  g_assert_cmpfloat (gtk_adjustment_get_value (rows), ==, 5);
  g_assert_true (scroll (gutter, GDK_SCROLL_UNIT_SURFACE, 0, 0, 3));
  g_assert_cmpfloat (gtk_adjustment_get_value (rows), ==, 8);
  g_assert_cmpint (get_width (f), ==, 100 * MS);

  g_assert_true (scroll (f->canvas, GDK_SCROLL_UNIT_SURFACE, GDK_CONTROL_MASK, 0,
                         -DWELL_SCROLL_STEP_PX));
  g_assert_cmpint (ABS (get_width (f) - 80 * MS), <=, 1);
  g_assert_true (scroll (ruler, GDK_SCROLL_UNIT_SURFACE, GDK_CONTROL_MASK, 0,
                         DWELL_SCROLL_STEP_PX));
  g_assert_cmpint (ABS (get_width (f) - 100 * MS), <=, 2);

  /* A wheel has nothing to scroll on the ruler, so it zooms. */
  g_assert_true (scroll (ruler, GDK_SCROLL_UNIT_WHEEL, 0, 0, -1));
  g_assert_cmpint (ABS (get_width (f) - 80 * MS), <=, 2);
  g_assert_cmpfloat (gtk_adjustment_get_value (rows), ==, 8);

  show_view (f, NULL);
  g_assert_false (scroll (f->canvas, GDK_SCROLL_UNIT_WHEEL, 0, 0, 1));
  g_assert_false (scroll (ruler, GDK_SCROLL_UNIT_SURFACE, 0, 1, 0));
  show_view (f, f->view);
}

/* What fingers set in motion goes on until it is too slow, or something else begins. */
static void
test_kinetic (Fixture       *f,
              gconstpointer  user_data)
{
  GtkWidget *ruler = fixture_find (f->timeline, DWELL_TYPE_RULER);
  gpointer wheel = fixture_controller (f->canvas, GTK_TYPE_EVENT_CONTROLLER_SCROLL, 0);
  GtkAdjustment *rows = make_low (f);
  double value;

  /* The ruler has no tracks to scroll. */
  g_signal_emit_by_name (fixture_controller (ruler, GTK_TYPE_EVENT_CONTROLLER_SCROLL, 0),
                         "decelerate", 0.0, 500.0);
  wait_for_layout (f->canvas);
  g_assert_cmpfloat (gtk_adjustment_get_value (rows), ==, 0);

  /* A push that is renewed, and one that ends with its first frame. */
  g_signal_emit_by_name (wheel, "decelerate", 0.0, 400.0);
  g_signal_emit_by_name (wheel, "decelerate", 0.0, 400.0);
  WAIT_UNTIL (gtk_adjustment_get_value (rows) > 1);
  g_signal_emit_by_name (wheel, "decelerate", 0.0, 5.0);
  wait_for_layout (f->canvas);
  value = gtk_adjustment_get_value (rows);
  wait_for_layout (f->canvas);
  g_assert_cmpfloat (gtk_adjustment_get_value (rows), ==, value);
}

/* The place between two fingers, which no display of a test has. */
static double between_x;

gboolean
gtk_gesture_get_bounding_box_center (GtkGesture *gesture,
                                     double     *x,
                                     double     *y)
{
  *x = between_x;
  *y = 50;
  return TRUE;
}

static void
pinch (Fixture *f,
       double   x,
       double   scale)
{
  gpointer fingers = fixture_controller (f->canvas, GTK_TYPE_GESTURE_ZOOM, 0);

  dwell_view_set_range (f->view, 400 * MS, 600 * MS);
  between_x = x;
  g_signal_emit_by_name (fingers, "begin", NULL);
  g_signal_emit_by_name (fingers, "scale-changed", scale);
}

/* Two fingers zoom around the place between them, as far as that goes. */
static void
test_pinch (Fixture       *f,
            gconstpointer  user_data)
{
  double width = gtk_widget_get_width (f->canvas);

  pinch (f, width / 2, 2);
  assert_range (f, 450 * MS, 550 * MS);
  pinch (f, width / 2, 0.5);
  assert_range (f, 300 * MS, 700 * MS);
  pinch (f, -10, 2);
  assert_range (f, 400 * MS, 500 * MS);
  pinch (f, width + 10, 2);
  assert_range (f, 500 * MS, 600 * MS);

  pinch (f, width / 2, 1e12);
  g_assert_cmpint (get_width (f), <, 1000);
  pinch (f, width / 2, 0);
  assert_range (f, -20 * MS, 1020 * MS);
}

/* A zoom keeps the place of the pointer, that of an edge where the pointer is beyond it. */
static void
test_anchor (Fixture       *f,
             gconstpointer  user_data)
{
  double width = gtk_widget_get_width (f->canvas);

  dwell_view_set_range (f->view, 400 * MS, 600 * MS);
  move_pointer (f->canvas, -5, 50);
  g_assert_true (scroll (f->canvas, GDK_SCROLL_UNIT_WHEEL, 0, 0, -1));
  g_assert_cmpint (get_begin (f), ==, 400 * MS);
  g_assert_cmpint (get_end (f), <, 600 * MS);

  dwell_view_set_range (f->view, 400 * MS, 600 * MS);
  move_pointer (f->canvas, width + 50, 50);
  g_assert_true (scroll (f->canvas, GDK_SCROLL_UNIT_WHEEL, 0, 0, -1));
  g_assert_cmpint (get_end (f), ==, 600 * MS);
  g_assert_cmpint (get_begin (f), >, 400 * MS);
}

/* The middle button moves the time on the ruler, too. */
static void
test_pan_of_ruler (Fixture       *f,
                   gconstpointer  user_data)
{
  GtkWidget *ruler = fixture_find (f->timeline, DWELL_TYPE_RULER);
  double width = gtk_widget_get_width (ruler);

  dwell_view_set_range (f->view, 400 * MS, 600 * MS);
  fixture_drag (ruler, GDK_BUTTON_MIDDLE, width / 2, 10, width / 4, 10);
  assert_range (f, 450 * MS, 650 * MS);
}

/* --- The overview --- */

/* The window of the overview reaches to both ends of the trace; a narrow one can be moved, too. */
static void
test_overview_ends (Fixture       *f,
                    gconstpointer  user_data)
{
  GtkWidget *overview = fixture_find (f->timeline, DWELL_TYPE_OVERVIEW);
  gpointer drag = fixture_controller (overview, GTK_TYPE_GESTURE_DRAG, GDK_BUTTON_PRIMARY);
  double width = gtk_widget_get_width (overview);

  dwell_view_set_range (f->view, -20 * MS, 1020 * MS);
  move_pointer (overview, 2, 20);
  g_assert_cmpstr (get_cursor_name (overview), ==, "ew-resize");
  move_pointer (overview, width - 2, 20);
  g_assert_cmpstr (get_cursor_name (overview), ==, "ew-resize");

  dwell_view_set_range (f->view, 500 * MS, 510 * MS);
  move_pointer (overview, width * 0.505, 20);
  g_assert_cmpstr (get_cursor_name (overview), ==, "grab");
  move_pointer (overview, width * 0.5 - 4, 20);
  g_assert_cmpstr (get_cursor_name (overview), ==, "ew-resize");

  g_signal_emit_by_name (drag, "drag-begin", width * 0.505, 20.0);
  move_pointer (overview, width * 0.5, 20);
  g_assert_cmpstr (get_cursor_name (overview), ==, "grabbing");
  g_signal_emit_by_name (drag, "drag-update", width * 0.1, 0.0);
  g_assert_cmpint (ABS (get_begin (f) - 600 * MS), <=, MS);
  move_pointer (overview, width * 0.6, 20);
  g_assert_cmpstr (get_cursor_name (overview), ==, "grabbing");

  /* What is dragged goes. */
  show_view (f, NULL);
  g_signal_emit_by_name (drag, "drag-update", width * 0.2, 0.0);
  g_signal_emit_by_name (drag, "drag-end", width * 0.2, 0.0);
  show_view (f, f->view);
  g_assert_cmpint (ABS (get_begin (f) - 600 * MS), <=, MS);
  g_signal_emit_by_name (drag, "drag-begin", width * 0.1, 20.0);
  show_view (f, NULL);
  g_signal_emit_by_name (drag, "drag-end", 0.0, 0.0);
  show_view (f, f->view);
  g_assert_cmpint (ABS (get_begin (f) - 600 * MS), <=, MS);
}

/* How many places of @widget, along its width, have a tip. */
static guint
count_tips (GtkWidget *widget,
            int        y)
{
  guint n = 0;

  for (int x = 0; x < gtk_widget_get_width (widget); x += 2)
    n += fixture_has_tooltip (widget, x, y, FALSE);
  return n;
}

/* Overview, ruler and the header of a folded track tell of violations where there are any, and only
 * there; not while the pointer drags, and not by the keyboard, which has other ways. */
static void
test_violations (Fixture       *f,
                 gconstpointer  user_data)
{
  GtkWidget *overview = fixture_find (f->timeline, DWELL_TYPE_OVERVIEW);
  GtkWidget *ruler = fixture_find (f->timeline, DWELL_TYPE_RULER);
  gpointer drag = fixture_controller (overview, GTK_TYPE_GESTURE_DRAG, GDK_BUTTON_PRIMARY);
  guint n_places = (guint) gtk_widget_get_width (overview) / 2;
  guint n_of_glyph = count_tips (f->canvas, (int) header_y (f, 0));

  g_assert_cmpuint (count_tips (overview, 20), ==, 0);
  g_assert_cmpuint (count_tips (ruler, gtk_widget_get_height (ruler) - 2), ==, 0);
  dwell_view_set_deadline (f->view, f->trace->span_area[SPAN_LOAD], DWELL_MEASURE_CALL, 200 * MS);
  dwell_view_set_track_state (f->view, 0, DWELL_TRACK_FOLDED);
  WAIT_UNTIL (count_tips (overview, 20) > 0);
  wait_for_layout (ruler);

  g_assert_cmpuint (count_tips (overview, 20), <, n_places / 2);
  g_assert_cmpuint (count_tips (ruler, gtk_widget_get_height (ruler) - 2), >, 0);
  g_assert_cmpuint (count_tips (ruler, gtk_widget_get_height (ruler) - 2), <, n_places / 2);
  g_assert_cmpuint (count_tips (f->canvas, (int) header_y (f, 0)), >, n_of_glyph);
  g_assert_cmpuint (count_tips (f->canvas, (int) header_y (f, 0)), <, n_places / 2);

  g_assert_false (fixture_has_tooltip (overview, (int) (gtk_widget_get_width (overview) * 0.1), 20,
                                       TRUE));
  g_signal_emit_by_name (drag, "drag-begin", 20.0, 20.0);
  g_assert_cmpuint (count_tips (overview, 20), ==, 0);
  g_signal_emit_by_name (drag, "drag-end", 0.0, 0.0);
  show_view (f, NULL);
  g_assert_cmpuint (count_tips (overview, 20), ==, 0);
  g_assert_cmpuint (count_tips (ruler, gtk_widget_get_height (ruler) - 2), ==, 0);
  show_view (f, f->view);
}

/* --- The ruler --- */

/* The chip stands within the ruler, over the part of the selection that is in view, if any is; the
 * cursor is drawn beside it. */
static void
test_chip (Fixture       *f,
           gconstpointer  user_data)
{
  GtkWidget *ruler = fixture_find (f->timeline, DWELL_TYPE_RULER);
  static const struct {
    gint64   begin;
    gint64   end;
    gboolean is_in_view;
  } cases[] = {
    { 410, 590, TRUE }, { 100, 200, FALSE }, { 800, 900, FALSE }, { 100, 401, TRUE },
    { 598, 900, TRUE }, { 100, 900, TRUE },
  };

  dwell_view_set_range (f->view, 400 * MS, 600 * MS);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      graphene_rect_t bounds;

      dwell_view_set_cursor (f->view, (i % 2 == 0 ? 401 : 599) * MS);
      dwell_view_set_selection (f->view, cases[i].begin * MS, cases[i].end * MS);
      wait_for_layout (ruler);
      g_assert_true (gtk_widget_get_visible (f->chip));
      g_assert_cmpint (gtk_widget_get_child_visible (f->chip), ==, cases[i].is_in_view);
      if (!cases[i].is_in_view)
        continue;

      g_assert_true (gtk_widget_compute_bounds (f->chip, ruler, &bounds));
      g_assert_cmpfloat (bounds.origin.x, >=, 0);
      g_assert_cmpfloat (bounds.origin.x + bounds.size.width, <=,
                         (float) gtk_widget_get_width (ruler));
    }
}

/* The chip drops the selection, zooms to it by two clicks, and can be dragged to other programs. */
static void
test_chip_clicks (Fixture       *f,
                  gconstpointer  user_data)
{
  gpointer click = fixture_controller (f->chip, GTK_TYPE_GESTURE_CLICK, 0);
  gpointer source = fixture_controller (f->chip, GTK_TYPE_DRAG_SOURCE, 0);
  gpointer drop = gtk_widget_get_template_child (f->chip, DWELL_TYPE_SELECTION_CHIP, "drop");
  GdkContentProvider *content = NULL;
  gint64 begin = get_begin (f), end = get_end (f);

  dwell_view_set_selection (f->view, 200 * MS, 400 * MS);
  g_signal_emit_by_name (click, "pressed", 1, 5.0, 5.0);
  assert_range (f, begin, end);
  g_signal_emit_by_name (click, "pressed", 2, 5.0, 5.0);
  assert_range (f, 190 * MS, 410 * MS);

  g_signal_emit_by_name (source, "prepare", 5.0, 5.0, &content);
  g_assert_true (GDK_IS_CONTENT_PROVIDER (content));
  g_object_unref (content);
  g_signal_emit_by_name (drop, "clicked");
  g_assert_false (dwell_view_get_selection (f->view, &begin, &end));
  g_signal_emit_by_name (source, "prepare", 5.0, 5.0, &content);
  g_assert_null (content);

  show_view (f, NULL);
  g_signal_emit_by_name (drop, "clicked");
  g_signal_emit_by_name (source, "prepare", 5.0, 5.0, &content);
  g_assert_null (content);
  show_view (f, f->view);
}

static gboolean
has_label (GtkWidget  *widget,
           const char *text)
{
  if (GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text))
    return TRUE;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_label (child, text))
      return TRUE;

  return FALSE;
}

/* A marker without a text has a tip with its time. Two clicks on the flag of a note open it. */
static void
test_flags (Fixture       *f,
            gconstpointer  user_data)
{
  GtkWidget *ruler = fixture_find (f->timeline, DWELL_TYPE_RULER);
  int y = gtk_widget_get_height (ruler) - 3;
  GtkWidget *text;

  dwell_view_add_marker (f->view, 700 * MS, "");
  dwell_view_add_note (f->view, SPAN_DRAW, "slow");
  wait_for_layout (ruler);
  g_assert_true (fixture_has_tooltip (ruler, (int) x_of (f, 700) + 2, y, FALSE));
  g_assert_false (fixture_has_tooltip (ruler, (int) x_of (f, 700) + 2, 2, FALSE));
  g_assert_false (fixture_has_tooltip (ruler, (int) x_of (f, 700) + 2, y, TRUE));

  fixture_click (ruler, 1, x_of (f, 500) + 2, y);
  g_assert_cmpuint (dwell_view_get_focus_span (f->view), ==, DWELL_NONE);
  fixture_click (ruler, 2, x_of (f, 500) + 2, y);
  WAIT_UNTIL ((text = fixture_find (f->timeline, GTK_TYPE_TEXT_VIEW)) != NULL &&
              gtk_widget_get_mapped (text));
  g_assert_true (has_label (f->timeline, "Note on “draw”"));
  g_assert_cmpuint (dwell_view_get_focus_span (f->view), ==, SPAN_DRAW);
}

/* --- The gutter --- */

static gboolean
has_menu (Fixture *f)
{
  return fixture_find_menu (f->timeline) != NULL;
}

/* The gutter has a menu below the last track, too, of all tracks; none without a recording. A drag
 * from there moves nothing. */
static void
test_below_tracks (Fixture       *f,
                   gconstpointer  user_data)
{
  GtkWidget *gutter = fixture_find (f->timeline, DWELL_TYPE_GUTTER);
  gpointer click = fixture_controller (gutter, GTK_TYPE_GESTURE_CLICK, GDK_BUTTON_SECONDARY);
  double y = gtk_widget_get_height (gutter) - 5.0;

  g_signal_emit_by_name (click, "pressed", 1, 5.0, y);
  WAIT_UNTIL (has_menu (f));
  gtk_widget_activate_action (f->timeline, "track.hide", NULL);
  gtk_widget_activate_action (f->timeline, "track.move-up", NULL);
  for (guint32 track = 0; track < 3; track++)
    g_assert_cmpuint (dwell_view_get_track_state (f->view, track), ==, 0);
  gtk_popover_popdown (fixture_find_menu (f->timeline));
  WAIT_UNTIL (!has_menu (f));

  fixture_drag (gutter, GDK_BUTTON_PRIMARY, 50, y, 50, 5);
  g_assert_cmpuint (get_lane (f, 0)->track, ==, 0);

  show_view (f, NULL);
  g_signal_emit_by_name (click, "pressed", 1, 5.0, 10.0);
  fixture_drag (gutter, GDK_BUTTON_PRIMARY, 50, 10, 50, 90);
  wait_for_layout (gutter);
  g_assert_false (has_menu (f));
  show_view (f, f->view);
  g_assert_cmpuint (get_lane (f, 0)->track, ==, 0);

  /* The recording goes while a header is dragged. */
  {
    gpointer drag = fixture_controller (gutter, GTK_TYPE_GESTURE_DRAG, GDK_BUTTON_PRIMARY);

    g_signal_emit_by_name (drag, "drag-begin", 50.0, 10.0);
    g_signal_emit_by_name (drag, "drag-update", 0.0, 60.0);
    show_view (f, NULL);
    wait_for_layout (gutter);
    g_signal_emit_by_name (drag, "drag-update", 0.0, 90.0);
    g_signal_emit_by_name (drag, "drag-end", 0.0, 90.0);
    show_view (f, f->view);
    g_assert_cmpuint (get_lane (f, 0)->track, ==, 0);
  }
}

/* Without a recording clicks, the menu and tips do nothing, and nothing is drawn. */
static void
test_without_view (Fixture       *f,
                   gconstpointer  user_data)
{
  gpointer click = fixture_controller (f->canvas, GTK_TYPE_GESTURE_CLICK, GDK_BUTTON_SECONDARY);
  GdkRectangle rect;

  g_assert_false (dwell_timeline_canvas_get_rect (DWELL_TIMELINE_CANVAS (f->canvas), 999, &rect));
  move_pointer (f->canvas, 100, 50);
  show_view (f, NULL);
  show_view (f, NULL);
  wait_for_layout (f->canvas);

  move_pointer (f->canvas, 120, 50);
  fixture_click (f->canvas, 1, 120, 50);
  fixture_click (f->canvas, 2, 120, 50);
  g_signal_emit_by_name (click, "pressed", 1, 120.0, 50.0);
  g_assert_false (has_menu (f));
  g_assert_false (fixture_has_tooltip (f->canvas, 120, 50, FALSE));
  g_assert_false (dwell_timeline_canvas_get_rect (DWELL_TIMELINE_CANVAS (f->canvas), SPAN_MAIN,
                                                  &rect));
  g_assert_cmpint (dwell_timeline_width_to_time (DWELL_TIMELINE (f->timeline), 100), ==, 0);
  g_assert_cmpstr (get_cursor_name (f->canvas), ==, "none");
  show_view (f, f->view);
  g_assert_cmpuint (dwell_view_get_focus_span (f->view), ==, DWELL_NONE);
}

int
main (int   argc,
      char *argv[])
{
  static const struct { const char *path; void (*test) (Fixture *, gconstpointer); } tests[] = {
    { "/ui/timeline-pointer/clicks", test_clicks },
    { "/ui/timeline-pointer/clicks/menu", test_menu_of_mark },
    { "/ui/timeline-pointer/clicks/shift", test_shift_click },
    { "/ui/timeline-pointer/drag/shapes", test_shapes },
    { "/ui/timeline-pointer/drag/while", test_while_dragging },
    { "/ui/timeline-pointer/drag/free", test_free },
    { "/ui/timeline-pointer/drag/beyond", test_far_beyond },
    { "/ui/timeline-pointer/touchpad", test_touchpad },
    { "/ui/timeline-pointer/touchpad/kinetic", test_kinetic },
    { "/ui/timeline-pointer/touchpad/pinch", test_pinch },
    { "/ui/timeline-pointer/anchor", test_anchor },
    { "/ui/timeline-pointer/ruler/pan", test_pan_of_ruler },
    { "/ui/timeline-pointer/ruler/chip", test_chip },
    { "/ui/timeline-pointer/ruler/chip/clicks", test_chip_clicks },
    { "/ui/timeline-pointer/ruler/flags", test_flags },
    { "/ui/timeline-pointer/overview", test_overview_ends },
    { "/ui/timeline-pointer/violations", test_violations },
    { "/ui/timeline-pointer/gutter", test_below_tracks },
    { "/ui/timeline-pointer/without-view", test_without_view },
  };

  if (!fixture_init (&argc, &argv))
    return 0;

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);

  return g_test_run ();
}
