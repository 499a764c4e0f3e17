/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A checksum of large memory and files, as fast as memory is read: it detects damage and different
 * content. It does not protect against somebody who constructs other bytes with the same sum. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

guint64  dwell_checksum          (gconstpointer   bytes,
                                  gsize           length);
gboolean dwell_checksum_of_file  (GFile          *file,
                                  guint64        *checksum,
                                  GCancellable   *cancellable,
                                  GError        **error);

G_END_DECLS
