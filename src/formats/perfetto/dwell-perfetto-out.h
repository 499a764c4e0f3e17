/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of writing a Perfetto trace: packets that go to a stream, the numbers of tracks, and
 * the range that is written. */
#pragma once

#include "core/dwell-progress.h"
#include "formats/common/dwell-track-numbers.h"
#include "formats/perfetto/dwell-perfetto-packets.h"
#include "formats/perfetto/dwell-perfetto-writer.h"

G_BEGIN_DECLS

typedef struct {
  const DwellTrace     *trace;
  const DwellPerfettoSettings *settings;
  DwellPerfettoPackets  packets;
  DwellTrackNumbers     numbers;
  gint64                begin;        /* ns: the range that is written */
  gint64                end;
  guint64              *context_ids;  /* by context: its track; 0: none */
  guint64              *track_ids;    /* by track */
  GOutputStream        *stream;
  DwellProgress        *progress;
  GCancellable         *cancellable;
} DwellPerfettoOut;

/* dwell-perfetto-tracks.c */
void     _dwell_perfetto_out_add_tracks (DwellPerfettoOut  *self);
guint64  _dwell_perfetto_out_add_lane   (DwellPerfettoOut  *self,
                                         guint32            row);
guint64  _dwell_perfetto_out_add_pauses (DwellPerfettoOut  *self,
                                         guint32            context);
guint64  _dwell_perfetto_out_add_values (DwellPerfettoOut  *self,
                                         guint32            track);

/* dwell-perfetto-spans.c */
gboolean _dwell_perfetto_out_add_spans  (DwellPerfettoOut  *self,
                                         GError           **error);

/* dwell-perfetto-writer.c */
gboolean _dwell_perfetto_out_flush      (DwellPerfettoOut  *self,
                                         double             fraction,
                                         GError           **error);

G_END_DECLS
