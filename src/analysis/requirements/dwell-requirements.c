/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks requirements in a trace, several at a time, each for all its subjects. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analysis/requirements/dwell-requirements-private.h"
#include "core/dwell-error.h"
#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"

/* The number of requirements that are judged at a time. */
#define N_AT_A_TIME 64

/* One or several requirements to judge, and the results. */
typedef struct {
  DwellRequirementsTrace *trace;
  GPtrArray              *results;
  guint                   n_worst;
  GArray                 *rows;
  GArray                 *marks;
  GPtrArray              *curves; /* (nullable): of tracks; if set, nothing is judged */
  guint                   n_points;
  guint64                 n_during; /* elements that are gathered for "during" */
  GArray                 *during; /* (nullable) DwellStretch: of the requirement that is judged,
                                   * once a subject needed them */
  const char             *no_during; /* (nullable): why there are none */
  GPtrArray              *suggestions; /* for names in "during" */
} Checking;

/* Several requirements that are judged on all processors. */
typedef struct {
  const Checking         *whole;
  const DwellRequirement *requirements[N_AT_A_TIME];
  Checking                parts[N_AT_A_TIME];
  guint                   n;
  guint                   n_max;
} Group;

static void
free_result (gpointer result)
{
  _dwell_requirement_result_free (result);
}

static const char *
run (DwellJudge *judge)
{
  switch ((int) judge->requirement->curve)
    {
    case DWELL_CURVE_VALUE:
      return _dwell_judge_values (judge);
    case DWELL_CURVE_CONCURRENCY:
    case DWELL_CURVE_BACKLOG:
      return _dwell_judge_levels (judge);
    case DWELL_CURVE_DELAY:
    case DWELL_CURVE_SPREAD:
      return _dwell_judge_events (judge);
    case DWELL_CURVE_REACTION:
    case DWELL_CURVE_AGE:
    case DWELL_CURVE_LATENCY:
    case DWELL_CURVE_LOST:
    case DWELL_CURVE_REPEATED:
      return _dwell_judge_chain (judge);
    case DWELL_CURVE_ORDER:
      return _dwell_judge_order (judge);
    case DWELL_CURVE_NEVER:
    case DWELL_CURVE_ALWAYS:
      return _dwell_judge_condition (judge);
    case DWELL_CURVE_LOAD:
    case DWELL_CURVE_COUNT:
      return _dwell_judge_windows (judge);
    case DWELL_CURVE_TIME:
    case DWELL_CURVE_HITS:
    case DWELL_CURVE_SHARE:
    case DWELL_CURVE_COST:
    case DWELL_CURVE_CALLS:
    case DWELL_CURVE_GROWTH:
      return _dwell_judge_fixed (judge);
    default:
      if (judge->requirement->window != DWELL_WINDOW_NONE)
        return _dwell_judge_windows (judge);
      _dwell_judge_spans (judge);
      return NULL;
    }
}

/* Keeps the points gathered for a track, and nothing else. */
static void
take_curve (Checking   *self,
            DwellJudge *judge,
            const char *reason)
{
  DwellRequirementCurve *curve = judge->curve;
  DwellRequirementResult *result;

  if (reason == NULL)
    curve->track = _dwell_judge_find_track (judge);
  else
    curve->reason = reason;
  _dwell_curve_finish (judge);

  result = _dwell_judge_finish (judge);
  if (curve->reason == NULL && curve->points->n == 0)
    curve->reason = result->reason != NULL ? result->reason : "no-data";
  curve->subject = g_steal_pointer (&result->subject);
  _dwell_requirement_result_free (result);
  g_ptr_array_add (self->curves, curve);
}

/* Gives @judge the stretches of "during", which are the same for all subjects of a requirement.
 * Returns: (nullable): why there are none */
static const char *
take_during (Checking               *self,
             const DwellRequirement *requirement,
             DwellJudge             *judge)
{
  if (self->during == NULL)
    {
      self->during = g_array_new (FALSE, FALSE, sizeof (DwellStretch));
      self->suggestions = g_ptr_array_new_with_free_func (g_free);
      self->no_during = _dwell_stretches_of_condition (self->trace, requirement->during, FALSE,
                                                       NULL, self->during, self->suggestions);
    }

  judge->stretches = g_array_ref (self->during);
  for (guint i = 0; i < self->suggestions->len; i++)
    g_ptr_array_add (judge->result->suggestions, g_strdup (self->suggestions->pdata[i]));
  return self->no_during;
}

