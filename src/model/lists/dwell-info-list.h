/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All that is known of a view's trace as a whole: the file, its format, what its header and name
 * tell, times, counts, how fast it was read, what a reader must know. Facts in groups. What does
 * not exist has no fact. */
#pragma once

#include "model/lists/dwell-fact.h"
#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

#define DWELL_TYPE_INFO_LIST (dwell_info_list_get_type ())
G_DECLARE_FINAL_TYPE (DwellInfoList, dwell_info_list, DWELL, INFO_LIST, DwellList)

/* A list of DwellFact, of a view's trace. A note has an empty label. */
DwellInfoList *dwell_info_list_new      (void) G_GNUC_WARN_UNUSED_RESULT;
/* All of it as lines "label: value" under group headings, for the clipboard. */
char          *dwell_info_list_to_text  (DwellInfoList *self);

G_END_DECLS
