/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Descriptions of spans, marks, ranges and overruns in words. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

char *dwell_timeline_describe_span  (const DwellTrace *trace,
                                     guint32           span) G_GNUC_WARN_UNUSED_RESULT;
char *dwell_timeline_describe_mark  (const DwellTrace *trace,
                                     guint32           mark) G_GNUC_WARN_UNUSED_RESULT;
char *dwell_timeline_describe_range (const DwellTrace *trace,
                                     gint64            begin,
                                     gint64            end) G_GNUC_WARN_UNUSED_RESULT;
char *dwell_timeline_describe_overruns (guint64 n) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
