/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of the list of requirements, which exists only while a widget shows it. */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "model/lists/dwell-cell-text.h"
#include "model/requirements/dwell-requirements-question.h"

struct _DwellRequirementItem
{
  GObject parent_instance;

  DwellRequirementsAnswer *answer;
  guint32                  row;
};

G_DEFINE_FINAL_TYPE (DwellRequirementItem, dwell_requirement_item, G_TYPE_OBJECT)

static void
dwell_requirement_item_finalize (GObject *object)
{
  dwell_requirements_answer_unref (DWELL_REQUIREMENT_ITEM (object)->answer);

  G_OBJECT_CLASS (dwell_requirement_item_parent_class)->finalize (object);
}

static void
dwell_requirement_item_class_init (DwellRequirementItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = dwell_requirement_item_finalize;
}

static void
dwell_requirement_item_init (DwellRequirementItem *self)
{
}

DwellRequirementItem *
_dwell_requirement_item_new (DwellRequirementsAnswer *answer,
                             guint32                  row)
{
  DwellRequirementItem *self = g_object_new (DWELL_TYPE_REQUIREMENT_ITEM, NULL);

  self->answer = dwell_requirements_answer_ref (answer);
  self->row = row;
  return self;
}

/**
 * dwell_requirement_item_get_result:
 * @self: a row
 *
 * Returns: (transfer none): the result of the requirement
 */
const DwellRequirementResult *
dwell_requirement_item_get_result (DwellRequirementItem *self)
{
  return self->answer->results->pdata[self->row];
}

/**
 * dwell_requirement_item_get_places:
 * @self: a row
 * @places: (out) (array fixed-size=256): for each of %DWELL_REQUIREMENT_N_PLACES equal parts of the
 *   recording, whether the requirement is violated there
 *
 * Returns: whether it is violated anywhere
 */
gboolean
dwell_requirement_item_get_places (DwellRequirementItem *self,
                                   guint8                places[])
{
  return dwell_requirements_answer_get_places (self->answer, self->row, places);
}

/**
 * dwell_requirement_item_describe_places:
 * @self: a row
 *
 * Returns: (transfer full): between which times it is violated: “Violated between 1.2 s and 3.4 s”;
 *   "" if it is not violated
 */
char *
dwell_requirement_item_describe_places (DwellRequirementItem *self)
{
  const DwellTrace *trace = self->answer->base->trace;
  guint8 places[DWELL_REQUIREMENT_N_PLACES];
  double step = ((double) trace->end - (double) trace->begin) / DWELL_REQUIREMENT_N_PLACES;
  guint first = 0;
  guint last = 0;

  if (!dwell_requirement_item_get_places (self, places))
    return g_strdup ("");

  while (!places[first])
    first++;
  for (guint i = first; i < DWELL_REQUIREMENT_N_PLACES; i++)
    if (places[i])
      last = i;
  {
    g_autofree char *from = dwell_text_duration (dwell_time_round ((double) trace->begin +
                                                                   first * step));
    g_autofree char *to = dwell_text_duration (dwell_time_round ((double) trace->begin +
                                                                 (last + 1) * step));

    /* Translators: two times */
    return g_strdup_printf (_("Violated between %s and %s"), from, to);
  }
}

/**
 * dwell_requirement_describe_range:
 * @result: a result
 *
 * Returns: (transfer full): the values and their limits, for those who cannot see them drawn:
 *   “From 300 µs to 510 µs, at most 500 µs”; "" if there are none
 */
char *
dwell_requirement_describe_range (const DwellRequirementResult *result)
{
  g_autofree char *min = dwell_requirement_make_figure (result->unit, result->min);
  g_autofree char *max = dwell_requirement_make_figure (result->unit, result->max);
  g_autofree char *low = dwell_requirement_make_figure (result->unit, result->low);
  g_autofree char *high = dwell_requirement_make_figure (result->unit, result->high);

  if (!isfinite (result->min) || !isfinite (result->max))
    return g_strdup ("");
  if (isfinite (result->low) && isfinite (result->high))
    /* Translators: the least and the greatest of some figures, and what they may be */
    return g_strdup_printf (_("From %s to %s; it may be %s to %s"), min, max, low, high);
  if (isfinite (result->high))
    /* Translators: the least and the greatest of some figures, and what they may be */
    return g_strdup_printf (_("From %s to %s; it may be at most %s"), min, max, high);
  if (isfinite (result->low))
    /* Translators: the least and the greatest of some figures, and what they may be */
    return g_strdup_printf (_("From %s to %s; it may be at least %s"), min, max, low);

  return g_strdup ("");
}

