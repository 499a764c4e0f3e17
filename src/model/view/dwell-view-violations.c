/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes violations of limits, and goes from one to another: by time, or the worst first. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "model/view/dwell-view-private.h"

/* The greatest number of requirements that are described for one span. */
#define MAX_TOLD 4

/* The greatest number of marks before a time that are searched for marks that last until then. */
#define MAX_LOOKED_AT 1000

/* Returns: (transfer full): the requirement or deadline of @mark, and its value */
static char *
describe_mark (DwellView              *self,
               const DwellOverrunMark *mark)
{
  const DwellDeadlines *deadlines = self->deadlines;
  guint n_results = deadlines->answer != NULL ? deadlines->answer->results->len : 0;
  g_autofree char *words = NULL;
  g_autofree char *line = NULL;

  if (mark->cause < n_results)
    return dwell_requirements_answer_describe (deadlines->answer, mark);

  words = dwell_deadline_put_into_words (&g_array_index (deadlines->marked, DwellDeadline,
                                                         mark->cause - n_results), self->trace);
  /* Translators: a requirement that was set as a deadline: “Deadline: call of act <= 500 us” */
  line = g_strdup_printf (_("Deadline: %s"), words + strlen (": "));
  return dwell_requirement_describe_mark (line, "ns", mark);
}

/* Adds a line for each mark of @track that could not be decided: those of @span or, if it is
 * DWELL_NONE, those that contain @time. */
static void
add_undecided (DwellView *self,
               guint32    track,
               guint32    span,
               gint64     time,
               GString   *text)
{
  const DwellOverrunMark *marks;
  guint n = 0;
  guint n_told = 0;

  if (self->deadlines->overruns == NULL || self->deadlines->overruns->trace != self->trace)
    return;

  marks = dwell_overruns_get_undecided (self->deadlines->overruns, track, &n);
  for (guint i = 0; i < n && n_told < MAX_TOLD; i++)
    {
      gboolean is_it = span != DWELL_NONE ? marks[i].span == span
                                          : marks[i].begin <= time && marks[i].end >= time;
      g_autofree char *line = is_it ? describe_mark (self, &marks[i]) : NULL;

      if (line == NULL)
        continue;
      n_told++;
      if (text->len > 0)
        g_string_append_c (text, '\n');
      /* Translators: a requirement that could not be decided, and what is known of the value:
       * “D1: call of act <= 500 us · 410 µs” */
      g_string_append_printf (text, _("Not decided, because the recording cuts it off: %s"), line);
    }
}

/**
 * dwell_view_describe_stretches:
 * @self: a view
 * @track: a track
 * @time: ns
 *
 * Returns: (transfer full): the requirements that are violated in stretches of time around @time, a
 *   line each; "": none. Only the last marks that begin before @time are searched
 */
char *
dwell_view_describe_stretches (DwellView *self,
                               guint32    track,
                               gint64     time)
{
  const DwellOverruns *overruns = self->deadlines->overruns;
  GString *text = g_string_new (NULL);
  guint64 end = overruns != NULL && overruns->trace == self->trace
                ? dwell_overruns_find (overruns, time < G_MAXINT64 ? time + 1 : time) : 0;
  guint64 first = end - MIN (end, MAX_LOOKED_AT);
  guint n_told = 0;

  for (guint64 place = end; place > first && n_told < MAX_TOLD; place--)
    {
      DwellOverrunMark mark = dwell_overruns_get_mark (overruns, place - 1);
      g_autofree char *line = NULL;

      if (mark.span != DWELL_NONE || mark.track != track || mark.end < time)
        continue;

      line = describe_mark (self, &mark);
      g_string_append_printf (text, "%s%s", n_told > 0 ? "\n" : "", line);
      n_told++;
    }
  return g_string_free (text, FALSE);
}

/**
 * dwell_view_describe_undecided:
 * @self: a view
 * @track: a track
 * @time: ns
 *
 * Returns: (transfer full): which requirements could not be decided there, a line each
 */
char *
dwell_view_describe_undecided (DwellView *self,
                               guint32    track,
                               gint64     time)
{
  GString *text = g_string_new (NULL);

  add_undecided (self, track, DWELL_NONE, time, text);
  if (text->len == 0)
    g_string_assign (text, _("Not decided, because the recording cuts it off"));
  return g_string_free (text, FALSE);
}

