/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scores how well a few typed letters fit a title: for lists that are searched while the user
 * types. */
#include "config.h"

#include "core/dwell-fuzzy.h"

#include <string.h>

/* The score of a word of the query by where it is found: best at the start of the text. */
#define SCORE_BEGINS_TEXT 100
#define SCORE_BEGINS_WORD  80
#define SCORE_INSIDE       50
#define SCORE_SCATTERED    20

/* Returns: (transfer full): @text case-folded and without diacritics */
static char *
fold (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *folded = g_utf8_casefold (valid, -1);
  g_autofree char *parts = g_utf8_normalize (folded, -1, G_NORMALIZE_ALL);
  GString *bare = g_string_new (NULL);

  for (const char *p = parts; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_ismark (c))
        g_string_append_unichar (bare, c);
    }

  return g_string_free (bare, FALSE);
}

static gboolean
begins_word (const char *text,
             const char *p)
{
  return p == text || !g_unichar_isalnum (g_utf8_get_char (g_utf8_prev_char (p)));
}

/* Matches the letters of @word in order with others between them, each of which costs one point.
 * Returns a score, or -1. */
static int
score_scattered (const char *word,
                 const char *text)
{
  int score = SCORE_SCATTERED;
  const char *last = NULL;

  for (const char *p = word; *p != '\0'; p = g_utf8_next_char (p))
    {
      const char *found = g_utf8_strchr (last != NULL ? last : text, -1, g_utf8_get_char (p));

      if (found == NULL)
        return -1;
      if (last != NULL)
        score -= (int) MIN (found - last, SCORE_SCATTERED);
      last = g_utf8_next_char (found);
    }

  return MAX (score, 1);
}

static int
score_word (const char *word,
            const char *text)
{
  const char *found = strstr (text, word);

  if (found == NULL)
    return score_scattered (word, text);
  if (found == text)
    return SCORE_BEGINS_TEXT;

  for (; found != NULL; found = strstr (g_utf8_next_char (found), word))
    if (begins_word (text, found))
      return SCORE_BEGINS_WORD;

  return SCORE_INSIDE;
}

/**
 * dwell_fuzzy_score:
 * @query: words separated by spaces; each must match, in any order
 * @text: a title
 *
 * A word matches if it occurs in the text, best at the start of the text or of a word, or if its
 * letters occur in this order. Case and diacritics are ignored.
 *
 * Returns: the greater, the better; 0 for an empty query; -1 if a word does not match
 */
int
dwell_fuzzy_score (const char *query,
                   const char *text)
{
  g_autofree char *folded_query = fold (query);
  g_autofree char *folded_text = fold (text);
  int score = 0;

  for (char *word = folded_query, *end; *word != '\0'; word = end)
    {
      gboolean is_last;
      int part;

      word += strspn (word, " \t");
      end = word + strcspn (word, " \t");
      if (end == word)
        break;

      is_last = *end == '\0';
      *end = '\0';
      part = score_word (word, folded_text);
      if (part < 0)
        return -1;

      score += part;
      if (!is_last)
        end++;
    }

  return score;
}
