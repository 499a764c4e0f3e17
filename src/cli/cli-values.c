/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli values: prints the values of every variable, state and signal in a range. */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "analysis/values/dwell-values.h"
#include "cli/cli-commands.h"
#include "cli/cli-open.h"
#include "cli/cli-output.h"
#include "cli/cli-select.h"

static const DwellCliColumn columns[] = {
  DWELL_CLI_COLUMN (dwell_value_columns[DWELL_VALUE_COLUMN_CONTEXT]),
  { "area", FALSE },
  DWELL_CLI_COLUMN (dwell_value_columns[DWELL_VALUE_COLUMN_KIND]),
  DWELL_CLI_COLUMN (dwell_value_columns[DWELL_VALUE_COLUMN_UNIT]),
  DWELL_CLI_COLUMN (dwell_value_columns[DWELL_VALUE_COLUMN_COUNT]),
  DWELL_CLI_COLUMN (dwell_value_columns[DWELL_VALUE_COLUMN_MIN]),
  DWELL_CLI_COLUMN (dwell_value_columns[DWELL_VALUE_COLUMN_MAX]),
  DWELL_CLI_COLUMN (dwell_value_columns[DWELL_VALUE_COLUMN_MEAN]),
  DWELL_CLI_COLUMN (dwell_value_columns[DWELL_VALUE_COLUMN_LAST]),
  { "states", FALSE },
};

static void
add_value (DwellCliRows *rows,
           gboolean      exists,
           DwellValue    value,
           gboolean      is_real)
{
  if (!exists)
    dwell_cli_rows_add_null (rows);
  else if (is_real)
    dwell_cli_rows_add_exact (rows, value.real);
  else
    dwell_cli_rows_add_int (rows, value.integer);
}

/* The state's name, or its value if it has none. */
static char *
get_state_name (const DwellTrace *trace,
                guint32           area)
{
  const char *name = dwell_trace_get_area_name (trace, area);

  if (*name != '\0' || !trace->areas[area].has_value)
    return g_strdup (name);

  return g_strdup_printf ("%" G_GINT64_FORMAT, trace->areas[area].value);
}

static void
add_state_json (GString              *text,
                const DwellTrace     *trace,
                const DwellStateTime *state)
{
  const DwellArea *area = &trace->areas[state->area];
  char share[G_ASCII_DTOSTR_BUF_SIZE] = "null";

  if (state->share >= 0)
    g_ascii_formatd (share, sizeof share, "%.9g", state->share);

  g_string_append (text, "{\"name\":");
  dwell_cli_append_json (text, dwell_trace_get_area_name (trace, state->area));
  if (area->has_value)
    g_string_append_printf (text, ",\"value\":%" G_GINT64_FORMAT, area->value);
  else
    g_string_append (text, ",\"value\":null");
  g_string_append_printf (text, ",\"time\":%" G_GINT64_FORMAT, state->time);
  g_string_append_printf (text, ",\"count\":%" G_GUINT64_FORMAT, state->count);
  g_string_append_printf (text, ",\"share\":%s}", share);
}

/* In JSON [{"name","value","time","count","share"}], else “RUN 1200 (3), IDLE 40 (2)”. */
static void
add_states (DwellCliRows     *rows,
            const DwellTrace *trace,
            DwellCliForm      form,
            const GArray     *states,
            guint             first,
            guint             end)
{
  g_autoptr(GString) text = g_string_new (form == DWELL_CLI_JSON ? "[" : "");

  for (guint i = first; i < end; i++)
    {
      const DwellStateTime *state = &g_array_index (states, DwellStateTime, i);

      if (i > first)
        g_string_append (text, form == DWELL_CLI_JSON ? "," : ", ");

      if (form == DWELL_CLI_JSON)
        {
          add_state_json (text, trace, state);
        }
      else
        {
          g_autofree char *name = get_state_name (trace, state->area);

          g_string_append_printf (text, "%s %" G_GINT64_FORMAT " (%" G_GUINT64_FORMAT ")", name,
                                  state->time, state->count);
        }
    }

  if (form == DWELL_CLI_JSON)
    {
      g_string_append_c (text, ']');
      dwell_cli_rows_add_json (rows, text->str);
    }
  else
    {
      dwell_cli_rows_add_text (rows, text->str);
    }
}

/* The state that holds at the end of the range. */
static void
add_last_state (DwellCliRows            *rows,
                const DwellTrace        *trace,
                guint32                  track,
                const DwellCliSelection *selection)
{
  guint32 span = dwell_values_find_last_state (trace, track, selection->begin, selection->end);
  g_autofree char *name = NULL;

  if (span == DWELL_NONE)
    {
      dwell_cli_rows_add_null (rows);
      return;
    }

  name = get_state_name (trace, trace->span_area[span]);
  dwell_cli_rows_add_text (rows, name);
}

static void
add_states_row (DwellCliRows            *rows,
                const DwellTrace        *trace,
                DwellCliForm             form,
                const DwellCliSelection *selection,
                const GArray            *states,
                guint32                  track)
{
  guint64 count = 0;
  guint first = 0;
  guint end;

  while (first < states->len && g_array_index (states, DwellStateTime, first).track != track)
    first++;

  for (end = first;
       end < states->len && g_array_index (states, DwellStateTime, end).track == track; end++)
    count += g_array_index (states, DwellStateTime, end).count;

  dwell_cli_rows_add_uint (rows, count);
  dwell_cli_rows_add_null (rows);
  dwell_cli_rows_add_null (rows);
  dwell_cli_rows_add_null (rows);
  add_last_state (rows, trace, track, selection);
  add_states (rows, trace, form, states, first, end);
}

