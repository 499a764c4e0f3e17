/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows on standard output. Names of a trace recur in millions of rows, so each is quoted only
 * once. */
#include "config.h"

#include "cli/cli-rows.h"

#include <string.h>

#include "cli/cli-rows-private.h"

#define QUOTED_MAX 65536

/**
 * dwell_cli_rows_new:
 * @form: how rows are to look
 * @key: what to call the rows in JSON of several files
 * @columns: (array length=n_columns): the columns, whose paths must outlive the rows
 * @n_columns: how many
 * @many_files: whether there are rows of several files, separately
 *
 * Returns: (transfer full): empty rows; nothing is written before the first file begins
 */
DwellCliRows *
dwell_cli_rows_new (DwellCliForm          form,
                    const char           *key,
                    const DwellCliColumn *columns,
                    guint                 n_columns,
                    gboolean              many_files)
{
  static const DwellCliWriter * const writers[] = {
    [DWELL_CLI_TABLE] = &_dwell_cli_table_writer,
    [DWELL_CLI_CSV] = &_dwell_cli_csv_writer,
    [DWELL_CLI_JSON] = &_dwell_cli_json_writer,
    [DWELL_CLI_MARKDOWN] = &_dwell_cli_markdown_writer,
  };
  DwellCliRows *self = g_new0 (DwellCliRows, 1);

  self->writer = writers[form];
  self->key = g_strdup (key);
  self->columns = g_memdup2 (columns, n_columns * sizeof *columns);
  for (guint i = 0; i < n_columns; i++)
    if (columns[i].info != NULL)
      self->columns[i] = (DwellCliColumn) { columns[i].info->id,
                                            dwell_column_is_number (columns[i].info) };

  self->n_columns = self->n_shown = n_columns;
  self->many_files = many_files;
  self->quoted = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->widths = g_new0 (guint, n_columns);
  self->cells = g_string_new (NULL);
  dwell_cli_output_init (&self->output);

  return self;
}

/**
 * dwell_cli_rows_set_head:
 * @self: rows
 * @head: JSON that ends where an array is expected: “{"total":1,"routines":”
 *
 * In JSON, makes the rows of the file that is begun next the last member of an object.
 */
void
dwell_cli_rows_set_head (DwellCliRows *self,
                         const char   *head)
{
  g_free (self->head);
  self->head = g_strdup (head);
}

static char *
quote (DwellCliRows *self,
       const char   *text)
{
  GString *out = g_string_new (NULL);

  self->writer->quote (out, text);
  return g_string_free (out, FALSE);
}

/**
 * dwell_cli_rows_add_line:
 * @self: rows as a table or as Markdown
 * @line: a sentence before the rows; "" for an empty line
 *
 * Adds a line before the rows of a file are begun. In Markdown each is a paragraph.
 */
void
dwell_cli_rows_add_line (DwellCliRows *self,
                         const char   *line)
{
  g_autofree char *quoted = quote (self, line);

  if (self->writer == &_dwell_cli_markdown_writer)
    g_string_append_printf (self->output.text, "%s%s", quoted, *line != '\0' ? "\n\n" : "");
  else
    g_string_append_printf (self->output.text, "%s\n", quoted);
}

/**
 * dwell_cli_rows_begin:
 * @self: rows
 * @file: name of the file (or files) that the next rows are of
 */
void
dwell_cli_rows_begin (DwellCliRows *self,
                      const char   *file)
{
  self->n_rows = 0;
  self->strings = NULL;
  g_free (self->file);
  self->file = quote (self, file);
  self->writer->begin (self, self->n_files++ == 0);
}

/**
 * dwell_cli_rows_set_has_last:
 * @self: rows in JSON, of a file that has begun
 * @has_last: whether they have the last column, whose path and the one before are plain
 */
void
dwell_cli_rows_set_has_last (DwellCliRows *self,
                             gboolean      has_last)
{
  g_return_if_fail (self->writer == &_dwell_cli_json_writer);

  self->n_shown = self->n_columns - (has_last ? 0 : 1);
}

/**
 * dwell_cli_rows_end:
 * @self: rows
 *
 * Ends the rows of the file that was begun.
 */
void
dwell_cli_rows_end (DwellCliRows *self)
{
  if (self->writer->end != NULL)
    self->writer->end (self);
}

/**
 * dwell_cli_rows_finish:
 * @self: (transfer full): rows
 *
 * Returns: whether all could be written; if not, an error was printed
 */
