/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of all fuzz targets. Each fuzz-NAME.c is one entry point for libFuzzer; with replay.c
 * as its main program instead it is an ordinary test that takes files. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

/* The entry that libFuzzer calls. */
int  LLVMFuzzerTestOneInput (const guint8      *data,
                             gsize              size);

/* Opens @data as a file of @format (NULL: whichever it is taken for) in blocks of @block_bytes
 * (0: of the usual size), and checks what comes of it. */
void fuzz_open              (const DwellFormat *format,
                             gsize              block_bytes,
                             const guint8      *data,
                             gsize              size);

G_END_DECLS
