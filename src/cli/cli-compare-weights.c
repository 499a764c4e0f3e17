/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli compare --what=rows of recordings without starts and ends: a row for each area, by its
 * weight in the call trees. */
#include "config.h"

#include "cli/cli-compare.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "analysis/compare/dwell-doubts.h"
#include "analysis/compare/dwell-weight-difference.h"
#include "cli/cli-compare-figures.h"
#include "cli/cli-compare-summary.h"
#include "cli/cli-output.h"
#include "model/comparison/dwell-comparison-notes.h"

#define FIGURE(path) \
  { path ".base", TRUE }, { path ".new", TRUE }, { path ".change", TRUE }, { path ".ratio", TRUE }

static const DwellCliColumn columns[] = {
  { "context", FALSE }, { "area", FALSE }, { "base_area", FALSE }, { "kind", FALSE },
  { "module", FALSE }, { "matched_by", FALSE }, { "verdict", FALSE }, { "evidence", FALSE },
  FIGURE ("value"), { "value.low", TRUE }, { "value.high", TRUE }, { "value.q", TRUE },
  FIGURE ("net.total"), FIGURE ("gross.total"), FIGURE ("share"),
  { "share.change_low", TRUE }, { "share.change_high", TRUE }, { "test", FALSE }, { "p", TRUE },
  { "q", TRUE },
};

static const DwellCliColumn brief_columns[] = {
  { "area", FALSE }, { "verdict", FALSE }, { "evidence", FALSE }, { "base", TRUE },
  { "new", TRUE }, { "change", TRUE }, { "ratio", TRUE }, { "share.base", TRUE },
  { "share.new", TRUE }, { "q", TRUE },
};

typedef struct {
  const DwellCliPair          *pair;
  const DwellWeightDifference *difference;
  DwellCliRows                *rows;
} Telling;

static const char *
get_name (const Telling        *self,
          const DwellWeightRow *row)
{
  return row->new_area != DWELL_NONE
           ? dwell_trace_get_area_title (self->pair->new.trace, row->new_area)
           : dwell_trace_get_area_title (self->pair->base.trace, row->base_area);
}

static gboolean
is_chosen (const Telling        *self,
           const DwellWeightRow *row)
{
  return (row->base_area != DWELL_NONE && self->pair->base.selection.areas[row->base_area]) ||
         (row->new_area != DWELL_NONE && self->pair->new.selection.areas[row->new_area]);
}

static void
add_full_row (const Telling        *self,
              const DwellWeightRow *row)
{
  const DwellTrace *trace = row->new_area != DWELL_NONE ? self->pair->new.trace
                                                        : self->pair->base.trace;
  const DwellArea *area = &trace->areas[row->new_area != DWELL_NONE ? row->new_area
                                                                    : row->base_area];
  const char *name = get_name (self, row);
  const char *base = row->base_area != DWELL_NONE
                       ? dwell_trace_get_area_title (self->pair->base.trace, row->base_area) : name;
  DwellFigure value = dwell_weight_difference_get_value (self->difference, row);
  DwellCliRows *rows = self->rows;

  dwell_cli_rows_add_text (rows, "");
  dwell_cli_rows_add_text (rows, name);
  dwell_cli_rows_add_text (rows, g_str_equal (base, name) ? NULL : base);
  dwell_cli_rows_add_text (rows, dwell_area_kind_get_id (area->kind));
  dwell_cli_rows_add_text (rows, area->module != 0 ? dwell_trace_get_string (trace, area->module)
                                                   : NULL);
  dwell_cli_rows_add_text (rows, dwell_matched_by_get_id (row->matched_by));
  dwell_cli_rows_add_text (rows, dwell_verdict_get_id (row->verdict));
  dwell_cli_rows_add_text (rows, dwell_evidence_get_id (row->evidence));
  _dwell_cli_rows_add_figure (rows, &value);
  dwell_cli_rows_add_real (rows, row->ratio.low);
  dwell_cli_rows_add_real (rows, row->ratio.high);
  dwell_cli_rows_add_real (rows, row->q);
  _dwell_cli_rows_add_figure (rows, &row->self);
  _dwell_cli_rows_add_figure (rows, &row->total);
  _dwell_cli_rows_add_figure (rows, &row->share);
  dwell_cli_rows_add_real (rows, row->share_change.low);
  dwell_cli_rows_add_real (rows, row->share_change.high);
  dwell_cli_rows_add_text (rows, dwell_test_kind_get_id (row->test));
  dwell_cli_rows_add_real (rows, row->p);
  dwell_cli_rows_add_real (rows, row->q);
}

