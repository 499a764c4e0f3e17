/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names in a trace: as the file has them, and as they are shown. */
#include "config.h"

#include "core/dwell-trace-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-name.h"

/**
 * dwell_trace_get_string:
 * @self: a trace
 * @string: the id of a string
 *
 * Returns: (transfer none): its text, UTF-8
 */
const char *
dwell_trace_get_string (const DwellTrace *self,
                        guint32           string)
{
  return dwell_strings_get (self->strings, string);
}

/**
 * dwell_trace_get_area_name:
 * @self: a trace
 * @area: an area
 *
 * Returns: (transfer none): its name, UTF-8
 */
const char *
dwell_trace_get_area_name (const DwellTrace *self,
                           guint32           area)
{
  return dwell_strings_get (self->strings, self->areas[area].name);
}

/**
 * dwell_trace_get_area_title:
 * @self: a trace
 * @area: an area
 *
 * Returns: (transfer none): its unambiguous name in tables; for a state, “variable = state”
 */
const char *
dwell_trace_get_area_title (const DwellTrace *self,
                            guint32           area)
{
  return dwell_strings_get (self->strings, self->areas[area].title);
}

/*< private >
 * _dwell_area_make_title: the name of @area; for a state, with that of its variable.
 *   @parent: (nullable) */
guint32
_dwell_area_make_title (DwellStrings    *strings,
                        const DwellArea *area,
                        const DwellArea *parent)
{
  g_autofree char *title = NULL;
  const char *name;

  if (area->kind != DWELL_AREA_STATE || parent == NULL)
    return area->name;

  name = dwell_strings_get (strings, parent->name);
  title = area->name != 0
          ? g_strdup_printf ("%s = %s", name, dwell_strings_get (strings, area->name))
          : g_strdup_printf ("%s = %" G_GINT64_FORMAT, name, area->value);
  return dwell_strings_intern (strings, title, -1);
}

/* The text from which the label of an area is made; for OpenOffice, the function without its
 * module. NULL if the area is not a function but a label or a line. */
static const char *
get_split_name (const DwellTrace *self,
                const DwellArea  *area)
{
  if (area->function != 0)
    return dwell_strings_get (self->strings, area->function);

  return area->kind == DWELL_AREA_FUNCTION || area->kind == DWELL_AREA_ROUTINE ||
         area->kind == DWELL_AREA_VARIABLE || area->kind == DWELL_AREA_AUX
         ? dwell_strings_get (self->strings, area->name) : NULL;
}

/**
 * dwell_trace_dup_area_label:
 * @self: a trace
 * @area: an area
 *
 * Returns: (transfer full): its name to show: the short one, or its title if names are shown in
 *   full; see dwell_name_split() and dwell_name_set_full()
 */
char *
dwell_trace_dup_area_label (const DwellTrace *self,
                            guint32           area)
{
  const DwellArea *state = &self->areas[area];
  const DwellArea *named = state->kind == DWELL_AREA_STATE && state->parent != DWELL_NONE
                           ? &self->areas[state->parent] : state;
  const char *title = dwell_strings_get (self->strings, state->title);
  const char *name = dwell_strings_get (self->strings, named->name);
  const char *split = get_split_name (self, named);
  g_autofree char *label = NULL;

  if (dwell_name_is_full () || split == NULL || !g_str_has_prefix (title, name))
    return g_strdup (title);

  label = dwell_name_split (split, NULL);
  return g_strconcat (label, title + strlen (name), NULL);
}

/**
 * dwell_trace_dup_area_scope:
 * @self: a trace
 * @area: an area
 *
 * Returns: (transfer full) (nullable): what its label leaves out and a reader may want to know: the
 *   module, the file or the namespaces that it is in
 */
char *
dwell_trace_dup_area_scope (const DwellTrace *self,
                            guint32           area)
{
  const DwellArea *split = &self->areas[area];
  const char *name = get_split_name (self, split);
  g_autofree char *label = NULL;
  char *scope = NULL;

  if (dwell_name_is_full ())
    return NULL;

  /* For routines of aprof, this is an image instead, which is a path. */
  if (split->module != 0 && split->kind != DWELL_AREA_ROUTINE)
    return g_strdup (dwell_strings_get (self->strings, split->module));

  if (name != NULL)
    label = dwell_name_split (name, &scope);

  return scope;
}

/**
 * dwell_trace_get_context_name:
 * @self: a trace
 * @context: a context
 *
 * Returns: (transfer none): its name, UTF-8
 */
const char *
dwell_trace_get_context_name (const DwellTrace *self,
                              guint32           context)
{
  return dwell_strings_get (self->strings, self->contexts[context].name);
}

/**
 * dwell_trace_get_context_kind:
 * @self: a trace
 *
 * Ignores variables and whatever else belongs to no context.
 *
 * Returns: what its tracks belong to: threads, tasks or processes; %DWELL_CONTEXT_SESSION if the
 *   format does not say, or there are several kinds
 */
DwellContextKind
dwell_trace_get_context_kind (const DwellTrace *self)
{
  DwellContextKind kind = DWELL_CONTEXT_SESSION;

  for (guint32 i = 0; i < self->n_tracks; i++)
    {
      DwellContextKind other = self->contexts[self->tracks[i].context].kind;

      if (other == DWELL_CONTEXT_SESSION)
        continue;
      if (kind != DWELL_CONTEXT_SESSION && other != kind)
        return DWELL_CONTEXT_SESSION;
      kind = other;
    }

  return kind;
}

static const struct {
  const char *id;
  const char *title;
} area_kinds[DWELL_N_AREA_KINDS] = {
  [DWELL_AREA_FUNCTION] = { "function", N_("Function") },
  [DWELL_AREA_LINE] = { "line", N_("Line") },
  [DWELL_AREA_SCOPE] = { "scope", N_("Scope") },
  [DWELL_AREA_PROCESS] = { "process", N_("Process") },
  [DWELL_AREA_ROUTINE] = { "routine", N_("Routine") },
  [DWELL_AREA_VARIABLE] = { "variable", N_("Variable") },
  [DWELL_AREA_STATE] = { "state", N_("State") },
  [DWELL_AREA_AUX] = { "aux", N_("Auxiliary Signal") },
  [DWELL_AREA_DERIVED] = { "derived", N_("Derived") },
};

/**
 * dwell_area_kind_get_id:
 * @kind: a kind
 *
 * Returns: (transfer none): its stable name, as in the JSON of the command line
 */
const char *
dwell_area_kind_get_id (DwellAreaKind kind)
{
  return area_kinds[kind].id;
}

/**
 * dwell_area_kind_get_title:
 * @kind: a kind
 *
 * Returns: (transfer none): its name for the user, translated
 */
const char *
dwell_area_kind_get_title (DwellAreaKind kind)
{
  return _(area_kinds[kind].title);
}