gboolean
dwell_cli_rows_finish (DwellCliRows *self)
{
  gboolean is_written;

  if (self->writer->finish != NULL)
    self->writer->finish (self);

  is_written = dwell_cli_output_finish (&self->output);

  g_string_free (self->cells, TRUE);
  g_hash_table_unref (self->quoted);
  g_strfreev (self->before);
  g_free (self->after_row);
  g_free (self->columns);
  g_free (self->widths);
  g_free (self->file);
  g_free (self->head);
  g_free (self->key);
  g_free (self);

  return is_written;
}

/* @cell: quoted for the form; empty if there is no value. */
static void
add_cell (DwellCliRows *self,
          const char   *cell)
{
  self->writer->add_cell (self, cell);
  if (++self->column < self->n_shown)
    return;

  self->column = 0;
  self->n_rows++;
  self->writer->end_row (self);
  dwell_cli_output_flush (&self->output);
}

/**
 * dwell_cli_rows_add_null:
 * @self: rows
 *
 * Adds a missing value: null in JSON, nothing elsewhere.
 */
void
dwell_cli_rows_add_null (DwellCliRows *self)
{
  add_cell (self, self->writer->null);
}

/**
 * dwell_cli_rows_add_text:
 * @self: rows
 * @text: (nullable): UTF-8; `NULL` is a missing value
 */
void
dwell_cli_rows_add_text (DwellCliRows *self,
                         const char   *text)
{
  g_autofree char *quoted = NULL;

  if (text == NULL)
    {
      dwell_cli_rows_add_null (self);
      return;
    }

  quoted = quote (self, text);
  add_cell (self, quoted);
}

/* Returns the quoted form that is kept under @key, as long as @strings are those of the file. */
static const char *
get_quoted (DwellCliRows       *self,
            const DwellStrings *strings,
            gpointer            key)
{
  if (self->strings != strings || g_hash_table_size (self->quoted) == QUOTED_MAX)
    {
      self->strings = strings;
      g_hash_table_remove_all (self->quoted);
    }

  return g_hash_table_lookup (self->quoted, key);
}

static void
add_new_quoted (DwellCliRows *self,
                gpointer      key,
                const char   *text)
{
  char *quoted = quote (self, text);

  g_hash_table_insert (self->quoted, key, quoted);
  add_cell (self, quoted);
}

/**
 * dwell_cli_rows_add_name:
 * @self: rows
 * @strings: the trace's strings, the same for all rows of a file
 * @id: one of them that is used often: its quoted form is kept
 */
void
dwell_cli_rows_add_name (DwellCliRows       *self,
                         const DwellStrings *strings,
                         guint32             id)
{
  const char *quoted = get_quoted (self, strings, GUINT_TO_POINTER (id));

  if (quoted != NULL)
    add_cell (self, quoted);
  else
    add_new_quoted (self, GUINT_TO_POINTER (id), dwell_strings_get (strings, id));
}

/**
 * dwell_cli_rows_add_area:
 * @self: rows
 * @trace: the trace of all rows of a file
 * @area: one of its areas
 * @id: the string that is its name in CSV and JSON
 *
 * Adds the name: the label for people in a table, the name for programs in the other forms.
 */
void
dwell_cli_rows_add_area (DwellCliRows     *self,
                         const DwellTrace *trace,
                         guint32           area,
                         guint32           id)
{
  gpointer key = GSIZE_TO_POINTER ((gsize) area + ((gsize) 1 << 32)); /* beyond all strings */
  g_autofree char *label = NULL;
  const char *quoted;

  if (self->writer != &_dwell_cli_table_writer)
    {
      dwell_cli_rows_add_name (self, trace->strings, id);
      return;
    }

  quoted = get_quoted (self, trace->strings, key);
  if (quoted != NULL)
    {
      add_cell (self, quoted);
      return;
    }

  label = dwell_trace_dup_area_label (trace, area);
  add_new_quoted (self, key, label);
}

/**
 * dwell_cli_rows_add_name_if_given:
 * @self: rows
 * @strings: the trace's strings, the same for all rows of a file
 * @id: one of them; 0, not given by the format, is a missing value
 */
void
dwell_cli_rows_add_name_if_given (DwellCliRows       *self,
                                  const DwellStrings *strings,
                                  guint32             id)
{
  if (id != 0)
    dwell_cli_rows_add_name (self, strings, id);
  else
    dwell_cli_rows_add_null (self);
}

/**
 * dwell_cli_rows_add_uint:
 * @self: rows
 * @value: a number; what an int64 cannot hold is a string in JSON
 */
