/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the rows of a comparison of costs, their cells, and the sentence above them. */
#include "config.h"

#include "model/comparison/dwell-comparison-costs.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "analysis/compare/dwell-difference-cells.h"
#include "core/dwell-text.h"
#include "model/comparison/dwell-comparison-kind.h"
#include "model/comparison/dwell-comparison-notes.h"

const DwellColumnInfo dwell_comparison_cost_columns[DWELL_N_COMPARISON_COST_COLUMNS] = {
  [DWELL_COMPARISON_COST_NAME] = {
    "name", N_("Routine"),
    NULL,
    DWELL_CELL_TEXT, TRUE },
  [DWELL_COMPARISON_COST_IMAGE] = {
    "image", N_("Image"),
    N_("The file that it is in"),
    DWELL_CELL_TEXT, FALSE },
  [DWELL_COMPARISON_COST_GROWTH] = {
    "growth", N_("Growth"),
    N_("How its cost grows with the size of the input: in the base, and in the new recording"),
    DWELL_CELL_TEXT, TRUE },
  [DWELL_COMPARISON_COST_GROWTH_VERDICT] = {
    "growth.verdict", N_("Growth Verdict"),
    N_("Steeper or flatter, if both growths are sure and the costs of the largest common size "
       "differ by more than a tenth; perhaps, if one is not sure"),
    DWELL_CELL_TEXT, TRUE },
  [DWELL_COMPARISON_COST_CHANGE] = {
    "cost.change", N_("Change"),
    N_("The cost of all calls: new minus base"),
    DWELL_CELL_INTEGER, TRUE },
  [DWELL_COMPARISON_COST_VERDICT] = {
    "verdict", N_("Verdict"),
    N_("How the cost of all calls changed"),
    DWELL_CELL_TEXT, TRUE },
  [DWELL_COMPARISON_COST_RATIO] = {
    "cost.ratio", N_("Ratio"),
    N_("The cost of all calls: new divided by base"),
    DWELL_CELL_REAL, TRUE },
  [DWELL_COMPARISON_COST_FACTOR] = {
    "factor", N_("Factor"),
    N_("How many times as much a call costs on an input of the same size: the mean over sizes "
       "that both have"),
    DWELL_CELL_REAL, TRUE },
  [DWELL_COMPARISON_COST_FACTOR_AT_LARGEST] = {
    "factor_at_largest", N_("At Largest"),
    N_("The factor at the largest size that both have"),
    DWELL_CELL_REAL, TRUE },
  [DWELL_COMPARISON_COST_BY_INPUTS] = {
    "by_inputs", N_("By Inputs"),
    N_("The part of the change that comes from other inputs: more calls, or other sizes"),
    DWELL_CELL_INTEGER, TRUE },
  [DWELL_COMPARISON_COST_BY_COST] = {
    "by_cost", N_("By Cost"),
    N_("The rest of the change: the same input costs more or less"),
    DWELL_CELL_INTEGER, TRUE },
  [DWELL_COMPARISON_COST_EXPONENT_CHANGE] = {
    "exponent.change", N_("Exponent Change"),
    N_("The power of the size that the cost grows by, new minus base"),
    DWELL_CELL_REAL, TRUE },
  [DWELL_COMPARISON_COST_EXPONENT_BASE] = {
    "exponent.base", N_("Base Exponent"),
    N_("The power of the size that the cost grows by in the base"),
    DWELL_CELL_REAL, FALSE },
  [DWELL_COMPARISON_COST_EXPONENT_NEW] = {
    "exponent.new", N_("New Exponent"),
    N_("The power of the size that the cost grows by in the new recording"),
    DWELL_CELL_REAL, FALSE },
  [DWELL_COMPARISON_COST_BASE] = {
    "cost.base", N_("Base"),
    N_("The cost of all calls in the base"),
    DWELL_CELL_COUNT, TRUE },
  [DWELL_COMPARISON_COST_NEW] = {
    "cost.new", N_("New"),
    N_("The cost of all calls in the new recording"),
    DWELL_CELL_COUNT, TRUE },
  [DWELL_COMPARISON_COST_CALLS_BASE] = {
    "calls.base", N_("Base Calls"),
    N_("How often it was called in the base"),
    DWELL_CELL_COUNT, TRUE },
  [DWELL_COMPARISON_COST_CALLS_NEW] = {
    "calls.new", N_("New Calls"),
    N_("How often it was called in the new recording"),
    DWELL_CELL_COUNT, TRUE },
};

