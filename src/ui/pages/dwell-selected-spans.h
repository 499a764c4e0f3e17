/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "model/lists/distribution/dwell-distribution.h"

G_BEGIN_DECLS

#define DWELL_TYPE_SELECTED_SPANS (dwell_selected_spans_get_type ())
G_DECLARE_FINAL_TYPE (DwellSelectedSpans, dwell_selected_spans, DWELL, SELECTED_SPANS, AdwBin)

void dwell_selected_spans_set_distribution (DwellSelectedSpans *self,
                                            DwellDistribution  *distribution);
void dwell_selected_spans_clear            (DwellSelectedSpans *self);

G_END_DECLS
