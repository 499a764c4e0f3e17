/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The labels of an LMS file as a tree by their dots: "default.importer" below "default". A node
 * without an area is only a prefix, which no process is called by. */
#pragma once

#include "core/dwell-builder.h"
#include "formats/lms/dwell-lms-rows.h"

G_BEGIN_DECLS

typedef struct {
  guint32 area;   /* DWELL_NONE: only a prefix */
  guint32 name;   /* string of the trace */
  guint32 track;
  guint32 rows;   /* index into all rows */
  guint32 parent; /* node, or DWELL_NONE */
  guint32 top;    /* for the reader: its open interval that was begun last, or DWELL_NONE */
} DwellLmsNode;

typedef struct {
  DwellBuilder *builder;
  gboolean      is_packed;   /* one DwellLmsRows a runtime, not one a label */
  guint32       context;
  GArray       *nodes;       /* DwellLmsNode */
  GArray       *rows;        /* DwellLmsRows */
  DwellStrings *segments;    /* what stands between dots */
  GHashTable   *node_ids;    /* (parent node, segment) as guint64 → node + 1 */
  GHashTable   *track_ids;   /* name of a runtime → index into tracks + 1 */
  GArray       *tracks;      /* RuntimeTrack */
} DwellLmsLabels;

void    dwell_lms_labels_init  (DwellLmsLabels *self,
                                DwellBuilder   *builder,
                                gboolean        is_packed);
void    dwell_lms_labels_clear (DwellLmsLabels *self);
gboolean dwell_lms_labels_has_room (DwellLmsLabels *self,
                                    gsize           n_more,
                                    GError        **error);
guint32 dwell_lms_labels_add   (DwellLmsLabels *self,
                                const char     *label,
                                gsize           length);
guint32 dwell_lms_labels_add_row (DwellLmsLabels *self,
                                  guint32         node);

static inline DwellLmsNode *
dwell_lms_labels_get (DwellLmsLabels *self,
                      guint32         node)
{
  return &g_array_index (self->nodes, DwellLmsNode, node);
}

static inline DwellLmsRows *
dwell_lms_labels_get_rows (DwellLmsLabels *self,
                           guint32         node)
{
  return &g_array_index (self->rows, DwellLmsRows, dwell_lms_labels_get (self, node)->rows);
}

G_END_DECLS
