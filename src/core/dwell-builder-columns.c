/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of a builder, in one table. Functions that create, reserve, reorder or pass on
 * columns loop over it. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-builder-private.h"
#include "core/dwell-error.h"
#include "core/dwell-trace-private.h"

/* Areas, contexts, tracks, rows: far more than anyone can look at, far fewer than spans. */
#define TABLE_MAX ((gsize) 1 << 26)

/* The way in which a column comes into the trace. */
typedef enum {
  ARRANGED,     /* dwell-builder-finish.c or dwell-builder-weights.c builds a new one */
  SHARED,       /* the trace shares the elements: the reader does not change them any more */
  COPIED_EARLY, /* a whole trace shares them; a partial one copies them: the reader changes them */
} Passing;

#define ARRANGED_COLUMN(name, type, n_max) \
  { G_STRUCT_OFFSET (DwellBuilder, name), sizeof (type), n_max, ARRANGED, 0 }
#define PASSED_COLUMN(name, type, n_max, passing) \
  { G_STRUCT_OFFSET (DwellBuilder, name), sizeof (type), n_max, passing, \
    G_STRUCT_OFFSET (DwellTrace, name) }

static const struct {
  gsize   offset;
  gsize   element_size;
  gsize   n_max;
  Passing passing;
  gsize   trace_offset; /* of a pointer to the elements */
} columns[] = {
  PASSED_COLUMN (areas, DwellArea, TABLE_MAX, SHARED),
  PASSED_COLUMN (contexts, DwellContext, TABLE_MAX, SHARED),
  ARRANGED_COLUMN (tracks, DwellTrack, TABLE_MAX),
  ARRANGED_COLUMN (rows, DwellRow, TABLE_MAX),
  PASSED_COLUMN (far_times, gint64, DWELL_FAR_TIMES_MAX, SHARED),
  PASSED_COLUMN (span_bases, gint64, DWELL_COLUMN_MAX / DWELL_TIME_BLOCK + 1, SHARED),
  PASSED_COLUMN (write_bases, gint64, DWELL_COLUMN_MAX / DWELL_TIME_BLOCK + 1, SHARED),
  PASSED_COLUMN (event_bases, gint64, DWELL_COLUMN_MAX / DWELL_TIME_BLOCK + 1, SHARED),
  PASSED_COLUMN (span_times, DwellSpanTimes, DWELL_COLUMN_MAX, COPIED_EARLY),
  PASSED_COLUMN (span_area, guint32, DWELL_COLUMN_MAX, SHARED),
  ARRANGED_COLUMN (span_row, guint32, DWELL_COLUMN_MAX),
  PASSED_COLUMN (span_parent, guint32, DWELL_COLUMN_MAX, COPIED_EARLY),
  PASSED_COLUMN (span_flags, guint8, DWELL_COLUMN_MAX, COPIED_EARLY),
  PASSED_COLUMN (mark_time, gint64, DWELL_COLUMN_MAX, SHARED),
  PASSED_COLUMN (mark_track, guint32, DWELL_COLUMN_MAX, SHARED),
  PASSED_COLUMN (mark_span, guint32, DWELL_COLUMN_MAX, SHARED),
  PASSED_COLUMN (mark_area, guint32, DWELL_COLUMN_MAX, SHARED),
  PASSED_COLUMN (mark_text, guint32, DWELL_COLUMN_MAX, SHARED),
  PASSED_COLUMN (mark_kind, guint8, DWELL_COLUMN_MAX, SHARED),
  PASSED_COLUMN (write_offset, guint32, DWELL_COLUMN_MAX, SHARED),
  PASSED_COLUMN (write_track, guint32, DWELL_COLUMN_MAX, SHARED),
  PASSED_COLUMN (write_value, guint64, DWELL_COLUMN_MAX, SHARED),
  PASSED_COLUMN (suspension_begin, gint64, DWELL_COLUMN_MAX, SHARED),
  PASSED_COLUMN (suspension_end, gint64, DWELL_COLUMN_MAX, SHARED),
  PASSED_COLUMN (suspension_span, guint32, DWELL_COLUMN_MAX, SHARED),
  PASSED_COLUMN (suspension_kind, guint8, DWELL_COLUMN_MAX, SHARED),
  PASSED_COLUMN (event_offset, guint32, DWELL_COLUMN_MAX, SHARED),
  PASSED_COLUMN (event_area, guint32, DWELL_COLUMN_MAX, SHARED),
  PASSED_COLUMN (event_kind, guint8, DWELL_COLUMN_MAX, SHARED),
  ARRANGED_COLUMN (event_core, guint8, DWELL_COLUMN_MAX),
  ARRANGED_COLUMN (event_context, guint32, DWELL_COLUMN_MAX),
  PASSED_COLUMN (args, DwellArg, DWELL_ARGS_MAX, SHARED),
  PASSED_COLUMN (arg_keys, DwellArgKey, DWELL_ARG_KEYS_MAX, COPIED_EARLY),
  PASSED_COLUMN (arg_wides, guint64, DWELL_ARGS_MAX, SHARED),
  ARRANGED_COLUMN (span_args, guint32, DWELL_COLUMN_MAX),
  ARRANGED_COLUMN (mark_args, guint32, DWELL_COLUMN_MAX),
  ARRANGED_COLUMN (flows, DwellFlow, DWELL_NODES_MAX),
  PASSED_COLUMN (recorded, DwellRecordedRow, TABLE_MAX, SHARED),
  ARRANGED_COLUMN (node_parent, guint32, DWELL_NODES_MAX),
  ARRANGED_COLUMN (node_area, guint32, DWELL_NODES_MAX),
  ARRANGED_COLUMN (node_context, guint32, DWELL_NODES_MAX),
  ARRANGED_COLUMN (node_count, guint64, DWELL_NODES_MAX),
  ARRANGED_COLUMN (node_total, gint64, DWELL_NODES_MAX),
  ARRANGED_COLUMN (node_self, gint64, DWELL_NODES_MAX),
  ARRANGED_COLUMN (lines, DwellLineWeight, DWELL_NODES_MAX),
  PASSED_COLUMN (functions, DwellFunctionWeight, DWELL_NODES_MAX, SHARED),
  PASSED_COLUMN (arcs, DwellCallArc, DWELL_NODES_MAX, SHARED),
  PASSED_COLUMN (records, DwellRecord, DWELL_NODES_MAX, SHARED),
  ARRANGED_COLUMN (cost_owners, DwellCostOwner, DWELL_NODES_MAX),
};

