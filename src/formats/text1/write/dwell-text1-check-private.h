/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the parts of the check before an export. */
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

static inline gboolean
is_free_text (const DwellTemplateToken *token)
{
  return !token->is_literal && token->macro < DWELL_N_MACROS &&
         dwell_macro_get_info (token->macro)->form == DWELL_FIELD_FREE_TEXT;
}

/* dwell-text1-check-templates.c: information for which templates have no macro. */
void _dwell_text1_check_templates (DwellText1Check   *self);

/* dwell-text1-check-rows.c: rows that readers do not understand. */
void _dwell_text1_check_rows      (DwellText1Check   *self,
                                   DwellTemplateKind  header);

G_END_DECLS
