/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout of a flame graph: a depth-first walk over the nodes in view, with an explicit stack.
 * Orders other than that of the tree are made for a parent when it is first entered. */
#include "config.h"

#include "analysis/tree/dwell-flame.h"

#include "core/dwell-arrangement.h"
#include "core/dwell-memory.h"

/* With more frames than this, wider ones are folded, too. */
#define FRAMES_MAX 5000u

/* Narrower ones are folded, px. */
#define MIN_WIDTH 1.0

/* Folded frames this close to each other are merged; frames this close to the view are in it,
 * px. */
#define NEAR 0.5

/* A node with a weight that ends or begins this close to the edge of the view is outside, px. */
#define EDGE 1e-4

struct _DwellFlame
{
  DwellFlameShape   shape;
  DwellTree        *tree;  /* (nullable): whose shape it is */
  gpointer          owner; /* of the shape */
  GDestroyNotify    free_owner;
  DwellFlameOrder   order;
  guint32           depth;       /* how many levels there are */
  double           *weights;     /* by node, and one more for the whole: the weight that is its
                                  * width */
  GHashTable       *orders;      /* node + 1 (0: the outermost) → GArray of its children in order */
  DwellArrangement *arrangement; /* knows the names of nodes */
};

/* A node on the walk's stack. */
typedef struct {
  guint32 node;
  double  x0; /* px */
  double  x1;
} Place;

typedef struct {
  DwellFlame *self;
  double      min_width;
  double      width;
  guint32     first_depth;
  guint32     end_depth;
  const guint32 *before;   /* (nullable): the number of matches before each node */
  guint       first_frame; /* the number of frames that were there before */
  GArray     *frames;
  GArray     *waiting;     /* Place */
  gint32     *last_folded; /* by depth from first_depth on: the last frame, if folded; or -1 */
} Walk;

/* The width of a node is its total, or the sum of its children if that is more. */
static void
weigh (DwellFlame *self)
{
  const DwellFlameShape *tree = &self->shape;

  self->weights = dwell_big_alloc (((gsize) tree->n_nodes + 1) * sizeof (double));
  for (guint32 node = tree->n_nodes; node-- > 0;)
    {
      guint32 parent = tree->parents[node] != DWELL_NONE ? tree->parents[node] : tree->n_nodes;

      self->weights[node] = MAX (self->weights[node], (double) tree->totals[node]);
      self->weights[parent] += self->weights[node];
    }
}

static const char *
get_name (gconstpointer owner,
          guint32       node)
{
  return dwell_tree_get_name (owner, node);
}

/**
 * dwell_flame_new:
 * @tree: a tree; the flame graph keeps a reference
 * @order: of siblings
 *
 * Returns: (transfer full): the flame graph
 */
DwellFlame *
dwell_flame_new (DwellTree       *tree,
                 DwellFlameOrder  order)
{
  const DwellFlameShape shape = {
    tree->n_nodes, tree->parents, tree->ends, tree->depths, tree->totals, get_name,
  };
  DwellFlame *self = dwell_flame_new_of_shape (&shape, dwell_tree_ref (tree),
                                               (GDestroyNotify) dwell_tree_unref, order);

  self->tree = tree;
  return self;
}

/**
 * dwell_flame_new_of_shape:
 * @shape: the nodes to show
 * @owner: (transfer full): the owner of the arrays of @shape, which must not change
 * @free_owner: frees @owner
 * @order: of siblings
 *
 * Returns: (transfer full): a flame graph, which need not be of a tree of one trace
 */
DwellFlame *
dwell_flame_new_of_shape (const DwellFlameShape *shape,
                          gpointer               owner,
                          GDestroyNotify         free_owner,
                          DwellFlameOrder        order)
{
  DwellFlame *self = g_new0 (DwellFlame, 1);

  self->shape = *shape;
  self->owner = owner;
  self->free_owner = free_owner;
  self->order = order;
  self->orders = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  self->arrangement = dwell_arrangement_new ();
  for (guint32 node = 0; node < shape->n_nodes; node++)
    self->depth = MAX (self->depth, shape->depths[node] + 1);

  weigh (self);
  return self;
}