/* --- The difference --- */

static gboolean
has_costs (const DwellTrace *trace)
{
  return dwell_trace_has (trace, DWELL_TABLE_COST_POINTS);
}

static gpointer
make (const DwellComparisonSides   *sides,
      const DwellComparisonOptions *options,
      const DwellMatch             *match,
      GCancellable                 *cancellable)
{
  return dwell_costs_difference_new (sides->base.reading->trace, DWELL_NONE,
                                     sides->new.reading->trace, DWELL_NONE, match, cancellable);
}

static guint
get_n_rows (gconstpointer difference)
{
  return ((const DwellCostsDifference *) difference)->n_rows;
}

static guint32
get_area (gconstpointer data,
          guint         row,
          gboolean      of_base)
{
  const DwellCostsDifference *self = data;
  const DwellCostRow *routine = of_base
    ? dwell_costs_difference_get_base (self, &self->rows[row], NULL)
    : dwell_costs_difference_get_new (self, &self->rows[row], NULL);

  return routine != NULL ? routine->area : DWELL_NONE;
}

/* --- Cells --- */

/* The rank of a growth, by which its column is sorted: steeper first. */
static guint
get_rank (DwellGrowthChange change)
{
  static const guint8 ranks[] = {
    [DWELL_GROWTH_IS_UNKNOWN] = 0, [DWELL_GROWTH_IS_SAME] = 0, [DWELL_GROWTH_IS_STEEPER] = 2,
    [DWELL_GROWTH_IS_FLATTER] = 0, [DWELL_GROWTH_IS_PERHAPS_STEEPER] = 1,
    [DWELL_GROWTH_IS_PERHAPS_FLATTER] = 0,
  };

  return ranks[change];
}

static const char *
get_growth_verdict (DwellGrowthChange change)
{
  switch (change)
    {
    case DWELL_GROWTH_IS_STEEPER:
      return C_("growth", "▲ Steeper");
    case DWELL_GROWTH_IS_FLATTER:
      return C_("growth", "▼ Flatter");
    case DWELL_GROWTH_IS_PERHAPS_STEEPER:
      return C_("growth", "? Perhaps steeper");
    case DWELL_GROWTH_IS_PERHAPS_FLATTER:
      return C_("growth", "? Perhaps flatter");
    case DWELL_GROWTH_IS_SAME:
      return C_("growth", "≈ The Same");
    case DWELL_GROWTH_IS_UNKNOWN:
    default:
      return NULL;
    }
}

static gboolean
are_times (const DwellCostsDifference *self)
{
  return dwell_costs_get_trace (self->base)->weights_are_times &&
         dwell_costs_get_trace (self->new)->weights_are_times;
}

static DwellCellValue
make_side (const DwellFigure *figure,
           gboolean           is_new,
           DwellCellKind      kind)
{
  return dwell_cell_whole (kind, is_new ? figure->new : figure->base,
                           is_new ? figure->has_new : figure->has_base);
}

static DwellCellValue
make_real (double real)
{
  return dwell_cell_real (DWELL_CELL_REAL, real, isfinite (real));
}

static double
get_exponent (const DwellGrowth *growth)
{
  return growth != NULL ? growth->exponent : NAN;
}

static DwellCellValue
get_growth_cell (const DwellCostsDifference    *self,
                 const DwellCostsDifferenceRow *row,
                 DwellComparisonCostColumn      column)
{
  gboolean has_growth = dwell_costs_difference_has_growth (self, row);
  const DwellGrowth *base;
  const DwellGrowth *new;

  dwell_costs_difference_get_base (self, row, &base);
  dwell_costs_difference_get_new (self, row, &new);
  if (column == DWELL_COMPARISON_COST_GROWTH)
    /* This number is only for sorting; get_growth_text() makes the text. */
    return dwell_cell_whole (DWELL_CELL_COUNT, get_rank (row->growth.change),
                             (base != NULL && base->class != DWELL_GROWTH_NONE) ||
                             (new != NULL && new->class != DWELL_GROWTH_NONE));
  if (column == DWELL_COMPARISON_COST_GROWTH_VERDICT)
    return dwell_cell_text (get_growth_verdict (row->growth.change));
  if (column == DWELL_COMPARISON_COST_FACTOR)
    return make_real (has_growth ? row->growth.factor : NAN);
  if (column == DWELL_COMPARISON_COST_FACTOR_AT_LARGEST)
    return make_real (has_growth ? row->growth.factor_at_largest : NAN);

  return make_real (column == DWELL_COMPARISON_COST_EXPONENT_BASE ? get_exponent (base)
                    : column == DWELL_COMPARISON_COST_EXPONENT_NEW ? get_exponent (new)
                    : dwell_measured_has_one_size (&self->differing)
                      ? get_exponent (new) - get_exponent (base) : NAN);
}

