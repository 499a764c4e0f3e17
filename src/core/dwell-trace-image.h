/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The image of a trace: a file that holds its tables as they are in memory, so that opening it
 * again costs no more than looking at it once. An image is for the program and the machine that
 * wrote it: another version does not take it. It is checked against damage, not against malice, and
 * belongs into a folder of the user's own.
 *
 * Not every trace has one: costs are packed. What a format keeps beside the tables
 * (DwellTrace.source), it makes bytes of, and the other way. The list of tables also serves to tell
 * whether two traces are the same. */
#pragma once

#include <gio/gio.h>

#include "core/dwell-trace.h"

G_BEGIN_DECLS

/* Makes of bytes what a trace of a format keeps beside its tables. Sets @free_source, which frees
 * it. NULL: the bytes are none. */
typedef gpointer (*DwellSourceUnpack) (const char     *format_id,
                                       GBytes         *bytes,
                                       GDestroyNotify *free_source);

gboolean    dwell_trace_is_same       (const DwellTrace   *a,
                                       const DwellTrace   *b);

gboolean    dwell_trace_has_image     (const DwellTrace   *trace);
guint64     dwell_trace_image_measure (const DwellTrace   *trace);
gboolean    dwell_trace_image_write   (const DwellTrace   *trace,
                                       GBytes             *source,
                                       GOutputStream      *stream,
                                       GCancellable       *cancellable,
                                       GError            **error);
DwellTrace *dwell_trace_image_open    (const char         *path,
                                       DwellSourceUnpack   unpack) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
