/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli compare --what=rows: a row for each area, with its figures on both sides. */
#include "config.h"

#include "cli/cli-compare.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "cli/cli-compare-figures.h"
#include "cli/cli-compare-summary.h"
#include "cli/cli-output.h"
#include "cli/cli-render.h"
#include "model/comparison/dwell-comparison-markdown.h"
#include "model/comparison/dwell-comparison-notes.h"

#define FIGURE(path) \
  { path ".base", TRUE }, { path ".new", TRUE }, { path ".change", TRUE }, { path ".ratio", TRUE }
#define TESTED(path) \
  FIGURE (path), { path ".low", TRUE }, { path ".high", TRUE }, { path ".q", TRUE }

static const DwellCliColumn columns[] = {
  { "context", FALSE }, { "area", FALSE }, { "base_area", FALSE }, { "kind", FALSE },
  { "module", FALSE }, { "matched_by", FALSE }, { "verdict", FALSE }, { "evidence", FALSE },
  TESTED ("value"), FIGURE ("count"),
  FIGURE ("net.total"), TESTED ("net.avg"), FIGURE ("gross.total"), FIGURE ("gross.avg"),
  FIGURE ("call.total"), TESTED ("call.avg"), FIGURE ("call.min"), FIGURE ("call.max"),
  FIGURE ("call.sum"), TESTED ("p50"), TESTED ("p90"), TESTED ("p99"),
  { "by_count", TRUE }, { "by_time", TRUE }, { "share.base", TRUE }, { "share.new", TRUE },
  { "superiority", TRUE }, { "cliff", TRUE }, { "test", FALSE }, { "p", TRUE }, { "q", TRUE },
  { "drifts.base", FALSE }, { "drifts.new", FALSE },
};

/* The figures between “value” and “by_count”, in their order. */
static const struct {
  DwellStatistic statistic;
  DwellTested    tested;
} figures[] = {
  { DWELL_STATISTIC_COUNT, DWELL_TESTED_NOTHING },
  { DWELL_STATISTIC_NET, DWELL_TESTED_NOTHING },
  { DWELL_STATISTIC_NET_AVG, DWELL_TESTED_NET_AVG },
  { DWELL_STATISTIC_GROSS, DWELL_TESTED_NOTHING },
  { DWELL_STATISTIC_GROSS_AVG, DWELL_TESTED_NOTHING },
  { DWELL_STATISTIC_CALL, DWELL_TESTED_NOTHING },
  { DWELL_STATISTIC_CALL_AVG, DWELL_TESTED_CALL_AVG },
  { DWELL_STATISTIC_CALL_MIN, DWELL_TESTED_NOTHING },
  { DWELL_STATISTIC_CALL_MAX, DWELL_TESTED_NOTHING },
  { DWELL_STATISTIC_CALL_SUM, DWELL_TESTED_NOTHING },
  { DWELL_STATISTIC_P50, DWELL_TESTED_P50 },
  { DWELL_STATISTIC_P90, DWELL_TESTED_P90 },
  { DWELL_STATISTIC_P99, DWELL_TESTED_P99 },
};

/* Columns for people; programs get all columns. */
static const DwellCliColumn brief_columns[] = {
  { "context", FALSE }, { "area", FALSE }, { "verdict", FALSE }, { "evidence", FALSE },
  { "count.base", TRUE }, { "count.new", TRUE }, { "base", TRUE }, { "new", TRUE },
  { "change", TRUE }, { "ratio", TRUE }, { "by_count", TRUE }, { "by_time", TRUE },
  { "cliff", TRUE }, { "q", TRUE },
};

typedef struct {
  const DwellCliPair    *pair;
  const DwellDifference *difference;
  const GPtrArray       *answers;
  DwellCliRows          *rows;
  gboolean               is_time; /* the measure is a time */
  gboolean               has_contexts; /* of rows for people */
} Telling;

