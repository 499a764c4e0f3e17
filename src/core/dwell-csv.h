/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields of CSV, as RFC 4180 has them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void dwell_csv_append (GString    *out,
                       const char *field,
                       gboolean    is_guarded);

G_END_DECLS
