/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores events in the builder's columns, in the order of the file, and has their meaning derived
 * in batches. The end of a batch depends only on the number of events, not on how the file was
 * split into blocks.
 *
 * Two things are found late, and then all events are derived again: that suspend and resume are
 * swapped, and frames from before the recording. This is done only after the number of events has
 * doubled, so all repetitions together cost no more than deriving once.
 *
 * The events keep times that run backwards; spans and writes get the latest time so far instead. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "formats/text1/read/dwell-text1-derive.h"

/* An enumeration of the vendor has suspend and resume swapped (README.md, "Binary timeline"): an E
 * directly followed by an R of the same function is illegal. If one order is illegal so many times
 * more often than the other, it is wrong. */
#define CLEAR_RATIO 4

#define BATCH_EVENTS ((gsize) 8192)

/* Events come from another processor's cache, which takes as long as handling this many of them. */
#define N_AHEAD 32

struct _DwellText1Machine
{
  DwellBuilder         *builder;
  DwellText1Map        *map;
  DwellText1Places      places;
  DwellText1Tracks      tracks;
  DwellText1Derivation  derivation;
  DwellText1Order       order;
  gboolean              is_prepared;
  gboolean              is_swapped;  /* suspend and resume of the stored events are exchanged */
  gint64                latest;      /* the latest time so far */
  gint64                earliest;
  gint64                previous;    /* the time of the last event */
  GByteArray           *last_kinds;  /* by area */
  guint64               n_entry_resume;
  guint64               n_entry_suspend;
  gsize                 next_review; /* number of events at which to derive again, if needed */
  gsize                 n_expected;         /* atomic: events announced */
  gsize                 n_expected_entries; /* atomic: entries among them */
  gsize                 n_expected_resumes; /* atomic: resumes among them */
};

/**
 * dwell_text1_machine_new:
 * @builder: the builder of the trace; must outlive the machine
 * @map: the areas and contexts of the file; must outlive the machine
 * @order: which codes mean suspend and resume
 * @task_object: (nullable): name of the variable whose value is the running task; must outlive the
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

/**
 * dwell_text1_machine_free:
 * @self: (transfer full): a machine
 */
void
dwell_text1_machine_free (DwellText1Machine *self)
{
  dwell_text1_derivation_clear (&self->derivation);
  dwell_text1_tracks_clear (&self->tracks);
  dwell_text1_places_clear (&self->places);
  g_byte_array_unref (self->last_kinds);
  g_free (self);
}

/* To be called before the first event, when the mapping is complete. */
static void
prepare (DwellText1Machine *self)
{
  if (self->is_prepared)
    return;

  self->is_prepared = TRUE;
  dwell_text1_tracks_add_variables (&self->tracks);
  dwell_text1_tracks_find_running_task (&self->tracks);
}

static guint32
add_area (DwellText1Machine     *self,
          const DwellText1Event *event,
          gsize                  number)
{
  guint32 area = dwell_text1_tracks_add_area (&self->tracks, event->handle, (gint64) event->value);
  g_autofree char *message = g_strdup_printf (_("The handle %08X has no mapping"), event->handle);

  /* A state without a name is correct (README.md, "Handles"). */
  if (dwell_column_index (self->builder->areas, DwellArea, area).kind != DWELL_AREA_STATE)
    dwell_text1_places_complain (&self->places, self->builder->problems, number,
                                 DWELL_SEVERITY_WARNING, "unmapped-handle", message);

  return area;
}

/* Makes room in last_kinds for all areas up to @area. */
static void
watch_area (DwellText1Machine *self,
            guint32            area)
{
  guint old = self->last_kinds->len;

  if (area < old)
    return;

  g_byte_array_set_size (self->last_kinds, MAX (area + 1, old * 2));
  memset (self->last_kinds->data + old, DWELL_EVENT_EXIT, self->last_kinds->len - old);
}

/* Counts the event pairs that are illegal in either order. Which kinds follow one another cannot be
 * predicted, so there are no jumps here. */
