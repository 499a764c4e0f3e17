/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of the builder. */
#pragma once

#include "core/dwell-builder.h"

G_BEGIN_DECLS

/* Nodes and points: an aprof report of 100 MB has some 3 million. */
#define DWELL_NODES_MAX ((gsize) 1 << 28)

/* Arguments, and different keys of theirs. */
#define DWELL_ARGS_MAX     ((gsize) 1 << 28)
#define DWELL_ARG_KEYS_MAX ((gsize) 1 << 16)

/* All packed columns: sizes, what is known, flags, costs. */
#define DWELL_N_PACKED (3 + DWELL_N_COST_COLUMNS)

/* Columns that grow together. */
typedef enum {
  DWELL_BUILDER_SPANS,
  DWELL_BUILDER_MARKS,
  DWELL_BUILDER_WRITES,
  DWELL_BUILDER_SUSPENSIONS,
  DWELL_BUILDER_EVENTS,
  DWELL_BUILDER_NODES,
  DWELL_N_BUILDER_TABLES
} DwellBuilderTable;

void     _dwell_builder_init_columns  (DwellBuilder       *self);
void     _dwell_builder_clear_columns (DwellBuilder       *self);
void     _dwell_builder_count         (DwellBuilder       *self);
void     _dwell_builder_trim          (DwellBuilder       *self);
gboolean _dwell_builder_reserve       (DwellBuilder       *self,
                                       DwellBuilderTable   table,
                                       gsize               n_more,
                                       GError            **error);
void     _dwell_builder_pass_columns  (DwellBuilder       *self,
                                       DwellTrace         *trace);

gboolean _dwell_builder_reorder       (DwellColumn        *column,
                                       const guint32      *order,
                                       GError            **error);

gboolean _dwell_builder_reorder_span_args (DwellBuilder   *self,
                                           const guint32  *order,
                                           const guint32  *new_numbers,
                                           GError        **error);
gboolean _dwell_builder_reorder_mark_args (DwellBuilder   *self,
                                           const guint32  *order,
                                           GError        **error);
gsize    _dwell_builder_count_arg_bytes   (DwellBuilder   *self);
void     _dwell_builder_fill_args         (DwellBuilder   *self,
                                           DwellTrace     *trace);

gsize    _dwell_builder_count_weight_bytes (DwellBuilder *self);
void     _dwell_builder_fill_weights       (DwellBuilder *self,
                                            DwellTrace   *trace);

G_END_DECLS
