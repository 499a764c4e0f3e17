/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derives rows of the timeline from spans, suspensions and writes, for a trace without events of
 * its own. A call is a suspend of the caller and, at the same time, an entry of the callee; a
 * return is an exit of the callee and a resume of the caller (README.md, "What is written"). Where
 * the trace has suspensions, suspends and resumes are theirs. Contexts, and the writes, are merged
 * in the order of time.
 *
 * The spans of a context are numbered in the order of their starts; open ones are kept in the
 * order of their ends, the next on top. A caller of several that overlap is suspended until the
 * last one ends.
 *
 * An end that was not recorded has no row if a reader can infer it from the end of the caller or
 * of the session. Otherwise it is written where it was inferred, and counted; without it, the
 * reader would take the next rows for calls of that span, or the end of another span for its
 * end. */
#include "config.h"

#include <string.h>

#include "core/dwell-memory.h"
#include "formats/text1/write/dwell-text1-writer.h"

/* The greatest number of rows that a step makes. */
#define MAX_ROWS 2

/* What happens next in a context. */
typedef enum {
  STEP_NONE,
  STEP_BEGIN,
  STEP_END,
  STEP_SUSPEND,
  STEP_RESUME,
  STEP_WRITE,
} Step;

typedef struct {
  gint64  end;
  guint32 span;
  guint32 parent;     /* the innermost chosen span around it, or DWELL_NONE */
  guint32 n_children; /* number of open ones */
  guint32 n_rows;     /* of this span */
  guint32 stop;       /* the suspension with which it began and ends, or DWELL_NONE */
  guint8  is_suspended;
} Open;

/* A context with its spans, and the open ones among them; or all writes. */
typedef struct {
  guint32 next; /* index into order, or into writes */
  guint32 end;
  guint32 next_suspend; /* indexes into stops */
  guint32 next_resume;
  guint32 end_stops;
  guint32 context;   /* or DWELL_NONE: the writes */
  Step    step;      /* the next step */
  gint64  time;      /* its time */
  gint64  last_exit; /* last exit of a function */
  GArray *open; /* Open; the last one ends next */
} Stream;

struct _DwellText1Spans
{
  const DwellText1Writer *writer;
  const DwellTrace       *trace;
  guint32                *order;   /* chosen spans, grouped by context */
  guint32                 n_order;
  guint32                 n_done;  /* number of spans opened so far */
  guint32                *writes;  /* in the order of time */
  DwellText1Stops         stops;
  gboolean                has_stops; /* suspends and resumes are from suspensions, not from calls */
  Stream                 *streams; /* by context, and one of the writes */
  guint32                *heap;    /* streams with steps left; the first has the next step */
  guint32                 n_heap;
  guint64                 n_crossing;
  guint64                 n_mistaken; /* suspensions that are read as those of the other kind */
  guint64                 n_inferred; /* ends that are written although they were not recorded */
  guint64                 n_without_row; /* spans in the range without a row there */
};

static gboolean
is_chosen (const DwellText1Spans *self,
           guint32                span)
{
  return (self->writer->areas[self->trace->span_area[span]] & DWELL_TEXT1_AREA_IS_CHOSEN) != 0;
}

static void
order_spans (DwellText1Spans *self)
{
  const DwellTrace *trace = self->trace;
  gsize n_contexts = trace->n_contexts;
  g_autofree guint32 *n = g_new0 (guint32, n_contexts + 1);

  for (guint32 i = 0; i < trace->n_spans; i++)
    n[dwell_trace_get_span_context (trace, i)] += is_chosen (self, i);

  for (guint32 c = 0; c < n_contexts; c++)
    {
      self->streams[c].next = self->streams[c].end = self->n_order;
      self->streams[c].context = c;
      self->streams[c].open = g_array_new (FALSE, FALSE, sizeof (Open));
      self->streams[c].next_suspend = self->streams[c].next_resume = self->stops.first[c];
      self->streams[c].end_stops = self->stops.first[c + 1];
      self->streams[c].last_exit = DWELL_TIME_NONE;
      if (self->writer->contexts[c])
        self->n_order += n[c];
    }

  self->order = dwell_big_alloc (((gsize) self->n_order + 1) * sizeof *self->order);
  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      Stream *stream = &self->streams[dwell_trace_get_span_context (trace, i)];

      if (self->writer->contexts[stream->context] && is_chosen (self, i))
        self->order[stream->end++] = i;
    }
}

