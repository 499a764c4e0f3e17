/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding: each string of the trace is compared with the pattern once, however many spans and marks
 * have it. A span or mark is a hit if its string or one of its arguments matches. Hits are sorted
 * by time, so that stepping and counting are binary searches. Everything runs on all processors. */
#include "config.h"

#include "analysis/dwell-find.h"

#include "analysis/dwell-time-order.h"
#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"
#include "core/dwell-search.h"

#define SHARE_STRINGS 512u
#define SHARE_ITEMS   65536u

struct _DwellFind
{
  gatomicrefcount ref_count;
  DwellTrace     *trace;
  guint8         *string_hits; /* by string id; FALSE for strings that are neither a name nor a
                                * message */
  guint8         *area_hits;
  guint8         *row_hits;    /* by row: whether its context matches */
  guint8         *arg_hits;    /* a bit for each span, then for each mark; NULL: no arguments
                                * match */
  guint8         *span_hits;   /* if the find was given its spans: a bit for each span; else NULL */
  guint64         n_spans;
  DwellTimeOrder  hits;
  guint32        *row_first;   /* by row, and one more: the first of its spans in row_spans */
  guint32        *row_spans;   /* the spans among the hits, by row and then by time */
};

typedef struct {
  DwellFind    *self;
  DwellPattern *pattern;
  GCancellable *cancellable;
  guint8       *is_wanted; /* by string id */
  guint32       n_strings;
  guint64      *places;    /* by share of items: first the number of hits, then their place */
} Finding;

static void
match_strings (guint    job,
               gpointer user_data)
{
  const Finding *finding = user_data;
  const DwellTrace *trace = finding->self->trace;
  guint32 last = (guint32) MIN ((guint64) (job + 1) * SHARE_STRINGS, finding->n_strings);

  for (guint32 id = job * SHARE_STRINGS; id < last; id++)
    {
      if (!finding->is_wanted[id])
        continue;

      if (g_cancellable_is_cancelled (finding->cancellable))
        return;

      finding->self->string_hits[id] = dwell_pattern_matches (finding->pattern,
                                                              dwell_trace_get_string (trace, id));
    }
}

/* Strings are looked up by their ids, as the table of a partial trace keeps growing. */
static gboolean
find_strings (Finding *finding)
{
  DwellFind *self = finding->self;
  const DwellTrace *trace = self->trace;
  guint32 last = 0;
  gsize n_bytes;

  for (guint32 i = 0; i < trace->n_areas; i++)
    last = MAX (last, trace->areas[i].name);
  for (guint32 i = 0; i < trace->n_contexts; i++)
    last = MAX (last, trace->contexts[i].name);
  for (guint32 i = 0; i < trace->n_marks; i++)
    last = MAX (last, trace->mark_text[i]);

  finding->n_strings = last + 1;
  n_bytes = 2 * (gsize) finding->n_strings;
  if (!dwell_memory_claim (n_bytes, NULL))
    return FALSE;

  finding->is_wanted = dwell_big_alloc (finding->n_strings);
  self->string_hits = dwell_big_alloc (finding->n_strings);

  for (guint32 i = 0; i < trace->n_areas; i++)
    finding->is_wanted[trace->areas[i].name] = TRUE;
  for (guint32 i = 0; i < trace->n_contexts; i++)
    finding->is_wanted[trace->contexts[i].name] = TRUE;
  for (guint32 i = 0; i < trace->n_marks; i++)
    finding->is_wanted[trace->mark_text[i]] = TRUE;

  dwell_parallel_for ((finding->n_strings + SHARE_STRINGS - 1) / SHARE_STRINGS, match_strings,
                      finding);
  dwell_big_free (finding->is_wanted);
  dwell_memory_release (n_bytes);
  return TRUE;
}

static gboolean
mark_names (DwellFind *self)
{
  const DwellTrace *trace = self->trace;

  self->area_hits = dwell_big_try_alloc (trace->n_areas, NULL);
  self->row_hits = dwell_big_try_alloc (trace->n_rows, NULL);
  if (self->area_hits == NULL || self->row_hits == NULL)
    return FALSE;

  for (guint32 area = 0; area < trace->n_areas; area++)
    self->area_hits[area] = self->string_hits[trace->areas[area].name];

  for (guint32 row = 0; row < trace->n_rows; row++)
    {
      guint32 context = trace->tracks[trace->rows[row].track].context;

      self->row_hits[row] = self->string_hits[trace->contexts[context].name];
    }

  return TRUE;
}

