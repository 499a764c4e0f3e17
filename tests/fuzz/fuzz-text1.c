/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes, read as a Text1 main file; as a .BIN if they look like records. */
#include "config.h"

#include "formats/text1/dwell-text1.h"
#include "fuzz.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  fuzz_open (&dwell_text1_format, size % 3 == 0 ? 0 : 16 + size % 64, data, size);
  return 0;
}