static inline void
watch_order (DwellText1Machine *self,
             guint8             kind,
             guint32            area)
{
  guint8 *last;
  gboolean is_inside;

  if (G_UNLIKELY (area >= self->last_kinds->len))
    watch_area (self, area);

  last = &self->last_kinds->data[area];
  is_inside = *last == DWELL_EVENT_ENTRY;
  self->n_entry_resume += is_inside & (kind == DWELL_EVENT_RESUME);
  self->n_entry_suspend += is_inside & (kind == DWELL_EVENT_SUSPEND);
  *last = kind;
}

static void
add_write (DwellText1Machine *self,
           guint32            area,
           gint64             time,
           guint64            value)
{
  DwellText1Target *target = dwell_text1_tracks_get_target (&self->tracks, area);

  if (G_UNLIKELY (target->variable == NULL))
    target->variable = dwell_text1_tracks_get_variable (&self->tracks, area);

  dwell_builder_add_write (self->builder, target->variable->track, time, value);
}

/* Makes room in a column that few files need. It begins with the first value that is not the
 * default; events before it get the default. Returns NULL without such a value, or without
 * memory. */
static gpointer
extend_column (DwellText1Machine *self,
               DwellColumn       *column,
               gsize              n_events,
               gboolean           says_something)
{
  gsize number = self->builder->event_offset->n;

  if ((column->n == 0 && !says_something) ||
      !dwell_builder_reserve (self->builder, column, number + n_events - column->n))
    return NULL;

  if (column->n < number)
    memset (dwell_column_append (column, NULL, number - column->n), 0xff,
            number * column->element_size);

  return dwell_column_append (column, NULL, n_events);
}

G_STATIC_ASSERT (DWELL_CORE_UNKNOWN == 0xff && DWELL_NONE == 0xffffffff);

/* @any_core and @any_context: not the default if any event's value is not. */
static void
add_cores_and_contexts (DwellText1Machine     *self,
                        const DwellText1Event *events,
                        gsize                  n_events,
                        guint8                 any_core,
                        guint32                any_context)
{
  guint8 *cores = extend_column (self, self->builder->event_core, n_events,
                                 any_core != DWELL_CORE_UNKNOWN);
  guint32 *contexts = extend_column (self, self->builder->event_context, n_events,
                                     any_context != DWELL_NONE);

  for (gsize i = 0; i < n_events && cores != NULL; i++)
    cores[i] = events[i].core;
  for (gsize i = 0; i < n_events && contexts != NULL; i++)
    contexts[i] = events[i].context;
}

static inline guint8
swap_kind (guint8 kind)
{
  return kind == DWELL_EVENT_SUSPEND || kind == DWELL_EVENT_RESUME
           ? (guint8) (DWELL_EVENT_SUSPEND + DWELL_EVENT_RESUME - kind) : kind;
}

/* Appends to the columns of events and writes. What each event changes is kept in local variables:
 * a column of bytes may alias anything, so the compiler would read members again after each
 * event. */
