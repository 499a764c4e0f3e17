/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli compare of more than two recordings: groups, of which each recording is one
 * observation, and series. Recordings are read one after another and only the measure of each area
 * is kept, so memory is that of two: the first stays, for the others' areas are matched to it. */
#include "config.h"

#include "cli/cli-compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "analysis/compare/dwell-group-difference.h"
#include "analysis/compare/dwell-series.h"
#include "analysis/compare/dwell-union-tree.h"
#include "analysis/compare/dwell-weight-difference.h"
#include "cli/cli-output.h"
#include "core/dwell-keys.h"

static const DwellCliColumn group_columns[] = {
  { "area", FALSE }, { "verdict", FALSE }, { "evidence", FALSE }, { "base", TRUE },
  { "new", TRUE }, { "change", TRUE }, { "ratio", TRUE }, { "low", TRUE }, { "high", TRUE },
  { "p", TRUE }, { "q", TRUE }, { "of_base", FALSE }, { "of_new", FALSE },
};

static const DwellCliColumn series_columns[] = {
  { "area", FALSE }, { "base", TRUE }, { "last", TRUE }, { "change", TRUE }, { "ratio", TRUE },
  { "slope", TRUE }, { "p", TRUE }, { "since", FALSE },
  { "since_ratio", TRUE }, { "values", FALSE },
};

/* An area in all recordings. */
typedef struct {
  char    *name;
  gint64   values[DWELL_SERIES_MAX]; /* 0 where it did not run */
  guint8   is_there[DWELL_SERIES_MAX];
  DwellFigure figure;                /* means of the groups; or first and last */
  DwellGroupDifference group;
  DwellTrend trend;
} Row;

typedef struct {
  const DwellCliArguments *arguments;
  const DwellCliCompare   *options;
  GStrv                    files;
  guint                    n_files;
  guint                    n_base;
  guint                    n; /* read so far */
  gint64                   clocks[DWELL_SERIES_MAX]; /* Unix time of the begin, or none */
  char                    *unit;  /* of weights of call trees; NULL: recordings have spans */
  DwellTrace              *first;
  GHashTable              *by_key; /* char * → Row * */
  GPtrArray               *rows;   /* Row; owned by the table */
} Groups;

static void
row_free (gpointer data)
{
  g_free (((Row *) data)->name);
  g_free (data);
}

static Row *
find_row (Groups           *self,
          const DwellMatch *match,
          const DwellTrace *trace,
          guint32           area)
{
  guint32 first = match->base_of_new[area];
  g_autofree char *key = first != DWELL_NONE ? dwell_key_of_area (self->first, first)
                                             : dwell_key_of_area (trace, area);
  Row *row = g_hash_table_lookup (self->by_key, key);

  if (row == NULL)
    {
      row = g_new0 (Row, 1);
      row->name = g_strdup (dwell_trace_get_area_title (trace, area));
      g_hash_table_insert (self->by_key, g_steal_pointer (&key), row);
      g_ptr_array_add (self->rows, row);
    }

  return row;
}

static gboolean
has_spans (const DwellTrace *trace)
{
  return !trace->spans_are_sequence && dwell_trace_has (trace, DWELL_TABLE_SPANS);
}

/* Of samples their millionth parts, so that recordings may be of any length. */
static gint64
get_weight (const Groups          *self,
            const DwellAreaWeight *weight,
            gboolean               are_samples,
            gint64                 whole)
{
  gint64 value = self->options->measure.statistic == DWELL_STATISTIC_GROSS ? weight->total
                                                                           : weight->self;

  return are_samples && whole > 0
           ? dwell_time_round ((long double) value * DWELL_UNION_TREE_WHOLE / whole) : value;
}

/* What areas weigh in the call tree of a recording without begins and ends. */
static gboolean
take_weights (Groups                  *self,
              DwellTrace              *trace,
              const DwellMatch        *match,
              const DwellCliSelection *selection,
              guint                    number,
              const char              *file)
{
  DwellTreeOptions options = { .begin = selection->begin, .end = selection->end,
                               .contexts = selection->contexts };
  g_autoptr(DwellTree) tree = dwell_tree_new (trace, &options, NULL);
  g_autofree DwellAreaWeight *weights = tree != NULL ? dwell_area_weights_new (tree, NULL) : NULL;
  gboolean are_samples = tree != NULL && dwell_weights_are_samples (tree);
  gint64 whole = 0;

  if (weights == NULL)
    {
      dwell_cli_complain_memory (file);
      return FALSE;
    }

  if (number == 0)
    self->unit = g_strdup (dwell_tree_get_unit (tree));
  if (number == 0 && are_samples)
    dwell_cli_complain (NULL, _("weights are millionths of all of each recording"));
  if (g_strcmp0 (self->unit, dwell_tree_get_unit (tree)) != 0)
    {
      dwell_cli_complain (file, _("it counts something else than the recordings before it"));
      return FALSE;
    }

  for (guint32 i = 0; i < trace->n_areas; i++)
    whole += weights[i].self;
  for (guint32 i = 0; i < trace->n_areas; i++)
    if (weights[i].is_there && selection->areas[i])
      {
        Row *row = find_row (self, match, trace, i);

        row->values[number] = get_weight (self, &weights[i], are_samples, whole);
        row->is_there[number] = TRUE;
      }

  return TRUE;
}

