/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For each context after the first that has a variable, the variable and its states become new
 * areas. Only tables of names and the column of areas of spans are copied. */
#include "config.h"

#include "core/dwell-trace-split.h"

#include <string.h>

#include "core/dwell-hash.h"
#include "core/dwell-trace-contexts.h"
#include "core/dwell-trace-private.h"
#include "core/dwell-unique.h"

/* The context of an area that is not split. */
#define WHOLE (DWELL_NONE - 1)

typedef struct {
  const DwellTrace *base;
  DwellTrace       *trace;
  GArray           *areas;    /* DwellArea */
  guint32          *contexts; /* by area of the base: of a variable that several contexts have, and
                               * of its states, the first of them; else WHOLE, or DWELL_NONE if it
                               * is not a variable */
  GHashTable       *parts;    /* area and context → another area */
  GHashTable       *names;    /* names that are taken */
} Split;

/* Returns how many variables several contexts of one group have. */
static guint32
find_shared (const DwellTrace *base,
             const guint32    *groups,
             guint32          *contexts)
{
  /* Area and group → a track. */
  g_autoptr(GHashTable) tracks = g_hash_table_new_full (dwell_int64_hash, g_int64_equal, g_free,
                                                        NULL);
  g_autofree guint8 *is_shared = g_new0 (guint8, (gsize) base->n_areas + 1);
  guint32 n = 0;

  memset (contexts, 0xff, base->n_areas * sizeof *contexts);
  for (guint32 i = 0; i < base->n_tracks; i++)
    {
      guint32 area = base->tracks[i].area;
      gint64 key = (gint64) ((guint64) area << 32 | (groups != NULL ? groups[i] : 0));
      gpointer track;

      if (area == DWELL_NONE || is_shared[area])
        continue;
      if (contexts[area] == DWELL_NONE)
        contexts[area] = base->tracks[i].context;
      if (!g_hash_table_lookup_extended (tracks, &key, NULL, &track))
        g_hash_table_insert (tracks, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (i));
      else if (base->tracks[GPOINTER_TO_UINT (track)].context != base->tracks[i].context)
        {
          is_shared[area] = TRUE;
          n++;
        }
    }

  for (guint32 i = 0; i < base->n_areas; i++)
    if (contexts[i] != DWELL_NONE && !is_shared[i])
      contexts[i] = WHOLE;

  return n;
}

static gboolean
is_split (const Split *self,
          guint32      area)
{
  return area != DWELL_NONE && self->contexts[area] < WHOLE;
}

/* Returns the variable that @area is, or is a state of. */
static guint32
get_variable (const Split *self,
              guint32      area)
{
  const DwellArea *info = &self->base->areas[area];

  return info->kind == DWELL_AREA_STATE ? info->parent : area;
}

static void
set_title (Split     *self,
           DwellArea *area)
{
  area->title = _dwell_area_make_title (self->trace->strings, area,
                                        area->parent != DWELL_NONE
                                          ? &g_array_index (self->areas, DwellArea, area->parent)
                                          : NULL);
}

/* Puts the context before the name of a variable, unless that is an unnamed session. */
static void
name_part (Split     *self,
           DwellArea *area,
           guint32    context)
{
  const DwellTrace *base = self->base;
  const char *name = dwell_trace_get_string (base, area->name);
  const char *prefix = dwell_trace_get_context_label (base, context);
  g_autofree char *wanted = g_strconcat (prefix, *prefix != '\0' ? "." : "", name, NULL);
  g_autofree char *unique = dwell_unique_claim (self->names, wanted, " (", ")");

  area->name = dwell_strings_intern (self->trace->strings, unique, -1);
}

/* Returns the area that stands for @area in @context. */
static guint32
get_part (Split   *self,
          guint32  area,
          guint32  context)
{
  gint64 key = (gint64) ((guint64) area << 32 | context);
  guint32 variable = get_variable (self, area);
  gpointer part;
  DwellArea info;

  if (!is_split (self, variable) || self->contexts[area] == context)
    return area;

  part = g_hash_table_lookup (self->parts, &key);
  if (part != NULL)
    return GPOINTER_TO_UINT (part);

  info = self->base->areas[area];
  info.has_handle = FALSE;
  if (area == variable)
    name_part (self, &info, context);
  else
    info.parent = get_part (self, variable, context);
  set_title (self, &info);
  g_array_append_val (self->areas, info);
  g_hash_table_insert (self->parts, g_memdup2 (&key, sizeof key),
                       GUINT_TO_POINTER (self->areas->len - 1));
  return self->areas->len - 1;
}

/* Renames the areas that stay, by their first context. */
static void
rename_first (Split *self)
{
  for (guint32 i = 0; i < self->base->n_areas; i++)
    if (self->contexts[i] == WHOLE)
      g_free (dwell_unique_claim (self->names, dwell_trace_get_area_name (self->base, i), " (",
                                  ")"));

  for (guint32 i = 0; i < self->base->n_areas; i++)
    if (is_split (self, i) && get_variable (self, i) == i)
      name_part (self, &g_array_index (self->areas, DwellArea, i), self->contexts[i]);
}

