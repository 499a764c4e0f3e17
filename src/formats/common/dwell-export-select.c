/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "formats/common/dwell-export-select.h"

#include "core/dwell-error.h"
#include "core/dwell-narrow.h"

const DwellOption dwell_export_selection_options[] = { DWELL_EXPORT_SELECTION_OPTIONS };

/**
 * dwell_export_select_contexts:
 * @settings: settings of an export
 * @trace: what is written
 * @matcher: matches their contexts
 * @is_chosen: (out caller-allocates) (array): by context: whether its name, or that of a parent,
 *   matches
 */
void
dwell_export_select_contexts (const DwellExportSettings *settings,
                              const DwellTrace          *trace,
                              const DwellNameMatcher    *matcher,
                              guint8                    *is_chosen)
{
  for (guint32 i = 0; i < trace->n_contexts; i++)
    {
      is_chosen[i] = *settings->contexts == '\0';
      for (guint32 context = i;
           context != DWELL_NONE && !is_chosen[i];
           context = trace->contexts[context].parent)
        is_chosen[i] = dwell_name_matcher_matches (matcher,
                                                   dwell_trace_get_context_name (trace, context));
    }
}

/* An area is chosen by its name, or with the one that it belongs to: a state with its variable, a
 * line with its function. */
static void
select_areas (const DwellTrace       *trace,
              const DwellNameMatcher *matcher,
              guint8                 *is_chosen)
{
  for (guint32 i = 0; i < trace->n_areas; i++)
    {
      guint32 parent = trace->areas[i].parent;

      is_chosen[i] =
        dwell_name_matcher_matches (matcher, dwell_trace_get_area_title (trace, i)) ||
        dwell_name_matcher_matches (matcher, dwell_trace_get_area_name (trace, i)) ||
        (parent != DWELL_NONE &&
         dwell_name_matcher_matches (matcher, dwell_trace_get_area_name (trace, parent)));
    }
}

/* A message is chosen by its text, or with the area that it is about. */
static void
select_marks (const DwellTrace       *trace,
              const DwellNameMatcher *matcher,
              const guint8           *areas,
              guint8                 *is_chosen)
{
  for (guint32 i = 0; i < trace->n_marks; i++)
    {
      guint32 area = trace->mark_area[i];

      if (area == DWELL_NONE && trace->mark_span[i] != DWELL_NONE)
        area = trace->span_area[trace->mark_span[i]];
      is_chosen[i] = (area != DWELL_NONE && areas[area]) ||
                     dwell_name_matcher_matches (matcher,
                                                 dwell_trace_get_string (trace,
                                                                         trace->mark_text[i]));
    }
}

static gboolean
are_all (const guint8 *is_chosen,
         guint32       n)
{
  for (guint32 i = 0; i < n; i++)
    if (!is_chosen[i])
      return FALSE;

  return TRUE;
}

/* Whether the range holds anything that the format can. Values that were written before the range
 * still hold in it, as long as the session lasts. */
static gboolean
has_content (const DwellTrace          *trace,
             const DwellExportSettings *settings)
{
  DwellTables tables = settings->format->tables;

  if (settings->begin > settings->end || !dwell_trace_has_timeline (trace))
    return TRUE;

  for (guint32 i = 0; i < trace->n_spans; i++)
    if (dwell_trace_span_takes_part (trace, i, settings->begin, settings->end) &&
        ((tables & DWELL_TABLE_WRITES) != 0 ||
         trace->areas[trace->span_area[i]].kind != DWELL_AREA_STATE))
      return TRUE;

  for (guint32 i = 0; (tables & DWELL_TABLE_MARKS) != 0 && i < trace->n_marks; i++)
    if (trace->mark_time[i] >= settings->begin && trace->mark_time[i] <= settings->end)
      return TRUE;

  for (guint32 i = 0; (tables & DWELL_TABLE_WRITES) != 0 && i < trace->n_writes; i++)
    if (dwell_trace_get_write_time (trace, i) <= settings->end && settings->begin <= trace->end)
      return TRUE;

  return FALSE;
}

/* A trace of the chosen contexts and areas, over the whole time. */
static DwellTrace *
select_part (DwellTrace                 *trace,
             const DwellExportSettings  *settings,
             GCancellable               *cancellable,
             GError                    **error)
{
  g_auto(DwellNameMatcher) context_matcher = { NULL };
  g_auto(DwellNameMatcher) area_matcher = { NULL };
  g_autofree guint8 *contexts = NULL;
  g_autofree guint8 *areas = NULL;
  g_autofree guint8 *marks = NULL;
  g_autoptr(DwellTrace) part = NULL;

  if (settings->format->selects_itself ||
      (*settings->contexts == '\0' && *settings->areas == '\0'))
    return dwell_trace_ref (trace);
  if (!dwell_name_matcher_init (&context_matcher, settings->contexts, error) ||
      !dwell_name_matcher_init (&area_matcher, settings->areas, error))
    return NULL;

  contexts = g_malloc (trace->n_contexts + 1);
  areas = g_malloc (trace->n_areas + 1);
  marks = g_malloc (trace->n_marks + 1);
  dwell_export_select_contexts (settings, trace, &context_matcher, contexts);
  select_areas (trace, &area_matcher, areas);
  select_marks (trace, &area_matcher, areas, marks);
  if (!dwell_name_matcher_is_sure (&context_matcher, error) ||
      !dwell_name_matcher_is_sure (&area_matcher, error))
    return NULL;
  if (are_all (contexts, trace->n_contexts) && are_all (areas, trace->n_areas) &&
      are_all (marks, trace->n_marks))
    return dwell_trace_ref (trace);

  part = dwell_narrow (trace, &(DwellNarrowing) { contexts, areas, marks }, cancellable, error);
  if (part == NULL || settings->format->can_write (part))
    return g_steal_pointer (&part);

  g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_OPTION,
                       _("The filters leave nothing that the format can hold"));
  return NULL;
}

/**
 * dwell_export_select:
 * @trace: a trace
 * @settings: settings of an export
 * @cancellable: (nullable): a cancellable
 * @error: %DWELL_ERROR_OPTION if nothing is left that the format can hold, or a pattern is not
 *   valid; %DWELL_ERROR_LIMIT, also if matching a pattern took too long; %G_IO_ERROR_CANCELLED
 *
 * Selects what is written. For any thread.
 *
 * Returns: (transfer full) (nullable): @trace itself if all of it is written, or the format itself
 *   selects; else a trace of the part
 */
DwellTrace *
dwell_export_select (DwellTrace                 *trace,
                     const DwellExportSettings  *settings,
                     GCancellable               *cancellable,
                     GError                    **error)
{
  g_autoptr(DwellTrace) part = select_part (trace, settings, cancellable, error);

  if (part == NULL || has_content (part, settings))
    return g_steal_pointer (&part);

  g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_OPTION,
                       _("Nothing that the format can hold happens in this range"));
  return NULL;
}
