/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scans JSON. */
#include "config.h"

#include "core/dwell-json-scan.h"

#include <string.h>

/* The bytes that end a run of plain ones within a string, and outside of strings. */
enum { PLAIN, STRING = 1 << 0, OUTSIDE = 1 << 1, WORD_END = 1 << 2 };

static const guint8 kinds[256] = {
  ['"'] = STRING | OUTSIDE | WORD_END, ['\\'] = STRING,
  ['{'] = OUTSIDE | WORD_END, ['}'] = OUTSIDE | WORD_END,
  ['['] = OUTSIDE | WORD_END, [']'] = OUTSIDE | WORD_END,
  [','] = WORD_END, [':'] = WORD_END,
  [' '] = WORD_END, ['\n'] = WORD_END, ['\r'] = WORD_END, ['\t'] = WORD_END,
};

static const char *
find (const char *p,
      const char *end,
      guint8      kind)
{
  while (p < end && (kinds[(guchar) *p] & kind) == 0)
    p++;

  return p;
}

static DwellJsonResult
scan_string (DwellScan     *s,
             DwellJsonText *text)
{
  const char *begin = s->p + 1;
  const char *p = begin;
  guint8 is_escaped = FALSE;

  while ((p = find (p, s->end, STRING)) < s->end && *p == '\\')
    {
      is_escaped = TRUE;
      if (s->end - p < 2)
        return DWELL_JSON_CUT;
      p += 2;
    }

  if (p == s->end)
    return DWELL_JSON_CUT;

  *text = (DwellJsonText) { begin, (guint32) (p - begin), TRUE, is_escaped };
  s->p = p + 1;
  return DWELL_JSON_GOOD;
}

/**
 * dwell_json_scalar:
 * @s: (inout): where the value begins
 * @text: (out): the value
 *
 * Scans a string, a number or a word. Numbers and words are not checked; that is left to the
 * caller. A word at the very end of the text counts as cut.
 *
 * Returns: %DWELL_JSON_BAD if there is an object or an array instead
 */
DwellJsonResult
dwell_json_scalar (DwellScan     *s,
                   DwellJsonText *text)
{
  const char *p;

  if (s->p == s->end)
    return DWELL_JSON_CUT;
  if (*s->p == '"')
    return scan_string (s, text);

  p = find (s->p, s->end, WORD_END);
  if (p == s->end)
    return DWELL_JSON_CUT;
  if (p == s->p)
    return DWELL_JSON_BAD;

  *text = (DwellJsonText) { s->p, (guint32) (p - s->p), FALSE, FALSE };
  s->p = p;
  return DWELL_JSON_GOOD;
}

static gboolean
open_bracket (DwellJsonSkip *skip,
              gboolean       is_array)
{
  guint8 *bits = &skip->is_array[skip->depth / 8];
  guint8 bit = (guint8) (1 << skip->depth % 8);

  *bits = is_array ? *bits | bit : *bits & (guint8) ~bit;
  return ++skip->depth < DWELL_JSON_MAX_DEPTH;
}

static gboolean
close_bracket (DwellJsonSkip *skip,
               gboolean       is_array)
{
  if (skip->depth == 0)
    return FALSE;

  skip->depth--;
  return ((skip->is_array[skip->depth / 8] >> skip->depth % 8) & 1) == is_array;
}

/* Continues within a string. */
static DwellJsonResult
skip_string (DwellScan     *s,
             DwellJsonSkip *skip)
{
  while (s->p < s->end)
    {
      if (skip->is_escape)
        {
          skip->is_escape = FALSE;
          s->p++;
          continue;
        }

      s->p = find (s->p, s->end, STRING);
      if (s->p == s->end)
        break;

      if (*s->p++ == '"')
        {
          skip->is_in_string = FALSE;
          return DWELL_JSON_GOOD;
        }
      skip->is_escape = TRUE;
    }

  return DWELL_JSON_CUT;
}