static void
add_tested (DwellCliRows  *rows,
            DwellInterval  ratio,
            double         q)
{
  dwell_cli_rows_add_real (rows, ratio.low);
  dwell_cli_rows_add_real (rows, ratio.high);
  dwell_cli_rows_add_real (rows, q);
}

/* Adds what the change of a total comes from: two cells. */
static void
add_split (const Telling            *self,
           const DwellDifferenceRow *row)
{
  DwellFigure split = { .is_real = dwell_difference_is_divided (self->difference) };

  _dwell_cli_rows_add_side (self->rows, &split, row->is_split, row->by_count, row->by_count_real);
  _dwell_cli_rows_add_side (self->rows, &split, row->is_split, row->by_time, row->by_time_real);
}

static void
add_flag (const Telling *self,
          gboolean       flag)
{
  if (self->pair->arguments->form == DWELL_CLI_JSON)
    dwell_cli_rows_add_json (self->rows, flag ? "true" : "false");
  else
    dwell_cli_rows_add_text (self->rows, flag ? "yes" : "no");
}

static const DwellTrace *
get_trace (const Telling            *self,
           const DwellDifferenceRow *row,
           guint32                  *area,
           guint32                  *context)
{
  *area = row->new != NULL ? row->new_area : row->base_area;
  *context = row->new != NULL ? row->new_context : row->base_context;
  return row->new != NULL ? self->difference->new : self->difference->base;
}

static void
add_full_row (const Telling            *self,
              const DwellDifferenceRow *row)
{
  const DwellComparedMeasure *measure = &self->difference->options.measure;
  DwellTested tested = dwell_measure_get_tested (measure);
  DwellFigure share = dwell_difference_get_figure (self->difference, row, DWELL_STATISTIC_SHARE);
  DwellCliRows *rows = self->rows;
  guint32 area;
  guint32 context;
  const DwellTrace *trace = get_trace (self, row, &area, &context);
  const char *title = dwell_trace_get_area_title (trace, area);
  const char *base = row->base != NULL ? dwell_trace_get_area_title (self->difference->base,
                                                                     row->base_area) : title;

  dwell_cli_rows_add_text (rows, context != DWELL_NONE
                                   ? dwell_trace_get_context_name (trace, context) : "");
  dwell_cli_rows_add_text (rows, title);
  dwell_cli_rows_add_text (rows, g_str_equal (base, title) ? NULL : base);
  dwell_cli_rows_add_text (rows, dwell_area_kind_get_id (trace->areas[area].kind));
  dwell_cli_rows_add_text (rows, trace->areas[area].module != 0
                                   ? dwell_trace_get_string (trace, trace->areas[area].module)
                                   : NULL);
  dwell_cli_rows_add_text (rows, dwell_matched_by_get_id (row->matched_by));
  dwell_cli_rows_add_text (rows, dwell_verdict_get_id (row->verdict));
  dwell_cli_rows_add_text (rows, dwell_evidence_get_id (row->evidence));

  _dwell_cli_rows_add_figure (rows, &row->value);
  add_tested (rows, dwell_difference_row_get_interval (row, measure, &row->value),
              tested != DWELL_TESTED_NOTHING ? row->tested[tested].q : NAN);
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      DwellFigure figure = dwell_difference_get_figure (self->difference, row,
                                                        figures[i].statistic);

      _dwell_cli_rows_add_figure (rows, &figure);
      if (figures[i].tested != DWELL_TESTED_NOTHING)
        add_tested (rows, row->tested[figures[i].tested].ratio, row->tested[figures[i].tested].q);
    }

  add_split (self, row);
  dwell_cli_rows_add_real (rows, share.has_base ? share.base_real : NAN);
  dwell_cli_rows_add_real (rows, share.has_new ? share.new_real : NAN);
  dwell_cli_rows_add_real (rows, row->superiority);
  dwell_cli_rows_add_real (rows, 2 * row->superiority - 1);
  dwell_cli_rows_add_text (rows, dwell_test_kind_get_id (row->test));
  dwell_cli_rows_add_real (rows, row->tested[DWELL_TESTED_DURATIONS].p);
  dwell_cli_rows_add_real (rows, row->tested[DWELL_TESTED_DURATIONS].q);
  add_flag (self, row->base_drifts);
  add_flag (self, row->new_drifts);
}

