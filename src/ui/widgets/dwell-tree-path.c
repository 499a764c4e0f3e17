/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A path such as “All › main › parse › read”. Of a long path only the last nodes are shown: “All ›
 * … › parse › read”. */
#include "config.h"

#include "ui/widgets/dwell-tree-path.h"

#include <glib/gi18n-lib.h>

#include "ui/widgets/dwell-tip.h"

#define N_SHOWN        5
#define MAX_NAME_CHARS 32

struct _DwellTreePath
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkWidget *box;
  gboolean   stays;
};

enum {
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellTreePath, dwell_tree_path, GTK_TYPE_WIDGET)

static void
on_clicked (GtkWidget     *button,
            DwellTreePath *self)
{
  guint32 node = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "node"));

  g_signal_emit (self, signals[CHOSEN], 0, node);
}

static void
add_text (DwellTreePath *self,
          const char    *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "dim-label");
  gtk_box_append (GTK_BOX (self->box), label);
}

static void
add_button (DwellTreePath *self,
            const char    *text,
            const char    *name,
            guint32        node)
{
  GtkWidget *label = gtk_label_new (text);
  GtkWidget *button = gtk_button_new ();

  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), MAX_NAME_CHARS);
  gtk_button_set_child (GTK_BUTTON (button), label);
  dwell_tip_set (button, name);
  gtk_widget_add_css_class (button, "flat");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data (G_OBJECT (button), "node", GUINT_TO_POINTER (node));
  g_signal_connect (button, "clicked", G_CALLBACK (on_clicked), self);
  gtk_box_append (GTK_BOX (self->box), button);
}

static void
dwell_tree_path_dispose (GObject *object)
{
  g_clear_pointer (&DWELL_TREE_PATH (object)->scroller, gtk_widget_unparent);

  G_OBJECT_CLASS (dwell_tree_path_parent_class)->dispose (object);
}

static void
dwell_tree_path_class_init (DwellTreePathClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dwell_tree_path_dispose;

  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);

  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "treepath");
}

static void
dwell_tree_path_init (DwellTreePath *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_EXTERNAL,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->box);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

/**
 * dwell_tree_path_set_stays:
 * @self: the path
 * @stays: whether the path is shown for the whole tree, too, rather than only for a subtree
 *
 * A path that stays prevents the widgets below it from moving when a subtree is chosen.
 */
void
dwell_tree_path_set_stays (DwellTreePath *self,
                           gboolean       stays)
{
  g_return_if_fail (DWELL_IS_TREE_PATH (self));

  self->stays = stays;
}

/**
 * dwell_tree_path_show:
 * @self: the path
 * @tree: (nullable): a tree
 * @node: the root of the subtree that is shown, or %DWELL_NONE for the whole tree
 *
 * Shows the path to @node.
 */
void
dwell_tree_path_show (DwellTreePath *self,
                      DwellTree     *tree,
                      guint32        node)
{
  guint32 nodes[N_SHOWN];
  guint n = 0;
  GtkWidget *child;

  g_return_if_fail (DWELL_IS_TREE_PATH (self));

  gtk_widget_set_visible (GTK_WIDGET (self),
                          tree != NULL && (node != DWELL_NONE || self->stays));
  while ((child = gtk_widget_get_first_child (self->box)) != NULL)
    gtk_box_remove (GTK_BOX (self->box), child);

  if (tree == NULL)
    return;

  for (; node != DWELL_NONE && n < N_SHOWN; node = tree->parents[node])
    nodes[n++] = node;

  /* Translators: the whole call tree, as opposed to a part of it */
  add_button (self, C_("call tree", "All"), C_("call tree", "All"), DWELL_NONE);
  if (node != DWELL_NONE)
    add_text (self, "› …");
  while (n-- > 0)
    {
      const char *name = dwell_tree_get_name (tree, nodes[n]);
      guint32 area = tree->areas[nodes[n]];
      g_autofree char *label = area != DWELL_NONE ? dwell_trace_dup_area_label (tree->trace, area)
                                                  : g_strdup (name);

      add_text (self, "›");
      add_button (self, label, name, nodes[n]);
    }
}
