/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns are appended as they come; at the end the order of all points is found (a counting sort
 * by owner, then each owner's by size, on all processors), equal sizes are merged, and every column
 * is gathered in that order, a column a worker. Where all is in order already, nothing moves. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-parallel.h"
#include "core/dwell-sort.h"
#include "core/dwell-squares.h"
#include "core/dwell-wide.h"
#include "formats/aprof/dwell-aprof-points.h"

/* Owners whose points a worker sorts at a time. */
#define PORTION 1024

void
dwell_aprof_points_init (DwellAprofPoints *self,
                         DwellBuilder     *builder)
{
  self->builder = builder;
  self->owners = dwell_column_new (sizeof (guint32));
}

void
dwell_aprof_points_clear (DwellAprofPoints *self)
{
  dwell_column_unref (self->owners);
}

/**
 * dwell_aprof_points_append:
 * @self: points
 * @block: a parsed block
 * @error: %DWELL_ERROR_LIMIT
 *
 * Returns: whether there was room
 */
gboolean
dwell_aprof_points_append (DwellAprofPoints       *self,
                           const DwellAprofBlock  *block,
                           GError                **error)
{
  DwellBuilder *builder = self->builder;
  gsize first = builder->point_size->n;
  gsize n = block->n_points;

  if (!dwell_column_has_room (builder->point_size, n))
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_LIMIT,
                           _("there are more cost points than Dwell can number"));
      return FALSE;
    }

  dwell_column_append (builder->point_size, block->sizes, n);
  dwell_column_append (builder->point_known, block->known, n);
  dwell_column_append (builder->point_flags, block->flags, n);

  for (guint i = 0; i < DWELL_N_COST_COLUMNS; i++)
    {
      DwellColumn *column = builder->point_columns[i];

      /* Points that did not know it have zeros, as fresh memory has. */
      if ((block->known_anywhere & (1u << i)) == 0)
        continue;

      dwell_column_reserve (column, first - column->n);
      column->n = first;
      dwell_column_append (column, block->values[i], n);
    }

  return TRUE;
}

void
dwell_aprof_points_own (DwellAprofPoints *self,
                        guint32           n,
                        guint32           owner)
{
  guint32 *place;

  dwell_column_reserve (self->owners, n);
  place = &dwell_column_index (self->owners, guint32, self->owners->n);
  self->owners->n += n;

  for (guint32 i = 0; i < n; i++)
    place[i] = owner;
}

/* Points in the order that the trace wants. Owners are ranked: routines first. */
typedef struct {
  DwellBuilder  *builder;
  guint32        n;
  guint32        n_ranks;
  guint32       *first;    /* by rank, and one more: into order */
  guint32       *order;    /* numbers of points as they came */
  DwellColumn  **columns[DWELL_N_COST_COLUMNS + 3]; /* those that hold something */
  guint          n_columns;
  guint32        merged_rank; /* of the first points that were merged */
} Sorting;

static void
sort_by_owner (Sorting       *sorting,
               const guint32 *owners,
               const guint32 *ranks)
{
  guint32 place = 0;

  for (guint32 i = 0; i < sorting->n; i++)
    sorting->first[ranks[owners[i]]]++;

  for (guint32 i = 0; i <= sorting->n_ranks; i++)
    {
      guint32 n_here = sorting->first[i];

      sorting->first[i] = place;
      place += n_here;
    }

  for (guint32 i = 0; i < sorting->n; i++)
    sorting->order[sorting->first[ranks[owners[i]]]++] = i;

  /* Each now stands at its end, which is where the next begins. */
  memmove (sorting->first + 1, sorting->first, sorting->n_ranks * sizeof (guint32));
  sorting->first[0] = 0;
}

