/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of an LMS file as records of eight bytes: what workers make of a block, without knowing
 * what came before it. Every line makes one record, so a record's place tells its line. */
#pragma once

#include "formats/dwell-lines.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_LMS_BEGIN,
  DWELL_LMS_END,
  DWELL_LMS_ODD,     /* the number is an index into odds */
  DWELL_LMS_NOTHING, /* a blank line */
} DwellLmsKind;

/* Ids from here on are odd. */
#define DWELL_LMS_MAX_NEAR_ID ((guint64) 1 << 30)

typedef struct {
  guint32 tag;     /* kind in the two lowest bits, above them the id */
  gint32  diff_us;
} DwellLmsRecord;

typedef enum {
  DWELL_LMS_BAD_TYPE = 1 << 0,
  DWELL_LMS_BAD_ID   = 1 << 1,
  DWELL_LMS_BAD_TIME = 1 << 2, /* diff_us is 0 */
  DWELL_LMS_NO_LABEL = 1 << 3,
  DWELL_LMS_IS_CUT   = 1 << 4, /* the line has no end */
} DwellLmsFlaw;

/* A line that does not fit a record: a label, a large number, a flaw. */
typedef struct {
  guint   flaws;       /* DwellLmsFlaw */
  char    type;        /* '0', '1' or '2'; 0 with DWELL_LMS_BAD_TYPE */
  guint64 id;
  gint64  diff_us;
  gsize   label;       /* place in labels */
  gsize   label_length;
} DwellLmsOdd;

typedef struct {
  DwellLmsRecord *records;
  gsize           n_records;
  gsize           capacity;
  GArray         *odds;        /* DwellLmsOdd */
  GByteArray     *labels;      /* their text */

  /* For the reader. */
  guint64         n_lines_before;
  gboolean        is_held;     /* waits for a label that stands further on */
  GAsyncQueue    *pool;        /* where it goes when it is done with */
} DwellLmsBlock;

/* Parses common lines from @p on. Looks beyond @end by less than a block's padding. Returns the
 * first line that is not common, or @end. */
typedef const char *(*DwellLmsLineParser) (DwellLmsBlock *self,
                                           const char    *p,
                                           const char    *end);

DwellLmsLineParser dwell_lms_get_wide_parser (void);
/* For tests: the portable parser, even if there is a wide one. */
void           dwell_lms_set_portable (gboolean is_portable);

DwellLmsBlock *dwell_lms_block_new   (GAsyncQueue      *pool) G_GNUC_WARN_UNUSED_RESULT;
void           dwell_lms_block_free  (DwellLmsBlock    *self);
void           dwell_lms_block_parse (DwellLmsBlock    *self,
                                      const DwellBlock *block);
gsize          dwell_lms_block_count_begins (const DwellLmsBlock *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellLmsBlock, dwell_lms_block_free)

G_END_DECLS
