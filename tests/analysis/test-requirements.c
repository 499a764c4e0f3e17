/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Windows against a count of every nanosecond, and files that are no good. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "analysis/dwell-overruns.h"
#include "analysis/requirements/dwell-requirements.h"
#include "core/dwell-builder.h"
#include "core/dwell-error.h"
#include "support/memory-limits.h"
#include "support/random-trace.h"
#include "support/stride.h"

#define N_TRACES (TEST_STRIDE > 1 ? 40u : 150u)

static GPtrArray *
check (DwellRequirements *requirements,
       DwellTrace        *trace)
{
  g_autoptr(GError) error = NULL;
  GPtrArray *results;

  for (guint i = 0; i < requirements->errors->len; i++)
    g_test_message ("%s", g_array_index (requirements->errors, DwellRequirementsError, i).message);
  g_assert_cmpuint (requirements->errors->len, ==, 0);
  results = dwell_requirements_check (requirements, trace, NULL, 1000, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return results;
}

static DwellRequirements *
parse (const char *text)
{
  return dwell_requirements_parse (text, strlen (text));
}

/* Whether something of the area runs in the nanosecond at @time. */
static gboolean
is_active (const DwellTrace *trace,
           guint32           area,
           gint64            time)
{
  for (guint32 span = 0; span < trace->n_spans; span++)
    if (trace->span_area[span] == area && (trace->span_flags[span] & DWELL_SPAN_DOUBTFUL) == 0 &&
        dwell_trace_get_span_begin (trace, span) <= time &&
        dwell_trace_get_span_end (trace, span) > time)
      return TRUE;
  return FALSE;
}

static gint64
count_begins (const DwellTrace *trace,
              guint32           area,
              gint64            time)
{
  gint64 n = 0;

  for (guint32 span = 0; span < trace->n_spans; span++)
    n += trace->span_area[span] == area && dwell_trace_get_span_begin (trace, span) == time &&
         (trace->span_flags[span] & (DWELL_SPAN_DOUBTFUL | DWELL_SPAN_BEGIN_MISSING)) == 0;
  return n;
}

/* A random trace, one of its areas, and for each nanosecond how much of the area ran before it, and
 * how many spans of it began. */
typedef struct {
  DwellTrace *trace;
  gint64      length;
  guint32     area;
  gint64     *active; /* ns */
  gint64     *begins;
} Sums;

static void
sums_clear (Sums *self)
{
  dwell_trace_unref (self->trace);
  g_free (self->active);
  g_free (self->begins);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sums, sums_clear)

/* Returns: whether the trace is of use */
static gboolean
sums_init (Sums  *self,
           GRand *rand)
{
  RandomTraceShape shape = { 0 };

  random_trace_choose_shape (rand, &shape);
  shape.step = 1;
  shape.n_spans = 1 + shape.n_spans % 30;
  self->trace = random_trace_new (rand, &shape);
  self->length = self->trace->end - self->trace->begin;
  if (self->trace->n_spans == 0 || self->length < 2 || self->length > 20000)
    return FALSE;

  self->area =
    self->trace->span_area[g_rand_int_range (rand, 0, (gint32) self->trace->n_spans)];
  self->active = g_new0 (gint64, self->length + 2);
  self->begins = g_new0 (gint64, self->length + 2);
  for (gint64 t = 0; t <= self->length; t++)
    {
      gint64 time = self->trace->begin + t;

      self->active[t + 1] = self->active[t] +
                            (t < self->length && is_active (self->trace, self->area, time));
      self->begins[t + 1] = self->begins[t] + count_begins (self->trace, self->area, time);
    }
  return TRUE;
}

/* Compares a result with the amounts of all windows. */
static void
compare_windows (const DwellRequirementResult *result,
                 const gint64                 *amounts,
                 gint64                        n,
                 gint64                        begin,
                 gint64                        window,
                 gint64                        limit)
{
  guint64 n_runs = 0;
  gint64 least = amounts[0];
  gint64 most = amounts[0];
  guint64 n_bad = 0;
  guint64 n_found = 0;

  for (gint64 i = 0; i < n; i++)
    {
      least = MIN (least, amounts[i]);
      most = MAX (most, amounts[i]);
      n_bad += amounts[i] > limit;
      n_runs += amounts[i] > limit && (i == 0 || amounts[i - 1] <= limit);
    }
  g_assert_cmpuint (result->n_violations, ==, n_runs);
  g_assert_cmpfloat (result->min, ==, (double) least);
  g_assert_cmpfloat (result->max, ==, (double) most);

  for (guint i = 0; i < result->worst->len; i++)
    {
      const DwellRequirementViolation *one = &g_array_index (result->worst,
                                                             DwellRequirementViolation, i);
      gint64 worst = G_MININT64;

      for (gint64 time = one->from; time <= one->until - window; time++)
        {
          g_assert_cmpint (amounts[time - begin], >, limit);
          worst = MAX (worst, amounts[time - begin]);
          n_found++;
        }
      g_assert_cmpfloat (one->value, ==, (double) worst);
      g_assert_cmpint (amounts[one->begin - begin], ==, worst);
      for (gint64 time = one->from; time < one->begin; time++)
        g_assert_cmpint (amounts[time - begin], <, worst);
    }
  g_assert_cmpuint (n_found, ==, n_bad);
}

static void
test_windows (void)
{
  guint32 seed = random_trace_new_seed ();
  g_autoptr(GRand) rand = g_rand_new_with_seed (seed);
  guint n_compared = 0;

  g_test_message ("seed %u", seed);
  for (guint i = 0; i < N_TRACES; i++)
    {
      g_auto(Sums) sums = { 0 };
      g_autoptr(DwellRequirements) requirements = NULL;
      g_autoptr(GPtrArray) results = NULL;
      g_autofree char *text = NULL;
      g_autofree gint64 *amounts = NULL;
      const char *title;
      gint64 window;
      gint64 limit;
      gint64 most;

      if (!sums_init (&sums, rand))
        continue;

      window = g_rand_int_range (rand, 1, (gint32) sums.length);
      limit = g_rand_int_range (rand, 0, (gint32) window + 1);
      most = g_rand_int_range (rand, 0, 4);
      title = dwell_trace_get_area_title (sums.trace, sums.area);
      text = g_strdup_printf ("dwell-requirements 1\nA: call of '%s' in any %d ns <= %d ns\n"
                              "B: count of '%s' in any %d ns <= %d\n",
                              title, (int) window, (int) limit, title, (int) window, (int) most);
      requirements = parse (text);
      results = check (requirements, sums.trace);
      g_assert_cmpuint (results->len, ==, 2);

      amounts = g_new0 (gint64, sums.length + 2);
      for (gint64 t = 0; t + window <= sums.length; t++)
        amounts[t] = sums.active[t + window] - sums.active[t];
      compare_windows (results->pdata[0], amounts, sums.length - window + 1, sums.trace->begin,
                       window, limit);
      for (gint64 t = 0; t + window <= sums.length + 1; t++)
        amounts[t] = sums.begins[t + window] - sums.begins[t];
      compare_windows (results->pdata[1], amounts, sums.length - window + 2, sums.trace->begin,
                       window, most);
      n_compared++;
    }
  g_test_message ("%u traces", n_compared);
  g_assert_cmpuint (n_compared, >, N_TRACES / 10);
}

/* Compares a result with the amounts of windows that follow each other. */
static void
compare_tumbling (const DwellRequirementResult *result,
                  const gint64                 *sums,
                  gint64                        length,
                  gint64                        window,
                  gint64                        limit,
                  gint64                        skip,
                  gint64                        allow_of)
{
  guint64 n_samples = 0;
  guint64 n_bad = 0;
  guint64 n_undecided = 0;
  gint64 worst = -1;
  g_autoptr(GArray) bad = g_array_new (FALSE, FALSE, sizeof (guint8));
  gboolean is_excess = FALSE;

  for (gint64 time = skip * window; time < length; time += window)
    {
      gboolean is_whole = time + window <= length;
      gint64 amount = sums[MIN (time + window, length)] - sums[time];
      guint8 is_bad = amount > limit;

      n_samples++;
      n_bad += is_bad;
      n_undecided += !is_whole && !is_bad;
      if (is_bad && amount > worst)
        worst = amount;
      if (is_whole || is_bad)
        g_array_append_val (bad, is_bad);
    }
  for (guint i = 0; i < bad->len; i++)
    {
      guint n = 0;

      for (guint k = i; k < bad->len && k < i + allow_of; k++)
        n += g_array_index (bad, guint8, k);
      is_excess = is_excess || n > 1;
    }

  g_assert_cmpuint (result->n_samples, ==, n_samples);
  g_assert_cmpuint (result->n_violations, ==, n_bad);
  g_assert_cmpuint (result->n_inconclusive, ==, n_undecided);
  g_assert_cmpint (result->verdict == DWELL_OUTCOME_VIOLATED, ==, is_excess);
  if (n_bad > 0)
    g_assert_cmpfloat (g_array_index (result->worst, DwellRequirementViolation, 0).value, ==,
                       (double) worst);
}

/* Windows one behind another, many of which are equal. */
static void
test_tumbling (void)
{
  guint32 seed = random_trace_new_seed ();
  g_autoptr(GRand) rand = g_rand_new_with_seed (seed);

  g_test_message ("seed %u", seed);
  for (guint i = 0; i < N_TRACES; i++)
    {
      g_auto(Sums) sums = { 0 };
      g_autoptr(DwellRequirements) requirements = NULL;
      g_autoptr(GPtrArray) results = NULL;
      g_autofree char *text = NULL;
      int window = g_rand_int_range (rand, 1, 5);
      int limit = g_rand_int_range (rand, 0, window);
      int skip = g_rand_int_range (rand, 0, 8);
      int allow_of = g_rand_int_range (rand, 2, 6);
      const char *title;

      if (!sums_init (&sums, rand))
        continue;

      title = dwell_trace_get_area_title (sums.trace, sums.area);
      text = g_strdup_printf ("dwell-requirements 1\n"
                              "A: call of '%s' in each %d ns <= %d ns skip %d allow 1 of any %d\n"
                              "B: count of '%s' in each %d ns <= 0 skip %d allow 1 of any %d\n",
                              title, window, limit, skip, allow_of, title, window, skip, allow_of);
      requirements = parse (text);
      results = dwell_requirements_check (requirements, sums.trace, NULL, 1, NULL, NULL, NULL,
                                          NULL);
      g_assert_cmpuint (results->len, ==, 2);
      compare_tumbling (results->pdata[0], sums.active, sums.length, window, limit, skip, allow_of);
      compare_tumbling (results->pdata[1], sums.begins, sums.length, window, 0, skip, allow_of);
    }
}

#define YEAR G_GINT64_CONSTANT (31536000000000000) /* ns */

/* One wild time makes a recording last for a hundred years. */
static DwellTrace *
make_endless (void)
{
  const gint64 times[][2] = {
    { 0, 30 }, { 60, 60 + 50 * YEAR }, { 100 * YEAR, 100 * YEAR + 3 },
  };
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  DwellArea area = { .name = dwell_strings_intern (builder->strings, "f", -1),
                     .parent = DWELL_NONE };
  guint32 context = dwell_builder_add_context (builder, "t", DWELL_CONTEXT_THREAD, 0, DWELL_NONE);
  guint32 row = dwell_builder_add_row (builder,
                                       dwell_builder_add_track (builder, "t", context, FALSE), 0);

  dwell_builder_add_area (builder, &area);
  g_assert_true (dwell_builder_reserve_spans (builder, G_N_ELEMENTS (times), NULL));
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    dwell_builder_close_span (builder, dwell_builder_open_span (builder, 0, row, DWELL_NONE,
                                                                times[i][0]), times[i][1], 0);
  return dwell_builder_finish (builder);
}

/* Windows of nanoseconds are counted, not looked at one by one. */
static void
test_endless (void)
{
  g_autoptr(DwellTrace) trace = make_endless ();
  g_autoptr(DwellRequirements) requirements =
    parse ("dwell-requirements 1\nA: call of f in each 3 ns <= 2 ns allow 1 of any 9\n"
           "B: count of f in each 3 ns <= 0\n");
  g_autoptr(GPtrArray) results = dwell_requirements_check (requirements, trace, NULL, 4, NULL, NULL,
                                                           NULL, NULL);
  const DwellRequirementResult *calls = results->pdata[0];
  const DwellRequirementResult *counts = results->pdata[1];

  g_assert_cmpuint (calls->n_samples, ==, (guint64) (100 * YEAR) / 3 + 1);
  g_assert_cmpuint (calls->n_violations, ==, 10 + (guint64) (50 * YEAR) / 3 + 1);
  g_assert_cmpuint (calls->worst->len, ==, 4);
  g_assert_cmpint (calls->verdict, ==, DWELL_OUTCOME_VIOLATED);
  g_assert_cmpuint (counts->n_samples, ==, calls->n_samples);
  g_assert_cmpuint (counts->n_violations, ==, 3);
}

/* Lists windows behind @n rows, as if so many were there. Returns: (transfer full): why it cannot;
 * @n: (inout): how many rows there are then */
static GError *
list_endless (guint *n)
{
  static const char * const only[] = { "A", NULL };
  g_autoptr(DwellTrace) trace = make_endless ();
  g_autoptr(DwellRequirements) requirements =
    parse ("dwell-requirements 1\nA: call of f in each 3 ns <= 2 ns\n");
  g_autoptr(GArray) rows = g_array_new (FALSE, FALSE, sizeof (DwellRequirementSampleRow));
  GError *error = NULL;

  rows->len = *n;
  g_assert_null (dwell_requirements_check (requirements, trace, only, 0, rows, NULL, NULL, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT);
  *n = rows->len;
  rows->len = 0;
  return error;
}

static void
list_in_little_memory (void)
{
  guint n = 0;
  g_autoptr(GError) error = list_endless (&n);

  g_assert_cmpuint (n, >, 1000);
}

/* The list of all of them is refused when it has too many, or no longer fits into memory.
 * Limit: analysis/DWELL_REQUIREMENTS_MAX_ROWS */
static void
test_list (void)
{
  guint n = DWELL_REQUIREMENTS_MAX_ROWS;
  g_autoptr(GError) error = list_endless (&n);

  g_assert_nonnull (strstr (error->message, "100000000"));
  g_assert_cmpuint (n, ==, DWELL_REQUIREMENTS_MAX_ROWS);
  limits_run (list_in_little_memory, 256 * MIB);
}

/* Whatever stands in a file, it is read or refused. */
static void
test_broken (void)
{
  static const char * const examples[] = {
    "01-deadlines", "02-preemption", "03-jitter", "04-chain", "05-states", "06-windows",
    "07-order", "08-pipeline", "09-undecided", "10-file-errors", "11-office-start",
    "12-allowances", "13-lines", "14-sampled-lines", "15-costs", "16-scope",
    "17-processes", "18-same-event", "19-clauses", "20-ranges", "21-states",
    "22-first-state", "23-mixed", "24-moments", "25-last-moment",
  };

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *file = g_test_build_filename (G_TEST_DIST, "data", "requirements",
                                                     examples[i], "requirements", NULL);
      g_autofree char *text = NULL;
      gsize n;

      g_assert_true (g_file_get_contents (file, &text, &n, NULL));
      for (gsize at = test_first (); at < n; at += TEST_STRIDE)
        for (guint bit = 0; bit < 8; bit++)
          {
            g_autoptr(DwellRequirements) requirements = NULL;

            text[at] ^= (char) (1 << bit);
            requirements = dwell_requirements_parse (text, n);
            for (guint j = 0; j < requirements->errors->len; j++)
              {
                const DwellRequirementsError *error = &g_array_index (requirements->errors,
                                                                      DwellRequirementsError, j);

                g_assert_cmpuint (error->line, >=, 1);
                g_assert_true (g_utf8_validate (error->message, -1, NULL));
              }
            text[at] ^= (char) (1 << bit);
          }
      for (gsize end = test_first (); end < n; end += TEST_STRIDE)
        dwell_requirements_free (dwell_requirements_parse (text, end));
    }
}

static void
expect_error (const char *text,
              guint       line,
              const char *message)
{
  g_autoptr(DwellRequirements) requirements = parse (text);
  const DwellRequirementsError *error;

  g_assert_cmpuint (requirements->errors->len, ==, 1);
  error = &g_array_index (requirements->errors, DwellRequirementsError, 0);
  g_assert_cmpuint (error->line, ==, line);
  g_assert_cmpstr (error->message, ==, message);
}

/* What a clause cannot do is refused rather than passed over. */
static void
test_clauses (void)
{
  static const struct { const char *line; const char *message; } cases[] = {
    { "call of w <= 1 ms skip 3 allow 5 of any 10", NULL },
    { "load of w in each 10 ms <= 70 % skip 1 allow 5 %", NULL },
    { "load of w in any 10 ms <= 70 % allow 1", NULL },
    { "never w is open allow 2", NULL },
    { "p90 of call of w <= 1 ms skip 3", NULL },
    { "load of w in any 10 ms <= 70 % allow 5 of any 10", "all of the time" },
    { "load of w in any 10 ms <= 70 % skip 3", "all of the time" },
    { "concurrency of w <= 0 allow 99 %", "all of the time" },
    { "backlog from begin of a to end of b <= 4 allow 1 %", "all of the time" },
    { "always w is open allow 5 %", "all of the time" },
    { "max of call of w <= 1 ms allow 1", "this is decided by one figure" },
    { "load of w <= 70 % allow 1", "this is decided by one figure" },
    { "lost of c <= 1 % allow 1", "this is decided by one figure" },
    { "share of m:1, n:2 <= 1 % optional severity warning", NULL },
    { "cost of w at 0x10 in 1 .. 2", NULL },
    { "growth of w <= n^2 log n because 'x'", NULL },
    { "growth of w = 2^n", NULL },
    { "growth of w <= n^4", "a growth is one of" },
    { "growth of w <= n log", "expected “from”" },
    { "growth of w in n .. n^2", "expected “<=”" },
    { "share of w <= 1", "the limit of a share must be in %" },
    { "time of w <= 1", "a time needs a unit" },
    { "hits of w <= 1 ms", "a number without a unit" },
    { "calls of w at 5 <= 1", "expected “<=”" },
    { "cost of w at 1.5 <= 1", "a whole number" },
    { "mean of cost of w <= 1", "this has no individual samples" },
    { "hits of w <= 1 allow 1", "this is decided by one figure" },
    { "hits of w <= 1 from 1 s", "this is known for the whole" },
    { "share of w <= 1 % skip 1", "this is known for the whole" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("dwell-requirements 1\nchain c: a -> b\nA: %s\n",
                                               cases[i].line);
      g_autoptr(DwellRequirements) requirements = parse (text);
      const DwellRequirementsError *error;

      g_test_message ("%s", cases[i].line);
      g_assert_cmpuint (requirements->errors->len, ==, cases[i].message != NULL);
      if (cases[i].message == NULL)
        continue;
      error = &g_array_index (requirements->errors, DwellRequirementsError, 0);
      g_assert_cmpuint (error->line, ==, 3);
      g_assert_true (g_str_has_prefix (error->message, cases[i].message));
    }
}

/* Limit: analysis/DWELL_REQUIREMENTS_MAX_SIZE */
static void
test_size (void)
{
  g_autoptr(GString) text = g_string_new ("dwell-requirements 1\n");

  while (text->len < DWELL_REQUIREMENTS_MAX_SIZE)
    g_string_append_c (text, '#');
  g_assert_cmpuint (text->len, ==, DWELL_REQUIREMENTS_MAX_SIZE);
  dwell_requirements_free (parse (text->str));
  g_string_append_c (text, '#');
  expect_error (text->str, 1, "it is larger than 1048576 bytes");
}

/* Limit: analysis/DWELL_REQUIREMENTS_MAX_LINES */
static void
test_lines (void)
{
  g_autoptr(GString) text = g_string_new ("dwell-requirements 1\n");
  g_autoptr(DwellRequirements) good = NULL;

  for (guint i = 1; i < DWELL_REQUIREMENTS_MAX_LINES; i++)
    g_string_append (text, "#\n");
  good = parse (text->str);
  g_assert_cmpuint (good->errors->len, ==, 0);
  g_string_append (text, "#\n");
  expect_error (text->str, DWELL_REQUIREMENTS_MAX_LINES + 1, "it has more than 10000 lines");
}

/* Limit: analysis/DWELL_REQUIREMENTS_MAX_NAMES */
static void
test_names (void)
{
  g_autoptr(GString) text = g_string_new ("dwell-requirements 1\nA: call of x");
  g_autofree char *good = NULL;

  for (guint i = 1; i < DWELL_REQUIREMENTS_MAX_NAMES; i++)
    g_string_append (text, ", x");
  good = g_strconcat (text->str, " <= 1 ms", NULL);
  {
    g_autoptr(DwellRequirements) requirements = parse (good);

    g_assert_cmpuint (requirements->errors->len, ==, 0);
  }
  g_string_append (text, ", x <= 1 ms");
  expect_error (text->str, 2, "a list has at most 64 names");
}

/* Limit: analysis/DWELL_REQUIREMENTS_MAX_NAME */
static void
test_name (void)
{
  g_autofree char *name = g_strnfill (DWELL_REQUIREMENTS_MAX_NAME + 1, 'x');
  g_autofree char *bad = g_strdup_printf ("dwell-requirements 1\nA: call of %s <= 1 ms", name);
  g_autofree char *good = g_strdup_printf ("dwell-requirements 1\nA: call of %s <= 1 ms", name + 1);
  g_autoptr(DwellRequirements) requirements = parse (good);

  g_assert_cmpuint (requirements->errors->len, ==, 0);
  expect_error (bad, 2, "a name has at most 4096 bytes");
}

static DwellTrace *
make_trace (guint n_spans,
            guint n_areas)
{
  RandomTraceShape shape = { .n_spans = n_spans, .n_contexts = 1, .n_areas = n_areas, .step = 1 };
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);

  return random_trace_new (rand, &shape);
}

/* Limit: analysis/DWELL_REQUIREMENTS_MAX_RESULTS */
static void
test_results (void)
{
  g_autoptr(DwellTrace) trace = make_trace (100, 20);
  g_autoptr(GString) text = g_string_new ("dwell-requirements 1\n");
  guint n_lines = DWELL_REQUIREMENTS_MAX_RESULTS / trace->n_areas;
  g_autoptr(DwellRequirements) requirements = NULL;
  g_autoptr(GPtrArray) results = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_cmpuint (n_lines, <, DWELL_REQUIREMENTS_MAX_LINES - 1);
  for (guint i = 0; i <= n_lines; i++)
    g_string_append_printf (text, "A%u: call of /./ <= 1 ms\n", i);
  requirements = parse (text->str);
  g_assert_cmpuint (requirements->errors->len, ==, 0);
  results = dwell_requirements_check (requirements, trace, NULL, 0, NULL, NULL, NULL, &error);
  g_assert_null (results);
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT);
  g_assert_cmpstr (error->message, ==, "there are more than 100000 results");
}

