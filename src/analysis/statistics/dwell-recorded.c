/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the file's own statistics with ours. A section (the functions of a context, the data, or
 * the signals) that cannot belong to this recording is reported as one problem; any other row that
 * differs is a problem of its own. */
#include "config.h"

#include "analysis/statistics/dwell-recorded.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"

#define BIT(figure) (1u << (figure))

/* The statistic of ours that each figure of the file corresponds to. */
static const DwellStatistic figures[DWELL_N_RECORDED] = {
  [DWELL_RECORDED_NET] = DWELL_STATISTIC_NET,
  [DWELL_RECORDED_NET_MIN] = DWELL_STATISTIC_NET_MIN,
  [DWELL_RECORDED_NET_MAX] = DWELL_STATISTIC_NET_MAX,
  [DWELL_RECORDED_NET_AVG] = DWELL_STATISTIC_NET_AVG,
  [DWELL_RECORDED_GROSS] = DWELL_STATISTIC_GROSS,
  [DWELL_RECORDED_GROSS_MIN] = DWELL_STATISTIC_GROSS_MIN,
  [DWELL_RECORDED_GROSS_MAX] = DWELL_STATISTIC_GROSS_MAX,
  [DWELL_RECORDED_GROSS_AVG] = DWELL_STATISTIC_GROSS_AVG,
  [DWELL_RECORDED_CALL] = DWELL_STATISTIC_CALL,
  [DWELL_RECORDED_CALL_MIN] = DWELL_STATISTIC_CALL_MIN,
  [DWELL_RECORDED_CALL_MAX] = DWELL_STATISTIC_CALL_MAX,
  [DWELL_RECORDED_CALL_AVG] = DWELL_STATISTIC_CALL_AVG,
  [DWELL_RECORDED_PERIOD_MIN] = DWELL_STATISTIC_PERIOD_MIN,
  [DWELL_RECORDED_PERIOD_MAX] = DWELL_STATISTIC_PERIOD_MAX,
  [DWELL_RECORDED_PERIOD_AVG] = DWELL_STATISTIC_PERIOD_AVG,
  [DWELL_RECORDED_OUTSIDE] = DWELL_STATISTIC_OUTSIDE,
  [DWELL_RECORDED_OUTSIDE_MIN] = DWELL_STATISTIC_OUTSIDE_MIN,
  [DWELL_RECORDED_OUTSIDE_MAX] = DWELL_STATISTIC_OUTSIDE_MAX,
  [DWELL_RECORDED_OUTSIDE_AVG] = DWELL_STATISTIC_OUTSIDE_AVG,
  [DWELL_RECORDED_COUNT] = DWELL_STATISTIC_COUNT,
};

/**
 * dwell_recorded_get_info:
 * @figure: one of the figures of a statistics row
 *
 * Returns: (transfer none): the column of the same figure computed from the events
 */
const DwellColumnInfo *
dwell_recorded_get_info (DwellRecorded figure)
{
  return &dwell_statistic_columns[figures[figure]];
}

static void
fill_times (gint64           *values,
            const DwellTimes *of,
            gboolean          has_extremes,
            guint64           count)
{
  values[0] = dwell_wide_clamp (of->total);
  values[1] = has_extremes ? of->min : 0;
  values[2] = has_extremes ? of->max : 0;
  values[3] = count > 0 ? dwell_wide_clamp (of->total / count) : 0;
}

static void
fill_spans (const DwellStatisticsRow *row,
            gint64                   *values)
{
  fill_times (values + DWELL_RECORDED_NET, &row->net, row->n_complete > 0 && row->net_is_defined,
              row->count);
  fill_times (values + DWELL_RECORDED_GROSS, &row->gross, row->n_complete > 0, row->count);
  fill_times (values + DWELL_RECORDED_CALL, &row->call, row->n_complete > 0, row->count);
  values[DWELL_RECORDED_OUTSIDE] = dwell_wide_clamp (row->outside.total);

  if (row->n_gaps > 0)
    {
      values[DWELL_RECORDED_OUTSIDE_MIN] = row->outside.min;
      values[DWELL_RECORDED_OUTSIDE_MAX] = row->outside.max;
      values[DWELL_RECORDED_OUTSIDE_AVG] = row->outside.avg.whole;
    }
}

