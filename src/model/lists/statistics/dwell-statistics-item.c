/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row object of the statistics, made only while something shows the row. It keeps its answer
 * alive, so it keeps the range that it was made for. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analysis/statistics/dwell-recorded.h"
#include "core/dwell-text.h"
#include "model/lists/dwell-cell-text.h"
#include "model/lists/statistics/dwell-statistics-answer.h"

struct _DwellStatisticsItem
{
  GObject parent_instance;

  DwellStatisticsAnswer *answer;
  guint32                row;
};

G_DEFINE_FINAL_TYPE (DwellStatisticsItem, dwell_statistics_item, G_TYPE_OBJECT)

static void
dwell_statistics_item_finalize (GObject *object)
{
  DwellStatisticsItem *self = DWELL_STATISTICS_ITEM (object);

  _dwell_statistics_answer_unref (self->answer);

  G_OBJECT_CLASS (dwell_statistics_item_parent_class)->finalize (object);
}

static void
dwell_statistics_item_class_init (DwellStatisticsItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = dwell_statistics_item_finalize;
}

static void
dwell_statistics_item_init (DwellStatisticsItem *self)
{
}

DwellStatisticsItem *
_dwell_statistics_item_new (DwellStatisticsAnswer *answer,
                            guint32                row)
{
  DwellStatisticsItem *self = g_object_new (DWELL_TYPE_STATISTICS_ITEM, NULL);

  self->answer = _dwell_statistics_answer_ref (answer);
  self->row = row;
  return self;
}

/**
 * dwell_statistics_item_get_row:
 * @self: a row
 *
 * Returns: (transfer none): the figures of the row; details are 0 until they are computed
 */
const DwellStatisticsRow *
dwell_statistics_item_get_row (DwellStatisticsItem *self)
{
  g_return_val_if_fail (DWELL_IS_STATISTICS_ITEM (self), NULL);

  return &self->answer->statistics->rows[self->row];
}

/**
 * dwell_statistics_item_get_trace:
 * @self: a row
 *
 * Returns: (transfer none): the trace of its area and its context
 */
const DwellTrace *
dwell_statistics_item_get_trace (DwellStatisticsItem *self)
{
  g_return_val_if_fail (DWELL_IS_STATISTICS_ITEM (self), NULL);

  return self->answer->trace;
}

static DwellCellValue
get_cell (gconstpointer data,
          guint         row,
          guint         statistic)
{
  const DwellStatisticsAnswer *answer = data;

  return dwell_statistics_get_cell (answer->statistics, answer->trace,
                                    &answer->statistics->rows[row], (DwellStatistic) statistic);
}

/* For example “12 % in Self Min”. */
static char *
make_difference_text (const DwellRecordedDifference *difference)
{
  g_autofree char *percent = NULL;

  if (difference->figures == 0)
    return g_strdup (_("Equal"));

  percent = dwell_text_percent (difference->fraction);
  /* Translators: how much, and the title of the column that differs so much */
  return g_strdup_printf (_("%s in %s"), percent,
                          _(dwell_recorded_get_info (difference->largest)->title));
}

/**
 * dwell_statistics_item_get_text:
 * @self: a row
 * @statistic: a column
 *
 * Returns: (transfer full): the text of a cell as the window shows it; empty if there is no value,
 *   or not yet
 */
char *
dwell_statistics_item_get_text (DwellStatisticsItem *self,
                                DwellStatistic       statistic)
{
  DwellRecordedDifference difference;
  DwellCellValue cell;
  guint32 area;

  g_return_val_if_fail (DWELL_IS_STATISTICS_ITEM (self), NULL);
  g_return_val_if_fail (statistic < DWELL_N_STATISTICS, NULL);

  area = dwell_statistics_item_get_row (self)->area;
  if (statistic == DWELL_STATISTIC_NAME && area != DWELL_NONE)
    return dwell_trace_dup_area_label (self->answer->trace, area);

  if (statistic == DWELL_STATISTIC_DIFFERENCE &&
      dwell_statistics_item_get_difference (self, &difference))
    return make_difference_text (&difference);

  cell = get_cell (self->answer, self->row, statistic);
  return _dwell_time_units_to_text (self->answer->units, &cell, statistic, get_cell, self->answer,
                                    self->answer->statistics->n_rows);
}

/**
 * dwell_statistics_item_get_plain:
 * @self: a row
 * @statistic: a column
 *
 * Returns: (transfer full): the text of a cell as other programs read it: times in ns, numbers as
 *   in the C locale; empty if there is no value, or not yet
 */
char *
dwell_statistics_item_get_plain (DwellStatisticsItem *self,
                                 DwellStatistic       statistic)
{
  DwellCellValue cell;

  g_return_val_if_fail (DWELL_IS_STATISTICS_ITEM (self), NULL);
  g_return_val_if_fail (statistic < DWELL_N_STATISTICS, NULL);

  cell = get_cell (self->answer, self->row, statistic);
  return _dwell_cell_to_text (&cell, TRUE);
}

/**
 * dwell_statistics_item_get_difference:
 * @self: a row
 * @difference: (out caller-allocates): the difference between the row and the statistics in the
 *   file
 *
 * Returns: false if there is nothing to compare, or not yet
 */
gboolean
dwell_statistics_item_get_difference (DwellStatisticsItem     *self,
                                      DwellRecordedDifference *difference)
{
  g_return_val_if_fail (DWELL_IS_STATISTICS_ITEM (self), FALSE);

  return dwell_recorded_compare (self->answer->trace, self->answer->statistics,
                                 dwell_statistics_item_get_row (self), difference);
}

/**
 * dwell_statistics_item_describe_difference:
 * @self: a row
 *
 * Returns: (transfer full) (nullable): a line for each figure that differs from the file; %NULL: no
 *   figure does
 */
char *
dwell_statistics_item_describe_difference (DwellStatisticsItem *self)
{
  const DwellStatisticsRow *row;
  DwellRecordedDifference difference;
  gint64 values[DWELL_N_RECORDED];
  GString *lines;

  if (!dwell_statistics_item_get_difference (self, &difference) || difference.figures == 0)
    return NULL;

  row = dwell_statistics_item_get_row (self);
  dwell_recorded_compute (row, self->answer->statistics->end - self->answer->statistics->begin,
                          values);
  lines = g_string_new (NULL);

  for (guint i = 0; i < DWELL_N_RECORDED; i++)
    {
      g_autofree char *recorded = NULL;
      g_autofree char *computed = NULL;

      if (!(difference.figures & 1u << i))
        continue;

      recorded = dwell_recorded_make_text (i, row->recorded->values[i]);
      computed = dwell_recorded_make_text (i, values[i]);
      g_string_append (lines, lines->len > 0 ? "\n" : "");
      /* Translators: title of a column, two values of it: “Own: 250 ns in the file …” */
      g_string_append_printf (lines, _("%s: %s in the file, %s from its events"),
                              _(dwell_recorded_get_info (i)->title), recorded, computed);
    }

  return g_string_free (lines, FALSE);
}
