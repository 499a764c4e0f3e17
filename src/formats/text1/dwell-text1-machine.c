/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From events to activations: pushing keeps the events in the builder's columns, in the file's
 * order, and has what they mean derived, batch after batch. Where batches end depends on the number
 * of events alone, never on how the file was cut into blocks.
 *
 * What shows late has all events derived again: that suspend and resume are swapped, frames from
 * before the recording. Each time more events must have come than all before, so that this costs no
 * more than deriving once.
 *
 * Times that run backwards are kept in the events; spans and writes take them as the latest so
 * far. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "formats/text1/dwell-text1-derive.h"

/* A vendor enumeration has suspend and resume swapped (README.md, "Binary timeline"): an E directly
 * followed by an R on one function is illegal. So much more of it than of the other makes it
 * clear. */
#define CLEARLY 4

#define BATCH_EVENTS ((gsize) 8192)

struct _DwellText1Machine
{
  DwellBuilder         *builder;
  DwellText1Map        *map;
  DwellText1Places      places;
  DwellText1Tracks      tracks;
  DwellText1Derivation  derivation;
  DwellText1Order       order;
  gboolean              is_prepared;
  gboolean              is_swapped;  /* events are kept with suspend and resume exchanged */
  gint64                latest;      /* of all times so far */
  gint64                earliest;
  gint64                previous;    /* the last time */
  GByteArray           *last_kinds;  /* by area */
  guint64               n_entry_resume;
  guint64               n_entry_suspend;
  gsize                 next_review; /* events that there must be */
  gsize                 n_expected;         /* atomic: events that were told to come */
  gsize                 n_expected_entries; /* atomic: of them */
};

/**
 * dwell_text1_machine_new:
 * @builder: what is filled
 * @map: the areas and contexts that the file told
 * @order: whether suspend and resume are as the page says
 * @task_object: (nullable): name of the variable that tells which task runs; it must outlive the
 *   machine
 *
 * Returns: (transfer full): a machine without events
 */
DwellText1Machine *
dwell_text1_machine_new (DwellBuilder    *builder,
                         DwellText1Map   *map,
                         DwellText1Order  order,
                         const char      *task_object)
{
  DwellText1Machine *self = g_new0 (DwellText1Machine, 1);

  self->builder = builder;
  self->map = map;
  self->order = order;
  self->is_swapped = order == DWELL_TEXT1_ORDER_SWAPPED;
  self->latest = self->previous = G_MININT64;
  self->earliest = G_MAXINT64;
  self->last_kinds = g_byte_array_new ();
  self->next_review = BATCH_EVENTS;
  dwell_text1_places_init (&self->places);
  dwell_text1_tracks_init (&self->tracks, builder, map, task_object);
  dwell_text1_derivation_init (&self->derivation, &self->tracks, &self->places);

  return self;
}

void
dwell_text1_machine_free (DwellText1Machine *self)
{
  dwell_text1_derivation_clear (&self->derivation);
  dwell_text1_tracks_clear (&self->tracks);
  dwell_text1_places_clear (&self->places);
  g_byte_array_unref (self->last_kinds);
  g_free (self);
}

/* Before the first event: all that the mapping told is known. */
static void
prepare (DwellText1Machine *self)
{
  if (self->is_prepared)
    return;

  self->is_prepared = TRUE;
  dwell_text1_tracks_settle_variables (&self->tracks);
  dwell_text1_tracks_find_running_task (&self->tracks);
}

static guint32
add_area (DwellText1Machine     *self,
          const DwellText1Event *event,
          gsize                  number)
{
  guint32 area = dwell_text1_tracks_add_area (&self->tracks, event->handle, (gint64) event->value);
  g_autofree char *message = g_strdup_printf (_("The handle %08X has no mapping"), event->handle);

  /* A state without a name is no fault (README.md, "Handles"). */
  if (dwell_column_index (self->builder->areas, DwellArea, area).kind != DWELL_AREA_STATE)
    dwell_text1_places_complain (&self->places, self->builder->problems, number,
                                 DWELL_SEVERITY_WARNING, "unmapped-handle", message);

  return area;
}