/* Columns that grow together; they are adjacent in the builder. */
#define TABLE(first, last, complaint) \
  { G_STRUCT_OFFSET (DwellBuilder, first), \
    (G_STRUCT_OFFSET (DwellBuilder, last) - G_STRUCT_OFFSET (DwellBuilder, first)) / \
      sizeof (DwellColumn *) + 1, \
    complaint }

static const struct {
  gsize       offset;    /* of the first column, whose length is that of all */
  gsize       n_columns;
  const char *complaint; /* message if there are too many elements */
} column_tables[DWELL_N_BUILDER_TABLES] = {
  [DWELL_BUILDER_SPANS] =
    TABLE (span_times, span_flags, N_("there are more spans than Dwell can handle")),
  [DWELL_BUILDER_MARKS] =
    TABLE (mark_time, mark_kind, N_("there are more messages than Dwell can handle")),
  [DWELL_BUILDER_WRITES] =
    TABLE (write_offset, write_value, N_("there are more events than Dwell can handle")),
  [DWELL_BUILDER_SUSPENSIONS] =
    TABLE (suspension_begin, suspension_kind, N_("there are more events than Dwell can handle")),
  [DWELL_BUILDER_EVENTS] =
    TABLE (event_offset, event_kind, N_("there are more events than Dwell can handle")),
  [DWELL_BUILDER_NODES] =
    TABLE (node_parent, node_self, N_("there are more stack nodes than Dwell can handle")),
};

