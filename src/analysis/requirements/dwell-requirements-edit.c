/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines are found as in the parser: a line that starts with a space continues the previous one, and
 * blank lines and comments between them are skipped. */
#include "config.h"

#include "analysis/requirements/dwell-requirements-edit.h"

#include <string.h>

#include "analysis/requirements/dwell-requirement-scan.h"
#include "analysis/requirements/dwell-requirements.h"

#define SIGNATURE "dwell-requirements 1"

/* A line of a text. */
typedef struct {
  const char *begin;
  const char *end;  /* without the line end */
  const char *next; /* after the line end */
} Line;

/* Moves to the next line; there is no line after the last line end. Returns: whether there is
 * one */
static gboolean
next_line (const char **p,
           const char  *end,
           Line        *line)
{
  if (*p == end)
    return FALSE;

  line->begin = *p;
  line->end = memchr (*p, '\n', (gsize) (end - *p));
  line->next = line->end != NULL ? line->end + 1 : end;
  if (line->end == NULL)
    line->end = end;
  if (line->end > line->begin && line->end[-1] == '\r')
    line->end--;
  *p = line->next;
  return TRUE;
}

static const char *
skip_blanks (const Line *line)
{
  const char *p = line->begin;

  while (p < line->end && (*p == ' ' || *p == '\t'))
    p++;
  return p;
}

static gboolean
is_empty (const Line *line)
{
  const char *p = skip_blanks (line);

  return p == line->end || *p == '#';
}

static const char *
get_text (GBytes      *bytes,
          const char **end)
{
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);

  /* An empty text may have no address. */
  if (text == NULL)
    text = "";
  *end = text + length;
  return text;
}

/* Finds the line with a number, from 1; @p is moved past it. */
static gboolean
find_line (const char **p,
           const char  *end,
           guint        number,
           Line        *line)
{
  for (guint i = 0; i < number; i++)
    if (!next_line (p, end, line))
      return FALSE;

  return number > 0;
}

/* Whether @line, which is not empty, continues the previous line. */
static gboolean
goes_on (const Line *line)
{
  return skip_blanks (line) > line->begin;
}

static const char *
get_line_end (const char *text,
              const char *end)
{
  const char *first = memchr (text, '\n', (gsize) (end - text));

  return first != NULL && first > text && first[-1] == '\r' ? "\r\n" : "\n";
}

static void
append_line (GString    *text,
             const char *line,
             const char *line_end)
{
  if (text->len > 0 && text->str[text->len - 1] != '\n')
    g_string_append (text, line_end);
  g_string_append (text, line);
  g_string_append (text, line_end);
}

static gboolean
has_signature (const char *text,
               const char *end)
{
  Line line;

  while (next_line (&text, end, &line))
    if (!is_empty (&line))
      return TRUE;

  return FALSE;
}

/* A sentence has only one line. */
static char *
make_line (const char *sentence)
{
  char *line = g_strdelimit (g_strdup (sentence), "\r\n", ' ');

  return g_strstrip (line);
}

/**
 * dwell_requirements_edit:
 * @text: a file of requirements
 * @line: the number of the first line of a requirement, from 1; 0: a new one is added at the end
 * @sentence: (nullable): the new sentence; %NULL: removes the line
 *
 * Returns: (transfer full): the file with that line replaced. If @text is not a file of
 *   requirements yet it becomes one. If the line does not exist nothing changes
 */
GBytes *
dwell_requirements_edit (GBytes     *text,
                         guint       line,
                         const char *sentence)
{
  g_autofree char *new_line = sentence != NULL ? make_line (sentence) : NULL;
  const char *end;
  const char *begin = get_text (text, &end);
  const char *line_end = get_line_end (begin, end);
  const char *p = begin;
  const char *rest;
  GString *edited;
  Line found;

  if (line > 0 && !find_line (&p, end, line, &found))
    return g_bytes_ref (text);

  edited = g_string_new_len (begin, (line > 0 ? found.begin : end) - begin);
  if (line == 0)
    {
      if (!has_signature (begin, end))
        append_line (edited, SIGNATURE, line_end);
      if (new_line != NULL)
        append_line (edited, new_line, line_end);
      return g_string_free_to_bytes (edited);
    }

  if (new_line != NULL)
    {
      g_string_append (edited, new_line);
      g_string_append_len (edited, found.end, found.next - found.end);
    }
  for (rest = p; next_line (&p, end, &found) && (is_empty (&found) || goes_on (&found)); rest = p)
    if (is_empty (&found))
      g_string_append_len (edited, found.begin, found.next - found.begin);
  g_string_append_len (edited, rest, end - rest);

  return g_string_free_to_bytes (edited);
}