/* Counts what would be illegal in either order. */
static inline void
watch_order (DwellText1Machine *self,
             guint8             kind,
             guint32            area)
{
  guint8 *last;

  if (G_UNLIKELY (area >= self->last_kinds->len))
    {
      guint old = self->last_kinds->len;

      g_byte_array_set_size (self->last_kinds, MAX (area + 1, old * 2));
      memset (self->last_kinds->data + old, DWELL_EVENT_EXIT, self->last_kinds->len - old);
    }

  last = &self->last_kinds->data[area];
  if (*last == DWELL_EVENT_ENTRY)
    {
      self->n_entry_resume += kind == DWELL_EVENT_RESUME;
      self->n_entry_suspend += kind == DWELL_EVENT_SUSPEND;
    }
  *last = kind;
}

static void
add_write (DwellText1Machine *self,
           guint32            area,
           guint64            value)
{
  DwellText1Target *target = dwell_text1_tracks_get_target (&self->tracks, area);

  if (G_UNLIKELY (target->variable == NULL))
    target->variable = dwell_text1_tracks_get_variable (&self->tracks, area);

  dwell_builder_add_write (self->builder, target->variable->track, self->latest, value);
}

/* Makes room in a column that few files need: it begins with the first value that says something,
 * and what was before says nothing. NULL while there is none, or no memory for it. */
static gpointer
extend_column (DwellText1Machine *self,
               DwellColumn       *column,
               gsize              n_events,
               gboolean           says_something)
{
  gsize number = self->builder->event_time->n;

  if ((column->n == 0 && !says_something) ||
      !dwell_builder_reserve (self->builder, column, number + n_events - column->n))
    return NULL;

  if (column->n < number)
    memset (dwell_column_append (column, NULL, number - column->n), 0xff,
            number * column->element_size);

  return dwell_column_append (column, NULL, n_events);
}

G_STATIC_ASSERT (DWELL_CORE_UNKNOWN == 0xff && DWELL_NONE == 0xffffffff);

static void
add_cores_and_contexts (DwellText1Machine     *self,
                        const DwellText1Event *events,
                        gsize                  n_events)
{
  guint8 all_cores = 0xff;
  guint32 all_contexts = DWELL_NONE;
  guint32 *contexts;
  guint8 *cores;

  for (gsize i = 0; i < n_events; i++)
    {
      all_cores &= events[i].core;
      all_contexts &= events[i].context;
    }

  cores = extend_column (self, self->builder->event_core, n_events,
                         all_cores != DWELL_CORE_UNKNOWN);
  for (gsize i = 0; i < n_events && cores != NULL; i++)
    cores[i] = events[i].core;

  contexts = extend_column (self, self->builder->event_context, n_events,
                            all_contexts != DWELL_NONE);
  for (gsize i = 0; i < n_events && contexts != NULL; i++)
    contexts[i] = events[i].context;
}

static inline guint8
swap_kind (guint8 kind)
{
  return kind == DWELL_EVENT_SUSPEND || kind == DWELL_EVENT_RESUME
           ? (guint8) (DWELL_EVENT_SUSPEND + DWELL_EVENT_RESUME - kind) : kind;
}

/* Fills the columns of events and writes. */
static void
add_events (DwellText1Machine     *self,
            const DwellText1Event *events,
            gsize                  n_events)
{
  DwellBuilder *builder = self->builder;
  gsize number = builder->event_time->n;
  gint64 *times = (gint64 *) builder->event_time->data + number;
  guint32 *areas = (guint32 *) builder->event_area->data + number;
  guint8 *kinds = (guint8 *) builder->event_kind->data + number;
  gboolean is_watching = self->order == DWELL_TEXT1_ORDER_AUTO;

  add_cores_and_contexts (self, events, n_events);

  for (gsize i = 0; i < n_events; i++)
    {
      const DwellText1Event *event = &events[i];
      guint32 area = _dwell_text1_map_look_up (self->map, event->handle, (gint64) event->value);

      if (G_UNLIKELY (area == DWELL_NONE))
        area = add_area (self, event, number + i);
      if (is_watching && event->handle >> 28 == DWELL_HANDLE_FUNCTION)
        watch_order (self, event->kind, area);

      if (G_UNLIKELY (event->time < self->previous))
        dwell_text1_places_complain (&self->places, builder->problems, number + i,
                                     DWELL_SEVERITY_WARNING, "time-backwards",
                                     _("The time runs backwards"));
      self->previous = event->time;
      self->latest = MAX (self->latest, event->time);
      self->earliest = MIN (self->earliest, event->time);

      times[i] = event->time;
      areas[i] = area;
      kinds[i] = self->is_swapped ? swap_kind (event->kind) : event->kind;

      if (event->kind == DWELL_EVENT_WRITE)
        add_write (self, area, event->value);
    }

  builder->event_time->n += n_events;
  builder->event_area->n = builder->event_kind->n = builder->event_time->n;
  builder->n_events += n_events;
}

