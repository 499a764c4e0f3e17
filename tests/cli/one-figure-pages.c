/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the pages show: each witness makes the model of one, waits until it is there, and reads it
 * row by row. */
#include "config.h"

#include <string.h>

#include "analysis/dwell-line-table.h"
#include "model/export/dwell-report.h"
#include "model/lists/distribution/dwell-distribution.h"
#include "model/lists/dwell-info-list.h"
#include "model/lists/events/dwell-event-list.h"
#include "model/lists/events/dwell-span-info.h"
#include "model/lists/lines/dwell-line-list.h"
#include "model/lists/statistics/dwell-statistics-list.h"
#include "model/lists/values/dwell-value-list.h"
#include "one-figure-pages.h"

#define MAX_EVENTS 2000u

static gboolean
has_statistics (const Scope *scope)
{
  return !scope->trace->spans_are_sequence && scope->statistics->n_rows > 0;
}

/* --- Statistics --- */

static FigureType
get_type (DwellStatistic statistic)
{
  DwellCellKind kind = dwell_statistic_columns[statistic].kind;

  g_assert_true (kind == DWELL_CELL_COUNT || kind == DWELL_CELL_TIME || kind == DWELL_CELL_SHARE);
  return kind == DWELL_CELL_COUNT ? FIGURE_COUNT
         : kind == DWELL_CELL_TIME ? FIGURE_TIME : FIGURE_SHARE;
}

static void
tell_statistics_of (const Scope  *scope,
                    DwellGroupBy  group_by,
                    guint32       context)
{
  g_autoptr(DwellStatisticsList) list = dwell_statistics_list_new ();

  if (!has_statistics (scope))
    return;

  dwell_statistics_list_set_group_by (list, group_by);
  dwell_statistics_list_set_context (list, context);
  dwell_query_set_view (DWELL_QUERY (list), scope->view);
  wait_for (list);

  for (guint i = 0; i < get_n (list); i++)
    {
      g_autoptr(DwellStatisticsItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);
      const DwellStatisticsRow *row = dwell_statistics_item_get_row (item);
      g_autofree char *thing =
        row->area != DWELL_NONE
          ? thing_area (row->area, row->context)
          : g_strdup_printf ("group %s", dwell_trace_get_string (scope->trace, row->group));

      for (DwellStatistic id = DWELL_STATISTIC_COUNT; id <= DWELL_STATISTIC_INCOMPLETE; id++)
        {
          g_autofree char *plain = dwell_statistics_item_get_plain (item, id);
          g_autofree char *text = dwell_statistics_item_get_text (item, id);

          book_tell (scope->book, get_type (id), thing, dwell_statistic_columns[id].id, plain,
                     text);
        }
    }
}

static void
tell_statistics (const Scope *scope)
{
  tell_statistics_of (scope, DWELL_GROUP_BY_AREA, DWELL_NONE);
  tell_statistics_of (scope, DWELL_GROUP_BY_AREA, DWELL_EACH_CONTEXT);
}

static void
tell_modules (const Scope *scope)
{
  tell_statistics_of (scope, DWELL_GROUP_BY_MODULE, DWELL_NONE);
}

/* --- Distribution --- */

static void
tell_time (const Scope *scope,
           const char  *thing,
           const char  *figure,
           gint64       time)
{
  g_autofree char *plain = g_strdup_printf ("%" G_GINT64_FORMAT, time);

  book_tell (scope->book, FIGURE_TIME, thing, figure, plain, NULL);
}

static void
tell_samples (const Scope        *scope,
              const DwellSamples *samples,
              guint32             area)
{
  g_autofree char *thing = thing_area (area, DWELL_NONE);
  gboolean is_net = samples->measure == DWELL_MEASURE_NET;

  for (guint64 i = 0; i < MIN (samples->n, MAX_EVENTS); i++)
    {
      g_autofree char *span = thing_span (samples->spans[i]);

      tell_time (scope, span, is_net ? "own" : "duration", samples->values[i]);
    }

  if (samples->n == 0)
    return;

  tell_time (scope, thing, is_net ? "net.min" : "call.min", samples->sorted[0]);
  tell_time (scope, thing, is_net ? "net.max" : "call.max", samples->sorted[samples->n - 1]);
  if (is_net)
    return;

  tell_time (scope, thing, "p50", dwell_samples_get_percentile (samples, 0.5));
  tell_time (scope, thing, "p90", dwell_samples_get_percentile (samples, 0.9));
  tell_time (scope, thing, "p99", dwell_samples_get_percentile (samples, 0.99));
}

