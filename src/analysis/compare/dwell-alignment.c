/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds a moment that two recordings have in common, and counts from it. */
#include "config.h"

#include "analysis/compare/dwell-alignment.h"

#include <glib/gi18n-lib.h>

/* When a recording started and ended by the wall clock, ns. */
static void
get_clock (const DwellAnchoredSide *side,
           DwellSignedWide         *begin,
           DwellSignedWide         *end)
{
  *begin = (DwellSignedWide) side->trace->wall_clock_ns + side->begin;
  *end = (DwellSignedWide) side->trace->wall_clock_ns + side->end;
}

static DwellAlignmentProblem
align_by_clock (DwellAlignedTimes       *self,
                const DwellAnchoredSide *base,
                const DwellAnchoredSide *new)
{
  DwellSignedWide base_begin;
  DwellSignedWide base_end;
  DwellSignedWide new_begin;
  DwellSignedWide new_end;

  if (base->trace->wall_clock_ns == DWELL_TIME_NONE || new->trace->wall_clock_ns == DWELL_TIME_NONE)
    return DWELL_ALIGNMENT_HAS_NO_CLOCK;

  get_clock (base, &base_begin, &base_end);
  get_clock (new, &new_begin, &new_end);
  if (base_end < new_begin || new_end < base_begin)
    return DWELL_ALIGNMENT_IS_APART;

  /* The later of the two starts: at that time both were being recorded. */
  if (base_begin > new_begin)
    self->new_time = (gint64) (base_begin - new->trace->wall_clock_ns);
  else
    self->base_time = (gint64) (new_begin - base->trace->wall_clock_ns);
  return DWELL_ALIGNMENT_HOLDS;
}

static DwellAlignmentProblem
align (DwellAlignedTimes        *self,
       DwellAlignment            wanted,
       const DwellAnchoredSide  *base,
       const DwellAnchoredSide  *new,
       const DwellAlignedMoment *moment)
{
  switch ((int) wanted)
    {
    case DWELL_ALIGNED_AT_END:
      self->base_time = base->end;
      self->new_time = new->end;
      return DWELL_ALIGNMENT_HOLDS;
    case DWELL_ALIGNED_BY_CLOCK:
      return align_by_clock (self, base, new);
    case DWELL_ALIGNED_AT_AREA:
      if (moment == NULL)
        return DWELL_ALIGNMENT_HAS_NO_AREA;
      self->base_time = moment->base_time;
      self->new_time = moment->new_time;
      return DWELL_ALIGNMENT_HOLDS;
    case DWELL_ALIGNED_AT_ANCHORS:
      if (self->anchors == NULL || self->anchors->n_anchors == 0)
        return DWELL_ALIGNMENT_HAS_NO_ANCHORS;
      self->base_time = self->anchors->anchors[0].base_time;
      self->new_time = self->anchors->anchors[0].new_time;
      return DWELL_ALIGNMENT_HOLDS;
    default:
      return DWELL_ALIGNMENT_HOLDS;
    }
}

/**
 * dwell_aligned_times_init:
 * @self: (out caller-allocates): maps the times of the two recordings
 * @wanted: how to align
 * @base: the base and its range
 * @new: the new recording and its range
 * @anchors: (nullable): the anchors of both; they outlive @self
 * @moment: (nullable): what to align at, for alignment at an area
 *
 * Aligns the recordings. Where @wanted is impossible, it aligns the starts and stores why.
 */
void
dwell_aligned_times_init (DwellAlignedTimes        *self,
                          DwellAlignment            wanted,
                          const DwellAnchoredSide  *base,
                          const DwellAnchoredSide  *new,
                          const DwellAnchors       *anchors,
                          const DwellAlignedMoment *moment)
{
  *self = (DwellAlignedTimes) { .alignment = wanted, .base_time = base->begin,
                                .new_time = new->begin, .anchors = anchors };
  self->problem = align (self, wanted, base, new, moment);
  if (self->problem != DWELL_ALIGNMENT_HOLDS)
    self->alignment = DWELL_ALIGNED_AT_BEGIN;
}

static gint64
limit (DwellSignedWide time)
{
  return (gint64) CLAMP (time, -DWELL_TIME_MAX, DWELL_TIME_MAX);
}

/**
 * dwell_aligned_times_map:
 * @self: maps the times of the two recordings
 * @time: a time, ns
 * @is_back: whether @time is of the new recording, else of the base
 *
 * Returns: the corresponding time in the other recording
 */
gint64
dwell_aligned_times_map (const DwellAlignedTimes *self,
                         gint64                   time,
                         gboolean                 is_back)
{
  DwellSignedWide from = is_back ? (DwellSignedWide) self->new_time : self->base_time;
  DwellSignedWide to = is_back ? (DwellSignedWide) self->base_time : self->new_time;
  DwellSignedWide shifted = (DwellSignedWide) time - (is_back ? self->shift : 0);
  DwellSignedWide mapped;

  if (self->alignment == DWELL_ALIGNED_AT_ANCHORS)
    mapped = is_back ? dwell_anchors_map_back (self->anchors, limit (shifted))
                     : dwell_anchors_map (self->anchors, limit (shifted));
  else
    mapped = shifted - from + to;

  return limit (mapped + (is_back ? 0 : self->shift));
}

/**
 * dwell_alignment_get_id:
 * @self: how recordings are aligned
 *
 * Returns: (transfer none): its name on the command line
 */
const char *
dwell_alignment_get_id (DwellAlignment self)
{
  static const char * const ids[DWELL_N_ALIGNMENTS] = {
    [DWELL_ALIGNED_AT_BEGIN] = "start", [DWELL_ALIGNED_AT_END] = "end",
    [DWELL_ALIGNED_BY_CLOCK] = "wall",  [DWELL_ALIGNED_AT_AREA] = "area",
    [DWELL_ALIGNED_AT_ANCHORS] = "anchors", [DWELL_NOT_ALIGNED] = "apart",
  };

  return ids[self];
}

/**
 * dwell_alignment_problem_get_text:
 * @self: why the starts are aligned
 *
 * Returns: (transfer none) (nullable): a sentence; %NULL: the recordings are aligned as wanted
 */
const char *
dwell_alignment_problem_get_text (DwellAlignmentProblem self)
{
  switch (self)
    {
    case DWELL_ALIGNMENT_HAS_NO_CLOCK:
      return _("The time of day of at least one recording is not known: the starts are aligned.");
    case DWELL_ALIGNMENT_IS_APART:
      return _("One recording ended before the other began: their starts are aligned.");
    case DWELL_ALIGNMENT_HAS_NO_AREA:
      return _("Nothing in focus begins in both recordings: their starts are aligned.");
    case DWELL_ALIGNMENT_HAS_NO_ANCHORS:
      return _("There are no anchors: the starts of the recordings are aligned.");
    case DWELL_ALIGNMENT_HOLDS:
    default:
      return NULL;
    }
}
