/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arranging lines: what matches, sorted among its siblings, and of a tree what is not folded. */
#include "config.h"

#include "model/lists/dwell-line-query.h"

void
_dwell_line_query_free (gpointer data)
{
  DwellLineQuery *self = data;

  g_clear_pointer (&self->trace, dwell_trace_unref);
  g_clear_pointer (&self->table, dwell_line_table_unref);
  g_clear_pointer (&self->pattern, dwell_pattern_unref);
  g_clear_pointer (&self->folded_modules, g_bytes_unref);
  g_clear_pointer (&self->folded_routines, g_bytes_unref);
  g_clear_pointer (&self->rows, g_array_unref);
  g_free (self);
}

const DwellLineSums *
_dwell_line_ref_get_sums (const DwellLineTable *table,
                          DwellLineRef          ref)
{
  if (ref.kind == DWELL_LINE_IS_MODULE)
    return &table->modules[ref.number].sums;

  return ref.kind == DWELL_LINE_IS_ROUTINE ? &table->routines[ref.number].sums
                                           : &table->rows[ref.number].sums;
}

/* A format with clauses names a line by its place; of the others the name is what stands there,
 * which may be nothing but the number. */
const char *
_dwell_line_get_text (const DwellLineTable *table,
                      const DwellLineRow   *row)
{
  const char *name = dwell_trace_get_area_name (table->trace, row->area);
  g_autofree char *number = g_strdup_printf ("%u", row->line);

  return row->line > 0 && row->clause < 0 && *name != '\0' && !g_str_equal (name, number) ? name
                                                                                         : NULL;
}

static guint32
get_routine (const DwellLineTable *table,
             DwellLineRef          ref)
{
  if (ref.kind == DWELL_LINE_IS_MODULE)
    return DWELL_NONE;

  return ref.kind == DWELL_LINE_IS_ROUTINE ? table->routines[ref.number].routine
                                           : table->rows[ref.number].routine;
}

static guint32
get_module (const DwellLineTable *table,
            DwellLineRef          ref)
{
  if (ref.kind == DWELL_LINE_IS_MODULE)
    return table->modules[ref.number].module;

  return ref.kind == DWELL_LINE_IS_ROUTINE ? table->routines[ref.number].module
                                           : table->rows[ref.number].module;
}

static DwellCellValue
get_time (const DwellLineTable *table,
          gint64                time)
{
  return dwell_cell_whole (DWELL_CELL_TIME, time, table->are_times && time != DWELL_TIME_NONE);
}

/* A line's name is its number in the table, where lines stand in order. */
DwellCellValue
_dwell_line_ref_get_cell (const DwellLineTable *table,
                          DwellLineRef          ref,
                          DwellLineColumn       column)
{
  const DwellLineSums *sums = _dwell_line_ref_get_sums (table, ref);
  gboolean is_line = ref.kind == DWELL_LINE_IS_LINE;

  if (column == DWELL_LINE_NAME && !is_line)
    column = ref.kind == DWELL_LINE_IS_MODULE ? DWELL_LINE_MODULE : DWELL_LINE_ROUTINE;

  switch (column)
    {
    case DWELL_LINE_NAME:
      return dwell_cell_whole (DWELL_CELL_INTEGER, ref.number, TRUE);
    case DWELL_LINE_TEXT:
      return dwell_cell_text (is_line ? _dwell_line_get_text (table, &table->rows[ref.number])
                                      : NULL);
    case DWELL_LINE_MODULE:
      return dwell_cell_text (dwell_trace_get_string (table->trace, get_module (table, ref)));
    case DWELL_LINE_ROUTINE:
      return dwell_cell_text (dwell_line_table_get_routine (table, get_routine (table, ref)));
    case DWELL_LINE_HITS:
      return dwell_cell_whole (DWELL_CELL_COUNT, sums->hits, TRUE);
    case DWELL_LINE_TIME:
      return get_time (table, sums->time);
    case DWELL_LINE_AVERAGE:
      return get_time (table, dwell_line_sums_get_average (sums));
    case DWELL_LINE_MIN:
      return get_time (table, sums->min);
    case DWELL_LINE_MAX:
      return get_time (table, sums->max);
    case DWELL_LINE_SHARE:
      return dwell_cell_share (dwell_line_table_get_share (table, sums));
    case DWELL_N_LINE_COLUMNS:
    default:
      return (DwellCellValue) { DWELL_CELL_NONE };
    }
}

static gboolean
is_set (GBytes  *flags,
        guint32  number)
{
  gsize n;
  const guint8 *data = flags != NULL ? g_bytes_get_data (flags, &n) : NULL;

  return data != NULL && number < n && data[number];
}

