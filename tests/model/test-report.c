/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports: what is in them, as Markdown and as HTML; texts from files do no harm in either. */
#include "config.h"

#include <string.h>

#include "analysis/dwell-line-table.h"
#include "model-fixture.h"
#include "model/export/dwell-report-text.h"
#include "model/export/dwell-report.h"

static void
assert_has (const char *text,
            const char *part)
{
  if (strstr (text, part) == NULL)
    g_error ("“%s” is not in:\n%s", part, text);
}

static DwellReport *
make_report (gboolean has_markers)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();
  DwellView *view = fixture_view (trace);
  DwellReport *report;

  if (has_markers)
    {
      dwell_view_add_marker (view, 100 * MS, "a|b <i>*x*</i>\n\n| c");
      dwell_view_add_note (view, SPAN_PARSE, "slow");
    }
  dwell_view_set_range (view, 0, 500 * MS);
  report = dwell_report_new (view);
  fixture_view_free (view);
  return report;
}

static void
test_markdown (void)
{
  g_autoptr(DwellReport) report = make_report (TRUE);
  const DwellReportPictures pictures = { "x.svg", NULL, NULL };
  g_autofree char *text = dwell_report_to_text (report, DWELL_REPORT_MARKDOWN, &pictures, NULL);
  g_autofree char *plain = fixture_plain (text);

  g_assert_true (g_str_has_prefix (plain, "# test\n\n"));
  assert_has (plain, "![The visible range of the timeline](<x.svg>)\n");
  assert_has (plain, "\n"
                     "## Markers and Notes\n"
                     "\n"
                     "| Time | Text | Since Previous | Span |\n"
                     "| --: | --- | --: | --- |\n"
                     "| 0.100 s | a\\|b \\<i\\>\\*x\\*\\</i\\><br><br>\\| c |  |  |\n"
                     "| 0.150 s | slow | 50 ms | parse |\n");
  assert_has (plain, "\n## Statistics\n\nRange: ");
  assert_has (plain, "| load | 2 |");
  assert_has (plain, "\n## Problems\n\n3 problems · 4 occurrences\n");
  assert_has (plain, "| Something lost | line 20 |");
}

static void
test_html (void)
{
  g_autoptr(DwellReport) report = make_report (TRUE);
  const DwellReportPictures pictures = { "data:image/png;base64,AAAA", NULL, NULL };
  g_autofree char *text = dwell_report_to_text (report, DWELL_REPORT_HTML, &pictures, NULL);

  g_assert_true (g_str_has_prefix (text, "<!DOCTYPE html>\n"));
  g_assert_true (g_str_has_suffix (text, "</html>\n"));
  assert_has (text, "<img src=\"data:image/png;base64,AAAA\" alt=\"");
  assert_has (text, "<div class=\"t\"><table>\n<thead>\n<tr><th");
  assert_has (text, "</thead>\n<tr><td");
  assert_has (text, "<td>a|b &lt;i&gt;*x*&lt;/i&gt;<br><br>| c</td>");
  g_assert_null (strstr (text, "<i>"));
}

/* Empty sections have no heading. */
static void
test_bare (void)
{
  g_autoptr(DwellReport) report = make_report (FALSE);
  g_autofree char *text = dwell_report_to_text (report, DWELL_REPORT_MARKDOWN, NULL, NULL);

  g_assert_null (strstr (text, "![" ));
  g_assert_null (strstr (text, "Markers"));
}

static void
test_cancelled (void)
{
  g_autoptr(DwellReport) report = make_report (FALSE);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_null (dwell_report_to_text (report, DWELL_REPORT_HTML, NULL, cancellable));
}

