/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The grammar of the lines of callgrind files (README.md, "The file"). All are pure functions of a
 * line and of the positions of the lines before. */
#pragma once

#include "core/dwell-scan.h"

G_BEGIN_DECLS

/* The greatest number of events of a file; callgrind itself has 13. */
#define DWELL_CALLGRIND_MAX_EVENTS 64

/* The greatest number of events that are sums of others. More are of no use to anyone. */
#define DWELL_CALLGRIND_MAX_FORMULAS 256

typedef enum {
  DWELL_CALLGRIND_EMPTY,    /* or a comment */
  DWELL_CALLGRIND_HEADER,   /* KEY: VALUE */
  DWELL_CALLGRIND_OBJECT,   /* ob */
  DWELL_CALLGRIND_FILE,     /* fl */
  DWELL_CALLGRIND_INLINED,  /* fi, fe: the file of the costs that follow */
  DWELL_CALLGRIND_FUNCTION, /* fn */
  DWELL_CALLGRIND_CALLEE_OBJECT,
  DWELL_CALLGRIND_CALLEE_FILE,
  DWELL_CALLGRIND_CALLEE,
  DWELL_CALLGRIND_JUMP_FILE,     /* jfi */
  DWELL_CALLGRIND_JUMP_FUNCTION, /* jfn */
  DWELL_CALLGRIND_CALLS,
  DWELL_CALLGRIND_JUMP,
  DWELL_CALLGRIND_COST,
  DWELL_CALLGRIND_COSTS,           /* only in blocks: consecutive plain lines of costs */
  DWELL_CALLGRIND_BAD,
} DwellCallgrindKind;

typedef struct {
  DwellScan key;   /* of a header */
  DwellScan text;  /* value of the header; text after “=”; line of costs */
} DwellCallgrindLine;

/* “(7) name”, “(7)” or “name”. */
typedef struct {
  gboolean  has_id;
  guint64   id;
  DwellScan name; /* empty: the name that the id was given before */
} DwellCallgrindName;

/* Which positions come before the costs. */
typedef struct {
  gboolean has_instructions;
  gboolean has_lines;
} DwellCallgrindPositions;

/* The forms of the first two words of a line of costs, which may be positions. */
typedef struct {
  guint8 words[2]; /* DWELL_CALLGRIND_PLUS…; 0 for a decimal number */
} DwellCallgrindForms;

#define DWELL_CALLGRIND_PLUS  1
#define DWELL_CALLGRIND_MINUS 2
#define DWELL_CALLGRIND_SAME  4 /* “*”; its number is 0 */
#define DWELL_CALLGRIND_HEX   8

typedef struct {
  guint32        n_values;
  gboolean       has_more;       /* it has more costs than there are events */
  gboolean       was_negative;   /* the line was negative, and counts as 0 */
  guint64        line;
  const guint64 *values;
} DwellCallgrindCosts;

DwellCallgrindKind dwell_callgrind_line_parse  (DwellScan                text,
                                                DwellCallgrindLine      *line);
gboolean           dwell_callgrind_scan_name   (DwellScan                text,
                                                DwellCallgrindName      *name);
gboolean           dwell_callgrind_scan_words  (DwellScan                text,
                                                GArray                  *values,
                                                DwellCallgrindForms     *forms,
                                                guint32                 *n_values);
gboolean           dwell_callgrind_scan_word   (DwellScan               *text,
                                                DwellScan               *word);

/* Removes blanks, tabs and carriage returns at both ends of @text. */
static inline void
dwell_callgrind_trim (DwellScan *text)
{
  while (text->p < text->end && (*text->p == ' ' || *text->p == '\t' || *text->p == '\r'))
    text->p++;
  while (text->end > text->p &&
         (text->end[-1] == ' ' || text->end[-1] == '\t' || text->end[-1] == '\r'))
    text->end--;
}

static inline gboolean
dwell_callgrind_is (DwellScan   text,
                    const char *word)
{
  gsize length = strlen (word);

  return (gsize) (text.end - text.p) == length && memcmp (text.p, word, length) == 0;
}

/* Sets the line, which may be relative to @last. Returns FALSE if the number is too large. */
static inline gboolean
dwell_callgrind_costs_set_line (DwellCallgrindCosts *self,
                                guint64              value,
                                guint8               form,
                                guint64              last)
{
  self->line = value;
  if (form & DWELL_CALLGRIND_SAME)
    self->line = last;
  else if (form & DWELL_CALLGRIND_PLUS)
    return !__builtin_add_overflow (last, value, &self->line);
  else if (form & DWELL_CALLGRIND_MINUS)
    {
      self->was_negative = value > last;
      self->line = self->was_negative ? 0 : last - value;
    }

  return TRUE;
}

/* Interprets the @n_values numbers of a line, the first of which may be positions: relative lines
 * count from @last_line. Addresses are skipped, because Dwell does not show them. Returns FALSE if
 * it is not a line of costs. */
static inline gboolean
dwell_callgrind_costs_init (DwellCallgrindCosts     *self,
                            const guint64           *values,
                            guint32                  n_values,
                            DwellCallgrindForms      forms,
                            DwellCallgrindPositions  positions,
                            guint64                  last_line,
                            guint32                  n_events)
{
  guint32 n = (positions.has_instructions != 0) + (positions.has_lines != 0);

  *self = (DwellCallgrindCosts) { .values = values + n };
  if (n_values < n)
    return FALSE;
  for (guint i = n; i < G_N_ELEMENTS (forms.words); i++)
    if (forms.words[i] != 0)
      return FALSE;

  self->n_values = MIN (n_values - n, n_events);
  self->has_more = n_values - n > n_events;
  return !positions.has_lines ||
         dwell_callgrind_costs_set_line (self, values[n - 1], forms.words[n - 1], last_line);
}

G_END_DECLS
