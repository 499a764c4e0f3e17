/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From events to activations. Pushing keeps the events in the builder's columns, in the file's
 * order; what they mean is settled at the end, when all contexts, states and the order of suspend
 * and resume are known: a scouting pass finds the frames that were open before the recording, for
 * spans are numbered in order of begin; a second makes spans, suspensions and states.
 *
 * Times that run backwards are kept in the events; spans and writes take them as the latest so
 * far. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "formats/text1/dwell-text1-frames.h"
#include "formats/text1/dwell-text1-machine-private.h"

/* The text1.md §4 rule for a vendor enumeration with suspend and resume swapped: an E directly
 * followed by an R on one function is illegal. So much more of it than of the other makes it
 * clear. */
#define CLEARLY 4

/**
 * dwell_text1_machine_new:
 * @builder: what is filled
 * @map: the areas and contexts that the file told
 * @order: whether suspend and resume are as the page says
 *
 * Returns: (transfer full): a machine without events
 */
DwellText1Machine *
dwell_text1_machine_new (DwellBuilder    *builder,
                         DwellText1Map   *map,
                         DwellText1Order  order)
{
  DwellText1Machine *self = g_new0 (DwellText1Machine, 1);

  self->builder = builder;
  self->map = map;
  self->order = order;
  self->latest = self->previous = G_MININT64;
  self->last_kinds = g_byte_array_new ();
  self->places = g_array_new (FALSE, FALSE, sizeof (DwellText1Place));
  self->variables = g_ptr_array_new_with_free_func (g_free);
  self->stacks = g_ptr_array_new_with_free_func (g_free);
  self->unknown_context = self->data_context = DWELL_NONE;

  return self;
}

void
dwell_text1_machine_free (DwellText1Machine *self)
{
  for (guint i = 0; i < self->stacks->len; i++)
    {
      DwellText1Stacks *stacks = g_ptr_array_index (self->stacks, i);

      if (stacks == NULL)
        continue;
      g_clear_pointer (&stacks->functions, dwell_frames_free);
      g_clear_pointer (&stacks->lines, dwell_frames_free);
    }

  g_byte_array_unref (self->last_kinds);
  g_array_unref (self->places);
  g_ptr_array_unref (self->variables);
  g_ptr_array_unref (self->stacks);
  g_free (self);
}

/* Where event @number stands in its file. */
static guint64
get_place (DwellText1Machine *self,
           gsize              number)
{
  guint low = 0;
  guint high = self->places->len;
  const DwellText1Place *place;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->places, DwellText1Place, middle).first_event <= number)
        low = middle + 1;
      else
        high = middle;
    }

  if (low == 0)
    return 0;

  place = &g_array_index (self->places, DwellText1Place, low - 1);
  return place->place + (number - place->first_event) * place->step;
}

/*< private >
 * _dwell_text1_machine_complain: a problem with event @number */
void
_dwell_text1_machine_complain (DwellText1Machine *self,
                               gsize              number,
                               DwellSeverity      severity,
                               const char        *code,
                               const char        *message)
{
  guint64 place = get_place (self, number);

  dwell_problems_add (self->builder->problems, severity, code,
                      self->places_are_offsets ? 0 : place,
                      self->places_are_offsets ? (gint64) place : -1, "%s", message);
}

static void
remember_places (DwellText1Machine *self,
                 gsize              first_event,
                 gsize              n_events,
                 const guint64     *places,
                 guint64            first_place,
                 guint              step)
{
  DwellText1Place place = { first_event, first_place, step };

  if (places == NULL)
    {
      g_array_append_val (self->places, place);
      return;
    }

  for (gsize i = 0; i < n_events; i++)
    if (i == 0 || places[i] != places[i - 1] + 1)
      {
        place = (DwellText1Place) { first_event + i, places[i], 1 };
        g_array_append_val (self->places, place);
      }
}

