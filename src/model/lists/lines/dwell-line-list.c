/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of lines. A serial shows whether an answer is still wanted. The table is made with the
 * first answer about a range and then kept. */
#include "config.h"

#include "model/lists/lines/dwell-line-list.h"

#include <string.h>

#include "model/lists/lines/dwell-line-question.h"

struct _DwellLineList
{
  DwellList parent_instance;

  DwellPattern   *pattern;
  GByteArray     *folded[2]; /* by module, by routine */
  DwellLineColumn sort_by;
  gboolean        descending;
  gboolean        is_flat;

  gint64          begin;  /* ns: the wanted range */
  gint64          end;
  guint           serial; /* of the wanted answer */
  guint           shown_serial;
  DwellLineTable *table;  /* the shown one, or NULL */
  DwellTimeUnits *units;  /* of the table, or NULL */
  GArray         *rows;   /* DwellLineRef, of the table */
  gboolean        shows_flat;
};

G_DEFINE_FINAL_TYPE (DwellLineList, dwell_line_list, DWELL_TYPE_LIST)

static gboolean
is_folded (DwellLineList *self,
           DwellLineRef   ref)
{
  const GByteArray *flags = ref.kind < DWELL_LINE_IS_LINE ? self->folded[ref.kind] : NULL;

  return flags != NULL && ref.number < flags->len && flags->data[ref.number];
}

static gpointer
dwell_line_list_get_item (DwellList *list,
                          guint      position)
{
  DwellLineList *self = DWELL_LINE_LIST (list);
  DwellLineRef ref = g_array_index (self->rows, DwellLineRef, position);

  return _dwell_line_item_new (self->table,
                               _dwell_time_units_get (&self->units, self->table,
                                                      DWELL_N_LINE_COLUMNS),
                               ref, self->shows_flat, is_folded (self, ref));
}

/* Takes over @table (nullable) and @rows. */
static void
show_rows (DwellLineList  *self,
           DwellLineTable *table,
           GArray         *rows,
           gboolean        is_flat)
{
  g_clear_pointer (&self->table, dwell_line_table_unref);
  g_array_unref (self->rows);
  self->table = table;
  self->rows = rows;
  self->shows_flat = is_flat;

  /* All rows are announced as changed: an equal row can have been folded or unfolded. */
  dwell_list_replace (DWELL_LIST (self), rows->len);
}

static gboolean
has_wanted_table (DwellLineList *self)
{
  DwellTrace *trace = dwell_query_get_trace (DWELL_QUERY (self));

  return self->table != NULL && self->table->trace == trace &&
         ((self->table->begin == self->begin && self->table->end == self->end) ||
          !self->table->has_times);
}

static DwellLineQuestion *
make_question (DwellLineList *self)
{
  DwellReading *reading = dwell_query_get_reading (DWELL_QUERY (self));
  DwellLineQuestion *question = g_new0 (DwellLineQuestion, 1);

  question->trace = dwell_trace_ref (reading->trace);
  if (has_wanted_table (self))
    question->table = dwell_line_table_ref (self->table);
  if (reading->statistics != NULL)
    question->index = dwell_statistics_index_ref (reading->statistics);
  question->begin = self->begin;
  question->end = self->end;
  question->is_flat = self->is_flat;
  question->pattern = self->pattern != NULL ? dwell_pattern_ref (self->pattern) : NULL;
  question->sort_by = self->sort_by;
  question->descending = self->descending;
  question->folded_modules = g_bytes_new (self->folded[DWELL_LINE_IS_MODULE]->data,
                                          self->folded[DWELL_LINE_IS_MODULE]->len);
  question->folded_routines = g_bytes_new (self->folded[DWELL_LINE_IS_ROUTINE]->data,
                                           self->folded[DWELL_LINE_IS_ROUTINE]->len);
  question->serial = self->serial;
  return question;
}

static void
dwell_line_list_ask (DwellQuery *query)
{
  DwellLineList *self = DWELL_LINE_LIST (query);

  if (self->shown_serial != self->serial &&
      (dwell_query_get_reading (query)->statistics != NULL ||
       !dwell_line_table_has_times (dwell_query_get_trace (query))))
    dwell_query_ask (query, make_question (self), _dwell_line_question_free,
                     _dwell_line_question_run);
}

static void
dwell_line_list_take (DwellQuery *query,
                      gpointer    data)
{
  DwellLineList *self = DWELL_LINE_LIST (query);
  DwellLineQuestion *question = data;

  if (question->rows == NULL)
    return;

  self->shown_serial = question->serial;
  show_rows (self, g_steal_pointer (&question->table), g_steal_pointer (&question->rows),
             question->is_flat);
}

