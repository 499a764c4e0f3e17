/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lays out charts that are read together in the same size: side by side, or, where they would be
 * too narrow, one above the other, which needs more height. A single chart gets all the room. */
#include "config.h"

#include "ui/chart/dwell-chart-pair.h"

#include "ui/widgets/dwell-text-scale.h"

/* At a smaller width, px, the axes of a chart take more room than its curves. */
#define MIN_WIDTH_PX 260
/* The minimum height of each chart if they are stacked, px. */
#define MIN_HEIGHT_PX 160

struct _DwellChartPair
{
  GtkWidget parent_instance;
};

G_DEFINE_FINAL_TYPE (DwellChartPair, dwell_chart_pair, GTK_TYPE_WIDGET)

static int
count_children (GtkWidget *widget)
{
  int n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += gtk_widget_should_layout (child);

  return n;
}

static gboolean
is_stacked (GtkWidget *widget,
            int        width,
            int        n)
{
  return width / n < MIN_WIDTH_PX * dwell_text_scale_get (widget);
}

static GtkSizeRequestMode
dwell_chart_pair_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
dwell_chart_pair_measure (GtkWidget      *widget,
                          GtkOrientation  orientation,
                          int             for_size,
                          int            *minimum,
                          int            *natural,
                          int            *minimum_baseline,
                          int            *natural_baseline)
{
  int n = MAX (count_children (widget), 1);

  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int child_minimum;
      int child_natural;

      if (!gtk_widget_should_layout (child))
        continue;

      gtk_widget_measure (child, orientation, -1, &child_minimum, &child_natural, NULL, NULL);
      if (orientation == GTK_ORIENTATION_HORIZONTAL)
        {
          child_minimum *= n;
          child_natural *= n;
        }
      *minimum = MAX (*minimum, child_minimum);
      *natural = MAX (*natural, child_natural);
    }

  if (orientation == GTK_ORIENTATION_VERTICAL && for_size >= 0 && is_stacked (widget, for_size, n))
    {
      *minimum = n * (int) (MIN_HEIGHT_PX * dwell_text_scale_get (widget));
      *natural = MAX (*natural, *minimum);
    }
}

static void
dwell_chart_pair_size_allocate (GtkWidget *widget,
                                int        width,
                                int        height,
                                int        baseline)
{
  gboolean is_mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int n = MAX (count_children (widget), 1);
  gboolean are_stacked = is_stacked (widget, width, n);
  int i = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int column = is_mirrored ? n - 1 - i : i;
      GtkAllocation at = { width * column / n, 0, width / n, height };

      if (!gtk_widget_should_layout (child))
        continue;

      if (are_stacked)
        at = (GtkAllocation) { 0, height * i / n, width, height / n };
      gtk_widget_size_allocate (child, &at, -1);
      i++;
    }
}

static void
dwell_chart_pair_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (dwell_chart_pair_parent_class)->dispose (object);
}

static void
dwell_chart_pair_class_init (DwellChartPairClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_chart_pair_dispose;
  widget_class->get_request_mode = dwell_chart_pair_get_request_mode;
  widget_class->measure = dwell_chart_pair_measure;
  widget_class->size_allocate = dwell_chart_pair_size_allocate;
}

static void
dwell_chart_pair_init (DwellChartPair *self)
{
}
