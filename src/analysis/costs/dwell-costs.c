/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Routines and their points. Owners of points (a routine in a thread, or in a stack node) are
 * sorted by routine once; rows are summed up on all processors; the points of a row are merged only
 * when they are asked for. */
#include "config.h"

#include "analysis/costs/dwell-costs.h"

#include <math.h>
#include <string.h>

#include "core/dwell-arrangement.h"
#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"
#include "core/dwell-sort.h"
#include "core/dwell-squares.h"

/* The number of rows that a worker takes at a time. */
#define PORTION 16

/* Routines that measure the same thing. */
typedef struct {
  guint32   module; /* string by which a join keeps routines apart; mostly 0 */
  DwellWide total;
} Group;

struct _DwellCosts
{
  DwellTrace     *trace;
  DwellCostRow   *rows;
  guint           n_rows;
  guint32        *area_rows;    /* by area: its row, or DWELL_NONE */
  guint32        *first_owners; /* by row, and one more: first place in owners */
  guint32        *owners;       /* the cost owners in question, by row */
  GArray         *groups;       /* Group */
  guint32         size_factor;  /* sizes of the trace are multiplied by it */
  gatomicrefcount ref_count;
};

/* Returns whether @context is @outer or below it. Chains are short, but may come from a file. */
static gboolean
is_inside (const DwellTrace *trace,
           guint32           context,
           guint32           outer)
{
  for (guint32 n = 0; outer != DWELL_NONE && context != outer && n <= trace->n_contexts; n++)
    {
      if (context == DWELL_NONE)
        return FALSE;
      context = trace->contexts[context].parent;
    }

  return outer == DWELL_NONE || context == outer;
}

/* Rows in order of area, and the owners of each. */
static void
sort_owners (DwellCosts *self,
             guint32     context)
{
  const DwellTrace *trace = self->trace;
  guint32 *counts = dwell_big_alloc (trace->n_areas * sizeof (guint32));
  guint8 *is_wanted = dwell_big_alloc (trace->n_contexts + 1);
  guint32 place = 0;

  for (guint32 i = 0; i < trace->n_contexts; i++)
    is_wanted[i] = is_inside (trace, i, context);

  for (guint32 i = 0; i < trace->n_cost_owners; i++)
    counts[trace->cost_owners[i].area] += is_wanted[trace->cost_owners[i].context];

  self->area_rows = dwell_big_alloc (trace->n_areas * sizeof (guint32));
  for (guint32 i = 0; i < trace->n_areas; i++)
    self->area_rows[i] = counts[i] > 0 ? self->n_rows++ : DWELL_NONE;

  self->rows = dwell_big_alloc (self->n_rows * sizeof (DwellCostRow));
  self->first_owners = dwell_big_alloc ((self->n_rows + 1) * sizeof (guint32));
  self->owners = dwell_big_alloc (trace->n_cost_owners * sizeof (guint32));

  for (guint32 i = 0; i < trace->n_areas; i++)
    if (counts[i] > 0)
      {
        self->rows[self->area_rows[i]].area = i;
        self->first_owners[self->area_rows[i]] = place;
        place += counts[i];
        counts[i] = self->first_owners[self->area_rows[i]];
      }
  self->first_owners[self->n_rows] = place;

  for (guint32 i = 0; i < trace->n_cost_owners; i++)
    if (is_wanted[trace->cost_owners[i].context])
      self->owners[counts[trace->cost_owners[i].area]++] = i;

  dwell_big_free (is_wanted);
  dwell_big_free (counts);
}

