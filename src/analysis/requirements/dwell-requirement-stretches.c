/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stretches of time: in which an area was active, in which a condition holds. */
#include "config.h"

#include "analysis/requirements/dwell-requirements-private.h"

static int
compare_begins (gconstpointer a,
                gconstpointer b)
{
  gint64 left = ((const DwellStretch *) a)->begin;
  gint64 right = ((const DwellStretch *) b)->begin;

  return (left > right) - (left < right);
}

/* Sorts stretches by begin, keeping the order of equal ones. Mostly they are in order already. */
void
_dwell_stretches_sort (GArray *stretches)
{
  const DwellStretch *all = (const DwellStretch *) (gconstpointer) stretches->data;

  for (guint i = 1; i < stretches->len; i++)
    if (all[i].begin < all[i - 1].begin)
      {
        g_array_sort (stretches, compare_begins);
        return;
      }
}

/* Sorts stretches and joins those that overlap or touch. */
void
_dwell_stretches_unite (GArray *stretches)
{
  DwellStretch *all = (DwellStretch *) (gpointer) stretches->data;
  guint n = 0;

  _dwell_stretches_sort (stretches);
  for (guint i = 0; i < stretches->len; i++)
    if (n > 0 && all[i].begin <= all[n - 1].end)
      all[n - 1].end = MAX (all[n - 1].end, all[i].end);
    else
      all[n++] = all[i];
  g_array_set_size (stretches, n);
}

static void
append (GArray *stretches,
        gint64  begin,
        gint64  end)
{
  DwellStretch stretch = { .begin = begin, .end = end };

  g_array_append_val (stretches, stretch);
}

/* What still goes on when the recording ends does not end then: its end is just after it, so that
 * the last moment is inside. Nothing else tells whether an end at that moment was recorded. */
static gint64
get_end (const DwellTrace *trace,
         gint64            end,
         gboolean          goes_on)
{
  return goes_on && end >= trace->end ? trace->end + 1 : end;
}

static gint64
get_span_end (const DwellTrace *trace,
              guint32           span)
{
  return get_end (trace, dwell_trace_get_span_end (trace, span),
                  (trace->span_flags[span] & DWELL_SPAN_END_MISSING) != 0);
}

/* Appends what is left of a stretch or a moment without @holes, which are sorted and disjoint. What
 * is in no hole at @begin or after it is over; @first moves on, for the next stretch. */
static void
append_without (GArray       *stretches,
                gint64        begin,
                gint64        end,
                const GArray *holes,
                guint        *first)
{
  for (; *first < holes->len; (*first)++)
    {
      const DwellStretch *hole = &g_array_index (holes, DwellStretch, *first);

      if (hole->end > begin || (hole->end == begin && hole->begin == begin))
        break;
    }

  for (guint i = *first; i < holes->len; i++)
    {
      const DwellStretch *hole = &g_array_index (holes, DwellStretch, i);

      if (hole->begin > begin)
        append (stretches, begin, MIN (hole->begin, end));
      begin = MAX (begin, hole->end);
      if (begin >= end)
        return;
    }
  append (stretches, begin, end);
}

/* The time of children and of suspensions of a span's row. */
static void
add_own_holes (const DwellTrace    *trace,
               const DwellChildren *children,
               guint32              span,
               GArray              *holes)
{
  const DwellRow *row = &trace->rows[trace->span_row[span]];
  gint64 end = dwell_trace_get_span_end (trace, span);

  if ((trace->tables & DWELL_TABLE_SUSPENSIONS) == 0)
    {
      for (guint32 child = dwell_children_get_first (children, trace, span); child != DWELL_NONE;
           child = dwell_children_get_next (children, trace, child))
        append (holes, dwell_trace_get_span_begin (trace, child), get_span_end (trace, child));
      return;
    }
  for (guint32 i = dwell_trace_suspension_search (trace, trace->span_row[span],
                                                  dwell_trace_get_span_begin (trace, span));
       i < row->first_suspension + row->n_suspensions; i++)
    {
      guint32 suspension = trace->row_suspensions[i];

      if (trace->suspension_begin[suspension] > end)
        break;
      if (trace->suspension_span[suspension] == span)
        append (holes, trace->suspension_begin[suspension],
                get_end (trace, trace->suspension_end[suspension], TRUE));
    }
}

