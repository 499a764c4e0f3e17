/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text1: the winIDEA profiler's export, text and .BIN. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

extern const DwellFormat dwell_text1_format;

G_END_DECLS
