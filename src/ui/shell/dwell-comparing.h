/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts comparisons: asks what to compare a tab with, and finds out which recording is the
 * base. */
#pragma once

#include "ui/shell/dwell-window.h"

G_BEGIN_DECLS

void dwell_comparing_ask    (DwellWindow      *window,
                             DwellSessionPage *page);
void dwell_comparing_start  (DwellSessionPage *page,
                             DwellSession     *other);
void dwell_comparing_open   (DwellWindow      *window,
                             GFile            *file,
                             GFile            *other);
void dwell_comparing_offer  (DwellWindow      *window,
                             GFile            *file,
                             GFile            *other);
void dwell_comparing_reopen (DwellSessionPage *page,
                             DwellWindow      *window);

G_END_DECLS
