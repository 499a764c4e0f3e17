/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "model/view/dwell-view.h"
#include "ui/shell/dwell-find-bar.h"

G_BEGIN_DECLS

/* The parts of a tab that its actions work on; none is owned. */
typedef struct {
  GtkWidget    *tab;
  DwellView    *view;
  GtkWidget    *timeline;
  GtkStack     *pages;
  DwellFindBar *find_bar;
} DwellTabParts;

void     dwell_tab_actions_add        (GActionMap          *actions,
                                       const DwellTabParts *parts);
gboolean dwell_tab_actions_focus_half (const DwellTabParts *parts,
                                       gboolean             is_timeline);

G_END_DECLS
