/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The places of events in their file, for problems: lines of text, or offsets of records. Stretches
 * are kept rather than events, because most events follow one another at equal distances. */
#pragma once

#include "core/dwell-problems.h"

G_BEGIN_DECLS

typedef struct {
  GArray  *stretches;
  gboolean are_offsets; /* else lines, from 1 */
} DwellText1Places;

void  dwell_text1_places_init        (DwellText1Places       *self);
void  dwell_text1_places_clear       (DwellText1Places       *self);
gsize dwell_text1_places_count_bytes (const DwellText1Places *self);
void  dwell_text1_places_add         (DwellText1Places       *self,
                                      gsize                   first_event,
                                      guint64                 place,
                                      guint                   step);
void  dwell_text1_places_complain    (const DwellText1Places *self,
                                      DwellProblems          *problems,
                                      gsize                   event,
                                      DwellSeverity           severity,
                                      const char             *code,
                                      const char             *message);

G_END_DECLS
