/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The labels of an LMS file as a tree by their dots: "default.importer" below "default". A node
 * without an area is only a prefix, which no process is called by. */
#pragma once

#include "core/dwell-builder.h"
#include "formats/lms/dwell-lms-rows.h"

G_BEGIN_DECLS

typedef struct _DwellLmsNode DwellLmsNode;

struct _DwellLmsNode
{
  /* What every begin looks at fills one line of the processor's cache. */
  DwellLmsRows *rows;     /* that its spans may use: its own, or its runtime's */
  DwellLmsNode *parent;   /* or NULL */
  DwellLmsRows  own_rows;
  guint32       area;     /* DWELL_NONE: only a prefix */
  guint32       name;     /* string of the trace */

  guint32       track;
  GArray       *ids;    /* for pairing: those ever called so, as guint64; NULL for a prefix */
};

typedef struct {
  DwellBuilder *builder;
  gboolean      is_packed; /* rows are a runtime's, not a label's */
  guint32       context;
  GHashTable   *nodes;     /* set of DwellLmsNode by parent and last segment, owned */
  DwellStrings *segments;  /* what stands between dots */
  GHashTable   *runtimes;  /* name → its track and rows */
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
guint32       dwell_lms_labels_add_row  (DwellLmsLabels  *self,
                                         DwellLmsNode    *node);

G_END_DECLS
