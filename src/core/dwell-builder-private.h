/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the builder share. */
#pragma once

#include "core/dwell-builder.h"

G_BEGIN_DECLS

void _dwell_builder_init_weights  (DwellBuilder *self);
void _dwell_builder_clear_weights (DwellBuilder *self);
void _dwell_builder_fill_weights  (DwellBuilder *self,
                                   DwellTrace   *trace);

G_END_DECLS
