/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call trees of the two recordings of a view as one flame graph. What gets into focus here does
 * so in the whole tab if the tab's own session has it. */
#include "config.h"

#include "ui/comparison/dwell-comparison-flame.h"

#include <math.h>

#include "ui/compat/dwell-names.h"
#include "ui/flame/dwell-flame-graph.h"
#include "ui/pages/dwell-page-states.h"
#include "ui/widgets/dwell-style.h"
#include "ui/widgets/dwell-text-scale.h"

#define LEGEND_WIDTH  230 /* px, of text of the usual size */
#define LEGEND_HEIGHT 24

struct _DwellComparisonFlame
{
  DwellViewBin parent_instance;

  GtkDropDown     *widths;
  GtkDropDown     *order;
  GtkDrawingArea  *legend;
  GtkWidget       *whole;
  GtkStack        *states;
  DwellFlameGraph *graph;
  GtkScrollbar    *scrollbar;

  DwellComparisonTree *tree;
  gboolean             has_flame;    /* the graph shows a flame graph */
  gboolean             is_following; /* the graph is taking over the focus of the view */
  gboolean             is_blinking;  /* shows the other width while a key is held */
  guint                former_width; /* the width before that */
};

G_DEFINE_FINAL_TYPE (DwellComparisonFlame, dwell_comparison_flame, DWELL_TYPE_VIEW_BIN)

static void
update_state (DwellComparisonFlame *self)
{
  const DwellTreeDifference *difference = dwell_comparison_tree_get_difference (self->tree);
  const char *state = "graph";

  if (difference == NULL || !self->has_flame)
    state = dwell_query_get_busy (DWELL_QUERY (self->tree)) ? "loading" : "empty";

  dwell_page_states_show (self->states, state, dwell_query_has_lacked (DWELL_QUERY (self->tree)));
}

/* Moves the focus to the widest call of the function in focus. */
static void
follow_focus (DwellComparisonFlame *self)
{
  guint32 area = dwell_view_bin_get_focus_area (DWELL_VIEW_BIN (self));
  guint32 focus = dwell_flame_graph_get_focus (self->graph);
  guint32 node = dwell_comparison_tree_find_area (self->tree, area);

  if (node == DWELL_NONE || !self->has_flame ||
      (focus != DWELL_NONE && dwell_comparison_tree_get_area (self->tree, focus) == area))
    return;

  self->is_following = TRUE;
  dwell_flame_graph_follow (self->graph, node, gtk_widget_get_mapped (GTK_WIDGET (self)));
  self->is_following = FALSE;
}

/* Trees that were made for another page come without a flame graph until this widget is seen. */
static void
on_tree_changed (DwellComparisonFlame *self)
{
  DwellTreeDifference *difference = dwell_comparison_tree_get_difference (self->tree);
  DwellFlame *flame = dwell_comparison_tree_take_flame (self->tree);

  if (difference != NULL && difference->tree->n_nodes == 0)
    g_clear_pointer (&flame, dwell_flame_free);
  self->has_flame = flame != NULL;
  dwell_flame_graph_show_difference (self->graph, flame != NULL ? difference : NULL, flame,
                                     dwell_comparison_tree_get_width (self->tree));
  follow_focus (self);
  update_state (self);
}

/* A call that only the other recording has cannot be in focus in this tab. */
static void
on_focused (DwellComparisonFlame *self)
{
  guint32 node = dwell_flame_graph_get_focus (self->graph);
  guint32 area = node != DWELL_NONE ? dwell_comparison_tree_get_area (self->tree, node)
                                    : DWELL_NONE;

  if (area != DWELL_NONE && !self->is_following)
    dwell_view_focus_area (dwell_view_bin_get_view (DWELL_VIEW_BIN (self)), area);
}

static void
on_zoomed (DwellComparisonFlame *self)
{
  gtk_widget_set_visible (self->whole,
                          dwell_flame_graph_get_zoomed (self->graph) != DWELL_NONE);
}

static void
on_whole_clicked (DwellComparisonFlame *self)
{
  dwell_flame_graph_zoom_to (self->graph, DWELL_NONE);
  gtk_widget_grab_focus (GTK_WIDGET (self->graph));
}

static void
on_width_chosen (DwellComparisonFlame *self)
{
  guint position = gtk_drop_down_get_selected (self->widths);

  if (position <= DWELL_TREE_WIDTH_NEW)
    dwell_comparison_tree_set_width (self->tree, (DwellTreeWidth) position);
}

/* --- Blinking --- */

#define BLINK_KEY GDK_KEY_b

/* While the key is held, the widths are those of the other recording, so that the eye sees which
 * frames change. */
