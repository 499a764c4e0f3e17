/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void dwell_export_text_take (GtkEditable *editable,
                             const char  *text);

G_END_DECLS
