/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "formats/btf/dwell-btf-state.h"

static const char * const names[DWELL_BTF_N_STATES] =
  { "TERMINATED", "ACTIVE", "READY", "RUNNING", "WAITING", "POLLING", "PARKING" };

/* The events that bring a process from one state to another. */
static const struct {
  DwellBtfState from;
  DwellBtfState to;
  const char   *word;
} changes[] = {
  { DWELL_BTF_RUNNING, DWELL_BTF_READY, "preempt" },
  { DWELL_BTF_READY, DWELL_BTF_RUNNING, "resume" },
  { DWELL_BTF_RUNNING, DWELL_BTF_WAITING, "wait" },
  { DWELL_BTF_WAITING, DWELL_BTF_READY, "release" },
  { DWELL_BTF_WAITING, DWELL_BTF_RUNNING, "resume" },
  { DWELL_BTF_RUNNING, DWELL_BTF_POLLING, "poll" },
  { DWELL_BTF_POLLING, DWELL_BTF_RUNNING, "run" },
  { DWELL_BTF_POLLING, DWELL_BTF_READY, "preempt" },
  { DWELL_BTF_POLLING, DWELL_BTF_PARKING, "park" },
  { DWELL_BTF_PARKING, DWELL_BTF_POLLING, "poll_parking" },
  { DWELL_BTF_PARKING, DWELL_BTF_READY, "release_parking" },
};

/**
 * dwell_btf_state_get_name:
 * @state: a state
 *
 * Returns: what it is called in files and traces
 */
const char *
dwell_btf_state_get_name (DwellBtfState state)
{
  return names[state];
}

/**
 * dwell_btf_state_find:
 * @name: the name of a state
 *
 * Returns: the state; %DWELL_BTF_TERMINATED if none has that name
 */
DwellBtfState
dwell_btf_state_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i], name))
      return (DwellBtfState) i;

  return DWELL_BTF_TERMINATED;
}

/**
 * dwell_btf_state_find_change:
 * @from: a state
 * @to: another
 *
 * Returns: (nullable): the event that brings a process from one to the other
 */
const char *
dwell_btf_state_find_change (DwellBtfState from,
                             DwellBtfState to)
{
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    if (changes[i].from == from && changes[i].to == to)
      return changes[i].word;

  return NULL;
}

/**
 * dwell_btf_state_find_leave:
 * @to: a state off the core
 *
 * Returns: the event by which a process leaves its core for @to; if there is none, the event for
 *   %DWELL_BTF_READY
 */
const char *
dwell_btf_state_find_leave (DwellBtfState to)
{
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    if (!dwell_btf_state_is_off_core (changes[i].from) && changes[i].to == to)
      return changes[i].word;

  return "preempt";
}
