/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The records of a Business Rules! profile: type, length and legal order, and finding the next
 * record after bytes that are not a record. Numbers are big-endian.
 *
 *   1 module mapping   u16 module, u16 n, n bytes
 *   3 current line     u16 module, u32 line, u8 clause      opens a block
 *   4 time in line     u64 ns                               in a block
 *   5 backtrace        as 3                                 in a block
 *   6 end                                                   closes the block
 *   7 function         u8 n, n bytes                        right after a 3 or a 5
 *   8 GOSUB, 9 main                                         right after a 3 or a 5 */
#pragma once

#include <glib.h>

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_BR_MAPPING     = 1,
  DWELL_BR_UNDEFINED   = 2,
  DWELL_BR_LINE        = 3,
  DWELL_BR_TIME        = 4,
  DWELL_BR_BACKTRACE   = 5,
  DWELL_BR_END         = 6,
  DWELL_BR_FUNCTION    = 7,
  DWELL_BR_GOSUB       = 8,
  DWELL_BR_MAIN        = 9,
  DWELL_BR_N_TYPES,
} DwellBrType;

/* A bit in the type of a DwellRecord: its block is excluded from all totals. */
#define DWELL_BR_RECORD_IS_APART 0x80

#define DWELL_BR_FRAME_BYTES 8
#define DWELL_BR_TIME_BYTES  9
#define DWELL_BR_N_MODULES   65536

/* The distance within which the next place in step is looked for, and the number of records that
 * must be in step there. */
#define DWELL_BR_SCAN_BYTES 65536
#define DWELL_BR_IN_STEP    4
/* How far the search may read: that distance, then records of the greatest length. */
#define DWELL_BR_LOOKAHEAD  (DWELL_BR_SCAN_BYTES + (DWELL_BR_IN_STEP + 1) * (5 + 65535))

/* The value of a DwellRecord of type 3 or 5. */
#define DWELL_BR_PACK(module, line, clause) \
  ((guint64) (module) << 40 | (guint64) (line) << 8 | (clause))
#define DWELL_BR_PACKED_MODULE(value) ((guint) ((value) >> 40))
#define DWELL_BR_PACKED_LINE(value)   ((guint32) ((value) >> 8))
#define DWELL_BR_PACKED_CLAUSE(value) ((guint8) (value))

static inline guint16
dwell_br_get_u16 (const guint8 *p)
{
  return (guint16) (p[0] << 8 | p[1]);
}

static inline guint32
dwell_br_get_u32 (const guint8 *p)
{
  return (guint32) p[0] << 24 | (guint32) p[1] << 16 | (guint32) p[2] << 8 | p[3];
}

static inline guint64
dwell_br_get_u64 (const guint8 *p)
{
  return (guint64) dwell_br_get_u32 (p) << 32 | dwell_br_get_u32 (p + 4);
}

void        dwell_br_describe_record (const DwellTrace  *trace,
                                      const DwellRecord *record,
                                      DwellRecordText   *text);

gsize       dwell_br_record_measure (const guint8 *p,
                                     const guint8 *end);

gsize       dwell_br_find_step      (const guint8  *p,
                                     const guint8  *end,
                                     gboolean       is_in_block,
                                     const guint32 *modules,
                                     gboolean      *is_found);
guint       dwell_br_recognise      (const char    *head,
                                     gsize          length);

G_END_DECLS
