/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The actions of a tab on what its view has in focus: see ui/commands/dwell-focus-menu.h. */
#pragma once

#include "ui/shell/dwell-tab-actions.h"

G_BEGIN_DECLS

void dwell_focus_actions_add (GActionMap          *actions,
                              const DwellTabParts *parts);

G_END_DECLS
