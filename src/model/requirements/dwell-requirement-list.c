/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of requirements. A serial shows whether an answer is still wanted. The trace is held
 * against the file once, and again when either has changed; a trace that is still being read is not
 * judged. */
#include "config.h"

#include "model/requirements/dwell-requirement-list.h"

#include "model/requirements/dwell-requirements-question.h"
#include "model/session/dwell-file-watch.h"

struct _DwellRequirementList
{
  DwellList parent_instance;

  DwellRequirementsOrder   order;
  guint                    serial; /* of the wanted answer */
  guint                    shown_serial;
  GFile                   *file;   /* of the view; NULL: none */
  DwellRequirementsAnswer *answer; /* that is shown, or NULL */
  gboolean                 is_outdated; /* the file has changed since */
  DwellFileWatch          *watch;  /* of the file of the answer */
  GArray                  *rows;   /* guint32: numbers of results */
};

G_DEFINE_FINAL_TYPE (DwellRequirementList, dwell_requirement_list, DWELL_TYPE_LIST)

static gpointer
dwell_requirement_list_get_item (DwellList *list,
                                 guint      position)
{
  DwellRequirementList *self = DWELL_REQUIREMENT_LIST (list);

  return _dwell_requirement_item_new (self->answer, g_array_index (self->rows, guint32, position));
}

/* Takes over @answer (nullable) and @rows. */
static void
show_rows (DwellRequirementList    *self,
           DwellRequirementsAnswer *answer,
           GArray                  *rows)
{
  g_clear_pointer (&self->answer, _dwell_requirements_answer_unref);
  g_array_unref (self->rows);
  self->answer = answer;
  self->rows = rows;
  dwell_list_replace (DWELL_LIST (self), rows->len);
}

static gboolean
can_ask (DwellRequirementList *self)
{
  DwellSession *session = dwell_query_get_session (DWELL_QUERY (self));

  return self->file != NULL && session != NULL &&
         dwell_session_get_state (session) == DWELL_SESSION_READY;
}

static gboolean
has_wanted_answer (DwellRequirementList *self)
{
  DwellReading *reading = dwell_query_get_reading (DWELL_QUERY (self));

  return self->answer != NULL && !self->is_outdated && reading != NULL && self->file != NULL &&
         self->answer->reading->trace == reading->trace &&
         g_file_equal (self->answer->file, self->file);
}

static void
dwell_requirement_list_ask (DwellQuery *query)
{
  DwellRequirementList *self = DWELL_REQUIREMENT_LIST (query);
  DwellRequirementsQuestion *question;

  if (self->shown_serial == self->serial || !can_ask (self))
    return;

  question = g_new0 (DwellRequirementsQuestion, 1);
  if (has_wanted_answer (self))
    question->answer = _dwell_requirements_answer_ref (self->answer);
  question->reading = dwell_reading_ref (dwell_query_get_reading (query));
  question->file = g_object_ref (self->file);
  question->order = self->order;
  if (self->order.pattern != NULL)
    dwell_pattern_ref (self->order.pattern);
  question->serial = self->serial;
  dwell_query_ask (query, question, _dwell_requirements_question_free,
                   _dwell_requirements_question_run);
}

static void
rearrange (DwellRequirementList *self)
{
  self->serial++;
  dwell_query_update (DWELL_QUERY (self));
}

static void
file_changed (DwellRequirementList *self)
{
  self->is_outdated = TRUE;
  rearrange (self);
}

static void
watch (DwellRequirementList *self)
{
  DwellFileStamp stamp = self->answer->stamp;

  self->is_outdated = FALSE;
  g_clear_object (&self->watch);
  self->watch = dwell_file_watch_new (&self->answer->file, &stamp, 1);
  g_signal_connect_object (self->watch, "changed", G_CALLBACK (file_changed), self,
                           G_CONNECT_SWAPPED);
}

