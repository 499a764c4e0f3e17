/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes an image surface as PNG, on all processors. */
#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

cairo_status_t dwell_png_write (cairo_surface_t    *surface,
                                cairo_write_func_t  write,
                                gpointer            closure);

G_END_DECLS
