/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli lines: what lines of source cost, the heaviest first. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analysis/dwell-line-table.h"
#include "cli/cli-commands.h"
#include "cli/cli-open.h"
#include "cli/cli-select.h"

static const DwellCliColumn columns[] = {
  DWELL_CLI_COLUMN (dwell_line_columns[DWELL_LINE_MODULE]),
  { "line", TRUE },
  { "clause", TRUE },
  DWELL_CLI_COLUMN (dwell_line_columns[DWELL_LINE_ROUTINE]),
  DWELL_CLI_COLUMN (dwell_line_columns[DWELL_LINE_HITS]),
  DWELL_CLI_COLUMN (dwell_line_columns[DWELL_LINE_TIME]),
  DWELL_CLI_COLUMN (dwell_line_columns[DWELL_LINE_MIN]),
  DWELL_CLI_COLUMN (dwell_line_columns[DWELL_LINE_MAX]),
  DWELL_CLI_COLUMN (dwell_line_columns[DWELL_LINE_SHARE]),
};

static void
add_time (DwellCliRows         *rows,
          const DwellLineTable *table,
          gint64                time)
{
  if (table->are_times && time != DWELL_TIME_NONE)
    dwell_cli_rows_add_int (rows, time);
  else
    dwell_cli_rows_add_null (rows);
}

static void
add_row (DwellCliRows         *rows,
         const DwellLineTable *table,
         const DwellLineRow   *row)
{
  const DwellTrace *trace = table->trace;
  const char *routine = dwell_line_table_get_routine (table, row->routine);
  double share = dwell_line_table_get_share (table, &row->sums);

  if (row->module != 0)
    dwell_cli_rows_add_name (rows, trace->strings, row->module);
  else
    dwell_cli_rows_add_null (rows);

  dwell_cli_rows_add_uint (rows, row->line);
  if (row->clause >= 0)
    dwell_cli_rows_add_int (rows, row->clause);
  else
    dwell_cli_rows_add_null (rows);

  if (routine != NULL)
    dwell_cli_rows_add_text (rows, routine);
  else
    dwell_cli_rows_add_null (rows);

  dwell_cli_rows_add_uint (rows, row->sums.hits);
  add_time (rows, table, row->sums.time);
  add_time (rows, table, row->sums.min);
  add_time (rows, table, row->sums.max);

  if (share >= 0)
    dwell_cli_rows_add_real (rows, share);
  else
    dwell_cli_rows_add_null (rows);
}

/* The heaviest first; equal ones as they stand in the table. */
static int
compare_weights (gconstpointer a,
                 gconstpointer b,
                 gpointer      data)
{
  const DwellLineTable *table = data;
  guint32 left = *(const guint32 *) a;
  guint32 right = *(const guint32 *) b;
  gint64 left_weight = dwell_line_table_get_weight (table, &table->rows[left].sums);
  gint64 right_weight = dwell_line_table_get_weight (table, &table->rows[right].sums);

  if (left_weight != right_weight)
    return left_weight > right_weight ? -1 : 1;
  return left < right ? -1 : left > right;
}

static gboolean
show_lines (DwellTrace              *trace,
            const char              *file,
            const DwellCliArguments *arguments,
            gpointer                 user_data)
{
  DwellCliRows *rows = user_data;
  g_autoptr(DwellLineTable) table = NULL;
  g_autoptr(GArray) order = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_auto(DwellCliSelection) selection = { 0 };

  if (!dwell_cli_selection_init (&selection, trace, file, arguments))
    return FALSE;

  if (arguments->context != NULL && trace->n_contexts > 1)
    {
      dwell_cli_complain (file, _("lines are told of all contexts together: leave out --context"));
      return FALSE;
    }

  table = dwell_line_table_new (trace, NULL);
  if (table == NULL)
    {
      dwell_cli_complain_memory (file);
      return FALSE;
    }

  for (guint32 i = 0; i < table->n_rows; i++)
    if (selection.areas[table->rows[i].area])
      g_array_append_val (order, i);
  g_array_sort_with_data (order, compare_weights, table);

  dwell_cli_rows_begin (rows, file);
  for (guint i = 0; i < order->len; i++)
    add_row (rows, table, &table->rows[g_array_index (order, guint32, i)]);
  dwell_cli_rows_end (rows);

  return TRUE;
}

static int
run (const DwellCliArguments *arguments)
{
  DwellCliRows *rows = dwell_cli_rows_new (arguments->form, "lines", columns,
                                           G_N_ELEMENTS (columns), dwell_cli_is_many (arguments));
  int status = dwell_cli_for_each (arguments, show_lines, rows);

  return dwell_cli_rows_finish (rows) ? status : DWELL_CLI_FAILED;
}

const DwellCliCommand dwell_cli_lines = {
  "lines",
  "FILE…",
  N_("What lines of source cost"),
  N_("A row for each line (and clause: statement within it) in each routine that it ran in, the\n"
     "heaviest first. Times are in ns, without what the line called; in a sampled profile there\n"
     "are none.\n"
     "\n"
     "  clause          0: all of the line, or unknown; null where the format has no clauses\n"
     "  routine         a function's name, main, “GOSUB from” a line; null if it is not known\n"
     "  hits            samples, or how often it ran\n"
     "  share           its part of all time of lines (of all samples), 0 to 1\n"
     "\n"
     "With --filter: lines whose name, as “MAIN.BR 00110:02”, holds the text.\n"
     "\n"
     "Example: the ten hottest lines\n"
     "  dwell-cli lines --as=csv run.prof | head -11"),
  DWELL_CLI_TAKES_FORM | DWELL_CLI_TAKES_FILES | DWELL_CLI_TAKES_FILTER,
  run,
};
