/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parsed form of a block: one compact record per line. A worker does not know the state of the
 * log before its block; so it parses only lines that mean the same in any state, those with one
 * whole record. It leaves all others to the reader, as irregular.
 *
 * A log has few names, and they occur in every block. So the names that a worker has met stay
 * with the memory of the block, which is reused for later blocks; and the reader stores beside
 * each name, once, its ids in the trace. */
#pragma once

#include "formats/common/dwell-lines.h"
#include "formats/ooo/dwell-ooo-log.h"

G_BEGIN_DECLS

#define DWELL_OOO_IRREGULAR '?'
/* The message has no name: the text began with the colon. */
#define DWELL_OOO_NO_NAME G_MAXUINT32

typedef struct {
  guint32 time;
  guint32 thread;
  guint32 name;    /* index into names: of the scope; for '|' of the text before the first " : " */
  guint32 begin;   /* of the text after the stamp, or of an irregular line: offset in the block */
  guint32 length;  /* of that text, without the line end */
  guint16 message; /* offset in the text at which the message of '|' begins */
  char    kind;    /* '{', '}', '|' or DWELL_OOO_IRREGULAR */
} DwellOooRecord;

typedef struct {
  guint32          begin;  /* offset in the text of the names */
  guint32          length;
  DwellOooNameInfo info;   /* set by the reader */
} DwellOooBlockName;

typedef struct {
  DwellOooRecord    *records; /* one for each line, also for empty ones */
  guint32            n_records;
  DwellOooBlockName *names;
  guint32            n_names;
  guint32            n_known; /* names whose info is set */
  GString           *text;    /* of the names */

  /*< private >*/
  guint32            n_records_allocated;
  guint32            n_names_allocated;
  guint64           *slots;   /* hash (upper half) and index of a name + 1; 0 = free */
  guint32            slot_mask;
} DwellOooBlock;

DwellOooBlock *dwell_ooo_block_parse (GAsyncQueue      *pool,
                                      const DwellBlock *block);
void           dwell_ooo_block_free  (DwellOooBlock    *self);

G_END_DECLS
