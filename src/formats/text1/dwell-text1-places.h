/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where events stand in their file, for problems to name: lines of text, or offsets of records.
 * Stretches, not events, are kept: most follow one another at equal steps. */
#pragma once

#include "core/dwell-problems.h"

G_BEGIN_DECLS

typedef struct {
  GArray  *stretches;
  gboolean are_offsets; /* else lines, from 1 */
} DwellText1Places;

void dwell_text1_places_init     (DwellText1Places       *self);
void dwell_text1_places_clear    (DwellText1Places       *self);
/* The events from @first_event on stand at @place, @place + @step, … */
gsize dwell_text1_places_count_bytes (const DwellText1Places *self);
void dwell_text1_places_add      (DwellText1Places       *self,
                                  gsize                   first_event,
                                  guint64                 place,
                                  guint                   step);
void dwell_text1_places_complain (const DwellText1Places *self,
                                  DwellProblems          *problems,
                                  gsize                   event,
                                  DwellSeverity           severity,
                                  const char             *code,
                                  const char             *message);

G_END_DECLS