static guint32
count_sizes (DwellCosts *self,
             guint       row,
             guint32     n_points)
{
  const DwellTrace *trace = self->trace;
  guint32 first = self->first_owners[row];
  guint32 end = self->first_owners[row + 1];
  DwellKeyed *sizes;
  guint32 n = 0;
  guint32 n_sizes = 0;

  /* An owner has each size at most once. */
  if (end - first == 1 || n_points == 0)
    return n_points;

  sizes = dwell_big_alloc (2 * (gsize) n_points * sizeof *sizes);
  for (guint32 i = first; i < end; i++)
    {
      const DwellCostOwner *owner = &trace->cost_owners[self->owners[i]];

      for (guint32 p = 0; p < owner->n_points; p++)
        sizes[n++].key = dwell_packed_get (trace->point_size, owner->first_point + p);
    }

  dwell_sort_keyed (sizes, sizes + n, n);
  for (guint32 i = 0; i < n; i++)
    n_sizes += i == 0 || sizes[i].key != sizes[i - 1].key;

  dwell_big_free (sizes);
  return n_sizes;
}

/* Sums that are needed only for parts of the input. */
typedef struct {
  double input;
  double syscall;
  double thread;
} Input;

static void
add_owner (DwellCosts           *self,
           DwellCostRow         *row,
           const DwellCostOwner *owner,
           Input                *input)
{
  const DwellTrace *trace = self->trace;
  guint32 end = owner->first_point + owner->n_points;

  for (guint32 i = owner->first_point; i < end; i++)
    {
      guint64 calls = dwell_trace_get_point (trace, DWELL_COST_CALLS, i);

      row->known &= (guint32) dwell_packed_get (trace->point_known, i);
      row->calls += calls;
      row->cumulative += dwell_trace_get_point (trace, DWELL_COST_SUM, i);
      row->real += dwell_trace_get_point (trace, DWELL_COST_REAL, i);
      row->self += dwell_trace_get_point (trace, DWELL_COST_SELF, i);
      input->input += (double) dwell_packed_get (trace->point_size, i) * (double) calls;
      input->syscall += (double) dwell_trace_get_point (trace, DWELL_COST_SYSCALL, i);
      input->thread += (double) dwell_trace_get_point (trace, DWELL_COST_THREAD, i);
    }

  if (owner->n_points > 0)
    {
      row->min_size = MIN (row->min_size, dwell_packed_get (trace->point_size, owner->first_point));
      row->max_size = MAX (row->max_size, dwell_packed_get (trace->point_size, end - 1));
    }
}

static double
get_part (const DwellCostRow *row,
          DwellCostColumn     column,
          double              part,
          double              input)
{
  return (row->known & (1u << column)) != 0 && input > 0 ? part / input : NAN;
}

static void
sum_row (DwellCosts *self,
         guint       number)
{
  DwellCostRow *row = &self->rows[number];
  Input input = { 0 };

  row->known = G_MAXUINT32;
  row->min_size = G_MAXUINT64;

  for (guint32 i = self->first_owners[number]; i < self->first_owners[number + 1]; i++)
    {
      const DwellCostOwner *owner = &self->trace->cost_owners[self->owners[i]];
      gboolean is_first = i == self->first_owners[number];

      row->has_id = is_first || (row->has_id && row->id == owner->id);
      row->id = owner->id;
      row->is_favourite |= owner->is_favourite;
      row->n_nodes += owner->node != DWELL_NONE;
      row->n_points += owner->n_points;
      add_owner (self, row, owner, &input);
    }

  if (row->n_points == 0)
    row->known = 0;
  row->n_sizes = count_sizes (self, number, row->n_points);
  row->syscall = get_part (row, DWELL_COST_SYSCALL, input.syscall, input.input);
  row->thread = get_part (row, DWELL_COST_THREAD, input.thread, input.input);
}

static void
sum_portion (guint    job,
             gpointer user_data)
{
  DwellCosts *self = user_data;
  guint end = MIN ((job + 1) * PORTION, self->n_rows);

  for (guint row = job * PORTION; row < end; row++)
    sum_row (self, row);
}

