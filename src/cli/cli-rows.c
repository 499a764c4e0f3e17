/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows on standard output. What stands between the cells (in JSON the keys, in CSV the commas) is
 * made once for each column, so a cell is two appends. Names of a trace come back in millions of
 * rows: they are quoted once each.
 *
 * A table needs widths before the first line: it looks at the first thousand rows, and a wider cell
 * later on moves only its own line. */
#include "config.h"

#include <string.h>

#include "cli/cli-output.h"
#include "cli/cli-rows.h"

#define LOOKED_AT  1000
#define QUOTED_MAX 65536
#define GAP        "  "

struct _DwellCliRows
{
  DwellCliForm          form;
  char                 *key;
  const DwellCliColumn *columns;
  guint                 n_columns;
  guint                 n_shown;   /* of them in the rows of this file */
  gboolean              many_files;
  DwellCliOutput        output;
  GStrv                 before;    /* JSON: what stands before each column's cell */
  char                 *after_row; /* JSON: what closes a row */
  char                 *file;      /* of the rows that are being added, quoted for the form */
  char                 *head;      /* JSON: an object's begin that the rows end; or NULL */
  guint                 column;    /* of the next cell */
  guint                 n_files;
  guint64               n_rows;    /* of this file */

  const DwellStrings   *strings;   /* those that quoted is of */
  GHashTable           *quoted;    /* string id → its quoted form */

  guint                *widths;    /* table */
  GString              *cells;     /* table: of the rows looked at, then of one; each ends in NUL */
  gboolean              is_laid_out;
};

static guint
common_segments (GStrv a,
                 GStrv b)
{
  guint n = 0;

  while (a[n] != NULL && b[n] != NULL && a[n + 1] != NULL && b[n + 1] != NULL &&
         g_str_equal (a[n], b[n]))
    n++;

  return n;
}

/* The segments of a path. */
static GStrv
split_path (const char *path)
{
  g_autoptr(GStrvBuilder) segments = g_strv_builder_new ();
  const char *dot;

  for (; (dot = strchr (path, '.')) != NULL; path = dot + 1)
    {
      g_autofree char *segment = g_strndup (path, (gsize) (dot - path));

      g_strv_builder_add (segments, segment);
    }

  g_strv_builder_add (segments, path);
  return g_strv_builder_end (segments);
}

/* What JSON has before each cell: closing and opening objects as the paths ask, and the key. */
static void
make_json_keys (DwellCliRows *self)
{
  g_autoptr(GStrvBuilder) before = g_strv_builder_new ();
  g_auto(GStrv) previous = g_new0 (char *, 1);
  guint depth = 0;

  for (guint i = 0; i < self->n_columns; i++)
    {
      g_auto(GStrv) path = split_path (self->columns[i].path);
      guint n_common = common_segments (previous, path);
      guint n_outer = g_strv_length (path) - 1;
      g_autoptr(GString) text = g_string_new (NULL);

      for (; depth > n_common; depth--)
        g_string_append_c (text, '}');

      g_string_append_c (text, i == 0 ? '{' : ',');

      for (; depth < n_outer; depth++)
        {
          dwell_cli_append_json (text, path[depth]);
          g_string_append (text, ":{");
        }

      dwell_cli_append_json (text, path[n_outer]);
      g_string_append_c (text, ':');
      g_strv_builder_add (before, text->str);

      g_strfreev (previous);
      previous = g_steal_pointer (&path);
    }

  self->before = g_strv_builder_end (before);
  self->after_row = g_strnfill (depth + 1, '}');
}

/**
 * dwell_cli_rows_new:
 * @form: how rows are to look
 * @key: what the rows are, for JSON of several files
 * @columns: (array length=n_columns): the columns; must outlive the rows
 * @n_columns: how many
 * @many_files: whether rows of several files will come, apart from one another
 *
 * Returns: (transfer full): rows that begin; nothing is written before the first file begins
 */
DwellCliRows *
dwell_cli_rows_new (DwellCliForm          form,
                    const char           *key,
                    const DwellCliColumn *columns,
                    guint                 n_columns,
                    gboolean              many_files)
{
  DwellCliRows *self = g_new0 (DwellCliRows, 1);

  self->form = form;
  self->key = g_strdup (key);
  self->columns = columns;
  self->n_columns = self->n_shown = n_columns;
  self->many_files = many_files;
  self->quoted = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->widths = g_new0 (guint, n_columns);
  self->cells = g_string_new (NULL);
  dwell_cli_output_init (&self->output);
  make_json_keys (self);

  return self;
}

static void
append_blanks (GString *out,
               guint    n)
{
  for (guint i = 0; i < n; i++)
    g_string_append_c (out, ' ');
}

