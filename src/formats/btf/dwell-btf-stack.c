/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the stacks of activations (README.md, "Runnables"), and puts the spans in order and into
 * rows at the end, because spans that began before the trace are found only when they end. */
#include "config.h"

#include "formats/btf/dwell-btf-stack.h"

#include <string.h>

static DwellBtfFrame *
get_frame (DwellBtfActivation *activation,
           guint               i)
{
  return &g_array_index (activation->frames, DwellBtfFrame, i);
}

static DwellBtfFrame *
get_top (DwellBtfActivation *activation)
{
  return get_frame (activation, activation->frames->len - 1);
}

static void
append (DwellBtfStacks *self,
        DwellBtfList   *list,
        guint32         number)
{
  const guint32 link[2] = { number, DWELL_NONE };
  guint32 place = (guint32) self->links->n / 2;

  if (!dwell_builder_reserve (self->builder, self->links, 2))
    return;

  dwell_column_append (self->links, link, 2);
  if (list->first == DWELL_NONE)
    list->first = place;
  else
    dwell_column_index (self->links, guint32, 2 * list->last + 1) = place;
  list->last = place;
}

static void
suspend (DwellBtfFrame *frame,
         gint64         time,
         gboolean       waits)
{
  frame->is_suspended = TRUE;
  frame->waits = (guint8) waits;
  frame->since = time;
}

static void
resume (DwellBtfStacks     *self,
        DwellBtfActivation *activation,
        DwellBtfFrame      *frame,
        gint64              time)
{
  guint32 number = (guint32) self->builder->suspension_begin->n;

  if (!frame->is_suspended)
    return;

  frame->is_suspended = FALSE;
  if (frame->span == DWELL_NONE || frame->since == time)
    return;

  dwell_builder_add_suspension (self->builder,
                                frame->waits ? DWELL_SUSPENSION_WAIT : DWELL_SUSPENSION_PAUSE,
                                frame->span, frame->since, time);
  if (frame->runnable == 0)
    append (self, &activation->suspensions, number);
}

/* The innermost frame continues, unless it has to wait for something else. */
static void
go_on (DwellBtfStacks     *self,
       DwellBtfActivation *activation,
       gint64              time)
{
  DwellBtfFrame *top = get_top (activation);

  if (top->is_held)
    return;

  resume (self, activation, top, time);
  if (activation->is_paused)
    suspend (top, time, FALSE);
}

/**
 * dwell_btf_stack_open:
 * @self: the stacks
 * @activation: an activation without a span
 * @begin: when it begins
 * @flags: of the span
 *
 * Begins the span of a process. Room for it must have been reserved.
 */
void
dwell_btf_stack_open (DwellBtfStacks     *self,
                      DwellBtfActivation *activation,
                      gint64              begin,
                      guint               flags)
{
  DwellBtfFrame frame = { .span = DWELL_NONE, .flags = (guint8) flags };
  DwellBtfTracks *tracks = self->tracks;

  activation->lane = dwell_btf_tracks_take_lane (tracks, activation->process, begin);
  if (activation->lane == NULL)
    return;

  if (dwell_btf_log_get_entity (tracks->log, activation->process)->is_process)
    frame.span = dwell_builder_open_span (self->builder,
                                          tracks->things[activation->process].process->area,
                                          dwell_btf_tracks_get_row (tracks, activation->lane, 0),
                                          DWELL_NONE, begin);

  self->is_shifted |= (flags & DWELL_SPAN_BEGIN_MISSING) != 0;
  activation->begin = begin;
  activation->is_paused = FALSE;
  activation->children = activation->suspensions = (DwellBtfList) { DWELL_NONE, DWELL_NONE };
  g_array_append_val (activation->frames, frame);
}

static void
close_top (DwellBtfStacks     *self,
           DwellBtfActivation *activation,
           gint64              time,
           guint               flags)
{
  DwellBtfFrame *top = get_top (activation);

  resume (self, activation, top, time);
  if (top->span != DWELL_NONE)
    dwell_builder_close_span (self->builder, top->span, time, top->flags | flags);

  g_array_set_size (activation->frames, activation->frames->len - 1);
  if (activation->frames->len > 0)
    go_on (self, activation, time);
}

