/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keys of the timeline where they come to an end: without a focus, at a message, in deep zooms,
 * at the edges of what is in view. */
#include "config.h"

#include <math.h>

#include "timeline-window.h"
#include "ui/timeline/dwell-marker-entry.h"
#include "ui/widgets/dwell-focus-cursor.h"
#include "ui/widgets/dwell-text-scale.h"

static void
assert_no_selection (Fixture *f)
{
  gint64 begin, end;

  g_assert_false (dwell_view_get_selection (f->view, &begin, &end));
}

static gint64
get_begin (Fixture *f)
{
  gint64 begin, end;

  dwell_view_get_range (f->view, &begin, &end);
  return begin;
}

static gint64
get_time (Fixture *f)
{
  gint64 time;

  g_assert_true (dwell_view_get_cursor (f->view, &time));
  return time;
}

static GtkAdjustment *
get_rows (Fixture *f)
{
  gpointer bar = gtk_widget_get_template_child (f->timeline, DWELL_TYPE_TIMELINE, "vertical");

  return gtk_scrollbar_get_adjustment (GTK_SCROLLBAR (bar));
}

static gboolean
needs_scrolling (Fixture *f)
{
  GtkAdjustment *rows = get_rows (f);

  return gtk_adjustment_get_upper (rows) > gtk_adjustment_get_page_size (rows);
}

/* Makes the window so low that tracks need scrolling. */
static void
make_low (Fixture *f)
{
  gtk_window_set_default_size (GTK_WINDOW (f->window), 900, 160);
  WAIT_UNTIL (needs_scrolling (f));
  wait_for_layout (f->canvas);
}

/* What is for the span in focus does nothing without one; an arrow key gives it to the first. */
static void
test_without_focus (Fixture       *f,
                    gconstpointer  user_data)
{
  g_assert_true (fixture_key (f->canvas, GDK_KEY_c, 0));
  g_assert_null (dwell_view_get_chosen_spans (f->view));
  g_assert_false (fixture_key (f->canvas, GDK_KEY_r, 0));
  gtk_widget_activate_action (f->timeline, "timeline.select", NULL);
  g_assert_true (fixture_key (f->canvas, GDK_KEY_c, GDK_CONTROL_MASK));
  assert_no_selection (f);

  /* No track of this trace has lines. */
  g_assert_true (fixture_key (f->canvas, GDK_KEY_l, 0));
  g_assert_cmpuint (dwell_view_get_track_state (f->view, 0), ==, 0);

  g_assert_true (fixture_key (f->canvas, GDK_KEY_Right, GDK_SHIFT_MASK));
  g_assert_cmpuint (dwell_view_get_focus_span (f->view), ==, SPAN_MAIN);
  assert_no_selection (f);
}

/* With every track folded no row is seen, so a key begins in none of them. */
static void
test_folded (Fixture       *f,
             gconstpointer  user_data)
{
  dwell_view_fold_all (f->view, TRUE);
  wait_for_layout (f->canvas);
  g_assert_true (fixture_key (f->canvas, GDK_KEY_Right, 0));
  g_assert_cmpuint (dwell_view_get_focus_span (f->view), ==, DWELL_NONE);
}

/* A message takes its place among the spans of its track. */
static void
test_mark (Fixture       *f,
           gconstpointer  user_data)
{
  dwell_view_focus_mark (f->view, 0);
  g_assert_true (fixture_key (f->canvas, GDK_KEY_l, 0));
  g_assert_cmpuint (dwell_view_get_track_state (f->view, 0), ==, 0);
  g_assert_true (fixture_key (f->canvas, GDK_KEY_c, 0));
  g_assert_null (dwell_view_get_chosen_spans (f->view));

  g_assert_true (fixture_key (f->canvas, GDK_KEY_bracketleft, 0));
  g_assert_cmpuint (dwell_view_get_focus_span (f->view), ==, SPAN_LOAD);
}

/* The key that chooses a span lets go of it, too. There is a limit. */
static void
test_choose (Fixture       *f,
             gconstpointer  user_data)
{
  dwell_view_focus_span (f->view, SPAN_LOAD);
  g_assert_true (fixture_key (f->canvas, GDK_KEY_c, 0));
  g_assert_cmpuint (dwell_view_get_chosen_spans (f->view)->len, ==, 1);
  g_assert_true (fixture_key (f->canvas, GDK_KEY_c, 0));
  g_assert_null (dwell_view_get_chosen_spans (f->view));
}

