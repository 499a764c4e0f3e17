/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DWELL_TYPE_TIME_BOX (dwell_time_box_get_type ())

G_DECLARE_FINAL_TYPE (DwellTimeBox, dwell_time_box, DWELL, TIME_BOX, GtkBox)

G_END_DECLS