/* Limit: analysis/DWELL_REQUIREMENTS_MAX_WORST */
static void
test_worst (void)
{
  g_autoptr(DwellTrace) trace = make_trace (3000, 1);
  g_autoptr(DwellRequirements) requirements =
    parse ("dwell-requirements 1\nA: call of /./ < 0\n");
  g_autoptr(GPtrArray) results = NULL;
  g_autoptr(GError) error = NULL;
  const DwellRequirementResult *result;

  results = dwell_requirements_check (requirements, trace, NULL, G_MAXUINT, NULL, NULL, NULL,
                                      &error);
  g_assert_no_error (error);
  g_assert_cmpuint (results->len, ==, 1);
  result = results->pdata[0];
  g_assert_cmpuint (result->n_violations, ==, result->n_samples);
  g_assert_cmpuint (result->n_violations, >, DWELL_REQUIREMENTS_MAX_WORST);
  g_assert_cmpuint (result->worst->len, ==, DWELL_REQUIREMENTS_MAX_WORST);
  for (guint i = 1; i < result->worst->len; i++)
    g_assert_cmpfloat (g_array_index (result->worst, DwellRequirementViolation, i - 1).value, >=,
                       g_array_index (result->worst, DwellRequirementViolation, i).value);
}

/* Limit: analysis/DWELL_REQUIREMENTS_MAX_MARKS: more are counted, but not marked. */
static void
test_marks (void)
{
  const guint n = 1000;
  g_autoptr(DwellTrace) trace = make_trace ((int) n, 1);
  g_autoptr(GString) text = g_string_new ("dwell-requirements 1\n");
  g_autoptr(GArray) marks = g_array_new (FALSE, FALSE, sizeof (DwellOverrunMark));
  g_autoptr(DwellRequirements) requirements = NULL;
  g_autoptr(GPtrArray) results = NULL;
  g_autoptr(GError) error = NULL;
  guint64 n_violations = 0;

  for (guint i = 0; i <= 2 * DWELL_REQUIREMENTS_MAX_MARKS / n; i++)
    g_string_append_printf (text, "A%u: call of /./ < 0\n", i);
  requirements = parse (text->str);
  results = dwell_requirements_check (requirements, trace, NULL, 0, NULL, marks, NULL, &error);
  g_assert_no_error (error);

  for (guint i = 0; i < results->len; i++)
    n_violations += ((const DwellRequirementResult *) results->pdata[i])->n_violations;
  g_assert_cmpuint (n_violations, >, DWELL_REQUIREMENTS_MAX_MARKS);
  g_assert_cmpuint (marks->len, ==, DWELL_REQUIREMENTS_MAX_MARKS);
  for (guint i = 0; i < marks->len; i += n / 2)
    {
      const DwellOverrunMark *mark = &g_array_index (marks, DwellOverrunMark, i);

      g_assert_cmpuint (mark->cause, <, results->len);
      g_assert_cmpint (dwell_trace_get_span_begin (trace, mark->span), ==, mark->begin);
      g_assert_cmpint (dwell_trace_get_span_duration (trace, mark->span), ==, (gint64) mark->value);
    }
}

