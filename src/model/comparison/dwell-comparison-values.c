/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the rows of a comparison of values, and their cells. */
#include "config.h"

#include "model/comparison/dwell-comparison-values.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "analysis/compare/dwell-difference-cells.h"
#include "model/comparison/dwell-comparison-kind.h"

const DwellColumnInfo dwell_comparison_value_columns[DWELL_N_COMPARISON_VALUE_COLUMNS] = {
  [DWELL_COMPARISON_VALUE_NAME] = {
    "name", N_("Name"), N_("The variable or signal, or one of its states"), DWELL_CELL_TEXT, TRUE },
  [DWELL_COMPARISON_VALUE_CONTEXT] = {
    "context", N_("Context"), N_("Where it belongs"), DWELL_CELL_TEXT, FALSE },
  [DWELL_COMPARISON_VALUE_CHANGE] = {
    "change", N_("Change"),
    N_("The change of its mean, or of the time in the state, relative to the base; of its writes, "
       "if it has neither"), DWELL_CELL_SHARE, TRUE },
  [DWELL_COMPARISON_VALUE_VERDICT] = {
    "verdict", N_("Verdict"),
    N_("How it changed; figures of values are facts and are not tested"),
    DWELL_CELL_TEXT, TRUE },
  [DWELL_COMPARISON_VALUE_COUNT_BASE] = {
    "writes.base", N_("Base Writes"),
    N_("How often it was written in the base; for a state, how often it was entered"),
    DWELL_CELL_COUNT, TRUE },
  [DWELL_COMPARISON_VALUE_COUNT_NEW] = {
    "writes.new", N_("New Writes"),
    N_("How often it was written in the new recording; for a state, how often it was "
       "entered"), DWELL_CELL_COUNT,
    TRUE },
  [DWELL_COMPARISON_VALUE_COUNT_CHANGE] = {
    "writes.change", N_("Writes Change"), N_("How much more often it was written, or entered"),
    DWELL_CELL_INTEGER, FALSE },
  [DWELL_COMPARISON_VALUE_MIN_BASE] = {
    "min.base", N_("Base Min"), N_("The least value that it held in the base"), DWELL_CELL_REAL,
    TRUE },
  [DWELL_COMPARISON_VALUE_MIN_NEW] = {
    "min.new", N_("New Min"), N_("The least value that it held in the new recording"),
    DWELL_CELL_REAL, TRUE },
  [DWELL_COMPARISON_VALUE_MAX_BASE] = {
    "max.base", N_("Base Max"), N_("The greatest value that it held in the base"), DWELL_CELL_REAL,
    TRUE },
  [DWELL_COMPARISON_VALUE_MAX_NEW] = {
    "max.new", N_("New Max"), N_("The greatest value that it held in the new recording"),
    DWELL_CELL_REAL, TRUE },
  [DWELL_COMPARISON_VALUE_MEAN_BASE] = {
    "mean.base", N_("Base Mean"),
    N_("Its mean value in the base, weighted by the time for which it held each"), DWELL_CELL_MEAN,
    TRUE },
  [DWELL_COMPARISON_VALUE_MEAN_NEW] = {
    "mean.new", N_("New Mean"),
    N_("Its mean value in the new recording, weighted by the time for which it held each"),
    DWELL_CELL_MEAN, TRUE },
  [DWELL_COMPARISON_VALUE_MEAN_CHANGE] = {
    "mean.change", N_("Mean Change"), N_("The new mean value minus that of the base"),
    DWELL_CELL_REAL, FALSE },
  [DWELL_COMPARISON_VALUE_LAST_BASE] = {
    "last.base", N_("Base Last"), N_("The value that it held at the end of the base"),
    DWELL_CELL_REAL, FALSE },
  [DWELL_COMPARISON_VALUE_LAST_NEW] = {
    "last.new", N_("New Last"), N_("The value that it held at the end of the new recording"),
    DWELL_CELL_REAL, FALSE },
  [DWELL_COMPARISON_VALUE_TIME_BASE] = {
    "time.base", N_("Base Time"), N_("For how long it was in this state in the base"),
    DWELL_CELL_TIME, TRUE },
  [DWELL_COMPARISON_VALUE_TIME_NEW] = {
    "time.new", N_("New Time"), N_("For how long it was in this state in the new recording"),
    DWELL_CELL_TIME, TRUE },
  [DWELL_COMPARISON_VALUE_TIME_CHANGE] = {
    "time.change", N_("Time Change"), N_("How much longer it was in this state"), DWELL_CELL_TIME,
    FALSE },
  [DWELL_COMPARISON_VALUE_SHARE_BASE] = {
    "share.base", N_("Base Share"), N_("The time in this state as a part of the base"),
    DWELL_CELL_SHARE, FALSE },
  [DWELL_COMPARISON_VALUE_SHARE_NEW] = {
    "share.new", N_("New Share"), N_("The time in this state as a part of the new recording"),
    DWELL_CELL_SHARE, FALSE },
  [DWELL_COMPARISON_VALUE_UNIT] = {
    "unit", N_("Unit"), N_("The unit of its values"), DWELL_CELL_TEXT, FALSE },
};

