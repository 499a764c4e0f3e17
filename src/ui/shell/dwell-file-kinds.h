/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Determines what files are by their first bytes: traces, texts such as the source of a program,
 * timing requirements, or files that say what to compare. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum {
  DWELL_FILE_KIND_TRACE, /* or of any other kind */
  DWELL_FILE_KIND_TEXT,
  DWELL_FILE_KIND_REQUIREMENTS,
  DWELL_FILE_KIND_COMPARISON,
} DwellFileKind;

void    dwell_file_kinds_look_async  (GPtrArray           *files,
                                      GAsyncReadyCallback  callback,
                                      gpointer             user_data);
GArray *dwell_file_kinds_look_finish (GAsyncResult        *result);

G_END_DECLS