/* Whether two results say the same, whatever else was judged. */
static void
compare_results (const DwellRequirementResult *a,
                 const DwellRequirementResult *b)
{
  g_assert_true (a->requirement == b->requirement);
  g_assert_cmpstr (a->subject, ==, b->subject);
  g_assert_cmpint (a->verdict, ==, b->verdict);
  g_assert_cmpstr (a->reason, ==, b->reason);
  g_assert_cmpuint (a->n_samples, ==, b->n_samples);
  g_assert_cmpuint (a->n_inconclusive, ==, b->n_inconclusive);
  g_assert_cmpuint (a->n_violations, ==, b->n_violations);
  g_assert_true (memcmp (&a->margin, &b->margin, sizeof a->margin) == 0);
  g_assert_cmpuint (a->worst->len, ==, b->worst->len);
}

/* Many requirements, which are judged on several threads, come to what each does alone; results and
 * marks are in the order of the file. */
static void
test_together (void)
{
  static const char * const sentences[] = {
    "call of /./ <= 5 ns", "gap of /./ <= 3 ns", "load of /./ in any 20 ns <= 50 %",
    "concurrency of /./ <= 2", "period of /./ <= 4 ns", "count of /./ in any 10 ns <= 3",
    "median of net of /./ <= 2 ns",
  };
  g_autoptr(DwellTrace) trace = make_trace (500, 6);
  g_autoptr(GString) text = g_string_new ("dwell-requirements 1\n");
  g_autoptr(GArray) marks = g_array_new (FALSE, FALSE, sizeof (DwellOverrunMark));
  g_autoptr(DwellRequirements) requirements = NULL;
  g_autoptr(GPtrArray) together = NULL;
  g_autoptr(GError) error = NULL;
  guint n_results = 0;
  guint n_marks = 0;

  for (guint i = 0; i < 100; i++)
    g_string_append_printf (text, "A%u: %s\n", i, sentences[i % G_N_ELEMENTS (sentences)]);
  requirements = parse (text->str);
  g_assert_cmpuint (requirements->errors->len, ==, 0);
  together = dwell_requirements_check (requirements, trace, NULL, 5, NULL, marks, NULL, &error);
  g_assert_no_error (error);

  for (guint i = 0; i < requirements->requirements->len; i++)
    {
      const char *only[] = { dwell_requirement_get_id (requirements->requirements->pdata[i]),
                             NULL };
      g_autoptr(GArray) its_marks = g_array_new (FALSE, FALSE, sizeof (DwellOverrunMark));
      g_autoptr(GPtrArray) alone = dwell_requirements_check (requirements, trace, only, 5, NULL,
                                                             its_marks, NULL, &error);

      g_assert_no_error (error);
      for (guint j = 0; j < its_marks->len; j++)
        {
          DwellOverrunMark mark = g_array_index (its_marks, DwellOverrunMark, j);
          DwellOverrunMark other = g_array_index (marks, DwellOverrunMark, n_marks + j);

          g_assert_cmpuint (mark.cause + n_results, ==, other.cause);
          g_assert_cmpint (mark.begin, ==, other.begin);
          g_assert_cmpuint (mark.span, ==, other.span);
        }
      for (guint j = 0; j < alone->len; j++)
        compare_results (alone->pdata[j], together->pdata[n_results + j]);
      n_results += alone->len;
      n_marks += its_marks->len;
    }
  g_assert_cmpuint (n_results, ==, together->len);
  g_assert_cmpuint (n_marks, ==, marks->len);
  g_assert_cmpuint (n_marks, >, 100);
}

