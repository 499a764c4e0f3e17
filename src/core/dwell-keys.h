/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys: texts of one line that name areas and tracks beyond one trace. The key of an area is its
 * kind, name, value, file and module, then the same of its parents. The key of a track is the names
 * of its contexts from the outermost one, its own name, and a number, in which tracks differ whose
 * names are all the same. That of a context is its kind and its names from the outermost one, with
 * such a number, too, and never that of an area. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

char      *dwell_key_of_area   (const DwellTrace *trace,
                                guint32           area) G_GNUC_WARN_UNUSED_RESULT;
GPtrArray *dwell_keys_of_tracks (const DwellTrace *trace) G_GNUC_WARN_UNUSED_RESULT;
GPtrArray *dwell_keys_of_contexts (const DwellTrace *trace) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
