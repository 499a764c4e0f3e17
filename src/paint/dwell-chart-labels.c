/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels of rules and of pointers in a chart, and the arrows to points that are out of view. The
 * labels are in rows of their own between the titles and the plot, where they hide nothing. Each is
 * centred over what it names; where two would overlap they are pushed apart, but each stays above
 * what it names. A label for which no row has room is left out; dwell_chart_describe_rule() returns
 * its text for a tooltip. */
#include "config.h"

#include "paint/dwell-chart-private.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#define MAX_ROWS      2
#define LABEL_GAP     8
#define MAX_LABEL     320
#define N_PUSHES      16
#define ARROW_LENGTH  10
#define RULE_DISTANCE 4 /* px that the mouse pointer may be away from a rule */

static guint
count_labels (const DwellChart *chart)
{
  guint n = chart->n_pointers;

  for (guint i = 0; i < chart->n_rules; i++)
    n += chart->rules[i].name != NULL;
  return n;
}

static guint
count_rows (const DwellChart *chart,
            int               height)
{
  return MIN (count_labels (chart), height < CHART_LOW_HEIGHT ? 1 : MAX_ROWS);
}

/* Returns the height of the rows of labels, px. It does not depend on what is in view, so the plot
 * keeps its place while the user pans. */
int
_dwell_chart_measure_labels (const DwellChart *chart,
                             DwellLabels      *labels,
                             int               height)
{
  guint n_rows = count_rows (chart, height);

  return n_rows > 0 ? (int) n_rows * dwell_labels_get (labels, DWELL_FONT_RULER, "0", -1)->height
                    : 0;
}

static gboolean
is_in_view (const ChartDrawing *self,
            double              x,
            double              y)
{
  return x >= self->plot.x && x <= self->plot.x + self->plot.width && y >= self->plot.y &&
         y <= self->plot.y + self->plot.height;
}

/* Returns which fraction of the way from @from to @to is within @low…@high; 1 if no edge is
 * crossed. */
static double
get_part (double from,
          double to,
          double low,
          double high)
{
  if (to > high && to > from)
    return (high - from) / (to - from);
  return to < low && to < from ? (from - low) / (from - to) : 1;
}

/* Finds where a line leaves the plot for the last time. Returns FALSE if it never does. */
static gboolean
find_exit (const ChartDrawing     *self,
           const DwellChartSeries *line,
           double                 *x,
           double                 *y)
{
  const DwellChartPlot *plot = &self->plot;

  for (guint i = line->n; i-- > 1;)
    {
      double x0 = chart_x (self, line->x[i - 1]);
      double y0 = chart_y (self, line->y[i - 1]);
      double x1 = chart_x (self, line->x[i]);
      double y1 = chart_y (self, line->y[i]);
      double part;

      if (!is_in_view (self, x0, y0) || is_in_view (self, x1, y1) || !isfinite (x1))
        continue;

      /* A value too large for a double is treated as far above the plot. */
      y1 = isfinite (y1) ? CLAMP (y1, -1e5, 1e5) : -1e5;
      x1 = CLAMP (x1, -1e5, 1e5);
      part = MIN (get_part (x0, x1, plot->x, plot->x + plot->width),
                  get_part (y0, y1, plot->y, plot->y + plot->height));
      *x = x0 + part * (x1 - x0);
      *y = y0 + part * (y1 - y0);
      return TRUE;
    }

  return FALSE;
}

/* Finds the place of a pointer: that of its point; if that is out of view, the place where its line
 * leaves the plot, or else the nearest place on the edge of the plot. Returns TRUE if the point is
 * in view. */
static gboolean
place_pointer (const ChartDrawing      *self,
               const DwellChartPointer *pointer,
               double                  *x,
               double                  *y)
{
  const DwellChartPlot *plot = &self->plot;

  *x = chart_x (self, pointer->x);
  *y = isfinite (pointer->y) ? chart_y (self, pointer->y) : -INFINITY;
  if (is_in_view (self, *x, *y))
    return TRUE;

  if (pointer->line >= self->chart->n_series ||
      !find_exit (self, &self->chart->series[pointer->line], x, y))
    {
      *x = CLAMP (*x, plot->x, plot->x + plot->width);
      *y = CLAMP (*y, plot->y, plot->y + plot->height);
    }
  return FALSE;
}

