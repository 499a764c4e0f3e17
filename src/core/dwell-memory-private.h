/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of large memory. */
#pragma once

#include "core/dwell-memory.h"

G_BEGIN_DECLS

/* Smaller memory is left to g_malloc(). */
#define DWELL_MAPPED_BYTES ((gsize) 1 << 20)

gboolean _dwell_memory_fits (gsize    n_bytes);
gboolean _dwell_memory_fail (GError **error);

G_END_DECLS
