/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli compare: figures, conditions, and what holds of every file compared with itself. */
#include "config.h"

#include <glib/gstdio.h>

#include "support/file-fixture.h"
#include "support/folder.h"
#include "cli-run.h"

#define BASE "compare/base.csv"
#define NEW  "compare/new.csv"

static JsonNode *
parse (const CliRun *run)
{
  g_autoptr(GError) error = NULL;
  JsonNode *root = json_from_string (run->out, &error);

  g_assert_no_error (error);
  return root;
}

/* Returns: the row of that area. */
static JsonObject *
find_row (JsonNode   *root,
          const char *area)
{
  JsonArray *rows = json_object_get_array_member (json_node_get_object (root), "rows");

  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);

      if (g_str_equal (json_object_get_string_member (row, "area"), area))
        return row;
    }

  g_assert_not_reached ();
}

static gint64
get_int (JsonObject *row,
         const char *path)
{
  g_auto(GStrv) parts = g_strsplit (path, ".", -1);

  for (guint i = 0; parts[i + 1] != NULL; i++)
    row = json_object_get_object_member (row, parts[i]);

  return json_object_get_int_member (row, parts[g_strv_length (parts) - 1]);
}

static void
test_figures (void)
{
  g_auto(CliRun) run = { 0 };
  g_autoptr(JsonNode) root = NULL;
  JsonObject *row;

  cli_run (&run, "compare --as=json " BASE " " NEW);
  g_assert_cmpint (run.status, ==, 0);
  root = parse (&run);

  row = find_row (root, "app.load");
  g_assert_cmpstr (json_object_get_string_member (row, "verdict"), ==, "more");
  g_assert_cmpstr (json_object_get_string_member (row, "evidence"), ==, "count");
  g_assert_cmpint (get_int (row, "net.total.change"), ==, 160000);
  g_assert_cmpint (get_int (row, "by_count"), ==, 118333);
  g_assert_cmpint (get_int (row, "by_time"), ==, 41667);
  g_assert_cmpint (get_int (row, "p50.new"), ==, 130000);
  g_assert_cmpfloat (json_object_get_double_member (row, "cliff"), ==, 0.5);
  g_assert_true (json_object_get_null_member (row, "p"));

  row = find_row (root, "app.draw");
  g_assert_cmpstr (json_object_get_string_member (row, "verdict"), ==, "gone");
  g_assert_true (json_object_get_null_member (json_object_get_object_member (row, "value"),
                                              "new"));
  g_assert_cmpstr (json_object_get_string_member (find_row (root, "app.save"), "verdict"), ==,
                   "new");
  g_assert_cmpstr (json_object_get_string_member (find_row (root, "app"), "verdict"), ==, "same");
}

static void
assert_status (int         status,
               const char *line)
{
  g_auto(CliRun) run = { 0 };

  cli_run (&run, line);
  if (run.status != status)
    g_test_message ("%s: %s", line, run.err);
  g_assert_cmpint (run.status, ==, status);
}

static const char * const conditions[] = {
  "net.total>+5%", "p50>+20%", "new", "gone", "count>+0", "total>+1%", "call.max>+0ns",
  "p95>+0%", "duration>+0ns", "unmatched>0%", "net.avg<-1%",
};

static void
test_conditions (void)
{
#define COMPARE "compare " BASE " " NEW " --fail-if="
  assert_status (3, COMPARE "net.total>+5%");
  assert_status (3, COMPARE "p50>+20%");
  assert_status (0, COMPARE "p50>+20% --judge=sure");
  assert_status (3, COMPARE "p50>+20% --judge=measured");
  assert_status (3, COMPARE "new");
  assert_status (3, COMPARE "gone");
  assert_status (0, COMPARE "net.total>+5%~in~draw");
  assert_status (3, COMPARE "count>+0");
  assert_status (0, COMPARE "total>+30%");
  assert_status (3, COMPARE "total>+26%");
  assert_status (3, COMPARE "call.max>250us");
  assert_status (0, COMPARE "call.max>280us");
  assert_status (3, COMPARE "unmatched>20%");
  assert_status (3, COMPARE "p95>+5% --as=csv");

  /* Gates that could never fail, and what means nothing. */
  assert_status (2, COMPARE "p50>+5%~in~nothing");
  assert_status (0, COMPARE "p50>+5%~in~nothing --allow-missing");
  assert_status (2, COMPARE "p50>250");
  assert_status (2, COMPARE "p50>5%");
  assert_status (2, COMPARE "p50");
  assert_status (2, COMPARE "speed>+5%");
  assert_status (2, COMPARE "count>+5ms");
  assert_status (2, COMPARE "growth");
  assert_status (2, COMPARE "net.total>+5%~in~/(/");
  assert_status (2, "compare " BASE);
  assert_status (2, "compare " BASE " " NEW " --what=flame");
  assert_status (2, "compare " BASE " " NEW " --what=flame -o picture.txt");
  assert_status (2, "compare " BASE " " NEW " --what=tree -o picture.svg");
  assert_status (2, "compare " BASE " " NEW " --match=app.draw=nothing");
  assert_status (2, "compare " BASE " " NEW " --measure=speed");
  assert_status (1, "compare " BASE " compare/nothing.csv");
#undef COMPARE
}

/* What fails is said in one line, and the output is whole all the same. */
static void
test_words (void)
{
  g_auto(CliRun) run = { 0 };
  g_auto(CliRun) missing = { 0 };

  cli_run (&run, "compare " BASE " " NEW " --fail-if=p50>+5%~in~load --as=csv");
  g_assert_cmpint (run.status, ==, 3);
  g_assert_cmpstr (run.err, ==, "dwell-cli: p50>+5% in load: app.load "
                   "100\u00a0µs → 130\u00a0µs (+30.0\u00a0%)\n");
  g_assert_nonnull (strstr (run.out, "app.save"));

  cli_run (&missing, "compare " BASE " " NEW " --fail-if=new --fail-if=gone --as=csv");
  g_assert_cmpint (missing.status, ==, 3);
  g_assert_cmpstr (missing.err, ==, "dwell-cli: new: app.save – → 40\u00a0µs\n"
                   "dwell-cli: gone: app.draw 100\u00a0µs → –\n");
}

/* Two ranges of one recording may be alike and are not the same recording twice. */
static void
test_alike (void)
{
  static const char content[] = "2,0,a\n0,0,10\n1,0,5\n0,0,5\n1,0,5\n";
  g_autoptr(GFile) file = file_fixture_write ("alike.csv", content, strlen (content));
  const char *path = g_file_peek_path (file);
  g_autofree char *line = g_strdup_printf ("compare --base-from=10us --base-to=15us --from=20us "
                                           "%s %s", path, path);
  g_auto(CliRun) run = { 0 };

  cli_run_well (&run, line);
  g_assert_true (g_str_has_prefix (run.out, "These recordings do not differ in any figure.\n"));
  file_fixture_remove_all ();
}

