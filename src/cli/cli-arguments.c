/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line: GOption finds the options, wherever they are, and writes the help of a command
 * from the options that it takes; their values are checked here. Values are taken as bytes, so that
 * a name that is invalid in the locale's encoding can still be given. */
#include "config.h"

#include "cli/cli-arguments.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "cli/cli-check.h"
#include "cli/cli-compare.h"
#include "cli/cli-option.h"
#include "core/dwell-csv.h"
#include "core/dwell-error.h"
#include "core/dwell-name.h"
#include "core/dwell-scan.h"

#define SIZE_MIN 64
#define SIZE_MAX_PIXELS 20000

/* Values as they were given. */
typedef struct {
  char    *as;
  char    *input_format;
  GStrv    options;
  gboolean is_joined;
  gboolean is_strict;
  gboolean is_guarded;
  gboolean has_points;
  gboolean has_full_names;
  char    *from;
  char    *to;
  char    *context;
  char    *filter;
  char    *group_by;
  char    *output;
  char    *size;
  char    *style;
  char    *view;
  char    *to_format;
  char    *config;
  gboolean is_bottom_up;
  char    *callers_of;
  char    *depth;
  GStrv    args;
  GStrv    files;
} Given;

static gboolean
check_choices (const Given        *given,
               DwellCliArguments  *self,
               GError            **error)
{
  const char * const forms[] = {
    "table", "csv", "json", self->compare != NULL ? "markdown" : NULL, NULL
  };
  static const char * const groups[] = { "area", "module", "author", NULL };
  static const char * const styles[] = { "light", "dark", NULL };
  static const char * const views[] = {
    [DWELL_CLI_VIEW_TIMELINE] = "timeline",
    [DWELL_CLI_VIEW_FLAME] = "flame",
    [DWELL_CLI_VIEW_LINES] = "lines",
    [DWELL_CLI_VIEW_COSTS] = "costs",
    NULL,
  };
  guint form;
  guint group;
  guint style;
  guint view;

  if (!dwell_cli_check_choice ("--as", given->as, forms, &form, error) ||
      !dwell_cli_check_choice ("--group-by", given->group_by, groups, &group, error) ||
      !dwell_cli_check_choice ("--style", given->style, styles, &style, error) ||
      !dwell_cli_check_choice ("--view", given->view, views, &view, error))
    return FALSE;

  self->form = (DwellCliForm) form;
  self->group_by = (DwellGroupBy) group;
  self->is_dark = style == 1;
  self->view = (DwellCliView) view;

  return TRUE;
}

static gboolean
check_format (const Given        *given,
              DwellCliArguments  *self,
              GError            **error)
{
  g_autoptr(GString) ids = g_string_new (NULL);

  if (given->input_format == NULL)
    return TRUE;

  self->input_format = dwell_formats_find (given->input_format);

  if (self->input_format != NULL)
    return TRUE;

  for (const DwellFormat * const *format = dwell_formats_get_readers (); *format != NULL; format++)
    g_string_append_printf (ids, "%s%s", ids->len > 0 ? ", " : "", (*format)->id);

  return dwell_cli_refuse (error, "--input-format", given->input_format, ids->str);
}

static gboolean
check_range (const Given        *given,
             DwellCliArguments  *self,
             GError            **error)
{
  self->from = G_MININT64;
  self->to = G_MAXINT64;

  if (!dwell_cli_check_time ("--from", given->from, &self->from, error) ||
      !dwell_cli_check_time ("--to", given->to, &self->to, error))
    return FALSE;

  if (self->from <= self->to)
    return TRUE;

  g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION,
               /* Translators: two times as they were given */
               _("the range ends before it begins: --from=%s --to=%s"), given->from, given->to);
  return FALSE;
}

