/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>

#include "model/dwell-field.h"

void
_dwell_field_append (GString    *text,
                     const char *field,
                     char        separator)
{
  gboolean is_quoted = separator != '\t' && strpbrk (field, ",;\"\r\n") != NULL;

  if (is_quoted)
    g_string_append_c (text, '"');

  for (; *field != '\0'; field++)
    {
      if (is_quoted && *field == '"')
        g_string_append_c (text, '"');

      g_string_append_c (text, separator == '\t' && g_ascii_iscntrl (*field) ? ' ' : *field);
    }

  if (is_quoted)
    g_string_append_c (text, '"');
}
