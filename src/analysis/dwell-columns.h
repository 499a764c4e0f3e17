/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What there is to know of a column, wherever it is shown: in a table of the window, in a copy of
 * one, in the help, on the command line. Each subject has one table of them beside its figures. */
#pragma once

#include "core/dwell-arrangement.h"

G_BEGIN_DECLS

typedef struct {
  const char   *id;      /* in copied tables, in settings, on the command line: "call.total" */
  const char   *title;   /* untranslated */
  const char   *summary; /* (nullable): one sentence, untranslated */
  DwellCellKind kind;    /* of what most cells show; NONE: a picture */
  gboolean      is_default; /* of statistics: shown at first */
} DwellColumnInfo;

static inline gboolean
dwell_column_is_number (const DwellColumnInfo *self)
{
  return self->kind != DWELL_CELL_TEXT && self->kind != DWELL_CELL_NONE;
}

G_END_DECLS
