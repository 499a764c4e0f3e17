/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli compare --what=distribution: how the durations of one area are distributed on both
 * sides. Output for people has the quantiles; that for programs has the bins of both histograms,
 * too. */
#include "config.h"

#include "cli/cli-compare.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "analysis/compare/dwell-distribution-difference.h"
#include "cli/cli-compare-figures.h"
#include "cli/cli-output.h"
#include "core/dwell-text.h"

static const DwellCliColumn columns[] = {
  { "kind", FALSE }, { "fraction", TRUE },
  { "value.base", TRUE }, { "value.new", TRUE }, { "value.change", TRUE }, { "value.ratio", TRUE },
  { "value.change_low", TRUE }, { "value.change_high", TRUE }, { "value.low", TRUE },
  { "value.high", TRUE }, { "value.p", TRUE }, { "value.q", TRUE },
  { "bin.from", TRUE }, { "bin.to", TRUE },
  { "count.base", TRUE }, { "count.new", TRUE }, { "count.change", TRUE }, { "count.ratio", TRUE },
  { "up_to.base", TRUE }, { "up_to.new", TRUE },
};

static const DwellCliColumn brief_columns[] = {
  { "quantile", FALSE }, { "base", TRUE }, { "new", TRUE }, { "change", TRUE }, { "ratio", TRUE },
  { "change_low", TRUE }, { "change_high", TRUE }, { "q", TRUE },
};

typedef struct {
  const DwellCliPair                *pair;
  const DwellDistributionDifference *difference;
  DwellCliRows                      *rows;
  guint32                            base_area;
  guint32                            new_area;
} Telling;

/* Which areas ran in the range. */
static guint8 *
find_areas (const DwellCliRecording *recording)
{
  const DwellCliSelection *selection = &recording->selection;
  guint8 *areas = g_new0 (guint8, MAX (recording->trace->n_areas, 1));
  g_autoptr(DwellStatistics) statistics =
    dwell_statistics_index_query (recording->index, selection->begin, selection->end,
                                  DWELL_STATISTICS_TOTALS, NULL);

  for (guint i = 0; statistics != NULL && i < statistics->n_rows; i++)
    {
      const DwellStatisticsRow *row = &statistics->rows[i];

      areas[row->area] |= row->count > 0 && selection->areas[row->area];
    }

  return areas;
}

/* Takes a pair of areas, unless a better one was taken: one whose name equals the filter. */
static void
take_areas (Telling *self,
            guint32  base,
            guint32  new,
            guint   *n_taken,
            guint   *n_exact)
{
  const char *pattern = self->pair->arguments->pattern;
  const char *base_name = base != DWELL_NONE
                            ? dwell_trace_get_area_title (self->pair->base.trace, base) : NULL;
  const char *new_name = new != DWELL_NONE
                           ? dwell_trace_get_area_title (self->pair->new.trace, new) : NULL;
  gboolean is_exact = pattern != NULL && (g_strcmp0 (base_name, pattern) == 0 ||
                                          g_strcmp0 (new_name, pattern) == 0);

  ++*n_taken;
  *n_exact += is_exact;
  if (!is_exact && *n_exact > 0)
    return;

  self->base_area = base;
  self->new_area = new;
}

static gboolean
choose_areas (Telling *self)
{
  const DwellCliPair *pair = self->pair;
  g_autofree guint8 *of_base = find_areas (&pair->base);
  g_autofree guint8 *of_new = find_areas (&pair->new);
  guint n_taken = 0;
  guint n_exact = 0;

  for (guint32 i = 0; i < pair->base.trace->n_areas; i++)
    {
      guint32 new = pair->match->new_of_base[i];

      if (of_base[i] || (new != DWELL_NONE && of_new[new]))
        take_areas (self, i, new, &n_taken, &n_exact);
    }
  for (guint32 i = 0; i < pair->new.trace->n_areas; i++)
    if (of_new[i] && pair->match->base_of_new[i] == DWELL_NONE)
      take_areas (self, DWELL_NONE, i, &n_taken, &n_exact);

  if (n_taken == 1 || n_exact == 1)
    return TRUE;

  if (n_taken == 0)
    dwell_cli_complain (NULL, _("--what=distribution: neither recording has such an area; see "
                                "--filter"));
  else
    dwell_cli_complain (NULL, ngettext ("--what=distribution takes one area, not %u; choose it "
                                        "with --filter",
                                        "--what=distribution takes one area, not %u; choose it "
                                        "with --filter", n_taken), n_taken);
  return FALSE;
}