/* Judges one subject; @reason: (nullable): why it cannot be judged */
static void
judge_one (Checking               *self,
           const DwellRequirement *requirement,
           char                   *subject,
           const guint32          *areas,
           guint                   n_areas,
           const guint8           *contexts,
           const char             *reason,
           GPtrArray              *suggestions)
{
  DwellRequirementResult *result;
  DwellJudge judge;

  _dwell_judge_init (&judge, requirement, self->trace, self->n_worst);
  judge.areas = areas;
  judge.n_areas = n_areas;
  judge.contexts = contexts;
  judge.rows = self->rows;
  judge.marks = self->marks;
  judge.n_before = self->results->len;
  judge.result->subject = subject;
  if (self->curves != NULL)
    judge.curve = _dwell_curve_new (requirement);
  judge.n_points = &self->n_points;
  judge.n_during = self->n_during;

  if (reason == NULL)
    reason = _dwell_judge_claim (&judge);
  if (reason == NULL && requirement->during != NULL)
    reason = take_during (self, requirement, &judge);
  if (reason == NULL)
    reason = run (&judge);
  _dwell_judge_release (&judge);

  if (judge.curve != NULL)
    {
      take_curve (self, &judge, reason);
      return;
    }
  g_atomic_int_inc (&self->trace->n_results);
  result = _dwell_judge_finish (&judge);
  for (guint i = 0; suggestions != NULL && i < suggestions->len; i++)
    g_ptr_array_add (result->suggestions, g_strdup (suggestions->pdata[i]));
  if (reason != NULL)
    {
      result->has_samples = FALSE;
      _dwell_result_set_undecided (result, reason);
    }
  g_ptr_array_add (self->results, result);
}

static char *
make_subject (const DwellTrace       *trace,
              const DwellRequirement *requirement,
              const GArray           *areas)
{
  const DwellRequirementName *only = requirement->names->pdata[0];
  g_autoptr(GString) text = g_string_new (NULL);

  if (requirement->names->len == 1 && only->pattern != NULL)
    return g_strdup (only->text);

  for (guint i = 0; i < areas->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                            dwell_trace_get_area_title (trace, g_array_index (areas, guint32, i)));
  return g_strdup (text->str);
}

/* Whether there are more than can be reported. */
static gboolean
has_too_many (const Checking *self)
{
  return g_atomic_int_get (&self->trace->n_results) > DWELL_REQUIREMENTS_MAX_RESULTS ||
         (self->curves != NULL && self->curves->len > DWELL_REQUIREMENTS_MAX_TRACKS);
}

/* Judges each name, or all together. */
static void
judge_names (Checking               *self,
             const DwellRequirement *requirement,
             gboolean                together)
{
  DwellTrace *trace = self->trace->trace;
  g_autoptr(GArray) areas = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint8 *contexts = g_new0 (guint8, trace->n_contexts + 1);
  gboolean is_value = requirement->curve == DWELL_CURVE_VALUE;
  gboolean needs_pauses = requirement->curve == DWELL_CURVE_PAUSE ||
                          requirement->curve == DWELL_CURVE_PREEMPTED;
  const char *no_context = NULL;

  for (guint i = 0; requirement->on != NULL && i < requirement->on->len && no_context == NULL; i++)
    no_context = _dwell_requirements_find_contexts (trace, requirement->on->pdata[i], contexts,
                                                    NULL);

  for (guint i = 0; i < requirement->names->len; i++)
    {
      const DwellRequirementName *name = requirement->names->pdata[i];
      g_autoptr(GPtrArray) suggestions = g_ptr_array_new_with_free_func (g_free);
      const char *reason = _dwell_requirements_find_area (trace, name, is_value, areas,
                                                          suggestions);

      if (reason == NULL)
        reason = no_context;
      if (reason == NULL && needs_pauses && !dwell_trace_has (trace, DWELL_TABLE_SUSPENSIONS))
        reason = "not-in-format";
      if (reason != NULL)
        {
          judge_one (self, requirement, g_strdup (name->text), NULL, 0, NULL, reason, suggestions);
          if (together)
            return;
          g_array_set_size (areas, 0);
          continue;
        }
      if (together)
        continue;

      for (guint j = 0; j < areas->len && !has_too_many (self); j++)
        {
          guint32 area = g_array_index (areas, guint32, j);

          judge_one (self, requirement, g_strdup (dwell_trace_get_area_title (trace, area)), &area,
                     1, requirement->on != NULL ? contexts : NULL, NULL, NULL);
        }
      g_array_set_size (areas, 0);
    }
  if (together)
    judge_one (self, requirement, make_subject (trace, requirement, areas),
               (const guint32 *) (gconstpointer) areas->data, areas->len,
               requirement->on != NULL ? contexts : NULL, NULL, NULL);
}

