/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the builder share. */
#pragma once

#include "core/dwell-builder.h"

G_BEGIN_DECLS

/* Nodes and points: an aprof report of 100 MB has some 3 million. */
#define DWELL_NODES_MAX ((gsize) 1 << 28)

void     _dwell_builder_count         (DwellBuilder  *self);
void     _dwell_builder_trim          (DwellBuilder  *self);
gboolean _dwell_builder_reserve_columns (DwellBuilder  *self,
                                         DwellColumn  **wanted,
                                         gsize          n_wanted,
                                         gsize          n_more,
                                         const char    *complaint,
                                         GError       **error);

void     _dwell_builder_init_weights  (DwellBuilder  *self);
void     _dwell_builder_clear_weights (DwellBuilder  *self);
gboolean _dwell_builder_check_weights (DwellBuilder  *self);
gsize    _dwell_builder_count_weight_bytes (DwellBuilder  *self);
void     _dwell_builder_fill_weights  (DwellBuilder  *self,
                                       DwellTrace    *trace);

G_END_DECLS
