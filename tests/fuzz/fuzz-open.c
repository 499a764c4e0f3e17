/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes, opened as any file is: decompressed, recognised, read in small blocks. */
#include "config.h"

#include "formats/common/dwell-lines.h"
#include "fuzz.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  dwell_lines_set_block_bytes (64 + size % 64);
  fuzz_open (NULL, data, size);
  return 0;
}
