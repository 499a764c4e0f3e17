/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the sources of both recordings and aligns them, as one job. */
#include "config.h"

#include "model/comparison/dwell-comparison-source.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "analysis/compare/dwell-text-difference.h"
#include "core/dwell-error.h"
#include "model/lists/dwell-cell-text.h"
#include "model/lists/lines/dwell-source-text.h"

typedef struct {
  GFile           *file;   /* (nullable) */
  DwellLineTable  *table;
  DwellSourceText *source; /* (nullable) */
  char            *sentence; /* (nullable) */
} Side;

/* A question and its answer, shared by all items. */
typedef struct {
  gatomicrefcount ref_count;
  Side            base;
  Side            new;
  gboolean        are_times;
  gboolean        is_swapped;
  GArray         *pairs;   /* DwellTextPair; NULL: cancelled */
  gint64          largest; /* |change| */
} Sources;

struct _DwellComparisonSourceItem
{
  GObject parent_instance;

  Sources *sources;
  guint    pair;
};

struct _DwellComparisonSource
{
  DwellList parent_instance;

  Sources *sources; /* (nullable) */
  char    *sentence;
};

enum {
  LOADED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
side_clear (Side *self)
{
  g_clear_object (&self->file);
  g_clear_pointer (&self->table, dwell_line_table_unref);
  g_clear_pointer (&self->source, dwell_source_text_unref);
  g_free (self->sentence);
}

static void
sources_unref (gpointer data)
{
  Sources *self = data;

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  side_clear (&self->base);
  side_clear (&self->new);
  g_clear_pointer (&self->pairs, g_array_unref);
  g_free (self);
}

/* --- Figures --- */

static void
take_cost (const Side *side,
           guint32     line,
           gboolean    are_times,
           gboolean   *has,
           gint64     *cost)
{
  const DwellSourceLine *of = side->source != NULL && line != DWELL_TEXT_NO_LINE
                                ? dwell_source_text_get_line (side->source, line) : NULL;

  *has = of != NULL && of->is_matched;
  *cost = !*has ? 0 : are_times ? of->sums.time : (gint64) MIN (of->sums.hits, G_MAXINT64);
}

static DwellCellValue
get_cell (const Sources               *self,
          guint                        pair,
          DwellComparisonSourceColumn  column)
{
  const DwellTextPair *of = &g_array_index (self->pairs, DwellTextPair, pair);
  gboolean has_base;
  gboolean has_new;
  gint64 base;
  gint64 new;

  take_cost (&self->base, of->base, self->are_times, &has_base, &base);
  take_cost (&self->new, of->new, self->are_times, &has_new, &new);
  if (column == DWELL_COMPARISON_SOURCE_BASE)
    return dwell_cell_whole (self->are_times ? DWELL_CELL_TIME : DWELL_CELL_COUNT, base, has_base);
  if (column == DWELL_COMPARISON_SOURCE_NEW)
    return dwell_cell_whole (self->are_times ? DWELL_CELL_TIME : DWELL_CELL_COUNT, new, has_new);

  /* Without the source of a side, the costs of its lines are unknown. */
  return dwell_cell_whole (self->are_times ? DWELL_CELL_TIME : DWELL_CELL_INTEGER,
                           (DwellSignedWide) new - base,
                           (has_base || has_new) &&
                           self->base.source != NULL && self->new.source != NULL);
}

/* --- Items --- */

G_DEFINE_FINAL_TYPE (DwellComparisonSourceItem, dwell_comparison_source_item, G_TYPE_OBJECT)

static void
dwell_comparison_source_item_finalize (GObject *object)
{
  sources_unref (DWELL_COMPARISON_SOURCE_ITEM (object)->sources);

  G_OBJECT_CLASS (dwell_comparison_source_item_parent_class)->finalize (object);
}

static void
dwell_comparison_source_item_class_init (DwellComparisonSourceItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = dwell_comparison_source_item_finalize;
}

static void
dwell_comparison_source_item_init (DwellComparisonSourceItem *self)
{
}

static char *
dup_line (const Side *side,
          guint32     line)
{
  return line != DWELL_TEXT_NO_LINE ? dwell_source_text_dup_line (side->source, line)
                                    : g_strdup ("");
}

/**
 * dwell_comparison_source_item_get_text:
 * @self: a pair of lines
 * @column: a column
 *
 * Returns: (transfer full): the text of the cell; "" where there is no line, or no cost is known
 */
char *
dwell_comparison_source_item_get_text (DwellComparisonSourceItem   *self,
                                       DwellComparisonSourceColumn  column)
{
  const Sources *sources = self->sources;
  const DwellTextPair *pair = &g_array_index (sources->pairs, DwellTextPair, self->pair);
  DwellCellValue cell;

  if (column == DWELL_COMPARISON_SOURCE_BASE_TEXT)
    return dup_line (&sources->base, pair->base);
  if (column == DWELL_COMPARISON_SOURCE_NEW_TEXT)
    return dup_line (&sources->new, pair->new);

  cell = get_cell (sources, self->pair, column);
  return column == DWELL_COMPARISON_SOURCE_CHANGE ? _dwell_cell_to_signed_text (&cell)
                                                  : _dwell_cell_to_text (&cell, FALSE);
}

/**
 * dwell_comparison_source_item_get_share:
 * @self: a pair of lines
 *
 * Returns: its change as a part of the largest one: −1…1; %NAN if it is not known
 */
double
dwell_comparison_source_item_get_share (DwellComparisonSourceItem *self)
{
  DwellCellValue change = get_cell (self->sources, self->pair, DWELL_COMPARISON_SOURCE_CHANGE);

  if (change.kind == DWELL_CELL_NONE)
    return NAN;

  return self->sources->largest > 0 ? (double) change.whole / (double) self->sources->largest : 0;
}

/* --- On a worker --- */

static void
read_side (Side         *self,
           const char   *name,
           GCancellable *cancellable)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *path = NULL;

