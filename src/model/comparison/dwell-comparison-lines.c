/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the rows of a comparison of lines, their cells, and the sentences above them. */
#include "config.h"

#include "model/comparison/dwell-comparison-lines.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "analysis/compare/dwell-difference-cells.h"
#include "core/dwell-keys.h"
#include "model/comparison/dwell-comparison-kind.h"

/* How many routines that seem to have moved are shown. */
#define MAX_SHIFTS 3

const DwellColumnInfo dwell_comparison_line_columns[DWELL_N_COMPARISON_LINE_COLUMNS] = {
  [DWELL_COMPARISON_LINE_NAME] = {
    "name", N_("Line"),
    NULL,
    DWELL_CELL_TEXT, TRUE },
  [DWELL_COMPARISON_LINE_ROUTINE] = {
    "routine", N_("Routine"),
    N_("The routine that it belongs to"),
    DWELL_CELL_TEXT, TRUE },
  [DWELL_COMPARISON_LINE_MODULE] = {
    "module", N_("Module"),
    N_("The module that it belongs to"),
    DWELL_CELL_TEXT, FALSE },
  [DWELL_COMPARISON_LINE_CHANGE] = {
    "change", N_("Change"),
    N_("Its time, new minus base; its hits, if a recording has no times"),
    DWELL_CELL_TIME, TRUE },
  [DWELL_COMPARISON_LINE_VERDICT] = {
    "verdict", N_("Verdict"),
    N_("How it changed; figures of lines are facts and are not tested"),
    DWELL_CELL_TEXT, TRUE },
  [DWELL_COMPARISON_LINE_RATIO] = {
    "ratio", N_("Ratio"),
    N_("New divided by base"),
    DWELL_CELL_REAL, TRUE },
  [DWELL_COMPARISON_LINE_BASE] = {
    "base", N_("Base"),
    N_("The compared value in the base"),
    DWELL_CELL_TIME, TRUE },
  [DWELL_COMPARISON_LINE_NEW] = {
    "new", N_("New"),
    N_("The compared value in the new recording"),
    DWELL_CELL_TIME, TRUE },
  [DWELL_COMPARISON_LINE_HITS_CHANGE] = {
    "hits.change", N_("Hits Change"),
    N_("How much more often it ran"),
    DWELL_CELL_INTEGER, TRUE },
  [DWELL_COMPARISON_LINE_HITS_BASE] = {
    "hits.base", N_("Base Hits"),
    N_("How often it ran in the base"),
    DWELL_CELL_COUNT, TRUE },
  [DWELL_COMPARISON_LINE_HITS_NEW] = {
    "hits.new", N_("New Hits"),
    N_("How often it ran in the new recording"),
    DWELL_CELL_COUNT, TRUE },
  [DWELL_COMPARISON_LINE_BASE_LINE] = {
    "base_line", N_("Base Line"),
    N_("Its number in the base"),
    DWELL_CELL_COUNT, TRUE },
  [DWELL_COMPARISON_LINE_NEW_LINE] = {
    "line", N_("New Line"),
    N_("Its number in the new recording"),
    DWELL_CELL_COUNT, TRUE },
};

/* --- The difference --- */

typedef struct {
  DwellLineTable      *base;
  DwellLineTable      *new;
  DwellLineDifference *difference;
} Lines;

static void
lines_free (gpointer data)
{
  Lines *self = data;

  g_clear_pointer (&self->difference, dwell_line_difference_free);
  g_clear_pointer (&self->base, dwell_line_table_unref);
  g_clear_pointer (&self->new, dwell_line_table_unref);
  g_free (self);
}

static DwellLineTable *
make_table (const DwellComparisonSide *side,
            GCancellable              *cancellable)
{
  return dwell_line_table_new_in_range (side->reading->trace, side->reading->statistics,
                                        side->begin, side->end, cancellable);
}

