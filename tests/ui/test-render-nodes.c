/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The render nodes of the whole window: none occurs twice in a frame, whatever the window shows. */
#include "config.h"

#include "render-nodes.h"
#include "ui/commands/dwell-pages.h"
#include "ui/timeline/dwell-timeline-canvas.h"
#include "window-fixture.h"

/* Less is no window with a page in it. A page that is made when it is first seen is empty in its
 * first frame. */
#define MIN_NODES 50

static void
on_frame (GdkFrameClock *clock,
          guint         *n_frames)
{
  (*n_frames)++;
}

/* Draws @n frames of the window and looks at each. */
static void
check_frames (Fixture *fixture,
              guint    n)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (fixture->window));
  guint n_frames = 0;
  gulong handler = g_signal_connect (clock, "after-paint", G_CALLBACK (on_frame), &n_frames);

  for (guint i = 1; i <= n; i++)
    {
      gtk_widget_queue_draw (GTK_WIDGET (fixture->window));
      WAIT_UNTIL (n_frames >= i);
      g_assert_cmpuint (render_node_check_widget (GTK_WIDGET (fixture->window)), >, MIN_NODES);
    }

  g_signal_handler_disconnect (clock, handler);
}

/* Selects with @n moves of the pointer, beyond where it began and back over it. */
static void
drag_selection (Fixture *fixture,
                int      n)
{
  GtkWidget *canvas = fixture_find (GTK_WIDGET (fixture->window), DWELL_TYPE_TIMELINE_CANVAS);
  gpointer drag = fixture_controller (canvas, GTK_TYPE_GESTURE_DRAG, GDK_BUTTON_PRIMARY);
  int width = gtk_widget_get_width (canvas);

  if (!gtk_widget_get_mapped (canvas))
    return;

  g_signal_emit_by_name (drag, "drag-begin", width * 0.3, 30.0);
  for (int i = 0; i < n; i++)
    {
      g_signal_emit_by_name (drag, "drag-update", width * (0.9 * i / n - 0.25), 0.0);
      check_frames (fixture, 1);
    }
  g_signal_emit_by_name (drag, "drag-end", width * 0.6, 0.0);
  check_frames (fixture, 2);
}

/* Every page, with what is chosen in it, and with a selection. */
static void
test_pages (Fixture       *fixture,
            gconstpointer  file)
{
  guint n_pages;
  const DwellPageInfo *pages = dwell_pages_get_all (&n_pages);
  DwellSessionPage *tab;

  open_data (fixture, file);
  wait_for_session (fixture);
  tab = dwell_window_get_current (fixture->window);
  drag_selection (fixture, 18);

  for (guint i = 0; i < n_pages; i++)
    {
      if (!dwell_session_page_has_page (tab, pages[i].id))
        continue;

      g_test_message ("%s", pages[i].id);
      gtk_stack_set_visible_child_name (find_id (tab, "pages"), pages[i].id);
      check_frames (fixture, 3);
      drag_selection (fixture, 3);
    }
}

int
main (int    argc,
      char **argv)
{
  static const char * const files[] = {
    "aprof/versions/sort_cct_v2.aprof", "br/sampled_plain.prof", "lms/runtime_nested.csv",
    "ooo/doc_example.log", "text1/preempt.txt",
  };

  if (!window_fixture_init (&argc, &argv))
    return 0;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *name = g_strdup_printf ("/frames/%.*s", (int) strcspn (files[i], "/"),
                                               files[i]);

      g_test_add (name, Fixture, files[i], set_up, test_pages, tear_down);
    }

  return g_test_run ();
}