static gboolean
take_statistics (Groups                  *self,
                 DwellTrace              *trace,
                 DwellStatisticsIndex    *made,
                 const DwellMatch        *match,
                 const DwellCliSelection *selection,
                 guint                    number,
                 const char              *file)
{
  DwellStatistic statistic = self->options->measure.statistic;
  g_autoptr(DwellStatisticsIndex) index =
    made != NULL ? dwell_statistics_index_ref (made)
                 : dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, NULL);
  g_autoptr(DwellStatistics) statistics = NULL;

  if (index != NULL)
    statistics = dwell_statistics_index_query (
      index, selection->begin, selection->end,
      dwell_statistic_is_detail (statistic) ? DWELL_STATISTICS_ALL : DWELL_STATISTICS_TOTALS,
      NULL);
  if (statistics == NULL)
    {
      dwell_cli_complain_memory (file);
      return FALSE;
    }

  for (guint i = 0; i < statistics->n_rows; i++)
    {
      const DwellStatisticsRow *figures = &statistics->rows[i];
      DwellCellValue cell;
      Row *row;

      if (figures->context != DWELL_NONE || !selection->areas[figures->area])
        continue;

      cell = dwell_statistics_get_cell (statistics, trace, figures, statistic);
      if (cell.kind == DWELL_CELL_NONE || !dwell_statistics_row_is_in_range (figures))
        continue;

      row = find_row (self, match, trace, figures->area);
      row->values[number] = (gint64) CLAMP (cell.whole + dwell_time_round (cell.rest), 0,
                                            G_MAXINT64);
      row->is_there[number] = TRUE;
    }

  return TRUE;
}

/* Whether it can stand beside those before it; if not, an error was printed. */
static gboolean
is_possible (const Groups     *self,
             const DwellTrace *trace,
             const char       *file)
{
  DwellStatistic statistic = self->options->measure.statistic;
  gboolean is_weighed = !has_spans (trace);

  if (is_weighed && !dwell_tree_is_possible (trace))
    dwell_cli_complain (file, _("it has neither begins and ends to count nor a call tree"));
  else if (is_weighed && statistic != DWELL_STATISTIC_NET && statistic != DWELL_STATISTIC_GROSS)
    dwell_cli_complain (file, _("without begins and ends it has net.total and gross.total alone"));
  else if (self->first != NULL && is_weighed != !has_spans (self->first))
    dwell_cli_complain (file, _("it counts something else than the recordings before it"));
  else
    return TRUE;

  return FALSE;
}

static gboolean
take_recording (DwellTrace              *trace,
                const DwellProblems     *problems,
                DwellStatisticsIndex    *made,
                const char              *file,
                const DwellCliArguments *arguments,
                gpointer                 user_data)
{
  Groups *self = user_data;
  guint number = self->n++;
  DwellMatchOptions matching = { .renamed = self->options->renamed,
                                 .replacement = self->options->replacement,
                                 .loosest = self->options->loosest };
  g_autoptr(DwellMatch) match = NULL;
  g_auto(DwellCliSelection) selection = { 0 };

  if (!is_possible (self, trace, file) ||
      !dwell_cli_selection_init (&selection, trace, file, arguments))
    return FALSE;

  self->clocks[number] = trace->wall_clock_ns != DWELL_TIME_NONE
                           ? dwell_time_shift (trace->wall_clock_ns, (guint64) trace->begin)
                           : DWELL_TIME_NONE;
  if (self->first == NULL)
    self->first = dwell_trace_ref (trace);
  match = dwell_match_new (self->first, trace, &matching, NULL);

  return has_spans (trace)
           ? take_statistics (self, trace, made, match, &selection, number, file)
           : take_weights (self, trace, match, &selection, number, file);
}

static DwellGroups
get_groups (const Groups *self,
            const Row    *row)
{
  return (DwellGroups) { row->values, row->is_there, self->n_base, self->n_files - self->n_base };
}