/* People get the weights, which they know, besides the shares, which are compared. */
static void
add_brief_row (const Telling        *self,
               const DwellWeightRow *row)
{
  const DwellTrace *trace = row->new_area != DWELL_NONE ? self->pair->new.trace
                                                        : self->pair->base.trace;
  g_autofree char *label =
    dwell_trace_dup_area_label (trace, row->new_area != DWELL_NONE ? row->new_area
                                                                   : row->base_area);
  const DwellFigure *weight = self->difference->options.by_total ? &row->total : &row->self;
  DwellFigure value = dwell_weight_difference_get_value (self->difference, row);
  DwellCliRows *rows = self->rows;

  dwell_cli_rows_add_text (rows, label);
  dwell_cli_rows_add_text (rows, dwell_verdict_get_id (row->verdict));
  dwell_cli_rows_add_text (rows, dwell_evidence_get_id (row->evidence));
  _dwell_cli_rows_add_signed (rows, weight->has_base, weight->base);
  _dwell_cli_rows_add_signed (rows, weight->has_new, weight->new);
  if (value.is_real)
    _dwell_cli_rows_add_brief_real (rows, dwell_figure_has_change (&value)
                                            ? dwell_figure_get_real_change (&value) : NAN);
  else
    _dwell_cli_rows_add_signed (rows, dwell_figure_has_change (&value),
                                dwell_figure_get_change (&value));
  _dwell_cli_rows_add_brief_real (rows, dwell_figure_get_ratio (&value));
  _dwell_cli_rows_add_brief_real (rows, row->share.has_base ? row->share.base_real : NAN);
  _dwell_cli_rows_add_brief_real (rows, row->share.has_new ? row->share.new_real : NAN);
  _dwell_cli_rows_add_brief_real (rows, row->q);
}

static DwellTree *
make_tree (const DwellCliRecording *recording)
{
  if (dwell_tree_is_possible (recording->trace))
    return _dwell_cli_compare_make_tree (recording);

  dwell_cli_complain (recording->file, _("it has no call tree, and the other recording has no "
                                         "starts and ends"));
  return NULL;
}

/* Refuses options that need spans. */
static gboolean
check_options (const DwellCliPair *pair,
               DwellWeightOptions *options)
{
  const DwellCliCompare *given = pair->options;
  DwellStatistic statistic = given->measure.statistic;
  const char *refused = NULL;

  if (given->measure.percentile > 0 ||
      (statistic != DWELL_STATISTIC_NET && statistic != DWELL_STATISTIC_GROSS &&
       statistic != DWELL_STATISTIC_SHARE))
    refused = "--measure";
  else if (given->per != DWELL_PER_NOTHING && given->per != DWELL_PER_TOTAL)
    refused = "--per";
  else if (given->by_context)
    refused = "--by-context";

  if (refused != NULL)
    {
      dwell_cli_complain (NULL, _("%s: recordings without starts and ends have only net.total, "
                                  "gross.total and share, as they are or with "
                                  "--per=total"), refused);
      return FALSE;
    }

  *options = (DwellWeightOptions) {
    .by_total = statistic == DWELL_STATISTIC_GROSS, .noise = given->noise, .alpha = given->alpha,
    .as_shares = statistic == DWELL_STATISTIC_SHARE || given->per == DWELL_PER_TOTAL,
  };
  return TRUE;
}

/* The figure that a condition applies to: for changes relative to the base, the one that is
 * compared, otherwise the one that it names. */
