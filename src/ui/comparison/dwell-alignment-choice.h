/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses which moments of linked timelines are shown below one another. The choice is kept with
 * the tab's view, from where all linked timelines take it. */
#pragma once

#include "analysis/compare/dwell-alignment.h"
#include "ui/widgets/dwell-view-bin.h"

G_BEGIN_DECLS

#define DWELL_TYPE_ALIGNMENT_CHOICE (dwell_alignment_choice_get_type ())
G_DECLARE_FINAL_TYPE (DwellAlignmentChoice, dwell_alignment_choice, DWELL, ALIGNMENT_CHOICE,
                      DwellViewBin)

DwellAlignment dwell_alignment_choice_get (DwellView *view);

G_END_DECLS
