/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Classifies how costs grow, on a worker that uses all processors. The costliest rows come first.
 * The small plot of a row is made at the same time, because both need the points of the row. A
 * question ends after a moment, so that results can be shown early. */
#include "config.h"

#include <math.h>

#include "core/dwell-parallel.h"
#include "model/lists/costs/dwell-cost-answer.h"

/* Rows that a thread takes at a time. */
#define PORTION 16

/* All growths of the same costs share this table. Workers write a row before any DwellCostGrowths
 * marks it as known. */
typedef struct {
  DwellGrowth       *growths; /* by row, as plots */
  DwellCostItemPlot *plots;
  guint32           *order;   /* rows, the costliest first */
  guint              n_rows;
} Table;

struct _DwellCostGrowths
{
  gatomicrefcount  ref_count;
  Table           *table;
  guint            n_known;  /* rows of the table's order, from its start */
  guint8          *is_known; /* by row */
};

static void
table_clear (gpointer data)
{
  Table *self = data;

  g_free (self->growths);
  g_free (self->plots);
  g_free (self->order);
}

static Table *
table_new (DwellCosts *costs,
           gboolean    is_self)
{
  guint n_rows = dwell_costs_get_n_rows (costs);
  Table *self = g_atomic_rc_box_new0 (Table);

  self->growths = g_new0 (DwellGrowth, MAX (n_rows, 1));
  self->plots = g_new0 (DwellCostItemPlot, MAX (n_rows, 1));
  self->order = dwell_costs_rank (costs, is_self);
  self->n_rows = n_rows;
  return self;
}

/* Takes over @table. */
static DwellCostGrowths *
growths_new (Table *table,
             guint  n_known)
{
  DwellCostGrowths *self = g_new0 (DwellCostGrowths, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->table = table;
  self->n_known = n_known;
  self->is_known = g_new0 (guint8, MAX (table->n_rows, 1));
  for (guint i = 0; i < n_known; i++)
    self->is_known[table->order[i]] = TRUE;
  return self;
}

DwellCostGrowths *
_dwell_cost_growths_ref (DwellCostGrowths *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
_dwell_cost_growths_unref (DwellCostGrowths *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_atomic_rc_box_release_full (self->table, table_clear);
  g_free (self->is_known);
  g_free (self);
}

/* NULL: not known yet. @self: (nullable) */
const DwellGrowth *
_dwell_cost_growths_get (const DwellCostGrowths *self,
                         guint                   row)
{
  return self != NULL && self->is_known[row] ? &self->table->growths[row] : NULL;
}

const DwellCostItemPlot *
_dwell_cost_growths_get_plot (const DwellCostGrowths *self,
                              guint                   row)
{
  return self != NULL && self->is_known[row] ? &self->table->plots[row] : NULL;
}

gboolean
_dwell_cost_growths_are_whole (const DwellCostGrowths *self)
{
  return self->n_known == self->table->n_rows;
}

void
_dwell_growth_question_free (gpointer data)
{
  DwellGrowthQuestion *self = data;

  dwell_costs_unref (self->costs);
  g_clear_pointer (&self->growths, _dwell_cost_growths_unref);
  g_free (self);
}

/* Several points can fall on one place along the sizes; the costliest is kept. */
static void
make_plot (const DwellCostPoints *points,
           DwellCostCurveKind     kind,
           gboolean               is_self,
           DwellCostItemPlot     *plot)
{
  const DwellCostCurveOptions options = { .kind = kind, .is_self = is_self };
  g_autoptr(DwellCostCurve) curve = dwell_cost_curve_new (points, &options);
  double most[DWELL_COST_ITEM_PLOT_POINTS];
  double largest = 0;
  double highest = 0;

  for (guint i = 0; i < DWELL_COST_ITEM_PLOT_POINTS; i++)
    most[i] = -1;

  for (guint i = 0; i < curve->n; i++)
    {
      largest = MAX (largest, curve->sizes[i]);
      highest = MAX (highest, curve->values[i]);
    }

  if (!(largest > 0) || !(highest > 0))
    return;

  for (guint i = 0; i < curve->n; i++)
    {
      double place = curve->sizes[i] / largest * (DWELL_COST_ITEM_PLOT_POINTS - 1);
      double *at = &most[(guint) CLAMP (round (place), 0, DWELL_COST_ITEM_PLOT_POINTS - 1)];

      *at = MAX (*at, curve->values[i] / highest);
    }

  for (guint i = 0; i < DWELL_COST_ITEM_PLOT_POINTS; i++)
    if (most[i] >= 0)
      {
        plot->sizes[plot->n] = (guint8) round (255.0 * i / (DWELL_COST_ITEM_PLOT_POINTS - 1));
        plot->costs[plot->n++] = (guint8) round (255 * most[i]);
      }
}

typedef struct {
  const DwellGrowthQuestion *question;
  Table                     *table;
  guint                      first; /* in the table's order */
  guint                      last;  /* exclusive */
  GCancellable              *cancellable;
} GrowthWork;

static void
work_out_row (const GrowthWork *work,
              guint             row)
{
  const DwellGrowthQuestion *question = work->question;
  const DwellCostRow *info = dwell_costs_get_row (question->costs, row);
  DwellCostCurveKind kind = DWELL_COST_CURVE_WORST;
  DwellGrowth *growth = &work->table->growths[row];
  DwellGrowthPoints prepared = { 0 };

  if (info->n_points > 0)
    {
      g_autoptr(DwellCostPoints) points = dwell_costs_get_points (question->costs, row);

      dwell_growth_prepare (points, &kind, question->is_self, &prepared);
      make_plot (points, kind, question->is_self, &work->table->plots[row]);
    }

  dwell_growth_classify (&prepared, growth);
  growth->kind = kind;
  growth->is_self = question->is_self != FALSE;
}

static void
work_out_portion (guint    job,
                  gpointer user_data)
{
  const GrowthWork *work = user_data;
  guint first = work->first + job * PORTION;

  for (guint i = first; i < MIN (first + PORTION, work->last); i++)
    if (!g_cancellable_is_cancelled (work->cancellable))
      work_out_row (work, work->table->order[i]);
}

void
_dwell_growth_question_run (gpointer      data,
                            GCancellable *cancellable)
{
  DwellGrowthQuestion *self = data;
  g_autoptr(DwellCostGrowths) known = g_steal_pointer (&self->growths);
  Table *table = known != NULL ? g_atomic_rc_box_acquire (known->table)
                               : table_new (self->costs, self->is_self);
  guint round = 4 * PORTION * dwell_parallel_get_n_threads ();
  gint64 end_us = g_get_monotonic_time () + self->moment_us;
  GrowthWork work = { self, table, 0, known != NULL ? known->n_known : 0, cancellable };

  do
    {
      work.first = work.last;
      work.last = MIN (work.first + round, table->n_rows);
      dwell_parallel_for ((work.last - work.first + PORTION - 1) / PORTION, work_out_portion,
                          &work);
    }
  while (work.last < table->n_rows && g_get_monotonic_time () < end_us &&
         !g_cancellable_is_cancelled (cancellable));

  if (g_cancellable_is_cancelled (cancellable))
    g_atomic_rc_box_release_full (table, table_clear);
  else
    self->growths = growths_new (table, work.last);
}
