/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses the events of a text, which may begin and end within an event. Names are numbered within
 * the text, so that the consumer of the events looks each of them up only once. */
#pragma once

#include "core/dwell-trace.h"
#include "formats/store/dwell-pairs.h"

G_BEGIN_DECLS

/* Faults of an event, or of the text in the place of an event. */
typedef enum {
  DWELL_TRACE_EVENT_IS_BAD    = 1 << 0, /* not an event: all other members are undefined */
  DWELL_TRACE_EVENT_NO_PHASE  = 1 << 1,
  DWELL_TRACE_EVENT_BAD_TIME  = 1 << 2, /* missing, not a number, or too large */
  DWELL_TRACE_EVENT_NEGATIVE  = 1 << 3, /* its duration is negative */
  DWELL_TRACE_EVENT_BAD_ARGS  = 1 << 4, /* some are not valid JSON: they are left out */
  DWELL_TRACE_EVENT_MANY_ARGS = 1 << 5, /* some are left out or cut: too many or too long */
} DwellTraceEventFaults;

typedef struct {
  gint64  time_ns;
  gint64  duration_ns; /* DWELL_TIME_NONE: none */
  guint32 name;        /* its place in names */
  guint32 thread;      /* its place in threads */
  guint32 extra;       /* its place in extras, or DWELL_NONE */
  guint32 offset;      /* in the text */
  guint32 line;        /* line ends before it in the text */
  guint32 args;        /* place of the first in args */
  guint32 n_args;
  char    phase;
  char    reach;       /* of an instant: g, p or t; of a step of a flow: e if it belongs to the
                        * enclosing span, else it belongs to the one that begins next */
  guint8  faults;
} DwellTraceEvent;

/* Members that only some phases need. Missing texts have no pointer. */
typedef struct {
  DwellJsonText id;
  DwellJsonText local_id;
  DwellJsonText global_id;
  DwellJsonText scope;
  DwellJsonText bind_id;  /* of a span: the flow of which it is a step, with the next two */
  gboolean      flows_in;
  gboolean      flows_out;
  DwellScan     args; /* with its brackets; empty if there are none */
} DwellTraceEventExtra;

/* An argument of a span or an instant. */
typedef struct {
  guint64      value; /* an integer, the bits of a double, 0 or 1, or a place in texts */
  guint32      key;   /* its place in texts */
  DwellArgKind kind;
} DwellTraceEventArg;

typedef struct {
  GArray  *events;  /* DwellTraceEvent */
  GArray  *extras;  /* DwellTraceEventExtra */
  GArray  *args;    /* DwellTraceEventArg */
  DwellPairs names;
  DwellPairs threads;
  DwellPairs texts;   /* of arguments; the second text of a pair is not used */
  const char *text;     /* the given text: offsets and lines count from its start */
  const char *begin;    /* where parsing began */
  const char *end;      /* where it ended: at an event that is cut, if there is one */
  guint32     n_lines;  /* line ends before @end */
  gboolean    is_ended; /* the closing bracket of the array came before the end */
  gboolean    is_lost;  /* text that is not an event continues after the end: see
                         * dwell_trace_event_find() */
} DwellTraceEventBlock;

/* Whether an event of this phase always belongs to its thread, whatever else it reaches. */
static inline gboolean
dwell_trace_event_is_of_thread (char phase)
{
  switch (phase)
    {
    case 'B': case 'E': case 'X': case 'i': case 'I': case 'R':
      return TRUE;
    default:
      return FALSE;
    }
}

/* The greatest number of arguments of an event, and of bytes of an argument that is a string or in
 * brackets. */
#define DWELL_TRACE_EVENT_MAX_ARGS      256
#define DWELL_TRACE_EVENT_MAX_ARG_BYTES ((gsize) 64 << 10)

DwellTraceEventBlock *dwell_trace_event_block_new   (void) G_GNUC_WARN_UNUSED_RESULT;
void                  dwell_trace_event_block_free  (DwellTraceEventBlock *self);
void                  dwell_trace_event_block_clear (DwellTraceEventBlock *self);
void                  dwell_trace_event_block_parse (DwellTraceEventBlock *self,
                                                     DwellScan             text,
                                                     const char           *begin);
guint                 _dwell_trace_event_parse_args  (DwellTraceEventBlock *self,
                                                      DwellScan             object,
                                                      guint8               *faults);
const char           *dwell_trace_event_find        (DwellScan             text);
gboolean              dwell_trace_event_parse_time  (const DwellJsonText  *text,
                                                     gint64               *time_ns);
gboolean              dwell_trace_event_parse_one   (DwellScan             text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellTraceEventBlock, dwell_trace_event_block_free)

G_END_DECLS
