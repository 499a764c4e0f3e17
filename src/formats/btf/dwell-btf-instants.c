/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes events of single times: messages, values and the starts of states. A message of a trace
 * that was read from this format is written as the event from which it was made; any other message
 * becomes a stimulus. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "core/dwell-memory.h"
#include "formats/btf/dwell-btf-play.h"
#include "formats/common/dwell-state-numbers.h"

/* The role of the track of a span, if it is a state that is written as an event of its own. */
static DwellBtfRole
get_state_role (const DwellBtfPlay *self,
                guint32             span)
{
  DwellBtfRole role = self->cast.roles[dwell_trace_get_span_track (self->trace, span)];

  if (self->trace->areas[self->trace->span_area[span]].kind != DWELL_AREA_STATE)
    return DWELL_BTF_ROLE_NONE;

  return role == DWELL_BTF_ROLE_SEMAPHORE || role == DWELL_BTF_ROLE_SIGNAL ? role
                                                                           : DWELL_BTF_ROLE_NONE;
}

/* Whether a process was activated, but has not started. */
static gboolean
is_active (const DwellTrace *trace,
           guint32           span)
{
  return g_str_equal (dwell_trace_get_area_name (trace, trace->span_area[span]), "ACTIVE");
}

static void
add (DwellBtfPlay *self,
     gint64        time,
     gsize         number)
{
  if (time >= self->begin && time <= self->end)
    self->instants[self->n_instants++] =
      (DwellKeyed) { (guint64) time ^ (guint64) 1 << 63, (guint32) number };
}

static gsize
count_states (const DwellBtfPlay *self)
{
  gsize n = 0;

  for (guint32 i = 0; i < self->trace->n_spans; i++)
    n += get_state_role (self, i) != DWELL_BTF_ROLE_NONE;

  return n;
}

/* Adds the values that hold when the range begins, as written then. */
static void
add_held_values (DwellBtfPlay *self)
{
  const DwellTrace *trace = self->trace;

  for (guint32 i = 0; self->begin > trace->begin && i < trace->n_tracks; i++)
    {
      guint32 write = dwell_trace_find_held_write (trace, i, self->begin);

      if (write != DWELL_NONE)
        add (self, self->begin, trace->n_marks + (gsize) write);
    }
}

/* Whether a message is the activation of a process, if the trace was read from this format. */
static gboolean
is_activation (const char *text)
{
  const char *colon = strstr (text, ": ");

  return g_str_has_prefix (text, "activate ") ||
         (g_str_has_prefix (text, "preempt ") && colon != NULL &&
          g_str_has_prefix (colon + 2, "create"));
}

/* Whether a process is still in the state ACTIVE when the range begins, by a message before. */
static gboolean
is_held_activation (const DwellBtfPlay *self,
                    guint32             mark)
{
  const DwellTrace *trace = self->trace;
  guint32 context = trace->tracks[trace->mark_track[mark]].context;
  const DwellBtfActor *actor = context != DWELL_NONE ? self->cast.by_context[context] : NULL;

  if (trace->mark_time[mark] >= self->begin || actor == NULL ||
      !is_activation (dwell_trace_get_string (trace, trace->mark_text[mark])))
    return FALSE;

  for (guint i = 0; i < actor->states->len; i++)
    {
      const DwellBtfStateRow *states = &g_array_index (actor->states, DwellBtfStateRow, i);
      const DwellRow *row = &trace->rows[states->row];
      guint32 place = dwell_trace_row_search (trace, states->row, self->begin);

      if (place < row->first_span + row->n_spans &&
          dwell_trace_get_span_begin (trace, trace->row_spans[place]) == trace->mark_time[mark] &&
          dwell_btf_cast_is_of_file (&self->cast, states->context, context) &&
          is_active (trace, trace->row_spans[place]))
        return TRUE;
    }

  return FALSE;
}

static void
add_states (DwellBtfPlay *self)
{
  const DwellTrace *trace = self->trace;

  /* So is a state that goes on when the range begins. */
  for (guint32 i = 0; i < trace->n_spans; i++)
    if (get_state_role (self, i) != DWELL_BTF_ROLE_NONE &&
        dwell_trace_span_takes_part (trace, i, self->begin, self->end))
      add (self, dwell_btf_play_get_begin (self, i),
           (gsize) trace->n_marks + trace->n_writes + i);
}

/**
 * dwell_btf_instants_gather:
 * @self: (inout): a play
 * @error: %DWELL_ERROR_LIMIT
 *
 * Puts all instants in order of time.
 *
 * Returns: %FALSE if there is too little memory
 */
