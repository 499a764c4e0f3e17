/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of a session. The state that belongs to the main thread is copied first; the rest is
 * computed on the thread that makes the text. */
#include "config.h"

#include "model/export/dwell-report-private.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-axis.h"
#include "core/dwell-text.h"
#include "model/lists/dwell-info-list.h"
#include "model/lists/dwell-problem-list-private.h"
#include "model/view/dwell-view-private.h"

#define MAX_PROBLEMS 20

/* Notes are facts without a title. */
static void
take_facts (DwellReport *self,
            DwellView   *view)
{
  g_autoptr(DwellInfoList) infos = dwell_info_list_new ();

  dwell_query_set_view (DWELL_QUERY (infos), view);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (infos)); i++)
    {
      g_autoptr(DwellFact) item = g_list_model_get_item (G_LIST_MODEL (infos), i);

      g_ptr_array_add (self->facts, g_strdup (dwell_fact_get_label (item)));
      g_ptr_array_add (self->facts, g_strdup (dwell_fact_get_value (item)));
    }
  dwell_query_set_view (DWELL_QUERY (infos), NULL);
}

static void
take_markers (DwellReport *self,
              DwellView   *view)
{
  for (guint i = 0; i < dwell_view_get_n_markers (view); i++)
    {
      const DwellMarker *marker = dwell_view_get_marker (view, i);
      gint64 before = i > 0 ? dwell_view_get_marker (view, i - 1)->time : marker->time;
      guint64 since = MIN ((guint64) marker->time - (guint64) before, (guint64) G_MAXINT64);

      g_ptr_array_add (self->markers,
                       dwell_axis_time (self->trace, marker->time,
                                        marker->time % self->resolution == 0 ? self->resolution
                                                                             : 1));
      g_ptr_array_add (self->markers, g_strdup (marker->text));
      g_ptr_array_add (self->markers, i > 0 ? dwell_axis_duration (self->trace, (gint64) since)
                                            : g_strdup (""));
      g_ptr_array_add (self->markers,
                       g_strdup (marker->span != DWELL_NONE
                                 ? dwell_trace_get_area_title (self->trace,
                                                               self->trace->span_area[marker->span])
                                 : ""));
    }
}

/**
 * dwell_report_new:
 * @view: a view with a trace
 *
 * Copies the present state of @view and of its session. To be called on the main thread.
 *
 * Returns: (transfer full): a report, not yet prepared
 */
DwellReport *
dwell_report_new (DwellView *view)
{
  DwellReport *self = g_new0 (DwellReport, 1);
  DwellSession *session = dwell_view_get_session (view);
  DwellReading *reading = dwell_view_get_reading (view);

  self->title = g_strdup (dwell_session_get_title (session));
  g_object_get (session, "subtitle", &self->subtitle, NULL);
  self->facts = g_ptr_array_new_with_free_func (g_free);
  self->markers = g_ptr_array_new_with_free_func (g_free);
  self->trace = dwell_trace_ref (reading->trace);
  self->problems = dwell_problems_ref (reading->problems);
  self->resolution = reading->resolution;
  if (reading->statistics != NULL && !self->trace->spans_are_sequence)
    self->statistics = dwell_statistics_index_ref (reading->statistics);

  dwell_view_get_range (view, &self->begin, &self->end);
  dwell_view_get_scope_range (view, &self->scope_begin, &self->scope_end);
  self->favourites = _dwell_view_copy_favourites (view);
  self->limits = _dwell_view_copy_deadlines (view);
  take_facts (self, view);
  take_markers (self, view);
  return self;
}

/**
 * dwell_report_free:
 * @self: (transfer full): a report
 *
 * Frees a report, on any thread.
 */
void
dwell_report_free (DwellReport *self)
{
  g_free (self->title);
  g_free (self->subtitle);
  g_ptr_array_unref (self->facts);
  g_ptr_array_unref (self->markers);
  g_hash_table_unref (self->limits);
  g_clear_pointer (&self->favourites, g_hash_table_unref);
  g_clear_pointer (&self->deadlines, g_array_unref);
  g_clear_pointer (&self->overruns, dwell_overruns_free);
  g_clear_pointer (&self->costs, _dwell_cost_question_free);
  g_clear_pointer (&self->tree, dwell_tree_unref);
  g_clear_pointer (&self->statistics, dwell_statistics_index_unref);
  dwell_problems_unref (self->problems);
  dwell_trace_unref (self->trace);
  g_free (self);
}

/* Makes a text such as “Range: 1.2 s – 3.4 s, 2.2 s”: the scope of the statistics. */
char *
_dwell_report_describe_scope (DwellReport *self)
{
  g_autofree char *range = dwell_axis_range (self->trace, self->scope_begin, self->scope_end);

  /* Translators: %s is a stretch of time */
  return g_strdup_printf (_("Range: %s"), range);
}

