/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes table cells from the rows of a difference. */
#include "config.h"

#include "analysis/compare/dwell-difference-cells.h"

#include <math.h>

#include <glib/gi18n-lib.h>

const DwellColumnInfo dwell_difference_columns[DWELL_N_DIFFERENCE_COLUMNS] = {
  [DWELL_DIFFERENCE_NAME] = {
    "area", N_("Name"),
    N_("What ran"),
    DWELL_CELL_TEXT, TRUE },
  [DWELL_DIFFERENCE_VERDICT] = {
    "verdict", N_("Verdict"),
    N_("“More” or “Less” if the count changed, or if the times differ by more than chance; "
       "“Unclear” if they do not, or if there are too few"),
    DWELL_CELL_TEXT, TRUE },
  [DWELL_DIFFERENCE_CHANGE] = {
    "change", N_("Change"),
    N_("The compared value: new minus base"),
    DWELL_CELL_TIME, TRUE },
  [DWELL_DIFFERENCE_RATIO] = {
    "ratio", N_("Ratio"),
    N_("The compared value: new divided by base"),
    DWELL_CELL_REAL, TRUE },
  [DWELL_DIFFERENCE_BASE] = {
    "base", N_("Base"),
    N_("The compared value in the base"),
    DWELL_CELL_TIME, TRUE },
  [DWELL_DIFFERENCE_NEW] = {
    "new", N_("New"),
    N_("The compared value in the new recording"),
    DWELL_CELL_TIME, TRUE },
  [DWELL_DIFFERENCE_COUNT_BASE] = {
    "count.base", N_("Base Count"),
    N_("How often it ran in the base"),
    DWELL_CELL_COUNT, TRUE },
  [DWELL_DIFFERENCE_COUNT_NEW] = {
    "count.new", N_("New Count"),
    N_("How often it ran in the new recording"),
    DWELL_CELL_COUNT, TRUE },
  [DWELL_DIFFERENCE_COUNT_CHANGE] = {
    "count.change", N_("Count Change"),
    N_("How much more often it ran"),
    DWELL_CELL_INTEGER, FALSE },
  [DWELL_DIFFERENCE_BY_COUNT] = {
    "by_count", N_("By Count"),
    N_("The part of the change that comes from how often it ran"),
    DWELL_CELL_TIME, TRUE },
  [DWELL_DIFFERENCE_BY_TIME] = {
    "by_time", N_("By Time"),
    N_("The rest of the change: each run took longer or shorter"),
    DWELL_CELL_TIME, TRUE },
  [DWELL_DIFFERENCE_P50_RATIO] = {
    "p50.ratio", N_("p50 Ratio"),
    N_("The median of the durations, new divided by base"),
    DWELL_CELL_REAL, FALSE },
  [DWELL_DIFFERENCE_P90_RATIO] = {
    "p90.ratio", N_("p90 Ratio"),
    N_("The 90th percentile of the durations, new divided by base"),
    DWELL_CELL_REAL, FALSE },
  [DWELL_DIFFERENCE_P99_RATIO] = {
    "p99.ratio", N_("p99 Ratio"),
    N_("The 99th percentile of the durations, new divided by base"),
    DWELL_CELL_REAL, FALSE },
  [DWELL_DIFFERENCE_CLIFF] = {
    "cliff", N_("Cliff’s δ"),
    N_("The probability that a new duration is longer than one of the base, minus that of being "
       "shorter: −1 to 1"),
    DWELL_CELL_REAL, FALSE },
  [DWELL_DIFFERENCE_Q] = {
    "q", N_("q"),
    N_("p, corrected for the number of rows (false discovery rate). Of the rows with q ≤ 0.05, "
       "about 5 in 100 differ by chance alone."),
    DWELL_CELL_REAL, FALSE },
  [DWELL_DIFFERENCE_BASE_NAME] = {
    "base_area", N_("Name in the Base"),
    N_("Its name in the base, if it was different"),
    DWELL_CELL_TEXT, FALSE },
  [DWELL_DIFFERENCE_MODULE] = {
    "module", N_("Module"),
    N_("The module that it belongs to"),
    DWELL_CELL_TEXT, FALSE },
  [DWELL_DIFFERENCE_MATCHED_BY] = {
    "matched_by", N_("Matched By"),
    N_("The rule that matched the two"),
    DWELL_CELL_TEXT, FALSE },
  [DWELL_DIFFERENCE_CONTEXT] = {
    "context", N_("Context"),
    N_("The task or thread that it ran in"),
    DWELL_CELL_TEXT, TRUE },
};

