/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles of callgrind: functions, arcs, lines and the tree of small files; names, positions,
 * events and parts; damage; every truncation and every flipped byte of a file. */
#include "config.h"

#include <string.h>

#include "analysis/tree/dwell-tree-groups.h"
#include "core/dwell-error.h"
#include "formats/callgrind/dwell-callgrind-line.h"
#include "formats/common/dwell-export-settings.h"
#include "formats/dwell-formats.h"
#include "support/file-fixture.h"

static DwellTrace *
open_bytes (const char  *bytes,
            gsize        length,
            const char  *option,
            GError     **error)
{
  const char * const key_values[] = { option, NULL };

  return file_fixture_open ("callgrind", bytes, length, key_values, error);
}

static DwellTrace *
open_text (const char *text,
           const char *option)
{
  return file_fixture_open_text ("callgrind", text, option);
}

static const char *
get_name (const DwellTrace *trace,
          guint32           area)
{
  return dwell_trace_get_area_name (trace, area);
}

/* Functions “name calls/self/total”, arcs “caller>callee calls/total”, lines “file:line cost”. */
static char *
describe (const DwellTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < trace->n_functions; i++)
    g_string_append_printf (text, "%s %" G_GUINT64_FORMAT "/%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT
                            ", ", get_name (trace, trace->functions[i].area),
                            trace->functions[i].calls, trace->functions[i].self,
                            trace->functions[i].total);
  for (guint32 i = 0; i < trace->n_arcs; i++)
    g_string_append_printf (text, "%s>%s %" G_GUINT64_FORMAT "/%" G_GINT64_FORMAT ", ",
                            get_name (trace, trace->arcs[i].caller),
                            get_name (trace, trace->arcs[i].callee), trace->arcs[i].calls,
                            trace->arcs[i].total);
  for (guint32 i = 0; i < trace->n_lines; i++)
    g_string_append_printf (text, "%s:%u %" G_GINT64_FORMAT ", ",
                            dwell_trace_get_string (trace,
                                                    trace->areas[trace->lines[i].area].file),
                            trace->areas[trace->lines[i].area].line,
                            (gint64) trace->lines[i].hits + trace->lines[i].time);

  return g_string_free (text, FALSE);
}

/* The tree, depth first: “name count/total/self” with a dot for each caller. */
static char *
describe_tree (const DwellTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < trace->n_stack_nodes; i++)
    {
      for (guint32 p = trace->node_parent[i]; p != DWELL_NONE; p = trace->node_parent[p])
        g_string_append_c (text, '.');
      g_string_append_printf (text, "%s %" G_GUINT64_FORMAT "/%" G_GINT64_FORMAT
                              "/%" G_GINT64_FORMAT ", ", get_name (trace, trace->node_area[i]),
                              trace->node_count[i], trace->node_total[i], trace->node_self[i]);
    }

  return g_string_free (text, FALSE);
}

static void
assert_trace (const char *file,
              const char *option,
              const char *expected)
{
  g_autoptr(DwellTrace) trace = open_text (file, option);
  g_autofree char *text = describe (trace);

  g_assert_cmpstr (text, ==, expected);
}

static void
assert_tree (const char *file,
             const char *expected)
{
  g_autoptr(DwellTrace) trace = open_text (file, NULL);
  g_autofree char *text = describe_tree (trace);

  g_assert_cmpstr (text, ==, expected);
}

/* The example of Valgrind's manual. */
#define EXAMPLE \
  "fl=(1) file1.c\nfn=(1) main\n16 20\ncfn=(2) func1\ncalls=1 50\n16 400\n" \
  "cfi=(2) file2.c\ncfn=(3) func2\ncalls=3 20\n16 400\n\nfn=(2)\n51 100\ncfi=(2)\ncfn=(3)\n" \
  "calls=2 20\n51 300\n\nfl=(2)\nfn=(3)\n20 700\n"

static const char *example_figures =
  "main 0/20/820, func1 1/100/400, func2 5/700/700, main>func1 1/400, main>func2 3/400, "
  "func1>func2 2/300, file1.c:16 20, file1.c:51 100, file2.c:20 700, ";

static void
test_example (void)
{
  g_autoptr(DwellTrace) trace = open_text ("events: Ir\n" EXAMPLE, NULL);

  assert_trace ("events: Ir\n" EXAMPLE, NULL, example_figures);
  assert_tree ("events: Ir\n" EXAMPLE,
               "main 0/820/20, .func1 1/400/100, ..func2 2/300/300, .func2 3/400/400, ");
  g_assert_cmpint (trace->total_weight, ==, 820);
  g_assert_cmpstr (dwell_trace_get_string (trace, trace->weight_unit), ==, "Ir");
  g_assert_false (trace->weights_are_times);
  g_assert_cmpuint (dwell_problems_get_total (trace->problems), ==, 0);
  g_assert_cmpuint (trace->n_spans, ==, 0);
}

