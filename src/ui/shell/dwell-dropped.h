/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

void     dwell_dropped_look_async  (GFile               *file,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data);
gboolean dwell_dropped_look_finish (GAsyncResult        *result);

G_END_DECLS
