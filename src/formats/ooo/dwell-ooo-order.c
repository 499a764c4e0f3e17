/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorts the spans and marks of threads whose clock was set back. In such a thread a span that was
 * opened later can begin earlier, but in a trace the ids rise with the start within a context, and
 * those of marks with the time within a track. So the spans (and marks) of that thread swap places
 * among themselves; all others keep their ids. */
#include "config.h"

#include "formats/ooo/dwell-ooo-log.h"

typedef struct {
  gint64  time;
  guint32 number;
} Item;

static int
compare_items (gconstpointer a,
               gconstpointer b)
{
  const Item *left = a;
  const Item *right = b;

  if (left->time != right->time)
    return left->time < right->time ? -1 : 1;

  return left->number < right->number ? -1 : left->number > right->number;
}

/* Returns the old id for each new id: the same, unless its track is out of order. To be freed with
 * dwell_big_free(). */
static guint32 *
new_order (gsize n)
{
  guint32 *order = dwell_big_alloc (n * sizeof (guint32));

  for (gsize i = 0; i < n; i++)
    order[i] = (guint32) i;

  return order;
}

/* @items: those of one track, by id. Returns whether they were out of order. */
static gboolean
order_items (GArray  *items,
             guint32 *order)
{
  g_autofree guint32 *places = g_new (guint32, items->len);
  gboolean is_ordered = TRUE;

  for (guint i = 0; i < items->len; i++)
    {
      places[i] = g_array_index (items, Item, i).number;
      is_ordered = is_ordered && (i == 0 || g_array_index (items, Item, i - 1).time <=
                                            g_array_index (items, Item, i).time);
    }

  if (is_ordered)
    return FALSE;

  g_array_sort (items, compare_items);
  for (guint i = 0; i < items->len; i++)
    order[places[i]] = g_array_index (items, Item, i).number;

  return TRUE;
}

/* Sorts those of @n items that are on a track whose clock was set back, separately for each track,
 * by time. */
static gboolean
order_tracks (const DwellOooLog *log,
              gsize              n,
              gint64           (*get_time)  (const DwellBuilder *builder,
                                             guint32             item),
              guint32          (*get_track) (const DwellBuilder *builder,
                                             gsize               item),
              guint32           *order)
{
  g_autofree GArray **items = g_new0 (GArray *, log->builder->tracks->n);
  gboolean any = FALSE;

  for (guint i = 0; i < log->set_back->len; i++)
    items[g_array_index (log->set_back, guint32, i)] = g_array_new (FALSE, FALSE, sizeof (Item));

  for (guint32 i = 0; i < n; i++)
    {
      GArray *of_track = items[get_track (log->builder, i)];
      Item item = { get_time (log->builder, i), i };

      if (of_track != NULL)
        g_array_append_val (of_track, item);
    }

  for (guint i = 0; i < log->set_back->len; i++)
    {
      GArray *of_track = items[g_array_index (log->set_back, guint32, i)];

      any = order_items (of_track, order) || any;
      g_array_unref (of_track);
    }

  return any;
}

static guint32
get_span_track (const DwellBuilder *builder,
                gsize               span)
{
  guint32 row = dwell_column_index (builder->span_row, guint32, span);

  return dwell_column_index (builder->rows, DwellRow, row).track;
}

static gint64
get_mark_time (const DwellBuilder *builder,
               guint32             mark)
{
  return dwell_column_index (builder->mark_time, gint64, mark);
}

static guint32
get_mark_track (const DwellBuilder *builder,
                gsize               mark)
{
  return dwell_column_index (builder->mark_track, guint32, mark);
}

/**
 * dwell_ooo_log_put_in_order:
 * @self: a log whose spans are all closed, with correct parents
 * @error: %DWELL_ERROR_LIMIT
 *
 * Renumbers the spans and marks of threads whose clock was set back: spans in the order of their
 * starts, marks in the order of their times.
 *
 * Returns: %FALSE without the memory
 */
gboolean
dwell_ooo_log_put_in_order (DwellOooLog  *self,
                            GError      **error)
{
  DwellBuilder *builder = self->builder;
  gsize n_spans = dwell_builder_get_n_spans (builder);
  /* Items in arrays that double, copied while they are sorted; orders, places and a column. */
  gsize n_bytes = (n_spans + builder->mark_time->n) *
                  (3 * sizeof (Item) + 4 * sizeof (guint32) + sizeof (gint64));
  guint32 *span_order;
  guint32 *mark_order;
  guint32 *new_numbers;
  gboolean is_good;

  if (self->set_back->len == 0)
    return TRUE;
  if (!dwell_memory_claim (n_bytes, error))
    return FALSE;

  span_order = new_order (n_spans);
  mark_order = new_order (builder->mark_time->n);
  new_numbers = dwell_big_alloc (n_spans * sizeof (guint32));

  is_good = (!order_tracks (self, n_spans, dwell_builder_get_span_begin, get_span_track,
                            span_order) ||
             dwell_builder_reorder_spans (builder, span_order, new_numbers, error)) &&
            (!order_tracks (self, builder->mark_time->n, get_mark_time, get_mark_track,
                            mark_order) ||
             dwell_builder_reorder_marks (builder, mark_order, error));

  dwell_big_free (new_numbers);
  dwell_big_free (mark_order);
  dwell_big_free (span_order);
  dwell_memory_release (n_bytes);
  return is_good;
}
