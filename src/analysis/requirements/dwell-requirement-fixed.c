/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures without a time axis: the share of a line of source or a routine in everything recorded,
 * the cost of its calls, and the growth of that cost. A single figure decides each, the same as the
 * pages and the other commands show. */
#include "config.h"

#include "analysis/requirements/dwell-requirements-private.h"

#include <math.h>
#include <string.h>

#include "analysis/costs/dwell-growth.h"
#include "analysis/statistics/dwell-share.h"

/* Larger costs cannot be told apart, and products of costs up to this fit into 128 bits. */
#define MOST ((DwellWide) 1 << 90)

static void
make_lines (DwellRequirementsTrace *self)
{
  DwellTrace *trace = self->trace;

  if (!dwell_line_table_is_possible (trace))
    return;

  self->lines = dwell_line_table_new (trace, self->cancellable);
  if (self->lines == NULL)
    g_atomic_int_set (&self->is_lacking, TRUE);
}

/* Returns: (nullable): the lines of source, if the trace has any */
static const DwellLineTable *
get_lines (DwellRequirementsTrace *self)
{
  if (g_once_init_enter (&self->has_lines))
    {
      make_lines (self);
      g_once_init_leave (&self->has_lines, 1);
    }
  return self->lines;
}

/* Returns: (nullable): the costs of routines, if the trace has any */
static const DwellCosts *
get_costs (DwellRequirementsTrace *self)
{
  if (g_once_init_enter (&self->has_costs))
    {
      if (dwell_trace_has (self->trace, DWELL_TABLE_COST_POINTS))
        {
          self->costs = dwell_costs_new (self->trace, DWELL_NONE, self->cancellable);
          if (self->costs == NULL)
            g_atomic_int_set (&self->is_lacking, TRUE);
        }
      g_once_init_leave (&self->has_costs, 1);
    }
  return self->costs;
}

static void
make_tree (DwellRequirementsTrace *self)
{
  DwellTrace *trace = self->trace;
  DwellTreeOptions options = { .begin = trace->begin, .end = trace->end };

  if (!dwell_tree_is_possible (trace))
    return;

  self->tree = dwell_tree_new (trace, &options, self->cancellable);
  if (self->tree != NULL)
    self->groups = dwell_tree_get_groups (self->tree, DWELL_NONE, self->cancellable);
  if (self->groups == NULL)
    g_atomic_int_set (&self->is_lacking, TRUE);
}

/* Returns: (nullable): the group of an area, if the trace has calls */
static const DwellTreeGroup *
find_group (DwellRequirementsTrace *self,
            guint32                 area)
{
  if (g_once_init_enter (&self->has_tree))
    {
      make_tree (self);
      g_once_init_leave (&self->has_tree, 1);
    }

  for (guint i = 0; self->groups != NULL && i < self->groups->len; i++)
    if (((const DwellTreeGroup *) self->groups->pdata[i])->area == area)
      return self->groups->pdata[i];
  return NULL;
}

/* The module of a row, without its folders or in full. */
static const char *
get_module (const DwellLineTable *lines,
            const DwellLineRow   *row,
            gboolean              is_full)
{
  const char *module = dwell_strings_get (lines->names, row->module);
  const char *p = module + strlen (module);

  while (!is_full && p > module && p[-1] != '/' && p[-1] != '\\')
    p--;
  return is_full ? module : p;
}

/* Whether a name is “module:line” of the row. */
static gboolean
is_line (const DwellLineTable       *lines,
         const DwellLineRow         *row,
         const DwellRequirementName *name,
         gboolean                    is_full)
{
  g_autofree char *text = NULL;
  const char *colon = strrchr (name->text, ':');
  guint64 line;

  if (row->module == 0)
    return FALSE;

  if (name->pattern != NULL)
    {
      text = g_strdup_printf ("%s:%u", get_module (lines, row, TRUE), row->line);
      return is_full && dwell_pattern_matches (name->pattern, text);
    }
  if (colon == NULL || !g_ascii_string_to_unsigned (colon + 1, 10, 0, G_MAXUINT32, &line, NULL) ||
      line != row->line)
    return FALSE;

  text = g_strndup (name->text, (gsize) (colon - name->text));
  return g_str_equal (text, get_module (lines, row, is_full));
}

static void
free_subject (gpointer data)
{
  DwellFixedSubject *self = data;

  g_free (self->title);
  g_array_unref (self->areas);
  g_free (self);
}