static const DwellAreaKind area_kinds[8] = {
  DWELL_AREA_FUNCTION, DWELL_AREA_LINE, DWELL_AREA_VARIABLE, DWELL_AREA_STATE,
  DWELL_AREA_AUX, DWELL_AREA_STATE, DWELL_AREA_VARIABLE, DWELL_AREA_STATE,
};

/*< private >
 * _dwell_text1_machine_add_area: an area that no mapping told, named after its handle */
guint32
_dwell_text1_machine_add_area (DwellText1Machine *self,
                               guint32            handle,
                               gint64             value)
{
  guint kind = handle >> 28;
  gboolean is_state = kind < 8 && area_kinds[kind] == DWELL_AREA_STATE;
  g_autofree char *name = g_strdup_printf ("%08X", handle);
  DwellArea area = {
    .kind = kind < 8 ? area_kinds[kind] : DWELL_AREA_FUNCTION,
    .parent = DWELL_NONE,
    .handle = handle,
    .has_handle = TRUE,
    .has_value = is_state,
    .value = is_state ? value : 0,
  };
  guint32 id;

  if (is_state)
    area.parent = dwell_text1_map_find_area (self->map, handle - 0x10000000, 0);
  else
    area.name = dwell_strings_intern (self->builder->strings, name, -1);

  id = dwell_builder_add_area (self->builder, &area);
  dwell_text1_map_add_area (self->map, handle, is_state, value, id);
  return id;
}

static guint32
find_area (DwellText1Machine     *self,
           const DwellText1Event *event,
           gsize                  number)
{
  guint32 area = dwell_text1_map_find_area (self->map, event->handle, (gint64) event->value);

  if (G_LIKELY (area != DWELL_NONE))
    return area;

  area = _dwell_text1_machine_add_area (self, event->handle, (gint64) event->value);

  /* A state without a name is no fault (§5). */
  if (dwell_column_index (self->builder->areas, DwellArea, area).kind != DWELL_AREA_STATE)
    {
      g_autofree char *message = g_strdup_printf (_("The handle %08X has no mapping"),
                                                  event->handle);

      _dwell_text1_machine_complain (self, number, DWELL_SEVERITY_WARNING, "unmapped-handle",
                                     message);
    }

  return area;
}

/* Counts what would be illegal in either order. */
static void
watch_order (DwellText1Machine     *self,
             const DwellText1Event *event,
             guint32                area)
{
  guint8 *last;

  if (event->handle >> 28 != 0 || self->order != DWELL_TEXT1_ORDER_AUTO)
    return;

  if (area >= self->last_kinds->len)
    {
      guint old = self->last_kinds->len;

      g_byte_array_set_size (self->last_kinds, MAX (area + 1, old * 2));
      for (guint i = old; i < self->last_kinds->len; i++)
        self->last_kinds->data[i] = DWELL_EVENT_EXIT;
    }

  last = &self->last_kinds->data[area];
  if (*last == DWELL_EVENT_ENTRY)
    {
      self->n_entry_resume += event->kind == DWELL_EVENT_RESUME;
      self->n_entry_suspend += event->kind == DWELL_EVENT_SUSPEND;
    }
  *last = event->kind;
}

/* Columns that few files need begin with their first value that says something. */
static void
add_core (DwellText1Machine *self,
          guint8             core,
          gsize              number)
{
  DwellColumn *cores = self->builder->event_core;

  if (cores->n == 0 && core == DWELL_CORE_UNKNOWN)
    return;

  if (cores->n == 0 && number > 0)
    {
      dwell_column_append (cores, NULL, number);
      memset (cores->data, DWELL_CORE_UNKNOWN, number);
    }

  dwell_column_append (cores, &core, 1);
}

