/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/lists/dwell-table-text.h"

#include "core/dwell-csv.h"

#define BLOCK_BYTES 65536

/* Deeper rows are not indented further. */
#define MAX_DEPTH 20u

#define EM_SPACE "\xe2\x80\x83"

struct _DwellTableText
{
  gatomicrefcount  ref_count;
  GListModel      *rows;
  GArray          *columns;   /* DwellTextColumn; owns headings */
  GArray          *positions; /* guint32, NULL: all */
  guint            n;
  GMutex           lock; /* of rows: some lists cache the place of the last position asked for */
};

static void
clear_column (gpointer data)
{
  g_free ((char *) ((DwellTextColumn *) data)->heading);
}

/**
 * dwell_table_text_new:
 * @rows: a list that does not change any more
 * @columns: (array length=n_columns): the columns to write
 * @n_columns: the number of columns
 *
 * Returns: (transfer full): the text of all rows
 */
DwellTableText *
dwell_table_text_new (GListModel            *rows,
                      const DwellTextColumn *columns,
                      guint                  n_columns)
{
  DwellTableText *self = g_new0 (DwellTableText, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  self->rows = g_object_ref (rows);
  self->n = g_list_model_get_n_items (rows);
  self->columns = g_array_new (FALSE, FALSE, sizeof (DwellTextColumn));
  g_array_set_clear_func (self->columns, clear_column);
  for (guint i = 0; i < n_columns; i++)
    {
      DwellTextColumn column = columns[i];

      column.heading = g_strdup (columns[i].heading);
      g_array_append_val (self->columns, column);
    }

  return self;
}

/**
 * dwell_table_text_ref:
 * @self: a table's text
 *
 * Returns: (transfer full): @self
 */
DwellTableText *
dwell_table_text_ref (DwellTableText *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_table_text_unref:
 * @self: (transfer full): a table's text
 *
 * Drops a reference, on any thread.
 */
void
dwell_table_text_unref (DwellTableText *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_object_unref (self->rows);
  g_array_unref (self->columns);
  g_clear_pointer (&self->positions, g_array_unref);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/**
 * dwell_table_text_choose:
 * @self: a table's text
 * @positions: (transfer full) (element-type guint32): the rows to write, in this order
 *
 * Restricts the text to some of the rows.
 */
void
dwell_table_text_choose (DwellTableText *self,
                         GArray         *positions)
{
  g_clear_pointer (&self->positions, g_array_unref);
  self->positions = positions;
  self->n = positions->len;
}

/**
 * dwell_table_text_limit:
 * @self: a table's text
 * @n_rows: the greatest number of rows
 *
 * Restricts the text to the first rows.
 */
void
dwell_table_text_limit (DwellTableText *self,
                        guint           n_rows)
{
  self->n = MIN (self->n, n_rows);
}

/**
 * dwell_table_text_get_n:
 * @self: a table's text
 *
 * Returns: the number of rows, without the heading
 */
guint
dwell_table_text_get_n (const DwellTableText *self)
{
  return self->n;
}

static gpointer
get_item (DwellTableText *self,
          guint           row)
{
  guint position = self->positions == NULL ? row
                                           : g_array_index (self->positions, guint32, row);
  gpointer item;

  g_mutex_lock (&self->lock);
  item = g_list_model_get_item (self->rows, position);
  g_mutex_unlock (&self->lock);

  return item;
}

/* Returns the text of a cell as it is shown: indented by its depth. */
static char *
get_shown (const DwellTextColumn *column,
           gpointer               item)
{
  guint depth = column->get_depth != NULL ? MIN (column->get_depth (item), MAX_DEPTH) : 0;
  g_autofree char *text = column->get_text (item, column->id, FALSE);
  g_autoptr(GString) indented = NULL;

  if (depth == 0)
    return g_steal_pointer (&text);

  indented = g_string_new (NULL);
  for (guint i = 0; i < depth; i++)
    g_string_append (indented, EM_SPACE);
  g_string_append (indented, text);
  return g_strdup (indented->str);
}

/**
 * dwell_table_text_get_shown:
 * @self: a table's text
 * @row: a row; one that does not exist has empty cells
 *
 * Returns: (transfer full): the text of each cell as the table shows it
 */
GStrv
dwell_table_text_get_shown (DwellTableText *self,
                            guint           row)
{
  g_autoptr(GObject) item = row < self->n ? get_item (self, row) : NULL;
  GStrv texts = g_new0 (char *, self->columns->len + 1);

  for (guint i = 0; i < self->columns->len; i++)
    {
      const DwellTextColumn *column = &g_array_index (self->columns, DwellTextColumn, i);

      texts[i] = item != NULL ? get_shown (column, item) : g_strdup ("");
    }

  return texts;
}

/* Tab-separated fields have no quotes, so tabs and line ends in them become spaces. */
static void
append_field (GString    *text,
              const char *field,
              char        separator)
{
  if (separator == ',')
    dwell_csv_append (text, field);
  else
    for (; *field != '\0'; field++)
      g_string_append_c (text, g_ascii_iscntrl (*field) ? ' ' : *field);
}

static void
append_heading (DwellTableText *self,
                char            separator,
                GString        *text)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      if (i > 0)
        g_string_append_c (text, separator);
      append_field (text, g_array_index (self->columns, DwellTextColumn, i).heading, separator);
    }
}

static void
append_row (DwellTableText *self,
            guint           row,
            char            separator,
            GString        *text)
{
  g_autoptr(GObject) item = get_item (self, row);

  for (guint i = 0; i < self->columns->len; i++)
    {
      const DwellTextColumn *column = &g_array_index (self->columns, DwellTextColumn, i);
      g_autofree char *field = item != NULL ? column->get_text (item, column->id, TRUE) : NULL;

      if (i > 0)
        g_string_append_c (text, separator);
      if (field != NULL)
        append_field (text, field, separator);
    }
}

/**
 * dwell_table_text_write:
 * @self: a table's text
 * @separator: a tab, or a comma for CSV
 * @stream: the stream to write to
 * @cancellable: (nullable): cancels writing
 * @error: the reason for a failure
 *
 * Writes the heading and then the rows, a block at a time. The function blocks, so it is called
 * on a worker.
 *
 * Returns: false on failure, with @error set
 */
gboolean
dwell_table_text_write (DwellTableText  *self,
                        char             separator,
                        GOutputStream   *stream,
                        GCancellable    *cancellable,
                        GError         **error)
{
  g_autoptr(GString) text = g_string_sized_new (BLOCK_BYTES);
  const char *line_end = separator == '\t' ? "\n" : "\r\n";

  append_heading (self, separator, text);
  g_string_append (text, line_end);

  for (guint row = 0; row < self->n; row++)
    {
      append_row (self, row, separator, text);
      g_string_append (text, line_end);

      if (text->len >= BLOCK_BYTES)
        {
          if (!g_output_stream_write_all (stream, text->str, text->len, NULL, cancellable, error))
            return FALSE;
          g_string_truncate (text, 0);
        }
    }

  return g_output_stream_write_all (stream, text->str, text->len, NULL, cancellable, error);
}
