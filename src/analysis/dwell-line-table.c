/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows are sorted once; a new group starts where the module or the routine changes. */
#include "config.h"

#include "analysis/dwell-line-table.h"

#include "analysis/statistics/dwell-share.h"
#include "core/dwell-arrangement.h"
#include "core/dwell-memory.h"
#include "core/dwell-name.h"
#include "core/dwell-wide.h"

static gboolean
has_line_spans (const DwellTrace *trace)
{
  if (trace->spans_are_sequence || trace->n_spans == 0)
    return FALSE;

  for (guint32 i = 0; i < trace->n_areas; i++)
    if (trace->areas[i].kind == DWELL_AREA_LINE)
      return TRUE;

  return FALSE;
}

/**
 * dwell_line_table_is_possible:
 * @trace: a trace
 *
 * Returns: whether it has any figures of lines
 */
gboolean
dwell_line_table_is_possible (const DwellTrace *trace)
{
  return trace->n_lines > 0 || has_line_spans (trace);
}

/**
 * dwell_line_table_has_times:
 * @trace: a trace
 *
 * Returns: whether it has the times at which its lines ran, so that there are figures for a range
 */
gboolean
dwell_line_table_has_times (const DwellTrace *trace)
{
  return trace->n_lines == 0 && has_line_spans (trace);
}

/* If the format has no module, the name of the routine may contain it. */
static guint32
name_module (DwellLineTable  *self,
             const DwellArea *area)
{
  const DwellTrace *trace = self->trace;
  guint32 known = area->module != 0 ? area->module : area->file;
  g_autofree char *module = NULL;

  if (known != 0)
    return dwell_strings_intern (self->names, dwell_trace_get_string (trace, known), -1);

  if (area->parent != DWELL_NONE)
    module = dwell_name_dup_module (dwell_trace_get_area_name (trace, area->parent));
  return module != NULL ? dwell_strings_intern (self->names, module, -1) : 0;
}

static DwellLineRow
make_row (DwellLineTable *self,
          guint32         id)
{
  const DwellTrace *trace = self->trace;
  const DwellArea *area = &trace->areas[id];

  return (DwellLineRow) {
    .area = id,
    .module = name_module (self, area),
    .routine = area->parent,
    .line = area->line,
    .clause = trace->n_lines > 0 && area->has_value ? (int) area->value : -1,
  };
}

static void
add_weights (DwellLineTable *self,
             GArray         *rows)
{
  const DwellTrace *trace = self->trace;

  for (guint32 i = 0; i < trace->n_lines; i++)
    {
      const DwellLineWeight *weight = &trace->lines[i];
      DwellLineRow row = make_row (self, weight->area);

      row.sums = (DwellLineSums) { weight->hits, weight->time, weight->min, weight->max,
                                   weight->hits, (DwellWide) MAX (weight->time, 0) };
      g_array_append_val (rows, row);
    }
}

/* For lines that are spans: adds their own times in the range of the table. */
static gboolean
add_statistics (DwellLineTable       *self,
                DwellStatisticsIndex *index,
                GArray               *rows,
                GCancellable         *cancellable)
{
  DwellTrace *trace = self->trace;
  g_autoptr(DwellStatisticsIndex) own_index = NULL;
  g_autoptr(DwellStatistics) statistics = NULL;

  if (index == NULL)
    index = own_index = dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, cancellable);
  if (index != NULL)
    statistics = dwell_statistics_index_query (index, self->begin, self->end,
                                               DWELL_STATISTICS_ALL, cancellable);
  if (statistics == NULL)
    return FALSE;

  for (guint i = 0; i < statistics->n_rows; i++)
    {
      const DwellStatisticsRow *timed_row = &statistics->rows[i];
      gboolean is_complete = timed_row->n_complete > 0;
      DwellLineRow row;

      if (timed_row->context != DWELL_NONE || timed_row->of != DWELL_STATISTICS_OF_SPANS ||
          trace->areas[timed_row->area].kind != DWELL_AREA_LINE)
        continue;

      row = make_row (self, timed_row->area);
      row.sums = (DwellLineSums) {
        .hits = timed_row->count,
        .time = dwell_wide_clamp (timed_row->net.total),
        .min = is_complete ? timed_row->net.min : DWELL_TIME_NONE,
        .max = is_complete ? timed_row->net.max : DWELL_TIME_NONE,
        .n_timed = timed_row->n_complete,
        .timed = dwell_mean_to_sum (timed_row->net.avg, timed_row->n_complete),
      };
      g_array_append_val (rows, row);
    }

  return TRUE;
}

