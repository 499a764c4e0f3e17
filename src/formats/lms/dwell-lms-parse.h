/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses lines into records of eight bytes. Workers do this block by block, without knowing the
 * lines before. Each line makes one record, so the index of a record gives the number of its
 * line. */
#pragma once

#include "formats/common/dwell-lines.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_LMS_BEGIN,
  DWELL_LMS_END,
  DWELL_LMS_IRREGULAR, /* the id is an index into irregulars */
  DWELL_LMS_NOTHING,   /* an empty line */
} DwellLmsKind;

/* A line with a larger id is irregular. */
#define DWELL_LMS_MAX_NEAR_ID ((guint64) 1 << 30)

typedef struct {
  guint32 tag;     /* kind in the two lowest bits, id above them */
  gint32  diff_us;
} DwellLmsRecord;

typedef enum {
  DWELL_LMS_BAD_TYPE = 1 << 0,
  DWELL_LMS_BAD_ID   = 1 << 1,
  DWELL_LMS_BAD_TIME = 1 << 2, /* then diff_us is 0 */
  DWELL_LMS_NO_LABEL = 1 << 3,
  DWELL_LMS_IS_CUT   = 1 << 4, /* the line has no end */
} DwellLmsFlaw;

/* A line that does not fit into a record: a label, a large number, or a line with flaws. */
typedef struct {
  guint   flaws;       /* DwellLmsFlaw */
  char    type;        /* '0', '1' or '2'; 0 with DWELL_LMS_BAD_TYPE */
  guint64 id;
  gint64  diff_us;
  gsize   label;       /* offset in labels */
  gsize   label_length;
} DwellLmsIrregular;

typedef struct {
  DwellLmsRecord *records;
  gsize           n_records;
  gsize           capacity;
  GArray         *irregulars;  /* DwellLmsIrregular */
  GByteArray     *labels;      /* the text of all labels */

  /* used by the reader */
  guint64         n_lines_before;
  gboolean        is_held;     /* waits for a label further down in the file */
} DwellLmsBlock;

/* Parses common lines from @p on. May read beyond @end, by less than the padding of a block.
 * Returns the start of the first line that is not common, or @end. */
typedef const char *(*DwellLmsLineParser) (DwellLmsBlock *self,
                                           const char    *p,
                                           const char    *end);

DwellLmsLineParser dwell_lms_get_wide_parser (void);

DwellLmsBlock *dwell_lms_block_new          (void) G_GNUC_WARN_UNUSED_RESULT;
void           dwell_lms_block_free         (DwellLmsBlock       *self);
void           dwell_lms_block_parse        (DwellLmsBlock       *self,
                                             const DwellBlock    *block,
                                             DwellLmsLineParser   wide);
gsize          dwell_lms_block_count_begins (const DwellLmsBlock *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellLmsBlock, dwell_lms_block_free)

G_END_DECLS