static void
sort_owner (Sorting    *sorting,
            guint32     rank,
            DwellKeyed *room)
{
  const guint64 *sizes = sorting->builder->point_size->data;
  guint32 *order = sorting->order + sorting->first[rank];
  guint32 n = sorting->first[rank + 1] - sorting->first[rank];
  gboolean is_rising = TRUE;
  DwellKeyed *keyed = room;

  for (guint32 i = 1; i < n && is_rising; i++)
    is_rising = sizes[order[i - 1]] <= sizes[order[i]];

  if (is_rising)
    return;

  if (n > PORTION)
    keyed = dwell_big_alloc (2 * (gsize) n * sizeof *keyed);

  for (guint32 i = 0; i < n; i++)
    keyed[i] = (DwellKeyed) { sizes[order[i]], order[i] };

  dwell_sort_keyed (keyed, keyed + n, n);

  for (guint32 i = 0; i < n; i++)
    order[i] = keyed[i].value;

  if (n > PORTION)
    dwell_big_free (keyed);
}

static void
sort_portion (guint    job,
              gpointer user_data)
{
  Sorting *sorting = user_data;
  DwellKeyed *room = dwell_big_alloc (2 * PORTION * sizeof *room);
  guint32 end = MIN ((job + 1) * PORTION, sorting->n_ranks);

  for (guint32 rank = job * PORTION; rank < end; rank++)
    sort_owner (sorting, rank, room);

  dwell_big_free (room);
}

static guint64 *
get_place (DwellBuilder    *builder,
           DwellCostColumn  column,
           guint32          point)
{
  return &dwell_column_index (builder->point_columns[column], guint64, point);
}

static gboolean
both_know (DwellBuilder    *builder,
           DwellCostColumn  column,
           guint32          point,
           guint32          other)
{
  const guint32 *known = builder->point_known->data;

  return (known[point] & known[other] & (1u << column)) != 0;
}

/* The sum of squares as a real number: what wrapped is recovered; NAN if that cannot be. */
static double
get_squares (DwellBuilder *builder,
             gboolean      is_self,
             guint32       point,
             gboolean     *is_plain)
{
  guint flag = is_self ? DWELL_COST_SELF_SQUARES_ARE_DOUBLE : DWELL_COST_SQUARES_ARE_DOUBLE;
  gboolean is_double = (dwell_column_index (builder->point_flags, guint8, point) & flag) != 0;
  guint64 calls = *get_place (builder, DWELL_COST_CALLS, point);
  guint64 sum = *get_place (builder, is_self ? DWELL_COST_SELF : DWELL_COST_SUM, point);
  guint64 max = *get_place (builder, is_self ? DWELL_COST_SELF_MAX : DWELL_COST_MAX, point);
  guint64 squares = *get_place (builder, is_self ? DWELL_COST_SELF_SQUARES : DWELL_COST_SQUARES,
                                point);
  double variance;
  DwellSquares state = dwell_squares_solve (calls, sum, max, squares, is_double, &variance);

  *is_plain = state == DWELL_SQUARES_GOOD && !is_double && (calls > 1 || sum <= G_MAXUINT32);
  return variance * (double) calls + (double) sum * ((double) sum / (double) calls);
}

static void
merge_squares (DwellBuilder *builder,
               gboolean      is_self,
               guint32       point,
               guint32       other)
{
  DwellCostColumn column = is_self ? DWELL_COST_SELF_SQUARES : DWELL_COST_SQUARES;
  guint flag = is_self ? DWELL_COST_SELF_SQUARES_ARE_DOUBLE : DWELL_COST_SQUARES_ARE_DOUBLE;
  guint8 *flags = &dwell_column_index (builder->point_flags, guint8, point);
  gboolean is_plain;
  gboolean other_is_plain;
  double sum;

  if (!both_know (builder, column, point, other))
    return;

  sum = get_squares (builder, is_self, point, &is_plain) +
        get_squares (builder, is_self, other, &other_is_plain);

  if (is_plain && other_is_plain &&
      !__builtin_add_overflow (*get_place (builder, column, point),
                               *get_place (builder, column, other),
                               get_place (builder, column, point)))
    return;

  *flags |= (guint8) flag;
  memcpy (get_place (builder, column, point), &sum, sizeof sum);
}

