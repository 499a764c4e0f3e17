/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formats rows of the timeline as text, or as binary records. Numbers are written several digits at
 * a time, and nothing is allocated. */
#include "config.h"

#include <string.h>

#include "formats/text1/write/dwell-text1-writer.h"

#define MAX_HANDLE 8
#define MAX_EVENT  1
#define MAX_VALUE  16
#define MAX_TIME   20
#define MAX_END    2
#define MAX_RECORD 24

static const char decimal_pairs[] =
  "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
  "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
  "8081828384858687888990919293949596979899";

static guint8 *
put_decimal (guint8 *p,
             gint64  number)
{
  guint8 digits[MAX_TIME];
  guint8 *first = digits + sizeof digits;
  guint64 rest = number < 0 ? 0 - (guint64) number : (guint64) number;

  while (rest >= 100)
    {
      first -= 2;
      memcpy (first, decimal_pairs + rest % 100 * 2, 2);
      rest /= 100;
    }

  if (rest >= 10)
    {
      first -= 2;
      memcpy (first, decimal_pairs + rest * 2, 2);
    }
  else
    *--first = (guint8) ('0' + rest);

  if (number < 0)
    *p++ = '-';
  memcpy (p, first, (gsize) (digits + sizeof digits - first));
  return p + (digits + sizeof digits - first);
}

/* Writes eight digits at once: spreads the nibbles to bytes, then moves those above 9 to
 * letters. */
static guint8 *
put_hex (guint8  *p,
         guint32  number)
{
  guint64 n = GUINT32_SWAP_LE_BE (number);
  guint64 letters;

  n = (n | n << 16) & G_GUINT64_CONSTANT (0x0000ffff0000ffff);
  n = (n | n << 8) & G_GUINT64_CONSTANT (0x00ff00ff00ff00ff);
  n = (n >> 4 & G_GUINT64_CONSTANT (0x000f000f000f000f)) |
      (n & G_GUINT64_CONSTANT (0x000f000f000f000f)) << 8;
  letters = (n + G_GUINT64_CONSTANT (0x0606060606060606)) >> 4 &
            G_GUINT64_CONSTANT (0x0101010101010101);
  n = GUINT64_TO_LE (n + G_GUINT64_CONSTANT (0x3030303030303030) + letters * 7);
  memcpy (p, &n, sizeof n);
  return p + sizeof n;
}

/* Writes eight digits if sign-extending them gives the value, else sixteen. */
static guint8 *
put_value (guint8  *p,
           guint64  value)
{
  if ((guint64) (gint64) (gint32) (guint32) value != value)
    p = put_hex (p, (guint32) (value >> 32));

  return put_hex (p, (guint32) value);
}

static gsize
measure_token (const DwellTemplateToken *token,
               gsize                     context_length)
{
  if (token->is_literal)
    return token->length;

  switch ((guint) token->macro)
    {
    case DWELL_MACRO_HANDLE:
      return MAX_HANDLE;
    case DWELL_MACRO_EVENT:
      return MAX_EVENT;
    case DWELL_MACRO_VALUE:
      return MAX_VALUE;
    case DWELL_MACRO_TIME:
      return MAX_TIME;
    case DWELL_MACRO_CONTEXT:
      return context_length;
    case DWELL_MACRO_UNKNOWN:
      return token->length + 2;
    default:
      return 0;
    }
}

/* Returns the greatest length of a row whose context has a text of @context_length bytes. */
static gsize
measure (const DwellText1RowFormat *self,
         gsize                      context_length)
{
  const DwellTemplateToken *tokens;
  gsize length = MAX_END;
  guint n;

  if (self->entry == NULL)
    return MAX_RECORD;

  tokens = dwell_template_get_tokens (self->entry, &n);
  for (guint i = 0; i < n; i++)
    length += measure_token (&tokens[i], context_length);

  return length;
}

/**
 * dwell_text1_row_format_init:
 * @self: (out): uninitialised memory
 * @entry: (nullable): template of the rows, which must outlive @self; %NULL: binary records
 * @line_end: line end of a row of text
 * @n_contexts: number of the trace's contexts
 */
void
dwell_text1_row_format_init (DwellText1RowFormat *self,
                             const DwellTemplate *entry,
                             DwellText1LineEnd    line_end,
                             guint32              n_contexts)
{
  *self = (DwellText1RowFormat) {
    .entry = entry,
    .line_end = line_end,
    .contexts = g_new0 (char *, (gsize) n_contexts + 1),
    .context_lengths = g_new0 (gsize, (gsize) n_contexts + 1),
    .n_contexts = n_contexts,
  };
  self->max_row = measure (self, 0);
}

/**
 * dwell_text1_row_format_clear:
 * @self: a format
 *
 * Frees what @self owns.
 */
void
dwell_text1_row_format_clear (DwellText1RowFormat *self)
{
  for (guint32 i = 0; i < self->n_contexts; i++)
    g_free (self->contexts[i]);
  g_free (self->contexts);
  g_free (self->context_lengths);
}

/**
 * dwell_text1_row_format_set_context:
 * @self: a format
 * @context: a context of the trace
 * @text: (transfer full) (nullable): the value of %CONTEXT%
 */
