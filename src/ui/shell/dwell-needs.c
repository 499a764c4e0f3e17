/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What actions need of the recording in their tab, which may still be loading, may have failed to
 * open, or may have no times. An action whose needs are not met is disabled. */
#include "config.h"

#include "ui/shell/dwell-needs.h"

/* Actions of a tab. What is not here can always be done, or follows something else. */
static const struct {
  const char *action;
  DwellNeeds  needs;
} actions_of_tab[] = {
  { "details", DWELL_NEEDS_CONTENT },
  { "export", DWELL_NEEDS_WHOLE },
  { "filter", DWELL_NEEDS_CONTENT },
  { "find", DWELL_NEEDS_TIMES },
  { "find-next", DWELL_NEEDS_TIMES },
  { "find-previous", DWELL_NEEDS_TIMES },
  { "marker-next", DWELL_NEEDS_TIMES },
  { "marker-note", DWELL_NEEDS_TIMES },
  { "marker-previous", DWELL_NEEDS_TIMES },
  { "marker-set", DWELL_NEEDS_TIMES },
  { "maximise-pages", DWELL_NEEDS_TIMES },
  { "maximise-timeline", DWELL_NEEDS_TIMES },
  { "other-half", DWELL_NEEDS_CONTENT },
  { "page", DWELL_NEEDS_CONTENT },
  { "page-at", DWELL_NEEDS_CONTENT },
  { "print", DWELL_NEEDS_WHOLE_TIMES },
  { "require", DWELL_NEEDS_CONTENT },
  { "save-report", DWELL_NEEDS_WHOLE },
  { "suggest-requirements", DWELL_NEEDS_WHOLE },
  { "undo", DWELL_NEEDS_CONTENT },
  { "visible-table", DWELL_NEEDS_TIMES },
};

/**
 * dwell_needs_are_met:
 * @needs: what an action needs
 * @session: (nullable): the session in front; %NULL: there is none
 *
 * Returns: whether the action can be done with @session as it is now
 */
gboolean
dwell_needs_are_met (DwellNeeds    needs,
                     DwellSession *session)
{
  const DwellTrace *trace = session != NULL ? dwell_session_get_trace (session) : NULL;

  if (trace == NULL)
    return FALSE;

  if ((needs == DWELL_NEEDS_WHOLE || needs == DWELL_NEEDS_WHOLE_TIMES) &&
      (dwell_session_get_state (session) != DWELL_SESSION_READY || trace->is_partial))
    return FALSE;

  return (needs != DWELL_NEEDS_TIMES && needs != DWELL_NEEDS_WHOLE_TIMES) ||
         dwell_trace_has_timeline (trace);
}

/**
 * dwell_needs_update:
 * @actions: all actions of a tab
 * @session: its session
 *
 * Enables the actions whose needs are met, and disables the others.
 */
void
dwell_needs_update (GActionMap   *actions,
                    DwellSession *session)
{
  for (guint i = 0; i < G_N_ELEMENTS (actions_of_tab); i++)
    {
      GAction *action = g_action_map_lookup_action (actions, actions_of_tab[i].action);

      g_simple_action_set_enabled (G_SIMPLE_ACTION (action),
                                   dwell_needs_are_met (actions_of_tab[i].needs, session));
    }
}
