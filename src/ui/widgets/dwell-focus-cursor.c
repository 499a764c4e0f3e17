/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The focus cursor of a timeline, a flame graph or a chart.
 *
 * GTK 4.8 cannot expose things that are only drawn to assistive technology. So the cursor is a
 * focusable child of the drawn widget. It has the place of the focused item, and its accessible
 * label describes the item. While focus is visible, it draws a ring around the outline of the item,
 * which the painter draws even without keyboard focus. Pointer events pass through it. */
#include "config.h"

#include "ui/widgets/dwell-focus-cursor.h"

#include "ui/widgets/dwell-style.h"

struct _DwellFocusCursor
{
  GtkWidget  parent_instance;

  char      *label;
  gboolean   has_keys; /* a key was pressed since it got the focus */
};

/* px from the item to the inner edge of the ring, outside what the painters draw, and its width. */
#define RING_DISTANCE 5
#define RING_WIDTH    2

G_DEFINE_FINAL_TYPE (DwellFocusCursor, dwell_focus_cursor, GTK_TYPE_WIDGET)

/* Returns whether to draw the ring. GTK hides focus when lanes move under a resting pointer; after
 * a key it must stay visible. */
static gboolean
shows_ring (DwellFocusCursor *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  return gtk_widget_has_visible_focus (widget) || (gtk_widget_has_focus (widget) && self->has_keys);
}

/* Without a focused item, the cursor covers its parent. */
static gboolean
is_whole (GtkWidget *widget)
{
  GtkWidget *parent = gtk_widget_get_parent (widget);

  return gtk_widget_get_width (widget) >= gtk_widget_get_width (parent) &&
         gtk_widget_get_height (widget) >= gtk_widget_get_height (parent);
}

static void
dwell_focus_cursor_snapshot (GtkWidget   *widget,
                             GtkSnapshot *snapshot)
{
  const DwellColour *accent = &dwell_style_get_palette ()->accent;
  GdkRGBA colour = { (float) accent->red, (float) accent->green, (float) accent->blue, 1 };
  const float widths[4] = { RING_WIDTH, RING_WIDTH, RING_WIDTH, RING_WIDTH };
  float distance = is_whole (widget) ? 0 : RING_DISTANCE;
  graphene_rect_t place;
  GskRoundedRect ring;

  if (!shows_ring (DWELL_FOCUS_CURSOR (widget)))
    return;

  graphene_rect_init (&place, 0, 0, (float) gtk_widget_get_width (widget),
                      (float) gtk_widget_get_height (widget));
  graphene_rect_inset (&place, -distance, -distance);
  gsk_rounded_rect_init_from_rect (&ring, &place, distance);
  gtk_snapshot_append_border (snapshot, &ring, widths,
                              (GdkRGBA[4]) { colour, colour, colour, colour });
}

static void
focus_changed (DwellFocusCursor *self)
{
  self->has_keys = self->has_keys && gtk_widget_has_focus (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* GTK shows focus after Tab; here any key shows it. */
static gboolean
key_pressed (DwellFocusCursor *self)
{
  self->has_keys = TRUE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return GDK_EVENT_PROPAGATE;
}

static void
dwell_focus_cursor_finalize (GObject *object)
{
  DwellFocusCursor *self = DWELL_FOCUS_CURSOR (object);

  g_free (self->label);

  G_OBJECT_CLASS (dwell_focus_cursor_parent_class)->finalize (object);
}

static void
dwell_focus_cursor_class_init (DwellFocusCursorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = dwell_focus_cursor_finalize;
  widget_class->snapshot = dwell_focus_cursor_snapshot;

  gtk_widget_class_set_css_name (widget_class, "focuscursor");
  /* Orca does not report that the name of a list item, a cell or a label changes, so this is a tree
   * item. */
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TREE_ITEM);
}

static void
dwell_focus_cursor_init (DwellFocusCursor *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
  g_signal_connect (self, "notify::has-focus", G_CALLBACK (focus_changed), NULL);
  g_signal_connect (self, "state-flags-changed", G_CALLBACK (focus_changed), NULL);
}

/**
 * dwell_focus_cursor_new:
 * Returns: (transfer floating): a cursor without a label
 */
GtkWidget *
dwell_focus_cursor_new (void)
{
  return g_object_new (DWELL_TYPE_FOCUS_CURSOR, NULL);
}

/**
 * dwell_focus_cursor_set_label:
 * @self: the cursor
 * @label: a description of the focused item
 *
 * Sets the accessible label, which screen readers read.
 */
void
dwell_focus_cursor_set_label (DwellFocusCursor *self,
                              const char       *label)
{
  g_return_if_fail (DWELL_IS_FOCUS_CURSOR (self));

  if (g_strcmp0 (self->label, label) == 0)
    return;

  g_free (self->label);
  self->label = g_strdup (label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
}