static DwellFigure
get_figure (const DwellCliGate          *gate,
            const DwellWeightDifference *difference,
            const DwellWeightRow        *row)
{
  if (gate->kind == DWELL_CLI_GATE_NEW || gate->kind == DWELL_CLI_GATE_GONE)
    return row->self;
  if (gate->measure.statistic == DWELL_STATISTIC_SHARE)
    return row->share;
  if (gate->amount_kind == DWELL_CLI_AMOUNT_RELATIVE)
    return dwell_weight_difference_get_value (difference, row);

  return difference->options.by_total ? row->total : row->self;
}

/* Whether a row whose figure meets the condition counts for it. */
static gboolean
counts (const DwellCliPair   *pair,
        DwellCliGateAnswer   *answer,
        const DwellWeightRow *row,
        const DwellFigure    *figure,
        double               *low)
{
  DwellFigure near = *figure;
  gboolean is_likely = _dwell_cli_gate_asks_for_level (answer->gate) ||
                       isnan (row->q) || row->q <= pair->options->alpha;

  *low = answer->gate->is_below ? row->ratio.high : row->ratio.low;
  switch (pair->options->judge)
    {
    case DWELL_CLI_JUDGE_LIKELY:
      return is_likely;
    case DWELL_CLI_JUDGE_SURE:
      answer->n_undecided += isnan (*low);
      near.new_real = near.base_real * *low;
      return !isnan (*low) && is_likely && _dwell_cli_gate_meets (answer->gate, &near);
    case DWELL_CLI_JUDGE_MEASURED:
    default:
      return TRUE;
    }
}

static void
ask_row (const Telling               *self,
         DwellCliGateAnswer          *answer,
         const DwellWeightDifference *difference,
         const DwellWeightRow        *row)
{
  const DwellCliGate *gate = answer->gate;
  DwellFigure figure = get_figure (gate, difference, row);
  double low = NAN;
  gboolean holds;

  if (gate->kind == DWELL_CLI_GATE_MEASURE)
    holds = _dwell_cli_gate_meets (gate, &figure) &&
            counts (self->pair, answer, row, &figure, &low);
  else
    holds = row->verdict == (gate->kind == DWELL_CLI_GATE_NEW ? DWELL_VERDICT_NEW
                                                              : DWELL_VERDICT_GONE) &&
            (row->evidence != DWELL_EVIDENCE_CHANCE ||
             self->pair->options->judge == DWELL_CLI_JUDGE_MEASURED);
  if (holds)
    _dwell_cli_gate_answer_add (answer, get_name (self, row), "", &figure, low);
}

/* Returns whether the condition applies to any row. */
static gboolean
ask_rows (const Telling      *self,
          DwellCliGateAnswer *answer)
{
  const DwellCliGate *gate = answer->gate;
  DwellWeightOptions options = self->difference->options;
  const DwellWeightDifference *difference = self->difference;
  g_autoptr(DwellWeightDifference) other = NULL;
  gboolean has_areas = FALSE;

  options.by_total = gate->measure.statistic == DWELL_STATISTIC_GROSS;
  if (gate->kind == DWELL_CLI_GATE_MEASURE && options.by_total != difference->options.by_total)
    difference = other = dwell_weight_difference_new (difference->base, difference->new,
                                                      self->pair->match, &options, NULL);

  for (guint i = 0; i < difference->n_rows; i++)
    {
      const DwellWeightRow *row = &difference->rows[i];

      if (!is_chosen (self, row) ||
          (gate->pattern != NULL && !dwell_pattern_matches (gate->pattern, get_name (self, row))))
        continue;

      has_areas = TRUE;
      ask_row (self, answer, difference, row);
    }

  return has_areas;
}

static gboolean
refuse (const DwellCliGate *gate,
        const char         *why)
{
  dwell_cli_complain (NULL, "--fail-if=%s: %s", gate->text, why);
  return FALSE;
}

