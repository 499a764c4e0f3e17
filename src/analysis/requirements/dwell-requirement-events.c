/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events: their times, and the time between them. */
#include "config.h"

#include <string.h>

#include "analysis/requirements/dwell-requirements-private.h"

static void
append (GArray *found,
        gint64  begin,
        gint64  end)
{
  DwellStretch occurrence = { .begin = begin, .end = end };

  g_array_append_val (found, occurrence);
}

static void
collect_span (DwellRequirementsTrace    *self,
              guint32                    span,
              DwellRequirementEventKind  kind,
              GArray                    *found)
{
  const DwellTrace *trace = self->trace;
  guint8 flags = trace->span_flags[span];
  gint64 begin = dwell_trace_get_span_begin (trace, span);
  gint64 end = dwell_trace_get_span_end (trace, span);

  if (kind == DWELL_EVENT_KIND_BEGIN && (flags & DWELL_SPAN_BEGIN_MISSING) == 0)
    append (found, begin, begin);
  else if (kind == DWELL_EVENT_KIND_END && (flags & DWELL_SPAN_END_MISSING) == 0)
    append (found, end, end);
  else if (kind == DWELL_EVENT_KIND_SPAN && (flags & DWELL_SPAN_BEGIN_MISSING) == 0)
    append (found, begin, (flags & DWELL_SPAN_END_MISSING) != 0 ? G_MAXINT64 : end);
}

static const char *
collect_area (DwellRequirementsTrace      *self,
              const DwellRequirementEvent *event,
              GArray                      *found,
              GPtrArray                   *suggestions)
{
  const DwellTrace *trace = self->trace;
  g_autoptr(GArray) areas = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint8 *contexts = g_new0 (guint8, trace->n_contexts);
  const char *reason = _dwell_requirements_find_area (self->trace, event->name, FALSE, areas,
                                                      suggestions);
  gboolean is_resume = event->kind == DWELL_EVENT_KIND_RESUME;
  const guint32 *spans;
  guint32 n;

  if (reason == NULL && event->on != NULL)
    reason = _dwell_requirements_find_contexts (self->trace, event->on, contexts, suggestions);
  if (reason != NULL)
    return reason;

  if (event->kind == DWELL_EVENT_KIND_SUSPEND || is_resume)
    {
      if (!dwell_trace_has (trace, DWELL_TABLE_SUSPENSIONS))
        return "not-in-format";
      for (guint32 i = 0; i < trace->n_suspensions; i++)
        {
          guint32 span = trace->suspension_span[i];
          gint64 time = is_resume ? trace->suspension_end[i] : trace->suspension_begin[i];

          if (trace->span_area[span] == g_array_index (areas, guint32, 0) &&
              (event->on == NULL || contexts[dwell_trace_get_span_context (trace, span)]))
            append (found, time, time);
        }
      return NULL;
    }

  spans = _dwell_requirements_get_spans (self, g_array_index (areas, guint32, 0), &n);
  for (guint32 i = 0; i < n; i++)
    if (event->on == NULL || contexts[dwell_trace_get_span_context (trace, spans[i])])
      collect_span (self, spans[i], event->kind, found);
  return NULL;
}

static void
collect_states (const DwellTrace            *trace,
                guint32                      track,
                const DwellRequirementEvent *event,
                GArray                      *found)
{
  const DwellRow *row = &trace->rows[trace->tracks[track].first_row];

  for (guint32 i = row->first_span; i < row->first_span + row->n_spans; i++)
    {
      guint32 span = trace->row_spans[i];
      gint64 begin = dwell_trace_get_span_begin (trace, span);

      /* It was not seen to enter this state. */
      if ((trace->span_flags[span] & DWELL_SPAN_BEGIN_MISSING) != 0)
        continue;
      if (event->when == NULL ||
          dwell_value_condition_holds_in_state (event->when, trace, trace->span_area[span], TRUE))
        append (found, begin, begin);
    }
}

static void
collect_writes (const DwellTrace            *trace,
                guint32                      track,
                const DwellRequirementEvent *event,
                GArray                      *found)
{
  guint32 first = trace->tracks[track].first_write;

  for (guint32 i = first; i < first + trace->tracks[track].n_writes; i++)
    {
      gint64 time = dwell_trace_get_track_write_time (trace, i);

      if (event->when == NULL ||
          dwell_value_condition_holds (event->when, dwell_values_get (trace, i),
                                       dwell_values_is_real (trace, track)))
        append (found, time, time);
    }
}