static void
add_pause_holes (const DwellTrace *trace,
                 guint32           context,
                 gint64            begin,
                 gint64            end,
                 GArray           *holes)
{
  guint32 low;
  guint32 last;

  if (trace->context_pauses == NULL)
    return;

  last = trace->context_pauses[context + 1];
  low = trace->context_pauses[context];
  for (guint32 high = last; low < high;)
    {
      guint32 middle = low + (high - low) / 2;

      if (trace->pause_end[middle] <= begin)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < last && trace->pause_begin[low] < end; low++)
    append (holes, trace->pause_begin[low], get_end (trace, trace->pause_end[low], TRUE));
}

/* Appends when an area was active: call, gross or net. What is active when the recording ends ends
 * just after it. */
void
_dwell_stretches_add_area (DwellRequirementsTrace *self,
                           guint32                 area,
                           const guint8           *contexts,
                           DwellCurve              curve,
                           GArray                 *stretches)
{
  const DwellTrace *trace = self->trace;
  g_autoptr(GArray) holes = g_array_new (FALSE, FALSE, sizeof (DwellStretch));
  guint32 n;
  const guint32 *spans = _dwell_requirements_get_spans (self, area, &n);
  const DwellChildren *children = curve == DWELL_CURVE_NET
                                  ? _dwell_requirements_get_children (self) : NULL;

  for (guint32 i = 0; i < n; i++)
    {
      gint64 begin = dwell_trace_get_span_begin (trace, spans[i]);
      gint64 end = get_span_end (trace, spans[i]);
      guint32 context = dwell_trace_get_span_context (trace, spans[i]);

      _dwell_requirements_prefetch (trace, spans, i, n);
      if ((i & 0xfff) == 0xfff && g_cancellable_is_cancelled (self->cancellable))
        return;
      if (contexts != NULL && !contexts[context])
        continue;
      g_array_set_size (holes, 0);
      if (curve == DWELL_CURVE_NET)
        add_own_holes (trace, children, spans[i], holes);
      else if (curve == DWELL_CURVE_GROSS)
        add_pause_holes (trace, context, begin, end, holes);
      _dwell_stretches_unite (holes);
      append_without (stretches, begin, end, holes, &(guint) { 0 });
    }
}

static void
add_states (const DwellTrace                *trace,
            guint32                          track,
            const DwellRequirementCondition *condition,
            gboolean                         is_negated,
            GArray                          *stretches)
{
  const DwellRow *row = &trace->rows[trace->tracks[track].first_row];
  gboolean was_it = FALSE;

  for (guint32 i = row->first_span; i < row->first_span + row->n_spans; i++)
    {
      guint32 span = trace->row_spans[i];
      gboolean is_it = dwell_value_condition_holds_in_state (condition->value, trace,
                                                             trace->span_area[span],
                                                             TRUE) != is_negated;

      if (is_it && was_it)
        g_array_index (stretches, DwellStretch, stretches->len - 1).end =
          get_span_end (trace, span);
      else if (is_it)
        append (stretches, dwell_trace_get_span_begin (trace, span), get_span_end (trace, span));
      was_it = is_it;
    }
}

