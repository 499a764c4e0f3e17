/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports: what is in them, as Markdown and as HTML; texts from files do no harm in either. */
#include "config.h"

#include <string.h>

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
      dwell_view_add_marker (view, 100 * MS, "a|b <i>*x*</i>");
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
  g_autofree char *text = dwell_report_to_text (report, DWELL_REPORT_MARKDOWN, "x.svg", NULL);
  g_autofree char *plain = fixture_plain (text);

  g_assert_true (g_str_has_prefix (plain, "# test\n\n"));
  assert_has (plain, "![The visible range of the timeline](<x.svg>)\n");
  assert_has (plain, "\n## Markers and Notes\n\n| Time | Text | Since the Previous | Span |\n"
              "| --: | --- | --: | --- |\n"
              "| 0.100 s | a\\|b \\<i\\>\\*x\\*\\</i\\> |  |  |\n"
              "| 0.150 s | slow | 50 ms | parse |\n");
  assert_has (plain, "\n## Statistics\n\nOf ");
  assert_has (plain, "| load | 2 |");
  assert_has (plain, "\n## Problems\n\n4 problems in all.\n");
  assert_has (plain, "| Something lost | line 20 |");
}

static void
test_html (void)
{
  g_autoptr(DwellReport) report = make_report (TRUE);
  g_autofree char *text = dwell_report_to_text (report, DWELL_REPORT_HTML,
                                                "data:image/png;base64,AAAA", NULL);

  g_assert_true (g_str_has_prefix (text, "<!DOCTYPE html>\n"));
  g_assert_true (g_str_has_suffix (text, "</html>\n"));
  assert_has (text, "<img src=\"data:image/png;base64,AAAA\" alt=\"");
  assert_has (text, "<div class=\"t\"><table>\n<thead>\n<tr><th");
  assert_has (text, "</thead>\n<tr><td");
  assert_has (text, "<td>a|b &lt;i&gt;*x*&lt;/i&gt;</td>");
  g_assert_null (strstr (text, "<i>"));
}

/* What is not there has no heading. */
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
                   "# t\n\n| a b \\| c | \"\\>\\<script\\>\\&amp; |\n");

  dwell_report_text_begin (&html, DWELL_REPORT_HTML, "</title><script>");
  dwell_report_text_picture (&html, "x\"y", "\" onload=\"");
  html_text = dwell_report_text_end (&html);
  g_assert_null (strstr (html_text, "<script>"));
  g_assert_null (strstr (html_text, "\" onload"));
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

  return fixture_run ();
}
