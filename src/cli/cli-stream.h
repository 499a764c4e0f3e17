/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Standard input and pipes given as files on the command line; and small files given in options,
 * which may be pipes, too. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

GFile *dwell_cli_file_new (const char  *name,
                           int         *fd,
                           GError     **error) G_GNUC_WARN_UNUSED_RESULT;
char  *dwell_cli_read_text (const char  *name,
                            gsize        max_bytes,
                            gsize       *length,
                            GError     **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
