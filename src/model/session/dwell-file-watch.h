/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Watches whether files on disk are still those that were read. They are compared by size, time and
 * inode, so that it is noticed when a file is written to, replaced, deleted or put back. */
#pragma once

#include "formats/common/dwell-file-stamp.h"

G_BEGIN_DECLS

#define DWELL_TYPE_FILE_WATCH (dwell_file_watch_get_type ())
G_DECLARE_FINAL_TYPE (DwellFileWatch, dwell_file_watch, DWELL, FILE_WATCH, GObject)

/* Signal: changed (the result of one of the functions below has changed). */

DwellFileWatch *dwell_file_watch_new         (GFile * const        *files,
                                              const DwellFileStamp *stamps,
                                              guint                 n_files)
  G_GNUC_WARN_UNUSED_RESULT;
gboolean        dwell_file_watch_has_changed (DwellFileWatch       *self);
gboolean        dwell_file_watch_has_deleted (DwellFileWatch       *self);

G_END_DECLS
