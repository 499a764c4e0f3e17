/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void     dwell_join_dialog_ask_async  (GtkWindow            *parent,
                                       GPtrArray            *files,
                                       GAsyncReadyCallback   callback,
                                       gpointer              user_data);
gboolean dwell_join_dialog_ask_finish (GAsyncResult         *result,
                                       gboolean             *is_joined,
                                       GError              **error);

G_END_DECLS
