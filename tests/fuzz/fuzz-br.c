/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes, read as a profile of Business Rules!. */
#include "config.h"

#include "formats/br/dwell-br.h"
#include "fuzz.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  fuzz_open (&dwell_br_format, 0, data, size);
  return 0;
}
