/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the deadlines and the lines in a report. Deadlines have the contents of the distribution;
 * lines have those of the list of lines. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "model/export/dwell-report-private.h"
#include "model/lists/distribution/dwell-distribution.h"
#include "model/lists/lines/dwell-line-question.h"
#include "model/view/dwell-view-private.h"

/* Collects the deadlines of the trace, and the spans that exceed them. */
gboolean
_dwell_report_prepare_deadlines (DwellReport  *self,
                                 GCancellable *cancellable)
{
  g_autoptr(GArray) marks = g_array_new (FALSE, FALSE, sizeof (DwellOverrunMark));

  g_clear_pointer (&self->deadlines, g_array_unref);
  if (self->statistics == NULL || g_hash_table_size (self->limits) == 0)
    return TRUE;

  self->deadlines = _dwell_view_find_deadlines (self->trace, self->limits);
  if (self->deadlines->len > 0 &&
      dwell_deadlines_check ((const DwellDeadline *) (gpointer) self->deadlines->data,
                             self->deadlines->len, self->trace, 0, marks, cancellable))
    self->overruns = dwell_overruns_new (self->trace, marks, NULL);
  return self->deadlines->len == 0 || self->overruns != NULL;
}

static void
add_deadline (DwellReport         *self,
              DwellReportText     *text,
              const DwellDeadline *deadline,
              const DwellSamples  *samples)
{
  DwellSampleLimits limits = dwell_sample_limits_of_deadline (deadline->measure,
                                                              deadline->limit_ns);
  guint64 n_over = dwell_samples_count_beyond (samples, &limits);
  gboolean has_samples = samples->n > 0;
  g_autofree char *limit = dwell_text_duration (deadline->limit_ns);
  g_autofree char *count = dwell_text_count (samples->n);
  g_autofree char *over = has_samples ? dwell_text_count (n_over) : g_strdup ("");
  g_autofree char *share = has_samples
    ? dwell_text_percent ((double) n_over / (double) samples->n) : g_strdup ("");
  g_autofree char *max = has_samples
    ? dwell_text_duration (dwell_samples_get_percentile (samples, 1)) : g_strdup ("");
  const char *cells[] = { dwell_trace_get_area_title (self->trace, deadline->area),
                          dwell_measure_get_title (deadline->measure), limit, count, over, share,
                          max };

  dwell_report_text_row (text, cells, G_N_ELEMENTS (cells), 0x7c);
}

/* Writes a row for each deadline, with the spans that exceed it in the scope. */
gboolean
_dwell_report_add_deadlines (DwellReport     *self,
                             DwellReportText *text,
                             GCancellable    *cancellable)
{
  const char *titles[] = { _("Name"), _("Measured"), _("Deadline"), _("Count"),
                           _("Over Deadline"), _("Share"), _("Max") };
  g_autofree char *of = NULL;

  if (self->overruns == NULL)
    return TRUE;

  of = _dwell_report_describe_scope (self);
  dwell_report_text_heading (text, _("Deadlines"));
  dwell_report_text_paragraph (text, of);
  dwell_report_text_table (text, titles, G_N_ELEMENTS (titles), 0x7c);
  for (guint i = 0; i < self->deadlines->len; i++)
    {
      const DwellDeadline *deadline = &g_array_index (self->deadlines, DwellDeadline, i);
      g_autoptr(DwellSamples) samples =
        dwell_samples_new (self->statistics, &deadline->area, 1, DWELL_NONE, self->scope_begin,
                           self->scope_end, deadline->measure, cancellable);

      if (samples == NULL)
        return FALSE;
      add_deadline (self, text, deadline, samples);
    }
  dwell_report_text_end_table (text);
  return TRUE;
}

