/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whose points a report tells: its routines and calling contexts, by the ids of the file. Lines may
 * name what is defined only further on. */
#pragma once

#include "core/dwell-builder.h"
#include "formats/aprof/dwell-aprof-line.h"
#include "formats/aprof/dwell-aprof-map.h"

G_BEGIN_DECLS

/* As an area: not named yet. */
typedef struct {
  guint64 id;
  guint64 line;         /* of r, or the first that speaks of it */
  guint32 area;         /* or DWELL_NONE: no line r came yet */
  guint32 owner;        /* of its points, or DWELL_NONE: it has none */
  guint8  is_favourite;
  guint8  has_context_points;
} DwellAprofRoutineEntry;

typedef struct {
  guint64 id;
  guint64 parent;       /* id, or DWELL_APROF_NO_PARENT */
  guint64 line;         /* of x, or the first that speaks of it */
  guint32 routine;      /* entry; until a line x came, the one that its points follow */
  guint32 owner;        /* of its points, or DWELL_NONE */
  guint32 node;         /* of the builder; when the tree is made */
  guint8  is_told;      /* a line x came */
  guint8  is_favourite;
} DwellAprofContextEntry;

/* Whose points: an entry. */
typedef struct {
  guint32  entry;
  gboolean is_context;
} DwellAprofOwner;

typedef struct {
  DwellBuilder *builder;
  DwellColumn  *routines;       /* DwellAprofRoutineEntry */
  DwellColumn  *contexts;       /* DwellAprofContextEntry */
  DwellColumn  *told_contexts;  /* guint32: entries in the order of x */
  DwellColumn  *owners;         /* DwellAprofOwner */
  DwellAprofMap routine_ids;
  DwellAprofMap context_ids;
  guint32       current;        /* the routine of the last line r, or DWELL_NONE */
  guint32       unknown_caller; /* node, or DWELL_NONE */
} DwellAprofOwners;

void     dwell_aprof_owners_init         (DwellAprofOwners        *self,
                                          DwellBuilder            *builder);
void     dwell_aprof_owners_clear        (DwellAprofOwners        *self);
/* Room for what @n_lines lines tell. False with DWELL_ERROR_LIMIT. */
gboolean dwell_aprof_owners_reserve      (DwellAprofOwners        *self,
                                          gsize                    n_lines,
                                          GError                 **error);
void     dwell_aprof_owners_take_routine (DwellAprofOwners        *self,
                                          const DwellAprofRoutine *routine,
                                          guint64                  line);
/* @is_u: of a line u, else of a line d. */
void     dwell_aprof_owners_take_name    (DwellAprofOwners        *self,
                                          guint64                  id,
                                          const DwellScan         *name,
                                          gboolean                 is_u,
                                          guint64                  line);
void     dwell_aprof_owners_take_context (DwellAprofOwners        *self,
                                          const DwellAprofContext *context,
                                          guint64                  line);
/* The owner of points that are told of the routine or context @id. */
guint32  dwell_aprof_owners_get          (DwellAprofOwners        *self,
                                          guint64                  id,
                                          gboolean                 is_context,
                                          guint64                  line);
/* All lines were taken: names what no line r named. */
gboolean dwell_aprof_owners_finish       (DwellAprofOwners        *self,
                                          GError                 **error);
/* Bookmarks: "12 40 7_3". */
gboolean dwell_aprof_owners_mark         (DwellAprofOwners        *self,
                                          DwellScan                bookmarks,
                                          guint64                  line,
                                          GError                 **error);
/* Adds the contexts as stack nodes, parents first. */
gboolean dwell_aprof_owners_add_nodes    (DwellAprofOwners        *self,
                                          guint32                  thread,
                                          GError                 **error);

G_END_DECLS
