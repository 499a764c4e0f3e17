/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli statistics: prints the rows of the statistics index. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>

#include "analysis/statistics/dwell-recorded.h"
#include "cli/cli-commands.h"
#include "cli/cli-open.h"
#include "cli/cli-select.h"

static const DwellCliColumn of_area[] = {
  DWELL_CLI_COLUMN (dwell_statistic_columns[DWELL_STATISTIC_CONTEXT]),
  DWELL_CLI_COLUMN (dwell_statistic_columns[DWELL_STATISTIC_NAME]),
  DWELL_CLI_COLUMN (dwell_statistic_columns[DWELL_STATISTIC_KIND]),
  { "handle", TRUE },
  { "value", TRUE },
  DWELL_CLI_COLUMN (dwell_statistic_columns[DWELL_STATISTIC_MODULE]),
  DWELL_CLI_COLUMN (dwell_statistic_columns[DWELL_STATISTIC_AUTHOR]),
};

static const DwellStatistic figures[] = {
  DWELL_STATISTIC_COUNT,
  DWELL_STATISTIC_NET, DWELL_STATISTIC_NET_MIN, DWELL_STATISTIC_NET_MAX, DWELL_STATISTIC_NET_AVG,
  DWELL_STATISTIC_GROSS, DWELL_STATISTIC_GROSS_MIN, DWELL_STATISTIC_GROSS_MAX,
  DWELL_STATISTIC_GROSS_AVG,
  DWELL_STATISTIC_CALL, DWELL_STATISTIC_CALL_MIN, DWELL_STATISTIC_CALL_MAX,
  DWELL_STATISTIC_CALL_AVG, DWELL_STATISTIC_CALL_SUM,
  DWELL_STATISTIC_PERIOD_MIN, DWELL_STATISTIC_PERIOD_MAX, DWELL_STATISTIC_PERIOD_AVG,
  DWELL_STATISTIC_OUTSIDE, DWELL_STATISTIC_OUTSIDE_MIN, DWELL_STATISTIC_OUTSIDE_MAX,
  DWELL_STATISTIC_OUTSIDE_AVG,
  DWELL_STATISTIC_STD, DWELL_STATISTIC_P50, DWELL_STATISTIC_P90, DWELL_STATISTIC_P99,
  DWELL_STATISTIC_SHARE, DWELL_STATISTIC_INCOMPLETE,
};

#define N_COLUMNS (G_N_ELEMENTS (of_area) + G_N_ELEMENTS (figures))

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

/* Adds the area of the row. */
static void
add_area (DwellCliRows             *rows,
          const DwellTrace         *trace,
          const DwellStatisticsRow *row)
{
  const DwellArea *area = &trace->areas[row->area];

  dwell_cli_rows_add_area (rows, trace, row->area, area->title);
  dwell_cli_rows_add_text (rows, dwell_area_kind_get_id (area->kind));
  add_int_if (rows, area->has_handle, area->handle);
  add_int_if (rows, area->has_value, area->value);
  dwell_cli_rows_add_name_if_given (rows, trace->strings, area->module);
  dwell_cli_rows_add_name_if_given (rows, trace->strings, area->author);
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
  dwell_cli_rows_add_name_if_given (rows, trace->strings,
                                    group_by == DWELL_GROUP_BY_MODULE ? row->group : 0);
  dwell_cli_rows_add_name_if_given (rows, trace->strings,
                                    group_by == DWELL_GROUP_BY_AUTHOR ? row->group : 0);
}

static void
add_figure (JsonBuilder            *builder,
            const DwellRecordedRow *recorded,
            DwellRecorded           figure)
{
  if (recorded->known & 1u << figure)
    json_builder_add_int_value (builder, recorded->values[figure]);
  else
    json_builder_add_null_value (builder);
}

