/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditions of --fail-if: src/cli/README.md, "compare". A condition that could never hold, because
 * there is nothing that it applies to, is an error: a gate that cannot fail protects nothing. */
#include "config.h"

#include "cli/cli-compare.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "cli/cli-output.h"
#include "core/dwell-error.h"
#include "core/dwell-text.h"

static gboolean
refuse (const char  *text,
        const char  *why,
        GError     **error)
{
  g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION, "--fail-if=%s: %s", text, why);
  return FALSE;
}

/* “+5%”, “+10ms”, “20ms”, “+3”. */
static gboolean
parse_amount (DwellCliGate  *self,
              const char    *text,
              GError       **error)
{
  gboolean has_sign = *text == '+' || *text == '-';
  gint64 time;
  char *end;

  self->amount = g_ascii_strtod (text, &end);
  self->amount_kind = has_sign ? DWELL_CLI_AMOUNT_CHANGE : DWELL_CLI_AMOUNT_LIMIT;
  if (end == text || !isfinite (self->amount))
    return refuse (self->text, _("there is no number after > or <"), error);

  if (g_str_equal (end, "%"))
    {
      self->amount /= 100;
      self->amount_kind = DWELL_CLI_AMOUNT_RELATIVE;
      return has_sign || self->kind == DWELL_CLI_GATE_UNMATCHED ||
             /* xgettext:no-c-format */
             refuse (self->text, _("write a change with its sign: +5%"), error);
    }

  if (!self->is_time)
    return *end == '\0' || refuse (self->text, _("this measure is not a time: write a number "
                                                 "without a unit"), error);

  if (*end == '\0')
    return refuse (self->text, _("a time needs a unit: ns, us, ms, s or min"), error);
  if (!dwell_text_parse_time (text + has_sign, &time))
    return refuse (self->text, _("there is no such unit; there are ns, us, ms, s and min"), error);

  self->amount = (*text == '-' ? -1 : 1) * (double) time;
  return TRUE;
}

static gboolean
parse_measure (DwellCliGate  *self,
               const char    *text,
               GError       **error)
{
  self->is_time = TRUE;

  /* Rows of lines call the count “hits”. */
  if (self->is_of_lines && g_str_equal (text, "hits"))
    text = dwell_statistic_columns[DWELL_STATISTIC_COUNT].id;
  else if (self->is_of_lines && g_str_equal (text, "time"))
    text = dwell_statistic_columns[DWELL_STATISTIC_NET].id;

  if (g_str_equal (text, "total"))
    self->kind = DWELL_CLI_GATE_TOTAL;
  else if (g_str_equal (text, "duration"))
    self->kind = DWELL_CLI_GATE_DURATION;
  else if (g_str_equal (text, "unmatched"))
    self->kind = DWELL_CLI_GATE_UNMATCHED;
  else if (g_str_equal (text, "exponent"))
    self->kind = DWELL_CLI_GATE_EXPONENT;
  else if (!_dwell_cli_measure_parse (text, &self->measure, &self->is_time))
    return refuse (self->text, _("there is no such measure; there are net.total, count, call.avg, "
                                 "p95, total, duration and more, new, gone, unmatched, growth"),
                   error);

  if (self->kind == DWELL_CLI_GATE_EXPONENT || self->kind == DWELL_CLI_GATE_UNMATCHED)
    self->is_time = FALSE;
  return TRUE;
}

static gboolean
parse (DwellCliGate  *self,
       const char    *text,
       GError       **error)
{
  g_autofree char *measure = NULL;
  gsize length = strcspn (text, "<>");

  if (g_str_equal (text, "new") || g_str_equal (text, "gone") || g_str_equal (text, "growth"))
    {
      self->kind = text[0] == 'n' ? DWELL_CLI_GATE_NEW
                   : g_str_equal (text, "gone") ? DWELL_CLI_GATE_GONE : DWELL_CLI_GATE_GROWTH;
      return TRUE;
    }

  if (text[length] == '\0')
    return refuse (self->text, _("it has no > or <"), error);

  measure = g_strstrip (g_strndup (text, length));
  self->is_below = text[length] == '<';
  for (text += length + 1; *text == ' ';)
    text++;

  return parse_measure (self, measure, error) && parse_amount (self, text, error);
}

