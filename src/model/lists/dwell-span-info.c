/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of facts about a view's focus. Each change of the focus cancels the question under way,
 * and asks anew as soon as that has ended: a key held down never piles up questions. A trace that
 * is another empties the list at once, for its links lead to numbers of the old one. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "model/dwell-job.h"
#include "model/lists/dwell-positions.h"
#include "model/lists/dwell-span-facts.h"

/* Of more notes on an area the first are told. */
#define MAX_NOTES 20

struct _DwellSpanInfo
{
  GObject parent_instance;

  DwellView       *view;
  GSignalGroup    *view_signals;
  GSignalGroup    *session_signals;
  DwellJob        *job;         /* of the question under way, or NULL */
  gboolean         is_outdated; /* … which is not the question any more */
  DwellSpanAnswer *answer;      /* what is shown; NULL: nothing */
  DwellEvent       event;       /* what it is of */
};

enum {
  PROP_0,
  PROP_N_ITEMS,
  PROP_TITLE,
  PROP_SUBTITLE,
  PROP_VIEW,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static GType
dwell_span_info_get_item_type (GListModel *model)
{
  return DWELL_TYPE_SPAN_FACT;
}

static guint
dwell_span_info_get_n_items (GListModel *model)
{
  DwellSpanInfo *self = DWELL_SPAN_INFO (model);

  return self->answer != NULL ? self->answer->facts->len : 0;
}

static gpointer
dwell_span_info_get_item (GListModel *model,
                          guint       position)
{
  if (position >= dwell_span_info_get_n_items (model))
    return NULL;

  return g_object_ref (g_ptr_array_index (DWELL_SPAN_INFO (model)->answer->facts, position));
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = dwell_span_info_get_item_type;
  iface->get_n_items = dwell_span_info_get_n_items;
  iface->get_item = dwell_span_info_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (DwellSpanInfo, dwell_span_info, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init))

/* What the user noted on @span, or at the moment of @mark; of an area, on its spans. There are few
 * markers, so the main thread looks through them; a note comes before the facts. */
static gboolean
is_told (DwellSpanInfo     *self,
         const DwellMarker *marker)
{
  const DwellTrace *trace = dwell_view_get_trace (self->view);

  if (marker->span == DWELL_NONE)
    return FALSE;
  if (self->event.span != DWELL_NONE)
    return marker->span == self->event.span;

  return self->event.mark == DWELL_NONE &&
         trace->span_area[marker->span] == dwell_view_get_focus_area (self->view);
}

static void
add_notes (DwellSpanInfo *self)
{
  GPtrArray *facts = self->answer->facts;
  guint n = 0;

  for (guint i = 0; i < dwell_view_get_n_markers (self->view) && n < MAX_NOTES; i++)
    {
      const DwellMarker *marker = dwell_view_get_marker (self->view, i);
      DwellEvent target = { DWELL_NONE, DWELL_NONE };
      g_autofree char *time = NULL;

      if (!is_told (self, marker))
        continue;

      /* The focused span itself leads nowhere. */
      if (self->event.span == DWELL_NONE)
        {
          target.span = marker->span;
          time = dwell_text_time (marker->time,
                                  dwell_session_get_resolution (
                                    dwell_view_get_session (self->view)));
        }
      g_ptr_array_insert (facts, (int) n,
                          _dwell_span_fact_new (_("Notes"), time != NULL ? time : _("Note"),
                                                g_strdup (marker->text), target));
      n++;
    }
}

/* Takes over @answer (nullable). */
static void
show_answer (DwellSpanInfo   *self,
             DwellSpanAnswer *answer,
             DwellEvent       event)
{
  g_autoptr(DwellSpanAnswer) old = self->answer;
  DwellListChange change = { 0, dwell_span_info_get_n_items (G_LIST_MODEL (self)), 0 };

  if (old == NULL && answer == NULL)
    return;

  self->answer = answer;
  self->event = event;
  if (answer != NULL && self->view != NULL && dwell_view_get_trace (self->view) != NULL)
    add_notes (self);
  change.n_added = dwell_span_info_get_n_items (G_LIST_MODEL (self));
  _dwell_list_announce (G_LIST_MODEL (self), change);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUBTITLE]);
}