/* What is cancelled stops soon, and has no results. */
static void
test_cancel (void)
{
  static const char * const only[] = { "A", NULL };
  static const char * const sentences[] = {
    "call of /./ <= 1 ms", "gap of /./ <= 1 ms", "period of /./ <= 1 ms", "count of /./ <= 1",
    "concurrency of /./ <= 2", "load of /./ in each 1 ns <= 10 %", "age of c <= 1 ms",
  };
  g_autoptr(DwellTrace) trace = make_trace (20000, 1);
  const char *name = dwell_trace_get_area_title (trace, 0);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  for (guint i = 0; i < G_N_ELEMENTS (sentences); i++)
    {
      g_autofree char *text =
        g_strdup_printf ("dwell-requirements 1\nchain c: '%s' -> '%s'\nA: %s\n", name, name,
                         sentences[i]);
      g_autoptr(DwellRequirements) requirements = parse (text);
      g_autoptr(GArray) rows = g_array_new (FALSE, FALSE, sizeof (DwellRequirementSampleRow));
      g_autoptr(GError) error = NULL;
      g_autoptr(GPtrArray) results = NULL;

      g_assert_cmpuint (requirements->errors->len, ==, 0);
      results = dwell_requirements_check (requirements, trace, only, 0, rows, NULL, cancellable,
                                          &error);
      g_assert_null (results);
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_cmpuint (rows->len, <=, 4096);
    }
}

