/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the routines of a trace by their cost and by how the cost grows with the size of the input.
 * Rows are sorted and filtered as integers on a worker. Growth takes longer than the rest and is
 * shown as soon as it is known. */
#pragma once

#include "analysis/costs/dwell-growth.h"
#include "analysis/dwell-columns.h"
#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

/* Growth can be classified only for routines with at least this many sizes. */
#define DWELL_COST_LIST_MIN_SIZES 5

guint dwell_cost_list_get_least_sizes  (DwellCosts *costs);
char *dwell_cost_list_describe_measure (DwellCosts *costs) G_GNUC_WARN_UNUSED_RESULT;

#define DWELL_COST_LIST_ALL_CLASSES ((1u << (DWELL_N_GROWTH_CLASSES + 1)) - 1)

/* A routine is shown if it passes all of these, and the text filter. */
typedef struct {
  guint32  image;           /* string; DWELL_NONE: all images */
  double   min_share;       /* 0…1; a routine whose share is not known passes */
  guint64  min_calls;
  guint    min_sizes;
  guint    classes;         /* bits 1 << DwellGrowthClass, also NONE; unknown growth passes */
  DwellConfidence confidence; /* the least, of a sure growth; NONE: any growth passes */
  gboolean only_favourites;
} DwellCostFilter;

#define DWELL_COST_FILTER_INIT(n_sizes) \
  ((DwellCostFilter) { DWELL_NONE, 0, 0, (n_sizes), DWELL_COST_LIST_ALL_CLASSES, \
                       DWELL_CONFIDENCE_NONE, FALSE })

/* The points of the small plot in a row: the cost of the worst activation by size. Both are scaled
 * so that 0 is zero and 255 the largest. */
#define DWELL_COST_ITEM_PLOT_POINTS 32

typedef struct {
  guint8 n;
  guint8 sizes[DWELL_COST_ITEM_PLOT_POINTS];
  guint8 costs[DWELL_COST_ITEM_PLOT_POINTS];
} DwellCostItemPlot;

/* A row of the list. It keeps the costs alive that it reads. */
#define DWELL_TYPE_COST_ITEM (dwell_cost_item_get_type ())
G_DECLARE_FINAL_TYPE (DwellCostItem, dwell_cost_item, DWELL, COST_ITEM, GObject)

guint32            dwell_cost_item_get_area   (DwellCostItem       *self);
const DwellTrace  *dwell_cost_item_get_trace  (DwellCostItem       *self);
gboolean           dwell_cost_item_is_favourite (DwellCostItem     *self);
double             dwell_cost_item_get_share  (DwellCostItem       *self,
                                               DwellCostListColumn  column);
const DwellCostItemPlot *
                   dwell_cost_item_get_plot   (DwellCostItem       *self);
char              *dwell_cost_item_get_text   (DwellCostItem       *self,
                                               DwellCostListColumn  column);
char              *dwell_cost_item_get_plain  (DwellCostItem       *self,
                                               DwellCostListColumn  column);
char              *dwell_cost_item_get_tip    (DwellCostItem       *self,
                                               DwellCostListColumn  column);

/* A list of DwellCostItem for the trace of a view. It is busy while costs or growths are not known.
 * Signals: costs-changed (all rows were replaced), favourites-changed. */
#define DWELL_TYPE_COST_LIST (dwell_cost_list_get_type ())
G_DECLARE_FINAL_TYPE (DwellCostList, dwell_cost_list, DWELL, COST_LIST, DwellList)

DwellCostList *dwell_cost_list_new          (void) G_GNUC_WARN_UNUSED_RESULT;
DwellCosts    *dwell_cost_list_get_costs    (DwellCostList         *self);
gboolean       dwell_cost_list_set_text     (DwellCostList         *self,
                                             const char            *text,
                                             GError               **error);
void           dwell_cost_list_set_filter   (DwellCostList         *self,
                                             const DwellCostFilter *filter);
const DwellCostFilter *
               dwell_cost_list_get_filter   (DwellCostList         *self);
void           dwell_cost_list_set_is_self  (DwellCostList         *self,
                                             gboolean               is_self);
gboolean       dwell_cost_list_get_is_self  (DwellCostList         *self);
void           dwell_cost_list_sort         (DwellCostList         *self,
                                             DwellCostListColumn    by,
                                             gboolean               descending);
guint          dwell_cost_list_get_n_unsure (DwellCostList         *self);
guint          dwell_cost_list_find         (DwellCostList         *self,
                                             guint32                area);
gboolean       dwell_cost_list_is_favourite (DwellCostList         *self,
                                             guint32                area);
void           dwell_cost_list_set_favourite (DwellCostList        *self,
                                              guint32               area,
                                              gboolean              is_favourite);

G_END_DECLS
