/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ui/pages/dwell-distribution-requiring.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "model/requirements/dwell-requirement-words.h"
#include "ui/pages/dwell-distribution-figures.h"

static const double percentiles[] = { 50, 90, 95, 99, 99.9 };

/* Returns: the limit of a requirement, ns; G_MAXINT64 if there is no deadline */
static gint64
get_limit (DwellDistribution             *distribution,
           const DwellDistributionAnswer *answer,
           guint                          part,
           double                         percentile)
{
  return percentile > 0
         ? dwell_samples_get_percentile (answer->parts[part].samples, percentile / 100)
         : dwell_distribution_get_part_limits (distribution, part).high;
}

static void
append_item (GMenu      *section,
             const char *label,
             guint       part,
             double      percentile)
{
  g_autoptr(GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, "distribution.require", "(ud)", part, percentile);
  g_menu_append_item (section, item);
}

static void
append_percentile (GMenu  *section,
                   guint   part,
                   double  percentile,
                   gint64  value_ns)
{
  g_autofree char *name = dwell_distribution_figures_name (percentile / 100);
  g_autofree char *value = dwell_text_duration (value_ns);
  /* Translators: the name of a percentile and what it is: “Add Requirement for p99 (1.31 ms)…” */
  g_autofree char *label = g_strdup_printf (_("Add Requirement for %s (%s)…"), name, value);

  append_item (section, label, part, percentile);
}

static GMenuModel *
make_section (DwellDistribution             *distribution,
              const DwellDistributionAnswer *answer,
              guint                          part)
{
  GMenu *section = g_menu_new ();
  gint64 deadline_ns = get_limit (distribution, answer, part, DWELL_REQUIRE_DEADLINE);

  if (deadline_ns != G_MAXINT64)
    {
      g_autofree char *deadline = dwell_text_duration (deadline_ns);
      /* Translators: a time: “Add Requirement for the Deadline (20 ms)…” */
      g_autofree char *label = g_strdup_printf (_("Add Requirement for the Deadline (%s)…"),
                                                deadline);

      append_item (section, label, part, DWELL_REQUIRE_DEADLINE);
    }

  for (guint i = 0; i < G_N_ELEMENTS (percentiles) && answer->parts[part].samples->n > 0; i++)
    append_percentile (section, part, percentiles[i],
                       get_limit (distribution, answer, part, percentiles[i]));
  return G_MENU_MODEL (section);
}

/**
 * dwell_distribution_requiring_make_menu:
 * @distribution: a distribution
 *
 * Makes a menu with an item for each deadline and percentile of the answer, in a section for each
 * area. The items activate “distribution.require”, with the number of the area and the percentile.
 *
 * Returns: (transfer full): a menu, which is empty while there is no answer, and for derived
 *   tracks, as these come from requirements
 */
GMenuModel *
dwell_distribution_requiring_make_menu (DwellDistribution *distribution)
{
  const DwellDistributionAnswer *answer = dwell_distribution_get_answer (distribution);
  GMenu *menu = g_menu_new ();

  for (guint i = 0; answer != NULL && !answer->is_derived && i < answer->n_parts; i++)
    {
      g_autoptr(GMenuModel) section = make_section (distribution, answer, i);
      g_autofree char *title = answer->n_parts > 1
                               ? dwell_trace_dup_area_label (answer->trace, answer->parts[i].area)
                               : NULL;

      g_menu_append_section (menu, title, section);
    }
  return G_MENU_MODEL (menu);
}

/**
 * dwell_distribution_requiring_put_into_words:
 * @distribution: a distribution
 * @part: the number of an area
 * @percentile: such as 99; %DWELL_REQUIRE_DEADLINE: the deadline
 *
 * Returns: (transfer full) (nullable): the text of a requirement, as
 *   dwell_requirement_words_of_percentile() writes it; %NULL if there is no such figure any more
 */
char *
dwell_distribution_requiring_put_into_words (DwellDistribution *distribution,
                                             guint              part,
                                             double             percentile)
{
  const DwellDistributionAnswer *answer = dwell_distribution_get_answer (distribution);
  gint64 limit_ns;
  guint32 area;

  if (answer == NULL || answer->is_derived || part >= answer->n_parts || percentile > 100 ||
      (percentile > 0 && answer->parts[part].samples->n == 0))
    return NULL;

  area = answer->parts[part].area;
  limit_ns = get_limit (distribution, answer, part, percentile);
  if (limit_ns == G_MAXINT64)
    return NULL;

  return percentile > 0
    ? dwell_requirement_words_of_percentile (answer->trace, area, answer->measure, percentile,
                                             limit_ns)
    : dwell_requirement_words_of_limit (answer->trace, area, answer->measure, limit_ns);
}
