/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures that do not exist have empty cells, never a 0. */
#include "config.h"

#include "analysis/statistics/dwell-statistic.h"

#include <stddef.h>

#include <glib/gi18n-lib.h>

#include "analysis/statistics/dwell-recorded.h"

const DwellColumnInfo dwell_statistic_columns[DWELL_N_STATISTICS] = {
  [DWELL_STATISTIC_NAME] = {
    "area", N_("Name"), N_("What was profiled"),
    DWELL_CELL_TEXT, TRUE },
  [DWELL_STATISTIC_CONTEXT] = {
    "context", N_("Context"), N_("Where it ran"),
    DWELL_CELL_TEXT, FALSE },
  [DWELL_STATISTIC_KIND] = {
    "kind", N_("Kind"), N_("What sort of thing it is: function, scope, process …"),
    DWELL_CELL_TEXT, FALSE },
  [DWELL_STATISTIC_MODULE] = {
    "module", N_("Module"), N_("The module that it belongs to"),
    DWELL_CELL_TEXT, FALSE },
  [DWELL_STATISTIC_AUTHOR] = {
    "author", N_("Author"), N_("Who put the measurement into the program"),
    DWELL_CELL_TEXT, FALSE },
  [DWELL_STATISTIC_COUNT] = {
    "count", N_("Count"), N_("How often it began in this range"),
    DWELL_CELL_COUNT, TRUE },
  [DWELL_STATISTIC_SHARE] = {
    "share", N_("Share"),
    N_("Its part of all self time in this range; for a state, its part of the range itself"),
    DWELL_CELL_SHARE, TRUE },
  [DWELL_STATISTIC_NET] = {
    "net.total", N_("Self"), N_("Self (net): time in it alone, without what it called"),
    DWELL_CELL_TIME, TRUE },
  [DWELL_STATISTIC_NET_MIN] = {
    "net.min", N_("Self Min"), N_("The least self time of a complete call"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_NET_MAX] = {
    "net.max", N_("Self Max"), N_("The greatest self time of a complete call"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_NET_AVG] = {
    "net.avg", N_("Self Mean"), N_("The mean self time of the complete calls"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_GROSS] = {
    "gross.total", N_("Total"),
    N_("Total (gross): from start to end of outermost calls, without the pauses of their context"),
    DWELL_CELL_TIME, TRUE },
  [DWELL_STATISTIC_GROSS_MIN] = {
    "gross.min", N_("Total Min"), N_("The least total time of a complete call"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_GROSS_MAX] = {
    "gross.max", N_("Total Max"), N_("The greatest total time of a complete call"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_GROSS_AVG] = {
    "gross.avg", N_("Total Mean"), N_("The mean total time of the complete calls"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_CALL] = {
    "call.total", N_("Duration"),
    N_("Time from start to end of outermost calls, with the pauses of their context"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_CALL_SUM] = {
    "call.sum", N_("All Durations"), N_("Time from start to end of all calls, including recursive "
                                        "ones"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_CALL_MIN] = {
    "call.min", N_("Min"), N_("The shortest complete call"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_CALL_MAX] = {
    "call.max", N_("Max"), N_("The longest complete call"),
    DWELL_CELL_TIME, TRUE },
  [DWELL_STATISTIC_CALL_AVG] = {
    "call.avg", N_("Mean"), N_("The mean of the complete calls"),
    DWELL_CELL_TIME, TRUE },
  [DWELL_STATISTIC_STD] = {
    "std", N_("Deviation"),
    N_("The standard deviation of the complete calls, taken as the whole population"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_P50] = {
    "p50", N_("p50"), N_("The median: half of the complete calls took no longer"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_P90] = {
    "p90", N_("p90"),
    /* xgettext:no-c-format */
    N_("90 % of the complete calls took no longer"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_P99] = {
    "p99", N_("p99"),
    /* xgettext:no-c-format */
    N_("99 % of the complete calls took no longer"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_PERIOD_MIN] = {
    "period.min", N_("Period Min"), N_("The least time from one start to the next"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_PERIOD_MAX] = {
    "period.max", N_("Period Max"), N_("The greatest time from one start to the next"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_PERIOD_AVG] = {
    "period.avg", N_("Period Mean"), N_("The mean time from one start to the next: the cycle time"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_OUTSIDE] = {
    "outside.total", N_("Outside"), N_("Time of this range in which it was not called"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_OUTSIDE_MIN] = {
    "outside.min", N_("Outside Min"), N_("The shortest gap from an end to the next start"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_OUTSIDE_MAX] = {
    "outside.max", N_("Outside Max"), N_("The longest gap from an end to the next start"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_OUTSIDE_AVG] = {
    "outside.avg", N_("Outside Mean"),
    N_("The mean gap from an end to the next start: the idle time"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_INCOMPLETE] = {
    "incomplete", N_("Incomplete"), N_("Calls in this range whose start or end was not recorded"),
    DWELL_CELL_COUNT, FALSE },
  [DWELL_STATISTIC_DIFFERENCE] = {
    "difference", N_("Difference"),
    N_("The figure in which the file's own statistics differ most from those of its events"),
    DWELL_CELL_TEXT, TRUE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_NET] = {
    "recorded.net.total", N_("Recorded Self"), N_("As recorded in the file: the time in it alone"),
    DWELL_CELL_TIME, TRUE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_NET_MIN] = {
    "recorded.net.min", N_("Recorded Self Min"),
    N_("As recorded in the file: the least self time"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_NET_MAX] = {
    "recorded.net.max", N_("Recorded Self Max"),
    N_("As recorded in the file: the greatest self time"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_NET_AVG] = {
    "recorded.net.avg", N_("Recorded Self Mean"),
    N_("As recorded in the file: the mean self time"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_GROSS] = {
    "recorded.gross.total", N_("Recorded Total"),
    N_("As recorded in the file: the time without the pauses of its context"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_GROSS_MIN] = {
    "recorded.gross.min", N_("Recorded Total Min"),
    N_("As recorded in the file: the least total time"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_GROSS_MAX] = {
    "recorded.gross.max", N_("Recorded Total Max"),
    N_("As recorded in the file: the greatest total time"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_GROSS_AVG] = {
    "recorded.gross.avg", N_("Recorded Total Mean"),
    N_("As recorded in the file: the mean total time"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_CALL] = {
    "recorded.call.total", N_("Recorded Duration"),
    N_("As recorded in the file: the time from start to end"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_CALL_MIN] = {
    "recorded.call.min", N_("Recorded Min"), N_("As recorded in the file: the shortest call"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_CALL_MAX] = {
    "recorded.call.max", N_("Recorded Max"), N_("As recorded in the file: the longest call"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_CALL_AVG] = {
    "recorded.call.avg", N_("Recorded Mean"),
    N_("As recorded in the file: the mean of all calls"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_PERIOD_MIN] = {
    "recorded.period.min", N_("Recorded Period Min"),
    N_("As recorded in the file: the least time from one start to the next"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_PERIOD_MAX] = {
    "recorded.period.max", N_("Recorded Period Max"),
    N_("As recorded in the file: the greatest time from one start to the next"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_PERIOD_AVG] = {
    "recorded.period.avg", N_("Recorded Period Mean"),
    N_("As recorded in the file: the mean time from one start to the next"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_OUTSIDE] = {
    "recorded.outside.total", N_("Recorded Outside"),
    N_("As recorded in the file: the time in which it was not called"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_OUTSIDE_MIN] = {
    "recorded.outside.min", N_("Recorded Outside Min"),
    N_("As recorded in the file: the shortest gap"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_OUTSIDE_MAX] = {
    "recorded.outside.max", N_("Recorded Outside Max"),
    N_("As recorded in the file: the longest gap"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_OUTSIDE_AVG] = {
    "recorded.outside.avg", N_("Recorded Outside Mean"),
    N_("As recorded in the file: the mean gap"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_COUNT] = {
    "recorded.count", N_("Recorded Count"), N_("As recorded in the file: how often it began"),
    DWELL_CELL_COUNT, TRUE },
};

/* What a row must have for a number to exist. */
enum {
  NEEDS_NET      = 1 << 0, /* an own time with a meaning */
  NEEDS_COMPLETE = 1 << 1, /* complete spans */
  NEEDS_PERIODS  = 1 << 2,
  NEEDS_GAPS     = 1 << 3,
  NEEDS_SPANS    = 1 << 4,
  NEEDS_EVENTS   = 1 << 5, /* spans or writes */
  NEEDS_DETAIL   = NEEDS_COMPLETE | NEEDS_PERIODS | NEEDS_GAPS,
};

typedef enum {
  FIELD_COUNT,
  FIELD_TIME,
  FIELD_TOTAL,
  FIELD_MEAN,
  FIELD_SHARE,
  FIELD_REAL,
} FieldType;

#define FIELD(type, member, needs) { FIELD_##type, offsetof (DwellStatisticsRow, member), needs }

/* Where a row has the number; not for texts. */
static const struct {
  FieldType type;
  gsize     offset;
  guint     needs;
} fields[DWELL_N_STATISTICS] = {
  [DWELL_STATISTIC_COUNT] = FIELD (COUNT, count, NEEDS_EVENTS),
  [DWELL_STATISTIC_SHARE] = FIELD (SHARE, share, NEEDS_NET),
  [DWELL_STATISTIC_NET] = FIELD (TOTAL, net.total, NEEDS_NET),
  [DWELL_STATISTIC_NET_MIN] = FIELD (TIME, net.min, NEEDS_NET | NEEDS_COMPLETE),
  [DWELL_STATISTIC_NET_MAX] = FIELD (TIME, net.max, NEEDS_NET | NEEDS_COMPLETE),
  [DWELL_STATISTIC_NET_AVG] = FIELD (MEAN, net.avg, NEEDS_NET | NEEDS_COMPLETE),
  [DWELL_STATISTIC_GROSS] = FIELD (TOTAL, gross.total, NEEDS_SPANS),
  [DWELL_STATISTIC_GROSS_MIN] = FIELD (TIME, gross.min, NEEDS_COMPLETE),
  [DWELL_STATISTIC_GROSS_MAX] = FIELD (TIME, gross.max, NEEDS_COMPLETE),
  [DWELL_STATISTIC_GROSS_AVG] = FIELD (MEAN, gross.avg, NEEDS_COMPLETE),
  [DWELL_STATISTIC_CALL] = FIELD (TOTAL, call.total, NEEDS_SPANS),
  [DWELL_STATISTIC_CALL_SUM] = FIELD (TOTAL, call_sum, NEEDS_SPANS),
  [DWELL_STATISTIC_CALL_MIN] = FIELD (TIME, call.min, NEEDS_COMPLETE),
  [DWELL_STATISTIC_CALL_MAX] = FIELD (TIME, call.max, NEEDS_COMPLETE),
  [DWELL_STATISTIC_CALL_AVG] = FIELD (MEAN, call.avg, NEEDS_COMPLETE),
  [DWELL_STATISTIC_STD] = FIELD (REAL, std, NEEDS_COMPLETE),
  [DWELL_STATISTIC_P50] = FIELD (TIME, p50, NEEDS_COMPLETE),
  [DWELL_STATISTIC_P90] = FIELD (TIME, p90, NEEDS_COMPLETE),
  [DWELL_STATISTIC_P99] = FIELD (TIME, p99, NEEDS_COMPLETE),
  [DWELL_STATISTIC_PERIOD_MIN] = FIELD (TIME, period.min, NEEDS_PERIODS),
  [DWELL_STATISTIC_PERIOD_MAX] = FIELD (TIME, period.max, NEEDS_PERIODS),
  [DWELL_STATISTIC_PERIOD_AVG] = FIELD (MEAN, period.avg, NEEDS_PERIODS),
  [DWELL_STATISTIC_OUTSIDE] = FIELD (TOTAL, outside.total, NEEDS_SPANS),
  [DWELL_STATISTIC_OUTSIDE_MIN] = FIELD (TIME, outside.min, NEEDS_GAPS),
  [DWELL_STATISTIC_OUTSIDE_MAX] = FIELD (TIME, outside.max, NEEDS_GAPS),
  [DWELL_STATISTIC_OUTSIDE_AVG] = FIELD (MEAN, outside.avg, NEEDS_GAPS),
  [DWELL_STATISTIC_INCOMPLETE] = FIELD (COUNT, incomplete, NEEDS_SPANS),
};

/**
 * dwell_statistic_is_detail:
 * @self: a column
 *
 * Returns: whether it has a cell only in statistics with details (%DWELL_STATISTICS_ALL)
 */
gboolean
dwell_statistic_is_detail (DwellStatistic self)
{
  return self == DWELL_STATISTIC_DIFFERENCE || (fields[self].needs & NEEDS_DETAIL) != 0;
}

/**
 * dwell_statistic_is_available:
 * @self: a column
 * @trace: (nullable): a trace
 *
 * Returns: whether the column is useful for @trace: its file may have no statistics of its own, and
 *   if it does not record when contexts were preempted, durations equal totals
 */
gboolean
dwell_statistic_is_available (DwellStatistic    self,
                              const DwellTrace *trace)
{
  if (self >= DWELL_STATISTIC_DIFFERENCE)
    return trace != NULL && trace->n_recorded > 0;

  if (self == DWELL_STATISTIC_CALL ||
      (self >= DWELL_STATISTIC_GROSS_MIN && self <= DWELL_STATISTIC_GROSS_AVG))
    return trace != NULL && (trace->tables & DWELL_TABLE_SUSPENSIONS) != 0;

  return TRUE;
}

/* A group has no kind, and only the one of module and author that rows are grouped by. */
static const char *
get_group_text (const DwellStatistics    *self,
                const DwellTrace         *trace,
                const DwellStatisticsRow *row,
                DwellStatistic            statistic)
{
  if ((statistic == DWELL_STATISTIC_MODULE && self->group_by != DWELL_GROUP_BY_MODULE) ||
      (statistic == DWELL_STATISTIC_AUTHOR && self->group_by != DWELL_GROUP_BY_AUTHOR) ||
      statistic == DWELL_STATISTIC_KIND)
    return NULL;

  return row->group != 0 ? dwell_trace_get_string (trace, row->group) : _("(none)");
}

static const char *
get_text (const DwellStatistics    *self,
          const DwellTrace         *trace,
          const DwellStatisticsRow *row,
          DwellStatistic            statistic)
{
  const DwellArea *area;

  if (statistic == DWELL_STATISTIC_CONTEXT)
    return row->context != DWELL_NONE ? dwell_trace_get_context_name (trace, row->context)
                                      /* Translators: all contexts */
                                      : C_("contexts", "All");

  if (row->area == DWELL_NONE)
    return get_group_text (self, trace, row, statistic);

  area = &trace->areas[row->area];

  if (statistic == DWELL_STATISTIC_KIND)
    return dwell_area_kind_get_title (area->kind);

  return dwell_trace_get_string (trace, statistic == DWELL_STATISTIC_MODULE ? area->module
                                        : statistic == DWELL_STATISTIC_AUTHOR ? area->author
                                        : area->title);
}

static gboolean
number_exists (const DwellStatistics    *self,
               const DwellStatisticsRow *row,
               DwellStatistic            statistic)
{
  guint needs = fields[statistic].needs;

  return (!(needs & NEEDS_DETAIL) || self->detail == DWELL_STATISTICS_ALL) &&
         (!(needs & NEEDS_NET) || row->net_is_defined) &&
         (!(needs & NEEDS_COMPLETE) || row->n_complete > 0) &&
         (!(needs & NEEDS_PERIODS) || row->n_periods > 0) &&
         (!(needs & NEEDS_GAPS) || row->n_gaps > 0) &&
         (!(needs & NEEDS_SPANS) || row->of == DWELL_STATISTICS_OF_SPANS) &&
         (!(needs & NEEDS_EVENTS) || row->of != DWELL_STATISTICS_OF_RECORD);
}

/* The file's own figure, or the largest difference from the file's figures. */
static DwellCellValue
get_recorded (const DwellStatistics    *self,
              const DwellTrace         *trace,
              const DwellStatisticsRow *row,
              DwellStatistic            statistic)
{
  DwellRecordedDifference difference;
  DwellRecorded figure;

  if (statistic == DWELL_STATISTIC_DIFFERENCE)
    return dwell_recorded_compare (trace, self, row, &difference)
             ? dwell_cell_share (difference.fraction) : (DwellCellValue) { DWELL_CELL_NONE };

  figure = statistic - DWELL_STATISTIC_RECORDED;
  if (row->recorded == NULL || !(row->recorded->known & 1u << figure))
    return (DwellCellValue) { DWELL_CELL_NONE };

  return dwell_cell_whole (dwell_statistic_columns[statistic].kind, row->recorded->values[figure],
                           TRUE);
}

/**
 * dwell_statistics_get_cell:
 * @self: statistics
 * @trace: their trace
 * @row: one of their rows
 * @statistic: a column
 *
 * Returns: the cell, whose text is a name of @trace or a translation
 */
DwellCellValue
dwell_statistics_get_cell (const DwellStatistics    *self,
                           const DwellTrace         *trace,
                           const DwellStatisticsRow *row,
                           DwellStatistic            statistic)
{
  const void *field = (const char *) row + fields[statistic].offset;
  DwellCellKind kind = dwell_statistic_columns[statistic].kind;
  const DwellMean *mean;

  if (statistic >= DWELL_STATISTIC_DIFFERENCE)
    return get_recorded (self, trace, row, statistic);

  if (kind == DWELL_CELL_TEXT)
    return dwell_cell_text (get_text (self, trace, row, statistic));

  if (!number_exists (self, row, statistic))
    return (DwellCellValue) { DWELL_CELL_NONE };

  switch (fields[statistic].type)
    {
    case FIELD_COUNT:
      return dwell_cell_whole (kind, *(const guint64 *) field, TRUE);

    case FIELD_TIME:
      return dwell_cell_whole (kind, *(const gint64 *) field, TRUE);

    case FIELD_TOTAL:
      return dwell_cell_wide (kind, *(const DwellWide *) field, TRUE);

    case FIELD_MEAN:
      mean = field;
      return (DwellCellValue) { .kind = kind, .whole = mean->whole, .rest = mean->rest };

    case FIELD_SHARE:
      return dwell_cell_share (*(const double *) field);

    case FIELD_REAL:
    default:
      return dwell_cell_real (kind, *(const double *) field, TRUE);
    }
}
