/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The timeline in a real window: selecting, focusing, moving about, what the focus cursor says, and
 * that nothing of it outlives its window. */

#include "config.h"

#include "real-pointer.h"
#include "timeline-window.h"
#include "ui/timeline/dwell-marker-entry.h"
#include "ui/timeline/dwell-navigation.h"
#include "ui/timeline/dwell-overview.h"
#include "ui/timeline/dwell-ruler.h"
#include "ui/timeline/dwell-selection-drag.h"
#include "ui/widgets/dwell-focus-cursor.h"
#include "ui/widgets/dwell-settings.h"

static void
assert_selection (Fixture *f,
                  gint64   begin_ms,
                  gint64   end_ms)
{
  gint64 begin, end;

  g_assert_true (dwell_view_get_selection (f->view, &begin, &end));
  g_assert_cmpint (begin, ==, begin_ms * MS);
  g_assert_cmpint (end, ==, end_ms * MS);
}

static void
assert_range (Fixture *f,
              gint64   begin,
              gint64   end)
{
  gint64 is_begin, is_end;

  dwell_view_get_range (f->view, &is_begin, &is_end);
  g_assert_cmpint (is_begin, ==, begin);
  g_assert_cmpint (is_end, ==, end);
}

static GtkWidget *
get_cursor (Fixture *f)
{
  return fixture_find (f->canvas, DWELL_TYPE_FOCUS_CURSOR);
}

static void
assert_spoken (Fixture    *f,
               const char *text)
{
  g_autofree char *spoken = fixture_spoken (get_cursor (f));

  fixture_assert_text (spoken, text);
}

/* --- Selecting --- */

static void
test_select_snaps (Fixture       *f,
                   gconstpointer  user_data)
{
  GdkRectangle load = rect_of (f, SPAN_LOAD);
  GdkRectangle draw = rect_of (f, SPAN_DRAW);

  /* A few pixels beside the edges of two spans in one row. */
  fixture_drag (f->canvas, GDK_BUTTON_PRIMARY, load.x + 4, load.y + 5,
                draw.x + draw.width - 5, draw.y + 5);
  assert_selection (f, 100, 900);
  g_assert_true (gtk_widget_get_visible (f->chip));
  fixture_assert_text (gtk_label_get_text (GTK_LABEL (fixture_find (f->chip, GTK_TYPE_LABEL))),
                       "0.100 0 s – 0.900 0 s · 800 ms · 6 spans");

  /* Far from any edge it stays where the pointer is. */
  dwell_view_drop_selection (f->view);
  g_assert_false (gtk_widget_get_visible (f->chip));
  fixture_drag (f->canvas, GDK_BUTTON_PRIMARY, load.x + 40, load.y + 5, load.x + 80, load.y + 5);
  {
    gint64 begin, end;

    g_assert_true (dwell_view_get_selection (f->view, &begin, &end));
    g_assert_cmpint (begin, >, 100 * MS);
    g_assert_cmpint (end, <, 400 * MS);
    g_assert_cmpint (begin, <, end);
  }
}

static void
test_select_edge (Fixture       *f,
                  gconstpointer  user_data)
{
  GdkRectangle load = rect_of (f, SPAN_LOAD);
  GdkRectangle draw = rect_of (f, SPAN_DRAW);

  dwell_view_set_selection (f->view, 100 * MS, 500 * MS);

  /* The right edge, taken hold of two pixels beside it, moves; the left one stays. */
  fixture_drag (f->canvas, GDK_BUTTON_PRIMARY, draw.x + 2, load.y + 5,
                draw.x + draw.width + 1, load.y + 5);
  assert_selection (f, 100, 900);

  /* Across the other one the edges change places. */
  fixture_drag (f->canvas, GDK_BUTTON_PRIMARY, draw.x + draw.width, load.y + 5,
                rect_of (f, SPAN_MAIN).x + 2, rect_of (f, SPAN_MAIN).y + 5);
  assert_selection (f, 0, 100);
}

static void
test_no_drag_no_selection (Fixture       *f,
                           gconstpointer  user_data)
{
  gint64 begin, end;

  fixture_drag (f->canvas, GDK_BUTTON_PRIMARY, 200, 40, 202, 41);
  g_assert_false (dwell_view_get_selection (f->view, &begin, &end));
}

static void
test_select_by_keys (Fixture       *f,
                     gconstpointer  user_data)
{
  dwell_view_focus_span (f->view, SPAN_LOAD);
  g_assert_true (fixture_key (f->canvas, GDK_KEY_r, 0));
  assert_selection (f, 100, 400);

  g_assert_true (fixture_key (f->canvas, GDK_KEY_KP_Right, GDK_SHIFT_MASK));
  assert_selection (f, 100, 900);

  g_assert_true (fixture_key (f->canvas, GDK_KEY_Escape, 0));
  {
    gint64 begin, end;

    g_assert_false (dwell_view_get_selection (f->view, &begin, &end));
  }

  /* Then the cursor goes, and without it Escape is left to others. */
  g_assert_true (fixture_key (f->canvas, GDK_KEY_Escape, 0));
  g_assert_false (dwell_view_get_cursor (f->view, NULL));
  g_assert_false (fixture_key (f->canvas, GDK_KEY_Escape, 0));
}

/* Lanes that all fit need no scrollbar, nor room for one; in less height they do. */
static void
test_room (Fixture       *f,
           gconstpointer  user_data)
{
  graphene_rect_t bounds;
  float edge;

  g_assert_true (gtk_widget_compute_bounds (f->canvas, f->window, &bounds));
  edge = bounds.origin.x + bounds.size.width;
  g_assert_cmpfloat (edge, ==, (float) gtk_widget_get_width (f->window));

  gtk_window_set_default_size (GTK_WINDOW (f->window), 900, 150);
  WAIT_UNTIL (gtk_widget_compute_bounds (f->canvas, f->window, &bounds) &&
              bounds.origin.x + bounds.size.width < edge);
  gtk_window_set_default_size (GTK_WINDOW (f->window), 900, 500);
  WAIT_UNTIL (gtk_widget_compute_bounds (f->canvas, f->window, &bounds) &&
              bounds.origin.x + bounds.size.width == edge);
}

/* --- Focus --- */

