/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli costs: routines by cost, how their costs grow, and, on request, the points of each. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include <glib/gi18n-lib.h>

#include "analysis/costs/dwell-growth.h"
#include "cli/cli-commands.h"
#include "cli/cli-open.h"
#include "cli/cli-output.h"
#include "cli/cli-select.h"

static const DwellCliColumn columns[] = {
  DWELL_CLI_COLUMN (dwell_cost_columns[DWELL_COST_LIST_NAME]),
  DWELL_CLI_COLUMN (dwell_cost_columns[DWELL_COST_LIST_IMAGE]),
  { "module", FALSE }, { "id", TRUE },
  DWELL_CLI_COLUMN (dwell_cost_columns[DWELL_COST_LIST_CALLS]),
  { "cumulative", TRUE }, { "real", TRUE }, { "self", TRUE },
  DWELL_CLI_COLUMN (dwell_cost_columns[DWELL_COST_LIST_SHARE]),
  { "self_share", TRUE },
  DWELL_CLI_COLUMN (dwell_cost_columns[DWELL_COST_LIST_SYSCALL]),
  DWELL_CLI_COLUMN (dwell_cost_columns[DWELL_COST_LIST_THREAD]),
  DWELL_CLI_COLUMN (dwell_cost_columns[DWELL_COST_LIST_SIZES]),
  { "growth.class", FALSE }, { "growth.confidence", FALSE }, { "growth.exponent", TRUE },
  { "growth.r2", TRUE }, { "growth.second", FALSE }, { "growth.sure", FALSE },
  { "growth.at_10x", TRUE }, { "points", FALSE },
};

/* With --points, except in JSON: one row for each point. */
static const DwellCliColumn point_columns[] = {
  { "name", FALSE }, { "image", FALSE }, { "module", FALSE }, { "id", TRUE }, { "size", TRUE },
  { "calls", TRUE }, { "min", TRUE }, { "max", TRUE }, { "sum", TRUE }, { "real", TRUE },
  { "self", TRUE },
  { "self_min", TRUE }, { "self_max", TRUE }, { "variance", TRUE }, { "self_variance", TRUE },
  { "syscall", TRUE }, { "thread", TRUE },
};

static void
add_wide_if (DwellCliRows    *rows,
             guint32          known,
             DwellCostColumn  column,
             DwellWide        value)
{
  if (known & (1u << column))
    dwell_cli_rows_add_wide (rows, value);
  else
    dwell_cli_rows_add_null (rows);
}

static void
add_routine (DwellCliRows       *rows,
             const DwellTrace   *trace,
             const DwellCostRow *row)
{
  const DwellArea *area = &trace->areas[row->area];

  dwell_cli_rows_add_area (rows, trace, row->area, area->name);
  dwell_cli_rows_add_name_if_given (rows, trace->strings, area->file);
  dwell_cli_rows_add_name_if_given (rows, trace->strings, area->module);
  if (row->has_id)
    dwell_cli_rows_add_wide (rows, row->id);
  else
    dwell_cli_rows_add_null (rows);
}

static void
add_growth (DwellCliRows       *rows,
            const DwellGrowth  *growth,
            const DwellCostRow *row,
            gboolean            is_json)
{
  dwell_cli_rows_add_text (rows, dwell_growth_class_get_id (growth->class));
  dwell_cli_rows_add_text (rows, dwell_confidence_get_id (growth->confidence));
  dwell_cli_rows_add_real (rows, growth->exponent);
  dwell_cli_rows_add_real (rows, growth->r2);
  dwell_cli_rows_add_text (rows, dwell_growth_class_get_id (growth->second));
  if (growth->class == DWELL_GROWTH_NONE)
    dwell_cli_rows_add_null (rows);
  else if (is_json)
    dwell_cli_rows_add_json (rows, dwell_growth_is_sure (growth) ? "true" : "false");
  else
    dwell_cli_rows_add_text (rows, dwell_growth_is_sure (growth) ? "yes" : "no");
  dwell_cli_rows_add_real (rows, dwell_growth_get_at_10x (growth, row));
}

static void
append_key (GString    *json,
            const char *key)
{
  g_string_append_printf (json, "%s\"%s\":", json->str[json->len - 1] == '{' ? "" : ",", key);
}

static void
append_wide (GString   *json,
             const char *key,
             gboolean   is_known,
             DwellWide  value)
{
  g_autofree char *digits = dwell_wide_to_text (value);

  append_key (json, key);
  if (is_known)
    g_string_append_printf (json, value > G_MAXINT64 ? "\"%s\"" : "%s", digits);
  else
    g_string_append (json, "null");
}

static void
append_real (GString    *json,
             const char *key,
             double      value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  append_key (json, key);
  g_string_append (json, isfinite (value) ? g_ascii_formatd (digits, sizeof digits, "%.9g", value)
                                          : "null");
}