/* At the last span of a row the selection stays. */
static void
test_extend (Fixture       *f,
             gconstpointer  user_data)
{
  gint64 begin, end;

  dwell_view_focus_span (f->view, SPAN_DRAW);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_true (fixture_key (f->canvas, GDK_KEY_Right, GDK_SHIFT_MASK));
      g_assert_true (dwell_view_get_selection (f->view, &begin, &end));
      g_assert_cmpint (begin, ==, 500 * MS);
      g_assert_cmpint (end, ==, 900 * MS);
    }
}

/* The cursor comes to the middle of what is in view, from nowhere and from either side. It moves by
 * 1 ns where a step is less, and takes the view along. */
static void
test_cursor (Fixture       *f,
             gconstpointer  user_data)
{
  static const gint64 places[] = { -1, 100, 900 };

  dwell_view_set_range (f->view, 400 * MS, 500 * MS);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      if (places[i] < 0)
        dwell_view_drop_cursor (f->view);
      else
        dwell_view_set_cursor (f->view, places[i] * MS);
      g_assert_true (fixture_key (f->canvas, GDK_KEY_Left, GDK_CONTROL_MASK));
      g_assert_cmpint (ABS (get_time (f) - 450 * MS), <, MS);
    }

  dwell_view_set_cursor (f->view, 400 * MS);
  g_assert_true (fixture_key (f->canvas, GDK_KEY_Left, GDK_CONTROL_MASK));
  g_assert_cmpint (get_time (f), <, 400 * MS);
  g_assert_cmpint (get_begin (f), ==, 375 * MS);

  dwell_view_set_range (f->view, 500 * MS, 500 * MS + 10);
  dwell_view_set_cursor (f->view, 500 * MS + 5);
  g_assert_true (fixture_key (f->canvas, GDK_KEY_Right, GDK_CONTROL_MASK));
  g_assert_cmpint (get_time (f), ==, 500 * MS + 6);
  g_assert_true (fixture_key (f->canvas, GDK_KEY_Left, GDK_CONTROL_MASK));
  g_assert_cmpint (get_time (f), ==, 500 * MS + 5);
}

/* Page keys scroll tracks that need it. A window that grows has nothing left to scroll. */
static void
test_pages (Fixture       *f,
            gconstpointer  user_data)
{
  GtkAdjustment *rows = get_rows (f);
  GdkRectangle rect;

  make_low (f);
  g_assert_true (fixture_key (f->canvas, GDK_KEY_Page_Down, 0));
  g_assert_cmpfloat (gtk_adjustment_get_value (rows), >, 0);
  g_assert_true (fixture_key (f->canvas, GDK_KEY_Page_Up, 0));
  g_assert_cmpfloat (gtk_adjustment_get_value (rows), ==, 0);
  g_assert_false (dwell_timeline_canvas_get_rect (DWELL_TIMELINE_CANVAS (f->canvas), SPAN_WORK,
                                                  &rect));

  for (guint i = 0; i < 10; i++)
    g_assert_true (fixture_key (f->canvas, GDK_KEY_Page_Down, 0));
  g_assert_false (dwell_timeline_canvas_get_rect (DWELL_TIMELINE_CANVAS (f->canvas), SPAN_MAIN,
                                                  &rect));
  gtk_window_set_default_size (GTK_WINDOW (f->window), 900, 500);
  WAIT_UNTIL (gtk_adjustment_get_value (rows) == 0);
  WAIT_UNTIL (!needs_scrolling (f));
  rect_of (f, SPAN_MAIN);
  rect_of (f, SPAN_WORK);
}

/* Of the topmost row in view the widest span has the focus first. */
static void
test_widest (Fixture       *f,
             gconstpointer  user_data)
{
  GtkAdjustment *rows = get_rows (f);
  double y;

  make_low (f);
  y = ceil (dwell_lanes_get_row_y (dwell_view_get_lanes (f->view), f->trace,
                                   f->trace->span_row[SPAN_PARSE]) *
            dwell_text_scale_get (f->canvas));
  gtk_adjustment_set_value (rows, y);
  g_assert_cmpfloat (gtk_adjustment_get_value (rows), ==, y);
  g_assert_true (fixture_key (f->canvas, GDK_KEY_Left, 0));
  g_assert_cmpuint (dwell_view_get_focus_span (f->view), ==, SPAN_PARSE);
}

