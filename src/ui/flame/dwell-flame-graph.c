/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The widget that shows a flame graph. Its viewport is a range of the whole width, 0…1, and a
 * scroll position; a zoom glides from one viewport to another. The widget keeps only numbers of
 * nodes. When the tree changes, the source finds these nodes in the new tree by their paths. */
#include "config.h"

#include "ui/flame/dwell-flame-graph.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "model/comparison/dwell-comparison-tree.h"
#include "model/lists/tree/dwell-tree-text.h"
#include "ui/flame/dwell-flame-graph-private.h"
#include "ui/widgets/dwell-focus-cursor.h"
#include "ui/widgets/dwell-focus.h"
#include "ui/widgets/dwell-style.h"
#include "ui/widgets/dwell-text-scale.h"
#include "ui/widgets/dwell-tip.h"

#define GLIDE_MS 200

enum {
  ZOOMED,
  FOCUSED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellFlameGraph, dwell_flame_graph, GTK_TYPE_WIDGET)

static double
get_height (DwellFlameGraph *self)
{
  return self->flame != NULL ? dwell_flame_get_depth (self->flame) * (double) DWELL_FLAME_PITCH : 0;
}

/* Returns the visible height in the units of the scene, which are for text of the usual size: the
 * scene is drawn larger in proportion to the user's text. */
double
_dwell_flame_graph_get_page (DwellFlameGraph *self)
{
  return gtk_widget_get_height (GTK_WIDGET (self)) / dwell_text_scale_get (GTK_WIDGET (self));
}

static double
clamp_scroll (DwellFlameGraph *self,
              double           scroll)
{
  return CLAMP (scroll, 0, MAX (get_height (self) - _dwell_flame_graph_get_page (self), 0));
}

/* The scrollbar counts from the top, the scroll position from the root. */
static void
update_adjustment (DwellFlameGraph *self)
{
  double page = _dwell_flame_graph_get_page (self);
  double upper = MAX (get_height (self), page);
  double value = self->grows_up ? upper - page - self->viewport.scroll : self->viewport.scroll;

  self->is_adjusting = TRUE;
  gtk_adjustment_configure (self->adjustment, value, 0, upper, DWELL_FLAME_PITCH, page * 0.9, page);
  self->is_adjusting = FALSE;
}