static gboolean
check_size (const Given        *given,
            DwellCliArguments  *self,
            GError            **error)
{
  DwellScan scan = { given->size, NULL };
  guint32 width;
  guint32 height;

  if (given->size == NULL)
    return TRUE;

  scan.end = scan.p + strlen (scan.p);

  if (dwell_scan_u32 (&scan, &width) && dwell_scan_char (&scan, 'x') &&
      dwell_scan_u32 (&scan, &height) && scan.p == scan.end &&
      MIN (width, height) >= SIZE_MIN && MAX (width, height) <= SIZE_MAX_PIXELS)
    {
      self->width = width;
      self->height = height;
      return TRUE;
    }

  return dwell_cli_refuse (error, "--size", given->size,
                           _("WIDTHxHEIGHT in pixels, 64 to 20000 each"));
}

/* Converts text from the terminal's encoding to UTF-8, as names in a trace are. */
static char *
to_utf8 (const char *text)
{
  char *utf8 = NULL;

  if (text == NULL || g_utf8_validate (text, -1, NULL))
    return g_strdup (text);

  utf8 = g_locale_to_utf8 (text, -1, NULL, NULL, NULL);
  return utf8 != NULL ? utf8 : g_utf8_make_valid (text, -1);
}

static gboolean
check_filter (const DwellCliCommand  *command,
              const Given            *given,
              DwellCliArguments      *self,
              GError                **error)
{
  g_autofree char *filter = to_utf8 (given->filter);

  self->context = to_utf8 (given->context);

  if (filter == NULL)
    return TRUE;

  self->pattern = g_strdup (filter);
  self->filter = dwell_pattern_new (filter, error);

  if (self->filter != NULL && ((command->takes & DWELL_CLI_TAKES_ARGS) != 0 ||
                               dwell_pattern_suits_names (self->filter, error)))
    return TRUE;

  g_prefix_error (error, "--filter: ");
  return FALSE;
}

static gboolean
check_files (const DwellCliCommand  *command,
             Given                  *given,
             DwellCliArguments      *self,
             GError                **error)
{
  gboolean has_files = given->files != NULL;
  gboolean wants_files = (command->takes & DWELL_CLI_TAKES_FILES) != 0;

  if (has_files == wants_files)
    {
      self->files = g_steal_pointer (&given->files);
      return TRUE;
    }

  if (wants_files)
    g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_OPTION, _("no file given"));
  else
    g_set_error (error, DWELL_ERROR, DWELL_ERROR_OPTION, _("“%s” is not expected: this command "
                                                           "reads no files"),
                 given->files[0]);

  return FALSE;
}

