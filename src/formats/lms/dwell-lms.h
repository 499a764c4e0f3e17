/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LMS profiler CSV, written by the profiler of the lms framework. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

extern const DwellFormat dwell_lms_format;

G_END_DECLS
