/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files beside a main file: its companions, which have its name with a suffix (x.txt.BIN), and
 * the hidden files that exist while they are written. The name of a hidden file says what it is:
 *
 *     .x.txt.dwell-WHAT      of the main file
 *     .x.txt.dwell-WHAT.BIN  of that companion
 *
 * and cannot be the same as for another main file. Long names are cut and get a checksum, so a file
 * with a name of the greatest length can have hidden files, too. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

GFile *dwell_beside_follow_links (GFile      *file) G_GNUC_WARN_UNUSED_RESULT;
GFile *dwell_beside_get_part     (GFile      *main_file,
                                  const char *suffix) G_GNUC_WARN_UNUSED_RESULT;
GFile *dwell_beside_get_hidden   (GFile      *main_file,
                                  const char *suffix,
                                  const char *what) G_GNUC_WARN_UNUSED_RESULT;
char  *dwell_beside_get_prefix   (GFile      *main_file) G_GNUC_WARN_UNUSED_RESULT;
int    dwell_beside_open_folder  (GFile      *file,
                                  int         flags) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
