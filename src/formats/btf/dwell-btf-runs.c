/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The activations that are open, each with the stack of its runnables (README.md, "Writing"). The
 * states of a process, if the trace has them, determine when it leaves its core; otherwise the
 * pauses of its context do. Events that suspend a runnable itself are written only where its
 * suspensions do not follow from these. */
#include "config.h"

#include <string.h>

#include "formats/btf/dwell-btf-play.h"

typedef struct {
  guint32  span;
  guint32  instance;
  gint64   begin;
  gint64   end;
  guint    flags;
  guint32  next_suspension; /* into row_suspensions */
  gint64   held_until;      /* it was suspended, and is resumed then; else DWELL_TIME_NONE */
  gboolean has_begin;       /* its start was written */
  gboolean is_late;         /* it begins when its caller ends */
  guint32  n_late;          /* how many such spans it has called */
} Frame;

typedef enum {
  ENDS,
  CHANGES,
  SUSPENDS,
  RESUMES,
} Step;

typedef struct {
  DwellBtfActor    *actor;
  guint32           context;
  guint32           instance;
  gint64            begin;
  gint64            end;
  gboolean          is_open;   /* it is still open at the end of the range: no end is written */
  gboolean          is_silent; /* no event of its process is written */
  GArray           *frames;    /* Frame */
  DwellBtfStateRow *states;    /* (nullable): NULL: its pauses determine when it leaves the core */
  DwellBtfState     state;
  gint64            state_end;
  guint32           next_pause;
  guint32           last_pause;
  gboolean          is_off;    /* it is not on a core */
  GSequenceIter    *place;
  Step              step;      /* the next step */
  gint64            time;
  DwellBtfRank      rank;
} DwellBtfRun;

static Frame *
get_frame (DwellBtfRun *run,
           guint        i)
{
  return &g_array_index (run->frames, Frame, i);
}

static Frame *
get_top (DwellBtfRun *run)
{
  return get_frame (run, run->frames->len - 1);
}

static gboolean
is_process (const DwellBtfPlay *self,
            guint32             span)
{
  return self->trace->areas[self->trace->span_area[span]].kind == DWELL_AREA_PROCESS;
}

static DwellBtfState
find_state (const DwellBtfPlay *self,
            guint32             place)
{
  guint32 span = self->trace->row_spans[place];

  return dwell_btf_state_find (dwell_trace_get_area_name (self->trace,
                                                          self->trace->span_area[span]));
}

/* Finds the core of an activation that leaves it, or is on it from then or the start of the range
 * on. */
static const char *
find_core (DwellBtfPlay *self,
           DwellBtfRun  *run,
           gint64        time,
           gboolean      leaves)
{
  const DwellTrace *trace = self->trace;
  gint64 until = leaves ? DWELL_TIME_NONE : run->end;

  if (run->states != NULL && !leaves)
    {
      const DwellRow *row = &trace->rows[run->states->row];
      guint32 place = run->states->next;

      time = dwell_trace_get_span_begin (trace, trace->row_spans[place - 1]);
      until = dwell_trace_get_span_end (trace, trace->row_spans[place - 1]);
      /* It may poll there, and run again. */
      for (; place < row->first_span + row->n_spans && until < run->end &&
             !dwell_btf_state_is_off_core (find_state (self, place)); place++)
        until = dwell_trace_get_span_end (trace, trace->row_spans[place]);
    }

  return dwell_btf_cast_find_core (&self->cast, run->actor, run, run->context, time, until);
}

/* Writes an event after which the process is off its core, or on one. One that was and stays off
 * has no core, though another activation may run then. */
static void
write_process (DwellBtfPlay *self,
               DwellBtfRun  *run,
               gint64        time,
               const char   *event,
               gboolean      is_off)
{
  gboolean was_off = run->is_off;
  const char *core = NULL;

  run->is_off = is_off;
  if (run->is_silent)
    return;

  if (!was_off || !is_off)
    core = find_core (self, run, time, is_off);
  if (core == NULL)
    core = self->cast.has_cores ? run->actor->name : self->settings->core;
  dwell_btf_play_add_line (self, time, core, 0, run->actor->type, run->actor->name, run->instance,
                           event, NULL);
}

static void
write_runnable (DwellBtfPlay *self,
                DwellBtfRun  *run,
                const Frame  *frame,
                gint64        time,
                const char   *event)
{
  guint32 area = self->trace->span_area[frame->span];

  if (is_process (self, frame->span) && frame == get_frame (run, 0))
    return;

  dwell_btf_play_add_line (self, time, run->actor->name, run->instance, "R",
                           dwell_btf_cast_get_name (&self->cast, area, "R"), frame->instance,
                           event, NULL);
}

