/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A marker: a moment that the user named, or a note on a span. */
#pragma once

#include <string.h>

#include "core/dwell-trace.h"

G_BEGIN_DECLS

typedef struct {
  gint64  time; /* ns; for a note, the start of the span */
  guint32 span; /* the span that the note is on, or DWELL_NONE */
  guint32 id;   /* given by the view, never changes */
  char   *text; /* valid UTF-8, lines end with \n; may be empty */
} DwellMarker;

/* For places with room for one line: returns the first line of @text, with an ellipsis if there are
 * more. */
static inline char *
dwell_marker_get_first_line (const char *text)
{
  const char *end = strchr (text, '\n');

  return end != NULL ? g_strdup_printf ("%.*s…", (int) (end - text), text) : g_strdup (text);
}

G_END_DECLS