static DwellColumn **
get_column (DwellBuilder *self,
            gsize         i)
{
  return &G_STRUCT_MEMBER (DwellColumn *, self, columns[i].offset);
}

static DwellColumn *
get_table_column (DwellBuilder      *self,
                  DwellBuilderTable  table,
                  gsize              i)
{
  gsize offset = column_tables[table].offset + i * sizeof (DwellColumn *);

  return G_STRUCT_MEMBER (DwellColumn *, self, offset);
}

static DwellPacked **
get_packed (DwellBuilder *self,
            gsize         i)
{
  gsize offset = G_STRUCT_OFFSET (DwellBuilder, point_size) + i * sizeof (DwellPacked *);

  return &G_STRUCT_MEMBER (DwellPacked *, self, offset);
}

G_STATIC_ASSERT (G_STRUCT_OFFSET (DwellBuilder, point_columns) -
                 G_STRUCT_OFFSET (DwellBuilder, point_size) ==
                 (DWELL_N_PACKED - DWELL_N_COST_COLUMNS) * sizeof (DwellPacked *));

/*< private >
 * _dwell_builder_init_columns: makes all columns */
void
_dwell_builder_init_columns (DwellBuilder *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    *get_column (self, i) = dwell_column_new_with_max (columns[i].element_size, columns[i].n_max);
  for (gsize i = 0; i < DWELL_N_PACKED; i++)
    *get_packed (self, i) = dwell_packed_new (DWELL_NODES_MAX);
}

/*< private >
 * _dwell_builder_clear_columns: frees all columns */
void
_dwell_builder_clear_columns (DwellBuilder *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    dwell_column_free (*get_column (self, i));
  for (gsize i = 0; i < DWELL_N_PACKED; i++)
    dwell_packed_unref (*get_packed (self, i));
}

/* Sets the length of all columns of a table to that of the first: the inline functions of the
 * header raise only that. */
static void
count_table (DwellBuilder      *self,
             DwellBuilderTable  table)
{
  for (gsize i = 1; i < column_tables[table].n_columns; i++)
    get_table_column (self, table, i)->n = get_table_column (self, table, 0)->n;
}

/*< private >
 * _dwell_builder_count: sets the length of all columns of each table to that of its first */
void
_dwell_builder_count (DwellBuilder *self)
{
  for (DwellBuilderTable table = 0; table < DWELL_N_BUILDER_TABLES; table++)
    count_table (self, table);
}

/*< private >
 * _dwell_builder_trim: gives back the room for elements that will not come */
void
_dwell_builder_trim (DwellBuilder *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    dwell_column_trim (*get_column (self, i));
}

static gconstpointer
copy_column (DwellTrace  *trace,
             DwellColumn *column)
{
  gpointer copy = dwell_big_alloc (column->n * column->element_size);

  memcpy (copy, column->data, column->n * column->element_size);
  return _dwell_trace_own (trace, copy, dwell_big_free);
}

/*< private >
 * _dwell_builder_pass_columns: gives @trace the columns that it shares or copies */
void
_dwell_builder_pass_columns (DwellBuilder *self,
                             DwellTrace   *trace)
{
  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    if (columns[i].passing != ARRANGED)
      {
        DwellColumn *column = *get_column (self, i);
        gconstpointer elements = columns[i].passing == COPIED_EARLY && trace->is_partial
                                 ? copy_column (trace, column)
                                 : _dwell_trace_share_column (trace, column);

        memcpy (G_STRUCT_MEMBER_P (trace, columns[i].trace_offset), &elements, sizeof elements);
      }
}

/**
 * dwell_builder_fail:
 * @self: a builder
 *
 * Notes that the reader had no memory for data of its own at a point where it cannot stop:
 * dwell_builder_check() will fail.
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
 * @n_own_bytes: bytes that the reader's own arrays take, which may double
 * @error: %DWELL_ERROR_LIMIT
 *
 * To be called by readers between the blocks of a file.
 *
 * Returns: whether there was memory for everything that was added, and some is left for more
 */
