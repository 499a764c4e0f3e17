/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cuts text into records and cells, as RFC 4180 has them (README.md, "The file"). */
#pragma once

#include "core/dwell-scan.h"

G_BEGIN_DECLS

/* Cells of a record that are looked at. */
#define DWELL_CSV_MAX_COLUMNS 4096

/* What stands in a cell, without quotes and without the blanks around it. */
typedef struct {
  const char *p;
  guint32     length;
  gboolean    is_quoted;
  gboolean    is_escaped; /* two quotes in it stand for one */
} DwellCsvCell;

typedef enum {
  DWELL_CSV_GOOD,
  DWELL_CSV_BAD,   /* something stands behind the quote that ends a cell */
  DWELL_CSV_OPEN,  /* the text ends within quotes: the cursor stays where it was */
} DwellCsvResult;

typedef struct {
  DwellCsvCell *cells;     /* at most n_wanted are filled */
  guint         n_wanted;
  guint         n_columns; /* that the table has */
  guint         n;         /* all of the record */
  guint         n_lines;   /* that it took, with its end; the last may have none */
  gboolean      is_blank;  /* nothing stands in it, not even a delimiter */
  gboolean      has_more;  /* a cell behind the columns of the table is not empty */
} DwellCsvRecord;

DwellCsvResult dwell_csv_take_record (DwellScan          *s,
                                      char                delimiter,
                                      DwellCsvRecord     *record);
char          *dwell_csv_cell_dup    (const DwellCsvCell *cell) G_GNUC_WARN_UNUSED_RESULT;

static inline DwellScan
dwell_csv_cell_scan (const DwellCsvCell *cell)
{
  return (DwellScan) { cell->p, cell->p + cell->length };
}

G_END_DECLS