/* The focus cursor keeps a width that can be seen, within the canvas; without a place in view it
 * has all of that. */
static void
test_focus_place (Fixture       *f,
                  gconstpointer  user_data)
{
  static const struct { gint64 begin; gint64 end; } ranges[] = { { 0, 601 }, { 649, 1000 } };
  GtkWidget *cursor = fixture_find (f->canvas, DWELL_TYPE_FOCUS_CURSOR);
  int width = gtk_widget_get_width (f->canvas);
  GdkRectangle rect;

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    {
      dwell_view_set_range (f->view, ranges[i].begin * MS, ranges[i].end * MS);
      rect = rect_of (f, SPAN_LOAD_AGAIN);
      g_assert_cmpint (rect.width, >=, 6);
      g_assert_cmpint (rect.x, >=, 0);
      g_assert_cmpint (rect.x + rect.width, <=, width);
    }

  dwell_view_set_range (f->view, 0, 100 * MS);
  g_assert_false (dwell_timeline_canvas_get_rect (DWELL_TIMELINE_CANVAS (f->canvas), SPAN_DRAW,
                                                  &rect));
  dwell_view_show_whole (f->view);
  dwell_view_focus_span (f->view, SPAN_WORK);
  WAIT_UNTIL (gtk_widget_get_width (cursor) < width);
  dwell_view_set_track_state (f->view, 1, DWELL_TRACK_HIDDEN);
  dwell_view_focus_span (f->view, SPAN_LOAD);
  dwell_view_focus_span (f->view, SPAN_WORK);
  g_assert_false (dwell_timeline_canvas_get_rect (DWELL_TIMELINE_CANVAS (f->canvas), SPAN_WORK,
                                                  &rect));
  WAIT_UNTIL (gtk_widget_get_width (cursor) == width);
}

/* Keys with Ctrl, Alt or Super are others'. */
static void
test_modifiers (Fixture       *f,
                gconstpointer  user_data)
{
  static const GdkModifierType states[] = { GDK_CONTROL_MASK, GDK_ALT_MASK, GDK_SUPER_MASK };
  gint64 begin = get_begin (f);

  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    g_assert_false (fixture_press (f->canvas, GDK_KEY_w, states[i]));
  g_assert_false (fixture_press (f->canvas, GDK_KEY_y, 0));
  g_assert_cmpint (get_begin (f), ==, begin);
}

/* A marker is set at the cursor, which comes into view for that; a note on a span has its place,
 * even where that begins out of view. Without any marker there is none to step to. */
static void
test_markers (Fixture       *f,
              gconstpointer  user_data)
{
  static const gint64 places[] = { 100, 900 };
  static const guint32 spans[] = { SPAN_MAIN, SPAN_DRAW };

  dwell_view_set_range (f->view, 400 * MS, 450 * MS);
  g_assert_true (fixture_key (f->canvas, GDK_KEY_m, GDK_SHIFT_MASK));
  g_assert_cmpint (get_begin (f), ==, 400 * MS);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      dwell_view_set_cursor (f->view, places[i] * MS);
      g_assert_true (fixture_key (f->canvas, GDK_KEY_m, 0));
      g_assert_cmpint (get_time (f), ==, 425 * MS);
      WAIT_UNTIL (gtk_widget_get_mapped (fixture_find (f->timeline, GTK_TYPE_TEXT_VIEW)));
    }
  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    {
      dwell_view_focus_span (f->view, spans[i]);
      dwell_view_set_range (f->view, 400 * MS, 450 * MS);
      g_assert_true (fixture_key (f->canvas, GDK_KEY_n, 0));
      WAIT_UNTIL (gtk_widget_get_mapped (fixture_find (f->timeline, GTK_TYPE_TEXT_VIEW)));
    }
  g_assert_cmpuint (dwell_view_get_markers (f->view)->len, ==, 0);
}

static guint
count_markers (Fixture *f)
{
  return dwell_view_get_markers (f->view)->len;
}

/* Opens the text of a marker at the cursor, or of a note on the span in focus. */
static GtkWidget *
open_entry (Fixture *f,
            guint    key)
{
  GtkWidget *entry = fixture_find (f->timeline, DWELL_TYPE_MARKER_ENTRY);

  g_assert_true (fixture_key (f->canvas, key, 0));
  WAIT_UNTIL (gtk_widget_get_mapped (entry));
  return entry;
}

