/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names come from the files of both recordings: all text that is not Dwell's own is escaped. */
#include "config.h"

#include "model/comparison/dwell-comparison-markdown.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-markdown.h"
#include "core/dwell-task.h"
#include "core/dwell-text.h"
#include "model/comparison/dwell-comparison-answer.h"
#include "model/comparison/dwell-comparison-notes.h"
#include "model/comparison/dwell-comparison-summary.h"

typedef struct {
  const DwellComparisonMarkdown *of;
  GString                       *text;
  gboolean                       is_time; /* whether the measure is a time */
} Writing;

static void
append (GString    *text,
        const char *plain)
{
  g_autoptr(GString) printable = g_string_new (NULL);

  dwell_printable_append (printable, plain);
  dwell_markdown_append (text, printable->str);
}

static void
add_paragraph (GString    *text,
               const char *sentence)
{
  append (text, sentence);
  g_string_append (text, "\n\n");
}

/* @plain: (nullable): no text */
static void
add_cell (GString    *text,
          const char *plain)
{
  g_string_append (text, "| ");
  append (text, plain != NULL ? plain : "");
  g_string_append_c (text, ' ');
}

static void
add_real (GString    *text,
          double      value,
          const char *format)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  add_cell (text, isfinite (value) ? g_ascii_formatd (digits, sizeof digits, format, value) : NULL);
}

static void
add_count (GString         *text,
           gboolean         exists,
           DwellSignedWide  count)
{
  g_autofree char *digits = dwell_signed_wide_to_text (count);

  add_cell (text, exists ? digits : NULL);
}

/* Times are written for people. @is_real: @real is more precise than @whole */
static void
add_amount (const Writing   *self,
            gboolean         exists,
            gboolean         is_real,
            DwellSignedWide  whole,
            double           real,
            gboolean         has_sign)
{
  g_autofree char *duration = NULL;
  g_autofree char *amount = NULL;

  if (exists && is_real)
    {
      add_real (self->text, real, "%.9g");
      return;
    }
  if (!exists || !self->is_time)
    {
      add_count (self->text, exists, whole);
      return;
    }

  duration = dwell_text_duration (whole);
  amount = g_strconcat (has_sign && whole > 0 ? "+" : "", duration, NULL);
  add_cell (self->text, amount);
}

static void
add_value (const Writing     *self,
           const DwellFigure *value)
{
  add_amount (self, value->has_base, value->is_real, value->base, value->base_real, FALSE);
  add_amount (self, value->has_new, value->is_real, value->new, value->new_real, FALSE);
  add_amount (self, dwell_figure_has_change (value), value->is_real,
              dwell_figure_get_change (value), dwell_figure_get_real_change (value), TRUE);
  add_real (self->text, dwell_figure_get_ratio (value), "%.4g");
}

static void
add_row (const Writing            *self,
         const DwellDifferenceRow *row)
{
  const DwellDifference *difference = self->of->difference;
  DwellFigure count = dwell_difference_get_figure (difference, row, DWELL_STATISTIC_COUNT);
  DwellTested tested = dwell_measure_get_tested (&difference->options.measure);
  gboolean is_divided = dwell_difference_is_divided (difference);
  gboolean is_new = row->new != NULL;
  const DwellTrace *trace = is_new ? difference->new : difference->base;
  guint32 context = is_new ? row->new_context : row->base_context;
  g_autofree char *label =
    dwell_trace_dup_area_label (trace, is_new ? row->new_area : row->base_area);

  if (self->of->has_contexts)
    add_cell (self->text, context != DWELL_NONE ? dwell_trace_get_context_name (trace, context)
                                                : NULL);
  add_cell (self->text, label);
  add_cell (self->text, dwell_verdict_get_id (row->verdict));
  add_cell (self->text, dwell_evidence_get_id (row->evidence));
  add_count (self->text, count.has_base, count.base);
  add_count (self->text, count.has_new, count.new);
  add_value (self, &row->value);
  add_amount (self, row->is_split, is_divided, row->by_count, row->by_count_real, TRUE);
  add_amount (self, row->is_split, is_divided, row->by_time, row->by_time_real, TRUE);
  add_real (self->text, 2 * row->superiority - 1, "%.4g");
  add_real (self->text, tested != DWELL_TESTED_NOTHING ? row->tested[tested].q : NAN, "%.4g");
  g_string_append (self->text, "|\n");
}

static void
add_header (const Writing *self)
{
  static const char * const texts[] = { "context", "area", "verdict", "evidence" };
  static const char * const numbers[] = {
    "count.base", "count.new", "base", "new", "change", "ratio", "by_count", "by_time", "cliff",
    "q",
  };
  guint first = self->of->has_contexts ? 0 : 1;

  for (guint i = first; i < G_N_ELEMENTS (texts); i++)
    g_string_append_printf (self->text, "| %s ", texts[i]);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    g_string_append_printf (self->text, "| %s ", numbers[i]);
  g_string_append (self->text, "|\n");
  for (guint i = first; i < G_N_ELEMENTS (texts); i++)
    g_string_append (self->text, "|---");
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    g_string_append (self->text, "|--:");
  g_string_append (self->text, "|\n");
}

