/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of the check before an export share. */
#pragma once

#include "formats/common/dwell-export-warnings.h"
#include "formats/text1/write/dwell-text1-writer.h"

G_BEGIN_DECLS

typedef struct {
  DwellText1Writer *writer;
  GArray           *warnings;
  GCancellable     *cancellable;
} DwellText1Check;

typedef enum {
  NOTE,
  LOSS,
  FAULT,
} Severity;

/* Adds a warning, unless the count is 0. (transfer full): @message */
static inline void
say (DwellText1Check *self,
     Severity         severity,
     guint64          count,
     char            *message)
{
  dwell_export_warnings_add (self->warnings, severity == FAULT, severity == LOSS, count, message);
}

/* dwell-text1-check-templates.c: what templates leave out. */
void _dwell_text1_check_templates (DwellText1Check *self);

G_END_DECLS
