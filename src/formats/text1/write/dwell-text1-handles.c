/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a writer, and gives areas and contexts their handles. A trace from Text1 keeps its
 * handles. An area without one, or with one that another area has already, gets the next free
 * one of its kind, in order. All states of a variable share one handle and differ by number
 * (README.md, "Handles"). */
#include "config.h"

#include <string.h>

#include "core/dwell-trace-split.h"
#include "core/dwell-unique.h"
#include "formats/common/dwell-state-numbers.h"
#include "formats/text1/write/dwell-text1-writer.h"

#define MANY (DWELL_NONE - 1)

/**
 * dwell_text1_append_name:
 * @out: (inout): the text
 * @name: a name
 * @without_tabs: whether tabs in it become blanks, too
 *
 * Appends @name in one line: a line break, also of two characters, becomes a blank.
 */
void
dwell_text1_append_name (GString    *out,
                         const char *name,
                         gboolean    without_tabs)
{
  for (; *name != '\0'; name++)
    {
      if (*name == '\r' && name[1] == '\n')
        continue;
      g_string_append_c (out, *name == '\n' || *name == '\r' || (without_tabs && *name == '\t')
                                ? ' ' : *name);
    }
}

static const DwellArea *
get_area (const DwellText1Writer *self,
          guint32                 area)
{
  return &self->trace->areas[area];
}

/* Returns the kind of handle that the area has or gets. */
static guint
get_handle_kind (const DwellText1Writer *self,
                 guint32                 area)
{
  const DwellArea *info = get_area (self, area);

  if (self->is_text1 && info->has_handle)
    return dwell_text1_handle_get_kind (info->handle);

  switch (info->kind)
    {
    case DWELL_AREA_LINE:
      return DWELL_HANDLE_LINE;
    case DWELL_AREA_VARIABLE:
      return DWELL_HANDLE_VARIABLE;
    case DWELL_AREA_STATE:
      return DWELL_HANDLE_STATE;
    case DWELL_AREA_AUX:
      return DWELL_HANDLE_AUX;
    case DWELL_AREA_FUNCTION:
    case DWELL_AREA_SCOPE:
    case DWELL_AREA_PROCESS:
    case DWELL_AREA_DERIVED:
    case DWELL_AREA_ROUTINE:
    case DWELL_N_AREA_KINDS:
    default:
      return DWELL_HANDLE_FUNCTION;
    }
}

/* If the states of a variable have several handles, a reader takes the usual one as the handle for
 * its values, else the first. */
static void
keep_state_handle (DwellText1Writer *self,
                   const DwellArea  *state)
{
  const DwellArea *variable = get_area (self, state->parent);
  guint32 *kept = &self->state_handles[state->parent];

  if (*kept == DWELL_NONE ||
      (variable->has_handle && state->handle == dwell_text1_handle_get_states (variable->handle)))
    *kept = state->handle;
}

/* Keeps handles of the trace that no other area has. The states of one variable differ by value. */
static void
keep_handles (DwellText1Writer *self,
              GHashTable       *used)
{
  g_autoptr(GHashTable) owners = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; i < self->trace->n_areas; i++)
    {
      const DwellArea *area = get_area (self, i);

      if (!area->has_handle || (!dwell_text1_handle_is_shared (area->handle) &&
                                !g_hash_table_add (used, GUINT_TO_POINTER (area->handle))))
        continue;

      if (dwell_text1_handle_is_shared (area->handle))
        {
          gpointer handle = GUINT_TO_POINTER (area->handle);
          gpointer owner = GUINT_TO_POINTER (area->parent + 1);

          if (!g_hash_table_contains (owners, handle))
            g_hash_table_insert (owners, handle, owner);
          if (g_hash_table_lookup (owners, handle) != owner)
            continue;
          if (area->parent != DWELL_NONE)
            keep_state_handle (self, area);
        }

      self->handles[i] = area->handle;
    }
}

static void
make_handles (DwellText1Writer *self,
              GHashTable       *used)
{
  guint32 next[DWELL_N_HANDLE_KINDS] = { 0 };

  for (guint32 i = 0; i < self->trace->n_areas; i++)
    {
      guint kind = get_handle_kind (self, i);

      if (self->handles[i] != DWELL_NONE || kind >= DWELL_N_HANDLE_KINDS ||
          get_area (self, i)->kind == DWELL_AREA_STATE)
        continue;

      while (next[kind] <= DWELL_HANDLE_MAX_INDEX &&
             g_hash_table_contains (used, GUINT_TO_POINTER (dwell_text1_handle_make (kind,
                                                                                     next[kind]))))
        next[kind]++;

      if (next[kind] > DWELL_HANDLE_MAX_INDEX)
        self->n_excess[kind]++;
      else
        self->handles[i] = dwell_text1_handle_make (kind, next[kind]++);
    }
}

