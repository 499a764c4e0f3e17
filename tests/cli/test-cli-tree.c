/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli tree: the rows of the vectors, ranges, filters, callers, forms. */
#include "config.h"

#include <glib/gstdio.h>

#include "cli-run.h"

#define UNKNOWN -1

typedef struct {
  const char *name;
  gint64      depth;
  gint64      count;
  gint64      total;
  gint64      self;
} Row;

static void
check_figure (JsonNode   *row,
              const char *name,
              gint64      figure)
{
  if (figure == UNKNOWN)
    g_assert_true (cli_is_null (row, name));
  else
    g_assert_cmpint (cli_get_int (row, name), ==, figure);
}

static void
check_rows (const char *line,
            const Row  *rows,
            guint       n_rows)
{
  g_autoptr(JsonNode) node = cli_run_json (line);
  JsonArray *array = json_node_get_array (node);

  g_test_message ("%s", line);
  g_assert_cmpuint (json_array_get_length (array), ==, n_rows);
  for (guint i = 0; i < n_rows; i++)
    {
      JsonNode *row = json_array_get_element (array, i);
      g_autofree char *keys = cli_get_keys (row);

      g_assert_cmpstr (keys, ==, "name depth count total self");
      g_assert_cmpstr (cli_get_text (row, "name"), ==, rows[i].name);
      g_assert_cmpint (cli_get_int (row, "depth"), ==, rows[i].depth);
      check_figure (row, "count", rows[i].count);
      check_figure (row, "total", rows[i].total);
      check_figure (row, "self", rows[i].self);
    }
}