/* Separates a line from its comment. */
static void
part_comment (const Line *line,
              GString    *sentence,
              GString    *comments)
{
  g_autofree char *text = g_strndup (line->begin, (gsize) (line->end - line->begin));
  const char *comment = _dwell_requirement_find_comment (text);

  g_string_append_printf (sentence, "%s%.*s", sentence->len > 0 ? " " : "", (int) (comment - text),
                          text);
  while (sentence->len > 0 && strchr (" \t", sentence->str[sentence->len - 1]) != NULL)
    g_string_truncate (sentence, sentence->len - 1);
  if (*comment != '\0')
    g_string_append_printf (comments, " %s", comment);
}

/* Joins @line with its continuation lines up to @end, with the comments at the end. */
static char *
join_lines (const Line *line,
            const char *end)
{
  g_autoptr(GString) comments = g_string_new (NULL);
  GString *sentence = g_string_new (NULL);
  const char *p = line->next;
  gboolean is_one = TRUE;
  Line next = { skip_blanks (line), line->end, line->next };

  part_comment (&next, sentence, comments);
  while (next_line (&p, end, &next) && (is_empty (&next) || goes_on (&next)))
    if (!is_empty (&next))
      {
        next.begin = skip_blanks (&next);
        part_comment (&next, sentence, comments);
        is_one = FALSE;
      }

  if (is_one)
    {
      g_string_truncate (sentence, 0);
      g_string_append_len (sentence, skip_blanks (line), line->end - skip_blanks (line));
      return g_string_free (sentence, FALSE);
    }

  g_string_append (sentence, comments->str);
  return g_string_free (sentence, FALSE);
}

/**
 * dwell_requirements_get_line:
 * @text: a file of requirements
 * @line: the number of the first line of a requirement, from 1
 *
 * Returns: (transfer full) (nullable): the requirement joined into one line, followed by its
 *   comments; %NULL: the line does not exist
 */
char *
dwell_requirements_get_line (GBytes *text,
                             guint   line)
{
  const char *end;
  const char *p = get_text (text, &end);
  Line found;

  return find_line (&p, end, line, &found) ? join_lines (&found, end) : NULL;
}

/**
 * dwell_requirements_find_line:
 * @text: a file of requirements
 * @sentence: a line, as dwell_requirements_get_line() returns it
 *
 * Returns: its number, from 1; 0 if it is not there, or more than once
 */
guint
dwell_requirements_find_line (GBytes     *text,
                              const char *sentence)
{
  const char *end;
  const char *p = get_text (text, &end);
  guint found = 0;
  Line line;

  for (guint i = 1; next_line (&p, end, &line); i++)
    {
      g_autofree char *other = is_empty (&line) || goes_on (&line) ? NULL
                                                                   : join_lines (&line, end);

      if (other == NULL || !g_str_equal (other, sentence))
        continue;
      if (found > 0)
        return 0;
      found = i;
    }

  return found;
}

/**
 * dwell_requirements_last_line:
 * @text: a file of requirements
 *
 * Returns: the number of its last line, from 1; 0 if it has none
 */
guint
dwell_requirements_last_line (GBytes *text)
{
  const char *end;
  const char *p = get_text (text, &end);
  guint n = 0;
  Line line;

  while (next_line (&p, end, &line))
    n++;
  return n;
}

/* Returns: the first word of a line that is not a keyword */
static const char *
skip_keyword (const char *line)
{
  static const char * const keywords[] = { "chain ", "track " };

  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    if (g_str_has_prefix (line, keywords[i]))
      return line + strlen (keywords[i]);

  return line;
}

