/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that the sources of the reader share. */
#pragma once

#include "formats/br/dwell-br-reader.h"

G_BEGIN_DECLS

const guint8 *_dwell_br_reader_take_blocks   (DwellBrReader *self,
                                              const guint8  *p,
                                              const guint8  *end,
                                              guint64        offset);
guint32       _dwell_br_reader_find_stack    (DwellBrReader *self);
void          _dwell_br_reader_exclude_block (DwellBrReader *self);

/* Records that the file contains times. Earlier blocks, which were taken for samples, then took no
 * time. */
static inline void
dwell_br_reader_set_timed (DwellBrReader *self)
{
  if (G_LIKELY (self->profile.is_timed))
    return;

  self->profile.is_timed = TRUE;
  dwell_br_sequence_restart (&self->sequence);
}

G_END_DECLS
