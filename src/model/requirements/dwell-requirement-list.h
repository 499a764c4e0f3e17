/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the results of the requirements of a view, which are in the file kept with its state. A
 * requirement on a pattern has a row for each name. The file is read again when it changes. */
#pragma once

#include "analysis/dwell-find.h"
#include "analysis/requirements/dwell-requirement-cells.h"
#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

#define DWELL_TYPE_REQUIREMENT_ITEM (dwell_requirement_item_get_type ())
G_DECLARE_FINAL_TYPE (DwellRequirementItem, dwell_requirement_item, DWELL, REQUIREMENT_ITEM,
                      GObject)

const DwellRequirementResult *
      dwell_requirement_item_get_result (DwellRequirementItem   *self);
gboolean
      dwell_requirement_item_get_places (DwellRequirementItem   *self,
                                         guint8                  places[]);
char *dwell_requirement_item_describe_places (DwellRequirementItem *self)
                                        G_GNUC_WARN_UNUSED_RESULT;
char *dwell_requirement_describe_range  (const DwellRequirementResult *result)
                                        G_GNUC_WARN_UNUSED_RESULT;
char *dwell_requirement_item_get_text   (DwellRequirementItem   *self,
                                         DwellRequirementColumn  column);
char *dwell_requirement_item_get_plain  (DwellRequirementItem   *self,
                                         DwellRequirementColumn  column);
char *dwell_requirement_describe_violation (const DwellRequirementResult    *result,
                                            const DwellRequirementViolation *violation,
                                            const DwellTrace                *trace);
char *dwell_requirement_describe_result    (const DwellRequirementResult    *result)
                                           G_GNUC_WARN_UNUSED_RESULT;

#define DWELL_TYPE_REQUIREMENT_LIST (dwell_requirement_list_get_type ())
G_DECLARE_FINAL_TYPE (DwellRequirementList, dwell_requirement_list, DWELL, REQUIREMENT_LIST,
                      DwellList)

#define DWELL_ALL_OUTCOMES ((1u << DWELL_N_OUTCOMES) - 1)

DwellRequirementList *dwell_requirement_list_new (void) G_GNUC_WARN_UNUSED_RESULT;
gboolean dwell_requirement_list_set_filter   (DwellRequirementList   *self,
                                              const char             *text,
                                              GError                **error);
void     dwell_requirement_list_set_outcomes (DwellRequirementList   *self,
                                              guint                   outcomes);
void     dwell_requirement_list_sort         (DwellRequirementList   *self,
                                              DwellRequirementColumn  by,
                                              gboolean                descending);
const DwellRequirementResult *
         dwell_requirement_list_get_result   (DwellRequirementList   *self,
                                              guint                   position);
guint    dwell_requirement_list_count        (DwellRequirementList   *self,
                                              DwellOutcome            outcome);
char    *dwell_requirement_list_get_line     (DwellRequirementList   *self,
                                              guint                   line)
                                             G_GNUC_WARN_UNUSED_RESULT;
const GError *
         dwell_requirement_list_get_error    (DwellRequirementList   *self);
const GArray *
         dwell_requirement_list_get_faults   (DwellRequirementList   *self);

G_END_DECLS
