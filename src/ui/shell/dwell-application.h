/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* The hint of g_application_open() that opens several files as one session. */
#define DWELL_HINT_JOINED "joined"
#define DWELL_HINT_COMPARED "compared"

#define DWELL_TYPE_APPLICATION (dwell_application_get_type ())
G_DECLARE_FINAL_TYPE (DwellApplication, dwell_application, DWELL, APPLICATION, AdwApplication)

DwellApplication *dwell_application_new (void) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