static gpointer
make (const DwellComparisonSides   *sides,
      const DwellComparisonOptions *options,
      const DwellMatch             *match,
      GCancellable                 *cancellable)
{
  g_autoptr(GArray) shifts =
    dwell_comparison_options_find_shifts (options, sides->base.reading->trace,
                                          sides->new.reading->trace, match, sides->is_swapped);
  Lines *self = g_new0 (Lines, 1);

  self->base = make_table (&sides->base, cancellable);
  self->new = self->base != NULL ? make_table (&sides->new, cancellable) : NULL;
  if (self->new == NULL || g_cancellable_is_cancelled (cancellable))
    {
      lines_free (self);
      return NULL;
    }

  self->difference = dwell_line_difference_new (self->base, self->new, match, shifts);
  return self;
}

static guint
get_n_rows (gconstpointer data)
{
  return ((const Lines *) data)->difference->n_rows;
}

static guint32
get_area (gconstpointer data,
          guint         row,
          gboolean      of_base)
{
  const Lines *self = data;
  const DwellLineDifferenceRow *of = &self->difference->rows[row];
  guint32 own = of_base ? of->base_row : of->new_row;

  return own != DWELL_NONE ? (of_base ? self->base : self->new)->rows[own].area : DWELL_NONE;
}

/* --- Cells --- */

static DwellCellValue
get_name_cell (const DwellLineDifference    *self,
               const DwellLineDifferenceRow *row,
               DwellComparisonLineColumn     column)
{
  const DwellLineTable *table;
  const DwellLineRow *line = dwell_line_difference_get_line (self, row, &table);

  if (column == DWELL_COMPARISON_LINE_MODULE)
    return dwell_cell_text (dwell_line_table_get_module (table, line->module));
  if (column == DWELL_COMPARISON_LINE_ROUTINE)
    return dwell_cell_text (dwell_line_table_get_routine (table, line->routine));

  return dwell_cell_text (dwell_trace_get_area_title (table->trace, line->area));
}

static DwellCellValue
make_number (const DwellLineTable *table,
             guint32               row)
{
  return dwell_cell_whole (DWELL_CELL_COUNT, row != DWELL_NONE ? table->rows[row].line : 0,
                           row != DWELL_NONE && table->rows[row].line > 0);
}

static DwellCellValue
get_figure_cell (const DwellLineDifference *self,
                 const DwellFigure         *figure,
                 gboolean                   is_time,
                 DwellComparisonLineColumn  column)
{
  double ratio = dwell_figure_get_ratio (figure);

  switch ((int) column)
    {
    case DWELL_COMPARISON_LINE_CHANGE:
    case DWELL_COMPARISON_LINE_HITS_CHANGE:
      return dwell_cell_whole (is_time ? DWELL_CELL_TIME : DWELL_CELL_INTEGER,
                               dwell_figure_get_change (figure), TRUE);
    case DWELL_COMPARISON_LINE_RATIO:
      return dwell_cell_real (DWELL_CELL_REAL, ratio, !isnan (ratio));
    case DWELL_COMPARISON_LINE_BASE:
    case DWELL_COMPARISON_LINE_HITS_BASE:
      return dwell_cell_whole (is_time ? DWELL_CELL_TIME : DWELL_CELL_COUNT, figure->base,
                               figure->has_base);
    default:
      return dwell_cell_whole (is_time ? DWELL_CELL_TIME : DWELL_CELL_COUNT, figure->new,
                               figure->has_new);
    }
}

