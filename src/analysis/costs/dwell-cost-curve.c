/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The curves that are drawn from cost points. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "analysis/costs/dwell-costs.h"

const DwellCostBound dwell_cost_bounds[DWELL_N_COST_BOUNDS] = {
  { 0, 0, 0 }, { 1, 0, 0 }, { 1, 0, 1 }, { 1, 1, 0 },
  { 1.5, 0, 0 }, { 2, 0, 0 }, { 2.5, 0, 0 }, { 3, 0, 0 },
};

/**
 * dwell_cost_bound_value:
 * @bound: a bounding function
 * @size: n
 *
 * Returns: H(n); may be 0, negative or not finite for small n
 */
double
dwell_cost_bound_value (const DwellCostBound *bound,
                        double                size)
{
  double value = pow (size, bound->power);

  if (bound->logs != 0)
    value *= pow (log (size), bound->logs);
  if (bound->log_logs != 0)
    value *= pow (log (log (size)), bound->log_logs);

  return value;
}

/* “1.5” as a superscript: “¹·⁵”. */
static void
append_power (GString *text,
              double   power)
{
  static const char * const raised[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (power == 1)
    return;

  g_ascii_formatd (digits, sizeof digits, "%.4g", power);
  for (const char *p = digits; *p != '\0'; p++)
    g_string_append (text, g_ascii_isdigit (*p) ? raised[*p - '0'] : *p == '-' ? "⁻" : "·");
}

static void
append_factor (GString    *text,
               const char *base,
               double      power,
               gboolean    power_first)
{
  if (power == 0)
    return;

  if (text->len > 0)
    g_string_append_c (text, ' ');

  if (power_first)
    {
      g_string_append (text, "log");
      append_power (text, power);
      g_string_append (text, " n");
    }
  else
    {
      g_string_append_printf (text, power != 1 && strchr (base, ' ') != NULL ? "(%s)" : "%s", base);
      append_power (text, power);
    }
}

/**
 * dwell_cost_bound_text:
 * @bound: a bounding function
 *
 * Returns: (transfer full): a label such as "n log n"
 */
char *
dwell_cost_bound_text (const DwellCostBound *bound)
{
  GString *text = g_string_new (NULL);

  append_factor (text, "n", bound->power, FALSE);
  append_factor (text, "log n", bound->logs, TRUE);
  append_factor (text, "log log n", bound->log_logs, FALSE);

  if (text->len == 0)
    g_string_append_c (text, '1');
  return g_string_free (text, FALSE);
}

/**
 * dwell_cost_curve_is_known:
 * @kind: the curve to draw
 * @is_self: whether self cost is drawn
 * @known: bits 1 << #DwellCostColumn of the points
 *
 * Returns: whether the points have the figures for it
 */
gboolean
dwell_cost_curve_is_known (DwellCostCurveKind kind,
                           gboolean           is_self,
                           guint32            known)
{
  static const struct {
    DwellCostColumn cumulative;
    DwellCostColumn self;
  } columns[DWELL_N_COST_CURVES] = {
    [DWELL_COST_CURVE_WORST] = { DWELL_COST_MAX, DWELL_COST_SELF_MAX },
    [DWELL_COST_CURVE_AVERAGE] = { DWELL_COST_SUM, DWELL_COST_SELF },
    [DWELL_COST_CURVE_BEST] = { DWELL_COST_MIN, DWELL_COST_SELF_MIN },
    [DWELL_COST_CURVE_FREQUENCY] = { DWELL_COST_CALLS, DWELL_COST_CALLS },
    [DWELL_COST_CURVE_TOTAL] = { DWELL_COST_SUM, DWELL_COST_SELF },
    [DWELL_COST_CURVE_VARIANCE] = { DWELL_COST_SQUARES, DWELL_COST_SELF_SQUARES },
    [DWELL_COST_CURVE_AMORTIZED] = { DWELL_COST_SUM, DWELL_COST_SELF },
    [DWELL_COST_CURVE_MEAN] = { DWELL_COST_SUM, DWELL_COST_SELF },
  };

  return (known & (1u << (is_self ? columns[kind].self : columns[kind].cumulative))) != 0;
}

/* The points of a group as one point, and all points up to it. */
typedef struct {
  DwellWide calls;
  double    input;    /* sizes times calls */
  double    sum;
  double    min;
  double    max;
  double    variance;
} Group;

static Group
make_group (const DwellCostPoint *point,
            gboolean              is_self)
{
  return (Group) {
    .calls = point->calls,
    .input = (double) point->size * (double) point->calls,
    .sum = (double) (is_self ? point->self : point->sum),
    .min = (double) (is_self ? point->self_min : point->min),
    .max = (double) (is_self ? point->self_max : point->max),
    .variance = is_self ? point->self_variance : point->variance,
  };
}

static void
add_to_group (Group       *group,
              const Group *other)
{
  double calls = (double) group->calls;
  double other_calls = (double) other->calls;
  double all = calls + other_calls;
  double distance = other->sum / other_calls - group->sum / calls;

  group->variance = (group->variance * calls + other->variance * other_calls +
                     distance * distance * calls * other_calls / all) / all;
  group->calls += other->calls;
  group->input += other->input;
  group->sum += other->sum;
  group->min = MIN (group->min, other->min);
  group->max = MAX (group->max, other->max);
}

static double
get_value (const Group        *group,
           const Group        *until,
           DwellCostCurveKind  kind)
{
  switch (kind)
    {
    case DWELL_COST_CURVE_WORST:
      return group->max;

    case DWELL_COST_CURVE_AVERAGE:
      return group->sum / (double) group->calls;

    case DWELL_COST_CURVE_BEST:
      return group->min;

    case DWELL_COST_CURVE_FREQUENCY:
      return (double) group->calls;

    case DWELL_COST_CURVE_TOTAL:
      return group->sum;

    case DWELL_COST_CURVE_VARIANCE:
      return group->variance;

    case DWELL_COST_CURVE_AMORTIZED:
      return until->sum / until->input;

    case DWELL_COST_CURVE_MEAN:
      return until->sum / (double) until->calls;

    case DWELL_N_COST_CURVES:
    default:
      g_return_val_if_reached (NAN);
    }
}

static void
add_value (DwellCostCurve              *curve,
           const Group                 *group,
           const Group                 *until,
           const DwellCostCurveOptions *options)
{
  double size = group->input / (double) group->calls;
  double value = get_value (group, until, options->kind) /
                 dwell_cost_bound_value (&options->bound, size);

  if (!isfinite (size) || !isfinite (value))
    return;

  curve->sizes[curve->n] = size;
  curve->values[curve->n] = value;
  curve->calls[curve->n] = group->calls;
  curve->n++;
}

/* A moving mean over the same number of neighbours on both sides, fewer at the ends. */
static void
smooth (DwellCostCurve *curve,
        guint           reach)
{
  double *sums = g_new (double, curve->n + 1);

  sums[0] = 0;
  for (guint i = 0; i < curve->n; i++)
    sums[i + 1] = sums[i] + curve->values[i];

  for (guint i = 0; i < curve->n; i++)
    {
      guint here = MIN (reach, MIN (i, curve->n - 1 - i));

      curve->values[i] = (sums[i + here + 1] - sums[i - here]) / (2.0 * here + 1);
    }

  g_free (sums);
}

/**
 * dwell_cost_curve_new:
 * @points: a routine's points
 * @options: what to draw
 *
 * Returns: (transfer full): the curve; empty if the points do not have the figures
 */
DwellCostCurve *
dwell_cost_curve_new (const DwellCostPoints       *points,
                      const DwellCostCurveOptions *options)
{
  DwellCostCurve *curve = g_new0 (DwellCostCurve, 1);
  guint64 width = MAX (options->group_width, 1);
  Group until = { 0 };

  curve->sizes = g_new (double, points->n_points + 1);
  curve->values = g_new (double, points->n_points + 1);
  curve->calls = g_new (DwellWide, points->n_points + 1);

  for (guint i = 0; i < points->n_points;)
    {
      guint64 number = points->points[i].size / width;
      guint32 known = points->points[i].known;
      Group group = make_group (&points->points[i], options->is_self);

      for (i++; i < points->n_points && points->points[i].size / width == number; i++)
        {
          Group other = make_group (&points->points[i], options->is_self);

          add_to_group (&group, &other);
          known &= points->points[i].known;
        }

      until.calls += group.calls;
      until.input += group.input;
      until.sum += group.sum;

      if (dwell_cost_curve_is_known (options->kind, options->is_self, known))
        add_value (curve, &group, &until, options);
    }

  if (options->smoothing > 0)
    smooth (curve, options->smoothing);
  return curve;
}

/**
 * dwell_cost_curve_free:
 * @self: (transfer full): a curve
 */
void
dwell_cost_curve_free (DwellCostCurve *self)
{
  g_free (self->sizes);
  g_free (self->values);
  g_free (self->calls);
  g_free (self);
}
