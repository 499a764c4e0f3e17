/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists records. Nothing is computed in advance: the format describes a record when its row is
 * made. */
#include "config.h"

#include "model/lists/lines/dwell-record-list.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "formats/dwell-formats.h"

struct _DwellRecordItem
{
  GObject parent_instance;

  DwellTrace        *trace;
  const DwellRecord *record; /* of the trace */
  DwellRecordText    text;
};

G_DEFINE_FINAL_TYPE (DwellRecordItem, dwell_record_item, G_TYPE_OBJECT)

struct _DwellRecordList
{
  DwellList parent_instance;

  DwellTrace *trace;
};

G_DEFINE_FINAL_TYPE (DwellRecordList, dwell_record_list, DWELL_TYPE_LIST)

static void
dwell_record_item_finalize (GObject *object)
{
  DwellRecordItem *self = DWELL_RECORD_ITEM (object);

  g_free (self->text.type);
  g_free (self->text.what);
  g_free (self->text.value);
  dwell_trace_unref (self->trace);

  G_OBJECT_CLASS (dwell_record_item_parent_class)->finalize (object);
}

static void
dwell_record_item_class_init (DwellRecordItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = dwell_record_item_finalize;
}

static void
dwell_record_item_init (DwellRecordItem *self)
{
}

/**
 * dwell_record_item_get_text:
 * @self: a row
 * @column: a column
 *
 * Returns: (transfer full): the text of the cell
 */
char *
dwell_record_item_get_text (DwellRecordItem   *self,
                            DwellRecordColumn  column)
{
  switch (column)
    {
    case DWELL_RECORD_OFFSET:
      return g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", self->record->offset);

    case DWELL_RECORD_TYPE:
      return g_strdup (self->text.type);

    case DWELL_RECORD_WHAT:
      return g_strdup (self->text.what);

    case DWELL_RECORD_VALUE:
      return g_strdup (self->text.value);

    case DWELL_RECORD_FILE:
      return g_strdup (dwell_trace_get_string (self->trace, self->record->file));

    case DWELL_N_RECORD_COLUMNS:
    default:
      g_return_val_if_reached (NULL);
    }
}

static gpointer
dwell_record_list_get_item (DwellList *list,
                            guint      position)
{
  DwellRecordList *self = DWELL_RECORD_LIST (list);
  const DwellFormat *format = dwell_formats_find (self->trace->format_id);
  DwellRecordItem *item = g_object_new (DWELL_TYPE_RECORD_ITEM, NULL);

  item->trace = dwell_trace_ref (self->trace);
  item->record = &self->trace->records[position];
  if (format != NULL && format->describe_record != NULL)
    format->describe_record (self->trace, item->record, &item->text);
  return item;
}

static void
dwell_record_list_take_trace (DwellQuery *query)
{
  DwellRecordList *self = DWELL_RECORD_LIST (query);
  DwellTrace *trace = dwell_query_get_trace (query);

  g_clear_pointer (&self->trace, dwell_trace_unref);
  self->trace = trace != NULL ? dwell_trace_ref (trace) : NULL;
  dwell_list_replace (DWELL_LIST (query), trace != NULL ? trace->n_records : 0);
}

static void
dwell_record_list_finalize (GObject *object)
{
  g_clear_pointer (&DWELL_RECORD_LIST (object)->trace, dwell_trace_unref);

  G_OBJECT_CLASS (dwell_record_list_parent_class)->finalize (object);
}

static void
dwell_record_list_class_init (DwellRecordListClass *klass)
{
  DwellQueryClass *query_class = DWELL_QUERY_CLASS (klass);
  DwellListClass *list_class = DWELL_LIST_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = dwell_record_list_finalize;
  list_class->item_type = DWELL_TYPE_RECORD_ITEM;
  list_class->get_item = dwell_record_list_get_item;
  query_class->take_trace = dwell_record_list_take_trace;
}

static void
dwell_record_list_init (DwellRecordList *self)
{
}

/**
 * dwell_record_list_new:
 *
 * Returns: (transfer full): an empty list, whose items are #DwellRecordItem
 */
DwellRecordList *
dwell_record_list_new (void)
{
  return g_object_new (DWELL_TYPE_RECORD_LIST, NULL);
}

/**
 * dwell_record_list_is_joined:
 * @self: a list
 *
 * Returns: whether the records come from several files, which the column %DWELL_RECORD_FILE names
 */
gboolean
dwell_record_list_is_joined (DwellRecordList *self)
{
  g_return_val_if_fail (DWELL_IS_RECORD_LIST (self), FALSE);

  return self->trace != NULL && self->trace->n_records > 0 && self->trace->records[0].file != 0;
}

/**
 * dwell_record_list_get_summary:
 * @self: a list
 *
 * Returns: (transfer full): the number of records and of those listed, as in “Records: the first
 *   1 000 000 of 84 000 000”
 */
char *
dwell_record_list_get_summary (DwellRecordList *self)
{
  guint64 n = self->trace != NULL ? self->trace->n_records_in_file : 0;
  guint32 n_kept = self->trace != NULL ? self->trace->n_records : 0;
  g_autofree char *all = dwell_text_count (n);
  g_autofree char *kept = dwell_text_count (n_kept);

  if (n_kept < n && dwell_record_list_is_joined (self))
    /* Translators: two numbers: of the records that are listed, and of all */
    return g_strdup_printf (_("Records: %s of %s, the first of each file"), kept, all);

  /* Translators: two numbers: of the records that are listed, and of all */
  return n_kept < n ? g_strdup_printf (_("Records: the first %s of %s"), kept, all)
                    : g_strdup_printf (ngettext ("%s record", "%s records", dwell_text_plural (n)),
                                       all);
}
