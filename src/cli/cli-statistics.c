/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli statistics: the rows of the statistics index, as they are. */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "cli/cli-commands.h"
#include "cli/cli-open.h"
#include "cli/cli-select.h"

static const DwellCliColumn columns[] = {
  { "context", FALSE }, { "area", FALSE }, { "kind", FALSE }, { "handle", TRUE }, { "value", TRUE },
  { "module", FALSE }, { "author", FALSE }, { "count", TRUE },
  { "net.total", TRUE }, { "net.min", TRUE }, { "net.max", TRUE }, { "net.avg", TRUE },
  { "gross.total", TRUE }, { "gross.min", TRUE }, { "gross.max", TRUE }, { "gross.avg", TRUE },
  { "call.total", TRUE }, { "call.min", TRUE }, { "call.max", TRUE }, { "call.avg", TRUE },
  { "call.sum", TRUE },
  { "period.min", TRUE }, { "period.max", TRUE }, { "period.avg", TRUE },
  { "outside.total", TRUE }, { "outside.min", TRUE }, { "outside.max", TRUE },
  { "outside.avg", TRUE },
  { "std", TRUE }, { "p50", TRUE }, { "p90", TRUE }, { "p99", TRUE }, { "share", TRUE },
  { "incomplete", TRUE },
};

static void
add_int_if (DwellCliRows *rows,
            gboolean      exists,
            gint64        value)
{
  if (exists)
    dwell_cli_rows_add_int (rows, value);
  else
    dwell_cli_rows_add_null (rows);
}

/* A time that is computed in fractions of a ns, to the nearest. */
static void
add_rounded_if (DwellCliRows *rows,
                gboolean      exists,
                double        value)
{
  if (exists)
    dwell_cli_rows_add_int (rows, llround (value));
  else
    dwell_cli_rows_add_null (rows);
}

static void
add_extremes (DwellCliRows     *rows,
              gboolean          exist,
              const DwellTimes *times)
{
  add_int_if (rows, exist, times->min);
  add_int_if (rows, exist, times->max);
  add_rounded_if (rows, exist, times->avg);
}

/* A name that the format may not have given. */
static void
add_name_if_given (DwellCliRows     *rows,
                   const DwellTrace *trace,
                   guint32           string)
{
  if (string != 0)
    dwell_cli_rows_add_name (rows, trace->strings, string);
  else
    dwell_cli_rows_add_null (rows);
}

/* The columns that tell whose row it is. */
static void
add_area (DwellCliRows             *rows,
          const DwellTrace         *trace,
          const DwellStatisticsRow *row)
{
  const DwellArea *area = &trace->areas[row->area];

  dwell_cli_rows_add_name (rows, trace->strings, area->title);
  dwell_cli_rows_add_text (rows, dwell_area_kind_get_id (area->kind));
  add_int_if (rows, area->has_handle, area->handle);
  add_int_if (rows, area->has_value, area->value);
  add_name_if_given (rows, trace, area->module);
  add_name_if_given (rows, trace, area->author);
}

static void
add_group (DwellCliRows             *rows,
           const DwellTrace         *trace,
           const DwellStatisticsRow *row,
           DwellGroupBy              group_by)
{
  dwell_cli_rows_add_name (rows, trace->strings, row->group);
  dwell_cli_rows_add_text (rows, group_by == DWELL_GROUP_BY_MODULE ? "module" : "author");
  dwell_cli_rows_add_null (rows);
  dwell_cli_rows_add_null (rows);
  add_name_if_given (rows, trace, group_by == DWELL_GROUP_BY_MODULE ? row->group : 0);
  add_name_if_given (rows, trace, group_by == DWELL_GROUP_BY_AUTHOR ? row->group : 0);
}

static void
add_times (DwellCliRows             *rows,
           const DwellStatisticsRow *row)
{
  gboolean is_complete = row->n_complete > 0;

  dwell_cli_rows_add_uint (rows, row->count);
  add_int_if (rows, row->net_is_defined, row->net.total);
  add_extremes (rows, row->net_is_defined && is_complete, &row->net);
  dwell_cli_rows_add_int (rows, row->gross.total);
  add_extremes (rows, is_complete, &row->gross);
  dwell_cli_rows_add_int (rows, row->call.total);
  add_extremes (rows, is_complete, &row->call);
  dwell_cli_rows_add_int (rows, row->call_sum);
  add_extremes (rows, row->n_periods > 0, &row->period);
  dwell_cli_rows_add_int (rows, row->outside.total);
  add_extremes (rows, row->n_gaps > 0, &row->outside);
  add_rounded_if (rows, is_complete, row->std);
  add_int_if (rows, is_complete, row->p50);
  add_int_if (rows, is_complete, row->p90);
  add_int_if (rows, is_complete, row->p99);

  if (row->net_is_defined && row->share >= 0)
    dwell_cli_rows_add_real (rows, row->share);
  else
    dwell_cli_rows_add_null (rows);

  dwell_cli_rows_add_uint (rows, row->incomplete);
}

