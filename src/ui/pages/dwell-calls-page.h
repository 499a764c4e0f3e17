/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the pages of the call tree have in common: the view's tree, which is made while one of them
 * is seen, how it is made, and the search in it. */
#pragma once

#include <adwaita.h>

#include "model/lists/dwell-tree-source.h"

G_BEGIN_DECLS

#define DWELL_TYPE_CALLS_PAGE (dwell_calls_page_get_type ())
G_DECLARE_DERIVABLE_TYPE (DwellCallsPage, dwell_calls_page, DWELL, CALLS_PAGE, AdwBin)

/* Properties: view; by-context, shows-lines (boolean). */
struct _DwellCallsPageClass
{
  AdwBinClass parent_class;

  /* The view and its source are others, or none. */
  void (*take_source) (DwellCallsPage  *self,
                       DwellView       *view,
                       DwellTreeSource *source);
};

void             dwell_calls_page_set_view   (DwellCallsPage *self,
                                              DwellView      *view);
/* All (nullable) (transfer none). */
DwellView       *dwell_calls_page_get_view   (DwellCallsPage *self);
DwellTreeSource *dwell_calls_page_get_source (DwellCallsPage *self);
DwellTree       *dwell_calls_page_get_tree   (DwellCallsPage *self);
DwellTreeMatch  *dwell_calls_page_get_match  (DwellCallsPage *self);
/* Whether the tree is being made. */
gboolean         dwell_calls_page_get_busy   (DwellCallsPage *self);
/* @callback is called with @self alone. */
void             dwell_calls_page_connect_source (DwellCallsPage *self,
                                                  const char     *signal,
                                                  GCallback       callback);
/* Looks for what @entry holds; @error_label tells what is wrong with it. */
void             dwell_calls_page_search     (DwellCallsPage *self,
                                              GtkWidget      *entry,
                                              GtkWidget      *error_label);

G_END_DECLS