static void
test_focus_by_click (Fixture       *f,
                     gconstpointer  user_data)
{
  GdkRectangle draw = rect_of (f, SPAN_DRAW);

  assert_spoken (f, "Timeline, no span focused. Arrow keys focus one.");

  fixture_click (f->canvas, 1, draw.x + draw.width / 2, draw.y + 8);
  g_assert_cmpuint (dwell_view_get_focus_span (f->view), ==, SPAN_DRAW);
  assert_spoken (f, "draw, 400 ms, from 0.500 s, depth 1, in Thread 11");
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (get_cursor (f)),
                                   GTK_ACCESSIBLE_ROLE_TREE_ITEM);

  /* The cursor has the place of the drawn span, and the keyboard focus. */
  WAIT_UNTIL (gtk_widget_get_width (get_cursor (f)) == draw.width);
  g_assert_true (gtk_widget_is_focus (get_cursor (f)));

  dwell_view_focus_mark (f->view, 0);
  assert_spoken (f, "Message “half way”, at 0.300 s, in Thread 11");
}

/* Chosen spans are said to be; Escape drops them before anything else, as does a click. */
static void
test_choose (Fixture       *f,
             gconstpointer  user_data)
{
  GdkRectangle draw = rect_of (f, SPAN_DRAW);
  const GArray *chosen;

  dwell_view_focus_span (f->view, SPAN_DRAW);
  g_assert_true (fixture_key (f->canvas, GDK_KEY_c, 0));
  assert_spoken (f, "draw, 400 ms, from 0.500 s, depth 1, in Thread 11, chosen");
  dwell_view_focus_span (f->view, SPAN_LOAD);
  g_assert_true (fixture_key (f->canvas, GDK_KEY_c, 0));

  /* By their begins. */
  chosen = dwell_view_get_chosen_spans (f->view);
  g_assert_cmpuint (chosen->len, ==, 2);
  g_assert_cmpuint (g_array_index (chosen, guint32, 0), ==, SPAN_LOAD);
  g_assert_cmpuint (g_array_index (chosen, guint32, 1), ==, SPAN_DRAW);

  g_assert_true (fixture_key (f->canvas, GDK_KEY_c, 0));
  g_assert_cmpuint (dwell_view_get_chosen_spans (f->view)->len, ==, 1);
  g_assert_true (fixture_key (f->canvas, GDK_KEY_r, 0));
  g_assert_true (fixture_key (f->canvas, GDK_KEY_Escape, 0));
  g_assert_null (dwell_view_get_chosen_spans (f->view));
  assert_selection (f, 100, 400);

  /* The first one takes what has the focus with it. */
  g_assert_true (dwell_view_choose_span (f->view, SPAN_DRAW));
  g_assert_cmpuint (dwell_view_get_chosen_spans (f->view)->len, ==, 2);
  fixture_click (f->canvas, 1, draw.x + draw.width / 2, draw.y + 8);
  g_assert_null (dwell_view_get_chosen_spans (f->view));
}

static void
test_zoom_by_double_click (Fixture       *f,
                           gconstpointer  user_data)
{
  GdkRectangle draw = rect_of (f, SPAN_DRAW);
  gint64 begin, end;

  fixture_click (f->canvas, 1, draw.x + draw.width / 2, draw.y + 8);
  fixture_click (f->canvas, 2, draw.x + draw.width / 2, draw.y + 8);
  dwell_view_get_range (f->view, &begin, &end);
  g_assert_cmpint (begin, <=, 500 * MS);
  g_assert_cmpint (begin, >, 400 * MS);
  g_assert_cmpint (end, >=, 900 * MS);
  g_assert_cmpint (end, <, 1000 * MS);
}

