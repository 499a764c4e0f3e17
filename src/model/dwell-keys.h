/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys: what areas and tracks are known by beyond one trace, as text of one line. An area's is its
 * kind, name, value, file and module, then the same of its parents; a track's the names of its
 * contexts from the outermost one, its own name, and a number that tells tracks apart whose names
 * are all the same. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

char      *dwell_key_of_area   (const DwellTrace *trace,
                                guint32           area) G_GNUC_WARN_UNUSED_RESULT;
/* One a track. */
GPtrArray *dwell_keys_of_tracks (const DwellTrace *trace) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
