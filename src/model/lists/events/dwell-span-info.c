/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the facts about a view's focus. Each change of the focus cancels the question under way,
 * and the next one is asked when that has ended, so that holding down a key never queues questions.
 * Another trace empties the list at once, because its links lead to ids of the old trace. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-axis.h"
#include "model/lists/events/dwell-span-facts.h"

/* The greatest number of notes on an area that are listed. */
#define MAX_NOTES 20

struct _DwellSpanInfo
{
  DwellList parent_instance;

  guint            serial;       /* of the wanted answer */
  guint            asked_serial; /* of the last question */
  DwellSpanAnswer *answer;       /* the shown one; NULL: nothing */
  DwellEvent       event;        /* its subject */
  DwellAreaSources sources;      /* of the view's trace; a question under way has them instead */
};

enum {
  PROP_0,
  PROP_TITLE,
  PROP_SUBTITLE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (DwellSpanInfo, dwell_span_info, DWELL_TYPE_LIST)

static gpointer
dwell_span_info_get_item (DwellList *list,
                          guint      position)
{
  return g_object_ref (g_ptr_array_index (DWELL_SPAN_INFO (list)->answer->facts, position));
}

/* Returns whether the note @marker is on the focused span or, if an area is focused, on one of its
 * spans. There are few markers, so the main thread can search them. */
static gboolean
is_about_focus (DwellSpanInfo     *self,
                const DwellMarker *marker)
{
  DwellView *view = dwell_query_get_view (DWELL_QUERY (self));

  if (marker->span == DWELL_NONE)
    return FALSE;
  if (self->event.span != DWELL_NONE)
    return marker->span == self->event.span;

  return self->event.mark == DWELL_NONE &&
         dwell_view_get_trace (view)->span_area[marker->span] == dwell_view_get_focus_area (view);
}

static void
add_notes (DwellSpanInfo *self)
{
  DwellView *view = dwell_query_get_view (DWELL_QUERY (self));
  gint64 resolution = dwell_view_get_reading (view)->resolution;
  GPtrArray *facts = self->answer->facts;
  guint first = 0;
  guint n = 0;

  while (first < facts->len && *dwell_fact_get_group (facts->pdata[first]) == '\0')
    first++;

  for (guint i = 0; i < dwell_view_get_n_markers (view) && n < MAX_NOTES; i++)
    {
      const DwellMarker *marker = dwell_view_get_marker (view, i);
      DwellEvent target = { DWELL_NONE, DWELL_NONE };
      g_autofree char *time = NULL;

      if (!is_about_focus (self, marker))
        continue;

      /* The focused span itself gets no link. */
      if (self->event.span == DWELL_NONE)
        {
          target.span = marker->span;
          time = dwell_axis_time (dwell_view_get_trace (view), marker->time, resolution);
        }
      g_ptr_array_insert (facts, (int) (first + n),
                          /* Translators: what the user wrote about a span */
                          _dwell_fact_new (C_("span", "Notes"),
                                           /* Translators: what the user wrote about a span */
                                           time != NULL ? time : C_("span", "Note"),
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

  if (old == NULL && answer == NULL)
    return;

  self->answer = answer;
  self->event = event;
  if (answer != NULL)
    add_notes (self);
  dwell_list_replace (DWELL_LIST (self), answer != NULL ? answer->facts->len : 0);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUBTITLE]);
}

static void
question_free (gpointer data)
{
  DwellSpanQuestion *question = data;

  g_clear_pointer (&question->index, dwell_statistics_index_unref);
  g_clear_pointer (&question->answer, _dwell_span_answer_free);
  _dwell_area_sources_clear (&question->sources);
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

static gboolean
has_focus (DwellQuery *query)
{
  DwellView *view = dwell_query_get_view (query);

  return view != NULL && (dwell_view_get_focus_span (view) != DWELL_NONE
                          || dwell_view_get_focus_mark (view) != DWELL_NONE
                          || dwell_view_get_focus_area (view) != DWELL_NONE);
}

static void
dwell_span_info_clear (DwellQuery *query)
{
  show_answer (DWELL_SPAN_INFO (query), NULL, (DwellEvent) { DWELL_NONE, DWELL_NONE });
}

static void
dwell_span_info_ask (DwellQuery *query)
{
  DwellSpanInfo *self = DWELL_SPAN_INFO (query);
  DwellView *view = dwell_query_get_view (query);
  DwellReading *reading = dwell_query_get_reading (query);
  DwellSpanQuestion *question;

  if (self->asked_serial == self->serial || !has_focus (query))
    return;

  question = g_new0 (DwellSpanQuestion, 1);
  question->trace = dwell_trace_ref (reading->trace);
  if (reading->statistics != NULL)
    question->index = dwell_statistics_index_ref (reading->statistics);
  question->resolution = reading->resolution;
  question->event.span = dwell_view_get_focus_span (view);
  question->event.mark = dwell_view_get_focus_mark (view);
  question->area = dwell_view_get_focus_area (view);
  question->scope = dwell_view_get_scope (view);
  dwell_view_get_scope_range (view, &question->begin, &question->end);
  question->sources = self->sources;
  self->sources = (DwellAreaSources) { 0 };

  self->asked_serial = self->serial;
  dwell_query_ask (query, question, question_free, answer);
}

static void
dwell_span_info_take (DwellQuery *query,
                      gpointer    data)
{
  DwellSpanInfo *self = DWELL_SPAN_INFO (query);
  DwellSpanQuestion *question = data;

  self->sources = question->sources;
  question->sources = (DwellAreaSources) { 0 };
  if (self->asked_serial == self->serial)
    show_answer (self, g_steal_pointer (&question->answer), question->event);
}

static void
change (DwellSpanInfo *self)
{
  DwellQuery *query = DWELL_QUERY (self);

  self->serial++;
  if (!has_focus (query))
    dwell_span_info_clear (query);

  dwell_query_cancel (query);
  dwell_query_update (query);
}

/* Only the figures of areas depend on the scope. */
static void
change_scope (DwellSpanInfo *self)
{
  DwellView *view = dwell_query_get_view (DWELL_QUERY (self));

  if (dwell_view_get_focus_span (view) == DWELL_NONE &&
      dwell_view_get_focus_mark (view) == DWELL_NONE)
    change (self);
}

static void
dwell_span_info_take_trace (DwellQuery *query)
{
  DWELL_SPAN_INFO (query)->serial++;
  _dwell_area_sources_clear (&DWELL_SPAN_INFO (query)->sources);
  dwell_span_info_clear (query);
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
    case PROP_TITLE:
      g_value_set_string (value, dwell_span_info_get_title (self));
      break;

    case PROP_SUBTITLE:
      g_value_set_string (value, dwell_span_info_get_subtitle (self));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
dwell_span_info_finalize (GObject *object)
{
  DwellSpanInfo *self = DWELL_SPAN_INFO (object);

  g_clear_pointer (&self->answer, _dwell_span_answer_free);
  _dwell_area_sources_clear (&self->sources);

  G_OBJECT_CLASS (dwell_span_info_parent_class)->finalize (object);
}

static void
dwell_span_info_class_init (DwellSpanInfoClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  DwellQueryClass *query_class = DWELL_QUERY_CLASS (klass);
  DwellListClass *list_class = DWELL_LIST_CLASS (klass);

  object_class->finalize = dwell_span_info_finalize;
  object_class->get_property = dwell_span_info_get_property;
  list_class->item_type = DWELL_TYPE_FACT;
  list_class->get_item = dwell_span_info_get_item;
  query_class->take_trace = dwell_span_info_take_trace;
  query_class->ask = dwell_span_info_ask;
  query_class->take = dwell_span_info_take;

  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_SUBTITLE] = g_param_spec_string ("subtitle", NULL, NULL, NULL,
                                                   G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
dwell_span_info_init (DwellSpanInfo *self)
{
  DwellQuery *query = DWELL_QUERY (self);

  self->event = (DwellEvent) { DWELL_NONE, DWELL_NONE };

  dwell_query_connect_view (query, "focus-changed", G_CALLBACK (change));
  dwell_query_connect_view (query, "scope-changed", G_CALLBACK (change_scope));
  dwell_query_connect_view (query, "markers-changed", G_CALLBACK (change));
  dwell_query_connect_view (query, "units-changed", G_CALLBACK (change));
  dwell_query_connect_view (query, "indexes-changed", G_CALLBACK (change));
}

/**
 * dwell_span_info_new:
 *
 * Returns: (transfer full): an empty list, whose items are #DwellFact
 */
DwellSpanInfo *
dwell_span_info_new (void)
{
  return g_object_new (DWELL_TYPE_SPAN_INFO, NULL);
}

/**
 * dwell_span_info_get_title:
 * @self: a list
 *
 * Returns: (transfer none): the name of the area or the message of the mark; "" without a focus
 */
const char *
dwell_span_info_get_title (DwellSpanInfo *self)
{
  return self->answer != NULL ? self->answer->title : "";
}

/**
 * dwell_span_info_get_subtitle:
 * @self: a list
 *
 * Returns: (transfer none): kind and context or scope, as in “Function · thread 11” or “Function ·
 *   Selection”; "" without a focus
 */
const char *
dwell_span_info_get_subtitle (DwellSpanInfo *self)
{
  return self->answer != NULL ? self->answer->subtitle : "";
}

static void
append_fact (GString   *text,
             DwellFact *fact)
{
  const char *label = dwell_fact_get_label (fact);
  const char *note = dwell_fact_get_note (fact);

  if (*label != '\0')
    /* Translators: a routine or another thing, and what is said of it */
    g_string_append_printf (text, _("%s: %s"), label, dwell_fact_get_value (fact));
  else
    g_string_append (text, dwell_fact_get_value (fact));

  if (note != NULL)
    g_string_append_printf (text, " (%s)", note);
  g_string_append_c (text, '\n');
}

/**
 * dwell_span_info_to_text:
 * @self: a list
 *
 * Writes all facts for the clipboard.
 *
 * Returns: (transfer full): lines “label: value”
 */
char *
dwell_span_info_to_text (DwellSpanInfo *self)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (DWELL_IS_SPAN_INFO (self), g_string_free (text, FALSE));

  if (self->answer != NULL)
    g_string_append_printf (text, "%s\n%s\n", self->answer->title, self->answer->subtitle);

  for (guint i = 0; i < dwell_list_get_n_items (DWELL_LIST (self)); i++)
    append_fact (text, g_ptr_array_index (self->answer->facts, i));

  return g_string_free (text, FALSE);
}
