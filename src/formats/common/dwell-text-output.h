/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by writers of text formats. */
#pragma once

#include <gio/gio.h>

#include "core/dwell-progress.h"

G_BEGIN_DECLS

gboolean dwell_text_output_flush (GOutputStream  *stream,
                                  GString        *text,
                                  DwellProgress  *progress,
                                  double          fraction,
                                  GCancellable   *cancellable,
                                  GError        **error);

G_END_DECLS