static gboolean
on_key_pressed (DwellComparisonFlame *self,
                guint                 key,
                guint                 code,
                GdkModifierType       modifiers)
{
  if (gdk_keyval_to_lower (key) != BLINK_KEY ||
      (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;

  /* A key that is held repeats its events. */
  if (self->is_blinking)
    return GDK_EVENT_STOP;

  self->is_blinking = TRUE;
  self->former_width = gtk_drop_down_get_selected (self->widths);
  gtk_drop_down_set_selected (self->widths, self->former_width == DWELL_TREE_WIDTH_BASE
                                            ? DWELL_TREE_WIDTH_NEW : DWELL_TREE_WIDTH_BASE);
  return GDK_EVENT_STOP;
}

static void
stop_blinking (DwellComparisonFlame *self)
{
  if (!self->is_blinking)
    return;

  self->is_blinking = FALSE;
  gtk_drop_down_set_selected (self->widths, self->former_width);
}

static void
on_key_released (DwellComparisonFlame *self,
                 guint                 key)
{
  if (gdk_keyval_to_lower (key) == BLINK_KEY)
    stop_blinking (self);
}

static void
on_order_chosen (DwellComparisonFlame *self)
{
  guint position = gtk_drop_down_get_selected (self->order);

  if (position <= DWELL_FLAME_BY_WEIGHT)
    dwell_flame_graph_set_order (self->graph, (DwellFlameOrder) position);
}

/* The scrollbar keeps its room, so that nothing moves when it appears. */
static void
on_adjustment_changed (GtkAdjustment        *adjustment,
                       DwellComparisonFlame *self)
{
  gboolean is_needed = gtk_adjustment_get_upper (adjustment) >
                       gtk_adjustment_get_page_size (adjustment);

  gtk_widget_set_opacity (GTK_WIDGET (self->scrollbar), is_needed ? 1 : 0);
}

static void
draw_legend (GtkDrawingArea *area,
             cairo_t        *cr,
             int             width,
             int             height,
             gpointer        user_data)
{
  double scale = dwell_text_scale_get (GTK_WIDGET (area));
  PangoContext *context = dwell_text_scale_make_context (GTK_WIDGET (area));
  DwellLabels *labels = dwell_labels_new (context);

  cairo_scale (cr, scale, scale);
  dwell_flame_draw_legend (cr, labels, dwell_style_get_palette (), 0,
                           (height / scale - LEGEND_HEIGHT) / 2, width / scale);
  dwell_labels_free (labels);
  g_object_unref (context);
}

static void
update_legend (DwellComparisonFlame *self)
{
  double scale = dwell_text_scale_get (GTK_WIDGET (self));

  gtk_drawing_area_set_content_width (self->legend, (int) ceil (LEGEND_WIDTH * scale));
  gtk_drawing_area_set_content_height (self->legend, (int) ceil (LEGEND_HEIGHT * scale));
  gtk_widget_queue_draw (GTK_WIDGET (self->legend));
}

static void
dwell_comparison_flame_css_changed (GtkWidget         *widget,
                                    GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (dwell_comparison_flame_parent_class)->css_changed (widget, change);

  if (DWELL_COMPARISON_FLAME (widget)->legend != NULL)
    update_legend (DWELL_COMPARISON_FLAME (widget));
}

static void
dwell_comparison_flame_map (GtkWidget *widget)
{
  dwell_comparison_tree_want_flame (DWELL_COMPARISON_FLAME (widget)->tree, TRUE);

  GTK_WIDGET_CLASS (dwell_comparison_flame_parent_class)->map (widget);
}

static void
dwell_comparison_flame_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (dwell_comparison_flame_parent_class)->unmap (widget);

  dwell_comparison_tree_want_flame (DWELL_COMPARISON_FLAME (widget)->tree, FALSE);
}

static void
dwell_comparison_flame_dispose (GObject *object)
{
  DwellComparisonFlame *self = DWELL_COMPARISON_FLAME (object);

  dwell_view_bin_set_view (DWELL_VIEW_BIN (object), NULL);
  g_clear_object (&self->tree);

  G_OBJECT_CLASS (dwell_comparison_flame_parent_class)->dispose (object);
}

static void
dwell_comparison_flame_class_init (DwellComparisonFlameClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_comparison_flame_dispose;
  widget_class->css_changed = dwell_comparison_flame_css_changed;
  widget_class->map = dwell_comparison_flame_map;
  widget_class->unmap = dwell_comparison_flame_unmap;

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-comparison-flame.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonFlame, widths);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonFlame, order);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonFlame, legend);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonFlame, whole);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonFlame, states);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonFlame, graph);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonFlame, scrollbar);
  gtk_widget_class_bind_template_callback (widget_class, on_focused);
  gtk_widget_class_bind_template_callback (widget_class, on_key_pressed);
  gtk_widget_class_bind_template_callback (widget_class, on_key_released);
  gtk_widget_class_bind_template_callback (widget_class, on_order_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_whole_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_width_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_zoomed);
  gtk_widget_class_bind_template_callback (widget_class, stop_blinking);
}

/* The names may have changed. */
static void
on_units_changed (DwellComparisonFlame *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self->graph));
}

static void
dwell_comparison_flame_init (DwellComparisonFlame *self)
{
  GtkAdjustment *adjustment;

  g_type_ensure (DWELL_TYPE_FLAME_GRAPH);
  gtk_widget_init_template (GTK_WIDGET (self));
  dwell_names_share (GTK_WIDGET (self));
  gtk_drawing_area_set_draw_func (self->legend, draw_legend, NULL, NULL);
  update_legend (self);

  adjustment = dwell_flame_graph_get_adjustment (self->graph);
  gtk_scrollbar_set_adjustment (self->scrollbar, adjustment);
  g_signal_connect_object (adjustment, "changed", G_CALLBACK (on_adjustment_changed), self,
                           G_CONNECT_DEFAULT);

  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "focus-changed", G_CALLBACK (follow_focus));
  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "units-changed", G_CALLBACK (on_units_changed));
}

/**
 * dwell_comparison_flame_set_tree:
 * @self: a page without a view
 * @tree: the trees of both recordings
 *
 * Sets the trees to show. Call it once.
 */
void
dwell_comparison_flame_set_tree (DwellComparisonFlame *self,
                                 DwellComparisonTree  *tree)
{
  g_return_if_fail (DWELL_IS_COMPARISON_FLAME (self) && self->tree == NULL);
  g_return_if_fail (DWELL_IS_COMPARISON_TREE (tree));

  self->tree = g_object_ref (tree);
  dwell_view_bin_add (DWELL_VIEW_BIN (self), DWELL_QUERY (tree));
  g_signal_connect_object (tree, "changed", G_CALLBACK (on_tree_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tree, "notify::busy", G_CALLBACK (update_state), self,
                           G_CONNECT_SWAPPED);
}
