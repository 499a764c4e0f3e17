/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli export: a trace in a format that is written. Its settings come from a preset, then a
 * key file, then --option; an option that is not one of writing is one of reading. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "cli/cli-commands.h"
#include "cli/cli-open.h"
#include "cli/cli-select.h"
#include "cli/cli-stream.h"
#include "core/dwell-error.h"
#include "formats/common/dwell-export-settings.h"
#include "model/presets/dwell-presets.h"

/* The most bytes of a file of settings. */
#define MAX_CONFIG_BYTES (1 << 20)

static gboolean
has_range (const DwellCliArguments *arguments)
{
  return arguments->from != G_MININT64 || arguments->to != G_MAXINT64;
}

/* Sets the range, one end of which may have been left open. */
static void
set_range (DwellExportSettings     *settings,
           const DwellTrace        *trace,
           const DwellCliArguments *arguments)
{
  if (!has_range (arguments))
    return;

  settings->begin = arguments->from != G_MININT64 ? arguments->from
                                                  : MIN (trace->begin, arguments->to);
  settings->end = arguments->to != G_MAXINT64 ? arguments->to
                                              : MAX (trace->end, arguments->from);
}

static void
tell_losses (DwellTrace                *trace,
             const char                *file,
             const DwellExportSettings *settings)
{
  g_autoptr(GArray) warnings = dwell_format_check (settings->format, trace, settings, NULL);

  for (guint i = 0; i < warnings->len; i++)
    {
      const DwellExportWarning *warning = &g_array_index (warnings, DwellExportWarning, i);

      if (!warning->is_error)
        dwell_cli_complain (file, "%s (%" G_GUINT64_FORMAT ")", warning->message, warning->count);
    }
}

/* Reports what happened to a companion that the export did not write. */
static void
tell_beside (const DwellCliArguments *arguments,
             DwellSink               *sink,
             const DwellFormat       *format,
             DwellBeside              beside)
{
  g_autofree char *name = NULL;

  if (beside == DWELL_BESIDE_NOTHING)
    return;

  name = dwell_sink_get_part_name (sink, format->companion_suffix);
  if (beside == DWELL_BESIDE_OWN)
    dwell_cli_complain (arguments->output,
                        _("the .BIN of the replaced file was deleted, too"));
  else
    dwell_cli_complain (arguments->output,
                        /* Translators: %s is the name of a .BIN */
                        _("“%s” is still beside it and may be read as its timeline"), name);
}

/* Writes into one file, with progress on a terminal. */
static gboolean
write_file (DwellTrace                *trace,
            const DwellExportSettings *settings,
            const DwellCliArguments   *arguments)
{
  const DwellFormat *format = settings->format;
  g_autoptr(GFile) file = g_file_new_for_commandline_arg (arguments->output);
  g_autoptr(DwellSink) sink = dwell_sink_new_for_file (file);
  g_autoptr(GError) error = NULL;
  gboolean leaves_companion = format->companion_suffix != NULL &&
                              !format->has_companion (trace, settings);
  DwellBeside beside = leaves_companion ? format->look_beside (sink, NULL) : DWELL_BESIDE_NOTHING;
  gboolean is_written;
  DwellCliWatch watch;

  if (beside == DWELL_BESIDE_OWN)
    dwell_sink_drop_part (sink, format->companion_suffix);

  dwell_cli_watch_begin (&watch);
  is_written = dwell_format_write (format, trace, settings, sink, watch.progress, NULL, &error) &&
               dwell_sink_commit (sink, NULL, &error);
  dwell_cli_watch_end (&watch);

  if (is_written)
    tell_beside (arguments, sink, format, beside);
  else
    dwell_cli_complain (arguments->output, "%s", dwell_error_get_writing_cause (error));
  return is_written;
}

static gboolean
export_trace (DwellTrace              *trace,
              const char              *file,
              const DwellCliArguments *arguments,
              gpointer                 user_data)
{
  g_autoptr(DwellExportSettings) settings = dwell_export_settings_copy (user_data);
  g_auto(DwellCliSelection) selection = { 0 };

  if (!settings->format->can_write (trace))
    {
      dwell_cli_complain (file, _("it contains nothing that %s can hold"),
                          settings->format->id);
      return FALSE;
    }
  if (has_range (arguments) && !dwell_trace_has_timeline (trace))
    {
      dwell_cli_complain (file, _("it has no times: --from and --to have no effect"));
      return FALSE;
    }

  /* Prints an error if there is no such context. */
  if (!dwell_cli_selection_init (&selection, trace, file, arguments))
    return FALSE;
  if (!dwell_format_takes_range (settings->format, trace) &&
      !dwell_cli_selection_fits_tree (&selection, trace, file))
    return FALSE;

  set_range (settings, trace, arguments);
  if (!write_file (trace, settings, arguments))
    return FALSE;

  tell_losses (trace, file, settings);
  return TRUE;
}

static gboolean
load_config (DwellExportSettings  *settings,
             const char           *path,
             GError              **error)
{
  g_autoptr(GKeyFile) file = g_key_file_new ();
  gsize length;
  g_autofree char *text = dwell_cli_read_text (path, MAX_CONFIG_BYTES, &length, error);

  if (text == NULL)
    return FALSE;
  if (g_key_file_load_from_data (file, text, length, G_KEY_FILE_NONE, error) &&
      dwell_export_settings_load (settings, file, error))
    return TRUE;

  g_prefix_error (error, "%s: ", path);
  return FALSE;
}

static gboolean
is_setting (const DwellFormat *format,
            const char        *name)
{
  return dwell_format_find_write_option (format, name) != NULL ||
         (format->n_write_options > 0 && g_str_equal (name, "Preset"));
}

