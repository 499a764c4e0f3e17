/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decimal numbers as they are written, and scaled to whole numbers without ever making a double of
 * them. */
#pragma once

#include "core/dwell-scan.h"

G_BEGIN_DECLS

/* digits × 10^power. What is beyond 19 digits is cut. */
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
