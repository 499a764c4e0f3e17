/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distinguishes headers from lines that look like one: source lines such as "* comment" are names
 * in the mapping. A header begins with "* " and a keyword, and then has a known macro, or nothing
 * but its class and context. Header templates of the user are tried first. */
#include "config.h"

#include "formats/text1/common/dwell-text1-sections.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-scan.h"

/* The names of macros are shorter. */
#define MAX_MACRO_BYTES 32

/* The number of mistakes in a template that are reported. */
#define MAX_ISSUES 8

static const struct {
  const char        *keyword;
  DwellTemplateKind  header;
  DwellTemplateKind  entry;
} sections[] = {
  [DWELL_TEXT1_SECTION_INFO] =
    { "INFO", DWELL_TEMPLATE_INFO_HEADER, DWELL_TEMPLATE_INFO_ENTRY },
  [DWELL_TEXT1_SECTION_CONTEXTS] =
    { "CONTEXTS", DWELL_TEMPLATE_CONTEXT_HEADER, DWELL_TEMPLATE_CONTEXT_ENTRY },
  [DWELL_TEXT1_SECTION_HANDLE] =
    { "HANDLE", DWELL_TEMPLATE_MAPPING_HEADER, DWELL_TEMPLATE_MAPPING_ENTRY },
  [DWELL_TEXT1_SECTION_STATISTICS] =
    { "STATISTICS", DWELL_TEMPLATE_STATISTICS_HEADER, DWELL_TEMPLATE_STATISTICS_ENTRY },
  [DWELL_TEXT1_SECTION_TIMELINE] =
    { "TIMELINE", DWELL_TEMPLATE_TIMELINE_HEADER, DWELL_TEMPLATE_TIMELINE_ENTRY },
};

/* Skips @word in upper or lower case, unless a letter follows. */
static gboolean
scan_word (DwellScan  *s,
           const char *word)
{
  gsize length = strlen (word);

  if ((gsize) (s->end - s->p) < length || g_ascii_strncasecmp (s->p, word, length) != 0 ||
      (s->p + length < s->end && g_ascii_isalnum (s->p[length])))
    return FALSE;

  s->p += length;
  return TRUE;
}

/* Returns the start of the first known macro; NULL if there is none. */
static const char *
find_known_macro (const char *text,
                  const char *end)
{
  const char *percent = text < end ? memchr (text, '%', (gsize) (end - text)) : NULL;

  while (percent != NULL)
    {
      const char *close = memchr (percent + 1, '%', (gsize) (end - percent - 1));
      const char *stop = close != NULL ? close : end; /* the last macro may lack its "%" */

      if (stop - percent - 1 <= MAX_MACRO_BYTES &&
          dwell_macro_find (percent + 1, (gsize) (stop - percent - 1)) != DWELL_MACRO_UNKNOWN)
        return percent;

      percent = close;
    }

  return NULL;
}

/* Reads "(class)". */
static gboolean
scan_class (DwellScan  *s,
            DwellField *class_name)
{
  const char *close;

  if (!dwell_scan_char (s, '('))
    return TRUE;

  close = s->p < s->end ? memchr (s->p, ')', (gsize) (s->end - s->p)) : NULL;
  if (close == NULL)
    return FALSE;

  *class_name = (DwellField) { s->p, (gsize) (close - s->p) };
  s->p = close + 1;
  return TRUE;
}

/* Reads "CONTEXT(name)": the longest known name, else all up to the last ") " before the first
 * macro. */
static void
scan_context (DwellScan          *s,
              DwellKnownTextFunc  known,
              gpointer            user_data,
              DwellField         *context)
{
  DwellScan t = *s;
  const char *limit;
  const char *close = NULL;
  const char *known_close = NULL;

  dwell_scan_blanks (&t);
  if (!scan_word (&t, "CONTEXT") || !dwell_scan_char (&t, '('))
    return;

  limit = find_known_macro (t.p, t.end);
  for (const char *p = t.p; p < t.end; p++)
    {
      if (*p != ')' || (p + 1 < t.end && p[1] != ' '))
        continue;
      if (limit == NULL || p < limit)
        close = p;
      if (known != NULL && known (DWELL_MACRO_CONTEXT, t.p, (gsize) (p - t.p), user_data))
        known_close = p;
    }

  if (known_close != NULL)
    close = known_close;
  if (close == NULL)
    return;

  *context = (DwellField) { t.p, (gsize) (close - t.p) };
  s->p = close + 1;
}

