/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The definitions at the start of a dump: sections “$word … $end”, which may extend over many lines
 * and blocks. */
#pragma once

#include "formats/vcd/dwell-vcd-signals.h"

G_BEGIN_DECLS

typedef struct {
  DwellVcdSignals *signals;
  DwellBuilder    *builder;
  GString         *keyword;  /* of the open section, with its $; "" if no section is open */
  GString         *text;     /* of the section so far, with one blank between two words */
  GString         *comment;
  GString         *path;     /* of the open scope */
  GArray          *scopes;   /* gsize: length of the path before each of them */
  guint64          line;     /* where the section begins */
  guint64          n_skipped; /* open scopes that are not in the path */
  gboolean         has_scale;
  gboolean         is_done;
} DwellVcdHeader;

void        dwell_vcd_header_init   (DwellVcdHeader  *self,
                                     DwellVcdSignals *signals);
void        dwell_vcd_header_clear  (DwellVcdHeader  *self);
const char *dwell_vcd_header_take   (DwellVcdHeader  *self,
                                     DwellScan        text,
                                     guint64         *n_lines);
void        dwell_vcd_header_finish (DwellVcdHeader  *self);

G_END_DECLS
