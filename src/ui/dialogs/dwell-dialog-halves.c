/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings and what they make stand side by side where there is room, else one above the other. */
#include "config.h"

#include "ui/dialogs/dwell-dialog-halves.h"

/* Below this they have no room side by side. */
#define NARROW_WIDTH 800
#define START_WIDTH  480
/* Settings that are taller than that let one scroll. */
#define START_SHARE  0.5

static void
on_surface_width (GtkPaned   *halves,
                  GParamSpec *pspec,
                  GdkSurface *surface)
{
  gboolean is_narrow = gdk_surface_get_width (surface) < NARROW_WIDTH;
  GtkOrientation orientation = is_narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL;

  if (gtk_orientable_get_orientation (GTK_ORIENTABLE (halves)) == orientation)
    return;

  gtk_orientable_set_orientation (GTK_ORIENTABLE (halves), orientation);
  gtk_paned_set_position (halves, is_narrow ? (int) (gdk_surface_get_height (surface) * START_SHARE)
                                            : START_WIDTH);
}

static void
on_realize (GtkPaned  *halves,
            GtkWindow *window)
{
  g_signal_connect_object (gtk_native_get_surface (GTK_NATIVE (window)), "notify::width",
                           G_CALLBACK (on_surface_width), halves, G_CONNECT_SWAPPED);
}

/**
 * dwell_dialog_halves_follow:
 * @halves: the halves of a dialog
 * @window: the dialog, not realized yet
 *
 * Turns the halves whenever the dialog becomes narrow, or wide again.
 */
void
dwell_dialog_halves_follow (GtkPaned  *halves,
                            GtkWindow *window)
{
  g_signal_connect_object (window, "realize", G_CALLBACK (on_realize), halves, G_CONNECT_SWAPPED);
}