static void
on_adjusted (DwellFlameGraph *self)
{
  double value = gtk_adjustment_get_value (self->adjustment);

  if (self->is_adjusting)
    return;

  if (self->grows_up)
    value = gtk_adjustment_get_upper (self->adjustment) -
            gtk_adjustment_get_page_size (self->adjustment) - value;
  self->viewport.scroll = clamp_scroll (self, value);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

/* Clamps the scroll position, and updates the scrollbar and the drawing. */
void
_dwell_flame_graph_show_viewport (DwellFlameGraph *self)
{
  self->viewport.scroll = clamp_scroll (self, self->viewport.scroll);
  update_adjustment (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Shows the viewport at @t, 0…1, between the start and the end of a glide. Widths change by equal
 * ratios, as in dwell-glide.c. */
static void
glide (double   t,
       gpointer user_data)
{
  DwellFlameGraph *self = user_data;
  double from_width = self->from.x1 - self->from.x0;
  double to_width = self->to.x1 - self->to.x0;
  double ratio = log (to_width / from_width);
  double width = from_width * exp (ratio * t);
  double rest = fabs (ratio) < 0.001 ? 1 - t : (width - to_width) / (from_width - to_width);

  self->viewport.x0 = self->to.x0 + (self->from.x0 - self->to.x0) * rest;
  self->viewport.x1 = self->viewport.x0 + width;
  self->viewport.scroll = self->to.scroll + (self->from.scroll - self->to.scroll) * (1 - t);
  if (t >= 1)
    self->viewport = self->to;

  _dwell_flame_graph_show_viewport (self);
}

void
_dwell_flame_graph_stop_glide (DwellFlameGraph *self)
{
  adw_animation_pause (self->glide);
}

/* Glides to @viewport, or shows it at once where animations are off, and emits “zoomed”. */
void
_dwell_flame_graph_go_to (DwellFlameGraph    *self,
                          DwellFlameViewport  viewport)
{
  self->from = self->viewport;
  self->to = viewport;
  self->viewport.node = viewport.node;

  /* A reset shows the start of the glide, so it comes before playing again. */
  adw_animation_reset (self->glide);
  adw_animation_play (self->glide);

  g_signal_emit (self, signals[ZOOMED], 0);
}

/* Returns the viewport, or the one that a running glide ends at. */
DwellFlameViewport
_dwell_flame_graph_get_target (DwellFlameGraph *self)
{
  return adw_animation_get_state (self->glide) == ADW_ANIMATION_PLAYING ? self->to : self->viewport;
}

/* Returns the viewport of a zoom to @node: the node fills the width, and its row is near the root's
 * side. */
DwellFlameViewport
_dwell_flame_graph_get_viewport (DwellFlameGraph *self,
                                 guint32          node)
{
  DwellFlameViewport viewport = { 0, 1, 0, node };
  double y;

  if (node == DWELL_NONE)
    return viewport;

  dwell_flame_get_extent (self->flame, node, &viewport.x0, &viewport.x1);
  if (viewport.x1 - viewport.x0 < DWELL_FLAME_MIN_WIDTH)
    {
      viewport.x0 = MAX (viewport.x0 - DWELL_FLAME_MIN_WIDTH / 2, 0);
      viewport.x1 = viewport.x0 + DWELL_FLAME_MIN_WIDTH;
    }

  y = dwell_flame_get_shape (self->flame)->depths[node] * (double) DWELL_FLAME_PITCH;
  viewport.scroll = self->viewport.scroll;
  if (y < viewport.scroll || y > viewport.scroll + _dwell_flame_graph_get_page (self) / 3)
    viewport.scroll = clamp_scroll (self, y - 2 * DWELL_FLAME_PITCH);
  return viewport;
}

/* Remembers the viewport for the action flame.back. */
void
_dwell_flame_graph_push_history (DwellFlameGraph *self)
{
  DwellFlameViewport viewport = _dwell_flame_graph_get_target (self);

  g_array_append_val (self->history, viewport);
}

/**
 * dwell_flame_graph_get_scene:
 * @self: a flame graph
 * @scene: (out caller-allocates): the visible scene; valid until the tree changes
 *
 * Returns: %TRUE if there is something to draw
 */
gboolean
dwell_flame_graph_get_scene (DwellFlameGraph *self,
                             DwellFlameScene *scene)
{
  const DwellTreeMatch *match;

  g_return_val_if_fail (DWELL_IS_FLAME_GRAPH (self), FALSE);

  if (self->flame == NULL)
    return FALSE;

  match = self->source != NULL ? dwell_tree_source_get_match (self->source) : NULL;
  *scene = (DwellFlameScene) {
    .flame = self->flame,
    .difference = self->difference,
    .widths = self->widths,
    .x0 = self->viewport.x0,
    .x1 = self->viewport.x1,
    .scroll_y = self->viewport.scroll,
    .width = gtk_widget_get_width (GTK_WIDGET (self)) / dwell_text_scale_get (GTK_WIDGET (self)),
    .height = _dwell_flame_graph_get_page (self),
    .grows_up = self->grows_up,
    .palette = dwell_style_get_palette (),
    .before = match != NULL ? match->before : NULL,
    .zoomed = self->viewport.node,
    .focus = self->focus,
    .hover = self->hover,
  };
  return scene->width > 0 && scene->height > 0;
}

/**
 * dwell_flame_graph_pick:
 * @self: a flame graph
 * @x: px of the widget
 * @y: px of the widget
 * @frame: (out caller-allocates): the frame that is drawn at (@x, @y)
 *
 * Returns: %TRUE if there is a frame; otherwise @frame is unchanged
 */
gboolean
dwell_flame_graph_pick (DwellFlameGraph *self,
                        double           x,
                        double           y,
                        DwellFrame      *frame)
{
  DwellFlameScene scene;
  double scale;

  g_return_val_if_fail (DWELL_IS_FLAME_GRAPH (self), FALSE);

  scale = dwell_text_scale_get (GTK_WIDGET (self));
  return dwell_flame_graph_get_scene (self, &scene) &&
         dwell_flame_scene_pick (&scene, x / scale, y / scale, frame);
}

static void
dwell_flame_graph_snapshot (GtkWidget   *widget,
                            GtkSnapshot *snapshot)
{
  DwellFlameGraph *self = DWELL_FLAME_GRAPH (widget);
  double scale = dwell_text_scale_get (widget);
  DwellFlameScene scene;
  cairo_t *cr;

  if (!dwell_flame_graph_get_scene (self, &scene))
    return;

  if (self->labels == NULL)
    {
      PangoContext *context = dwell_text_scale_make_context (widget);

      self->labels = dwell_labels_new (context);
      g_object_unref (context);
    }

  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (0, 0, (float) (scene.width * scale),
                                                       (float) (scene.height * scale)));
  cairo_scale (cr, scale, scale);
  dwell_flame_scene_draw (&scene, cr, self->labels);
  cairo_destroy (cr);
  gtk_widget_snapshot_child (widget, self->cursor, snapshot);
}

/* Places the cursor at the visible part of the focused frame. */
static void
dwell_flame_graph_size_allocate (GtkWidget *widget,
                                 int        width,
                                 int        height,
                                 int        baseline)
{
  DwellFlameGraph *self = DWELL_FLAME_GRAPH (widget);
  GtkAllocation place = { 0, 0, MAX (width, 1), MAX (height, 1) };
  DwellFlameScene scene;

  self->viewport.scroll = clamp_scroll (self, self->viewport.scroll);
  update_adjustment (self);

  if (self->focus != DWELL_NONE && dwell_flame_graph_get_scene (self, &scene))
    {
      double text_scale = dwell_text_scale_get (widget);
      double scale = width / (scene.x1 - scene.x0);
      double x0;
      double x1;

      dwell_flame_get_extent (self->flame, self->focus, &x0, &x1);
      x0 = CLAMP ((x0 - scene.x0) * scale, 0, width - 1);
      x1 = CLAMP ((x1 - scene.x0) * scale, x0 + 1, width);
      place.x = (int) x0;
      place.width = MAX ((int) (x1 - x0), 1);
      place.y = (int) (text_scale *
                       dwell_flame_scene_get_y (&scene, dwell_flame_get_shape (self->flame)
                                                          ->depths[self->focus]));
      place.height = (int) (text_scale * DWELL_FLAME_ROW_HEIGHT);
    }

  gtk_widget_size_allocate (self->cursor, &place, -1);
}

static void
dwell_flame_graph_measure (GtkWidget      *widget,
                           GtkOrientation  orientation,
                           int             for_size,
                           int            *minimum,
                           int            *natural,
                           int            *minimum_baseline,
                           int            *natural_baseline)
{
  DwellFlameGraph *self = DWELL_FLAME_GRAPH (widget);
  int cursor_minimum;

  gtk_widget_measure (self->cursor, orientation, -1, &cursor_minimum, NULL, NULL, NULL);
  *minimum = orientation == GTK_ORIENTATION_VERTICAL
             ? (int) (2 * DWELL_FLAME_PITCH * dwell_text_scale_get (widget)) : 100;
  *natural = *minimum;
}

/* Returns: (transfer full): the figures of a node, a line each. */
static char *
describe (DwellFlameGraph *self,
          guint32          node)
{
  return self->difference != NULL
           ? dwell_tree_difference_describe (self->difference, node)
           : dwell_tree_describe_node (dwell_flame_get_tree (self->flame), node);
}

static gboolean
dwell_flame_graph_query_tooltip (GtkWidget  *widget,
                                 int         x,
                                 int         y,
                                 gboolean    is_keyboard,
                                 GtkTooltip *tooltip)
{
  DwellFlameGraph *self = DWELL_FLAME_GRAPH (widget);
  g_autofree char *text = NULL;
  DwellFrame frame = { .node = self->focus };

  if (dwell_focus_is_above (widget) ||
      (is_keyboard ? self->focus == DWELL_NONE : !dwell_flame_graph_pick (self, x, y, &frame)))
    return FALSE;

  if (frame.n_folded > 0)
    {
      g_autofree char *count = dwell_text_count (frame.n_folded);

      text = g_strdup_printf (ngettext ("%s call too short to be shown: zoom in",
                                        "%s calls too short to be shown: zoom in", frame.n_folded),
                              count);
    }
  else
    text = describe (self, frame.node);

  dwell_tip_show (tooltip, text);
  return TRUE;
}

static void
update_cursor (DwellFlameGraph *self)
{
  g_autofree char *label = NULL;
  g_autofree char *depth = NULL;
  g_auto(GStrv) lines = NULL;
  g_autofree char *sentence = NULL;

  if (self->focus == DWELL_NONE)
    {
      dwell_focus_cursor_set_label (DWELL_FOCUS_CURSOR (self->cursor), _("Flame graph"));
      return;
    }

  label = describe (self, self->focus);
  lines = g_strsplit (label, "\n", -1);
  sentence = g_strjoinv (C_("list", ", "), lines);
  /* Translators: what a screen reader says of a call: its figures, its depth */
  depth = g_strdup_printf (_("%s, depth %u"), sentence,
                           dwell_flame_get_shape (self->flame)->depths[self->focus] + 1);
  dwell_focus_cursor_set_label (DWELL_FOCUS_CURSOR (self->cursor), depth);
}

/**
 * dwell_flame_graph_set_focus:
 * @self: a flame graph
 * @node: a node of the source's tree, or %DWELL_NONE
 *
 * Moves the focus to @node, and emits #DwellFlameGraph::focused.
 */
void
dwell_flame_graph_set_focus (DwellFlameGraph *self,
                             guint32          node)
{
  self->focus = node;
  update_cursor (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[FOCUSED], 0);
}

/**
 * dwell_flame_graph_reveal:
 * @self: a flame graph
 * @node: a node of the source's tree
 *
 * Moves the focus to @node, and zooms and scrolls until its frame can be seen.
 */
void
dwell_flame_graph_reveal (DwellFlameGraph *self,
                          guint32          node)
{
  g_return_if_fail (DWELL_IS_FLAME_GRAPH (self));

  if (self->flame == NULL)
    return;

  dwell_flame_graph_set_focus (self, node);
  _dwell_flame_graph_reveal_focus (self);
}

/**
 * dwell_flame_graph_follow:
 * @self: a flame graph
 * @node: a node of the source's tree
 * @scroll: whether to scroll to its row
 *
 * Moves the focus to @node. What is zoomed to stays, and so does a glide.
 */
void
dwell_flame_graph_follow (DwellFlameGraph *self,
                          guint32          node,
                          gboolean         scroll)
{
  double page = _dwell_flame_graph_get_page (self);
  double y;

  g_return_if_fail (DWELL_IS_FLAME_GRAPH (self));

  if (self->flame == NULL)
    return;

  dwell_flame_graph_set_focus (self, node);
  if (!scroll || adw_animation_get_state (self->glide) == ADW_ANIMATION_PLAYING)
    return;

  y = dwell_flame_get_shape (self->flame)->depths[node] * (double) DWELL_FLAME_PITCH;
  self->viewport.scroll = CLAMP (self->viewport.scroll, y + DWELL_FLAME_PITCH - page, y);
  _dwell_flame_graph_show_viewport (self);
}

static void
back_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  DwellFlameGraph *self = DWELL_FLAME_GRAPH (widget);
  DwellFlameViewport viewport;

  if (self->history->len == 0)
    return;

  viewport = g_array_index (self->history, DwellFlameViewport, self->history->len - 1);
  g_array_set_size (self->history, self->history->len - 1);
  _dwell_flame_graph_go_to (self, viewport);
}

static void
zoom_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  DwellFlameGraph *self = DWELL_FLAME_GRAPH (widget);

  dwell_flame_graph_zoom_to (self, g_str_equal (name, "flame.whole") ? DWELL_NONE : self->focus);
}