static gboolean
parse_standard (const char         *line,
                gsize               length,
                DwellKnownTextFunc  known,
                gpointer            user_data,
                DwellText1Header   *header)
{
  DwellScan s = { line, line + length };
  DwellScan rest;
  guint kind = DWELL_TEXT1_SECTION_INFO;

  if (!dwell_scan_literal (&s, "* "))
    return FALSE;

  while (kind < G_N_ELEMENTS (sections) && !scan_word (&s, sections[kind].keyword))
    kind++;
  if (kind == G_N_ELEMENTS (sections) || !scan_class (&s, &header->class_name))
    return FALSE;

  header->kind = kind;
  scan_context (&s, known, user_data, &header->context);
  rest = s;
  dwell_scan_blanks (&rest);
  if (rest.p == rest.end)
    return TRUE;

  /* Further blanks belong to the template: rows begin with them. */
  if (rest.p > s.p)
    s.p++;

  header->entry = (DwellField) { s.p, (gsize) (s.end - s.p) };
  return find_known_macro (s.p, s.end) != NULL;
}

/* Removes "CONTEXT(" and ") ", which the macro writes around the name in a header. */
static DwellField
strip_context (DwellField context)
{
  DwellScan s = { context.text, context.text + context.length };
  DwellField inner = { NULL, 0 };

  while (s.end > s.p && s.end[-1] == ' ')
    s.end--;
  scan_context (&s, NULL, NULL, &inner);
  if (inner.text != NULL)
    return inner;
  return (DwellField) { s.p < s.end ? s.p : NULL, (gsize) (s.end - s.p) };
}

static gboolean
parse_given (const char            *line,
             gsize                  length,
             const DwellText1Given *given,
             DwellText1Header      *header)
{
  for (guint kind = DWELL_TEXT1_SECTION_INFO; kind < G_N_ELEMENTS (sections); kind++)
    {
      const DwellTemplate *template = given->templates[sections[kind].header];
      DwellField fields[DWELL_N_MACROS];
      DwellField entry;

      if (template == NULL ||
          !dwell_template_match (template, line, length, NULL, NULL, fields, NULL))
        continue;

      entry = fields[DWELL_MACRO_FORMAT];
      if (entry.text != NULL && find_known_macro (entry.text, entry.text + entry.length) == NULL)
        continue;

      header->kind = kind;
      header->class_name = fields[DWELL_MACRO_CLASS];
      if (fields[DWELL_MACRO_CONTEXT].text != NULL)
        header->context = strip_context (fields[DWELL_MACRO_CONTEXT]);
      header->entry = entry;
      return TRUE;
    }

  return FALSE;
}

/**
 * dwell_text1_header_parse:
 * @line: a line without its line end
 * @length: bytes of the line
 * @given: the settings of the user
 * @known: (nullable) (scope call): returns whether a text is the name of a context
 * @user_data: for @known
 * @header: (out): the parts of the header
 *
 * Returns: %FALSE if the line is not a header
 */
gboolean
dwell_text1_header_parse (const char            *line,
                          gsize                  length,
                          const DwellText1Given *given,
                          DwellKnownTextFunc     known,
                          gpointer               user_data,
                          DwellText1Header      *header)
{
  memset (header, 0, sizeof *header);
  if (given->has_headers && parse_given (line, length, given, header))
    return TRUE;

  memset (header, 0, sizeof *header);
  return parse_standard (line, length, known, user_data, header);
}

/**
 * dwell_text1_get_header_kind:
 * @kind: kind of a section
 *
 * Returns: the kind of the template of its header
 */
DwellTemplateKind
dwell_text1_get_header_kind (DwellText1SectionKind kind)
{
  return sections[kind].header;
}

/**
 * dwell_text1_get_entry_kind:
 * @kind: kind of a section
 *
 * Returns: the kind of the template of its rows
 */
DwellTemplateKind
dwell_text1_get_entry_kind (DwellText1SectionKind kind)
{
  return sections[kind].entry;
}

