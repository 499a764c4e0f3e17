/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of a block, parsed on any thread as far as they do not depend on the lines before:
 * numbers of costs, which may be relative, and names and their numbers. */
#pragma once

#include "formats/callgrind/dwell-callgrind-line.h"
#include "formats/common/dwell-lines.h"

G_BEGIN_DECLS

typedef struct {
  guint8              kind;       /* DwellCallgrindKind */
  guint8              is_bad : 1; /* costs, calls, or the number of a name that are none */
  guint8              has_id : 1; /* of a name */
  DwellCallgrindForms forms;      /* of costs */
  guint32             begin;      /* in the block: of a header the line, of a name the name */
  guint32             length;
  guint32             n_values;   /* of the block: numbers of costs, calls, the id of a name */
} DwellCallgrindEntry;

typedef struct {
  DwellCallgrindEntry *entries; /* one a line */
  gsize                n_entries;
  GArray              *values;  /* guint64, in the order of the entries */

  /*< private >*/
  gsize                n_room;  /* for entries */
  guint                n_value_room;
} DwellCallgrindBlock;

DwellCallgrindBlock *dwell_callgrind_block_new  (const DwellBlock    *block)
                                                G_GNUC_WARN_UNUSED_RESULT;
void                 dwell_callgrind_block_free (DwellCallgrindBlock *self);

G_END_DECLS