/* Judges figures without a time axis, for each name. */
static void
judge_fixed (Checking               *self,
             const DwellRequirement *requirement)
{
  for (guint i = 0; i < requirement->names->len; i++)
    {
      const DwellRequirementName *name = requirement->names->pdata[i];
      g_autoptr(GPtrArray) subjects = g_ptr_array_new ();
      g_autoptr(GPtrArray) suggestions = g_ptr_array_new_with_free_func (g_free);
      const char *reason = _dwell_requirements_find_fixed (self->trace, requirement, name,
                                                           subjects, suggestions);

      if (reason != NULL)
        judge_one (self, requirement, g_strdup (name->text), NULL, 0, NULL, reason, suggestions);
      for (guint j = 0; reason == NULL && j < subjects->len && !has_too_many (self); j++)
        {
          const DwellFixedSubject *subject = subjects->pdata[j];

          judge_one (self, requirement, g_strdup (subject->title),
                     (const guint32 *) (gconstpointer) subject->areas->data, subject->areas->len,
                     NULL, NULL, NULL);
        }
    }
}

static char *
make_condition_subject (DwellTrace                      *trace,
                        const DwellRequirementCondition *condition)
{
  g_autoptr(GArray) areas = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (_dwell_requirements_find_area (trace, condition->name, condition->kind == DWELL_CONDITION_IS,
                                     areas, NULL) == NULL)
    return g_strdup (dwell_trace_get_area_title (trace, g_array_index (areas, guint32, 0)));
  return g_strdup (condition->name->text);
}

static void
judge_requirement (Checking               *self,
                   const DwellRequirement *requirement)
{
  gboolean is_window = requirement->window != DWELL_WINDOW_NONE ||
                       requirement->curve == DWELL_CURVE_LOAD ||
                       requirement->curve == DWELL_CURVE_COUNT;
  g_autofree guint8 *contexts = NULL;
  const char *reason = NULL;

  /* The same for all subjects. */
  self->n_during = _dwell_requirement_count_during (self->trace, requirement);
  if (is_window && requirement->on != NULL)
    {
      contexts = g_new0 (guint8, self->trace->trace->n_contexts + 1);
      for (guint i = 0; i < requirement->on->len && reason == NULL; i++)
        reason = _dwell_requirements_find_contexts (self->trace->trace, requirement->on->pdata[i],
                                                    contexts, NULL);
    }
  if (_dwell_requirement_is_fixed (requirement))
    judge_fixed (self, requirement);
  else if (is_window)
    judge_one (self, requirement, NULL, NULL, 0, contexts, reason, NULL);
  else if (requirement->condition != NULL)
    judge_one (self, requirement,
               make_condition_subject (self->trace->trace, requirement->condition), NULL, 0, NULL,
               NULL, NULL);
  else if (requirement->names == NULL)
    judge_one (self, requirement, NULL, NULL, 0, NULL, NULL, NULL);
  else
    judge_names (self, requirement, requirement->curve == DWELL_CURVE_CONCURRENCY ||
                                    requirement->curve == DWELL_CURVE_ORDER);

  g_clear_pointer (&self->during, g_array_unref);
  g_clear_pointer (&self->suggestions, g_ptr_array_unref);
}

/* Whether a requirement is among those whose curves are wanted, and has one. */
static gboolean
is_shown (const DwellRequirement *requirement,
          const char * const     *shown)
{
  return shown != NULL && dwell_requirement_has_curve (requirement) &&
         g_strv_contains (shown, requirement->id);
}

static gboolean
is_wanted (const Checking         *self,
           const DwellRequirement *requirement,
           const char * const     *only)
{
  if (self->curves != NULL)
    return requirement->is_track || is_shown (requirement, only);
  if (only != NULL && !g_strv_contains (only, requirement->id))
    return FALSE;

  return !requirement->is_track || (only != NULL && self->rows != NULL);
}

static void
judge_part (guint    job,
            gpointer user_data)
{
  Group *self = user_data;
  Checking *part = &self->parts[job];
  const Checking *whole = self->whole;

  *part = (Checking) { .trace = whole->trace, .n_worst = whole->n_worst, .rows = whole->rows };
  part->results = g_ptr_array_new_with_free_func (free_result);
  if (whole->marks != NULL)
    part->marks = g_array_new (FALSE, FALSE, sizeof (DwellOverrunMark));
  judge_requirement (part, self->requirements[job]);
}