static void
question_free (gpointer data)
{
  DwellSpanQuestion *question = data;

  g_clear_pointer (&question->index, dwell_statistics_index_unref);
  g_clear_pointer (&question->answer, _dwell_span_answer_free);
  dwell_trace_unref (question->trace);
  g_free (question);
}

static void
answer (gpointer      data,
        GCancellable *cancellable)
{
  DwellSpanQuestion *question = data;

  question->answer = _dwell_span_answer_new (question, cancellable);
}

static void update (DwellSpanInfo *self);

static void
answered (gpointer data,
          gpointer user_data)
{
  DwellSpanQuestion *question = data;
  DwellSpanInfo *self = user_data;

  self->job = NULL;

  if (self->is_outdated)
    update (self);
  else
    show_answer (self, g_steal_pointer (&question->answer), question->event);
}

static void
ask (DwellSpanInfo *self)
{
  DwellSession *session = dwell_view_get_session (self->view);
  DwellStatisticsIndex *index = dwell_session_get_statistics (session);
  DwellSpanQuestion *question = g_new0 (DwellSpanQuestion, 1);

  question->trace = dwell_trace_ref (dwell_view_get_trace (self->view));
  question->index = index != NULL ? dwell_statistics_index_ref (index) : NULL;
  question->resolution = dwell_session_get_resolution (session);
  question->event.span = dwell_view_get_focus_span (self->view);
  question->event.mark = dwell_view_get_focus_mark (self->view);
  question->area = dwell_view_get_focus_area (self->view);

  self->is_outdated = FALSE;
  self->job = _dwell_job_start (question, question_free, answer, answered, self);
}

static gboolean
has_focus (DwellView *view)
{
  return dwell_view_get_focus_span (view) != DWELL_NONE
         || dwell_view_get_focus_mark (view) != DWELL_NONE
         || dwell_view_get_focus_area (view) != DWELL_NONE;
}

static void
update (DwellSpanInfo *self)
{
  gboolean is_wanted = self->view != NULL && has_focus (self->view);

  if (!is_wanted)
    show_answer (self, NULL, (DwellEvent) { DWELL_NONE, DWELL_NONE });

  if (self->job != NULL)
    {
      self->is_outdated = TRUE;
      _dwell_job_cancel (self->job);
    }
  else if (is_wanted)
    {
      ask (self);
    }
}

static void
trace_changed (DwellSpanInfo *self)
{
  show_answer (self, NULL, (DwellEvent) { DWELL_NONE, DWELL_NONE });
  update (self);
}

