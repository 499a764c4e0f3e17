/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of a part that are abbreviated to numbers: of objects, of files and of functions. */
#pragma once

#include "core/dwell-builder.h"
#include "core/dwell-scan.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_CALLGRIND_OBJECTS,
  DWELL_CALLGRIND_FILES,
  DWELL_CALLGRIND_FUNCTIONS,
  DWELL_CALLGRIND_N_NAMES
} DwellCallgrindNameKind;

/* A number in the file. */
typedef struct {
  guint64 id;
  guint32 name; /* string */
} DwellCallgrindNumber;

/* The meaning of numbers. Nearly all writers count from 1: a number that is not much larger than
 * their count has a place in a table; any other is hashed. */
typedef struct {
  GArray       *small;   /* guint32: by number: string, or DWELL_NONE */
  GArray       *numbers; /* DwellCallgrindNumber: the others, in the order of the file */
  DwellIds      ids;     /* of these others */
  guint         n;       /* number of names in both */
} DwellCallgrindNumbers;

typedef struct {
  DwellBuilder         *builder; /* gets strings and problems */
  DwellCallgrindNumbers kinds[DWELL_CALLGRIND_N_NAMES];
} DwellCallgrindNames;

void    dwell_callgrind_names_init   (DwellCallgrindNames    *self,
                                      DwellBuilder           *builder);
void    dwell_callgrind_names_clear  (DwellCallgrindNames    *self);
void    dwell_callgrind_names_forget (DwellCallgrindNames    *self);
guint32 dwell_callgrind_names_find   (DwellCallgrindNames    *self,
                                      DwellCallgrindNameKind  kind,
                                      guint64                 id,
                                      guint64                 line);
guint32 dwell_callgrind_names_define (DwellCallgrindNames    *self,
                                      DwellCallgrindNameKind  kind,
                                      const guint64          *id,
                                      DwellScan               name,
                                      guint64                 line);

G_END_DECLS
