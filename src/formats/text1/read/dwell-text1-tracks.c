/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tracks are created when they are first needed, and kept when all events are derived again. */
#include "config.h"

#include "formats/text1/read/dwell-text1-tracks.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-trace-contexts.h"

static const DwellArea *
get_area (DwellText1Tracks *self,
          guint32           area)
{
  return &dwell_column_index (self->builder->areas, DwellArea, area);
}

static void
stacks_free (gpointer data)
{
  DwellText1Stacks *stacks = data;

  if (stacks == NULL)
    return;

  g_clear_pointer (&stacks->lines, dwell_frames_free);
  g_clear_pointer (&stacks->functions, dwell_frames_free);
  g_free (stacks);
}

/**
 * dwell_text1_tracks_init:
 * @self: (out): uninitialised memory
 * @builder: the builder of the trace; must outlive @self
 * @map: the areas and contexts of the file; must outlive @self
 * @task_object: (nullable): name of the variable whose value is the running task; must outlive
 *   @self
 */
void
dwell_text1_tracks_init (DwellText1Tracks *self,
                         DwellBuilder     *builder,
                         DwellText1Map    *map,
                         const char       *task_object)
{
  *self = (DwellText1Tracks) { .builder = builder, .map = map, .task_object = task_object };
  self->variables = g_ptr_array_new_with_free_func (g_free);
  self->stacks = g_ptr_array_new_with_free_func (stacks_free);
  self->targets = g_array_new (FALSE, TRUE, sizeof (DwellText1Target));
  self->unknown_context = self->data_context = DWELL_NONE;
}

/**
 * dwell_text1_tracks_clear:
 * @self: tracks
 *
 * Frees what @self owns.
 */
void
dwell_text1_tracks_clear (DwellText1Tracks *self)
{
  g_clear_pointer (&self->variables, g_ptr_array_unref);
  g_clear_pointer (&self->stacks, g_ptr_array_unref);
  g_clear_pointer (&self->targets, g_array_unref);
  g_clear_pointer (&self->task_contexts, g_free);
}

/**
 * dwell_text1_tracks_add_area:
 * @self: tracks
 * @handle: a handle that is not in the mapping
 * @value: the value, if it is a state
 *
 * Returns: a new area, named after its handle
 */
guint32
dwell_text1_tracks_add_area (DwellText1Tracks *self,
                             guint32           handle,
                             gint64            value)
{
  gboolean is_state = dwell_text1_handle_is_shared (handle);
  g_autofree char *name = g_strdup_printf ("%08X", handle);
  DwellArea area = {
    .kind = dwell_text1_handle_get_area_kind (handle, DWELL_AREA_FUNCTION),
    .parent = DWELL_NONE,
    .handle = handle,
    .has_handle = TRUE,
    .has_value = is_state,
    .value = is_state ? value : 0,
  };
  guint32 id;

  if (is_state)
    area.parent = dwell_text1_map_find_variable (self->map, handle);
  else
    area.name = dwell_strings_intern (self->builder->strings, name, -1);

  id = dwell_builder_add_area (self->builder, &area);
  dwell_text1_map_add_area (self->map, handle, is_state, value, id);
  return id;
}

/**
 * dwell_text1_tracks_get_state:
 * @self: tracks
 * @area: a variable, a signal, or a state
 * @value: the written value
 *
 * Returns: the state; added if it is not in the mapping
 */
guint32
dwell_text1_tracks_get_state (DwellText1Tracks *self,
                              guint32           area,
                              guint64           value)
{
  guint32 handle;
  guint32 state;

  if (get_area (self, area)->kind == DWELL_AREA_STATE)
    return area;

  handle = dwell_text1_map_get_state_handle (self->map, get_area (self, area)->handle);
  state = dwell_text1_map_find_area (self->map, handle, (gint64) value);
  return state != DWELL_NONE ? state : dwell_text1_tracks_add_area (self, handle, (gint64) value);
}

static guint32
get_data_context (DwellText1Tracks *self)
{
  if (self->data_context == DWELL_NONE)
    self->data_context = dwell_builder_add_context (self->builder, DWELL_CONTEXT_UNNAMED,
                                                    DWELL_CONTEXT_SESSION, 0, DWELL_NONE);
  return self->data_context;
}

