/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses the numbers of Text1. Where possible, the digits determine the base of a value: "0x" or a
 * letter mean hexadecimal; a point, or a sign inside, floating point; a sign in front, decimal. Any
 * other value has the base of its section. Hexadecimal values of 8 and of 16 digits, the widths
 * that are written, are sign-extended. */
#include "config.h"

#include "formats/text1/common/dwell-text1-value.h"

#include <string.h>

#include "core/dwell-scan.h"

#define MAX_DOUBLE_TEXT 63

static gboolean
parse_hex (const char *text,
           gsize       length,
           guint64    *value)
{
  guint64 v = 0;

  if (length == 0 || length > 16)
    return FALSE;

  for (gsize i = 0; i < length; i++)
    {
      int digit = g_ascii_xdigit_value (text[i]);

      if (digit < 0)
        return FALSE;
      v = v << 4 | (guint64) digit;
    }

  *value = v;
  return TRUE;
}

static gboolean
has_prefix (const char *text,
            gsize       length)
{
  return length > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
}

/**
 * dwell_text1_parse_handle:
 * @text: hexadecimal digits, with or without "0x"
 * @length: bytes of the text
 * @handle: (out): the handle
 *
 * Returns: %FALSE if the text is not a handle
 */
gboolean
dwell_text1_parse_handle (const char *text,
                          gsize       length,
                          guint32    *handle)
{
  gsize skip = has_prefix (text, length) ? 2 : 0;
  guint64 value;

  if (!parse_hex (text + skip, length - skip, &value) || value > G_MAXUINT32)
    return FALSE;

  *handle = (guint32) value;
  return TRUE;
}

/**
 * dwell_text1_parse_number:
 * @text: a decimal number
 * @length: bytes of the text
 * @number: (out): the number
 *
 * Returns: %FALSE if the text is not a number, or does not fit
 */
gboolean
dwell_text1_parse_number (const char *text,
                          gsize       length,
                          gint64     *number)
{
  DwellScan s = { text, text + length };
  gint64 value;

  if (!dwell_scan_i64 (&s, &value) || s.p != s.end)
    return FALSE;

  *number = value;
  return TRUE;
}

static gboolean
parse_double (const char *text,
              gsize       length,
              guint64    *value)
{
  char copy[MAX_DOUBLE_TEXT + 1];
  double number;
  char *end;

  if (length > MAX_DOUBLE_TEXT)
    return FALSE;

  memcpy (copy, text, length);
  copy[length] = '\0';
  number = g_ascii_strtod (copy, &end);
  if (end != copy + length)
    return FALSE;

  memcpy (value, &number, sizeof number);
  return TRUE;
}

/**
 * dwell_text1_parse_value:
 * @text: a value
 * @length: bytes of the text
 * @base: base of plain digits
 * @value: (out): a signed integer, or the bits of a double
 * @is_double: (out): which of them it is
 *
 * Returns: %FALSE if the text is not a value
 */
gboolean
dwell_text1_parse_value (const char     *text,
                         gsize           length,
                         DwellText1Base  base,
                         guint64        *value,
                         gboolean       *is_double)
{
  gboolean is_hex = base == DWELL_TEXT1_BASE_HEXADECIMAL;
  gsize skip = 0;

  *is_double = FALSE;
  if (length == 0)
    return FALSE;

  if (has_prefix (text, length))
    {
      is_hex = TRUE;
      skip = 2;
    }
  else
    for (gsize i = 0; i < length; i++)
      {
        *is_double = *is_double || text[i] == '.' || (i > 0 && (text[i] == '-' || text[i] == '+'));
        is_hex = is_hex || g_ascii_isalpha (text[i]);
      }

  if (*is_double)
    return parse_double (text, length, value);

  if (!is_hex || text[0] == '-' || text[0] == '+')
    {
      DwellScan s = { text, text + length };

      return dwell_text1_parse_number (text, length, (gint64 *) value) ||
             (dwell_scan_u64 (&s, value) && s.p == s.end);
    }

  if (!parse_hex (text + skip, length - skip, value))
    return FALSE;

  if (length - skip == 8)
    *value = (guint64) (gint64) (gint32) (guint32) *value;
  return TRUE;
}
