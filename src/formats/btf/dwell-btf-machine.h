/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a trace of a log. */
#pragma once

#include <gio/gio.h>

#include "formats/btf/dwell-btf-log.h"

G_BEGIN_DECLS

typedef struct {
  gboolean has_states;  /* variables of the states of processes */
  gboolean has_scheduler; /* marks of what schedulers and cores say */
} DwellBtfSettings;

gboolean dwell_btf_machine_run (DwellBtfLog             *log,
                                const DwellBtfSettings  *settings,
                                GCancellable            *cancellable,
                                GError                 **error);

G_END_DECLS