/* --- The difference --- */

typedef struct {
  DwellValueIndex      *base;
  DwellValueIndex      *new;
  DwellValueDifference *difference;
  GPtrArray            *names; /* of the rows */
} Values;

static void
values_free (gpointer data)
{
  Values *self = data;

  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_clear_pointer (&self->difference, dwell_value_difference_free);
  g_clear_pointer (&self->base, dwell_value_index_unref);
  g_clear_pointer (&self->new, dwell_value_index_unref);
  g_free (self);
}

static DwellValueIndex *
make_index (const DwellComparisonSide *side,
            GCancellable              *cancellable)
{
  return side->reading->values != NULL ? dwell_value_index_ref (side->reading->values)
                                       : dwell_value_index_new (side->reading->trace, cancellable);
}

/* Returns the recording that a row takes its name from, with its track and its state there. */
static const DwellTrace *
get_subject (const DwellValueDifference    *difference,
             const DwellValueDifferenceRow *row,
             guint32                       *track,
             guint32                       *state)
{
  gboolean is_new = row->is_state ? row->new_state != DWELL_NONE : row->new_track != DWELL_NONE;

  *track = is_new ? row->new_track : row->base_track;
  *state = is_new ? row->new_state : row->base_state;
  return is_new ? difference->new.trace : difference->base.trace;
}

/* “mode”, or “mode: Running (2)”. */
static char *
make_name (const DwellValueDifference    *difference,
           const DwellValueDifferenceRow *row)
{
  guint32 track;
  guint32 state;
  const DwellTrace *trace = get_subject (difference, row, &track, &state);
  const char *variable = dwell_trace_get_string (trace, trace->tracks[track].name);
  const char *name;
  g_autofree char *value = NULL;

  if (!row->is_state)
    return g_strdup (variable);

  name = dwell_trace_get_area_name (trace, state);
  value = trace->areas[state].has_value
            ? g_strdup_printf (*name != '\0' ? " (%" G_GINT64_FORMAT ")" : "%" G_GINT64_FORMAT,
                               trace->areas[state].value) : g_strdup ("");
  return g_strdup_printf ("%s: %s%s", variable, name, value);
}

static gpointer
make (const DwellComparisonSides   *sides,
      const DwellComparisonOptions *options,
      const DwellMatch             *match,
      GCancellable                 *cancellable)
{
  const DwellReading *base = sides->base.reading;
  const DwellReading *new = sides->new.reading;
  Values *self = g_new0 (Values, 1);

  self->base = make_index (&sides->base, cancellable);
  self->new = self->base != NULL ? make_index (&sides->new, cancellable) : NULL;
  if (self->new != NULL)
    self->difference = dwell_value_difference_new (
      &(DwellValueSide) { base->trace, self->base, base->statistics, sides->base.begin,
                          sides->base.end },
      &(DwellValueSide) { new->trace, self->new, new->statistics, sides->new.begin,
                          sides->new.end }, match, cancellable);
  if (self->difference == NULL)
    {
      values_free (self);
      return NULL;
    }

  self->names = g_ptr_array_new_with_free_func (g_free);
  for (guint32 i = 0; i < self->difference->n_rows; i++)
    g_ptr_array_add (self->names, make_name (self->difference, &self->difference->rows[i]));
  return self;
}

static guint
get_n_rows (gconstpointer data)
{
  return ((const Values *) data)->difference->n_rows;
}