/* Whether pauses of runnables may differ from those of the process. */
static gboolean
tells_pauses (const DwellBtfRun *run)
{
  return run->states != NULL || run->is_silent;
}

/* Returns the next suspension of the innermost span that is a pause, or DWELL_NONE. */
static guint32
find_pause (DwellBtfPlay *self,
            Frame        *frame)
{
  const DwellTrace *trace = self->trace;
  const DwellRow *row = &trace->rows[trace->span_row[frame->span]];

  for (; frame->next_suspension < row->first_suspension + row->n_suspensions;
       frame->next_suspension++)
    {
      guint32 number = trace->row_suspensions[frame->next_suspension];

      if (trace->suspension_begin[number] >= frame->end)
        return DWELL_NONE;
      if (trace->suspension_span[number] == frame->span &&
          trace->suspension_kind[number] == DWELL_SUSPENSION_PAUSE &&
          trace->suspension_end[number] > MAX (trace->suspension_begin[number], frame->begin))
        return number;
    }

  return DWELL_NONE;
}

/* Whether the process changes its state before or at the end of the innermost span. */
static gboolean
find_next_change (DwellBtfPlay *self,
                  DwellBtfRun  *run,
                  gint64       *time,
                  DwellBtfRank *rank)
{
  const DwellTrace *trace = self->trace;

  if (run->states != NULL)
    {
      const DwellRow *row = &trace->rows[run->states->row];
      guint32 place = run->states->next;
      DwellBtfState state;

      if (place == row->first_span + row->n_spans)
        return FALSE;

      *time = dwell_btf_play_get_begin (self, trace->row_spans[place]);
      state = find_state (self, place);
      *rank = dwell_btf_state_is_off_core (state) ? DWELL_BTF_RANK_LEAVE : DWELL_BTF_RANK_COME;
      if (*time != run->state_end || dwell_btf_state_find_change (run->state, state) == NULL)
        return FALSE;

      /* A state that lasts longer than the activation belongs to the next one. */
      return *time < run->end ||
             (*time == run->end &&
              dwell_btf_play_get_end (self, trace->row_spans[place]) == *time);
    }

  if (run->next_pause == run->last_pause)
    return FALSE;

  *time = MAX (run->is_off ? trace->pause_end[run->next_pause]
                           : trace->pause_begin[run->next_pause], run->begin);
  *rank = run->is_off ? DWELL_BTF_RANK_COME : DWELL_BTF_RANK_LEAVE;
  return *time < run->end;
}

/* Whether the end of a span comes after all else of that time: it has just begun, or no end is
 * written. */
static gboolean
ends_last (const DwellBtfPlay *self,
           const Frame        *frame)
{
  return (frame->begin == frame->end && !frame->is_late) ||
         (frame->end == self->end && (frame->flags & DWELL_SPAN_END_MISSING) != 0);
}

/* Finds out what comes next. */
static void
plan (DwellBtfPlay *self,
      DwellBtfRun  *run)
{
  Frame *top = get_top (run);
  gboolean is_root = run->frames->len == 1;
  gboolean is_last = ends_last (self, top);
  guint32 pause = tells_pauses (run) ? find_pause (self, top) : DWELL_NONE;
  gint64 time;
  DwellBtfRank rank;

  run->step = ENDS;
  run->time = top->end;
  run->rank = is_last ? DWELL_BTF_RANK_LAST
              : is_root ? DWELL_BTF_RANK_LEAVE : DWELL_BTF_RANK_END;

  if (top->held_until != DWELL_TIME_NONE && top->held_until < run->time)
    {
      run->step = RESUMES;
      run->time = top->held_until;
      run->rank = DWELL_BTF_RANK_RESUME;
    }

  if (pause != DWELL_NONE && top->held_until == DWELL_TIME_NONE)
    {
      run->step = SUSPENDS;
      run->time = MAX (self->trace->suspension_begin[pause], top->begin);
      run->rank = DWELL_BTF_RANK_SUSPEND;
    }

  if (find_next_change (self, run, &time, &rank) &&
      (time < run->time ||
       (time == run->time && (run->step != ENDS || is_root || is_last))))
    {
      run->step = CHANGES;
      run->time = time;
      run->rank = rank;
    }
}

