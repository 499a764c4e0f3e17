/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli compare --what=lines: a row for each line of source that ran in either recording. */
#include "config.h"

#include "cli/cli-compare.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "analysis/compare/dwell-line-difference.h"
#include "cli/cli-compare-figures.h"

static const DwellCliColumn columns[] = {
  { "module", FALSE }, { "routine", FALSE }, { "base_line", TRUE }, { "line", TRUE },
  { "clause", TRUE }, { "verdict", FALSE },
  { "hits.base", TRUE }, { "hits.new", TRUE }, { "hits.change", TRUE }, { "hits.ratio", TRUE },
  { "time.base", TRUE }, { "time.new", TRUE }, { "time.change", TRUE }, { "time.ratio", TRUE },
};

static DwellLineTable *
make_table (const DwellCliPair      *pair,
            const DwellCliRecording *recording)
{
  gint64 begin = recording->selection.begin;
  gint64 end = recording->selection.end;
  DwellLineTable *table;

  if (!dwell_line_table_is_possible (recording->trace))
    {
      dwell_cli_complain (recording->file, _("it has no lines of source; see --what=rows"));
      return NULL;
    }

  if (pair->arguments->context != NULL && recording->trace->n_contexts > 1)
    {
      dwell_cli_complain (recording->file, _("lines are known for all contexts together only: "
                                             "leave out --context"));
      return NULL;
    }

  if (!dwell_cli_selection_fits_lines (&recording->selection, recording->trace, recording->file))
    return NULL;

  table = dwell_line_table_new_in_range (recording->trace, NULL, begin, end, NULL);
  if (table == NULL)
    dwell_cli_complain_memory (recording->file);
  return table;
}

static gboolean
is_chosen (const DwellCliRecording *recording,
           const DwellLineTable    *table,
           guint32                  row)
{
  return row != DWELL_NONE && recording->selection.areas[table->rows[row].area];
}

static void
add_row (DwellCliRows                 *rows,
         const DwellLineDifference    *difference,
         const DwellLineDifferenceRow *row)
{
  const DwellLineTable *table;
  const DwellLineRow *line = dwell_line_difference_get_line (difference, row, &table);

  dwell_cli_rows_add_name_if_given (rows, table->names, line->module);
  if (line->routine != DWELL_NONE)
    dwell_cli_rows_add_area (rows, table->trace, line->routine,
                             table->trace->areas[line->routine].name);
  else
    dwell_cli_rows_add_null (rows);

  if (row->base_row != DWELL_NONE)
    dwell_cli_rows_add_uint (rows, difference->base->rows[row->base_row].line);
  else
    dwell_cli_rows_add_null (rows);
  if (row->new_row != DWELL_NONE)
    dwell_cli_rows_add_uint (rows, line->line);
  else
    dwell_cli_rows_add_null (rows);
  if (line->clause >= 0)
    dwell_cli_rows_add_int (rows, line->clause);
  else
    dwell_cli_rows_add_null (rows);

  dwell_cli_rows_add_text (rows, dwell_verdict_get_id (
                                   dwell_line_difference_get_verdict (difference, row)));
  _dwell_cli_rows_add_figure (rows, &row->hits);
  _dwell_cli_rows_add_figure (rows, &row->time);
}

/* The name of a line in a message: “MAIN.BR 00110:02”. */
static const char *
get_name (const DwellLineDifference    *difference,
          const DwellLineDifferenceRow *row)
{
  const DwellLineTable *table;
  const DwellLineRow *line = dwell_line_difference_get_line (difference, row, &table);

  return dwell_trace_get_area_title (table->trace, line->area);
}

static gboolean
holds (const DwellCliGate           *gate,
       const DwellLineDifferenceRow *row,
       DwellFigure                  *figure)
{
  *figure = gate->kind == DWELL_CLI_GATE_MEASURE &&
            gate->measure.statistic == DWELL_STATISTIC_NET ? row->time : row->hits;

  if (gate->kind == DWELL_CLI_GATE_NEW)
    return row->base_row == DWELL_NONE;
  if (gate->kind == DWELL_CLI_GATE_GONE)
    return row->new_row == DWELL_NONE;

  return _dwell_cli_gate_meets (gate, figure);
}

static gboolean
is_known (const DwellCliGate        *gate,
          const DwellLineDifference *difference)
{
  if (gate->kind == DWELL_CLI_GATE_NEW || gate->kind == DWELL_CLI_GATE_GONE)
    return TRUE;

  return gate->kind == DWELL_CLI_GATE_MEASURE && gate->measure.percentile == 0 &&
         (gate->measure.statistic == DWELL_STATISTIC_COUNT ||
          (gate->measure.statistic == DWELL_STATISTIC_NET && difference->are_times));
}