/* The worker that built the tree computed the flame graph, too, so that the main thread need not
 * visit all nodes. */
static DwellFlame *
take_flame (DwellFlameGraph *self,
            DwellTree       *tree)
{
  DwellFlame *flame = dwell_tree_source_take_flame (self->source);

  if (flame == NULL)
    return dwell_flame_new (tree, self->order);

  dwell_flame_set_order (flame, self->order);
  return flame;
}

/* Shows a new flame graph, or the old one in a new order: zoomed to @node, with the focus at @focus
 * and an empty history. */
static void
reset_view (DwellFlameGraph *self,
            guint32          node,
            guint32          focus)
{
  _dwell_flame_graph_stop_glide (self);
  g_array_set_size (self->history, 0);
  self->hover = DWELL_NONE;
  self->focus = focus;
  self->viewport = (DwellFlameViewport) { 0, 1, 0, DWELL_NONE };
  if (self->flame != NULL)
    self->viewport = _dwell_flame_graph_get_viewport (self, node);
  update_cursor (self);
  _dwell_flame_graph_show_viewport (self);
  g_signal_emit (self, signals[ZOOMED], 0);
}

/* Lets @source update the nodes that are zoomed to and in focus whenever its tree changes, instead
 * of the former source. */
static void
follow_nodes (DwellFlameGraph *self,
              DwellTreeSource *source)
{
  guint32 *nodes[] = { &self->viewport.node, &self->focus };

  for (guint i = 0; i < G_N_ELEMENTS (nodes); i++)
    {
      if (self->source != NULL)
        dwell_tree_source_unfollow (self->source, nodes[i]);
      if (source != NULL)
        dwell_tree_source_follow (source, nodes[i]);
      *nodes[i] = DWELL_NONE;
    }
}

