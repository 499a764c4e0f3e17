/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the frames of two recordings: from left to right what is common to both, what only the base
 * has (hatched), and what only the new one has (solid). Place and pattern make the difference;
 * colour repeats it. */
#include "config.h"

#include "paint/dwell-flame-private.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "paint/dwell-change-parts.h"

/* A frame whose relative change is smaller is plain, with a thin mark at its end. */
#define NOISE 0.01
#define MARK_WIDTH 2

#define SWATCH_WIDTH  20
#define SWATCH_HEIGHT 12
#define SWATCH_GAP    6
#define LEGEND_GAP    16
#define LEGEND_HEIGHT 24

/* Where the parts of a frame end, px; the first begins where the frame does. */
typedef struct {
  double   ends[DWELL_N_CHANGE_PARTS];
  gboolean is_plain; /* hardly changed, or several frames that are folded */
  gboolean is_marked;
} Parts;

static void
get_parts (const DwellFlameScene *self,
           const DwellFrame      *frame,
           const DwellFlameRect  *rect,
           Parts                 *parts)
{
  const DwellTreeParts weights = dwell_tree_difference_get_parts (self->difference, frame->node,
                                                                  self->widths);
  double changed = (double) weights.lost + (double) weights.gained;
  double whole = (double) weights.common + changed;
  double end = rect->x + rect->width;
  /* A part of the frame may be out of view. */
  double scale = whole > 0 ? (frame->x1 - frame->x0) / whole : 0;

  parts->is_plain = frame->n_folded > 0 || changed < NOISE * whole || whole <= 0;
  parts->is_marked = parts->is_plain && frame->n_folded == 0 && changed > 0;
  parts->ends[DWELL_PART_GAINED] = end;
  parts->ends[DWELL_PART_COMMON] = parts->ends[DWELL_PART_LOST] = end;
  if (parts->is_plain)
    return;

  parts->ends[DWELL_PART_COMMON] =
    CLAMP (floor (frame->x0 + (double) weights.common * scale + 0.5), rect->x, end);
  parts->ends[DWELL_PART_LOST] =
    weights.gained > 0
      ? CLAMP (floor (frame->x0 + (double) (weights.common + weights.lost) * scale + 0.5),
               parts->ends[DWELL_PART_COMMON], end)
      : end;
}

static void
fill_part (const DwellFlameScene *self,
           cairo_t               *cr,
           const GArray          *frames,
           DwellChangePart        part)
{
  for (guint i = 0; i < frames->len; i++)
    {
      const DwellFrame *frame = &g_array_index (frames, DwellFrame, i);
      double share = _dwell_flame_scene_get_share (self, frame);
      DwellFlameRect rect;
      Parts parts;
      DwellColour colour;
      double x;

      _dwell_flame_scene_get_rect (self, frame, &rect);
      get_parts (self, frame, &rect, &parts);
      x = part == DWELL_PART_COMMON ? rect.x : parts.ends[part - 1];
      if (parts.ends[part] <= x)
        continue;

      colour = dwell_colour_mix (&self->palette->background,
                                 dwell_change_part_get_colour (self->palette, part), share);
      dwell_set_colour (cr, &colour);
      cairo_rectangle (cr, x, rect.y, parts.ends[part] - x, DWELL_FLAME_ROW_HEIGHT);
      cairo_fill (cr);
      if (part == DWELL_PART_LOST && share >= 1)
        dwell_change_part_hatch (cr, self->palette, x, rect.y, parts.ends[part] - x,
                                 DWELL_FLAME_ROW_HEIGHT);
    }
}

static void
mark_changes (const DwellFlameScene *self,
              cairo_t               *cr,
              const GArray          *frames)
{
  for (guint i = 0; i < frames->len; i++)
    {
      const DwellFrame *frame = &g_array_index (frames, DwellFrame, i);
      DwellFlameRect rect;
      Parts parts;

      _dwell_flame_scene_get_rect (self, frame, &rect);
      get_parts (self, frame, &rect, &parts);
      if (parts.is_marked && rect.width > 2 * MARK_WIDTH)
        cairo_rectangle (cr, rect.x + rect.width - MARK_WIDTH, rect.y, MARK_WIDTH,
                         DWELL_FLAME_ROW_HEIGHT);
    }

  dwell_set_colour (cr, &self->palette->dim_text);
  cairo_fill (cr);
}

/* Fills the frames, and marks those that hardly changed. */
void
_dwell_flame_fill_differences (const DwellFlameScene *self,
                               cairo_t               *cr,
                               const GArray          *frames)
{
  for (DwellChangePart part = DWELL_PART_COMMON; part < DWELL_N_CHANGE_PARTS; part++)
    fill_part (self, cr, frames, part);
  mark_changes (self, cr, frames);
}

/* Returns: (transfer full): the text after the name: how much the call changed, or that it is new
 *   or gone. */
