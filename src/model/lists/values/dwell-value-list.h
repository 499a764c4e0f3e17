/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the variables, states and signals of a trace: the values in the scope of the view, the
 * value at the cursor and, in rows below a state variable, the time in each state. Workers answer;
 * an answer to an outdated question is dropped. Sorting and filtering change an array of integers;
 * a row object exists only while something shows it. */
#pragma once

#include "analysis/dwell-columns.h"
#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

/* A row of the list: a variable or signal as a whole, or one of its states. */
#define DWELL_TYPE_VALUE_ITEM (dwell_value_item_get_type ())
G_DECLARE_FINAL_TYPE (DwellValueItem, dwell_value_item, DWELL, VALUE_ITEM, GObject)

guint32     dwell_value_item_get_track     (DwellValueItem   *self);
guint32     dwell_value_item_get_state     (DwellValueItem   *self);
gboolean    dwell_value_item_has_states    (DwellValueItem   *self);
gboolean    dwell_value_item_is_folded     (DwellValueItem   *self);
const char *dwell_value_item_get_colour_of (DwellValueItem   *self);
double      dwell_value_item_get_share     (DwellValueItem   *self);
char       *dwell_value_item_get_text      (DwellValueItem   *self,
                                            DwellValueColumn  column);
char       *dwell_value_item_get_plain     (DwellValueItem   *self,
                                            DwellValueColumn  column);

/* A list of DwellValueItem for the scope and the cursor of a view. Signal: stepped (boolean: the
 * value was found, and the view shows it already). */
#define DWELL_TYPE_VALUE_LIST (dwell_value_list_get_type ())
G_DECLARE_FINAL_TYPE (DwellValueList, dwell_value_list, DWELL, VALUE_LIST, DwellList)

DwellValueList *dwell_value_list_new        (void) G_GNUC_WARN_UNUSED_RESULT;
gboolean        dwell_value_list_set_filter (DwellValueList   *self,
                                             const char       *text,
                                             GError          **error);
void            dwell_value_list_sort       (DwellValueList   *self,
                                             DwellValueColumn  by,
                                             gboolean          descending);
void            dwell_value_list_set_folded (DwellValueList   *self,
                                             guint32           track,
                                             gboolean          is_folded);
guint           dwell_value_list_find       (DwellValueList   *self,
                                             guint32           track,
                                             guint32           state);
gboolean        dwell_value_list_step       (DwellValueList             *self,
                                             guint32                     track,
                                             int                         direction,
                                             const DwellValueCondition  *condition,
                                             GError                    **error);

G_END_DECLS
