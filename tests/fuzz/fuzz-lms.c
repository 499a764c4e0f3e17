/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes, read as an LMS profiler's CSV. */
#include "config.h"

#include "formats/lms/dwell-lms.h"
#include "fuzz.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  fuzz_open (&dwell_lms_format, 0, data, size);
  return 0;
}
