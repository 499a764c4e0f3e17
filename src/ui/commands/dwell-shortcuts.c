/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window of keyboard shortcuts: all keys by group, and a search in their titles and keys.
 *
 * GtkShortcutsWindow is not used, because it places groups side by side and cannot be narrower than
 * them. */
#include "config.h"

#include "ui/commands/dwell-shortcuts.h"

#include <glib/gi18n-lib.h>

#include "ui/commands/dwell-key-list.h"

struct _DwellShortcuts
{
  AdwWindow parent_instance;

  GtkSearchEntry    *search;
  GtkStack          *stack;
  GtkScrolledWindow *scroller;
  GtkBox            *content; /* a box for each group, with its heading and its list */
};

G_DEFINE_FINAL_TYPE (DwellShortcuts, dwell_shortcuts, ADW_TYPE_WINDOW)

static gboolean
is_match (GtkListBoxRow *row,
          gpointer       user_data)
{
  DwellShortcuts *self = user_data;

  return g_str_match_string (gtk_editable_get_text (GTK_EDITABLE (self->search)),
                             dwell_key_list_get_text (row), TRUE);
}

static gboolean
has_match (DwellShortcuts *self,
           GtkListBox     *list)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (list, i)) != NULL; i++)
    if (is_match (row, self))
      return TRUE;

  return FALSE;
}

/* Hides the groups without a match, including their headings. */
static void
on_search_changed (DwellShortcuts *self)
{
  gboolean is_anything = FALSE;

  for (GtkWidget *group = gtk_widget_get_first_child (GTK_WIDGET (self->content));
       group != NULL;
       group = gtk_widget_get_next_sibling (group))
    {
      GtkListBox *list = GTK_LIST_BOX (gtk_widget_get_last_child (group));
      gboolean is_shown = has_match (self, list);

      gtk_list_box_invalidate_filter (list);
      gtk_widget_set_visible (group, is_shown);
      is_anything |= is_shown;
    }

  gtk_stack_set_visible_child_name (self->stack, is_anything ? "keys" : "nothing");
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
}

static void
append_group (DwellShortcuts   *self,
              DwellActionGroup  group)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *heading = gtk_label_new (_(dwell_actions_get_group_title (group)));
  GtkWidget *list = dwell_key_list_new (group);

  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_add_css_class (heading, "heading");
  gtk_list_box_set_filter_func (GTK_LIST_BOX (list), is_match, self, NULL);
  gtk_box_append (GTK_BOX (box), heading);
  gtk_box_append (GTK_BOX (box), list);
  gtk_box_append (self->content, box);
}

static void
dwell_shortcuts_class_init (DwellShortcutsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-shortcuts.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellShortcuts, search);
  gtk_widget_class_bind_template_child (widget_class, DwellShortcuts, stack);
  gtk_widget_class_bind_template_child (widget_class, DwellShortcuts, scroller);
  gtk_widget_class_bind_template_child (widget_class, DwellShortcuts, content);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
}

static void
dwell_shortcuts_init (DwellShortcuts *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  gtk_search_entry_set_key_capture_widget (self->search, GTK_WIDGET (self));
  for (DwellActionGroup group = 0; group < DWELL_ACTIONS_N_GROUPS; group++)
    append_group (self, group);
}

/**
 * dwell_shortcuts_present:
 * @parent: the window to open it for
 *
 * Opens the window of keyboard shortcuts.
 *
 * Returns: (transfer none): the window
 */
GtkWindow *
dwell_shortcuts_present (GtkWindow *parent)
{
  GtkWindow *window = g_object_new (DWELL_TYPE_SHORTCUTS, "transient-for", parent, NULL);

  gtk_window_present (window);

  return window;
}
