/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A marker: a moment that the user named, or a note on a span. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

typedef struct {
  gint64  time; /* ns; of a note the span's begin */
  guint32 span; /* what the note is on, or DWELL_NONE */
  guint32 id;   /* the view's own, the same for the marker's life */
  char   *text; /* valid UTF-8, one line; may be empty */
} DwellMarker;

G_END_DECLS
