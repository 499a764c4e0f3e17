/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Standard input and pipes given as files on the command line. Formats need a file's size, and read
 * some files twice, so the data is copied into a file first. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean dwell_stream_is_one  (const char    *name);
int      dwell_stream_open    (const char    *name) G_GNUC_WARN_UNUSED_RESULT;
gboolean dwell_stream_copy    (int            from,
                               int            to,
                               GCancellable  *cancellable,
                               GError       **error);
GFile   *dwell_stream_keep    (const char    *name,
                               GCancellable  *cancellable,
                               GError       **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean dwell_stream_is_kept (GFile         *file);

G_END_DECLS
