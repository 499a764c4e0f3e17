/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorts the points of a report by owner and size, and merges equal sizes.
 *
 * The points are appended as they come. At the end, a counting sort by owner and, on all
 * processors, a sort of each owner's points by size give the order. Then each column is gathered
 * in that order by one worker, because packed columns cannot be changed in place. Points that
 * are sorted already are not moved. */
#include "config.h"

#include "formats/aprof/dwell-aprof-points.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-parallel.h"
#include "core/dwell-sort.h"
#include "formats/aprof/dwell-aprof-merge.h"

/* The number of owners that a worker sorts at a time. */
#define PORTION 1024

/**
 * dwell_aprof_points_init:
 * @self: (out): uninitialised memory
 * @builder: the builder of the trace, which gets the points; must outlive @self
 */
void
dwell_aprof_points_init (DwellAprofPoints *self,
                         DwellBuilder     *builder)
{
  self->builder = builder;
  self->owners = dwell_packed_new (builder->point_size->n_max);
}

/**
 * dwell_aprof_points_clear:
 * @self: points
 *
 * Frees what @self owns.
 */
void
dwell_aprof_points_clear (DwellAprofPoints *self)
{
  dwell_packed_unref (self->owners);
}

/**
 * dwell_aprof_points_append:
 * @self: points
 * @block: a parsed block
 * @error: %DWELL_ERROR_LIMIT
 *
 * Appends all points of a block. dwell_aprof_points_set_owner() then sets their owners.
 *
 * Returns: %FALSE if there are too many points
 */
gboolean
dwell_aprof_points_append (DwellAprofPoints       *self,
                           const DwellAprofBlock  *block,
                           GError                **error)
{
  DwellBuilder *builder = self->builder;
  gsize first = builder->point_size->n;
  gsize n = block->n_points;

  if (!dwell_packed_has_room (builder->point_size, n))
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_LIMIT,
                           _("there are more cost points than Dwell can handle"));
      return FALSE;
    }

  dwell_packed_append (builder->point_size, block->sizes, n);
  dwell_packed_append (builder->point_known, block->known, n);
  dwell_packed_append (builder->point_flags, block->flags, n);

  for (guint i = 0; i < DWELL_N_COST_COLUMNS; i++)
    {
      DwellPacked *column = builder->point_columns[i];

      if ((block->known_anywhere & (1u << i)) == 0)
        continue;

      /* Earlier points lack this column: they get zeros. */
      dwell_packed_repeat (column, 0, first - column->n);
      dwell_packed_append (column, block->values[i], n);
    }

  return TRUE;
}

/**
 * dwell_aprof_points_set_owner:
 * @self: points
 * @n: how many points
 * @owner: their owner, from dwell_aprof_owners_get()
 *
 * Sets the owner of the next @n points that have none yet.
 */
void
dwell_aprof_points_set_owner (DwellAprofPoints *self,
                              guint32           n,
                              guint32           owner)
{
  dwell_packed_repeat (self->owners, owner, n);
}

typedef struct {
  DwellPacked **packed; /* a column of the builder */
  gsize         offset; /* in a DwellAprofPoint */
} Column;

/* The order of the points in the trace. The rank of an owner is its place in it: routines first. */
typedef struct {
  DwellBuilder *builder;
  guint32       n;
  guint32       n_ranks;
  guint32      *first;    /* by rank, with an end: index into order */
  guint32      *order;    /* indexes of points as they came; from n on: n + index into merged */
  DwellColumn  *merged;   /* DwellAprofPoint */
  Column        columns[DWELL_N_COST_COLUMNS + 3]; /* without empty columns */
  guint         n_columns;
  guint32       merged_rank; /* the first owner with merged points */
} Sorting;

static guint64 *
get_place (DwellAprofPoint *point,
           const Column    *column)
{
  return (guint64 *) (gpointer) ((char *) point + column->offset);
}