static void
rearrange (DwellLineList *self)
{
  self->serial++;
  dwell_query_update (DWELL_QUERY (self));
}

static void
change_range (DwellLineList *self)
{
  dwell_view_get_scope_range (dwell_query_get_view (DWELL_QUERY (self)), &self->begin,
                              &self->end);
  if (!has_wanted_table (self))
    rearrange (self);
}

/* Modules and routines have other numbers in another trace. */
static void
dwell_line_list_take_trace (DwellQuery *query)
{
  DwellLineList *self = DWELL_LINE_LIST (query);

  for (guint i = 0; i < G_N_ELEMENTS (self->folded); i++)
    g_byte_array_set_size (self->folded[i], 0);
  if (dwell_query_get_trace (query) == NULL)
    show_rows (self, NULL, g_array_new (FALSE, FALSE, sizeof (DwellLineRef)), self->is_flat);
  if (dwell_query_get_view (query) != NULL)
    dwell_view_get_scope_range (dwell_query_get_view (query), &self->begin, &self->end);
  self->serial++;
}

static void
dwell_line_list_finalize (GObject *object)
{
  DwellLineList *self = DWELL_LINE_LIST (object);

  g_clear_pointer (&self->table, dwell_line_table_unref);
  g_clear_pointer (&self->pattern, dwell_pattern_unref);
  g_clear_pointer (&self->units, _dwell_time_units_unref);
  g_array_unref (self->rows);
  for (guint i = 0; i < G_N_ELEMENTS (self->folded); i++)
    g_byte_array_unref (self->folded[i]);

  G_OBJECT_CLASS (dwell_line_list_parent_class)->finalize (object);
}

static void
dwell_line_list_share (DwellList *list,
                       DwellList *frozen)
{
  DwellLineList *self = DWELL_LINE_LIST (list);
  DwellLineList *copy = DWELL_LINE_LIST (frozen);

  g_array_unref (copy->rows);
  copy->rows = g_array_ref (self->rows);
  copy->shows_flat = self->shows_flat;
  if (self->table != NULL)
    copy->table = dwell_line_table_ref (self->table);
}

static gboolean
dwell_line_list_check_filter (DwellQuery  *query,
                              GError     **error)
{
  return dwell_pattern_check (DWELL_LINE_LIST (query)->pattern, error);
}

static void
dwell_line_list_class_init (DwellLineListClass *klass)
{
  DwellQueryClass *query_class = DWELL_QUERY_CLASS (klass);
  DwellListClass *list_class = DWELL_LIST_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = dwell_line_list_finalize;
  list_class->item_type = DWELL_TYPE_LINE_ITEM;
  list_class->get_item = dwell_line_list_get_item;
  query_class->take_trace = dwell_line_list_take_trace;
  query_class->ask = dwell_line_list_ask;
  query_class->take = dwell_line_list_take;
  query_class->check_filter = dwell_line_list_check_filter;
  list_class->share = dwell_line_list_share;
}

static void
dwell_line_list_init (DwellLineList *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (DwellLineRef));
  for (guint i = 0; i < G_N_ELEMENTS (self->folded); i++)
    self->folded[i] = g_byte_array_new ();
  self->sort_by = DWELL_LINE_SHARE;
  self->descending = TRUE;
  dwell_query_connect_view (DWELL_QUERY (self), "scope-changed", G_CALLBACK (change_range));
  dwell_query_connect_view (DWELL_QUERY (self), "indexes-changed",
                            G_CALLBACK (dwell_query_update));
}

/**
 * dwell_line_list_new:
 *
 * Returns: (transfer full): an empty list, whose items are #DwellLineItem, the heaviest first
 */
DwellLineList *
dwell_line_list_new (void)
{
  return g_object_new (DWELL_TYPE_LINE_LIST, NULL);
}

/**
 * dwell_line_list_set_flat:
 * @self: a list
 * @is_flat: whether to show only lines, rather than modules, routines and lines
 */
void
dwell_line_list_set_flat (DwellLineList *self,
                          gboolean       is_flat)
{
  g_return_if_fail (DWELL_IS_LINE_LIST (self));

  if (self->is_flat == is_flat)
    return;

  self->is_flat = is_flat;
  rearrange (self);
}

/**
 * dwell_line_list_set_filter:
 * @self: a list
 * @text: (nullable): text or /regular expression/ that position, module or routine must match
 * @error: the fault in the regular expression
 *
 * Returns: false if @text is invalid; the list does not change then
 */
