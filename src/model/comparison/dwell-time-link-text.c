/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes how two timelines are aligned, and where in the run most time was lost. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "model/comparison/dwell-time-link.h"

/* Returns the stretch in which most time was lost or gained: the number of the anchor at its end,
 * or the number of anchors for the last stretch. */
static guint
find_largest (const DwellAnchors *anchors)
{
  guint largest = anchors->n_anchors;
  gint64 most = ABS (anchors->lost);

  for (guint i = 0; i < anchors->n_anchors; i++)
    if (ABS (anchors->anchors[i].lost) > most)
      {
        largest = i;
        most = ABS (anchors->anchors[i].lost);
      }

  return largest;
}

static char *
dup_anchor (const DwellAnchors *anchors,
            guint               anchor)
{
  return dwell_trace_dup_area_label (anchors->new.trace, anchors->anchors[anchor].new_area);
}

static char *
describe_drift (const DwellAnchors *anchors)
{
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  g_autofree char *lost = NULL;
  gint64 change;
  guint largest;

  if (anchors->n_anchors == 0)
    return g_strdup (_("The recordings have no moment in common."));

  largest = find_largest (anchors);
  change = largest < anchors->n_anchors ? anchors->anchors[largest].lost : anchors->lost;
  from = largest > 0 ? dup_anchor (anchors, largest - 1) : g_strdup (C_("timeline", "the start"));
  to = largest < anchors->n_anchors ? dup_anchor (anchors, largest)
                                    : g_strdup (C_("timeline", "the end"));
  lost = dwell_text_duration (ABS (change));
  if (change == 0)
    return g_strdup (_("Both recordings are in step."));

  return g_strdup_printf (change > 0
                            /* Translators: two moments: names of functions, “the begin” or “the
                             * end”; a time */
                            ? _("Most was lost from %s to %s: the new recording took %s more.")
                            /* Translators: the same */
                            : _("Most was gained from %s to %s: the new recording took %s less."),
                          from, to, lost);
}

/* @number: of its kind, from 1; 0: the first start of an area. */
static char *
describe_focus (guint           number,
                DwellSignedWide later,
                const char     *time)
{
  if (number == 0)
    return later == 0 ? g_strdup (_("What is in focus first began after the same time in both "
                                    "recordings."))
           : g_strdup_printf (later > 0
                                /* Translators: a time */
                                ? _("What is in focus first began %s later in the new recording.")
                                /* Translators: a time */
                                : _("What is in focus first began %s earlier in the new "
                                    "recording."), time);

  if (later == 0)
    /* Translators: a number: 3 is the third span of a function */
    return g_strdup_printf (_("Occurrence %u of what is in focus came after the same time in both "
                              "recordings."), number);

  return g_strdup_printf (later > 0
                            /* Translators: a number: 3 is the third span of a function; a time */
                            ? _("Occurrence %u of what is in focus came %s later in the new "
                                "recording.")
                            /* Translators: the same */
                            : _("Occurrence %u of what is in focus came %s earlier in the new "
                                "recording."), number, time);
}

/* Says how the timelines are aligned, if that is not obvious. */
static char *
describe_alignment (const DwellAlignedTimes *times,
                    const DwellAnchors      *anchors,
                    guint                    number)
{
  g_autofree char *time = NULL;
  DwellSignedWide later;

  if (times->problem != DWELL_ALIGNMENT_HOLDS)
    return g_strdup (dwell_alignment_problem_get_text (times->problem));
  if (times->alignment != DWELL_ALIGNED_BY_CLOCK && times->alignment != DWELL_ALIGNED_AT_AREA)
    return NULL;

  later = ((DwellSignedWide) times->new_time - anchors->new.begin) -
          ((DwellSignedWide) times->base_time - anchors->base.begin);
  time = dwell_text_duration (later < 0 ? -later : later);
  if (times->alignment == DWELL_ALIGNED_BY_CLOCK)
    return later == 0 ? g_strdup (_("Both recordings began at the same time of day."))
           : g_strdup_printf (later < 0
                                /* Translators: a time */
                                ? _("The new recording began %s later by the clock.")
                                /* Translators: a time */
                                : _("The new recording began %s earlier by the clock."), time);

  return describe_focus (number, later, time);
}

/* Says by how much the user has shifted the timelines. */
static char *
describe_shift (gint64 shift)
{
  g_autofree char *time = NULL;

  if (shift == 0)
    return NULL;

  time = dwell_text_duration (shift < 0 ? -(DwellSignedWide) shift : shift);
  /* Translators: a time */
  return g_strdup_printf (shift > 0 ? _("The new recording is shifted %s to the left.")
                                    : _("The new recording is shifted %s to the right."), time);
}

/**
 * dwell_time_link_describe:
 * @self: a link
 *
 * Returns: (transfer full) (nullable): how both are aligned, if that is not obvious, and where most
 *   time was lost or gained; %NULL if that is not known yet
 */
char *
dwell_time_link_describe (DwellTimeLink *self)
{
  const DwellAnchors *anchors = dwell_time_link_get_anchors (self);
  g_autofree char *alignment = NULL;
  g_autofree char *drift = NULL;
  g_autofree char *shift = NULL;
  DwellAlignedTimes times;

  if (anchors == NULL)
    return NULL;

  drift = describe_drift (anchors);
  shift = describe_shift (dwell_time_link_get_shift (self));
  if (shift == NULL && dwell_time_link_get_times (self, &times))
    alignment = describe_alignment (&times, anchors, dwell_time_link_get_number (self));
  if (shift == NULL && alignment == NULL)
    return g_steal_pointer (&drift);

  /* Translators: two sentences */
  return g_strdup_printf (C_("sentences", "%s %s"), shift != NULL ? shift : alignment, drift);
}