/**
 * dwell_view_describe_overrun:
 * @self: a view
 * @span: a span, or %DWELL_NONE
 *
 * Returns: (transfer full) (nullable): the requirements and deadlines that @span violates, a line
 *   each, and those that could not be decided because the recording cuts it off; %NULL if there are
 *   none
 */
char *
dwell_view_describe_overrun (DwellView *self,
                             guint32    span)
{
  const DwellOverrunMark *marks = NULL;
  GString *text = g_string_new (NULL);
  guint n = 0;

  if (dwell_view_is_overrun (self, span))
    marks = dwell_overruns_get_violations (self->deadlines->overruns, span, &n);
  for (guint i = 0; i < MIN (n, MAX_TOLD); i++)
    {
      g_autofree char *line = describe_mark (self, &marks[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", line);
    }
  if (span != DWELL_NONE)
    add_undecided (self, dwell_trace_get_span_track (self->trace, span), span, 0, text);
  return g_string_free (text, text->len == 0);
}

/* Returns the place to go to: the next or previous one from the mark shown last, if the cursor is
 * still there, otherwise from the cursor or the edge of the visible range. */
static guint64
find_next (DwellView *self,
           int        direction)
{
  const DwellOverruns *overruns = self->deadlines->overruns;
  guint64 place = self->deadlines->place;
  gint64 time = direction > 0 ? self->range.begin : self->range.end;

  if (place < dwell_overruns_count (overruns) && self->has_cursor &&
      dwell_overruns_get_mark (overruns, place).begin == self->cursor)
    return place + (guint64) (gint64) direction;

  if (self->has_cursor)
    time = self->cursor;
  return dwell_overruns_find (overruns, time) - (direction < 0);
}

/* Selects the time of @mark, brings it into view, and focuses its span. */
static void
show_mark (DwellView              *self,
           const DwellOverrunMark *mark)
{
  dwell_view_set_selection (self, mark->begin, mark->end);
  dwell_view_set_cursor (self, mark->begin);
  if (mark->span != DWELL_NONE)
    dwell_view_reveal_span (self, mark->span);
  else if (mark->track != DWELL_NONE)
    _dwell_view_show_track (self, mark->track, DWELL_NONE);
  _dwell_view_bring_into_view (self, mark->begin, mark->end);
}

/* Returns the time of a violation; in a run of windows, that of the whole run. */
static void
get_time (const DwellRequirementViolation *violation,
          gint64                          *begin,
          gint64                          *end)
{
  *begin = violation->is_run ? violation->from : violation->begin;
  *end = violation->is_run ? violation->until : violation->end;
}

/* Returns: the mark of a violation, and its @place (out) among all marks; without a span if it is
 * not marked */
static DwellOverrunMark
find_mark (DwellView                       *self,
           guint                            cause,
           const DwellRequirementViolation *violation,
           guint64                         *place)
{
  const DwellOverruns *overruns = self->deadlines->overruns;
  guint64 n = overruns != NULL ? dwell_overruns_count (overruns) : 0;
  DwellOverrunMark wanted = { .span = DWELL_NONE, .track = DWELL_NONE, .cause = cause,
                              .has_value = violation->has_value, .value = violation->value };

  get_time (violation, &wanted.begin, &wanted.end);
  for (*place = n > 0 ? dwell_overruns_find (overruns, wanted.begin) : 0; *place < n; ++*place)
    {
      DwellOverrunMark mark = dwell_overruns_get_mark (overruns, *place);

      if (mark.begin != wanted.begin)
        break;
      if (mark.end != wanted.end || (mark.span == DWELL_NONE && mark.cause != cause))
        continue;

      wanted.span = mark.span;
      wanted.track = mark.track;
      return wanted;
    }

  *place = G_MAXUINT64;
  return wanted;
}

/* Returns whether the time of the violation is selected or, for an instant, the cursor is there. */
static gboolean
is_shown (DwellView    *self,
          const GArray *worst,
          guint         i)
{
  gint64 begin;
  gint64 end;

  get_time (&g_array_index (worst, DwellRequirementViolation, i), &begin, &end);
  if (begin == end)
    return !self->has_selection && self->has_cursor && self->cursor == begin;

  return self->has_selection && begin == self->selection.begin && end == self->selection.end;
}

/* Returns: the rank of the violation that is shown, the worst being 0; G_MAXUINT: none is shown. If
 * several have the same time, it is the one shown last. */
static guint
find_shown (DwellView    *self,
            const GArray *worst)
{
  if (self->deadlines->rank < worst->len && is_shown (self, worst, self->deadlines->rank))
    return self->deadlines->rank;

  for (guint i = 0; i < worst->len; i++)
    if (is_shown (self, worst, i))
      return i;

  return G_MAXUINT;
}

/**
 * dwell_view_show_violation:
 * @self: a view
 * @violation: a violation, or an undecided sample, of a requirement of its trace
 * @zooms: whether to zoom to it
 *
 * Selects the time of a violation, and moves the cursor there.
 */
void
dwell_view_show_violation (DwellView                       *self,
                           const DwellRequirementViolation *violation,
                           gboolean                         zooms)
{
  gint64 begin;
  gint64 end;

  g_return_if_fail (DWELL_IS_VIEW (self));

  get_time (violation, &begin, &end);
  dwell_view_set_selection (self, begin, end);
  dwell_view_set_cursor (self, violation->begin);
  /* An instant has no width. */
  if (zooms && !dwell_view_zoom_to_selection (self))
    _dwell_view_bring_into_view (self, begin, end);
}

/**
 * dwell_view_step_worst:
 * @self: a view
 *
 * Goes to the worst violation of the requirement that dwell_view_choose_requirement() chose, or
 * else of the first violated one; if that is shown already, to the next worst.
 *
 * Returns: (transfer full) (nullable): “1 of 20, the worst first · D1: call of act <= 500 us ·
 *   510 µs”; %NULL if there is none, or no other
 */
char *
dwell_view_step_worst (DwellView *self)
{
  DwellRequirementsAnswer *answer;
  const DwellRequirementResult *result;
  g_autofree char *number = NULL;
  g_autofree char *count = NULL;
  g_autofree char *what = NULL;
  DwellOverrunMark mark;
  guint64 place;
  guint chosen;
  guint next;

  g_return_val_if_fail (DWELL_IS_VIEW (self), NULL);

  answer = dwell_view_get_requirements_answer (self);
  chosen = _dwell_view_get_chosen (self);
  if (answer == NULL || answer->reading->trace != self->trace || chosen == G_MAXUINT)
    return NULL;

  result = answer->results->pdata[chosen];
  next = find_shown (self, result->worst) + 1;
  if (next >= result->worst->len)
    return NULL;

  mark = find_mark (self, chosen, &g_array_index (result->worst, DwellRequirementViolation, next),
                    &place);
  what = dwell_requirements_answer_describe (answer, &mark);
  number = dwell_text_count (next + 1);
  count = dwell_text_count (result->worst->len);
  show_mark (self, &mark);
  self->deadlines->place = place;
  self->deadlines->rank = next;

  /* Translators: of the violations of a requirement: its rank, how many there are, and what it is:
   * “1 of 20, the worst first · D1: call of act <= 500 us · 510 µs” */
  return g_strdup_printf (_("%s of %s, the worst first · %s"), number, count, what);
}

/**
 * dwell_view_step_overrun:
 * @self: a view
 * @direction: 1: to the next, -1: to the previous
 *
 * Goes to the next span or stretch of time, in the order of starts, that exceeds a deadline or
 * violates a requirement: selects its time, brings it into view, and focuses the span.
 *
 * Returns: (transfer full) (nullable): “3 of 20 · D1: call of act <= 500 us · 510 µs”; %NULL if
 *   there is none in that direction
 */
char *
dwell_view_step_overrun (DwellView *self,
                         int        direction)
{
  g_autofree char *number = NULL;
  g_autofree char *count = NULL;
  g_autofree char *what = NULL;
  DwellOverrunMark mark;
  guint64 place;

  g_return_val_if_fail (DWELL_IS_VIEW (self), NULL);

  if (self->deadlines->overruns == NULL)
    return NULL;
  place = find_next (self, direction);
  if (place >= dwell_overruns_count (self->deadlines->overruns))
    return NULL;

  mark = dwell_overruns_get_mark (self->deadlines->overruns, place);
  what = describe_mark (self, &mark);
  number = dwell_text_count (place + 1);
  count = dwell_text_count (dwell_overruns_count (self->deadlines->overruns));

  show_mark (self, &mark);
  self->deadlines->place = place;

  /* Translators: of what is marked in the timeline: its number, how many there are, and what it is:
   * “3 of 20 · D1: call of act <= 500 us · 510 µs” */
  return g_strdup_printf (_("%s of %s · %s"), number, count, what);
}