static void
add_events (DwellText1Machine     *self,
            const DwellText1Event *events,
            gsize                  n_events)
{
  DwellBuilder *builder = self->builder;
  gsize number = builder->event_offset->n;
  guint32 *offsets = (guint32 *) builder->event_offset->data + number;
  guint32 *areas = (guint32 *) builder->event_area->data + number;
  guint8 *kinds = (guint8 *) builder->event_kind->data + number;
  gboolean is_watching = self->order == DWELL_TEXT1_ORDER_AUTO;
  gboolean is_swapped = self->is_swapped;
  gint64 previous = self->previous;
  gint64 latest = self->latest;
  gint64 earliest = self->earliest;
  guint8 all_cores = 0xff;
  guint32 all_contexts = DWELL_NONE;

  for (gsize i = 0; i < n_events; i++)
    {
      const DwellText1Event *event = &events[i];
      gint64 time = event->time;
      guint8 kind = event->kind;
      guint32 area = _dwell_text1_map_look_up (self->map, event->handle, (gint64) event->value);

      __builtin_prefetch (event + N_AHEAD);
      if (G_UNLIKELY (area == DWELL_NONE))
        area = add_area (self, event, number + i);
      if (is_watching && dwell_text1_handle_get_kind (event->handle) == DWELL_HANDLE_FUNCTION)
        watch_order (self, kind, area);

      if (G_UNLIKELY (time < previous))
        dwell_text1_places_complain (&self->places, builder->problems, number + i,
                                     DWELL_SEVERITY_WARNING, "time-backwards",
                                     _("Time runs backwards"));
      previous = time;
      latest = MAX (latest, time);
      earliest = MIN (earliest, time);
      all_cores &= event->core;
      all_contexts &= event->context;

      offsets[i] = dwell_builder_pack_offset (builder, builder->event_bases, number + i, time);
      areas[i] = area;
      kinds[i] = is_swapped ? swap_kind (kind) : kind;

      if (kind == DWELL_EVENT_WRITE)
        add_write (self, area, latest, event->value);
    }

  self->previous = previous;
  self->latest = latest;
  self->earliest = earliest;
  add_cores_and_contexts (self, events, n_events, all_cores, all_contexts);
  builder->event_offset->n += n_events;
  builder->event_area->n = builder->event_kind->n = builder->event_offset->n;
  builder->n_events += n_events;
}

/* Sets the session (README.md, "Time"): from 0 to TOTAL_TIME, extended to contain all events;
 * without a TOTAL_TIME, from the first to the last event. */
static void
settle_range (DwellText1Machine *self)
{
  DwellBuilder *builder = self->builder;
  gboolean is_known = builder->total_time != DWELL_TIME_NONE && builder->total_time >= 0;
  gint64 begin = is_known ? MIN (self->earliest, 0) : self->earliest;
  gint64 end = is_known ? MAX (self->latest, builder->total_time) : self->latest;

  builder->begin = begin <= end ? begin : 0;
  builder->end = begin <= end ? end : 0;
}

/* Exchanges suspend and resume of all events. */
static gboolean
swap_events (DwellText1Machine  *self,
             GError            **error)
{
  guint8 *kinds = dwell_builder_edit_event_kinds (self->builder, error);

  if (kinds == NULL)
    return FALSE;

  for (gsize i = 0; i < self->builder->event_offset->n; i++)
    kinds[i] = swap_kind (kinds[i]);

  self->is_swapped = !self->is_swapped;
  return TRUE;
}

static gboolean
is_order_wrong (DwellText1Machine *self)
{
  gboolean is_clear = self->n_entry_resume > self->n_entry_suspend * CLEAR_RATIO;

  return self->order == DWELL_TEXT1_ORDER_AUTO && is_clear != self->is_swapped;
}

/* Derives all events again if needed: if @is_other, or because of what was found. */
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
      dwell_text1_derivation_reset (derivation);
      if (!dwell_text1_derivation_rerun (derivation, self->builder->begin, error) ||
          !dwell_text1_derivation_run (derivation, n_events, error))
        return FALSE;
    }

  return !(derivation->is_stale ||
           (derivation->has_initial && derivation->begin != self->builder->begin)) ||
         dwell_text1_derivation_rerun (derivation, self->builder->begin, error);
}

