/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows the selection: start, end, difference, number of spans, and a button that removes it. */
#pragma once

#include "ui/timeline/dwell-viewport.h"

G_BEGIN_DECLS

#define DWELL_TYPE_SELECTION_CHIP (dwell_selection_chip_get_type ())
G_DECLARE_FINAL_TYPE (DwellSelectionChip, dwell_selection_chip, DWELL, SELECTION_CHIP, GtkWidget)

GtkWidget  *dwell_selection_chip_new      (DwellViewport      *viewport) G_GNUC_WARN_UNUSED_RESULT;

GdkContentProvider *dwell_selection_chip_make_content (DwellViewport *viewport)
  G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
