/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/lists/events/dwell-facts.h"

void
_dwell_facts_add_link (DwellFacts *self,
                                const char         *label,
                                char               *value,
                                DwellEvent          target)
{
  if (value == NULL || *value == '\0')
    g_free (value);
  else
    g_ptr_array_add (self->facts, _dwell_fact_new (self->group, label, value, target));
}

void
_dwell_facts_add (DwellFacts *self,
                           const char         *label,
                           char               *value)
{
  _dwell_facts_add_link (self, label, value, (DwellEvent) { DWELL_NONE, DWELL_NONE });
}

/* Takes over @note (nullable), too; an empty note is ignored. */
void
_dwell_facts_add_headline (DwellFacts *self,
                                    const char         *label,
                                    char               *value,
                                    char               *note)
{
  if (value == NULL || *value == '\0')
    {
      g_free (value);
      g_free (note);
      return;
    }

  if (note != NULL && *note == '\0')
    g_clear_pointer (&note, g_free);

  g_ptr_array_add (self->facts, _dwell_fact_new_headline (label, value, note));
}
