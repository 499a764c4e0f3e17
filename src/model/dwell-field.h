/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields of tables that other programs read: tab-separated, or CSV as RFC 4180 has it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A field that holds the separator, a quote or a line end is quoted in CSV; tabs and line ends in a
 * tab-separated one (@separator '\t'), which knows no quotes, become blanks. */
void _dwell_field_append (GString    *text,
                          const char *field,
                          char        separator);

G_END_DECLS
