/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>

#include "session-dump.h"

#include "analysis/statistics/dwell-statistics.h"
#include "analysis/tree/dwell-tree.h"
#include "analysis/values/dwell-values.h"

typedef struct {
  DwellTrace *trace;
  gint64      begin;
  gint64      end;
  guint       flags;
  GPtrArray  *lines;
} Dump;

static void
add (Dump       *self,
     const char *format,
     ...) G_GNUC_PRINTF (2, 3);

static void
add (Dump       *self,
     const char *format,
     ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_ptr_array_add (self->lines, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

/* Returns what identifies an area, such as "mode = ON/1 20000001". */
static char *
name_area (const Dump *self,
           guint32     area)
{
  const DwellArea *info = &self->trace->areas[area];
  GString *text = g_string_new (NULL);

  if (info->parent != DWELL_NONE &&
      (info->kind == DWELL_AREA_STATE || info->kind == DWELL_AREA_LINE))
    g_string_append_printf (text, "%s < ", dwell_trace_get_area_name (self->trace, info->parent));
  g_string_append (text, dwell_trace_get_area_name (self->trace, area));
  if (info->kind == DWELL_AREA_STATE && (self->flags & SESSION_DUMP_TEXT1) != 0)
    g_string_append_printf (text, "/%" G_GINT64_FORMAT, info->value);
  else if (info->kind == DWELL_AREA_LINE)
    g_string_append_printf (text, "/%u", info->line);
  if ((self->flags & SESSION_DUMP_TEXT1) != 0)
    g_string_append_printf (text, " %08X", info->handle);
  return g_string_free (text, FALSE);
}

static const char *
name_context (const Dump *self,
              guint32     context)
{
  return context == DWELL_NONE ? "all" : dwell_trace_get_context_name (self->trace, context);
}

static char *
tell_times (const DwellTimes *times,
            gboolean          has_extremes)
{
  g_autofree char *total = dwell_wide_to_text (times->total);

  if (!has_extremes)
    return g_steal_pointer (&total);

  return g_strdup_printf ("%s (%" G_GINT64_FORMAT "…%" G_GINT64_FORMAT " %.6Lg)", total,
                          times->min, times->max,
                          (long double) times->avg.whole + (long double) times->avg.rest);
}

/* Adds statistics that only the file itself states. */
static void
add_recorded (Dump                     *self,
              const DwellStatisticsRow *row)
{
  g_autofree char *name = name_area (self, row->area);
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < DWELL_N_RECORDED; i++)
    if (row->recorded->known & 1u << i)
      g_string_append_printf (text, " %u:%" G_GINT64_FORMAT, i, row->recorded->values[i]);
  add (self, "recorded %s %s%s", name_context (self, row->context), name, text->str);
}

static void
add_row (Dump                     *self,
         const DwellStatisticsRow *row)
{
  gboolean is_cut = (self->flags & SESSION_DUMP_CUT) != 0;
  g_autofree char *name = name_area (self, row->area);
  g_autofree char *period = tell_times (&row->period, row->n_periods > 0);
  g_autofree char *net = tell_times (&row->net, row->n_complete > 0);
  g_autofree char *gross = tell_times (&row->gross, row->n_complete > 0);
  g_autofree char *call = tell_times (&row->call, row->n_complete > 0);
  g_autofree char *outside = tell_times (&row->outside, row->n_gaps > 0);
  g_autofree char *sum = dwell_wide_to_text (row->call_sum);

  if (row->of == DWELL_STATISTICS_OF_WRITES)
    {
      if (row->count > 0)
        add (self, "statistics %s %s: %" G_GUINT64_FORMAT " period %s",
             name_context (self, row->context), name, row->count, period);
      return;
    }

  /* Rows of areas outside the range are left out. */
  if (row->count == 0 && row->call_sum == 0 && (row->incomplete == 0 || is_cut))
    return;

  add (self, "statistics %s %s: %" G_GUINT64_FORMAT " complete %" G_GUINT64_FORMAT " net %s%s "
       "gross %s call %s sum %s period %s share %.6g",
       name_context (self, row->context), name, row->count, row->n_complete,
       row->net_is_defined ? "" : "?", net, gross, call, sum, period, row->share);
  if (!is_cut)
    add (self, "statistics %s %s: incomplete %" G_GUINT64_FORMAT,
         name_context (self, row->context), name, row->incomplete);
  if (!is_cut || row->context != DWELL_NONE)
    add (self, "statistics %s %s: outside %s", name_context (self, row->context), name, outside);
  if (row->n_complete > 0)
    add (self, "statistics %s %s: std %.6g p50 %" G_GINT64_FORMAT " p90 %" G_GINT64_FORMAT
         " p99 %" G_GINT64_FORMAT, name_context (self, row->context), name, row->std, row->p50,
         row->p90, row->p99);
}

static void
add_statistics (Dump *self)
{
  g_autoptr(DwellStatisticsIndex) index =
    dwell_statistics_index_new (self->trace, DWELL_GROUP_BY_AREA, NULL);
  g_autoptr(DwellStatistics) statistics =
    dwell_statistics_index_query (index, self->begin, self->end, DWELL_STATISTICS_ALL, NULL);

  for (guint i = 0; i < statistics->n_rows; i++)
    if (statistics->rows[i].of != DWELL_STATISTICS_OF_RECORD)
      add_row (self, &statistics->rows[i]);
    else if (!statistics->rows[i].is_recorded_sum)
      add_recorded (self, &statistics->rows[i]);
}

static void
add_spans (Dump *self)
{
  const DwellTrace *trace = self->trace;

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      gint64 begin = dwell_trace_get_span_begin (trace, i);
      gint64 end = dwell_trace_get_span_end (trace, i);
      gboolean has_begin = begin >= self->begin &&
                           (trace->span_flags[i] & DWELL_SPAN_BEGIN_MISSING) == 0;
      gboolean has_end = end <= self->end && (trace->span_flags[i] & DWELL_SPAN_END_MISSING) == 0;
      guint32 parent = trace->span_parent[i];
      g_autofree char *name = name_area (self, trace->span_area[i]);
      g_autofree char *caller = parent != DWELL_NONE ? name_area (self, trace->span_area[parent])
                                                     : NULL;

      if (end < self->begin || begin > self->end)
        continue;

      add (self, "span %s %s: %s%" G_GINT64_FORMAT "…%" G_GINT64_FORMAT "%s < %s",
           dwell_trace_get_context_name (trace, dwell_trace_get_span_context (trace, i)), name,
           has_begin ? "" : "?", MAX (begin, self->begin), MIN (end, self->end),
           has_end ? "" : "?", caller != NULL ? caller : "");
    }
}

