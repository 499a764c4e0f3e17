/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/comparison/dwell-comparison-notes.h"

#include <glib/gi18n-lib.h>

#include "analysis/compare/dwell-doubts.h"

static void
note_clear (gpointer data)
{
  g_free (((DwellComparisonNote *) data)->text);
}

/**
 * dwell_comparison_notes_new:
 *
 * Returns: (transfer full) (element-type DwellComparisonNote): an empty array
 */
GArray *
dwell_comparison_notes_new (void)
{
  GArray *notes = g_array_new (FALSE, FALSE, sizeof (DwellComparisonNote));

  g_array_set_clear_func (notes, note_clear);
  return notes;
}

/**
 * dwell_comparison_notes_add:
 * @notes: (element-type DwellComparisonNote): notes
 * @code: (transfer none): a word for programs, which must outlive the notes
 * @text: (transfer full): a sentence
 *
 * Adds a note.
 */
void
dwell_comparison_notes_add (GArray     *notes,
                            const char *code,
                            char       *text)
{
  DwellComparisonNote note = { code, text };

  g_array_append_val (notes, note);
}

/* Note for recordings of which one is cut off: how to compare the part that both have. */
static char *
describe_common_part (const DwellNotedSide *base,
                      const DwellNotedSide *new)
{
  gint64 length = (gint64) MIN (dwell_time_between (base->begin, base->end),
                                dwell_time_between (new->begin, new->end));
  g_autofree char *base_to = NULL;
  g_autofree char *new_to = NULL;

  base_to = g_strdup_printf ("%" G_GINT64_FORMAT "ns", base->begin + length);
  new_to = g_strdup_printf ("%" G_GINT64_FORMAT "ns", new->begin + length);
  /* Translators: two times */
  return g_strdup_printf (_("A recording is cut off; to compare the part that both have: "
                            "--base-to=%s --to=%s"), base_to, new_to);
}

static void
add_properties (GArray           *notes,
                const DwellTrace *base,
                const DwellTrace *new)
{
  g_autofree const char **keys = dwell_doubts_find_properties (base, new);

  for (guint i = 0; keys[i] != NULL; i++)
    {
      const DwellProperty *of_base = dwell_trace_get_property (base, keys[i]);
      const DwellProperty *of_new = dwell_trace_get_property (new, keys[i]);

      dwell_comparison_notes_add (notes, "recorded",
                                  /* Translators: what “dwell-cli info” calls a property; its value
                                   * in the base, in the new recording */
                                  g_strdup_printf (_("The recordings differ in %s: “%s” and “%s”"),
                                                   keys[i],
                                                   g_variant_get_string (of_base->value, NULL),
                                                   g_variant_get_string (of_new->value, NULL)));
    }
}

/**
 * dwell_comparison_notes_add_doubts:
 * @notes: (element-type DwellComparisonNote): notes
 * @doubts: bits of #DwellDoubts
 * @base: the base
 * @new: the new recording
 *
 * Adds the doubts that apply to any two recordings.
 */
void
dwell_comparison_notes_add_doubts (GArray               *notes,
                                   guint                 doubts,
                                   const DwellNotedSide *base,
                                   const DwellNotedSide *new)
{
  if (doubts & DWELL_DOUBT_FORMATS)
    dwell_comparison_notes_add (notes, "formats",
                                g_strdup (_("The recordings have different formats: areas are "
                                            "matched by their names")));
  if (doubts & DWELL_DOUBT_PROPERTIES)
    add_properties (notes, base->trace, new->trace);
  if (doubts & DWELL_DOUBT_UNITS)
    dwell_comparison_notes_add (notes, "units",
                                g_strdup (_("The recordings count different things: shares of "
                                            "the whole are compared")));
  if (doubts & DWELL_DOUBT_PARTIAL)
    dwell_comparison_notes_add (notes, "partial", describe_common_part (base, new));
}