/* 0 or 1: an item is a span, or the number of spans plus a mark. */
static inline guint
is_hit (const DwellFind *self,
        guint64          item)
{
  const DwellTrace *trace = self->trace;

  if (self->span_hits != NULL)
    return item < trace->n_spans ? self->span_hits[item / 8] >> item % 8 & 1 : 0;

  if (self->arg_hits != NULL && (self->arg_hits[item / 8] >> item % 8 & 1) != 0)
    return 1;

  if (item < trace->n_spans)
    return self->area_hits[trace->span_area[item]] | self->row_hits[trace->span_row[item]];

  if (self->string_hits == NULL)
    return 0;

  return self->string_hits[trace->mark_text[item - trace->n_spans]];
}

static guint64
get_n_items (const DwellFind *self)
{
  return (guint64) self->trace->n_spans + self->trace->n_marks;
}

static void
count_share (guint    job,
             gpointer user_data)
{
  const Finding *finding = user_data;
  guint64 last = MIN ((guint64) (job + 1) * SHARE_ITEMS, get_n_items (finding->self));
  guint64 n = 0;

  if (g_cancellable_is_cancelled (finding->cancellable))
    return;

  for (guint64 item = (guint64) job * SHARE_ITEMS; item < last; item++)
    n += is_hit (finding->self, item);

  finding->places[job] = n;
}

static void
fill_share (guint    job,
            gpointer user_data)
{
  const Finding *finding = user_data;
  guint64 last = MIN ((guint64) (job + 1) * SHARE_ITEMS, get_n_items (finding->self));
  guint32 *out = finding->self->hits.items + finding->places[job];

  if (g_cancellable_is_cancelled (finding->cancellable))
    return;

  for (guint64 item = (guint64) job * SHARE_ITEMS; item < last; item++)
    if (is_hit (finding->self, item))
      *out++ = (guint32) item;
}

static gboolean
collect_hits (Finding *finding)
{
  DwellFind *self = finding->self;
  DwellTimeOrder *hits = &self->hits;
  guint n_shares = (guint) ((get_n_items (self) + SHARE_ITEMS - 1) / SHARE_ITEMS);

  finding->places = g_new0 (guint64, MAX (n_shares, 1));
  dwell_parallel_for (n_shares, count_share, finding);

  for (guint share = 0; share < n_shares; share++)
    {
      guint64 n = finding->places[share];

      finding->places[share] = hits->n;
      hits->n += n;
    }

  /* All items are in the order of their numbers. */
  hits->trace = self->trace;
  if (hits->n < get_n_items (self))
    {
      hits->items = dwell_big_try_alloc (hits->n * sizeof (guint32), NULL);
      if (hits->items != NULL)
        dwell_parallel_for (n_shares, fill_share, finding);
    }

  if (hits->n < get_n_items (self) && hits->items == NULL)
    {
      g_free (finding->places);
      return FALSE;
    }

  /* Spans are collected before marks. */
  while (self->n_spans < hits->n &&
         _dwell_time_order_get (hits, self->n_spans) < self->trace->n_spans)
    self->n_spans++;

  g_free (finding->places);
  return _dwell_time_order_sort (hits, finding->cancellable);
}

/* Sorts the spans among the hits by row. Returns FALSE where there is too little memory. */
static gboolean
sort_by_row (DwellFind *self)
{
  const DwellTrace *trace = self->trace;
  guint32 place = 0;

  self->row_first = dwell_big_try_alloc (((gsize) trace->n_rows + 1) * sizeof (guint32), NULL);
  self->row_spans = dwell_big_try_alloc (self->n_spans * sizeof (guint32), NULL);
  if (self->row_first == NULL || self->row_spans == NULL)
    return FALSE;

  for (guint64 i = 0; i < self->hits.n; i++)
    {
      guint32 item = _dwell_time_order_get (&self->hits, i);

      if (item < trace->n_spans)
        self->row_first[trace->span_row[item]]++;
    }

  for (guint32 row = 0; row <= trace->n_rows; row++)
    self->row_first[row] = place += self->row_first[row];

  /* Backwards, so that each row ends up with its first place. */
  for (guint64 i = self->hits.n; i-- > 0;)
    {
      guint32 item = _dwell_time_order_get (&self->hits, i);

      if (item < trace->n_spans)
        self->row_spans[--self->row_first[trace->span_row[item]]] = item;
    }

  return TRUE;
}

/* No names are hits here. */
static gboolean
mark_no_names (DwellFind *self)
{
  self->area_hits = dwell_big_try_alloc (self->trace->n_areas, NULL);
  self->row_hits = dwell_big_try_alloc (self->trace->n_rows, NULL);
  return self->area_hits != NULL && self->row_hits != NULL;
}

