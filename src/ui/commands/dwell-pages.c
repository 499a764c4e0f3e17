/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of the pages below the timeline. It knows nothing of their widgets, so that everything
 * that names pages can use it: keys, the palette, the help. */
#include "config.h"

#include "ui/commands/dwell-pages.h"

#include <glib/gi18n-lib.h>

#include "analysis/compare/dwell-comparable.h"
#include "analysis/dwell-line-table.h"
#include "analysis/tree/dwell-tree.h"
#include "analysis/values/dwell-values.h"
#include "model/comparison/dwell-series-files.h"

/* Spans that only show a sequence have no statistics. */
static gboolean
has_spans (const DwellTrace *trace)
{
  return dwell_trace_has (trace, DWELL_TABLE_SPANS) && !trace->spans_are_sequence;
}

static gboolean
has_events (const DwellTrace *trace)
{
  return has_spans (trace) || dwell_trace_has (trace, DWELL_TABLE_MARKS);
}

static gboolean
has_values (const DwellTrace *trace)
{
  for (guint32 track = 0; track < trace->n_tracks; track++)
    if (dwell_values_is_variable (trace, track))
      return TRUE;

  return FALSE;
}

static gboolean
has_costs (const DwellTrace *trace)
{
  return dwell_trace_has (trace, DWELL_TABLE_COST_POINTS);
}

static gboolean
is_comparable (const DwellTrace *trace)
{
  return dwell_comparable_find (trace, trace) != 0;
}

/* Returns whether the trace can be part of a series or a group of recordings. */
static gboolean
is_countable (const DwellTrace *trace)
{
  return has_spans (trace) || dwell_tree_is_possible (trace);
}

/* The number of rows of the page, which its summary begins with. */
static guint64
count_problems (DwellSession *session)
{
  return dwell_problems_get_n (dwell_session_get_problems (session));
}

static gboolean
has_base (DwellView *view)
{
  return dwell_view_get_base (view, NULL) != NULL;
}

/* Returns whether the view has requirements, or a trace for which there can be some. */
static gboolean
has_requirements (DwellView *view)
{
  const guint tables = DWELL_TABLE_SPANS | DWELL_TABLE_MARKS | DWELL_TABLE_WRITES |
                       DWELL_TABLE_LINES | DWELL_TABLE_STACK_NODES | DWELL_TABLE_COST_POINTS;
  g_autoptr(GFile) file = dwell_view_get_requirements (view);
  const DwellTrace *trace = dwell_view_get_trace (view);

  return file != NULL || (trace != NULL && (trace->tables & tables) != 0);
}

/* Translators: the lines of words have other words for a page, by which a search finds it: any
 * number of them, separated by spaces. */
static const DwellPageInfo pages[DWELL_N_PAGES] = {
  [DWELL_PAGE_STATISTICS] = { "statistics", N_("Statistics"), has_spans, NULL,
    .keywords = N_("functions slowest longest table totals") },
  [DWELL_PAGE_EVENTS] = { "events", N_("Events"), has_events, NULL,
    .keywords = N_("spans marks list log") },
  [DWELL_PAGE_TREE] = { "tree", N_("Call Tree"), dwell_tree_is_possible, NULL,
    .keywords = N_("callers callees hierarchy hot path") },
  [DWELL_PAGE_FLAME] = { "flame", N_("Flame Graph"), dwell_tree_is_possible, NULL, TRUE,
    .keywords = N_("icicle stacks hot path") },
  [DWELL_PAGE_DISTRIBUTION] = { "distribution", N_("Distribution"), has_spans, NULL,
    .keywords = N_("histogram percentiles durations p99") },
  [DWELL_PAGE_VALUES] = { "values", N_("Values"), has_values, NULL,
    .keywords = N_("variables counters") },
  [DWELL_PAGE_LINES] = { "lines", N_("Lines"), dwell_line_table_is_possible, NULL, TRUE,
    .keywords = N_("source code hot coverage") },
  [DWELL_PAGE_COSTS] = { "costs", N_("Costs"), has_costs, NULL, TRUE,
    .keywords = N_("growth complexity curves") },
  [DWELL_PAGE_COMPARISON] = { "comparison", N_("Comparison"), is_comparable, NULL,
    .is_wanted = has_base, .keywords = N_("difference change regression before after") },
  [DWELL_PAGE_SERIES] = { "series", N_("Series"), is_countable, NULL,
    .is_wanted = dwell_series_has_files,
    .keywords = N_("trend groups history several recordings regression") },
  [DWELL_PAGE_REQUIREMENTS] = { "requirements", N_("Requirements"), NULL, NULL,
    .is_wanted = has_requirements, .keywords = N_("deadlines limits violations check budget") },
  [DWELL_PAGE_MARKERS] = { "markers", N_("Markers"), dwell_trace_has_timeline, NULL,
    .keywords = N_("notes bookmarks comments") },
  [DWELL_PAGE_PROBLEMS] = { "problems", N_("Problems"), NULL, count_problems,
    .keywords = N_("errors warnings damage") },
  [DWELL_PAGE_INFO] = { "info", N_("Info"), NULL, NULL,
    .keywords = N_("about file format properties") },
};

/**
 * dwell_pages_get_all:
 * @n_pages: (out): the number of pages
 *
 * Returns: (transfer none) (array length=n_pages): all pages, in the order of #DwellPage
 */
const DwellPageInfo *
dwell_pages_get_all (guint *n_pages)
{
  *n_pages = G_N_ELEMENTS (pages);

  return pages;
}
