/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a Business Rules! profile adds up to: modules, routines, lines and the tree of stacks, kept
 * while its blocks pass by. Memory grows with distinct positions and stacks, not with blocks.
 *
 * A position is a node of the tree: below its caller's position, in a module, at a line and clause,
 * in a routine. So one look-up of (parent, module, line, clause, routine's tag) finds all. */
#pragma once

#include "core/dwell-builder.h"
#include "formats/br/dwell-br-map.h"
#include "formats/br/dwell-br-record.h"

G_BEGIN_DECLS

/* What the record right after a frame tells of its routine. A function: DWELL_BR_TAG_FUNCTIONS plus
 * its name's id. */
typedef guint32 DwellBrTag;

#define DWELL_BR_TAG_NONE      ((DwellBrTag) 0)
#define DWELL_BR_TAG_GOSUB     ((DwellBrTag) 1)
#define DWELL_BR_TAG_MAIN      ((DwellBrTag) 2)
#define DWELL_BR_TAG_FUNCTIONS ((DwellBrTag) 3)
#define DWELL_BR_TAG_MAX       ((DwellBrTag) 0xffffff)

/* What blocks with this stack add up to. */
typedef struct {
  guint64 n_blocks;
  gint64  time; /* ns */
  gint64  min;  /* of one block; if there are any */
  gint64  max;
} DwellBrWeight;

/* What the names in a file look like where they are not UTF-8, to write them again. */
typedef struct {
  GHashTable *raw_names; /* string id → GBytes */
  GHashTable *unmapped;  /* string id of a made-up name → module number + 1 */
  GHashTable *unnamed;   /* likewise, of modules mapped to a name of no length */
} DwellBrNames;

typedef struct {
  DwellBuilder *builder;
  DwellCharset  charset;
  DwellBrNames *names;
  DwellBrMap    nodes;
  DwellBrMap    lines;        /* areas of positions, wherever they were called from */
  DwellColumn  *weights;      /* DwellBrWeight, by node */
  DwellColumn  *depths;       /* u32, by node: 1 = outermost */
  GHashTable   *module_names; /* name in one case → string id of its first spelling */
  guint32      *modules;      /* by number: string id; 0 = not mapped */
  guint         mapping;      /* rises when a number gets another module */
  guint32       context;
  guint32       main_name;    /* strings */
  guint32       anonymous_name;
  guint64       n_blocks;     /* in the totals */
  gint64        time;
  gboolean      is_timed;
  GError       *error;        /* a limit was reached */
} DwellBrProfile;

void       dwell_br_profile_init  (DwellBrProfile *self,
                                   DwellBuilder   *builder,
                                   DwellCharset    charset);
void       dwell_br_profile_clear (DwellBrProfile *self);

/* From now on @number is this module. The string of its name as it stands there. */
guint32    dwell_br_profile_map_module (DwellBrProfile *self,
                                        guint           number,
                                        const guint8   *name,
                                        gsize           length);
/* The name of a module that is not mapped is made up, and @offset told. */
guint32    dwell_br_profile_name_unmapped (DwellBrProfile *self,
                                           guint           number,
                                           guint64         offset);
DwellBrTag dwell_br_profile_get_function  (DwellBrProfile *self,
                                           const guint8   *name,
                                           gsize           length);
guint32    dwell_br_profile_add_node      (DwellBrProfile *self,
                                           guint32         parent,
                                           guint32         module,
                                           guint32         line,
                                           guint8          clause,
                                           DwellBrTag      tag);
/* Brings the builder's tables up to date. */
void       dwell_br_profile_tell          (DwellBrProfile *self);

static inline guint32
dwell_br_profile_get_module (DwellBrProfile *self,
                             guint           number,
                             guint64         offset)
{
  guint32 module = self->modules[number];

  return G_LIKELY (module != 0) ? module
                                : dwell_br_profile_name_unmapped (self, number, offset);
}

/* The node of a position below @parent, or DWELL_NONE: outermost. DWELL_NONE if there is no room,
 * which the error tells. */
static inline guint32
dwell_br_profile_get_node (DwellBrProfile *self,
                           guint32         parent,
                           guint32         module,
                           guint32         line,
                           guint8          clause,
                           DwellBrTag      tag)
{
  guint32 node = dwell_br_map_find (&self->nodes, (guint64) module << 32 | line,
                                    (guint64) (parent + 1) << 32 | (guint64) tag << 8 | clause);

  return G_LIKELY (node != DWELL_BR_MAP_NONE)
         ? node : dwell_br_profile_add_node (self, parent, module, line, clause, tag);
}

static inline guint32
dwell_br_profile_get_depth (DwellBrProfile *self,
                            guint32         node)
{
  return dwell_column_index (self->depths, guint32, node);
}

/* One block of @time ns with the stack that ends in @node. */
static inline void
dwell_br_profile_add_block (DwellBrProfile *self,
                            guint32         node,
                            gint64          time)
{
  DwellBrWeight *weight = &dwell_column_index (self->weights, DwellBrWeight, node);

  weight->min = weight->n_blocks == 0 || time < weight->min ? time : weight->min;
  weight->max = MAX (weight->max, time);
  weight->n_blocks++;
  if (G_UNLIKELY (__builtin_add_overflow (weight->time, time, &weight->time)))
    weight->time = G_MAXINT64;

  self->n_blocks++;
  if (G_UNLIKELY (__builtin_add_overflow (self->time, time, &self->time)))
    self->time = G_MAXINT64;
}

G_END_DECLS
