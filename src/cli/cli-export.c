/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli export: a trace as Text1. Settings come from a preset, then a key file, then --option;
 * an option that is no setting of the export is one of reading. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "cli/cli-commands.h"
#include "cli/cli-open.h"
#include "cli/cli-select.h"
#include "core/dwell-error.h"
#include "formats/text1/dwell-text1-export.h"

/* The range, in which one end may have been left open. */
static void
set_range (DwellText1Settings      *settings,
           const DwellTrace        *trace,
           const DwellCliArguments *arguments)
{
  if (arguments->from == G_MININT64 && arguments->to == G_MAXINT64)
    return;

  settings->begin = arguments->from != G_MININT64 ? arguments->from
                                                  : MIN (trace->begin, arguments->to);
  settings->end = arguments->to != G_MAXINT64 ? arguments->to
                                              : MAX (trace->end, arguments->from);
}

static void
tell_losses (DwellTrace               *trace,
             const char               *file,
             const DwellText1Settings *settings)
{
  g_autoptr(GArray) warnings = dwell_text1_check (trace, settings, NULL);

  for (guint i = 0; i < warnings->len; i++)
    {
      const DwellText1Warning *warning = &g_array_index (warnings, DwellText1Warning, i);

      if (!warning->is_error)
        dwell_cli_complain (file, "%s (%" G_GUINT64_FORMAT ")", warning->message, warning->count);
    }
}

static gboolean
export (DwellTrace              *trace,
        const char              *file,
        const DwellCliArguments *arguments,
        gpointer                 user_data)
{
  g_autoptr(DwellText1Settings) settings = dwell_text1_settings_copy (user_data);
  g_autoptr(GFile) target = g_file_new_for_commandline_arg (arguments->output);
  g_autoptr(DwellSink) sink = dwell_sink_new_for_file (target);
  g_autoptr(GError) error = NULL;
  DwellCliSelection selection;
  gboolean is_written;
  DwellCliWatch watch;

  /* Complains where there is no such context. */
  if (!dwell_cli_selection_init (&selection, trace, file, arguments))
    return FALSE;

  dwell_cli_selection_clear (&selection);
  set_range (settings, trace, arguments);

  dwell_cli_watch_begin (&watch);
  is_written = dwell_text1_export (trace, settings, sink, watch.progress, NULL, &error) &&
               dwell_sink_commit (sink, NULL, &error);
  dwell_cli_watch_end (&watch);

  if (!is_written)
    {
      dwell_cli_complain (arguments->output, "%s", error->message);
      return FALSE;
    }

  tell_losses (trace, file, settings);
  return TRUE;
}

static gboolean
load_config (DwellText1Settings  *settings,
             const char          *path,
             GError             **error)
{
  g_autoptr(GKeyFile) file = g_key_file_new ();

  if (g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, error) &&
      dwell_text1_settings_load (settings, file, error))
    return TRUE;

  g_prefix_error (error, "%s: ", path);
  return FALSE;
}

static gboolean
is_setting (const DwellText1Settings *settings,
            const char               *name)
{
  g_autofree char *value = dwell_text1_settings_get (settings, name);

  return value != NULL || g_str_equal (name, "Preset");
}

/* Sets those options that are settings, the preset first; the others go to @reading. */
static gboolean
set_options (DwellText1Settings  *settings,
             const GStrv          options,
             GPtrArray           *reading,
             GError             **error)
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; options != NULL && options[i] != NULL; i++)
      {
        const char *equals = strchr (options[i], '=');
        g_autofree char *name = g_strndup (options[i], strcspn (options[i], "="));
        gboolean is_preset = g_str_equal (name, "Preset");

        if (equals != NULL && is_setting (settings, name))
          {
            if (is_preset == (pass == 0) &&
                !dwell_text1_settings_set (settings, name, equals + 1, error))
              return FALSE;
          }
        else if (pass == 0)
          g_ptr_array_add (reading, options[i]);
      }

  g_ptr_array_add (reading, NULL);
  return TRUE;
}

/* As the other commands take it: the filter anywhere in a name, a context's name whole. In settings
 * some words and letters have a meaning of their own. */
static char *
make_pattern (const char *text,
              gboolean    is_whole)
{
  gboolean is_expression = text[0] == '/' && strlen (text) > 1;
  g_autofree char *escaped = g_regex_escape_string (text, -1);

  if (is_whole)
    return g_strdup_printf ("/^%s$/", escaped);
  if (is_expression || (strpbrk (text, "*?") == NULL && !g_str_equal (text, "all") &&
                        !g_str_equal (text, "active")))
    return g_strdup (text);

  return g_strdup_printf ("/%s/i", escaped);
}

static gboolean
set_all (DwellText1Settings       *settings,
         const DwellCliArguments  *arguments,
         GPtrArray                *reading,
         GError                  **error)
{
  if ((arguments->config != NULL && !load_config (settings, arguments->config, error)) ||
      !set_options (settings, arguments->options, reading, error))
    return FALSE;

  if (arguments->context != NULL)
    {
      g_autofree char *pattern = make_pattern (arguments->context, TRUE);

      if (!dwell_text1_settings_set (settings, "Contexts", pattern, error))
        return FALSE;
    }

  if (arguments->pattern != NULL)
    {
      g_autofree char *pattern = make_pattern (arguments->pattern, FALSE);

      if (!dwell_text1_settings_set (settings, "Areas", pattern, error))
        return FALSE;
    }

  return TRUE;
}

static int
run (const DwellCliArguments *arguments)
{
  g_autoptr(DwellText1Settings) settings = dwell_text1_settings_new ("default", NULL);
  g_autoptr(GPtrArray) reading = g_ptr_array_new ();
  DwellCliArguments opening = *arguments;
  g_autoptr(GError) error = NULL;

  if (arguments->output == NULL)
    dwell_cli_complain (NULL, _("no file to write: give one with -o"));
  else if (arguments->to_format != NULL && !g_str_equal (arguments->to_format, "text1"))
    dwell_cli_complain (NULL, _("there is no format “%s” to write, but: text1"),
                        arguments->to_format);
  else if (dwell_cli_is_many (arguments))
    dwell_cli_complain (NULL, _("one file holds one trace: join the files with --joined"));
  else if (!set_all (settings, arguments, reading, &error))
    dwell_cli_complain (NULL, "%s", error->message);
  else
    {
      opening.options = reading->len > 1 ? (GStrv) reading->pdata : NULL;
      return dwell_cli_for_each (&opening, export, settings);
    }

  return DWELL_CLI_USAGE;
}

const DwellCliCommand dwell_cli_export = {
  "export",
  "-o FILE FILE…",
  N_("Write the trace as Text1, every entry shaped as wished"),
  N_("Writes the sections of Text1 by a preset: default, full (all there is, between tabs), csv,\n"
     "source (a Text1 file as it was read) or one that was saved. --config and --option change\n"
     "single settings: the ten templates InfoHeader, InfoEntry, … TimelineEntry, TimelineBinary,\n"
     "BinaryVersion, TimelineStates, LineEnds, Sections, Classes, Contexts, Areas, ContextValue.\n"
     "Several files need --joined. What the export cannot hold is told on standard error.\n"
     "\n"
     "Example: functions that ran in the first second, timeline beside it in run.txt.BIN\n"
     "  dwell-cli export --to=1s --option Areas=active --option TimelineBinary=true \\\n"
     "      -o run.txt run.log"),
  DWELL_CLI_TAKES_FILES | DWELL_CLI_TAKES_RANGE | DWELL_CLI_TAKES_FILTER | DWELL_CLI_TAKES_EXPORT,
  run,
};