static void
sort_by_owner (Sorting           *sorting,
               const DwellPacked *owners,
               const guint32     *ranks)
{
  guint32 place = 0;

  for (guint32 i = 0; i < sorting->n; i++)
    sorting->first[ranks[dwell_packed_get (owners, i)]]++;

  for (guint32 i = 0; i <= sorting->n_ranks; i++)
    {
      guint32 n_here = sorting->first[i];

      sorting->first[i] = place;
      place += n_here;
    }

  for (guint32 i = 0; i < sorting->n; i++)
    sorting->order[sorting->first[ranks[dwell_packed_get (owners, i)]]++] = i;

  /* Each first[i] is now the end of its owner, and so the start of the next. */
  memmove (sorting->first + 1, sorting->first, sorting->n_ranks * sizeof (guint32));
  sorting->first[0] = 0;
}

static void
sort_owner (Sorting    *sorting,
            guint32     rank,
            DwellKeyed *room)
{
  const DwellPacked *sizes = sorting->builder->point_size;
  guint32 *order = sorting->order + sorting->first[rank];
  guint32 n = sorting->first[rank + 1] - sorting->first[rank];
  gboolean is_rising = TRUE;
  DwellKeyed *keyed = room;

  for (guint32 i = 1; i < n && is_rising; i++)
    is_rising = dwell_packed_get (sizes, order[i - 1]) <= dwell_packed_get (sizes, order[i]);

  if (is_rising)
    return;

  if (n > PORTION)
    keyed = dwell_big_alloc (2 * (gsize) n * sizeof *keyed);

  for (guint32 i = 0; i < n; i++)
    keyed[i] = (DwellKeyed) { dwell_packed_get (sizes, order[i]), order[i] };

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

/* Reads the point @number, in the order of the file. */
static void
load_point (const Sorting   *sorting,
            guint32          number,
            DwellAprofPoint *point)
{
  memset (point, 0, sizeof *point);

  for (guint i = 0; i < sorting->n_columns; i++)
    *get_place (point, &sorting->columns[i]) = dwell_packed_get (*sorting->columns[i].packed,
                                                                 number);
}

/* Merges the point @number into the one at @place of the order, which has the same owner and
 * size. */
static void
merge (Sorting *sorting,
       guint32  place,
       guint32  number)
{
  DwellAprofPoint other;

  if (sorting->order[place] < sorting->n)
    {
      if (!dwell_builder_reserve (sorting->builder, sorting->merged, 1))
        return;

      load_point (sorting, sorting->order[place], &other);
      sorting->order[place] = sorting->n + (guint32) sorting->merged->n;
      dwell_column_append (sorting->merged, &other, 1);
    }

  load_point (sorting, number, &other);
  dwell_aprof_point_merge (&dwell_column_index (sorting->merged, DwellAprofPoint,
                                                sorting->order[place] - sorting->n), &other);
}

/* Leaves one point of each owner and size in the order. Returns how many were merged into
 * others. */
static guint32
merge_equal (Sorting *sorting)
{
  const DwellPacked *sizes = sorting->builder->point_size;
  guint32 n = 0;

  for (guint32 rank = 0; rank < sorting->n_ranks; rank++)
    {
      guint32 begin = sorting->first[rank];
      guint64 last_size = 0;

      sorting->first[rank] = n;
      for (guint32 i = begin; i < sorting->first[rank + 1]; i++)
        {
          guint32 number = sorting->order[i];
          guint64 size = dwell_packed_get (sizes, number);

          if (n > sorting->first[rank] && last_size == size)
            {
              merge (sorting, n - 1, number);
              sorting->merged_rank = MIN (sorting->merged_rank, rank);
            }
          else
            sorting->order[n++] = number;

          last_size = size;
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

/* Replaces a column by a copy in the new order. */
static void
gather (guint    job,
        gpointer user_data)
{
  const Sorting *sorting = user_data;
  const Column *column = &sorting->columns[job];
  DwellPacked *old = *column->packed;
  DwellPacked *fresh = dwell_packed_new (sorting->n);
  guint32 n = sorting->first[sorting->n_ranks];
  guint64 values[DWELL_PACKED_BLOCK];

  for (guint32 first = 0; first < n; first += DWELL_PACKED_BLOCK)
    {
      guint32 n_here = MIN (n - first, DWELL_PACKED_BLOCK);

      for (guint32 i = 0; i < n_here; i++)
        {
          guint32 number = sorting->order[first + i];

          values[i] = number < sorting->n
                      ? dwell_packed_get (old, number)
                      : *get_place (&dwell_column_index (sorting->merged, DwellAprofPoint,
                                                         number - sorting->n), column);
        }
      dwell_packed_append (fresh, values, n_here);
    }

  dwell_packed_finish (fresh);
  *column->packed = fresh;
  dwell_packed_unref (old);
}

static void
add_column (Sorting      *sorting,
            DwellPacked **packed,
            gsize         offset)
{
  if ((*packed)->n == 0)
    return;

  dwell_packed_repeat (*packed, 0, sorting->n - (*packed)->n);
  dwell_packed_finish (*packed);
  sorting->columns[sorting->n_columns++] = (Column) { packed, offset };
}

/* Lists the columns that have values, and fills them up to the number of points. */
static void
list_columns (Sorting *sorting)
{
  DwellBuilder *builder = sorting->builder;

  add_column (sorting, &builder->point_size, G_STRUCT_OFFSET (DwellAprofPoint, size));
  add_column (sorting, &builder->point_known, G_STRUCT_OFFSET (DwellAprofPoint, known));
  add_column (sorting, &builder->point_flags, G_STRUCT_OFFSET (DwellAprofPoint, flags));
  for (guint i = 0; i < DWELL_N_COST_COLUMNS; i++)
    add_column (sorting, &builder->point_columns[i], i * sizeof (guint64));
}

/* Returns the line of the owner @number. */
static guint64
get_line (const DwellAprofOwners *owners,
          guint32                 number)
{
  const DwellAprofOwner *owner = &dwell_column_index (owners->owners, DwellAprofOwner, number);

  return owner->is_context
         ? dwell_column_index (owners->contexts, DwellAprofContextEntry, owner->entry).line
         : dwell_column_index (owners->routines, DwellAprofRoutineEntry, owner->entry).line;
}

/* @ranks has ranks by owner, @by_rank the reverse. */
static gboolean
sort_points (DwellAprofPoints        *self,
             const DwellAprofOwners  *owners,
             Sorting                 *sorting,
             const guint32           *ranks,
             const guint32           *by_rank,
             GError                 **error)
{
  guint32 n_merged;

  sorting->merged_rank = DWELL_NONE;
  list_columns (sorting);
  dwell_packed_finish (self->owners);
  if (dwell_packed_is_full (self->owners))
    {
      dwell_memory_set_error (error);
      return FALSE;
    }
  if (!dwell_builder_check (self->builder, 0, error))
    return FALSE;

  sort_by_owner (sorting, self->owners, ranks);
  dwell_parallel_for ((sorting->n_ranks + PORTION - 1) / PORTION, sort_portion, sorting);

  n_merged = merge_equal (sorting);
  if (n_merged > 0)
    dwell_problems_add_n (self->builder->problems, n_merged, DWELL_SEVERITY_INFO, "duplicate-size",
                          get_line (owners, by_rank[sorting->merged_rank]), -1,
                          _("A routine has several points of the same size: they are merged"));

  if (n_merged > 0 || !is_identity (sorting))
    dwell_parallel_for (sorting->n_columns, gather, sorting);

  return dwell_builder_check (self->builder, 0, error);
}

static gint64
add_saturated (gint64  a,
               guint64 b)
{
  return (gint64) MIN ((guint64) a + MIN (b, (guint64) G_MAXINT64), (guint64) G_MAXINT64);
}

static guint64
get_value (DwellBuilder    *builder,
           DwellCostColumn  column,
           guint32          point)
{
  return builder->point_columns[column]->n > 0
         ? dwell_packed_get (builder->point_columns[column], point) : 0;
}

/* Sets the count, total and self cost of a stack node to the sums over its points. */
static void
weigh_node (DwellBuilder         *builder,
            const DwellCostOwner *owner,
            guint32               node)
{
  for (guint32 i = owner->first_point; i < owner->first_point + owner->n_points; i++)
    {
      guint64 known = dwell_packed_get (builder->point_known, i);
      gint64 *total = &dwell_column_index (builder->node_total, gint64, node);
      gint64 *self = &dwell_column_index (builder->node_self, gint64, node);

      dwell_column_index (builder->node_count, guint64, node) +=
        get_value (builder, DWELL_COST_CALLS, i);
      *total = add_saturated (*total, get_value (builder, DWELL_COST_SUM, i));

      if (known & (1u << DWELL_COST_SELF))
        *self = add_saturated (*self, get_value (builder, DWELL_COST_SELF, i));
      else
        builder->node_selves_are_unknown = TRUE;
    }
}

/* Ranks routines in the order of the file, then contexts. A routine without points, of its own or
 * of its contexts, is added as an owner without points. Returns (transfer full): ranks by owner;
 * @n_ranks: how many */
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
 * dwell_aprof_points_drop_columns:
 * @self: all points
 * @known: columns, as bits 1 << #DwellCostColumn
 *
 * Makes columns unknown for all points.
 */
void
dwell_aprof_points_drop_columns (DwellAprofPoints *self,
                                 guint32           known)
{
  DwellPacked *old = self->builder->point_known;
  DwellPacked *fresh = dwell_packed_new (old->n_max);

  dwell_packed_finish (old);
  for (gsize i = 0; i < old->n; i++)
    dwell_packed_append (fresh, &(guint64) { dwell_packed_get (old, i) & ~(guint64) known }, 1);

  self->builder->point_known = fresh;
  dwell_packed_unref (old);
}

/**
 * dwell_aprof_points_finish:
 * @self: all points
 * @owners: their owners, finished, with stack nodes
 * @thread: the context of the trace that they ran in
 * @error: %DWELL_ERROR_LIMIT
 *
 * Sorts the points, merges equal sizes, adds the cost owners to the builder, and sets the weights
 * of its stack nodes.
 *
 * Returns: %FALSE without the memory
 */
gboolean
dwell_aprof_points_finish (DwellAprofPoints  *self,
                           DwellAprofOwners  *owners,
                           guint32            thread,
                           GError           **error)
{
  DwellColumn *cost_owners = self->builder->cost_owners;
  Sorting sorting = { .builder = self->builder, .n = (guint32) self->builder->point_size->n };
  gsize n_owners = owners->routines->n + owners->contexts->n + 1;
  /* The order; where points are sorted, pairs of size and index, and as much again for the sort. */
  gsize n_bytes = sorting.n * (sizeof (guint32) + 2 * sizeof (DwellKeyed)) +
                  n_owners * 3 * sizeof (guint32);
  gboolean is_good;
  guint32 *ranks;
  guint32 *by_rank;

  if (!dwell_column_reserve (owners->owners, owners->routines->n, error) ||
      !dwell_column_reserve (cost_owners, n_owners, error) ||
      !dwell_memory_claim (n_bytes, error))
    return FALSE;

  ranks = rank_owners (owners, &sorting.n_ranks);
  by_rank = dwell_big_alloc (sorting.n_ranks * sizeof (guint32));
  for (guint32 i = 0; i < sorting.n_ranks; i++)
    by_rank[ranks[i]] = i;

  sorting.first = dwell_big_alloc ((sorting.n_ranks + 1) * sizeof (guint32));
  sorting.order = dwell_big_alloc ((gsize) sorting.n * sizeof (guint32));
  sorting.merged = dwell_column_new (sizeof (DwellAprofPoint));

  is_good = sort_points (self, owners, &sorting, ranks, by_rank, error);
  cost_owners->n = is_good ? sorting.n_ranks : 0;
  for (guint32 i = 0; i < cost_owners->n; i++)
    add_owner (self->builder, owners, &sorting, i, by_rank[i], thread);

  dwell_column_free (sorting.merged);
  dwell_big_free (sorting.order);
  dwell_big_free (sorting.first);
  dwell_big_free (by_rank);
  dwell_big_free (ranks);
  dwell_memory_release (n_bytes);
  return is_good;
}
