/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks of activations. Frames keep the row in which they were opened, so that one which ends
 * while frames above it live on leaves a hole and nothing moves. The areas of the frames lie
 * together in an array of their own, for they are searched from the top at every exit that is out
 * of order.
 *
 * A frame is found open before the recording in the first pass: its first event is an R, S or X
 * without an E. It began below all that was open then, so the frames found last are the outermost.
 * Whether it was suspended at the beginning tells its first event: R. */
#include "config.h"

#include "formats/text1/dwell-text1-frames.h"

typedef struct {
  guint32  span;
  guint32  depth; /* its row */
  gint64   suspended_at;
  gboolean is_suspended;
  gboolean waits;      /* for what it called; else its context was preempted */
  gboolean is_implied; /* no S said so: the exit of what it called ends it */
} Frame;

/* A frame from before the recording. */
typedef struct {
  guint32  area;
  gboolean is_suspended;
  gboolean waits;
  gboolean is_implied;
} Implicit;

struct _DwellFrames
{
  DwellBuilder *builder;
  guint32       track;
  GArray       *areas;    /* guint32, bottom first */
  GArray       *frames;   /* Frame, beside areas */
  GArray       *rows;     /* guint32, by depth */
  GArray       *implicit; /* Implicit, innermost first */
  guint         n_below;  /* first pass: how many of the areas, from the bottom, are of these */
  guint64       n_hidden; /* frames beyond the depth */
};

/**
 * dwell_frames_new:
 * @builder: what is filled
 * @track: where its spans are shown
 *
 * Returns: (transfer full): an empty stack, ready for the first pass
 */
DwellFrames *
dwell_frames_new (DwellBuilder *builder,
                  guint32       track)
{
  DwellFrames *self = g_new0 (DwellFrames, 1);

  self->builder = builder;
  self->track = track;
  self->areas = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->implicit = g_array_new (FALSE, FALSE, sizeof (Implicit));

  return self;
}

void
dwell_frames_free (DwellFrames *self)
{
  g_array_unref (self->areas);
  g_array_unref (self->frames);
  g_array_unref (self->rows);
  g_array_unref (self->implicit);
  g_free (self);
}

/* The topmost frame of @area, or -1. */
static int
find_frame (DwellFrames *self,
            guint32      area)
{
  const guint32 *areas = (const guint32 *) (gpointer) self->areas->data;

  for (guint i = self->areas->len; i > 0; i--)
    if (areas[i - 1] == area)
      return (int) i - 1;

  return -1;
}

/**
 * dwell_frames_scout:
 * @self: a stack
 * @kind: what happened
 * @area: to which area
 * @is_after_exit: whether another frame of the context ended just before, at the same time
 *
 * First pass: follows the stack and notes which frames must have been open from the beginning.
 */
void
dwell_frames_scout (DwellFrames    *self,
                    DwellEventKind  kind,
                    guint32         area,
                    gboolean        is_after_exit)
{
  Implicit found = { area, kind == DWELL_EVENT_RESUME, is_after_exit, kind == DWELL_EVENT_EXIT };
  int at;

  if (kind == DWELL_EVENT_ENTRY)
    {
      if (self->areas->len < DWELL_FRAMES_MAX_DEPTH)
        g_array_append_val (self->areas, area);
      else
        self->n_hidden++;
      return;
    }

  at = find_frame (self, area);

  if (at < 0 && self->n_hidden > 0)
    {
      self->n_hidden -= kind == DWELL_EVENT_EXIT;
      return;
    }

  if (at < 0 && self->implicit->len < DWELL_FRAMES_MAX_IMPLICIT)
    {
      g_array_append_val (self->implicit, found);
      if (kind != DWELL_EVENT_EXIT)
        {
          g_array_prepend_val (self->areas, area);
          self->n_below++;
        }
    }
  else if (at >= 0 && kind == DWELL_EVENT_EXIT)
    {
      if ((guint) at >= self->n_below)
        g_array_set_size (self->areas, (guint) at);
      else
        {
          g_array_remove_index (self->areas, (guint) at);
          self->n_below--;
        }
    }
}

