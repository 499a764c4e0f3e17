/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The header of a callgrind file, without events and positions. */
#pragma once

#include "core/dwell-builder.h"
#include "core/dwell-scan.h"

G_BEGIN_DECLS

typedef struct {
  char    *creator;
  char    *command;
  GString *descriptions;
  guint64  process;
  guint64  thread;
  guint64  n_parts;
  gboolean has_process;
  gboolean has_thread;
} DwellCallgrindHeader;

void     dwell_callgrind_header_init  (DwellCallgrindHeader *self);
void     dwell_callgrind_header_clear (DwellCallgrindHeader *self);
gboolean dwell_callgrind_header_take  (DwellCallgrindHeader *self,
                                       DwellScan             key,
                                       DwellScan             value);
guint32  dwell_callgrind_header_finish (const DwellCallgrindHeader *self,
                                        DwellBuilder               *builder);

G_END_DECLS
