/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli check: checks recordings against a file of timing requirements. dwell-cli samples:
 * prints the samples from which one of them was measured. */
#include "config.h"

#include "cli/cli-check.h"

#include <math.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "cli/cli-commands.h"
#include "cli/cli-open.h"
#include "cli/cli-output.h"
#include "cli/cli-stream.h"
#include "core/dwell-error.h"
#include "formats/common/dwell-sink.h"

#define MAX_ERRORS 20
#define N_WORST 10
#define HEADROOM 0.2

static const DwellCliColumn columns[] = {
  { "id", FALSE }, { "subject", FALSE }, { "verdict", FALSE }, { "reason", FALSE },
  { "severity", FALSE }, { "samples", TRUE }, { "inconclusive", TRUE }, { "violations", TRUE },
  { "value", TRUE }, { "min", TRUE }, { "max", TRUE }, { "margin", TRUE }, { "unit", FALSE },
  { "line", TRUE }, { "title", FALSE },
};

static const DwellCliColumn sample_columns[] = {
  { "begin", TRUE }, { "end", TRUE }, { "low", TRUE }, { "high", TRUE }, { "context", FALSE },
};

typedef struct {
  DwellRequirements *requirements;
  const char * const *only;
  DwellCliRows      *rows;  /* (nullable) */
  GString           *json;  /* (nullable) */
  GString           *junit;
  GString           *sarif;
  gboolean           is_violated;
  gboolean           is_undecided;
} Run;

void
_dwell_cli_check_add_options (DwellCliCheck  *self,
                              GOptionContext *context,
                              gboolean        is_samples)
{
  const GOptionEntry common[] = {
    { "requirements", 0, 0, G_OPTION_ARG_FILENAME, &self->requirements,
      N_("File of requirements: see dwell-requirements(5)"), N_("FILE") },
    { NULL }
  };
  const GOptionEntry of_samples[] = {
    { "of", 0, 0, G_OPTION_ARG_STRING, &self->of, N_("Id of the requirement"), N_("ID") },
    { NULL }
  };
  const GOptionEntry of_check[] = {
    { "suggest", 0, 0, G_OPTION_ARG_NONE, &self->suggests,
      N_("Suggest lines for a new file instead: limits that the recording meets"), NULL },
    { "headroom", 0, 0, G_OPTION_ARG_STRING, &self->headroom_text,
      /* xgettext:no-c-format */
      N_("How far suggested limits are beyond what was measured (default: 20%)"), N_("PERCENT") },
    { "only", 0, 0, G_OPTION_ARG_STRING, &self->only, N_("Check only these requirements"),
      N_("ID,…") },
    { "worst", 0, 0, G_OPTION_ARG_STRING, &self->worst_text,
      N_("How many violations of each to list (default: 10, at most 1000)"), N_("N") },
    { "junit", 0, 0, G_OPTION_ARG_FILENAME, &self->junit, N_("Write a report as JUnit XML, too"),
      N_("FILE") },
    { "sarif", 0, 0, G_OPTION_ARG_FILENAME, &self->sarif, N_("Write a report as SARIF, too"),
      N_("FILE") },
    { "sarif-all", 0, 0, G_OPTION_ARG_NONE, &self->has_passed,
      N_("In SARIF, list what passed, too"), NULL },
    { "allow-inconclusive", 0, 0, G_OPTION_ARG_NONE, &self->may_be_inconclusive,
      N_("Do not fail because a requirement could not be decided"), NULL },
    { NULL }
  };

  g_option_context_add_main_entries (context, common, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, is_samples ? of_samples : of_check, GETTEXT_PACKAGE);
}

static gboolean
refuse (GError     **error,
        const char  *message)
{
  g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_OPTION, message);
  return FALSE;
}

static gboolean
parse_headroom (DwellCliCheck *self)
{
  char *end = NULL;

  self->headroom = HEADROOM;
  if (self->headroom_text == NULL)
    return TRUE;

  self->headroom = g_ascii_strtod (self->headroom_text, &end) / 100;
  return end != self->headroom_text && (*end == '\0' || g_str_equal (end, "%")) &&
         self->headroom >= 0 && self->headroom <= 10 && self->suggests;
}

