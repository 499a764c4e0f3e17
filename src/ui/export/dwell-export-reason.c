/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The row that explains an invalid setting, shown at once below the row in which it is typed. */
#include "config.h"

#include "ui/export/dwell-export-reason.h"

/**
 * dwell_export_reason_new:
 *
 * Makes a row that shows the fault in the setting above it, and hides while there is none.
 *
 * Returns: (transfer full): a hidden row
 */
GtkWidget *
dwell_export_reason_new (void)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, "error");

  return g_object_new (GTK_TYPE_LIST_BOX_ROW,
                       "child", label,
                       "activatable", FALSE,
                       "selectable", FALSE,
                       "focusable", FALSE,
                       "visible", FALSE,
                       "css-classes", (const char *[]) { "export-reason", NULL },
                       NULL);
}

/**
 * dwell_export_reason_set:
 * @self: a row from dwell_export_reason_new()
 * @row: the row of the setting, above it
 * @message: (nullable): the fault in the setting, as plain text; %NULL if there is none
 */
void
dwell_export_reason_set (GtkWidget  *self,
                         GtkWidget  *row,
                         const char *message)
{
  GtkLabel *label = GTK_LABEL (gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (self)));

  gtk_widget_set_visible (self, message != NULL);
  gtk_label_set_text (label, message != NULL ? message : "");
  gtk_widget_set_tooltip_text (row, message);

  if (message != NULL)
    {
      gtk_widget_add_css_class (row, "error");
      gtk_accessible_update_state (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_STATE_INVALID,
                                   GTK_ACCESSIBLE_INVALID_TRUE, -1);
      gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                      message, -1);
    }
  else
    {
      gtk_widget_remove_css_class (row, "error");
      gtk_accessible_reset_state (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_STATE_INVALID);
      gtk_accessible_reset_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
    }
}
