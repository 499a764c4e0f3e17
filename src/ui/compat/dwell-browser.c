/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Windows in a browser, shown by GDK's broadway display.
 *
 * GDK 4.8 aborts there when a drag and drop begins. Dwell's own drag sources offer nothing in a
 * browser. GTK's text widgets cannot be kept from starting a drag, so their selection is cleared
 * when the pointer is pressed in it, which leaves nothing to drag. */
#include "config.h"

#include "ui/compat/dwell-browser.h"

#ifdef GDK_WINDOWING_BROADWAY
#include <gdk/broadway/gdkbroadway.h>
#endif

/* Set on windows and popovers that have the gesture. */
#define GUARDED "dwell-guarded"

/**
 * dwell_browser_is_display:
 * @display: a display
 *
 * Returns: whether @display is a browser
 */
gboolean
dwell_browser_is_display (GdkDisplay *display)
{
#ifdef GDK_WINDOWING_BROADWAY
  return GDK_IS_BROADWAY_DISPLAY (display);
#else
  return FALSE;
#endif
}

static void
drop_selection (GtkWidget *widget)
{
  GtkTextBuffer *buffer;
  GtkTextIter iter;
  int end;

  if (GTK_IS_TEXT (widget) &&
      gtk_editable_get_selection_bounds (GTK_EDITABLE (widget), NULL, &end))
    {
      gtk_editable_select_region (GTK_EDITABLE (widget), end, end);
    }
  else if (GTK_IS_LABEL (widget) &&
           gtk_label_get_selection_bounds (GTK_LABEL (widget), NULL, &end))
    {
      gtk_label_select_region (GTK_LABEL (widget), end, end);
    }
  else if (GTK_IS_TEXT_VIEW (widget))
    {
      buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (widget));
      gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
      gtk_text_buffer_place_cursor (buffer, &iter);
    }
}

/* Shift extends a selection and never starts a drag. */
static void
pressed (GtkEventController *click,
         int                 n_press,
         double              x,
         double              y)
{
  GtkWidget *widget = gtk_widget_pick (gtk_event_controller_get_widget (click), x, y,
                                       GTK_PICK_DEFAULT);

  if (widget != NULL &&
      (gtk_event_controller_get_current_event_state (click) & GDK_SHIFT_MASK) == 0)
    drop_selection (widget);
}

/**
 * dwell_browser_guard:
 * @native: a window or a popover
 *
 * From now on no drag of selected text starts in @native.
 */
void
dwell_browser_guard (GtkWidget *native)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed), NULL);
  gtk_widget_add_controller (native, GTK_EVENT_CONTROLLER (click));
}

static gboolean
on_map (GSignalInvocationHint *hint,
        guint                  n_values,
        const GValue          *values,
        gpointer               data)
{
  gpointer widget = g_value_get_object (&values[0]);

  if ((GTK_IS_WINDOW (widget) || GTK_IS_POPOVER (widget)) &&
      g_object_get_data (widget, GUARDED) == NULL)
    {
      g_object_set_data (widget, GUARDED, widget);
      dwell_browser_guard (widget);
    }

  return TRUE;
}

/**
 * dwell_browser_guard_all:
 *
 * Calls dwell_browser_guard() on every window and popover when it is first shown.
 */
void
dwell_browser_guard_all (void)
{
  g_type_class_unref (g_type_class_ref (GTK_TYPE_WIDGET));
  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, on_map, NULL, NULL);
}