static guint32
get_area (gconstpointer data,
          guint         row,
          gboolean      of_base)
{
  const DwellValueDifference *difference = ((const Values *) data)->difference;
  const DwellValueDifferenceRow *of = &difference->rows[row];
  guint32 track = of_base ? of->base_track : of->new_track;

  if (of->is_state)
    return of_base ? of->base_state : of->new_state;

  if (track == DWELL_NONE)
    return DWELL_NONE;

  return (of_base ? difference->base : difference->new).trace->tracks[track].area;
}

/* --- Cells --- */

static DwellCellValue
make_side (const DwellFigure *figure,
           gboolean           of_base,
           DwellCellKind      whole)
{
  gboolean exists = of_base ? figure->has_base : figure->has_new;
  double real = of_base ? figure->base_real : figure->new_real;

  return figure->is_real ? dwell_cell_real (DWELL_CELL_REAL, exists ? real : 0, exists)
                         : dwell_cell_whole (whole, of_base ? figure->base : figure->new, exists);
}

static DwellCellValue
make_change (const DwellFigure *figure,
             DwellCellKind      kind)
{
  gboolean exists = figure->has_base && figure->has_new;

  return figure->is_real
           ? dwell_cell_real (kind, exists ? dwell_figure_get_real_change (figure) : 0, exists)
           : dwell_cell_whole (kind, dwell_figure_get_change (figure), exists);
}

static DwellCellValue
make_share (gboolean exists,
            double   share)
{
  return dwell_cell_real (DWELL_CELL_SHARE, exists ? share : 0, exists);
}

/* The value at the end of the base or of the new recording; for a state variable, the state. */
static DwellCellValue
make_last (const DwellValueDifference    *difference,
           const DwellValueDifferenceRow *row,
           gboolean                       of_base)
{
  const DwellTrace *trace = (of_base ? difference->base : difference->new).trace;
  guint32 state = of_base ? row->base_state : row->new_state;
  const char *name;

  if (row->is_state)
    return (DwellCellValue) { DWELL_CELL_NONE };
  if (state == DWELL_NONE)
    return make_side (&row->last, of_base, DWELL_CELL_INTEGER);

  name = dwell_trace_get_area_name (trace, state);
  return *name == '\0' && trace->areas[state].has_value
           ? dwell_cell_whole (DWELL_CELL_INTEGER, trace->areas[state].value, TRUE)
           : dwell_cell_text (name);
}

static DwellCellValue
get_text_cell (const Values                  *self,
               guint                          row,
               DwellComparisonValueColumn     column)
{
  const DwellValueDifferenceRow *of = &self->difference->rows[row];
  guint32 track;
  guint32 state;
  const DwellTrace *trace = get_subject (self->difference, of, &track, &state);
  guint32 area = trace->tracks[track].area;

  if (column == DWELL_COMPARISON_VALUE_NAME)
    return dwell_cell_text (self->names->pdata[row]);
  if (column == DWELL_COMPARISON_VALUE_CONTEXT)
    return dwell_cell_text (dwell_trace_get_context_name (trace, trace->tracks[track].context));
  if (column == DWELL_COMPARISON_VALUE_VERDICT)
    return dwell_cell_text (dwell_verdict_get_title (dwell_value_difference_get_verdict (of)));

  return area != DWELL_NONE && trace->areas[area].unit != 0
           ? dwell_cell_text (dwell_trace_get_string (trace, trace->areas[area].unit))
           : (DwellCellValue) { DWELL_CELL_NONE };
}

