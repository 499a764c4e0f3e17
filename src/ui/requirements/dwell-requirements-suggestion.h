/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "model/view/dwell-view.h"

G_BEGIN_DECLS

void dwell_requirements_suggestion_ask (GtkWidget *from,
                                        DwellView *view);

G_END_DECLS