static void
add_brief_row (const Telling            *self,
               const DwellDifferenceRow *row)
{
  const DwellFigure *value = &row->value;
  DwellFigure count = dwell_difference_get_figure (self->difference, row, DWELL_STATISTIC_COUNT);
  DwellTested tested = dwell_measure_get_tested (&self->difference->options.measure);
  DwellCliRows *rows = self->rows;
  guint32 area;
  guint32 context;
  const DwellTrace *trace = get_trace (self, row, &area, &context);
  g_autofree char *label = dwell_trace_dup_area_label (trace, area);

  if (self->has_contexts)
    dwell_cli_rows_add_text (rows, context != DWELL_NONE
                                     ? dwell_trace_get_context_name (trace, context) : NULL);
  dwell_cli_rows_add_text (rows, label);
  dwell_cli_rows_add_text (rows, dwell_verdict_get_id (row->verdict));
  dwell_cli_rows_add_text (rows, dwell_evidence_get_id (row->evidence));
  _dwell_cli_rows_add_signed (rows, count.has_base, count.base);
  _dwell_cli_rows_add_signed (rows, count.has_new, count.new);
  _dwell_cli_rows_add_side (rows, value, value->has_base, value->base, value->base_real);
  _dwell_cli_rows_add_side (rows, value, value->has_new, value->new, value->new_real);
  _dwell_cli_rows_add_side (rows, value, dwell_figure_has_change (value),
                            dwell_figure_get_change (value),
                            dwell_figure_get_real_change (value));
  _dwell_cli_rows_add_brief_real (rows, dwell_figure_get_ratio (value));
  add_split (self, row);
  _dwell_cli_rows_add_brief_real (rows, 2 * row->superiority - 1);
  _dwell_cli_rows_add_brief_real (rows, tested != DWELL_TESTED_NOTHING ? row->tested[tested].q
                                                                       : NAN);
}

static int
compare_rows (gconstpointer a,
              gconstpointer b,
              gpointer      user_data)
{
  const Telling *self = user_data;
  const DwellDifferenceRow *left = *(DwellDifferenceRow * const *) a;
  const DwellDifferenceRow *right = *(DwellDifferenceRow * const *) b;
  DwellTested tested = dwell_measure_get_tested (&self->difference->options.measure);
  double x = 0;
  double y = 0;
  guint32 area;
  guint32 context;

  if (self->pair->options->sort == DWELL_CLI_SORT_RATIO)
    {
      x = -fabs (log (dwell_figure_get_ratio (&left->value)));
      y = -fabs (log (dwell_figure_get_ratio (&right->value)));
    }
  else if (self->pair->options->sort == DWELL_CLI_SORT_Q)
    {
      tested = tested != DWELL_TESTED_NOTHING ? tested : DWELL_TESTED_DURATIONS;
      x = left->tested[tested].q;
      y = right->tested[tested].q;
    }
  else if (self->pair->options->sort == DWELL_CLI_SORT_NAME)
    {
      const DwellTrace *trace = get_trace (self, left, &area, &context);
      const char *name = dwell_trace_get_area_title (trace, area);

      trace = get_trace (self, right, &area, &context);
      x = strcmp (name, dwell_trace_get_area_title (trace, area));
    }

  /* Rows without a value come last; ties keep their order, by change. */
  if (isnan (x) != isnan (y))
    return isnan (x) ? 1 : -1;
  if (x != y && !isnan (x))
    return x < y ? -1 : 1;
  return left < right ? -1 : left > right;
}

