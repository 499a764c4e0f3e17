/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For formats that identify variables only by name: splits a variable that several contexts have
 * into one for each context. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

DwellTrace *dwell_trace_split_variables (DwellTrace     *base,
                                         const guint32  *groups,
                                         guint32        *n_split,
                                         GError        **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