static int
compare_runs (gconstpointer a,
              gconstpointer b,
              gpointer      data)
{
  const DwellBtfRun *left = a;
  const DwellBtfRun *right = b;

  if (left->time != right->time)
    return left->time < right->time ? -1 : 1;

  return (int) left->rank - (int) right->rank;
}

static void
replan (DwellBtfPlay *self,
        DwellBtfRun  *run)
{
  plan (self, run);
  g_sequence_sort_changed (run->place, compare_runs, NULL);
}

/* Writes a suspension of the runnable itself. */
static void
suspend (DwellBtfPlay *self,
         DwellBtfRun  *run,
         gint64        time,
         gint64        until)
{
  Frame *top = get_top (run);

  top->held_until = until;
  if (top->has_begin || time > top->begin)
    write_runnable (self, run, top, time, "suspend");
}

static void
take_pause (DwellBtfPlay *self,
            DwellBtfRun  *run)
{
  Frame *top = get_top (run);
  guint32 pause = find_pause (self, top);

  top->next_suspension++;
  if (!run->is_off)
    suspend (self, run, run->time, self->trace->suspension_end[pause]);
}

/* When a process comes onto the core, some of its runnables may stay suspended. */
static void
hold (DwellBtfPlay *self,
      DwellBtfRun  *run)
{
  const DwellTrace *trace = self->trace;
  Frame *top = get_top (run);
  const DwellRow *row = &trace->rows[trace->span_row[top->span]];

  if (run->states == NULL || run->frames->len == 1 || top->held_until != DWELL_TIME_NONE)
    return;

  for (guint32 place = dwell_trace_suspension_search (trace, trace->span_row[top->span], run->time);
       place < row->first_suspension + row->n_suspensions; place++)
    {
      guint32 number = trace->row_suspensions[place];

      if (trace->suspension_begin[number] >= run->time)
        return;
      if (trace->suspension_span[number] == top->span &&
          trace->suspension_kind[number] == DWELL_SUSPENSION_PAUSE)
        {
          suspend (self, run, run->time, trace->suspension_end[number]);
          return;
        }
    }
}

static void
take_change (DwellBtfPlay *self,
             DwellBtfRun  *run)
{
  gboolean was_off = run->is_off;
  gboolean is_off = !was_off;
  const char *word;

  if (run->states != NULL)
    {
      guint32 place = run->states->next++;
      DwellBtfState state = find_state (self, place);

      word = dwell_btf_state_find_change (run->state, state);
      run->state = state;
      run->state_end = dwell_btf_play_get_end (self, self->trace->row_spans[place]);
      is_off = dwell_btf_state_is_off_core (state);
    }
  else
    {
      word = was_off ? "resume" : "preempt";
      run->next_pause += was_off;
    }

  if (was_off && !is_off)
    hold (self, run);
  write_process (self, run, run->time, word, is_off);
}

static void
run_free (DwellBtfPlay *self,
          DwellBtfRun  *run)
{
  if (run->actor->last == run)
    run->actor->last = NULL;
  if (run->states != NULL)
    run->states->is_busy = FALSE;

  dwell_btf_cast_free_core (&self->cast, run->actor, run);
  g_sequence_remove (run->place);
  g_array_unref (run->frames);
  g_free (run);
}

/* An activation that is started once more ends without an end. One that was open when its file
 * ended is not: another file, with which that is joined, goes on. Returns the span that begins
 * then, or DWELL_NONE. */
static guint32
find_restart (const DwellBtfPlay *self,
              const DwellBtfRun  *run)
{
  const DwellTrace *trace = self->trace;

  for (guint32 i = self->next; i < trace->n_spans; i++)
    {
      guint32 span = dwell_btf_play_get_span (self, i);
      guint32 context = dwell_trace_get_span_context (trace, span);

      if (dwell_trace_get_span_begin (trace, span) > run->end)
        break;
      if (dwell_trace_get_span_begin (trace, span) == run->end && is_process (self, span) &&
          self->cast.by_context[context] == run->actor &&
          trace->contexts[context].parent == trace->contexts[run->context].parent &&
          !g_hash_table_contains (self->restarts, GUINT_TO_POINTER (span)))
        return span;
    }

  return DWELL_NONE;
}

static void
end_process (DwellBtfPlay *self,
             DwellBtfRun  *run,
             guint         flags)
{
  if (run->is_open)
    return;

  if ((flags & DWELL_SPAN_END_MISSING) != 0 && is_process (self, get_frame (run, 0)->span))
    {
      guint32 restart = self->cast.is_own ? find_restart (self, run) : DWELL_NONE;

      if (restart != DWELL_NONE)
        {
          g_hash_table_insert (self->restarts, GUINT_TO_POINTER (restart),
                               GUINT_TO_POINTER (run->instance));
          return;
        }
      self->losses.completed++;
    }

  write_process (self, run, run->end, "terminate", TRUE);
}

