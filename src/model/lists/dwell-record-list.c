/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nothing to compute: a row is a record's number, and what it shows is made when it is asked. */
#include "config.h"

#include "model/lists/dwell-record-list.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "formats/br/dwell-br-record.h"
#include "model/lists/dwell-positions.h"

struct _DwellRecordItem
{
  GObject parent_instance;

  DwellTrace        *trace;
  const DwellRecord *record; /* of the trace */
};

G_DEFINE_FINAL_TYPE (DwellRecordItem, dwell_record_item, G_TYPE_OBJECT)

struct _DwellRecordList
{
  GObject parent_instance;

  DwellView    *view;
  GSignalGroup *view_signals;
  DwellTrace   *trace;
};

enum {
  PROP_0,
  PROP_N_ITEMS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
dwell_record_item_finalize (GObject *object)
{
  dwell_trace_unref (DWELL_RECORD_ITEM (object)->trace);

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

gboolean
dwell_record_item_is_apart (DwellRecordItem *self)
{
  return (self->record->type & DWELL_BR_RECORD_IS_APART) != 0;
}

static guint
get_type (DwellRecordItem *self)
{
  return self->record->type & ~(guint) DWELL_BR_RECORD_IS_APART;
}

static char *
make_what (DwellRecordItem *self)
{
  const DwellRecord *record = self->record;
  guint type = get_type (self);

  if (record->text != 0)
    return g_strdup (dwell_trace_get_string (self->trace, record->text));
  if (record->area != DWELL_NONE)
    return g_strdup (dwell_trace_get_area_title (self->trace, record->area));
  if (type == DWELL_BR_LINE || type == DWELL_BR_BACKTRACE)
    return g_strdup_printf ("%05u:%02u", DWELL_BR_PACKED_LINE (record->value),
                            DWELL_BR_PACKED_CLAUSE (record->value));
  return g_strdup ("");
}

static char *
make_value (DwellRecordItem *self)
{
  const DwellRecord *record = self->record;

  switch (get_type (self))
    {
    case DWELL_BR_TIME:
      return record->value <= G_MAXINT64 ? dwell_text_duration ((gint64) record->value)
                                         : g_strdup_printf ("0x%" G_GINT64_MODIFIER "x",
                                                            record->value);

    case DWELL_BR_MAPPING:
      return g_strdup_printf ("#%u", (guint) record->value);

    case DWELL_BR_LINE:
    case DWELL_BR_BACKTRACE:
      return g_strdup_printf ("#%u", DWELL_BR_PACKED_MODULE (record->value));

    default:
      return g_strdup ("");
    }
}

/**
 * dwell_record_item_get_text:
 * @self: a row
 * @column: a column
 *
 * Returns: (transfer full): what the cell shows
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
      /* Translators: a number and a word for a type of records, as “3 line”; not counted: left out
       * of all totals */
      return g_strdup_printf (dwell_record_item_is_apart (self) ? _("%u %s, not counted")
                                                                : C_("record", "%u %s"),
                              get_type (self), _(dwell_br_type_get_title (get_type (self))));

    case DWELL_RECORD_WHAT:
      return make_what (self);

    case DWELL_RECORD_VALUE:
      return make_value (self);

    case DWELL_RECORD_FILE:
      return g_strdup (dwell_trace_get_string (self->trace, self->record->file));

    case DWELL_N_RECORD_COLUMNS:
    default:
      g_return_val_if_reached (NULL);
    }
}

static GType
dwell_record_list_get_item_type (GListModel *model)
{
  return DWELL_TYPE_RECORD_ITEM;
}

static guint
dwell_record_list_get_n_items (GListModel *model)
{
  DwellRecordList *self = DWELL_RECORD_LIST (model);

  return self->trace != NULL ? self->trace->n_records : 0;
}

