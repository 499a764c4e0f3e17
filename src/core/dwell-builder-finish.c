/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a trace of a builder. Columns were filled in the order of the file; finishing sorts what
 * views need sorted: rows by track, span numbers by row, mark numbers by track (counting sorts, on
 * all processors). A snapshot does the same for what was read so far: it shares the columns that
 * never change and copies those that the reader still writes to (times, flags, parents). The memory
 * for all this is claimed beforehand. */
#include "config.h"

#include <string.h>

#include "core/dwell-builder-private.h"
#include "core/dwell-parallel.h"
#include "core/dwell-sort.h"
#include "core/dwell-trace-private.h"

/* Orders the rows of a track by depth; a row of lines comes after the row of its functions. */
static int
compare_rows (gconstpointer a,
              gconstpointer b,
              gpointer      data)
{
  const DwellRow *rows = data;
  const DwellRow *left = &rows[*(const guint32 *) a];
  const DwellRow *right = &rows[*(const guint32 *) b];

  if (left->depth != right->depth)
    return left->depth < right->depth ? -1 : 1;

  return left->is_lines - right->is_lines;
}

/* Gives rows their depths and counts the rows of each track; rows of lines without a depth are left
 * out. Returns: how many rows remain. */
static guint32
count_rows (DwellBuilder *self,
            DwellTrack   *tracks)
{
  guint32 n_rows = 0;

  for (guint32 i = 0; i < self->rows->n; i++)
    {
      DwellRow *row = &dwell_column_index (self->rows, DwellRow, i);
      DwellTrack *track = &tracks[row->track];

      if (!row->is_lines)
        row->depth = track->n_rows - track->n_line_rows;
      else if (row->depth == DWELL_NONE)
        continue;

      track->n_line_rows += row->is_lines;
      track->n_rows++;
      n_rows++;
    }

  return n_rows;
}

/* Puts the rows of each track side by side: fills the trace's tracks and rows. Returns: (transfer
 * full): the new number of each old row, for dwell_big_free(). */
static guint32 *
arrange_rows (DwellBuilder *self,
              DwellTrace   *trace)
{
  guint32 n_tracks = (guint32) self->tracks->n;
  guint32 n_old = (guint32) self->rows->n;
  DwellRow *old = self->rows->data;
  DwellTrack *tracks = dwell_big_alloc (n_tracks * sizeof (DwellTrack));
  guint32 *sorted = dwell_big_alloc (n_old * sizeof (guint32)); /* old numbers */
  guint32 *new_numbers = dwell_big_alloc (n_old * sizeof (guint32));
  guint32 *places = dwell_big_alloc ((n_tracks + 1) * sizeof (guint32));
  DwellRow *rows;

  memcpy (tracks, self->tracks->data, n_tracks * sizeof (DwellTrack));
  trace->n_rows = count_rows (self, tracks);
  rows = dwell_big_alloc (trace->n_rows * sizeof (DwellRow));

  for (guint32 i = 0; i < n_tracks; i++)
    {
      tracks[i].first_row = places[i];
      places[i + 1] = places[i] + tracks[i].n_rows;
    }

  for (guint32 i = 0; i < n_old; i++)
    if (old[i].depth != DWELL_NONE)
      sorted[places[old[i].track]++] = i;

  for (guint32 i = 0; i < n_tracks; i++)
    if (tracks[i].n_line_rows > 0)
      g_qsort_with_data (sorted + tracks[i].first_row, (int) tracks[i].n_rows, sizeof (guint32),
                         compare_rows, old);

  for (guint32 i = 0; i < trace->n_rows; i++)
    {
      new_numbers[sorted[i]] = i;
      rows[i] = old[sorted[i]];
    }

  dwell_big_free (sorted);
  dwell_big_free (places);
  trace->tracks = _dwell_trace_own (trace, tracks, dwell_big_free);
  trace->n_tracks = n_tracks;
  trace->rows = _dwell_trace_own (trace, rows, dwell_big_free);
  return new_numbers;
}

/* Works in place only if no partial trace shares the column. */
static void
apply_row_numbers (DwellBuilder  *self,
                   DwellTrace    *trace,
                   const guint32 *new_numbers)
{
  gboolean in_place = !trace->is_partial && !dwell_column_is_shared (self->span_row);
  guint32 *old = _dwell_trace_share_column (trace, self->span_row);
  guint32 *out = old;
  gboolean is_identity = TRUE;

  for (guint32 i = 0; i < trace->n_rows && is_identity; i++)
    is_identity = new_numbers[i] == i;

  trace->span_row = old;
  if (is_identity)
    return;

  if (!in_place)
    out = _dwell_trace_own (trace, dwell_big_alloc (trace->n_spans * sizeof (guint32)),
                            dwell_big_free);

  for (guint32 i = 0; i < trace->n_spans; i++)
    out[i] = new_numbers[old[i]];

  trace->span_row = out;
}