/* Line ends would end a table's row; ampersands and quotes an attribute. */
static void
test_hostile (void)
{
  const char *cells[] = { "a\nb\r| c", "\"><script>&amp;" };
  DwellReportText markdown;
  DwellReportText html;
  g_autofree char *markdown_text = NULL;
  g_autofree char *html_text = NULL;

  dwell_report_text_begin (&markdown, DWELL_REPORT_MARKDOWN, "t");
  dwell_report_text_row (&markdown, cells, 2, 0);
  markdown_text = dwell_report_text_end (&markdown);
  g_assert_cmpstr (markdown_text, ==,
                   "# t\n\n| a<br>b \\| c | \"\\>\\<script\\>\\&amp; |\n");

  dwell_report_text_begin (&html, DWELL_REPORT_HTML, "</title><script>");
  dwell_report_text_picture (&html, "x\"y", "\" onload=\"");
  html_text = dwell_report_text_end (&html);
  g_assert_null (strstr (html_text, "<script>"));
  g_assert_null (strstr (html_text, "\" onload"));
}

static DwellView *
open_view (const char *folder,
           const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, folder, name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(DwellSession) session = dwell_session_new (&file, 1, NULL, NULL);

  dwell_session_load (session);
  WAIT_UNTIL (dwell_session_get_state (session) == DWELL_SESSION_READY &&
              !dwell_session_get_busy (session));
  return dwell_view_new (session);
}

/* The report of the view as @type, in plain spaces. */
static char *
write_report (DwellView       *view,
              DwellReportType  type)
{
  const DwellReportPictures pictures = { NULL, "costs.svg", "tree.svg" };
  g_autoptr(DwellReport) report = dwell_report_new (view);
  g_autofree char *text = dwell_report_to_text (report, type, &pictures, NULL);

  return fixture_plain (text);
}

static guint
count_rows (const char *markdown,
            const char *heading)
{
  g_autofree char *line = g_strdup_printf ("\n## %s\n", heading);
  const char *section = strstr (markdown, line);
  g_autofree char *text = NULL;
  char *end;
  guint n = 0;

  g_assert_nonnull (section);
  text = g_strdup (section + strlen (line));
  end = strstr (text, "\n## ");
  if (end != NULL)
    *end = '\0';
  for (const char *p = text; (p = strstr (p, "\n| ")) != NULL; p++)
    n++;

  /* Titles, and the line below them. */
  return n - 2;
}

static guint32
find_area (const DwellTrace *trace,
           const char       *name)
{
  for (guint32 area = 0; area < trace->n_areas; area++)
    if (g_str_equal (dwell_trace_get_area_title (trace, area), name))
      return area;

  g_assert_not_reached ();
}

/* Costs as the Costs page ranks them, with their growth; nothing of a time, of which there is none.
 */
static void
test_costs (void)
{
  DwellView *view = open_view ("../data/examples", "route-planner_4711_0_4.aprof");
  const DwellTrace *trace = dwell_view_get_trace (view);
  static const char * const lacking[] = {
    "Visible range", "| Tracks |", "0 ns", "## Statistics", "## Lines",
    "## Deadlines", "## Markers", "## Favourites",
  };
  g_autofree char *text = write_report (view, DWELL_REPORT_MARKDOWN);
  g_autofree char *with_favourite = NULL;
  g_autofree char *html = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (lacking); i++)
    if (strstr (text, lacking[i]) != NULL)
      g_error ("“%s” is in:\n%s", lacking[i], text);

  assert_has (text, "| Total cost | 20 310 156 |\n");
  assert_has (text, "\n## Costs\n\nMeasured: cost (bb-count) over the size of the input");
  assert_has (text, "![The costs by size of the routines whose costs are predicted to rise most]"
                    "(<costs.svg>)\n");
  assert_has (text, "| Routine | Growth | At 10× | Exponent | Cost | Share | Calls "
                    "| Sizes | Largest | Image |\n"
                    "| --- | --- | --: | --: | --: | --: | --: | --: | --: | --- |\n"
                    "| enumerate\\_tours | O(2ⁿ), high | more than 100 E | 6.44 | 1 576 681 "
                    "| 7.8 % | 15 | 15 | 18 | route-planner |\n");
  g_assert_cmpuint (count_rows (text, "Costs"), ==, 12);
  assert_has (text, "\n2 more routines are not listed.\n");

  dwell_view_set_is_favourite (view, find_area (trace, "find_place"), TRUE);
  with_favourite = write_report (view, DWELL_REPORT_MARKDOWN);
  g_assert_cmpuint (count_rows (with_favourite, "Favourites"), ==, 1);
  g_assert_cmpuint (count_rows (with_favourite, "Costs"), ==, 12);
  assert_has (with_favourite, "\n| find\\_place | O(log n), high |");

  html = write_report (view, DWELL_REPORT_HTML);
  assert_has (html, "<h2>Costs</h2>");
  assert_has (html, "<td>enumerate_tours</td><td>O(2ⁿ), high</td>"
                    "<td class=\"n\">more than 100 E</td>");
  fixture_view_free (view);
}