static void
add_suggestions (GArray                *notes,
                 const DwellDifference *difference,
                 const DwellMatch      *match)
{
  g_autoptr(GArray) suggestions = NULL;

  if (difference->n_verdicts[DWELL_VERDICT_NEW] == 0 ||
      difference->n_verdicts[DWELL_VERDICT_GONE] == 0)
    return;

  suggestions = dwell_match_suggest (match, difference->base, difference->of_base,
                                     difference->new, difference->of_new);
  for (guint i = 0; i < suggestions->len; i++)
    {
      const DwellSuggestion *pair = &g_array_index (suggestions, DwellSuggestion, i);
      const char *base = dwell_trace_get_area_title (difference->base, pair->base_area);
      const char *new = dwell_trace_get_area_title (difference->new, pair->new_area);

      dwell_comparison_notes_add (notes, "renamed",
                /* Translators: names of functions: of the base, of the new recording; again */
                g_strdup_printf (_("“%s” may have become “%s”: --match=%s=%s"), base, new, base,
                                 new));
    }
}

/**
 * dwell_comparison_notes_make:
 * @difference: a difference
 * @match: the match that it was made with
 *
 * Finds what makes @difference doubtful, and names that may have changed. This can take a moment.
 *
 * Returns: (transfer full) (element-type DwellComparisonNote): the notes
 */
GArray *
dwell_comparison_notes_make (const DwellDifference *difference,
                             const DwellMatch      *match)
{
  const DwellDifferenceOptions *options = &difference->options;
  DwellNotedSide base = { difference->base, options->base.begin, options->base.end };
  DwellNotedSide new = { difference->new, options->new.begin, options->new.end };
  guint doubts = dwell_difference_get_doubts (difference);
  GArray *notes = dwell_comparison_notes_new ();

  dwell_comparison_notes_add_doubts (notes, doubts, &base, &new);
  if (doubts & DWELL_DOUBT_LENGTHS)
    dwell_comparison_notes_add (notes, "lengths",
                                g_strdup (_("The recordings differ in length by more than 20 %: "
                                            "--per=second compares per second")));
  if (options->by_context && (doubts & DWELL_DOUBT_CONTEXTS))
    dwell_comparison_notes_add (notes, "contexts",
                                /* Translators: two numbers */
                                g_strdup_printf (_("Contexts without a match: %u in the base, %u "
                                                   "in the new recording"),
                                                 difference->n_base_contexts_alone,
                                                 difference->n_new_contexts_alone));
  if (doubts & DWELL_DOUBT_MATCHED)
    dwell_comparison_notes_add (notes, "matched",
                                g_strdup (_("Less than half of the base’s time was spent in areas "
                                            "that the new recording has")));
  if (!difference->is_of_one)
    dwell_comparison_notes_add (notes, "two",
                                g_strdup (_("Only these two recordings are compared; more "
                                            "recordings of either side show what is chance: "
                                            "--base=FILE")));
  add_suggestions (notes, difference, match);
  return notes;
}

/**
 * dwell_comparison_notes_add_measured:
 * @notes: (element-type DwellComparisonNote): notes
 * @difference: a difference of costs
 *
 * Adds what the recordings measured differently, and what that means for the comparison.
 */
void
dwell_comparison_notes_add_measured (GArray                     *notes,
                                     const DwellCostsDifference *difference)
{
  if (!dwell_costs_difference_has_change (difference))
    dwell_comparison_notes_add (notes, "units",
                                g_strdup (_("The recordings measure costs in different units, so "
                                            "only exponents and calls can be compared.")));
  if (!dwell_measured_has_one_size (&difference->differing))
    dwell_comparison_notes_add (notes, "sizes",
                                g_strdup (_("The recordings measure the sizes of inputs in "
                                            "different ways, so growth and the costs of the same "
                                            "input cannot be compared.")));
  else if (dwell_measured_needs_bytes (&difference->differing))
    dwell_comparison_notes_add (notes, "bytes",
                                g_strdup (_("The recordings count memory in cells of different "
                                            "sizes: sizes are compared in bytes.")));
}

/**
 * dwell_comparison_notes_make_of_costs:
 * @difference: a difference of costs
 *
 * Finds what makes @difference doubtful.
 *
 * Returns: (transfer full) (element-type DwellComparisonNote): the notes
 */
GArray *
dwell_comparison_notes_make_of_costs (const DwellCostsDifference *difference)
{
  DwellNotedSide base = { .trace = dwell_costs_get_trace (difference->base) };
  DwellNotedSide new = { .trace = dwell_costs_get_trace (difference->new) };
  GArray *notes = dwell_comparison_notes_new ();

  dwell_comparison_notes_add_doubts (notes, dwell_costs_difference_get_doubts (difference), &base,
                                     &new);
  dwell_comparison_notes_add_measured (notes, difference);
  return notes;
}
