/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of the values: the pyramids. */
#pragma once

#include <math.h>

#include "analysis/values/dwell-values.h"

G_BEGIN_DECLS

/* The number of writes in a node of the lowest level, and of nodes in a node of any other level. */
#define DWELL_VALUE_LEAF   32u
#define DWELL_VALUE_FAN    16u
#define DWELL_VALUE_LEVELS  8u /* 32 · 16⁷ is more writes than there can be */

/* Sums need 16 bytes, but no alignment to 16 bytes. */
typedef __int128 DwellValueSum __attribute__ ((aligned (8)));

/* The writes of a stretch of a track; each is weighted by the time for which it holds; the last of
 * the track has no weight. */
typedef struct {
  DwellValue least; /* of the finite values; more than greatest if there are none */
  DwellValue greatest;
  union {
    DwellValueSum sum; /* of integers: value · ns; |value| ≤ 2⁶³, all ns < 2⁶⁴, so it fits */
    struct {
      double  mean;   /* of reals, rather than a sum: it can neither overflow nor vanish */
      guint64 weight; /* ns for which a finite value held */
    } real;
  };
  guint8     has_non_finite; /* a NaN or an infinity is among them */
} DwellValueNode;

G_STATIC_ASSERT (sizeof (DwellValueNode) == 40);

struct _DwellValueIndex
{
  DwellTrace     *trace;
  guint32        *first_nodes; /* by track; level after level, the lowest first */
  DwellValueNode *nodes;
  gatomicrefcount ref_count;
};

/* Nodes cover only complete stretches; the remaining writes at a track's end are walked. */
static inline guint32
dwell_value_level_size (guint level)
{
  return DWELL_VALUE_LEAF << (4 * level);
}

static inline guint
dwell_value_count_levels (guint32 n_writes)
{
  guint n = 0;

  while (n < DWELL_VALUE_LEVELS && (guint64) n_writes >= (guint64) DWELL_VALUE_LEAF << (4 * n))
    n++;

  return n;
}

/* The node of @level that begins with the track's write number @place, a multiple of its size. */
static inline const DwellValueNode *
dwell_value_get_node (const DwellValueIndex *self,
                      guint32                track,
                      guint                  level,
                      guint32                place)
{
  const DwellValueNode *nodes = self->nodes + self->first_nodes[track];
  guint32 n_writes = self->trace->tracks[track].n_writes;

  for (guint i = 0; i < level; i++)
    nodes += n_writes / dwell_value_level_size (i);

  return nodes + place / dwell_value_level_size (level);
}

void _dwell_value_node_clear (DwellValueNode       *self,
                              gboolean              is_real);
/* Adds a value that holds for @held ns. */
void _dwell_value_node_add   (DwellValueNode       *self,
                              DwellValue            value,
                              guint64               held,
                              gboolean              is_real);
/* Adds a real value that changes linearly to @next in @held ns. */
void _dwell_value_node_slope (DwellValueNode       *self,
                              double                value,
                              double                next,
                              guint64               held);
void _dwell_value_node_merge (DwellValueNode       *self,
                              const DwellValueNode *other,
                              gboolean              is_real);
gboolean _dwell_value_node_is_empty (const DwellValueNode *self,
                                     gboolean              is_real);

/* Returns whether @condition may hold (or, if not @is_wanted, may not hold) for
 * any value of @node. */
gboolean _dwell_value_condition_may (const DwellValueCondition *condition,
                                     const DwellValueNode      *node,
                                     gboolean                   is_real,
                                     gboolean                   is_wanted);
/* By area: whether it is a state for which @condition holds. */
guint8  *_dwell_value_condition_match_states (const DwellValueCondition *condition,
                                              const DwellTrace          *trace,
                                              guint32                    track)
                                              G_GNUC_WARN_UNUSED_RESULT;
guint32  _dwell_values_step_state (const DwellTrace          *trace,
                                   guint32                    track,
                                   gint64                     time,
                                   int                        direction,
                                   const DwellValueCondition *condition,
                                   GCancellable              *cancellable);

G_END_DECLS
