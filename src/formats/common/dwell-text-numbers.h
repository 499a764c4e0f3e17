/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers the different texts of a block of lines, so that the meaning of each has to be found only
 * once per block. For the thread that parses the block. */
#pragma once

#include "core/dwell-scan.h"

G_BEGIN_DECLS

typedef struct {
  GArray  *texts;   /* DwellNumberedText, by number; they point into the block */

  /*< private >*/
  guint32 *slots;   /* number plus 1, by hash; 0 = free */
  guint32  n_slots;
} DwellTextNumbers;

typedef struct {
  const char *p;
  guint32     length;
  guint32     hash;
} DwellNumberedText;

void    dwell_text_numbers_init  (DwellTextNumbers *self);
void    dwell_text_numbers_clear (DwellTextNumbers *self);
guint32 dwell_text_numbers_find  (DwellTextNumbers *self,
                                  DwellScan         text);

static inline DwellScan
dwell_text_numbers_get (const DwellTextNumbers *self,
                        guint32                 number)
{
  const DwellNumberedText *text = &g_array_index (self->texts, DwellNumberedText, number);

  return (DwellScan) { text->p, text->p + text->length };
}

G_END_DECLS
