/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of dwell-cli compare: GOption finds them; their values are checked here. */
#include "config.h"

#include "cli/cli-compare.h"

#include <glib/gi18n-lib.h>

#include "cli/cli-option.h"
#include "cli/cli-stream.h"
#include "core/dwell-error.h"

/* The most bytes of a file of pairs, whose names may be long. */
#define MAX_PAIRS_BYTES (16 << 20)

/**
 * dwell_cli_compare_add_options:
 * @self: places for the values
 * @context: where the options go
 */
void
_dwell_cli_compare_add_options (DwellCliCompare *self,
                                GOptionContext  *context)
{
  const GOptionEntry entries[] = {
    { "what", 0, 0, G_OPTION_ARG_FILENAME, &self->what_text,
      N_("What to compare (default: rows); distribution takes one area: see --filter; flame is a "
         "picture: see -o"),
      "rows|tree|lines|costs|values|distribution|timeline|flame" },
    { "base", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->bases,
      N_("A recording of the base (repeatable): all others are new"), N_("FILE") },
    { "series", 0, 0, G_OPTION_ARG_NONE, &self->is_series,
      N_("The files are a series: show how each function changes along it"), NULL },
    { "measure", 0, 0, G_OPTION_ARG_FILENAME, &self->measure_text,
      N_("What rows are judged and ranked by: net.total (default), count, call.avg, p95 …"),
      N_("FIELD") },
    { "per", 0, 0, G_OPTION_ARG_FILENAME, &self->per_text,
      N_("Divide the measure by the length of the range, by all time, or by the count of an area"),
      N_("second|total|AREA") },
    { "by-context", 0, 0, G_OPTION_ARG_NONE, &self->by_context,
      N_("Rows of each context, too"), NULL },
    { "base-from", 0, 0, G_OPTION_ARG_FILENAME, &self->base_from_text,
      N_("Start of the base’s range, where it differs"), N_("TIME") },
    { "base-to", 0, 0, G_OPTION_ARG_FILENAME, &self->base_to_text,
      N_("End of the base’s range, where it differs"), N_("TIME") },
    { "noise", 0, 0, G_OPTION_ARG_FILENAME, &self->noise_text,
      N_("Smaller changes count as the same (default: 1%)"), N_("PERCENT") },
    { "least-share", 0, 0, G_OPTION_ARG_FILENAME, &self->least_share_text,
      N_("Do not list rows that change by less than this part of the base’s time (default: 0.1%)"),
      N_("PERCENT") },
    { "alpha", 0, 0, G_OPTION_ARG_FILENAME, &self->alpha_text,
      N_("Significance level: how often chance may be taken for a change (default: "
         "0.05)"), N_("NUMBER") },
    { "all", 0, 0, G_OPTION_ARG_NONE, &self->tells_all,
      N_("Also list rows that hardly changed"), NULL },
    { "sort", 0, 0, G_OPTION_ARG_FILENAME, &self->sort_text,
      N_("Order of the rows (default: change)"), "change|ratio|q|name" },
    { "top", 0, 0, G_OPTION_ARG_FILENAME, &self->top_text, N_("How many rows to list"), N_("N") },
    { "match", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->pairs,
      N_("An area of the base, and what it is called now (repeatable)"), N_("OLD=NEW") },
    { "matches", 0, 0, G_OPTION_ARG_FILENAME, &self->pairs_file,
      N_("A file of such pairs, one per line"), N_("FILE") },
    { "match-context", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->context_pairs,
      N_("A context of the base, and what it is called now (repeatable)"), N_("OLD=NEW") },
    { "rename", 0, 0, G_OPTION_ARG_FILENAME, &self->rename_text,
      N_("Replace what matches in names before they are compared"), "s/REGEX/TEXT/" },
    { "match-by", 0, 0, G_OPTION_ARG_FILENAME, &self->match_by_text,
      N_("The loosest way of matching areas (default: plain)"), "key|name|plain" },
    { "shift", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->shifts,
      N_("How much further the lines of a routine have moved down than its first line "
         "(repeatable), with --what=lines"), N_("ROUTINE=LINES") },
    { "align", 0, 0, G_OPTION_ARG_FILENAME, &self->align_text,
      N_("The moment from which drift is counted, with --what=timeline (default: start)"),
      N_("start|end|wall|anchors|AREA[#N]|MARK[#N]") },
    { "fail-if", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &self->conditions,
      N_("Exit with status 3 if this holds (repeatable)"), N_("CONDITION") },
    { "judge", 0, 0, G_OPTION_ARG_FILENAME, &self->judge_text,
      N_("How sure a row must be to count for --fail-if (default: likely)"),
      "measured|likely|sure" },
    { "allow-missing", 0, 0, G_OPTION_ARG_NONE, &self->allows_missing,
      N_("Allow conditions on what neither recording has"), NULL },
    { "allow-outside", 0, 0, G_OPTION_ARG_NONE, &self->allows_outside,
      N_("Allow a comparison file to name recordings that are not in its folder"), NULL },
    { NULL }
  };

  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
}