/* Returns: (transfer full): an unused id, made of @letter and a number */
static char *
make_id (GBytes *text,
         char    letter)
{
  const char *end;
  const char *p = get_text (text, &end);
  guint64 greatest = 0;
  Line line;

  while (next_line (&p, end, &line))
    {
      g_autofree char *first = g_strndup (line.begin, MIN ((gsize) (line.end - line.begin), 32));
      const char *id = skip_keyword (first);
      guint64 n = *id == letter && g_ascii_isdigit (id[1]) ? g_ascii_strtoull (id + 1, NULL, 10)
                                                           : 0;

      if (n < 1000000 && n > greatest)
        greatest = n;
    }

  return g_strdup_printf ("%c%u", letter, (guint) greatest + 1);
}

/**
 * dwell_requirements_make_id:
 * @text: a file of requirements
 *
 * Returns: (transfer full): an id not used in it: “R1”, “R2”, …
 */
char *
dwell_requirements_make_id (GBytes *text)
{
  return make_id (text, 'R');
}

/**
 * dwell_requirements_make_chain_id:
 * @text: (nullable): a file of requirements
 *
 * Returns: (transfer full): an id not used in it: “C1”, “C2”, …
 */
char *
dwell_requirements_make_chain_id (GBytes *text)
{
  g_autoptr(GBytes) empty = g_bytes_new_static (NULL, 0);

  return make_id (text != NULL ? text : empty, 'C');
}

/* --- Parts of a sentence --- */

typedef struct {
  const char *sentence;
  GArray     *words; /* DwellWord */
  guint       next;
} Reader;

static const DwellWord *
peek (const Reader *self,
      guint         ahead)
{
  return self->next + ahead < self->words->len
         ? &g_array_index (self->words, DwellWord, self->next + ahead) : NULL;
}

static gboolean
is_one_of (const DwellWord    *word,
           const char * const *choices)
{
  return word != NULL && word->kind == DWELL_WORD_BARE && g_strv_contains (choices, word->text);
}

static gboolean
is_number (const DwellWord *word)
{
  return word != NULL && word->kind == DWELL_WORD_BARE &&
         g_ascii_isdigit (word->text[*word->text == '-']);
}

static void
take_part (const Reader         *self,
           guint                 from,
           DwellRequirementPart *part)
{
  part->begin = (gsize) (g_array_index (self->words, DwellWord, from).begin - self->sentence);
  part->end = (gsize) (g_array_index (self->words, DwellWord, self->next - 1).end -
                       self->sentence);
}

/* Skips “ID "title":” and “p99 of”. */
static gboolean
skip_head (Reader *self)
{
  static const char * const aggregates[] = { "max", "min", "mean", "sum", "median", NULL };
  static const char * const of[] = { "of", NULL };
  const DwellWord *word;

  for (word = peek (self, 0); word != NULL; word = peek (self, 0))
    {
      self->next++;
      if (word->kind == DWELL_WORD_BARE && g_str_has_suffix (word->text, ":"))
        break;
    }

  word = peek (self, 0);
  if ((is_one_of (word, aggregates) ||
       (word != NULL && *word->text == 'p' && g_ascii_isdigit (word->text[1]))) &&
      is_one_of (peek (self, 1), of))
    self->next += 2;
  return word != NULL;
}

/* A number, with its unit. */
static gboolean
take_quantity (Reader *self)
{
  static const char * const units[] = { "ns", "us", "µs", "μs", "ms", "s", "min", "%", NULL };

  if (!is_number (peek (self, 0)))
    return FALSE;

  self->next++;
  self->next += is_one_of (peek (self, 0), units);
  return TRUE;
}

/* The words of a class of growth. */
static gboolean
take_class (Reader *self)
{
  static const char * const words[] = { "1", "log", "n", "n^1.5", "n^2", "n^3", "2^n", NULL };
  guint first = self->next;

  while (is_one_of (peek (self, 0), words))
    self->next++;
  return self->next > first;
}

static gboolean
take_limit (Reader                *self,
            gboolean               is_growth,
            DwellRequirementParts *parts)
{
  static const char * const range[] = { "in", NULL };
  static const char * const dots[] = { "..", NULL };
  gboolean is_range = is_one_of (peek (self, 0), range);
  guint first;

  self->next++;
  take_part (self, self->next - 1, &parts->relation);
  first = self->next;
  if (is_growth ? !take_class (self) : !take_quantity (self))
    return FALSE;
  if (is_range && (!is_one_of (peek (self, 0), dots) || (self->next++, !take_quantity (self))))
    return FALSE;

  take_part (self, first, &parts->limit);
  return TRUE;
}

