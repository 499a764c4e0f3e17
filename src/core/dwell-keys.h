/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys: texts of one line that name areas and tracks beyond one trace. The key of an area is its
 * kind, name, value, file and module, then those of its parents; where case does not matter, it is
 * folded. The key of a track consists of the names of its contexts, the outermost first, its own
 * name, and a number that distinguishes tracks with equal names. The key of a context consists of
 * its kind and the names of its contexts, the outermost first, and such a number; it is never equal
 * to the key of an area. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

char      *dwell_key_of_module (const DwellTrace *trace,
                                guint32           name) G_GNUC_WARN_UNUSED_RESULT;
char      *dwell_key_of_area   (const DwellTrace *trace,
                                guint32           area) G_GNUC_WARN_UNUSED_RESULT;
GPtrArray *dwell_keys_of_tracks (const DwellTrace *trace) G_GNUC_WARN_UNUSED_RESULT;
GPtrArray *dwell_keys_of_contexts (const DwellTrace *trace) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