static guint32
get_unknown_context (DwellText1Tracks *self)
{
  if (self->unknown_context == DWELL_NONE)
    {
      self->unknown_context = dwell_builder_add_context (self->builder, "Unknown",
                                                         DWELL_CONTEXT_TASK, 0, DWELL_NONE);
      dwell_builder_add_note (self->builder,
                              N_("The file does not show for all functions in which context they "
                                 "ran. Those in “Unknown” were never seen preempted, so their "
                                 "total is their duration."));
    }

  return self->unknown_context;
}

static DwellTrackGroup
get_group (const DwellArea *area)
{
  guint kind = dwell_text1_handle_get_kind (area->handle);
  gboolean is_aux = area->kind == DWELL_AREA_AUX ||
                    (area->has_handle && (kind == DWELL_HANDLE_AUX ||
                                          kind == DWELL_HANDLE_AUX_STATE));

  return is_aux ? DWELL_TRACKS_AUX : DWELL_TRACKS_DATA;
}

/**
 * dwell_text1_tracks_get_variable:
 * @self: tracks
 * @area: a variable or signal, or a state of one
 *
 * Returns: (transfer none): the variable or signal, with its track
 */
DwellText1Variable *
dwell_text1_tracks_get_variable (DwellText1Tracks *self,
                                 guint32           area)
{
  guint32 owner = area;
  const DwellArea *info = get_area (self, area);
  DwellText1Variable *variable;
  g_autofree char *name = NULL;

  if (info->kind == DWELL_AREA_STATE && info->parent != DWELL_NONE)
    owner = info->parent;

  if (owner >= self->variables->len)
    g_ptr_array_set_size (self->variables, (int) MAX (owner + 1, self->builder->areas->n));

  variable = g_ptr_array_index (self->variables, owner);
  if (variable != NULL)
    return variable;

  info = get_area (self, owner);
  variable = g_new0 (DwellText1Variable, 1);
  variable->area = owner;
  variable->row = variable->state = variable->span = variable->initial = DWELL_NONE;
  name = info->name != 0 || !info->has_handle
         ? g_strdup (dwell_strings_get (self->builder->strings, info->name))
         : g_strdup_printf ("%08X", info->handle);
  variable->track = dwell_builder_add_track (self->builder, name, get_data_context (self), FALSE);
  dwell_builder_set_track_kind (self->builder, variable->track,
                                info->is_float ? DWELL_TRACK_CURVE : DWELL_TRACK_STEPS,
                                get_group (info), owner);
  if (info->is_float)
    dwell_builder_begin_reals (self->builder, variable->track);
  self->variables->pdata[owner] = variable;
  return variable;
}

/**
 * dwell_text1_tracks_set_has_states:
 * @self: tracks
 * @variable: a variable whose values are states
 *
 * Makes the track of @variable show spans.
 */
void
dwell_text1_tracks_set_has_states (DwellText1Tracks   *self,
                                   DwellText1Variable *variable)
{
  if (variable->has_states)
    return;

  variable->has_states = TRUE;
  variable->row = dwell_builder_add_row (self->builder, variable->track, 0);
  dwell_builder_set_track_kind (self->builder, variable->track, DWELL_TRACK_SPANS,
                                get_group (get_area (self, variable->area)), variable->area);
}

/**
 * dwell_text1_tracks_add_variables:
 * @self: tracks
 *
 * Creates the tracks of all variables and signals that are known, even if no event writes them.
 * Only the first call finds out which of them have states; later ones become known by events.
 */
void
dwell_text1_tracks_add_variables (DwellText1Tracks *self)
{
  gboolean is_first = self->task_contexts == NULL;

  for (guint32 i = 0; i < self->builder->areas->n; i++)
    {
      DwellAreaKind kind = get_area (self, i)->kind;

      if (kind == DWELL_AREA_VARIABLE || kind == DWELL_AREA_AUX)
        dwell_text1_tracks_get_variable (self, i);
      else if (kind == DWELL_AREA_STATE && is_first)
        dwell_text1_tracks_set_has_states (self, dwell_text1_tracks_get_variable (self, i));
    }
}

