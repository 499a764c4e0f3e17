/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The timeline's keyboard focus: an invisible child that stands where the focused span is drawn and
 * speaks it to a screen reader. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DWELL_TYPE_FOCUS_CURSOR (dwell_focus_cursor_get_type ())
G_DECLARE_FINAL_TYPE (DwellFocusCursor, dwell_focus_cursor, DWELL, FOCUS_CURSOR, GtkWidget)

GtkWidget  *dwell_focus_cursor_new       (void) G_GNUC_WARN_UNUSED_RESULT;
void        dwell_focus_cursor_set_label (DwellFocusCursor *self,
                                          const char       *label);

G_END_DECLS
