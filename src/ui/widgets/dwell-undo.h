/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Toasts that say what the user has just done, with a button that undoes it. */
#pragma once

#include <adwaita.h>

#include "model/comparison/dwell-comparison-options.h"
#include "model/view/dwell-view.h"

G_BEGIN_DECLS

typedef void (*DwellUndoFunc) (DwellView *view,
                               gpointer   data);

AdwToast *dwell_undo_offer          (GtkWidget       *from,
                                     const char      *message) G_GNUC_WARN_UNUSED_RESULT;
void      dwell_undo_add            (GtkWidget       *from,
                                     const char      *message,
                                     DwellView       *view,
                                     DwellUndoFunc    undo,
                                     gpointer         data,
                                     GDestroyNotify   free);
void      dwell_undo_remove_markers (GtkWidget       *from,
                                     DwellView       *view,
                                     const GtkBitset *which);
void      dwell_undo_hide_track     (GtkWidget       *from,
                                     DwellView       *view,
                                     guint32          track);
gboolean  dwell_undo_last           (DwellView       *view);

void      dwell_undo_matching     (GtkWidget                    *from,
                                     DwellView                    *view,
                                     const DwellComparisonOptions *options,
                                     const char                   *message);

G_END_DECLS
