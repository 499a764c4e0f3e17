/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds parsed rows to a store. */
#pragma once

#include "formats/csv/dwell-csv-block.h"
#include "formats/store/dwell-store.h"

G_BEGIN_DECLS

typedef struct {
  const DwellCsvPlan *plan;
  DwellStore          store;
  guint32            *value_names; /* strings, by place in the values of the plan */
  guint64             n_rounded;
  guint64             first_rounded; /* line of the first of them */
} DwellCsvTaker;

void     dwell_csv_taker_init   (DwellCsvTaker        *self,
                                 const DwellCsvPlan   *plan,
                                 DwellBuilder         *builder);
void     dwell_csv_taker_clear  (DwellCsvTaker        *self);
void     dwell_csv_taker_take   (DwellCsvTaker        *self,
                                 const DwellCsvBlock  *block,
                                 guint64               n_lines_before);
gboolean dwell_csv_taker_finish (DwellCsvTaker        *self,
                                 GError              **error);

G_END_DECLS
