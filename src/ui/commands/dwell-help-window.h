/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window of the help. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define DWELL_TYPE_HELP_WINDOW (dwell_help_window_get_type ())
G_DECLARE_FINAL_TYPE (DwellHelpWindow, dwell_help_window, DWELL, HELP_WINDOW, AdwWindow)

GtkWidget *dwell_help_window_new  (GtkWindow       *parent) G_GNUC_WARN_UNUSED_RESULT;
void       dwell_help_window_show (DwellHelpWindow *self,
                                   const char      *topic);

G_END_DECLS
