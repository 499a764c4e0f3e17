/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "formats/btf/dwell-btf-cast.h"

#include <string.h>

#include "core/dwell-unique.h"

/* Ends the name of the variable of a core's frequency. */
#define FREQUENCY " frequency"

static void
actor_free (gpointer data)
{
  DwellBtfActor *actor = data;

  g_free (actor->name);
  g_array_unref (actor->states);
  g_array_unref (actor->cores);
  g_free (actor);
}

/**
 * dwell_btf_cast_dup_clean:
 * @name: a name
 *
 * The format has no quoting, and blanks around fields are dropped.
 *
 * Returns: (transfer full): @name without separators of fields and lines, never empty
 */
char *
dwell_btf_cast_dup_clean (const char *name)
{
  gsize length = MIN (strlen (name), DWELL_BTF_MAX_WRITTEN_BYTES);
  char *text = g_utf8_make_valid (name, (gssize) length);

  length = strlen (text);
  for (gsize i = 0; i < length; i++)
    if (text[i] == ',' || (guchar) text[i] < ' ' || text[i] == '\x7f' ||
        ((i == 0 || i + 1 == length) && text[i] == ' ') || (i == 0 && text[i] == '#'))
      text[i] = '_';

  if (length > 0)
    return text;

  g_free (text);
  return g_strdup ("_");
}

/* Returns (transfer full) a name that no other entity of @type has. */
static char *
claim_name (DwellBtfCast *self,
            const char   *type,
            const char   *name)
{
  g_autofree char *clean = dwell_btf_cast_dup_clean (name);
  g_autofree char *typed = g_strconcat (type, ":", clean, NULL);
  g_autofree char *unique = dwell_unique_claim (self->taken, typed, "_", "");
  char *chosen = g_strdup (unique + strlen (type) + 1);

  self->n_cut += strlen (name) > DWELL_BTF_MAX_WRITTEN_BYTES;
  self->n_renamed += !g_str_equal (chosen, name);
  return chosen;
}

static gboolean
is_interrupt (const DwellBtfCast *self,
              const char         *name)
{
  for (guint i = 0; i < self->interrupts->len; i++)
    if (g_pattern_spec_match_string (g_ptr_array_index (self->interrupts, i), name))
      return TRUE;

  return FALSE;
}

static DwellBtfActor *
add_actor (DwellBtfCast *self,
           const char   *name)
{
  DwellBtfActor *actor = g_new0 (DwellBtfActor, 1);

  actor->type = is_interrupt (self, name) ? "I" : "T";
  actor->name = claim_name (self, "T", name);
  actor->states = g_array_new (FALSE, FALSE, sizeof (DwellBtfStateRow));
  actor->cores = g_array_new (FALSE, FALSE, sizeof (guint));
  g_ptr_array_add (self->actors, actor);
  return actor;
}

/* The process of that name: activations that overlap are in several contexts. */
static DwellBtfActor *
get_named (DwellBtfCast *self,
           guint32       name)
{
  DwellBtfActor *actor = g_hash_table_lookup (self->by_name, GUINT_TO_POINTER (name));

  if (actor == NULL)
    {
      actor = add_actor (self, dwell_trace_get_string (self->trace, name));
      g_hash_table_insert (self->by_name, GUINT_TO_POINTER (name), actor);
    }

  return actor;
}

/**
 * dwell_btf_cast_is_call:
 * @self: a cast
 * @span: a span
 *
 * Returns: whether it is an activation of a process or a runnable
 */
gboolean
dwell_btf_cast_is_call (const DwellBtfCast *self,
                        guint32             span)
{
  DwellAreaKind kind = self->trace->areas[self->trace->span_area[span]].kind;

  return kind == DWELL_AREA_FUNCTION || kind == DWELL_AREA_SCOPE || kind == DWELL_AREA_PROCESS ||
         kind == DWELL_AREA_ROUTINE;
}

/**
 * dwell_btf_cast_find_caller:
 * @self: a cast
 * @span: a span
 *
 * Returns: the innermost activation that it lies in, or %DWELL_NONE
 */
