/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "model/dwell-session.h"

G_BEGIN_DECLS

void dwell_save_table (GtkWidget    *from,
                       DwellSession *session,
                       const char   *what,
                       char         *text);

G_END_DECLS
