/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks for a name, and shows while it is typed what is wrong with it. */
#include "config.h"

#include "ui/dialogs/dwell-name-dialog.h"

#include <glib/gi18n-lib.h>

typedef struct {
  AdwMessageDialog    *dialog;
  GtkEditable         *entry;
  GtkLabel            *reason;
  char                *offered;
  char                *button;
  DwellNameCheckFunc   check;
  DwellNameChosenFunc  chosen;
  GObject             *user_data;
} Question;

static void
question_free (gpointer  data,
               GClosure *closure)
{
  Question *self = data;

  g_object_unref (self->user_data);
  g_free (self->offered);
  g_free (self->button);
  g_free (self);
}

/* Returns the name without the spaces around it, which are invisible in a list of names. */
static char *
get_name (Question *self)
{
  return g_strstrip (g_strdup (gtk_editable_get_text (self->entry)));
}

static void
on_changed (Question *self)
{
  g_autofree char *name = get_name (self);
  gboolean is_there = FALSE;
  g_autofree char *reason = self->check (self->user_data, name, &is_there);

  /* No error is shown before the user has changed the name. */
  if (reason != NULL)
    gtk_label_set_text (self->reason, g_str_equal (name, self->offered) ? "" : reason);
  else
    gtk_label_set_text (self->reason, is_there ? _("The existing one will be replaced") : "");
  if (reason != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self->reason), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->reason), "error");
  adw_message_dialog_set_response_enabled (self->dialog, "accept", reason == NULL);
  adw_message_dialog_set_response_label (self->dialog, "accept",
                                         reason == NULL && is_there ? _("_Replace")
                                                                    : self->button);
}

static void
on_response (AdwMessageDialog *dialog,
             const char       *response,
             Question         *self)
{
  g_autofree char *name = get_name (self);

  if (g_str_equal (response, "accept"))
    self->chosen (self->user_data, name);
}

/**
 * dwell_name_dialog_ask:
 * @parent: the window to open it for
 * @heading: the heading of the dialog
 * @name: the suggested name
 * @button: the label of the button that accepts, with a mnemonic
 * @check: checks a name
 * @chosen: called with the name when it is accepted; not called if the user cancels
 * @user_data: data for @check and @chosen; referenced while the dialog exists
 *
 * Opens a dialog that asks for a name.
 */
void
dwell_name_dialog_ask (GtkWindow           *parent,
                       const char          *heading,
                       const char          *name,
                       const char          *button,
                       DwellNameCheckFunc   check,
                       DwellNameChosenFunc  chosen,
                       GObject             *user_data)
{
  GtkWidget *dialog = adw_message_dialog_new (parent, heading, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  Question *self = g_new0 (Question, 1);

  self->dialog = ADW_MESSAGE_DIALOG (dialog);
  self->entry = GTK_EDITABLE (gtk_entry_new ());
  self->reason = GTK_LABEL (gtk_label_new (NULL));
  self->offered = g_strdup (name);
  self->button = g_strdup (button);
  self->check = check;
  self->chosen = chosen;
  self->user_data = g_object_ref (user_data);

  gtk_editable_set_text (self->entry, name);
  gtk_entry_set_activates_default (GTK_ENTRY (self->entry), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Name"), -1);
  gtk_widget_add_css_class (GTK_WIDGET (self->reason), "caption");
  gtk_label_set_wrap (self->reason, TRUE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->entry));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->reason));

  adw_message_dialog_set_extra_child (self->dialog, box);
  adw_message_dialog_add_responses (self->dialog, "cancel", _("_Cancel"), "accept", button, NULL);
  adw_message_dialog_set_response_appearance (self->dialog, "accept", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (self->dialog, "accept");
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_response), self, question_free, 0);

  on_changed (self);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}
