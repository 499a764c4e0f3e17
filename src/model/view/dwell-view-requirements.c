/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file of timing requirements against which a view checks its trace, and the results. The file
 * is kept with the state. A worker checks the requirements once, and again when the file or the
 * trace changes. A trace that is still being read is not checked. */
#include "config.h"

#include "model/session/dwell-file-watch.h"
#include "model/view/dwell-view-private.h"

#define NAME "requirements"

/* Ids of requirements that are shown as curves, separated by spaces. */
#define CURVES "requirement-curves"

struct _DwellJudged
{
  DwellView               *view;
  GFile                   *file;        /* NULL: none */
  char                    *shown;       /* ids of requirements that are shown as curves */
  DwellRequirementsAnswer *answer;      /* NULL: none yet */
  gboolean                 is_outdated; /* the file has changed since */
  char                    *chosen_id;      /* NULL: none was chosen */
  char                    *chosen_subject; /* the subject of the chosen result; (nullable) */
  DwellFileWatch          *watch;       /* of the file of the answer */
  DwellJob                *job;         /* NULL: nothing is being checked */
};

typedef struct {
  DwellReading            *reading;
  GFile                   *file;
  char                   **shown;
  DwellReading            *former; /* (nullable): has the tracks that are shown now */
  DwellRequirementsAnswer *answer; /* out; NULL: cancelled */
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  dwell_reading_unref (self->reading);
  g_clear_pointer (&self->former, dwell_reading_unref);
  g_object_unref (self->file);
  g_strfreev (self->shown);
  g_clear_pointer (&self->answer, dwell_requirements_answer_unref);
  g_free (self);
}

static void
answer_question (gpointer      data,
                 GCancellable *cancellable)
{
  Question *self = data;

  self->answer = dwell_requirements_answer_new (self->reading, self->file,
                                                (const char * const *) self->shown, self->former,
                                                cancellable);
}

static void
take_answer (DwellJudged             *self,
             DwellRequirementsAnswer *answer)
{
  gboolean is_derived = answer != NULL && answer->reading->trace != answer->base->trace;

  g_clear_pointer (&self->answer, dwell_requirements_answer_unref);
  self->answer = answer;
  _dwell_view_set_derived (self->view, is_derived ? answer->reading : NULL,
                           is_derived ? answer->base->trace : NULL);
  _dwell_view_update_overruns (self->view);
  _dwell_view_emit (self->view, DWELL_VIEW_REQUIREMENTS_CHANGED);
}

static void update (DwellJudged *self);

static void
file_changed (DwellJudged *self)
{
  self->is_outdated = TRUE;
  update (self);
}

static void
answered (gpointer data,
          gpointer user_data)
{
  Question *question = data;
  DwellJudged *self = user_data;

  self->job = NULL;
  self->is_outdated = FALSE;
  if (self->watch != NULL)
    g_signal_handlers_disconnect_by_data (self->watch, self);
  g_clear_object (&self->watch);
  self->watch = dwell_file_watch_new (&question->answer->file, &question->answer->stamp, 1);
  g_signal_connect_swapped (self->watch, "changed", G_CALLBACK (file_changed), self);
  take_answer (self, g_steal_pointer (&question->answer));
}

/* Returns: (transfer full): the ids that @shown holds */
static char **
split_ids (const char *shown)
{
  return g_strsplit (shown, " ", -1);
}

static gboolean
shows_wanted_curves (const DwellJudged *self)
{
  g_auto(GStrv) wanted = split_ids (self->shown);

  return g_strv_equal ((const char * const *) self->answer->shown,
                       (const char * const *) wanted);
}

static gboolean
has_wanted_answer (const DwellJudged *self)
{
  return self->answer != NULL && !self->is_outdated && shows_wanted_curves (self) &&
         self->answer->reading->trace == self->view->trace &&
         g_file_equal (self->answer->file, self->file);
}

