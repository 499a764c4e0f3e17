/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports of aprof, the input-sensitive profiler: costs of routines by the size of their input. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

extern const DwellFormat dwell_aprof_format;

G_END_DECLS
