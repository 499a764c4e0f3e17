/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli compare --what=rows: a row for each area, with its figures on both sides. */
#include "config.h"

#include "cli/cli-compare.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "analysis/compare/dwell-doubts.h"
#include "cli/cli-compare-summary.h"
#include "cli/cli-output.h"
#include "core/dwell-text.h"

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

/* What a person reads; programs have all. */
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
  gboolean               is_time; /* the measure is */
  gboolean               has_contexts; /* of rows for a person */
} Telling;

/* A number of a JSON object; what is none is null. */
void
_dwell_cli_compare_append_real (GString *json,
                                double   value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (json, isfinite (value) ? g_ascii_formatd (digits, sizeof digits, "%.9g", value)
                                          : "null");
}

static char *
dup_signed (DwellSignedWide value)
{
  g_autofree char *digits = dwell_wide_to_text (value < 0 ? -(DwellWide) value : (DwellWide) value);

  return g_strconcat (value < 0 ? "-" : "", digits, NULL);
}

static gboolean
fits (DwellSignedWide value)
{
  return value >= G_MININT64 && value <= G_MAXINT64;
}

/* A whole number of a JSON object; beyond int64 it is a string. */
void
_dwell_cli_compare_append_signed (GString         *json,
                                  DwellSignedWide  value)
{
  g_autofree char *digits = dup_signed (value);

  g_string_append_printf (json, fits (value) ? "%s" : "\"%s\"", digits);
}

/* Adds a cell of a whole number; nothing unless it @exists. */
void
_dwell_cli_rows_add_signed (DwellCliRows    *rows,
                            gboolean         exists,
                            DwellSignedWide  value)
{
  if (!exists)
    {
      dwell_cli_rows_add_null (rows);
    }
  else if (fits (value))
    {
      dwell_cli_rows_add_int (rows, (gint64) value);
    }
  else
    {
      g_autofree char *digits = dup_signed (value);

      dwell_cli_rows_add_text (rows, digits);
    }
}

static void
add_side (DwellCliRows      *rows,
          const DwellFigure *figure,
          gboolean           exists,
          DwellSignedWide    whole,
          double             real)
{
  if (exists && figure->is_real)
    dwell_cli_rows_add_real (rows, real);
  else
    _dwell_cli_rows_add_signed (rows, exists, whole);
}

/* Adds the cells base, new, change and ratio. */
void
_dwell_cli_rows_add_figure (DwellCliRows      *rows,
                            const DwellFigure *figure)
{
  add_side (rows, figure, figure->has_base, figure->base, figure->base_real);
  add_side (rows, figure, figure->has_new, figure->new, figure->new_real);
  add_side (rows, figure, dwell_figure_has_change (figure), dwell_figure_get_change (figure),
            dwell_figure_get_real_change (figure));
  dwell_cli_rows_add_real (rows, dwell_figure_get_ratio (figure));
}

static void
add_tested (DwellCliRows            *rows,
            const DwellTestedFigure *tested)
{
  dwell_cli_rows_add_real (rows, tested->ratio.low);
  dwell_cli_rows_add_real (rows, tested->ratio.high);
  dwell_cli_rows_add_real (rows, tested->q);
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
  static const DwellTestedFigure untested = { NAN, NAN, { NAN, NAN } };
  DwellTested tested = dwell_measure_get_tested (&self->difference->options.measure);
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
  add_tested (rows, tested != DWELL_TESTED_NOTHING ? &row->tested[tested] : &untested);
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      DwellFigure figure = dwell_difference_get_figure (self->difference, row,
                                                        figures[i].statistic);

      _dwell_cli_rows_add_figure (rows, &figure);
      if (figures[i].tested != DWELL_TESTED_NOTHING)
        add_tested (rows, &row->tested[figures[i].tested]);
    }

  _dwell_cli_rows_add_signed (rows, row->is_split, row->by_count);
  _dwell_cli_rows_add_signed (rows, row->is_split, row->by_time);
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

