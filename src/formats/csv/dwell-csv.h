/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of events, spans or values that other programs made. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

extern const DwellFormat dwell_csv_format;

gboolean dwell_csv_looks_like (const char *head,
                               gsize       length);

G_END_DECLS
