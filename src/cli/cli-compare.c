/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli compare: two recordings, what changed between them, and whether a build should fail
 * because of it. */
#include "config.h"

#include "cli/cli-compare.h"

#include <glib/gi18n-lib.h>

#include "analysis/compare/dwell-comparable.h"
#include "analysis/tree/dwell-tree.h"
#include "cli/cli-commands.h"
#include "cli/cli-output.h"
#include "cli/cli-picture.h"

/* The recordings in the order of the command line: base, new. */
typedef struct {
  DwellCliPair *pair;
  guint         n;
} Reading;

static gboolean
has_spans (const DwellTrace *trace)
{
  return !trace->spans_are_sequence && (dwell_trace_has (trace, DWELL_TABLE_SPANS) ||
                                        dwell_trace_has (trace, DWELL_TABLE_WRITES));
}

/* Whether a recording can be compared that way; if not, an error was printed. */
static gboolean
is_possible (const DwellCliCompare *options,
             const DwellTrace      *trace,
             const char            *file)
{
  gboolean needs_spans = options->what == DWELL_CLI_COMPARE_DISTRIBUTION ||
                         options->what == DWELL_CLI_COMPARE_TIMELINE;

  if (has_spans (trace) || (options->what == DWELL_CLI_COMPARE_ROWS
                              ? dwell_tree_is_possible (trace) ||
                                dwell_comparable_is_empty (trace) : !needs_spans))
    return TRUE;

  if (needs_spans)
    dwell_cli_complain (file, _("it has no starts and ends to count; see --what=rows and "
                                "--what=tree"));
  else
    dwell_cli_complain (file, _("it has neither starts and ends to count nor a call tree; see "
                                "--what=costs"));
  return FALSE;
}

static gboolean
take_recording (DwellTrace              *trace,
                const DwellProblems     *problems,
                const DwellCliComputed  *computed,
                const char              *file,
                const DwellCliArguments *arguments,
                gpointer                 user_data)
{
  Reading *reading = user_data;
  const DwellCliCompare *options = arguments->compare;
  gboolean is_base = reading->n++ == 0;
  DwellCliRecording *recording = is_base ? &reading->pair->base : &reading->pair->new;
  DwellCliArguments of_range = is_base ? _dwell_cli_compare_of_base (arguments) : *arguments;

  if (!is_possible (options, trace, file))
    return FALSE;
  if (!dwell_cli_selection_init (&recording->selection, trace, file, &of_range))
    return FALSE;

  recording->trace = dwell_trace_ref (trace);
  recording->file = g_strdup (file);
  recording->files = g_strdupv (arguments->files);
  recording->n_problems = dwell_problems_get_n (problems);
  if (computed->index != NULL)
    recording->index = dwell_statistics_index_ref (computed->index);
  return TRUE;
}

/* Whether recordings can be compared by spans: one in which nothing ran may have none. */
static gboolean
have_spans (const DwellTrace *trace,
            const DwellTrace *other)
{
  return (has_spans (trace) || dwell_comparable_is_empty (trace)) &&
         (has_spans (other) || dwell_comparable_is_empty (other));
}

/* Compares by the statistics of spans if both have spans, otherwise by the weights of their call
 * trees. */
static int
compare_spans (DwellCliPair *pair)
{
  if (!have_spans (pair->base.trace, pair->new.trace))
    {
      if (pair->arguments->output == NULL)
        return _dwell_cli_compare_weights (pair);

      dwell_cli_complain (NULL, _("a picture of the rows needs starts and ends in both recordings; "
                                  "see --what=flame"));
      return DWELL_CLI_USAGE;
    }
  if (!_dwell_cli_recording_make_index (&pair->base) ||
      !_dwell_cli_recording_make_index (&pair->new))
    return DWELL_CLI_FAILED;

  return pair->options->what == DWELL_CLI_COMPARE_DISTRIBUTION
           ? _dwell_cli_compare_distribution (pair) : _dwell_cli_compare_rows (pair);
}

