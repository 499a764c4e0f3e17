/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filling a builder: areas by key, contexts, tracks, rows, marks, what the header tells. Spans are
 * opened and closed inline, in the header. How a trace is made of it: dwell-builder-finish.c. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-builder-private.h"
#include "core/dwell-error.h"
#include "core/dwell-trace-private.h"

/* Areas, contexts, tracks, rows: far more than anyone can look at, far fewer than spans. */
#define TABLE_MAX ((gsize) 1 << 26)

static guint32
area_hash (const DwellArea *area)
{
  guint32 hash = area->name * 2654435761u;

  hash = (hash ^ area->module) * 2246822519u;
  hash = (hash ^ area->file) * 3266489917u;
  hash = (hash ^ area->parent) * 668265263u;
  hash = (hash ^ (guint) area->value) * 374761393u;
  return hash ^ area->kind ^ (hash >> 15);
}

static gboolean
area_equal (const DwellArea *left,
            const DwellArea *right)
{
  return left->name == right->name && left->kind == right->kind && left->parent == right->parent &&
         left->module == right->module && left->file == right->file &&
         left->has_value == right->has_value && (!left->has_value || left->value == right->value);
}

#define COLUMN(name, type, n_max) { G_STRUCT_OFFSET (DwellBuilder, name), sizeof (type), n_max }

static const struct {
  gsize offset;
  gsize element_size;
  gsize n_max;
} columns[] = {
  COLUMN (areas, DwellArea, TABLE_MAX),
  COLUMN (contexts, DwellContext, TABLE_MAX),
  COLUMN (tracks, DwellTrack, TABLE_MAX),
  COLUMN (rows, DwellRow, TABLE_MAX),
  COLUMN (span_begin, gint64, DWELL_COLUMN_MAX),
  COLUMN (span_end, gint64, DWELL_COLUMN_MAX),
  COLUMN (span_area, guint32, DWELL_COLUMN_MAX),
  COLUMN (span_row, guint32, DWELL_COLUMN_MAX),
  COLUMN (span_parent, guint32, DWELL_COLUMN_MAX),
  COLUMN (span_flags, guint8, DWELL_COLUMN_MAX),
  COLUMN (mark_time, gint64, DWELL_COLUMN_MAX),
  COLUMN (mark_track, guint32, DWELL_COLUMN_MAX),
  COLUMN (mark_span, guint32, DWELL_COLUMN_MAX),
  COLUMN (mark_area, guint32, DWELL_COLUMN_MAX),
  COLUMN (mark_text, guint32, DWELL_COLUMN_MAX),
  COLUMN (mark_kind, guint8, DWELL_COLUMN_MAX),
  COLUMN (write_time, gint64, DWELL_COLUMN_MAX),
  COLUMN (write_track, guint32, DWELL_COLUMN_MAX),
  COLUMN (write_value, guint64, DWELL_COLUMN_MAX),
  COLUMN (suspension_begin, gint64, DWELL_COLUMN_MAX),
  COLUMN (suspension_end, gint64, DWELL_COLUMN_MAX),
  COLUMN (suspension_span, guint32, DWELL_COLUMN_MAX),
  COLUMN (suspension_kind, guint8, DWELL_COLUMN_MAX),
  COLUMN (event_time, gint64, DWELL_COLUMN_MAX),
  COLUMN (event_area, guint32, DWELL_COLUMN_MAX),
  COLUMN (event_kind, guint8, DWELL_COLUMN_MAX),
  COLUMN (event_core, guint8, DWELL_COLUMN_MAX),
  COLUMN (event_context, guint32, DWELL_COLUMN_MAX),
  COLUMN (recorded, DwellRecordedRow, TABLE_MAX),
  COLUMN (node_parent, guint32, DWELL_NODES_MAX),
  COLUMN (node_area, guint32, DWELL_NODES_MAX),
  COLUMN (node_context, guint32, DWELL_NODES_MAX),
  COLUMN (node_count, guint64, DWELL_NODES_MAX),
  COLUMN (node_total, gint64, DWELL_NODES_MAX),
  COLUMN (node_self, gint64, DWELL_NODES_MAX),
  COLUMN (lines, DwellLineWeight, DWELL_NODES_MAX),
  COLUMN (records, DwellRecord, DWELL_NODES_MAX),
  COLUMN (cost_owners, DwellCostOwner, DWELL_NODES_MAX),
};

