/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses the rows of a text that begins with one. What they name is numbered within the text. */
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

/* What is told of a row that is kept. */
typedef enum {
  DWELL_CSV_IS_ROUNDED   = 1 << 0, /* a time */
  DWELL_CSV_IS_NEGATIVE  = 1 << 1, /* its duration: it counts as 0 */
  DWELL_CSV_HAS_MORE     = 1 << 2, /* cells than there are columns */
} DwellCsvFlags;

typedef struct {
  gint64  time_ns;
  gint64  duration_ns; /* DWELL_TIME_NONE: it has none */
  guint32 name;        /* their places in texts, or DWELL_NONE */
  guint32 context;
  guint32 line;        /* line ends before it */
  guint32 n_values;    /* of those that follow the ones of the rows before */
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
  guint32      place; /* of its column in the values of the plan */
  DwellArgKind kind;  /* integer, real or string */
} DwellCsvValue;

typedef struct {
  GArray     *rows;   /* DwellCsvRow */
  GArray     *values; /* DwellCsvValue */
  DwellPairs  texts;  /* nothing is second */
  GPtrArray  *own;    /* texts that are not in the file as they are */
  const char *end;    /* behind the last whole row */
  guint32     n_lines; /* line ends up to there, with those before the text */
} DwellCsvBlock;

DwellCsvBlock *dwell_csv_block_new  (const DwellCsvPlan *plan,
                                     DwellScan           text,
                                     guint32             n_lines_before) G_GNUC_WARN_UNUSED_RESULT;
void           dwell_csv_block_free (DwellCsvBlock      *self);

G_END_DECLS
