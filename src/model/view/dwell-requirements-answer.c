/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a file of requirements and checks a trace against them. */
#include "config.h"

#include "model/view/dwell-requirements-answer.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-text-real.h"
#include "core/dwell-text.h"
#include "model/view/dwell-requirements-tracks.h"

static void
answer_free (DwellRequirementsAnswer *self)
{
  g_array_unref (self->marks);
  g_array_unref (self->limits);
  g_strfreev (self->shown);
  g_free (self->places);
  g_clear_pointer (&self->results, g_ptr_array_unref);
  g_clear_pointer (&self->requirements, dwell_requirements_free);
  g_clear_error (&self->error);
  g_clear_pointer (&self->text, g_bytes_unref);
  g_clear_object (&self->file);
  dwell_reading_unref (self->reading);
  dwell_reading_unref (self->base);
  g_free (self);
}

/**
 * dwell_requirements_answer_ref:
 * @self: an answer
 *
 * Returns: (transfer full): @self, with one more reference
 */
DwellRequirementsAnswer *
dwell_requirements_answer_ref (DwellRequirementsAnswer *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_requirements_answer_unref:
 * @self: (transfer full): an answer
 */
void
dwell_requirements_answer_unref (DwellRequirementsAnswer *self)
{
  if (g_atomic_ref_count_dec (&self->ref_count))
    answer_free (self);
}

/**
 * dwell_requirements_load:
 * @file: a file of requirements
 * @cancellable: (nullable): stops reading
 * @error: why it cannot be read
 *
 * Reads a file of requirements; for a worker. Of a file that is too large, one byte more than
 * allowed is read.
 *
 * Returns: (transfer full) (nullable): its bytes
 */
GBytes *
dwell_requirements_load (GFile         *file,
                         GCancellable  *cancellable,
                         GError       **error)
{
  g_autoptr(GFileInputStream) stream = g_file_read (file, cancellable, error);
  g_autofree char *text = g_malloc (DWELL_REQUIREMENTS_MAX_SIZE + 1);
  gsize n = 0;

  if (stream == NULL || !g_input_stream_read_all (G_INPUT_STREAM (stream), text,
                                                  DWELL_REQUIREMENTS_MAX_SIZE + 1, &n, cancellable,
                                                  error))
    {
      g_autofree char *name = g_file_get_parse_name (file);

      dwell_error_name_file (error, name);
      return NULL;
    }

  return g_bytes_new (text, n);
}

static DwellRequirementsAnswer *
answer_new (DwellReading *reading)
{
  DwellRequirementsAnswer *self = g_new0 (DwellRequirementsAnswer, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->reading = dwell_reading_ref (reading);
  self->base = dwell_reading_ref (reading);
  self->marks = g_array_new (FALSE, FALSE, sizeof (DwellOverrunMark));
  self->limits = g_array_new (FALSE, FALSE, sizeof (DwellDerivedLimit));
  return self;
}

static void
parse (DwellRequirementsAnswer *self,
       GBytes                  *text)
{
  gsize length;
  const char *bytes = g_bytes_get_data (text, &length);

  self->text = g_bytes_ref (text);
  self->requirements = dwell_requirements_parse (bytes != NULL ? bytes : "", length);
}

/**
 * dwell_requirements_answer_new_for_text:
 * @reading: the trace to check
 * @text: the possible contents of a file of requirements
 *
 * Reads @text without checking anything yet; for a worker.
 *
 * Returns: (transfer full): an answer without results
 */
DwellRequirementsAnswer *
dwell_requirements_answer_new_for_text (DwellReading *reading,
                                        GBytes       *text)
{
  DwellRequirementsAnswer *self = answer_new (reading);

  parse (self, text);
  return self;
}

/**
 * dwell_requirements_answer_check:
 * @self: an answer without results, which is not shared yet
 * @only: (nullable): the ids of the requirements to check; %NULL: all
 * @cancellable: (nullable): checked now and then
 *
 * Checks the trace against the requirements that were read; for a worker.
 */
void
dwell_requirements_answer_check (DwellRequirementsAnswer *self,
                                 const char * const      *only,
                                 GCancellable            *cancellable)
{
  self->results = dwell_requirements_check (self->requirements, self->reading->trace, only,
                                            DWELL_REQUIREMENTS_MAX_WORST, NULL, self->marks,
                                            cancellable, &self->error);
}

/* Adds the derived tracks; if that fails, none are shown. */
static void
derive (DwellRequirementsAnswer *self,
        DwellReading            *former,
        GCancellable            *cancellable)
{
  DwellReading *reading =
    _dwell_requirements_derive_reading (self->requirements, (const char * const *) self->shown,
                                        self->base, former, self->limits, cancellable,
                                        &self->error);

  if (reading == NULL)
    {
      g_array_set_size (self->marks, 0);
      g_clear_pointer (&self->results, g_ptr_array_unref);
      return;
    }
  dwell_reading_unref (self->reading);
  self->reading = reading;
}

/**
 * dwell_requirements_answer_new:
 * @reading: the trace to check
 * @file: a file of requirements
 * @shown: (nullable) (array zero-terminated=1): ids of requirements that are also shown as curves
 * @former: (nullable): the reading of the previous answer
 * @cancellable: (nullable): checked now and then
 *
 * Reads @file, and checks the trace against it; for a worker.
 *
 * Returns: (transfer full): the results, or the error
 */
DwellRequirementsAnswer *
dwell_requirements_answer_new (DwellReading       *reading,
                               GFile              *file,
                               const char * const *shown,
                               DwellReading       *former,
                               GCancellable       *cancellable)
{
  DwellRequirementsAnswer *self = answer_new (reading);
  g_autoptr(GBytes) text = NULL;

  self->file = g_object_ref (file);
  self->shown = g_strdupv ((char **) shown);
  dwell_file_stamp_take (&self->stamp, file);
  text = dwell_requirements_load (file, cancellable, &self->error);
  if (text != NULL)
    parse (self, text);
  if (self->requirements != NULL && self->requirements->errors->len == 0)
    dwell_requirements_answer_check (self, NULL, cancellable);
  if (self->results != NULL)
    _dwell_requirements_answer_note_places (self);
  if (self->results != NULL)
    derive (self, former, cancellable);
  return self;
}

/**
 * dwell_requirement_make_figure:
 * @unit: (nullable): “ns”, “%” or “”: the unit of a result
 * @figure: one of its figures
 *
 * Returns: (transfer full): “510 µs”, “83.2 %”, “3”; with a sign “−10 µs”
 */
char *
dwell_requirement_make_figure (const char *unit,
                               double      figure)
{
  const char *sign = figure < 0 ? "−" : "";
  g_autofree char *size = NULL;

  if (g_strcmp0 (unit, "ns") == 0)
    return dwell_text_duration (dwell_time_round (figure));
  if (g_strcmp0 (unit, "%") == 0)
    /* Translators: a percentage, with “−” before it or nothing */
    return g_strdup_printf (_("%s%.4g %%"), sign, fabs (figure));

  size = dwell_text_real (fabs (figure), 7);
  return g_strconcat (sign, size, NULL);
}

/**
 * dwell_requirement_describe_mark:
 * @line: a requirement
 * @unit: (nullable): of its values
 * @mark: one of its marks
 *
 * Returns: (transfer full): the requirement, and the value:
 *   “D1: call of act <= 500 us · 510 µs”
 */
char *
dwell_requirement_describe_mark (const char             *line,
                                 const char             *unit,
                                 const DwellOverrunMark *mark)
{
  g_autofree char *value = mark->has_value ? dwell_requirement_make_figure (unit, mark->value)
                                           : NULL;

  if (value != NULL && mark->is_undecided)
    {
      /* Translators: the least that a figure can be */
      g_autofree char *bound = g_strdup_printf (_("at least %s"), value);

      return g_strdup_printf ("%s · %s", line, bound);
    }
  return value != NULL ? g_strdup_printf ("%s · %s", line, value) : g_strdup (line);
}

/**
 * dwell_requirements_answer_describe:
 * @self: an answer
 * @mark: one of its marks
 *
 * Returns: (transfer full): the line of the file, and the value:
 *   “D1: call of act <= 500 us · 510 µs”
 */
char *
dwell_requirements_answer_describe (const DwellRequirementsAnswer *self,
                                    const DwellOverrunMark        *mark)
{
  const DwellRequirementResult *result = self->results->pdata[mark->cause];

  return dwell_requirement_describe_mark (dwell_requirement_get_text (result->requirement),
                                          result->unit, mark);
}

/**
 * dwell_requirements_answer_describe_marks:
 * @self: an answer
 *
 * Returns: (transfer full) (nullable): a text saying that the timeline does not mark all
 *   violations; %NULL if it does
 */
char *
dwell_requirements_answer_describe_marks (const DwellRequirementsAnswer *self)
{
  g_autofree char *count = dwell_text_count (DWELL_REQUIREMENTS_MAX_MARKS);

  if (self->marks->len < DWELL_REQUIREMENTS_MAX_MARKS)
    return NULL;

  /* Translators: %s is a number */
  return g_strdup_printf (_("the timeline marks no more than the first %s violations"), count);
}