static DwellColumn **
get_column (DwellBuilder *self,
            gsize         i)
{
  return &G_STRUCT_MEMBER (DwellColumn *, self, columns[i].offset);
}

/*< private >
 * _dwell_property_clear: for arrays of #DwellProperty */
void
_dwell_property_clear (gpointer data)
{
  DwellProperty *property = data;

  g_variant_unref (property->value);
}

/**
 * dwell_builder_new:
 * @format_id: (transfer none): the format's id, static storage
 * @format_title: (transfer none): its untranslated title, static storage
 * @tables: the #DwellTables that the format can hold
 *
 * Returns: (transfer full): an empty builder
 */
DwellBuilder *
dwell_builder_new (const char *format_id,
                   const char *format_title,
                   guint       tables)
{
  DwellBuilder *self = g_new0 (DwellBuilder, 1);

  self->strings = dwell_strings_new ();
  self->problems = dwell_problems_new ();
  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    *get_column (self, i) = dwell_column_new_with_max (columns[i].element_size, columns[i].n_max);
  _dwell_builder_init_weights (self);
  self->begin = G_MAXINT64;
  self->end = G_MININT64;
  self->wall_clock_ns = DWELL_TIME_NONE;
  self->total_time = DWELL_TIME_NONE;
  self->tables = tables;
  dwell_ids_init (&self->area_ids);
  self->properties = g_array_new (FALSE, FALSE, sizeof (DwellProperty));
  g_array_set_clear_func (self->properties, _dwell_property_clear);
  self->notes = g_ptr_array_new ();
  self->format_id = format_id;
  self->format_title = format_title;

  return self;
}

void
dwell_builder_free (DwellBuilder *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    dwell_column_free (*get_column (self, i));
  _dwell_builder_clear_weights (self);

  dwell_strings_unref (self->strings);
  dwell_problems_unref (self->problems);
  dwell_ids_clear (&self->area_ids);
  g_array_unref (self->properties);
  g_ptr_array_unref (self->notes);
  g_clear_error (&self->failure);
  if (self->source_free != NULL)
    self->source_free (self->source);
  g_free (self);
}

/*< private >
 * _dwell_builder_count: opening a span, or adding an event, counts in one column alone */
void
_dwell_builder_count (DwellBuilder *self)
{
  gsize n_spans = self->span_begin->n;

  self->span_end->n = self->span_area->n = self->span_row->n = n_spans;
  self->span_parent->n = self->span_flags->n = n_spans;
  self->event_area->n = self->event_kind->n = self->event_time->n;
  self->write_track->n = self->write_value->n = self->write_time->n;
  self->suspension_end->n = self->suspension_span->n = self->suspension_begin->n;
  self->suspension_kind->n = self->suspension_begin->n;
}

/*< private >
 * _dwell_builder_trim: nothing will be added any more */
void
_dwell_builder_trim (DwellBuilder *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    dwell_column_trim (*get_column (self, i));
}

/**
 * dwell_builder_fail:
 * @self: a builder
 *
 * For a reader that had no memory for something of its own, and cannot stop here:
 * dwell_builder_check() will tell.
 */
void
dwell_builder_fail (DwellBuilder *self)
{
  if (self->failure == NULL)
    dwell_memory_set_error (&self->failure);
}

static gboolean
has_failed (DwellBuilder  *self,
            GError       **error)
{
  if (G_LIKELY (self->failure == NULL))
    return FALSE;

  g_propagate_error (error, g_error_copy (self->failure));
  return TRUE;
}

/**
 * dwell_builder_check:
 * @self: a builder
 * @n_own_bytes: what the reader's own arrays take, which may double
 * @error: %DWELL_ERROR_LIMIT
 *
 * For readers, between blocks.
 *
 * Returns: whether there was memory for all that was added, and is some for more
 */
gboolean
dwell_builder_check (DwellBuilder  *self,
                     gsize          n_own_bytes,
                     GError       **error)
{
  if (dwell_strings_is_full (self->strings) || !_dwell_builder_check_weights (self))
    dwell_builder_fail (self);

  return !has_failed (self, error) && dwell_memory_check (n_own_bytes, error);
}

/**
 * dwell_builder_reserve:
 * @self: a builder
 * @column: of the builder, or of the reader
 * @n_more: elements to come
 *
 * Room in a column, for those who cannot stop here: dwell_builder_check() will tell that there was
 * none.
 *
 * Returns: whether there is room
 */
