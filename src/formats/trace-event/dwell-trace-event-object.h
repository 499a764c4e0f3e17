/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the parser of events: splits the object of an event into the texts of its members. */
#pragma once

#include "formats/trace-event/dwell-trace-event-parse.h"

G_BEGIN_DECLS

/* An event while it is parsed, before its names become numbers. */
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

/* Number of keys of an event that are remembered. */
#define DWELL_TRACE_EVENT_KNOWN_KEYS 12

/* The text before a value of an event: a comma, a key and a colon. Most events of a file have the
 * same keys as the previous one, so these texts are compared instead of parsed. */
typedef struct {
  const char *text;
  gsize       length; /* 0: not known, or the place of the value is not known */
  gsize       offset; /* of the place of the value in a draft */
  guint64     word;   /* the first bytes of the text */
  guint64     mask;   /* marks the bytes of the word that belong to the text */
} DwellTraceEventKey;

typedef struct {
  DwellTraceEventKey keys[DWELL_TRACE_EVENT_KNOWN_KEYS];
} DwellTraceEventKeys;

DwellJsonResult _dwell_trace_event_parse_object (DwellScan            *s,
                                                 DwellTraceEventDraft *draft,
                                                 DwellTraceEventKeys  *known);

G_END_DECLS
