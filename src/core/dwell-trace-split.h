/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A trace for formats that know variables by name alone: one that several contexts have is one for
 * each. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

DwellTrace *dwell_trace_split_variables (DwellTrace  *base,
                                         guint32     *n_split,
                                         GError     **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