/* Takes the tree of the source, which has already updated the nodes that are zoomed to and in
 * focus. */
static void
on_tree_changed (DwellFlameGraph *self)
{
  DwellTree *tree = self->source != NULL ? dwell_tree_source_get_tree (self->source) : NULL;
  DwellFlame *old = self->flame;
  guint32 node = self->viewport.node;
  guint32 focus = self->focus;

  self->flame = tree != NULL && tree->n_nodes > 0 ? take_flame (self, tree) : NULL;
  g_clear_pointer (&old, dwell_flame_free);
  reset_view (self, node, focus);
}

static void
dwell_flame_graph_css_changed (GtkWidget         *widget,
                               GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (dwell_flame_graph_parent_class)->css_changed (widget, change);

  g_clear_pointer (&DWELL_FLAME_GRAPH (widget)->labels, dwell_labels_free);
  gtk_widget_queue_draw (widget);
}

static void
dwell_flame_graph_system_setting_changed (GtkWidget        *widget,
                                          GtkSystemSetting  setting)
{
  GTK_WIDGET_CLASS (dwell_flame_graph_parent_class)->system_setting_changed (widget, setting);

  g_clear_pointer (&DWELL_FLAME_GRAPH (widget)->labels, dwell_labels_free);
  gtk_widget_queue_draw (widget);
}

