/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unique names: a name that is taken already gets the next number, as in “worker (2)”. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

GHashTable *dwell_unique_new   (void) G_GNUC_WARN_UNUSED_RESULT;
char       *dwell_unique_claim (GHashTable *taken,
                                const char *name,
                                const char *before,
                                const char *after) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
