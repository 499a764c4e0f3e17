/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes, read as an RTL_LOGFILE log. */
#include "config.h"

#include "formats/ooo/dwell-ooo.h"
#include "fuzz.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  fuzz_open (&dwell_ooo_format, 0, data, size);
  return 0;
}