typedef struct {
  gint64 begin;
  gint64 end;
} Range;

typedef struct {
  const DwellTrace *trace;
  GMutex            mutex;
  Range             axis;
  Range             recorded; /* without ends that were inferred */
  guint             n_jobs;
} Extent;

static void
widen (Range  *range,
       gint64  begin,
       gint64  end)
{
  range->begin = MIN (range->begin, begin);
  range->end = MAX (range->end, end);
}

/* The first element of a share of a table that is cut into as many shares as there are jobs. */
static guint32
share_begin (const Extent *extent,
             guint         job,
             guint32       n)
{
  return (guint32) ((guint64) n * job / extent->n_jobs);
}

static void
add_times (const Extent *extent,
           guint         job,
           Range        *recorded,
           const gint64 *times,
           guint32       n)
{
  guint32 end = share_begin (extent, job + 1, n);

  for (guint32 i = share_begin (extent, job, n); i < end; i++)
    widen (recorded, times[i], times[i]);
}

/* The same for times that are kept as offsets from the bases of their blocks. */
static void
add_offsets (const Extent  *extent,
             guint          job,
             Range         *recorded,
             const guint32 *offsets,
             const gint64  *bases,
             guint32        n)
{
  guint32 end = share_begin (extent, job + 1, n);

  for (guint32 i = share_begin (extent, job, n); i < end; i++)
    {
      gint64 time = dwell_time_unpack (offsets[i], i, bases, extent->trace->far_times);

      widen (recorded, time, time);
    }
}

static void
add_spans (const Extent *extent,
           guint         job,
           Range        *axis,
           Range        *recorded)
{
  const DwellTrace *trace = extent->trace;
  guint32 end_of_share = share_begin (extent, job + 1, trace->n_spans);

  for (guint32 i = share_begin (extent, job, trace->n_spans); i < end_of_share; i++)
    {
      gint64 begin = dwell_trace_get_span_begin (trace, i);
      gint64 end = dwell_trace_get_span_end (trace, i);

      widen (axis, begin, end);
      if ((trace->span_flags[i] & DWELL_SPAN_BEGIN_MISSING) == 0)
        widen (recorded, begin, begin);
      if ((trace->span_flags[i] & DWELL_SPAN_END_MISSING) == 0)
        widen (recorded, end, end);
    }
}

static void
extent_of_share (guint    job,
                 gpointer user_data)
{
  Extent *extent = user_data;
  const DwellTrace *trace = extent->trace;
  Range axis = { G_MAXINT64, G_MININT64 };
  Range recorded = { G_MAXINT64, G_MININT64 };

  add_spans (extent, job, &axis, &recorded);
  add_times (extent, job, &recorded, trace->mark_time, trace->n_marks);
  add_offsets (extent, job, &recorded, trace->write_offset, trace->write_bases, trace->n_writes);
  add_offsets (extent, job, &recorded, trace->event_offset, trace->event_bases,
               trace->n_file_events);

  g_mutex_lock (&extent->mutex);
  widen (&extent->axis, axis.begin, axis.end);
  widen (&extent->recorded, recorded.begin, recorded.end);
  g_mutex_unlock (&extent->mutex);
}

static void
measure_axis (DwellBuilder *self,
              DwellTrace   *trace)
{
  Extent extent = {
    .trace = trace,
    .axis = { self->begin, self->end },
    .recorded = { self->recorded_begin, self->recorded_end },
  };

  extent.n_jobs = MAX (trace->n_spans, trace->n_file_events) > 65536
                    ? dwell_parallel_get_n_threads () : 1;
  g_mutex_init (&extent.mutex);
  dwell_parallel_for (extent.n_jobs, extent_of_share, &extent);
  g_mutex_clear (&extent.mutex);
  widen (&extent.axis, extent.recorded.begin, extent.recorded.end);

  trace->begin = extent.axis.begin <= extent.axis.end ? extent.axis.begin : 0;
  trace->end = extent.axis.begin <= extent.axis.end ? extent.axis.end : 0;
  trace->recorded_begin = trace->begin;
  trace->recorded_end = trace->end;
  if (extent.recorded.begin <= extent.recorded.end)
    {
      trace->recorded_begin = extent.recorded.begin;
      trace->recorded_end = extent.recorded.end;
    }
}

