/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a source. Lines are offsets into the text; the cost of each is looked up by its number
 * once. */
#include "config.h"

#include "model/lists/lines/dwell-source-text.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-scan.h"
#include "core/dwell-text.h"
#include "core/dwell-wide.h"

/* The sources of programs are small: a larger file is not one. */
#define MAX_SOURCE_BYTES ((goffset) 64 << 20)
#define MAX_LINES        1000000u
#define MAX_LENGTH       1000u /* the longest text shown of a line */

static char *
load_text (GFile         *file,
           GCancellable  *cancellable,
           gsize         *length,
           GError       **error)
{
  g_autoptr(GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE ","
                                                 G_FILE_ATTRIBUTE_STANDARD_TYPE,
                                                 G_FILE_QUERY_INFO_NONE, cancellable, error);
  g_autofree char *bytes = NULL;
  char *text;

  if (info == NULL)
    return NULL;

  if (g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR ||
      g_file_info_get_size (info) > MAX_SOURCE_BYTES)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                           _("this is not a source file"));
      return NULL;
    }

  if (!g_file_load_contents (file, cancellable, &bytes, length, NULL, error))
    return NULL;

  text = dwell_text_to_utf8 (bytes, *length, DWELL_CHARSET_CP437);
  *length = strlen (text);
  return text;
}

/* Returns the name before the last dot, without folders and case-folded. */
static char *
make_stem (const char *path)
{
  const char *base = path;
  const char *dot;

  for (const char *p = path; *p != '\0'; p++)
    if ((*p == '/' || *p == '\\') && p[1] != '\0')
      base = p + 1;
  dot = strrchr (base, '.');

  {
    g_autofree char *stem = dot != NULL && dot > base ? g_strndup (base, (gsize) (dot - base))
                                                      : g_strdup (base);

    return g_utf8_casefold (stem, -1);
  }
}

/* Returns the module whose source the file is: the module with the name of the file, otherwise the
 * one asked for, otherwise the heaviest. */
static const DwellLineGroup *
choose_module (GFile                *file,
               const DwellLineTable *table,
               guint32               wanted)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *display_name = g_filename_display_name (name);
  g_autofree char *stem = make_stem (display_name);
  const DwellLineGroup *best = NULL;
  const DwellLineGroup *chosen = NULL;

  for (guint32 i = 0; i < table->n_modules; i++)
    {
      const DwellLineGroup *module = &table->modules[i];
      g_autofree char *other = make_stem (dwell_line_table_get_module (table, module->module));

      if (g_str_equal (stem, other))
        return module;
      if (module->module == wanted)
        chosen = module;
      if (best == NULL || dwell_line_table_get_weight (table, &module->sums) >
                          dwell_line_table_get_weight (table, &best->sums))
        best = module;
    }

  return chosen != NULL ? chosen : best;
}

static void
add_sums (DwellLineSums       *to,
          const DwellLineSums *from)
{
  to->hits += from->hits;
  dwell_add_saturated (&to->time, from->time);
}

/* Sums up the costs of a module's lines by number, over routines and clauses. */
static GHashTable *
sum_up (const DwellLineTable *table,
        const DwellLineGroup *module)
{
  GHashTable *sums = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  for (guint32 i = module->first; i < module->first + module->n; i++)
    for (guint32 j = 0; j < table->routines[i].n; j++)
      {
        const DwellLineRow *row = &table->rows[table->routines[i].first + j];
        DwellLineSums *known = g_hash_table_lookup (sums, GUINT_TO_POINTER (row->line));

        if (known != NULL)
          add_sums (known, &row->sums);
        else
          g_hash_table_insert (sums, GUINT_TO_POINTER (row->line),
                               g_memdup2 (&row->sums, sizeof row->sums));
      }

  return sums;
}

static guint32
scan_number (const DwellScan *line)
{
  DwellScan scan = *line;
  guint32 number = 0;

  dwell_scan_blanks (&scan);
  dwell_scan_u32 (&scan, &number);
  return number;
}

/* Splits the text into lines and looks up the cost of each. Returns the number of lines that
 * matched. */
static guint
annotate (DwellSourceText *source,
          gsize            length,
          GHashTable      *sums)
{
  DwellScan scan = { source->text, source->text + length };
  DwellScan text;
  guint n_matched = 0;

  while (source->lines->len < MAX_LINES && dwell_scan_line (&scan, &text))
    {
      DwellSourceLine line = { .begin = (gsize) (text.p - source->text),
                               .length = (gsize) (text.end - text.p) };
      const DwellLineSums *known;

      line.number = source->is_numbered ? scan_number (&text) : source->lines->len + 1;
      known = line.number != 0 ? g_hash_table_lookup (sums, GUINT_TO_POINTER (line.number)) : NULL;
      if (known != NULL)
        {
          line.is_matched = TRUE;
          line.sums = *known;
          source->hottest = MAX (source->hottest,
                                 dwell_line_table_get_weight (source->table, known));
          n_matched++;
        }
      g_array_append_val (source->lines, line);
    }

  return n_matched;
}

