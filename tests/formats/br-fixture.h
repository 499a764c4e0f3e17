/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Business Rules! profiles for tests, from words, and what was read of them as text.
 *
 *   m1=PATH    module mapping          l1:10:2  line of module 1, clause 2
 *   t500       time                    b1:10:2  backtrace
 *   fNAME      function                e        end
 *   g a        GOSUB, main routine     xEE01    bytes */
#pragma once

#include "support/file-fixture.h"

G_BEGIN_DECLS

GBytes     *br_make      (const char         *words) G_GNUC_WARN_UNUSED_RESULT;
DwellTrace *br_open      (GBytes             *bytes,
                          GError            **error) G_GNUC_WARN_UNUSED_RESULT;
DwellTrace *br_open_words (const char        *words) G_GNUC_WARN_UNUSED_RESULT;
/* A line each: “PATH LINE:CLAUSE ROUTINE HITS TIME MIN MAX”, by module, routine and line. */
char       *br_tell_lines (DwellTrace        *trace) G_GNUC_WARN_UNUSED_RESULT;
/* A line each: the frames outermost first, count and self. */
char       *br_tell_nodes (DwellTrace        *trace) G_GNUC_WARN_UNUSED_RESULT;
/* “CODE OFFSET COUNT” each. */
char       *br_tell_problems (DwellTrace     *trace) G_GNUC_WARN_UNUSED_RESULT;
/* “BEGIN-END TITLE” each, by row. */
char       *br_tell_spans (DwellTrace        *trace) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
