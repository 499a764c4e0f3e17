/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one view says is done in the other; while that is done, neither is heard. Between anchors
 * time is stretched; the ends of a range are mapped, and what lies between is drawn evenly. */
#include "config.h"

#include "model/comparison/dwell-time-link.h"

#include "model/comparison/dwell-comparison-options.h"
#include "model/comparison/dwell-time-link-moment.h"
#include "model/comparison/dwell-time-link-question.h"
#include "model/view/dwell-view-private.h"

struct _DwellTimeLink
{
  DwellQuery parent_instance;

  DwellView     *other;         /* (nullable) */
  GSignalGroup  *other_signals;
  char          *pairs;         /* of the options */
  DwellAlignment alignment;
  guint32        base_area;     /* whose first begin both are aligned at, or DWELL_NONE */
  gboolean       has_moment;    /* that both are aligned at, if they are at an area */
  DwellAlignedMoment moment;
  guint          number;        /* which time it is: from 1; 0: the first of an area */
  gint64         shift;         /* the new recording stands so much later, ns */
  DwellJob      *finding;       /* (nullable): another moment */
  DwellTimeLinkMoment *next;    /* (nullable): what is to be found after that */
  guint          serial;        /* of the wanted answer */
  guint          shown_serial;
  gboolean       is_linking;

  DwellTimeLinkQuestion *shown; /* (nullable): the answer */
};

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellTimeLink, dwell_time_link, DWELL_TYPE_QUERY)

/* --- Mapping --- */

static DwellView *
get_own (DwellTimeLink *self)
{
  return dwell_query_get_view (DWELL_QUERY (self));
}

static DwellAnchoredSide
get_side (DwellView *view)
{
  const DwellTrace *trace = dwell_view_get_trace (view);

  return (DwellAnchoredSide) { trace, trace->begin, trace->end, NULL };
}

static gboolean
is_swapped (DwellTimeLink *self)
{
  gboolean is_swapped = FALSE;

  dwell_view_get_base (get_own (self), &is_swapped);
  return is_swapped;
}

/**
 * dwell_time_link_get_times:
 * @self: a link
 * @times: (out caller-allocates): which moments are the same, until the link changes
 *
 * Returns: whether there are two recordings that are linked
 */
gboolean
dwell_time_link_get_times (DwellTimeLink     *self,
                           DwellAlignedTimes *times)
{
  DwellView *own;
  DwellAnchoredSide of_own;
  DwellAnchoredSide of_other;

  g_return_val_if_fail (DWELL_IS_TIME_LINK (self), FALSE);

  own = get_own (self);
  if (own == NULL || self->other == NULL || dwell_view_get_trace (own) == NULL ||
      dwell_view_get_trace (self->other) == NULL)
    return FALSE;

  of_own = get_side (own);
  of_other = get_side (self->other);
  /* Stretches begin at one time, not the recordings that they are of. */
  if (dwell_view_get_base_stretch (own, &of_other.begin, &of_other.end))
    dwell_view_get_scope_range (own, &of_own.begin, &of_own.end);
  dwell_aligned_times_init (times, self->alignment, is_swapped (self) ? &of_own : &of_other,
                            is_swapped (self) ? &of_other : &of_own,
                            dwell_time_link_get_anchors (self),
                            self->has_moment ? &self->moment : NULL);
  times->shift = self->shift;
  return TRUE;
}

/**
 * dwell_time_link_map:
 * @self: a link of two views with traces
 * @time: a time, ns
 * @is_back: whether it is of the other view, else of the first
 *
 * Returns: that moment in the view that it is not of
 */
gint64
dwell_time_link_map (DwellTimeLink *self,
                     gint64         time,
                     gboolean       is_back)
{
  DwellAlignedTimes times;

  g_return_val_if_fail (DWELL_IS_TIME_LINK (self), time);

  /* The first view’s recording is the new one, unless they are swapped. */
  return dwell_time_link_get_times (self, &times)
           ? dwell_aligned_times_map (&times, time, is_swapped (self) == is_back) : time;
}

static gboolean
begin_linking (DwellTimeLink *self)
{
  DwellView *own = get_own (self);

  if (self->is_linking || self->alignment == DWELL_NOT_ALIGNED || own == NULL ||
      self->other == NULL || dwell_view_get_trace (own) == NULL ||
      dwell_view_get_trace (self->other) == NULL)
    return FALSE;

  self->is_linking = TRUE;
  return TRUE;
}

