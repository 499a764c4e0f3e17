/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses the rows of a text that begins with a row. Names are numbered within the text. */
#pragma once

#include "formats/csv/dwell-csv-plan.h"
#include "formats/store/dwell-pairs.h"

G_BEGIN_DECLS

/* Why a row is left out. */
typedef enum {
  DWELL_CSV_NO_FAULT,
  DWELL_CSV_BAD_QUOTE,
  DWELL_CSV_SHORT_ROW,
  DWELL_CSV_BAD_TIME,
  DWELL_CSV_BAD_END,
  DWELL_CSV_BAD_PHASE,
  DWELL_CSV_NO_VALUE,
} DwellCsvFault;

/* What is reported about a row that is kept. */
typedef enum {
  DWELL_CSV_IS_ROUNDED   = 1 << 0, /* a time was rounded */
  DWELL_CSV_IS_NEGATIVE  = 1 << 1, /* the duration is negative: it counts as 0 */
  DWELL_CSV_HAS_MORE     = 1 << 2, /* the row has more cells than there are columns */
} DwellCsvFlags;

typedef struct {
  gint64  time_ns;
  gint64  duration_ns; /* DWELL_TIME_NONE: none */
  guint32 name;        /* places in texts, or DWELL_NONE */
  guint32 context;
  guint32 line;        /* line ends before it */
  guint32 n_values;    /* number of its values, which follow those of the previous rows */
  guint8  phase;       /* DwellCsvPhase */
  guint8  fault;       /* DwellCsvFault */
  guint8  flags;       /* DwellCsvFlags */
} DwellCsvRow;

typedef struct {
  union {
    gint64  integer;
    double  number;
    guint32 text;  /* its place in texts */
  };
  guint32      place; /* place of its column in the values of the plan */
  DwellArgKind kind;  /* integer, real or string */
} DwellCsvValue;

typedef struct {
  GArray     *rows;   /* DwellCsvRow */
  GArray     *values; /* DwellCsvValue */
  DwellPairs  texts;  /* the second text of a pair is not used */
  GPtrArray  *own;    /* texts that are not in the file in this form */
  const char *end;    /* after the last whole row */
  guint32     n_lines; /* line ends up to there, including those before the text */
} DwellCsvBlock;

DwellCsvBlock *dwell_csv_block_new  (const DwellCsvPlan *plan,
                                     DwellScan           text,
                                     guint32             n_lines_before) G_GNUC_WARN_UNUSED_RESULT;
void           dwell_csv_block_free (DwellCsvBlock      *self);

G_END_DECLS