static void
test_self (void)
{
  static const char * const files[] = {
    BASE, NEW, "lms/doc_example.csv", "ooo/doc_example.log", "text1/doc_examples.txt",
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", files[i], NULL);
      g_autoptr(GString) line = g_string_new ("compare --as=json --allow-missing --judge=measured");
      g_auto(CliRun) run = { 0 };
      g_auto(CliRun) told = { 0 };
      g_autoptr(JsonNode) root = NULL;
      JsonObject *summary;

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        continue;

      for (guint k = 0; k < G_N_ELEMENTS (conditions); k++)
        g_string_append_printf (line, " --fail-if=%s", conditions[k]);
      g_string_append_printf (line, " %s %s", files[i], files[i]);
      cli_run (&run, line->str);
      g_assert_cmpint (run.status, ==, 0);
      root = parse (&run);
      summary = json_object_get_object_member (json_node_get_object (root), "summary");
      g_assert_cmpstr (json_object_get_string_member (summary, "verdict"), ==, "identical");
      g_assert_cmpint (get_int (summary, "total.change"), ==, 0);

      g_string_printf (line, "compare %s %s", files[i], files[i]);
      cli_run (&told, line->str);
      g_assert_true (g_str_has_prefix (told.out, "This is the same recording twice.\n"));
      g_assert_null (strstr (told.out, "a third of either side"));
    }
}

static void
test_swapped (void)
{
  static const char * const areas[] = { "app", "app.load", "app.draw", "app.save" };
  g_auto(CliRun) there = { 0 };
  g_auto(CliRun) back = { 0 };
  g_autoptr(JsonNode) root = NULL;
  g_autoptr(JsonNode) swapped = NULL;
  gint64 sum = 0;

  cli_run (&there, "compare --as=json " BASE " " NEW);
  cli_run (&back, "compare --as=json " NEW " " BASE);
  root = parse (&there);
  swapped = parse (&back);

  for (guint i = 0; i < G_N_ELEMENTS (areas); i++)
    {
      JsonObject *row = find_row (root, areas[i]);
      JsonObject *other = find_row (swapped, areas[i]);

      g_assert_cmpint (get_int (row, "value.change"), ==, -get_int (other, "value.change"));
      g_assert_cmpint (get_int (row, "by_count"), ==, -get_int (other, "by_count"));
      sum += get_int (row, "value.change");
    }

  g_assert_cmpint (sum, ==, 100000);
  g_assert_cmpint (get_int (json_node_get_object (root), "summary.total.change"), ==, sum);
}

/* A name that changed, told by hand and by a rule. */
static void
test_match (void)
{
  static const char * const lines[] = {
    "compare --as=json --match=app.draw=app.save " BASE " " NEW,
    "compare --as=json --matches=compare/matches.txt " BASE " " NEW,
    "compare --as=json --rename=s/draw$/save/ " BASE " " NEW,
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_auto(CliRun) run = { 0 };
      g_autoptr(JsonNode) root = NULL;
      JsonObject *row;

      cli_run (&run, lines[i]);
      g_assert_cmpint (run.status, ==, 0);
      root = parse (&run);
      row = find_row (root, "app.save");
      g_assert_cmpint (get_int (row, "value.change"), ==, -60000);
      g_assert_cmpstr (json_object_get_string_member (row, "base_area"), ==, "app.draw");
      g_assert_cmpstr (json_object_get_string_member (row, "matched_by"), ==,
                       i < 2 ? "user" : "name");
    }

  assert_status (2, "compare --match=app.draw=app.save --match=app.draw=app " BASE " " NEW);
  assert_status (2, "compare --matches=compare/nothing.txt " BASE " " NEW);
  assert_status (2, "compare --matches=compare/base.csv " BASE " " NEW);
}

static void
test_tree (void)
{
  g_auto(CliRun) run = { 0 };

  cli_run (&run, "compare --what=tree --as=csv " BASE " " NEW);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpstr (run.out, ==,
                   "name,depth,base,new,common,lost,gained,count.base,count.new,count.change,"
                   "count.ratio\r\n"
                   "app,0,380000,480000,280000,100000,200000,2,2,0,1\r\n"
                   "app.load,1,220000,380000,220000,0,160000,2,3,1,1.5\r\n"
                   "app.draw,1,100000,0,0,100000,0,2,,-2,\r\n"
                   "app.save,1,0,40000,0,0,40000,,1,1,\r\n");
}

/* Trees of stacks: what callers lose and gain is what those below them do, even where they take as
 * long as before; what is gone and what is new stay in the tree. */
