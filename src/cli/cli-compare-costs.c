/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli compare --what=costs: a row for each routine, with the growth of its cost on both
 * sides. */
#include "config.h"

#include "cli/cli-compare.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "analysis/compare/dwell-costs-difference.h"
#include "cli/cli-compare-figures.h"
#include "model/comparison/dwell-comparison-notes.h"

static const DwellCliColumn columns[] = {
  { "name", FALSE }, { "image", FALSE }, { "matched_by", FALSE }, { "verdict", FALSE },
  { "growth.base", FALSE }, { "growth.new", FALSE }, { "growth.verdict", FALSE },
  { "confidence.base", FALSE }, { "confidence.new", FALSE },
  { "exponent.base", TRUE }, { "exponent.new", TRUE },
  { "calls.base", TRUE }, { "calls.new", TRUE }, { "calls.change", TRUE }, { "calls.ratio", TRUE },
  { "cost.base", TRUE }, { "cost.new", TRUE }, { "cost.change", TRUE }, { "cost.ratio", TRUE },
  { "factor", TRUE }, { "factor_at_largest", TRUE }, { "by_inputs", TRUE }, { "by_cost", TRUE },
};

/* Whether the recording has costs; if not, an error was printed. */
static gboolean
is_possible (const DwellCliRecording *recording)
{
  if (dwell_trace_has (recording->trace, DWELL_TABLE_COST_POINTS))
    return TRUE;

  dwell_cli_complain (recording->file, _("it has no costs by size of input; see --what=rows"));
  return FALSE;
}

static guint32
get_context (const DwellCliPair      *pair,
             const DwellCliRecording *recording)
{
  return dwell_cli_selection_get_context (&recording->selection, recording->trace,
                                          pair->arguments);
}

/* Whether --filter selects the routine. */
static gboolean
is_chosen (const DwellCliPair            *pair,
           const DwellCostsDifference    *difference,
           const DwellCostsDifferenceRow *row)
{
  const DwellCostRow *base = dwell_costs_difference_get_base (difference, row, NULL);
  const DwellCostRow *new = dwell_costs_difference_get_new (difference, row, NULL);

  return (base != NULL && pair->base.selection.areas[base->area]) ||
         (new != NULL && pair->new.selection.areas[new->area]);
}

static void
add_growths (DwellCliRows                  *rows,
             const DwellCostsDifference    *difference,
             const DwellCostsDifferenceRow *row)
{
  const DwellGrowth *base;
  const DwellGrowth *new;

  dwell_costs_difference_get_base (difference, row, &base);
  dwell_costs_difference_get_new (difference, row, &new);
  dwell_cli_rows_add_text (rows, base != NULL ? dwell_growth_class_get_id (base->class) : NULL);
  dwell_cli_rows_add_text (rows, new != NULL ? dwell_growth_class_get_id (new->class) : NULL);
  dwell_cli_rows_add_text (rows, dwell_growth_change_get_id (row->growth.change));
  dwell_cli_rows_add_text (rows, base != NULL ? dwell_confidence_get_id (base->confidence) : NULL);
  dwell_cli_rows_add_text (rows, new != NULL ? dwell_confidence_get_id (new->confidence) : NULL);
  dwell_cli_rows_add_real (rows, base != NULL ? base->exponent : NAN);
  dwell_cli_rows_add_real (rows, new != NULL ? new->exponent : NAN);
}

/* Costs in different units, which have no change. */
static void
add_sides (DwellCliRows      *rows,
           const DwellFigure *cost)
{
  _dwell_cli_rows_add_signed (rows, cost->has_base, cost->base);
  _dwell_cli_rows_add_signed (rows, cost->has_new, cost->new);
  dwell_cli_rows_add_null (rows);
  dwell_cli_rows_add_null (rows);
}