/* Adds the results and the marks of one requirement to those before it. */
static void
take_part (Checking *self,
           Checking *part)
{
  guint n_before = self->results->len;

  for (guint i = 0; part->marks != NULL && i < part->marks->len &&
                    self->marks->len < DWELL_REQUIREMENTS_MAX_MARKS; i++)
    {
      DwellOverrunMark mark = g_array_index (part->marks, DwellOverrunMark, i);

      mark.cause += n_before;
      g_array_append_val (self->marks, mark);
    }
  g_ptr_array_extend_and_steal (self->results, g_steal_pointer (&part->results));
  g_clear_pointer (&part->marks, g_array_unref);
}

/* Judges a group. Samples go into one list, in the order of the file. */
static void
judge_group (Checking *self,
             Group    *group)
{
  if (self->rows == NULL)
    dwell_parallel_for (group->n, judge_part, group);
  for (guint i = 0; i < group->n; i++)
    {
      if (self->rows != NULL)
        judge_part (i, group);
      take_part (self, &group->parts[i]);
    }
  group->n = 0;
}

/* Returns: whether there was no error so far */
static gboolean
is_well (const Checking  *self,
         GError         **error)
{
  if (g_cancellable_set_error_if_cancelled (self->trace->cancellable, error))
    return FALSE;

  if (self->rows != NULL && self->rows->len >= DWELL_REQUIREMENTS_MAX_ROWS)
    {
      g_set_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT, _("there are more than %d samples"),
                   DWELL_REQUIREMENTS_MAX_ROWS);
      return FALSE;
    }
  if (g_atomic_int_get (&self->trace->is_lacking))
    {
      dwell_memory_set_error (error);
      return FALSE;
    }
  if (has_too_many (self))
    {
      g_set_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT,
                   self->curves != NULL ? _("there are more than %d tracks")
                                        : _("there are more than %d results"),
                   self->curves != NULL ? DWELL_REQUIREMENTS_MAX_TRACKS
                                        : DWELL_REQUIREMENTS_MAX_RESULTS);
      return FALSE;
    }
  return TRUE;
}

/* Tracks are made one after another, as the number of all their values is limited. Returns: whether
 * it succeeded */
static gboolean
run_all (Checking                *self,
         const DwellRequirements *file,
         const char * const      *only,
         GError                 **error)
{
  Group group = { .whole = self, .n_max = N_AT_A_TIME };
  gboolean is_good = TRUE;

  /* Each may have a million marks, which are kept until all of a group are judged. */
  if (self->marks != NULL)
    group.n_max = MIN (N_AT_A_TIME, 2 * dwell_parallel_get_n_threads ());

  for (guint i = 0; i < file->requirements->len && is_good; i++)
    {
      const DwellRequirement *requirement = file->requirements->pdata[i];

      if (!is_wanted (self, requirement, only))
        continue;
      if (self->curves != NULL)
        judge_requirement (self, requirement);
      else
        group.requirements[group.n++] = requirement;
      if (group.n == group.n_max)
        judge_group (self, &group);
      is_good = is_well (self, error);
    }
  if (!is_good)
    return FALSE;

  judge_group (self, &group);
  return is_well (self, error);
}

/* Runs @self on a trace. Returns: whether it succeeded */
static gboolean
run_on (Checking                *self,
        const DwellRequirements *file,
        const char * const      *only,
        DwellTrace              *trace,
        GCancellable            *cancellable,
        GError                 **error)
{
  DwellRequirementsTrace shared;
  gboolean is_good;

  if (!_dwell_requirements_trace_init (&shared, trace, cancellable, error))
    return FALSE;

  self->trace = &shared;
  is_good = run_all (self, file, only, error);
  _dwell_requirements_trace_clear (&shared);
  return is_good;
}

/**
 * dwell_requirements_check:
 * @self: requirements without errors
 * @trace: a whole trace
 * @only: (nullable) (array zero-terminated=1): ids; %NULL: all
 * @n_worst: how many of the worst violations of each to keep
 * @rows: (nullable): gets a DwellRequirementSampleRow for each sample
 * @marks: (nullable): gets a DwellOverrunMark for each violation, up to a million
 * @cancellable: (nullable): checked now and then
 * @error: why there are no results
 *
 * Checks requirements in a trace, on all processors; call it on a worker.
 *
 * Returns: (transfer full) (nullable): DwellRequirementResult, in the order of the file and of the
 *   areas; valid only as long as @self
 */