/* Relative lines, addresses, costs left out, files of inlined code. */
static void
test_positions (void)
{
  assert_trace ("positions: line\nevents: A B\nfn=f\n10 1\n+3 2\n-1 3\n* 4\n", NULL,
                "f 0/10/10, :10 1, :13 2, :12 7, ");
  assert_trace ("positions: instr line\nevents: A\nfn=f\n0x1f 10 1\n+3 * 2\n* +2 5\n", NULL,
                "f 0/8/8, :10 3, :12 5, ");
  assert_trace ("positions: instr\nevents: A\nfn=f\n0x1f 1\n+3 2\n", NULL, "f 0/3/3, :0 3, ");
  assert_trace ("events: A\nfl=a.c\nfn=f\n1 1\nfi=b.h\n1 2\nfe=a.c\n2 3\nfi=b.h\nfn=g\n4 5\n",
                NULL, "f 0/6/6, g 0/5/5, a.c:1 1, b.h:1 2, a.c:2 3, a.c:4 5, ");
  /* A call counts neither as a cost of its line, nor does its target move the position. */
  assert_trace ("events: A\nfn=f\n10 1\ncfn=g\ncalls=2 +30\n+1 6\n+1 2\nfn=g\n3 6\n", NULL,
                "f 0/3/9, g 2/6/6, f>g 2/6, :10 1, :12 2, :3 6, ");
  assert_trace ("events: A\nfn=f\n10 1\njump=3 +4\n+2\n+1 2\njcnd=1/2 1\n*\n* 4\n", NULL,
                "f 0/7/7, :10 1, :13 6, ");
}

/* Long runs of lines, with some among them that are reported: against a naive sum by line. Of what
 * is reported alike, the first place is told, and how often it is. */
static void
test_long_runs (void)
{
  enum { N_LINES = 40 };
  g_autoptr(GString) text = g_string_new ("events: A\nfn=f\n20 0\n");
  guint64 first = 0;
  guint64 n_told = 0;
  guint64 n = 0;
  g_autoptr(DwellTrace) trace = NULL;
  gint64 costs[N_LINES] = { 0 };
  gint64 at = 20;

  for (guint64 place = 4; place < 2000; place++)
    {
      int by = g_test_rand_int_range (1, 4);
      gint64 cost = g_test_rand_int_range (0, 1000);
      int form = g_test_rand_int_range (0, 100);

      if (form < 45 && at + by < N_LINES)
        g_string_append_printf (text, "+%d %d\n", by, (int) cost);
      else if (form < 90 && at >= by)
        g_string_append_printf (text, "-%d %d\n", by, (int) cost);
      else if (form < 95)
        g_string_append_printf (text, "* %d\n", (int) cost);
      else if (form < 98)
        g_string_append_printf (text, "%d %d\n", N_LINES / 2, (int) cost);
      else
        g_string_append_printf (text, form == 98 ? "* %d 7\n" : "-99 %d\n", (int) cost);

      at = form < 45 && at + by < N_LINES ? at + by
           : form < 90 && at >= by ? at - by
           : form < 95 || form == 98 ? at : form < 98 ? N_LINES / 2 : 0;
      costs[at] += cost;
      n += form >= 98;
      if (form >= 98 && first == 0)
        first = place;
    }

  trace = open_text (text->str, NULL);
  for (guint i = 0; i < dwell_problems_get_n (trace->problems); i++)
    n_told += dwell_problems_get (trace->problems, i)->count;
  g_assert_cmpuint (n_told, ==, n);
  g_assert_true (n == 0 || dwell_problems_get (trace->problems, 0)->line == first);

  for (guint32 i = 0; i < trace->n_lines; i++)
    {
      guint32 line = trace->areas[trace->lines[i].area].line;

      g_assert_cmpuint (line, <, N_LINES);
      g_assert_cmpint ((gint64) trace->lines[i].hits, ==, costs[line]);
      costs[line] = 0;
    }
  for (guint i = 0; i < N_LINES; i++)
    g_assert_cmpint (costs[i], ==, 0);
}

static void
test_names (void)
{
  g_autoptr(DwellTrace) trace = open_text ("events: A\nob=/bin/x\nfl=???\nfn=(1) f\n1 1\n"
                                           "fl=a.c\nfn=(1)\n1 2\ncfl=\ncfn=f\ncalls=1 1\n1 3\n",
                                           NULL);
  const DwellArea *area = &trace->areas[trace->functions[0].area];

  /* Numbers of any size, in any order. */
  assert_trace ("events: A\nfn=(18446744073709551615) f\n1 1\nfn=(1023) g\n1 2\n"
                "fn=(900000) h\n1 3\nfn=(18446744073709551615)\n1 4\nfn=(1023)\n1 5\n"
                "fn=(900000)\n1 6\n", NULL,
                "f 0/5/5, g 0/7/7, h 0/9/9, :1 5, :1 7, :1 9, ");

  /* An empty file is not known, as ??? is: the callee is the first of these. */
  g_assert_cmpuint (trace->n_functions, ==, 2);
  g_assert_cmpuint (trace->arcs[0].callee, ==, trace->functions[0].area);
  g_assert_cmpstr (dwell_trace_get_string (trace, area->file), ==, "/bin/x");
  g_assert_cmpuint (area->module, ==, 0);
  g_assert_cmpint (area->kind, ==, DWELL_AREA_ROUTINE);

  /* Callees are forgotten behind their calls. */
  assert_trace ("events: A\nfl=a\nfn=f\n1 1\ncfl=b\ncfn=g\ncalls=1 1\n1 1\ncfn=g\ncalls=1 1\n1 1\n"
                "fl=b\nfn=g\n1 1\n", NULL,
                "f 0/1/3, g 1/1/1, g 1/0/0, f>g 1/1, f>g 1/1, a:1 1, b:1 1, ");
  assert_trace ("events: A\nfn=(f\n1 1\nfn=(1x\n1 2\n", NULL, "(f 0/1/1, (1x 0/2/2, :1 1, :1 2, ");
}

