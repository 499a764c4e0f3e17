/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes rows of the trace's own events. Any stretch of them can be done alone, so that all
 * processors work at once. Events that are not chosen are left out. States are written as the
 * settings say: as writes of their variable, or as exit and entry of the states themselves. */
#include "config.h"

#include <string.h>

#include "core/dwell-memory.h"
#include "formats/text1/write/dwell-text1-writer.h"

/* Distance, in events, at which the number of earlier writes is stored. */
#define STEP 4096

struct _DwellText1Events
{
  const DwellText1Writer *writer;
  const DwellTrace       *trace;
  gboolean                as_read;       /* all events, exactly as they were read */
  guint32                *writes_before; /* number of writes, for each STEP events */
  guint32                *previous;      /* (nullable): by write: the write that its state ends */
};

static guint32
count_writes (const guint8 *kinds,
              gsize         n)
{
  guint32 sum = 0;

  for (gsize i = 0; i < n; i++)
    sum += kinds[i] == DWELL_EVENT_WRITE;

  return sum;
}

/* A state that is entered or left without a write ends the state of the last write. */
static void
find_previous (DwellText1Events *self)
{
  const DwellTrace *trace = self->trace;
  g_autofree guint32 *last = g_new (guint32, (gsize) trace->n_areas + 1); /* by variable */
  guint32 write = 0;

  memset (last, 0xff, trace->n_areas * sizeof *last);
  self->previous = dwell_big_alloc (((gsize) trace->n_writes + 1) * sizeof *self->previous);

  for (guint32 i = 0; i < trace->n_file_events; i++)
    {
      guint32 area = trace->event_area[i];

      if (trace->event_kind[i] == DWELL_EVENT_WRITE)
        {
          self->previous[write] = last[area];
          last[area] = write++;
        }
      else if (trace->areas[area].kind == DWELL_AREA_STATE &&
               trace->areas[area].parent != DWELL_NONE)
        last[trace->areas[area].parent] = DWELL_NONE;
    }
}

/**
 * dwell_text1_events_new:
 * @writer: the writer; must outlive the events
 * @as_read: whether to take all events exactly as they were read
 *
 * Returns: (transfer full): the events of the trace
 */
DwellText1Events *
dwell_text1_events_new (DwellText1Writer *writer,
                        gboolean          as_read)
{
  DwellText1Events *self = g_new0 (DwellText1Events, 1);
  const DwellTrace *trace = writer->trace;
  gsize n_steps = (gsize) trace->n_file_events / STEP + 1;

  self->writer = writer;
  self->trace = trace;
  self->as_read = as_read;
  self->writes_before = g_new0 (guint32, n_steps);

  for (gsize i = 1; i < n_steps; i++)
    self->writes_before[i] = self->writes_before[i - 1] +
                             count_writes (trace->event_kind + (i - 1) * STEP, STEP);

  if (!as_read && writer->states_are_events)
    find_previous (self);

  return self;
}

/**
 * dwell_text1_events_free:
 * @self: (transfer full): events
 */
void
dwell_text1_events_free (DwellText1Events *self)
{
  g_clear_pointer (&self->previous, dwell_big_free);
  g_free (self->writes_before);
  g_free (self);
}

/* Returns the context of a row: that of the event, or else the only one in which its function
 * ran. */
static guint32
get_context (const DwellText1Events *self,
             guint32                 event,
             guint32                 area)
{
  guint32 context = self->trace->event_context != NULL ? self->trace->event_context[event]
                                                       : DWELL_NONE;
  DwellAreaKind kind = self->trace->areas[area].kind;

  if (context == DWELL_NONE && !self->as_read &&
      (kind == DWELL_AREA_FUNCTION || kind == DWELL_AREA_LINE))
    context = self->writer->area_contexts[area];

  return context;
}

static gboolean
is_chosen (const DwellText1Events *self,
           const DwellText1Row    *row,
           guint32                 area)
{
  const DwellText1Writer *writer = self->writer;

  return (writer->areas[area] & DWELL_TEXT1_AREA_IS_CHOSEN) != 0 && row->time >= writer->begin &&
         row->time <= writer->end && (row->context == DWELL_NONE || writer->contexts[row->context]);
}

/* Makes rows for exit and entry of states from a write to a variable. */
static gsize
split_write (const DwellText1Events *self,
             guint32                 area,
             guint32                 write,
             DwellText1Row          *row)
{
  gsize n = 0;
  DwellText1Row entry = *row;

  entry.handle = self->writer->state_handles[area];
  entry.kind = DWELL_EVENT_ENTRY;

  if (self->previous[write] != DWELL_NONE)
    {
      row[n] = entry;
      row[n].kind = DWELL_EVENT_EXIT;
      row[n++].value = self->trace->write_value[self->previous[write]];
    }

  row[n++] = entry;
  return n;
}

/* Makes the rows of one event: none, one or two. */
static gsize
shape_row (const DwellText1Events *self,
           guint32                 area,
           guint32                 write,
           DwellText1Row          *row)
{
  const DwellText1Writer *writer = self->writer;
  const DwellArea *info = &self->trace->areas[area];

  if (!is_chosen (self, row, area))
    return 0;

  if (row->kind == DWELL_EVENT_WRITE)
    return self->previous != NULL && (writer->areas[area] & DWELL_TEXT1_AREA_HAS_STATES)
             ? split_write (self, area, write, row) : 1;

  if (info->kind != DWELL_AREA_STATE || info->parent == DWELL_NONE ||
      writer->states_are_events || writer->handles[info->parent] == DWELL_NONE)
    return 1;

  if (row->kind == DWELL_EVENT_EXIT || row->kind == DWELL_EVENT_SUSPEND)
    return 0;

  row->kind = DWELL_EVENT_WRITE;
  row->handle = writer->handles[info->parent];
  return 1;
}

/**
 * dwell_text1_events_fill:
 * @self: events
 * @first: the first of the trace's events
 * @n: the number of events
 * @rows: (out caller-allocates): room for 2 * @n rows
 *
 * Makes the rows of a stretch. May be called by several threads at once.
 *
 * Returns: the number of rows
 */
gsize
dwell_text1_events_fill (const DwellText1Events *self,
                         guint32                 first,
                         guint32                 n,
                         DwellText1Row          *rows)
{
  const DwellTrace *trace = self->trace;
  guint32 write = self->writes_before[first / STEP] +
                  count_writes (trace->event_kind + first / STEP * STEP, first % STEP);
  gsize n_rows = 0;

  for (guint32 i = first; i < first + n; i++)
    {
      DwellText1Row *row = &rows[n_rows];
      guint32 area = trace->event_area[i];

      row->time = dwell_trace_get_event_time (trace, i);
      row->handle = self->writer->handles[area];
      row->kind = trace->event_kind[i];
      row->core = trace->event_core != NULL ? trace->event_core[i] : DWELL_CORE_UNKNOWN;
      row->context = get_context (self, i, area);
      row->has_value = row->kind == DWELL_EVENT_WRITE || dwell_text1_handle_is_shared (row->handle);
      row->value = 0;
      if (row->kind == DWELL_EVENT_WRITE)
        row->value = trace->write_value[write++];
      else if (row->has_value)
        row->value = (guint64) (self->as_read ? trace->areas[area].value
                                              : self->writer->state_numbers[area]);

      n_rows += self->as_read ? 1 : shape_row (self, area, write - 1, row);
    }

  return n_rows;
}
