/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "model/dwell-statistics-list.h"

G_BEGIN_DECLS

#define DWELL_TYPE_STATISTICS_COLUMNS (dwell_statistics_columns_get_type ())
G_DECLARE_FINAL_TYPE (DwellStatisticsColumns, dwell_statistics_columns,
                      DWELL, STATISTICS_COLUMNS, GObject)

/* Signal: sort-changed (int statistic, boolean descending). */
DwellStatisticsColumns *
     dwell_statistics_columns_new          (GtkColumnView *table) G_GNUC_WARN_UNUSED_RESULT;
void dwell_statistics_columns_sort         (DwellStatisticsColumns *self,
                                            DwellStatistic          by,
                                            gboolean                descending);
guint dwell_statistics_columns_get_visible (DwellStatisticsColumns *self,
                                            DwellStatistic         *columns);
void dwell_statistics_columns_set_visible  (DwellStatisticsColumns *self,
                                            DwellStatistic          column,
                                            gboolean                is_visible);
void dwell_statistics_columns_set_has_recorded (DwellStatisticsColumns *self,
                                                gboolean                has_recorded);
void dwell_statistics_columns_reset        (DwellStatisticsColumns *self);
void dwell_statistics_columns_fill_chooser (DwellStatisticsColumns *self,
                                            GtkGrid                *grid);

G_END_DECLS