guint32
dwell_btf_cast_find_caller (const DwellBtfCast *self,
                            guint32             span)
{
  guint32 caller = self->trace->span_parent[span];

  while (caller != DWELL_NONE && !dwell_btf_cast_is_call (self, caller))
    caller = self->trace->span_parent[caller];

  return caller;
}

/**
 * dwell_btf_cast_get_actor:
 * @self: a cast
 * @span: an outermost span
 *
 * Returns: (transfer none): the process that it is an activation of, or runs in
 */
DwellBtfActor *
dwell_btf_cast_get_actor (DwellBtfCast *self,
                          guint32       span)
{
  const DwellTrace *trace = self->trace;
  const DwellArea *area = &trace->areas[trace->span_area[span]];
  guint32 context = dwell_trace_get_span_context (trace, span);
  DwellBtfActor *actor = self->by_context[context];

  if (area->kind == DWELL_AREA_PROCESS)
    actor = get_named (self, area->name);
  else if (actor == NULL)
    actor = self->is_own ? get_named (self, trace->contexts[context].name)
                         : add_actor (self, dwell_trace_get_context_name (trace, context));

  if (self->by_context[context] == NULL)
    self->by_context[context] = actor;
  return actor;
}

/**
 * dwell_btf_cast_get_name:
 * @self: a cast
 * @area: an area
 * @type: the type that it has in the file
 *
 * Returns: (transfer none): its name there: no two entities of a type have the same name
 */
const char *
dwell_btf_cast_get_name (DwellBtfCast *self,
                         guint32       area,
                         const char   *type)
{
  if (self->names[area] == NULL)
    self->names[area] = claim_name (self, type, dwell_trace_get_area_name (self->trace, area));

  return self->names[area];
}

/**
 * dwell_btf_cast_is_of_file:
 * @self: a cast
 * @variables: the context of a variable
 * @context: the context of a process
 *
 * The files of a joined trace may have processes and cores of the same names.
 *
 * Returns: whether both are of one file
 */
gboolean
dwell_btf_cast_is_of_file (const DwellBtfCast *self,
                           guint32             variables,
                           guint32             context)
{
  guint32 file = self->trace->contexts[context].parent;

  return file == DWELL_NONE || file == variables;
}

/* The tracks of variables with states, by the name that the variable has in its file: several if
 * files are joined. */
static GHashTable *
find_variables (const DwellTrace *base)
{
  GHashTable *variables = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                                 (GDestroyNotify) g_array_unref);

  for (guint32 i = 0; i < base->n_tracks; i++)
    {
      const DwellTrack *track = &base->tracks[i];
      const char *name;
      GArray *tracks;

      if (track->group != DWELL_TRACKS_DATA || track->kind != DWELL_TRACK_SPANS ||
          track->n_rows == 0 || track->area == DWELL_NONE)
        continue;

      name = dwell_trace_get_area_name (base, track->area);
      tracks = g_hash_table_lookup (variables, name);
      if (tracks == NULL)
        {
          tracks = g_array_new (FALSE, FALSE, sizeof (guint32));
          g_hash_table_insert (variables, (gpointer) name, tracks);
        }
      g_array_append_val (tracks, i);
    }

  return variables;
}

static void
add_states (DwellBtfCast  *self,
            DwellBtfActor *actor,
            const GArray  *tracks)
{
  const DwellTrace *trace = self->trace;

  for (guint i = 0; i < tracks->len; i++)
    {
      guint32 track = g_array_index (tracks, guint32, i);
      DwellBtfStateRow row = { .row = trace->tracks[track].first_row,
                               .context = trace->tracks[track].context };

      row.next = trace->rows[row.row].first_span;
      g_array_append_val (actor->states, row);
      self->roles[track] = DWELL_BTF_ROLE_STATES;
    }
}

