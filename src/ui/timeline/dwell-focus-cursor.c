/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one moving focus cursor of a timeline.
 *
 * GTK 4.8 cannot tell assistive technology of things that are only drawn, so the cursor is a real,
 * focusable child of the canvas: it is put where the focused span is, its accessible label says
 * what is there, and it draws a ring where focus is to be seen. The mouse goes through it. */

#include "config.h"

#include "ui/timeline/dwell-focus-cursor.h"

#include "ui/timeline/dwell-scene.h"

struct _DwellFocusCursor
{
  GtkWidget  parent_instance;

  char      *label;
};

G_DEFINE_FINAL_TYPE (DwellFocusCursor, dwell_focus_cursor, GTK_TYPE_WIDGET)

static void
dwell_focus_cursor_snapshot (GtkWidget   *widget,
                             GtkSnapshot *snapshot)
{
  const DwellColour *accent = &dwell_scene_get_palette ()->accent;
  GdkRGBA colour = { (float) accent->red, (float) accent->green, (float) accent->blue, 1 };
  const float widths[4] = { 2, 2, 2, 2 };
  GskRoundedRect outline;

  if (!gtk_widget_has_visible_focus (widget))
    return;

  gsk_rounded_rect_init_from_rect (&outline,
                                   &GRAPHENE_RECT_INIT (0, 0,
                                                        (float) gtk_widget_get_width (widget),
                                                        (float) gtk_widget_get_height (widget)),
                                   3);
  gtk_snapshot_append_border (snapshot, &outline, widths,
                              (GdkRGBA[4]) { colour, colour, colour, colour });
}

static void
focus_changed (GtkWidget *widget)
{
  gtk_widget_queue_draw (widget);
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
  /* Orca says nothing when the name of a list item, a cell or a label changes. */
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TREE_ITEM);
}

static void
dwell_focus_cursor_init (DwellFocusCursor *self)
{
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
  g_signal_connect (self, "notify::has-focus", G_CALLBACK (focus_changed), NULL);
  g_signal_connect (self, "state-flags-changed", G_CALLBACK (focus_changed), NULL);
}

GtkWidget *
dwell_focus_cursor_new (void)
{
  return g_object_new (DWELL_TYPE_FOCUS_CURSOR, NULL);
}

/**
 * dwell_focus_cursor_set_label:
 * @label: what is spoken
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