/**
 * dwell_text1_header_compile:
 * @header: a header
 * @given: the settings of the user
 *
 * Compiles the template of the rows: the one in the header, unless the user's template overrides
 * it; else the user's template; else the one in the vendor's examples. A known macro at the end of
 * the template may lack its "%".
 *
 * Returns: (transfer full): the template
 */
DwellTemplate *
dwell_text1_header_compile (const DwellText1Header *header,
                            const DwellText1Given  *given)
{
  DwellTemplateKind kind = sections[header->kind].entry;
  const DwellTemplateToken *tokens;
  g_autofree char *whole = NULL;
  DwellTemplate *self;
  guint n;

  if (header->entry.text == NULL || (given->overrides && given->templates[kind] != NULL))
    return given->templates[kind] != NULL
             ? dwell_template_ref (given->templates[kind])
             : dwell_template_new (dwell_template_get_default (kind), -1, kind);

  self = dwell_template_new (header->entry.text, (gssize) header->entry.length, kind);
  tokens = dwell_template_get_tokens (self, &n);
  if (n == 0 || !tokens[n - 1].is_literal || tokens[n - 1].text[0] != '%' ||
      dwell_macro_find (tokens[n - 1].text + 1, tokens[n - 1].length - 1) == DWELL_MACRO_UNKNOWN)
    return self;

  whole = g_strdup_printf ("%s%%", dwell_template_get_text (self));
  dwell_template_unref (self);
  return dwell_template_new (whole, -1, kind);
}

/* Warns if rows of a timeline do not have handle, event and time. */
static void
check_timeline (const DwellTemplate *entry,
                DwellProblems       *problems,
                guint64              line)
{
  static const DwellMacro needed[] = { DWELL_MACRO_HANDLE, DWELL_MACRO_EVENT, DWELL_MACRO_TIME };

  for (gsize i = 0; i < G_N_ELEMENTS (needed); i++)
    if (!dwell_template_has_macro (entry, needed[i]))
      dwell_problems_add (problems, DWELL_SEVERITY_ERROR, "timeline-template", line, -1,
                          _("The timeline’s template lacks %%%s%%: its rows cannot be read"),
                          dwell_macro_get_info (needed[i])->name);
}

/**
 * dwell_text1_header_check:
 * @header: a header
 * @given: the settings of the user
 * @entry: the template of its rows
 * @problems: gets the mistakes of the template
 * @line: number of the header's line
 */
void
dwell_text1_header_check (const DwellText1Header *header,
                          const DwellText1Given  *given,
                          const DwellTemplate    *entry,
                          DwellProblems          *problems,
                          guint64                 line)
{
  guint n;
  const DwellTemplateIssue *issues = dwell_template_get_issues (entry, &n);

  for (guint i = 0; i < MIN (n, MAX_ISSUES); i++)
    dwell_problems_add (problems, DWELL_SEVERITY_WARNING, "template", line, -1,
                        /* Translators: what is wrong with it */
                        _("The template of a section: %s"), issues[i].message);

  if (header->entry.text == NULL && given->templates[sections[header->kind].entry] == NULL)
    dwell_problems_add (problems, DWELL_SEVERITY_WARNING, "no-template", line, -1,
                        _("The header has no template: that of the vendor’s examples was used"));

  if (header->kind == DWELL_TEXT1_SECTION_TIMELINE)
    check_timeline (entry, problems, line);
}

/**
 * dwell_text1_measure_line:
 * @text: the start of a line
 * @end: the end of the bytes
 * @line_end: (out): bytes of its line end (LF, CR LF, CR); 0 if it has none
 *
 * Returns: bytes of the line without its line end
 */
gsize
dwell_text1_measure_line (const char *text,
                          const char *end,
                          gsize      *line_end)
{
  const char *newline = text < end ? memchr (text, '\n', (gsize) (end - text)) : NULL;
  const char *stop = newline != NULL ? newline : end;
  const char *carriage = text < stop ? memchr (text, '\r', (gsize) (stop - text)) : NULL;

  if (carriage != NULL)
    {
      *line_end = carriage + 1 == newline ? 2 : 1;
      return (gsize) (carriage - text);
    }

  *line_end = newline != NULL ? 1 : 0;
  return (gsize) (stop - text);
}
