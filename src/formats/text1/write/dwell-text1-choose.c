/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the areas and contexts that an export writes, and puts the areas in order. */
#include "config.h"

#include <string.h>

#include "formats/common/dwell-export-select.h"
#include "formats/text1/write/dwell-text1-writer.h"

/* Returns the area of which @area is a line or state, or DWELL_NONE; Text1 has no other parents. */
static guint32
get_parent (const DwellText1Writer *self,
            guint32                 area)
{
  const DwellArea *info = &self->trace->areas[area];

  return info->kind == DWELL_AREA_LINE || info->kind == DWELL_AREA_STATE ? info->parent
                                                                         : DWELL_NONE;
}

static gboolean
choose_contexts (DwellText1Writer  *self,
                 GError           **error)
{
  g_auto(DwellNameMatcher) matcher = { NULL };

  if (!dwell_name_matcher_init (&matcher, self->settings->base.contexts, error))
    return FALSE;

  dwell_export_select_contexts (&self->settings->base, self->trace, &matcher, self->contexts);
  for (guint32 i = 0; i < self->trace->n_contexts; i++)
    self->is_filtered = self->is_filtered || !self->contexts[i];

  return dwell_name_matcher_is_sure (&matcher, error);
}

/* Returns which areas are variables of contexts that are not chosen, or states of these. */
static guint8 *
find_left_out (const DwellText1Writer *self)
{
  const DwellTrace *trace = self->trace;
  guint8 *is_left_out = g_new0 (guint8, (gsize) trace->n_areas + 1);

  for (guint32 i = 0; i < trace->n_tracks; i++)
    if (trace->tracks[i].area != DWELL_NONE)
      is_left_out[trace->tracks[i].area] = !self->contexts[trace->tracks[i].context];
  for (guint32 i = 0; i < trace->n_areas; i++)
    if (trace->areas[i].kind == DWELL_AREA_STATE && trace->areas[i].parent != DWELL_NONE)
      is_left_out[i] = is_left_out[trace->areas[i].parent];

  return is_left_out;
}

/* Returns which areas have anything inside the range, in a chosen context. */
static guint8 *
find_active (const DwellText1Writer *self)
{
  const DwellTrace *trace = self->trace;
  guint8 *active = g_new0 (guint8, trace->n_areas + 1);

  for (guint32 i = 0; i < trace->n_spans; i++)
    if (dwell_trace_get_span_begin (trace, i) <= self->end &&
        dwell_trace_get_span_end (trace, i) >= self->begin &&
        self->contexts[dwell_trace_get_span_context (trace, i)])
      active[trace->span_area[i]] = TRUE;

  for (guint32 i = 0; i < trace->n_file_events; i++)
    if (dwell_trace_get_event_time (trace, i) >= self->begin &&
        dwell_trace_get_event_time (trace, i) <= self->end)
      active[trace->event_area[i]] = TRUE;

  for (guint32 i = 0; i < trace->n_writes; i++)
    if (dwell_trace_get_write_time (trace, i) >= self->begin &&
        dwell_trace_get_write_time (trace, i) <= self->end &&
        trace->tracks[trace->write_track[i]].area != DWELL_NONE)
      active[trace->tracks[trace->write_track[i]].area] = TRUE;

  return active;
}

static gboolean
choose_areas (DwellText1Writer  *self,
              GError           **error)
{
  const DwellTrace *trace = self->trace;
  const char *wanted = self->settings->base.areas;
  gboolean takes_all = *wanted == '\0' || g_str_equal (wanted, "all");
  gboolean takes_active = g_str_equal (wanted, "active");
  g_autofree guint8 *is_left_out = find_left_out (self);
  g_autofree guint8 *active = takes_active ? find_active (self) : NULL;
  g_auto(DwellNameMatcher) matcher = { NULL };

  if (!takes_all && !takes_active && !dwell_name_matcher_init (&matcher, wanted, error))
    return FALSE;

  for (guint32 i = 0; i < trace->n_areas; i++)
    {
      guint32 parent = get_parent (self, i);
      gboolean is_chosen = self->handles[i] != DWELL_NONE && !is_left_out[i];
      gboolean has_class = FALSE;

      for (guint bit = DWELL_TEXT1_FUNCTIONS; bit <= DWELL_TEXT1_AUX; bit <<= 1)
        has_class = has_class || ((self->settings->classes & bit) != 0 &&
                                  dwell_text1_writer_has_class (self, bit, i));

      if (takes_active)
        is_chosen = is_chosen && active[i];
      else if (!takes_all)
        is_chosen = is_chosen &&
                    (dwell_name_matcher_matches (&matcher, dwell_trace_get_area_name (trace, i)) ||
                     (parent != DWELL_NONE &&
                      dwell_name_matcher_matches (&matcher,
                                                  dwell_trace_get_area_name (trace, parent))));

      if (is_chosen && has_class)
        self->areas[i] |= DWELL_TEXT1_AREA_IS_CHOSEN | DWELL_TEXT1_AREA_IS_LISTED;
      else
        self->is_filtered = TRUE;
    }

  for (guint32 i = 0; i < trace->n_areas; i++)
    {
      guint32 parent = get_parent (self, i);

      if ((self->areas[i] & DWELL_TEXT1_AREA_IS_CHOSEN) && parent != DWELL_NONE &&
          self->handles[parent] != DWELL_NONE)
        self->areas[parent] |= DWELL_TEXT1_AREA_IS_LISTED;
    }

  return dwell_name_matcher_is_sure (&matcher, error);
}

/* Puts children after their parents, because a row without a parent's name belongs to the one
 * above. */
static void
order_areas (DwellText1Writer *self)
{
  const DwellTrace *trace = self->trace;
  g_autofree guint32 *first = g_new (guint32, trace->n_areas + 1);
  g_autofree guint32 *next = g_new (guint32, trace->n_areas + 1);
  guint32 n = 0;

  memset (first, 0xff, (trace->n_areas + 1) * sizeof *first);

  for (guint32 i = trace->n_areas; i > 0; i--)
    {
      guint32 parent = get_parent (self, i - 1);

      if (parent == DWELL_NONE)
        parent = trace->n_areas;
      next[i - 1] = first[parent];
      first[parent] = i - 1;
    }

  /* Lines and states without a parent come first, so that no other area is above them. */
  for (guint pass = 0; pass < 2; pass++)
    for (guint32 i = first[trace->n_areas]; i != DWELL_NONE; i = next[i])
      {
        DwellAreaKind kind = trace->areas[i].kind;
        gboolean is_child = kind == DWELL_AREA_LINE || kind == DWELL_AREA_STATE;

        if (is_child != (pass == 0))
          continue;
        if (self->areas[i] & DWELL_TEXT1_AREA_IS_LISTED)
          self->order[n++] = i;
        for (guint32 k = first[i]; k != DWELL_NONE; k = next[k])
          if (self->areas[k] & DWELL_TEXT1_AREA_IS_LISTED)
            self->order[n++] = k;
      }

  self->n_listed = n;
}

/*< private >
 * _dwell_text1_writer_choose: chooses what is written; the writer has handles. Returns FALSE if a
 *   pattern is not valid */
gboolean
_dwell_text1_writer_choose (DwellText1Writer  *self,
                            GError           **error)
{
  if (!choose_contexts (self, error) || !choose_areas (self, error))
    return FALSE;

  order_areas (self);
  return TRUE;
}
