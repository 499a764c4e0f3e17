/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the text of the cells in the list of costs. A value that the report does not contain makes
 * an empty cell, never a 0. */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "model/lists/costs/dwell-cost-answer.h"
#include "model/lists/dwell-cell-text.h"

/* Above these limits, “more than” is shown: ns must fit into 64 bits, and larger numbers have no
 * prefix. Numbers above MOST_GROUPED get a prefix instead of all their digits. */
#define MOST_TIME    9e18
#define MOST_NUMBER  1e20
#define MOST_GROUPED 1e14

/* --- Cells --- */

static const DwellGrowth *
get_growth (const DwellCostFacts *self)
{
  return _dwell_cost_growths_get (self->growths, self->row);
}

DwellCellValue
_dwell_cost_facts_get_cell (const DwellCostFacts *self,
                            DwellCostListColumn   column)
{
  const DwellTrace *trace = dwell_costs_get_trace (self->costs);
  const DwellCostRow *row = dwell_costs_get_row (self->costs, self->row);
  const DwellGrowth *growth = get_growth (self);
  guint cost_column = self->is_self ? DWELL_COST_SELF : DWELL_COST_SUM;

  switch (column)
    {
    case DWELL_COST_LIST_FAVOURITE:
      return dwell_cell_whole (DWELL_CELL_COUNT, 1, self->is_favourite);
    case DWELL_COST_LIST_NAME:
      return dwell_cell_text (dwell_trace_get_area_title (trace, row->area));
    case DWELL_COST_LIST_GROWTH:
    case DWELL_COST_LIST_PLOT:
      /* This number is used only for sorting; get_growth_text() makes the text. */
      return growth != NULL && growth->class != DWELL_GROWTH_NONE
               ? dwell_cell_real (DWELL_CELL_REAL, dwell_growth_get_rank (growth), TRUE)
               : (DwellCellValue) { DWELL_CELL_NONE };
    case DWELL_COST_LIST_AT_10X:
      /* Also used only for sorting; get_at_10x_text() makes the text. */
      return growth != NULL ? dwell_cell_real (DWELL_CELL_REAL,
                                               dwell_growth_get_urgency (growth, row), TRUE)
                            : (DwellCellValue) { DWELL_CELL_NONE };
    case DWELL_COST_LIST_EXPONENT:
      return growth != NULL ? dwell_cell_real (DWELL_CELL_REAL, growth->exponent,
                                               isfinite (growth->exponent))
                            : (DwellCellValue) { DWELL_CELL_NONE };
    case DWELL_COST_LIST_COST:
      return dwell_cell_wide (trace->weights_are_times ? DWELL_CELL_TIME : DWELL_CELL_COUNT,
                              dwell_cost_row_get_cost (row, self->is_self),
                              (row->known & 1u << cost_column) != 0);
    case DWELL_COST_LIST_SHARE:
      return dwell_cell_share (self->is_self ? row->self_share : row->share);
    case DWELL_COST_LIST_CALLS:
      return dwell_cell_wide (DWELL_CELL_COUNT, row->calls, row->n_points > 0);
    case DWELL_COST_LIST_CALL_SHARE:
      return dwell_cell_share (self->n_calls > 0 && row->n_points > 0
                                 ? (double) row->calls / (double) self->n_calls : -1);
    case DWELL_COST_LIST_SIZES:
      return dwell_cell_whole (DWELL_CELL_COUNT, row->n_sizes, TRUE);
    case DWELL_COST_LIST_MAX_SIZE:
      return dwell_cell_whole (DWELL_CELL_COUNT, row->max_size, row->n_points > 0);
    case DWELL_COST_LIST_SYSCALL:
      return dwell_cell_share (row->syscall);
    case DWELL_COST_LIST_THREAD:
      return dwell_cell_share (row->thread);
    case DWELL_COST_LIST_CONTEXTS:
      return dwell_cell_whole (DWELL_CELL_COUNT, row->n_nodes, row->n_nodes > 0);
    case DWELL_COST_LIST_IMAGE:
      return dwell_cell_text (dwell_trace_get_string (trace, trace->areas[row->area].file));
    case DWELL_N_COST_LIST_COLUMNS:
    default:
      return (DwellCellValue) { DWELL_CELL_NONE };
    }
}

