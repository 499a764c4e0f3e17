/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Patterns: what a user types to find or to filter. Plain text is compared ignoring case and the
 * way in which accented letters are composed. Text between slashes is a regular expression, whose
 * matching is limited, since it is typed letter by letter and no expression must hang. “args.” is
 * followed by a key, an operator and a value. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "analysis/dwell-find.h"
#include "analysis/values/dwell-values.h"
#include "core/dwell-args.h"
#include "core/dwell-error.h"
#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"

/* The limit of the matcher's steps for one text. 1000 would be a lot for a reasonable expression;
 * this many take a tenth of a millisecond. */
#define MATCH_LIMIT "(*LIMIT_MATCH=20000)(*LIMIT_DEPTH=1000)"

/* After reaching its limit on this many texts, an expression matches nothing any more. */
#define MAX_EXCESSES 5000

struct _DwellPattern
{
  gatomicrefcount ref_count;
  char           *text;     /* folded; NULL for a regular expression */
  gsize           length;
  gboolean        is_ascii; /* whether the text is ASCII */
  GRegex         *regex;
  char           *key;      /* the key of the arguments that the condition is about */
  DwellValueCondition *condition; /* NULL: the pattern is not a condition */
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

/* Looks for the first character by itself, as most characters differ from it. */
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

  /* Errors refer to the expression without the limits. */
  if (unlimited == NULL)
    return FALSE;

  limited = g_strconcat (MATCH_LIMIT, expression, NULL);
  self->regex = g_regex_new (limited, flags, 0, error);
  if (self->regex == NULL)
    return FALSE;

  /* GLib compiles it at the first match: done here, while no other thread can match. */
  g_regex_match (self->regex, "", 0, NULL);
  return TRUE;
}

/* The prefix of a condition on an argument, and the characters that its operator can start with. */
#define ARGS      "args."
#define OPERATORS "<>=!\xe2" /* the last is the first byte of ≤, ≥ and ≠ */

static const char *
find_operator (const char *text)
{
  const char *sign = text + strcspn (text, OPERATORS);

  while (*sign == OPERATORS[sizeof OPERATORS - 2] && !g_str_has_prefix (sign, "≤") &&
         !g_str_has_prefix (sign, "≥") && !g_str_has_prefix (sign, "≠"))
    sign += 1 + strcspn (sign + 1, OPERATORS);

  return *sign != '!' || sign[1] == '=' ? sign : sign + strlen (sign);
}

/* Quotes around a text value are not part of it. */
static char *
strip_quotes (const char *condition)
{
  g_autofree char *text = g_strchomp (g_strdup (condition));
  char *quote = strchr (text, '"');
  gsize length = strlen (text);

  if (quote == NULL || quote + 1 >= text + length || text[length - 1] != '"' ||
      strpbrk (quote + 1, "\"") != text + length - 1)
    return g_steal_pointer (&text);

  text[length - 1] = '\0';
  *quote = ' ';
  return g_steal_pointer (&text);
}

/* Makes a condition on an argument of @text, if it is one. */
static gboolean
read_condition (DwellPattern  *self,
                const char    *text,
                GError       **error)
{
  const char *key = text + strlen (ARGS);
  const char *sign = g_str_has_prefix (text, ARGS) ? find_operator (key) : "";
  g_autofree char *condition = NULL;

  if (*sign == '\0')
    return TRUE;

  self->key = g_strstrip (g_strndup (key, (gsize) (sign - key)));
  if (*self->key == '\0')
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_OPTION,
                           _("The key of an argument is missing: args.frame>10"));
      return FALSE;
    }

  condition = strip_quotes (sign);
  self->condition = dwell_value_condition_new (condition, error);
  return self->condition != NULL;
}

