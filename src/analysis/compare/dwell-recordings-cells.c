/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures are in the unit of the compared measure; missing figures have empty cells. */
#include "config.h"

#include "analysis/compare/dwell-recordings-cells.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "analysis/compare/dwell-difference-cells.h"
#include "analysis/compare/dwell-union-tree.h"

const DwellColumnInfo dwell_recordings_columns[DWELL_N_RECORDINGS_COLUMNS] = {
  [DWELL_RECORDINGS_NAME] = {
    "area", N_("Name"), N_("What ran"),
    DWELL_CELL_TEXT, TRUE },
  [DWELL_RECORDINGS_CURVE] = {
    "curve", N_("Curve"), N_("The compared value, from the first recording to the last"),
    DWELL_CELL_NONE, TRUE },
  [DWELL_RECORDINGS_VERDICT] = {
    "verdict", N_("Verdict"),
    N_("“More” or “Less” if the change is beyond chance and noise; “Unclear” if it is not, or if "
       "there are too few recordings to decide"),
    DWELL_CELL_TEXT, TRUE },
  [DWELL_RECORDINGS_BASE] = {
    "base", N_("Base"), N_("In the first recording; for groups, the mean of the base"),
    DWELL_CELL_TIME, TRUE },
  [DWELL_RECORDINGS_NEW] = {
    "new", N_("New"), N_("In the last recording; for groups, the mean of the new recordings"),
    DWELL_CELL_TIME, TRUE },
  [DWELL_RECORDINGS_CHANGE] = {
    "change", N_("Change"), N_("New minus base"),
    DWELL_CELL_TIME, TRUE },
  [DWELL_RECORDINGS_RATIO] = {
    "ratio", N_("Ratio"), N_("New divided by base"),
    DWELL_CELL_REAL, TRUE },
  [DWELL_RECORDINGS_GROWTHS] = {
    "growths", N_("Growth"),
    N_("How its cost grows with the size of the input, in each recording"),
    DWELL_CELL_TEXT, TRUE },
  [DWELL_RECORDINGS_SLOPE] = {
    "slope", N_("Slope"),
    N_("How much it rises from one recording to the next: the median of all pairs"),
    DWELL_CELL_TIME, FALSE },
  [DWELL_RECORDINGS_P] = {
    "p", N_("p"),
    N_("How often chance alone would cause such a rise or fall; needs at least five recordings"),
    DWELL_CELL_REAL, FALSE },
  [DWELL_RECORDINGS_SINCE] = {
    "since", N_("Since"),
    N_("The recording since which it differs by more than chance; needs at least eight recordings"),
    DWELL_CELL_TEXT, TRUE },
  [DWELL_RECORDINGS_SINCE_RATIO] = {
    "since_ratio", N_("Since Ratio"), N_("The mean since then divided by the mean before"),
    DWELL_CELL_REAL, TRUE },
  [DWELL_RECORDINGS_LOW] = {
    "low", N_("Ratio From"),
    /* xgettext:no-c-format */
    N_("The lower confidence limit of the ratio at 95 %; needs at least four recordings on each "
       "side"),
    DWELL_CELL_REAL, FALSE },
  [DWELL_RECORDINGS_HIGH] = {
    "high", N_("Ratio To"),
    /* xgettext:no-c-format */
    N_("The upper confidence limit of the ratio at 95 %; needs at least four recordings on each "
       "side"),
    DWELL_CELL_REAL, FALSE },
  [DWELL_RECORDINGS_Q] = {
    "q", N_("q"),
    N_("p, corrected for the number of rows (false discovery rate); needs at least four recordings "
       "on each side"),
    DWELL_CELL_REAL, FALSE },
};

/* A figure in the unit of the compared measure. */
static DwellCellValue
make_cell (const DwellRecordings *self,
           double                 figure,
           gboolean               exists)
{
  DwellCellKind kind = self->unit == NULL
                         ? dwell_statistic_columns[self->options.statistic].kind
                         : g_str_equal (self->unit, "ns") ? DWELL_CELL_TIME : DWELL_CELL_COUNT;

  if (self->are_shares)
    return dwell_cell_real (DWELL_CELL_SHARE, figure / DWELL_UNION_TREE_WHOLE, exists);
  if (kind == DWELL_CELL_TIME)
    return dwell_cell_real (kind, figure, exists);

  /* The mean of counts, or a slope. */
  return figure == floor (figure) && fabs (figure) < 0x1p63
           ? dwell_cell_whole (kind, (DwellSignedWide) figure, exists)
           : dwell_cell_real (DWELL_CELL_MEAN, figure, exists);
}

