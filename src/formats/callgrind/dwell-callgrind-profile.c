/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds up functions, costs of lines and calls. */
#include "config.h"

#include "formats/callgrind/dwell-callgrind-profile.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-wide.h"

/**
 * dwell_callgrind_profile_init:
 * @self: (out): an uninitialised profile
 * @strings: (transfer none): where names are; it outlives @self
 */
void
dwell_callgrind_profile_init (DwellCallgrindProfile *self,
                              DwellStrings          *strings)
{
  *self = (DwellCallgrindProfile) { .strings = strings };
  self->functions = dwell_column_new (sizeof (DwellCallgrindFunction));
  self->costs = dwell_column_new (sizeof (DwellCallgrindCost));
  self->arcs = dwell_column_new (sizeof (DwellCallArc));
  dwell_ids_init (&self->function_ids);
  dwell_ids_init (&self->cost_ids);
  dwell_ids_init (&self->arc_ids);
}

/**
 * dwell_callgrind_profile_clear:
 * @self: a profile
 *
 * Frees the memory of @self.
 */
void
dwell_callgrind_profile_clear (DwellCallgrindProfile *self)
{
  dwell_column_free (self->functions);
  dwell_column_free (self->costs);
  dwell_column_free (self->arcs);
  dwell_ids_clear (&self->function_ids);
  dwell_ids_clear (&self->cost_ids);
  dwell_ids_clear (&self->arc_ids);
}

/* Multiplicative hashing (Knuth, The Art of Computer Programming, vol. 3, 6.4). */
static guint32
hash (guint32 a,
      guint32 b,
      guint32 c)
{
  guint64 both = ((guint64) a << 32 | b) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  both = (both ^ both >> 29 ^ c) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  return (guint32) (both >> 32);
}

/* Appends @element, which @hashed stands for. Returns its number, or DWELL_NONE. */
static guint32
append (DwellColumn   *column,
        DwellIds      *ids,
        guint32        hashed,
        gconstpointer  element,
        GError       **error)
{
  guint32 n = (guint32) column->n;

  if (!dwell_column_reserve (column, 1, error) || !dwell_ids_add (ids, hashed, n, error))
    return DWELL_NONE;

  dwell_column_append (column, element, 1);
  return n;
}

/**
 * dwell_callgrind_profile_get_function:
 * @self: a profile
 * @function: what it is known by
 * @error: %DWELL_ERROR_LIMIT
 *
 * Returns: its number, new if need be; %DWELL_NONE without the memory
 */
guint32
dwell_callgrind_profile_get_function (DwellCallgrindProfile         *self,
                                      const DwellCallgrindFunction  *function,
                                      GError                       **error)
{
  guint32 hashed = hash (function->object, function->file, function->name);
  gsize n_seen = 0;
  guint32 id;

  while ((id = dwell_ids_next (&self->function_ids, hashed, &n_seen)) != DWELL_IDS_NONE)
    {
      const DwellCallgrindFunction *other =
        &dwell_column_index (self->functions, DwellCallgrindFunction, id);

      if (other->object == function->object && other->file == function->file &&
          other->name == function->name)
        return id;
    }

  return append (self->functions, &self->function_ids, hashed, function, error);
}

/**
 * dwell_callgrind_profile_add_cost:
 * @self: a profile
 * @function: the number of a function
 * @file: (string): where the line stands
 * @line: its number, 0 if not known
 * @cost: what it costs, not negative
 * @error: %DWELL_ERROR_LIMIT
 *
 * Returns: %FALSE without the memory, or where the sum of all is too large a number
 */
gboolean
dwell_callgrind_profile_add_cost (DwellCallgrindProfile  *self,
                                  guint32                 function,
                                  guint32                 file,
                                  guint32                 line,
                                  gint64                  cost,
                                  GError                **error)
{
  guint32 hashed = hash (function, file, line);
  gsize n_seen = 0;
  guint32 id;

  if (__builtin_add_overflow (self->total, cost, &self->total))
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_LIMIT,
                           _("the costs add up to more than can be counted"));
      return FALSE;
    }

  while ((id = dwell_ids_next (&self->cost_ids, hashed, &n_seen)) != DWELL_IDS_NONE)
    {
      DwellCallgrindCost *known = &dwell_column_index (self->costs, DwellCallgrindCost, id);

      if (known->function == function && known->file == file && known->line == line)
        {
          known->cost += cost;
          return TRUE;
        }
    }

  return append (self->costs, &self->cost_ids, hashed,
                 &(DwellCallgrindCost) { function, file, line, cost }, error) != DWELL_NONE;
}

/**
 * dwell_callgrind_profile_add_call:
 * @self: a profile
 * @caller: the number of a function
 * @callee: the number of a function
 * @calls: how often it was called
 * @total: what these calls cost together, callees included
 * @error: %DWELL_ERROR_LIMIT
 *
 * Costs of recursive calls count each time: sums that are too large stay at the greatest number.
 *
 * Returns: %FALSE without the memory
 */
gboolean
dwell_callgrind_profile_add_call (DwellCallgrindProfile  *self,
                                  guint32                 caller,
                                  guint32                 callee,
                                  guint64                 calls,
                                  gint64                  total,
                                  GError                **error)
{
  guint32 hashed = hash (caller, callee, 0);
  gsize n_seen = 0;
  guint32 id;

  while ((id = dwell_ids_next (&self->arc_ids, hashed, &n_seen)) != DWELL_IDS_NONE)
    {
      DwellCallArc *known = &dwell_column_index (self->arcs, DwellCallArc, id);

      if (known->caller == caller && known->callee == callee)
        {
          known->calls = dwell_wide_narrow ((DwellWide) known->calls + calls);
          known->total = dwell_wide_clamp ((DwellWide) known->total + (guint64) total);
          return TRUE;
        }
    }

  return append (self->arcs, &self->arc_ids, hashed,
                 &(DwellCallArc) { caller, callee, calls, total }, error) != DWELL_NONE;
}
