/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Grammar of the lines of callgrind's files (README.md, "The file"). All are pure functions of a
 * line and of the positions of the lines before. */
#pragma once

#include "core/dwell-scan.h"

G_BEGIN_DECLS

/* The greatest number of events of a file; callgrind itself has 13. */
#define DWELL_CALLGRIND_MAX_EVENTS 64

typedef enum {
  DWELL_CALLGRIND_EMPTY,    /* or a comment */
  DWELL_CALLGRIND_HEADER,   /* KEY: VALUE */
  DWELL_CALLGRIND_OBJECT,   /* ob */
  DWELL_CALLGRIND_FILE,     /* fl */
  DWELL_CALLGRIND_INLINED,  /* fi, fe: the file of the costs that follow */
  DWELL_CALLGRIND_FUNCTION, /* fn */
  DWELL_CALLGRIND_CALLEE_OBJECT,
  DWELL_CALLGRIND_CALLEE_FILE,
  DWELL_CALLGRIND_CALLEE,
  DWELL_CALLGRIND_JUMP_FILE,     /* jfi */
  DWELL_CALLGRIND_JUMP_FUNCTION, /* jfn */
  DWELL_CALLGRIND_CALLS,
  DWELL_CALLGRIND_JUMP,
  DWELL_CALLGRIND_COST,
  DWELL_CALLGRIND_BAD,
} DwellCallgrindKind;

typedef struct {
  DwellScan key;   /* of a header */
  DwellScan text;  /* its value; what follows “=”; a line of costs */
} DwellCallgrindLine;

/* “(7) name”, “(7)” or “name”. */
typedef struct {
  gboolean  has_id;
  guint64   id;
  DwellScan name; /* empty: the one that the id was given before */
} DwellCallgrindName;

/* Which numbers stand before the costs. */
typedef struct {
  gboolean has_instructions;
  gboolean has_lines;
} DwellCallgrindPositions;

typedef struct {
  guint32  n_values;
  gboolean has_more;       /* costs than there are events */
  gboolean was_negative;   /* the line: it counts from 0 */
  guint64  line;
  guint64  values[DWELL_CALLGRIND_MAX_EVENTS];
} DwellCallgrindCosts;

DwellCallgrindKind dwell_callgrind_line_parse  (DwellScan                text,
                                                DwellCallgrindLine      *line);
gboolean           dwell_callgrind_scan_name   (DwellScan                text,
                                                DwellCallgrindName      *name);
gboolean           dwell_callgrind_scan_costs  (DwellScan                text,
                                                DwellCallgrindPositions  positions,
                                                guint64                  last_line,
                                                guint32                  n_events,
                                                DwellCallgrindCosts     *costs);
gboolean           dwell_callgrind_scan_word   (DwellScan               *text,
                                                DwellScan               *word);
void               dwell_callgrind_trim        (DwellScan               *text);

static inline gboolean
dwell_callgrind_is (DwellScan   text,
                    const char *word)
{
  gsize length = strlen (word);

  return (gsize) (text.end - text.p) == length && memcmp (text.p, word, length) == 0;
}

G_END_DECLS
