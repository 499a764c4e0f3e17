/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the lines of a source file with their costs. Lines are offsets into the text; the cost of
 * each is looked up by its number once, when the file is read. */
#include "config.h"

#include "model/lists/lines/dwell-source-list.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-scan.h"
#include "core/dwell-text.h"

/* Sources of programs are small: a larger file is none. */
#define MAX_BYTES  ((goffset) 64 << 20)
#define MAX_LINES  1000000u
#define MAX_LENGTH 1000u /* of a line as it is shown */

typedef struct {
  gsize         begin;  /* into the text */
  gsize         length;
  guint32       number; /* that it begins with, or its place in the file; 0: none */
  gboolean      is_matched;
  DwellLineSums sums;
} Line;

typedef struct {
  gatomicrefcount ref_count;
  DwellLineTable *table;
  char           *text;
  GArray         *lines;   /* Line */
  gint64          hottest; /* weight */
  char           *title;
} Source;

typedef struct {
  GFile          *file;
  DwellLineTable *table;
  guint32         module;
  Source         *source;
  GError         *error;
} Question;

struct _DwellSourceItem
{
  GObject parent_instance;

  Source *source;
  guint   line;
};

struct _DwellSourceList
{
  DwellList parent_instance;

  Source *source; /* NULL: nothing is shown */
};

