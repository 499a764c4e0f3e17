/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli formats: the formats that can be read and their options, from the registry. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "cli/cli-commands.h"
#include "cli/cli-open.h"

static const DwellCliColumn columns[] = {
  { "id", FALSE }, { "title", FALSE }, { "mime_type", FALSE }, { "suffixes", FALSE },
  { "option", FALSE }, { "values", FALSE }, { "default", FALSE }, { "summary", FALSE },
};

static void
add_format (DwellCliRows      *rows,
            const DwellFormat *format,
            const DwellOption *option)
{
  static const char * const type_values[] = {
    [DWELL_OPTION_CHOICE] = NULL,
    [DWELL_OPTION_TEXT] = "TEXT",
    [DWELL_OPTION_BOOLEAN] = "true false",
    [DWELL_OPTION_INTEGER] = "INTEGER",
  };

  dwell_cli_rows_add_text (rows, format->id);
  dwell_cli_rows_add_text (rows, _(format->title));
  dwell_cli_rows_add_text (rows, format->mime_type);
  dwell_cli_rows_add_list (rows, format->suffixes);

  if (option == NULL)
    {
      for (guint i = 0; i < 4; i++)
        dwell_cli_rows_add_null (rows);

      return;
    }

  dwell_cli_rows_add_text (rows, option->name);

  if (option->choices != NULL)
    {
      g_autofree char *choices = g_strjoinv (" ", (char **) option->choices);

      dwell_cli_rows_add_text (rows, choices);
    }
  else
    {
      dwell_cli_rows_add_text (rows, type_values[option->type]);
    }

  dwell_cli_rows_add_text (rows, option->default_value);
  dwell_cli_rows_add_text (rows, _(option->summary));
}

static int
run (const DwellCliArguments *arguments)
{
  DwellCliRows *rows = dwell_cli_rows_new (arguments->form, "formats", columns,
                                           G_N_ELEMENTS (columns), FALSE);

  dwell_cli_rows_begin (rows, "");

  for (const DwellFormat * const *format = dwell_formats_get_all (); *format != NULL; format++)
    {
      if ((*format)->n_read_options == 0)
        add_format (rows, *format, NULL);

      for (guint i = 0; i < (*format)->n_read_options; i++)
        add_format (rows, *format, &(*format)->read_options[i]);
    }

  dwell_cli_rows_end (rows);
  return dwell_cli_rows_finish (rows) ? DWELL_CLI_DONE : DWELL_CLI_FAILED;
}

const DwellCliCommand dwell_cli_formats = {
  "formats",
  NULL,
  N_("List the formats that can be read, and their options"),
  N_("A row for each option of each format, or one for a format without options. The id is what\n"
     "--input-format takes, “option” and “values” what --option takes:\n"
     "  dwell-cli statistics --option Rows=packed trace.csv\n"
     "A file's format is recognised by its content, never by its name; suffixes only help file\n"
     "dialogs."),
  DWELL_CLI_TAKES_FORM,
  run,
};
