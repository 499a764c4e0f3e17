/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the problems of a trace. There are at most DWELL_PROBLEMS_MAX, so sorting and filtering
 * need no worker. */
#include "config.h"

#include "model/lists/dwell-problem-list-private.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-arrangement.h"

struct _DwellProblemList
{
  DwellList parent_instance;

  DwellProblems      *problems; /* shown; NULL: none */
  GArray             *rows;  /* guint32: numbers of problems */
  DwellPattern       *pattern;
  DwellProblemColumn  sort_by;
  gboolean            descending;
  guint64             total;
  char               *summary;
};

enum {
  PROP_0,
  PROP_TOTAL,
  PROP_SUMMARY,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (DwellProblemList, dwell_problem_list, DWELL_TYPE_LIST)

static gpointer
dwell_problem_list_get_item (DwellList *list,
                             guint      position)
{
  DwellProblemList *self = DWELL_PROBLEM_LIST (list);

  return _dwell_problem_item_new (self->problems, g_array_index (self->rows, guint32, position));
}

static gboolean
matches (DwellProblemList   *self,
         const DwellProblem *problem)
{
  g_autofree char *place = NULL;

  if (self->pattern == NULL
      || dwell_pattern_matches (self->pattern, problem->message)
      || dwell_pattern_matches (self->pattern, problem->code)
      || (problem->file != NULL && dwell_pattern_matches (self->pattern, problem->file)))
    return TRUE;

  place = _dwell_problem_make_place (problem);
  return dwell_pattern_matches (self->pattern, place);
}

/* Bytes come before lines. The problems of one file have either lines or bytes. */
static DwellCellValue
get_place_cell (const DwellProblem *problem)
{
  return dwell_cell_whole (DWELL_CELL_COUNT,
                           problem->line > 0 ? (DwellSignedWide) problem->line << 64
                                             : problem->offset,
                           problem->line > 0 || problem->offset >= 0);
}

static DwellCellValue
get_cell (const DwellProblem *problem,
          DwellProblemColumn  column)
{
  switch (column)
    {
    case DWELL_PROBLEM_SEVERITY:
      return dwell_cell_whole (DWELL_CELL_COUNT, problem->severity, TRUE);

    case DWELL_PROBLEM_WHAT:
      return dwell_cell_text (problem->message);

    case DWELL_PROBLEM_PLACE:
      return get_place_cell (problem);

    case DWELL_PROBLEM_COUNT:
      return dwell_cell_whole (DWELL_CELL_COUNT, problem->count, TRUE);

    case DWELL_PROBLEM_FILE:
      return dwell_cell_text (problem->file);

    case DWELL_N_PROBLEM_COLUMNS:
    default:
      g_assert_not_reached ();
    }
}

static GArray *
arrange (DwellProblemList *self)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr(DwellArrangement) arrangement = dwell_arrangement_new ();
  guint n = self->problems != NULL ? dwell_problems_get_n (self->problems) : 0;
  guint n_matching = 0;

  for (guint32 i = 0; i < n; i++)
    {
      const DwellProblem *problem = dwell_problems_get (self->problems, i);
      DwellCellValue cell = get_cell (problem, self->sort_by);

      if (!matches (self, problem))
        continue;
      dwell_arrangement_add (arrangement, i, &cell);
      n_matching++;
    }

  return g_array_append_vals (rows, dwell_arrangement_sort (arrangement, self->descending),
                              n_matching);
}

static void
rearrange (DwellProblemList *self)
{
  g_autoptr(GArray) old_rows = self->rows;

  self->rows = arrange (self);
  dwell_list_change (DWELL_LIST (self), _dwell_positions_compare (old_rows, self->rows));
}

static char *
make_summary (const DwellProblems *problems)
{
  if (problems == NULL)
    return g_strdup ("");

  return dwell_problems_get_n (problems) > 0 ? dwell_problems_to_text (problems)
                                             : g_strdup (_("Nothing was wrong"));
}

/* Shows the problems of the view's trace. Comparing its statistics can add some. */
static void
dwell_problem_list_update (DwellQuery *query)
{
  DwellProblemList *self = DWELL_PROBLEM_LIST (query);
  DwellReading *reading = dwell_query_get_reading (query);
  DwellProblems *problems = reading != NULL ? reading->problems : NULL;
  g_autoptr(DwellProblems) old_problems = NULL;

  if (problems == self->problems)
    return;

  old_problems = self->problems;
  self->problems = problems != NULL ? dwell_problems_ref (problems) : NULL;
  self->total = problems != NULL ? dwell_problems_get_total (problems) : 0;
  g_array_unref (self->rows);
  self->rows = arrange (self);
  g_free (self->summary);
  self->summary = make_summary (problems);

  /* The same number can be another problem now. */
  dwell_list_replace (DWELL_LIST (query), self->rows->len);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TOTAL]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUMMARY]);
}

