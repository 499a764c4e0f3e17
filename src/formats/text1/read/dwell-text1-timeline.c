/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses a block. The rows of a timeline are parsed by the steps of the section: fields from the
 * left, in exactly the form in which Dwell writes them, without any allocation. A row in any other
 * form is parsed again by the slow path, which tests for a header and matches the template. Such a
 * row is kept as it is, beside its event. */
#include "config.h"

#include "formats/text1/read/dwell-text1-timeline.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-digits.h"
#include "core/dwell-load.h"
#include "formats/text1/read/dwell-text1-map-private.h"

/* Numbers of this many digits are below DWELL_TIME_MAX. */
#define MAX_TIME_DIGITS 18

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

/* The values of upper-case hexadecimal digits; 0xff for anything else. */
static const guint8 hex_values[256] = {
  [0 ... '0' - 1] = 0xff, ['9' + 1 ... 'A' - 1] = 0xff, ['F' + 1 ... 255] = 0xff,
  ['0'] = 0, ['1'] = 1, ['2'] = 2, ['3'] = 3, ['4'] = 4, ['5'] = 5, ['6'] = 6, ['7'] = 7,
  ['8'] = 8, ['9'] = 9, ['A'] = 10, ['B'] = 11, ['C'] = 12, ['D'] = 13, ['E'] = 14, ['F'] = 15,
};

/* Not the letter of an event. */
#define NO_KIND 0xff

/* DwellEventKind + 1 by letter. */
static const guint8 event_kinds[256] = {
  ['E'] = DWELL_EVENT_ENTRY + 1, ['S'] = DWELL_EVENT_SUSPEND + 1, ['R'] = DWELL_EVENT_RESUME + 1,
  ['X'] = DWELL_EVENT_EXIT + 1, ['W'] = DWELL_EVENT_WRITE + 1,
};

static inline guint8
get_event_kind (char letter)
{
  return (guint8) (event_kinds[(guchar) letter] - 1);
}

/**
 * dwell_text1_block_new:
 * Returns: (transfer full): an empty block
 */
DwellText1Block *
dwell_text1_block_new (void)
{
  DwellText1Block *self = g_new0 (DwellText1Block, 1);

  self->runs = g_array_new (FALSE, FALSE, sizeof (DwellText1Run));
  self->contexts = g_array_new (FALSE, FALSE, sizeof (DwellField));
  self->n_context_slots = 64;
  self->context_slots = g_new0 (guint32, self->n_context_slots);

  return self;
}

static void
block_reset (DwellText1Block *self)
{
  for (guint i = 0; i < self->runs->len; i++)
    g_clear_pointer (&g_array_index (self->runs, DwellText1Run, i).section,
                     dwell_text1_section_unref);
  g_clear_pointer (&self->assumed, dwell_text1_section_unref);
  g_array_set_size (self->runs, 0);
  self->n_events = 0;
  memset (self->n_kinds, 0, sizeof self->n_kinds);

  if (self->contexts->len > 0)
    memset (self->context_slots, 0, self->n_context_slots * sizeof (guint32));
  g_array_set_size (self->contexts, 0);
}

/**
 * dwell_text1_block_free:
 * @self: (transfer full): a block
 */
void
dwell_text1_block_free (DwellText1Block *self)
{
  block_reset (self);
  g_array_unref (self->runs);
  g_array_unref (self->contexts);
  g_free (self->context_slots);
  g_free (self->events);
  g_free (self);
}

static guint32
hash_text (const char *text,
           gsize       length)
{
  guint32 hash = 2166136261u;

  for (gsize i = 0; i < length; i++)
    hash = (hash ^ (guchar) text[i]) * 16777619u;

  return hash ^ hash >> 15;
}

static guint32 *
find_context_slot (DwellText1Block *self,
                   const char      *text,
                   gsize            length)
{
  guint32 i = hash_text (text, length) & (self->n_context_slots - 1);

  for (; self->context_slots[i] != 0; i = (i + 1) & (self->n_context_slots - 1))
    {
      const DwellField *known = &g_array_index (self->contexts, DwellField,
                                               self->context_slots[i] - 1);

      if (known->length == length && memcmp (known->text, text, length) == 0)
        break;
    }

  return &self->context_slots[i];
}