/* A time for a person in Markdown, ns in a table. */
static void
add_brief (const Telling     *self,
           const DwellFigure *figure,
           gboolean           exists,
           DwellSignedWide    whole,
           double             real,
           gboolean           has_sign)
{
  g_autofree char *text = NULL;
  g_autofree char *signed_text = NULL;

  if (!exists || figure->is_real || !self->is_time ||
      self->pair->arguments->form != DWELL_CLI_MARKDOWN)
    {
      add_side (self->rows, figure, exists, whole, real);
      return;
    }

  text = dwell_text_duration (whole);
  signed_text = g_strconcat (has_sign && whole > 0 ? "+" : "", text, NULL);
  dwell_cli_rows_add_text (self->rows, signed_text);
}

/* Adds a cell of four digits, which are enough for a person. */
void
_dwell_cli_rows_add_brief_real (DwellCliRows *rows,
                                double        value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (isfinite (value))
    dwell_cli_rows_add_text (rows, g_ascii_formatd (digits, sizeof digits, "%.4g", value));
  else
    dwell_cli_rows_add_null (rows);
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
  const DwellFigure split = { .is_real = FALSE };

  if (self->has_contexts)
    dwell_cli_rows_add_text (rows, context != DWELL_NONE
                                     ? dwell_trace_get_context_name (trace, context) : NULL);
  dwell_cli_rows_add_text (rows, label);
  dwell_cli_rows_add_text (rows, dwell_verdict_get_id (row->verdict));
  dwell_cli_rows_add_text (rows, dwell_evidence_get_id (row->evidence));
  _dwell_cli_rows_add_signed (rows, count.has_base, count.base);
  _dwell_cli_rows_add_signed (rows, count.has_new, count.new);
  add_brief (self, value, value->has_base, value->base, value->base_real, FALSE);
  add_brief (self, value, value->has_new, value->new, value->new_real, FALSE);
  add_brief (self, value, dwell_figure_has_change (value), dwell_figure_get_change (value),
             dwell_figure_get_real_change (value), TRUE);
  _dwell_cli_rows_add_brief_real (rows, dwell_figure_get_ratio (value));
  add_brief (self, &split, row->is_split, row->by_count, NAN, TRUE);
  add_brief (self, &split, row->is_split, row->by_time, NAN, TRUE);
  _dwell_cli_rows_add_brief_real (rows, 2 * row->superiority - 1);
  _dwell_cli_rows_add_brief_real (rows, tested != DWELL_TESTED_NOTHING ? row->tested[tested].q
                                                                       : NAN);
}

static void
add_suggestions (const Telling   *self,
                 DwellCliSummary *summary)
{
  const DwellDifference *difference = self->difference;
  g_autoptr(GArray) suggestions = NULL;

  if (difference->n_verdicts[DWELL_VERDICT_NEW] == 0 ||
      difference->n_verdicts[DWELL_VERDICT_GONE] == 0)
    return;

  suggestions = dwell_match_suggest (self->pair->match, difference->base, difference->of_base,
                                     difference->new, difference->of_new);
  for (guint i = 0; i < suggestions->len; i++)
    {
      const DwellSuggestion *pair = &g_array_index (suggestions, DwellSuggestion, i);
      const char *base = dwell_trace_get_area_title (difference->base, pair->base_area);
      const char *new = dwell_trace_get_area_title (difference->new, pair->new_area);

      _dwell_cli_summary_add_note (summary, "renamed",
                /* Translators: names of functions: of the base, of the new recording; again */
                g_strdup_printf (_("“%s” may have become “%s”: --match=%s=%s"), base, new, base,
                                 new));
    }
}

/* What makes comparing doubtful, and what can be done. */
static void
add_notes (const Telling   *self,
           DwellCliSummary *summary)
{
  const DwellDifference *difference = self->difference;
  guint doubts = dwell_difference_get_doubts (difference);

  _dwell_cli_summary_add_doubts (summary, doubts);
  if (doubts & DWELL_DOUBT_LENGTHS)
    _dwell_cli_summary_add_note (summary, "lengths",
                                 g_strdup (_("The recordings differ in length by more than 20 %: "
                                             "--per=second compares per second")));
  if (self->pair->options->by_context && (doubts & DWELL_DOUBT_CONTEXTS))
    _dwell_cli_summary_add_note (summary, "contexts",
                                 /* Translators: two numbers */
                                 g_strdup_printf (_("Contexts that found no partner: %u of the "
                                                    "base, %u of the new recording"),
                                                  difference->n_base_contexts_alone,
                                                  difference->n_new_contexts_alone));
  if (doubts & DWELL_DOUBT_MATCHED)
    _dwell_cli_summary_add_note (summary, "matched",
                                 g_strdup (_("Less than half of the base’s time ran in areas that "
                                             "the new recording has")));
  _dwell_cli_summary_add_note (summary, "two",
                               g_strdup (_("This is between these two recordings; a third of "
                                           "either side tells what is chance: --base=FILE")));
  add_suggestions (self, summary);
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

  /* What has none comes last; ties stay as they are: by change. */
  if (isnan (x) != isnan (y))
    return isnan (x) ? 1 : -1;
  if (x != y && !isnan (x))
    return x < y ? -1 : 1;
  return left < right ? -1 : left > right;
}

