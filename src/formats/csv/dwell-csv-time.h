/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times in cells: numbers with a unit, or dates (README.md, "Times"). */
#pragma once

#include "core/dwell-decimal.h"

G_BEGIN_DECLS

/* In the order of the choices of the option Unit, after the first. */
typedef enum {
  DWELL_CSV_NS,
  DWELL_CSV_US,
  DWELL_CSV_MS,
  DWELL_CSV_S,
  DWELL_CSV_MIN,
  DWELL_CSV_H,
  DWELL_CSV_DATE,
  DWELL_CSV_TICKS,
  DWELL_CSV_NO_UNIT,
} DwellCsvUnit;

/* How the cells of a column are read. */
typedef struct {
  DwellCsvUnit unit;
  DwellRatio   ratio;   /* for numbers: ns per unit */
  char         points[3]; /* the decimal signs */
} DwellCsvScale;

DwellCsvUnit dwell_csv_unit_find       (const char          *word,
                                        gsize                length);
gboolean     dwell_csv_frequency_parse (const char          *text,
                                        DwellRatio          *ns_per_tick);
void         dwell_csv_scale_init      (DwellCsvScale       *self,
                                        DwellCsvUnit         unit,
                                        const DwellRatio    *ns_per_tick,
                                        const char          *points);
gboolean     dwell_csv_scale_parse     (const DwellCsvScale *self,
                                        DwellScan            text,
                                        gint64              *time_ns,
                                        gboolean            *is_rounded);

G_END_DECLS
