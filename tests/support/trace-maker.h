/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes random traces, one event after the other, as a reader would: for tests that hold the
 * trace's searches against plain loops. Randomness is GTest's, so --seed repeats a failure. */
#pragma once

#include "core/dwell-builder.h"

#define MAKER_CONTEXTS 4
#define MAKER_AREAS    6

typedef struct {
  DwellBuilder *builder;
  gboolean      is_free;                 /* rows by area, spans overlap; else a stack a context */
  guint32       areas[MAKER_AREAS];
  guint32       tracks[MAKER_CONTEXTS];
  gint64        clocks[MAKER_CONTEXTS];  /* each context runs by its own */
  GArray       *rows[MAKER_CONTEXTS];    /* guint32: by depth, or by area; DWELL_NONE = none yet */
  GArray       *open[MAKER_CONTEXTS];    /* guint32: open spans; for a stack the innermost last */
} TraceMaker;

static inline void
trace_maker_init (TraceMaker *self,
                  gboolean    is_free)
{
  self->builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS | DWELL_TABLE_MARKS);
  self->is_free = is_free;

  for (guint i = 0; i < MAKER_AREAS; i++)
    {
      g_autofree char *name = g_strdup_printf ("area %u", i);
      DwellArea area = { .parent = DWELL_NONE, .kind = DWELL_AREA_FUNCTION };

      area.name = dwell_strings_intern (self->builder->strings, name, -1);
      self->areas[i] = dwell_builder_add_area (self->builder, &area);
    }

  for (guint i = 0; i < MAKER_CONTEXTS; i++)
    {
      g_autofree char *name = g_strdup_printf ("thread %u", i);
      guint32 context = dwell_builder_add_context (self->builder, name, DWELL_CONTEXT_THREAD, i,
                                                   DWELL_NONE);

      self->tracks[i] = dwell_builder_add_track (self->builder, name, context, is_free);
      self->clocks[i] = g_test_rand_int_range (-20, 20);
      self->rows[i] = g_array_new (FALSE, FALSE, sizeof (guint32));
      self->open[i] = g_array_new (FALSE, FALSE, sizeof (guint32));
    }
}

/* The row number @index of context @c, added if it is new. */
static inline guint32
trace_maker_row (TraceMaker *self,
                 guint       c,
                 guint       index)
{
  guint32 none = DWELL_NONE;
  guint32 *row;

  while (self->rows[c]->len <= index)
    g_array_append_val (self->rows[c], none);

  row = &g_array_index (self->rows[c], guint32, index);

  if (*row == DWELL_NONE)
    {
      guint32 label = 0;

      if (self->is_free)
        label = dwell_column_index (self->builder->areas, DwellArea, self->areas[index]).name;

      *row = dwell_builder_add_row (self->builder, self->tracks[c], label);
    }

  return *row;
}

static inline void
trace_maker_open (TraceMaker *self,
                  guint       c)
{
  guint area = (guint) g_test_rand_int_range (0, MAKER_AREAS);
  guint32 row = trace_maker_row (self, c, self->is_free ? area : self->open[c]->len);
  guint32 parent = DWELL_NONE;
  guint32 span;

  /* A row holds one span at a time. */
  for (guint i = 0; i < self->open[c]->len; i++)
    if (dwell_column_index (self->builder->span_row, guint32,
                            g_array_index (self->open[c], guint32, i)) == row)
      return;

  if (!self->is_free && self->open[c]->len > 0)
    parent = g_array_index (self->open[c], guint32, self->open[c]->len - 1);

  g_assert_true (dwell_builder_reserve_spans (self->builder, 1, NULL));
  span = dwell_builder_open_span (self->builder, self->areas[area], row, parent, self->clocks[c]);
  g_array_append_val (self->open[c], span);
}

static inline void
trace_maker_close (TraceMaker *self,
                   guint       c,
                   guint       flags)
{
  guint which = self->open[c]->len - 1;

  if (self->is_free)
    which = (guint) g_test_rand_int_range (0, (int) self->open[c]->len);

  dwell_builder_close_span (self->builder, g_array_index (self->open[c], guint32, which),
                            self->clocks[c], flags);
  g_array_remove_index (self->open[c], which);
}

static inline void
trace_maker_step (TraceMaker *self)
{
  guint c = (guint) g_test_rand_int_range (0, MAKER_CONTEXTS);
  guint32 text;

  self->clocks[c] += g_test_rand_int_range (0, 4);

  switch (g_test_rand_int_range (0, 5))
    {
    case 0:
    case 1:
      if (self->open[c]->len < 12)
        trace_maker_open (self, c);
      break;

    case 2:
    case 3:
      if (self->open[c]->len > 0)
        trace_maker_close (self, c, 0);
      break;

    default:
      text = dwell_strings_intern (self->builder->strings, "message", -1);
      g_assert_true (dwell_builder_add_mark (self->builder, DWELL_MARK_MESSAGE, self->clocks[c],
                                             self->tracks[c], DWELL_NONE, DWELL_NONE, text, NULL));
      break;
    }
}

/* In a free trace every span gets some parent that it lies in, as the reader would at the end. */
static inline void
trace_maker_choose_parents (TraceMaker *self)
{
  const DwellBuilder *builder = self->builder;
  const guint32 *row = self->builder->span_row->data;
  guint32 *parent = self->builder->span_parent->data;

  for (guint32 i = 0; i < dwell_builder_get_n_spans (builder); i++)
    for (guint32 k = 0; k < i; k++)
      if (dwell_builder_get_span_begin (builder, k) <= dwell_builder_get_span_begin (builder, i) &&
          dwell_builder_get_span_end (builder, i) <= dwell_builder_get_span_end (builder, k) &&
          row[k] != row[i] &&
          dwell_column_index (self->builder->rows, DwellRow, row[k]).track ==
            dwell_column_index (self->builder->rows, DwellRow, row[i]).track &&
          g_test_rand_int_range (0, 2) == 0)
        parent[i] = k;
}

/* Closes what is open and ends the builder. */
static inline DwellTrace *
trace_maker_finish (TraceMaker *self)
{
  for (guint c = 0; c < MAKER_CONTEXTS; c++)
    {
      while (self->open[c]->len > 0)
        trace_maker_close (self, c, DWELL_SPAN_END_MISSING);

      g_array_unref (self->open[c]);
      g_array_unref (self->rows[c]);
    }

  if (self->is_free)
    trace_maker_choose_parents (self);

  return dwell_builder_finish (g_steal_pointer (&self->builder));
}