/* Adds all but the count, nested according to their ids: “net.total”. */
static void
add_recorded_times (JsonBuilder            *builder,
                    const DwellRecordedRow *recorded)
{
  g_autofree char *object = NULL;

  for (DwellRecorded i = 0; i < DWELL_N_RECORDED; i++)
    {
      g_auto(GStrv) path = g_strsplit (dwell_recorded_get_info (i)->id, ".", 2);

      if (i == DWELL_RECORDED_COUNT)
        continue;

      if (g_strcmp0 (object, path[0]) != 0)
        {
          if (object != NULL)
            json_builder_end_object (builder);
          json_builder_set_member_name (builder, path[0]);
          json_builder_begin_object (builder);
          g_free (object);
          object = g_strdup (path[0]);
        }

      json_builder_set_member_name (builder, path[1]);
      add_figure (builder, recorded, i);
    }

  json_builder_end_object (builder);
}

/* Adds the file's own statistics: its figures, the largest difference, and all figures that
 * differ. */
static void
add_recorded (DwellCliRows             *rows,
              const DwellTrace         *trace,
              const DwellStatistics    *statistics,
              const DwellStatisticsRow *row)
{
  g_autoptr(JsonBuilder) builder = json_builder_new ();
  g_autoptr(JsonNode) root = NULL;
  g_autofree char *json = NULL;
  DwellRecordedDifference difference;

  if (row->recorded == NULL)
    {
      dwell_cli_rows_add_null (rows);
      return;
    }

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "count");
  add_figure (builder, row->recorded, DWELL_RECORDED_COUNT);
  add_recorded_times (builder, row->recorded);

  json_builder_set_member_name (builder, "difference");
  if (dwell_recorded_compare (trace, statistics, row, &difference))
    json_builder_add_double_value (builder, difference.fraction);
  else
    json_builder_add_null_value (builder);

  json_builder_set_member_name (builder, "differing");
  json_builder_begin_array (builder);
  for (guint i = 0; i < DWELL_N_RECORDED; i++)
    if (difference.figures & 1u << i)
      json_builder_add_string_value (builder, dwell_recorded_get_info (i)->id);
  json_builder_end_array (builder);
  json_builder_end_object (builder);

  root = json_builder_get_root (builder);
  json = json_to_string (root, FALSE);
  dwell_cli_rows_add_json (rows, json);
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

static DwellStatistics *
query (DwellTrace              *trace,
       DwellStatisticsIndex    *computed,
       const DwellCliSelection *selection,
       DwellGroupBy             group_by)
{
  g_autoptr(DwellStatisticsIndex) index =
    computed != NULL ? dwell_statistics_index_ref (computed)
                     : dwell_statistics_index_new (trace, group_by, NULL);

  return index != NULL ? dwell_statistics_index_query (index, selection->begin, selection->end,
                                                       DWELL_STATISTICS_ALL, NULL) : NULL;
}

static gboolean
show_statistics (DwellTrace              *trace,
                 const DwellProblems     *problems,
                 const DwellCliComputed  *computed,
                 const char              *file,
                 const DwellCliArguments *arguments,
                 gpointer                 user_data)
{
  DwellCliRows *rows = user_data;
  gboolean is_computed = computed->index != NULL && arguments->group_by == DWELL_GROUP_BY_AREA;
  g_autoptr(DwellStatistics) queried = NULL;
  const DwellStatistics *statistics;
  g_auto(DwellCliSelection) selection = { 0 };

  if (trace->spans_are_sequence)
    {
      dwell_cli_complain (file, _("it has no starts and ends to count; see “dwell-cli lines” and "
                                  "“dwell-cli tree”"));
      return FALSE;
    }

  if (!dwell_cli_selection_init (&selection, trace, file, arguments))
    return FALSE;

  if (is_computed && selection.begin == trace->begin && selection.end == trace->end)
    statistics = computed->whole;
  else
    statistics = queried = query (trace, is_computed ? computed->index : NULL, &selection,
                                  arguments->group_by);
  if (statistics == NULL)
    {
      dwell_cli_complain_memory (file);
      return FALSE;
    }

  dwell_cli_rows_begin (rows, file);
  if (arguments->form == DWELL_CLI_JSON)
    dwell_cli_rows_set_has_last (rows, trace->n_recorded > 0);

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

      for (guint k = 0; k < G_N_ELEMENTS (figures); k++)
        {
          DwellCellValue cell = dwell_statistics_get_cell (statistics, trace, row, figures[k]);

          dwell_cli_rows_add_cell (rows, &cell);
        }
      if (arguments->form == DWELL_CLI_JSON && trace->n_recorded > 0)
        add_recorded (rows, trace, statistics, row);
    }

  dwell_cli_rows_end (rows);
  return TRUE;
}

