/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the comments of a file say, a line each, as far as it is kept. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void dwell_comments_add (GString    *comments,
                         const char *text);

G_END_DECLS