static guint32
get_row (DwellFrames *self,
         guint32      depth)
{
  while (depth >= self->rows->len)
    {
      guint32 row = dwell_builder_add_row (self->builder, self->track, 0);

      g_array_append_val (self->rows, row);
    }

  return g_array_index (self->rows, guint32, depth);
}

/* The span of a line lies in no other that it shortens: its function is its area's parent. */
static guint32
get_parent (DwellFrames *self,
            guint32      area)
{
  const DwellArea *areas = self->builder->areas->data;

  if (self->frames->len == 0 || areas[area].kind == DWELL_AREA_LINE)
    return DWELL_NONE;

  return g_array_index (self->frames, Frame, self->frames->len - 1).span;
}

static Frame *
push (DwellFrames *self,
      guint32      area,
      gint64       time)
{
  Frame frame = { .depth = 0 };

  if (self->frames->len > 0)
    frame.depth = g_array_index (self->frames, Frame, self->frames->len - 1).depth + 1;

  frame.span = dwell_builder_open_span (self->builder, area, get_row (self, frame.depth),
                                        get_parent (self, area), time);
  g_array_append_val (self->areas, area);
  g_array_append_val (self->frames, frame);
  return &g_array_index (self->frames, Frame, self->frames->len - 1);
}

/**
 * dwell_frames_begin:
 * @self: a stack after its first pass
 * @time: ns, the session's begin
 * @error: %DWELL_ERROR_LIMIT
 *
 * Opens the frames from before the recording, outermost first, and makes ready for the second pass.
 *
 * Returns: whether there was room
 */
gboolean
dwell_frames_begin (DwellFrames  *self,
                    gint64        time,
                    GError      **error)
{
  g_array_set_size (self->areas, 0);
  self->n_hidden = 0;

  if (!dwell_builder_reserve_spans (self->builder, self->implicit->len, error))
    return FALSE;

  for (guint i = self->implicit->len; i > 0; i--)
    {
      const Implicit *implicit = &g_array_index (self->implicit, Implicit, i - 1);
      Frame *frame = push (self, implicit->area, time);

      /* Outer frames that end without an R wait for the inner ones, though nobody says so. */
      frame->is_implied = implicit->is_implied && i > 1;
      frame->is_suspended = implicit->is_suspended || frame->is_implied;
      frame->waits = implicit->waits || frame->is_implied;
      frame->suspended_at = time;
      dwell_column_index (self->builder->span_flags, guint8, frame->span) |=
        DWELL_SPAN_BEGIN_MISSING;
    }

  return TRUE;
}

static void
suspend (Frame    *frame,
         gint64    time,
         gboolean  is_implied)
{
  if (frame->is_suspended)
    return;

  frame->is_suspended = TRUE;
  frame->is_implied = is_implied;
  frame->waits = is_implied;
  frame->suspended_at = time;
}

static void
resume (DwellFrames *self,
        Frame       *frame,
        gint64       time)
{
  if (!frame->is_suspended)
    return;

  frame->is_suspended = frame->is_implied = FALSE;
  dwell_builder_add_suspension (self->builder,
                                frame->waits ? DWELL_SUSPENSION_WAIT : DWELL_SUSPENSION_PAUSE,
                                frame->span, frame->suspended_at, time);
}

static void
close_frame (DwellFrames *self,
             guint        at,
             gint64       time,
             guint        flags)
{
  Frame *frame = &g_array_index (self->frames, Frame, at);
  guint begin_flags = dwell_column_index (self->builder->span_flags, guint8, frame->span) &
                      DWELL_SPAN_BEGIN_MISSING;

  resume (self, frame, time);
  dwell_builder_close_span (self->builder, frame->span, time, flags | begin_flags);
  g_array_remove_index (self->frames, at);
  g_array_remove_index (self->areas, at);
}

