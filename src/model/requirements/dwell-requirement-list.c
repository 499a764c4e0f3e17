/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of requirements: the view has them checked, the list selects and sorts the rows. A
 * serial shows whether an answer is still wanted. */
#include "config.h"

#include "model/requirements/dwell-requirement-list.h"

#include "analysis/requirements/dwell-requirements-edit.h"
#include "model/requirements/dwell-requirements-question.h"

struct _DwellRequirementList
{
  DwellList parent_instance;

  DwellRequirementsOrder   order;
  guint                    serial; /* of the wanted answer */
  guint                    shown_serial;
  DwellRequirementsAnswer *answer; /* the shown one, or NULL */
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
  g_clear_pointer (&self->answer, dwell_requirements_answer_unref);
  g_array_unref (self->rows);
  self->answer = answer;
  self->rows = rows;
  dwell_list_replace (DWELL_LIST (self), rows->len);
}

/* Returns: (nullable): the answer whose rows are to be shown */
static DwellRequirementsAnswer *
get_wanted (DwellRequirementList *self)
{
  DwellView *view = dwell_query_get_view (DWELL_QUERY (self));

  return view != NULL ? dwell_view_get_requirements_answer (view) : NULL;
}

static void
dwell_requirement_list_ask (DwellQuery *query)
{
  DwellRequirementList *self = DWELL_REQUIREMENT_LIST (query);
  DwellRequirementsAnswer *wanted = get_wanted (self);
  DwellRequirementsQuestion *question;

  if (self->shown_serial == self->serial || wanted == NULL)
    return;

  question = g_new0 (DwellRequirementsQuestion, 1);
  question->answer = dwell_requirements_answer_ref (wanted);
  question->order = self->order;
  if (self->order.filter != NULL)
    dwell_row_filter_ref (self->order.filter);
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
dwell_requirement_list_take (DwellQuery *query,
                             gpointer    data)
{
  DwellRequirementList *self = DWELL_REQUIREMENT_LIST (query);
  DwellRequirementsQuestion *question = data;

  if (question->answer != get_wanted (self) || question->rows == NULL)
    return;

  self->shown_serial = question->serial;
  show_rows (self, dwell_requirements_answer_ref (question->answer),
             g_steal_pointer (&question->rows));
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
  DwellView *view = dwell_query_get_view (query);

  return view != NULL && (dwell_view_get_requirements_busy (view) ||
                          (get_wanted (self) != NULL && self->shown_serial != self->serial));
}

/* To be called when there is another answer, there is none any more, or one is being made. */
static void
take_answer (DwellRequirementList *self)
{
  DwellRequirementsAnswer *wanted = get_wanted (self);

  if (wanted == NULL && self->answer != NULL)
    show_rows (self, NULL, g_array_new (FALSE, FALSE, sizeof (guint32)));
  if (wanted != self->answer)
    rearrange (self);
  dwell_query_update_busy (DWELL_QUERY (self));
}

static void
dwell_requirement_list_take_trace (DwellQuery *query)
{
  take_answer (DWELL_REQUIREMENT_LIST (query));
}

static void
dwell_requirement_list_finalize (GObject *object)
{
  DwellRequirementList *self = DWELL_REQUIREMENT_LIST (object);

  g_clear_pointer (&self->answer, dwell_requirements_answer_unref);
  g_clear_pointer (&self->order.filter, dwell_row_filter_unref);
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
    copy->answer = dwell_requirements_answer_ref (self->answer);
}

static gboolean
dwell_requirement_list_check_filter (DwellQuery  *query,
                                     GError     **error)
{
  return dwell_row_filter_check (DWELL_REQUIREMENT_LIST (query)->order.filter, error);
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
  query_class->check_filter = dwell_requirement_list_check_filter;
}

static void
dwell_requirement_list_init (DwellRequirementList *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->order = (DwellRequirementsOrder) { NULL, DWELL_ALL_OUTCOMES, DWELL_REQUIREMENT_VERDICT,
                                           TRUE };
  dwell_query_connect_view (DWELL_QUERY (self), "requirements-changed", G_CALLBACK (take_answer));
}

/**
 * dwell_requirement_list_new:
 *
 * Returns: (transfer full): an empty list, whose items are #DwellRequirementItem: violated
 *   requirements first, then inconclusive ones; among these the worst margin first, then in the
 *   order of the file
 */
DwellRequirementList *
dwell_requirement_list_new (void)
{
  return g_object_new (DWELL_TYPE_REQUIREMENT_LIST, NULL);
}

/**
 * dwell_requirement_list_set_filter:
 * @self: a list
 * @text: (nullable): a filter (dwell-row-filter.h); its words are looked for in the line, the
 *   subject and the origin of a requirement
 * @error: return location for what is wrong with it
 *
 * Returns: %FALSE if @text is invalid; the list does not change then
 */
gboolean
dwell_requirement_list_set_filter (DwellRequirementList  *self,
                                   const char            *text,
                                   GError               **error)
{
  g_return_val_if_fail (DWELL_IS_REQUIREMENT_LIST (self), FALSE);

  if (!dwell_row_filter_replace (&self->order.filter, text, dwell_requirement_columns,
                                 DWELL_N_REQUIREMENT_COLUMNS, error))
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
 * Returns: (transfer none) (nullable): the result of the requirement; %NULL: there is no such row
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
 * Returns: how many results have it, including those filtered out
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
 * dwell_requirement_list_get_line:
 * @self: a list
 * @line: the number of the first line of a requirement, from 1
 *
 * Returns: (transfer full) (nullable): the requirement as one line, as in the file when it was read
 */
char *
dwell_requirement_list_get_line (DwellRequirementList *self,
                                 guint                 line)
{
  g_return_val_if_fail (DWELL_IS_REQUIREMENT_LIST (self), NULL);

  return self->answer != NULL && self->answer->text != NULL
         ? dwell_requirements_get_line (self->answer->text, line) : NULL;
}

/**
 * dwell_requirement_list_get_error:
 * @self: a list
 *
 * Returns: (transfer none) (nullable): why the file could not be read or the trace not be checked
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
 * Returns: (transfer none) (nullable) (element-type DwellRequirementsError): the errors in the
 *   file, by line; if there are any, no requirement is checked
 */
const GArray *
dwell_requirement_list_get_faults (DwellRequirementList *self)
{
  g_return_val_if_fail (DWELL_IS_REQUIREMENT_LIST (self), NULL);

  return self->answer != NULL && self->answer->requirements != NULL
         ? self->answer->requirements->errors : NULL;
}
