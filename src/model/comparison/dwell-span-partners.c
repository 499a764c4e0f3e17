/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two answers are kept: for what is in focus, and for what was last pointed at. Each has a serial,
 * which shows whether it is still wanted. */
#include "config.h"

#include "model/comparison/dwell-span-partners.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-axis.h"
#include "core/dwell-text.h"
#include "model/comparison/dwell-span-partners-question.h"
#include "model/comparison/dwell-time-link-private.h"
#include "model/view/dwell-view-private.h"

enum {
  OF_FOCUS,
  OF_POINTER,
  N_SLOTS
};

typedef struct {
  guint32                    area;   /* the wanted one, or DWELL_NONE */
  gboolean                   is_own; /* area is of the link's view, else of the other */
  guint                      serial;
  guint                      shown_serial;
  DwellSpanPartnersQuestion *shown;  /* (nullable) */
} Slot;

struct _DwellSpanPartners
{
  DwellQuery parent_instance;

  DwellTimeLink *link;
  DwellView     *views[2];      /* (nullable): own and other; each knows these partners */
  GSignalGroup  *other_signals;
  char          *matching;      /* of the options: what is matched */
  Slot           slots[N_SLOTS];
  DwellJob      *selecting;     /* (nullable) */
  gboolean       wants_select;  /* as soon as the partners are known */
  gboolean       is_from_other; /* of the span that got into focus last */
  gboolean       is_following;
};

enum {
  CHANGED,
  SELECTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellSpanPartners, dwell_span_partners, DWELL_TYPE_QUERY)

static DwellView *
get_own (DwellSpanPartners *self)
{
  return self->views[0];
}

static DwellView *
get_other (DwellSpanPartners *self)
{
  return self->views[1];
}

/* --- What is known --- */

/* Returns the answer about an area of either view; NULL: not known. */
static DwellSpanPartnersQuestion *
find_answer (DwellSpanPartners *self,
             guint32            area,
             gboolean           is_own)
{
  for (guint i = 0; i < N_SLOTS; i++)
    {
      const Slot *slot = &self->slots[i];

      if (slot->shown != NULL && slot->shown_serial == slot->serial && area != DWELL_NONE &&
          (is_own ? slot->shown->own_area : slot->shown->other_area) == area &&
          _dwell_span_partners_question_is_of (slot->shown, get_own (self), get_other (self)))
        return slot->shown;
    }

  return NULL;
}

/* Returns the answer about a span’s area, and the number of the span’s pair, or DWELL_NONE. */
static DwellSpanPartnersQuestion *
find_pair (DwellSpanPartners *self,
           DwellView         *view,
           guint32            span,
           guint32           *pair)
{
  gboolean is_own = view == get_own (self);
  const DwellTrace *trace = dwell_view_get_trace (view);
  DwellSpanPartnersQuestion *answer = NULL;

  if (trace != NULL && span < trace->n_spans)
    answer = find_answer (self, trace->span_area[span], is_own);
  *pair = answer != NULL ? _dwell_span_partners_question_find (answer, span, is_own) : DWELL_NONE;
  return answer;
}

/* Whether the spans of a view are those of the base. */
static gboolean
is_of_base (const DwellSpanPartnersQuestion *answer,
            gboolean                         is_own)
{
  return answer->sides.is_swapped == is_own;
}

/* --- Following the focus --- */

/* Puts the partner of the span that got into focus last into focus. */
static void
follow (DwellSpanPartners *self)
{
  DwellView *from = self->views[self->is_from_other];
  DwellView *to = self->views[!self->is_from_other];
  guint32 span = from != NULL ? dwell_view_get_focus_span (from) : DWELL_NONE;
  guint32 pair;

  if (to == NULL || span == DWELL_NONE || self->is_following ||
      find_pair (self, from, span, &pair) == NULL)
    return;

  self->is_following = TRUE;
  _dwell_time_link_focus_span (self->link, to, dwell_span_partners_find (self, from, span));
  self->is_following = FALSE;
}

/* --- Selecting --- */

