/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses how many columns each point gets in a report, and tells before what no layout holds. */
#include "config.h"

#include "formats/aprof/dwell-aprof-layout.h"

#include <glib/gi18n-lib.h>

#include "formats/common/dwell-export-warnings.h"

#define BIT(column) (1u << DWELL_COST_##column)

#define COLUMNS_2 (BIT (MIN) | BIT (MAX) | BIT (SUM) | BIT (CALLS) | BIT (REAL) | BIT (SELF))
#define COLUMNS_3 (COLUMNS_2 | BIT (SELF_MIN) | BIT (SELF_MAX))
#define COLUMNS_4 (COLUMNS_3 | BIT (SQUARES) | BIT (SELF_SQUARES))
#define SIZES     (BIT (SIZE_SUM) | BIT (SIZE_SQUARES))
#define INPUTS    (BIT (SYSCALL) | BIT (THREAD))

static const DwellCostColumn version_1[] = {
  DWELL_COST_MIN, DWELL_COST_MAX, DWELL_COST_SUM, DWELL_COST_SQUARES, DWELL_COST_CALLS,
};
static const DwellCostColumn version_3[] = {
  DWELL_COST_MIN, DWELL_COST_MAX, DWELL_COST_SUM, DWELL_COST_CALLS, DWELL_COST_REAL,
  DWELL_COST_SELF, DWELL_COST_SELF_MIN, DWELL_COST_SELF_MAX,
};
static const DwellCostColumn version_6[] = {
  DWELL_COST_MIN, DWELL_COST_MAX, DWELL_COST_SUM, DWELL_COST_SQUARES, DWELL_COST_CALLS,
  DWELL_COST_REAL, DWELL_COST_SELF, DWELL_COST_SELF_MIN, DWELL_COST_SELF_MAX,
  DWELL_COST_SELF_SQUARES, DWELL_COST_SIZE_SUM, DWELL_COST_SIZE_SQUARES, DWELL_COST_SYSCALL,
  DWELL_COST_THREAD, DWELL_COST_SELF_SYSCALL, DWELL_COST_SELF_THREAD,
};

/* The one with most columns first. The last has the average instead of the sum. */
static const DwellAprofLayout layouts[] = {
  { version_6, 16, 6, COLUMNS_4 | INPUTS | BIT (SELF_SYSCALL) | BIT (SELF_THREAD), SIZES },
  { version_6, 14, 6, COLUMNS_4 | SIZES | INPUTS, 0 },
  { version_6, 12, 6, COLUMNS_4 | SIZES, 0 },
  { version_6, 10, 6, COLUMNS_4, 0 },
  { version_3, 8, 3, COLUMNS_3, 0 },
  { version_3, 6, 2, COLUMNS_2, 0 },
  { version_1, 5, 1, BIT (MIN) | BIT (MAX) | BIT (SUM) | BIT (CALLS), BIT (SQUARES) },
  { NULL, 0, 0, BIT (SUM) | BIT (CALLS), 0 },
};

static guint32
get_known (const DwellTrace *trace,
           guint32           point)
{
  return (guint32) dwell_packed_get (trace->point_known, point);
}

/*< private >
 * _dwell_aprof_layout_get_known: returns the columns that are known for any point */
guint32
_dwell_aprof_layout_get_known (const DwellTrace *trace)
{
  guint32 known = 0;

  for (guint32 i = 0; i < trace->n_cost_points; i++)
    known |= get_known (trace, i);

  return known;
}

/*< private >
 * _dwell_aprof_layout_find: returns the layout with most columns that needs none but @known ones.
 * A reader takes sizes of 0 for unknown only if no point has others, so that depends on the columns
 * that are known for any point, @anywhere */
const DwellAprofLayout *
_dwell_aprof_layout_find (guint32 known,
                          guint32 anywhere)
{
  gboolean has_sizes = (anywhere & SIZES) == 0 || (known & SIZES) == SIZES;
  const DwellAprofLayout *layout = layouts;

  while (layout->columns != NULL && ((layout->needed & ~known) != 0 ||
                                     ((layout->unmeasured & SIZES) != 0 && !has_sizes)))
    layout++;

  return layout;
}

/*< private >
 * _dwell_aprof_layout_get_version: returns the version of a report of @trace: at least that of the
 * recording, so that its header can be written. @anywhere: columns known for any point */
guint
_dwell_aprof_layout_get_version (const DwellTrace *trace,
                                 guint32           anywhere)
{
  const DwellProperty *property = dwell_trace_get_property (trace, "report_version");
  guint version = trace->total_weight != DWELL_TIME_NONE || trace->size_bytes > 0;

  if (property != NULL && g_variant_is_of_type (property->value, G_VARIANT_TYPE_UINT64))
    version = MAX (version, (guint) MIN (g_variant_get_uint64 (property->value), 6));
  for (guint32 i = 0; i < trace->n_cost_points; i++)
    version = MAX (version, _dwell_aprof_layout_find (get_known (trace, i), anywhere)->version);

  return version;
}

/**
 * dwell_aprof_check:
 * @trace: a trace with cost points
 * @settings: not used: there are no settings
 * @cancellable: (nullable): a cancellable
 *
 * Implements #DwellFormat.check; for any thread.
 *
 * Returns: (transfer full) (element-type DwellExportWarning): what cannot be written
 */
GArray *
dwell_aprof_check (DwellTrace                *trace,
                   const DwellExportSettings *settings,
                   GCancellable              *cancellable)
{
  GArray *warnings = dwell_export_warnings_new ();
  guint32 anywhere = _dwell_aprof_layout_get_known (trace);
  guint64 n_rounded = 0;
  guint64 n_cut = 0;

  for (guint32 i = 0; i < trace->n_cost_points; i++)
    {
      guint32 known = get_known (trace, i);
      const DwellAprofLayout *layout = _dwell_aprof_layout_find (known, anywhere);
      guint32 written = layout->needed | layout->unmeasured;
      guint64 calls = dwell_trace_get_point (trace, DWELL_COST_CALLS, i);

      n_cut += (known & ~written) != 0;
      n_rounded += layout->n == 0 && calls > 0 &&
                   dwell_trace_get_point (trace, DWELL_COST_SUM, i) % calls != 0;
    }

  dwell_export_warnings_add (warnings, FALSE, TRUE, n_rounded,
                             g_strdup (_("Costs that are only known as a sum: their average is "
                                         "written, rounded down")));
  dwell_export_warnings_add (warnings, FALSE, TRUE, n_cut,
                             g_strdup (_("Figures of points: no version has points with just "
                                         "these")));
  return warnings;
}
