/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Selects a part of a trace. The name of a context selects it and all contexts below it; the filter
 * is matched once for each area, not for each span. */
#include "config.h"

#include "cli/cli-select.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "analysis/dwell-line-table.h"
#include "analysis/tree/dwell-tree.h"
#include "cli/cli-open.h"

/* The most names of contexts that an error lists. */
#define MAX_NAMES 12

static void
complain_about_context (const DwellTrace *trace,
                        const char       *file,
                        const char       *wanted)
{
  g_autoptr(GString) names = g_string_new (NULL);

  for (guint32 i = 0; i < trace->n_contexts && i < MAX_NAMES; i++)
    g_string_append_printf (names, "%s“%s”", i > 0 ? ", " : "",
                            dwell_trace_get_context_name (trace, i));

  if (trace->n_contexts > MAX_NAMES)
    g_string_append (names, ", …");

  /* Translators: what was asked for, and the names of the contexts */
  dwell_cli_complain (file, _("there is no context “%s”; there are: %s"), wanted, names->str);
}

/* Returns whether @context or one above it has that name. */
static gboolean
is_in (const DwellTrace *trace,
       guint32           context,
       const char       *name)
{
  for (; context != DWELL_NONE; context = trace->contexts[context].parent)
    if (g_str_equal (dwell_trace_get_context_name (trace, context), name))
      return TRUE;

  return FALSE;
}

/**
 * dwell_cli_selection_init:
 * @self: (out caller-allocates): the selection; free with dwell_cli_selection_clear()
 * @trace: a trace
 * @file: its name, for errors
 * @arguments: the arguments
 *
 * Selects the part of @trace that @arguments ask for.
 *
 * Returns: whether @trace has a context of the given name, and the filter can be matched; if not,
 *   an error was printed, or dwell_cli_for_each() will print it, and there is nothing to free
 */
gboolean
dwell_cli_selection_init (DwellCliSelection       *self,
                          const DwellTrace        *trace,
                          const char              *file,
                          const DwellCliArguments *arguments)
{
  gboolean is_found = arguments->context == NULL;

  self->contexts = g_malloc (trace->n_contexts);
  self->areas = g_malloc (trace->n_areas);
  self->begin = arguments->from;
  self->end = arguments->to;
  self->has_range = arguments->from != G_MININT64 || arguments->to != G_MAXINT64;

  if (self->begin == G_MININT64)
    self->begin = MIN (trace->begin, self->end);

  if (self->end == G_MAXINT64)
    self->end = MAX (trace->end, self->begin);

  for (guint32 i = 0; i < trace->n_contexts; i++)
    {
      self->contexts[i] = arguments->context == NULL || is_in (trace, i, arguments->context);
      is_found = is_found || self->contexts[i];
    }

  for (guint32 i = 0; i < trace->n_areas; i++)
    {
      const char *name = dwell_trace_get_area_title (trace, i);

      self->areas[i] = arguments->filter == NULL || dwell_pattern_matches (arguments->filter, name);
    }

  if (is_found && (arguments->filter == NULL || !dwell_pattern_has_given_up (arguments->filter)))
    return TRUE;

  if (!is_found)
    complain_about_context (trace, file, arguments->context);
  dwell_cli_selection_clear (self);
  return FALSE;
}

/**
 * dwell_cli_selection_clear:
 * @self: a selection
 *
 * Frees what @self contains.
 */
void
dwell_cli_selection_clear (DwellCliSelection *self)
{
  g_clear_pointer (&self->contexts, g_free);
  g_clear_pointer (&self->areas, g_free);
}

/**
 * dwell_cli_selection_fits_tree:
 * @self: a selection
 * @trace: its trace
 * @file: its name, for errors
 *
 * Returns: whether the call tree can be limited to the range; if not, an error was printed
 */
gboolean
dwell_cli_selection_fits_tree (const DwellCliSelection *self,
                               const DwellTrace        *trace,
                               const char              *file)
{
  if (!self->has_range || dwell_tree_has_times (trace))
    return TRUE;

  dwell_cli_complain (file, _("the file does not record when its functions ran: leave out --from "
                              "and --to"));
  return FALSE;
}

/**
 * dwell_cli_selection_fits_lines:
 * @self: a selection
 * @trace: its trace
 * @file: its name, for errors
 *
 * Returns: whether lines can be limited to the range; if not, an error was printed
 */
gboolean
dwell_cli_selection_fits_lines (const DwellCliSelection *self,
                                const DwellTrace        *trace,
                                const char              *file)
{
  if (!self->has_range || dwell_line_table_has_times (trace))
    return TRUE;

  dwell_cli_complain (file, _("the file does not record when its lines ran: leave out --from and "
                              "--to"));
  return FALSE;
}

/**
 * dwell_cli_selection_get_context:
 * @self: a selection
 * @trace: its trace
 * @arguments: the arguments
 *
 * Returns: the first selected context, which is that of --context; %DWELL_NONE if none was given
 */
guint32
dwell_cli_selection_get_context (const DwellCliSelection *self,
                                 const DwellTrace        *trace,
                                 const DwellCliArguments *arguments)
{
  for (guint32 i = 0; i < trace->n_contexts && arguments->context != NULL; i++)
    if (self->contexts[i])
      return i;

  return DWELL_NONE;
}