/* Returns the open span that ends next; there must be one. */
static const Open *
get_top (const Stream *stream)
{
  return &g_array_index (stream->open, Open, stream->open->len - 1);
}

/* Returns whether @outer is an ancestor of @span. */
static gboolean
is_around (const DwellTrace *trace,
           guint32           outer,
           guint32           span)
{
  while (span != DWELL_NONE && span != outer)
    span = trace->span_parent[span];

  return span == outer;
}

static Open *
find_open (const Stream *stream,
           guint32       span)
{
  for (guint i = stream->open->len; span != DWELL_NONE && i > 0; i--)
    {
      Open *open = &g_array_index (stream->open, Open, i - 1);

      if (open->span == span)
        return open;
    }

  return NULL;
}

/* Returns whether the next step, among the ends and starts of the stream's spans, is an end. */
static gboolean
is_end_next (const DwellText1Spans *self,
             const Stream          *stream)
{
  const Open *top;
  guint32 span;

  if (stream->open->len == 0 || stream->next == stream->end)
    return stream->open->len > 0;

  top = get_top (stream);
  span = self->order[stream->next];
  return top->end < dwell_trace_get_span_begin (self->trace, span) ||
         (top->end == dwell_trace_get_span_begin (self->trace, span) &&
          !is_around (self->trace, top->span, span));
}

static void
look_at_spans (const DwellText1Spans *self,
               Stream                *stream)
{
  stream->step = STEP_NONE;
  if (is_end_next (self, stream))
    {
      stream->step = STEP_END;
      stream->time = get_top (stream)->end;
    }
  else if (stream->next < stream->end)
    {
      stream->step = STEP_BEGIN;
      stream->time = dwell_trace_get_span_begin (self->trace, self->order[stream->next]);
    }
}

/* At the same time, ends come first, then resumes, then begins: a caller suspends just before the
 * function that it calls, but a suspend without a call comes after all begins, so that it is not
 * taken for one. */
static void
look_at_stops (const DwellText1Spans *self,
               Stream                *stream)
{
  const DwellTrace *trace = self->trace;

  if (stream->next_resume < stream->end_stops)
    {
      guint32 stop = self->stops.ends[stream->next_resume];
      gint64 time = trace->suspension_end[stop];

      if (stream->step == STEP_NONE || time < stream->time ||
          (time == stream->time && stream->step == STEP_BEGIN))
        {
          stream->step = STEP_RESUME;
          stream->time = time;
        }
    }

  if (stream->next_suspend < stream->end_stops)
    {
      guint32 stop = self->stops.begins[stream->next_suspend];
      gint64 time = trace->suspension_begin[stop];

      if (stream->step == STEP_NONE || time < stream->time ||
          (time == stream->time && stream->step == STEP_BEGIN &&
           trace->suspension_kind[stop] == DWELL_SUSPENSION_WAIT &&
           find_open (stream, trace->suspension_span[stop]) != NULL))
        {
          stream->step = STEP_SUSPEND;
          stream->time = time;
        }
    }
}

/* Finds the next step, and its time. Returns FALSE if there is none. */
static gboolean
look_ahead (const DwellText1Spans *self,
            Stream                *stream)
{
  if (stream->context != DWELL_NONE)
    {
      look_at_spans (self, stream);
      look_at_stops (self, stream);
    }
  else
    {
      stream->step = stream->next < stream->end ? STEP_WRITE : STEP_NONE;
      if (stream->step == STEP_WRITE)
        stream->time = dwell_trace_get_write_time (self->trace, self->writes[stream->next]);
    }

  return stream->step != STEP_NONE;
}