static void
link_range (DwellTimeLink *self,
            gboolean       is_back)
{
  DwellView *own = get_own (self);
  gint64 begin;
  gint64 end;

  if (!begin_linking (self))
    return;

  dwell_view_get_range (is_back ? self->other : own, &begin, &end);
  dwell_view_set_range (is_back ? own : self->other, dwell_time_link_map (self, begin, is_back),
                        dwell_time_link_map (self, end, is_back));
  self->is_linking = FALSE;
}

static void
link_selection (DwellTimeLink *self,
                gboolean       is_back)
{
  DwellView *to = is_back ? get_own (self) : self->other;
  gint64 begin;
  gint64 end;

  if (!begin_linking (self))
    return;

  if (dwell_view_get_selection (is_back ? self->other : get_own (self), &begin, &end))
    dwell_view_set_selection (to, dwell_time_link_map (self, begin, is_back),
                              dwell_time_link_map (self, end, is_back));
  else
    dwell_view_drop_selection (to);
  self->is_linking = FALSE;
}

static void
link_cursor (DwellTimeLink *self,
             gboolean       is_back)
{
  DwellView *to = is_back ? get_own (self) : self->other;
  gint64 time;

  if (!begin_linking (self))
    return;

  if (dwell_view_get_cursor (is_back ? self->other : get_own (self), &time))
    dwell_view_set_cursor (to, dwell_time_link_map (self, time, is_back));
  else
    dwell_view_drop_cursor (to);
  self->is_linking = FALSE;
}

static void
link_focus (DwellTimeLink *self,
            gboolean       is_back)
{
  DwellView *from = is_back ? self->other : get_own (self);
  DwellView *to = is_back ? get_own (self) : self->other;
  guint32 area;

  if (self->shown == NULL || !begin_linking (self))
    return;

  area = _dwell_time_link_question_find (self->shown, dwell_view_get_focus_area (from),
                                         is_back);
  if (area == DWELL_NONE || area < dwell_view_get_trace (to)->n_areas)
    dwell_view_focus_area (to, area);
  self->is_linking = FALSE;
}

static void start_finding (DwellTimeLink *self);

/* Takes the first begins of an area of the base. Returns whether that is another moment. */
static gboolean
take_firsts (DwellTimeLink *self,
             guint32        base_area)
{
  DwellAlignedMoment moment;

  if (base_area == DWELL_NONE || base_area == self->base_area ||
      !dwell_anchors_get_first (self->shown->anchors, base_area, &moment.base_time,
                                &moment.new_time))
    return FALSE;

  self->base_area = base_area;
  self->moment = moment;
  self->has_moment = TRUE;
  self->number = 0;
  return TRUE;
}

static void
forget_moment (DwellTimeLink *self)
{
  self->base_area = DWELL_NONE;
  self->has_moment = FALSE;
  self->number = 0;
  g_clear_pointer (&self->next, _dwell_time_link_moment_free);
  if (self->finding != NULL)
    _dwell_job_cancel (self->finding);
}

/* Returns the area of the base that is in focus. */
static guint32
get_base_area (DwellTimeLink *self)
{
  guint32 area = dwell_view_get_focus_area (get_own (self));

  return self->shown == NULL ? DWELL_NONE
         : is_swapped (self) ? area : _dwell_time_link_question_find (self->shown, area, FALSE);
}

/* What was last in focus and happened in both stays the moment that they have in common: of a span
 * or a mark the n-th of its kind, which a worker finds, of an area its first begin. Returns whether
 * it is another already. */
static gboolean
take_focus (DwellTimeLink *self,
            gboolean       is_back)
{
  DwellView *from = is_back ? self->other : get_own (self);
  DwellView *to = is_back ? get_own (self) : self->other;
  guint32 area;

  if (self->shown == NULL || from == NULL || to == NULL)
    return FALSE;

  area = _dwell_time_link_question_find (self->shown, dwell_view_get_focus_area (from), is_back);
  g_clear_pointer (&self->next, _dwell_time_link_moment_free);
  self->next = _dwell_time_link_moment_new (from, to, area, is_swapped (self) != is_back);
  if (self->next == NULL)
    return take_firsts (self, get_base_area (self));

  start_finding (self);
  return FALSE;
}