static int
compare_numbers (gint64 left,
                 gint64 right)
{
  return (left > right) - (left < right);
}

/* The keys of sorting are made once for each name, as collation is slow. */
typedef struct {
  const DwellTrace *trace;
  const guint32    *modules;  /* ranks by collation, of modules */
  const guint32    *routines; /* of the strings that are names of routines */
} Order;

static guint32
get_routine_rank (const Order        *order,
                  const DwellLineRow *row)
{
  return row->routine == DWELL_NONE ? 0
                                    : order->routines[order->trace->areas[row->routine].name] + 1;
}

static int
compare_rows (gconstpointer a,
              gconstpointer b,
              gpointer      data)
{
  const Order *order = data;
  const DwellLineRow *left = a;
  const DwellLineRow *right = b;
  int result = compare_numbers (order->modules[left->module], order->modules[right->module]);

  if (result == 0)
    result = compare_numbers (get_routine_rank (order, left), get_routine_rank (order, right));
  if (result == 0)
    result = compare_numbers (left->routine, right->routine);
  if (result == 0)
    result = compare_numbers (left->line, right->line);
  if (result == 0)
    result = compare_numbers (left->clause, right->clause);
  return result != 0 ? result : compare_numbers (left->area, right->area);
}

/* The rank by collation of the name of each row's module, or of its routine; equal texts are the
 * same string. */
static guint32 *
rank_names (const DwellLineTable *self,
            const GArray         *rows,
            gboolean              are_modules)
{
  DwellStrings *strings = are_modules ? self->names : self->trace->strings;
  guint32 *ranks = g_new0 (guint32, dwell_strings_get_n (strings) + 1);
  g_autoptr(DwellArrangement) arrangement = dwell_arrangement_new ();
  const guint32 *names;
  guint n = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      const DwellLineRow *row = &g_array_index (rows, DwellLineRow, i);
      guint32 name = row->module;

      if (!are_modules)
        name = row->routine != DWELL_NONE ? self->trace->areas[row->routine].name : 0;
      if (ranks[name]++ == 0)
        {
          const DwellCellValue cell = { .kind = DWELL_CELL_TEXT,
                                        .text = dwell_strings_get (strings, name) };

          dwell_arrangement_add (arrangement, name, &cell);
          n++;
        }
    }

  names = dwell_arrangement_sort (arrangement, FALSE);
  for (guint i = 0; i < n; i++)
    ranks[names[i]] = i;
  return ranks;
}

static void
add_sums (DwellLineSums       *to,
          const DwellLineSums *from,
          gboolean             is_first)
{
  if (is_first)
    {
      *to = *from;
      return;
    }

  to->n_timed += from->n_timed;
  to->timed += from->timed;
  to->hits += from->hits;
  dwell_add_saturated (&to->time, from->time);
  if (from->min != DWELL_TIME_NONE)
    {
      to->min = to->min == DWELL_TIME_NONE ? from->min : MIN (to->min, from->min);
      to->max = to->max == DWELL_TIME_NONE ? from->max : MAX (to->max, from->max);
    }
}

/* The last group if it has this module and routine, else a new group that starts with @first. */
static DwellLineGroup *
get_group (GArray  *groups,
           guint32  module,
           guint32  routine,
           guint32  first)
{
  DwellLineGroup group = { .module = module, .routine = routine, .first = first };
  DwellLineGroup *last = groups->len > 0
                         ? &g_array_index (groups, DwellLineGroup, groups->len - 1) : NULL;

  if (last != NULL && last->module == module && last->routine == routine)
    return last;

  g_array_append_val (groups, group);
  return &g_array_index (groups, DwellLineGroup, groups->len - 1);
}