/**
 * dwell_requirement_item_get_text:
 * @self: a row
 * @column: a column
 *
 * Returns: (transfer full): the text of the cell; "" for a missing value
 */
char *
dwell_requirement_item_get_text (DwellRequirementItem   *self,
                                 DwellRequirementColumn  column)
{
  const DwellRequirementResult *result = dwell_requirement_item_get_result (self);
  DwellCellValue cell = dwell_requirement_result_get_cell (result, column);
  double figure = (double) cell.whole + cell.rest;

  if (cell.kind == DWELL_CELL_TIME || cell.kind == DWELL_CELL_REAL)
    return dwell_requirement_make_figure (result->unit, figure);

  return _dwell_cell_to_text (&cell, FALSE);
}

/**
 * dwell_requirement_item_get_plain:
 * @self: a row
 * @column: a column
 *
 * Returns: (transfer full): the text of the cell for other programs, as dwell-cli check writes it:
 *   times in ns, verdicts and reasons by their ids; "" for a missing value
 */
char *
dwell_requirement_item_get_plain (DwellRequirementItem   *self,
                                  DwellRequirementColumn  column)
{
  const DwellRequirementResult *result = dwell_requirement_item_get_result (self);
  DwellCellValue cell = dwell_requirement_result_get_cell (result, column);

  if (column == DWELL_REQUIREMENT_VERDICT)
    return g_strdup (dwell_outcome_get_id (result->verdict));
  if (column == DWELL_REQUIREMENT_REASON)
    return g_strdup (result->reason != NULL ? result->reason : "");
  if (column == DWELL_REQUIREMENT_SEVERITY)
    return g_strdup (dwell_severity_get_id (dwell_requirement_get_severity (result->requirement)));

  return _dwell_cell_to_text (&cell, TRUE);
}

/**
 * dwell_requirement_describe_violation:
 * @result: a result
 * @violation: one of its violations, or of its samples that could not be decided
 * @trace: the trace of @result
 *
 * Returns: (transfer full): when it was, the value and where: “12.304 s · 1.31 ms · Camera”
 */
char *
dwell_requirement_describe_violation (const DwellRequirementResult    *result,
                                      const DwellRequirementViolation *violation,
                                      const DwellTrace                *trace)
{
  GString *text = g_string_new (NULL);
  g_autofree char *time = dwell_text_duration (violation->at);

  g_string_append (text, time);
  if (violation->has_value)
    {
      g_autofree char *value = dwell_requirement_make_figure (result->unit, violation->value);
      g_autofree char *most = dwell_requirement_make_figure (result->unit, violation->most);

      g_string_append (text, " · ");
      if (!violation->is_undecided)
        g_string_append (text, value);
      else if (!isfinite (violation->most))
        /* Translators: the least that a figure can be */
        g_string_append_printf (text, _("at least %s"), value);
      else
        /* Translators: the least and the greatest that a figure can be */
        g_string_append_printf (text, C_("requirement", "from %s to %s"), value, most);
    }
  if (violation->is_undecided)
    g_string_append_printf (text, " · %s", _("not decided, because the recording cuts it off"));
  if (violation->is_run)
    {
      g_autofree char *until = dwell_text_duration (violation->until);

      g_string_append (text, " · ");
      /* Translators: the end of a stretch of time */
      g_string_append_printf (text, _("until %s"), until);
    }
  else if (violation->at != violation->begin)
    {
      g_autofree char *begin = dwell_text_duration (violation->begin);
      g_autofree char *end = dwell_text_duration (violation->end);

      g_string_append (text, " · ");
      /* Translators: the begin and the end of a stretch of time */
      g_string_append_printf (text, C_("requirement", "from %s to %s"), begin, end);
    }
  if (violation->context != DWELL_NONE && trace->n_contexts > 1)
    g_string_append_printf (text, " · %s",
                            dwell_trace_get_context_name (trace, violation->context));
  if (violation->detail != NULL)
    g_string_append_printf (text, " · %s", violation->detail);

  return g_string_free (text, FALSE);
}