static void
tell_distribution (const Scope *scope)
{
  static const DwellMeasure measures[] = { DWELL_MEASURE_CALL, DWELL_MEASURE_NET };
  g_autoptr(DwellDistribution) distribution = dwell_distribution_new ();
  guint n = 0;

  if (!has_statistics (scope))
    return;

  dwell_query_set_view (DWELL_QUERY (distribution), scope->view);
  for (guint i = 0; i < scope->statistics->n_rows && n < MAX_LOOKED_AT; i++)
    {
      const DwellStatisticsRow *row = &scope->statistics->rows[i];

      if (row->context != DWELL_NONE || row->n_complete == 0)
        continue;

      n++;
      dwell_view_focus_area (scope->view, row->area);
      for (guint j = 0; j < G_N_ELEMENTS (measures); j++)
        {
          const DwellDistributionAnswer *answer;

          dwell_distribution_set_measure (distribution, measures[j]);
          wait_for (distribution);
          answer = dwell_distribution_get_answer (distribution);
          g_assert_cmpuint (answer->parts[0].area, ==, row->area);
          g_assert_cmpint (answer->measure, ==, measures[j]);
          tell_samples (scope, answer->parts[0].samples, row->area);
        }
    }
}

/* --- Values --- */

static void
tell_value (const Scope      *scope,
            DwellValueItem   *item,
            DwellValueColumn  column,
            FigureType        type,
            const char       *thing,
            const char       *figure)
{
  g_autofree char *plain = dwell_value_item_get_plain (item, column);
  g_autofree char *text = dwell_value_item_get_text (item, column);

  book_tell (scope->book, type, thing, figure, plain, text);
}

static void
tell_values (const Scope *scope)
{
  g_autoptr(DwellValueList) list = dwell_value_list_new ();

  if (scope->trace->spans_are_sequence)
    return;

  dwell_query_set_view (DWELL_QUERY (list), scope->view);
  wait_for (list);
  for (guint i = 0; i < get_n (list); i++)
    {
      g_autoptr(DwellValueItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);
      const DwellTrack *track = &scope->trace->tracks[dwell_value_item_get_track (item)];
      guint32 state = dwell_value_item_get_state (item);
      g_autofree char *variable = g_strdup_printf ("track %u", dwell_value_item_get_track (item));
      g_autofree char *thing = thing_area (state != DWELL_NONE ? state : track->area,
                                           track->context);

      if (state != DWELL_NONE || track->area != DWELL_NONE)
        tell_value (scope, item, DWELL_VALUE_COLUMN_COUNT, FIGURE_COUNT, thing, "count");

      if (state != DWELL_NONE)
        {
          tell_value (scope, item, DWELL_VALUE_COLUMN_TIME, FIGURE_TIME, thing, "net.total");
          tell_value (scope, item, DWELL_VALUE_COLUMN_TIME, FIGURE_TIME, thing, "call.total");
          tell_value (scope, item, DWELL_VALUE_COLUMN_SHARE, FIGURE_SHARE, thing, "share");
          tell_value (scope, item, DWELL_VALUE_COLUMN_LONGEST, FIGURE_TIME, thing, "call.max");
          continue;
        }

      tell_value (scope, item, DWELL_VALUE_COLUMN_COUNT, FIGURE_COUNT, variable, "writes");
      tell_value (scope, item, DWELL_VALUE_COLUMN_MIN, FIGURE_VALUE, variable, "min");
      tell_value (scope, item, DWELL_VALUE_COLUMN_MAX, FIGURE_VALUE, variable, "max");
      tell_value (scope, item, DWELL_VALUE_COLUMN_MEAN, FIGURE_VALUE, variable, "mean");
      tell_value (scope, item, DWELL_VALUE_COLUMN_LAST, FIGURE_VALUE, variable, "last");
    }
}