/* --- Texts --- */

static const char *
get_confidence (DwellConfidence confidence)
{
  switch (confidence)
    {
    case DWELL_CONFIDENCE_HIGH:
      /* Translators: how sure a finding is: “O(n), high” */
      return C_("confidence", "high");
    case DWELL_CONFIDENCE_MEDIUM:
      return C_("confidence", "medium");
    case DWELL_CONFIDENCE_LOW:
    case DWELL_CONFIDENCE_NONE:
    default:
      return C_("confidence", "low");
    }
}

static char *
get_growth_text (const DwellCostFacts *self,
                 gboolean              is_plain)
{
  const DwellGrowth *growth = get_growth (self);
  const char *title;

  if (growth == NULL || growth->class == DWELL_GROWTH_NONE)
    return g_strdup ("");
  if (is_plain)
    return g_strdup_printf ("%s (%s)", dwell_growth_class_get_id (growth->class),
                            dwell_confidence_get_id (growth->confidence));

  title = dwell_growth_class_get_title (growth->class);
  if (growth->is_between)
    /* Translators: the cost of a routine grows somewhere between two classes */
    return g_strdup_printf (_("%s to %s"), title, dwell_growth_class_get_title (growth->second));
  if (!dwell_growth_is_sure (growth))
    /* Translators: a class of growth that was found from too little: “O(n log n), not sure” */
    return g_strdup_printf (_("%s, not sure"), title);

  /* Translators: a class of growth, and how sure it is: “O(n log n), high” */
  return g_strdup_printf (_("%s, %s"), title, get_confidence (growth->confidence));
}

/* @text: (transfer full): the text of MIN (@cost, @most) */
static char *
get_most_text (double  cost,
               double  most,
               char   *text)
{
  g_autofree char *owned = text;

  /* Translators: a predicted cost that nobody will wait for */
  return cost > most ? g_strdup_printf (_("more than %s"), owned) : g_steal_pointer (&owned);
}

/* Only a few digits of an exponent are known. */
static char *
get_exponent_text (const DwellCellValue *cell,
                   gboolean              is_plain)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  return is_plain ? g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.6g", cell->rest))
                  : g_strdup_printf ("%.2f", cell->rest);
}

static char *
get_cost_text (const DwellCostFacts *self,
               DwellWide             cost)
{
  return dwell_costs_get_trace (self->costs)->weights_are_times
           ? dwell_text_duration ((gint64) MIN (cost, (DwellWide) G_MAXINT64))
           : dwell_text_count (dwell_wide_narrow (cost));
}

/* Shows three significant digits, because a prediction is no more exact. Digits are grouped, so
 * that the larger of two numbers is also the longer one. */
static char *
get_prediction_text (const DwellCostFacts *self,
                     double                cost)
{
  double step;

  if (dwell_costs_get_trace (self->costs)->weights_are_times)
    return get_most_text (cost, MOST_TIME, dwell_text_duration ((gint64) MIN (cost, MOST_TIME)));
  if (cost >= MOST_GROUPED)
    return get_most_text (cost, MOST_NUMBER, dwell_text_quantity (MIN (cost, MOST_NUMBER)));

  step = cost >= 1000 ? pow (10, floor (log10 (cost)) - 2) : 1;
  return dwell_text_count ((guint64) (round (cost / step) * step));
}

static char *
get_at_10x_text (const DwellCostFacts *self,
                 gboolean              is_plain)
{
  const DwellGrowth *growth = get_growth (self);
  double cost = growth != NULL
                ? dwell_growth_get_at_10x (growth, dwell_costs_get_row (self->costs, self->row))
                : NAN;
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (cost) || (is_plain && !isfinite (cost)))
    return g_strdup ("");

  return is_plain ? g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.9g", cost))
                  : get_prediction_text (self, cost);
}

