/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the problems of a view's trace, to be sorted and filtered: problems found while reading,
 * and differences from the statistics recorded in its file. At most DWELL_PROBLEMS_MAX problems are
 * kept but all are counted; the summary shows both figures. */
#pragma once

#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_PROBLEM_SEVERITY,
  DWELL_PROBLEM_WHAT,
  DWELL_PROBLEM_PLACE,
  DWELL_PROBLEM_COUNT,
  DWELL_PROBLEM_FILE,
  DWELL_N_PROBLEM_COLUMNS,
} DwellProblemColumn;

#define DWELL_TYPE_PROBLEM_ITEM (dwell_problem_item_get_type ())
G_DECLARE_FINAL_TYPE (DwellProblemItem, dwell_problem_item, DWELL, PROBLEM_ITEM, GObject)

/* Read-only properties for binding, all of them strings: severity ("Error"), severity-id
 * ("error"), code, what, place ("line 12" or "byte 0x1f3"; "" if there is none), count, file (""
 * in a trace of one file). */

guint64 dwell_problem_item_get_count       (DwellProblemItem *self);
char   *dwell_problem_item_get_plain_place (DwellProblemItem *self);

#define DWELL_TYPE_PROBLEM_LIST (dwell_problem_list_get_type ())
G_DECLARE_FINAL_TYPE (DwellProblemList, dwell_problem_list, DWELL, PROBLEM_LIST, DwellList)

/* Properties: total (uint64: how often all problems together occurred), summary (string). */

DwellProblemList *dwell_problem_list_new        (void) G_GNUC_WARN_UNUSED_RESULT;
gboolean          dwell_problem_list_set_filter (DwellProblemList   *self,
                                                 const char         *text,
                                                 GError            **error);
void              dwell_problem_list_sort       (DwellProblemList   *self,
                                                 DwellProblemColumn  by,
                                                 gboolean            descending);
guint64           dwell_problem_list_get_total  (DwellProblemList   *self);
const char       *dwell_problem_list_get_summary (DwellProblemList  *self);

G_END_DECLS
