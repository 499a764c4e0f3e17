/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorting spans and marks by time. They come nearly sorted: in order within each context, contexts
 * a little out of step, marks after all spans, joined files one after another. So this is a merge
 * sort of the existing runs. Of two adjacent runs only the part that overlaps is merged, with room
 * for the smaller half of it. Shares of the items are sorted, then merged in pairs, on all
 * processors. */
#include "config.h"

#include "analysis/dwell-time-order.h"

#include <string.h>

#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"
#include "core/dwell-search.h"

#define SHARE_ITEMS 65536u

typedef struct {
  DwellTimeOrder *order;
  guint32        *items;
  GCancellable   *cancellable;
  guint64         width; /* when shares are merged: the size of the sorted parts */
  int             is_out_of_order;
} Sorting;

/* Returns the place of an item among those of its time: a mark comes directly after its span if
 * that begins at this time, else before all spans that begin at this time. */
static guint64
get_tie_rank (const DwellTrace *trace,
              guint32           item)
{
  guint32 mark = item - trace->n_spans;
  guint32 span;

  if (item < trace->n_spans)
    return 2 * ((guint64) item + 1);

  span = trace->mark_span[mark];
  return span != DWELL_NONE && dwell_trace_get_span_begin (trace, span) == trace->mark_time[mark]
           ? 2 * ((guint64) span + 1) + 1 : 0;
}

/* Returns whether @left comes after @right, for items whose times are known. */
static inline gboolean
is_after (const DwellTrace *trace,
          guint32           left,
          gint64            left_time,
          guint32           right,
          gint64            right_time)
{
  guint64 left_rank;
  guint64 right_rank;

  if (left_time != right_time)
    return left_time > right_time;

  left_rank = get_tie_rank (trace, left);
  right_rank = get_tie_rank (trace, right);
  return left_rank != right_rank ? left_rank > right_rank : left > right;
}

static gboolean
items_are_after (const DwellTrace *trace,
                 guint32           left,
                 guint32           right)
{
  return is_after (trace, left, _dwell_time_order_get_time (trace, left),
                   right, _dwell_time_order_get_time (trace, right));
}

/* Returns how many of the sorted @items come before @item or are equal to it. */
static gsize
count_up_to (const DwellTrace *trace,
             const guint32    *items,
             gsize             n,
             guint32           item)
{
  return dwell_lower_bound (i, 0, n, !items_are_after (trace, items[i], item));
}

/* Called now and then during a merge. */
static inline gboolean
is_cancelled_at (const Sorting *sorting,
                 gsize          place)
{
  return (place & (SHARE_ITEMS - 1)) == 0 && g_cancellable_is_cancelled (sorting->cancellable);
}

/* The left part is shorter: moves it away and merges both from the left. */
static void
merge_forward (const Sorting *sorting,
               guint32       *items,
               gsize          middle,
               gsize          n)
{
  const DwellTrace *trace = sorting->order->trace;
  guint32 *left = g_new (guint32, middle);
  gsize l = 0;
  gsize r = middle;
  gsize out = 0;
  gint64 left_time;
  gint64 right_time;

  memcpy (left, items, middle * sizeof (guint32));
  left_time = _dwell_time_order_get_time (trace, left[0]);
  right_time = _dwell_time_order_get_time (trace, items[middle]);

  for (;;)
    {
      if (is_cancelled_at (sorting, out))
        break;

      if (is_after (trace, left[l], left_time, items[r], right_time))
        {
          items[out++] = items[r++];
          if (r == n)
            break;
          right_time = _dwell_time_order_get_time (trace, items[r]);
        }
      else
        {
          items[out++] = left[l++];
          if (l == middle)
            break;
          left_time = _dwell_time_order_get_time (trace, left[l]);
        }
    }

  memcpy (items + out, left + l, (middle - l) * sizeof (guint32));
  g_free (left);
}

/* The mirror image: moves the right part away and merges both from the right. */
static void
merge_backward (const Sorting *sorting,
                guint32       *items,
                gsize          middle,
                gsize          n)
{
  const DwellTrace *trace = sorting->order->trace;
  gsize n_right = n - middle;
  guint32 *right = g_new (guint32, n_right);
  gsize l = middle;
  gsize r = n_right;
  gsize out = n;
  gint64 left_time;
  gint64 right_time;

  memcpy (right, items + middle, n_right * sizeof (guint32));
  left_time = _dwell_time_order_get_time (trace, items[l - 1]);
  right_time = _dwell_time_order_get_time (trace, right[r - 1]);

  for (;;)
    {
      if (is_cancelled_at (sorting, out))
        break;

      if (is_after (trace, items[l - 1], left_time, right[r - 1], right_time))
        {
          items[--out] = items[--l];
          if (l == 0)
            break;
          left_time = _dwell_time_order_get_time (trace, items[l - 1]);
        }
      else
        {
          items[--out] = right[--r];
          if (r == 0)
            break;
          right_time = _dwell_time_order_get_time (trace, right[r - 1]);
        }
    }

  memcpy (items, right, r * sizeof (guint32));
  g_free (right);
}

/* Merges two adjacent sorted parts, before @middle and from there on. */
static void
merge (const Sorting *sorting,
       guint32       *items,
       gsize          middle,
       gsize          n)
{
  const DwellTrace *trace = sorting->order->trace;
  gsize n_in_place;

  if (!items_are_after (trace, items[middle - 1], items[middle]))
    return;

  n_in_place = count_up_to (trace, items, middle, items[middle]);
  n = middle + count_up_to (trace, items + middle, n - middle, items[middle - 1]);
  items += n_in_place;
  middle -= n_in_place;
  n -= n_in_place;

  if (middle <= n - middle)
    merge_forward (sorting, items, middle, n);
  else
    merge_backward (sorting, items, middle, n);
}

