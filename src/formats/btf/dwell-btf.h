/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Best Trace Format: see README.md. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

extern const DwellFormat dwell_btf_format;

G_END_DECLS
