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

#include "analysis/compare/dwell-series.h"
#include "cli/cli-output.h"
#include "core/dwell-keys.h"

/* So many recordings a side make a test; with fewer, ranges must not touch. */
#define TESTED_MIN 4

static const DwellCliColumn group_columns[] = {
  { "area", FALSE }, { "verdict", FALSE }, { "evidence", FALSE }, { "base", TRUE },
  { "new", TRUE }, { "change", TRUE }, { "ratio", TRUE }, { "low", TRUE }, { "high", TRUE },
  { "p", TRUE }, { "q", TRUE }, { "of_base", FALSE }, { "of_new", FALSE },
};

static const DwellCliColumn series_columns[] = {
  { "area", FALSE }, { "base", TRUE }, { "last", TRUE }, { "change", TRUE }, { "ratio", TRUE },
  { "slope", TRUE }, { "p", TRUE }, { "since", FALSE }, { "values", FALSE },
};

/* An area in all recordings. */
typedef struct {
  char    *name;
  gint64   values[DWELL_SERIES_MAX]; /* 0 where it did not run */
  guint8   is_there[DWELL_SERIES_MAX];
  DwellFigure figure;                /* means of the groups; or first and last */
  DwellInterval ratio;
  double   p;
  double   q;
  DwellVerdict verdict;
  const char *evidence;
  DwellTrend trend;
} Row;

typedef struct {
  const DwellCliArguments *arguments;
  const DwellCliCompare   *options;
  GStrv                    files;
  guint                    n_files;
  guint                    n_base;
  guint                    n; /* read so far */
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
  g_autoptr(DwellStatisticsIndex) index = NULL;
  g_autoptr(DwellStatistics) statistics = NULL;
  g_auto(DwellCliSelection) selection = { 0 };

  if (trace->spans_are_sequence || !dwell_trace_has (trace, DWELL_TABLE_SPANS))
    {
      dwell_cli_complain (file, _("it has no begins and ends to count"));
      return FALSE;
    }

  if (!dwell_cli_selection_init (&selection, trace, file, arguments))
    return FALSE;

  if (self->first == NULL)
    self->first = dwell_trace_ref (trace);
  match = dwell_match_new (self->first, trace, &matching, NULL);
  index = made != NULL ? dwell_statistics_index_ref (made)
                       : dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, NULL);
  if (index != NULL)
    statistics = dwell_statistics_index_query (
      index, selection.begin, selection.end,
      dwell_statistic_is_detail (self->options->measure.statistic) ? DWELL_STATISTICS_ALL
                                                                   : DWELL_STATISTICS_TOTALS,
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

      if (figures->context != DWELL_NONE || !selection.areas[figures->area])
        continue;

      cell = dwell_statistics_get_cell (statistics, trace, figures,
                                        self->options->measure.statistic);
      if (cell.kind == DWELL_CELL_NONE || !dwell_statistics_row_is_in_range (figures))
        continue;

      row = find_row (self, match, trace, figures->area);
      row->values[number] = (gint64) CLAMP (cell.whole + dwell_time_round (cell.rest), 0,
                                            G_MAXINT64);
      row->is_there[number] = TRUE;
    }

  return TRUE;
}

static int
compare_values (gconstpointer a,
                gconstpointer b)
{
  gint64 left = *(const gint64 *) a;
  gint64 right = *(const gint64 *) b;

  return (left > right) - (left < right);
}

static gboolean
is_anywhere (const Row *row,
             guint      first,
             guint      end)
{
  for (guint i = first; i < end; i++)
    if (row->is_there[i])
      return TRUE;

  return FALSE;
}

static double
get_mean (const gint64 *values,
          guint         n)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += (double) values[i] / n;

  return sum;
}

/* Whether the two groups differ, by how many there are of each. */
static void
judge (const Groups *self,
       Row          *row,
       const gint64 *sorted)
{
  guint n_base = self->n_base;
  guint n_new = self->n_files - n_base;
  const gint64 *new = sorted + n_base;
  double ratio = dwell_figure_get_ratio (&row->figure);
  double change = dwell_figure_get_real_change (&row->figure);
  gboolean is_more;

  if (!row->figure.has_base || !row->figure.has_new)
    {
      row->verdict = row->figure.has_base ? DWELL_VERDICT_GONE : DWELL_VERDICT_NEW;
      row->evidence = "fact";
      return;
    }

  if (isnan (ratio) ? change == 0 : fabs (ratio - 1) < self->options->noise || ratio == 1)
    {
      row->verdict = memcmp (sorted, new, sizeof *sorted) == 0 && sorted[0] == sorted[n_base - 1] &&
                       new[0] == new[n_new - 1] ? DWELL_VERDICT_IDENTICAL : DWELL_VERDICT_SAME;
      return;
    }

  if (MIN (n_base, n_new) >= TESTED_MIN)
    {
      is_more = row->q <= self->options->alpha;
      row->evidence = is_more ? "recordings" : "chance";
    }
  else if (n_base == 2 && n_new == 1)
    {
      is_more = fabs (change) >= 2 * ((double) sorted[1] - (double) sorted[0]);
      row->evidence = is_more ? "beyond-noise" : "within-noise";
    }
  else
    {
      is_more = sorted[n_base - 1] < new[0] || new[n_new - 1] < sorted[0];
      row->evidence = is_more ? "ranges-apart" : "ranges-touch";
    }

  row->verdict = !is_more ? DWELL_VERDICT_UNCLEAR : change > 0 ? DWELL_VERDICT_MORE
                                                               : DWELL_VERDICT_LESS;
}