/* Finds the runs of a share, then merges neighbours until there is one. */
static void
sort_share (guint    job,
            gpointer user_data)
{
  const Sorting *sorting = user_data;
  const DwellTrace *trace = sorting->order->trace;
  gsize first = (gsize) job * SHARE_ITEMS;
  gsize n = MIN (sorting->order->n - first, SHARE_ITEMS);
  guint32 *items = sorting->items + first;
  g_autofree guint32 *ends = g_new (guint32, n);
  guint n_runs = 0;

  if (g_cancellable_is_cancelled (sorting->cancellable))
    return;

  for (guint32 i = 1; i <= n; i++)
    if (i == n || items_are_after (trace, items[i - 1], items[i]))
      ends[n_runs++] = i;

  while (n_runs > 1)
    {
      guint n_merged = 0;

      for (guint run = 0; run < n_runs; run += 2)
        {
          guint32 start = run > 0 ? ends[run - 1] : 0;
          guint32 end = ends[MIN (run + 1, n_runs - 1)];

          if (ends[run] < end)
            merge (sorting, items + start, ends[run] - start, end - start);
          ends[n_merged++] = end;
        }

      n_runs = n_merged;
    }
}

static void
merge_shares (guint    job,
              gpointer user_data)
{
  const Sorting *sorting = user_data;
  guint64 first = job * 2 * sorting->width;
  guint64 n = MIN (sorting->order->n - first, 2 * sorting->width);

  if (n > sorting->width && !g_cancellable_is_cancelled (sorting->cancellable))
    merge (sorting, sorting->items + first, sorting->width, n);
}

/* The items in the order of their numbers. */
static void
check_share (guint    job,
             gpointer user_data)
{
  Sorting *sorting = user_data;
  const DwellTrace *trace = sorting->order->trace;
  guint64 first = (guint64) job * SHARE_ITEMS;
  guint64 last = MIN (first + SHARE_ITEMS, sorting->order->n);

  if (g_cancellable_is_cancelled (sorting->cancellable))
    return;

  for (guint64 i = MAX (first, 1); i < last; i++)
    if (items_are_after (trace, (guint32) i - 1, (guint32) i))
      {
        g_atomic_int_set (&sorting->is_out_of_order, TRUE);
        return;
      }
}

static void
fill_share (guint    job,
            gpointer user_data)
{
  const Sorting *sorting = user_data;
  guint64 first = (guint64) job * SHARE_ITEMS;
  guint64 last = MIN (first + SHARE_ITEMS, sorting->order->n);

  for (guint64 i = first; i < last; i++)
    sorting->items[i] = (guint32) i;
}

/*< private >
 * _dwell_time_order_fits: whether all spans and marks of @trace can be numbered as items: up to 4
 * billion, which take 120 GB of memory */
gboolean
_dwell_time_order_fits (const DwellTrace *trace)
{
  return (guint64) trace->n_spans + trace->n_marks <= G_MAXUINT32;
}

/*< private >
 * _dwell_time_order_sort: sorts the items. If they are in order of number, it checks first whether
 * that is the right order. Returns false if cancelled, or if there is too little memory. */
gboolean
_dwell_time_order_sort (DwellTimeOrder *self,
                        GCancellable   *cancellable)
{
  Sorting sorting = { .order = self, .items = self->items, .cancellable = cancellable };
  guint n_shares = (guint) ((self->n + SHARE_ITEMS - 1) / SHARE_ITEMS);
  gsize n_bytes = self->n * sizeof (guint32);

  if (self->items == NULL)
    {
      dwell_parallel_for (n_shares, check_share, &sorting);
      if (!sorting.is_out_of_order)
        return !g_cancellable_is_cancelled (cancellable);

      self->items = sorting.items = dwell_big_try_alloc (n_bytes, NULL);
      if (self->items == NULL)
        return FALSE;

      dwell_parallel_for (n_shares, fill_share, &sorting);
    }

  /* Merging moves away up to a half. */
  if (!dwell_memory_claim (n_bytes, NULL))
    return FALSE;

  dwell_parallel_for (n_shares, sort_share, &sorting);
  for (sorting.width = SHARE_ITEMS; sorting.width < self->n; sorting.width *= 2)
    dwell_parallel_for ((guint) ((self->n + 2 * sorting.width - 1) / (2 * sorting.width)),
                        merge_shares, &sorting);
  dwell_memory_release (n_bytes);

  return !g_cancellable_is_cancelled (cancellable);
}

/*< private >
 * _dwell_time_order_search: returns the first place whose time is @time or later */
guint64
_dwell_time_order_search (const DwellTimeOrder *self,
                          gint64                time)
{
  return dwell_lower_bound (i, 0, self->n,
                            _dwell_time_order_get_time (self->trace,
                                                        _dwell_time_order_get (self, i)) < time);
}

/*< private >
 * _dwell_time_order_place: returns the place of @item, or where it would be if it is not among the
 * items */
guint64
_dwell_time_order_place (const DwellTimeOrder *self,
                         guint32               item)
{
  return dwell_lower_bound (i, 0, self->n,
                            items_are_after (self->trace, item, _dwell_time_order_get (self, i)));
}
