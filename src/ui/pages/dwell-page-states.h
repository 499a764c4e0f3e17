/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void dwell_page_states_show (GtkStack   *states,
                             const char *state,
                             gboolean    has_lacked);

G_END_DECLS