static gboolean
ask (const Telling      *self,
     const DwellCliGate *gate,
     GPtrArray          *answers)
{
  const DwellWeightDifference *difference = self->difference;
  DwellCliGateAnswer *answer = _dwell_cli_gate_answer_new (gate);
  DwellStatistic statistic = gate->measure.statistic;
  gboolean is_of_rows = gate->kind == DWELL_CLI_GATE_NEW || gate->kind == DWELL_CLI_GATE_GONE ||
                        (gate->kind == DWELL_CLI_GATE_MEASURE && gate->measure.percentile == 0 &&
                         (statistic == DWELL_STATISTIC_NET || statistic == DWELL_STATISTIC_GROSS ||
                          statistic == DWELL_STATISTIC_SHARE));

  g_ptr_array_add (answers, answer);
  answer->is_time = difference->base->weights_are_times && difference->new->weights_are_times &&
                    !difference->are_shares;
  if (gate->kind == DWELL_CLI_GATE_TOTAL)
    {
      if (_dwell_cli_gate_meets (gate, &difference->whole))
        _dwell_cli_gate_answer_add (answer, "", "", &difference->whole, NAN);
      return TRUE;
    }
  if (gate->kind == DWELL_CLI_GATE_UNMATCHED)
    {
      _dwell_cli_gate_ask_unmatched (answer, difference->base_matched, difference->new_matched);
      return TRUE;
    }

  if (!is_of_rows)
    return refuse (gate, _("recordings without starts and ends have only net.total, gross.total, "
                           "share, total, new, gone and unmatched"));
  if (gate->is_time && gate->amount_kind != DWELL_CLI_AMOUNT_RELATIVE &&
      gate->kind == DWELL_CLI_GATE_MEASURE && !answer->is_time)
    return refuse (gate, _("their weights are not times: use a percentage"));
  if (!_dwell_cli_gate_may_have (gate, ask_rows (self, answer), self->pair->options))
    return refuse (gate, _("neither recording has such an area (see --allow-missing)"));

  return TRUE;
}

/* Returns: (transfer full) (element-type DwellComparisonNote): what the user should know */
static GArray *
make_notes (const Telling *self)
{
  const DwellCliRecording *base = &self->pair->base;
  const DwellCliRecording *new = &self->pair->new;
  guint doubts = dwell_weight_difference_get_doubts (self->difference);
  GArray *notes = dwell_comparison_notes_new ();

  dwell_comparison_notes_add_doubts (
    notes, doubts,
    &(DwellNotedSide) { base->trace, base->selection.begin, base->selection.end },
    &(DwellNotedSide) { new->trace, new->selection.begin, new->selection.end });
  if (doubts & DWELL_DOUBT_MATCHED)
    dwell_comparison_notes_add (notes, "matched",
                                g_strdup (_("Less than half of the base’s weight is in areas that "
                                            "the new recording has")));
  if (self->difference->are_samples)
    dwell_comparison_notes_add (notes, "samples",
                                g_strdup (_("Shares of all samples are compared: the number of "
                                            "samples depends on the length of the recording")));
  return notes;
}

/* The unit of weights; NULL: ns. */
static const char *
get_unit (const DwellTree *tree)
{
  return tree->weights_are_times ? NULL : dwell_tree_get_unit (tree);
}

static double
get_key (const Telling        *self,
         const DwellWeightRow *row)
{
  DwellFigure value = dwell_weight_difference_get_value (self->difference, row);

  return self->pair->options->sort == DWELL_CLI_SORT_Q
           ? row->q : -fabs (log (dwell_figure_get_ratio (&value)));
}

/* Rows without a ratio, or that were not tested, come last; ties keep their order, by change. */
static int
compare_rows (gconstpointer a,
              gconstpointer b,
              gpointer      user_data)
{
  const Telling *self = user_data;
  const DwellWeightRow *left = *(DwellWeightRow * const *) a;
  const DwellWeightRow *right = *(DwellWeightRow * const *) b;
  gboolean is_by_name = self->pair->options->sort == DWELL_CLI_SORT_NAME;
  double x = is_by_name ? strcmp (get_name (self, left), get_name (self, right))
                        : get_key (self, left);
  double y = is_by_name ? 0 : get_key (self, right);

  if (isnan (x) != isnan (y))
    return isnan (x) ? 1 : -1;
  if (x != y && !isnan (x))
    return x < y ? -1 : 1;
  return left < right ? -1 : left > right;
}

