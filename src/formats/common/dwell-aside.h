/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replacing a main file with its companions takes several steps. The old companions are set aside
 * first, under hidden names with their owner:
 *
 *     .x.txt.dwell-old-OWNER.BIN   the x.txt.BIN of OWNER
 *     .x.txt.dwell-none-OWNER.BIN  records that OWNER has no x.txt.BIN
 *
 * OWNER is the time of modification and the size that the main file had. Then the new companions
 * take their places, and last the new main file. If the program is killed meanwhile, there is
 * either the old main file, whose companions are those set aside, or the new one, which does not
 * match OWNER: then the files set aside are left over. So the names show which companion belongs to
 * a main file, without a lock and without listing the folder. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum {
  DWELL_ASIDE_NOTHING, /* the companion of the main file is the one in its place */
  DWELL_ASIDE_OLD,     /* it is the one that was set aside */
  DWELL_ASIDE_NONE,    /* the main file has none, whatever is in its place */
} DwellAside;

/* The attributes that dwell_aside_get_owner() needs. */
#define DWELL_ASIDE_ATTRIBUTES G_FILE_ATTRIBUTE_TIME_MODIFIED "," \
                               G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC "," \
                               G_FILE_ATTRIBUTE_STANDARD_SIZE

char      *dwell_aside_get_owner (GFileInfo   *info) G_GNUC_WARN_UNUSED_RESULT;
gboolean   dwell_aside_find      (GFile       *main_file,
                                  const char  *suffix,
                                  const char  *owner,
                                  DwellAside  *found,
                                  GFile      **aside,
                                  GError     **error);
gboolean   dwell_aside_set       (GFile       *main_file,
                                  const char  *suffix,
                                  const char  *owner,
                                  gboolean     is_taken,
                                  GError     **error);
gboolean   dwell_aside_restore   (GFile       *main_file,
                                  const char  *suffix,
                                  const char  *owner,
                                  GError     **error);
void       dwell_aside_remove    (GFile       *main_file,
                                  const char  *suffix,
                                  const char  *owner);
gboolean   dwell_aside_parse     (const char  *what,
                                  const char  *owner,
                                  gboolean    *is_owners,
                                  const char **suffix);

G_END_DECLS