static void
add_facts (DwellReport     *self,
           DwellReportText *text)
{
  const char *titles[] = { _("What"), _("Value") };

  if (self->facts->len == 0)
    return;

  dwell_report_text_heading (text, _("Technical Data"));
  dwell_report_text_table (text, titles, 2, 0);
  for (guint i = 0; i < self->facts->len; i += 2)
    {
      const char *title = g_ptr_array_index (self->facts, i);
      const char *cells[] = { *title != '\0' ? title : C_("session", "Note"),
                              g_ptr_array_index (self->facts, i + 1) };

      dwell_report_text_row (text, cells, 2, 0);
    }
  dwell_report_text_end_table (text);
}

/* Adds what the session is, and which part of it was in view. */
static void
add_summary (DwellReport     *self,
             DwellReportText *text,
             const char      *picture)
{
  dwell_report_text_paragraph (text, self->subtitle);
  if (dwell_trace_has_timeline (self->trace))
    {
      g_autofree char *range = dwell_axis_range (self->trace, self->begin, self->end);
      /* Translators: %s is begin, end and length of a stretch of time */
      g_autofree char *visible = g_strdup_printf (_("Visible range: %s"), range);

      dwell_report_text_paragraph (text, visible);
    }
  if (picture != NULL)
    dwell_report_text_picture (text, picture, _("The visible range of the timeline"));
}

static int
compare_gravest (gconstpointer a,
                 gconstpointer b)
{
  const DwellStatisticsRow *first = *(const DwellStatisticsRow * const *) a;
  const DwellStatisticsRow *second = *(const DwellStatisticsRow * const *) b;

  if (first->net.total != second->net.total)
    return first->net.total < second->net.total ? 1 : -1;

  return (first->area > second->area) - (first->area < second->area);
}

static char *
make_time (gboolean        exists,
           DwellSignedWide time)
{
  return exists ? dwell_text_duration (time) : g_strdup ("");
}

/* Returns the number of figures of an area. The last one, its duration, differs from its total
 * only if contexts are preempted. */
static guint
count_figures (const DwellReport *self)
{
  return (self->trace->tables & DWELL_TABLE_SUSPENSIONS) != 0 ? 9 : 8;
}

/* The figures have the meaning and the names that they have in statistics. */
static void
add_area (DwellReport              *self,
          DwellReportText          *text,
          const DwellStatisticsRow *row)
{
  gboolean has_complete = row->n_complete > 0;
  g_autofree char *count = dwell_text_count (row->count);
  g_autofree char *share = dwell_text_percent (row->share);
  g_autofree char *own = make_time (row->net_is_defined, (DwellSignedWide) row->net.total);
  g_autofree char *total = make_time (TRUE, (DwellSignedWide) row->gross.total);
  g_autofree char *min = make_time (has_complete, row->call.min);
  g_autofree char *max = make_time (has_complete, row->call.max);
  g_autofree char *mean = make_time (has_complete, dwell_mean_round (row->call.avg));
  g_autofree char *duration = make_time (TRUE, (DwellSignedWide) row->call.total);
  const char *cells[] = { dwell_trace_get_area_title (self->trace, row->area), count, share, own,
                          total, min, max, mean, duration };

  dwell_report_text_row (text, cells, count_figures (self), 0x1fe);
}

static gboolean
add_statistics (DwellReport     *self,
                DwellReportText *text,
                GCancellable    *cancellable)
{
  const char *titles[] = { _("Name"), _("Count"), _("Share"), _("Self"), _("Total"), _("Min"),
                           _("Max"), _("Mean"), _("Duration") };
  g_autoptr(DwellStatistics) statistics = NULL;
  g_autoptr(GPtrArray) rows = g_ptr_array_new ();
  g_autofree char *of = _dwell_report_describe_scope (self);

  if (self->statistics == NULL)
    return TRUE;

  statistics = dwell_statistics_index_query (self->statistics, self->scope_begin, self->scope_end,
                                             DWELL_STATISTICS_ALL, cancellable);
  if (statistics == NULL)
    return FALSE;

  for (guint i = 0; i < statistics->n_rows; i++)
    if (statistics->rows[i].context == DWELL_NONE &&
        statistics->rows[i].of == DWELL_STATISTICS_OF_SPANS &&
        dwell_statistics_row_is_in_range (&statistics->rows[i]))
      g_ptr_array_add (rows, &statistics->rows[i]);
  if (rows->len == 0)
    return TRUE;

  g_ptr_array_sort (rows, compare_gravest);
  dwell_report_text_heading (text, _("Statistics"));
  dwell_report_text_paragraph (text, of);
  dwell_report_text_table (text, titles, count_figures (self), 0x1fe);
  for (guint i = 0; i < MIN (rows->len, DWELL_REPORT_MAX_ROWS); i++)
    add_area (self, text, g_ptr_array_index (rows, i));
  dwell_report_text_end_table (text);

  if (rows->len > DWELL_REPORT_MAX_ROWS)
    {
      guint n = rows->len - DWELL_REPORT_MAX_ROWS;
      g_autofree char *count = dwell_text_count (n);
      g_autofree char *more = g_strdup_printf (ngettext ("%s more row has less self time.",
                                                         "%s more rows have less self time.", n),
                                               count);

      dwell_report_text_paragraph (text, more);
    }

  return TRUE;
}

