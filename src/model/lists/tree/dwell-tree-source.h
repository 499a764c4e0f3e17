/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the call tree for the scope of a view, and finds the matches of a search in it. Workers
 * make them once for all pages of the view, and only while at least one of these is visible.
 *
 * At most one question is under way; the next one covers all changes made meanwhile. A tree of an
 * outdated range is still shown, because it is newer than the previous one. */
#pragma once

#include "analysis/tree/dwell-flame.h"
#include "model/lists/dwell-query.h"
#include "model/lists/tree/dwell-tree-match.h"

G_BEGIN_DECLS

/* Signals: tree-changed; match-changed, which also follows tree-changed. */
#define DWELL_TYPE_TREE_SOURCE (dwell_tree_source_get_type ())
G_DECLARE_FINAL_TYPE (DwellTreeSource, dwell_tree_source, DWELL, TREE_SOURCE, DwellQuery)

DwellTreeSource *dwell_tree_source_get (DwellView *view) G_GNUC_WARN_UNUSED_RESULT;

DwellTree   *dwell_tree_source_get_tree        (DwellTreeSource  *self);
DwellFlame  *dwell_tree_source_take_flame      (DwellTreeSource  *self) G_GNUC_WARN_UNUSED_RESULT;

void         dwell_tree_source_follow          (DwellTreeSource  *self,
                                                guint32          *node);
void         dwell_tree_source_unfollow        (DwellTreeSource  *self,
                                                guint32          *node);

gboolean     dwell_tree_source_get_by_context  (DwellTreeSource  *self);
void         dwell_tree_source_set_by_context  (DwellTreeSource  *self,
                                                gboolean          by_context);
gboolean     dwell_tree_source_get_shows_lines (DwellTreeSource  *self);
void         dwell_tree_source_set_shows_lines (DwellTreeSource  *self,
                                                gboolean          shows_lines);

gboolean     dwell_tree_source_set_search      (DwellTreeSource  *self,
                                                const char       *text,
                                                GError          **error);
DwellTreeMatch *
             dwell_tree_source_get_match       (DwellTreeSource  *self);

G_END_DECLS
