/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be written of any trace: functions, their lines, and arcs. They are taken from the file
 * if it has them, else from the call tree. */
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
  GArray     *functions; /* DwellCallgrindSum, the greatest self cost first */
  GArray     *lines;     /* DwellLineWeight, by function, file and line */
  GArray     *arcs;      /* DwellCallArc, by caller, in the order in which they were found */
  gint64      total;     /* of the self costs of all functions */
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

/* The weight of a line of a function, in the unit of the trace. */
static inline gint64
dwell_callgrind_sums_get_line (const DwellCallgrindSums *self,
                               const DwellLineWeight    *line)
{
  return self->are_times ? line->time : (gint64) MIN (line->hits, (guint64) G_MAXINT64);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellCallgrindSums, dwell_callgrind_sums_free)

G_END_DECLS
