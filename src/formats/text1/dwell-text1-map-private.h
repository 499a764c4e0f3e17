/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kinds of handles (text1.md §3), and what the machine asks the map. */
#pragma once

#include "formats/text1/dwell-text1-machine.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_HANDLE_FUNCTION,
  DWELL_HANDLE_LINE,
  DWELL_HANDLE_VARIABLE,
  DWELL_HANDLE_STATE,
  DWELL_HANDLE_AUX,
  DWELL_HANDLE_AUX_STATE,
  DWELL_HANDLE_INSPECTOR,
  DWELL_HANDLE_INSPECTOR_STATE,
} DwellHandleKind;

guint32 _dwell_text1_map_get_user (DwellText1Map *self,
                                   guint32        area);

G_END_DECLS
