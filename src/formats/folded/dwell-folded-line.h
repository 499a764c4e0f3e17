/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line of folded stacks, and the encoding of the file. Pure functions of the bytes. */
#pragma once

#include "core/dwell-scan.h"
#include "core/dwell-trace.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_FOLDED_STACK,
  DWELL_FOLDED_EMPTY,
  DWELL_FOLDED_COMMENT,
  DWELL_FOLDED_BAD, /* no weight at its end, or no frame before it */
} DwellFoldedLineKind;

/* A weight of any size: fractions are kept in thousandths, rounded half up. */
typedef struct {
  gint64  whole;
  guint32 thousandths; /* 0…999 */
} DwellFoldedWeight;

typedef struct {
  DwellScan         stack;      /* without the blanks around it; for a comment: its text */
  DwellFoldedWeight weights[2]; /* in the order of the line */
  guint             n_weights;  /* 1, or 2 if two are allowed */
  gboolean          is_exact;   /* each weight is a multiple of a thousandth */
} DwellFoldedLine;

DwellFoldedLineKind dwell_folded_line_parse (DwellScan        text,
                                             guint            n_columns,
                                             DwellFoldedLine *line);

gssize dwell_folded_find_number (DwellScan name);

gboolean dwell_folded_is_context (const char       *name,
                                  DwellContextKind *kind,
                                  guint64          *id);

guint dwell_folded_count_columns (DwellScan head);

G_END_DECLS
