/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of the statistics table, one a statistic: their cells, which of them are shown, and
 * which one sorts. The list sorts itself, by numbers rather than by objects. */
#include "config.h"

#include "ui/pages/dwell-statistics-columns.h"

#include <glib/gi18n-lib.h>

#include "ui/dwell-settings.h"
#include "ui/dwell-table-column.h"
#include "ui/dwell-table.h"

#define NAME_WIDTH 256
/* A total can be as long as “15 min 31.27 s”. */
#define TOTAL_WIDTH 116
#define RECORDED_WIDTH 148

#define CHOOSER_COLUMNS 2
#define RECORDED_GAP   12

struct _DwellStatisticsColumns
{
  GObject parent_instance;

  GtkColumnView       *table; /* not owned: it owns the columns */
  GtkColumnViewColumn *columns[DWELL_N_STATISTICS];
  GtkWidget           *checks[DWELL_N_STATISTICS]; /* of the chooser, which owns them, or NULL */
  gboolean             is_wanted[DWELL_N_STATISTICS];
  gboolean             has_recorded; /* what the file itself says */
  int                  sorted_by; /* DwellStatistic, -1 at first */
};

/* px; a time is as long as “123.4 ms”. */
static const int widths[] = {
  [DWELL_STATISTIC_IS_TEXT] = 140,
  [DWELL_STATISTIC_IS_COUNT] = 76,
  [DWELL_STATISTIC_IS_TIME] = 92,
  [DWELL_STATISTIC_IS_FRACTION] = 84,
  [DWELL_STATISTIC_IS_DIFFERENCE] = 156,
};

enum {
  SORT_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellStatisticsColumns, dwell_statistics_columns, G_TYPE_OBJECT)

/* Whether a column exists only where the file brings statistics of its own. */
static gboolean
is_recorded (guint statistic)
{
  return statistic >= DWELL_STATISTIC_DIFFERENCE;
}

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
      int        id)
{
  const DwellStatisticsRow *row = dwell_statistics_item_get_row (item);
  g_autofree char *text = dwell_statistics_item_get_text (item, (DwellStatistic) id);

  dwell_cell_set_text (cell, text);

  if (id == DWELL_STATISTIC_NAME)
    dwell_cell_set_swatch_of (cell, dwell_statistics_item_get_area_name (item));
  else if (id == DWELL_STATISTIC_SHARE)
    dwell_cell_set_fraction (cell, row->share);
  else if (id == DWELL_STATISTIC_DIFFERENCE)
    fill_difference (cell, item);
}

static void
on_sorter_changed (DwellStatisticsColumns *self)
{
  gboolean is_descending;
  int id = dwell_table_get_sort_id (self->table, &is_descending);
  gboolean is_new = id != self->sorted_by;

  if (id < 0)
    return;

  self->sorted_by = id;

  /* Of numbers the largest are looked for first; a second click turns them around. */
  if (is_new && !is_descending &&
      dwell_statistic_get_info ((DwellStatistic) id)->type != DWELL_STATISTIC_IS_TEXT)
    gtk_column_view_sort_by_column (self->table, self->columns[id], GTK_SORT_DESCENDING);
  else
    g_signal_emit (self, signals[SORT_CHANGED], 0, id, is_descending);
}

/* “Recorded Period Max” is longer than any time. */
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

  return statistic == DWELL_STATISTIC_NAME ? NAME_WIDTH
                                           : widths[dwell_statistic_get_info (statistic)->type];
}

static void
add_column (DwellStatisticsColumns *self,
            DwellStatistic          statistic)
{
  const DwellStatisticInfo *info = dwell_statistic_get_info (statistic);
  DwellTableColumn column = {
    .title = _(info->title),
    .width = get_width (statistic),
    .is_number = info->type != DWELL_STATISTIC_IS_TEXT &&
                 info->type != DWELL_STATISTIC_IS_DIFFERENCE,
    .expands = statistic == DWELL_STATISTIC_NAME,
    .id = (int) statistic,
    .fill = fill,
  };

  self->columns[statistic] = dwell_table_add_column (self->table, &column);
  dwell_table_set_sort_id (self->columns[statistic], (int) statistic);
}

