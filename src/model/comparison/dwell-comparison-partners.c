/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names are compared on a worker. */
#include "config.h"

#include "model/comparison/dwell-comparison-partners.h"

#include <math.h>

#include "core/dwell-task.h"
#include "model/comparison/dwell-comparison-answer.h"

/* No user looks through more. */
#define MAX_PARTNERS 500

/* The area for which a partner is wanted: one of the two is DWELL_NONE. */
typedef struct {
  DwellComparisonAnswer *answer;
  guint32                base_area;
  guint32                new_area;
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  _dwell_comparison_answer_unref (self->answer);
  g_free (self);
}

static void
partner_clear (gpointer data)
{
  g_free (((DwellPartner *) data)->name);
}

/* Between two formats, kinds do not show whether areas are alike. */
static gboolean
is_of_kind (const Question           *self,
            const DwellDifferenceRow *row)
{
  const DwellDifference *difference = self->answer->difference;
  gboolean is_gone = self->new_area == DWELL_NONE;
  guint32 base_area = is_gone ? self->base_area : row->base_area;
  guint32 new_area = is_gone ? row->new_area : self->new_area;

  return g_strcmp0 (difference->base->format_id, difference->new->format_id) != 0 ||
         difference->base->areas[base_area].kind == difference->new->areas[new_area].kind;
}

static double
get_score (const Question *self,
           const GArray   *suggestions,
           guint32         area)
{
  gboolean is_gone = self->new_area == DWELL_NONE;

  for (guint i = 0; suggestions != NULL && i < suggestions->len; i++)
    {
      const DwellSuggestion *pair = &g_array_index (suggestions, DwellSuggestion, i);

      if (pair->base_area == (is_gone ? self->base_area : area) &&
          pair->new_area == (is_gone ? area : self->new_area))
        return pair->score;
    }

  return NAN;
}

static int
compare_partners (gconstpointer a,
                  gconstpointer b)
{
  const DwellPartner *one = a;
  const DwellPartner *other = b;

  if (isnan (one->score) != isnan (other->score))
    return isnan (one->score) ? 1 : -1;
  if (!isnan (one->score) && one->score != other->score)
    return one->score > other->score ? -1 : 1;

  return (one->net < other->net) - (one->net > other->net);
}

/* Rows are sorted by falling change, which for rows of one side only is their time. */
static void
find (GTask        *task,
      gpointer      source,
      gpointer      data,
      GCancellable *cancellable)
{
  Question *self = data;
  const DwellDifference *difference = self->answer->difference;
  gboolean is_gone = self->new_area == DWELL_NONE;
  guint8 wanted = is_gone ? DWELL_VERDICT_NEW : DWELL_VERDICT_GONE;
  const DwellTrace *trace = is_gone ? difference->new : difference->base;
  g_autoptr(GArray) suggestions = dwell_match_suggest (self->answer->match, difference->base,
                                                       difference->of_base, difference->new,
                                                       difference->of_new);
  GArray *partners = g_array_new (FALSE, FALSE, sizeof (DwellPartner));

  g_array_set_clear_func (partners, partner_clear);
  for (guint i = 0; i < difference->n_rows && partners->len < MAX_PARTNERS; i++)
    {
      const DwellDifferenceRow *row = &difference->rows[i];
      const DwellStatisticsRow *figures = is_gone ? row->new : row->base;
      DwellFigure net = dwell_difference_get_figure (difference, row, DWELL_STATISTIC_NET);
      DwellPartner partner;

      if (row->verdict != wanted || figures == NULL || !is_of_kind (self, row))
        continue;

      partner.area = is_gone ? row->new_area : row->base_area;
      partner.score = get_score (self, suggestions, partner.area);
      partner.name = dwell_trace_dup_area_label (trace, partner.area);
      partner.count = figures->count;
      partner.net = is_gone ? net.new : net.base;
      g_array_append_val (partners, partner);
    }

  g_array_sort (partners, compare_partners);
  g_task_return_pointer (task, partners, (GDestroyNotify) g_array_unref);
}

/**
 * dwell_comparison_partners_find_async:
 * @list: a list
 * @position: a row that is new or gone
 * @callback: called with the answer
 * @user_data: data for @callback
 *
 * Looks for areas that the row may be matched with.
 */
void
dwell_comparison_partners_find_async (DwellComparisonList *list,
                                      guint                position,
                                      GAsyncReadyCallback  callback,
                                      gpointer             user_data)
{
  g_autoptr(DwellComparisonItem) item = g_list_model_get_item (G_LIST_MODEL (list), position);
  g_autoptr(GTask) task = g_task_new (list, NULL, callback, user_data);
  Question *question;

  g_return_if_fail (item != NULL);

  question = g_new0 (Question, 1);
  question->answer = _dwell_comparison_answer_ref (_dwell_comparison_item_get_answer (item));
  question->base_area = dwell_comparison_item_get_row (item)->base_area;
  question->new_area = dwell_comparison_item_get_row (item)->new_area;
  g_task_set_source_tag (task, dwell_comparison_partners_find_async);
  g_task_set_task_data (task, question, question_free);
  dwell_task_run_in_thread (task, find);
}

/**
 * dwell_comparison_partners_find_finish:
 * @result: the result that the callback got
 *
 * Returns: (transfer full) (element-type DwellPartner): the areas that it may be matched with: the
 *   similar ones, the most similar first, then the others, the longest time first
 */
GArray *
dwell_comparison_partners_find_finish (GAsyncResult *result)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, dwell_comparison_partners_find_async),
                        NULL);

  return g_task_propagate_pointer (G_TASK (result), NULL);
}