/* Adds the options that @command takes to @context, with places for their values in @given. */
static void
add_options (GOptionContext        *context,
             const DwellCliCommand *command,
             Given                 *given)
{
  const struct {
    guint        takes;
    GOptionEntry entry;
  } table[] = {
    { DWELL_CLI_TAKES_FORM,
      { "as", 0, 0, G_OPTION_ARG_FILENAME, &given->as,
        N_("Form of the output: table (default), csv or json"), "table|csv|json" } },
    { DWELL_CLI_TAKES_FORM | DWELL_CLI_TAKES_EXPORT,
      { "guard-formulas", 0, 0, G_OPTION_ARG_NONE, &given->is_guarded,
        N_("In CSV, put ' before texts that begin with =, +, - or @: spreadsheets would evaluate "
           "them"), NULL } },
    { DWELL_CLI_TAKES_FILES,
      { "input-format", 0, 0, G_OPTION_ARG_FILENAME, &given->input_format,
        N_("Read the files as this format instead of recognising it"), N_("ID") } },
    { DWELL_CLI_TAKES_FILES,
      { "option", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &given->options,
        N_("Set an option of the format (repeatable); see “dwell-cli formats”"),
        N_("KEY=VALUE") } },
    { DWELL_CLI_TAKES_FILES,
      { "joined", 0, 0, G_OPTION_ARG_NONE, &given->is_joined,
        N_("Read several files of one run as one recording"), NULL } },
    { DWELL_CLI_TAKES_FILES,
      { "strict", 0, 0, G_OPTION_ARG_NONE, &given->is_strict,
        N_("Fail if a file has problems, instead of showing what could be read"), NULL } },
    { DWELL_CLI_TAKES_RANGE,
      { "from", 0, 0, G_OPTION_ARG_FILENAME, &given->from,
        N_("Start of the range: ns, or a number with ns, us, ms, s, min"), N_("TIME") } },
    { DWELL_CLI_TAKES_RANGE,
      { "to", 0, 0, G_OPTION_ARG_FILENAME, &given->to, N_("End of the range"), N_("TIME") } },
    { DWELL_CLI_TAKES_FILTER,
      { "context", 0, 0, G_OPTION_ARG_FILENAME, &given->context,
        N_("Only what ran in this context, or in one below it"), N_("NAME") } },
    { DWELL_CLI_TAKES_FILTER,
      { "filter", 0, 0, G_OPTION_ARG_FILENAME, &given->filter,
        N_("Only what has TEXT in its name; /REGEX/ or /REGEX/i for a regular expression"),
        N_("TEXT") } },
    { DWELL_CLI_TAKES_ARGS,
      { "args", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &given->args,
        N_("A column for the argument of this name (repeatable); in JSON only these arguments"),
        N_("KEY") } },
    { DWELL_CLI_TAKES_POINTS,
      { "points", 0, 0, G_OPTION_ARG_NONE, &given->has_points,
        N_("List the cost points of each routine, too"), NULL } },
    { DWELL_CLI_TAKES_NAMES,
      { "full-names", 0, 0, G_OPTION_ARG_NONE, &given->has_full_names,
        N_("Show names in tables and pictures with namespaces, arguments and modules, as in CSV "
           "and JSON"), NULL } },
    { DWELL_CLI_TAKES_GROUP,
      { "group-by", 0, 0, G_OPTION_ARG_FILENAME, &given->group_by,
        N_("One row per module or author instead of per function"), "module|author" } },
    { DWELL_CLI_TAKES_IMAGE,
      { "output", 'o', 0, G_OPTION_ARG_FILENAME, &given->output,
        N_("Picture to write: .png, .svg or .pdf"), N_("FILE") } },
    { DWELL_CLI_TAKES_IMAGE,
      { "size", 0, 0, G_OPTION_ARG_FILENAME, &given->size,
        N_("Size in pixels (default: 1600 wide, as high as needed)"), N_("WxH") } },
    { DWELL_CLI_TAKES_IMAGE,
      { "style", 0, 0, G_OPTION_ARG_FILENAME, &given->style, N_("Colours: light (default) or dark"),
        "light|dark" } },
    { DWELL_CLI_TAKES_VIEW,
      { "view", 0, 0, G_OPTION_ARG_FILENAME, &given->view,
        N_("What to draw: timeline (default), lines (timeline with source lines), flame, or "
           "costs (default without a timeline)"), "timeline|flame|lines|costs" } },
    { DWELL_CLI_TAKES_EXPORT,
      { "output", 'o', 0, G_OPTION_ARG_FILENAME, &given->output,
        N_("File to write; an existing one is replaced when all is written"), N_("FILE") } },
    { DWELL_CLI_TAKES_EXPORT,
      { "to-format", 0, 0, G_OPTION_ARG_FILENAME, &given->to_format,
        N_("Format to write: text1 (default)"), N_("ID") } },
    { DWELL_CLI_TAKES_EXPORT,
      { "config", 0, 0, G_OPTION_ARG_FILENAME, &given->config,
        N_("Key file with settings, as exported by the window"), N_("FILE") } },
    { DWELL_CLI_TAKES_TREE,
      { "bottom-up", 0, 0, G_OPTION_ARG_NONE, &given->is_bottom_up,
        N_("Each function once, with its callers below it"), NULL } },
    { DWELL_CLI_TAKES_TREE,
      { "callers-of", 0, 0, G_OPTION_ARG_FILENAME, &given->callers_of,
        N_("The function of this name, with its callers below it"), N_("NAME") } },
    { DWELL_CLI_TAKES_TREE,
      { "depth", 0, 0, G_OPTION_ARG_FILENAME, &given->depth,
        N_("How many levels to print"), N_("N") } },
  };
  const GOptionEntry files[] = {
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &given->files, NULL, NULL },
    { NULL }
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      const GOptionEntry entry[] = { table[i].entry, { NULL } };

      if (command->takes & table[i].takes)
        g_option_context_add_main_entries (context, entry, GETTEXT_PACKAGE);
    }

  g_option_context_add_main_entries (context, files, GETTEXT_PACKAGE);
}

