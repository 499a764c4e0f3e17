/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks of activations. Frames keep the row in which they were opened, so that one which ends
 * while frames above it live on leaves a hole and nothing moves. The areas of the frames lie
 * together in an array of their own, for they are searched from the top at every exit that is out
 * of order; while scouting there are areas alone.
 *
 * A line is shown in a row of its function's depth; a second one that is active in the same
 * activation, in another row of that depth. Where its function is not recorded, the depth is that
 * which the function would have.
 *
 * A frame is found open before the recording when its first event is an R, S or X without an E. It
 * began below all that was open then, so the frames found last are the outermost. Whether it was
 * suspended at the beginning tells its first event: R. */
#include "config.h"

#include <string.h>

#include "formats/text1/dwell-text1-frames.h"
#include "formats/text1/dwell-text1-line-rows.h"

typedef struct {
  guint32  span;
  guint32  depth; /* its row; of a line: what to give back to line_rows */
  gint64   suspended_at;
  guint8   is_suspended;
  guint8   waits;      /* for what it called; else its context was preempted */
  guint8   is_implied; /* no S said so: the exit of what it called ends it */
  guint8   was_suspended; /* since before the recording: nobody knows when it began */
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
  DwellFrames  *functions; /* whose lines these are; NULL: these are functions */
  DwellLineRows *line_rows; /* of lines; else NULL */
  guint32       track;
  guint         n;        /* frames */
  guint32      *areas;    /* bottom first */
  Frame        *frames;   /* beside areas; not while scouting */
  guint         n_allocated;
  GArray       *rows;     /* guint32, by depth; of functions */
  GArray       *implicit; /* Implicit, innermost first */
  guint         n_below;  /* scouting: how many of the areas, from the bottom, are of these */
  guint64       n_hidden; /* frames beyond the depth */
};

/**
 * dwell_frames_new:
 * @builder: what is filled
 * @track: where its spans are shown
 * @functions: (nullable): the functions whose lines it is to hold; they must outlive it
 *
 * Returns: (transfer full): an empty stack, of functions or of lines
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

/* Room for one more. */
static void
ensure_frame (DwellFrames *self)
{
  if (G_LIKELY (self->n < self->n_allocated))
    return;

  self->n_allocated = MAX (self->n_allocated * 2, 32);
  self->areas = g_renew (guint32, self->areas, self->n_allocated);
  self->frames = g_renew (Frame, self->frames, self->n_allocated);
}

/* The topmost frame of @area, or -1. */
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

/* The depth of the functions that stand on the topmost one. */
static guint32
get_next_depth (DwellFrames *self)
{
  return self->n > 0 ? self->frames[self->n - 1].depth + 1 : 0;
}

/* How deep the innermost activation is that runs @line; of a line whose function nobody told, the
 * innermost of all. */
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

/* The span of a line lies in no other that it shortens: its function is its area's parent. */
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
    dwell_line_rows_give_back (self->line_rows, frame->depth);
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

  /* A caller whose S is missing waits all the same; its R, or our exit, ends that. */
  if (self->n > 0 && !self->frames[self->n - 1].is_suspended)
    suspend (&self->frames[self->n - 1], time, TRUE);

  push_function (self, area, time);
  return DWELL_FRAMES_DONE;
}

/* What lives on longer than the frame at @at lies in what that one lies in. */
static void
hand_up_child (DwellFrames *self,
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

/* Frames above the one that ends were left without an exit, unless it was there before all of them:
 * then they are of another stack, and live on. */
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

  hand_up_child (self, at);
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
 * @kind: what happened
 * @area: to which area
 * @time: ns, not before that of the step before
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
 * An S that an E follows at the same time is a call, not a preemption.
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

gboolean
dwell_frames_can_imply (DwellFrames *self)
{
  return self->implicit->len < DWELL_FRAMES_MAX_IMPLICIT;
}

/**
 * dwell_frames_begin_scouting:
 * @self: a stack that was stepped until now
 *
 * From here on the stack is scouted: its spans will be made anew.
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
 * @kind: what happened
 * @area: to which area
 * @is_after_exit: whether another frame of the context ended just before, at the same time
 *
 * Follows the stack, makes no spans, and notes which frames must have been open from the beginning.
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

/* Opens a line from before the recording. Its function may recurse: the outermost line is of the
 * outermost activation, which is the @n_passed-th from the bottom or above it. */
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
 * @time: ns, the session's begin
 * @error: %DWELL_ERROR_LIMIT
 *
 * Makes ready for stepping over all events: opens the frames from before the recording that were
 * found so far, outermost first.
 *
 * Returns: how many there are; -1 if there was no room
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

      /* Outer frames that end without an R wait for the inner ones, though nobody says so. */
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

void
dwell_frames_forget (DwellFrames *self)
{
  g_array_set_size (self->implicit, 0);
}

guint
dwell_frames_get_n_open (DwellFrames *self)
{
  return self->n;
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
  while (self->n > 0)
    close_frame (self, self->n - 1, time, DWELL_SPAN_END_MISSING);
}