/* Too little memory is told, and only by what needs it. */
static void
check_in_little_memory (void)
{
  static const char * const modest[] = { "B", NULL };
  g_autoptr(DwellTrace) trace = make_trace (20000, 1);
  g_autoptr(GString) text = g_string_new ("dwell-requirements 1\nA: load of /./");
  g_autoptr(DwellRequirements) requirements = NULL;
  g_autoptr(GPtrArray) results = NULL;
  g_autoptr(GError) error = NULL;

  for (guint i = 1; i < DWELL_REQUIREMENTS_MAX_NAMES; i++)
    g_string_append (text, ", /./");
  g_string_append (text, " in any 1 us <= 50 %\nB: call of /./ <= 1 s\n");
  requirements = parse (text->str);
  g_assert_cmpuint (requirements->errors->len, ==, 0);
  limits_set (limits_get_used () + 100 * MIB);
  results = dwell_requirements_check (requirements, trace, NULL, 1, NULL, NULL, NULL, &error);
  g_assert_null (results);
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT);
  g_clear_error (&error);

  results = dwell_requirements_check (requirements, trace, modest, 1, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (results->len, ==, 1);
}

static void
test_memory (void)
{
  limits_run (check_in_little_memory, 0);
}

/* The value of a curve at a time; NAN: none is known. */
static double
get_point (const DwellRequirementCurve *curve,
           gint64                       time)
{
  const DwellDerivedPoint *points = curve->points->data;
  gsize after = 0;

  while (after < curve->points->n && points[after].time <= time)
    after++;
  if (after == 0)
    return NAN;
  if (!curve->is_linear || after == curve->points->n || isnan (points[after].value))
    return points[after - 1].value;

  return points[after - 1].value +
         (points[after].value - points[after - 1].value) *
         (double) (time - points[after - 1].time) /
         (double) (points[after].time - points[after - 1].time);
}

