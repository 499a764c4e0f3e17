/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Costs, lines and values of two recordings as lists: worked examples, their order, a filter, both
 * sides swapped, routines for a plot, and bases that have nothing of the kind. */
#include "config.h"

#include <string.h>

#include "formats/dwell-formats.h"
#include "model-fixture.h"
#include "model/comparison/dwell-comparison-costs.h"
#include "model/comparison/dwell-comparison-lines.h"
#include "model/comparison/dwell-comparison-source.h"
#include "model/comparison/dwell-comparison-values.h"

typedef struct {
  DwellView           *view;
  DwellSession        *base;
  DwellComparisonRows *list;
} Fixture;

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

static void
wait_for_answer (Fixture *fixture)
{
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (fixture->list)));
}

/* Takes over @list. */
static void
fixture_open (Fixture             *self,
              DwellComparisonRows *list,
              const char          *base,
              const char          *new)
{
  g_autoptr(DwellTrace) base_trace = open_vector (base);
  g_autoptr(DwellTrace) new_trace = open_vector (new);

  self->view = fixture_view (new_trace);
  self->base = dwell_session_new_for_trace (base_trace, "base");
  self->list = list;
  dwell_query_set_view (DWELL_QUERY (list), self->view);
  dwell_query_set_active (DWELL_QUERY (list), TRUE);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);

  dwell_view_set_base (self->view, self->base, FALSE);
  wait_for_answer (self);
}

static void
fixture_close (Fixture *self)
{
  dwell_view_set_base (self->view, NULL, FALSE);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (self->list)), ==, 0);
  dwell_query_set_view (DWELL_QUERY (self->list), NULL);
  g_assert_finalize_object (self->list);
  g_assert_finalize_object (self->base);
  fixture_view_free (self->view);
}

/* Some cells of each row, a line each, as the window shows them or as other programs read them. */
static char *
describe (gpointer     list,
          const guint *columns,
          guint        n_columns,
          gboolean     is_plain)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr(DwellComparisonRow) item = g_list_model_get_item (list, i);

      for (guint k = 0; k < n_columns; k++)
        {
          g_autofree char *cell = is_plain ? dwell_comparison_row_get_plain (item, columns[k])
                                           : dwell_comparison_row_get_text (item, columns[k]);

          g_string_append_printf (text, "%s%s", k > 0 ? "|" : "", cell);
        }
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

static const guint cost_columns[] = {
  DWELL_COMPARISON_COST_NAME, DWELL_COMPARISON_COST_GROWTH, DWELL_COMPARISON_COST_GROWTH_VERDICT,
  DWELL_COMPARISON_COST_CHANGE, DWELL_COMPARISON_COST_VERDICT, DWELL_COMPARISON_COST_RATIO,
  DWELL_COMPARISON_COST_EXPONENT_CHANGE,
};