static char *
make_title (const DwellSourceText *self,
            GFile                 *file,
            const DwellLineGroup  *module)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *display_name = g_filename_display_name (name);
  g_autofree char *matched = dwell_text_count (self->n_matched);
  g_autofree char *lines = dwell_text_count (self->n_profiled);

  /* Translators: a file, the module that it is the source of, how many of the lines that were
   * profiled are in it, how many there are */
  return g_strdup_printf (_("%s for %s; profiled lines found: %s of %s"), display_name,
                          dwell_line_table_get_module (self->table, module->module), matched,
                          lines);
}

/**
 * dwell_source_text_new:
 * @file: a source file
 * @table: the costs of lines
 * @module: the module of @table to use if the name of @file matches none; with %DWELL_NONE
 *    the heaviest is used
 * @cancellable: (nullable): ends the reading
 * @error: return location for an error
 *
 * Reads @file, which may take a while.
 *
 * Returns: (transfer full) (nullable): the source; %NULL if it cannot be read, or without an error
 *   if @table has no modules
 */
DwellSourceText *
dwell_source_text_new (GFile           *file,
                       DwellLineTable  *table,
                       guint32          module,
                       GCancellable    *cancellable,
                       GError         **error)
{
  const DwellLineGroup *chosen = choose_module (file, table, module);
  gsize length;
  g_autofree char *text = load_text (file, cancellable, &length, error);
  g_autoptr(GHashTable) sums = NULL;
  DwellSourceText *self;

  if (text == NULL || chosen == NULL)
    return NULL;

  self = g_new0 (DwellSourceText, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->table = dwell_line_table_ref (table);
  self->text = g_steal_pointer (&text);
  self->lines = g_array_new (FALSE, FALSE, sizeof (DwellSourceLine));
  sums = sum_up (table, chosen);
  self->is_numbered = table->rows[table->routines[chosen->first].first].clause >= 0;
  self->n_profiled = g_hash_table_size (sums);
  self->n_matched = annotate (self, length, sums);
  self->title = make_title (self, file, chosen);
  return self;
}

/**
 * dwell_source_text_ref:
 * @self: a source
 *
 * Returns: (transfer full): @self
 */
DwellSourceText *
dwell_source_text_ref (DwellSourceText *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_source_text_unref:
 * @self: (transfer full): a source
 */
void
dwell_source_text_unref (DwellSourceText *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  dwell_line_table_unref (self->table);
  g_array_unref (self->lines);
  g_free (self->text);
  g_free (self->title);
  g_free (self);
}

/**
 * dwell_source_text_get_line:
 * @self: a source
 * @line: a line, from 0
 *
 * Returns: (transfer none): where it is in the text, and what it cost
 */
const DwellSourceLine *
dwell_source_text_get_line (const DwellSourceText *self,
                            guint                  line)
{
  return &g_array_index (self->lines, DwellSourceLine, line);
}

/**
 * dwell_source_text_dup_line:
 * @self: a source
 * @line: a line, from 0
 *
 * Returns: (transfer full): its text; of a very long line only the beginning
 */
char *
dwell_source_text_dup_line (const DwellSourceText *self,
                            guint                  line)
{
  const DwellSourceLine *of = dwell_source_text_get_line (self, line);
  const char *begin = self->text + of->begin;
  gsize length = of->length;

  while (length > MAX_LENGTH || (length < of->length && (begin[length] & 0xc0) == 0x80))
    length = length > MAX_LENGTH ? MAX_LENGTH : length - 1;

  return g_strndup (begin, length);
}

/**
 * dwell_source_text_get_words:
 * @self: a source
 * @line: a line, from 0
 * @length: (out): the number of bytes returned
 *
 * Returns: (transfer none): its text without the number at its beginning and without blanks at
 *   both ends; not NUL-terminated
 */
const char *
dwell_source_text_get_words (const DwellSourceText *self,
                             guint                  line,
                             gsize                 *length)
{
  const DwellSourceLine *of = dwell_source_text_get_line (self, line);
  DwellScan scan = { self->text + of->begin, self->text + of->begin + of->length };
  guint32 number;

  dwell_scan_blanks (&scan);
  if (self->is_numbered && of->number != 0)
    dwell_scan_u32 (&scan, &number);
  dwell_scan_blanks (&scan);
  while (scan.end > scan.p && g_ascii_isspace (scan.end[-1]))
    scan.end--;

  *length = (gsize) (scan.end - scan.p);
  return scan.p;
}
