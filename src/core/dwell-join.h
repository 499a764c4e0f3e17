/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joining traces: several files of one run become one trace.
 *
 * Each file's contexts hang under a parent context: its process, or where it has none, one of the
 * file's name; areas with the same key are one; where all files know their wall clock, times are
 * aligned on it and the joined axis' zero is the earliest file's; otherwise all start at their own
 * zero and a note says so. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

DwellTrace *dwell_join (DwellTrace * const *traces,
                        const char * const *names,
                        guint               n_traces,
                        GError            **error) G_GNUC_WARN_UNUSED_RESULT;

gboolean dwell_property_is_count (const char *key);

G_END_DECLS
