/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the lines of a source that a worker has read. */
#include "config.h"

#include "model/lists/lines/dwell-source-list.h"

#include "core/dwell-error.h"
#include "core/dwell-text.h"

typedef struct {
  GFile           *file;
  DwellLineTable  *table;
  guint32          module;
  DwellSourceText *source;
  GError          *error;
} Question;

struct _DwellSourceItem
{
  GObject parent_instance;

  DwellSourceText *source;
  guint            line;
};

struct _DwellSourceList
{
  DwellList parent_instance;

  DwellSourceText *source; /* NULL: nothing is shown */
};

enum {
  LOADED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellSourceItem, dwell_source_item, G_TYPE_OBJECT)

static void
dwell_source_item_finalize (GObject *object)
{
  dwell_source_text_unref (DWELL_SOURCE_ITEM (object)->source);

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

static const DwellSourceLine *
get_line (DwellSourceItem *self)
{
  return dwell_source_text_get_line (self->source, self->line);
}

/**
 * dwell_source_item_get_heat:
 * @self: a line of the source
 *
 * Returns: its weight divided by that of the hottest line of the file, 0…1; negative if it is not
 *   matched
 */
double
dwell_source_item_get_heat (DwellSourceItem *self)
{
  const DwellSourceLine *line = get_line (self);

  if (!line->is_matched || self->source->hottest <= 0)
    return -1;

  return (double) dwell_line_table_get_weight (self->source->table, &line->sums) /
         (double) self->source->hottest;
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
  const DwellSourceLine *line = get_line (self);

  if (column == DWELL_SOURCE_TEXT)
    return dwell_source_text_dup_line (self->source, self->line);
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

  item->source = dwell_source_text_ref (self->source);
  item->line = position;
  return item;
}

static void
question_free (gpointer data)
{
  Question *self = data;

  g_object_unref (self->file);
  dwell_line_table_unref (self->table);
  g_clear_pointer (&self->source, dwell_source_text_unref);
  g_clear_error (&self->error);
  g_free (self);
}

static void
run_question (gpointer      data,
              GCancellable *cancellable)
{
  Question *self = data;

  self->source = dwell_source_text_new (self->file, self->table, self->module, cancellable,
                                   &self->error);
}

/* Takes over @source (nullable). */
static void
show_source (DwellSourceList *self,
             DwellSourceText *source)
{
  g_clear_pointer (&self->source, dwell_source_text_unref);
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
  g_clear_pointer (&DWELL_SOURCE_LIST (object)->source, dwell_source_text_unref);

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
      const DwellSourceLine *line = dwell_source_text_get_line (self->source, i);

      if (number != 0 ? line->number == number
                      : line->is_matched && self->source->hottest ==
                        dwell_line_table_get_weight (self->source->table, &line->sums))
        return i;
    }

  return G_MAXUINT;
}