/* --- Lines --- */

static void
tell_lines (const Scope *scope)
{
  static const struct {
    DwellLineColumn  column;
    FigureType       type;
    const char      *figure;
  } figures[] = {
    { DWELL_LINE_HITS, FIGURE_COUNT, "count" },
    { DWELL_LINE_HITS, FIGURE_COUNT, "hits" },
    { DWELL_LINE_TIME, FIGURE_TIME, "net.total" },
    { DWELL_LINE_MIN, FIGURE_TIME, "net.min" },
    { DWELL_LINE_MAX, FIGURE_TIME, "net.max" },
    { DWELL_LINE_AVERAGE, FIGURE_TIME, "net.avg" },
    { DWELL_LINE_SHARE, FIGURE_SHARE, "share" },
  };
  g_autoptr(DwellLineList) list = dwell_line_list_new ();

  /* Not all know times. */
  if (!dwell_line_table_is_possible (scope->trace) ||
      (!scope->is_whole && !dwell_line_table_has_times (scope->trace)))
    return;

  dwell_line_list_set_flat (list, TRUE);
  dwell_query_set_view (DWELL_QUERY (list), scope->view);
  wait_for (list);
  for (guint i = 0; i < get_n (list); i++)
    {
      g_autoptr(DwellLineItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);
      g_autofree char *thing = thing_area (dwell_line_item_get_area (item), DWELL_NONE);

      for (guint j = 0; j < G_N_ELEMENTS (figures); j++)
        {
          g_autofree char *plain = dwell_line_item_get_plain (item, figures[j].column);
          g_autofree char *text = dwell_line_item_get_text (item, figures[j].column);

          book_tell (scope->book, figures[j].type, thing, figures[j].figure, plain, text);
        }
    }
}

/* --- Events, details --- */

static void
tell_events (const Scope *scope)
{
  g_autoptr(DwellEventList) list = dwell_event_list_new ();

  if (!has_statistics (scope))
    return;

  dwell_query_set_view (DWELL_QUERY (list), scope->view);
  wait_for (list);
  for (guint i = 0; i < MIN (get_n (list), MAX_EVENTS); i++)
    {
      g_autoptr(DwellEventItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);
      DwellEvent event = dwell_event_item_get_event (item);
      g_autofree char *thing = thing_span (event.span);
      g_autofree char *plain =
        g_strdup_printf ("%" G_GINT64_FORMAT, dwell_event_item_get_duration (item));
      g_autofree char *text = NULL;

      if (event.span == DWELL_NONE)
        continue;

      g_object_get (item, "duration", &text, NULL);
      book_tell (scope->book, FIGURE_TIME, thing, "duration", plain, text);
    }
}

/* “12.35 ms (0.012345678 s), 40 % of the duration”: what stands before the rest. */
static char *
cut_fact (const char *value)
{
  const char *exact = strstr (value, " (");
  const char *share = strstr (value, ", ");
  gsize length = strlen (value);

  if (exact != NULL)
    length = MIN (length, (gsize) (exact - value));
  if (share != NULL)
    length = MIN (length, (gsize) (share - value));
  return g_strndup (value, length);
}

static void
tell_details_of (const Scope   *scope,
                 DwellSpanInfo *info,
                 guint32        span)
{
  static const char * const figures[][2] = {
    { "Duration", "duration" }, { "Self", "own" }, { "Total", "gross" },
  };
  g_autofree char *thing = thing_span (span);

  dwell_view_focus_span (scope->view, span);
  wait_for (info);
  for (guint i = 0; i < get_n (info); i++)
    {
      g_autoptr(DwellFact) fact = g_list_model_get_item (G_LIST_MODEL (info), i);
      g_autofree char *value = cut_fact (dwell_fact_get_value (fact));

      for (guint j = 0; j < G_N_ELEMENTS (figures); j++)
        if (g_str_equal (dwell_fact_get_label (fact), figures[j][0]))
          book_tell (scope->book, FIGURE_TIME, thing, figures[j][1], NULL, value);
    }
}