  if (self->file == NULL)
    return;

  self->source = dwell_source_text_new (self->file, self->table, DWELL_NONE, cancellable, &error);
  path = g_file_get_parse_name (self->file);
  if (self->source == NULL)
    /* Translators: “Base” or “New”; a file; why it cannot be read */
    self->sentence = g_strdup_printf (_("%s: %s cannot be read: %s"), name, path,
                                      error != NULL ? dwell_error_get_reading_cause (error)
                                                    : _("no line ran"));
  else if (self->source->n_matched < self->source->n_profiled)
    /* Translators: “Base” or “New”; what was found of a source */
    self->sentence = g_strdup_printf (_("%s: %s. The others are not in it: it may be another "
                                        "version."), name, self->source->title);
  else
    self->sentence = g_strdup_printf ("%s: %s", name, self->source->title);
}

static GArray *
number_lines (const Side   *side,
              DwellStrings *strings)
{
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; side->source != NULL && i < side->source->lines->len; i++)
    {
      gsize length;
      const char *words = dwell_source_text_get_words (side->source, i, &length);
      guint32 number = dwell_strings_intern (strings, words, (gssize) length);

      g_array_append_val (numbers, number);
    }

  return numbers;
}

static GArray *
align (GArray *base,
       GArray *new)
{
  return dwell_text_difference_new ((const guint32 *) (gpointer) base->data, base->len,
                                    (const guint32 *) (gpointer) new->data, new->len);
}

/* The pairs are the same if the sides are swapped. */
static void
pair_up (Sources *self)
{
  g_autoptr(DwellStrings) strings = dwell_strings_new ();
  g_autoptr(GArray) base = number_lines (&self->base, strings);
  g_autoptr(GArray) new = number_lines (&self->new, strings);

  self->pairs = self->is_swapped ? align (new, base) : align (base, new);
  for (guint i = 0; self->is_swapped && i < self->pairs->len; i++)
    {
      DwellTextPair *pair = &g_array_index (self->pairs, DwellTextPair, i);

      *pair = (DwellTextPair) { pair->new, pair->base };
    }
}

static void
work (gpointer      data,
      GCancellable *cancellable)
{
  Sources *self = data;

  read_side (&self->base, _("Base"), cancellable);
  read_side (&self->new, _("New"), cancellable);
  if (g_cancellable_is_cancelled (cancellable))
    return;

  pair_up (self);
  for (guint i = 0; i < self->pairs->len; i++)
    {
      DwellCellValue cell = get_cell (self, i, DWELL_COMPARISON_SOURCE_CHANGE);
      DwellSignedWide size = cell.kind == DWELL_CELL_NONE ? 0
                             : cell.whole < 0 ? -cell.whole : cell.whole;

      self->largest = (gint64) MIN (MAX (self->largest, size), G_MAXINT64);
    }
}

/* --- The list --- */

G_DEFINE_FINAL_TYPE (DwellComparisonSource, dwell_comparison_source, DWELL_TYPE_LIST)

static gpointer
dwell_comparison_source_get_item (DwellList *list,
                                  guint      position)
{
  DwellComparisonSource *self = DWELL_COMPARISON_SOURCE (list);
  DwellComparisonSourceItem *item = g_object_new (DWELL_TYPE_COMPARISON_SOURCE_ITEM, NULL);

  g_atomic_ref_count_inc (&self->sources->ref_count);
  item->sources = self->sources;
  item->pair = position;
  return item;
}

