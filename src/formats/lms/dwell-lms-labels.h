/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The labels of an LMS file as a tree: "default.importer" is below "default". A node without an
 * area is a prefix of labels, but not a label itself. */
#pragma once

#include "core/dwell-builder.h"
#include "formats/lms/dwell-lms-rows.h"

G_BEGIN_DECLS

typedef struct _DwellLmsNode DwellLmsNode;

struct _DwellLmsNode
{
  /* The fields that are read at every begin fit into one cache line. */
  DwellLmsRows *rows;     /* for its spans: its own, or those of its runtime */
  DwellLmsNode *parent;   /* (nullable) */
  DwellLmsRows  own_rows;
  guint32       area;     /* DWELL_NONE: it is only a prefix */
  guint32       name;     /* string id */

  guint32       track;
  GArray       *ids;      /* guint64: all ids that ever had this label; NULL for a prefix */
};

typedef struct {
  DwellBuilder *builder;
  gboolean      is_packed; /* the labels of a runtime share rows */
  guint32       context;
  guint32       n_labels;
  DwellLmsNode *rest;      /* (nullable): replaces the labels beyond the limit */
  GHashTable   *nodes;     /* (owned): set of DwellLmsNode, by parent and last segment */
  DwellStrings *segments;  /* the parts between dots */
  GHashTable   *runtimes;  /* name → track and rows */
} DwellLmsLabels;

void          dwell_lms_labels_init     (DwellLmsLabels  *self,
                                         DwellBuilder    *builder,
                                         gboolean         is_packed);
void          dwell_lms_labels_clear    (DwellLmsLabels  *self);
gboolean      dwell_lms_labels_has_room (DwellLmsLabels  *self,
                                         gsize            n_more,
                                         GError         **error);
DwellLmsNode *dwell_lms_labels_add      (DwellLmsLabels  *self,
                                         const char      *label,
                                         gsize            length);
DwellLmsNode **dwell_lms_labels_by_area (DwellLmsLabels  *self) G_GNUC_WARN_UNUSED_RESULT;
guint32       dwell_lms_labels_add_row  (DwellLmsLabels  *self,
                                         DwellLmsNode    *node);

G_END_DECLS