static void
merge_column (DwellBuilder    *builder,
              DwellCostColumn  column,
              guint32          point,
              guint32          other)
{
  guint64 *place;
  guint64 value;

  if (!both_know (builder, column, point, other))
    return;

  place = get_place (builder, column, point);
  value = *get_place (builder, column, other);

  if (column == DWELL_COST_MIN || column == DWELL_COST_SELF_MIN)
    *place = MIN (*place, value);
  else if (column == DWELL_COST_MAX || column == DWELL_COST_SELF_MAX)
    *place = MAX (*place, value);
  else if (column != DWELL_COST_SQUARES && column != DWELL_COST_SELF_SQUARES)
    *place = dwell_wide_narrow ((DwellWide) *place + value);
}

/* Of one owner and size: @other goes into @point. */
static void
merge_points (DwellBuilder *builder,
              guint32       point,
              guint32       other)
{
  guint32 *known = builder->point_known->data;
  guint8 *flags = builder->point_flags->data;

  merge_squares (builder, FALSE, point, other);
  merge_squares (builder, TRUE, point, other);
  for (guint i = 0; i < DWELL_N_COST_COLUMNS; i++)
    merge_column (builder, (DwellCostColumn) i, point, other);

  known[point] &= known[other];
  flags[point] |= flags[other] & DWELL_COST_SUM_IS_OF_AVERAGES;
}

/* Leaves in the order one point of each owner and size. Returns: how many others there were. */
static guint32
merge_equal (Sorting *sorting)
{
  const guint64 *sizes = sorting->builder->point_size->data;
  guint32 n = 0;

  for (guint32 rank = 0; rank < sorting->n_ranks; rank++)
    {
      guint32 begin = sorting->first[rank];

      sorting->first[rank] = n;
      for (guint32 i = begin; i < sorting->first[rank + 1]; i++)
        {
          guint32 point = sorting->order[i];

          if (n > sorting->first[rank] && sizes[sorting->order[n - 1]] == sizes[point])
            {
              merge_points (sorting->builder, sorting->order[n - 1], point);
              sorting->merged_rank = MIN (sorting->merged_rank, rank);
            }
          else
            sorting->order[n++] = point;
        }
    }

  sorting->first[sorting->n_ranks] = n;
  return sorting->n - n;
}

static gboolean
is_identity (const Sorting *sorting)
{
  guint32 i = 0;

  while (i < sorting->n && sorting->order[i] == i)
    i++;

  return i == sorting->n;
}

/* A column in the new order takes the place of the old one. */
static void
gather (guint    job,
        gpointer user_data)
{
  const Sorting *sorting = user_data;
  DwellColumn *old = *sorting->columns[job];
  DwellColumn *fresh = dwell_column_new_with_max (old->element_size, sorting->n);
  guint32 n = sorting->first[sorting->n_ranks];

  dwell_column_reserve (fresh, n);
  fresh->n = n;

  for (guint32 i = 0; i < n; i++)
    switch (old->element_size)
      {
      case sizeof (guint64):
        dwell_column_index (fresh, guint64, i) = dwell_column_index (old, guint64,
                                                                     sorting->order[i]);
        break;

      case sizeof (guint32):
        dwell_column_index (fresh, guint32, i) = dwell_column_index (old, guint32,
                                                                     sorting->order[i]);
        break;

      default:
        dwell_column_index (fresh, guint8, i) = dwell_column_index (old, guint8,
                                                                    sorting->order[i]);
        break;
      }

  *sorting->columns[job] = fresh;
  dwell_column_unref (old);
}

