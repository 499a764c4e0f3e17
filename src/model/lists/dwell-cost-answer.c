/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the list of costs has done on workers. Growth is found out portion by portion on all
 * processors, of the costliest rows first, together with the small plot of each row, for both need
 * the row's points. A query ends after a moment, so that what is known can be shown. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "core/dwell-parallel.h"
#include "model/dwell-keys.h"
#include "model/lists/dwell-cost-answer.h"

#define PORTION 16

/* The rows of all growths of the same costs. Workers write a row before any growths tell of it. */
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
  guint            n_known;  /* so many of the table's order */
  guint8          *is_known; /* by row */
};

/* --- Growth --- */

static void
table_clear (gpointer data)
{
  Table *self = data;

  g_free (self->growths);
  g_free (self->plots);
  g_free (self->order);
}

typedef struct {
  guint32   row;
  DwellWide cost;
} Rank;

static int
compare_ranks (gconstpointer a,
               gconstpointer b)
{
  const Rank *left = a;
  const Rank *right = b;

  if (left->cost != right->cost)
    return left->cost > right->cost ? -1 : 1;

  return (left->row > right->row) - (left->row < right->row);
}

static Table *
table_new (DwellCosts *costs,
           gboolean    is_self)
{
  guint n_rows = dwell_costs_get_n_rows (costs);
  Table *self = g_atomic_rc_box_new0 (Table);
  g_autofree Rank *ranks = g_new (Rank, MAX (n_rows, 1));

  for (guint row = 0; row < n_rows; row++)
    ranks[row] = (Rank) { row, _dwell_cost_row_get_cost (dwell_costs_get_row (costs, row),
                                                         is_self) };
  qsort (ranks, n_rows, sizeof (Rank), compare_ranks);

  self->growths = g_new0 (DwellGrowth, MAX (n_rows, 1));
  self->plots = g_new0 (DwellCostItemPlot, MAX (n_rows, 1));
  self->order = g_new (guint32, MAX (n_rows, 1));
  self->n_rows = n_rows;
  for (guint i = 0; i < n_rows; i++)
    self->order[i] = ranks[i].row;
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
_dwell_growth_query_free (gpointer data)
{
  DwellGrowthQuery *self = data;

  dwell_costs_unref (self->costs);
  g_clear_pointer (&self->growths, _dwell_cost_growths_unref);
  g_free (self);
}

/* Of the points that share a place along the sizes, the costliest. */
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
  const DwellGrowthQuery *query;
  Table                  *table;
  guint                   first; /* in the table's order */
  guint                   last;
  GCancellable           *cancellable;
} GrowthWork;