/* Which event is read, sums of others, and those that are times. */
static void
test_events (void)
{
  static const struct {
    const char *events;
    const char *option;
    const char *unit;
    gint64      total;
    gboolean    is_time;
  } cases[] = {
    { "events: A B C\n", NULL, "A", 2, FALSE },
    { "events: A B C\n", "Event=B", "B", 3, FALSE },
    { "event: S = A + 10 B : sum\nevents: A B C\n", "Event=S", "S", 32, FALSE },
    { "event: S = A + 10*B\nevent: T = 2 S + C\nevents: A B C\n", "Event=T", "T", 69, FALSE },
    { "event: Q = U\nevent: S = 3 C : Title\nevents: A B C\n", "Event=S", "S", 15, FALSE },
    { "events: ns\n", NULL, "ns", 2, TRUE },
    { "events: us\n", NULL, "ns", 2000, TRUE },
    { "events: Time_(10ns) Memory_(bytes)\n", NULL, "ns", 20, TRUE },
    { "events: Time_(10ns) Memory_(bytes)\n", "Event=Memory_(bytes)", "bytes", 3, FALSE },
    { "creator: xdebug 2\nevents: Time\n", NULL, "ns", 2000, TRUE },
    { "events: Time\n", NULL, "Time", 2, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *file = g_strconcat (cases[i].events, "fn=f\n1 2 3 5\n", NULL);
      g_autoptr(DwellTrace) trace = open_text (file, cases[i].option);

      g_test_message ("%s %s", cases[i].events, cases[i].option);
      g_assert_cmpint (trace->total_weight, ==, cases[i].total);
      g_assert_cmpint (trace->weights_are_times, ==, cases[i].is_time);
      g_assert_cmpstr (dwell_trace_get_string (trace, trace->weight_unit), ==, cases[i].unit);
    }
}

static void
test_unknown_event (void)
{
  const char *file = "events: A B\nfn=f\n1 2\n";
  g_autoptr(GError) error = NULL;

  g_assert_null (open_bytes (file, strlen (file), "Event=C", &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_OPTION);
  g_assert_nonnull (strstr (error->message, "A B"));
}

/* Names and positions begin anew; columns are found by name. */
static void
test_parts (void)
{
  g_autoptr(DwellTrace) trace = open_text ("version: 1\npid: 7\ncmd: /bin/x -a\npart: 1\n"
                                           "events: A B\nfn=(1) f\n5 1 2\ntotals: 1 2\n"
                                           "part: 2\nevents: B A\nfn=(1) g\n+3 4 3\ntotals: 4 3\n",
                                           NULL);
  g_autofree char *text = describe (trace);

  g_assert_cmpstr (text, ==, "f 0/1/1, g 0/3/3, :5 1, :3 3, ");
  g_assert_cmpuint (dwell_problems_get_n (trace->problems), ==, 1);
  g_assert_cmpstr (dwell_problems_get (trace->problems, 0)->code, ==, "events-differ");
  g_assert_cmpstr (dwell_trace_get_context_name (trace, 0), ==, "x");
  g_assert_cmpuint (trace->contexts[0].id, ==, 7);
}

/* Parts that say the same of the same lines, among them such that a function comes back to, or that
 * the part before did not have: whatever is looked for near by. */
static void
test_like_parts (void)
{
  static const char part[] =
    "fn=f\n5 1\n+2 1\n-2 1\n+9 1\ncfn=g\ncalls=2 0\n* 7\n6 1\nfn=g\n20 2\n+1 2\n20 2\n";
  g_autoptr(GString) file = g_string_new ("events: A\n");

  for (guint i = 0; i < 3; i++)
    g_string_append_printf (file, "part: %u\nevents: A\n%s%s", i + 1, part,
                            i == 1 ? "fn=h\n1 1\nfn=f\n8 1\n" : "");

  assert_trace (file->str, NULL,
                "f 0/16/37, g 6/18/18, h 0/1/1, f>g 6/21, "
                ":5 6, :7 3, :14 3, :6 3, :20 12, :21 6, :1 1, :8 1, ");
}

/* Numbers of every length, in lines that are plain and in such that have a blank too many. */
static void
test_digits (void)
{
  static const char all[] = "1234567890123456789";

  for (int n = 1; n < (int) sizeof all; n++)
    for (guint n_blanks = 1; n_blanks <= 2; n_blanks++)
      {
        g_autofree char *file = g_strdup_printf ("events: A B\nfn=f\n%.*s%*s%.*s 9\n", MIN (n, 9),
                                                 all, (int) n_blanks, "", n, all);
        g_autofree char *expected = g_strdup_printf ("f 0/%.*s/%.*s, :%.*s %.*s, ", n, all, n, all,
                                                     MIN (n, 9), all, n, all);

        assert_trace (file, NULL, expected);
      }

  assert_trace ("events: A\nfn=f\n1 99999999999999999999\n2 1\n", NULL, "f 0/1/1, :2 1, ");
}

/* Functions in a circle are one node; calls of oneself weigh nothing. */
static void
test_cycles (void)
{
  const char *file = "events: A\nfn=main\n1 10\ncfn=a\ncalls=1 0\n1 90\n"
                     "fn=a\n1 20\ncfn=b\ncalls=4 0\n1 60\n"
                     "fn=b\n1 30\ncfn=a\ncalls=3 0\n1 50\ncfn=leaf\ncalls=2 0\n1 40\n"
                     "fn=leaf\n1 40\ncfn=leaf\ncalls=9 0\n1 35\n";

  assert_trace (file, NULL,
                "main 0/10/100, a 4/20/20, b 4/30/70, leaf 11/40/40, main>a 1/90, a>b 4/60, "
                "b>a 3/50, b>leaf 2/40, leaf>leaf 9/35, :1 10, :1 20, :1 30, :1 40, ");
  assert_tree (file, "main 0/100/10, .⟳ a, b 1/90/0, ..a 4/20/20, ..b 4/70/30, ...leaf 2/40/40, ");
  /* All in a circle: there is a root all the same. */
  assert_tree ("events: A\nfn=a\n1 5\ncfn=b\ncalls=1 0\n1 9\nfn=b\n1 4\ncfn=a\ncalls=1 0\n1 9\n",
               "⟳ a, b 0/9/0, .a 1/5/5, .b 1/4/4, ");
}

/* “name count/total” of each group. */
static char *
describe_groups (const DwellTrace *trace,
                 GPtrArray        *groups)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < groups->len; i++)
    {
      const DwellTreeGroup *group = groups->pdata[i];

      g_string_append_printf (text, "%s %" G_GUINT64_FORMAT "/%" G_GINT64_FORMAT ", ",
                              get_name (trace, group->area), group->count, group->total);
    }

  g_ptr_array_unref (groups);
  return g_string_free (text, FALSE);
}

