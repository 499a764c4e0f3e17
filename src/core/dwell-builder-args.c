/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arguments of spans and marks, and flows: adding them to a builder, and passing them on to the
 * trace. A reader adds the arguments of one span or mark one after the other, ends them, and later
 * gives them to the span or mark. */
#include "config.h"

#include <string.h>

#include "core/dwell-args.h"
#include "core/dwell-builder-private.h"
#include "core/dwell-sort.h"
#include "core/dwell-trace-private.h"

/* Returns the place of @name among the keys, or DWELL_NONE if there are too many. */
static guint32
find_key (DwellBuilder *self,
          guint32       name)
{
  guint32 hash = name * 0x9e3779b1u;
  DwellArgKey key = { .name = name };
  gsize n_seen = 0;
  guint32 id;

  while ((id = dwell_ids_next (&self->arg_key_ids, hash, &n_seen)) != DWELL_IDS_NONE)
    if (dwell_column_index (self->arg_keys, DwellArgKey, id).name == name)
      return id;

  if (!dwell_column_has_room (self->arg_keys, 1))
    return DWELL_NONE;
  if (!dwell_builder_reserve (self, self->arg_keys, 1) ||
      !dwell_ids_add (&self->arg_key_ids, hash, (guint32) self->arg_keys->n, NULL))
    {
      dwell_builder_fail (self);
      return DWELL_NONE;
    }

  dwell_column_append (self->arg_keys, &key, 1);
  return (guint32) self->arg_keys->n - 1;
}

/* Puts the value into 32 bits: the value itself if it fits, else its place in arg_wides. Returns
 * FALSE if there is no room. */
static gboolean
pack_value (DwellBuilder *self,
            DwellArg     *arg,
            guint64       value)
{
  gint64 integer = (gint64) value;

  arg->value = (guint32) value;
  if (arg->kind == DWELL_ARG_INTEGER && integer >= G_MININT32 && integer <= G_MAXINT32)
    {
      arg->kind = DWELL_ARG_SMALL;
      return TRUE;
    }
  if (arg->kind != DWELL_ARG_INTEGER && arg->kind != DWELL_ARG_REAL)
    return TRUE;

  if (!dwell_builder_reserve (self, self->arg_wides, 1))
    return FALSE;

  arg->value = (guint32) self->arg_wides->n;
  dwell_column_append (self->arg_wides, &value, 1);
  return TRUE;
}

/**
 * dwell_builder_add_arg:
 * @self: a builder
 * @key: the id of a string
 * @kind: the type of @value; an integer of any size is %DWELL_ARG_INTEGER
 * @value: an integer, the bits of a double, the id of a string, or 0 or 1
 *
 * Adds an argument to those that are not ended yet. Without memory, dwell_builder_check() will
 * fail.
 *
 * Returns: whether it was added; also %FALSE if there are more arguments or different keys than
 *   Dwell can handle
 */
gboolean
dwell_builder_add_arg (DwellBuilder *self,
                       guint32       key,
                       DwellArgKind  kind,
                       guint64       value)
{
  guint32 place = dwell_column_has_room (self->args, 1) ? find_key (self, key) : DWELL_NONE;
  DwellArg arg = { .key = (guint16) place, .kind = (guint8) kind };

  if (place == DWELL_NONE || !dwell_builder_reserve (self, self->args, 1) ||
      !pack_value (self, &arg, value))
    return FALSE;

  if (self->first_arg == DWELL_NONE)
    self->first_arg = (guint32) self->args->n;
  dwell_column_append (self->args, &arg, 1);
  dwell_column_index (self->arg_keys, DwellArgKey, place).n_args++;
  return TRUE;
}

/**
 * dwell_builder_end_args:
 * @self: a builder
 *
 * Ends the list of arguments that were added since the last call.
 *
 * Returns: the number of the first of them; %DWELL_NONE if there are none
 */
guint32
dwell_builder_end_args (DwellBuilder *self)
{
  guint32 first = self->first_arg;

  if (first != DWELL_NONE)
    dwell_column_index (self->args, DwellArg, self->args->n - 1).is_last = TRUE;

  self->first_arg = DWELL_NONE;
  return first;
}

static gboolean
has_key (const DwellBuilder *self,
         guint32             arg,
         guint16             key)
{
  const DwellArg *args = self->args->data;

  for (;; arg++)
    {
      if (args[arg].key == key)
        return TRUE;
      if (args[arg].is_last)
        return FALSE;
    }
}

