/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels for names and other texts from files: cut, because GTK lays out a wrapping label more than
 * a hundred times. The name of a function may continue on the next line between its parts, never
 * within a word. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* As much of a value, such as a message, as is shown; it is copied in full. */
#define DWELL_VALUE_MAX_CHARS 1000

void dwell_name_breaks_show (GtkLabel   *label,
                             const char *text,
                             glong       max_chars);
PangoAttrList *_dwell_name_breaks_find (const char *text) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
