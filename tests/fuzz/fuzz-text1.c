/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes, read as a Text1 main file; as a .BIN if they look like records. */
#include "config.h"

#include "formats/common/dwell-lines.h"
#include "formats/text1/dwell-text1.h"
#include "fuzz.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  dwell_lines_set_block_bytes (size % 3 == 0 ? 0 : 16 + size % 64);
  fuzz_open (&dwell_text1_format, data, size);
  return 0;
}
