/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Panes that are side by side in a wide window and one above the other in a narrow one. */
#include "config.h"

#include "ui/widgets/dwell-halves.h"

/* px: a narrower window has no room for both panes side by side. */
#define NARROW_PX 800
/* The share of the height for the first pane in a narrow window; settings that need more height
 * scroll. */
#define START_SHARE 0.5

/* The divider's position in the wide window, px; attached to the GtkPaned. */
#define WIDE_POSITION "dwell-wide-position"

static void
on_surface_width (GtkPaned   *halves,
                  GParamSpec *pspec,
                  GdkSurface *surface)
{
  gboolean is_narrow = gdk_surface_get_width (surface) < NARROW_PX;
  gboolean was_narrow = gtk_orientable_get_orientation (GTK_ORIENTABLE (halves)) ==
                        GTK_ORIENTATION_VERTICAL;
  int wide = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (halves), WIDE_POSITION));
  int narrow = -1;
  gboolean has_position;

  if (is_narrow == was_narrow)
    return;

  g_object_get (halves, "position-set", &has_position, NULL);
  if (is_narrow)
    wide = has_position ? gtk_paned_get_position (halves) : -1;
  /* An end child that does not grow keeps its natural size: the position stays unset. */
  if (gtk_paned_get_resize_end_child (halves))
    narrow = (int) (gdk_surface_get_height (surface) * START_SHARE);

  g_object_set_data (G_OBJECT (halves), WIDE_POSITION, GINT_TO_POINTER (wide));
  gtk_orientable_set_orientation (GTK_ORIENTABLE (halves), is_narrow ? GTK_ORIENTATION_VERTICAL
                                                                     : GTK_ORIENTATION_HORIZONTAL);
  gtk_paned_set_position (halves, is_narrow ? narrow : wide);
}

static void
on_realize (GtkPaned *halves)
{
  GdkSurface *surface = gtk_native_get_surface (gtk_widget_get_native (GTK_WIDGET (halves)));

  g_signal_connect_object (surface, "notify::width", G_CALLBACK (on_surface_width), halves,
                           G_CONNECT_SWAPPED);
  if (gdk_surface_get_width (surface) > 1)
    on_surface_width (halves, NULL, surface);
}

/* A tab can be moved to another window, which has another surface. */
static void
on_unrealize (GtkPaned *halves)
{
  g_signal_handlers_disconnect_by_data (
    gtk_native_get_surface (gtk_widget_get_native (GTK_WIDGET (halves))), halves);
}

/**
 * dwell_halves_follow:
 * @halves: a horizontal paned, not realized yet
 *
 * Changes the orientation of @halves whenever its window becomes narrow or wide.
 */
void
dwell_halves_follow (GtkPaned *halves)
{
  g_signal_connect (halves, "realize", G_CALLBACK (on_realize), NULL);
  g_signal_connect (halves, "unrealize", G_CALLBACK (on_unrealize), NULL);
}
