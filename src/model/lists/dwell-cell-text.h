/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes typed cells as text, for people and for other programs. */
#pragma once

#include "core/dwell-arrangement.h"
#include "core/dwell-text.h"

G_BEGIN_DECLS

char *_dwell_cell_to_text (const DwellCellValue *self,
                           gboolean              is_plain) G_GNUC_WARN_UNUSED_RESULT;
char *_dwell_cell_to_signed_text (const DwellCellValue *self) G_GNUC_WARN_UNUSED_RESULT;

/* Returns the cell of a row, from 0, and a column. */
typedef DwellCellValue (*DwellCellFunc) (gconstpointer data,
                                         guint         row,
                                         guint         column);

/* The units of the columns of one answer: each is chosen when its first cell is shown. */
typedef struct _DwellTimeUnits DwellTimeUnits;

DwellTimeUnits *_dwell_time_units_new   (guint           n_columns) G_GNUC_WARN_UNUSED_RESULT;
DwellTimeUnits *_dwell_time_units_ref   (DwellTimeUnits *self);
void            _dwell_time_units_unref (DwellTimeUnits *self);
DwellTimeUnits *_dwell_time_units_get   (DwellTimeUnits **self,
                                         gconstpointer    data,
                                         guint            n_columns);
char           *_dwell_time_units_to_text (DwellTimeUnits       *self,
                                           const DwellCellValue *cell,
                                           guint                 column,
                                           DwellCellFunc         get,
                                           gconstpointer         data,
                                           guint                 n_rows) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