static void
share_handles (DwellText1Writer *self)
{
  for (guint32 i = 0; i < self->trace->n_areas; i++)
    {
      const DwellArea *area = get_area (self, i);

      if (area->kind != DWELL_AREA_STATE)
        continue;

      if (area->parent != DWELL_NONE)
        {
          self->areas[area->parent] |= DWELL_TEXT1_AREA_HAS_STATES;
          if (self->state_handles[area->parent] == DWELL_NONE)
            self->state_handles[area->parent] =
              dwell_text1_handle_get_states (self->handles[area->parent]);
        }

      if (self->handles[i] == DWELL_NONE && area->parent != DWELL_NONE)
        self->handles[i] = self->state_handles[area->parent];
      else if (self->handles[i] == DWELL_NONE)
        self->handles[i] = dwell_text1_handle_make (DWELL_HANDLE_STATE, 0);
    }
}

/* Finds the contexts that have functions, or that are from a Text1 file. */
static void
find_contexts (DwellText1Writer *self)
{
  const DwellTrace *trace = self->trace;
  g_autofree guint8 *has_functions = g_new0 (guint8, trace->n_contexts + 1);
  g_autoptr(GHashTable) used = g_hash_table_new (NULL, NULL);
  guint32 next = 0;

  for (guint32 i = 0; i < trace->n_tracks; i++)
    if (trace->tracks[i].group == DWELL_TRACKS_FUNCTIONS && trace->tracks[i].n_rows > 0)
      has_functions[trace->tracks[i].context] = TRUE;

  for (guint32 i = 0; i < trace->n_contexts; i++)
    {
      const DwellContext *context = &trace->contexts[i];
      gboolean is_unknown = self->is_text1 && context->kind == DWELL_CONTEXT_TASK &&
                            g_str_equal (dwell_trace_get_context_name (trace, i), "Unknown");

      self->context_handles[i] = DWELL_NONE;
      if (is_unknown && has_functions[i])
        self->has_unnamed = TRUE;
      if (!is_unknown && self->is_text1 && context->kind == DWELL_CONTEXT_TASK &&
          context->id < G_MAXUINT32 && g_hash_table_add (used, GUINT_TO_POINTER (context->id)))
        self->context_handles[i] = (guint32) context->id;
      else if (!is_unknown && (has_functions[i] ||
                               (self->is_text1 && context->kind == DWELL_CONTEXT_TASK)))
        self->context_handles[i] = MANY;
    }

  for (guint32 i = 0; i < trace->n_contexts; i++)
    if (self->context_handles[i] == MANY)
      {
        while (!g_hash_table_add (used, GUINT_TO_POINTER (next)))
          next++;
        self->context_handles[i] = next++;
      }
}

/* Puts each name into one line. Of equal names only the first is kept, unless Text1 can distinguish
 * them. */
static void
name_contexts (DwellText1Writer *self)
{
  g_autoptr(GHashTable) taken = dwell_unique_new ();

  for (guint32 i = 0; i < self->trace->n_contexts; i++)
    {
      g_autoptr(GString) name = g_string_new (NULL);

      dwell_text1_append_name (name, dwell_trace_get_context_name (self->trace, i), FALSE);
      if (name->len == 0 && self->context_handles[i] != DWELL_NONE)
        g_string_printf (name, "0x%x", self->context_handles[i]);

      if (self->context_handles[i] != DWELL_NONE && !self->is_text1)
        self->context_names[i] = dwell_unique_claim (taken, name->str, " (", ")");
      else
        self->context_names[i] = g_strdup (name->str);

      if (self->context_handles[i] != DWELL_NONE)
        g_hash_table_add (self->known_contexts, self->context_names[i]);
    }
}

/**
 * dwell_text1_writer_has_class:
 * @self: a writer
 * @class_bit: functions, lines, data or aux
 * @area: an area
 *
 * A state is of the class of its variable, so that its row is below that of the variable, whatever
 * its own handle is.
 *
 * Returns: whether @area is of that class
 */
