/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

extern const DwellFormat dwell_perfetto_format;

G_END_DECLS
