/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arranges lines on a worker: filters them, sorts them among their siblings, and hides folded
 * parts of the tree. */
#include "config.h"

#include "model/lists/lines/dwell-line-question.h"

void
_dwell_line_question_free (gpointer data)
{
  DwellLineQuestion *self = data;

  g_clear_pointer (&self->trace, dwell_trace_unref);
  g_clear_pointer (&self->table, dwell_line_table_unref);
  g_clear_pointer (&self->index, dwell_statistics_index_unref);
  g_clear_pointer (&self->pattern, dwell_pattern_unref);
  g_clear_pointer (&self->folded_modules, g_bytes_unref);
  g_clear_pointer (&self->folded_routines, g_bytes_unref);
  g_clear_pointer (&self->rows, g_array_unref);
  g_free (self);
}

static gboolean
is_set (GBytes  *flags,
        guint32  number)
{
  gsize n;
  const guint8 *data = flags != NULL ? g_bytes_get_data (flags, &n) : NULL;

  return data != NULL && number < n && data[number];
}

/* Lines that did not run in the range are left out. */
static gboolean
matches (DwellLineQuestion *self,
         guint32            number)
{
  const DwellTrace *trace = self->trace;
  const DwellLineRow *row = &self->table->rows[number];
  const char *routine = dwell_line_table_get_routine (self->table, row->routine);
  const char *module = dwell_line_table_get_module (self->table, row->module);

  if (!dwell_line_table_has_run (self->table, number))
    return FALSE;

  return self->pattern == NULL ||
         dwell_pattern_matches (self->pattern, dwell_trace_get_area_title (trace, row->area)) ||
         dwell_pattern_matches (self->pattern, module) ||
         (routine != NULL && dwell_pattern_matches (self->pattern, routine));
}

/* Returns (transfer full) an array of DwellLineRef, sorted: those of the @n rows (routines or
 * modules) from @first on that contain a match. */
static GArray *
sort_some (DwellLineQuestion *self,
           DwellLineKind      kind,
           guint32            first,
           guint32            n,
           const guint8      *is_wanted)
{
  GArray *refs = g_array_new (FALSE, FALSE, sizeof (DwellLineRef));
  g_autoptr(DwellArrangement) arrangement = dwell_arrangement_new ();
  /* Sorts shares by the weights that they are computed from, which are more exact. */
  DwellLineColumn weight = self->table->are_times ? DWELL_LINE_TIME : DWELL_LINE_HITS;
  DwellLineColumn by = self->sort_by == DWELL_LINE_SHARE ? weight : self->sort_by;
  const guint32 *rows;

  for (guint32 i = first; i < first + n; i++)
    if (is_wanted[i])
      {
        DwellLineRef ref = { i, (guint8) kind };
        DwellCellValue cell = dwell_line_table_get_cell (self->table, ref, by);

        dwell_arrangement_add (arrangement, i, &cell);
        g_array_append_val (refs, ref);
      }

  rows = dwell_arrangement_sort (arrangement, self->descending);
  for (guint i = 0; i < refs->len; i++)
    g_array_index (refs, DwellLineRef, i).number = rows[i];

  return refs;
}

static void
add_routine (DwellLineQuestion  *self,
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
add_modules (DwellLineQuestion *self,
             const guint8      *wanted_rows)
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
_dwell_line_question_run (gpointer      data,
                          GCancellable *cancellable)
{
  DwellLineQuestion *self = data;
  g_autofree guint8 *wanted = NULL;

  if (self->table == NULL)
    self->table = dwell_line_table_new_in_range (self->trace, self->index, self->begin, self->end,
                                                 cancellable);
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
