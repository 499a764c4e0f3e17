/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A parsed block of the file: its events, with names numbered within the block, so that the log
 * looks up each name only once per block. */
#pragma once

#include "formats/btf/dwell-btf-log.h"
#include "formats/common/dwell-lines.h"

G_BEGIN_DECLS

typedef struct _DwellBtfBlock DwellBtfBlock;

DwellBtfBlock *dwell_btf_block_new  (const DwellBlock *block) G_GNUC_WARN_UNUSED_RESULT;
void           dwell_btf_block_free (DwellBtfBlock    *self);
gboolean       dwell_btf_block_log  (DwellBtfBlock    *self,
                                     const DwellBlock *block,
                                     guint64           n_lines_before,
                                     DwellBtfLog      *log,
                                     GError          **error);

G_END_DECLS
