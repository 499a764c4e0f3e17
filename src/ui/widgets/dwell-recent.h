/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DWELL_RECENT_MAX 10

void       dwell_recent_add    (GFile *file);
void       dwell_recent_remove (GFile *file);
void       dwell_recent_clear  (void);
GPtrArray *dwell_recent_list   (void) G_GNUC_WARN_UNUSED_RESULT;
void       dwell_recent_fill   (GMenu *menu);

G_END_DECLS
