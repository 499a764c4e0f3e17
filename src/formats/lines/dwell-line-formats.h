/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of lines as text: written, never read. */
#pragma once

#include "formats/dwell-format.h"

G_BEGIN_DECLS

extern const DwellFormat dwell_lines_csv_format;
extern const DwellFormat dwell_lines_listing_format;

G_END_DECLS