/**
 * dwell_recorded_compute:
 * @row: a row with its details
 * @length: the length of the range, ns
 * @values: (out caller-allocates) (array fixed-size=20): by #DwellRecorded
 *
 * Computes the figures that a Text1 file has for @row.
 */
void
dwell_recorded_compute (const DwellStatisticsRow *row,
                        gint64                    length,
                        gint64                   *values)
{
  for (guint i = 0; i < DWELL_N_RECORDED; i++)
    values[i] = 0;

  values[DWELL_RECORDED_OUTSIDE] = length;

  if (row->of == DWELL_STATISTICS_OF_RECORD)
    return;

  if (row->of == DWELL_STATISTICS_OF_SPANS)
    fill_spans (row, values);

  values[DWELL_RECORDED_COUNT] = (gint64) row->count;

  if (row->n_periods > 0)
    {
      values[DWELL_RECORDED_PERIOD_MIN] = row->period.min;
      values[DWELL_RECORDED_PERIOD_MAX] = row->period.max;
      values[DWELL_RECORDED_PERIOD_AVG] = row->period.avg.whole;
    }
}

static gboolean
is_average (DwellRecorded figure)
{
  return figure == DWELL_RECORDED_NET_AVG || figure == DWELL_RECORDED_GROSS_AVG ||
         figure == DWELL_RECORDED_CALL_AVG || figure == DWELL_RECORDED_PERIOD_AVG ||
         figure == DWELL_RECORDED_OUTSIDE_AVG;
}

static gboolean
differ (DwellRecorded figure,
        gint64        recorded,
        gint64        computed)
{
  guint64 distance = recorded > computed ? (guint64) recorded - (guint64) computed
                                         : (guint64) computed - (guint64) recorded;

  return distance > (is_average (figure) ? 1 : 0);
}

/* The figures that have a meaning for the kind of a row. */
static guint32
get_meaningful (const DwellTrace *trace,
                guint32           area)
{
  DwellAreaKind kind = trace->areas[area].kind;

  if (kind != DWELL_AREA_VARIABLE && kind != DWELL_AREA_AUX)
    return BIT (DWELL_N_RECORDED) - 1;

  return BIT (DWELL_RECORDED_COUNT) | BIT (DWELL_RECORDED_PERIOD_MIN) |
         BIT (DWELL_RECORDED_PERIOD_MAX) | BIT (DWELL_RECORDED_PERIOD_AVG);
}

/**
 * dwell_recorded_compare:
 * @trace: the trace
 * @statistics: its statistics, of the whole session, with details
 * @row: one of the rows
 * @difference: (out caller-allocates): how they differ
 *
 * Compares the file's figures of a row with those computed from its events.
 *
 * Returns: false, and an empty @difference, if there is nothing to compare
 */
gboolean
dwell_recorded_compare (const DwellTrace         *trace,
                        const DwellStatistics    *statistics,
                        const DwellStatisticsRow *row,
                        DwellRecordedDifference  *difference)
{
  gint64 values[DWELL_N_RECORDED];
  guint32 known;

  *difference = (DwellRecordedDifference) { .largest = DWELL_N_RECORDED };

  if (row->recorded == NULL || !row->is_comparable || statistics->detail != DWELL_STATISTICS_ALL)
    return FALSE;

  known = row->recorded->known & get_meaningful (trace, row->area);
  dwell_recorded_compute (row, statistics->end - statistics->begin, values);

  for (guint i = 0; i < DWELL_N_RECORDED; i++)
    {
      gint64 recorded = row->recorded->values[i];
      double fraction;

      if (!(known & BIT (i)) || !differ (i, recorded, values[i]))
        continue;

      fraction = fabs ((double) recorded - (double) values[i]) /
                 MAX (fabs ((double) recorded), fabs ((double) values[i]));
      difference->figures |= BIT (i);

      if (difference->largest == DWELL_N_RECORDED || fraction > difference->fraction)
        {
          difference->largest = i;
          difference->recorded = recorded;
          difference->computed = values[i];
          difference->fraction = MIN (fraction, 1);
        }
    }

  return known != 0;
}