static Group *
get_group (const DwellCosts *self,
           guint32           module)
{
  for (guint i = 0; i < self->groups->len; i++)
    if (g_array_index (self->groups, Group, i).module == module)
      return &g_array_index (self->groups, Group, i);

  return NULL;
}

/* Adds up the total costs that the files give, separately by what they measure; that of each
 * context is counted once. */
static void
sum_recorded (DwellCosts *self)
{
  const DwellTrace *trace = self->trace;
  guint8 *is_counted = dwell_big_alloc (trace->n_contexts + 1);

  for (guint32 i = 0; i < self->first_owners[self->n_rows]; i++)
    {
      const DwellCostOwner *owner = &trace->cost_owners[self->owners[i]];
      guint32 module = trace->areas[owner->area].module;
      gint64 weight = trace->contexts[owner->context].total_weight;
      Group *group = get_group (self, module);

      if (group == NULL)
        {
          g_array_append_val (self->groups, ((Group) { .module = module }));
          group = get_group (self, module);
        }

      if (!is_counted[owner->context] && weight != DWELL_TIME_NONE)
        group->total += (guint64) weight;
      is_counted[owner->context] = TRUE;
    }

  dwell_big_free (is_counted);
}

static gboolean
knows (const DwellCostRow *row,
       DwellCostColumn     column)
{
  return (row->known & (1u << column)) != 0;
}

static double
get_share (DwellWide cost,
           DwellWide total,
           gboolean  is_known)
{
  return is_known && total > 0 && cost <= total ? (double) cost / (double) total : -1;
}

static void
set_shares (DwellCosts *self)
{
  sum_recorded (self);

  for (guint i = 0; i < self->n_rows; i++)
    {
      const DwellCostRow *row = &self->rows[i];
      Group *group = get_group (self, self->trace->areas[row->area].module);

      if (knows (row, DWELL_COST_REAL) && row->real > group->total)
        group->total = row->real;
    }

  for (guint i = 0; i < self->n_rows; i++)
    {
      DwellCostRow *row = &self->rows[i];
      DwellWide total = dwell_costs_get_total (self, i);

      row->share = knows (row, DWELL_COST_REAL)
                   ? get_share (row->real, total, TRUE)
                   : get_share (row->cumulative, total, knows (row, DWELL_COST_SUM));
      row->self_share = get_share (row->self, total, knows (row, DWELL_COST_SELF));
    }
}

/* The maximum bytes for rows and for finding their owners. */
static gsize
count_row_bytes (const DwellTrace *trace)
{
  gsize n_rows = MIN (trace->n_areas, trace->n_cost_owners);

  return trace->n_areas * 2 * sizeof (guint32) + 2 * trace->n_contexts +
         n_rows * (sizeof (DwellCostRow) + sizeof (guint32)) +
         trace->n_cost_owners * sizeof (guint32);
}

/* The bytes for merged points of rows, if all threads work on the largest row. */
static gsize
count_point_bytes (const DwellCosts *self)
{
  gsize n_all = 0;
  gsize n_most = 0;

  for (guint row = 0; row < self->n_rows; row++)
    {
      gsize n = 0;

      for (guint32 i = self->first_owners[row]; i < self->first_owners[row + 1]; i++)
        n += self->trace->cost_owners[self->owners[i]].n_points;
      n_most = MAX (n_most, n);
      n_all += n;
    }

  return MIN (n_all, n_most * dwell_parallel_get_n_threads ()) *
         (2 * sizeof (DwellKeyed) + sizeof (DwellCostPoint));
}

/**
 * dwell_costs_new:
 * @trace: (transfer none): a trace, with or without cost points
 * @context: the context of the rows, including the contexts below it; %DWELL_NONE for all
 * @cancellable: (nullable): a cancellable
 *
 * Returns: (transfer full) (nullable): the rows, in order of area; %NULL when cancelled, or if
 *   there is too little memory, also for the points of the row with the most points
 */