static DwellCellValue
get_cell (gconstpointer data,
          guint         row,
          guint         column)
{
  const Values *self = data;
  const DwellValueDifferenceRow *of = &self->difference->rows[row];
  double change = dwell_value_difference_get_relative (of);

  switch ((DwellComparisonValueColumn) column)
    {
    case DWELL_COMPARISON_VALUE_CHANGE:
      return make_share (!isnan (change), change);
    case DWELL_COMPARISON_VALUE_COUNT_BASE:
    case DWELL_COMPARISON_VALUE_COUNT_NEW:
      return make_side (&of->count, column == DWELL_COMPARISON_VALUE_COUNT_BASE, DWELL_CELL_COUNT);
    case DWELL_COMPARISON_VALUE_COUNT_CHANGE:
      return make_change (&of->count, DWELL_CELL_INTEGER);
    case DWELL_COMPARISON_VALUE_MIN_BASE:
    case DWELL_COMPARISON_VALUE_MIN_NEW:
      return make_side (&of->least, column == DWELL_COMPARISON_VALUE_MIN_BASE, DWELL_CELL_INTEGER);
    case DWELL_COMPARISON_VALUE_MAX_BASE:
    case DWELL_COMPARISON_VALUE_MAX_NEW:
      return make_side (&of->greatest, column == DWELL_COMPARISON_VALUE_MAX_BASE,
                        DWELL_CELL_INTEGER);
    case DWELL_COMPARISON_VALUE_MEAN_BASE:
      return dwell_cell_real (DWELL_CELL_MEAN, of->mean.base_real, of->mean.has_base);
    case DWELL_COMPARISON_VALUE_MEAN_NEW:
      return dwell_cell_real (DWELL_CELL_MEAN, of->mean.new_real, of->mean.has_new);
    case DWELL_COMPARISON_VALUE_MEAN_CHANGE:
      return make_change (&of->mean, DWELL_CELL_REAL);
    case DWELL_COMPARISON_VALUE_LAST_BASE:
    case DWELL_COMPARISON_VALUE_LAST_NEW:
      return make_last (self->difference, of, column == DWELL_COMPARISON_VALUE_LAST_BASE);
    case DWELL_COMPARISON_VALUE_TIME_BASE:
    case DWELL_COMPARISON_VALUE_TIME_NEW:
      return make_side (&of->time, column == DWELL_COMPARISON_VALUE_TIME_BASE, DWELL_CELL_TIME);
    case DWELL_COMPARISON_VALUE_TIME_CHANGE:
      return make_change (&of->time, DWELL_CELL_TIME);
    case DWELL_COMPARISON_VALUE_SHARE_BASE:
      return make_share (of->share.has_base, of->share.base_real);
    case DWELL_COMPARISON_VALUE_SHARE_NEW:
      return make_share (of->share.has_new, of->share.new_real);
    case DWELL_COMPARISON_VALUE_NAME:
    case DWELL_COMPARISON_VALUE_CONTEXT:
    case DWELL_COMPARISON_VALUE_VERDICT:
    case DWELL_COMPARISON_VALUE_UNIT:
    case DWELL_N_COMPARISON_VALUE_COLUMNS:
    default:
      return get_text_cell (self, row, (DwellComparisonValueColumn) column);
    }
}

static gboolean
is_change (guint column)
{
  return column == DWELL_COMPARISON_VALUE_CHANGE || column == DWELL_COMPARISON_VALUE_COUNT_CHANGE ||
         column == DWELL_COMPARISON_VALUE_MEAN_CHANGE ||
         column == DWELL_COMPARISON_VALUE_TIME_CHANGE;
}

static char *
get_text (gconstpointer data,
          guint         row,
          guint         column,
          gboolean      is_plain)
{
  const DwellValueDifferenceRow *of = &((const Values *) data)->difference->rows[row];

  return column == DWELL_COMPARISON_VALUE_VERDICT && is_plain
           ? g_strdup (dwell_verdict_get_id (dwell_value_difference_get_verdict (of))) : NULL;
}

static const DwellComparisonKind kind = {
  .columns = dwell_comparison_value_columns,
  .n_columns = DWELL_N_COMPARISON_VALUE_COLUMNS,
  .first = DWELL_COMPARISON_VALUE_CHANGE,
  .n_filtered = DWELL_COMPARISON_VALUE_CONTEXT + 1,
  .change = DWELL_COMPARISON_VALUE_CHANGE,
  .is_possible = dwell_value_difference_is_possible,
  .make = make,
  .free = values_free,
  .get_n_rows = get_n_rows,
  .get_cell = get_cell,
  .is_change = is_change,
  .get_text = get_text,
  .get_area = get_area,
};

/**
 * dwell_comparison_values_new:
 *
 * Returns: (transfer full): an empty list, sorted so that the largest relative change comes first
 */
DwellComparisonRows *
dwell_comparison_values_new (void)
{
  return _dwell_comparison_rows_new (&kind);
}
