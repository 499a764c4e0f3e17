/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The preview edits the text as saving would, reads all of it, because a line may need chains above
 * it, and checks the trace against the one requirement. While the user types, it waits for a
 * pause. */
#include "config.h"

#include "model/requirements/dwell-requirement-preview.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "analysis/requirements/dwell-requirements-edit.h"
#include "core/dwell-memory.h"
#include "core/dwell-text.h"
#include "model/requirements/dwell-requirement-list.h"
#include "model/view/dwell-requirements-answer.h"

#define PAUSE_MS 150

/* If there are more samples, they are not kept, and other limits are checked from scratch. */
#define MAX_SAMPLES 10000000

/* A question and its answer. */
typedef struct {
  GBytes                  *text;
  guint                    line;     /* from 1; 0: it is added */
  char                    *above;    /* (nullable): a line that is added before it */
  char                    *sentence;
  DwellReading            *reading;
  DwellRequirementsAnswer *answer;   /* NULL: cancelled */
  const DwellRequirement  *requirement; /* of the answer, or NULL */
  DwellRequirementSamples *samples; /* (nullable): of its only result */
  char                    *fault;    /* (nullable) */
  guint                    begin;    /* of the fault in the sentence; begin == end: not known */
  guint                    end;
  guint                    serial;
} Question;

struct _DwellRequirementPreview
{
  DwellQuery parent_instance;

  GBytes   *text;
  guint     line;
  char     *above;    /* (nullable) */
  char     *sentence; /* NULL: no answer is wanted */
  guint     serial;   /* of the wanted answer */
  Question *shown;    /* (nullable) */
  GPtrArray *at_once; /* the shown result with the newest limit; or NULL */
  guint     pause_id; /* a source, or 0 */
};

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellRequirementPreview, dwell_requirement_preview, DWELL_TYPE_QUERY)

static void
question_free (gpointer data)
{
  Question *self = data;

  g_clear_pointer (&self->samples, dwell_requirement_samples_unref);
  g_clear_pointer (&self->answer, dwell_requirements_answer_unref);
  dwell_reading_unref (self->reading);
  g_bytes_unref (self->text);
  g_free (self->above);
  g_free (self->sentence);
  g_free (self->fault);
  g_free (self);
}

/* Returns: (nullable): what is wrong with the line: a fault in it, in the line added above it, or a
 * new one in a later line, such as one that has the same id. */
static char *
find_fault (Question                *self,
            const DwellRequirements *requirements,
            guint                    line,
            guint                    n_before)
{
  for (guint i = 0; i < requirements->errors->len; i++)
    {
      const DwellRequirementsError *error = &g_array_index (requirements->errors,
                                                            DwellRequirementsError, i);

      if (error->line == line)
        {
          self->begin = error->begin;
          self->end = error->end;
        }
      if (error->line == line || (self->above != NULL && error->line == line - 1))
        return g_strdup (error->message);
    }
  for (guint i = 0; requirements->errors->len > n_before && i < requirements->errors->len; i++)
    {
      const DwellRequirementsError *error = &g_array_index (requirements->errors,
                                                            DwellRequirementsError, i);

      if (error->line > line)
        /* Translators: the number of a line, and what is wrong in it */
        return g_strdup_printf (_("Line %u: %s"), error->line, error->message);
    }

  return NULL;
}

static guint
count_faults (GBytes *text)
{
  gsize length;
  const char *bytes = g_bytes_get_data (text, &length);
  g_autoptr(DwellRequirements) parsed = dwell_requirements_parse (bytes != NULL ? bytes : "",
                                                                  length);

  return parsed->errors->len;
}

/* Keeps the samples of the only result, if they do not depend on the limit. */
static void
keep_samples (Question                *self,
              DwellRequirementsAnswer *answer,
              const char * const      *only,
              GCancellable            *cancellable)
{
  const DwellRequirementResult *result = answer->results != NULL && answer->results->len == 1
                                         ? answer->results->pdata[0] : NULL;
  g_autoptr(GArray) rows = NULL;
  g_autoptr(GPtrArray) again = NULL;
  gsize n_bytes;

  if (result == NULL || !result->has_samples || result->reason != NULL ||
      result->n_samples > MAX_SAMPLES || !dwell_requirement_keeps_samples (result->requirement))
    return;

  /* An array that doubles when it grows, and the samples made from it. */
  n_bytes = result->n_samples * (2 * sizeof (DwellRequirementSampleRow) + sizeof (double));
  if (!dwell_memory_claim (n_bytes, NULL))
    return;

  rows = g_array_sized_new (FALSE, FALSE, sizeof (DwellRequirementSampleRow),
                            (guint) result->n_samples);
  again = dwell_requirements_check (answer->requirements, self->reading->trace, only, 0, rows, NULL,
                                    cancellable, NULL);
  if (again != NULL)
    self->samples = dwell_requirement_samples_new (self->reading->trace, rows, cancellable);
  dwell_memory_release (n_bytes);
}

