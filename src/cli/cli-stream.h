/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of the command line that are no files: standard input and pipes. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

GFile *dwell_cli_file_new (const char  *name,
                           int         *fd,
                           GError     **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