/* Columns that some point knows, as long as all the others. */
static void
list_columns (Sorting *sorting)
{
  DwellBuilder *builder = sorting->builder;

  sorting->columns[sorting->n_columns++] = &builder->point_size;
  sorting->columns[sorting->n_columns++] = &builder->point_known;
  sorting->columns[sorting->n_columns++] = &builder->point_flags;

  for (guint i = 0; i < DWELL_N_COST_COLUMNS; i++)
    {
      DwellColumn *column = builder->point_columns[i];

      if (column->n == 0)
        continue;

      dwell_column_reserve (column, sorting->n - column->n);
      column->n = sorting->n;
      sorting->columns[sorting->n_columns++] = &builder->point_columns[i];
    }
}

/* Where the owner @number is told. */
static guint64
get_line (const DwellAprofOwners *owners,
          guint32                 number)
{
  const DwellAprofOwner *owner = &dwell_column_index (owners->owners, DwellAprofOwner, number);

  return owner->is_context
         ? dwell_column_index (owners->contexts, DwellAprofContextEntry, owner->entry).line
         : dwell_column_index (owners->routines, DwellAprofRoutineEntry, owner->entry).line;
}

/* @by_rank: owners */
static void
sort_points (DwellAprofPoints       *self,
             const DwellAprofOwners *owners,
             Sorting                *sorting,
             const guint32          *ranks,
             const guint32          *by_rank)
{
  guint32 n_merged;

  sorting->merged_rank = DWELL_NONE;
  list_columns (sorting);
  sort_by_owner (sorting, self->owners->data, ranks);
  dwell_parallel_for ((sorting->n_ranks + PORTION - 1) / PORTION, sort_portion, sorting);

  n_merged = merge_equal (sorting);
  if (n_merged > 0)
    dwell_problems_add_n (self->builder->problems, n_merged, DWELL_SEVERITY_INFO, "duplicate-size",
                          get_line (owners, by_rank[sorting->merged_rank]), -1,
                          _("A routine has several points of one size: they are merged"));

  if (n_merged > 0 || !is_identity (sorting))
    dwell_parallel_for (sorting->n_columns, gather, sorting);
}

static gint64
add_saturated (gint64  a,
               guint64 b)
{
  return (gint64) MIN ((guint64) a + MIN (b, (guint64) G_MAXINT64), (guint64) G_MAXINT64);
}

/* What the points of a stack node add up to. */
static void
weigh_node (DwellBuilder         *builder,
            const DwellCostOwner *owner,
            guint32               node)
{
  for (guint32 i = owner->first_point; i < owner->first_point + owner->n_points; i++)
    {
      guint32 known = dwell_column_index (builder->point_known, guint32, i);
      gint64 *total = &dwell_column_index (builder->node_total, gint64, node);
      gint64 *self = &dwell_column_index (builder->node_self, gint64, node);

      dwell_column_index (builder->node_count, guint64, node) +=
        *get_place (builder, DWELL_COST_CALLS, i);
      *total = add_saturated (*total, *get_place (builder, DWELL_COST_SUM, i));

      if (known & (1u << DWELL_COST_SELF))
        *self = add_saturated (*self, *get_place (builder, DWELL_COST_SELF, i));
      else
        builder->node_selves_are_unknown = TRUE;
    }
}

/* Routines in the order of the file, then contexts. A routine that has no points anywhere is an
 * owner of none. Returns: (transfer full): by owner; @n_ranks: how many */
