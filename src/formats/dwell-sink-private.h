/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a sink is made of, and how its files take their places. */
#pragma once

#include "formats/dwell-sink.h"
#include "formats/dwell-temporary.h"

G_BEGIN_DECLS

typedef struct {
  char           *suffix;    /* "": the main file */
  GOutputStream  *memory;    /* of a memory sink */
  GFile          *target;    /* of a file sink: links followed */
  DwellTemporary *temporary; /* what shall be there; NULL: nothing shall */
  guint32         mode;      /* of what shall be there */
} DwellSinkPart;

/* Finishes or undoes what a killed program left undone, and removes its litter: in the folder of
 * that part. */
void     _dwell_sink_clear_up (GFile   *main_file,
                               GFile   *part);
/* All parts are finished. @error: all is as it was. */
gboolean _dwell_sink_replace  (GFile   *main_file,
                               GArray  *parts,
                               GError **error);

G_END_DECLS