/* Callers and callees have the figures of the file, in a cycle and where nothing was unfolded, too;
 * those of some contexts alone are of the tree. */
static void
test_callers (void)
{
  g_autoptr(DwellTrace) trace =
    open_text ("events: A\nfn=main\n1 10\ncfn=a\ncalls=1 0\n1 90\ncfn=free\ncalls=6 0\n1 0\n"
               "fn=a\n1 20\ncfn=b\ncalls=4 0\n1 60\n"
               "fn=b\n1 30\ncfn=a\ncalls=3 0\n1 50\ncfn=leaf\ncalls=2 0\n1 40\n"
               "fn=leaf\n1 40\ncfn=leaf\ncalls=9 0\n1 35\n", NULL);
  const guint8 none[] = { FALSE };
  const DwellTreeOptions options = { 0 };
  const DwellTreeOptions no_context = { .contexts = none };
  g_autoptr(DwellTree) tree = dwell_tree_new (trace, &options, NULL);
  g_autoptr(DwellTree) empty = dwell_tree_new (trace, &no_context, NULL);
  g_autofree char *all = describe_groups (trace, dwell_tree_get_groups (tree, DWELL_NONE, NULL));
  g_autofree char *nothing = describe_groups (trace,
                                              dwell_tree_get_groups (empty, DWELL_NONE, NULL));

  g_assert_cmpstr (all, ==, "main 0/100, a 4/20, free 6/0, b 4/70, leaf 11/40, ");
  g_assert_cmpstr (nothing, ==, "");

  for (guint i = 0; i < 3; i++)
    {
      static const struct {
        guint       function;
        const char *callers;
        const char *callees;
      } cases[] = {
        { 1, "main 1/90, b 3/50, ", "b 4/60, " },
        { 2, "main 6/0, ", "" },
        { 4, "b 2/40, leaf 9/0, ", "leaf 9/0, " },
      };
      guint32 area = trace->functions[cases[i].function].area;
      g_autoptr(DwellTreeGroup) group = dwell_tree_get_group (tree, DWELL_NONE, area, NULL);
      g_autofree char *callers =
        describe_groups (trace, dwell_tree_group_get_callers (group, tree, DWELL_NONE, NULL));
      g_autofree char *callees =
        describe_groups (trace, dwell_tree_group_get_callees (group, tree, NULL));

      g_assert_cmpstr (callers, ==, cases[i].callers);
      g_assert_cmpstr (callees, ==, cases[i].callees);
    }
}

