/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses rows. */
#include "config.h"

#include "formats/csv/dwell-csv-block.h"

#include "core/dwell-trace.h"

/* Rows rarely have fewer bytes. */
#define BYTES_PER_ROW 24

static DwellScan
get_text (const DwellCsvPlan   *plan,
          const DwellCsvRecord *record,
          DwellCsvRole          role)
{
  guint column = plan->columns[role];

  return column < record->n ? dwell_csv_cell_scan (&record->cells[column])
                            : (DwellScan) { "", "" };
}

static gboolean
is_empty (DwellScan text)
{
  return text.p == text.end;
}

static guint32
number_cell (DwellCsvBlock      *self,
             const DwellCsvCell *cell)
{
  DwellPair pair = { .first = { cell->p, cell->length, FALSE } };

  if (G_UNLIKELY (cell->is_escaped))
    {
      char *text = dwell_csv_cell_dup (cell);

      g_ptr_array_add (self->own, text);
      pair.first = (DwellJsonText) { text, (guint32) strlen (text), FALSE };
    }

  return dwell_pairs_number (&self->texts, &pair);
}

static guint32
number_text (const DwellCsvPlan   *plan,
             const DwellCsvRecord *record,
             DwellCsvBlock        *self,
             DwellCsvRole          role)
{
  guint column = plan->columns[role];

  if (column >= record->n || record->cells[column].length == 0)
    return DWELL_NONE;

  return number_cell (self, &record->cells[column]);
}

static gboolean
parse_time (const DwellCsvPlan   *plan,
            const DwellCsvRecord *record,
            DwellCsvRole          role,
            DwellCsvRow          *row,
            gint64               *time_ns)
{
  gboolean is_rounded = FALSE;

  if (!dwell_csv_scale_parse (&plan->scales[role], get_text (plan, record, role), time_ns,
                              &is_rounded))
    return FALSE;

  row->flags |= is_rounded ? DWELL_CSV_IS_ROUNDED : 0;
  return TRUE;
}

/* Parses when the row begins and how long it lasts. */
static DwellCsvFault
parse_times (const DwellCsvPlan   *plan,
             const DwellCsvRecord *record,
             DwellCsvRow          *row)
{
  gboolean has_begin = plan->columns[DWELL_CSV_BEGIN] != DWELL_CSV_NO_COLUMN;
  gboolean has_end = plan->columns[DWELL_CSV_END] != DWELL_CSV_NO_COLUMN &&
                     !is_empty (get_text (plan, record, DWELL_CSV_END));
  gboolean has_duration = plan->columns[DWELL_CSV_DURATION] != DWELL_CSV_NO_COLUMN &&
                          !is_empty (get_text (plan, record, DWELL_CSV_DURATION));
  gint64 end_ns = 0;

  row->duration_ns = DWELL_TIME_NONE;
  if (has_begin && !parse_time (plan, record, DWELL_CSV_BEGIN, row, &row->time_ns))
    return DWELL_CSV_BAD_TIME;
  if (!has_begin && !(has_end && has_duration))
    return DWELL_CSV_BAD_TIME;
  if (has_duration &&
      !parse_time (plan, record, DWELL_CSV_DURATION, row, &row->duration_ns))
    return DWELL_CSV_BAD_END;
  if (has_end && !parse_time (plan, record, DWELL_CSV_END, row, &end_ns))
    return DWELL_CSV_BAD_END;

  if (!has_begin)
    row->time_ns = end_ns - MAX (row->duration_ns, 0);
  else if (has_end)
    row->duration_ns = end_ns - row->time_ns;

  if (row->duration_ns != DWELL_TIME_NONE && row->duration_ns < 0)
    {
      row->duration_ns = 0;
      row->flags |= DWELL_CSV_IS_NEGATIVE;
    }
  if (row->duration_ns != DWELL_TIME_NONE &&
      (!dwell_time_is_in_range (row->time_ns) ||
       !dwell_time_is_in_range (row->time_ns + row->duration_ns)))
    return DWELL_CSV_BAD_END;

  return DWELL_CSV_NO_FAULT;
}

