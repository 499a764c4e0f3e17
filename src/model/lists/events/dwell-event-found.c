/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the view's hits among the list's events. The hits have the order of events, so counting
 * those of a window and stepping from one to the next are binary searches, however many events
 * there are. In a filtered list the filter has collected the hits. */
#include "config.h"

#include "core/dwell-search.h"
#include "model/lists/events/dwell-event-list-private.h"

static gboolean
is_none (DwellHit hit)
{
  return hit.span == DWELL_NONE && hit.mark == DWELL_NONE;
}

/* Returns the place of @hit in the window; if it is outside of it, a value of at least n. */
static guint64
get_place (const DwellEventOrder *order,
           DwellEventWindow       window,
           DwellHit               hit)
{
  guint64 place = dwell_event_order_find (order, (DwellEvent) { hit.span, hit.mark });

  return place - window.first; /* a place before the window wraps around to a huge number */
}

/* Returns the hit after or before the event at @place of the window, which can itself be a hit. */
static DwellHit
step_from (const DwellFind       *hits,
           const DwellEventOrder *order,
           DwellEventWindow       window,
           guint                  place,
           int                    direction)
{
  DwellEvent event = dwell_event_order_get (order, window.first + place);

  return dwell_find_step (hits, (DwellHit) { event.span, event.mark }, 0, direction);
}

/* Returns the first (1) or the last (-1) hit of the window, or none. */
static DwellHit
find_end (const DwellFind       *hits,
          const DwellEventOrder *order,
          DwellEventWindow       window,
          int                    direction)
{
  const DwellHit none = { DWELL_NONE, DWELL_NONE };
  guint end = direction > 0 ? 0 : window.n - 1;
  DwellEvent event;
  DwellHit hit;

  if (window.n == 0)
    return none;

  event = dwell_event_order_get (order, window.first + end);
  hit = (DwellHit) { event.span, event.mark };
  if (dwell_find_get_ordinal (hits, hit) == 0)
    hit = step_from (hits, order, window, end, direction);

  return is_none (hit) || get_place (order, window, hit) >= window.n ? none : hit;
}

static guint
count_in (const DwellFind       *hits,
          const DwellEventOrder *order,
          DwellEventWindow       window)
{
  DwellHit first = find_end (hits, order, window, 1);
  DwellHit last = find_end (hits, order, window, -1);

  if (is_none (first))
    return 0;

  return (guint) (dwell_find_get_ordinal (hits, last) - dwell_find_get_ordinal (hits, first) + 1);
}

static guint
step_in (const DwellFind       *hits,
         const DwellEventOrder *order,
         DwellEventWindow       window,
         guint                  from,
         int                    direction)
{
  DwellHit hit = { DWELL_NONE, DWELL_NONE };

  if (from < window.n)
    hit = step_from (hits, order, window, from, direction);

  if (is_none (hit) || get_place (order, window, hit) >= window.n)
    hit = find_end (hits, order, window, direction);

  return is_none (hit) ? G_MAXUINT : (guint) get_place (order, window, hit);
}

/* Returns the number of rows in @found before @row. */
static guint
count_before (const GArray *found,
              guint         row)
{
  return dwell_lower_bound (i, 0, found->len, g_array_index (found, guint32, i) < row);
}

static guint
step_rows (const GArray *found,
           guint         from,
           int           direction)
{
  guint place;

  if (found->len == 0)
    return G_MAXUINT;

  if (direction < 0)
    place = from != G_MAXUINT ? count_before (found, from) + found->len - 1 : found->len - 1;
  else
    place = from != G_MAXUINT ? count_before (found, from + 1) : 0;

  return g_array_index (found, guint32, place % found->len);
}

DwellFind *
_dwell_event_list_get_hits (DwellEventList *self,
                            DwellTrace     *trace)
{
  DwellQuery *query = DWELL_QUERY (self);

  return trace != NULL && dwell_query_get_trace (query) == trace
         ? dwell_view_get_find (dwell_query_get_view (query)) : NULL;
}

/**
 * dwell_event_list_set_only_found:
 * @self: a list, which shows all events at first
 * @only_found: whether to show only the view's hits, while the view has a search
 */
void
dwell_event_list_set_only_found (DwellEventList *self,
                                 gboolean        only_found)
{
  g_return_if_fail (DWELL_IS_EVENT_LIST (self));

  if (self->only_found == only_found)
    return;

  self->only_found = only_found;
  dwell_query_update (DWELL_QUERY (self));
}

/**
 * dwell_event_list_is_found:
 * @self: a list
 * @event: one of its events
 *
 * Returns: whether the event is one of the view's hits
 */
gboolean
dwell_event_list_is_found (DwellEventList *self,
                           DwellEvent      event)
{
  DwellFind *hits;

  g_return_val_if_fail (DWELL_IS_EVENT_LIST (self), FALSE);

  hits = _dwell_event_list_get_hits (self, self->trace);
  if (hits == NULL)
    return FALSE;

  return event.span != DWELL_NONE ? dwell_find_has_span (hits, event.span)
                                  : dwell_find_has_mark (hits, event.mark);
}

/**
 * dwell_event_list_count_found:
 * @self: a list
 *
 * Returns: the number of its rows that are hits of the view; 0 while that is unknown
 */
guint
dwell_event_list_count_found (DwellEventList *self)
{
  DwellFind *hits;

  g_return_val_if_fail (DWELL_IS_EVENT_LIST (self), 0);

  hits = _dwell_event_list_get_hits (self, self->trace);
  if (hits == NULL || (self->rows != NULL && self->hits != hits))
    return 0;

  return self->rows != NULL ? self->found->len
                            : count_in (hits, self->order, self->window);
}

/**
 * dwell_event_list_step_found:
 * @self: a list
 * @from: a position, or %G_MAXUINT to start at the first or the last row
 * @direction: 1 for the next hit of the view, -1 for the previous one
 *
 * Returns: the position of the hit; after the last comes the first. %G_MAXUINT if there is none
 */
guint
dwell_event_list_step_found (DwellEventList *self,
                             guint           from,
                             int             direction)
{
  DwellFind *hits;

  g_return_val_if_fail (DWELL_IS_EVENT_LIST (self), G_MAXUINT);
  g_return_val_if_fail (direction == 1 || direction == -1, G_MAXUINT);

  hits = _dwell_event_list_get_hits (self, self->trace);
  if (hits == NULL || (self->rows != NULL && self->hits != hits))
    return G_MAXUINT;

  return self->rows != NULL
         ? step_rows (self->found, from, direction)
         : step_in (hits, self->order, self->window, from, direction);
}
