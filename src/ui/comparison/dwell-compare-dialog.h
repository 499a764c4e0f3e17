/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Besides the places of the recordings that were offered. */
#define DWELL_COMPARE_CANCELLED (-1)
#define DWELL_COMPARE_OTHER     (-2) /* a file that was not offered */

/* What is offered. */
typedef struct {
  const char *title;
  const char *subtitle;
} DwellCompareChoice;

void dwell_compare_dialog_ask_async  (GtkWindow                *parent,
                                      const char               *name,
                                      const DwellCompareChoice *choices,
                                      guint                     n_choices,
                                      GAsyncReadyCallback       callback,
                                      gpointer                  user_data);
int  dwell_compare_dialog_ask_finish (GAsyncResult             *result);

G_END_DECLS