static void
test_stacks (void)
{
  static const struct {
    const char *base;
    const char *new;
    const char *rows[6]; /* name, depth, base, new, common, lost, gained */
  } cases[] = {
    { "compare/tree-a.folded", "compare/tree-b.folded",
      { "main,0,100,95,40,60,55,", "read,1,50,60,30,20,30,", "scan,2,20,50,20,0,30,",
        "sort,1,40,0,0,40,0,", "write,1,0,25,0,0,25,", NULL } },
    { "compare/parents-a.folded", "compare/parents-b.folded",
      { "parent,0,20,60,20,0,40,", "first,1,10,30,10,0,20,", "parent2,0,30,30,30,0,0,", NULL } },
    { "compare/both-a.folded", "compare/both-b.folded",
      { "base_only,0,50,0,0,50,0,", "both1,0,25,25,25,0,0,", "both2,0,25,50,25,0,25,",
        "changed_only,0,0,125,0,0,125,", NULL } },
    { "compare/foo-a.folded", "compare/foo-b.folded",
      { "foo,1,6,1,1,5,0,", "bar,2,4,0,0,4,0,", NULL } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *line = g_strdup_printf ("compare --what=tree --as=csv "
                                               "--input-format=folded %s %s", cases[i].base,
                                               cases[i].new);
      g_auto(CliRun) run = { 0 };

      cli_run (&run, line);
      g_assert_cmpint (run.status, ==, 0);
      for (guint k = 0; cases[i].rows[k] != NULL; k++)
        {
          g_autofree char *row = g_strconcat ("\n", cases[i].rows[k], NULL);

          if (strstr (run.out, row) == NULL)
            g_error ("“%s” is not in:\n%s", row, run.out);
        }
    }
}

/* A routine that moved by twelve lines: one of its lines is gone, one is new. */
static void
test_lines (void)
{
  g_auto(CliRun) run = { 0 };
  g_auto(CliRun) same = { 0 };
  g_auto(CliRun) shifted = { 0 };

  cli_run (&run, "compare --what=lines --as=csv compare/lines-base.txt compare/lines-new.txt");
  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpstr (run.out, ==,
                   "module,routine,base_line,line,clause,verdict,hits.base,hits.new,hits.change,"
                   "hits.ratio,time.base,time.new,time.change,time.ratio\r\n"
                   "/src/main.c,load,14,26,,more,1,1,0,1,60,90,30,1.5\r\n"
                   "/src/main.c,load,11,,,gone,1,,-1,,20,,-20,\r\n"
                   "/src/main.c,load,12,24,,more,1,2,1,2,10,25,15,2.5\r\n"
                   "/src/main.c,load,,27,,new,,1,1,,,5,5,\r\n"
                   "/src/main.c,load,10,22,,identical,1,1,0,1,10,10,0,1\r\n");

  cli_run (&same, "compare --what=lines --as=table br/timed_backtrace.prof "
                  "br/timed_backtrace.prof --fail-if=count>+0 --fail-if=net.total>+0% "
                  "--fail-if=new --fail-if=gone");
  g_assert_cmpint (same.status, ==, 0);
  g_assert_null (strstr (same.out, "\n\n"));

  /* A line stands before the first that ran, so that the others are one further down. */
  cli_run (&shifted, "compare --what=lines compare/lines-base.txt compare/lines-shifted.txt");
  g_assert_cmpstr (shifted.err, ==,
                   "dwell-cli: compare/lines-shifted.txt: “load” seems to have moved further than "
                   "its first line, by +1: 4 lines would match, rather than 3: --shift=load=+1\n");

  /* Taken, four lines match. */
#define SHIFT "compare --what=lines compare/lines-base.txt compare/lines-shifted.txt --shift="
  cli_run_well (&shifted, SHIFT "load=1 --as=csv");
  g_assert_cmpstr (shifted.err, ==, "");
  g_assert_null (strstr (shifted.out, ",gone,"));
  assert_status (3, SHIFT "load=0 --fail-if=gone");
  assert_status (0, SHIFT "load=+1 --fail-if=gone");
  assert_status (2, SHIFT "nothing=1");
  assert_status (2, SHIFT "load");
  assert_status (2, SHIFT "load=1x");
  assert_status (2, SHIFT "load=4294967296");
  assert_status (2, "compare --shift=load=1 compare/lines-base.txt compare/lines-shifted.txt");
#undef SHIFT

#define COMPARE "compare --what=lines compare/lines-base.txt compare/lines-new.txt --fail-if="
  assert_status (3, COMPARE "new");
  assert_status (3, COMPARE "gone");
  assert_status (3, COMPARE "count>+0");
  assert_status (3, COMPARE "net.total>+25ns~in~26");
  assert_status (2, COMPARE "net.total>+5%~in~nothing");
  assert_status (2, COMPARE "p95>+5%");
  assert_status (1, "compare --what=lines compare/base.csv compare/new.csv");
  assert_status (2, "compare --what=lines br/sampled_plain.prof br/sampled_plain.prof "
                    "--fail-if=net.total>+5%");
#undef COMPARE
}

/* The pair of examples that data/make-examples.py makes shows what was put into it: longer,
 * shorter, more often, renamed, new, and what chance alone did. */
static void
test_examples (void)
{
#define PAIR "../../data/examples/lane-keeping-base.csv " \
             "../../data/examples/lane-keeping-new.csv"
  static const struct {
    const char *area;
    const char *verdict;
    const char *evidence;
    gint64      change;
    gint64      by_count;
  } rows[] = {
    { "keeper.lane.fit", "more", "time", 44845000, 0 },
    { "keeper.camera.decode", "less", "time", -32969000, 0 },
    { "keeper.lane.markings", "more", "count", 30217000, 27830914 },
    { "keeper.control", "gone", "fact", -28909000, -28909000 },
    { "keeper.steering", "new", "fact", 28824000, 28824000 },
    { "keeper.watchdog", "new", "fact", 5362000, 5362000 },
    { "keeper.path", "same", NULL, -729000, 0 },
  };
  g_auto(CliRun) run = { 0 };
  g_auto(CliRun) table = { 0 };
  g_autoptr(JsonNode) root = NULL;

  cli_run (&run, "compare --all --as=json " PAIR);
  g_assert_cmpint (run.status, ==, 0);
  root = parse (&run);
  g_assert_cmpint (get_int (json_node_get_object (root), "summary.total.change"), ==, 47502000);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      JsonObject *row = find_row (root, rows[i].area);

      g_assert_cmpstr (json_object_get_string_member (row, "verdict"), ==, rows[i].verdict);
      if (rows[i].evidence != NULL)
        g_assert_cmpstr (json_object_get_string_member (row, "evidence"), ==, rows[i].evidence);
      g_assert_cmpint (get_int (row, "value.change"), ==, rows[i].change);
      g_assert_cmpint (get_int (row, "by_count"), ==, rows[i].by_count);
    }

  cli_run (&table, "compare " PAIR);
  g_assert_nonnull (strstr (table.out, "“keeper.control” may have become “keeper.steering”"));
  assert_status (3, "compare --judge=sure --fail-if=p50>+20%~in~lane.fit " PAIR);
  assert_status (0, "compare --fail-if=p50>+5%~in~path " PAIR);
  assert_status (0, "compare --match=keeper.control=keeper.steering --fail-if=gone " PAIR);
#undef PAIR
}

/* One area alone, by its name or the only one that fits; with the bins in CSV. */
static void
test_distribution (void)
{
#define DISTRIBUTION "compare --what=distribution " BASE " " NEW " --filter="
  g_auto(CliRun) run = { 0 };
  g_auto(CliRun) table = { 0 };
  g_auto(CliRun) gone = { 0 };

  cli_run (&run, DISTRIBUTION "load --as=csv");
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "\nquantile,0.5,100000,130000,30000,1.3,,,,,,,,,,,,,,\r\n"));
  g_assert_nonnull (strstr (run.out, "\nquantile,0.9,120000,150000,30000,1.25,,,,,,,,,,,,,,\r\n"));
  g_assert_nonnull (strstr (run.out, "\nbin,,,,,,,,,,,,100000,105000,1,1,0,1,0.5,0.333333333\r\n"));
  g_assert_true (g_str_has_suffix (run.out, ",150000,155000,0,1,1,,1,1\r\n"));

  cli_run (&table, DISTRIBUTION "app");
  g_assert_cmpint (table.status, ==, 0);
  g_assert_true (g_str_has_prefix (table.out, "app, call: 2 in the base, 2 in the new recording.\n"
                                              "A new value is larger than one of the base in "
                                              "87.5\u00a0% of all pairs (Cliff’s delta 0.75, p "
                                              "–).\n"));

  cli_run (&gone, DISTRIBUTION "draw --as=csv");
  g_assert_nonnull (strstr (gone.out, "\nquantile,0.5,50000,,,,,,,,,,,,,,,,,\r\n"));

  assert_status (0, DISTRIBUTION "app.save --measure=period");
  assert_status (2, DISTRIBUTION "app. --as=csv");
  assert_status (2, DISTRIBUTION "nothing");
  assert_status (2, DISTRIBUTION "load --measure=net.total");
  assert_status (2, DISTRIBUTION "load --fail-if=new");
