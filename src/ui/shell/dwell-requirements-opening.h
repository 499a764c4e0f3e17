/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens files of timing requirements, and checks a recording against them. */
#pragma once

#include "ui/shell/dwell-session-page.h"

G_BEGIN_DECLS

void dwell_requirements_opening_watch (DwellSessionPage *page,
                                       DwellSessionPage *in_front);

G_END_DECLS
