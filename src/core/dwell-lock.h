/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Locks between threads and programs. A lock ends with its descriptor, so a program that is killed
 * does not leave one. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  DWELL_LOCK_TAKEN,      /* until all descriptors of the open file are closed */
  DWELL_LOCK_BUSY,       /* another thread or program has it */
  DWELL_LOCK_IMPOSSIBLE, /* the file system has no locks */
} DwellLock;

DwellLock dwell_lock_try  (int    fd);
DwellLock dwell_lock_wait (int    fd,
                           gint64 max_us);

G_END_DECLS
