/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/widgets/dwell-view-bin.h"

G_BEGIN_DECLS

#define DWELL_TYPE_SCOPE_BAR (dwell_scope_bar_get_type ())
G_DECLARE_FINAL_TYPE (DwellScopeBar, dwell_scope_bar, DWELL, SCOPE_BAR, DwellViewBin)

G_END_DECLS
