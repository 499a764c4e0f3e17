/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of lines: one question at a time goes to a worker; a serial tells whether its answer is
 * still wanted. The table is made with the first answer of a trace and kept. */
#include "config.h"

#include "model/lists/dwell-line-list.h"

#include <string.h>

#include "model/dwell-job.h"
#include "model/lists/dwell-line-query.h"
#include "model/lists/dwell-positions.h"

struct _DwellLineList
{
  GObject parent_instance;

  DwellView      *view;
  GSignalGroup   *view_signals;
  DwellPattern   *pattern;
  GByteArray     *folded[2]; /* by module, by routine */
  DwellLineColumn sort_by;
  gboolean        descending;
  gboolean        is_flat;

  guint           serial; /* of what is wanted */
  guint           shown_serial;
  DwellJob       *job;    /* the query under way, or NULL */
  DwellLineTable *table;  /* what is shown, or NULL */
  GArray         *rows;   /* DwellLineRef, of the table */
  gboolean        shows_flat;
  gboolean        is_busy;
};

enum {
  PROP_0,
  PROP_N_ITEMS,
  PROP_BUSY,
  PROP_VIEW,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static gboolean
is_folded (DwellLineList *self,
           DwellLineRef   ref)
{
  const GByteArray *flags = ref.kind < DWELL_LINE_IS_LINE ? self->folded[ref.kind] : NULL;

  return flags != NULL && ref.number < flags->len && flags->data[ref.number];
}

static GType
dwell_line_list_get_item_type (GListModel *model)
{
  return DWELL_TYPE_LINE_ITEM;
}

static guint
dwell_line_list_get_n_items (GListModel *model)
{
  return DWELL_LINE_LIST (model)->rows->len;
}

static gpointer
dwell_line_list_get_item (GListModel *model,
                          guint       position)
{
  DwellLineList *self = DWELL_LINE_LIST (model);
  DwellLineRef ref;

  if (position >= self->rows->len)
    return NULL;

  ref = g_array_index (self->rows, DwellLineRef, position);
  return _dwell_line_item_new (self->table, ref, self->shows_flat, is_folded (self, ref));
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = dwell_line_list_get_item_type;
  iface->get_n_items = dwell_line_list_get_n_items;
  iface->get_item = dwell_line_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (DwellLineList, dwell_line_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init))

/* Takes over @table (nullable) and @rows. */
static void
show_rows (DwellLineList  *self,
           DwellLineTable *table,
           GArray         *rows,
           gboolean        is_flat)
{
  g_autoptr(GArray) old_rows = self->rows;
  g_autoptr(DwellLineTable) old_table = self->table;

  self->table = table;
  self->rows = rows;
  self->shows_flat = is_flat;

  /* Every row is told anew: what is folded may be another. */
  _dwell_list_announce (G_LIST_MODEL (self),
                        (DwellListChange) { 0, old_rows->len, rows->len });
}

static DwellTrace *
get_trace (DwellLineList *self)
{
  return self->view != NULL ? dwell_view_get_trace (self->view) : NULL;
}

static DwellLineQuery *
make_query (DwellLineList *self,
            DwellTrace    *trace)
{
  DwellLineQuery *query = g_new0 (DwellLineQuery, 1);

  query->trace = dwell_trace_ref (trace);
  if (self->table != NULL && self->table->trace == trace)
    query->table = dwell_line_table_ref (self->table);
  query->is_flat = self->is_flat;
  query->pattern = self->pattern != NULL ? dwell_pattern_ref (self->pattern) : NULL;
  query->sort_by = self->sort_by;
  query->descending = self->descending;
  query->folded_modules = g_bytes_new (self->folded[DWELL_LINE_IS_MODULE]->data,
                                       self->folded[DWELL_LINE_IS_MODULE]->len);
  query->folded_routines = g_bytes_new (self->folded[DWELL_LINE_IS_ROUTINE]->data,
                                        self->folded[DWELL_LINE_IS_ROUTINE]->len);
  query->serial = self->serial;
  return query;
}

static void
set_busy (DwellLineList *self,
          gboolean       is_busy)
{
  if (self->is_busy == is_busy)
    return;

  self->is_busy = is_busy;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

static void queried (gpointer data,
                     gpointer user_data);

/* Asks for what is wanted and not shown, unless a query is under way, whose end comes back here. */
static void
update (DwellLineList *self)
{
  DwellTrace *trace = get_trace (self);

  if (self->job == NULL && trace != NULL && self->shown_serial != self->serial)
    self->job = _dwell_job_start (make_query (self, trace), _dwell_line_query_free,
                                  _dwell_line_query_run, queried, self);

  set_busy (self, self->job != NULL);
}

static void
queried (gpointer data,
         gpointer user_data)
{
  DwellLineQuery *query = data;
  DwellLineList *self = user_data;

  g_object_ref (self);
  self->job = NULL;
  if (query->rows != NULL && query->trace == get_trace (self))
    {
      self->shown_serial = query->serial;
      show_rows (self, g_steal_pointer (&query->table), g_steal_pointer (&query->rows),
                 query->is_flat);
    }

  update (self);
  g_object_unref (self);
}

static void
rearrange (DwellLineList *self)
{
  self->serial++;
  update (self);
}

/* Numbers of modules and routines are others in another trace. */
static void
take_trace (DwellLineList *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->folded); i++)
    g_byte_array_set_size (self->folded[i], 0);
  if (self->job != NULL)
    _dwell_job_cancel (self->job);
  if (get_trace (self) == NULL)
    show_rows (self, NULL, g_array_new (FALSE, FALSE, sizeof (DwellLineRef)), self->is_flat);
  rearrange (self);
}

