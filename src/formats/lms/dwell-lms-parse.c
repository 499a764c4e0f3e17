/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses lines. The grammar, with blanks allowed around numbers:
 *
 *   line = ( "0" | "1" ) "," id "," diff | "2" "," id "," label      LF or CR LF
 *
 * A common line, a begin or an end with numbers of at most seven digits, is parsed eight bytes at a
 * time. All other lines are parsed by parse_line(), which accepts anything. */
#include "config.h"

#include "formats/lms/dwell-lms-parse.h"

#include <string.h>

#include "core/dwell-digits.h"
#include "core/dwell-scan.h"

static void
add_record (DwellLmsBlock *self,
            DwellLmsKind   kind,
            guint32        number,
            gint32         diff_us)
{
  self->records[self->n_records++] = (DwellLmsRecord) { number << 2 | kind, diff_us };
}

static void
add_irregular (DwellLmsBlock           *self,
               const DwellLmsIrregular *irregular)
{
  add_record (self, DWELL_LMS_IRREGULAR, self->irregulars->len, 0);
  g_array_append_val (self->irregulars, *irregular);
}

/* Reads the bytes up to the next comma, and skips the comma. Removes blanks around the bytes.
 * Returns FALSE, and the rest of the line, if there is no comma. */
static gboolean
scan_field (DwellScan *s,
            DwellScan *field)
{
  const char *comma = s->end > s->p ? memchr (s->p, ',', (gsize) (s->end - s->p)) : NULL;

  field->p = s->p;
  field->end = comma != NULL ? comma : s->end;
  s->p = comma != NULL ? comma + 1 : s->end;

  dwell_scan_blanks (field);
  while (field->end > field->p && (field->end[-1] == ' ' || field->end[-1] == '\t'))
    field->end--;

  return comma != NULL;
}

static void
parse_label (DwellLmsBlock     *self,
             DwellLmsIrregular *irregular,
             DwellScan          text)
{
  irregular->label = self->labels->len;
  irregular->label_length = (gsize) (text.end - text.p);

  if (irregular->label_length == 0)
    irregular->flaws |= DWELL_LMS_NO_LABEL;
  else
    g_byte_array_append (self->labels, (const guint8 *) text.p, (guint) irregular->label_length);
}

static void
parse_time (DwellLmsIrregular *irregular,
            DwellScan          text)
{
  DwellScan field;
  gint64 diff_us;

  /* A comma after the number makes it invalid. */
  if (!scan_field (&text, &field) && dwell_scan_i64 (&field, &diff_us) && field.p == field.end)
    irregular->diff_us = diff_us;
  else
    irregular->flaws |= DWELL_LMS_BAD_TIME;
}

/* Parses a line without its end. */
static void
parse_line (DwellLmsBlock *self,
            DwellScan      line,
            gboolean       is_cut)
{
  DwellLmsIrregular irregular = { .flaws = is_cut ? DWELL_LMS_IS_CUT : 0 };
  DwellScan field;
  gboolean has_more = scan_field (&line, &field);

  if (!has_more && field.p == field.end)
    {
      add_record (self, DWELL_LMS_NOTHING, 0, 0);
      return;
    }

  if (field.end - field.p == 1 && *field.p >= '0' && *field.p <= '2')
    irregular.type = *field.p;
  else
    irregular.flaws |= DWELL_LMS_BAD_TYPE;

  has_more = scan_field (&line, &field);
  if (!dwell_scan_u64 (&field, &irregular.id) || field.p != field.end || (is_cut && !has_more))
    irregular.flaws |= DWELL_LMS_BAD_ID;

  if (irregular.type == '2')
    parse_label (self, &irregular, line);
  else
    parse_time (&irregular, line);

  if (irregular.flaws == 0 && irregular.type != '2' && irregular.id < DWELL_LMS_MAX_NEAR_ID &&
      irregular.diff_us >= G_MININT32 && irregular.diff_us <= G_MAXINT32)
    add_record (self, irregular.type == '0' ? DWELL_LMS_BEGIN : DWELL_LMS_END,
                (guint32) irregular.id, (gint32) irregular.diff_us);
  else
    add_irregular (self, &irregular);
}

/* The portable DwellLmsLineParser. */
static const char *
parse_common_lines (DwellLmsBlock *self,
                    const char    *p,
                    const char    *end)
{
  DwellLmsRecord *record = self->records + self->n_records;

  while (p < end)
    {
      guint64 digits = dwell_digits_load (p + 2);
      guint n = dwell_digits_count (digits);
      guint32 type = (guint32) (*p - '0');
      const char *q = p + 2 + n;
      guint32 id;

      if (type > 1 || p[1] != ',' || n - 1 > 6 || *q != ',')
        break;

      id = dwell_digits_combine (digits, n);
      digits = dwell_digits_load (q + 1);
      n = dwell_digits_count (digits);
      q += 1 + n;
      if (n - 1 > 6)
        break;

      if (*q == '\r')
        q++;
      if (*q != '\n')
        break;

      *record++ = (DwellLmsRecord) { id << 2 | type, (gint32) dwell_digits_combine (digits, n) };
      p = q + 1;
    }

  self->n_records = (gsize) (record - self->records);
  return p;
}

/**
 * dwell_lms_block_parse:
 * @self: a block, whose content is replaced
 * @block: whole lines of the file
 * @wide: (nullable): the parser of common lines for this processor
 *
 * Parses a block. May be called on any thread.
 */
void
dwell_lms_block_parse (DwellLmsBlock      *self,
                       const DwellBlock   *block,
                       DwellLmsLineParser  wide)
{
  DwellScan s = { block->text, block->text + block->length };
  DwellLmsLineParser parse_common = wide != NULL ? wide : parse_common_lines;

  self->n_records = 0;
  g_array_set_size (self->irregulars, 0);
  g_byte_array_set_size (self->labels, 0);

  /* Each line has at least one byte. Pages that are not written take no memory. There is an array
   * for an empty block, too. */
  if (self->capacity < MAX (block->length, 1))
    {
      g_free (self->records);
      self->capacity = MAX (block->length, 1);
      self->records = g_new (DwellLmsRecord, self->capacity);
    }

  if (block->offset == 0)
    dwell_scan_literal (&s, "\xef\xbb\xbf");

  while ((s.p = parse_common (self, s.p, s.end)) < s.end)
    {
      DwellScan line;

      dwell_scan_line (&s, &line);
      parse_line (self, line, s.p[-1] != '\n');
    }
}

/**
 * dwell_lms_block_count_begins:
 * @self: a block
 *
 * Returns: how many of its records are begins
 */
gsize
dwell_lms_block_count_begins (const DwellLmsBlock *self)
{
  gsize n = 0;

  for (gsize i = 0; i < self->n_records; i++)
    n += (self->records[i].tag & 3) == DWELL_LMS_BEGIN;

  return n;
}

/**
 * dwell_lms_block_new:
 *
 * Returns: (transfer full): an empty block
 */
DwellLmsBlock *
dwell_lms_block_new (void)
{
  DwellLmsBlock *self = g_new0 (DwellLmsBlock, 1);

  self->irregulars = g_array_new (FALSE, FALSE, sizeof (DwellLmsIrregular));
  self->labels = g_byte_array_new ();

  return self;
}

/**
 * dwell_lms_block_free:
 * @self: (transfer full): a block that is in no pool
 */
void
dwell_lms_block_free (DwellLmsBlock *self)
{
  g_free (self->records);
  g_array_unref (self->irregulars);
  g_byte_array_unref (self->labels);
  g_free (self);
}