gboolean
dwell_line_list_set_filter (DwellLineList  *self,
                            const char     *text,
                            GError        **error)
{
  g_return_val_if_fail (DWELL_IS_LINE_LIST (self), FALSE);

  if (!dwell_pattern_replace (&self->pattern, text, error))
    return FALSE;

  rearrange (self);
  return TRUE;
}

/**
 * dwell_line_list_sort:
 * @self: a list
 * @by: a column
 * @descending: whether the greatest comes first
 */
void
dwell_line_list_sort (DwellLineList   *self,
                      DwellLineColumn  by,
                      gboolean         descending)
{
  g_return_if_fail (DWELL_IS_LINE_LIST (self));

  self->sort_by = by;
  self->descending = descending;
  rearrange (self);
}

static void
set_flag (GByteArray *flags,
          guint32     number,
          gboolean    value)
{
  guint n = flags->len;

  if (number >= n)
    {
      g_byte_array_set_size (flags, number + 1);
      memset (flags->data + n, 0, number + 1 - n);
    }
  flags->data[number] = value != FALSE;
}

/**
 * dwell_line_list_set_folded:
 * @self: a list
 * @position: the row of a module or routine
 * @folded: whether to hide the rows below it
 */
void
dwell_line_list_set_folded (DwellLineList *self,
                            guint          position,
                            gboolean       folded)
{
  DwellLineRef ref;

  g_return_if_fail (DWELL_IS_LINE_LIST (self));

  if (position >= self->rows->len)
    return;

  ref = g_array_index (self->rows, DwellLineRef, position);
  if (ref.kind == DWELL_LINE_IS_LINE || is_folded (self, ref) == folded)
    return;

  set_flag (self->folded[ref.kind], ref.number, folded);
  rearrange (self);
}

/**
 * dwell_line_list_fold_all:
 * @self: a list
 * @folded: whether to show only modules and routines
 */
void
dwell_line_list_fold_all (DwellLineList *self,
                          gboolean       folded)
{
  guint32 n = self->table != NULL ? self->table->n_routines : 0;

  for (guint i = 0; i < G_N_ELEMENTS (self->folded); i++)
    g_byte_array_set_size (self->folded[i], 0);
  for (guint32 i = 0; folded && i < n; i++)
    set_flag (self->folded[DWELL_LINE_IS_ROUTINE], i, TRUE);
  rearrange (self);
}

/**
 * dwell_line_list_get_table:
 * @self: a list
 *
 * Returns: (transfer none) (nullable): the table shown; %NULL before the first answer
 */
DwellLineTable *
dwell_line_list_get_table (DwellLineList *self)
{
  return self->table;
}

/**
 * dwell_line_list_has_texts:
 * @self: a list
 *
 * Returns: whether the file contains the text of any of its lines
 */
gboolean
dwell_line_list_has_texts (DwellLineList *self)
{
  g_return_val_if_fail (DWELL_IS_LINE_LIST (self), FALSE);

  for (guint32 i = 0; self->table != NULL && i < self->table->n_rows; i++)
    if (dwell_line_table_get_text (self->table, (DwellLineRef) { i, DWELL_LINE_IS_LINE }) != NULL)
      return TRUE;

  return FALSE;
}

/**
 * dwell_line_list_find:
 * @self: a list
 * @area: a line, or a routine
 *
 * Returns: the position of its row, or %G_MAXUINT
 */
guint
dwell_line_list_find (DwellLineList *self,
                      guint32        area)
{
  for (guint i = 0; i < self->rows->len && area != DWELL_NONE; i++)
    {
      DwellLineRef ref = g_array_index (self->rows, DwellLineRef, i);

      if ((ref.kind == DWELL_LINE_IS_LINE && self->table->rows[ref.number].area == area) ||
          (ref.kind == DWELL_LINE_IS_ROUTINE && self->table->routines[ref.number].routine == area))
        return i;
    }

  return G_MAXUINT;
}

/**
 * dwell_line_list_find_module:
 * @self: a list
 * @module: the number of a module, or %DWELL_NONE
 *
 * Returns: the position of its row, or %G_MAXUINT
 */
guint
dwell_line_list_find_module (DwellLineList *self,
                             guint32        module)
{
  for (guint i = 0; i < self->rows->len && module != DWELL_NONE; i++)
    {
      DwellLineRef ref = g_array_index (self->rows, DwellLineRef, i);

      if (ref.kind == DWELL_LINE_IS_MODULE &&
          dwell_line_table_get_module_of (self->table, ref) == module)
        return i;
    }

  return G_MAXUINT;
}
