/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli problems: lists the problems of reading, in the order of their first occurrence, and
 * the differences between the file's own statistics and those of its events. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "cli/cli-commands.h"
#include "cli/cli-open.h"

/* The last column is only for joined files. */
static const DwellCliColumn columns[] = {
  { "severity", FALSE }, { "code", FALSE }, { "line", TRUE }, { "offset", TRUE },
  { "message", FALSE }, { "count", TRUE }, { "file", FALSE },
};

/* The rows, and whether a file with warnings or errors counts as failed. */
typedef struct {
  DwellCliRows *rows;
  gboolean      is_strict;
} Listing;

static gboolean
show_problems (DwellTrace              *trace,
               const DwellProblems     *problems,
               const DwellCliComputed  *computed,
               const char              *file,
               const DwellCliArguments *arguments,
               gpointer                 user_data)
{
  const Listing *listing = user_data;
  DwellCliRows *rows = listing->rows;

  dwell_cli_rows_begin (rows, file);

  for (guint i = 0; i < dwell_problems_get_n (problems); i++)
    {
      const DwellProblem *problem = dwell_problems_get (problems, i);

      dwell_cli_rows_add_text (rows, dwell_severity_get_id (problem->severity));
      dwell_cli_rows_add_text (rows, problem->code);

      if (problem->line > 0)
        dwell_cli_rows_add_uint (rows, problem->line);
      else
        dwell_cli_rows_add_null (rows);

      if (problem->offset >= 0)
        dwell_cli_rows_add_int (rows, problem->offset);
      else
        dwell_cli_rows_add_null (rows);

      dwell_cli_rows_add_text (rows, problem->message);
      dwell_cli_rows_add_uint (rows, problem->count);

      if (arguments->is_joined)
        dwell_cli_rows_add_text (rows, problem->file);
    }

  dwell_cli_rows_end (rows);
  return !listing->is_strict || dwell_problems_get_worst (problems) == DWELL_SEVERITY_INFO;
}

static int
run (const DwellCliArguments *arguments)
{
  guint n_columns = G_N_ELEMENTS (columns) - (arguments->is_joined ? 0 : 1);
  DwellCliRows *rows = dwell_cli_rows_new (arguments->form, "problems", columns, n_columns,
                                           dwell_cli_is_many (arguments));
  Listing listing = { rows, arguments->is_strict };
  DwellCliArguments opening = *arguments;
  int status;

  /* Problems are listed even if --strict makes them an error. */
  opening.is_strict = FALSE;
  status = dwell_cli_for_each_with_problems (&opening, show_problems, &listing);

  return dwell_cli_rows_finish (rows) ? status : DWELL_CLI_FAILED;
}

const DwellCliCommand dwell_cli_problems = {
  "problems",
  "FILE…",
  N_("List the problems that were found while reading"),
  N_("A row for each problem, at its first place: severity (info, warning, error), a stable\n"
     "code, the line (from 1) or the offset in bytes (from 0), what is wrong, and how often. At\n"
     "most 1000 different problems are kept; standard error shows how many there are. With\n"
     "--joined each row also names the file.\n"
     "\n"
     "Example: fail when a log is damaged\n"
     "  dwell-cli problems --strict run.log || exit 1"),
  DWELL_CLI_TAKES_FORM | DWELL_CLI_TAKES_FILES,
  run,
};
