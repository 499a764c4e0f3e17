/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares two stretches of one recording, or of two: the selection is kept as the base, and
 * another selection is compared with it. */
#pragma once

#include "ui/shell/dwell-tab-actions.h"

G_BEGIN_DECLS

void dwell_stretch_actions_add (GActionMap          *actions,
                                const DwellTabParts *parts);

G_END_DECLS
