/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/shell/dwell-application.h"
#include "ui/shell/dwell-session-page.h"

G_BEGIN_DECLS

#define DWELL_TYPE_WINDOW (dwell_window_get_type ())
G_DECLARE_FINAL_TYPE (DwellWindow, dwell_window, DWELL, WINDOW, AdwApplicationWindow)

DwellWindow      *dwell_window_new         (DwellApplication  *application);
void              dwell_window_open        (DwellWindow       *self,
                                            GFile            **files,
                                            guint              n_files,
                                            gboolean           is_joined);
void              dwell_window_open_with_options (DwellWindow         *self,
                                                 GFile              **files,
                                                 guint                n_files,
                                                 gboolean             is_joined,
                                                 const char          *format_id,
                                                 const char * const  *key_values);
DwellSessionPage *dwell_window_compare     (DwellWindow       *self,
                                            GFile             *base,
                                            GFile             *new);
void              dwell_window_open_series (DwellWindow       *self,
                                            GFile            **files,
                                            guint              n_files);
DwellSessionPage *dwell_window_get_current (DwellWindow       *self);
GPtrArray        *dwell_window_list_sessions (DwellWindow     *self) G_GNUC_WARN_UNUSED_RESULT;
DwellSession     *dwell_window_ref_session (DwellWindow       *self,
                                            const DwellOrigin *origin,
                                            gboolean           adds_tab)
                                           G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
