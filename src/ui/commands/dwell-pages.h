/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of the pages of a tab: their ids and titles, and the traces for which they are
 * shown. */
#pragma once

#include "model/view/dwell-view.h"

G_BEGIN_DECLS

/* In the order of their tabs. */
typedef enum {
  DWELL_PAGE_STATISTICS,
  DWELL_PAGE_EVENTS,
  DWELL_PAGE_TREE,
  DWELL_PAGE_FLAME,
  DWELL_PAGE_DISTRIBUTION,
  DWELL_PAGE_VALUES,
  DWELL_PAGE_LINES,
  DWELL_PAGE_COSTS,
  DWELL_PAGE_COMPARISON,
  DWELL_PAGE_SERIES,
  DWELL_PAGE_REQUIREMENTS,
  DWELL_PAGE_MARKERS,
  DWELL_PAGE_PROBLEMS,
  DWELL_PAGE_INFO,
  DWELL_N_PAGES
} DwellPage;

typedef struct {
  const char *id;
  const char *title; /* untranslated, marked with N_() */
  /* Returns %TRUE if the page has anything to show of @trace; NULL: always. */
  gboolean  (*is_useful) (const DwellTrace *trace);
  /* Returns the number to show after the title if it is not 0; NULL: there is none. */
  guint64   (*get_count) (DwellSession *session);
  /* Whether the page takes the place of the timeline if the trace has no times. */
  gboolean    is_main;
  /* Returns TRUE if the view has, or can have, what the page shows; NULL: always. */
  gboolean  (*is_wanted) (DwellView *view);
  /* (nullable): other words for the page, as in DwellActionInfo. */
  const char *keywords;
} DwellPageInfo;

const DwellPageInfo *dwell_pages_get_all (guint *n_pages);

G_END_DECLS