/* Formats the value as the axis formats its own numbers. */
static char *
make_rule_text (const DwellChart     *chart,
                const DwellChartRule *rule)
{
  g_autofree char *value = dwell_chart_axis_format (rule->is_vertical ? &chart->x : &chart->y,
                                                    rule->at);

  /* Translators: a line in a chart: what it stands for and its value, “median 1.2 ms” */
  return g_strdup_printf (C_("line in a chart", "%s %s"), rule->name, value);
}

static void
clear_label (gpointer label)
{
  g_free (((ChartLabel *) label)->text);
}

/* Takes ownership of @text. */
static void
add_label (const ChartDrawing *self,
           GArray             *placed,
           char               *text,
           double              at,
           gboolean            is_warning)
{
  ChartLabel label = { text, is_warning, at, 0, 0, -1 };

  label.width = dwell_labels_get (self->labels, DWELL_FONT_RULER, text, MAX_LABEL)->width;
  g_array_append_val (placed, label);
}

/* Collects the labels of what is in view, with row -1. */
static GArray *
collect_labels (const ChartDrawing *self)
{
  const DwellChart *chart = self->chart;
  const DwellChartPlot *plot = &self->plot;
  GArray *placed = g_array_new (FALSE, FALSE, sizeof (ChartLabel));

  g_array_set_clear_func (placed, clear_label);
  for (guint i = 0; i < chart->n_rules; i++)
    {
      const DwellChartRule *rule = &chart->rules[i];
      double x = rule->is_vertical ? chart_x (self, rule->at) : plot->x + plot->width;
      double y = rule->is_vertical ? plot->y : chart_y (self, rule->at);

      if (rule->name != NULL && is_in_view (self, x, y))
        add_label (self, placed, make_rule_text (chart, rule), x, rule->is_warning);
    }

  for (guint i = 0; i < chart->n_pointers; i++)
    {
      double x;
      double y;

      place_pointer (self, &chart->pointers[i], &x, &y);
      if (isfinite (x))
        add_label (self, placed, g_strdup (chart->pointers[i].label), x, FALSE);
    }
  return placed;
}

static int
compare_places (gconstpointer a,
                gconstpointer b)
{
  double left = ((const ChartLabel *) a)->at;
  double right = ((const ChartLabel *) b)->at;

  return (left > right) - (left < right);
}

/* Moves a label by @by px, but keeps it above what it names and within the plot. */
static void
push (const ChartDrawing *self,
      ChartLabel        *label,
      double              by)
{
  double right = self->plot.x + self->plot.width;

  label->x = CLAMP (label->x + by, label->at - label->width, label->at);
  label->x = MAX (MIN (label->x, right - label->width), self->plot.x);
}

/* Places labels that have no row yet in row @row, as many as have room. */
static void
fill_row (const ChartDrawing *self,
          ChartLabel        *placed,
          guint               n,
          int                 row)
{
  double end = -INFINITY;

  for (guint i = 0; i < n; i++)
    if (placed[i].row < 0)
      {
        placed[i].x = placed[i].at - placed[i].width / 2;
        push (self, &placed[i], 0);
      }

  for (guint pass = 0; pass < N_PUSHES; pass++)
    {
      ChartLabel *last = NULL;

      for (guint i = 0; i < n; i++)
        {
          double overlap;

          if (placed[i].row >= 0)
            continue;

          overlap = last != NULL ? last->x + last->width + LABEL_GAP - placed[i].x : 0;
          if (overlap > 0)
            {
              push (self, last, -overlap / 2);
              push (self, &placed[i], overlap / 2);
            }
          last = &placed[i];
        }
    }

  for (guint i = 0; i < n; i++)
    if (placed[i].row < 0 && placed[i].x >= end + LABEL_GAP - 1)
      {
        placed[i].row = row;
        end = placed[i].x + placed[i].width;
      }
}

/* Returns the labels of what is in view (ChartLabel), from left to right; @height is that of the
 * chart, px. */
GArray *
_dwell_chart_place_labels (const ChartDrawing *self,
                           int                 height)
{
  guint n_rows = count_rows (self->chart, height);
  GArray *placed = collect_labels (self);

  g_array_sort (placed, compare_places);
  for (guint row = 0; row < n_rows; row++)
    fill_row (self, (ChartLabel *) (gpointer) placed->data, placed->len, (int) row);
  return placed;
}