static void
find_trend (const Groups *self,
            Row          *row)
{
  guint last = self->n_files - 1;

  row->figure = (DwellFigure) {
    .has_base = row->is_there[0], .has_new = row->is_there[last], .is_sum = TRUE,
    .base = row->values[0], .new = row->values[last],
    .base_real = (double) row->values[0], .new_real = (double) row->values[last],
  };
  dwell_trend_init (&row->trend, row->values, self->n_files, self->options->alpha,
                    self->options->noise);
}

static void
judge_groups (Groups *self)
{
  g_autofree double *p = g_new (double, MAX (self->rows->len, 1));
  g_autofree double *q = g_new (double, MAX (self->rows->len, 1));

  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = self->rows->pdata[i];
      DwellGroups groups = get_groups (self, row);

      dwell_group_difference_init (&row->group, &groups);
      row->figure = row->group.figure;
      p[i] = row->group.p;
    }

  dwell_benjamini_hochberg (p, q, self->rows->len);
  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = self->rows->pdata[i];
      DwellGroups groups = get_groups (self, row);

      row->group.q = q[i];
      dwell_group_difference_judge (&row->group, &groups, self->options->noise,
                                    self->options->alpha);
    }
}

/* Recordings of a series are put in the order of their clocks, if all have one. */
static int
compare_clocks (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  const gint64 *clocks = user_data;
  guint left = *(const guint *) a;
  guint right = *(const guint *) b;

  if (clocks[left] != clocks[right])
    return clocks[left] < clocks[right] ? -1 : 1;
  return left < right ? -1 : left > right;
}

static void
put_in_order (Groups *self)
{
  guint order[DWELL_SERIES_MAX];
  char *files[DWELL_SERIES_MAX];

  for (guint i = 0; i < self->n_files; i++)
    {
      order[i] = i;
      files[i] = self->files[i];
      if (self->clocks[i] == DWELL_TIME_NONE)
        return;
    }

  g_qsort_with_data (order, (gint) self->n_files, sizeof *order, compare_clocks, self->clocks);
  for (guint i = 0; i < self->n_files; i++)
    self->files[i] = files[order[i]];

  for (guint k = 0; k < self->rows->len; k++)
    {
      Row *row = self->rows->pdata[k];
      Row before = *row;

      for (guint i = 0; i < self->n_files; i++)
        {
          row->values[i] = before.values[order[i]];
          row->is_there[i] = before.is_there[order[i]];
        }
    }
}

static void
judge_all (Groups *self)
{
  if (!self->options->is_series)
    {
      judge_groups (self);
      return;
    }

  put_in_order (self);
  for (guint i = 0; i < self->rows->len; i++)
    find_trend (self, self->rows->pdata[i]);
}

static int
compare_rows (gconstpointer a,
              gconstpointer b)
{
  const Row *left = *(Row * const *) a;
  const Row *right = *(Row * const *) b;
  double x = fabs (dwell_figure_get_real_change (&left->figure));
  double y = fabs (dwell_figure_get_real_change (&right->figure));

  if (x != y)
    return x > y ? -1 : 1;
  return strcmp (left->name, right->name);
}

/* The figure of each recording from @first on: an array in JSON. */
static void
add_values (const Groups *self,
            DwellCliRows *rows,
            const Row    *row,
            guint         first,
            guint         end)
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

static void
add_row (const Groups *self,
         DwellCliRows *rows,
         const Row    *row)
{
  dwell_cli_rows_add_text (rows, row->name);
  if (self->options->is_series)
    {
      g_autofree char *since = row->trend.since > 0
                                 ? g_filename_display_name (self->files[row->trend.since]) : NULL;

      _dwell_cli_rows_add_figure (rows, &row->figure);
      dwell_cli_rows_add_real (rows, row->trend.slope);
      dwell_cli_rows_add_real (rows, row->trend.p);
      dwell_cli_rows_add_text (rows, since);
      dwell_cli_rows_add_real (rows, row->trend.since_ratio);
      add_values (self, rows, row, 0, self->n_files);
      return;
    }

  dwell_cli_rows_add_text (rows, dwell_verdict_get_id (row->group.verdict));
  dwell_cli_rows_add_text (rows, dwell_group_evidence_get_id (row->group.evidence));
  _dwell_cli_rows_add_figure (rows, &row->figure);
  dwell_cli_rows_add_real (rows, row->group.ratio.low);
  dwell_cli_rows_add_real (rows, row->group.ratio.high);
  dwell_cli_rows_add_real (rows, row->group.p);
  dwell_cli_rows_add_real (rows, row->group.q);
  add_values (self, rows, row, 0, self->n_base);
  add_values (self, rows, row, self->n_base, self->n_files);
}

