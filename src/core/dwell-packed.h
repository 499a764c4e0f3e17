/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A growing column of u64 that takes as few bits as its values need.
 *
 * Values are in blocks of 128. A block has the smallest of its values and, for each value, the
 * difference from that in as many bits as the largest difference has. Similar neighbours, such as
 * the cost points of a routine, take a fifth of their plain size, and equal ones no room at all;
 * any value is found by two look-ups. Values cannot be changed. A column must be finished before it
 * is read; then any thread may read it. */
#pragma once

#include "core/dwell-memory.h"

G_BEGIN_DECLS

#define DWELL_PACKED_BLOCK 128

/*< private >
 * DwellPackedBlock: 2 × width words from @word on */
typedef struct {
  guint64 base;
  guint32 word;
  guint32 width; /* bits of a value, 0 … 64 */
} DwellPackedBlock;

typedef struct {
  gsize n; /* values */

  /*< private >*/
  gsize           n_max;
  DwellColumn    *blocks; /* DwellPackedBlock */
  DwellColumn    *words;  /* guint64; one word after the last is readable */
  guint64         pending[DWELL_PACKED_BLOCK]; /* the last n % DWELL_PACKED_BLOCK values */
  gboolean        is_finished;
  gboolean        is_full;
  gatomicrefcount ref_count;
} DwellPacked;

DwellPacked *dwell_packed_new      (gsize          n_max) G_GNUC_WARN_UNUSED_RESULT;
DwellPacked *dwell_packed_ref      (DwellPacked   *self);
void         dwell_packed_unref    (DwellPacked   *self);
gboolean     dwell_packed_has_room (DwellPacked   *self,
                                    gsize          n_more);
gboolean     dwell_packed_is_full  (const DwellPacked *self);
void         dwell_packed_append   (DwellPacked   *self,
                                    const guint64 *values,
                                    gsize          n_values);
void         dwell_packed_repeat   (DwellPacked   *self,
                                    guint64        value,
                                    gsize          n);
guint64      dwell_packed_get_size (const DwellPacked *self);
void         dwell_packed_finish   (DwellPacked   *self);

/* Value @index of a finished column. */
static inline guint64
dwell_packed_get (const DwellPacked *self,
                  gsize              index)
{
  const DwellPackedBlock *block = &dwell_column_index (self->blocks, DwellPackedBlock,
                                                       index / DWELL_PACKED_BLOCK);
  guint bit = (guint) (index % DWELL_PACKED_BLOCK) * block->width;
  const guint64 *words = &dwell_column_index (self->words, guint64, block->word + bit / 64);

  /* Two shifts, because shifting by 64 is undefined. */
  return block->width == 0
         ? block->base
         : block->base + ((words[0] >> bit % 64 | words[1] << 1 << (63 - bit % 64)) &
                          G_MAXUINT64 >> (64 - block->width));
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellPacked, dwell_packed_unref)

G_END_DECLS
