/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Restores the size of the window that was closed last. In a browser a window has no frame to
 * resize it with, so it is maximized, which fills the browser's page. */
#include "config.h"

#include "ui/shell/dwell-window-size.h"

#include "ui/compat/dwell-browser.h"
#include "ui/widgets/dwell-settings.h"

static gboolean
fills_page (GtkWindow *window)
{
  return dwell_browser_is_display (gtk_widget_get_display (GTK_WIDGET (window)));
}

/**
 * dwell_window_size_restore:
 * @window: a window that is not shown yet
 *
 * Sets the size that the last window had, or the default.
 */
void
dwell_window_size_restore (GtkWindow *window)
{
  GSettings *settings = dwell_settings_get ();
  int size[2];

  if (fills_page (window))
    gtk_window_maximize (window);
  if (settings == NULL || fills_page (window))
    return;

  g_settings_get (settings, "window-size", "(ii)", &size[0], &size[1]);
  gtk_window_set_default_size (window, CLAMP (size[0], -1, G_MAXINT16),
                               CLAMP (size[1], -1, G_MAXINT16));
  if (g_settings_get_boolean (settings, "window-maximized"))
    gtk_window_maximize (window);
}

/**
 * dwell_window_size_save:
 * @window: a window that is closing
 *
 * Saves the size for the next window.
 */
void
dwell_window_size_save (GtkWindow *window)
{
  GSettings *settings = dwell_settings_get ();
  int size[2];

  if (settings == NULL || fills_page (window))
    return;

  gtk_window_get_default_size (window, &size[0], &size[1]);
  g_settings_set (settings, "window-size", "(ii)", size[0], size[1]);
  g_settings_set_boolean (settings, "window-maximized", gtk_window_is_maximized (window));
}
