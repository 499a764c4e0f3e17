/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The render nodes that a timeline reuses in the next frame: GTK compares the nodes of two frames
 * and draws again only where they differ. */
#pragma once

#include <gtk/gtk.h>

#include "paint/dwell-timeline-painter.h"

G_BEGIN_DECLS

typedef struct {
  DwellTimelineScene scene;        /* the scene that the nodes show; its pointers may be dangling */
  GskRenderNode     *lanes;        /* NULL: must be drawn; likewise the others */
  GskRenderNode     *texts;
  GskRenderNode     *veiled_texts; /* of all lanes, as outside the selection */
  GskRenderNode     *pointers;
  GPtrArray         *tiles;        /* of the texts, three for each place; NULL: not made yet */
} DwellTimelineNodes;

void dwell_timeline_nodes_clear    (DwellTimelineNodes       *self);
void dwell_timeline_nodes_snapshot (DwellTimelineNodes       *self,
                                    DwellTimelinePainter     *painter,
                                    const DwellTimelineScene *scene,
                                    GtkSnapshot              *snapshot);

G_END_DECLS
