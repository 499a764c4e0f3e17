/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small random traces with all that is awkward: recursion, siblings that overlap, spans without
 * length, equal times, missing begins and ends, doubtful spans, contexts out of step. */
#pragma once

#include "core/dwell-builder.h"

G_BEGIN_DECLS

typedef struct {
  guint    n_spans;
  guint    n_contexts;
  guint    n_areas;
  guint    n_marks;
  gint64   base;       /* ns, where the axis begins */
  gint64   step;       /* ns, that times are multiples of */
  gboolean has_flags;  /* incomplete, doubtful and clamped spans */
  gboolean is_nested;  /* a stack a context, rows are depths */
  gboolean has_suspensions; /* spans are suspended now and then; never chosen by itself */
} RandomTraceShape;

void        random_trace_choose_shape (GRand                  *rand,
                                       RandomTraceShape       *shape);
DwellTrace *random_trace_new          (GRand                  *rand,
                                       const RandomTraceShape *shape) G_GNUC_WARN_UNUSED_RESULT;
guint32     random_trace_new_seed     (void);

G_END_DECLS
