/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packets of a Perfetto trace, in order. Names, keys and places in sources are interned: written
 * once, with the first event that has them, and referred to by number from then on. */
#pragma once

#include "core/dwell-trace.h"
#include "formats/perfetto/dwell-perfetto-fields.h"

G_BEGIN_DECLS

/* Kinds of interned data. */
typedef enum {
  DWELL_PERFETTO_NAMES,      /* by string */
  DWELL_PERFETTO_CATEGORIES, /* by string */
  DWELL_PERFETTO_KEYS,       /* by key of arguments */
  DWELL_PERFETTO_SOURCES,    /* by area */
  DWELL_PERFETTO_N_INTERNED,
} DwellPerfettoInterned;

typedef struct {
  const DwellTrace *trace;
  GString          *text;     /* whole packets; the owner removes them */
  GString          *event;    /* of the current packet */
  GString          *interned; /* likewise: interned data that it adds */
  guint8           *known[DWELL_PERFETTO_N_INTERNED]; /* one bit for each item */
  guint64           shift_ns; /* is added to all times */
  gint64            time;     /* ns: time of the current packet */
} DwellPerfettoPackets;

void dwell_perfetto_packets_init        (DwellPerfettoPackets *self,
                                         const DwellTrace     *trace);
void dwell_perfetto_packets_clear       (DwellPerfettoPackets *self);
void dwell_perfetto_packets_add_head    (DwellPerfettoPackets *self);
void dwell_perfetto_packets_add_track   (DwellPerfettoPackets *self,
                                         const GString        *descriptor);

void dwell_perfetto_packets_begin_event (DwellPerfettoPackets *self,
                                         gint64                time,
                                         DwellPerfettoType     type,
                                         guint64               track);
void dwell_perfetto_packets_add_name    (DwellPerfettoPackets *self,
                                         guint32               string);
void dwell_perfetto_packets_add_area    (DwellPerfettoPackets *self,
                                         guint32               area);
void dwell_perfetto_packets_add_args    (DwellPerfettoPackets *self,
                                         guint32               span,
                                         guint32               mark);
void dwell_perfetto_packets_add_word    (DwellPerfettoPackets *self,
                                         const char           *key,
                                         const char           *value);
void dwell_perfetto_packets_end_event   (DwellPerfettoPackets *self);

G_END_DECLS
