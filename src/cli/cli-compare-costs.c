/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli compare --what=costs: a row for each routine, how its cost grows on both sides. */
#include "config.h"

#include "cli/cli-compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "analysis/compare/dwell-cost-difference.h"

static const DwellCliColumn columns[] = {
  { "name", FALSE }, { "image", FALSE }, { "matched_by", FALSE }, { "verdict", FALSE },
  { "growth.base", FALSE }, { "growth.new", FALSE }, { "growth.verdict", FALSE },
  { "confidence.base", FALSE }, { "confidence.new", FALSE },
  { "exponent.base", TRUE }, { "exponent.new", TRUE },
  { "calls.base", TRUE }, { "calls.new", TRUE }, { "calls.change", TRUE }, { "calls.ratio", TRUE },
  { "cost.base", TRUE }, { "cost.new", TRUE }, { "cost.change", TRUE }, { "cost.ratio", TRUE },
  { "factor", TRUE }, { "factor_at_largest", TRUE }, { "by_inputs", TRUE }, { "by_cost", TRUE },
};

/* The routines of a recording. */
typedef struct {
  DwellCosts  *costs;
  DwellGrowth *growths;
} Side;

typedef struct {
  const DwellCostRow  *base; /* (nullable) */
  const DwellCostRow  *new;  /* (nullable) */
  const DwellGrowth   *base_growth;
  const DwellGrowth   *new_growth;
  DwellCostDifference  difference; /* of both */
  const char          *name;
} Row;

static gboolean
side_init (Side                    *self,
           const DwellCliArguments *arguments,
           const DwellCliRecording *recording)
{
  const DwellGrowthOptions options = { DWELL_COST_CURVE_WORST, FALSE };
  guint32 context = dwell_cli_selection_get_context (&recording->selection, recording->trace,
                                                     arguments);

  if (!dwell_trace_has (recording->trace, DWELL_TABLE_COST_POINTS))
    {
      dwell_cli_complain (recording->file, _("it has no costs by size of input; see --what=rows"));
      return FALSE;
    }

  self->costs = dwell_costs_new (recording->trace, context, NULL);
  if (self->costs == NULL)
    {
      dwell_cli_complain_memory (recording->file);
      return FALSE;
    }

  self->growths = dwell_growth_classify_all (self->costs, &options, NULL);
  return TRUE;
}

static void
side_clear (Side *self)
{
  g_clear_pointer (&self->costs, dwell_costs_unref);
  g_clear_pointer (&self->growths, g_free);
}

static void
compare_points (Row        *row,
                const Side *base,
                guint       base_number,
                const Side *new,
                guint       new_number)
{
  g_autoptr(DwellCostPoints) of_base = dwell_costs_get_points (base->costs, base_number);
  g_autoptr(DwellCostPoints) of_new = dwell_costs_get_points (new->costs, new_number);

  dwell_cost_difference_init (&row->difference, of_base, row->base_growth, of_new,
                              row->new_growth);
}

static DwellFigure
make_figure (const Row *row,
             DwellWide  base,
             DwellWide  new)
{
  return (DwellFigure) {
    .has_base = row->base != NULL, .has_new = row->new != NULL, .is_sum = TRUE,
    .base = (DwellSignedWide) MIN (base, DWELL_WIDE_MAX >> 1),
    .new = (DwellSignedWide) MIN (new, DWELL_WIDE_MAX >> 1),
    .base_real = (double) base, .new_real = (double) new,
  };
}

static DwellFigure
get_cost (const Row *row)
{
  return make_figure (row, row->base != NULL ? dwell_cost_row_get_cost (row->base, FALSE) : 0,
                      row->new != NULL ? dwell_cost_row_get_cost (row->new, FALSE) : 0);
}