static void
push (DwellBtfPlay *self,
      DwellBtfRun  *run,
      guint32       span)
{
  Frame frame = {
    .span = span,
    .begin = dwell_btf_play_get_begin (self, span),
    .end = dwell_btf_play_get_end (self, span),
    .flags = dwell_btf_play_get_flags (self, span),
    .next_suspension = dwell_trace_suspension_search (self->trace, self->trace->span_row[span],
                                                      dwell_btf_play_get_begin (self, span)),
    .held_until = DWELL_TIME_NONE,
    .instance = self->instances[self->trace->span_area[span]]++,
  };
  gboolean is_root = run->frames->len == 0;
  gboolean may_omit = (frame.flags & DWELL_SPAN_BEGIN_MISSING) != 0 && frame.begin == run->begin &&
                      (is_root || is_process (self, get_top (run)->span) ||
                       !get_top (run)->has_begin) &&
                      (frame.flags & DWELL_SPAN_END_MISSING) == 0;

  frame.has_begin = !may_omit;
  g_array_append_val (run->frames, frame);
  g_hash_table_insert (self->open, GUINT_TO_POINTER (span), run);
  if (is_root && is_process (self, span))
    return;

  if (!may_omit)
    {
      self->losses.completed += (frame.flags & DWELL_SPAN_BEGIN_MISSING) != 0;
      write_runnable (self, run, get_top (run), frame.begin, "start");
    }
}

/* Begins the next span that belongs before the end of the innermost one. */
static gboolean
begin_late (DwellBtfPlay *self,
            DwellBtfRun  *run)
{
  Frame *top = get_top (run);
  guint32 span = dwell_btf_play_get_late (self, top->span, top->n_late);

  if (span == DWELL_NONE)
    return FALSE;

  top->n_late++;
  push (self, run, span);
  get_top (run)->is_late = TRUE;
  replan (self, run);
  return TRUE;
}

/* Ends the innermost span, and the activation with its outermost. */
static void
take_end (DwellBtfPlay *self,
          DwellBtfRun  *run)
{
  Frame *top = get_top (run);
  guint flags = top->flags;
  gboolean is_missing = (flags & DWELL_SPAN_END_MISSING) != 0;
  gint64 outer_end = run->frames->len > 1 ? get_frame (run, run->frames->len - 2)->end : run->end;

  if (begin_late (self, run))
    return;

  g_hash_table_remove (self->open, GUINT_TO_POINTER (top->span));
  if (!is_missing || (top->end != outer_end && top->end != self->end) ||
      (run->is_silent && run->frames->len == 1 && top->end != self->end))
    {
      write_runnable (self, run, top, top->end, "terminate");
      self->losses.completed += is_missing;
    }

  if (run->frames->len > 1)
    {
      g_array_set_size (run->frames, run->frames->len - 1);
      replan (self, run);
      return;
    }

  end_process (self, run, flags);
  run_free (self, run);
}

static void
step (DwellBtfPlay *self,
      DwellBtfRun  *run)
{
  Frame *top = get_top (run);

  switch (run->step)
    {
    case ENDS:
      take_end (self, run);
      return;
    case CHANGES:
      take_change (self, run);
      break;
    case SUSPENDS:
      take_pause (self, run);
      break;
    case RESUMES:
    default:
      top->held_until = DWELL_TIME_NONE;
      write_runnable (self, run, top, run->time, "resume");
      break;
    }

  replan (self, run);
}

/**
 * dwell_btf_runs_peek:
 * @self: a play
 * @time: (out): when the next event of an open activation comes
 * @rank: (out): its rank among the events of that time
 *
 * Returns: %FALSE if nothing is open
 */
gboolean
dwell_btf_runs_peek (DwellBtfPlay *self,
                     gint64       *time,
                     DwellBtfRank *rank)
{
  GSequenceIter *first = g_sequence_get_begin_iter (self->active);
  const DwellBtfRun *run;

  if (g_sequence_iter_is_end (first))
    return FALSE;

  run = g_sequence_get (first);
  *time = run->time;
  *rank = run->rank;
  return TRUE;
}

/**
 * dwell_btf_runs_step:
 * @self: a play in which something is open
 *
 * Writes the next event.
 */
