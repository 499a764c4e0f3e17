/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keyboard focus of a drawn widget: a transparent child at the place of the focused item, which
 * a screen reader reads. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DWELL_TYPE_FOCUS_CURSOR (dwell_focus_cursor_get_type ())
G_DECLARE_FINAL_TYPE (DwellFocusCursor, dwell_focus_cursor, DWELL, FOCUS_CURSOR, GtkWidget)

GtkWidget  *dwell_focus_cursor_new       (void) G_GNUC_WARN_UNUSED_RESULT;
void        dwell_focus_cursor_set_label (DwellFocusCursor *self,
                                          const char       *label);

G_END_DECLS