/* @notes: (element-type DwellComparisonNote): what the user should know */
static DwellCliSummary
make_summary (const Telling *self,
              GArray        *notes)
{
  const DwellDifference *difference = self->difference;
  const DwellCliCompare *options = self->pair->options;
  static const char * const pers[] = { NULL, "second", "total", NULL };

  return (DwellCliSummary) {
    .pair = self->pair, .total = &difference->total,
    .n_verdicts = difference->n_verdicts, .verdict = dwell_difference_get_verdict (difference),
    .is_of_one = difference->is_of_one,
    .unit = self->is_time ? "ns" : NULL,
    .per = options->per == DWELL_PER_AREA ? options->per_text : pers[options->per],
    .geomean = difference->geomean, .base_matched = difference->base_matched,
    .new_matched = difference->new_matched, .answers = self->answers, .notes = notes,
  };
}

/* Returns: (transfer full) (element-type DwellDifferenceRow): the rows to list, in order; programs
 *   get all unless --top is given */
static GPtrArray *
list_rows (Telling  *self,
           gboolean  is_brief,
           guint    *n_hidden)
{
  const DwellDifference *difference = self->difference;
  const DwellCliCompare *options = self->pair->options;
  GPtrArray *told = g_ptr_array_new ();

  for (guint i = 0; i < difference->n_rows; i++)
    if (!is_brief || options->tells_all ||
        dwell_difference_is_told (difference, &difference->rows[i], options->least_share))
      g_ptr_array_add (told, &difference->rows[i]);

  if (options->sort != DWELL_CLI_SORT_CHANGE)
    g_ptr_array_sort_with_data (told, compare_rows, self);

  *n_hidden = difference->n_rows - told->len;
  g_ptr_array_set_size (told, (int) MIN (told->len, options->top));
  return told;
}

static gboolean
tell_markdown (const Telling   *self,
               const GPtrArray *told,
               guint            n_hidden)
{
  DwellComparisonMarkdown markdown = {
    .difference = self->difference, .match = self->pair->match,
    .base_name = self->pair->base.file, .new_name = self->pair->new.file,
    .measure = self->pair->options->measure_id,
    .rows = (const DwellDifferenceRow * const *) told->pdata, .n_rows = told->len,
    .n_hidden = n_hidden, .has_contexts = self->has_contexts,
  };
  g_autofree char *text = dwell_comparison_markdown_make (&markdown);
  DwellCliOutput output;

  dwell_cli_output_init (&output);
  g_string_append (output.text, text);
  return dwell_cli_output_finish (&output);
}

static gboolean
tell_rows (Telling         *self,
           const GPtrArray *told,
           gboolean         is_brief,
           guint            n_hidden)
{
  g_autoptr(GArray) notes = dwell_comparison_notes_make (self->difference, self->pair->match);
  DwellCliSummary summary = make_summary (self, notes);
  guint skipped = self->has_contexts ? 0 : 1;

  self->rows = is_brief
                 ? dwell_cli_rows_new (self->pair->arguments->form, "rows", brief_columns + skipped,
                                       G_N_ELEMENTS (brief_columns) - skipped, FALSE)
                 : dwell_cli_rows_new (self->pair->arguments->form, "rows", columns,
                                       G_N_ELEMENTS (columns), FALSE);
  _dwell_cli_summary_tell (&summary, self->rows, n_hidden);
  dwell_cli_rows_begin (self->rows, self->pair->new.file);
  for (guint i = 0; i < told->len; i++)
    if (is_brief)
      add_brief_row (self, told->pdata[i]);
    else
      add_full_row (self, told->pdata[i]);
  dwell_cli_rows_end (self->rows);
  return dwell_cli_rows_finish (self->rows);
}