/* A column that is wanted is shown if the trace has something for it. */
static void
want (DwellStatisticsColumns *self,
      guint                   statistic,
      gboolean                is_wanted)
{
  gboolean is_there = self->has_recorded || !is_recorded (statistic);

  self->is_wanted[statistic] = is_wanted;
  gtk_column_view_column_set_visible (self->columns[statistic], is_wanted && is_there);
  if (self->checks[statistic] != NULL)
    gtk_check_button_set_active (GTK_CHECK_BUTTON (self->checks[statistic]), is_wanted);
}

static void
want_defaults (DwellStatisticsColumns *self)
{
  for (guint i = 0; i < DWELL_N_STATISTICS; i++)
    want (self, i, dwell_statistic_get_info (i)->is_default);
}

/* Shows what was chosen the last time. */
static void
restore (DwellStatisticsColumns *self)
{
  GSettings *settings = dwell_settings_get ();
  g_auto(GStrv) ids = NULL;

  want_defaults (self);
  if (settings == NULL)
    return;

  ids = g_settings_get_strv (settings, "statistics-columns");
  if (ids[0] == NULL)
    return;

  for (guint i = 0; i < DWELL_N_STATISTICS; i++)
    want (self, i, g_strv_contains ((const char * const *) ids, dwell_statistic_get_info (i)->id));
}

static void
save (DwellStatisticsColumns *self)
{
  GSettings *settings = dwell_settings_get ();
  const char *ids[DWELL_N_STATISTICS + 1];
  guint n = 0;

  if (settings == NULL)
    return;

  for (guint i = 0; i < DWELL_N_STATISTICS; i++)
    if (self->is_wanted[i])
      ids[n++] = dwell_statistic_get_info (i)->id;
  ids[n] = NULL;

  g_settings_set_strv (settings, "statistics-columns", ids);
}

static void
on_toggled (DwellStatisticsColumns *self,
            GtkCheckButton         *check)
{
  for (guint i = 0; i < DWELL_N_STATISTICS; i++)
    if (self->checks[i] == GTK_WIDGET (check) &&
        self->is_wanted[i] != gtk_check_button_get_active (check))
      {
        want (self, i, !self->is_wanted[i]);
        save (self);
      }
}

