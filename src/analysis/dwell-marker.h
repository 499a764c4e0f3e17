/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A marker: a moment that the user named, or a note on a span. */
#pragma once

#include <string.h>

#include "core/dwell-trace.h"

G_BEGIN_DECLS

typedef struct {
  gint64  time; /* ns; of a note the span's begin */
  guint32 span; /* what the note is on, or DWELL_NONE */
  guint32 id;   /* the view's own, the same for the marker's life */
  char   *text; /* valid UTF-8, lines end with \n; may be empty */
} DwellMarker;

/* Where there is room for one line: returns the first of @text, with an ellipsis if there are
 * more. */
static inline char *
dwell_marker_get_first_line (const char *text)
{
  const char *end = strchr (text, '\n');

  return end != NULL ? g_strdup_printf ("%.*s…", (int) (end - text), text) : g_strdup (text);
}

G_END_DECLS