static char *
describe_violated (const DwellRequirementResult *result)
{
  const DwellRequirementViolation *worst =
    result->worst != NULL && result->worst->len > 0
    ? &g_array_index (result->worst, DwellRequirementViolation, 0) : NULL;
  g_autofree char *n = dwell_text_count (result->n_violations);
  g_autofree char *of = dwell_text_count (result->n_samples);
  g_autofree char *time = worst != NULL ? dwell_text_duration (worst->at) : NULL;
  g_autofree char *value = worst != NULL && worst->has_value
                           ? dwell_requirement_make_figure (result->unit, worst->value) : NULL;
  GString *text = g_string_new (NULL);

  if (isfinite (result->value))
    {
      g_autofree char *figure = dwell_requirement_make_figure (result->unit, result->value);

      /* Translators: %s is a figure, such as “1.31 ms” */
      g_string_printf (text, _("Violated: %s"), figure);
    }
  else if (result->has_samples)
    /* Translators: two numbers, of samples */
    g_string_printf (text, _("Violated: %s of %s"), n, of);
  else
    g_string_printf (text, ngettext ("Violated %s time", "Violated %s times",
                                     dwell_text_plural (result->n_violations)), n);
  if (value != NULL)
    {
      g_string_append (text, " · ");
      /* Translators: what was measured, and a time */
      g_string_append_printf (text, _("worst %s at %s"), value, time);
    }
  else if (time != NULL)
    {
      g_string_append (text, " · ");
      /* Translators: %s is a time */
      g_string_append_printf (text, _("worst at %s"), time);
    }
  return g_string_free (text, FALSE);
}

static char *
describe_passed (const DwellRequirementResult *result)
{
  g_autofree char *n = dwell_text_count (result->n_samples);
  GString *text = g_string_new (NULL);

  if (isfinite (result->value))
    {
      g_autofree char *figure = dwell_requirement_make_figure (result->unit, result->value);

      /* Translators: %s is a figure, such as “1.31 ms” */
      g_string_printf (text, _("Passed: %s"), figure);
    }
  else if (result->has_samples)
    g_string_printf (text, ngettext ("Passed: %s sample", "Passed: %s samples",
                                     dwell_text_plural (result->n_samples)), n);
  else
    g_string_assign (text, C_("requirement", "Passed"));
  if (isfinite (result->min) && isfinite (result->max))
    {
      g_autofree char *min = dwell_requirement_make_figure (result->unit, result->min);
      g_autofree char *max = dwell_requirement_make_figure (result->unit, result->max);

      g_string_append (text, " · ");
      /* Translators: the least and the greatest of some figures */
      g_string_append_printf (text, C_("requirement", "from %s to %s"), min, max);
    }
  return g_string_free (text, FALSE);
}

/**
 * dwell_requirement_describe_result:
 * @result: a result
 *
 * Returns: (transfer full): the result of the requirement in one line: “Violated: 3 of 20 412 ·
 *   worst 1.31 ms at 12.304 s”
 */
char *
dwell_requirement_describe_result (const DwellRequirementResult *result)
{
  const char *reason = dwell_requirement_get_reason (result);
  const char *meant = result->suggestions != NULL && result->suggestions->len > 0
                      ? result->suggestions->pdata[0] : NULL;

  if (result->verdict == DWELL_OUTCOME_VIOLATED)
    return describe_violated (result);
  if (result->verdict == DWELL_OUTCOME_PASSED)
    return describe_passed (result);
  if (meant != NULL)
    /* Translators: why something could not be decided, and the name that was meant */
    return g_strdup_printf (_("Inconclusive: %s. Did you mean “%s”?"), reason, meant);
  if (result->verdict == DWELL_OUTCOME_SKIPPED)
    /* Translators: why a requirement is passed over */
    return g_strdup_printf (_("Skipped: %s"), reason);

  /* Translators: why something could not be decided */
  return g_strdup_printf (_("Inconclusive: %s"), reason);
}
