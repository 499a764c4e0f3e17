/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The builder is filled here: areas by key, contexts, tracks, rows, marks, properties. Spans are
 * opened and closed by inline functions of the header; dwell-builder-finish.c makes the trace. */
#include "config.h"

#include "core/dwell-builder-private.h"

#include "core/dwell-trace-private.h"

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
  _dwell_builder_init_columns (self);
  self->recorded_begin = self->begin = G_MAXINT64;
  self->recorded_end = self->end = G_MININT64;
  self->wall_clock_ns = DWELL_TIME_NONE;
  self->total_time = DWELL_TIME_NONE;
  self->total_weight = DWELL_TIME_NONE;
  self->tables = tables;
  dwell_ids_init (&self->area_ids);
  dwell_ids_init (&self->arg_key_ids);
  self->spellings = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->first_arg = DWELL_NONE;
  self->first_reals = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->properties = g_array_new (FALSE, FALSE, sizeof (DwellProperty));
  g_array_set_clear_func (self->properties, _dwell_property_clear);
  self->notes = g_ptr_array_new ();
  self->format_id = format_id;
  self->format_title = format_title;

  return self;
}

/**
 * dwell_builder_free:
 * @self: (transfer full): a builder that is not to make a trace
 */
void
dwell_builder_free (DwellBuilder *self)
{
  _dwell_builder_clear_columns (self);
  dwell_strings_unref (self->strings);
  dwell_problems_unref (self->problems);
  dwell_ids_clear (&self->area_ids);
  dwell_ids_clear (&self->arg_key_ids);
  g_hash_table_unref (self->spellings);
  g_array_unref (self->first_reals);
  g_array_unref (self->properties);
  g_ptr_array_unref (self->notes);
  g_clear_error (&self->failure);
  if (self->source_free != NULL)
    self->source_free (self->source);
  g_free (self);
}

/* Returns the id of the new element; without memory, that of another element, which exists because
 * a column always has room for its first. */
static guint32
add (DwellBuilder  *self,
     DwellColumn   *column,
     gconstpointer  element)
{
  if (dwell_builder_reserve (self, column, 1))
    dwell_column_append (column, element, 1);

  return (guint32) column->n - 1;
}

/**
 * dwell_builder_spell_module:
 * @self: a builder
 * @name: string id of the name of a module or file, or 0
 *
 * Returns: string id of the spelling by which that module is known: @name, or its first spelling,
 *   if modules ignore case
 */
guint32
dwell_builder_spell_module (DwellBuilder *self,
                            guint32       name)
{
  char *key;
  guint32 first;

  if (name == 0 || !self->modules_ignore_case)
    return name;

  key = g_utf8_casefold (dwell_strings_get (self->strings, name), -1);
  first = GPOINTER_TO_UINT (g_hash_table_lookup (self->spellings, key));
  if (first == 0)
    {
      g_hash_table_insert (self->spellings, key, GUINT_TO_POINTER (name));
      return name;
    }

  g_free (key);
  return first;
}

/**
 * dwell_builder_append_area:
 * @self: a builder
 * @area: the area, which has a title
 *
 * Adds @area without looking for one with its key: for many areas that are known to be new, or for
 * one that differs from another with the same key. dwell_builder_add_area() does not find it.
 *
 * Returns: the id of the area; without memory that of another, and dwell_builder_check() fails
 */
guint32
dwell_builder_append_area (DwellBuilder    *self,
                           const DwellArea *area)
{
  return add (self, self->areas, area);
}

