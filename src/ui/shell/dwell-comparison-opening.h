/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens files that say which two recordings to compare. */
#pragma once

#include "ui/shell/dwell-session-page.h"

G_BEGIN_DECLS

/**
 * DwellCompareFunc:
 * @window: the window of the tab that is replaced
 * @base: a recording
 * @new: another recording
 *
 * Opens both, and compares them.
 *
 * Returns: (transfer none): the tab of @new
 */
typedef DwellSessionPage *(*DwellCompareFunc) (GtkRoot           *window,
                                               const DwellOrigin *base,
                                               const DwellOrigin *new);

void dwell_comparison_opening_watch (DwellSessionPage *page,
                                     DwellCompareFunc  compare);

G_END_DECLS