static DwellCellValue
get_cell (gconstpointer data,
          guint         row,
          guint         column)
{
  const DwellLineDifference *self = ((const Lines *) data)->difference;
  const DwellLineDifferenceRow *of = &self->rows[row];

  switch ((DwellComparisonLineColumn) column)
    {
    case DWELL_COMPARISON_LINE_NAME:
    case DWELL_COMPARISON_LINE_ROUTINE:
    case DWELL_COMPARISON_LINE_MODULE:
      return get_name_cell (self, of, (DwellComparisonLineColumn) column);
    case DWELL_COMPARISON_LINE_VERDICT:
      return dwell_cell_text (dwell_verdict_get_title (dwell_line_difference_get_verdict (self,
                                                                                          of)));
    case DWELL_COMPARISON_LINE_BASE_LINE:
      return make_number (self->base, of->base_row);
    case DWELL_COMPARISON_LINE_NEW_LINE:
      return make_number (self->new, of->new_row);
    case DWELL_COMPARISON_LINE_HITS_CHANGE:
    case DWELL_COMPARISON_LINE_HITS_BASE:
    case DWELL_COMPARISON_LINE_HITS_NEW:
      return get_figure_cell (self, &of->hits, FALSE, (DwellComparisonLineColumn) column);
    case DWELL_COMPARISON_LINE_CHANGE:
    case DWELL_COMPARISON_LINE_RATIO:
    case DWELL_COMPARISON_LINE_BASE:
    case DWELL_COMPARISON_LINE_NEW:
    case DWELL_N_COMPARISON_LINE_COLUMNS:
    default:
      return get_figure_cell (self, self->are_times ? &of->time : &of->hits, self->are_times,
                              (DwellComparisonLineColumn) column);
    }
}

static gboolean
is_change (guint column)
{
  return column == DWELL_COMPARISON_LINE_CHANGE || column == DWELL_COMPARISON_LINE_HITS_CHANGE;
}

static char *
get_text (gconstpointer data,
          guint         row,
          guint         column,
          gboolean      is_plain)
{
  const DwellLineDifference *self = ((const Lines *) data)->difference;
  const DwellLineDifferenceRow *of = &self->rows[row];
  DwellCellValue cell = get_cell (data, row, column);
  const DwellLineTable *table;
  const DwellLineRow *line;

  if (column == DWELL_COMPARISON_LINE_VERDICT && is_plain)
    return g_strdup (dwell_verdict_get_id (dwell_line_difference_get_verdict (self, of)));
  if (cell.kind == DWELL_CELL_NONE || is_plain)
    return NULL;

  switch ((int) column)
    {
    case DWELL_COMPARISON_LINE_NAME:
      line = dwell_line_difference_get_line (self, of, &table);
      return dwell_trace_dup_area_label (table->trace, line->area);
    case DWELL_COMPARISON_LINE_ROUTINE:
      line = dwell_line_difference_get_line (self, of, &table);
      return dwell_trace_dup_area_label (table->trace, line->routine);
    case DWELL_COMPARISON_LINE_RATIO:
      return g_strdup_printf ("×%.3g", cell.rest);
    default:
      return NULL;
    }
}

static const DwellComparisonKind kind = {
  .columns = dwell_comparison_line_columns,
  .n_columns = DWELL_N_COMPARISON_LINE_COLUMNS,
  .first = DWELL_COMPARISON_LINE_CHANGE,
  .n_filtered = DWELL_COMPARISON_LINE_MODULE + 1,
  .change = DWELL_COMPARISON_LINE_CHANGE,
  .is_possible = dwell_line_table_is_possible,
  .make = make,
  .free = lines_free,
  .get_n_rows = get_n_rows,
  .get_cell = get_cell,
  .is_change = is_change,
  .get_text = get_text,
  .get_area = get_area,
};

/**
 * dwell_comparison_lines_new:
 *
 * Returns: (transfer full): an empty list, sorted so that the largest change comes first
 */
DwellComparisonRows *
dwell_comparison_lines_new (void)
{
  return _dwell_comparison_rows_new (&kind);
}

/**
 * dwell_comparison_lines_get:
 * @self: a list of lines
 *
 * Returns: (transfer none) (nullable): the difference that is shown; %NULL if there is none
 */
const DwellLineDifference *
dwell_comparison_lines_get (DwellComparisonRows *self)
{
  const Lines *lines = _dwell_comparison_rows_get_difference (self);

  return lines != NULL ? lines->difference : NULL;
}

/**
 * dwell_comparison_lines_describe:
 * @self: a list of lines
 *
 * Returns: (transfer full) (nullable): a sentence that only hits are compared, if only one
 *   recording has times; else %NULL
 */