gboolean
dwell_builder_reserve (DwellBuilder *self,
                       DwellColumn  *column,
                       gsize         n_more)
{
  if (dwell_column_reserve (column, n_more, NULL))
    return TRUE;

  dwell_builder_fail (self);
  return FALSE;
}

/* Appends what the builder keeps in @column. Returns its id; without memory that of another: a
 * column always has room for its first element. */
static guint32
add (DwellBuilder  *self,
     DwellColumn   *column,
     gconstpointer  element)
{
  if (dwell_builder_reserve (self, column, 1))
    dwell_column_append (column, element, 1);

  return (guint32) column->n - 1;
}

static guint32
make_title (DwellBuilder    *self,
            const DwellArea *area)
{
  g_autofree char *title = NULL;
  const char *parent;

  if (area->kind != DWELL_AREA_STATE || area->parent == DWELL_NONE)
    return area->name;

  parent = dwell_strings_get (self->strings,
                              dwell_column_index (self->areas, DwellArea, area->parent).name);
  title = area->name != 0
          ? g_strdup_printf ("%s = %s", parent, dwell_strings_get (self->strings, area->name))
          : g_strdup_printf ("%s = %" G_GINT64_FORMAT, parent, area->value);
  return dwell_strings_intern (self->strings, title, -1);
}

/**
 * dwell_builder_add_area:
 * @self: a builder
 * @area: what it is
 *
 * Returns: the id of the area with @area's key, which is added if it is new
 */
guint32
dwell_builder_add_area (DwellBuilder    *self,
                        const DwellArea *area)
{
  guint32 hash = area_hash (area);
  gsize n_seen = 0;
  DwellArea added = *area;
  guint32 id;

  while ((id = dwell_ids_next (&self->area_ids, hash, &n_seen)) != DWELL_IDS_NONE)
    if (area_equal (&dwell_column_index (self->areas, DwellArea, id), area))
      return id;

  if (added.title == 0)
    added.title = make_title (self, area);

  id = add (self, self->areas, &added);
  if (self->failure == NULL && !dwell_ids_add (&self->area_ids, hash, id, NULL))
    dwell_builder_fail (self);
  return id;
}

/**
 * dwell_builder_add_context:
 * @self: a builder
 * @name: UTF-8
 * @kind: what it is
 * @id: the file's own number
 * @parent: the context that it is in, or %DWELL_NONE
 *
 * Returns: the id of a new context
 */
guint32
dwell_builder_add_context (DwellBuilder     *self,
                           const char       *name,
                           DwellContextKind  kind,
                           guint64           id,
                           guint32           parent)
{
  DwellContext context = {
    .name = dwell_strings_intern (self->strings, name, -1),
    .parent = parent,
    .kind = kind,
    .id = id,
    .total_weight = DWELL_TIME_NONE,
  };

  return add (self, self->contexts, &context);
}

/**
 * dwell_builder_add_track:
 * @self: a builder
 * @name: UTF-8
 * @context: where its spans ran
 * @rows_are_named: whether each row bears a label of its own
 *
 * Returns: the id of a new track without rows
 */
guint32
dwell_builder_add_track (DwellBuilder *self,
                         const char   *name,
                         guint32       context,
                         gboolean      rows_are_named)
{
  DwellTrack track = {
    .name = dwell_strings_intern (self->strings, name, -1),
    .context = context,
    .area = DWELL_NONE,
    .rows_are_named = rows_are_named != FALSE,
  };

  return add (self, self->tracks, &track);
}

/**
 * dwell_builder_set_track_kind:
 * @self: a builder
 * @track: a track
 * @kind: what it shows
 * @group: what it is shown or hidden with
 * @area: the one variable or signal that it shows, or %DWELL_NONE
 *
 * Makes @track another than one of functions' spans.
 */
void
dwell_builder_set_track_kind (DwellBuilder    *self,
                              guint32          track,
                              DwellTrackKind   kind,
                              DwellTrackGroup  group,
                              guint32          area)
{
  DwellTrack *changed = &dwell_column_index (self->tracks, DwellTrack, track);

  changed->kind = (guint8) kind;
  changed->group = (guint8) group;
  changed->area = area;
}

/**
 * dwell_builder_add_row:
 * @self: a builder
 * @track: its track
 * @label: string id, or 0
 *
 * Returns: the id of a new row, for use in this builder
 */