gboolean
dwell_builder_check (DwellBuilder  *self,
                     gsize          n_own_bytes,
                     GError       **error)
{
  gboolean is_full = dwell_strings_is_full (self->strings);

  for (gsize i = 0; i < DWELL_N_PACKED; i++)
    is_full = is_full || dwell_packed_is_full (*get_packed (self, i));
  if (is_full)
    dwell_builder_fail (self);

  return !has_failed (self, error) && dwell_memory_check (n_own_bytes, error);
}

/**
 * dwell_builder_reserve:
 * @self: a builder
 * @column: a column of the builder, or of the reader
 * @n_more: elements to come
 *
 * Makes room in a column at a point where the reader cannot stop. Without memory,
 * dwell_builder_check() will fail; until then, elements may simply be left out.
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

/*< private >
 * _dwell_builder_reserve: makes room for @n_more elements in each column of @table */
gboolean
_dwell_builder_reserve (DwellBuilder       *self,
                        DwellBuilderTable   table,
                        gsize               n_more,
                        GError            **error)
{
  if (has_failed (self, error))
    return FALSE;

  count_table (self, table);
  for (gsize i = 0; i < column_tables[table].n_columns; i++)
    {
      DwellColumn *column = get_table_column (self, table, i);

      if (!dwell_column_has_room (column, n_more))
        {
          g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_LIMIT,
                               _(column_tables[table].complaint));
          return FALSE;
        }
      if (!dwell_column_reserve (column, n_more, error))
        return FALSE;
    }

  return TRUE;
}

/**
 * dwell_builder_reserve_spans:
 * @self: a builder
 * @n_more: spans to come
 * @error: %DWELL_ERROR_LIMIT when there are no more numbers for them, or too little memory Makes
 *   room for that many spans.
 *
 * Returns: whether there is room
 */
gboolean
dwell_builder_reserve_spans (DwellBuilder  *self,
                             gsize          n_more,
                             GError       **error)
{
  gsize n_blocks = n_more / DWELL_TIME_BLOCK + 1;

  return _dwell_builder_reserve (self, DWELL_BUILDER_SPANS, n_more, error) &&
         dwell_column_reserve (self->span_bases, n_blocks, error);
}

/**
 * dwell_builder_add_far:
 * @self: a builder
 * @ns: a time or a duration that does not fit into 32 bits
 *
 * Without memory, dwell_builder_check() will fail.
 *
 * Returns: the 32 bits that stand for it
 */
guint32
dwell_builder_add_far (DwellBuilder *self,
                       gint64        ns)
{
  if (!dwell_builder_reserve (self, self->far_times, 1))
    return 0;

  dwell_column_append (self->far_times, &ns, 1);
  return DWELL_TIME_FAR + (guint32) self->far_times->n - 1;
}

/**
 * dwell_builder_clear_spans:
 * @self: a builder
 *
 * Drops all spans, marks, suspensions and flows; tracks, rows and areas stay. For readers that
 * learn late which spans come first. From then on, the numbers of spans in partial traces do not
 * mean the same spans as in the builder.
 */
void
dwell_builder_clear_spans (DwellBuilder *self)
{
  static const DwellBuilderTable cleared[] = {
    DWELL_BUILDER_SPANS, DWELL_BUILDER_MARKS, DWELL_BUILDER_SUSPENSIONS,
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cleared); i++)
    for (gsize j = 0; j < column_tables[cleared[i]].n_columns; j++)
      dwell_column_clear (get_table_column (self, cleared[i], j));

  /* far_times stay: writes and events may use some of them. */
  dwell_column_clear (self->span_bases);
  dwell_column_clear (self->span_args);
  dwell_column_clear (self->mark_args);
  dwell_column_clear (self->flows);
}

/*< private >
 * _dwell_builder_reorder: copies the elements into new memory: partial traces may share the old */