static int
compare_pair (DwellCliPair *pair)
{
  const DwellCliCompare *options = pair->options;
  gboolean has_given_up = FALSE;
  DwellMatchOptions matching = {
    .pairs = (const char * const *) options->pairs, .renamed = options->renamed,
    .replacement = options->replacement, .has_given_up = &has_given_up,
    .loosest = options->loosest,
    .context_pairs = (const char * const *) options->context_pairs,
  };
  g_autoptr(GArray) areas = NULL;
  g_autoptr(GArray) contexts = NULL;
  g_autoptr(GError) error = NULL;

  if (pair->kept != NULL)
    {
      areas = dwell_comparison_options_find_pairs (pair->kept, pair->base.trace, pair->new.trace,
                                                   FALSE);
      matching.areas = (const DwellAreaPair *) (gpointer) areas->data;
      matching.n_areas = areas->len;
      contexts = dwell_comparison_options_find_contexts (pair->kept, pair->base.trace,
                                                         pair->new.trace, FALSE);
      matching.contexts = (const DwellContextPair *) (gpointer) contexts->data;
      matching.n_contexts = contexts->len;
    }
  pair->match = dwell_match_new (pair->base.trace, pair->new.trace, &matching, &error);
  if (pair->match == NULL)
    {
      dwell_cli_complain (NULL, "--match, --match-context: %s", error->message);
      return DWELL_CLI_USAGE;
    }
  if (has_given_up)
    return _dwell_cli_compare_give_up ();

  switch (options->what)
    {
    case DWELL_CLI_COMPARE_TREE:
      return _dwell_cli_compare_tree (pair);
    case DWELL_CLI_COMPARE_LINES:
      return _dwell_cli_compare_lines (pair);
    case DWELL_CLI_COMPARE_COSTS:
      return _dwell_cli_compare_costs (pair);
    case DWELL_CLI_COMPARE_TIMELINE:
      return _dwell_cli_compare_timeline (pair);
    case DWELL_CLI_COMPARE_FLAME:
      return _dwell_cli_compare_flame (pair);
    case DWELL_CLI_COMPARE_VALUES:
      return _dwell_cli_compare_values (pair);
    case DWELL_CLI_COMPARE_ROWS:
    case DWELL_CLI_COMPARE_DISTRIBUTION:
    default:
      return compare_spans (pair);
    }
}

static int
complain_about_usage (const char *why)
{
  dwell_cli_complain (NULL, "%s", why);
  return DWELL_CLI_USAGE;
}

/* Whether the request is possible with two recordings; if not, an error was printed. */
static gboolean
is_possible_of_two (const DwellCliArguments *arguments)
{
  DwellCliCompareWhat what = arguments->compare->what;
  DwellCliArguments of_base = _dwell_cli_compare_of_base (arguments);

  if (of_base.from > of_base.to)
    {
      dwell_cli_complain (NULL, _("the range of the base ends before it begins"));
      return FALSE;
    }
  if (arguments->from > arguments->to)
    {
      dwell_cli_complain (NULL, _("the range of the new recording ends before it begins"));
      return FALSE;
    }
  if ((what == DWELL_CLI_COMPARE_FLAME || arguments->output != NULL) &&
      !dwell_cli_picture_check (arguments))
    return FALSE;
  if (arguments->output == NULL || what == DWELL_CLI_COMPARE_FLAME ||
      what == DWELL_CLI_COMPARE_TIMELINE || what == DWELL_CLI_COMPARE_ROWS)
    return TRUE;

  dwell_cli_complain (NULL, _("there are pictures of --what=rows, --what=flame and --what=timeline "
                              "only"));
  return FALSE;
}

static int
read_side (const DwellCliArguments *arguments,
           const DwellCliSide      *side,
           Reading                 *reading)
{
  DwellCliArguments opening = *arguments;

  opening.files = side->files;
  opening.is_joined = g_strv_length (side->files) > 1;
  opening.input_format = side->format;
  opening.options = side->options;
  return dwell_cli_for_each_with_problems (&opening, take_recording, reading);
}

static int
compare (const DwellCliArguments      *arguments,
         const DwellComparisonOptions *kept,
         const DwellCliSide           *base,
         const DwellCliSide           *new)
{
  DwellCliPair pair = { .kept = kept, .arguments = arguments, .options = arguments->compare };
  Reading reading = { &pair, 0 };
  int status;
  int status_of_new;

  if (!is_possible_of_two (arguments))
    return DWELL_CLI_USAGE;

  /* If both are wrong, errors are printed for both. */
  status = read_side (arguments, base, &reading);
  reading.n = 1;
  status_of_new = read_side (arguments, new, &reading);
  status = MAX (status, status_of_new);
  if (status == DWELL_CLI_DONE)
    status = compare_pair (&pair);

  g_clear_pointer (&pair.match, dwell_match_free);
  _dwell_cli_recording_clear (&pair.base);
  _dwell_cli_recording_clear (&pair.new);
  return status;
}

static int
compare_files (const DwellCliArguments *arguments)
{
  GStrv bases = arguments->compare->bases;
  guint n_bases = bases != NULL ? g_strv_length (bases) : 0;
  guint n_files = g_strv_length (arguments->files);
  char *base_files[] = { NULL, NULL };
  char *new_files[] = { NULL, NULL };
  DwellCliSide base = { base_files, arguments->input_format, arguments->options };
  DwellCliSide new = { new_files, arguments->input_format, arguments->options };

  if (arguments->is_joined)
    return complain_about_usage (_("--joined would make one recording of those to compare"));
  if (arguments->compare->is_series || n_bases > 1 || (n_bases == 1 && n_files > 1))
    {
      if (!is_possible_of_two (arguments))
        return DWELL_CLI_USAGE;

      return arguments->output == NULL
               ? _dwell_cli_compare_groups (arguments)
               : complain_about_usage (_("a picture shows two recordings: BASE NEW"));
    }
  if (n_bases + n_files != 2)
    return complain_about_usage (_("two recordings are compared: BASE NEW; see --base for more"));

  base_files[0] = n_bases == 1 ? bases[0] : arguments->files[0];
  new_files[0] = arguments->files[n_files - 1];
  return compare (arguments, NULL, &base, &new);
}