/* If no routine has enough sizes, all are listed. */
static void
test_few_sizes (void)
{
  DwellView *view = open_view ("data/aprof/quirks", "u64_max.aprof");
  g_autofree char *text = write_report (view, DWELL_REPORT_MARKDOWN);

  g_assert_cmpuint (count_rows (text, "Costs"), ==, 1);
  g_assert_null (strstr (text, "not listed"));
  fixture_view_free (view);
}

static void
test_lines (void)
{
  DwellView *view = open_view ("../data/examples", "nightly-invoices.prof");
  g_autofree char *text = write_report (view, DWELL_REPORT_MARKDOWN);
  g_autofree char *html = write_report (view, DWELL_REPORT_HTML);
  g_autoptr(DwellLineTable) table = dwell_line_table_new (dwell_view_get_trace (view), NULL);

  assert_has (text, "\n## Lines\n\n| Line | Module | Routine | Count | Share |");
  g_assert_cmpuint (count_rows (text, "Lines"), ==, MIN (table->n_rows, 30));
  assert_has (html, "<h2>Lines</h2>");
  g_assert_null (strstr (text, "## Costs"));
  fixture_view_free (view);
}

/* The heaviest calls below their callers, with what they weigh. */
static void
test_tree (void)
{
  DwellView *view = open_view ("../data/examples", "nightly-invoices.prof");
  g_autofree char *text = write_report (view, DWELL_REPORT_MARKDOWN);
  g_autoptr(DwellTree) tree = dwell_tree_new (dwell_view_get_trace (view),
                                              &(DwellTreeOptions) { 0 }, NULL);
  const char *from = strstr (text, "\n## Call Tree\n");
  guint n_listed = 0;

  assert_has (text, "![The call tree as a flame graph](<tree.svg>)\n");
  assert_has (text, "| Name | Count | Total | Total % | Self |\n");
  g_assert_cmpuint (count_rows (text, "Call Tree"), ==, MIN (tree->n_nodes, 30));

  /* In the order of the tree, each one heavier than all that are left out. */
  for (guint32 node = 0; node < tree->n_nodes; node++)
    {
      guint n_heavier = 0;

      for (guint32 other = 0; other < tree->n_nodes; other++)
        n_heavier += tree->totals[other] > tree->totals[node] ||
                     (tree->totals[other] == tree->totals[node] && other < node);
      if (n_heavier < 30)
        {
          g_auto(GStrv) words = g_strsplit (dwell_tree_get_name (tree, node), "_", -1);
          g_autofree char *name = g_strjoinv ("\\_", words);

          from = strstr (from, name);
          g_assert_nonnull (from);
          n_listed++;
        }
    }

  g_assert_cmpuint (n_listed, ==, MIN (tree->n_nodes, 30));
  fixture_view_free (view);
}

