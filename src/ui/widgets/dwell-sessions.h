/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/session/dwell-session.h"

G_BEGIN_DECLS

DwellSession *dwell_sessions_new (GFile              **files,
                                  guint                n_files,
                                  const char          *format_id,
                                  const char * const  *key_values) G_GNUC_WARN_UNUSED_RESULT;
DwellSession *dwell_sessions_ref (GFile               *file) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