gboolean
dwell_btf_instants_gather (DwellBtfPlay  *self,
                           GError       **error)
{
  const DwellTrace *trace = self->trace;
  gsize first_span = (gsize) trace->n_marks + trace->n_writes;
  gsize n_states = count_states (self);
  gsize n = first_span + n_states;

  if (first_span + trace->n_spans > G_MAXUINT32)
    {
      dwell_memory_set_error (error);
      return FALSE;
    }

  self->instants = dwell_big_try_alloc ((2 * n + 1) * sizeof (DwellKeyed), error);
  if (self->instants == NULL)
    return FALSE;

  for (guint32 i = 0; i < trace->n_marks; i++)
    add (self, is_held_activation (self, i) ? self->begin : trace->mark_time[i], i);
  for (guint32 i = 0; i < trace->n_writes; i++)
    add (self, dwell_trace_get_write_time (trace, i), trace->n_marks + (gsize) i);
  add_held_values (self);
  if (n_states > 0)
    add_states (self);

  dwell_sort_keyed (self->instants, self->instants + self->n_instants, self->n_instants);
  return TRUE;
}

/* Whether the process enters the state ACTIVE then, or is in it when the range begins. */
static gboolean
becomes_active (DwellBtfPlay  *self,
                DwellBtfActor *actor,
                gint64         time)
{
  const DwellTrace *trace = self->trace;

  for (guint i = 0; i < actor->states->len; i++)
    {
      const DwellBtfStateRow *states = &g_array_index (actor->states, DwellBtfStateRow, i);
      const DwellRow *row = &trace->rows[states->row];

      for (guint32 k = states->next; k < row->first_span + row->n_spans; k++)
        {
          guint32 span = trace->row_spans[k];

          if (dwell_trace_get_span_begin (trace, span) > time)
            break;
          if (dwell_btf_play_get_begin (self, span) == time && is_active (trace, span) &&
              dwell_trace_span_takes_part (trace, span, self->begin, self->end))
            return TRUE;
        }
    }

  /* Without states nothing is known: it may well be activated while it runs. */
  return actor->states->len == 0;
}

/* The instance that is activated: the one that begins next. */
static guint32
activate (DwellBtfPlay  *self,
          DwellBtfActor *actor,
          gint64         time)
{
  if (!becomes_active (self, actor, time))
    return dwell_btf_runs_get_instance (self, actor);

  actor->n_activated = MAX (actor->n_activated, actor->n_started);
  return actor->n_activated++;
}

static void
write_event (DwellBtfPlay  *self,
             gint64         time,
             DwellBtfActor *actor,
             const char    *text)
{
  const char *blank = strchr (text, ' ');
  g_autofree char *word = blank != NULL ? g_strndup (text, (gsize) (blank - text)) : NULL;
  const char *colon = blank != NULL ? strstr (blank + 1, ": ") : NULL;
  g_autofree char *other = blank == NULL ? NULL
                           : colon == NULL ? g_strdup (blank + 1)
                             : g_strndup (blank + 1, (gsize) (colon - blank - 1));
  const char *note = colon != NULL ? colon + 2 : NULL;
  DwellBtfEvent event = word != NULL && self->cast.is_own
                          ? dwell_btf_event_find ((DwellScan) { word, word + strlen (word) })
                          : DWELL_BTF_OTHER_EVENT;
  const char *source = actor != NULL ? actor->name : "Stimuli";

  if (actor != NULL && self->cast.is_own && is_activation (text))
    dwell_btf_play_add_line (self, time, other, 0, actor->type, actor->name,
                             activate (self, actor, time), word, note);
  else if (actor != NULL && event == DWELL_BTF_INFORMATIVE)
    dwell_btf_play_add_line (self, time, other, 0, actor->type, actor->name,
                             dwell_btf_runs_get_instance (self, actor), word, note);
  else if (event == DWELL_BTF_OF_OS_EVENT || event == DWELL_BTF_SEMAPHORE_USE)
    dwell_btf_play_add_line (self, time, source, 0,
                             event == DWELL_BTF_OF_OS_EVENT ? "EVENT" : "SEM", other, 0, word,
                             note);
  else
    {
      /* The reader joins the two parts again. */
      const char *end = strstr (text, ": ");
      g_autofree char *target = end != NULL ? g_strndup (text, (gsize) (end - text))
                                            : g_strdup (text);

      dwell_btf_play_add_line (self, time, source, 0, "STI", target, 0, "trigger",
                               end != NULL ? end + 2 : NULL);
    }
}

