/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the row and the parent of each span of a track, and the spans that steps of flows belong
 * to. */
#include "config.h"

#include "formats/store/dwell-placing.h"

#include <glib/gi18n-lib.h>

/* Rows of a track. Spans that would need more are left out. */
#define MAX_ROWS 4096

/* Spans that are looked at to find the one that encloses another. */
#define MAX_PARENT_STEPS 4096

/* A span that others may lie in. */
typedef struct {
  gint64  end_ns;
  guint32 row;  /* of the track */
  guint32 span;
  guint32 key;  /* spans with other keys do not lie in it */
  guint8  is_open; /* when the trace ends */
} Active;

/*< private >
 * _dwell_placing_init: prepares for the spans of a track and the steps of flows of @thread; with
 * DWELL_NONE there are no steps. @offset_ns is subtracted from all times. */
void
_dwell_placing_init (DwellPlacing  *self,
                     DwellStore    *store,
                     guint32        thread,
                     guint32        track,
                     DwellAreaKind  kind,
                     gint64         offset_ns)
{
  *self = (DwellPlacing) {
    .store = store, .track = track, .kind = kind, .offset_ns = offset_ns,
    .rows = g_array_new (FALSE, FALSE, sizeof (gint64)),
    .row_ids = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .active = g_array_new (FALSE, FALSE, sizeof (Active)),
  };
  if (thread == DWELL_NONE)
    return;

  self->enclosed_step = self->other_step = _dwell_store_find_flows (store, thread);
  self->end_step = _dwell_store_find_flows (store, thread + 1);
}

/* Returns the place of a row that is free at @begin_ns, searching from @first on; DWELL_NONE if
 * there are too many rows. */
static guint32
find_row (DwellPlacing *self,
          guint32       first,
          gint64        begin_ns,
          gint64        end_ns)
{
  const gint64 *free_ns = (const gint64 *) (gpointer) self->rows->data;
  guint32 row = first;
  guint32 id;

  while (row < self->rows->len && free_ns[row] > begin_ns)
    row++;
  if (row == MAX_ROWS)
    return DWELL_NONE;

  while (row >= self->rows->len)
    {
      id = dwell_builder_add_row (self->store->builder, self->track, 0);
      g_array_append_val (self->row_ids, id);
      g_array_append_val (self->rows, begin_ns);
    }

  g_array_index (self->rows, gint64, row) = end_ns;
  return row;
}

/* Forgets spans that have ended: the innermost ones each time, all of them now and then. */
static void
drop_ended (DwellPlacing *self,
            gint64        now_ns)
{
  guint n = 0;

  while (self->active->len > 0 &&
         g_array_index (self->active, Active, self->active->len - 1).end_ns < now_ns)
    self->active->len--;

  if (self->active->len < 1024 || (self->active->len & 1023) != 0)
    return;

  for (guint i = 0; i < self->active->len; i++)
    if (g_array_index (self->active, Active, i).end_ns >= now_ns)
      g_array_index (self->active, Active, n++) = g_array_index (self->active, Active, i);
  g_array_set_size (self->active, n);
}

/* Whether @outer encloses a span that begins at @begin_ns. A span that takes no time may lie in one
 * that ends just then, but not one that only begins when the trace ends. */
static gboolean
encloses (const Active *outer,
          const Active *span,
          gint64        begin_ns)
{
  return outer->end_ns >= span->end_ns &&
         (outer->end_ns > begin_ns ||
          (begin_ns == span->end_ns && (outer->is_open || !span->is_open)));
}

/* Returns the span that began last of those that enclose the given one, or NULL; @overlaps: whether
 * a span that began after it only overlaps. */
static const Active *
find_parent (DwellPlacing *self,
             const Active *span,
             gint64        begin_ns,
             gboolean     *overlaps)
{
  guint n_steps = 0;

  *overlaps = FALSE;
  for (guint i = self->active->len; i > 0 && n_steps < MAX_PARENT_STEPS; i--, n_steps++)
    {
      const Active *active = &g_array_index (self->active, Active, i - 1);

      if (active->key != span->key)
        continue;
      if (encloses (active, span, begin_ns))
        return active;
      *overlaps |= active->end_ns > begin_ns;
    }

  return NULL;
}

/* Binds the steps of flows before @time_ns that belong to the enclosing span: to the span that
 * began last and has not ended. */
