/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adding labels: the node and those of its dotted prefixes, its area, and the track of its runtime
 * (what stands before the first dot). Nodes are found by their parent and their last segment, so a
 * label costs what its own text costs, however many dots it has. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "formats/lms/dwell-lms-labels.h"

/* Dots beyond are part of the last segment. */
#define MAX_DEPTH 64

typedef struct {
  guint32 track;
  guint32 rows;  /* for all its labels, if packed */
} RuntimeTrack;

static void
rows_clear (gpointer data)
{
  dwell_lms_rows_clear (data);
}

/**
 * dwell_lms_labels_init:
 * @self: (out caller-allocates): an empty tree
 * @builder: (transfer none): gets areas, tracks and rows, and the one context there is
 * @is_packed: whether labels of a runtime share rows
 */
void
dwell_lms_labels_init (DwellLmsLabels *self,
                       DwellBuilder   *builder,
                       gboolean        is_packed)
{
  *self = (DwellLmsLabels) {
    .builder = builder,
    .is_packed = is_packed,
    .context = dwell_builder_add_context (builder, "session", DWELL_CONTEXT_SESSION, 0, DWELL_NONE),
    .nodes = g_array_new (FALSE, FALSE, sizeof (DwellLmsNode)),
    .rows = g_array_new (FALSE, TRUE, sizeof (DwellLmsRows)),
    .segments = dwell_strings_new (),
    .node_ids = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL),
    .track_ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .tracks = g_array_new (FALSE, FALSE, sizeof (RuntimeTrack)),
  };

  g_array_set_clear_func (self->rows, rows_clear);
}

void
dwell_lms_labels_clear (DwellLmsLabels *self)
{
  g_array_unref (self->nodes);
  g_array_unref (self->rows);
  dwell_strings_unref (self->segments);
  g_hash_table_unref (self->node_ids);
  g_hash_table_unref (self->track_ids);
  g_array_unref (self->tracks);
}

/**
 * dwell_lms_labels_has_room:
 * @self: a tree
 * @n_more: labels or rows to come
 * @error: %DWELL_ERROR_LIMIT
 *
 * Returns: whether there is room for them
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

static guint32
add_rows (DwellLmsLabels *self)
{
  g_array_set_size (self->rows, self->rows->len + 1);
  return self->rows->len - 1;
}

/* The node for @segment below @parent; new ones are only prefixes. */
static guint32
add_node (DwellLmsLabels *self,
          guint32         parent,
          const char     *segment,
          gsize           length)
{
  guint32 string = dwell_strings_intern (self->segments, segment, (gssize) length);
  guint64 key = (guint64) parent << 32 | string;
  guint32 node = GPOINTER_TO_UINT (g_hash_table_lookup (self->node_ids, &key));
  DwellLmsNode fresh = { DWELL_NONE, 0, DWELL_NONE, DWELL_NONE, parent, DWELL_NONE };

  if (node == 0)
    {
      g_array_append_val (self->nodes, fresh);
      node = self->nodes->len;
      g_hash_table_insert (self->node_ids, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (node));
    }

  return node - 1;
}

/* The track of the runtime that @label belongs to. A dot at the very begin parts nothing. */
static RuntimeTrack
add_track (DwellLmsLabels *self,
           const char     *label)
{
  const char *dot = strchr (label, '.');
  gsize length = dot != NULL && dot != label ? (gsize) (dot - label) : strlen (label);
  g_autofree char *name = g_strndup (label, length);
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (self->track_ids, name));
  RuntimeTrack track;

  if (index > 0)
    return g_array_index (self->tracks, RuntimeTrack, index - 1);

  track.track = dwell_builder_add_track (self->builder, name, self->context, !self->is_packed);
  track.rows = self->is_packed ? add_rows (self) : DWELL_NONE;
  g_array_append_val (self->tracks, track);
  g_hash_table_insert (self->track_ids, g_steal_pointer (&name),
                       GUINT_TO_POINTER (self->tracks->len));
  return track;
}

/* Makes a process of a prefix. */
static void
name_node (DwellLmsLabels *self,
           guint32         node,
           guint32         name)
{
  DwellArea area = { .name = name, .parent = DWELL_NONE, .kind = DWELL_AREA_PROCESS };
  RuntimeTrack track = add_track (self, dwell_strings_get (self->builder->strings, name));
  DwellLmsNode *named = dwell_lms_labels_get (self, node);

  named->name = name;
  named->area = dwell_builder_add_area (self->builder, &area);
  named->track = track.track;
  named->rows = self->is_packed ? track.rows : add_rows (self);
}

/**
 * dwell_lms_labels_add:
 * @self: a tree
 * @label: bytes of a label, not empty
 * @length: how many
 *
 * Adds a label, with its area and its track, unless it is there already.
 *
 * Returns: its node
 */
guint32
dwell_lms_labels_add (DwellLmsLabels *self,
                      const char     *label,
                      gsize           length)
{
  guint32 name = dwell_strings_intern_bytes (self->builder->strings, label, length,
                                             DWELL_CHARSET_WINDOWS_1252);
  const char *segment = dwell_strings_get (self->builder->strings, name);
  const char *end = segment + strlen (segment);
  guint32 node = DWELL_NONE;

  for (guint depth = 1; depth == 1 || segment <= end; depth++)
    {
      const char *dot = depth < MAX_DEPTH ? strchr (segment, '.') : NULL;
      gsize segment_length = dot != NULL ? (gsize) (dot - segment) : (gsize) (end - segment);

      node = add_node (self, node, segment, segment_length);
      segment += segment_length + 1;
    }

  if (dwell_lms_labels_get (self, node)->area == DWELL_NONE)
    name_node (self, node, name);

  return node;
}

/**
 * dwell_lms_labels_add_row:
 * @self: a tree
 * @node: a label
 *
 * Adds one more row for it, in use from the beginning.
 *
 * Returns: the index of the row among those that the label may use
 */
guint32
dwell_lms_labels_add_row (DwellLmsLabels *self,
                          guint32         node)
{
  const DwellLmsNode *label = dwell_lms_labels_get (self, node);
  DwellLmsRows *rows = dwell_lms_labels_get_rows (self, node);
  guint32 row = dwell_builder_add_row (self->builder, label->track,
                                       self->is_packed ? 0 : label->name);

  dwell_lms_rows_append (rows, row);
  return rows->n - 1;
}