/**
 * dwell_cli_describe_values:
 * @option: an option of a format
 *
 * Returns: (transfer full): what it takes: “label|packed”, “true|false”, “TEXT”
 */
char *
dwell_cli_describe_values (const DwellOption *option)
{
  switch (option->type)
    {
    case DWELL_OPTION_CHOICE:
      return g_strjoinv ("|", (char **) option->choices);

    case DWELL_OPTION_FLAGS:
    case DWELL_OPTION_SECTIONS:
      return g_strjoinv (",", (char **) option->choices);

    case DWELL_OPTION_BOOLEAN:
      return g_strdup ("true|false");

    case DWELL_OPTION_COLUMN:
      return g_strdup ("COLUMN");

    case DWELL_OPTION_COLUMNS:
      return g_strdup ("COLUMN,…");

    case DWELL_OPTION_PATTERN:
      {
        g_autofree char *choices =
          option->choices != NULL ? g_strjoinv ("|", (char **) option->choices) : NULL;

        return choices != NULL ? g_strconcat (choices, "|TEXT", NULL) : g_strdup ("TEXT");
      }

    case DWELL_OPTION_TEXT:
    case DWELL_OPTION_TEMPLATE:
    case DWELL_OPTION_FILE:
    default:
      return g_strdup ("TEXT");
    }
}

/* Appends what an option does, without the underscores in front of words, which mark mnemonics in
 * the window. */
static void
append_summary (GString    *text,
                const char *summary)
{
  g_string_append (text, "\n      ");

  for (const char *c = summary; *c != '\0'; c++)
    if (*c != '_' || (c > summary && c[-1] != ' '))
      g_string_append_c (text, *c);
}

static void
describe_options (GString           *text,
                  const DwellFormat *format,
                  const DwellOption *options,
                  guint              n_options)
{
  for (guint i = 0; i < n_options; i++)
    {
      const DwellOption *option = &options[i];
      g_autofree char *values = dwell_cli_describe_values (option);

      g_string_append_printf (text, "\n  %s  %s=%s", format->id, option->name, values);

      if (option->default_value != NULL && option->default_value[0] != '\0')
        g_string_append_printf (text, " (%s)", option->default_value);
      if (option->summary != NULL)
        append_summary (text, _(option->summary));
    }
}

static void
describe_writers (GString *text)
{
  g_string_append_printf (text, "\n\n%s", _("Formats to write (--to-format):"));
  for (const DwellFormat * const *format = dwell_formats_get_writers (); *format != NULL; format++)
    g_string_append_printf (text, "\n  %s  %s", (*format)->id, _((*format)->title));

  g_string_append_printf (text, "\n\n%s", _("Settings of the formats to write (--option):"));
  for (const DwellFormat * const *format = dwell_formats_get_writers (); *format != NULL; format++)
    describe_options (text, *format, (*format)->write_options, (*format)->n_write_options);
}

/* Returns the text of --help after the options: from the command itself and from the tables of the
 * formats. */
static char *
make_description (const DwellCliCommand *command)
{
  g_autoptr(GString) text = g_string_new (_(command->description));

  if (command->takes & DWELL_CLI_TAKES_EXPORT)
    describe_writers (text);

  if (command->takes & DWELL_CLI_TAKES_FILES)
    {
      g_string_append_printf (text, "\n\n%s", _("Options of the formats (--option):"));
      for (const DwellFormat * const *format = dwell_formats_get_readers (); *format != NULL;
           format++)
        describe_options (text, *format, (*format)->read_options, (*format)->n_read_options);
    }

  return g_strdup (text->str);
}

static void
given_clear (Given *given)
{
  g_free (given->as);
  g_free (given->input_format);
  g_strfreev (given->options);
  g_free (given->from);
  g_free (given->to);
  g_free (given->context);
  g_free (given->filter);
  g_free (given->group_by);
  g_free (given->output);
  g_free (given->size);
  g_free (given->style);
  g_free (given->view);
  g_free (given->to_format);
  g_free (given->config);
  g_free (given->callers_of);
  g_free (given->depth);
  g_strfreev (given->args);
  g_strfreev (given->files);
}

