/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of the options of a comparison. */
#pragma once

#include "model/comparison/dwell-comparison-options.h"

G_BEGIN_DECLS

/* The default of dwell-cli compare. */
#define DWELL_COMPARISON_NOISE 0.01

/* The longest text that a view keeps. */
#define DWELL_COMPARISON_MAX_PAIRS_BYTES 4000

const char *_dwell_compared_per_get_id     (DwellComparedPer   self);
gboolean    _dwell_comparison_parse_shift  (const char        *text,
                                            char             **key,
                                            gint64            *lines);

G_END_DECLS
