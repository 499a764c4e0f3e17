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

static guint
area_hash (gconstpointer key)
{
  const DwellArea *area = key;
  guint hash = area->name * 2654435761u;

  hash = (hash ^ area->module) * 2246822519u;
  hash = (hash ^ area->file) * 3266489917u;
  hash = (hash ^ area->parent) * 668265263u;
  hash = (hash ^ (guint) area->value) * 374761393u;
  return hash ^ area->kind ^ (hash >> 15);
}

static gboolean
area_equal (gconstpointer a,
            gconstpointer b)
{
  const DwellArea *left = a;
  const DwellArea *right = b;

  return left->name == right->name && left->kind == right->kind && left->parent == right->parent &&
         left->module == right->module && left->file == right->file &&
         left->has_value == right->has_value && (!left->has_value || left->value == right->value);
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

  g_mutex_init (&self->columns);
  self->strings = dwell_strings_new ();
  self->problems = dwell_problems_new ();
  self->areas = dwell_column_new_with_max (sizeof (DwellArea), TABLE_MAX);
  self->contexts = dwell_column_new_with_max (sizeof (DwellContext), TABLE_MAX);
  self->tracks = dwell_column_new_with_max (sizeof (DwellTrack), TABLE_MAX);
  self->rows = dwell_column_new_with_max (sizeof (DwellRow), TABLE_MAX);
  self->span_begin = dwell_column_new (sizeof (gint64));
  self->span_end = dwell_column_new (sizeof (gint64));
  self->span_area = dwell_column_new (sizeof (guint32));
  self->span_row = dwell_column_new (sizeof (guint32));
  self->span_parent = dwell_column_new (sizeof (guint32));
  self->span_flags = dwell_column_new (sizeof (guint8));
  self->mark_time = dwell_column_new (sizeof (gint64));
  self->mark_track = dwell_column_new (sizeof (guint32));
  self->mark_span = dwell_column_new (sizeof (guint32));
  self->mark_area = dwell_column_new (sizeof (guint32));
  self->mark_text = dwell_column_new (sizeof (guint32));
  self->mark_kind = dwell_column_new (sizeof (guint8));
  self->write_time = dwell_column_new (sizeof (gint64));
  self->write_track = dwell_column_new (sizeof (guint32));
  self->write_value = dwell_column_new (sizeof (guint64));
  self->suspension_begin = dwell_column_new (sizeof (gint64));
  self->suspension_end = dwell_column_new (sizeof (gint64));
  self->suspension_span = dwell_column_new (sizeof (guint32));
  self->suspension_kind = dwell_column_new (sizeof (guint8));
  self->event_time = dwell_column_new (sizeof (gint64));
  self->event_area = dwell_column_new (sizeof (guint32));
  self->event_kind = dwell_column_new (sizeof (guint8));
  self->event_core = dwell_column_new (sizeof (guint8));
  self->event_context = dwell_column_new (sizeof (guint32));
  self->recorded = dwell_column_new_with_max (sizeof (DwellRecordedRow), TABLE_MAX);
  _dwell_builder_init_weights (self);
  self->begin = G_MAXINT64;
  self->end = G_MININT64;
  self->wall_clock_ns = DWELL_TIME_NONE;
  self->total_time = DWELL_TIME_NONE;
  self->tables = tables;
  self->area_ids = g_hash_table_new (area_hash, area_equal);
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
  DwellColumn *columns[] = {
    self->areas, self->contexts, self->tracks, self->rows,
    self->span_begin, self->span_end, self->span_area, self->span_row, self->span_parent,
    self->span_flags,
    self->mark_time, self->mark_track, self->mark_span, self->mark_area, self->mark_text,
    self->mark_kind,
    self->write_time, self->write_track, self->write_value,
    self->suspension_begin, self->suspension_end, self->suspension_span, self->suspension_kind,
    self->event_time, self->event_area, self->event_kind, self->event_core, self->event_context,
    self->recorded,
  };

  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    dwell_column_unref (columns[i]);
  _dwell_builder_clear_weights (self);

  g_mutex_clear (&self->columns);
  dwell_strings_unref (self->strings);
  dwell_problems_unref (self->problems);
  g_hash_table_unref (self->area_ids);
  g_array_unref (self->properties);
  g_ptr_array_unref (self->notes);
  if (self->source_free != NULL)
    self->source_free (self->source);
  g_free (self);
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
  const DwellArea *known = g_hash_table_lookup (self->area_ids, area);

  if (known == NULL)
    {
      DwellArea *added = dwell_column_append (self->areas, area, 1);

      if (area->title == 0)
        added->title = make_title (self, area);
      g_hash_table_add (self->area_ids, added);
      known = added;
    }

  return (guint32) (known - (const DwellArea *) self->areas->data);
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

  dwell_column_append (self->contexts, &context, 1);
  return (guint32) self->contexts->n - 1;
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

  dwell_column_append (self->tracks, &track, 1);
  return (guint32) self->tracks->n - 1;
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

  dwell_column_append (self->rows, &row, 1);
  return (guint32) self->rows->n - 1;
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

/* Room for @n_more elements in each of @columns: which things are told in @complaint,
 * translated. */
static gboolean
reserve_columns (DwellColumn **columns,
                 gsize         n_columns,
                 gsize         n_more,
                 const char   *complaint,
                 GError      **error)
{
  for (gsize i = 0; i < n_columns; i++)
    {
      if (!dwell_column_has_room (columns[i], n_more))
        {
          g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_LIMIT, complaint);
          return FALSE;
        }
      dwell_column_reserve (columns[i], n_more);
    }

  return TRUE;
}

