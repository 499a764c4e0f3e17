/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The costs of both recordings: the table shows how the cost of each routine grows in either, the
 * chart above it the curves of the selected routine. */
#include "config.h"

#include "ui/comparison/dwell-comparison-costs-page.h"

#include <glib/gi18n-lib.h>

#include "model/comparison/dwell-comparison-costs.h"
#include "ui/comparison/dwell-comparison-columns.h"
#include "ui/compat/dwell-names.h"
#include "ui/pages/dwell-cost-plot-view.h"

/* The share of the page that the chart has at first. */
#define CHART_SHARE 0.5

struct _DwellComparisonCostsPage
{
  DwellComparisonRowsPage parent_instance;

  GtkLabel          *sentence;
  GtkPaned          *halves;
  DwellCostPlotView *plot;

  DwellComparisonRows        *list;  /* the table page owns it */
  const DwellCostsDifference *shown; /* whose row is drawn; only compared, as it may be freed */
  guint                       row;   /* the one that is drawn, or G_MAXUINT */
  gboolean                    is_split;
};

G_DEFINE_FINAL_TYPE (DwellComparisonCostsPage, dwell_comparison_costs_page,
                     DWELL_TYPE_COMPARISON_ROWS_PAGE)

static void
plot_row (DwellComparisonCostsPage *self,
          guint                     row)
{
  DwellCostPlotRoutine routines[2];
  guint n = 0;

  self->row = row;
  if (row != G_MAXUINT)
    n = dwell_comparison_costs_get_routines (self->list, row, routines);
  dwell_cost_plot_view_set_routines (self->plot, routines, n, FALSE);
}

/* Returns the row of the area in focus, or else the first one, whose cost grew most. */
static guint
find_row (DwellComparisonCostsPage *self)
{
  guint32 area = dwell_view_bin_get_focus_area (DWELL_VIEW_BIN (self));
  guint position = dwell_comparison_rows_find_area (self->list, area);

  return dwell_comparison_rows_get_nth (self->list, position != G_MAXUINT ? position : 0);
}

/* The row that is drawn stays if only the order of the rows has changed. */
static void
on_rows_changed (DwellComparisonCostsPage *self)
{
  const DwellCostsDifference *difference = dwell_comparison_costs_get (self->list);
  g_autofree char *sentence = dwell_comparison_costs_describe (self->list);

  gtk_label_set_text (self->sentence, sentence);
  if (difference != self->shown)
    {
      self->shown = difference;
      plot_row (self, find_row (self));
    }
  else if (self->row == G_MAXUINT)
    {
      plot_row (self, find_row (self));
    }
}

static void
add_columns (DwellTablePage    *page,
             DwellTableColumns *columns)
{
  static const int widths[DWELL_N_COMPARISON_COST_COLUMNS] = {
    [DWELL_COMPARISON_COST_NAME] = 176, [DWELL_COMPARISON_COST_IMAGE] = 110,
    [DWELL_COMPARISON_COST_GROWTH] = 150, [DWELL_COMPARISON_COST_GROWTH_VERDICT] = 140,
    [DWELL_COMPARISON_COST_CHANGE] = 140,
  };

  dwell_comparison_columns_add (columns, dwell_comparison_cost_columns,
                                DWELL_N_COMPARISON_COST_COLUMNS, widths,
                                DWELL_COMPARISON_COST_CHANGE);
}

static void
follow (DwellTablePage *page,
        gboolean        scroll)
{
  DwellComparisonCostsPage *self = DWELL_COMPARISON_COSTS_PAGE (page);

  if (self->row != G_MAXUINT)
    dwell_table_page_select (page, dwell_comparison_rows_find (self->list, self->row), scroll);
}

/* A routine that only the other recording has cannot be in focus in this tab, but it is drawn. */
static gboolean
focus (DwellTablePage *page,
       guint           position)
{
  DwellComparisonCostsPage *self = DWELL_COMPARISON_COSTS_PAGE (page);
  guint32 area = dwell_comparison_rows_get_area (self->list, position);

  plot_row (self, dwell_comparison_rows_get_nth (self->list, position));
  if (area != DWELL_NONE)
    dwell_view_focus_area (dwell_view_bin_get_view (DWELL_VIEW_BIN (self)), area);
  return area != DWELL_NONE;
}

static void
on_focus_changed (DwellComparisonCostsPage *self)
{
  guint32 area = dwell_view_bin_get_focus_area (DWELL_VIEW_BIN (self));
  guint position = dwell_comparison_rows_find_area (self->list, area);

  if (position == G_MAXUINT ||
      dwell_comparison_rows_get_nth (self->list, position) == self->row)
    return;

  plot_row (self, dwell_comparison_rows_get_nth (self->list, position));
  dwell_table_page_follow (DWELL_TABLE_PAGE (self));
}

static void
on_units_changed (DwellComparisonCostsPage *self)
{
  dwell_cost_plot_view_change_units (self->plot);
}

/* The divider's position is a share of a size that is not known before the first allocation. */
static void
on_max_position (DwellComparisonCostsPage *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->halves));

  if (self->is_split || height <= 0)
    return;
  self->is_split = TRUE;
  gtk_paned_set_position (self->halves, (int) (height * CHART_SHARE));
}

static void
dwell_comparison_costs_page_class_init (DwellComparisonCostsPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  DwellTablePageClass *page_class = DWELL_TABLE_PAGE_CLASS (klass);

  g_type_ensure (DWELL_TYPE_COST_PLOT_VIEW);
  page_class->add_columns = add_columns;
  page_class->follow = follow;
  page_class->focus = focus;
  dwell_table_page_class_set_up (page_class, "comparison-costs");

  gtk_widget_class_bind_template_child (widget_class, DwellComparisonCostsPage, sentence);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonCostsPage, halves);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonCostsPage, plot);
  gtk_widget_class_bind_template_callback (widget_class, on_max_position);
}

static void
dwell_comparison_costs_page_init (DwellComparisonCostsPage *self)
{
  DwellViewBin *bin = DWELL_VIEW_BIN (self);

  self->row = G_MAXUINT;
  gtk_widget_init_template (GTK_WIDGET (self));
  dwell_names_share (GTK_WIDGET (self));
  dwell_cost_plot_view_compare (self->plot, "comparison-costs.save");

  self->list = dwell_comparison_costs_new ();
  g_signal_connect_object (self->list, "items-changed", G_CALLBACK (on_rows_changed), self,
                           G_CONNECT_SWAPPED);
  dwell_comparison_rows_page_set_list (DWELL_COMPARISON_ROWS_PAGE (self), self->list,
                                       DWELL_COMPARISON_COST_GROWTH);
  dwell_view_bin_connect (bin, "focus-changed", G_CALLBACK (on_focus_changed));
  dwell_view_bin_connect (bin, "units-changed", G_CALLBACK (on_units_changed));
}
