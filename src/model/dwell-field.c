/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A field of a table as text. */
#include "config.h"

#include "model/dwell-field.h"

#include <string.h>

/* In CSV, quotes a field that holds a separator, a quote or a line end. Tab-separated tables
 * (@separator '\t') have no quotes, so tabs and line ends become blanks there. */
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