static void
press_return (GtkWidget *entry)
{
  g_assert_true (fixture_press (fixture_find (entry, GTK_TYPE_TEXT_VIEW), GDK_KEY_Return, 0));
  WAIT_UNTIL (!gtk_widget_get_mapped (entry));
}

/* An empty note is none, an empty marker is one. Escape leaves it as it was, other keys do not;
 * with Shift, Enter begins a new line. The button removes what is open, and only that. */
static void
test_marker_entry (Fixture       *f,
                   gconstpointer  user_data)
{
  GtkWidget *entry;
  GtkTextBuffer *text;
  gpointer remove;

  dwell_view_focus_span (f->view, SPAN_DRAW);
  press_return (open_entry (f, GDK_KEY_n));
  g_assert_cmpuint (count_markers (f), ==, 0);
  press_return (open_entry (f, GDK_KEY_m));
  g_assert_cmpuint (count_markers (f), ==, 1);

  entry = open_entry (f, GDK_KEY_m);
  text = gtk_text_view_get_buffer (GTK_TEXT_VIEW (fixture_find (entry, GTK_TYPE_TEXT_VIEW)));
  remove = gtk_widget_get_template_child (entry, DWELL_TYPE_MARKER_ENTRY, "remove");
  fixture_press (fixture_find (entry, GTK_TYPE_TEXT_VIEW), GDK_KEY_Return, GDK_SHIFT_MASK);
  g_assert_true (gtk_widget_get_mapped (entry));
  gtk_text_buffer_set_text (text, "other", -1);
  g_assert_false (fixture_press (entry, GDK_KEY_a, 0));
  g_assert_true (fixture_press (entry, GDK_KEY_Escape, 0));
  fixture_press (entry, GDK_KEY_a, 0);
  WAIT_UNTIL (!gtk_widget_get_mapped (entry));
  g_assert_cmpstr (dwell_view_get_marker (f->view, 0)->text, ==, "");

  g_signal_emit_by_name (remove, "clicked");
  g_assert_cmpuint (count_markers (f), ==, 1);
  open_entry (f, GDK_KEY_m);
  g_assert_true (gtk_widget_get_visible (remove));
  g_signal_emit_by_name (remove, "clicked");
  g_assert_cmpuint (count_markers (f), ==, 0);
  WAIT_UNTIL (!gtk_widget_get_mapped (entry));
  open_entry (f, GDK_KEY_m);
  g_assert_false (gtk_widget_get_visible (remove));
  g_signal_emit_by_name (remove, "clicked");
  g_assert_cmpuint (count_markers (f), ==, 0);
}

/* There is an end of markers, too. */
static void
test_many_markers (Fixture       *f,
                   gconstpointer  user_data)
{
  guint n = 0;

  while (dwell_view_add_marker (f->view, n, "") >= 0)
    n++;
  g_assert_cmpuint (count_markers (f), ==, n);
  dwell_view_set_cursor (f->view, 500 * MS);
  press_return (open_entry (f, GDK_KEY_m));
  g_assert_cmpuint (count_markers (f), ==, n);
}

int
main (int   argc,
      char *argv[])
{
  static const struct { const char *path; void (*test) (Fixture *, gconstpointer); } tests[] = {
    { "/ui/timeline-keys/without-focus", test_without_focus },
    { "/ui/timeline-keys/folded", test_folded },
    { "/ui/timeline-keys/mark", test_mark },
    { "/ui/timeline-keys/choose", test_choose },
    { "/ui/timeline-keys/extend", test_extend },
    { "/ui/timeline-keys/cursor", test_cursor },
    { "/ui/timeline-keys/pages", test_pages },
    { "/ui/timeline-keys/widest", test_widest },
    { "/ui/timeline-keys/focus-place", test_focus_place },
    { "/ui/timeline-keys/modifiers", test_modifiers },
    { "/ui/timeline-keys/markers", test_markers },
    { "/ui/timeline-keys/markers/entry", test_marker_entry },
    { "/ui/timeline-keys/markers/many", test_many_markers },
  };

  if (!fixture_init (&argc, &argv))
    return 0;

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);

  return g_test_run ();
}
