/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the name of a function may continue on the next line: between its parts, never within a
 * word. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void dwell_name_breaks_apply (GtkLabel *label);

G_END_DECLS
