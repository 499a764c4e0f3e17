/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli compare of more than two recordings: groups, in which each recording is one
 * observation, and series. */
#include "config.h"

#include "cli/cli-compare.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "analysis/compare/dwell-comparable.h"
#include "analysis/compare/dwell-recordings.h"
#include "cli/cli-compare-figures.h"
#include "cli/cli-output.h"

static const DwellCliColumn group_columns[] = {
  { "area", FALSE }, { "verdict", FALSE }, { "evidence", FALSE }, { "base", TRUE },
  { "new", TRUE }, { "change", TRUE }, { "ratio", TRUE }, { "low", TRUE }, { "high", TRUE },
  { "p", TRUE }, { "q", TRUE }, { "of_base", FALSE }, { "of_new", FALSE },
};

static const DwellCliColumn series_columns[] = {
  { "area", FALSE }, { "verdict", FALSE }, { "base", TRUE }, { "last", TRUE },
  { "change", TRUE }, { "ratio", TRUE }, { "slope", TRUE }, { "p", TRUE }, { "since", FALSE },
  { "since_ratio", TRUE }, { "values", FALSE }, { "growths", FALSE },
};

typedef struct {
  const DwellCliArguments *arguments;
  const DwellCliCompare   *options;
  GStrv                    files;
  guint                    n_files;
  guint                    n_base;
  DwellRecordings         *recordings;
} Groups;

static gboolean
take_recording (DwellTrace              *trace,
                const DwellProblems     *problems,
                const DwellCliComputed  *computed,
                const char              *file,
                const DwellCliArguments *arguments,
                gpointer                 user_data)
{
  Groups *self = user_data;
  g_auto(DwellCliSelection) selection = { 0 };
  DwellRecordingPart part = { .trace = trace, .index = computed->index };
  gboolean is_base = self->recordings->n < self->n_base;
  DwellCliArguments of_range = is_base ? _dwell_cli_compare_of_base (arguments) : *arguments;
  DwellRecordingsProblem problem;

  if (!dwell_cli_selection_init (&selection, trace, file, &of_range))
    return FALSE;
  if ((dwell_comparable_find (trace, trace) & DWELL_COMPARABLE_SPANS) == 0 &&
      !dwell_cli_selection_fits_tree (&selection, trace, file))
    return FALSE;

  part.begin = selection.begin;
  part.end = selection.end;
  part.contexts = selection.contexts;
  part.areas = selection.areas;
  problem = dwell_recordings_add (self->recordings, &part, NULL);
  if (problem != DWELL_RECORDINGS_FIT)
    {
      dwell_cli_complain (file, "%s", dwell_recordings_problem_get_text (problem));
      return FALSE;
    }

  if (self->recordings->n == 1 && self->recordings->are_shares)
    dwell_cli_complain (NULL, _("weights are millionths of the whole of each recording"));
  return TRUE;
}

static const char *
get_file (const Groups *self,
          guint         place)
{
  return self->files[self->recordings->order[place]];
}

/* Adds the figure of each recording from @first on: an array in JSON. */
static void
add_values (const Groups             *self,
            DwellCliRows             *rows,
            const DwellRecordingsRow *row,
            guint                     first,
            guint                     end)
{
  gboolean is_json = self->arguments->form == DWELL_CLI_JSON;
  g_autoptr(GString) text = g_string_new (is_json ? "[" : NULL);

  for (guint i = first; i < end; i++)
    {
      g_string_append (text, i == first ? "" : is_json ? "," : " ");
      if (row->is_there[i])
        g_string_append_printf (text, "%" G_GINT64_FORMAT, row->values[i]);
      else
        g_string_append (text, is_json ? "null" : "–");
    }

  if (is_json)
    dwell_cli_rows_add_json (rows, g_string_append_c (text, ']')->str);
  else
    dwell_cli_rows_add_text (rows, text->str);
}

/* Adds the class of growth in each recording, where costs have one: an array in JSON. */
static void
add_growths (const Groups             *self,
             DwellCliRows             *rows,
             const DwellRecordingsRow *row)
{
  gboolean is_json = self->arguments->form == DWELL_CLI_JSON;
  g_autoptr(GString) text = g_string_new (is_json ? "[" : NULL);

  if (!self->recordings->has_growths)
    {
      dwell_cli_rows_add_null (rows);
      return;
    }

  for (guint i = 0; i < self->recordings->n; i++)
    {
      gboolean is_known = row->growths[i] != DWELL_GROWTH_NONE;
      const char *id = is_known ? dwell_growth_class_get_id (row->growths[i]) : NULL;

      g_string_append (text, i == 0 ? "" : is_json ? "," : " ");
      if (id == NULL)
        g_string_append (text, is_json ? "null" : "–");
      else if (is_json)
        dwell_cli_append_json (text, id);
      else
        g_string_append_printf (text, "%s%s", id, row->are_sure[i] ? "" : "?");
    }

  if (is_json)
    dwell_cli_rows_add_json (rows, g_string_append_c (text, ']')->str);
  else
    dwell_cli_rows_add_text (rows, text->str);
}

