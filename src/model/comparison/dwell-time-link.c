/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps the moments of two recordings to each other, with what a worker finds. Between anchors time
 * is stretched; of a range only the ends are mapped, and all between them is drawn evenly. */
#include "config.h"

#include "model/comparison/dwell-time-link.h"

#include "model/comparison/dwell-time-link-private.h"
#include "model/view/dwell-view-private.h"

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellTimeLink, dwell_time_link, DWELL_TYPE_QUERY)

/* --- Mapping --- */

DwellView *
_dwell_time_link_get_own (DwellTimeLink *self)
{
  return dwell_query_get_view (DWELL_QUERY (self));
}

static DwellAnchoredSide
get_side (DwellView *view)
{
  const DwellTrace *trace = dwell_view_get_trace (view);

  return (DwellAnchoredSide) { trace, trace->begin, trace->end, NULL };
}

/* Whether the other view shows the recording that the own view is compared with; else it shows one
 * of its series. */
static gboolean
is_compared (DwellTimeLink *self)
{
  return self->other == NULL || dwell_view_get_session (self->other) ==
                                dwell_view_get_base (_dwell_time_link_get_own (self), NULL);
}

/**
 * dwell_time_link_is_swapped:
 * @self: a link with a view
 *
 * Returns: whether the other recording is the new one, as recordings of a series are; else it is
 *   the base
 */
gboolean
dwell_time_link_is_swapped (DwellTimeLink *self)
{
  gboolean is_swapped = FALSE;

  g_return_val_if_fail (DWELL_IS_TIME_LINK (self), FALSE);

  dwell_view_get_base (_dwell_time_link_get_own (self), &is_swapped);
  return is_swapped || !is_compared (self);
}

