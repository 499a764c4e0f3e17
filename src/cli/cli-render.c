/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli render: draws a timeline or a flame graph into a picture, by the painters of the
 * window. Costs are drawn by cli-render-costs.c. */
#include "config.h"

#include "cli/cli-render.h"

#include <glib/gi18n-lib.h>

#include "analysis/layout/dwell-lanes.h"
#include "cli/cli-commands.h"
#include "cli/cli-open.h"
#include "cli/cli-picture.h"
#include "cli/cli-select.h"
#include "paint/dwell-flame-painter.h"
#include "paint/dwell-timeline-painter.h"

#define WATERFALL_WIDTH 1200
#define MIN_HEIGHT      120
#define MAX_HEIGHT      20000

/* Returns: (transfer full): the lanes of the tracks of selected contexts. Tracks without spans are
 * folded as in the window. */
static GArray *
make_lanes (const DwellTrace        *trace,
            const DwellCliSelection *selection,
            gboolean                 shows_lines)
{
  g_autofree guint32 *order = g_new (guint32, trace->n_tracks + 1);
  g_autofree guint8 *states = g_new0 (guint8, trace->n_tracks + 1);

  dwell_lanes_default_order (trace, order);

  for (guint32 i = 0; i < trace->n_tracks; i++)
    {
      if (!selection->contexts[trace->tracks[i].context])
        states[i] |= DWELL_TRACK_HIDDEN;
      if (shows_lines)
        states[i] |= DWELL_TRACK_LINES;
    }

  return dwell_lanes_new (trace, order, states, FALSE);
}

static int
get_height (const GArray *lanes)
{
  int height = DWELL_PICTURE_TITLE_HEIGHT + DWELL_RULER_HEIGHT;

  if (lanes->len > 0)
    {
      const DwellLane *last = &g_array_index (lanes, DwellLane, lanes->len - 1);

      height += last->y + last->height;
    }

  return CLAMP (height, MIN_HEIGHT, MAX_HEIGHT);
}

/* Returns the end of the picture, ns: a little after the last event, unless an end was given. */
static gint64
get_end (const DwellCliSelection *selection,
         const DwellCliArguments *arguments)
{
  gint64 end = selection->end;
  gint64 room;

  if (arguments->to == G_MAXINT64 && !__builtin_sub_overflow (end, selection->begin, &room) &&
      end <= G_MAXINT64 - room / 100)
    end += room / 100;

  return end > selection->begin || end == G_MAXINT64 ? end : selection->begin + 1;
}

/**
 * dwell_cli_scene_init:
 * @self: (out caller-allocates): a timeline
 * @trace: what to draw
 * @selection: the part of it
 * @arguments: how
 *
 * Makes what a picture of the timeline needs; clear it with dwell_cli_scene_clear().
 *
 * Returns: %FALSE if there is too little memory; then there is nothing to clear
 */
gboolean
dwell_cli_scene_init (DwellTimelineScene      *self,
                      DwellTrace              *trace,
                      const DwellCliSelection *selection,
                      const DwellCliArguments *arguments)
{
  *self = (DwellTimelineScene) {
    .trace = trace, .focus_span = DWELL_NONE, .focus_mark = DWELL_NONE, .hover_span = DWELL_NONE,
    .focus_area = DWELL_NONE, .palette = dwell_palette_get (arguments->is_dark, FALSE),
    .scale = { selection->begin, get_end (selection, arguments), 1 },
  };
  self->layout = dwell_layout_index_new (trace, NULL);
  self->lanes = make_lanes (trace, selection, arguments->view == DWELL_CLI_VIEW_LINES);
  if (arguments->filter != NULL)
    self->find = dwell_find_new (trace, arguments->filter, NULL);

  if (self->layout != NULL && (arguments->filter == NULL || self->find != NULL))
    return TRUE;

  dwell_cli_scene_clear (self);
  return FALSE;
}

/**
 * dwell_cli_scene_clear:
 * @self: a timeline
 *
 * Frees what dwell_cli_scene_init() made.
 */