static const char *
get_rule_title (DwellMatchedBy rule)
{
  switch (rule)
    {
    case DWELL_MATCHED_BY_USER:
      return _("You");
    case DWELL_MATCHED_BY_KEY:
      return _("All of its names");
    case DWELL_MATCHED_BY_NAME:
      return _("Name");
    case DWELL_MATCHED_BY_PLAIN_NAME:
      return _("Plain name");
    case DWELL_MATCHED_AMBIGUOUSLY:
      return _("Nothing: several match");
    case DWELL_MATCHED_BY_NOTHING:
    default:
      return NULL;
    }
}

/* The kind of the figures compared: a count, a time or a part of the whole. */
static DwellCellKind
get_kind (const DwellDifference *self,
          gboolean               is_change)
{
  const DwellDifferenceOptions *options = &self->options;
  gboolean is_count = options->measure.percentile <= 0 &&
                      options->measure.statistic == DWELL_STATISTIC_COUNT;

  if (options->per == DWELL_PER_TOTAL)
    return DWELL_CELL_SHARE;
  if (!is_count)
    return DWELL_CELL_TIME;

  return options->per != DWELL_PER_NOTHING ? DWELL_CELL_REAL
         : is_change ? DWELL_CELL_INTEGER : DWELL_CELL_COUNT;
}

static DwellCellValue
make_side (const DwellFigure *figure,
           DwellCellKind      kind,
           gboolean           is_new)
{
  gboolean exists = is_new ? figure->has_new : figure->has_base;

  if (figure->is_real)
    return dwell_cell_real (kind, is_new ? figure->new_real : figure->base_real, exists);

  return dwell_cell_whole (kind, is_new ? figure->new : figure->base, exists);
}

static DwellCellValue
make_change (const DwellFigure *figure,
             DwellCellKind      kind)
{
  if (figure->is_real)
    return dwell_cell_real (kind, dwell_figure_get_real_change (figure),
                            dwell_figure_has_change (figure));

  return dwell_cell_whole (kind, dwell_figure_get_change (figure),
                           dwell_figure_has_change (figure));
}

/* A part of the change of a total. */
static DwellCellValue
make_part (const DwellDifference    *self,
           const DwellDifferenceRow *row,
           DwellSignedWide           whole,
           double                    real)
{
  DwellCellKind kind = self->options.per == DWELL_PER_TOTAL ? DWELL_CELL_SHARE : DWELL_CELL_TIME;

  return dwell_difference_is_divided (self) ? dwell_cell_real (kind, real, row->is_split)
                                            : dwell_cell_whole (kind, whole, row->is_split);
}

static DwellCellValue
make_ratio (const DwellFigure *figure)
{
  double ratio = dwell_figure_get_ratio (figure);

  return dwell_cell_real (DWELL_CELL_REAL, ratio, !isnan (ratio));
}

static DwellCellValue
make_name (const DwellDifference    *self,
           const DwellDifferenceRow *row,
           gboolean                  of_base)
{
  const DwellTrace *trace = row->new != NULL && !of_base ? self->new : self->base;
  guint32 area = trace == self->new ? row->new_area : row->base_area;

  if (of_base && (row->base == NULL || row->new == NULL ||
                  g_str_equal (dwell_trace_get_area_title (self->base, row->base_area),
                               dwell_trace_get_area_title (self->new, row->new_area))))
    return (DwellCellValue) { .kind = DWELL_CELL_NONE };

  return dwell_cell_text (dwell_trace_get_area_title (trace, area));
}

static DwellCellValue
make_module (const DwellDifference    *self,
             const DwellDifferenceRow *row)
{
  const DwellTrace *trace = row->new != NULL ? self->new : self->base;
  guint32 module = trace->areas[row->new != NULL ? row->new_area : row->base_area].module;

  return dwell_cell_text (module != 0 ? dwell_trace_get_string (trace, module) : NULL);
}

static DwellCellValue
make_context (const DwellDifference    *self,
              const DwellDifferenceRow *row)
{
  const DwellTrace *trace = row->new != NULL ? self->new : self->base;
  guint32 context = row->new != NULL ? row->new_context : row->base_context;

  return dwell_cell_text (context != DWELL_NONE ? dwell_trace_get_context_name (trace, context)
                                                : NULL);
}

