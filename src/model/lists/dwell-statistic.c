/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of the statistics: what they are called and mean, what a row's cell in each of them
 * holds, and how that is written. What does not exist has no value and an empty cell, never a 0. */
#include "config.h"

#include <stddef.h>

#include <glib/gi18n-lib.h>

#include "analysis/dwell-share.h"
#include "core/dwell-text.h"
#include "model/lists/dwell-statistics-answer.h"

static const DwellStatisticInfo infos[DWELL_N_STATISTICS] = {
  [DWELL_STATISTIC_NAME] = {
    "area", N_("Name"), N_("What was profiled"),
    DWELL_STATISTIC_IS_TEXT, TRUE },
  [DWELL_STATISTIC_CONTEXT] = {
    "context", N_("Context"), N_("Where it ran"),
    DWELL_STATISTIC_IS_TEXT, FALSE },
  [DWELL_STATISTIC_KIND] = {
    "kind", N_("Kind"), N_("What sort of thing it is: function, scope, process …"),
    DWELL_STATISTIC_IS_TEXT, FALSE },
  [DWELL_STATISTIC_MODULE] = {
    "module", N_("Module"), N_("The module that it belongs to"),
    DWELL_STATISTIC_IS_TEXT, FALSE },
  [DWELL_STATISTIC_AUTHOR] = {
    "author", N_("Author"), N_("Who put the measurement into the program"),
    DWELL_STATISTIC_IS_TEXT, FALSE },
  [DWELL_STATISTIC_COUNT] = {
    "count", N_("Count"), N_("How often it began in this range"),
    DWELL_STATISTIC_IS_COUNT, TRUE },
  [DWELL_STATISTIC_SHARE] = {
    "share", N_("Share"),
    N_("Its part of all self time in this range; of a state, of the range itself"),
    DWELL_STATISTIC_IS_FRACTION, TRUE },
  [DWELL_STATISTIC_NET] = {
    "net.total", N_("Self"), N_("Net time: in it alone, without what it called"),
    DWELL_STATISTIC_IS_TIME, TRUE },
  [DWELL_STATISTIC_NET_MIN] = {
    "net.min", N_("Self Min"), N_("The least self time of a complete call"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_NET_MAX] = {
    "net.max", N_("Self Max"), N_("The greatest self time of a complete call"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_NET_AVG] = {
    "net.avg", N_("Self Mean"), N_("The mean self time of the complete calls"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_GROSS] = {
    "gross.total", N_("Total"),
    N_("Gross time: from begin to end of outermost calls, without the pauses of their context"),
    DWELL_STATISTIC_IS_TIME, TRUE },
  [DWELL_STATISTIC_GROSS_MIN] = {
    "gross.min", N_("Total Min"), N_("The least total time of a complete call"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_GROSS_MAX] = {
    "gross.max", N_("Total Max"), N_("The greatest total time of a complete call"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_GROSS_AVG] = {
    "gross.avg", N_("Total Mean"), N_("The mean total time of the complete calls"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_CALL] = {
    "call.total", N_("Duration"),
    N_("Time from begin to end of outermost calls, with the pauses of their context"),
    DWELL_STATISTIC_IS_TIME, TRUE },
  [DWELL_STATISTIC_CALL_SUM] = {
    "call.sum", N_("Sum"), N_("Time from begin to end of all calls, recursive ones too"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_CALL_MIN] = {
    "call.min", N_("Min"), N_("The shortest complete call"),
    DWELL_STATISTIC_IS_TIME, TRUE },
  [DWELL_STATISTIC_CALL_MAX] = {
    "call.max", N_("Max"), N_("The longest complete call"),
    DWELL_STATISTIC_IS_TIME, TRUE },
  [DWELL_STATISTIC_CALL_AVG] = {
    "call.avg", N_("Mean"), N_("The mean of the complete calls"),
    DWELL_STATISTIC_IS_TIME, TRUE },
  [DWELL_STATISTIC_STD] = {
    "std", N_("Deviation"),
    N_("The standard deviation of the complete calls, taken as the whole population"),
    DWELL_STATISTIC_IS_TIME, TRUE },
  [DWELL_STATISTIC_P50] = {
    "p50", N_("Median"), N_("Half of the complete calls took no longer"),
    DWELL_STATISTIC_IS_TIME, TRUE },
  [DWELL_STATISTIC_P90] = {
    /* xgettext:no-c-format */
    "p90", N_("90 %"),
    /* xgettext:no-c-format */
    N_("90 % of the complete calls took no longer"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_P99] = {
    /* xgettext:no-c-format */
    "p99", N_("99 %"),
    /* xgettext:no-c-format */
    N_("99 % of the complete calls took no longer"),
    DWELL_STATISTIC_IS_TIME, TRUE },
  [DWELL_STATISTIC_PERIOD_MIN] = {
    "period.min", N_("Period Min"), N_("The least time from one begin to the next"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_PERIOD_MAX] = {
    "period.max", N_("Period Max"), N_("The greatest time from one begin to the next"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_PERIOD_AVG] = {
    "period.avg", N_("Period"), N_("The mean time from one begin to the next: the cycle time"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_OUTSIDE] = {
    "outside.total", N_("Outside"), N_("Time of this range in which it was not called"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_OUTSIDE_MIN] = {
    "outside.min", N_("Gap Min"), N_("The shortest gap from an end to the next begin"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_OUTSIDE_MAX] = {
    "outside.max", N_("Gap Max"), N_("The longest gap from an end to the next begin"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_OUTSIDE_AVG] = {
    "outside.avg", N_("Gap"), N_("The mean gap from an end to the next begin: the idle time"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_INCOMPLETE] = {
    "incomplete", N_("Incomplete"), N_("Calls in this range whose begin or end was not recorded"),
    DWELL_STATISTIC_IS_COUNT, FALSE },
  [DWELL_STATISTIC_DIFFERENCE] = {
    "difference", N_("Difference"),
    N_("The figure in which the file's own statistics differ most from what its events make"),
    DWELL_STATISTIC_IS_DIFFERENCE, TRUE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_NET] = {
    "recorded.net.total", N_("Recorded Self"), N_("What the file itself says: time in it alone"),
    DWELL_STATISTIC_IS_TIME, TRUE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_NET_MIN] = {
    "recorded.net.min", N_("Recorded Self Min"),
    N_("What the file itself says: the least self time"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_NET_MAX] = {
    "recorded.net.max", N_("Recorded Self Max"),
    N_("What the file itself says: the greatest self time"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_NET_AVG] = {
    "recorded.net.avg", N_("Recorded Self Mean"),
    N_("What the file itself says: the mean self time"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_GROSS] = {
    "recorded.gross.total", N_("Recorded Total"),
    N_("What the file itself says: the time without the pauses of its context"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_GROSS_MIN] = {
    "recorded.gross.min", N_("Recorded Total Min"),
    N_("What the file itself says: the least total time"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_GROSS_MAX] = {
    "recorded.gross.max", N_("Recorded Total Max"),
    N_("What the file itself says: the greatest total time"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_GROSS_AVG] = {
    "recorded.gross.avg", N_("Recorded Total Mean"),
    N_("What the file itself says: the mean total time"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_CALL] = {
    "recorded.call.total", N_("Recorded Duration"),
    N_("What the file itself says: the time from begin to end"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_CALL_MIN] = {
    "recorded.call.min", N_("Recorded Min"), N_("What the file itself says: the shortest call"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_CALL_MAX] = {
    "recorded.call.max", N_("Recorded Max"), N_("What the file itself says: the longest call"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_CALL_AVG] = {
    "recorded.call.avg", N_("Recorded Mean"),
    N_("What the file itself says: the mean of all calls"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_PERIOD_MIN] = {
    "recorded.period.min", N_("Recorded Period Min"),
    N_("What the file itself says: the least time from one begin to the next"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_PERIOD_MAX] = {
    "recorded.period.max", N_("Recorded Period Max"),
    N_("What the file itself says: the greatest time from one begin to the next"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_PERIOD_AVG] = {
    "recorded.period.avg", N_("Recorded Period"),
    N_("What the file itself says: the mean time from one begin to the next"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_OUTSIDE] = {
    "recorded.outside.total", N_("Recorded Outside"),
    N_("What the file itself says: the time in which it was not called"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_OUTSIDE_MIN] = {
    "recorded.outside.min", N_("Recorded Gap Min"),
    N_("What the file itself says: the shortest gap"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_OUTSIDE_MAX] = {
    "recorded.outside.max", N_("Recorded Gap Max"),
    N_("What the file itself says: the longest gap"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_OUTSIDE_AVG] = {
    "recorded.outside.avg", N_("Recorded Gap"), N_("What the file itself says: the mean gap"),
    DWELL_STATISTIC_IS_TIME, FALSE },
  [DWELL_STATISTIC_RECORDED + DWELL_RECORDED_COUNT] = {
    "recorded.count", N_("Recorded Count"), N_("What the file itself says: how often it began"),
    DWELL_STATISTIC_IS_COUNT, TRUE },
};

/**
 * dwell_statistic_get_info:
 * @statistic: a column
 *
 * Returns: (transfer none): what there is to say about it
 */
const DwellStatisticInfo *
dwell_statistic_get_info (DwellStatistic statistic)
{
  g_return_val_if_fail (statistic < DWELL_N_STATISTICS, NULL);

  return &infos[statistic];
}

/* What must be there for a number to exist. */
enum {
  NEEDS_NET      = 1 << 0, /* own time has a meaning */
  NEEDS_COMPLETE = 1 << 1, /* complete spans */
  NEEDS_PERIODS  = 1 << 2,
  NEEDS_GAPS     = 1 << 3,
  NEEDS_SPANS    = 1 << 4,
  NEEDS_EVENTS   = 1 << 5, /* spans or writes */
  NEEDS_DETAIL   = NEEDS_COMPLETE | NEEDS_PERIODS | NEEDS_GAPS,
};

typedef enum {
  FIELD_NONE, /* a text: see get_text() */
  FIELD_COUNT,
  FIELD_TIME,
  FIELD_TOTAL,
  FIELD_MEAN,
  FIELD_DOUBLE,
} FieldType;

#define FIELD(type, member, needs) { FIELD_##type, offsetof (DwellStatisticsRow, member), needs }

/* Where a row has the number. */
static const struct {
  FieldType type;
  gsize     offset;
  guint     needs;
} fields[DWELL_N_STATISTICS] = {
  [DWELL_STATISTIC_COUNT] = FIELD (COUNT, count, NEEDS_EVENTS),
  [DWELL_STATISTIC_SHARE] = FIELD (DOUBLE, share, NEEDS_NET),
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
  [DWELL_STATISTIC_STD] = FIELD (DOUBLE, std, NEEDS_COMPLETE),
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

gboolean
_dwell_statistic_is_detail (DwellStatistic statistic)
{
  return statistic == DWELL_STATISTIC_DIFFERENCE || (fields[statistic].needs & NEEDS_DETAIL) != 0;
}

static const char *
get_group_name (const DwellStatisticsAnswer *self,
                const DwellStatisticsRow    *row)
{
  return row->group != 0 ? dwell_trace_get_string (self->trace, row->group) : _("(none)");
}

/* A group has no kind; of module and author it has the one that it groups by. */
static const char *
get_group_text (const DwellStatisticsAnswer *self,
                const DwellStatisticsRow    *row,
                DwellStatistic               statistic)
{
  if (statistic == DWELL_STATISTIC_NAME
      || (statistic == DWELL_STATISTIC_MODULE && self->group_by == DWELL_GROUP_BY_MODULE)
      || (statistic == DWELL_STATISTIC_AUTHOR && self->group_by == DWELL_GROUP_BY_AUTHOR))
    return get_group_name (self, row);

  return "";
}

static const char *
get_text (const DwellStatisticsAnswer *self,
          const DwellStatisticsRow    *row,
          DwellStatistic               statistic)
{
  const DwellArea *area;

  if (statistic == DWELL_STATISTIC_CONTEXT)
    return row->context != DWELL_NONE ? dwell_trace_get_context_name (self->trace, row->context)
                                      /* Translators: all contexts */
                                      : C_("contexts", "All");

  if (row->area == DWELL_NONE)
    return get_group_text (self, row, statistic);

  area = &self->trace->areas[row->area];

  if (statistic == DWELL_STATISTIC_KIND)
    return dwell_area_kind_get_title (area->kind);

  return dwell_trace_get_string (self->trace,
                                 statistic == DWELL_STATISTIC_MODULE ? area->module
                                 : statistic == DWELL_STATISTIC_AUTHOR ? area->author
                                 : area->title);
}

static gboolean
number_exists (const DwellStatisticsAnswer *self,
               const DwellStatisticsRow    *row,
               DwellStatistic               statistic)
{
  guint needs = fields[statistic].needs;

  return (!(needs & NEEDS_DETAIL) || self->statistics->detail == DWELL_STATISTICS_ALL)
         && (!(needs & NEEDS_NET) || row->net_is_defined)
         && (!(needs & NEEDS_COMPLETE) || row->n_complete > 0)
         && (!(needs & NEEDS_PERIODS) || row->n_periods > 0)
         && (!(needs & NEEDS_GAPS) || row->n_gaps > 0)
         && (!(needs & NEEDS_SPANS) || row->of == DWELL_STATISTICS_OF_SPANS)
         && (!(needs & NEEDS_EVENTS) || row->of != DWELL_STATISTICS_OF_RECORD)
         && (statistic != DWELL_STATISTIC_SHARE || row->share >= 0);
}

/* What the file itself says, or how that differs. */
static DwellStatisticValue
get_recorded (const DwellStatisticsAnswer *self,
              const DwellStatisticsRow    *row,
              DwellStatistic               statistic)
{
  DwellStatisticValue value = { .figure = DWELL_N_RECORDED };
  DwellRecordedDifference difference;

  if (statistic == DWELL_STATISTIC_DIFFERENCE)
    {
      value.exists = dwell_recorded_compare (self->trace, self->statistics, row, &difference);
      value.figure = difference.largest;
      value.number = difference.fraction;
      return value;
    }

  value.figure = statistic - DWELL_STATISTIC_RECORDED;
  value.exists = row->recorded != NULL && (row->recorded->known & 1u << value.figure) != 0;

  if (value.exists)
    value.whole = row->recorded->values[value.figure];

  return value;
}

/* The cell of @row in the column @statistic. */
DwellStatisticValue
_dwell_statistics_answer_get (const DwellStatisticsAnswer *self,
                              guint32                      row,
                              DwellStatistic               statistic)
{
  const DwellStatisticsRow *r = &self->statistics->rows[row];
  const char *field = (const char *) r + fields[statistic].offset;
  DwellStatisticValue value = { .exists = TRUE };

  if (statistic >= DWELL_STATISTIC_DIFFERENCE)
    return get_recorded (self, r, statistic);

  if (fields[statistic].type == FIELD_NONE)
    {
      value.text = get_text (self, r, statistic);
      value.exists = *value.text != '\0';
      return value;
    }

  value.exists = number_exists (self, r, statistic);

  switch (fields[statistic].type)
    {
    case FIELD_COUNT:
      value.whole = *(const guint64 *) (const void *) field;
      break;

    case FIELD_TIME:
      value.whole = *(const gint64 *) (const void *) field;
      break;

    case FIELD_TOTAL:
      value.whole = (DwellSignedWide) *(const DwellWide *) (const void *) field;
      break;

    case FIELD_MEAN:
      value.whole = ((const DwellMean *) (const void *) field)->whole;
      value.number = ((const DwellMean *) (const void *) field)->rest;
      break;

    case FIELD_DOUBLE:
      value.number = *(const double *) (const void *) field;
      break;

    case FIELD_NONE:
    default:
      g_assert_not_reached ();
    }

  return value;
}

/* “12 % in Self Min”. */
static char *
make_difference_text (const DwellStatisticValue *value)
{
  g_autofree char *percent = NULL;

  if (value->figure == DWELL_N_RECORDED)
    return g_strdup (_("Equal"));

  percent = dwell_text_percent (value->number);
  /* Translators: how much, and the title of the column that differs so much */
  return g_strdup_printf (_("%s in %s"), percent,
                          _(dwell_recorded_get_info (value->figure)->title));
}

/* For the user. */
char *
_dwell_statistic_value_to_text (const DwellStatisticValue *value,
                                DwellStatistic             statistic)
{
  if (!value->exists)
    return g_strdup ("");

  switch (infos[statistic].type)
    {
    case DWELL_STATISTIC_IS_COUNT:
      return dwell_text_count ((guint64) value->whole);

    case DWELL_STATISTIC_IS_TIME:
      return dwell_text_duration (value->whole + dwell_time_round (value->number));

    case DWELL_STATISTIC_IS_FRACTION:
      return dwell_text_percent (value->number);

    case DWELL_STATISTIC_IS_DIFFERENCE:
      return make_difference_text (value);

    case DWELL_STATISTIC_IS_TEXT:
    default:
      return g_strdup (value->text);
    }
}

/* For other programs: times in whole ns, fractions of 1, a point whatever the locale. */
char *
_dwell_statistic_value_to_plain (const DwellStatisticValue *value,
                                 DwellStatistic             statistic)
{
  DwellSignedWide rounded = value->whole + dwell_time_round (value->number);
  g_autofree char *digits = NULL;

  if (!value->exists)
    return g_strdup ("");

  if (infos[statistic].type == DWELL_STATISTIC_IS_TEXT)
    return g_strdup (value->text);

  if (infos[statistic].type == DWELL_STATISTIC_IS_FRACTION ||
      infos[statistic].type == DWELL_STATISTIC_IS_DIFFERENCE)
    return dwell_share_to_plain (value->number);

  digits = dwell_wide_to_text ((DwellWide) (rounded < 0 ? -rounded : rounded));
  return g_strconcat (rounded < 0 ? "-" : "", digits, NULL);
}
