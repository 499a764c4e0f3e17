/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems: equal ones are one, the first place stays, all are counted, few are kept. And progress,
 * which is as small. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "core/dwell-problems.h"
#include "core/dwell-progress.h"

static void
test_same (void)
{
  g_autoptr(DwellProblems) problems = dwell_problems_new ();
  const DwellProblem *problem;

  dwell_problems_add (problems, DWELL_SEVERITY_WARNING, "bad-time", 7, 100, "Time %d", 1);
  dwell_problems_add (problems, DWELL_SEVERITY_WARNING, "bad-time", 9, 120, "Time %d", 1);
  dwell_problems_add (problems, DWELL_SEVERITY_WARNING, "bad-time", 11, 140, "Time %d", 2);
  dwell_problems_add (problems, DWELL_SEVERITY_ERROR, "cut", 0, -1, "Time %d", 1);

  g_assert_cmpuint (dwell_problems_get_n (problems), ==, 3);
  g_assert_cmpuint (dwell_problems_get_total (problems), ==, 4);

  problem = dwell_problems_get (problems, 0);
  g_assert_cmpint (problem->severity, ==, DWELL_SEVERITY_WARNING);
  g_assert_cmpstr (problem->code, ==, "bad-time");
  g_assert_cmpstr (problem->message, ==, "Time 1");
  g_assert_null (problem->file);
  g_assert_cmpuint (problem->line, ==, 7);
  g_assert_cmpint (problem->offset, ==, 100);
  g_assert_cmpuint (problem->count, ==, 2);

  problem = dwell_problems_get (problems, 2);
  g_assert_cmpstr (problem->code, ==, "cut");
  g_assert_cmpuint (problem->line, ==, 0);
  g_assert_cmpint (problem->offset, ==, -1);
}

