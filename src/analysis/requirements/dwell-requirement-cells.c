/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes table cells from the results of requirements. Figures are in the unit of the result, so a
 * column may have both times and percentages. */
#include "config.h"

#include "analysis/requirements/dwell-requirement-cells.h"

#include <math.h>

#include <glib/gi18n-lib.h>

const DwellColumnInfo dwell_requirement_columns[DWELL_N_REQUIREMENT_COLUMNS] = {
  [DWELL_REQUIREMENT_VERDICT] = {
    "verdict", N_("Verdict"),
    N_("Violated if more samples break the limit than are allowed; inconclusive if none could be "
       "decided"),
    DWELL_CELL_TEXT, TRUE },
  [DWELL_REQUIREMENT_ID] = {
    "id", N_("ID"),
    N_("The id of the requirement in the file"),
    DWELL_CELL_TEXT, FALSE },
  [DWELL_REQUIREMENT_TEXT] = {
    "text", N_("Requirement"),
    N_("The requirement as written in the file"),
    DWELL_CELL_TEXT, TRUE },
  [DWELL_REQUIREMENT_SUBJECT] = {
    "subject", N_("Subject"),
    N_("What was measured; a pattern has a row for each name that it matches"),
    DWELL_CELL_TEXT, TRUE },
  [DWELL_REQUIREMENT_VIOLATIONS] = {
    "violations", N_("Violations"),
    N_("How many samples break the limit"),
    DWELL_CELL_COUNT, TRUE },
  [DWELL_REQUIREMENT_SAMPLES] = {
    "samples", N_("Samples"),
    N_("How often it was measured"),
    DWELL_CELL_COUNT, TRUE },
  [DWELL_REQUIREMENT_UNDECIDED] = {
    "inconclusive", N_("Undecided"),
    N_("Samples that are cut off by an end of the recording, so that it is not known whether they "
       "meet the limit"),
    DWELL_CELL_COUNT, FALSE },
  [DWELL_REQUIREMENT_VALUE] = {
    "value", N_("Value"),
    N_("The single figure of a requirement on a mean, sum, percentile, share, cost or growth"),
    DWELL_CELL_REAL, TRUE },
  [DWELL_REQUIREMENT_MIN] = {
    "min", N_("Min"),
    N_("The least value of a sample"),
    DWELL_CELL_REAL, FALSE },
  [DWELL_REQUIREMENT_MAX] = {
    "max", N_("Max"),
    N_("The greatest value of a sample"),
    DWELL_CELL_REAL, TRUE },
  [DWELL_REQUIREMENT_MARGIN] = {
    "margin", N_("Margin"),
    N_("How far the worst sample is from the limit: negative if it is beyond"),
    DWELL_CELL_REAL, TRUE },
  [DWELL_REQUIREMENT_REASON] = {
    "reason", N_("Reason"),
    N_("Why nothing could be decided"),
    DWELL_CELL_TEXT, FALSE },
  [DWELL_REQUIREMENT_SEVERITY] = {
    "severity", N_("Severity"),
    N_("How a build treats a violation"),
    DWELL_CELL_TEXT, FALSE },
  [DWELL_REQUIREMENT_BECAUSE] = {
    "because", N_("Origin"),
    N_("Where the requirement comes from"),
    DWELL_CELL_TEXT, FALSE },
  [DWELL_REQUIREMENT_LINE] = {
    "line", N_("Line"),
    N_("Its line number in the file"),
    DWELL_CELL_COUNT, FALSE },
};

/**
 * dwell_outcome_get_title:
 * @self: a verdict
 *
 * Returns: a sign and a word for it, translated
 */
const char *
dwell_outcome_get_title (DwellOutcome self)
{
  static const char * const titles[DWELL_N_OUTCOMES] = {
    [DWELL_OUTCOME_PASSED] = NC_("verdict", "✓ Passed"),
    [DWELL_OUTCOME_VIOLATED] = NC_("verdict", "✗ Violated"),
    [DWELL_OUTCOME_INCONCLUSIVE] = NC_("verdict", "? Inconclusive"),
    [DWELL_OUTCOME_SKIPPED] = NC_("verdict", "– Skipped"),
  };

  return g_dpgettext2 (NULL, "verdict", titles[self]);
}

