/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Selects the contexts and areas of a trace that are written, before any writer is called: it gets
 * a narrowed trace. The range is left to the writers, because they know what holds at its start,
 * and how to write what it cuts. */
#pragma once

#include <glib/gi18n-lib.h>

#include "formats/common/dwell-export-settings.h"
#include "formats/common/dwell-name-matcher.h"

G_BEGIN_DECLS

/* The options for this selection, for formats that are written by it. */
#define DWELL_EXPORT_N_SELECTION_OPTIONS 2

#define DWELL_EXPORT_SELECTION_OPTIONS                                                             \
  { "Areas", DWELL_OPTION_PATTERN, NULL, "",                                                       \
    N_("Only these areas: text with * and ?, or /expression/."),                                   \
    .title = N_("_Names: all, or text, * and ?, /expression/"), .group = N_("Content"),            \
    .offset = G_STRUCT_OFFSET (DwellExportSettings, areas) },                                      \
  { "Contexts", DWELL_OPTION_PATTERN, NULL, "",                                                    \
    N_("Only these contexts, and those below them: text with * and ?, or /expression/."),          \
    .title = N_("Conte_xts: all, or text, * and ?, /expression/"), .group = N_("Content"),         \
    .offset = G_STRUCT_OFFSET (DwellExportSettings, contexts) }

/* For formats that have no other options. */
extern const DwellOption dwell_export_selection_options[DWELL_EXPORT_N_SELECTION_OPTIONS];

void        dwell_export_select_contexts (const DwellExportSettings  *settings,
                                          const DwellTrace           *trace,
                                          const DwellNameMatcher     *matcher,
                                          guint8                     *is_chosen);
DwellTrace *dwell_export_select          (DwellTrace                 *trace,
                                          const DwellExportSettings  *settings,
                                          GCancellable               *cancellable,
                                          GError                    **error)
                                         G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