static void
test_focus_by_keys (Fixture       *f,
                    gconstpointer  user_data)
{
  static const struct { guint key; guint32 expected; } steps[] = {
    { GDK_KEY_Right, SPAN_MAIN }, /* the first, where nothing was focused */
    { GDK_KEY_bracketright, SPAN_LOAD },
    { GDK_KEY_bracketright, SPAN_PARSE },
    { GDK_KEY_bracketleft, SPAN_LOAD },
    { GDK_KEY_Right, SPAN_DRAW },
    { GDK_KEY_Right, SPAN_DRAW }, /* the last of its row */
    { GDK_KEY_Left, SPAN_LOAD },
    { GDK_KEY_Up, SPAN_MAIN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      fixture_key (f->canvas, steps[i].key, 0);
      g_assert_cmpuint (dwell_view_get_focus_span (f->view), ==, steps[i].expected);
    }

  /* The next span of the same area needs the statistics index. */
  WAIT_UNTIL (dwell_session_get_reading (dwell_view_get_session (f->view))->statistics != NULL);
  dwell_view_focus_span (f->view, SPAN_LOAD);
  fixture_key (f->canvas, GDK_KEY_period, 0);
  g_assert_cmpuint (dwell_view_get_focus_span (f->view), ==, SPAN_LOAD_AGAIN);
  fixture_key (f->canvas, GDK_KEY_comma, 0);
  g_assert_cmpuint (dwell_view_get_focus_span (f->view), ==, SPAN_LOAD);
}

/* --- Moving about --- */

static GtkWidget *
new_timeline (Fixture *f)
{
  GtkWidget *timeline = g_object_ref_sink (g_object_new (DWELL_TYPE_TIMELINE, NULL));

  dwell_timeline_set_view (DWELL_TIMELINE (timeline), f->view);
  return timeline;
}

/* The hint is shown once, until the first zoom. */
static void
test_hint (Fixture       *f,
           gconstpointer  user_data)
{
  g_autoptr(GtkWidget) first = NULL;
  g_autoptr(GtkWidget) second = NULL;
  GtkRevealer *revealer;

  if (dwell_settings_get () == NULL)
    {
      g_test_skip ("no settings");
      return;
    }

  g_settings_reset (dwell_settings_get (), "timeline-hint-shown");
  first = new_timeline (f);
  second = new_timeline (f);
  revealer = GTK_REVEALER (fixture_find (second, GTK_TYPE_REVEALER));
  g_assert_false (gtk_revealer_get_reveal_child (revealer));
  revealer = GTK_REVEALER (fixture_find (first, GTK_TYPE_REVEALER));
  g_assert_true (gtk_revealer_get_reveal_child (revealer));

  dwell_view_set_range (f->view, 0, 100 * MS);
  WAIT_UNTIL (!gtk_revealer_get_reveal_child (revealer));
  g_assert_false (gtk_widget_get_can_target (gtk_widget_get_parent (GTK_WIDGET (revealer))));
  dwell_timeline_set_view (DWELL_TIMELINE (first), NULL);
  dwell_timeline_set_view (DWELL_TIMELINE (second), NULL);
}

/* All tracks are in view, so the wheel has nothing to scroll. */
static void
test_wheel (Fixture       *f,
            gconstpointer  user_data)
{
  gpointer wheel = fixture_controller (f->canvas, GTK_TYPE_EVENT_CONTROLLER_SCROLL, 0);
  gboolean is_handled = FALSE;
  gint64 whole_begin, whole_end, begin, end;

  dwell_view_get_range (f->view, &whole_begin, &whole_end);
  g_signal_emit_by_name (wheel, "scroll", 0.0, -1.0, &is_handled);
  g_assert_true (is_handled);
  dwell_view_get_range (f->view, &begin, &end);
  g_assert_cmpint (end - begin, <, whole_end - whole_begin);
  g_signal_emit_by_name (wheel, "scroll", 0.0, 1.0, &is_handled);
  dwell_view_get_range (f->view, &begin, &end);
  g_assert_cmpfloat_with_epsilon ((double) (end - begin), (double) (whole_end - whole_begin), 9.0);
}

/* A wheel that is turned sideways moves along the time; a key leads back. */
static void
test_wheel_sideways (Fixture       *f,
                     gconstpointer  user_data)
{
  gpointer wheel = fixture_controller (f->canvas, GTK_TYPE_EVENT_CONTROLLER_SCROLL, 0);
  gboolean is_handled = FALSE;
  gint64 begin, end;

  dwell_view_set_range (f->view, 400 * MS, 600 * MS);
  g_signal_emit_by_name (wheel, "scroll", 1.0, 0.0, &is_handled);
  g_assert_true (is_handled);
  assert_range (f, 420 * MS, 620 * MS);
  dwell_view_go_back (f->view);
  dwell_view_get_range (f->view, &begin, &end);
  g_assert_cmpint (begin, <, 420 * MS);
}

/* In too little height the wheel scrolls the tracks, with Ctrl it zooms at the pointer, with Shift
 * it moves; the setting exchanges the first two. What a touchpad has set in motion goes on for a
 * while. */
static void
test_real_wheel (Fixture       *f,
                 gconstpointer  user_data)
{
  gpointer wheel = fixture_controller (f->canvas, GTK_TYPE_EVENT_CONTROLLER_SCROLL, 0);
  GtkAdjustment *rows = NULL;
  gint64 begin, end, now_begin, now_end;
  double value;

  if (!real_pointer_exists ())
    return;

  gtk_window_set_default_size (GTK_WINDOW (f->window), 900, 160);
  for (GtkWidget *child = gtk_widget_get_first_child (gtk_widget_get_ancestor (f->canvas,
                                                                               GTK_TYPE_GRID));
       child != NULL; child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_SCROLLBAR (child) &&
        gtk_orientable_get_orientation (GTK_ORIENTABLE (child)) == GTK_ORIENTATION_VERTICAL)
      rows = gtk_scrollbar_get_adjustment (GTK_SCROLLBAR (child));
  g_assert_nonnull (rows);
  WAIT_UNTIL (gtk_adjustment_get_upper (rows) > gtk_adjustment_get_page_size (rows));
  wait_for_layout (f->canvas);
  real_pointer_move (f->canvas, gtk_widget_get_width (f->canvas) - 20,
                     gtk_widget_get_height (f->canvas) / 2.0);

  dwell_view_get_range (f->view, &begin, &end);
  real_pointer_do ("click 5");
  WAIT_UNTIL (gtk_adjustment_get_value (rows) > 0);
  dwell_view_get_range (f->view, &now_begin, &now_end);
  g_assert_cmpint (now_end - now_begin, ==, end - begin);

  real_pointer_do ("keydown ctrl click 4 keyup ctrl");
  WAIT_UNTIL ((dwell_view_get_range (f->view, &now_begin, &now_end),
               now_end - now_begin < end - begin));
  g_assert_cmpint (now_begin - begin, >, end - now_end);

  dwell_view_get_range (f->view, &begin, &end);
  real_pointer_do ("keydown shift click 4 keyup shift");
  WAIT_UNTIL ((dwell_view_get_range (f->view, &now_begin, &now_end), now_begin < begin));
  g_assert_cmpint (now_end - now_begin, ==, end - begin);

  gtk_adjustment_set_value (rows, 0);
  g_signal_emit_by_name (wheel, "decelerate", 0.0, 300.0);
  WAIT_UNTIL (gtk_adjustment_get_value (rows) > 0);
  real_pointer_do ("click 4");
  WAIT_UNTIL (gtk_adjustment_get_value (rows) == 0);

  if (dwell_settings_get () == NULL)
    return;

  g_settings_set_string (dwell_settings_get (), "wheel", "zoom");
  value = gtk_adjustment_get_value (rows);
  dwell_view_get_range (f->view, &begin, &end);
  real_pointer_do ("click 4");
  WAIT_UNTIL ((dwell_view_get_range (f->view, &now_begin, &now_end),
               now_end - now_begin < end - begin));
  g_assert_cmpfloat (gtk_adjustment_get_value (rows), ==, value);
  g_settings_reset (dwell_settings_get (), "wheel");
}

/* The right button focuses what is below it, as a click does, and opens the menu. */
static void
test_menu (Fixture       *f,
           gconstpointer  user_data)
{
  gpointer click = fixture_controller (f->canvas, GTK_TYPE_GESTURE_CLICK, GDK_BUTTON_SECONDARY);
  GdkRectangle draw = rect_of (f, SPAN_DRAW);

  g_signal_emit_by_name (click, "pressed", 1, draw.x + 5.0, draw.y + 5.0);
  g_assert_cmpuint (dwell_view_get_focus_span (f->view), ==, SPAN_DRAW);
  WAIT_UNTIL (fixture_find_menu (f->timeline) != NULL);
  gtk_popover_popdown (fixture_find_menu (f->timeline));
  WAIT_UNTIL (fixture_find_menu (f->timeline) == NULL);
}

/* With Shift a click chooses spans beside others, one without it lets go of them. */
static void
test_choose_by_pointer (Fixture       *f,
                        gconstpointer  user_data)
{
  GdkRectangle load = rect_of (f, SPAN_LOAD);
  GdkRectangle draw = rect_of (f, SPAN_DRAW);

  if (!real_pointer_exists ())
    return;

  real_pointer_move (f->canvas, load.x + 20, load.y + 5);
  real_pointer_do ("click 1");
  WAIT_UNTIL (dwell_view_get_focus_span (f->view) == SPAN_LOAD);
  real_pointer_move (f->canvas, draw.x + 20, draw.y + 5);
  real_pointer_do ("keydown shift click 1 keyup shift");
  WAIT_UNTIL (dwell_view_get_focus_span (f->view) == SPAN_DRAW);
  WAIT_UNTIL (dwell_view_get_chosen_spans (f->view) != NULL);

  real_pointer_move (f->canvas, load.x + 24, load.y + 5);
  real_pointer_do ("click 1");
  WAIT_UNTIL (dwell_view_get_chosen_spans (f->view) == NULL);
}

/* Spans have a tooltip, below the pointer and, of the focus, by its key; a marker has one on the
 * ruler, and two clicks on its flag open its text. */
static void
test_tooltips (Fixture       *f,
               gconstpointer  user_data)
{
  GtkWidget *ruler = fixture_find (f->timeline, DWELL_TYPE_RULER);
  GdkRectangle load = rect_of (f, SPAN_LOAD);
  GdkRectangle draw = rect_of (f, SPAN_DRAW);
  GtkWidget *entry;

  g_assert_true (fixture_has_tooltip (f->canvas, load.x + 5, load.y + 5, FALSE));
  g_assert_false (fixture_has_tooltip (f->canvas, load.x + load.width + 20, load.y + 5, FALSE));
  g_assert_false (fixture_has_tooltip (f->canvas, 0, 0, TRUE));
  dwell_view_focus_span (f->view, SPAN_DRAW);
  g_assert_true (fixture_has_tooltip (f->canvas, 0, 0, TRUE));

  dwell_view_add_marker (f->view, 500 * MS, "half");
  wait_for_layout (ruler);
  g_assert_true (fixture_has_tooltip (ruler, draw.x + 2, gtk_widget_get_height (ruler) - 3, FALSE));
  g_assert_false (fixture_has_tooltip (ruler, load.x + 2, gtk_widget_get_height (ruler) - 3,
                                       FALSE));
  g_assert_false (fixture_has_tooltip (ruler, draw.x + 2, gtk_widget_get_height (ruler) - 3, TRUE));

  fixture_click (ruler, 2, load.x + 2, gtk_widget_get_height (ruler) - 3);
  entry = fixture_find (f->timeline, DWELL_TYPE_MARKER_ENTRY);
  g_assert_true (entry == NULL || !gtk_widget_get_mapped (entry));
  fixture_click (ruler, 2, draw.x + 2, gtk_widget_get_height (ruler) - 3);
  WAIT_UNTIL ((entry = fixture_find (f->timeline, DWELL_TYPE_MARKER_ENTRY)) != NULL &&
              gtk_widget_get_mapped (entry));
}

/* A button and F zoom to the selection; so does a double click inside it. */
static void
test_zoom_to_selection (Fixture       *f,
                        gconstpointer  user_data)
{
  dwell_view_set_selection (f->view, 200 * MS, 400 * MS);
  gtk_widget_activate_action (f->timeline, "timeline.zoom-selection", NULL);
  assert_range (f, 190 * MS, 410 * MS);
  gtk_widget_activate_action (f->timeline, "timeline.whole", NULL);
  fixture_key (f->canvas, GDK_KEY_f, 0);
  assert_range (f, 190 * MS, 410 * MS);

  /* Below the last track. */
  gtk_widget_activate_action (f->timeline, "timeline.whole", NULL);
  fixture_click (f->canvas, 2, gtk_widget_get_width (f->canvas) * 0.3,
                 gtk_widget_get_height (f->canvas) - 2);
  assert_range (f, 190 * MS, 410 * MS);

  /* Without a selection there is nothing to zoom to. */
  fixture_key (f->canvas, GDK_KEY_Escape, 0);
  g_assert_false (dwell_view_zoom_to_selection (f->view));
}

static void
test_range_keys (Fixture       *f,
                 gconstpointer  user_data)
{
  gint64 whole_begin, whole_end, begin, end;

  dwell_view_get_range (f->view, &whole_begin, &whole_end);

  fixture_key (f->canvas, GDK_KEY_plus, 0);
  dwell_view_get_range (f->view, &begin, &end);
  g_assert_cmpfloat_with_epsilon ((double) (whole_end - whole_begin) / (double) (end - begin), 1.5,
                                  0.01);

  fixture_key (f->canvas, GDK_KEY_Home, 0);
  assert_range (f, 0, end - begin);
  fixture_key (f->canvas, GDK_KEY_End, 0);
  assert_range (f, 1000 * MS - (end - begin), 1000 * MS);

  dwell_view_go_back (f->view);
  assert_range (f, 0, end - begin);
  dwell_view_go_forward (f->view);
  assert_range (f, 1000 * MS - (end - begin), 1000 * MS);

  fixture_key (f->canvas, GDK_KEY_0, 0);
  assert_range (f, whole_begin, whole_end);

  dwell_view_focus_span (f->view, SPAN_PARSE);
  fixture_key (f->canvas, GDK_KEY_f, 0);
  dwell_view_get_range (f->view, &begin, &end);
  g_assert_cmpint (end - begin, <, 150 * MS);
  fixture_key (f->canvas, GDK_KEY_0, GDK_CONTROL_MASK);
  assert_range (f, whole_begin, whole_end);
}

static void
press (Fixture *f,
       guint    key)
{
  gpointer keys = fixture_controller (f->canvas, GTK_TYPE_EVENT_CONTROLLER_KEY, 0);
  gboolean handled = FALSE;

  g_signal_emit_by_name (keys, "key-pressed", key, 0, 0, &handled);
  g_assert_true (handled);
}

static void
release (Fixture *f,
         guint    key)
{
  g_signal_emit_by_name (fixture_controller (f->canvas, GTK_TYPE_EVENT_CONTROLLER_KEY, 0),
                         "key-released", key, 0, 0);
}

static void
test_wasd (Fixture       *f,
           gconstpointer  user_data)
{
  gint64 whole_begin, whole_end, begin, end, later;

  dwell_view_get_range (f->view, &whole_begin, &whole_end);

  /* Without animations a press is a step, there at once. */
  press (f, GDK_KEY_w);
  release (f, GDK_KEY_w);
  dwell_view_get_range (f->view, &begin, &end);
  g_assert_cmpint (end - begin, <, whole_end - whole_begin);

  press (f, GDK_KEY_d);
  release (f, GDK_KEY_d);
  dwell_view_get_range (f->view, &later, &end);
  g_assert_cmpint (later, >, begin);

  press (f, GDK_KEY_a);
  release (f, GDK_KEY_a);
  press (f, GDK_KEY_S);
  release (f, GDK_KEY_S);
  press (f, GDK_KEY_S);
  release (f, GDK_KEY_S);

  /* Out to the whole with its margins. */
  assert_range (f, -20 * MS, 1020 * MS);
}

static void
test_glide (Fixture       *f,
            gconstpointer  user_data)
{
  DwellViewport *viewport;
  DwellScale scale;
  gint64 begin, end;

  viewport = dwell_timeline_canvas_get_viewport (DWELL_TIMELINE_CANVAS (f->canvas));
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);

  /* The view is there at once, the eye follows. */
  dwell_view_get_range (f->view, &begin, &end);
  dwell_view_set_range (f->view, 500 * MS, 501 * MS);
  assert_range (f, 500 * MS, 501 * MS);
  dwell_viewport_get_scale (viewport, 100, &scale);
  g_assert_cmpint (scale.begin, ==, begin);
  g_assert_cmpint (scale.end, ==, end);
  WAIT_UNTIL ((dwell_viewport_get_scale (viewport, 100, &scale), scale.begin == 500 * MS));
  g_assert_cmpint (scale.end, ==, 501 * MS);

  /* A key that is tapped moves a step and stops; what one sees and where one is are the same. */
  press (f, GDK_KEY_s);
  release (f, GDK_KEY_s);
  WAIT_UNTIL ((dwell_view_get_range (f->view, &begin, &end), end - begin > 5 * MS / 4));

  /* Movements of the pointer are applied at once, without gliding. */
  dwell_viewport_jump_to (viewport, 100 * MS, 300 * MS);
  dwell_viewport_get_scale (viewport, 100, &scale);
  g_assert_cmpint (scale.begin, ==, 100 * MS);
  g_assert_cmpint (scale.end, ==, 300 * MS);

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
}

