/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much memory judging one subject may take: it is claimed in advance, as data is gathered in
 * growing arrays. */
#include "config.h"

#include "analysis/requirements/dwell-requirements-private.h"

#include "core/dwell-memory.h"

/* The bytes for stretches, start and end times and the sums at each, including spare room of
 * arrays: more than any measure takes for a span, a suspension, a write or a mark. */
#define BYTES_GATHERED 312

/* The bytes for a value of an aggregate, including spare room and room for sorting. */
#define BYTES_KEPT 24

/* Up to this many rows of samples are kept without claiming memory. */
#define MIN_ROWS 65536

static guint64
count_area (DwellRequirementsTrace *self,
            guint32                 area)
{
  const DwellTrace *trace = self->trace;
  guint64 n_writes = 0;
  const guint32 *tracks;
  guint32 n;

  if (trace->areas[area].kind != DWELL_AREA_VARIABLE && trace->areas[area].kind != DWELL_AREA_AUX)
    {
      _dwell_requirements_get_spans (self, area, &n);
      return n;
    }

  tracks = _dwell_requirements_get_tracks (self, area, &n);
  for (guint32 i = 0; i < n; i++)
    n_writes += trace->tracks[tracks[i]].n_writes;
  return n_writes;
}

/* A context may not have the name of an area; a name that matches nothing is reported later. */
static guint64
count_context (DwellRequirementsTrace     *self,
               const DwellRequirementName *name)
{
  g_autofree guint8 *contexts = g_new0 (guint8, self->trace->n_contexts + 1);

  return _dwell_requirements_find_contexts (self->trace, name, contexts, NULL) == NULL
         ? self->trace->n_spans : 0;
}

/* Counts everything that has a name, of whatever kind. */
static guint64
count_name (DwellRequirementsTrace     *self,
            const DwellRequirementName *name)
{
  g_autoptr(GArray) areas = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint64 n = 0;

  if (name == NULL)
    return 0;
  if (name->is_context)
    return count_context (self, name);

  for (guint is_value = 0; is_value < 2; is_value++)
    _dwell_requirements_find_area (self->trace, name, is_value, areas, NULL);
  for (guint i = 0; i < areas->len; i++)
    n += count_area (self, g_array_index (areas, guint32, i));
  return areas->len > 0 ? n : count_context (self, name);
}

static guint64
count_events (DwellRequirementsTrace *self,
              const GPtrArray        *events)
{
  guint64 n = 0;

  for (guint i = 0; events != NULL && i < events->len; i++)
    {
      const DwellRequirementEvent *event = events->pdata[i];

      if (event->kind == DWELL_EVENT_KIND_MESSAGE)
        n += self->trace->n_marks;
      else if (event->kind == DWELL_EVENT_KIND_SUSPEND || event->kind == DWELL_EVENT_KIND_RESUME)
        n += self->trace->n_suspensions;
      else
        n += count_name (self, event->name);
    }
  return n;
}

static guint64
count_condition (DwellRequirementsTrace          *self,
                 const DwellRequirementCondition *condition)
{
  return condition != NULL ? count_name (self, condition->name) + self->trace->n_suspensions : 0;
}

/* The number of elements gathered for "during". */
guint64
_dwell_requirement_count_during (DwellRequirementsTrace *self,
                                 const DwellRequirement *requirement)
{
  return count_condition (self, requirement->during);
}

/* The number of elements gathered before anything is judged. */
static guint64
count_gathered (const DwellJudge *self)
{
  const DwellRequirement *requirement = self->requirement;
  DwellRequirementsTrace *trace = self->trace;
  gboolean is_window = requirement->window != DWELL_WINDOW_NONE ||
                       requirement->curve == DWELL_CURVE_LOAD ||
                       requirement->curve == DWELL_CURVE_COUNT;
  gboolean is_of_begins = requirement->curve >= DWELL_CURVE_PERIOD &&
                          requirement->curve <= DWELL_CURVE_CYCLE_JITTER;
  guint64 n = count_events (trace, requirement->events) +
              count_condition (trace, requirement->condition) +
              count_condition (trace, requirement->condition_while) + self->n_during;

  if (requirement->chain != NULL)
    n += count_events (trace, requirement->chain->stages);
  for (guint i = 0; is_window && i < requirement->names->len; i++)
    n += count_name (trace, requirement->names->pdata[i]) + trace->trace->n_suspensions;
  if (is_of_begins || requirement->curve == DWELL_CURVE_CONCURRENCY ||
      requirement->curve == DWELL_CURVE_ORDER)
    for (guint i = 0; i < self->n_areas; i++)
      n += count_area (trace, self->areas[i]);
  return n;
}

/* Claims the memory that @self may take. Returns: why it cannot be judged, or NULL */
const char *
_dwell_judge_claim (DwellJudge *self)
{
  guint64 n = count_gathered (self);
  guint64 n_kept = n;
  gsize n_bytes;

  for (guint i = 0; i < self->n_areas; i++)
    n_kept += count_area (self->trace, self->areas[i]);
  n_bytes = n * BYTES_GATHERED + (self->values != NULL ? n_kept * BYTES_KEPT : 0);
  if (n_bytes == 0)
    return NULL;
  if (!_dwell_requirements_trace_claim (self->trace, n_bytes))
    return "out-of-memory";

  self->n_claimed = n_bytes;
  return NULL;
}

/* Gives back what was claimed. */
void
_dwell_judge_release (DwellJudge *self)
{
  if (self->n_claimed > 0)
    dwell_memory_release (self->n_claimed);
  self->n_claimed = 0;
}

/* Whether there is room for one more row of samples: while it grows, an array is in memory
 * twice. */
gboolean
_dwell_judge_has_room (DwellJudge *self)
{
  gsize n = self->rows->len;
  gboolean grows = n >= MIN_ROWS && (n & (n - 1)) == 0;

  if (n < DWELL_REQUIREMENTS_MAX_ROWS &&
      (!grows || dwell_memory_check (3 * n * sizeof (DwellRequirementSampleRow), NULL)))
    return TRUE;

  g_atomic_int_set (&self->trace->is_lacking, TRUE);
  return FALSE;
}
