/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of pages. A page is a DwellViewBin; a new one is a pair of files in this folder and a
 * line in dwell-pages.c. */
#pragma once

#include <gtk/gtk.h>

#include "model/view/dwell-view.h"

G_BEGIN_DECLS

typedef struct {
  const char *id;
  const char *title; /* untranslated, marked with N_() */
  GType     (*get_type)  (void);
  /* Whether it has anything to show of @trace; NULL: always. */
  gboolean  (*is_useful) (const DwellTrace *trace);
  /* What stands behind the title if it is not 0; NULL: nothing. */
  guint64   (*get_count) (DwellSession *session);
  /* Whether it has the timeline's place in a trace in which nothing has a time. */
  gboolean    is_main;
} DwellPageInfo;

const DwellPageInfo *dwell_pages_get_all (guint     *n_pages);
/* One of each, of @view. */
void                 dwell_pages_add     (GtkStack  *stack,
                                          DwellView *view);

G_END_DECLS
