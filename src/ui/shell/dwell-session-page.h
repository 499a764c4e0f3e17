/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "model/session/dwell-session.h"
#include "model/view/dwell-view.h"

G_BEGIN_DECLS

#define DWELL_TYPE_SESSION_PAGE (dwell_session_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellSessionPage, dwell_session_page, DWELL, SESSION_PAGE, AdwBin)

/* Properties: session (construct only); find-shown (boolean). */

GtkWidget    *dwell_session_page_new         (DwellSession     *session) G_GNUC_WARN_UNUSED_RESULT;
DwellSession *dwell_session_page_get_session (DwellSessionPage *self);
DwellView    *dwell_session_page_get_view    (DwellSessionPage *self);
GActionGroup *dwell_session_page_get_actions (DwellSessionPage *self);
GtkWidget    *dwell_session_page_get_timeline (DwellSessionPage *self);
GtkStack     *dwell_session_page_get_pages   (DwellSessionPage *self);
GtkWidget    *dwell_session_page_get_shown   (DwellSessionPage *self);
const char   *dwell_session_page_get_shown_id (DwellSessionPage *self);
gboolean      dwell_session_page_has_page    (DwellSessionPage *self,
                                              const char       *id);
void          dwell_session_page_show_source (DwellSessionPage *self,
                                              GFile            *file);
void          dwell_session_page_set_requirements (DwellSessionPage *self,
                                              GFile            *file);
void          dwell_session_page_show_series (DwellSessionPage *self,
                                              GFile           **files,
                                              guint             n_files);
void          dwell_session_page_set_narrow  (DwellSessionPage *self,
                                              gboolean          is_narrow);

gboolean      dwell_session_page_get_is_restored (DwellSessionPage *self);
void          dwell_session_page_close       (DwellSessionPage *self);

G_END_DECLS