static void
add_sentences (const Writing *self)
{
  const DwellComparisonMarkdown *of = self->of;
  const DwellDifference *difference = of->difference;
  g_autoptr(GArray) notes = dwell_comparison_notes_make (difference, of->match);
  g_autofree char *sentence =
    dwell_comparison_summary_make_named (&(DwellNamedTotal) {
      of->base_name, of->new_name, &difference->total, NULL, NULL,
      dwell_difference_get_verdict (difference), difference->is_of_one });
  g_autofree char *counts = dwell_comparison_summary_count (of->measure, difference->n_verdicts);
  g_autofree char *hidden = dwell_comparison_summary_hidden (of->n_hidden);

  add_paragraph (self->text, sentence);
  add_paragraph (self->text, counts);
  for (guint i = 0; i < notes->len; i++)
    add_paragraph (self->text, g_array_index (notes, DwellComparisonNote, i).text);
  if (hidden != NULL)
    add_paragraph (self->text, hidden);
}

/**
 * dwell_comparison_markdown_make:
 * @self: what to write
 *
 * Writes a comparison for a pull request. It can take a moment, so call it on a worker.
 *
 * Returns: (transfer full): Markdown
 */
char *
dwell_comparison_markdown_make (const DwellComparisonMarkdown *self)
{
  Writing writing = {
    self, g_string_new (NULL), dwell_measure_is_time (&self->difference->options.measure),
  };

  add_sentences (&writing);
  add_header (&writing);
  for (guint i = 0; i < self->n_rows; i++)
    add_row (&writing, self->rows[i]);

  return g_string_free (writing.text, FALSE);
}

/* --- Of the window --- */

typedef struct {
  DwellComparisonAnswer *answer;
  char                  *base_name;
  char                  *new_name;
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  _dwell_comparison_answer_unref (self->answer);
  g_free (self->base_name);
  g_free (self->new_name);
  g_free (self);
}

/* The rows that changed, the largest change first, as dwell-cli lists them. */
static void
make (GTask        *task,
      gpointer      source,
      gpointer      data,
      GCancellable *cancellable)
{
  Question *self = data;
  const DwellDifference *difference = self->answer->difference;
  g_autoptr(GPtrArray) told = g_ptr_array_new ();
  DwellComparisonMarkdown markdown = {
    .difference = difference, .match = self->answer->match,
    .base_name = self->base_name, .new_name = self->new_name,
    .measure = dwell_compared_get_id (self->answer->options->by),
    .has_contexts = self->answer->options->by_context,
  };
  guint n_rows = 0;

  for (guint i = 0; i < difference->n_rows; i++)
    if (markdown.has_contexts != dwell_difference_row_is_of_all (&difference->rows[i]))
      {
        n_rows++;
        if (dwell_difference_is_told (difference, &difference->rows[i], DWELL_LEAST_SHARE))
          g_ptr_array_add (told, &difference->rows[i]);
      }

  markdown.rows = (const DwellDifferenceRow * const *) told->pdata;
  markdown.n_rows = told->len;
  markdown.n_hidden = n_rows - told->len;
  g_task_return_pointer (task, dwell_comparison_markdown_make (&markdown), g_free);
}

/**
 * dwell_comparison_markdown_make_async:
 * @list: a list that shows a difference
 * @callback: called with the answer
 * @user_data: data for @callback
 *
 * Writes the difference of @list as Markdown, on a worker: all rows that changed, even those that
 * the filter hides.
 */
void
dwell_comparison_markdown_make_async (DwellComparisonList *list,
                                      GAsyncReadyCallback  callback,
                                      gpointer             user_data)
{
  DwellView *view = dwell_query_get_view (DWELL_QUERY (list));
  DwellComparisonAnswer *answer = _dwell_comparison_list_get_answer (list);
  DwellSession *base = view != NULL ? dwell_view_get_base (view, NULL) : NULL;
  g_autoptr(GTask) task = g_task_new (list, NULL, callback, user_data);
  const char *own_title;
  const char *other_title;
  Question *question;

  g_return_if_fail (answer != NULL && base != NULL);

  own_title = dwell_session_get_title (dwell_view_get_session (view));
  other_title = dwell_session_get_title (base);
  question = g_new (Question, 1);
  *question = (Question) {
    _dwell_comparison_answer_ref (answer),
    g_strdup (answer->sides.is_swapped ? own_title : other_title),
    g_strdup (answer->sides.is_swapped ? other_title : own_title),
  };
  g_task_set_source_tag (task, dwell_comparison_markdown_make_async);
  g_task_set_task_data (task, question, question_free);
  dwell_task_run_in_thread (task, make);
}

/**
 * dwell_comparison_markdown_make_finish:
 * @result: the result that the callback got
 *
 * Returns: (transfer full): Markdown
 */
char *
dwell_comparison_markdown_make_finish (GAsyncResult *result)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, dwell_comparison_markdown_make_async),
                        NULL);

  return g_task_propagate_pointer (G_TASK (result), NULL);
}
