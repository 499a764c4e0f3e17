/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times and numbers as text, the only place that makes or reads them.
 *
 * Shown numbers follow the user's locale (decimal sign, groups) unless a function says "plain";
 * files and the command line are always plain. */
#pragma once

#include "core/dwell-wide.h"

G_BEGIN_DECLS

/* In which unit times and durations are told: seconds and parts of them, each as suits it, or one
 * for all. */
typedef enum {
  DWELL_TIME_UNIT_AUTO,
  DWELL_TIME_UNIT_S,
  DWELL_TIME_UNIT_MS,
  DWELL_TIME_UNIT_US,
  DWELL_TIME_UNIT_NS,
} DwellTimeUnit;

/* For the whole process, as the locale is; any thread may be telling times meanwhile. */
void  dwell_text_set_time_unit  (DwellTimeUnit unit);

/* A duration in the unit that suits it, four significant digits: "12.34 ms", "2 min 5 s". */
char *dwell_text_duration       (DwellSignedWide duration_ns) G_GNUC_WARN_UNUSED_RESULT;
/* A time on the axis in full precision down to @resolution_ns: "1.234 567 s", all of an axis in the
 * unit that suits its @largest_ns. Whoever has a trace uses dwell_axis_time(). */
char *dwell_text_time           (gint64 time_ns,
                                 gint64 resolution_ns,
                                 gint64 largest_ns) G_GNUC_WARN_UNUSED_RESULT;
/* A ruler's label, all of them in one unit with the same decimals: "2.5 µs", "5.0 µs". */
char *dwell_text_tick           (gint64 time_ns,
                                 gint64 step_ns,
                                 gint64 largest_ns) G_GNUC_WARN_UNUSED_RESULT;
char *dwell_text_wall_clock     (gint64 unix_ns) G_GNUC_WARN_UNUSED_RESULT;
char *dwell_text_count          (guint64 count) G_GNUC_WARN_UNUSED_RESULT;
/* What ngettext() takes for @count, also where a long has 32 bits. */
gulong dwell_text_plural        (guint64 count);
/* Not exact: "1.234 M". */
char *dwell_text_quantity        (double quantity) G_GNUC_WARN_UNUSED_RESULT;
char *dwell_text_percent        (double fraction) G_GNUC_WARN_UNUSED_RESULT;
char *dwell_text_size           (guint64 n_bytes) G_GNUC_WARN_UNUSED_RESULT;

/* "12", "12ns", "1.5 ms", "3us", "0.2s", also "µs" and "min": ns. Plain, whatever the locale. */
gboolean dwell_text_parse_time  (const char *text,
                                 gint64     *time_ns);

G_END_DECLS