/* Returns the index of a context's text among those of this block; adds it if it is new. */
static guint32
number_context (DwellText1Block *self,
                const char      *text,
                gsize            length)
{
  DwellField added = { text, length };
  guint32 *slot;

  if (length == 0)
    return DWELL_NONE;

  slot = find_context_slot (self, text, length);
  if (G_LIKELY (*slot != 0))
    return *slot - 1;

  g_array_append_val (self->contexts, added);
  *slot = self->contexts->len;

  if (self->contexts->len * 2 > self->n_context_slots)
    {
      g_free (self->context_slots);
      self->n_context_slots *= 2;
      self->context_slots = g_new0 (guint32, self->n_context_slots);
      for (guint i = 0; i < self->contexts->len; i++)
        {
          const DwellField *known = &g_array_index (self->contexts, DwellField, i);

          *find_context_slot (self, known->text, known->length) = i + 1;
        }
    }

  return self->contexts->len - 1;
}

/* Reads eight upper-case hexadecimal digits; they are valid if writing the value again gives the
 * same bytes. The padding of the block makes reading eight bytes safe. */
static inline gboolean
scan_hex8 (const char *p,
           guint32    *value)
{
  guint64 bytes = dwell_load_u64 (p);
  guint64 digits = (bytes & DWELL_EACH_BYTE (0xf)) + (bytes >> 6 & DWELL_EACH_BYTE (1)) * 9;
  guint64 are_letters = (digits + DWELL_EACH_BYTE (6)) >> 4 & DWELL_EACH_BYTE (1);
  guint64 packed = GUINT64_SWAP_LE_BE (digits);

  packed = (packed | packed >> 4) & G_GUINT64_CONSTANT (0x00ff00ff00ff00ff);
  packed = (packed | packed >> 8) & G_GUINT64_CONSTANT (0x0000ffff0000ffff);
  *value = (guint32) (packed | packed >> 16);
  return (digits & DWELL_EACH_BYTE (0xf0)) == 0 &&
         digits + DWELL_EACH_BYTE ('0') + are_letters * 7 == bytes;
}

/* Reads a value of 8 digits, of 16 if 8 are not enough, or nothing. */
static inline const char *
scan_value (const char      *p,
            DwellText1Event *event)
{
  guint32 high;
  guint32 low;

  if (!scan_hex8 (p, &high))
    return p;

  event->has_value = TRUE;
  event->value = (guint64) (gint64) (gint32) high;
  if (hex_values[(guchar) p[8]] == 0xff)
    return p + 8;

  if (!scan_hex8 (p + 8, &low))
    return NULL;

  event->value = (guint64) high << 32 | low;
  return event->value == (guint64) (gint64) (gint32) low ? NULL : p + 16;
}

static inline const char *
scan_time (const char *p,
           gint64     *time)
{
  static const guint64 powers[] = { 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000 };
  gboolean is_negative = *p == '-';
  const char *digits = p + is_negative;
  guint64 v = 0;
  guint n;

  p = digits;
  do
    {
      guint64 part = 0;

      n = dwell_digits_scan (p, &part);
      v = v * powers[n] + part;
      p += n;
    }
  while (n == 8 && p <= digits + MAX_TIME_DIGITS);

  if (p == digits || p - digits > MAX_TIME_DIGITS ||
      (*digits == '0' && (p > digits + 1 || is_negative)))
    return NULL;

  *time = is_negative ? -(gint64) v : (gint64) v;
  return p;
}

/* Returns FALSE if Dwell writes a value for such an event and there is none, or the reverse. */
static inline gboolean
has_usual_value (const DwellText1Event *event)
{
  gboolean needs_value = event->kind == DWELL_EVENT_WRITE ||
                         dwell_text1_handle_is_shared (event->handle);

  return event->has_value == needs_value;
}