/* Takes a bracket or the start of a string. */
static DwellJsonResult
skip_sign (DwellScan     *s,
           DwellJsonSkip *skip)
{
  char c = *s->p++;

  skip->has_begun = TRUE;
  if (c == '"')
    {
      skip->is_in_string = TRUE;
      return DWELL_JSON_GOOD;
    }

  return (c == '{' || c == '[' ? open_bracket (skip, c == '[') : close_bracket (skip, c == ']'))
         ? DWELL_JSON_GOOD : DWELL_JSON_BAD;
}

/* A number or a word that is the whole value. */
static DwellJsonResult
skip_word (DwellScan     *s,
           DwellJsonSkip *skip)
{
  const char *p = find (s->p, s->end, WORD_END);

  if (p == s->p && !skip->is_in_word && p < s->end)
    return DWELL_JSON_BAD;

  skip->has_begun = skip->is_in_word = TRUE;
  s->p = p;
  return p < s->end ? DWELL_JSON_GOOD : DWELL_JSON_CUT;
}

/**
 * dwell_json_skip:
 * @s: (inout): where the value begins or continues
 * @skip: (inout): how far it is passed over; 0 at first
 *
 * Passes over a value of any kind and size. Inside brackets, only strings and brackets are looked
 * at.
 *
 * Returns: %DWELL_JSON_CUT if all text is consumed and the value continues; %DWELL_JSON_BAD if
 *   brackets do not match, or are nested too deeply
 */
DwellJsonResult
dwell_json_skip (DwellScan     *s,
                 DwellJsonSkip *skip)
{
  do
    {
      DwellJsonResult result;

      if (skip->is_in_string)
        result = skip_string (s, skip);
      else
        {
          if (!skip->has_begun)
            dwell_json_space (s);
          if (skip->depth > 0)
            s->p = find (s->p, s->end, OUTSIDE);
          if (s->p == s->end)
            return DWELL_JSON_CUT;

          if (skip->is_in_word || (skip->depth == 0 && (kinds[(guchar) *s->p] & OUTSIDE) == 0))
            return skip_word (s, skip);
          result = skip_sign (s, skip);
        }

      if (result != DWELL_JSON_GOOD)
        return result;
    }
  while (skip->depth > 0 || skip->is_in_string);

  return DWELL_JSON_GOOD;
}

/**
 * dwell_json_value:
 * @s: (inout): where the value begins
 * @value: (out): its text, with its quotes or brackets
 *
 * Passes over a value that must be complete in the text.
 *
 * Returns: the same as dwell_json_skip()
 */
DwellJsonResult
dwell_json_value (DwellScan *s,
                  DwellScan *value)
{
  DwellJsonSkip skip = { 0 };
  DwellScan t = *s;
  DwellJsonResult result;

  dwell_json_space (&t);
  value->p = t.p;
  result = dwell_json_skip (&t, &skip);
  if (result == DWELL_JSON_GOOD)
    {
      value->end = t.p;
      *s = t;
    }

  return result;
}

/**
 * dwell_json_enter:
 * @s: (inout): a cursor
 * @bracket: `{` or `[`
 *
 * Consumes the bracket, and space before it.
 *
 * Returns: %DWELL_JSON_BAD if there is something else
 */
DwellJsonResult
dwell_json_enter (DwellScan *s,
                  char       bracket)
{
  DwellScan t = *s;

  dwell_json_space (&t);
  if (t.p == t.end)
    return DWELL_JSON_CUT;
  if (*t.p != bracket)
    return DWELL_JSON_BAD;

  s->p = t.p + 1;
  return DWELL_JSON_GOOD;
}

/**
 * dwell_json_next_key:
 * @s: (inout): after the `{` of an object, or after a value in it
 * @is_first: whether it is the first key
 * @key: (out): the key
 * @has_key: (out): %FALSE if the object ended instead, and was consumed
 *
 * Consumes a comma where there must be one, a key and its colon. A comma before the end is allowed.
 *
 * Returns: whether there is a key or the end of the object
 */