static void
write_mark (DwellBtfPlay *self,
            guint32       mark,
            gint64        time)
{
  const DwellTrace *trace = self->trace;
  guint32 context = trace->tracks[trace->mark_track[mark]].context;
  gboolean is_end = trace->mark_kind[mark] == DWELL_MARK_ORPHAN_END &&
                    trace->mark_area[mark] != DWELL_NONE;

  write_event (self, time, context != DWELL_NONE ? self->cast.by_context[context] : NULL,
               is_end ? dwell_trace_get_area_title (trace, trace->mark_area[mark])
                      : dwell_trace_get_string (trace, trace->mark_text[mark]));
}

static void
write_number (DwellBtfPlay *self,
              guint32       area,
              gint64        time,
              guint64       value)
{
  const char *name = dwell_btf_cast_get_name (&self->cast, area, "SIG");
  char number[G_ASCII_DTOSTR_BUF_SIZE + 2];
  double real;

  memcpy (&real, &value, sizeof real);
  if (!self->trace->areas[area].is_float)
    g_snprintf (number, sizeof number, "%" G_GINT64_FORMAT, (gint64) value);
  else if (isfinite (real))
    {
      /* A number without a point would be read as an integer. */
      g_ascii_dtostr (number, sizeof number, real);
      if (strpbrk (number, ".e") == NULL)
        g_strlcat (number, ".0", sizeof number);
    }
  else
    {
      self->losses.values++;
      return;
    }

  dwell_btf_play_add_line (self, time, "SIM", 0, "SIG", name, 0, "write", number);
}

static void
write_value (DwellBtfPlay *self,
             guint32       number,
             gint64        time)
{
  const DwellTrace *trace = self->trace;
  guint32 track = trace->write_track[number];
  guint32 area = trace->tracks[track].area;
  const char *core;
  g_autofree char *value = NULL;

  if (self->cast.roles[track] != DWELL_BTF_ROLE_FREQUENCY)
    {
      /* A variable that has states is written as these. */
      if (area != DWELL_NONE && trace->tracks[track].n_rows == 0)
        write_number (self, area, time, trace->write_value[number]);
      return;
    }

  core = dwell_btf_cast_get_name (&self->cast, area, "C");
  value = g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) trace->write_value[number]);
  dwell_btf_play_add_line (self, time, core, 0, "C", core, 0, "set_frequency", value);
}

static void
write_state_number (DwellBtfPlay *self,
                    guint32       variable,
                    guint32       state,
                    gint64        time)
{
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, self->state_numbers[state]);

  if (dwell_state_number_is_made (self->trace, self->state_numbers, state))
    self->losses.numbers++;
  else
    self->losses.states++;

  dwell_btf_play_add_line (self, time, "SIM", 0, "SIG",
                           dwell_btf_cast_get_name (&self->cast, variable, "SIG"), 0, "write",
                           number);
}

static void
write_state (DwellBtfPlay *self,
             guint32       span,
             gint64        time)
{
  static const char * const words[][2] = {
    { "FREE", "free" }, { "FULL", "full" }, { "OVERFULL", "overfull" }, { "USED", "used" },
  };
  const DwellTrace *trace = self->trace;
  guint32 state = trace->span_area[span];
  guint32 area = trace->tracks[dwell_trace_get_span_track (trace, span)].area;
  const char *name;

  if (get_state_role (self, span) == DWELL_BTF_ROLE_SIGNAL)
    {
      write_state_number (self, area, state, time);
      self->losses.completed += (dwell_btf_play_get_flags (self, span) &
                                 DWELL_SPAN_BEGIN_MISSING) != 0;
      return;
    }

  name = dwell_btf_cast_get_name (&self->cast, area, "SEM");
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (words[i][0], dwell_trace_get_string (trace, trace->areas[state].name)))
      dwell_btf_play_add_line (self, time, name, 0, "SEM", name, 0, words[i][1], NULL);
}

/**
 * dwell_btf_instants_write:
 * @self: a play
 * @number: of an instant
 * @time: when it is
 *
 * Writes the event of the instant.
 */
void
dwell_btf_instants_write (DwellBtfPlay *self,
                          guint32       number,
                          gint64        time)
{
  const DwellTrace *trace = self->trace;

  if (number < trace->n_marks)
    write_mark (self, number, time);
  else if (number < trace->n_marks + trace->n_writes)
    write_value (self, number - trace->n_marks, time);
  else
    write_state (self, number - trace->n_marks - trace->n_writes, time);
}