void
dwell_btf_runs_step (DwellBtfPlay *self)
{
  step (self, g_sequence_get (g_sequence_get_begin_iter (self->active)));
}

/**
 * dwell_btf_runs_get_instance:
 * @self: a play
 * @actor: a process
 *
 * Returns: the instance of the activation that began last, if it is open; else of the next one, if
 *   that was activated; else of the last one
 */
guint32
dwell_btf_runs_get_instance (DwellBtfPlay  *self,
                             DwellBtfActor *actor)
{
  const DwellBtfRun *last = actor->last;

  if (last != NULL)
    return last->instance;

  return actor->n_activated > actor->n_started ? actor->n_started : MAX (actor->n_started, 1) - 1;
}

/* Finds the first state in which an activation is that began at @begin: the one in which it began,
 * or that lasts when the range begins. Returns its place in row_spans, or DWELL_NONE. */
static guint32
find_first_state (DwellBtfPlay     *self,
                  DwellBtfStateRow *states,
                  gint64            begin)
{
  const DwellTrace *trace = self->trace;
  guint32 last = trace->rows[states->row].first_span + trace->rows[states->row].n_spans;
  guint32 place;

  while (states->next < last &&
         dwell_trace_get_span_end (trace, trace->row_spans[states->next]) < begin)
    states->next++;

  place = states->next;
  while (place < last &&
         (find_state (self, place) == DWELL_BTF_ACTIVE ||
          dwell_trace_get_span_begin (trace, trace->row_spans[place]) < begin))
    place++;

  if (place == last || dwell_trace_get_span_begin (trace, trace->row_spans[place]) != begin)
    return DWELL_NONE;

  while (place + 1 < last &&
         !dwell_trace_span_takes_part (trace, trace->row_spans[place], self->begin, self->end))
    place++;

  return place;
}

/* Finds the states of an activation: those of the track with a state from its start on, which may
 * be before the range. */
static void
find_states (DwellBtfPlay *self,
             DwellBtfRun  *run,
             guint32       span)
{
  const DwellTrace *trace = self->trace;
  gint64 begin = dwell_trace_get_span_begin (trace, span);

  for (guint i = 0; i < run->actor->states->len; i++)
    {
      DwellBtfStateRow *states = &g_array_index (run->actor->states, DwellBtfStateRow, i);
      guint32 place = DWELL_NONE;

      if (!states->is_busy &&
          dwell_btf_cast_is_of_file (&self->cast, states->context, run->context))
        place = find_first_state (self, states, begin);
      if (place != DWELL_NONE)
        {
          run->states = states;
          states->is_busy = TRUE;
          states->next = place + 1;
          run->state = find_state (self, place);
          run->is_off = dwell_btf_state_is_off_core (run->state);
          run->state_end = dwell_btf_play_get_end (self, trace->row_spans[place]);
          return;
        }
    }
}

static void
find_pauses (DwellBtfPlay *self,
             DwellBtfRun  *run)
{
  const DwellTrace *trace = self->trace;

  if (trace->context_pauses == NULL)
    return;

  run->next_pause = trace->context_pauses[run->context];
  run->last_pause = trace->context_pauses[run->context + 1];
  for (guint32 last = run->last_pause; run->next_pause < last; )
    {
      guint32 middle = run->next_pause + (last - run->next_pause) / 2;

      if (trace->pause_end[middle] <= run->begin)
        run->next_pause = middle + 1;
      else
        last = middle;
    }
}

/* Whether an activation is off its core from its start on. */
static gboolean
begins_off_core (const DwellBtfPlay *self,
                 const DwellBtfRun  *run)
{
  if (run->states != NULL)
    return run->is_off;

  return run->next_pause < run->last_pause &&
         self->trace->pause_begin[run->next_pause] <= run->begin;
}

/* Whether the first event of an activation may be another than its start: the reader's rules for
 * what began before the recording then restore the start. */
static gboolean
may_omit_begin (DwellBtfPlay *self,
                DwellBtfRun  *run,
                guint         flags)
{
  gint64 time;
  DwellBtfRank rank;

  if ((flags & DWELL_SPAN_BEGIN_MISSING) == 0)
    return FALSE;
  /* Some event must be written for it; in a trace that was read from this format, a missing end has
   * no line. */
  return (self->cast.is_own || run->begin == self->begin) &&
         ((flags & DWELL_SPAN_END_MISSING) == 0 || (!self->cast.is_own && !run->is_open) ||
          begins_off_core (self, run) || find_next_change (self, run, &time, &rank));
}

