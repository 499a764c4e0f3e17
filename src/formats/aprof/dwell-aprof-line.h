/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The grammar of an aprof report, line by line: pure functions of bytes, no state, no allocation.
 *
 *   c TEXT                                 comment v 6 · k COST · e EPOCH · m WORD · i WORD · t
 *   4 or DATE · a PROGRAM · f COMMAND LINE r "NAME" "IMAGE" ID [NUMBER]           routine;
 *   quotes in names are not escaped r NAME 0xADDRESS IMAGE ID              the same in version 0
 *   u ID "MANGLED" · d ID "FULL NAME" p ROUTINE SIZE NUMBER…                 a cost point of a
 *   routine, or q CONTEXT SIZE NUMBER…                 of a calling context; 4 to 18 numbers x
 *   ROUTINE CONTEXT PARENT               calling context; no parent: -1, also unsigned g BYTES ·
 *   g ID SIZE NUMBER             bytes per cell; a record of distinct sizes fav ID ID_ORDINAL …
 *   bookmarks: routines, and contexts in the order of x */
#pragma once

#include "core/dwell-scan.h"

G_BEGIN_DECLS

#define DWELL_APROF_MAX_LINE_BYTES ((gsize) 1 << 20)

/* The parent of an outermost context. */
#define DWELL_APROF_NO_PARENT G_MAXUINT64

typedef struct {
  DwellScan name;
  DwellScan image;
  guint64   id;
  gboolean  is_quoted;   /* FALSE: the form of version 0 */
  gboolean  has_more;    /* a number follows the id */
} DwellAprofRoutine;

typedef struct {
  guint64  routine;
  guint64  context;
  guint64  parent;
  gboolean is_unsigned;  /* “no parent” is written as an unsigned number, not as -1 */
} DwellAprofContext;

/* A number of a point: an integer, or a double as C prints it. */
typedef struct {
  guint64  value;
  double   real;      /* if is_double */
  gboolean is_double; /* larger than 64 bits, or with a point or an exponent */
} DwellAprofNumber;

gboolean dwell_aprof_scan_word    (DwellScan         *s,
                                   DwellScan         *word);
gboolean dwell_aprof_scan_tag     (DwellScan         *s,
                                   DwellScan         *tag);
gboolean dwell_aprof_is_tag       (const DwellScan   *tag,
                                   const char        *name);
gboolean dwell_aprof_scan_number  (DwellScan         *s,
                                   DwellAprofNumber  *number);

gboolean dwell_aprof_scan_routine (DwellScan          line,
                                   DwellAprofRoutine *routine);
gboolean dwell_aprof_scan_name    (DwellScan          line,
                                   guint64           *id,
                                   DwellScan         *name);
gboolean dwell_aprof_scan_context (DwellScan          line,
                                   DwellAprofContext *context);

G_END_DECLS