#undef DISTRIBUTION
}

/* What begins once in both, in order; what came in another order; the first begins of others. */
static void
test_timeline (void)
{
#define ORDER "compare/order-base.csv compare/order-new.csv"
  g_auto(CliRun) run = { 0 };
  g_auto(CliRun) table = { 0 };
  g_auto(CliRun) first = { 0 };
  g_auto(CliRun) same = { 0 };
  g_auto(CliRun) aligned = { 0 };
  g_auto(CliRun) clock = { 0 };
  g_auto(CliRun) second = { 0 };
  g_auto(CliRun) mark = { 0 };

  cli_run (&run, "compare --what=timeline --as=csv " ORDER);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpstr (run.out, ==,
                   "kind,area,base_area,matched_by,base,new,drift,lost,stretch\r\n"
                   "anchor,init,,key,0,0,0,0,\r\n"
                   "anchor,load,,key,10000,12000,2000,2000,1.2\r\n"
                   "moved,draw,,key,50000,80000,30000,,\r\n"
                   "anchor,save,,key,90000,40000,-50000,-52000,0.35\r\n"
                   "end,,,,100000,100000,0,50000,6\r\n");

  cli_run (&table, "compare --what=timeline " ORDER);
  g_assert_true (g_str_has_prefix (table.out, "The recordings are equally long.\n"
                                   "From load to save: 52\u00a0µs less (×0.35).\n"
                                   "From save to the end: 50\u00a0µs more (×6).\n"));

  cli_run (&first, "compare --what=timeline --as=json " BASE " " NEW);
  g_assert_cmpint (first.status, ==, 0);
  g_assert_nonnull (strstr (first.out, "\"anchors\":\"first\",\"summary\":{\"drift\":100000,"
                            "\"anchors\":2,\"moved\":0}"));

  cli_run (&same, "compare --what=timeline ooo/doc_example.log ooo/doc_example.log");
  g_assert_true (g_str_has_prefix (same.out, "The recordings are equally long.\n\n"));

  cli_run (&aligned, "compare --what=timeline --as=csv --align=save " ORDER);
  g_assert_cmpstr (aligned.out, ==,
                   "kind,area,base_area,matched_by,base,new,drift,lost,stretch\r\n"
                   "anchor,init,,key,0,0,50000,0,\r\n"
                   "anchor,load,,key,10000,12000,52000,2000,1.2\r\n"
                   "moved,draw,,key,50000,80000,80000,,\r\n"
                   "anchor,save,,key,90000,40000,0,-52000,0.35\r\n"
                   "end,,,,100000,100000,50000,50000,6\r\n");

  cli_run (&clock, "compare --what=timeline --as=json --align=wall " ORDER);
  g_assert_cmpint (clock.status, ==, 0);
  g_assert_nonnull (strstr (clock.out, "\"align\":{\"by\":\"start\",\"base\":0,\"new\":0}"));
  g_assert_nonnull (strstr (clock.err, "starts are aligned"));
  assert_status (2, "compare --what=timeline --align=nothing " ORDER);

  /* The second begin of one area, the third that the base lacks, and a mark. */
  cli_run (&second, "compare --what=timeline --as=json --align=app.load#2 " BASE " " NEW);
  g_assert_cmpint (second.status, ==, 0);
  g_assert_nonnull (strstr (second.out, "\"align\":{\"by\":\"area\",\"base\":210000,"
                            "\"new\":230000}"));
  assert_status (2, "compare --what=timeline --align=app.load#3 " BASE " " NEW);
  assert_status (2, "compare --what=timeline --align=app.load#0 " BASE " " NEW);
  cli_run (&mark, "compare --what=timeline --as=json --align=Startup~finished "
                  "ooo/doc_example.log ooo/doc_example.log");
  g_assert_cmpint (mark.status, ==, 0);
  g_assert_nonnull (strstr (mark.out, "\"by\":\"area\""));
  assert_status (2, "compare --align=end " ORDER);

  assert_status (2, "compare --what=timeline --fail-if=new " ORDER);
  assert_status (1, "compare --what=timeline br/timed_backtrace.prof br/timed_backtrace.prof");
#undef ORDER
}

/* Samples have no times: their shares are compared, and a single one means nothing. */
static void
test_samples (void)
{
#define SAMPLES "compare compare/samples-a.folded compare/samples-b.folded"
  g_auto(CliRun) run = { 0 };
  g_auto(CliRun) table = { 0 };
  g_auto(CliRun) mixed = { 0 };
  g_auto(CliRun) sorted = { 0 };
  g_autoptr(JsonNode) root = NULL;
  g_autoptr(JsonNode) of_mixed = NULL;
  JsonObject *row;

  cli_run (&run, SAMPLES " --as=json");
  g_assert_cmpint (run.status, ==, 0);
  root = parse (&run);
  g_assert_cmpstr (cli_get_text (root, "unit"), ==, "samples");
  g_assert_cmpstr (cli_get_text (root, "per"), ==, "total");
  g_assert_cmpstr (cli_get_text (root, "summary.verdict"), ==, "undecided");
  g_assert_true (cli_is_null (root, "base.begin"));
  g_assert_cmpint (get_int (json_node_get_object (root), "summary.total.change"), ==, 200);
  row = find_row (root, "hot");
  g_assert_cmpint (get_int (row, "net.total.change"), ==, 60);
  g_assert_cmpstr (json_object_get_string_member (row, "test"), ==, "proportions");
  g_assert_cmpstr (json_object_get_string_member (row, "evidence"), ==, "chance");
  g_assert_cmpstr (json_object_get_string_member (find_row (root, "stray"), "verdict"), ==, "new");

  cli_run (&table, SAMPLES " --alpha=0.07");
  g_assert_nonnull (strstr (table.out, "hot   more     samples"));

  cli_run (&sorted, SAMPLES " --sort=name --all --as=csv");
  g_assert_true (strstr (sorted.out, "\"\",hot,") < strstr (sorted.out, "\"\",main,"));

  assert_status (0, SAMPLES " --fail-if=new --fail-if=net.total>+5%");
  assert_status (3, SAMPLES " --fail-if=new --judge=measured");
  assert_status (3, SAMPLES " --fail-if=net.total>+5%~in~hot --judge=measured");
  assert_status (3, SAMPLES " --fail-if=net.total>+5%~in~hot --alpha=0.07");
  assert_status (3, SAMPLES " --fail-if=share>0.14~in~hot --judge=measured");
  assert_status (3, SAMPLES " --fail-if=total>+10%");
  assert_status (0, SAMPLES " --fail-if=gross.total>+1% --measure=gross.total --per=total");
  assert_status (2, SAMPLES " --fail-if=net.total>+5%~in~nothing");
  assert_status (2, SAMPLES " --fail-if=net.total>5ms");
  assert_status (2, SAMPLES " --fail-if=p95>+5%");
  assert_status (2, SAMPLES " --fail-if=growth");
  assert_status (2, SAMPLES " --measure=p95");
  assert_status (2, SAMPLES " --per=second");
  assert_status (2, SAMPLES " --by-context");
  assert_status (1, SAMPLES " --what=distribution");
  assert_status (1, SAMPLES " --what=timeline");

  /* Times against samples: shares, and no change of the whole. */
  cli_run (&mixed, "compare --as=json br/sampled_plain.prof br/timed_backtrace.prof");
  g_assert_cmpint (mixed.status, ==, 0);
  of_mixed = parse (&mixed);
  g_assert_true (cli_is_null (of_mixed, "summary.total.change"));
  g_assert_nonnull (strstr (mixed.out, "{\"code\":\"units\","));
  g_assert_nonnull (strstr (mixed.out, "{\"code\":\"recorded\","));
#undef SAMPLES
}