static void
tell (Telling         *self,
      const GPtrArray *answers)
{
  const DwellWeightDifference *difference = self->difference;
  const DwellCliCompare *options = self->pair->options;
  DwellCliForm form = self->pair->arguments->form;
  gboolean is_brief = form == DWELL_CLI_TABLE || form == DWELL_CLI_MARKDOWN;
  g_autoptr(GPtrArray) told = g_ptr_array_new ();
  g_autoptr(GArray) notes = make_notes (self);
  guint n_hidden = 0;
  DwellCliSummary summary = {
    .pair = self->pair, .total = &difference->whole, .n_verdicts = difference->n_verdicts,
    .base_unit = get_unit (difference->base), .new_unit = get_unit (difference->new),
    .verdict = dwell_weight_difference_get_verdict (difference),
    .is_of_one = difference->is_of_one,
    .unit = difference->are_shares && !difference->are_samples
              ? NULL : dwell_tree_get_unit (difference->base),
    .per = difference->are_shares ? "total" : NULL, .geomean = NAN,
    .base_matched = difference->base_matched, .new_matched = difference->new_matched,
    .answers = answers, .notes = notes,
  };

  for (guint i = 0; i < difference->n_rows; i++)
    if (!is_chosen (self, &difference->rows[i]))
      continue;
    else if (!is_brief || options->tells_all ||
             dwell_weight_difference_is_told (difference, &difference->rows[i],
                                              options->least_share))
      g_ptr_array_add (told, &difference->rows[i]);
    else
      n_hidden++;

  if (options->sort != DWELL_CLI_SORT_CHANGE)
    g_ptr_array_sort_with_data (told, compare_rows, self);

  _dwell_cli_summary_tell (&summary, self->rows, n_hidden);
  dwell_cli_rows_begin (self->rows, self->pair->new.file);
  for (guint i = 0; i < MIN (told->len, options->top); i++)
    if (is_brief)
      add_brief_row (self, told->pdata[i]);
    else
      add_full_row (self, told->pdata[i]);
  dwell_cli_rows_end (self->rows);
}

/* Returns the exit status. */
int
_dwell_cli_compare_weights (const DwellCliPair *pair)
{
  DwellCliForm form = pair->arguments->form;
  gboolean is_brief = form == DWELL_CLI_TABLE || form == DWELL_CLI_MARKDOWN;
  g_autoptr(GPtrArray) answers =
    g_ptr_array_new_with_free_func ((GDestroyNotify) _dwell_cli_gate_answer_free);
  g_autoptr(DwellTree) base = NULL;
  g_autoptr(DwellTree) new = NULL;
  g_autoptr(DwellWeightDifference) difference = NULL;
  Telling telling = { .pair = pair };
  DwellWeightOptions options;

  if (!check_options (pair, &options))
    return DWELL_CLI_USAGE;

  base = make_tree (&pair->base);
  new = base != NULL ? make_tree (&pair->new) : NULL;
  if (new == NULL)
    return DWELL_CLI_FAILED;

  telling.difference = difference = dwell_weight_difference_new (base, new, pair->match, &options,
                                                                 NULL);
  for (guint i = 0; i < pair->options->gates->len; i++)
    if (!ask (&telling, pair->options->gates->pdata[i], answers))
      return DWELL_CLI_USAGE;

  telling.rows = dwell_cli_rows_new (form, "rows", is_brief ? brief_columns : columns,
                                     is_brief ? G_N_ELEMENTS (brief_columns)
                                              : G_N_ELEMENTS (columns), FALSE);
  tell (&telling, answers);
  if (!dwell_cli_rows_finish (telling.rows))
    return DWELL_CLI_FAILED;

  return _dwell_cli_gates_complain (answers) ? DWELL_CLI_HOLDS : DWELL_CLI_DONE;
}
