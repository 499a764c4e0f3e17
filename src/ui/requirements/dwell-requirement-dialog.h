/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The editor of one requirement: its sentence as text and as fields, which are kept in step, and
 * below them a preview of its result. */
#pragma once

#include <adwaita.h>

#include "model/view/dwell-view.h"

G_BEGIN_DECLS

#define DWELL_TYPE_REQUIREMENT_DIALOG (dwell_requirement_dialog_get_type ())
G_DECLARE_FINAL_TYPE (DwellRequirementDialog, dwell_requirement_dialog, DWELL, REQUIREMENT_DIALOG,
                      AdwWindow)

GtkWidget *dwell_requirement_dialog_edit (GtkWidget  *from,
                                          DwellView  *view,
                                          guint       line);
GtkWidget *dwell_requirement_dialog_add  (GtkWidget  *from,
                                          DwellView  *view,
                                          const char *sentence);

G_END_DECLS
