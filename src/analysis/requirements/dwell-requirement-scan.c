/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words: bare ones end at a blank or a comma, quoted ones where their quote stands alone again,
 * patterns at a slash that no backslash precedes. A # behind a blank begins a comment. */
#include "config.h"

#include "analysis/requirements/dwell-requirement-scan.h"

#include <glib/gi18n-lib.h>

#include "analysis/requirements/dwell-requirements.h"

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

/* A text in quotes of either kind; a doubled quote in it is one. */
gboolean
_dwell_requirement_scan_quoted (const char **p,
                                char       **text,
                                char       **message)
{
  g_autoptr(GString) found = g_string_new (NULL);
  char quote = **p;
  const char *c;

  for (c = *p + 1; *c != '\0'; c++)
    {
      if (*c == quote && c[1] != quote)
        {
          *p = c + 1;
          *text = g_strdup (found->str);
          return TRUE;
        }
      c += *c == quote;
      g_string_append_c (found, *c);
    }

  /* Translators: a quote, ' or " */
  *message = g_strdup_printf (_("a name that begins with %c does not end"), quote);
  return FALSE;
}

static gboolean
scan_pattern (const char **p,
              char       **text,
              char       **message)
{
  const char *c;

  for (c = *p + 1; *c != '\0' && *c != '/'; c++)
    c += *c == '\\' && c[1] != '\0';

  if (*c == '\0')
    {
      *message = g_strdup (_("a pattern that begins with / does not end"));
      return FALSE;
    }
  c += c[1] == 'i' ? 2 : 1;
  *text = g_strndup (*p, (gsize) (c - *p));
  *p = c;
  return TRUE;
}

/* Appends the words of @line. Returns: whether all were good; if not, @message says why */
gboolean
_dwell_requirement_scan_words (const char  *line,
                               GArray      *words,
                               char       **message)
{
  gboolean is_after_blank = TRUE;

  for (const char *p = line; *p != '\0';)
    {
      DwellWord word = { DWELL_WORD_BARE, NULL };
      const char *start = p;

      if (is_blank (*p))
        {
          is_after_blank = TRUE;
          p++;
          continue;
        }
      if (*p == '#' && is_after_blank)
        return TRUE;

      is_after_blank = FALSE;
      if (*p == ',')
        {
          word = (DwellWord) { DWELL_WORD_COMMA, g_strdup (",") };
          p++;
        }
      else if (*p == '\'' || *p == '"')
        {
          word.kind = DWELL_WORD_QUOTED;
          if (!_dwell_requirement_scan_quoted (&p, &word.text, message))
            return FALSE;
        }
      else if (*p == '/')
        {
          word.kind = DWELL_WORD_PATTERN;
          if (!scan_pattern (&p, &word.text, message))
            return FALSE;
        }
      else
        {
          while (*p != '\0' && !is_blank (*p) && *p != ',')
            p++;
          word.text = g_strndup (start, (gsize) (p - start));
        }

      if (strlen (word.text) > DWELL_REQUIREMENTS_MAX_NAME)
        {
          g_free (word.text);
          *message = g_strdup_printf (_("a name has at most %d bytes"),
                                      DWELL_REQUIREMENTS_MAX_NAME);
          return FALSE;
        }
      g_array_append_val (words, word);
    }
  return TRUE;
}