static char *
dup_change (const DwellFlameScene *self,
            guint32                node)
{
  const DwellUnionTree *tree = self->difference->tree;
  g_autofree char *change =
    dwell_tree_difference_dup_change (self->difference, tree->gained[node] - tree->lost[node]);

  if (tree->base_nodes[node] == DWELL_NONE)
    /* Translators: of a call: “new, +10 ms” */
    return g_strdup_printf (C_("call", "new, %s"), change);
  if (tree->new_nodes[node] == DWELL_NONE)
    /* Translators: of a call: “gone, −10 ms” */
    return g_strdup_printf (C_("call", "gone, %s"), change);

  return tree->gained[node] != tree->lost[node] ? g_steal_pointer (&change) : g_strdup ("");
}

/* Draws the label in the colours that text has on the parts below it. */
static void
draw_label (const DwellFlameScene *self,
            cairo_t               *cr,
            const DwellLabel      *label,
            const DwellFlameRect  *rect,
            const Parts           *parts,
            double                 share,
            double                 x)
{
  double y = rect->y + floor ((DWELL_FLAME_ROW_HEIGHT - label->height) / 2.0);
  double border = parts->ends[DWELL_PART_COMMON];
  const struct {
    double             x0;
    double             x1;
    const DwellColour *colour;
  } sides[] = {
    { rect->x, border, &self->palette->common_text },
    { border, rect->x + rect->width, &self->palette->change_text },
  };

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    {
      if (x >= sides[i].x1 || x + label->width <= sides[i].x0)
        continue;

      cairo_save (cr);
      cairo_rectangle (cr, sides[i].x0, rect->y, sides[i].x1 - sides[i].x0,
                       DWELL_FLAME_ROW_HEIGHT);
      cairo_clip (cr);
      dwell_set_colour (cr, share < 1 ? &self->palette->text : sides[i].colour);
      dwell_label_draw (label, cr, x, y);
      cairo_restore (cr);
    }
}

static void
label_frame (const DwellFlameScene *self,
             cairo_t               *cr,
             DwellLabels           *labels,
             const DwellFrame      *frame)
{
  double share = _dwell_flame_scene_get_share (self, frame);
  g_autofree char *change = NULL;
  const DwellLabel *label;
  const DwellTree *side;
  DwellFlameRect rect;
  Parts parts;
  guint32 own;
  int room;
  int name_width;

  _dwell_flame_scene_get_rect (self, frame, &rect);
  room = (int) rect.width - 2 * DWELL_FLAME_PADDING;
  if (frame->n_folded > 0 || room < 6)
    return;

  get_parts (self, frame, &rect, &parts);
  side = dwell_tree_difference_get_side (self->difference, frame->node, &own);
  label = dwell_labels_get_for_area (labels, side->trace, side->areas[own], room);
  if (label == NULL)
    return;

  draw_label (self, cr, label, &rect, &parts, share, rect.x + DWELL_FLAME_PADDING);
  name_width = label->width;
  change = dup_change (self, frame->node);
  if (*change == '\0')
    return;

  label = dwell_labels_get (labels, DWELL_FONT_BAR, change, -1);
  if (name_width + DWELL_FLAME_SHARE_GAP + label->width <= room)
    draw_label (self, cr, label, &rect, &parts, share,
                rect.x + DWELL_FLAME_PADDING + name_width + DWELL_FLAME_SHARE_GAP);
}

/* Draws the names and, where there is room, the changes. */
void
_dwell_flame_label_differences (const DwellFlameScene *self,
                                cairo_t               *cr,
                                DwellLabels           *labels,
                                const GArray          *frames)
{
  for (guint i = 0; i < frames->len; i++)
    label_frame (self, cr, labels, &g_array_index (frames, DwellFrame, i));
}

/**
 * dwell_flame_draw_legend:
 * @cr: a cairo context
 * @labels: the cache of its texts
 * @palette: colours
 * @x: where it begins, px
 * @y: its top, px
 * @width: the room that there is, px
 *
 * Draws what the parts of a frame of two recordings mean, in one row of 24 px.
 *
 * Returns: how wide it would be
 */
double
dwell_flame_draw_legend (cairo_t            *cr,
                         DwellLabels        *labels,
                         const DwellPalette *palette,
                         double              x,
                         double              y,
                         double              width)
{
  const char *texts[DWELL_N_CHANGE_PARTS] = {
    /* Translators: time that both recordings spent, that only the base did, that only the new one
     * did */
    [DWELL_PART_COMMON] = C_("time", "Common"),
    [DWELL_PART_LOST] = C_("time", "Lost"),
    [DWELL_PART_GAINED] = C_("time", "Gained"),
  };
  double begin = x;

  for (DwellChangePart part = DWELL_PART_COMMON; part < DWELL_N_CHANGE_PARTS; part++)
    {
      const DwellLabel *label = dwell_labels_get (labels, DWELL_FONT_BAR, texts[part], -1);
      double top = y + (LEGEND_HEIGHT - SWATCH_HEIGHT) / 2.0;

      dwell_change_part_draw (cr, palette, part, x, top, SWATCH_WIDTH, SWATCH_HEIGHT);
      x += SWATCH_WIDTH + SWATCH_GAP;
      if (x + label->width <= begin + width)
        {
          dwell_set_colour (cr, &palette->text);
          dwell_label_draw (label, cr, x, y + floor ((LEGEND_HEIGHT - label->height) / 2.0));
        }
      x += label->width + LEGEND_GAP;
    }

  return x - LEGEND_GAP - begin;
}
