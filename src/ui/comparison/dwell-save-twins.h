/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "model/comparison/dwell-time-link.h"

G_BEGIN_DECLS

void dwell_save_twins (GtkWidget     *from,
                       DwellTimeLink *link);

G_END_DECLS