/* Returns: (nullable): the condition @text for the comparison @what */
DwellCliGate *
_dwell_cli_gate_new (const char           *text,
                     DwellCliCompareWhat   what,
                     GError              **error)
{
  DwellCliGate *self = g_new0 (DwellCliGate, 1);
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  char *in = strstr (valid, " in ");
  gboolean is_good = TRUE;

  self->text = g_strdup (valid);
  self->is_of_lines = what == DWELL_CLI_COMPARE_LINES;
  if (in != NULL)
    {
      *in = '\0';
      self->pattern = dwell_pattern_new (in + strlen (" in "), error);
      is_good = self->pattern != NULL;
      if (!is_good)
        g_prefix_error (error, "--fail-if=%s: ", self->text);
    }

  if (is_good && parse (self, g_strstrip (valid), error))
    return self;

  _dwell_cli_gate_free (self);
  return NULL;
}

void
_dwell_cli_gate_free (DwellCliGate *self)
{
  g_clear_pointer (&self->pattern, dwell_pattern_unref);
  g_free (self->text);
  g_free (self);
}

/* Whether there are rows that the condition applies to, there may be some because matching took too
 * long, or none are needed. */
gboolean
_dwell_cli_gate_may_have (const DwellCliGate    *self,
                          gboolean               has_rows,
                          const DwellCliCompare *options)
{
  return has_rows || options->allows_missing || self->pattern == NULL ||
         dwell_pattern_has_given_up (self->pattern);
}

/* Reports the conditions that may have missed rows because matching took too long. */
gboolean
_dwell_cli_gates_check (const GPtrArray *gates)
{
  gboolean are_complete = TRUE;

  for (guint i = 0; i < gates->len; i++)
    {
      const DwellCliGate *gate = gates->pdata[i];
      g_autoptr(GError) error = NULL;

      if (dwell_pattern_check (gate->pattern, &error))
        continue;

      are_complete = FALSE;
      dwell_cli_complain (gate->text, "%s", error->message);
    }

  return are_complete;
}

static gboolean
is_beyond (const DwellCliGate *gate,
           double              value)
{
  return gate->is_below ? value < gate->amount : value > gate->amount;
}

/* Whether the condition is on how large the new figure is, not on a change: that it did not change
 * is then no excuse. */
gboolean
_dwell_cli_gate_asks_for_level (const DwellCliGate *self)
{
  return self->amount_kind == DWELL_CLI_AMOUNT_LIMIT;
}

/* Whether the measured figure meets the condition. */
gboolean
_dwell_cli_gate_meets (const DwellCliGate *self,
                       const DwellFigure  *figure)
{
  switch (self->amount_kind)
    {
    case DWELL_CLI_AMOUNT_RELATIVE:
      return !isnan (dwell_figure_get_ratio (figure)) &&
             is_beyond (self, dwell_figure_get_ratio (figure) - 1);
    case DWELL_CLI_AMOUNT_CHANGE:
      return dwell_figure_has_change (figure) &&
             is_beyond (self, dwell_figure_get_real_change (figure));
    case DWELL_CLI_AMOUNT_LIMIT:
    default:
      return figure->has_new && is_beyond (self, figure->new_real);
    }
}

/* The same for a ratio, at the end of its interval that is nearer to no change. */
static gboolean
meets_at (const DwellCliGate *self,
          const DwellFigure  *figure,
          double              ratio)
{
  DwellFigure near = *figure;

  near.new_real = figure->base_real * ratio;
  return _dwell_cli_gate_meets (self, &near);
}

/* Judges the share of each side without a partner: the worse of the two counts. Negative: that side
 * has no time. */
void
_dwell_cli_gate_ask_unmatched (DwellCliGateAnswer *answer,
                               double              base_matched,
                               double              new_matched)
{
  DwellFigure figure = {
    .is_real = TRUE, .has_base = base_matched >= 0, .has_new = new_matched >= 0,
    .base_real = 1 - base_matched, .new_real = 1 - new_matched,
  };
  double worse = MAX (figure.has_base ? figure.base_real : -1,
                      figure.has_new ? figure.new_real : -1);

  answer->is_share = TRUE;
  if (worse >= 0 && is_beyond (answer->gate, worse))
    _dwell_cli_gate_answer_add (answer, "", "", &figure, NAN);
}

typedef struct {
  const DwellCliPair    *pair;
  const DwellDifference *difference;
  DwellCliGateAnswer    *answer;
  gboolean               is_main;   /* the difference is of the gate's measure already */
  gboolean               has_areas; /* something matches the pattern */
  gboolean               has_figures;
} Asking;

static gboolean
is_spoken_of (const Asking             *self,
              const DwellDifferenceRow *row)
{
  const DwellPattern *pattern = self->answer->gate->pattern;

  return pattern == NULL ||
         (row->base != NULL &&
          dwell_pattern_matches (pattern, dwell_trace_get_area_title (self->difference->base,
                                                                      row->base_area))) ||
         (row->new != NULL &&
          dwell_pattern_matches (pattern, dwell_trace_get_area_title (self->difference->new,
                                                                      row->new_area)));
}

