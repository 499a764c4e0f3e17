/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of a trace that --context, --filter, --from and --to select. */
#pragma once

#include "cli/cli-arguments.h"

G_BEGIN_DECLS

typedef struct {
  guint8 *contexts; /* by context: whether it is selected */
  guint8 *areas;    /* by area: whether it is selected */
  gint64  begin;    /* ns: that of --from, otherwise of the trace */
  gint64  end;      /* ns: that of --to, otherwise of the trace */
  gboolean has_range; /* --from or --to was given */
} DwellCliSelection;

gboolean dwell_cli_selection_init  (DwellCliSelection       *self,
                                    const DwellTrace        *trace,
                                    const char              *file,
                                    const DwellCliArguments *arguments);
void     dwell_cli_selection_clear (DwellCliSelection       *self);
gboolean dwell_cli_selection_fits_tree  (const DwellCliSelection *self,
                                         const DwellTrace        *trace,
                                         const char              *file);
gboolean dwell_cli_selection_fits_lines (const DwellCliSelection *self,
                                         const DwellTrace        *trace,
                                         const char              *file);
guint32  dwell_cli_selection_get_context (const DwellCliSelection *self,
                                          const DwellTrace        *trace,
                                          const DwellCliArguments *arguments);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DwellCliSelection, dwell_cli_selection_clear)

G_END_DECLS