/**
 * dwell_pattern_new:
 * @text: what the user typed: text, a regular expression as /…/ or /…/i, or a condition on an
 *   argument as args.KEY>10
 * @error: what is wrong with the regular expression or the condition, or with the text's encoding
 *
 * Makes a pattern. A regular expression without the i is case-sensitive. An empty text matches
 * everything.
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

  if (self != NULL && expression == NULL && !read_condition (self, text, error))
    g_clear_pointer (&self, dwell_pattern_unref);

  return self;
}

/**
 * dwell_pattern_ref:
 * @self: a pattern
 *
 * Returns: (transfer full): @self, with one more reference
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
 * Drops a reference; frees the memory with the last one.
 */
void
dwell_pattern_unref (DwellPattern *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_clear_pointer (&self->regex, g_regex_unref);
  g_clear_pointer (&self->condition, dwell_value_condition_free);
  g_free (self->key);
  g_free (self->text);
  g_free (self);
}

/**
 * dwell_pattern_is_condition:
 * @self: a pattern
 *
 * Returns: whether it is a condition on an argument, which no text matches
 */
gboolean
dwell_pattern_is_condition (const DwellPattern *self)
{
  return self->condition != NULL;
}

/**
 * dwell_pattern_suits_names:
 * @self: a pattern
 * @error: set if it is a condition on an argument
 *
 * Returns: whether names can match it
 */
gboolean
dwell_pattern_suits_names (const DwellPattern  *self,
                           GError             **error)
{
  if (self->condition == NULL)
    return TRUE;

  g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_OPTION,
                       _("Only events have arguments: use this condition to find or to filter "
                         "events"));
  return FALSE;
}

/**
 * dwell_pattern_replace:
 * @pattern: (inout) (nullable): a filter; %NULL lets everything pass
 * @text: (nullable): what the user typed instead
 * @error: what is wrong with it
 *
 * For filters of names: a condition on arguments is an error.
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

  if (replacement != NULL && !dwell_pattern_suits_names (replacement, error))
    {
      dwell_pattern_unref (replacement);
      return FALSE;
    }

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
 * Returns: whether the pattern is a regular expression that took far too long on a text, so that
 *   dwell_pattern_matches() may have returned %FALSE for texts that match
 */
gboolean
dwell_pattern_has_given_up (const DwellPattern *self)
{
  return g_atomic_int_get (&self->n_excesses) > 0;
}

/**
 * dwell_pattern_check:
 * @self: (nullable): a pattern that texts were compared with
 * @error: set to a message for the user if it has given up
 *
 * Returns: false if dwell_pattern_has_given_up()
 */
gboolean
dwell_pattern_check (const DwellPattern  *self,
                     GError             **error)
{
  if (self == NULL || !dwell_pattern_has_given_up (self))
    return TRUE;

  g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_LIMIT,
                       _("The regular expression takes too long for some names. They are left "
                         "out."));
  return FALSE;
}

/**
 * dwell_pattern_matches:
 * @self: a pattern
 * @text: valid UTF-8
 *
 * Can be called on any thread. A regular expression that takes far too long on a text does not
 * match it, and after some thousands of these texts it matches nothing any more. A condition
 * matches no text.
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

  if (self->condition != NULL)
    return FALSE;

  if (self->length == 0)
    return TRUE;

  if (is_ascii (text))
    return self->is_ascii && contains_ascii (text, self->text, self->length);

  folded = fold (text);
  return strstr (folded, self->text) != NULL;
}

/* Whether a number can look like this. */
static gboolean
may_be_number (const DwellPattern *self)
{
  return self->regex != NULL || strspn (self->text, "+-.0123456789e") == self->length;
}

/* Whether the condition asks for this text, or for a different text. */
static gboolean
holds_for_text (const DwellValueCondition *condition,
                const char                *text)
{
  gboolean is_equal;

  if (condition->relation != DWELL_VALUE_EQUAL && condition->relation != DWELL_VALUE_NOT_EQUAL)
    return FALSE;

  if (is_ascii (text) && is_ascii (condition->text))
    is_equal = g_ascii_strcasecmp (text, condition->text) == 0;
  else
    {
      g_autofree char *folded = fold (text);
      g_autofree char *wanted = fold (condition->text);

      is_equal = g_str_equal (folded, wanted);
    }

  return is_equal == (condition->relation == DWELL_VALUE_EQUAL);
}

