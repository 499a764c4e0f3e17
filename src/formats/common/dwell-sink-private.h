/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a sink, and how they replace files. */
#pragma once

#include "formats/common/dwell-sink.h"
#include "formats/common/dwell-temporary.h"

G_BEGIN_DECLS

typedef struct {
  char           *suffix;    /* "" for the main file */
  GOutputStream  *memory;    /* (nullable): of a memory sink */
  GFile          *target;    /* (nullable): of a file sink, with links followed */
  DwellTemporary *temporary; /* (nullable): the new file; NULL: the old one is to be removed */
  GFile          *model;     /* (nullable): the file whose owner and attributes it gets */
  guint32         mode;      /* of the new file */
} DwellSinkPart;

void     _dwell_sink_clear_up (GFile   *main_file,
                               GFile   *part);
gboolean _dwell_sink_replace  (GFile   *main_file,
                               GArray  *parts,
                               GError **error);

G_END_DECLS
