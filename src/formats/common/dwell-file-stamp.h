/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a file at some moment: size, time and inode show whether it was written to,
 * replaced, deleted or put back since. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct {
  gboolean exists;
  guint64  size;        /* bytes */
  guint64  inode;
  guint64  modified_s;  /* since 1970 */
  guint32  modified_us; /* and µs */
} DwellFileStamp;

void     dwell_file_stamp_take  (DwellFileStamp       *self,
                                 GFile                *file);
gboolean dwell_file_stamp_equal (const DwellFileStamp *a,
                                 const DwellFileStamp *b);

G_END_DECLS
