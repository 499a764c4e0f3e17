/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matches rows with a template, in time linear in the row for any template and any row.
 *
 * Tokens of fixed form (literals, numbers, words) are matched from the left up to the first
 * free-text macro, and from the right back to the last one. The rest belongs to the free-text
 * macros. A single one gets it verbatim. Several are separated from the right: each at the place
 * where the text after it is known or looks like a path, otherwise at the last place where the
 * tokens between two of them match and the macros before have room. At most MAX_CANDIDATES places
 * are tried for each. */
#include "config.h"

#include <string.h>

#include "formats/template/dwell-template-private.h"

#define HANDLE_DIGITS  8
#define MAX_CANDIDATES 64

/* The most bytes of a literal that are compared to find the end of a number. */
#define MAX_LOOKED_AT 16

/* For this many free-text macros, the room that those before them need is taken into account. */
#define MAX_EARLIEST 16

typedef struct {
  const DwellTemplateToken *tokens;
  DwellField               *fields;
  DwellKnownTextFunc        known;
  gpointer                  user_data;
  gboolean                  was_guessed;
} Match;

static gboolean
is_free (const DwellTemplateToken *token)
{
  return !token->is_literal &&
         (token->macro == DWELL_MACRO_UNKNOWN ||
          dwell_macro_get_info (token->macro)->form == DWELL_FIELD_FREE_TEXT);
}

static gboolean
is_of_form (DwellFieldForm form,
            char           c)
{
  switch (form)
    {
    case DWELL_FIELD_HEX:
      return g_ascii_isxdigit (c) || c == 'x' || c == 'X';
    case DWELL_FIELD_DECIMAL:
      return g_ascii_isdigit (c) || c == '-' || c == '+';
    case DWELL_FIELD_VALUE:
      return g_ascii_isxdigit (c) || (c != '\0' && strchr ("xX.+-", c) != NULL);
    case DWELL_FIELD_WORD:
      return g_ascii_isalnum (c);
    case DWELL_FIELD_FREE_TEXT:
    default:
      return TRUE;
    }
}

static void
keep (Match                    *match,
      const DwellTemplateToken *token,
      const char               *text,
      const char               *end)
{
  if (token->macro == DWELL_MACRO_UNKNOWN || match->fields[token->macro].text != NULL)
    return;

  match->fields[token->macro].text = text;
  match->fields[token->macro].length = (gsize) (end - text);
}

/* Returns the length of a field that another macro follows or precedes without a literal
 * between. */
static gsize
glued_length (const DwellTemplateToken *token)
{
  if (token->macro == DWELL_MACRO_EVENT)
    return 1;
  return dwell_macro_get_info (token->macro)->form == DWELL_FIELD_HEX ? HANDLE_DIGITS : G_MAXSIZE;
}

/* Whether a number may contain the first, or last, character of @literal. */
static gboolean
is_in_number (DwellFieldForm form,
              char           c)
{
  return c != '\0' && strchr (".+-", c) != NULL && is_of_form (form, c);
}

static gboolean
is_sign (DwellFieldForm form,
         char           c)
{
  return is_in_number (form, c) && c != '.';
}

/* Looks at only a few bytes of a long literal, so that a row takes no longer. */
static gboolean
stands_at (const DwellTemplateToken *literal,
           const char               *p,
           const char               *end)
{
  gsize length = MIN (literal->length, MAX_LOOKED_AT);

  return (gsize) (end - p) >= length && memcmp (p, literal->text, length) == 0;
}

static gboolean
stands_before (const DwellTemplateToken *literal,
               const char               *begin,
               const char               *p)
{
  gsize length = MIN (literal->length, MAX_LOOKED_AT);

  return (gsize) (p - begin) >= length &&
         memcmp (p - length, literal->text + literal->length - length, length) == 0;
}

/* Returns the end of a number before @literal, which begins with a sign or a point. Where @literal
 * matches, the sign belongs to the number only at the number's start. */
static const char *
find_number_end (DwellFieldForm            form,
                 const DwellTemplateToken *literal,
                 const char               *begin,
                 const char               *end)
{
  gboolean has_sign = begin < end && is_sign (form, *begin);
  const char *p = begin + has_sign;

  while (p < end && is_of_form (form, *p) && !stands_at (literal, p, end))
    p++;

  return has_sign && stands_at (literal, begin, end) &&
         (p == begin + 1 || !stands_at (literal, p, end)) ? begin : p;
}