static gboolean
check_choices (DwellCliCompare  *self,
               GError          **error)
{
  static const char * const whats[] = { "rows", "tree", "lines", "costs", "distribution",
                                         "timeline", "flame", "values", NULL };
  static const char * const sorts[] = { "change", "ratio", "q", "name", NULL };
  static const char * const rules[] = { "plain", "key", "name", NULL };
  static const char * const judges[] = { "likely", "measured", "sure", NULL };
  static const DwellMatchedBy loosest[] = {
    DWELL_MATCHED_BY_PLAIN_NAME, DWELL_MATCHED_BY_KEY, DWELL_MATCHED_BY_NAME,
  };
  guint what;
  guint sort;
  guint rule;
  guint judge;

  if (!dwell_cli_check_choice ("--what", self->what_text, whats, &what, error) ||
      !dwell_cli_check_choice ("--sort", self->sort_text, sorts, &sort, error) ||
      !dwell_cli_check_choice ("--match-by", self->match_by_text, rules, &rule, error) ||
      !dwell_cli_check_choice ("--judge", self->judge_text, judges, &judge, error))
    return FALSE;

  self->what = (DwellCliCompareWhat) what;
  self->sort = (DwellCliCompareSort) sort;
  self->loosest = loosest[rule];
  self->judge = (DwellCliJudge) judge;
  return TRUE;
}

static gboolean
check_shifts (DwellCliCompare  *self,
              GError          **error)
{
  if (self->shifts == NULL || self->what == DWELL_CLI_COMPARE_LINES)
    return TRUE;

  g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_OPTION, _("--shift is for --what=lines"));
  return FALSE;
}

/* Any value that is not a keyword is the name of an area, or the text of a mark. */
static gboolean
check_alignment (DwellCliCompare  *self,
                 GError          **error)
{
  static const DwellAlignment alignments[] = {
    DWELL_ALIGNED_AT_BEGIN, DWELL_ALIGNED_AT_END, DWELL_ALIGNED_BY_CLOCK, DWELL_ALIGNED_AT_ANCHORS,
  };

  if (self->align_text == NULL)
    return TRUE;
  if (self->what != DWELL_CLI_COMPARE_TIMELINE)
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_OPTION,
                           _("--align is for --what=timeline"));
      return FALSE;
    }

  self->alignment = DWELL_ALIGNED_AT_AREA;
  for (guint i = 0; i < G_N_ELEMENTS (alignments); i++)
    if (g_str_equal (self->align_text, dwell_alignment_get_id (alignments[i])))
      self->alignment = alignments[i];
  return TRUE;
}

