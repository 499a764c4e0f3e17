/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers the texts of a block, so that the consumer of the block looks each of them up only
 * once. */
#pragma once

#include "core/dwell-ids.h"
#include "core/dwell-json-scan.h"

G_BEGIN_DECLS

/* Two texts that are looked up together, such as a name and its category; or a single text, with no
 * pointer in the second. */
typedef struct {
  DwellJsonText first;
  DwellJsonText second;
} DwellPair;

typedef struct {
  GArray  *pairs; /* DwellPair */
  DwellIds ids;
  guint32  last;  /* the one numbered last */
} DwellPairs;

void    dwell_pairs_init   (DwellPairs      *self);
void    dwell_pairs_clear  (DwellPairs      *self);
guint32 dwell_pairs_number (DwellPairs      *self,
                            const DwellPair *pair);

G_END_DECLS
