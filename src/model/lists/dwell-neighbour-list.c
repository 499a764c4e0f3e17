/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists callers and callees. For each trace, at most two call trees are made: one with lines, for
 * lines, and one without, for routines. Callers and callees are groups of its nodes. */
#include "config.h"

#include "model/lists/dwell-neighbour-list.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"

typedef enum {
  ROW_CALLERS, /* headings */
  ROW_CALLEES,
  ROW_NONE,    /* there are no callers, or no callees */
  ROW_AREA,
} RowKind;

typedef struct {
  RowKind kind;
  guint32 area;
  gint64  weight;
} Row;

typedef struct {
  gatomicrefcount ref_count;
  DwellTree      *tree;
  GArray         *rows;
  gint64          total; /* weight of the line itself */
} Answer;

typedef struct {
  DwellTrace *trace;
  DwellTree  *tree; /* (nullable): the worker makes it if NULL */
  gboolean    shows_lines;
  guint32     area;
  Answer     *answer;
} Question;

struct _DwellNeighbourItem
{
  GObject parent_instance;

  Answer *answer;
  guint   row;
};

struct _DwellNeighbourList
{
  DwellList parent_instance;

  DwellTrace *trace;    /* wanted, as are area and shows_lines */
  guint32     area;
  DwellTree  *trees[2]; /* without lines, with */
  Answer     *answer;
  gboolean    is_outdated;
};

static void
answer_unref (Answer *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_clear_pointer (&self->tree, dwell_tree_unref);
  g_array_unref (self->rows);
  g_free (self);
}