static void
dwell_line_list_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  DwellLineList *self = DWELL_LINE_LIST (object);

  switch (prop_id)
    {
    case PROP_N_ITEMS:
      g_value_set_uint (value, self->rows->len);
      break;

    case PROP_BUSY:
      g_value_set_boolean (value, self->is_busy);
      break;

    case PROP_VIEW:
      g_value_set_object (value, self->view);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
dwell_line_list_set_property (GObject      *object,
                              guint         prop_id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_VIEW:
      dwell_line_list_set_view (DWELL_LINE_LIST (object), g_value_get_object (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
dwell_line_list_dispose (GObject *object)
{
  DwellLineList *self = DWELL_LINE_LIST (object);

  if (self->job != NULL)
    _dwell_job_abandon (self->job);
  self->job = NULL;
  g_clear_object (&self->view_signals);
  g_clear_object (&self->view);

  G_OBJECT_CLASS (dwell_line_list_parent_class)->dispose (object);
}

static void
dwell_line_list_finalize (GObject *object)
{
  DwellLineList *self = DWELL_LINE_LIST (object);

  g_clear_pointer (&self->table, dwell_line_table_unref);
  g_clear_pointer (&self->pattern, dwell_pattern_unref);
  g_array_unref (self->rows);
  for (guint i = 0; i < G_N_ELEMENTS (self->folded); i++)
    g_byte_array_unref (self->folded[i]);

  G_OBJECT_CLASS (dwell_line_list_parent_class)->finalize (object);
}

static void
dwell_line_list_class_init (DwellLineListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = dwell_line_list_dispose;
  object_class->finalize = dwell_line_list_finalize;
  object_class->get_property = dwell_line_list_get_property;
  object_class->set_property = dwell_line_list_set_property;

  properties[PROP_N_ITEMS] = g_param_spec_uint ("n-items", NULL, NULL, 0, G_MAXUINT, 0,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_VIEW] = g_param_spec_object ("view", NULL, NULL, DWELL_TYPE_VIEW,
                                               G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY
                                               | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
dwell_line_list_init (DwellLineList *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (DwellLineRef));
  for (guint i = 0; i < G_N_ELEMENTS (self->folded); i++)
    self->folded[i] = g_byte_array_new ();
  self->sort_by = DWELL_LINE_SHARE;
  self->descending = TRUE;

  self->view_signals = g_signal_group_new (DWELL_TYPE_VIEW);
  g_signal_group_connect_swapped (self->view_signals, "trace-changed", G_CALLBACK (take_trace),
                                  self);
}

/**
 * dwell_line_list_new:
 *
 * Returns: (transfer full): an empty list that has the heaviest first
 */
DwellLineList *
dwell_line_list_new (void)
{
  return g_object_new (DWELL_TYPE_LINE_LIST, NULL);
}

/**
 * dwell_line_list_set_view:
 * @self: a list
 * @view: (nullable): the lines of whose trace are shown; %NULL empties the list
 */
void
dwell_line_list_set_view (DwellLineList *self,
                          DwellView     *view)
{
  g_return_if_fail (DWELL_IS_LINE_LIST (self));
  g_return_if_fail (view == NULL || DWELL_IS_VIEW (view));

  if (!g_set_object (&self->view, view))
    return;

  g_signal_group_set_target (self->view_signals, view);
  take_trace (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

/**
 * dwell_line_list_set_flat:
 * @self: a list
 * @is_flat: whether to show lines alone
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
 * @error: what is wrong with the regular expression
 *
 * Returns: false if @text is broken; the list stays as it is
 */
gboolean
dwell_line_list_set_filter (DwellLineList  *self,
                            const char     *text,
                            GError        **error)
{
  DwellPattern *pattern = NULL;

  g_return_val_if_fail (DWELL_IS_LINE_LIST (self), FALSE);

  if (text != NULL && *text != '\0' && !(pattern = dwell_pattern_new (text, error)))
    return FALSE;

  g_clear_pointer (&self->pattern, dwell_pattern_unref);
  self->pattern = pattern;
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
 * @position: a row
 * @is_folded: whether what belongs below it is hidden
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
 * @folded: whether only modules and routines are shown
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

gboolean
dwell_line_list_get_busy (DwellLineList *self)
{
  return self->is_busy;
}

DwellLineTable *
dwell_line_list_get_table (DwellLineList *self)
{
  return self->table;
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
 * dwell_line_list_freeze:
 * @self: a list
 *
 * Returns: (transfer full): the rows as they are now, for whoever asks for them, on any thread
 */
GListModel *
dwell_line_list_freeze (DwellLineList *self)
{
  DwellLineList *frozen;

  g_return_val_if_fail (DWELL_IS_LINE_LIST (self), NULL);

  frozen = dwell_line_list_new ();
  g_array_unref (frozen->rows);
  frozen->rows = g_array_ref (self->rows);
  frozen->shows_flat = self->shows_flat;
  if (self->table != NULL)
    frozen->table = dwell_line_table_ref (self->table);

  return G_LIST_MODEL (frozen);
}