/* Of a report with itself nothing grew. */
static void
test_costs (void)
{
#define COSTS "compare --what=costs --as=json ../../data/examples/route-planner_4711_0_4.aprof " \
              "../../data/examples/route-planner_4711_0_4.aprof"
  g_auto(CliRun) run = { 0 };
  g_autoptr(JsonNode) root = NULL;
  JsonArray *rows;

  cli_run (&run, COSTS " --fail-if=growth --fail-if=new --fail-if=exponent>+0%");
  g_assert_cmpint (run.status, ==, 0);
  root = parse (&run);
  rows = json_node_get_array (root);
  g_assert_cmpuint (json_array_get_length (rows), >, 3);

  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);

      g_assert_cmpstr (json_object_get_string_member (row, "verdict"), ==, "same");
      g_assert_cmpint (get_int (row, "cost.change"), ==, 0);
      g_assert_cmpint (get_int (row, "by_inputs"), ==, 0);
      g_assert_cmpint (get_int (row, "by_cost"), ==, 0);
    }

  assert_status (2, COSTS " --fail-if=growth~in~nothing");
  assert_status (2, COSTS " --fail-if=p95>+5%");
  assert_status (1, "compare --what=costs " BASE " " NEW);
#undef COSTS
}

/* A routine that grew steeper fails a build; new and gone ones are rows. */
static void
test_growth (void)
{
#define COSTS "compare --what=costs --as=csv compare/costs-base.aprof compare/costs-new.aprof "
  g_auto(CliRun) run = { 0 };
  g_auto(GStrv) lines = NULL;

  cli_run (&run, COSTS "--fail-if=growth");
  g_assert_cmpint (run.status, ==, 3);
  lines = g_strsplit (run.out, "\r\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 7);
  g_assert_cmpstr (lines[1], ==,
                   "scan,/bin/grow,key,more,n,n^2,steeper,high,high,1,2,11,11,0,1,70080,8733696,"
                   "8663616,124.624658,36.2038672,204.8,0,8663616");
  g_assert_true (g_str_has_prefix (lines[2], "fresh,/bin/grow,,new,,n,,"));
  g_assert_true (g_str_has_prefix (lines[4], "old,/bin/grow,,gone,n,,,"));
  assert_status (0, COSTS "--fail-if=growth~in~parse");
  assert_status (3, COSTS "--fail-if=exponent>+50%");
#undef COSTS
}

/* Recordings that measured different things: what cannot be compared is empty, and said. */
static void
test_measured (void)
{
#define COSTS "compare --what=costs --as=csv compare/measured-cells.aprof compare/measured-"
  static const struct {
    const char *command;
    const char *row;
    const char *note;
  } cases[] = {
    { COSTS "bytes.aprof", "11,11,0,1,98311,98311,0,1,1,1,0,0", "in bytes." },
    { COSTS "time.aprof", "11,11,0,1,98311,98311,,,,,,", "“bb-count” and “time-usec”" },
    { COSTS "drms.aprof", "11,11,0,1,98311,98311,0,1,,,,", "“rms” and “drms”" },
    { COSTS "unknown.aprof", "11,11,0,1,98311,98311,0,1,,,,", "sizes of inputs" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto(CliRun) run = { 0 };

      cli_run (&run, cases[i].command);
      g_assert_cmpint (run.status, ==, 0);
      g_assert_nonnull (strstr (run.out, cases[i].row));
      g_assert_nonnull (strstr (run.err, cases[i].note));
    }

  assert_status (2, COSTS "time.aprof --fail-if=growth");
  assert_status (0, COSTS "time.aprof --fail-if=exponent>+50%");
  assert_status (2, COSTS "drms.aprof --fail-if=exponent>+50%");
  assert_status (0, COSTS "bytes.aprof --fail-if=growth");
#undef COSTS
}

/* Each recording is one observation: whether two alike ones show how much is noise. */
static void
test_groups (void)
{
  g_auto(CliRun) run = { 0 };
  g_auto(CliRun) samples = { 0 };
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) root = NULL;
  JsonObject *row;

  cli_run (&run, "compare --base=" BASE " --base=" BASE " " NEW " --as=csv");
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "app.load,more,beyond-noise,220000,380000,160000,"));
  g_assert_nonnull (strstr (run.out, "app.draw,gone,fact,100000,,-100000,"));
  g_assert_nonnull (strstr (run.out, "app,identical,,60000,60000,0,1,"));
  cli_run_clear (&run);

  cli_run (&run, "compare --base=" BASE " --base=" NEW " " BASE " " NEW " --as=csv");
  g_assert_nonnull (strstr (run.out, "app.load,same,,300000,300000,0,1,"));
  cli_run_clear (&run);

  /* The base can have a range of its own. */
  cli_run_well (&run, "compare --base=" BASE " --base=" BASE " " BASE " --base-from=0 "
                      "--base-to=190us --from=200us --as=csv");
  g_assert_nonnull (strstr (run.out, "app.load,more,beyond-noise,100000,120000,20000,"));
  cli_run_clear (&run);

