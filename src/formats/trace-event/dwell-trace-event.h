/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trace events: the JSON of Chrome, Perfetto and many others. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

extern const DwellFormat dwell_trace_event_format;

G_END_DECLS
