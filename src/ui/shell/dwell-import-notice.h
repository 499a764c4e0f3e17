/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "model/session/dwell-session.h"
#include "ui/widgets/dwell-notice.h"

G_BEGIN_DECLS

#define DWELL_TYPE_IMPORT_NOTICE (dwell_import_notice_get_type ())
G_DECLARE_FINAL_TYPE (DwellImportNotice, dwell_import_notice, DWELL, IMPORT_NOTICE, AdwBin)

void         dwell_import_notice_set_session (DwellImportNotice *self,
                                              DwellSession      *session);
DwellNotice *dwell_import_notice_get_notice  (DwellImportNotice *self);
void         dwell_import_notice_ask         (DwellImportNotice *self);

G_END_DECLS
