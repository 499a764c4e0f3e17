/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/dwell-session-page.h"

G_BEGIN_DECLS

void dwell_tab_actions_add (DwellSessionPage *tab);

G_END_DECLS
