/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a worker makes of a block of the file: a compact record a line, names interned among
 * themselves. A worker knows no state, so it takes only lines that mean the same in any state (one
 * whole record); all others are left as they are, "odd", for the reader. */
#pragma once

#include "formats/dwell-lines.h"
#include "formats/ooo/dwell-ooo-line.h"

G_BEGIN_DECLS

#define DWELL_OOO_ODD '?'
/* The message names no scope: its text began with the colon. */
#define DWELL_OOO_NO_NAME G_MAXUINT32

typedef struct {
  guint32 time;
  guint32 thread;
  guint32 name;    /* into names: the scope's; of '|' what stands before the first " : " */
  guint32 begin;   /* of the text behind the stamp, or of an odd line: offset in the block */
  guint32 length;  /* of that, without the line end */
  guint16 message; /* where in the text the message of '|' begins */
  char    kind;    /* '{', '}', '|' or DWELL_OOO_ODD */
} DwellOooRecord;

typedef struct {
  guint32 begin;  /* offset in the block */
  guint32 length;
} DwellOooBlockName;

/* Blocks that were used and can be used again: to allocate for each mebibyte costs page faults. */
typedef struct {
  GMutex     mutex;
  GPtrArray *idle;
} DwellOooBlockPool;

/* One record a line, also of empty ones. */
typedef struct {
  DwellOooRecord    *records;
  DwellOooBlockName *names;
  guint32            n_records;
  guint32            n_names;

  /*< private >*/
  DwellOooBlockPool *pool;
  guint32            n_records_allocated;
  guint32            n_names_allocated;
  guint64           *slots; /* hash (upper half) and name + 1; 0 = free */
  guint32            slot_mask;
} DwellOooBlock;

void           dwell_ooo_block_pool_init  (DwellOooBlockPool *self);
void           dwell_ooo_block_pool_clear (DwellOooBlockPool *self);
DwellOooBlock *dwell_ooo_block_parse      (DwellOooBlockPool *pool,
                                           const DwellBlock  *block);
void           dwell_ooo_block_free       (DwellOooBlock     *self);

G_END_DECLS
