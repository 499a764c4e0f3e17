/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The variables, states and signals of a view's trace as a list: what each held in the scope, what
 * it holds at the cursor, and, in rows below a state variable, how long it was in each state. Asked
 * for on workers; an answer to an outdated question is dropped. Sorting and filtering reorder an
 * array of integers; a row object exists only while something shows it. */
#pragma once

#include "analysis/dwell-columns.h"
#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

#define DWELL_TYPE_VALUE_ITEM (dwell_value_item_get_type ())
G_DECLARE_FINAL_TYPE (DwellValueItem, dwell_value_item, DWELL, VALUE_ITEM, GObject)

guint32     dwell_value_item_get_track     (DwellValueItem   *self);
/* The state that the row tells of; DWELL_NONE: the whole variable. */
guint32     dwell_value_item_get_state     (DwellValueItem   *self);
/* Whether rows of its states belong below it, and whether they are folded away. */
gboolean    dwell_value_item_has_states    (DwellValueItem   *self);
gboolean    dwell_value_item_is_folded     (DwellValueItem   *self);
/* The name whose colour it has in the timeline, or NULL. */
const char *dwell_value_item_get_colour_of (DwellValueItem   *self);
/* A state's part of the range, 0…1; negative for anything else. */
double      dwell_value_item_get_share     (DwellValueItem   *self);
/* What a cell shows: (transfer full), "" where nothing exists. */
char       *dwell_value_item_get_text      (DwellValueItem   *self,
                                            DwellValueColumn  column);
/* As other programs read it: plain numbers, times in ns. */
char       *dwell_value_item_get_plain     (DwellValueItem   *self,
                                            DwellValueColumn  column);

#define DWELL_TYPE_VALUE_LIST (dwell_value_list_get_type ())
G_DECLARE_FINAL_TYPE (DwellValueList, dwell_value_list, DWELL, VALUE_LIST, DwellList)

/* A list of DwellValueItem, of a view's scope and cursor. Signal: stepped (boolean: whether there
 * was anything to step to; then the view shows it already). */
DwellValueList *dwell_value_list_new        (void) G_GNUC_WARN_UNUSED_RESULT;
gboolean        dwell_value_list_set_filter (DwellValueList   *self,
                                             const char       *text,
                                             GError          **error);
void            dwell_value_list_sort       (DwellValueList   *self,
                                             DwellValueColumn  by,
                                             gboolean          descending);
/* Shows or hides the states of the variable of @track. */
void            dwell_value_list_set_folded (DwellValueList   *self,
                                             guint32           track,
                                             gboolean          is_folded);
/* The position of the row, or G_MAXUINT. */
guint           dwell_value_list_find       (DwellValueList   *self,
                                             guint32           track,
                                             guint32           state);
/* From the cursor (without one: from the scope's edge) to the next (1) or previous (-1) change of
 * @track's value, or to where @condition (nullable) comes to hold. False with an error if that
 * cannot be asked; else "stepped" follows. */
gboolean        dwell_value_list_step       (DwellValueList             *self,
                                             guint32                     track,
                                             int                         direction,
                                             const DwellValueCondition  *condition,
                                             GError                    **error);

G_END_DECLS