static void
add_row (const Groups             *self,
         DwellCliRows             *rows,
         const DwellRecordingsRow *row)
{
  dwell_cli_rows_add_text (rows, row->name);
  dwell_cli_rows_add_text (rows, dwell_verdict_get_id ((DwellVerdict) row->verdict));
  if (self->options->is_series)
    {
      const char *file = row->trend.since > 0 ? get_file (self, row->trend.since) : NULL;
      g_autofree char *since = file != NULL ? g_filename_display_name (file) : NULL;

      _dwell_cli_rows_add_figure (rows, &row->figure);
      dwell_cli_rows_add_real (rows, row->trend.slope);
      dwell_cli_rows_add_real (rows, row->trend.p);
      dwell_cli_rows_add_text (rows, since);
      dwell_cli_rows_add_real (rows, row->trend.since_ratio);
      add_values (self, rows, row, 0, self->n_files);
      add_growths (self, rows, row);
      return;
    }

  dwell_cli_rows_add_text (rows, dwell_group_evidence_get_id (row->group.evidence));
  _dwell_cli_rows_add_figure (rows, &row->figure);
  dwell_cli_rows_add_real (rows, row->group.ratio.low);
  dwell_cli_rows_add_real (rows, row->group.ratio.high);
  dwell_cli_rows_add_real (rows, row->group.p);
  dwell_cli_rows_add_real (rows, row->group.q);
  add_values (self, rows, row, 0, self->n_base);
  add_values (self, rows, row, self->n_base, self->n_files);
}

/* Whether a row whose figure meets the condition counts for it; in a series, the figure is the
 * change from the first to the last recording. */
