/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds labels: nodes for the label and its dotted prefixes, its area, and the track of its runtime
 * (the part before the first dot). A node is found by its parent and its last segment, so adding a
 * label takes time proportional to its length, however many dots it has. */
#include "config.h"

#include "formats/lms/dwell-lms-labels.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-trace-contexts.h"

#define CACHE_LINE_BYTES 64

/* Further dots are part of the last segment. */
#define MAX_DEPTH 64

/* The greatest number of labels: each takes a row, an area and a line in every table. */
#define MAX_LABELS 65536

/* A node with its last segment, one half of the key by which it is found; its parent is the other
 * half. */
typedef struct {
  DwellLmsNode node;
  guint32      segment;
} KeyedNode;

typedef struct {
  guint32      track;
  DwellLmsRows rows;  /* of all its labels, if rows are packed */
} Runtime;

static guint
node_hash (gconstpointer data)
{
  const KeyedNode *keyed = data;

  return g_direct_hash (keyed->node.parent) * 31 + keyed->segment;
}

static gboolean
node_equal (gconstpointer a,
            gconstpointer b)
{
  const KeyedNode *left = a;
  const KeyedNode *right = b;

  return left->node.parent == right->node.parent && left->segment == right->segment;
}

static void
node_free (gpointer data)
{
  KeyedNode *keyed = data;

  dwell_lms_rows_clear (&keyed->node.own_rows);
  g_clear_pointer (&keyed->node.ids, g_array_unref);
  g_aligned_free (keyed);
}

static void
runtime_free (gpointer data)
{
  Runtime *runtime = data;

  dwell_lms_rows_clear (&runtime->rows);
  g_free (runtime);
}

/**
 * dwell_lms_labels_init:
 * @self: (out caller-allocates): an empty tree
 * @builder: the builder of the trace, which gets areas, tracks, rows and one context; must outlive
 *   @self
 * @is_packed: whether the labels of a runtime share rows
 */
void
dwell_lms_labels_init (DwellLmsLabels *self,
                       DwellBuilder   *builder,
                       gboolean        is_packed)
{
  *self = (DwellLmsLabels) {
    .builder = builder,
    .is_packed = is_packed,
    .context = dwell_builder_add_context (builder, DWELL_CONTEXT_UNNAMED, DWELL_CONTEXT_SESSION, 0,
                                          DWELL_NONE),
    .nodes = g_hash_table_new_full (node_hash, node_equal, node_free, NULL),
    .segments = dwell_strings_new (),
    .runtimes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, runtime_free),
  };
}

/**
 * dwell_lms_labels_clear:
 * @self: a tree
 *
 * Frees what @self owns.
 */
void
dwell_lms_labels_clear (DwellLmsLabels *self)
{
  g_hash_table_unref (self->nodes);
  dwell_strings_unref (self->segments);
  g_hash_table_unref (self->runtimes);
}

/**
 * dwell_lms_labels_has_room:
 * @self: a tree
 * @n_more: how many labels or rows may be added after this
 * @error: %DWELL_ERROR_LIMIT
 *
 * Returns: %FALSE if there are too many
 */
gboolean
dwell_lms_labels_has_room (DwellLmsLabels  *self,
                           gsize            n_more,
                           GError         **error)
{
  if (dwell_column_has_room (self->builder->areas, n_more) &&
      dwell_column_has_room (self->builder->tracks, n_more) &&
      dwell_column_has_room (self->builder->rows, n_more))
    return TRUE;

  g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_LIMIT,
                       _("there are more labels or rows than Dwell can hold"));
  return FALSE;
}

/* Returns the node of @segment below @parent. A new one is a prefix, without an area. */
static DwellLmsNode *
add_node (DwellLmsLabels *self,
          DwellLmsNode   *parent,
          const char     *segment,
          gsize           length)
{
  KeyedNode fresh = { .node = { .parent = parent, .area = DWELL_NONE } };
  KeyedNode *known;

  fresh.segment = dwell_strings_intern (self->segments, segment, (gssize) length);
  known = g_hash_table_lookup (self->nodes, &fresh);
  if (known == NULL)
    {
      known = g_aligned_alloc (1, sizeof fresh, CACHE_LINE_BYTES);
      *known = fresh;
      g_hash_table_add (self->nodes, known);
    }

  return &known->node;
}