static GArray *
make_rows (const DwellCliPair *pair,
           const Side         *base,
           const Side         *new)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (Row));

  for (guint i = 0; i < dwell_costs_get_n_rows (base->costs); i++)
    {
      Row row = { dwell_costs_get_row (base->costs, i), NULL, &base->growths[i] };
      guint32 area = pair->match->new_of_base[row.base->area];
      guint place = area != DWELL_NONE ? dwell_costs_find_row (new->costs, area) : G_MAXUINT;

      row.name = dwell_trace_get_area_name (pair->base.trace, row.base->area);
      if (place != G_MAXUINT)
        {
          row.new = dwell_costs_get_row (new->costs, place);
          row.new_growth = &new->growths[place];
          row.name = dwell_trace_get_area_name (pair->new.trace, row.new->area);
          compare_points (&row, base, i, new, place);
        }
      if (pair->base.selection.areas[row.base->area] ||
          (row.new != NULL && pair->new.selection.areas[row.new->area]))
        g_array_append_val (rows, row);
    }

  for (guint i = 0; i < dwell_costs_get_n_rows (new->costs); i++)
    {
      Row row = { NULL, dwell_costs_get_row (new->costs, i), NULL, &new->growths[i] };
      guint32 area = pair->match->base_of_new[row.new->area];

      row.name = dwell_trace_get_area_name (pair->new.trace, row.new->area);
      if ((area == DWELL_NONE || dwell_costs_find_row (base->costs, area) == G_MAXUINT) &&
          pair->new.selection.areas[row.new->area])
        g_array_append_val (rows, row);
    }

  return rows;
}

/* Steeper first, then perhaps steeper; then by what the cost changed. */
static guint
get_urgency (const Row *row)
{
  return row->difference.change == DWELL_GROWTH_IS_STEEPER ? 0
         : row->difference.change == DWELL_GROWTH_IS_PERHAPS_STEEPER ? 1 : 2;
}

static int
compare_rows (gconstpointer a,
              gconstpointer b)
{
  const Row *left = a;
  const Row *right = b;
  DwellFigure left_cost = get_cost (left);
  DwellFigure right_cost = get_cost (right);
  double x = fabs (dwell_figure_get_real_change (&left_cost));
  double y = fabs (dwell_figure_get_real_change (&right_cost));

  if (get_urgency (left) != get_urgency (right))
    return get_urgency (left) < get_urgency (right) ? -1 : 1;
  if (x != y)
    return x > y ? -1 : 1;
  return strcmp (left->name, right->name);
}

static void
add_growths (DwellCliRows *rows,
             const Row    *row)
{
  dwell_cli_rows_add_text (rows, row->base != NULL
                                   ? dwell_growth_class_get_id (row->base_growth->class) : NULL);
  dwell_cli_rows_add_text (rows, row->new != NULL
                                   ? dwell_growth_class_get_id (row->new_growth->class) : NULL);
  dwell_cli_rows_add_text (rows, dwell_growth_change_get_id (row->difference.change));
  dwell_cli_rows_add_text (rows, row->base != NULL
                                   ? dwell_confidence_get_id (row->base_growth->confidence) : NULL);
  dwell_cli_rows_add_text (rows, row->new != NULL
                                   ? dwell_confidence_get_id (row->new_growth->confidence) : NULL);
  dwell_cli_rows_add_real (rows, row->base != NULL ? row->base_growth->exponent : NAN);
  dwell_cli_rows_add_real (rows, row->new != NULL ? row->new_growth->exponent : NAN);
}

static void
add_row (const DwellCliPair *pair,
         DwellCliRows       *rows,
         const Row          *row)
{
  const DwellTrace *trace = row->new != NULL ? pair->new.trace : pair->base.trace;
  const DwellArea *area = &trace->areas[row->new != NULL ? row->new->area : row->base->area];
  gboolean is_both = row->base != NULL && row->new != NULL;
  DwellFigure calls = make_figure (row, row->base != NULL ? row->base->calls : 0,
                                   row->new != NULL ? row->new->calls : 0);
  DwellFigure cost = get_cost (row);
  DwellSignedWide change = dwell_figure_get_change (&cost);

  dwell_cli_rows_add_text (rows, row->name);
  dwell_cli_rows_add_text (rows, area->file != 0 ? dwell_trace_get_string (trace, area->file)
                                                 : NULL);
  dwell_cli_rows_add_text (rows, dwell_matched_by_get_id (
                                   row->base != NULL
                                     ? pair->match->base_matched_by[row->base->area]
                                     : pair->match->new_matched_by[row->new->area]));
  dwell_cli_rows_add_text (rows, row->base == NULL ? "new" : row->new == NULL ? "gone"
                                 : change > 0 ? "more" : change < 0 ? "less" : "same");
  add_growths (rows, row);
  _dwell_cli_rows_add_figure (rows, &calls);
  _dwell_cli_rows_add_figure (rows, &cost);
  dwell_cli_rows_add_real (rows, is_both ? row->difference.factor : NAN);
  dwell_cli_rows_add_real (rows, is_both ? row->difference.factor_at_largest : NAN);
  _dwell_cli_rows_add_signed (rows, is_both, row->difference.by_inputs);
  _dwell_cli_rows_add_signed (rows, is_both, row->difference.by_cost);
}

