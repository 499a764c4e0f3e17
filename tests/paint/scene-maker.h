/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scenes for the painter's tests: a trace, its lanes and all that a scene points to, in one. */
#pragma once

#include "core/dwell-builder.h"
#include "paint/dwell-timeline-painter.h"

typedef struct {
  DwellTimelineScene scene;
  DwellTrace        *trace;
  DwellLayoutIndex  *layout;
  GArray            *lanes;
} SceneMaker;

/* A builder with @n_tracks tracks named @track_name, of @n_rows rows each (numbered track after
 * track), and as many areas as there are names, ended by NULL. */
DwellBuilder *scene_maker_builder (guint              n_tracks,
                                   guint              n_rows,
                                   const char        *track_name,
                                   const char * const *names);
void          scene_maker_add     (DwellBuilder      *builder,
                                   guint32            row,
                                   guint32            area,
                                   gint64             begin,
                                   gint64             end,
                                   guint              flags);
/* Returns the span. */
guint32       scene_maker_add_child (DwellBuilder    *builder,
                                   guint32            row,
                                   guint32            area,
                                   guint32            parent,
                                   gint64             begin,
                                   gint64             end);
/* A scene of the whole trace; @builder is freed. */
SceneMaker   *scene_maker_new     (DwellBuilder      *builder,
                                   double             width,
                                   double             height);
void          scene_maker_free    (SceneMaker        *self);
DwellTimelinePainter *scene_maker_painter (void);
/* The lanes as a picture. */
cairo_surface_t *scene_maker_draw (SceneMaker        *self,
                                   int                scale_factor);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SceneMaker, scene_maker_free)
