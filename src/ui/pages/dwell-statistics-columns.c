/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of the Statistics page, one for each statistic. */
#include "config.h"

#include "ui/pages/dwell-statistics-columns.h"

#include <glib/gi18n-lib.h>

/* px, in a narrow window; else the column gets the width that the figures leave. */
#define NAME_WIDTH 176
/* A total can be longer than other times; if it is as long as “15 min 31.27 s”, its column
 * grows. */
#define TOTAL_WIDTH 104
#define RECORDED_WIDTH 148
#define DIFFERENCE_WIDTH 156

/* px; a time is as long as “123.4 ms”. */
static const int widths[] = {
  [DWELL_CELL_TEXT] = 140,
  [DWELL_CELL_COUNT] = 76,
  [DWELL_CELL_TIME] = 92,
  [DWELL_CELL_SHARE] = 84,
};

static void
fill_difference (DwellCell           *cell,
                 DwellStatisticsItem *item)
{
  DwellRecordedDifference difference;
  g_autofree char *tip = dwell_statistics_item_describe_difference (item);
  const char *icon_name = NULL;

  if (dwell_statistics_item_get_difference (item, &difference))
    icon_name = difference.figures != 0 ? "dialog-warning-symbolic" : "object-select-symbolic";

  dwell_cell_set_icon (cell, icon_name);
  dwell_cell_set_tip (cell, tip);
}

static void
fill (DwellCell *cell,
      gpointer   item,
      int        id,
      gpointer   user_data)
{
  const DwellStatisticsRow *row = dwell_statistics_item_get_row (item);
  g_autofree char *text = dwell_statistics_item_get_text (item, (DwellStatistic) id);

  dwell_cell_set_text (cell, text);

  if (id == DWELL_STATISTIC_NAME)
    dwell_cell_set_area (cell, dwell_statistics_item_get_trace (item), row->area);
  else if (id == DWELL_STATISTIC_SHARE && row->of == DWELL_STATISTICS_OF_SPANS)
    dwell_cell_set_share (cell, row->share);
  else if (id == DWELL_STATISTIC_DIFFERENCE)
    fill_difference (cell, item);
}

static char *
get_text (gpointer item,
          int      id,
          gboolean is_plain)
{
  return is_plain ? dwell_statistics_item_get_plain (item, (DwellStatistic) id)
                  : dwell_statistics_item_get_text (item, (DwellStatistic) id);
}

/* A title such as “Recorded Period Max” is longer than any time, so its column is wider. */
static int
get_width (DwellStatistic statistic)
{
  static const DwellStatistic totals[] = {
    DWELL_STATISTIC_NET, DWELL_STATISTIC_GROSS, DWELL_STATISTIC_CALL, DWELL_STATISTIC_CALL_SUM,
    DWELL_STATISTIC_OUTSIDE,
  };

  for (guint i = 0; i < G_N_ELEMENTS (totals); i++)
    if (statistic == totals[i])
      return TOTAL_WIDTH;

  if (statistic >= DWELL_STATISTIC_RECORDED)
    return RECORDED_WIDTH;

  if (statistic == DWELL_STATISTIC_DIFFERENCE)
    return DIFFERENCE_WIDTH;

  return statistic == DWELL_STATISTIC_NAME ? NAME_WIDTH
                                           : widths[dwell_statistic_columns[statistic].kind];
}

/* Groups are given by their first statistic, in reverse order of the statistics. */
static const char *
get_group (DwellStatistic statistic)
{
  static const struct { DwellStatistic first; const char *title; } groups[] = {
    { DWELL_STATISTIC_DIFFERENCE, N_("Recorded in the File") },
    { DWELL_STATISTIC_INCOMPLETE, N_("Calls") },
    { DWELL_STATISTIC_OUTSIDE, N_("Outside") },
    { DWELL_STATISTIC_PERIOD_MIN, N_("Period") },
    { DWELL_STATISTIC_CALL, N_("Duration") },
    { DWELL_STATISTIC_GROSS, N_("Total") },
    { DWELL_STATISTIC_SHARE, N_("Self") },
    { DWELL_STATISTIC_COUNT, N_("Calls") },
    { DWELL_STATISTIC_NAME, N_("Identity") },
  };
  guint i = 0;

  while (statistic < groups[i].first)
    i++;

  return _(groups[i].title);
}

/* The name is always shown, and the context whenever rows differ by it. */
static void
add_column (DwellTableColumns *columns,
            DwellStatistic     statistic)
{
  const DwellColumnInfo *info = &dwell_statistic_columns[statistic];
  gboolean is_alphabetic = info->kind == DWELL_CELL_TEXT &&
                           statistic != DWELL_STATISTIC_DIFFERENCE;
  DwellTableColumn column = {
    .title = _(info->title),
    .width = get_width (statistic),
    .is_number = dwell_column_is_number (info),
    .expands = statistic == DWELL_STATISTIC_NAME,
    .id = (int) statistic,
    .fill = fill,
    .name = info->id,
    .get_text = get_text,
    .tip = _(info->summary),
    .sort = is_alphabetic ? DWELL_TABLE_ASCENDING : DWELL_TABLE_DESCENDING,
    .is_fixed = statistic == DWELL_STATISTIC_NAME || statistic == DWELL_STATISTIC_CONTEXT,
    .is_hidden = !info->is_default && statistic != DWELL_STATISTIC_CONTEXT,
    .group = get_group (statistic),
  };

  dwell_table_columns_add (columns, &column);
}

/**
 * dwell_statistics_columns_add:
 * @columns: the columns of an empty table
 *
 * Adds a column for each statistic.
 */
void
dwell_statistics_columns_add (DwellTableColumns *columns)
{
  const DwellStatistic recorded_self = DWELL_STATISTIC_RECORDED + DWELL_RECORDED_NET;
  const DwellStatistic recorded_count = DWELL_STATISTIC_RECORDED + DWELL_RECORDED_COUNT;

  for (DwellStatistic i = 0; i < DWELL_N_STATISTICS; i++)
    {
      if (i != DWELL_STATISTIC_DIFFERENCE && i != recorded_self && i != recorded_count)
        add_column (columns, i);

      /* Figures of the file are placed beside those that its events yield; whether they agree is
       * placed before both. */
      if (i == DWELL_STATISTIC_CONTEXT)
        add_column (columns, DWELL_STATISTIC_DIFFERENCE);
      else if (i == DWELL_STATISTIC_COUNT)
        add_column (columns, recorded_count);
      else if (i == DWELL_STATISTIC_NET)
        add_column (columns, recorded_self);
    }
}

/**
 * dwell_statistics_columns_show:
 * @columns: columns of statistics
 * @trace: (nullable): the trace of the statistics
 *
 * Hides columns that would be empty for @trace.
 */
void
dwell_statistics_columns_show (DwellTableColumns *columns,
                               const DwellTrace  *trace)
{
  for (DwellStatistic i = 0; i < DWELL_N_STATISTICS; i++)
    if (i != DWELL_STATISTIC_CONTEXT)
      dwell_table_columns_set_available (columns, (int) i, dwell_statistic_is_available (i, trace));
}