guint32
dwell_builder_add_row (DwellBuilder *self,
                       guint32       track,
                       guint32       label)
{
  DwellRow row = { .track = track, .label = label };

  return add (self, self->rows, &row);
}

/**
 * dwell_builder_set_row_lines:
 * @self: a builder
 * @row: a row of this builder
 * @depth: of the functions whose lines its spans are; %DWELL_NONE while it has no spans: the trace
 *   is to lack it
 *
 * Makes @row a row of source lines.
 */
void
dwell_builder_set_row_lines (DwellBuilder *self,
                             guint32       row,
                             guint32       depth)
{
  DwellRow *lines = &dwell_column_index (self->rows, DwellRow, row);

  lines->is_lines = TRUE;
  lines->depth = depth;
}

/**
 * dwell_builder_set_property:
 * @self: a builder
 * @key: stable key, static storage
 * @title: untranslated title, static storage
 * @value: (transfer floating): see #DwellProperty
 *
 * Sets what the header or the file's name tells. A key set again replaces the old value.
 */
void
dwell_builder_set_property (DwellBuilder *self,
                            const char   *key,
                            const char   *title,
                            GVariant     *value)
{
  DwellProperty property = { key, title, g_variant_ref_sink (value) };

  for (guint i = 0; i < self->properties->len; i++)
    if (g_str_equal (g_array_index (self->properties, DwellProperty, i).key, key))
      {
        _dwell_property_clear (&g_array_index (self->properties, DwellProperty, i));
        g_array_index (self->properties, DwellProperty, i) = property;
        return;
      }

  g_array_append_val (self->properties, property);
}

/**
 * dwell_builder_add_note:
 * @self: a builder
 * @note: untranslated sentence, static storage
 *
 * Adds what every view of this trace must tell. Saying it twice says it once.
 */
void
dwell_builder_add_note (DwellBuilder *self,
                        const char   *note)
{
  if (!g_ptr_array_find (self->notes, note, NULL))
    g_ptr_array_add (self->notes, (gpointer) note);
}

/*< private >
 * _dwell_builder_reserve_columns: room for @n_more elements in each of @wanted; @complaint,
 * translated, tells what there are too many of */
gboolean
_dwell_builder_reserve_columns (DwellBuilder  *self,
                                DwellColumn  **wanted,
                                gsize          n_wanted,
                                gsize          n_more,
                                const char    *complaint,
                                GError       **error)
{
  if (has_failed (self, error))
    return FALSE;

  for (gsize i = 0; i < n_wanted; i++)
    {
      if (!dwell_column_has_room (wanted[i], n_more))
        {
          g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_LIMIT, complaint);
          return FALSE;
        }
      if (!dwell_column_reserve (wanted[i], n_more, error))
        return FALSE;
    }

  return TRUE;
}

/**
 * dwell_builder_reserve_spans:
 * @self: a builder
 * @n_more: spans to come
 * @error: %DWELL_ERROR_LIMIT when there are no more numbers for them, or too little memory
 *
 * Returns: whether there is room
 */
gboolean
dwell_builder_reserve_spans (DwellBuilder  *self,
                             gsize          n_more,
                             GError       **error)
{
  DwellColumn *wanted[] = { self->span_begin, self->span_end, self->span_area,
                            self->span_row, self->span_parent, self->span_flags };

  _dwell_builder_count (self);
  return _dwell_builder_reserve_columns (self, wanted, G_N_ELEMENTS (wanted), n_more,
                                         _("there are more spans than Dwell can number"), error);
}

/**
 * dwell_builder_clear_spans:
 * @self: a builder
 *
 * Drops all spans, marks and suspensions; tracks, rows and areas stay. For readers that learn late
 * what comes first. Numbers of spans in partial traces mean other spans from then on.
 */
void
dwell_builder_clear_spans (DwellBuilder *self)
{
  DwellColumn *cleared[] = {
    self->span_begin, self->span_end, self->span_area, self->span_row, self->span_parent,
    self->span_flags,
    self->mark_time, self->mark_track, self->mark_span, self->mark_area, self->mark_text,
    self->mark_kind,
    self->suspension_begin, self->suspension_end, self->suspension_span, self->suspension_kind,
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cleared); i++)
    dwell_column_clear (cleared[i]);
}

