/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks to choose one of several things, such as the recording to compare with. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Returned instead of the place of a choice. */
#define DWELL_CHOICE_CANCELLED (-1)
#define DWELL_CHOICE_OTHER     (-2) /* something that was not offered */

/* One of the choices. */
typedef struct {
  const char *title;
  const char *subtitle;
} DwellChoice;

void dwell_choice_dialog_ask_async  (GtkWindow           *parent,
                                     const char          *title,
                                     const DwellChoice   *choices,
                                     guint                n_choices,
                                     const char          *other,
                                     GAsyncReadyCallback  callback,
                                     gpointer             user_data);
int  dwell_choice_dialog_ask_finish (GAsyncResult        *result);

G_END_DECLS