static gboolean
is_selected (const DwellCliSelection  *selection,
             const DwellTrace         *trace,
             const DwellStatisticsRow *row,
             const DwellCliArguments  *arguments)
{
  if (row->context == DWELL_NONE ? arguments->context != NULL : !selection->contexts[row->context])
    return FALSE;

  if (arguments->group_by == DWELL_GROUP_BY_AREA)
    return selection->areas[row->area];

  return arguments->filter == NULL ||
         dwell_pattern_matches (arguments->filter, dwell_trace_get_string (trace, row->group));
}

static gboolean
show_statistics (DwellTrace              *trace,
                 const char              *file,
                 const DwellCliArguments *arguments,
                 gpointer                 user_data)
{
  DwellCliRows *rows = user_data;
  g_autoptr(DwellStatisticsIndex) index = NULL;
  g_autoptr(DwellStatistics) statistics = NULL;
  DwellCliSelection selection;

  if (!dwell_cli_selection_init (&selection, trace, file, arguments))
    return FALSE;

  index = dwell_statistics_index_new (trace, arguments->group_by, NULL);
  statistics = dwell_statistics_index_query (index, selection.begin, selection.end,
                                             DWELL_STATISTICS_ALL, NULL);
  dwell_cli_rows_begin (rows, file);

  for (guint i = 0; i < statistics->n_rows; i++)
    {
      const DwellStatisticsRow *row = &statistics->rows[i];

      if (!is_selected (&selection, trace, row, arguments))
        continue;

      dwell_cli_rows_add_name (rows, trace->strings,
                               row->context == DWELL_NONE ? 0 : trace->contexts[row->context].name);

      if (arguments->group_by == DWELL_GROUP_BY_AREA)
        add_area (rows, trace, row);
      else
        add_group (rows, trace, row, arguments->group_by);

      add_times (rows, row);
    }

  dwell_cli_rows_end (rows);
  dwell_cli_selection_clear (&selection);
  return TRUE;
}

static int
run (const DwellCliArguments *arguments)
{
  DwellCliRows *rows = dwell_cli_rows_new (arguments->form, "statistics", columns,
                                           G_N_ELEMENTS (columns), dwell_cli_is_many (arguments));
  int status = dwell_cli_for_each (arguments, show_statistics, rows);

  return dwell_cli_rows_finish (rows) ? status : DWELL_CLI_FAILED;
}

const DwellCliCommand dwell_cli_statistics = {
  "statistics",
  "FILE…",
  N_("How often and how long everything ran"),
  N_("A row for each area (function, scope, process …) in each context that it ran in, after\n"
     "the rows of the sums over all contexts, whose context is empty. All times are in ns.\n"
     "\n"
     "  count           how often it began\n"
     "  net             own time: without what it called\n"
     "  gross           with what it called, without pauses\n"
     "  call            from entry to exit; total counts only the outermost of nested calls of\n"
     "                  the same area, sum counts all\n"
     "  period          from one begin to the next\n"
     "  outside         while it did not run\n"
     "  std, p50 …      standard deviation (of the population) and percentiles of call\n"
     "  share           its part of all net time in the same context, 0 to 1\n"
     "  incomplete      how many have no recorded begin or end; they are in count and totals, but\n"
     "                  not in min, max, avg, std and percentiles\n"
     "\n"
     "What does not exist (the min of nothing) is null in JSON and empty elsewhere, never 0.\n"
     "With --from and --to everything is about that range. With --group-by the rows are those\n"
     "of modules or authors, and the outermost calls those into the group.\n"
     "\n"
     "Of several files each is told by itself: JSON is then an array of {\"file\",\n"
     "\"statistics\"}, and CSV has a first column “file”. With --joined they are one trace.\n"
     "\n"
     "Example: what took most of the first second\n"
     "  dwell-cli statistics --to=1s --as=csv run.log | sort -t, -k9 -rn | head"),
  DWELL_CLI_TAKES_FORM | DWELL_CLI_TAKES_FILES | DWELL_CLI_TAKES_RANGE | DWELL_CLI_TAKES_FILTER |
    DWELL_CLI_TAKES_GROUP,
  run,
};
