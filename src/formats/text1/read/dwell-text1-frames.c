/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks of activations. A frame keeps the row in which it was opened. So one that ends while
 * frames above it stay open leaves a hole, and nothing moves. The areas of the frames have an array
 * of their own, because each exit out of order searches them from the top; while scouting, there
 * are only areas.
 *
 * A line is shown in a row of its function's depth; a second line that is active in the same
 * activation, in another row of that depth. If its function is not recorded, the depth is the one
 * that the function would have.
 *
 * A frame was open before the recording if its first event is an R, S or X without an E. It began
 * below all frames that were open then, so the frames found last are the outermost. It was
 * suspended at the beginning if its first event is R. */
#include "config.h"

#include "formats/text1/read/dwell-text1-frames.h"

#include <string.h>

#include "formats/text1/read/dwell-text1-line-rows.h"

typedef struct {
  guint32  span;
  guint32  depth; /* of its row; for a line, what dwell_line_rows_release() gets */
  gint64   suspended_at;
  guint8   is_suspended;
  guint8   waits;      /* for a function that it called; else its context was preempted */
  guint8   is_implied; /* without an S: the exit of the function that it called ends it */
  guint8   was_suspended; /* since before the recording: its start is unknown */
} Frame;

/* A frame that was open before the recording. */
typedef struct {
  guint32  area;
  gboolean is_suspended;
  gboolean waits;
  gboolean is_implied;
} Implicit;

struct _DwellFrames
{
  DwellBuilder *builder;
  DwellFrames  *functions; /* (nullable): functions of these lines; NULL: this is for functions */
  DwellLineRows *line_rows; /* (nullable): of lines */
  guint32       track;
  guint         n;        /* number of frames */
  guint32      *areas;    /* bottom first */
  Frame        *frames;   /* parallel to areas; not valid while scouting */
  guint         n_allocated;
  GArray       *rows;     /* guint32: rows of functions by depth */
  GArray       *implicit; /* Implicit, innermost first */
  guint         n_below;  /* scouting: how many areas at the bottom are of implicit frames */
  guint64       n_hidden; /* frames beyond the maximal depth */
};

/**
 * dwell_frames_new:
 * @builder: the builder of the trace; must outlive the stack
 * @track: the track of its spans
 * @functions: (nullable): the functions whose lines it is for; must outlive the stack
 *
 * Returns: (transfer full): an empty stack, of lines if there are @functions, else of functions
 */
DwellFrames *
dwell_frames_new (DwellBuilder *builder,
                  guint32       track,
                  DwellFrames  *functions)
{
  DwellFrames *self = g_new0 (DwellFrames, 1);

  self->builder = builder;
  self->track = track;
  self->functions = functions;
  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->line_rows = functions != NULL ? dwell_line_rows_new (builder, track) : NULL;
  self->implicit = g_array_new (FALSE, FALSE, sizeof (Implicit));

  return self;
}

/**
 * dwell_frames_free:
 * @self: (transfer full): a stack
 */
void
dwell_frames_free (DwellFrames *self)
{
  g_free (self->areas);
  g_free (self->frames);
  g_array_unref (self->rows);
  g_clear_pointer (&self->line_rows, dwell_line_rows_free);
  g_array_unref (self->implicit);
  g_free (self);
}

/* Makes room for one more frame. */
static void
ensure_frame (DwellFrames *self)
{
  if (G_LIKELY (self->n < self->n_allocated))
    return;

  self->n_allocated = MAX (self->n_allocated * 2, 32);
  self->areas = g_renew (guint32, self->areas, self->n_allocated);
  self->frames = g_renew (Frame, self->frames, self->n_allocated);
}

/* Returns the index of the topmost frame of @area, or -1. */
static inline int
find_frame (DwellFrames *self,
            guint32      area)
{
  for (guint i = self->n; i > 0; i--)
    if (self->areas[i - 1] == area)
      return (int) i - 1;

  return -1;
}

