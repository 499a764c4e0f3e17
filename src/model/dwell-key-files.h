/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and writes small key files in the program's own folders: reads no more than a limit, writes
 * them whole or not at all, limits their number. All functions wait for the disk: for workers. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define DWELL_KEY_FILE_SUFFIX ".conf"

GKeyFile *_dwell_key_file_load        (GFile       *file,
                                       gsize        max_bytes,
                                       GError     **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean  _dwell_key_file_make_folder (const char  *folder,
                                       GError     **error);
gboolean  _dwell_key_file_save        (const char  *path,
                                       const char  *text,
                                       gsize        length,
                                       GError     **error);
void      _dwell_key_files_limit      (const char  *folder,
                                       guint        max);
void      _dwell_key_files_make_room  (const char  *path,
                                       guint        max);
int       _dwell_key_files_lock       (const char  *path);
void      _dwell_key_files_unlock     (int          lock);
void      _dwell_key_file_prefix      (GError     **error,
                                       const char  *path);

G_END_DECLS