/**
 * dwell_btf_stack_close:
 * @self: the stacks
 * @activation: an activation with a span
 * @time: when it ends
 * @flags: of the span
 *
 * Ends the span of a process, and those of its runnables that are open.
 *
 * Returns: how many of these there were
 */
guint
dwell_btf_stack_close (DwellBtfStacks     *self,
                       DwellBtfActivation *activation,
                       gint64              time,
                       guint               flags)
{
  guint n_open = activation->frames->len - 1;

  while (activation->frames->len > 1)
    close_top (self, activation, time, DWELL_SPAN_END_MISSING);
  close_top (self, activation, time, flags);

  activation->lane->is_busy = FALSE;
  activation->lane->last_end = time;
  activation->lane = NULL;
  return n_open;
}

/**
 * dwell_btf_stack_pause:
 * @self: the stacks
 * @activation: an activation with a span
 * @time: when its process leaves the core
 */
void
dwell_btf_stack_pause (DwellBtfStacks     *self,
                       DwellBtfActivation *activation,
                       gint64              time)
{
  DwellBtfFrame *top = get_top (activation);

  activation->is_paused = TRUE;
  if (!top->is_suspended)
    suspend (top, time, FALSE);
}

/**
 * dwell_btf_stack_unpause:
 * @self: the stacks
 * @activation: an activation with a span
 * @time: when its process comes onto a core
 */
void
dwell_btf_stack_unpause (DwellBtfStacks     *self,
                         DwellBtfActivation *activation,
                         gint64              time)
{
  activation->is_paused = FALSE;
  go_on (self, activation, time);
}

static guint32
open_runnable (DwellBtfStacks     *self,
               DwellBtfActivation *activation,
               guint32             entity,
               guint               depth,
               gint64              begin)
{
  guint32 area = dwell_btf_tracks_get_runnable (self->tracks, entity);
  guint32 parent = get_frame (activation, depth - 1)->span;

  /* Without a span of the process, its runnables start in the first row. */
  if (get_frame (activation, 0)->span == DWELL_NONE)
    depth--;
  return dwell_builder_open_span (self->builder, area,
                                  dwell_btf_tracks_get_row (self->tracks, activation->lane, depth),
                                  parent, begin);
}

static DwellBtfStackResult
start (DwellBtfStacks       *self,
       DwellBtfActivation   *activation,
       const DwellBtfRecord *record)
{
  guint depth = activation->frames->len;
  DwellBtfFrame *caller = get_top (activation);
  DwellBtfFrame frame = { .runnable = record->target, .instance = record->target_instance };

  if (depth > DWELL_BTF_MAX_DEPTH)
    return DWELL_BTF_STACK_TOO_DEEP;

  /* A runnable that is suspended when another starts has called it. */
  if (caller->is_suspended && (activation->is_paused || caller->since != record->time))
    resume (self, activation, caller, record->time);
  if (caller->is_suspended)
    caller->waits = TRUE;
  else
    suspend (caller, record->time, TRUE);

  frame.span = open_runnable (self, activation, record->target, depth, record->time);
  if (depth == 1)
    append (self, &activation->children, frame.span);
  if (activation->is_paused)
    suspend (&frame, record->time, FALSE);
  g_array_append_val (activation->frames, frame);
  return DWELL_BTF_STACK_DONE;
}

/* Moves the spans and suspensions of the process so far to @span, which turned out to enclose them.
 * If the process has no span of its own, it has no suspensions: those of @span are then the waits
 * for the runnables that have ended. */