static guint32 *
rank_owners (DwellAprofOwners *owners,
             guint32          *n_ranks)
{
  guint32 *ranks;

  *n_ranks = 0;
  for (guint32 i = 0; i < owners->contexts->n; i++)
    {
      const DwellAprofContextEntry *context =
        &dwell_column_index (owners->contexts, DwellAprofContextEntry, i);

      if (context->owner != DWELL_NONE)
        dwell_column_index (owners->routines, DwellAprofRoutineEntry,
                            context->routine).has_context_points = TRUE;
    }

  for (guint32 i = 0; i < owners->routines->n; i++)
    {
      DwellAprofRoutineEntry *routine =
        &dwell_column_index (owners->routines, DwellAprofRoutineEntry, i);
      DwellAprofOwner owner = { i, FALSE };

      if (routine->owner != DWELL_NONE || routine->has_context_points)
        continue;

      routine->owner = (guint32) owners->owners->n;
      dwell_column_append (owners->owners, &owner, 1);
    }

  ranks = dwell_big_alloc (owners->owners->n * sizeof (guint32));
  for (guint32 i = 0; i < owners->routines->n; i++)
    {
      guint32 owner = dwell_column_index (owners->routines, DwellAprofRoutineEntry, i).owner;

      if (owner != DWELL_NONE)
        ranks[owner] = (*n_ranks)++;
    }

  for (guint32 i = 0; i < owners->contexts->n; i++)
    {
      guint32 owner = dwell_column_index (owners->contexts, DwellAprofContextEntry, i).owner;

      if (owner != DWELL_NONE)
        ranks[owner] = (*n_ranks)++;
    }

  return ranks;
}

static void
add_owner (DwellBuilder     *builder,
           DwellAprofOwners *owners,
           const Sorting    *sorting,
           guint32           rank,
           guint32           number,
           guint32           thread)
{
  const DwellAprofOwner *owner = &dwell_column_index (owners->owners, DwellAprofOwner, number);
  const DwellAprofContextEntry *context =
    owner->is_context ? &dwell_column_index (owners->contexts, DwellAprofContextEntry,
                                             owner->entry) : NULL;
  const DwellAprofRoutineEntry *routine =
    &dwell_column_index (owners->routines, DwellAprofRoutineEntry,
                         context != NULL ? context->routine : owner->entry);
  DwellCostOwner *added = &dwell_column_index (builder->cost_owners, DwellCostOwner, rank);

  *added = (DwellCostOwner) {
    .area = routine->area,
    .node = context != NULL ? context->node : DWELL_NONE,
    .context = thread,
    .first_point = sorting->first[rank],
    .n_points = sorting->first[rank + 1] - sorting->first[rank],
    .id = routine->id,
    .is_favourite = context != NULL ? context->is_favourite : routine->is_favourite,
  };

  if (context != NULL)
    weigh_node (builder, added, context->node);
}

/**
 * dwell_aprof_points_finish:
 * @self: all points
 * @owners: their owners, finished, with stack nodes
 * @thread: context of the trace that they ran in
 * @error: %DWELL_ERROR_LIMIT
 *
 * Returns: whether there was room
 */
gboolean
dwell_aprof_points_finish (DwellAprofPoints  *self,
                           DwellAprofOwners  *owners,
                           guint32            thread,
                           GError           **error)
{
  Sorting sorting = { .builder = self->builder, .n = (guint32) self->builder->point_size->n };
  guint32 *ranks = rank_owners (owners, &sorting.n_ranks);
  DwellColumn *cost_owners = self->builder->cost_owners;
  gboolean has_room = dwell_column_has_room (cost_owners, sorting.n_ranks);
  guint32 *by_rank;

  if (has_room)
    {
      sorting.first = dwell_big_alloc ((sorting.n_ranks + 1) * sizeof (guint32));
      sorting.order = dwell_big_alloc ((gsize) sorting.n * sizeof (guint32));
      by_rank = dwell_big_alloc (sorting.n_ranks * sizeof (guint32));
      for (guint32 i = 0; i < sorting.n_ranks; i++)
        by_rank[ranks[i]] = i;

      sort_points (self, owners, &sorting, ranks, by_rank);

      dwell_column_reserve (cost_owners, sorting.n_ranks);
      cost_owners->n = sorting.n_ranks;
      for (guint32 i = 0; i < sorting.n_ranks; i++)
        add_owner (self->builder, owners, &sorting, i, by_rank[i], thread);

      dwell_big_free (by_rank);
      dwell_big_free (sorting.first);
      dwell_big_free (sorting.order);
    }
  else
    g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_LIMIT,
                         _("there are more routines and contexts than Dwell can number"));

  dwell_big_free (ranks);
  return has_room;
}