#define THREE(file) " " file " " file " " file
  cli_run (&run, "compare --series --as=json --filter=load" THREE (BASE) THREE (BASE) THREE (NEW)
                 THREE (NEW));
#undef THREE
  g_assert_cmpint (run.status, ==, 0);
  root = json_from_string (run.out, &error);
  g_assert_no_error (error);
  row = json_array_get_object_element (json_node_get_array (root), 0);
  g_assert_cmpint (get_int (row, "base"), ==, 220000);
  g_assert_cmpint (get_int (row, "last"), ==, 380000);
  g_assert_cmpstr (json_object_get_string_member (row, "since"), ==, NEW);
  g_assert_cmpstr (json_object_get_string_member (row, "verdict"), ==, "more");

  assert_status (2, "compare --series " BASE);

  /* Costs have a class of growth in each. */
  cli_run_clear (&run);
#define COSTS(side) " compare/costs-" side ".aprof"
  cli_run_well (&run, "compare --series --as=csv" COSTS ("base") COSTS ("base") COSTS ("new"));
#undef COSTS
  g_assert_nonnull (strstr (run.out, "scan,unclear,70080,8733696,8663616,"));
  g_assert_nonnull (strstr (run.out, ",70080 70080 8733696,n n n^2\r\n"));
  g_assert_nonnull (strstr (run.out, "fresh,new,"));

  /* From another recording than the first. */
  cli_run_clear (&run);
  cli_run_well (&run, "compare --series --base=" NEW " --as=csv " BASE " " NEW " " BASE);
  g_assert_nonnull (strstr (run.out, "app.load,unclear,380000,220000,-160000,"));
  g_assert_nonnull (strstr (run.out, "app.save,gone,40000,,-40000,"));
  assert_status (2, "compare --series --base=x " BASE " " NEW);
  assert_status (2, "compare --series --base=" BASE " --base=" NEW " " BASE " " NEW);

  /* With recordings as the unit, a condition holds beyond what they differ by anyway. */
#define TWO "compare --base=" BASE " --base=" BASE " " NEW
#define MIXED "compare --base=" BASE " --base=" NEW " " NEW " " BASE
  assert_status (3, TWO " --fail-if=net.total>+5%");
  assert_status (3, TWO " --fail-if=net.total>+100us");
  assert_status (0, TWO " --fail-if=net.total>+5%~in~/app$/");
  assert_status (0, TWO " --fail-if=net.total>+5% --judge=sure");
  assert_status (3, TWO " --fail-if=new");
  assert_status (3, TWO " --fail-if=gone");
  assert_status (3, TWO " --measure=count --fail-if=count>+0");
  assert_status (0, MIXED " --fail-if=new --fail-if=gone --fail-if=net.total>+0%");
  assert_status (0, "compare --base=" BASE " --base=" NEW " " NEW " --fail-if=net.total>+5%");
  assert_status (3, "compare --base=" BASE " --base=" NEW " " NEW " --fail-if=net.total>+5% "
                    "--judge=measured");
  assert_status (3, "compare --series " BASE " " NEW " --fail-if=net.total>+5%~in~load");
  assert_status (0, "compare --series " BASE " " NEW " " BASE " --fail-if=net.total>+5%");
  /* Samples by their millionth parts. */
#define A " --base=compare/samples-a.folded"
#define B " compare/samples-b.folded"
  cli_run (&samples, "compare --as=csv" A A A A B B B B);
  g_assert_cmpint (samples.status, ==, 0);
  g_assert_nonnull (strstr (samples.out, "\nhot,more,recordings,120000,150000,30000,1.25,"));
  assert_status (3, "compare --fail-if=net.total>+20%~in~hot" A A A A B B B B);
  assert_status (0, "compare --measure=gross.total --fail-if=gross.total>+0%" A A
                 " compare/samples-a.folded");
  assert_status (2, "compare --measure=gross.total --fail-if=net.total>+20%" A A B);
  assert_status (1, "compare --measure=call.max" A A B);
  assert_status (1, "compare" A A " " BASE);
#undef A
#undef B

  assert_status (2, TWO " --fail-if=p95>+5%");
  assert_status (2, TWO " --fail-if=count>+0");
  assert_status (2, TWO " --fail-if=total>+5%");
  assert_status (2, TWO " --fail-if=new~in~nothing");
  assert_status (0, TWO " --fail-if=new~in~nothing --allow-missing");
#undef TWO
#undef MIXED
}

/* A condition whose expression takes too long for a name may hold there: that is told. */
static void
test_slow_name (void)
{
  char *folder = folder_new ();
  g_autofree char *base = g_build_filename (folder, "base.csv", NULL);
  g_autofree char *new = g_build_filename (folder, "new.csv", NULL);
  g_autofree char *many = g_strnfill (4000, 'a');
  g_autofree char *once = g_strdup_printf ("2,0,%sxb!\n0,0,1\n1,0,2\n", many);
  g_autofree char *thrice = g_strconcat (once, "0,0,3\n1,0,4\n0,0,5\n1,0,6\n", NULL);
  g_autofree char *line =
    g_strdup_printf ("compare --fail-if=count>+1~in~/((a*)*)*b$/ %s %s", base, new);
  g_auto(CliRun) run = { 0 };

  g_assert_true (g_file_set_contents (base, once, -1, NULL));
  g_assert_true (g_file_set_contents (new, thrice, -1, NULL));
  cli_run (&run, line);
  g_test_message ("%s", run.err);
  g_assert_cmpint (run.status, ==, 1);
  g_assert_cmpstr (run.err, ==, "dwell-cli: count>+1 in /((a*)*)*b$/: The regular expression takes "
                                "too long for some names. They are left out.\n");
  folder_remove (folder);
}

