/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a user does in the entry of a template. */
#pragma once

#include <string.h>

#include "window-fixture.h"
#include "ui/template/dwell-template-macros.h"
#include "ui/template/dwell-text-row.h"
#include "ui/template/dwell-wrapped-entry.h"

static inline void
enter_text (DwellWrappedEntry *entry,
            const char        *text)
{
  dwell_wrapped_entry_replace (entry, 0, strlen (dwell_wrapped_entry_get_text (entry)), text);
}

/* Types letter by letter. */
static inline void
type (DwellWrappedEntry *entry,
      const char        *letters)
{
  for (; *letters != '\0'; letters++)
    gtk_text_buffer_insert_at_cursor (gtk_text_view_get_buffer (GTK_TEXT_VIEW (entry)), letters, 1);
}

static inline gboolean
press (GtkWidget       *row,
       guint            key,
       GdkModifierType  state)
{
  gpointer controller = fixture_controller (row, GTK_TYPE_EVENT_CONTROLLER_KEY, 0);
  gboolean is_handled = FALSE;

  g_signal_emit_by_name (controller, "key-pressed", key, 0, state, &is_handled);
  return is_handled;
}

/* The list of macros that match what is typed, once it was needed. */
static inline GtkWidget *
find_completion (DwellWrappedEntry *entry)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (entry));

  for (GtkWidget *child = gtk_widget_get_first_child (parent);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (DWELL_IS_TEMPLATE_MACROS (child))
      return child;

  return NULL;
}

/* Chooses the last row of the menu of a template. */
static inline void
choose_tab (GtkMenuButton *button)
{
  gpointer list;
  int n = 0;

  gtk_menu_button_popup (button);
  list = find_id (gtk_menu_button_get_popover (button), "list");
  while (gtk_list_box_get_row_at_index (list, n) != NULL)
    n++;
  g_signal_emit_by_name (list, "row-activated", gtk_list_box_get_row_at_index (list, n - 1));
}
