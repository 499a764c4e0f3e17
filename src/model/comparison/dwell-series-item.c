/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of a series, which exists only while a widget shows it. */
#include "config.h"

#include "model/comparison/dwell-series-item.h"

#include <math.h>

/* If figures differ by less than this part of the largest, their curve does not fill the height. */
#define LEAST_HEIGHT 0.1

struct _DwellSeriesItem
{
  GObject parent_instance;

  DwellSeriesAnswer *answer;
  DwellTimeUnits    *units;
  guint32            row;
};

G_DEFINE_FINAL_TYPE (DwellSeriesItem, dwell_series_item, G_TYPE_OBJECT)

static void
dwell_series_item_finalize (GObject *object)
{
  DwellSeriesItem *self = DWELL_SERIES_ITEM (object);

  _dwell_time_units_unref (self->units);
  _dwell_series_answer_unref (self->answer);

  G_OBJECT_CLASS (dwell_series_item_parent_class)->finalize (object);
}

static void
dwell_series_item_class_init (DwellSeriesItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = dwell_series_item_finalize;
}

static void
dwell_series_item_init (DwellSeriesItem *self)
{
}

DwellSeriesItem *
_dwell_series_item_new (DwellSeriesAnswer *answer,
                        DwellTimeUnits    *units,
                        guint32            row)
{
  DwellSeriesItem *self = g_object_new (DWELL_TYPE_SERIES_ITEM, NULL);

  self->answer = _dwell_series_answer_ref (answer);
  self->units = _dwell_time_units_ref (units);
  self->row = row;
  return self;
}

/**
 * dwell_series_item_get_row:
 * @self: a row
 *
 * Returns: (transfer none): its figures
 */
const DwellRecordingsRow *
dwell_series_item_get_row (DwellSeriesItem *self)
{
  return self->answer->recordings->rows->pdata[self->row];
}

/**
 * dwell_series_item_get_trace:
 * @self: a row
 *
 * Returns: (transfer none): the view’s own recording, which the row’s area belongs to
 */
const DwellTrace *
dwell_series_item_get_trace (DwellSeriesItem *self)
{
  return self->answer->reading->trace;
}

static DwellCellValue
get_cell (gconstpointer data,
          guint         row,
          guint         column)
{
  return dwell_recordings_get_cell (data, row, column);
}

static char *
to_text (DwellSeriesItem      *self,
         guint                 column,
         const DwellCellValue *cell)
{
  const DwellRecordings *recordings = self->answer->recordings;

  return _dwell_time_units_to_text (self->units, cell, column, get_cell, recordings,
                                    recordings->rows->len);
}

/* Changes have their sign, and no change is a plain 0. */
static char *
to_signed_text (DwellSeriesItem      *self,
                guint                 column,
                const DwellCellValue *cell)
{
  g_autofree char *text = NULL;

  if (cell->kind != DWELL_CELL_TIME || (cell->whole == 0 && cell->rest == 0))
    return _dwell_cell_to_signed_text (cell);

  text = to_text (self, column, cell);
  return g_strconcat (cell->whole + cell->rest > 0 ? "+" : "", text, NULL);
}

static char *
name_area (DwellSeriesItem *self)
{
  const DwellRecordingsRow *row = dwell_series_item_get_row (self);

  return row->area != DWELL_NONE ? dwell_trace_dup_area_label (dwell_series_item_get_trace (self),
                                                               row->area)
                                 : g_strdup (row->name);
}

/**
 * dwell_series_item_get_text:
 * @self: a row
 * @column: a #DwellRecordingsColumn, or %DWELL_RECORDINGS_VALUE and the place of a recording
 *
 * Returns: (transfer full): the text of the cell; "" for a missing value
 */
char *
dwell_series_item_get_text (DwellSeriesItem *self,
                            guint            column)
{
  DwellCellValue cell = dwell_recordings_get_cell (self->answer->recordings, self->row, column);

  if (cell.kind == DWELL_CELL_NONE)
    return g_strdup ("");

  switch (column)
    {
    case DWELL_RECORDINGS_NAME:
      return name_area (self);
    case DWELL_RECORDINGS_SINCE:
      return _dwell_series_answer_name (self->answer, (guint) cell.whole - 1);
    case DWELL_RECORDINGS_RATIO:
    case DWELL_RECORDINGS_SINCE_RATIO:
    case DWELL_RECORDINGS_LOW:
    case DWELL_RECORDINGS_HIGH:
      return g_strdup_printf ("×%.3g", cell.rest);
    case DWELL_RECORDINGS_P:
    case DWELL_RECORDINGS_Q:
      return g_strdup_printf ("%.3f", cell.rest);
    case DWELL_RECORDINGS_CHANGE:
    case DWELL_RECORDINGS_SLOPE:
      return to_signed_text (self, column, &cell);
    default:
      return to_text (self, column, &cell);
    }
}

/**
 * dwell_series_item_get_plain:
 * @self: a row
 * @column: a #DwellRecordingsColumn, or %DWELL_RECORDINGS_VALUE and the place of a recording
 *
 * Returns: (transfer full): the text of the cell for other programs; "" for a missing value
 */
char *
dwell_series_item_get_plain (DwellSeriesItem *self,
                             guint            column)
{
  DwellCellValue cell = dwell_recordings_get_cell (self->answer->recordings, self->row, column);

  if (column == DWELL_RECORDINGS_VERDICT)
    return g_strdup (dwell_verdict_get_id (
      (DwellVerdict) dwell_series_item_get_row (self)->verdict));
  if (column == DWELL_RECORDINGS_SINCE)
    return dwell_series_item_get_text (self, column);

  return _dwell_cell_to_text (&cell, TRUE);
}

/**
 * dwell_series_item_get_curve:
 * @self: a row
 * @x: (out caller-allocates): 0…255 over the width, for %DWELL_SERIES_MAX points
 * @y: (out caller-allocates): 0…255 over the height, upwards
 *
 * The curve has a point for each recording in which the area ran. If figures hardly change, it is
 * flat.
 *
 * Returns: the number of points
 */
guint
dwell_series_item_get_curve (DwellSeriesItem *self,
                             guint8          *x,
                             guint8          *y)
{
  const DwellRecordings *recordings = self->answer->recordings;
  const DwellRecordingsRow *row = dwell_series_item_get_row (self);
  double least = INFINITY;
  double most = 0;
  double height;
  guint n = 0;

  for (guint i = 0; i < recordings->n; i++)
    if (row->is_there[i])
      {
        least = MIN (least, (double) row->values[i]);
        most = MAX (most, (double) row->values[i]);
      }

  height = MAX (most - least, most * LEAST_HEIGHT);
  for (guint i = 0; i < recordings->n; i++)
    if (row->is_there[i])
      {
        double place = recordings->n > 1 ? (double) i / (recordings->n - 1) : 0;

        x[n] = (guint8) lround (place * 255);
        y[n++] = (guint8) (height > 0 ? lround ((row->values[i] - least) / height * 255) : 0);
      }

  return n;
}

/**
 * dwell_series_item_describe:
 * @self: a row
 *
 * Returns: (transfer full): the figures of its curve as text
 */
char *
dwell_series_item_describe (DwellSeriesItem *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->answer->recordings->n; i++)
    {
      g_autofree char *figure = dwell_series_item_get_text (self, DWELL_RECORDINGS_VALUE + i);

      g_string_append_printf (text, "%s%s", i > 0 ? " · " : "", *figure != '\0' ? figure : "–");
    }

  return g_string_free (text, FALSE);
}
