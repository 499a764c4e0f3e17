/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists all that is known of a view's trace as a whole, as facts in groups: the file, its format,
 * the contents of its header and name, times, counts, the speed of reading, and the notes that the
 * user must know. A missing value has no fact. */
#pragma once

#include "model/lists/dwell-fact.h"
#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

#define DWELL_TYPE_INFO_LIST (dwell_info_list_get_type ())
G_DECLARE_FINAL_TYPE (DwellInfoList, dwell_info_list, DWELL, INFO_LIST, DwellList)

DwellInfoList *dwell_info_list_new      (void) G_GNUC_WARN_UNUSED_RESULT;
char          *dwell_info_list_to_text  (DwellInfoList *self);

G_END_DECLS
