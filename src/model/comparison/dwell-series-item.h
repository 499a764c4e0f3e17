/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Creates the rows of a series' list: private to this folder. */
#pragma once

#include "model/comparison/dwell-series-answer.h"
#include "model/comparison/dwell-series-list.h"
#include "model/lists/dwell-cell-text.h"

G_BEGIN_DECLS

/* All columns, including those of recordings. */
#define DWELL_N_SERIES_COLUMNS (DWELL_RECORDINGS_VALUE + DWELL_SERIES_MAX)

DwellSeriesItem *_dwell_series_item_new (DwellSeriesAnswer *answer,
                                         DwellTimeUnits    *units,
                                         guint32            row) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