static DwellCellValue
get_cost_cell (const DwellCostsDifference    *self,
               const DwellCostsDifferenceRow *row,
               DwellComparisonCostColumn      column)
{
  gboolean has_change = dwell_costs_difference_has_change (self);
  gboolean has_growth = dwell_costs_difference_has_growth (self, row);
  DwellCellKind of_change = are_times (self) ? DWELL_CELL_TIME : DWELL_CELL_INTEGER;
  DwellCellKind of_side = are_times (self) ? DWELL_CELL_TIME : DWELL_CELL_COUNT;

  switch ((int) column)
    {
    case DWELL_COMPARISON_COST_CHANGE:
      return dwell_cell_whole (of_change, dwell_figure_get_change (&row->cost), has_change);
    case DWELL_COMPARISON_COST_RATIO:
      return make_real (has_change ? dwell_figure_get_ratio (&row->cost) : NAN);
    case DWELL_COMPARISON_COST_BY_INPUTS:
      return dwell_cell_whole (of_change, row->growth.by_inputs, has_growth);
    case DWELL_COMPARISON_COST_BY_COST:
      return dwell_cell_whole (of_change, row->growth.by_cost, has_growth);
    case DWELL_COMPARISON_COST_BASE:
    case DWELL_COMPARISON_COST_NEW:
      return make_side (&row->cost, column == DWELL_COMPARISON_COST_NEW, of_side);
    default:
      return make_side (&row->calls, column == DWELL_COMPARISON_COST_CALLS_NEW, DWELL_CELL_COUNT);
    }
}

static DwellCellValue
get_cell (gconstpointer data,
          guint         row,
          guint         column)
{
  const DwellCostsDifference *self = data;
  const DwellCostsDifferenceRow *of = &self->rows[row];
  guint32 area;
  const DwellTrace *trace;

  switch ((DwellComparisonCostColumn) column)
    {
    case DWELL_COMPARISON_COST_NAME:
      return dwell_cell_text (dwell_costs_difference_get_name (self, of));
    case DWELL_COMPARISON_COST_IMAGE:
      trace = dwell_costs_difference_get_area (self, of, &area);
      return dwell_cell_text (dwell_trace_get_string (trace, trace->areas[area].file));
    case DWELL_COMPARISON_COST_VERDICT:
      return dwell_cell_text (dwell_costs_difference_has_verdict (self, of)
                                ? dwell_verdict_get_title (of->verdict) : NULL);
    case DWELL_COMPARISON_COST_GROWTH:
    case DWELL_COMPARISON_COST_GROWTH_VERDICT:
    case DWELL_COMPARISON_COST_FACTOR:
    case DWELL_COMPARISON_COST_FACTOR_AT_LARGEST:
    case DWELL_COMPARISON_COST_EXPONENT_CHANGE:
    case DWELL_COMPARISON_COST_EXPONENT_BASE:
    case DWELL_COMPARISON_COST_EXPONENT_NEW:
      return get_growth_cell (self, of, (DwellComparisonCostColumn) column);
    case DWELL_COMPARISON_COST_CHANGE:
    case DWELL_COMPARISON_COST_RATIO:
    case DWELL_COMPARISON_COST_BY_INPUTS:
    case DWELL_COMPARISON_COST_BY_COST:
    case DWELL_COMPARISON_COST_BASE:
    case DWELL_COMPARISON_COST_NEW:
    case DWELL_COMPARISON_COST_CALLS_BASE:
    case DWELL_COMPARISON_COST_CALLS_NEW:
    case DWELL_N_COMPARISON_COST_COLUMNS:
    default:
      return get_cost_cell (self, of, (DwellComparisonCostColumn) column);
    }
}

