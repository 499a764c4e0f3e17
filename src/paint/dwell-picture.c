/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes pictures to streams. */
#include "config.h"

#include "paint/dwell-picture.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-memory.h"
#include "paint/dwell-png.h"

/* Largest width and height of PNG, whose image surface is limited by cairo, and of SVG and PDF,
 * px. */
#define MAX_SIZE         32767
#define MAX_DRAWING_SIZE 1048576

/* Memory for text: the fonts, and the stacks of two threads. Pango starts them to search for fonts,
 * and ends the program if it cannot. */
#define TEXT_BYTES ((gsize) 24 << 20)

typedef struct {
  GOutputStream *stream;
  GCancellable  *cancellable;
  GError        *error;
} Sink;

static cairo_status_t
write_bytes (gpointer      data,
             const guchar *bytes,
             guint         length)
{
  Sink *sink = data;

  if (sink->error == NULL &&
      g_output_stream_write_all (sink->stream, bytes, length, NULL, sink->cancellable,
                                 &sink->error))
    return CAIRO_STATUS_SUCCESS;

  return CAIRO_STATUS_WRITE_ERROR;
}

static cairo_surface_t *
make_surface (DwellPictureType type,
              int              width,
              int              height,
              Sink            *sink)
{
  switch (type)
    {
    case DWELL_PICTURE_SVG:
      return cairo_svg_surface_create_for_stream (write_bytes, sink, width, height);
    case DWELL_PICTURE_PDF:
      return cairo_pdf_surface_create_for_stream (write_bytes, sink, width, height);
    case DWELL_PICTURE_PNG:
    default:
      return cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
    }
}

/* Draws on a surface of @type and writes its bytes to @sink. */
static cairo_status_t
draw_surface (DwellPictureType  type,
              int               width,
              int               height,
              DwellDrawFunc     draw,
              gpointer          user_data,
              Sink             *sink)
{
  cairo_surface_t *surface = make_surface (type, width, height, sink);
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  draw (cr, width, height, user_data);
  status = cairo_status (cr);
  cairo_destroy (cr);

  if (status == CAIRO_STATUS_SUCCESS && type == DWELL_PICTURE_PNG)
    status = dwell_png_write (surface, write_bytes, sink);

  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  return status;
}

/**
 * dwell_picture_write:
 * @stream: where to
 * @type: of the picture
 * @width: px
 * @height: px
 * @draw: (scope call): draws the picture
 * @user_data: for @draw
 * @cancellable: (nullable): stops the writing
 * @error: set if it could not be written, or the size is more than a picture can have
 *
 * Writes a picture. May be called on any thread.
 *
 * Returns: whether all of it was written
 */
gboolean
dwell_picture_write (GOutputStream     *stream,
                     DwellPictureType   type,
                     int                width,
                     int                height,
                     DwellDrawFunc      draw,
                     gpointer           user_data,
                     GCancellable      *cancellable,
                     GError           **error)
{
  Sink sink = { .stream = stream, .cancellable = cancellable };
  cairo_status_t status;
  int max_size = type == DWELL_PICTURE_PNG ? MAX_SIZE : MAX_DRAWING_SIZE;

  if (width < 1 || height < 1 || width > max_size || height > max_size)
    {
      g_set_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT,
                   _("a picture can be 1 to %d pixels wide and high"), max_size);
      return FALSE;
    }

  if (!dwell_memory_check (TEXT_BYTES, error))
    return FALSE;

  status = draw_surface (type, width, height, draw, user_data, &sink);
  if (status == CAIRO_STATUS_SUCCESS && sink.error == NULL)
    return !g_cancellable_set_error_if_cancelled (cancellable, error);

  if (sink.error != NULL)
    g_propagate_error (error, sink.error);
  else
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, cairo_status_to_string (status));

  return FALSE;
}

static const struct {
  const char       *suffix;
  DwellPictureType  type;
} suffixes[] = {
  { ".png", DWELL_PICTURE_PNG }, { ".svg", DWELL_PICTURE_SVG }, { ".pdf", DWELL_PICTURE_PDF },
};

/* Returns FALSE, and leaves @type as it is, if no type has that suffix. */
static gboolean
find_type (const char       *path,
           DwellPictureType *type)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (lower, suffixes[i].suffix))
      {
        *type = suffixes[i].type;
        return TRUE;
      }

  return FALSE;
}

/**
 * dwell_picture_get_type:
 * @path: (type filename): the name of a file
 *
 * Returns: the type that its suffix names, in any case; PNG if it names none
 */
DwellPictureType
dwell_picture_get_type (const char *path)
{
  DwellPictureType type = DWELL_PICTURE_PNG;

  find_type (path, &type);
  return type;
}

/**
 * dwell_picture_has_type:
 * @path: the name of a file
 *
 * Returns: whether its suffix is that of a picture that can be written
 */
gboolean
dwell_picture_has_type (const char *path)
{
  DwellPictureType type;

  return find_type (path, &type);
}

/**
 * dwell_picture_make_context:
 * @cr: the cairo context of the picture
 *
 * Returns: (transfer full): a Pango context with the font of pictures
 */
PangoContext *
dwell_picture_make_context (cairo_t *cr)
{
  PangoContext *context = pango_cairo_create_context (cr);
  PangoFontDescription *font = pango_font_description_from_string (DWELL_PICTURE_FONT);

  pango_context_set_font_description (context, font);
  pango_font_description_free (font);
  return context;
}
