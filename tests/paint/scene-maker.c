/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "scene-maker.h"

DwellBuilder *
scene_maker_builder (guint               n_tracks,
                     guint               n_rows,
                     const char         *track_name,
                     const char * const *names)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS | DWELL_TABLE_MARKS);

  for (guint i = 0; names[i] != NULL; i++)
    {
      DwellArea area = { .parent = DWELL_NONE, .line = i + 1 };

      area.name = dwell_strings_intern (builder->strings, names[i], -1);
      area.file = dwell_strings_intern_bytes (builder->strings, (const char *) &"abcdefgh"[i % 8],
                                              1, DWELL_CHARSET_CP437);
      area.has_value = TRUE;
      area.value = i;
      dwell_builder_add_area (builder, &area);
    }

  for (guint i = 0; i < n_tracks; i++)
    {
      guint32 context = dwell_builder_add_context (builder, track_name, DWELL_CONTEXT_THREAD, i,
                                                   DWELL_NONE);
      guint32 track = dwell_builder_add_track (builder, track_name, context, FALSE);

      for (guint row = 0; row < n_rows; row++)
        dwell_builder_add_row (builder, track, 0);
    }

  return builder;
}

void
scene_maker_add (DwellBuilder *builder,
                 guint32       row,
                 guint32       area,
                 gint64        begin,
                 gint64        end,
                 guint         flags)
{
  guint32 span;

  g_assert_true (dwell_builder_reserve_spans (builder, 1, NULL));
  span = dwell_builder_open_span (builder, area, row, DWELL_NONE, begin);
  dwell_builder_close_span (builder, span, end, flags);
}

guint32
scene_maker_add_child (DwellBuilder *builder,
                       guint32       row,
                       guint32       area,
                       guint32       parent,
                       gint64        begin,
                       gint64        end)
{
  guint32 span;

  g_assert_true (dwell_builder_reserve_spans (builder, 1, NULL));
  span = dwell_builder_open_span (builder, area, row, parent, begin);
  dwell_builder_close_span (builder, span, end, 0);
  return span;
}

SceneMaker *
scene_maker_new (DwellBuilder *builder,
                 double        width,
                 double        height)
{
  SceneMaker *self = g_new0 (SceneMaker, 1);
  DwellTrace *trace = dwell_builder_finish (builder);
  g_autofree guint32 *order = g_new (guint32, trace->n_tracks + 1);
  g_autofree guint8 *states = g_new0 (guint8, trace->n_tracks + 1);

  for (guint32 i = 0; i < trace->n_tracks; i++)
    order[i] = i;

  self->trace = trace;
  self->layout = dwell_layout_index_new (trace, NULL);
  self->lanes = dwell_lanes_new (trace, order, states, FALSE);
  self->scene.trace = trace;
  self->scene.layout = self->layout;
  self->scene.lanes = self->lanes;
  self->scene.scale = (DwellScale) { trace->begin, trace->end, width };
  self->scene.height = height;
  self->scene.palette = dwell_palette_get (FALSE, FALSE);
  self->scene.focus_span = DWELL_NONE;
  self->scene.focus_mark = DWELL_NONE;
  self->scene.hover_span = DWELL_NONE;
  self->scene.focus_area = DWELL_NONE;

  return self;
}

void
scene_maker_free (SceneMaker *self)
{
  g_array_unref (self->lanes);
  dwell_layout_index_unref (self->layout);
  dwell_trace_unref (self->trace);
  g_free (self);
}

DwellTimelinePainter *
scene_maker_painter (void)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  DwellTimelinePainter *painter = dwell_timeline_painter_new (context);

  g_object_unref (context);
  return painter;
}

cairo_surface_t *
scene_maker_draw (SceneMaker *self,
                  int         scale_factor)
{
  double width = self->scene.gutter + self->scene.scale.width;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24,
                                                         (int) ceil (width) * scale_factor,
                                                         (int) self->scene.height * scale_factor);
  g_autoptr(DwellTimelinePainter) painter = scene_maker_painter ();
  cairo_t *cr;

  cairo_surface_set_device_scale (surface, scale_factor, scale_factor);
  cr = cairo_create (surface);
  dwell_timeline_painter_draw_lanes (painter, cr, &self->scene);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);

  return surface;
}
