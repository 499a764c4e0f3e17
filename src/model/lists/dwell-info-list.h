/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All that is known of a view's trace as a whole: the file, its format, what its header and name
 * tell, times, counts, how fast it was read, what a reader must know. Pairs of title and value in
 * groups; the pairs of one group are adjacent. What does not exist has no pair. */
#pragma once

#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

#define DWELL_TYPE_INFO_ITEM (dwell_info_item_get_type ())
G_DECLARE_FINAL_TYPE (DwellInfoItem, dwell_info_item, DWELL, INFO_ITEM, GObject)

/* Read-only properties for binding, all strings and translated: group ("File"), title ("Size"),
 * value ("174 MB"). A note has an empty title. */
const char *dwell_info_item_get_group (DwellInfoItem *self);
const char *dwell_info_item_get_title (DwellInfoItem *self);
const char *dwell_info_item_get_value (DwellInfoItem *self);

#define DWELL_TYPE_INFO_LIST (dwell_info_list_get_type ())
G_DECLARE_FINAL_TYPE (DwellInfoList, dwell_info_list, DWELL, INFO_LIST, DwellList)

/* A list of DwellInfoItem, of a view's trace. */
DwellInfoList *dwell_info_list_new      (void) G_GNUC_WARN_UNUSED_RESULT;
/* All of it as lines "title: value" under group headings, for the clipboard. */
char          *dwell_info_list_to_text  (DwellInfoList *self);

G_END_DECLS