static void
summary_init (const Telling   *self,
              DwellCliSummary *summary)
{
  const DwellDifference *difference = self->difference;
  const DwellCliCompare *options = self->pair->options;
  static const char * const pers[] = { NULL, "second", "total", NULL };

  *summary = (DwellCliSummary) {
    .pair = self->pair, .total = &difference->total,
    .n_verdicts = difference->n_verdicts, .verdict = dwell_difference_get_verdict (difference),
    .unit = self->is_time ? "ns" : NULL,
    .per = options->per == DWELL_PER_AREA ? options->per_text : pers[options->per],
    .geomean = difference->geomean, .base_matched = difference->base_matched,
    .new_matched = difference->new_matched, .answers = self->answers,
  };
  add_notes (self, summary);
}

static void
tell (Telling *self)
{
  const DwellDifference *difference = self->difference;
  const DwellCliCompare *options = self->pair->options;
  DwellCliForm form = self->pair->arguments->form;
  gboolean is_brief = form == DWELL_CLI_TABLE || form == DWELL_CLI_MARKDOWN;
  g_autoptr(GPtrArray) told = g_ptr_array_new ();
  g_auto(DwellCliSummary) summary = { 0 };
  guint n;

  for (guint i = 0; i < difference->n_rows; i++)
    if (!is_brief || options->tells_all ||
        dwell_difference_is_told (difference, &difference->rows[i], options->least_share))
      g_ptr_array_add (told, &difference->rows[i]);

  if (options->sort != DWELL_CLI_SORT_CHANGE)
    g_ptr_array_sort_with_data (told, compare_rows, self);

  summary_init (self, &summary);
  _dwell_cli_summary_tell (&summary, self->rows, difference->n_rows - told->len);
  dwell_cli_rows_begin (self->rows, self->pair->new.file);
  n = MIN (told->len, options->top);
  for (guint i = 0; i < n; i++)
    if (is_brief)
      add_brief_row (self, told->pdata[i]);
    else
      add_full_row (self, told->pdata[i]);
  dwell_cli_rows_end (self->rows);
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

  dwell_cli_complain (NULL, _("--per=%s: it is second, total or an area that both recordings have"),
                      given->per_text);
  return FALSE;
}

/* Returns the exit status. */
int
_dwell_cli_compare_rows (const DwellCliPair *pair)
{
  DwellCliForm form = pair->arguments->form;
  gboolean is_brief = form == DWELL_CLI_TABLE || form == DWELL_CLI_MARKDOWN;
  g_autoptr(GPtrArray) answers =
    g_ptr_array_new_with_free_func ((GDestroyNotify) _dwell_cli_gate_answer_free);
  g_autoptr(DwellDifference) difference = NULL;
  g_autoptr(GError) error = NULL;
  DwellDifferenceOptions options;
  DwellComparedMeasure measure;
  Telling telling = { .pair = pair, .answers = answers };
  guint skipped;

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

  _dwell_cli_measure_parse (pair->options->measure_id, &measure, &telling.is_time);
  telling.has_contexts = pair->options->by_context || pair->arguments->context != NULL;
  skipped = telling.has_contexts ? 0 : 1;
  if (is_brief)
    telling.rows = dwell_cli_rows_new (form, "rows", brief_columns + skipped,
                                       G_N_ELEMENTS (brief_columns) - skipped, FALSE);
  else
    telling.rows = dwell_cli_rows_new (form, "rows", columns, G_N_ELEMENTS (columns), FALSE);

  tell (&telling);
  if (!dwell_cli_rows_finish (telling.rows))
    return DWELL_CLI_FAILED;

  return _dwell_cli_gates_complain (answers) ? DWELL_CLI_HOLDS : DWELL_CLI_DONE;
}