/* Costs are shared out in proportion, rounded down; the rest is the node's own. */
static void
test_proportion (void)
{
  assert_tree ("events: A\nfn=x\n1 1\ncfn=s\ncalls=1 0\n1 10\nfn=y\n1 1\ncfn=s\ncalls=2 0\n1 21\n"
               "fn=s\n1 11\ncfn=t\ncalls=7 0\n1 20\nfn=t\n1 20\n",
               "x 0/11/1, .s 1/10/4, ..t 2/6/6, y 0/22/1, .s 2/21/8, ..t 4/13/13, ");
}

/* What a callee weighs more than its callers tell is a root of its own; less, and roots are
 * scaled. */
static void
test_disagreement (void)
{
  assert_tree ("events: A\nfn=m\n1 5\ncfn=f\ncalls=1 0\n1 3\nfn=f\n1 10\n",
               "m 0/8/5, .f 1/3/3, f 0/7/7, ");
  assert_tree ("events: A\nfn=m\n1 5\ncfn=f\ncalls=1 0\n1 35\nfn=f\n1 15\n",
               "m 0/20/3, .f 0/17/17, ");
}

static GFile *
write_file (const char *text)
{
  g_autoptr(GFileIOStream) stream = NULL;
  GFile *file = g_file_new_tmp ("dwell-test-XXXXXX", &stream, NULL);

  g_assert_true (g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (stream)),
                                            text, strlen (text), NULL, NULL, NULL));
  g_assert_true (g_io_stream_close (G_IO_STREAM (stream), NULL, NULL));
  return file;
}

/* Files of two threads as one session: what both have is added up. */
static void
test_joined (void)
{
  g_autoptr(GFile) first = write_file ("thread: 1\nevents: A\nfn=f\n1 2\ncfn=g\ncalls=1 0\n1 5\n"
                                       "fn=g\n3 5\n");
  g_autoptr(GFile) second = write_file ("thread: 2\nevents: A\nfn=g\n3 7\nfn=f\n1 1\ncfn=g\n"
                                        "calls=2 0\n1 7\ncfn=h\ncalls=1 0\n1 4\nfn=h\n9 4\n");
  GFile * const files[] = { first, second };
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) trace = dwell_open_joined (files, 2, NULL, NULL, NULL, &error);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  text = describe (trace);
  g_assert_cmpstr (text, ==, "f 0/3/19, g 3/12/12, h 1/4/4, f>g 3/12, f>h 1/4, :1 3, :3 12, "
                             ":9 4, ");
  g_assert_cmpint (trace->total_weight, ==, 19);
  g_assert_true (g_file_delete (first, NULL, NULL));
  g_assert_true (g_file_delete (second, NULL, NULL));
}