/* Called when the file or the trace has changed. */
static void
update (DwellJudged *self)
{
  gboolean is_read = dwell_session_get_state (self->view->session) == DWELL_SESSION_READY;
  gboolean was_asking = self->job != NULL;
  gboolean is_other = self->answer != NULL &&
                      (self->file == NULL || !g_file_equal (self->answer->file, self->file));
  Question *question;

  g_clear_pointer (&self->job, _dwell_job_abandon);
  if (is_other)
    take_answer (self, NULL);

  if (self->file != NULL && is_read && self->view->reading != NULL && !has_wanted_answer (self))
    {
      question = g_new0 (Question, 1);
      question->reading = dwell_reading_ref (dwell_session_get_reading (self->view->session));
      question->former = self->view->derived != NULL ? dwell_reading_ref (self->view->derived)
                                                     : NULL;
      question->file = g_object_ref (self->file);
      question->shown = split_ids (self->shown);
      self->job = _dwell_job_start (question, question_free, answer_question, answered, self);
    }
  if (was_asking || self->job != NULL)
    _dwell_view_emit (self->view, DWELL_VIEW_REQUIREMENTS_CHANGED);
}

static void
adapt (gpointer data)
{
  DwellJudged *self = data;

  if (self->file != NULL)
    update (self);
}

static void
session_changed (DwellView *view)
{
  adapt (view->judged);
}

/* The kept texts may also have been changed by restoring a state. */
static void
kept_changed (DwellView *view)
{
  DwellJudged *self = view->judged;
  g_autoptr(GFile) file = dwell_view_get_requirements (view);
  const char *shown = dwell_view_get_kept (view, DWELL_KEPT_LAYOUT, CURVES);
  gboolean is_same = file == self->file ||
                     (file != NULL && self->file != NULL && g_file_equal (file, self->file));

  if (is_same && g_str_equal (shown, self->shown))
    return;

  g_free (self->shown);
  self->shown = g_strdup (shown);

  g_set_object (&self->file, file);
  update (self);
}

static void
judged_free (gpointer data)
{
  DwellJudged *self = data;

  g_clear_pointer (&self->job, _dwell_job_abandon);
  if (self->watch != NULL)
    g_signal_handlers_disconnect_by_data (self->watch, self);
  g_clear_object (&self->watch);
  g_clear_pointer (&self->answer, dwell_requirements_answer_unref);
  g_clear_object (&self->file);
  g_free (self->shown);
  g_free (self->chosen_id);
  g_free (self->chosen_subject);
  g_free (self);
}

void
_dwell_view_add_judged (DwellView *self)
{
  self->judged = g_new0 (DwellJudged, 1);
  self->judged->view = self;
  self->judged->shown = g_strdup ("");
  _dwell_view_add_part (self, self->judged, judged_free, adapt, NULL);
  g_signal_connect (self, "kept-changed", G_CALLBACK (kept_changed), NULL);
  g_signal_connect_object (self->session, "notify::state", G_CALLBACK (session_changed), self,
                           G_CONNECT_SWAPPED);
}

/**
 * dwell_view_get_requirements_answer:
 * @self: a view
 *
 * Returns: (transfer none) (nullable): the results of its requirements; while a changed file is
 *   being checked, the former results. %NULL: there are none, or nothing is known yet
 */
DwellRequirementsAnswer *
dwell_view_get_requirements_answer (DwellView *self)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), NULL);

  return self->judged->answer;
}

/**
 * dwell_view_choose_requirement:
 * @self: a view
 * @result: (nullable): one of the results of its requirements; %NULL: none
 *
 * Chooses the result whose violations dwell_view_step_worst() goes through. The same requirement
 * stays chosen when the file changes.
 */
void
dwell_view_choose_requirement (DwellView                    *self,
                               const DwellRequirementResult *result)
{
  DwellJudged *judged;

  g_return_if_fail (DWELL_IS_VIEW (self));

  judged = self->judged;
  g_free (judged->chosen_id);
  g_free (judged->chosen_subject);
  judged->chosen_id = NULL;
  judged->chosen_subject = NULL;
  if (result == NULL)
    return;

  judged->chosen_id = g_strdup (dwell_requirement_get_id (result->requirement));
  judged->chosen_subject = g_strdup (result->subject);
}

/**
 * dwell_view_has_chosen_requirement:
 * @self: a view
 * @result: one of the results of its requirements
 *
 * Returns: whether it is the one that dwell_view_choose_requirement() chose
 */
gboolean
dwell_view_has_chosen_requirement (DwellView                    *self,
                                   const DwellRequirementResult *result)
{
  const DwellJudged *judged;

  g_return_val_if_fail (DWELL_IS_VIEW (self) && result != NULL, FALSE);

  judged = self->judged;
  return judged->chosen_id != NULL &&
         g_str_equal (dwell_requirement_get_id (result->requirement), judged->chosen_id) &&
         g_strcmp0 (result->subject, judged->chosen_subject) == 0;
}

