/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collects the comments of a file, one per line, up to a limit. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void dwell_comments_add (GString    *comments,
                         const char *text);

G_END_DECLS
