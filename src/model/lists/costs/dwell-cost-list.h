/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The routines of a trace by what they cost and how that grows with the size of their input: a list
 * model whose rows are sorted and filtered as integers on a worker. Growth takes longer than the
 * rest: it is told as soon as it is known. */
#pragma once

#include "analysis/costs/dwell-growth.h"
#include "analysis/dwell-columns.h"
#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

/* Routines whose growth can be told have at least so many sizes. */
#define DWELL_COST_LIST_MIN_SIZES 5

/* So many, or 0 where no routine has as many: otherwise nothing would be listed at first. */
guint dwell_cost_list_get_least_sizes  (DwellCosts *costs);
/* A sentence: what costs are in, and what sizes are. */
char *dwell_cost_list_describe_measure (DwellCosts *costs) G_GNUC_WARN_UNUSED_RESULT;

#define DWELL_COST_LIST_ALL_CLASSES ((1u << (DWELL_N_GROWTH_CLASSES + 1)) - 1)

/* Which routines are shown, beside those that the text filter matches. */
typedef struct {
  guint32  image;           /* string; DWELL_NONE: of all images */
  double   min_share;       /* 0…1; where shares are not known, everything passes */
  guint64  min_calls;
  guint    min_sizes;
  guint    classes;         /* bits 1 << DwellGrowthClass, NONE too; while not known, all pass */
  gboolean only_favourites;
} DwellCostFilter;

#define DWELL_COST_FILTER_INIT(n_sizes) \
  ((DwellCostFilter) { DWELL_NONE, 0, 0, (n_sizes), DWELL_COST_LIST_ALL_CLASSES, FALSE })

/* The cost of the worst activation by size, for a plot in a row: from 0 to the largest, both in
 * 255 parts. */
#define DWELL_COST_ITEM_PLOT_POINTS 32

typedef struct {
  guint8 n;
  guint8 sizes[DWELL_COST_ITEM_PLOT_POINTS];
  guint8 costs[DWELL_COST_ITEM_PLOT_POINTS];
} DwellCostItemPlot;

#define DWELL_TYPE_COST_ITEM (dwell_cost_item_get_type ())
G_DECLARE_FINAL_TYPE (DwellCostItem, dwell_cost_item, DWELL, COST_ITEM, GObject)

guint32            dwell_cost_item_get_area   (DwellCostItem       *self);
gboolean           dwell_cost_item_is_favourite (DwellCostItem     *self);
/* 0…1; negative: not known. Of SHARE and CALL_SHARE. */
double             dwell_cost_item_get_share  (DwellCostItem       *self,
                                               DwellCostListColumn  column);
/* Both (nullable) (transfer none): not known yet. */
const DwellCostItemPlot *
                   dwell_cost_item_get_plot   (DwellCostItem       *self);
/* What a cell shows: (transfer full), "" where nothing is known. */
char              *dwell_cost_item_get_text   (DwellCostItem       *self,
                                               DwellCostListColumn  column);
/* As other programs read it: plain numbers. */
char              *dwell_cost_item_get_plain  (DwellCostItem       *self,
                                               DwellCostListColumn  column);
/* What there is to say beside it: (transfer full) (nullable). */
char              *dwell_cost_item_get_tip    (DwellCostItem       *self,
                                               DwellCostListColumn  column);

#define DWELL_TYPE_COST_LIST (dwell_cost_list_get_type ())
G_DECLARE_FINAL_TYPE (DwellCostList, dwell_cost_list, DWELL, COST_LIST, DwellList)

/* A list of DwellCostItem, of a view's trace; busy while costs or growths are not known yet.
 * Signals: costs-changed (other routines altogether), favourites-changed. */
DwellCostList *dwell_cost_list_new          (void) G_GNUC_WARN_UNUSED_RESULT;
/* (nullable) (transfer none): of the trace that the view shows; not known yet. */
DwellCosts    *dwell_cost_list_get_costs    (DwellCostList         *self);
gboolean       dwell_cost_list_set_text     (DwellCostList         *self,
                                             const char            *text,
                                             GError               **error);
void           dwell_cost_list_set_filter   (DwellCostList         *self,
                                             const DwellCostFilter *filter);
const DwellCostFilter *
               dwell_cost_list_get_filter   (DwellCostList         *self);
/* Costs without callees instead of with them. */
void           dwell_cost_list_set_is_self  (DwellCostList         *self,
                                             gboolean               is_self);
gboolean       dwell_cost_list_get_is_self  (DwellCostList         *self);
void           dwell_cost_list_sort         (DwellCostList         *self,
                                             DwellCostListColumn    by,
                                             gboolean               descending);
/* The position of the routine, or G_MAXUINT. */
guint          dwell_cost_list_find         (DwellCostList         *self,
                                             guint32                area);
/* Bookmarked in the file, or by the user, which the view keeps. */
gboolean       dwell_cost_list_is_favourite (DwellCostList         *self,
                                             guint32                area);
void           dwell_cost_list_set_favourite (DwellCostList        *self,
                                              guint32               area,
                                              gboolean              is_favourite);

G_END_DECLS