static void
make_groups (DwellLineTable *self)
{
  GArray *routines = g_array_new (FALSE, FALSE, sizeof (DwellLineGroup));
  GArray *modules = g_array_new (FALSE, FALSE, sizeof (DwellLineGroup));

  for (guint32 i = 0; i < self->n_rows; i++)
    {
      const DwellLineRow *row = &self->rows[i];
      DwellLineGroup *routine = get_group (routines, row->module, row->routine, i);

      add_sums (&routine->sums, &row->sums, routine->n++ == 0);
    }

  for (guint32 i = 0; i < routines->len; i++)
    {
      const DwellLineGroup *routine = &g_array_index (routines, DwellLineGroup, i);
      DwellLineGroup *module = get_group (modules, routine->module, DWELL_NONE, i);

      add_sums (&module->sums, &routine->sums, module->n++ == 0);
    }

  self->n_routines = routines->len;
  self->routines = (DwellLineGroup *) (gpointer) g_array_free (routines, FALSE);
  self->n_modules = modules->len;
  self->modules = (DwellLineGroup *) (gpointer) g_array_free (modules, FALSE);
}

/* Takes over @rows. */
static void
arrange_rows (DwellLineTable *self,
              GArray         *rows)
{
  DwellTrace *trace = self->trace;
  g_autofree guint32 *modules = rank_names (self, rows, TRUE);
  g_autofree guint32 *routines = rank_names (self, rows, FALSE);
  Order order = { trace, modules, routines };

  g_array_sort_with_data (rows, compare_rows, &order);
  self->are_times = trace->n_lines == 0 || trace->weights_are_times;
  self->n_rows = rows->len;
  self->rows = (DwellLineRow *) (gpointer) g_array_free (rows, FALSE);
  make_groups (self);

  if (trace->n_lines > 0 && trace->total_weight != DWELL_TIME_NONE)
    self->total = trace->total_weight;
  else
    for (guint32 i = 0; i < self->n_modules; i++)
      dwell_add_saturated (&self->total,
                           dwell_line_table_get_weight (self, &self->modules[i].sums));
}

/**
 * dwell_line_table_new:
 * @trace: a trace
 * @cancellable: (nullable): a cancellable
 *
 * Sums up all figures of the lines of a trace. Takes long: call it on a worker.
 *
 * Returns: (transfer full) (nullable): the table; %NULL when cancelled, or if there is too little
 *   memory
 */
DwellLineTable *
dwell_line_table_new (DwellTrace   *trace,
                      GCancellable *cancellable)
{
  return dwell_line_table_new_in_range (trace, NULL, trace->begin, trace->end, cancellable);
}

/**
 * dwell_line_table_new_in_range:
 * @trace: a trace
 * @index: (nullable): its index by area; made if it is needed and %NULL
 * @begin: ns
 * @end: ns, at least @begin
 * @cancellable: (nullable): a cancellable
 *
 * Sums up the figures of lines in a range, if the trace has the times at which they ran. Lines that
 * did not run in the range have a row, too. Takes long: call it on a worker.
 *
 * Returns: (transfer full) (nullable): the table; %NULL when cancelled, or if there is too little
 *   memory
 */