/* At the same time, what stops running in a context comes before what continues in another. */
static gboolean
comes_first (const DwellText1Spans *self,
             guint32                a,
             guint32                b)
{
  const Stream *first = &self->streams[a];
  const Stream *second = &self->streams[b];
  gboolean stops_first = first->step == STEP_END || first->step == STEP_SUSPEND;
  gboolean stops_second = second->step == STEP_END || second->step == STEP_SUSPEND;

  if (first->time != second->time)
    return first->time < second->time;

  return stops_first != stops_second ? stops_first : a < b;
}

static void
sift_down (DwellText1Spans *self,
           guint32          at)
{
  for (;;)
    {
      guint32 first = at;
      guint32 held = self->heap[at];

      for (guint32 child = at * 2 + 1; child <= at * 2 + 2 && child < self->n_heap; child++)
        if (comes_first (self, self->heap[child], self->heap[first]))
          first = child;

      if (first == at)
        return;
      self->heap[at] = self->heap[first];
      self->heap[first] = held;
      at = first;
    }
}

/**
 * dwell_text1_spans_new:
 * @writer: the writer; must outlive the spans
 *
 * Returns: (transfer full): the chosen spans of the trace, before the first row
 */
DwellText1Spans *
dwell_text1_spans_new (DwellText1Writer *writer)
{
  DwellText1Spans *self = g_new0 (DwellText1Spans, 1);
  Stream *writes;

  self->writer = writer;
  self->trace = writer->trace;
  self->has_stops = dwell_trace_has (self->trace, DWELL_TABLE_SUSPENSIONS);
  self->streams = g_new0 (Stream, (gsize) self->trace->n_contexts + 1);
  self->heap = g_new (guint32, (gsize) self->trace->n_contexts + 1);
  dwell_text1_stops_init (&self->stops, writer);
  order_spans (self);
  writes = &self->streams[self->trace->n_contexts];
  writes->context = DWELL_NONE;
  self->writes = dwell_text1_order_writes (writer, &writes->end);

  for (guint32 c = 0; c <= self->trace->n_contexts; c++)
    if (look_ahead (self, &self->streams[c]))
      self->heap[self->n_heap++] = c;
  for (guint32 i = self->n_heap / 2; i > 0; i--)
    sift_down (self, i - 1);

  return self;
}

/**
 * dwell_text1_spans_free:
 * @self: (transfer full): spans
 */
void
dwell_text1_spans_free (DwellText1Spans *self)
{
  for (guint32 c = 0; c < self->trace->n_contexts; c++)
    g_array_unref (self->streams[c].open);
  dwell_text1_stops_clear (&self->stops);
  dwell_big_free (self->writes);
  dwell_big_free (self->order);
  g_free (self->streams);
  g_free (self->heap);
  g_free (self);
}

/**
 * dwell_text1_spans_get_fraction:
 * @self: spans
 *
 * Returns: the part of the spans and writes that has begun, 0…1
 */
double
dwell_text1_spans_get_fraction (const DwellText1Spans *self)
{
  guint32 n_writes = self->streams[self->trace->n_contexts].end;
  double n_all = (double) self->n_order + n_writes;

  return n_all > 0 ? (self->n_done + self->streams[self->trace->n_contexts].next) / n_all : 1;
}

/**
 * dwell_text1_spans_get_n_crossing:
 * @self: spans
 *
 * Returns: the number of spans so far that began inside another and ended after it
 */
guint64
dwell_text1_spans_get_n_crossing (const DwellText1Spans *self)
{
  return self->n_crossing;
}

/**
 * dwell_text1_spans_get_n_mistaken:
 * @self: spans
 *
 * Returns: the number of suspensions so far that are read as pauses though they are waits, or the
 *   other way round
 */
guint64
dwell_text1_spans_get_n_mistaken (const DwellText1Spans *self)
{
  return self->n_mistaken;
}