/* Adds the arguments of a list again, except those whose key is also in the list @except. */
static gboolean
add_again (DwellBuilder *self,
           guint32       arg,
           guint32       except)
{
  gboolean is_last = FALSE;

  for (; !is_last; arg++)
    {
      DwellArg copy = dwell_column_index (self->args, DwellArg, arg);

      is_last = copy.is_last;
      if (except != DWELL_NONE && has_key (self, except, copy.key))
        continue;
      if (!dwell_column_has_room (self->args, 1) || !dwell_builder_reserve (self, self->args, 1))
        return FALSE;

      copy.is_last = FALSE;
      if (self->first_arg == DWELL_NONE)
        self->first_arg = (guint32) self->args->n;
      dwell_column_append (self->args, &copy, 1);
    }

  return TRUE;
}

/**
 * dwell_builder_merge_args:
 * @self: a builder
 * @first: what dwell_builder_end_args() returned, or %DWELL_NONE
 * @later: what it returned another time, or %DWELL_NONE
 *
 * Merges two lists of arguments. If both have a key, the later value counts.
 *
 * Returns: the merged list
 */
guint32
dwell_builder_merge_args (DwellBuilder *self,
                          guint32       first,
                          guint32       later)
{
  if (first == DWELL_NONE || later == DWELL_NONE)
    return first == DWELL_NONE ? later : first;

  /* If there is not enough room, some arguments are missing. */
  if (add_again (self, first, later))
    add_again (self, later, DWELL_NONE);
  return self->first_arg != DWELL_NONE ? dwell_builder_end_args (self) : first;
}

/* Fills @column, of spans or marks, up to @n elements. */
static gboolean
lengthen (DwellBuilder *self,
          DwellColumn  *column,
          gsize         n)
{
  guint32 none = DWELL_NONE;

  if (column->n >= n)
    return TRUE;
  if (!dwell_builder_reserve (self, column, n - column->n))
    return FALSE;

  while (column->n < n)
    dwell_column_append (column, &none, 1);
  return TRUE;
}

static void
set_args (DwellBuilder *self,
          DwellColumn  *column,
          guint32       owner,
          guint32       args)
{
  if (args != DWELL_NONE && lengthen (self, column, (gsize) owner + 1))
    dwell_column_index (column, guint32, owner) = args;
}

/**
 * dwell_builder_set_span_args:
 * @self: a builder
 * @span: a span, at best the last
 * @args: what dwell_builder_end_args() returned
 *
 * Gives a span its arguments. Without memory, dwell_builder_check() will fail.
 */
void
dwell_builder_set_span_args (DwellBuilder *self,
                             guint32       span,
                             guint32       args)
{
  set_args (self, self->span_args, span, args);
}

/**
 * dwell_builder_set_mark_args:
 * @self: a builder
 * @mark: a mark, at best the last
 * @args: what dwell_builder_end_args() returned
 *
 * Gives a mark its arguments. Without memory, dwell_builder_check() will fail.
 */
void
dwell_builder_set_mark_args (DwellBuilder *self,
                             guint32       mark,
                             guint32       args)
{
  set_args (self, self->mark_args, mark, args);
}

/**
 * dwell_builder_add_flow:
 * @self: a builder
 * @flow: an arrow between two spans
 *
 * Adds an arrow. Without memory, dwell_builder_check() will fail.
 *
 * Returns: whether it was added; also %FALSE if there are more than Dwell can handle
 */
gboolean
dwell_builder_add_flow (DwellBuilder    *self,
                        const DwellFlow *flow)
{
  if (!dwell_column_has_room (self->flows, 1) || !dwell_builder_reserve (self, self->flows, 1))
    return FALSE;

  dwell_column_append (self->flows, flow, 1);
  return TRUE;
}

/*< private >
 * _dwell_builder_reorder_span_args: follows dwell_builder_reorder_spans() */
gboolean
_dwell_builder_reorder_span_args (DwellBuilder   *self,
                                  const guint32  *order,
                                  const guint32  *new_numbers,
                                  GError        **error)
{
  for (gsize i = 0; i < self->flows->n; i++)
    {
      DwellFlow *flow = &dwell_column_index (self->flows, DwellFlow, i);

      flow->from_span = new_numbers[flow->from_span];
      flow->to_span = new_numbers[flow->to_span];
    }

  return self->span_args->n == 0 ||
         (lengthen (self, self->span_args, dwell_builder_get_n_spans (self)) &&
          _dwell_builder_reorder (self->span_args, order, error));
}