static void
test_costs (void)
{
  Fixture fixture;
  g_autofree char *rows = NULL;
  g_autofree char *plain = NULL;
  g_autofree char *sentence = NULL;
  g_autofree char *swapped = NULL;
  g_autofree char *some = NULL;
  g_autofree char *by_change = NULL;
  g_autoptr(GListModel) frozen = NULL;

  fixture_open (&fixture, dwell_comparison_costs_new (), "compare/costs-base.aprof",
                "compare/costs-new.aprof");
  rows = describe (fixture.list, cost_columns, G_N_ELEMENTS (cost_columns), FALSE);
  g_assert_cmpstr (rows, ==,
                   "scan|O(n) → O(n²)|▲ Steeper|+8\u202f663\u202f616|▲ More|×125|+1.00\n"
                   "fresh|O(n)||+21\u202f024|+ New||\n"
                   "parse|O(n)|≈ The Same|−14\u202f016|▼ Less|×0.5|0.00\n"
                   "old|O(n)||−7\u202f008|− Gone||\n"
                   "sum|O(n)|≈ The Same|0|≈ The Same|×1|0.00\n");
  plain = describe (fixture.list, cost_columns, 5, TRUE);
  g_assert_cmpstr (plain, ==,
                   "scan|n → n^2|steeper|8663616|more\n"
                   "fresh|n||21024|new\n"
                   "parse|n|same|-14016|less\n"
                   "old|n||-7008|gone\n"
                   "sum|n|same|0|same\n");
  sentence = dwell_comparison_costs_describe (fixture.list);
  g_assert_cmpstr (sentence, ==, "Growth with the size of the input: 1 steeper, 0 perhaps steeper, "
                                 "0 flatter.");
  frozen = dwell_list_freeze (DWELL_LIST (fixture.list));

  dwell_view_set_base (fixture.view, fixture.base, TRUE);
  wait_for_answer (&fixture);
  dwell_comparison_rows_sort (fixture.list, DWELL_COMPARISON_COST_CHANGE, FALSE);
  wait_for_answer (&fixture);
  swapped = describe (fixture.list, cost_columns, 4, TRUE);
  g_assert_cmpstr (swapped, ==,
                   "sum|n|same|0\n"
                   "old|n||7008\n"
                   "parse|n|same|14016\n"
                   "fresh|n||-21024\n"
                   "scan|n^2 → n|flatter|-8663616\n");

  g_assert_true (dwell_comparison_rows_set_filter (fixture.list, "/^s/", NULL));
  g_assert_false (dwell_comparison_rows_set_filter (fixture.list, "/(/", NULL));
  wait_for_answer (&fixture);
  some = describe (fixture.list, cost_columns, 1, TRUE);
  g_assert_cmpstr (some, ==, "sum\nscan\n");

  g_clear_pointer (&some, g_free);
  g_assert_true (dwell_comparison_rows_set_filter (fixture.list, "/^s/", NULL));
  g_assert_true (dwell_comparison_rows_set_filter (fixture.list, "change:<0 s", NULL));
  wait_for_answer (&fixture);
  some = describe (fixture.list, cost_columns, 1, TRUE);
  g_assert_cmpstr (some, ==, "fresh\nscan\n");
  by_change = describe (frozen, cost_columns, G_N_ELEMENTS (cost_columns), FALSE);
  g_assert_cmpstr (by_change, ==, rows);
  g_clear_object (&frozen);
  fixture_close (&fixture);
}

/* Both curves of a routine, one of what a side does not have; rows by area of the view’s own
 * session. */
static void
test_routines (void)
{
  Fixture fixture;
  DwellCostPlotRoutine routines[2];
  const DwellCostPlotOptions options = { .curve = { .kind = DWELL_COST_CURVE_WORST },
                                         .has_fit = TRUE };
  g_autoptr(DwellCostPlotAnswer) answer = NULL;
  g_autofree char *csv = NULL;

  fixture_open (&fixture, dwell_comparison_costs_new (), "compare/costs-base.aprof",
                "compare/costs-new.aprof");
  g_assert_cmpuint (dwell_comparison_costs_get_routines (fixture.list, 0, routines), ==, 2);
  answer = dwell_cost_plot_answer_new (routines, 2, &options, NULL);
  g_assert_cmpuint (answer->n_parts, ==, 2);
  g_assert_true (answer->parts[0].routine.costs != answer->parts[1].routine.costs);
  g_assert_cmpint (answer->parts[0].growth.class, ==, DWELL_GROWTH_LINEAR);
  g_assert_cmpint (answer->parts[1].growth.class, ==, DWELL_GROWTH_SQUARE);
  csv = dwell_cost_plot_to_csv (routines, 2);
  g_assert_true (g_str_has_prefix (csv, "recording,name,image,size,"));
  g_assert_nonnull (strstr (csv, "\r\nbase,scan,/bin/grow,64,1,640,"));
  g_assert_nonnull (strstr (csv, "\r\nnew,scan,/bin/grow,64,1,4096,"));

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (fixture.list)); i++)
    {
      guint row = dwell_comparison_rows_get_nth (fixture.list, i);
      guint32 area = dwell_comparison_rows_get_area (fixture.list, i);
      DwellVerdict verdict = dwell_comparison_costs_get (fixture.list)->rows[row].verdict;

      g_assert_cmpuint (dwell_comparison_rows_find (fixture.list, row), ==, i);
      g_assert_cmpuint (dwell_comparison_costs_get_routines (fixture.list, row, routines), ==,
                        verdict == DWELL_VERDICT_NEW || verdict == DWELL_VERDICT_GONE ? 1 : 2);
      g_assert_true ((area == DWELL_NONE) == (verdict == DWELL_VERDICT_GONE));
      if (area != DWELL_NONE)
        g_assert_cmpuint (dwell_comparison_rows_find_area (fixture.list, area), ==, i);
    }
  fixture_close (&fixture);
}

