/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the records of a Business Rules! profile one after the other, and blocks that look like the
 * one before as a whole. */
#pragma once

#include "formats/br/dwell-br-profile.h"
#include "formats/br/dwell-br-sequence.h"

G_BEGIN_DECLS

/* What is said once, with how often. */
typedef enum {
  DWELL_BR_NO_END,
  DWELL_BR_OUTSIDE_BLOCK,
  DWELL_BR_TAG_MISPLACED,
  DWELL_BR_SECOND_TAG,
  DWELL_BR_TIMES_ADDED,
  DWELL_BR_TIME_TOO_LARGE,
  DWELL_BR_TIME_RANGE,
  DWELL_BR_STACK_TOO_DEEP,
  DWELL_BR_N_ODDITIES,
} DwellBrOddity;

/* A line of the block's stack, innermost first, as its records tell it. */
typedef struct {
  guint32    module; /* string: what the number stood for at the time */
  guint32    line;
  guint32    record; /* number, or DWELL_NONE */
  DwellBrTag tag;
  guint8     clause;
} DwellBrFrame;

#define DWELL_BR_TAIL_BYTES 248
#define DWELL_BR_N_TAILS    1024

/* What stands between a block's time and its end, and whose callers that are. */
typedef struct {
  guint32 length;    /* of the bytes */
  guint32 node;      /* the innermost caller, or DWELL_NONE: there are no bytes */
  guint32 n_records;
  guint   mapping;   /* of which the node is */
  guint8  bytes[DWELL_BR_TAIL_BYTES];
} DwellBrTail;

typedef struct {
  DwellBrProfile  profile;
  DwellBrSequence sequence;
  DwellBuilder   *builder;

  /* the block that is open, record by record */
  GArray         *frames;     /* DwellBrFrame */
  guint64         begin;      /* offset */
  guint32         first_record;
  gint64          time;
  gboolean        is_open;
  gboolean        is_dropped; /* bytes of it were skipped: in no totals */
  gboolean        is_after_frame;
  gboolean        has_time;

  /* the last function's name, and tails by their bytes */
  guint8          name[2 + 255];
  DwellBrTag      name_tag;
  DwellBrTail    *tails;
  DwellBrTail    *tail;       /* of the last block */

  guint64         n_records;
  guint64         n_skips;
  gsize           max_records;
  gboolean        is_stopped; /* not one more record was found */
  guint64         counts[DWELL_BR_N_ODDITIES];
  guint64         offsets[DWELL_BR_N_ODDITIES];
} DwellBrReader;

void     dwell_br_reader_init   (DwellBrReader *self,
                                 DwellBuilder  *builder,
                                 DwellCharset   charset);
void     dwell_br_reader_clear  (DwellBrReader *self);
/* Takes whole records from @p on, whose offset in the file is @offset, until fewer than
 * DWELL_BR_LOOKAHEAD bytes are left, or at the end of the file all. Returns how many bytes. */
gsize    dwell_br_reader_take   (DwellBrReader *self,
                                 const guint8  *p,
                                 const guint8  *end,
                                 guint64        offset,
                                 gboolean       is_at_end);
gboolean dwell_br_reader_finish (DwellBrReader *self,
                                 GError       **error);
/* Brings the builder up to date between blocks. */
void     dwell_br_reader_tell   (DwellBrReader *self);

/* For tests: how many raw records are kept; 0 = the default. */
void     dwell_br_reader_set_max_records (gsize max_records);

G_END_DECLS