static void
test_pan_by_middle_button (Fixture       *f,
                           gconstpointer  user_data)
{
  int width = gtk_widget_get_width (f->canvas);

  dwell_view_set_range (f->view, 400 * MS, 600 * MS);
  fixture_drag (f->canvas, GDK_BUTTON_MIDDLE, width / 2, 50, width / 2 + width / 4.0, 50);
  assert_range (f, 350 * MS, 550 * MS);
}

static void
test_pan_by_space (Fixture       *f,
                   gconstpointer  user_data)
{
  int width = gtk_widget_get_width (f->canvas);
  gint64 begin, end;

  dwell_view_set_range (f->view, 400 * MS, 600 * MS);
  press (f, GDK_KEY_space);
  fixture_drag (f->canvas, GDK_BUTTON_PRIMARY, width / 2, 50, width / 4.0, 50);
  release (f, GDK_KEY_space);
  dwell_view_get_range (f->view, &begin, &end);
  g_assert_cmpint (ABS (begin - 450 * MS), <, MS);
  g_assert_cmpint (end - begin, ==, 200 * MS);
  g_assert_false (dwell_view_get_selection (f->view, &begin, &end));
}

static void
test_overview (Fixture       *f,
               gconstpointer  user_data)
{
  GtkWidget *overview = fixture_find (f->timeline, DWELL_TYPE_OVERVIEW);
  double width = gtk_widget_get_width (overview);
  gint64 begin, end;

  dwell_view_set_range (f->view, 400 * MS, 600 * MS);

  /* The window moves with the pointer; a tenth of the width is a tenth of the trace. */
  fixture_drag (overview, GDK_BUTTON_PRIMARY, width * 0.5, 20, width * 0.6, 20);
  assert_range (f, 500 * MS, 700 * MS);

  /* One of its edges. */
  fixture_drag (overview, GDK_BUTTON_PRIMARY, width * 0.7 - 1, 20, width * 0.9 - 1, 20);
  dwell_view_get_range (f->view, &begin, &end);
  g_assert_cmpint (begin, ==, 500 * MS);
  g_assert_cmpint (ABS (end - 900 * MS), <, 2 * MS);

  /* Elsewhere: a new one. */
  fixture_drag (overview, GDK_BUTTON_PRIMARY, width * 0.1, 20, width * 0.3, 20);
  dwell_view_get_range (f->view, &begin, &end);
  g_assert_cmpint (ABS (begin - 100 * MS), <, 2 * MS);
  g_assert_cmpint (ABS (end - 300 * MS), <, 2 * MS);

  /* A click elsewhere: the window comes there. */
  fixture_drag (overview, GDK_BUTTON_PRIMARY, width * 0.7, 20, width * 0.7, 20);
  dwell_view_get_range (f->view, &begin, &end);
  g_assert_cmpint (ABS ((begin + end) / 2 - 700 * MS), <, 2 * MS);
  g_assert_cmpint (ABS (end - begin - 200 * MS), <, 4 * MS);
}