/* Whether a row whose figure does what the condition says counts for it: of a series from the first
 * to the last recording. */
static gboolean
counts (const Groups       *self,
        DwellCliGateAnswer *answer,
        const Row          *row,
        double             *low)
{
  const DwellCliCompare *options = self->options;
  DwellFigure near = row->figure;

  *low = NAN;
  if (!options->is_series)
    *low = answer->gate->is_below ? row->group.ratio.high : row->group.ratio.low;

  switch (options->judge)
    {
    case DWELL_CLI_JUDGE_LIKELY:
      return options->is_series
               ? isnan (row->trend.p) || row->trend.p <= options->alpha || row->trend.since > 0
               : row->group.evidence < DWELL_GROUP_EVIDENCE_CHANCE;
    case DWELL_CLI_JUDGE_SURE:
      answer->n_undecided += isnan (*low);
      near.new_real = near.base_real * *low;
      return !isnan (*low) && _dwell_cli_gate_meets (answer->gate, &near);
    case DWELL_CLI_JUDGE_MEASURED:
    default:
      return TRUE;
    }
}

static gboolean
is_alone (const DwellCliGate *gate,
          const Row          *row)
{
  return gate->kind == DWELL_CLI_GATE_NEW ? !row->figure.has_base && row->figure.has_new
                                          : row->figure.has_base && !row->figure.has_new;
}

/* Returns whether the condition speaks of anything; if not, an error was printed. */
static gboolean
ask (const Groups       *self,
     const DwellCliGate *gate,
     GPtrArray          *answers)
{
  DwellCliGateAnswer *answer = _dwell_cli_gate_answer_new (gate);
  gboolean has_areas = FALSE;

  g_ptr_array_add (answers, answer);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = self->rows->pdata[i];
      double low = NAN;

      if (gate->pattern != NULL && !dwell_pattern_matches (gate->pattern, row->name))
        continue;

      has_areas = TRUE;
      if (gate->kind == DWELL_CLI_GATE_MEASURE
            ? _dwell_cli_gate_meets (gate, &row->figure) && counts (self, answer, row, &low)
            : is_alone (gate, row))
        _dwell_cli_gate_answer_add (answer, row->name, "", &row->figure, low);
    }

  if (has_areas || gate->pattern == NULL || self->options->allows_missing)
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

  g_ptr_array_sort (self->rows, compare_rows);
  for (guint i = 0; i < self->options->gates->len; i++)
    if (!ask (self, self->options->gates->pdata[i], answers))
      return DWELL_CLI_USAGE;

  rows = dwell_cli_rows_new (self->arguments->form, is_series ? "series" : "groups",
                             is_series ? series_columns : group_columns,
                             is_series ? G_N_ELEMENTS (series_columns)
                                       : G_N_ELEMENTS (group_columns), FALSE);
  dwell_cli_rows_begin (rows, self->files[0]);
  for (guint i = 0; i < MIN (self->rows->len, self->options->top); i++)
    add_row (self, rows, self->rows->pdata[i]);
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

/* What cannot be asked of several recordings, or NULL. */
static const char *
get_obstacle (const DwellCliCompare *options,
              guint                  n_files,
              guint                  n_base)
{
  if (options->what != DWELL_CLI_COMPARE_ROWS)
    return _("groups and series are compared by --what=rows alone");
  if (options->measure.percentile > 0 || options->per != DWELL_PER_NOTHING ||
      options->measure.statistic == DWELL_STATISTIC_SHARE)
    return _("groups and series have fields of “dwell-cli statistics” as their measure, as they "
             "are, without shares");
  if (!has_all_measures (options))
    return _("conditions of groups and series are new, gone, or of what --measure says");
  if (options->pairs != NULL)
    return _("--match is for two recordings; see --rename");
  if (n_files > DWELL_SERIES_MAX)
    return _("these are too many recordings: 100 at most");
  if (options->is_series ? n_files < 2 || n_base > 0 : n_base == n_files)
    return _("there are too few recordings, or --base was given for a series");

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
  DwellCliArguments opening = *arguments;
  const char *obstacle;
  int status;

  for (; options->bases != NULL && options->bases[self.n_base] != NULL; self.n_base++)
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

  self.by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, row_free);
  self.rows = g_ptr_array_new ();
  status = dwell_cli_for_each_with_problems (&opening, take_recording, &self);
  if (status == DWELL_CLI_DONE)
    {
      judge_all (&self);
      status = tell (&self);
    }

  g_clear_pointer (&self.first, dwell_trace_unref);
  g_free (self.unit);
  g_ptr_array_unref (self.rows);
  g_hash_table_unref (self.by_key);
  return status;
}
