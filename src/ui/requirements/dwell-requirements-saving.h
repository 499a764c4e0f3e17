/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes files of requirements on a worker, and offers to undo the change. */
#pragma once

#include <gtk/gtk.h>

#include "model/requirements/dwell-requirements-change.h"
#include "model/view/dwell-view.h"

G_BEGIN_DECLS

void     dwell_requirements_save_async  (DwellRequirementsChange  *change,
                                         GAsyncReadyCallback       callback,
                                         gpointer                  user_data);
gboolean dwell_requirements_save_finish (GAsyncResult             *result,
                                         GError                  **error);
void     dwell_requirements_ask_file    (GtkWindow                *parent,
                                         DwellView                *view,
                                         GAsyncReadyCallback       callback,
                                         gpointer                  user_data);
void     dwell_requirements_add_words   (GtkWidget                *from,
                                         DwellView                *view,
                                         const char * const       *words);
void     dwell_requirements_show_failure (GtkWidget               *from,
                                         GFile                    *file,
                                         const GError             *error);
void     dwell_requirements_offer_undo  (GtkWidget                *from,
                                         DwellView                *view,
                                         DwellRequirementsChange  *change,
                                         const char               *message);
void     dwell_requirements_delete_line (GtkWidget                *from,
                                         DwellView                *view,
                                         guint                     line,
                                         const char               *text);

G_END_DECLS
