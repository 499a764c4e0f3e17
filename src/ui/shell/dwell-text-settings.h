/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void dwell_text_settings_follow (GtkApplication *application);

G_END_DECLS