static void
add_row (const Asking             *self,
         const DwellDifferenceRow *row,
         const DwellFigure        *figure,
         double                    low)
{
  const DwellTrace *trace = row->new != NULL ? self->difference->new : self->difference->base;
  guint32 area = row->new != NULL ? row->new_area : row->base_area;
  guint32 context = row->new != NULL ? row->new_context : row->base_context;

  _dwell_cli_gate_answer_add (self->answer, dwell_trace_get_area_title (trace, area),
                              context != DWELL_NONE ? dwell_trace_get_context_name (trace, context)
                                                    : "", figure, low);
}

/* A count is certain, and what was not tested counts as likely. */
static gboolean
is_likely (const Asking             *self,
           const DwellDifferenceRow *row,
           const DwellFigure        *figure,
           double                    q)
{
  return _dwell_cli_gate_asks_for_level (self->answer->gate) ||
         isnan (q) || q <= self->pair->options->alpha ||
         (figure->is_sum && dwell_difference_count_differs (self->difference, row));
}

/* Whether a row whose figure meets the condition counts for it. What is sure is also likely. */
static gboolean
counts (Asking                   *self,
        const DwellDifferenceRow *row,
        const DwellFigure        *figure,
        double                   *low)
{
  const DwellCliGate *gate = self->answer->gate;
  DwellTested tested = dwell_measure_get_tested (&gate->measure);
  DwellCliJudge how = self->pair->options->judge;
  double q = NAN;

  *low = NAN;
  if (tested != DWELL_TESTED_NOTHING && row->base != NULL && row->new != NULL)
    {
      DwellInterval ratio = dwell_difference_row_get_interval (row, &gate->measure, figure);

      q = row->tested[tested].q;
      *low = gate->is_below ? ratio.high : ratio.low;
    }

  if (how == DWELL_CLI_JUDGE_MEASURED)
    return TRUE;
  if (how == DWELL_CLI_JUDGE_LIKELY || (gate->measure.percentile == 0 &&
                                        gate->measure.statistic == DWELL_STATISTIC_COUNT))
    return is_likely (self, row, figure, q);

  self->answer->n_undecided += isnan (*low);
  return !isnan (*low) && is_likely (self, row, figure, q) && meets_at (gate, figure, *low);
}

static void
ask_row (Asking                   *self,
         const DwellDifferenceRow *row)
{
  const DwellCliGate *gate = self->answer->gate;
  DwellFigure figure = self->is_main ? row->value
                       : dwell_difference_get_figure (self->difference, row,
                                                      gate->measure.statistic);
  double low;

  self->has_figures = self->has_figures || figure.has_base || figure.has_new;
  if (!is_spoken_of (self, row))
    return;

  self->has_areas = TRUE;
  if (gate->kind == DWELL_CLI_GATE_NEW || gate->kind == DWELL_CLI_GATE_GONE)
    {
      if (row->verdict == (gate->kind == DWELL_CLI_GATE_NEW ? DWELL_VERDICT_NEW
                                                            : DWELL_VERDICT_GONE))
        add_row (self, row, &row->value, NAN);
    }
  else if (_dwell_cli_gate_meets (gate, &figure) && counts (self, row, &figure, &low))
    {
      add_row (self, row, &figure, low);
    }
}

static void
ask_whole (Asking *self)
{
  const DwellCliGate *gate = self->answer->gate;
  const DwellDifference *difference = self->difference;
  DwellFigure figure = difference->total;

  if (gate->kind == DWELL_CLI_GATE_DURATION)
    {
      figure = (DwellFigure) {
        .has_base = TRUE, .has_new = TRUE, .is_sum = TRUE,
        .base = dwell_time_between (difference->options.base.begin, difference->options.base.end),
        .new = dwell_time_between (difference->options.new.begin, difference->options.new.end),
      };
      figure.base_real = (double) figure.base;
      figure.new_real = (double) figure.new;
    }
  else if (gate->kind == DWELL_CLI_GATE_UNMATCHED)
    {
      _dwell_cli_gate_ask_unmatched (self->answer, difference->base_matched,
                                     difference->new_matched);
      return;
    }

  self->has_figures = figure.has_base || figure.has_new;
  if (_dwell_cli_gate_meets (gate, &figure))
    _dwell_cli_gate_answer_add (self->answer, "", "", &figure, NAN);
}