/* Finds the states of all processes in a trace that was read from this format. */
static void
find_states (DwellBtfCast *self,
             GHashTable   *variables)
{
  const DwellTrace *trace = self->trace;

  for (guint32 i = 0; i < trace->n_areas; i++)
    {
      DwellBtfActor *actor;

      if (trace->areas[i].kind != DWELL_AREA_PROCESS)
        continue;

      actor = get_named (self, trace->areas[i].name);
      for (guint n = 1; ; n++)
        {
          const char *name = dwell_trace_get_area_name (trace, i);
          g_autofree char *wanted = n == 1 ? g_strdup_printf ("%s state", name)
                                           : g_strdup_printf ("%s state (%u)", name, n);
          const GArray *tracks = g_hash_table_lookup (variables, wanted);

          if (tracks == NULL)
            break;
          add_states (self, actor, tracks);
        }
    }
}

static gboolean
is_semaphore_state (const char *name)
{
  static const char * const names[] = { "FREE", "FULL", "OVERFULL", "USED", NULL };

  return g_strv_contains (names, name);
}

/* Names the variable of a frequency like its core, even if that never ran anything. */
static void
name_frequency (DwellBtfCast *self,
                GHashTable   *variables,
                guint32       track,
                const char   *name)
{
  const DwellTrack *tracks = self->trace->tracks;
  const char *own = dwell_trace_get_area_name (self->trace, tracks[track].area);
  g_autoptr(GString) core = g_string_new_len (name, (gssize) (strlen (name) - strlen (FREQUENCY)));
  const GArray *cores = g_hash_table_lookup (variables, core->str);
  char **written = &self->names[tracks[track].area];

  for (guint i = 0; cores != NULL && i < cores->len; i++)
    {
      const DwellTrack *other = &tracks[g_array_index (cores, guint32, i)];

      if (other->context == tracks[track].context)
        {
          *written = g_strdup (dwell_btf_cast_get_name (self, other->area, "C"));
          return;
        }
    }

  if (g_str_has_suffix (own, FREQUENCY))
    g_string_truncate (g_string_assign (core, own), strlen (own) - strlen (FREQUENCY));
  *written = claim_name (self, "C", core->str);
}

static void
find_roles (DwellBtfCast     *self,
            const DwellTrace *base,
            GHashTable       *variables)
{
  const DwellTrace *trace = self->trace;

  for (guint32 i = 0; i < trace->n_tracks; i++)
    {
      const DwellTrack *track = &trace->tracks[i];
      guint8 *role = &self->roles[i];

      if (*role != DWELL_BTF_ROLE_NONE)
        continue;
      if (track->group == DWELL_TRACKS_FUNCTIONS)
        *role = DWELL_BTF_ROLE_CALLS;
      else if (track->area == DWELL_NONE)
        continue;
      else if (!self->is_own || track->kind != DWELL_TRACK_SPANS)
        {
          const char *name = dwell_trace_get_area_name (base, base->tracks[i].area);
          const char *unit = dwell_trace_get_string (trace, trace->areas[track->area].unit);

          *role = self->is_own && g_str_equal (unit, "Hz") && g_str_has_suffix (name, FREQUENCY)
                    ? DWELL_BTF_ROLE_FREQUENCY : DWELL_BTF_ROLE_SIGNAL;
          if (*role == DWELL_BTF_ROLE_FREQUENCY)
            name_frequency (self, variables, i, name);
        }
      else if (track->n_rows > 0 && trace->rows[track->first_row].n_spans > 0)
        {
          guint32 first = trace->row_spans[trace->rows[track->first_row].first_span];

          *role = is_semaphore_state (dwell_trace_get_area_name (trace, trace->span_area[first]))
                    ? DWELL_BTF_ROLE_SEMAPHORE : DWELL_BTF_ROLE_CORE;
          if (*role == DWELL_BTF_ROLE_CORE)
            {
              DwellBtfCore core = { .row = track->first_row, .context = track->context };

              g_array_append_val (self->cores, core);
            }
        }
      self->has_cores |= *role == DWELL_BTF_ROLE_CORE || *role == DWELL_BTF_ROLE_FREQUENCY;
    }
}

