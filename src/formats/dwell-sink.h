/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sink: the one way to write a file that somebody may have, or may miss. It has named parts: the
 * main file, and companions whose names are its own and a suffix (Text1's x.txt.BIN).
 *
 *     sink = dwell_sink_new_for_file (file);
 *     stream = dwell_sink_open_part (sink, "", cancellable, &error);
 *     … write to the stream, open further parts, drop those that the new file shall not have …
 *     dwell_sink_commit (sink, cancellable, &error);
 *     dwell_sink_free (sink);
 *
 * What it promises, where the folder is a local one:
 * - Until commit, all is as it was. What is written meanwhile is nobody else's to read.
 * - Commit replaces all parts or none, whatever fails. When it is done, all is on the disk.
 * - Whenever the program is killed, whoever opens the main file by a DwellSource finds the old
 *   companions with the old file or the new ones with the new. What is left over besides is hidden,
 *   and goes when that file is next written.
 * - Files keep their modes; a new companion gets the main file's; a new main file's is the usual.
 * - Links stay: what they lead to is written, also where that is not there yet. Folders, pipes and
 *   devices are refused before anything is written.
 * It blocks: for workers and the command line. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _DwellSink DwellSink;

DwellSink     *dwell_sink_new_for_file   (GFile         *file) G_GNUC_WARN_UNUSED_RESULT;
/* Keeps at most @max_bytes of each part in memory and drops the rest: for previews. */
DwellSink     *dwell_sink_new_for_memory (gsize          max_bytes) G_GNUC_WARN_UNUSED_RESULT;
/* The same, but writing more fails with G_IO_ERROR_NO_SPACE. */
DwellSink     *dwell_sink_new_for_head   (gsize          max_bytes) G_GNUC_WARN_UNUSED_RESULT;
void           dwell_sink_free           (DwellSink     *self); /* drops what was not committed */

/* Opens a part: @suffix "" is the main file, ".BIN" is appended to the main file's name. */
GOutputStream *dwell_sink_open_part      (DwellSink     *self,
                                          const char    *suffix,
                                          GCancellable  *cancellable,
                                          GError       **error);
/* Says that no such part belongs to what is written: committing removes one that the old file had.
 * Says nothing of a part that is opened. */
void           dwell_sink_drop_part      (DwellSink     *self,
                                          const char    *suffix);
/* (nullable): the main file; NULL in memory. */
GFile         *dwell_sink_get_file       (DwellSink     *self);
/* The file that a part of a file sink is, whether it is opened or not. */
GFile         *dwell_sink_get_part_file  (DwellSink     *self,
                                          const char    *suffix) G_GNUC_WARN_UNUSED_RESULT;
/* Of a memory sink: (nullable) what the part holds. */
GBytes        *dwell_sink_get_part       (DwellSink     *self,
                                          const char    *suffix);
/* A full memory sink: writers look at it and stop early. */
gboolean       dwell_sink_is_full        (DwellSink     *self);
gboolean       dwell_sink_commit         (DwellSink     *self,
                                          GCancellable  *cancellable,
                                          GError       **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellSink, dwell_sink_free)

G_END_DECLS
