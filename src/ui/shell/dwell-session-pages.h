/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "model/view/dwell-view.h"

G_BEGIN_DECLS

void        dwell_session_pages_add      (GtkStack   *pages,
                                          DwellView  *view);
GtkWidget  *dwell_session_pages_get      (GtkStack   *pages,
                                          const char *id);
GtkWidget  *dwell_session_pages_get_shown (GtkStack  *pages);
const char *dwell_session_pages_update   (GtkStack   *pages,
                                          DwellView  *view);
gboolean    dwell_session_pages_has      (GtkStack   *pages,
                                          const char *id);
GtkWidget  *dwell_session_pages_show     (GtkStack   *pages,
                                          const char *id);
gboolean    dwell_session_pages_is_first (GtkStack   *pages,
                                          const char *id);
const char *dwell_session_pages_get_nth  (GtkStack   *pages,
                                          guint       place);

G_END_DECLS
