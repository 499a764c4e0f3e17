/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes typed cells as text, for people and for other programs. */
#pragma once

#include "core/dwell-arrangement.h"

G_BEGIN_DECLS

char *_dwell_cell_to_text (const DwellCellValue *self,
                           gboolean              is_plain) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
