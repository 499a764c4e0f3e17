/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The growth of cost in words. */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "analysis/costs/dwell-growth.h"
#include "core/dwell-text.h"

static const struct {
  const char *id;
  const char *title;
} classes[DWELL_N_GROWTH_CLASSES] = {
  [DWELL_GROWTH_CONSTANT] = { "1", "O(1)" },
  [DWELL_GROWTH_LOG] = { "log n", "O(log n)" },
  [DWELL_GROWTH_LINEAR] = { "n", "O(n)" },
  [DWELL_GROWTH_LINEAR_LOG] = { "n log n", "O(n log n)" },
  [DWELL_GROWTH_POWER_1_5] = { "n^1.5", "O(n¹·⁵)" },
  [DWELL_GROWTH_SQUARE] = { "n^2", "O(n²)" },
  [DWELL_GROWTH_SQUARE_LOG] = { "n^2 log n", "O(n² log n)" },
  [DWELL_GROWTH_CUBE] = { "n^3", "O(n³)" },
  [DWELL_GROWTH_EXPONENTIAL] = { "2^n", "O(2ⁿ)" },
};

/**
 * dwell_growth_class_get_id:
 * @class: a class
 *
 * Returns: (transfer none) (nullable): its name in files and on the command line; %NULL for none
 */
const char *
dwell_growth_class_get_id (DwellGrowthClass class)
{
  return class < DWELL_N_GROWTH_CLASSES ? classes[class].id : NULL;
}

/**
 * dwell_growth_class_get_title:
 * @class: a class
 *
 * Returns: (transfer none): its name for people; empty for none
 */
const char *
dwell_growth_class_get_title (DwellGrowthClass class)
{
  return class < DWELL_N_GROWTH_CLASSES ? classes[class].title : "";
}

/**
 * dwell_confidence_get_id:
 * @confidence: a confidence
 *
 * Returns: (transfer none) (nullable): its name on the command line; %NULL for none
 */
const char *
dwell_confidence_get_id (DwellConfidence confidence)
{
  static const char * const ids[] = { NULL, "low", "medium", "high" };

  return ids[confidence];
}

static const char *
get_confidence_words (DwellConfidence confidence)
{
  switch (confidence)
    {
    case DWELL_CONFIDENCE_HIGH:
      return _("high confidence");

    case DWELL_CONFIDENCE_MEDIUM:
      return _("medium confidence");

    case DWELL_CONFIDENCE_LOW:
    case DWELL_CONFIDENCE_NONE:
    default:
      return _("low confidence");
    }
}

static const char *
get_cost_words (const DwellGrowth *growth)
{
  switch (growth->kind)
    {
    case DWELL_COST_CURVE_BEST:
      return growth->is_self ? _("The best self cost") : _("The best cost");

    case DWELL_COST_CURVE_AVERAGE:
      return growth->is_self ? _("The mean self cost") : _("The mean cost");

    case DWELL_COST_CURVE_WORST:
    case DWELL_COST_CURVE_FREQUENCY:
    case DWELL_COST_CURVE_TOTAL:
    case DWELL_COST_CURVE_VARIANCE:
    case DWELL_COST_CURVE_AMORTIZED:
    case DWELL_COST_CURVE_MEAN:
    case DWELL_N_COST_CURVES:
    default:
      return growth->is_self ? _("The worst self cost") : _("The worst cost");
    }
}

static void
append_class (GString           *text,
              const DwellGrowth *growth)
{
  const char *cost = get_cost_words (growth);
  const char *class = dwell_growth_class_get_title (growth->class);

  if (growth->is_between)
    /* Translators: “The worst cost”, then two classes: “O(n)”, “O(n log n)” */
    g_string_append_printf (text, _("%s grows somewhere between %s and %s."), cost, class,
                            dwell_growth_class_get_title (growth->second));
  else if (growth->class == DWELL_GROWTH_CONSTANT)
    /* Translators: “The worst cost”, “high confidence” */
    g_string_append_printf (text, _("%s does not grow with the size (%s)."), cost,
                            get_confidence_words (growth->confidence));
  else
    /* Translators: “The worst cost”, “O(n)”, “high confidence” */
    g_string_append_printf (text, _("%s grows like %s (%s)."), cost, class,
                            get_confidence_words (growth->confidence));
}

/**
 * dwell_growth_get_doubt:
 * @growth: a growth that is not sure
 *
 * Returns: (transfer none): a translated sentence that says why
 */
const char *
dwell_growth_get_doubt (const DwellGrowth *growth)
{
  if (growth->is_between)
    return _("Not sure: two classes fit about as well.");
  if (growth->n_measured < DWELL_GROWTH_SURE_SIZES)
    return _("Not sure: it was measured on fewer than 8 sizes.");
  if (growth->max_size < DWELL_GROWTH_SURE_RANGE * growth->min_size)
    return _("Not sure: the largest size is less than 4 times the smallest.");
  return _("Not sure: the costs do not follow the curve closely.");
}

static char *
dup_size (double size)
{
  return size < 0x1p64 ? dwell_text_count ((guint64) size) : dwell_text_quantity (size);
}

/**
 * dwell_growth_describe:
 * @growth: a growth
 *
 * Returns: (transfer full): translated sentences: the class, the points it was found from, and what
 *   the size is
 */
char *
dwell_growth_describe (const DwellGrowth *growth)
{
  GString *text = g_string_new (NULL);
  g_autofree char *from = dup_size (growth->min_size);
  g_autofree char *to = dup_size (growth->max_size);
  g_autofree char *n_measured = dwell_text_count (growth->n_measured);

  if (growth->class == DWELL_GROWTH_NONE)
    {
      g_string_append_printf (text,
                              ngettext ("There is only %u size: at least 5 are needed to find a "
                                        "growth.",
                                        "There are only %u sizes: at least 5 are needed to find a "
                                        "growth.",
                                        growth->n_measured), growth->n_measured);
      return g_string_free (text, FALSE);
    }

  append_class (text, growth);
  g_string_append_c (text, ' ');
  /* Translators: a number of sizes; the smallest and the largest that were fitted */
  g_string_append_printf (text, ngettext ("Found from %s measured size, fitted from %s to %s.",
                                          "Found from %s measured sizes, fitted from %s to %s.",
                                          growth->n_measured), n_measured, from, to);

  if (growth->has_several_behaviours)
    {
      g_string_append_c (text, ' ');
      g_string_append (text, _("It behaves in several ways at one size."));
    }

  g_string_append_c (text, ' ');
  g_string_append (text, _("Size is memory read, not the n of the algorithm."));
  return g_string_free (text, FALSE);
}
