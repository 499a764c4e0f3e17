/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of a timeline in files: title, ruler, gutter and lanes. What does not fit below is told
 * in the last line rather than cut off in silence. The file appears whole or not at all. */
#include "config.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "paint/dwell-timeline-private.h"

#define USUAL_GUTTER 200
#define PICTURE_FONT "Adwaita Sans, Cantarell, Sans 11"
#define MORE_HEIGHT  24

/* What cairo's image surfaces can hold. */
#define MAX_SIZE 32767

typedef struct {
  GOutputStream *stream;
  GError        *error;
} Sink;

static cairo_status_t
write_bytes (gpointer      data,
             const guchar *bytes,
             guint         length)
{
  Sink *sink = data;

  if (sink->error == NULL &&
      g_output_stream_write_all (sink->stream, bytes, length, NULL, NULL, &sink->error))
    return CAIRO_STATUS_SUCCESS;

  return CAIRO_STATUS_WRITE_ERROR;
}

/* How many tracks begin at or below @height. */
static guint
count_tracks_below (const GArray *lanes,
                    double        height)
{
  guint n = 0;

  for (guint i = 0; i < lanes->len; i++)
    {
      const DwellLane *lane = &g_array_index (lanes, DwellLane, i);

      if (lane->y + DWELL_LANE_HEADER_HEIGHT > height)
        n += lane->n_tracks;
    }

  return n;
}

static void
draw_line (DwellTimelinePainter *painter,
           cairo_t              *cr,
           DwellFont             font,
           const char           *text,
           const DwellColour    *colour,
           int                   width,
           double                y,
           double                height)
{
  const DwellLabel *label = dwell_labels_get (painter->labels, font, text, MAX (width - 24, 10));

  dwell_set_colour (cr, colour);
  dwell_label_draw (label, cr, 12, y + floor ((height - label->height) / 2));
}

static DwellTimelinePainter *
make_painter (cairo_t *cr)
{
  PangoContext *context = pango_cairo_create_context (cr);
  PangoFontDescription *font = pango_font_description_from_string (PICTURE_FONT);
  DwellTimelinePainter *painter;

  pango_context_set_font_description (context, font);
  painter = dwell_timeline_painter_new (context);
  pango_font_description_free (font);
  g_object_unref (context);

  return painter;
}

static void
draw_picture (cairo_t                  *cr,
              int                       width,
              int                       height,
              const DwellTimelineScene *original,
              const char               *title)
{
  DwellTimelinePainter *painter = make_painter (cr);
  DwellTimelineScene scene = *original;
  double top = title != NULL ? DWELL_PICTURE_TITLE_HEIGHT : 0;
  guint n_more;

  if (scene.gutter <= 0)
    scene.gutter = MIN (USUAL_GUTTER, width / 4);

  scene.scale.width = MAX (width - scene.gutter, 1);
  scene.height = MAX (height - top - DWELL_RULER_HEIGHT, 0);
  n_more = count_tracks_below (scene.lanes, scene.height + scene.scroll_y);

  if (n_more > 0 && scene.height > MORE_HEIGHT)
    {
      scene.height -= MORE_HEIGHT;
      n_more = count_tracks_below (scene.lanes, scene.height + scene.scroll_y);
    }

  dwell_set_colour (cr, &scene.palette->band);
  cairo_paint (cr);

  if (title != NULL)
    draw_line (painter, cr, DWELL_FONT_TITLE, title, &scene.palette->text, width, 0, top);

  cairo_translate (cr, 0, top);
  dwell_timeline_painter_draw_ruler (painter, cr, &scene);
  cairo_translate (cr, 0, DWELL_RULER_HEIGHT);
  dwell_timeline_painter_draw_lanes (painter, cr, &scene);

  if (n_more > 0)
    {
      g_autofree char *text = g_strdup_printf (ngettext ("%u more track below",
                                                         "%u more tracks below", n_more), n_more);

      draw_line (painter, cr, DWELL_FONT_BAR, text, &scene.palette->dim_text, width, scene.height,
                 MORE_HEIGHT);
    }

  dwell_timeline_painter_free (painter);
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

/**
 * dwell_timeline_write_picture:
 * @path: the file to write
 * @type: in which format
 * @width: px
 * @height: px
 * @scene: what; gutter, the scale's width and the height are fitted to the picture
 * @title: (nullable): a headline
 * @error: set if the file could not be written, or is too large for a picture
 *
 * Writes a picture of the timeline: headline, ruler, names and as many lanes as fit. The file is
 * replaced only once the picture is whole.
 *
 * Returns: whether it was written
 */
gboolean
dwell_timeline_write_picture (const char                *path,
                              DwellPictureType           type,
                              int                        width,
                              int                        height,
                              const DwellTimelineScene  *scene,
                              const char                *title,
                              GError                   **error)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GCancellable) dropped = g_cancellable_new ();
  g_autoptr(GFileOutputStream) stream = NULL;
  Sink sink = { 0 };
  cairo_surface_t *surface;
  cairo_status_t status;
  cairo_t *cr;

  if (width < 1 || height < 1 || width > MAX_SIZE || height > MAX_SIZE)
    {
      g_set_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT,
                   _("a picture can be 1 to %d pixels wide and high"), MAX_SIZE);
      return FALSE;
    }

  stream = g_file_replace (file, NULL, FALSE, G_FILE_CREATE_REPLACE_DESTINATION, NULL, error);
  if (stream == NULL)
    return FALSE;

  sink.stream = G_OUTPUT_STREAM (stream);
  surface = make_surface (type, width, height, &sink);
  cr = cairo_create (surface);
  draw_picture (cr, width, height, scene, title);
  status = cairo_status (cr);
  cairo_destroy (cr);

  if (status == CAIRO_STATUS_SUCCESS && type == DWELL_PICTURE_PNG)
    status = cairo_surface_write_to_png_stream (surface, write_bytes, &sink);

  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);

  if (status == CAIRO_STATUS_SUCCESS && sink.error == NULL)
    return g_output_stream_close (sink.stream, NULL, error);

  /* Closed as cancelled, the stream drops what was written and leaves the old file. */
  g_cancellable_cancel (dropped);
  g_output_stream_close (sink.stream, dropped, NULL);

  if (sink.error != NULL)
    g_propagate_error (error, sink.error);
  else
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, cairo_status_to_string (status));

  return FALSE;
}
