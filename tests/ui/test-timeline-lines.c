/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source lines in the timeline: folded away at first, then rows below the functions that ran them,
 * by the button of the track's header, by keys, by the menu, or because one of them is wanted. */

#include "config.h"

#include "timeline-window.h"
#include "ui/timeline/dwell-gutter.h"
#include "ui/timeline/dwell-track-header.h"

#define PITCH (DWELL_LANE_ROW_HEIGHT + DWELL_LANE_ROW_GAP)

/* Spans of make_trace(), by number; times in ms. */
enum {
  RUN,    /*   0 … 1000, task, depth 0 */
  FIRST,  /*   0 …  300, a line of run */
  CALLS,  /* 300 …  900, likewise: it calls load */
  LOAD,   /* 350 …  800, depth 1 */
  READS,  /* 350 …  500, a line of load */
  PARSES, /* 500 …  800, likewise */
  LAST,   /* 900 … 1000, a line of run */
  IDLE,   /*   0 …  900, a track without lines */
  N_SPANS
};

enum { TASK, OTHER };

static guint32
add_area (DwellBuilder  *builder,
          const char    *name,
          DwellAreaKind  kind,
          guint32        parent)
{
  DwellArea area = { .name = dwell_strings_intern (builder->strings, name, -1), .kind = kind,
                     .parent = parent };

  area.title = area.name;
  return dwell_builder_add_area (builder, &area);
}

static DwellTrace *
make_trace (void)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  guint32 context = dwell_builder_add_context (builder, "task", DWELL_CONTEXT_TASK, 0, DWELL_NONE);
  guint32 run = add_area (builder, "run", DWELL_AREA_FUNCTION, DWELL_NONE);
  guint32 load = add_area (builder, "load", DWELL_AREA_FUNCTION, DWELL_NONE);
  guint32 lines[2] = { add_area (builder, "step ();", DWELL_AREA_LINE, run),
                       add_area (builder, "read ();", DWELL_AREA_LINE, load) };
  guint32 rows[5];
  const struct { guint32 area; guint row; guint32 parent; gint64 begin; gint64 end; } spans[] = {
    { run, 0, DWELL_NONE, 0, 1000 }, { lines[0], 1, DWELL_NONE, 0, 300 },
    { lines[0], 1, DWELL_NONE, 300, 900 }, { load, 2, RUN, 350, 800 },
    { lines[1], 3, DWELL_NONE, 350, 500 }, { lines[1], 3, DWELL_NONE, 500, 800 },
    { lines[0], 1, DWELL_NONE, 900, 1000 }, { run, 4, DWELL_NONE, 0, 900 },
  };

  dwell_builder_add_track (builder, "task", context, FALSE);
  dwell_builder_add_track (builder, "other", context, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    rows[i] = dwell_builder_add_row (builder, i < 4 ? TASK : OTHER, 0);
  dwell_builder_set_row_lines (builder, rows[1], 0);
  dwell_builder_set_row_lines (builder, rows[3], 1);

  g_assert_true (dwell_builder_reserve_spans (builder, G_N_ELEMENTS (spans), NULL));
  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    {
      guint32 span = dwell_builder_open_span (builder, spans[i].area, rows[spans[i].row],
                                              spans[i].parent, spans[i].begin * MS);

      dwell_builder_close_span (builder, span, spans[i].end * MS, 0);
    }

  return dwell_builder_finish (builder);
}

static void
set_up_lines (Fixture       *f,
              gconstpointer  user_data)
{
  f->trace = make_trace ();
  f->view = fixture_view (f->trace);
  f->timeline = g_object_new (DWELL_TYPE_TIMELINE, NULL);
  dwell_timeline_set_view (DWELL_TIMELINE (f->timeline), f->view);
  f->window = fixture_window (f->timeline);
  f->canvas = fixture_find (f->timeline, DWELL_TYPE_TIMELINE_CANVAS);
  wait_for_layout (f->canvas);
}