/* Names are short in a table, unless they are wanted in full, and full in the other forms. */
static void
test_names (void)
{
  static const struct {
    const char *line;
    const char *has;
    const char *lacks;
  } cases[] = {
    { "tree", "SwDLL", "(JP93722)" },
    { "tree --bottom-up", "SwDLL", "(JP93722)" },
    { "statistics", " SwDLL ", "(JP93722)" },
    { "events", " SwDLL ", "(JP93722)" },
    { "tree --full-names", "SW (JP93722) SwDLL", NULL },
    { "statistics --full-names", "SW (JP93722) SwDLL", NULL },
    { "events --full-names", "SW (JP93722) SwDLL", NULL },
    { "tree --as=csv", "SW (JP93722) SwDLL", NULL },
    { "statistics --as=json", "SW (JP93722) SwDLL", NULL },
    { "events --as=csv", "SW (JP93722) SwDLL", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *line = g_strdup_printf ("%s ooo/clean_4711.log", cases[i].line);
      g_auto(CliRun) run = { 0 };

      g_test_message ("%s", line);
      cli_run_well (&run, line);
      g_assert_nonnull (strstr (run.out, cases[i].has));
      g_assert_true (cases[i].lacks == NULL || strstr (run.out, cases[i].lacks) == NULL);
    }
}

static void
test_lms (void)
{
  const Row whole[] = {
    { "default", 0, 2, 2117000, 27000 },
    { "default.importer", 1, 2, 1900000, 1900000 },
    { "default.render", 1, 2, 190000, 190000 },
  };
  const Row filtered[] = {
    { "default", 0, 2, 2117000, 27000 },
    { "default.render", 1, 2, 190000, 190000 },
  };
  const Row callers[] = {
    { "default.render", 0, 2, 190000, 190000 },
    { "default", 1, 2, 190000, 190000 },
  };
  const Row bottom_up[] = {
    { "default.importer", 0, 2, 1900000, 1900000 },
    { "default.render", 0, 2, 190000, 190000 },
    { "default", 0, 2, 2117000, 27000 },
  };

  check_rows ("tree --as=json lms/runtime_nested.csv", whole, G_N_ELEMENTS (whole));
  check_rows ("tree --as=json --depth=1 lms/runtime_nested.csv", whole, 1);
  check_rows ("tree --as=json --filter=RENDER lms/runtime_nested.csv", filtered,
              G_N_ELEMENTS (filtered));
  check_rows ("tree --as=json --callers-of=default.render lms/runtime_nested.csv", callers,
              G_N_ELEMENTS (callers));
  check_rows ("tree --as=json --bottom-up --depth=1 lms/runtime_nested.csv", bottom_up,
              G_N_ELEMENTS (bottom_up));
}

/* A recursion is two rows from above; from below its total counts once. */
static void
test_ooo (void)
{
  static const char open[] = "desktop (cd100003) ::Desktop::OpenStartupscreen";
  const Row whole[] = {
    { open, 0, 1, 3333000000, 2222000000 },
    { "lengthy calculation", 1, 1, 1111000000, 1111000000 },
  };
  const Row range[] = {
    { open, 0, 0, 655000000, 0 },
    { "lengthy calculation", 1, 0, 655000000, 655000000 },
  };
  g_autoptr(JsonNode) node = NULL;
  gboolean is_found = FALSE;

  check_rows ("tree --as=json ooo/doc_example.log", whole, G_N_ELEMENTS (whole));
  check_rows ("tree --as=json --from=2345000001 --to=3000000001 ooo/doc_example.log", range,
              G_N_ELEMENTS (range));

  node = cli_run_json ("tree --as=json --bottom-up --depth=1 ooo/quirks_99.log");
  for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
    {
      JsonNode *row = json_array_get_element (json_node_get_array (node), i);

      if (!g_str_equal (cli_get_text (row, "name"), "A (x1) ::f"))
        continue;

      is_found = TRUE;
      g_assert_cmpint (cli_get_int (row, "count"), ==, 2);
      g_assert_cmpint (cli_get_int (row, "total"), ==, 10000000);
    }
  g_assert_true (is_found);
}

/* Totals and selves are those of T.GROSS and T.NET in the file's own statistics: the time while a
 * context was preempted belongs to no node, so that the roots add up to all own time. */
static void
test_text1 (void)
{
  const Row whole[] = {
    { "taskA_main", 0, 2, 410, 250 },
    { "foo", 1, 1, 160, 160 },
    { "isrB", 0, 1, 40, 40 },
  };
  const Row outermost[] = {
    { "\"main.c\"#main_loop", 0, 1, 46406977, 46406977 },
    { "\"adc.c\"#adc_isr", 0, 82, 557600, 188600 },
    { "\"control.c\"#control_step", 0, 59, 7284360, 236000 },
    { "\"can.c\"#can_task", 0, 6, 5886223, 72000 },
  };

  check_rows ("tree --as=json text1/preempt.txt", whole, G_N_ELEMENTS (whole));
  check_rows ("tree --as=json --depth=1 ../../data/examples/motor-control.txt", outermost,
              G_N_ELEMENTS (outermost));
}

/* Stacks do not say how often what is not innermost was called, nor callers and callees how often
 * the outermost. */
static void
test_unknown_counts (void)
{
  const Row folded[] = {
    { "main", 0, 1, 21, 1 },
    { "read_all", 1, 3, 15, 3 },
    { "scan", 2, 12, 12, 12 },
    { "write_all", 1, 5, 5, 5 },
  };
  const Row folded_outermost[] = {
    { "a", 0, UNKNOWN, 7, 0 },
    { "b", 1, 7, 7, 7 },
  };
  const Row callgrind[] = {
    { "main", 0, UNKNOWN, 70, 10 },
    { "work", 1, 2, 60, 40 },
    { "scan", 2, 2, 20, 20 },
  };
  g_autofree char *folder = g_dir_make_tmp ("dwell-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.folded", NULL);
  g_autofree char *line = g_strdup_printf ("tree --as=json %s", path);
  g_auto(CliRun) run = { 0 };
  g_autofree char *command = g_strdup_printf ("tree --as=csv %s", path);

  g_assert_true (g_file_set_contents (path, "a;b 7\n", -1, NULL));
  check_rows ("tree --as=json folded/stacks.folded", folded, G_N_ELEMENTS (folded));
  check_rows (line, folded_outermost, G_N_ELEMENTS (folded_outermost));
  check_rows ("tree --as=json callgrind/calls.callgrind", callgrind, G_N_ELEMENTS (callgrind));
  cli_run_well (&run, command);
  g_assert_nonnull (strstr (run.out, "\na,0,,7,0"));
  g_unlink (path);
  g_rmdir (folder);
}

/* Functions and callers that the file knows, but no node of the tree stands for, because what they
 * cost is 0: those of equal weight are in the order of the file. */
static void
test_without_nodes (void)
{
  static const char text[] = "events: Ir\nfn=main\n1 9\ncfn=y\ncalls=100 1\n2 0\n"
                             "cfn=x\ncalls=100 1\n3 0\nfn=a\n4 5\ncfn=z\ncalls=1 1\n5 0\n"
                             "fn=b\n6 6\ncfn=z\ncalls=1 1\n7 0\nfn=z\n8 7\n";
  const Row bottom_up[] = {
    { "main", 0, UNKNOWN, 9, 9 }, { "z", 0, 2, 7, 7 }, { "a", 1, 1, 0, UNKNOWN },
    { "b", 1, 1, 0, UNKNOWN }, { "b", 0, UNKNOWN, 6, 6 }, { "a", 0, UNKNOWN, 5, 5 },
    { "y", 0, 100, 0, 0 }, { "main", 1, 100, 0, UNKNOWN }, { "x", 0, 100, 0, 0 },
    { "main", 1, 100, 0, UNKNOWN },
  };
  g_autofree char *folder = g_dir_make_tmp ("dwell-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.callgrind", NULL);
  g_autofree char *line = g_strdup_printf ("tree --as=json --bottom-up %s", path);
  g_autofree char *callers = g_strdup_printf ("tree --as=json --callers-of=z %s", path);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  check_rows (line, bottom_up, G_N_ELEMENTS (bottom_up));
  check_rows (callers, bottom_up + 1, 3);
  g_unlink (path);
  g_rmdir (folder);
}

/* Stacks that a file records have no times, though samples may have: no part of them is that of a
 * range. */
static void
test_range_of_stacks (void)
{
  static const char * const lines[] = {
    "tree --from=1ms perf-script/stacks.perf",
    "tree --bottom-up --to=1ms perf-script/stacks.perf",
    "tree --from=1 callgrind/calls.callgrind",
    "tree --to=1 folded/stacks.folded",
    "tree --to=1 br/timed_backtrace.prof",
    "render --view=flame --from=1ms -o none.png perf-script/stacks.perf",
    "compare --to=1ms perf-script/stacks.perf perf-script/stacks.perf",
    "compare --base-to=1ms perf-script/stacks.perf perf-script/stacks.perf",
    "compare --what=tree --from=1ms lms/doc_example.csv perf-script/stacks.perf",
    "compare --series --to=1ms perf-script/stacks.perf perf-script/stacks.perf",
  };
  g_auto(CliRun) run = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      cli_run (&run, lines[i]);
      g_assert_cmpint (run.status, ==, 1);
      g_assert_cmpstr (run.out, ==, "");
      g_assert_nonnull (strstr (run.err, "the file does not record when its functions ran"));
    }
  cli_run_well (&run, "compare --what=tree --base-from=1 lms/doc_example.csv "
                      "perf-script/stacks.perf");
}