/**
 * dwell_flame_free:
 * @self: (transfer full): a flame graph
 */
void
dwell_flame_free (DwellFlame *self)
{
  dwell_big_free (self->weights);
  g_hash_table_unref (self->orders);
  dwell_arrangement_free (self->arrangement);
  self->free_owner (self->owner);
  g_free (self);
}

/**
 * dwell_flame_set_order:
 * @self: a flame graph
 * @order: of siblings
 *
 * Nodes are sorted again only when they are looked at.
 */
void
dwell_flame_set_order (DwellFlame      *self,
                       DwellFlameOrder  order)
{
  self->order = order;
  g_hash_table_remove_all (self->orders);
}

/**
 * dwell_flame_get_tree:
 * @self: a flame graph
 *
 * Returns: (transfer none) (nullable): the tree that it shows; %NULL if it was not made from a tree
 */
DwellTree *
dwell_flame_get_tree (DwellFlame *self)
{
  return self->tree;
}

/**
 * dwell_flame_get_shape:
 * @self: a flame graph
 *
 * Returns: (transfer none): the nodes that it shows
 */
const DwellFlameShape *
dwell_flame_get_shape (DwellFlame *self)
{
  return &self->shape;
}

/**
 * dwell_flame_get_depth:
 * @self: a flame graph
 *
 * Returns: how many levels it has
 */
guint32
dwell_flame_get_depth (DwellFlame *self)
{
  return self->depth;
}

static void
get_children (const DwellFlameShape *tree,
              guint32                node,
              guint32               *first,
              guint32               *end)
{
  *first = node == DWELL_NONE ? 0 : node + 1;
  *end = node == DWELL_NONE ? tree->n_nodes : tree->ends[node];
}

/* The key that @node is sorted by; none for the order of the tree, which is by time. */
static DwellCellValue
get_key (const DwellFlame *self,
         guint32           node)
{
  switch (self->order)
    {
    case DWELL_FLAME_BY_NAME:
      return dwell_cell_text (self->shape.get_name (self->owner, node));
    case DWELL_FLAME_BY_WEIGHT:
      return dwell_cell_whole (DWELL_CELL_INTEGER, self->shape.totals[node], TRUE);
    case DWELL_FLAME_BY_TIME:
    default:
      return (DwellCellValue) { .kind = DWELL_CELL_NONE };
    }
}

/* The children of @node in order. */
static const GArray *
get_order (DwellFlame *self,
           guint32     node)
{
  gpointer place = GUINT_TO_POINTER (node + 1);
  GArray *children = g_hash_table_lookup (self->orders, place);
  const guint32 *sorted;
  guint32 first;
  guint32 end;
  guint n = 0;

  if (children != NULL)
    return children;

  get_children (&self->shape, node, &first, &end);
  for (guint32 child = first; child < end; child = self->shape.ends[child], n++)
    {
      DwellCellValue key = get_key (self, child);

      dwell_arrangement_add (self->arrangement, child, &key);
    }

  sorted = dwell_arrangement_sort (self->arrangement, self->order == DWELL_FLAME_BY_WEIGHT);
  children = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n);
  g_array_append_vals (children, sorted, n);
  g_hash_table_insert (self->orders, place, children);
  return children;
}

/* The width of @node, or of everything (DWELL_NONE). */
static double
get_weight (const DwellFlame *self,
            guint32           node)
{
  return self->weights[node == DWELL_NONE ? self->shape.n_nodes : node];
}

/* The last frame of @depth, if it is folded and reaches to @x. */
static DwellFrame *
get_near (Walk    *walk,
          guint32  depth,
          double   x)
{
  gint32 last = walk->last_folded[depth - walk->first_depth];
  DwellFrame *frame = last >= 0 ? &g_array_index (walk->frames, DwellFrame, last) : NULL;

  return frame != NULL && x <= frame->x1 + NEAR ? frame : NULL;
}

