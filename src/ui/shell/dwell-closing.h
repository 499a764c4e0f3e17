/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/shell/dwell-session-page.h"

G_BEGIN_DECLS

gboolean dwell_closing_close_tab    (AdwTabView       *tabs,
                                     AdwTabPage       *tab);
gboolean dwell_closing_close_window (GtkWindow        *window,
                                     AdwTabView       *tabs);
void     dwell_closing_close        (DwellSessionPage *content);
gboolean dwell_closing_has_tab      (DwellSessionPage *content);

G_END_DECLS