/* Whatever arguments match. */
static gboolean
find_args (Finding *finding)
{
  DwellFind *self = finding->self;

  if (self->trace->n_args > 0)
    self->arg_hits = _dwell_pattern_match_args (finding->pattern, self->trace,
                                                finding->cancellable);
  return self->trace->n_args == 0 || self->arg_hits != NULL;
}

static DwellFind *
make_find (DwellTrace *trace)
{
  DwellFind *self = g_new0 (DwellFind, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->trace = dwell_trace_ref (trace);
  return self;
}

/**
 * dwell_find_new:
 * @trace: a trace; the find keeps a reference
 * @pattern: what to look for
 * @cancellable: (nullable): checked before each string and every few milliseconds
 *
 * Finds spans whose area or context matches, marks whose text matches, and both where an argument
 * matches. Takes 4 bytes for each hit, and some for the names.
 *
 * Returns: (transfer full) (nullable): the hits, or %NULL if it was cancelled, or if there is too
 *   little memory
 */
DwellFind *
dwell_find_new (DwellTrace   *trace,
                DwellPattern *pattern,
                GCancellable *cancellable)
{
  Finding finding = { .pattern = pattern, .cancellable = cancellable };
  DwellFind *self;

  g_return_val_if_fail (trace != NULL && pattern != NULL, NULL);
  g_return_val_if_fail (_dwell_time_order_fits (trace), NULL);

  finding.self = self = make_find (trace);

  if (!(dwell_pattern_is_condition (pattern) ? mark_no_names (self)
                                             : find_strings (&finding) && mark_names (self)) ||
      !find_args (&finding) || !collect_hits (&finding) || !sort_by_row (self))
    g_clear_pointer (&self, dwell_find_unref);

  return self;
}

/**
 * dwell_find_new_for_area:
 * @trace: a trace; the find keeps a reference
 * @area: one of its areas
 * @cancellable: (nullable): checked every few milliseconds
 *
 * Makes a find of all spans of @area, without marks.
 *
 * Returns: (transfer full) (nullable): the hits, or %NULL if it was cancelled, or if there is too
 *   little memory
 */
DwellFind *
dwell_find_new_for_area (DwellTrace   *trace,
                         guint32       area,
                         GCancellable *cancellable)
{
  Finding finding = { .cancellable = cancellable };
  DwellFind *self;

  g_return_val_if_fail (trace != NULL && area < trace->n_areas, NULL);

  finding.self = self = make_find (trace);
  if (mark_no_names (self))
    {
      self->area_hits[area] = TRUE;
      if (collect_hits (&finding) && sort_by_row (self))
        return self;
    }

  dwell_find_unref (self);
  return NULL;
}

/**
 * dwell_find_new_for_spans:
 * @trace: a trace; the find keeps a reference
 * @spans: (array length=n_spans): the hits, in any order, each once
 * @n_spans: how many
 * @cancellable: (nullable): checked every few milliseconds
 *
 * Makes a find of spans that were not chosen by name. Takes one bit for each span of the trace and
 * 4 bytes for each hit.
 *
 * Returns: (transfer full) (nullable): the hits, or %NULL if it was cancelled, or if there is too
 *   little memory
 */
DwellFind *
dwell_find_new_for_spans (DwellTrace    *trace,
                          const guint32 *spans,
                          guint64        n_spans,
                          GCancellable  *cancellable)
{
  gsize n_bytes = (gsize) trace->n_spans / 8 + 1 + n_spans * sizeof (guint32);
  DwellFind *self;

  if (!dwell_memory_claim (n_bytes, NULL))
    return NULL;

  self = make_find (trace);
  self->span_hits = dwell_big_alloc ((gsize) trace->n_spans / 8 + 1);
  self->n_spans = n_spans;
  self->hits.trace = trace;
  self->hits.n = n_spans;
  self->hits.items = dwell_big_alloc (n_spans * sizeof (guint32));
  dwell_memory_release (n_bytes);

  for (guint64 i = 0; i < n_spans; i++)
    {
      self->span_hits[spans[i] / 8] |= (guint8) (1 << spans[i] % 8);
      self->hits.items[i] = spans[i];
    }

  if (!_dwell_time_order_sort (&self->hits, cancellable) || !sort_by_row (self))
    g_clear_pointer (&self, dwell_find_unref);

  return self;
}

/**
 * dwell_find_ref:
 * @self: a find
 *
 * Returns: (transfer full): @self, with one more reference
 */
DwellFind *
dwell_find_ref (DwellFind *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_find_unref:
 * @self: (transfer full): a find
 *
 * Drops a reference; frees the memory with the last one.
 */
void
dwell_find_unref (DwellFind *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  dwell_big_free (self->hits.items);
  dwell_big_free (self->string_hits);
  dwell_big_free (self->arg_hits);
  dwell_big_free (self->span_hits);
  dwell_big_free (self->area_hits);
  dwell_big_free (self->row_hits);
  dwell_big_free (self->row_first);
  dwell_big_free (self->row_spans);
  dwell_trace_unref (self->trace);
  g_free (self);
}

/**
 * dwell_find_get_n_spans:
 * @self: a find
 *
 * Returns: how many spans are hits
 */
guint64
dwell_find_get_n_spans (const DwellFind *self)
{
  return self->n_spans;
}

/**
 * dwell_find_get_n_marks:
 * @self: a find
 *
 * Returns: how many marks are hits
 */
guint64
dwell_find_get_n_marks (const DwellFind *self)
{
  return self->hits.n - self->n_spans;
}

/**
 * dwell_find_has_span:
 * @self: a find
 * @span: a span of its trace
 *
 * Returns: whether it is a hit
 */
gboolean
dwell_find_has_span (const DwellFind *self,
                     guint32          span)
{
  return is_hit (self, span) != 0;
}

/**
 * dwell_find_has_mark:
 * @self: a find
 * @mark: a mark of its trace
 *
 * Returns: whether it is a hit
 */
gboolean
dwell_find_has_mark (const DwellFind *self,
                     guint32          mark)
{
  return is_hit (self, (guint64) self->trace->n_spans + mark) != 0;
}

/**
 * dwell_find_next_in_row:
 * @self: a find
 * @row: a row of its trace
 * @time: ns
 *
 * Returns: the first hit among the spans of @row that ends at @time or later, or %DWELL_NONE
 */
guint32
dwell_find_next_in_row (const DwellFind *self,
                        guint32          row,
                        gint64           time)
{
  guint32 end = self->row_first[row + 1];
  guint32 place = dwell_lower_bound (i, self->row_first[row], end,
                                     dwell_trace_get_span_end (self->trace,
                                                               self->row_spans[i]) < time);

  return place < end ? self->row_spans[place] : DWELL_NONE;
}

/* The item of a span or mark; must not be neither. */
static guint32
get_item (const DwellFind *self,
          DwellHit         hit)
{
  return hit.span != DWELL_NONE ? hit.span : self->trace->n_spans + hit.mark;
}

/**
 * dwell_find_step:
 * @self: a find
 * @from: the span or mark to start from, a hit or not; or neither
 * @time: ns, the time to start from if @from is neither
 * @direction: 1 for the next hit, -1 for the previous
 *
 * The order is that of dwell-event-order.h. From a time, the next hit is the first at that time or
 * later, the previous hit the last before it.
 *
 * Returns: the hit; neither span nor mark at the end, where the caller wraps around
 */
DwellHit
dwell_find_step (const DwellFind *self,
                 DwellHit         from,
                 gint64           time,
                 int              direction)
{
  DwellHit hit = { DWELL_NONE, DWELL_NONE };
  guint64 place;
  guint32 item;

  if (from.span == DWELL_NONE && from.mark == DWELL_NONE)
    {
      place = _dwell_time_order_search (&self->hits, time);
    }
  else
    {
      item = get_item (self, from);
      place = _dwell_time_order_place (&self->hits, item);
      if (direction > 0 && place < self->hits.n &&
          _dwell_time_order_get (&self->hits, place) == item)
        place++;
    }

  if (direction < 0 ? place == 0 : place >= self->hits.n)
    return hit;

  item = _dwell_time_order_get (&self->hits, direction < 0 ? place - 1 : place);
  if (item < self->trace->n_spans)
    hit.span = item;
  else
    hit.mark = item - self->trace->n_spans;

  return hit;
}

/**
 * dwell_find_get_ordinal:
 * @self: a find
 * @hit: a hit
 *
 * Returns: its place among all hits, from 1; 0 if it is not a hit
 */
guint64
dwell_find_get_ordinal (const DwellFind *self,
                        DwellHit         hit)
{
  guint64 place;
  guint32 item;

  if (hit.span == DWELL_NONE && hit.mark == DWELL_NONE)
    return 0;

  item = get_item (self, hit);
  place = _dwell_time_order_place (&self->hits, item);

  return place < self->hits.n && _dwell_time_order_get (&self->hits, place) == item ? place + 1 : 0;
}
