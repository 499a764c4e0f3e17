/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Escapes texts of any kind for Markdown and for a terminal. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void dwell_markdown_append  (GString    *out,
                             const char *text);
void dwell_printable_append (GString    *out,
                             const char *text);

G_END_DECLS