static DwellFixedSubject *
add_subject (GPtrArray  *subjects,
             const char *title,
             guint32     area)
{
  DwellFixedSubject *subject = g_new0 (DwellFixedSubject, 1);

  subject->title = g_strdup (title);
  subject->areas = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (subject->areas, area);
  g_ptr_array_add (subjects, subject);
  return subject;
}

/* A line may be in several routines, and have several clauses. */
static void
find_lines (const DwellLineTable       *lines,
            const DwellRequirementName *name,
            GPtrArray                  *subjects)
{
  g_autoptr(GHashTable) by_title = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint pass = 0; pass < 2 && subjects->len == 0; pass++)
    for (guint32 i = 0; i < lines->n_rows && subjects->len <= DWELL_REQUIREMENTS_MAX_RESULTS; i++)
      {
        const DwellLineRow *row = &lines->rows[i];
        DwellFixedSubject *subject;
        g_autofree char *title = NULL;

        if (!is_line (lines, row, name, pass == 0))
          continue;
        title = g_strdup_printf ("%s:%u", get_module (lines, row, TRUE), row->line);
        subject = g_hash_table_lookup (by_title, title);
        if (subject != NULL)
          {
            g_array_append_val (subject->areas, row->area);
            continue;
          }
        subject = add_subject (subjects, title, row->area);
        g_hash_table_insert (by_title, subject->title, subject);
      }
}

/* Finds the lines or areas that a name stands for. Returns: why there are none, or NULL */
const char *
_dwell_requirements_find_fixed (DwellRequirementsTrace     *self,
                                const DwellRequirement     *requirement,
                                const DwellRequirementName *name,
                                GPtrArray                  *subjects,
                                GPtrArray                  *suggestions)
{
  g_autoptr(GArray) areas = g_array_new (FALSE, FALSE, sizeof (guint32));
  const DwellLineTable *lines = requirement->curve <= DWELL_CURVE_SHARE ? get_lines (self) : NULL;
  const char *reason;

  g_ptr_array_set_free_func (subjects, free_subject);
  if (lines != NULL)
    find_lines (lines, name, subjects);
  if (_dwell_requirement_name_is_slow (name))
    {
      g_ptr_array_set_size (subjects, 0);
      return "slow-name";
    }
  if (subjects->len > 1 && name->pattern == NULL)
    {
      for (guint i = 0; i < MIN (subjects->len, 3); i++)
        g_ptr_array_add (suggestions,
                         g_strdup (((DwellFixedSubject *) subjects->pdata[i])->title));
      return "ambiguous-name";
    }
  if (subjects->len > 0)
    return NULL;

  reason = _dwell_requirements_find_area (self->trace, name, FALSE, areas, suggestions);
  for (guint i = 0; i < areas->len; i++)
    {
      guint32 area = g_array_index (areas, guint32, i);

      add_subject (subjects, dwell_trace_get_area_title (self->trace, area), area);
    }
  return reason;
}

static gboolean
is_among (const DwellJudge *self,
          guint32           area)
{
  for (guint i = 0; i < self->n_areas; i++)
    if (self->areas[i] == area)
      return TRUE;
  return FALSE;
}

/* The figures of lines: of areas that are lines, or of the lines of a routine. */
static const char *
judge_lines (DwellJudge *self)
{
  const DwellLineTable *lines = get_lines (self->trace);
  DwellCurve curve = self->requirement->curve;
  DwellLineSums sums = { 0 };
  gboolean is_found = FALSE;

  if (lines == NULL || (curve == DWELL_CURVE_TIME && !lines->are_times))
    return "not-in-format";

  for (guint32 i = 0; i < lines->n_rows; i++)
    {
      const DwellLineRow *row = &lines->rows[i];

      if (!is_among (self, row->area) && !(self->n_areas == 1 && row->routine == self->areas[0]))
        continue;
      sums.hits += row->sums.hits;
      sums.time += row->sums.time;
      is_found = TRUE;
    }
  if (!is_found)
    return "not-in-format";

  if (curve == DWELL_CURVE_TIME)
    _dwell_judge_set_value (self, sums.time, 1);
  else if (curve == DWELL_CURVE_HITS)
    _dwell_judge_set_value (self, sums.hits, 1);
  else
    _dwell_judge_set_real (self, 100 * dwell_line_table_get_share (lines, &sums));
  return NULL;
}

