/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define DWELL_TYPE_PREFERENCES (dwell_preferences_get_type ())
G_DECLARE_FINAL_TYPE (DwellPreferences, dwell_preferences, DWELL, PREFERENCES, AdwPreferencesWindow)

GtkWidget *dwell_preferences_new (GtkWindow *parent) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
