/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ui/widgets/dwell-keypad.h"

static const struct {
  guint plain;
  guint keypad;
} keys[] = {
  { GDK_KEY_Left, GDK_KEY_KP_Left },
  { GDK_KEY_Right, GDK_KEY_KP_Right },
  { GDK_KEY_Up, GDK_KEY_KP_Up },
  { GDK_KEY_Down, GDK_KEY_KP_Down },
  { GDK_KEY_Home, GDK_KEY_KP_Home },
  { GDK_KEY_End, GDK_KEY_KP_End },
  { GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up },
  { GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down },
  { GDK_KEY_Return, GDK_KEY_KP_Enter },
  { GDK_KEY_plus, GDK_KEY_KP_Add },
  { GDK_KEY_minus, GDK_KEY_KP_Subtract },
  { GDK_KEY_0, GDK_KEY_KP_0 },
};

/**
 * dwell_keypad_get_plain:
 * @key: the value of a key that was pressed
 *
 * Returns: the value of the key that does the same elsewhere on the keyboard; @key, if it is not a
 *   key of the keypad
 */
guint
dwell_keypad_get_plain (guint key)
{
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i].keypad == key)
      return keys[i].plain;

  /* Some keyboards have this key as Enter. */
  return key == GDK_KEY_ISO_Enter ? GDK_KEY_Return : key;
}

/**
 * dwell_keypad_get_twin:
 * @key: the value of a key to which something is bound
 *
 * Returns: the value of the key of the keypad that does the same; 0 if there is none
 */
guint
dwell_keypad_get_twin (guint key)
{
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i].plain == key)
      return keys[i].keypad;

  return 0;
}