DwellCosts *
dwell_costs_new (DwellTrace   *trace,
                 guint32       context,
                 GCancellable *cancellable)
{
  g_autoptr(DwellCosts) self = g_new0 (DwellCosts, 1);
  gsize n_bytes = count_row_bytes (trace);

  g_atomic_ref_count_init (&self->ref_count);
  self->trace = dwell_trace_ref (trace);
  self->size_factor = 1;
  self->groups = g_array_new (FALSE, FALSE, sizeof (Group));
  if (!dwell_memory_claim (n_bytes, NULL))
    return NULL;

  sort_owners (self, context);
  dwell_memory_release (n_bytes);

  n_bytes = count_point_bytes (self);
  if (g_cancellable_is_cancelled (cancellable) || !dwell_memory_claim (n_bytes, NULL))
    return NULL;

  dwell_parallel_for ((self->n_rows + PORTION - 1) / PORTION, sum_portion, self);
  set_shares (self);
  dwell_memory_release (n_bytes);
  return g_cancellable_is_cancelled (cancellable) ? NULL : g_steal_pointer (&self);
}

static guint64
scale_size (const DwellCosts *self,
            guint64           size)
{
  return dwell_wide_narrow ((DwellWide) size * self->size_factor);
}

/**
 * dwell_costs_count_bytes:
 * @self: new costs, which nobody else uses yet
 *
 * Converts sizes from cells to bytes, if the size of a cell is known.
 */
void
dwell_costs_count_bytes (DwellCosts *self)
{
  g_return_if_fail (self->size_factor == 1);

  self->size_factor = MAX (self->trace->size_bytes, 1);

  for (guint i = 0; i < self->n_rows; i++)
    if (self->rows[i].n_points > 0)
      {
        self->rows[i].min_size = scale_size (self, self->rows[i].min_size);
        self->rows[i].max_size = scale_size (self, self->rows[i].max_size);
      }
}

/**
 * dwell_costs_get_size_bytes:
 * @self: costs
 *
 * Returns: how many bytes a size of 1 stands for; 0: not known
 */
guint32
dwell_costs_get_size_bytes (const DwellCosts *self)
{
  return self->trace->size_bytes / self->size_factor;
}

/**
 * dwell_costs_ref:
 * @self: costs
 *
 * Returns: (transfer full): @self, with one more reference
 */