void
dwell_text1_row_format_set_context (DwellText1RowFormat *self,
                                    guint32              context,
                                    char                *text)
{
  self->contexts[context] = text;
  self->context_lengths[context] = strlen (text);
  self->max_row = MAX (self->max_row, measure (self, self->context_lengths[context]));
}

/**
 * dwell_text1_row_format_init_for:
 * @self: (out): uninitialised memory
 * @writer: a writer, which must outlive @self
 *
 * Prepares the format in which an export writes its rows.
 */
void
dwell_text1_row_format_init_for (DwellText1RowFormat    *self,
                                 const DwellText1Writer *writer)
{
  const DwellText1Settings *settings = writer->settings;
  gboolean by_handle = dwell_text1_writer_writes_handles (writer);

  dwell_text1_row_format_init (self, settings->timeline_binary
                                       ? NULL : writer->templates[DWELL_TEMPLATE_TIMELINE_ENTRY],
                               settings->line_ends_are_lf ? DWELL_TEXT1_LF : DWELL_TEXT1_CRLF,
                               writer->trace->n_contexts);
  self->is_1_0 = settings->binary_is_1_0;

  for (guint32 i = 0; i < writer->trace->n_contexts; i++)
    {
      g_autoptr(GString) text = g_string_new (NULL);

      if (writer->context_handles[i] == DWELL_NONE)
        continue;

      if (by_handle)
        g_string_printf (text, "0x%x", writer->context_handles[i]);
      else
        dwell_text1_append_context (writer, text, i, FALSE);
      dwell_text1_row_format_set_context (self, i, g_strdup (text->str));
    }
}

static guint8 *
put_bytes (guint8     *p,
           const char *bytes,
           gsize       length)
{
  memcpy (p, bytes, length);
  return p + length;
}

static guint8 *
put_macro (const DwellText1RowFormat *self,
           const DwellTemplateToken  *token,
           const DwellText1Row       *row,
           const char                *letters,
           guint8                    *p)
{
  switch ((guint) token->macro)
    {
    case DWELL_MACRO_HANDLE:
      return put_hex (p, row->handle);
    case DWELL_MACRO_EVENT:
      *p = (guint8) letters[row->kind];
      return p + 1;
    case DWELL_MACRO_VALUE:
      return row->has_value ? put_value (p, row->value) : p;
    case DWELL_MACRO_TIME:
      return put_decimal (p, row->time);
    case DWELL_MACRO_CONTEXT:
      return row->context < self->n_contexts && self->contexts[row->context] != NULL
               ? put_bytes (p, self->contexts[row->context], self->context_lengths[row->context])
               : p;
    case DWELL_MACRO_UNKNOWN:
      *p++ = '%';
      p = put_bytes (p, token->text, token->length);
      *p++ = '%';
      return p;
    default:
      return p;
    }
}

static const char *
get_letters (const DwellText1RowFormat *self)
{
  return self->is_swapped ? "XRSEW" : "XSREW";
}

/**
 * dwell_text1_row_format_append:
 * @self: a format of rows of text
 * @macro: a macro of its template
 * @row: a row
 * @text: (inout): gets the value of @macro
 */
void
dwell_text1_row_format_append (const DwellText1RowFormat *self,
                               DwellMacro                 macro,
                               const DwellText1Row       *row,
                               GString                   *text)
{
  const DwellTemplateToken token = { .macro = macro };
  gsize begin = text->len;
  guint8 *end;

  g_string_set_size (text, begin + self->max_row);
  end = put_macro (self, &token, row, get_letters (self), (guint8 *) text->str + begin);
  g_string_truncate (text, (gsize) (end - (guint8 *) text->str));
}

/**
 * dwell_text1_row_format_rows:
 * @self: a format
 * @rows: (array length=n_rows): rows
 * @n_rows: the number of rows
 * @bytes: (out caller-allocates): room for @n_rows times max_row
 *
 * Formats rows. May be called by several threads at once.
 *
 * Returns: the number of bytes written
 */
gsize
dwell_text1_row_format_rows (const DwellText1RowFormat *self,
                             const DwellText1Row       *rows,
                             gsize                      n_rows,
                             guint8                    *bytes)
{
  guint n_tokens = 0;
  const DwellTemplateToken *tokens =
    self->entry != NULL ? dwell_template_get_tokens (self->entry, &n_tokens) : NULL;
  const char *letters = get_letters (self);
  guint8 *p = bytes;

  for (gsize i = 0; i < n_rows; i++)
    {
      if (self->entry == NULL)
        {
          p = dwell_text1_format_record (self, &rows[i], p);
          continue;
        }

      for (guint k = 0; k < n_tokens; k++)
        {
          if (!tokens[k].is_literal)
            p = put_macro (self, &tokens[k], &rows[i], letters, p);
          else if (tokens[k].length == 1)
            *p++ = (guint8) tokens[k].text[0];
          else
            p = put_bytes (p, tokens[k].text, tokens[k].length);
        }

      if (self->line_end != DWELL_TEXT1_LF)
        *p++ = '\r';
      if (self->line_end != DWELL_TEXT1_CR)
        *p++ = '\n';
    }

  return (gsize) (p - bytes);
}