static void
begin_process (DwellBtfPlay *self,
               DwellBtfRun  *run,
               guint32       span,
               guint         flags)
{
  DwellBtfActor *actor = run->actor;
  gpointer instance;

  run->is_silent = self->cast.is_own && !is_process (self, span);
  if (run->is_silent)
    return;

  if (g_hash_table_steal_extended (self->restarts, GUINT_TO_POINTER (span), NULL, &instance))
    run->instance = GPOINTER_TO_UINT (instance);
  else
    run->instance = actor->n_started++;
  find_states (self, run, span);
  if (run->states == NULL)
    find_pauses (self, run);

  if (may_omit_begin (self, run, flags))
    {
      /* A runnable that is written as beginning there implies that its process runs. */
      run->is_off = begins_off_core (self, run);
      if (run->is_off)
        write_process (self, run, run->begin, dwell_btf_state_find_leave (run->state), TRUE);
      else
        find_core (self, run, run->begin, FALSE);
      return;
    }

  self->losses.completed += (flags & DWELL_SPAN_BEGIN_MISSING) != 0;
  write_process (self, run, run->begin, "start", FALSE);
}

/* A caller that continues to wait after the function that it called has ended was itself
 * suspended. */
static void
make_wait (DwellBtfPlay *self,
           DwellBtfRun  *run,
           guint32       span)
{
  const DwellTrace *trace = self->trace;
  Frame *caller = get_top (run);
  gint64 begin = dwell_btf_play_get_begin (self, span);
  const DwellRow *row = &trace->rows[trace->span_row[caller->span]];
  guint32 place = dwell_trace_suspension_search (trace, trace->span_row[caller->span], begin);
  guint32 number;

  if (place == row->first_suspension + row->n_suspensions ||
      caller->held_until != DWELL_TIME_NONE ||
      (run->frames->len == 1 && is_process (self, caller->span)))
    return;

  number = trace->row_suspensions[place];
  if (trace->suspension_span[number] == caller->span &&
      trace->suspension_kind[number] == DWELL_SUSPENSION_WAIT &&
      trace->suspension_begin[number] <= begin &&
      MIN (trace->suspension_end[number], self->end) > dwell_btf_play_get_end (self, span))
    suspend (self, run, begin, trace->suspension_end[number]);
}

static DwellBtfRun *
add_run (DwellBtfPlay *self,
         guint32       span)
{
  DwellBtfActor *actor = dwell_btf_cast_get_actor (&self->cast, span);
  DwellBtfRun *run;
  gint64 begin = dwell_btf_play_get_begin (self, span);
  guint flags = dwell_btf_play_get_flags (self, span);

  for (run = actor->last; run != NULL && run->end <= begin; run = actor->last)
    step (self, run);

  run = g_new0 (DwellBtfRun, 1);
  run->actor = actor;
  run->context = dwell_trace_get_span_context (self->trace, span);
  run->begin = begin;
  run->end = dwell_btf_play_get_end (self, span);
  run->is_open = (flags & DWELL_SPAN_END_MISSING) != 0 && run->end == self->end;
  run->frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  actor->last = run;
  begin_process (self, run, span, flags);
  run->place = g_sequence_append (self->active, run);
  return run;
}

/* Returns (nullable) the activation that a span lies in. */
static DwellBtfRun *
find_run (DwellBtfPlay *self,
          guint32       span)
{
  guint32 parent = dwell_btf_cast_find_caller (&self->cast, span);
  DwellBtfRun *run;

  if (parent == DWELL_NONE)
    return NULL;

  run = g_hash_table_lookup (self->open, GUINT_TO_POINTER (parent));
  while (run != NULL && get_top (run)->span != parent &&
         get_top (run)->end <= dwell_btf_play_get_begin (self, span))
    step (self, run);
  if (run != NULL && get_top (run)->span == parent &&
      dwell_btf_play_get_end (self, span) <= get_top (run)->end)
    return run;

  self->losses.overlapping++;
  return NULL;
}

/**
 * dwell_btf_runs_begin:
 * @self: a play
 * @span: a span that begins now, in the order of starts
 *
 * Writes its start; for an outermost span also that of the activation of its process.
 */
void
dwell_btf_runs_begin (DwellBtfPlay *self,
                      guint32       span)
{
  DwellBtfRun *run = find_run (self, span);

  if (run == NULL)
    run = add_run (self, span);
  else
    make_wait (self, run, span);

  push (self, run, span);
  replan (self, run);
}