/* Judges the rows of all contexts together, or those of the requested contexts. */
static void
ask_rows (Asking *self)
{
  const DwellDifference *difference = self->difference;

  for (guint i = 0; i < difference->n_rows; i++)
    {
      const DwellDifferenceRow *row = &difference->rows[i];

      if (dwell_difference_row_is_of_all (row) || difference->options.base.contexts != NULL)
        ask_row (self, row);
    }
}

static gboolean
is_possible (const Asking  *self,
             GError       **error)
{
  const DwellCliGate *gate = self->answer->gate;

  if (self->pair->options->allows_missing)
    return TRUE;
  if (!_dwell_cli_gate_may_have (gate, self->has_areas, self->pair->options))
    return refuse (gate->text, _("neither recording has such an area (see --allow-missing)"),
                   error);
  if (gate->kind == DWELL_CLI_GATE_MEASURE && !self->has_figures)
    return refuse (gate->text, _("neither recording has this measure (see --allow-missing)"),
                   error);

  return TRUE;
}

static gboolean
is_same_measure (const DwellComparedMeasure *a,
                 const DwellComparedMeasure *b)
{
  return a->percentile == b->percentile &&
         (a->percentile > 0 ? a->is_of_periods == b->is_of_periods : a->statistic == b->statistic);
}

static gboolean
is_of_rows (const DwellCliGate *gate)
{
  return gate->kind == DWELL_CLI_GATE_MEASURE || gate->kind == DWELL_CLI_GATE_NEW ||
         gate->kind == DWELL_CLI_GATE_GONE;
}

/* Sets the unit of the answer's figures. Returns whether they can be compared with the amount. */
static gboolean
set_unit (const Asking  *self,
          GError       **error)
{
  const DwellDifferenceOptions *options = &self->difference->options;
  DwellCliGateAnswer *answer = self->answer;
  const DwellCliGate *gate = answer->gate;

  /* Rows that are new or gone are printed with the measure of the table. */
  if (gate->kind == DWELL_CLI_GATE_NEW || gate->kind == DWELL_CLI_GATE_GONE)
    answer->is_time = dwell_measure_is_time (&options->measure);

  answer->is_share = is_of_rows (gate) && answer->is_time && options->per == DWELL_PER_TOTAL;
  return gate->kind != DWELL_CLI_GATE_MEASURE || !answer->is_share ||
         gate->amount_kind == DWELL_CLI_AMOUNT_RELATIVE ||
         refuse (gate->text, _("with --per=total, times are parts of the whole: give a percentage"),
                 error);
}

static gboolean
ask (Asking  *self,
     GError **error)
{
  const DwellCliGate *gate = self->answer->gate;
  DwellDifferenceOptions options = self->difference->options;
  g_autoptr(DwellDifference) other = NULL;

  if (gate->kind == DWELL_CLI_GATE_GROWTH || gate->kind == DWELL_CLI_GATE_EXPONENT)
    return refuse (gate->text, _("this is known for costs only: see --what=costs"), error);
  if (!set_unit (self, error))
    return FALSE;

  self->is_main = gate->kind == DWELL_CLI_GATE_MEASURE &&
                  is_same_measure (&gate->measure, &options.measure);

  /* Percentiles and divided figures are computed for one measure only. */
  if (gate->kind == DWELL_CLI_GATE_MEASURE && !self->is_main &&
      (gate->measure.percentile > 0 || options.per != DWELL_PER_NOTHING))
    {
      options.measure = gate->measure;
      self->difference = other = dwell_difference_new (&options, self->pair->match, NULL);
      self->is_main = TRUE;
      if (other == NULL)
        return refuse (gate->text, _("not enough memory for this analysis"), error);
    }

  if (gate->kind == DWELL_CLI_GATE_TOTAL || gate->kind == DWELL_CLI_GATE_DURATION ||
      gate->kind == DWELL_CLI_GATE_UNMATCHED)
    ask_whole (self);
  if (is_of_rows (gate) || gate->pattern != NULL)
    ask_rows (self);

  return is_possible (self, error);
}

/* Judges all conditions. @answers: a DwellCliGateAnswer is added for each. */
gboolean
_dwell_cli_gates_ask (const DwellCliPair     *pair,
                      const DwellDifference  *difference,
                      GPtrArray              *answers,
                      GError                **error)
{
  for (guint i = 0; i < pair->options->gates->len; i++)
    {
      DwellCliGateAnswer *answer = _dwell_cli_gate_answer_new (pair->options->gates->pdata[i]);
      Asking asking = { .pair = pair, .difference = difference, .answer = answer };

      g_ptr_array_add (answers, answer);
      if (!ask (&asking, error))
        return FALSE;
    }

  return TRUE;
}