/* Whether a condition holds for a row; @figure: what it is told with. */
static gboolean
holds (const DwellCliGate *gate,
       const Row          *row,
       DwellFigure        *figure)
{
  *figure = get_cost (row);

  switch (gate->kind)
    {
    case DWELL_CLI_GATE_NEW:
      return row->base == NULL;
    case DWELL_CLI_GATE_GONE:
      return row->new == NULL;
    case DWELL_CLI_GATE_GROWTH:
      return row->difference.change == DWELL_GROWTH_IS_STEEPER;
    case DWELL_CLI_GATE_EXPONENT:
      figure->is_sum = FALSE;
      figure->has_base = row->base != NULL && !isnan (row->base_growth->exponent);
      figure->has_new = row->new != NULL && !isnan (row->new_growth->exponent);
      figure->is_real = TRUE;
      figure->base_real = figure->has_base ? row->base_growth->exponent : 0;
      figure->new_real = figure->has_new ? row->new_growth->exponent : 0;
      return _dwell_cli_gate_meets (gate, figure);
    case DWELL_CLI_GATE_MEASURE:
    case DWELL_CLI_GATE_TOTAL:
    case DWELL_CLI_GATE_DURATION:
    case DWELL_CLI_GATE_UNMATCHED:
    default:
      return FALSE;
    }
}

static gboolean
ask (const DwellCliPair *pair,
     const DwellCliGate *gate,
     const GArray       *rows,
     GPtrArray          *answers)
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

  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = &g_array_index (rows, Row, i);
      DwellFigure figure;

      if (gate->pattern != NULL && !dwell_pattern_matches (gate->pattern, row->name))
        continue;

      has_areas = TRUE;
      if (holds (gate, row, &figure))
        _dwell_cli_gate_answer_add (answer, row->name, "", &figure, NAN);
    }

  if (has_areas || gate->pattern == NULL || pair->options->allows_missing)
    return TRUE;

  dwell_cli_complain (NULL, _("--fail-if=%s: neither recording has such an area (see "
                              "--allow-missing)"), gate->text);
  return FALSE;
}

/* Returns the exit status. */
int
_dwell_cli_compare_costs (const DwellCliPair *pair)
{
  g_autoptr(GPtrArray) answers =
    g_ptr_array_new_with_free_func ((GDestroyNotify) _dwell_cli_gate_answer_free);
  g_autoptr(GArray) told = NULL;
  Side base = { NULL, NULL };
  Side new = { NULL, NULL };
  int status = DWELL_CLI_FAILED;

  if (side_init (&base, pair->arguments, &pair->base) &&
      side_init (&new, pair->arguments, &pair->new))
    {
      told = make_rows (pair, &base, &new);
      g_array_sort (told, compare_rows);
      status = DWELL_CLI_DONE;
      for (guint i = 0; i < pair->options->gates->len && status == DWELL_CLI_DONE; i++)
        if (!ask (pair, pair->options->gates->pdata[i], told, answers))
          status = DWELL_CLI_USAGE;
    }

  if (status == DWELL_CLI_DONE)
    {
      DwellCliRows *rows = dwell_cli_rows_new (pair->arguments->form, "costs", columns,
                                               G_N_ELEMENTS (columns), FALSE);

      dwell_cli_rows_begin (rows, pair->new.file);
      for (guint i = 0; i < MIN (told->len, pair->options->top); i++)
        add_row (pair, rows, &g_array_index (told, Row, i));
      dwell_cli_rows_end (rows);
      status = !dwell_cli_rows_finish (rows) ? DWELL_CLI_FAILED
               : _dwell_cli_gates_complain (answers) ? DWELL_CLI_HOLDS : DWELL_CLI_DONE;
    }

  side_clear (&base);
  side_clear (&new);
  return status;
}