static char *
describe_lack (const DwellSpanPartnersQuestion *answer)
{
  g_autofree char *name = _dwell_span_partners_question_dup_name (answer);
  const DwellSpanPairs *pairs = answer->pairs;

  if (answer->own_area == DWELL_NONE || answer->other_area == DWELL_NONE)
    /* Translators: the name of a function */
    return g_strdup_printf (_("Only one of the recordings has %s."), name);
  if (pairs == NULL)
    return g_strdup (_("There is too little memory to pair the spans."));
  if (pairs->n_base == 0 || pairs->n_new == 0)
    /* Translators: the name of a function */
    return g_strdup_printf (_("%s does not begin in the compared ranges of both recordings."),
                            name);

  /* Translators: the name of a function */
  return g_strdup_printf (_("The spans of %s cannot be paired, because the spans around them have "
                            "no partner."), name);
}

static char *
describe_none (const DwellSpanPartnersChoice *choice)
{
  g_autofree char *name = _dwell_span_partners_question_dup_name (choice->answer);
  g_autofree char *noise = dwell_text_percent (choice->noise.noise);

  /* Translators: the name of a function; a part of all, as “1 %” */
  return g_strdup_printf (_("No span of %s differs by %s or more."), name, noise);
}

/* The view that others follow is set last. */
static void
set_found (DwellSpanPartners             *self,
           const DwellSpanPartnersChoice *choice)
{
  g_autofree char *name = _dwell_span_partners_question_dup_name (choice->answer);
  /* Translators: the name of a function */
  g_autofree char *label = g_strdup_printf (_("Spans of %s that differ"), name);

  dwell_view_set_found_spans (get_other (self), label, g_array_ref (choice->of_other));
  dwell_view_set_found_spans (get_own (self), label, g_array_ref (choice->of_own));
}

static void
on_chosen (gpointer data,
           gpointer user_data)
{
  DwellSpanPartners *self = user_data;
  DwellSpanPartnersChoice *choice = data;
  g_autofree char *sentence = NULL;

  self->selecting = NULL;
  if (!_dwell_span_partners_question_is_of (choice->answer, get_own (self), get_other (self)))
    return;

  if (choice->of_other == NULL)
    sentence = g_strdup (_("There is too little memory to pair the spans."));
  else if (choice->of_own->len == 0)
    sentence = describe_none (choice);
  else
    set_found (self, choice);
  g_signal_emit (self, signals[SELECTED], 0, sentence);
}

/* Selects the spans if that is wanted and the partners of the area in focus are known. */
static void
start_selecting (DwellSpanPartners *self)
{
  const Slot *slot = &self->slots[OF_FOCUS];
  DwellSpanPartnersQuestion *answer =
    self->wants_select ? find_answer (self, slot->area, slot->is_own) : NULL;
  g_autoptr(DwellComparisonOptions) options = NULL;
  DwellSpanPartnersChoice *choice;

  if (answer == NULL)
    return;

  self->wants_select = FALSE;
  if (answer->pairs == NULL || answer->pairs->n_pairs == 0)
    {
      g_autofree char *sentence = describe_lack (answer);

      g_signal_emit (self, signals[SELECTED], 0, sentence);
      return;
    }

  options = dwell_comparison_options_new (get_own (self));
  choice = _dwell_span_partners_choice_new (answer);
  choice->noise.noise = options->noise;
  g_clear_pointer (&self->selecting, _dwell_job_abandon);
  self->selecting = _dwell_job_start (choice, _dwell_span_partners_choice_free,
                                      _dwell_span_partners_choice_work, on_chosen, self);
}

/* --- Asking --- */

static void
dwell_span_partners_ask (DwellQuery *query)
{
  DwellSpanPartners *self = DWELL_SPAN_PARTNERS (query);

  for (guint i = 0; i < N_SLOTS && get_other (self) != NULL; i++)
    {
      const Slot *slot = &self->slots[i];
      DwellSpanPartnersQuestion *question;

      if (slot->area == DWELL_NONE || slot->shown_serial == slot->serial)
        continue;

      question = _dwell_span_partners_question_new (dwell_query_get_view (query),
                                                    slot->is_own ? slot->area : DWELL_NONE,
                                                    slot->is_own ? DWELL_NONE : slot->area);
      if (question == NULL)
        return;

      question->slot = i;
      question->serial = slot->serial;
      dwell_query_ask (query, question, _dwell_span_partners_question_unref,
                       _dwell_span_partners_question_work);
      return;
    }
}

