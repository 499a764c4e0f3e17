/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arguments of a span or a mark, and the flows of a span, as facts. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-args.h"
#include "core/dwell-text.h"
#include "model/lists/events/dwell-facts.h"

/* The greatest number of flows that are listed from a span, and to it. */
#define MAX_FLOWS 10

static char *
dup_value (const DwellTrace *trace,
           guint32           arg)
{
  g_autofree char *text = dwell_args_dup_text (trace, arg);

  /* A fact with an empty text would not be added. */
  return *text != '\0' ? g_steal_pointer (&text) : g_strdup ("\"\"");
}

/*< private >
 * _dwell_arg_facts_collect: adds the arguments of a span or a mark; one of the two is DWELL_NONE */
void
_dwell_arg_facts_collect (DwellFacts *self,
                          DwellEvent  event)
{
  self->group = _("Arguments");
  for (guint32 arg = dwell_args_first (self->trace, event.span, event.mark);
       arg != DWELL_NONE;
       arg = dwell_args_next (self->trace, arg))
    _dwell_facts_add (self, dwell_args_get_key (self->trace, arg), dup_value (self->trace, arg));
}

static void
add_flow (DwellFacts *self,
          const char *label,
          guint32     span)
{
  g_autofree char *name = dwell_trace_dup_area_label (self->trace, self->trace->span_area[span]);
  const char *context = dwell_trace_get_context_name (
    self->trace, dwell_trace_get_span_context (self->trace, span));

  _dwell_facts_add_link (self, label, g_strdup_printf ("%s · %s", name, context),
                         (DwellEvent) { span, DWELL_NONE });
}

static void
add_rest (DwellFacts *self,
          guint32     n)
{
  g_autofree char *count = NULL;

  if (n <= MAX_FLOWS)
    return;

  count = dwell_text_count (n - MAX_FLOWS);
  /* Translators: spans that are not listed */
  _dwell_facts_add (self, "", g_strdup_printf (ngettext ("and %s more", "and %s more",
                                                         n - MAX_FLOWS), count));
}

/*< private >
 * _dwell_flow_facts_collect: adds the spans from which flows lead to @span, and those to which
 * flows lead from it */
void
_dwell_flow_facts_collect (DwellFacts *self,
                           guint32     span)
{
  const DwellTrace *trace = self->trace;
  guint32 n;
  guint32 first = dwell_flows_to (trace, span, &n);

  self->group = _("Flows");
  for (guint32 i = 0; i < MIN (n, MAX_FLOWS); i++)
    add_flow (self, C_("flow", "From"), trace->flows[trace->flows_in[first + i]].from_span);
  add_rest (self, n);

  first = dwell_flows_from (trace, span, &n);
  for (guint32 i = 0; i < MIN (n, MAX_FLOWS); i++)
    add_flow (self, C_("flow", "To"), trace->flows[first + i].to_span);
  add_rest (self, n);
}