static void
dwell_requirement_list_take (DwellQuery *query,
                             gpointer    data)
{
  DwellRequirementList *self = DWELL_REQUIREMENT_LIST (query);
  DwellRequirementsQuestion *question = data;
  gboolean is_other = question->answer != self->answer;

  if (question->rows == NULL || self->file == NULL || !g_file_equal (question->file, self->file))
    return;

  self->shown_serial = question->serial;
  show_rows (self, g_steal_pointer (&question->answer), g_steal_pointer (&question->rows));
  if (is_other)
    watch (self);
}

static gboolean
dwell_requirement_list_shows_wanted (DwellQuery *query)
{
  DwellRequirementList *self = DWELL_REQUIREMENT_LIST (query);

  return self->answer != NULL && self->answer->reading->trace == dwell_query_get_trace (query);
}

static gboolean
dwell_requirement_list_is_busy (DwellQuery *query)
{
  DwellRequirementList *self = DWELL_REQUIREMENT_LIST (query);

  return can_ask (self) && self->shown_serial != self->serial;
}

/* The file of the view, or its trace, is another. */
static void
take_file (DwellRequirementList *self)
{
  DwellView *view = dwell_query_get_view (DWELL_QUERY (self));
  g_autoptr(GFile) file = view != NULL ? dwell_view_get_requirements (view) : NULL;
  gboolean is_same = file == self->file ||
                     (file != NULL && self->file != NULL && g_file_equal (file, self->file));

  g_set_object (&self->file, file);
  if (!is_same)
    {
      g_clear_object (&self->watch);
      show_rows (self, NULL, g_array_new (FALSE, FALSE, sizeof (guint32)));
    }
  if (!has_wanted_answer (self))
    rearrange (self);
  dwell_query_update_busy (DWELL_QUERY (self));
}

static void
dwell_requirement_list_take_trace (DwellQuery *query)
{
  take_file (DWELL_REQUIREMENT_LIST (query));
}

static void
dwell_requirement_list_finalize (GObject *object)
{
  DwellRequirementList *self = DWELL_REQUIREMENT_LIST (object);

  g_clear_pointer (&self->answer, _dwell_requirements_answer_unref);
  g_clear_pointer (&self->order.pattern, dwell_pattern_unref);
  g_clear_object (&self->watch);
  g_clear_object (&self->file);
  g_array_unref (self->rows);

  G_OBJECT_CLASS (dwell_requirement_list_parent_class)->finalize (object);
}

static void
dwell_requirement_list_share (DwellList *list,
                              DwellList *frozen)
{
  DwellRequirementList *self = DWELL_REQUIREMENT_LIST (list);
  DwellRequirementList *copy = DWELL_REQUIREMENT_LIST (frozen);

  g_array_unref (copy->rows);
  copy->rows = g_array_ref (self->rows);
  if (self->answer != NULL)
    copy->answer = _dwell_requirements_answer_ref (self->answer);
}

static void
dwell_requirement_list_class_init (DwellRequirementListClass *klass)
{
  DwellQueryClass *query_class = DWELL_QUERY_CLASS (klass);
  DwellListClass *list_class = DWELL_LIST_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = dwell_requirement_list_finalize;
  list_class->item_type = DWELL_TYPE_REQUIREMENT_ITEM;
  list_class->get_item = dwell_requirement_list_get_item;
  list_class->share = dwell_requirement_list_share;
  query_class->take_trace = dwell_requirement_list_take_trace;
  query_class->ask = dwell_requirement_list_ask;
  query_class->take = dwell_requirement_list_take;
  query_class->shows_wanted = dwell_requirement_list_shows_wanted;
  query_class->is_busy = dwell_requirement_list_is_busy;
}

static void
dwell_requirement_list_init (DwellRequirementList *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->order = (DwellRequirementsOrder) { NULL, DWELL_ALL_OUTCOMES, DWELL_REQUIREMENT_VERDICT,
                                           TRUE };
  dwell_query_connect_view (DWELL_QUERY (self), "kept-changed", G_CALLBACK (take_file));
  dwell_query_connect_session (DWELL_QUERY (self), "notify::state",
                               G_CALLBACK (dwell_query_update));
}

