/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

gboolean dwell_closing_close_tab    (AdwTabView *tabs,
                                     AdwTabPage *tab);
gboolean dwell_closing_close_window (GtkWindow  *window,
                                     AdwTabView *tabs);

G_END_DECLS
