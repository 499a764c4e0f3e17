/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define DWELL_TYPE_NOTICE (dwell_notice_get_type ())
/* Properties: message, button-label, action-name (strings); due (boolean); open (boolean,
 * read-only): due and not closed by the user. */
G_DECLARE_FINAL_TYPE (DwellNotice, dwell_notice, DWELL, NOTICE, AdwBin)

void dwell_notice_set_message (DwellNotice *self,
                               const char  *message);
void dwell_notice_set_button  (DwellNotice *self,
                               const char  *label);
void dwell_notice_set_due     (DwellNotice *self,
                               gboolean     due);
void dwell_notice_set_notes   (DwellNotice        *self,
                               const char * const *notes);
void dwell_notice_stack       (DwellNotice * const *notices,
                               guint                n);

G_END_DECLS
