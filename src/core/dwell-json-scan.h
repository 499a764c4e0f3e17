/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scans JSON in place: no tree is built, and nothing is copied. Text may end anywhere: each
 * function distinguishes text that is wrong from text that is only cut, and moves the cursor only
 * on success.
 *
 * More is accepted than the grammar allows: control characters in strings, any word as a value, and
 * anything inside matching brackets. Only dwell_json_is_valid() is strict. */
#pragma once

#include <string.h>

#include "core/dwell-scan.h"

G_BEGIN_DECLS

/* How deeply values may be nested. */
#define DWELL_JSON_MAX_DEPTH 512

typedef enum {
  DWELL_JSON_GOOD,
  DWELL_JSON_CUT, /* the text ended before the value did */
  DWELL_JSON_BAD,
} DwellJsonResult;

/* The text between quotes, or a number or a word. */
typedef struct {
  const char *p;
  guint32     length;
  guint8      is_string;
  guint8      is_escaped; /* it has escapes: see dwell_json_unescape() */
} DwellJsonText;

/* Its bytes, to be scanned; a missing text has no bytes. */
static inline DwellScan
dwell_json_text_scan (const DwellJsonText *text)
{
  const char *p = text->p != NULL ? text->p : "";

  return (DwellScan) { p, p + text->length };
}

/* Whether a text is @word, with escapes as they are in the file. */
static inline gboolean
dwell_json_text_is (const DwellJsonText *text,
                    const char          *word)
{
  return text->length == strlen (word) && memcmp (text->p, word, text->length) == 0;
}

/* The state of passing over a value, which may continue in the next piece of text. 0 at first. */
typedef struct {
  guint32 depth;
  guint8  has_begun;
  guint8  is_in_string;
  guint8  is_escape; /* the last byte was a backslash within a string */
  guint8  is_in_word;
  guint8  is_array[DWELL_JSON_MAX_DEPTH / 8]; /* bits by depth: [ rather than { */
} DwellJsonSkip;

/* Consumes the white space that may be between values. */
static inline void
dwell_json_space (DwellScan *s)
{
  while (s->p < s->end && (*s->p == ' ' || *s->p == '\n' || *s->p == '\r' || *s->p == '\t'))
    s->p++;
}

DwellJsonResult dwell_json_scalar   (DwellScan           *s,
                                     DwellJsonText       *text);
DwellJsonResult dwell_json_skip     (DwellScan           *s,
                                     DwellJsonSkip       *skip);
DwellJsonResult dwell_json_value    (DwellScan           *s,
                                     DwellScan           *value);
DwellJsonResult dwell_json_enter    (DwellScan           *s,
                                     char                 bracket);
DwellJsonResult dwell_json_next_key (DwellScan           *s,
                                     gboolean             is_first,
                                     DwellJsonText       *key,
                                     gboolean            *has_key);
gboolean        dwell_json_is_number (const DwellJsonText *text,
                                     gboolean            *is_integer);
gboolean        dwell_json_is_valid (DwellScan            value);
void            dwell_json_unescape (const DwellJsonText *text,
                                     GString             *bytes);
void            dwell_json_escape   (const char          *text,
                                     GString             *bytes);

G_END_DECLS
