/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file's own statistics beside those that its events make, by the rules of
 * src/formats/text1/README.md, "The figures of the macros".
 *
 * Only of the whole session: the file says nothing of a range. An average that is 1 ns off is
 * taken for rounded otherwise. Of what is written into only count and periods have a meaning. */
#pragma once

#include "analysis/statistics/dwell-statistic.h"

G_BEGIN_DECLS

/* The difference of a row and what the file says of it. */
typedef struct {
  guint32       figures;  /* bits 1 << DwellRecorded: those that differ */
  DwellRecorded largest;  /* the one that differs most; DWELL_N_RECORDED if none does */
  gint64        recorded; /* what the file says of that one: ns, or a count */
  gint64        computed;
  double        fraction; /* by how much, of the greater of both: 0…1 */
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