/* Each view may also look where only the other has something. */
static void
make_room (DwellTimeLink *self)
{
  DwellView *own = get_own (self);
  const DwellTrace *trace = own != NULL ? dwell_view_get_trace (own) : NULL;
  const DwellTrace *other = self->other != NULL ? dwell_view_get_trace (self->other) : NULL;
  gboolean is_linked = trace != NULL && other != NULL && self->alignment != DWELL_NOT_ALIGNED;
  gboolean was_linking = self->is_linking;

  self->is_linking = TRUE;
  if (self->other != NULL && is_linked)
    _dwell_view_set_room (self->other, dwell_time_link_map (self, trace->begin, FALSE),
                          dwell_time_link_map (self, trace->end, FALSE));
  if (own != NULL && is_linked)
    _dwell_view_set_room (own, dwell_time_link_map (self, other->begin, TRUE),
                          dwell_time_link_map (self, other->end, TRUE));
  else if (own != NULL)
    _dwell_view_drop_room (own);
  if (self->other != NULL && !is_linked)
    _dwell_view_drop_room (self->other);
  self->is_linking = was_linking;
}

static void
link_times (DwellTimeLink *self)
{
  make_room (self);
  link_range (self, FALSE);
  link_selection (self, FALSE);
  link_cursor (self, FALSE);
}

static void
link_all (DwellTimeLink *self)
{
  link_focus (self, FALSE);
  take_focus (self, FALSE);
  link_times (self);
}

static gboolean
is_of_views (DwellTimeLink             *self,
             const DwellTimeLinkMoment *moment)
{
  DwellView *from = moment->is_of_base == is_swapped (self) ? get_own (self) : self->other;
  DwellView *to = from == self->other ? get_own (self) : self->other;

  return self->shown != NULL && from != NULL && to != NULL &&
         dwell_view_get_trace (from) == moment->from->trace &&
         dwell_view_get_trace (to) == moment->to->trace;
}

