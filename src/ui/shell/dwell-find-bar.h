/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/widgets/dwell-view-bin.h"

G_BEGIN_DECLS

#define DWELL_TYPE_FIND_BAR (dwell_find_bar_get_type ())
/* Properties: view; shown (boolean). */
G_DECLARE_FINAL_TYPE (DwellFindBar, dwell_find_bar, DWELL, FIND_BAR, DwellViewBin)

gboolean dwell_find_bar_get_shown (DwellFindBar *self);
void     dwell_find_bar_set_shown (DwellFindBar *self,
                                   gboolean      shown);
void     dwell_find_bar_step      (DwellFindBar *self,
                                   int           direction);
void     dwell_find_bar_find      (DwellFindBar *self,
                                   const char   *text);

G_END_DECLS