/* Does the same for the start of a number after @literal. */
static const char *
find_number_begin (DwellFieldForm            form,
                   const DwellTemplateToken *literal,
                   const char               *begin,
                   const char               *end)
{
  const char *p = end;

  while (p > begin && is_of_form (form, p[-1]) && !stands_before (literal, begin, p))
    p--;

  return p > begin && p < end && is_sign (form, p[-1]) && stands_before (literal, begin, p - 1)
         ? p - 1 : p;
}

/* Matches the fixed-form tokens [first, last) at the start of [*begin, end), and removes them. */
static gboolean
match_forward (Match       *match,
               guint        first,
               guint        last,
               const char **begin,
               const char  *end)
{
  const char *p = *begin;

  for (guint i = first; i < last; i++)
    {
      const DwellTemplateToken *token = &match->tokens[i];
      const char *start = p;

      if (token->is_literal)
        {
          if ((gsize) (end - p) < token->length || memcmp (p, token->text, token->length) != 0)
            return FALSE;
          p += token->length;
        }
      else
        {
          DwellFieldForm form = dwell_macro_get_info (token->macro)->form;
          const DwellTemplateToken *next = i + 1 < last ? token + 1 : NULL;
          gsize room = next != NULL && !next->is_literal ? glued_length (token) : G_MAXSIZE;

          if (next != NULL && next->is_literal && is_in_number (form, next->text[0]))
            p = find_number_end (form, next, p, end);
          else
            while (p < end && room > 0 && is_of_form (form, *p))
              p++, room--;
          keep (match, token, start, p);
        }
    }

  *begin = p;
  return TRUE;
}

/* Matches the fixed-form tokens [first, last) at the end of [begin, *end), and removes them. */
static gboolean
match_backward (Match       *match,
                guint        first,
                guint        last,
                const char  *begin,
                const char **end)
{
  const char *p = *end;

  for (guint i = last; i > first; i--)
    {
      const DwellTemplateToken *token = &match->tokens[i - 1];
      const char *stop = p;

      if (token->is_literal)
        {
          if ((gsize) (p - begin) < token->length ||
              memcmp (p - token->length, token->text, token->length) != 0)
            return FALSE;
          p -= token->length;
        }
      else
        {
          DwellFieldForm form = dwell_macro_get_info (token->macro)->form;
          const DwellTemplateToken *next = i - 1 > first ? token - 1 : NULL;
          gsize room = next != NULL && !next->is_literal ? glued_length (token) : G_MAXSIZE;

          if (next != NULL && next->is_literal &&
              is_in_number (form, next->text[next->length - 1]))
            p = find_number_begin (form, next, begin, p);
          else
            while (p > begin && room > 0 && is_of_form (form, p[-1]))
              p--, room--;
          keep (match, token, p, stop);
        }
    }

  *end = p;
  return TRUE;
}

/* Splits [begin, end) before the free-text token @last. The tokens between the free-text token
 * @previous and @last are of fixed form. Returns the start of the text of @last, and the end of the
 * text before those tokens in @rest_end; NULL if they do not match anywhere. */
static const char *
split_gap (Match       *match,
           guint        previous,
           guint        last,
           const char  *begin,
           const char  *end,
           const char **rest_end)
{
  const DwellTemplateToken *token = &match->tokens[last];
  const char *fallback = NULL;
  const char *fallback_rest = NULL;
  guint n_candidates = 0;
  guint n_matches = 0;

  for (const char *p = end; p >= begin && n_candidates < MAX_CANDIDATES; p--)
    {
      DwellField scratch[DWELL_N_MACROS] = { { NULL, 0 } };
      Match probe = { match->tokens, scratch, NULL, NULL, FALSE };
      const char *right = p;

      if (match->tokens[previous + 1].is_literal &&
          (p == end || *p != match->tokens[previous + 1].text[0]))
        continue;

      n_candidates++;
      if (!match_forward (&probe, previous + 1, last, &right, end))
        continue;

      n_matches++;
      if (fallback == NULL)
        {
          fallback = right;
          fallback_rest = p;
        }

      if (match->known != NULL &&
          match->known (token->macro, right, (gsize) (end - right), match->user_data))
        {
          *rest_end = p;
          return right;
        }
    }

  match->was_guessed = match->was_guessed || n_matches > 1;
  *rest_end = fallback_rest;
  return fallback;
}

/* Finds the first place in [begin, end) where the fixed-form tokens between two free-text tokens
 * match. Returns the end of these tokens; NULL if they match at none of the candidates. */