/**
 * dwell_builder_edit_event_kinds:
 * @self: a builder
 * @error: %DWELL_ERROR_LIMIT
 *
 * Returns: (transfer none) (nullable): #DwellEventKind of all events so far, which may be changed
 */
guint8 *
dwell_builder_edit_event_kinds (DwellBuilder  *self,
                                GError       **error)
{
  _dwell_builder_count (self);
  return dwell_column_unshare (self->event_kind, error) ? self->event_kind->data : NULL;
}

/**
 * dwell_builder_reserve_events:
 * @self: a builder
 * @n_more: events to come
 * @error: %DWELL_ERROR_LIMIT when there are no more numbers for them, or too little memory
 *
 * Makes room for that many events, and for as many writes and suspensions, which events bring.
 *
 * Returns: whether there is room
 */
gboolean
dwell_builder_reserve_events (DwellBuilder  *self,
                              gsize          n_more,
                              GError       **error)
{
  DwellColumn *wanted[] = { self->event_time, self->event_area, self->event_kind,
                            self->write_time, self->write_track, self->write_value,
                            self->suspension_begin, self->suspension_end,
                            self->suspension_span, self->suspension_kind };

  _dwell_builder_count (self);
  return _dwell_builder_reserve_columns (self, wanted, G_N_ELEMENTS (wanted), n_more,
                                         _("there are more events than Dwell can number"), error);
}

/**
 * dwell_builder_set_source:
 * @self: a builder
 * @source: (transfer full): of the format that reads; the trace will own it
 * @source_free: frees it
 *
 * Keeps what the format's writer needs to write the file back as it was read.
 */
void
dwell_builder_set_source (DwellBuilder   *self,
                          gpointer        source,
                          GDestroyNotify  source_free)
{
  g_return_if_fail (self->source == NULL);

  self->source = source;
  self->source_free = source_free;
}

/**
 * dwell_builder_expect_spans:
 * @self: a builder
 * @first: number of a span to come, at least about
 * @n: how many more from there
 *
 * Has memory ready when they come: a worker that parses ahead takes this off the reader's thread.
 * Callable from any thread; changes nothing.
 */
void
dwell_builder_expect_spans (DwellBuilder *self,
                            gsize         first,
                            gsize         n)
{
  DwellColumn *expected[] = { self->span_begin, self->span_end, self->span_area,
                              self->span_row, self->span_parent, self->span_flags };

  for (gsize i = 0; i < G_N_ELEMENTS (expected); i++)
    dwell_column_populate (expected[i], first, n);
}

/**
 * dwell_builder_expect_events:
 * @self: a builder
 * @first: number of an event to come, at least about
 * @n: how many more from there
 *
 * As dwell_builder_expect_spans().
 */
void
dwell_builder_expect_events (DwellBuilder *self,
                             gsize         first,
                             gsize         n)
{
  DwellColumn *expected[] = { self->event_time, self->event_area, self->event_kind };

  for (gsize i = 0; i < G_N_ELEMENTS (expected); i++)
    dwell_column_populate (expected[i], first, n);
}

/**
 * dwell_builder_add_mark:
 * @self: a builder
 * @kind: what it is
 * @time: ns
 * @track: where it is shown
 * @span: the span that said it, or %DWELL_NONE
 * @area: the area that it speaks of, or %DWELL_NONE
 * @text: string id
 * @error: %DWELL_ERROR_LIMIT when there are no more numbers for marks, or too little memory
 *
 * Returns: whether there was room
 */
gboolean
dwell_builder_add_mark (DwellBuilder   *self,
                        DwellMarkKind   kind,
                        gint64          time,
                        guint32         track,
                        guint32         span,
                        guint32         area,
                        guint32         text,
                        GError        **error)
{
  guint8 small_kind = (guint8) kind;
  DwellColumn *wanted[] = { self->mark_time, self->mark_track, self->mark_span, self->mark_area,
                            self->mark_text, self->mark_kind };

  if (!_dwell_builder_reserve_columns (self, wanted, G_N_ELEMENTS (wanted), 1,
                                       _("there are more messages than Dwell can number"), error))
    return FALSE;

  dwell_column_append (self->mark_time, &time, 1);
  dwell_column_append (self->mark_track, &track, 1);
  dwell_column_append (self->mark_span, &span, 1);
  dwell_column_append (self->mark_area, &area, 1);
  dwell_column_append (self->mark_text, &text, 1);
  dwell_column_append (self->mark_kind, &small_kind, 1);
  return TRUE;
}