char *
dwell_comparison_lines_describe (DwellComparisonRows *self)
{
  const DwellLineDifference *difference = dwell_comparison_lines_get (self);

  if (difference == NULL || difference->are_times ||
      !(difference->base->are_times || difference->new->are_times))
    return NULL;

  return g_strdup (_("One of the recordings counts samples, so only hits are compared."));
}

/* --- Routines that moved --- */

static const DwellLineShift *
get_shift (DwellComparisonRows *self,
           guint                n,
           gboolean            *is_taken)
{
  const DwellLineDifference *difference = dwell_comparison_lines_get (self);
  guint n_taken = difference != NULL ? difference->taken->len : 0;

  *is_taken = n < n_taken;
  if (n >= dwell_comparison_lines_get_n_shifts (self))
    return NULL;

  return *is_taken ? &g_array_index (difference->taken, DwellLineShift, n)
                   : &g_array_index (difference->shifts, DwellLineShift, n - n_taken);
}

/**
 * dwell_comparison_lines_get_n_shifts:
 * @self: a list of lines
 *
 * Returns: the number of routines that the user takes to have moved and, at most three, that seem
 *   to have moved
 */
guint
dwell_comparison_lines_get_n_shifts (DwellComparisonRows *self)
{
  const DwellLineDifference *difference = dwell_comparison_lines_get (self);

  return difference != NULL ? difference->taken->len + MIN (difference->shifts->len, MAX_SHIFTS)
                            : 0;
}

/**
 * dwell_comparison_lines_describe_shift:
 * @self: a list of lines
 * @n: the number of a routine that moved
 * @is_taken: (out): whether the user takes it to have moved, and its lines are matched accordingly
 *
 * Returns: (transfer full): a sentence on how far it moved
 */
char *
dwell_comparison_lines_describe_shift (DwellComparisonRows *self,
                                       guint                n,
                                       gboolean            *is_taken)
{
  const DwellLineShift *shift = get_shift (self, n, is_taken);
  const DwellLineDifference *difference = dwell_comparison_lines_get (self);
  g_autofree char *name = NULL;
  g_autofree char *lines = NULL;

  g_return_val_if_fail (shift != NULL, NULL);

  name = dwell_trace_dup_area_label (difference->new->trace, shift->routine);
  lines = g_strdup_printf ("%+" G_GINT64_FORMAT, shift->shift);
  if (*is_taken)
    /* Translators: the name of a routine; “+12” */
    return g_strdup_printf (_("“%s” is taken to have moved further than its first line, by %s"),
                            name, lines);

  /* Translators: the name of a routine; “+12”; two numbers of lines */
  return g_strdup_printf (_("“%s” seems to have moved further than its first line, by %s: %u lines "
                            "would match, rather than %u"), name, lines, shift->n_then,
                          shift->n_now);
}

/**
 * dwell_comparison_lines_shift:
 * @self: a list of lines
 * @n: the number of a routine that moved
 * @options: how lines are compared
 *
 * Makes @options take the routine to have moved, or no longer if they do.
 *
 * Returns: %FALSE if there is no room for another shift
 */
gboolean
dwell_comparison_lines_shift (DwellComparisonRows    *self,
                              guint                   n,
                              DwellComparisonOptions *options)
{
  gboolean is_taken;
  const DwellLineShift *shift = get_shift (self, n, &is_taken);
  DwellView *view = dwell_query_get_view (DWELL_QUERY (self));
  gboolean is_swapped = FALSE;
  g_autofree char *key = NULL;
  gint64 lines;
  guint32 own;

  g_return_val_if_fail (shift != NULL && view != NULL, FALSE);

  dwell_view_get_base (view, &is_swapped);
  own = is_swapped ? shift->base_routine : shift->routine;
  key = dwell_key_of_area (dwell_view_get_trace (view), own);
  lines = is_taken ? 0 : dwell_comparison_options_get_shift (options, key) +
                         (is_swapped ? -shift->shift : shift->shift);
  return dwell_comparison_options_set_shift (options, key, lines);
}
