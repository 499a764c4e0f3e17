/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks for the source of a recording. */
#pragma once

#include <gtk/gtk.h>

#include "model/session/dwell-session.h"

G_BEGIN_DECLS

typedef void (*DwellSourceChosenFunc) (GtkWidget *widget,
                                       GFile     *file,
                                       gpointer   user_data);

void dwell_source_dialog_show (GtkWidget             *widget,
                               const char            *title,
                               DwellSession          *session,
                               DwellSourceChosenFunc  take,
                               gpointer               user_data);

G_END_DECLS
