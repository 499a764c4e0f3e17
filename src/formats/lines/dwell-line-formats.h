/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of the costs of lines as text. Dwell writes these formats, but does not read them. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

extern const DwellFormat dwell_lines_csv_format;
extern const DwellFormat dwell_lines_listing_format;

G_END_DECLS