static gboolean
counts (const Groups             *self,
        DwellCliGateAnswer       *answer,
        const DwellRecordingsRow *row,
        double                   *low)
{
  const DwellCliCompare *options = self->options;
  DwellFigure near = row->figure;
  gboolean is_likely;

  if (_dwell_cli_gate_asks_for_level (answer->gate))
    is_likely = TRUE;
  else if (options->is_series)
    is_likely = isnan (row->trend.p) || row->trend.p <= options->alpha || row->trend.since > 0;
  else
    is_likely = row->group.evidence < DWELL_GROUP_EVIDENCE_CHANCE;

  *low = NAN;
  if (!options->is_series)
    *low = answer->gate->is_below ? row->group.ratio.high : row->group.ratio.low;

  switch (options->judge)
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

static gboolean
is_alone (const DwellCliGate       *gate,
          const DwellRecordingsRow *row)
{
  return gate->kind == DWELL_CLI_GATE_NEW ? !row->figure.has_base && row->figure.has_new
                                          : row->figure.has_base && !row->figure.has_new;
}

/* Returns whether the condition applies to anything; if not, an error was printed. */
static gboolean
ask (const Groups       *self,
     const DwellCliGate *gate,
     GPtrArray          *answers)
{
  DwellCliGateAnswer *answer = _dwell_cli_gate_answer_new (gate);
  gboolean has_areas = FALSE;

  g_ptr_array_add (answers, answer);
  for (guint i = 0; i < self->recordings->rows->len; i++)
    {
      const DwellRecordingsRow *row = self->recordings->rows->pdata[i];
      double low = NAN;

      if (gate->pattern != NULL && !dwell_pattern_matches (gate->pattern, row->name))
        continue;

      has_areas = TRUE;
      if (gate->kind == DWELL_CLI_GATE_MEASURE
            ? _dwell_cli_gate_meets (gate, &row->figure) && counts (self, answer, row, &low)
            : is_alone (gate, row))
        _dwell_cli_gate_answer_add (answer, row->name, "", &row->figure, low);
    }

  if (_dwell_cli_gate_may_have (gate, has_areas, self->options))
    return TRUE;

  dwell_cli_complain (NULL, _("--fail-if=%s: neither recording has such an area (see "
                              "--allow-missing)"), gate->text);
  return FALSE;
}

static int
tell (Groups *self)
{
  gboolean is_series = self->options->is_series;
  g_autoptr(GPtrArray) answers =
    g_ptr_array_new_with_free_func ((GDestroyNotify) _dwell_cli_gate_answer_free);
  DwellCliRows *rows;

  for (guint i = 0; i < self->options->gates->len; i++)
    if (!ask (self, self->options->gates->pdata[i], answers))
      return DWELL_CLI_USAGE;

  rows = dwell_cli_rows_new (self->arguments->form, is_series ? "series" : "groups",
                             is_series ? series_columns : group_columns,
                             is_series ? G_N_ELEMENTS (series_columns)
                                       : G_N_ELEMENTS (group_columns), FALSE);
  dwell_cli_rows_begin (rows, get_file (self, 0));
  for (guint i = 0; i < MIN (self->recordings->rows->len, self->options->top); i++)
    add_row (self, rows, self->recordings->rows->pdata[i]);
  dwell_cli_rows_end (rows);

  if (!dwell_cli_rows_finish (rows))
    return DWELL_CLI_FAILED;
  return _dwell_cli_gates_complain (answers) ? DWELL_CLI_HOLDS : DWELL_CLI_DONE;
}

/* Groups keep one measure of each area. */
static gboolean
has_all_measures (const DwellCliCompare *options)
{
  for (guint i = 0; i < options->gates->len; i++)
    {
      const DwellCliGate *gate = options->gates->pdata[i];

      if (gate->kind != DWELL_CLI_GATE_NEW && gate->kind != DWELL_CLI_GATE_GONE &&
          (gate->kind != DWELL_CLI_GATE_MEASURE || gate->measure.percentile > 0 ||
           gate->measure.statistic != options->measure.statistic))
        return FALSE;
    }

  return TRUE;
}

/* The number, from 1, of the file in a series that --base names; 0 if it was not given; G_MAXUINT
 * if it is not in the series. */
static guint
find_reference (const DwellCliArguments *arguments)
{
  GStrv bases = arguments->compare->bases;

  if (bases == NULL || bases[0] == NULL)
    return 0;

  for (guint i = 0; bases[1] == NULL && arguments->files[i] != NULL; i++)
    if (g_str_equal (arguments->files[i], bases[0]))
      return i + 1;

  return G_MAXUINT;
}

/* The option that is impossible with several recordings, or NULL. */
static const char *
get_obstacle (const DwellCliCompare *options,
              guint                  n_files,
              guint                  n_base)
{
  if (options->what != DWELL_CLI_COMPARE_ROWS)
    return _("groups and series are compared by --what=rows only");
  if (options->measure.percentile > 0 || options->per != DWELL_PER_NOTHING ||
      options->measure.statistic == DWELL_STATISTIC_SHARE)
    return _("the measure of groups and series must be a field of “dwell-cli statistics” other "
             "than share, without --per");
  if (!has_all_measures (options))
    return _("conditions on groups and series must be new, gone, or on the measure of --measure");
  if (options->pairs != NULL || options->context_pairs != NULL)
    return _("--match is for two recordings; see --rename");
  if (options->is_series &&
      (options->base_from != G_MININT64 || options->base_to != G_MAXINT64))
    return _("a series has no base with a range of its own: see --from and --to");
  if (n_files > DWELL_SERIES_MAX)
    return _("there are too many recordings: 100 at most");
  if (options->is_series ? n_files < 2 : n_base == n_files)
    return _("there are too few recordings");

  return NULL;
}

/* Returns the exit status. */
int
_dwell_cli_compare_groups (const DwellCliArguments *arguments)
{
  const DwellCliCompare *options = arguments->compare;
  Groups self = { .arguments = arguments, .options = options };
  g_autoptr(GStrvBuilder) names = g_strv_builder_new ();
  g_auto(GStrv) files = NULL;
  g_autoptr(DwellRecordings) recordings = NULL;
  DwellCliArguments opening = *arguments;
  DwellRecordingsOptions how;
  gboolean has_given_up = FALSE;
  const char *obstacle;
  guint reference;
  int status;

  reference = options->is_series ? find_reference (arguments) : 0;
  if (reference == G_MAXUINT)
    {
      dwell_cli_complain (NULL, _("--base of a series must be one of its recordings"));
      return DWELL_CLI_USAGE;
    }

  for (; !options->is_series && options->bases != NULL && options->bases[self.n_base] != NULL;
       self.n_base++)
    g_strv_builder_add (names, options->bases[self.n_base]);
  for (guint i = 0; arguments->files[i] != NULL; i++)
    g_strv_builder_add (names, arguments->files[i]);

  opening.files = self.files = files = g_strv_builder_end (names);
  self.n_files = g_strv_length (files);
  obstacle = get_obstacle (options, self.n_files, self.n_base);
  if (obstacle != NULL)
    {
      dwell_cli_complain (NULL, "%s", obstacle);
      return DWELL_CLI_USAGE;
    }

  how = (DwellRecordingsOptions) {
    .statistic = options->measure.statistic,
    .matching = { .renamed = options->renamed, .replacement = options->replacement,
                  .has_given_up = &has_given_up, .loosest = options->loosest },
    .n_base = self.n_base,
    .reference = reference,
    .noise = options->noise,
    .alpha = options->alpha,
  };
  self.recordings = recordings = dwell_recordings_new (&how);
  status = dwell_cli_for_each_with_problems (&opening, take_recording, &self);
  if (status != DWELL_CLI_DONE)
    return status;
  if (has_given_up)
    return _dwell_cli_compare_give_up ();

  dwell_recordings_judge (recordings);
  return tell (&self);
}
