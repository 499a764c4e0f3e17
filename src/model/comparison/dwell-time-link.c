/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one view says is done in the other; while that is done, neither is heard. Between anchors
 * time is stretched; the ends of a range are mapped, and what lies between is drawn evenly. */
#include "config.h"

#include "model/comparison/dwell-time-link.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "model/comparison/dwell-comparison-options.h"
#include "model/comparison/dwell-comparison-sides.h"
#include "model/view/dwell-view-private.h"

/* A question and its answer: one job. */
typedef struct {
  DwellComparisonSides    sides; /* whose ranges are the whole traces */
  DwellComparisonOptions *options;
  guint                   serial;
  DwellMatch             *match;   /* out */
  DwellAnchors           *anchors; /* out; NULL: cancelled */
} Question;

struct _DwellTimeLink
{
  DwellQuery parent_instance;

  DwellView     *other;         /* (nullable) */
  GSignalGroup  *other_signals;
  char          *pairs;         /* of the options */
  DwellAlignment alignment;
  guint          serial;        /* of the wanted answer */
  guint          shown_serial;
  Question      *shown;         /* (nullable): the answer */
  gboolean       is_linking;
};

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellTimeLink, dwell_time_link, DWELL_TYPE_QUERY)

static void
question_free (gpointer data)
{
  Question *self = data;

  g_clear_pointer (&self->anchors, dwell_anchors_free);
  g_clear_pointer (&self->match, dwell_match_free);
  g_clear_pointer (&self->options, dwell_comparison_options_free);
  _dwell_comparison_sides_clear (&self->sides);
  g_free (self);
}

static void
work (gpointer      data,
      GCancellable *cancellable)
{
  Question *self = data;
  const DwellTrace *base = self->sides.base.reading->trace;
  const DwellTrace *new = self->sides.new.reading->trace;
  const DwellAnchoredSide of_base = { base, base->begin, base->end, NULL };
  const DwellAnchoredSide of_new = { new, new->begin, new->end, NULL };

  self->match = _dwell_comparison_options_match (self->options, base, new,
                                                 self->sides.is_swapped);
  self->anchors = dwell_anchors_new (&of_base, &of_new, self->match, FALSE, cancellable);
  if (self->anchors == NULL || self->anchors->n_anchors > 0)
    return;

  /* Nothing begins once in both: the first begins are the next best. */
  dwell_anchors_free (self->anchors);
  self->anchors = dwell_anchors_new (&of_base, &of_new, self->match, TRUE, cancellable);
}

/* --- Mapping --- */

static DwellView *
get_own (DwellTimeLink *self)
{
  return dwell_query_get_view (DWELL_QUERY (self));
}

