/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures of an area in several recordings, as typed cells for tables and their copies. */
#pragma once

#include "analysis/compare/dwell-recordings.h"
#include "analysis/dwell-columns.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_RECORDINGS_NAME,
  DWELL_RECORDINGS_CURVE,       /* no text: the values as a line */
  DWELL_RECORDINGS_VERDICT,
  DWELL_RECORDINGS_BASE,        /* in a series the first */
  DWELL_RECORDINGS_NEW,         /* in a series the last */
  DWELL_RECORDINGS_CHANGE,
  DWELL_RECORDINGS_RATIO,
  DWELL_RECORDINGS_GROWTHS,     /* of costs, in each recording */
  DWELL_RECORDINGS_SLOPE,       /* from here on: for series */
  DWELL_RECORDINGS_P,
  DWELL_RECORDINGS_SINCE,       /* the place of a recording, from 1 */
  DWELL_RECORDINGS_SINCE_RATIO,
  DWELL_RECORDINGS_LOW,         /* from here on: for groups */
  DWELL_RECORDINGS_HIGH,
  DWELL_RECORDINGS_Q,
  DWELL_N_RECORDINGS_COLUMNS,
  /* the figure of each recording, by its place */
  DWELL_RECORDINGS_VALUE = DWELL_N_RECORDINGS_COLUMNS,
} DwellRecordingsColumn;

extern const DwellColumnInfo dwell_recordings_columns[DWELL_N_RECORDINGS_COLUMNS];

DwellCellValue dwell_recordings_get_cell (const DwellRecordings *self,
                                          guint                  row,
                                          guint                  column);

G_END_DECLS
