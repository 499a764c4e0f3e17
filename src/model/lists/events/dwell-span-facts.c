/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collects the facts about a span, a mark or an area, group by group: its kind, its times, its
 * calls, its rank among the spans of its area, its messages. Times on the axis are shown to the
 * trace's resolution. A duration that four digits do not show exactly is shown twice, rounded and
 * exact. */
#include "config.h"

#include "model/lists/events/dwell-span-facts.h"

#include <glib/gi18n-lib.h>

#include "analysis/statistics/dwell-share.h"
#include "core/dwell-axis.h"
#include "core/dwell-text.h"
#include "model/lists/events/dwell-event-list-private.h"

#define MAX_CHILDREN  3 /* listed one by one: the longest */
#define MAX_MESSAGES 10

/* A collection under way. */
typedef struct {
  const DwellSpanQuestion *question;
  const DwellTrace        *trace;
  GPtrArray               *facts;
  const char              *group; /* of the next facts */
} Collector;

static const DwellEvent nowhere = { DWELL_NONE, DWELL_NONE };

/* Takes over @value. If it is NULL or empty, no fact is added. */
static void
add_link (Collector  *self,
          const char *label,
          char       *value,
          DwellEvent  target)
{
  if (value == NULL || *value == '\0')
    g_free (value);
  else
    g_ptr_array_add (self->facts, _dwell_fact_new (self->group, label, value, target));
}

static void
add (Collector  *self,
     const char *label,
     char       *value)
{
  add_link (self, label, value, nowhere);
}

static void
add_string (Collector  *self,
            const char *label,
            guint32     string)
{
  add (self, label, g_strdup (dwell_trace_get_string (self->trace, string)));
}

static char *
make_time (Collector *self,
           gint64     time)
{
  return dwell_axis_time (self->trace, time, self->question->resolution);
}

/* Returns whether four significant digits show @duration exactly. */
static gboolean
is_short (gint64 duration)
{
  guint64 rest = duration < 0 ? -(guint64) duration : (guint64) duration;

  while (rest != 0 && rest % 10 == 0)
    rest /= 10;

  return rest < 10000;
}

static char *
make_duration (Collector *self,
               gint64     duration)
{
  g_autofree char *brief = dwell_axis_duration (self->trace, duration);
  g_autofree char *exact = NULL;

  if (is_short (duration) || self->trace->axis == DWELL_AXIS_SAMPLES)
    return g_steal_pointer (&brief);

  exact = make_time (self, duration);
  return g_strdup_printf ("%s (%s)", brief, exact);
}

/* Makes the text of a span: name and duration. */
static char *
make_span (Collector *self,
           guint32    span)
{
  g_autofree char *duration =
    dwell_axis_duration (self->trace, dwell_trace_get_span_duration (self->trace, span));

  return g_strdup_printf ("%s · %s",
                          dwell_trace_get_area_title (self->trace, self->trace->span_area[span]),
                          duration);
}

static DwellEvent
to_span (guint32 span)
{
  return (DwellEvent) { span, DWELL_NONE };
}

static void
add_area (Collector *self,
          guint32    id)
{
  const DwellArea *area = &self->trace->areas[id];

  add (self, _("Kind"), g_strdup (dwell_area_kind_get_title (area->kind)));
  add_string (self, _("Module"), area->module);
  add_string (self, _("Author"), area->author);

  if (area->function != area->name)
    add_string (self, _("Function"), area->function);

  if (area->line > 0)
    add (self, _("Source"),
         g_strdup_printf ("%s:%u", dwell_trace_get_string (self->trace, area->file), area->line));
  else
    add_string (self, _("Source"), area->file);

  if (area->has_value)
    add (self, area->kind == DWELL_AREA_LINE ? _("Clause") : _("Value"),
         g_strdup_printf ("%" G_GINT64_FORMAT, area->value));
}