DwellLineTable *
dwell_line_table_new_in_range (DwellTrace           *trace,
                               DwellStatisticsIndex *index,
                               gint64                begin,
                               gint64                end,
                               GCancellable         *cancellable)
{
  g_autoptr(DwellLineTable) self = NULL;
  GArray *rows;
  /* The memory for rows and groups, in arrays that double and are sorted, and for names and their
   * ranks. */
  gsize row_bytes = 3 * sizeof (DwellLineRow) + 4 * sizeof (DwellLineGroup) + 6 * sizeof (guint32);
  gsize n_bytes = MAX (trace->n_lines, trace->n_areas) * row_bytes +
                  2 * (dwell_strings_get_n (trace->strings) + 1) * sizeof (guint32);

  if (!dwell_memory_claim (n_bytes, NULL))
    return NULL;

  self = g_new0 (DwellLineTable, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->trace = dwell_trace_ref (trace);
  self->names = dwell_strings_new ();
  self->has_times = dwell_line_table_has_times (trace);
  self->begin = begin;
  self->end = end;

  rows = g_array_new (FALSE, FALSE, sizeof (DwellLineRow));
  if (trace->n_lines > 0)
    add_weights (self, rows);

  if (self->has_times && !add_statistics (self, index, rows, cancellable))
    {
      g_array_unref (rows);
      dwell_memory_release (n_bytes);
      return NULL;
    }

  arrange_rows (self, rows);
  dwell_memory_release (n_bytes);
  return g_steal_pointer (&self);
}

/**
 * dwell_line_table_ref:
 * @self: a table
 *
 * Returns: (transfer full): @self, with one more reference
 */
DwellLineTable *
dwell_line_table_ref (DwellLineTable *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_line_table_unref:
 * @self: (transfer full): a table
 *
 * Drops a reference; frees the memory with the last one.
 */
void
dwell_line_table_unref (DwellLineTable *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  dwell_strings_unref (self->names);
  dwell_trace_unref (self->trace);
  g_free (self->rows);
  g_free (self->routines);
  g_free (self->modules);
  g_free (self);
}

/**
 * dwell_line_table_has_run:
 * @self: a table
 * @row: one of its rows
 *
 * Returns: whether the line ran in the range of the table; always true in a table of the whole
 *   trace
 */
gboolean
dwell_line_table_has_run (const DwellLineTable *self,
                          guint32               row)
{
  const DwellLineSums *sums = &self->rows[row].sums;

  return sums->hits > 0 || sums->time > 0 || !self->has_times ||
         (self->begin <= self->trace->begin && self->end >= self->trace->end);
}

/**
 * dwell_line_table_get_share:
 * @self: a table
 * @sums: of one of its rows or groups
 *
 * Returns: its share of the whole, 0 to 1; negative if the whole is 0
 */
double
dwell_line_table_get_share (const DwellLineTable *self,
                            const DwellLineSums  *sums)
{
  return dwell_share ((double) dwell_line_table_get_weight (self, sums), (double) self->total);
}

/**
 * dwell_line_table_get_module:
 * @self: a table
 * @module: of a row or a group
 *
 * Returns: (transfer none): its name; "" if the file does not have it
 */
const char *
dwell_line_table_get_module (const DwellLineTable *self,
                             guint32               module)
{
  return dwell_strings_get (self->names, module);
}

/**
 * dwell_line_table_get_routine:
 * @self: a table
 * @routine: of a row or a group
 *
 * Returns: (transfer none) (nullable): its name; %NULL if the file does not have it
 */
const char *
dwell_line_table_get_routine (const DwellLineTable *self,
                              guint32               routine)
{
  return routine != DWELL_NONE ? dwell_trace_get_area_name (self->trace, routine) : NULL;
}

/* --- Cells --- */

/**
 * dwell_line_table_get_module_of:
 * @self: a table
 * @ref: a line, routine or module of it
 *
 * Returns: its module, for dwell_line_table_get_module(); 0 if the file does not have it
 */
guint32
dwell_line_table_get_module_of (const DwellLineTable *self,
                                DwellLineRef          ref)
{
  if (ref.kind == DWELL_LINE_IS_MODULE)
    return self->modules[ref.number].module;

  return ref.kind == DWELL_LINE_IS_ROUTINE ? self->routines[ref.number].module
                                           : self->rows[ref.number].module;
}

/**
 * dwell_line_table_get_routine_of:
 * @self: a table
 * @ref: a line, routine or module of it
 *
 * Returns: the area of its routine, or %DWELL_NONE
 */
guint32
dwell_line_table_get_routine_of (const DwellLineTable *self,
                                 DwellLineRef          ref)
{
  if (ref.kind == DWELL_LINE_IS_MODULE)
    return DWELL_NONE;

  return ref.kind == DWELL_LINE_IS_ROUTINE ? self->routines[ref.number].routine
                                           : self->rows[ref.number].routine;
}

/**
 * dwell_line_table_get_text:
 * @self: a table
 * @ref: a line, routine or module of it
 *
 * In a format with clauses the name of a line is its place; in other formats it is the text of the
 * line, which may be just the number.
 *
 * Returns: (transfer none) (nullable): the text of a line of source, or %NULL
 */
const char *
dwell_line_table_get_text (const DwellLineTable *self,
                           DwellLineRef          ref)
{
  const DwellLineRow *row;
  g_autofree char *number = NULL;
  const char *name;

  if (ref.kind != DWELL_LINE_IS_LINE)
    return NULL;

  row = &self->rows[ref.number];
  name = dwell_trace_get_area_name (self->trace, row->area);
  number = g_strdup_printf ("%u", row->line);
  return row->line > 0 && row->clause < 0 && *name != '\0' && !g_str_equal (name, number) ? name
                                                                                         : NULL;
}

static const DwellLineSums *
get_sums (const DwellLineTable *self,
          DwellLineRef          ref)
{
  if (ref.kind == DWELL_LINE_IS_MODULE)
    return &self->modules[ref.number].sums;

  return ref.kind == DWELL_LINE_IS_ROUTINE ? &self->routines[ref.number].sums
                                           : &self->rows[ref.number].sums;
}

static DwellCellValue
get_time (const DwellLineTable *self,
          gint64                time)
{
  return dwell_cell_whole (DWELL_CELL_TIME, time, self->are_times && time != DWELL_TIME_NONE);
}

/**
 * dwell_line_table_get_cell:
 * @self: a table
 * @ref: a line, routine or module of it
 * @column: a column; for the name of a line the cell is its number, so that lines sort in order
 *
 * Returns: the cell, whose text belongs to the trace
 */
DwellCellValue
dwell_line_table_get_cell (const DwellLineTable *self,
                           DwellLineRef          ref,
                           DwellLineColumn       column)
{
  const DwellLineSums *sums = get_sums (self, ref);

  if (column == DWELL_LINE_NAME && ref.kind != DWELL_LINE_IS_LINE)
    column = ref.kind == DWELL_LINE_IS_MODULE ? DWELL_LINE_MODULE : DWELL_LINE_ROUTINE;

  switch (column)
    {
    case DWELL_LINE_NAME:
      return dwell_cell_whole (DWELL_CELL_INTEGER, ref.number, TRUE);
    case DWELL_LINE_TEXT:
      return dwell_cell_text (dwell_line_table_get_text (self, ref));
    case DWELL_LINE_MODULE:
      return dwell_cell_text (
        dwell_line_table_get_module (self, dwell_line_table_get_module_of (self, ref)));
    case DWELL_LINE_ROUTINE:
      return dwell_cell_text (dwell_line_table_get_routine (
        self, dwell_line_table_get_routine_of (self, ref)));
    case DWELL_LINE_HITS:
      return dwell_cell_whole (DWELL_CELL_COUNT, sums->hits, TRUE);
    case DWELL_LINE_TIME:
      return get_time (self, sums->time);
    case DWELL_LINE_AVERAGE:
      return get_time (self, dwell_line_sums_get_average (sums));
    case DWELL_LINE_MIN:
      return get_time (self, sums->min);
    case DWELL_LINE_MAX:
      return get_time (self, sums->max);
    case DWELL_LINE_SHARE:
      return dwell_cell_share (dwell_line_table_get_share (self, sums));
    case DWELL_N_LINE_COLUMNS:
    default:
      return (DwellCellValue) { DWELL_CELL_NONE };
    }
}
