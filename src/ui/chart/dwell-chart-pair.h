/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A widget that lays out charts that are read together in the same size. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DWELL_TYPE_CHART_PAIR (dwell_chart_pair_get_type ())

G_DECLARE_FINAL_TYPE (DwellChartPair, dwell_chart_pair, DWELL, CHART_PAIR, GtkWidget)

G_END_DECLS