static void
dwell_statistics_columns_class_init (DwellStatisticsColumnsClass *klass)
{
  signals[SORT_CHANGED] =
    g_signal_new ("sort-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_BOOLEAN);
}

static void
dwell_statistics_columns_init (DwellStatisticsColumns *self)
{
  self->sorted_by = -1;
}

/**
 * dwell_statistics_columns_new:
 * @table: an empty table, which has to live as long as the columns
 *
 * Gives @table a column for each statistic; shown are those that were chosen the last time.
 *
 * Returns: (transfer full): the columns
 */
DwellStatisticsColumns *
dwell_statistics_columns_new (GtkColumnView *table)
{
  DwellStatisticsColumns *self;

  g_return_val_if_fail (GTK_IS_COLUMN_VIEW (table), NULL);

  self = g_object_new (DWELL_TYPE_STATISTICS_COLUMNS, NULL);
  self->table = table;
  for (guint i = 0; i < DWELL_N_STATISTICS; i++)
    add_column (self, i);
  /* Whether the file agrees is asked before what it says. */
  gtk_column_view_insert_column (table, DWELL_STATISTIC_CONTEXT + 1,
                                 self->columns[DWELL_STATISTIC_DIFFERENCE]);
  restore (self);

  g_signal_connect_object (gtk_column_view_get_sorter (table), "changed",
                           G_CALLBACK (on_sorter_changed), self, G_CONNECT_SWAPPED);

  return self;
}

/**
 * dwell_statistics_columns_sort:
 * @self: the columns
 * @by: the statistic to sort by
 * @descending: whether the largest comes first
 *
 * As if the user had clicked on a header.
 */
void
dwell_statistics_columns_sort (DwellStatisticsColumns *self,
                               DwellStatistic          by,
                               gboolean                descending)
{
  g_return_if_fail (DWELL_IS_STATISTICS_COLUMNS (self));

  self->sorted_by = (int) by;
  gtk_column_view_sort_by_column (self->table, self->columns[by],
                                  descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

/**
 * dwell_statistics_columns_get_visible:
 * @self: the columns
 * @columns: (out caller-allocates): room for %DWELL_N_STATISTICS
 *
 * Returns: how many columns are shown; @columns holds them in the order in which they are shown
 */
guint
dwell_statistics_columns_get_visible (DwellStatisticsColumns *self,
                                      DwellStatistic         *columns)
{
  GListModel *shown;
  guint n = 0;

  g_return_val_if_fail (DWELL_IS_STATISTICS_COLUMNS (self), 0);

  shown = gtk_column_view_get_columns (self->table);
  for (guint i = 0; i < g_list_model_get_n_items (shown); i++)
    {
      g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item (shown, i);

      if (!gtk_column_view_column_get_visible (column))
        continue;

      for (guint j = 0; j < DWELL_N_STATISTICS; j++)
        if (self->columns[j] == column)
          columns[n++] = j;
    }

  return n;
}

/**
 * dwell_statistics_columns_set_visible:
 * @self: the columns
 * @column: one of them
 * @is_visible: whether it is shown
 */
void
dwell_statistics_columns_set_visible (DwellStatisticsColumns *self,
                                      DwellStatistic          column,
                                      gboolean                is_visible)
{
  g_return_if_fail (DWELL_IS_STATISTICS_COLUMNS (self));

  want (self, column, is_visible);
}

/**
 * dwell_statistics_columns_set_has_recorded:
 * @self: the columns
 * @has_recorded: whether the file brings statistics of its own, which then have columns too
 */
void
dwell_statistics_columns_set_has_recorded (DwellStatisticsColumns *self,
                                           gboolean                has_recorded)
{
  g_return_if_fail (DWELL_IS_STATISTICS_COLUMNS (self));

  self->has_recorded = has_recorded;

  for (guint i = 0; i < DWELL_N_STATISTICS; i++)
    {
      want (self, i, self->is_wanted[i]);
      if (self->checks[i] != NULL && is_recorded (i))
        gtk_widget_set_visible (self->checks[i], has_recorded);
    }
}

/**
 * dwell_statistics_columns_reset:
 * @self: the columns
 *
 * Shows the columns that are shown at first.
 */
void
dwell_statistics_columns_reset (DwellStatisticsColumns *self)
{
  g_return_if_fail (DWELL_IS_STATISTICS_COLUMNS (self));

  want_defaults (self);
  save (self);
}

/**
 * dwell_statistics_columns_fill_chooser:
 * @self: the columns
 * @grid: an empty grid
 *
 * Fills @grid, which has to live as long as the columns, with a check button for each column that
 * the user can choose. The name is always shown, and the context where rows differ by it.
 */
void
dwell_statistics_columns_fill_chooser (DwellStatisticsColumns *self,
                                       GtkGrid                *grid)
{
  const int n_rows = (DWELL_STATISTIC_DIFFERENCE - 2 + CHOOSER_COLUMNS - 1) / CHOOSER_COLUMNS;
  const int n_recorded_rows = (DWELL_N_STATISTICS - DWELL_STATISTIC_DIFFERENCE +
                               CHOOSER_COLUMNS - 1) / CHOOSER_COLUMNS;
  int n = 0;

  g_return_if_fail (DWELL_IS_STATISTICS_COLUMNS (self));

  for (guint i = 0; i < DWELL_N_STATISTICS; i++)
    {
      const DwellStatisticInfo *info = dwell_statistic_get_info (i);
      int place = (int) i - DWELL_STATISTIC_DIFFERENCE;

      if (i == DWELL_STATISTIC_NAME || i == DWELL_STATISTIC_CONTEXT)
        continue;

      self->checks[i] = gtk_check_button_new_with_label (_(info->title));
      gtk_widget_set_tooltip_text (self->checks[i], _(info->summary));
      gtk_widget_set_visible (self->checks[i], self->has_recorded || !is_recorded (i));
      gtk_check_button_set_active (GTK_CHECK_BUTTON (self->checks[i]), self->is_wanted[i]);
      g_signal_connect_object (self->checks[i], "toggled", G_CALLBACK (on_toggled), self,
                               G_CONNECT_SWAPPED);

      /* They stand apart from our own. */
      if (is_recorded (i) && place % n_recorded_rows == 0)
        gtk_widget_set_margin_top (self->checks[i], RECORDED_GAP);

      if (is_recorded (i))
        gtk_grid_attach (grid, self->checks[i], place / n_recorded_rows,
                         n_rows + place % n_recorded_rows, 1, 1);
      else
        gtk_grid_attach (grid, self->checks[i], n / n_rows, n % n_rows, 1, 1);
      n++;
    }
}
