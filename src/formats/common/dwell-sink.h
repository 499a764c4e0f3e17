/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sink is the only way in which Dwell writes a file that may already exist. It has named parts:
 * the main file, and companions, which have its name with a suffix (Text1's x.txt.BIN).
 *
 *     sink = dwell_sink_new_for_file (file);
 *     stream = dwell_sink_open_part (sink, "", cancellable, &error);
 *     … write to the stream, open further parts, drop those that the new file does not have …
 *     dwell_sink_commit (sink, cancellable, &error);
 *     dwell_sink_free (sink);
 *
 * In a local folder a sink guarantees:
 * - Until commit, all files are as they were. Other users cannot read what is written meanwhile.
 * - Commit replaces all parts or none, whatever fails. When it returns, all is on the disk.
 * - Whenever the program is killed, a DwellSource of the main file finds the old companions of the
 *   old file, or the new companions of the new one. Files left over are hidden, and removed when
 *   that main file is next written.
 * - Files keep their modes, access lists and extended attributes, and owner and group where that is
 *   permitted; a different group gets no more rights than everybody. A new companion gets those of
 *   the main file; a new main file gets the mode of any new file.
 * - Another name of the same file (a hard link) keeps the old content: writing in place could lose
 *   both.
 * - Links stay: the file that a link leads to is written, even if it does not exist yet. Folders,
 *   pipes and devices are refused before anything is written.
 * Its functions block: they are for workers and the command line. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _DwellSink DwellSink;

DwellSink     *dwell_sink_new_for_file   (GFile         *file) G_GNUC_WARN_UNUSED_RESULT;
DwellSink     *dwell_sink_new_for_memory (gsize          max_bytes) G_GNUC_WARN_UNUSED_RESULT;
DwellSink     *dwell_sink_new_for_head   (gsize          max_bytes) G_GNUC_WARN_UNUSED_RESULT;
void           dwell_sink_free           (DwellSink     *self);

GOutputStream *dwell_sink_open_part      (DwellSink     *self,
                                          const char    *suffix,
                                          GCancellable  *cancellable,
                                          GError       **error);
void           dwell_sink_drop_part      (DwellSink     *self,
                                          const char    *suffix);
gboolean       dwell_sink_check_begun    (DwellSink     *self,
                                          gboolean       is_begun,
                                          GError       **error);
GFile         *dwell_sink_get_file       (DwellSink     *self);
GFile         *dwell_sink_get_part_file  (DwellSink     *self,
                                          const char    *suffix) G_GNUC_WARN_UNUSED_RESULT;
char          *dwell_sink_get_part_name  (DwellSink     *self,
                                          const char    *suffix) G_GNUC_WARN_UNUSED_RESULT;
GBytes        *dwell_sink_get_part       (DwellSink     *self,
                                          const char    *suffix);
gboolean       dwell_sink_is_full        (DwellSink     *self);
gboolean       dwell_sink_commit         (DwellSink     *self,
                                          GCancellable  *cancellable,
                                          GError       **error);

gboolean       dwell_sink_write_text     (GFile         *file,
                                          const char    *text,
                                          gsize          length,
                                          GCancellable  *cancellable,
                                          GError       **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellSink, dwell_sink_free)

G_END_DECLS