/* Deadlines are counted as in the distribution: over the whole, of the areas of the view. */
static void
test_deadlines (void)
{
  DwellView *view = open_view ("../data/examples", "office-start_4711.log");
  const DwellTrace *trace = dwell_view_get_trace (view);
  guint32 area = find_area (trace, "SW (JP93722) SwDocShell::Load");
  g_autofree char *whole = NULL;
  g_autofree char *part = NULL;
  g_autoptr(DwellReport) report = NULL;

  dwell_view_set_deadline (view, area, DWELL_MEASURE_CALL, 70 * MS);
  whole = write_report (view, DWELL_REPORT_MARKDOWN);
  assert_has (whole, "\n## Deadlines\n\nRange: ");
  assert_has (whole, "| Name | Measured | Deadline | Count | Over Deadline | Share | Max |\n");
  assert_has (whole, "\n| SW (JP93722) SwDocShell::Load | Duration | 70 ms | 24 | 8 | 33.3 % | "
                     "90 ms |\n");
  g_assert_null (strstr (whole, "## Costs"));
  g_assert_null (strstr (whole, "## Lines"));

  dwell_view_set_selection (view, trace->begin, trace->begin + 700 * MS);
  dwell_view_set_scope (view, DWELL_SCOPE_SELECTION);
  part = write_report (view, DWELL_REPORT_MARKDOWN);
  assert_has (part, "\n| SW (JP93722) SwDocShell::Load | Duration | 70 ms | 2 | 2 | 100.0 % | ");

  /* The picture's are those of the whole recording. */
  report = dwell_report_new (view);
  g_assert_true (dwell_report_prepare (report, NULL));
  g_assert_cmpuint (dwell_report_get_overruns (report)->n, ==, 8);
  fixture_view_free (view);
}

/* Each format's example: a section for all that there is, each once. */
static void
test_formats (void)
{
  static const struct {
    const char *name;
    const char *sections[7];
  } cases[] = {
    { "autonomous-car.csv", { "Statistics", "Call Tree", "Problems", "Technical Data" } },
    { "motor-control.txt", { "Statistics", "Call Tree", "Lines", "Problems", "Technical Data" } },
    { "nightly-invoices.prof", { "Call Tree", "Lines", "Problems", "Technical Data" } },
    { "office-start_4711.log", { "Statistics", "Call Tree", "Problems", "Technical Data" } },
    { "route-planner_4711_0_4.aprof", { "Costs", "Call Tree", "Problems", "Technical Data" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DwellView *view = open_view ("../data/examples", cases[i].name);
      g_autofree char *text = write_report (view, DWELL_REPORT_MARKDOWN);
      g_autoptr(GString) found = g_string_new (NULL);
      g_autofree char *expected = g_strjoinv (" ", (char **) cases[i].sections);
      g_auto(GStrv) lines = g_strsplit (text, "\n", -1);

      for (guint line = 0; lines[line] != NULL; line++)
        if (g_str_has_prefix (lines[line], "## "))
          g_string_append_printf (found, "%s%s", found->len > 0 ? " " : "", lines[line] + 3);

      g_assert_cmpstr (found->str, ==, expected);
      fixture_view_free (view);
    }
}

int
main (int   argc,
      char *argv[])
{
  fixture_init (&argc, &argv);

  g_test_add_func ("/report/markdown", test_markdown);
  g_test_add_func ("/report/html", test_html);
  g_test_add_func ("/report/bare", test_bare);
  g_test_add_func ("/report/cancelled", test_cancelled);
  g_test_add_func ("/report/hostile", test_hostile);
  g_test_add_func ("/report/costs", test_costs);
  g_test_add_func ("/report/costs/few-sizes", test_few_sizes);
  g_test_add_func ("/report/lines", test_lines);
  g_test_add_func ("/report/tree", test_tree);
  g_test_add_func ("/report/deadlines", test_deadlines);
  g_test_add_func ("/report/formats", test_formats);

  return fixture_run ();
}
