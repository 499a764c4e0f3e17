/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Looks at the head of @file, on a worker. */
void     dwell_dropped_look_async  (GFile               *file,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data);
/* Whether it is text that no format knows: what may be a source. */
gboolean dwell_dropped_look_finish (GAsyncResult        *result);

G_END_DECLS