/* Returns: (transfer full): the first context of each name */
static GHashTable *
map_contexts (DwellText1Tracks *self)
{
  GHashTable *by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const DwellContext *contexts = self->builder->contexts->data;

  for (guint32 i = 0; i < self->builder->contexts->n; i++)
    {
      const char *name = dwell_strings_get (self->builder->strings, contexts[i].name);

      if (contexts[i].kind == DWELL_CONTEXT_TASK && i != self->unknown_context &&
          *name != '\0' && !g_hash_table_contains (by_name, name))
        g_hash_table_insert (by_name, g_strdup (name), GUINT_TO_POINTER (i + 1));
    }

  return by_name;
}

/* Returns the first context called @name, with or without a label such as “TSK: ”, or
 * DWELL_NONE. */
static guint32
find_context (GHashTable *by_name,
              const char *name)
{
  const char *colon = strstr (name, ": ");
  guint32 context = GPOINTER_TO_UINT (g_hash_table_lookup (by_name, name)) - 1;

  if (colon == NULL)
    return context;

  return MIN (context, GPOINTER_TO_UINT (g_hash_table_lookup (by_name, colon + 2)) - 1);
}

G_STATIC_ASSERT (DWELL_NONE == (guint32) 0 - 1);

/* Returns the context of a state of the variable that the user named; adds it if it is new. */
static guint32
make_context (DwellText1Tracks *self,
              GHashTable       *by_name,
              const DwellArea  *state)
{
  g_autofree char *name = g_strdup (dwell_strings_get (self->builder->strings, state->name));
  guint32 context = find_context (by_name, name);

  if (context == DWELL_NONE)
    {
      context = dwell_builder_add_context (self->builder, name, DWELL_CONTEXT_TASK,
                                           (guint64) state->value, DWELL_NONE);
      g_hash_table_insert (by_name, g_steal_pointer (&name), GUINT_TO_POINTER (context + 1));
    }
  return context;
}

static gboolean
is_task_object (DwellText1Tracks *self,
                guint32           area)
{
  return self->task_object != NULL &&
         g_str_equal (dwell_strings_get (self->builder->strings, get_area (self, area)->name),
                      self->task_object);
}

/**
 * dwell_text1_tracks_find_running_task:
 * @self: tracks
 *
 * Finds the variable whose states are the running tasks: the one that the user named, whose named
 * states become contexts; else one with two or more named states, all of which are contexts. There
 * may be none. More contexts may follow, so this is called again at the end.
 *
 * Returns: whether the result has changed
 */
gboolean
dwell_text1_tracks_find_running_task (DwellText1Tracks *self)
{
  gsize n_areas = self->task_contexts != NULL ? self->n_mapped : self->builder->areas->n;
  g_autofree guint *n_matching = g_new0 (guint, self->builder->areas->n);
  g_autofree guint *n_named = g_new0 (guint, self->builder->areas->n);
  g_autoptr(GHashTable) by_name = map_contexts (self);
  guint32 *contexts = g_new (guint32, n_areas);
  DwellText1Variable *running_task = NULL;
  gboolean is_other;

  for (guint32 i = 0; i < n_areas; i++)
    {
      const DwellArea *area = get_area (self, i);

      contexts[i] = DWELL_NONE;
      if (area->kind != DWELL_AREA_STATE || area->parent == DWELL_NONE || area->name == 0)
        continue;

      contexts[i] = is_task_object (self, area->parent)
                      ? make_context (self, by_name, area)
                      : find_context (by_name, dwell_strings_get (self->builder->strings,
                                                                  area->name));
      n_named[area->parent]++;
      n_matching[area->parent] += contexts[i] != DWELL_NONE;
    }

  for (guint32 i = 0; i < n_areas && running_task == NULL; i++)
    if (self->task_object != NULL ? n_named[i] > 0 && is_task_object (self, i)
                                  : n_named[i] >= 2 && n_matching[i] == n_named[i])
      running_task = dwell_text1_tracks_get_variable (self, i);

  is_other = running_task != self->running_task ||
             (running_task != NULL && n_areas > 0 &&
              memcmp (contexts, self->task_contexts, n_areas * sizeof (guint32)) != 0);
  g_free (self->task_contexts);
  self->task_contexts = contexts;
  self->n_mapped = n_areas;
  self->running_task = running_task;
  return is_other;
}

