/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The range of the axis stays while a limit is dragged, so that the line follows the pointer. */
#include "config.h"

#include "ui/requirements/dwell-limit-chart.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "ui/widgets/dwell-keypad.h"
#include "ui/widgets/dwell-style.h"

#define HEIGHT  112 /* px */
#define MARGIN  6
#define HATCH   4.0

/* The part of the samples' range that is free above and below them, for the limit to move in. */
#define ROOM    0.25
/* The part of the range by which a key moves the limit. */
#define KEY_STEP 0.01

struct _DwellLimitChart
{
  GtkWidget parent_instance;

  DwellRequirementSamples *samples; /* (nullable) */
  double   low;     /* the limits, ns; NAN: none */
  double   high;
  double   bottom;  /* the range that is drawn, ns */
  double   top;
  gboolean is_dragging;
  double   drag_y; /* where the drag began, px */
  gboolean drags_low;
};

enum {
  MOVED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellLimitChart, dwell_limit_chart, GTK_TYPE_WIDGET)

static double
get_y (DwellLimitChart *self,
       double           value)
{
  double height = gtk_widget_get_height (GTK_WIDGET (self)) - 2 * MARGIN;

  return MARGIN + height - (value - self->bottom) / (self->top - self->bottom) * height;
}

static double
get_value (DwellLimitChart *self,
           double           y)
{
  double height = MAX (gtk_widget_get_height (GTK_WIDGET (self)) - 2 * MARGIN, 1);

  return self->bottom + (MARGIN + height - y) / height * (self->top - self->bottom);
}

static void
set_colour (cairo_t           *cr,
            const DwellColour *colour,
            double             alpha)
{
  cairo_set_source_rgba (cr, colour->red, colour->green, colour->blue, alpha);
}

/* Adds the samples of each column to the path; with @is_beyond, only the part of them that breaks a
 * limit. */
static void
add_columns (DwellLimitChart *self,
             cairo_t         *cr,
             gboolean         is_beyond)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));

  for (guint i = 0; i < DWELL_REQUIREMENT_N_COLUMNS; i++)
    {
      const DwellRequirementColumnRange *column = &self->samples->columns[i];
      double x = i * width / DWELL_REQUIREMENT_N_COLUMNS;
      double w = MAX (width / DWELL_REQUIREMENT_N_COLUMNS, 2);

      if (isnan (column->least))
        continue;
      if (!is_beyond)
        cairo_rectangle (cr, x, get_y (self, column->greatest) - 1, w,
                         get_y (self, column->least) - get_y (self, column->greatest) + 2);
      if (is_beyond && column->greatest > self->high)
        cairo_rectangle (cr, x, get_y (self, column->greatest) - 1, w,
                         MAX (get_y (self, self->high) - get_y (self, column->greatest), 2));
      if (is_beyond && column->least < self->low)
        cairo_rectangle (cr, x, get_y (self, self->low), w,
                         MAX (get_y (self, column->least) - get_y (self, self->low), 2));
    }
}

/* The part that breaks a limit is filled and also hatched, since not everyone sees the colour. */
static void
draw_beyond (DwellLimitChart    *self,
             cairo_t            *cr,
             const DwellPalette *palette)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double height = gtk_widget_get_height (GTK_WIDGET (self));

  cairo_save (cr);
  cairo_new_path (cr);
  add_columns (self, cr, TRUE);
  if (cairo_has_current_point (cr))
    {
      cairo_clip (cr);
      set_colour (cr, &palette->warning, 0.4);
      cairo_paint (cr);
      for (double x = -height; x < width; x += HATCH)
        {
          cairo_move_to (cr, x, height);
          cairo_line_to (cr, x + height, 0);
        }
      set_colour (cr, &palette->warning, 1);
      cairo_set_line_width (cr, 1);
      cairo_stroke (cr);
    }
  cairo_restore (cr);
}

static void
draw_limit (DwellLimitChart    *self,
            cairo_t            *cr,
            const DwellPalette *palette,
            double              limit)
{
  static const double dash[] = { 5, 3 };
  double y = round (get_y (self, limit)) + 0.5;

  if (isnan (limit))
    return;

  y = CLAMP (y, 0.5, gtk_widget_get_height (GTK_WIDGET (self)) - 0.5);
  cairo_set_dash (cr, dash, G_N_ELEMENTS (dash), 0);
  cairo_set_line_width (cr, 1.5);
  set_colour (cr, &palette->text, 1);
  cairo_move_to (cr, 0, y);
  cairo_line_to (cr, gtk_widget_get_width (GTK_WIDGET (self)), y);
  cairo_stroke (cr);
}

static void
dwell_limit_chart_snapshot (GtkWidget   *widget,
                            GtkSnapshot *snapshot)
{
  DwellLimitChart *self = DWELL_LIMIT_CHART (widget);
  const DwellPalette *palette = dwell_style_get_palette ();
  float width = (float) gtk_widget_get_width (widget);
  float height = (float) gtk_widget_get_height (widget);
  cairo_t *cr;

  if (self->samples == NULL)
    return;

  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  add_columns (self, cr, FALSE);
  set_colour (cr, &palette->accent, 1);
  cairo_fill (cr);
  draw_beyond (self, cr, palette);
  draw_limit (self, cr, palette, self->low);
  draw_limit (self, cr, palette, self->high);
  cairo_destroy (cr);
}

static void
dwell_limit_chart_measure (GtkWidget      *widget,
                           GtkOrientation  orientation,
                           int             for_size,
                           int            *minimum,
                           int            *natural,
                           int            *minimum_baseline,
                           int            *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : 0;
}