static gboolean
shows_lines (Fixture *f)
{
  return (dwell_view_get_track_state (f->view, TASK) & DWELL_TRACK_LINES) != 0;
}

/* Returns the button for lines in the header of @track; headers are in the order of tracks. */
static GtkWidget *
get_button (Fixture *f,
            guint    track)
{
  GtkWidget *gutter = fixture_find (f->timeline, DWELL_TYPE_GUTTER);
  GtkWidget *child = gtk_widget_get_first_child (gutter);

  for (; child != NULL; child = gtk_widget_get_next_sibling (child))
    if (DWELL_IS_TRACK_HEADER (child) && track-- == 0)
      return fixture_find (child, GTK_TYPE_TOGGLE_BUTTON);

  g_assert_not_reached ();
}

/* Returns how many rows the gutter labels as lines. */
static guint
count_names (Fixture *f)
{
  GtkWidget *gutter = fixture_find (f->timeline, DWELL_TYPE_GUTTER);
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (gutter);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_INSCRIPTION (child) && gtk_widget_get_visible (child))
      n += g_strcmp0 (gtk_inscription_get_text (GTK_INSCRIPTION (child)), "lines") == 0;

  return n;
}

/* Clicks the middle of @span, if it is in a row that is shown. */
static void
click_span (Fixture *f,
            guint32  span)
{
  GdkRectangle rect = rect_of (f, span);

  fixture_click (f->canvas, 1, rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
}

static void
test_button (Fixture       *f,
             gconstpointer  user_data)
{
  GtkWidget *button = get_button (f, TASK);
  int run_y = rect_of (f, RUN).y;
  int idle_y = rect_of (f, IDLE).y;

  g_assert_false (shows_lines (f));
  g_assert_true (gtk_widget_get_visible (button));
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button)));
  g_assert_false (gtk_widget_get_visible (get_button (f, OTHER)));
  gtk_test_accessible_assert_property (button, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Source lines of task");
  g_assert_cmpuint (count_names (f), ==, 0);
  g_assert_cmpint (rect_of (f, LOAD).y, ==, run_y + PITCH);
  click_span (f, LOAD);
  g_assert_cmpuint (dwell_view_get_focus_span (f->view), ==, LOAD);

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), TRUE);
  g_assert_true (shows_lines (f));
  g_assert_cmpuint (count_names (f), ==, 2);
  g_assert_cmpint (rect_of (f, RUN).y, ==, run_y);
  g_assert_cmpint (rect_of (f, CALLS).y, ==, run_y + PITCH);
  g_assert_cmpint (rect_of (f, LOAD).y, ==, run_y + 2 * PITCH);
  g_assert_cmpint (rect_of (f, PARSES).y, ==, run_y + 3 * PITCH);
  g_assert_cmpint (rect_of (f, IDLE).y, ==, idle_y + 2 * PITCH);

  for (guint32 span = 0; span < N_SPANS; span++)
    {
      click_span (f, span);
      g_assert_cmpuint (dwell_view_get_focus_span (f->view), ==, span);
    }

  /* A folded track has nothing to show lines in. */
  dwell_view_set_track_state (f->view, TASK, DWELL_TRACK_FOLDED | DWELL_TRACK_LINES);
  g_assert_false (gtk_widget_get_visible (button));
  g_assert_cmpuint (count_names (f), ==, 0);
  dwell_view_set_track_state (f->view, TASK, DWELL_TRACK_LINES);
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button)));

  /* A line that is folded away hands its focus up. */
  click_span (f, PARSES);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), FALSE);
  g_assert_false (shows_lines (f));
  g_assert_cmpuint (dwell_view_get_focus_span (f->view), ==, LOAD);
}

static void
press (Fixture *f,
       guint    key,
       guint32  expected)
{
  fixture_key (f->canvas, key, 0);
  g_assert_cmpuint (dwell_view_get_focus_span (f->view), ==, expected);
}