static void
add_suspensions (Dump *self)
{
  const DwellTrace *trace = self->trace;

  for (guint32 i = 0; i < trace->n_suspensions; i++)
    {
      gint64 begin = MAX (trace->suspension_begin[i], self->begin);
      gint64 end = MIN (trace->suspension_end[i], self->end);
      g_autofree char *name = name_area (self, trace->span_area[trace->suspension_span[i]]);

      if (begin < end)
        add (self, "%s %s: %" G_GINT64_FORMAT "…%" G_GINT64_FORMAT,
             trace->suspension_kind[i] == DWELL_SUSPENSION_PAUSE ? "pause" : "wait", name, begin,
             end);
    }
}

/* Adds the values of a variable over the range; states are spans, which are listed there. */
static void
add_values (Dump *self)
{
  const DwellTrace *trace = self->trace;

  for (guint32 i = 0; i < trace->n_tracks; i++)
    {
      const DwellTrack *track = &trace->tracks[i];
      guint32 held;
      g_autofree char *name = NULL;

      if (!dwell_values_is_variable (trace, i) || dwell_values_has_states (trace, i))
        continue;

      name = name_area (self, track->area);
      held = dwell_values_find_at (trace, i, self->begin);
      if (held != DWELL_NONE && dwell_trace_get_track_write_time (trace, held) < self->begin)
        add (self, "value %s before: %" G_GINT64_FORMAT, name,
             dwell_values_get (trace, held).integer);

      for (guint32 k = 0; k < track->n_writes; k++)
        {
          guint32 place = track->first_write + k;
          gint64 time = dwell_trace_get_track_write_time (trace, place);

          if (time >= self->begin && time <= self->end)
            add (self, "value %s %d at %" G_GINT64_FORMAT ": %" G_GINT64_FORMAT, name,
                 dwell_values_is_real (trace, i), time, dwell_values_get (trace, place).integer);
        }
    }
}

static int
compare_lines (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(char * const *) a, *(char * const *) b);
}

/* The path from the root down to each node, and its weights. */
static void
add_tree (Dump *self)
{
  DwellTreeOptions options = { .begin = self->begin, .end = self->end, .by_context = TRUE,
                               .shows_lines = TRUE };
  g_autoptr(DwellTree) tree = NULL;
  g_autoptr(GPtrArray) paths = NULL;

  if (!dwell_tree_is_possible (self->trace))
    return;

  tree = dwell_tree_new (self->trace, &options, NULL);
  paths = g_ptr_array_new_with_free_func (g_free);

  for (guint32 i = 0; i < tree->n_nodes; i++)
    {
      g_autofree char *name = tree->areas[i] != DWELL_NONE
                              ? name_area (self, tree->areas[i])
                              : g_strdup (dwell_tree_get_name (tree, i));
      const char *above = tree->parents[i] != DWELL_NONE
                          ? g_ptr_array_index (paths, tree->parents[i]) : "";

      g_ptr_array_add (paths, g_strdup_printf ("%s/%s", above, name));
      if (tree->totals[i] > 0 || tree->counts[i] > 0)
        add (self, "tree %s: %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT,
             (char *) g_ptr_array_index (paths, i), tree->counts[i], tree->totals[i],
             tree->selves != NULL ? tree->selves[i] : -1);
    }
}

/**
 * session_dump:
 * @trace: a trace
 * @begin: of the range, ns
 * @end: of the range, ns
 * @flags: #SessionDumpFlags
 *
 * Returns: (transfer full): lines in alphabetical order
 */
char *
session_dump (DwellTrace *trace,
              gint64      begin,
              gint64      end,
              guint       flags)
{
  g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  Dump self = { trace, begin, end, flags, lines };

  add (&self, "session %" G_GINT64_FORMAT "…%" G_GINT64_FORMAT, begin, end);
  add_statistics (&self);
  add_spans (&self);
  if ((flags & SESSION_DUMP_TEXT1) != 0)
    add_suspensions (&self);
  add_values (&self);
  add_tree (&self);
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}