static gboolean
is_change (guint column)
{
  return column == DWELL_COMPARISON_COST_CHANGE || column == DWELL_COMPARISON_COST_BY_INPUTS ||
         column == DWELL_COMPARISON_COST_BY_COST ||
         column == DWELL_COMPARISON_COST_EXPONENT_CHANGE;
}

/* --- Texts --- */

/* “O(n) → O(n²)”; a growth that both have is written once, and an unknown one is a dash. */
static char *
get_growth_text (const DwellCostsDifference    *self,
                 const DwellCostsDifferenceRow *row,
                 gboolean                       is_plain)
{
  const DwellGrowth *growths[2];
  const char *titles[2] = { NULL };

  dwell_costs_difference_get_base (self, row, &growths[0]);
  dwell_costs_difference_get_new (self, row, &growths[1]);
  for (guint i = 0; i < 2; i++)
    if (growths[i] != NULL && growths[i]->class != DWELL_GROWTH_NONE)
      titles[i] = is_plain ? dwell_growth_class_get_id (growths[i]->class)
                           : dwell_growth_class_get_title (growths[i]->class);

  if (titles[0] == NULL && titles[1] == NULL)
    return g_strdup ("");
  if (growths[0] == NULL || growths[1] == NULL || g_strcmp0 (titles[0], titles[1]) == 0)
    return g_strdup (titles[0] != NULL ? titles[0] : titles[1]);

  return g_strdup_printf ("%s → %s", titles[0] != NULL ? titles[0] : "–",
                          titles[1] != NULL ? titles[1] : "–");
}

/* An exponent is accurate to few digits only. */
static char *
get_exponent_text (double   exponent,
                   gboolean is_change)
{
  if (fabs (exponent) < 0.005)
    return g_strdup_printf ("%.2f", 0.0);

  return g_strdup_printf ("%s%.2f", exponent < 0 ? "−" : is_change ? "+" : "", fabs (exponent));
}

static char *
get_text (gconstpointer data,
          guint         row,
          guint         column,
          gboolean      is_plain)
{
  const DwellCostsDifference *self = data;
  const DwellCostsDifferenceRow *of = &self->rows[row];
  DwellCellValue cell = get_cell (data, row, column);
  guint32 area;
  const DwellTrace *trace;

  if (column == DWELL_COMPARISON_COST_GROWTH)
    return get_growth_text (self, of, is_plain);
  if (is_plain)
    return column == DWELL_COMPARISON_COST_VERDICT
             ? g_strdup (dwell_costs_difference_has_verdict (self, of)
                           ? dwell_verdict_get_id (of->verdict) : "")
           : column == DWELL_COMPARISON_COST_GROWTH_VERDICT
             ? g_strdup (dwell_growth_change_get_id (of->growth.change)) : NULL;
  if (cell.kind == DWELL_CELL_NONE)
    return NULL;

  switch ((int) column)
    {
    case DWELL_COMPARISON_COST_NAME:
      trace = dwell_costs_difference_get_area (self, of, &area);
      return dwell_trace_dup_area_label (trace, area);
    case DWELL_COMPARISON_COST_IMAGE:
      return g_path_get_basename (cell.text);
    case DWELL_COMPARISON_COST_RATIO:
    case DWELL_COMPARISON_COST_FACTOR:
    case DWELL_COMPARISON_COST_FACTOR_AT_LARGEST:
      return g_strdup_printf ("×%.3g", cell.rest);
    case DWELL_COMPARISON_COST_EXPONENT_CHANGE:
    case DWELL_COMPARISON_COST_EXPONENT_BASE:
    case DWELL_COMPARISON_COST_EXPONENT_NEW:
      return get_exponent_text (cell.rest, column == DWELL_COMPARISON_COST_EXPONENT_CHANGE);
    default:
      return NULL;
    }
}

static void
free_difference (gpointer difference)
{
  dwell_costs_difference_free (difference);
}

