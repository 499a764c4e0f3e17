/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places and lengths on a trace's axis as text: times (dwell-text.h), or numbers of samples where
 * the axis counts samples. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

char *dwell_axis_time     (const DwellTrace *trace,
                           gint64            time,
                           gint64            resolution) G_GNUC_WARN_UNUSED_RESULT;
char *dwell_axis_place_in (const DwellTrace *trace,
                           gint64            time,
                           gint64            length) G_GNUC_WARN_UNUSED_RESULT;
char *dwell_axis_duration (const DwellTrace *trace,
                           gint64            duration) G_GNUC_WARN_UNUSED_RESULT;
char *dwell_axis_range    (const DwellTrace *trace,
                           gint64            begin,
                           gint64            end) G_GNUC_WARN_UNUSED_RESULT;
char *dwell_axis_tick     (const DwellTrace *trace,
                           gint64            time,
                           gint64            step,
                           gint64            largest) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
