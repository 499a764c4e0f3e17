/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pages below the timeline, in the order of their tabs. */
#include "config.h"

#include "ui/pages/dwell-pages.h"

#include <glib/gi18n-lib.h>

#include "analysis/dwell-tree.h"
#include "ui/pages/dwell-costs-page.h"
#include "ui/pages/dwell-distribution-page.h"
#include "ui/pages/dwell-events-page.h"
#include "ui/pages/dwell-flame-page.h"
#include "ui/pages/dwell-info-page.h"
#include "ui/pages/dwell-lines-page.h"
#include "ui/pages/dwell-markers-page.h"
#include "ui/pages/dwell-problems-page.h"
#include "ui/pages/dwell-statistics-page.h"
#include "ui/pages/dwell-tree-page.h"
#include "ui/pages/dwell-values-page.h"

/* Spans that only picture a sequence are nothing to count. */
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

static guint64
count_problems (DwellSession *session)
{
  return dwell_problems_get_total (dwell_session_get_problems (session));
}

static const DwellPageInfo pages[] = {
  { "statistics", N_("Statistics"), dwell_statistics_page_get_type, has_spans, NULL },
  { "events", N_("Events"), dwell_events_page_get_type, has_events, NULL },
  { "tree", N_("Call Tree"), dwell_tree_page_get_type, dwell_tree_is_possible, NULL },
  { "flame", N_("Flame Graph"), dwell_flame_page_get_type, dwell_tree_is_possible, NULL },
  { "distribution", N_("Distribution"), dwell_distribution_page_get_type, has_spans, NULL },
  { "values", N_("Values"), dwell_values_page_get_type, has_values, NULL },
  { "lines", N_("Lines"), dwell_lines_page_get_type, dwell_line_table_is_possible, NULL, TRUE },
  { "costs", N_("Costs"), dwell_costs_page_get_type, has_costs, NULL, TRUE },
  { "markers", N_("Markers"), dwell_markers_page_get_type, dwell_trace_has_timeline, NULL },
  { "problems", N_("Problems"), dwell_problems_page_get_type, NULL, count_problems },
  { "info", N_("Info"), dwell_info_page_get_type, NULL, NULL },
};

/**
 * dwell_pages_get_all:
 * @n_pages: (out): how many
 *
 * Returns: (transfer none) (array length=n_pages): all pages that there are
 */
const DwellPageInfo *
dwell_pages_get_all (guint *n_pages)
{
  *n_pages = G_N_ELEMENTS (pages);

  return pages;
}

/**
 * dwell_pages_add:
 * @stack: where to
 * @view: what they show
 *
 * Adds one of each page.
 */
void
dwell_pages_add (GtkStack  *stack,
                 DwellView *view)
{
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    gtk_stack_add_titled (stack, g_object_new (pages[i].get_type (), "view", view, NULL),
                          pages[i].id, _(pages[i].title));
}