/* Writes the row whose cells begin at @cell. Returns: what follows them. */
static const char *
write_table_row (DwellCliRows *self,
                 const char   *cell)
{
  GString *out = self->output.text;
  gsize end = out->len;

  for (guint i = 0; i < self->n_columns; i++)
    {
      guint width = dwell_cli_get_width (cell);
      guint n_blanks = self->widths[i] > width ? self->widths[i] - width : 0;

      if (i > 0)
        g_string_append (out, GAP);

      if (self->columns[i].is_number)
        append_blanks (out, n_blanks);

      g_string_append (out, cell);

      if (cell[0] != '\0')
        end = out->len;

      if (!self->columns[i].is_number)
        append_blanks (out, n_blanks);

      cell += strlen (cell) + 1;
    }

  /* No blanks at the end of a line. */
  g_string_truncate (out, end);
  g_string_append_c (out, '\n');
  dwell_cli_output_pour (&self->output);
  return cell;
}

/* Measures the rows looked at and writes them, the column names first. */
static void
lay_out_table (DwellCliRows *self)
{
  g_autoptr(GString) header = g_string_new (NULL);
  const char *cell = self->cells->str;
  const char *end = cell + self->cells->len;

  for (guint i = 0; i < self->n_columns; i++)
    {
      const char *path = self->columns[i].path;

      self->widths[i] = dwell_cli_get_width (path);
      g_string_append_len (header, path, (gssize) strlen (path) + 1);
    }

  for (guint i = 0; cell < end; cell += strlen (cell) + 1, i = (i + 1) % self->n_columns)
    self->widths[i] = MAX (self->widths[i], dwell_cli_get_width (cell));

  write_table_row (self, header->str);

  for (cell = self->cells->str; cell < end;)
    cell = write_table_row (self, cell);

  g_string_truncate (self->cells, 0);
  self->is_laid_out = TRUE;
}

/**
 * dwell_cli_rows_set_head:
 * @self: rows
 * @head: JSON that ends where an array is expected: “{"total":1,"routines":”
 *
 * In JSON, the rows of the file that is begun next are the last member of an object.
 */
void
dwell_cli_rows_set_head (DwellCliRows *self,
                         const char   *head)
{
  g_free (self->head);
  self->head = g_strdup (head);
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
  GString *out = self->output.text;
  g_autoptr(GString) name = g_string_new (NULL);
  gboolean is_first = self->n_files++ == 0;

  self->n_rows = 0;
  self->strings = NULL;

  switch (self->form)
    {
    case DWELL_CLI_JSON:
      dwell_cli_append_json (name, file);
      if (self->many_files)
        g_string_append_printf (out, "%s\n{\"file\":%s,\"%s\":", is_first ? "[" : ",", name->str,
                                self->key);

      g_string_append_printf (out, "%s[", self->head != NULL ? self->head : "");
      break;

    case DWELL_CLI_CSV:
      dwell_cli_append_csv (name, file);

      if (!is_first)
        break;

      if (self->many_files)
        g_string_append (out, "file,");

      for (guint i = 0; i < self->n_columns; i++)
        g_string_append_printf (out, "%s%s", i > 0 ? "," : "", self->columns[i].path);

      g_string_append (out, "\r\n");
      break;

    case DWELL_CLI_TABLE:
    default:
      dwell_cli_append_printable (name, file);
      self->is_laid_out = FALSE;

      if (self->many_files)
        g_string_append_printf (out, "%s==> %s <==\n", is_first ? "" : "\n", name->str);
      break;
    }

  g_free (self->file);
  self->file = g_strdup (name->str);
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
  g_return_if_fail (self->form == DWELL_CLI_JSON);

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
  if (self->form == DWELL_CLI_TABLE && !self->is_laid_out)
    lay_out_table (self);

  if (self->form == DWELL_CLI_JSON && self->many_files)
    g_string_append_printf (self->output.text, "%s%s}", self->n_rows > 0 ? "\n]" : "]",
                            self->head != NULL ? "}" : "");
}

/**
 * dwell_cli_rows_finish:
 * @self: (transfer full): rows
 *
 * Returns: whether all could be written; if not, that was said
 */
gboolean
dwell_cli_rows_finish (DwellCliRows *self)
{
  gboolean is_written;

  if (self->form == DWELL_CLI_JSON && self->n_files > 0)
    g_string_append_printf (self->output.text, "%s%s\n",
                            self->many_files || self->n_rows > 0 ? "\n]" : "]",
                            self->head != NULL && !self->many_files ? "}" : "");

  is_written = dwell_cli_output_finish (&self->output);

  g_string_free (self->cells, TRUE);
  g_hash_table_unref (self->quoted);
  g_strfreev (self->before);
  g_free (self->after_row);
  g_free (self->widths);
  g_free (self->file);
  g_free (self->head);
  g_free (self->key);
  g_free (self);

  return is_written;
}