static gint64
get_width (Fixture *f)
{
  gint64 begin, end;

  dwell_view_get_range (f->view, &begin, &end);
  return end - begin;
}

static gint64
get_begin (Fixture *f)
{
  gint64 begin, end;

  dwell_view_get_range (f->view, &begin, &end);
  return begin;
}

/* While a key is held the view goes on, with a second one in both ways; it stops when they are
 * released, or the focus goes. */
static void
test_held_keys (Fixture       *f,
                gconstpointer  user_data)
{
  gpointer focus = fixture_controller (f->canvas, GTK_TYPE_EVENT_CONTROLLER_FOCUS, 0);
  gint64 begin, width;

  dwell_view_set_range (f->view, 500 * MS, 501 * MS);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);

  press (f, GDK_KEY_d);
  WAIT_UNTIL (get_begin (f) > 500 * MS);
  begin = get_begin (f);
  press (f, GDK_KEY_d);
  WAIT_UNTIL (get_begin (f) > begin);
  width = get_width (f);
  press (f, GDK_KEY_s);
  WAIT_UNTIL (get_width (f) > width);
  release (f, GDK_KEY_s);
  release (f, GDK_KEY_s);
  begin = get_begin (f);
  WAIT_UNTIL (get_begin (f) > begin);
  release (f, GDK_KEY_d);

  /* The other ways. */
  press (f, GDK_KEY_a);
  begin = get_begin (f);
  WAIT_UNTIL (get_begin (f) < begin);
  press (f, GDK_KEY_w);
  width = get_width (f);
  WAIT_UNTIL (get_width (f) < width);

  /* Without the focus nothing is held: a key that is pressed then begins anew. */
  g_signal_emit_by_name (focus, "leave");
  release (f, GDK_KEY_a);
  release (f, GDK_KEY_w);
  width = get_width (f);
  press (f, GDK_KEY_s);
  WAIT_UNTIL (get_width (f) > width);
  release (f, GDK_KEY_s);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);

  /* What is held moves nothing once another view is shown. */
  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), NULL);
  g_assert_false (fixture_press (f->canvas, GDK_KEY_d, 0));
  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), f->view);
}