static DwellSamples *
gather (const Telling           *self,
        const DwellCliRecording *recording,
        guint32                  area)
{
  const DwellCliSelection *selection = &recording->selection;
  guint32 context = dwell_cli_selection_get_context (selection, recording->trace,
                                                     self->pair->arguments);

  return dwell_samples_new (recording->index, &area, area != DWELL_NONE ? 1 : 0, context,
                            selection->begin, selection->end, self->pair->options->distributed,
                            NULL);
}

static guint64
get_n (const DwellSamples *samples)
{
  return samples != NULL ? samples->n : 0;
}

/* Adds an end of an interval of times, to the nearest ns. */
static void
add_end (DwellCliRows *rows,
         double        end)
{
  _dwell_cli_rows_add_signed (rows, !isnan (end), isnan (end) ? 0 : dwell_time_round (end));
}

static void
add_shift (const Telling    *self,
           const DwellShift *shift)
{
  DwellFigure value = {
    .has_base = shift->has_base, .has_new = shift->has_new, .base = shift->base,
    .new = shift->new, .base_real = (double) shift->base, .new_real = (double) shift->new,
  };
  DwellCliRows *rows = self->rows;

  dwell_cli_rows_add_text (rows, "quantile");
  dwell_cli_rows_add_real (rows, shift->fraction);
  _dwell_cli_rows_add_figure (rows, &value);
  add_end (rows, shift->change.low);
  add_end (rows, shift->change.high);
  dwell_cli_rows_add_real (rows, shift->ratio.low);
  dwell_cli_rows_add_real (rows, shift->ratio.high);
  dwell_cli_rows_add_real (rows, shift->p);
  dwell_cli_rows_add_real (rows, shift->q);
  for (guint i = 0; i < 8; i++)
    dwell_cli_rows_add_null (rows);
}

static void
add_bin (const Telling        *self,
         const DwellCommonBin *bin,
         guint64               base_up_to,
         guint64               new_up_to)
{
  guint64 n_base = get_n (self->difference->base);
  guint64 n_new = get_n (self->difference->new);
  DwellFigure count = {
    .has_base = n_base > 0, .has_new = n_new > 0, .base = (DwellSignedWide) bin->base,
    .new = (DwellSignedWide) bin->new, .base_real = (double) bin->base,
    .new_real = (double) bin->new,
  };
  DwellCliRows *rows = self->rows;

  dwell_cli_rows_add_text (rows, "bin");
  for (guint i = 0; i < 11; i++)
    dwell_cli_rows_add_null (rows);
  dwell_cli_rows_add_int (rows, bin->low);
  dwell_cli_rows_add_int (rows, bin->high);
  _dwell_cli_rows_add_figure (rows, &count);
  dwell_cli_rows_add_real (rows, n_base > 0 ? (double) base_up_to / (double) n_base : NAN);
  dwell_cli_rows_add_real (rows, n_new > 0 ? (double) new_up_to / (double) n_new : NAN);
}

static void
add_all (const Telling *self)
{
  const DwellDistributionDifference *difference = self->difference;
  guint64 base_up_to = 0;
  guint64 new_up_to = 0;

  for (guint i = 0; i < difference->n_shifts; i++)
    add_shift (self, &difference->shifts[i]);

  for (guint i = 0; i < difference->n_bins; i++)
    {
      base_up_to += difference->bins[i].base;
      new_up_to += difference->bins[i].new;
      add_bin (self, &difference->bins[i], base_up_to, new_up_to);
    }
}