void
dwell_cli_rows_add_uint (DwellCliRows *self,
                         guint64       value)
{
  char digits[24];
  char *p = digits + sizeof digits;

  if (value > G_MAXINT64)
    {
      dwell_cli_rows_add_wide (self, value);
      return;
    }

  *--p = '\0';
  do
    *--p = (char) ('0' + value % 10);
  while ((value /= 10) > 0);

  add_cell (self, p);
}

/**
 * dwell_cli_rows_add_int:
 * @self: rows
 * @value: a number
 */
void
dwell_cli_rows_add_int (DwellCliRows *self,
                        gint64        value)
{
  char digits[32];

  if (value >= 0)
    {
      dwell_cli_rows_add_uint (self, (guint64) value);
      return;
    }

  g_snprintf (digits, sizeof digits, "%" G_GINT64_FORMAT, value);
  add_cell (self, digits);
}

/**
 * dwell_cli_rows_add_wide:
 * @self: rows
 * @value: a number; what an int64 cannot hold is a string in JSON
 */
void
dwell_cli_rows_add_wide (DwellCliRows *self,
                         DwellWide     value)
{
  g_autofree char *digits = dwell_wide_to_text (value);
  const char *around = value > G_MAXINT64 ? self->writer->large_quote : "";
  g_autofree char *quoted = g_strconcat (around, digits, around, NULL);

  add_cell (self, quoted);
}

/**
 * dwell_cli_rows_add_json:
 * @self: rows in JSON
 * @json: a value
 */
void
dwell_cli_rows_add_json (DwellCliRows *self,
                         const char   *json)
{
  g_return_if_fail (self->writer == &_dwell_cli_json_writer);

  add_cell (self, json);
}

/**
 * dwell_cli_rows_add_real:
 * @self: rows
 * @value: a number, written with nine significant digits; NAN is a missing value
 */
void
dwell_cli_rows_add_real (DwellCliRows *self,
                         double        value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (value - value != 0)
    dwell_cli_rows_add_null (self);
  else
    add_cell (self, g_ascii_formatd (digits, sizeof digits, "%.9g", value));
}

/**
 * dwell_cli_rows_add_exact:
 * @self: rows
 * @value: a number; a missing value if it is not finite
 *
 * Adds the number with the fewest digits that are read back as the same number.
 */
void
dwell_cli_rows_add_exact (DwellCliRows *self,
                          double        value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (value - value != 0)
    {
      dwell_cli_rows_add_null (self);
      return;
    }

  g_ascii_formatd (digits, sizeof digits, "%.15g", value);
  if (g_ascii_strtod (digits, NULL) != value)
    g_ascii_dtostr (digits, sizeof digits, value);

  add_cell (self, digits);
}

/**
 * dwell_cli_rows_add_cell:
 * @self: rows
 * @cell: what to add: times in whole ns, shares with nine digits, other real numbers exactly
 */
void
dwell_cli_rows_add_cell (DwellCliRows         *self,
                         const DwellCellValue *cell)
{
  DwellSignedWide rounded = cell->whole + dwell_time_round (cell->rest);

  switch (cell->kind)
    {
    case DWELL_CELL_TEXT:
      dwell_cli_rows_add_text (self, cell->text);
      break;
    case DWELL_CELL_COUNT:
    case DWELL_CELL_INTEGER:
    case DWELL_CELL_TIME:
      if (rounded > G_MAXINT64)
        dwell_cli_rows_add_wide (self, (DwellWide) rounded);
      else
        dwell_cli_rows_add_int (self, (gint64) rounded);
      break;
    case DWELL_CELL_SHARE:
      dwell_cli_rows_add_real (self, cell->rest);
      break;
    case DWELL_CELL_REAL:
    case DWELL_CELL_MEAN:
      dwell_cli_rows_add_exact (self, cell->rest);
      break;
    case DWELL_CELL_NONE:
    default:
      dwell_cli_rows_add_null (self);
      break;
    }
}

/**
 * dwell_cli_rows_add_list:
 * @self: rows
 * @texts: (array zero-terminated=1): UTF-8 texts: an array in JSON, elsewhere separated by spaces
 */
void
dwell_cli_rows_add_list (DwellCliRows       *self,
                         const char * const *texts)
{
  g_autoptr(GString) list = g_string_new (NULL);

  if (self->writer != &_dwell_cli_json_writer)
    {
      g_autofree char *joined = g_strjoinv (" ", (char **) texts);

      dwell_cli_rows_add_text (self, joined);
      return;
    }

  g_string_append_c (list, '[');

  for (guint i = 0; texts[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append_c (list, ',');

      dwell_cli_append_json (list, texts[i]);
    }

  g_string_append_c (list, ']');
  add_cell (self, list->str);
}