/* As the window shows it or, if @is_plain, as other programs read it. */
char *
_dwell_cost_facts_get_text (const DwellCostFacts *self,
                            DwellCostListColumn   column,
                            gboolean              is_plain)
{
  DwellCellValue cell = _dwell_cost_facts_get_cell (self, column);

  if (column == DWELL_COST_LIST_GROWTH)
    return get_growth_text (self, is_plain);
  if (column == DWELL_COST_LIST_AT_10X)
    return get_at_10x_text (self, is_plain);
  if (column == DWELL_COST_LIST_FAVOURITE && !is_plain)
    return g_strdup (self->is_favourite ? "★" : "☆");
  if (column == DWELL_COST_LIST_PLOT)
    return g_strdup ("");
  if (column == DWELL_COST_LIST_EXPONENT && cell.kind != DWELL_CELL_NONE)
    return get_exponent_text (&cell, is_plain);
  if (column == DWELL_COST_LIST_IMAGE && cell.kind != DWELL_CELL_NONE && !is_plain)
    return g_path_get_basename (cell.text);

  return _dwell_cell_to_text (&cell, is_plain);
}

static char *
get_growth_tip (const DwellCostFacts *self)
{
  const DwellGrowth *growth = get_growth (self);
  const DwellCostRow *row = dwell_costs_get_row (self->costs, self->row);
  g_autoptr(GString) tip = NULL;
  g_autofree char *text = NULL;

  if (growth == NULL)
    return g_strdup (_("Computing…"));
  if (growth->class == DWELL_GROWTH_NONE && row->n_sizes < DWELL_COST_LIST_MIN_SIZES)
    return g_strdup_printf (ngettext ("%u size is not enough to determine the growth",
                                      "%u sizes are not enough to determine the growth",
                                      row->n_sizes), row->n_sizes);

  text = dwell_growth_describe (growth);
  tip = g_string_new (text);
  if (growth->class != DWELL_GROWTH_NONE && !dwell_growth_is_sure (growth))
    g_string_append_printf (tip, "\n%s", dwell_growth_get_doubt (growth));
  if (growth->second != DWELL_GROWTH_NONE && isfinite (growth->second_score))
    {
      g_autofree char *off = dwell_text_percent (growth->second_score / 100);
      g_autofree char *best_off = dwell_text_percent (growth->score / 100);

      g_string_append_c (tip, '\n');
      /* Translators: a class of growth; by how many percent it is off, and the best one */
      g_string_append_printf (tip, _("Second best: %s, off by %s instead of %s."),
                              dwell_growth_class_get_title (growth->second), off, best_off);
    }
  if (isfinite (growth->exponent) && isfinite (growth->r2))
    {
      g_string_append_c (tip, '\n');
      /* Translators: a power of the size, and the coefficient of determination of that */
      g_string_append_printf (tip, _("As a power: n^%.2f, R² %.3f."), growth->exponent,
                              growth->r2);
    }
  return g_string_free (g_steal_pointer (&tip), FALSE);
}

static char *
get_at_10x_tip (const DwellCostFacts *self)
{
  const DwellGrowth *growth = get_growth (self);
  const DwellCostRow *row = dwell_costs_get_row (self->costs, self->row);
  g_autofree char *later = NULL;
  g_autofree char *now = NULL;
  g_autofree char *size = NULL;
  g_autofree char *text = NULL;

  if (growth == NULL || growth->class == DWELL_GROWTH_NONE)
    return get_growth_tip (self);

  later = get_prediction_text (self, dwell_growth_get_at_10x (growth, row));
  now = get_prediction_text (self, dwell_growth_value (growth, (double) row->max_size));
  size = dwell_text_count (row->max_size);
  /* Translators: a predicted cost; a cost; a size */
  text = g_strdup_printf (_("A call is predicted to cost %s at ten times the largest size, instead "
                            "of %s at %s."), later, now, size);
  return dwell_growth_is_sure (growth) ? g_steal_pointer (&text)
                                       : g_strjoin ("\n", text, dwell_growth_get_doubt (growth),
                                                    NULL);
}

