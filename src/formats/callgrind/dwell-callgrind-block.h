/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of a block, parsed on any thread as far as they do not depend on earlier lines: numbers
 * of costs, which may be relative, and names and their numbers. */
#pragma once

#include "formats/callgrind/dwell-callgrind-line.h"
#include "formats/common/dwell-lines.h"

G_BEGIN_DECLS

/* A line; or consecutive plain lines of costs with the same number of values. */
typedef struct {
  guint8              kind;       /* DwellCallgrindKind */
  guint8              is_bad : 1; /* the costs, the calls or the number of a name are invalid */
  guint8              has_id : 1; /* the name has a number */
  DwellCallgrindForms forms;      /* for a single line of costs */
  guint32             begin;      /* in the block: of the line of a header, or of the name */
  guint32             length;
  guint32             n_lines;    /* more than 1 only for plain lines of costs */
  guint32             n_values;   /* values per line: costs, calls, the id of a name */
} DwellCallgrindEntry;

typedef struct {
  DwellCallgrindEntry *entries;
  gsize                n_entries;
  GArray              *values;  /* guint64, in the order of the entries */
  guint8              *forms;   /* form of the first word of each plain line of costs, in order */

  /*< private >*/
  gsize                n_room;  /* for entries */
  gsize                n_forms;
  gsize                n_form_room;
  guint                n_value_room;
} DwellCallgrindBlock;

DwellCallgrindBlock *dwell_callgrind_block_new  (const DwellBlock    *block)
                                                G_GNUC_WARN_UNUSED_RESULT;
void                 dwell_callgrind_block_free (DwellCallgrindBlock *self);

G_END_DECLS