/* The name of a context in its file: joining puts that of the file before it. */
static const char *
get_process_name (const DwellTrace *trace,
                  guint32           context)
{
  const char *name = dwell_trace_get_context_name (trace, context);
  guint32 file = trace->contexts[context].parent;
  g_autofree char *prefix =
    file != DWELL_NONE ? g_strconcat (dwell_trace_get_context_name (trace, file), ", ", NULL)
                       : g_strdup ("");

  return g_str_has_prefix (name, prefix) ? name + strlen (prefix) : name;
}

/* Gives each context that has spans its process, in the order of contexts. */
static void
find_actors (DwellBtfCast *self)
{
  g_autoptr(GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTableIter iter;
  gpointer name;
  gpointer actor;

  for (guint32 i = 0; i < self->trace->n_spans; i++)
    if (self->trace->span_parent[i] == DWELL_NONE && dwell_btf_cast_is_call (self, i))
      dwell_btf_cast_get_actor (self, i);

  /* A task that was activated but never ran. */
  if (!self->is_own)
    return;

  g_hash_table_iter_init (&iter, self->by_name);
  while (g_hash_table_iter_next (&iter, &name, &actor))
    g_hash_table_insert (names, (gpointer) dwell_trace_get_string (self->trace,
                                                                   GPOINTER_TO_UINT (name)),
                         actor);
  for (guint32 i = 0; i < self->trace->n_contexts; i++)
    if (self->by_context[i] == NULL)
      self->by_context[i] = g_hash_table_lookup (names, get_process_name (self->trace, i));
}

/**
 * dwell_btf_cast_init:
 * @self: (out caller-allocates): the cast of @trace
 * @trace: a trace, whose variables are split; must outlive @self
 * @base: the trace before
 * @settings: how it is written
 */
void
dwell_btf_cast_init (DwellBtfCast                *self,
                     const DwellTrace            *trace,
                     const DwellTrace            *base,
                     const DwellBtfWriteSettings *settings)
{
  g_autoptr(GHashTable) variables = find_variables (base);
  g_auto(GStrv) patterns = g_strsplit (settings->interrupts, ",", -1);

  *self = (DwellBtfCast) {
    .trace = trace,
    .is_own = g_strcmp0 (trace->format_id, "btf") == 0,
    .actors = g_ptr_array_new_with_free_func (actor_free),
    .by_name = g_hash_table_new (NULL, NULL),
    .by_context = g_new0 (DwellBtfActor *, trace->n_contexts + 1),
    .roles = g_new0 (guint8, trace->n_tracks + 1),
    .names = g_new0 (char *, trace->n_areas + 1),
    .cores = g_array_new (FALSE, FALSE, sizeof (DwellBtfCore)),
    .taken = dwell_unique_new (),
    .interrupts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_pattern_spec_free),
  };
  for (guint i = 0; patterns[i] != NULL; i++)
    if (*g_strstrip (patterns[i]) != '\0')
      g_ptr_array_add (self->interrupts, g_pattern_spec_new (patterns[i]));

  /* Events without a process have this source. */
  g_free (dwell_unique_claim (self->taken, "T:Stimuli", "_", ""));
  if (self->is_own)
    find_states (self, variables);
  find_roles (self, base, variables);
  find_actors (self);
  dwell_btf_cast_find_cores (self);
}

/**
 * dwell_btf_cast_clear:
 * @self: a cast
 *
 * Frees what @self owns.
 */
void
dwell_btf_cast_clear (DwellBtfCast *self)
{
  for (guint32 i = 0; i < self->trace->n_areas; i++)
    g_free (self->names[i]);

  g_free (self->names);
  g_free (self->roles);
  g_free (self->by_context);
  g_ptr_array_unref (self->actors);
  g_hash_table_unref (self->by_name);
  g_array_unref (self->cores);
  g_hash_table_unref (self->taken);
  g_ptr_array_unref (self->interrupts);
}
