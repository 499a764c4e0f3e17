/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/comparison/dwell-comparison-keeping.h"

#include "core/dwell-keys.h"
#include "model/comparison/dwell-comparison-sides.h"

static gboolean
is_part (const DwellComparisonSide *side)
{
  const DwellTrace *trace = side->reading->trace;

  return side->begin > trace->begin || side->end < trace->end;
}

/* The pairs, each with the key of the new recording first. */
static GStrv
gather_shifts (const DwellComparisonOptions *options,
               const DwellComparisonSides   *sides)
{
  const DwellTrace *base = sides->base.reading->trace;
  const DwellTrace *new = sides->new.reading->trace;
  g_autoptr(DwellMatch) match = _dwell_comparison_options_match (options, base, new,
                                                                 sides->is_swapped);
  g_autoptr(GArray) shifts = dwell_comparison_options_find_shifts (options, base, new, match,
                                                                   sides->is_swapped);
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < shifts->len; i++)
    {
      const DwellLineShift *shift = &g_array_index (shifts, DwellLineShift, i);
      g_autofree char *key = dwell_key_of_area (new, shift->routine);
      g_autofree char *escaped = g_uri_escape_string (key, NULL, FALSE);
      g_autofree char *text = g_strdup_printf ("%s=%" G_GINT64_FORMAT, escaped, shift->shift);

      g_strv_builder_add (builder, text);
    }

  return g_strv_builder_end (builder);
}

/**
 * dwell_comparison_keeping_gather:
 * @view: a view that compares
 *
 * Returns: (transfer full): how it compares, and which ranges; the names of the recordings are not
 *   set
 */
DwellComparisonFile *
dwell_comparison_keeping_gather (DwellView *view)
{
  g_autoptr(DwellComparisonOptions) options = dwell_comparison_options_new (view);
  DwellComparisonFile *file = g_new0 (DwellComparisonFile, 1);
  DwellComparisonSides sides = { { NULL } };
  gboolean is_swapped = FALSE;

  dwell_view_get_base (view, &is_swapped);
  dwell_comparison_options_write (options, is_swapped, file);
  file->align = g_strdup (dwell_view_get_kept (view, DWELL_KEPT_LAYOUT, "comparison-align"));
  if (!_dwell_comparison_sides_init (&sides, view))
    return file;

  file->shifts = *options->shifts != '\0' ? gather_shifts (options, &sides) : NULL;
  file->has_base_range = is_part (&sides.base);
  file->has_new_range = is_part (&sides.new);
  file->base_begin = sides.base.begin;
  file->base_end = sides.base.end;
  file->new_begin = sides.new.begin;
  file->new_end = sides.new.end;
  _dwell_comparison_sides_clear (&sides);
  return file;
}

/**
 * dwell_comparison_keeping_apply:
 * @view: a view of the new recording, which is read and compared with its base
 * @file: what to compare
 * @options: the options in @file, as dwell_comparison_options_read() has read them
 *
 * Makes @view compare as @file says.
 */
void
dwell_comparison_keeping_apply (DwellView                    *view,
                                const DwellComparisonFile    *file,
                                const DwellComparisonOptions *options)
{
  DwellSession *base = dwell_view_get_base (view, NULL);

  dwell_comparison_options_keep (options, view);
  dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "comparison-align", file->align);
  if (base == NULL)
    return;

  if (file->has_base_range)
    dwell_view_set_base_stretch (view, base, file->base_begin, file->base_end);
  else
    dwell_view_set_base (view, base, FALSE);

  if (file->has_new_range)
    dwell_view_set_selection (view, file->new_begin, file->new_end);
  dwell_view_set_scope (view, file->has_new_range ? DWELL_SCOPE_SELECTION : DWELL_SCOPE_WHOLE);
}
