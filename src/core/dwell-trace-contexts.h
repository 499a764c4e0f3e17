/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What people are told of the contexts of a trace. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

/* The name of a context that stands for the whole recording, where the file has none for it. */
#define DWELL_CONTEXT_UNNAMED "session"

const char *dwell_trace_get_context_label (const DwellTrace *self,
                                           guint32           context);
guint32     dwell_trace_count_contexts    (const DwellTrace *self,
                                           DwellContextKind  kind);

G_END_DECLS
