/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Patterns: what a user types to find or to filter. Plain text is compared without case, letters
 * with accents in whatever way they are composed; between slashes stands a regular expression,
 * whose matching is limited, as it is typed letter by letter and no expression must hang. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "analysis/dwell-find.h"
#include "core/dwell-error.h"

/* Steps of the matcher for one text. Some 1000 are much for honest expressions; these take a tenth
 * of a millisecond. */
#define MATCH_LIMIT "(*LIMIT_MATCH=20000)(*LIMIT_DEPTH=1000)"

/* After so many texts on which an expression came to its limit it matches nothing any more. */
#define MAX_EXCESSES 5000

struct _DwellPattern
{
  gatomicrefcount ref_count;
  char           *text;     /* folded; NULL for a regular expression */
  gsize           length;
  gboolean        is_ascii; /* the text is */
  GRegex         *regex;
  int             n_excesses; /* atomic: texts on which it gave up */
};

static gboolean
is_ascii (const char *text)
{
  while (*text != '\0')
    if ((guchar) *text++ >= 0x80)
      return FALSE;

  return TRUE;
}

static char *
fold (const char *text)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);

  return g_utf8_normalize (folded, -1, G_NORMALIZE_DEFAULT_COMPOSE);
}

/* The first character is looked for by itself: most are not it. */
static gboolean
contains_ascii (const char *text,
                const char *folded,
                gsize       length)
{
  char lower = folded[0];
  char upper = g_ascii_toupper (lower);

  for (; *text != '\0'; text++)
    if ((*text == lower || *text == upper) && g_ascii_strncasecmp (text, folded, length) == 0)
      return TRUE;

  return FALSE;
}

/* Returns the text between the slashes in @text, with @flags after them; NULL if it is plain. */
static char *
get_expression (const char         *text,
                GRegexCompileFlags *flags)
{
  gsize length = strlen (text);

  *flags = G_REGEX_OPTIMIZE;
  if (length > 2 && g_str_has_suffix (text, "/i"))
    {
      *flags |= G_REGEX_CASELESS;
      length--;
    }

  return length >= 2 && text[0] == '/' && text[length - 1] == '/'
           ? g_strndup (text + 1, length - 2) : NULL;
}

static gboolean
compile (DwellPattern        *self,
         const char          *expression,
         GRegexCompileFlags   flags,
         GError             **error)
{
  g_autoptr(GRegex) unlimited = g_regex_new (expression, flags, 0, error);
  g_autofree char *limited = NULL;

  /* The one without limits is what errors speak of. */
  if (unlimited == NULL)
    return FALSE;

  limited = g_strconcat (MATCH_LIMIT, expression, NULL);
  self->regex = g_regex_new (limited, flags, 0, error);
  if (self->regex == NULL)
    return FALSE;

  /* GLib translates it at the first match: here, where no other thread matches yet. */
  g_regex_match (self->regex, "", 0, NULL);
  return TRUE;
}

/**
 * dwell_pattern_new:
 * @text: what the user typed: text, or a regular expression as /…/ or /…/i
 * @error: what is wrong with the regular expression, or with the text's encoding
 *
 * Makes a pattern. Without the i the case of letters counts in a regular expression. An empty text
 * matches everything.
 *
 * Returns: (transfer full) (nullable): the pattern, or %NULL with @error set
 */
DwellPattern *
dwell_pattern_new (const char  *text,
                   GError     **error)
{
  DwellPattern *self;
  g_autofree char *expression = NULL;
  GRegexCompileFlags flags;

  g_return_val_if_fail (text != NULL, NULL);

  if (!g_utf8_validate (text, -1, NULL))
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_OPTION,
                           _("the search text is not valid UTF-8"));
      return NULL;
    }

  self = g_new0 (DwellPattern, 1);
  g_atomic_ref_count_init (&self->ref_count);
  expression = get_expression (text, &flags);

  if (expression == NULL)
    {
      self->text = fold (text);
      self->length = strlen (self->text);
      self->is_ascii = is_ascii (self->text);
    }
  else if (!compile (self, expression, flags, error))
    {
      g_clear_pointer (&self, dwell_pattern_unref);
    }

  return self;
}

/**
 * dwell_pattern_ref:
 * @self: a pattern
 *
 * Returns: (transfer full): @self, which has one reference more
 */
DwellPattern *
dwell_pattern_ref (DwellPattern *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_pattern_unref:
 * @self: (transfer full): a pattern
 *
 * Drops a reference; with the last one the memory is freed.
 */
void
dwell_pattern_unref (DwellPattern *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_clear_pointer (&self->regex, g_regex_unref);
  g_free (self->text);
  g_free (self);
}

/**
 * dwell_pattern_replace:
 * @pattern: (inout) (nullable): a filter; %NULL lets everything pass
 * @text: (nullable): what the user typed instead
 * @error: what is wrong with it
 *
 * Returns: false if @text is broken; the filter stays as it is
 */
gboolean
dwell_pattern_replace (DwellPattern **pattern,
                       const char    *text,
                       GError       **error)
{
  DwellPattern *replacement = NULL;

  if (text != NULL && *text != '\0' && (replacement = dwell_pattern_new (text, error)) == NULL)
    return FALSE;

  g_clear_pointer (pattern, dwell_pattern_unref);
  *pattern = replacement;
  return TRUE;
}

static gboolean
matches_regex (const DwellPattern *self,
               const char         *text)
{
  g_autoptr(GError) error = NULL;
  gboolean matches;

  if (g_atomic_int_get (&self->n_excesses) >= MAX_EXCESSES)
    return FALSE;

  matches = g_regex_match_full (self->regex, text, -1, 0, 0, NULL, &error);
  if (error != NULL)
    g_atomic_int_inc ((int *) &self->n_excesses);

  return matches;
}

/**
 * dwell_pattern_has_given_up:
 * @self: a pattern
 *
 * Returns: whether the pattern was a regular expression that needed far too long for a text, so
 *   that texts which dwell_pattern_matches() refused may be ones that it matches
 */
gboolean
dwell_pattern_has_given_up (const DwellPattern *self)
{
  return g_atomic_int_get (&self->n_excesses) > 0;
}

/**
 * dwell_pattern_matches:
 * @self: a pattern
 * @text: valid UTF-8
 *
 * Any thread may ask. A regular expression that needs far too long for a text does not match it,
 * and after some thousands of such texts none any more.
 *
 * Returns: whether the pattern is found in @text
 */
gboolean
dwell_pattern_matches (const DwellPattern *self,
                       const char         *text)
{
  g_autofree char *folded = NULL;

  if (self->regex != NULL)
    return matches_regex (self, text);

  if (self->length == 0)
    return TRUE;

  if (is_ascii (text))
    return self->is_ascii && contains_ascii (text, self->text, self->length);

  folded = fold (text);
  return strstr (folded, self->text) != NULL;
}