/* Takes over @sources (nullable). */
static void
show_sources (DwellComparisonSource *self,
              Sources               *sources)
{
  const char *base = sources != NULL ? sources->base.sentence : NULL;
  const char *new = sources != NULL ? sources->new.sentence : NULL;

  g_clear_pointer (&self->sources, sources_unref);
  g_free (self->sentence);
  self->sources = sources;
  self->sentence = base != NULL && new != NULL ? g_strdup_printf ("%s\n%s", base, new)
                                               : g_strdup (base != NULL ? base
                                                           : new != NULL ? new : "");
  dwell_list_replace (DWELL_LIST (self), sources != NULL ? sources->pairs->len : 0);
  g_signal_emit (self, signals[LOADED], 0);
}

static void
dwell_comparison_source_take (DwellQuery *query,
                              gpointer    data)
{
  Sources *sources = data;

  if (sources->pairs == NULL)
    return;

  g_atomic_ref_count_inc (&sources->ref_count);
  show_sources (DWELL_COMPARISON_SOURCE (query), sources);
}

static void
dwell_comparison_source_finalize (GObject *object)
{
  DwellComparisonSource *self = DWELL_COMPARISON_SOURCE (object);

  g_clear_pointer (&self->sources, sources_unref);
  g_free (self->sentence);

  G_OBJECT_CLASS (dwell_comparison_source_parent_class)->finalize (object);
}

static void
dwell_comparison_source_class_init (DwellComparisonSourceClass *klass)
{
  DwellQueryClass *query_class = DWELL_QUERY_CLASS (klass);
  DwellListClass *list_class = DWELL_LIST_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = dwell_comparison_source_finalize;
  list_class->item_type = DWELL_TYPE_COMPARISON_SOURCE_ITEM;
  list_class->get_item = dwell_comparison_source_get_item;
  query_class->take = dwell_comparison_source_take;

  signals[LOADED] = g_signal_new ("loaded", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void
dwell_comparison_source_init (DwellComparisonSource *self)
{
  self->sentence = g_strdup ("");
}

/**
 * dwell_comparison_source_new:
 *
 * Returns: (transfer full): an empty list, whose items are #DwellComparisonSourceItem
 */
DwellComparisonSource *
dwell_comparison_source_new (void)
{
  return g_object_new (DWELL_TYPE_COMPARISON_SOURCE, NULL);
}

/**
 * dwell_comparison_source_load:
 * @self: a list
 * @difference: (nullable): the lines of both recordings; %NULL empties the list
 * @base: (nullable): the source of the base; if both sources are %NULL the list is empty
 * @new: (nullable): the source of the new recording
 * @is_swapped: whether the two recordings are swapped
 *
 * Reads both sources on a worker, then emits “loaded”.
 */
void
dwell_comparison_source_load (DwellComparisonSource     *self,
                              const DwellLineDifference *difference,
                              GFile                     *base,
                              GFile                     *new,
                              gboolean                   is_swapped)
{
  Sources *sources;

  g_return_if_fail (DWELL_IS_COMPARISON_SOURCE (self));

  dwell_query_abandon (DWELL_QUERY (self));
  if (difference == NULL || (base == NULL && new == NULL))
    {
      show_sources (self, NULL);
      return;
    }

  sources = g_new0 (Sources, 1);
  g_atomic_ref_count_init (&sources->ref_count);
  g_set_object (&sources->base.file, base);
  g_set_object (&sources->new.file, new);
  sources->base.table = dwell_line_table_ref ((DwellLineTable *) difference->base);
  sources->new.table = dwell_line_table_ref ((DwellLineTable *) difference->new);
  sources->are_times = difference->are_times;
  sources->is_swapped = is_swapped;
  dwell_query_ask (DWELL_QUERY (self), sources, sources_unref, work);
}

/**
 * dwell_comparison_source_get_sentence:
 * @self: a list
 *
 * Returns: what was found of each source, or why it cannot be read, on a line for each
 */
const char *
dwell_comparison_source_get_sentence (DwellComparisonSource *self)
{
  return self->sentence;
}

/**
 * dwell_comparison_source_find_change:
 * @self: a list
 *
 * Returns: the position of the line that changed most, or %G_MAXUINT
 */
guint
dwell_comparison_source_find_change (DwellComparisonSource *self)
{
  for (guint i = 0; self->sources != NULL && self->sources->largest > 0 &&
                    i < self->sources->pairs->len; i++)
    {
      DwellCellValue cell = get_cell (self->sources, i, DWELL_COMPARISON_SOURCE_CHANGE);

      if (cell.kind != DWELL_CELL_NONE &&
          (cell.whole < 0 ? -cell.whole : cell.whole) == self->sources->largest)
        return i;
    }

  return G_MAXUINT;
}
