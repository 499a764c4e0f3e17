/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds which lines of two texts correspond.
 *
 *   anchor   a line that occurs once in each text; the longest chain of anchors in the same order
 *            in both is used
 *   spread   equal lines directly above and below an anchor correspond, too; between two anchors,
 *            anchors are searched for again
 *
 * All other lines are removed or new. A line that occurs several times has a partner only next to a
 * line that has one. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The place of a line in a text that does not have it. */
#define DWELL_TEXT_NO_LINE G_MAXUINT32

typedef struct {
  guint32 base; /* from 0, or DWELL_TEXT_NO_LINE: new */
  guint32 new;  /* DWELL_TEXT_NO_LINE: removed */
} DwellTextPair;

GArray *dwell_text_difference_new (const guint32 *base,
                                   guint32        n_base,
                                   const guint32 *new,
                                   guint32        n_new) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
