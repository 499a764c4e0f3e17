/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ruler: ticks and times, which the painter draws. A drag along it selects a range, and the
 * wheel zooms and pans, as in the lanes below. The chip of the selection is a child of the ruler,
 * centred on the visible part of the selection. */
#include "config.h"

#include "ui/timeline/dwell-ruler.h"

#include <adwaita.h>

#include "core/dwell-axis.h"
#include "ui/timeline/dwell-navigation.h"
#include "ui/timeline/dwell-scene.h"
#include "ui/timeline/dwell-selection-chip.h"
#include "ui/timeline/dwell-selection-drag.h"
#include "ui/timeline/dwell-timeline-text.h"
#include "ui/widgets/dwell-focus.h"
#include "ui/widgets/dwell-text-scale.h"
#include "ui/widgets/dwell-tip.h"

#define CURSOR_LABEL_WIDTH 60 /* px: about that of the cursor's time */

struct _DwellRuler
{
  GtkWidget             parent_instance;

  DwellViewport        *viewport;
  DwellSelectionDrag   *drag;
  DwellNavigation      *navigation;
  DwellTimelinePainter *painter;
  GtkWidget            *chip;
};

G_DEFINE_FINAL_TYPE (DwellRuler, dwell_ruler, GTK_TYPE_WIDGET)

/* Returns whether the chip lies over the cursor, or over the label beside it. */
static gboolean
chip_covers_cursor (DwellRuler               *self,
                    const DwellTimelineScene *scene)
{
  graphene_rect_t chip;
  double x;

  if (!gtk_widget_get_visible (self->chip) || !gtk_widget_get_child_visible (self->chip) ||
      !gtk_widget_compute_bounds (self->chip, GTK_WIDGET (self), &chip))
    return FALSE;

  x = dwell_scale_to_x (&scene->scale, scene->cursor);
  return x > chip.origin.x - CURSOR_LABEL_WIDTH &&
         x < chip.origin.x + chip.size.width + CURSOR_LABEL_WIDTH;
}

static void
dwell_ruler_snapshot (GtkWidget   *widget,
                      GtkSnapshot *snapshot)
{
  DwellRuler *self = DWELL_RULER (widget);
  int width = gtk_widget_get_width (widget);
  DwellTimelineScene scene;

  if (dwell_scene_init (&scene, self->viewport, widget))
    {
      cairo_t *cr = gtk_snapshot_append_cairo (snapshot,
                                               &GRAPHENE_RECT_INIT (0, 0, (float) width,
                                                                    (float) scene.height));

      if (self->painter == NULL)
        self->painter = dwell_scene_make_painter (widget);
      scene.has_cursor = scene.has_cursor && !chip_covers_cursor (self, &scene);
      dwell_timeline_painter_draw_ruler (self->painter, cr, &scene);
      cairo_destroy (cr);
    }

  gtk_widget_snapshot_child (widget, self->chip, snapshot);
}

static void
dwell_ruler_measure (GtkWidget      *widget,
                     GtkOrientation  orientation,
                     int             for_size,
                     int            *minimum,
                     int            *natural,
                     int            *minimum_baseline,
                     int            *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL
             ? 0 : (int) (DWELL_RULER_HEIGHT * dwell_text_scale_get (widget));
  *natural = *minimum;
  *minimum_baseline = *natural_baseline = -1;
}

static void
dwell_ruler_size_allocate (GtkWidget *widget,
                           int        width,
                           int        height,
                           int        baseline)
{
  DwellRuler *self = DWELL_RULER (widget);
  int minimum;
  int natural;
  int chip_height;
  int chip_width;
  double x0;
  double x1;
  gint64 begin;
  gint64 end;
  DwellScale scale;

  if (!gtk_widget_get_visible (self->chip) ||
      !dwell_view_get_selection (dwell_viewport_get_view (self->viewport), &begin, &end))
    return;

  dwell_viewport_get_scale (self->viewport, width, &scale);
  x0 = dwell_scale_to_x (&scale, begin);
  x1 = dwell_scale_to_x (&scale, end);
  gtk_widget_set_child_visible (self->chip, x1 >= 0 && x0 <= width);
  if (!gtk_widget_get_child_visible (self->chip))
    return;

  gtk_widget_measure (self->chip, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL, NULL);
  chip_width = MAX (minimum, MIN (natural, width));
  gtk_widget_measure (self->chip, GTK_ORIENTATION_VERTICAL, chip_width, &chip_height, NULL,
                      NULL, NULL);
  x0 = (MAX (x0, 0) + MIN (x1, width) - chip_width) / 2;
  gtk_widget_size_allocate (self->chip,
                            &(GtkAllocation) { (int) CLAMP (x0, 0, MAX (0, width - chip_width)),
                                               MAX (0, (height - chip_height) / 2),
                                               chip_width, chip_height }, -1);
}

static void
dwell_ruler_css_changed (GtkWidget         *widget,
                         GtkCssStyleChange *change)
{
  DwellRuler *self = DWELL_RULER (widget);

  GTK_WIDGET_CLASS (dwell_ruler_parent_class)->css_changed (widget, change);
  g_clear_pointer (&self->painter, dwell_timeline_painter_free);
  gtk_widget_queue_draw (widget);
}

