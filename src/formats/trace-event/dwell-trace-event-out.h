/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of writing trace events, and the parts of an event. */
#pragma once

#include <gio/gio.h>

#include "core/dwell-progress.h"
#include "core/dwell-sort.h"
#include "formats/common/dwell-span-order.h"
#include "formats/common/dwell-track-numbers.h"
#include "formats/trace-event/dwell-trace-event-state.h"

G_BEGIN_DECLS

/* The text is written in portions of this size. */
#define DWELL_EVENT_OUT_BYTES ((gsize) 1 << 16)

typedef struct {
  DwellTrace        *trace;
  GOutputStream     *stream;
  GString           *text;       /* not yet written */
  gint64             offset_ns;  /* is added to all times */
  gint64             begin;      /* ns: the range that is written */
  gint64             end;
  gboolean           end_is_told; /* an event is at the end of the range: open spans last until
                                   * there */
  gboolean           has_suspensions;
  gboolean           has_event;
  gboolean           is_begun;   /* an event that is more than a name was written */
  DwellTrackNumbers  numbers;
  DwellSpanOrder     order;
  guint32           *async_ids;  /* by span: id of a pair; 0: it is one event with a duration */
  guint64            n_parted;   /* spans that a reader does not find the parent of */
  DwellKeyed        *arrows;     /* flows in the range, by chain and time */
  gsize              n_arrows;
  GHashTable        *steps;      /* span → the step of a flow in its event: number and bits */
  GArray            *open;       /* guint32: open spans that enclose the next, the outermost
                                  * first */
  DwellProgress     *progress;
  GCancellable      *cancellable;
} DwellEventOut;

void     dwell_event_out_begin_of   (DwellEventOut  *self,
                                     char            phase,
                                     guint32         process,
                                     guint32         thread);
void     dwell_event_out_begin      (DwellEventOut  *self,
                                     char            phase,
                                     guint32         track);
void     dwell_event_out_add_time   (DwellEventOut  *self,
                                     const char     *key,
                                     gint64          ns);
void     dwell_event_out_add_name   (DwellEventOut  *self,
                                     const char     *key,
                                     const char     *name);
void     dwell_event_out_add_args   (DwellEventOut  *self,
                                     guint32         span,
                                     guint32         mark,
                                     guint           incomplete);
gboolean dwell_event_out_flush      (DwellEventOut  *self,
                                     double          fraction,
                                     GError        **error);
gboolean dwell_event_out_flush_some (DwellEventOut  *self,
                                     double          fraction,
                                     GError        **error);

/* dwell-trace-event-spans-out.c. */

gboolean dwell_event_out_takes_part (DwellEventOut  *self,
                                     guint32         span);
gboolean dwell_event_out_spans      (DwellEventOut  *self,
                                     GError        **error);
guint64  dwell_event_out_count_parted (DwellTrace   *trace,
                                     gint64          begin,
                                     gint64          end);

/* dwell-trace-event-flows-out.c. */

gboolean dwell_event_out_plan_flows (DwellEventOut  *self,
                                     GError        **error);
void     dwell_event_out_add_step   (DwellEventOut  *self,
                                     guint32         span);
gboolean dwell_event_out_flows      (DwellEventOut  *self,
                                     GError        **error);

/* dwell-trace-event-points-out.c. */

gboolean dwell_event_out_has_number (const DwellTrace *trace,
                                     guint32           number);
guint32  dwell_event_out_find_held  (const DwellTrace *trace,
                                     guint32           track,
                                     gint64            begin);
gboolean dwell_event_out_marks      (DwellEventOut  *self,
                                     GError        **error);
gboolean dwell_event_out_values     (DwellEventOut  *self,
                                     GError        **error);

G_END_DECLS