static DwellCellValue
make_figure_cell (const DwellDifference    *self,
                  const DwellDifferenceRow *row,
                  DwellDifferenceColumn     column)
{
  static const DwellStatistic percentiles[] = {
    DWELL_STATISTIC_P50, DWELL_STATISTIC_P90, DWELL_STATISTIC_P99,
  };
  gboolean is_percentile = column >= DWELL_DIFFERENCE_P50_RATIO &&
                           column <= DWELL_DIFFERENCE_P99_RATIO;
  DwellFigure figure = dwell_difference_get_figure (
    self, row, is_percentile ? percentiles[column - DWELL_DIFFERENCE_P50_RATIO]
                             : DWELL_STATISTIC_COUNT);

  if (is_percentile)
    return make_ratio (&figure);
  if (column == DWELL_DIFFERENCE_COUNT_CHANGE)
    return make_change (&figure, DWELL_CELL_INTEGER);

  return make_side (&figure, DWELL_CELL_COUNT, column == DWELL_DIFFERENCE_COUNT_NEW);
}

/**
 * dwell_difference_get_cell:
 * @self: a difference
 * @row: the number of a row
 * @column: a column
 *
 * Returns: the cell; its text lives as long as the traces
 */
DwellCellValue
dwell_difference_get_cell (const DwellDifference *self,
                           guint                  row,
                           DwellDifferenceColumn  column)
{
  const DwellDifferenceRow *of = &self->rows[row];
  double q = of->tested[DWELL_TESTED_DURATIONS].q;

  switch (column)
    {
    case DWELL_DIFFERENCE_NAME:
    case DWELL_DIFFERENCE_BASE_NAME:
      return make_name (self, of, column == DWELL_DIFFERENCE_BASE_NAME);
    case DWELL_DIFFERENCE_VERDICT:
      return dwell_cell_text (dwell_verdict_get_title ((DwellVerdict) of->verdict));
    case DWELL_DIFFERENCE_CHANGE:
      return make_change (&of->value, get_kind (self, TRUE));
    case DWELL_DIFFERENCE_RATIO:
      return make_ratio (&of->value);
    case DWELL_DIFFERENCE_BASE:
    case DWELL_DIFFERENCE_NEW:
      return make_side (&of->value, get_kind (self, FALSE), column == DWELL_DIFFERENCE_NEW);
    case DWELL_DIFFERENCE_BY_COUNT:
      return make_part (self, of, of->by_count, of->by_count_real);
    case DWELL_DIFFERENCE_BY_TIME:
      return make_part (self, of, of->by_time, of->by_time_real);
    case DWELL_DIFFERENCE_CLIFF:
      return dwell_cell_real (DWELL_CELL_REAL, 2 * of->superiority - 1, !isnan (of->superiority));
    case DWELL_DIFFERENCE_Q:
      return dwell_cell_real (DWELL_CELL_REAL, q, !isnan (q));
    case DWELL_DIFFERENCE_MODULE:
      return make_module (self, of);
    case DWELL_DIFFERENCE_MATCHED_BY:
      return dwell_cell_text (get_rule_title ((DwellMatchedBy) of->matched_by));
    case DWELL_DIFFERENCE_CONTEXT:
      return make_context (self, of);
    case DWELL_DIFFERENCE_COUNT_BASE:
    case DWELL_DIFFERENCE_COUNT_NEW:
    case DWELL_DIFFERENCE_COUNT_CHANGE:
    case DWELL_DIFFERENCE_P50_RATIO:
    case DWELL_DIFFERENCE_P90_RATIO:
    case DWELL_DIFFERENCE_P99_RATIO:
    case DWELL_N_DIFFERENCE_COLUMNS:
    default:
      return make_figure_cell (self, of, column);
    }
}

/**
 * dwell_verdict_get_title:
 * @self: a verdict
 *
 * Returns: its name in the window, with a symbol that shows it without words
 */
const char *
dwell_verdict_get_title (DwellVerdict self)
{
  static const char * const titles[DWELL_N_VERDICTS] = {
    [DWELL_VERDICT_MORE] = NC_("verdict", "▲ More"),
    [DWELL_VERDICT_LESS] = NC_("verdict", "▼ Less"),
    [DWELL_VERDICT_SAME] = NC_("verdict", "≈ The Same"),
    [DWELL_VERDICT_UNCLEAR] = NC_("verdict", "? Unclear"),
    [DWELL_VERDICT_NEW] = NC_("verdict", "+ New"),
    [DWELL_VERDICT_GONE] = NC_("verdict", "− Gone"),
    [DWELL_VERDICT_IDENTICAL] = NC_("verdict", "= Identical"),
  };

  return g_dpgettext2 (NULL, "verdict", titles[self]);
}