static void
question_run (gpointer      data,
              GCancellable *cancellable)
{
  Question *self = data;
  g_autoptr(GBytes) whole = self->above != NULL
                            ? dwell_requirements_edit (self->text, 0, self->above)
                            : g_bytes_ref (self->text);
  g_autoptr(GBytes) edited = dwell_requirements_edit (whole, self->line, self->sentence);
  g_autoptr(DwellRequirementsAnswer) answer =
    dwell_requirements_answer_new_for_text (self->reading, edited);
  guint line = self->line > 0 ? self->line : dwell_requirements_last_line (edited);
  const DwellRequirement *requirement = NULL;

  self->fault = find_fault (self, answer->requirements, line, count_faults (self->text));
  for (guint i = 0; i < answer->requirements->requirements->len; i++)
    if (dwell_requirement_get_line (answer->requirements->requirements->pdata[i]) == line)
      requirement = answer->requirements->requirements->pdata[i];

  if (self->fault == NULL && requirement != NULL)
    {
      const char * const only[] = { dwell_requirement_get_id (requirement), NULL };

      dwell_requirements_answer_check (answer, only, cancellable);
      keep_samples (self, answer, only, cancellable);
    }
  if (g_cancellable_is_cancelled (cancellable))
    return;

  self->requirement = requirement;
  self->answer = g_steal_pointer (&answer);
}

static gboolean
is_wanted (DwellRequirementPreview *self,
           const Question          *question)
{
  return question != NULL && question->serial == self->serial &&
         question->reading->trace == dwell_query_get_trace (DWELL_QUERY (self));
}

/* A trace that is still being read is not checked. */
static gboolean
can_ask (DwellRequirementPreview *self)
{
  DwellSession *session = dwell_query_get_session (DWELL_QUERY (self));

  return self->sentence != NULL && session != NULL &&
         dwell_session_get_state (session) == DWELL_SESSION_READY &&
         dwell_query_get_trace (DWELL_QUERY (self)) != NULL;
}

static void
dwell_requirement_preview_ask (DwellQuery *query)
{
  DwellRequirementPreview *self = DWELL_REQUIREMENT_PREVIEW (query);
  Question *question;

  if (!can_ask (self) || self->pause_id != 0 || is_wanted (self, self->shown))
    return;

  question = g_new0 (Question, 1);
  question->text = g_bytes_ref (self->text);
  question->line = self->line;
  question->above = g_strdup (self->above);
  question->sentence = g_strdup (self->sentence);
  question->reading = dwell_reading_ref (dwell_query_get_reading (query));
  question->serial = self->serial;
  dwell_query_ask (query, question, question_free, question_run);
}

static void
dwell_requirement_preview_take (DwellQuery *query,
                                gpointer    data)
{
  DwellRequirementPreview *self = DWELL_REQUIREMENT_PREVIEW (query);
  Question *question = data;

  if (question->answer == NULL || !is_wanted (self, question))
    return;

  g_clear_pointer (&self->at_once, g_ptr_array_unref);
  g_clear_pointer (&self->shown, question_free);
  self->shown = g_new (Question, 1);
  *self->shown = *question;
  /* The question is freed afterwards, without what was taken from it. */
  question->text = g_bytes_ref (question->text);
  question->reading = dwell_reading_ref (question->reading);
  question->above = NULL;
  question->sentence = NULL;
  question->samples = NULL;
  question->answer = NULL;
  question->fault = NULL;
  g_signal_emit (self, signals[CHANGED], 0);
}

static gboolean
dwell_requirement_preview_shows_wanted (DwellQuery *query)
{
  DwellRequirementPreview *self = DWELL_REQUIREMENT_PREVIEW (query);

  return is_wanted (self, self->shown);
}

static gboolean
dwell_requirement_preview_is_busy (DwellQuery *query)
{
  DwellRequirementPreview *self = DWELL_REQUIREMENT_PREVIEW (query);

  return can_ask (self) && !is_wanted (self, self->shown);
}

static void
dwell_requirement_preview_dispose (GObject *object)
{
  g_clear_handle_id (&DWELL_REQUIREMENT_PREVIEW (object)->pause_id, g_source_remove);

  G_OBJECT_CLASS (dwell_requirement_preview_parent_class)->dispose (object);
}