static void
dwell_problem_list_get_property (GObject    *object,
                                 guint       prop_id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  DwellProblemList *self = DWELL_PROBLEM_LIST (object);

  switch (prop_id)
    {
    case PROP_TOTAL:
      g_value_set_uint64 (value, self->total);
      break;

    case PROP_SUMMARY:
      g_value_set_string (value, self->summary);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
dwell_problem_list_finalize (GObject *object)
{
  DwellProblemList *self = DWELL_PROBLEM_LIST (object);

  g_clear_pointer (&self->problems, dwell_problems_unref);
  g_clear_pointer (&self->pattern, dwell_pattern_unref);
  g_array_unref (self->rows);
  g_free (self->summary);

  G_OBJECT_CLASS (dwell_problem_list_parent_class)->finalize (object);
}

static gboolean
dwell_problem_list_check_filter (DwellQuery  *query,
                                 GError     **error)
{
  return dwell_pattern_check (DWELL_PROBLEM_LIST (query)->pattern, error);
}

static void
dwell_problem_list_class_init (DwellProblemListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  DwellQueryClass *query_class = DWELL_QUERY_CLASS (klass);
  DwellListClass *list_class = DWELL_LIST_CLASS (klass);

  object_class->finalize = dwell_problem_list_finalize;
  object_class->get_property = dwell_problem_list_get_property;
  list_class->item_type = DWELL_TYPE_PROBLEM_ITEM;
  list_class->get_item = dwell_problem_list_get_item;
  query_class->update = dwell_problem_list_update;
  query_class->check_filter = dwell_problem_list_check_filter;

  properties[PROP_TOTAL] = g_param_spec_uint64 ("total", NULL, NULL, 0, G_MAXUINT64, 0,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_SUMMARY] = g_param_spec_string ("summary", NULL, NULL, NULL,
                                                  G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
dwell_problem_list_init (DwellProblemList *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->summary = g_strdup ("");
  self->sort_by = DWELL_PROBLEM_SEVERITY;
  self->descending = TRUE;

  dwell_query_connect_view (DWELL_QUERY (self), "indexes-changed",
                            G_CALLBACK (dwell_query_update));
}

/**
 * dwell_problem_list_new:
 *
 * Returns: (transfer full): an empty list, whose items are #DwellProblemItem; it is sorted by
 *   severity, the most severe first
 */
DwellProblemList *
dwell_problem_list_new (void)
{
  return g_object_new (DWELL_TYPE_PROBLEM_LIST, NULL);
}

/**
 * dwell_problem_list_set_filter:
 * @self: a list
 * @text: (nullable): text or /regular expression/ that message, code, place or file must match
 * @error: the fault in the regular expression
 *
 * Returns: false if @text is invalid; the list does not change then
 */
gboolean
dwell_problem_list_set_filter (DwellProblemList  *self,
                               const char        *text,
                               GError           **error)
{
  g_return_val_if_fail (DWELL_IS_PROBLEM_LIST (self), FALSE);

  if (!dwell_pattern_replace (&self->pattern, text, error))
    return FALSE;

  rearrange (self);
  return TRUE;
}

/**
 * dwell_problem_list_sort:
 * @self: a list
 * @by: a column
 * @descending: whether the most severe, greatest or alphabetically last comes first
 *
 * Sorts the list. Equal problems stay in the order in which they were found.
 */
void
dwell_problem_list_sort (DwellProblemList   *self,
                         DwellProblemColumn  by,
                         gboolean            descending)
{
  g_return_if_fail (DWELL_IS_PROBLEM_LIST (self));
  g_return_if_fail (by < DWELL_N_PROBLEM_COLUMNS);

  self->sort_by = by;
  self->descending = descending;
  rearrange (self);
}

/**
 * dwell_problem_list_get_total:
 * @self: a list
 *
 * Returns: how often all problems together occurred, including those filtered out
 */
guint64
dwell_problem_list_get_total (DwellProblemList *self)
{
  return self->total;
}

/**
 * dwell_problem_list_get_summary:
 * @self: a list
 *
 * Returns: the number of problems and of those listed, as in “12 problems, 4,312 times in all”;
 *   "" without a trace
 */
const char *
dwell_problem_list_get_summary (DwellProblemList *self)
{
  return self->summary;
}