static DwellCellValue
make_real (double real)
{
  return dwell_cell_real (DWELL_CELL_REAL, real, !isnan (real));
}

static DwellCellValue
make_value (const DwellRecordings    *self,
            const DwellRecordingsRow *row,
            guint                     place)
{
  DwellCellValue cell;

  if (place >= self->n || !row->is_there[place])
    return dwell_cell_text (NULL);

  cell = make_cell (self, (double) row->values[place], TRUE);
  if (cell.kind == DWELL_CELL_TIME)
    cell = dwell_cell_whole (DWELL_CELL_TIME, row->values[place], TRUE);
  return cell;
}

static DwellCellValue
make_trend (const DwellRecordings    *self,
            const DwellRecordingsRow *row,
            DwellRecordingsColumn     column)
{
  gboolean has_since = row->trend.since > 0;

  if (self->options.n_base > 0)
    return dwell_cell_text (NULL);

  switch ((int) column)
    {
    case DWELL_RECORDINGS_SLOPE:
      return make_cell (self, row->trend.slope, self->n > 1);
    case DWELL_RECORDINGS_P:
      return make_real (row->trend.p);
    case DWELL_RECORDINGS_SINCE:
      return dwell_cell_whole (DWELL_CELL_COUNT, row->trend.since + 1, has_since);
    default:
      return make_real (has_since ? row->trend.since_ratio : NAN);
    }
}

static DwellCellValue
make_chance (const DwellRecordings    *self,
             const DwellRecordingsRow *row,
             DwellRecordingsColumn     column)
{
  if (self->options.n_base == 0)
    return dwell_cell_text (NULL);

  return make_real (column == DWELL_RECORDINGS_Q ? row->group.q
                    : column == DWELL_RECORDINGS_LOW ? row->group.ratio.low
                                                     : row->group.ratio.high);
}

/**
 * dwell_recordings_get_cell:
 * @self: recordings that were judged
 * @row: the number of a row
 * @column: a #DwellRecordingsColumn, or %DWELL_RECORDINGS_VALUE plus the place of a recording
 *
 * Returns: the cell, which is valid as long as @self
 */
DwellCellValue
dwell_recordings_get_cell (const DwellRecordings *self,
                           guint                  row,
                           guint                  column)
{
  const DwellRecordingsRow *of = self->rows->pdata[row];
  const DwellFigure *figure = &of->figure;

  if (column >= DWELL_RECORDINGS_LOW)
    return column >= DWELL_RECORDINGS_VALUE
             ? make_value (self, of, column - DWELL_RECORDINGS_VALUE)
             : make_chance (self, of, (DwellRecordingsColumn) column);
  if (column >= DWELL_RECORDINGS_SLOPE)
    return make_trend (self, of, (DwellRecordingsColumn) column);

  switch (column)
    {
    case DWELL_RECORDINGS_NAME:
      return dwell_cell_text (of->name);
    case DWELL_RECORDINGS_VERDICT:
      return dwell_cell_text (dwell_verdict_get_title ((DwellVerdict) of->verdict));
    case DWELL_RECORDINGS_BASE:
      return make_cell (self, figure->base_real, figure->has_base);
    case DWELL_RECORDINGS_NEW:
      return make_cell (self, figure->new_real, figure->has_new);
    case DWELL_RECORDINGS_CHANGE:
      return make_cell (self, dwell_figure_get_real_change (figure), TRUE);
    case DWELL_RECORDINGS_RATIO:
      return make_real (dwell_figure_get_ratio (figure));
    case DWELL_RECORDINGS_GROWTHS:
      return dwell_cell_text (of->growth_text);
    case DWELL_RECORDINGS_CURVE:
    default:
      return dwell_cell_text (NULL);
    }
}