static void
bind_enclosed (DwellPlacing *self,
               gint64        time_ns)
{
  GArray *flows = self->store->flows;

  for (; self->enclosed_step < self->end_step; self->enclosed_step++)
    {
      DwellStoreFlow *step = &g_array_index (flows, DwellStoreFlow, self->enclosed_step);
      guint n_steps = 0;

      if (step->time_ns >= time_ns)
        return;

      for (guint i = self->active->len;
           i > 0 && step->binding == DWELL_STORE_ENCLOSING_SPAN && step->span == DWELL_NONE &&
           n_steps < MAX_PARENT_STEPS;
           i--, n_steps++)
        if (g_array_index (self->active, Active, i - 1).end_ns >= step->time_ns - self->offset_ns)
          step->span = g_array_index (self->active, Active, i - 1).span;
    }
}

/* Binds the steps up to @time_ns that belong to the next span to @span, which begins then. */
static void
bind_others (DwellPlacing *self,
             gint64        time_ns,
             guint32       span)
{
  GArray *flows = self->store->flows;

  for (; self->other_step < self->end_step; self->other_step++)
    {
      DwellStoreFlow *step = &g_array_index (flows, DwellStoreFlow, self->other_step);

      if (step->time_ns > time_ns)
        return;
      if (step->binding == DWELL_STORE_NEXT_SPAN)
        step->span = span;
    }
}

/* Which ends of a span are missing according to its arguments: src/formats/trace-event/README.md,
 * "Arguments". */
static guint
get_incomplete (const DwellBuilder *builder,
                guint32             arg)
{
  guint flags = 0;

  for (gboolean is_last = arg == DWELL_NONE; !is_last; arg++)
    {
      const DwellArg *self = &dwell_column_index (builder->args, DwellArg, arg);
      guint32 key = dwell_column_index (builder->arg_keys, DwellArgKey, self->key).name;
      const char *name = dwell_strings_get (builder->strings, key);

      is_last = self->is_last;
      if (self->kind != DWELL_ARG_STRING ||
          !g_str_equal (dwell_strings_get (builder->strings, self->value), "unknown"))
        continue;

      flags |= g_str_equal (name, "begin") ? DWELL_SPAN_BEGIN_MISSING
               : g_str_equal (name, "end") ? DWELL_SPAN_END_MISSING : 0;
    }

  return flags;
}

/*< private >
 * _dwell_placing_add: adds a whole record as a span; those of a track come in the order of
 * _dwell_store_order(). The builder has room for it. */
void
_dwell_placing_add (DwellPlacing           *self,
                    const DwellStoreRecord *record)
{
  DwellStore *store = self->store;
  gint64 begin_ns = record->time_ns - self->offset_ns;
  gint64 end_ns = begin_ns + record->duration_ns;
  Active active = { .end_ns = end_ns,
                    .key = self->kind == DWELL_AREA_SCOPE ? record->line : 0,
                    .is_open = (record->flags & DWELL_SPAN_END_MISSING) != 0 &&
                               record->time_ns + record->duration_ns == store->end_ns };
  const Active *parent;
  gboolean overlaps;
  guint32 args;
  guint32 step = _dwell_store_get_step (store, record->name);

  bind_enclosed (self, record->time_ns);
  drop_ended (self, begin_ns);
  parent = find_parent (self, &active, begin_ns, &overlaps);
  active.row = find_row (self, parent != NULL ? parent->row + 1 : 0, begin_ns, end_ns);
  if (active.row == DWELL_NONE)
    {
      dwell_problems_add (store->builder->problems, DWELL_SEVERITY_ERROR, "too-many-rows",
                          record->line, -1,
                          _("More than %d spans overlap: one was left out"), MAX_ROWS);
      return;
    }

  active.span = dwell_builder_open_span (store->builder,
                                         dwell_store_get_area (store, record->name,
                                                               self->kind),
                                         g_array_index (self->row_ids, guint32, active.row),
                                         parent != NULL ? parent->span : DWELL_NONE, begin_ns);
  args = _dwell_store_get_args (store, record->name);
  dwell_builder_close_span (store->builder, active.span, end_ns,
                            record->flags | (store->args_tell_borders
                                             ? get_incomplete (store->builder, args) : 0));
  dwell_builder_set_span_args (store->builder, active.span, args);
  bind_others (self, record->time_ns, active.span);
  if (step > 0)
    g_array_index (store->step_spans, guint32, step - 1) = active.span;
  self->n_overlapping += overlaps;
  g_array_append_val (self->active, active);
}

/*< private >
 * _dwell_placing_finish: frees its memory. Returns how many spans overlap another without lying
 * in it. */
guint64
_dwell_placing_finish (DwellPlacing *self)
{
  bind_enclosed (self, G_MAXINT64);
  g_array_unref (self->rows);
  g_array_unref (self->row_ids);
  g_array_unref (self->active);
  return self->n_overlapping;
}
