/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading RTL_LOGFILE logs from memory, and a trace as text: what the tests of that format
 * share. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

/* @lines_per_block: where block borders are; 0 = none. */
DwellTrace *ooo_read  (const char  *text,
                       gsize        length,
                       const char  *file_name,
                       guint        lines_per_block,
                       GError     **error);

/* A line a span, in the order of opening, times and self time in ms:
 *   #1 thread 11 row 1: 2345-3456 self 1111 scope "lengthy calculation" in #0 [missing]
 * then a line a mark:
 *   thread 11: 99999 message "Startup finished" of "desktop (cd100003) ::Desktop::Close" in #0 */
char       *ooo_dump  (const DwellTrace *trace);
/* A line a problem: "torn-line x1 line 21". */
char       *ooo_dump_problems (const DwellTrace *trace);
/* "key=value" a line. */
char       *ooo_dump_properties (const DwellTrace *trace);
/* Checks the invariants of every trace of this format. */
void        ooo_check (const DwellTrace *trace);

/* The bytes of tests/data/@path. */
GBytes     *ooo_load  (const char       *path);

G_END_DECLS