/* The session (README.md, "Time"): from 0 to TOTAL_TIME, widened to hold every event; without it,
 * from the first to the last event. */
static void
settle_range (DwellText1Machine *self)
{
  DwellBuilder *builder = self->builder;
  gboolean is_told = builder->total_time != DWELL_TIME_NONE && builder->total_time >= 0;
  gint64 begin = is_told ? MIN (self->earliest, 0) : self->earliest;
  gint64 end = is_told ? MAX (self->latest, builder->total_time) : self->latest;

  builder->begin = begin <= end ? begin : 0;
  builder->end = begin <= end ? end : 0;
}

/* The events in the other order. */
static gboolean
swap_events (DwellText1Machine  *self,
             GError            **error)
{
  guint8 *kinds = dwell_builder_edit_event_kinds (self->builder, error);

  if (kinds == NULL)
    return FALSE;

  for (gsize i = 0; i < self->builder->event_time->n; i++)
    kinds[i] = swap_kind (kinds[i]);

  self->is_swapped = !self->is_swapped;
  return TRUE;
}

static gboolean
is_order_wrong (DwellText1Machine *self)
{
  gboolean is_clear = self->n_entry_resume > self->n_entry_suspend * CLEARLY;

  return self->order == DWELL_TEXT1_ORDER_AUTO && is_clear != self->is_swapped;
}

/* Derives all again if anything showed that calls for it: @is_other, or what @self knows. */
static gboolean
review (DwellText1Machine  *self,
        gboolean            is_other,
        GError            **error)
{
  DwellText1Derivation *derivation = &self->derivation;
  gsize n_events = derivation->n_events;

  settle_range (self);
  if (is_order_wrong (self))
    {
      if (!swap_events (self, error))
        return FALSE;
      is_other = TRUE;
    }

  if (is_other)
    derivation->first_running = DWELL_NONE;

  while (is_other || derivation->is_foreign)
    {
      is_other = FALSE;
      dwell_text1_derivation_forget (derivation);
      if (!dwell_text1_derivation_again (derivation, self->builder->begin, error) ||
          !dwell_text1_derivation_run (derivation, n_events, error))
        return FALSE;
    }

  return !(derivation->is_stale ||
           (derivation->has_initial && derivation->begin != self->builder->begin)) ||
         dwell_text1_derivation_again (derivation, self->builder->begin, error);
}

/* At the end of a batch. */
static gboolean
derive_batch (DwellText1Machine  *self,
              GError            **error)
{
  gsize n_events = self->builder->event_time->n;

  if (!dwell_text1_derivation_run (&self->derivation, n_events, error))
    return FALSE;

  if (n_events < self->next_review || (!self->derivation.is_stale && !is_order_wrong (self)))
    return TRUE;

  self->next_review = n_events * 2;
  return review (self, FALSE, error);
}

/**
 * dwell_text1_machine_push:
 * @self: a machine
 * @events: (array length=n_events): the next events of the file
 * @n_events: how many
 * @places_are_offsets: whether places are bytes, else lines
 * @first_place: where the first stands,
 * @place_step: and how far the others follow
 * @error: %DWELL_ERROR_LIMIT
 *
 * Returns: whether there was room
 */
gboolean
dwell_text1_machine_push (DwellText1Machine      *self,
                          const DwellText1Event  *events,
                          gsize                   n_events,
                          gboolean                places_are_offsets,
                          guint64                 first_place,
                          guint                   place_step,
                          GError                **error)
{
  prepare (self);
  self->places.are_offsets = places_are_offsets;
  dwell_text1_places_add (&self->places, self->builder->event_time->n, first_place, place_step);

  while (n_events > 0)
    {
      gsize n_before = self->builder->event_time->n;
      gsize n = MIN (n_events, BATCH_EVENTS - n_before % BATCH_EVENTS);

      if (!dwell_builder_reserve_events (self->builder, n, error))
        return FALSE;

      add_events (self, events, n);
      if ((n_before + n) % BATCH_EVENTS == 0 && !derive_batch (self, error))
        return FALSE;

      events += n;
      n_events -= n;
    }

  return TRUE;
}

