/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of names for people: by the rules of their language, regardless of case, with numbers
 * sorted by value: “signal 2” before “signal 10”. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *dwell_collation_key     (const char *text) G_GNUC_WARN_UNUSED_RESULT;
int   dwell_collation_compare (const char *a,
                               const char *b);

G_END_DECLS
