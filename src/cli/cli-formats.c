/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli formats: lists the formats in the registry and their options. JSON contains everything
 * about an option; in tables and CSV, an option is one word, "Rows=label|packed". */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>

#include "cli/cli-commands.h"
#include "cli/cli-open.h"
#include "cli/cli-output.h"

static const DwellCliColumn columns[] = {
  { "id", FALSE }, { "title", FALSE }, { "mime_type", FALSE }, { "suffixes", FALSE },
  { "options", FALSE },
};

static void
build_strings (JsonBuilder        *builder,
               const char * const *texts)
{
  json_builder_begin_array (builder);

  for (guint i = 0; texts[i] != NULL; i++)
    json_builder_add_string_value (builder, texts[i]);

  json_builder_end_array (builder);
}

static void
build_option (JsonBuilder       *builder,
              const DwellOption *option)
{
  static const char * const types[] = {
    [DWELL_OPTION_CHOICE] = "choice",
    [DWELL_OPTION_TEXT] = "text",
    [DWELL_OPTION_TEMPLATE] = "text",
    [DWELL_OPTION_FILE] = "text",
    [DWELL_OPTION_BOOLEAN] = "boolean",
    [DWELL_OPTION_COLUMN] = "column",
    [DWELL_OPTION_COLUMNS] = "columns",
  };

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "name");
  json_builder_add_string_value (builder, option->name);
  json_builder_set_member_name (builder, "type");
  json_builder_add_string_value (builder, types[option->type]);
  json_builder_set_member_name (builder, "choices");

  if (option->choices != NULL)
    build_strings (builder, option->choices);
  else
    json_builder_add_null_value (builder);

  json_builder_set_member_name (builder, "default");
  json_builder_add_string_value (builder, option->default_value);
  json_builder_set_member_name (builder, "summary");
  json_builder_add_string_value (builder, _(option->summary));
  json_builder_end_object (builder);
}

static void
build_format (JsonBuilder       *builder,
              const DwellFormat *format)
{
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "id");
  json_builder_add_string_value (builder, format->id);
  json_builder_set_member_name (builder, "title");
  json_builder_add_string_value (builder, _(format->title));
  json_builder_set_member_name (builder, "mime_type");
  json_builder_add_string_value (builder, format->mime_type);
  json_builder_set_member_name (builder, "suffixes");
  build_strings (builder, format->suffixes);
  json_builder_set_member_name (builder, "options");
  json_builder_begin_array (builder);

  for (guint i = 0; i < format->n_read_options; i++)
    build_option (builder, &format->read_options[i]);

  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static gboolean
print_json (void)
{
  g_autoptr(JsonBuilder) builder = json_builder_new ();
  g_autoptr(JsonNode) node = NULL;
  g_autofree char *text = NULL;
  DwellCliOutput output;

  json_builder_begin_array (builder);

  for (const DwellFormat * const *format = dwell_formats_get_readers (); *format != NULL; format++)
    build_format (builder, *format);

  json_builder_end_array (builder);
  node = json_builder_get_root (builder);
  text = json_to_string (node, TRUE);

  dwell_cli_output_init (&output);
  g_string_append (output.text, text);
  g_string_append_c (output.text, '\n');
  return dwell_cli_output_finish (&output);
}

static void
add_format (DwellCliRows      *rows,
            const DwellFormat *format)
{
  g_autoptr(GPtrArray) options = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < format->n_read_options; i++)
    {
      g_autofree char *values = dwell_cli_describe_values (&format->read_options[i]);

      g_ptr_array_add (options,
                       g_strdup_printf ("%s=%s", format->read_options[i].name, values));
    }

  g_ptr_array_add (options, NULL);
  dwell_cli_rows_add_text (rows, format->id);
  dwell_cli_rows_add_text (rows, _(format->title));
  dwell_cli_rows_add_text (rows, format->mime_type);
  dwell_cli_rows_add_list (rows, format->suffixes);
  dwell_cli_rows_add_list (rows, (const char * const *) options->pdata);
}

static int
run (const DwellCliArguments *arguments)
{
  DwellCliRows *rows;

  if (arguments->form == DWELL_CLI_JSON)
    return print_json () ? DWELL_CLI_DONE : DWELL_CLI_FAILED;

  rows = dwell_cli_rows_new (arguments->form, "formats", columns, G_N_ELEMENTS (columns), FALSE);
  dwell_cli_rows_begin (rows, "");

  for (const DwellFormat * const *format = dwell_formats_get_readers (); *format != NULL; format++)
    add_format (rows, *format);

  dwell_cli_rows_end (rows);
  return dwell_cli_rows_finish (rows) ? DWELL_CLI_DONE : DWELL_CLI_FAILED;
}

const DwellCliCommand dwell_cli_formats = {
  "formats",
  NULL,
  N_("List the formats that can be read, and their options"),
  N_("A row for each format. The id is what --input-format takes, an option what --option takes:\n"
     "  dwell-cli statistics --option Rows=packed trace.csv\n"
     "With --as=json each option has its type, choices, default and a description.\n"
     "Formats are recognised by the content of a file, never by its name; suffixes only help file\n"
     "dialogs."),
  DWELL_CLI_TAKES_FORM,
  run,
};
