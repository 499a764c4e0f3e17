/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of a block, parsed on any thread as far as they do not depend on the lines before:
 * numbers of costs, which may be relative, and names and their numbers. */
#pragma once

#include "formats/callgrind/dwell-callgrind-line.h"
#include "formats/common/dwell-lines.h"

G_BEGIN_DECLS

/* A line; or plain lines of costs that follow one another, with as many numbers each. */
typedef struct {
  guint8              kind;       /* DwellCallgrindKind */
  guint8              is_bad : 1; /* costs, calls, or the number of a name that are none */
  guint8              has_id : 1; /* of a name */
  DwellCallgrindForms forms;      /* of one line of costs */
  guint32             begin;      /* in the block: of a header the line, of a name the name */
  guint32             length;
  guint32             n_lines;    /* 1, but of plain lines of costs */
  guint32             n_values;   /* of the block, by each line: costs, calls, the id of a name */
} DwellCallgrindEntry;

typedef struct {
  DwellCallgrindEntry *entries;
  gsize                n_entries;
  GArray              *values;  /* guint64, in the order of the entries */
  guint8              *forms;   /* of the first word of each plain line of costs, in their order */

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