gboolean
_dwell_cli_check_check (DwellCliCheck  *self,
                        gboolean        is_samples,
                        GError        **error)
{
  guint64 n = N_WORST;

  if (!parse_headroom (self))
    return refuse (error, _("--headroom takes a percentage from 0 to 1000, and goes with "
                            "--suggest"));
  if (self->suggests)
    return self->requirements == NULL ||
           refuse (error, _("--suggest and --requirements cannot be combined"));
  if (self->requirements == NULL)
    return refuse (error, _("no requirements given: --requirements=FILE"));
  if (is_samples && self->of == NULL)
    return refuse (error, _("no requirement given: --of=ID"));
  if (self->worst_text != NULL &&
      !g_ascii_string_to_unsigned (self->worst_text, 10, 0, DWELL_REQUIREMENTS_MAX_WORST, &n,
                                   NULL))
    return refuse (error, _("--worst takes a number from 0 to 1000"));

  self->n_worst = (guint) n;
  return TRUE;
}

void
_dwell_cli_check_free (DwellCliCheck *self)
{
  g_free (self->requirements);
  g_free (self->junit);
  g_free (self->sarif);
  g_free (self->only);
  g_free (self->of);
  g_free (self->worst_text);
  g_free (self->headroom_text);
  g_free (self);
}

/* Adds a figure with at most six decimals, as in JSON. */
static void
add_figure (DwellCliRows *rows,
            double        value)
{
  if (!isfinite (value))
    dwell_cli_rows_add_null (rows);
  else if (value == floor (value) && fabs (value) < 0x1p63)
    dwell_cli_rows_add_int (rows, (gint64) value);
  else
    dwell_cli_rows_add_exact (rows, fabs (value) < 1e9 ? round (value * 1e6) / 1e6 : value);
}

static void
add_row (DwellCliRows                 *rows,
         const DwellRequirementResult *result)
{
  const DwellRequirement *requirement = result->requirement;
  DwellSeverity severity = dwell_requirement_get_severity (requirement);

  dwell_cli_rows_add_text (rows, dwell_requirement_get_id (requirement));
  dwell_cli_rows_add_text (rows, result->subject);
  dwell_cli_rows_add_text (rows, dwell_outcome_get_id (result->verdict));
  dwell_cli_rows_add_text (rows, result->reason);
  dwell_cli_rows_add_text (rows, dwell_severity_get_id (severity));
  if (result->has_samples)
    dwell_cli_rows_add_uint (rows, result->n_samples);
  else
    dwell_cli_rows_add_null (rows);
  dwell_cli_rows_add_uint (rows, result->n_inconclusive);
  dwell_cli_rows_add_uint (rows, result->n_violations);
  if (result->growth != NULL)
    dwell_cli_rows_add_text (rows, result->growth);
  else
    add_figure (rows, result->value);
  add_figure (rows, result->min);
  add_figure (rows, result->max);
  add_figure (rows, result->margin);
  dwell_cli_rows_add_text (rows, result->unit);
  dwell_cli_rows_add_uint (rows, dwell_requirement_get_line (requirement));
  dwell_cli_rows_add_text (rows, dwell_requirement_get_title (requirement));
}

static void
take_verdicts (Run             *run,
               const GPtrArray *results)
{
  for (guint i = 0; i < results->len; i++)
    {
      const DwellRequirementResult *result = results->pdata[i];

      if (dwell_requirement_get_severity (result->requirement) != DWELL_SEVERITY_ERROR)
        continue;
      run->is_violated = run->is_violated || result->verdict == DWELL_OUTCOME_VIOLATED;
      run->is_undecided = run->is_undecided || result->verdict == DWELL_OUTCOME_INCONCLUSIVE;
    }
}

