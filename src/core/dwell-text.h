/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes and reads the text of times and numbers; only these functions do.
 *
 * Shown numbers follow the user's locale (decimal sign, groups) unless a function says "plain";
 * files and the command line are always plain. */
#pragma once

#include "core/dwell-wide.h"

G_BEGIN_DECLS

/* The unit of times and durations: chosen for each (seconds or a part of them), or one for all. */
typedef enum {
  DWELL_TIME_UNIT_AUTO,
  DWELL_TIME_UNIT_S,
  DWELL_TIME_UNIT_MS,
  DWELL_TIME_UNIT_US,
  DWELL_TIME_UNIT_NS,
} DwellTimeUnit;

/* What is known of the durations in a column: 0 while there are none. */
typedef struct {
  guint n_digits; /* digits of the longest, in ns */
  guint n_least;  /* digits of the shortest, in ns */
  guint finest;   /* the power of ten (ns) of the last digit that is wanted */
} DwellTimeColumn;

void  dwell_time_column_add     (DwellTimeColumn *self,
                                 DwellSignedWide  duration_ns);
char *dwell_text_duration_in_column (DwellSignedWide        duration_ns,
                                     const DwellTimeColumn *column) G_GNUC_WARN_UNUSED_RESULT;

void  dwell_text_set_time_unit  (DwellTimeUnit unit);

char *dwell_text_duration       (DwellSignedWide duration_ns) G_GNUC_WARN_UNUSED_RESULT;
char *dwell_text_plain_duration (gint64 duration_ns) G_GNUC_WARN_UNUSED_RESULT;
char *dwell_text_time           (gint64 time_ns,
                                 gint64 resolution_ns,
                                 gint64 largest_ns) G_GNUC_WARN_UNUSED_RESULT;
char *dwell_text_tick           (gint64 time_ns,
                                 gint64 step_ns,
                                 gint64 largest_ns) G_GNUC_WARN_UNUSED_RESULT;
char *dwell_text_wall_clock     (gint64 unix_ns) G_GNUC_WARN_UNUSED_RESULT;
char *dwell_text_count          (guint64 count) G_GNUC_WARN_UNUSED_RESULT;
gulong dwell_text_plural        (guint64 count);
char *dwell_text_quantity        (double quantity) G_GNUC_WARN_UNUSED_RESULT;
char *dwell_text_percent        (double fraction) G_GNUC_WARN_UNUSED_RESULT;
char *dwell_text_size           (guint64 n_bytes) G_GNUC_WARN_UNUSED_RESULT;

gboolean dwell_text_parse_time  (const char *text,
                                 gint64     *time_ns);

G_END_DECLS