/* Nor does one that renames leave a name as it is without a word. */
static void
test_slow_rename (void)
{
  static const char * const commands[] = { "compare", "compare --series" };
  char *folder = folder_new ();
  g_autofree char *path = g_build_filename (folder, "base.csv", NULL);
  g_autofree char *other_path = g_build_filename (folder, "new.csv", NULL);
  g_autofree char *many = g_strnfill (3000, 'x');
  g_autofree char *text = g_strdup_printf ("2,0,%s\n0,0,1\n1,0,2\n", many);
  g_autofree char *other = g_strdup_printf ("2,0,%sx\n0,0,1\n1,0,2\n", many);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_true (g_file_set_contents (other_path, other, -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *line = g_strdup_printf ("%s --rename=s/(x+x+)+y|x/z/ %s %s", commands[i],
                                               path, other_path);
      g_auto(CliRun) run = { 0 };

      cli_run (&run, line);
      g_assert_cmpint (run.status, ==, 1);
      g_assert_cmpstr (run.out, ==, "");
      g_assert_cmpstr (run.err, ==, "dwell-cli: --rename: The regular expression takes too long "
                                    "for some names\n");
    }

  folder_remove (folder);
}

/* A recording in which nothing ran: all of the other is new, or gone; beside its like nothing
 * differs. */
static void
test_empty (void)
{
  static const struct { const char *line; const char *verdict; } cases[] = {
    { "compare --as=json --all compare/empty.json compare/new.csv", "new" },
    { "compare --as=json --all compare/new.csv compare/empty.json", "gone" },
  };
  g_autoptr(JsonNode) both = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(JsonNode) root = cli_run_json (cases[i].line);
      JsonArray *rows = json_node_get_array (cli_get (root, "rows"));

      g_assert_cmpuint (json_array_get_length (rows), >, 2);
      for (guint k = 0; k < json_array_get_length (rows); k++)
        g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (rows, k),
                                                        "verdict"), ==, cases[i].verdict);
    }

  both = cli_run_json ("compare --as=json --all --fail-if=new compare/empty.json "
                       "compare/empty.json");
  g_assert_cmpstr (json_node_get_string (cli_get (both, "summary.verdict")), ==, "identical");
  g_assert_cmpuint (json_array_get_length (json_node_get_array (cli_get (both, "rows"))), ==, 0);
}

/* Blanks that do not break, between numbers and units, as plain ones. */
static void
make_plain (CliRun *run)
{
  g_auto(GStrv) parts = g_strsplit (run->out, "\302\240", -1);

  g_free (run->out);
  run->out = g_strjoinv (" ", parts);
}

/* For a pull request: sentences, and a table whose names are harmless. */
static void
test_markdown (void)
{
  g_auto(CliRun) run = { 0 };
  g_auto(CliRun) again = { 0 };
  g_auto(GStrv) lines = NULL;

  cli_run_well (&run, "compare --as=markdown " BASE " " NEW);
  make_plain (&run);
  lines = g_strsplit (run.out, "\n", -1);
  g_assert_cmpstr (lines[0], ==, "In “compare/new.csv”, self times add up to 480 µs, in "
                                 "“compare/base.csv” to 380 µs: 100 µs more (×1.263).");
  g_assert_cmpstr (lines[2], ==, "net.total: more 1, less 0, unclear 0, new 1, gone 1, the same 1, "
                                 "identical 0.");
  g_assert_true (g_str_has_prefix (lines[4], "The recordings differ in length"));
  g_assert_nonnull (strstr (run.out, "\n1 row that hardly changed is not listed: --all lists it."
                                     "\n\n| area | verdict | evidence | count.base |"));
  g_assert_nonnull (strstr (run.out, "|\n|---|---|---|--:|"));
  g_assert_nonnull (strstr (run.out, "\n| app.load | more | count | 2 | 3 | 220 µs | 380 µs | "
                                     "+160 µs | 1.727 | +118.3 µs | +41.67 µs | 0.5 |  |\n"));
  g_assert_nonnull (strstr (run.out, "\n| app.draw | gone | fact | 2 |  | 100 µs |  | −100 µs |"));
  g_assert_null (strstr (run.out, "\n| app | "));

  cli_run_well (&again, "compare --as=markdown --all --top=4 --sort=name " BASE " " NEW);
  g_assert_nonnull (strstr (again.out, "\n| app | same |"));
  g_assert_true (strstr (again.out, "\n| app | ") < strstr (again.out, "\n| app.draw | "));
  cli_run_clear (&again);

  cli_run_well (&again, "compare --as=markdown --by-context --all " BASE " " NEW);
  g_assert_nonnull (strstr (again.out, "\n| context | area |"));
}

/* A thread may have another name now; a row of each context tells of it. */
static void
test_contexts (void)
{
#define THREADS "compare --by-context --all --as=csv compare/threads-base.json " \
                "compare/threads-new.json"
  g_auto(CliRun) run = { 0 };
  g_auto(CliRun) matched = { 0 };

  cli_run_well (&run, THREADS);
  g_assert_nonnull (strstr (run.out,
                            "\nworker,decode,,function,,key,gone,fact,200000,,-200000,"));
  g_assert_nonnull (strstr (run.out,
                            "\nreader,decode,,function,,key,unclear,few,100000,210000,"));

  cli_run_well (&matched, THREADS " --match-context=worker=reader");
  g_assert_nonnull (strstr (matched.out,
                            "\nreader,decode,,function,,key,gone,fact,100000,,-100000,"));
  g_assert_nonnull (strstr (matched.out,
                            "\nreader,decode,,function,,key,unclear,few,200000,210000,"));

  assert_status (2, THREADS " --match-context=worker=writer");
  assert_status (2, THREADS " --match-context=worker");
#undef THREADS
}

static void
assert_picture (const char *path,
                const char *line)
{
  g_auto(CliRun) run = { 0 };
  g_autofree char *whole = g_strdup_printf ("%s -o %s", line, path);
  g_autofree char *bytes = NULL;
  gsize length;

  cli_run_well (&run, whole);
  g_assert_cmpstr (run.out, ==, "");
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  g_assert_cmpuint (length, >, 1000);
  g_assert_cmpint (g_remove (path), ==, 0);
}

/* The steps from one total to the other. */
static void
test_picture (void)
{
  static const char * const names[] = { "a.svg", "a.png", "a.pdf" };
  g_autofree char *folder = g_dir_make_tmp ("dwell-compare-XXXXXX", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      assert_picture (path, "compare " BASE " " NEW);
      assert_picture (path, "compare --style=dark --size=400x300 " BASE " " NEW);
    }

  assert_status (2, "compare -o a.txt " BASE " " NEW);
  assert_status (2, "compare -o a.svg --what=costs " BASE " " NEW);
  assert_status (2, "compare -o a.svg --series " BASE " " NEW);
  assert_status (2, "compare -o a.svg compare/samples-a.folded compare/samples-b.folded");
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static char *
write_named (const char *folder,
             const char *name,
             const char *text)
{
  char *path = g_build_filename (folder, name, NULL);
  g_autofree char *whole = g_strconcat ("[Dwell Comparison]\nVersion=1\n", text, NULL);

  g_assert_true (g_file_set_contents (path, whole, -1, NULL));
  return path;
}

static void
copy_data (const char *name,
           const char *folder)
{
  g_autofree char *from = g_test_build_filename (G_TEST_DIST, "data", name, NULL);
  g_autofree char *base_name = g_path_get_basename (name);
  g_autofree char *to = g_build_filename (folder, base_name, NULL);
  g_autofree char *text = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (from, &text, &length, NULL));
  g_assert_true (g_file_set_contents (to, text, (gssize) length, NULL));
}