/* Returns the runtime to which @label belongs. A dot as the first byte does not end its name. */
static Runtime *
add_runtime (DwellLmsLabels *self,
             const char     *label)
{
  const char *dot = strchr (label, '.');
  gsize length = dot != NULL && dot != label ? (gsize) (dot - label) : strlen (label);
  g_autofree char *name = g_strndup (label, length);
  Runtime *runtime = g_hash_table_lookup (self->runtimes, name);

  if (runtime == NULL)
    {
      runtime = g_new0 (Runtime, 1);
      runtime->track = dwell_builder_add_track (self->builder, name, self->context,
                                                !self->is_packed);
      g_hash_table_insert (self->runtimes, g_steal_pointer (&name), runtime);
    }

  return runtime;
}

/* Gives a node an area: it becomes a label of spans, not only a prefix. */
static void
name_node (DwellLmsLabels *self,
           DwellLmsNode   *node,
           guint32         name)
{
  DwellArea area = { .name = name, .parent = DWELL_NONE, .kind = DWELL_AREA_PROCESS };
  Runtime *runtime = add_runtime (self, dwell_strings_get (self->builder->strings, name));

  self->n_labels++;

  node->name = name;
  node->area = dwell_builder_add_area (self->builder, &area);
  node->track = runtime->track;
  node->rows = self->is_packed ? &runtime->rows : &node->own_rows;
  node->ids = g_array_new (FALSE, FALSE, sizeof (guint64));
}

/* The node for labels beyond the limit; it is named in the manner of “#7”, which is an id without a
 * label. */
static DwellLmsNode *
get_rest (DwellLmsLabels *self)
{
  static const char name[] = "#rest";

  if (self->rest == NULL)
    {
      self->rest = add_node (self, NULL, name, strlen (name));
      if (self->rest->area == DWELL_NONE)
        name_node (self, self->rest, dwell_strings_intern (self->builder->strings, name, -1));
    }

  return self->rest;
}

/**
 * dwell_lms_labels_add:
 * @self: a tree
 * @label: bytes of a label, not empty
 * @length: how many
 *
 * Adds a label with its area and its track, unless it exists. Beyond the limit, labels that do not
 * exist share the node @rest.
 *
 * Returns: (transfer none): its node
 */
DwellLmsNode *
dwell_lms_labels_add (DwellLmsLabels *self,
                      const char     *label,
                      gsize           length)
{
  gboolean is_full = self->n_labels >= MAX_LABELS;
  guint32 name = (is_full ? dwell_strings_find_bytes : dwell_strings_intern_bytes)
                   (self->builder->strings, label, length, DWELL_CHARSET_WINDOWS_1252);
  const char *segment = dwell_strings_get (self->builder->strings, name);
  const char *end = segment + strlen (segment);
  DwellLmsNode *node = NULL;
  guint depth = 0;

  if (is_full && name == 0)
    return get_rest (self);

  do
    {
      const char *dot = ++depth < MAX_DEPTH ? strchr (segment, '.') : NULL;
      gsize segment_length = dot != NULL ? (gsize) (dot - segment) : (gsize) (end - segment);

      node = add_node (self, node, segment, segment_length);
      segment += segment_length + 1;
    }
  while (segment <= end);

  if (node->area == DWELL_NONE && is_full)
    return get_rest (self);
  if (node->area == DWELL_NONE)
    name_node (self, node, name);

  return node;
}

/**
 * dwell_lms_labels_add_row:
 * @self: a tree
 * @node: a label
 *
 * Adds a row for the spans of the label.
 *
 * Returns: index of the row
 */
guint32
dwell_lms_labels_add_row (DwellLmsLabels *self,
                          DwellLmsNode   *node)
{
  guint32 label = self->is_packed ? 0 : node->name;

  dwell_lms_rows_append (node->rows, dwell_builder_add_row (self->builder, node->track, label));
  return node->rows->n - 1;
}

/**
 * dwell_lms_labels_by_area:
 * @self: a tree
 *
 * Returns: (transfer container): the node of each area of the builder
 */
DwellLmsNode **
dwell_lms_labels_by_area (DwellLmsLabels *self)
{
  DwellLmsNode **nodes = g_new0 (DwellLmsNode *, self->builder->areas->n);
  GHashTableIter iter;
  gpointer node;

  g_hash_table_iter_init (&iter, self->nodes);
  while (g_hash_table_iter_next (&iter, &node, NULL))
    if (((DwellLmsNode *) node)->area != DWELL_NONE)
      nodes[((DwellLmsNode *) node)->area] = node;

  return nodes;
}
