/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys of the keypad do what those of the same name do elsewhere on the keyboard. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

guint dwell_keypad_get_plain (guint key);
guint dwell_keypad_get_twin  (guint key);

G_END_DECLS
