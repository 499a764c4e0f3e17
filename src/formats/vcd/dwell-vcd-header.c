/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads definitions (README.md, "Definitions"). */
#include "config.h"

#include "formats/vcd/dwell-vcd-header.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "formats/common/dwell-comments.h"

#define MAX_SECTION_BYTES 65536
#define MAX_DEPTH         256
#define MAX_PATH_BYTES    1024
#define MAX_WIDTH         1048576

/**
 * dwell_vcd_header_init:
 * @self: (out caller-allocates): a header from which nothing was read yet
 * @signals: the signals that it declares; must outlive @self
 */
void
dwell_vcd_header_init (DwellVcdHeader  *self,
                       DwellVcdSignals *signals)
{
  *self = (DwellVcdHeader) {
    .signals = signals,
    .builder = signals->builder,
    .keyword = g_string_new (NULL),
    .text = g_string_new (NULL),
    .comment = g_string_new (NULL),
    .path = g_string_new (NULL),
    .scopes = g_array_new (FALSE, FALSE, sizeof (gsize)),
  };
}

/**
 * dwell_vcd_header_clear:
 * @self: a header
 *
 * Frees what @self owns.
 */
void
dwell_vcd_header_clear (DwellVcdHeader *self)
{
  g_string_free (self->keyword, TRUE);
  g_string_free (self->text, TRUE);
  g_string_free (self->comment, TRUE);
  g_string_free (self->path, TRUE);
  g_array_unref (self->scopes);
}

static DwellScan
get_text (DwellVcdHeader *self)
{
  return (DwellScan) { self->text->str, self->text->str + self->text->len };
}

static void
add_text_property (DwellVcdHeader *self,
                   const char     *key,
                   const char     *title,
                   const GString  *text)
{
  g_autofree char *valid = dwell_text_to_utf8 (text->str, text->len, DWELL_CHARSET_WINDOWS_1252);

  if (text->len > 0)
    dwell_builder_set_property (self->builder, key, title, g_variant_new_string (valid));
}

static void
take_comment (DwellVcdHeader *self)
{
  g_autofree char *valid = dwell_text_to_utf8 (self->text->str, self->text->len,
                                               DWELL_CHARSET_WINDOWS_1252);

  dwell_comments_add (self->comment, valid);
}

/* “10 ns”, “10ns”; any whole number of a unit, while the standard has only 1, 10 and 100. */
static void
take_scale (DwellVcdHeader *self)
{
  static const struct {
    const char *name;
    gint64      fs;
  } units[] = {
    { "s", G_GINT64_CONSTANT (1000000000000000) }, { "ms", G_GINT64_CONSTANT (1000000000000) },
    { "us", 1000000000 }, { "ns", 1000000 }, { "ps", 1000 }, { "fs", 1 },
  };
  DwellScan text = get_text (self);
  DwellScan unit;
  guint64 number;

  if (self->has_scale)
    return;

  self->has_scale = TRUE;
  if (dwell_scan_u64 (&text, &number) && number > 0 && number <= 1000 &&
      dwell_vcd_take_token (&text, &unit))
    for (guint i = 0; i < G_N_ELEMENTS (units); i++)
      if (dwell_vcd_token_is (unit, units[i].name))
        {
          self->signals->factor_fs = (gint64) number * units[i].fs;
          add_text_property (self, "timescale", N_("Time Scale"), self->text);
          return;
        }

  dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "unknown-scale", self->line,
                      -1, _("The time scale is not known: nanoseconds are assumed"));
}

static void
take_zero (DwellVcdHeader *self)
{
  DwellScan text = get_text (self);
  gint64 zero;

  if (dwell_scan_i64 (&text, &zero))
    self->signals->zero = zero;
}

static void
open_scope (DwellVcdHeader *self)
{
  DwellScan text = get_text (self);
  gsize length = self->path->len;
  DwellScan word;
  gsize needed;
  g_autofree char *name = NULL;

  dwell_vcd_take_token (&text, &word);
  dwell_scan_blanks (&text);
  needed = (gsize) (text.end - text.p) + 1;
  if (self->n_skipped > 0 || self->scopes->len == MAX_DEPTH || length + needed > MAX_PATH_BYTES)
    {
      dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "too-deep", self->line,
                          -1, _("Scopes are nested too deeply: the innermost scopes are left out "
                                "of the names"));
      self->n_skipped++;
      return;
    }

  g_array_append_val (self->scopes, length);
  name = dwell_text_to_utf8 (text.p, needed - 1, DWELL_CHARSET_WINDOWS_1252);
  if (length > 0 && *name != '\0')
    g_string_append_c (self->path, '.');
  g_string_append (self->path, name);
}