/* Whether a variable has a state, even if it was never in it. */
static gboolean
has_state (const DwellTrace          *trace,
           guint32                    variable,
           const DwellValueCondition *state)
{
  for (guint32 i = 0; i < trace->n_areas; i++)
    if (trace->areas[i].kind == DWELL_AREA_STATE && trace->areas[i].parent == variable &&
        dwell_value_condition_holds_in_state (state, trace, i, TRUE))
      return TRUE;

  return FALSE;
}

static const char *
collect_variable (DwellRequirementsTrace      *self,
                  const DwellRequirementEvent *event,
                  GArray                      *found,
                  GPtrArray                   *suggestions)
{
  const DwellTrace *trace = self->trace;
  g_autoptr(GArray) areas = g_array_new (FALSE, FALSE, sizeof (guint32));
  const char *reason = _dwell_requirements_find_area (self->trace, event->name, TRUE, areas,
                                                      suggestions);
  const guint32 *tracks;
  guint32 area;
  guint32 n;

  if (reason != NULL)
    return reason;

  area = g_array_index (areas, guint32, 0);
  if (event->kind == DWELL_EVENT_KIND_BECOMES && !has_state (trace, area, event->when))
    return "no-such-name";

  tracks = _dwell_requirements_get_tracks (self, area, &n);
  for (guint32 i = 0; i < n; i++)
    {
      if (dwell_values_has_states (trace, tracks[i]))
        collect_states (trace, tracks[i], event, found);
      else if (event->kind == DWELL_EVENT_KIND_WRITE)
        collect_writes (trace, tracks[i], event, found);
    }
  return NULL;
}

/* Appends the occurrences of an event, by time: each reads at begin and writes at end, which is
 * G_MAXINT64 if not known. Returns: why the occurrences are not known, or NULL */
const char *
_dwell_requirements_collect_events (DwellRequirementsTrace      *self,
                                    const DwellRequirementEvent *event,
                                    GArray                      *occurrences,
                                    GPtrArray                   *suggestions)
{
  const DwellTrace *trace = self->trace;
  const char *reason = NULL;

  if (event->kind == DWELL_EVENT_KIND_MESSAGE)
    {
      for (guint32 i = 0; i < trace->n_marks; i++)
        {
          const char *text = dwell_trace_get_string (trace, trace->mark_text[i]);

          if (trace->mark_kind[i] == DWELL_MARK_MESSAGE &&
              (event->name->pattern != NULL ? dwell_pattern_matches (event->name->pattern, text)
                                            : strstr (text, event->name->text) != NULL))
            append (occurrences, trace->mark_time[i], trace->mark_time[i]);
        }
      if (_dwell_requirement_name_is_slow (event->name))
        reason = "slow-name";
    }
  else if (event->kind == DWELL_EVENT_KIND_WRITE || event->kind == DWELL_EVENT_KIND_BECOMES)
    {
      reason = collect_variable (self, event, occurrences, suggestions);
    }
  else
    {
      reason = collect_area (self, event, occurrences, suggestions);
    }
  _dwell_stretches_sort (occurrences);
  return reason;
}

/* The sample between two events; @to may be missing. */
static DwellSample
make_sample (const DwellJudge *self,
             gint64            from,
             gint64            to)
{
  gint64 until = to == G_MAXINT64 ? self->trace->trace->end : to;
  DwellSample sample = { .begin = MIN (from, until), .end = MAX (from, until), .low = until - from,
                         .high = until - from, .scale = 1, .context = DWELL_NONE };

  if (to == G_MAXINT64)
    sample.high = G_MAXINT64;
  return sample;
}

#define TIME(array, i) (g_array_index (array, DwellStretch, i).begin)

static void
judge_delay (DwellJudge   *self,
             const GArray *from,
             const GArray *to,
             gboolean      is_same)
{
  guint next = 0;

  if (self->requirement->is_one_to_one)
    {
      while (next < to->len && (from->len == 0 || TIME (to, next) < TIME (from, 0)))
        next++;
      for (guint i = 0; i < from->len; i++, next++)
        _dwell_judge_add (self, make_sample (self, TIME (from, i), next < to->len ? TIME (to, next)
                                                                                  : G_MAXINT64));
      for (; next < to->len; next++)
        if (_dwell_judge_counts (self, TIME (to, next), TIME (to, next)))
          {
            DwellSample stray = make_sample (self, TIME (to, next), TIME (to, next));

            stray.detail = g_strdup ("stray");
            _dwell_judge_decide (self, TRUE);
            _dwell_judge_violate (self, &stray);
          }
      return;
    }
  for (guint i = 0; i < from->len && _dwell_judge_goes_on (self); i++)
    {
      while (next < to->len && (is_same ? TIME (to, next) <= TIME (from, i)
                                        : TIME (to, next) < TIME (from, i)))
        next++;
      _dwell_judge_add (self, make_sample (self, TIME (from, i), next < to->len ? TIME (to, next)
                                                                                : G_MAXINT64));
    }
}