static void
test_keys (Fixture       *f,
           gconstpointer  user_data)
{
  /* Without a focus: of all tracks. */
  press (f, GDK_KEY_l, DWELL_NONE);
  g_assert_true (shows_lines (f));
  press (f, GDK_KEY_l, DWELL_NONE);
  g_assert_false (shows_lines (f));

  /* Folded away they are passed over. */
  dwell_view_focus_span (f->view, RUN);
  press (f, GDK_KEY_Down, LOAD);
  press (f, GDK_KEY_bracketright, LOAD);
  press (f, GDK_KEY_Down, IDLE);
  press (f, GDK_KEY_Up, LOAD);
  press (f, GDK_KEY_Up, RUN);

  /* A line in focus that is in no row shown: from where it would be. */
  dwell_view_focus_span (f->view, CALLS);
  press (f, GDK_KEY_Down, LOAD);
  dwell_view_focus_span (f->view, PARSES);
  press (f, GDK_KEY_Up, LOAD);

  press (f, GDK_KEY_l, LOAD);
  g_assert_true (shows_lines (f));
  press (f, GDK_KEY_Up, CALLS);
  press (f, GDK_KEY_Left, FIRST);
  press (f, GDK_KEY_Up, RUN);
  press (f, GDK_KEY_bracketright, LOAD);
  press (f, GDK_KEY_bracketright, READS);
  press (f, GDK_KEY_Right, PARSES);
  press (f, GDK_KEY_bracketleft, LOAD);
  press (f, GDK_KEY_bracketleft, RUN);
  dwell_view_focus_span (f->view, PARSES);
  press (f, GDK_KEY_Down, IDLE);
  press (f, GDK_KEY_Up, READS);
  press (f, GDK_KEY_l, LOAD);
  g_assert_false (shows_lines (f));

  /* A track without lines speaks for all. */
  dwell_view_focus_span (f->view, IDLE);
  press (f, GDK_KEY_l, IDLE);
  g_assert_true (shows_lines (f));
}

static void
test_menu (Fixture       *f,
           gconstpointer  user_data)
{
  GtkWidget *canvas = f->canvas;

  g_assert_true (gtk_widget_activate_action (canvas, "track.all-lines", NULL));
  g_assert_true (shows_lines (f));
  g_assert_true (gtk_widget_activate_action (canvas, "track.all-lines", NULL));
  g_assert_false (shows_lines (f));

  g_signal_emit_by_name (fixture_controller (canvas, GTK_TYPE_GESTURE_CLICK, GDK_BUTTON_SECONDARY),
                         "pressed", 1, 5.0, rect_of (f, RUN).y + 3.0);
  g_assert_true (gtk_widget_activate_action (canvas, "track.lines", NULL));
  g_assert_true (shows_lines (f));
  g_assert_cmpuint (dwell_view_get_lines_shown (f->view), ==, DWELL_LINES_ALL_SHOWN);

  g_assert_true (gtk_widget_activate_action (canvas, "track.hide", NULL));
  g_assert_true (gtk_widget_activate_action (canvas, "track.show-all", NULL));
  g_assert_true (shows_lines (f));
}

/* A revealed line becomes visible. */
static void
test_reveal (Fixture       *f,
             gconstpointer  user_data)
{
  dwell_view_set_track_state (f->view, TASK, DWELL_TRACK_FOLDED);
  dwell_view_reveal_span (f->view, LOAD);
  g_assert_false (shows_lines (f));
  dwell_view_reveal_span (f->view, READS);
  g_assert_true (shows_lines (f));
  g_assert_cmpint (rect_of (f, READS).y, ==, rect_of (f, LOAD).y + PITCH);
}

int
main (int   argc,
      char *argv[])
{
  static const struct { const char *path; void (*test) (Fixture *, gconstpointer); } tests[] = {
    { "/ui/timeline-lines/button", test_button },
    { "/ui/timeline-lines/keys", test_keys },
    { "/ui/timeline-lines/menu", test_menu },
    { "/ui/timeline-lines/reveal", test_reveal },
  };

  if (!fixture_init (&argc, &argv))
    return 0;

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up_lines, tests[i].test, tear_down);

  return g_test_run ();
}
