/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a trace from a log. */
#pragma once

#include <gio/gio.h>

#include "formats/btf/dwell-btf-log.h"

G_BEGIN_DECLS

typedef struct {
  gboolean has_states;  /* make variables of the states of processes */
  gboolean has_scheduler; /* make marks of the events of schedulers and cores */
} DwellBtfSettings;

gboolean dwell_btf_machine_run (DwellBtfLog             *log,
                                const DwellBtfSettings  *settings,
                                GCancellable            *cancellable,
                                GError                 **error);

G_END_DECLS
