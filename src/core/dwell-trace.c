/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The finished trace: its lifetime, and queries about one span or row that need no index. Each is a
 * binary search, or a scan of the numbers that follow a span: within its context, its descendants
 * come first. */
#include "config.h"

#include "core/dwell-trace-private.h"

#include "core/dwell-children.h"
#include "core/dwell-search.h"

typedef struct {
  gpointer       data;
  GDestroyNotify free;
} Owned;

static void
owned_free (gpointer data)
{
  Owned *owned = data;

  owned->free (owned->data);
  g_free (owned);
}

/*< private >
 * _dwell_trace_new: an empty trace, for the builder to fill */
DwellTrace *
_dwell_trace_new (void)
{
  DwellTrace *self = g_new0 (DwellTrace, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->owned = g_ptr_array_new_with_free_func (owned_free);
  return self;
}

/*< private >
 * _dwell_trace_new_of: a trace that shares all of @base, to be changed before anyone sees it, and
 *   keeps a reference to it */
DwellTrace *
_dwell_trace_new_of (DwellTrace *base)
{
  DwellTrace *self = _dwell_trace_new ();
  GPtrArray *owned = self->owned;

  *self = *base;
  g_atomic_ref_count_init (&self->ref_count);
  self->owned = owned;
  _dwell_trace_own (self, dwell_trace_ref (base), (GDestroyNotify) dwell_trace_unref);
  return self;
}

/*< private >
 * _dwell_trace_own: @data lives as long as the trace. Returns @data. */
gpointer
_dwell_trace_own (DwellTrace     *self,
                  gpointer        data,
                  GDestroyNotify  free)
{
  Owned *owned = g_new (Owned, 1);

  owned->data = data;
  owned->free = free;
  g_ptr_array_add (self->owned, owned);
  return data;
}

/*< private >
 * _dwell_trace_share_column: the elements of @column, which live as long as the trace */
gpointer
_dwell_trace_share_column (DwellTrace  *trace,
                           DwellColumn *column)
{
  return _dwell_trace_own (trace, dwell_column_share (column), dwell_big_free);
}

/**
 * dwell_trace_ref:
 * @self: a trace
 *
 * Returns: (transfer full): @self, which has one reference more
 */
DwellTrace *
dwell_trace_ref (DwellTrace *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_trace_unref:
 * @self: (transfer full): a trace
 *
 * Drops a reference; with the last one the memory is freed.
 */
void
dwell_trace_unref (DwellTrace *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_ptr_array_unref (self->owned);
  g_free (self);
}

/**
 * dwell_trace_has_timeline:
 * @self: a trace
 *
 * Returns: whether it has spans, marks or writes; otherwise it has no times and no visible range
 */
gboolean
dwell_trace_has_timeline (const DwellTrace *self)
{
  return dwell_trace_has (self, DWELL_TABLE_SPANS) || dwell_trace_has (self, DWELL_TABLE_MARKS) ||
         dwell_trace_has (self, DWELL_TABLE_WRITES);
}

/**
 * dwell_trace_has:
 * @self: a trace
 * @table: one table
 *
 * Returns: whether the format can hold @table and there is something in it
 */
gboolean
dwell_trace_has (const DwellTrace *self,
                 DwellTables       table)
{
  return (table == DWELL_TABLE_SPANS && self->n_spans > 0) ||
         (table == DWELL_TABLE_MARKS && self->n_marks > 0) ||
         (table == DWELL_TABLE_WRITES && self->n_writes > 0) ||
         (table == DWELL_TABLE_EVENTS && self->n_file_events > 0) ||
         (table == DWELL_TABLE_SUSPENSIONS && self->n_suspensions > 0) ||
         (table == DWELL_TABLE_STACK_NODES && self->n_stack_nodes > 0) ||
         (table == DWELL_TABLE_COST_POINTS && self->n_cost_points > 0) ||
         (table == DWELL_TABLE_LINES && self->n_lines > 0) ||
         (table == DWELL_TABLE_RECORDS && self->n_records > 0) ||
         (table == DWELL_TABLE_CALLS && self->n_functions > 0) ||
         (table == DWELL_TABLE_ARGS && self->n_args > 0) ||
         (table == DWELL_TABLE_FLOWS && self->n_flows > 0);
}

/**
 * dwell_trace_get_property:
 * @self: a trace
 * @key: a property's key
 *
 * Returns: (transfer none) (nullable): the property; %NULL if the file does not have it
 */
const DwellProperty *
dwell_trace_get_property (const DwellTrace *self,
                          const char       *key)
{
  for (guint i = 0; i < self->n_properties; i++)
    if (g_str_equal (self->properties[i].key, key))
      return &self->properties[i];

  return NULL;
}

/* The first position in @numbers of [@first, @end) whose time is above @time; @times rise along
 * them. */
static guint32
first_above (const gint64  *times,
             const guint32 *numbers,
             guint32        first,
             guint32        end,
             gint64         time)
{
  return dwell_lower_bound (i, first, end, times[numbers[i]] <= time);
}

/**
 * dwell_trace_get_long_duration:
 * @self: a trace
 * @span: a span whose duration does not fit into its #DwellSpanTimes
 *
 * The slow path of dwell_trace_get_span_duration().
 *
 * Returns: ns
 */
gint64
dwell_trace_get_long_duration (const DwellTrace *self,
                               guint32           span)
{
  guint32 length = self->span_times[span].length;

  return length == DWELL_SPAN_LASTS
           ? dwell_time_shift (self->lasting_end,
                               -(guint64) dwell_trace_get_span_begin (self, span))
           : self->far_times[length - DWELL_TIME_FAR];
}

/**
 * dwell_trace_row_search:
 * @self: a trace
 * @row: a row
 * @time: ns
 *
 * A binary search.
 *
 * Returns: the position in row_spans of the first span of @row that ends after @time, or the
 *   position after the row's last span
 */
guint32
dwell_trace_row_search (const DwellTrace *self,
                        guint32           row,
                        gint64            time)
{
  const DwellRow *r = &self->rows[row];

  return dwell_lower_bound (i, r->first_span, r->first_span + r->n_spans,
                            dwell_trace_get_span_end (self, self->row_spans[i]) <= time);
}

/**
 * dwell_trace_suspension_search:
 * @self: a trace
 * @row: a row
 * @time: ns
 *
 * Returns: the position in row_suspensions of the first suspension of @row that ends after @time,
 *   or the position after the row's last
 */
guint32
dwell_trace_suspension_search (const DwellTrace *self,
                               guint32           row,
                               gint64            time)
{
  const DwellRow *r = &self->rows[row];

  return first_above (self->suspension_end, self->row_suspensions, r->first_suspension,
                      r->first_suspension + r->n_suspensions, time);
}

/**
 * dwell_trace_mark_search:
 * @self: a trace
 * @track: a track
 * @time: ns
 *
 * Returns: the position in track_marks of the first mark of @track at @time or later, or the
 *   position after the track's last mark
 */
guint32
dwell_trace_mark_search (const DwellTrace *self,
                         guint32           track,
                         gint64            time)
{
  const DwellTrack *t = &self->tracks[track];

  if (time == G_MININT64)
    return t->first_mark;

  return first_above (self->mark_time, self->track_marks, t->first_mark, t->first_mark + t->n_marks,
                      time - 1);
}

/**
 * dwell_trace_write_search:
 * @self: a trace
 * @track: a track
 * @time: ns
 *
 * Returns: the position in track_writes of the first write of @track after @time, or the position
 *   after the track's last; the value that holds at @time is the one before
 */
guint32
dwell_trace_write_search (const DwellTrace *self,
                          guint32           track,
                          gint64            time)
{
  const DwellTrack *t = &self->tracks[track];

  return dwell_lower_bound (i, t->first_write, t->first_write + t->n_writes,
                            dwell_trace_get_track_write_time (self, i) <= time);
}

/**
 * dwell_trace_find_held_write:
 * @self: a trace
 * @track: a track
 * @time: ns
 *
 * Returns: the number of the write before @time whose value still holds then; %DWELL_NONE if there
 *   is none, or one at @time
 */
guint32
dwell_trace_find_held_write (const DwellTrace *self,
                             guint32           track,
                             gint64            time)
{
  guint32 place = dwell_trace_write_search (self, track, time);

  return place > self->tracks[track].first_write &&
         dwell_trace_get_track_write_time (self, place - 1) < time ? self->track_writes[place - 1]
                                                                   : DWELL_NONE;
}

/* The next child of @span with a number above @after, in order of start; DWELL_NONE if there is
 * none. Numbers rise with the start within a context, so the search ends at a later start in the
 * same context. */
static guint32
next_child (const DwellTrace *self,
            guint32           span,
            guint32           after)
{
  guint32 context = dwell_trace_get_span_context (self, span);
  gint64 end = dwell_trace_get_span_end (self, span);

  for (guint32 i = after + 1; i < self->n_spans; i++)
    {
      if (self->span_parent[i] == span)
        return i;

      if (dwell_trace_get_span_begin (self, i) > end &&
          dwell_trace_get_span_context (self, i) == context)
        break;
    }

  return DWELL_NONE;
}

/**
 * dwell_trace_get_first_child:
 * @self: a trace
 * @span: a span
 *
 * Returns: the first span whose parent is @span, or %DWELL_NONE
 */
guint32
dwell_trace_get_first_child (const DwellTrace *self,
                             guint32           span)
{
  return next_child (self, span, span);
}

/**
 * dwell_trace_get_next_sibling:
 * @self: a trace
 * @span: a span with a parent
 *
 * Returns: the next child of its parent in order of start, or %DWELL_NONE
 */
guint32
dwell_trace_get_next_sibling (const DwellTrace *self,
                              guint32           span)
{
  guint32 parent = self->span_parent[span];

  return parent != DWELL_NONE ? next_child (self, parent, span) : DWELL_NONE;
}

/**
 * dwell_trace_get_span_own:
 * @self: a trace
 * @span: a span
 *
 * The duration minus the length of the union of the children (which may overlap one another), or
 * minus the suspensions if the format knows them. Takes time linear in the spans that began while
 * @span was open: for single spans that a user looks at. For all spans, use #DwellChildren.
 *
 * Returns: ns, or %DWELL_TIME_NONE where own time has no meaning
 */
gint64
dwell_trace_get_span_own (const DwellTrace *self,
                          guint32           span)
{
  return dwell_children_get_own (NULL, self, span);
}

/* The place in row_spans of the first span of @row whose number is @span or higher, or the row's
 * end. Numbers rise along a row. */
static guint32
find_number (const DwellTrace *self,
             const DwellRow   *row,
             guint32           span)
{
  return dwell_lower_bound (i, row->first_span, row->first_span + row->n_spans,
                            self->row_spans[i] < span);
}

/**
 * dwell_trace_get_row_neighbour:
 * @self: a trace
 * @span: a span
 * @direction: 1 for the next, -1 for the previous
 *
 * Returns: the neighbour in the same row, or %DWELL_NONE at the row's end
 */
guint32
dwell_trace_get_row_neighbour (const DwellTrace *self,
                               guint32           span,
                               int               direction)
{
  const DwellRow *row = &self->rows[self->span_row[span]];
  gint64 neighbour = (gint64) find_number (self, row, span) + direction;

  if (neighbour < row->first_span || neighbour >= (gint64) row->first_span + row->n_spans)
    return DWELL_NONE;

  return self->row_spans[neighbour];
}

/**
 * dwell_trace_get_line_function:
 * @self: a trace
 * @span: a span
 *
 * Numbers rise in the order in which spans are opened, so a line belongs to the last function of
 * its depth that was opened before it, if that function contains the line and was still running.
 *
 * Returns: the activation that ran the source line @span; %DWELL_NONE if it was not recorded, or
 *   @span is not in a row of lines
 */
guint32
dwell_trace_get_line_function (const DwellTrace *self,
                               guint32           span)
{
  const DwellRow *row = &self->rows[self->span_row[span]];
  const DwellRow *above = row;
  guint32 parent = self->areas[self->span_area[span]].parent;
  guint32 function;
  guint32 place;

  if (!row->is_lines)
    return DWELL_NONE;

  while (above->is_lines && above > &self->rows[self->tracks[row->track].first_row])
    above--;

  if (above->is_lines || above->depth != row->depth)
    return DWELL_NONE;

  place = find_number (self, above, span);
  if (place == above->first_span)
    return DWELL_NONE;

  function = self->row_spans[place - 1];
  return dwell_trace_get_span_end (self, function) >= dwell_trace_get_span_begin (self, span) &&
         (parent == DWELL_NONE || parent == self->span_area[function]) ? function : DWELL_NONE;
}

/**
 * dwell_trace_get_first_line:
 * @self: a trace
 * @span: a span
 *
 * Returns: the first source line that the activation @span ran, or %DWELL_NONE if none was recorded
 */
guint32
dwell_trace_get_first_line (const DwellTrace *self,
                            guint32           span)
{
  const DwellRow *row = &self->rows[self->span_row[span]];
  const DwellTrack *track = &self->tracks[row->track];
  const DwellRow *end = &self->rows[track->first_row] + track->n_rows;
  guint32 first = DWELL_NONE;

  if (row->is_lines)
    return DWELL_NONE;

  for (const DwellRow *lines = row + 1; lines < end && lines->is_lines; lines++)
    {
      guint32 place = find_number (self, lines, span);

      if (lines->depth == row->depth && place < lines->first_span + lines->n_spans)
        first = MIN (first, self->row_spans[place]);
    }

  return first != DWELL_NONE && dwell_trace_get_line_function (self, first) == span ? first
                                                                                    : DWELL_NONE;
}

/**
 * dwell_trace_get_span_depth:
 * @self: a trace
 * @span: a span
 *
 * Returns: how many spans enclose it: its parents and, for a source line, the function that ran it
 */
guint32
dwell_trace_get_span_depth (const DwellTrace *self,
                            guint32           span)
{
  guint32 function = dwell_trace_get_line_function (self, span);
  guint32 depth = 0;

  if (function != DWELL_NONE)
    {
      depth = 1;
      span = function;
    }

  while ((span = self->span_parent[span]) != DWELL_NONE)
    depth++;

  return depth;
}
