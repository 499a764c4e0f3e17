/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a page shows instead of what it is for. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows @state; instead of "empty", if the page is so for want of memory, that. */
void dwell_page_states_show (GtkStack   *states,
                             const char *state,
                             gboolean    has_lacked);

G_END_DECLS
