/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields of CSV according to RFC 4180. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void dwell_csv_set_is_guarded (gboolean    is_guarded);
void dwell_csv_append         (GString    *out,
                               const char *field);

G_END_DECLS