static void
sort_values (const Groups *self,
             const Row    *row,
             gint64       *sorted)
{
  memcpy (sorted, row->values, self->n_files * sizeof *sorted);
  qsort (sorted, self->n_base, sizeof *sorted, compare_values);
  qsort (sorted + self->n_base, self->n_files - self->n_base, sizeof *sorted, compare_values);
}

static void
test_row (const Groups *self,
          Row          *row)
{
  guint n_base = self->n_base;
  guint n_new = self->n_files - n_base;
  gint64 sorted[DWELL_SERIES_MAX];
  DwellTestSample base = { row->values, sorted, n_base };
  DwellTestSample new = { row->values + n_base, sorted + n_base, n_new };

  row->p = row->q = NAN;
  row->ratio = (DwellInterval) { NAN, NAN };
  row->figure = (DwellFigure) {
    .has_base = is_anywhere (row, 0, n_base), .has_new = is_anywhere (row, n_base, self->n_files),
    .is_sum = TRUE, .base_real = get_mean (row->values, n_base),
    .new_real = get_mean (row->values + n_base, n_new),
  };
  row->figure.base = dwell_time_round (row->figure.base_real);
  row->figure.new = dwell_time_round (row->figure.new_real);

  if (!row->figure.has_base || !row->figure.has_new || MIN (n_base, n_new) < TESTED_MIN)
    return;

  sort_values (self, row, sorted);
  if (MAX (n_base, n_new) <= DWELL_TEST_EXACT_MAX)
    {
      row->p = dwell_mann_whitney_exact (&base, &new);
    }
  else
    {
      DwellRanks ranks = dwell_ranks (&base, &new);

      row->p = dwell_mann_whitney (&base, &new, &ranks).p;
    }

  {
    DwellMoments of_base = dwell_moments (row->values, n_base, 0);
    DwellMoments of_new = dwell_moments (row->values + n_base, n_new, 0);

    row->ratio = dwell_fieller (&of_base, &of_new);
  }
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
  dwell_trend_init (&row->trend, row->values, self->n_files, self->options->alpha);
}

static void
judge_all (Groups *self)
{
  g_autofree double *p = g_new (double, MAX (self->rows->len, 1));
  g_autofree double *q = g_new (double, MAX (self->rows->len, 1));

  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = self->rows->pdata[i];

      if (self->options->is_series)
        find_trend (self, row);
      else
        test_row (self, row);
      p[i] = row->p;
    }

  if (self->options->is_series)
    return;

  dwell_benjamini_hochberg (p, q, self->rows->len);
  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = self->rows->pdata[i];
      gint64 sorted[DWELL_SERIES_MAX];

      row->q = q[i];
      sort_values (self, row, sorted);
      judge (self, row, sorted);
    }
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
      add_values (self, rows, row, 0, self->n_files);
      return;
    }

  dwell_cli_rows_add_text (rows, dwell_verdict_get_id (row->verdict));
  dwell_cli_rows_add_text (rows, row->evidence);
  _dwell_cli_rows_add_figure (rows, &row->figure);
  dwell_cli_rows_add_real (rows, row->ratio.low);
  dwell_cli_rows_add_real (rows, row->ratio.high);
  dwell_cli_rows_add_real (rows, row->p);
  dwell_cli_rows_add_real (rows, row->q);
  add_values (self, rows, row, 0, self->n_base);
  add_values (self, rows, row, self->n_base, self->n_files);
}

static int
tell (Groups *self)
{
  gboolean is_series = self->options->is_series;
  DwellCliRows *rows =
    dwell_cli_rows_new (self->arguments->form, is_series ? "series" : "groups",
                        is_series ? series_columns : group_columns,
                        is_series ? G_N_ELEMENTS (series_columns) : G_N_ELEMENTS (group_columns),
                        FALSE);

  g_ptr_array_sort (self->rows, compare_rows);
  dwell_cli_rows_begin (rows, self->files[0]);
  for (guint i = 0; i < MIN (self->rows->len, self->options->top); i++)
    add_row (self, rows, self->rows->pdata[i]);
  dwell_cli_rows_end (rows);

  return dwell_cli_rows_finish (rows) ? DWELL_CLI_DONE : DWELL_CLI_FAILED;
}

/* What cannot be asked of several recordings, or NULL. */
static const char *
get_obstacle (const DwellCliCompare *options,
              guint                  n_files,
              guint                  n_base)
{
  if (options->what != DWELL_CLI_COMPARE_ROWS)
    return _("groups and series are compared by --what=rows alone");
  if (options->gates->len > 0)
    return _("--fail-if is for two recordings");
  if (options->measure.percentile > 0 || options->per != DWELL_PER_NOTHING ||
      options->measure.statistic == DWELL_STATISTIC_SHARE)
    return _("groups and series have fields of “dwell-cli statistics” as their measure, as they "
             "are, without shares");
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
  g_ptr_array_unref (self.rows);
  g_hash_table_unref (self.by_key);
  return status;
}