/* Adds a time: in ns in a table, as people read it in Markdown. */
static void
add_time (const Telling *self,
          gboolean       exists,
          gint64         time)
{
  g_autofree char *text = NULL;

  if (!exists || self->pair->arguments->form != DWELL_CLI_MARKDOWN)
    {
      _dwell_cli_rows_add_signed (self->rows, exists, time);
      return;
    }

  text = dwell_text_duration (time);
  dwell_cli_rows_add_text (self->rows, text);
}

static void
add_brief_shift (const Telling    *self,
                 const DwellShift *shift)
{
  g_autofree char *name = g_strdup_printf ("p%g", shift->fraction * 100);
  gboolean has_both = shift->has_base && shift->has_new;
  gboolean has_interval = !isnan (shift->change.low);
  double ratio = has_both && shift->base != 0 ? (double) shift->new / (double) shift->base : NAN;

  dwell_cli_rows_add_text (self->rows, name);
  add_time (self, shift->has_base, shift->base);
  add_time (self, shift->has_new, shift->new);
  add_time (self, has_both, has_both ? shift->new - shift->base : 0);
  _dwell_cli_rows_add_brief_real (self->rows, ratio);
  add_time (self, has_interval, has_interval ? dwell_time_round (shift->change.low) : 0);
  add_time (self, has_interval, has_interval ? dwell_time_round (shift->change.high) : 0);
  _dwell_cli_rows_add_brief_real (self->rows, shift->q);
}

static const char *
get_name (const Telling *self)
{
  return self->new_area != DWELL_NONE
           ? dwell_trace_get_area_title (self->pair->new.trace, self->new_area)
           : dwell_trace_get_area_title (self->pair->base.trace, self->base_area);
}

static char *
make_head (const Telling *self)
{
  const DwellDistributionDifference *difference = self->difference;
  const DwellSamplesTest *test = &difference->test;
  const char *base_name = self->base_area != DWELL_NONE
                            ? dwell_trace_get_area_title (self->pair->base.trace, self->base_area)
                            : NULL;
  GString *json = g_string_new ("{\"base\":");

  _dwell_cli_recording_append (json, &self->pair->base);
  g_string_append (json, ",\n\"new\":");
  _dwell_cli_recording_append (json, &self->pair->new);
  g_string_append (json, ",\n\"area\":");
  dwell_cli_append_json (json, get_name (self));
  g_string_append (json, ",\"base_area\":");
  if (base_name != NULL && !g_str_equal (base_name, get_name (self)))
    dwell_cli_append_json (json, base_name);
  else
    g_string_append (json, "null");
  g_string_append_printf (json, ",\"measure\":\"%s\",\"unit\":\"ns\",\"alpha\":",
                          self->pair->options->measure_id);
  _dwell_cli_compare_append_real (json, self->pair->options->alpha);
  g_string_append_printf (json, ",\n\"summary\":{\"count\":{\"base\":%" G_GUINT64_FORMAT
                          ",\"new\":%" G_GUINT64_FORMAT "},\"superiority\":",
                          get_n (difference->base), get_n (difference->new));
  _dwell_cli_compare_append_real (json, test->superiority);
  g_string_append (json, ",\"cliff\":");
  _dwell_cli_compare_append_real (json, 2 * test->superiority - 1);
  if (test->kind != DWELL_TEST_NONE)
    g_string_append_printf (json, ",\"test\":\"%s\"", dwell_test_kind_get_id (test->kind));
  else
    g_string_append (json, ",\"test\":null");
  g_string_append (json, ",\"p\":");
  _dwell_cli_compare_append_real (json, test->p);
  g_string_append (json, ",\"distance\":");
  _dwell_cli_compare_append_real (json, difference->distance);
  if (isnan (difference->distance))
    g_string_append (json, ",\"distance_at\":null");
  else
    g_string_append_printf (json, ",\"distance_at\":%" G_GINT64_FORMAT, difference->distance_at);
  g_string_append (json, "},\n\"rows\":");
  return g_string_free (json, FALSE);
}