enum {
  LOADED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
source_unref (Source *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  dwell_line_table_unref (self->table);
  g_array_unref (self->lines);
  g_free (self->text);
  g_free (self->title);
  g_free (self);
}

G_DEFINE_FINAL_TYPE (DwellSourceItem, dwell_source_item, G_TYPE_OBJECT)

static void
dwell_source_item_finalize (GObject *object)
{
  source_unref (DWELL_SOURCE_ITEM (object)->source);

  G_OBJECT_CLASS (dwell_source_item_parent_class)->finalize (object);
}

static void
dwell_source_item_class_init (DwellSourceItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = dwell_source_item_finalize;
}

static void
dwell_source_item_init (DwellSourceItem *self)
{
}

static const Line *
get_line (DwellSourceItem *self)
{
  return &g_array_index (self->source->lines, Line, self->line);
}

/**
 * dwell_source_item_get_heat:
 * @self: a line of the source
 *
 * Returns: its weight as part of that of the hottest line of the file, 0…1; negative if it is not
 *   matched
 */
double
dwell_source_item_get_heat (DwellSourceItem *self)
{
  const Line *line = get_line (self);

  if (!line->is_matched || self->source->hottest <= 0)
    return -1;

  return (double) dwell_line_table_get_weight (self->source->table, &line->sums) /
         (double) self->source->hottest;
}

static char *
make_text (DwellSourceItem *self)
{
  const Line *line = get_line (self);
  const char *begin = self->source->text + line->begin;
  gsize length = line->length;

  while (length > MAX_LENGTH || (length < line->length && (begin[length] & 0xc0) == 0x80))
    length = length > MAX_LENGTH ? MAX_LENGTH : length - 1;

  return g_strndup (begin, length);
}

/**
 * dwell_source_item_get_text:
 * @self: a line of the source
 * @column: a column
 *
 * Returns: (transfer full): the text of the cell
 */
char *
dwell_source_item_get_text (DwellSourceItem   *self,
                            DwellSourceColumn  column)
{
  const Line *line = get_line (self);

  if (column == DWELL_SOURCE_TEXT)
    return make_text (self);
  if (!line->is_matched)
    return g_strdup ("");
  if (column == DWELL_SOURCE_HITS)
    return dwell_text_count (line->sums.hits);
  if (column == DWELL_SOURCE_WEIGHT)
    return self->source->table->are_times ? dwell_text_duration (line->sums.time) : g_strdup ("");

  return dwell_text_percent (dwell_line_table_get_share (self->source->table, &line->sums));
}

G_DEFINE_FINAL_TYPE (DwellSourceList, dwell_source_list, DWELL_TYPE_LIST)

static gpointer
dwell_source_list_get_item (DwellList *list,
                            guint      position)
{
  DwellSourceList *self = DWELL_SOURCE_LIST (list);
  DwellSourceItem *item = g_object_new (DWELL_TYPE_SOURCE_ITEM, NULL);

  g_atomic_ref_count_inc (&self->source->ref_count);
  item->source = self->source;
  item->line = position;
  return item;
}

static void
question_free (gpointer data)
{
  Question *self = data;

  g_object_unref (self->file);
  dwell_line_table_unref (self->table);
  g_clear_pointer (&self->source, source_unref);
  g_clear_error (&self->error);
  g_free (self);
}

static char *
load_text (Question     *self,
           GCancellable *cancellable,
           gsize        *length)
{
  g_autoptr(GFileInfo) info = g_file_query_info (self->file, G_FILE_ATTRIBUTE_STANDARD_SIZE ","
                                                 G_FILE_ATTRIBUTE_STANDARD_TYPE,
                                                 G_FILE_QUERY_INFO_NONE, cancellable,
                                                 &self->error);
  g_autofree char *bytes = NULL;
  char *text;

  if (info == NULL)
    return NULL;

  if (g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR ||
      g_file_info_get_size (info) > MAX_BYTES)
    {
      g_set_error_literal (&self->error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                           _("this is not a source file"));
      return NULL;
    }

  if (!g_file_load_contents (self->file, cancellable, &bytes, length, NULL, &self->error))
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

/* Returns the module whose source the file is: the one of the file's name, otherwise the one
 * asked for, otherwise the heaviest. */
static const DwellLineGroup *
choose_module (Question *self)
{
  DwellLineTable *table = self->table;
  g_autofree char *name = g_file_get_basename (self->file);
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
      if (module->module == self->module)
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
  if (__builtin_add_overflow (to->time, from->time, &to->time))
    to->time = G_MAXINT64;
}

/* Sums up the costs of a module's lines by number, over routines and clauses. */
static GHashTable *
sum_up (DwellLineTable       *table,
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
annotate (Source     *source,
          gsize       length,
          GHashTable *sums,
          gboolean    is_numbered)
{
  DwellScan scan = { source->text, source->text + length };
  DwellScan text;
  guint n_matched = 0;

  while (source->lines->len < MAX_LINES && dwell_scan_line (&scan, &text))
    {
      Line line = { .begin = (gsize) (text.p - source->text),
                    .length = (gsize) (text.end - text.p) };
      const DwellLineSums *known;

      line.number = is_numbered ? scan_number (&text) : source->lines->len + 1;
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

static void
run_question (gpointer      data,
              GCancellable *cancellable)
{
  Question *self = data;
  const DwellLineGroup *module = choose_module (self);
  gsize length;
  g_autofree char *text = load_text (self, cancellable, &length);
  g_autoptr(GHashTable) sums = NULL;
  g_autofree char *name = NULL;
  Source *source;
  guint n_matched;

  if (text == NULL || module == NULL)
    return;

  source = self->source = g_new0 (Source, 1);
  g_atomic_ref_count_init (&source->ref_count);
  source->table = dwell_line_table_ref (self->table);
  source->text = g_steal_pointer (&text);
  source->lines = g_array_new (FALSE, FALSE, sizeof (Line));
  sums = sum_up (self->table, module);
  n_matched = annotate (source, length, sums,
                        self->table->rows[self->table->routines[module->first].first].clause >= 0);

  name = g_file_get_basename (self->file);
  {
    g_autofree char *display_name = g_filename_display_name (name);
    g_autofree char *matched = dwell_text_count (n_matched);
    g_autofree char *lines = dwell_text_count (g_hash_table_size (sums));

    /* Translators: a file, the module that it is the source of, how many of the lines that were
     * profiled are in it, how many there are */
    source->title = g_strdup_printf (_("%s for %s; profiled lines found: %s of %s"), display_name,
                                     dwell_line_table_get_module (self->table, module->module),
                                     matched, lines);
  }
}

/* Takes over @source (nullable). */
static void
show_source (DwellSourceList *self,
             Source          *source)
{
  g_clear_pointer (&self->source, source_unref);
  self->source = source;
  dwell_list_replace (DWELL_LIST (self), source != NULL ? source->lines->len : 0);
}

static void
dwell_source_list_take (DwellQuery *query,
                        gpointer    data)
{
  Question *question = data;
  g_autofree char *message = NULL;

  if (question->source != NULL)
    show_source (DWELL_SOURCE_LIST (query), g_steal_pointer (&question->source));
  if (question->error != NULL)
    {
      g_autofree char *name = g_file_get_parse_name (question->file);

      message = g_strdup_printf ("%s: %s", name, dwell_error_get_reading_cause (question->error));
    }
  g_signal_emit (query, signals[LOADED], 0, message);
}

static void
dwell_source_list_finalize (GObject *object)
{
  g_clear_pointer (&DWELL_SOURCE_LIST (object)->source, source_unref);

  G_OBJECT_CLASS (dwell_source_list_parent_class)->finalize (object);
}

static void
dwell_source_list_class_init (DwellSourceListClass *klass)
{
  DwellQueryClass *query_class = DWELL_QUERY_CLASS (klass);
  DwellListClass *list_class = DWELL_LIST_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = dwell_source_list_finalize;
  list_class->item_type = DWELL_TYPE_SOURCE_ITEM;
  list_class->get_item = dwell_source_list_get_item;
  query_class->take = dwell_source_list_take;

  signals[LOADED] = g_signal_new ("loaded", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
dwell_source_list_init (DwellSourceList *self)
{
}

/**
 * dwell_source_list_new:
 *
 * Returns: (transfer full): an empty list, whose items are #DwellSourceItem
 */
DwellSourceList *
dwell_source_list_new (void)
{
  return g_object_new (DWELL_TYPE_SOURCE_LIST, NULL);
}

/**
 * dwell_source_list_load:
 * @self: a list
 * @file: (nullable): a source file; %NULL empties the list
 * @table: (nullable): the costs of lines; %NULL empties the list
 * @module: the module of @table to use if the name of @file matches none; with %DWELL_NONE
 *    the heaviest is used
 *
 * Reads @file on a worker. The signal loaded follows.
 */
void
dwell_source_list_load (DwellSourceList *self,
                        GFile           *file,
                        DwellLineTable  *table,
                        guint32          module)
{
  Question *question;

  g_return_if_fail (DWELL_IS_SOURCE_LIST (self));

  dwell_query_abandon (DWELL_QUERY (self));
  if (file == NULL || table == NULL)
    {
      show_source (self, NULL);
      return;
    }

  question = g_new0 (Question, 1);
  question->file = g_object_ref (file);
  question->table = dwell_line_table_ref (table);
  question->module = module;
  dwell_query_ask (DWELL_QUERY (self), question, question_free, run_question);
}

/**
 * dwell_source_list_get_title:
 * @self: a list
 *
 * Returns: the title: the file, its module and the number of lines matched; "" without a file
 */
const char *
dwell_source_list_get_title (DwellSourceList *self)
{
  return self->source != NULL ? self->source->title : "";
}

/**
 * dwell_source_list_find:
 * @self: a list
 * @number: the number of a line in the program; 0 for the hottest line
 *
 * Returns: the position of the line, or %G_MAXUINT
 */
guint
dwell_source_list_find (DwellSourceList *self,
                        guint32          number)
{
  for (guint i = 0; self->source != NULL && i < self->source->lines->len; i++)
    {
      const Line *line = &g_array_index (self->source->lines, Line, i);

      if (number != 0 ? line->number == number
                      : line->is_matched && self->source->hottest ==
                        dwell_line_table_get_weight (self->source->table, &line->sums))
        return i;
    }

  return G_MAXUINT;
}
