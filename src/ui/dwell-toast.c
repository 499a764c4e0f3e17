/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Passing words, for whichever widget has something to say. */
#include "config.h"

#include "ui/dwell-toast.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "ui/dwell-show-in-files.h"

/**
 * dwell_toast_show:
 * @from: a widget of the window in which to say it
 * @message: what to say; never markup
 */
void
dwell_toast_show (GtkWidget  *from,
                  const char *message)
{
  GtkWidget *overlay = gtk_widget_get_ancestor (from, ADW_TYPE_TOAST_OVERLAY);
  g_autofree char *escaped = g_markup_escape_text (message, -1);

  if (overlay != NULL)
    adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (overlay), adw_toast_new (escaped));
}

/* A file that a toast can show; the overlay has the toast, which has this. */
typedef struct {
  GtkWidget *overlay; /* not owned */
  GFile     *file;
} Shown;

static void
shown_free (gpointer  data,
            GClosure *closure)
{
  Shown *self = data;

  g_object_unref (self->file);
  g_free (self);
}

static void
on_show_file (AdwToast *toast,
              Shown    *shown)
{
  dwell_show_in_files (shown->overlay, shown->file);
}

/**
 * dwell_toast_show_file:
 * @from: a widget of the window in which to say it
 * @message: what to say; never markup
 * @file: what the toast's button shows in the file manager
 */
void
dwell_toast_show_file (GtkWidget  *from,
                       const char *message,
                       GFile      *file)
{
  GtkWidget *overlay = gtk_widget_get_ancestor (from, ADW_TYPE_TOAST_OVERLAY);
  g_autofree char *escaped = g_markup_escape_text (message, -1);
  Shown *shown;
  AdwToast *toast;

  if (overlay == NULL)
    return;

  shown = g_new0 (Shown, 1);
  shown->overlay = overlay;
  shown->file = g_object_ref (file);

  toast = adw_toast_new (escaped);
  adw_toast_set_button_label (toast, _("Show in Files"));
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (on_show_file), shown, shown_free, 0);
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (overlay), toast);
}

/**
 * dwell_toast_show_lasting:
 * @from: a widget of the window in which to say it
 * @message: what to say; never markup
 * @button: what its button says
 *
 * Says something that holds for as long as the toast is not dismissed.
 *
 * Returns: (transfer full) (nullable): the toast, or %NULL where there is no place for it
 */
AdwToast *
dwell_toast_show_lasting (GtkWidget  *from,
                          const char *message,
                          const char *button)
{
  GtkWidget *overlay = gtk_widget_get_ancestor (from, ADW_TYPE_TOAST_OVERLAY);
  g_autofree char *escaped = g_markup_escape_text (message, -1);
  AdwToast *toast;

  if (overlay == NULL)
    return NULL;

  toast = adw_toast_new (escaped);
  adw_toast_set_timeout (toast, 0);
  adw_toast_set_priority (toast, ADW_TOAST_PRIORITY_HIGH);
  adw_toast_set_button_label (toast, button);
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (overlay), g_object_ref (toast));
  return toast;
}