static void
add_frame (Walk        *walk,
           const Place *place,
           gboolean     is_folded)
{
  const DwellFlameShape *tree = &walk->self->shape;
  guint32 depth = tree->depths[place->node];
  guint32 n_nodes = tree->ends[place->node] - place->node;
  guint32 end = is_folded ? tree->ends[place->node] : place->node + 1;
  guint32 n_matched = walk->before != NULL ? walk->before[end] - walk->before[place->node] : 0;
  DwellFrame frame = { place->node, is_folded ? n_nodes : 0, n_matched, depth, place->x0,
                       place->x1 };
  DwellFrame *near = is_folded ? get_near (walk, depth, place->x0) : NULL;

  if (near != NULL)
    {
      near->x1 = MAX (near->x1, place->x1);
      near->n_folded += n_nodes;
      near->n_matched += n_matched;
      return;
    }

  g_array_append_val (walk->frames, frame);
  walk->last_folded[depth - walk->first_depth] = is_folded ? (gint32) walk->frames->len - 1 : -1;
}

/* Puts the children of @place that are in view on the stack, the last first. */
static void
push_children (Walk        *walk,
               const Place *place)
{
  const DwellFlameShape *tree = &walk->self->shape;
  const GArray *children = NULL;
  double room = get_weight (walk->self, place->node);
  double scale = room > 0 ? (place->x1 - place->x0) / room : 0;
  double weight = 0;
  guint first_new = walk->waiting->len;
  guint32 child;
  guint32 end;

  if (walk->self->order != DWELL_FLAME_BY_TIME)
    children = get_order (walk->self, place->node);

  get_children (tree, place->node, &child, &end);
  for (guint i = 0; children != NULL ? i < children->len : child < end; i++)
    {
      guint32 node = children != NULL ? g_array_index (children, guint32, i) : child;
      Place below = { node, place->x0 + weight * scale, 0 };

      weight += get_weight (walk->self, node);
      below.x1 = place->x0 + weight * scale;
      child = tree->ends[node];
      if (below.x0 > walk->width + NEAR ||
          (below.x0 > walk->width - EDGE && get_weight (walk->self, node) > 0))
        break;
      if (below.x1 > EDGE || (below.x1 >= -NEAR && get_weight (walk->self, node) <= 0))
        g_array_append_val (walk->waiting, below);
    }

  for (guint i = first_new, j = walk->waiting->len; i + 1 < j; i++)
    {
      Place swapped = g_array_index (walk->waiting, Place, i);

      j--;
      g_array_index (walk->waiting, Place, i) = g_array_index (walk->waiting, Place, j);
      g_array_index (walk->waiting, Place, j) = swapped;
    }
}

static void
visit (Walk        *walk,
       const Place *place)
{
  guint32 depth = walk->self->shape.depths[place->node];
  gboolean is_narrow = place->x1 - place->x0 < walk->min_width;

  if (depth >= walk->first_depth)
    add_frame (walk, place, is_narrow);
  /* Nodes that are folded above the rows in view are folded in these, too. */
  if (!is_narrow && depth + 1 < walk->end_depth)
    push_children (walk, place);
}

static void
lay_out (Walk         *walk,
         const Place  *all)
{
  g_array_set_size (walk->frames, walk->first_frame);
  g_array_set_size (walk->waiting, 0);
  for (guint32 i = 0; i < walk->end_depth - walk->first_depth; i++)
    walk->last_folded[i] = -1;

  push_children (walk, all);
  while (walk->waiting->len > 0 && walk->frames->len - walk->first_frame <= FRAMES_MAX)
    {
      Place place = g_array_index (walk->waiting, Place, walk->waiting->len - 1);

      g_array_set_size (walk->waiting, walk->waiting->len - 1);
      visit (walk, &place);
    }
}

/**
 * dwell_flame_layout:
 * @self: a flame graph
 * @x0: where the view begins, a fraction
 * @x1: where it ends
 * @width: of the view, px
 * @first_depth: the first row in view
 * @end_depth: the row after the last
 * @before: (nullable): by node, and one more: how many nodes before it match a search
 * @frames: (element-type DwellFrame): frames are appended to it
 *
 * Appends the frames between @x0 and @x1, depth by depth, and within a depth from left to right.
 * Frames narrower than a pixel are folded together with narrow neighbours; if that leaves more than
 * about 5000 frames, wider ones are folded, too.
 */