/**
 * dwell_requirement_reason_get_title:
 * @reason: (nullable): the reason of a result or a curve
 *
 * Returns: (nullable): why nothing could be decided, translated; %NULL if something was
 */
const char *
dwell_requirement_reason_get_title (const char *reason)
{
  static const struct { const char *id; const char *title; } reasons[] = {
    { "cut", N_("The ends of the recording cut every sample") },
    { "no-data", N_("It never happened") },
    { "no-such-name", N_("Nothing has this name") },
    { "ambiguous-name", N_("Several things have this name") },
    { "slow-name", N_("The regular expression takes too long for some names") },
    { "not-in-format", N_("The format does not record this") },
    { "low-confidence", N_("The growth is not certain") },
    { "too-many", N_("There are too many values to show") },
  };

  for (guint i = 0; reason != NULL && i < G_N_ELEMENTS (reasons); i++)
    if (g_str_equal (reason, reasons[i].id))
      return _(reasons[i].title);

  return reason;
}

/**
 * dwell_requirement_get_reason:
 * @self: a result
 *
 * Returns: (nullable): why nothing could be decided, translated; %NULL if something was
 */
const char *
dwell_requirement_get_reason (const DwellRequirementResult *self)
{
  return dwell_requirement_reason_get_title (self->reason);
}

static DwellCellValue
make_figure (const DwellRequirementResult *self,
             double                        figure)
{
  return dwell_cell_real (g_strcmp0 (self->unit, "ns") == 0 ? DWELL_CELL_TIME : DWELL_CELL_REAL,
                          figure, isfinite (figure));
}

static DwellCellValue
make_severity (DwellSeverity severity)
{
  return dwell_cell_text (severity == DWELL_SEVERITY_ERROR ? _("Error")
                          : severity == DWELL_SEVERITY_WARNING ? _("Warning")
                                                               : C_("severity", "Note"));
}

/**
 * dwell_requirement_result_get_cell:
 * @self: a result
 * @column: a column
 *
 * Returns: the cell; its text lives as long as the result and its requirements. Reals are in the
 *   unit of the result
 */
DwellCellValue
dwell_requirement_result_get_cell (const DwellRequirementResult *self,
                                   DwellRequirementColumn        column)
{
  switch (column)
    {
    case DWELL_REQUIREMENT_VERDICT:
      return dwell_cell_text (dwell_outcome_get_title (self->verdict));
    case DWELL_REQUIREMENT_ID:
      return dwell_cell_text (dwell_requirement_get_id (self->requirement));
    case DWELL_REQUIREMENT_TEXT:
      return dwell_cell_text (dwell_requirement_get_text (self->requirement));
    case DWELL_REQUIREMENT_SUBJECT:
      return dwell_cell_text (self->subject);
    case DWELL_REQUIREMENT_VIOLATIONS:
      return dwell_cell_wide (DWELL_CELL_COUNT, self->n_violations, self->reason == NULL);
    case DWELL_REQUIREMENT_SAMPLES:
      return dwell_cell_wide (DWELL_CELL_COUNT, self->n_samples, self->has_samples);
    case DWELL_REQUIREMENT_UNDECIDED:
      return dwell_cell_wide (DWELL_CELL_COUNT, self->n_inconclusive, self->has_samples);
    case DWELL_REQUIREMENT_VALUE:
      return self->growth != NULL ? dwell_cell_text (self->growth)
                                  : make_figure (self, self->value);
    case DWELL_REQUIREMENT_MIN:
      return make_figure (self, self->min);
    case DWELL_REQUIREMENT_MAX:
      return make_figure (self, self->max);
    case DWELL_REQUIREMENT_MARGIN:
      return make_figure (self, self->margin);
    case DWELL_REQUIREMENT_REASON:
      return dwell_cell_text (dwell_requirement_get_reason (self));
    case DWELL_REQUIREMENT_SEVERITY:
      return make_severity (dwell_requirement_get_severity (self->requirement));
    case DWELL_REQUIREMENT_BECAUSE:
      return dwell_cell_text (dwell_requirement_get_because (self->requirement));
    case DWELL_REQUIREMENT_LINE:
      return dwell_cell_wide (DWELL_CELL_COUNT, dwell_requirement_get_line (self->requirement),
                              TRUE);
    case DWELL_N_REQUIREMENT_COLUMNS:
    default:
      g_assert_not_reached ();
    }
}
