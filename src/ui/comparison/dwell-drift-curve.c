/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The drift curve above the timeline of the other recording, as wide as its tracks. The sentence
 * beside it says what it shows; its tooltip describes each anchor. */
#include "config.h"

#include "ui/comparison/dwell-drift-curve.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "paint/dwell-drift-painter.h"
#include "ui/widgets/dwell-style.h"
#include "ui/widgets/dwell-text-scale.h"

#define HEIGHT       36 /* px */
#define LEAST_HEIGHT 12

struct _DwellDriftCurve
{
  GtkWidget parent_instance;

  DwellTimeLink *link;     /* (nullable) */
  DwellTimeline *timeline; /* (nullable): of the other view; a sibling */
};

G_DEFINE_FINAL_TYPE (DwellDriftCurve, dwell_drift_curve, GTK_TYPE_WIDGET)

/* Returns whether there is anything to draw. @left is set to its left edge. */
static gboolean
init_drawing (DwellDriftCurve   *self,
              DwellDriftDrawing *drawing,
              double            *left)
{
  DwellView *other = dwell_time_link_get_other (self->link);
  GtkWidget *canvas = dwell_timeline_get_canvas (self->timeline);
  graphene_rect_t bounds;

  *drawing = (DwellDriftDrawing) {
    .anchors = dwell_time_link_get_anchors (self->link),
    .height = gtk_widget_get_height (GTK_WIDGET (self)),
    .palette = dwell_style_get_palette (),
  };
  if (other == NULL || drawing->anchors == NULL ||
      !gtk_widget_compute_bounds (canvas, GTK_WIDGET (self), &bounds) || bounds.size.width < 1)
    return FALSE;

  *left = bounds.origin.x;
  /* Both views may show stretches of one recording, so this does not come from their sessions. */
  drawing->is_of_base = !dwell_time_link_is_swapped (self->link);
  drawing->scale.width = bounds.size.width;
  dwell_view_get_range (other, &drawing->scale.begin, &drawing->scale.end);
  return TRUE;
}

static void
dwell_drift_curve_snapshot (GtkWidget   *widget,
                            GtkSnapshot *snapshot)
{
  DwellDriftDrawing drawing;
  cairo_t *cr;
  double left;

  if (!init_drawing (DWELL_DRIFT_CURVE (widget), &drawing, &left) ||
      drawing.height < LEAST_HEIGHT)
    return;

  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT ((float) left, 0,
                                                       (float) drawing.scale.width,
                                                       (float) drawing.height));
  cairo_translate (cr, left, 0);
  dwell_drift_draw (&drawing, cr);
  cairo_destroy (cr);
}

/* In a low window the timelines need all of the height. */
static void
dwell_drift_curve_measure (GtkWidget      *widget,
                           GtkOrientation  orientation,
                           int             for_size,
                           int            *minimum,
                           int            *natural,
                           int            *minimum_baseline,
                           int            *natural_baseline)
{
  *minimum = 0;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL
               ? 0 : (int) (HEIGHT * dwell_text_scale_get (widget));
  *minimum_baseline = *natural_baseline = -1;
}

static char *
describe_point (const DwellDriftDrawing *drawing,
                guint                    point)
{
  const DwellAnchors *anchors = drawing->anchors;
  double x;
  double y;
  gint64 drift = dwell_drift_get_point (drawing, point, &x, &y);
  g_autofree char *time = dwell_text_duration (drift < 0 ? -(DwellSignedWide) drift : drift);
  g_autofree char *name =
    point == 0 ? g_strdup (C_("timeline", "the start"))
    : point > anchors->n_anchors
      ? g_strdup (C_("timeline", "the end"))
      : dwell_trace_dup_area_label (anchors->new.trace, anchors->anchors[point - 1].new_area);

  if (drift == 0)
    /* Translators: a moment: the name of a function, “the begin” or “the end” */
    return g_strdup_printf (_("Drift at %s: none"), name);

  return g_strdup_printf (drift > 0
                            /* Translators: a moment, and a time */
                            ? _("Drift at %s: the new recording is %s later")
                            /* Translators: a moment, and a time */
                            : _("Drift at %s: the new recording is %s earlier"), name, time);
}

static gboolean
dwell_drift_curve_query_tooltip (GtkWidget  *widget,
                                 int         x,
                                 int         y,
                                 gboolean    is_keyboard,
                                 GtkTooltip *tooltip)
{
  g_autofree char *text = NULL;
  DwellDriftDrawing drawing;
  double left;

  if (!init_drawing (DWELL_DRIFT_CURVE (widget), &drawing, &left) || (!is_keyboard && x < left))
    return FALSE;

  text = describe_point (&drawing, is_keyboard ? drawing.anchors->n_anchors + 1
                                               : dwell_drift_pick (&drawing, x - left));
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
dwell_drift_curve_dispose (GObject *object)
{
  DwellDriftCurve *self = DWELL_DRIFT_CURVE (object);

  g_clear_object (&self->link);
  self->timeline = NULL;

  G_OBJECT_CLASS (dwell_drift_curve_parent_class)->dispose (object);
}

static void
dwell_drift_curve_class_init (DwellDriftCurveClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_drift_curve_dispose;
  widget_class->snapshot = dwell_drift_curve_snapshot;
  widget_class->measure = dwell_drift_curve_measure;
  widget_class->query_tooltip = dwell_drift_curve_query_tooltip;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
dwell_drift_curve_init (DwellDriftCurve *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

/**
 * dwell_drift_curve_set_up:
 * @self: a curve
 * @link: a link
 * @timeline: the timeline of its other view, below the curve; it lives as long
 *
 * Shows the drift of the link.
 */
void
dwell_drift_curve_set_up (DwellDriftCurve *self,
                          DwellTimeLink   *link,
                          DwellTimeline   *timeline)
{
  GtkWidget *canvas;

  g_return_if_fail (DWELL_IS_DRIFT_CURVE (self));

  self->link = g_object_ref (link);
  self->timeline = timeline;
  canvas = dwell_timeline_get_canvas (timeline);
  for (GtkWidget *child = gtk_widget_get_first_child (gtk_widget_get_ancestor (canvas,
                                                                               GTK_TYPE_GRID));
       child != NULL; child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_SCROLLBAR (child))
      g_signal_connect_object (child, "notify::visible", G_CALLBACK (gtk_widget_queue_draw), self,
                               G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_widget_get_ancestor (canvas, GTK_TYPE_PANED), "notify::position",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

/**
 * dwell_drift_curve_update:
 * @self: a curve
 *
 * Draws the curve again, or hides it if there are no anchors.
 */
void
dwell_drift_curve_update (DwellDriftCurve *self)
{
  const DwellAnchors *anchors = dwell_time_link_get_anchors (self->link);

  gtk_widget_set_visible (GTK_WIDGET (self), anchors != NULL && anchors->n_anchors > 0);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