static gboolean
ask (const DwellCliPair        *pair,
     const DwellCliGate        *gate,
     const DwellLineDifference *difference,
     const GArray              *told,
     GPtrArray                 *answers)
{
  DwellCliGateAnswer *answer = _dwell_cli_gate_answer_new (gate);
  gboolean has_lines = FALSE;

  g_ptr_array_add (answers, answer);
  if (!is_known (gate, difference))
    {
      dwell_cli_complain (NULL, _("--fail-if=%s: lines have count (their hits), new and gone, and "
                                  "net.total if both recordings have times"), gate->text);
      return FALSE;
    }

  for (guint i = 0; i < told->len; i++)
    {
      const DwellLineDifferenceRow *row =
        &difference->rows[g_array_index (told, guint32, i)];
      const char *name = get_name (difference, row);
      DwellFigure figure;

      if (gate->pattern != NULL && !dwell_pattern_matches (gate->pattern, name))
        continue;

      has_lines = TRUE;
      if (holds (gate, row, &figure))
        _dwell_cli_gate_answer_add (answer, name, "", &figure, NAN);
    }

  if (_dwell_cli_gate_may_have (gate, has_lines, pair->options))
    return TRUE;

  dwell_cli_complain (NULL, _("--fail-if=%s: neither recording has such a line (see "
                              "--allow-missing)"), gate->text);
  return FALSE;
}

/* The only routine of that name in the new recording, or DWELL_NONE. */
static guint32
find_routine (const DwellLineTable *table,
              const char           *name)
{
  guint32 found = DWELL_NONE;

  for (guint32 i = 0; i < table->n_routines; i++)
    {
      guint32 routine = table->routines[i].routine;

      if (routine == DWELL_NONE || routine == found ||
          !g_str_equal (dwell_trace_get_area_title (table->trace, routine), name))
        continue;
      if (found != DWELL_NONE)
        return DWELL_NONE;
      found = routine;
    }

  return found;
}

/* Names may contain “=”: the number is what follows the last one. */
static gboolean
read_shift (const DwellCliPair   *pair,
            const DwellLineTable *new,
            const char           *text,
            DwellLineShift       *shift)
{
  const char *sign = strrchr (text, '=');
  g_autofree char *name = sign != NULL ? g_strndup (text, (gsize) (sign - text)) : NULL;
  const char *digits = sign != NULL ? sign + (sign[1] == '+' ? 2 : 1) : "";

  *shift = (DwellLineShift) { DWELL_NONE, DWELL_NONE };
  if (name == NULL ||
      !g_ascii_string_to_signed (digits, 10, -G_MAXINT32, G_MAXINT32, &shift->shift, NULL))
    {
      dwell_cli_complain (NULL, _("--shift=%s: it takes the name of a routine, “=” and a number of "
                                  "lines"), text);
      return FALSE;
    }

  shift->routine = find_routine (new, name);
  if (shift->routine == DWELL_NONE)
    {
      dwell_cli_complain (NULL, _("--shift=%s: the new recording has no routine of that name, or "
                                  "several"), text);
      return FALSE;
    }

  shift->base_routine = pair->match->base_of_new[shift->routine];
  return TRUE;
}

/* Returns: (transfer full) (nullable): how far routines have moved, according to the file and the
 *   command line, which takes precedence; NULL if an error was printed */
static GArray *
read_shifts (const DwellCliPair   *pair,
             const DwellLineTable *new)
{
  g_autoptr(GArray) shifts = g_array_new (FALSE, FALSE, sizeof (DwellLineShift));
  g_autoptr(GArray) kept = NULL;

  for (guint i = 0; pair->options->shifts != NULL && pair->options->shifts[i] != NULL; i++)
    {
      DwellLineShift shift;

      if (!read_shift (pair, new, pair->options->shifts[i], &shift))
        return NULL;
      g_array_append_val (shifts, shift);
    }

  if (pair->kept != NULL)
    kept = dwell_comparison_options_find_shifts (pair->kept, pair->base.trace, pair->new.trace,
                                                 pair->match, FALSE);
  for (guint i = 0; kept != NULL && i < kept->len; i++)
    {
      const DwellLineShift *shift = &g_array_index (kept, DwellLineShift, i);
      gboolean is_given = FALSE;

      for (guint k = 0; k < shifts->len; k++)
        is_given |= g_array_index (shifts, DwellLineShift, k).routine == shift->routine;
      if (!is_given)
        g_array_append_vals (shifts, shift, 1);
    }

  return g_steal_pointer (&shifts);
}

