/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "model/dwell-cost-list.h"

G_BEGIN_DECLS

void     dwell_costs_columns_add  (GtkColumnView        *table,
                                   GtkColumnViewColumn **columns);
gboolean dwell_costs_columns_show (GtkColumnViewColumn **columns,
                                   DwellCosts           *costs);

G_END_DECLS