static void
close_scope (DwellVcdHeader *self)
{
  if (self->n_skipped > 0)
    self->n_skipped--;
  else if (self->scopes->len > 0)
    {
      g_string_truncate (self->path, g_array_index (self->scopes, gsize, self->scopes->len - 1));
      g_array_set_size (self->scopes, self->scopes->len - 1);
    }
  else
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "scope-not-open",
                        self->line, -1, _("A scope ends without a start"));
}

/* “8”, or “[7:0]” of a port. Returns 0 if it is not a width. */
static guint32
parse_width (DwellScan text)
{
  guint64 first;
  guint64 last;

  if (dwell_scan_char (&text, '['))
    {
      if (!dwell_scan_u64 (&text, &first) || first > MAX_WIDTH)
        return 0;
      last = first;
      if (dwell_scan_char (&text, ':') && (!dwell_scan_u64 (&text, &last) || last > MAX_WIDTH))
        return 0;

      return (guint32) (MAX (first, last) - MIN (first, last) + 1);
    }

  return dwell_scan_u64 (&text, &first) && text.p == text.end && first <= MAX_WIDTH
           ? (guint32) first : 0;
}

/* Returns how the values of a declared type are shown. */
static DwellVcdType
find_type (DwellScan  word,
           guint32    width,
           gboolean  *is_signed)
{
  static const char * const floats[] = { "real", "realtime", "shortreal", "real_parameter" };
  static const char * const signed_integers[] = { "integer", "byte", "shortint", "int",
                                                  "longint" };

  *is_signed = FALSE;
  if (dwell_vcd_token_is (word, "string"))
    return DWELL_VCD_TEXT;
  if (dwell_vcd_token_is (word, "event"))
    return DWELL_VCD_EVENT;

  for (guint i = 0; i < G_N_ELEMENTS (floats); i++)
    if (dwell_vcd_token_is (word, floats[i]))
      return DWELL_VCD_FLOAT;

  for (guint i = 0; i < G_N_ELEMENTS (signed_integers); i++)
    if (dwell_vcd_token_is (word, signed_integers[i]))
      {
        *is_signed = TRUE;
        return DWELL_VCD_NUMBER;
      }

  return width == 1 ? DWELL_VCD_BIT : DWELL_VCD_NUMBER;
}

/* Returns the path of a signal: its scope, its name, and its range of bits if it has one. */
static char *
make_name (DwellVcdHeader *self,
           DwellScan       rest)
{
  GString *name = g_string_new (self->path->str);
  DwellScan word;

  for (guint n = 0; dwell_vcd_take_token (&rest, &word); n++)
    {
      g_autofree char *text = dwell_text_to_utf8 (word.p, (gsize) (word.end - word.p),
                                                  DWELL_CHARSET_WINDOWS_1252);

      if (n == 0 && name->len > 0)
        g_string_append_c (name, '.');
      else if (n > 0 && *text != '[')
        g_string_append_c (name, ' ');
      g_string_append (name, text);
    }

  return g_string_free (name, FALSE);
}

static void
take_variable (DwellVcdHeader *self)
{
  DwellScan text = get_text (self);
  DwellScan type, width, code, rest;
  gboolean is_signed;
  DwellVcdType kind;
  guint32 n_bits;
  g_autofree char *name = NULL;

  if (!dwell_vcd_take_token (&text, &type) || !dwell_vcd_take_token (&text, &width) ||
      !dwell_vcd_take_token (&text, &code) || !dwell_vcd_code_is_good (code) ||
      !dwell_vcd_take_token (&text, &rest))
    {
      dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "bad-definition",
                          self->line, -1, _("Expected “$var TYPE WIDTH CODE NAME $end”: the signal "
                                            "was left out"));
      return;
    }

  n_bits = parse_width (width);
  kind = find_type (type, n_bits, &is_signed);
  if (n_bits == 0 && (kind == DWELL_VCD_BIT || kind == DWELL_VCD_NUMBER))
    {
      dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "bad-width", self->line,
                          -1, _("The width of a signal is not a number from 1 to 1,048,576: the "
                                "signal was left out"));
      return;
    }

  name = make_name (self, (DwellScan) { rest.p, text.end });
  dwell_vcd_signals_add (self->signals, kind, is_signed, n_bits, code, name, self->line);
}

