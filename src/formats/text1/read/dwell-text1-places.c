/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks up the place of an event in a list of stretches. */
#include "config.h"

#include "formats/text1/read/dwell-text1-places.h"
#include "core/dwell-search.h"

/* The places of the events from first_event on are place, place + step, … */
typedef struct {
  gsize   first_event;
  guint64 place;
  guint   step;
} Stretch;

/**
 * dwell_text1_places_init:
 * @self: (out): uninitialised memory
 */
void
dwell_text1_places_init (DwellText1Places *self)
{
  self->stretches = g_array_new (FALSE, FALSE, sizeof (Stretch));
  self->are_offsets = FALSE;
}

/**
 * dwell_text1_places_clear:
 * @self: places
 *
 * Frees what @self owns.
 */
void
dwell_text1_places_clear (DwellText1Places *self)
{
  g_clear_pointer (&self->stretches, g_array_unref);
}

static guint64
get_place_in (const Stretch *stretch,
              gsize          event)
{
  return stretch->place + (event - stretch->first_event) * stretch->step;
}

/**
 * dwell_text1_places_add:
 * @self: places
 * @first_event: number of the first of the next events
 * @place: its place
 * @step: distance of the places of consecutive events
 */
void
dwell_text1_places_add (DwellText1Places *self,
                        gsize             first_event,
                        guint64           place,
                        guint             step)
{
  Stretch stretch = { first_event, place, step };

  if (self->stretches->len > 0)
    {
      const Stretch *last = &g_array_index (self->stretches, Stretch, self->stretches->len - 1);

      if (last->step == step && get_place_in (last, first_event) == place)
        return;
    }

  g_array_append_val (self->stretches, stretch);
}

/**
 * dwell_text1_places_count_bytes:
 * @self: places
 *
 * Returns: the memory that it takes
 */
gsize
dwell_text1_places_count_bytes (const DwellText1Places *self)
{
  return self->stretches->len * sizeof (Stretch);
}

static guint64
get_place (const DwellText1Places *self,
           gsize                   event)
{
  const Stretch *stretches = (const Stretch *) self->stretches->data;
  guint behind = dwell_lower_bound (i, 0, self->stretches->len, stretches[i].first_event <= event);

  return behind > 0 ? get_place_in (&stretches[behind - 1], event) : 0;
}

/**
 * dwell_text1_places_complain:
 * @self: places
 * @problems: gets the problem
 * @event: number of the event with the problem
 * @severity: severity of the problem
 * @code: stable code; static
 * @message: translated
 *
 * Adds a problem with the place of an event.
 */
void
dwell_text1_places_complain (const DwellText1Places *self,
                             DwellProblems          *problems,
                             gsize                   event,
                             DwellSeverity           severity,
                             const char             *code,
                             const char             *message)
{
  guint64 place = get_place (self, event);

  dwell_problems_add (problems, severity, code, self->are_offsets ? 0 : place,
                      self->are_offsets ? (gint64) place : -1, "%s", message);
}