/* A key that is pressed again within its first step goes on, and faster after a while. */
static void
test_held_longer (Fixture       *f,
                  gconstpointer  user_data)
{
  dwell_view_set_range (f->view, 500 * MS, 501 * MS);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  press (f, GDK_KEY_d);
  release (f, GDK_KEY_d);
  press (f, GDK_KEY_d);
  WAIT_UNTIL (get_begin (f) > 502 * MS);
  release (f, GDK_KEY_d);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
}

/* A glide ends where something else takes the view to, and where it comes back at once. */
static void
test_glide_stopped (Fixture       *f,
                    gconstpointer  user_data)
{
  DwellViewport *viewport =
    dwell_timeline_canvas_get_viewport (DWELL_TIMELINE_CANVAS (f->canvas));
  DwellScale scale;

  dwell_view_set_range (f->view, 500 * MS, 501 * MS);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  dwell_view_set_range (f->view, 600 * MS, 601 * MS);
  dwell_viewport_jump_to (viewport, 700 * MS, 701 * MS);
  wait_for_layout (f->canvas);
  dwell_viewport_get_scale (viewport, 100, &scale);
  g_assert_cmpint (scale.begin, ==, 700 * MS);

  dwell_view_set_range (f->view, 600 * MS, 601 * MS);
  dwell_viewport_get_scale (viewport, 100, &scale);
  g_assert_cmpint (scale.begin, ==, 700 * MS);
  dwell_view_set_range (f->view, 700 * MS, 701 * MS);
  wait_for_layout (f->canvas);
  dwell_viewport_get_scale (viewport, 100, &scale);
  g_assert_cmpint (scale.begin, ==, 700 * MS);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
}

static void
run (Fixture    *f,
     const char *action)
{
  g_assert_true (gtk_widget_activate_action (f->canvas, action, NULL));
}

/* What the palette and menus run: the range, the cursor, and the page. */
static void
test_commands (Fixture       *f,
               gconstpointer  user_data)
{
  gint64 whole = get_width (f);
  gint64 cursor, before, begin, end;

  run (f, "timeline.zoom-in");
  g_assert_cmpint (get_width (f), <, whole);
  run (f, "timeline.zoom-out");
  g_assert_cmpint (ABS (get_width (f) - whole), <=, 1);

  dwell_view_set_range (f->view, 400 * MS, 500 * MS);
  run (f, "timeline.pan-right");
  g_assert_cmpint (get_begin (f), >, 400 * MS);
  run (f, "timeline.pan-left");
  g_assert_cmpint (get_begin (f), ==, 400 * MS);

  /* The cursor comes into view and goes on by steps; beyond the edge the range follows it, as far
   * as there is anything. */
  dwell_view_set_cursor (f->view, 900 * MS);
  run (f, "timeline.cursor-left");
  g_assert_true (dwell_view_get_cursor (f->view, &cursor));
  g_assert_cmpint (ABS (cursor - 450 * MS), <, MS);
  before = cursor;
  run (f, "timeline.cursor-left");
  dwell_view_get_cursor (f->view, &cursor);
  g_assert_cmpint (cursor, <, before);
  dwell_view_set_cursor (f->view, 500 * MS);
  run (f, "timeline.cursor-right");
  dwell_view_get_cursor (f->view, &cursor);
  g_assert_cmpint (cursor, >, 500 * MS);
  g_assert_cmpint (cursor, <, 520 * MS);
  g_assert_cmpint (get_begin (f), ==, 425 * MS);
  for (guint i = 0; i < 1000; i++)
    run (f, "timeline.cursor-right");
  dwell_view_get_cursor (f->view, &cursor);
  g_assert_cmpint (cursor, ==, f->trace->end);
  dwell_view_get_range (f->view, &begin, &end);
  g_assert_cmpint (end, >=, f->trace->end);
  g_assert_cmpint (end - begin, ==, 100 * MS);
  dwell_view_set_range (f->view, 400 * MS, 500 * MS);

  /* The selection is taken along with the span that the focus moves to, in either direction. */
  dwell_view_focus_span (f->view, SPAN_DRAW);
  run (f, "timeline.extend-left");
  g_assert_true (dwell_view_get_selection (f->view, &begin, &end));
  g_assert_cmpint (begin, ==, 500 * MS);
  run (f, "timeline.extend-left");
  dwell_view_get_selection (f->view, &begin, &end);
  g_assert_cmpint (begin, ==, 100 * MS);
  g_assert_cmpint (end, ==, 900 * MS);

  run (f, "timeline.copy-selection");
  g_assert_true (gdk_content_formats_contain_mime_type (
    gdk_clipboard_get_formats (gtk_widget_get_clipboard (f->canvas)), "text/plain;charset=utf-8"));

  /* Without a flow, or what breaks a limit, the focus stays. */
  run (f, "timeline.flow-next");
  run (f, "timeline.flow-previous");
  run (f, "timeline.next-violation");
  run (f, "timeline.previous-violation");
  g_assert_cmpuint (dwell_view_get_focus_span (f->view), ==, SPAN_LOAD);
}