/* Draws the steps from one total to the other as a waterfall. */
static gboolean
draw (const Telling *self)
{
  const DwellDifference *difference = self->difference;
  const DwellCliArguments *arguments = self->pair->arguments;
  DwellWaterfall waterfall;
  g_autoptr(GArray) texts = NULL;
  g_autofree char *cut = NULL;
  /* Translators: headline of a picture: the files of the base and of the new recording */
  g_autofree char *title = g_strdup_printf (_("Base %s · New %s"), self->pair->base.file,
                                            self->pair->new.file);

  if (difference->n_rows == 0)
    {
      dwell_cli_complain (self->pair->new.file, _("there are no rows to draw"));
      return FALSE;
    }

  dwell_waterfall_make (&waterfall, difference);
  texts = dwell_waterfall_make_texts (&waterfall, difference);
  cut = dwell_waterfall_describe_cut (&waterfall);
  return dwell_cli_write_waterfall (&(DwellWaterfallPicture) {
                                      &waterfall, texts, title, cut,
                                      dwell_palette_get (arguments->is_dark, FALSE) }, arguments);
}

/* Returns whether all was written. */
static gboolean
tell (Telling *self)
{
  DwellCliForm form = self->pair->arguments->form;
  gboolean is_brief = form == DWELL_CLI_TABLE || form == DWELL_CLI_MARKDOWN;
  guint n_hidden;
  g_autoptr(GPtrArray) told = NULL;

  if (self->pair->arguments->output != NULL)
    return draw (self);

  told = list_rows (self, is_brief, &n_hidden);
  return form == DWELL_CLI_MARKDOWN ? tell_markdown (self, told, n_hidden)
                                    : tell_rows (self, told, is_brief, n_hidden);
}

static gboolean
set_options (const DwellCliPair     *pair,
             DwellDifferenceOptions *options)
{
  const DwellCliCompare *given = pair->options;
  gboolean has_context = pair->arguments->context != NULL;

  *options = (DwellDifferenceOptions) {
    .base = { pair->base.index, pair->base.selection.begin, pair->base.selection.end,
              pair->base.selection.areas, has_context ? pair->base.selection.contexts : NULL },
    .new = { pair->new.index, pair->new.selection.begin, pair->new.selection.end,
             pair->new.selection.areas, has_context ? pair->new.selection.contexts : NULL },
    .measure = given->measure, .by_context = given->by_context, .noise = given->noise,
    .alpha = given->alpha, .per = given->per, .per_area = DWELL_NONE,
  };

  if (given->per != DWELL_PER_AREA)
    return TRUE;

  for (guint32 i = 0; i < pair->base.trace->n_areas; i++)
    if (g_str_equal (dwell_trace_get_area_title (pair->base.trace, i), given->per_text))
      options->per_area = i;

  if (options->per_area != DWELL_NONE && pair->match->new_of_base[options->per_area] != DWELL_NONE)
    return TRUE;

  dwell_cli_complain (NULL, _("--per=%s: it takes second, total or an area that both recordings "
                              "have"),
                      given->per_text);
  return FALSE;
}

/* Returns the exit status. */
int
_dwell_cli_compare_rows (const DwellCliPair *pair)
{
  g_autoptr(GPtrArray) answers =
    g_ptr_array_new_with_free_func ((GDestroyNotify) _dwell_cli_gate_answer_free);
  g_autoptr(DwellDifference) difference = NULL;
  g_autoptr(GError) error = NULL;
  DwellDifferenceOptions options;
  Telling telling = {
    .pair = pair, .answers = answers, .is_time = dwell_measure_is_time (&pair->options->measure),
    .has_contexts = pair->options->by_context || pair->arguments->context != NULL,
  };

  if (!set_options (pair, &options))
    return DWELL_CLI_USAGE;

  telling.difference = difference = dwell_difference_new (&options, pair->match, NULL);
  if (difference == NULL)
    {
      dwell_cli_complain_memory (pair->new.file);
      return DWELL_CLI_FAILED;
    }

  if (!_dwell_cli_gates_ask (pair, difference, answers, &error))
    {
      dwell_cli_complain (NULL, "%s", error->message);
      return DWELL_CLI_USAGE;
    }

  if (!tell (&telling))
    return DWELL_CLI_FAILED;

  return _dwell_cli_gates_complain (answers) ? DWELL_CLI_HOLDS : DWELL_CLI_DONE;
}
