/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "model/view/dwell-view.h"

G_BEGIN_DECLS

void dwell_requiring_ask (GtkWidget *from,
                          DwellView *view,
                          guint32    area);

G_END_DECLS