gboolean
_dwell_builder_reorder (DwellColumn    *column,
                        const guint32  *order,
                        GError        **error)
{
  g_autoptr(DwellColumn) fresh = dwell_column_new (column->element_size);

  if (!dwell_column_reserve (fresh, column->n, error))
    return FALSE;

  fresh->n = column->n;
  for (gsize i = 0; i < column->n; i++)
    switch (column->element_size)
      {
      case sizeof (gint64):
        dwell_column_index (fresh, gint64, i) = dwell_column_index (column, gint64, order[i]);
        break;

      case sizeof (guint32):
        dwell_column_index (fresh, guint32, i) = dwell_column_index (column, guint32, order[i]);
        break;

      default:
        dwell_column_index (fresh, guint8, i) = dwell_column_index (column, guint8, order[i]);
        break;
      }

  dwell_column_take (column, g_steal_pointer (&fresh));
  return TRUE;
}

/* Reorders the columns of @table, starting with number @first. */
static gboolean
reorder_table (DwellBuilder       *self,
               DwellBuilderTable   table,
               gsize               first,
               const guint32      *order,
               GError            **error)
{
  for (gsize i = first; i < column_tables[table].n_columns; i++)
    if (!_dwell_builder_reorder (get_table_column (self, table, i), order, error))
      return FALSE;

  return TRUE;
}

/* Reorders the times, whose offsets depend on the block that a span is in. */
static gboolean
reorder_times (DwellBuilder   *self,
               const guint32  *order,
               GError        **error)
{
  g_autoptr(DwellColumn) times = dwell_column_new (sizeof (DwellSpanTimes));
  g_autoptr(DwellColumn) bases = dwell_column_new (sizeof (gint64));

  if (!dwell_column_reserve (times, self->span_times->n, error) ||
      !dwell_column_reserve (bases, self->span_bases->n, error))
    return FALSE;

  for (gsize i = 0; i < self->span_times->n; i++)
    {
      gint64 begin = dwell_builder_get_span_begin (self, order[i]);
      DwellSpanTimes *fresh = &dwell_column_index (times, DwellSpanTimes, i);

      fresh->length = dwell_column_index (self->span_times, DwellSpanTimes, order[i]).length;
      fresh->offset = dwell_builder_pack_offset (self, bases, i, begin);
    }

  times->n = self->span_times->n;
  dwell_column_take (self->span_times, g_steal_pointer (&times));
  dwell_column_take (self->span_bases, g_steal_pointer (&bases));
  return !has_failed (self, error);
}

/* Gives the spans that a column names their new numbers. */
static gboolean
renumber_spans (DwellColumn    *column,
                const guint32  *new_numbers,
                GError        **error)
{
  if (!dwell_column_unshare (column, error))
    return FALSE;

  for (gsize i = 0; i < column->n; i++)
    {
      guint32 *span = &dwell_column_index (column, guint32, i);

      if (*span != DWELL_NONE)
        *span = new_numbers[*span];
    }

  return TRUE;
}

/**
 * dwell_builder_reorder_spans:
 * @self: a builder
 * @order: (array): by new number, the span's old number: a permutation of all numbers
 * @new_numbers: (out caller-allocates) (array): by old number, the span's new number
 * @error: %DWELL_ERROR_LIMIT
 *
 * Puts all spans into another order. Parents, arguments, and the spans of marks, suspensions and
 * flows, follow; the reader must renumber what else it knows by number. Partial traces keep the
 * spans as they were.
 *
 * Returns: whether there was memory; if not, the spans are unusable
 */
gboolean
dwell_builder_reorder_spans (DwellBuilder   *self,
                             const guint32  *order,
                             guint32        *new_numbers,
                             GError        **error)
{
  _dwell_builder_count (self);
  for (gsize i = 0; i < dwell_builder_get_n_spans (self); i++)
    new_numbers[order[i]] = (guint32) i;

  return reorder_times (self, order, error) &&
         reorder_table (self, DWELL_BUILDER_SPANS, 1, order, error) &&
         renumber_spans (self->span_parent, new_numbers, error) &&
         renumber_spans (self->mark_span, new_numbers, error) &&
         renumber_spans (self->suspension_span, new_numbers, error) &&
         _dwell_builder_reorder_span_args (self, order, new_numbers, error);
}

