/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files that join traces. */
#pragma once

#include "core/dwell-builder.h"
#include "core/dwell-join.h"

G_BEGIN_DECLS

/* The file being copied, and the numbers that its elements have in the joined trace. */
typedef struct {
  DwellBuilder     *builder;
  const DwellTrace *trace;
  const char       *name;     /* the file's */
  gint64            offset;   /* ns from the joined zero to this file's */
  GHashTable       *taken;    /* names of outermost contexts of all files */
  guint32          *strings;  /* 0 = not there yet (or empty) */
  guint32          *areas;    /* DWELL_NONE = not there yet */
  guint32          *contexts;
  guint32           first_track;
  guint32           first_row;
  guint32           first_span;
  guint32          *nodes;    /* stack nodes */
  guint32           apart;    /* string: module of routines that are kept apart; or 0 */
  guint32           size_factor; /* sizes of cost points are multiplied by it */
} DwellJoinCopy;

/* The joined trace's number of a string. */
static inline guint32
_dwell_join_copy_string (DwellJoinCopy *copy,
                         guint32        id)
{
  if (id != 0 && copy->strings[id] == 0)
    copy->strings[id] = dwell_strings_intern (copy->builder->strings,
                                              dwell_trace_get_string (copy->trace, id), -1);

  return copy->strings[id];
}

/* The same of the name of a module or file, in the spelling of the joined trace. */
static inline guint32
_dwell_join_copy_module (DwellJoinCopy *copy,
                         guint32        id)
{
  return dwell_builder_spell_module (copy->builder, _dwell_join_copy_string (copy, id));
}

/* All areas, parents first. */
void     _dwell_join_copy_areas  (DwellJoinCopy  *copy);
void     _dwell_join_copy_track_kind (DwellJoinCopy    *copy,
                                      const DwellTrack *track,
                                      guint32           number);
/* The arguments of a span or a mark; returns the first of the copy. */
guint32  _dwell_join_copy_args   (DwellJoinCopy  *copy,
                                  guint32         arg);
/* Cost points @first to @end of the file. */
gboolean _dwell_join_copy_points (DwellJoinCopy  *copy,
                                  guint32         first,
                                  guint32         end,
                                  GError        **error);

/* Weights: stack nodes, lines, records, cost points. Call the first function before areas are
 * copied, the second when everything else of all files was copied. */
void     _dwell_join_compare (DwellJoinCopy  *copies,
                              guint           n_copies);
gboolean _dwell_join_weights (DwellJoinCopy  *copies,
                              guint           n_copies,
                              GError        **error);

G_END_DECLS
