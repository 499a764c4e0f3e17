/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds lists of keys from the tables of actions and pages. */
#include "config.h"

#include "ui/commands/dwell-key-list.h"

#include <glib/gi18n-lib.h>

#include "ui/widgets/dwell-tool-rows.h"

/* Names of the data of a row. */
#define LABEL "dwell-key-label"
#define TEXT  "dwell-key-text"

static GtkWidget *
make_label (const char *title)
{
  return g_object_new (GTK_TYPE_LABEL,
                       "label", title,
                       "wrap", TRUE,
                       "wrap-mode", PANGO_WRAP_WORD_CHAR,
                       "xalign", 0.0,
                       "hexpand", TRUE,
                       NULL);
}

static void
append_key (GtkWidget          *list,
            const char         *title,
            const char * const *accels)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *label = make_label (title);
  GtkWidget *rows = g_object_new (DWELL_TYPE_TOOL_ROWS, "valign", GTK_ALIGN_CENTER, NULL);
  GString *text = g_string_new (title);

  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), rows);
  for (guint i = 0; accels[i] != NULL; i++)
    {
      g_autofree char *key = dwell_actions_get_key_text (&accels[i]);
      GtkWidget *keys = dwell_actions_make_key_label (accels[i]);

      gtk_widget_set_parent (keys, rows);
      /* Translators: between the members of a list */
      g_string_append (text, C_("list", ", "));
      g_string_append (text, key);
    }

  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, text->str, -1);
  g_object_set_data (G_OBJECT (row), LABEL, label);
  g_object_set_data_full (G_OBJECT (row), TEXT, g_string_free (text, FALSE), g_free);
  gtk_list_box_append (GTK_LIST_BOX (list), row);
}

/**
 * dwell_key_list_new:
 * @group: the group of actions
 *
 * Creates a list of the actions of @group that have keys.
 *
 * Returns: (transfer floating): the list, with a row for each action
 */
GtkWidget *
dwell_key_list_new (DwellActionGroup group)
{
  GtkWidget *list = gtk_list_box_new ();
  guint n_actions;
  const DwellActionInfo *actions = dwell_actions_get_all (&n_actions);

  gtk_widget_add_css_class (list, "boxed-list");
  gtk_widget_add_css_class (list, "key-list");
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _(dwell_actions_get_group_title (group)), -1);

  for (guint i = 0; i < n_actions; i++)
    if (actions[i].group == group && actions[i].accels[0] != NULL)
      append_key (list, _(actions[i].title), actions[i].accels);

  return list;
}

/**
 * dwell_key_list_get_label:
 * @row: a row of a list that dwell_key_list_new() created
 *
 * Returns: (transfer none): the label with the title of the action
 */
GtkWidget *
dwell_key_list_get_label (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), LABEL);
}

/**
 * dwell_key_list_get_text:
 * @row: a row of a list that dwell_key_list_new() created
 *
 * Returns: (transfer none): the title of the action and its keys, as screen readers speak them
 */
const char *
dwell_key_list_get_text (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), TEXT);
}