/* Lets spans that the reader has not closed last until @now. */
static void
close_open_spans (DwellTrace *trace,
                  gint64      now)
{
  DwellSpanTimes *times = (DwellSpanTimes *) trace->span_times;
  guint8 *flags = (guint8 *) trace->span_flags;
  guint32 n = trace->n_spans;

  if (trace->is_partial)
    trace->lasting_end = now;

  for (guint32 first = 0; first < n; first += 64)
    {
      guint32 end = MIN (first + 64, n);
      guint8 any = 0;

      /* Few spans are open, so whole stretches are checked without a branch. */
      for (guint32 i = first; i < end; i++)
        any |= flags[i];

      for (guint32 i = first; i < end && (any & DWELL_SPAN_IS_OPEN) != 0; i++)
        if (flags[i] & DWELL_SPAN_IS_OPEN)
          {
            times[i].length = dwell_trace_get_span_begin (trace, i) < now ? DWELL_SPAN_LASTS : 0;
            flags[i] = (guint8) ((flags[i] & DWELL_SPAN_BEGIN_MISSING) | DWELL_SPAN_END_MISSING);
          }
    }
}

static void
copy_descriptions (DwellBuilder *self,
                   DwellTrace   *trace)
{
  guint n_properties = self->properties->len;
  GArray *properties = g_array_sized_new (FALSE, FALSE, sizeof (DwellProperty), n_properties);
  GPtrArray *notes = g_ptr_array_new ();
  DwellProblems *problems = dwell_problems_copy (self->problems);

  g_array_set_clear_func (properties, _dwell_property_clear);
  for (guint i = 0; i < n_properties; i++)
    {
      DwellProperty property = g_array_index (self->properties, DwellProperty, i);

      g_variant_ref (property.value);
      g_array_append_val (properties, property);
    }

  for (guint i = 0; i < self->notes->len; i++)
    g_ptr_array_add (notes, g_ptr_array_index (self->notes, i));
  g_ptr_array_add (notes, NULL);

  _dwell_trace_own (trace, properties, (GDestroyNotify) g_array_unref);
  trace->properties = (const DwellProperty *) (gpointer) properties->data;
  trace->n_properties = n_properties;
  _dwell_trace_own (trace, notes, (GDestroyNotify) g_ptr_array_unref);
  trace->notes = (const char * const *) notes->pdata;
  trace->problems = _dwell_trace_own (trace, problems, (GDestroyNotify) dwell_problems_unref);
  trace->format_id = self->format_id;
  trace->format_title = self->format_title;
}

/* Sorts suspensions by row. Spans of a row are disjoint, so their suspensions are, too. */
static void
arrange_suspensions (DwellTrace *trace)
{
  guint32 *rows = dwell_big_alloc (trace->n_suspensions * sizeof (guint32));

  for (guint32 i = 0; i < trace->n_suspensions; i++)
    rows[i] = trace->span_row[trace->suspension_span[i]];

  trace->row_suspensions = dwell_sort_numbers (rows, trace->n_suspensions, trace->n_rows,
                                               (guint32 *) &trace->rows->first_suspension,
                                               (guint32 *) &trace->rows->n_suspensions,
                                               sizeof (DwellRow));
  _dwell_trace_own (trace, (gpointer) trace->row_suspensions, dwell_big_free);
  dwell_big_free (rows);
}

/* The first write of a track that is a real; DWELL_NONE if all are integers. */
static guint32
get_first_real (const DwellBuilder *self,
                guint32             track)
{
  return track < self->first_reals->len ? g_array_index (self->first_reals, guint32, track)
                                        : DWELL_NONE;
}

/* Marks the variables that have reals. Works in place only if no partial trace shares the
 * column. */
static void
mark_reals (DwellBuilder *self,
            DwellTrace   *trace)
{
  DwellArea *areas = self->areas->data;
  guint32 i = 0;

  while (i < trace->n_tracks && (get_first_real (self, i) == DWELL_NONE ||
                                 trace->areas[trace->tracks[i].area].is_float))
    i++;
  if (i == trace->n_tracks)
    return;

  if (trace->is_partial || dwell_column_is_shared (self->areas))
    {
      areas = dwell_big_alloc (trace->n_areas * sizeof *areas);
      memcpy (areas, trace->areas, trace->n_areas * sizeof *areas);
      trace->areas = _dwell_trace_own (trace, areas, dwell_big_free);
    }

  for (; i < trace->n_tracks; i++)
    if (get_first_real (self, i) != DWELL_NONE)
      areas[trace->tracks[i].area].is_float = TRUE;
}