static inline const char *
scan_line_end (const char        *p,
               const char        *end,
               DwellText1LineEnd  line_end)
{
  gboolean is_good;

  if (line_end == DWELL_TEXT1_CRLF)
    is_good = *p++ == '\r' && *p == '\n';
  else
    is_good = *p == (line_end == DWELL_TEXT1_LF ? '\n' : '\r');

  return is_good && p < end && (line_end != DWELL_TEXT1_CR || p[1] != '\n') ? p + 1 : NULL;
}

/* Parses a row by the steps of the section. Returns the start of the next row, or NULL if the row
 * has another form. Scanning stops at the NUL after the block. */
static inline const char *
parse_steps (DwellText1Block         *self,
             const DwellText1Section *section,
             const char              *p,
             const char              *end,
             DwellText1Event         *event)
{
  gboolean has_value_field = FALSE;
  const char *q;

  *event = (DwellText1Event) { .context = DWELL_NONE, .core = DWELL_CORE_UNKNOWN };

  for (const DwellText1Step *step = section->steps; step->kind != DWELL_TEXT1_STEP_END; step++)
    switch (step->kind)
      {
      case DWELL_TEXT1_STEP_LITERAL:
        if (*p != step->text[0] || (gsize) (end - p) < step->length ||
            (step->length > 1 && memcmp (p, step->text, step->length) != 0))
          return NULL;
        p += step->length;
        break;

      case DWELL_TEXT1_STEP_HANDLE:
        if (!scan_hex8 (p, &event->handle))
          return NULL;
        p += 8;
        break;

      case DWELL_TEXT1_STEP_EVENT:
        event->kind = get_event_kind (*p++);
        if (event->kind == NO_KIND)
          return NULL;
        break;

      case DWELL_TEXT1_STEP_VALUE:
        has_value_field = TRUE;
        p = scan_value (p, event);
        if (p == NULL)
          return NULL;
        break;

      case DWELL_TEXT1_STEP_TIME:
        p = scan_time (p, &event->time);
        if (p == NULL)
          return NULL;
        break;

      case DWELL_TEXT1_STEP_CONTEXT:
        for (q = p; *q != step->stop && *q != '\n' && *q != '\r' && q < end;)
          q++;
        event->context = number_context (self, p, (gsize) (q - p));
        p = q;
        break;

      case DWELL_TEXT1_STEP_END:
      default:
        return NULL;
      }

  if (p >= end || (has_value_field && !has_usual_value (event)))
    return NULL;

  return scan_line_end (p, end, section->line_end);
}

static void
ensure_event (DwellText1Block *self)
{
  if (G_LIKELY (self->n_events < self->n_allocated))
    return;

  self->n_allocated = MAX (self->n_allocated * 2, 4096);
  self->events = g_renew (DwellText1Event, self->events, self->n_allocated);
}

/* Makes an event from fields by README.md, "Values", whatever the form of their digits. */
static gboolean
parse_fields (DwellText1Block       *self,
              const DwellField      *fields,
              const DwellText1Given *given,
              DwellText1Event       *event,
              gboolean              *is_double)
{
  const DwellField *letter = &fields[DWELL_MACRO_EVENT];
  const DwellField *handle = &fields[DWELL_MACRO_HANDLE];
  const DwellField *value = &fields[DWELL_MACRO_VALUE];
  const DwellField *time = &fields[DWELL_MACRO_TIME];
  DwellText1Base base = given->base == DWELL_TEXT1_BASE_AUTO ? DWELL_TEXT1_BASE_HEXADECIMAL
                                                             : given->base;

  *event = (DwellText1Event) { .context = DWELL_NONE, .core = DWELL_CORE_UNKNOWN };

  if (letter->length != 1 || handle->text == NULL || time->text == NULL)
    return FALSE;

  event->kind = get_event_kind (g_ascii_toupper (letter->text[0]));
  if (event->kind == NO_KIND ||
      !dwell_text1_parse_handle (handle->text, handle->length, &event->handle) ||
      !dwell_text1_parse_number (time->text, time->length, &event->time))
    return FALSE;

  if (value->length > 0)
    {
      if (!dwell_text1_parse_value (value->text, value->length, base, &event->value, is_double))
        return FALSE;
      event->has_value = TRUE;
    }

  event->context = number_context (self, fields[DWELL_MACRO_CONTEXT].text,
                                   fields[DWELL_MACRO_CONTEXT].length);
  return TRUE;
}

