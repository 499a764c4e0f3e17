/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saves and restores the state of a tab: the view of its trace, and the layout. */
#pragma once

#include <gtk/gtk.h>

#include "model/view/dwell-view.h"

G_BEGIN_DECLS

typedef struct {
  GtkStack *pages;
  GtkWidget *timeline;
  GtkPaned *halves; /* timeline and page */
  GtkPaned *sides;  /* page and details */
} DwellSessionParts;

#define DWELL_TYPE_SESSION_MEMORY (dwell_session_memory_get_type ())
G_DECLARE_FINAL_TYPE (DwellSessionMemory, dwell_session_memory, DWELL, SESSION_MEMORY, GObject)

/* Signal: base-wanted (the recording that is kept as “base” of the layout is to be compared with
 * again). */

DwellSessionMemory *dwell_session_memory_new   (DwellView               *view,
                                                const DwellSessionParts *parts)
                                                G_GNUC_WARN_UNUSED_RESULT;
gboolean            dwell_session_memory_get_is_restored (DwellSessionMemory *self);

gboolean            dwell_session_memory_get_wants_details (void);
void                dwell_session_memory_set_wants_details (gboolean     wants_details);

G_END_DECLS