/* Chooses the columns of the list that have any value. */
static guint
choose_columns (const DwellLineQuestion *question,
                DwellLineColumn         *columns)
{
  static const DwellLineColumn wanted[] = {
    DWELL_LINE_NAME, DWELL_LINE_MODULE, DWELL_LINE_ROUTINE, DWELL_LINE_HITS, DWELL_LINE_SHARE,
    DWELL_LINE_TIME, DWELL_LINE_AVERAGE, DWELL_LINE_MIN, DWELL_LINE_MAX, DWELL_LINE_TEXT,
  };
  gboolean has_texts = FALSE;
  guint n = 0;

  for (guint i = 0; i < question->table->n_rows && !has_texts; i++)
    has_texts = dwell_line_table_get_text (question->table,
                                           (DwellLineRef) { i, DWELL_LINE_IS_LINE }) != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    if (wanted[i] == DWELL_LINE_TEXT ? has_texts
        : wanted[i] < DWELL_LINE_TIME || question->table->are_times)
      columns[n++] = wanted[i];
  return n;
}

static void
add_line (DwellReportText         *text,
          const DwellLineQuestion *question,
          guint                    i,
          const DwellLineColumn   *columns,
          guint                    n_columns,
          guint                    numbers)
{
  g_autoptr(DwellLineItem) item =
    _dwell_line_item_new (question->table, NULL,
                          g_array_index (question->rows, DwellLineRef, i), TRUE, FALSE);
  const char *cells[DWELL_N_LINE_COLUMNS];

  for (guint column = 0; column < n_columns; column++)
    cells[column] = dwell_line_item_get_text (item, columns[column]);

  dwell_report_text_row (text, cells, n_columns, numbers);
  for (guint column = 0; column < n_columns; column++)
    g_free ((char *) cells[column]);
}

static void
add_line_table (DwellReportText         *text,
                const DwellLineQuestion *question)
{
  DwellLineColumn columns[DWELL_N_LINE_COLUMNS];
  const char *titles[DWELL_N_LINE_COLUMNS];
  guint n_columns = choose_columns (question, columns);
  guint n_shown = MIN (question->rows->len, DWELL_REPORT_MAX_ROWS);
  guint numbers = 0;

  for (guint i = 0; i < n_columns; i++)
    {
      const DwellColumnInfo *info = &dwell_line_columns[columns[i]];

      titles[i] = _(info->title);
      numbers |= dwell_column_is_number (info) ? 1u << i : 0;
    }

  dwell_report_text_table (text, titles, n_columns, numbers);
  for (guint i = 0; i < n_shown; i++)
    add_line (text, question, i, columns, n_columns, numbers);
  dwell_report_text_end_table (text);

  if (question->rows->len > n_shown)
    {
      guint n = question->rows->len - n_shown;
      g_autofree char *count = dwell_text_count (n);
      g_autofree char *rest = g_strdup_printf (ngettext ("%s more line has a smaller share.",
                                                         "%s more lines have smaller shares.", n),
                                               count);

      dwell_report_text_paragraph (text, rest);
    }
}

/* Writes the heaviest lines, if there are any: those of the scope if the trace has their times. */
gboolean
_dwell_report_add_lines (DwellReport     *self,
                         DwellReportText *text,
                         GCancellable    *cancellable)
{
  DwellLineQuestion question = { .trace = self->trace, .index = self->statistics,
                                 .begin = self->scope_begin, .end = self->scope_end,
                                 .is_flat = TRUE, .sort_by = DWELL_LINE_SHARE,
                                 .descending = TRUE };
  gboolean is_answered = FALSE;

  if (!dwell_line_table_is_possible (self->trace))
    return TRUE;

  _dwell_line_question_run (&question, cancellable);
  is_answered = question.rows != NULL && !g_cancellable_is_cancelled (cancellable);
  if (is_answered && question.rows->len > 0)
    {
      g_autofree char *of = _dwell_report_describe_scope (self);

      dwell_report_text_heading (text, _("Lines"));
      if (dwell_line_table_has_times (self->trace))
        dwell_report_text_paragraph (text, of);
      add_line_table (text, &question);
    }

  g_clear_pointer (&question.table, dwell_line_table_unref);
  g_clear_pointer (&question.rows, g_array_unref);
  return is_answered;
}