void
dwell_flame_layout (DwellFlame    *self,
                    double         x0,
                    double         x1,
                    double         width,
                    guint32        first_depth,
                    guint32        end_depth,
                    const guint32 *before,
                    GArray        *frames)
{
  g_autoptr(GArray) waiting = g_array_new (FALSE, FALSE, sizeof (Place));
  g_autofree gint32 *last_folded = NULL;
  double scale = width / (x1 - x0);
  Place all = { DWELL_NONE, -x0 * scale, (1 - x0) * scale };
  Walk walk = {
    .self = self,
    .min_width = MIN_WIDTH,
    .width = width,
    .first_depth = first_depth,
    .end_depth = MIN (end_depth, self->depth),
    .before = before,
    .first_frame = frames->len,
    .frames = frames,
    .waiting = waiting,
  };

  if (walk.first_depth >= walk.end_depth || x1 <= x0 || width <= 0)
    return;

  walk.last_folded = last_folded = g_new (gint32, walk.end_depth - walk.first_depth);
  do
    {
      lay_out (&walk, &all);
      walk.min_width *= 2;
    }
  while (frames->len - walk.first_frame > FRAMES_MAX && walk.min_width < 2 * width);
}

/**
 * dwell_flame_get_extent:
 * @self: a flame graph
 * @node: a node
 * @x0: (out): where it begins, a fraction of the whole
 * @x1: (out): where it ends
 */
void
dwell_flame_get_extent (DwellFlame *self,
                        guint32     node,
                        double     *x0,
                        double     *x1)
{
  const DwellFlameShape *tree = &self->shape;
  g_autoptr(GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 above = DWELL_NONE;

  for (; node != DWELL_NONE; node = tree->parents[node])
    g_array_append_val (path, node);

  *x0 = 0;
  *x1 = 1;
  for (guint i = path->len; i-- > 0;)
    {
      guint32 wanted = g_array_index (path, guint32, i);
      const GArray *children = get_order (self, above);
      double room = get_weight (self, above);
      double scale = room > 0 ? (*x1 - *x0) / room : 0;
      double weight = 0;

      for (guint j = 0; g_array_index (children, guint32, j) != wanted; j++)
        weight += get_weight (self, g_array_index (children, guint32, j));

      *x0 += weight * scale;
      *x1 = *x0 + get_weight (self, wanted) * scale;
      above = wanted;
    }
}

/**
 * dwell_flame_get_sibling:
 * @self: a flame graph
 * @node: a node
 * @direction: 1 for the next sibling, -1 for the previous one
 *
 * Returns: the sibling, in the order of the graph; %DWELL_NONE if there is none
 */
guint32
dwell_flame_get_sibling (DwellFlame *self,
                         guint32     node,
                         int         direction)
{
  const GArray *children = get_order (self, self->shape.parents[node]);
  guint i = 0;

  while (g_array_index (children, guint32, i) != node)
    i++;

  if (direction < 0 ? i == 0 : i + 1 >= children->len)
    return DWELL_NONE;

  return g_array_index (children, guint32, direction < 0 ? i - 1 : i + 1);
}

/**
 * dwell_flame_get_heaviest_child:
 * @self: a flame graph
 * @node: a node, or %DWELL_NONE for the outermost nodes
 *
 * Returns: the heaviest node below it; %DWELL_NONE if there is none
 */
guint32
dwell_flame_get_heaviest_child (DwellFlame *self,
                                guint32     node)
{
  const DwellFlameShape *tree = &self->shape;
  guint32 heaviest = DWELL_NONE;
  guint32 first;
  guint32 end;

  get_children (tree, node, &first, &end);
  for (guint32 child = first; child < end; child = tree->ends[child])
    if (heaviest == DWELL_NONE || tree->totals[child] > tree->totals[heaviest])
      heaviest = child;

  return heaviest;
}