/* Returns: the number of the chosen result or, if none is chosen or it is gone, of the first one
 * that is violated; G_MAXUINT: there is none */
guint
_dwell_view_get_chosen (DwellView *self)
{
  const DwellJudged *judged = self->judged;
  guint found = G_MAXUINT;

  for (guint i = 0; judged->answer != NULL && judged->answer->results != NULL &&
                    i < judged->answer->results->len; i++)
    {
      const DwellRequirementResult *result = judged->answer->results->pdata[i];

      if (dwell_view_has_chosen_requirement (self, result))
        return i;
      if (found == G_MAXUINT && result->verdict == DWELL_OUTCOME_VIOLATED)
        found = i;
    }
  return found;
}

/**
 * dwell_view_get_requirements_busy:
 * @self: a view
 *
 * Returns: whether requirements are being checked; “requirements-changed” is emitted on changes
 */
gboolean
dwell_view_get_requirements_busy (DwellView *self)
{
  g_return_val_if_fail (DWELL_IS_VIEW (self), FALSE);

  return self->judged->job != NULL;
}

/**
 * dwell_view_get_requirements:
 * @self: a view
 *
 * Returns: (transfer full) (nullable): the file of its requirements
 */
GFile *
dwell_view_get_requirements (DwellView *self)
{
  const char *uri;

  g_return_val_if_fail (DWELL_IS_VIEW (self), NULL);

  uri = dwell_view_get_kept (self, DWELL_KEPT_LAYOUT, NAME);
  return *uri != '\0' ? g_file_new_for_uri (uri) : NULL;
}

/**
 * dwell_view_set_requirements:
 * @self: a view
 * @file: (nullable): a file of requirements; %NULL: none
 *
 * Checks the trace of the view against the requirements of a file. “kept-changed” follows.
 */
void
dwell_view_set_requirements (DwellView *self,
                             GFile     *file)
{
  g_autofree char *uri = file != NULL ? g_file_get_uri (file) : g_strdup ("");

  g_return_if_fail (DWELL_IS_VIEW (self));

  dwell_view_set_kept (self, DWELL_KEPT_LAYOUT, NAME, uri);
}

/**
 * dwell_view_shows_requirement:
 * @self: a view
 * @id: the id of a requirement
 *
 * Returns: whether its values are shown as a curve in the timeline
 */
gboolean
dwell_view_shows_requirement (DwellView  *self,
                              const char *id)
{
  g_auto(GStrv) shown = NULL;

  g_return_val_if_fail (DWELL_IS_VIEW (self), FALSE);

  shown = split_ids (self->judged->shown);
  return g_strv_contains ((const char * const *) shown, id);
}

/**
 * dwell_view_show_requirement:
 * @self: a view
 * @id: the id of a requirement
 * @is_shown: whether its values are to be shown as a curve
 *
 * Shows the values of a requirement as a derived track, or removes the track. “kept-changed”
 * follows, and “trace-changed” when the tracks have been derived.
 */
void
dwell_view_show_requirement (DwellView  *self,
                             const char *id,
                             gboolean    is_shown)
{
  g_auto(GStrv) shown = NULL;
  g_autoptr(GString) text = g_string_new (NULL);

  g_return_if_fail (DWELL_IS_VIEW (self));

  shown = split_ids (self->judged->shown);
  for (guint i = 0; shown[i] != NULL; i++)
    if (!g_str_equal (shown[i], id))
      g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", shown[i]);
  if (is_shown)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", id);

  dwell_view_set_kept (self, DWELL_KEPT_LAYOUT, CURVES, text->str);
}

/**
 * dwell_view_get_limits:
 * @self: a view
 *
 * Returns: (transfer none) (nullable) (element-type DwellDerivedLimit): the limits of the derived
 *   tracks of its trace, by track
 */
const GArray *
dwell_view_get_limits (DwellView *self)
{
  const DwellRequirementsAnswer *answer;

  g_return_val_if_fail (DWELL_IS_VIEW (self), NULL);

  answer = self->judged->answer;
  return answer != NULL && answer->reading->trace == self->trace ? answer->limits : NULL;
}