static const DwellComparisonKind kind = {
  .columns = dwell_comparison_cost_columns,
  .n_columns = DWELL_N_COMPARISON_COST_COLUMNS,
  .first = DWELL_COMPARISON_COST_GROWTH,
  .n_filtered = DWELL_COMPARISON_COST_IMAGE + 1,
  .change = DWELL_COMPARISON_COST_CHANGE,
  .is_possible = has_costs,
  .make = make,
  .free = free_difference,
  .get_n_rows = get_n_rows,
  .get_cell = get_cell,
  .is_change = is_change,
  .get_text = get_text,
  .get_area = get_area,
};

/**
 * dwell_comparison_costs_new:
 *
 * Returns: (transfer full): an empty list, sorted so that routines that grow steeper come first
 */
DwellComparisonRows *
dwell_comparison_costs_new (void)
{
  return _dwell_comparison_rows_new (&kind);
}

/**
 * dwell_comparison_costs_get:
 * @self: a list of costs
 *
 * Returns: (transfer none) (nullable): the difference that is shown; %NULL if there is none
 */
const DwellCostsDifference *
dwell_comparison_costs_get (DwellComparisonRows *self)
{
  return _dwell_comparison_rows_get_difference (self);
}

/**
 * dwell_comparison_costs_get_routines:
 * @self: a list of costs
 * @row: a row of the difference
 * @routines: (out caller-allocates) (array fixed-size=2): the routines that a plot of it draws;
 *   they live as long as the difference
 *
 * Returns: their number: 1 if one recording does not have the routine
 */
guint
dwell_comparison_costs_get_routines (DwellComparisonRows  *self,
                                     guint                 row,
                                     DwellCostPlotRoutine  routines[2])
{
  const DwellCostsDifference *difference = dwell_comparison_costs_get (self);
  const DwellCostRow *base;
  const DwellCostRow *new;
  guint n = 0;

  g_return_val_if_fail (difference != NULL && row < difference->n_rows, 0);

  base = dwell_costs_difference_get_base (difference, &difference->rows[row], NULL);
  new = dwell_costs_difference_get_new (difference, &difference->rows[row], NULL);
  if (base != NULL)
    routines[n++] = (DwellCostPlotRoutine) { difference->base, base->area, DWELL_COST_PLOT_BASE };
  if (new != NULL)
    routines[n++] = (DwellCostPlotRoutine) { difference->new, new->area, DWELL_COST_PLOT_NEW };
  return n;
}

/* How many routines grow differently. */
static void
add_counts (GString                    *text,
            const DwellCostsDifference *difference)
{
  guint n_changes[DWELL_GROWTH_IS_PERHAPS_FLATTER + 1] = { 0 };

  for (guint i = 0; i < difference->n_rows; i++)
    n_changes[difference->rows[i].growth.change]++;
  g_string_append_printf (text,
                          /* Translators: how many routines grow steeper, perhaps steeper, flatter
                           * (or perhaps so) with the size of their inputs than in the base */
                          _("Growth with the size of the input: %u steeper, %u perhaps steeper, "
                            "%u flatter."), n_changes[DWELL_GROWTH_IS_STEEPER],
                          n_changes[DWELL_GROWTH_IS_PERHAPS_STEEPER],
                          n_changes[DWELL_GROWTH_IS_FLATTER] +
                          n_changes[DWELL_GROWTH_IS_PERHAPS_FLATTER]);
}

/**
 * dwell_comparison_costs_describe:
 * @self: a list of costs
 *
 * Returns: (transfer full): a sentence on how many routines grow differently, if that can be told,
 *   and others if costs or sizes were measured in two ways; "" before the costs are known
 */
char *
dwell_comparison_costs_describe (DwellComparisonRows *self)
{
  const DwellCostsDifference *difference = dwell_comparison_costs_get (self);
  g_autoptr(GArray) notes = dwell_comparison_notes_new ();
  GString *text = g_string_new (NULL);

  if (difference == NULL)
    return g_string_free (text, FALSE);

  if (dwell_costs_difference_has_change (difference) &&
      dwell_measured_has_one_size (&difference->differing))
    add_counts (text, difference);

  dwell_comparison_notes_add_measured (notes, difference);
  for (guint i = 0; i < notes->len; i++)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "",
                            g_array_index (notes, DwellComparisonNote, i).text);
  return g_string_free (text, FALSE);
}