/* How far the routine is assumed to have moved. */
static gint64
get_taken (const DwellLineDifference *difference,
           guint32                    routine)
{
  for (guint i = 0; i < difference->taken->len; i++)
    if (g_array_index (difference->taken, DwellLineShift, i).routine == routine)
      return g_array_index (difference->taken, DwellLineShift, i).shift;

  return 0;
}

/* Reports routines whose lines match better with another distance. */
static void
tell_shifts (const DwellCliPair        *pair,
             const DwellLineDifference *difference)
{
  for (guint i = 0; i < difference->shifts->len; i++)
    {
      const DwellLineShift *shift = &g_array_index (difference->shifts, DwellLineShift, i);
      const char *name = dwell_trace_get_area_title (pair->new.trace, shift->routine);
      g_autofree char *lines = g_strdup_printf ("%+" G_GINT64_FORMAT, shift->shift);
      g_autofree char *all = g_strdup_printf ("%+" G_GINT64_FORMAT, shift->shift +
                                              get_taken (difference, shift->routine));

      dwell_cli_complain (pair->new.file,
                          /* Translators: the name of a routine; “+12”; two numbers of lines; the
                           * name and “+12” again */
                          _("“%s” seems to have moved further than its first line, by %s: %u lines "
                            "would match, rather than %u: --shift=%s=%s"), name, lines,
                          shift->n_then, shift->n_now, name, all);
    }
}

/* The indices of the rows to print. */
static GArray *
choose_rows (const DwellCliPair        *pair,
             const DwellLineDifference *difference)
{
  GArray *told = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < difference->n_rows; i++)
    if (is_chosen (&pair->base, difference->base, difference->rows[i].base_row) ||
        is_chosen (&pair->new, difference->new, difference->rows[i].new_row))
      g_array_append_val (told, i);

  return told;
}

static gboolean
tell (const DwellCliPair        *pair,
      const DwellLineDifference *difference,
      const GArray              *told)
{
  DwellCliForm form = pair->arguments->form;
  gboolean tells_all = pair->options->tells_all || form == DWELL_CLI_CSV || form == DWELL_CLI_JSON;
  DwellCliRows *rows = dwell_cli_rows_new (form, "lines", columns, G_N_ELEMENTS (columns), FALSE);
  guint32 n_told = 0;

  dwell_cli_rows_begin (rows, pair->new.file);
  for (guint i = 0; i < told->len && n_told < pair->options->top; i++)
    {
      const DwellLineDifferenceRow *row = &difference->rows[g_array_index (told, guint32, i)];

      if (!tells_all && dwell_figure_get_change (&row->time) == 0 &&
          dwell_figure_get_change (&row->hits) == 0)
        continue;

      add_row (rows, difference, row);
      n_told++;
    }
  dwell_cli_rows_end (rows);
  return dwell_cli_rows_finish (rows);
}

/* Returns the exit status. */
int
_dwell_cli_compare_lines (const DwellCliPair *pair)
{
  g_autoptr(GPtrArray) answers =
    g_ptr_array_new_with_free_func ((GDestroyNotify) _dwell_cli_gate_answer_free);
  g_autoptr(DwellLineTable) base = make_table (pair, &pair->base);
  g_autoptr(DwellLineTable) new = base != NULL ? make_table (pair, &pair->new) : NULL;
  g_autoptr(DwellLineDifference) difference = NULL;
  g_autoptr(GArray) told = NULL;
  g_autoptr(GArray) shifts = NULL;

  if (new == NULL)
    return DWELL_CLI_FAILED;

  shifts = read_shifts (pair, new);
  if (shifts == NULL)
    return DWELL_CLI_USAGE;

  difference = dwell_line_difference_new (base, new, pair->match, shifts);
  told = choose_rows (pair, difference);
  for (guint i = 0; i < pair->options->gates->len; i++)
    if (!ask (pair, pair->options->gates->pdata[i], difference, told, answers))
      return DWELL_CLI_USAGE;

  if (!difference->are_times && (base->are_times || new->are_times))
    dwell_cli_complain (NULL, _("one recording counts samples: only hits are compared"));
  tell_shifts (pair, difference);
  if (!tell (pair, difference, told))
    return DWELL_CLI_FAILED;

  return _dwell_cli_gates_complain (answers) ? DWELL_CLI_HOLDS : DWELL_CLI_DONE;
}