static void
add_writes (const DwellTrace                *trace,
            guint32                          track,
            const DwellRequirementCondition *condition,
            gboolean                         is_negated,
            GArray                          *stretches)
{
  guint32 first = trace->tracks[track].first_write;
  guint32 end = first + trace->tracks[track].n_writes;
  gboolean is_real = dwell_values_is_real (trace, track);
  gboolean was_it = FALSE;

  for (guint32 i = first; i < end; i++)
    {
      gint64 time = dwell_trace_get_track_write_time (trace, i);
      gint64 until = i + 1 < end ? dwell_trace_get_track_write_time (trace, i + 1)
                                 : get_end (trace, trace->end, TRUE);
      gboolean is_it = dwell_value_condition_holds (condition->value,
                                                    dwell_values_get (trace, i),
                                                    is_real) != is_negated;

      if (is_it && was_it)
        g_array_index (stretches, DwellStretch, stretches->len - 1).end = until;
      else if (is_it)
        append (stretches, time, until);
      was_it = is_it;
    }
}

/* Appends the intersection of @holds and @within, both in order and disjoint. Two that only touch
 * have none, unless one is a moment. A moment of @holds is inside whatever it touches, and is
 * appended once. A moment of @within is not inside a stretch of @holds that ends then, because that
 * no longer holds. */
static void
intersect (const GArray *holds,
           const GArray *within,
           GArray       *stretches)
{
  guint next = 0;

  for (guint i = 0; i < holds->len; i++)
    {
      const DwellStretch *one = &g_array_index (holds, DwellStretch, i);
      gboolean is_moment = one->begin == one->end;

      while (next < within->len && g_array_index (within, DwellStretch, next).end < one->begin)
        next++;
      for (guint j = next; j < within->len; j++)
        {
          const DwellStretch *other = &g_array_index (within, DwellStretch, j);
          gint64 begin = MAX (one->begin, other->begin);
          gint64 end = MIN (one->end, other->end);
          gboolean is_inside = is_moment || (other->begin == other->end && begin < one->end);

          if (other->begin > one->end)
            break;
          if (begin < end || (begin == end && is_inside))
            {
              append (stretches, begin, end);
              g_array_index (stretches, DwellStretch, stretches->len - 1).track = one->track;
              if (is_moment)
                break;
            }
        }
    }
}

/* Appends @within without @holds. */
static void
subtract (const GArray *holds,
          const GArray *within,
          GArray       *stretches)
{
  guint first = 0;

  for (guint i = 0; i < within->len; i++)
    append_without (stretches, g_array_index (within, DwellStretch, i).begin,
                    g_array_index (within, DwellStretch, i).end, holds, &first);
}

/* Appends when an area was open, active or suspended. Returns: why that is not known, or NULL */
static const char *
add_area_condition (DwellRequirementsTrace          *self,
                    const DwellRequirementCondition *condition,
                    GArray                          *stretches,
                    GPtrArray                       *suggestions)
{
  g_autoptr(GArray) areas = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr(GArray) open = g_array_new (FALSE, FALSE, sizeof (DwellStretch));
  g_autoptr(GArray) active = g_array_new (FALSE, FALSE, sizeof (DwellStretch));
  const char *reason = _dwell_requirements_find_area (self->trace, condition->name, FALSE, areas,
                                                      suggestions);
  DwellCurve curve = condition->kind == DWELL_CONDITION_ACTIVE ? DWELL_CURVE_NET
                                                               : DWELL_CURVE_CALL;
  guint32 area;

  if (reason != NULL)
    return reason;

  area = g_array_index (areas, guint32, 0);
  if (condition->kind != DWELL_CONDITION_SUSPENDED)
    {
      _dwell_stretches_add_area (self, area, NULL, curve, stretches);
    }
  else
    {
      _dwell_stretches_add_area (self, area, NULL, DWELL_CURVE_CALL, open);
      _dwell_stretches_add_area (self, area, NULL, DWELL_CURVE_NET, active);
      _dwell_stretches_unite (open);
      _dwell_stretches_unite (active);
      subtract (active, open, stretches);
    }
  _dwell_stretches_unite (stretches);
  return NULL;
}

/* Appends when a condition holds, or is known not to, on any track of a variable; a track of
 * numbers has no states with names. Returns: why that is not known, or NULL */