static void
add_row (DwellCliRows                  *rows,
         const DwellCostsDifference    *difference,
         const DwellCostsDifferenceRow *row)
{
  guint32 number;
  const DwellTrace *trace = dwell_costs_difference_get_area (difference, row, &number);
  const DwellArea *area = &trace->areas[number];
  gboolean has_growth = dwell_costs_difference_has_growth (difference, row);

  dwell_cli_rows_add_text (rows, dwell_costs_difference_get_name (difference, row));
  dwell_cli_rows_add_text (rows, area->file != 0 ? dwell_trace_get_string (trace, area->file)
                                                 : NULL);
  dwell_cli_rows_add_text (rows, dwell_matched_by_get_id (row->matched_by));
  dwell_cli_rows_add_text (rows, dwell_costs_difference_has_verdict (difference, row)
                                   ? dwell_verdict_get_id (row->verdict) : NULL);
  add_growths (rows, difference, row);
  _dwell_cli_rows_add_figure (rows, &row->calls);
  if (dwell_costs_difference_has_change (difference))
    _dwell_cli_rows_add_figure (rows, &row->cost);
  else
    add_sides (rows, &row->cost);
  dwell_cli_rows_add_real (rows, has_growth ? row->growth.factor : NAN);
  dwell_cli_rows_add_real (rows, has_growth ? row->growth.factor_at_largest : NAN);
  _dwell_cli_rows_add_signed (rows, has_growth, row->growth.by_inputs);
  _dwell_cli_rows_add_signed (rows, has_growth, row->growth.by_cost);
}

/* The exponent on both sides, where there is one. */
static DwellFigure
get_exponent (const DwellCostsDifference    *difference,
              const DwellCostsDifferenceRow *row)
{
  DwellFigure figure = { .is_real = TRUE };
  const DwellGrowth *base;
  const DwellGrowth *new;

  dwell_costs_difference_get_base (difference, row, &base);
  dwell_costs_difference_get_new (difference, row, &new);
  figure.has_base = base != NULL && !isnan (base->exponent);
  figure.has_new = new != NULL && !isnan (new->exponent);
  figure.base_real = figure.has_base ? base->exponent : 0;
  figure.new_real = figure.has_new ? new->exponent : 0;
  return figure;
}

/* Whether a condition holds for a row; sets @figure to the figure to report. */
static gboolean
holds (const DwellCliGate            *gate,
       const DwellCostsDifference    *difference,
       const DwellCostsDifferenceRow *row,
       DwellFigure                   *figure)
{
  *figure = row->cost;

  switch (gate->kind)
    {
    case DWELL_CLI_GATE_NEW:
      return row->base_row == G_MAXUINT;
    case DWELL_CLI_GATE_GONE:
      return row->new_row == G_MAXUINT;
    case DWELL_CLI_GATE_GROWTH:
      return row->growth.change == DWELL_GROWTH_IS_STEEPER;
    case DWELL_CLI_GATE_EXPONENT:
      *figure = get_exponent (difference, row);
      return _dwell_cli_gate_meets (gate, figure);
    case DWELL_CLI_GATE_MEASURE:
    case DWELL_CLI_GATE_TOTAL:
    case DWELL_CLI_GATE_DURATION:
    case DWELL_CLI_GATE_UNMATCHED:
    default:
      return FALSE;
    }
}

/* Whether a condition makes sense for what the recordings measured. */
static gboolean
can_judge (const DwellCliGate         *gate,
           const DwellCostsDifference *difference)
{
  gboolean has_one_size = dwell_measured_has_one_size (&difference->differing);

  if (gate->kind == DWELL_CLI_GATE_GROWTH)
    return has_one_size && dwell_costs_difference_has_change (difference);

  return has_one_size || gate->kind != DWELL_CLI_GATE_EXPONENT;
}

