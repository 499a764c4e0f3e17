/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tracks of a Text1 timeline: variables and signals, each with a track; contexts, each with a
 * track for its stack of functions and its stack of lines; areas and states that are not in the
 * mapping. The context of an event is determined here in the order of README.md, "Whose event is
 * it": that of the row; the running task according to a state variable; the only context whose
 * statistics have the function; 'Unknown'. */
#pragma once

#include "formats/text1/read/dwell-text1-frames.h"
#include "formats/text1/read/dwell-text1-map-private.h"

G_BEGIN_DECLS

/* A variable or signal, its track, and its present state. */
typedef struct {
  guint32  area;
  guint32  track;
  guint32  row;         /* of its states, or DWELL_NONE */
  guint32  state;       /* area of the present state, or DWELL_NONE */
  guint32  span;        /* of the present state */
  guint32  initial;     /* area of the state before the recording, or DWELL_NONE */
  gboolean has_states;
  gboolean began;       /* it had an event */
} DwellText1Variable;

/* The stacks of a context. Both are created when needed, lines only beside functions. */
typedef struct {
  guint32      context;
  DwellFrames *functions;
  DwellFrames *lines;
  gint64       last_exit; /* time of the last exit of a function of the context */
} DwellText1Stacks;

typedef enum {
  DWELL_TEXT1_TARGET_UNKNOWN, /* not determined yet */
  DWELL_TEXT1_TARGET_FUNCTION,
  DWELL_TEXT1_TARGET_LINE,
  DWELL_TEXT1_TARGET_VARIABLE,
} DwellText1TargetKind;

/* The target of an area's events. */
typedef struct {
  DwellText1Variable  *variable; /* (nullable): NULL until needed */
  DwellText1Stacks    *stacks;   /* (nullable): for events without a context and running task */
  DwellText1TargetKind kind;
} DwellText1Target;

typedef struct {
  DwellBuilder       *builder;
  DwellText1Map      *map;
  GPtrArray          *variables;     /* DwellText1Variable or NULL, by area */
  GPtrArray          *stacks;        /* DwellText1Stacks or NULL, by context */
  GArray             *targets;       /* DwellText1Target, by area */
  guint32             unknown_context;
  guint32             data_context;
  const char         *task_object;   /* (nullable): name of the variable, given by the user */
  DwellText1Variable *running_task;  /* (nullable): its state is the running context */
  guint32            *task_contexts; /* contexts of states, by area, for the first n_mapped areas */
  gsize               n_mapped;
} DwellText1Tracks;

void                dwell_text1_tracks_init              (DwellText1Tracks   *self,
                                                          DwellBuilder       *builder,
                                                          DwellText1Map      *map,
                                                          const char         *task_object);
void                dwell_text1_tracks_clear             (DwellText1Tracks   *self);
guint32             dwell_text1_tracks_add_area          (DwellText1Tracks   *self,
                                                          guint32             handle,
                                                          gint64              value);
guint32             dwell_text1_tracks_get_state         (DwellText1Tracks   *self,
                                                          guint32             area,
                                                          guint64             value);
DwellText1Variable *dwell_text1_tracks_get_variable      (DwellText1Tracks   *self,
                                                          guint32             area);
void                dwell_text1_tracks_set_has_states    (DwellText1Tracks   *self,
                                                          DwellText1Variable *variable);
void                dwell_text1_tracks_add_variables     (DwellText1Tracks   *self);
gboolean            dwell_text1_tracks_find_running_task (DwellText1Tracks   *self);
DwellText1Stacks   *dwell_text1_tracks_make_stacks       (DwellText1Tracks   *self,
                                                          guint32             context);
DwellFrames        *dwell_text1_tracks_make_frames       (DwellText1Tracks   *self,
                                                          DwellText1Stacks   *stacks,
                                                          gboolean            of_lines);
DwellText1Stacks   *dwell_text1_tracks_make_own_stacks   (DwellText1Tracks   *self,
                                                          guint32             area);
DwellText1Target   *dwell_text1_tracks_make_target       (DwellText1Tracks   *self,
                                                          guint32             area);

/* Returns the target of an area. Valid until another area is asked for. */
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

/* Returns the stacks of a context of the builder. */
static inline DwellText1Stacks *
dwell_text1_tracks_get_stacks (DwellText1Tracks *self,
                               guint32           context)
{
  DwellText1Stacks *stacks = context < self->stacks->len
                               ? g_ptr_array_index (self->stacks, context) : NULL;

  return G_LIKELY (stacks != NULL) ? stacks : dwell_text1_tracks_make_stacks (self, context);
}

/* Returns the stacks of the context that a function or line belongs to, for events that do not show
 * their context. */
static inline DwellText1Stacks *
dwell_text1_tracks_get_own_stacks (DwellText1Tracks *self,
                                   guint32           area)
{
  DwellText1Stacks *stacks = dwell_text1_tracks_get_target (self, area)->stacks;

  return G_LIKELY (stacks != NULL) ? stacks : dwell_text1_tracks_make_own_stacks (self, area);
}

/* Returns the stack of lines, or that of functions; it is made if it is new. */
static inline DwellFrames *
dwell_text1_tracks_get_frames (DwellText1Tracks *self,
                               DwellText1Stacks *stacks,
                               gboolean          of_lines)
{
  DwellFrames *frames = of_lines ? stacks->lines : stacks->functions;

  return G_LIKELY (frames != NULL) ? frames
                                   : dwell_text1_tracks_make_frames (self, stacks, of_lines);
}

G_END_DECLS