/**
 * dwell_recorded_make_text:
 * @figure: a figure
 * @value: its value
 *
 * Returns: (transfer full): a count, or whole ns, as differences can be small
 */
char *
dwell_recorded_make_text (DwellRecorded figure,
                          gint64        value)
{
  if (figure == DWELL_RECORDED_COUNT)
    return g_strdup_printf ("%" G_GINT64_FORMAT, value);

  return g_strdup_printf ("%" G_GINT64_FORMAT " ns", value);
}

/* Sections of the file: the classes of Text1. */
typedef enum {
  FUNCTIONS,
  DATA,
  AUX,
  N_CLASSES,
} Class;

/* The rows of a section as a whole. */
typedef struct {
  guint    n_used;     /* rows with any activity */
  guint    n_met;      /* … with activity in the events, too */
  guint    n_equal;    /* … and that are exactly equal */
  gboolean is_too_long;
} Section;

typedef struct {
  const DwellTrace      *trace;
  const DwellStatistics *statistics;
  DwellProblems         *problems;
  Section                sections[N_CLASSES];
} Comparison;

static Class
get_class (const DwellTrace *trace,
           guint32           area)
{
  DwellAreaKind kind = trace->areas[area].kind;
  guint32 parent = trace->areas[area].parent;

  if (kind == DWELL_AREA_STATE && parent != DWELL_NONE)
    kind = trace->areas[parent].kind;

  return kind == DWELL_AREA_AUX ? AUX
         : kind == DWELL_AREA_VARIABLE || kind == DWELL_AREA_STATE ? DATA : FUNCTIONS;
}

static void
look_at_row (Comparison               *self,
             const DwellStatisticsRow *row)
{
  const DwellRecordedRow *recorded = row->recorded;
  Section *section = &self->sections[get_class (self->trace, row->area)];
  guint n_contexts = row->context == DWELL_NONE ? MAX (self->trace->n_contexts, 1) : 1;
  double limit = (double) (self->statistics->end - self->statistics->begin) * n_contexts;
  guint32 known = recorded->known & get_meaningful (self->trace, row->area);
  DwellRecordedDifference difference;
  gboolean is_used = FALSE;

  for (guint i = 0; i < DWELL_N_RECORDED; i++)
    {
      if (!(known & BIT (i)))
        continue;

      is_used = is_used || (recorded->values[i] != 0 && i != DWELL_RECORDED_OUTSIDE);
      if (i != DWELL_RECORDED_COUNT && (double) recorded->values[i] > limit)
        section->is_too_long = TRUE;
    }

  if (!is_used)
    return;

  dwell_recorded_compare (self->trace, self->statistics, row, &difference);
  section->n_used++;
  section->n_met += row->of != DWELL_STATISTICS_OF_RECORD;
  section->n_equal += difference.figures == 0;
}

static gboolean
is_foreign (const Section *section)
{
  return section->n_used > 0 && section->n_equal == 0 &&
         (section->is_too_long || section->n_met == 0);
}

static const char *
get_section_title (const DwellTrace *trace,
                   guint32           context,
                   Class             class)
{
  if (context != DWELL_NONE)
    return dwell_trace_get_context_name (trace, context);

  /* Translators: of what statistics are: of functions in all contexts, of data, of signals */
  return class == FUNCTIONS ? _("all contexts") : class == DATA ? _("data") : _("AUX");
}

