/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a trace from the contents of a callgrind file. */
#pragma once

#include "formats/callgrind/dwell-callgrind-profile.h"

G_BEGIN_DECLS

gboolean dwell_callgrind_finish (DwellCallgrindProfile  *profile,
                                 DwellBuilder           *builder,
                                 guint32                 context,
                                 guint32                 n_nodes_max,
                                 GError                **error);

G_END_DECLS
