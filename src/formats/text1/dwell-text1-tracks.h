/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where what a Text1 timeline tells is shown: variables and signals, each with a track; contexts,
 * each with a stack of functions and one of lines in one track; areas and states that no mapping
 * told. Which context an event is of is settled here, in the order of README.md, "Whose event is
 * it": the row's own; the running task that a state variable tells; the one context whose
 * statistics have the function; 'Unknown'. */
#pragma once

#include "formats/text1/dwell-text1-frames.h"
#include "formats/text1/dwell-text1-map-private.h"

G_BEGIN_DECLS

/* A variable or signal, its track, and the state that it is in. */
typedef struct {
  guint32  area;
  guint32  track;
  guint32  row;         /* of its states, or DWELL_NONE */
  guint32  state;       /* area of the state that it is in, or DWELL_NONE */
  guint32  span;        /* that state's span */
  guint32  initial;     /* area of the state that it was in before the recording, or DWELL_NONE */
  gboolean has_states;
  gboolean began;       /* an event of it was seen */
} DwellText1Variable;

/* The two stacks of a context; NULL until needed, lines only beside functions. */
typedef struct {
  guint32      context;
  DwellFrames *functions;
  DwellFrames *lines;
  gint64       last_exit; /* when a function of the context ended last */
} DwellText1Stacks;

typedef enum {
  DWELL_TEXT1_TARGET_UNKNOWN, /* not asked yet */
  DWELL_TEXT1_TARGET_FUNCTION,
  DWELL_TEXT1_TARGET_LINE,
  DWELL_TEXT1_TARGET_VARIABLE,
} DwellText1TargetKind;

/* Where the events of an area go. */
typedef struct {
  DwellText1Variable  *variable; /* NULL until needed */
  DwellText1Stacks    *stacks;   /* where neither row nor running task tell; NULL until needed */
  DwellText1TargetKind kind;
} DwellText1Target;

typedef struct {
  DwellBuilder       *builder;
  DwellText1Map      *map;
  GPtrArray          *variables;     /* by area: DwellText1Variable or NULL */
  GPtrArray          *stacks;        /* by context: DwellText1Stacks or NULL */
  GArray             *targets;       /* by area: DwellText1Target */
  guint32             unknown_context;
  guint32             data_context;
  const char         *task_object;   /* the name of that variable, if the user told it, or NULL */
  DwellText1Variable *running_task;  /* whose state tells the running context, or NULL */
  guint32            *task_contexts; /* by area, of those that were mapped: of states */
  gsize               n_mapped;
} DwellText1Tracks;

void                dwell_text1_tracks_init            (DwellText1Tracks *self,
                                                        DwellBuilder     *builder,
                                                        DwellText1Map    *map,
                                                        const char       *task_object);
void                dwell_text1_tracks_clear           (DwellText1Tracks *self);
guint32             dwell_text1_tracks_add_area        (DwellText1Tracks *self,
                                                        guint32           handle,
                                                        gint64            value);
guint32             dwell_text1_tracks_get_state       (DwellText1Tracks *self,
                                                        guint32           area,
                                                        guint64           value);
DwellText1Variable *dwell_text1_tracks_get_variable    (DwellText1Tracks *self,
                                                        guint32           area);
void                dwell_text1_tracks_set_has_states  (DwellText1Tracks   *self,
                                                        DwellText1Variable *variable);
void                dwell_text1_tracks_settle_variables (DwellText1Tracks *self);
gboolean            dwell_text1_tracks_find_running_task (DwellText1Tracks *self);
DwellText1Stacks   *dwell_text1_tracks_get_stacks      (DwellText1Tracks *self,
                                                        guint32           context);
DwellFrames        *dwell_text1_tracks_get_frames      (DwellText1Tracks *self,
                                                        DwellText1Stacks *stacks,
                                                        gboolean          of_lines);
DwellText1Stacks   *dwell_text1_tracks_get_own_stacks  (DwellText1Tracks *self,
                                                        guint32           area);
DwellText1Target   *dwell_text1_tracks_make_target     (DwellText1Tracks *self,
                                                        guint32           area);

/* Valid until the next area is asked for. */
static inline DwellText1Target *
dwell_text1_tracks_get_target (DwellText1Tracks *self,
                               guint32           area)
{
  if (G_LIKELY (area < self->targets->len))
    {
      DwellText1Target *target = &g_array_index (self->targets, DwellText1Target, area);

      if (G_LIKELY (target->kind != DWELL_TEXT1_TARGET_UNKNOWN))
        return target;
    }

  return dwell_text1_tracks_make_target (self, area);
}

G_END_DECLS
