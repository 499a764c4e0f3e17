/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call tree of a view's scope, and what a search matches in it: made on workers, once for all
 * pages of the view that show it, and only while one of them is seen.
 *
 * Never more than one question is under way; the next asks for the newest of all that changed
 * meanwhile. A tree of an outdated range is shown all the same: it is newer than the one before. */
#pragma once

#include "analysis/tree/dwell-flame.h"
#include "model/lists/dwell-query.h"
#include "model/lists/tree/dwell-tree-match.h"

G_BEGIN_DECLS

#define DWELL_TYPE_TREE_SOURCE (dwell_tree_source_get_type ())
G_DECLARE_FINAL_TYPE (DwellTreeSource, dwell_tree_source, DWELL, TREE_SOURCE, DwellQuery)

/* Signals: tree-changed, match-changed (also with the tree). */

/* The one of @view. */
DwellTreeSource *dwell_tree_source_get (DwellView *view) G_GNUC_WARN_UNUSED_RESULT;
/* A page that shows the tree is seen, or no more. */
void         dwell_tree_source_hold            (DwellTreeSource  *self);
void         dwell_tree_source_release         (DwellTreeSource  *self);

/* (nullable) (transfer none): not there yet. */
DwellTree   *dwell_tree_source_get_tree        (DwellTreeSource  *self);
/* (nullable) (transfer full): the tree as a flame graph, in the order of time, for who shows it and
 * asks first. */
DwellFlame  *dwell_tree_source_take_flame      (DwellTreeSource  *self) G_GNUC_WARN_UNUSED_RESULT;

/* @node, of the source's tree or DWELL_NONE, is what is called in the same way in the next one, as
 * soon as that is there: found on the worker. */
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

/* A pattern as dwell-find.h tells. A broken one leaves the search as it is. */
gboolean     dwell_tree_source_set_search      (DwellTreeSource  *self,
                                                const char       *text,
                                                GError          **error);
/* (nullable): nothing is searched, or the answer is not there yet. */
DwellTreeMatch *
             dwell_tree_source_get_match       (DwellTreeSource  *self);

G_END_DECLS