/* Rounds to a power of ten that is about a hundredth of the range. The two limits of a jitter are
 * one number with both signs, so a limit is written without its sign. */
static gint64
round_limit (DwellLimitChart *self,
             double           value)
{
  double step = pow (10, floor (log10 (MAX ((self->top - self->bottom) / 100, 1))));

  return (gint64) CLAMP (fabs (round (value / step) * step), 0, 9e18);
}

/* The lower limit stays below the upper one, as they would make no sense otherwise. */
static void
move (DwellLimitChart *self,
      gboolean         is_low,
      double           value)
{
  gint64 limit_ns = round_limit (self, CLAMP (value, self->bottom, self->top));

  if (is_low && (double) limit_ns > self->high)
    limit_ns = (gint64) self->high;
  if (!is_low && (double) limit_ns < self->low)
    limit_ns = (gint64) self->low;
  if ((double) limit_ns != (is_low ? self->low : self->high))
    g_signal_emit (self, signals[MOVED], 0, is_low, limit_ns);
}

/* --- Input --- */

/* Of two limits, the nearer one is dragged. */
static void
drag_begun (DwellLimitChart *self,
            double           x,
            double           y)
{
  if (self->samples == NULL || (isnan (self->low) && isnan (self->high)))
    return;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->is_dragging = TRUE;
  self->drag_y = y;
  self->drags_low = isnan (self->high) ||
                    fabs (y - get_y (self, self->low)) < fabs (y - get_y (self, self->high));
  move (self, self->drags_low, get_value (self, y));
}

static void
dragged (DwellLimitChart *self,
         double           dx,
         double           dy)
{
  if (self->is_dragging)
    move (self, self->drags_low, get_value (self, self->drag_y + dy));
}

static void
drag_ended (DwellLimitChart *self)
{
  self->is_dragging = FALSE;
}

/* With Shift, the arrow keys move the lower limit. Shift has no such meaning for plus, which many
 * keyboards type with it. */
static gboolean
key_pressed (DwellLimitChart *self,
             guint            key,
             guint            code,
             GdkModifierType  state)
{
  guint plain = dwell_keypad_get_plain (key);
  gboolean is_arrow = plain == GDK_KEY_Up || plain == GDK_KEY_Down;
  gboolean is_up = plain == GDK_KEY_Up || plain == GDK_KEY_plus;
  gboolean is_down = plain == GDK_KEY_Down || plain == GDK_KEY_minus;
  gboolean is_low = isnan (self->high) || (is_arrow && (state & GDK_SHIFT_MASK) != 0);
  double limit = is_low ? self->low : self->high;
  double step = (self->top - self->bottom) * KEY_STEP * (state & GDK_CONTROL_MASK ? 10 : 1);

  if (self->samples == NULL || isnan (limit) || (!is_up && !is_down))
    return GDK_EVENT_PROPAGATE;

  move (self, is_low, limit + (is_up ? step : -step));
  return GDK_EVENT_STOP;
}

static void
add_input (DwellLimitChart *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begun), self);
  g_signal_connect_object (drag, "drag-update", G_CALLBACK (dragged), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (drag_ended), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

static void
dwell_limit_chart_finalize (GObject *object)
{
  g_clear_pointer (&DWELL_LIMIT_CHART (object)->samples, dwell_requirement_samples_unref);

  G_OBJECT_CLASS (dwell_limit_chart_parent_class)->finalize (object);
}

static void
dwell_limit_chart_class_init (DwellLimitChartClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = dwell_limit_chart_finalize;
  widget_class->snapshot = dwell_limit_chart_snapshot;
  widget_class->measure = dwell_limit_chart_measure;

  signals[MOVED] = g_signal_new ("moved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 2, G_TYPE_BOOLEAN, G_TYPE_INT64);
  gtk_widget_class_set_css_name (widget_class, "limitchart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
}

static void
dwell_limit_chart_init (DwellLimitChart *self)
{
  self->low = self->high = NAN;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self),
                               _("Drag the line, or press the arrow keys, to move the limit"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Limit"), -1);
  add_input (self);
}

static void
update_range (DwellLimitChart *self)
{
  double low = fmin (self->samples->least, fmin (self->low, self->high));
  double high = fmax (self->samples->greatest, fmax (self->low, self->high));
  double room = MAX ((high - low) * ROOM, 1);

  self->bottom = low >= 0 ? fmax (low - room, 0) : low - room;
  self->top = high + room;
}

static void
update_accessible (DwellLimitChart *self)
{
  double limit = isnan (self->high) ? self->low : self->high;
  g_autofree char *text = NULL;

  if (self->samples == NULL || isnan (limit))
    return;

  text = dwell_text_duration (dwell_time_round (limit));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, self->bottom,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, self->top,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, limit,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

/**
 * dwell_limit_chart_show:
 * @self: a chart
 * @samples: (nullable): the samples to show; %NULL: none
 * @low: the lower limit, ns; NAN: none
 * @high: the upper limit, ns; NAN: none
 *
 * Shows samples and their limits.
 */
void
dwell_limit_chart_show (DwellLimitChart               *self,
                        const DwellRequirementSamples *samples,
                        double                         low,
                        double                         high)
{
  g_return_if_fail (DWELL_IS_LIMIT_CHART (self));

  g_clear_pointer (&self->samples, dwell_requirement_samples_unref);
  if (samples != NULL)
    self->samples = dwell_requirement_samples_ref ((DwellRequirementSamples *) samples);
  self->low = low;
  self->high = high;
  if (samples != NULL && !self->is_dragging)
    update_range (self);
  update_accessible (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