/**
 * dwell_text1_tracks_make_stacks:
 * @self: tracks
 * @context: a context of the builder
 *
 * The slow path of dwell_text1_tracks_get_stacks().
 *
 * Returns: (transfer none): the stacks of @context
 */
DwellText1Stacks *
dwell_text1_tracks_make_stacks (DwellText1Tracks *self,
                                guint32           context)
{
  DwellText1Stacks *stacks;

  if (context >= self->stacks->len)
    g_ptr_array_set_size (self->stacks, (int) context + 1);

  stacks = g_ptr_array_index (self->stacks, context);
  if (stacks == NULL)
    {
      stacks = g_new0 (DwellText1Stacks, 1);
      stacks->context = context;
      stacks->last_exit = DWELL_TIME_NONE;
      self->stacks->pdata[context] = stacks;
    }

  return stacks;
}

/**
 * dwell_text1_tracks_make_frames:
 * @self: tracks
 * @stacks: the stacks of a context
 * @of_lines: whether to return the stack of lines, else that of functions
 *
 * The slow path of dwell_text1_tracks_get_frames(), which creates the stack, and its track.
 *
 * Returns: (transfer none): the stack
 */
DwellFrames *
dwell_text1_tracks_make_frames (DwellText1Tracks *self,
                                DwellText1Stacks *stacks,
                                gboolean          of_lines)
{
  if (stacks->functions == NULL)
    {
      const DwellContext *contexts = self->builder->contexts->data;
      const char *name = dwell_strings_get (self->builder->strings, contexts[stacks->context].name);
      guint32 track = dwell_builder_add_track (self->builder, name, stacks->context, FALSE);

      stacks->functions = dwell_frames_new (self->builder, track, NULL);
    }

  if (of_lines && stacks->lines == NULL)
    stacks->lines = dwell_frames_new (self->builder, dwell_frames_get_track (stacks->functions),
                                      stacks->functions);

  return of_lines ? stacks->lines : stacks->functions;
}

/**
 * dwell_text1_tracks_make_own_stacks:
 * @self: tracks
 * @area: a function or line
 *
 * The slow path of dwell_text1_tracks_get_own_stacks().
 *
 * Returns: (transfer none): the stacks of the context that @area belongs to
 */
DwellText1Stacks *
dwell_text1_tracks_make_own_stacks (DwellText1Tracks *self,
                                    guint32           area)
{
  DwellText1Target *target = dwell_text1_tracks_get_target (self, area);
  const DwellArea *info = get_area (self, area);
  guint32 context = _dwell_text1_map_get_user (self->map, area);

  if (context == DWELL_NONE && info->kind == DWELL_AREA_LINE && info->parent != DWELL_NONE)
    context = _dwell_text1_map_get_user (self->map, info->parent);
  if (context == DWELL_NONE)
    context = get_unknown_context (self);

  target->stacks = dwell_text1_tracks_get_stacks (self, context);
  return target->stacks;
}

/**
 * dwell_text1_tracks_make_target:
 * @self: tracks
 * @area: an area
 *
 * The slow path of dwell_text1_tracks_get_target().
 *
 * Returns: (transfer none): the target, valid until another area is asked for
 */
DwellText1Target *
dwell_text1_tracks_make_target (DwellText1Tracks *self,
                                guint32           area)
{
  DwellText1Target *target;
  DwellAreaKind kind;

  if (area >= self->targets->len)
    g_array_set_size (self->targets, (guint) MAX (area + 1, self->builder->areas->n));

  target = &g_array_index (self->targets, DwellText1Target, area);
  kind = get_area (self, area)->kind;
  target->kind = kind == DWELL_AREA_FUNCTION ? DWELL_TEXT1_TARGET_FUNCTION
                 : kind == DWELL_AREA_LINE ? DWELL_TEXT1_TARGET_LINE
                                           : DWELL_TEXT1_TARGET_VARIABLE;
  return target;
}