static gboolean
holds_for_arg (const DwellValueCondition *condition,
               const DwellTrace          *trace,
               guint32                    arg)
{
  g_autofree char *text = NULL;
  DwellValue value;

  if (dwell_args_get_integer (trace, arg, &value.integer))
    return condition->is_number ? dwell_value_condition_holds (condition, value, FALSE)
                                : condition->relation == DWELL_VALUE_NOT_EQUAL;
  if (dwell_args_get_real (trace, arg, &value.real))
    return condition->is_number ? dwell_value_condition_holds (condition, value, TRUE)
                                : condition->relation == DWELL_VALUE_NOT_EQUAL;

  if (dwell_args_get_string (trace, arg) == NULL)
    text = dwell_args_dup_text (trace, arg);
  return holds_for_text (condition, text != NULL ? text : dwell_args_get_string (trace, arg));
}

/* @key: the key in the trace that the condition is about */
static gboolean
matches_arg (const DwellPattern *self,
             const DwellTrace   *trace,
             guint32             arg,
             guint32             key,
             gboolean            takes_numbers)
{
  const char *string;
  g_autofree char *text = NULL;

  if (self->condition != NULL)
    return trace->args[arg].key == key && holds_for_arg (self->condition, trace, arg);

  string = dwell_args_get_string (trace, arg);
  if (string != NULL)
    return dwell_pattern_matches (self, string);
  if (!takes_numbers || trace->args[arg].kind == DWELL_ARG_NULL ||
      trace->args[arg].kind == DWELL_ARG_BOOLEAN)
    return FALSE;

  text = dwell_args_dup_text (trace, arg);
  return dwell_pattern_matches (self, text);
}

#define SHARE_ITEMS 65536u /* a multiple of 8, so that no two shares have a byte in common */

typedef struct {
  const DwellPattern *pattern;
  const DwellTrace   *trace;
  GCancellable       *cancellable;
  guint8             *hits;
  guint32             key;
  gboolean            takes_numbers;
} Matching;

static void
match_share (guint    job,
             gpointer user_data)
{
  const Matching *self = user_data;
  guint32 n_spans = self->trace->n_spans;
  guint64 last = MIN ((guint64) (job + 1) * SHARE_ITEMS, (guint64) n_spans + self->trace->n_marks);

  for (guint64 item = (guint64) job * SHARE_ITEMS; item < last; item++)
    {
      guint32 arg = item < n_spans
                    ? dwell_args_first (self->trace, (guint32) item, DWELL_NONE)
                    : dwell_args_first (self->trace, DWELL_NONE, (guint32) (item - n_spans));

      if (item % 256 == 0 && g_cancellable_is_cancelled (self->cancellable))
        return;

      for (; arg != DWELL_NONE; arg = dwell_args_next (self->trace, arg))
        if (matches_arg (self->pattern, self->trace, arg, self->key, self->takes_numbers))
          {
            self->hits[item / 8] |= (guint8) (1 << item % 8);
            break;
          }
    }
}

/*< private >
 * _dwell_pattern_match_args: returns a bit for each span and then for each mark, set if one of its
 * arguments matches, for dwell_big_free(); NULL: too little memory. Uses all processors. */
guint8 *
_dwell_pattern_match_args (const DwellPattern *self,
                           const DwellTrace   *trace,
                           GCancellable       *cancellable)
{
  guint64 n_items = (guint64) trace->n_spans + trace->n_marks;
  Matching matching = {
    .pattern = self, .trace = trace, .cancellable = cancellable,
    .hits = dwell_big_try_alloc ((gsize) n_items / 8 + 1, NULL),
    .key = self->key != NULL ? dwell_args_find_key (trace, self->key) : DWELL_NONE,
    .takes_numbers = may_be_number (self),
  };

  if (matching.hits != NULL && trace->n_args > 0)
    dwell_parallel_for ((guint) ((n_items + SHARE_ITEMS - 1) / SHARE_ITEMS), match_share,
                        &matching);

  return matching.hits;
}
