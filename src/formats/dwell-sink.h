/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sink: what a format writes into. Named parts (the main file, and companions such as Text1's
 * .BIN) go to temporaries beside their targets and are committed together: synced, then renamed,
 * the main file last. Whatever happens before that leaves the old files as they were. */
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
/* Says that no such part belongs to what is written: committing removes one that the old file had,
 * once the main file is in place. Says nothing of a part that is opened. */
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