static void
hand_over (DwellBtfStacks     *self,
           DwellBtfActivation *activation,
           guint32             span)
{
  const guint32 *links = self->links->data;
  gboolean has_process = get_frame (activation, 0)->span != DWELL_NONE;

  for (guint32 i = activation->suspensions.first; i != DWELL_NONE; i = links[2 * i + 1])
    dwell_column_index (self->builder->suspension_span, guint32, links[2 * i]) = span;

  for (guint32 i = activation->children.first; i != DWELL_NONE; i = links[2 * i + 1])
    {
      guint32 child = links[2 * i];
      gboolean is_open = dwell_column_index (self->builder->span_flags, guint8, child) &
                         DWELL_SPAN_IS_OPEN;

      dwell_column_index (self->builder->span_parent, guint32, child) = span;
      if (!has_process && !is_open && dwell_builder_reserve_events (self->builder,
                                                                    DWELL_BTF_ROOM, NULL))
        dwell_builder_add_suspension (self->builder, DWELL_SUSPENSION_WAIT, span,
                                      dwell_builder_get_span_begin (self->builder, child),
                                      dwell_builder_get_span_end (self->builder, child));
    }

  activation->children = activation->suspensions = (DwellBtfList) { DWELL_NONE, DWELL_NONE };
  append (self, &activation->children, span);
}

/* Puts a runnable below all others, because it began before them. */
static DwellBtfStackResult
imply (DwellBtfStacks       *self,
       DwellBtfActivation   *activation,
       const DwellBtfRecord *record)
{
  DwellBtfFrame *process;
  DwellBtfFrame frame;

  if (activation->frames->len > DWELL_BTF_MAX_DEPTH)
    return DWELL_BTF_STACK_TOO_DEEP;

  frame = *get_frame (activation, 0);
  frame.span = open_runnable (self, activation, record->target, 1, activation->begin);
  frame.runnable = record->target;
  frame.instance = record->target_instance;
  frame.flags = DWELL_SPAN_BEGIN_MISSING;
  hand_over (self, activation, frame.span);

  g_array_insert_val (activation->frames, 1, frame);
  process = get_frame (activation, 0);
  process->is_held = FALSE;
  suspend (process, activation->begin, TRUE);
  self->is_shifted = TRUE;
  return DWELL_BTF_STACK_BEGIN_MISSING;
}

static guint
find_frame (DwellBtfActivation   *activation,
            const DwellBtfRecord *record)
{
  for (guint i = activation->frames->len - 1; i > 0; i--)
    if (get_frame (activation, i)->runnable == record->target &&
        get_frame (activation, i)->instance == record->target_instance)
      return i;

  return 0;
}

static DwellBtfStackResult
step_frame (DwellBtfStacks       *self,
            DwellBtfActivation   *activation,
            const DwellBtfRecord *record,
            guint                 at)
{
  DwellBtfFrame *frame = get_frame (activation, at);
  gboolean is_top = at + 1 == activation->frames->len;
  DwellBtfStackResult result = DWELL_BTF_STACK_DONE;

  if (record->kind == DWELL_BTF_SUSPEND)
    {
      if (frame->is_held)
        return DWELL_BTF_STACK_ILLEGAL;
      frame->is_held = TRUE;
      if (!frame->is_suspended)
        suspend (frame, record->time, FALSE);
    }
  else if (record->kind == DWELL_BTF_RESUME)
    {
      if (!frame->is_suspended)
        return DWELL_BTF_STACK_ILLEGAL;
      frame->is_held = FALSE;
      if (is_top)
        go_on (self, activation, record->time);
    }
  else
    {
      for (; activation->frames->len > at + 1; result = DWELL_BTF_STACK_NOT_NESTED)
        close_top (self, activation, record->time, DWELL_SPAN_END_MISSING);
      close_top (self, activation, record->time, 0);
    }

  return result;
}

/**
 * dwell_btf_stack_step:
 * @self: the stacks
 * @activation: an activation with a span
 * @record: an event of a runnable: start, suspend, resume or terminate
 *
 * Takes an event. Room for two spans and %DWELL_BTF_ROOM suspensions must have been reserved.
 *
 * Returns: whether it matched the open frames
 */
