/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saves and copies a comparison: its summary as Markdown and as a picture, and a file that opens it
 * again. */
#pragma once

#include <gtk/gtk.h>

#include "model/comparison/dwell-comparison-list.h"

G_BEGIN_DECLS

void dwell_comparison_copy_markdown (GtkWidget           *from,
                                     DwellComparisonList *list);
void dwell_comparison_save_steps    (GtkWidget           *from,
                                     DwellComparisonList *list);
void dwell_comparison_save_file     (GtkWidget           *from,
                                     DwellView           *view);

G_END_DECLS
