/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "analysis/requirements/dwell-requirement-sentence.h"

#include <string.h>

/* The default limit for loads. */
#define LOAD_PERCENT 80

#define MAX_WINDOW_NS G_GINT64_CONSTANT (10000000)

/* Words that are not recognised as names in all places. */
static const char * const keywords[] = {
  "context", "on", "around", "in", "any", "each", "from", "until", "to", "during", "skip", "allow",
  "of", "severity", "optional", "because", "while", "is", "not", "becomes", "when", "with", "begin",
  "end", "suspend", "resume", "write", "message", "one-to-one", "open", "active", "suspended", "->",
  "..", NULL
};

/**
 * dwell_requirement_quote:
 * @name: a name
 *
 * Returns: (transfer full): the name as written in a file of requirements: as it is, or in quotes
 */
char *
dwell_requirement_quote (const char *name)
{
  gboolean begins_well = g_ascii_isalpha (*name) || (guchar) *name >= 0x80 ||
                         (*name != '\0' && strchr ("_:$@", *name) != NULL);
  gboolean is_bare = begins_well && strpbrk (name, " \t,") == NULL;
  char quote = strchr (name, '"') != NULL && strchr (name, '\'') == NULL ? '\'' : '"';
  GString *text;

  if (is_bare && !g_strv_contains (keywords, name))
    return g_strdup (name);

  text = g_string_new (NULL);
  g_string_append_c (text, quote);
  for (; *name != '\0'; name++)
    {
      g_string_append_c (text, *name);
      if (*name == quote)
        g_string_append_c (text, quote);
    }
  g_string_append_c (text, quote);
  return g_string_free (text, FALSE);
}

/**
 * dwell_requirement_round_up:
 * @ns: a time, not negative
 *
 * Returns: the least of 1, 2, 5, 10, 20, 50, … ns that is not below it
 */
gint64
dwell_requirement_round_up (gint64 ns)
{
  static const int steps[] = { 1, 2, 5 };

  for (gint64 power = 1; power <= G_MAXINT64 / 10; power *= 10)
    for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
      if (steps[i] * power >= ns)
        return steps[i] * power;

  return ns;
}

/**
 * dwell_requirement_write_time:
 * @ns: a time, not negative
 *
 * Returns: (transfer full): the exact time as written in a file of requirements: “1.31 ms”
 */
char *
dwell_requirement_write_time (gint64 ns)
{
  static const struct { gint64 ns; const char *name; int n_digits; } units[] = {
    { 1000000000, "s", 9 }, { 1000000, "ms", 6 }, { 1000, "us", 3 }, { 1, "ns", 0 },
  };
  guint i = 0;
  GString *text = g_string_new (NULL);

  while (units[i].ns > 1 && ns < units[i].ns)
    i++;
  g_string_append_printf (text, "%" G_GINT64_FORMAT, ns / units[i].ns);
  if (ns % units[i].ns > 0)
    {
      g_string_append_printf (text, ".%0*" G_GINT64_FORMAT, units[i].n_digits, ns % units[i].ns);
      while (text->str[text->len - 1] == '0')
        g_string_truncate (text, text->len - 1);
    }
  g_string_append_printf (text, " %s", units[i].name);
  return g_string_free (text, FALSE);
}

/* A number as written in the file: never with an exponent. */
static char *
write_number (double number)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (digits, sizeof digits, "%.6f", number);
  if (strchr (digits, '.') != NULL)
    {
      gsize n = strlen (digits);

      while (digits[n - 1] == '0')
        digits[--n] = '\0';
      if (digits[n - 1] == '.')
        digits[--n] = '\0';
    }
  return g_strdup (g_str_equal (digits, "-0") ? "0" : digits);
}

static char *
word_value (const DwellTopic *self,
            const char       *id,
            const char       *name)
{
  g_autofree char *low = write_number (self->low);
  g_autofree char *high = write_number (self->high);

  return g_strdup_printf ("%s: value of %s in %s .. %s", id, name, low, high);
}

static char *
word_load (const DwellTopic *self,
           const char       *id,
           const char       *name)
{
  gint64 window_ns = dwell_requirement_round_up (MAX (self->length_ns / 50, 1));
  g_autofree char *window = dwell_requirement_write_time (MIN (window_ns, MAX_WINDOW_NS));

  return g_strdup_printf ("%s: load of context %s in any %s <= %d %%", id, name, window,
                          LOAD_PERCENT);
}

/**
 * dwell_topic_put_into_words:
 * @self: what a requirement is to be about
 * @id: its id
 *
 * Returns: (transfer full): a line for a file of requirements; for a chain two lines
 */
char *
dwell_topic_put_into_words (const DwellTopic *self,
                            const char       *id)
{
  g_autofree char *name = dwell_requirement_quote (self->name);
  g_autofree char *other = self->other != NULL ? dwell_requirement_quote (self->other) : NULL;
  g_autofree char *percentile = write_number (self->percentile);
  const char *measure = self->measure != NULL ? self->measure : "call";
  gboolean is_exact = self->kind == DWELL_TOPIC_DEADLINE;
  gint64 limit_ns = is_exact ? self->limit_ns : dwell_requirement_round_up (self->limit_ns);
  g_autofree char *limit = dwell_requirement_write_time (limit_ns);

  switch (self->kind)
    {
    case DWELL_TOPIC_PERCENTILE:
      return g_strdup_printf ("%s: p%s of %s of %s <= %s", id, percentile, measure, name, limit);
    case DWELL_TOPIC_TRACK:
      return word_load (self, id, name);
    case DWELL_TOPIC_VALUE:
      return word_value (self, id, name);
    case DWELL_TOPIC_STATE:
      return g_strdup_printf ("%s: never %s is %s", id, name, other);
    case DWELL_TOPIC_DELAY:
      return g_strdup_printf ("%s: delay from %s of %s to begin of %s <= %s", id,
                              self->is_nested ? "begin" : "end", name, other, limit);
    case DWELL_TOPIC_CHAIN:
      return g_strdup_printf ("chain %s: %s\n%s: reaction of %s <= %s", self->name, self->other,
                              id, self->name, limit);
    case DWELL_TOPIC_SPAN:
    case DWELL_TOPIC_DEADLINE:
    default:
      return g_strdup_printf ("%s: %s of %s <= %s", id, measure, name, limit);
    }
}
