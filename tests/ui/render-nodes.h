/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The render nodes that GTK draws of a widget. */
#pragma once

#include <gtk/gtk.h>

/* The one child of @node; NULL: it has none, or several. */
static inline GskRenderNode *
render_node_get_child (GskRenderNode *node)
{
  switch ((int) gsk_render_node_get_node_type (node))
    {
    case GSK_TRANSFORM_NODE:
      return gsk_transform_node_get_child (node);
    case GSK_OPACITY_NODE:
      return gsk_opacity_node_get_child (node);
    case GSK_COLOR_MATRIX_NODE:
      return gsk_color_matrix_node_get_child (node);
    case GSK_REPEAT_NODE:
      return gsk_repeat_node_get_child (node);
    case GSK_CLIP_NODE:
      return gsk_clip_node_get_child (node);
    case GSK_ROUNDED_CLIP_NODE:
      return gsk_rounded_clip_node_get_child (node);
    case GSK_SHADOW_NODE:
      return gsk_shadow_node_get_child (node);
    case GSK_BLUR_NODE:
      return gsk_blur_node_get_child (node);
    case GSK_DEBUG_NODE:
      return gsk_debug_node_get_child (node);
    default:
      return NULL;
    }
}

static inline void
render_node_add_children (GskRenderNode *node,
                          GPtrArray     *to)
{
  GskRenderNode *child = render_node_get_child (node);

  if (child != NULL)
    g_ptr_array_add (to, child);

  switch ((int) gsk_render_node_get_node_type (node))
    {
    case GSK_CONTAINER_NODE:
      for (guint i = 0; i < gsk_container_node_get_n_children (node); i++)
        g_ptr_array_add (to, gsk_container_node_get_child (node, i));
      break;
    case GSK_BLEND_NODE:
      g_ptr_array_add (to, gsk_blend_node_get_bottom_child (node));
      g_ptr_array_add (to, gsk_blend_node_get_top_child (node));
      break;
    case GSK_CROSS_FADE_NODE:
      g_ptr_array_add (to, gsk_cross_fade_node_get_start_child (node));
      g_ptr_array_add (to, gsk_cross_fade_node_get_end_child (node));
      break;
    default:
      break;
    }
}

/* Returns the number of nodes of a frame, and checks that none occurs twice: GTK's broadway server
 * aborts if one does, because it identifies the nodes of two frames by their content, not by their
 * place. */
static inline guint
render_node_check_frame (GskRenderNode *root)
{
  g_autoptr(GPtrArray) nodes = g_ptr_array_new ();
  g_autoptr(GHashTable) seen = g_hash_table_new (NULL, NULL);

  g_ptr_array_add (nodes, root);
  for (guint i = 0; i < nodes->len; i++)
    {
      GskRenderNode *node = nodes->pdata[i];

      if (!g_hash_table_add (seen, node))
        g_error ("A %s stands twice in a frame",
                 g_type_name (G_TYPE_FROM_INSTANCE (node)));
      render_node_add_children (node, nodes);
    }

  return nodes->len;
}

/* As render_node_check_frame(), for the content of @widget. */
static inline guint
render_node_check_widget (GtkWidget *widget)
{
  g_autoptr(GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr(GskRenderNode) node = NULL;

  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (widget),
                          gtk_widget_get_height (widget));
  node = gtk_snapshot_free_to_node (snapshot);
  return node != NULL ? render_node_check_frame (node) : 0;
}
