/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Value change dumps: see README.md. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

extern const DwellFormat dwell_vcd_format;

G_END_DECLS