/* Spans that only picture a sequence are no events. */
static void
test_sequence (void)
{
  g_auto(CliRun) run = { 0 };

  cli_run (&run, "events br/timed_backtrace.prof");
  g_assert_cmpint (run.status, ==, 1);
  g_assert_cmpstr (run.out, ==, "");
  g_assert_nonnull (strstr (run.err, "dwell-cli tree"));
}

static void
test_table (void)
{
  g_auto(CliRun) run = { 0 };

  cli_run_well (&run, "tree lms/runtime_nested.csv");
  g_assert_nonnull (strstr (run.out, "\n  default.importer "));
}

static void
test_wrong_depth (void)
{
  g_auto(CliRun) run = { 0 };

  cli_run (&run, "tree --depth=0 lms/runtime_nested.csv");
  g_assert_cmpint (run.status, ==, 2);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/tree/names", test_names);
  g_test_add_func ("/cli/tree/lms", test_lms);
  g_test_add_func ("/cli/tree/ooo", test_ooo);
  g_test_add_func ("/cli/tree/text1", test_text1);
  g_test_add_func ("/cli/tree/unknown-counts", test_unknown_counts);
  g_test_add_func ("/cli/tree/without-nodes", test_without_nodes);
  g_test_add_func ("/cli/tree/range-of-stacks", test_range_of_stacks);
  g_test_add_func ("/cli/tree/sequence", test_sequence);
  g_test_add_func ("/cli/tree/table", test_table);
  g_test_add_func ("/cli/tree/wrong-depth", test_wrong_depth);
  return g_test_run ();
}