/* An area over all contexts, in the range of the scope. */
static void
tell_details_of_area (const Scope   *scope,
                      DwellSpanInfo *info,
                      guint32        area)
{
  static const struct {
    const char *label;
    FigureType  type;
    const char *figure;
  } figures[] = {
    { "Self", FIGURE_TIME, "net.total" }, { "Total", FIGURE_TIME, "gross.total" },
    { "Duration", FIGURE_TIME, "call.total" }, { "Count", FIGURE_COUNT, "count" },
    { "Share", FIGURE_SHARE, "share" }, { "Mean", FIGURE_TIME, "call.avg" },
    { "Max", FIGURE_TIME, "call.max" }, { "Min", FIGURE_TIME, "call.min" },
  };
  g_autofree char *thing = thing_area (area, DWELL_NONE);

  /* A focused span of the area would stay in focus. */
  dwell_view_focus_span (scope->view, DWELL_NONE);
  dwell_view_focus_area (scope->view, area);
  wait_for (info);
  for (guint i = 0; i < get_n (info); i++)
    {
      g_autoptr(DwellFact) fact = g_list_model_get_item (G_LIST_MODEL (info), i);

      for (guint j = 0; j < G_N_ELEMENTS (figures); j++)
        if (g_str_equal (dwell_fact_get_label (fact), figures[j].label))
          book_tell (scope->book, figures[j].type, thing, figures[j].figure, NULL,
                     dwell_fact_get_value (fact));
    }
}

/* Spans and areas from all over the trace. */
static void
tell_details (const Scope *scope)
{
  g_autoptr(DwellSpanInfo) info = dwell_span_info_new ();
  guint32 step = MAX (1, scope->trace->n_spans / MAX_LOOKED_AT);

  if (!has_statistics (scope))
    return;

  dwell_query_set_view (DWELL_QUERY (info), scope->view);
  for (guint32 span = 0; span < scope->trace->n_spans; span += step)
    tell_details_of (scope, info, span);

  step = MAX (1, scope->statistics->n_rows / MAX_LOOKED_AT);
  for (guint i = 0; i < scope->statistics->n_rows; i += step)
    if (scope->statistics->rows[i].context == DWELL_NONE)
      tell_details_of_area (scope, info, scope->statistics->rows[i].area);
}

/* What statistics tell of an area with one complete span is what is told of that. */
static void
tell_single_spans (const Scope *scope)
{
  DwellStatisticsIndex *index =
    dwell_session_get_reading (dwell_view_get_session (scope->view))->statistics;

  for (guint i = 0; i < scope->statistics->n_rows && has_statistics (scope); i++)
    {
      const DwellStatisticsRow *row = &scope->statistics->rows[i];
      g_autofree char *thing = NULL;
      guint32 span;

      if (row->n_complete != 1 || !row->net_is_defined)
        continue;

      span = dwell_statistics_index_get_longest (index, row->context, row->area, scope->begin,
                                                 scope->end);
      thing = thing_area (row->area, row->context);
      tell_time (scope, thing, "call.max", dwell_trace_get_span_duration (scope->trace, span));
      tell_time (scope, thing, "gross.max", dwell_trace_get_span_gross (scope->trace, span));
      tell_time (scope, thing, "net.max", dwell_trace_get_span_own (scope->trace, span));
    }
}

/* --- Report, info --- */

/* The one area of that title, or DWELL_NONE. */
static guint32
find_area (const DwellTrace *trace,
           const char       *title)
{
  guint32 found = DWELL_NONE;

  for (guint32 area = 0; area < trace->n_areas; area++)
    if (g_str_equal (dwell_trace_get_area_title (trace, area), title))
      {
        if (found != DWELL_NONE)
          return DWELL_NONE;
        found = area;
      }

  return found;
}

