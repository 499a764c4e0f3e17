/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folded (collapsed) stacks: see README.md. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

extern const DwellFormat dwell_folded_format;

gboolean dwell_folded_looks_like (const char *head,
                                  gsize       length);

G_END_DECLS