static void
set_titles (Split *self)
{
  for (guint32 i = 0; i < self->base->n_areas; i++)
    if (is_split (self, get_variable (self, i)))
      set_title (self, &g_array_index (self->areas, DwellArea, i));
}

/* Finds the first context of each state. */
static void
find_states (Split *self)
{
  const DwellTrace *base = self->base;

  for (guint32 i = 0; i < base->n_spans; i++)
    {
      guint32 area = base->span_area[i];

      if (self->contexts[area] == DWELL_NONE && is_split (self, get_variable (self, area)))
        self->contexts[area] = dwell_trace_get_span_context (base, i);
    }

  /* States that are never entered stay where the variable stays. */
  for (guint32 i = 0; i < base->n_areas; i++)
    if (self->contexts[i] == DWELL_NONE && is_split (self, get_variable (self, i)))
      self->contexts[i] = self->contexts[get_variable (self, i)];
}

/* A state that only other contexts have than the first of its variable goes there. */
static void
move_states (Split *self)
{
  for (guint32 i = 0; i < self->base->n_areas; i++)
    {
      guint32 variable = get_variable (self, i);
      guint32 part;

      if (variable == i || !is_split (self, variable))
        continue;

      part = get_part (self, variable, self->contexts[i]);
      g_array_index (self->areas, DwellArea, i).parent = part;
    }
}

static void
split_tracks (Split *self)
{
  DwellTrace *trace = self->trace;
  DwellTrack *tracks = g_memdup2 (trace->tracks, trace->n_tracks * sizeof *tracks);

  for (guint32 i = 0; i < trace->n_tracks; i++)
    if (tracks[i].area != DWELL_NONE)
      tracks[i].area = get_part (self, tracks[i].area, tracks[i].context);

  trace->tracks = _dwell_trace_own (trace, tracks, g_free);
}

static gboolean
split_states (Split   *self,
              GError **error)
{
  DwellTrace *trace = self->trace;
  guint32 *areas = dwell_big_try_alloc (((gsize) trace->n_spans + 1) * sizeof *areas, error);

  if (areas == NULL)
    return FALSE;

  for (guint32 i = 0; i < trace->n_spans; i++)
    areas[i] = get_part (self, trace->span_area[i], dwell_trace_get_span_context (trace, i));

  trace->span_area = _dwell_trace_own (trace, areas, dwell_big_free);
  return TRUE;
}

static gboolean
split_all (Split   *self,
           GError **error)
{
  DwellTrace *trace = self->trace;
  DwellStrings *strings = dwell_strings_new_beyond (self->base->strings);
  gsize n_areas;
  gboolean is_done;

  if (strings == NULL)
    {
      dwell_memory_set_error (error);
      return FALSE;
    }

  trace->strings = _dwell_trace_own (trace, strings, (GDestroyNotify) dwell_strings_unref);
  self->areas = g_array_new (FALSE, FALSE, sizeof (DwellArea));
  self->parts = g_hash_table_new_full (dwell_int64_hash, g_int64_equal, g_free, NULL);
  self->names = dwell_unique_new ();
  g_array_append_vals (self->areas, self->base->areas, self->base->n_areas);
  find_states (self);
  rename_first (self);
  move_states (self);
  set_titles (self);
  split_tracks (self);
  is_done = split_states (self, error);

  trace->areas = _dwell_trace_own (trace, g_array_steal (self->areas, &n_areas), g_free);
  trace->n_areas = (guint32) n_areas;
  g_array_unref (self->areas);
  g_hash_table_unref (self->parts);
  g_hash_table_unref (self->names);
  return is_done;
}

/**
 * dwell_trace_split_variables:
 * @base: a whole trace
 * @groups: (nullable): by track: a number; what contexts of one number share is split, and %NULL
 *   stands for one number
 * @n_split: (out) (optional): how many variables are split
 * @error: %DWELL_ERROR_LIMIT
 *
 * Makes a trace in which no variable is in several contexts of a group: each context gets one of
 * its own, called “context.variable”. All numbers except those of areas stay the same. The events
 * of the files of a joined trace are left out: they do not tell in which context a variable is.
 *
 * Returns: (transfer full) (nullable): the trace, which keeps a reference to @base; @base itself
 *   where there is nothing to split; %NULL if there is too little memory
 */
DwellTrace *
dwell_trace_split_variables (DwellTrace     *base,
                             const guint32  *groups,
                             guint32        *n_split,
                             GError        **error)
{
  g_autofree guint32 *contexts = g_new (guint32, (gsize) base->n_areas + 1);
  Split self = { .base = base, .contexts = contexts };
  guint32 n = find_shared (base, groups, contexts);

  if (n_split != NULL)
    *n_split = n;
  if (n == 0)
    return dwell_trace_ref (base);

  self.trace = _dwell_trace_new_of (base);
  self.trace->n_file_events = 0;
  if (!split_all (&self, error))
    g_clear_pointer (&self.trace, dwell_trace_unref);
  return self.trace;
}