/**
 * dwell_requirement_find_parts:
 * @sentence: a requirement as one line
 * @parts: (out): the places of its parts
 *
 * Finds the parts of a requirement with a measure, names and a limit. They need not be valid.
 *
 * Returns: whether it is such a requirement
 */
gboolean
dwell_requirement_find_parts (const char            *sentence,
                              DwellRequirementParts *parts)
{
  static const char * const measures[] = {
    "call", "gross", "net", "preempted", "pause", "gap", "period", "jitter", "cycle-jitter", "load",
    "count", "value", "concurrency", "time", "hits", "share", "cost", "calls", "growth", NULL
  };
  static const char * const relations[] = { "<=", ">=", "<", ">", "=", NULL };
  static const char * const ends[] = { "<=", ">=", "<", ">", "=", "in", "on", "around", "at",
                                       NULL };
  static const char * const growth[] = { "growth", NULL };
  static const char * const in[] = { "in", NULL };
  static const char * const of[] = { "of", NULL };
  g_autoptr(GArray) words = _dwell_requirement_words_new ();
  g_autofree char *message = NULL;
  Reader reader = { sentence, words, 0 };
  const char *p = sentence;
  gboolean is_growth;
  guint first;

  if (!_dwell_requirement_scan_words (&p, words, &message) || !skip_head (&reader) ||
      !is_one_of (peek (&reader, 0), measures) || !is_one_of (peek (&reader, 1), of))
    return FALSE;

  is_growth = is_one_of (peek (&reader, 0), growth);
  reader.next++;
  take_part (&reader, reader.next - 1, &parts->measure);
  first = ++reader.next;
  while (peek (&reader, 0) != NULL && !is_one_of (peek (&reader, 0), ends))
    reader.next++;
  if (reader.next == first)
    return FALSE;

  take_part (&reader, first, &parts->subject);
  while (peek (&reader, 0) != NULL && !is_one_of (peek (&reader, 0), relations) &&
         !(is_one_of (peek (&reader, 0), in) && is_number (peek (&reader, 1))))
    reader.next++;
  return peek (&reader, 0) != NULL && take_limit (&reader, is_growth, parts);
}

/**
 * dwell_requirement_find_limit:
 * @sentence: a requirement as one line
 * @limit: (out): the place of its limit, with the relation: “<= 800 us”
 *
 * Finds the limit of any requirement that has one, a number or a range.
 *
 * Returns: whether there is one
 */
gboolean
dwell_requirement_find_limit (const char           *sentence,
                              DwellRequirementPart *limit)
{
  static const char * const relations[] = { "<=", ">=", "<", ">", "=", NULL };
  static const char * const in[] = { "in", NULL };
  static const char * const when[] = { "when", NULL };
  g_autoptr(GArray) words = _dwell_requirement_words_new ();
  g_autofree char *message = NULL;
  Reader reader = { sentence, words, 0 };
  DwellRequirementParts parts;
  const char *p = sentence;

  if (!_dwell_requirement_scan_words (&p, words, &message) || !skip_head (&reader))
    return FALSE;

  for (; peek (&reader, 0) != NULL; reader.next++)
    {
      Reader ahead = reader;
      gboolean is_relation = is_one_of (peek (&reader, 0), relations) ||
                             (is_one_of (peek (&reader, 0), in) && is_number (peek (&reader, 1)));
      gboolean is_of_event = reader.next > 0 &&
                             is_one_of (&g_array_index (words, DwellWord, reader.next - 1), when);

      if (!is_relation || is_of_event)
        continue;
      if (!take_limit (&ahead, FALSE, &parts))
        return FALSE;

      *limit = (DwellRequirementPart) { parts.relation.begin, parts.limit.end };
      return TRUE;
    }
  return FALSE;
}

/**
 * dwell_requirement_replace_part:
 * @sentence: a requirement as one line
 * @part: a part of it
 * @text: the text to replace it
 *
 * Returns: (transfer full): the sentence with only that part replaced
 */
char *
dwell_requirement_replace_part (const char                 *sentence,
                                const DwellRequirementPart *part,
                                const char                 *text)
{
  g_autofree char *before = g_strndup (sentence, part->begin);

  return g_strconcat (before, text, sentence + part->end, NULL);
}