/* Derives a complete batch. */
static gboolean
derive_batch (DwellText1Machine  *self,
              GError            **error)
{
  gsize n_events = self->builder->event_offset->n;

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
 * @places_are_offsets: whether places are offsets of binary records, else lines
 * @first_place: place of the first event, for problems
 * @place_step: distance of the places of consecutive events
 * @error: %DWELL_ERROR_LIMIT
 *
 * Takes events.
 *
 * Returns: %FALSE if a limit is reached
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
  dwell_text1_places_add (&self->places, self->builder->event_offset->n, first_place, place_step);

  while (n_events > 0)
    {
      gsize n_before = self->builder->event_offset->n;
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
 * Returns: the memory of its own arrays, which may double, and of its map: for
 *   dwell_builder_check()
 */
gsize
dwell_text1_machine_count_bytes (DwellText1Machine *self)
{
  /* Targets and variables by area; tables for finding the running task. */
  gsize area_bytes = sizeof (DwellText1Target) + sizeof (gpointer) + 4 * sizeof (guint32);

  /* Before the first event, no variable of the mapping exists yet. */
  if (!self->is_prepared)
    area_bytes += sizeof (DwellText1Variable) + 64;

  return dwell_text1_places_count_bytes (&self->places) + self->last_kinds->len +
         self->builder->areas->n * area_bytes;
}

/* Has memory prepared for suspensions. */
static void
expect_suspensions (DwellBuilder *builder,
                    gsize         first,
                    gsize         n)
{
  dwell_column_populate (builder->suspension_begin, first, n);
  dwell_column_populate (builder->suspension_end, first, n);
  dwell_column_populate (builder->suspension_span, first, n);
  dwell_column_populate (builder->suspension_kind, first, n);
}

/**
 * dwell_text1_machine_expect:
 * @self: a machine
 * @n_events_by_kind: (array): the number of events of each #DwellEventKind in a part of the file
 *
 * Has memory prepared. May be called on any thread, in about the order of the file.
 */
void
dwell_text1_machine_expect (DwellText1Machine *self,
                            const gsize       *n_events_by_kind)
{
  gsize n_entries = n_events_by_kind[DWELL_EVENT_ENTRY];
  gsize n_resumes = n_events_by_kind[DWELL_EVENT_RESUME];
  gsize n_events = 0;
  gsize first_event;
  gsize first_entry;
  gsize first_resume;

  for (guint i = 0; i < DWELL_TEXT1_N_KINDS; i++)
    n_events += n_events_by_kind[i];

  first_event = (gsize) g_atomic_pointer_add (&self->n_expected, n_events);
  first_entry = (gsize) g_atomic_pointer_add (&self->n_expected_entries, n_entries);
  first_resume = (gsize) g_atomic_pointer_add (&self->n_expected_resumes, n_resumes);

  /* Most entries open a span, and most resumes end a suspension. */
  dwell_builder_expect_events (self->builder, first_event, n_events);
  dwell_builder_expect_spans (self->builder, first_entry, n_entries);
  expect_suspensions (self->builder, first_resume, n_resumes);
}

/**
 * dwell_text1_machine_show:
 * @self: a machine
 * @checkpoint: (nullable): gets partial traces
 *
 * Shows a partial trace if one is due, unless all events must be derived again.
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
 * @self: a machine that has received all events
 * @was_swapped: (out) (optional): whether suspend and resume were found to be swapped
 * @error: %DWELL_ERROR_LIMIT
 *
 * Derives the remaining events, and ends what is open at the end of the session.
 *
 * Returns: %FALSE if a limit is reached
 */
gboolean
dwell_text1_machine_finish (DwellText1Machine  *self,
                            gboolean           *was_swapped,
                            GError            **error)
{
  DwellBuilder *builder = self->builder;

  prepare (self);
  if (!dwell_text1_derivation_run (&self->derivation, builder->event_offset->n, error) ||
      !review (self, dwell_text1_tracks_find_running_task (&self->tracks), error))
    return FALSE;

  if (self->order == DWELL_TEXT1_ORDER_AUTO && self->is_swapped)
    dwell_problems_add (builder->problems, DWELL_SEVERITY_WARNING, "suspend-resume-swapped", 0, -1,
                        _("Suspend and resume are swapped in this file; they were read that way"));
  if (was_swapped != NULL)
    *was_swapped = self->is_swapped;

  if (self->tracks.task_object != NULL && self->tracks.running_task == NULL)
    dwell_problems_add (builder->problems, DWELL_SEVERITY_WARNING, "no-task-object", 0, -1,
                        _("The option TaskObject names no variable with named states, so it has "
                          "no effect"));

  dwell_text1_tracks_add_variables (&self->tracks);
  dwell_text1_derivation_finish (&self->derivation, builder->end);
  return TRUE;
}