/**
 * dwell_cli_arguments_new:
 * @command: whose arguments they are
 * @argc: how many
 * @argv: the arguments, the command's name first
 * @error: what is wrong with them, which is always a usage error
 *
 * Reads the arguments of a command. For `--help` it prints the command's help and ends the program.
 *
 * Returns: (transfer full) (nullable): the arguments
 */
DwellCliArguments *
dwell_cli_arguments_new (const DwellCliCommand  *command,
                         int                     argc,
                         char                  **argv,
                         GError                **error)
{
  g_autoptr(GOptionContext) context = g_option_context_new (command->parameters);
  g_autoptr(DwellCliArguments) self = g_new0 (DwellCliArguments, 1);
  g_autofree char *program = g_strdup_printf ("dwell-cli %s", command->name);
  g_autofree char *description = make_description (command);
  gboolean is_samples = (command->takes & DWELL_CLI_TAKES_SAMPLES) != 0;
  Given given = { NULL };
  gboolean is_good;

  g_set_prgname (program);
  g_option_context_set_summary (context, _(command->summary));
  g_option_context_set_description (context, description);
  if (command->takes & DWELL_CLI_TAKES_COMPARE)
    {
      self->compare = g_new0 (DwellCliCompare, 1);
      _dwell_cli_compare_add_options (self->compare, context);
    }
  if (command->takes & (DWELL_CLI_TAKES_CHECK | DWELL_CLI_TAKES_SAMPLES))
    {
      self->check = g_new0 (DwellCliCheck, 1);
      _dwell_cli_check_add_options (self->check, context, is_samples);
    }
  add_options (context, command, &given);

  is_good = g_option_context_parse (context, &argc, &argv, error) &&
            check_choices (&given, self, error) &&
            check_format (&given, self, error) &&
            check_range (&given, self, error) &&
            check_size (&given, self, error) &&
            dwell_cli_check_count ("--depth", given.depth, &self->depth, error) &&
            check_filter (command, &given, self, error) &&
            check_files (command, &given, self, error) &&
            (self->compare == NULL || _dwell_cli_compare_check (self->compare, error)) &&
            (self->check == NULL || _dwell_cli_check_check (self->check, is_samples, error));

  self->is_joined = given.is_joined;
  self->is_strict = given.is_strict;
  self->is_bottom_up = given.is_bottom_up;
  self->callers_of = to_utf8 (given.callers_of);
  self->has_points = given.has_points;
  self->args = given.args != NULL ? g_new0 (char *, g_strv_length (given.args) + 1) : NULL;
  for (guint i = 0; given.args != NULL && given.args[i] != NULL; i++)
    self->args[i] = to_utf8 (given.args[i]);
  dwell_name_set_full (given.has_full_names);
  dwell_csv_set_is_guarded (given.is_guarded);
  self->options = g_steal_pointer (&given.options);
  self->output = g_steal_pointer (&given.output);
  self->to_format = g_steal_pointer (&given.to_format);
  self->config = g_steal_pointer (&given.config);
  given_clear (&given);
  g_set_prgname ("dwell-cli");

  return is_good ? g_steal_pointer (&self) : NULL;
}

/**
 * dwell_cli_arguments_free:
 * @self: (transfer full): arguments
 */
void
dwell_cli_arguments_free (DwellCliArguments *self)
{
  g_clear_pointer (&self->filter, dwell_pattern_unref);
  g_clear_pointer (&self->compare, _dwell_cli_compare_free);
  g_clear_pointer (&self->check, _dwell_cli_check_free);
  g_strfreev (self->files);
  g_strfreev (self->options);
  g_strfreev (self->args);
  g_free (self->context);
  g_free (self->pattern);
  g_free (self->output);
  g_free (self->to_format);
  g_free (self->config);
  g_free (self->callers_of);
  g_free (self);
}
