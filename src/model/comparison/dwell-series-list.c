/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of a series. Another set of recordings or another measure makes it read the files; to
 * sort or to filter, it uses the answer that it has. */
#include "config.h"

#include "model/comparison/dwell-series-list.h"

#include <math.h>

#include "analysis/dwell-find.h"
#include "model/comparison/dwell-series-item.h"

struct _DwellSeriesList
{
  DwellList parent_instance;

  DwellPattern      *pattern;      /* (nullable) */
  guint              sort_by;
  gboolean           descending;
  guint              serial;       /* of the wanted answer */
  guint              shown_serial;
  DwellSeriesAnswer *wanted;       /* (nullable): asked for, but not run */
  DwellSeriesAnswer *answer;       /* (nullable): the one that is shown, or has failed */
  DwellTimeUnits    *units;        /* of answer, or NULL */
  GArray            *rows;         /* guint32: rows of the answer */
};

G_DEFINE_FINAL_TYPE (DwellSeriesList, dwell_series_list, DWELL_TYPE_LIST)

typedef struct {
  DwellSeriesAnswer *answer;
  gboolean           is_new; /* whether it has to be run */
  DwellPattern      *pattern;
  guint              sort_by;
  gboolean           descending;
  guint              serial;
  GArray            *rows;   /* out */
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  _dwell_series_answer_unref (self->answer);
  g_clear_pointer (&self->pattern, dwell_pattern_unref);
  g_clear_pointer (&self->rows, g_array_unref);
  g_free (self);
}

/* A change is sorted by its size. */
static DwellCellValue
get_key (const Question *self,
         guint           row)
{
  DwellCellValue cell = dwell_recordings_get_cell (self->answer->recordings, row, self->sort_by);

  if (self->sort_by == DWELL_RECORDINGS_CHANGE || self->sort_by == DWELL_RECORDINGS_SLOPE)
    {
      cell.whole = cell.whole < 0 ? -cell.whole : cell.whole;
      cell.rest = fabs (cell.rest);
    }
  return cell;
}

static void
arrange (Question *self)
{
  g_autoptr(DwellArrangement) arrangement = dwell_arrangement_new ();
  const GPtrArray *rows = self->answer->recordings->rows;
  guint n = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      const DwellRecordingsRow *row = rows->pdata[i];
      DwellCellValue key;

      if (self->pattern != NULL && !dwell_pattern_matches (self->pattern, row->name))
        continue;

      key = get_key (self, i);
      dwell_arrangement_add (arrangement, i, &key);
      n++;
    }

  g_array_append_vals (self->rows, dwell_arrangement_sort (arrangement, self->descending), n);
}

static void
run_question (gpointer      data,
              GCancellable *cancellable)
{
  Question *self = data;

  if (self->is_new)
    _dwell_series_answer_run (self->answer, cancellable);
  if (self->answer->recordings == NULL && self->answer->problem == NULL)
    return;

  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (self->answer->recordings != NULL)
    arrange (self);
}

static void
dwell_series_list_ask (DwellQuery *query)
{
  DwellSeriesList *self = DWELL_SERIES_LIST (query);
  DwellSeriesAnswer *wanted;
  Question *question;

  if (self->shown_serial == self->serial)
    return;

  wanted = _dwell_series_answer_new (dwell_query_get_view (query));
  if (wanted == NULL)
    return;

  question = g_new0 (Question, 1);
  question->is_new = self->answer == NULL || !_dwell_series_answer_equal (self->answer, wanted);
  question->answer = question->is_new ? _dwell_series_answer_ref (wanted)
                                      : _dwell_series_answer_ref (self->answer);
  question->pattern = self->pattern != NULL ? dwell_pattern_ref (self->pattern) : NULL;
  question->sort_by = self->sort_by;
  question->descending = self->descending;
  question->serial = self->serial;
  _dwell_series_answer_unref (wanted);
  dwell_query_ask (query, question, question_free, run_question);
}

/* Takes over @answer (nullable) and @rows. */
static void
show_rows (DwellSeriesList   *self,
           DwellSeriesAnswer *answer,
           GArray            *rows)
{
  g_clear_pointer (&self->answer, _dwell_series_answer_unref);
  g_array_unref (self->rows);
  self->answer = answer;
  self->rows = rows;
  dwell_list_replace (DWELL_LIST (self), rows->len);
}

