/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where violations are marked: on the span that violates the requirement as a whole, or else on the
 * track of the requirement's subject. */
#include "config.h"

#include "analysis/requirements/dwell-requirements-private.h"

/* Returns the first track of a context, or DWELL_NONE. */
static guint32
find_track_of_context (const DwellTrace *trace,
                       guint32           context)
{
  for (guint32 i = 0; i < trace->n_tracks; i++)
    if (trace->tracks[i].context == context && trace->tracks[i].kind == DWELL_TRACK_SPANS)
      return i;

  return DWELL_NONE;
}

/* Returns the first track of a variable, or the track in which a function first ran, or
 * DWELL_NONE. */
static guint32
find_track_of_area (DwellRequirementsTrace *self,
                    guint32                 area)
{
  const DwellTrace *trace = self->trace;
  guint32 n;
  const guint32 *tracks = _dwell_requirements_get_tracks (self, area, &n);
  const guint32 *spans;

  if (n > 0)
    return tracks[0];

  spans = _dwell_requirements_get_spans (self, area, &n);
  return n > 0 ? trace->rows[trace->span_row[spans[0]]].track : DWELL_NONE;
}

/* The first name in a requirement. */
static const DwellRequirementName *
get_first_name (const DwellRequirement *self)
{
  const GPtrArray *events = self->chain != NULL ? self->chain->stages : self->events;

  if (self->condition != NULL)
    return self->condition->name;
  if (events != NULL && events->len > 0)
    return ((const DwellRequirementEvent *) events->pdata[0])->name;
  return self->names != NULL && self->names->len > 0 ? self->names->pdata[0] : NULL;
}

/* Returns: the track of a judge's subject, or DWELL_NONE */
guint32
_dwell_judge_find_track (const DwellJudge *self)
{
  DwellTrace *trace = self->trace->trace;
  const DwellRequirementName *name = get_first_name (self->requirement);
  g_autoptr(GArray) areas = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (self->n_areas > 0)
    return find_track_of_area (self->trace, self->areas[0]);

  if (name != NULL && name->is_context)
    {
      g_autofree guint8 *contexts = g_new0 (guint8, trace->n_contexts + 1);
      guint32 context = 0;

      _dwell_requirements_find_contexts (trace, name, contexts, NULL);
      while (context < trace->n_contexts && !contexts[context])
        context++;
      return context < trace->n_contexts ? find_track_of_context (trace, context) : DWELL_NONE;
    }

  for (guint is_value = 0; name != NULL && areas->len == 0 && is_value < 2; is_value++)
    _dwell_requirements_find_area (trace, name, is_value, areas, NULL);

  return areas->len > 0 ? find_track_of_area (self->trace, g_array_index (areas, guint32, 0))
                        : DWELL_NONE;
}

/* Finds which ends the recording cuts off; if it does not show, the end. */
static void
tear (const DwellJudge  *self,
      const DwellSample *sample,
      DwellOverrunMark  *mark)
{
  const DwellTrace *trace = self->trace->trace;
  guint flags = sample->is_span ? trace->span_flags[sample->span] : 0;

  mark->is_undecided = TRUE;
  mark->is_torn_at_begin = (flags & DWELL_SPAN_BEGIN_MISSING) != 0 ||
                           (!sample->is_span && sample->begin <= trace->begin);
  mark->is_torn_at_end = (flags & DWELL_SPAN_END_MISSING) != 0 || sample->end >= trace->end ||
                         !mark->is_torn_at_begin;
  if (sample->is_span)
    mark->track = trace->rows[trace->span_row[sample->span]].track;
}

/* Marks a violation, or an undecided sample, if marks are wanted and there are not too many. */
void
_dwell_judge_mark (DwellJudge        *self,
                   const DwellSample *sample,
                   gboolean           is_undecided)
{
  DwellOverrunMark mark = {
    .begin = sample->is_run ? sample->from : sample->begin,
    .end = sample->is_run ? sample->until : sample->end,
    .span = sample->is_span ? sample->span : DWELL_NONE, .track = DWELL_NONE,
    .cause = self->n_before,
    .has_value = self->requirement->curve != DWELL_CURVE_ORDER && sample->detail == NULL,
  };

  if (self->marks == NULL || self->marks->len >= DWELL_REQUIREMENTS_MAX_MARKS)
    return;

  if (sample->is_of_track)
    {
      mark.track = sample->track;
    }
  else if (!sample->is_span && !self->has_track)
    {
      self->track = _dwell_judge_find_track (self);
      self->has_track = TRUE;
    }
  if (!sample->is_span && !sample->is_of_track)
    mark.track = self->track;
  mark.value = _dwell_judge_get_value (self, sample);
  if (is_undecided)
    tear (self, sample, &mark);
  g_array_append_val (self->marks, mark);
}