static void
work_out_row (const GrowthWork *work,
              guint             row)
{
  const DwellGrowthQuery *query = work->query;
  const DwellCostRow *info = dwell_costs_get_row (query->costs, row);
  DwellCostCurveKind kind = DWELL_COST_CURVE_WORST;
  DwellGrowth *growth = &work->table->growths[row];
  DwellGrowthPoints prepared = { 0 };

  if (info->n_points > 0)
    {
      g_autoptr(DwellCostPoints) points = dwell_costs_get_points (query->costs, row);

      dwell_growth_prepare (points, &kind, query->is_self, &prepared);
      make_plot (points, kind, query->is_self, &work->table->plots[row]);
    }

  dwell_growth_classify (&prepared, growth);
  growth->kind = kind;
  growth->is_self = query->is_self != FALSE;
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
_dwell_growth_query_run (gpointer      data,
                         GCancellable *cancellable)
{
  DwellGrowthQuery *self = data;
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

/* --- Filtering and sorting --- */

typedef struct {
  guint32       row;
  DwellCostCell cell;
  DwellWide     cost; /* ranks what is equal */
  char         *text; /* collation key, of a text */
} SortKey;

void
_dwell_cost_query_free (gpointer data)
{
  DwellCostQuery *self = data;

  dwell_trace_unref (self->trace);
  g_clear_pointer (&self->costs, dwell_costs_unref);
  g_clear_pointer (&self->growths, _dwell_cost_growths_unref);
  g_clear_pointer (&self->chosen, g_hash_table_unref);
  g_clear_pointer (&self->favourites, g_bytes_unref);
  g_clear_pointer (&self->order.pattern, dwell_pattern_unref);
  g_clear_pointer (&self->rows, g_array_unref);
  g_free (self);
}

static DwellCostFacts
get_facts (const DwellCostQuery *self,
           guint                 row)
{
  const guint8 *favourites = g_bytes_get_data (self->favourites, NULL);

  return (DwellCostFacts) {
    .costs = self->costs, .growths = self->growths, .row = row, .is_self = self->order.is_self,
    .is_favourite = favourites[row], .n_calls = self->n_calls,
  };
}

static gboolean
passes_text (const DwellCostQuery *self,
             const DwellCostRow   *row)
{
  const DwellArea *area = &self->trace->areas[row->area];
  const DwellPattern *pattern = self->order.pattern;

  return pattern == NULL ||
         dwell_pattern_matches (pattern, dwell_trace_get_area_title (self->trace, row->area)) ||
         dwell_pattern_matches (pattern, dwell_trace_get_string (self->trace, area->full_name)) ||
         dwell_pattern_matches (pattern, dwell_trace_get_string (self->trace, area->file));
}

static gboolean
passes (const DwellCostQuery *self,
        const DwellCostFacts *facts)
{
  const DwellCostFilter *filter = &self->order.filter;
  const DwellCostRow *row = dwell_costs_get_row (self->costs, facts->row);
  const DwellGrowth *growth = _dwell_cost_growths_get (self->growths, facts->row);
  double share = self->order.is_self ? row->self_share : row->share;

  return (filter->image == DWELL_NONE || self->trace->areas[row->area].file == filter->image) &&
         (share < 0 || share >= filter->min_share) && row->calls >= filter->min_calls &&
         row->n_sizes >= filter->min_sizes &&
         (growth == NULL || (filter->classes & 1u << growth->class) != 0) &&
         (!filter->only_favourites || facts->is_favourite) && passes_text (self, row);
}

/* What is not known comes last in both directions; what is equal by cost, the costliest first. */
static int
compare_keys (gconstpointer a,
              gconstpointer b,
              gpointer      descending)
{
  const SortKey *left = a;
  const SortKey *right = b;
  int left_is_known = left->cell.type != DWELL_COST_CELL_EMPTY;
  int right_is_known = right->cell.type != DWELL_COST_CELL_EMPTY;
  int order = 0;

  if (left_is_known != right_is_known)
    return right_is_known - left_is_known;

  if (left->text != NULL && right->text != NULL)
    order = strcmp (left->text, right->text);
  else if (left_is_known && left->cell.type <= DWELL_COST_CELL_COST)
    order = (left->cell.count > right->cell.count) - (left->cell.count < right->cell.count);
  else if (left_is_known)
    order = (left->cell.real > right->cell.real) - (left->cell.real < right->cell.real);

  if (order != 0)
    return GPOINTER_TO_INT (descending) ? -order : order;
  if (left->cost != right->cost)
    return left->cost > right->cost ? -1 : 1;

  return (left->row > right->row) - (left->row < right->row);
}

static GArray *
arrange (const DwellCostQuery *self,
         GCancellable         *cancellable)
{
  g_autoptr(GArray) keys = g_array_new (FALSE, FALSE, sizeof (SortKey));
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint row = 0; row < dwell_costs_get_n_rows (self->costs); row++)
    {
      DwellCostFacts facts = get_facts (self, row);
      SortKey key = { .row = row };

      if (g_cancellable_is_cancelled (cancellable))
        break;
      if (!passes (self, &facts))
        continue;

      key.cell = _dwell_cost_facts_get_cell (&facts, self->order.sort_by);
      key.cost = _dwell_cost_row_get_cost (dwell_costs_get_row (self->costs, row),
                                           self->order.is_self);
      if (key.cell.type == DWELL_COST_CELL_TEXT)
        {
          g_autofree char *folded = g_utf8_casefold (key.cell.text, -1);

          key.text = g_utf8_collate_key (folded, -1);
        }
      g_array_append_val (keys, key);
    }

  g_array_sort_with_data (keys, compare_keys, GINT_TO_POINTER (self->order.descending));
  for (guint i = 0; i < keys->len; i++)
    {
      g_array_append_val (rows, g_array_index (keys, SortKey, i).row);
      g_free (g_array_index (keys, SortKey, i).text);
    }

  return rows;
}

/* What the user said goes before what is bookmarked in the file. */
static GBytes *
mark_favourites (const DwellCostQuery *self)
{
  guint n_rows = dwell_costs_get_n_rows (self->costs);
  guint8 *marks = g_malloc (MAX (n_rows, 1));

  for (guint i = 0; i < n_rows; i++)
    {
      const DwellCostRow *row = dwell_costs_get_row (self->costs, i);
      g_autofree char *key = NULL;
      gpointer chosen;

      marks[i] = row->is_favourite != FALSE;
      if (self->chosen == NULL)
        continue;

      key = dwell_key_of_area (self->trace, row->area);
      if (g_hash_table_lookup_extended (self->chosen, key, NULL, &chosen))
        marks[i] = GPOINTER_TO_INT (chosen) != 0;
    }

  return g_bytes_new_take (marks, n_rows);
}

void
_dwell_cost_query_run (gpointer      data,
                       GCancellable *cancellable)
{
  DwellCostQuery *self = data;

  if (self->costs == NULL)
    {
      self->costs = dwell_costs_new (self->trace, DWELL_NONE, cancellable);
      self->n_calls = 0;
      for (guint row = 0; self->costs != NULL && row < dwell_costs_get_n_rows (self->costs); row++)
        self->n_calls = dwell_wide_add (self->n_calls,
                                        dwell_costs_get_row (self->costs, row)->calls);
    }

  if (self->costs == NULL)
    return;

  if (self->favourites == NULL)
    self->favourites = mark_favourites (self);
  self->rows = arrange (self, cancellable);
  if (g_cancellable_is_cancelled (cancellable))
    g_clear_pointer (&self->rows, g_array_unref);
}
