/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkTextTag *dwell_template_colours_get (GtkTextBuffer *buffer,
                                        const char    *macro);
GdkRGBA     dwell_template_colours_mix (const char    *macro);

G_END_DECLS
