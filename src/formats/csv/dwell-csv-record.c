/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses records. A quote has its meaning only at the start of a cell. */
#include "config.h"

#include "formats/csv/dwell-csv-record.h"

#include "core/dwell-load.h"
#include "core/dwell-strings.h"

static gboolean
is_blank (char c,
          char delimiter)
{
  return c == ' ' || (c == '\t' && delimiter != '\t');
}

/* Takes a cell that begins with a quote, up to the closing quote. Returns NULL if the text ends
 * first. */
static const char *
take_quoted (const char     *p,
             const char     *end,
             DwellCsvCell   *cell,
             DwellCsvRecord *record)
{
  *cell = (DwellCsvCell) { .p = p + 1, .is_quoted = TRUE };

  for (p++; p < end; p++)
    if (*p == '\n')
      record->n_lines++;
    else if (*p == '"')
      {
        if (p + 1 == end || p[1] != '"')
          break;
        cell->is_escaped = TRUE;
        p++;
      }

  if (p == end)
    return NULL;

  cell->length = (guint32) (p - cell->p);
  return p + 1;
}

/* Looks at eight bytes at once, as long as there are enough. */
static const char *
find_cell_end (const char *p,
               const char *end,
               char        delimiter)
{
  for (; end - p >= 8; p += 8)
    {
      guint64 word = dwell_load_u64 (p);
      guint64 ends = dwell_mark_bytes (word, (guint8) delimiter) | dwell_mark_bytes (word, '\n');

      if (ends != 0)
        return p + dwell_first_mark (ends);
    }

  while (p < end && *p != delimiter && *p != '\n')
    p++;

  return p;
}

/* Takes the cell from @p to @cell_end, without the blanks at its end. */
static void
take_plain (const char   *p,
            const char   *cell_end,
            char          delimiter,
            DwellCsvCell *cell)
{
  while (cell_end > p && is_blank (cell_end[-1], delimiter))
    cell_end--;

  *cell = (DwellCsvCell) { .p = p, .length = (guint32) (cell_end - p) };
}

/* Returns where the cell from @p on ends, without a CR before the end of the line. */
static const char *
skip_return (const char *p,
             const char *cell_end,
             const char *end)
{
  gboolean is_last = cell_end == end || *cell_end == '\n';

  return cell_end - (is_last && cell_end > p && cell_end[-1] == '\r');
}

/* Whether there is anything but blanks. */
static gboolean
has_text (const char *p,
          const char *end)
{
  while (p < end && is_blank (*p, '\0'))
    p++;

  return p < end;
}

/**
 * dwell_csv_take_record:
 * @s: a cursor at the start of a record, not at the end of the text
 * @delimiter: the byte between cells
 * @record: (inout): gets the cells
 *
 * Takes a record with the end of its line. A bad record ends with its line.
 *
 * Returns: whether the record is good, bad or not complete
 */
DwellCsvResult
dwell_csv_take_record (DwellScan      *s,
                       char            delimiter,
                       DwellCsvRecord *record)
{
  DwellCsvResult result = DWELL_CSV_GOOD;
  const char *p = s->p;
  const char *end = s->end;
  gboolean is_last = FALSE;
  DwellCsvCell unwanted;

  record->n = 0;
  record->n_lines = 1;
  record->has_more = FALSE;

  while (!is_last)
    {
      /* Is filled in place: copying what was just written would take longer than all the rest. */
      DwellCsvCell *cell = record->n < record->n_wanted ? &record->cells[record->n] : &unwanted;
      const char *cell_end, *line_end;

      while (p < end && is_blank (*p, delimiter))
        p++;

      if (p < end && *p == '"')
        {
          const char *behind = take_quoted (p, end, cell, record);

          if (behind == NULL)
            return DWELL_CSV_OPEN;
          cell_end = find_cell_end (behind, end, delimiter);
          line_end = skip_return (behind, cell_end, end);
          if (has_text (behind, line_end))
            result = DWELL_CSV_BAD;
        }
      else
        {
          cell_end = find_cell_end (p, end, delimiter);
          line_end = skip_return (p, cell_end, end);
          take_plain (p, line_end, delimiter, cell);
        }

      if (record->n >= record->n_columns)
        record->has_more |= cell->length > 0;
      record->n++;

      is_last = cell_end == end || *cell_end == '\n';
      p = cell_end + (cell_end < end);
      record->is_blank = is_last && record->n == 1 && cell->length == 0 && !cell->is_quoted;
    }

  s->p = p;
  return result;
}

/**
 * dwell_csv_cell_dup:
 * @cell: a cell
 *
 * Returns: (transfer full): its text, in UTF-8
 */
char *
dwell_csv_cell_dup (const DwellCsvCell *cell)
{
  g_autoptr(GString) text = g_string_sized_new (cell->length);

  for (guint32 i = 0; i < cell->length; i++)
    {
      g_string_append_c (text, cell->p[i]);
      if (cell->is_escaped && cell->p[i] == '"')
        i++;
    }

  return dwell_text_to_utf8 (text->str, text->len, DWELL_CHARSET_WINDOWS_1252);
}