static const char *
add_values (DwellRequirementsTrace          *self,
            const DwellRequirementCondition *condition,
            gboolean                         is_negated,
            GArray                          *stretches,
            GPtrArray                       *suggestions)
{
  g_autoptr(GArray) areas = g_array_new (FALSE, FALSE, sizeof (guint32));
  const char *reason = _dwell_requirements_find_area (self->trace, condition->name, TRUE, areas,
                                                      suggestions);
  gboolean is_known = FALSE;
  const guint32 *tracks;
  guint32 n;

  if (reason != NULL)
    return reason;

  tracks = _dwell_requirements_get_tracks (self, g_array_index (areas, guint32, 0), &n);
  if (n == 0)
    return "no-data";
  for (guint32 i = 0; i < n; i++)
    {
      gboolean has_states = dwell_values_has_states (self->trace, tracks[i]);
      guint first = stretches->len;

      if (has_states)
        add_states (self->trace, tracks[i], condition, is_negated, stretches);
      else if (condition->value->is_number)
        add_writes (self->trace, tracks[i], condition, is_negated, stretches);
      is_known = is_known || has_states || condition->value->is_number;
      for (guint j = first; j < stretches->len; j++)
        g_array_index (stretches, DwellStretch, j).track = tracks[i];
    }
  if (n > 1)
    _dwell_stretches_unite (stretches);
  return is_known ? NULL : "no-such-name";
}

/* Appends where in @within (nullable: the recording), whose stretches are in order and disjoint, a
 * condition holds, or is known not to. What goes on when the recording ends ends just after it.
 * Returns: why that is not known, or NULL */
const char *
_dwell_stretches_of_condition (DwellRequirementsTrace          *self,
                               const DwellRequirementCondition *condition,
                               gboolean                         is_negated,
                               const GArray                    *within,
                               GArray                          *stretches,
                               GPtrArray                       *suggestions)
{
  g_autoptr(GArray) whole = g_array_new (FALSE, FALSE, sizeof (DwellStretch));
  g_autoptr(GArray) holds = g_array_new (FALSE, FALSE, sizeof (DwellStretch));
  gboolean is_of_values = condition->kind == DWELL_CONDITION_IS;
  const char *reason;

  is_negated = is_negated != condition->is_negated;
  reason = is_of_values ? add_values (self, condition, is_negated, holds, suggestions)
                        : add_area_condition (self, condition, holds, suggestions);
  if (reason != NULL)
    return reason;

  append (whole, self->trace->begin, get_end (self->trace, self->trace->end, TRUE));
  if (is_negated && !is_of_values)
    subtract (holds, within != NULL ? within : whole, stretches);
  else
    intersect (holds, within != NULL ? within : whole, stretches);
  return NULL;
}

/* Returns: (transfer full): the stretches of the recording that are in scope; @goes_on: whether
 * what goes on when the recording ends ends just after it */
GArray *
_dwell_stretches_of_scope (const DwellJudge *judge,
                           gboolean          goes_on)
{
  GArray *scope = g_array_new (FALSE, FALSE, sizeof (DwellStretch));
  const DwellTrace *trace = judge->trace->trace;
  DwellStretch whole = { .begin = MAX (trace->begin, judge->requirement->from),
                         .end = MIN (trace->end, judge->requirement->until) };

  if (whole.begin > whole.end)
    return scope;

  whole.end = get_end (trace, whole.end, goes_on);
  if (judge->stretches == NULL)
    {
      g_array_append_val (scope, whole);
      return scope;
    }
  for (guint i = 0; i < judge->stretches->len; i++)
    {
      DwellStretch part = g_array_index (judge->stretches, DwellStretch, i);

      part.begin = MAX (part.begin, whole.begin);
      part.end = MIN (part.end, whole.end);
      if (part.begin <= part.end)
        g_array_append_val (scope, part);
    }
  return scope;
}
