/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The owners of a report's points: routines and calling contexts, by their ids in the file. A line
 * may refer to one that a later line defines. */
#pragma once

#include "core/dwell-builder.h"
#include "formats/aprof/dwell-aprof-line.h"
#include "formats/aprof/dwell-aprof-map.h"

G_BEGIN_DECLS

/* A routine. Its id may be in use before an r line defines it. */
typedef struct {
  guint64 id;
  guint64 line;         /* of the r line; before it is read, the first that refers to the routine */
  guint32 area;         /* DWELL_NONE: no r line yet */
  guint32 owner;        /* of its points; DWELL_NONE: it has none */
  guint8  is_favourite;
  guint8  has_context_points;
} DwellAprofRoutineEntry;

typedef struct {
  guint64 id;
  guint64 parent;       /* id, or DWELL_APROF_NO_PARENT */
  guint64 line;         /* of the x line; before it is read, the first that refers to the context */
  guint32 routine;      /* entry; before the x line is read, the routine that its points follow */
  guint32 owner;        /* of its points; DWELL_NONE: it has none */
  guint32 node;         /* stack node, once the tree is built */
  guint8  is_defined;   /* an x line defines it */
  guint8  is_favourite;
} DwellAprofContextEntry;

/* An owner of points: the entry of a routine or of a context. */
typedef struct {
  guint32  entry;
  gboolean is_context;
} DwellAprofOwner;

typedef struct {
  DwellBuilder *builder;
  DwellColumn  *routines;       /* DwellAprofRoutineEntry */
  DwellColumn  *contexts;       /* DwellAprofContextEntry */
  DwellColumn  *defined_contexts; /* guint32: entries in the order of x */
  DwellColumn  *owners;         /* DwellAprofOwner */
  DwellAprofMap routine_ids;
  DwellAprofMap context_ids;
  guint32       current;        /* the routine of the last r line, or DWELL_NONE */
  guint32       unknown_caller; /* node, or DWELL_NONE */
} DwellAprofOwners;

void     dwell_aprof_owners_init            (DwellAprofOwners         *self,
                                             DwellBuilder             *builder);
void     dwell_aprof_owners_clear           (DwellAprofOwners         *self);
gboolean dwell_aprof_owners_reserve         (DwellAprofOwners         *self,
                                             gsize                     n_lines,
                                             GError                  **error);
void     dwell_aprof_owners_take_routine    (DwellAprofOwners         *self,
                                             const DwellAprofRoutine  *routine,
                                             guint64                   line);
void     dwell_aprof_owners_take_name       (DwellAprofOwners         *self,
                                             guint64                   id,
                                             const DwellScan          *name,
                                             gboolean                  is_u,
                                             guint64                   line);
void     dwell_aprof_owners_take_context    (DwellAprofOwners         *self,
                                             const DwellAprofContext  *context,
                                             guint64                   line);
guint32  dwell_aprof_owners_get             (DwellAprofOwners         *self,
                                             guint64                   id,
                                             gboolean                  is_context,
                                             guint64                   line);
gboolean dwell_aprof_owners_finish          (DwellAprofOwners         *self,
                                             GError                  **error);
gboolean dwell_aprof_owners_mark_favourites (DwellAprofOwners         *self,
                                             DwellScan                 bookmarks,
                                             guint64                   line,
                                             GError                  **error);
gboolean dwell_aprof_owners_add_nodes       (DwellAprofOwners         *self,
                                             guint32                   thread,
                                             GError                  **error);

G_END_DECLS
