/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The image of a trace: a file that holds its tables as they are in memory, so that opening it
 * again only takes reading it once. An image is for the program and the machine that wrote it:
 * other versions reject it. It is protected against damage, not against manipulation, and belongs
 * in a private folder of the user.
 *
 * Traces with cost points have no image, because these are packed. The format converts what it
 * keeps besides the tables (DwellTrace.source) to bytes and back. The list of tables is also used
 * to compare two traces. */
#pragma once

#include <gio/gio.h>

#include "core/dwell-trace.h"

G_BEGIN_DECLS

/* Makes DwellTrace.source of its bytes. Sets @free_source, which frees it. Returns NULL if the
 * bytes are invalid. */
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