static gboolean
check_trace (DwellTrace              *trace,
             const char              *file,
             const DwellCliArguments *arguments,
             gpointer                 user_data)
{
  Run *run = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) results = dwell_requirements_check (run->requirements, trace, run->only,
                                                           arguments->check->n_worst, NULL, NULL,
                                                           NULL, &error);
  DwellCliChecked checked = { arguments->check, trace, file, results };

  if (results == NULL)
    {
      dwell_cli_complain (file, "%s", error->message);
      return FALSE;
    }

  take_verdicts (run, results);
  if (run->json != NULL)
    _dwell_cli_check_append_json (run->json, &checked);
  if (arguments->check->junit != NULL)
    _dwell_cli_check_append_junit (run->junit, &checked);
  if (arguments->check->sarif != NULL)
    _dwell_cli_check_append_sarif (run->sarif, &checked);
  if (run->rows == NULL)
    return TRUE;

  dwell_cli_rows_begin (run->rows, file);
  for (guint i = 0; i < results->len; i++)
    add_row (run->rows, results->pdata[i]);
  dwell_cli_rows_end (run->rows);
  return TRUE;
}

/* Reads the file of requirements; its mistakes are printed to standard error. */
static int
read_requirements (const char         *file,
                   DwellRequirements **requirements)
{
  g_autoptr(GError) error = NULL;
  gsize length;
  g_autofree char *text = dwell_cli_read_text (file, DWELL_REQUIREMENTS_MAX_SIZE, &length, &error);
  g_autofree char *name = g_filename_display_name (file);

  if (text == NULL)
    {
      dwell_cli_complain (NULL, "%s", error->message);
      return DWELL_CLI_USAGE;
    }

  *requirements = dwell_requirements_parse (text, length);
  for (guint i = 0; i < MIN ((*requirements)->errors->len, MAX_ERRORS); i++)
    {
      const DwellRequirementsError *wrong = &g_array_index ((*requirements)->errors,
                                                            DwellRequirementsError, i);

      /* Translators: the number of a line, and what is wrong in it */
      dwell_cli_complain (name, _("line %u: %s"), wrong->line, wrong->message);
    }
  return (*requirements)->errors->len > 0 ? DWELL_CLI_USAGE : DWELL_CLI_DONE;
}

/* Whether there are requirements with these ids; @wants_verdict: they must have a verdict. */
static gboolean
has_ids (const DwellRequirements *requirements,
         const char * const      *ids,
         gboolean                 wants_verdict)
{
  for (guint i = 0; ids != NULL && ids[i] != NULL; i++)
    {
      const DwellRequirement *found = NULL;

      for (guint j = 0; j < requirements->requirements->len && found == NULL; j++)
        if (g_str_equal (dwell_requirement_get_id (requirements->requirements->pdata[j]), ids[i]))
          found = requirements->requirements->pdata[j];
      if (found != NULL && wants_verdict && dwell_requirement_is_track (found))
        {
          /* Translators: the id of a track */
          dwell_cli_complain (NULL, _("“%s” is a track, which has no limit"), ids[i]);
          return FALSE;
        }
      if (found == NULL)
        {
          /* Translators: the id of a requirement */
          dwell_cli_complain (NULL, _("there is no requirement “%s”"), ids[i]);
          return FALSE;
        }
    }
  return TRUE;
}

/* Whether at least one of the requirements is checked: a check without any could never fail. */
static gboolean
is_any_checked (const DwellRequirements *requirements,
                const char * const      *only)
{
  for (guint i = 0; i < requirements->requirements->len; i++)
    {
      const DwellRequirement *requirement = requirements->requirements->pdata[i];

      if (!dwell_requirement_is_track (requirement) &&
          (only == NULL || g_strv_contains (only, dwell_requirement_get_id (requirement))))
        return TRUE;
    }
  return FALSE;
}

static gboolean
write_report (const char    *name,
              const GString *text)
{
  g_autoptr(GFile) file = name != NULL ? g_file_new_for_commandline_arg (name) : NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *shown = NULL;

  if (file == NULL || dwell_sink_write_text (file, text->str, text->len, NULL, &error))
    return TRUE;

  shown = g_filename_display_name (name);
  dwell_cli_complain (shown, "%s", dwell_error_get_writing_cause (error));
  return FALSE;
}

