/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether files on disk are still those that were read: by size, time and inode, so that a file
 * written to, replaced by another of its name, or deleted is noticed, and one put back is too. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What a file was at some moment. */
typedef struct {
  gboolean exists;
  guint64  size;        /* bytes */
  guint64  inode;
  guint64  modified_s;  /* since 1970 */
  guint32  modified_us; /* and so many µs */
} DwellFileStamp;

/* Blocks: for workers. */
void dwell_file_stamp_take (DwellFileStamp *self,
                            GFile          *file);

#define DWELL_TYPE_FILE_WATCH (dwell_file_watch_get_type ())
G_DECLARE_FINAL_TYPE (DwellFileWatch, dwell_file_watch, DWELL, FILE_WATCH, GObject)

/* Signal: changed (one of the answers below is another). @stamps: of each file before it was
 * read. */
DwellFileWatch *dwell_file_watch_new         (GFile * const        *files,
                                              const DwellFileStamp *stamps,
                                              guint                 n_files)
  G_GNUC_WARN_UNUSED_RESULT;
gboolean        dwell_file_watch_has_changed (DwellFileWatch       *self);
gboolean        dwell_file_watch_has_deleted (DwellFileWatch       *self);

G_END_DECLS