DwellJsonResult
dwell_json_next_key (DwellScan     *s,
                     gboolean       is_first,
                     DwellJsonText *key,
                     gboolean      *has_key)
{
  DwellScan t = *s;
  DwellJsonResult result;
  gboolean has_comma = is_first;

  dwell_json_space (&t);
  if (!is_first && dwell_scan_char (&t, ','))
    {
      has_comma = TRUE;
      dwell_json_space (&t);
    }

  *has_key = FALSE;
  if (t.p == t.end)
    return DWELL_JSON_CUT;
  if (*t.p == '}')
    {
      s->p = t.p + 1;
      return DWELL_JSON_GOOD;
    }
  if (*t.p != '"' || !has_comma)
    return DWELL_JSON_BAD;

  result = scan_string (&t, key);
  if (result != DWELL_JSON_GOOD)
    return result;

  dwell_json_space (&t);
  if (t.p == t.end)
    return DWELL_JSON_CUT;
  if (*t.p != ':')
    return DWELL_JSON_BAD;

  t.p++;
  dwell_json_space (&t);
  *has_key = TRUE;
  *s = t;
  return DWELL_JSON_GOOD;
}

/* The value of four hexadecimal digits; -1 if they are not. */
static int
scan_hex (const char *p,
          const char *end)
{
  int code = 0;

  if (end - p < 4)
    return -1;

  for (guint i = 0; i < 4; i++)
    {
      if (!g_ascii_isxdigit (p[i]))
        return -1;
      code = code * 16 + g_ascii_xdigit_value (p[i]);
    }

  return code;
}

static const char *
pass_digits (const char *p,
             const char *end)
{
  while (p < end && g_ascii_isdigit (*p))
    p++;

  return p;
}

/**
 * dwell_json_is_number:
 * @text: a word
 * @is_integer: (out): whether it has neither a point nor an exponent
 *
 * Returns: whether the word is a number (RFC 8259, section 6)
 */
gboolean
dwell_json_is_number (const DwellJsonText *text,
                      gboolean            *is_integer)
{
  const char *p = text->p;
  const char *end = p + text->length;
  const char *digits;

  p += p < end && *p == '-';
  digits = p;
  p = pass_digits (p, end);
  *is_integer = p == end;
  if (p == digits || (*digits == '0' && p > digits + 1))
    return FALSE;

  if (p < end && *p == '.')
    {
      digits = ++p;
      p = pass_digits (p, end);
      if (p == digits)
        return FALSE;
    }
  if (p < end && (*p == 'e' || *p == 'E'))
    {
      p++;
      p += p < end && (*p == '+' || *p == '-');
      digits = p;
      p = pass_digits (p, end);
      if (p == digits)
        return FALSE;
    }

  return p == end;
}

static gboolean
is_valid_string (const DwellJsonText *text)
{
  const char *end = text->p + text->length;

  for (const char *p = text->p; p < end; p++)
    {
      if ((guchar) *p < 0x20)
        return FALSE;
      if (*p != '\\')
        continue;

      p++;
      if (*p == 'u' ? scan_hex (p + 1, end) < 0 : strchr ("\"\\/bfnrt", *p) == NULL)
        return FALSE;
    }

  return TRUE;
}

static gboolean
scan_valid_scalar (DwellScan *s)
{
  DwellJsonText text;
  gboolean is_integer;

  if (dwell_json_scalar (s, &text) != DWELL_JSON_GOOD)
    return FALSE;
  if (text.is_string)
    return is_valid_string (&text);

  return dwell_json_is_number (&text, &is_integer) ||
         (text.length == 4 && (memcmp (text.p, "true", 4) == 0 ||
                               memcmp (text.p, "null", 4) == 0)) ||
         (text.length == 5 && memcmp (text.p, "false", 5) == 0);
}

/* The key of an object, and its colon. */
static gboolean
scan_valid_key (DwellScan *s)
{
  DwellJsonText text;

  if (s->p == s->end || *s->p != '"' || scan_string (s, &text) != DWELL_JSON_GOOD ||
      !is_valid_string (&text))
    return FALSE;

  dwell_json_space (s);
  return dwell_scan_char (s, ':');
}

/* Scans what may follow a value inside brackets: a comma or the closing bracket. */
static gboolean
scan_behind_value (DwellScan     *s,
                   DwellJsonSkip *brackets,
                   gboolean      *wants_value)
{
  gboolean is_array = brackets->is_array[(brackets->depth - 1) / 8] >>
                      (brackets->depth - 1) % 8 & 1;

  *wants_value = dwell_scan_char (s, ',');
  if (!*wants_value)
    return dwell_scan_char (s, is_array ? ']' : '}') && close_bracket (brackets, is_array);

  dwell_json_space (s);
  return is_array || scan_valid_key (s);
}

