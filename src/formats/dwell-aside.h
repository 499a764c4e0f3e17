/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A main file and its companions cannot be replaced in one step. So the old companions are set
 * aside first, under hidden names that tell whose they are:
 *
 *     .x.txt.dwell-old-OWNER.BIN   the x.txt.BIN of OWNER
 *     .x.txt.dwell-none-OWNER.BIN  says that OWNER has no x.txt.BIN
 *
 * OWNER is the main file as it was then: its time of modification and its size. Then the new
 * companions take their places, and last the new main file. Whoever is killed on the way leaves
 * either the old main file, whose companions are those set aside, or the new one, which is nobody's
 * OWNER: what was set aside is litter from then on. So one look tells which companion is a main
 * file's own, without a lock and without listing the folder. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum {
  DWELL_ASIDE_NOTHING, /* the companion that is in its place is the main file's own */
  DWELL_ASIDE_OLD,     /* its own is the one set aside */
  DWELL_ASIDE_NONE,    /* it has none, whatever is there */
} DwellAside;

/* What dwell_aside_get_owner() wants to know. */
#define DWELL_ASIDE_ATTRIBUTES G_FILE_ATTRIBUTE_TIME_MODIFIED "," \
                               G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC "," \
                               G_FILE_ATTRIBUTE_STANDARD_SIZE

/* OWNER of a main file of which this is told; NULL: there is none. */
char      *dwell_aside_get_owner (GFileInfo   *info) G_GNUC_WARN_UNUSED_RESULT;
/* Touches nothing. @error: it cannot be told. */
gboolean   dwell_aside_find      (GFile       *main_file,
                                  const char  *suffix,
                                  const char  *owner,
                                  DwellAside  *found,
                                  GFile      **aside,
                                  GError     **error);
/* Sets aside what is in the companion's place; if that is nothing and @is_taken, says so. */
gboolean   dwell_aside_set       (GFile       *main_file,
                                  const char  *suffix,
                                  const char  *owner,
                                  gboolean     is_taken,
                                  GError     **error);
/* Puts back what was set aside, over what is there. */
gboolean   dwell_aside_restore   (GFile       *main_file,
                                  const char  *suffix,
                                  const char  *owner,
                                  GError     **error);
/* Removes what was set aside: its owner is gone. */
void       dwell_aside_remove    (GFile       *main_file,
                                  const char  *suffix,
                                  const char  *owner);
/* Whether @what names something set aside, and of this @owner; then @suffix is its companion's. */
gboolean   dwell_aside_parse     (const char  *what,
                                  const char  *owner,
                                  gboolean    *is_owners,
                                  const char **suffix);

G_END_DECLS