static void
assert_text (const DwellProblems *problems,
             const char          *expected)
{
  g_autofree char *text = dwell_problems_to_text (problems);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_many_at_once (void)
{
  g_autoptr(DwellProblems) problems = dwell_problems_new ();

  assert_text (problems, "0 problems");

  dwell_problems_add_n (problems, 5, DWELL_SEVERITY_INFO, "many", 2, -1, "Same");
  assert_text (problems, "1 problem · 5 occurrences");
  dwell_problems_add (problems, DWELL_SEVERITY_INFO, "many", 9, -1, "Same");
  dwell_problems_add_n (problems, G_GUINT64_CONSTANT (10000000000), DWELL_SEVERITY_INFO, "many", 10,
                        -1, "Same");

  g_assert_cmpuint (dwell_problems_get_n (problems), ==, 1);
  g_assert_cmpuint (dwell_problems_get (problems, 0)->count, ==, 10000000006);
  g_assert_cmpuint (dwell_problems_get (problems, 0)->line, ==, 2);
  g_assert_cmpuint (dwell_problems_get_total (problems), ==, 10000000006);
}

/* Limit: core/DWELL_PROBLEMS_MAX */
static void
test_limit (void)
{
  g_autoptr(DwellProblems) problems = dwell_problems_new ();
  g_autoptr(DwellProblems) sum = dwell_problems_new ();

  for (guint round = 0; round < 2; round++)
    for (guint i = 0; i < DWELL_PROBLEMS_MAX + 500; i++)
      dwell_problems_add (problems, DWELL_SEVERITY_INFO, "many", i + 1, -1, "Number %u", i);

  g_assert_cmpuint (dwell_problems_get_n (problems), ==, DWELL_PROBLEMS_MAX);
  g_assert_cmpuint (dwell_problems_get_total (problems), ==, 2 * (DWELL_PROBLEMS_MAX + 500));
  g_assert_cmpuint (dwell_problems_get (problems, DWELL_PROBLEMS_MAX - 1)->count, ==, 2);

  /* Problems that were not kept are counted when lists are merged. */
  dwell_problems_add (sum, DWELL_SEVERITY_INFO, "many", 0, -1, "Number 0");
  dwell_problems_add_all (sum, problems, NULL);
  g_assert_cmpuint (dwell_problems_get_n (sum), ==, DWELL_PROBLEMS_MAX);
  g_assert_cmpuint (dwell_problems_get (sum, 0)->count, ==, 3);
  g_assert_cmpuint (dwell_problems_get_total (sum), ==, 2 * (DWELL_PROBLEMS_MAX + 500) + 1);

  /* The worst is known, though it was not kept. */
  g_assert_cmpint (dwell_problems_get_worst (sum), ==, DWELL_SEVERITY_INFO);
  dwell_problems_add (problems, DWELL_SEVERITY_ERROR, "lost", 0, -1, "Lost");
  g_assert_cmpint (dwell_problems_get_worst (problems), ==, DWELL_SEVERITY_ERROR);
  dwell_problems_add_all (sum, problems, NULL);
  g_assert_cmpint (dwell_problems_get_worst (sum), ==, DWELL_SEVERITY_ERROR);
}

static void
test_files (void)
{
  g_autoptr(DwellProblems) one = dwell_problems_new ();
  g_autoptr(DwellProblems) sum = dwell_problems_new ();

  dwell_problems_add (one, DWELL_SEVERITY_ERROR, "cut", 3, -1, "Cut");
  dwell_problems_add_all (sum, one, "a.log");
  dwell_problems_add_all (sum, one, "b.log");
  dwell_problems_add_all (sum, one, "a.log");

  g_assert_cmpuint (dwell_problems_get_n (sum), ==, 2);
  g_assert_cmpstr (dwell_problems_get (sum, 0)->file, ==, "a.log");
  g_assert_cmpuint (dwell_problems_get (sum, 0)->count, ==, 2);
  g_assert_cmpstr (dwell_problems_get (sum, 1)->file, ==, "b.log");
  g_assert_cmpuint (dwell_problems_get_total (sum), ==, 3);
}

static void
test_copy (void)
{
  g_autoptr(DwellProblems) problems = dwell_problems_new ();
  g_autoptr(DwellProblems) copy = NULL;

  dwell_problems_add (problems, DWELL_SEVERITY_ERROR, "cut", 3, -1, "Cut");
  copy = dwell_problems_copy (problems);
  dwell_problems_add (problems, DWELL_SEVERITY_ERROR, "cut", 3, -1, "Cut");
  dwell_problems_add (problems, DWELL_SEVERITY_ERROR, "other", 3, -1, "Other");

  g_assert_cmpuint (dwell_problems_get_n (copy), ==, 1);
  g_assert_cmpuint (dwell_problems_get_total (copy), ==, 1);
  g_assert_cmpuint (dwell_problems_get (copy, 0)->count, ==, 1);
}

/* A long name from a file is cut at a character, and bytes that are no text become text. */
static void
test_message (void)
{
  g_autoptr(DwellProblems) problems = dwell_problems_new ();
  g_autoptr(GString) name = g_string_new ("x");

  while (name->len < 100000)
    g_string_append (name, "ä");

  dwell_problems_add (problems, DWELL_SEVERITY_INFO, "long", 1, -1, "“%s” is long", name->str);
  dwell_problems_add (problems, DWELL_SEVERITY_INFO, "bytes", 1, -1, "%s", "\xff\xfe");

  for (guint i = 0; i < 2; i++)
    {
      const char *message = dwell_problems_get (problems, i)->message;

      g_assert_true (g_utf8_validate (message, -1, NULL));
      g_assert_cmpuint (strlen (message), <, 1100);
    }
}

static void
test_severities (void)
{
  g_assert_cmpstr (dwell_severity_get_id (DWELL_SEVERITY_INFO), ==, "info");
  g_assert_cmpstr (dwell_severity_get_id (DWELL_SEVERITY_WARNING), ==, "warning");
  g_assert_cmpstr (dwell_severity_get_id (DWELL_SEVERITY_ERROR), ==, "error");
}

static void
test_progress (void)
{
  g_autoptr(DwellProgress) progress = dwell_progress_new ();
  static const double wrong[] = { -1, -INFINITY, NAN };

  g_assert_null (dwell_progress_get_doing (progress));
  g_assert_cmpfloat (dwell_progress_get_fraction (progress), ==, 0);

  dwell_progress_set (progress, "Reading", 0.25);
  g_assert_cmpstr (dwell_progress_get_doing (progress), ==, "Reading");
  g_assert_cmpfloat_with_epsilon (dwell_progress_get_fraction (progress), 0.25, 1e-8);

  dwell_progress_set (progress, NULL, INFINITY);
  g_assert_cmpstr (dwell_progress_get_doing (progress), ==, "Reading");
  g_assert_cmpfloat (dwell_progress_get_fraction (progress), ==, 1);

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      dwell_progress_set (progress, "Sorting", wrong[i]);
      g_assert_cmpfloat (dwell_progress_get_fraction (progress), ==, 0);
    }

  dwell_progress_set (NULL, "Nobody looks", 0.5);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/problems/same", test_same);
  g_test_add_func ("/problems/many-at-once", test_many_at_once);
  g_test_add_func ("/problems/limit", test_limit);
  g_test_add_func ("/problems/files", test_files);
  g_test_add_func ("/problems/copy", test_copy);
  g_test_add_func ("/problems/message", test_message);
  g_test_add_func ("/problems/severities", test_severities);
  g_test_add_func ("/progress/values", test_progress);

  return g_test_run ();
}
