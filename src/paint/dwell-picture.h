/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes pictures to streams. One drawing function serves PNG, SVG and PDF. */
#pragma once

#include <cairo.h>
#include <gio/gio.h>
#include <pango/pangocairo.h>

G_BEGIN_DECLS

/* The font of pictures, because the desktop's font is not known on a worker or in the command line.
 * The first family that is installed is used. */
#define DWELL_PICTURE_FONT "Adwaita Sans, Cantarell, Sans 11"

typedef enum {
  DWELL_PICTURE_PNG,
  DWELL_PICTURE_SVG,
  DWELL_PICTURE_PDF,
} DwellPictureType;

/* Draws a picture of @width × @height px. */
typedef void (*DwellDrawFunc) (cairo_t  *cr,
                               int       width,
                               int       height,
                               gpointer  user_data);

gboolean      dwell_picture_write        (GOutputStream     *stream,
                                          DwellPictureType   type,
                                          int                width,
                                          int                height,
                                          DwellDrawFunc      draw,
                                          gpointer           user_data,
                                          GCancellable      *cancellable,
                                          GError           **error);
DwellPictureType dwell_picture_get_type  (const char        *path);
gboolean         dwell_picture_has_type  (const char        *path);
PangoContext *dwell_picture_make_context (cairo_t           *cr) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
