/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lies beside a file: its companions, whose names are its own and a suffix (x.txt.BIN), and
 * the hidden files that exist while they are written. A hidden file says what it is:
 *
 *     .x.txt.dwell-WHAT      of the main file
 *     .x.txt.dwell-WHAT.BIN  of that companion
 *
 * so that no other file's can be mistaken for it. Long names are cut and told apart by a checksum:
 * a file with the longest name that there can be has room for its hidden ones. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Where @file leads to, whether that is there or not. */
GFile *dwell_beside_follow_links (GFile      *file) G_GNUC_WARN_UNUSED_RESULT;
/* The companion, or for "" the file itself; where a link of that name leads to. */
GFile *dwell_beside_get_part     (GFile      *main_file,
                                  const char *suffix) G_GNUC_WARN_UNUSED_RESULT;
/* In the folder of that part. */
GFile *dwell_beside_get_hidden   (GFile      *main_file,
                                  const char *suffix,
                                  const char *what) G_GNUC_WARN_UNUSED_RESULT;
/* What the names of all hidden files of @main_file begin with: WHAT follows. */
char  *dwell_beside_get_prefix   (GFile      *main_file) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