static char *
get_name_tip (const DwellCostFacts *self)
{
  const DwellTrace *trace = dwell_costs_get_trace (self->costs);
  const DwellArea *area =
    &trace->areas[dwell_costs_get_row (self->costs, self->row)->area];
  const char *name = area->full_name != 0 ? dwell_trace_get_string (trace, area->full_name)
                                          : dwell_trace_get_string (trace, area->name);

  return area->module != 0
           ? g_strdup_printf ("%s\n%s", name, dwell_trace_get_string (trace, area->module))
           : g_strdup (name);
}

static char *
get_cost_tip (const DwellCostFacts *self)
{
  const DwellCostRow *row = dwell_costs_get_row (self->costs, self->row);
  g_autofree char *real = get_cost_text (self, row->real);
  g_autofree char *all = get_cost_text (self, row->cumulative);

  if (self->is_self || !(row->known & 1u << DWELL_COST_REAL) || row->real == row->cumulative)
    return NULL;

  /* Translators: of a recursive routine; two costs */
  return g_strdup_printf (_("%s in outermost calls; %s if recursive calls count as well"), real,
                          all);
}

char *
_dwell_cost_facts_get_tip (const DwellCostFacts *self,
                           DwellCostListColumn   column)
{
  if (column == DWELL_COST_LIST_GROWTH || column == DWELL_COST_LIST_EXPONENT ||
      column == DWELL_COST_LIST_PLOT)
    return get_growth_tip (self);
  if (column == DWELL_COST_LIST_AT_10X)
    return get_at_10x_tip (self);
  if (column == DWELL_COST_LIST_NAME)
    return get_name_tip (self);
  if (column == DWELL_COST_LIST_COST)
    return get_cost_tip (self);
  if (column == DWELL_COST_LIST_FAVOURITE)
    return g_strdup (self->is_favourite ? _("A favourite") : _("Not a favourite"));
  if (column == DWELL_COST_LIST_IMAGE)
    return _dwell_cost_facts_get_text (self, column, TRUE);

  return NULL;
}

/**
 * dwell_cost_list_get_least_sizes:
 * @costs: the costs of a trace
 *
 * Chooses a filter that leaves something to list.
 *
 * Returns: %DWELL_COST_LIST_MIN_SIZES, or 0 if no routine has that many sizes
 */
guint
dwell_cost_list_get_least_sizes (DwellCosts *costs)
{
  for (guint row = 0; row < dwell_costs_get_n_rows (costs); row++)
    if (dwell_costs_get_row (costs, row)->n_sizes >= DWELL_COST_LIST_MIN_SIZES)
      return DWELL_COST_LIST_MIN_SIZES;

  return 0;
}

/**
 * dwell_cost_list_describe_measure:
 * @costs: the costs of a trace
 *
 * Returns: (transfer full): a sentence that names the unit of costs and the measure of sizes
 */
char *
dwell_cost_list_describe_measure (DwellCosts *costs)
{
  const DwellTrace *trace = dwell_costs_get_trace (costs);
  const DwellProperty *measure = dwell_trace_get_property (trace, "input_metric");
  const char *metric = measure != NULL ? g_variant_get_string (measure->value, NULL) : "rms";
  const char *unit = dwell_trace_get_string (trace, trace->weight_unit);

  if (*unit == '\0')
    /* Translators: instead of a unit: the file does not tell in which it counts */
    unit = C_("unit", "not known");

  if (trace->size_bytes == 0)
    /* Translators: the unit of costs (“bb”), and by what sizes are measured (“rms”) */
    return g_strdup_printf (_("Measured: cost (%s) over the size of the input, which is the "
                              "memory that a call read (%s)."), unit, metric);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       /* Translators: the unit of costs (“bb”), by what sizes are
                                        * measured (“rms”), a number of bytes */
                                       "Measured: cost (%s) over the size of the input, which is "
                                       "the memory that a call read (%s), in cells of %u byte.",
                                       "Measured: cost (%s) over the size of the input, which is "
                                       "the memory that a call read (%s), in cells of %u bytes.",
                                       trace->size_bytes), unit, metric, trace->size_bytes);
}
