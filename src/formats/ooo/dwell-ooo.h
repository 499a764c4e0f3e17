/* SPDX-License-Identifier: GPL-3.0-or-later */
/* RTL_LOGFILE logs of OpenOffice: functions, logical scopes and messages with time stamps, by
 * thread. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

extern const DwellFormat dwell_ooo_format;

G_END_DECLS
