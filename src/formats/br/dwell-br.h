/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Business Rules! profiler files: blocks of one call stack each, sampled or timed. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

extern const DwellFormat dwell_br_format;

G_END_DECLS
