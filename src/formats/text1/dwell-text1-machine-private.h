/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What pushing events and settling what they mean share. */
#pragma once

#include <string.h>

#include "formats/text1/dwell-text1-frames.h"
#include "formats/text1/dwell-text1-map-private.h"

G_BEGIN_DECLS

/* Events from first_event on stand at place, place + step, … */
typedef struct {
  gsize   first_event;
  guint64 place;
  guint   step;
} DwellText1Place;

/* A variable or signal, its track, and the state that it is in. */
typedef struct {
  guint32  area;
  guint32  track;
  guint32  row;         /* DWELL_NONE before the first state */
  guint32  state;       /* area of the state that it is in, or DWELL_NONE */
  guint32  span;        /* that state's span */
  gboolean has_states;
  gboolean began;       /* a state was seen */
} DwellText1Variable;

/* The two stacks of a context; NULL until needed. */
typedef struct {
  DwellFrames *functions;
  DwellFrames *lines;
  gint64       last_exit; /* when a function of the context ended last */
} DwellText1Stacks;

struct _DwellText1Machine
{
  DwellBuilder   *builder;
  DwellText1Map  *map;
  DwellText1Order order;
  gint64          latest;   /* of all times so far */
  gint64          previous; /* the last time */
  GByteArray     *last_kinds; /* by area */
  guint64         n_entry_resume;
  guint64         n_entry_suspend;
  GArray         *places;   /* DwellText1Place */
  gboolean        places_are_offsets;
  gint64          begin;    /* of the session */
  gint64          end;
  GPtrArray      *variables; /* by area: DwellText1Variable or NULL */
  GPtrArray      *stacks;    /* by context: DwellText1Stacks or NULL */
  guint32         unknown_context;
  guint32         data_context;
};

void                _dwell_text1_machine_complain     (DwellText1Machine *self,
                                                       gsize              number,
                                                       DwellSeverity      severity,
                                                       const char        *code,
                                                       const char        *message);
guint32             _dwell_text1_machine_add_area     (DwellText1Machine *self,
                                                       guint32            handle,
                                                       gint64             value);
DwellText1Variable *_dwell_text1_machine_get_variable (DwellText1Machine *self,
                                                       guint32            area);
gboolean            _dwell_text1_machine_derive       (DwellText1Machine *self,
                                                       GError           **error);

G_END_DECLS