static gint64
count_open (const DwellTrace *trace,
            guint32           area,
            gint64            time)
{
  gint64 n = 0;

  for (guint32 span = 0; span < trace->n_spans; span++)
    n += trace->span_area[span] == area && (trace->span_flags[span] & DWELL_SPAN_DOUBTFUL) == 0 &&
         dwell_trace_get_span_begin (trace, span) <= time &&
         dwell_trace_get_span_end (trace, span) > time;
  return n;
}

/* Holds the tracks of a trace against a count of every nanosecond. */
static void
compare_tracks (const GPtrArray  *curves,
                const DwellTrace *trace,
                guint32           area,
                gint64            window)
{
  gint64 length = trace->end - trace->begin;
  g_autofree gint64 *active = g_new0 (gint64, length + 2);
  g_autofree gint64 *begins = g_new0 (gint64, length + 2);

  for (gint64 t = 0; t <= length; t++)
    {
      active[t + 1] = active[t] + (t < length && is_active (trace, area, trace->begin + t));
      begins[t + 1] = begins[t] + count_begins (trace, area, trace->begin + t);
    }
  for (gint64 t = 0; t <= length; t++)
    {
      double load = get_point (curves->pdata[0], trace->begin + t);
      double count = get_point (curves->pdata[1], trace->begin + t);

      if (t + window <= length)
        g_assert_cmpfloat_with_epsilon (
          load, 100.0 * (double) (active[t + window] - active[t]) / (double) window, 1e-9);
      else
        g_assert_true (isnan (load));
      if (t + window <= length + 1)
        g_assert_cmpfloat (count, ==, (double) (begins[t + window] - begins[t]));
      else
        g_assert_true (isnan (count));
      if (t < length)
        g_assert_cmpfloat (get_point (curves->pdata[2], trace->begin + t), ==,
                           (double) count_open (trace, area, trace->begin + t));
    }
}

