/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LMS profiler CSV: what the profiler of the lms framework writes. */
#pragma once

#include "formats/dwell-format.h"

G_BEGIN_DECLS

extern const DwellFormat dwell_lms_format;

G_END_DECLS