static void
dwell_span_partners_take (DwellQuery *query,
                          gpointer    data)
{
  DwellSpanPartners *self = DWELL_SPAN_PARTNERS (query);
  DwellSpanPartnersQuestion *question = data;
  Slot *slot = &self->slots[question->slot];

  if (!question->is_done || question->serial != slot->serial)
    return;

  g_clear_pointer (&slot->shown, _dwell_span_partners_question_unref);
  slot->shown = _dwell_span_partners_question_ref (question);
  slot->shown_serial = slot->serial;
  follow (self);
  start_selecting (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static gboolean
dwell_span_partners_shows_wanted (DwellQuery *query)
{
  return DWELL_SPAN_PARTNERS (query)->slots[OF_FOCUS].shown != NULL;
}

static void
drop (Slot *slot)
{
  slot->serial++;
  g_clear_pointer (&slot->shown, _dwell_span_partners_question_unref);
}

/* The answer about the former area is not wanted any more. */
static void
want (DwellSpanPartners *self,
      guint              number,
      guint32            area,
      gboolean           is_own)
{
  const DwellSpanPartnersQuestion *question = dwell_query_get_question (DWELL_QUERY (self));
  Slot *slot = &self->slots[number];

  if (area == slot->area && is_own == slot->is_own)
    return;

  slot->area = area;
  slot->is_own = is_own;
  drop (slot);
  if (question != NULL && question->slot == number)
    dwell_query_cancel (DWELL_QUERY (self));
  dwell_query_update (DWELL_QUERY (self));
}

/* An area that only the other recording has is in focus only in the other view. */
static void
take_focus (DwellSpanPartners *self)
{
  DwellView *own = get_own (self);
  DwellView *other = get_other (self);
  guint32 area = own != NULL ? dwell_view_get_focus_area (own) : DWELL_NONE;
  gboolean is_own = area != DWELL_NONE || other == NULL;

  if (!is_own)
    area = dwell_view_get_focus_area (other);
  if (area != self->slots[OF_FOCUS].area)
    self->wants_select = FALSE;
  want (self, OF_FOCUS, area, is_own);
}

static void
ask_again (DwellSpanPartners *self)
{
  for (guint i = 0; i < N_SLOTS; i++)
    drop (&self->slots[i]);
  self->slots[OF_POINTER].area = DWELL_NONE;
  g_clear_pointer (&self->selecting, _dwell_job_abandon);
  take_focus (self);
  dwell_query_update (DWELL_QUERY (self));
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_focus (DwellSpanPartners *self,
          gboolean           is_from_other)
{
  DwellView *view = self->views[is_from_other];

  take_focus (self);
  if (self->is_following || view == NULL || dwell_view_get_focus_span (view) == DWELL_NONE)
    return;

  self->is_from_other = is_from_other;
  follow (self);
}

static void
on_own_focus (DwellSpanPartners *self)
{
  on_focus (self, FALSE);
}

static void
on_other_focus (DwellSpanPartners *self)
{
  on_focus (self, TRUE);
}

/* Statistics may come later than the trace. */
static void
take_indexes (DwellSpanPartners *self)
{
  dwell_query_update (DWELL_QUERY (self));
}

static void
take_options (DwellSpanPartners *self)
{
  if (_dwell_comparison_options_take_matching (&self->matching,
                                               dwell_query_get_view (DWELL_QUERY (self))))
    ask_again (self);
}

static void
set_view (DwellSpanPartners *self,
          guint              number,
          DwellView         *view)
{
  DwellView *former = self->views[number];

  if (view == former)
    return;

  if (former != NULL && former->partners == self)
    former->partners = NULL;
  g_set_object (&self->views[number], view);
  if (view != NULL)
    view->partners = self;
}

/* Sets both views, or none if they are not linked. */
static void
take_views (DwellSpanPartners *self)
{
  DwellView *own = dwell_query_get_view (DWELL_QUERY (self));
  DwellView *other = own != NULL ? dwell_time_link_get_other (self->link) : NULL;

  if (other == NULL)
    own = NULL;
  if (own == get_own (self) && other == get_other (self))
    return;

  set_view (self, 0, own);
  set_view (self, 1, other);
  g_signal_group_set_target (self->other_signals, other);
  ask_again (self);
}

static void
dwell_span_partners_take_trace (DwellQuery *query)
{
  take_views (DWELL_SPAN_PARTNERS (query));
  ask_again (DWELL_SPAN_PARTNERS (query));
}

static void
dwell_span_partners_dispose (GObject *object)
{
  DwellSpanPartners *self = DWELL_SPAN_PARTNERS (object);

  g_clear_pointer (&self->selecting, _dwell_job_abandon);
  g_clear_object (&self->other_signals);
  set_view (self, 0, NULL);
  set_view (self, 1, NULL);
  g_clear_object (&self->link);

  G_OBJECT_CLASS (dwell_span_partners_parent_class)->dispose (object);
}

static void
dwell_span_partners_finalize (GObject *object)
{
  DwellSpanPartners *self = DWELL_SPAN_PARTNERS (object);

  for (guint i = 0; i < N_SLOTS; i++)
    g_clear_pointer (&self->slots[i].shown, _dwell_span_partners_question_unref);
  g_free (self->matching);

  G_OBJECT_CLASS (dwell_span_partners_parent_class)->finalize (object);
}

static void
dwell_span_partners_class_init (DwellSpanPartnersClass *klass)
{
  DwellQueryClass *query_class = DWELL_QUERY_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_span_partners_dispose;
  G_OBJECT_CLASS (klass)->finalize = dwell_span_partners_finalize;
  query_class->take_trace = dwell_span_partners_take_trace;
  query_class->ask = dwell_span_partners_ask;
  query_class->take = dwell_span_partners_take;
  query_class->shows_wanted = dwell_span_partners_shows_wanted;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SELECTED] = g_signal_new ("selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
dwell_span_partners_init (DwellSpanPartners *self)
{
  DwellQuery *query = DWELL_QUERY (self);

  for (guint i = 0; i < N_SLOTS; i++)
    self->slots[i].area = DWELL_NONE;
  self->other_signals = g_signal_group_new (DWELL_TYPE_VIEW);
  g_signal_group_connect_swapped (self->other_signals, "trace-changed", G_CALLBACK (ask_again),
                                  self);
  g_signal_group_connect_swapped (self->other_signals, "indexes-changed",
                                  G_CALLBACK (take_indexes), self);
  g_signal_group_connect_swapped (self->other_signals, "focus-changed",
                                  G_CALLBACK (on_other_focus), self);
  dwell_query_connect_view (query, "indexes-changed", G_CALLBACK (take_indexes));
  dwell_query_connect_view (query, "focus-changed", G_CALLBACK (on_own_focus));
  dwell_query_connect_view (query, "scope-changed", G_CALLBACK (ask_again));
  dwell_query_connect_view (query, "base-changed", G_CALLBACK (ask_again));
  dwell_query_connect_view (query, "kept-changed", G_CALLBACK (take_options));
}

/**
 * dwell_span_partners_new:
 * @link: a link of two views
 *
 * Returns: (transfer full): a query for the partners of their spans, which has an answer as soon as
 *   it has the link’s view
 */
DwellSpanPartners *
dwell_span_partners_new (DwellTimeLink *link)
{
  DwellSpanPartners *self = g_object_new (DWELL_TYPE_SPAN_PARTNERS, NULL);

  self->link = g_object_ref (link);
  g_signal_connect_object (link, "changed", G_CALLBACK (take_views), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * dwell_span_partners_get:
 * @view: a view
 *
 * Returns: (transfer none) (nullable): the partners of its spans, while it is linked with another
 *   view
 */
DwellSpanPartners *
dwell_span_partners_get (DwellView *view)
{
  g_return_val_if_fail (DWELL_IS_VIEW (view), NULL);

  return view->partners;
}

/**
 * dwell_span_partners_point_at:
 * @self: partners
 * @view: either view
 * @span: a span of it
 *
 * Asks for the partners of the spans of its area, unless they are known. “changed” is emitted when
 * they are.
 */
void
dwell_span_partners_point_at (DwellSpanPartners *self,
                              DwellView         *view,
                              guint32            span)
{
  guint32 area;

  g_return_if_fail (DWELL_IS_SPAN_PARTNERS (self) && DWELL_IS_VIEW (view));

  area = dwell_view_get_trace (view)->span_area[span];
  if (find_answer (self, area, view == get_own (self)) == NULL)
    want (self, OF_POINTER, area, view == get_own (self));
}

/**
 * dwell_span_partners_find:
 * @self: partners
 * @view: either view
 * @span: a span of it
 *
 * Returns: its partner in the other view; %DWELL_NONE if there is none, or if that is not known
 */
guint32
dwell_span_partners_find (DwellSpanPartners *self,
                          DwellView         *view,
                          guint32            span)
{
  const DwellSpanPartnersQuestion *answer;
  guint32 pair;

  g_return_val_if_fail (DWELL_IS_SPAN_PARTNERS (self), DWELL_NONE);

  answer = find_pair (self, view, span, &pair);
  if (pair == DWELL_NONE)
    return DWELL_NONE;

  return is_of_base (answer, view == get_own (self)) ? answer->pairs->pairs[pair].new_span
                                                     : answer->pairs->pairs[pair].base_span;
}

/**
 * dwell_span_partners_describe:
 * @self: partners
 * @view: either view
 * @span: a span of it
 * @title: (out): which recording its partner belongs to; not set if %NULL is returned
 *
 * Returns: (transfer full) (nullable): how long its partner took, and how much longer the span of
 *   the new recording took than that of the base: “2.10 ms (+0.41 ms)”; %NULL if it has no partner,
 *   or if that is not known
 */
char *
dwell_span_partners_describe (DwellSpanPartners *self,
                              DwellView         *view,
                              guint32            span,
                              const char       **title)
{
  gboolean is_own;
  guint32 partner = dwell_span_partners_find (self, view, span);
  const DwellSpanPartnersQuestion *answer;
  const DwellTrace *trace;
  g_autofree char *duration = NULL;
  g_autofree char *change = NULL;
  gint64 difference_ns;
  guint32 pair;

  if (partner == DWELL_NONE)
    return NULL;

  is_own = view == get_own (self);
  answer = find_pair (self, view, span, &pair);
  trace = dwell_view_get_trace (is_own ? get_other (self) : get_own (self));
  *title = is_of_base (answer, is_own) ? C_("recording", "New") : C_("recording", "Base");
  duration = dwell_axis_duration (trace, dwell_trace_get_span_duration (trace, partner));
  if (!dwell_span_pairs_get_difference (answer->pairs, pair, &difference_ns))
    return g_steal_pointer (&duration);
  if (difference_ns == 0)
    /* Translators: how long a span took, in both recordings */
    return g_strdup_printf (_("%s (the same)"), duration);

  change = dwell_axis_duration (trace, ABS (difference_ns));
  return g_strdup_printf ("%s (%s%s)", duration, difference_ns < 0 ? "−" : "+", change);
}

/**
 * dwell_span_partners_has_area:
 * @self: partners
 *
 * Returns: whether an area is in focus whose spans can be selected
 */
gboolean
dwell_span_partners_has_area (DwellSpanPartners *self)
{
  g_return_val_if_fail (DWELL_IS_SPAN_PARTNERS (self), FALSE);

  return get_other (self) != NULL && self->slots[OF_FOCUS].area != DWELL_NONE;
}

/**
 * dwell_span_partners_select:
 * @self: partners
 *
 * Makes the spans of the area in focus that differ from their partners by more than noise the hits
 * of both views. The options of the comparison define the noise. “selected” is emitted when this is
 * done, or if there are no such spans.
 */
void
dwell_span_partners_select (DwellSpanPartners *self)
{
  g_return_if_fail (DWELL_IS_SPAN_PARTNERS (self));

  self->wants_select = dwell_span_partners_has_area (self);
  start_selecting (self);
}
