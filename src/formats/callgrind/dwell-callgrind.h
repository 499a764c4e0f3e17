/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles of callgrind and cachegrind: see README.md. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

extern const DwellFormat dwell_callgrind_format;

G_END_DECLS