static DwellText1Run *
add_run (DwellText1Block   *self,
         DwellText1RunKind  kind,
         gsize              offset,
         gsize              length,
         guint32            line)
{
  DwellText1Run run = {
    .kind = kind,
    .offset = (guint32) offset,
    .length = (guint32) length,
    .first_line = line,
    .first_event = (guint32) self->n_events,
  };

  g_array_append_val (self->runs, run);
  return &g_array_index (self->runs, DwellText1Run, self->runs->len - 1);
}

/* Adds lines to the last run if it has the same kind; else begins a run. */
static void
extend_run (DwellText1Block   *self,
            DwellText1RunKind  kind,
            gsize              offset,
            gsize              length,
            guint32            line,
            guint32            n_events)
{
  DwellText1Run *last = self->runs->len > 0
                          ? &g_array_index (self->runs, DwellText1Run, self->runs->len - 1) : NULL;

  if (last != NULL && last->kind == kind)
    last->length += (guint32) length;
  else
    last = add_run (self, kind, offset, length, line);

  last->n_events += n_events;
}

typedef struct {
  const DwellBlock      *block;
  const DwellText1Given *given;
  DwellText1Section     *section; /* (nullable) (owned) */
  gboolean               keep_rows;
  const char            *p;
  const char            *end;
  guint32                line;
} Parse;

static gboolean
parse_header (DwellText1Block *self,
              Parse           *parse,
              gsize            length,
              gsize            line_end)
{
  DwellText1LineEnd kind = line_end == 2 ? DWELL_TEXT1_CRLF : DWELL_TEXT1_LF;
  DwellText1Header header;
  DwellText1Run *run;

  if (*parse->p != '*' && !parse->given->has_headers)
    return FALSE;
  if (!dwell_text1_header_parse (parse->p, length, parse->given, NULL, NULL, &header))
    return FALSE;

  if (line_end == 1 && parse->p[length] == '\r')
    kind = DWELL_TEXT1_CR;

  g_clear_pointer (&parse->section, dwell_text1_section_unref);
  parse->section = dwell_text1_section_new (&header, parse->given, kind);

  run = add_run (self, DWELL_TEXT1_RUN_HEADER, (gsize) (parse->p - parse->block->text),
                 length + line_end, parse->line);
  run->section = dwell_text1_section_ref (parse->section);
  return TRUE;
}

/* Parses any line, by the slow path. */
static void
parse_line (DwellText1Block *self,
            Parse           *parse)
{
  gsize line_end;
  gsize length = dwell_text1_measure_line (parse->p, parse->end, &line_end);
  gsize offset = (gsize) (parse->p - parse->block->text);
  DwellField fields[DWELL_N_MACROS];
  DwellText1Run *run;
  DwellText1Event *event;
  gboolean is_double = FALSE;
  gboolean is_event;

  if (parse_header (self, parse, length, line_end))
    ;
  else if (parse->section == NULL || parse->section->kind != DWELL_TEXT1_SECTION_TIMELINE)
    extend_run (self, DWELL_TEXT1_RUN_ROWS, offset, length + line_end, parse->line, 0);
  else
    {
      ensure_event (self);
      event = &self->events[self->n_events];
      is_event = length > 0 &&
                 dwell_template_match (parse->section->entry, parse->p, length, NULL, NULL, fields,
                                       NULL) &&
                 parse_fields (self, fields, parse->given, event, &is_double);

      if (is_event && dwell_time_is_in_range (event->time))
        {
          run = add_run (self, DWELL_TEXT1_RUN_IRREGULAR, offset, length + line_end, parse->line);
          run->n_events = 1;
          run->is_double = is_double;
          self->n_kinds[event->kind]++;
          self->n_events++;
        }
      else
        {
          run = add_run (self, length > 0 ? DWELL_TEXT1_RUN_BAD : DWELL_TEXT1_RUN_IRREGULAR, offset,
                         length + line_end, parse->line);
          run->is_beyond = is_event;
        }
    }

  parse->p += length + line_end;
  parse->line++;
}