gboolean
dwell_text1_writer_has_class (const DwellText1Writer *self,
                              DwellText1Classes       class_bit,
                              guint32                 area)
{
  static const DwellText1Classes classes[DWELL_N_HANDLE_KINDS] = {
    DWELL_TEXT1_FUNCTIONS, DWELL_TEXT1_LINES, DWELL_TEXT1_DATA, DWELL_TEXT1_DATA,
    DWELL_TEXT1_AUX, DWELL_TEXT1_AUX, DWELL_TEXT1_DATA, DWELL_TEXT1_DATA,
  };
  const DwellArea *info = get_area (self, area);
  guint kind = get_handle_kind (self, info->kind == DWELL_AREA_STATE && info->parent != DWELL_NONE
                                        ? info->parent : area);

  return class_bit == (kind < G_N_ELEMENTS (classes) ? classes[kind] : DWELL_TEXT1_FUNCTIONS);
}

/**
 * dwell_text1_writer_writes_handles:
 * @self: a writer
 *
 * Returns: whether rows of the timeline have handles of contexts, else names
 */
gboolean
dwell_text1_writer_writes_handles (const DwellText1Writer *self)
{
  const DwellText1Settings *settings = self->settings;

  return settings->context_value == DWELL_TEXT1_CONTEXT_HANDLE ||
         (settings->context_value == DWELL_TEXT1_CONTEXT_AUTO &&
          (settings->sections & DWELL_TEXT1_CONTEXTS) != 0);
}

static inline void
note_context (guint32 *known,
              guint32  context)
{
  *known = *known == DWELL_NONE || *known == context ? context : MANY;
}

/* Returns TRUE if @area is a line that ran only in an unknown context, but that a reader would
 * assign to the context of its function. @named: the only named context of each area */
static gboolean
is_attracted (const DwellText1Writer *self,
              const guint32          *named,
              guint32                 area)
{
  const DwellArea *line = &self->trace->areas[area];

  return line->kind == DWELL_AREA_LINE && line->parent != DWELL_NONE &&
         self->area_contexts[area] < self->trace->n_contexts && named[area] == DWELL_NONE &&
         named[line->parent] < self->trace->n_contexts;
}

/* Returns TRUE if @area ran in an unknown context and in named ones, and a reader might take one of
 * these for the only one, because contexts whose statistics are all zero do not count. Statistics
 * of a whole activation are never zero. @named: the only named context of each area; @sure: the
 * only one with a whole activation */
static gboolean
is_half_known (const DwellText1Writer *self,
               const guint32          *named,
               const guint32          *sure,
               const guint8           *is_unnamed,
               guint32                 area)
{
  return is_attracted (self, named, area) ||
         (is_unnamed[area] && named[area] != DWELL_NONE && sure[area] != MANY);
}

static gboolean
is_whole (const DwellText1Writer *self,
          guint32                 span)
{
  return (self->trace->span_flags[span] & DWELL_SPAN_INCOMPLETE) == 0 &&
         dwell_trace_get_span_begin (self->trace, span) >= self->begin &&
         dwell_trace_get_span_end (self->trace, span) <= self->end;
}

/* An area belongs to the only context in which it has spans, a line also through its function.
 * Considers written areas only. */
static void
find_area_contexts (DwellText1Writer *self)
{
  const DwellTrace *trace = self->trace;
  g_autofree guint32 *named = g_new (guint32, (gsize) trace->n_areas + 1); /* named contexts only */
  g_autofree guint32 *sure = g_new (guint32, (gsize) trace->n_areas + 1);
  g_autofree guint8 *is_unnamed = g_new0 (guint8, (gsize) trace->n_areas + 1);

  memset (self->area_contexts, 0xff, trace->n_areas * sizeof *self->area_contexts);
  memset (named, 0xff, trace->n_areas * sizeof *named);
  memset (sure, 0xff, trace->n_areas * sizeof *sure);

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      guint32 area = trace->span_area[i];
      guint32 context = dwell_trace_get_span_context (trace, i);

      if (dwell_trace_get_span_begin (trace, i) > self->end ||
          dwell_trace_get_span_end (trace, i) < self->begin)
        continue;

      note_context (&self->area_contexts[area], context);
      if (self->context_handles[context] == DWELL_NONE)
        is_unnamed[area] = TRUE;
      else
        {
          note_context (&named[area], context);
          if (is_whole (self, i))
            note_context (&sure[area], context);
        }
    }

  for (guint32 i = 0; i < trace->n_areas; i++)
    {
      gboolean is_half = is_half_known (self, named, sure, is_unnamed, i);

      if (self->area_contexts[i] == MANY || is_half)
        {
          self->area_contexts[i] = DWELL_NONE;
          self->areas[i] |= DWELL_TEXT1_AREA_IS_SHARED;
          self->n_shared++;
          self->n_half_known += is_half;
        }
    }
}

