/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli compare: conditions of --fail-if, and the figures that they are held against: intervals
 * and parts of a change, divided or not, of the ranges that options say. */
#include "config.h"

#include <math.h>

#include "support/file-fixture.h"
#include "cli-run.h"

#define PAIR "../../data/examples/lane-keeping-base.csv " \
             "../../data/examples/lane-keeping-new.csv"

static const char * const pers[] = { "", " --per=second", " --per=total", " --per=keeper.camera" };

static JsonArray *
get_rows (JsonNode *root)
{
  return json_object_get_array_member (json_node_get_object (root), "rows");
}

static JsonObject *
find_row (JsonNode   *root,
          const char *area)
{
  JsonArray *rows = get_rows (root);

  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);

      if (g_str_equal (json_object_get_string_member (row, "area"), area))
        return row;
    }

  g_assert_not_reached ();
}

/* The number at a path; NAN: null. */
static double
get_number (JsonObject *row,
            const char *path)
{
  g_auto(GStrv) parts = g_strsplit (path, ".", -1);
  guint last = g_strv_length (parts) - 1;

  for (guint i = 0; i < last; i++)
    row = json_object_get_object_member (row, parts[i]);

  return json_object_get_null_member (row, parts[last])
           ? NAN : json_object_get_double_member (row, parts[last]);
}

static void
assert_near (double a,
             double b)
{
  g_assert_cmpfloat_with_epsilon (a, b, 1e-7 * MAX (fabs (a), fabs (b)) + 1e-12);
}

static void
assert_status (int         status,
               const char *line,
               const char *complaint)
{
  g_auto(CliRun) run = { 0 };

  cli_run (&run, line);
  if (run.status != status || (complaint != NULL && strstr (run.err, complaint) == NULL))
    g_test_message ("%s: %s", line, run.err);
  g_assert_cmpint (run.status, ==, status);
  if (complaint != NULL)
    g_assert_nonnull (strstr (run.err, complaint));
}

/* What a change comes of adds up to it, whatever it is divided by; the other way round it is
 * negated. */
static void
test_parts (void)
{
  static const char * const measures[] = { "net.total", "gross.total", "call.sum" };

  for (guint i = 0; i < G_N_ELEMENTS (pers) * G_N_ELEMENTS (measures); i++)
    {
      const char *measure = measures[i / G_N_ELEMENTS (pers)];
      const char *per = pers[i % G_N_ELEMENTS (pers)];
      g_autofree char *line = g_strdup_printf ("compare --as=json --measure=%s%s " PAIR, measure,
                                               per);
      g_autofree char *swapped =
        g_strdup_printf ("compare --as=json --measure=%s%s ../../data/examples/lane-keeping-new.csv"
                         " ../../data/examples/lane-keeping-base.csv", measure, per);
      g_autoptr(JsonNode) root = cli_run_json (line);
      g_autoptr(JsonNode) other = cli_run_json (swapped);
      JsonArray *rows = get_rows (root);

      g_assert_cmpuint (json_array_get_length (rows), >, 5);
      for (guint k = 0; k < json_array_get_length (rows); k++)
        {
          JsonObject *row = json_array_get_object_element (rows, k);
          JsonObject *back = find_row (other, json_object_get_string_member (row, "area"));
          double by_count = get_number (row, "by_count");

          assert_near (by_count + get_number (row, "by_time"), get_number (row, "value.change"));
          assert_near (by_count, -get_number (back, "by_count"));
        }
    }
}

/* An interval bounds the ratio beside it: of totals, of means and of percentiles. */
static void
test_intervals (void)
{
  static const char * const measures[] = {
    "net.total", "gross.total", "call.sum", "net.avg", "call.avg", "p50", "p95",
  };

  for (guint i = 0; i < G_N_ELEMENTS (pers) * G_N_ELEMENTS (measures); i++)
    {
      g_autofree char *line = g_strdup_printf ("compare --as=json --measure=%s%s " PAIR,
                                               measures[i / G_N_ELEMENTS (pers)],
                                               pers[i % G_N_ELEMENTS (pers)]);
      g_autoptr(JsonNode) root = cli_run_json (line);
      JsonArray *rows = get_rows (root);
      guint n = 0;

      for (guint k = 0; k < json_array_get_length (rows); k++)
        {
          JsonObject *row = json_array_get_object_element (rows, k);
          double ratio = get_number (row, "value.ratio");
          double low = get_number (row, "value.low");

          n += !isnan (low);
          if (!isnan (low))
            g_assert_true (low <= ratio && ratio <= get_number (row, "value.high"));
        }

      g_assert_cmpuint (n, >, 3);
    }
}

