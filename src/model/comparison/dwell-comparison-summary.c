/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/comparison/dwell-comparison-summary.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "analysis/compare/dwell-comparable.h"
#include "analysis/compare/dwell-doubts.h"
#include "core/dwell-name.h"
#include "core/dwell-text.h"

/* Characters of a property that are shown. */
#define MAX_VALUE 80

static char *
tell_identical (gboolean is_of_one)
{
  return g_strdup (is_of_one ? _("This is the same recording twice.")
                             : _("These recordings do not differ in any figure."));
}

/**
 * dwell_comparison_summary_make:
 * @difference: a difference
 *
 * Own times overlap in threads and where spans do, and leave gaps: their sum is not how long a
 * recording lasts.
 *
 * Returns: (transfer full): “Self times add up to 480 µs in the new recording and to 380 µs in the
 *   base: 100 µs more (×1.26).”
 */
char *
dwell_comparison_summary_make (const DwellDifference *difference)
{
  const DwellFigure *total = &difference->total;
  DwellSignedWide change = dwell_figure_get_change (total);
  double ratio = dwell_figure_get_ratio (total);
  g_autofree char *base = dwell_text_duration (total->base);
  g_autofree char *new = dwell_text_duration (total->new);
  g_autofree char *by = dwell_text_duration (change < 0 ? -change : change);
  g_autofree char *times = isnan (ratio) ? g_strdup ("") : g_strdup_printf (" (×%.3g)", ratio);

  if (dwell_difference_get_verdict (difference) == DWELL_VERDICT_IDENTICAL)
    return tell_identical (difference->is_of_one);
  if (change == 0)
    /* Translators: a time */
    return g_strdup_printf (_("Self times add up to %s in both recordings."), base);

  return g_strdup_printf (change < 0
                            /* Translators: three times; “ (×0.8)” or nothing */
                            ? _("Self times add up to %s in the new recording and to %s in the "
                                "base: %s less%s.")
                            /* Translators: three times; “ (×1.25)” or nothing */
                            : _("Self times add up to %s in the new recording and to %s in the "
                                "base: %s more%s."),
                          new, base, by, times);
}

/**
 * dwell_comparison_summary_count:
 * @measure: what rows are judged by: “Self”, or the name of a field
 * @n_verdicts: how many rows there are of each verdict
 *
 * Returns: (transfer full): “Self: more 3, less 1, unclear 0, new 2, gone 1, the same 2, identical
 *   0.”
 */
char *
dwell_comparison_summary_count (const char  *measure,
                                const guint  n_verdicts[DWELL_N_VERDICTS])
{
  /* Translators: the name of a field or a column, as “net.total” or “Self”; how many rows there are
   * of each verdict */
  return g_strdup_printf (_("%s: more %u, less %u, unclear %u, new %u, gone %u, the same %u, "
                            "identical %u."), measure, n_verdicts[DWELL_VERDICT_MORE],
                          n_verdicts[DWELL_VERDICT_LESS], n_verdicts[DWELL_VERDICT_UNCLEAR],
                          n_verdicts[DWELL_VERDICT_NEW], n_verdicts[DWELL_VERDICT_GONE],
                          n_verdicts[DWELL_VERDICT_SAME], n_verdicts[DWELL_VERDICT_IDENTICAL]);
}

static char *
dup_amount (DwellSignedWide  amount,
            const char      *unit)
{
  g_autofree char *number = NULL;

  if (unit == NULL)
    return dwell_text_duration (amount);

  number = dwell_text_quantity ((double) amount);
  return g_strdup_printf ("%s %s", number, unit);
}

/**
 * dwell_comparison_summary_make_named:
 * @self: the figures of two recordings
 *
 * Returns: (transfer full): “In “new.csv”, self times add up to 480 µs, in “base.csv” to 380 µs:
 *   100 µs more (×1.26).”
 */
char *
dwell_comparison_summary_make_named (const DwellNamedTotal *self)
{
  const char *base_file = self->base_name;
  const char *new_file = self->new_name;
  DwellSignedWide change = dwell_figure_get_change (self->total);
  double ratio = dwell_figure_get_ratio (self->total);
  g_autofree char *base = dup_amount (self->total->base, self->base_unit);
  g_autofree char *new = dup_amount (self->total->new, self->new_unit);
  g_autofree char *by = dup_amount (change < 0 ? -change : change, self->new_unit);
  g_autofree char *times = isnan (ratio) ? g_strdup ("") : g_strdup_printf (" (×%.4g)", ratio);

  if (self->verdict == DWELL_VERDICT_IDENTICAL)
    return tell_identical (self->is_of_one);
  if (g_strcmp0 (self->base_unit, self->new_unit) != 0)
    /* Translators: a file and an amount as “1200 samples”, twice */
    return g_strdup_printf (_("“%s” has %s, “%s” has %s."), new_file, new, base_file, base);
  if (self->new_unit != NULL)
    return g_strdup_printf (change < 0
                              /* Translators: a file and an amount as “1200 samples”, twice; how
                               * much less; “ (×0.8)” or nothing */
                              ? _("“%s” has %s where “%s” has %s: %s less%s.")
                              /* Translators: a file and an amount as “1200 samples”, twice; how
                               * much more; “ (×1.25)” or nothing */
                              : _("“%s” has %s where “%s” has %s: %s more%s."),
                            new_file, new, base_file, base, by, times);

  return g_strdup_printf (change < 0
                            /* Translators: a file and a time, twice; how much less; “ (×0.8)” or
                             * nothing */
                            ? _("In “%s”, self times add up to %s, in “%s” to %s: %s less%s.")
                            /* Translators: a file and a time, twice; how much more; “ (×1.25)” or
                             * nothing */
                            : _("In “%s”, self times add up to %s, in “%s” to %s: %s more%s."),
                          new_file, new, base_file, base, by, times);
}