/* Makes reals of the integers of variables that have reals, too (dwell_builder_begin_reals()).
 * Works in place only if no partial trace shares the column. */
static void
convert_integers (DwellBuilder *self,
                  DwellTrace   *trace)
{
  g_autofree guint32 *first_reals = g_new0 (guint32, (gsize) trace->n_tracks + 1);
  guint64 *values = self->write_value->data;
  guint32 first = 0;

  for (guint32 i = 0; i < trace->n_tracks; i++)
    if (trace->tracks[i].area != DWELL_NONE && trace->areas[trace->tracks[i].area].is_float)
      first_reals[i] = get_first_real (self, i);

  while (first < trace->n_writes && first >= first_reals[trace->write_track[first]])
    first++;
  if (first == trace->n_writes)
    return;

  if (trace->is_partial || dwell_column_is_shared (self->write_value))
    {
      values = dwell_big_alloc (trace->n_writes * sizeof *values);
      memcpy (values, trace->write_value, trace->n_writes * sizeof *values);
      trace->write_value = _dwell_trace_own (trace, values, dwell_big_free);
    }

  for (guint32 i = first; i < trace->n_writes; i++)
    if (i < first_reals[trace->write_track[i]])
      {
        double real = (double) (gint64) values[i];

        memcpy (&values[i], &real, sizeof real);
      }
}

/* Fills what only some formats have: writes, suspensions, events in file order, recorded
 * statistics. None of these elements change once they were added, except integers that become
 * reals, so partial traces share them. */
static void
fill_file_tables (DwellBuilder *self,
                  DwellTrace   *trace)
{
  gsize n_events = self->event_offset->n;

  trace->n_writes = (guint32) self->write_offset->n;
  trace->track_writes = dwell_sort_numbers (trace->write_track, trace->n_writes, trace->n_tracks,
                                            (guint32 *) &trace->tracks->first_write,
                                            (guint32 *) &trace->tracks->n_writes,
                                            sizeof (DwellTrack));
  _dwell_trace_own (trace, (gpointer) trace->track_writes, dwell_big_free);
  if (self->first_reals->len > 0)
    {
      mark_reals (self, trace);
      convert_integers (self, trace);
    }

  trace->n_suspensions = (guint32) self->suspension_begin->n;
  arrange_suspensions (trace);
  if (self->tables & DWELL_TABLE_SUSPENSIONS)
    _dwell_trace_unite_pauses (trace);

  trace->n_file_events = (guint32) n_events;
  if (n_events > 0 && self->event_core->n >= n_events)
    trace->event_core = _dwell_trace_share_column (trace, self->event_core);
  if (n_events > 0 && self->event_context->n >= n_events)
    trace->event_context = _dwell_trace_share_column (trace, self->event_context);

  trace->n_recorded = (guint32) self->recorded->n;
  trace->total_time = self->total_time;
}

/* Copies of what changes if integers become reals. */
static gsize
count_real_bytes (DwellBuilder *self)
{
  if (self->first_reals->len == 0)
    return 0;

  return self->write_offset->n * sizeof (guint64) + self->areas->n * sizeof (DwellArea) +
         (self->tracks->n + 1) * sizeof (guint32);
}

/* The most bytes that making a trace takes for everything that can be large. */
static gsize
count_trace_bytes (DwellBuilder *self)
{
  gsize n_spans = dwell_builder_get_n_spans (self);
  gsize n_numbers = n_spans + self->mark_time->n + self->write_offset->n +
                    2 * self->suspension_begin->n;
  gsize span_bytes = sizeof (DwellSpanTimes) + 2 * sizeof (guint32) + sizeof (guint8);

  /* Numbers, and at most as many counters; copies of columns that partial traces share; pauses of
   * contexts, of which there are at most as many as suspensions. */
  return 2 * n_numbers * sizeof (guint32) + n_spans * span_bytes +
         count_real_bytes (self) +
         self->suspension_begin->n * (2 * sizeof (guint32) + 3 * sizeof (gint64)) +
         self->tracks->n * (sizeof (DwellTrack) + 3 * sizeof (guint32)) +
         self->rows->n * (sizeof (DwellRow) + 4 * sizeof (guint32)) +
         _dwell_builder_count_arg_bytes (self) + _dwell_builder_count_weight_bytes (self);
}