static void
dwell_span_info_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  DwellSpanInfo *self = DWELL_SPAN_INFO (object);

  switch (prop_id)
    {
    case PROP_N_ITEMS:
      g_value_set_uint (value, dwell_span_info_get_n_items (G_LIST_MODEL (self)));
      break;

    case PROP_TITLE:
      g_value_set_string (value, dwell_span_info_get_title (self));
      break;

    case PROP_SUBTITLE:
      g_value_set_string (value, dwell_span_info_get_subtitle (self));
      break;

    case PROP_VIEW:
      g_value_set_object (value, self->view);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
dwell_span_info_set_property (GObject      *object,
                              guint         prop_id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  DwellSpanInfo *self = DWELL_SPAN_INFO (object);

  switch (prop_id)
    {
    case PROP_VIEW:
      dwell_span_info_set_view (self, g_value_get_object (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
dwell_span_info_dispose (GObject *object)
{
  DwellSpanInfo *self = DWELL_SPAN_INFO (object);

  if (self->job != NULL)
    _dwell_job_abandon (self->job);

  self->job = NULL;
  g_clear_object (&self->view_signals);
  g_clear_object (&self->session_signals);
  g_clear_object (&self->view);

  G_OBJECT_CLASS (dwell_span_info_parent_class)->dispose (object);
}

static void
dwell_span_info_finalize (GObject *object)
{
  DwellSpanInfo *self = DWELL_SPAN_INFO (object);

  g_clear_pointer (&self->answer, _dwell_span_answer_free);

  G_OBJECT_CLASS (dwell_span_info_parent_class)->finalize (object);
}

static void
dwell_span_info_class_init (DwellSpanInfoClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = dwell_span_info_dispose;
  object_class->finalize = dwell_span_info_finalize;
  object_class->get_property = dwell_span_info_get_property;
  object_class->set_property = dwell_span_info_set_property;

  properties[PROP_N_ITEMS] = g_param_spec_uint ("n-items", NULL, NULL, 0, G_MAXUINT, 0,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_SUBTITLE] = g_param_spec_string ("subtitle", NULL, NULL, NULL,
                                                   G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_VIEW] = g_param_spec_object ("view", NULL, NULL, DWELL_TYPE_VIEW,
                                               G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY
                                               | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
dwell_span_info_init (DwellSpanInfo *self)
{
  self->event = (DwellEvent) { DWELL_NONE, DWELL_NONE };

  self->view_signals = g_signal_group_new (DWELL_TYPE_VIEW);
  g_signal_group_connect_swapped (self->view_signals, "focus-changed", G_CALLBACK (update), self);
  g_signal_group_connect_swapped (self->view_signals, "trace-changed",
                                  G_CALLBACK (trace_changed), self);

  g_signal_group_connect_swapped (self->view_signals, "markers-changed", G_CALLBACK (update), self);

  self->session_signals = g_signal_group_new (DWELL_TYPE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "indexes-changed",
                                  G_CALLBACK (update), self);
}

/**
 * dwell_span_info_new:
 *
 * Returns: (transfer full): an empty list
 */
DwellSpanInfo *
dwell_span_info_new (void)
{
  return g_object_new (DWELL_TYPE_SPAN_INFO, NULL);
}

/**
 * dwell_span_info_set_view:
 * @self: a list
 * @view: (nullable): whose focus the list is to tell of; %NULL empties it
 */
void
dwell_span_info_set_view (DwellSpanInfo *self,
                          DwellView     *view)
{
  g_return_if_fail (DWELL_IS_SPAN_INFO (self));
  g_return_if_fail (view == NULL || DWELL_IS_VIEW (view));

  if (!g_set_object (&self->view, view))
    return;

  g_signal_group_set_target (self->view_signals, view);
  g_signal_group_set_target (self->session_signals,
                             view != NULL ? dwell_view_get_session (view) : NULL);
  trace_changed (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

const char *
dwell_span_info_get_title (DwellSpanInfo *self)
{
  return self->answer != NULL ? self->answer->title : "";
}

const char *
dwell_span_info_get_subtitle (DwellSpanInfo *self)
{
  return self->answer != NULL ? self->answer->subtitle : "";
}

DwellEvent
dwell_span_info_get_event (DwellSpanInfo *self)
{
  return self->event;
}

/**
 * dwell_span_info_to_text:
 * @self: a list
 *
 * Returns: (transfer full): all of it as lines, for the clipboard
 */
char *
dwell_span_info_to_text (DwellSpanInfo *self)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (DWELL_IS_SPAN_INFO (self), g_string_free (text, FALSE));

  if (self->answer != NULL)
    g_string_append_printf (text, "%s\n%s\n", self->answer->title, self->answer->subtitle);

  for (guint i = 0; i < dwell_span_info_get_n_items (G_LIST_MODEL (self)); i++)
    {
      DwellSpanFact *fact = g_ptr_array_index (self->answer->facts, i);
      const char *label = dwell_span_fact_get_label (fact);

      g_string_append_printf (text, "%s%s%s\n", label, *label != '\0' ? ": " : "",
                              dwell_span_fact_get_value (fact));
    }

  return g_string_free (text, FALSE);
}
