/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scans decimal numbers and scales them to integers, without a detour through double. */
#pragma once

#include "core/dwell-scan.h"

G_BEGIN_DECLS

/* digits × 10^power. Digits beyond the 19th are cut. */
typedef struct {
  guint64  digits;
  int      power;
  gboolean is_negative;
} DwellDecimal;

/* What a number is multiplied by: both below 2^63, neither 0. */
typedef struct {
  guint64 dividend;
  guint64 divisor;
} DwellRatio;

gboolean dwell_scan_decimal  (DwellScan          *s,
                              const char         *points,
                              DwellDecimal       *number);
gboolean dwell_decimal_scale (const DwellDecimal *self,
                              const DwellRatio   *ratio,
                              gint64             *result,
                              gboolean           *is_rounded);
void     dwell_decimal_append (GString           *text,
                               guint64            number);

G_END_DECLS