/**
 * dwell_text1_spans_get_n_inferred:
 * @self: spans
 *
 * Returns: the number of ends so far that were written although they were not recorded
 */
guint64
dwell_text1_spans_get_n_inferred (const DwellText1Spans *self)
{
  return self->n_inferred;
}

/**
 * dwell_text1_spans_get_n_without_row:
 * @self: spans
 *
 * Returns: the number of spans so far that lie in the range, but have no row there
 */
guint64
dwell_text1_spans_get_n_without_row (const DwellText1Spans *self)
{
  return self->n_without_row;
}

/* Makes a row of an open span, if it is inside the range. */
static gsize
make_row (const DwellText1Spans *self,
          DwellEventKind         kind,
          const Open            *open,
          guint32                context,
          gint64                 time,
          DwellText1Row         *row)
{
  guint32 area = self->trace->span_area[open->span];
  const DwellArea *info = &self->trace->areas[area];

  if (time < self->writer->begin || time > self->writer->end)
    return 0;

  *row = (DwellText1Row) {
    .time = time,
    .handle = self->writer->handles[area],
    .context = context,
    .kind = (guint8) kind,
    .core = DWELL_CORE_UNKNOWN,
  };

  if (info->kind != DWELL_AREA_STATE)
    return 1;

  row->has_value = TRUE;
  row->value = (guint64) self->writer->state_numbers[area];
  row->context = DWELL_NONE;
  if (self->writer->states_are_events || info->parent == DWELL_NONE)
    return 1;

  row->kind = DWELL_EVENT_WRITE;
  row->handle = self->writer->handles[info->parent];
  return kind == DWELL_EVENT_ENTRY ? 1 : 0;
}

static gsize
add_row (const DwellText1Spans *self,
         DwellEventKind         kind,
         Open                  *open,
         guint32                context,
         gint64                 time,
         DwellText1Row         *row)
{
  gsize n = make_row (self, kind, open, context, time, row);

  open->n_rows += (guint32) n;
  return n;
}

static DwellAreaKind
get_kind (const DwellText1Spans *self,
          guint32                span)
{
  return self->trace->areas[self->trace->span_area[span]].kind;
}

static gboolean
is_of_stack (const DwellText1Spans *self,
             const Open            *open,
             gboolean               is_of_lines)
{
  DwellAreaKind kind = get_kind (self, open->span);

  return kind != DWELL_AREA_STATE && (kind == DWELL_AREA_LINE) == is_of_lines;
}

/* Returns whether a reader would take the span about to be opened for a part of another: functions
 * of a context have one stack, lines another, and states none. */
static gboolean
is_crossing (const DwellText1Spans *self,
             const Stream          *stream,
             guint                  at,
             const Open            *open)
{
  DwellAreaKind kind = get_kind (self, open->span);
  gboolean is_line = kind == DWELL_AREA_LINE;

  for (guint i = stream->open->len; i > 0 && kind != DWELL_AREA_STATE; i--)
    {
      const Open *other = &g_array_index (stream->open, Open, i - 1);

      if (is_of_stack (self, other, is_line))
        return i > at || (!is_line && other->span != open->parent);
    }

  return FALSE;
}

static gsize
begin_span (DwellText1Spans *self,
            Stream          *stream,
            DwellText1Row   *rows)
{
  const DwellTrace *trace = self->trace;
  guint32 span = self->order[stream->next++];
  Open open = { .end = dwell_trace_get_span_end (trace, span), .span = span,
                .parent = trace->span_parent[span], .stop = DWELL_NONE };
  guint at = stream->open->len;
  gboolean has_row = (trace->span_flags[span] & DWELL_SPAN_BEGIN_MISSING) == 0;
  Open *caller;
  gsize n = 0;

  self->n_done++;
  while (open.parent != DWELL_NONE && !is_chosen (self, open.parent))
    open.parent = trace->span_parent[open.parent];

  caller = find_open (stream, open.parent);
  if (caller == NULL)
    open.parent = DWELL_NONE;
  else if (self->has_stops)
    /* A reader takes each call for a wait of the caller. */
    self->n_mistaken += has_row && !caller->is_suspended && open.end > stream->time;
  else if (caller->n_children++ == 0 && has_row)
    n += add_row (self, DWELL_EVENT_SUSPEND, caller, stream->context, stream->time, &rows[n]);
  if (has_row)
    n += add_row (self, DWELL_EVENT_ENTRY, &open, stream->context, stream->time, &rows[n]);

  while (at > 0 && g_array_index (stream->open, Open, at - 1).end < open.end)
    at--;
  self->n_crossing += is_crossing (self, stream, at, &open);
  g_array_insert_val (stream->open, at, open);
  return n;
}