static void
add_markers (DwellReport     *self,
             DwellReportText *text)
{
  const char *titles[] = { _("Time"), _("Text"), _("Since Previous"), _("Span") };

  if (self->markers->len == 0)
    return;

  dwell_report_text_heading (text, _("Markers and Notes"));
  dwell_report_text_table (text, titles, 4, 0x5);
  for (guint i = 0; i < self->markers->len; i += 4)
    dwell_report_text_row (text, (const char * const *) self->markers->pdata + i, 4, 0x5);
  dwell_report_text_end_table (text);
}

static void
add_problems (DwellReport     *self,
              DwellReportText *text)
{
  const char *titles[] = { _("What"), _("Place"), _("Count") };
  guint n = dwell_problems_get_n (self->problems);
  g_autofree char *summary = dwell_problems_to_text (self->problems);

  dwell_report_text_heading (text, _("Problems"));
  if (n == 0)
    {
      dwell_report_text_paragraph (text, _("None: every line of the file was understood."));
      return;
    }

  dwell_report_text_paragraph (text, summary);
  dwell_report_text_table (text, titles, 3, 0x4);
  for (guint i = 0; i < MIN (n, MAX_PROBLEMS); i++)
    {
      const DwellProblem *problem = dwell_problems_get (self->problems, i);
      g_autofree char *place = _dwell_problem_make_place (problem);
      g_autofree char *times = dwell_text_count (problem->count);
      const char *cells[] = { problem->message, place, times };

      dwell_report_text_row (text, cells, 3, 0x4);
    }
  dwell_report_text_end_table (text);

  if (n > MAX_PROBLEMS)
    {
      g_autofree char *rest = dwell_text_count (n - MAX_PROBLEMS);
      g_autofree char *more = g_strdup_printf (ngettext ("%s more problem is not listed.",
                                                         "%s more problems are not listed.",
                                                         n - MAX_PROBLEMS), rest);

      dwell_report_text_paragraph (text, more);
    }
}

/**
 * dwell_report_prepare:
 * @self: a report
 * @cancellable: (nullable): cancels the preparation
 *
 * Computes the data of pictures and text, on any thread. The second call does nothing.
 *
 * Returns: false only if cancelled
 */
gboolean
dwell_report_prepare (DwellReport  *self,
                      GCancellable *cancellable)
{
  if (!self->is_prepared)
    self->is_prepared = _dwell_report_prepare_costs (self, cancellable) &&
                        _dwell_report_prepare_deadlines (self, cancellable) &&
                        _dwell_report_prepare_tree (self, cancellable);
  return self->is_prepared;
}

/**
 * dwell_report_get_overruns:
 * @self: a prepared report
 *
 * Returns: (transfer none) (nullable): the spans that exceed deadlines; %NULL if there are no
 *   deadlines
 */
DwellOverruns *
dwell_report_get_overruns (DwellReport *self)
{
  return self->overruns;
}

static gboolean
add_parts (DwellReport               *self,
           DwellReportText           *text,
           const DwellReportPictures *pictures,
           GCancellable              *cancellable)
{
  if (!_dwell_report_add_costs (self, text, pictures->costs, cancellable) ||
      !_dwell_report_add_deadlines (self, text, cancellable) ||
      !add_statistics (self, text, cancellable))
    return FALSE;

  _dwell_report_add_tree (self, text, pictures->tree);
  return _dwell_report_add_lines (self, text, cancellable);
}

/**
 * dwell_report_to_text:
 * @self: a report
 * @type: Markdown or HTML
 * @pictures: (nullable): the addresses of its pictures
 * @cancellable: (nullable): cancels the work
 *
 * Writes the report, on any thread.
 *
 * Returns: (transfer full) (nullable): the text; %NULL only if cancelled
 */
char *
dwell_report_to_text (DwellReport               *self,
                      DwellReportType            type,
                      const DwellReportPictures *pictures,
                      GCancellable              *cancellable)
{
  g_autoptr(GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *date = g_date_time_format (now, "%x %X");
  g_autofree char *made = NULL;
  DwellReportPictures shown = { NULL, NULL, NULL };
  DwellReportText text;

  if (!dwell_report_prepare (self, cancellable))
    return NULL;

  if (pictures != NULL)
    shown = *pictures;
  dwell_report_text_begin (&text, type, self->title);
  add_summary (self, &text, shown.timeline);
  add_markers (self, &text);
  if (!add_parts (self, &text, &shown, cancellable))
    {
      g_free (dwell_report_text_end (&text));
      return NULL;
    }
  add_problems (self, &text);
  add_facts (self, &text);

  /* Translators: %s is date and time */
  made = g_strdup_printf (_("Made with Dwell, %s"), date);
  dwell_report_text_paragraph (&text, made);
  return dwell_report_text_end (&text);
}
