/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where in time each requirement is violated: one bit for each of the equal parts of the recording
 * for which a table has room. */
#include "config.h"

#include "model/view/dwell-requirements-answer.h"

#define BITS 32
#define N_WORDS (DWELL_REQUIREMENT_N_PLACES / BITS)

static guint
get_place (const DwellTrace *trace,
           gint64            time)
{
  guint64 duration = (guint64) trace->end - (guint64) trace->begin;
  guint64 offset = (guint64) CLAMP (time, trace->begin, trace->end) - (guint64) trace->begin;
  __uint128_t place = (__uint128_t) offset * DWELL_REQUIREMENT_N_PLACES / MAX (duration, 1);

  return (guint) MIN (place, DWELL_REQUIREMENT_N_PLACES - 1);
}

/* Notes the places of all violations that are marked. */
void
_dwell_requirements_answer_note_places (DwellRequirementsAnswer *self)
{
  const DwellTrace *trace = self->base->trace;

  self->places = g_new0 (guint32, (gsize) self->results->len * N_WORDS + 1);
  for (guint i = 0; i < self->marks->len; i++)
    {
      const DwellOverrunMark *mark = &g_array_index (self->marks, DwellOverrunMark, i);
      guint32 *words = self->places + (gsize) mark->cause * N_WORDS;

      if (mark->is_undecided)
        continue;
      for (guint place = get_place (trace, mark->begin); place <= get_place (trace, mark->end);
           place++)
        words[place / BITS] |= 1u << place % BITS;
    }
}

/**
 * dwell_requirements_answer_get_places:
 * @self: an answer with results
 * @number: the number of a result
 * @places: (out) (array fixed-size=256): for each of %DWELL_REQUIREMENT_N_PLACES equal parts of the
 *   recording, whether the requirement is violated there
 *
 * Returns: whether it is violated anywhere
 */
gboolean
dwell_requirements_answer_get_places (const DwellRequirementsAnswer *self,
                                      guint                          number,
                                      guint8                         places[])
{
  gboolean has_any = FALSE;

  for (guint i = 0; i < DWELL_REQUIREMENT_N_PLACES; i++)
    {
      places[i] = self->places != NULL &&
                  (self->places[(gsize) number * N_WORDS + i / BITS] >> i % BITS & 1) != 0;
      has_any = has_any || places[i];
    }
  return has_any;
}