static void
remove_area (DwellFrames *self,
             guint        at)
{
  self->n--;
  memmove (self->areas + at, self->areas + at + 1, (self->n - at) * sizeof (guint32));
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

/* Returns the depth of a function that the topmost one calls. */
static guint32
get_next_depth (DwellFrames *self)
{
  return self->n > 0 ? self->frames[self->n - 1].depth + 1 : 0;
}

/* Returns the depth of the innermost activation of @function, which runs a line; of the innermost
 * activation of all, if the function is unknown. */
static guint32
find_line_depth (DwellFrames *functions,
                 guint32      function)
{
  int at = function != DWELL_NONE ? find_frame (functions, function) : (int) functions->n - 1;

  return at >= 0 ? functions->frames[at].depth : get_next_depth (functions);
}

static guint32
get_function (DwellFrames *self,
              guint32      line)
{
  return dwell_column_index (self->builder->areas, DwellArea, line).parent;
}

static Frame *
push_frame (DwellFrames *self,
            guint32      area,
            guint32      row,
            guint32      parent,
            guint32      depth,
            gint64       time)
{
  Frame *frame;

  ensure_frame (self);
  frame = &self->frames[self->n];
  *frame = (Frame) { .depth = depth };
  frame->span = dwell_builder_open_span (self->builder, area, row, parent, time);
  self->areas[self->n++] = area;
  return frame;
}

static Frame *
push_function (DwellFrames *self,
               guint32      area,
               gint64       time)
{
  guint32 depth = get_next_depth (self);
  guint32 parent = self->n > 0 ? self->frames[self->n - 1].span : DWELL_NONE;

  return push_frame (self, area, get_row (self, depth), parent, depth, time);
}

/* Opens a line. Its span has no parent, since it must not reduce the own time of another span; its
 * function is the parent of its area. */
static Frame *
push_line (DwellFrames *self,
           guint32      area,
           guint32      depth,
           gint64       time)
{
  guint32 row;
  guint32 place = dwell_line_rows_take (self->line_rows, depth, &row);

  return push_frame (self, area, row, DWELL_NONE, place, time);
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

  frame->is_suspended = frame->is_implied = frame->was_suspended = FALSE;
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
  Frame *frame = &self->frames[at];
  guint begin_flags = dwell_column_index (self->builder->span_flags, guint8, frame->span) &
                      DWELL_SPAN_BEGIN_MISSING;

  resume (self, frame, time);
  dwell_builder_close_span (self->builder, frame->span, time, flags | begin_flags);
  if (self->line_rows != NULL)
    dwell_line_rows_release (self->line_rows, frame->depth);
  remove_area (self, at);
  memmove (frame, frame + 1, (self->n - at) * sizeof (Frame));
}

static DwellFramesResult
step_entry (DwellFrames *self,
            guint32      area,
            gint64       time)
{
  if (self->n >= DWELL_FRAMES_MAX_DEPTH)
    {
      self->n_hidden++;
      return DWELL_FRAMES_TOO_DEEP;
    }

  if (self->functions != NULL)
    {
      push_line (self, area, find_line_depth (self->functions, get_function (self, area)), time);
      return DWELL_FRAMES_DONE;
    }

  /* A caller without an S waits nevertheless; its R or the exit of this function ends that. */
  if (self->n > 0 && !self->frames[self->n - 1].is_suspended)
    suspend (&self->frames[self->n - 1], time, TRUE);

  push_function (self, area, time);
  return DWELL_FRAMES_DONE;
}

/* If the frame above @at outlives it, its span gets the parent of the frame at @at. */
static void
reparent_child (DwellFrames *self,
                guint        at)
{
  guint32 *parents = self->builder->span_parent->data;
  guint32 span = self->frames[at].span;
  guint32 child;

  if (at + 1 == self->n)
    return;

  child = self->frames[at + 1].span;
  if (parents[child] == span)
    parents[child] = parents[span];
}

static gboolean
is_from_before (DwellFrames *self,
                guint        at)
{
  return dwell_column_index (self->builder->span_flags, guint8, self->frames[at].span) &
         DWELL_SPAN_BEGIN_MISSING;
}

/* Closes the frames above the one that ends, because they have no exit. But if that one was open
 * before the recording, they belong to another stack, and stay open. */
static DwellFramesResult
step_exit (DwellFrames *self,
           guint        at,
           gint64       time)
{
  gboolean is_implicit = is_from_before (self, at);
  DwellFramesResult result = DWELL_FRAMES_DONE;

  while (!is_implicit && self->n > at + 1)
    {
      close_frame (self, self->n - 1, time, DWELL_SPAN_END_MISSING);
      result = DWELL_FRAMES_UNTERMINATED;
    }

  reparent_child (self, at);
  close_frame (self, at, time, 0);

  if (at > 0 && at == self->n)
    {
      Frame *caller = &self->frames[at - 1];

      if (caller->is_implied)
        resume (self, caller, time);
    }

  return result;
}

/**
 * dwell_frames_step:
 * @self: a stack
 * @kind: kind of the event
 * @area: area of the event
 * @time: ns, not before that of the last step
 *
 * Takes an event, and opens and closes spans and suspensions. Room for a span and two suspensions
 * must have been reserved.
 *
 * Returns: whether the event matched the stack
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
    suspend (&self->frames[at], time, FALSE);
  else
    resume (self, &self->frames[at], time);

  return DWELL_FRAMES_DONE;
}

/**
 * dwell_frames_mark_wait:
 * @self: a stack
 * @time: ns, when a function of the context was entered
 *
 * Makes frames that were suspended just at @time wait: an S with an E at the same time is a call,
 * not a preemption.
 */
void
dwell_frames_mark_wait (DwellFrames *self,
                        gint64       time)
{
  for (guint i = self->n; i > 0; i--)
    {
      Frame *frame = &self->frames[i - 1];

      if (!frame->is_suspended || frame->suspended_at != time || frame->was_suspended)
        break;
      frame->waits = TRUE;
    }
}

/**
 * dwell_frames_can_imply:
 * @self: a stack
 *
 * Returns: %FALSE if no more frames can have been open before the recording
 */
gboolean
dwell_frames_can_imply (DwellFrames *self)
{
  return self->implicit->len < DWELL_FRAMES_MAX_IMPLICIT;
}

/**
 * dwell_frames_begin_scouting:
 * @self: a stack that was stepped so far
 *
 * From here on dwell_frames_scout() takes the events; dwell_frames_begin() will make the spans
 * again.
 */
void
dwell_frames_begin_scouting (DwellFrames *self)
{
  self->n_below = 0;
  while (self->n_below < self->n && is_from_before (self, self->n_below))
    self->n_below++;
}

/**
 * dwell_frames_scout:
 * @self: a stack
 * @kind: kind of the event
 * @area: area of the event
 * @is_after_exit: whether another frame of the context ended just before, at the same time
 *
 * Takes an event without making spans, and records the frames that must have been open before the
 * recording.
 */
void
dwell_frames_scout (DwellFrames    *self,
                    DwellEventKind  kind,
                    guint32         area,
                    gboolean        is_after_exit)
{
  Implicit found = { area, kind == DWELL_EVENT_RESUME, is_after_exit, kind == DWELL_EVENT_EXIT };
  int at;

  if (kind == DWELL_EVENT_ENTRY && self->n >= DWELL_FRAMES_MAX_DEPTH)
    {
      self->n_hidden++;
      return;
    }

  ensure_frame (self);
  if (kind == DWELL_EVENT_ENTRY)
    {
      self->areas[self->n++] = area;
      return;
    }

  at = find_frame (self, area);

  if (at < 0 && self->n_hidden > 0)
    {
      self->n_hidden -= kind == DWELL_EVENT_EXIT;
    }
  else if (at < 0 && self->implicit->len < DWELL_FRAMES_MAX_IMPLICIT)
    {
      g_array_append_val (self->implicit, found);
      if (kind != DWELL_EVENT_EXIT)
        {
          memmove (self->areas + 1, self->areas, self->n++ * sizeof (guint32));
          self->areas[0] = area;
          self->n_below++;
        }
    }
  else if (at >= 0 && kind == DWELL_EVENT_EXIT && (guint) at >= self->n_below)
    {
      self->n = (guint) at;
    }
  else if (at >= 0 && kind == DWELL_EVENT_EXIT)
    {
      remove_area (self, (guint) at);
      self->n_below--;
    }
}

/* Opens a line from before the recording. Its function may recurse: the outermost line belongs to
 * the outermost activation, which is the @n_passed-th from the bottom or above it. */
static Frame *
push_first_line (DwellFrames *self,
                 guint32      area,
                 gint64       time,
                 guint       *n_passed)
{
  DwellFrames *functions = self->functions;
  guint32 function = get_function (self, area);

  for (guint i = *n_passed; i < functions->n; i++)
    if (functions->areas[i] == function)
      {
        *n_passed = i + 1;
        return push_line (self, area, functions->frames[i].depth, time);
      }

  return push_line (self, area, find_line_depth (functions, function), time);
}

/**
 * dwell_frames_begin:
 * @self: a stack; if it is of lines, that of their functions has begun
 * @time: begin of the session, ns
 * @error: %DWELL_ERROR_LIMIT
 *
 * Begins again, before the first event: opens the frames from before the recording that were found
 * so far, outermost first.
 *
 * Returns: how many these are; -1 if a limit is reached
 */
int
dwell_frames_begin (DwellFrames  *self,
                    gint64        time,
                    GError      **error)
{
  guint n_passed = 0;

  self->n = 0;
  self->n_hidden = 0;
  if (self->line_rows != NULL)
    dwell_line_rows_clear (self->line_rows);

  if (!dwell_builder_reserve_spans (self->builder, self->implicit->len, error))
    return -1;

  for (guint i = self->implicit->len; i > 0; i--)
    {
      const Implicit *implicit = &g_array_index (self->implicit, Implicit, i - 1);
      Frame *frame = self->functions != NULL
                     ? push_first_line (self, implicit->area, time, &n_passed)
                     : push_function (self, implicit->area, time);

      /* Outer frames that end without an R wait for the inner ones, although no event says so. */
      frame->is_implied = implicit->is_implied && i > 1;
      frame->is_suspended = implicit->is_suspended || frame->is_implied;
      frame->was_suspended = frame->is_suspended;
      frame->waits = implicit->waits || frame->is_implied;
      frame->suspended_at = time;
      dwell_column_index (self->builder->span_flags, guint8, frame->span) |=
        DWELL_SPAN_BEGIN_MISSING;
    }

  return (int) self->implicit->len;
}

/**
 * dwell_frames_drop_implicit:
 * @self: a stack
 *
 * Drops the frames from before the recording that were found.
 */
void
dwell_frames_drop_implicit (DwellFrames *self)
{
  g_array_set_size (self->implicit, 0);
}

/**
 * dwell_frames_get_n_open:
 * @self: a stack
 *
 * Returns: how many frames are open
 */
guint
dwell_frames_get_n_open (DwellFrames *self)
{
  return self->n;
}

/**
 * dwell_frames_get_track:
 * @self: a stack
 *
 * Returns: the track of its spans
 */
guint32
dwell_frames_get_track (DwellFrames *self)
{
  return self->track;
}

/**
 * dwell_frames_finish:
 * @self: a stack
 * @time: end of the session, ns
 *
 * Closes all frames. Room for a suspension of each must have been reserved.
 */
void
dwell_frames_finish (DwellFrames *self,
                     gint64       time)
{
  while (self->n > 0)
    close_frame (self, self->n - 1, time, DWELL_SPAN_END_MISSING);
}