static const char *
find_gap (Match      *match,
          guint       previous,
          guint       last,
          const char *begin,
          const char *end)
{
  const DwellTemplateToken *gap = &match->tokens[previous + 1];
  guint n_candidates = 0;

  for (const char *p = begin; p <= end && n_candidates < MAX_CANDIDATES; p++)
    {
      DwellField scratch[DWELL_N_MACROS] = { { NULL, 0 } };
      Match probe = { match->tokens, scratch, NULL, NULL, FALSE };
      const char *right;

      if (gap->is_literal)
        p = p < end ? memchr (p, gap->text[0], (gsize) (end - p)) : NULL;
      if (p == NULL)
        return NULL;

      n_candidates++;
      right = p;
      if (match_forward (&probe, previous + 1, last, &right, end))
        return right;
    }

  return NULL;
}

/* Finds the earliest start of each free-text token from @first on at which all before it have room:
 * by the index of the free-text token, for at most MAX_EARLIEST of them. */
static void
find_earliest (Match       *match,
               guint        first,
               guint        last,
               const char  *begin,
               const char  *end,
               const char **earliest)
{
  guint previous = first;
  guint n = 0;

  earliest[n++] = begin;
  for (guint i = first + 1; i < last && n < MAX_EARLIEST; i++)
    {
      const char *right;

      if (!is_free (&match->tokens[i]))
        continue;

      right = previous + 1 < i ? find_gap (match, previous, i, earliest[n - 1], end)
                               : earliest[n - 1];
      earliest[n] = right != NULL ? right : earliest[n - 1];
      previous = i;
      n++;
    }
}

/* Splits [begin, end) among the free-text tokens from @first to @last and the tokens between
 * them. */
static gboolean
match_free (Match      *match,
            guint       first,
            guint       last,
            const char *begin,
            const char *end)
{
  const char *earliest[MAX_EARLIEST];
  guint n_before = 0; /* number of free-text tokens before the last */

  for (guint i = first; i < last; i++)
    n_before += is_free (&match->tokens[i]);
  if (n_before > 1)
    find_earliest (match, first, last, begin, end, earliest);
  else
    earliest[0] = begin;

  while (last > first)
    {
      guint previous = last - 1;
      const char *right;
      const char *rest_end;
      const char *gap;

      while (!is_free (&match->tokens[previous]))
        previous--;

      n_before--;
      if (previous + 1 == last) /* without a literal between them, the left one gets everything */
        {
          keep (match, &match->tokens[last], end, end);
          match->was_guessed = TRUE;
          last = previous;
          continue;
        }

      right = split_gap (match, previous, last, earliest[MIN (n_before, MAX_EARLIEST - 1)], end,
                         &rest_end);
      if (right == NULL)
        return FALSE;

      keep (match, &match->tokens[last], right, end);
      gap = rest_end;
      match_forward (match, previous + 1, last, &gap, end);
      end = rest_end;
      last = previous;
    }

  keep (match, &match->tokens[first], begin, end);
  return TRUE;
}

/**
 * dwell_template_match:
 * @self: a template
 * @row: bytes of a row, without its line end
 * @length: how many
 * @known: (nullable) (scope call): returns whether a text is a name that the file has defined, or
 *   looks like a path
 * @user_data: for @known
 * @fields: (out caller-allocates) (array fixed-size=36): %DWELL_N_MACROS entries; if a macro occurs
 *   twice in the template, its leftmost fixed field, or its rightmost free text
 * @was_guessed: (out) (optional): set to %TRUE if two free-text fields were separated by a guess;
 *   otherwise not changed
 *
 * Matches a row.
 *
 * Returns: %FALSE if the row as a whole does not match
 */
gboolean
dwell_template_match (const DwellTemplate *self,
                      const char          *row,
                      gsize                length,
                      DwellKnownTextFunc   known,
                      gpointer             user_data,
                      DwellField          *fields,
                      gboolean            *was_guessed)
{
  guint n;
  Match match = { dwell_template_get_tokens (self, &n), fields, known, user_data, FALSE };
  const char *begin = row;
  const char *end = row + length;
  guint first = 0;
  guint last = n;

  memset (fields, 0, DWELL_N_MACROS * sizeof *fields);

  while (first < n && !is_free (&match.tokens[first]))
    first++;
  if (!match_forward (&match, 0, first, &begin, end))
    return FALSE;
  if (first == n)
    return begin == end;

  while (!is_free (&match.tokens[last - 1]))
    last--;
  if (!match_backward (&match, last, n, begin, &end) ||
      !match_free (&match, first, last - 1, begin, end))
    return FALSE;

  if (was_guessed != NULL && match.was_guessed)
    *was_guessed = TRUE;
  return TRUE;
}