/**
 * dwell_requirement_list_new:
 *
 * Returns: (transfer full): an empty list, whose items are #DwellRequirementItem: what is violated
 *   first, then what is inconclusive, each in the order of the file
 */
DwellRequirementList *
dwell_requirement_list_new (void)
{
  return g_object_new (DWELL_TYPE_REQUIREMENT_LIST, NULL);
}

/**
 * dwell_requirement_list_set_filter:
 * @self: a list
 * @text: (nullable): text or /regular expression/ that the line, the subject or the origin of a
 *   requirement must match
 * @error: the fault in the regular expression
 *
 * Returns: %FALSE if @text is invalid; the list does not change then
 */
gboolean
dwell_requirement_list_set_filter (DwellRequirementList  *self,
                                   const char            *text,
                                   GError               **error)
{
  g_return_val_if_fail (DWELL_IS_REQUIREMENT_LIST (self), FALSE);

  if (!dwell_pattern_replace (&self->order.pattern, text, error))
    return FALSE;

  rearrange (self);
  return TRUE;
}

/**
 * dwell_requirement_list_set_outcomes:
 * @self: a list
 * @outcomes: bits 1 << #DwellOutcome: the rows to show
 */
void
dwell_requirement_list_set_outcomes (DwellRequirementList *self,
                                     guint                 outcomes)
{
  g_return_if_fail (DWELL_IS_REQUIREMENT_LIST (self));

  self->order.outcomes = outcomes;
  rearrange (self);
}

/**
 * dwell_requirement_list_sort:
 * @self: a list
 * @by: a column
 * @descending: whether the greatest comes first
 */
void
dwell_requirement_list_sort (DwellRequirementList   *self,
                             DwellRequirementColumn  by,
                             gboolean                descending)
{
  g_return_if_fail (DWELL_IS_REQUIREMENT_LIST (self));

  self->order.sort_by = by;
  self->order.descending = descending;
  rearrange (self);
}

/**
 * dwell_requirement_list_get_result:
 * @self: a list
 * @position: a row
 *
 * Returns: (transfer none) (nullable): what became of the requirement; %NULL: there is no such row
 */
const DwellRequirementResult *
dwell_requirement_list_get_result (DwellRequirementList *self,
                                   guint                 position)
{
  g_return_val_if_fail (DWELL_IS_REQUIREMENT_LIST (self), NULL);

  return position < self->rows->len
         ? self->answer->results->pdata[g_array_index (self->rows, guint32, position)] : NULL;
}

/**
 * dwell_requirement_list_count:
 * @self: a list
 * @outcome: a verdict
 *
 * Returns: how many results have it, with those that are filtered out
 */
guint
dwell_requirement_list_count (DwellRequirementList *self,
                              DwellOutcome          outcome)
{
  guint n = 0;

  g_return_val_if_fail (DWELL_IS_REQUIREMENT_LIST (self), 0);

  for (guint i = 0; self->answer != NULL && self->answer->results != NULL &&
                    i < self->answer->results->len; i++)
    n += ((const DwellRequirementResult *) self->answer->results->pdata[i])->verdict == outcome;

  return n;
}

/**
 * dwell_requirement_list_get_error:
 * @self: a list
 *
 * Returns: (transfer none) (nullable): why the file could not be read, or the trace not be judged
 */
const GError *
dwell_requirement_list_get_error (DwellRequirementList *self)
{
  g_return_val_if_fail (DWELL_IS_REQUIREMENT_LIST (self), NULL);

  return self->answer != NULL ? self->answer->error : NULL;
}

/**
 * dwell_requirement_list_get_faults:
 * @self: a list
 *
 * Returns: (transfer none) (nullable) (element-type DwellRequirementsError): what is wrong in the
 *   file, by line; while there is anything nothing is judged
 */
const GArray *
dwell_requirement_list_get_faults (DwellRequirementList *self)
{
  g_return_val_if_fail (DWELL_IS_REQUIREMENT_LIST (self), NULL);

  return self->answer != NULL && self->answer->requirements != NULL
         ? self->answer->requirements->errors : NULL;
}
