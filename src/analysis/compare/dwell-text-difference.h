/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which lines of two texts are the same line.
 *
 *   anchor   a line that stands once in each text: the longest chain of them that comes in the same
 *            order in both is held to
 *   spread   from an anchor on, equal lines below and above are the same too; between two anchors
 *            anchors are looked for anew
 *
 * All others were removed from the base or are new. A line that stands several times has a partner
 * only beside one that has. */
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