static void
parse_values (const DwellCsvPlan   *plan,
              const DwellCsvRecord *record,
              DwellCsvBlock        *block,
              DwellCsvRow          *row)
{
  for (guint i = 0; i < plan->values->len; i++)
    {
      guint column = g_array_index (plan->values, guint, i);
      DwellCsvValue value = { .place = i };
      gboolean is_integer;
      gint64 integer;
      double number;

      if (column >= record->n || record->cells[column].length == 0)
        continue;
      if (!dwell_csv_number_parse (dwell_csv_cell_scan (&record->cells[column]),
                                   plan->scales[0].points, &integer, &number, &is_integer))
        {
          value.kind = DWELL_ARG_STRING;
          value.text = number_cell (block, &record->cells[column]);
        }
      else if (is_integer)
        {
          value.kind = DWELL_ARG_INTEGER;
          value.integer = integer;
        }
      else
        {
          value.kind = DWELL_ARG_REAL;
          value.number = number;
        }
      g_array_append_val (block->values, value);
      row->n_values++;
    }
}

static DwellCsvPhase
find_phase (const DwellCsvPlan   *plan,
            const DwellCsvRecord *record)
{
  switch (plan->shape)
    {
    case DWELL_CSV_SPANS:
      return DWELL_CSV_PHASE_SPAN;
    case DWELL_CSV_SAMPLES:
      return DWELL_CSV_PHASE_VALUE;
    case DWELL_CSV_MARKS:
      return DWELL_CSV_PHASE_MARK;
    case DWELL_CSV_PHASES:
    default:
      return dwell_csv_phase_find (get_text (plan, record, DWELL_CSV_PHASE));
    }
}

static void
parse_row (const DwellCsvPlan   *plan,
           const DwellCsvRecord *record,
           DwellCsvBlock        *block,
           DwellCsvRow          *row)
{
  row->flags |= record->has_more ? DWELL_CSV_HAS_MORE : 0;
  row->phase = find_phase (plan, record);
  row->name = row->context = DWELL_NONE;
  row->fault = record->n < plan->n_required ? DWELL_CSV_SHORT_ROW
                                            : parse_times (plan, record, row);
  if (row->fault == DWELL_CSV_NO_FAULT && row->phase == DWELL_CSV_NO_PHASE)
    row->fault = DWELL_CSV_BAD_PHASE;
  if (row->fault != DWELL_CSV_NO_FAULT)
    return;

  row->name = number_text (plan, record, block, DWELL_CSV_NAME);
  row->context = number_text (plan, record, block, DWELL_CSV_CONTEXT);
  parse_values (plan, record, block, row);
  if (plan->shape == DWELL_CSV_PHASES && row->phase == DWELL_CSV_PHASE_VALUE &&
      row->n_values == 0)
    row->fault = DWELL_CSV_NO_VALUE;
}

/**
 * dwell_csv_block_new:
 * @plan: what the columns are
 * @text: rows, whose bytes must outlive the block; the last may be cut
 * @n_lines_before: line ends to count before @text
 *
 * Parses rows.
 *
 * Returns: (transfer full): the parsed rows
 */
DwellCsvBlock *
dwell_csv_block_new (const DwellCsvPlan *plan,
                     DwellScan           text,
                     guint32             n_lines_before)
{
  DwellCsvBlock *self = g_new0 (DwellCsvBlock, 1);
  g_autofree DwellCsvCell *cells = g_new (DwellCsvCell, plan->n_needed + 1);
  DwellCsvRecord record = { .cells = cells, .n_wanted = plan->n_needed,
                            .n_columns = plan->names->len };
  DwellCsvResult result;

  self->n_lines = n_lines_before;
  self->rows = g_array_sized_new (FALSE, FALSE, sizeof (DwellCsvRow),
                                  (guint) ((text.end - text.p) / BYTES_PER_ROW));
  self->values = g_array_new (FALSE, FALSE, sizeof (DwellCsvValue));
  self->own = g_ptr_array_new_with_free_func (g_free);
  dwell_pairs_init (&self->texts);

  while (text.p < text.end &&
         (result = dwell_csv_take_record (&text, plan->delimiter, &record)) != DWELL_CSV_OPEN)
    {
      DwellCsvRow row = { .line = self->n_lines };

      if (result == DWELL_CSV_BAD)
        row.fault = DWELL_CSV_BAD_QUOTE;
      else if (!record.is_blank)
        parse_row (plan, &record, self, &row);
      if (!record.is_blank)
        g_array_append_val (self->rows, row);
      self->n_lines += record.n_lines;
    }

  self->end = text.p;
  return self;
}

/**
 * dwell_csv_block_free:
 * @self: (transfer full): parsed rows
 *
 * Frees them.
 */
void
dwell_csv_block_free (DwellCsvBlock *self)
{
  g_array_unref (self->rows);
  g_array_unref (self->values);
  g_ptr_array_unref (self->own);
  dwell_pairs_clear (&self->texts);
  g_free (self);
}