/* Costs in two units have no difference. */
static void
test_units (void)
{
  Fixture fixture;
  g_autofree char *sentence = NULL;

  fixture_open (&fixture, dwell_comparison_costs_new (), "compare/costs-base.aprof",
                "aprof/quirks/metric_unknown.aprof");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture.list)), >, 0);
  sentence = dwell_comparison_costs_describe (fixture.list);
  g_assert_nonnull (strstr (sentence, "different units"));
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (fixture.list)); i++)
    {
      g_autoptr(DwellComparisonRow) item = g_list_model_get_item (G_LIST_MODEL (fixture.list), i);
      g_autofree char *change = dwell_comparison_row_get_plain (item,
                                                                DWELL_COMPARISON_COST_CHANGE);

      g_assert_cmpstr (change, ==, "");
    }
  fixture_close (&fixture);
}

static void
assert_sentence (const char *new,
                 const char *part,
                 gboolean    has_growth)
{
  Fixture fixture;
  g_autoptr(DwellComparisonRow) item = NULL;
  g_autofree char *sentence = NULL;
  g_autofree char *factor = NULL;

  fixture_open (&fixture, dwell_comparison_costs_new (), "compare/measured-cells.aprof", new);
  sentence = dwell_comparison_costs_describe (fixture.list);
  g_assert_nonnull (strstr (sentence, part));
  g_assert_true ((strstr (sentence, "0 steeper") != NULL) == has_growth);
  item = g_list_model_get_item (G_LIST_MODEL (fixture.list), 0);
  factor = dwell_comparison_row_get_plain (item, DWELL_COMPARISON_COST_FACTOR);
  g_assert_cmpstr (factor, ==, has_growth ? "1" : "");
  fixture_close (&fixture);
}

/* Sizes in cells of another size are compared in bytes; those of another measure not at all. */
static void
test_sizes (void)
{
  assert_sentence ("compare/measured-bytes.aprof", "in bytes.", TRUE);
  assert_sentence ("compare/measured-drms.aprof", "sizes of inputs in different ways", FALSE);
  assert_sentence ("compare/measured-unknown.aprof", "sizes of inputs in different ways", FALSE);
  assert_sentence ("compare/measured-time.aprof", "different units", FALSE);
}

static const guint line_columns[] = {
  DWELL_COMPARISON_LINE_NAME, DWELL_COMPARISON_LINE_ROUTINE, DWELL_COMPARISON_LINE_BASE_LINE,
  DWELL_COMPARISON_LINE_NEW_LINE, DWELL_COMPARISON_LINE_CHANGE, DWELL_COMPARISON_LINE_VERDICT,
  DWELL_COMPARISON_LINE_BASE, DWELL_COMPARISON_LINE_NEW, DWELL_COMPARISON_LINE_HITS_CHANGE,
};

/* A routine that moved by twelve lines: one of its lines is gone, one is new. */
static void
test_lines (void)
{
  Fixture fixture;
  g_autofree char *rows = NULL;
  g_autofree char *swapped = NULL;
  g_autofree char *part = NULL;
  DwellTrace *trace;

  fixture_open (&fixture, dwell_comparison_lines_new (), "compare/lines-base.txt",
                "compare/lines-new.txt");
  rows = describe (fixture.list, line_columns, G_N_ELEMENTS (line_columns), TRUE);
  g_assert_cmpstr (rows, ==,
                   "line 26|load|14|26|30|more|60|90|0\n"
                   "line 11|load|11||-20|gone|20||-1\n"
                   "line 24|load|12|24|15|more|10|25|1\n"
                   "line 27|load||27|5|new||5|1\n"
                   "line 22|load|10|22|0|identical|10|10|0\n");
  g_assert_null (dwell_comparison_lines_describe (fixture.list));
  g_assert_cmpuint (dwell_comparison_lines_get_n_shifts (fixture.list), ==, 0);

  dwell_view_set_base (fixture.view, fixture.base, TRUE);
  wait_for_answer (&fixture);
  dwell_comparison_rows_sort (fixture.list, DWELL_COMPARISON_LINE_BASE_LINE, FALSE);
  wait_for_answer (&fixture);
  swapped = describe (fixture.list, line_columns, 6, TRUE);
  g_assert_cmpstr (swapped, ==,
                   "line 10|load|22|10|0|identical\n"
                   "line 12|load|24|12|-15|less\n"
                   "line 14|load|26|14|-30|less\n"
                   "line 27|load|27||-5|gone\n"
                   "line 11|load||11|20|new\n");

  /* Of a part alone. */
  trace = dwell_view_get_trace (fixture.view);
  dwell_view_set_selection (fixture.view, trace->begin, trace->begin + 5);
  dwell_view_set_scope (fixture.view, DWELL_SCOPE_SELECTION);
  wait_for_answer (&fixture);
  part = describe (fixture.list, line_columns, 6, TRUE);
  g_assert_cmpstr (part, ==, "line 10|load|22|10|0|identical\n");
  fixture_close (&fixture);
}