/**
 * dwell_builder_reserve_spans:
 * @self: a builder
 * @n_more: spans to come
 * @error: %DWELL_ERROR_LIMIT when there are no more numbers for them
 *
 * Returns: whether there is room
 */
gboolean
dwell_builder_reserve_spans (DwellBuilder  *self,
                             gsize          n_more,
                             GError       **error)
{
  DwellColumn *columns[] = { self->span_begin, self->span_end, self->span_area,
                             self->span_row, self->span_parent, self->span_flags };

  /* Opening a span counts in one column alone. */
  for (gsize i = 1; i < G_N_ELEMENTS (columns); i++)
    columns[i]->n = columns[0]->n;

  return reserve_columns (columns, G_N_ELEMENTS (columns), n_more,
                          _("there are more spans than Dwell can number"), error);
}

/* A partial trace may hold the column: it keeps it. */
static void
clear_column (DwellColumn **column)
{
  DwellColumn *old = *column;

  if (g_atomic_ref_count_compare (&old->ref_count, 1))
    {
      old->n = 0;
      return;
    }

  *column = dwell_column_new (old->element_size);
  dwell_column_unref (old);
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
  DwellColumn **columns[] = {
    &self->span_begin, &self->span_end, &self->span_area, &self->span_row, &self->span_parent,
    &self->span_flags,
    &self->mark_time, &self->mark_track, &self->mark_span, &self->mark_area, &self->mark_text,
    &self->mark_kind,
    &self->suspension_begin, &self->suspension_end, &self->suspension_span, &self->suspension_kind,
  };

  g_mutex_lock (&self->columns);
  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    clear_column (columns[i]);
  g_mutex_unlock (&self->columns);
}

/**
 * dwell_builder_edit_event_kinds:
 * @self: a builder
 *
 * Returns: (transfer none): #DwellEventKind of all events so far, which may be changed
 */
guint8 *
dwell_builder_edit_event_kinds (DwellBuilder *self)
{
  DwellColumn *old = self->event_kind;

  if (g_atomic_ref_count_compare (&old->ref_count, 1))
    return old->data;

  g_mutex_lock (&self->columns);
  self->event_kind = dwell_column_new (old->element_size);
  dwell_column_append (self->event_kind, old->data, old->n);
  dwell_column_unref (old);
  g_mutex_unlock (&self->columns);

  return self->event_kind->data;
}

/**
 * dwell_builder_reserve_events:
 * @self: a builder
 * @n_more: events to come
 * @error: %DWELL_ERROR_LIMIT when there are no more numbers for them
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
  DwellColumn *columns[] = { self->event_time, self->event_area, self->event_kind,
                             self->write_time, self->write_track, self->write_value,
                             self->suspension_begin, self->suspension_end,
                             self->suspension_span, self->suspension_kind };

  self->event_area->n = self->event_kind->n = self->event_time->n;
  self->write_track->n = self->write_value->n = self->write_time->n;
  self->suspension_end->n = self->suspension_span->n = self->suspension_begin->n;
  self->suspension_kind->n = self->suspension_begin->n;

  return reserve_columns (columns, G_N_ELEMENTS (columns), n_more,
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

/* Not worth waiting for: where columns are just replaced, or another looks ahead, nothing is
 * done. */
static void
populate_columns (DwellBuilder  *self,
                  DwellColumn  **columns[],
                  gsize          n_columns,
                  gsize          first,
                  gsize          n)
{
  if (n == 0 || !g_mutex_trylock (&self->columns))
    return;

  for (gsize i = 0; i < n_columns; i++)
    dwell_column_populate (*columns[i], first, n);
  g_mutex_unlock (&self->columns);
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
  DwellColumn **columns[] = { &self->span_begin, &self->span_end, &self->span_area,
                              &self->span_row, &self->span_parent, &self->span_flags };

  populate_columns (self, columns, G_N_ELEMENTS (columns), first, n);
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
  DwellColumn **columns[] = { &self->event_time, &self->event_area, &self->event_kind };

  populate_columns (self, columns, G_N_ELEMENTS (columns), first, n);
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
 * @error: %DWELL_ERROR_LIMIT when there are no more numbers for marks
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

  if (!dwell_column_has_room (self->mark_time, 1))
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_LIMIT,
                           _("there are more messages than Dwell can number"));
      return FALSE;
    }

  dwell_column_append (self->mark_time, &time, 1);
  dwell_column_append (self->mark_track, &track, 1);
  dwell_column_append (self->mark_span, &span, 1);
  dwell_column_append (self->mark_area, &area, 1);
  dwell_column_append (self->mark_text, &text, 1);
  dwell_column_append (self->mark_kind, &small_kind, 1);
  return TRUE;
}