static gboolean
knows (const DwellCostPoint *point,
       DwellCostColumn       column)
{
  return (point->known & (1u << column)) != 0;
}

static void
append_point (GString              *json,
              const DwellCostPoint *point)
{
  g_string_append (json, json->str[json->len - 1] == '[' ? "\n{" : ",\n{");
  append_wide (json, "size", TRUE, point->size);
  append_wide (json, "calls", TRUE, point->calls);
  append_wide (json, "min", knows (point, DWELL_COST_MIN), point->min);
  append_wide (json, "max", knows (point, DWELL_COST_MAX), point->max);
  append_wide (json, "sum", knows (point, DWELL_COST_SUM), point->sum);
  append_wide (json, "real", knows (point, DWELL_COST_REAL), point->real);
  append_wide (json, "self", knows (point, DWELL_COST_SELF), point->self);
  append_wide (json, "self_min", knows (point, DWELL_COST_SELF_MIN), point->self_min);
  append_wide (json, "self_max", knows (point, DWELL_COST_SELF_MAX), point->self_max);
  append_real (json, "variance", point->variance);
  append_real (json, "self_variance", point->self_variance);
  append_real (json, "syscall", point->syscall);
  append_real (json, "thread", point->thread);
  g_string_append_c (json, '}');
}

static void
add_points_json (DwellCliRows     *rows,
                 const DwellCosts *costs,
                 guint             row)
{
  g_autoptr(DwellCostPoints) points = dwell_costs_get_points (costs, row);
  g_autoptr(GString) json = g_string_new ("[");

  for (guint i = 0; i < points->n_points; i++)
    append_point (json, &points->points[i]);

  g_string_append_c (json, ']');
  dwell_cli_rows_add_json (rows, json->str);
}

static void
add_point_rows (DwellCliRows     *rows,
                const DwellTrace *trace,
                const DwellCosts *costs,
                guint             row)
{
  g_autoptr(DwellCostPoints) points = dwell_costs_get_points (costs, row);

  for (guint i = 0; i < points->n_points; i++)
    {
      const DwellCostPoint *point = &points->points[i];

      add_routine (rows, trace, dwell_costs_get_row (costs, row));
      dwell_cli_rows_add_wide (rows, point->size);
      dwell_cli_rows_add_wide (rows, point->calls);
      add_wide_if (rows, point->known, DWELL_COST_MIN, point->min);
      add_wide_if (rows, point->known, DWELL_COST_MAX, point->max);
      add_wide_if (rows, point->known, DWELL_COST_SUM, point->sum);
      add_wide_if (rows, point->known, DWELL_COST_REAL, point->real);
      add_wide_if (rows, point->known, DWELL_COST_SELF, point->self);
      add_wide_if (rows, point->known, DWELL_COST_SELF_MIN, point->self_min);
      add_wide_if (rows, point->known, DWELL_COST_SELF_MAX, point->self_max);
      dwell_cli_rows_add_real (rows, point->variance);
      dwell_cli_rows_add_real (rows, point->self_variance);
      dwell_cli_rows_add_real (rows, point->syscall);
      dwell_cli_rows_add_real (rows, point->thread);
    }
}

static void
add_row (DwellCliRows            *rows,
         const DwellCosts        *costs,
         guint                    number,
         const DwellGrowth       *growth,
         const DwellTrace        *trace,
         const DwellCliArguments *arguments)
{
  const DwellCostRow *row = dwell_costs_get_row (costs, number);

  add_routine (rows, trace, row);
  dwell_cli_rows_add_wide (rows, row->calls);
  add_wide_if (rows, row->known, DWELL_COST_SUM, row->cumulative);
  add_wide_if (rows, row->known, DWELL_COST_REAL, row->real);
  add_wide_if (rows, row->known, DWELL_COST_SELF, row->self);
  dwell_cli_rows_add_real (rows, row->share >= 0 ? row->share : NAN);
  dwell_cli_rows_add_real (rows, row->self_share >= 0 ? row->self_share : NAN);
  dwell_cli_rows_add_real (rows, row->syscall);
  dwell_cli_rows_add_real (rows, row->thread);
  dwell_cli_rows_add_uint (rows, row->n_sizes);
  add_growth (rows, growth, row, arguments->form == DWELL_CLI_JSON);

  if (arguments->has_points)
    add_points_json (rows, costs, number);
}

/* Sets the JSON before the rows: the units of all rows. Nothing if units differ between
 * routines. */