/* Takes the first shift, or no longer; and waits. */
static void
shift (Fixture *fixture)
{
  g_autoptr(DwellComparisonOptions) options = dwell_comparison_options_new (fixture->view);

  g_assert_true (dwell_comparison_lines_shift (fixture->list, 0, options));
  dwell_comparison_options_keep (options, fixture->view);
  wait_for_answer (fixture);
}

/* A routine that moved is offered to be matched so, whichever side is the base. */
static void
test_shift (void)
{
  Fixture fixture;
  gboolean is_taken;
  g_autofree char *seems = NULL;
  g_autofree char *taken = NULL;
  g_autofree char *rows = NULL;
  g_autofree char *swapped = NULL;
  g_autofree char *swapped_rows = NULL;

  fixture_open (&fixture, dwell_comparison_lines_new (), "compare/lines-base.txt",
                "compare/lines-shifted.txt");
  g_assert_cmpuint (dwell_comparison_lines_get_n_shifts (fixture.list), ==, 1);
  seems = dwell_comparison_lines_describe_shift (fixture.list, 0, &is_taken);
  g_assert_cmpstr (seems, ==, "“load” seems to have moved further than its first line, by +1: 4 "
                              "lines would match, rather than 3");
  g_assert_false (is_taken);

  shift (&fixture);
  g_assert_cmpuint (dwell_comparison_lines_get_n_shifts (fixture.list), ==, 1);
  taken = dwell_comparison_lines_describe_shift (fixture.list, 0, &is_taken);
  g_assert_true (is_taken);
  g_assert_cmpstr (taken, ==, "“load” is taken to have moved further than its first line, by +1");
  g_assert_true (g_str_has_suffix (dwell_view_get_kept (fixture.view, DWELL_KEPT_LAYOUT,
                                                        "comparison-shifts"), "=1"));
  dwell_comparison_rows_sort (fixture.list, DWELL_COMPARISON_LINE_NEW_LINE, FALSE);
  wait_for_answer (&fixture);
  rows = describe (fixture.list, line_columns, 4, TRUE);
  g_assert_cmpstr (rows, ==, "line 10|load||10\n"
                             "line 11|load|10|11\n"
                             "line 12|load|11|12\n"
                             "line 13|load|12|13\n"
                             "line 15|load|14|15\n");

  dwell_view_set_base (fixture.view, fixture.base, TRUE);
  wait_for_answer (&fixture);
  swapped = dwell_comparison_lines_describe_shift (fixture.list, 0, &is_taken);
  g_assert_true (is_taken);
  g_assert_cmpstr (swapped, ==, "“load” is taken to have moved further than its first line, by -1");
  swapped_rows = describe (fixture.list, line_columns, 4, TRUE);
  g_assert_nonnull (strstr (swapped_rows, "|15|14\n"));

  shift (&fixture);
  g_assert_cmpstr (dwell_view_get_kept (fixture.view, DWELL_KEPT_LAYOUT, "comparison-shifts"), ==,
                   "");
  g_clear_pointer (&seems, g_free);
  seems = dwell_comparison_lines_describe_shift (fixture.list, 0, &is_taken);
  g_assert_false (is_taken);
  fixture_close (&fixture);
}

/* A sentence tells of recordings without times. */
static void
test_doubtful_lines (void)
{
  Fixture sampled;
  g_autofree char *hits = NULL;

  fixture_open (&sampled, dwell_comparison_lines_new (), "br/timed_backtrace.prof",
                "br/sampled_plain.prof");
  g_assert_false (dwell_comparison_lines_get (sampled.list)->are_times);
  hits = dwell_comparison_lines_describe (sampled.list);
  g_assert_true (g_str_has_prefix (hits, "One of the recordings counts samples"));
  fixture_close (&sampled);
}

