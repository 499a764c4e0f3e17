/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the keys of the keypad do the same as the keys of the same name elsewhere on the
 * keyboard. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

guint dwell_keypad_get_plain (guint key);
guint dwell_keypad_get_twin  (guint key);

G_END_DECLS