/* A drag beyond the edge takes the view along, until it ends. */
static void
test_drag_beyond (Fixture       *f,
                  gconstpointer  user_data)
{
  gpointer drag = fixture_controller (f->canvas, GTK_TYPE_GESTURE_DRAG, GDK_BUTTON_PRIMARY);
  double width = gtk_widget_get_width (f->canvas);
  gint64 begin, end;

  dwell_view_set_range (f->view, 400 * MS, 600 * MS);
  g_signal_emit_by_name (drag, "drag-begin", width / 2, 50.0);
  g_signal_emit_by_name (drag, "drag-update", width, 0.0);
  WAIT_UNTIL (get_begin (f) > 420 * MS);
  g_assert_true (dwell_view_get_selection (f->view, &begin, &end));
  g_assert_cmpint (end, >, 610 * MS);
  g_signal_emit_by_name (drag, "drag-update", -width, 0.0);
  WAIT_UNTIL (get_begin (f) < 400 * MS);
  g_signal_emit_by_name (drag, "drag-update", 0.0, 0.0);
  g_signal_emit_by_name (drag, "drag-end", 0.0, 0.0);
}

static const char *
get_cursor_name (GtkWidget *widget)
{
  GdkCursor *cursor = gtk_widget_get_cursor (widget);

  return cursor != NULL ? gdk_cursor_get_name (cursor) : "none";
}

/* The pointer tells what a drag would do; the window of the overview has two edges, and the wheel
 * zooms. */
static void
test_overview_pointer (Fixture       *f,
                       gconstpointer  user_data)
{
  GtkWidget *overview = fixture_find (f->timeline, DWELL_TYPE_OVERVIEW);
  gpointer motion = fixture_controller (overview, GTK_TYPE_EVENT_CONTROLLER_MOTION, 0);
  gpointer wheel = fixture_controller (overview, GTK_TYPE_EVENT_CONTROLLER_SCROLL, 0);
  double width = gtk_widget_get_width (overview);
  const struct { double x; const char *cursor; } places[] = {
    { width * 0.4, "ew-resize" }, { width * 0.6, "ew-resize" }, { width * 0.5, "grab" },
    { width * 0.1, "none" },
  };
  gboolean is_handled = FALSE;

  dwell_view_set_range (f->view, 400 * MS, 600 * MS);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_signal_emit_by_name (motion, "motion", places[i].x, 20.0);
      g_assert_cmpstr (get_cursor_name (overview), ==, places[i].cursor);
    }

  fixture_drag (overview, GDK_BUTTON_PRIMARY, width * 0.4, 20, width * 0.3, 20);
  g_assert_cmpint (ABS (get_begin (f) - 300 * MS), <, 2 * MS);
  g_assert_cmpint (ABS (get_width (f) - 300 * MS), <, 2 * MS);
  /* Past the other edge. */
  fixture_drag (overview, GDK_BUTTON_PRIMARY, width * 0.3, 20, width * 0.8, 20);
  g_assert_cmpint (ABS (get_begin (f) - 600 * MS), <, 2 * MS);
  fixture_drag (overview, GDK_BUTTON_PRIMARY, width * 0.8, 20, width * 0.5, 20);
  g_assert_cmpint (ABS (get_begin (f) - 500 * MS), <, 4 * MS);

  g_signal_emit_by_name (wheel, "scroll", 0.0, -1.0, &is_handled);
  g_assert_true (is_handled);
  g_assert_cmpint (get_width (f), <, 100 * MS);

  /* Without a recording there is nothing to be moved. */
  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), NULL);
  g_signal_emit_by_name (motion, "motion", width * 0.5, 20.0);
  g_assert_cmpstr (get_cursor_name (overview), ==, "none");
  g_signal_emit_by_name (wheel, "scroll", 0.0, -1.0, &is_handled);
  g_assert_false (is_handled);
  fixture_drag (overview, GDK_BUTTON_PRIMARY, width * 0.4, 20, width * 0.3, 20);
  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), f->view);
}

/* A view that is looked at no more is not held, and the widget goes with its window, whatever it
 * was doing. */
static void
test_finalize (void)
{
  DwellTrace *trace = fixture_trace ();
  DwellView *view = fixture_view (trace);
  GtkWidget *timeline = g_object_new (DWELL_TYPE_TIMELINE, NULL);
  GtkWidget *window, *canvas;

  dwell_timeline_set_view (DWELL_TIMELINE (timeline), view);
  window = fixture_window (timeline);
  canvas = fixture_find (timeline, DWELL_TYPE_TIMELINE_CANVAS);

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  g_signal_emit_by_name (fixture_controller (canvas, GTK_TYPE_GESTURE_CLICK, GDK_BUTTON_SECONDARY),
                         "pressed", 1, 50.0, 50.0);
  dwell_view_set_range (view, 500 * MS, 501 * MS);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);

  g_object_add_weak_pointer (G_OBJECT (timeline), (gpointer *) &timeline);
  g_object_add_weak_pointer (G_OBJECT (canvas), (gpointer *) &canvas);
  fixture_close (window);
  WAIT_UNTIL (timeline == NULL && canvas == NULL);

  /* The session's workers may still be at it. */
  g_object_add_weak_pointer (G_OBJECT (view), (gpointer *) &view);
  g_object_unref (view);
  WAIT_UNTIL (view == NULL);
  dwell_trace_unref (trace);
}

static void
dispose_twice (gpointer object)
{
  g_object_run_dispose (object);
  g_object_run_dispose (object);
}

/* A timeline and its parts may be disposed more than once, and in any order. */
static void
test_dispose (void)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();
  g_autoptr(DwellView) view = fixture_view (trace);
  DwellView *shown = view;
  GtkWidget *timeline = g_object_ref_sink (g_object_new (DWELL_TYPE_TIMELINE, NULL));
  GtkWidget *window;
  const GType types[] = { DWELL_TYPE_TIMELINE_CANVAS, DWELL_TYPE_GUTTER, DWELL_TYPE_RULER,
                          DWELL_TYPE_OVERVIEW };
  GtkWidget *parts[G_N_ELEMENTS (types)];

  g_object_set (timeline, "view", view, NULL);
  window = fixture_window (timeline);
  gtk_window_set_child (GTK_WINDOW (window), NULL);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    parts[i] = g_object_ref (fixture_find (timeline, types[i]));

  dispose_twice (timeline);
  g_object_get (timeline, "view", &shown, NULL);
  g_assert_null (shown);
  g_object_add_weak_pointer (G_OBJECT (timeline), (gpointer *) &timeline);
  g_object_unref (timeline);
  WAIT_UNTIL (timeline == NULL);

  /* Somebody may have kept the parts. */
  dwell_view_set_range (view, 0, 100 * MS);
  dwell_view_set_selection (view, 10 * MS, 20 * MS);
  dwell_view_focus_span (view, SPAN_DRAW);
  dwell_view_add_marker (view, 10 * MS, "");
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      dispose_twice (parts[i]);
      g_object_add_weak_pointer (G_OBJECT (parts[i]), (gpointer *) &parts[i]);
      g_object_unref (parts[i]);
      WAIT_UNTIL (parts[i] == NULL);
    }
  fixture_close (window);
}