static void
add_context (DwellText1Machine *self,
             guint32            context,
             gsize              number)
{
  DwellColumn *contexts = self->builder->event_context;

  if (contexts->n == 0 && context == DWELL_NONE)
    return;

  if (contexts->n == 0 && number > 0)
    {
      dwell_column_append (contexts, NULL, number);
      memset (contexts->data, 0xff, number * sizeof (guint32));
    }

  dwell_column_append (contexts, &context, 1);
}

/**
 * dwell_text1_machine_push:
 * @self: a machine
 * @events: (array length=n_events): the next events of the file
 * @n_events: how many
 * @places_are_offsets: whether places are bytes, else lines
 * @places: (nullable) (array length=n_events): where each event stands
 * @first_place: without @places: where the first stands,
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
                          const guint64          *places,
                          guint64                 first_place,
                          guint                   place_step,
                          GError                **error)
{
  DwellBuilder *builder = self->builder;

  if (!dwell_builder_reserve_events (builder, n_events, error))
    return FALSE;

  self->places_are_offsets = places_are_offsets;
  remember_places (self, builder->event_time->n, n_events, places, first_place, place_step);

  for (gsize i = 0; i < n_events; i++)
    {
      const DwellText1Event *event = &events[i];
      gsize number = builder->event_time->n;
      guint32 area = find_area (self, event, number);

      watch_order (self, event, area);
      add_core (self, event->core, number);
      add_context (self, event->context, number);
      dwell_builder_add_event (builder, event->kind, area, event->time);

      if (event->time < self->previous)
        _dwell_text1_machine_complain (self, number, DWELL_SEVERITY_WARNING, "time-backwards",
                                       _("The time runs backwards"));
      self->previous = event->time;
      self->latest = MAX (self->latest, event->time);

      if (event->kind == DWELL_EVENT_WRITE)
        dwell_builder_add_write (builder, _dwell_text1_machine_get_variable (self, area)->track,
                                 self->latest, event->value);
    }

  builder->n_events += n_events;
  return TRUE;
}

static void
swap_order (DwellBuilder *builder)
{
  guint8 *kinds = builder->event_kind->data;

  for (gsize i = 0; i < builder->event_time->n; i++)
    if (kinds[i] == DWELL_EVENT_SUSPEND || kinds[i] == DWELL_EVENT_RESUME)
      kinds[i] = DWELL_EVENT_SUSPEND + DWELL_EVENT_RESUME - kinds[i];
}

static gboolean
settle_order (DwellText1Machine *self)
{
  gboolean is_swapped = self->order == DWELL_TEXT1_ORDER_SWAPPED;

  if (self->order == DWELL_TEXT1_ORDER_AUTO &&
      self->n_entry_resume > self->n_entry_suspend * CLEARLY)
    {
      is_swapped = TRUE;
      dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "suspend-resume-swapped",
                          0, -1,
                          _("Suspend and resume are swapped in this file; they were read so"));
    }

  if (is_swapped)
    swap_order (self->builder);

  return is_swapped;
}

/* The session, by text1.md §6: from 0 to TOTAL_TIME, widened to hold every event; without it, from
 * the first to the last event. */
static void
settle_range (DwellText1Machine *self)
{
  DwellBuilder *builder = self->builder;
  const gint64 *times = builder->event_time->data;
  gint64 begin = G_MAXINT64;
  gint64 end = G_MININT64;

  if (builder->total_time != DWELL_TIME_NONE && builder->total_time >= 0)
    {
      begin = 0;
      end = builder->total_time;
    }

  for (gsize i = 0; i < builder->event_time->n; i++)
    {
      begin = MIN (begin, times[i]);
      end = MAX (end, times[i]);
    }

  self->begin = begin <= end ? begin : 0;
  self->end = begin <= end ? end : 0;
  builder->begin = self->begin;
  builder->end = self->end;
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
  gboolean is_swapped = settle_order (self);

  if (was_swapped != NULL)
    *was_swapped = is_swapped;

  settle_range (self);
  return _dwell_text1_machine_derive (self, error);
}