static DwellFramesResult
step_entry (DwellFrames *self,
            guint32      area,
            gint64       time)
{
  if (self->frames->len >= DWELL_FRAMES_MAX_DEPTH)
    {
      self->n_hidden++;
      return DWELL_FRAMES_TOO_DEEP;
    }

  /* A caller whose S is missing waits all the same; its R, or our exit, ends that. */
  if (self->frames->len > 0 &&
      dwell_column_index (self->builder->areas, DwellArea, area).kind != DWELL_AREA_LINE)
    suspend (&g_array_index (self->frames, Frame, self->frames->len - 1), time, TRUE);

  push (self, area, time);
  return DWELL_FRAMES_DONE;
}

/* What lives on longer than the frame at @at lies in what that one lies in. */
static void
hand_up_child (DwellFrames *self,
               guint        at)
{
  guint32 *parents = self->builder->span_parent->data;
  guint32 span = g_array_index (self->frames, Frame, at).span;
  guint32 child;

  if (at + 1 == self->frames->len)
    return;

  child = g_array_index (self->frames, Frame, at + 1).span;
  if (parents[child] == span)
    parents[child] = parents[span];
}

/* Frames above the one that ends were left without an exit, unless it was there before all of them:
 * then they are of another stack, and live on. */
static DwellFramesResult
step_exit (DwellFrames *self,
           guint        at,
           gint64       time)
{
  const Frame *frame = &g_array_index (self->frames, Frame, at);
  gboolean is_implicit = dwell_column_index (self->builder->span_flags, guint8, frame->span) &
                         DWELL_SPAN_BEGIN_MISSING;
  DwellFramesResult result = DWELL_FRAMES_DONE;

  while (!is_implicit && self->frames->len > at + 1)
    {
      close_frame (self, self->frames->len - 1, time, DWELL_SPAN_END_MISSING);
      result = DWELL_FRAMES_UNTERMINATED;
    }

  hand_up_child (self, at);
  close_frame (self, at, time, 0);

  if (at > 0 && at == self->frames->len)
    {
      Frame *caller = &g_array_index (self->frames, Frame, at - 1);

      if (caller->is_implied)
        resume (self, caller, time);
    }

  return result;
}

/**
 * dwell_frames_step:
 * @self: a stack
 * @kind: what happened
 * @area: to which area
 * @time: ns, not before that of the step before
 *
 * Second pass.
 *
 * Returns: what came of it
 */
DwellFramesResult
dwell_frames_step (DwellFrames    *self,
                   DwellEventKind  kind,
                   guint32         area,
                   gint64          time)
{
  int at;

  if (kind == DWELL_EVENT_ENTRY)
    return step_entry (self, area, time);

  at = find_frame (self, area);
  if (at < 0)
    {
      if (self->n_hidden == 0)
        return DWELL_FRAMES_UNMATCHED;
      self->n_hidden -= kind == DWELL_EVENT_EXIT;
      return DWELL_FRAMES_TOO_DEEP;
    }

  if (kind == DWELL_EVENT_EXIT)
    return step_exit (self, (guint) at, time);

  if (kind == DWELL_EVENT_SUSPEND)
    suspend (&g_array_index (self->frames, Frame, at), time, FALSE);
  else
    resume (self, &g_array_index (self->frames, Frame, at), time);

  return DWELL_FRAMES_DONE;
}

/**
 * dwell_frames_mark_wait:
 * @self: a stack
 * @time: ns, when a function of the context was entered
 *
 * An S that an E follows at the same time is a call, not a preemption.
 */
void
dwell_frames_mark_wait (DwellFrames *self,
                        gint64       time)
{
  for (guint i = self->frames->len; i > 0; i--)
    {
      Frame *frame = &g_array_index (self->frames, Frame, i - 1);

      if (!frame->is_suspended || frame->suspended_at != time)
        break;
      frame->waits = TRUE;
    }
}

guint32
dwell_frames_get_track (DwellFrames *self)
{
  return self->track;
}

/**
 * dwell_frames_finish:
 * @self: a stack
 * @time: ns, the session's end
 *
 * Closes what is open. Room for a suspension a frame must have been reserved.
 */
void
dwell_frames_finish (DwellFrames *self,
                     gint64       time)
{
  while (self->frames->len > 0)
    close_frame (self, self->frames->len - 1, time, DWELL_SPAN_END_MISSING);
}