/* Nothing is asked for what a recording does not have. */
static const guint value_columns[] = {
  DWELL_COMPARISON_VALUE_NAME, DWELL_COMPARISON_VALUE_CHANGE, DWELL_COMPARISON_VALUE_VERDICT,
  DWELL_COMPARISON_VALUE_COUNT_BASE, DWELL_COMPARISON_VALUE_COUNT_CHANGE,
  DWELL_COMPARISON_VALUE_MEAN_NEW, DWELL_COMPARISON_VALUE_MEAN_CHANGE,
  DWELL_COMPARISON_VALUE_MAX_NEW, DWELL_COMPARISON_VALUE_LAST_NEW,
  DWELL_COMPARISON_VALUE_TIME_NEW, DWELL_COMPARISON_VALUE_TIME_CHANGE,
  DWELL_COMPARISON_VALUE_SHARE_NEW,
};

/* Figures as “dwell-cli compare --what=values” has them; both sides swapped; a filter; areas. */
static void
test_values (void)
{
  Fixture fixture;
  g_autofree char *plain = NULL;
  g_autofree char *rows = NULL;
  g_autofree char *swapped = NULL;
  guint n;

  fixture_open (&fixture, dwell_comparison_values_new (), "vcd/counter.vcd",
                "compare/values-new.vcd");
  n = g_list_model_get_n_items (G_LIST_MODEL (fixture.list));
  g_assert_cmpuint (n, ==, 16);
  g_assert_true (dwell_comparison_rows_set_filter (fixture.list, "/task|level|voltage/", NULL));
  wait_for_answer (&fixture);
  plain = describe (fixture.list, value_columns, G_N_ELEMENTS (value_columns), TRUE);
  g_assert_cmpstr (plain, ==,
                   "board.task: IDLE|-0.230769231|less|1|-1|||||5000|-1500|0.454545455\n"
                   "board.voltage|0.0253807107|more|4|0|3.3666666666666667|0.08333333333333348|"
                   "3.5|3.3|||\n"
                   "board.task|0|identical|2|0||||IDLE|||\n"
                   "board.task: Control loop|0|identical|1|0|||||2500|0|0.227272727\n"
                   "board.task: WAIT||new|||||||1500||0.136363636\n"
                   "board.level||new|||5||5|5|||\n");
  rows = describe (fixture.list, value_columns, G_N_ELEMENTS (value_columns), FALSE);
  g_assert_true (g_str_has_prefix (rows, "board.task: IDLE|−23.1\u00a0%|▼ Less|1|−1|||||5.0"));

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (fixture.list)); i++)
    {
      guint32 area = dwell_comparison_rows_get_area (fixture.list, i);

      if (area != DWELL_NONE)
        g_assert_cmpuint (dwell_comparison_rows_find_area (fixture.list, area), ==, i);
    }

  dwell_view_set_base (fixture.view, fixture.base, TRUE);
  dwell_comparison_rows_sort (fixture.list, DWELL_COMPARISON_VALUE_NAME, FALSE);
  wait_for_answer (&fixture);
  swapped = describe (fixture.list, value_columns, 5, TRUE);
  g_assert_cmpstr (swapped, ==,
                   "board.level||gone|3|\n"
                   "board.task|0|identical|2|0\n"
                   "board.task: Control loop|0|identical|1|0\n"
                   "board.task: IDLE|0.3|more|0|1\n"
                   "board.task: WAIT||gone|1|\n"
                   "board.voltage|-0.0247524752|less|4|0\n");
  fixture_close (&fixture);
}

static void
test_impossible (void)
{
  Fixture fixture;

  fixture_open (&fixture, dwell_comparison_costs_new (), "compare/base.csv",
                "compare/costs-new.aprof");
  g_assert_null (dwell_comparison_costs_get (fixture.list));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture.list)), ==, 0);
  fixture_close (&fixture);
}

/* --- Sources --- */

