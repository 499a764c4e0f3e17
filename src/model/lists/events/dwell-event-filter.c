/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filters events on a worker: by a pattern, by the view's hits, or by both; and sorts them by an
 * argument. The matching spans and marks are searched once for each pattern and trace; another
 * window of the same trace needs only a walk along the order, which also collects the hits among
 * the rows. */
#include "config.h"

#include "core/dwell-args.h"
#include "core/dwell-arrangement.h"
#include "core/dwell-memory.h"
#include "core/dwell-sort.h"
#include "model/lists/events/dwell-event-list-private.h"

/* The number of events between two checks of the cancellable. */
#define STRIDE 65536

/* The memory that sorting needs for a row. */
#define SORTING_BYTES ((gsize) 96)

void
_dwell_event_filter_free (gpointer data)
{
  DwellEventFilter *self = data;

  dwell_trace_unref (self->trace);
  dwell_event_order_unref (self->order);
  g_clear_pointer (&self->pattern, dwell_pattern_unref);
  g_clear_pointer (&self->find, dwell_find_unref);
  g_clear_pointer (&self->hits, dwell_find_unref);
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->found, g_array_unref);
  g_clear_pointer (&self->by_time, g_array_unref);
  g_free (self);
}

static gboolean
has_event (const DwellFind *find,
           DwellEvent       event)
{
  return event.span != DWELL_NONE ? dwell_find_has_span (find, event.span)
                                  : dwell_find_has_mark (find, event.mark);
}

static void
collect_rows (DwellEventFilter *self,
              GCancellable     *cancellable)
{
  g_autoptr(GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr(GArray) found = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < self->window.n; i++)
    {
      DwellEvent event = dwell_event_order_get (self->order, self->window.first + i);
      gboolean is_found;

      if (i % STRIDE == 0 && g_cancellable_is_cancelled (cancellable))
        return;

      if (self->find != NULL && !has_event (self->find, event))
        continue;

      is_found = self->hits != NULL && has_event (self->hits, event);
      if (is_found)
        g_array_append_val (found, rows->len);
      if (is_found || !self->only_found)
        g_array_append_val (rows, i);
    }

  self->rows = g_steal_pointer (&rows);
  self->found = g_steal_pointer (&found);
}

static DwellCellValue
get_cell (const DwellTrace *trace,
          guint32           arg)
{
  gint64 integer;
  double real;

  if (dwell_args_get_integer (trace, arg, &integer))
    return dwell_cell_whole (DWELL_CELL_INTEGER, integer, TRUE);
  if (dwell_args_get_real (trace, arg, &real))
    return dwell_cell_real (DWELL_CELL_REAL, real, TRUE);
  if (dwell_args_get_string (trace, arg) != NULL)
    return dwell_cell_text (dwell_args_get_string (trace, arg));
  if (trace->args[arg].kind == DWELL_ARG_BOOLEAN)
    return dwell_cell_text (trace->args[arg].value != 0 ? "true" : "false");

  return (DwellCellValue) { .kind = DWELL_CELL_NONE };
}

/* Returns the rows that have the argument, in the order of its values, then the others. */
static GArray *
sort_by_arg (const DwellEventFilter *self,
             const GArray           *rows)
{
  GArray *sorted = g_array_sized_new (FALSE, FALSE, sizeof (guint32), rows->len);
  g_autoptr(GArray) others = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr(DwellArrangement) arrangement = dwell_arrangement_new ();
  const guint32 *order;

  for (guint i = 0; i < rows->len; i++)
    {
      guint32 row = g_array_index (rows, guint32, i);
      DwellEvent event = dwell_event_order_get (self->order, self->window.first + row);
      guint32 arg = dwell_args_find (self->trace,
                                     dwell_args_first (self->trace, event.span, event.mark),
                                     self->sort.key);
      DwellCellValue cell;

      if (arg == DWELL_NONE)
        {
          g_array_append_val (others, row);
          continue;
        }

      cell = get_cell (self->trace, arg);
      dwell_arrangement_add (arrangement, row, &cell);
    }

  order = dwell_arrangement_sort (arrangement, self->sort.is_descending);
  g_array_append_vals (sorted, order, rows->len - others->len);
  g_array_append_vals (sorted, others->data, others->len);
  return sorted;
}

static GArray *
reverse (const GArray *rows)
{
  GArray *reversed = g_array_sized_new (FALSE, FALSE, sizeof (guint32), rows->len);

  for (guint i = rows->len; i > 0; i--)
    g_array_append_val (reversed, g_array_index (rows, guint32, i - 1));

  return reversed;
}

/* Returns the inverse of the permutation @rows: the numbers of rows, sorted by their value. */
static GArray *
invert (const GArray *rows)
{
  gsize n = rows->len;
  DwellKeyed *keyed = dwell_big_alloc (2 * n * sizeof *keyed);
  GArray *inverted = g_array_sized_new (FALSE, FALSE, sizeof (guint32), (guint) n);

  for (guint32 i = 0; i < n; i++)
    keyed[i] = (DwellKeyed) { g_array_index (rows, guint32, i), i };
  dwell_sort_keyed (keyed, keyed + n, n);
  for (guint32 i = 0; i < n; i++)
    g_array_append_val (inverted, keyed[i].value);

  dwell_big_free (keyed);
  return inverted;
}

/* Sorts the rows, which were collected by time; if memory is too small, they stay in that order. */
static void
sort_rows (DwellEventFilter *self)
{
  gsize n_bytes = (gsize) self->rows->len * SORTING_BYTES;
  g_autoptr(GArray) rows = NULL;

  if (_dwell_event_sort_is_by_time (self->sort) || !dwell_memory_claim (n_bytes, NULL))
    return;

  rows = g_steal_pointer (&self->rows);
  self->rows = self->sort.key == DWELL_NONE ? reverse (rows) : sort_by_arg (self, rows);
  self->by_time = invert (self->rows);
  g_array_set_size (self->found, 0);
  for (guint i = 0; i < self->rows->len && self->hits != NULL; i++)
    if (has_event (self->hits, dwell_event_order_get (
                     self->order, self->window.first + g_array_index (self->rows, guint32, i))))
      g_array_append_val (self->found, i);

  dwell_memory_release (n_bytes);
}

/* Searches the trace first if that was not done yet. */
void
_dwell_event_filter_run (gpointer      data,
                         GCancellable *cancellable)
{
  DwellEventFilter *self = data;

  if (self->pattern != NULL && self->find == NULL)
    self->find = dwell_find_new (self->trace, self->pattern, cancellable);

  if (self->pattern == NULL || self->find != NULL)
    collect_rows (self, cancellable);
  if (self->rows != NULL)
    sort_rows (self);
}

DwellEventFilter *
_dwell_event_filter_new (DwellTrace       *trace,
                         DwellEventOrder  *order,
                         DwellEventWindow  window,
                         DwellPattern     *pattern,
                         DwellFind        *find,
                         DwellFind        *hits,
                         gboolean          only_found,
                         DwellEventSort    sort)
{
  DwellEventFilter *self = g_new0 (DwellEventFilter, 1);

  self->trace = dwell_trace_ref (trace);
  self->order = dwell_event_order_ref (order);
  self->window = window;
  self->pattern = pattern != NULL ? dwell_pattern_ref (pattern) : NULL;
  self->find = find != NULL ? dwell_find_ref (find) : NULL;
  self->hits = hits != NULL ? dwell_find_ref (hits) : NULL;
  self->only_found = only_found;
  self->sort = sort;
  return self;
}
