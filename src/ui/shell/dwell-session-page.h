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
/* The actions of this tab; the window offers those of the tab in front as "tab.…": back, cancel,
 * details, find, find-next, find-previous, forward, maximise-pages, maximise-timeline, page,
 * reload. */
GActionGroup *dwell_session_page_get_actions (DwellSessionPage *self);
GtkWidget    *dwell_session_page_get_timeline (DwellSessionPage *self);
GtkWidget    *dwell_session_page_get_shown   (DwellSessionPage *self);
const char   *dwell_session_page_get_shown_id (DwellSessionPage *self);
gboolean      dwell_session_page_has_page    (DwellSessionPage *self,
                                              const char       *id);
/* On the page “lines”, which must be there: beside what its lines cost. */
void          dwell_session_page_show_source (DwellSessionPage *self,
                                              GFile            *file);
/* For a window too narrow for both: hides the details without forgetting that they are wanted. */
void          dwell_session_page_set_narrow  (DwellSessionPage *self,
                                              gboolean          is_narrow);

/* Whether the view is as it was last, as far as that is known. */
gboolean      dwell_session_page_get_is_restored (DwellSessionPage *self);
/* It is about to go: saves, and ends its work. */
void          dwell_session_page_close       (DwellSessionPage *self);

G_END_DECLS
