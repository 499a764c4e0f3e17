/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes fields of tables that other programs read: tab-separated, or CSV as in RFC 4180. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void _dwell_field_append (GString    *text,
                          const char *field,
                          char        separator);

G_END_DECLS