/*< private >
 * _dwell_builder_reorder_mark_args: follows dwell_builder_reorder_marks() */
gboolean
_dwell_builder_reorder_mark_args (DwellBuilder   *self,
                                  const guint32  *order,
                                  GError        **error)
{
  return self->mark_args->n == 0 ||
         (lengthen (self, self->mark_args, self->mark_time->n) &&
          _dwell_builder_reorder (self->mark_args, order, error));
}

/*< private >
 * _dwell_builder_count_arg_bytes: bytes that _dwell_builder_fill_args() takes at most */
gsize
_dwell_builder_count_arg_bytes (DwellBuilder *self)
{
  gsize n_bytes = self->flows->n * (sizeof (DwellFlow) + sizeof (guint32) +
                                    2 * sizeof (DwellKeyed));

  if (self->span_args->n > 0)
    n_bytes += dwell_builder_get_n_spans (self) * sizeof (guint32);
  if (self->mark_args->n > 0)
    n_bytes += self->mark_time->n * sizeof (guint32);

  return n_bytes;
}

/* A copy of @column, as long as @n; NULL if there is nothing in it. */
static const guint32 *
share_owners (DwellTrace  *trace,
              DwellColumn *column,
              gsize        n)
{
  guint32 *owners;

  if (column->n == 0 || n == 0)
    return NULL;
  if (column->n >= n)
    return _dwell_trace_share_column (trace, column);

  owners = _dwell_trace_own (trace, dwell_big_alloc (n * sizeof (guint32)), dwell_big_free);
  memcpy (owners, column->data, column->n * sizeof (guint32));
  for (gsize i = column->n; i < n; i++)
    owners[i] = DWELL_NONE;
  return owners;
}

/* Sorts by the span at one end, and by the time there. */
static void
sort_flows (const DwellFlow *flows,
            DwellKeyed      *keyed,
            gsize            n,
            gboolean         by_target)
{
  for (gsize i = 0; i < n; i++)
    keyed[i] = (DwellKeyed) {
      (guint64) (by_target ? flows[i].to_time : flows[i].from_time) ^ (guint64) 1 << 63,
      (guint32) i,
    };
  dwell_sort_keyed (keyed, keyed + n, n);

  for (gsize i = 0; i < n; i++)
    keyed[i].key = by_target ? flows[keyed[i].value].to_span : flows[keyed[i].value].from_span;
  dwell_sort_keyed (keyed, keyed + n, n);
}

static void
arrange_flows (DwellBuilder *self,
               DwellTrace   *trace)
{
  const DwellFlow *added = self->flows->data;
  gsize n = self->flows->n;
  DwellFlow *flows = dwell_big_alloc (n * sizeof *flows);
  guint32 *flows_in = dwell_big_alloc (n * sizeof *flows_in);
  DwellKeyed *keyed = dwell_big_alloc (2 * n * sizeof *keyed);

  sort_flows (added, keyed, n, FALSE);
  for (gsize i = 0; i < n; i++)
    flows[i] = added[keyed[i].value];

  sort_flows (flows, keyed, n, TRUE);
  for (gsize i = 0; i < n; i++)
    flows_in[i] = keyed[i].value;

  dwell_big_free (keyed);
  trace->flows = _dwell_trace_own (trace, flows, dwell_big_free);
  trace->flows_in = _dwell_trace_own (trace, flows_in, dwell_big_free);
  trace->n_flows = (guint32) n;
}

/*< private >
 * _dwell_builder_fill_args: arguments, their owners, and flows */
void
_dwell_builder_fill_args (DwellBuilder *self,
                          DwellTrace   *trace)
{
  trace->n_args = (guint32) self->args->n;
  trace->n_arg_keys = (guint32) self->arg_keys->n;
  trace->n_arg_wides = (guint32) self->arg_wides->n;
  trace->span_args = share_owners (trace, self->span_args, trace->n_spans);
  trace->mark_args = share_owners (trace, self->mark_args, trace->n_marks);
  if (self->flows->n > 0)
    arrange_flows (self, trace);
}
