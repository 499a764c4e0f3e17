/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of requirements, and behind the separator the recording that is held against it. */
#include "config.h"

#include "analysis/requirements/dwell-requirement-cells.h"
#include "core/dwell-wide.h"
#include "fuzz.h"

static void
check_results (const DwellRequirements *requirements,
               const DwellTrace        *trace,
               GPtrArray               *results,
               guint                    n_worst)
{
  g_assert_cmpuint (results->len, <=, DWELL_REQUIREMENTS_MAX_RESULTS);
  for (guint i = 0; i < results->len; i++)
    {
      const DwellRequirementResult *result = results->pdata[i];

      g_assert_cmpuint (result->worst->len, <=, n_worst);
      g_assert_cmpuint (result->undecided->len, <=, MIN (n_worst, result->n_inconclusive));
      g_assert_true (result->reason == NULL || result->verdict != DWELL_OUTCOME_PASSED);
      for (guint k = 0; k < DWELL_N_REQUIREMENT_COLUMNS; k++)
        {
          DwellCellValue cell = dwell_requirement_result_get_cell (result,
                                                                   (DwellRequirementColumn) k);

          g_assert_true (cell.kind != DWELL_CELL_TEXT || g_utf8_validate (cell.text, -1, NULL));
        }
      for (guint k = 0; k < result->worst->len; k++)
        {
          const DwellRequirementViolation *violation =
            &g_array_index (result->worst, DwellRequirementViolation, k);

          g_assert_cmpint (violation->begin, <=, violation->end);
          g_assert_true (violation->context == DWELL_NONE ||
                         violation->context < trace->n_contexts);
        }
    }
}

/* Points come in order of time; without any there is a reason. */
static void
check_curve (const DwellRequirementCurve *curve)
{
  const DwellDerivedPoint *points = curve->points->data;

  g_assert_true ((curve->points->n == 0) == (curve->reason != NULL));
  for (gsize i = 1; i < curve->points->n; i++)
    g_assert_cmpint (points[i - 1].time, <=, points[i].time);
}

void
fuzz_run_requirements (const FuzzInput *input)
{
  gsize n_text = input->size;
  gsize n_trace = 0;
  const guint8 *recording = fuzz_split (input, FUZZ_SEPARATOR, &n_text, &n_trace);
  g_autoptr(DwellRequirements) requirements =
    dwell_requirements_parse ((const char *) input->data, n_text);
  guint n_worst = g_rand_int (input->rand) % 20;
  g_autofree char *path = NULL;
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(GPtrArray) results = NULL;
  g_autoptr(GPtrArray) curves = NULL;
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < requirements->errors->len; i++)
    g_assert_true (g_utf8_validate (g_array_index (requirements->errors, DwellRequirementsError,
                                                   i).message, -1, NULL));
  if (recording == NULL)
    return;

  path = fuzz_path (FUZZ_FILE, recording, n_trace);
  trace = fuzz_open_slot (input, path, NULL, NULL);
  if (trace == NULL || requirements->errors->len > 0)
    return;

  curves = dwell_requirements_derive (requirements, trace, NULL, NULL);
  for (guint i = 0; curves != NULL && i < curves->len; i++)
    check_curve (curves->pdata[i]);

  results = dwell_requirements_check (requirements, trace, NULL, n_worst, NULL, NULL, NULL, &error);
  g_assert_true ((results == NULL) == (error != NULL));
  if (results != NULL)
    check_results (requirements, trace, results, n_worst);
}