DwellCosts *
dwell_costs_ref (DwellCosts *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_costs_unref:
 * @self: (transfer full): costs
 *
 * Drops a reference; frees the memory with the last one.
 */
void
dwell_costs_unref (DwellCosts *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  dwell_big_free (self->rows);
  dwell_big_free (self->area_rows);
  dwell_big_free (self->first_owners);
  dwell_big_free (self->owners);
  g_array_unref (self->groups);
  dwell_trace_unref (self->trace);
  g_free (self);
}

/**
 * dwell_costs_get_trace:
 * @self: costs
 *
 * Returns: (transfer none): their trace
 */
DwellTrace *
dwell_costs_get_trace (DwellCosts *self)
{
  return self->trace;
}

/**
 * dwell_costs_get_n_rows:
 * @self: costs
 *
 * Returns: how many rows there are
 */
guint
dwell_costs_get_n_rows (const DwellCosts *self)
{
  return self->n_rows;
}

/**
 * dwell_costs_get_row:
 * @self: costs
 * @row: the number of a row, in order of area
 *
 * Returns: (transfer none): the row
 */
const DwellCostRow *
dwell_costs_get_row (const DwellCosts *self,
                     guint             row)
{
  g_return_val_if_fail (row < self->n_rows, NULL);

  return &self->rows[row];
}

/**
 * dwell_costs_find_row:
 * @self: costs
 * @area: a routine
 *
 * Returns: its row; %G_MAXUINT if it has none
 */
guint
dwell_costs_find_row (const DwellCosts *self,
                      guint32           area)
{
  g_return_val_if_fail (area < self->trace->n_areas, G_MAXUINT);

  return self->area_rows[area];
}

/**
 * dwell_costs_get_total:
 * @self: costs
 * @row: a row
 *
 * Returns: the cost of everything that was measured together with @row, which is 100 % for shares;
 *   0 if not known
 */
DwellWide
dwell_costs_get_total (const DwellCosts *self,
                       guint             row)
{
  const Group *group = get_group (self, self->trace->areas[self->rows[row].area].module);

  return group != NULL ? group->total : 0;
}

/* A stored point with its squares converted: @m2, @self_m2 are its variances multiplied by
 * calls. */
static void
load_point (const DwellTrace *trace,
            guint32           number,
            DwellCostPoint   *point)
{
  guint64 calls = dwell_trace_get_point (trace, DWELL_COST_CALLS, number);
  guint64 sum = dwell_trace_get_point (trace, DWELL_COST_SUM, number);
  guint64 self = dwell_trace_get_point (trace, DWELL_COST_SELF, number);
  double input = (double) dwell_packed_get (trace->point_size, number) * (double) calls;
  guint flags = (guint) dwell_packed_get (trace->point_flags, number);

  *point = (DwellCostPoint) {
    .size = dwell_packed_get (trace->point_size, number),
    .known = (guint32) dwell_packed_get (trace->point_known, number),
    .min = dwell_trace_get_point (trace, DWELL_COST_MIN, number),
    .max = dwell_trace_get_point (trace, DWELL_COST_MAX, number),
    .self_min = dwell_trace_get_point (trace, DWELL_COST_SELF_MIN, number),
    .self_max = dwell_trace_get_point (trace, DWELL_COST_SELF_MAX, number),
    .calls = calls,
    .sum = sum,
    .real = dwell_trace_get_point (trace, DWELL_COST_REAL, number),
    .self = self,
    .variance = NAN,
    .self_variance = NAN,
    .syscall = NAN,
    .thread = NAN,
  };

  if (point->known & (1u << DWELL_COST_SQUARES))
    dwell_squares_solve (calls, sum, point->max,
                         dwell_trace_get_point (trace, DWELL_COST_SQUARES, number),
                         flags & DWELL_COST_SQUARES_ARE_DOUBLE, &point->variance);
  if (point->known & (1u << DWELL_COST_SELF_SQUARES))
    dwell_squares_solve (calls, self, point->self_max,
                         dwell_trace_get_point (trace, DWELL_COST_SELF_SQUARES, number),
                         flags & DWELL_COST_SELF_SQUARES_ARE_DOUBLE, &point->self_variance);
  if (point->known & (1u << DWELL_COST_SYSCALL) && input > 0)
    point->syscall = (double) dwell_trace_get_point (trace, DWELL_COST_SYSCALL, number) / input;
  if (point->known & (1u << DWELL_COST_THREAD) && input > 0)
    point->thread = (double) dwell_trace_get_point (trace, DWELL_COST_THREAD, number) / input;
}

/* The variance of two populations combined (Chan, Golub, LeVeque 1979). */
static double
merge_variances (double variance,
                 double calls,
                 double sum,
                 double other_variance,
                 double other_calls,
                 double other_sum)
{
  double all = calls + other_calls;
  double distance = other_sum / other_calls - sum / calls;

  return (variance * calls + other_variance * other_calls +
          distance * distance * calls * other_calls / all) / all;
}

static double
merge_parts (double part,
             double calls,
             double other_part,
             double other_calls)
{
  return (part * calls + other_part * other_calls) / (calls + other_calls);
}

/* Makes a point from all values of one size. */
static void
merge_point (DwellCostPoint       *point,
             const DwellCostPoint *other)
{
  double calls = (double) point->calls;
  double other_calls = (double) other->calls;

  point->variance = merge_variances (point->variance, calls, (double) point->sum,
                                     other->variance, other_calls, (double) other->sum);
  point->self_variance = merge_variances (point->self_variance, calls, (double) point->self,
                                          other->self_variance, other_calls,
                                          (double) other->self);
  point->syscall = merge_parts (point->syscall, calls, other->syscall, other_calls);
  point->thread = merge_parts (point->thread, calls, other->thread, other_calls);
  point->known &= other->known;
  point->min = MIN (point->min, other->min);
  point->max = MAX (point->max, other->max);
  point->self_min = MIN (point->self_min, other->self_min);
  point->self_max = MAX (point->self_max, other->self_max);
  point->calls += other->calls;
  point->sum += other->sum;
  point->real += other->real;
  point->self += other->self;
}

/* The points of the owners @owners, merged by size. */
static DwellCostPoints *
merge_owners (const DwellTrace *trace,
              const guint32    *owners,
              guint32           n_owners,
              guint32           n_points)
{
  DwellCostPoints *merged = g_new0 (DwellCostPoints, 1);
  DwellKeyed *order = dwell_big_alloc (2 * (gsize) n_points * sizeof *order);
  guint32 n = 0;

  for (guint32 i = 0; i < n_owners; i++)
    {
      const DwellCostOwner *owner = &trace->cost_owners[owners[i]];

      for (guint32 p = owner->first_point; p < owner->first_point + owner->n_points; p++)
        order[n++] = (DwellKeyed) { dwell_packed_get (trace->point_size, p), p };
    }

  dwell_sort_keyed (order, order + n, n);
  merged->points = g_new (DwellCostPoint, MAX (n, 1));

  for (guint32 i = 0; i < n; i++)
    {
      DwellCostPoint *last = &merged->points[merged->n_points - (merged->n_points > 0)];
      DwellCostPoint point;

      load_point (trace, order[i].value, &point);
      if (merged->n_points > 0 && last->size == point.size)
        merge_point (last, &point);
      else
        merged->points[merged->n_points++] = point;
    }

  dwell_big_free (order);
  return merged;
}

/**
 * dwell_costs_get_points:
 * @self: costs
 * @row: a row
 *
 * Takes time linear in the points of the row: the main thread may call it except for huge rows.
 *
 * Returns: (transfer full): the points of the row by size, merged over contexts and stack nodes
 */
DwellCostPoints *
dwell_costs_get_points (const DwellCosts *self,
                        guint             row)
{
  DwellCostPoints *points;
  guint32 first;

  g_return_val_if_fail (row < self->n_rows, NULL);

  first = self->first_owners[row];
  points = merge_owners (self->trace, self->owners + first, self->first_owners[row + 1] - first,
                         self->rows[row].n_points);
  for (guint i = 0; i < points->n_points; i++)
    points->points[i].size = scale_size (self, points->points[i].size);
  return points;
}

/**
 * dwell_cost_points_free:
 * @self: (transfer full): points
 */
void
dwell_cost_points_free (DwellCostPoints *self)
{
  g_free (self->points);
  g_free (self);
}

/**
 * dwell_costs_rank:
 * @self: costs
 * @is_self: whether costs without callees count
 *
 * Returns: (transfer full): the numbers of all rows, the most expensive first; ties by area
 */
guint32 *
dwell_costs_rank (const DwellCosts *self,
                  gboolean          is_self)
{
  g_autoptr(DwellArrangement) arrangement = dwell_arrangement_new ();
  guint n_rows = dwell_costs_get_n_rows (self);

  for (guint row = 0; row < n_rows; row++)
    {
      DwellWide cost = dwell_cost_row_get_cost (dwell_costs_get_row (self, row), is_self);
      DwellCellValue cell = dwell_cell_wide (DWELL_CELL_COUNT, cost, TRUE);

      dwell_arrangement_add (arrangement, row, &cell);
    }

  return g_memdup2 (dwell_arrangement_sort (arrangement, TRUE), n_rows * sizeof (guint32));
}