static gboolean
ask (const DwellCliPair         *pair,
     const DwellCliGate         *gate,
     const DwellCostsDifference *difference,
     const GArray               *told,
     GPtrArray                  *answers)
{
  DwellCliGateAnswer *answer = _dwell_cli_gate_answer_new (gate);
  gboolean has_areas = FALSE;

  g_ptr_array_add (answers, answer);
  if (gate->kind != DWELL_CLI_GATE_NEW && gate->kind != DWELL_CLI_GATE_GONE &&
      gate->kind != DWELL_CLI_GATE_GROWTH && gate->kind != DWELL_CLI_GATE_EXPONENT)
    {
      dwell_cli_complain (NULL, _("--fail-if=%s: costs have growth, exponent, new and gone"),
                          gate->text);
      return FALSE;
    }
  if (!can_judge (gate, difference))
    {
      dwell_cli_complain (NULL, _("--fail-if=%s: the recordings measure different things"),
                          gate->text);
      return FALSE;
    }

  for (guint i = 0; i < told->len; i++)
    {
      const DwellCostsDifferenceRow *row = &difference->rows[g_array_index (told, guint, i)];
      const char *name = dwell_costs_difference_get_name (difference, row);
      DwellFigure figure;

      if (gate->pattern != NULL && !dwell_pattern_matches (gate->pattern, name))
        continue;

      has_areas = TRUE;
      if (holds (gate, difference, row, &figure))
        _dwell_cli_gate_answer_add (answer, name, "", &figure, NAN);
    }

  if (_dwell_cli_gate_may_have (gate, has_areas, pair->options))
    return TRUE;

  dwell_cli_complain (NULL, _("--fail-if=%s: neither recording has such an area (see "
                              "--allow-missing)"), gate->text);
  return FALSE;
}

/* The indices of the rows to print. */
static GArray *
choose_rows (const DwellCliPair         *pair,
             const DwellCostsDifference *difference)
{
  GArray *told = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < difference->n_rows; i++)
    if (is_chosen (pair, difference, &difference->rows[i]))
      g_array_append_val (told, i);

  return told;
}

static gboolean
tell (const DwellCliPair         *pair,
      const DwellCostsDifference *difference,
      const GArray               *told)
{
  DwellCliRows *rows = dwell_cli_rows_new (pair->arguments->form, "costs", columns,
                                           G_N_ELEMENTS (columns), FALSE);

  dwell_cli_rows_begin (rows, pair->new.file);
  for (guint i = 0; i < MIN (told->len, pair->options->top); i++)
    add_row (rows, difference, &difference->rows[g_array_index (told, guint, i)]);
  dwell_cli_rows_end (rows);
  return dwell_cli_rows_finish (rows);
}

/* Prints what the user should know: the rows have no place for it. */
static void
complain (const DwellCostsDifference *difference)
{
  g_autoptr(GArray) notes = dwell_comparison_notes_make_of_costs (difference);

  for (guint i = 0; i < notes->len; i++)
    dwell_cli_complain (NULL, "%s", g_array_index (notes, DwellComparisonNote, i).text);
}

/* Returns the exit status. */
int
_dwell_cli_compare_costs (const DwellCliPair *pair)
{
  g_autoptr(GPtrArray) answers =
    g_ptr_array_new_with_free_func ((GDestroyNotify) _dwell_cli_gate_answer_free);
  g_autoptr(DwellCostsDifference) difference = NULL;
  g_autoptr(GArray) told = NULL;

  if (!is_possible (&pair->base) || !is_possible (&pair->new))
    return DWELL_CLI_FAILED;

  difference = dwell_costs_difference_new (pair->base.trace, get_context (pair, &pair->base),
                                           pair->new.trace, get_context (pair, &pair->new),
                                           pair->match, NULL);
  if (difference == NULL)
    {
      dwell_cli_complain_memory (pair->new.file);
      return DWELL_CLI_FAILED;
    }

  complain (difference);
  told = choose_rows (pair, difference);
  for (guint i = 0; i < pair->options->gates->len; i++)
    if (!ask (pair, pair->options->gates->pdata[i], difference, told, answers))
      return DWELL_CLI_USAGE;

  if (!tell (pair, difference, told))
    return DWELL_CLI_FAILED;

  return _dwell_cli_gates_complain (answers) ? DWELL_CLI_HOLDS : DWELL_CLI_DONE;
}
