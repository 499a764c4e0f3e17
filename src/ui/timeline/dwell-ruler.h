/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ruler above the lanes, with the chip of the selection. */
#pragma once

#include "ui/timeline/dwell-viewport.h"

G_BEGIN_DECLS

#define DWELL_TYPE_RULER (dwell_ruler_get_type ())
G_DECLARE_FINAL_TYPE (DwellRuler, dwell_ruler, DWELL, RULER, GtkWidget)

void dwell_ruler_set_up (DwellRuler    *self,
                         DwellViewport *viewport);

G_END_DECLS
