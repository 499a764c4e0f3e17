/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples that are kept and judged by other limits, against a check of the whole. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "analysis/requirements/dwell-requirement-samples.h"
#include "analysis/requirements/dwell-requirements-edit.h"
#include "support/random-trace.h"

#define N_TRACES 120
#define N_LIMITS 12

static GPtrArray *
check (const char         *sentence,
       DwellTrace         *trace,
       GArray             *rows,
       DwellRequirements **parsed)
{
  g_autofree char *text = g_strconcat ("dwell-requirements 1\n", sentence, "\n", NULL);
  const char * const only[] = { "R", NULL };
  g_autoptr(GError) error = NULL;
  GPtrArray *results;

  *parsed = dwell_requirements_parse (text, strlen (text));
  g_assert_cmpuint ((*parsed)->errors->len, ==, 0);
  results = dwell_requirements_check (*parsed, trace, only, 1000, rows, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (results->len, ==, 1);
  return results;
}

static void
assert_same_figure (double left,
                    double right)
{
  if (left != right)
    g_test_message ("%g, %g", left, right);
  g_assert_true ((isnan (left) && isnan (right)) || left == right);
}

static void
assert_same (const DwellRequirementResult *expected,
             const DwellRequirementResult *found)
{
  g_assert_cmpint (expected->verdict, ==, found->verdict);
  g_assert_cmpstr (expected->reason, ==, found->reason);
  g_assert_cmpstr (expected->unit, ==, found->unit);
  g_assert_cmpuint (expected->n_samples, ==, found->n_samples);
  g_assert_cmpuint (expected->n_violations, ==, found->n_violations);
  g_assert_cmpuint (expected->n_inconclusive, ==, found->n_inconclusive);
  assert_same_figure (expected->low, found->low);
  assert_same_figure (expected->high, found->high);
  assert_same_figure (expected->min, found->min);
  assert_same_figure (expected->max, found->max);
  assert_same_figure (expected->value, found->value);
  assert_same_figure (expected->margin, found->margin);
  g_assert_cmpuint (MIN (expected->worst->len, 1), ==, found->worst->len);
  if (found->worst->len > 0)
    {
      const DwellRequirementViolation *left = &g_array_index (expected->worst,
                                                              DwellRequirementViolation, 0);
      const DwellRequirementViolation *right = &g_array_index (found->worst,
                                                               DwellRequirementViolation, 0);

      g_assert_cmpint (left->begin, ==, right->begin);
      assert_same_figure (left->value, right->value);
    }
}

static char *
make_limit (GRand  *rand,
            gint64  most)
{
  static const char * const relations[] = { "<=", "<", ">=", ">", "=" };
  gint64 low = g_rand_int_range (rand, 0, (gint32) MIN (most + 2, G_MAXINT32));
  gint64 high = low + g_rand_int_range (rand, 0, (gint32) MIN (most + 1, G_MAXINT32));

  if (g_rand_int_range (rand, 0, 4) == 0)
    return g_strdup_printf ("in %" G_GINT64_FORMAT " ns .. %" G_GINT64_FORMAT " ns", low, high);

  return g_strdup_printf ("%s %" G_GINT64_FORMAT " ns",
                          relations[g_rand_int_range (rand, 0, G_N_ELEMENTS (relations))], low);
}

/* One sentence with many limits, each judged in both ways. */
static void
compare (DwellTrace *trace,
         const char *before,
         const char *behind,
         GRand      *rand)
{
  g_autoptr(GArray) rows = g_array_new (FALSE, FALSE, sizeof (DwellRequirementSampleRow));
  g_autofree char *first = g_strdup_printf ("R: %s <= 5 ns%s", before, behind);
  g_autoptr(DwellRequirements) parsed = NULL;
  g_autoptr(GPtrArray) results = check (first, trace, rows, &parsed);
  g_autoptr(DwellRequirementSamples) samples = NULL;
  DwellRequirementPart part;
  gint64 most = 10;

  if (!((const DwellRequirementResult *) results->pdata[0])->has_samples)
    return;

  g_assert_true (dwell_requirement_keeps_samples (parsed->requirements->pdata[
                                                    parsed->requirements->len - 1]));
  samples = dwell_requirement_samples_new (trace, rows, NULL);
  g_assert_nonnull (samples);
  g_assert_cmpuint (samples->n, ==, rows->len);
  for (guint i = 0; i < rows->len; i++)
    most = MAX (most, (gint64) fabs (g_array_index (rows, DwellRequirementSampleRow, i).low));
  g_assert_true (dwell_requirement_find_limit (first, &part));

  for (guint i = 0; i < N_LIMITS; i++)
    {
      g_autofree char *limit = make_limit (rand, most);
      g_autofree char *sentence = dwell_requirement_replace_part (first, &part, limit);
      g_autoptr(DwellRequirements) again = NULL;
      g_autoptr(GPtrArray) expected = check (sentence, trace, NULL, &again);
      DwellRequirementResult *found =
        dwell_requirement_samples_judge (samples, results->pdata[0], limit);

      g_assert_nonnull (found);
      g_test_message ("%s", sentence);
      assert_same (expected->pdata[0], found);
      dwell_requirement_result_free (found);
    }
  g_assert_null (dwell_requirement_samples_judge (samples, results->pdata[0], "<= 5"));
  g_assert_null (dwell_requirement_samples_judge (samples, results->pdata[0], "<= 5 ns\nR: x"));
}

static void
test_random (void)
{
  static const struct { const char *before; const char *behind; } cases[] = {
    { "call of '%s'", "" }, { "gross of '%s'", " skip 2" }, { "net of '%s'", " allow 3" },
    { "gap of '%s'", "" }, { "period of '%s'", " allow 20 %" }, { "jitter of '%s'", "" },
    { "cycle-jitter of '%s'", "" }, { "p90 of call of '%s'", "" }, { "max of net of '%s'", "" },
    { "delay from begin of '%s' to end of '%s'", " optional" },
    { "spread of begin of '%s', end of '%s'", "" },
  };
  guint32 seed = random_trace_new_seed ();
  g_autoptr(GRand) rand = g_rand_new_with_seed (seed);

  g_test_message ("Seed %u", seed);
  for (guint i = 0; i < N_TRACES; i++)
    {
      const char *name;
      const char *other;
      RandomTraceShape shape;
      g_autoptr(DwellTrace) trace = NULL;
      guint k = (guint) g_rand_int_range (rand, 0, G_N_ELEMENTS (cases));
      g_autofree char *first = NULL;
      g_autofree char *before = NULL;
      const char *gap;

      random_trace_choose_shape (rand, &shape);
      trace = random_trace_new (rand, &shape);
      if (trace->n_spans == 0)
        continue;

      name = dwell_trace_get_area_title (
        trace, trace->span_area[g_rand_int_range (rand, 0, (gint32) trace->n_spans)]);
      other = dwell_trace_get_area_title (
        trace, trace->span_area[g_rand_int_range (rand, 0, (gint32) trace->n_spans)]);
      gap = strstr (cases[k].before, "%s");
      first = g_strdup_printf ("%.*s%s%s", (int) (gap - cases[k].before), cases[k].before, name,
                               gap + 2);
      gap = strstr (first, "%s");
      before = gap != NULL ? g_strdup_printf ("%.*s%s%s", (int) (gap - first), first, other,
                                              gap + 2)
                           : g_strdup (first);
      compare (trace, before, cases[k].behind, rand);
    }
}

/* Samples that depend on the limit, or are no times, are not kept. */
static void
test_kept (void)
{
  static const struct { const char *sentence; gboolean is_kept; } cases[] = {
    { "call of a <= 1 ms", TRUE }, { "p99 of call of a <= 1 ms", TRUE },
    { "delay from begin of a to begin of b <= 1 ms", TRUE },
    { "call of a <= 1 ms allow 1 of any 10", FALSE },
    { "delay from begin of a to begin of b one-to-one <= 1 ms", FALSE },
    { "grid-jitter of a around 1 ms <= 1 ms", FALSE }, { "load of a in any 1 ms <= 5 %", FALSE },
    { "count of a in each 1 s <= 5", FALSE }, { "value of v <= 5", FALSE },
    { "concurrency of a <= 5", FALSE }, { "never a is open", FALSE }, { "order of a, b", FALSE },
    { "share of a <= 5 %", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("dwell-requirements 1\nR: %s\n",
                                               cases[i].sentence);
      g_autoptr(DwellRequirements) parsed = dwell_requirements_parse (text, strlen (text));

      g_test_message ("%s", cases[i].sentence);
      g_assert_cmpuint (parsed->errors->len, ==, 0);
      g_assert_cmpint (dwell_requirement_keeps_samples (parsed->requirements->pdata[0]), ==,
                       cases[i].is_kept);
    }
}

/* Where the limit of a sentence stands, and where there is none. */
static void
test_find_limit (void)
{
  static const struct { const char *sentence; const char *limit; } cases[] = {
    { "R: call of a <= 1 ms", "<= 1 ms" },
    { "R \"a <= b\": call of 'x <= 3 ms' < 5 us allow 3", "< 5 us" },
    { "R: delay from write of x when >= 4 to begin of b <= 2 s # <= 9", "<= 2 s" },
    { "R: period of a in 9 ms .. 11 ms skip 3", "in 9 ms .. 11 ms" },
    { "R: load of a in any 5 ms <= 70 %", "<= 70 %" },
    { "R: net of a in each b <= 12 us during eMode is DRIVE", "<= 12 us" },
    { "R: never a is open", NULL }, { "R: order of a, b", NULL }, { "track t: call of a", NULL },
    { "R: call of a <=", NULL }, { "", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DwellRequirementPart part;
      gboolean is_found = dwell_requirement_find_limit (cases[i].sentence, &part);
      g_autofree char *limit = is_found ? g_strndup (cases[i].sentence + part.begin,
                                                     part.end - part.begin) : NULL;

      g_assert_cmpstr (limit, ==, cases[i].limit);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/requirement-samples/random", test_random);
  g_test_add_func ("/requirement-samples/kept", test_kept);
  g_test_add_func ("/requirement-samples/find-limit", test_find_limit);

  return g_test_run ();
}