static void
add_foreign (Comparison *self,
             guint32     context,
             Class       class)
{
  const Section *section = &self->sections[class];
  const char *title = get_section_title (self->trace, context, class);

  if (section->is_too_long)
    dwell_problems_add (self->problems, DWELL_SEVERITY_WARNING, "recorded-statistics-foreign", 0,
                        -1, _("The file’s own statistics (%s) belong to another recording: they "
                              "contain times beyond this one"), title);
  else
    dwell_problems_add (self->problems, DWELL_SEVERITY_WARNING, "recorded-statistics-foreign", 0,
                        -1, _("The file’s own statistics (%s) belong to another recording: "
                              "nothing in them happened in this one"), title);
}

static void
add_difference (Comparison               *self,
                const DwellStatisticsRow *row)
{
  DwellRecordedDifference difference;
  g_autofree char *recorded = NULL;
  g_autofree char *computed = NULL;
  const char *context;

  dwell_recorded_compare (self->trace, self->statistics, row, &difference);
  if (difference.figures == 0)
    return;

  context = get_section_title (self->trace, row->context, get_class (self->trace, row->area));
  recorded = dwell_recorded_make_text (difference.largest, difference.recorded);
  computed = dwell_recorded_make_text (difference.largest, difference.computed);
  dwell_problems_add (self->problems, DWELL_SEVERITY_WARNING, "recorded-statistics-differ", 0, -1,
                      /* Translators: context, area, which figure, its two values: “TASK_A, main:
                       * Own is 250 ns in the file's own statistics, but 240 ns by its events” */
                      _("%s, %s: %s is %s in the file’s own statistics, but %s according to its "
                        "events"),
                      context, dwell_trace_get_area_title (self->trace, row->area),
                      _(dwell_recorded_get_info (difference.largest)->title), recorded, computed);
}

/* Only rows of the file itself, as a sum differs whenever one of its rows does. */
static gboolean
is_of_file (const DwellStatisticsRow *row)
{
  return row->recorded != NULL && !row->is_recorded_sum;
}

/* The rows of one context. */
static void
compare_context (Comparison *self,
                 guint       first,
                 guint       last)
{
  const DwellStatisticsRow *rows = self->statistics->rows;

  for (guint class = 0; class < N_CLASSES; class++)
    self->sections[class] = (Section) { 0 };

  for (guint i = first; i < last; i++)
    if (is_of_file (&rows[i]) && rows[i].is_comparable)
      look_at_row (self, &rows[i]);

  for (guint class = 0; class < N_CLASSES; class++)
    if (is_foreign (&self->sections[class]))
      add_foreign (self, rows[first].context, class);

  for (guint i = first; i < last; i++)
    if (is_of_file (&rows[i]) &&
        !is_foreign (&self->sections[get_class (self->trace, rows[i].area)]))
      add_difference (self, &rows[i]);
}

/**
 * dwell_recorded_find_problems:
 * @trace: a trace
 * @whole: its statistics by area, of the whole session and with all details
 *
 * Compares all of the file's statistics of the whole session. Codes are
 * `recorded-statistics-differ` and `recorded-statistics-foreign`.
 *
 * Returns: (transfer full) (nullable): the problems of the trace followed by the differences; %NULL
 *   if there are no differences
 */
DwellProblems *
dwell_recorded_find_problems (const DwellTrace      *trace,
                              const DwellStatistics *whole)
{
  Comparison self = { .trace = trace, .statistics = whole };
  guint last;

  if (trace->n_recorded == 0)
    return NULL;

  self.problems = dwell_problems_copy (trace->problems);

  for (guint first = 0; first < whole->n_rows; first = last)
    {
      for (last = first + 1; last < whole->n_rows &&
           whole->rows[last].context == whole->rows[first].context; last++)
        ;

      compare_context (&self, first, last);
    }

  if (dwell_problems_get_total (self.problems) == dwell_problems_get_total (trace->problems))
    g_clear_pointer (&self.problems, dwell_problems_unref);

  return self.problems;
}