static DwellTrace *
make_trace (DwellBuilder *self,
            gboolean      is_partial,
            gint64        now)
{
  DwellTrace *trace = _dwell_trace_new ();
  guint32 *row_numbers;

  trace->n_spans = dwell_builder_get_n_spans (self);
  trace->n_span_blocks = (guint32) self->span_bases->n;
  trace->n_write_blocks = (guint32) self->write_bases->n;
  trace->n_event_blocks = (guint32) self->event_bases->n;
  trace->n_far_times = (guint32) self->far_times->n;
  trace->n_marks = (guint32) self->mark_time->n;
  trace->is_partial = is_partial;
  trace->n_events = self->n_events;
  trace->tables = self->tables;
  trace->wall_clock_ns = self->wall_clock_ns;
  trace->strings = _dwell_trace_own (trace, dwell_strings_ref (self->strings),
                                     (GDestroyNotify) dwell_strings_unref);
  copy_descriptions (self, trace);

  trace->n_areas = (guint32) self->areas->n;
  trace->n_contexts = (guint32) self->contexts->n;
  _dwell_builder_pass_columns (self, trace);
  close_open_spans (trace, now);

  row_numbers = arrange_rows (self, trace);
  apply_row_numbers (self, trace, row_numbers);
  dwell_big_free (row_numbers);
  trace->row_spans = dwell_sort_numbers (trace->span_row, trace->n_spans, trace->n_rows,
                                         (guint32 *) &trace->rows->first_span,
                                         (guint32 *) &trace->rows->n_spans, sizeof (DwellRow));
  _dwell_trace_own (trace, (gpointer) trace->row_spans, dwell_big_free);

  trace->track_marks = dwell_sort_numbers (trace->mark_track, trace->n_marks, trace->n_tracks,
                                           (guint32 *) &trace->tracks->first_mark,
                                           (guint32 *) &trace->tracks->n_marks,
                                           sizeof (DwellTrack));
  _dwell_trace_own (trace, (gpointer) trace->track_marks, dwell_big_free);

  fill_file_tables (self, trace);
  _dwell_builder_fill_args (self, trace);
  _dwell_builder_fill_weights (self, trace);
  measure_axis (self, trace);
  return trace;
}

/**
 * dwell_builder_count_shown:
 * @self: a builder
 *
 * Returns: how many spans, marks, writes and stack nodes there are so far; for a format whose spans
 *   come at the end, how many events
 */
gsize
dwell_builder_count_shown (const DwellBuilder *self)
{
  if (self->spans_are_sequence && self->node_parent->n > 0)
    return (gsize) self->n_events + 1;

  return dwell_builder_get_n_spans (self) + self->mark_time->n + self->write_offset->n +
         self->node_parent->n;
}

/**
 * dwell_builder_snapshot:
 * @self: a builder
 * @now: ns, until when open spans last
 *
 * Makes a partial trace of what was read so far. For each span, 13 bytes are copied and sorted:
 * call it at growing intervals.
 *
 * Returns: (transfer full) (nullable): the trace; %NULL while there is nothing to show, or too
 *   little memory
 */
DwellTrace *
dwell_builder_snapshot (DwellBuilder *self,
                        gint64        now)
{
  gsize n_bytes = count_trace_bytes (self);
  DwellTrace *trace;

  if (dwell_builder_count_shown (self) == 0 || !dwell_builder_check (self, 0, NULL) ||
      !dwell_memory_claim (n_bytes, NULL))
    return NULL;

  _dwell_builder_count (self);
  trace = make_trace (self, TRUE, now);
  dwell_memory_release (n_bytes);
  return trace;
}

/**
 * dwell_builder_finish:
 * @self: (transfer full): a builder
 *
 * Ends building. Spans that the reader left open end where they began and are incomplete.
 *
 * Returns: (transfer full) (nullable): the trace; %NULL if there is too little memory for it, or
 *   was for something that was added
 */
DwellTrace *
dwell_builder_finish (DwellBuilder *self)
{
  gsize n_bytes = count_trace_bytes (self);
  DwellTrace *trace = NULL;

  _dwell_builder_count (self);
  _dwell_builder_trim (self);

  if (dwell_builder_check (self, 0, NULL) && dwell_memory_claim (n_bytes, NULL))
    {
      trace = make_trace (self, FALSE, G_MININT64);
      dwell_memory_release (n_bytes);

      if (self->source != NULL)
        trace->source = _dwell_trace_own (trace, g_steal_pointer (&self->source),
                                          g_steal_pointer (&self->source_free));
    }

  dwell_builder_free (self);
  return trace;
}