/* A number from 0 to 1, or a percentage with a percent sign. */
static gboolean
check_part (const char  *option,
            const char  *value,
            double       by_default,
            double      *part,
            GError     **error)
{
  char *end;

  *part = by_default;
  if (value == NULL)
    return TRUE;

  *part = g_ascii_strtod (value, &end);
  if (end > value && *end == '%')
    {
      *part /= 100;
      end++;
    }

  if (end > value && *end == '\0' && *part >= 0 && *part <= 1)
    return TRUE;

  /* xgettext:no-c-format */
  return dwell_cli_refuse (error, option, value, _("a number from 0 to 1, or a percentage: 1%"));
}

static gboolean
check_numbers (DwellCliCompare  *self,
               GError          **error)
{
  self->base_from = G_MININT64;
  self->base_to = G_MAXINT64;
  self->top = G_MAXUINT32;

  return check_part ("--noise", self->noise_text, 0.01, &self->noise, error) &&
         check_part ("--least-share", self->least_share_text, 0.001, &self->least_share, error) &&
         check_part ("--alpha", self->alpha_text, 0.05, &self->alpha, error) &&
         dwell_cli_check_time ("--base-from", self->base_from_text, &self->base_from, error) &&
         dwell_cli_check_time ("--base-to", self->base_to_text, &self->base_to, error) &&
         dwell_cli_check_count ("--top", self->top_text, &self->top, error);
}

static gboolean
check_distributed (DwellCliCompare  *self,
                   GError          **error)
{
  static const char * const measures[] = { "call", "net", "period", "jitter", NULL };
  guint measure;

  if (!dwell_cli_check_choice ("--measure", self->measure_text, measures, &measure, error))
    return FALSE;

  self->distributed = (DwellMeasure) measure;
  self->measure_id = measures[measure];
  return TRUE;
}

static gboolean
check_measure (DwellCliCompare  *self,
               GError          **error)
{
  gboolean is_time;

  if (self->what == DWELL_CLI_COMPARE_DISTRIBUTION)
    return check_distributed (self, error);

  self->measure_id = self->measure_text != NULL ? self->measure_text : "net.total";
  if (!_dwell_cli_measure_parse (self->measure_id, &self->measure, &is_time))
    return dwell_cli_refuse (error, "--measure", self->measure_id,
                             _("a field of “dwell-cli statistics” such as net.total, count, "
                               "call.avg, or a percentile: p95, period.p99"));

  self->per = self->per_text == NULL ? DWELL_PER_NOTHING
              : g_str_equal (self->per_text, "second") ? DWELL_PER_SECOND
              : g_str_equal (self->per_text, "total") ? DWELL_PER_TOTAL : DWELL_PER_AREA;
  return TRUE;
}

/* “s/REGEX/TEXT/”, with any character in place of the slashes. */
static gboolean
check_rename (DwellCliCompare  *self,
              GError          **error)
{
  g_auto(GStrv) parts = NULL;
  char between[2] = { 0 };

  if (self->rename_text == NULL)
    return TRUE;

  if (self->rename_text[0] == 's' && self->rename_text[1] != '\0')
    {
      between[0] = self->rename_text[1];
      parts = g_strsplit (self->rename_text + 2, between, -1);
    }

  if (parts == NULL || g_strv_length (parts) != 3 || *parts[0] == '\0' || *parts[2] != '\0')
    return dwell_cli_refuse (error, "--rename", self->rename_text, "s/REGEX/TEXT/");

  self->renamed = g_regex_new (parts[0], G_REGEX_OPTIMIZE, 0, error);
  self->replacement = g_steal_pointer (&parts[1]);
  g_free (parts[2]);
  if (self->renamed == NULL || !g_regex_check_replacement (self->replacement, NULL, error))
    {
      g_prefix_error (error, "--rename: ");
      return FALSE;
    }

  return TRUE;
}

/* Returns the exit status if --rename takes far too long for a name. */
int
_dwell_cli_compare_give_up (void)
{
  dwell_cli_complain (NULL, "--rename: %s",
                      _("The regular expression takes too long for some names"));
  return DWELL_CLI_FAILED;
}