static gboolean
dwell_flame_graph_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (DWELL_FLAME_GRAPH (widget)->cursor);
}

static void
dwell_flame_graph_dispose (GObject *object)
{
  DwellFlameGraph *self = DWELL_FLAME_GRAPH (object);

  if (self->glide != NULL)
    _dwell_flame_graph_stop_glide (self);
  g_clear_object (&self->glide);
  follow_nodes (self, NULL);
  g_clear_object (&self->source_signals);
  g_clear_pointer (&self->flame, dwell_flame_free);
  g_clear_pointer (&self->difference, dwell_tree_difference_unref);
  g_clear_object (&self->source);
  g_clear_pointer (&self->cursor, gtk_widget_unparent);
  g_clear_object (&self->adjustment);

  G_OBJECT_CLASS (dwell_flame_graph_parent_class)->dispose (object);
}

static void
dwell_flame_graph_finalize (GObject *object)
{
  DwellFlameGraph *self = DWELL_FLAME_GRAPH (object);

  g_clear_pointer (&self->labels, dwell_labels_free);
  g_array_unref (self->history);

  G_OBJECT_CLASS (dwell_flame_graph_parent_class)->finalize (object);
}

static void
dwell_flame_graph_class_init (DwellFlameGraphClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = dwell_flame_graph_dispose;
  object_class->finalize = dwell_flame_graph_finalize;
  widget_class->css_changed = dwell_flame_graph_css_changed;
  widget_class->grab_focus = dwell_flame_graph_grab_focus;
  widget_class->measure = dwell_flame_graph_measure;
  widget_class->query_tooltip = dwell_flame_graph_query_tooltip;
  widget_class->size_allocate = dwell_flame_graph_size_allocate;
  widget_class->snapshot = dwell_flame_graph_snapshot;
  widget_class->system_setting_changed = dwell_flame_graph_system_setting_changed;

  signals[ZOOMED] = g_signal_new ("zoomed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  signals[FOCUSED] = g_signal_new ("focused", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_install_action (widget_class, "flame.zoom", NULL, zoom_action);
  gtk_widget_class_install_action (widget_class, "flame.whole", NULL, zoom_action);
  gtk_widget_class_install_action (widget_class, "flame.back", NULL, back_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_BackSpace, 0, "flame.back", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, GDK_ALT_MASK, "flame.back",
                                       NULL);

  gtk_widget_class_set_css_name (widget_class, "flamegraph");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
dwell_flame_graph_init (DwellFlameGraph *self)
{
  self->viewport = (DwellFlameViewport) { 0, 1, 0, DWELL_NONE };
  self->focus = self->hover = DWELL_NONE;
  self->history = g_array_new (FALSE, FALSE, sizeof (DwellFlameViewport));
  self->adjustment = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  g_signal_connect_object (self->adjustment, "value-changed", G_CALLBACK (on_adjusted), self,
                           G_CONNECT_SWAPPED);

  self->glide = adw_timed_animation_new (GTK_WIDGET (self), 0, 1, GLIDE_MS,
                                         adw_callback_animation_target_new (glide, self, NULL));
  self->cursor = dwell_focus_cursor_new ();
  gtk_widget_set_parent (self->cursor, GTK_WIDGET (self));
  update_cursor (self);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  _dwell_flame_graph_add_controllers (self);

  self->source_signals = g_signal_group_new (DWELL_TYPE_TREE_SOURCE);
  g_signal_group_connect_swapped (self->source_signals, "tree-changed",
                                  G_CALLBACK (on_tree_changed), self);
  g_signal_group_connect_swapped (self->source_signals, "match-changed",
                                  G_CALLBACK (gtk_widget_queue_draw), self);
}

/**
 * dwell_flame_graph_set_source:
 * @self: a flame graph
 * @source: (nullable): the source of the tree
 *
 * Shows the tree of @source, and follows its changes.
 */
void
dwell_flame_graph_set_source (DwellFlameGraph *self,
                              DwellTreeSource *source)
{
  g_return_if_fail (DWELL_IS_FLAME_GRAPH (self));

  if (self->source == source)
    return;

  follow_nodes (self, source);
  g_set_object (&self->source, source);
  g_signal_group_set_target (self->source_signals, source);
  on_tree_changed (self);
}

/**
 * dwell_flame_graph_show_difference:
 * @self: a flame graph without a source
 * @difference: (nullable): the call trees of two recordings
 * @flame: (transfer full) (nullable): the flame graph of @difference
 * @widths: what the width of a frame shows
 *
 * Shows @flame. If @difference is shown already, zoom and focus stay.
 */
void
dwell_flame_graph_show_difference (DwellFlameGraph     *self,
                                   DwellTreeDifference *difference,
                                   DwellFlame          *flame,
                                   DwellTreeWidth       widths)
{
  DwellFlame *old = self->flame;
  DwellTreeDifference *before = self->difference;
  gboolean is_same = difference != NULL && difference == before;

  g_return_if_fail (DWELL_IS_FLAME_GRAPH (self) && self->source == NULL);

  self->difference = difference != NULL ? dwell_tree_difference_ref (difference) : NULL;
  self->flame = flame;
  self->widths = widths;
  if (flame != NULL)
    dwell_flame_set_order (flame, self->order);
  reset_view (self, is_same ? self->viewport.node : DWELL_NONE,
              is_same ? self->focus : DWELL_NONE);
  g_clear_pointer (&old, dwell_flame_free);
  g_clear_pointer (&before, dwell_tree_difference_unref);
}

/**
 * dwell_flame_graph_set_order:
 * @self: a flame graph
 * @order: the order of siblings
 *
 * Sets the order of siblings. It keeps the zoom and the focus, but empties the history.
 */
void
dwell_flame_graph_set_order (DwellFlameGraph *self,
                             DwellFlameOrder  order)
{
  g_return_if_fail (DWELL_IS_FLAME_GRAPH (self));

  if (self->order == order)
    return;

  self->order = order;
  if (self->flame == NULL)
    return;

  dwell_flame_set_order (self->flame, order);
  reset_view (self, self->viewport.node, self->focus);
}

/**
 * dwell_flame_graph_set_grows_up:
 * @self: a flame graph
 * @grows_up: %TRUE to draw the root at the bottom, %FALSE at the top
 *
 * Sets at which side the root is.
 */
void
dwell_flame_graph_set_grows_up (DwellFlameGraph *self,
                                gboolean         grows_up)
{
  g_return_if_fail (DWELL_IS_FLAME_GRAPH (self));

  self->grows_up = grows_up;
  _dwell_flame_graph_show_viewport (self);
}

/**
 * dwell_flame_graph_get_adjustment:
 * @self: a flame graph
 *
 * Returns: (transfer none): the vertical adjustment, for a scrollbar
 */
GtkAdjustment *
dwell_flame_graph_get_adjustment (DwellFlameGraph *self)
{
  return self->adjustment;
}

/**
 * dwell_flame_graph_get_zoomed:
 * @self: a flame graph
 *
 * Returns: the node that is zoomed to; %DWELL_NONE: the whole graph
 */
guint32
dwell_flame_graph_get_zoomed (DwellFlameGraph *self)
{
  return self->viewport.node;
}

/**
 * dwell_flame_graph_zoom_to:
 * @self: a flame graph
 * @node: a node of the source's tree; %DWELL_NONE: the whole graph
 *
 * Remembers the viewport, and zooms to @node: by a glide, unless animations are off.
 */
void
dwell_flame_graph_zoom_to (DwellFlameGraph *self,
                           guint32          node)
{
  g_return_if_fail (DWELL_IS_FLAME_GRAPH (self));

  if (self->flame == NULL)
    return;

  _dwell_flame_graph_push_history (self);
  _dwell_flame_graph_go_to (self, _dwell_flame_graph_get_viewport (self, node));
}

/**
 * dwell_flame_graph_get_focus:
 * @self: a flame graph
 *
 * Returns: the focused node, or %DWELL_NONE
 */
guint32
dwell_flame_graph_get_focus (DwellFlameGraph *self)
{
  return self->focus;
}