/* Cuts the range to the session, since nothing is known outside. */
static void
settle_range (DwellText1Writer *self)
{
  const DwellExportSettings *settings = &self->settings->base;

  self->begin = self->trace->begin;
  self->end = self->trace->end;
  if (!dwell_text1_writer_has_range (self))
    return;

  if (settings->begin <= self->end && settings->end >= self->begin)
    {
      self->begin = MAX (self->begin, settings->begin);
      self->end = MIN (self->end, settings->end);
    }
  else
    {
      self->begin = settings->begin;
      self->end = settings->end;
    }
}

/**
 * dwell_text1_writer_new:
 * @base: the trace to write
 * @settings: the settings; must outlive the writer
 * @error: a pattern that is not valid; %DWELL_ERROR_LIMIT
 *
 * Determines what is written, and the handles.
 *
 * Returns: (transfer full) (nullable): a writer
 */
DwellText1Writer *
dwell_text1_writer_new (DwellTrace                *base,
                        const DwellText1Settings  *settings,
                        GError                   **error)
{
  g_autoptr(DwellText1Writer) self = NULL;
  g_autoptr(GHashTable) used = g_hash_table_new (NULL, NULL);
  guint32 n_split;
  DwellTrace *trace = dwell_trace_split_variables (base, NULL, &n_split, error);
  gsize n_areas;
  gsize n_contexts;

  if (trace == NULL)
    return NULL;

  n_areas = (gsize) trace->n_areas + 1;
  n_contexts = (gsize) trace->n_contexts + 1;
  self = g_new0 (DwellText1Writer, 1);
  self->trace = trace;
  self->n_split = n_split;
  self->settings = settings;
  self->is_text1 = g_strcmp0 (trace->format_id, "text1") == 0;
  settle_range (self);
  self->handles = g_new (guint32, n_areas);
  self->state_handles = g_new (guint32, n_areas);
  self->area_contexts = g_new (guint32, n_areas);
  self->order = g_new (guint32, n_areas);
  self->areas = g_new0 (guint8, n_areas);
  self->context_handles = g_new (guint32, n_contexts);
  self->context_names = g_new0 (char *, n_contexts);
  self->known_contexts = g_hash_table_new (g_str_hash, g_str_equal);
  self->contexts = g_new0 (guint8, n_contexts);
  memset (self->handles, 0xff, n_areas * sizeof *self->handles);
  memset (self->state_handles, 0xff, n_areas * sizeof *self->state_handles);
  for (guint i = 0; i < DWELL_N_TEMPLATES; i++)
    self->templates[i] = dwell_template_new (settings->templates[i], -1, (DwellTemplateKind) i);

  if (self->is_text1)
    keep_handles (self, used);
  make_handles (self, used);
  share_handles (self);
  self->state_numbers = dwell_state_numbers_new (trace, self->handles);
  find_contexts (self);
  name_contexts (self);
  find_area_contexts (self);

  if (!_dwell_text1_writer_choose (self, error))
    return NULL;

  dwell_text1_writer_settle_states (self);
  dwell_text1_writer_settle_session (self);
  return g_steal_pointer (&self);
}

/**
 * dwell_text1_writer_free:
 * @self: (transfer full): a writer
 */
void
dwell_text1_writer_free (DwellText1Writer *self)
{
  for (guint32 i = 0; i < self->trace->n_contexts; i++)
    g_free (self->context_names[i]);
  for (guint i = 0; i < DWELL_N_TEMPLATES; i++)
    g_clear_pointer (&self->templates[i], dwell_template_unref);
  g_free (self->handles);
  g_free (self->state_handles);
  g_free (self->state_numbers);
  g_free (self->area_contexts);
  g_free (self->order);
  g_free (self->areas);
  g_free (self->context_handles);
  g_free (self->context_names);
  g_hash_table_unref (self->known_contexts);
  g_free (self->contexts);
  dwell_trace_unref (self->trace);
  g_free (self);
}
