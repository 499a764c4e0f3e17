/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collects the facts about a span, a mark or an area: the main figures first, then group by group
 * its times, its arguments, its flows, its calls, its rank among the spans of its area, its
 * messages, and what it is. Times on the axis have the trace's resolution. A duration that four
 * digits do not show exactly is shown twice, rounded and exact. */
#include "config.h"

#include "model/lists/events/dwell-span-facts.h"

#include <glib/gi18n-lib.h>

#include "analysis/statistics/dwell-share.h"
#include "core/dwell-axis.h"
#include "core/dwell-text.h"
#include "core/dwell-trace-contexts.h"
#include "model/lists/events/dwell-event-list-private.h"
#include "model/lists/events/dwell-facts.h"

#define MAX_CHILDREN  3 /* listed one by one: the longest */
#define MAX_MESSAGES 10

static void
add_string (DwellFacts *self,
            const char *label,
            guint32     string)
{
  _dwell_facts_add (self, label, g_strdup (dwell_trace_get_string (self->trace, string)));
}

static char *
make_time (DwellFacts *self,
           gint64      time)
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

/* Returns: (nullable): all digits of @duration, if its short text lacks some */
static char *
make_exact (DwellFacts *self,
            gint64      duration)
{
  if (is_short (duration) || self->trace->axis == DWELL_AXIS_SAMPLES)
    return NULL;

  return make_time (self, duration);
}

static char *
make_duration (DwellFacts *self,
               gint64      duration)
{
  g_autofree char *brief = dwell_axis_duration (self->trace, duration);
  g_autofree char *exact = make_exact (self, duration);

  return exact != NULL ? g_strdup_printf ("%s (%s)", brief, exact) : g_steal_pointer (&brief);
}

/* Makes the text of a span: name and duration. */
static char *
make_span (DwellFacts *self,
           guint32     span)
{
  g_autofree char *duration =
    dwell_axis_duration (self->trace, dwell_trace_get_span_duration (self->trace, span));
  g_autofree char *name = dwell_trace_dup_area_label (self->trace, self->trace->span_area[span]);

  return g_strdup_printf ("%s · %s", name, duration);
}

static void
add_span (DwellFacts *self,
          const char *label,
          guint32     span)
{
  if (span != DWELL_NONE)
    _dwell_facts_add_link (self, label, make_span (self, span), (DwellEvent) { span, DWELL_NONE });
}

/* Whether the file of an area is the image that its code was in, rather than its source: a routine
 * has its source as its module, or none; functions on stacks come from images. */
static gboolean
has_image (const DwellTrace *trace,
           const DwellArea  *area)
{
  return area->line == 0 &&
         ((area->kind == DWELL_AREA_ROUTINE && area->module != area->file) ||
          (area->kind == DWELL_AREA_FUNCTION && dwell_trace_has (trace, DWELL_TABLE_STACK_NODES)));
}

/* Adds where an area is. */
static void
add_place (DwellFacts      *self,
           const DwellArea *area)
{
  gboolean is_image = has_image (self->trace, area);

  /* If a file records calls, the module of a routine is its source file. */
  add_string (self, is_image && dwell_trace_has (self->trace, DWELL_TABLE_CALLS) ? _("Source")
                                                                                 : _("Module"),
              area->module);
  add_string (self, _("Author"), area->author);
  if (is_image)
    add_string (self, _("Image"), area->file);
}

/* Adds what an area is, without what the title of the details and the subtitle say. */
static void
add_area (DwellFacts *self,
          guint32     id)
{
  const DwellArea *area = &self->trace->areas[id];
  const char *title = dwell_trace_get_area_title (self->trace, id);
  const char *function = dwell_trace_get_string (self->trace, area->function);
  g_autofree char *label = dwell_trace_dup_area_label (self->trace, id);

  if (!g_str_equal (label, title))
    _dwell_facts_add (self, _("Full name"), g_strdup (title));
  add_place (self, area);

  if (strstr (title, function) == NULL)
    _dwell_facts_add (self, _("Function"), g_strdup (function));

  if (area->line > 0)
    _dwell_facts_add (self, _("Source"),
                      g_strdup_printf ("%s:%u", dwell_trace_get_string (self->trace, area->file),
                                       area->line));
  else if (!has_image (self->trace, area))
    add_string (self, _("Source"), area->file);

  if (area->has_value)
    _dwell_facts_add (self, area->kind == DWELL_AREA_LINE ? _("Clause") : _("Value"),
                      g_strdup_printf ("%" G_GINT64_FORMAT, area->value));
}

