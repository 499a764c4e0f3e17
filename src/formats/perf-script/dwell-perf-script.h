/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of `perf script`: see README.md. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

extern const DwellFormat dwell_perf_script_format;

G_END_DECLS