/* Adds how likely a new value is larger, and where the two distributions are furthest apart. */
static void
add_comparison (const Telling *self)
{
  const DwellDistributionDifference *difference = self->difference;
  const DwellSamplesTest *test = &difference->test;
  g_autofree char *likely = dwell_text_percent (test->superiority);
  g_autofree char *p = isnan (test->p) ? g_strdup ("–") : g_strdup_printf ("%.4g", test->p);
  g_autofree char *superior =
    /* Translators: a part of all, as “56 %”; a number from −1 to 1; a probability or “–” */
    g_strdup_printf (_("A new value is larger than one of the base in %s of all pairs (Cliff’s "
                       "delta %.3g, p %s)."), likely, 2 * test->superiority - 1, p);
  g_autofree char *at = dwell_text_duration (difference->distance_at);
  g_autofree char *furthest = NULL;
  g_autofree char *base_part = NULL;
  g_autofree char *new_part = NULL;
  double base;
  double new;

  dwell_cli_rows_add_line (self->rows, superior);
  if (difference->distance == 0)
    return;

  dwell_distribution_difference_count_up_to (difference, difference->distance_at, &base, &new);
  base_part = dwell_text_percent (base);
  new_part = dwell_text_percent (new);
  furthest =
    /* Translators: parts of all, as “56 %”: of the base, of the new recording; a time */
    g_strdup_printf (_("The distributions are furthest apart where %s of the base and %s of the "
                       "new values are at most %s."), base_part, new_part, at);
  dwell_cli_rows_add_line (self->rows, furthest);
}

static void
add_summary (const Telling *self)
{
  g_autofree char *n_base = dwell_text_count (get_n (self->difference->base));
  g_autofree char *n_new = dwell_text_count (get_n (self->difference->new));
  g_autofree char *sentence =
    /* Translators: the name of a function; a measure, as “call”; how many there are in the base,
     * in the new recording */
    g_strdup_printf (_("%s, %s: %s in the base, %s in the new recording."), get_name (self),
                     self->pair->options->measure_id, n_base, n_new);

  dwell_cli_rows_add_line (self->rows, sentence);
  if (!isnan (self->difference->distance))
    add_comparison (self);
  dwell_cli_rows_add_line (self->rows, "");
}

static gboolean
tell (Telling *self)
{
  DwellCliForm form = self->pair->arguments->form;
  gboolean is_brief = form == DWELL_CLI_TABLE || form == DWELL_CLI_MARKDOWN;

  self->rows = dwell_cli_rows_new (form, "rows", is_brief ? brief_columns : columns,
                                   is_brief ? G_N_ELEMENTS (brief_columns)
                                            : G_N_ELEMENTS (columns), FALSE);
  if (form == DWELL_CLI_JSON)
    {
      g_autofree char *head = make_head (self);

      dwell_cli_rows_set_head (self->rows, head);
    }
  else if (is_brief)
    {
      add_summary (self);
    }

  dwell_cli_rows_begin (self->rows, self->pair->new.file);
  if (!is_brief)
    add_all (self);
  for (guint i = 0; i < self->difference->n_shifts && is_brief; i++)
    add_brief_shift (self, &self->difference->shifts[i]);
  dwell_cli_rows_end (self->rows);

  return dwell_cli_rows_finish (self->rows);
}

/* Returns the exit status. */
int
_dwell_cli_compare_distribution (const DwellCliPair *pair)
{
  Telling telling = { .pair = pair, .base_area = DWELL_NONE, .new_area = DWELL_NONE };
  g_autoptr(DwellSamples) base = NULL;
  g_autoptr(DwellSamples) new = NULL;
  g_autoptr(DwellDistributionDifference) difference = NULL;

  if (!choose_areas (&telling))
    return DWELL_CLI_USAGE;

  base = gather (&telling, &pair->base, telling.base_area);
  new = gather (&telling, &pair->new, telling.new_area);
  if (base == NULL || new == NULL)
    {
      dwell_cli_complain_memory (pair->new.file);
      return DWELL_CLI_FAILED;
    }

  telling.difference = difference =
    dwell_distribution_difference_make (base, new, pair->options->alpha);
  return tell (&telling) ? DWELL_CLI_DONE : DWELL_CLI_FAILED;
}