/**
 * dwell_comparison_summary_hidden:
 * @n_hidden: how many rows hardly changed and are not listed
 *
 * Returns: (transfer full) (nullable): a sentence on them; %NULL if there are none
 */
char *
dwell_comparison_summary_hidden (guint n_hidden)
{
  if (n_hidden == 0)
    return NULL;

  return g_strdup_printf (ngettext ("%u row that hardly changed is not listed: --all lists it.",
                                    "%u rows that hardly changed are not listed: --all lists them.",
                                    n_hidden), n_hidden);
}

static void
add_doubt (GString    *doubts,
           const char *sentence)
{
  if (doubts->len > 0)
    g_string_append_c (doubts, '\n');
  g_string_append (doubts, sentence);
}

/* “The new recording lasts 500 µs, the base 400 µs.” */
static void
add_lengths (GString               *doubts,
             const DwellDifference *difference)
{
  const DwellComparedSide *base = &difference->options.base;
  const DwellComparedSide *new = &difference->options.new;
  g_autofree char *of_base =
    dwell_text_duration ((DwellSignedWide) dwell_time_between (base->begin, base->end));
  g_autofree char *of_new =
    dwell_text_duration ((DwellSignedWide) dwell_time_between (new->begin, new->end));
  g_autofree char *sentence =
    /* Translators: two durations */
    g_strdup_printf (_("The new recording lasts %s, the base %s."), of_new, of_base);

  add_doubt (doubts, sentence);
}

/* A value, shortened if it is too long for a sentence. */
static char *
dup_value (const DwellProperty *property)
{
  return dwell_name_cut (g_variant_get_string (property->value, NULL), MAX_VALUE);
}

/* “They differ in Command: “sort 100” and “sort 200”.” */
static void
add_properties (GString               *doubts,
                const DwellDifference *difference)
{
  g_autofree const char **keys = dwell_doubts_find_properties (difference->base, difference->new);

  for (guint i = 0; keys[i] != NULL; i++)
    {
      const DwellProperty *of_base = dwell_trace_get_property (difference->base, keys[i]);
      const DwellProperty *of_new = dwell_trace_get_property (difference->new, keys[i]);
      g_autofree char *base = dup_value (of_base);
      g_autofree char *new = dup_value (of_new);
      g_autofree char *sentence =
        /* Translators: what the Info page calls a property of recordings; its value in the base,
         * in the new recording */
        g_strdup_printf (_("They differ in %s: “%s” and “%s”."), _(of_base->title), base, new);

      add_doubt (doubts, sentence);
    }
}

/**
 * dwell_comparison_summary_make_doubts:
 * @difference: a difference
 *
 * Returns: (transfer full): what makes it doubtful, one reason on each line; "" if nothing does
 */
char *
dwell_comparison_summary_make_doubts (const DwellDifference *difference)
{
  guint bits = dwell_difference_get_doubts (difference);
  GString *doubts = g_string_new (NULL);

  /* Samples and costs have no durations, and no time that something ran. */
  if (!(dwell_comparable_find (difference->base, difference->new) & DWELL_COMPARABLE_SPANS))
    bits &= ~(guint) (DWELL_DOUBT_LENGTHS | DWELL_DOUBT_MATCHED);

  if (bits & DWELL_DOUBT_FORMATS)
    add_doubt (doubts, _("The recordings have different formats: functions are matched by their "
                         "names."));
  if (bits & DWELL_DOUBT_PROPERTIES)
    add_properties (doubts, difference);
  if (bits & DWELL_DOUBT_PARTIAL)
    add_doubt (doubts, _("One of the recordings is cut off."));
  if (bits & DWELL_DOUBT_LENGTHS)
    add_lengths (doubts, difference);
  if (bits & DWELL_DOUBT_MATCHED)
    add_doubt (doubts, _("Less than half of the base’s time was spent in functions that the new "
                         "recording has."));

  return g_string_free (doubts, FALSE);
}