static gboolean
matches (DwellLineQuery *self,
         guint32         number)
{
  const DwellTrace *trace = self->trace;
  const DwellLineRow *row = &self->table->rows[number];
  const char *routine = dwell_line_table_get_routine (self->table, row->routine);

  return self->pattern == NULL ||
         dwell_pattern_matches (self->pattern, dwell_trace_get_area_title (trace, row->area)) ||
         dwell_pattern_matches (self->pattern, dwell_trace_get_string (trace, row->module)) ||
         (routine != NULL && dwell_pattern_matches (self->pattern, routine));
}

/* Returns: (transfer full): DwellLineRef: those of the @n rows (routines, modules) from @first on
 * that hold what matches */
static GArray *
sort_some (DwellLineQuery *self,
           DwellLineKind   kind,
           guint32         first,
           guint32         n,
           const guint8   *is_wanted)
{
  GArray *refs = g_array_new (FALSE, FALSE, sizeof (DwellLineRef));
  g_autoptr(DwellArrangement) arrangement = dwell_arrangement_new ();
  /* What shares are of is more exact than they are. */
  DwellLineColumn weight = self->table->are_times ? DWELL_LINE_TIME : DWELL_LINE_HITS;
  DwellLineColumn by = self->sort_by == DWELL_LINE_SHARE ? weight : self->sort_by;
  const guint32 *rows;

  for (guint32 i = first; i < first + n; i++)
    if (is_wanted[i])
      {
        DwellLineRef ref = { i, (guint8) kind };
        DwellCellValue cell = _dwell_line_ref_get_cell (self->table, ref, by);

        dwell_arrangement_add (arrangement, i, &cell);
        g_array_append_val (refs, ref);
      }

  rows = dwell_arrangement_sort (arrangement, self->descending);
  for (guint i = 0; i < refs->len; i++)
    g_array_index (refs, DwellLineRef, i).number = rows[i];

  return refs;
}

static void
add_routine (DwellLineQuery     *self,
             const DwellLineRef *ref,
             const guint8       *wanted_rows)
{
  const DwellLineGroup *routine = &self->table->routines[ref->number];
  g_autoptr(GArray) lines = NULL;

  g_array_append_vals (self->rows, ref, 1);
  if (is_set (self->folded_routines, ref->number))
    return;

  lines = sort_some (self, DWELL_LINE_IS_LINE, routine->first, routine->n, wanted_rows);
  g_array_append_vals (self->rows, lines->data, lines->len);
}

static void
add_modules (DwellLineQuery *self,
             const guint8   *wanted_rows)
{
  DwellLineTable *table = self->table;
  g_autofree guint8 *wanted_routines = g_malloc0 (table->n_routines + 1);
  g_autofree guint8 *wanted_modules = g_malloc0 (table->n_modules + 1);
  g_autoptr(GArray) modules = NULL;

  for (guint32 i = 0; i < table->n_routines; i++)
    for (guint32 j = 0; j < table->routines[i].n && !wanted_routines[i]; j++)
      wanted_routines[i] = wanted_rows[table->routines[i].first + j];
  for (guint32 i = 0; i < table->n_modules; i++)
    for (guint32 j = 0; j < table->modules[i].n && !wanted_modules[i]; j++)
      wanted_modules[i] = wanted_routines[table->modules[i].first + j];

  modules = sort_some (self, DWELL_LINE_IS_MODULE, 0, table->n_modules, wanted_modules);
  for (guint i = 0; i < modules->len; i++)
    {
      const DwellLineRef *ref = &g_array_index (modules, DwellLineRef, i);
      const DwellLineGroup *module = &table->modules[ref->number];
      g_autoptr(GArray) routines = NULL;

      g_array_append_vals (self->rows, ref, 1);
      if (is_set (self->folded_modules, ref->number))
        continue;

      routines = sort_some (self, DWELL_LINE_IS_ROUTINE, module->first, module->n,
                            wanted_routines);
      for (guint j = 0; j < routines->len; j++)
        add_routine (self, &g_array_index (routines, DwellLineRef, j), wanted_rows);
    }
}

void
_dwell_line_query_run (gpointer      data,
                       GCancellable *cancellable)
{
  DwellLineQuery *self = data;
  g_autofree guint8 *wanted = NULL;

  if (self->table == NULL)
    self->table = dwell_line_table_new (self->trace, cancellable);
  if (self->table == NULL)
    return;

  wanted = g_malloc0 (self->table->n_rows + 1);
  for (guint32 i = 0; i < self->table->n_rows; i++)
    wanted[i] = matches (self, i);

  if (self->is_flat)
    {
      self->rows = sort_some (self, DWELL_LINE_IS_LINE, 0, self->table->n_rows, wanted);
      return;
    }

  self->rows = g_array_new (FALSE, FALSE, sizeof (DwellLineRef));
  add_modules (self, wanted);
}