static void
dwell_series_list_take (DwellQuery *query,
                        gpointer    data)
{
  DwellSeriesList *self = DWELL_SERIES_LIST (query);
  Question *question = data;

  if (question->rows == NULL || question->serial != self->serial)
    return;

  self->shown_serial = question->serial;
  show_rows (self, _dwell_series_answer_ref (question->answer), g_steal_pointer (&question->rows));
}

static gboolean
dwell_series_list_shows_wanted (DwellQuery *query)
{
  DwellSeriesList *self = DWELL_SERIES_LIST (query);

  return self->answer != NULL && self->answer->reading->trace == dwell_query_get_trace (query);
}

static gboolean
dwell_series_list_is_busy (DwellQuery *query)
{
  DwellSeriesList *self = DWELL_SERIES_LIST (query);
  DwellView *view = dwell_query_get_view (query);

  return view != NULL && dwell_series_has_files (view) && self->shown_serial != self->serial;
}

static void
rearrange (DwellSeriesList *self)
{
  self->serial++;
  dwell_query_update (DWELL_QUERY (self));
}

/* Changes of other kept things are no reason to ask. */
static void
take_wish (DwellSeriesList *self)
{
  DwellView *view = dwell_query_get_view (DWELL_QUERY (self));
  DwellSeriesAnswer *wanted = _dwell_series_answer_new (view);
  gboolean is_same = wanted == self->wanted || (wanted != NULL && self->wanted != NULL &&
                                                _dwell_series_answer_equal (wanted, self->wanted));

  g_clear_pointer (&self->wanted, _dwell_series_answer_unref);
  self->wanted = wanted;
  if (is_same)
    return;

  if (view == NULL || !dwell_series_has_files (view))
    show_rows (self, NULL, g_array_new (FALSE, FALSE, sizeof (guint32)));
  rearrange (self);
  dwell_query_update_busy (DWELL_QUERY (self));
}

static void
dwell_series_list_take_trace (DwellQuery *query)
{
  take_wish (DWELL_SERIES_LIST (query));
}

static gpointer
dwell_series_list_get_item (DwellList *list,
                            guint      position)
{
  DwellSeriesList *self = DWELL_SERIES_LIST (list);

  return _dwell_series_item_new (self->answer,
                                 _dwell_time_units_get (&self->units, self->answer,
                                                        DWELL_N_SERIES_COLUMNS),
                                 g_array_index (self->rows, guint32, position));
}

static void
dwell_series_list_share (DwellList *list,
                         DwellList *frozen)
{
  DwellSeriesList *self = DWELL_SERIES_LIST (list);
  DwellSeriesList *copy = DWELL_SERIES_LIST (frozen);

  g_array_unref (copy->rows);
  copy->rows = g_array_ref (self->rows);
  if (self->answer != NULL)
    copy->answer = _dwell_series_answer_ref (self->answer);
}

static void
dwell_series_list_finalize (GObject *object)
{
  DwellSeriesList *self = DWELL_SERIES_LIST (object);

  g_clear_pointer (&self->answer, _dwell_series_answer_unref);
  g_clear_pointer (&self->wanted, _dwell_series_answer_unref);
  g_clear_pointer (&self->pattern, dwell_pattern_unref);
  g_clear_pointer (&self->units, _dwell_time_units_unref);
  g_array_unref (self->rows);

  G_OBJECT_CLASS (dwell_series_list_parent_class)->finalize (object);
}

static gboolean
dwell_series_list_check_filter (DwellQuery  *query,
                                GError     **error)
{
  return dwell_pattern_check (DWELL_SERIES_LIST (query)->pattern, error);
}

static void
dwell_series_list_class_init (DwellSeriesListClass *klass)
{
  DwellQueryClass *query_class = DWELL_QUERY_CLASS (klass);
  DwellListClass *list_class = DWELL_LIST_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = dwell_series_list_finalize;
  list_class->item_type = DWELL_TYPE_SERIES_ITEM;
  list_class->get_item = dwell_series_list_get_item;
  list_class->share = dwell_series_list_share;
  query_class->take_trace = dwell_series_list_take_trace;
  query_class->ask = dwell_series_list_ask;
  query_class->take = dwell_series_list_take;
  query_class->shows_wanted = dwell_series_list_shows_wanted;
  query_class->is_busy = dwell_series_list_is_busy;
  query_class->check_filter = dwell_series_list_check_filter;
}

static void
dwell_series_list_init (DwellSeriesList *self)
{
  DwellQuery *query = DWELL_QUERY (self);

  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->sort_by = DWELL_RECORDINGS_CHANGE;
  self->descending = TRUE;
  dwell_query_connect_view (query, "indexes-changed", G_CALLBACK (take_wish));
  dwell_query_connect_view (query, "kept-changed", G_CALLBACK (take_wish));
}