DwellBtfStackResult
dwell_btf_stack_step (DwellBtfStacks       *self,
                      DwellBtfActivation   *activation,
                      const DwellBtfRecord *record)
{
  DwellBtfStackResult implied = DWELL_BTF_STACK_DONE;
  gboolean is_first = activation->children.first == DWELL_NONE &&
                      activation->suspensions.first == DWELL_NONE;
  DwellBtfStackResult result;
  guint at;

  if (record->kind == DWELL_BTF_START)
    return start (self, activation, record);

  at = find_frame (activation, record);
  if (at == 0)
    {
      implied = imply (self, activation, record);
      if (implied == DWELL_BTF_STACK_TOO_DEEP)
        return implied;

      /* If the first event is a resume, it was suspended before. */
      at = 1;
      if (record->kind == DWELL_BTF_RESUME && is_first &&
          !get_frame (activation, 1)->is_suspended)
        suspend (get_frame (activation, 1), activation->begin, FALSE);
    }

  result = step_frame (self, activation, record, at);
  return result != DWELL_BTF_STACK_DONE ? result : implied;
}

typedef struct {
  const DwellBuilder *builder;
  const guint16      *depths;
} Sorting;

static int
compare_spans (gconstpointer a,
               gconstpointer b,
               gpointer      data)
{
  const Sorting *sorting = data;
  guint32 left = *(const guint32 *) a;
  guint32 right = *(const guint32 *) b;
  gint64 left_begin = dwell_builder_get_span_begin (sorting->builder, left);
  gint64 right_begin = dwell_builder_get_span_begin (sorting->builder, right);

  if (left_begin != right_begin)
    return left_begin < right_begin ? -1 : 1;
  if (sorting->depths[left] != sorting->depths[right])
    return sorting->depths[left] < sorting->depths[right] ? -1 : 1;

  return left < right ? -1 : left > right;
}

/* Finds how deep each span is nested. Parents may have higher numbers; no chain is longer than a
 * stack. */
static void
find_depths (const DwellBuilder *builder,
             guint16            *depths)
{
  const guint32 *parents = builder->span_parent->data;

  for (guint32 i = 0; i < dwell_builder_get_n_spans (builder); i++)
    for (guint32 p = parents[i]; p != DWELL_NONE; p = parents[p])
      {
        depths[i]++;
        if (p < i)
          {
            depths[i] = (guint16) (depths[i] + depths[p]);
            break;
          }
      }
}

static void
place_in_rows (DwellBtfStacks *self,
               const guint16  *depths)
{
  DwellBuilder *builder = self->builder;
  guint32 *rows = builder->span_row->data;

  for (guint32 i = 0; i < dwell_builder_get_n_spans (builder); i++)
    {
      guint32 track = dwell_column_index (builder->rows, DwellRow, rows[i]).track;
      DwellBtfLane *lane = g_ptr_array_index (self->tracks->lanes, track);

      if (lane != NULL)
        rows[i] = dwell_btf_tracks_get_row (self->tracks, lane, depths[i]);
    }
}

/**
 * dwell_btf_stacks_settle:
 * @self: stacks whose spans are all closed
 * @error: %DWELL_ERROR_LIMIT
 *
 * Puts spans in order of start, and into the rows for their depths.
 *
 * Returns: %FALSE if there is too little memory
 */
gboolean
dwell_btf_stacks_settle (DwellBtfStacks  *self,
                         GError         **error)
{
  gsize n = dwell_builder_get_n_spans (self->builder);
  guint16 *depths;
  guint32 *order;
  guint32 *new_numbers;
  Sorting sorting;
  gboolean is_good;

  if (!self->is_shifted)
    return TRUE;
  if (n > G_MAXINT || !dwell_memory_check (n * 18, error))
    {
      if (error == NULL || *error == NULL)
        dwell_memory_set_error (error);
      return FALSE;
    }

  depths = dwell_big_alloc ((n + 1) * sizeof *depths);
  order = dwell_big_alloc ((n + 1) * sizeof *order);
  new_numbers = dwell_big_alloc ((n + 1) * sizeof *new_numbers);
  memset (depths, 0, n * sizeof *depths);
  find_depths (self->builder, depths);
  place_in_rows (self, depths);

  for (gsize i = 0; i < n; i++)
    order[i] = (guint32) i;
  sorting = (Sorting) { self->builder, depths };
  g_qsort_with_data (order, (gint) n, sizeof *order, compare_spans, &sorting);
  is_good = dwell_builder_reorder_spans (self->builder, order, new_numbers, error);

  dwell_big_free (new_numbers);
  dwell_big_free (order);
  dwell_big_free (depths);
  return is_good;
}
