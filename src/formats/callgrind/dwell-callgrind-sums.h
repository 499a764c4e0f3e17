/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of any trace can be written: functions, their lines, and arcs. They are those of the file,
 * if it tells them, else of the call tree. */
#pragma once

#include "analysis/tree/dwell-tree.h"

G_BEGIN_DECLS

typedef struct {
  guint32 area;
  gint64  self;
  guint32 first_line; /* into lines */
  guint32 n_lines;
  guint32 first_arc;  /* into arcs */
  guint32 n_arcs;
} DwellCallgrindSum;

typedef struct {
  GArray     *functions; /* DwellCallgrindSum, the greatest self first */
  GArray     *lines;     /* DwellLineWeight, by function, file and line */
  GArray     *arcs;      /* DwellCallArc, by caller, in the order they were met */
  gint64      total;     /* of all selves */
  const char *unit;
  gboolean    are_times;
} DwellCallgrindSums;

DwellCallgrindSums *dwell_callgrind_sums_new  (DwellTrace          *trace,
                                               gint64               begin,
                                               gint64               end,
                                               GCancellable        *cancellable,
                                               GError             **error)
                                              G_GNUC_WARN_UNUSED_RESULT;
DwellCallgrindSums *dwell_callgrind_sums_new_part (const DwellTree   *tree,
                                                   guint32            root,
                                                   GError           **error)
                                                  G_GNUC_WARN_UNUSED_RESULT;
void                dwell_callgrind_sums_free (DwellCallgrindSums  *self);

/* What the lines of a function weigh, in the unit of the trace. */
static inline gint64
dwell_callgrind_sums_get_line (const DwellCallgrindSums *self,
                               const DwellLineWeight    *line)
{
  return self->are_times ? line->time : (gint64) MIN (line->hits, (guint64) G_MAXINT64);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellCallgrindSums, dwell_callgrind_sums_free)

G_END_DECLS
