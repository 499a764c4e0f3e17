/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *dwell_cache_folder_get  (const char *name) G_GNUC_WARN_UNUSED_RESULT;
char *dwell_cache_folder_make (const char *name) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