/* Adds in words what is doubtful in a span's record. */
static void
add_flags (DwellFacts *self,
           guint32     span)
{
  static const struct {
    guint       flag;
    const char *text;
  } flags[] = {
    { DWELL_SPAN_BEGIN_MISSING, N_("Its start was not recorded") },
    { DWELL_SPAN_END_MISSING, N_("Its end was not recorded") },
    { DWELL_SPAN_CLAMPED, N_("It would have ended before it began: its duration was set to 0") },
    { DWELL_SPAN_DOUBTFUL, N_("Its record was cut: it is left out of the statistics") },
    { DWELL_SPAN_OWN_UNDEFINED, N_("The clock was set back during it: its self time is not "
                                   "known") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    if (self->trace->span_flags[span] & flags[i].flag)
      _dwell_facts_add (self, _("Record"), g_strdup (_(flags[i].text)));
}

static void
add_wall_clock (DwellFacts *self,
                gint64      time)
{
  gint64 unix_ns;

  if (self->trace->wall_clock_ns != DWELL_TIME_NONE
      && !__builtin_add_overflow (self->trace->wall_clock_ns, time, &unix_ns))
    _dwell_facts_add (self, _("Date and time"), dwell_text_wall_clock (unix_ns));
}

/* Makes the text of a part of @duration, with its percentage. */
static char *
make_part (DwellFacts *self,
           gint64      part,
           gint64      duration)
{
  g_autofree char *text = make_duration (self, part);
  g_autofree char *share = dwell_text_percent (dwell_share ((double) part, (double) duration));

  if (*share == '\0')
    return g_steal_pointer (&text);

  /* Translators: a part of a duration, and what part of it that is in percent */
  return g_strdup_printf (_("%s, %s of the duration"), text, share);
}

/* Adds the duration and the self time, which users look for first. */
static void
add_headlines (DwellFacts *self,
               guint32     span)
{
  gint64 duration = dwell_trace_get_span_duration (self->trace, span);
  gint64 own = dwell_trace_get_span_own (self->trace, span);

  _dwell_facts_add_headline (self, _("Duration"), dwell_axis_duration (self->trace, duration),
                             make_exact (self, duration));
  if (own == DWELL_TIME_NONE)
    return;

  _dwell_facts_add_headline (self, _("Self"), dwell_axis_duration (self->trace, own),
                             dwell_text_percent (dwell_share ((double) own, (double) duration)));
}

/* Adds the total, and the times during which the context or the span itself was not active. */
static void
add_pauses (DwellFacts *self,
            guint32     span)
{
  gint64 duration = dwell_trace_get_span_duration (self->trace, span);
  gint64 gross = dwell_trace_get_span_gross (self->trace, span);
  gint64 own = dwell_trace_get_span_own (self->trace, span);

  if (gross < duration)
    _dwell_facts_add (self, _("Total"), make_part (self, gross, duration));
  if (own != DWELL_TIME_NONE && self->trace->n_suspensions > 0 && own < duration)
    _dwell_facts_add (self, _("Not Running"), make_duration (self, duration - own));
  if (gross < duration)
    _dwell_facts_add (self, _("Preempted"), make_duration (self, duration - gross));
}

static void
add_times (DwellFacts *self,
           guint32     span)
{
  const DwellTrace *trace = self->trace;

  self->group = _("Times");
  add_flags (self, span);
  add_pauses (self, span);
  _dwell_facts_add (self, _("Start"), make_time (self, dwell_trace_get_span_begin (trace, span)));
  _dwell_facts_add (self, _("End"), make_time (self, dwell_trace_get_span_end (trace, span)));
  add_wall_clock (self, dwell_trace_get_span_begin (trace, span));
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
add_calls (DwellFacts   *self,
           guint32       span,
           GCancellable *cancellable)
{
  const DwellTrace *trace = self->trace;
  guint32 longest[MAX_CHILDREN];
  guint n_longest = 0;
  guint64 n_children = 0;

  self->group = _("Calls");

  add_span (self, _("Parent"), trace->span_parent[span]);
  add_span (self, _("Function"), dwell_trace_get_line_function (trace, span));

  for (guint32 child = dwell_trace_get_first_child (trace, span);
       child != DWELL_NONE && !g_cancellable_is_cancelled (cancellable);
       child = dwell_trace_get_next_sibling (trace, child))
    {
      n_children++;
      n_longest = keep_longest (trace, longest, n_longest, child);
    }

  if (n_children > n_longest)
    _dwell_facts_add (self, _("Children"), dwell_text_count (n_children));

  for (guint i = 0; i < n_longest; i++)
    add_span (self, n_children == 1 ? _("Child") : i == 0 ? _("Longest child") : _("Next longest"),
              longest[i]);
}

/* Adds the distance between two spans of one area: from start to start, and from end to start. */
static void
add_distance (DwellFacts *self,
              guint32     earlier,
              guint32     later)
{
  const DwellTrace *trace = self->trace;
  gint64 gap = dwell_trace_get_span_begin (trace, later) -
               dwell_trace_get_span_end (trace, earlier);

  _dwell_facts_add (self, _("Period"),
                    make_duration (self,
                                   dwell_trace_get_span_begin (trace, later) -
                                   dwell_trace_get_span_begin (trace, earlier)));

  if (gap >= 0)
    _dwell_facts_add (self, _("Gap"), make_duration (self, gap));
  else
    _dwell_facts_add (self, _("Overlap"), make_duration (self, -gap));
}

static void
add_rank (DwellFacts *self,
          guint32     span)
{
  guint64 n_spans = 0;
  guint64 rank = dwell_statistics_index_get_rank (self->question->index, span, &n_spans);
  g_autofree char *rank_text = NULL;
  g_autofree char *n_text = NULL;

  if (rank == 0)
    return;

  if (n_spans > 1)
    g_ptr_array_add (self->facts,
                     _dwell_fact_new_to_area (self->group, _("All calls"),
                                              dwell_text_count (n_spans),
                                              self->trace->span_area[span]));

  rank_text = dwell_text_count (rank);
  n_text = dwell_text_count (n_spans);
  _dwell_facts_add (self, _("Rank by duration"),
                    /* Translators: place of a call among all of its name, the longest is 1: “3 of
                     * 12” */
                    g_strdup_printf (C_("rank", "%s of %s"), rank_text, n_text));
}

static void
add_peers (DwellFacts *self,
           guint32     span)
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
      _dwell_facts_add_link (self, C_("span", "Previous"),
                             make_time (self, dwell_trace_get_span_begin (self->trace, previous)),
                             (DwellEvent) { previous, DWELL_NONE });
      add_distance (self, previous, span);
    }

  if (next != DWELL_NONE)
    {
      _dwell_facts_add_link (self, C_("span", "Next"),
                             make_time (self, dwell_trace_get_span_begin (self->trace, next)),
                             (DwellEvent) { next, DWELL_NONE });
      add_distance (self, span, next);
    }
}

/* Adds the messages of the span, each with its time. */
static void
add_messages (DwellFacts *self,
              guint32     span)
{
  const DwellTrace *trace = self->trace;
  guint32 track = dwell_trace_get_span_track (trace, span);
  guint32 end = trace->tracks[track].first_mark + trace->tracks[track].n_marks;
  guint n = 0;

  self->group = _("Messages");

  for (guint32 i = dwell_trace_mark_search (trace, track, dwell_trace_get_span_begin (trace, span));
       i < end && trace->mark_time[trace->track_marks[i]] <= dwell_trace_get_span_end (trace, span);
       i++)
    {
      guint32 mark = trace->track_marks[i];

      if (trace->mark_span[mark] == span && n++ < MAX_MESSAGES)
        {
          g_autofree char *time = make_time (self, trace->mark_time[mark]);

          _dwell_facts_add_link (self, time,
                                 g_strdup (dwell_trace_get_string (trace, trace->mark_text[mark])),
                                 (DwellEvent) { DWELL_NONE, mark });
        }
    }

  if (n > MAX_MESSAGES)
    {
      g_autofree char *count = dwell_text_count (n - MAX_MESSAGES);

      /* Translators: messages that are not listed */
      _dwell_facts_add (self, "", g_strdup_printf (ngettext ("and %s more", "and %s more",
                                                             n - MAX_MESSAGES), count));
    }
}

/* Makes “kind · context”. */
static char *
make_subtitle (const DwellTrace *trace,
               const char       *kind,
               guint32           track)
{
  const char *context = dwell_trace_get_context_label (trace, trace->tracks[track].context);

  return *context != '\0' ? g_strdup_printf ("%s · %s", kind, context) : g_strdup (kind);
}

static void
collect_span (DwellFacts      *self,
              DwellSpanAnswer *answer,
              guint32          span,
              GCancellable    *cancellable)
{
  const DwellTrace *trace = self->trace;
  guint32 area = trace->span_area[span];

  answer->title = dwell_trace_dup_area_label (trace, area);
  answer->subtitle = make_subtitle (trace, dwell_area_kind_get_title (trace->areas[area].kind),
                                    dwell_trace_get_span_track (trace, span));
  add_headlines (self, span);
  add_times (self, span);
  _dwell_arg_facts_collect (self, (DwellEvent) { span, DWELL_NONE });
  _dwell_flow_facts_collect (self, span);
  add_calls (self, span, cancellable);
  add_peers (self, span);
  add_messages (self, span);

  self->group = _("Origin");
  add_area (self, area);
  _dwell_facts_add (self, _("Depth"), dwell_text_count (dwell_trace_get_span_depth (trace, span)));
}

static void
collect_mark (DwellFacts      *self,
              DwellSpanAnswer *answer,
              guint32          mark)
{
  const DwellTrace *trace = self->trace;
  guint32 area = trace->mark_area[mark];
  const char *kind = _dwell_mark_kind_get_title (trace->mark_kind[mark]);

  answer->title = g_strdup (dwell_trace_get_string (trace, trace->mark_text[mark]));
  answer->subtitle = make_subtitle (trace, kind, trace->mark_track[mark]);

  self->group = _("Times");
  _dwell_facts_add (self, _("Time"), make_time (self, trace->mark_time[mark]));
  add_wall_clock (self, trace->mark_time[mark]);
  _dwell_arg_facts_collect (self, (DwellEvent) { DWELL_NONE, mark });

  self->group = _("Origin");
  add_span (self, _("Reported by"), trace->mark_span[mark]);
  if (area == DWELL_NONE)
    return;

  _dwell_facts_add (self, _("Name"), dwell_trace_dup_area_label (trace, area));
  add_area (self, area);
}

/* Returns the name of the scope that the figures of areas refer to. */
static const char *
get_scope_text (DwellScope scope)
{
  switch (scope)
    {
    case DWELL_SCOPE_VISIBLE:
      return _("Visible range");
    case DWELL_SCOPE_SELECTION:
      return _("Selection");
    case DWELL_SCOPE_WHOLE:
    default:
      return _("Whole recording");
    }
}

static void
collect_area (DwellFacts       *self,
              DwellSpanAnswer  *answer,
              DwellAreaSources *sources,
              guint32           area,
              GCancellable     *cancellable)
{
  const char *kind = dwell_area_kind_get_title (self->trace->areas[area].kind);

  answer->title = dwell_trace_dup_area_label (self->trace, area);
  _dwell_area_facts_collect (self, sources, area, cancellable);
  answer->subtitle = dwell_trace_has_timeline (self->trace) && !self->trace->spans_are_sequence
                       ? g_strdup_printf ("%s · %s", kind, get_scope_text (self->question->scope))
                       : g_strdup (kind);
  self->group = _("Origin");
  add_area (self, area);
}

DwellSpanAnswer *
_dwell_span_answer_new (DwellSpanQuestion *question,
                        GCancellable      *cancellable)
{
  g_autoptr(DwellSpanAnswer) answer = g_new0 (DwellSpanAnswer, 1);
  DwellFacts facts = { question, question->trace, NULL, "" };

  answer->facts = g_ptr_array_new_with_free_func (g_object_unref);
  facts.facts = answer->facts;

  if (question->event.span != DWELL_NONE)
    collect_span (&facts, answer, question->event.span, cancellable);
  else if (question->event.mark != DWELL_NONE)
    collect_mark (&facts, answer, question->event.mark);
  else
    collect_area (&facts, answer, &question->sources, question->area, cancellable);

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
