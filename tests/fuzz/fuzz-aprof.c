/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes, read as an aprof report. */
#include "config.h"

#include "formats/aprof/dwell-aprof.h"
#include "fuzz.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  fuzz_open (&dwell_aprof_format, 0, data, size);
  return 0;
}