/* Adds the doubts about a span's record, in words. */
static void
add_flags (Collector *self,
           guint32    span)
{
  static const struct {
    guint       flag;
    const char *text;
  } flags[] = {
    { DWELL_SPAN_BEGIN_MISSING, N_("Its begin was not recorded") },
    { DWELL_SPAN_END_MISSING, N_("Its end was not recorded") },
    { DWELL_SPAN_CLAMPED, N_("It would have ended before it began: its duration was set to 0") },
    { DWELL_SPAN_DOUBTFUL, N_("Its record was cut: it is in no statistics") },
    { DWELL_SPAN_OWN_UNDEFINED, N_("The clock was set back in it: its self time is not known") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    if (self->trace->span_flags[span] & flags[i].flag)
      add (self, _("Record"), g_strdup (_(flags[i].text)));
}

static void
add_wall_clock (Collector *self,
                gint64     time)
{
  gint64 unix_ns;

  if (self->trace->wall_clock_ns != DWELL_TIME_NONE
      && !__builtin_add_overflow (self->trace->wall_clock_ns, time, &unix_ns))
    add (self, _("By the clock"), dwell_text_wall_clock (unix_ns));
}

/* Makes the text of a part of @duration, with its percentage. */
static char *
make_part (Collector *self,
           gint64     part,
           gint64     duration)
{
  g_autofree char *text = make_duration (self, part);
  g_autofree char *share = dwell_text_percent (dwell_share ((double) part, (double) duration));

  if (*share == '\0')
    return g_steal_pointer (&text);

  /* Translators: a part of a duration, and what part of it that is in percent */
  return g_strdup_printf (_("%s, %s of the duration"), text, share);
}

/* Adds gross and net time, and the times during which the context or the span itself was not
 * active. */
static void
add_parts (Collector *self,
           guint32    span)
{
  gint64 duration = dwell_trace_get_span_duration (self->trace, span);
  gint64 gross = dwell_trace_get_span_gross (self->trace, span);
  gint64 own = dwell_trace_get_span_own (self->trace, span);

  if (gross < duration)
    add (self, _("Total time"), make_part (self, gross, duration));
  if (own != DWELL_TIME_NONE)
    add (self, _("Self time"), make_part (self, own, duration));
  if (own != DWELL_TIME_NONE && self->trace->n_suspensions > 0 && own < duration)
    add (self, _("Suspended"), make_duration (self, duration - own));
  if (gross < duration)
    add (self, _("Preempted"), make_duration (self, duration - gross));
}

static void
add_times (Collector *self,
           guint32    span)
{
  const DwellTrace *trace = self->trace;

  self->group = _("Times");
  add (self, _("Begin"), make_time (self, trace->span_begin[span]));
  add (self, _("End"), make_time (self, trace->span_end[span]));
  add (self, _("Duration"), make_duration (self, dwell_trace_get_span_duration (trace, span)));
  add_parts (self, span);
  add_wall_clock (self, trace->span_begin[span]);
}

/* Inserts @child into the @n longest, longest first. Returns their new number. */
static guint
keep_longest (const DwellTrace *trace,
              guint32          *longest,
              guint             n,
              guint32           child)
{
  gint64 duration = dwell_trace_get_span_duration (trace, child);
  guint place = n;

  while (place > 0 && dwell_trace_get_span_duration (trace, longest[place - 1]) < duration)
    place--;

  if (place == MAX_CHILDREN)
    return n;

  n = MIN (n + 1, MAX_CHILDREN);

  for (guint i = n - 1; i > place; i--)
    longest[i] = longest[i - 1];

  longest[place] = child;
  return n;
}

static void
add_calls (Collector    *self,
           guint32       span,
           GCancellable *cancellable)
{
  const DwellTrace *trace = self->trace;
  guint32 longest[MAX_CHILDREN];
  guint n_longest = 0;
  guint64 n_children = 0;

  self->group = _("Calls");

  if (trace->span_parent[span] != DWELL_NONE)
    add_link (self, _("Parent"), make_span (self, trace->span_parent[span]),
              to_span (trace->span_parent[span]));

  if (dwell_trace_get_line_function (trace, span) != DWELL_NONE)
    add_link (self, _("Function"), make_span (self, dwell_trace_get_line_function (trace, span)),
              to_span (dwell_trace_get_line_function (trace, span)));

  for (guint32 child = dwell_trace_get_first_child (trace, span);
       child != DWELL_NONE && !g_cancellable_is_cancelled (cancellable);
       child = dwell_trace_get_next_sibling (trace, child))
    {
      n_children++;
      n_longest = keep_longest (trace, longest, n_longest, child);
    }

  if (n_children > n_longest)
    add (self, _("Children"), dwell_text_count (n_children));

  for (guint i = 0; i < n_longest; i++)
    add_link (self, n_children == 1 ? _("Child") : i == 0 ? _("Longest child") : _("Next longest"),
              make_span (self, longest[i]), to_span (longest[i]));
}

/* Adds the distance between two spans of one area: from begin to begin, and from end to begin. */
static void
add_distance (Collector *self,
              guint32    earlier,
              guint32    later)
{
  const DwellTrace *trace = self->trace;
  gint64 gap = trace->span_begin[later] - trace->span_end[earlier];

  add (self, _("Period"),
       make_duration (self, trace->span_begin[later] - trace->span_begin[earlier]));

  if (gap >= 0)
    add (self, _("Gap"), make_duration (self, gap));
  else
    add (self, _("Overlap"), make_duration (self, -gap));
}

static void
add_rank (Collector *self,
          guint32    span)
{
  guint64 n_spans = 0;
  guint64 rank = dwell_statistics_index_get_rank (self->question->index, span, &n_spans);
  g_autofree char *rank_text = NULL;
  g_autofree char *n_text = NULL;

  if (rank == 0)
    return;

  rank_text = dwell_text_count (rank);
  n_text = dwell_text_count (n_spans);
  add (self, _("Rank by length"),
       /* Translators: place of a call among all of its name, the longest is 1: “3 of 12” */
       g_strdup_printf (C_("rank", "%s of %s"), rank_text, n_text));
}

static void
add_peers (Collector *self,
           guint32    span)
{
  DwellStatisticsIndex *index = self->question->index;
  guint32 previous;
  guint32 next;

  if (index == NULL)
    return;

  self->group = _("Same Name");
  add_rank (self, span);
  previous = dwell_statistics_index_get_neighbour (index, span, -1);
  next = dwell_statistics_index_get_neighbour (index, span, 1);

  if (previous != DWELL_NONE)
    {
      add_link (self, C_("span", "Previous"), make_time (self, self->trace->span_begin[previous]),
                to_span (previous));
      add_distance (self, previous, span);
    }

  if (next != DWELL_NONE)
    {
      add_link (self, C_("span", "Next"), make_time (self, self->trace->span_begin[next]),
                to_span (next));
      add_distance (self, span, next);
    }
}

/* Adds the messages of the span, each with its time. */
static void
add_messages (Collector *self,
              guint32    span)
{
  const DwellTrace *trace = self->trace;
  guint32 track = dwell_trace_get_span_track (trace, span);
  guint32 end = trace->tracks[track].first_mark + trace->tracks[track].n_marks;
  guint n = 0;

  self->group = _("Messages");

  for (guint32 i = dwell_trace_mark_search (trace, track, trace->span_begin[span]);
       i < end && trace->mark_time[trace->track_marks[i]] <= trace->span_end[span];
       i++)
    {
      guint32 mark = trace->track_marks[i];

      if (trace->mark_span[mark] == span && n++ < MAX_MESSAGES)
        {
          g_autofree char *time = make_time (self, trace->mark_time[mark]);

          add_link (self, time, g_strdup (dwell_trace_get_string (trace, trace->mark_text[mark])),
                    (DwellEvent) { DWELL_NONE, mark });
        }
    }

  if (n > MAX_MESSAGES)
    {
      g_autofree char *count = dwell_text_count (n - MAX_MESSAGES);

      /* Translators: messages that are not listed */
      add (self, "", g_strdup_printf (ngettext ("and %s more", "and %s more", n - MAX_MESSAGES),
                                      count));
    }
}

static const char *
get_context_name (const DwellTrace *trace,
                  guint32           track)
{
  return dwell_trace_get_context_name (trace, trace->tracks[track].context);
}

static void
collect_span (Collector       *self,
              DwellSpanAnswer *answer,
              guint32          span,
              GCancellable    *cancellable)
{
  const DwellTrace *trace = self->trace;
  guint32 area = trace->span_area[span];
  const char *context = get_context_name (trace, dwell_trace_get_span_track (trace, span));

  answer->title = g_strdup (dwell_trace_get_area_title (trace, area));
  answer->subtitle = g_strdup_printf ("%s · %s",
                                      dwell_area_kind_get_title (trace->areas[area].kind), context);
  self->group = _("What");
  add_area (self, area);
  add (self, _("Context"), g_strdup (context));
  add (self, _("Depth"), dwell_text_count (dwell_trace_get_span_depth (trace, span)));
  add_flags (self, span);
  add_times (self, span);
  add_calls (self, span, cancellable);
  add_peers (self, span);
  add_messages (self, span);
}

static void
collect_mark (Collector       *self,
              DwellSpanAnswer *answer,
              guint32          mark)
{
  const DwellTrace *trace = self->trace;
  const char *kind = _dwell_mark_kind_get_title (trace->mark_kind[mark]);
  const char *context = get_context_name (trace, trace->mark_track[mark]);

  answer->title = g_strdup (dwell_trace_get_string (trace, trace->mark_text[mark]));
  answer->subtitle = g_strdup_printf ("%s · %s", kind, context);

  self->group = _("What");

  if (trace->mark_area[mark] != DWELL_NONE)
    {
      add (self, _("Name"), g_strdup (dwell_trace_get_area_title (trace, trace->mark_area[mark])));
      add_area (self, trace->mark_area[mark]);
    }

  add (self, _("Context"), g_strdup (context));

  if (trace->mark_span[mark] != DWELL_NONE)
    add_link (self, _("Said by"), make_span (self, trace->mark_span[mark]),
              to_span (trace->mark_span[mark]));

  self->group = _("Times");
  add (self, _("Time"), make_time (self, trace->mark_time[mark]));
  add_wall_clock (self, trace->mark_time[mark]);
}

static void
collect_area (Collector       *self,
              DwellSpanAnswer *answer,
              guint32          area)
{
  answer->title = g_strdup (dwell_trace_get_area_title (self->trace, area));
  answer->subtitle = g_strdup (dwell_area_kind_get_title (self->trace->areas[area].kind));
  self->group = _("What");
  add_area (self, area);
}

DwellSpanAnswer *
_dwell_span_answer_new (const DwellSpanQuestion *question,
                        GCancellable            *cancellable)
{
  g_autoptr(DwellSpanAnswer) answer = g_new0 (DwellSpanAnswer, 1);
  Collector collector = { question, question->trace, NULL, "" };

  answer->facts = g_ptr_array_new_with_free_func (g_object_unref);
  collector.facts = answer->facts;

  if (question->event.span != DWELL_NONE)
    collect_span (&collector, answer, question->event.span, cancellable);
  else if (question->event.mark != DWELL_NONE)
    collect_mark (&collector, answer, question->event.mark);
  else
    collect_area (&collector, answer, question->area);

  return g_cancellable_is_cancelled (cancellable) ? NULL : g_steal_pointer (&answer);
}

void
_dwell_span_answer_free (DwellSpanAnswer *self)
{
  g_free (self->title);
  g_free (self->subtitle);
  g_ptr_array_unref (self->facts);
  g_free (self);
}