/* Reads the pairs of --match, then those of the file: one per line; empty lines are skipped. */
static gboolean
read_pairs (DwellCliCompare  *self,
            GError          **error)
{
  g_autoptr(GStrvBuilder) pairs = g_strv_builder_new ();
  g_auto(GStrv) lines = NULL;
  g_autofree char *text = NULL;
  gsize length;

  if (self->pairs_file == NULL)
    return TRUE;
  text = dwell_cli_read_text (self->pairs_file, MAX_PAIRS_BYTES, &length, error);
  if (text == NULL)
    {
      g_prefix_error (error, "--matches: ");
      return FALSE;
    }
  if (!g_utf8_validate (text, (gssize) length, NULL))
    return dwell_cli_refuse (error, "--matches", self->pairs_file,
                             _("a text file: OLD=NEW, one per line"));

  if (self->pairs != NULL)
    g_strv_builder_addv (pairs, (const char **) self->pairs);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (*g_strchomp (lines[i]) != '\0')
      g_strv_builder_add (pairs, lines[i]);

  g_strfreev (self->pairs);
  self->pairs = g_strv_builder_end (pairs);
  return TRUE;
}

static gboolean
check_conditions (DwellCliCompare  *self,
                  GError          **error)
{
  for (guint i = 0; self->conditions != NULL && self->conditions[i] != NULL; i++)
    {
      DwellCliGate *gate = _dwell_cli_gate_new (self->conditions[i], self->what, error);

      if (gate == NULL)
        return FALSE;
      g_ptr_array_add (self->gates, gate);
    }

  if (self->gates->len == 0 || self->what == DWELL_CLI_COMPARE_ROWS ||
      self->what == DWELL_CLI_COMPARE_LINES || self->what == DWELL_CLI_COMPARE_COSTS)
    return TRUE;

  g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_OPTION,
                       _("--fail-if is for --what=rows, lines and costs"));
  return FALSE;
}

/**
 * dwell_cli_compare_check:
 * @self: options with the values that were given
 * @error: what is wrong with them
 *
 * Returns: whether they are valid
 */
gboolean
_dwell_cli_compare_check (DwellCliCompare  *self,
                          GError          **error)
{
  self->gates = g_ptr_array_new_with_free_func ((GDestroyNotify) _dwell_cli_gate_free);
  return check_choices (self, error) && check_conditions (self, error) &&
         check_alignment (self, error) && check_shifts (self, error) &&
         check_numbers (self, error) &&
         check_measure (self, error) && check_rename (self, error) && read_pairs (self, error);
}

/**
 * _dwell_cli_compare_of_base:
 * @arguments: the arguments
 *
 * Returns: the arguments for the base: if no range is given for it, --from and --to apply to all
 *   recordings
 */
DwellCliArguments
_dwell_cli_compare_of_base (const DwellCliArguments *arguments)
{
  const DwellCliCompare *options = arguments->compare;
  DwellCliArguments of_base = *arguments;

  if (options->base_from != G_MININT64)
    of_base.from = options->base_from;
  if (options->base_to != G_MAXINT64)
    of_base.to = options->base_to;

  return of_base;
}

/**
 * dwell_cli_compare_free:
 * @self: (transfer full): options
 */
void
_dwell_cli_compare_free (DwellCliCompare *self)
{
  g_free (self->what_text);
  g_free (self->measure_text);
  g_free (self->per_text);
  g_free (self->base_from_text);
  g_free (self->base_to_text);
  g_free (self->noise_text);
  g_free (self->least_share_text);
  g_free (self->alpha_text);
  g_free (self->sort_text);
  g_free (self->top_text);
  g_free (self->rename_text);
  g_free (self->match_by_text);
  g_free (self->judge_text);
  g_free (self->align_text);
  g_strfreev (self->conditions);
  g_strfreev (self->pairs);
  g_strfreev (self->context_pairs);
  g_free (self->pairs_file);
  g_strfreev (self->bases);
  g_strfreev (self->shifts);
  g_clear_pointer (&self->renamed, g_regex_unref);
  g_free (self->replacement);
  g_clear_pointer (&self->gates, g_ptr_array_unref);
  g_free (self);
}
