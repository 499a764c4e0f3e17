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
  _dwell_requirements_answer_unref (DWELL_REQUIREMENT_ITEM (object)->answer);

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

  self->answer = _dwell_requirements_answer_ref (answer);
  self->row = row;
  return self;
}

/**
 * dwell_requirement_item_get_result:
 * @self: a row
 *
 * Returns: (transfer none): what became of the requirement
 */
const DwellRequirementResult *
dwell_requirement_item_get_result (DwellRequirementItem *self)
{
  return self->answer->results->pdata[self->row];
}

/* “510 µs”, “83.2 %”, “3”; with a sign “−10 µs”. */
static char *
make_figure (const char *unit,
             double      figure)
{
  if (g_strcmp0 (unit, "ns") == 0)
    return dwell_text_duration (dwell_time_round (figure));
  if (g_strcmp0 (unit, "%") == 0)
    /* Translators: a percentage */
    return g_strdup_printf (_("%.4g %%"), figure);

  return g_strdup_printf ("%.7g", figure);
}

/**
 * dwell_requirement_item_get_text:
 * @self: a row
 * @column: a column
 *
 * Returns: (transfer full): the text of the cell; "" for what does not exist
 */
char *
dwell_requirement_item_get_text (DwellRequirementItem   *self,
                                 DwellRequirementColumn  column)
{
  const DwellRequirementResult *result = dwell_requirement_item_get_result (self);
  DwellCellValue cell = dwell_requirement_result_get_cell (result, column);
  double figure = (double) cell.whole + cell.rest;

  if (cell.kind == DWELL_CELL_TIME || cell.kind == DWELL_CELL_REAL)
    return make_figure (result->unit, figure);

  return _dwell_cell_to_text (&cell, FALSE);
}

/**
 * dwell_requirement_item_get_plain:
 * @self: a row
 * @column: a column
 *
 * Returns: (transfer full): the text of the cell for other programs, as dwell-cli check writes it:
 *   times in ns, verdicts and reasons by their ids; "" for what does not exist
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
 * @violation: one of its violations
 * @trace: the trace that it is of
 *
 * Returns: (transfer full): when it was, what was measured and where: “12.304 s · 1.31 ms · Camera”
 */
char *
dwell_requirement_describe_violation (const DwellRequirementResult    *result,
                                      const DwellRequirementViolation *violation,
                                      const DwellTrace                *trace)
{
  GString *text = g_string_new (NULL);
  g_autofree char *time = dwell_text_duration (violation->begin);

  g_string_append (text, time);
  if (violation->has_value)
    {
      g_autofree char *value = make_figure (result->unit, violation->value);

      g_string_append_printf (text, " · %s", value);
    }
  if (violation->is_run)
    {
      g_autofree char *until = dwell_text_duration (violation->until);

      g_string_append (text, " · ");
      /* Translators: the end of a stretch of time */
      g_string_append_printf (text, _("until %s"), until);
    }
  if (violation->context != DWELL_NONE && trace->n_contexts > 1)
    g_string_append_printf (text, " · %s",
                            dwell_trace_get_context_name (trace, violation->context));
  if (violation->detail != NULL)
    g_string_append_printf (text, " · %s", violation->detail);

  return g_string_free (text, FALSE);
}