/**
 * dwell_series_list_new:
 *
 * Returns: (transfer full): an empty list, whose items are #DwellSeriesItem, sorted so that the
 *   largest change comes first
 */
DwellSeriesList *
dwell_series_list_new (void)
{
  return g_object_new (DWELL_TYPE_SERIES_LIST, NULL);
}

/**
 * dwell_series_list_set_filter:
 * @self: a list
 * @text: (nullable): text or /regular expression/ that a name must match
 * @error: what is wrong with the regular expression
 *
 * Returns: %FALSE if @text is invalid; the list does not change then
 */
gboolean
dwell_series_list_set_filter (DwellSeriesList  *self,
                              const char       *text,
                              GError          **error)
{
  g_return_val_if_fail (DWELL_IS_SERIES_LIST (self), FALSE);

  if (!dwell_pattern_replace (&self->pattern, text, error))
    return FALSE;

  rearrange (self);
  return TRUE;
}

/**
 * dwell_series_list_sort:
 * @self: a list
 * @column: a #DwellRecordingsColumn, or %DWELL_RECORDINGS_VALUE and the place of a recording
 * @descending: whether the greatest comes first; changes are compared by their size
 */
void
dwell_series_list_sort (DwellSeriesList *self,
                        guint            column,
                        gboolean         descending)
{
  g_return_if_fail (DWELL_IS_SERIES_LIST (self));

  self->sort_by = column;
  self->descending = descending;
  rearrange (self);
}

/**
 * dwell_series_list_get_recordings:
 * @self: a list
 *
 * Returns: (transfer none) (nullable): the recordings that are shown; %NULL before the first
 *   answer, or if there is a problem
 */
const DwellRecordings *
dwell_series_list_get_recordings (DwellSeriesList *self)
{
  g_return_val_if_fail (DWELL_IS_SERIES_LIST (self), NULL);

  return self->answer != NULL ? self->answer->recordings : NULL;
}

/**
 * dwell_series_list_get_problem:
 * @self: a list
 *
 * Returns: (transfer none) (nullable): why nothing can be shown
 */
const char *
dwell_series_list_get_problem (DwellSeriesList *self)
{
  g_return_val_if_fail (DWELL_IS_SERIES_LIST (self), NULL);

  return self->answer != NULL ? self->answer->problem : NULL;
}

/**
 * dwell_series_list_name:
 * @self: a list that shows recordings
 * @place: the place of one of them
 *
 * Returns: (transfer full): its name
 */
char *
dwell_series_list_name (DwellSeriesList *self,
                        guint            place)
{
  g_return_val_if_fail (DWELL_IS_SERIES_LIST (self), NULL);

  return _dwell_series_answer_name (self->answer, place);
}

/**
 * dwell_series_list_get_file:
 * @self: a list that shows recordings
 * @place: the place of one of them
 *
 * Returns: (transfer none) (nullable): its file; %NULL for the view’s own recording
 */
GFile *
dwell_series_list_get_file (DwellSeriesList *self,
                            guint            place)
{
  guint number;

  g_return_val_if_fail (DWELL_IS_SERIES_LIST (self), NULL);

  number = self->answer->recordings->order[place];
  return number > 0 ? self->answer->files->pdata[number - 1] : NULL;
}

/**
 * dwell_series_list_get_area:
 * @self: a list
 * @position: a row
 *
 * Returns: its area in the view’s own recording; %DWELL_NONE if that has no such area
 */
guint32
dwell_series_list_get_area (DwellSeriesList *self,
                            guint            position)
{
  const DwellRecordingsRow *row;

  g_return_val_if_fail (DWELL_IS_SERIES_LIST (self), DWELL_NONE);

  if (position >= self->rows->len)
    return DWELL_NONE;

  row = self->answer->recordings->rows->pdata[g_array_index (self->rows, guint32, position)];
  return row->area;
}

/**
 * dwell_series_list_find_area:
 * @self: a list
 * @area: an area of the view’s own recording
 *
 * Returns: the position of its row, or %G_MAXUINT
 */
guint
dwell_series_list_find_area (DwellSeriesList *self,
                             guint32          area)
{
  g_return_val_if_fail (DWELL_IS_SERIES_LIST (self), G_MAXUINT);

  for (guint i = 0; area != DWELL_NONE && i < self->rows->len; i++)
    if (dwell_series_list_get_area (self, i) == area)
      return i;

  return G_MAXUINT;
}