void
dwell_cli_scene_clear (DwellTimelineScene *self)
{
  g_clear_pointer (&self->layout, dwell_layout_index_unref);
  g_array_unref ((GArray *) self->lanes);
  if (self->find != NULL)
    dwell_find_unref ((DwellFind *) self->find);
}

static gboolean
write_scene (DwellTimelineScene      *scene,
             const char              *file,
             const DwellCliArguments *arguments)
{
  DwellCliPicture picture;

  dwell_cli_picture_begin (&picture, arguments, DWELL_CLI_PICTURE_WIDTH,
                           get_height (scene->lanes));
  return dwell_cli_picture_end (&picture, picture.stream != NULL &&
           dwell_timeline_write_picture (picture.stream, picture.type, picture.width,
                                         picture.height, scene, file, &picture.error));
}

/**
 * dwell_cli_write_twins:
 * @twins: two timelines
 * @arguments: where to and how large
 *
 * Writes a picture of both, or prints why it cannot.
 *
 * Returns: whether it was written
 */
gboolean
dwell_cli_write_twins (const DwellTimelineTwins *twins,
                       const DwellCliArguments  *arguments)
{
  DwellCliPicture picture;

  dwell_cli_picture_begin (&picture, arguments, DWELL_CLI_PICTURE_WIDTH,
                           dwell_timeline_twins_get_height (twins));
  return dwell_cli_picture_end (&picture, picture.stream != NULL &&
           dwell_timeline_twins_write (twins, picture.stream, picture.type, picture.width,
                                       picture.height, NULL, &picture.error));
}

/**
 * dwell_cli_write_waterfall:
 * @picture: the steps between two totals
 * @arguments: where to and how large
 *
 * Writes a picture of a waterfall, or prints why it cannot.
 *
 * Returns: whether it was written
 */
gboolean
dwell_cli_write_waterfall (const DwellWaterfallPicture *picture,
                           const DwellCliArguments     *arguments)
{
  DwellCliPicture drawn;

  dwell_cli_picture_begin (&drawn, arguments, WATERFALL_WIDTH,
                           dwell_waterfall_picture_get_height (picture));
  return dwell_cli_picture_end (&drawn, drawn.stream != NULL &&
           dwell_waterfall_picture_write (picture, drawn.stream, drawn.type, drawn.width,
                                          drawn.height, NULL, &drawn.error));
}

/**
 * dwell_cli_write_flame:
 * @scene: what to draw; it gets the width of the picture
 * @title: above it
 * @arguments: where to and how large
 *
 * Writes a picture of a flame graph, or prints why it cannot.
 *
 * Returns: whether it was written
 */
gboolean
dwell_cli_write_flame (DwellFlameScene         *scene,
                       const char              *title,
                       const DwellCliArguments *arguments)
{
  DwellCliPicture picture;

  dwell_cli_picture_begin (&picture, arguments, DWELL_CLI_PICTURE_WIDTH, 0);
  scene->width = picture.width;
  if (picture.height == 0)
    picture.height = dwell_flame_get_picture_height (scene, TRUE, picture.type);

  return dwell_cli_picture_end (&picture, picture.stream != NULL &&
           dwell_flame_write_picture (picture.stream, picture.type, picture.width, picture.height,
                                      scene, title, NULL, &picture.error));
}

/* Returns: (transfer full): for each node, and after the last, the number of matching nodes before
 * it. */
static guint32 *
count_matches (const DwellTree         *tree,
               const DwellCliSelection *selection)
{
  guint32 *before = g_new0 (guint32, (gsize) tree->n_nodes + 1);

  for (guint32 node = 0; node < tree->n_nodes; node++)
    before[node + 1] = before[node] + (tree->areas[node] != DWELL_NONE &&
                                       selection->areas[tree->areas[node]]);

  return before;
}