static void
add_writes_row (DwellCliRows            *rows,
                DwellValueIndex         *values,
                const DwellCliSelection *selection,
                guint32                  track)
{
  gboolean is_real = dwell_values_is_real (dwell_value_index_get_trace (values), track);
  DwellValueSummary summary;

  dwell_value_index_summarise (values, track, selection->begin, selection->end, &summary);
  dwell_cli_rows_add_uint (rows, summary.n_writes);
  add_value (rows, summary.has_values, summary.least, is_real);
  add_value (rows, summary.has_values, summary.greatest, is_real);
  add_value (rows, summary.has_mean, (DwellValue) { .real = summary.mean }, TRUE);
  add_value (rows, summary.has_last, summary.last, is_real);
  dwell_cli_rows_add_null (rows);
}

static gboolean
is_selected (const DwellCliSelection *selection,
             const DwellTrace        *trace,
             const DwellCliArguments *arguments,
             guint32                  track)
{
  return dwell_values_is_variable (trace, track) &&
         selection->contexts[trace->tracks[track].context] &&
         (arguments->filter == NULL ||
          dwell_pattern_matches (arguments->filter,
                                 dwell_trace_get_string (trace, trace->tracks[track].name)));
}

static gboolean
show_values (DwellTrace              *trace,
             const char              *file,
             const DwellCliArguments *arguments,
             gpointer                 user_data)
{
  DwellCliRows *rows = user_data;
  g_autoptr(DwellStatisticsIndex) index = NULL;
  g_autoptr(DwellStatistics) statistics = NULL;
  g_autoptr(DwellValueIndex) values = NULL;
  g_autoptr(GArray) states = NULL;
  g_auto(DwellCliSelection) selection = { 0 };

  if (!dwell_cli_selection_init (&selection, trace, file, arguments))
    return FALSE;

  index = dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, NULL);
  if (index != NULL)
    statistics = dwell_statistics_index_query (index, selection.begin, selection.end,
                                               DWELL_STATISTICS_TOTALS, NULL);
  values = dwell_value_index_new (trace, NULL);
  if (statistics == NULL || values == NULL)
    {
      dwell_cli_complain_memory (file);
      return FALSE;
    }

  states = dwell_values_collect_states (trace, statistics);
  dwell_cli_rows_begin (rows, file);

  for (guint32 i = 0; i < trace->n_tracks; i++)
    {
      const DwellTrack *track = &trace->tracks[i];
      const DwellArea *area = track->area != DWELL_NONE ? &trace->areas[track->area] : NULL;

      if (!is_selected (&selection, trace, arguments, i))
        continue;

      dwell_cli_rows_add_name (rows, trace->strings, trace->contexts[track->context].name);
      dwell_cli_rows_add_name (rows, trace->strings, track->name);
      dwell_cli_rows_add_text (rows, dwell_area_kind_get_id (area != NULL ? area->kind
                                                                          : DWELL_AREA_VARIABLE));
      if (area != NULL && area->unit != 0)
        dwell_cli_rows_add_name (rows, trace->strings, area->unit);
      else
        dwell_cli_rows_add_null (rows);

      if (dwell_values_has_states (trace, i))
        add_states_row (rows, trace, arguments->form, &selection, states, i);
      else
        add_writes_row (rows, values, &selection, i);
    }

  dwell_cli_rows_end (rows);
  return TRUE;
}

static int
run (const DwellCliArguments *arguments)
{
  DwellCliRows *rows = dwell_cli_rows_new (arguments->form, "values", columns,
                                           G_N_ELEMENTS (columns), dwell_cli_is_many (arguments));
  int status = dwell_cli_for_each (arguments, show_values, rows);

  return dwell_cli_rows_finish (rows) ? status : DWELL_CLI_FAILED;
}

const DwellCliCommand dwell_cli_values = {
  "values",
  "FILE…",
  N_("Show what was written into variables and signals"),
  N_("A row for each variable, state variable and signal.\n"
     "\n"
     "  writes          how often it was written in the range, or how often a state began\n"
     "  min, max        of the values that it held in the range, also those from before it\n"
     "  mean            weighted by the time for which it held each value\n"
     "  last            what it held at the end of the range; of states, the name\n"
     "  states          in JSON [{\"name\",\"value\",\"time\",\"count\",\"share\"}], time in ns,\n"
     "                  share its part of the range as far as that is recorded, 0 to 1;\n"
     "                  elsewhere “NAME TIME (COUNT), …”; null or empty for all but state\n"
     "                  variables\n"
     "\n"
     "What does not exist is null in JSON and empty elsewhere, never 0. Min, max and mean leave\n"
     "out values that are not finite. Only the recorded part of a range counts: beyond it, no\n"
     "value is known. --filter looks at the names of variables.\n"
     "\n"
     "Example: in which modes the program was in its first second\n"
     "  dwell-cli values --to=1s --filter=mode --as=json run.txt"),
  DWELL_CLI_TAKES_FORM | DWELL_CLI_TAKES_FILES | DWELL_CLI_TAKES_RANGE | DWELL_CLI_TAKES_FILTER |
    DWELL_CLI_TAKES_NAMES,
  run,
};
