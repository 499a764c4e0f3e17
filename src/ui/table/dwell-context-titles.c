/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ui/table/dwell-context-titles.h"

#include <glib/gi18n-lib.h>

/**
 * dwell_context_titles_init:
 * @self: (out): the titles
 * @trace: a trace
 *
 * Chooses the words for the kind of contexts that @trace has: see dwell_trace_get_context_kind().
 */
void
dwell_context_titles_init (DwellContextTitles *self,
                           const DwellTrace   *trace)
{
  switch (dwell_trace_get_context_kind (trace))
    {
    case DWELL_CONTEXT_PROCESS:
      *self = (DwellContextTitles) { _("Process"), _("All Processes"), _("Each Process") };
      break;
    case DWELL_CONTEXT_THREAD:
      *self = (DwellContextTitles) { _("Thread"), _("All Threads"), _("Each Thread") };
      break;
    case DWELL_CONTEXT_TASK:
      *self = (DwellContextTitles) { _("Task"), _("All Tasks"), _("Each Task") };
      break;
    case DWELL_CONTEXT_SESSION:
    default:
      *self = (DwellContextTitles) { _("Context"), _("All Contexts"), _("Each Context") };
      break;
    }
}
