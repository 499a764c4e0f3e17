/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call tree of the view, for the pages that show it: the Call Tree page and the Flame Graph
 * page. A page has the tree only while it is mapped; the two share it, and the search in it.
 *
 * A page installs this in class_init and sets it up in init. It then has the properties by-context
 * and shows-lines (boolean), which determine how the tree is made, and actions of these names. */
#pragma once

#include "model/lists/tree/dwell-tree-source.h"
#include "ui/widgets/dwell-view-bin.h"

G_BEGIN_DECLS

/**
 * DwellCallsFunc:
 * @page: a page
 * @source: the source of the tree of the page's view
 *
 * Called when the page gets a view, or another one, before @page connects to the source. So its
 * parts get signals of the source before @page does.
 */
typedef void (*DwellCallsFunc) (DwellViewBin    *page,
                                DwellTreeSource *source);

/**
 * DwellCallsGoFunc:
 * @page: a page
 * @node: a node of the tree of the page
 *
 * Shows @node.
 */
typedef void (*DwellCallsGoFunc) (DwellViewBin *page,
                                  guint32       node);

void            dwell_calls_install    (GtkWidgetClass *page_class,
                                        const char     *group);
void            dwell_calls_set_up     (DwellViewBin   *page,
                                        DwellCallsFunc  take_source);
DwellTree      *dwell_calls_get_tree   (DwellViewBin   *page);
DwellTreeMatch *dwell_calls_get_match  (DwellViewBin   *page);
gboolean        dwell_calls_get_busy   (DwellViewBin   *page);
gboolean        dwell_calls_has_lacked (DwellViewBin   *page);
void            dwell_calls_connect    (DwellViewBin   *page,
                                        const char     *signal,
                                        GCallback       callback);
void            dwell_calls_search     (DwellViewBin   *page,
                                        GtkWidget      *entry,
                                        GtkWidget      *error_label);
void            dwell_calls_show_focus (DwellViewBin   *page,
                                        DwellCallsGoFunc go_to);
void            dwell_calls_follow_focus (DwellViewBin   *page,
                                          DwellCallsGoFunc go_to);
gboolean        dwell_calls_may_scroll   (DwellViewBin   *page);

G_END_DECLS