static void
queue_update (DwellRuler *self)
{
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Returns the number of the marker whose flag is at (@x, @y); -1: none. */
static int
pick_marker (DwellRuler         *self,
             double              x,
             double              y,
             DwellTimelineScene *scene)
{
  if (self->painter == NULL || y < gtk_widget_get_height (GTK_WIDGET (self)) / 2.0 ||
      !dwell_scene_init (scene, self->viewport, GTK_WIDGET (self)))
    return -1;

  return dwell_timeline_painter_pick_marker (self->painter, scene, x);
}

/* Shows in a tooltip how many violations a tick stands for. */
static gboolean
show_violations (const DwellTimelineScene *scene,
                 int                       x,
                 GtkTooltip               *tooltip)
{
  guint64 n = dwell_timeline_painter_count_ruler_overruns (scene, x);
  g_autofree char *text = n > 0 ? dwell_timeline_describe_overruns (n) : NULL;

  if (text == NULL)
    return FALSE;

  gtk_tooltip_set_text (tooltip, text);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle) { x - 4, 0, 8, (int) scene->height });
  return TRUE;
}

static gboolean
dwell_ruler_query_tooltip (GtkWidget  *widget,
                           int         x,
                           int         y,
                           gboolean    keyboard_mode,
                           GtkTooltip *tooltip)
{
  DwellTimelineScene scene;
  int n = keyboard_mode || dwell_focus_is_above (widget)
          ? -1 : pick_marker (DWELL_RULER (widget), x, y, &scene);
  const DwellMarker *marker;
  g_autofree char *time = NULL;
  g_autofree char *text = NULL;

  if (n < 0 && (keyboard_mode || dwell_focus_is_above (widget) ||
                !dwell_scene_init (&scene, DWELL_RULER (widget)->viewport, widget)))
    return FALSE;
  if (n < 0)
    return show_violations (&scene, x, tooltip);

  marker = &g_array_index (scene.markers, DwellMarker, n);
  time = dwell_axis_time (scene.trace, marker->time, 1);
  text = *marker->text != '\0' ? g_strdup_printf ("%s\n%s", marker->text, time) : g_strdup (time);
  dwell_tip_show (tooltip, text);
  return TRUE;
}

/* A double click on a flag edits its text. */
static void
pressed (DwellRuler *self,
         int         n_presses,
         double      x,
         double      y)
{
  DwellTimelineScene scene;
  int n = n_presses == 2 ? pick_marker (self, x, y, &scene) : -1;

  if (n < 0)
    return;

  dwell_view_reveal_marker (dwell_viewport_get_view (self->viewport), (guint) n);
  gtk_widget_activate_action (GTK_WIDGET (self),
                              g_array_index (scene.markers, DwellMarker, n).span != DWELL_NONE
                              ? "marker.note" : "marker.set", NULL);
}

static void
dwell_ruler_dispose (GObject *object)
{
  DwellRuler *self = DWELL_RULER (object);

  g_clear_object (&self->drag);
  g_clear_object (&self->navigation);
  g_clear_pointer (&self->chip, gtk_widget_unparent);
  g_clear_object (&self->viewport);
  g_clear_pointer (&self->painter, dwell_timeline_painter_free);

  G_OBJECT_CLASS (dwell_ruler_parent_class)->dispose (object);
}

static void
dwell_ruler_class_init (DwellRulerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_ruler_dispose;

  widget_class->snapshot = dwell_ruler_snapshot;
  widget_class->measure = dwell_ruler_measure;
  widget_class->size_allocate = dwell_ruler_size_allocate;
  widget_class->css_changed = dwell_ruler_css_changed;
  widget_class->query_tooltip = dwell_ruler_query_tooltip;

  gtk_widget_class_set_css_name (widget_class, "timelineruler");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
dwell_ruler_init (DwellRuler *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

/**
 * dwell_ruler_set_up:
 * @self: the ruler
 * @viewport: the viewport of the timeline
 *
 * Connects the ruler to the timeline. Call it once, before the ruler is shown.
 */
void
dwell_ruler_set_up (DwellRuler    *self,
                    DwellViewport *viewport)
{
  static const char * const changes[] = {
    "view-set", "trace-changed", "range-changed", "selection-changed", "cursor-changed",
    "markers-changed", "find-changed", "overruns-changed",
  };

  g_return_if_fail (DWELL_IS_RULER (self));

  self->viewport = g_object_ref (viewport);
  self->drag = dwell_selection_drag_new (GTK_WIDGET (self), viewport, NULL);
  self->navigation = dwell_navigation_new (GTK_WIDGET (self), viewport, NULL);
  self->chip = dwell_selection_chip_new (viewport);
  gtk_widget_set_parent (self->chip, GTK_WIDGET (self));

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    dwell_viewport_connect (viewport, changes[i], G_CALLBACK (queue_update), self);
  g_signal_connect_object (adw_style_manager_get_default (), "notify",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}
