/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of requirements, which is edited too, and behind the separator the recording that is held
 * against it. */
#include "config.h"

#include <string.h>

#include "analysis/requirements/dwell-requirement-cells.h"
#include "analysis/requirements/dwell-requirements-edit.h"
#include "core/dwell-wide.h"
#include "fuzz.h"

/* Every line is edited, which takes the square of their number. */
#define MAX_EDITED_BYTES 8192

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

static void
check_parts (const char *sentence)
{
  DwellRequirementParts parts;
  const DwellRequirementPart *each[] = { &parts.measure, &parts.subject, &parts.relation,
                                         &parts.limit };

  if (!dwell_requirement_find_parts (sentence, &parts))
    return;

  for (guint i = 0; i < G_N_ELEMENTS (each); i++)
    {
      g_autofree char *part = NULL;
      g_autofree char *same = NULL;

      g_assert_cmpuint (each[i]->begin, <, each[i]->end);
      g_assert_cmpuint (each[i]->end, <=, strlen (sentence));
      part = g_strndup (sentence + each[i]->begin, each[i]->end - each[i]->begin);
      same = dwell_requirement_replace_part (sentence, each[i], part);
      g_assert_cmpstr (same, ==, sentence);
    }
}

static DwellRequirements *
parse_bytes (GBytes *bytes)
{
  gsize n;
  const char *text = g_bytes_get_data (bytes, &n);

  return dwell_requirements_parse (text != NULL ? text : "", n);
}

/* A line that is replaced by itself changes nothing that is meant, one that is removed only takes
 * itself away, and one that is added is there. */
static void
check_edits (GBytes                  *text,
             const DwellRequirements *parsed,
             GRand                   *rand)
{
  guint n = parsed->requirements->len;
  const DwellRequirement *one = n > 0 ? parsed->requirements->pdata[g_rand_int (rand) % n] : NULL;
  guint line = one != NULL ? dwell_requirement_get_line (one) : 0;
  g_autofree char *sentence = dwell_requirements_get_line (text, line);
  g_autofree char *id = dwell_requirements_make_id (text);
  g_autofree char *added = g_strdup_printf ("%s: call of x <= 1 ms", id);
  g_autoptr(GBytes) longer = dwell_requirements_edit (text, 0, added);
  g_autoptr(DwellRequirements) more = parse_bytes (longer);

  g_assert_cmpuint (more->errors->len, ==, 0);
  g_assert_cmpuint (more->requirements->len, ==, n + 1);
  if (one == NULL)
    return;

  g_assert_nonnull (sentence);
  for (guint is_removed = 0; is_removed < 2; is_removed++)
    {
      g_autoptr(GBytes) edited = dwell_requirements_edit (text, line,
                                                          is_removed ? NULL : sentence);
      g_autoptr(DwellRequirements) again = parse_bytes (edited);

      g_assert_cmpuint (again->errors->len, ==, 0);
      g_assert_cmpuint (again->requirements->len, ==, n - is_removed);
      for (guint i = 0, k = 0; i < n; i++)
        if (!is_removed || parsed->requirements->pdata[i] != one)
          g_assert_cmpstr (dwell_requirement_get_id (parsed->requirements->pdata[i]), ==,
                           dwell_requirement_get_id (again->requirements->pdata[k++]));
    }
}

/* Edits that make no sense do no harm either. */
static void
fuzz_edits (const FuzzInput         *input,
            gsize                    n_text,
            const DwellRequirements *parsed)
{
  g_autoptr(GBytes) text = g_bytes_new_static (input->data, n_text);
  guint n_lines = dwell_requirements_last_line (text);

  if (n_text > MAX_EDITED_BYTES)
    return;

  for (guint line = 0; line <= n_lines + 1; line++)
    {
      g_autofree char *sentence = dwell_requirements_get_line (text, line);
      g_autoptr(GBytes) edited = NULL;

      if (sentence == NULL)
        continue;
      check_parts (sentence);
      g_assert_cmpuint (dwell_requirements_find_line (text, sentence), <=, n_lines);
      edited = dwell_requirements_edit (text, (guint) g_rand_int (input->rand) % (n_lines + 2),
                                        sentence);
      dwell_requirements_free (parse_bytes (edited));
    }
  if (parsed->errors->len == 0 && memchr (input->data, '\0', n_text) == NULL)
    check_edits (text, parsed, input->rand);
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
  fuzz_edits (input, n_text, requirements);
  if (recording == NULL)
    return;

  path = fuzz_path (FUZZ_FILE, recording, n_trace);
  trace = fuzz_open_slot (input, path, NULL, NULL);
  if (trace == NULL || requirements->errors->len > 0)
    return;

  curves = dwell_requirements_derive (requirements, trace, NULL, NULL, NULL);
  for (guint i = 0; curves != NULL && i < curves->len; i++)
    check_curve (curves->pdata[i]);

  results = dwell_requirements_check (requirements, trace, NULL, n_worst, NULL, NULL, NULL, &error);
  g_assert_true ((results == NULL) == (error != NULL));
  if (results != NULL)
    check_results (requirements, trace, results, n_worst);
}
