/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a worker makes of a block of the file: a compact record a line. A worker knows no state, so
 * it takes only lines that mean the same in any state (one whole record); all others are left as
 * they are, "odd", for the reader.
 *
 * A log has few names, which come up in every block. So what a worker learnt of names stays with
 * the memory that it works in, which is used for block after block; and the reader notes beside
 * each name, once, what it is in the trace. */
#pragma once

#include "formats/dwell-lines.h"
#include "formats/ooo/dwell-ooo-log.h"

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
  guint32          begin;  /* in text */
  guint32          length;
  DwellOooNameInfo info;   /* the reader's */
} DwellOooBlockName;

/* Blocks that were used and can be used again. */
typedef struct {
  GMutex     mutex;
  GPtrArray *idle;
} DwellOooBlockPool;

typedef struct {
  DwellOooRecord    *records; /* one a line, also of empty ones */
  guint32            n_records;
  DwellOooBlockName *names;
  guint32            n_names;
  guint32            n_told;  /* names that the reader has seen */
  GString           *text;    /* of the names */

  /*< private >*/
  DwellOooBlockPool *pool;
  guint32            n_records_allocated;
  guint32            n_names_allocated;
  guint64           *slots;   /* hash (upper half) and name + 1; 0 = free */
  guint32            slot_mask;
} DwellOooBlock;

void           dwell_ooo_block_pool_init  (DwellOooBlockPool *self);
void           dwell_ooo_block_pool_clear (DwellOooBlockPool *self);
DwellOooBlock *dwell_ooo_block_parse      (DwellOooBlockPool *pool,
                                           const DwellBlock  *block);
void           dwell_ooo_block_free       (DwellOooBlock     *self);

G_END_DECLS