/* Returns whether a reader can infer the end of @open, which was on top, without a row for it. */
static gboolean
is_end_plain (const DwellText1Spans *self,
              const Stream          *stream,
              const Open            *open,
              const Open            *caller)
{
  const DwellTrace *trace = self->trace;

  if (open->end < (caller != NULL ? caller->end : trace->end))
    return FALSE;

  for (guint i = stream->open->len; i > 0; i--)
    {
      const Open *other = &g_array_index (stream->open, Open, i - 1);

      if (other->end > open->end)
        break;
      if (trace->span_area[other->span] == trace->span_area[open->span] &&
          (other->end < trace->end || !(trace->span_flags[other->span] & DWELL_SPAN_END_MISSING)))
        return FALSE;
    }

  return TRUE;
}

/* Returns whether a reader would take a row of an open span for one of another: the innermost one
 * of its area. */
static gboolean
is_hidden (const DwellText1Spans *self,
           const Stream          *stream,
           const Open            *open)
{
  const guint32 *areas = self->trace->span_area;

  for (guint i = stream->open->len; i > 0; i--)
    {
      const Open *other = &g_array_index (stream->open, Open, i - 1);

      if (areas[other->span] == areas[open->span])
        return other->span != open->span;
    }

  return FALSE;
}

/* Only a resume shows that a span was suspended before the recording began. */
static gsize
resume_from_before (DwellText1Spans *self,
                    const Stream    *stream,
                    Open            *open,
                    guint32          stop,
                    DwellText1Row   *rows)
{
  self->n_mistaken += is_hidden (self, stream, open) ||
                      (self->trace->suspension_kind[stop] == DWELL_SUSPENSION_WAIT) !=
                      (stream->last_exit == stream->time);
  return add_row (self, DWELL_EVENT_RESUME, open, stream->context, stream->time, rows);
}

static gsize
end_span (DwellText1Spans *self,
          Stream          *stream,
          DwellText1Row   *rows)
{
  Open open = *get_top (stream);
  gboolean has_row = (self->trace->span_flags[open.span] & DWELL_SPAN_END_MISSING) == 0;
  Open *caller;
  gsize n = 0;

  g_array_set_size (stream->open, stream->open->len - 1);
  caller = find_open (stream, open.parent);

  if (!has_row && !is_end_plain (self, stream, &open, caller))
    {
      has_row = TRUE;
      self->n_inferred++;
    }

  if (has_row && open.stop != DWELL_NONE)
    n += resume_from_before (self, stream, &open, open.stop, &rows[n]);
  if (has_row)
    n += add_row (self, DWELL_EVENT_EXIT, &open, stream->context, open.end, &rows[n]);
  if (has_row && get_kind (self, open.span) != DWELL_AREA_LINE)
    stream->last_exit = open.end;
  if (caller != NULL && !self->has_stops && --caller->n_children == 0 && has_row)
    n += add_row (self, DWELL_EVENT_RESUME, caller, stream->context, open.end, &rows[n]);
  self->n_without_row += open.n_rows == 0 && open.end >= self->writer->begin &&
                    dwell_trace_get_span_begin (self->trace, open.span) <= self->writer->end;

  return n;
}

