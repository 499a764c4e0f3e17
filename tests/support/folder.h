/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder of a test's own, for the files that it makes. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *folder_new    (void) G_GNUC_WARN_UNUSED_RESULT;
guint folder_count  (const char *folder);
void  folder_empty  (const char *folder);
void  folder_remove (char       *folder);

G_END_DECLS
