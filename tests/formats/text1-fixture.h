/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text1 files for tests: opened from bytes, and written back in the plainest way by what
 * dwell-text1-source.h promises. */
#pragma once

#include "formats/text1/read/dwell-text1-source.h"
#include "support/file-fixture.h"

G_BEGIN_DECLS

DwellTrace *text1_open        (GFile            *file,
                               const char       *options);
DwellTrace *text1_open_bytes  (gconstpointer     bytes,
                               gsize             length,
                               const char       *options);
/* A NUL-terminated text. */
DwellTrace *text1_open_text   (const char       *text,
                               const char       *options);

const DwellText1Source *text1_get_source (const DwellTrace *trace);
/* The main file, and the .BIN, as they were read. */
GBytes     *text1_write_main   (const DwellTrace *trace);
GBytes     *text1_write_binary (const DwellTrace *trace);

G_END_DECLS