/**
 * dwell_json_is_valid:
 * @value: the text of an array or an object, as dwell_json_value() gives it
 *
 * Returns: whether it is valid JSON; it need not be valid UTF-8
 */
gboolean
dwell_json_is_valid (DwellScan value)
{
  DwellScan s = value;
  DwellJsonSkip brackets = { 0 };
  gboolean wants_value = TRUE;

  do
    {
      dwell_json_space (&s);
      if (s.p == s.end)
        return FALSE;

      if (!wants_value)
        {
          if (!scan_behind_value (&s, &brackets, &wants_value))
            return FALSE;
        }
      else if (*s.p == '[' || *s.p == '{')
        {
          gboolean is_array = *s.p++ == '[';

          dwell_json_space (&s);
          if (!open_bracket (&brackets, is_array))
            return FALSE;
          if (dwell_scan_char (&s, is_array ? ']' : '}'))
            wants_value = !close_bracket (&brackets, is_array);
          else if (!is_array && !scan_valid_key (&s))
            return FALSE;
        }
      else if (scan_valid_scalar (&s))
        wants_value = FALSE;
      else
        return FALSE;
    }
  while (brackets.depth > 0);

  return s.p == s.end;
}

/* Appends the character whose \u is in front of @p. Returns the place after it. A single half of a
 * surrogate pair becomes U+FFFD, and so does what is not a number. */
static const char *
unescape_code (const char *p,
               const char *end,
               GString    *bytes)
{
  int code = scan_hex (p, end);

  if (code < 0)
    {
      g_string_append_unichar (bytes, 0xfffd);
      return p;
    }

  p += 4;
  if (code >= 0xd800 && code < 0xdc00 && end - p >= 6 && p[0] == '\\' && p[1] == 'u')
    {
      int low = scan_hex (p + 2, end);

      if (low >= 0xdc00 && low < 0xe000)
        {
          code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
          p += 6;
        }
    }

  g_string_append_unichar (bytes, code == 0 || (code >= 0xd800 && code < 0xe000)
                                  ? 0xfffd : (gunichar) code);
  return p;
}

/**
 * dwell_json_unescape:
 * @text: a text
 * @bytes: its bytes are appended to this; they may be invalid UTF-8 where the text is
 *
 * Resolves the escapes of a string (RFC 8259, section 7).
 */
void
dwell_json_unescape (const DwellJsonText *text,
                     GString             *bytes)
{
  static const char from[] = "bfnrt";
  static const char to[] = "\b\f\n\r\t";
  DwellScan s = dwell_json_text_scan (text);
  const char *end = s.end;
  const char *p = s.p;

  while (p < end)
    {
      const char *plain = text->is_escaped ? memchr (p, '\\', (gsize) (end - p)) : NULL;
      const char *sign;

      g_string_append_len (bytes, p, (plain != NULL ? plain : end) - p);
      if (plain == NULL || plain + 1 == end)
        return;

      p = plain + 2;
      sign = strchr (from, plain[1]);
      if (plain[1] == 'u')
        p = unescape_code (p, end, bytes);
      else
        g_string_append_c (bytes, sign != NULL && *sign != '\0' ? to[sign - from] : plain[1]);
    }
}

/**
 * dwell_json_escape:
 * @text: a text, valid UTF-8
 * @bytes: the string is appended to this, with its quotes
 *
 * Writes a text as a string of JSON (RFC 8259, section 7).
 */
void
dwell_json_escape (const char *text,
                   GString    *bytes)
{
  g_string_append_c (bytes, '"');
  for (const char *p = text; *p != '\0'; p++)
    if (*p == '"' || *p == '\\')
      {
        g_string_append_c (bytes, '\\');
        g_string_append_c (bytes, *p);
      }
    else if ((guchar) *p < 0x20 || *p == 0x7f)
      g_string_append_printf (bytes, "\\u%04x", (guint) *p);
    else
      g_string_append_c (bytes, *p);
  g_string_append_c (bytes, '"');
}
