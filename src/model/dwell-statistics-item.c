/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of the statistics while something shows it: an answer and a number in it, no state of its
 * own. It keeps its answer alive, so it stays true to the range that it was made for. */
#include "config.h"

#include "model/dwell-statistics-answer.h"

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
 * @self: an item
 *
 * Returns: (transfer none): its row; what is only told by details is 0 until they are there
 */
const DwellStatisticsRow *
dwell_statistics_item_get_row (DwellStatisticsItem *self)
{
  g_return_val_if_fail (DWELL_IS_STATISTICS_ITEM (self), NULL);

  return &self->answer->statistics->rows[self->row];
}

/**
 * dwell_statistics_item_get_area_name:
 * @self: an item
 *
 * The name that the area bears in the timeline, where its bars have the colour of it; a state's is
 * shorter there than in tables.
 *
 * Returns: (transfer none) (nullable): the name; %NULL for a group
 */
const char *
dwell_statistics_item_get_area_name (DwellStatisticsItem *self)
{
  guint32 area;

  g_return_val_if_fail (DWELL_IS_STATISTICS_ITEM (self), NULL);

  area = dwell_statistics_item_get_row (self)->area;
  return area != DWELL_NONE ? dwell_trace_get_area_name (self->answer->trace, area) : NULL;
}

/**
 * dwell_statistics_item_get_text:
 * @self: an item
 * @statistic: a column
 *
 * Returns: (transfer full): what the cell shows; "" where nothing exists, or not yet
 */
char *
dwell_statistics_item_get_text (DwellStatisticsItem *self,
                                DwellStatistic       statistic)
{
  DwellStatisticValue value;

  g_return_val_if_fail (DWELL_IS_STATISTICS_ITEM (self), NULL);
  g_return_val_if_fail (statistic < DWELL_N_STATISTICS, NULL);

  value = _dwell_statistics_answer_get (self->answer, self->row, statistic);
  return _dwell_statistic_value_to_text (&value, statistic);
}
