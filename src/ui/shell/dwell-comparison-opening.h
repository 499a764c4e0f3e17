/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens files that say which two recordings to compare. */
#pragma once

#include "ui/shell/dwell-window.h"

G_BEGIN_DECLS

void dwell_comparison_opening_watch (DwellSessionPage *page);

G_END_DECLS