/* A point for each sample, and its value. */
static void
compare_samples (const DwellRequirementCurve *curve,
                 DwellTrace                  *trace,
                 const char                  *text)
{
  static const char * const only[] = { "D", NULL };
  g_autoptr(GArray) rows = g_array_new (FALSE, FALSE, sizeof (DwellRequirementSampleRow));
  g_autofree char *line = g_strdup_printf ("dwell-requirements 1\nD: %s <= 1 s\n", text);
  g_autoptr(DwellRequirements) requirements = parse (line);
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) results = dwell_requirements_check (requirements, trace, only, 0, rows,
                                                           NULL, NULL, &error);
  const DwellDerivedPoint *points = curve->points->data;

  g_assert_no_error (error);
  g_assert_cmpuint (rows->len, ==, curve->points->n);
  for (guint i = 0; i < rows->len; i++)
    {
      const DwellRequirementSampleRow *row = &g_array_index (rows, DwellRequirementSampleRow, i);

      g_assert_cmpint (points[i].time, ==, row->begin);
      if (row->low == row->high)
        g_assert_cmpfloat (points[i].value, ==, row->low);
      else
        g_assert_true (isnan (points[i].value));
    }
}

/* What tracks show: by counting every nanosecond, and as the samples of a requirement. */
static void
test_tracks (void)
{
  guint32 seed = random_trace_new_seed ();
  g_autoptr(GRand) rand = g_rand_new_with_seed (seed);
  guint n_compared = 0;

  g_test_message ("seed %u", seed);
  for (guint i = 0; i < N_TRACES; i++)
    {
      RandomTraceShape shape = { 0 };
      g_autoptr(DwellTrace) trace = NULL;
      g_autoptr(DwellRequirements) requirements = NULL;
      g_autoptr(GPtrArray) curves = NULL;
      g_autoptr(GError) error = NULL;
      g_autofree char *text = NULL;
      g_autofree char *of_call = NULL;
      g_autofree char *of_period = NULL;
      const char *name;
      guint32 area;
      gint64 length;
      int window;

      random_trace_choose_shape (rand, &shape);
      shape.step = 1;
      shape.n_spans = 1 + shape.n_spans % 30;
      trace = random_trace_new (rand, &shape);
      length = trace->end - trace->begin;
      if (trace->n_spans == 0 || length < 2 || length > 20000)
        continue;

      area = trace->span_area[g_rand_int_range (rand, 0, (gint32) trace->n_spans)];
      name = dwell_trace_get_area_title (trace, area);
      window = g_rand_int_range (rand, 1, (gint32) length);
      of_call = g_strdup_printf ("call of '%s'", name);
      of_period = g_strdup_printf ("period of '%s'", name);
      text = g_strdup_printf ("dwell-requirements 1\ntrack A: load of '%s' in any %d ns\n"
                              "track B: count of '%s' in any %d ns\n"
                              "track C: concurrency of '%s'\ntrack D: %s\ntrack E: %s\n",
                              name, window, name, window, name, of_call, of_period);
      requirements = parse (text);
      g_assert_cmpuint (requirements->errors->len, ==, 0);
      g_assert_true (dwell_requirements_has_tracks (requirements, NULL));
      curves = dwell_requirements_derive (requirements, trace, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (curves->len, ==, 5);

      compare_tracks (curves, trace, area, window);
      compare_samples (curves->pdata[3], trace, of_call);
      compare_samples (curves->pdata[4], trace, of_period);
      n_compared++;
    }
  g_test_message ("%u traces", n_compared);
  g_assert_cmpuint (n_compared, >, N_TRACES / 10);
}

/* Limit: analysis/DWELL_REQUIREMENTS_MAX_TRACKS */
static void
test_many_tracks (void)
{
  g_autoptr(DwellTrace) trace = make_trace (4 * DWELL_REQUIREMENTS_MAX_TRACKS, 1);
  g_autoptr(GString) text = g_string_new ("dwell-requirements 1\n");
  g_autoptr(DwellRequirements) good = NULL;
  g_autoptr(DwellRequirements) bad = NULL;
  g_autoptr(GPtrArray) curves = NULL;
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < DWELL_REQUIREMENTS_MAX_TRACKS; i++)
    g_string_append_printf (text, "track T%u: call of /./\n", i);
  good = parse (text->str);
  curves = dwell_requirements_derive (good, trace, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (curves->len, ==, DWELL_REQUIREMENTS_MAX_TRACKS);

  g_string_append (text, "track more: call of /./\n");
  bad = parse (text->str);
  g_assert_null (dwell_requirements_derive (bad, trace, NULL, NULL, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT);
  g_assert_cmpstr (error->message, ==, "there are more than 256 tracks");
}

/* Limit: analysis/DWELL_REQUIREMENTS_MAX_POINTS: what is beyond has none, and says so. */
static void
test_points (void)
{
  const guint n = 40000;
  g_autoptr(DwellTrace) trace = make_trace (n, 1);
  g_autoptr(GString) text = g_string_new ("dwell-requirements 1\n");
  g_autoptr(DwellRequirements) requirements = NULL;
  g_autoptr(GPtrArray) curves = NULL;
  g_autoptr(GError) error = NULL;
  gsize n_points = 0;
  guint n_refused = 0;

  if (TEST_IS_SLOW)
    {
      g_test_skip ("eight million values take half a minute under sanitizers");
      return;
    }

  for (guint i = 0; i <= DWELL_REQUIREMENTS_MAX_POINTS / n; i++)
    g_string_append_printf (text, "track T%u: call of /./\n", i);
  requirements = parse (text->str);
  curves = dwell_requirements_derive (requirements, trace, NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < curves->len; i++)
    {
      const DwellRequirementCurve *curve = curves->pdata[i];

      n_points += curve->points->n;
      n_refused += curve->reason != NULL;
      g_assert_true (curve->reason == NULL || curve->points->n == 0);
      g_assert_true (curve->reason == NULL || g_str_equal (curve->reason, "too-many"));
    }
  g_assert_cmpuint (n_points, <=, DWELL_REQUIREMENTS_MAX_POINTS);
  g_assert_cmpuint (n_points, >, DWELL_REQUIREMENTS_MAX_POINTS - n);
  g_assert_cmpuint (n_refused, >, 0);
}

/* What makes no sense of a track is refused. */
static void
test_track_lines (void)
{
  static const struct { const char *line; const char *message; } cases[] = {
    { "load of a in any 1 ms from 1 ms until 2 ms", NULL },
    { "grid-jitter of a around 1 ms skip 3", NULL },
    { "reaction of c with sampling because \"it is shown\"", NULL },
    { "call of a <= 1 ms", "expected" },
    { "load of a", "a track shows" },
    { "p90 of call of a", "a track shows" },
    { "lost of c", "a track shows" },
    { "call of a allow 3", "a track has no limit" },
    { "call of a severity warning", "a track has no limit" },
    { "call of a optional", "a track has no limit" },
    { "never a is open", "“never” cannot be measured" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("dwell-requirements 1\nchain c: a -> b\n"
                                               "track t: %s\n", cases[i].line);
      g_autoptr(DwellRequirements) requirements = parse (text);

      g_test_message ("%s", cases[i].line);
      g_assert_cmpuint (requirements->errors->len, ==, cases[i].message != NULL);
      if (cases[i].message != NULL)
        {
          const DwellRequirementsError *error = &g_array_index (requirements->errors,
                                                                DwellRequirementsError, 0);

          g_test_message ("%s", error->message);
          g_assert_cmpuint (error->line, ==, 3);
          g_assert_true (g_str_has_prefix (error->message, cases[i].message));
        }
    }
}

/* A file is known by its first line that is no comment. */
static void
test_is_one (void)
{
  static const char * const ones[] = {
    "dwell-requirements 1\n", "dwell-requirements 2", "dwell-requirements\t1",
    "\n\t# of the brake\r\n#\n\ndwell-requirements 1",
  };
  static const char * const others[] = {
    "", "#", "# dwell-requirements 1", "dwell-requirements", "dwell-requirements-1 4\n",
    "a\ndwell-requirements 1\n", "#\n\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (ones); i++)
    g_assert_true (dwell_requirements_is_one (ones[i], strlen (ones[i])));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (dwell_requirements_is_one (others[i], strlen (others[i])));
  g_assert_false (dwell_requirements_is_one (ones[0], strlen ("dwell-requirements")));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/requirements/is-one", test_is_one);
  g_test_add_func ("/requirements/windows", test_windows);
  g_test_add_func ("/requirements/tumbling", test_tumbling);
  g_test_add_func ("/requirements/endless", test_endless);
  g_test_add_func ("/requirements/list", test_list);
  g_test_add_func ("/requirements/broken", test_broken);
  g_test_add_func ("/requirements/clauses", test_clauses);
  g_test_add_func ("/requirements/size", test_size);
  g_test_add_func ("/requirements/lines", test_lines);
  g_test_add_func ("/requirements/names", test_names);
  g_test_add_func ("/requirements/name", test_name);
  g_test_add_func ("/requirements/results", test_results);
  g_test_add_func ("/requirements/worst", test_worst);
  g_test_add_func ("/requirements/marks", test_marks);
  g_test_add_func ("/requirements/together", test_together);
  g_test_add_func ("/requirements/cancel", test_cancel);
  g_test_add_func ("/requirements/memory", test_memory);

  g_test_add_func ("/requirements/tracks", test_tracks);
  g_test_add_func ("/requirements/track-lines", test_track_lines);
  g_test_add_func ("/requirements/limits/tracks", test_many_tracks);
  g_test_add_func ("/requirements/limits/points", test_points);
  return g_test_run ();
}