/* The cells of a row of a table in Markdown. */
static GStrv
split_row (const char *line)
{
  g_autoptr(GStrvBuilder) cells = g_strv_builder_new ();
  g_autoptr(GString) cell = g_string_new (NULL);

  for (const char *p = line + 1; *p != '\0'; p++)
    if (*p == '\\' && p[1] != '\0')
      {
        g_string_append_c (cell, *++p);
      }
    else if (*p == '|')
      {
        /* One blank stands on either side. */
        g_autofree char *text = g_strndup (cell->str + 1, cell->len > 2 ? cell->len - 2 : 0);

        g_strv_builder_add (cells, text);
        g_string_set_size (cell, 0);
      }
    else
      {
        g_string_append_c (cell, *p);
      }

  return g_strv_builder_end (cells);
}

static void
tell_report (const Scope *scope)
{
  static const struct {
    const char *figure;
    FigureType  type;
  } figures[] = {
    { "count", FIGURE_COUNT }, { "share", FIGURE_SHARE }, { "net.total", FIGURE_TIME },
    { "gross.total", FIGURE_TIME }, { "call.min", FIGURE_TIME }, { "call.max", FIGURE_TIME },
    { "call.avg", FIGURE_TIME }, { "call.total", FIGURE_TIME },
  };
  g_autoptr(DwellReport) report = dwell_report_new (scope->view);
  g_autofree char *text = dwell_report_to_text (report, DWELL_REPORT_MARKDOWN, NULL, NULL);
  const char *statistics = strstr (text, "\n## Statistics\n");
  g_auto(GStrv) lines = g_strsplit (statistics != NULL ? statistics : "", "\n", -1);
  gboolean is_table = FALSE;

  for (guint i = 0; lines[i] != NULL && (i < 2 || !g_str_has_prefix (lines[i], "## ")); i++)
    {
      g_auto(GStrv) cells = NULL;
      g_autofree char *thing = NULL;
      guint32 area;

      is_table = is_table || g_str_has_prefix (lines[i], "| ---");
      if (!is_table || !g_str_has_prefix (lines[i], "| ") || g_str_has_prefix (lines[i], "| ---"))
        continue;

      cells = split_row (lines[i]);
      area = find_area (scope->trace, cells[0]);
      if (area == DWELL_NONE)
        continue;

      g_assert_cmpuint (g_strv_length (cells), >=, G_N_ELEMENTS (figures));
      thing = thing_area (area, DWELL_NONE);
      for (guint j = 0; j < G_N_ELEMENTS (figures) && cells[j + 1] != NULL; j++)
        book_tell (scope->book, figures[j].type, thing, figures[j].figure, NULL, cells[j + 1]);
    }
}

static void
tell_info (const Scope *scope)
{
  static const char * const figures[][2] = {
    { "Spans", "spans" }, { "Messages", "marks" }, { "Names", "areas" },
    { "Problems", "problems" },
  };
  g_autoptr(DwellInfoList) list = dwell_info_list_new ();

  dwell_query_set_view (DWELL_QUERY (list), scope->view);
  wait_for (list);
  for (guint i = 0; i < get_n (list); i++)
    {
      g_autoptr(DwellFact) fact = g_list_model_get_item (G_LIST_MODEL (list), i);

      for (guint j = 0; j < G_N_ELEMENTS (figures); j++)
        if (g_str_equal (dwell_fact_get_label (fact), figures[j][0]) &&
            g_str_equal (dwell_fact_get_group (fact), "Contents"))
          book_tell (scope->book, FIGURE_COUNT, "session", figures[j][1], NULL,
                     dwell_fact_get_value (fact));
    }
}

const Witness one_figure_pages[] = {
  { "Statistics", tell_statistics },
  { "Statistics by module", tell_modules },
  { "Call Tree", one_figure_tell_tree },
  { "Call Tree from below", one_figure_tell_bottom_up },
  { "Callers and callees", one_figure_tell_callers },
  { "Flame Graph", one_figure_tell_flame },
  { "Distribution", tell_distribution },
  { "Values", tell_values },
  { "Lines", tell_lines },
  { "Costs", one_figure_tell_costs },
  { "Events", tell_events },
  { "Details", tell_details },
  { "Single spans", tell_single_spans },
  { "Report", tell_report },
  { "Info", tell_info },
  { NULL, NULL },
};
