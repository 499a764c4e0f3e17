/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stream that keeps a limited number of bytes, for previews of output that may be gigabytes. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define DWELL_TYPE_BOUNDED_STREAM (dwell_bounded_stream_get_type ())
G_DECLARE_FINAL_TYPE (DwellBoundedStream, dwell_bounded_stream, DWELL, BOUNDED_STREAM,
                      GOutputStream)

GOutputStream *dwell_bounded_stream_new       (gsize               max_bytes,
                                               gboolean            refuses)
                                              G_GNUC_WARN_UNUSED_RESULT;
gboolean       dwell_bounded_stream_is_full   (DwellBoundedStream *self);
GBytes        *dwell_bounded_stream_get_bytes (DwellBoundedStream *self)
                                              G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