static gboolean
render_flame (DwellTrace              *trace,
              const char              *file,
              const DwellCliArguments *arguments)
{
  DwellFlameScene scene = { .x1 = 1, .zoomed = DWELL_NONE, .focus = DWELL_NONE,
                            .hover = DWELL_NONE };
  DwellTreeOptions options = { 0 };
  g_autoptr(DwellTree) tree = NULL;
  g_autofree guint32 *before = NULL;
  g_auto(DwellCliSelection) selection = { 0 };
  gboolean is_written = FALSE;

  if (!dwell_cli_selection_init (&selection, trace, file, arguments) ||
      !dwell_cli_selection_fits_tree (&selection, trace, file))
    return FALSE;

  options.begin = selection.begin;
  options.end = selection.end;
  options.contexts = selection.contexts;
  tree = dwell_tree_new (trace, &options, NULL);

  if (tree == NULL)
    dwell_cli_complain_memory (file);
  else if (tree->n_nodes == 0)
    dwell_cli_complain (file, _("there is no call tree to draw"));
  else
    {
      before = arguments->filter != NULL ? count_matches (tree, &selection) : NULL;
      scene.flame = dwell_flame_new (tree, DWELL_FLAME_BY_TIME);
      scene.before = before;
      scene.palette = dwell_palette_get (arguments->is_dark, FALSE);
      is_written = dwell_cli_write_flame (&scene, file, arguments);
      dwell_flame_free (scene.flame);
    }

  return is_written;
}

static gboolean
render (DwellTrace              *trace,
        const char              *file,
        const DwellCliArguments *arguments,
        gpointer                 user_data)
{
  DwellTimelineScene scene;
  g_auto(DwellCliSelection) selection = { 0 };
  gboolean is_written;

  if (arguments->view == DWELL_CLI_VIEW_FLAME)
    return render_flame (trace, file, arguments);
  if (arguments->view == DWELL_CLI_VIEW_COSTS ||
      (trace->n_tracks == 0 && trace->n_cost_owners > 0))
    return dwell_cli_render_costs (trace, file, arguments);

  if (!dwell_cli_selection_init (&selection, trace, file, arguments))
    return FALSE;
  if (!dwell_cli_scene_init (&scene, trace, &selection, arguments))
    {
      dwell_cli_complain_memory (file);
      return FALSE;
    }

  is_written = write_scene (&scene, file, arguments);
  dwell_cli_scene_clear (&scene);
  return is_written;
}

static int
run (const DwellCliArguments *arguments)
{
  if (!dwell_cli_picture_check (arguments))
    return DWELL_CLI_USAGE;
  if (!dwell_cli_is_many (arguments))
    return dwell_cli_for_each (arguments, render, NULL);

  dwell_cli_complain (NULL, _("one picture shows one recording: join the files with --joined"));
  return DWELL_CLI_USAGE;
}

const DwellCliCommand dwell_cli_render = {
  "render",
  "-o PICTURE FILE…",
  N_("Draw the timeline, a flame graph or costs into a PNG, SVG or PDF file"),
  N_("Draws what the window shows: a ruler, the tracks in order with their names, and their spans\n"
     "and messages. --from and --to choose a range, --context the tracks of a context; --filter\n"
     "dims what it does not match. The last line counts the tracks that do not fit the height.\n"
     "Several files need --joined.\n"
     "\n"
     "--view=lines draws source lines below the functions that ran them; otherwise a turned\n"
     "corner marks functions that have lines.\n"
     "\n"
     "--view=flame draws the call tree as an icicle: each frame is as wide as its weight, with\n"
     "its callers above it. --filter dims what it does not match.\n"
     "\n"
     "--view=costs, the default for reports without a timeline, draws the worst cost by the size\n"
     "of the input for the eight routines that grow fastest, with the fitted curves. --filter\n"
     "chooses the routines.\n"
     "\n"
     "Example: the first 100 ms for a report\n"
     "  dwell-cli render --to=100ms -o start.svg run.log"),
  DWELL_CLI_TAKES_FILES | DWELL_CLI_TAKES_RANGE | DWELL_CLI_TAKES_FILTER | DWELL_CLI_TAKES_IMAGE |
    DWELL_CLI_TAKES_NAMES | DWELL_CLI_TAKES_VIEW,
  run,
};
