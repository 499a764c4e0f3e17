/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Splits text into records and cells, following RFC 4180 (README.md, "The file"). */
#pragma once

#include "core/dwell-scan.h"

G_BEGIN_DECLS

/* Cells of a record that are read. */
#define DWELL_CSV_MAX_COLUMNS 4096

/* The text of a cell, without quotes and without the blanks around it. */
typedef struct {
  const char *p;
  guint32     length;
  gboolean    is_quoted;
  gboolean    is_escaped; /* two quotes in it stand for one */
} DwellCsvCell;

typedef enum {
  DWELL_CSV_GOOD,
  DWELL_CSV_BAD,   /* text follows the closing quote of a cell */
  DWELL_CSV_OPEN,  /* the text ends within quotes: the cursor stays where it was */
} DwellCsvResult;

typedef struct {
  DwellCsvCell *cells;     /* at most n_wanted are filled */
  guint         n_wanted;
  guint         n_columns; /* columns of the table */
  guint         n;         /* all cells of the record */
  guint         n_lines;   /* lines of the record; the last may have no line end */
  gboolean      is_blank;  /* the line is empty, without even a delimiter */
  gboolean      has_more;  /* a cell after the columns of the table is not empty */
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