static void
test_damage (void)
{
  static const struct {
    const char *file;
    const char *code;
    const char *figures;
  } cases[] = {
    { "events: A\nfn=f\n1 2\nwhat is this\n", "bad-line", "f 0/2/2, :1 2, " },
    { "1 3\nevents: A\nfn=f\n1 2\n", "bad-line", "f 0/2/2, :1 2, " },
    { "events: A\nfn=f\n1 2\n1 *\n1 -3\n", "bad-line", "f 0/2/2, :1 2, " },
    { "events: A\nfn=f\n1 2\ncfn=g\ncalls=1 0\n1 +4\n1 3\n", "bad-line", "f 0/5/5, :1 5, " },
    { "events: A\nfn=f\n1 2\ncalls=1 0\n1 4\n1 3\n", "bad-line", "f 0/5/5, :1 5, " },
    { "events: A\nfn=f\n1 2\ncfn=g\ncalls=1 0\nfn=f\n1 3\n", "bad-line", "f 0/5/5, :1 5, " },
    { "events: A\nfn=(1) f\n1 2\nfn=(1) g\n1 3\nfn=(1)\n1 1\n", "name-redefined",
      "f 0/2/2, g 0/4/4, :1 2, :1 4, " },
    { "events: A\nfn=(7)\n1 2\n", "name-undefined", "(7) 0/2/2, :1 2, " },
    { "events: A\n1 2\n", "no-function", "??? 0/2/2, :1 2, " },
    { "events: A\nfn=f\n1 2 3\n", "too-many-costs", "f 0/2/2, :1 2, " },
    { "events: A\nfn=f\n-3 2\n", "negative-position", "f 0/2/2, :0 2, " },
    { "version: 2\nevents: A\nfn=f\n1 2\n", "version", "f 0/2/2, :1 2, " },
    { "events: A\nsummary: 5\nfn=f\n1 2\n", "total-differs", "f 0/2/2, :1 2, " },
    { "events: A\n", "no-costs", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(DwellTrace) trace = open_text (cases[i].file, NULL);
      g_autofree char *figures = describe (trace);

      g_test_message ("%s", cases[i].file);
      g_assert_cmpuint (dwell_problems_get_n (trace->problems), ==, 1);
      g_assert_cmpstr (dwell_problems_get (trace->problems, 0)->code, ==, cases[i].code);
      g_assert_cmpstr (figures, ==, cases[i].figures);
    }
}

static void
test_nothing (void)
{
  static const struct {
    const char *file;
    DwellError  code;
  } cases[] = {
    { "# callgrind format\nversion: 1\n", DWELL_ERROR_SYNTAX },
    { "fn=f\n1 2\n", DWELL_ERROR_SYNTAX },
    { "events: A\nfn=f\n1 9223372036854775806\n2 9223372036854775806\n", DWELL_ERROR_LIMIT },
    { "events: A\nfn=f\n1 18446744073709551615\n", DWELL_ERROR_LIMIT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (open_bytes (cases[i].file, strlen (cases[i].file), NULL, &error));
      g_assert_error (error, DWELL_ERROR, (int) cases[i].code);
    }
}

/* More events, sums of events and descriptions than are kept, a line that is too long.
 * Limit: formats/callgrind/DWELL_CALLGRIND_MAX_EVENTS,
 * Limit: formats/callgrind/DWELL_CALLGRIND_MAX_FORMULAS,
 * Limit: formats/callgrind/MAX_LINE_BYTES */
static void
test_limits (void)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autofree char *description = g_strnfill (3000, 'd');
  g_autofree char *command = g_strnfill (2 << 20, 'x');
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(GError) error = NULL;

  g_string_append_printf (text, "desc: %s\ndesc: b\ndesc: %s\ncmd: %s\n", description, description,
                          command);
  for (guint i = 0; i < 300; i++)
    g_string_append_printf (text, "event: S%u = E0\n", i);
  g_string_append (text, "events:");
  for (guint i = 0; i < DWELL_CALLGRIND_MAX_EVENTS + 6; i++)
    g_string_append_printf (text, " E%u", i);
  g_string_append (text, "\nfn=f\n1 2\n");

  trace = open_text (text->str, "Event=S255");
  g_assert_cmpint (trace->total_weight, ==, 2);
  file_fixture_assert_problem (trace, "too-many-formulas", 300 - DWELL_CALLGRIND_MAX_FORMULAS,
                               4 + DWELL_CALLGRIND_MAX_FORMULAS + 1, -1);
  g_assert_cmpuint (strlen (g_variant_get_string (
    dwell_trace_get_property (trace, "description")->value, NULL)), ==, 4096 + strlen ("…"));
  g_assert_cmpuint (strlen (g_variant_get_string (
    dwell_trace_get_property (trace, "command")->value, NULL)), <, 1 << 20);

  g_assert_null (open_bytes (text->str, text->len, "Event=S256", &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_OPTION);
  g_clear_error (&error);
  g_assert_null (open_bytes (text->str, text->len, "Event=E64", &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_OPTION);
}

/* Two functions call two, and so on: more paths than are unfolded, all of which weigh what the
 * functions do. Limit: formats/callgrind/MAX_TREE_NODES */
static void
test_many_paths (void)
{
  const guint n_levels = 19;
  g_autoptr(GString) text = g_string_new ("events: A\n");
  g_autoptr(DwellTrace) trace = NULL;
  gint64 sum = 0;
  guint n_folded = 0;

  for (guint level = 0; level < n_levels; level++)
    for (guint k = 0; k < 2; k++)
      {
        g_string_append_printf (text, "fn=%c%u\n1 %u\n", "ab"[k], level, 1u << 24);
        for (guint j = 0; j < 2 && level + 1 < n_levels; j++)
          g_string_append_printf (text, "cfn=%c%u\ncalls=1 0\n1 %u\n", "ab"[j], level + 1,
                                  (n_levels - level - 1) << 23);
      }

  trace = open_text (text->str, NULL);
  g_assert_cmpuint (trace->n_stack_nodes, >, 100000);
  g_assert_cmpuint (trace->n_stack_nodes, <=, 200000);
  for (guint32 i = 0; i < trace->n_stack_nodes; i++)
    {
      sum += trace->node_self[i];
      n_folded += g_str_equal (get_name (trace, trace->node_area[i]), "(not expanded)");
    }
  g_assert_cmpint (sum, ==, (gint64) 2 * n_levels << 24);
  g_assert_cmpuint (n_folded, >, 0);
  g_assert_cmpint (trace->total_weight, ==, sum);
}

static char *
write_text (DwellTrace *trace)
{
  const DwellFormat *format = dwell_formats_find_writer ("callgrind");
  g_autoptr(DwellSink) sink = dwell_sink_new_for_memory (1 << 20);
  g_autoptr(GBytes) bytes = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_true (format->can_write (trace));
  format->write (trace, NULL, sink, NULL, NULL, &error);
  g_assert_no_error (error);
  bytes = dwell_sink_get_part (sink, "");
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static int
compare_texts (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

/* As describe(), in an order that does not depend on that of the file. */
static char *
describe_sorted (const DwellTrace *trace)
{
  g_autofree char *text = describe (trace);
  g_auto(GStrv) parts = g_strsplit (text, ", ", -1);

  qsort (parts, g_strv_length (parts), sizeof *parts, compare_texts);
  return g_strjoinv (", ", parts);
}

/* Threads as parts of one file: what was run in each, and together what it is merged. */
static void
test_separate (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "text1", "preempt.txt", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) trace = dwell_open_file (file, NULL, NULL, NULL, &error);
  g_autoptr(DwellExportSettings) settings =
    dwell_export_settings_new (dwell_formats_find_writer ("callgrind"), "default", NULL);
  g_autoptr(DwellSink) sink = dwell_sink_new_for_memory (1 << 20);
  g_autoptr(GBytes) bytes = NULL;
  g_autofree char *text = NULL;
  g_autofree char *merged = write_text (trace);
  g_autoptr(DwellTrace) again = NULL;
  g_autoptr(DwellTrace) merged_again = open_text (merged, NULL);
  g_autofree char *found = NULL;
  g_autofree char *wanted = describe_sorted (merged_again);

  g_assert_no_error (error);
  g_assert_true (dwell_export_settings_set (settings, "ContextsAs", "separate", NULL));
  g_assert_true (settings->format->write (trace, settings, sink, NULL, NULL, &error));
  g_assert_no_error (error);
  bytes = dwell_sink_get_part (sink, "");
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));

  g_assert_nonnull (strstr (text, "part: 1\nthread: 1\ndesc: Thread: TASK_A\npositions: line\n"
                                  "event: ns : Nanoseconds\nevents: ns\nsummary: 410\n\n"
                                  "ob=(1) ???\nfl=(1) ???\nfn=(1) taskA_main\n0 250\n"
                                  "cfn=(2) foo\ncalls=1 0\n0 160\n\nfn=(2)\n0 160\n\n"
                                  "totals: 410\n"));
  g_assert_nonnull (strstr (text, "\npart: 2\nthread: 2\ndesc: Thread: ISR_B\npositions: line\n"
                                  "event: ns : Nanoseconds\nevents: ns\nsummary: 40\n\n"
                                  "ob=(1) ???\nfl=(1) ???\nfn=(1) isrB\n0 40\n\ntotals: 40\n"));
  again = open_text (text, NULL);
  found = describe_sorted (again);
  g_assert_cmpstr (found, ==, wanted);
  g_assert_cmpuint (dwell_problems_get_n (again->problems), ==, 0);
}

/* What is written and read again is the same; inlined files, cycles and odd names, too. */
static void
test_write (void)
{
  static const char * const files[] = {
    "events: Ir\n" EXAMPLE,
    "events: A\nob=o\nfl=a.c\nfn=f\n1 1\nfi=b.h\n1 2\nfe=a.c\n2 3\nfi=b.h\nfn=g\n4 5\n"
    "cob=p\ncfl=b.h\ncfn=x\ncalls=3 4\n5 0\n",
    "events: A\nfn=a\n1 5\ncfn=b\ncalls=1 0\n1 9\nfn=b\n1 4\ncfn=a\ncalls=1 0\n1 9\n"
    "cfn=b\ncalls=7 0\n1 3\n",
    "events: ns\nfn=(12x\n0 5\nfn=a b\n7 9\n",
  };
  g_autoptr(DwellTrace) empty = open_text ("events: A\n", NULL);

  g_assert_false (dwell_formats_find_writer ("callgrind")->can_write (empty));
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr(DwellTrace) trace = open_text (files[i], NULL);
      g_autofree char *text = write_text (trace);
      g_autoptr(DwellTrace) again = NULL;
      g_autofree char *before = describe_sorted (trace);
      g_autofree char *after = NULL;

      g_test_message ("%s", text);
      again = open_text (text, NULL);
      after = describe_sorted (again);
      g_assert_cmpstr (after, ==, before);
      g_assert_cmpint (again->total_weight, ==, trace->total_weight);
      g_assert_cmpint (again->weights_are_times, ==, trace->weights_are_times);
      g_assert_cmpuint (dwell_problems_get_total (again->problems), ==, 0);
    }
}

static DwellTrace *
open_vector (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

/* Of spans and stacks: own weights of functions, and totals of callees below no other of them, as a
 * walk of the tree from each node up has them. */
static void
test_write_tree (void)
{
  static const char * const files[] = {
    "lms/doc_example.csv", "ooo/doc_example.log", "text1/preempt.txt", "br/timed_backtrace.prof",
    "compare/tree-a.folded", "compare/base.csv",
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr(DwellTrace) trace = open_vector (files[i]);
      const DwellTreeOptions options = { .begin = trace->begin, .end = trace->end };
      g_autoptr(DwellTree) tree = dwell_tree_new (trace, &options, NULL);
      g_autofree char *text = write_text (trace);
      g_autoptr(DwellTrace) again = open_text (text, NULL);
      gint64 selves = 0;
      gint64 totals = 0;
      guint64 calls = 0;

      for (guint32 k = 0; k < tree->n_nodes; k++)
        {
          gboolean is_inner = FALSE;

          for (guint32 p = tree->parents[k]; p != DWELL_NONE; p = tree->parents[p])
            is_inner |= tree->areas[p] == tree->areas[k];
          selves += dwell_tree_get_own (tree, k);
          calls += tree->parents[k] != DWELL_NONE ? tree->counts[k] : 0;
          totals += tree->parents[k] != DWELL_NONE && !is_inner ? tree->totals[k] : 0;
        }
      g_assert_cmpint (again->total_weight, ==, selves);
      g_assert_cmpint (again->weights_are_times, ==, tree->weights_are_times);
      for (guint32 k = 0; k < again->n_arcs; k++)
        {
          calls -= again->arcs[k].calls;
          totals -= again->arcs[k].total;
        }
      g_assert_cmpuint (calls, ==, 0);
      g_assert_cmpint (totals, ==, 0);
    }
}

/* Every prefix of a file and every flipped byte: a trace whose sums are right, or an error. */
static void
test_broken (void)
{
  const char *text = "version: 1\npositions: line\nevent: S = 2 A + B\nevents: A B\n" EXAMPLE
                     "totals: 820\npart: 2\nfn=(1) x\n+1 3\ncfn=x\ncalls=1 *\n* 2\n";
  gsize length = strlen (text);

  for (gsize i = 0; i < 2 * length; i++)
    {
      g_autofree char *bytes = g_strdup (text);
      g_autoptr(GError) error = NULL;
      g_autoptr(DwellTrace) trace = NULL;
      gint64 sum = 0;

      if (i >= length)
        bytes[i - length] = (char) (bytes[i - length] ^ (1 << g_test_rand_int_range (0, 8)));
      trace = open_bytes (bytes, i < length ? i : length, NULL, &error);
      g_assert_true ((trace != NULL) == (error == NULL));
      if (trace == NULL)
        continue;

      for (guint32 k = 0; k < trace->n_functions; k++)
        sum += trace->functions[k].self;
      g_assert_cmpint (sum, ==, trace->total_weight);
      for (guint32 k = 0; k < trace->n_stack_nodes; k++)
        sum -= trace->node_self[k];
      g_assert_true (sum == 0 || trace->n_arcs == 0);
    }
}

static void
test_recognition (void)
{
  static const struct {
    const char *head;
    gboolean    is_own;
  } heads[] = {
    { "# callgrind format\n", TRUE },
    { "\xef\xbb\xbf# callgrind format\n", TRUE },
    { "events: Ir\nfl=a\nfn=b\n1 2\n", TRUE },
    { "desc: I1 cache\ncmd: ./x\nevents: Ir\nfl=a\nfn=b\n1 2\n", TRUE },
    { "version: 1\ncreator: xdebug 3\ncmd: x\nevents: Time\n", TRUE },
    { "version: 1\ncreator: callgrind-3.19\ncmd: x\nevents: Ir\n", TRUE },
    { "events: Ir\n", FALSE },
    { "fn=a;b 1\nevents: 2\n", FALSE },
    { "{\nevents: Ir\nfn=b\n", FALSE },
    { "a;b 1\na;c 2\nb 3\n", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      const DwellFormat *format = dwell_formats_recognise (heads[i].head, strlen (heads[i].head));

      g_test_message ("%s", heads[i].head);
      g_assert_cmpint (format == dwell_formats_find ("callgrind"), ==, heads[i].is_own);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/callgrind/example", test_example);
  g_test_add_func ("/callgrind/positions", test_positions);
  g_test_add_func ("/callgrind/long-runs", test_long_runs);
  g_test_add_func ("/callgrind/names", test_names);
  g_test_add_func ("/callgrind/events", test_events);
  g_test_add_func ("/callgrind/unknown-event", test_unknown_event);
  g_test_add_func ("/callgrind/parts", test_parts);
  g_test_add_func ("/callgrind/like-parts", test_like_parts);
  g_test_add_func ("/callgrind/digits", test_digits);
  g_test_add_func ("/callgrind/cycles", test_cycles);
  g_test_add_func ("/callgrind/callers", test_callers);
  g_test_add_func ("/callgrind/proportion", test_proportion);
  g_test_add_func ("/callgrind/disagreement", test_disagreement);
  g_test_add_func ("/callgrind/joined", test_joined);
  g_test_add_func ("/callgrind/damage", test_damage);
  g_test_add_func ("/callgrind/nothing", test_nothing);
  g_test_add_func ("/callgrind/limits", test_limits);
  g_test_add_func ("/callgrind/many-paths", test_many_paths);
  g_test_add_func ("/callgrind/write", test_write);
  g_test_add_func ("/callgrind/separate", test_separate);
  g_test_add_func ("/callgrind/write-tree", test_write_tree);
  g_test_add_func ("/callgrind/broken", test_broken);
  g_test_add_func ("/callgrind/recognition", test_recognition);

  return g_test_run ();
}
