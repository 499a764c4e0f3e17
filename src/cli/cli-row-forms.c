/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The forms that rows are written in. The JSON between cells, such as keys, is made once for each
 * column, so writing a cell is two appends.
 *
 * A table needs the widths of columns before the first line: they are those of the first thousand
 * rows; a wider cell later shifts only its own line. */
#include "config.h"

#include "cli/cli-rows-private.h"

#include <string.h>

#include "core/dwell-markdown.h"

#define LOOKED_AT 1000
#define GAP       "  "

/* --- Table --- */

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
        g_string_append_printf (out, "%*s", (int) n_blanks, "");

      g_string_append (out, cell);

      if (cell[0] != '\0')
        end = out->len;

      if (!self->columns[i].is_number)
        g_string_append_printf (out, "%*s", (int) n_blanks, "");

      cell += strlen (cell) + 1;
    }

  /* No spaces at the end of a line. */
  g_string_truncate (out, end);
  g_string_append_c (out, '\n');
  dwell_cli_output_flush (&self->output);
  return cell;
}

/* Measures the rows collected so far and writes them, the column names first. */
static void
lay_out_table (DwellCliRows *self)
{
  g_autoptr(GString) header = g_string_new (NULL);
  const char *cell = self->cells->str;
  const char *end = cell + self->cells->len;

  for (guint i = 0; i < self->n_columns; i++)
    {
      g_autoptr(GString) path = g_string_new (NULL);

      dwell_printable_append (path, self->columns[i].path);
      self->widths[i] = dwell_cli_get_width (path->str);
      g_string_append_len (header, path->str, (gssize) path->len + 1);
    }

  for (guint i = 0; cell < end; cell += strlen (cell) + 1, i = (i + 1) % self->n_columns)
    self->widths[i] = MAX (self->widths[i], dwell_cli_get_width (cell));

  write_table_row (self, header->str);

  for (cell = self->cells->str; cell < end;)
    cell = write_table_row (self, cell);

  g_string_truncate (self->cells, 0);
  self->is_laid_out = TRUE;
}

static void
begin_table (DwellCliRows *self,
             gboolean      is_first)
{
  self->is_laid_out = FALSE;
  if (self->many_files)
    g_string_append_printf (self->output.text, "%s==> %s <==\n", is_first ? "" : "\n", self->file);
}

static void
add_table_cell (DwellCliRows *self,
                const char   *cell)
{
  g_string_append_len (self->cells, cell, (gssize) strlen (cell) + 1);
}

static void
end_table_row (DwellCliRows *self)
{
  if (self->is_laid_out)
    {
      write_table_row (self, self->cells->str);
      g_string_truncate (self->cells, 0);
    }
  else if (self->n_rows == LOOKED_AT)
    {
      lay_out_table (self);
    }
}

static void
end_table (DwellCliRows *self)
{
  if (!self->is_laid_out)
    lay_out_table (self);
}

const DwellCliWriter _dwell_cli_table_writer = {
  "", "", dwell_printable_append, begin_table, add_table_cell, end_table_row, end_table, NULL,
};

/* --- CSV --- */

static void
begin_csv (DwellCliRows *self,
           gboolean      is_first)
{
  GString *out = self->output.text;

  if (!is_first)
    return;

  if (self->many_files)
    g_string_append (out, "file,");
  for (guint i = 0; i < self->n_columns; i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      dwell_cli_append_csv (out, self->columns[i].path);
    }
  g_string_append (out, "\r\n");
}

static void
add_csv_cell (DwellCliRows *self,
              const char   *cell)
{
  GString *out = self->output.text;

  if (self->column > 0)
    g_string_append_c (out, ',');
  else if (self->many_files)
    g_string_append_printf (out, "%s,", self->file);
  g_string_append (out, cell);
}

static void
end_csv_row (DwellCliRows *self)
{
  g_string_append (self->output.text, "\r\n");
}

const DwellCliWriter _dwell_cli_csv_writer = {
  "", "", dwell_cli_append_csv, begin_csv, add_csv_cell, end_csv_row, NULL, NULL,
};

/* --- Markdown --- */

/* Escapes what Markdown or HTML would take for markup; control characters are as in a table. */
static void
append_markdown (GString    *out,
                 const char *text)
{
  g_autoptr(GString) printable = g_string_new (NULL);

  dwell_printable_append (printable, text);
  dwell_markdown_append (out, printable->str);
}

static void
begin_markdown (DwellCliRows *self,
                gboolean      is_first)
{
  GString *out = self->output.text;

  for (guint i = 0; i < self->n_columns; i++)
    g_string_append_printf (out, "| %s ", self->columns[i].path);
  g_string_append (out, "|\n");
  for (guint i = 0; i < self->n_columns; i++)
    g_string_append (out, self->columns[i].is_number ? "|--:" : "|---");
  g_string_append (out, "|\n");
}

static void
add_markdown_cell (DwellCliRows *self,
                   const char   *cell)
{
  g_string_append_printf (self->output.text, "| %s ", cell);
}

static void
end_markdown_row (DwellCliRows *self)
{
  g_string_append (self->output.text, "|\n");
}

const DwellCliWriter _dwell_cli_markdown_writer = {
  "", "", append_markdown, begin_markdown, add_markdown_cell, end_markdown_row, NULL, NULL,
};

/* --- JSON --- */

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

/* Makes the JSON before each cell: closing and opening objects according to the paths, and the
 * key. */
static void
make_json_keys (DwellCliRows *self)
{
  g_autoptr(GStrvBuilder) before = g_strv_builder_new ();
  g_auto(GStrv) previous = g_new0 (char *, 1);
  guint depth = 0;

  for (guint i = 0; i < self->n_columns; i++)
    {
      g_auto(GStrv) path = g_strsplit (self->columns[i].path, ".", -1);
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

static void
begin_json (DwellCliRows *self,
            gboolean      is_first)
{
  GString *out = self->output.text;

  if (is_first)
    make_json_keys (self);

  if (self->many_files)
    g_string_append_printf (out, "%s\n{\"file\":%s,\"%s\":", is_first ? "[" : ",", self->file,
                            self->key);
  g_string_append_printf (out, "%s[", self->head != NULL ? self->head : "");
}

static void
add_json_cell (DwellCliRows *self,
               const char   *cell)
{
  GString *out = self->output.text;

  if (self->column == 0)
    g_string_append (out, self->n_rows > 0 ? ",\n" : "\n");
  g_string_append (out, self->before[self->column]);
  g_string_append (out, cell);
}

static void
end_json_row (DwellCliRows *self)
{
  g_string_append (self->output.text, self->after_row);
}

static void
end_json (DwellCliRows *self)
{
  if (self->many_files)
    g_string_append_printf (self->output.text, "%s%s}", self->n_rows > 0 ? "\n]" : "]",
                            self->head != NULL ? "}" : "");
}

static void
finish_json (DwellCliRows *self)
{
  if (self->n_files > 0)
    g_string_append_printf (self->output.text, "%s%s\n",
                            self->many_files || self->n_rows > 0 ? "\n]" : "]",
                            self->head != NULL && !self->many_files ? "}" : "");
}

const DwellCliWriter _dwell_cli_json_writer = {
  "null", "\"", dwell_cli_append_json, begin_json, add_json_cell, end_json_row, end_json,
  finish_json,
};