GPtrArray *
dwell_requirements_check (const DwellRequirements *self,
                          DwellTrace              *trace,
                          const char * const      *only,
                          guint                    n_worst,
                          GArray                  *rows,
                          GArray                  *marks,
                          GCancellable            *cancellable,
                          GError                 **error)
{
  Checking checking = { .n_worst = MIN (n_worst, DWELL_REQUIREMENTS_MAX_WORST), .rows = rows,
                        .marks = marks };

  checking.results = g_ptr_array_new_with_free_func (free_result);
  if (!run_on (&checking, self, only, trace, cancellable, error))
    g_clear_pointer (&checking.results, g_ptr_array_unref);
  return checking.results;
}

/**
 * dwell_requirements_has_tracks:
 * @self: requirements
 * @shown: (nullable) (array zero-terminated=1): ids of requirements that are shown as curves, too
 *
 * Returns: whether there are lines of tracks, or of the requirements in @shown, among them
 */
gboolean
dwell_requirements_has_tracks (const DwellRequirements *self,
                               const char * const      *shown)
{
  for (guint i = 0; i < self->requirements->len; i++)
    if (dwell_requirement_is_track (self->requirements->pdata[i]) ||
        is_shown (self->requirements->pdata[i], shown))
      return TRUE;

  return FALSE;
}

/**
 * dwell_requirements_derive:
 * @self: requirements without errors
 * @trace: a whole trace
 * @shown: (nullable) (array zero-terminated=1): ids of requirements that are shown as curves, too
 * @cancellable: (nullable): checked between lines
 * @error: why there are no tracks
 *
 * Gathers the values of the lines of tracks and of the requirements in @shown, by the measures of
 * dwell_requirements_check(); call it on a worker. A line whose values are not known has no points,
 * and a reason.
 *
 * Returns: (transfer full) (nullable): DwellRequirementCurve, in the order of the file and of the
 *   areas; valid only as long as @self
 */
GPtrArray *
dwell_requirements_derive (const DwellRequirements *self,
                           DwellTrace              *trace,
                           const char * const      *shown,
                           GCancellable            *cancellable,
                           GError                 **error)
{
  g_autoptr(GPtrArray) results = g_ptr_array_new_with_free_func (free_result);
  Checking checking = { .results = results };

  checking.curves = g_ptr_array_new_with_free_func (_dwell_curve_free);
  if (!run_on (&checking, self, shown, trace, cancellable, error))
    g_clear_pointer (&checking.curves, g_ptr_array_unref);
  return checking.curves;
}

/**
 * dwell_requirement_get_id:
 * @self: a requirement
 *
 * Returns: its id
 */
const char *
dwell_requirement_get_id (const DwellRequirement *self)
{
  return self->id;
}

/**
 * dwell_requirement_get_title:
 * @self: a requirement
 *
 * Returns: (nullable): its title
 */
const char *
dwell_requirement_get_title (const DwellRequirement *self)
{
  return self->title;
}

/**
 * dwell_requirement_get_text:
 * @self: a requirement
 *
 * Returns: its line as in the file
 */
const char *
dwell_requirement_get_text (const DwellRequirement *self)
{
  return self->text;
}

/**
 * dwell_requirement_is_track:
 * @self: a requirement
 *
 * Returns: whether it only describes a track: it has no limit, and no verdict
 */
gboolean
dwell_requirement_is_track (const DwellRequirement *self)
{
  return self->is_track;
}

/**
 * dwell_requirement_get_because:
 * @self: a requirement
 *
 * Returns: (nullable): where it comes from
 */
const char *
dwell_requirement_get_because (const DwellRequirement *self)
{
  return self->because;
}

/**
 * dwell_requirement_get_line:
 * @self: a requirement
 *
 * Returns: the number of its line, from 1
 */
guint
dwell_requirement_get_line (const DwellRequirement *self)
{
  return self->line;
}

/**
 * dwell_requirement_get_severity:
 * @self: a requirement
 *
 * Returns: how severe a violation is
 */
DwellSeverity
dwell_requirement_get_severity (const DwellRequirement *self)
{
  return self->severity;
}

/**
 * dwell_outcome_get_id:
 * @self: a verdict
 *
 * Returns: its word in JSON
 */
const char *
dwell_outcome_get_id (DwellOutcome self)
{
  static const char * const ids[] = { "passed", "violated", "inconclusive", "skipped" };

  return ids[self];
}