static Answer *
answer_new (DwellTree *tree)
{
  Answer *self = g_new0 (Answer, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->tree = tree != NULL ? dwell_tree_ref (tree) : NULL;
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  return self;
}

G_DEFINE_FINAL_TYPE (DwellNeighbourItem, dwell_neighbour_item, G_TYPE_OBJECT)

static void
dwell_neighbour_item_finalize (GObject *object)
{
  answer_unref (DWELL_NEIGHBOUR_ITEM (object)->answer);

  G_OBJECT_CLASS (dwell_neighbour_item_parent_class)->finalize (object);
}

static void
dwell_neighbour_item_class_init (DwellNeighbourItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = dwell_neighbour_item_finalize;
}

static void
dwell_neighbour_item_init (DwellNeighbourItem *self)
{
}

static const Row *
get_row (DwellNeighbourItem *self)
{
  return &g_array_index (self->answer->rows, Row, self->row);
}

/**
 * dwell_neighbour_item_is_heading:
 * @self: a row
 *
 * Returns: whether it is the heading of the callers or of the callees
 */
gboolean
dwell_neighbour_item_is_heading (DwellNeighbourItem *self)
{
  return get_row (self)->kind == ROW_CALLERS || get_row (self)->kind == ROW_CALLEES;
}

/**
 * dwell_neighbour_item_get_area:
 * @self: a row
 *
 * Returns: the line or routine of the row; %DWELL_NONE for a heading
 */
guint32
dwell_neighbour_item_get_area (DwellNeighbourItem *self)
{
  return get_row (self)->kind == ROW_AREA ? get_row (self)->area : DWELL_NONE;
}

/**
 * dwell_neighbour_item_get_share:
 * @self: a row
 *
 * Returns: the row's part of the weight of the line itself, 0…1; negative for a heading or if
 *   that weight is 0
 */
double
dwell_neighbour_item_get_share (DwellNeighbourItem *self)
{
  if (get_row (self)->kind != ROW_AREA || self->answer->total <= 0)
    return -1;

  return (double) get_row (self)->weight / (double) self->answer->total;
}

static char *
make_name (DwellNeighbourItem *self)
{
  switch (get_row (self)->kind)
    {
    case ROW_CALLERS:
      return g_strdup (_("Called from"));

    case ROW_CALLEES:
      return g_strdup (_("Calls"));

    case ROW_NONE:
      /* Translators: no callers, or no callees */
      return g_strdup (_("nothing"));

    case ROW_AREA:
    default:
      return dwell_trace_dup_area_label (self->answer->tree->trace, get_row (self)->area);
    }
}

/**
 * dwell_neighbour_item_get_text:
 * @self: a row
 * @column: a column
 *
 * Returns: (transfer full): the text of the cell
 */
char *
dwell_neighbour_item_get_text (DwellNeighbourItem   *self,
                               DwellNeighbourColumn  column)
{
  const Row *row = get_row (self);
  double share = dwell_neighbour_item_get_share (self);

  if (column == DWELL_NEIGHBOUR_NAME)
    return make_name (self);
  if (column == DWELL_NEIGHBOUR_SHARE)
    return share >= 0 ? dwell_text_percent (share) : g_strdup ("");
  if (row->kind != ROW_AREA)
    return g_strdup ("");

  return self->answer->tree->weights_are_times ? dwell_text_duration (row->weight)
                                               : dwell_text_count ((guint64) row->weight);
}

G_DEFINE_FINAL_TYPE (DwellNeighbourList, dwell_neighbour_list, DWELL_TYPE_LIST)

static gpointer
dwell_neighbour_list_get_item (DwellList *list,
                               guint      position)
{
  DwellNeighbourList *self = DWELL_NEIGHBOUR_LIST (list);
  DwellNeighbourItem *item = g_object_new (DWELL_TYPE_NEIGHBOUR_ITEM, NULL);

  g_atomic_ref_count_inc (&self->answer->ref_count);
  item->answer = self->answer;
  item->row = position;
  return item;
}

static void
question_free (gpointer data)
{
  Question *self = data;

  dwell_trace_unref (self->trace);
  g_clear_pointer (&self->tree, dwell_tree_unref);
  g_clear_pointer (&self->answer, answer_unref);
  g_free (self);
}

static int
compare_rows (gconstpointer a,
              gconstpointer b)
{
  const Row *left = a;
  const Row *right = b;

  if (left->weight != right->weight)
    return left->weight > right->weight ? -1 : 1;
  return (left->area > right->area) - (left->area < right->area);
}

/* Takes over @groups. */
static void
add_groups (Answer    *answer,
            RowKind    heading,
            GPtrArray *groups)
{
  Row row = { .kind = heading };
  guint first;

  g_array_append_val (answer->rows, row);
  first = answer->rows->len;
  for (guint i = 0; i < groups->len; i++)
    {
      const DwellTreeGroup *group = groups->pdata[i];

      row = (Row) { ROW_AREA, group->area, group->total };
      if (group->area != DWELL_NONE)
        g_array_append_val (answer->rows, row);
    }
  g_ptr_array_unref (groups);

  if (answer->rows->len > first)
    {
      qsort (&g_array_index (answer->rows, Row, first), answer->rows->len - first, sizeof (Row),
             compare_rows);
      return;
    }

  row = (Row) { .kind = ROW_NONE };
  g_array_append_val (answer->rows, row);
}

/* Returns the group of the line or routine; for a line that is in no stack, that of its routine. */
static DwellTreeGroup *
find_group (const Question *self,
            GCancellable   *cancellable)
{
  const DwellArea *area = &self->trace->areas[self->area];
  DwellTreeGroup *group = dwell_tree_get_group (self->tree, DWELL_NONE, self->area, cancellable);

  if (group == NULL && area->kind == DWELL_AREA_LINE && area->parent != DWELL_NONE)
    group = dwell_tree_get_group (self->tree, DWELL_NONE, area->parent, cancellable);

  return group;
}

static void
run_question (gpointer      data,
              GCancellable *cancellable)
{
  Question *self = data;
  DwellTreeOptions options = { self->trace->begin, self->trace->end, NULL, FALSE,
                               self->shows_lines };
  g_autoptr(DwellTreeGroup) group = NULL;

  if (self->tree == NULL)
    self->tree = dwell_tree_new (self->trace, &options, cancellable);
  if (self->tree == NULL)
    return;

  self->answer = answer_new (self->tree);
  group = find_group (self, cancellable);
  if (group == NULL)
    return;

  self->answer->total = group->total;
  add_groups (self->answer, ROW_CALLERS,
              dwell_tree_group_get_callers (group, self->tree, DWELL_NONE, cancellable));
  add_groups (self->answer, ROW_CALLEES,
              dwell_tree_group_get_callees (group, self->tree, cancellable));
}

/* Takes over @answer. */
static void
show_answer (DwellNeighbourList *self,
             Answer             *answer)
{
  answer_unref (self->answer);
  self->answer = answer;
  self->is_outdated = FALSE;
  dwell_list_replace (DWELL_LIST (self), answer->rows->len);
}

static void
dwell_neighbour_list_take (DwellQuery *query,
                           gpointer    data)
{
  Question *question = data;
  DwellNeighbourList *self = DWELL_NEIGHBOUR_LIST (query);
  DwellTree **tree = &self->trees[question->shows_lines];

  if (question->trace != self->trace)
    return;

  if (question->tree != NULL && *tree == NULL)
    *tree = dwell_tree_ref (question->tree);

  if (question->area == self->area && question->answer != NULL)
    show_answer (self, g_steal_pointer (&question->answer));
}

static void
dwell_neighbour_list_update (DwellQuery *query)
{
  DwellNeighbourList *self = DWELL_NEIGHBOUR_LIST (query);
  Question *question;

  if (!self->is_outdated || dwell_query_get_question (query) != NULL)
    return;

  if (self->trace == NULL || self->area == DWELL_NONE)
    {
      show_answer (self, answer_new (NULL));
      return;
    }

  question = g_new0 (Question, 1);
  question->trace = dwell_trace_ref (self->trace);
  question->area = self->area;
  question->shows_lines = self->trace->areas[self->area].kind == DWELL_AREA_LINE;
  if (self->trees[question->shows_lines] != NULL)
    question->tree = dwell_tree_ref (self->trees[question->shows_lines]);
  dwell_query_ask (query, question, question_free, run_question);
}

static void
forget_trace (DwellNeighbourList *self)
{
  g_clear_pointer (&self->trees[0], dwell_tree_unref);
  g_clear_pointer (&self->trees[1], dwell_tree_unref);
  g_clear_pointer (&self->trace, dwell_trace_unref);
}

static void
dwell_neighbour_list_finalize (GObject *object)
{
  DwellNeighbourList *self = DWELL_NEIGHBOUR_LIST (object);

  forget_trace (self);
  answer_unref (self->answer);

  G_OBJECT_CLASS (dwell_neighbour_list_parent_class)->finalize (object);
}

static void
dwell_neighbour_list_class_init (DwellNeighbourListClass *klass)
{
  DwellQueryClass *query_class = DWELL_QUERY_CLASS (klass);
  DwellListClass *list_class = DWELL_LIST_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = dwell_neighbour_list_finalize;
  list_class->item_type = DWELL_TYPE_NEIGHBOUR_ITEM;
  list_class->get_item = dwell_neighbour_list_get_item;
  query_class->update = dwell_neighbour_list_update;
  query_class->take = dwell_neighbour_list_take;
}

static void
dwell_neighbour_list_init (DwellNeighbourList *self)
{
  self->area = DWELL_NONE;
  self->answer = answer_new (NULL);
}

/**
 * dwell_neighbour_list_new:
 *
 * Returns: (transfer full): an empty list, whose items are #DwellNeighbourItem
 */
DwellNeighbourList *
dwell_neighbour_list_new (void)
{
  return g_object_new (DWELL_TYPE_NEIGHBOUR_LIST, NULL);
}

/**
 * dwell_neighbour_list_show:
 * @self: a list
 * @trace: (nullable): a trace
 * @area: a line or a routine of it; %DWELL_NONE empties the list
 *
 * Shows the callers and the callees of @area, as soon as a worker has found them.
 */
void
dwell_neighbour_list_show (DwellNeighbourList *self,
                           DwellTrace         *trace,
                           guint32             area)
{
  g_return_if_fail (DWELL_IS_NEIGHBOUR_LIST (self));

  if (trace == self->trace && area == self->area)
    return;

  if (trace != self->trace)
    {
      forget_trace (self);
      self->trace = trace != NULL ? dwell_trace_ref (trace) : NULL;
    }
  self->area = area;
  self->is_outdated = TRUE;
  dwell_query_update (DWELL_QUERY (self));
}
