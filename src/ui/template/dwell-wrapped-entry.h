/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define DWELL_TYPE_WRAPPED_ENTRY (dwell_wrapped_entry_get_type ())
/* Signal: changed (the user has changed the text). */
G_DECLARE_FINAL_TYPE (DwellWrappedEntry, dwell_wrapped_entry, DWELL, WRAPPED_ENTRY, GtkTextView)

const char *dwell_wrapped_entry_get_text        (DwellWrappedEntry *self);
void        dwell_wrapped_entry_set_text        (DwellWrappedEntry *self,
                                                 const char        *text);
void        dwell_wrapped_entry_replace         (DwellWrappedEntry *self,
                                                 gsize              begin,
                                                 gsize              end,
                                                 const char        *text);
gsize       dwell_wrapped_entry_get_cursor      (DwellWrappedEntry *self);
void        dwell_wrapped_entry_set_cursor      (DwellWrappedEntry *self,
                                                 gsize              offset);
void        dwell_wrapped_entry_set_placeholder (DwellWrappedEntry *self,
                                                 const char        *text);
void        dwell_wrapped_entry_mark            (DwellWrappedEntry *self,
                                                 GtkTextTag        *tag,
                                                 gsize              begin,
                                                 gsize              end);
void        dwell_wrapped_entry_unmark          (DwellWrappedEntry *self);

G_END_DECLS