/* A built-in preset, or one that the user saved. */
static gboolean
set_preset (DwellExportSettings  *settings,
            const char           *name,
            GError              **error)
{
  DwellPresetTask task = { DWELL_PRESET_LOAD, .name = name };
  g_autoptr(GError) failure = NULL;
  g_autoptr(GKeyFile) saved = NULL;

  if (dwell_presets_run (dwell_preset_kind_get_export (settings->format), &task, &failure))
    {
      saved = task.settings;
      return dwell_export_settings_set (settings, "Preset", "default", error) &&
             dwell_export_settings_load (settings, saved, error);
    }

  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return dwell_export_settings_set (settings, "Preset", name, error);

  g_propagate_prefixed_error (error, g_steal_pointer (&failure), "%s: ", name);
  return FALSE;
}

/* Sets those options that are settings, the preset first; the others go to @reading. */
static gboolean
set_options (DwellExportSettings  *settings,
             const GStrv           options,
             GPtrArray            *reading,
             GError              **error)
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; options != NULL && options[i] != NULL; i++)
      {
        const char *equals = strchr (options[i], '=');
        g_autofree char *name = g_strndup (options[i], strcspn (options[i], "="));
        gboolean is_preset = g_str_equal (name, "Preset");

        if (equals != NULL && is_setting (settings->format, name))
          {
            if (is_preset == (pass == 0) &&
                !(is_preset ? set_preset (settings, equals + 1, error)
                            : dwell_export_settings_set (settings, name, equals + 1, error)))
              return FALSE;
          }
        else if (pass == 0)
          g_ptr_array_add (reading, options[i]);
      }

  g_ptr_array_add (reading, NULL);
  return TRUE;
}

/* Makes a pattern that means the same as in other commands: the filter matches anywhere in a name,
 * a context must match as a whole. In settings, some words and characters have special meanings. */
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
set_all (DwellExportSettings      *settings,
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

      if (!dwell_export_settings_set (settings, "Contexts", pattern, error))
        return FALSE;
    }

  if (arguments->pattern != NULL)
    {
      g_autofree char *pattern = make_pattern (arguments->pattern, FALSE);

      if (!dwell_export_settings_set (settings, "Areas", pattern, error))
        return FALSE;
    }

  return TRUE;
}

static void
complain_of_format (const char *id)
{
  g_autoptr(GString) ids = g_string_new (NULL);

  for (const DwellFormat * const *format = dwell_formats_get_writers (); *format != NULL; format++)
    g_string_append_printf (ids, "%s%s", ids->len > 0 ? ", " : "", (*format)->id);

  /* Translators: what was asked for, and the formats that there are */
  dwell_cli_complain (NULL, _("there is no format “%s” to write; there are: %s"), id, ids->str);
}

/* Returns: (transfer full) (nullable): how to write; the options of reading go to @reading. */
static DwellExportSettings *
choose_settings (const DwellCliArguments *arguments,
                 GPtrArray               *reading)
{
  const DwellFormat *format = arguments->to_format != NULL
                                ? dwell_formats_find_writer (arguments->to_format)
                                : dwell_formats_find_usual_writer (NULL);
  g_autoptr(DwellExportSettings) settings = NULL;
  g_autoptr(GError) error = NULL;

  if (format != NULL)
    settings = dwell_export_settings_new (format, "default", NULL);

  if (arguments->output == NULL || *arguments->output == '\0')
    dwell_cli_complain (NULL, _("no file to write: name one with -o"));
  else if (format == NULL)
    complain_of_format (arguments->to_format);
  else if (dwell_cli_is_many (arguments))
    dwell_cli_complain (NULL, _("one file holds one recording: join the files with --joined"));
  else if (format->is_whole && has_range (arguments))
    dwell_cli_complain (NULL, _("--from and --to have no effect on %s, which holds no times"),
                        format->id);
  else if (!set_all (settings, arguments, reading, &error))
    dwell_cli_complain (NULL, "%s", error->message);
  else
    return g_steal_pointer (&settings);

  return NULL;
}

static int
run (const DwellCliArguments *arguments)
{
  g_autoptr(GPtrArray) reading = g_ptr_array_new ();
  g_autoptr(DwellExportSettings) settings = choose_settings (arguments, reading);
  DwellCliArguments opening = *arguments;

  if (settings == NULL)
    return DWELL_CLI_USAGE;

  opening.options = reading->len > 1 ? (GStrv) reading->pdata : NULL;
  return dwell_cli_for_each (&opening, export_trace, settings);
}

const DwellCliCommand dwell_cli_export = {
  "export",
  "-o FILE FILE…",
  N_("Write the recording as Text1, with a template for every entry, or in another format"),
  N_("Writes the sections of Text1 that a preset chooses: default, full (everything, between\n"
     "tabs), csv, source (a Text1 file as it was read) or a saved one. --config and --option\n"
     "change single settings.\n"
     "Several files need --joined. What the export cannot hold is reported on standard error. If\n"
     "a Text1 file is replaced by one without a .BIN, its old .BIN is deleted. A .BIN that is not\n"
     "the timeline of the file is never touched.\n"
     "\n"
     "Example: functions that ran in the first second, timeline beside it in run.txt.BIN\n"
     "  dwell-cli export --to=1s --option Areas=active --option TimelineBinary=true \\\n"
     "      -o run.txt run.log"),
  DWELL_CLI_TAKES_FILES | DWELL_CLI_TAKES_RANGE | DWELL_CLI_TAKES_FILTER | DWELL_CLI_TAKES_EXPORT,
  run,
};