static void
set_head (DwellCliRows     *rows,
          const DwellTrace *trace,
          const DwellCosts *costs)
{
  guint n_rows = dwell_costs_get_n_rows (costs);
  DwellWide total = n_rows > 0 ? dwell_costs_get_total (costs, 0) : 0;
  g_autoptr(GString) head = g_string_new ("{");

  for (guint i = 1; i < n_rows; i++)
    if (trace->areas[dwell_costs_get_row (costs, i)->area].module !=
        trace->areas[dwell_costs_get_row (costs, 0)->area].module)
      total = 0;

  append_wide (head, "total", total > 0, total);
  append_key (head, "metric");
  if (trace->weight_unit != 0)
    dwell_cli_append_json (head, dwell_trace_get_string (trace, trace->weight_unit));
  else
    g_string_append (head, "null");

  append_key (head, "routines");
  dwell_cli_rows_set_head (rows, head->str);
}

static gboolean
show_costs (DwellTrace              *trace,
            const char              *file,
            const DwellCliArguments *arguments,
            gpointer                 user_data)
{
  DwellCliRows *rows = user_data;
  DwellGrowthOptions options = { DWELL_COST_CURVE_WORST, FALSE };
  gboolean is_json = arguments->form == DWELL_CLI_JSON;
  g_autoptr(DwellCosts) costs = NULL;
  g_autofree DwellGrowth *growths = NULL;
  g_autofree guint32 *rank = NULL;
  g_auto(DwellCliSelection) selection = { 0 };

  if (!dwell_cli_selection_init (&selection, trace, file, arguments))
    return FALSE;

  costs = dwell_costs_new (trace, dwell_cli_selection_get_context (&selection, trace, arguments),
                           NULL);
  if (costs == NULL)
    {
      dwell_cli_complain_memory (file);
      return FALSE;
    }

  growths = dwell_growth_classify_all (costs, &options, NULL);
  rank = dwell_growth_rank_rows (costs, growths);
  set_head (rows, trace, costs);
  dwell_cli_rows_begin (rows, file);

  for (guint i = 0; i < dwell_costs_get_n_rows (costs); i++)
    {
      guint row = rank[i];

      if (!selection.areas[dwell_costs_get_row (costs, row)->area])
        continue;

      if (arguments->has_points && !is_json)
        add_point_rows (rows, trace, costs, row);
      else
        add_row (rows, costs, row, &growths[row], trace, arguments);
    }

  dwell_cli_rows_end (rows);
  return TRUE;
}

static int
run (const DwellCliArguments *arguments)
{
  gboolean are_points = arguments->has_points && arguments->form != DWELL_CLI_JSON;
  guint n_columns = G_N_ELEMENTS (columns) - (arguments->has_points ? 0 : 1);
  DwellCliRows *rows = dwell_cli_rows_new (arguments->form, "costs",
                                           are_points ? point_columns : columns,
                                           are_points ? G_N_ELEMENTS (point_columns) : n_columns,
                                           dwell_cli_is_many (arguments));
  int status = dwell_cli_for_each (arguments, show_costs, rows);

  return dwell_cli_rows_finish (rows) ? status : DWELL_CLI_FAILED;
}

const DwellCliCommand dwell_cli_costs = {
  "costs",
  "FILE…",
  N_("Show what routines cost, and how that grows with the size of their input"),
  N_("A row for each routine of an aprof report. First come routines whose calls are predicted to\n"
     "rise most in cost up to ten times the largest size, last those whose growth is not sure.\n"
     "Costs are in the report’s metric; sizes are memory read by an activation, not the n of an\n"
     "algorithm.\n"
     "\n"
     "  module          what was measured, where joined reports did not measure the same\n"
     "  cumulative      with what it called; a recursive routine counts each activation\n"
     "  real            of its outermost activations\n"
     "  self            without what it called\n"
     "  share           real (or cumulative) as a part of all, 0 to 1; self_share likewise\n"
     "  syscall, thread which part of its input the kernel or other threads wrote\n"
     "  sizes           how many different sizes there are\n"
     "  growth          class of functions that the worst cost grows like, how sure that is, the\n"
     "                  exponent of a power law with its R², the second-best class, whether it is\n"
     "                  sure enough to rank by, and the predicted cost of a call on ten times the\n"
     "                  largest size\n"
     "\n"
     "What the report does not have is null in JSON and empty elsewhere, never 0. With --points\n"
     "JSON has an array of points with each routine; a table or CSV has a row for each point.\n"
     "\n"
     "Example: routines whose cost grows faster than n log n\n"
     "  dwell-cli costs --as=json sort_4711_0_4.aprof |\n"
     "    jq '.routines[] | select(.growth.class | IN(\"n^2\", \"n^3\", \"2^n\")) | .name'"),
  DWELL_CLI_TAKES_FORM | DWELL_CLI_TAKES_FILES | DWELL_CLI_TAKES_FILTER | DWELL_CLI_TAKES_POINTS |
    DWELL_CLI_TAKES_NAMES,
  run,
};