static int
run (const DwellCliArguments *arguments)
{
  DwellCliNamed named;
  int status = DWELL_CLI_FAILED;

  if (!_dwell_cli_named_is_one (arguments))
    {
      status = compare_files (arguments);
    }
  else
    {
      if (_dwell_cli_named_init (&named, arguments))
        status = compare (&named.arguments, named.kept, &named.base, &named.new);
      _dwell_cli_named_clear (&named);
    }

  return _dwell_cli_gates_check (arguments->compare->gates) ? status
                                                            : MAX (status, DWELL_CLI_FAILED);
}

const DwellCliCommand dwell_cli_compare = {
  "compare",
  "BASE NEW | FILE.dwell-comparison",
  N_("Show what changed between two recordings"),
  /* xgettext:no-c-format */
  N_("A row for each area of either recording, the largest change first. Change is new minus "
     "base,\n"
     "ratio is new divided by base. A row is more, less, the same (below --noise), unclear "
     "(within\n"
     "chance, or too few spans), new, gone or identical. The changes of net.total add up to that "
     "of\n"
     "the whole, in whole ns.\n"
     "\n"
     "  by_count        the part of the change that comes from how often it ran\n"
     "  by_time         the rest: each run took longer or shorter\n"
     "  superiority     how likely a new span is longer than one of the base; cliff is twice that\n"
     "                  minus 1\n"
     "  q               p of the row’s test, corrected for the number of rows (false discovery "
     "rate):\n"
     "                  of the rows with q ≤ 0.05, about 5 in 100 differ by chance alone\n"
     "  low, high       the confidence limits of the ratio at 95 %\n"
     "\n"
     "Conditions of --fail-if: MEASURE>AMOUNT or MEASURE<AMOUNT, where AMOUNT is +5% (of the\n"
     "base), +10ms or +3 (a change), or 20ms (in the new recording); MEASURE is a field such as\n"
     "net.total, count, p95, or total, duration, exponent; also new, gone, unmatched>20% (of\n"
     "either recording), growth.\n"
     "“ in TEXT” after it limits it to areas, as --filter does. A condition on something that\n"
     "neither recording has is an error. What meets a condition is printed on standard error.\n"
     "\n"
     "-o FILE draws the steps from the total of the base to that of the new recording: the rows\n"
     "that explain most of the change, then all others.\n"
     "\n"
     "--what=flame -o FILE draws the call trees of both as one: a frame is as wide as what both\n"
     "spent there (plain), plus what the base spent in addition (hatched) and what the new\n"
     "recording spent in addition (solid).\n"
     "\n"
     "Exit status: 0 done and no condition holds, 1 a file could not be read or compared, 2 wrong\n"
     "usage, 3 a condition holds.\n"
     "\n"
     "Recordings without starts and ends, such as sampled profiles, are compared by the weights "
     "of\n"
     "areas in their call trees; samples are compared as shares of all samples.\n"
     "\n"
     "--what=distribution shows how the durations of one area are distributed (or --measure=net,\n"
     "period, jitter): how each quantile changed, with an interval of 95 %; CSV and JSON also "
     "have\n"
     "histograms on common bins, and the parts of all values up to each bin.\n"
     "\n"
     "--what=values shows what variables, states and signals held in both: how often each was\n"
     "written, its least, greatest and mean value, weighted by time, and for how long it was in a\n"
     "state, as “dwell-cli values” shows them for each recording.\n"
     "\n"
     "--what=timeline shows where in the course of a run the new recording falls behind: the\n"
     "areas that begin once in both, in their order; drift is how much later each came than in\n"
     "the base, lost is how much of that was added since the area before. Areas that came in\n"
     "another order are marked as moved. --align=load counts from the first start of load,\n"
     "--align=load#3 from the third; the text of a mark works in the same way.\n"
     "\n"
     "--what=timeline -o FILE draws both timelines, the base above, aligned as --align says, and\n"
     "the drift between them.\n"
     "\n"
     "--as=markdown prints a table for a pull request. With several --base=FILE, or several new\n"
     "files, each recording is one observation, so that it is known how much runs of the same\n"
     "program differ. --series shows how steeply a figure changes along the files, and since "
     "when,\n"
     "in the order of their clocks, or else in the order given. With --base=FILE, one of them, "
     "the\n"
     "last file is compared with that one instead of the first.\n"
     "\n"
     "A comparison file saved in the window names the two recordings to compare, and contains "
     "how:\n"
     "ranges, measure, threshold and pairs, unless options override them.\n"
     "\n"
     "To compare two ranges of one recording, give it twice, with --base-from, --base-to, --from\n"
     "and --to.\n"
     "\n"
     "Example: fail a build if anything of the camera takes 5 % longer than before\n"
     "  dwell-cli compare --fail-if='p95>+5% in camera' --as=markdown old.log new.log"),
  DWELL_CLI_TAKES_FORM | DWELL_CLI_TAKES_FILES | DWELL_CLI_TAKES_RANGE | DWELL_CLI_TAKES_FILTER |
    DWELL_CLI_TAKES_NAMES | DWELL_CLI_TAKES_COMPARE | DWELL_CLI_TAKES_IMAGE,
  run,
};