/* That of a total is that of the mean, as often as it ran, and divided as the total is. */
static void
test_interval_of_total (void)
{
  g_auto(CliRun) run = { 0 };
  g_autoptr(JsonNode) root = NULL;
  g_autoptr(JsonNode) divided = cli_run_json ("compare --as=json --per=second " PAIR);
  JsonObject *other = find_row (divided, "keeper.lane.markings");
  JsonObject *object;
  JsonObject *row;
  JsonObject *gate;
  JsonArray *found;
  double low;

  cli_run (&run, "compare --as=json --fail-if=net.total>+20%~in~markings " PAIR);
  g_assert_cmpint (run.status, ==, 3);
  root = json_from_string (run.out, NULL);
  object = json_node_get_object (root);
  row = find_row (root, "keeper.lane.markings");
  low = get_number (row, "value.low");
  assert_near (low, get_number (row, "net.avg.low") * 151 / 120);
  assert_near (low, get_number (other, "value.low") * get_number (object, "new.duration") /
                    get_number (object, "base.duration"));

  gate = json_array_get_object_element (json_object_get_array_member (object, "gates"), 0);
  found = json_object_get_array_member (gate, "rows");
  g_assert_cmpuint (json_array_get_length (found), ==, 1);
  assert_near (low, get_number (json_array_get_object_element (found, 0), "low"));
}

/* A recording in which f runs every 10 ms, for about 300 µs. */
static char *
write_calls (const char *name,
             guint       n,
             guint       factor,
             guint       more)
{
  g_autoptr(GString) text = g_string_new ("[");
  g_autoptr(GFile) file = NULL;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s{\"ph\":\"X\",\"name\":\"f\",\"pid\":1,\"tid\":1,\"ts\":%u,"
                            "\"dur\":%u}", i > 0 ? ",\n" : "", i * 10000,
                            100 + more + i * factor % 101 * 4);

  g_string_append_c (text, ']');
  file = file_fixture_write (name, text->str, text->len);
  return g_file_get_path (file);
}

/* Twice as long a recording is not twice as much of anything: what ran as often each second, by
 * chance a little longer, is within chance. */
static void
test_rate (void)
{
  static const struct {
    int         status;
    const char *options;
  } cases[] = {
    { 3, "--per=second --judge=measured --fail-if=net.total>+1%" },
    { 0, "--per=second --fail-if=net.total>+1%" },
    { 0, "--per=second --judge=sure --fail-if=net.total>+1%" },
    { 0, "--per=second --measure=count --fail-if=net.total>+1%" },
    { 3, "--fail-if=net.total>+1%" },
    { 3, "--judge=sure --fail-if=net.total>+50%" },
    { 0, "--fail-if=call.avg>+1%" },
    { 3, "--noise=0 --per=second --judge=measured --fail-if=call.sum>+0%" },
    /* How large it is now, whether it changed or not. */
    { 3, "--per=second --fail-if=net.total>1ms" },
    { 3, "--per=second --judge=sure --fail-if=net.total>1ms" },
    { 0, "--per=second --judge=sure --fail-if=net.total>1s" },
  };
  g_autofree char *base = write_calls ("base.json", 100, 37, 0);
  g_autofree char *new = write_calls ("new.json", 200, 53, 12);
  g_autofree char *line = g_strdup_printf ("compare --as=json --per=second %s %s", base, new);
  g_autoptr(JsonNode) root = cli_run_json (line);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *other = g_strdup_printf ("compare %s %s %s", cases[i].options, base, new);

      assert_status (cases[i].status, other, NULL);
    }

  g_assert_cmpstr (json_object_get_string_member (find_row (root, "f"), "verdict"), ==, "unclear");
  file_fixture_remove_all ();
}