static int
check_files (Run                     *run,
             const DwellCliArguments *arguments)
{
  const DwellCliCheck *options = arguments->check;
  gboolean is_json = arguments->form == DWELL_CLI_JSON;
  gboolean is_written = TRUE;
  int status;

  run->json = is_json ? g_string_new ("[") : NULL;
  run->junit = g_string_new (NULL);
  run->sarif = g_string_new (NULL);
  if (!is_json)
    run->rows = dwell_cli_rows_new (arguments->form, "results", columns, G_N_ELEMENTS (columns),
                                    dwell_cli_is_many (arguments));

  status = dwell_cli_for_each (arguments, check_trace, run);
  if (is_json)
    {
      g_print ("%s]\n", run->json->str);
      g_string_free (run->json, TRUE);
    }
  else
    {
      is_written = dwell_cli_rows_finish (run->rows);
    }

  _dwell_cli_check_wrap_junit (run->junit);
  _dwell_cli_check_wrap_sarif (run->sarif, options, run->requirements);
  is_written = write_report (options->junit, run->junit) && is_written;
  is_written = write_report (options->sarif, run->sarif) && is_written;
  g_string_free (run->junit, TRUE);
  g_string_free (run->sarif, TRUE);

  if (status != DWELL_CLI_DONE || !is_written)
    return status != DWELL_CLI_DONE ? status : DWELL_CLI_FAILED;
  if (run->is_violated)
    return DWELL_CLI_VIOLATED;
  return run->is_undecided && !options->may_be_inconclusive ? DWELL_CLI_UNDECIDED : DWELL_CLI_DONE;
}

static gboolean
suggest_lines (DwellTrace              *trace,
               const char              *file,
               const DwellCliArguments *arguments,
               gpointer                 user_data)
{
  g_autoptr(GError) error = NULL;
  guint n_suggested;
  g_autofree char *lines = dwell_requirements_suggest (trace, arguments->check->headroom,
                                                       &n_suggested, NULL, &error);

  if (lines != NULL)
    g_print ("%s", lines);
  else
    dwell_cli_complain (file, "%s", error->message);
  return lines != NULL;
}

static int
suggest (const DwellCliArguments *arguments)
{
  if (dwell_cli_is_many (arguments))
    {
      dwell_cli_complain (NULL, "%s", _("--suggest takes one recording"));
      return DWELL_CLI_USAGE;
    }

  return dwell_cli_for_each (arguments, suggest_lines, NULL);
}

static int
run (const DwellCliArguments *arguments)
{
  g_autoptr(DwellRequirements) requirements = NULL;
  g_auto(GStrv) only = arguments->check->only != NULL
                       ? g_strsplit (arguments->check->only, ",", -1) : NULL;
  Run checking = { .only = (const char * const *) only };
  int status = read_requirements (arguments->check->requirements, &requirements);

  if (status != DWELL_CLI_DONE)
    return status;
  if (!has_ids (requirements, checking.only, TRUE))
    return DWELL_CLI_USAGE;
  if (!is_any_checked (requirements, checking.only))
    {
      g_autofree char *name = g_filename_display_name (arguments->check->requirements);

      dwell_cli_complain (name, "%s", _("there is no requirement to check: remove the # in front "
                                        "of those that must hold"));
      return DWELL_CLI_USAGE;
    }

  checking.requirements = requirements;
  return check_files (&checking, arguments);
}