/* What does not happen so often in the other is aligned at its first begins. */
static void
on_found (gpointer data,
          gpointer user_data)
{
  DwellTimeLink *self = user_data;
  DwellTimeLinkMoment *found = data;

  self->finding = NULL;
  if (self->next != NULL)
    {
      start_finding (self);
      return;
    }
  if (get_own (self) == NULL || !is_of_views (self, found))
    return;

  if (found->is_found)
    {
      self->base_area = DWELL_NONE;
      self->moment = found->moment;
      self->has_moment = TRUE;
      self->number = found->number + 1;
    }
  else if (!take_firsts (self, get_base_area (self)))
    {
      return;
    }

  link_times (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
start_finding (DwellTimeLink *self)
{
  if (self->finding != NULL)
    _dwell_job_cancel (self->finding);
  else
    self->finding = _dwell_job_start (g_steal_pointer (&self->next), _dwell_time_link_moment_free,
                                      _dwell_time_link_moment_find, on_found, self);
}

static void
follow_focus (DwellTimeLink *self,
              gboolean       is_back)
{
  link_focus (self, is_back);
  if (self->is_linking || self->alignment != DWELL_ALIGNED_AT_AREA ||
      !take_focus (self, is_back))
    return;

  link_times (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- Following --- */

static void
on_own_range (DwellTimeLink *self)
{
  link_range (self, FALSE);
}

static void
on_own_selection (DwellTimeLink *self)
{
  link_selection (self, FALSE);
}

static void
on_own_cursor (DwellTimeLink *self)
{
  link_cursor (self, FALSE);
}

static void
on_own_focus (DwellTimeLink *self)
{
  follow_focus (self, FALSE);
}

static void
on_other_range (DwellTimeLink *self)
{
  link_range (self, TRUE);
}

static void
on_other_selection (DwellTimeLink *self)
{
  link_selection (self, TRUE);
}

static void
on_other_cursor (DwellTimeLink *self)
{
  link_cursor (self, TRUE);
}

static void
on_other_focus (DwellTimeLink *self)
{
  follow_focus (self, TRUE);
}

/* Takes over @answer (nullable). */
static void
show (DwellTimeLink *self,
      DwellTimeLinkQuestion      *answer)
{
  g_clear_pointer (&self->shown, _dwell_time_link_question_free);
  self->shown = answer;
  link_all (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
dwell_time_link_ask (DwellQuery *query)
{
  DwellTimeLink *self = DWELL_TIME_LINK (query);
  DwellComparisonSides sides = { { NULL } };
  DwellTimeLinkQuestion *question;

  if (self->shown_serial == self->serial || self->other == NULL ||
      !_dwell_comparison_sides_init (&sides, dwell_query_get_view (query)))
    return;

  question = _dwell_time_link_question_new (&sides, dwell_query_get_view (query), self->serial);
  dwell_query_ask (query, question, _dwell_time_link_question_free,
                   _dwell_time_link_question_work);
}

static void
dwell_time_link_take (DwellQuery *query,
                      gpointer    data)
{
  DwellTimeLink *self = DWELL_TIME_LINK (query);
  DwellTimeLinkQuestion *question = data;
  DwellTimeLinkQuestion *answer;

  if (question->anchors == NULL || question->serial != self->serial || self->other == NULL)
    return;

  answer = _dwell_time_link_question_steal (question);
  self->shown_serial = answer->serial;
  show (self, answer);
}

static gboolean
dwell_time_link_shows_wanted (DwellQuery *query)
{
  return DWELL_TIME_LINK (query)->shown != NULL;
}

static void
ask_again (DwellTimeLink *self)
{
  self->serial++;
  forget_moment (self);
  if (self->shown != NULL)
    show (self, NULL);
  else
    link_all (self);
  dwell_query_update (DWELL_QUERY (self));
}

static void
dwell_time_link_take_trace (DwellQuery *query)
{
  ask_again (DWELL_TIME_LINK (query));
}

/* Statistics may come later than the trace. */
static void
take_indexes (DwellTimeLink *self)
{
  dwell_query_update (DWELL_QUERY (self));
}

static void
take_options (DwellTimeLink *self)
{
  if (_dwell_comparison_options_take_pairs (&self->pairs, get_own (self)))
    ask_again (self);
}

static void
dwell_time_link_dispose (GObject *object)
{
  DwellTimeLink *self = DWELL_TIME_LINK (object);

  g_clear_pointer (&self->finding, _dwell_job_abandon);
  g_clear_object (&self->other_signals);
  g_clear_object (&self->other);

  G_OBJECT_CLASS (dwell_time_link_parent_class)->dispose (object);
}

static void
dwell_time_link_finalize (GObject *object)
{
  DwellTimeLink *self = DWELL_TIME_LINK (object);

  g_clear_pointer (&self->shown, _dwell_time_link_question_free);
  g_clear_pointer (&self->next, _dwell_time_link_moment_free);
  g_free (self->pairs);

  G_OBJECT_CLASS (dwell_time_link_parent_class)->finalize (object);
}

static void
dwell_time_link_class_init (DwellTimeLinkClass *klass)
{
  DwellQueryClass *query_class = DWELL_QUERY_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_time_link_dispose;
  G_OBJECT_CLASS (klass)->finalize = dwell_time_link_finalize;
  query_class->take_trace = dwell_time_link_take_trace;
  query_class->ask = dwell_time_link_ask;
  query_class->take = dwell_time_link_take;
  query_class->shows_wanted = dwell_time_link_shows_wanted;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
dwell_time_link_init (DwellTimeLink *self)
{
  static const struct { const char *signal; GCallback of_own; GCallback of_other; } links[] = {
    { "range-changed", G_CALLBACK (on_own_range), G_CALLBACK (on_other_range) },
    { "selection-changed", G_CALLBACK (on_own_selection), G_CALLBACK (on_other_selection) },
    { "cursor-changed", G_CALLBACK (on_own_cursor), G_CALLBACK (on_other_cursor) },
    { "focus-changed", G_CALLBACK (on_own_focus), G_CALLBACK (on_other_focus) },
    { "trace-changed", NULL, G_CALLBACK (ask_again) },
    { "indexes-changed", G_CALLBACK (take_indexes), G_CALLBACK (take_indexes) },
  };
  DwellQuery *query = DWELL_QUERY (self);

  self->base_area = DWELL_NONE;
  self->other_signals = g_signal_group_new (DWELL_TYPE_VIEW);
  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    {
      if (links[i].of_own != NULL)
        dwell_query_connect_view (query, links[i].signal, links[i].of_own);
      g_signal_group_connect_swapped (self->other_signals, links[i].signal, links[i].of_other,
                                      self);
    }
  dwell_query_connect_view (query, "base-changed", G_CALLBACK (ask_again));
  dwell_query_connect_view (query, "kept-changed", G_CALLBACK (take_options));
}

/**
 * dwell_time_link_new:
 *
 * Returns: (transfer full): a link of no views, at the begins of their recordings
 */
DwellTimeLink *
dwell_time_link_new (void)
{
  return g_object_new (DWELL_TYPE_TIME_LINK, NULL);
}

/**
 * dwell_time_link_set_other:
 * @self: a link
 * @other: (nullable): a view of the base of the query’s view; %NULL: nothing is linked
 */
void
dwell_time_link_set_other (DwellTimeLink *self,
                           DwellView     *other)
{
  g_return_if_fail (DWELL_IS_TIME_LINK (self));

  if (!g_set_object (&self->other, other))
    return;

  g_signal_group_set_target (self->other_signals, other);
  ask_again (self);
}

/**
 * dwell_time_link_get_other:
 * @self: a link
 *
 * Returns: (transfer none) (nullable): the view of the base
 */
DwellView *
dwell_time_link_get_other (DwellTimeLink *self)
{
  g_return_val_if_fail (DWELL_IS_TIME_LINK (self), NULL);

  return self->other;
}

/**
 * dwell_time_link_set_alignment:
 * @self: a link
 * @alignment: which moments of both are the same
 */
void
dwell_time_link_set_alignment (DwellTimeLink  *self,
                               DwellAlignment  alignment)
{
  g_return_if_fail (DWELL_IS_TIME_LINK (self));

  if (alignment == self->alignment)
    return;

  self->alignment = alignment;
  self->shift = 0;
  link_all (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * dwell_time_link_get_number:
 * @self: a link that is aligned at what is in focus
 *
 * Returns: which time of that it is, from 1; 0: the first begin of an area
 */
guint
dwell_time_link_get_number (DwellTimeLink *self)
{
  g_return_val_if_fail (DWELL_IS_TIME_LINK (self), 0);

  return self->number;
}

/**
 * dwell_time_link_shift:
 * @self: a link
 * @delta: ns by which the other view shows an earlier time; the first stays where it is
 *
 * Shifts the other recording, until both are aligned otherwise.
 */
void
dwell_time_link_shift (DwellTimeLink *self,
                       gint64         delta)
{
  DwellSignedWide shift;

  g_return_if_fail (DWELL_IS_TIME_LINK (self));

  if (delta == 0 || self->alignment == DWELL_NOT_ALIGNED || self->other == NULL)
    return;

  shift = (DwellSignedWide) self->shift + (is_swapped (self) ? -(DwellSignedWide) delta : delta);
  self->shift = (gint64) CLAMP (shift, -DWELL_TIME_MAX, DWELL_TIME_MAX);
  link_times (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * dwell_time_link_get_shift:
 * @self: a link
 *
 * Returns: by how much the new recording stands later than the alignment says, ns
 */
gint64
dwell_time_link_get_shift (DwellTimeLink *self)
{
  g_return_val_if_fail (DWELL_IS_TIME_LINK (self), 0);

  return self->shift;
}

/**
 * dwell_time_link_undo_shift:
 * @self: a link
 *
 * Aligns both again as they are to be.
 */
void
dwell_time_link_undo_shift (DwellTimeLink *self)
{
  g_return_if_fail (DWELL_IS_TIME_LINK (self));

  if (self->shift == 0)
    return;

  self->shift = 0;
  link_times (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * dwell_time_link_get_anchors:
 * @self: a link
 *
 * Returns: (transfer none) (nullable): where both are in step; %NULL: not known yet
 */
const DwellAnchors *
dwell_time_link_get_anchors (DwellTimeLink *self)
{
  g_return_val_if_fail (DWELL_IS_TIME_LINK (self), NULL);

  return self->shown != NULL ? self->shown->anchors : NULL;
}

/**
 * dwell_time_link_has_linked:
 * @view: a view
 *
 * Its “lanes-changed” also tells when that changes.
 *
 * Returns: whether it is linked with another
 */
gboolean
dwell_time_link_has_linked (DwellView *view)
{
  g_return_val_if_fail (DWELL_IS_VIEW (view), FALSE);

  return view->has_room;
}