/* Parses rows as long as the steps fit. */
static void
parse_rows (DwellText1Block *self,
            Parse           *parse)
{
  const char *begin = parse->p;
  gsize n_before = self->n_events;
  guint32 n_rows;

  while (parse->p < parse->end && *parse->p != '*')
    {
      const char *next;

      ensure_event (self);
      next = parse_steps (self, parse->section, parse->p, parse->end,
                          &self->events[self->n_events]);
      if (next == NULL)
        break;

      parse->p = next;
      self->n_kinds[self->events[self->n_events++].kind]++;
    }

  n_rows = (guint32) (self->n_events - n_before);
  if (n_rows == 0)
    return;

  self->n_events = n_before; /* the next run begins there */
  extend_run (self, DWELL_TEXT1_RUN_EVENTS, (gsize) (begin - parse->block->text),
              (gsize) (parse->p - begin), parse->line, n_rows);
  self->n_events += n_rows;
  parse->line += n_rows;
}

/**
 * dwell_text1_block_parse:
 * @self: a block, whose content is replaced
 * @block: whole lines of the file
 * @section: (nullable): the section that the block is assumed to begin in
 * @given: the settings of the user
 * @keep_rows: whether to keep each event's row, as %DWELL_TEXT1_RUN_IRREGULAR
 *
 * Parses a block. May be called on any thread.
 */
void
dwell_text1_block_parse (DwellText1Block       *self,
                         const DwellBlock      *block,
                         DwellText1Section     *section,
                         const DwellText1Given *given,
                         gboolean               keep_rows)
{
  Parse parse = {
    .block = block,
    .given = given,
    .section = section != NULL ? dwell_text1_section_ref (section) : NULL,
    .keep_rows = keep_rows,
    .p = block->text,
    .end = block->text + block->length,
  };

  block_reset (self);
  self->assumed = section != NULL ? dwell_text1_section_ref (section) : NULL;

  if (block->offset == 0 && block->length >= strlen (BYTE_ORDER_MARK) &&
      memcmp (parse.p, BYTE_ORDER_MARK, strlen (BYTE_ORDER_MARK)) == 0)
    {
      add_run (self, DWELL_TEXT1_RUN_IRREGULAR, 0, strlen (BYTE_ORDER_MARK), 0);
      parse.p += strlen (BYTE_ORDER_MARK);
    }

  while (parse.p < parse.end)
    {
      if (parse.section != NULL && parse.section->has_steps && !keep_rows)
        parse_rows (self, &parse);
      if (parse.p < parse.end)
        parse_line (self, &parse);
    }

  g_clear_pointer (&parse.section, dwell_text1_section_unref);
}

/**
 * dwell_text1_run_report_unmatched:
 * @self: a run of kind %DWELL_TEXT1_RUN_BAD
 * @block: its block
 * @line: number of its line
 * @problems: (inout): gets the problem
 */
void
dwell_text1_run_report_unmatched (const DwellText1Run *self,
                                  const DwellBlock    *block,
                                  guint64              line,
                                  DwellProblems       *problems)
{
  gsize end = (gsize) self->offset + self->length;
  gboolean has_line_end = end < block->length || block->text[end - 1] == '\n';

  dwell_problems_add (problems, DWELL_SEVERITY_ERROR, "unmatched-row", line, -1, "%s",
                      has_line_end ? _("A row does not match the timeline’s template")
                      : _("The last row does not match the timeline’s template: if the file is cut "
                          "off there, what is still open may be shown as longer than it was"));
}
