/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers the texts of a block, so that whoever takes it over looks each up once. */
#pragma once

#include "core/dwell-ids.h"
#include "core/dwell-json-scan.h"

G_BEGIN_DECLS

/* Two texts that are looked up together, as a name and its category; or one, and one without a
 * pointer. */
typedef struct {
  DwellJsonText first;
  DwellJsonText second;
} DwellPair;

typedef struct {
  GArray  *pairs; /* DwellPair */
  DwellIds ids;
  guint32  last;  /* that was numbered */
} DwellPairs;

void    dwell_pairs_init   (DwellPairs      *self);
void    dwell_pairs_clear  (DwellPairs      *self);
guint32 dwell_pairs_number (DwellPairs      *self,
                            const DwellPair *pair);

G_END_DECLS
