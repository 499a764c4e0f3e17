/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds out which thread accesses a folder: wraps the functions of the C library that take a path,
 * so that the tested code needs no hook. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  guint n_main;   /* calls of the thread that watches */
  guint n_others; /* and of all others */
} DiskTouches;

/* Records accesses to paths that contain @part, until the end. */
void        disk_watch_begin (const char *part);
DiskTouches disk_watch_end   (void);

G_END_DECLS
