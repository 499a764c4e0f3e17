/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What --context, --filter, --from and --to leave of a trace. */
#pragma once

#include "cli/cli-arguments.h"

G_BEGIN_DECLS

typedef struct {
  guint8 *contexts; /* by context: whether it is shown */
  guint8 *areas;    /* by area */
  gint64  begin;    /* ns: the range, within the trace where no end was given */
  gint64  end;
} DwellCliSelection;

gboolean dwell_cli_selection_init  (DwellCliSelection       *self,
                                    const DwellTrace        *trace,
                                    const char              *file,
                                    const DwellCliArguments *arguments);
void     dwell_cli_selection_clear (DwellCliSelection       *self);
guint32  dwell_cli_selection_get_context (const DwellCliSelection *self,
                                          const DwellTrace        *trace,
                                          const DwellCliArguments *arguments);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DwellCliSelection, dwell_cli_selection_clear)

G_END_DECLS
