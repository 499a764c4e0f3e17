/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "core/dwell-markdown.h"

#include <string.h>

/**
 * dwell_markdown_append:
 * @out: the string to append to
 * @text: a text without line ends
 *
 * Appends @text with a backslash before each character that has a meaning in Markdown or in HTML.
 */
void
dwell_markdown_append (GString    *out,
                       const char *text)
{
  for (; *text != '\0'; text++)
    {
      if (strchr ("\\`*_{}[]<>#|~&!", *text) != NULL)
        g_string_append_c (out, '\\');
      g_string_append_c (out, *text);
    }
}

/**
 * dwell_printable_append:
 * @out: the string to append to
 * @text: a text, valid UTF-8
 *
 * Appends @text with control characters, and characters that change the direction of writing, as
 * escapes such as \n and \u{1b}.
 */
void
dwell_printable_append (GString    *out,
                        const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c >= ' ' && c <= '~')
        g_string_append_c (out, *p);
      else if (c == '\n' || c == '\r' || c == '\t')
        g_string_append (out, c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t");
      else if (g_unichar_iscntrl (c) || g_unichar_type (c) == G_UNICODE_FORMAT ||
               g_unichar_type (c) == G_UNICODE_LINE_SEPARATOR ||
               g_unichar_type (c) == G_UNICODE_PARAGRAPH_SEPARATOR)
        g_string_append_printf (out, "\\u{%x}", c);
      else
        g_string_append_unichar (out, c);
    }
}