void
_dwell_time_link_changed (DwellTimeLink *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * dwell_time_link_get_times:
 * @self: a link
 * @times: (out caller-allocates): how moments correspond, until the link changes
 *
 * Returns: whether two recordings are linked
 */
gboolean
dwell_time_link_get_times (DwellTimeLink     *self,
                           DwellAlignedTimes *times)
{
  DwellView *own;
  DwellAnchoredSide of_own;
  DwellAnchoredSide of_other;
  gboolean is_swapped;

  g_return_val_if_fail (DWELL_IS_TIME_LINK (self), FALSE);

  own = _dwell_time_link_get_own (self);
  if (own == NULL || self->other == NULL || dwell_view_get_trace (own) == NULL ||
      dwell_view_get_trace (self->other) == NULL)
    return FALSE;

  of_own = get_side (own);
  of_other = get_side (self->other);
  /* Two stretches are aligned at their own starts, not at those of their recordings. */
  if (is_compared (self) && dwell_view_get_base_stretch (own, &of_other.begin, &of_other.end))
    dwell_view_get_scope_range (own, &of_own.begin, &of_own.end);
  is_swapped = dwell_time_link_is_swapped (self);
  dwell_aligned_times_init (times, self->alignment, is_swapped ? &of_own : &of_other,
                            is_swapped ? &of_other : &of_own,
                            dwell_time_link_get_anchors (self),
                            self->has_moment ? &self->moment : NULL);
  times->shift = self->shift;
  return TRUE;
}

/**
 * dwell_time_link_map:
 * @self: a link of two views with traces
 * @time: a time, ns
 * @is_back: whether @time is of the other view; else it is of the first
 *
 * Returns: the corresponding time in the other one of the two views
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
           ? dwell_aligned_times_map (&times, time,
                                      dwell_time_link_is_swapped (self) == is_back)
           : time;
}

/* Takes over @answer (nullable). */
static void
show (DwellTimeLink *self,
      DwellTimeLinkQuestion      *answer)
{
  g_clear_pointer (&self->shown, _dwell_time_link_question_free);
  self->shown = answer;
  _dwell_time_link_all (self);
  _dwell_time_link_changed (self);
}

static void
dwell_time_link_ask (DwellQuery *query)
{
  DwellTimeLink *self = DWELL_TIME_LINK (query);
  DwellComparisonSides sides = { { NULL } };
  DwellTimeLinkQuestion *question;

  if (self->shown_serial == self->serial || self->other == NULL ||
      !_dwell_comparison_sides_init_with (&sides, dwell_query_get_view (query),
                                          dwell_view_get_session (self->other)))
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
  _dwell_time_link_forget_moment (self);
  if (self->shown != NULL)
    {
      show (self, NULL);
    }
  else
    {
      _dwell_time_link_all (self);
      _dwell_time_link_changed (self);
    }
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
  if (_dwell_comparison_options_take_matching (&self->matching, _dwell_time_link_get_own (self)))
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
  g_free (self->matching);

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
  DwellQuery *query = DWELL_QUERY (self);

  self->base_area = DWELL_NONE;
  self->other_signals = g_signal_group_new (DWELL_TYPE_VIEW);
  _dwell_time_link_connect (self);
  g_signal_group_connect_swapped (self->other_signals, "trace-changed", G_CALLBACK (ask_again),
                                  self);
  dwell_query_connect_view (query, "indexes-changed", G_CALLBACK (take_indexes));
  g_signal_group_connect_swapped (self->other_signals, "indexes-changed",
                                  G_CALLBACK (take_indexes), self);
  dwell_query_connect_view (query, "base-changed", G_CALLBACK (ask_again));
  dwell_query_connect_view (query, "kept-changed", G_CALLBACK (take_options));
}

/**
 * dwell_time_link_new:
 *
 * Returns: (transfer full): a link without views, which aligns recordings at their starts
 */
DwellTimeLink *
dwell_time_link_new (void)
{
  return g_object_new (DWELL_TYPE_TIME_LINK, NULL);
}

/**
 * dwell_time_link_set_other:
 * @self: a link
 * @other: (nullable): a view of the base of the query’s view, or of another recording of its
 *   series; %NULL to link nothing
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
 * Returns: (transfer none) (nullable): the other view
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
 * @alignment: which moments of the two correspond
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
  _dwell_time_link_all (self);
  _dwell_time_link_changed (self);
}

/**
 * dwell_time_link_get_number:
 * @self: a link that is aligned at what is in focus
 *
 * Returns: the number of the occurrence that both are aligned at, from 1; 0: the first start of an
 *   area
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
 * Shifts the other recording, until another alignment is set.
 */
void
dwell_time_link_shift (DwellTimeLink *self,
                       gint64         delta)
{
  DwellSignedWide shift;

  g_return_if_fail (DWELL_IS_TIME_LINK (self));

  if (delta == 0 || self->alignment == DWELL_NOT_ALIGNED || self->other == NULL)
    return;

  shift = (DwellSignedWide) self->shift +
          (dwell_time_link_is_swapped (self) ? -(DwellSignedWide) delta : delta);
  self->shift = (gint64) CLAMP (shift, -DWELL_TIME_MAX, DWELL_TIME_MAX);
  _dwell_time_link_times (self);
  _dwell_time_link_changed (self);
}

/**
 * dwell_time_link_get_shift:
 * @self: a link
 *
 * Returns: by how much the new recording shows later times than the alignment says, ns
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
 * Aligns both without a shift again.
 */
void
dwell_time_link_undo_shift (DwellTimeLink *self)
{
  g_return_if_fail (DWELL_IS_TIME_LINK (self));

  if (self->shift == 0)
    return;

  self->shift = 0;
  _dwell_time_link_times (self);
  _dwell_time_link_changed (self);
}

/**
 * dwell_time_link_get_anchors:
 * @self: a link
 *
 * Returns: (transfer none) (nullable): the anchors between which both are mapped; %NULL if they are
 *   not known yet
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
 * Its “lanes-changed” is also emitted when that changes.
 *
 * Returns: whether it is linked with another view
 */
gboolean
dwell_time_link_has_linked (DwellView *view)
{
  g_return_val_if_fail (DWELL_IS_VIEW (view), FALSE);

  return _dwell_view_has_room (view);
}
