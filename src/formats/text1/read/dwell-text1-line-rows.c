/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of one depth are a linked list. The rows of a builder cannot be removed; so after clearing
 * they are reused before new ones are added. */
#include "config.h"

#include "formats/text1/read/dwell-text1-line-rows.h"

typedef struct {
  guint32  row;
  guint32  next;    /* index of the next row of this depth; DWELL_NONE: there is none */
  gboolean is_taken;
} LineRow;

struct _DwellLineRows
{
  DwellBuilder *builder;
  guint32       track;
  GArray       *rows;   /* LineRow; the first n_used have a depth */
  guint         n_used;
  GArray       *firsts; /* guint32, by depth: index of the first row, or DWELL_NONE */
};

/**
 * dwell_line_rows_new:
 * @builder: the builder of the trace; must outlive the rows
 * @track: a track of the builder
 *
 * Returns: (transfer full): no rows yet
 */
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

/**
 * dwell_line_rows_free:
 * @self: (transfer full): rows
 */
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

/* Returns the index of a new row of @depth. */
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
 * @self: rows
 * @depth: depth of a function
 * @row: (out): id of the row in the builder
 *
 * Reserves a row below the functions of @depth in which no line is active.
 *
 * Returns: index of the row, for dwell_line_rows_release()
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

/**
 * dwell_line_rows_release:
 * @self: rows
 * @place: index of a row, from dwell_line_rows_take()
 *
 * Releases a row.
 */
void
dwell_line_rows_release (DwellLineRows *self,
                         guint32        place)
{
  get (self, place)->is_taken = FALSE;
}

/**
 * dwell_line_rows_clear:
 * @self: rows, whose spans were all dropped
 *
 * Releases all rows; they may get other depths.
 */
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