static gboolean
show_samples (DwellTrace              *trace,
              const char              *file,
              const DwellCliArguments *arguments,
              gpointer                 user_data)
{
  Run *run = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) rows = g_array_new (FALSE, FALSE, sizeof (DwellRequirementSampleRow));
  g_autoptr(GPtrArray) results = dwell_requirements_check (run->requirements, trace, run->only, 0,
                                                           rows, NULL, NULL, &error);

  if (results == NULL)
    {
      dwell_cli_complain (file, "%s", error->message);
      return FALSE;
    }

  dwell_cli_rows_begin (run->rows, file);
  for (guint i = 0; i < rows->len; i++)
    {
      const DwellRequirementSampleRow *row = &g_array_index (rows, DwellRequirementSampleRow, i);

      dwell_cli_rows_add_int (run->rows, row->begin);
      dwell_cli_rows_add_int (run->rows, row->end);
      add_figure (run->rows, row->low);
      add_figure (run->rows, row->high);
      dwell_cli_rows_add_text (run->rows,
                               row->context != DWELL_NONE
                                 ? dwell_trace_get_context_name (trace, row->context) : NULL);
    }
  dwell_cli_rows_end (run->rows);
  return TRUE;
}

static int
run_samples (const DwellCliArguments *arguments)
{
  g_autoptr(DwellRequirements) requirements = NULL;
  const char *only[] = { arguments->check->of, NULL };
  Run showing = { .only = only };
  int status = read_requirements (arguments->check->requirements, &requirements);

  if (status != DWELL_CLI_DONE)
    return status;
  if (!has_ids (requirements, only, FALSE))
    return DWELL_CLI_USAGE;

  showing.requirements = requirements;
  showing.rows = dwell_cli_rows_new (arguments->form, "samples", sample_columns,
                                     G_N_ELEMENTS (sample_columns), dwell_cli_is_many (arguments));
  status = dwell_cli_for_each (arguments, show_samples, &showing);
  return dwell_cli_rows_finish (showing.rows) ? status : DWELL_CLI_FAILED;
}

static int
run_check (const DwellCliArguments *arguments)
{
  return arguments->check->suggests ? suggest (arguments) : run (arguments);
}

const DwellCliCommand dwell_cli_check = {
  "check",
  "FILE…",
  N_("Check recordings against timing requirements"),
  N_("A row for each requirement and subject of the file that --requirements names; its language\n"
     "is described in dwell-requirements(5). A verdict is one of these words:\n"
     "\n"
     "  passed          all samples that could be decided meet the limit\n"
     "  violated        more break it than are allowed\n"
     "  inconclusive    nothing could be decided; the reason says why\n"
     "  skipped         nothing could be decided, and the requirement is optional\n"
     "\n"
     "Tracks have no limit and no row; “dwell-cli samples” shows their samples.\n"
     "\n"
     "What the ends of a recording hide is inconclusive; where nothing was measured, nothing "
     "passes.\n"
     "Times are in ns.\n"
     "\n"
     "Exit status, for requirements of severity error: 0 all passed or were skipped, 1 a file\n"
     "could not be read or written, 2 wrong usage or errors in the requirements, 3 a requirement\n"
     "is violated, 4 none is violated, but at least one is inconclusive (0 with\n"
     "--allow-inconclusive).\n"
     "\n"
     "--suggest writes a file of requirements to start from: the extremes of the recording, with\n"
     "headroom, all commented out.\n"
     "\n"
     "Example: fail a build whose recording breaks a deadline, with a report for the server\n"
     "  dwell-cli check --requirements=deadlines.txt --junit=report.xml run.log"),
  DWELL_CLI_TAKES_FORM | DWELL_CLI_TAKES_FILES | DWELL_CLI_TAKES_CHECK,
  run_check,
};

const DwellCliCommand dwell_cli_samples = {
  "samples",
  "FILE…",
  N_("Show every sample of a timing requirement"),
  N_("A row for each sample of the requirement or track that --of names: the lower and the upper\n"
     "bound of its value. An upper bound that is not known is null in JSON and empty elsewhere.\n"
     "What has no list of samples, such as a load in any window, has two rows: the least and the\n"
     "greatest value.\n"
     "\n"
     "Example: all calls of a function with a deadline\n"
     "  dwell-cli samples --requirements=deadlines.txt --of=D1 --as=csv run.log"),
  DWELL_CLI_TAKES_FORM | DWELL_CLI_TAKES_FILES | DWELL_CLI_TAKES_SAMPLES,
  run_samples,
};
