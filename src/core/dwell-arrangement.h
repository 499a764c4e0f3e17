/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Typed cells of tables, and their rows sorted by the cells of a column. Every table is sorted by
 * these rules:
 *
 *   numbers   by their exact value, whatever their kinds, and before texts
 *   texts     in the order of dwell_collation_key(): “signal 2” before “signal 10”
 *   nothing   last, ascending and descending; NAN counts as nothing
 *   ties      stay in the order in which they were added, ascending and descending */
#pragma once

#include "core/dwell-wide.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_CELL_NONE,    /* not known, or it does not exist */
  DWELL_CELL_TEXT,
  DWELL_CELL_COUNT,
  DWELL_CELL_INTEGER, /* a value of the recorded program, as are REAL and MEAN */
  DWELL_CELL_REAL,
  DWELL_CELL_MEAN,
  DWELL_CELL_TIME,    /* ns */
  DWELL_CELL_SHARE,   /* 0…1 */
} DwellCellKind;

typedef struct {
  DwellCellKind   kind;
  const char     *text;  /* not owned */
  DwellSignedWide whole; /* whole part of the number */
  double          rest;  /* added to @whole; holds all of a real number or a share */
} DwellCellValue;

static inline DwellCellValue
dwell_cell_text (const char *text)
{
  return (DwellCellValue) {
    .kind = text != NULL && *text != '\0' ? DWELL_CELL_TEXT : DWELL_CELL_NONE, .text = text
  };
}

/* @kind: COUNT, INTEGER or TIME, if the number @exists. */
static inline DwellCellValue
dwell_cell_whole (DwellCellKind   kind,
                  DwellSignedWide whole,
                  gboolean        exists)
{
  return (DwellCellValue) { .kind = exists ? kind : DWELL_CELL_NONE, .whole = whole };
}

/* The same for an unsigned sum, limited to what fits. */
static inline DwellCellValue
dwell_cell_wide (DwellCellKind kind,
                 DwellWide     whole,
                 gboolean      exists)
{
  return dwell_cell_whole (kind, (DwellSignedWide) MIN (whole, DWELL_WIDE_MAX >> 1), exists);
}

/* @kind: REAL, MEAN or TIME, if the number @exists. */
static inline DwellCellValue
dwell_cell_real (DwellCellKind kind,
                 double        real,
                 gboolean      exists)
{
  return (DwellCellValue) { .kind = exists ? kind : DWELL_CELL_NONE, .rest = real };
}

/* A share that is negative or NAN does not exist. */
static inline DwellCellValue
dwell_cell_share (double share)
{
  return dwell_cell_real (DWELL_CELL_SHARE, share, share >= 0);
}

typedef struct _DwellArrangement DwellArrangement;

DwellArrangement *dwell_arrangement_new  (void) G_GNUC_WARN_UNUSED_RESULT;
void              dwell_arrangement_free (DwellArrangement     *self);
void              dwell_arrangement_add  (DwellArrangement     *self,
                                          guint32               row,
                                          const DwellCellValue *cell);
const guint32    *dwell_arrangement_sort (DwellArrangement     *self,
                                          gboolean              descending);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellArrangement, dwell_arrangement_free)

G_END_DECLS
