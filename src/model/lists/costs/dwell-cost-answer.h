/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two jobs of the list of costs, for the files of this folder: one computes, filters and sorts
 * the rows, the other classifies their growth. */
#pragma once

#include "analysis/dwell-row-filter.h"
#include "core/dwell-arrangement.h"
#include "model/lists/costs/dwell-cost-list.h"

G_BEGIN_DECLS

/* The growths that are known so far. Reference-counted and immutable: later results come in another
 * object, which shares the rows of this one. */
typedef struct _DwellCostGrowths DwellCostGrowths;

DwellCostGrowths *_dwell_cost_growths_ref   (DwellCostGrowths *self);
void              _dwell_cost_growths_unref (DwellCostGrowths *self);

const DwellGrowth       *_dwell_cost_growths_get      (const DwellCostGrowths *self,
                                                       guint                   row);
const DwellCostItemPlot *_dwell_cost_growths_get_plot (const DwellCostGrowths *self,
                                                       guint                   row);
gboolean          _dwell_cost_growths_are_whole (const DwellCostGrowths *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellCostGrowths, _dwell_cost_growths_unref)

/* The data of one row. */
typedef struct {
  DwellCosts       *costs;
  DwellCostGrowths *growths; /* (nullable): not known yet */
  guint             row;
  gboolean          is_self;
  gboolean          is_favourite;
  DwellWide         n_calls; /* of all routines */
} DwellCostFacts;

/* Selects the rows to show and orders them. */
typedef struct {
  DwellRowFilter      *row_filter; /* (nullable): all */
  DwellCostFilter      filter;
  gboolean             is_self;
  DwellCostListColumn  sort_by;
  gboolean             descending;
} DwellCostOrder;

typedef struct {
  DwellTrace       *trace;
  DwellCosts       *costs;       /* in; if NULL, computed and set */
  DwellCostGrowths *growths;     /* (nullable) */
  GHashTable       *chosen;      /* (nullable): key of an area → is a favourite */
  GBytes           *favourites;  /* a byte a row; if NULL, made of chosen and set */
  DwellCostOrder    order;       /* owns what it points to */
  DwellWide         n_calls;     /* in or out, as costs */
  guint             serial;      /* used only by the query, like the next two */
  guint             chosen_serial;
  gboolean          marks_are_new;
  GArray           *rows;        /* out: guint32; NULL: cancelled */
  guint             n_unsure;    /* out: how many of the rows have an unsure growth */
} DwellCostQuestion;

void _dwell_cost_question_free (gpointer      data);
void _dwell_cost_question_run  (gpointer      data,
                                GCancellable *cancellable);

typedef struct {
  DwellCosts       *costs;
  gboolean          is_self;
  gint64            moment_us; /* the time to work, roughly */
  DwellCostGrowths *growths;   /* in (nullable): known ones; out: more of them; NULL: cancelled */
} DwellGrowthQuestion;

void _dwell_growth_question_free (gpointer      data);
void _dwell_growth_question_run  (gpointer      data,
                                  GCancellable *cancellable);

DwellCellValue _dwell_cost_facts_get_cell (const DwellCostFacts *self,
                                           DwellCostListColumn   column);
char         *_dwell_cost_facts_get_text (const DwellCostFacts *self,
                                        DwellCostListColumn   column,
                                        gboolean              is_plain)
                                       G_GNUC_WARN_UNUSED_RESULT;
char         *_dwell_cost_facts_get_tip  (const DwellCostFacts *self,
                                        DwellCostListColumn   column)
                                       G_GNUC_WARN_UNUSED_RESULT;
DwellCostItem *_dwell_cost_item_new    (const DwellCostFacts *facts) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