static gpointer
dwell_record_list_get_item (GListModel *model,
                            guint       position)
{
  DwellRecordList *self = DWELL_RECORD_LIST (model);
  DwellRecordItem *item;

  if (self->trace == NULL || position >= self->trace->n_records)
    return NULL;

  item = g_object_new (DWELL_TYPE_RECORD_ITEM, NULL);
  item->trace = dwell_trace_ref (self->trace);
  item->record = &self->trace->records[position];
  return item;
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = dwell_record_list_get_item_type;
  iface->get_n_items = dwell_record_list_get_n_items;
  iface->get_item = dwell_record_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (DwellRecordList, dwell_record_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init))

static void
take_trace (DwellRecordList *self)
{
  guint n_before = dwell_record_list_get_n_items (G_LIST_MODEL (self));
  DwellTrace *trace = self->view != NULL ? dwell_view_get_trace (self->view) : NULL;

  g_clear_pointer (&self->trace, dwell_trace_unref);
  self->trace = trace != NULL ? dwell_trace_ref (trace) : NULL;
  _dwell_list_announce (G_LIST_MODEL (self),
                        (DwellListChange) {
                          0, n_before, dwell_record_list_get_n_items (G_LIST_MODEL (self))
                        });
}

static void
dwell_record_list_get_property (GObject    *object,
                                guint       prop_id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_N_ITEMS:
      g_value_set_uint (value, dwell_record_list_get_n_items (G_LIST_MODEL (object)));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
dwell_record_list_dispose (GObject *object)
{
  DwellRecordList *self = DWELL_RECORD_LIST (object);

  g_clear_object (&self->view_signals);
  g_clear_object (&self->view);
  g_clear_pointer (&self->trace, dwell_trace_unref);

  G_OBJECT_CLASS (dwell_record_list_parent_class)->dispose (object);
}

static void
dwell_record_list_class_init (DwellRecordListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = dwell_record_list_dispose;
  object_class->get_property = dwell_record_list_get_property;

  properties[PROP_N_ITEMS] = g_param_spec_uint ("n-items", NULL, NULL, 0, G_MAXUINT, 0,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
dwell_record_list_init (DwellRecordList *self)
{
  self->view_signals = g_signal_group_new (DWELL_TYPE_VIEW);
  g_signal_group_connect_swapped (self->view_signals, "trace-changed", G_CALLBACK (take_trace),
                                  self);
}

/**
 * dwell_record_list_new:
 *
 * Returns: (transfer full): an empty list
 */
DwellRecordList *
dwell_record_list_new (void)
{
  return g_object_new (DWELL_TYPE_RECORD_LIST, NULL);
}

/**
 * dwell_record_list_set_view:
 * @self: a list
 * @view: (nullable): the records of whose trace are shown
 */
void
dwell_record_list_set_view (DwellRecordList *self,
                            DwellView       *view)
{
  g_return_if_fail (DWELL_IS_RECORD_LIST (self));
  g_return_if_fail (view == NULL || DWELL_IS_VIEW (view));

  if (!g_set_object (&self->view, view))
    return;

  g_signal_group_set_target (self->view_signals, view);
  take_trace (self);
}

/**
 * dwell_record_list_is_joined:
 * @self: a list
 *
 * Returns: whether the records are of several files, which DWELL_RECORD_FILE tells
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
 * Returns: (transfer full): how many records there are and how many of them are listed
 */
char *
dwell_record_list_get_summary (DwellRecordList *self)
{
  guint64 n = self->trace != NULL ? self->trace->n_records_in_file : 0;
  guint32 n_kept = self->trace != NULL ? self->trace->n_records : 0;
  g_autofree char *all = dwell_text_count (n);
  g_autofree char *kept = dwell_text_count (n_kept);

  if (n_kept < n && dwell_record_list_is_joined (self))
    /* Translators: two numbers: of those that are listed, and of all */
    return g_strdup_printf (ngettext ("%s of %s record: the first of each file",
                                      "%s of %s records: the first of each file", (gulong) n),
                            kept, all);

  return n_kept < n ? g_strdup_printf (ngettext ("The first %s of %s record",
                                                "The first %s of %s records",
                                                (gulong) n), kept, all)
                    : g_strdup_printf (ngettext ("%s record", "%s records", (gulong) n), all);
}

