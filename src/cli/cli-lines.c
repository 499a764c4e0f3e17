/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli lines: prints the costs of source lines, the most expensive first. */
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
add_row (DwellCliRows         *rows,
         const DwellLineTable *table,
         guint32               number)
{
  static const DwellLineColumn figures[] = {
    DWELL_LINE_HITS, DWELL_LINE_TIME, DWELL_LINE_MIN, DWELL_LINE_MAX, DWELL_LINE_SHARE,
  };
  const DwellLineRow *row = &table->rows[number];
  const DwellLineRef ref = { number, DWELL_LINE_IS_LINE };

  dwell_cli_rows_add_name_if_given (rows, table->names, row->module);
  dwell_cli_rows_add_uint (rows, row->line);
  if (row->clause >= 0)
    dwell_cli_rows_add_int (rows, row->clause);
  else
    dwell_cli_rows_add_null (rows);

  if (row->routine != DWELL_NONE)
    dwell_cli_rows_add_area (rows, table->trace, row->routine,
                             table->trace->areas[row->routine].name);
  else
    dwell_cli_rows_add_null (rows);
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      DwellCellValue cell = dwell_line_table_get_cell (table, ref, figures[i]);

      dwell_cli_rows_add_cell (rows, &cell);
    }
}

static gboolean
show_lines (DwellTrace              *trace,
            const char              *file,
            const DwellCliArguments *arguments,
            gpointer                 user_data)
{
  DwellCliRows *rows = user_data;
  g_autoptr(DwellLineTable) table = NULL;
  g_autoptr(DwellArrangement) arrangement = dwell_arrangement_new ();
  const guint32 *order;
  guint n = 0;
  g_auto(DwellCliSelection) selection = { 0 };

  if (!dwell_cli_selection_init (&selection, trace, file, arguments))
    return FALSE;

  if (arguments->context != NULL && trace->n_contexts > 1)
    {
      dwell_cli_complain (file, _("lines are known for all contexts together only: leave out "
                                  "--context"));
      return FALSE;
    }

  if (!dwell_cli_selection_fits_lines (&selection, trace, file))
    return FALSE;

  table = dwell_line_table_new_in_range (trace, NULL, selection.begin, selection.end, NULL);
  if (table == NULL)
    {
      dwell_cli_complain_memory (file);
      return FALSE;
    }

  /* The heaviest first. */
  for (guint32 i = 0; i < table->n_rows; i++)
    if (selection.areas[table->rows[i].area] &&
        dwell_line_table_has_run (table, i))
      {
        gint64 weight = dwell_line_table_get_weight (table, &table->rows[i].sums);
        DwellCellValue cell = dwell_cell_whole (DWELL_CELL_INTEGER, weight, TRUE);

        dwell_arrangement_add (arrangement, i, &cell);
        n++;
      }

  order = dwell_arrangement_sort (arrangement, TRUE);
  dwell_cli_rows_begin (rows, file);
  for (guint i = 0; i < n; i++)
    add_row (rows, table, order[i]);
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
  N_("Show what lines of source cost"),
  N_("A row for each line (and clause: statement within it) in each routine that it ran in, the\n"
     "heaviest first. Times are in ns, without what the line called; in a sampled profile there\n"
     "are none.\n"
     "\n"
     "  clause          0: all of the line, or unknown; null where the format has no clauses\n"
     "  routine         a function’s name, main, “GOSUB from” a line; null if it is not known\n"
     "  hits            samples, or how often it ran\n"
     "  share           its part of the time of all lines (of all samples), 0 to 1\n"
     "\n"
     "--from and --to limit everything to that range, if the file records when its lines ran.\n"
     "--filter keeps lines whose name, such as “MAIN.BR 00110:02”, contains the text.\n"
     "\n"
     "Example: the ten hottest lines\n"
     "  dwell-cli lines --as=csv run.prof | head -11"),
  DWELL_CLI_TAKES_FORM | DWELL_CLI_TAKES_FILES | DWELL_CLI_TAKES_RANGE | DWELL_CLI_TAKES_FILTER |
    DWELL_CLI_TAKES_NAMES,
  run,
};
