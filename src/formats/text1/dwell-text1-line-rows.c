/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See the header. Rows of one depth are chained; a builder's rows cannot be dropped, so after
 * clearing they are used again before new ones are made. */
#include "config.h"

#include "formats/text1/dwell-text1-line-rows.h"

typedef struct {
  guint32  row;
  guint32  next;    /* of the same depth, by its place; DWELL_NONE: the last */
  gboolean is_taken;
} LineRow;

struct _DwellLineRows
{
  DwellBuilder *builder;
  guint32       track;
  GArray       *rows;   /* LineRow: those in use come first */
  guint         n_used;
  GArray       *firsts; /* guint32: by depth, the place of its first row, or DWELL_NONE */
};

DwellLineRows *
dwell_line_rows_new (DwellBuilder *builder,
                     guint32       track)
{
  DwellLineRows *self = g_new0 (DwellLineRows, 1);

  self->builder = builder;
  self->track = track;
  self->rows = g_array_new (FALSE, FALSE, sizeof (LineRow));
  self->firsts = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

void
dwell_line_rows_free (DwellLineRows *self)
{
  g_array_unref (self->rows);
  g_array_unref (self->firsts);
  g_free (self);
}

static LineRow *
get (DwellLineRows *self,
     guint32        place)
{
  return &g_array_index (self->rows, LineRow, place);
}

/* A row of @depth that no other depth has. Returns: its place. */
static guint32
add (DwellLineRows *self,
     guint32        depth)
{
  LineRow *line_row;

  if (self->n_used == self->rows->len)
    {
      LineRow new = { .row = dwell_builder_add_row (self->builder, self->track, 0) };

      g_array_append_val (self->rows, new);
    }

  line_row = get (self, self->n_used);
  line_row->next = DWELL_NONE;
  dwell_builder_set_row_lines (self->builder, line_row->row, depth);
  return self->n_used++;
}

/**
 * dwell_line_rows_take:
 * @self: the rows of a track
 * @depth: of functions
 * @row: (out): a row of that depth in which no line is active
 *
 * Returns: its place, for dwell_line_rows_give_back()
 */
guint32
dwell_line_rows_take (DwellLineRows *self,
                      guint32        depth,
                      guint32       *row)
{
  const guint32 none = DWELL_NONE;
  guint32 last = DWELL_NONE;
  guint32 place;

  while (depth >= self->firsts->len)
    g_array_append_val (self->firsts, none);

  place = g_array_index (self->firsts, guint32, depth);
  for (; place != DWELL_NONE && get (self, place)->is_taken; place = get (self, place)->next)
    last = place;

  if (place == DWELL_NONE)
    {
      place = add (self, depth);
      if (last == DWELL_NONE)
        g_array_index (self->firsts, guint32, depth) = place;
      else
        get (self, last)->next = place;
    }

  get (self, place)->is_taken = TRUE;
  *row = get (self, place)->row;
  return place;
}

void
dwell_line_rows_give_back (DwellLineRows *self,
                           guint32        place)
{
  get (self, place)->is_taken = FALSE;
}

void
dwell_line_rows_clear (DwellLineRows *self)
{
  for (guint i = 0; i < self->n_used; i++)
    {
      get (self, i)->is_taken = FALSE;
      dwell_builder_set_row_lines (self->builder, get (self, i)->row, DWELL_NONE);
    }

  self->n_used = 0;
  g_array_set_size (self->firsts, 0);
}