/**
 * dwell_builder_reorder_marks:
 * @self: a builder
 * @order: (array): by new number, the mark's old number: a permutation of all numbers
 * @error: %DWELL_ERROR_LIMIT
 *
 * Puts all marks into another order. Partial traces keep them as they were.
 *
 * Returns: whether there was memory; if not, the marks are unusable
 */
gboolean
dwell_builder_reorder_marks (DwellBuilder   *self,
                             const guint32  *order,
                             GError        **error)
{
  return reorder_table (self, DWELL_BUILDER_MARKS, 0, order, error) &&
         _dwell_builder_reorder_mark_args (self, order, error);
}

/**
 * dwell_builder_edit_event_kinds:
 * @self: a builder
 * @error: %DWELL_ERROR_LIMIT
 *
 * Makes the kinds of events writable; partial traces keep what they hold.
 *
 * Returns: (transfer none) (nullable): the #DwellEventKind of all events so far; %NULL if there is
 *   too little memory
 */
guint8 *
dwell_builder_edit_event_kinds (DwellBuilder  *self,
                                GError       **error)
{
  _dwell_builder_count (self);
  return dwell_column_unshare (self->event_kind, error) ? self->event_kind->data : NULL;
}

/**
 * dwell_builder_reserve_writes:
 * @self: a builder
 * @n_more: writes to come
 * @error: %DWELL_ERROR_LIMIT when there are no more numbers for them, or too little memory
 *
 * Makes room for that many writes.
 *
 * Returns: whether there is room
 */
gboolean
dwell_builder_reserve_writes (DwellBuilder  *self,
                              gsize          n_more,
                              GError       **error)
{
  return _dwell_builder_reserve (self, DWELL_BUILDER_WRITES, n_more, error) &&
         dwell_column_reserve (self->write_bases, n_more / DWELL_TIME_BLOCK + 1, error);
}

/**
 * dwell_builder_reserve_events:
 * @self: a builder
 * @n_more: events to come
 * @error: %DWELL_ERROR_LIMIT when there are no more numbers for them, or too little memory
 *
 * Makes room for that many events, and for as many writes and suspensions, since an event can bring
 * one of each.
 *
 * Returns: whether there is room
 */
gboolean
dwell_builder_reserve_events (DwellBuilder  *self,
                              gsize          n_more,
                              GError       **error)
{
  gsize n_blocks = n_more / DWELL_TIME_BLOCK + 1;

  return _dwell_builder_reserve (self, DWELL_BUILDER_EVENTS, n_more, error) &&
         dwell_column_reserve (self->event_bases, n_blocks, error) &&
         dwell_builder_reserve_writes (self, n_more, error) &&
         _dwell_builder_reserve (self, DWELL_BUILDER_SUSPENSIONS, n_more, error);
}

static void
expect (DwellBuilder      *self,
        DwellBuilderTable  table,
        gsize              first,
        gsize              n)
{
  for (gsize i = 0; i < column_tables[table].n_columns; i++)
    dwell_column_populate (get_table_column (self, table, i), first, n);
}

/**
 * dwell_builder_expect_spans:
 * @self: a builder
 * @first: the number of a span to come, at least roughly
 * @n: how many come from there on
 *
 * Prepares memory for spans to come, so that the reader's thread need not wait for it. It changes
 * nothing else; any thread may call it as soon as it knows the numbers.
 */
void
dwell_builder_expect_spans (DwellBuilder *self,
                            gsize         first,
                            gsize         n)
{
  expect (self, DWELL_BUILDER_SPANS, first, n);
}

/**
 * dwell_builder_expect_events:
 * @self: a builder
 * @first: the number of an event to come, at least roughly
 * @n: how many come from there on
 *
 * Does for events what dwell_builder_expect_spans() does for spans.
 */
void
dwell_builder_expect_events (DwellBuilder *self,
                             gsize         first,
                             gsize         n)
{
  expect (self, DWELL_BUILDER_EVENTS, first, n);
}
