/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Toasts, for any widget of a window. */
#include "config.h"

#include "ui/widgets/dwell-toast.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "ui/widgets/dwell-show-in-files.h"

/* px: the width of a character, and of the parts of a toast beside its text. */
#define LETTER_WIDTH  8
#define BESIDE_WIDTH  230
#define MIN_LETTERS   20
#define MAX_LETTERS   60

/* Returns how many characters of a message fit into a line. A tab that was just opened is not laid
 * out yet: it will be as wide as its window. */
static int
count_letters (GtkWidget *overlay)
{
  GtkRoot *root = gtk_widget_get_root (overlay);
  int width = gtk_widget_get_width (overlay);
  int unused;

  if (width == 0 && GTK_IS_WINDOW (root))
    gtk_window_get_default_size (GTK_WINDOW (root), &width, &unused);

  return CLAMP ((width - BESIDE_WIDTH) / LETTER_WIDTH, MIN_LETTERS, MAX_LETTERS);
}

/* Returns a toast with a label that wraps. AdwToast ellipsizes a long title, and messages have
 * their advice at the end. The width of the label is limited here, because a toast that is narrower
 * than its natural width does not become higher. */
static AdwToast *
make_toast (GtkWidget  *overlay,
            const char *message)
{
  AdwToast *toast = adw_toast_new ("");
  GtkWidget *label = gtk_label_new (message);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), count_letters (overlay));
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "heading");
  adw_toast_set_custom_title (toast, label);

  return toast;
}

/**
 * dwell_toast_show:
 * @from: a widget of the window to show it in
 * @message: the message, plain text
 *
 * Shows a message for a few seconds. Does nothing if the window shows no toasts.
 */
void
dwell_toast_show (GtkWidget  *from,
                  const char *message)
{
  GtkWidget *overlay = gtk_widget_get_ancestor (from, ADW_TYPE_TOAST_OVERLAY);

  if (overlay != NULL)
    adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (overlay), make_toast (overlay, message));
}

/**
 * dwell_toast_show_instead:
 * @from: a widget of the window to show it in
 * @former: (inout): a weak pointer to the toast that the last call showed; %NULL at first
 * @message: the message, plain text
 *
 * Shows a message that takes the place of the former one, if that is still shown: for keys that are
 * pressed repeatedly.
 */
void
dwell_toast_show_instead (GtkWidget   *from,
                          AdwToast   **former,
                          const char  *message)
{
  GtkWidget *overlay = gtk_widget_get_ancestor (from, ADW_TYPE_TOAST_OVERLAY);
  AdwToast *toast;

  if (overlay == NULL)
    return;

  toast = make_toast (overlay, message);
  if (*former != NULL)
    adw_toast_dismiss (*former);
  g_set_weak_pointer (former, toast);
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (overlay), toast);
}

/* A file that the button of a toast shows. The toast owns this struct, and the overlay the
 * toast. */
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
  dwell_show_in_files (shown->overlay, shown->file, dwell_toast_show);
}

/**
 * dwell_toast_show_file:
 * @from: a widget of the window to show it in
 * @message: the message, plain text
 * @file: the file that the toast's button shows in the file manager
 *
 * Shows a message with a button.
 *
 * Returns: (transfer none) (nullable): the toast; %NULL if the window shows no toasts
 */
AdwToast *
dwell_toast_show_file (GtkWidget  *from,
                       const char *message,
                       GFile      *file)
{
  GtkWidget *overlay = gtk_widget_get_ancestor (from, ADW_TYPE_TOAST_OVERLAY);
  Shown *shown;
  AdwToast *toast;

  if (overlay == NULL)
    return NULL;

  shown = g_new0 (Shown, 1);
  shown->overlay = overlay;
  shown->file = g_object_ref (file);

  toast = make_toast (overlay, message);
  adw_toast_set_button_label (toast, _("Show in Files"));
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (on_show_file), shown, shown_free, 0);
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (overlay), toast);
  return toast;
}

/**
 * dwell_toast_show_lasting:
 * @from: a widget of the window to show it in
 * @message: the message, plain text
 * @button: (nullable): the label of the button; %NULL for no button
 *
 * Shows a message until the user dismisses it.
 *
 * Returns: (transfer full) (nullable): the toast; %NULL if the window shows no toasts
 */
AdwToast *
dwell_toast_show_lasting (GtkWidget  *from,
                          const char *message,
                          const char *button)
{
  GtkWidget *overlay = gtk_widget_get_ancestor (from, ADW_TYPE_TOAST_OVERLAY);
  AdwToast *toast;

  if (overlay == NULL)
    return NULL;

  toast = make_toast (overlay, message);
  adw_toast_set_timeout (toast, 0);
  adw_toast_set_priority (toast, ADW_TOAST_PRIORITY_HIGH);
  adw_toast_set_button_label (toast, button);
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (overlay), g_object_ref (toast));
  return toast;
}
