/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derives tracks of values, which a file of requirements describes, and adds them to a trace. */
#pragma once

#include "analysis/requirements/dwell-requirements.h"
#include "model/session/dwell-reading.h"

G_BEGIN_DECLS

DwellReading *_dwell_requirements_derive_reading (const DwellRequirements  *requirements,
                                                  const char * const       *shown,
                                                  DwellReading             *base,
                                                  DwellReading             *former,
                                                  GArray                   *limits,
                                                  GCancellable             *cancellable,
                                                  GError                  **error)
                                                 G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