/**
 * dwell_text1_machine_count_bytes:
 * @self: a machine
 *
 * Returns: what its own arrays, and those of its map, take: see dwell_builder_check()
 */
gsize
dwell_text1_machine_count_bytes (DwellText1Machine *self)
{
  /* Targets and variables by area; numbers while the running task is looked for. */
  gsize area_bytes = sizeof (DwellText1Target) + sizeof (gpointer) + 4 * sizeof (guint32);

  /* Before the first event, all variables that were told are yet to be made. */
  if (!self->is_prepared)
    area_bytes += sizeof (DwellText1Variable) + 64;

  return dwell_text1_places_count_bytes (&self->places) + self->last_kinds->len +
         self->builder->areas->n * area_bytes;
}

/**
 * dwell_text1_machine_expect:
 * @self: a machine
 * @n_events_by_kind: how many events of each #DwellEventKind a part of the file holds
 *
 * Has memory ready for what they bring. Callable from any thread, in about the order of the file.
 */
void
dwell_text1_machine_expect (DwellText1Machine *self,
                            const gsize       *n_events_by_kind)
{
  gsize n_entries = n_events_by_kind[DWELL_EVENT_ENTRY];
  gsize n_events = 0;
  gsize first_event;
  gsize first_entry;

  for (guint i = 0; i < DWELL_TEXT1_N_KINDS; i++)
    n_events += n_events_by_kind[i];

  first_event = (gsize) g_atomic_pointer_add (&self->n_expected, n_events);
  first_entry = (gsize) g_atomic_pointer_add (&self->n_expected_entries, n_entries);

  /* Mostly an entry opens a span. */
  dwell_builder_expect_events (self->builder, first_event, n_events);
  dwell_builder_expect_spans (self->builder, first_entry, n_entries);
}

/**
 * dwell_text1_machine_show:
 * @self: a machine
 * @checkpoint: (nullable): who may want to see what was pushed so far
 *
 * Hands out a partial trace if one is due: not while all must be derived again.
 */
void
dwell_text1_machine_show (DwellText1Machine *self,
                          DwellCheckpoint   *checkpoint)
{
  if (self->derivation.is_stale || !dwell_checkpoint_is_due (checkpoint, self->builder))
    return;

  settle_range (self);
  dwell_checkpoint_show (checkpoint, self->builder, self->latest);
}

/**
 * dwell_text1_machine_finish:
 * @self: a machine after the last event
 * @was_swapped: (out) (optional): whether suspend and resume were taken for one another
 * @error: %DWELL_ERROR_LIMIT
 *
 * Settles what the events mean: spans, suspensions, states.
 *
 * Returns: whether there was room
 */
gboolean
dwell_text1_machine_finish (DwellText1Machine  *self,
                            gboolean           *was_swapped,
                            GError            **error)
{
  DwellBuilder *builder = self->builder;

  prepare (self);
  if (!dwell_text1_derivation_run (&self->derivation, builder->event_time->n, error) ||
      !review (self, dwell_text1_tracks_find_running_task (&self->tracks), error))
    return FALSE;

  if (self->order == DWELL_TEXT1_ORDER_AUTO && self->is_swapped)
    dwell_problems_add (builder->problems, DWELL_SEVERITY_WARNING, "suspend-resume-swapped", 0, -1,
                        _("Suspend and resume are swapped in this file; they were read so"));
  if (was_swapped != NULL)
    *was_swapped = self->is_swapped;

  if (self->tracks.task_object != NULL && self->tracks.running_task == NULL)
    dwell_problems_add (builder->problems, DWELL_SEVERITY_WARNING, "no-task-object", 0, -1,
                        _("No variable with named states is called as the option TaskObject says, "
                          "so events keep the contexts that they have without it"));

  dwell_text1_tracks_settle_variables (&self->tracks);
  dwell_text1_derivation_finish (&self->derivation, builder->end);
  return TRUE;
}
