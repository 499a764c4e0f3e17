/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LMS files from memory, traces of them as text, and a second reader that is as simple as can be.
 */
#pragma once

#include "support/file-fixture.h"

G_BEGIN_DECLS

/* @option: "Rows=packed" or NULL. The format is forced. */
DwellTrace *lms_read       (const char        *bytes,
                            gsize              length,
                            const char        *option,
                            GError           **error) G_GNUC_WARN_UNUSED_RESULT;

/* A line a span, by number, times in µs: "0 default.a 15-65 row 1 in 0 [missing]"; a line a mark:
 * "orphan default.a 90"; then "events N, end T". Rows are counted within a label. */
char       *lms_dump       (const DwellTrace  *trace) G_GNUC_WARN_UNUSED_RESULT;
/* As the function above, by the naive reader. */
char       *lms_dump_naive (const char        *bytes,
                            gsize              length) G_GNUC_WARN_UNUSED_RESULT;
/* A line a problem: "orphan-end 13 x1". */
char       *lms_dump_problems (const DwellTrace *trace) G_GNUC_WARN_UNUSED_RESULT;

/* A file of about @n_lines with everything that can go wrong, if @is_wild; else as a sane writer
 * with a few threads makes it. */
GString    *lms_make_random (GRand            *rand,
                             guint             n_lines,
                             gboolean          is_wild) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