/* Returns whether the next begin is a call by the function that suspends now. */
static gboolean
is_call_next (const DwellText1Spans *self,
              const Stream          *stream)
{
  guint32 span = stream->next < stream->end ? self->order[stream->next] : DWELL_NONE;

  return span != DWELL_NONE && get_kind (self, span) != DWELL_AREA_LINE &&
         (self->trace->span_flags[span] & DWELL_SPAN_BEGIN_MISSING) == 0 &&
         dwell_trace_get_span_begin (self->trace, span) == stream->time;
}

static gsize
suspend_span (DwellText1Spans *self,
              Stream          *stream,
              DwellText1Row   *rows)
{
  guint32 stop = self->stops.begins[stream->next_suspend++];
  Open *open = find_open (stream, self->trace->suspension_span[stop]);

  if (open == NULL)
    return 0;

  open->is_suspended = TRUE;
  if (!dwell_text1_stop_has_begin (self->trace, stop))
    {
      open->stop = self->trace->suspension_end[stop] == open->end ? stop : DWELL_NONE;
      return 0;
    }

  self->n_mistaken += is_hidden (self, stream, open) ||
                      (self->trace->suspension_kind[stop] == DWELL_SUSPENSION_WAIT) !=
                      is_call_next (self, stream);
  return add_row (self, DWELL_EVENT_SUSPEND, open, stream->context, stream->time, rows);
}

static gsize
resume_span (DwellText1Spans *self,
             Stream          *stream,
             DwellText1Row   *rows)
{
  guint32 stop = self->stops.ends[stream->next_resume++];
  Open *open = find_open (stream, self->trace->suspension_span[stop]);

  if (open == NULL || open->end == stream->time)
    return 0;

  open->is_suspended = FALSE;
  self->n_mistaken += is_hidden (self, stream, open);
  return dwell_text1_stop_has_begin (self->trace, stop)
         ? add_row (self, DWELL_EVENT_RESUME, open, stream->context, stream->time, rows)
         : resume_from_before (self, stream, open, stop, rows);
}

static gsize
write_value (DwellText1Spans *self,
             Stream          *stream,
             DwellText1Row   *row)
{
  guint32 write = self->writes[stream->next++];

  if (stream->time < self->writer->begin || stream->time > self->writer->end)
    return 0;

  *row = (DwellText1Row) {
    .time = stream->time,
    .value = self->trace->write_value[write],
    .handle = self->writer->handles[self->trace->tracks[self->trace->write_track[write]].area],
    .context = DWELL_NONE,
    .kind = DWELL_EVENT_WRITE,
    .core = DWELL_CORE_UNKNOWN,
    .has_value = TRUE,
  };
  return 1;
}

static gsize
take_step (DwellText1Spans *self,
           Stream          *stream,
           DwellText1Row   *rows)
{
  switch (stream->step)
    {
    case STEP_BEGIN:
      return begin_span (self, stream, rows);

    case STEP_END:
      return end_span (self, stream, rows);

    case STEP_SUSPEND:
      return suspend_span (self, stream, rows);

    case STEP_RESUME:
      return resume_span (self, stream, rows);

    case STEP_WRITE:
      return write_value (self, stream, rows);

    case STEP_NONE:
    default:
      return 0;
    }
}

/**
 * dwell_text1_spans_fill:
 * @self: spans
 * @rows: (out caller-allocates): room for @n_max rows
 * @n_max: the greatest number of rows
 *
 * Makes the next rows.
 *
 * Returns: the number of rows; 0 if there are no more
 */
gsize
dwell_text1_spans_fill (DwellText1Spans *self,
                        DwellText1Row   *rows,
                        gsize            n_max)
{
  gsize n = 0;

  while (self->n_heap > 0 && n + MAX_ROWS <= n_max)
    {
      Stream *stream = &self->streams[self->heap[0]];

      n += take_step (self, stream, &rows[n]);
      if (!look_ahead (self, stream))
        self->heap[0] = self->heap[--self->n_heap];
      if (self->n_heap > 1)
        sift_down (self, 0);
    }

  return n;
}
