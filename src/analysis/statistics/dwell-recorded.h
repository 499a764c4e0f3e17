/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file's own statistics compared with those computed from its events, by the rules of
 * src/formats/text1/README.md, "The figures of the macros".
 *
 * Only for the whole session, as the file has no figures of ranges. An average that is off by 1 ns
 * is taken as rounded differently. For variables and signals, only count and periods have a
 * meaning. */
#pragma once

#include "analysis/statistics/dwell-statistic.h"

G_BEGIN_DECLS

/* The difference between a row and the file's figures of it. */
typedef struct {
  guint32       figures;  /* bits 1 << DwellRecorded: the figures that differ */
  DwellRecorded largest;  /* the figure that differs most; DWELL_N_RECORDED if no figure differs */
  gint64        recorded; /* the file's value of that figure: ns, or a count */
  gint64        computed;
  double        fraction; /* the difference as a part of the greater value: 0…1 */
} DwellRecordedDifference;

const DwellColumnInfo *dwell_recorded_get_info (DwellRecorded figure);

void           dwell_recorded_compute       (const DwellStatisticsRow *row,
                                             gint64                    length,
                                             gint64                   *values);
gboolean       dwell_recorded_compare       (const DwellTrace         *trace,
                                             const DwellStatistics    *statistics,
                                             const DwellStatisticsRow *row,
                                             DwellRecordedDifference  *difference);
char          *dwell_recorded_make_text     (DwellRecorded             figure,
                                             gint64                    value)
                                            G_GNUC_WARN_UNUSED_RESULT;
DwellProblems *dwell_recorded_find_problems (const DwellTrace         *trace,
                                             const DwellStatistics    *whole)
                                            G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