/* Takes a section once it is complete. */
static void
take_section (DwellVcdHeader *self)
{
  const char *keyword = self->keyword->str;

  if (g_str_equal (keyword, "$var"))
    take_variable (self);
  else if (g_str_equal (keyword, "$scope"))
    open_scope (self);
  else if (g_str_equal (keyword, "$upscope"))
    close_scope (self);
  else if (g_str_equal (keyword, "$timescale"))
    take_scale (self);
  else if (g_str_equal (keyword, "$timezero"))
    take_zero (self);
  else if (g_str_equal (keyword, "$date"))
    add_text_property (self, "date", N_("Date"), self->text);
  else if (g_str_equal (keyword, "$version"))
    add_text_property (self, "version", N_("Written By"), self->text);
  else if (g_str_equal (keyword, "$comment"))
    take_comment (self);
  else if (g_str_equal (keyword, "$enddefinitions"))
    self->is_done = TRUE;

  g_string_truncate (self->keyword, 0);
  g_string_truncate (self->text, 0);
}

static void
take_word (DwellVcdHeader *self,
           DwellScan       word)
{
  gsize length = (gsize) (word.end - word.p);

  if (self->text->len + length + 1 > MAX_SECTION_BYTES)
    {
      dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "long-section",
                          self->line, -1, _("A section of the definitions is longer than 64 KiB: "
                                            "it was cut there"));
      return;
    }

  if (self->text->len > 0)
    g_string_append_c (self->text, ' ');
  g_string_append_len (self->text, word.p, (gssize) length);
}

/* Takes a word outside of a section: either it begins a section, or it does not belong there. */
static void
begin_section (DwellVcdHeader *self,
               DwellScan       word,
               guint64         line)
{
  self->line = line;
  if (*word.p == '$' && !dwell_vcd_token_is (word, "$end") && word.end - word.p <= 64)
    g_string_append_len (self->keyword, word.p, word.end - word.p);
  else
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "bad-definition", line,
                        -1, _("Expected a section of the definitions, such as “$var”"));
}

/* Whether changes begin here, although the definitions were not ended. */
static gboolean
is_change (DwellScan word)
{
  return (*word.p == '#' && word.end - word.p > 1 && g_ascii_isdigit (word.p[1])) ||
         dwell_vcd_token_is (word, "$dumpvars");
}

/**
 * dwell_vcd_header_take:
 * @self: a header
 * @text: more lines of the header
 * @n_lines: (inout): how many lines of the file were read before
 *
 * Reads up to the end of the definitions, if that is in @text.
 *
 * Returns: (nullable): the text after the definitions; %NULL if they continue
 */
const char *
dwell_vcd_header_take (DwellVcdHeader *self,
                       DwellScan       text,
                       guint64        *n_lines)
{
  const char *counted = text.p;
  DwellScan word;

  while (dwell_vcd_take_token (&text, &word))
    {
      for (; counted < word.p; counted++)
        *n_lines += *counted == '\n';

      if (self->keyword->len > 0 && dwell_vcd_token_is (word, "$end"))
        take_section (self);
      else if (self->keyword->len > 0)
        take_word (self, word);
      else if (is_change (word))
        {
          dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING,
                              "no-end-of-definitions", *n_lines + 1, -1,
                              _("The end of the definitions is missing"));
          self->is_done = TRUE;
          return word.p;
        }
      else
        begin_section (self, word, *n_lines + 1);

      if (self->is_done)
        return word.end;
    }

  for (; counted < text.end; counted++)
    *n_lines += *counted == '\n';
  return NULL;
}

/**
 * dwell_vcd_header_finish:
 * @self: a header
 *
 * Reports what is missing at the end of the file.
 */
void
dwell_vcd_header_finish (DwellVcdHeader *self)
{
  DwellProblems *problems = self->builder->problems;

  add_text_property (self, "comment", N_("Comment"), self->comment);
  if (self->keyword->len > 0)
    dwell_problems_add (problems, DWELL_SEVERITY_ERROR, "section-not-closed", self->line, -1,
                        _("A section of the definitions does not end"));
  else if (!self->is_done)
    dwell_problems_add (problems, DWELL_SEVERITY_ERROR, "no-end-of-definitions", 0, -1,
                        _("The file ends within its definitions: there are no values"));
  if (!self->has_scale)
    dwell_problems_add (problems, DWELL_SEVERITY_WARNING, "unknown-scale", 0, -1,
                        _("The file contains no time scale: nanoseconds are assumed"));
}
