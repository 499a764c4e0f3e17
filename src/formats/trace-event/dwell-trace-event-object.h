/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the parser of events: takes the object of an event apart into the texts of its
 * members. */
#pragma once

#include "formats/trace-event/dwell-trace-event-parse.h"

G_BEGIN_DECLS

/* An event as it is parsed, before what it names gets numbers. */
typedef struct {
  DwellTraceEvent      event;
  DwellTraceEventExtra extra;
  DwellPair            name;   /* name, category */
  DwellPair            thread; /* process, thread */
  DwellJsonText        time;
  DwellJsonText        duration;
  DwellJsonText        thread_duration;
  DwellJsonText        phase;
  DwellJsonText        binding;
  DwellJsonText        flow_in;
  DwellJsonText        flow_out;
} DwellTraceEventDraft;

/* Keys of an event whose texts are remembered. */
#define DWELL_TRACE_EVENT_KNOWN_KEYS 12

/* What stood before a value of an event: a comma, a key and a colon. Most events of a file have the
 * keys of the one before them, so that their texts are compared rather than taken apart. */
typedef struct {
  const char *text;
  gsize       length; /* 0: it is not known, or where the value goes to is not */
  gsize       offset; /* of the place in a draft that the value goes to */
  guint64     word;   /* the first bytes of the text */
  guint64     mask;   /* those of the word that are of the text */
} DwellTraceEventKey;

typedef struct {
  DwellTraceEventKey keys[DWELL_TRACE_EVENT_KNOWN_KEYS];
} DwellTraceEventKeys;

DwellJsonResult _dwell_trace_event_parse_object (DwellScan            *s,
                                                 DwellTraceEventDraft *draft,
                                                 DwellTraceEventKeys  *known);

G_END_DECLS
