/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the pages of the call tree have in common: the view's tree, which is made while one of them
 * is seen, how it is made, and the search in it. */
#pragma once

#include "model/lists/dwell-tree-source.h"
#include "ui/dwell-view-bin.h"

G_BEGIN_DECLS

#define DWELL_TYPE_CALLS_PAGE (dwell_calls_page_get_type ())
G_DECLARE_DERIVABLE_TYPE (DwellCallsPage, dwell_calls_page, DWELL, CALLS_PAGE, DwellViewBin)

/* Properties: by-context, shows-lines (boolean). */
struct _DwellCallsPageClass
{
  DwellViewBinClass parent_class;

  /* There is a source, or another: the view's. */
  void (*take_source) (DwellCallsPage  *self,
                       DwellTreeSource *source);
};

/* All (nullable) (transfer none). */
DwellTree       *dwell_calls_page_get_tree   (DwellCallsPage *self);
DwellTreeMatch  *dwell_calls_page_get_match  (DwellCallsPage *self);
/* Whether the tree is being made. */
gboolean         dwell_calls_page_get_busy   (DwellCallsPage *self);
/* Whether there was too little memory for it. */
gboolean         dwell_calls_page_has_lacked (DwellCallsPage *self);
/* @callback is called with @self alone. */
void             dwell_calls_page_connect_source (DwellCallsPage *self,
                                                  const char     *signal,
                                                  GCallback       callback);
/* Looks for what @entry holds; @error_label tells what is wrong with it. */
void             dwell_calls_page_search     (DwellCallsPage *self,
                                              GtkWidget      *entry,
                                              GtkWidget      *error_label);

G_END_DECLS