/**
 * dwell_builder_add_area:
 * @self: a builder
 * @area: the area; if its title is 0, one is made of its name and its parent's
 *
 * Adds @area, unless there is one with its key.
 *
 * Returns: the id of the area; without memory that of another, and dwell_builder_check() fails
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
    added.title =
      _dwell_area_make_title (self->strings, area,
                              area->parent != DWELL_NONE
                                ? &dwell_column_index (self->areas, DwellArea, area->parent)
                                : NULL);

  id = add (self, self->areas, &added);
  if (self->failure == NULL && !dwell_ids_add (&self->area_ids, hash, id, NULL))
    dwell_builder_fail (self);
  return id;
}

/**
 * dwell_builder_add_context:
 * @self: a builder
 * @name: its name, UTF-8
 * @kind: thread, process …
 * @id: its number in the file
 * @parent: the context that it belongs to, or %DWELL_NONE
 *
 * Returns: the id of a new context; without memory that of another, and dwell_builder_check() fails
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
 * @name: its name, UTF-8
 * @context: the context in which its spans ran
 * @rows_are_named: whether each row has a label of its own
 *
 * Adds a track without rows, which shows spans of functions: dwell_builder_set_track_kind() changes
 * that.
 *
 * Returns: the id of the track; without memory that of another, and dwell_builder_check() fails
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
 * @kind: what it shows: spans or writes
 * @group: the tracks that it is shown and hidden with
 * @area: the one variable or signal that it shows, or %DWELL_NONE
 *
 * For tracks that show something other than spans of functions.
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
 * dwell_builder_begin_reals:
 * @self: a builder
 * @track: a track of a variable
 *
 * Makes all later writes to @track real numbers: doubles in 64 bits. Until then, writes are
 * integers. A variable of which one track has reals has only reals in the trace, which converts the
 * integers.
 */
void
dwell_builder_begin_reals (DwellBuilder *self,
                           guint32       track)
{
  guint32 integers_only = DWELL_NONE;

  while (self->first_reals->len <= track)
    g_array_append_val (self->first_reals, integers_only);

  if (g_array_index (self->first_reals, guint32, track) == DWELL_NONE)
    g_array_index (self->first_reals, guint32, track) = (guint32) self->write_offset->n;
}

/**
 * dwell_builder_add_row:
 * @self: a builder
 * @track: its track
 * @label: the id of a string, or 0
 *
 * Adds a row; the rows of a track may be added at any time. The finished trace has them side by
 * side, in this order except for rows of lines, and renumbers all rows; span_row is adapted.
 *
 * Returns: the id of the row in this builder; without memory that of another, and
 *   dwell_builder_check() fails
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
 * @depth: the depth of the functions whose lines its spans are; %DWELL_NONE while it has no spans:
 *   the trace then does not get the row
 *
 * Makes @row a row of source lines: the trace has it after the row of functions of that depth.
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
 * Sets a property of the file: from its header or its name. A key that is set again gets the new
 * value.
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
 * Adds a sentence that every view of this trace must show, unless it is there already.
 */
void
dwell_builder_add_note (DwellBuilder *self,
                        const char   *note)
{
  if (!g_ptr_array_find (self->notes, note, NULL))
    g_ptr_array_add (self->notes, (gpointer) note);
}

/**
 * dwell_builder_set_source:
 * @self: a builder
 * @source: (transfer full): a structure of the format being read; the trace will own it
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
 * dwell_builder_add_mark:
 * @self: a builder
 * @kind: message, error …
 * @time: ns
 * @track: the track that shows it
 * @span: the span that it came from, or %DWELL_NONE
 * @area: the area that it is about, or %DWELL_NONE
 * @text: the id of a string
 * @error: %DWELL_ERROR_LIMIT when there are no more numbers for marks, or too little memory
 *
 * Adds a mark.
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

  if (!_dwell_builder_reserve (self, DWELL_BUILDER_MARKS, 1, error))
    return FALSE;

  dwell_column_append (self->mark_time, &time, 1);
  dwell_column_append (self->mark_track, &track, 1);
  dwell_column_append (self->mark_span, &span, 1);
  dwell_column_append (self->mark_area, &area, 1);
  dwell_column_append (self->mark_text, &text, 1);
  dwell_column_append (self->mark_kind, &small_kind, 1);
  return TRUE;
}