static void
begin_cell (DwellCliRows *self)
{
  GString *out = self->output.text;

  if (self->form == DWELL_CLI_JSON)
    {
      if (self->column == 0)
        g_string_append (out, self->n_rows > 0 ? ",\n" : "\n");

      g_string_append (out, self->before[self->column]);
    }
  else if (self->column > 0)
    {
      g_string_append_c (out, ',');
    }
  else if (self->many_files)
    {
      g_string_append (out, self->file);
      g_string_append_c (out, ',');
    }
}

static void
end_row (DwellCliRows *self)
{
  self->column = 0;
  self->n_rows++;

  if (self->form == DWELL_CLI_JSON)
    g_string_append (self->output.text, self->after_row);
  else if (self->form == DWELL_CLI_CSV)
    g_string_append (self->output.text, "\r\n");
  else if (self->is_laid_out)
    {
      write_table_row (self, self->cells->str);
      g_string_truncate (self->cells, 0);
    }
  else if (self->n_rows == LOOKED_AT)
    lay_out_table (self);

  dwell_cli_output_pour (&self->output);
}

/* @text as the form wants it; empty for no value. */
static void
add_cell (DwellCliRows *self,
          const char   *text)
{
  if (self->form == DWELL_CLI_TABLE)
    {
      g_string_append_len (self->cells, text, (gssize) strlen (text) + 1);
    }
  else
    {
      begin_cell (self);
      g_string_append (self->output.text, text);
    }

  if (++self->column == self->n_shown)
    end_row (self);
}

/**
 * dwell_cli_rows_add_null:
 * @self: rows
 *
 * Adds what does not exist: null in JSON, nothing elsewhere.
 */
void
dwell_cli_rows_add_null (DwellCliRows *self)
{
  add_cell (self, self->form == DWELL_CLI_JSON ? "null" : "");
}

static char *
quote (DwellCliRows *self,
       const char   *text)
{
  GString *out = g_string_new (NULL);

  if (self->form == DWELL_CLI_JSON)
    dwell_cli_append_json (out, text);
  else if (self->form == DWELL_CLI_CSV)
    dwell_cli_append_csv (out, text);
  else
    dwell_cli_append_printable (out, text);

  return g_string_free (out, FALSE);
}

/**
 * dwell_cli_rows_add_text:
 * @self: rows
 * @text: (nullable): UTF-8; `NULL` does not exist
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

/**
 * dwell_cli_rows_add_name:
 * @self: rows
 * @strings: the trace's strings, the same for all rows of a file
 * @id: one of them that comes often: its quoted form is kept
 */
void
dwell_cli_rows_add_name (DwellCliRows       *self,
                         const DwellStrings *strings,
                         guint32             id)
{
  char *quoted;

  if (self->strings != strings || g_hash_table_size (self->quoted) == QUOTED_MAX)
    {
      self->strings = strings;
      g_hash_table_remove_all (self->quoted);
    }

  quoted = g_hash_table_lookup (self->quoted, GUINT_TO_POINTER (id));

  if (quoted == NULL)
    {
      quoted = quote (self, dwell_strings_get (strings, id));
      g_hash_table_insert (self->quoted, GUINT_TO_POINTER (id), quoted);
    }

  add_cell (self, quoted);
}

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
  char digits[32];
  char *p = digits + sizeof digits;
  gboolean is_string = self->form == DWELL_CLI_JSON && value > G_MAXINT64;

  *--p = '\0';

  if (is_string)
    *--p = '"';

  do
    *--p = (char) ('0' + value % 10);
  while ((value /= 10) > 0);

  if (is_string)
    *--p = '"';

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
 * @value: a number; in JSON a text beyond the integers that all readers know
 */
void
dwell_cli_rows_add_wide (DwellCliRows *self,
                         DwellWide     value)
{
  g_autofree char *digits = dwell_wide_to_text (value);
  g_autofree char *quoted = g_strdup_printf ("\"%s\"", digits);

  add_cell (self, self->form == DWELL_CLI_JSON && value > G_MAXINT64 ? quoted : digits);
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
  g_return_if_fail (self->form == DWELL_CLI_JSON);

  add_cell (self, json);
}

/**
 * dwell_cli_rows_add_real:
 * @self: rows
 * @value: a number, written with nine significant digits; what is no number does not exist
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
 * @value: a number; what is not finite is null
 *
 * Adds it in as few digits as are read back as the same number.
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
 * @texts: (array zero-terminated=1): UTF-8 texts: an array in JSON, else with blanks between
 */
void
dwell_cli_rows_add_list (DwellCliRows       *self,
                         const char * const *texts)
{
  g_autoptr(GString) list = g_string_new (NULL);

  if (self->form != DWELL_CLI_JSON)
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