/* Its own share: of costs as in their list, else as in the call tree. */
static const char *
judge_share (DwellJudge *self)
{
  DwellRequirementsTrace *trace = self->trace;
  guint32 area = self->areas[0];
  const DwellCosts *costs = get_costs (trace);
  guint row = costs != NULL ? dwell_costs_find_row (costs, area) : G_MAXUINT;
  const DwellTreeGroup *group;
  double share;

  if (trace->trace->areas[area].kind == DWELL_AREA_LINE)
    return judge_lines (self);

  if (row != G_MAXUINT)
    {
      share = dwell_costs_get_row (costs, row)->share;
    }
  else
    {
      group = find_group (trace, area);
      if (group == NULL || group->self == DWELL_TIME_NONE)
        return trace->tree != NULL ? "no-data" : "not-in-format";
      share = dwell_share ((double) group->self, dwell_tree_get_whole (trace->tree, DWELL_NONE));
    }
  if (!(share >= 0))
    return "no-data";

  _dwell_judge_set_real (self, 100 * share);
  return NULL;
}

static const char *
judge_calls (DwellJudge *self)
{
  DwellRequirementsTrace *trace = self->trace;
  const DwellCosts *costs = get_costs (trace);
  guint row = costs != NULL ? dwell_costs_find_row (costs, self->areas[0]) : G_MAXUINT;
  const DwellTreeGroup *group;

  if (row != G_MAXUINT)
    {
      _dwell_judge_set_value (self, (__int128) MIN (dwell_costs_get_row (costs, row)->calls, MOST),
                              1);
      return NULL;
    }

  /* Elsewhere nodes count samples. */
  group = find_group (trace, self->areas[0]);
  if (trace->tree == NULL || !(trace->tree->is_of_spans || trace->tree->has_arcs))
    return "not-in-format";
  if (group == NULL)
    return "no-data";

  _dwell_judge_set_value (self, group->count, 1);
  return NULL;
}

/* The greatest cost of a call: over all sizes, or at the smallest size that is not below the given
 * one. */
static const char *
judge_cost (DwellJudge            *self,
            const DwellCostPoints *points)
{
  const DwellRequirement *requirement = self->requirement;
  gboolean is_found = FALSE;
  guint64 most = 0;

  for (guint i = 0; i < points->n_points; i++)
    {
      const DwellCostPoint *point = &points->points[i];

      if (requirement->has_size && (point->size < requirement->size || is_found))
        continue;
      if ((point->known & 1u << DWELL_COST_MAX) == 0)
        return "not-in-format";
      most = MAX (most, point->max);
      is_found = TRUE;
    }
  if (!is_found)
    return "no-data";

  _dwell_judge_set_value (self, most, 1);
  return NULL;
}

/* Only sure growths are judged. */
static const char *
judge_growth (DwellJudge            *self,
              const DwellCostPoints *points)
{
  DwellCostCurveKind kind = DWELL_COST_CURVE_WORST;
  DwellGrowthPoints prepared;
  DwellGrowth growth = { 0 };

  if (!dwell_growth_prepare (points, &kind, FALSE, &prepared))
    return "not-in-format";

  dwell_growth_classify (&prepared, &growth);
  if (growth.confidence != DWELL_CONFIDENCE_HIGH || !dwell_growth_is_sure (&growth))
    return "low-confidence";

  _dwell_judge_set_real (self, growth.class);
  self->result->growth = dwell_growth_class_get_id (growth.class);
  self->result->value = self->result->margin = NAN;
  return NULL;
}

/* Judges a figure. Returns: why it cannot be judged, or NULL */
const char *
_dwell_judge_fixed (DwellJudge *self)
{
  DwellCurve curve = self->requirement->curve;
  g_autoptr(DwellCostPoints) points = NULL;
  const DwellCosts *costs;
  guint row;

  self->result->has_samples = FALSE;
  if (curve == DWELL_CURVE_TIME || curve == DWELL_CURVE_HITS)
    return judge_lines (self);
  if (curve == DWELL_CURVE_SHARE)
    return judge_share (self);
  if (curve == DWELL_CURVE_CALLS)
    return judge_calls (self);

  costs = get_costs (self->trace);
  if (costs == NULL)
    return "not-in-format";
  row = dwell_costs_find_row (costs, self->areas[0]);
  if (row == G_MAXUINT)
    return "no-data";

  points = dwell_costs_get_points (costs, row);
  if (points->n_points == 0)
    return "no-data";
  return curve == DWELL_CURVE_COST ? judge_cost (self, points) : judge_growth (self, points);
}
