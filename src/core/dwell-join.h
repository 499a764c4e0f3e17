/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joining traces: several files of one run become one trace.
 *
 * Each file's contexts get a parent context: the file's process, or, if it has none, one with the
 * file's name. Areas with the same key become one. If all files know their wall clock, times are
 * aligned on it, and the zero of the joined axis is that of the earliest file; otherwise all files
 * start at their own zero, and a note says so. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

DwellTrace *dwell_join (DwellTrace * const *traces,
                        const char * const *names,
                        guint               n_traces,
                        GError            **error) G_GNUC_WARN_UNUSED_RESULT;

gboolean dwell_property_is_count (const char *key);

G_END_DECLS
