/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a file of trace events has said so far: processes and threads with what happened in them, in
 * the order of the file. dwell_trace_event_finish() makes the tables of a trace of it. */
#pragma once

#include "core/dwell-builder.h"
#include "formats/trace-event/dwell-trace-event-parse.h"

G_BEGIN_DECLS

/* A name and a category. */
typedef struct {
  guint32 text;   /* strings */
  guint32 category;
  guint32 areas[2]; /* of kind function and scope, or DWELL_NONE as long as none is needed */
} DwellTraceEventName;

/* What is called by a name: few have arguments, and those without need not pay for them. So this is
 * a place among the names or, with the highest bit, one among those with arguments. */
typedef guint32 DwellTraceEventCall;

#define DWELL_TRACE_EVENT_HAS_ARGS ((guint32) 1 << 31)

typedef struct {
  guint32 name; /* its place in names */
  guint32 args; /* of the builder */
} DwellTraceEventNamedArgs;

typedef enum {
  DWELL_TRACE_EVENT_BEGIN,
  DWELL_TRACE_EVENT_END,
  DWELL_TRACE_EVENT_WHOLE,   /* a span; with pairing, begins become such */
  DWELL_TRACE_EVENT_PASSED,  /* it has found its place: nothing is left to do */
} DwellTraceEventKind;

/* A begin, an end or both. */
typedef struct {
  gint64  time_ns;
  gint64  duration_ns; /* of whole ones; DWELL_TIME_NONE: until the end of the trace */
  DwellTraceEventCall name;
  guint32 line  : 26; /* 0: too large for the bits */
  guint32 kind  : 2;  /* DwellTraceEventKind */
  guint32 flags : 4;  /* the lower DwellSpanFlags */
} DwellTraceEventRecord;

/* A point in time: an instant, an end without a begin. */
typedef struct {
  gint64  time_ns;
  DwellTraceEventCall name;
  guint8  kind; /* DwellMarkKind */
} DwellTraceEventPoint;

/* An event of a span that is not bound to a thread. */
typedef struct {
  DwellTraceEventRecord record;
  guint32 process;
  guint32 key;   /* what pairs it: strings */
  char    phase;
} DwellTraceEventAsync;

/* A step of a flow. */
typedef struct {
  gint64  time_ns;
  guint32 key;    /* what makes steps one flow: strings */
  guint32 name;   /* its place in names */
  guint32 thread;
  guint32 order;  /* in the file */
  guint32 span;   /* of the builder; DWELL_NONE: none is bound to it */
  char    phase;  /* s, t or f */
  guint8  is_enclosed; /* the span around it is meant, else the one that begins next */
} DwellTraceEventFlow;

/* A value of a counter. */
typedef struct {
  gint64   time_ns;
  double   number;
  gint64   integer;
  gboolean is_integer;
} DwellTraceEventValue;

typedef struct {
  guint32   process;
  guint32   name; /* strings */
  GArray   *values; /* DwellTraceEventValue */
} DwellTraceEventCounter;

/* What metadata says of a process or a thread. */
typedef struct {
  guint32 key;      /* strings: the number or the name that the file uses */
  guint32 name;     /* strings; 0: none */
  guint32 labels;   /* strings; 0: none */
  gint64  sort_index;
  guint64 first;    /* number of its first event, from 1; 0: it has none */
  GArray *points;   /* DwellTraceEventPoint */
} DwellTraceEventPlace;

typedef struct {
  DwellTraceEventPlace place;
  guint32  process;
  GArray  *records; /* DwellTraceEventRecord */
  gint64   last_ns;
  gboolean is_unsorted;
} DwellTraceEventThread;

typedef struct {
  DwellBuilder *builder;
  GArray       *names;     /* DwellTraceEventName */
  GArray       *with_args; /* DwellTraceEventNamedArgs */
  GArray       *processes; /* DwellTraceEventPlace */
  GArray       *threads;   /* DwellTraceEventThread */
  GArray       *counters;  /* DwellTraceEventCounter */
  GArray       *async;     /* DwellTraceEventAsync */
  GArray       *flows;     /* DwellTraceEventFlow */
  GArray       *global;    /* DwellTraceEventPoint */
  DwellIds      name_ids;
  DwellIds      process_ids;
  DwellIds      thread_ids;
  DwellIds      counter_ids;
  guint64       n_events;
  guint64       n_args_lost;
  guint64       n_samples;
  guint64       n_by_phase[128]; /* of phases that are not shown */
  gint64        begin_ns;
  gint64        end_ns;
  gsize         n_bytes;   /* that all this takes, roughly */
} DwellTraceEventStore;

void     dwell_trace_event_store_init  (DwellTraceEventStore       *self,
                                        DwellBuilder               *builder);
void     dwell_trace_event_store_clear (DwellTraceEventStore       *self);
void     dwell_trace_event_store_take  (DwellTraceEventStore       *self,
                                        const DwellTraceEventBlock *block,
                                        DwellScan                   text,
                                        guint64                     n_lines_before,
                                        guint64                     offset);
guint32  _dwell_trace_event_intern     (DwellTraceEventStore       *self,
                                        const DwellJsonText        *text);
DwellTraceEventCall
         _dwell_trace_event_add_args   (DwellTraceEventStore       *self,
                                        DwellTraceEventCall         call,
                                        guint32                     args);
guint32  _dwell_trace_event_get_area   (DwellTraceEventStore       *self,
                                        guint32                     name,
                                        DwellAreaKind               kind);
gboolean dwell_trace_event_finish      (DwellTraceEventStore       *self,
                                        GError                    **error);

/* The place of what is called so among the names. */
static inline guint32
_dwell_trace_event_get_name (const DwellTraceEventStore *self,
                             DwellTraceEventCall         call)
{
  return call & DWELL_TRACE_EVENT_HAS_ARGS
         ? g_array_index (self->with_args, DwellTraceEventNamedArgs,
                          call & ~DWELL_TRACE_EVENT_HAS_ARGS).name
         : call;
}

/* The arguments of what is called so, or DWELL_NONE. */
static inline guint32
_dwell_trace_event_get_args (const DwellTraceEventStore *self,
                             DwellTraceEventCall         call)
{
  return call & DWELL_TRACE_EVENT_HAS_ARGS
         ? g_array_index (self->with_args, DwellTraceEventNamedArgs,
                          call & ~DWELL_TRACE_EVENT_HAS_ARGS).args
         : DWELL_NONE;
}

/* Flows: sorted before spans are made, given the spans of each thread, and made arrows of then. */
void     _dwell_trace_event_sort_flows (DwellTraceEventStore *self);
guint    _dwell_trace_event_find_flows (DwellTraceEventStore *self,
                                        guint32               thread);
void     _dwell_trace_event_add_flows  (DwellTraceEventStore *self,
                                        gint64                offset_ns);

void dwell_trace_event_sort  (GArray *records);
void dwell_trace_event_pair  (DwellTraceEventStore *self,
                              GArray               *records,
                              GArray               *points);
void dwell_trace_event_order (GArray *records);

G_END_DECLS
