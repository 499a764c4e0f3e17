/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sums of a Business Rules! profile: modules, routines, lines and the tree of stacks. Memory
 * grows with the number of distinct positions and stacks, not with the number of blocks.
 *
 * A position is a node of the tree: a parent (the position of the caller), a module, a line with
 * its clause, and a routine. So one lookup of these five finds everything. */
#pragma once

#include "core/dwell-builder.h"
#include "formats/br/dwell-br-map.h"
#include "formats/br/dwell-br-names.h"
#include "formats/br/dwell-br-record.h"

G_BEGIN_DECLS

/* The routine of a frame, as far as the record right after it shows. Functions are
 * DWELL_BR_TAG_FUNCTIONS plus the string id of their name. */
typedef guint32 DwellBrTag;

#define DWELL_BR_TAG_NONE      ((DwellBrTag) 0)
#define DWELL_BR_TAG_GOSUB     ((DwellBrTag) 1)
#define DWELL_BR_TAG_MAIN      ((DwellBrTag) 2)
#define DWELL_BR_TAG_FUNCTIONS ((DwellBrTag) 3)
#define DWELL_BR_TAG_MAX       ((guint32) (1 << 24) - 1)

/* The sums over the blocks with the same stack. */
typedef struct {
  guint64 n_blocks;
  gint64  time; /* ns */
  gint64  min;  /* of one block, if there is any; likewise max */
  gint64  max;
} DwellBrWeight;

typedef struct {
  DwellBuilder *builder;
  DwellCharset  charset;
  DwellBrNames *names;
  DwellBrMap    nodes;
  DwellBrMap    lines;        /* areas of positions, regardless of the caller */
  DwellColumn  *weights;      /* DwellBrWeight, by node */
  DwellColumn  *depths;       /* u32, by node: 1 = outermost */
  guint32      *modules;      /* by number: string id; 0 = not mapped */
  guint         mapping;      /* grows whenever a number is mapped to another module */
  guint32       context;
  guint32       main_name;    /* string id; likewise anonymous_name */
  guint32       anonymous_name;
  guint64       n_blocks;     /* in the totals; likewise time, ns */
  gint64        time;
  gboolean      is_timed;
  guint32       max_tag;
  GError       *error;        /* (nullable): the limit that was reached */
} DwellBrProfile;

void       dwell_br_profile_init  (DwellBrProfile        *self,
                                   DwellBuilder          *builder,
                                   DwellCharset           charset,
                                   const DwellReadLimits *limits);
void       dwell_br_profile_clear (DwellBrProfile *self);

guint32    dwell_br_profile_map_module     (DwellBrProfile *self,
                                            guint           number,
                                            const guint8   *name,
                                            gsize           length);
guint32    dwell_br_profile_name_unmapped  (DwellBrProfile *self,
                                            guint           number,
                                            guint64         offset);
DwellBrTag dwell_br_profile_get_function   (DwellBrProfile *self,
                                            const guint8   *name,
                                            gsize           length,
                                            guint64         offset);
guint32    dwell_br_profile_add_node       (DwellBrProfile *self,
                                            guint32         parent,
                                            guint32         module,
                                            guint32         line,
                                            guint8          clause,
                                            DwellBrTag      tag);
void       dwell_br_profile_update_builder (DwellBrProfile *self);

static inline guint32
dwell_br_profile_get_module (DwellBrProfile *self,
                             guint           number,
                             guint64         offset)
{
  guint32 module = self->modules[number];

  return G_LIKELY (module != 0) ? module
                                : dwell_br_profile_name_unmapped (self, number, offset);
}

/* Returns the node of a position below @parent (DWELL_NONE: outermost). Returns DWELL_NONE with the
 * error set if a limit is reached. */
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

/* Adds a block of @time ns whose stack ends in @node. */
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
