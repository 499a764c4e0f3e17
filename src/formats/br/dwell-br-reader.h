/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a Business Rules! profile record by record, and regular blocks as a whole. */
#pragma once

#include "formats/br/dwell-br-profile.h"
#include "formats/br/dwell-br-sequence.h"

G_BEGIN_DECLS

/* Anomalies that are reported once each, with the number of times. */
typedef enum {
  DWELL_BR_NO_END,
  DWELL_BR_OUTSIDE_BLOCK,
  DWELL_BR_TAG_MISPLACED,
  DWELL_BR_SECOND_TAG,
  DWELL_BR_TIMES_ADDED,
  DWELL_BR_TIME_TOO_LARGE,
  DWELL_BR_TIME_RANGE,
  DWELL_BR_STACK_TOO_DEEP,
  DWELL_BR_N_ANOMALIES,
} DwellBrAnomaly;

/* A position of the open block's stack, innermost first, as its records give it. */
typedef struct {
  guint32    module; /* string id of the meaning of the number at the time */
  guint32    line;
  guint32    record; /* index of its raw record, or DWELL_NONE */
  DwellBrTag tag;
  guint8     clause;
} DwellBrFrame;

#define DWELL_BR_TAIL_BYTES 248
#define DWELL_BR_N_TAILS    1024

/* A tail: the bytes between a block's time and its end, which are its callers. */
typedef struct {
  guint32 length;    /* of the bytes */
  guint32 node;      /* of the innermost caller; DWELL_NONE: there are no callers */
  guint32 n_records;
  guint   mapping;   /* of the profile when the node was found */
  guint8  bytes[DWELL_BR_TAIL_BYTES];
} DwellBrTail;

typedef struct {
  DwellBrProfile  profile;
  DwellBrSequence sequence;
  DwellBuilder   *builder;

  /* the open block, when it is read record by record */
  GArray         *frames;     /* DwellBrFrame */
  guint64         begin;      /* offset in the file */
  guint32         first_record;
  gint64          time;
  gboolean        is_open;
  gboolean        is_dropped; /* bytes of it were skipped: it is excluded from all totals */
  gboolean        is_after_frame;
  gboolean        has_time;

  /* the last function's name; a cache of tails, by a hash of their bytes */
  guint8          name[2 + 255];
  DwellBrTag      name_tag;
  DwellBrTail    *tails;
  DwellBrTail    *tail;       /* of the last block */

  guint64         n_records;
  guint64         n_skips;
  gsize           max_records;
  gboolean        is_stopped; /* no more records were found */
  guint64         counts[DWELL_BR_N_ANOMALIES];
  guint64         offsets[DWELL_BR_N_ANOMALIES];
} DwellBrReader;

void     dwell_br_reader_init           (DwellBrReader  *self,
                                         DwellBuilder   *builder,
                                         DwellCharset    charset,
                                         const DwellReadLimits *limits);
void     dwell_br_reader_clear          (DwellBrReader  *self);
gsize    dwell_br_reader_take           (DwellBrReader  *self,
                                         const guint8   *p,
                                         const guint8   *end,
                                         guint64         offset,
                                         gboolean        is_at_end);
gboolean dwell_br_reader_finish         (DwellBrReader  *self,
                                         GError        **error);
void     dwell_br_reader_update_builder (DwellBrReader  *self);

G_END_DECLS