static gint64
shift (gint64 time,
       gint64 from,
       gint64 to)
{
  return (gint64) CLAMP ((DwellSignedWide) time - from + to, -DWELL_TIME_MAX, DWELL_TIME_MAX);
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
  const DwellTrace *from;
  const DwellTrace *to;

  g_return_val_if_fail (DWELL_IS_TIME_LINK (self) && self->other != NULL, time);

  from = dwell_view_get_trace (is_back ? self->other : get_own (self));
  to = dwell_view_get_trace (is_back ? get_own (self) : self->other);
  if (self->alignment == DWELL_ALIGNED_AT_END)
    return shift (time, from->end, to->end);
  if (self->alignment != DWELL_ALIGNED_AT_ANCHORS || self->shown == NULL)
    return shift (time, from->begin, to->begin);

  /* What is the base of both goes forward. */
  return self->shown->sides.is_swapped != is_back
           ? dwell_anchors_map (self->shown->anchors, time)
           : dwell_anchors_map_back (self->shown->anchors, time);
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

/* The area of the other trace that is the same; DWELL_NONE: it has none. */
static guint32
find_partner (DwellTimeLink *self,
              guint32        area,
              gboolean       is_back)
{
  const DwellMatch *match = self->shown->match;
  gboolean is_of_base = self->shown->sides.is_swapped != is_back;

  if (area == DWELL_NONE || area >= (is_of_base ? match->n_base : match->n_new))
    return DWELL_NONE;

  return is_of_base ? match->new_of_base[area] : match->base_of_new[area];
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

  area = find_partner (self, dwell_view_get_focus_area (from), is_back);
  if (area == DWELL_NONE || area < dwell_view_get_trace (to)->n_areas)
    dwell_view_focus_area (to, area);
  self->is_linking = FALSE;
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
link_all (DwellTimeLink *self)
{
  make_room (self);
  link_range (self, FALSE);
  link_selection (self, FALSE);
  link_cursor (self, FALSE);
  link_focus (self, FALSE);
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
  link_focus (self, FALSE);
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
  link_focus (self, TRUE);
}

/* Takes over @answer (nullable). */
static void
show (DwellTimeLink *self,
      Question      *answer)
{
  g_clear_pointer (&self->shown, question_free);
  self->shown = answer;
  link_all (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
dwell_time_link_ask (DwellQuery *query)
{
  DwellTimeLink *self = DWELL_TIME_LINK (query);
  DwellComparisonSides sides = { { NULL } };
  Question *question;

  if (self->shown_serial == self->serial || self->other == NULL ||
      !_dwell_comparison_sides_init (&sides, dwell_query_get_view (query)))
    return;

  question = g_new0 (Question, 1);
  question->sides = sides;
  question->options = dwell_comparison_options_new (dwell_query_get_view (query));
  question->serial = self->serial;
  dwell_query_ask (query, question, question_free, work);
}

static void
dwell_time_link_take (DwellQuery *query,
                      gpointer    data)
{
  DwellTimeLink *self = DWELL_TIME_LINK (query);
  Question *question = data;
  Question *answer;

  if (question->anchors == NULL || question->serial != self->serial || self->other == NULL)
    return;

  answer = g_new (Question, 1);
  *answer = *question;
  question->anchors = NULL;
  question->match = NULL;
  question->options = NULL;
  question->sides.base.reading = question->sides.new.reading = NULL;
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

  g_clear_object (&self->other_signals);
  g_clear_object (&self->other);

  G_OBJECT_CLASS (dwell_time_link_parent_class)->dispose (object);
}

static void
dwell_time_link_finalize (GObject *object)
{
  DwellTimeLink *self = DWELL_TIME_LINK (object);

  g_clear_pointer (&self->shown, question_free);
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
  link_all (self);
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

/* The stretch where most was lost or gained: to that anchor, or to the end. */
static guint
find_largest (const DwellAnchors *anchors)
{
  guint largest = anchors->n_anchors;
  gint64 most = ABS (anchors->lost);

  for (guint i = 0; i < anchors->n_anchors; i++)
    if (ABS (anchors->anchors[i].lost) > most)
      {
        largest = i;
        most = ABS (anchors->anchors[i].lost);
      }

  return largest;
}

static char *
dup_anchor (DwellTimeLink *self,
            guint          anchor)
{
  const DwellAnchors *anchors = self->shown->anchors;

  return dwell_trace_dup_area_label (anchors->new.trace, anchors->anchors[anchor].new_area);
}

/**
 * dwell_time_link_describe:
 * @self: a link
 *
 * Returns: (transfer full) (nullable): where most time was lost or won; %NULL: not known yet
 */
char *
dwell_time_link_describe (DwellTimeLink *self)
{
  const DwellAnchors *anchors = dwell_time_link_get_anchors (self);
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  g_autofree char *lost = NULL;
  gint64 change;
  guint largest;

  if (anchors == NULL)
    return NULL;
  if (anchors->n_anchors == 0)
    return g_strdup (_("The recordings have no moment in common."));

  largest = find_largest (anchors);
  change = largest < anchors->n_anchors ? anchors->anchors[largest].lost : anchors->lost;
  from = largest > 0 ? dup_anchor (self, largest - 1) : g_strdup (C_("timeline", "the begin"));
  to = largest < anchors->n_anchors ? dup_anchor (self, largest)
                                    : g_strdup (C_("timeline", "the end"));
  lost = dwell_text_duration (ABS (change));
  if (change == 0)
    return g_strdup (_("Both recordings are in step."));

  return g_strdup_printf (change > 0
                            /* Translators: two moments: names of functions, “the begin” or “the
                             * end”; a time */
                            ? _("Most was lost from %s to %s: the new recording took %s more.")
                            /* Translators: the same */
                            : _("Most was gained from %s to %s: the new recording took %s less."),
                          from, to, lost);
}