static void
compare_named (CliRun     *run,
               const char *folder,
               const char *text,
               const char *options)
{
  g_autofree char *path = write_named (folder, "x.dwell-comparison", text);
  g_autofree char *line = g_strdup_printf ("compare %s%s%s", options,
                                           *options != '\0' ? " " : "", path);

  cli_run (run, line);
  g_assert_cmpint (g_remove (path), ==, 0);
}

/* A file says which recordings to compare, and how, as far as options do not. */
static void
test_named (void)
{
  g_autofree char *folder = g_dir_make_tmp ("dwell-compare-XXXXXX", NULL);
  g_autofree char *base = g_build_filename (folder, "base.csv", NULL);
  g_autofree char *new = g_build_filename (folder, "new.csv", NULL);
  g_auto(CliRun) run = { 0 };
#define FILES "Base=base.csv\nNew=new.csv\n"

  copy_data (BASE, folder);
  copy_data (NEW, folder);

  compare_named (&run, folder, FILES, "--as=csv");
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, ",app.draw,"));
  g_assert_nonnull (strstr (run.out, ",gone,"));
  g_assert_nonnull (strstr (run.out, ",key,more,count,220000,380000,160000,"));

  compare_named (&run, folder, FILES "Measure=count\nNoise=0.9\n", "--as=json");
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "\"measure\":\"count\""));
  g_assert_nonnull (strstr (run.out, "\"noise\":0.9"));
  compare_named (&run, folder, FILES "Measure=count\nPer=second\n",
                 "--as=json --measure=p90 --noise=0.2 --per=total");
  g_assert_nonnull (strstr (run.out, "\"measure\":\"p90\""));
  g_assert_nonnull (strstr (run.out, "\"per\":\"total\""));
  g_assert_nonnull (strstr (run.out, "\"noise\":0.2"));

  /* Half of either: one call of app.load each. */
  compare_named (&run, folder, FILES "BaseRange=0 180000\nNewRange=0 200000\n", "--as=json");
  g_assert_nonnull (strstr (run.out, "\"begin\":0,\"end\":180000"));
  g_assert_nonnull (strstr (run.out, "\"begin\":0,\"end\":200000"));
  compare_named (&run, folder, FILES "NewRange=0 200000\n", "--as=json --to=100us");
  g_assert_nonnull (strstr (run.out, "\"begin\":0,\"end\":100000"));
  compare_named (&run, folder, FILES "NewRange=100000 200000\n", "--to=50us");
  g_assert_cmpint (run.status, ==, 2);
  compare_named (&run, folder, FILES "BaseRange=100000 180000\n", "--base-to=50us");
  g_assert_cmpint (run.status, ==, 2);

  /* A side that is joined; options of one side, unless the command line gives some to both. */
  compare_named (&run, folder, "Base=base.csv;new.csv\nNew=new.csv;base.csv\n", "--as=json");
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "/base.csv\",\""));
  g_assert_nonnull (strstr (run.out, "\"spans\":12"));
  g_assert_nonnull (strstr (run.out, "\"verdict\":\"identical\""));
  compare_named (&run, folder, FILES "NewFormat=lms\nNewOptions=Rows=some\n", "");
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "new.csv: "));
  compare_named (&run, folder, FILES "NewFormat=ooo\nNewOptions=Rows=some\n",
                 "--input-format=lms --option=Rows=packed --as=csv");
  g_assert_cmpint (run.status, ==, 0);

  /* What is wrong is said, and nothing is read from elsewhere unasked. */
  compare_named (&run, folder, "Base=base.csv;../new.csv\nNew=new.csv\n", "");
  g_assert_cmpint (run.status, ==, 1);
  g_assert_nonnull (strstr (run.err, "--allow-outside"));
  compare_named (&run, folder, FILES "Measure=speed\n", "");
  g_assert_cmpint (run.status, ==, 1);
  g_assert_nonnull (strstr (run.err, "“Measure” does not take “speed”"));
  compare_named (&run, folder, "Base=base.csv\n", "");
  g_assert_cmpint (run.status, ==, 1);
  g_assert_nonnull (strstr (run.err, "“New”"));
  compare_named (&run, folder, "Base=../base.csv\nNew=new.csv\n", "");
  g_assert_cmpint (run.status, ==, 1);
  g_assert_nonnull (strstr (run.err, "--allow-outside"));
  compare_named (&run, folder, "Base=base.csv\nNew=/etc/passwd\n", "");
  g_assert_cmpint (run.status, ==, 1);
  g_assert_nonnull (strstr (run.err, "--allow-outside"));
  compare_named (&run, folder, "Base=missing.csv\nNew=new.csv\n", "");
  g_assert_cmpint (run.status, ==, 1);
  {
    g_autofree char *name = g_path_get_basename (folder);
    g_autofree char *text = g_strdup_printf ("Base=../%s/base.csv\nNew=new.csv\n", name);

    compare_named (&run, folder, text, "--allow-outside --as=csv");
    g_assert_cmpint (run.status, ==, 0);
  }

  g_assert_cmpint (g_remove (base), ==, 0);
  g_assert_cmpint (g_remove (new), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
#undef FILES
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-compare/figures", test_figures);
  g_test_add_func ("/cli-compare/conditions", test_conditions);
  g_test_add_func ("/cli-compare/conditions/slow-name", test_slow_name);
  g_test_add_func ("/cli-compare/rename/slow-name", test_slow_rename);
  g_test_add_func ("/cli-compare/words", test_words);
  g_test_add_func ("/cli-compare/self", test_self);
  g_test_add_func ("/cli-compare/alike", test_alike);
  g_test_add_func ("/cli-compare/swapped", test_swapped);
  g_test_add_func ("/cli-compare/empty", test_empty);
  g_test_add_func ("/cli-compare/match", test_match);
  g_test_add_func ("/cli-compare/tree", test_tree);
  g_test_add_func ("/cli-compare/stacks", test_stacks);
  g_test_add_func ("/cli-compare/lines", test_lines);
  g_test_add_func ("/cli-compare/distribution", test_distribution);
  g_test_add_func ("/cli-compare/timeline", test_timeline);
  g_test_add_func ("/cli-compare/samples", test_samples);
  g_test_add_func ("/cli-compare/costs", test_costs);
  g_test_add_func ("/cli-compare/growth", test_growth);
  g_test_add_func ("/cli-compare/measured", test_measured);
  g_test_add_func ("/cli-compare/examples", test_examples);
  g_test_add_func ("/cli-compare/groups", test_groups);
  g_test_add_func ("/cli-compare/markdown", test_markdown);
  g_test_add_func ("/cli-compare/contexts", test_contexts);
  g_test_add_func ("/cli-compare/picture", test_picture);
  g_test_add_func ("/cli-compare/named", test_named);
  return g_test_run ();
}