static int
run (const DwellCliArguments *arguments)
{
  /* In JSON, the file's own statistics are included, if it has any. */
  DwellCliColumn columns[N_COLUMNS + 1] = { [N_COLUMNS] = { "recorded", FALSE } };
  guint n_columns = N_COLUMNS + (arguments->form == DWELL_CLI_JSON);
  DwellCliRows *rows;
  int status;

  memcpy (columns, of_area, sizeof of_area);
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    columns[G_N_ELEMENTS (of_area) + i].info = &dwell_statistic_columns[figures[i]];

  rows = dwell_cli_rows_new (arguments->form, "statistics", columns, n_columns,
                             dwell_cli_is_many (arguments));
  status = dwell_cli_for_each_with_problems (arguments, show_statistics, rows);

  return dwell_cli_rows_finish (rows) ? status : DWELL_CLI_FAILED;
}

const DwellCliCommand dwell_cli_statistics = {
  "statistics",
  "FILE…",
  N_("Show how often and how long everything ran"),
  N_("A row for each area (function, scope, process …) in each context that it ran in, after\n"
     "the rows of the sums over all contexts, whose context is empty. All times are in ns.\n"
     "\n"
     "  count           how often it began\n"
     "  net             Self: without what it called, without pauses\n"
     "  gross           Total: with what it called, without the pauses of its context\n"
     "  call            Duration: from entry to exit; total counts only the outermost of nested\n"
     "                  calls of the same area, sum counts all\n"
     "  period          from one start to the next\n"
     "  outside         while it did not run\n"
     "  std, p50 …      standard deviation (of the population) and percentiles of call\n"
     "  share           its part of all net time in the same context and range, 0 to 1; for a "
     "line,\n"
     "                  its part of that of all lines; for a state, its time as a part of the\n"
     "                  range, as far as the range lies in the recording\n"
     "  incomplete      how many have no recorded start or end; they are in count and totals, but\n"
     "                  not in min, max, avg, std and percentiles\n"
     "\n"
     "A variable or signal that is written into has a count of writes and the periods between\n"
     "them. If a file has statistics of its own, its rows in JSON have them as “recorded”, with\n"
     "the largest relative difference from those of its events.\n"
     "\n"
     "What does not exist (the min of nothing) is null in JSON and empty elsewhere, never 0.\n"
     "--from and --to limit everything to that range. With --group-by the rows are modules or\n"
     "authors: the functions of each, added up, without lines and states; outermost calls are\n"
     "those into the group.\n"
     "\n"
     "Several files are shown one after another: JSON is then an array of {\"file\",\n"
     "\"statistics\"}, and CSV begins with a column “file”. With --joined they are one recording.\n"
     "\n"
     "Example: what took most of the first second\n"
     "  dwell-cli statistics --to=1s --as=csv run.log | sort -t, -k9 -rn | head"),
  DWELL_CLI_TAKES_FORM | DWELL_CLI_TAKES_FILES | DWELL_CLI_TAKES_RANGE | DWELL_CLI_TAKES_FILTER |
    DWELL_CLI_TAKES_GROUP | DWELL_CLI_TAKES_NAMES,
  run,
};