static void
judge_spread (DwellJudge *self,
              GPtrArray  *lists)
{
  guint n = 0;

  for (guint i = 0; i < lists->len; i++)
    n = MAX (n, ((GArray *) lists->pdata[i])->len);

  for (guint k = 0; k < n; k++)
    {
      gint64 least = G_MAXINT64;
      gint64 most = G_MININT64;
      gboolean is_missing = FALSE;

      for (guint i = 0; i < lists->len; i++)
        {
          const GArray *list = lists->pdata[i];

          is_missing = is_missing || k >= list->len;
          if (k < list->len)
            {
              least = MIN (least, TIME (list, k));
              most = MAX (most, TIME (list, k));
            }
        }
      _dwell_judge_add (self, make_sample (self, least, is_missing ? G_MAXINT64 : most));
    }
}

static gboolean
is_same_value (const DwellValueCondition *a,
               const DwellValueCondition *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  if (a->relation != b->relation || a->is_number != b->is_number)
    return FALSE;
  if (!a->is_number)
    return g_str_equal (a->text, b->text);
  if (a->is_integer && b->is_integer)
    return a->integer == b->integer;

  return (a->is_integer ? (double) a->integer : a->real) ==
         (b->is_integer ? (double) b->integer : b->real);
}

/* Whether two events name the same contexts, or no contexts. */
static gboolean
is_same_context (DwellTrace                 *trace,
                 const DwellRequirementName *a,
                 const DwellRequirementName *b)
{
  g_autofree guint8 *left = g_new0 (guint8, trace->n_contexts + 1);
  g_autofree guint8 *right = g_new0 (guint8, trace->n_contexts + 1);

  if (a == NULL || b == NULL)
    return a == b;

  _dwell_requirements_find_contexts (trace, a, left, NULL);
  _dwell_requirements_find_contexts (trace, b, right, NULL);
  return memcmp (left, right, trace->n_contexts) == 0;
}

/* Whether two events are the same, even if names and numbers are written differently. */
static gboolean
is_same_event (DwellTrace                  *trace,
               const DwellRequirementEvent *a,
               const DwellRequirementEvent *b)
{
  gboolean is_value = a->kind == DWELL_EVENT_KIND_WRITE || a->kind == DWELL_EVENT_KIND_BECOMES;
  g_autoptr(GArray) left = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr(GArray) right = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (a->kind != b->kind)
    return FALSE;
  if (a->kind == DWELL_EVENT_KIND_MESSAGE)
    return (a->name->pattern != NULL) == (b->name->pattern != NULL) &&
           g_str_equal (a->name->text, b->name->text);

  _dwell_requirements_find_area (trace, a->name, is_value, left, NULL);
  _dwell_requirements_find_area (trace, b->name, is_value, right, NULL);
  return left->len > 0 && right->len > 0 &&
         g_array_index (left, guint32, 0) == g_array_index (right, guint32, 0) &&
         is_same_context (trace, a->on, b->on) && is_same_value (a->when, b->when);
}

/* Judges delays and spreads. Returns: why they cannot be judged, or NULL */
const char *
_dwell_judge_events (DwellJudge *self)
{
  const GPtrArray *events = self->requirement->events;
  g_autoptr(GPtrArray) lists = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint i = 0; i < events->len; i++)
    {
      GArray *list = g_array_new (FALSE, FALSE, sizeof (DwellStretch));
      const char *reason;

      g_ptr_array_add (lists, list);
      reason = _dwell_requirements_collect_events (self->trace, events->pdata[i], list,
                                                   self->result->suggestions);
      if (reason != NULL)
        return reason;
    }
  if (self->requirement->curve == DWELL_CURVE_SPREAD)
    judge_spread (self, lists);
  else
    judge_delay (self, lists->pdata[0], lists->pdata[1],
                 is_same_event (self->trace->trace, events->pdata[0], events->pdata[1]));
  return NULL;
}
