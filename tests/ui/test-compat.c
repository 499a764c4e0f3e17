/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What makes up for GTK: icons that a worker drops, and drags in a browser. */
#include "config.h"

#include "timeline-fixture.h"
#include "ui/compat/dwell-browser.h"

/* --- Icons --- */

static gpointer
let_go (gpointer icon)
{
  g_object_unref (icon);
  return NULL;
}

/* They are disposed only on the main thread: those whose last reference a worker drops are kept. */
static void
test_thread (gconstpointer user_data)
{
  gboolean is_worker = GPOINTER_TO_INT (user_data);
  g_autoptr(GFile) file = g_file_new_for_path ("/none.svg");
  gpointer icon = gtk_icon_paintable_new_for_file (file, 16, 1);

  g_object_add_weak_pointer (icon, &icon);

  if (is_worker)
    g_thread_join (g_thread_new ("icon", let_go, icon));
  else
    g_object_unref (icon);

  g_assert_true ((icon != NULL) == is_worker);
  if (is_worker)
    g_object_remove_weak_pointer (icon, &icon);
}

/* --- A browser --- */

/* Presses the first button in the middle of @widget, which is in a guarded window. */
static void
press (GtkWidget *window,
       GtkWidget *widget)
{
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers (window);
  double x = 0, y = 0;

  g_assert_true (gtk_widget_translate_coordinates (widget, window,
                                                   gtk_widget_get_width (widget) / 2.0,
                                                   gtk_widget_get_height (widget) / 2.0, &x, &y));
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr(GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_CLICK (controller) &&
          gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (controller, "pressed", 1, x, y);
    }
}

/* A drag would end the program there: what is selected where the pointer is pressed is not selected
 * any more. */
static void
test_browser (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *entry = gtk_entry_new ();
  GtkWidget *label = gtk_label_new ("a label whose text can be selected");
  GtkWidget *view = gtk_text_view_new ();
  GtkWidget *button = gtk_button_new_with_label ("a button");
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  GtkTextIter begin, end;
  GtkWidget *window;

  g_assert_false (dwell_browser_is_display (gdk_display_get_default ()));
  gtk_editable_set_text (GTK_EDITABLE (entry), "an entry with a text that is long enough");
  gtk_text_buffer_set_text (buffer, "a text view with a text that is long enough", -1);
  gtk_widget_set_size_request (view, -1, 60);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_box_append (GTK_BOX (box), entry);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), view);
  gtk_box_append (GTK_BOX (box), button);

  dwell_browser_guard_all ();
  window = fixture_window (box);

  gtk_editable_select_region (GTK_EDITABLE (entry), 0, -1);
  press (window, button);
  g_assert_true (gtk_editable_get_selection_bounds (GTK_EDITABLE (entry), NULL, NULL));
  press (window, entry);
  g_assert_false (gtk_editable_get_selection_bounds (GTK_EDITABLE (entry), NULL, NULL));

  gtk_label_select_region (GTK_LABEL (label), 0, -1);
  press (window, button);
  g_assert_true (gtk_label_get_selection_bounds (GTK_LABEL (label), NULL, NULL));
  press (window, label);
  g_assert_false (gtk_label_get_selection_bounds (GTK_LABEL (label), NULL, NULL));

  gtk_text_buffer_get_bounds (buffer, &begin, &end);
  gtk_text_buffer_select_range (buffer, &begin, &end);
  press (window, button);
  g_assert_true (gtk_text_buffer_get_has_selection (buffer));
  press (window, view);
  g_assert_false (gtk_text_buffer_get_has_selection (buffer));

  fixture_close (window);
}

int
main (int   argc,
      char *argv[])
{
  if (!fixture_init (&argc, &argv))
    return 0;

  g_test_add_data_func ("/ui/icon-guard/main", GINT_TO_POINTER (FALSE), test_thread);
  g_test_add_data_func ("/ui/icon-guard/worker", GINT_TO_POINTER (TRUE), test_thread);
  g_test_add_func ("/ui/browser", test_browser);

  return g_test_run ();
}