static GFile *
make_source (const char *name,
             const char *text)
{
  g_autofree char *folder = g_dir_make_tmp ("dwell-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return g_file_new_for_path (path);
}

static void
remove_source (GFile *file)
{
  g_autoptr(GFile) folder = g_file_get_parent (file);

  g_assert_true (g_file_delete (file, NULL, NULL));
  g_assert_true (g_file_delete (folder, NULL, NULL));
}

#define HEAD "1\n2\n3\n4\n5\n6\n7\n8\n9\n"

static const char base_source[] = HEAD "int i;\nopen ();\nread ();\n\nclose ();\n";
static const char new_source[] = HEAD "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n"
                                 "int i;\n\nopen ();\ncheck ();\nread ();\nclose ();\n";

/* All pairs from @first on, a line each. */
static char *
describe_source (DwellComparisonSource *list,
                 guint                  first)
{
  GString *text = g_string_new (NULL);

  for (guint i = first; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr(DwellComparisonSourceItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);

      for (guint j = DWELL_COMPARISON_SOURCE_BASE; j <= DWELL_COMPARISON_SOURCE_NEW_TEXT; j++)
        {
          g_autofree char *cell = dwell_comparison_source_item_get_text (item, j);

          g_string_append_printf (text, "%s%s", j > 0 ? "|" : "", cell);
        }
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

static gboolean
shows_source (DwellComparisonSource *list,
              const char            *expected)
{
  g_autofree char *text = describe_source (list, 21);
  g_autofree char *plain = fixture_plain (text);

  return g_str_equal (plain, expected);
}

/* Lines that only moved keep their costs; without one of the sources there is no change. */
static void
test_sources (void)
{
  g_autoptr(GFile) base = make_source ("main.c", base_source);
  g_autoptr(GFile) new = make_source ("main.c", new_source);
  g_autoptr(DwellComparisonSource) list = dwell_comparison_source_new ();
  Fixture fixture;

  fixture_open (&fixture, dwell_comparison_lines_new (), "compare/lines-base.txt",
                "compare/lines-new.txt");
  dwell_comparison_source_load (list, dwell_comparison_lines_get (fixture.list), base, new, FALSE);
  WAIT_UNTIL (shows_source (list,
                            "10 ns|10 ns|0|int i;|int i;\n"
                            "||||\n"
                            "20 ns|25 ns|+5 ns|open ();|open ();\n"
                            "||||check ();\n"
                            "10 ns|90 ns|+80 ns|read ();|read ();\n"
                            "||||\n"
                            "60 ns|5 ns|−55 ns|close ();|close ();\n"));
  g_assert_cmpuint (dwell_comparison_source_find_change (list), ==, 25);
  g_assert_cmpstr (dwell_comparison_source_get_sentence (list), ==,
                   "Base: main.c for /src/main.c; profiled lines found: 4 of 4\n"
                   "New: main.c for /src/main.c; profiled lines found: 4 of 4");

  dwell_comparison_source_load (list, dwell_comparison_lines_get (fixture.list), NULL, new, FALSE);
  WAIT_UNTIL (shows_source (list, "|10 ns|||int i;\n||||\n|25 ns|||open ();\n||||check ();\n"
                                  "|90 ns|||read ();\n|5 ns|||close ();\n"));
  g_assert_cmpuint (dwell_comparison_source_find_change (list), ==, G_MAXUINT);

  dwell_comparison_source_load (list, NULL, base, new, FALSE);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);
  fixture_close (&fixture);
  remove_source (base);
  remove_source (new);
}

/* A source that is another version, and one that is gone. */
static void
test_doubtful_sources (void)
{
  g_autoptr(GFile) base = make_source ("main.c", HEAD "int i;\n");
  g_autoptr(GFile) new = g_file_new_for_path ("/nowhere/main.c");
  g_autoptr(DwellComparisonSource) list = dwell_comparison_source_new ();
  Fixture fixture;

  fixture_open (&fixture, dwell_comparison_lines_new (), "compare/lines-base.txt",
                "compare/lines-new.txt");
  dwell_comparison_source_load (list, dwell_comparison_lines_get (fixture.list), base, new, FALSE);
  WAIT_UNTIL (*dwell_comparison_source_get_sentence (list) != '\0');
  g_assert_cmpstr (dwell_comparison_source_get_sentence (list), ==,
                   "Base: main.c for /src/main.c; profiled lines found: 1 of 4. The others are not "
                   "in it: it may be another version.\n"
                   "New: /nowhere/main.c cannot be read: there is no such file");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 10);

  fixture_close (&fixture);
  remove_source (base);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/comparison-rows/costs", test_costs);
  g_test_add_func ("/comparison-rows/routines", test_routines);
  g_test_add_func ("/comparison-rows/units", test_units);
  g_test_add_func ("/comparison-rows/sizes", test_sizes);
  g_test_add_func ("/comparison-rows/lines", test_lines);
  g_test_add_func ("/comparison-rows/doubtful-lines", test_doubtful_lines);
  g_test_add_func ("/comparison-rows/shift", test_shift);
  g_test_add_func ("/comparison-rows/sources", test_sources);
  g_test_add_func ("/comparison-rows/doubtful-sources", test_doubtful_sources);
  g_test_add_func ("/comparison-rows/values", test_values);
  g_test_add_func ("/comparison-rows/impossible", test_impossible);

  return g_test_run ();
}
