/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which thread touches a folder: the C library's functions that take a path are looked at on their
 * way there, so that it needs no hook in what is tested. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  guint n_main;   /* calls of the thread that watches */
  guint n_others; /* and of all others */
} DiskTouches;

/* Of paths that hold @part, until the end. */
void        disk_watch_begin (const char *part);
DiskTouches disk_watch_end   (void);

G_END_DECLS
