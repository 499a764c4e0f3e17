/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum {
  DWELL_DROPPED_TRACE, /* or anything else */
  DWELL_DROPPED_TEXT,
  DWELL_DROPPED_REQUIREMENTS,
  DWELL_DROPPED_COMPARISON,
} DwellDropped;

void    dwell_dropped_look_async  (GPtrArray           *files,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data);
GArray *dwell_dropped_look_finish (GAsyncResult        *result);

G_END_DECLS