/* So with what the parts share. What it did for a widget that lives on it does no longer. */
static void
test_dispose_shared (void)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();
  g_autoptr(DwellView) view = fixture_view (trace);
  GtkWidget *widget = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  g_autoptr(DwellViewport) viewport = dwell_viewport_new (widget);
  g_autoptr(DwellNavigation) navigation = dwell_navigation_new (widget, viewport, NULL);
  g_autoptr(DwellSelectionDrag) drag = dwell_selection_drag_new (widget, viewport, NULL);
  g_autoptr(DwellTrackMenu) menu = dwell_track_menu_new (widget, viewport);
  gpointer wheel = fixture_controller (widget, GTK_TYPE_EVENT_CONTROLLER_SCROLL, 0);
  gboolean is_handled = FALSE;
  gint64 begin, end, now_begin, now_end;

  dwell_viewport_set_view (viewport, view);
  dwell_view_get_range (view, &begin, &end);

  /* One that has no place on a display moves all the same. */
  g_signal_emit_by_name (wheel, "scroll", 0.0, -1.0, &is_handled);
  g_assert_true (is_handled);
  dwell_view_get_range (view, &now_begin, &now_end);
  g_assert_cmpint (now_end - now_begin, <, end - begin);
  g_signal_emit_by_name (wheel, "decelerate", 0.0, 100.0);

  dispose_twice (drag);
  dispose_twice (navigation);
  dispose_twice (menu);
  is_handled = FALSE;
  g_signal_emit_by_name (wheel, "scroll", 0.0, -1.0, &is_handled);
  g_assert_false (is_handled);
  fixture_drag (widget, GDK_BUTTON_PRIMARY, 0, 0, 50, 0);
  g_assert_false (dwell_view_get_selection (view, &begin, &end));

  dispose_twice (viewport);
  dwell_view_set_range (view, 0, 100 * MS);
  g_assert_null (dwell_viewport_get_view (viewport));
  g_object_unref (widget);
}

/* A view whose file was never read has nothing to be pointed at. */
static void
test_without_trace (Fixture       *f,
                    gconstpointer  user_data)
{
  g_autoptr(GFile) file = g_file_new_for_path ("/nowhere/at-all.csv");
  g_autoptr(DwellSession) session = dwell_session_new (&file, 1, NULL, NULL);
  g_autoptr(DwellView) view = dwell_view_new (session);
  gint64 begin, end;

  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), view);
  wait_for_layout (f->canvas);
  fixture_click (f->canvas, 1, 100, 50);
  fixture_click (f->canvas, 2, 100, 50);
  fixture_drag (f->canvas, GDK_BUTTON_PRIMARY, 100, 50, 200, 50);
  g_assert_false (dwell_view_get_selection (view, &begin, &end));
  g_assert_cmpuint (dwell_view_get_focus_span (view), ==, DWELL_NONE);
  g_assert_false (dwell_view_get_cursor (view, NULL));
  g_assert_false (fixture_key (f->canvas, GDK_KEY_Menu, 0));
  gtk_widget_activate_action (f->timeline, "marker.set", NULL);
  gtk_widget_activate_action (f->timeline, "marker.note", NULL);
  gtk_widget_activate_action (f->timeline, "marker.next", NULL);
  g_assert_false (dwell_view_get_cursor (view, NULL));
  assert_spoken (f, "Timeline, no span focused. Arrow keys focus one.");
  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), f->view);
}

int
main (int   argc,
      char *argv[])
{
  static const struct { const char *path; void (*test) (Fixture *, gconstpointer); } tests[] = {
    { "/ui/timeline/choose-by-pointer", test_choose_by_pointer },
    { "/ui/timeline/real-wheel", test_real_wheel },
    { "/ui/timeline/select/snaps", test_select_snaps },
    { "/ui/timeline/select/edge", test_select_edge },
    { "/ui/timeline/select/threshold", test_no_drag_no_selection },
    { "/ui/timeline/select/keys", test_select_by_keys },
    { "/ui/timeline/room", test_room },
    { "/ui/timeline/focus/click", test_focus_by_click },
    { "/ui/timeline/focus/double-click", test_zoom_by_double_click },
    { "/ui/timeline/focus/choose", test_choose },
    { "/ui/timeline/focus/keys", test_focus_by_keys },
    { "/ui/timeline/range/keys", test_range_keys },
    { "/ui/timeline/hint", test_hint },
    { "/ui/timeline/zoom-to-selection", test_zoom_to_selection },
    { "/ui/timeline/wheel", test_wheel },
    { "/ui/timeline/wheel/sideways", test_wheel_sideways },
    { "/ui/timeline/menu", test_menu },
    { "/ui/timeline/tooltips", test_tooltips },
    { "/ui/timeline/range/wasd", test_wasd },
    { "/ui/timeline/range/glide", test_glide },
    { "/ui/timeline/range/middle-button", test_pan_by_middle_button },
    { "/ui/timeline/range/space", test_pan_by_space },
    { "/ui/timeline/range/overview", test_overview },
    { "/ui/timeline/range/overview-pointer", test_overview_pointer },
    { "/ui/timeline/range/held-keys", test_held_keys },
    { "/ui/timeline/range/held-longer", test_held_longer },
    { "/ui/timeline/range/glide-stopped", test_glide_stopped },
    { "/ui/timeline/commands", test_commands },
    { "/ui/timeline/select/beyond", test_drag_beyond },
    { "/ui/timeline/without-trace", test_without_trace },
  };

  if (!fixture_init (&argc, &argv))
    return 0;

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  g_test_add_func ("/ui/timeline/finalize", test_finalize);
  g_test_add_func ("/ui/timeline/dispose", test_dispose);
  g_test_add_func ("/ui/timeline/dispose/shared", test_dispose_shared);

  return g_test_run ();
}
