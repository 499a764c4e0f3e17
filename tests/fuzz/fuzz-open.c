/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes, opened as any file is: decompressed, recognised, read in small blocks. */
#include "config.h"

#include "fuzz.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  fuzz_open (NULL, 64 + size % 64, data, size);
  return 0;
}
