/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words: plain ones end at a space or a comma, quoted ones at the next single quote character of
 * their kind, patterns at a slash that is not preceded by a backslash. A # after a space starts a
 * comment. */
#include "config.h"

#include "analysis/requirements/dwell-requirement-scan.h"

#include <glib/gi18n-lib.h>

#include "analysis/requirements/dwell-requirements.h"

static void
clear_word (gpointer word)
{
  g_free (((DwellWord *) word)->text);
}

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

/* A text in quotes of either kind; a doubled quote in it stands for one. */
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
  *message = g_strdup_printf (_("a name that begins with %c has no closing quote"), quote);
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
      *message = g_strdup (_("a pattern that begins with / has no closing /"));
      return FALSE;
    }
  c += c[1] == 'i' ? 2 : 1;
  *text = g_strndup (*p, (gsize) (c - *p));
  *p = c;
  return TRUE;
}

/* Scans the word at @p, which is not a space. Returns: whether it is valid; if not, @message says
 * why */
static gboolean
scan_word (const char **p,
           DwellWord   *word,
           char       **message)
{
  const char *start = *p;

  if (*start == '\'' || *start == '"')
    {
      word->kind = DWELL_WORD_QUOTED;
      return _dwell_requirement_scan_quoted (p, &word->text, message);
    }
  if (*start == '/')
    {
      word->kind = DWELL_WORD_PATTERN;
      return scan_pattern (p, &word->text, message);
    }

  word->kind = *start == ',' ? DWELL_WORD_COMMA : DWELL_WORD_BARE;
  for ((*p)++; word->kind == DWELL_WORD_BARE && **p != '\0' && !is_blank (**p) && **p != ',';)
    (*p)++;
  word->text = g_strndup (start, (gsize) (*p - start));
  return TRUE;
}

/* Appends the words of @line, and moves it past them: to its end or to the comment. Returns:
 * whether all were valid; if not, @message says why */
gboolean
_dwell_requirement_scan_words (const char **line,
                               GArray      *words,
                               char       **message)
{
  gboolean is_after_blank = TRUE;

  while (**line != '\0' && !(**line == '#' && is_after_blank))
    {
      DwellWord word = { .begin = *line };

      is_after_blank = is_blank (**line);
      if (is_after_blank)
        {
          (*line)++;
          continue;
        }
      if (!scan_word (line, &word, message))
        return FALSE;

      word.end = *line;
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

/* Returns: the start of the comment of a line, or else its end; a # in quotes or in a pattern does
 * not start one. A line whose quote does not end has no comment. */
const char *
_dwell_requirement_find_comment (const char *line)
{
  g_autoptr(GArray) words = _dwell_requirement_words_new ();
  g_autofree char *message = NULL;
  const char *comment = line;

  return _dwell_requirement_scan_words (&comment, words, &message) ? comment
                                                                   : line + strlen (line);
}

/* Returns: (element-type DwellWord): an empty list that frees its words */
GArray *
_dwell_requirement_words_new (void)
{
  GArray *words = g_array_new (FALSE, FALSE, sizeof (DwellWord));

  g_array_set_clear_func (words, clear_word);
  return words;
}
