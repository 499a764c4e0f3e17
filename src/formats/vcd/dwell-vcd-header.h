/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The definitions at the begin of a dump: sections “$word … $end”, which may go over many lines and
 * blocks. */
#pragma once

#include "formats/vcd/dwell-vcd-signals.h"

G_BEGIN_DECLS

typedef struct {
  DwellVcdSignals *signals;
  DwellBuilder    *builder;
  GString         *keyword;  /* of the section that is open, with its $; "" if none is */
  GString         *text;     /* of it so far, with one blank between two words */
  GString         *comment;
  GString         *path;     /* of the scope that is open */
  GArray          *scopes;   /* gsize: how long the path was before each of them */
  guint64          line;     /* where the section begins */
  guint64          n_skipped; /* scopes that are open and in no path */
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