/* Draws the labels in the rows above the plot. */
void
_dwell_chart_draw_labels (const ChartDrawing *self,
                          int                 height)
{
  const DwellPalette *palette = self->chart->palette;
  g_autoptr(GArray) labels = _dwell_chart_place_labels (self, height);

  for (guint i = 0; i < labels->len; i++)
    {
      const ChartLabel *placed = &g_array_index (labels, ChartLabel, i);
      const DwellLabel *label;

      if (placed->row < 0)
        continue;

      label = dwell_labels_get (self->labels, DWELL_FONT_RULER, placed->text, MAX_LABEL);
      dwell_set_colour (self->cr, placed->is_warning ? &palette->warning : &palette->text);
      dwell_label_draw (label, self->cr, floor (placed->x),
                        self->plot.y - (placed->row + 1) * label->height - 1);
    }
}

/* Adds a triangle at the edge of the plot that points outwards. */
static void
add_arrow (const ChartDrawing *self,
           double              x,
           double              y)
{
  const DwellChartPlot *plot = &self->plot;
  double dx = x >= plot->x + plot->width - 0.5 ? 1 : x <= plot->x + 0.5 ? -1 : 0;
  double dy = y <= plot->y + 0.5 ? -1 : y >= plot->y + plot->height - 0.5 ? 1 : 0;
  double half = ARROW_LENGTH / 2.0;

  /* In a corner it points up or down. */
  if (dy != 0)
    dx = 0;
  if (dx == 0)
    x = CLAMP (x, plot->x + half, plot->x + plot->width - half);
  else
    y = CLAMP (y, plot->y + half, plot->y + plot->height - half);

  cairo_move_to (self->cr, x, y);
  cairo_line_to (self->cr, x - dx * ARROW_LENGTH + dy * half, y - dy * ARROW_LENGTH + dx * half);
  cairo_line_to (self->cr, x - dx * ARROW_LENGTH - dy * half, y - dy * ARROW_LENGTH - dx * half);
  cairo_close_path (self->cr);
}

/* Draws arrows at the edges of the plot to points that are out of view. */
void
_dwell_chart_draw_arrows (const ChartDrawing *self)
{
  const DwellChart *chart = self->chart;

  for (guint i = 0; i < chart->n_pointers; i++)
    {
      double x;
      double y;

      if (place_pointer (self, &chart->pointers[i], &x, &y) || !isfinite (x))
        continue;

      add_arrow (self, x, y);
      dwell_set_colour (self->cr, chart_get_colour (chart->palette, chart->pointers[i].colour));
      cairo_fill_preserve (self->cr);
      dwell_set_colour (self->cr, &chart->palette->text);
      cairo_set_line_width (self->cr, 1);
      cairo_stroke (self->cr);
    }
}

/**
 * dwell_chart_describe_rule:
 * @self: a chart
 * @plot: the rectangle of its series
 * @x: px
 * @y: px
 *
 * Describes the nearest named rule, at most 4 px from (@x, @y). The label of a rule may have no
 * room above the plot, so tooltips use this.
 *
 * Returns: (transfer full) (nullable): its name and value; %NULL if no named rule is near
 */
char *
dwell_chart_describe_rule (const DwellChart     *self,
                           const DwellChartPlot *plot,
                           double                x,
                           double                y)
{
  const DwellChartRule *found = NULL;
  double nearest = RULE_DISTANCE;

  if (x < plot->x || x > plot->x + plot->width || y < plot->y || y > plot->y + plot->height)
    return NULL;

  for (guint i = 0; i < self->n_rules; i++)
    {
      const DwellChartRule *rule = &self->rules[i];
      double distance = rule->is_vertical
        ? fabs (plot->x + dwell_chart_axis_to_px (&self->x, rule->at, plot->width) - x)
        : fabs (plot->y + plot->height - dwell_chart_axis_to_px (&self->y, rule->at, plot->height) -
                y);

      if (rule->name == NULL || !(distance <= nearest))
        continue;
      nearest = distance;
      found = rule;
    }
  return found != NULL ? make_rule_text (self, found) : NULL;
}
