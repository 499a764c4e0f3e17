/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The grammar of an aprof report, line by line: pure functions of bytes, no state, no allocation.
 *
 *   c TEXT                                 comment
 *   v 6 · k COST · e EPOCH · m WORD · i WORD · t 4 or DATE · a PROGRAM · f COMMAND LINE
 *   r "NAME" "IMAGE" ID [NUMBER]           routine; names hold quotes without escape
 *   r NAME 0xADDRESS IMAGE ID              the same in version 0
 *   u ID "MANGLED" · d ID "FULL NAME"
 *   p ROUTINE SIZE NUMBER…                 a cost point of a routine, or
 *   q CONTEXT SIZE NUMBER…                 of a calling context; 4 to 18 numbers
 *   x ROUTINE CONTEXT PARENT               calling context; no parent: -1, also unsigned
 *   g BYTES · g ID SIZE NUMBER             bytes per cell; a record of distinct sizes
 *   fav ID ID_ORDINAL …                    bookmarks: routines, and contexts in the order of x */
#pragma once

#include "core/dwell-scan.h"

G_BEGIN_DECLS

#define DWELL_APROF_MAX_LINE_BYTES ((gsize) 1 << 20)

/* Of a context: it is outermost. */
#define DWELL_APROF_NO_PARENT G_MAXUINT64

typedef struct {
  DwellScan name;
  DwellScan image;
  guint64   id;
  gboolean  is_quoted;   /* false: as in version 0 */
  gboolean  has_more;    /* a number behind the id */
} DwellAprofRoutine;

typedef struct {
  guint64  routine;
  guint64  context;
  guint64  parent;
  gboolean is_unsigned;  /* its missing parent was written as an unsigned number */
} DwellAprofContext;

/* A number as a writer prints it: digits, or a double's. */
typedef struct {
  guint64  value;
  double   real;      /* if is_double */
  gboolean is_double; /* larger than 64 bits, or with a point or an exponent */
} DwellAprofNumber;

/* A word: up to a blank. False at the end of the line. */
gboolean dwell_aprof_scan_word    (DwellScan         *s,
                                   DwellScan         *word);
/* The tag and the blanks behind it. */
gboolean dwell_aprof_scan_tag     (DwellScan         *s,
                                   DwellScan         *tag);
gboolean dwell_aprof_is_tag       (const DwellScan   *tag,
                                   const char        *name);
gboolean dwell_aprof_scan_number  (DwellScan         *s,
                                   DwellAprofNumber  *number);

/* What stands behind the tags r, u or d, x. */
gboolean dwell_aprof_scan_routine (DwellScan          line,
                                   DwellAprofRoutine *routine);
gboolean dwell_aprof_scan_name    (DwellScan          line,
                                   guint64           *id,
                                   DwellScan         *name);
gboolean dwell_aprof_scan_context (DwellScan          line,
                                   DwellAprofContext *context);

G_END_DECLS