static void
dwell_requirement_preview_finalize (GObject *object)
{
  DwellRequirementPreview *self = DWELL_REQUIREMENT_PREVIEW (object);

  g_clear_pointer (&self->at_once, g_ptr_array_unref);
  g_clear_pointer (&self->shown, question_free);
  g_clear_pointer (&self->text, g_bytes_unref);
  g_free (self->above);
  g_free (self->sentence);

  G_OBJECT_CLASS (dwell_requirement_preview_parent_class)->finalize (object);
}

static void
dwell_requirement_preview_class_init (DwellRequirementPreviewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  DwellQueryClass *query_class = DWELL_QUERY_CLASS (klass);

  object_class->dispose = dwell_requirement_preview_dispose;
  object_class->finalize = dwell_requirement_preview_finalize;
  query_class->ask = dwell_requirement_preview_ask;
  query_class->take = dwell_requirement_preview_take;
  query_class->shows_wanted = dwell_requirement_preview_shows_wanted;
  query_class->is_busy = dwell_requirement_preview_is_busy;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
dwell_requirement_preview_init (DwellRequirementPreview *self)
{
  dwell_query_connect_session (DWELL_QUERY (self), "notify::state",
                               G_CALLBACK (dwell_query_update));
}

/**
 * dwell_requirement_preview_new:
 *
 * Returns: (transfer full): a preview of nothing
 */
DwellRequirementPreview *
dwell_requirement_preview_new (void)
{
  return g_object_new (DWELL_TYPE_REQUIREMENT_PREVIEW, NULL);
}

static gboolean
on_pause (gpointer user_data)
{
  DwellRequirementPreview *self = user_data;

  self->pause_id = 0;
  dwell_query_update (DWELL_QUERY (self));
  return G_SOURCE_REMOVE;
}

/* Returns: (nullable): the limit of the wanted sentence, if it differs from the shown one only in
 * its limit */
static char *
find_other_limit (DwellRequirementPreview *self)
{
  const Question *shown = self->shown;
  DwellRequirementPart old;
  DwellRequirementPart new;

  if (shown == NULL || shown->samples == NULL || shown->text != self->text ||
      shown->line != self->line || g_strcmp0 (shown->above, self->above) != 0 ||
      shown->reading->trace != dwell_query_get_trace (DWELL_QUERY (self)) ||
      !dwell_requirement_find_limit (shown->sentence, &old) ||
      !dwell_requirement_find_limit (self->sentence, &new) || old.begin != new.begin ||
      strncmp (shown->sentence, self->sentence, old.begin) != 0 ||
      !g_str_equal (shown->sentence + old.end, self->sentence + new.end))
    return NULL;

  return g_strndup (self->sentence + new.begin, new.end - new.begin);
}

static void
free_result (gpointer result)
{
  dwell_requirement_result_free (result);
}

/* Checks a new limit with the samples that were kept; the whole answer follows. */
static void
judge_at_once (DwellRequirementPreview *self)
{
  g_autofree char *limit = find_other_limit (self);
  DwellRequirementResult *result = limit != NULL
    ? dwell_requirement_samples_judge (self->shown->samples, self->shown->answer->results->pdata[0],
                                       limit)
    : NULL;

  if (result == NULL)
    return;

  g_clear_pointer (&self->at_once, g_ptr_array_unref);
  self->at_once = g_ptr_array_new_with_free_func (free_result);
  g_ptr_array_add (self->at_once, result);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * dwell_requirement_preview_set_line:
 * @self: a preview
 * @text: a file of requirements
 * @line: the number of the line that is edited, from 1; 0: it is added
 * @above: (nullable): a line that is added before it, if it is added itself
 * @sentence: the new content of the line
 *
 * Asks for another answer once there is a pause in the changes. If only the limit differs,
 * “changed” is emitted at once.
 */
void
dwell_requirement_preview_set_line (DwellRequirementPreview *self,
                                    GBytes                  *text,
                                    guint                    line,
                                    const char              *above,
                                    const char              *sentence)
{
  gboolean is_first;

  g_return_if_fail (DWELL_IS_REQUIREMENT_PREVIEW (self));

  is_first = self->sentence == NULL;
  g_bytes_ref (text);
  g_clear_pointer (&self->text, g_bytes_unref);
  self->text = text;
  self->line = line;
  g_free (self->above);
  self->above = g_strdup (above);
  g_free (self->sentence);
  self->sentence = g_strdup (sentence);
  self->serial++;
  g_clear_handle_id (&self->pause_id, g_source_remove);
  dwell_query_cancel (DWELL_QUERY (self));
  if (!is_first)
    self->pause_id = g_timeout_add (PAUSE_MS, on_pause, self);
  dwell_query_update (DWELL_QUERY (self));
  judge_at_once (self);
}

/**
 * dwell_requirement_preview_get_fault:
 * @self: a preview
 *
 * Returns: (transfer none) (nullable): what is wrong with the line, translated
 */
const char *
dwell_requirement_preview_get_fault (DwellRequirementPreview *self)
{
  g_return_val_if_fail (DWELL_IS_REQUIREMENT_PREVIEW (self), NULL);

  return self->shown != NULL ? self->shown->fault : NULL;
}

/**
 * dwell_requirement_preview_get_place:
 * @self: a preview
 * @begin: (out): where the fault begins in the sentence, bytes
 * @end: (out): where it ends
 *
 * Returns: whether it is known where the fault is in the sentence
 */
gboolean
dwell_requirement_preview_get_place (DwellRequirementPreview *self,
                                     guint                   *begin,
                                     guint                   *end)
{
  const Question *shown;

  g_return_val_if_fail (DWELL_IS_REQUIREMENT_PREVIEW (self), FALSE);

  shown = self->shown;
  if (shown == NULL || shown->fault == NULL || shown->begin >= shown->end)
    return FALSE;

  *begin = shown->begin;
  *end = shown->end;
  return TRUE;
}

/**
 * dwell_requirement_preview_get_results:
 * @self: a preview
 *
 * Returns: (transfer none) (nullable) (element-type DwellRequirementResult): its results
 */
const GPtrArray *
dwell_requirement_preview_get_results (DwellRequirementPreview *self)
{
  g_return_val_if_fail (DWELL_IS_REQUIREMENT_PREVIEW (self), NULL);

  if (self->at_once != NULL)
    return self->at_once;

  return self->shown != NULL ? self->shown->answer->results : NULL;
}

/**
 * dwell_requirement_preview_get_samples:
 * @self: a preview
 *
 * Returns: (transfer none) (nullable): the samples of its only result, if they are times and do not
 *   depend on the limit
 */
const DwellRequirementSamples *
dwell_requirement_preview_get_samples (DwellRequirementPreview *self)
{
  g_return_val_if_fail (DWELL_IS_REQUIREMENT_PREVIEW (self), NULL);

  return self->shown != NULL ? self->shown->samples : NULL;
}

/**
 * dwell_requirement_preview_is_good:
 * @self: a preview
 *
 * Returns: whether the line that was last set is known to have no fault
 */
gboolean
dwell_requirement_preview_is_good (DwellRequirementPreview *self)
{
  g_return_val_if_fail (DWELL_IS_REQUIREMENT_PREVIEW (self), FALSE);

  return is_wanted (self, self->shown) && self->shown->fault == NULL;
}

/* Returns the worst of several results, by verdict. */
static const DwellRequirementResult *
find_worst (const GPtrArray *results)
{
  static const DwellOutcome order[] = {
    DWELL_OUTCOME_VIOLATED, DWELL_OUTCOME_INCONCLUSIVE, DWELL_OUTCOME_PASSED,
    DWELL_OUTCOME_SKIPPED,
  };

  for (guint k = 0; k < G_N_ELEMENTS (order); k++)
    for (guint i = 0; i < results->len; i++)
      if (((const DwellRequirementResult *) results->pdata[i])->verdict == order[k])
        return results->pdata[i];

  return NULL;
}

/**
 * dwell_requirement_preview_describe:
 * @self: a preview
 *
 * Returns: (transfer full): the result of the line as one line of text; "" if there is none
 */
char *
dwell_requirement_preview_describe (DwellRequirementPreview *self)
{
  const DwellRequirementResult *worst;
  const GPtrArray *results;
  g_autofree char *text = NULL;
  g_autofree char *n = NULL;

  g_return_val_if_fail (DWELL_IS_REQUIREMENT_PREVIEW (self), NULL);

  results = dwell_requirement_preview_get_results (self);
  worst = results != NULL ? find_worst (results) : NULL;
  if (worst == NULL)
    return g_strdup (self->shown != NULL && self->shown->answer->error != NULL
                     ? self->shown->answer->error->message : "");

  text = dwell_requirement_describe_result (worst);
  if (results->len == 1)
    return g_steal_pointer (&text);

  n = dwell_text_count (results->len);
  /* Translators: what became of one of several names, its name, and the number of all */
  return g_strdup_printf (_("%s (%s, the worst of %s)"), text, worst->subject, n);
}