/* The near end is that of the figure that is shown; shares are told as such, and no limit in ns
 * could ever be beyond one. */
static void
test_divided (void)
{
  g_autoptr(JsonNode) root = cli_run_json ("compare --as=json --per=total " PAIR);
  JsonObject *row = find_row (root, "keeper.path");

  assert_status (0, "compare --per=second --judge=sure --fail-if=net.total>+25% " PAIR, NULL);
  assert_status (3, "compare --per=second --judge=sure --fail-if=net.total>+23% " PAIR,
                 "keeper.lane.fit 135.4\u00a0ms → 170.5\u00a0ms (+25.9\u00a0%, at least "
                 "+23.4\u00a0%)");
  assert_status (3, "compare --per=total --fail-if=net.total>+20% " PAIR,
                 "keeper.lane.fit 24.6\u00a0% → 29.9\u00a0% (+21.4\u00a0%, at least +19.1\u00a0%)");
  assert_status (3, "compare --per=total --fail-if=new~in~steering " PAIR,
                 "keeper.steering – → 4.6\u00a0%");
  assert_status (3, "compare --measure=count --fail-if=new~in~steering " PAIR, "– → 120\n");
  assert_status (2, "compare --per=total --fail-if=net.total>20ms " PAIR, "give a percentage");
  assert_status (2, "compare --per=total --fail-if=net.total>+20ms " PAIR, "give a percentage");

  /* It ran 120 times in both, and no longer than chance has it. */
  g_assert_cmpstr (json_object_get_string_member (row, "verdict"), ==, "unclear");
  g_assert_cmpstr (json_object_get_string_member (row, "evidence"), ==, "chance");
}

/* What counts for sure does as likely, and what does so does as measured: an interval beyond the
 * amount does not make up for what is chance among so many rows. */
