/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The invariants of traces. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

void check_trace_invariants (const DwellTrace *trace);

G_END_DECLS
