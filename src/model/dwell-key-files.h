/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small key files in folders of the program's own: read with a limit, written whole or not at all,
 * limited in number. All of it waits for the disk: for workers. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define DWELL_KEY_FILE_SUFFIX ".conf"

/* NULL without an error: there is no such file. */
GKeyFile *_dwell_key_file_load    (GFile       *file,
                                   gsize        max_bytes,
                                   GError     **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean  _dwell_key_file_make_folder (const char *folder,
                                       GError    **error);
/* Makes the folder, too. */
gboolean  _dwell_key_file_save    (const char  *path,
                                   const char  *text,
                                   gsize        length,
                                   GError     **error);
/* Removes all but the newest @max key files of @folder, fewer if those have more than 64 MiB; and
 * what a program left that was killed while it wrote. */
void      _dwell_key_files_limit  (const char  *folder,
                                   guint        max);
/* Removes the oldest of the folder's key files, so that there is room for @path among @max. */
void      _dwell_key_files_make_room (const char *path,
                                      guint       max);
/* Waits until no other thread or program holds what @path names; but not for ever, and where there
 * are no locks not at all. */
int       _dwell_key_files_lock   (const char  *path);
/* @lock may be -1. */
void      _dwell_key_files_unlock (int          lock);
/* Puts the path before the error's message. */
void      _dwell_key_file_prefix  (GError     **error,
                                   const char  *path);

G_END_DECLS