static void
test_judged (void)
{
  static const struct {
    const char *condition;
    int         measured;
    int         likely;
    int         sure;
  } cases[] = {
    { "--per=total --fail-if=net.total<-5%~in~path", 3, 0, 0 },
    { "--fail-if=net.avg>+0%~in~markings", 3, 0, 0 },
    { "--fail-if=net.total>+28%~in~markings", 3, 3, 0 },
    { "--fail-if=net.total>+20%~in~markings", 3, 3, 3 },
    { "--fail-if=count>+20%~in~markings", 3, 3, 3 },
    { "--fail-if=call.max>+1%~in~lane.markings", 3, 3, 0 },
    { "--fail-if=net.total>+1ms~in~steering", 3, 3, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *measured = g_strdup_printf ("compare --judge=measured %s " PAIR,
                                                   cases[i].condition);
      g_autofree char *likely = g_strdup_printf ("compare %s " PAIR, cases[i].condition);
      g_autofree char *sure = g_strdup_printf ("compare --judge=sure %s " PAIR,
                                               cases[i].condition);

      assert_status (cases[i].measured, measured, NULL);
      assert_status (cases[i].likely, likely, NULL);
      assert_status (cases[i].sure, sure, NULL);
    }
}

/* Writes stacks. Returns: (transfer full): their file */
static char *
write_stacks (const char *name,
              const char *text)
{
  g_autoptr(GFile) file = file_fixture_write (name, text, strlen (text));

  return g_file_get_path (file);
}

/* What found no partner counts wherever it is: what is new as much as what is gone. */
static void
test_unmatched (void)
{
  static const struct {
    int         status;
    const char *condition;
    const char *there;
    const char *back;
  } cases[] = {
    { 3, "unmatched>20%", "0.0\u00a0% → 80.0\u00a0%", "80.0\u00a0% → 0.0\u00a0%" },
    { 0, "unmatched>80%", NULL, NULL },
    { 3, "unmatched>0.79", "0.0\u00a0% → 80.0\u00a0%", "80.0\u00a0% → 0.0\u00a0%" },
    { 0, "unmatched<80%", NULL, NULL },
    { 3, "unmatched<81%", "0.0\u00a0% → 80.0\u00a0%", "80.0\u00a0% → 0.0\u00a0%" },
  };
  g_autofree char *samples = write_stacks ("samples.folded", "all;work 10\n");
  g_autofree char *more_samples = write_stacks ("more.folded", "all;work 10\nall;renamed 40\n");
  g_autofree char *spans = write_stacks ("spans.csv", "2,0,work\n0,0,0\n1,0,10\n");
  g_autofree char *more_spans = write_stacks ("more.csv", "2,0,work\n2,1,renamed\n0,0,0\n1,0,10\n"
                                              "0,1,0\n1,1,40\n");
  const char *files[][2] = { { samples, more_samples }, { spans, more_spans } };

  for (guint i = 0; i < G_N_ELEMENTS (files) * G_N_ELEMENTS (cases); i++)
    {
      const char *base = files[i / G_N_ELEMENTS (cases)][0];
      const char *new = files[i / G_N_ELEMENTS (cases)][1];
      guint k = i % G_N_ELEMENTS (cases);
      g_autofree char *there = g_strdup_printf ("compare --fail-if=%s %s %s", cases[k].condition,
                                                base, new);
      g_autofree char *back = g_strdup_printf ("compare --fail-if=%s %s %s", cases[k].condition,
                                               new, base);

      assert_status (cases[k].status, there, cases[k].there);
      assert_status (cases[k].status, back, cases[k].back);
    }

  file_fixture_remove_all ();
}

/* The ranges that options leave, of which some are those of both. */
static void
test_ranges (void)
{
#define SAME "compare/base.csv"
#define COMPARE "compare " SAME " compare/new.csv "
  assert_status (2, COMPARE "--base-from=5us --base-to=2us", "the range of the base ends before");
  assert_status (2, COMPARE "--from=500us --base-to=100us", "the range of the base ends before");
  assert_status (2, COMPARE "--to=100us --base-from=200us", "the range of the base ends before");
  assert_status (2, COMPARE "--from=5us --to=2us", "the range ends before it begins");
  assert_status (0, COMPARE "--from=300us --base-from=10us --base-to=20us", NULL);
  assert_status (0, COMPARE "--base-from=20us --base-to=20us", NULL);
  assert_status (2, "compare --base=" SAME " --base=" SAME " " SAME " --base-from=5us "
                    "--base-to=2us", "the range of the base ends before");
  assert_status (2, "compare --series " SAME " " SAME " --base-to=2us",
                 "a series has no base with a range of its own");
  assert_status (2, "compare --series " SAME " " SAME " --base-from=2us",
                 "a series has no base with a range of its own");
#undef COMPARE
#undef SAME
}

/* Conditions are of what has them, by the names of its fields; elsewhere they are refused, also
 * where only a picture is drawn. */
static void
test_kinds (void)
{
#define TREES "compare compare/tree-a.folded compare/tree-b.folded --fail-if=new "
#define LINES "compare --what=lines compare/lines-base.txt compare/lines-new.txt --fail-if="
  static const char * const kinds[] = { "tree", "flame", "values", "timeline", "distribution" };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *line = g_strdup_printf (TREES "-o x.svg --what=%s", kinds[i]);

      assert_status (2, line, "--fail-if is for --what=rows, lines and costs");
    }

  assert_status (3, LINES "hits<+0", NULL);
  assert_status (3, LINES "count<+0", NULL);
  assert_status (0, LINES "hits>+1000", NULL);
  assert_status (3, LINES "time>0ns", NULL);
  assert_status (2, LINES "time>0", "a time needs a unit");
  assert_status (2, LINES "total>+0%", "lines have count");
  assert_status (2, "compare --fail-if=hits>+0 " PAIR, "there is no such measure");
#undef LINES
#undef TREES
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-compare-gates/parts", test_parts);
  g_test_add_func ("/cli-compare-gates/intervals", test_intervals);
  g_test_add_func ("/cli-compare-gates/interval-of-total", test_interval_of_total);
  g_test_add_func ("/cli-compare-gates/rate", test_rate);
  g_test_add_func ("/cli-compare-gates/divided", test_divided);
  g_test_add_func ("/cli-compare-gates/judged", test_judged);
  g_test_add_func ("/cli-compare-gates/unmatched", test_unmatched);
  g_test_add_func ("/cli-compare-gates/ranges", test_ranges);
  g_test_add_func ("/cli-compare-gates/kinds", test_kinds);
  return g_test_run ();
}
