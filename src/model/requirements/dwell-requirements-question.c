/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a file of requirements, holds a trace against them, and chooses and sorts the rows: all on
 * a worker. */
#include "config.h"

#include "model/requirements/dwell-requirements-question.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"

static void
answer_free (DwellRequirementsAnswer *self)
{
  g_clear_pointer (&self->results, g_ptr_array_unref);
  g_clear_pointer (&self->requirements, dwell_requirements_free);
  g_clear_error (&self->error);
  g_object_unref (self->file);
  dwell_reading_unref (self->reading);
  g_free (self);
}

DwellRequirementsAnswer *
_dwell_requirements_answer_ref (DwellRequirementsAnswer *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
_dwell_requirements_answer_unref (DwellRequirementsAnswer *self)
{
  if (g_atomic_ref_count_dec (&self->ref_count))
    answer_free (self);
}

/* The file, and one byte more than it may have. */
static GBytes *
load (GFile         *file,
      GCancellable  *cancellable,
      GError       **error)
{
  g_autoptr(GFileInputStream) stream = g_file_read (file, cancellable, error);
  g_autofree char *text = g_malloc (DWELL_REQUIREMENTS_MAX_SIZE + 1);
  gsize n = 0;

  if (stream == NULL || !g_input_stream_read_all (G_INPUT_STREAM (stream), text,
                                                  DWELL_REQUIREMENTS_MAX_SIZE + 1, &n, cancellable,
                                                  error))
    return NULL;

  return g_bytes_new (text, n);
}

static DwellRequirementsAnswer *
make_answer (DwellReading *reading,
             GFile        *file,
             GCancellable *cancellable)
{
  DwellRequirementsAnswer *self = g_new0 (DwellRequirementsAnswer, 1);
  g_autoptr(GBytes) text = NULL;

  g_atomic_ref_count_init (&self->ref_count);
  self->reading = dwell_reading_ref (reading);
  self->file = g_object_ref (file);
  dwell_file_stamp_take (&self->stamp, file);
  text = load (file, cancellable, &self->error);
  if (text != NULL)
    self->requirements = dwell_requirements_parse (g_bytes_get_data (text, NULL),
                                                   g_bytes_get_size (text));
  if (self->requirements != NULL && self->requirements->errors->len == 0)
    self->results = dwell_requirements_check (self->requirements, reading->trace, NULL,
                                              DWELL_REQUIREMENTS_MAX_WORST, NULL, cancellable,
                                              &self->error);
  return self;
}

void
_dwell_requirements_question_free (gpointer data)
{
  DwellRequirementsQuestion *self = data;

  dwell_reading_unref (self->reading);
  g_object_unref (self->file);
  g_clear_pointer (&self->answer, _dwell_requirements_answer_unref);
  g_clear_pointer (&self->order.pattern, dwell_pattern_unref);
  g_clear_pointer (&self->rows, g_array_unref);
  g_free (self);
}

static gboolean
matches (const DwellRequirementsOrder *order,
         const DwellRequirementResult *result)
{
  static const DwellRequirementColumn columns[] = {
    DWELL_REQUIREMENT_TEXT, DWELL_REQUIREMENT_SUBJECT, DWELL_REQUIREMENT_BECAUSE,
  };

  if ((order->outcomes & 1u << result->verdict) == 0)
    return FALSE;
  if (order->pattern == NULL)
    return TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      DwellCellValue cell = dwell_requirement_result_get_cell (result, columns[i]);

      if (cell.kind == DWELL_CELL_TEXT && dwell_pattern_matches (order->pattern, cell.text))
        return TRUE;
    }

  return FALSE;
}

/* What a row is sorted by: a verdict by how much it asks for attention. */
static DwellCellValue
get_key (const DwellRequirementsOrder *order,
         const DwellRequirementResult *result)
{
  static const int attention[DWELL_N_OUTCOMES] = {
    [DWELL_OUTCOME_VIOLATED] = 3, [DWELL_OUTCOME_INCONCLUSIVE] = 2, [DWELL_OUTCOME_PASSED] = 1,
  };

  if (order->sort_by == DWELL_REQUIREMENT_VERDICT)
    return dwell_cell_whole (DWELL_CELL_INTEGER, attention[result->verdict], TRUE);

  return dwell_requirement_result_get_cell (result, order->sort_by);
}

void
_dwell_requirements_question_run (gpointer      data,
                                  GCancellable *cancellable)
{
  DwellRequirementsQuestion *self = data;
  g_autoptr(DwellArrangement) arrangement = dwell_arrangement_new ();
  guint n = 0;

  if (self->answer == NULL)
    self->answer = make_answer (self->reading, self->file, cancellable);
  if (g_cancellable_is_cancelled (cancellable))
    return;

  for (guint i = 0; self->answer->results != NULL && i < self->answer->results->len; i++)
    {
      const DwellRequirementResult *result = self->answer->results->pdata[i];
      DwellCellValue key;

      if (!matches (&self->order, result))
        continue;

      key = get_key (&self->order, result);
      dwell_arrangement_add (arrangement, i, &key);
      n++;
    }

  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_vals (self->rows, dwell_arrangement_sort (arrangement, self->order.descending), n);
}
